"""A proof looked for beside the search for counterexamples, in a process of its own.

It begins when a claim has survived the first second, so that what is refuted at once costs nothing more.  It shares no
processor with the first search where there are two, and when others join stands back.
"""

from __future__ import annotations

import contextlib
import json
import math
import pickle
import subprocess
import sys
import tempfile
from types import TracebackType
from typing import IO, Any

from lemmata.theorems.language.statement import Statement
from lemmata.verify.conjectures.budget import HUNTED_BY_ALL, SURVIVED, Budget, clock
from lemmata.verify.run.inputs import cores
from lemmata.verify.verdicts import Finding, Verdict

SHARE = 0.6  # of the time left after the search, so that the rest can still say how sharp the claim is
TOLD = 0.75  # of the time left when it begins, so that what was found in the end is heard of
PATIENT = 3.0  # times this, where a busy machine gives the other process less than its time: it ends by its own clock
LEAST = 8.0  # seconds of budget below which nothing is begun: the book alone takes some of them to read
SLOWER = 5.0  # one part in so many is how much longer a false claim may take for it
MODULE = f"{__name__.rpartition('.conjectures.')[0]}.prove.search.aside"


def niceness(budget: float, processors: int) -> int:
    """How far the search for a proof stands back where a hunter is at work on every one of so many processors.

    A step of niceness is worth a quarter: each hunter keeps at least five parts of six of its processor, so that what
    is false takes no more than a fifth longer.
    """
    return max(math.ceil(math.log(SLOWER / processors, 1.25)), 0) if budget >= HUNTED_BY_ALL else 0


class Prover:
    """A context manager; `look` is called from time to time during the search."""

    def __init__(self, statement: Statement, budget: Budget) -> None:
        self.statement, self.budget = statement, budget
        self.begun = clock()
        self.process: subprocess.Popen[bytes] | None = None
        self.answer: IO[bytes] | None = None
        self.report: dict[str, Any] | None = None
        self.orders: list[str] = []  # sizes at which the claim was proved, where it was not proved as it is
        self.faults: list[str] = []

    def __enter__(self) -> Prover:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
        if self.process is not None:
            self.process.wait()
        if self.answer is not None:
            self.answer.close()

    def look(self) -> bool:
        """Begin when it is time; whether a proof was found."""
        if self.process is None:
            if clock() - self.begun >= SURVIVED and self.budget.seconds >= LEAST:
                self._begin()
            return False
        if self.report is None and self.process.poll() == 0 and self.answer is not None:
            self.answer.seek(0)
            found = json.loads(self.answer.read())
            self.report, self.orders, self.faults = found["proof"], found["orders"], found["faults"]
        return self.report is not None

    def _begin(self) -> None:
        seconds = max(TOLD * self.budget.left, LEAST)
        self.answer = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(
            [sys.executable, "-m", MODULE], stdin=subprocess.PIPE, stdout=self.answer, stderr=subprocess.DEVNULL
        )
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # a process that does not start gives no answer
            step = niceness(self.budget.seconds, cores())
            undisturbed = self.budget.joined - SURVIVED if cores() > 1 else 0.0
            pickle.dump((self.statement, seconds, step, undisturbed), self.process.stdin)
            self.process.stdin.close()

    def conclude(self, finding: Finding) -> None:
        """Make `proved` of `supported`, where a proof comes in time and stands on what was reviewed."""
        if finding.verdict is not Verdict.SUPPORTED or self.budget.seconds < LEAST:
            return
        if self.process is None:
            self._begin()
        assert self.process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(PATIENT * SHARE * self.budget.left, 0.0))
        if not self.look() or self.report is None:
            if self.faults or self.process.poll():
                finding.evidence["proof_faults"] = self.faults or [f"it ended with status {self.process.poll()}"]
            if self.orders:
                finding.evidence["proved_at"] = self.orders
            from lemmata.verify.prove.search.recognition import recognised

            known = recognised(self.statement)
            if known is not None:
                finding.evidence["recognised"] = known
            return
        from lemmata.verify import grounds

        finding.proof = self.report
        finding.verdict, finding.scope = Verdict.PROVED, self.report["scope"]
        finding.evidence["stopped"] = "a proof was found"
        grounds.require(finding)
