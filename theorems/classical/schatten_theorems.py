"""Schatten norms, nuclear norms and singular values of rectangular matrices; spectral radii; orthogonal similarity."""

from lemmata.theorems.classical import BHATIA, TOPICS, A, M, P, T, c, n, q, r
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Matrix,
    Nonnegative,
    Orthogonal,
    Projection,
    Scalar,
    Signs,
    Statement,
    SumOver,
    Vector,
    chain,
    det,
    diag,
    entries,
    entry,
    eq,
    kron,
    kyfan,
    lam,
    lmax,
    lmin,
    maximum,
    minimum,
    norm1,
    norm2,
    normF,
    norminf,
    normN,
    ones,
    rank,
    relu,
    s,
    schatten,
    smax,
    spectral_radius,
    sqrt,
    total,
    tr,
)

SCHATTEN: list[Statement] = []
theorem = collector(SCHATTEN)
k = Dim("k")
S, U = Matrix("S", r, q), Matrix("U", q, k)
p, a, b = Scalar("p"), Scalar("a"), Scalar("b")
Q, W = Orthogonal("Q", r), Orthogonal("W", n)
X, Y = Nonnegative("X", n, n), Nonnegative("Y", n, n)
few, i = Dim("k", 1, n), Index("i")

theorem(
    "classical.schatten-norms", "Schatten norms are norms", (BHATIA, "Section IV.2"),
    schatten(p, T + S) <= schatten(p, T) + schatten(p, S), p >= 1,
)  # fmt: skip
theorem(
    "classical.schatten-hoelder-trace", "Hoelder's inequality for traces", (BHATIA, "Section IV.2"),
    (tr(T.T @ S) <= schatten(a, T) * schatten(b, S), abs(tr(T.T @ S)) <= schatten(a, T) * schatten(b, S)),
    (a > 1, b > 1, eq(a + b, a * b)),
)  # fmt: skip
theorem(
    "classical.schatten-ideal", "Schatten norms of a product with the operator norm", (BHATIA, "Section IV.2"),
    (schatten(p, T @ U) <= smax(T) * schatten(p, U), schatten(p, T @ U) <= schatten(p, T) * smax(U)), p > 0,
)  # fmt: skip
theorem(
    "classical.schatten-monotone", "Schatten norms decrease with a real exponent", (BHATIA, "Section IV.2"),
    schatten(b, T) <= schatten(a, T), (a > 0, a <= b),
)  # fmt: skip
theorem(
    "classical.schatten-bounds", "Schatten norms and the operator norm", (BHATIA, "Section IV.2"),
    (smax(T) <= schatten(p, T), schatten(p, M) <= n ** (1 / p) * smax(M)), p > 0,
)  # fmt: skip
theorem(
    "classical.schatten-special", "The Schatten norms of exponents one and two", (BHATIA, "Section IV.2"),
    (eq(schatten(1, T), normN(T)), eq(schatten(2, T), normF(T))),
)  # fmt: skip
theorem(
    "classical.schatten-of-multiple", "Schatten norms of a multiple and of the transpose", (BHATIA, "Section IV.2"),
    (eq(schatten(p, c * T), abs(c) * schatten(p, T)), eq(schatten(p, T.T), schatten(p, T))), p > 0,
)  # fmt: skip
theorem(
    "classical.schatten-invariance", "Orthogonal factors keep Schatten norms", (BHATIA, "Section IV.2"),
    (eq(schatten(p, Q @ T), schatten(p, T)), eq(schatten(p, T.T @ Q), schatten(p, T))), p > 0,
)  # fmt: skip
theorem(
    "classical.nuclear-rank", "Nuclear norm, rank and Frobenius norm", "Section 5.6",
    (normN(T) ** 2 <= rank(T) * normF(T) ** 2, normN(T) <= sqrt(rank(T)) * normF(T), normN(T) <= rank(T) * smax(T)),
)  # fmt: skip
theorem(
    "classical.nuclear-duality", "Duality of the nuclear and the operator norm of rectangular matrices", "Section 5.6",
    (abs(tr(T.T @ S)) <= smax(T) * normN(S), abs(tr(T.T @ S)) <= total(s(T) * s(S))),
)  # fmt: skip
theorem(
    "classical.nuclear-invariance", "The nuclear norm under transposition, orthogonal factors and multiples",
    "Section 5.6",
    (eq(normN(T.T), normN(T)), eq(normN(Q @ T), normN(T)), eq(normN(T.T @ Q), normN(T)),
     eq(normN(c * T), abs(c) * normN(T))),
)  # fmt: skip
theorem(
    "classical.rank-of-kronecker", "The rank of a Kronecker product", (TOPICS, "Section 4.2"),
    eq(rank(kron(T, M)), rank(T) * rank(M)),
)  # fmt: skip
theorem(
    "classical.nuclear-diagonal", "The diagonal and the nuclear norm", (TOPICS, "Section 3.1"),
    (total(abs(diag(M))) <= normN(M), smax(M) <= normN(M), smax(T) <= normN(T)),
)  # fmt: skip
theorem(
    "classical.rectangular-perturbation", "Singular values of a sum of rectangular matrices", "Corollary 7.3.5",
    (s(T + S) <= s(T) + smax(S), s(T) - smax(S) <= s(T + S), abs(s(T) - s(S)) <= smax(T - S),
     total((s(T) - s(S)) ** 2) <= normF(T - S) ** 2),
)  # fmt: skip
theorem(
    "classical.fan-norms-of-products", "Fan's norms of a product", (TOPICS, "Theorem 3.3.16"),
    (kyfan(few, M @ P) <= smax(M) * kyfan(few, P), kyfan(few, M @ P) <= kyfan(few, M) * smax(P),
     kyfan(few, M) <= few * smax(M), smax(M) <= kyfan(few, M), kyfan(few, M) <= normN(M),
     kyfan(few, M) ** 2 <= few * normF(M) ** 2),
)  # fmt: skip
theorem(
    "classical.spectral-radius-of-multiple", "The spectral radius of multiples and of the transpose", "Section 1.2",
    (eq(spectral_radius(c * M), abs(c) * spectral_radius(M)), eq(spectral_radius(M.T), spectral_radius(M))),
)  # fmt: skip
theorem(
    "classical.spectral-radius-trace", "Trace, determinant and spectral radius", "Section 1.2",
    (abs(tr(M)) <= n * spectral_radius(M), abs(det(M)) <= spectral_radius(M) ** n,
     tr(M @ M) <= n * spectral_radius(M) ** 2),
)  # fmt: skip
theorem(
    "classical.spectral-radius-eigenvalues", "The spectral radius bounds the eigenvalues of a symmetric matrix",
    "Section 1.2",
    (abs(lam(A)) <= spectral_radius(A), eq(spectral_radius(A), smax(A)), lmax(A) <= spectral_radius(A)),
)  # fmt: skip
theorem(
    "classical.spectral-radius-similarity", "The spectral radius under orthogonal similarity", "Section 1.3",
    (eq(spectral_radius(W @ M @ W.T), spectral_radius(M)), eq(spectral_radius(W.T @ M @ W), spectral_radius(M))),
)  # fmt: skip
theorem(
    "classical.perron-rows", "Row sums and diagonal entries around the spectral radius of a non-negative matrix",
    "Theorem 8.1.22",
    (chain(minimum(entries(X @ ones(n, 1))), "<=", spectral_radius(X), "<=", maximum(entries(X @ ones(n, 1)))),
     diag(X) <= spectral_radius(X)),
)  # fmt: skip
theorem(
    "classical.perron-trace", "Traces of non-negative matrices", "Section 8.1",
    (tr(X) >= 0, tr(X @ Y) >= 0),
)  # fmt: skip
sums = entries((relu(A) + relu(-A)) @ ones(n, 1))
theorem(
    "classical.gershgorin", "Gershgorin: eigenvalues of a symmetric matrix and its rows", "Theorem 6.1.1",
    (lmax(A) <= maximum(diag(A) - abs(diag(A)) + sums), minimum(diag(A) + abs(diag(A)) - sums) <= lmin(A),
     abs(lam(A)) <= norminf(A), smax(A) <= norminf(A), smax(A) <= norm1(A)),
)  # fmt: skip
theorem(
    "classical.similarity", "Orthogonal similarity keeps eigenvalues", "Section 1.3",
    (eq(lam(W.T @ A @ W), lam(A)), eq(lam(W @ A @ W.T), lam(A)),
     eq(lmax(W @ A @ W.T), lmax(A)), eq(lmin(W @ A @ W.T), lmin(A)),
     eq(lmax(W.T @ A @ W), lmax(A)), eq(lmin(W.T @ A @ W), lmin(A))),
)  # fmt: skip
theorem(
    "classical.similarity-determinant", "Orthogonal factors, determinant and rank", "Section 2.1",
    (eq(det(W @ M @ W.T), det(M)), eq(det(W.T @ M @ W), det(M)), eq(rank(Q @ T), rank(T)), eq(rank(T.T @ Q), rank(T)),
     eq(abs(det(W @ M)), abs(det(M)))),
)  # fmt: skip
V, F = Signs("V", n), Projection("F", n)
theorem(
    "classical.signs-and-projections", "Diagonal signs and coordinate projections", "Section 0.9",
    (eq(smax(V), 1), eq(abs(det(V)), 1), smax(F) <= 1, lmin(F) >= 0, lmax(F) <= 1, eq(tr(F), rank(F)),
     lmin(Id(n) - F) >= 0),
)  # fmt: skip
theorem(
    "classical.schur-partial-sums", "Schur: partial sums of the diagonal", "Theorem 4.3.45",
    (SumOver(i, 1, few, entry(diag(A), i)) <= SumOver(i, 1, few, lam(A, i)),
     SumOver(i, 1, few, lam(A, n + 1 - i)) <= SumOver(i, 1, few, entry(diag(A), i))),
)  # fmt: skip
theorem(
    "classical.operator-frobenius-products", "Frobenius norm of a product and the operator norm of a factor",
    "Section 5.6",
    (norm2(M) <= normF(M), normF(M @ P) <= norm2(M) * normF(P), normF(M @ P) <= normF(M) * norm2(P)),
)  # fmt: skip
theorem(
    "classical.frobenius-rank", "Squared Frobenius norm, rank and operator norm", "Section 5.6",
    (normF(T) ** 2 <= rank(T) * smax(T) ** 2, normF(T) ** 2 <= rank(T) * norm2(T) ** 2),
)  # fmt: skip
u = Vector("u", n)
theorem(
    "classical.sum-norms-of-images", "Row and column sums of the image of a column", "Section 5.6",
    (norminf(M @ u) <= norminf(M) * norminf(u), norm1(M @ u) <= norm1(M) * norm1(u), norminf(T) >= 0, norm1(T) >= 0),
)  # fmt: skip
theorem(
    "classical.schatten-below", "Schatten norms beside the Frobenius and the nuclear norm", (BHATIA, "Section IV.2"),
    (schatten(p, T) <= normF(T), schatten(p, T) <= normN(T)), p >= 2,
)  # fmt: skip
theorem(
    "classical.trace-bounds", "Traces of products from above", "Section 5.6",
    (tr(T.T @ S) <= normF(T) * normF(S), tr(M @ P) <= normF(M) * normF(P), tr(M) <= normN(M),
     tr(M @ P) <= smax(M) * normN(P)),
)  # fmt: skip
