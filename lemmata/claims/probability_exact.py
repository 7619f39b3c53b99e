"""Claims about probabilities decided by enclosures, and the cells at which a claim is in danger."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from operator import eq
from typing import Any

from sympy import Integer

from lemmata.claims.probability_trials import Bank, draw, sides, trial
from lemmata.evaluate.randomness import Stream
from lemmata.language.probability import Probability
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.linalg.gaussian_extremes import NARROW
from lemmata.linalg.precision import precision
from lemmata.statistics import exact_tails, fixed_matrices
from lemmata.statistics.cells import Cell, admitted, cells, met, spread
from lemmata.statistics.reduction import replaced

BITS = (NARROW, 400, 1600)  # of the enclosures, one after the other until the sign shows
TINY_BITS = 4000  # one more of them where the largest side is `TINY`: the tails of `distant` cells
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
    for bits in (*BITS, *([TINY_BITS] if max(cell.dims.values(), default=1) <= TINY else [])):
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


def endangered(statement: Statement, known: Sequence[Cell], most: int = 8) -> list[Cell]:
    """Cells with one scalar moved to where a claim about one probability claims 5, 50 and 90 %.

    The scalar runs over the range its values take in `known` of the same dimensions, `most` choices of these; a claim
    whose bound stays outside (0, 1) there has no such cells.
    """
    out: list[Cell] = []
    groups: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in known:
        groups.setdefault((*cell.dims.items(), *cell.patterns.items(), *cell.fixed.items(), cell.law), []).append(cell)
    usable = [
        members for members in groups.values() if any(len(_range(members, name)) > 1 for name in members[0].scalars)
    ]
    for members in spread(usable, most):
        for name in members[0].scalars:
            values = _range(members, name)
            for k in range(len(statement.conjuncts)) if len(values) > 1 else ():
                out += _moved(statement, k, members[0], name, values[0], values[-1])
    return out


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
