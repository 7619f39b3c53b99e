"""One claim about probabilities at one cell: its affine form, and the draws that feed its test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Integer

from lemmata.evaluate.floats import Evaluation, evaluate
from lemmata.evaluate.randomness import Stream
from lemmata.language import core
from lemmata.language.probability import Probability
from lemmata.language.relations import Chain, Relation, chain
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Scalar
from lemmata.statistics.cells import Cell
from lemmata.statistics.events import Outcome, Sampler, Side, outcome_again, outcome_in, side
from lemmata.statistics.reduction import noises, replaced
from lemmata.statistics.sequential import MeanTest

LOOKS = 8
ROUNDING = 1e-14  # of a bound, against the numbers it is made of


@dataclass
class Trial:
    """One conjunct at one cell."""

    cell: Cell
    conjunct: int
    text: str
    offset: float
    weights: list[float]
    events: list[Probability]
    test: MeanTest
    met: list[int] = field(default_factory=list)  # per event, counted in favour of the claim
    doubtful: int = 0
    undefined: int = 0
    outside: int = 0  # draws that missed the condition

    @property
    def telling(self) -> bool:
        """Whether any draw said something."""
        return self.doubtful + self.undefined < self.test.draws

    @property
    def bound_of_single(self) -> float | None:
        """The claimed bound where the claim is about one probability."""
        return -self.offset / self.weights[0] if len(self.weights) == 1 else None


@dataclass
class Bank:
    """What was seen of events at each cell, kept for claims that differ from each other in other places."""

    seen: dict[tuple[str, Any], list[Outcome]] = field(default_factory=dict)
    sides: dict[tuple[str, Any], list[Side]] = field(default_factory=dict)  # of these events, as far as they are random
    batches: dict[str, list[int]] = field(default_factory=dict)
    cells: list[Cell] | None = None  # the cells at which the first claim was put to draws
    closed: list[Cell] | None = None  # those at which enclosures decided it


def sides(clause: Any, events: list[Probability]) -> tuple[Any, Any]:
    """(larger, smaller) side of an inequality, its probabilities named p_0, p_1, ... and collected in `events`."""
    left, right = (named(side, Probability, "p", events) for side in (clause.lhs, clause.rhs))
    return (left, right) if clause.op[0] == ">" else (right, left)


def trial(statement: Statement, k: int, cell: Cell) -> Trial:
    """The claim as "offset + sum of weights times probabilities >= 0" at a cell."""
    clause = statement.conjuncts[k]
    if not isinstance(clause, Relation) or clause.op not in ("<=", "<", ">=", ">"):
        raise TypeError(f"{statement.id}: a probability is bounded by an inequality, not by {write(clause)}")
    events: list[Probability] = []
    big, small = sides(cell.concrete(clause), events)
    if not events or len(events) > 1 and any(e.condition is not None for e in events):
        raise TypeError(f"{statement.id}: one conditional probability, or several plain ones, not {write(clause)}")

    offset, weights, scale = affine(statement, clause, (big, small), "p", len(events), {})
    offset += ROUNDING * scale  # what rounding may have taken from the claim
    low = offset + sum(min(w, 0.0) for w in weights)
    high = offset + sum(max(w, 0.0) for w in weights)
    return Trial(cell, k, write(clause), offset, weights, events, MeanTest(low, high), [0] * len(events))


def affine(
    statement: Statement, clause: Any, sides: tuple[Any, Any], letter: str, count: int, env: dict[str, Any]
) -> tuple[float, list[float], float]:
    """The difference of two sides as "offset + sum of weights times the `count` scalars of this letter", and the size
    of the numbers it is made of.  Raises TypeError where it is not affine in them."""

    def at(values: list[int]) -> float:
        numbers = {f"{letter}_{i}": Integer(v) for i, v in enumerate(values)}
        big, small = (float(evaluate(replaced(side, numbers), env)[0, 0]) for side in sides)
        return big - small

    offset = at([0] * count)
    weights = [at([int(i == j) for j in range(count)]) - offset for i in range(count)]
    expected = offset + sum(w * (i + 2) for i, w in enumerate(weights))
    scale = abs(offset) + sum(map(abs, weights)) + abs(expected)
    if not math.isfinite(scale) or abs(at([i + 2 for i in range(count)]) - expected) > 1e-9 * scale:
        parts = "probabilities" if letter == "p" else "expectations"
        raise TypeError(f"{statement.id}: {write(clause)} is not affine in its {parts}")
    return offset, weights, scale


def named(node: Any, kind: type, letter: str, found: list[Any]) -> Any:
    """A tree with its parts of a kind (probabilities, expectations) as scalars p_0, p_1, ..., collected in `found`."""
    if isinstance(node, kind):
        if node not in found:
            found.append(node)
        return Scalar(f"{letter}_{found.index(node)}")
    if not isinstance(node, core.Quantity) or hasattr(node, "domain") or not node.args:
        return node
    return node.func(*(named(a, kind, letter, found) for a in node.args))


def draw(cell: Cell, trials: Sequence[Trial], stream: Stream, draws: int, error: float, bank: Bank) -> int:
    """Feed one cell until a test rejects or its draws are spent; how many were drawn."""
    events = list(dict.fromkeys(part for t in trials for e in t.events for part in e.args))
    _see(cell, events, stream, draws, bank)
    done, look = 0, math.ceil(draws / LOOKS)
    pending: list[tuple[Trial, dict[float, int]]] = [(t, {}) for t in trials]
    for b, batch in enumerate(bank.batches[cell.label]):
        seen = {event: bank.seen[cell.label, event][b] for event in events}
        for one, counts in pending:
            _count(one, seen, counts, batch)
        done += batch
        if done >= look or done == draws:
            look += math.ceil(draws / LOOKS)
            for one, counts in pending:
                one.test.add(counts)
                counts.clear()
            if any(t.test.rejected(error) for t in trials):
                break
    return done


def _see(cell: Cell, events: list[Any], stream: Stream, draws: int, bank: Bank) -> None:
    """Put into the bank what the draws of a cell say of the events it does not hold.

    Where they differ from what it holds in sides that are not random, nothing is drawn again.
    """
    wanted = [event for event in events if (cell.label, event) not in bank.seen and not _seen_again(cell, event, bank)]
    if not wanted:
        return
    parts = [part for event in wanted for r in _relations(event) for part in (r.lhs, r.rhs)]
    sampler = Sampler(cell, parts)
    by_side = dict(zip(parts, sampler.trees, strict=True))
    trees = {event: _rebuilt(event, by_side) for event in wanted}
    random = {part: tree for part, tree in by_side.items() if noises(part)}
    drawn: dict[Any, list[Side | None]] = {part: [] for part in random}
    sizes: list[int] = []
    for env in sampler.batches(stream, draws):
        sizes.append(len(next(iter(env.values()))))
        scope = Evaluation(env)
        for event, tree in trees.items():
            bank.seen.setdefault((cell.label, event), []).append(outcome_in(scope, tree))
        for part, tree in random.items():
            drawn[part].append(side(tree, scope))
    bank.batches[cell.label] = sizes
    for part, batches in drawn.items():
        known = [batch for batch in batches if batch is not None]
        if len(known) == len(batches):
            bank.sides[cell.label, part] = known


def _seen_again(cell: Cell, event: Any, bank: Bank) -> bool:
    """Whether the bank holds the random sides of an event at a cell; the event is put into it then."""
    parts = {part for r in _relations(event) for part in (r.lhs, r.rhs)}
    random = {part: bank.sides.get((cell.label, part)) for part in parts if noises(part)}
    trees = {part: cell.concrete(part) for part in parts - random.keys()}
    out: list[Outcome] = []
    for batch in range(len(bank.batches.get(cell.label, ()))):
        drawn = {part: held[batch] for part, held in random.items() if held}
        if len(drawn) < len(random):
            return False
        tree = _rebuilt(event, trees | {part: one.tree for part, one in drawn.items()})
        found = outcome_again(tree, cell, list(drawn.values()))
        if found is None:
            return False
        out.append(found)
    if out:
        bank.seen[cell.label, event] = out
    return bool(out)


def _relations(event: Any) -> tuple[Relation, ...]:
    return event.relations if isinstance(event, Chain) else (event,)


def _rebuilt(event: Any, by_side: dict[Any, Any]) -> Any:
    """An event over the sampler's trees."""
    links = [Relation(by_side[r.lhs], r.op, by_side[r.rhs]) for r in _relations(event)]
    if len(links) == 1:
        return links[0]
    return chain(*(part for r in links for part in (r.lhs, r.op)), links[-1].rhs)


def _count(trial: Trial, seen: dict[Any, Any], counts: dict[float, int], batch: int) -> None:
    kept: NDArray[np.bool_] = np.ones(batch, dtype=bool)
    condition = trial.events[0].condition
    if condition is not None:
        kept = seen[condition].happened
        trial.outside += int((~kept).sum())
    code = np.zeros(batch, dtype=np.int64)
    for i, (event, weight) in enumerate(zip(trial.events, trial.weights, strict=True)):
        seen_event = seen[event.event]
        happened = seen_event.happened if weight < 0 else ~seen_event.failed  # doubt in favour of the claim
        trial.doubtful += int((kept & seen_event.doubtful).sum())
        trial.undefined += int((kept & seen_event.undefined).sum())
        trial.met[i] += int((kept & happened).sum())
        code |= happened.astype(np.int64) << i
    tally = np.bincount(code[kept], minlength=1 << len(trial.events))
    for pattern, number in enumerate(tally):
        if number:
            value = trial.offset + sum(w for i, w in enumerate(trial.weights) if pattern >> i & 1)
            value = min(max(value, trial.test.low), trial.test.high)
            counts[value] = counts.get(value, 0) + int(number)
