"""Linear programs: HiGHS chooses in floating point, and what it chose is solved exactly on sparse columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import highspy
import numpy as np

ITERATIONS = 20_000  # of the simplex method, in place of a time: what is found depends on no clock
TINY = 1e-9  # coefficients of a linear program that count as zero

Column = Mapping[Any, Fraction]
Entry = tuple[int, int, float]  # row, column, value


def minimum(
    cost: Sequence[float],
    entries: Iterable[Entry],
    low: Sequence[float],
    high: Sequence[float],
    free: Collection[int] = (),
) -> list[float] | None:
    """Values x >= 0 with low <= A x <= high of least cost; the `free` ones may have either sign.

    `entries` are those of A, each place once; `low` and `high` have one number a row, math.inf included.  Returns None
    where there is no solution, and where none was found in so many iterations.
    """
    placed = sorted((column, row, value) for row, column, value in entries)
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(cost), len(low)
    program.col_cost_ = np.array(cost, float)
    program.col_lower_ = np.array([-highspy.kHighsInf if k in free else 0.0 for k in range(len(cost))])
    program.col_upper_ = np.full(len(cost), highspy.kHighsInf)
    program.row_lower_, program.row_upper_ = np.array(low, float), np.array(high, float)
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.searchsorted([column for column, _, _ in placed], range(len(cost) + 1))
    program.a_matrix_.index_ = np.array([row for _, row, _ in placed], int)
    program.a_matrix_.value_ = np.array([value for _, _, value in placed], float)
    solver = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("simplex_iteration_limit", ITERATIONS)):
        solver.setOptionValue(option, value)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return list(solver.getSolution().col_value)


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
    entries = [(rows[m], k, float(c)) for k, e in enumerate(columns) for m, c in e.items()]
    wanted = [float(target.get(m, 0)) for m in rows]
    found = minimum(cost, entries, wanted, wanted, free)
    if found is None:
        return None
    used = [k for k, c in enumerate(found) if abs(c) > TINY]
    exact = solve([columns[k] for k in used], target)
    if exact is None or any(c < 0 for k, c in zip(used, exact, strict=True) if k not in free):
        return None
    out = [Fraction(0)] * len(columns)
    for k, c in zip(used, exact, strict=True):
        out[k] = c
    return out
