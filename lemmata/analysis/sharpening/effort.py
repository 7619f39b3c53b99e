"""How much a study may do.  Budgets count derived checks by their weight, never seconds, so that a seed fixes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lemmata.claims import algebraic
from lemmata.claims.profiles import EVERY, PROFILES, Profile
from lemmata.language.atoms import Slope
from lemmata.language.families import Layers
from lemmata.language.matrices import Kron
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Finding, Verdict

PROBE, STANDARD_PROBE = EVERY["probe"], EVERY["standard-probe"]
ENOUGH = 60  # screened instances without which surviving means nothing


@dataclass(frozen=True)
class Effort:
    """`probe` for each derived statement, `budget` in units of one plain check, `rows` per batch of the survey,
    `scales` constants tried per inequality, `restarts` and `steps` of the climb towards equality."""

    probe: Profile
    budget: float
    rows: int
    scales: int
    restarts: int
    steps: int
    split: bool  # whether each conjunct is asked alone where the claim as a whole needs a hypothesis


QUICK = Effort(PROBE, budget=2, rows=128, scales=1, restarts=8, steps=15, split=False)
STANDARD = Effort(STANDARD_PROBE, budget=6, rows=1024, scales=3, restarts=32, steps=60, split=True)
DEEP = Effort(STANDARD_PROBE, budget=80, rows=4096, scales=6, restarts=64, steps=150, split=True)


def effort(profile: Profile) -> Effort:
    """What a profile allows: as much as it spends on the statement itself, roughly."""
    if profile.instances < 100_000:
        share = min(profile.instances / PROFILES["quick"].instances, 1.0)
        return replace(QUICK, budget=QUICK.budget * share)
    return STANDARD if profile.instances < 5_000_000 else DEEP


def weight(statement: Statement) -> float:
    """Rough cost of a derived check against one of a matrix inequality."""
    clauses = (*statement.hypotheses, *statement.conjuncts)
    slow = 4.0 if any(c.has(Slope) for c in clauses) else 1.5 if any(c.has(Kron) for c in clauses) else 1.0
    if any(r.op == "==" for c in statement.hypotheses for r in c.atoms(Relation)):
        slow = max(slow, 2.0)  # few instances meet an equation, and the searches for them are expensive
    return slow * (2.0 if any(isinstance(v, Layers) for v in statement.let) else 1.0)


@dataclass
class DerivedChecks:
    """Checks derived statements until the budget is spent, and remembers which it had to leave."""

    effort: Effort
    seed: int
    device: str
    spent: float = 0.0
    checks: int = 0

    def check(self, statement: Statement) -> Finding | None:
        """The finding on a derived statement, None when the budget is spent."""
        price = weight(statement)
        if self.spent + price > self.effort.budget and self.spent > 0:
            return None
        self.spent += price
        self.checks += 1
        return algebraic.check(statement, self.effort.probe, self.seed, self.device)


def survived(finding: Finding) -> bool:
    """Whether enough instances were screened, and some certified, without a violation."""
    return finding.verdict is Verdict.SUPPORTED and finding.evidence["instances"] >= ENOUGH
