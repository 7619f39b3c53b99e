"""The worker processes of conjectures: what their checks come to.

A process that says *proved* is not believed: what it hands over is replayed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lemmata.language.verdicts import Verdict
from lemmata.processes import worker_pool
from lemmata.processes.worker_pool import Job, PoolEvent, program_of
from lemmata.run import entries


class WorkerPool(worker_pool.WorkerPool):
    """Up to `count` processes that check conjectures.  A context manager; its end ends them.

    Each job ends with one `entry`, or `bad` (a line on the mistake), unless interrupted; `read` (the statement) and
    `progress` come before.
    """

    program = program_of("lemmata.conjectures.worker")

    def run(self, jobs: Sequence[Job]) -> Iterator[PoolEvent]:
        """Check the jobs, in order as far as processes are free."""
        for event in super().run(jobs):
            yield concluded(self.jobs[event.job], event)

    def again(self, job: Job, said: Mapping[str, Any], begun: float) -> Job | None:
        """A native library ended the process: what is left of the budget is for the routes that do without it."""
        if "read" not in said or job.get("careful"):
            return None
        return {"started": begun or time.time(), **job, "careful": True}


def concluded(job: Job, event: PoolEvent) -> PoolEvent:
    """An event of a job, with an entry for a check that did not come to its end; the proof of an entry is replayed."""
    kind, value = event.kind, event.value
    if kind in ("failed", "late", "died"):
        short = kind == "late" or kind == "failed" and value.startswith(("interrupted", "the memory"))
        verdict = Verdict.INCONCLUSIVE if short else Verdict.ERROR
        kind = "entry"
        value = without_answer(job, event.said.get("read", {}), event.said.get("progress", {}), verdict, value)
    if kind == "entry":
        from lemmata.prove.derivation_files import settle  # it loads the kernel, which mistakes do not need

        settle([value], value.get("derivations") or {})
    return replace(event, kind=kind, value=value)


def without_answer(
    job: Job, head: Mapping[str, Any], progress: Mapping[str, Any], verdict: Verdict, why: str
) -> dict[str, Any]:
    """The entry of a check that did not come to its end: inconclusive, or an error with its text."""
    error = verdict is Verdict.ERROR
    evidence = entries.nothing(stopped="the check failed" if error else why)
    evidence |= {"instances": progress.get("instances", 0), "min_slack": progress.get("slack")}
    named: dict[str, Any] = {"id": job.get("id") or "conjecture.unnamed", "title": job.get("name") or "", "defined": {}}
    return entries.entry(
        {**named, **head},
        verdict.value,
        evidence=evidence,
        reproduce=job.get("reproduce"),
        error=why if error else None,
        interrupted=why == "interrupted",
        seconds=round(time.time() - job["started"], 3) if "started" in job else float(job.get("budget", 0.0)),
    )
