"""A campaign: many statements, checked in parallel, saved as they finish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.claims.profiles import Profile
from lemmata.errors import InputError
from lemmata.evaluate import cpu_lanes
from lemmata.language.statement import Kind
from lemmata.language.verdicts import Verdict
from lemmata.prove import proofs
from lemmata.report.formats import as_float
from lemmata.report.records import mapping
from lemmata.run import inputs, workers
from lemmata.run.environment import environment
from lemmata.run.journal import Journal
from lemmata.run.past_runs import latest, past_runs, read, reports_folder
from lemmata.run.run_folder import RunFolder, is_held
from lemmata.run.sharding import chunks_of, merged, parsed

ENGINE = "lemmata.run.engine:check"
CHUNK_ENGINE = "lemmata.run.sharding:check"
OPEN = {Verdict.VACUOUS, Verdict.INCONCLUSIVE}  # verdicts that leave the question open
# Kinds by what a check of them costs where no earlier run tells: experiments, draws at many places and trajectories
# before claims that are screened.
WEIGHT = {Kind.FIGURE: 64.0, Kind.PROBABILITY: 32.0, Kind.LIMIT: 16.0, Kind.TRAJECTORY: 8.0, Kind.DERIVATIVE: 2.0}


@dataclass(frozen=True)
class Event:
    """Progress: `begin` (total and kept are known), `start` or `finish` of a statement, `note` (a line of text)."""

    kind: str
    id: str = ""
    entry: dict[str, Any] | None = None
    total: int = 0
    kept: int = 0
    text: str = ""


@dataclass(frozen=True)
class Outcome:
    """A run that has ended: its folder and page, whether it was cut short, its entries by id, and how many
    textbook facts that no paper uses it was not asked for."""

    path: Path
    page: Path
    interrupted: bool
    entries: dict[str, dict[str, Any]]
    left_out: int = 0


def exit_code(entries: Iterable[dict[str, Any]]) -> int:
    """0 all as expected, 1 a verdict differs, 3 those that differ are vacuous or inconclusive, 4 a check failed."""
    differing = [e for e in entries if not e["as_expected"]]
    if any(e["verdict"] == Verdict.ERROR for e in differing):
        return 4
    if not differing:
        return 0
    return 3 if all(e["verdict"] in OPEN for e in differing) else 1


def derive_meanwhile(ids: Iterable[str]) -> None:
    """Elaborate proofs, whose derivations are kept, while the screening is compiled and a processor is idle."""
    for identifier in ids:
        if not cpu_lanes.compiling():
            return
        with suppress(Exception):  # a defect is an error of the statement, where that is checked
            proofs.check(catalogue.get(identifier))


def run(
    ids: Sequence[str],
    profile: Profile,
    seed: int = 0,
    device: str = "cpu",
    worker_count: int = 1,
    out: Path | None = None,
    resume: bool = False,
    on_event: Callable[[Event], None] = lambda event: None,
    cluster: str | None = None,
) -> Outcome:
    """Check the statements `ids` (for none: all, or with `resume` those of the run that is resumed).

    Results depend on profile, seed and device, not on the number of workers: every random stream is named by its
    statement. On the GPU with one worker the checks run in this process, which then owns the device. `cluster` is the
    address of a Dask scheduler, or "local" for `worker_count` processes of a cluster here. An interrupt from
    the keyboard keeps what was done. Raises InputError for a bad `expected.toml` or an unusable folder.
    """
    known = [s.id for s in catalogue.all_statements()]
    rows = expected.load()
    folder = _earlier(profile, seed, device, out, rows) if resume else None
    if resume and folder is None:
        on_event(Event("note", text="nothing to resume: this is a new run"))
    if folder is None:
        folder = RunFolder.create(out, {"profile": profile.name, "seed": seed, **inputs.asked(ids)}, rows)
    elif not ids:
        ids = folder.head.get("selection") or ()
    wanted = [i for i in known if not ids or i in ids]
    todo = [i for i in by_cost(wanted) if i not in folder.entries]
    interrupted = False
    try:
        folder.head["environment"] = environment(device, worker_count)
        folder.save()
        on_event(Event("begin", total=len(wanted), kept=len(wanted) - len(todo)))
        if todo and not cpu_lanes.available():
            on_event(Event("note", text="compiling the screening, once on this machine"))
            derive_meanwhile(todo)
            cpu_lanes.wait()
        if profile.chunks == 1:
            steps = _given_out(workers.Job(ENGINE, profile, seed, device), todo, worker_count, cluster)
            with closing(steps):  # type: ignore[type-var]
                for step in steps:
                    if step.entry is None:
                        on_event(Event("start", step.id))
                    else:
                        on_event(Event("finish", step.id, folder.add(step.entry)))
        else:
            job = workers.Job(CHUNK_ENGINE, profile, seed, device)
            _in_chunks(folder, job, todo, worker_count, cluster, on_event)
    except KeyboardInterrupt:
        interrupted = True
    page = folder.finish(complete=not interrupted)
    return Outcome(folder.path, page, interrupted, folder.entries, folder.head.get("left_out") or 0)


def _given_out(
    job: workers.Job, units: Sequence[str], worker_count: int, cluster: str | None
) -> Iterator[workers.Step]:
    """The units done by whoever is asked for.  Raises InputError where a cluster is, and Dask is not installed."""
    if cluster is not None:
        try:
            from lemmata.run.cluster import on_cluster
        except ModuleNotFoundError as problem:
            if (problem.name or "").partition(".")[0] not in ("dask", "distributed"):
                raise
            raise InputError("--cluster needs Dask: pip install 'lemmata[cluster]'") from problem
        return on_cluster(job, units, cluster, worker_count)
    if job.device == "cuda" and worker_count == 1:
        return workers.here(job, units)
    return workers.in_processes(job, units, worker_count)


def _in_chunks(
    folder: RunFolder,
    job: workers.Job,
    todo: Sequence[str],
    worker_count: int,
    cluster: str | None,
    on_event: Callable[[Event], None],
) -> None:
    """Check statements chunk by chunk, each written to the journal as it is done, and a statement when its last one is.

    A chunk that failed is not written down: the next run does it again.
    """
    with closing(Journal(folder.path)) as journal:
        wanted = {i: chunks_of(catalogue.get(i), job.profile) for i in todo}
        done = {i: journal.done(i, catalogue.get(i).hash) for i in todo}
        units = [f"{i}#{k}" for i in todo for k in range(wanted[i]) if k not in done[i]]
        for identifier in todo:
            if set(range(wanted[identifier])) <= done[identifier].keys():
                on_event(Event("finish", identifier, folder.add(merged(identifier, done[identifier]))))
        begun: set[str] = set()
        steps = _given_out(job, units, worker_count, cluster)
        with closing(steps):  # type: ignore[type-var]
            for step in steps:
                identifier, chunk = parsed(step.id)
                if step.entry is None:
                    if identifier not in begun:
                        begun.add(identifier)
                        on_event(Event("start", identifier))
                    continue
                done[identifier][chunk] = step.entry
                if step.entry["verdict"] != Verdict.ERROR:
                    journal.add(identifier, catalogue.get(identifier).hash, chunk, step.entry)
                if len(done[identifier]) >= wanted[identifier]:
                    on_event(Event("finish", identifier, folder.add(merged(identifier, done[identifier]))))


def _earlier(
    profile: Profile, seed: int, device: str, out: Path | None, rows: dict[str, expected.Row]
) -> RunFolder | None:
    """The run to go on with: the one in `out`, or the newest incomplete one of the same profile, seed and device."""
    asked = (profile.name, seed, device)
    if out is not None:
        if not (out / "verdicts.json").exists():
            return None
        if (found := _identity(read(out))) != asked:
            raise InputError(
                f"{out}: holds a run with --profile {found[0]} --seed {found[1]} --device {found[2]}: "
                "resume with these, or choose another --out"
            )
        return RunFolder.reopen(out, rows)
    for path, data in past_runs(reports_folder()):
        if not data.get("complete") and _identity(data) == asked and not is_held(path):
            return RunFolder.reopen(path, rows)
    return None


def _identity(data: dict[str, Any]) -> tuple[Any, Any, Any]:
    return data.get("profile"), data.get("seed"), mapping(data.get("environment")).get("device")


def by_cost(ids: Sequence[str]) -> list[str]:
    """Ids, the most expensive first, so that no long check begins when the others are done.

    Cost is what the latest run took, and for statements it did not hold an estimate, before all others.
    """
    newest = latest(reports_folder())
    seconds = {e["id"]: as_float(e.get("seconds")) or 0.0 for e in newest[1]["statements"]} if newest else {}

    def cost(identifier: str) -> tuple[bool, float]:
        if identifier in seconds:
            return False, seconds[identifier]
        statement = catalogue.get(identifier)
        return True, WEIGHT.get(statement.kind, 1.0) * sum(len(line) for line in statement.text["claim"])

    return sorted(ids, key=cost, reverse=True)
