"""Sums of spectra, diagonals and forms: what combinations of the large theorems need besides."""

from lemmata.theorems.classical import BHATIA, A, B, M, T, n, q
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Index,
    Matrix,
    PositiveDefinite,
    Psd,
    Scalar,
    StackOver,
    Statement,
    SumOver,
    Unit,
    Vector,
    det,
    diag,
    entry,
    eq,
    expm,
    lam,
    lmax,
    lmin,
    normF,
    normN,
    schatten,
    schur,
    total,
    tr,
)

SPECTRAL_SUMS: list[Statement] = []
theorem = collector(SPECTRAL_SUMS)
i = Index("i")
few = Dim("k", 1, n)
K = Psd("K", n)
x = Vector("x", n)
t = Scalar("t", 0, 1)
p, a = Scalar("p"), Scalar("a")
U = Matrix("U", q, Dim("k"))

theorem(
    "classical.fan-trace", "The largest eigenvalues of a semidefinite matrix add up to no more than its trace",
    "Section 4.3", SumOver(i, 1, few, entry(lam(K), i)) <= tr(K),
)  # fmt: skip
theorem(
    "classical.eigenvalue-moduli", "The nuclear norm of a symmetric matrix adds up the moduli of its eigenvalues",
    "Section 7.4", eq(normN(A), total(abs(lam(A)))),
)  # fmt: skip
theorem(
    "classical.diagonal-part", "The diagonal of a matrix and the rest are orthogonal", "Section 5.6",
    (
        eq(normF(M - diag(diag(M))) ** 2, normF(M) ** 2 - total(diag(M) ** 2)),
        eq(normF(diag(diag(M))) ** 2, total(diag(M) ** 2)),
    ),
)  # fmt: skip
theorem(
    "classical.schatten-hoelder-exponents", "Hoelder's inequality for Schatten norms of any exponents",
    (BHATIA, "Corollary IV.2.6"), schatten(p, T @ U) <= schatten(a, T) * schatten(p * a / (a - p), U), (p > 0, a > p),
)  # fmt: skip
theorem(
    "classical.trace-exponential-weights", "Jensen: the trace of the exponential is convex", (BHATIA, "Chapter IX"),
    tr(expm(t * A + (1 - t) * B)) <= t * tr(expm(A)) + (1 - t) * tr(expm(B)),
)  # fmt: skip
theorem(
    "classical.square-between", "A form and that of the square, between the extreme eigenvalues", "Section 7.4",
    tr(x.T @ A @ A @ x) + lmin(A) * lmax(A) * tr(x.T @ x) <= (lmin(A) + lmax(A)) * tr(x.T @ A @ x),
)  # fmt: skip

o = Dim("n", 2)
f = Dim("k", 1, o - 1)
H = PositiveDefinite("H", o)
last = StackOver(i, f + 1, o, Unit(o, i).T)
theorem(
    "classical.schur-complement-definite", "A Schur complement of a definite matrix is definite, its determinant small",
    "Theorem 7.7.7", (lmin(schur(f, H)) > 0, det(schur(f, H)) > 0, det(schur(f, H)) <= det(last @ H @ last.T)),
)  # fmt: skip
