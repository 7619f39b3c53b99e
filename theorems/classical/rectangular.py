"""Facts about rectangular matrices that proofs lean on."""

from lemmata.theorems.classical import TEXTBOOK, TOPICS, H, T, q, r
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    StackOver,
    Statement,
    Unit,
    Vector,
    eq,
    kron,
    lmin,
    ones,
    smax,
    smin,
    tr,
)

k = Dim("k")
U, S = Matrix("U", q, k), Matrix("S", r, q)
c, i = Vector("c", r), Index("i")

congruence_least = Statement(
    id="classical.congruence-least",
    title="Ostrowski: least eigenvalue under congruence",
    source=TEXTBOOK.at("Theorem 4.5.9"),
    kind=Kind.ALGEBRAIC,
    given=lmin(H) >= 0,
    claim=lmin(T @ H @ T.T) >= lmin(H) * lmin(T @ T.T),
)

y = Vector("y", q)
stretching = Statement(
    id="classical.stretching",
    title="A matrix stretches a vector at most by its largest singular value",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=tr(y.T @ T.T @ T @ y) <= smax(T) ** 2 * tr(y.T @ y),
)

n = Dim("n")
x, z = Vector("x", n), Vector("y", n)
cauchy_schwarz = Statement(
    id="classical.cauchy-schwarz",
    title="Cauchy's inequality",
    source=TEXTBOOK.at("Theorem 5.1.4"),
    kind=Kind.ALGEBRAIC,
    claim=tr(x.T @ z) ** 2 <= tr(x.T @ x) * tr(z.T @ z),
)

norm_of_product = Statement(
    id="classical.norm-of-product",
    title="The operator norm of a product",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=smax(T @ U) <= smax(T) * smax(U),
)

norm_of_sum = Statement(
    id="classical.norm-of-sum",
    title="The operator norm of a sum",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=smax(T + S) <= smax(T) + smax(S),
)

side_by_side = Statement(
    id="classical.side-by-side",
    title="Smallest singular value of two wide matrices side by side",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    given=r <= q,
    claim=eq(smin(kron(Unit(2, 1).T, T) + kron(Unit(2, 2).T, S)) ** 2, lmin(T @ T.T + S @ S.T)),
)


def rows(X: Matrix) -> StackOver:
    """The rows of a matrix below each other, as one column."""
    return StackOver(i, 1, X.shape[0], X.T @ Unit(X.shape[0], i))


row_by_row = Statement(
    id="classical.row-by-row",
    title="Matrices listed row by row",
    source=TEXTBOOK.at(TOPICS, "Lemma 4.3.1"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(rows(T @ U), kron(T, Id(k)) @ rows(U)),
        eq(rows(T @ U), kron(Id(r), U.T) @ rows(T)),
        eq(rows(T + S), rows(T) + rows(S)),
        eq(rows(c @ ones(1, q)), kron(Id(r), ones(q, 1)) @ c),
    ),
)
