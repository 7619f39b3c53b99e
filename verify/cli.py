"""The command `lemmata`.  Whatever is heavy is imported by the command that needs it, so that `--help` is quick."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from verify.conjectures.reference import CHECK
from verify.inputs import BAD, InputError

app = typer.Typer(
    name="lemmata",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
UsageError: Any = typer.BadParameter.__base__  # click's, which typer has as a dependency or inside it
BAD_INPUT, INTERNAL, INTERRUPTED = 2, 4, 130
_STARTED = time.time()


@app.callback()
def lemmata(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an internal error.")] = False,
) -> None:
    """Verify the matrix and spectral theory of deep networks, statement by statement.

    \b
    lemmata list                        which statements there are
    lemmata axioms                      what their proofs stand on
    lemmata show riedi.lemma-21         one of them in full
    lemmata verify riedi.lemma-21       check it
    lemmata verify 'riedi.*'            check a paper
    lemmata verify --profile standard   check everything, thoroughly
    lemmata check --help                a conjecture of your own

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
) -> None:
    """Check statements, write the report, compare with the reviewed verdicts.

    \b
    lemmata verify                                 everything, quickly
    lemmata verify riedi.lemma-18 'riedi.thm-22*'  a few statements
    lemmata verify 'le.*' --profile deep --workers 8
    lemmata verify --profile deep --resume         after an interruption

    Quote a glob, or the shell expands it. Each run leaves index.html,
    verdicts.json and certificates/ in its folder; reports/latest leads to it.
    """
    from verify import campaign, inputs, profiles
    from verify.progress import Progressing, console, summary

    try:
        budgets = profiles.profile(profile)
    except profiles.UnknownProfile as problem:
        raise InputError(f"--profile: {problem}") from problem
    seed = inputs.seed(seed)
    count = inputs.workers(workers, device)
    device = inputs.resolve_device(device)
    ids = inputs.select(statements, _known()) if statements else []
    to = console()
    with Progressing(to) as progress:
        outcome = campaign.run(ids, budgets, seed, device, count, out, resume, progress)
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
    verify/mutants.toml, 2 bad input, 4 a trial failed, 130 interrupted.
    """
    from verify import inputs
    from verify.mutants import campaign
    from verify.mutants.show import MutantProgress, summary
    from verify.progress import console

    if sample is not None and sample < 1:
        raise InputError(f"--sample {sample}: give a number of mutants from 1")
    seed, count = inputs.seed(seed), inputs.workers(workers, "cpu")
    ids = inputs.select(statements, _known()) if statements else []
    to = console()
    with MutantProgress(to) as progress:
        outcome = campaign.run(ids, sample, seed, count, out, resume, progress)
    summary(to, outcome)
    if outcome.interrupted:
        to.print("interrupted: what was done is kept; go on with the same command and --resume")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(campaign.exit_code(outcome.records))


@app.command(help=CHECK)
def check(
    path: Annotated[
        Path | None, typer.Argument(metavar="[FILE.toml|DIR]", help="A conjecture file, or a folder of them.")
    ] = None,
    claim: Annotated[
        list[str] | None, typer.Option(metavar="EXPR", help="What is claimed, as in 'a <= b'; may be repeated.")
    ] = None,
    given: Annotated[list[str] | None, typer.Option(metavar="EXPR", help="A hypothesis; may be repeated.")] = None,
    let: Annotated[
        list[str] | None, typer.Option(metavar="NAME=DOMAIN", help="A variable, as in 'A=real(n, n)'; repeat it.")
    ] = None,
    define: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=EXPR", help="A name for an expression, as in 'Y=A @ B'; repeat it."),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="TEXT", help="What to call the conjecture.")] = None,
    budget: Annotated[
        float, typer.Option(metavar="SECONDS", help="Seconds of work until the answer, loading included.")
    ] = 30.0,
    seed: Annotated[int, typer.Option(help="Names the instances: same seed, same instances.")] = 0,
    device: Annotated[str, typer.Option(help="Where floats are screened: cpu or cuda.")] = "cpu",
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE|-", help="Write the verdict as JSON, certificate inline.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep certificate, verdicts.json and a report page there.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say how the claim is read, as a file and in LaTeX, and check nothing.")
    ] = False,
) -> None:
    from verify.conjectures import command

    options = command.Options(budget, seed, device, json, out, explain)
    raise typer.Exit(command.check(path, claim or (), given or (), let or (), define or (), name, options, started()))


def started() -> float:
    """When this process did, or at least this module, on `time.time`'s clock."""
    return _STARTED


