"""Blocks and compressions of matrices: interlacing, Fischer, Schur complements, polar factors, low rank."""

from lemmata.theorems.classical import BHATIA, A, M, P
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Psd,
    Scalar,
    StackOver,
    Statement,
    Symmetric,
    Unit,
    Vector,
    cond,
    det,
    diag,
    eigenprojector,
    entry,
    eq,
    forall,
    inv,
    lam,
    lmax,
    lmin,
    maxabs,
    minimum,
    norm2,
    normF,
    normN,
    polar,
    rank,
    s,
    schur,
    smax,
    smin,
    tr,
)

COMPRESSIONS: list[Statement] = []
theorem = collector(COMPRESSIONS)
i = Index("i")
r, q, k = Dim("r"), Dim("q"), Dim("k")
T = Matrix("T", r, q)
a, c = Dim("a", 1, r), Dim("c", 1, q)
b, d = Dim("b", a, r), Dim("d", c, q)
part = StackOver(i, a, b, Unit(r, i).T) @ T @ StackOver(i, c, d, Unit(q, i).T).T

theorem(
    "classical.submatrix-norms", "Norms and rank of a submatrix", "Corollary 7.3.6",
    (smax(part) <= smax(T), normF(part) <= normF(T), maxabs(part) <= maxabs(T), rank(part) <= rank(T)),
)  # fmt: skip

n = A.shape[0]
m = Dim("m", 1, n)
first = StackOver(i, 1, m, Unit(n, i).T)
leading = first @ A @ first.T
theorem(
    "classical.cauchy-interlacing", "Cauchy: eigenvalues of a leading block interlace", "Theorem 4.3.17",
    (
        forall(i, 1, m, lam(leading, i) <= lam(A, i)),
        forall(i, 1, m, lam(A, i + n - m) <= lam(leading, i)),
    ),
)  # fmt: skip
low = Dim("a", 1, n)
high = Dim("b", low, n)
chosen = StackOver(i, low, high, Unit(n, i).T)
theorem(
    "classical.selected-rows", "Rows of the identity are orthonormal", "Section 0.7",
    (eq(lmin(chosen @ chosen.T), 1), eq(lmax(chosen @ chosen.T), 1), eq(smax(chosen), 1)),
)  # fmt: skip
theorem(
    "classical.compression-extremes", "Extreme eigenvalues of a principal block", "Theorem 4.3.17",
    (lmax(chosen @ A @ chosen.T) <= lmax(A), lmin(A) <= lmin(chosen @ A @ chosen.T)),
)  # fmt: skip
K, D, E = Psd("K", n), PositiveDefinite("D", n), PositiveDefinite("E", n)
theorem(
    "classical.compression-trace", "Trace and determinant of a principal block of a positive semidefinite matrix",
    "Section 7.1",
    (tr(chosen @ K @ chosen.T) <= tr(K), det(chosen @ K @ chosen.T) >= 0, lmin(chosen @ K @ chosen.T) >= 0),
)  # fmt: skip

o = Dim("n", 2)
f = Dim("k", 1, o - 1)
G, H, J = Psd("G", o), PositiveDefinite("H", o), Symmetric("J", o)
upper, lower = StackOver(i, 1, f, Unit(o, i).T), StackOver(i, f + 1, o, Unit(o, i).T)
theorem(
    "classical.fischer", "Fischer's inequality", "Theorem 7.8.5",
    det(G) <= det(upper @ G @ upper.T) * det(lower @ G @ lower.T),
)  # fmt: skip
theorem(
    "classical.schur-complement", "Schur complement of a positive definite matrix", "Theorem 7.7.7",
    (
        lmin(H) <= lmin(schur(f, H)), lmin(schur(f, H)) >= 0,
        eq(det(H), det(upper @ H @ upper.T) * det(schur(f, H))),
        lmin(lower @ H @ lower.T - schur(f, H)) >= 0,
    ),
)  # fmt: skip
theorem(
    "classical.schur-complement-below", "A Schur complement of a positive definite matrix lies below its block",
    "Theorem 7.7.7", (lmax(schur(f, H)) <= lmax(H), tr(schur(f, H)) <= tr(H), smax(schur(f, H)) <= smax(H)),
)  # fmt: skip
theorem(
    "classical.eckart-young", "Eckart and Young: distance to matrices of low rank", "Section 7.4",
    s(Matrix("M", o, o), f + 1) <= smax(Matrix("M", o, o) - Matrix("X", o, f) @ Matrix("Y", f, o)),
)  # fmt: skip
theorem(
    "classical.davis-kahan", "Davis and Kahan: eigenvectors of a perturbed symmetric matrix", (BHATIA, "Section VII.3"),
    (
        (entry(lam(J), f) - entry(lam(Symmetric("L", o)), f + 1))
        * norm2((Id(o) - eigenprojector(f, Symmetric("L", o))) @ eigenprojector(f, J))
        <= norm2(J - Symmetric("L", o))
    ),
)  # fmt: skip

Q = Orthogonal("Q", n)
B = Symmetric("B", n)
theorem(
    "classical.polar-nearest", "Fan and Hoffman: the polar factor is the nearest orthogonal matrix",
    (BHATIA, "Section IX.7"),
    (normF(M - polar(M)) <= normF(M - Q), eq(tr(polar(M).T @ M), normN(M)), eq(smax(polar(M)), 1)),
)  # fmt: skip
mu = Scalar("mu")
L = Matrix("L", n, n)
theorem(
    "classical.bauer-fike", "Bauer and Fike: eigenvalues of a perturbed diagonalisable matrix", "Theorem 6.3.2",
    minimum(abs(diag(M) - mu))
    <= cond(L) * (smin(L @ (diag(diag(M)) - mu * Id(n)) @ inv(L) + P) + smax(P)),
)  # fmt: skip
x, y = Vector("x", n), Vector("y", n)
theorem(
    "classical.determinant-lemma", "The determinant of a perturbation of rank one", "Section 0.8",
    (eq(det(M + x @ y.T), det(M) * (1 + tr(y.T @ inv(M) @ x))),),
)  # fmt: skip
theorem(
    "classical.determinant-rank-one", "The determinant of the identity and a matrix of rank one", "Section 0.8",
    eq(det(Id(n) + x @ y.T), 1 + tr(y.T @ x)),
)  # fmt: skip
t = Scalar("t", 0, 1)
theorem(
    "classical.inverse-convex", "The inverse is convex in the Loewner order", (BHATIA, "Section V.1"),
    lmin(t * inv(D) + (1 - t) * inv(E) - inv(t * D + (1 - t) * E)) >= 0,
)  # fmt: skip
theorem(
    "classical.square-convex", "The square is convex in the Loewner order", (BHATIA, "Section V.1"),
    lmin(t * A @ A + (1 - t) * B @ B - (t * A + (1 - t) * B) @ (t * A + (1 - t) * B)) >= 0,
)  # fmt: skip
theorem(
    "classical.inverse-of-definite", "The inverse of a positive definite matrix", "Section 7.1",
    (lmin(inv(D)) > 0, tr(inv(D)) > 0, det(inv(D)) > 0, n <= tr(inv(D)) * lmax(D)),
)  # fmt: skip
