"""Each operator on small trees: what it gives, and where it keeps away."""

import pytest

from lemmata.language import (
    Dim,
    Index,
    Matrix,
    Scalar,
    Symmetric,
    cond,
    eq,
    forall,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    s,
    smax,
    smin,
    sqrt,
    total,
)
from lemmata.mutants.operators import OPERATORS
from lemmata.mutants.variants import _changed
from tests.made import statement as made

n = Dim("n")
A, B = Matrix("A", n, n), Matrix("B", n, n)
N = Symmetric("N", n)
rho, x = Scalar("rho", 0, 1), Scalar("x")
i = Index("i")


def changed(operator, claim, given=()):
    """What an operator makes of a statement: the new text of the clause or variable."""
    return [draft.change[0] for draft in _changed(made(claim, given), OPERATORS[operator])]


@pytest.mark.parametrize(
    ("operator", "claim", "expected"),
    [
        ("constant-1pct", smax(A) <= normF(A), ["smax(A) <= 99/100 * normF(A)"]),
        ("constant-10pct", normF(A) >= smax(A), ["normF(A) >= 11/10 * smax(A)"]),
        ("constant-10pct", smax(A) <= 2 * normF(A), ["smax(A) <= 9/5 * normF(A)"]),
        ("constant-10pct", smax(2 * A) <= x, ["smax(11/5 * A) <= x", "smax(2 * A) <= 9/10 * x"]),
        ("constant-10pct", smax(A + 2 * B) <= 0, ["smax(A + 9/5 * B) <= 0", "smax(A + 11/5 * B) <= 0"]),
        ("constant-10pct", smax(A) > 0, []),
        ("constant-10pct", cond(A) >= 1, ["9/10 * cond(A) >= 1", "cond(A) >= 11/10"]),
        ("constant-10pct", lmax(N) <= x, ["lmax(N) <= 9/10 * x", "lmax(N) <= 11/10 * x"]),
        ("constant-10pct", eq(smax(A), norm2(A)), ["smax(A) == 9/10 * norm2(A)", "smax(A) == 11/10 * norm2(A)"]),
        ("reversed", smax(A) <= normF(A), ["smax(A) >= normF(A)"]),
        ("reversed", eq(smax(A), norm2(A)), []),
        ("strict", smax(A) <= normF(A), ["smax(A) < normF(A)"]),
        ("equality", smax(A) <= normF(A), ["smax(A) == normF(A)"]),
        ("ends-swapped", smax(A) <= normF(A), ["smin(A) <= normF(A)"]),
        ("ends-swapped", lmin(N) <= x, ["lmax(N) <= x"]),
        ("ends-swapped", forall(i, 1, n, s(A, i) <= normF(A)), ["s(A, n - i + 1) <= normF(A) for i in 1..n"]),
        ("square-lost", smax(A) ** 2 <= normF(A) ** 2, ["smax(A) <= normF(A)**2", "smax(A)**2 <= normF(A)"]),
        ("square-gained", smax(A) <= sqrt(x), ["smax(A)**2 <= sqrt(x)", "smax(A) <= x", "smax(A) <= sqrt(x**2)"]),
        ("min-max", maximum(x, rho) <= 1, ["min(x, rho) <= 1"]),
        ("sum-root", smax(A) <= normF(A), ["smax(A) <= sum(s(A))"]),
        ("sum-root", total(s(A) ** 2) <= 1, ["sum(s(A))**2 <= 1"]),
        ("sum-root", smax(A) <= smax(B) + smin(B), ["smax(A) <= sqrt(smax(B)**2 + smin(B)**2)"]),
        ("largest-term", total(s(A)) <= 1, ["max(s(A)) <= 1"]),
        ("factors-swapped", smax(A @ B) <= x / rho, ["smax(B @ A) <= x / rho", "smax(A @ B) <= rho / x"]),
        ("factor-dropped", smax(A @ B) <= x / rho, ["smax(B) <= x / rho", "smax(A) <= x / rho", "smax(A @ B) <= x"]),
        ("transposed", smax(A.T @ N) <= x, ["smax(A @ N) <= x"]),
        ("other-spectrum", smax(A) <= lmax(N), ["rho(A) <= lmax(N)", "smax(A) <= smax(N)"]),
        ("other-norm", norm2(A) <= normF(B), ["normF(A) <= normF(B)", "norm2(A) <= norm2(B)"]),
        ("function-lost", abs(x) <= 1, ["x <= 1"]),
        ("size-off-by-one", normF(A) <= sqrt(n) * smax(A), ["normF(A) <= sqrt(n - 1) * smax(A)"]),
        ("exponent-raised", x**2 <= 1, ["x**3 <= 1"]),
        ("bracket-moved", sqrt(x + rho) <= 1, ["sqrt(x) + rho <= 1", "x + sqrt(rho) <= 1"]),
        ("sign-flipped", smax(A - B) <= x, ["smax(A + B) <= x"]),
        ("term-dropped", smax(A - B) <= x, ["smax(-B) <= x", "smax(A) <= x"]),
    ],
)
def test_what_an_operator_makes_of_a_claim(operator, claim, expected):
    assert changed(operator, claim) == expected
