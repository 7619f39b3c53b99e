"""The search for a proof, in a process of its own while another looks for counterexamples.

It begins when the plain instances are through, so that what is refuted at once costs nothing more.  There is one for a
claim: searches that join later have none.  It shares no processor with the first search where there are two, and when
others join stands back.
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

from lemmata.claims.budget import SEARCHED_BY_ALL, Budget
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Finding, Verdict
from lemmata.run.inputs import cores

PATIENT = 6.0  # times its seconds of work, on the wall: a busy machine gives it less, and it ends by its own clock
LEAST = 5.0  # seconds of budget below which nothing is begun: the textbook alone takes some of them to read
SLOWER = 5.0  # one part in so many is how much longer a false claim may take for it
OPEN = (Verdict.SUPPORTED, Verdict.INCONCLUSIVE)  # what a proof is waited for
MODULE = f"{__name__.rpartition('.conjectures.')[0]}.prove.search.aside"


def niceness(budget: float, processors: int) -> int:
    """How far the search for a proof stands back where a search is at work on every one of so many processors.

    A step of niceness is worth a quarter: each search keeps at least five parts of six of its processor, so that what
    is false takes no more than a fifth longer.
    """
    return max(math.ceil(math.log(SLOWER / processors, 1.25)), 0) if budget >= SEARCHED_BY_ALL else 0


class Prover:
    """A context manager; `look` is called from time to time during the search.  An `idle` one never begins."""

    def __init__(self, statement: Statement, budget: Budget, idle: bool = False) -> None:
        self.statement, self.budget = statement, budget
        self.idle = idle or budget.seconds < LEAST
        self.process: subprocess.Popen[bytes] | None = None
        self.answer: IO[bytes] | None = None
        self.errors: IO[bytes] | None = None
        self.report: dict[str, Any] | None = None
        self.derivations: dict[str, str] = {}

    def __enter__(self) -> Prover:
        if not self.idle:
            self._begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
        if self.process is not None:
            self.process.wait()
        for file in (self.answer, self.errors):
            if file is not None:
                file.close()

    def look(self) -> bool:
        """Whether a proof was found."""
        if self.process is None or self.answer is None:
            return False
        if self.report is None and self.process.poll() == 0:
            self.answer.seek(0)
            found = json.loads(self.answer.read())
            self.report, self.derivations = found["proof"], found["derivations"]
        return self.report is not None

    def _begin(self) -> None:
        seconds = self.budget.seconds  # as many as `lemmata prove` gives it: one budget, one word
        self.answer, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115 - closed at exit
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", MODULE], stdin=subprocess.PIPE, stdout=self.answer, stderr=self.errors
        )
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # a process that does not start gives no answer
            step = niceness(self.budget.seconds, cores())
            undisturbed = self.budget.joined if cores() > 1 else 0.0
            pickle.dump((self.statement, seconds, step, undisturbed), self.process.stdin)
            self.process.stdin.close()

    def conclude(self, finding: Finding) -> None:
        """Make `proved` of a claim that survived, where a proof comes in time; whoever prints it replays it.

        Raises RuntimeError where a counterexample was found as well, and where the search ended in a defect of its own.
        """
        if self.process is None:
            return
        # what no instance is known to meet may be vacuous, which a proof would hide: none is waited for
        barren = bool(self.statement.given) and not finding.evidence.get("instances")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENT * self.budget.seconds if finding.verdict in OPEN and not barren else 0.0)
        if self.look() and finding.verdict is Verdict.REFUTED:
            raise RuntimeError(f"{self.statement.id} has a proof and a counterexample: one of them is wrong")
        if finding.verdict not in OPEN:
            return
        if (self.process.poll() or 0) > 0 and self.errors is not None:
            self.errors.seek(0)
            raise RuntimeError(f"the search for a proof failed:\n{self.errors.read().decode(errors='replace')}")
        if self.report is None:
            from lemmata.prove.search.recognition import recognised

            known = recognised(self.statement)
            if known is not None:
                finding.evidence["recognised"] = known
            return
        if barren:
            finding.evidence["recognised"] = "it follows from its hypotheses: `lemmata prove` shows how"
            return
        finding.proof, finding.derivations = self.report, self.derivations
        finding.verdict, finding.scope = Verdict.PROVED, self.report["scope"]
        finding.evidence["stopped"] = "a proof was found"
