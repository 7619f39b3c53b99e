"""Positive definite matrices: inequalities of Kantorovich and Wielandt by condition numbers, roots of determinants."""

from lemmata.theorems.classical import c, n, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Id,
    PositiveDefinite,
    Psd,
    Statement,
    Vector,
    cond,
    det,
    eq,
    inv,
    lmin,
    tr,
)

DEFINITE: list[Statement] = []
theorem = collector(DEFINITE)
K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
y = Vector("y", n)
form, inverse = tr(x.T @ D @ x), tr(x.T @ inv(D) @ x)

theorem(
    "classical.kantorovich-condition", "Kantorovich's inequality by the condition number", "Theorem 7.4.12",
    (
        4 * form * inverse <= (cond(D) + 2 + 1 / cond(D)) * tr(x.T @ x) ** 2,
        form * inverse <= cond(D) * tr(x.T @ x) ** 2,
    ),
)  # fmt: skip
theorem(
    "classical.wielandt-condition", "Wielandt's inequality by the condition number", "Theorem 7.4.12",
    (cond(D) + 1) ** 2 * tr(x.T @ D @ y) ** 2 <= (cond(D) - 1) ** 2 * form * tr(y.T @ D @ y),
    eq(tr(x.T @ y), 0),
)  # fmt: skip
theorem(
    "classical.minkowski-shift", "Minkowski: roots of determinants of shifted matrices", "Theorem 7.8.21",
    (det(K) ** (1 / n) + c <= det(K + c * Id(n)) ** (1 / n), det(K) + c**n <= det(K + c * Id(n))), c >= 0,
)  # fmt: skip
theorem(
    "classical.determinant-roots-grow", "Roots of determinants keep the Loewner order", "Section 7.7",
    det(D) ** (1 / n) <= det(E) ** (1 / n), lmin(E - D) >= 0,
)  # fmt: skip
