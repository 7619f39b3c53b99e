"""The command `lemmata`.  Whatever is heavy is imported by the command that needs it, so that `--help` is quick."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from lemmata.cli import check_commands, new_commands, page_commands
from lemmata.errors import InputError, lacking
from lemmata.processes import collect_seldom
from lemmata.run.inputs import BAD

app = typer.Typer(
    name="lemmata",
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
UsageError: Any = typer.BadParameter.__base__  # click's, which typer has as a dependency or inside it
BAD_INPUT, INTERNAL, INTERRUPTED = 2, 4, 130
UNWRITABLE = {  # what may be wrong with the place to write to, and the fix
    errno.ENOSPC: "make room on the disk",
    errno.EDQUOT: "make room in your quota",
    errno.EROFS: "choose a folder that can be written to",
    errno.EACCES: "fix its permissions or choose another folder",
    errno.EPERM: "fix its permissions or choose another folder",
}


def _version(asked: bool) -> None:
    if asked:
        from lemmata.run.environment import version

        print(f"lemmata {version('lemmata') or 'that was not installed'}")
        raise typer.Exit


@app.callback()
def lemmata(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an internal error.")] = False,
    which: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version and leave.")
    ] = False,
) -> None:
    """Verify the matrix and spectral theory of deep networks, statement by statement.

    \b
    lemmata list                        which statements there are
    lemmata axioms                      the axioms their proofs use
    lemmata show riedi.lemma-21         one of them in full
    lemmata verify riedi.lemma-21       check it
    lemmata verify 'riedi.*'            check a paper
    lemmata verify --profile standard   check everything, thoroughly
    lemmata check --help                a conjecture of your own
    lemmata prove --help                a proof of it
    lemmata new --help                  files to begin with
    lemmata errata riedi2022            what a paper's authors want to know

    Exit codes: 0 every verdict is as expected, 1 a verdict differs, 2 bad input,
    3 those that differ are vacuous or inconclusive, 4 an internal error,
    130 interrupted (results are kept).
    """


@app.command()
def verify(
    statements: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Statements to check, by id or glob; without any, all."),
    ] = None,
    papers: Annotated[
        bool, typer.Option("--papers", help="The papers, and the textbook facts that they use; not the others.")
    ] = False,
    textbook: Annotated[bool, typer.Option("--textbook", help="The textbook facts that no paper uses.")] = False,
    profile: Annotated[str, typer.Option(help="How much work: quick, standard or deep.")] = "quick",
    device: Annotated[str, typer.Option(help="Where floats are screened: cpu or cuda.")] = "cpu",
    workers: Annotated[
        int | None, typer.Option(help="Worker processes; by default one per core, on cuda one.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="Names the instances: same seed, same instances.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the run; by default reports/runs/<time>.")
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the run in DIR, or the newest unfinished one of this profile and seed."
        ),
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Check on a Dask cluster: its scheduler's address, or `local`."),
    ] = None,
    chunks: Annotated[
        int | None,
        typer.Option(metavar="N", help="Pieces per statement of a deep run; by default ten.", show_default=False),
    ] = None,
) -> None:
    """Check statements, write the report, compare with the reviewed verdicts.

    \b
    lemmata verify                                 everything, quickly
    lemmata verify --papers                        the papers and what they use
    lemmata verify riedi.lemma-18 'riedi.thm-22*'  a few statements
    lemmata verify 'le.*' --profile deep --workers 8
    lemmata verify --profile deep --resume         after an interruption
    lemmata verify --profile deep --chunks 100 --cluster tcp://host:8786

    Quote a glob, or the shell expands it. Each run leaves index.html,
    verdicts.json and certificates/ in its folder. reports/latest leads to
    the newest run of all papers; before there is one, to the newest.
    """
    from lemmata.claims import profiles
    from lemmata.run import campaign, inputs
    from lemmata.run.progress import Progressing, console, summary

    try:
        budgets = profiles.profile(profile)
    except profiles.UnknownProfile as problem:
        raise InputError(f"--profile: {problem}") from problem
    if chunks is not None:
        try:
            budgets = profiles.in_chunks(budgets, chunks)
        except ValueError as problem:
            raise InputError(str(problem)) from problem
    seed = inputs.seed(seed)
    count = inputs.workers(workers, device)
    device = inputs.resolve_device(device)
    if sum((bool(statements), papers, textbook)) > 1:
        raise InputError("give statements, --papers or --textbook: one of them")
    ids = inputs.select(statements, _known()) if statements else []
    if papers or textbook:
        used = inputs.of_papers()
        ids = used if papers else [i for i in _known() if i not in set(used)]
    to = console()
    with Progressing(to) as progress:
        outcome = campaign.run(ids, budgets, seed, device, count, out, resume, progress, cluster)
    summary(to, outcome)
    if outcome.interrupted:
        again = f" --out {out}" if out else ""
        to.print(f"interrupted: what was done is kept; go on with the same command and --resume{again}")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(campaign.exit_code(outcome.entries.values()))


@app.command()
def mutants(
    statements: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Statements to change, by id or glob; without any, all."),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", help="Try N mutants drawn under the seed; by default all.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Worker processes; by default one per core.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="Names the instances and the sample.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the run; by default reports/runs/<time>-mutants.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run in DIR, or the newest unfinished one like it.")
    ] = False,
) -> None:
    """Change statements in one place each and see whether the suite notices.

    \b
    lemmata mutants riedi.lemma-21      every mutant of a statement
    lemmata mutants --sample 100        a hundred drawn from all
    lemmata mutants --resume            after an interruption

    Exit codes: 0 done, 1 a survivor of a headline theorem is not explained in
    lemmata/mutants/mutants.toml, 2 bad input, 4 a trial failed, 130 interrupted.
    """
    from lemmata.mutants import trials
    from lemmata.mutants.show import MutantProgress, summary
    from lemmata.run import inputs
    from lemmata.run.progress import console

    if sample is not None and sample < 1:
        raise InputError(f"--sample {sample}: give a number of mutants from 1")
    seed, count = inputs.seed(seed), inputs.workers(workers, "cpu")
    ids = inputs.select(statements, _known()) if statements else []
    to = console()
    with MutantProgress(to) as progress:
        outcome = trials.run(ids, sample, seed, count, out, resume, progress)
    summary(to, outcome)
    if outcome.interrupted:
        to.print("interrupted: what was done is kept; go on with the same command and --resume")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(trials.exit_code(outcome.records))


@app.command()
def certify(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="RUN|CERT.json|DIR...", help="Folders of runs, certificates or folders of them."),
    ],
) -> None:
    """Check a run or certificates again, by code that shares nothing with what found them.

    Of a run, the kernel replays what is proved and the checker checks what is
    refuted; both run in processes that import the standard library alone.

    \b
    lemmata certify reports/latest
    lemmata certify reports/latest/certificates

    Exit codes: 0 every verdict is shown, 1 one is not, 2 a file is unreadable,
    altered, of another schema, or not about the statement it names.
    """
    import subprocess

    runs = [f for f in files if (f / "verdicts.json").exists()]
    codes = []
    for program, paths in (("certifying.py", runs), ("network_checker", [f for f in files if f not in runs])):
        if paths:
            command = [sys.executable, "-I", "-S", str(Path(__file__).absolute().parents[1] / program)]
            command += [str(f.absolute()) for f in paths]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            sys.stdout.write(done.stdout)
            sys.stderr.write(done.stderr)
            codes.append(done.returncode)
    raise typer.Exit(max(codes))


@app.command()
def export(
    statements: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Statements, by id or glob; without any, all.")
    ] = None,
    rocq: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the Rocq files.")] = Path("rocq"),
) -> None:
    """Write the kernel's proofs as Rocq files; `make rocq` writes them and has them read.

    \b
    lemmata export --rocq rocq riedi.lemma-21
    """
    from lemmata.cli import display

    display.export(statements, rocq)


@app.command()
def show(identifier: Annotated[str, typer.Argument(metavar="ID", help="The statement.")]) -> None:
    """Show one statement: text, LaTeX, source, reviewed verdict, hash, and the verdict of the latest run.

    \b
    lemmata show riedi.lemma-21
    """
    from lemmata.cli import display

    display.show(identifier)


@app.command(name="list")
def list_(
    paper: Annotated[str | None, typer.Option(metavar="KEY", help="Only this paper, as in riedi2022.")] = None,
) -> None:
    """List the statements with their reviewed verdicts.

    \b
    lemmata list --paper riedi2022
    """
    from lemmata.cli import display

    display.list_statements(paper)


@app.command()
def axioms(
    statements: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="By id or glob; else all.")] = None,
) -> None:
    """List the axioms that accepted proofs use: statements without a proof, and principles, by the number of proofs."""
    from lemmata.cli import display

    display.list_axioms(statements or ())


@app.command()
def mcp() -> None:
    """Serve `check`, `prove` and `certify` to a language model, over standard input and output.

    \b
    pip install 'lemmata[mcp]'
    lemmata mcp                         what a client starts; its guide is lemmata/cli/SKILL.md
    """
    from lemmata.cli.agent_server import server

    server.run("stdio")


check_commands.register(app)
page_commands.register(app)
app.add_typer(new_commands.new, name="new")


def _known() -> list[str]:
    from lemmata.catalogue import all_statements

    return [s.id for s in all_statements()]


def _mute(stream: Any) -> None:
    """Send what is still in the buffer of a stream nowhere, so that the end of the process does not fail over it."""
    with contextlib.suppress(OSError, ValueError):  # no file, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _broken(problem: Exception, debug: bool) -> int:
    trace = "".join(traceback.format_exception(problem))
    if debug:
        print(trace, file=sys.stderr)
    try:
        kept = f"traceback in {_log(trace)}"
    except OSError:
        kept = "--debug shows the traceback"
    return _complain(f"internal error: {type(problem).__name__}: {problem}; {kept}", INTERNAL)


def _log(trace: str) -> str:
    with tempfile.NamedTemporaryFile("w", prefix="lemmata-", suffix=".log", delete=False, encoding="utf-8") as file:
        file.write(trace)
    return file.name


def _plain_streams() -> None:
    """Let a terminal that cannot show a sign show `?` in its place, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _terminated(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _complain(message: str, code: int) -> int:
    print("lemmata: " + " ".join(message.split()), file=sys.stderr)
    return code


def _with_minus(words: Sequence[str]) -> list[str]:
    """Words of a command line, `-x <= 1` and other claims that begin with a minus sign taken for no option."""
    out = list[str]()
    for word in words:
        minus = word[:1] == "-" != word[1:2] and any(sign in word for sign in "<>=≤≥")
        out += ["--claim", word] if minus and out[-1:] not in (["--claim"], ["--given"], ["--sup"]) else [word]
    return out


def _values_given(words: Sequence[str]) -> None:
    """Refuse an option where the name of a file is due: `--json --claim ...` would write a file `--claim`."""
    for option, value in pairwise(words):
        if option in ("--json", "--out", "--journal", "--rocq") and value.startswith("--"):
            raise InputError(f"{option} has no value: {value} is the next option; write {option} NAME")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code (see `lemmata --help`)."""
    collect_seldom()
    _plain_streams()
    os.environ["PYTHONSAFEPATH"] = "1"  # the current folder may be a stranger's: no process begun here imports from it
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = _with_minus([w for w in words if w != "--debug"]) or ["--help"]
    with contextlib.suppress(ValueError):  # only the main thread may set a handler
        signal.signal(signal.SIGTERM, _terminated)
    try:
        _values_given(words)
        code = app(words, prog_name="lemmata", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BAD as problem:
        return _complain(str(problem), BAD_INPUT)
    except UsageError as problem:
        where = problem.ctx.command_path if problem.ctx else "lemmata"
        return _complain(f"{problem.format_message().rstrip('.')} (see {where} --help)", BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:  # the reader, `head` for one, has seen enough
        _mute(sys.stdout)
        return 1
    except OSError as problem:
        if problem.errno not in UNWRITABLE:
            return _broken(problem, debug)
        if problem.filename is None:  # the output itself
            _mute(sys.stdout)
        where = os.fsdecode(problem.filename) if problem.filename is not None else "the output"
        return _complain(f"{where}: cannot be written ({problem.strerror}): {UNWRITABLE[problem.errno]}", BAD_INPUT)
    except ModuleNotFoundError as problem:
        needs = lacking(problem)
        return _broken(problem, debug) if needs is None else _complain(needs, BAD_INPUT)
    except Exception as problem:  # the last resort: one line for the user, the traceback in a file
        return _broken(problem, debug)


if __name__ == "__main__":
    sys.exit(main())
