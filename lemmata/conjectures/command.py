"""`lemmata check`: from words to an exit code."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from lemmata.claims import budget as budgets
from lemmata.conjectures import answers, jobs
from lemmata.conjectures.pool import Job, WorkerPool, without_answer
from lemmata.conjectures.search_journal import Journal
from lemmata.conjectures.short_answers import in_short
from lemmata.errors import InputError
from lemmata.language.verdicts import Verdict
from lemmata.run import inputs

if TYPE_CHECKING:
    from lemmata.conjectures.folder import ConjectureFolder

CODES = {
    Verdict.PROVED: 0,
    Verdict.SUPPORTED: 0,
    Verdict.REFUTED: 1,
    Verdict.VACUOUS: 3,
    Verdict.INCONCLUSIVE: 3,
    Verdict.ERROR: 4,
}
WORST = (4, 2, 1, 3, 0)  # of a folder, the first of these that occurs
BAD_INPUT, INTERRUPTED = 2, 130
Entry = dict[str, Any]


@dataclass(frozen=True)
class Options:
    """What holds for every conjecture of a call; `json` is a file or `-`, `out` the folder of the run, `journal` the
    file a search is noted in; `read` asks how it is read, and for nothing else; `explain` asks for the
    whole account."""

    budget: float
    seed: int
    device: str
    json: str | None = None
    out: Path | None = None
    read: bool = False
    explain: bool = False
    journal: Path | None = None

    @property
    def quiet(self) -> bool:
        """Whether standard output is for the JSON alone."""
        return self.json == "-"

    def job(self, job: Job, started: float | None = None) -> Job:
        """A job with all that a worker needs; turns of a search that a journal knows of are not taken again."""
        again = jobs.command(job, self.budget, self.seed, self.device)
        settings = {"budget": self.budget, "seed": self.seed, "device": self.device, "reproduce": again}
        settings["turns"] = Journal(self.journal).turns if self.journal is not None else 0
        return {**job, **settings} | ({"started": started} if started is not None else {})


def check(
    path: Path | None,
    claim: Sequence[str],
    given: Sequence[str],
    let: Sequence[str],
    define: Sequence[str],
    name: str | None,
    options: Options,
    started: float,
    latex: str | None = None,
) -> int:
    """Check a file, the files of a folder, or a claim in words or in LaTeX; returns the exit code.  Raises InputError.

    `started` is when the command did, on `time.time`'s clock: the budget of a single conjecture counts from there.
    """
    budgets.seconds(options.budget)
    inputs.seed(options.seed)
    if path is not None and (jobs.RELATION.search(str(path)) or let and path.suffix != ".toml") and not path.exists():
        claim, path = [str(path), *claim], None  # a claim where a file may stand
    jobs.deliverable(options.json)
    if latex is not None:
        if path is not None or claim:
            raise InputError("--latex says what is claimed: leave out the file and --claim")
        claim, more, declared = jobs.of_latex(latex, jobs.declarations(let))
        given, let = [*given, *more], [f"{name}={text}" for name, text in declared.items()]
        to = sys.stderr if options.quiet else sys.stdout
        print("read as", *jobs.in_words(claim, given, declared), sep="\n  ", file=to)
    worded = {"--claim": claim, "--given": given, "--let": let, "--define": define, "--name": name}
    if path is not None and (also := [option for option, value in worded.items() if value]):
        raise InputError(f"{path}: a file and {also[0]} were both given: keep one")
    if path is None and not claim:
        raise InputError(f"nothing is claimed: name a file or folder, or write --claim, as in {jobs.EXAMPLE}")
    if path is not None and path.is_dir() and options.read:
        raise InputError(f"{path}: --read is about one claim: name a file in it")
    if path is not None and path.is_dir():
        return _folder(path, options)
    if path is not None:
        job = jobs.of_file(path)
    else:
        job = jobs.of_words(claim, given, jobs.with_sizes(let), name, jobs.declarations(define, "define"))
    jobs.check_written(job)
    if options.read:
        print("\n".join(explained(job)))
        return 0
    inputs.resolve_device(options.device)
    return _single(options.job(job, started), options)


def explained(job: Job) -> Iterator[str]:
    """A conjecture as a file that says the same, and in comments how it was read and what it leaves out.

    Raises InputError for what cannot be read.
    """
    from lemmata.conjectures.answers import declared
    from lemmata.conjectures.variables_shown import wider, with_forms
    from lemmata.conjectures.worker import read
    from lemmata.language.conjecture_files import build, restricted
    from lemmata.language.notation import latex_statement
    from lemmata.language.parse import ReadingError

    said = jobs.check_written(job)
    try:
        statement = read(job)
    except ReadingError as problem:
        raise InputError(str(problem) if job.get("file") else jobs.for_command_line(str(problem))) from problem
    yield f"name = {json.dumps(said.name, ensure_ascii=False)}"
    for key, lines in (("given", said.given), ("claim", said.claim)):
        yield f"{key} = {json.dumps([lines] if isinstance(lines, str) else list(lines), ensure_ascii=False)}"
    for key, table in (("let", said.let), ("define", said.define)):
        yield from ([f"[{key}]"] if table else [])
        yield from (f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in table.items())
    partly, special = any(True for _ in restricted(statement)), wider(said.let)
    if special:  # what is printed is the claim; that these are special is said next to it
        statement = build(said.name, {**said.let, **special}, said.given, said.claim, define=said.define)
    statement, forms = with_forms(statement)
    forms += [f"{name} = {said.let[name]}, of which the parts are printed alone" for name in special]
    yield "\n# read as"
    for part, lines in statement.text.items():
        yield from (f"#   {part:6} {declared(line) if part == 'let' else line}" for line in lines)
    yield "# in LaTeX"
    for part, lines in latex_statement(statement).items():
        yield from (f"#   {part:6} {line}" for line in lines)
    yield from (f"# note: {line}" for line in (*forms, *(restricted(statement) if partly else ())))
    yield from ([f"# note: {statement.notes}"] if statement.notes else [])


def _single(job: Job, options: Options) -> int:
    crew = joining_searches(job, options)
    kept = Journal(options.journal)
    with WorkerPool(1 + len(crew)) as bench:
        bench.start()  # it loads its libraries while this process loads those for the terminal
        from lemmata.conjectures.live import Live

        run = _begun(options, 1, [job.get("file") or job["name"]]) if options.out is not None else None
        entry: Entry | None = None
        with interruptible(bench), Live() as live:
            live.say("reading")
            for news in bench.run([job]):
                if news.kind == "bad":
                    if run is not None:
                        from lemmata.run.run_folder import discard

                        discard(run)
                    raise InputError(news.value if job.get("file") else jobs.for_command_line(news.value))
                if news.kind == "read" and news.job == 0:
                    live.say("loading the numerical libraries")
                elif news.kind == "progress":
                    kept.note(news.job, news.value)
                    if news.job == 0:
                        live.news(news.value)
                        if news.value.get("survived"):
                            bench.add(joining(crew, news.value["spent"]))
                            crew = []
                elif news.kind == "entry":
                    entry = together(entry, news.value, news.job == 0)
                    if entry["verdict"] == Verdict.REFUTED.value or (news.job == 0 and not _open(entry)):
                        break  # nothing that is still looked for changes this
    if entry is None:  # interrupted before it began
        entry = without_answer(job, {}, {}, Verdict.INCONCLUSIVE, "interrupted")
    page, certificate = None, None
    if run is not None:
        certificate = run.add(entry)["certificate"]
        run.statements = _statements([job])
        page = run.finish(complete=not entry["interrupted"])
    jobs.deliver(options.json, entry)
    if not options.quiet:
        _print(entry, page, page.parent / certificate if page is not None and certificate else None, options)
        for line in ("slack against time:", *seen) if (seen := kept.view()) else ():
            print(line)
    return INTERRUPTED if entry["interrupted"] else CODES[Verdict(entry["verdict"])]


def largest(
    quantity: str,
    path: Path | None,
    claim: Sequence[str],
    given: Sequence[str],
    let: Sequence[str],
    define: Sequence[str],
    options: Options,
) -> int:
    """How large a quantity becomes, for `--sup`; returns the exit code: 0 where a value was certified, else 3."""
    if path is not None or claim:
        raise InputError("--sup asks for the largest value of a quantity: leave out the file and --claim")
    declared, defined = jobs.with_sizes(let), jobs.declarations(define, "define")
    inputs.resolve_device(options.device)
    from lemmata.conjectures.live import Live
    from lemmata.conjectures.supremum import supremum
    from lemmata.language.parse import ReadingError
    from lemmata.run.progress import console

    try:
        with Live() as live:
            found = supremum(quantity, declared, given, defined, options.budget, options.seed, options.device, live.say)
    except ReadingError as mistake:
        raise InputError(jobs.for_command_line(str(mistake))) from mistake
    jobs.deliver(options.json, found.to_json())
    if not options.quiet:
        for line in found.lines():
            console().print(line, markup=False, highlight=False)
    return 0 if found.best is not None else 3


def joining_searches(job: Job, options: Options) -> list[Job]:
    """Jobs that look for the same counterexample next to the first, one for each further core, with their own seeds.

    They join when the claim has survived for a while: most false ones end before another process has loaded its
    libraries, and many true ones are proved meanwhile.
    """
    if options.device == "cuda" or options.budget < budgets.SEARCHED_BY_ALL:
        return []
    return [{**job, "seed": options.seed + k, "joining": True} for k in range(1, inputs.cores())]


def joining(crew: list[Job], spent: float) -> list[Job]:
    """Jobs that join when the first has spent so many seconds, and end when it does."""
    return [{**one, "budget": max(one["budget"] - spent, budgets.LEAST)} for one in crew]


def _open(entry: Entry) -> bool:
    return entry["verdict"] in (Verdict.SUPPORTED.value, Verdict.INCONCLUSIVE.value)


def together(entry: Entry | None, other: Entry, first: bool) -> Entry:
    """One entry of those of several searches: a refutation whoever found it, else the first one's with all counts."""
    if entry is None or other["verdict"] == Verdict.REFUTED.value:
        return other
    kept, more = (other, entry) if first else (entry, other)
    for count in ("instances", "searches", "generated"):
        if count in kept["evidence"] and kept["evidence"]["instances"]:
            kept["evidence"][count] += more["evidence"].get(count, 0)
    return kept


