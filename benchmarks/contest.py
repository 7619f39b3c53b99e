"""Timing: each contestant on each statement in a process of its own, one after the other, imports already done.

Times are processor time: a busy machine makes contestants late, not slow.
"""

from __future__ import annotations

import importlib
import multiprocessing
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

import torch

from benchmarks.known_claims import Claim
from lemmata import catalogue
from lemmata.claims import algebraic
from lemmata.claims.budget import Budget
from lemmata.claims.profiles import profile
from lemmata.claims.screening import Watch
from lemmata.conjectures.checking import check
from lemmata.kernel import KernelError
from lemmata.language import Statement
from lemmata.language.verdicts import Verdict
from lemmata.processes.worker_pool import work_of
from lemmata.prove.attempts import attempt
from lemmata.prove.search.findings import find
from lemmata.prove.search.lemma_index import facts
from lemmata.prove.search.recognition import recognised
from lemmata.prove.state import reading

LATE = ("scipy.stats",)  # imported by the engine where it is first needed
GRACE = 2.0  # seconds beyond the time-out that a contestant has to say so itself before it is ended
STARVED = 30.0  # times as long by the clock on the wall ends even one that does not work


@dataclass(frozen=True)
class Outcome:
    """What a contestant made of a statement.

    result: "refuted", "proved", "open", "no words", "time-out", "error", or a verdict; seconds: processor time to the
    certified violation, or of all its work where it did not refute; detail: what else it said.
    """

    statement: str
    contestant: str
    result: str
    seconds: float
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def refuted(self) -> bool:
        """Whether the statement was called false."""
        return self.result == "refuted"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


Contestant = Callable[[Statement, int, float], tuple[str, dict[str, Any]]]


def engine(name: str) -> Contestant:
    """Our engine at the profile of that name, to the shrunk and certified counterexample.

    The clock stops there: the random instances a run screens afterwards, for the record, are left out.
    """
    chosen = replace(profile(name), after=0.0)

    def run(statement: Statement, seed: int, limit: float) -> tuple[str, dict[str, Any]]:
        finding = algebraic.check(statement, chosen, seed, "cpu", watch=Watch(clock=time.process_time))
        if finding.verdict is Verdict.REFUTED and finding.certificate is None:
            raise RuntimeError(f"{statement.id} was refuted without a certificate")
        detail = {"scope": finding.scope, "counterexample": finding.counterexample}
        return str(finding.verdict), detail | {"refutation": finding.evidence.get("refutation")}

    return run


def conjecture(statement: Statement, seed: int, limit: float) -> tuple[str, dict[str, Any]]:
    """`lemmata check` with this budget."""
    entry = check(statement, Budget(limit), seed)
    found = entry["evidence"].get("refutation")
    return entry["verdict"], {"scope": entry["scope"], "refutation": found, "counterexample": entry["counterexample"]}


def prover(statement: Statement, seed: int, limit: float) -> tuple[str, dict[str, Any]]:
    """The search for a proof in the book; "no words" where the kernel cannot say the claim."""
    row = recognised(statement)
    detail = {} if row is None else {"row": row}
    try:
        reading(statement)
    except KernelError:
        return "no words", detail
    return "open" if find(statement, limit) is None else "proved", detail


def squares(statement: Statement, seed: int, limit: float) -> tuple[str, dict[str, Any]]:
    """The search for sums of squares."""
    found = attempt(statement, limit).report
    return ("open", {}) if found is None else ("proved", {"how": found["standing"]})


CONTESTANTS: dict[str, Contestant] = {
    "check": conjecture,
    "engine": engine("standard"),
    "prover": prover,
    "squares": squares,
}


@cache
def warm_up() -> None:
    """Let libraries, the catalogue and the engine load what they load at their first call.

    The engine refutes one statement that belongs to no list; what it learns there is of no use elsewhere.
    """
    torch.set_num_threads(1)
    catalogue.all_statements()
    facts()
    for name in LATE:
        importlib.import_module(name)
    aside = Claim("traces are not negative", False, "tr(A) >= 0", {"n": "integer(1, 2)", "A": "real(n, n)"}).statement()
    engine("quick")(aside, 0, 60.0)


def _work(sender: Connection, contestant: Contestant, statement: Statement, seed: int, limit: float) -> None:
    warm_up()
    start = time.process_time()
    try:
        result, detail = contestant(statement, seed, limit)
    except Exception:  # shown as this contestant's error
        result, detail = "error", {"traceback": traceback.format_exc()}
    sender.send((result, time.process_time() - start, detail))


def measure(name: str, contestant: Contestant, statement: Statement, seed: int, limit: float) -> Outcome:
    """One contestant on one statement in a process of its own, ended shortly after `limit` seconds of work.

    Uses fork, so that imports and statements are there from the start.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, contestant, statement, seed, limit), daemon=True)
    process.start()
    sender.close()
    try:
        answered = _answered(receiver, process.pid or 0, limit)
        result, seconds, detail = receiver.recv() if answered else ("time-out", limit, {})
        if result == "refuted" and detail.get("refutation"):
            detail["readable"], seconds = seconds, detail["refutation"]["seconds"]
    except EOFError:
        result, seconds, detail = "error", 0.0, {"traceback": "the process ended without an answer"}
    if process.is_alive() and not answered:
        process.kill()
    process.join()
    if result == "refuted" and seconds > limit:
        result, seconds = "time-out", limit
    return Outcome(statement.id, name, result, seconds, detail)


def _answered(receiver: Connection, process: int, limit: float) -> bool:
    """Wait for a word of a process, or its end, while it has work left, and time to do it."""
    last = time.monotonic() + STARVED * limit + GRACE
    while not receiver.poll(0.05):
        if (work_of(process) or 0.0) > limit + GRACE or time.monotonic() > last:
            return False
    return True
