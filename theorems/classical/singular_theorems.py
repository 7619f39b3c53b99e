"""Singular values of sums and products: Weyl, Horn, Fan, Mirsky, and what follows for the sum of all of them."""

from lemmata.theorems.classical import BHATIA, TOPICS, M, P, T, c, i, j, n
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    ProdOver,
    Statement,
    SumOver,
    cond,
    det,
    eq,
    forall,
    inv,
    lam,
    norm2,
    normF,
    prod,
    s,
    smax,
    smin,
    sqrt,
    total,
    tr,
)

SINGULAR: list[Statement] = []
theorem = collector(SINGULAR)
k = Dim("k", 1, n)

theorem(
    "classical.weyl-singular", "Weyl: singular values of a sum", (TOPICS, "Theorem 3.3.16"),
    forall(i, 1, n, j, 1, n + 1 - i, s(M + P, i + j - 1) <= s(M, i) + s(P, j)),
)  # fmt: skip
theorem(
    "classical.weyl-product", "Singular values of a product, index by index", (TOPICS, "Theorem 3.3.16"),
    forall(i, 1, n, j, 1, n + 1 - i, s(M @ P, i + j - 1) <= s(M, i) * s(P, j)),
)  # fmt: skip
theorem(
    "classical.singular-perturbation", "Every singular value moves by at most the norm of the perturbation",
    "Corollary 7.3.5",
    (s(M + P) <= s(M) + smax(P), s(M) - smax(P) <= s(M + P), abs(s(M) - s(P)) <= smax(M - P)),
)  # fmt: skip
theorem(
    "classical.least-singular-perturbation", "The smallest singular value of a sum", "Corollary 7.3.5",
    (smin(M) - smax(P) <= smin(M + P), smin(M + P) <= smin(M) + smax(P)),
)  # fmt: skip
theorem(
    "classical.mirsky", "Mirsky: squared distances of singular values", "Corollary 7.3.5",
    total((s(M) - s(P)) ** 2) <= normF(M - P) ** 2,
)  # fmt: skip
theorem(
    "classical.fan-singular", "Fan: the sum of the largest singular values of a sum", (TOPICS, "Corollary 3.4.3"),
    SumOver(i, 1, k, s(M + P, i)) <= SumOver(i, 1, k, s(M, i)) + SumOver(i, 1, k, s(P, i)),
)  # fmt: skip
theorem(
    "classical.nuclear-triangle", "Triangle inequality of the sum of the singular values", (TOPICS, "Corollary 3.4.3"),
    total(s(M + P)) <= total(s(M)) + total(s(P)),
)  # fmt: skip
theorem(
    "classical.horn-product", "Horn: the product of the largest singular values of a product",
    (TOPICS, "Theorem 3.3.4"),
    ProdOver(i, 1, k, s(M @ P, i)) <= ProdOver(i, 1, k, s(M, i) * s(P, i)),
)  # fmt: skip
theorem(
    "classical.horn-sum", "The sum of the largest singular values of a product", (TOPICS, "Theorem 3.3.14"),
    SumOver(i, 1, k, s(M @ P, i)) <= SumOver(i, 1, k, s(M, i) * s(P, i)),
)  # fmt: skip
theorem(
    "classical.nuclear-of-product", "The sum of the singular values of a product", (TOPICS, "Theorem 3.3.14"),
    (
        total(s(M @ P)) <= total(s(M) * s(P)),
        total(s(M @ P)) <= smax(M) * total(s(P)),
        total(s(M @ P)) <= total(s(M)) * smax(P),
    ),
)  # fmt: skip
theorem(
    "classical.von-neumann", "Von Neumann: the modulus of the trace of a product", "Theorem 7.4.1.1",
    abs(tr(M @ P)) <= total(s(M) * s(P)),
)  # fmt: skip
theorem(
    "classical.norm-duality", "The operator norm and the sum of the singular values are dual", "Section 5.6",
    abs(tr(M @ P)) <= smax(M) * total(s(P)),
)  # fmt: skip
theorem(
    "classical.trace-below-nuclear", "The trace is at most the sum of the singular values", (TOPICS, "Section 3.3"),
    abs(tr(M)) <= total(s(M)),
)  # fmt: skip
theorem(
    "classical.nuclear-frobenius", "Sum of the singular values and Frobenius norm", "Section 5.6",
    (normF(M) <= total(s(M)), total(s(M)) <= sqrt(n) * normF(M)),
)  # fmt: skip
theorem(
    "classical.nuclear-operator", "Sum of the singular values and operator norm", "Section 5.6",
    (smax(M) <= total(s(M)), total(s(M)) <= n * smax(M), n * smin(M) <= total(s(M))),
)  # fmt: skip
theorem(
    "classical.nuclear-cauchy", "Cauchy's inequality for the singular values of a product", (TOPICS, "Section 3.3"),
    total(s(M @ P)) <= normF(M) * normF(P),
)  # fmt: skip
theorem(
    "classical.nuclear-of-transpose", "All singular values of the transpose", "Section 2.6",
    (eq(s(M.T), s(M)), eq(total(s(M.T)), total(s(M)))),
)  # fmt: skip
theorem(
    "classical.gram-singular-values", "Singular values of a Gram matrix", "Theorem 2.6.3",
    (eq(s(M.T @ M), s(M) ** 2), eq(s(M @ M.T), s(M) ** 2)),
)  # fmt: skip
theorem(
    "classical.gram-norms", "The operator norm of a Gram matrix", "Section 5.6",
    (eq(smax(T.T @ T), smax(T) ** 2), eq(smax(T @ T.T), smax(T) ** 2)),
)  # fmt: skip
theorem(
    "classical.fan-hoffman", "Fan and Hoffman: eigenvalues of the symmetric part", (TOPICS, "Corollary 3.1.5"),
    lam(M + M.T) <= 2 * s(M),
)  # fmt: skip
theorem(
    "classical.bhatia-kittaneh", "Bhatia and Kittaneh: arithmetic and geometric mean of singular values",
    (BHATIA, "Section IX.4"), 2 * s(M.T @ P) <= s(M @ M.T + P @ P.T),
)  # fmt: skip
theorem(
    "classical.inverse-least", "The smallest singular value of the inverse", "Section 2.6",
    eq(smin(inv(M)) * smax(M), 1),
)  # fmt: skip
theorem(
    "classical.inverse-largest", "The operator norm of the inverse", "Section 2.6", eq(smax(inv(M)), 1 / smin(M)),
)  # fmt: skip
theorem(
    "classical.condition-by-inverse", "Condition number and the norm of the inverse", "Section 5.8",
    eq(cond(M), smax(M) * smax(inv(M))),
)  # fmt: skip
theorem(
    "classical.condition-of-inverse", "A matrix and its inverse have one condition number", "Section 5.8",
    eq(cond(inv(M)), cond(M)),
)  # fmt: skip
theorem(
    "classical.condition-of-transpose", "A matrix and its transpose have one condition number", "Section 5.8",
    eq(cond(T.T), cond(T)),
)  # fmt: skip
theorem(
    "classical.condition-of-multiple", "A non-zero factor keeps the condition number", "Section 5.8",
    eq(cond(c * T), cond(T)), abs(c) > 0,
)  # fmt: skip
theorem(
    "classical.condition-submultiplicative", "The condition number of a product of invertible matrices",
    "Section 5.8", cond(M @ P) <= cond(M) * cond(P), (smin(M) > 0, smin(P) > 0),
)  # fmt: skip
theorem(
    "classical.condition-of-gram", "The condition number of a Gram matrix", "Section 5.8",
    (eq(cond(T.T @ T), cond(T) ** 2), eq(cond(T @ T.T), cond(T) ** 2)),
)  # fmt: skip
theorem(
    "classical.determinant-by-singular-values", "The modulus of the determinant is the product of the singular values",
    "Section 2.6", eq(abs(det(M)), prod(s(M))),
)  # fmt: skip
theorem(
    "classical.norm-by-frobenius", "Geometric mean of two norms", "Section 5.6",
    (normF(M) ** 2 <= smax(M) * total(s(M)), norm2(M) * smin(M) <= norm2(M) ** 2),
)  # fmt: skip
theorem(
    "classical.singular-of-difference", "Singular values of a difference", (TOPICS, "Theorem 3.3.16"),
    forall(i, 1, n, j, 1, n + 1 - i, s(M, i + j - 1) <= s(M - P, i) + s(P, j)),
)  # fmt: skip
theorem(
    "classical.lidskii-singular", "Differences of singular values summed up", (TOPICS, "Corollary 3.4.5"),
    total(abs(s(M) - s(P))) <= total(s(M - P)),
)  # fmt: skip
