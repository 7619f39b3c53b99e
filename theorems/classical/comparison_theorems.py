"""Spectra and traces compared: sums from below, changes of rank one, compressions, exponentials, diagonals, orders."""

from lemmata.theorems.classical import BHATIA, A, B, M, T, c, n, q, r, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Matrix,
    PositiveDefinite,
    ProdOver,
    Psd,
    Scalar,
    Statement,
    SumOver,
    Symmetric,
    absm,
    cond,
    det,
    diag,
    entry,
    eq,
    expm,
    forall,
    inv,
    lam,
    lmax,
    lmin,
    log,
    logm,
    normF,
    normN,
    s,
    schatten,
    schur,
    smax,
    smin,
    sqrt,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.families import StackOver, Unit

COMPARISONS: list[Statement] = []
theorem = collector(COMPARISONS)
i, j = Index("i"), Index("j")
few, m = Dim("k", 1, n), Dim("m", 1, n)
S, V = Matrix("S", r, q), Matrix("V", n, m)
K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
p = Scalar("p")
frame = eq(V.T @ V, Id(m))
MARSHALL = (
    "A. W. Marshall, I. Olkin, Matrix versions of the Cauchy and Kantorovich inequalities, Aequationes Math. 40 (1990)"
)

theorem(
    "classical.lidskii-below", "Lidskii: the sum of the largest eigenvalues of a sum from below",
    (BHATIA, "Section III.4"),
    SumOver(i, 1, few, lam(A, i)) + SumOver(i, 1, few, lam(B, n + 1 - i)) <= SumOver(i, 1, few, lam(A + B, i)),
)  # fmt: skip
theorem(
    "classical.rank-one-interlacing", "Weyl: eigenvalues after a change of rank one interlace", "Corollary 4.3.9",
    (forall(i, 1, n - 1, lam(A + x @ x.T, i + 1) <= lam(A, i)), lam(A) <= lam(A + x @ x.T)),
)  # fmt: skip
theorem(
    "classical.mirsky-nuclear", "Mirsky: differences of singular values of rectangular matrices, summed up",
    (BHATIA, "Section IV.3"),
    (total(abs(s(T) - s(S))) <= normN(T - S), abs(normN(T) - normN(S)) <= normN(T - S)),
)  # fmt: skip
theorem(
    "classical.schatten-rectangular", "Schatten norms of rectangular matrices and the operator norm",
    (BHATIA, "Section IV.2"),
    (schatten(p, T) <= q ** (1 / p) * smax(T), schatten(p, T) <= r ** (1 / p) * smax(T)), p > 0,
)  # fmt: skip
theorem(
    "classical.definite-compression", "A compression of a definite matrix", "Corollary 4.3.37",
    (
        cond(V.T @ D @ V) <= cond(D), lmin(V.T @ D @ V) > 0, det(V.T @ D @ V) > 0,
        lmin(inv(V.T @ D @ V)) > 0, tr(inv(V.T @ D @ V)) <= tr(V.T @ inv(D) @ V),
        tr(inv(V.T @ D @ V)) <= tr(inv(D)), lmin(V.T @ K @ V) >= 0,
    ),
    frame,
)  # fmt: skip
theorem(
    "classical.kantorovich-compression", "Marshall and Olkin: Kantorovich's inequality for compressions", (MARSHALL,),
    (
        lmin((lmin(D) + lmax(D)) ** 2 * inv(V.T @ D @ V) - 4 * lmin(D) * lmax(D) * (V.T @ inv(D) @ V)) >= 0,
        lmin((lmin(A) + lmax(A)) * (V.T @ A @ V) - lmin(A) * lmax(A) * Id(m) - V.T @ A @ A @ V) >= 0,
    ),
    frame,
)  # fmt: skip
theorem(
    "classical.kantorovich-traces", "Kantorovich: the traces of a definite matrix and of its inverse", "Section 7.4",
    4 * lmin(D) * lmax(D) * tr(D) * tr(inv(D)) <= n**2 * (lmin(D) + lmax(D)) ** 2,
)  # fmt: skip
theorem(
    "classical.segal", "Segal: norms of the exponential of a sum", (BHATIA, "Section IX.3"),
    (
        smax(expm(A + B)) <= smax(expm(A) @ expm(B)), normF(expm(A + B)) <= normF(expm(A) @ expm(B)),
        lmax(expm(A + B)) <= lmax(expm(A)) * lmax(expm(B)), eq(det(expm(A + B)), det(expm(A)) * det(expm(B))),
    ),
)  # fmt: skip
theorem(
    "classical.gibbs", "Gibbs: the free energy is the largest of energy and entropy", (BHATIA, "Section IX.8"),
    tr(D @ A) - tr(D @ logm(D)) <= log(tr(expm(A))), eq(tr(D), 1),
)  # fmt: skip
theorem(
    "classical.diagonal-under-functions", "Schur and Horn: convex functions of the diagonal", "Theorem 4.3.45",
    (
        tr(sqrtm(K)) <= total(sqrt(diag(K))), total(diag(D) * log(diag(D))) <= tr(D @ logm(D)),
        total(diag(A) ** 2) <= tr(A @ A), total(diag(K) ** 3) <= tr(K @ K @ K), total(abs(diag(A))) <= normN(A),
        tr(logm(D)) <= total(log(diag(D))),
    ),
)  # fmt: skip
theorem(
    "classical.loewner-norms", "The Loewner order and norms", "Corollary 7.7.4",
    (
        normF(K) <= normF(L), smax(K) <= smax(L), lam(K) <= lam(L),
    ),
    lmin(L - K) >= 0,
)  # fmt: skip
theorem(
    "classical.loewner-forms", "The Loewner order, forms and diagonals", "Section 7.7",
    (tr(x.T @ A @ x) <= tr(x.T @ B @ x), diag(A) <= diag(B), tr(M.T @ A @ M) <= tr(M.T @ B @ M)), lmin(B - A) >= 0,
)  # fmt: skip
theorem(
    "classical.nearest-symmetric", "Fan and Hoffman: the symmetric part is the nearest symmetric matrix",
    (BHATIA, "Section IX.7"),
    (
        normF(M - M.T) <= 2 * normF(M - A), smax(M - M.T) <= 2 * smax(M - A), normN(M - M.T) <= 2 * normN(M - A),
        normF(M + M.T) <= 2 * normF(M),
    ),
)  # fmt: skip
theorem(
    "classical.modulus-eigenvalues", "The eigenvalues of the modulus are the singular values", "Theorem 7.3.1",
    (
        eq(lam(absm(M)), s(M)), eq(lmax(absm(M)), smax(M)), eq(lmin(absm(M)), smin(M)), eq(det(absm(M)), abs(det(M))),
        eq(tr(absm(T)), normN(T)),
    ),
)  # fmt: skip
theorem(
    "classical.hadamard-lengths", "Hadamard: the determinant and the lengths of columns and rows", "Corollary 7.8.3",
    (
        abs(det(M)) <= ProdOver(j, 1, n, normF(M @ Unit(n, j))),
        abs(det(M)) <= ProdOver(j, 1, n, normF(M.T @ Unit(n, j))),
        det(M) ** 2 <= ProdOver(i, 1, n, SumOver(j, 1, n, entry(M @ Unit(n, j), i) ** 2)),
        det(M) ** 2 <= ProdOver(j, 1, n, SumOver(i, 1, n, entry(M @ Unit(n, j), i) ** 2)),
    ),
)  # fmt: skip
theorem(
    "classical.determinant-root-of-multiple", "Roots of determinants of multiples", "Section 7.8",
    (eq(det(c * K) ** (1 / n), c * det(K) ** (1 / n)), eq(det(c * Id(n)) ** (1 / n), c)), c >= 0,
)  # fmt: skip

o = Dim("n", 2)
f = Dim("k", 1, o - 1)
H, G, J = PositiveDefinite("H", o), Psd("G", o), Symmetric("J", o)
upper, lower = StackOver(i, 1, f, Unit(o, i).T), StackOver(i, f + 1, o, Unit(o, i).T)
theorem(
    "classical.aronszajn", "Aronszajn: the extreme eigenvalues of a matrix and of its diagonal blocks",
    (BHATIA, "Section III.2"),
    (
        lmax(J) + lmin(J) <= lmax(upper @ J @ upper.T) + lmax(lower @ J @ lower.T),
        lmax(G) <= lmax(upper @ G @ upper.T) + lmax(lower @ G @ lower.T),
        eq(tr(J), tr(upper @ J @ upper.T) + tr(lower @ J @ lower.T)),
    ),
)  # fmt: skip
theorem(
    "classical.condition-of-schur-complement", "A Schur complement is no worse conditioned", "Theorem 7.7.7",
    cond(schur(f, H)) <= cond(H),
)  # fmt: skip
