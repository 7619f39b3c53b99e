"""How badly conditioned is a residual block?

Problem
    The worst case of cond(I + M) over square matrices M whose operator norm is at most 1/2.

Guarantee
    cond(I + M) <= (1 + 1/2) / (1 - 1/2) = 3: the identity moves every singular value into [1/2, 3/2].

Reference
    The bound is Weyl's inequality for singular values; for residual networks see R. Riedi, R. Balestriero and
    R. Baraniuk, "Singular value perturbation and deep network optimization", Constructive Approximation (2022).

Arguments
    budget: seconds for the check.

Returns
    The condition number at the tightest instance found, and the theoretical worst case, 3.

Printed run
    $ python examples/residual_condition.py
    proved: a residual block
    computed 3.000000, theory 3.000000
"""

from __future__ import annotations

import numpy as np

import lemmata
from lemmata.language import Dim, Id, Kind, Matrix, Paper, Statement, chain, cond, smax

n = Dim("n", 2, 4)
M = Matrix("M", n, n)
residual_block = Statement(
    id="example.residual-block",
    title="a residual block",
    source=Paper("example", "Examples", "").at(),
    kind=Kind.ALGEBRAIC,
    given=chain(2 * smax(M), "<=", 1),
    claim=chain(cond(Id(n) + M), "<=", 3),
)


def worst_case(budget: float = 6.0) -> tuple[float, float]:
    """See the top of the file."""
    result = lemmata.check(residual_block, budget=budget)
    print(f"{result.verdict}: {result.statement.title}")
    found = result.instance.numpy() if result.instance else {}
    return float(np.linalg.cond(np.eye(found["n"]) + found["M"])), 3.0


if __name__ == "__main__":
    print("computed {:.6f}, theory {:.6f}".format(*worst_case()))