@app.command()
def certify(
    files: Annotated[
        list[Path], typer.Argument(metavar="CERT.json|DIR...", help="Certificates, or folders of them, to check again.")
    ],
) -> None:
    """Check certificates again, by code that shares nothing with what found them.

    \b
    lemmata certify reports/latest/certificates

    Exit codes: 0 every violation is established, 1 one is not, 2 a file is
    unreadable, altered, of another schema, or not about the statement it names.
    """
    from verify.checker import main as check

    raise typer.Exit(check([str(f) for f in files]))


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
    from verify import display

    display.export(statements, rocq)


@app.command()
def show(identifier: Annotated[str, typer.Argument(metavar="ID", help="The statement.")]) -> None:
    """Show one statement: text, LaTeX, source, reviewed verdict, hash, and the verdict of the latest run.

    \b
    lemmata show riedi.lemma-21
    """
    from verify import display

    _known_or_refuse(identifier)
    display.show(identifier)


@app.command(name="list")
def list_(
    paper: Annotated[str | None, typer.Option(metavar="KEY", help="Only this paper, as in riedi2022.")] = None,
) -> None:
    """List the statements with their reviewed verdicts.

    \b
    lemmata list --paper riedi2022
    """
    from verify import display

    display.list_statements(paper)


@app.command()
def axioms(
    statements: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="By id or glob; else all.")] = None,
) -> None:
    """List what the accepted proofs stand on: statements without a proof, and principles, by the number of proofs."""
    from verify import display, inputs

    display.list_axioms(inputs.select(statements or (), _known()))


@app.command()
def report(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="Folder of a run; by default the latest.")] = None,
) -> None:
    """Set the page of an old run again, from its verdicts.json.

    \b
    lemmata report
    lemmata report reports/runs/2026-01-31T12-00-00Z
    """
    from reports.render import ReportError, render
    from verify import run_folder
    from verify.progress import console, short

    if run is None:
        newest = run_folder.latest(run_folder.reports_folder())
        if newest is None:
            raise InputError("reports: no run here yet: start one with `lemmata verify`, or name the folder of a run")
        run = newest[0]
    run_folder.read(run)
    try:
        page = render(run)
    except ReportError as problem:
        raise InputError(str(problem)) from problem
    except OSError as problem:
        raise InputError(f"{run}: cannot be written ({problem.strerror}): mend its permissions") from problem
    console().print(f"report: {short(page)}", markup=False)


def _known() -> list[str]:
    from theorems.catalogue import all_statements

    return [s.id for s in all_statements()]


def _known_or_refuse(identifier: str) -> None:
    from verify.inputs import close

    known = _known()
    if identifier not in known:
        raise InputError(f"unknown statement {identifier!r}{close(identifier, known)}: `lemmata list` shows every id")


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code (see `lemmata --help`)."""
    _plain_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [w for w in words if w != "--debug"] or ["--help"]
    with contextlib.suppress(ValueError):  # only the main thread may set a handler
        signal.signal(signal.SIGTERM, _terminated)
    try:
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
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as problem:  # the last resort: one line for the user, the traceback in a file
        trace = traceback.format_exc()
        if debug:
            print(trace, file=sys.stderr)
        return _complain(f"internal error: {type(problem).__name__}: {problem}; traceback in {_log(trace)}", INTERNAL)


if __name__ == "__main__":
    sys.exit(main())
