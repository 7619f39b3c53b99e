"""What classical limit theorems say of a quantity of random matrices: from a claim to `statistics.known`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sympy import Rational

from lemmata.language.families import Unit
from lemmata.language.instantiate import substitute
from lemmata.language.matrices import MatPlus
from lemmata.language.variables import Dim
from lemmata.statistics import known
from lemmata.statistics.cells import Cell
from lemmata.statistics.reduction import at_edges, noises, reduce, replaced


def tree_at(tree: Any, order: int, cell: Cell, dim: Dim, settled: dict[Any, bool]) -> Any | None:
    """A tree over what limit theorems speak of, `dim` growing to `order`; None where no theorem is at hand.

    `settled` remembers of which trees theorems give the law.
    """
    reduced = reduce(tree) if noises(tree) else tree
    edges = [] if reduced is not None else [at_edges(tree, shift, dim) for shift in (0.0, known.NUDGE, -known.NUDGE)]
    if reduced is None and edges[0] is None:
        return None

    patterns = cell.patterns.items() if edges else ()
    diagonals = {name: _diagonal(values) for name, values in patterns}

    def at(node: Any, n: int) -> Any:
        dims = {**cell.dims, dim.name: n}
        return replaced(substitute(node, dims), cell.values | diagonals)

    if tree not in settled:
        if edges:
            settled[tree] = known.edge_follows([at(node, known.ORDERS[-1]) for node in edges])
        else:
            settled[tree] = not noises(tree) or known.follows(at(reduced, known.ORDERS[-1]))
    return at(edges[0] if edges else reduced, order) if settled[tree] else None


def _diagonal(values: Sequence[Fraction]) -> Any:
    """A diagonal matrix of numbers."""
    n = len(values)
    units = [Unit(n, j + 1) for j in range(n)]
    parts = [Rational(v.numerator, v.denominator) * (e @ e.T) for v, e in zip(values, units, strict=True)]
    return parts[0] if n == 1 else MatPlus(*parts)
