"""A bound that gives away a factor of two, and how a check says so.

Problem
    The smallest c with ||(A + A^T) / 2|| <= c ||A|| for all real square matrices, in the operator norm, when a
    careless estimate claims c = 2.

Guarantee
    c = 1: a matrix and its transpose have the same norm.

Reference
    Textbook; for instance R. Horn and C. Johnson, "Matrix Analysis", section 5.6.

Arguments
    budget: seconds for the check.

Returns
    The constant that the careless one could be replaced by, as far as the check can tell (a certified lower bound for
    it), and the theoretical one, 1.

Printed run
    $ python examples/sharper_constant.py
    proved: symmetric part; 1/2 of the bound was enough
    computed 1.000000, theory 1.000000
"""

from __future__ import annotations

import lemmata

CARELESS = 2.0


def worst_case(budget: float = 6.0) -> tuple[float, float]:
    """See the top of the file."""
    result = lemmata.check(
        "smax(sym(A)) <= 2 * smax(A)",
        let={"n": "integer(1, 4)", "A": "real(n, n)"},
        name="symmetric part",
        budget=budget,
    )
    constant = result.entry["sharpness"]["constants"][0]
    print(f"{result.verdict}: {result.statement.title}; {constant['survived']} of the bound was enough")
    return CARELESS * float(constant["at_least"]), 1.0


if __name__ == "__main__":
    print("computed {:.6f}, theory {:.6f}".format(*worst_case()))
