"""Checking probabilities at finite n (kind P): enclosures where a law is known, sequential tests on draws elsewhere.

A claim is an inequality, affine in probabilities of events, for all values of its parameters.  At a cell (see
`statistics.cells`) it says that some variable X with finitely many values, a function of the events on one
draw, has mean >= 0; probabilities that a claim subtracts are thereby measured on the same draws and need no separate
estimate.  Where every event has a law in closed form (`statistics.exact_tails`) balls decide the inequality
itself, at many cells and however small the numbers.  Elsewhere X is fed to an anytime-valid test; the claim is refuted
when one of its tests rejects, which happens to a true claim with probability at most `SUITE_ERROR / STATEMENTS`.

Cells are the ends of the ranges of all parameters, and those at which the claimed probability is neither close to 0 nor
to 1: elsewhere a wrong claim cannot be caught by draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from operator import eq
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Integer

from lemmata.claims import evidence
from lemmata.claims.power.measure import RECHECK
from lemmata.claims.profiles import Profile
from lemmata.evaluate.floats import Evaluation, evaluate
from lemmata.evaluate.randomness import Stream
from lemmata.language import core
from lemmata.language.instantiate import fold, substitute
from lemmata.language.probability import IidMatrices, Probability
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim, Matrix, Scalar
from lemmata.language.verdicts import Finding, Verdict
from lemmata.linalg.gaussian_extremes import NARROW
from lemmata.linalg.precision import precision
from lemmata.statistics import binomial, exact_tails, fixed_matrices
from lemmata.statistics.cells import Cell, admitted, cells, holds, met, of_matrices, spread
from lemmata.statistics.events import MODEL_FROM, Outcome, Sampler, Side, entries, outcome_again, outcome_in, side
from lemmata.statistics.reduction import joined, noises, relations, replaced
from lemmata.statistics.sequential import STATEMENTS, SUITE_ERROR, MeanTest, allowance

# One claim about probabilities at one cell: its affine form, and the draws that feed its test.
LOOKS = 8
ROUNDING = 1e-14  # of a bound, against the numbers it is made of


@dataclass
class Trial:
    """One conjunct at one cell."""

    cell: Cell
    conjunct: int
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
    piloted: set[str] = field(default_factory=set)  # labels of those that a pilot chose, which get `MIDDLE_DRAWS`
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
    return Trial(cell, k, offset, weights, events, MeanTest(low, high), [0] * len(events))


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
    parts = [part for event in wanted for r in relations(event) for part in (r.lhs, r.rhs)]
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
    parts = {part for r in relations(event) for part in (r.lhs, r.rhs)}
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


def _rebuilt(event: Any, by_side: dict[Any, Any]) -> Any:
    """An event over the sampler's trees."""
    return joined([Relation(by_side[r.lhs], r.op, by_side[r.rhs]) for r in relations(event)])


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


# Claims about probabilities decided by enclosures, and the cells at which a claim is in danger.
BITS = (NARROW, 400, 1600)  # of the enclosures, one after the other until the sign shows
TINY_BITS = 4000  # one more of them where all sides but one are at most `TINY`: the tails of `distant` cells
TINY = 2
DISTANT = 48  # where exp(-x^2 / 2) has outrun every shift of x and a wrong rate shows
WANTED = (0.05, 0.5, 0.9)  # claimed probabilities at which a claim can be caught
STEPS, HALVINGS = 8, 6
NEAR_ORDER, NEAR = 16, 3  # the largest order, and the number of cells, from which a claim is brought nearer its limit


@dataclass(frozen=True)
class Decision:
    """A conjunct at a cell whose probabilities are enclosed: whether it holds there, None where equality is not
    excluded, and by how much."""

    cell: Cell
    conjunct: int
    holds: bool | None
    probabilities: tuple[str, ...]
    margin: float
    relative: float  # the margin, of the numbers it is the difference of, or of what these leave to 1
    said: str  # the margin in decimals, however small


