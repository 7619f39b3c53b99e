"""The same checks on a Dask cluster: whoever is free takes the next unit, and a worker may die, come or go.

Importing this needs the extra `lemmata[cluster]`.  What a unit finds does not depend on where, or how often, it is
done: Dask does those of a lost worker again, and a result is taken once.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import uuid
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from distributed import Client, LocalCluster, as_completed
from distributed.diagnostics.plugin import WorkerPlugin
from distributed.scheduler import KilledWorker

from lemmata import catalogue
from lemmata.errors import InputError
from lemmata.evaluate import cpu_lanes
from lemmata.processes import one_thread
from lemmata.run.workers import Job, Step, check_one, failed

AHEAD = 3  # units per worker that are given out, so that none waits for the next
LOSSES = 5  # results of one unit that workers may take with them before the campaign is given up
PATIENCE = "60s"  # for the scheduler to answer, and for a first worker
_alone = threading.Lock()  # the precision of balls belongs to the whole process


class Prepared(WorkerPlugin):
    """What a worker needs before its first unit: numerical libraries on one thread."""

    name = "lemmata"

    def setup(self, worker: Any) -> None:
        """Called by Dask on every worker there is and on those to come."""
        one_thread()


def _unit(job: Job, identifier: str) -> str:
    """One unit on a worker: as `check_one`."""
    with _alone:
        cpu_lanes.wait()
        return check_one(job, identifier)


def on_cluster(job: Job, identifiers: Sequence[str], address: str, workers: int) -> Iterator[Step]:
    """Check units on the cluster whose scheduler is at `address`, or, for "local", on `workers` processes here.

    Closing the iterator takes back what is not done.  Raises InputError where no scheduler or no worker answers, the
    scheduler is lost, or a worker runs other statements than this process.
    """
    waiting, ours = deque(identifiers), uuid.uuid4().hex[:8]
    times_lost: Counter[str] = Counter()
    again: deque[str] = deque()  # lost with workers that had several units: each alone, once the others are done
    with ExitStack() as stack:
        client = _connected(address, workers, stack)
        client.register_plugin(Prepared())
        running: dict[Any, str] = {}
        ready = as_completed()
        stack.callback(lambda: client.cancel(list(running)))
        alone = False
        while waiting or running or again:
            if not (waiting or running):
                alone, waiting, again = True, again, deque()
            room = 1 if alone else AHEAD * max(len(client.nthreads()), 1)
            while waiting and len(running) < room:
                identifier = waiting.popleft()
                key = f"lemmata-{ours}-{identifier}{'-alone' if alone else ''}-{times_lost[identifier]}"
                future = client.submit(_unit, job, identifier, key=key, pure=False)
                running[future] = identifier
                ready.add(future)
                if not (alone or times_lost[identifier]):
                    yield Step(identifier)
            future = next(ready)
            identifier = running.pop(future)
            gone = future.status in ("cancelled", "lost") and client.status == "running"
            if gone and times_lost[identifier] < LOSSES:
                times_lost[identifier] += 1  # its result went with the worker that held it
                waiting.appendleft(identifier)
                continue
            if not alone and future.status == "error" and isinstance(future.exception(), KilledWorker):
                again.append(identifier)  # perhaps another unit killed the worker
                continue
            yield Step(identifier, _taken(job, identifier, future, address))


def _connected(address: str, workers: int, stack: ExitStack) -> Any:
    try:
        if address == "local":
            os.environ["PYTHONSAFEPATH"] = "1"  # workers import nothing from the current folder
            cluster = stack.enter_context(
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=0,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            )
            return stack.enter_context(Client(cluster))
        client = stack.enter_context(Client(address, timeout=PATIENCE))
        client.wait_for_workers(1, timeout=PATIENCE)
        return client
    except (OSError, ValueError, TimeoutError) as problem:
        raise InputError(
            f"--cluster {address}: {_line(problem)}: start `dask scheduler`, `dask worker ADDRESS --nthreads 1`, "
            "and give the address the scheduler prints"
        ) from problem


def _line(problem: BaseException) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]


def _taken(job: Job, identifier: str, future: Any, address: str) -> dict[str, Any]:
    if future.status in ("cancelled", "lost"):
        raise InputError(f"--cluster {address}: the scheduler lost {identifier}: go on with --resume")
    problem = future.exception()
    if isinstance(problem, KilledWorker):
        return failed(job, identifier, f"Every worker that began {identifier} died: {_line(problem)}")
    if problem is not None:  # not of the check, which tells its own: the worker could not begin
        return failed(job, identifier, f"The worker could not check {identifier}: {problem!r}")
    entry: dict[str, Any] = json.loads(future.result())
    statement = catalogue.get(identifier.partition("#")[0])
    if entry["hash"] != statement.hash:
        raise InputError(
            f"--cluster {address}: a worker has another version of {statement.id}: install the same lemmata everywhere"
        )
    return entry
