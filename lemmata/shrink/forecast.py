"""What must be kept of a counterexample, and which candidates floating point expects to keep it.

Floats only order and drop candidates; every one that is kept is judged rigorously before it is accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from lemmata.evaluate import floats
from lemmata.evaluate.decide import Judgement
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.sample import batches
from lemmata.shrink.complexity import CLEAR


@dataclass(frozen=True)
class Wanted:
    """The outcome and the conjuncts (numbered as the statement writes them) that stay broken; at most `unclear` of
    them by a relative margin below CLEAR."""

    outcome: str
    broken: frozenset[int]
    unclear: int

    def met(self, concrete: Concrete, judgement: Judgement) -> bool:
        """Whether a judgement is certified to be at least as egregious."""
        found = wanted(concrete, judgement, self.broken)
        return replace(found, unclear=self.unclear) == self and found.unclear <= self.unclear


def wanted(concrete: Concrete, judgement: Judgement, among: frozenset[int] | None = None) -> Wanted:
    """What a judgement shows, of all conjuncts or of some."""
    broken: set[int] = set()
    clear: set[int] = set()
    for number, decision in zip(concrete.origins, judgement.conjuncts, strict=False):
        if decision.status == "broken" and (among is None or number in among):
            broken.add(number)
            if decision.relative < -CLEAR:
                clear.add(number)
    return Wanted(judgement.outcome, frozenset(broken), len(broken - clear))


@dataclass(frozen=True)
class Outlook:
    """What floats expect of a batch, each as a tensor over it: whether it may be accepted, how many of the conjuncts
    wanted would be unclear, and whether every number was finite."""

    possible: torch.Tensor
    unclear: torch.Tensor
    finite: torch.Tensor


def outlook(concrete: Concrete, batch: batches.Batch, want: Wanted) -> Outlook:
    """Judge a batch in floating point."""
    with torch.no_grad():
        screen = floats.screen(concrete, batch)
    rows = screen.batch
    possible = torch.ones(rows, dtype=torch.bool)
    finite = torch.ones(rows, dtype=torch.bool)
    unclear = torch.zeros(rows, dtype=torch.int64)
    for hypothesis in screen.hypotheses:
        possible &= ~hypothesis.finite | hypothesis.holds
        finite &= hypothesis.finite
    for claim in screen.claims:
        finite &= claim.finite
        if want.outcome == "witness":
            possible &= ~claim.finite | claim.holds
    numbers = concrete.origins
    for number in sorted(want.broken):
        parts = [claim for claim, k in zip(screen.claims, numbers, strict=False) if k == number]
        broken = torch.stack([~c.finite | ~c.holds for c in parts]) if parts else torch.zeros(1, rows, dtype=torch.bool)
        clear = [~c.finite | (~c.holds & (c.relative < -CLEAR)) for c in parts]
        possible &= broken.any(0)
        unclear += ~torch.stack(clear).any(0) if clear else torch.ones(rows, dtype=torch.bool)
    return Outlook(possible & (unclear <= want.unclear), unclear, finite)


def promising(concrete: Concrete, candidates: Sequence[Instance], want: Wanted) -> list[tuple[bool, int, int]] | None:
    """(has non-finite numbers, unclear conjuncts, position) of the candidates that floats do not rule out; None where
    numbers are too large for floats."""
    if not candidates:
        return []
    try:
        batch = batches.as_batch(concrete, candidates)
    except OverflowError:
        return None
    view = outlook(concrete, batch, want)
    kept = torch.nonzero(view.possible).flatten().tolist()
    return [(not bool(view.finite[k]), int(view.unclear[k]), k) for k in kept]