def decided(statement: Statement, k: int, cell: Cell) -> Decision | None:
    """What enclosures say of a conjunct at a cell, None where some probability has no closed form."""
    clause = statement.conjuncts[k]
    if not isinstance(clause, Relation) or clause.op not in ("<=", "<", ">=", ">"):
        return None
    events: list[Probability] = []
    big, small = sides(cell.concrete(clause), events)
    found: Decision | None = None
    for bits in (*BITS, *([TINY_BITS] if _thin(cell.dims) else [])):
        if any(e.condition is not None for e in events):
            return None
        balls = [exact_tails.probability(e.event, cell, bits) for e in events]
        if any(b is None for b in balls):
            return None
        with precision(bits + 32):
            zero = {f"p_{i}": Integer(0) for i in range(len(events))}

            def at(node: Any, values: dict[str, Any], bits: int = bits) -> Any:
                return exact_tails.ball(replaced(node, values), bits)

            both = []
            for side in (big, small):
                base = at(side, zero)
                total = base
                for i, b in enumerate(balls):
                    total += (at(side, zero | {f"p_{i}": Integer(1)}) - base) * b
                both.append(total)
            margin = both[0] - both[1]
            # of both sides, or of what is left of them to 1: tails are claimed from below too
            scale, rest = (abs(one - both[0]) + abs(one - both[1]) for one in (0, 1))
            scale = rest if bool(rest < scale) else scale
            sign = True if bool(margin > 0) else False if bool(margin < 0) else None
            if margin.is_exact() and bool(margin == 0):
                sign = clause.op in ("<=", ">=")
            shown = tuple(b.str(12, radius=False) for b in balls if b is not None)
            middle = float(margin.mid())
            said = margin.str(6, radius=False)
            found = Decision(
                cell, k, sign, shown, middle, float((margin / scale).mid()) if bool(scale > 0) else 0.0, said
            )
            if sign is not None:
                return found
    return found