def _folder(folder: Path, options: Options) -> int:
    files = jobs.files_in(folder)
    ids = jobs.identifiers(files)
    asked = [options.job(jobs.of_file(path, ids[name])) for name, path in files.items()]
    inputs.resolve_device(options.device)
    count = 1 if options.device == "cuda" else min(inputs.cores(), len(asked))
    from lemmata.conjectures.folder import unreadable
    from lemmata.conjectures.live import Live, line
    from lemmata.run.progress import console, short

    run = _begun(options, count, [str(folder)])
    entries: dict[str, Entry] = {}
    screen = console(stderr=options.quiet)
    with WorkerPool(count) as bench, interruptible(bench), Live() as live:
        for news in bench.run(asked):
            job = asked[news.job]
            if news.kind == "progress":
                live.say(f"{len(entries)} of {len(asked)} · {job['name']}: {line(news.value)}")
            elif news.kind in ("entry", "bad"):
                bad = news.kind == "bad"
                entry = unreadable(job["id"], job["file"], news.value) if bad else news.value
                entries[job["id"]] = entry
                run.add(entry)
                screen.print(table_line(entry, Path(job["file"]).relative_to(folder).as_posix()))
    complete = not bench.interrupted
    run.statements = _statements([job for job in asked if job["id"] in entries])
    page = run.finish(complete)
    jobs.deliver(options.json, {**run.head, "statements": list(entries.values())})
    screen.print(f"{tally(entries.values())}, {len(entries)} of {len(asked)} files", markup=False)
    screen.print(f"report: {short(page)}", markup=False)
    if not complete:
        return INTERRUPTED
    codes = {code_of(entry) for entry in entries.values()}
    return next(code for code in WORST if code in codes)


