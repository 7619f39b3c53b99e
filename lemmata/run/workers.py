"""Checking statements one at a time, here or in worker processes that may die without taking the run along."""

from __future__ import annotations

import importlib
import json
import pickle
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.claims.profiles import Profile
from lemmata.language.verdicts import Verdict
from lemmata.processes import one_thread
from lemmata.processes.worker_pool import Send, WorkerPool, program_of, serve
from lemmata.run import entries


@dataclass(frozen=True)
class Job:
    """What every check of a run has in common.  `engine` is `module:function`: names reach any process."""

    engine: str
    profile: Profile
    seed: int
    device: str


@dataclass(frozen=True)
class Step:
    """One step of a run: a check begins (`entry` None) or has ended."""

    id: str
    entry: dict[str, Any] | None = None


def check_one(job: Job, identifier: str, sent: set[str] | None = None) -> str:
    """The entry of one statement as JSON text; a check that fails in any way gives an entry with verdict `error`.

    Derivations of the facts in `sent` are with whoever asks already: they are left out, and the others join them.

    The text is what crosses between processes: an entry that JSON cannot carry (NaN, a stray object) is itself a failed
    check, found here and not when the run is saved.
    """
    try:
        module, function = job.engine.split(":")
        check = getattr(importlib.import_module(module), function)
        entry = check(identifier, job.profile, job.seed, job.device)
        Verdict(entry["verdict"])
        if entry["id"] != identifier:
            raise ValueError(f"asked for {identifier}, the engine answered for {entry['id']}")
        files = entry.get("_derivations")
        if sent is None or not files:
            return json.dumps(entry, allow_nan=False)
        new = {name: file for name, file in files.items() if name == identifier or name not in sent}
        text = json.dumps(entry | {"_derivations": new}, allow_nan=False)
        sent.update(new)
        return text
    except Exception:  # becomes the verdict `error`, with the traceback in the report
        return json.dumps(failed(job, identifier, traceback.format_exc()))


def failed(job: Job, identifier: str, explanation: str) -> dict[str, Any]:
    """An entry with verdict `error`, as the module of the engine makes it where it has a `failed` of its own; of one
    chunk of a statement where the id names one."""
    own = getattr(sys.modules.get(job.engine.partition(":")[0]), "failed", None)
    if own is not None:
        made: dict[str, Any] = own(identifier, explanation)
        return made
    from lemmata.catalogue import get

    statement = get(identifier.partition("#")[0])
    return entries.entry(
        entries.about(statement),
        Verdict.ERROR.value,
        id=identifier,
        evidence=entries.nothing(stopped="the check failed"),
        reproduce=f"lemmata verify {statement.id} --profile {job.profile.name} --seed {job.seed}",
        error=explanation,
        _certificate=None,
    )


def here(job: Job, identifiers: Sequence[str]) -> Iterator[Step]:
    """Check statements in this process, in order."""
    one_thread()
    for identifier in identifiers:
        yield Step(identifier)
        yield Step(identifier, json.loads(check_one(job, identifier)))


def main() -> None:
    """Check the statements that standard input names, until it ends."""
    one_thread()
    sent = set[str]()

    def check(asked: dict[str, Any], send: Send) -> None:
        job: Job = pickle.loads(bytes.fromhex(asked["job"]))
        # a chunk is kept with all that shows it
        send("entry", json.loads(check_one(job, asked["id"], sent if job.profile.chunks == 1 else None)))

    serve(check)


def in_processes(job: Job, identifiers: Sequence[str], workers: int) -> Iterator[Step]:
    """Check statements in `workers` processes, in order of `identifiers` as far as they are free.

    A worker that dies gives its statement the verdict `error` and is replaced. Closing the iterator ends all workers.
    """
    written = pickle.dumps(job).hex()
    with WorkerPool(workers, program_of(__name__)) as pool:
        for event in pool.run([{"id": identifier, "job": written} for identifier in identifiers]):
            identifier = identifiers[event.job]
            entry = failed(job, identifier, event.value) if event.kind == "died" else event.value
            yield Step(identifier, entry)