def endangered(statement: Statement, known: Sequence[Cell], most: int = 8, others: int = 1) -> list[Cell]:
    """Cells with one scalar moved to where a claim about one probability claims 5, 50 and 90 %.

    The scalar runs over the range its values take in `known` of the same dimensions, `most` choices of these, next to
    `others` choices of the other scalars, not the same at all dimensions; a claim whose bound stays outside (0, 1)
    there has no such cells.
    """
    out: list[Cell] = []
    groups: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in known:
        groups.setdefault((*cell.dims.items(), *cell.patterns.items(), *cell.fixed.items(), cell.law), []).append(cell)
    usable = [
        members for members in groups.values() if any(len(_range(members, name)) > 1 for name in members[0].scalars)
    ]
    for number, members in enumerate(spread(usable, most)):
        start = 7 * number * (others - 1)
        chosen = [members[(start + len(members) * j // others) % len(members)] for j in range(others)]
        for name in members[0].scalars:
            values = _range(members, name)
            for k in range(len(statement.conjuncts)) if len(values) > 1 else ():
                for one in chosen:
                    out += _moved(statement, k, one, name, values[0], values[-1])
    return out


def _thin(dims: Mapping[str, int]) -> bool:
    """Whether all dimensions but the largest of several, or the only one, are at most `TINY`."""
    return max(sorted(dims.values())[: max(len(dims) - 1, 1)], default=1) <= TINY


def distant(statement: Statement, known: Sequence[Cell]) -> list[Cell]:
    """The cells with one scalar moved far out, where domains and hypotheses admit it."""
    moved = {}
    for cell in known:
        for name in cell.scalars:
            there = replace(cell, scalars={**cell.scalars, name: Fraction(DISTANT)})
            if admitted(statement, there):
                moved[there.label] = there
    return list(moved.values())


def nearer(statement: Statement, decisions: Sequence[Decision]) -> list[Decision]:
    """What enclosures say where the scalars are moved, one after the other, to where the relative margin is smallest.

    It starts from the closest cells of each conjunct. A scalar runs over the range it has in all cells of the same
    dimensions, in `STEPS` and then in halves of these.
    """
    out: list[Decision] = []
    for k in range(len(statement.conjuncts)):
        known = [d for d in decisions if d.conjunct == k and max(d.cell.dims.values(), default=1) <= NEAR_ORDER]
        for best in sorted(known, key=lambda d: d.relative)[:NEAR]:
            dims = best.cell.dims
            members = cells(statement, sorted({1, *dims.values()}), fits=partial(eq, dims))
            for name in best.cell.scalars:
                values = _range(members, name)
                step = (values[-1] - values[0]) / STEPS
                tried = [values[0] + j * step for j in range(1, STEPS)]
                while step and tried:
                    found = [d for v in tried if (d := _placed(statement, k, best.cell, name, v)) is not None]
                    out += found
                    best = min([best, *found], key=lambda d: d.relative)
                    step /= 2
                    here = best.cell.scalars[name]
                    ends = (here - step, here + step) if step * STEPS * 8 > values[-1] - values[0] else ()
                    tried = [v for v in ends if values[0] <= v <= values[-1]]
    return out


def _placed(statement: Statement, k: int, cell: Cell, name: str, value: Fraction) -> Decision | None:
    there = replace(cell, scalars={**cell.scalars, name: value.limit_denominator(10**6)})
    if not admitted(statement, there):
        return None
    return decided(statement, k, there)


def _range(members: Sequence[Cell], name: str) -> list[Fraction]:
    return sorted({c.scalars[name] for c in members})


def _moved(statement: Statement, k: int, cell: Cell, name: str, low: Fraction, high: Fraction) -> list[Cell]:
    def at(share: Fraction) -> tuple[float, Cell]:
        value = (low + (high - low) * share).limit_denominator(1000)
        there = replace(cell, scalars={**cell.scalars, name: value})
        bound = trial(statement, k, there).bound_of_single
        return (float("nan") if bound is None else bound), there

    points = [(share, *at(share)) for share in (Fraction(j, STEPS) for j in range(STEPS + 1))]
    found: dict[str, Cell] = {}
    for wanted in WANTED:
        for one, other in pairwise(points):
            if not min(one[1], other[1]) <= wanted <= max(one[1], other[1]):
                continue
            for _ in range(HALVINGS):
                share = (one[0] + other[0]) / 2
                middle = (share, *at(share))
                one, other = (middle, other) if (middle[1] < wanted) == (one[1] < wanted) else (one, middle)
            found[one[2].label] = one[2]
            break
    return [c for c in found.values() if admitted(statement, c)]


# Where a claim about random matrices has least margin, over the matrices in it that are not random.
#
# A few members of a domain say little of all unit vectors.  From each of them a walk goes to neighbours, to the one at
# which a measurement (an enclosure, or the mean over a few draws that are the same for all) leaves the least margin.
# Where it ends is put to the tests like any other choice of parameters, with draws of its own.
STARTS = 4
NEIGHBOURS = 8
DRAWS = 512  # at each step of a walk
NEVER = 1e-300  # an error probability that stops no test


def worst(
    statement: Statement, known: Sequence[Cell], measure: Callable[[Cell], float], steps: int, stream: Stream
) -> list[Cell]:
    """The ends of walks of so many steps from the cells with least margin, at different dimensions as far as there are;
    empty where no matrix of the claim is fixed or no step is made.  `measure` gives the margin of a claim at a cell,
    infinity where it says nothing."""
    if not steps:
        return []
    domains = {v.name: v.domain for v in statement.let if hasattr(v, "domain")}
    margins: dict[tuple[int, ...], tuple[float, Cell]] = {}
    for cell in spread([c for c in known if c.fixed], STARTS * NEIGHBOURS):
        margin, place = measure(cell), tuple(cell.dims.values())
        if place not in margins or margin < margins[place][0]:
            margins[place] = margin, cell
    ends = []
    for number, (margin, cell) in enumerate(sorted(margins.values(), key=lambda r: r[0])[:STARTS]):
        for step in range(steps):
            here = stream.child(number, step)
            near = [
                replace(cell, fixed={name: fixed_matrices.neighbour(domains[name], rows, here.child(k, name), step)
                                     for name, rows in cell.fixed.items()})
                for k in range(NEIGHBOURS)
            ]  # fmt: skip
            measured = sorted(((measure(c), k) for k, c in enumerate(near) if met(statement, c)), key=lambda m: m)
            if measured and measured[0][0] < margin:
                margin, cell = measured[0][0], near[measured[0][1]]
        ends.append(cell)
    return ends


def margin(statement: Statement, cell: Cell, seed: int) -> float:
    """The margin of a claim about probabilities at a cell: what enclosures say, or a few draws, the same at all."""
    margins = []
    for k in range(len(statement.conjuncts)):
        known = decided(statement, k, cell)
        if known is not None:
            margins.append(float(known.margin))
            continue
        one = trial(statement, k, cell)
        draw(cell, [one], Stream((statement.id, "room"), seed), DRAWS, NEVER, Bank())
        margins += [one.test.mean] if one.telling and one.test.draws else []
    return min(margins, default=math.inf)


FEWEST = 50_000  # draws per statement, whatever the profile
SIZES = (1, 2, 3, 4, 5, 6, 8, 16, 32)
QUICK_SIZES = (1, 2, 5, 8, 16)
LONG = (400, 6400)  # of one dimension where others stay small: there the edges of a spectrum are sharp
MIDDLE = (64,)  # of one dimension where others are of its order, as far as the matrices stay within ENTRIES
MIDDLE_DRAWS = 2_000  # at least, at each of the few cells that a pilot chooses there
WIDE = (1600,)  # of Gaussian matrices of which extreme singular values alone are asked: a bidiagonal one has them too
MANY = 500_000  # draws from which the fuller plan is followed
ENTRIES = 64**2  # of the largest matrix in a claim
LONG_ENTRIES = 1 << 15
CLOSED = 64  # the largest order of a spectrum that is enclosed; sums are, at twice the size too
CLOSEST = 6  # cells where the claim is closest to its limit, and as many others, at which altered claims are decided
PILOT, PILOTED = 64, 16  # draws that say where a claim has little margin; the cells taken, of four times as many
SPREAD = {False: (12, 12), True: (48, 24)}  # cells over all sizes, and where the claim is in danger; many draws or not
SHOWN = 12  # tests listed in the evidence


@dataclass
class Checked:
    """Everything that was established about one statement."""

    trials: list[Trial]
    decisions: list[Decision]
    spent: int
    error: float

    @property
    def usable(self) -> list[Trial]:
        """Trials of which some draw said something."""
        return [t for t in self.trials if t.telling and t.test.draws]


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement of kind P.

    Raises TypeError for claims that are not inequalities affine in probabilities of inequalities.
    """
    bank = Bank()
    finding = _finding(statement, _checked(statement, profile, seed, bank))
    finding.extra[RECHECK] = lambda altered: _verdict(_checked(altered, profile, seed, bank))[0]
    return finding


def _checked(statement: Statement, profile: Profile, seed: int, bank: Bank) -> Checked:
    """What enclosures and draws say of a claim, or where the bank holds another's of one that differs from it."""
    many = profile.instances >= MANY
    if bank.cells is None:
        bank.cells = _cells(statement, many, profile.walks, seed, bank)
    found = bank.cells
    numbers = range(len(statement.conjuncts))
    if bank.closed:  # where anything is enclosed, draws add little to what is noticed
        decisions = []
        for decision in (decided(statement, k, c) for c in bank.closed for k in numbers):
            decisions += [] if decision is None else [decision]
            if decision is not None and decision.holds is False:
                break
        return Checked([], decisions, 0, allowance(1))
    trials = [trial(statement, k, cell) for cell in found for k in numbers]
    total = max(profile.instances, FEWEST)
    costs = [1 / max(_cost(statement, c), 64) for c in found]
    share = sum(costs[: sum(SPREAD[many])])  # cells that a pilot adds take nothing from the others
    least = {id(c): MIDDLE_DRAWS for c in found if c.label in bank.piloted}
    budget = {id(c): max(math.ceil(total * w / share), least.get(id(c), 1)) for c, w in zip(found, costs, strict=True)}
    error = allowance(max(len(trials), 1))
    decisions = []
    if bank.closed is None:
        decisions = _decisions(statement, found, many)
        nearest = sorted(decisions, key=lambda d: d.relative)
        first = {d.cell.label: d.cell for d in (*nearest[:CLOSEST], *spread(nearest, CLOSEST))}
        bank.closed = list(first.values())
    spent = 0
    if not any(d.holds is False for d in decisions):  # the first time the draws are held against the enclosures
        for index, cell in enumerate(found):
            mine = [t for t in trials if t.cell is cell]
            stream = Stream((statement.id, "probability", index), seed)
            spent += draw(cell, mine, stream, budget[id(cell)], error, bank)
            if any(t.test.rejected(error) for t in mine):
                break
    return Checked(trials, decisions, spent, error)


def candidates(statement: Statement, many: bool) -> list[Cell]:
    """Cells at small sizes, and at the ends of the ranges of dimensions that have an upper one."""
    sizes = set(SIZES if many else QUICK_SIZES)
    bounded = [v.bounds for v in statement.let if isinstance(v, Dim) and v.bounds[1] is not None]
    sizes |= {int(e) for ends in bounded for e in map(fold, ends) if isinstance(e, Integer)}
    return cells(statement, sorted(sizes), fits=_of_at_most(statement, ENTRIES))


def _cells(statement: Statement, many: bool, walks: int, seed: int, bank: Bank) -> list[Cell]:
    """Where the claim is put to draws; the bank notes which of them a pilot chose."""
    admitted = candidates(statement, many)
    most, dangerous = SPREAD[many]
    found = spread(admitted, most)
    moved, wide, near = endangered(statement, admitted), list[Cell](), list[Cell]()
    rectangular = _rectangular(statement)
    middle: list[Cell] = []
    for v in _dims(statement) if rectangular else (None,):
        middle += cells(statement, MIDDLE, lead=v, fits=_of_at_most(statement, ENTRIES))
    for v in _dims(statement) if rectangular else ():
        long = cells(statement, LONG, lead=v, fits=_of_at_most(statement, LONG_ENTRIES))
        moved += endangered(statement, long, 4)
        near += endangered(statement, _plainest(statement, long), 9, 2)
        narrow = [c for c in cells(statement, WIDE, lead=v) if _narrow(statement, c)] if _of_one(statement) else []
        wide += endangered(statement, [c for c in narrow if min(c.dims.values()) >= WIDE[0] // 2])
    near = near or endangered(statement, _plainest(statement, middle), 6, 2)
    wide = [c for c in wide if any(_even(trial(statement, k, c)) for k in range(len(statement.conjuncts)))]
    found += spread(moved, dangerous) + spread(wide, dangerous // 4)
    found += _tightest(statement, spread(admitted, 4 * PILOTED), seed, PILOT, PILOTED)
    tight = [
        cell
        for some in (spread(middle, 4 * PILOTED), near)
        for cell in _tightest(statement, some, seed, PILOT // 4, PILOTED // 4)
    ]
    bank.piloted |= {c.label for c in tight}
    found += tight
    found += worst(
        statement, admitted, lambda c: margin(statement, c, seed), walks, Stream((statement.id, "worst"), seed)
    )
    return list({c.label: c for c in found}.values())


def _plainest(statement: Statement, known: list[Cell]) -> list[Cell]:
    """The cells with the first patterns of each dimensions, identities mostly, whose matrices are not too large."""
    small = [c for c in known if entries_at(statement, c.dims) <= 2 * ENTRIES]
    first = {tuple(c.dims.values()): (c.patterns, c.fixed) for c in reversed(small)}
    return [c for c in small if first[tuple(c.dims.values())] == (c.patterns, c.fixed)]


def _tightest(statement: Statement, known: list[Cell], seed: int, draws: int, most: int) -> list[Cell]:
    """At most so many cells, those where a few draws, not used again, leave the claim least margin."""
    margins: list[tuple[float, Cell]] = []
    for index, cell in enumerate(known):
        trials = [trial(statement, k, cell) for k in range(len(statement.conjuncts))]
        if not index and decided(statement, 0, cell) is not None:
            return []  # enclosures see more than draws
        stream = Stream((statement.id, "pilot", index), seed)
        draw(cell, trials, stream, draws, NEVER, Bank())
        margins += [(t.test.mean, cell) for t in trials if t.telling and t.test.draws]
    return [cell for _, cell in sorted(margins, key=lambda r: r[0])[:most]]


def _dims(statement: Statement) -> list[Dim]:
    """The dimensions of a statement."""
    return [v for v in statement.let if isinstance(v, Dim)]


def _rectangular(statement: Statement) -> bool:
    """Whether one side of a random matrix can grow while the other stays."""
    shapes = [v.domain.shape for v in statement.let if isinstance(getattr(v, "domain", None), IidMatrices)]
    return any(rows != cols for rows, cols in shapes)


def _of_at_most(statement: Statement, most: int) -> Callable[[Mapping[str, int]], bool]:
    """Whether no matrix in the claim has more than so many entries."""
    return lambda dims: entries_at(statement, dims) <= most


def entries_at(statement: Statement, dims: Mapping[str, int]) -> int:
    """Entries of the largest matrix in the claim."""
    return max(entries(substitute(clause, dict(dims))) for clause in statement.conjuncts)


def _of_one(statement: Statement) -> bool:
    """Whether the claim has a single matrix."""
    return sum(isinstance(leaf, Matrix) for leaf in statement.let) == 1


def _narrow(statement: Statement, cell: Cell) -> bool:
    """Whether the claim asks for extreme singular values of one Gaussian matrix alone, and it is large."""
    if not _of_one(statement):
        return False
    events = [e.event for k in range(len(statement.conjuncts)) for e in trial(statement, k, cell).events]
    sides = [side for event in events for side in cell.concrete(event).args[::2]]
    return bool(events) and cell.law == "gaussian" and all(Sampler(cell, [s]).model for s in sides if noises(s))


def _even(claimed: Trial) -> bool:
    """Whether a probability near one half is claimed, which the fewest draws can contradict."""
    bound = claimed.bound_of_single
    return bound is not None and abs(bound - 0.5) < 0.25


def _cost(statement: Statement, cell: Cell) -> int:
    """What one draw costs, in entries of a matrix; a bidiagonal one has a few."""
    if max(cell.dims.values(), default=1) >= MODEL_FROM and _narrow(statement, cell):
        return max(cell.dims.values())
    return entries_at(statement, cell.dims)


def _decisions(statement: Statement, found: list[Cell], many: bool) -> list[Decision]:
    """What enclosures say, at the cells of the draws and at more and larger ones where they say anything."""
    numbers = range(len(statement.conjuncts))
    first = [d for c in found for k in numbers if (d := decided(statement, k, c)) is not None]
    if not first:
        return []
    tiny = cells(statement, range(1, TINY + 1), fits=lambda dims: max(dims.values(), default=1) <= TINY)
    large = cells(
        statement, (12, 24, 32, CLOSED, 2 * CLOSED), fits=lambda dims: max(dims.values(), default=1) <= 2 * CLOSED
    )
    leads = _dims(statement) if _rectangular(statement) else []
    thin = [c for v in leads for c in cells(statement, LONG, lead=v, fits=_thin)]
    more = {
        c.label: c
        for c in (
            *spread(tiny, 24),
            *spread(distant(statement, tiny), 12),
            *spread(distant(statement, thin), 12),
            *spread(large, 96 if many else 24),
            *spread(endangered(statement, spread(large, 60)), 24),
        )
    }
    first += [d for c in more.values() for k in numbers if (d := decided(statement, k, c)) is not None]
    if not any(d.holds is False for d in first):
        first += nearer(statement, first)
    return list({(d.cell.label, d.conjunct): d for d in first}.values())  # the searches meet at some places


def _described(trial: Trial, error: float) -> dict[str, Any]:
    draws = trial.test.draws
    parts = []
    for event, count in zip(trial.events, trial.met, strict=True):
        low, high = binomial.interval(count, draws, error) if draws else (0.0, 1.0)
        parts.append({"event": write(event), "seen": count, "low": low, "high": high})
    out: dict[str, Any] = {
        "cell": trial.cell.label,
        "conjunct": trial.conjunct,
        "draws": draws,
        "doubtful": trial.doubtful,
        "undefined": trial.undefined,
        "outside_condition": trial.outside,
        "mean_slack": trial.test.mean if draws else None,
        "log10_evidence": min(trial.test.peak / math.log(10), 1e9),
        "probabilities": parts,
    }
    bound = trial.bound_of_single
    if bound is not None and draws:
        p_value = binomial.p_at_most if trial.weights[0] < 0 else binomial.p_at_least
        out |= {"bound": bound, "p_value": p_value(trial.met[0], draws, bound)}
    return out


def _verdict(checked: Checked) -> tuple[Verdict, str]:
    """The verdict, and why there was no more to do."""
    usable = checked.usable
    if any(d.holds is False for d in checked.decisions):
        return Verdict.REFUTED, "enclosures of the probabilities contradict the claim"
    if any(t.test.rejected(checked.error) for t in usable):
        return Verdict.REFUTED, "a test rejected the claim"
    if not usable and not any(d.holds for d in checked.decisions):
        if not checked.trials:
            return Verdict.VACUOUS, "no parameters meet the hypotheses"
        if not any(t.test.draws for t in checked.trials):
            return Verdict.VACUOUS, "no draw meets the condition of the claim"
        return Verdict.VACUOUS, "the claim has no meaning, or is left open by rounding, at every draw"
    if odd := _at_odds(checked):
        return Verdict.INCONCLUSIVE, f"draws and enclosures disagree: {odd}"
    return Verdict.SUPPORTED, "every planned draw was made"


def _finding(statement: Statement, checked: Checked) -> Finding:
    usable, error = checked.usable, checked.error
    verdict, stopped = _verdict(checked)
    refuting = [t for t in usable if t.test.rejected(error)]
    broken = [d for d in checked.decisions if d.holds is False]
    shown_at = [t.cell for t in usable] + [d.cell for d in checked.decisions]
    scope = evidence.looked_at({max(c.dims.values(), default=1) for c in shown_at}, len({c.label for c in shown_at}))
    finding = Finding(verdict, scope, plain(_evidence(statement, checked, stopped)))
    if broken:
        finding.counterexample = _exact_counterexample(statement, broken[0])
    elif refuting:
        finding.counterexample = _counterexample(statement, refuting[0], error)
    return finding


def _at_odds(checked: Checked) -> str:
    """A probability whose enclosure lies outside the interval that the draws at the same cell give, in words."""
    for t in checked.usable:
        for event, count in zip(t.events, t.met, strict=True):
            if event.condition is not None or t.doubtful or t.undefined:
                continue
            known = exact_tails.probability(event.event, t.cell)
            low, high = binomial.interval(count, t.test.draws, checked.error)
            if known is not None and (bool(known < low) or bool(known > high)):
                return f"{write(event)} at {t.cell.label} is {float(known):.6g}, drawn in [{low:.6g}, {high:.6g}]"
    return ""


def _evidence(statement: Statement, checked: Checked, stopped: str) -> dict[str, Any]:
    usable, error, trials = checked.usable, checked.error, checked.trials
    closest = sorted(usable, key=lambda t: (-t.test.peak, t.test.mean))
    narrow = sorted(checked.decisions, key=lambda d: d.relative)
    cell = trials[0].cell if trials else None
    cells_seen = [t.cell for t in usable] + [d.cell for d in checked.decisions]
    sizes = sorted({max(c.dims.values(), default=1) for c in cells_seen})
    broken = {t.conjunct for t in usable if t.test.rejected(error)}
    broken |= {d.conjunct for d in checked.decisions if d.holds is False}
    return evidence.account(
        statement,
        checked.spent,
        certified=sum(d.holds is not None for d in checked.decisions),
        min_slack=min([t.test.mean for t in usable] + [d.margin for d in checked.decisions], default=None),
        undecided=sum(t.doubtful for t in trials),
        out_of_domain=sum(t.undefined for t in trials),
        stopped=stopped,
        dimensions=", ".join(f"n = {n}" for n in sizes),
        device="cpu",
        conjuncts=[
            evidence.conjunct(c, k in broken, min((t.test.mean for t in usable if t.conjunct == k), default=None))
            for k, c in enumerate(statement.conjuncts)
        ],
        hypotheses=[shown(c, cell) for c in statement.hypotheses],
        probability={
            "error_suite": SUITE_ERROR, "statements": STATEMENTS, "error_per_test": error, "tests": len(trials),
            "method": "betting test of a bounded mean, valid at every look; Clopper-Pearson intervals"
            + ("; enclosures in ball arithmetic where the law is known" if checked.decisions else ""),
            "worst": [_described(t, error) for t in closest[:SHOWN]],
            "enclosed": {
                "decisions": len(checked.decisions), "undecided": sum(d.holds is None for d in checked.decisions),
                "closest": [
                    {"cell": d.cell.label, "conjunct": d.conjunct, "probabilities": list(d.probabilities),
                     "margin": d.margin, "relative_slack": d.relative}
                    for d in narrow[:SHOWN]
                ],
            },
        },
    )  # fmt: skip


def plain(value: Any) -> Any:
    """Plain data with None for every number that is not finite: a side left open, a prediction nobody makes."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def shown(clause: Any, cell: Cell | None) -> dict[str, Any]:
    """A hypothesis with parameters that meet it and parameters that do not."""
    met = missed = None
    if cell is not None:
        met = _parameters(cell.dims, cell.scalars)
        for name, value in () if of_matrices(clause) else cell.scalars.items():
            for other in (Fraction(-1), value * 1000 + 1000):
                moved = {**cell.scalars, name: other}
                if missed is None and not holds(clause, cell.dims, moved):
                    missed = _parameters(cell.dims, moved)
        missed = missed or (None if of_matrices(clause) else _smaller(clause, cell))
    return evidence.hypothesis(clause, met, missed)


def _parameters(dims: Mapping[str, int], scalars: Mapping[str, Fraction]) -> evidence.Shown:
    return evidence.shown({k: str(v) for k, v in scalars.items()}, dims)


def at_cell(cell: Cell) -> evidence.Shown:
    """The parameters of a cell, with the law of the entries."""
    at = _parameters(cell.dims, cell.scalars)
    return {**at, "values": {**at["values"], "entries": cell.law}}


def _smaller(clause: Any, cell: Cell) -> dict[str, Any] | None:
    """All dimensions at 0, where that misses a hypothesis on dimensions."""
    dims = dict.fromkeys(cell.dims, 0)
    if holds(clause, dims, cell.scalars):
        return None
    return _parameters(dims, cell.scalars)


def _counterexample(statement: Statement, trial: Trial, error: float) -> dict[str, Any]:
    seen = _described(trial, error)
    parts = "; ".join(f"{p['event']} lies in [{p['low']:.6g}, {p['high']:.6g}]" for p in seen["probabilities"])
    bound, first = trial.bound_of_single, seen["probabilities"][0]
    sides = (
        f"[{first['low']:.9g}, {first['high']:.9g}]",
        "<=" if trial.weights[0] < 0 else ">=",
        "0" if bound is None else f"{bound:.9g}",
    )
    why = (
        f"At {trial.cell.label}, {trial.test.draws:,} independent draws: {parts}. A test that is wrong with "
        f"probability at most {error:.1e} rejects the claim (evidence 1e{trial.test.peak / math.log(10):+.0f})."
    )
    return evidence.counterexample(statement, trial.conjunct, at_cell(trial.cell), sides, why)


def _exact_counterexample(statement: Statement, decision: Decision) -> dict[str, Any]:
    cell, parts = decision.cell, "; ".join(decision.probabilities)
    why = (
        f"At {cell.label} the probabilities of the claim, in its order, are {parts}, each enclosed in ball "
        f"arithmetic: the claim misses by {decision.said.lstrip('-')}."
    )
    return evidence.counterexample(statement, decision.conjunct, at_cell(cell), (parts, ">=", "0"), why)
