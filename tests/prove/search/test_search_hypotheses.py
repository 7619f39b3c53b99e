"""What orders and equations that are given say, regular and singular matrices, exponentials, terms of sums."""

from contextlib import suppress

import pytest

from lemmata.prove.search.finding import NotFound, OutOfTime
from tests.prove.search.tactics import claim, searching

SECONDS = 30.0
LET = {
    "n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)", "C": "real(n, n)", "G": "symmetric(n)",
    "x": "real(n, 1)", "p": "nonnegative(n, 1)", "a": "positive", "b": "positive",
    "t": "real", "u": "real", "v": "real", "U": "upper(n)", "k": "integer(1, 3)", "R": "real(n, k)", "S": "real(k, k)",
}  # fmt: skip
ORDER = ["a * I(n) <= G", "G <= b * I(n)"]
BLOCK = "det(block([[A, R], [{}, S]]))"
VALUE = ["A @ x == t * x", "normF(x) == 1"]


@pytest.mark.parametrize(
    ("given", "true", "false"),
    [
        (ORDER, "smax(inv(G)) <= 1 / a", "smax(inv(G)) <= 1 / b"),
        pytest.param(ORDER, "cond(G) <= b / a", "cond(G) <= a / b", marks=pytest.mark.long),
        (["norm2(A) < 1"], "det(I(n) - A) != 0", "det(A) != 0"),
        pytest.param(["norm2(B) < smin(A)"], "det(A + B) != 0", "det(B) != 0", marks=pytest.mark.long),
        pytest.param(VALUE, "det(A - t * I(n)) == 0", "det(A) == 0", marks=pytest.mark.long),
        (["A @ x == zeros(n, 1)", "normF(x) > 0"], "det(A) == 0", "det(A + I(n)) == 0"),
        (["A @ B == A @ C", "det(A) != 0"], "B == C", "A == C"),
        (["A @ A == A", "det(A) != 0"], "A == I(n)", "A == 2 * I(n)"),
        (["A @ B == A @ C"], "A @ B - A @ C == 0", "B == C"),
        (["B @ A == I(n)"], "A @ B == I(n)", "A == I(n)"),
        (["B @ A == I(n)"], "det(A) != 0", "det(A) == 1"),
        (["rank(A) == n"], "pinv(A) @ A == I(n)", "A @ A == A"),
        (["A @ x == 0", "norm(x) > 0"], "det(A) == 0", "det(A + I(n)) == 0"),
        (["A @ x == 0"], "normF(A @ x) == 0", "det(A) == 0"),
        (["A @ A == 0"], "det(I(n) + A) != 0", "det(A.T + A) == 0"),
        (["A @ A == 0"], "rho(A) == 0", "rho(A + A.T) == 0"),
        (["A @ A == I(n)"], "rank(A - I(n)) + rank(A + I(n)) == n", "rank(A - I(n)) == rank(A + I(n))"),
        ((), "det(U.T @ U) == prod(diag(U))**2", "det(A.T @ A) == prod(diag(A))**2"),
        ((), f"{BLOCK.format('zeros(k, n)')} == det(A) * det(S)", f"{BLOCK.format('R.T')} == det(A) * det(S)"),
        ((), "norm2(expm(-a * G)) <= exp(-a * lmin(G))", "norm2(expm(-a * G)) <= exp(-a * lmax(G))"),
        ((), "expm(G) >= I(n) + G", "expm(G) >= I(n) + 2 * G"),
        ((), "lmax(-2 * G) == -2 * lmin(G)", "lmax(-2 * G) == -2 * lmax(G)"),
        ((), "log(1 + exp(u)) - log(1 + exp(-u)) == u", "log(1 + exp(u)) - log(1 + exp(-u)) == v"),
        (
            (),
            "softplus((u + v) / 2) <= (softplus(u) + softplus(v)) / 2",
            "softplus(u + v) <= softplus(u) + softplus(v) / 2",
        ),
        ((), "relu(1 - u) <= 1 + softplus(-u)", "relu(2 - u) <= 1 + softplus(-u)"),
        (["rank(R) == n"], "R @ pinv(R) == I(n)", "pinv(R) @ R == I(k)"),
        ((), "log(1 + exp(u)) >= max(u, 0)", "log(1 + exp(u)) >= max(u, 1)"),
        ((), "relu(x) - relu(-x) == x", "relu(x) + relu(-x) == x"),
        ((), "exp(u) * exp(-u) + exp(v) * exp(-v) == 2", "exp(u) * exp(-v) == 1"),
        ((), "1 / (1 + exp(-u)) + 1 / (1 + exp(u)) == 1", "1 / (1 + exp(-u)) + 1 / (1 + exp(v)) == 1"),
        ((), "p <= sum(p)", "x <= sum(x)"),
        ((), "exp(x) / sum(exp(x)) <= 1", "2 * exp(x) / sum(exp(x)) <= 1"),
        ((), "sum(x) <= n * max(x)", "sum(x) <= max(x)"),
    ],
)
def test_what_follows_and_what_does_not(given, true, false):
    searching(claim(true, LET, given), SECONDS).prove()
    with pytest.raises((NotFound, OutOfTime)):
        searching(claim(false, LET, given), 1.0).prove()


def test_a_largest_term_is_taken_for_no_sum():
    made = searching(claim("max(exp(x) / sum(exp(x))) >= 1 / n", LET), 6.0)
    with suppress(NotFound, OutOfTime):
        made.prove()
