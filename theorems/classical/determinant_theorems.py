"""Determinants: products, inverses, positive definite matrices; Hadamard, Fischer, Minkowski, Oppenheim."""

from fractions import Fraction

from lemmata.theorems.classical import A, M, P, T, n, q, r
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Id,
    Kind,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Psd,
    Statement,
    det,
    diag,
    eq,
    had,
    inv,
    lam,
    lmin,
    prod,
    tr,
)

DETERMINANTS: list[Statement] = []
theorem = collector(DETERMINANTS)
K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
Q = Orthogonal("Q", n)
R = Matrix("R", q, r)

theorem(
    "classical.determinant-of-transpose", "A matrix and its transpose have one determinant", "Section 0.3",
    eq(det(M.T), det(M)), kind=Kind.IDENTITY,
)  # fmt: skip
theorem(
    "classical.determinant-of-inverse", "The determinant of the inverse", "Section 0.3", eq(det(inv(M)) * det(M), 1),
)  # fmt: skip
theorem(
    "classical.determinant-of-orthogonal", "The determinant of an orthogonal matrix", "Section 2.1",
    (eq(det(Q) ** 2, 1), eq(abs(det(Q)), 1)),
)  # fmt: skip
theorem(
    "classical.determinant-of-gram", "The determinant of a Gram matrix", "Section 0.3",
    (eq(det(M.T @ M), det(M) ** 2), eq(det(M @ M.T), det(M) ** 2)),
)  # fmt: skip
theorem(
    "classical.sylvester", "Sylvester's determinant identity", "0.8.5",
    eq(det(Id(r) + T @ R), det(Id(q) + R @ T)),
)  # fmt: skip
theorem(
    "classical.determinant-by-eigenvalues", "The determinant is the product of the eigenvalues", "Section 1.2",
    eq(det(A), prod(lam(A))),
)  # fmt: skip
theorem(
    "classical.determinant-of-definite", "The determinant of a positive (semi)definite matrix", "Section 7.1",
    (det(D) > 0, det(K) >= 0),
)  # fmt: skip
theorem(
    "classical.hadamard", "Hadamard's inequality", "Theorem 7.8.1", det(K) <= prod(diag(K)),
)  # fmt: skip
theorem(
    "classical.hadamard-rows", "Hadamard's inequality for any square matrix", "Corollary 7.8.3",
    (det(M) ** 2 <= prod(diag(M @ M.T)), det(M) ** 2 <= prod(diag(M.T @ M))),
)  # fmt: skip
theorem(
    "classical.minkowski-determinant", "Minkowski's determinant inequality", "Theorem 7.8.21",
    det(D) ** (1 / n) + det(E) ** (1 / n) <= det(D + E) ** (1 / n),
)  # fmt: skip
theorem(
    "classical.determinant-of-sum", "The determinant of a sum of positive semidefinite matrices", "Theorem 7.8.21",
    det(K) + det(L) <= det(K + L),
)  # fmt: skip
theorem(
    "classical.determinant-grows", "The determinant grows in the Loewner order", "Corollary 7.7.4",
    (det(K) <= det(L), det(K) <= det(K + D)), lmin(L - K) >= 0,
)  # fmt: skip
theorem(
    "classical.determinant-trace", "Arithmetic and geometric mean of the eigenvalues", ("Section 7.8", "means"),
    det(D) ** (1 / n) <= tr(D) / n,
)  # fmt: skip
theorem(
    "classical.determinant-mean", "The determinant of a mean is at least the geometric mean of the determinants",
    "Corollary 7.6.8", det(D) * det(E) <= det(Fraction(1, 2) * (D + E)) ** 2,
)  # fmt: skip
theorem(
    "classical.oppenheim", "Oppenheim's inequality", "Theorem 7.8.16",
    (det(K) * prod(diag(L)) <= det(had(K, L)), det(K) * det(L) <= det(had(K, L))),
)  # fmt: skip
theorem(
    "classical.determinant-one-plus", "The determinant of the identity plus a positive semidefinite matrix",
    "Section 7.8", (1 + tr(K) <= det(Id(n) + K), 1 + det(K) <= det(Id(n) + K)),
)  # fmt: skip
theorem(
    "classical.determinant-of-products", "Determinants of products commute", "Section 0.3",
    (eq(det(M @ P), det(M) * det(P)), eq(det(M @ P), det(P @ M))),
)  # fmt: skip
theorem(
    "classical.determinant-monotone", "Adding a positive semidefinite matrix does not lower the determinant",
    "Corollary 7.7.4", det(K) <= det(K + L),
)  # fmt: skip
