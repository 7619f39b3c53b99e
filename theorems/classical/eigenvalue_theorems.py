"""Eigenvalues of symmetric matrices: extremes, sums, multiples, inverses, the Loewner order, traces of products."""

from lemmata.theorems.classical import BHATIA, A, B, M, P, c, n, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    PositiveDefinite,
    Psd,
    Scalar,
    SkewSymmetric,
    Statement,
    SumOver,
    Symmetric,
    Vector,
    chain,
    cond,
    diag,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    rank,
    s,
    smax,
    smin,
    sqrtm,
    total,
    tr,
)

EIGENVALUES: list[Statement] = []
theorem = collector(EIGENVALUES)
i, k = Index("i"), Dim("k", 1, n)
t = Scalar("t", 0, 1)
K, L = Psd("K", n), Psd("L", n)  # positive semidefinite
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
N = SkewSymmetric("N", n)
C = Symmetric("C", n)
y = Vector("y", n)

theorem(
    "classical.hoffman-wielandt", "Hoffman and Wielandt: squared distances of eigenvalues", "Corollary 6.3.8",
    total((lam(A) - lam(B)) ** 2) <= normF(A - B) ** 2,
)  # fmt: skip
theorem(
    "classical.weyl-perturbation", "Weyl: every eigenvalue moves by at most the norm of the perturbation",
    "Theorem 4.3.1", abs(lam(A) - lam(B)) <= norm2(A - B),
)  # fmt: skip
theorem(
    "classical.weyl-sum-norm", "An eigenvalue of a sum and the norm of one summand", "Theorem 4.3.1",
    chain(lam(A) - smax(B), "<=", lam(A + B), "<=", lam(A) + smax(B)),
)  # fmt: skip
theorem(
    "classical.extreme-eigenvalues-of-sum", "Extreme eigenvalues of a sum", "Theorem 4.3.1",
    (
        lmax(A + B) <= lmax(A) + lmax(B), lmin(A) + lmin(B) <= lmin(A + B),
        lmin(A + B) <= lmin(A) + lmax(B), lmax(A) + lmin(B) <= lmax(A + B),
    ),
)  # fmt: skip
theorem(
    "classical.fan-eigenvalues", "Fan: the sum of the largest eigenvalues of a sum", "Section 4.3",
    SumOver(i, 1, k, lam(A + B, i)) <= SumOver(i, 1, k, lam(A, i)) + SumOver(i, 1, k, lam(B, i)),
)  # fmt: skip
theorem(
    "classical.modulus-above", "A symmetric matrix lies between its modulus and the negative of it", "Section 7.3",
    (lmin(sqrtm(A @ A) + A) >= 0, lmin(sqrtm(A @ A) - A) >= 0),
)  # fmt: skip
theorem(
    "classical.lidskii", "Lidskii: differences of eigenvalues summed up", ("Section 4.3", "Lidskii's theorem"),
    total(abs(lam(A) - lam(B))) <= total(s(A - B)),
)  # fmt: skip
theorem(
    "classical.extreme-eigenvalues-of-multiple", "Extreme eigenvalues of a non-negative multiple", "Theorem 1.1.6",
    (eq(lmax(c * A), c * lmax(A)), eq(lmin(c * A), c * lmin(A))), c >= 0,
)  # fmt: skip
theorem(
    "classical.extreme-eigenvalues-of-shift", "Extreme eigenvalues of a shifted matrix", "Observation 1.1.8",
    (eq(lmax(A + c * Id(n)), lmax(A) + c), eq(lmin(A + c * Id(n)), lmin(A) + c)),
)  # fmt: skip
theorem(
    "classical.convex-largest", "The largest eigenvalue is convex, the smallest concave", "Theorem 4.2.2",
    (
        lmax(t * A + (1 - t) * B) <= t * lmax(A) + (1 - t) * lmax(B),
        t * lmin(A) + (1 - t) * lmin(B) <= lmin(t * A + (1 - t) * B),
    ),
)  # fmt: skip
theorem(
    "classical.trace-between", "The trace between n times the extreme eigenvalues", "Section 1.2",
    chain(n * lmin(A), "<=", tr(A), "<=", n * lmax(A)),
)  # fmt: skip
theorem(
    "classical.eigenvalue-below-norm", "No eigenvalue exceeds the norm", "Theorem 5.6.9",
    (abs(lam(A)) <= smax(A), lmax(A) <= smax(A), -smax(A) <= lmin(A)),
)  # fmt: skip
theorem(
    "classical.norm-of-symmetric", "The norm of a symmetric matrix", "Section 5.6",
    (eq(smax(A), maximum(lmax(A), -lmin(A))), eq(smax(A @ A), smax(A) ** 2)),
)  # fmt: skip
theorem(
    "classical.diagonal-between", "Diagonal entries lie between the extreme eigenvalues", "Theorem 4.2.2",
    chain(lmin(A), "<=", diag(A), "<=", lmax(A)),
)  # fmt: skip
theorem(
    "classical.trace-inequality-below", "Trace of a product of symmetric matrices from below", "Theorem 4.3.53",
    SumOver(i, 1, n, lam(A, i) * lam(B, n + 1 - i)) <= tr(A @ B),
)  # fmt: skip
theorem(
    "classical.psd-sum", "A sum of positive semidefinite matrices is one", "Observation 7.1.3", lmin(K + L) >= 0,
)  # fmt: skip
theorem(
    "classical.psd-multiple", "A non-negative multiple of a positive semidefinite matrix is one", "Observation 7.1.3",
    lmin(c * K) >= 0, c >= 0,
)  # fmt: skip
theorem(
    "classical.psd-trace", "Traces of positive semidefinite matrices", "Section 7.1",
    (tr(K) >= 0, lmax(K) <= tr(K), diag(K) >= 0),
)  # fmt: skip
theorem(
    "classical.psd-extremes", "Norms of a positive semidefinite matrix are eigenvalues", "Section 7.1",
    (eq(smax(K), lmax(K)), eq(smin(K), lmin(K)), eq(total(s(K)), tr(K))),
)  # fmt: skip
theorem(
    "classical.psd-trace-product", "The trace of a product with a positive semidefinite matrix", "Section 7.2",
    chain(lmin(A) * tr(K), "<=", tr(A @ K), "<=", lmax(A) * tr(K)),
)  # fmt: skip
theorem(
    "classical.psd-trace-of-product", "The trace of a product of positive semidefinite matrices", "Section 7.2",
    (tr(K @ L) >= 0, tr(K @ L) <= tr(K) * tr(L), tr(K @ L) <= smax(K) * tr(L)),
)  # fmt: skip
theorem(
    "classical.trace-product-norm", "The trace of a product with a positive semidefinite matrix and the norm",
    "Section 5.6", abs(tr(M @ K)) <= smax(M) * tr(K),
)  # fmt: skip
theorem(
    "classical.psd-trace-of-square", "The trace of the square of a positive semidefinite matrix", "Section 7.2",
    (tr(K @ K) <= tr(K) ** 2, tr(K @ K) <= lmax(K) * tr(K), normF(K) <= tr(K)),
)  # fmt: skip
theorem(
    "classical.psd-norm-of-sum", "The norm of a sum of positive semidefinite matrices", "Corollary 4.3.12",
    (lmax(K) <= lmax(K + L), smax(K) <= smax(K + L), lam(K) <= lam(K + L)),
)  # fmt: skip
theorem(
    "classical.psd-difference", "The norm of a difference of positive semidefinite matrices", (BHATIA, "Chapter IX"),
    smax(K - L) <= maximum(smax(K), smax(L)),
)  # fmt: skip
theorem(
    "classical.loewner-eigenvalues", "Loewner order and eigenvalues", "Corollary 7.7.4",
    (lam(A) <= lam(B), lmax(A) <= lmax(B), lmin(A) <= lmin(B)), lmin(B - A) >= 0,
)  # fmt: skip
theorem(
    "classical.loewner-trace", "Loewner order and traces", "Corollary 7.7.4",
    (tr(A) <= tr(B), tr(A @ K) <= tr(B @ K)), lmin(B - A) >= 0,
)  # fmt: skip
theorem(
    "classical.loewner-congruence", "Congruence keeps the Loewner order", "Theorem 7.7.2",
    lmin(M.T @ B @ M - M.T @ A @ M) >= 0, lmin(B - A) >= 0,
)  # fmt: skip
theorem(
    "classical.loewner-inverse", "Inversion reverses the Loewner order", "Corollary 7.7.4",
    lmin(inv(D) - inv(E)) >= 0, lmin(E - D) >= 0,
)  # fmt: skip
theorem(
    "classical.loewner-transitive", "The Loewner order is transitive", "Section 7.7",
    lmin(C - A) >= 0, (lmin(B - A) >= 0, lmin(C - B) >= 0),
)  # fmt: skip
theorem(
    "classical.inverse-definite", "Extreme eigenvalues of the inverse of a positive definite matrix", "Section 7.1",
    (eq(lmax(inv(D)), 1 / lmin(D)), eq(lmin(inv(D)), 1 / lmax(D))),
)  # fmt: skip
theorem(
    "classical.condition-of-definite", "Condition number of a positive definite matrix", "Section 5.8",
    eq(cond(D), lmax(D) / lmin(D)),
)  # fmt: skip
theorem(
    "classical.condition-of-definite-sum", "A sum of definite matrices is no worse conditioned than the worse one",
    "Theorem 4.3.1", cond(D + E) <= maximum(cond(D), cond(E)),
)  # fmt: skip
theorem(
    "classical.ostrowski-largest", "Ostrowski: largest eigenvalue under congruence", "Theorem 4.5.9",
    (lmax(M.T @ K @ M) <= lmax(K) * smax(M) ** 2, lmin(K) * smin(M) ** 2 <= lmin(M.T @ K @ M)),
)  # fmt: skip
theorem(
    "classical.psd-cauchy", "Cauchy's inequality for a positive semidefinite form", "Section 7.1",
    tr(x.T @ K @ y) ** 2 <= tr(x.T @ K @ x) * tr(y.T @ K @ y),
)  # fmt: skip
theorem(
    "classical.psd-form", "Values of a positive semidefinite form", "Section 7.1", tr(x.T @ K @ x) >= 0,
)  # fmt: skip
theorem(
    "classical.kantorovich", "Kantorovich's inequality", ("Section 7.4", "Kantorovich"),
    4 * lmin(D) * lmax(D) * tr(x.T @ D @ x) * tr(x.T @ inv(D) @ x) <= (lmin(D) + lmax(D)) ** 2 * tr(x.T @ x) ** 2,
)  # fmt: skip
theorem(
    "classical.inverse-form", "A form and that of its inverse", ("Section 7.4", "Kantorovich"),
    tr(x.T @ x) ** 2 <= tr(x.T @ D @ x) * tr(x.T @ inv(D) @ x),
)  # fmt: skip
theorem(
    "classical.wielandt", "Wielandt's inequality", ("Section 7.4", "Wielandt"),
    (lmax(D) + lmin(D)) ** 2 * tr(x.T @ D @ y) ** 2
    <= (lmax(D) - lmin(D)) ** 2 * tr(x.T @ D @ x) * tr(y.T @ D @ y),
    eq(tr(x.T @ y), 0),
)  # fmt: skip
theorem(
    "classical.trace-of-inverse", "The trace and that of the inverse", "Section 7.1", n**2 <= tr(D) * tr(inv(D)),
)  # fmt: skip
theorem(
    "classical.skew-trace", "Traces with a skew-symmetric matrix", "Section 2.5",
    (eq(tr(N), 0), eq(tr(N @ A), 0), tr(N @ N) <= 0),
)  # fmt: skip
theorem(
    "classical.skew-form", "A skew-symmetric form vanishes", "Section 2.5", eq(tr(x.T @ N @ x), 0),
)  # fmt: skip
theorem(
    "classical.rank-of-psd-sum", "The rank of a sum of positive semidefinite matrices", "Observation 7.1.3",
    (rank(K) <= rank(K + L), rank(K + L) <= rank(K) + rank(L)),
)  # fmt: skip
theorem(
    "classical.trace-rank", "Squared trace, rank and Frobenius norm", "Section 5.6",
    tr(A) ** 2 <= rank(A) * normF(A) ** 2,
)  # fmt: skip
theorem(
    "classical.symmetric-part", "Symmetric part and norms", "Section 5.6",
    (lmax(M + M.T) <= 2 * smax(M), -2 * smax(M) <= lmin(M + M.T), smax(M + M.T) <= 2 * smax(M)),
)  # fmt: skip
theorem(
    "classical.commutator", "Böttcher and Wenzel: the Frobenius norm of a commutator",
    ("Section 5.6", "commutator"), normF(M @ P - P @ M) ** 2 <= 2 * normF(M) ** 2 * normF(P) ** 2,
)  # fmt: skip
