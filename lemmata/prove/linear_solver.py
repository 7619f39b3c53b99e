"""Linear programs, in floating point by HiGHS: what comes back is a guess that exact arithmetic has to confirm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import highspy
import numpy as np

Entry = tuple[int, int, float]  # row, column, value
SECONDS = 5.0  # of wall time for one program


def minimum(
    cost: Sequence[float], entries: Iterable[Entry], low: Sequence[float], high: Sequence[float], free: int = 0
) -> list[float] | None:
    """Values x >= 0 with low <= A x <= high of least cost; the last `free` of them may have either sign.

    `entries` are those of A, each place once; `low` and `high` have one number a row, math.inf included.  Returns None
    where there is no solution, and where none was found in time.
    """
    placed = sorted((column, row, value) for row, column, value in entries)
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(cost), len(low)
    program.col_cost_ = np.array(cost, float)
    program.col_lower_ = np.array([0.0] * (len(cost) - free) + [-highspy.kHighsInf] * free)
    program.col_upper_ = np.full(len(cost), highspy.kHighsInf)
    program.row_lower_, program.row_upper_ = np.array(low, float), np.array(high, float)
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.searchsorted([column for column, _, _ in placed], range(len(cost) + 1))
    program.a_matrix_.index_ = np.array([row for _, row, _ in placed], int)
    program.a_matrix_.value_ = np.array([value for _, _, value in placed], float)
    solver = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("time_limit", SECONDS)):
        solver.setOptionValue(option, value)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return list(solver.getSolution().col_value)
