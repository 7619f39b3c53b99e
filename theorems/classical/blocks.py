"""Facts about norms of Gram matrices, of blocks and of matrices on top of each other that proofs lean on."""

from lemmata.theorems.classical import TEXTBOOK, TOPICS, T, q
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    Statement,
    SumOver,
    Unit,
    eq,
    forall,
    kron,
    lmax,
    minimum,
    normF,
    smax,
    tr,
)
from lemmata.theorems.language.families import VStack

gram_norm = Statement(
    id="classical.gram-norm",
    title="Squared operator norm as the largest eigenvalue of either Gram matrix",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(lmax(T @ T.T), smax(T) ** 2), eq(lmax(T.T @ T), smax(T) ** 2)),
)

frobenius_operator = Statement(
    id="classical.frobenius-operator",
    title="Frobenius norm between the operator norm and its multiple by the number of columns",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=(smax(T) ** 2 <= normF(T) ** 2, normF(T) ** 2 <= q * smax(T) ** 2),
)

p = Dim("p")
S = Matrix("S", p, q)
stacked = VStack(T, S)
stacked_norms = Statement(
    id="classical.stacked-norms",
    title="Operator norm of two matrices on top of each other",
    source=TEXTBOOK.at(TOPICS, "Corollary 3.1.3"),
    kind=Kind.ALGEBRAIC,
    claim=(
        smax(T) <= smax(stacked),
        smax(S) <= smax(stacked),
        smax(stacked) ** 2 <= smax(T) ** 2 + smax(S) ** 2,
    ),
)

least = Statement(
    id="classical.minimum",
    title="A minimum is one of its members",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x > 0, y > 0),
    claim=(minimum(x, y) <= x, minimum(x, y) <= y, minimum(x, y) > 0),
)

i, j, several = Index("i"), Index("j"), Dim("n", 2)
different_units = Statement(
    id="classical.different-units",
    title="Different unit columns are orthogonal",
    source=TEXTBOOK.at("Section 0.1", "definition"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, several - 1, j, i + 1, several, eq(tr(Unit(several, i).T @ Unit(several, j)), 0)),
)

turned_norm = Statement(
    id="classical.frobenius-of-transpose",
    title="The Frobenius norm from the rows",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=eq(normF(T) ** 2, tr(T @ T.T)),
)

h = Dim("h")
Z = Matrix("Z", p * q, h)
by_blocks = Statement(
    id="classical.frobenius-by-blocks",
    title="The squares of the Frobenius norms of blocks on top of each other add up",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=eq(normF(Z) ** 2, SumOver(i, 1, p, normF(kron(Unit(p, i).T, Id(q)) @ Z) ** 2)),
)
