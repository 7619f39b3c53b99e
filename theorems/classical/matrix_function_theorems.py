"""Spectra, traces and orders of matrix exponentials, logarithms and roots; determinants and powers."""

from fractions import Fraction

from lemmata.theorems.classical import BHATIA, TOPICS, A, M, P, c, n
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Id,
    Orthogonal,
    PositiveDefinite,
    Psd,
    Scalar,
    Statement,
    det,
    diag,
    eq,
    exp,
    expm,
    had,
    inv,
    lam,
    lmax,
    lmin,
    log,
    logm,
    maximum,
    powm,
    prod,
    smax,
    smin,
    sqrt,
    sqrtm,
    total,
    tr,
)

SPECTRAL_FUNCTIONS: list[Statement] = []
theorem = collector(SPECTRAL_FUNCTIONS)
t = Scalar("t", 0, 1)
K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
Q = Orthogonal("Q", n)

theorem(
    "classical.exponential-spectrum", "Eigenvalues of the exponential of a symmetric matrix", (BHATIA, "Chapter IX"),
    (
        eq(lmax(expm(A)), exp(lmax(A))), eq(lmin(expm(A)), exp(lmin(A))), lmin(expm(A)) > 0,
        eq(lam(expm(A)), exp(lam(A))), eq(tr(expm(A)), total(exp(lam(A)))), eq(smax(expm(A)), exp(lmax(A))),
    ),
)  # fmt: skip
theorem(
    "classical.exponential-of-shift", "The exponential of a shifted matrix", (BHATIA, "Chapter IX"),
    (eq(tr(expm(M + c * Id(n))), exp(c) * tr(expm(M))), eq(det(expm(M)), exp(tr(M))), det(expm(M)) > 0),
)  # fmt: skip
theorem(
    "classical.exponential-trace", "Bounds for the trace of an exponential", (BHATIA, "Chapter IX"),
    (
        tr(expm(A)) > 0, tr(expm(A)) <= n * exp(lmax(A)), exp(lmax(A)) <= tr(expm(A)), n + tr(A) <= tr(expm(A)),
        n * exp(tr(A) / n) <= tr(expm(A)),
    ),
)  # fmt: skip
theorem(
    "classical.exponential-similarity", "The exponential under orthogonal similarity", (TOPICS, "Section 6.2"),
    (eq(tr(expm(Q @ A @ Q.T)), tr(expm(A))), eq(lmax(expm(Q @ A @ Q.T)), lmax(expm(A)))),
)  # fmt: skip
theorem(
    "classical.logarithm-spectrum", "Eigenvalues of the logarithm of a positive definite matrix", (BHATIA, "Chapter V"),
    (eq(lmax(logm(D)), log(lmax(D))), eq(lmin(logm(D)), log(lmin(D))), eq(lam(logm(D)), log(lam(D)))),
)  # fmt: skip
theorem(
    "classical.logarithm-below-tangent", "The logarithm of a matrix and its tangent", (BHATIA, "Chapter V"),
    (lmin(D - Id(n) - logm(D)) >= 0, tr(logm(D)) <= tr(D) - n, log(det(D)) <= tr(D) - n),
)  # fmt: skip
theorem(
    "classical.root-spectrum", "Eigenvalues of the square root", ("Section 7.2", "square roots"),
    (
        eq(lmax(sqrtm(K)), sqrt(lmax(K))), eq(lmin(sqrtm(K)), sqrt(lmin(K))), eq(lam(sqrtm(K)), sqrt(lam(K))),
        eq(smax(sqrtm(K)), sqrt(lmax(K))), eq(det(sqrtm(K)) ** 2, det(K)), eq(tr(sqrtm(K) @ sqrtm(K)), tr(K)),
    ),
)  # fmt: skip
theorem(
    "classical.root-trace", "Rotfel\'d: the trace of the square root", (BHATIA, "Section IV.5"),
    (
        tr(sqrtm(K)) >= 0, tr(sqrtm(K)) ** 2 <= n * tr(K), tr(sqrtm(K + L)) <= tr(sqrtm(K)) + tr(sqrtm(L)),
        tr(sqrtm(K)) + tr(sqrtm(L)) <= 2 * tr(sqrtm(Fraction(1, 2) * (K + L))),
    ),
)  # fmt: skip
theorem(
    "classical.loewner-heinz-powers", "Loewner and Heinz: powers up to one keep the order", (BHATIA, "Theorem V.1.9"),
    (lmin(powm(E, t) - powm(D, t)) >= 0, tr(powm(D, t)) <= tr(powm(E, t))), lmin(E - D) >= 0,
)  # fmt: skip
theorem(
    "classical.log-determinant-weights", "Fan: the logarithm of the determinant is concave, with weights",
    "Theorem 7.6.6", t * log(det(D)) + (1 - t) * log(det(E)) <= log(det(t * D + (1 - t) * E)),
)  # fmt: skip
theorem(
    "classical.determinant-extremes", "The determinant between powers of extreme values", "Section 7.8",
    (
        lmin(K) ** n <= det(K), det(K) <= lmax(K) ** n, abs(det(M)) <= smax(M) ** n, smin(M) ** n <= abs(det(M)),
        det(K) <= (tr(K) / n) ** n,
    ),
)  # fmt: skip
theorem(
    "classical.determinant-of-multiple", "The determinant of a multiple", "Section 0.3",
    eq(det(c * M), c**n * det(M)), c >= 0,
)  # fmt: skip
theorem(
    "classical.minkowski-semidefinite", "Minkowski: determinants of positive semidefinite matrices", "Theorem 7.8.21",
    (det(K) ** (1 / n) + det(L) ** (1 / n) <= det(K + L) ** (1 / n), det(K) ** (1 / n) <= tr(K) / n),
)  # fmt: skip
theorem(
    "classical.trace-determinant-product", "Trace of a product and determinants", "Section 7.8",
    n * det(K) ** (1 / n) * det(L) ** (1 / n) <= tr(K @ L),
)  # fmt: skip
theorem(
    "classical.entrywise-diagonal", "Schur: entrywise products and the largest diagonal entry", (TOPICS, "Section 5.5"),
    (lmax(had(K, L)) <= maximum(diag(K)) * lmax(L), lmax(had(K, L)) <= lmax(K) * maximum(diag(L))),
)  # fmt: skip
theorem(
    "classical.entrywise-trace", "Traces and sums of entrywise products", (TOPICS, "Section 5.1"),
    (tr(had(K, L)) >= 0, tr(had(K, L)) <= tr(K) * tr(L), eq(tr(had(M, P)), total(diag(M) * diag(P)))),
)  # fmt: skip
theorem(
    "classical.entrywise-definite", "Schur: the entrywise product of positive definite matrices", "Theorem 7.5.3",
    (lmin(had(D, E)) > 0, det(had(D, E)) > 0, det(D) * det(E) <= det(had(D, E))),
)  # fmt: skip
theorem(
    "classical.cordes", "Cordes: the norm of a product of roots", (BHATIA, "Theorem IX.2.1"),
    smax(sqrtm(K) @ sqrtm(L)) ** 2 <= smax(K @ L),
)  # fmt: skip
theorem(
    "classical.definite-sum", "A sum with a positive definite matrix is positive definite", "Section 7.1",
    (lmin(D + E) > 0, lmin(D + K) > 0, det(D + K) > 0, lmin(D) <= lmin(D + K)),
)  # fmt: skip
theorem(
    "classical.inverse-of-sum", "The inverse of a sum", "Section 7.7",
    (
        lmin(inv(D) - inv(D + K)) >= 0, tr(inv(D + K)) <= tr(inv(D)), lmax(inv(Id(n) + K)) <= 1,
        lmin(inv(Id(n) + K)) > 0,
    ),
)  # fmt: skip
theorem(
    "classical.identity-extremes", "Extreme values of the identity", "Section 1.1",
    (eq(lmin(Id(n)), 1), eq(lmax(Id(n)), 1), eq(smax(Id(n)), 1), eq(smin(Id(n)), 1), eq(det(Id(n)), 1)),
)  # fmt: skip
theorem(
    "classical.diagonal-product", "The product of the diagonal of a positive semidefinite matrix", "Section 7.8",
    (prod(diag(K)) >= 0, prod(diag(K)) <= (tr(K) / n) ** n, prod(diag(D)) > 0),
)  # fmt: skip
