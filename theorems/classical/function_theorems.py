"""Functions of matrices, entrywise products, spectral radii, Schatten and Fan norms."""

from sympy import Rational

from lemmata.theorems.classical import BHATIA, TOPICS, A, B, M, P, T, i, j, n, q, r
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.rectangular import S, U
from lemmata.theorems.language import (
    Nonnegative,
    PositiveDefinite,
    Psd,
    Statement,
    Vector,
    absm,
    chain,
    cumsum,
    det,
    diag,
    eq,
    exp,
    expm,
    forall,
    had,
    inv,
    kyfan,
    lam,
    lmax,
    lmin,
    log,
    logm,
    norm1,
    norm2,
    normF,
    norminf,
    normN,
    rank,
    s,
    schatten,
    sort,
    spectral_radius,
    sqrtm,
    total,
    tr,
)

FUNCTIONS: list[Statement] = []
theorem = collector(FUNCTIONS)
K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
X, Y = Nonnegative("X", n, n), Nonnegative("Y", n, n)
x, y = Vector("x", r), Vector("y", q)

theorem(
    "classical.golden-thompson", "Golden and Thompson", (BHATIA, "Section IX.3"),
    tr(expm(A + B)) <= tr(expm(A) @ expm(B)),
)  # fmt: skip
theorem(
    "classical.araki-lieb-thirring", "Lieb and Thirring: trace of a square", (BHATIA, "Section IX.2"),
    tr(K @ L @ K @ L) <= tr(K @ K @ L @ L),
)  # fmt: skip
theorem(
    "classical.loewner-heinz", "Loewner and Heinz: the square root keeps the order", ("Section 7.7", "square roots"),
    lmin(sqrtm(L) - sqrtm(K)) >= 0, lmin(L - K) >= 0,
)  # fmt: skip
theorem(
    "classical.logarithm-monotone", "The logarithm keeps the Loewner order", (BHATIA, "Chapter V"),
    lmin(logm(E) - logm(D)) >= 0, lmin(E - D) >= 0,
)  # fmt: skip
theorem(
    "classical.klein", "Klein's inequality for the relative entropy", (BHATIA, "Chapter IX"),
    tr(D) - tr(E) <= tr(D @ logm(D)) - tr(D @ logm(E)),
)  # fmt: skip
theorem(
    "classical.trace-exponential-convex", "Jensen: the trace of the exponential is convex at the midpoint",
    (BHATIA, "Chapter IX"), 2 * tr(expm(Rational(1, 2) * (A + B))) <= tr(expm(A)) + tr(expm(B)),
)  # fmt: skip
theorem(
    "classical.exponential-monotone-trace", "The trace of the exponential is monotone", (BHATIA, "Chapter IX"),
    tr(expm(A)) <= tr(expm(B)), lmin(B - A) >= 0,
)  # fmt: skip
theorem(
    "classical.exponential-determinant", "Jacobi: the determinant of the exponential", "Section 1.2",
    eq(log(det(expm(A))), tr(A)),
)  # fmt: skip
theorem(
    "classical.exponential-norm", "The norm of the exponential", "Section 5.6",
    (norm2(expm(M)) <= exp(norm2(M)), lmax(expm(A)) <= exp(lmax(A))),
)  # fmt: skip
theorem(
    "classical.logarithm-trace", "Trace of the logarithm and logarithm of the determinant", "Section 1.2",
    eq(tr(logm(D)), log(det(D))),
)  # fmt: skip
theorem(
    "classical.log-determinant-concave", "Fan: the logarithm of the determinant is concave", "Theorem 7.6.6",
    log(det(D)) + log(det(E)) <= 2 * log(det(Rational(1, 2) * (D + E))),
)  # fmt: skip
theorem(
    "classical.square-root-norm", "Square roots and norms", (BHATIA, "Chapter X"),
    (norm2(sqrtm(K) - sqrtm(L)) ** 2 <= norm2(K - L), eq(norm2(sqrtm(K)) ** 2, norm2(K))),
)  # fmt: skip
theorem(
    "classical.powers-stormer", "Powers and Stormer", (BHATIA, "Chapter X"),
    normF(sqrtm(K) - sqrtm(L)) ** 2 <= normN(K - L),
)  # fmt: skip
theorem(
    "classical.entrywise-entries", "Entries of an entrywise product", (TOPICS, "Section 5.0"),
    forall(i, 1, r, forall(j, 1, q, eq(entry_at(had(T, S), i, j), entry_at(T, i, j) * entry_at(S, i, j)))),
)  # fmt: skip
theorem(
    "classical.entrywise-form", "An entrywise product between two columns is a trace", (TOPICS, "Lemma 5.1.5"),
    eq(tr(x.T @ had(T, S) @ y), tr(diag(x) @ T @ diag(y) @ S.T)),
)  # fmt: skip
theorem(
    "classical.schur-product", "Schur: the entrywise product of positive semidefinite matrices", "Theorem 7.5.3",
    lmin(had(K, L)) >= 0,
)  # fmt: skip
theorem(
    "classical.entrywise-norm", "Norms of an entrywise product", (TOPICS, "Chapter 5"),
    (norm2(had(M, P)) <= norm2(M) * norm2(P), normF(had(M, P)) <= normF(M) * normF(P)),
)  # fmt: skip
theorem(
    "classical.entrywise-largest", "Largest eigenvalue of an entrywise product", (TOPICS, "Chapter 5"),
    (lmax(had(K, L)) <= lmax(K) * lmax(L), lmin(K) * lmin(L) <= lmin(had(K, L))),
)  # fmt: skip
theorem(
    "classical.entrywise-rank", "Rank of an entrywise product", (TOPICS, "Theorem 5.1.7"),
    rank(had(T, S)) <= rank(T) * rank(S),
)  # fmt: skip
theorem(
    "classical.spectral-radius-norm", "The spectral radius is at most every operator norm", "Theorem 5.6.9",
    (spectral_radius(M) <= norm2(M), spectral_radius(M) <= norm1(M), spectral_radius(M) <= norminf(M)),
)  # fmt: skip
theorem(
    "classical.spectral-radius-product", "The spectral radii of the two products agree", "Theorem 1.3.22",
    eq(spectral_radius(M @ P), spectral_radius(P @ M)),
)  # fmt: skip
theorem(
    "classical.spectral-radius-symmetric", "The spectral radius of a symmetric matrix is its norm", "Section 5.6",
    eq(spectral_radius(A), norm2(A)),
)  # fmt: skip
theorem(
    "classical.perron-monotone", "Perron and Frobenius: the spectral radius grows with the entries", "Theorem 8.1.18",
    spectral_radius(X) <= spectral_radius(X + Y),
)  # fmt: skip
theorem(
    "classical.norm-interpolation", "The operator norm between the row and column sums", "Section 5.6",
    norm2(T) ** 2 <= norm1(T) * norminf(T),
)  # fmt: skip
theorem(
    "classical.row-sums", "Row and column sums of a product", "Section 5.6",
    (norminf(T @ U) <= norminf(T) * norminf(U), norm1(T @ U) <= norm1(T) * norm1(U)),
)  # fmt: skip
theorem(
    "classical.row-sums-triangle", "Row and column sums of a sum", "Section 5.6",
    (norminf(T + S) <= norminf(T) + norminf(S), norm1(T + S) <= norm1(T) + norm1(S)),
)  # fmt: skip
theorem(
    "classical.nuclear-norm", "The nuclear norm", "Section 5.6",
    (
        normN(T + S) <= normN(T) + normN(S), normN(T @ U) <= normN(T) * norm2(U), normN(T @ U) <= norm2(T) * normN(U),
        normN(T @ U) <= normF(T) * normF(U), normF(T) <= normN(T),
    ),
)  # fmt: skip
theorem(
    "classical.schatten-triangle", "Triangle inequality of the Schatten norms", (BHATIA, "Section IV.2"),
    (schatten(3, T + S) <= schatten(3, T) + schatten(3, S), schatten(4, T + S) <= schatten(4, T) + schatten(4, S)),
)  # fmt: skip
theorem(
    "classical.schatten-hoelder", "Hoelder's inequality for Schatten norms", (BHATIA, "Section IV.2"),
    (schatten(1, T @ U) <= schatten(2, T) * schatten(2, U), schatten(2, T @ U) <= schatten(4, T) * schatten(4, U)),
)  # fmt: skip
theorem(
    "classical.schatten-decreasing", "Schatten norms decrease with the exponent", (BHATIA, "Section IV.2"),
    chain(norm2(T), "<=", schatten(4, T), "<=", schatten(3, T), "<=", schatten(2, T), "<=", schatten(1, T)),
)  # fmt: skip
theorem(
    "classical.fan-norms", "Triangle inequality of Fan's norms", (TOPICS, "Corollary 3.4.3"),
    (kyfan(2, M + P) <= kyfan(2, M) + kyfan(2, P), kyfan(2, M) <= 2 * norm2(M)), n >= 2,
)  # fmt: skip
theorem(
    "classical.schur-majorization", "Schur: the diagonal is majorised by the eigenvalues", "Theorem 4.3.45",
    cumsum(sort(diag(A))) <= cumsum(lam(A)),
)  # fmt: skip
theorem(
    "classical.lidskii-majorization", "Lidskii: eigenvalue differences are majorised", ("Section 4.3", "Lidskii"),
    cumsum(sort(lam(A + B) - lam(A))) <= cumsum(lam(B)),
)  # fmt: skip
theorem(
    "classical.mirsky-majorization", "Mirsky: differences of singular values", "Theorem 7.4.9.1",
    cumsum(sort(abs(s(M) - s(P)))) <= cumsum(s(M - P)),
)  # fmt: skip
theorem(
    "classical.modulus-norm", "A matrix and its modulus have the same norms", "Theorem 7.3.1",
    (eq(norm2(absm(M)), norm2(M)), eq(normF(absm(M)), normF(M)), eq(tr(absm(M)), total(s(M)))),
)  # fmt: skip
theorem(
    "classical.frobenius-root", "The square root and the trace", "Theorem 7.2.6",
    (eq(normF(sqrtm(K)) ** 2, tr(K)), eq(sqrtm(K) @ sqrtm(K), K)),
)  # fmt: skip
theorem(
    "classical.fiedler", "Fiedler: entrywise product with the inverse", (TOPICS, "Section 5.4"),
    lmin(had(D, inv(D))) >= 1,
)  # fmt: skip
theorem(
    "classical.diagonal-squares", "Squares of the diagonal", "Theorem 2.3.1", total(diag(M) ** 2) <= normF(M) ** 2,
)  # fmt: skip