def code_of(entry: Entry) -> int:
    """Exit code of one entry."""
    return BAD_INPUT if entry.get("unreadable") else CODES[Verdict(entry["verdict"])]


def tally(entries: Any) -> str:
    """How many of each verdict."""
    names = ["bad input" if e.get("unreadable") else e["verdict"] for e in entries]
    order = [*(str(v) for v in Verdict), "bad input"]
    return ", ".join(f"{names.count(v)} {v}" for v in order if v in names) or "none was checked"


def table_line(entry: Entry, name: str) -> Any:
    """One line of the table of a folder."""
    from rich.text import Text

    from lemmata.run.progress import SIGNS

    sign, style = SIGNS[Verdict(entry["verdict"])]
    word = "bad input" if entry.get("unreadable") else entry["verdict"]
    line = Text.assemble((f"{sign} ", style), f"{name:36} ", (f"{word:13}", style), f"{entry['seconds']:7.1f} s  ")
    return line.append(answers.brief(entry))


def _print(entry: Entry, page: Path | None, certificate: Path | None, options: Options) -> None:
    from rich.text import Text

    from lemmata.run.progress import SIGNS, console, short

    to = console()
    sign, style = SIGNS[Verdict(entry["verdict"])]
    scope = f", {entry['scope']}" if entry["scope"] else ""
    title = "" if entry["title"] == jobs.UNNAMED else f"  {entry['title']}"
    interrupted = ", interrupted" if entry["interrupted"] else ""
    took = f" ({entry['seconds']:.1f} s{interrupted})"
    to.print(Text.assemble((f"{sign} {entry['verdict']}", f"bold {style}"), f"{scope}{title}", (took, "dim")))
    whole = (*answers.statement(entry), *answers.findings(entry))
    for line in whole if options.explain else in_short(entry):
        to.print(Text(line))
    if certificate is not None:
        to.print(Text(f"certificate: {short(certificate)}"))
        to.print(Text(f"check it again: lemmata certify {short(certificate)}"))
    elif entry["certificate"] and options.json:
        to.print(Text(f"certificate: in {options.json}, under `certificate`"))
    elif entry["certificate"] and options.explain:
        to.print(Text("certificate: not kept; with --out DIR it is, for `lemmata certify`"))
    if page is not None:
        to.print(Text(f"report: {short(page)}"))
    if options.explain:
        to.print(Text(f"again: {entry['reproduce']}", "dim"))


def _begun(options: Options, workers: int, selection: list[str]) -> ConjectureFolder:
    from lemmata.conjectures.folder import ConjectureFolder

    return ConjectureFolder.begin(options.out, options.budget, options.seed, options.device, workers, selection)


def _statements(asked: Sequence[Job]) -> dict[str, Any]:
    from lemmata.conjectures.folder import statements_of

    return statements_of(asked)


@contextmanager
def interruptible(bench: WorkerPool) -> Iterator[None]:
    """Let Ctrl-C end the checks with what they found; pressed again, it ends the command."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if bench.interrupted:
            raise KeyboardInterrupt
        bench.interrupt()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
