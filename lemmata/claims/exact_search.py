"""What the kinds share that look at case after case in exact rationals until one breaks the claim."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Generic, TypeVar

from lemmata.claims import evidence
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Verdict

Case = TypeVar("Case")
ENOUGH = 3  # places that meet all hypotheses, without which a statement is vacuous


@dataclass
class ExactSearch(ABC, Generic[Case]):
    """What has been looked at so far."""

    statement: Statement
    _: KW_ONLY
    tried: int = 0  # cases
    places: int = 0  # in them, at which the hypotheses hold and the claim was decided
    broken: Any = None  # what `breaks` gave
    example: Case | None = None  # the first that meets all hypotheses
    missed: dict[Any, Case] = field(default_factory=dict)  # by hypothesis, one that does not meet it
    stages: list[dict[str, Any]] = field(default_factory=list)

    @abstractmethod
    def breaks(self, case: Case) -> Any:
        """What shows that the claim fails at a case, None where it does not."""

    @abstractmethod
    def shown(self, case: Case) -> evidence.Shown:
        """A case in plain data."""

    def missing(self, clause: Any) -> evidence.Shown | None:
        """What does not meet a hypothesis, in plain data."""
        return self.shown(self.missed[clause]) if clause in self.missed else None

    def stage(self, name: str, label: str, cases: Iterable[Case]) -> None:
        """Look at cases until one breaks the claim."""
        before = self.tried
        for case in cases:
            self.tried += 1
            self.broken = self.breaks(case)
            if self.broken is not None:
                break
        self.stages.append(evidence.stage(name, label, self.tried - before, self.broken is not None))

    def account(self, planned: str, broken: Collection[int] = (), **more: Any) -> dict[str, Any]:
        """The evidence; `planned` says why there was no more to look at, where nothing broke the claim."""
        met = None if self.example is None else self.shown(self.example)
        hypotheses = [evidence.hypothesis(c, met, self.missing(c)) for c in self.statement.given]
        stopped = planned if self.broken is None else "a counterexample was found"
        usual = {"certified": self.places, "device": "exact rationals", "stages": self.stages, "stopped": stopped}
        return evidence.account(self.statement, self.tried, broken, hypotheses=hypotheses, **(usual | more))

    def verdict(self, least: int = ENOUGH, proof: Any = None) -> Verdict:
        """What follows from the search and a proof.  Raises RuntimeError where they contradict each other."""
        if self.broken is not None and proof is not None:
            name = self.statement.id
            raise RuntimeError(f"{name} has an accepted proof and an exact counterexample: one of them is wrong")
        if self.broken is None and proof is None:
            return Verdict.SUPPORTED if self.places >= least else Verdict.VACUOUS
        return Verdict.PROVED if self.broken is None else Verdict.REFUTED
