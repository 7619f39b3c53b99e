"""Facts about products of matrices of different shapes that proofs lean on."""

from lemmata.theorems.classical import TEXTBOOK, M, T, n, q, r
from lemmata.theorems.language import Dim, Id, Kind, Matrix, Statement, det, eq, inv, rank, smax, smin

p = Dim("p")
X, Y = Matrix("X", r, q), Matrix("Y", q, p)
A, C = Matrix("A", r, q), Matrix("C", r, q)
S = Matrix("S", r, r)

rank_of_product = Statement(
    id="classical.rank-of-product",
    title="Rank of a product: at most that of a factor, at least Sylvester's bound",
    source=TEXTBOOK.at("0.4.5"),
    kind=Kind.ALGEBRAIC,
    claim=(rank(X @ Y) <= rank(Y), rank(X) + rank(Y) - q <= rank(X @ Y)),
)

B, D = Matrix("B", r, r), Matrix("D", r, r)
determinant_of_product = Statement(
    id="classical.determinant-of-product",
    title="The determinant of a product is the product of the determinants",
    source=TEXTBOOK.at("0.3.5"),
    kind=Kind.IDENTITY,
    claim=eq(det(B @ D), det(B) * det(D)),
)

wide_factor = Statement(
    id="classical.wide-factor",
    title="Largest singular value of a product with a factor that has no more rows than columns",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    given=r <= q,
    claim=smax(S) * smin(T) <= smax(S @ T),
)

inverse = Statement(
    id="classical.inverse",
    title="A matrix times its inverse is the identity",
    source=TEXTBOOK.at("Section 0.5"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(M @ inv(M), Id(n)), eq(inv(M) @ M, Id(n))),
)

inverse_norm = Statement(
    id="classical.inverse-norm",
    title="The largest singular value of the inverse is one over the smallest",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    claim=eq(smax(inv(M)) * smin(M), 1),
)

pseudo_inverse = Statement(
    id="classical.pseudo-inverse",
    title="Norm of the pseudo-inverse of a matrix of full row rank",
    source=TEXTBOOK.at("Problem 7.3.P7"),
    kind=Kind.ALGEBRAIC,
    given=smin(T) > 0,
    claim=smax(T.T @ inv(T @ T.T)) * smin(T) <= 1,
    notes="Where T T^T is invertible; equality holds.",
)

equal_matrices = Statement(
    id="classical.equal-matrices",
    title="Equal matrices have equal largest singular values",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    given=eq(A, C),
    claim=eq(smax(A), smax(C)),
)
