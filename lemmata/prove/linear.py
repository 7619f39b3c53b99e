"""Exact linear algebra on sparse columns: what a linear program in floats chooses, made rational."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

TINY = 1e-9  # coefficients of a linear program that count as zero

Column = Mapping[Any, Fraction]


def solve(columns: Sequence[Column], target: Column, rank: Callable[[Any], Any] | None = None) -> list[Fraction] | None:
    """Coefficients c with sum c_k column_k = target, zero where any will do; None where there are none.

    Of a column the entry of the highest `rank` is eliminated.
    """
    rows: dict[Hashable, tuple[dict[Any, Fraction], dict[int, Fraction]]] = {}  # by the entry that each removes

    def reduced(v: dict[Any, Fraction], made: dict[int, Fraction]) -> None:
        while (pivot := next((m for m in v if m in rows), None)) is not None:
            other, how = rows[pivot]
            c = v[pivot] / other[pivot]
            for into, source in ((v, other), (made, how)):
                for m, k in source.items():
                    into[m] = into.get(m, Fraction(0)) - c * k
                    if not into[m]:
                        del into[m]

    for k, column in enumerate(columns):
        v, made = dict(column), {k: Fraction(1)}
        reduced(v, made)
        if v:
            rows[max(v, key=rank)] = (v, made)
    v, made = dict(target), dict[int, Fraction]()
    reduced(v, made)
    return None if v else [-made.get(k, Fraction(0)) for k in range(len(columns))]


def cheapest(
    columns: Sequence[Column], target: Column, cost: Sequence[float], free: Collection[int] = ()
) -> list[Fraction] | None:
    """The coefficients of least cost, not negative but for those of `free` columns; None where there are none.

    None as well where those that the linear program uses in floats solve nothing exactly.
    """
    rows = {m: k for k, m in enumerate(sorted({*target, *(m for e in columns for m in e)}))}
    if any(all(m not in e for e in columns) for m in target):
        return None
    import numpy as np
    from scipy.optimize import linprog  # here: it takes longer to load than most proofs to check

    a, b = np.zeros((len(rows), len(columns))), np.zeros(len(rows))
    for k, e in enumerate(columns):
        for m, c in e.items():
            a[rows[m], k] = float(c)
    for m, c in target.items():
        b[rows[m]] = float(c)
    bounds = [(None if k in free else 0, None) for k in range(len(columns))]
    found = linprog(cost, A_eq=a, b_eq=b, bounds=bounds, method="highs")
    if found.status != 0:
        return None
    used = [k for k, c in enumerate(found.x) if abs(c) > TINY]
    exact = solve([columns[k] for k in used], target)
    if exact is None or any(c < 0 for k, c in zip(used, exact, strict=True) if k not in free):
        return None
    out = [Fraction(0)] * len(columns)
    for k, c in zip(used, exact, strict=True):
        out[k] = c
    return out
