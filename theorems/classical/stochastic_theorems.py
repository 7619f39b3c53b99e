"""Stochastic matrices: rows that sum to one, as a hypothesis and as what becomes of rows divided by their sums."""

from lemmata.theorems.classical import n, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Nonnegative,
    Scalar,
    Statement,
    diag,
    eq,
    maxabs,
    normF,
    norminf,
    ones,
    smax,
    spectral_radius,
)
from lemmata.theorems.language.columns import Entries

STOCHASTIC: list[Statement] = []
theorem = collector(STOCHASTIC)
X, Y = Nonnegative("X", n, n), Nonnegative("Y", n, n)
t = Scalar("t", 0, 1)
e = ones(n, 1)
S, U = (diag(1 / Entries(Z @ e)) @ Z for Z in (X, Y))

theorem(
    "classical.rows-of-sum-one", "Stochastic matrices average", "Section 8.7",
    (
        eq(norminf(X), 1), maxabs(X @ x) <= maxabs(x), eq(spectral_radius(X @ Y), 1), eq(norminf(X @ Y), 1),
        eq(spectral_radius(t * X + (1 - t) * Y), 1),
    ),
    (eq(X @ e, e), eq(Y @ e, e)),
)  # fmt: skip
theorem(
    "classical.doubly-stochastic", "Doubly stochastic matrices shorten", "Section 8.7",
    (eq(smax(X), 1), normF(X @ x) <= normF(x), normF(X) ** 2 <= n), (eq(X @ e, e), eq(X.T @ e, e)),
)  # fmt: skip
theorem(
    "classical.rows-divided", "Rows divided by their sums", "Section 8.7",
    (
        eq(S @ e, e), eq(norminf(S), 1), maxabs(S @ x) <= maxabs(x), eq(spectral_radius(S), 1),
        eq(spectral_radius(S @ U), 1), eq(spectral_radius(t * S + (1 - t) * U), 1), normF(S) ** 2 <= n,
    ),
)  # fmt: skip
theorem(
    "classical.rows-and-columns-divided", "Rows divided by their sums, with columns of sum one", "Section 8.7",
    (eq(smax(S), 1), normF(S @ x) <= normF(x)), eq(S.T @ e, e),
)  # fmt: skip
