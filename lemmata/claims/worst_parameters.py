"""Where a claim about random matrices has least margin, over the matrices in it that are not random.

A few members of a domain say little of all unit vectors.  From each of them a walk goes to neighbours, to the one at
which a measurement (an enclosure, or the mean over a few draws that are the same for all) leaves the least margin.
Where it ends is put to the tests like any other choice of parameters, with draws of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from lemmata.claims.probability_exact import decided
from lemmata.claims.probability_trials import Bank, draw, trial
from lemmata.evaluate.randomness import Stream
from lemmata.language.statement import Statement
from lemmata.statistics import fixed_matrices
from lemmata.statistics.cells import Cell, met, spread

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
