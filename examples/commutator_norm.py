"""How large can a commutator be?

Problem
    The worst case of ||AB - BA||_F / (||A||_F ||B||_F) over real square matrices.

Guarantee
    ||AB - BA||_F^2 <= 2 ||A||_F^2 ||B||_F^2, where the triangle inequality alone gives 4.

Reference
    A. Böttcher and D. Wenzel, "How big can the commutator of two matrices be and how big is it typically?", Linear
    Algebra and its Applications 403 (2005); the constant for all orders in their paper of 2008.

Arguments
    budget: seconds for the check.

Returns
    The ratio at the tightest instance found, and the theoretical worst case, the square root of 2.

Printed run
    $ python examples/commutator_norm.py
    supported: the commutator bound
    computed 1.414214, theory 1.414214
"""

from __future__ import annotations

import math

import numpy as np

import lemmata


def worst_case(budget: float = 6.0) -> tuple[float, float]:
    """See the top of the file."""
    result = lemmata.check(
        "normF(A @ B - B @ A)**2 <= 2 * normF(A)**2 * normF(B)**2",
        let={"n": "integer(2, 4)", "A": "real(n, n)", "B": "real(n, n)"},
        name="the commutator bound",
        budget=budget,
    )
    print(f"{result.verdict}: {result.statement.title}")
    found = result.instance.numpy() if result.instance else {}
    A, B = found["A"], found["B"]
    ratio = np.linalg.norm(A @ B - B @ A) / (np.linalg.norm(A) * np.linalg.norm(B))
    return float(ratio), math.sqrt(2)


if __name__ == "__main__":
    print("computed {:.6f}, theory {:.6f}".format(*worst_case()))
