"""From any certified counterexample to the simplest one within reach, certified again at every step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lemmata.evaluate.decide import Judgement, judge
from lemmata.language import domains
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.statement import Statement
from lemmata.processes.profiling import part
from lemmata.shrink import rows as plain
from lemmata.shrink.complexity import Cost, complexity, cost
from lemmata.shrink.forecast import Wanted, promising, wanted
from lemmata.shrink.members import TIERS
from lemmata.shrink.moves import propose
from lemmata.shrink.smaller_orders import parts, small_members, targets

ATTEMPTS = 400
ENTRYWISE = (domains.RealMatrices, domains.SymmetricMatrices, domains.DiagonalMatrices)
JOINTLY = ("lines", "zeros", "values")
JOINED = 64  # promising moves looked at when several are made at once
REFUSALS = 6  # candidates of one batch that a certifier may refuse before the others are left alone
BLIND_REFUSALS = 60  # the same where floats cannot tell


@dataclass(frozen=True)
class State:
    """A certified counterexample, what is kept of it, and how hard it is to read."""

    concrete: Concrete
    instance: Instance
    judgement: Judgement
    want: Wanted
    cost: Cost


@dataclass
class Shrinker:
    """The search for a simpler counterexample.

    `attempts` bounds the calls of the certifier; `steps` holds every accepted state, in order.
    """

    attempts: int
    steps: list[State] = field(default_factory=list)
    refused: set[Any] = field(default_factory=set)
    looked_at: tuple[State, bool] | None = None

    def run(self, state: State) -> State:
        """Smaller dimensions first, then simpler numbers, until neither finds anything."""
        fewer = self.smaller(state)
        ends = [] if fewer is None else [self.descend(fewer)]
        if fewer is None or fewer.concrete is state.concrete:
            ends.append(self.descend(state))
        best = min(ends, key=lambda end: (end.want.unclear, end.cost))
        while self.attempts > 0 and (fewer := self.smaller(best)) is not None:
            best = self.descend(fewer)
        return best

    def smaller(self, state: State) -> State | None:
        """A simpler counterexample at the smallest dimensions where one is found, the given ones included."""
        groups = list(targets(state.concrete))
        share = 1 + sum(map(len, groups)) // 12
        for group in groups:
            best: State | None = None
            for concrete in group:
                bound = state if best is None else best
                pool = [*small_members(concrete, bound.want, share), *parts(state.concrete, state.instance, concrete)]
                best = self._first(bound, concrete, pool) or best
            if best is not None:
                return best
        return None

    def descend(self, state: State) -> State:
        """The end of a descent at fixed dimensions: the simplest certified move of a tier, tier by tier."""
        tier, moved = 0, False
        while tier < len(TIERS) and self.attempts > 0:
            found = self._first(
                state, state.concrete, propose(state.concrete, state.instance, TIERS[tier]), TIERS[tier] in JOINTLY
            )
            if found is not None:
                state, moved = found, True
            elif tier + 1 == len(TIERS) and moved:
                tier, moved = 0, False
            else:
                tier += 1
        return state

    def _first(self, state: State, concrete: Concrete, pool: Iterable[Instance], jointly: bool = False) -> State | None:
        """The first certified of the candidates that are simpler than a state, the most promising first."""
        known = {id(value): cost(value) for value in state.instance.values.values()}
        ranked = self._ranked(state, concrete, pool, known)
        if jointly and len(ranked) > 2:
            together = _merged(state, [instance for _, _, instance in ranked])
            ranked = self._ranked(state, concrete, together, known)[:2] + ranked
        left = BLIND_REFUSALS if ranked and ranked[0][0][0] else REFUSALS
        for _, burden, instance in ranked:
            if not left or self.attempts <= 0:
                break
            name = _name(instance), state.want.unclear
            if name in self.refused:
                continue
            self.attempts -= 1
            verdict = judge(concrete, instance)
            if state.want.met(concrete, verdict):
                kept = wanted(concrete, verdict, state.want.broken)
                found = State(concrete, instance, verdict, kept, burden)
                self.steps.append(found)
                return found
            self.refused.add(name)
            left -= 1
        return None

    def _ranked(
        self, state: State, concrete: Concrete, pool: Iterable[Instance], known: dict[int, Cost]
    ) -> list[tuple[tuple[bool, int], Cost, Instance]]:
        """Candidates simpler than the state that floats do not rule out, with the key they are tried by."""
        weighed = [(burden, i) for i in pool if (burden := complexity(i, known)) < state.cost]
        weighed.sort(key=lambda item: item[0])
        candidates = [i for _, i in weighed]
        view = promising(concrete, candidates, state.want)
        if view is None or not self._seen(state):
            return [((True, 0), burden, i) for burden, i in weighed]
        view.sort()
        return [((blind, unclear), *weighed[k]) for blind, unclear, k in view]

    def _seen(self, state: State) -> bool:
        """Whether floats see what is certified of a state; where they do not, they rule nothing out near it."""
        if self.looked_at is None or self.looked_at[0] is not state:
            self.looked_at = state, bool(promising(state.concrete, [state.instance], state.want))
        return self.looked_at[1]


def _name(instance: Instance) -> Any:
    values = ((k, v if isinstance(v, Fraction) else tuple(map(tuple, v))) for k, v in instance.values.items())
    return (tuple(instance.dims.items()), tuple(values))


def _merged(state: State, singles: list[Instance]) -> list[Instance]:
    """Several promising moves at once: all that touch different numbers, the first half of them, a quarter, ..."""
    free = [name for name, leaf in state.concrete.variables.items() if type(leaf.domain) in ENTRYWISE]
    taken: set[tuple[str, int, int]] = set()
    changes: list[dict[tuple[str, int, int], Fraction]] = []
    for instance in singles[:JOINED]:
        change = _change(state.instance, instance, free)
        if change and taken.isdisjoint(change):
            taken |= change.keys()
            changes.append(change)
    out, count = [], len(changes)
    while count > 1:
        values: dict[str, Any] = dict(state.instance.values)
        for (name, i, j), x in (item for change in changes[:count] for item in change.items()):
            values[name] = plain.replaced(values[name], (i, j, x))
        out.append(Instance(state.instance.dims, values))
        count //= 2
    return out


def _change(before: Instance, after: Instance, free: list[str]) -> dict[tuple[str, int, int], Fraction]:
    """The entries that differ; none where a variable outside `free` differs."""
    out: dict[tuple[str, int, int], Fraction] = {}
    for name, new in after.values.items():
        old: Any = before.values[name]
        if new is old:
            continue
        if name not in free or isinstance(new, Fraction):
            return {}
        for i, (a, b) in enumerate(zip(old, new, strict=True)):
            if a is not b:
                out |= {(name, i, j): y for j, (x, y) in enumerate(zip(a, b, strict=True)) if x != y}
    return out


@part("shrinking")
def simplest(
    statement: Statement, concrete: Concrete, instance: Instance, judgement: Judgement, attempts: int = ATTEMPTS
) -> tuple[Concrete, Instance, Judgement]:
    """The simplest counterexample (or witness of an existence claim) reached from a certified one.

    Broken conjuncts stay broken, and never fewer of them by a clear relative margin (CLEAR); under that condition
    `complexity` falls with every accepted step: dimensions, ranks, non-zeros, fractions, size, minus signs.
    The judgement returned is that of the instance returned.  `attempts` bounds the calls of the certifier.

    Raises ValueError when the instance given is neither a violation nor a witness or belongs to another statement.
    """
    if judgement.outcome not in ("violation", "witness"):
        raise ValueError(f"only a certified violation or witness is made simpler, not one judged {judgement.outcome}")
    if concrete.statement.hash != statement.hash or dict(concrete.dims) != dict(instance.dims):
        raise ValueError("the instance belongs to another statement or to other dimensions")
    start = State(concrete, instance, judgement, wanted(concrete, judgement), complexity(instance))
    end = Shrinker(attempts).run(start)
    return end.concrete, end.instance, end.judgement
