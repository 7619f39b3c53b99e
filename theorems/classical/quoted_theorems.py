"""Theorems in the form in which they are quoted, where the book has another, and what they are used with."""

from fractions import Fraction

from lemmata.theorems.classical import BHATIA, A, n
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.classical.isometry_theorems import PSEUDO
from lemmata.theorems.language import (
    Dim,
    Index,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Scalar,
    StackOver,
    Statement,
    Unit,
    diag,
    eq,
    exp,
    expm,
    forall,
    inv,
    normF,
    pinv,
    schur,
    smax,
    smin,
    sqrt,
    total,
    tr,
)

QUOTED: list[Statement] = []
theorem = collector(QUOTED)
i = Index("i")
r, q = Dim("r"), Dim("q")
T, S = Matrix("T", r, q), Matrix("S", r, q)
Q = Orthogonal("Q", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
t = Scalar("t", 0, 1)

theorem(
    "classical.orthogonal-columns", "The columns of an orthogonal matrix have length one", "Section 2.1",
    forall(i, 1, n, eq(normF(Q @ Unit(n, i)), 1)),
)  # fmt: skip
theorem(
    "classical.peierls", "Peierls: the diagonal under the exponential", ("R. Peierls, Physical Review 54 (1938)",),
    total(exp(diag(A))) <= tr(expm(A)),
)  # fmt: skip
theorem(
    "classical.trace-of-inverse-convex", "Jensen: the trace of the inverse is convex", (BHATIA, "Section V.2"),
    (
        2 * tr(inv(Fraction(1, 2) * (D + E))) <= tr(inv(D)) + tr(inv(E)),
        tr(inv(t * D + (1 - t) * E)) <= t * tr(inv(D)) + (1 - t) * tr(inv(E)),
    ),
)  # fmt: skip
theorem(
    "classical.wedin", "Wedin: the difference of two pseudo-inverses", (PSEUDO,),
    smax(pinv(T) - pinv(S)) <= sqrt(2) * smax(pinv(T)) * smax(pinv(S)) * smax(T - S), (smin(T) > 0, smin(S) > 0),
)  # fmt: skip

o = Dim("n", 2)
f = Dim("k", 1, o - 1)
H = PositiveDefinite("H", o)
last = StackOver(i, f + 1, o, Unit(o, i).T)
theorem(
    "classical.inverse-of-schur-complement", "Banachiewicz: a block of the inverse inverts a Schur complement",
    "Section 0.7.3", (eq(inv(schur(f, H)), last @ inv(H) @ last.T), tr(inv(schur(f, H))) <= tr(inv(H))),
)  # fmt: skip
