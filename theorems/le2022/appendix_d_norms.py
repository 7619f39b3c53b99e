"""Appendix D: norms of two flattenings of one tensor, and of two arrangements of the weights of a residual block.

In Lemma 10 the weights are those at a time t.  Its D is a function of U(0)^T U(0) - Y(0) Y(0)^T, which the printed
proof takes to be U(t)^T U(t) - Y(t) Y(t)^T (Theorem 1.3); with that put in, (61) to (69) are about three matrices
U, Y, Z, and t = 0 is one of the times.
"""

from fractions import Fraction

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    StackOver,
    Statement,
    Unit,
    chain,
    eq,
    kron,
    lmax,
    minimum,
    norm2,
)
from lemmata.language.families import VStack
from theorems.le2022 import LE_2022

a, b, c = Dim("a"), Dim("b"), Dim("c")
j = Index("j")

T_2 = Matrix("T_2", b * c, a)
part = kron(Unit(b, j).T, Id(c)) @ T_2  # the j-th c x a slice of the tensor
T_1 = StackOver(j, 1, b, part.T).T

lemma_9 = Statement(
    id="le.lemma-9",
    title="Operator norms of two flattenings of one tensor",
    source=LE_2022.at("Lemma 9", "(55)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(1 / minimum(a, b) * norm2(T_1) ** 2, "<=", norm2(T_2) ** 2),
    notes="The slices of the tensor stand on top of each other in T_2 and side by side in T_1. The constant is the "
    "best for all a, b and c: for c = 1 the flattenings are the vector and the matrix of the same numbers, and the "
    "identity attains the bound.",
)

B = Matrix("B", b + c, a)
eq_62 = Statement(
    id="le.lemma-10.eq-62",
    title="Squared operator norm and largest eigenvalue of the Gram matrix",
    source=LE_2022.at("Lemma 10", "(62)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(norm2(B) ** 2, lmax(B.T @ B) ** 2),
    notes="Any matrix with b + c rows is [Y; Z].",
)

eq_62_repaired = Statement(
    id="le.lemma-10.eq-62~repaired",
    title="Squared operator norm and largest eigenvalue of the Gram matrix, without the second square",
    source=LE_2022.at("Lemma 10", "(62)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(norm2(B) ** 2, lmax(B.T @ B)),
)

Y, U, Z = Matrix("Y", b, a), Matrix("U", c, b), Matrix("Z", c, a)
balance = U.T @ U - Y @ Y.T
beside, above = VStack(U.T, Z.T).T, VStack(Y, Z)

eq_61 = Statement(
    id="le.lemma-10.eq-61",
    title="Operator norms of the two layers of a residual block, with the square of the printed D",
    source=LE_2022.at("Lemma 10", "(61)"),
    kind=Kind.ALGEBRAIC,
    claim=norm2(Y) ** 2 >= norm2(U) ** 2 - norm2(balance) ** 2,
    depends_on=("le.thm-1.within-block",),
    notes="Fails at time 0 wherever U(0) is small and larger than Y(0), whatever the units. Along the flow of ReLU "
    "networks the invariance itself is not there, see ~flow.",
)

eq_61_repaired = Statement(
    id="le.lemma-10.eq-61~repaired",
    title="Operator norms of the two layers of a residual block",
    source=LE_2022.at("Lemma 10", "(61)"),
    kind=Kind.ALGEBRAIC,
    claim=norm2(Y) ** 2 >= norm2(U) ** 2 - norm2(balance),
    notes="D is the norm itself, not its square, as in the work cited. Of use where U^T U - Y Y^T is constant: linear "
    "units, or units with the same slopes on the data.",
)

eq_69 = Statement(
    id="le.lemma-10.eq-69",
    title="Operator norms of the two arrangements of the weights of a residual block",
    source=LE_2022.at("Lemma 10", "(69)"),
    kind=Kind.ALGEBRAIC,
    claim=norm2(above) ** 2 >= norm2(beside) ** 2 / 8 - norm2(balance) ** 2 / 4,
    depends_on=("le.lemma-10.eq-61", "le.lemma-10.eq-62"),
    notes="A = [U Z] and B = [Y; Z]; D is the square of the norm, as printed before (62).",
)

eq_69_unsquared = Statement(
    id="le.lemma-10.eq-69~unsquared",
    title="Operator norms of the two arrangements of the weights of a residual block, D not squared",
    source=LE_2022.at("Lemma 10", "(69)"),
    kind=Kind.ALGEBRAIC,
    claim=norm2(above) ** 2 >= norm2(beside) ** 2 / 8 - norm2(balance) / 4,
    depends_on=("le.lemma-10.eq-61~repaired", "le.lemma-10.eq-62~repaired"),
    notes="The reading under which (61) holds.",
)

eq_69_sharpened = Statement(
    id="le.lemma-10.eq-69~sharpened",
    title="Operator norms of the two arrangements of the weights of a residual block, with the factor 2",
    source=LE_2022.at("Lemma 10", "(69)"),
    kind=Kind.ALGEBRAIC,
    claim=norm2(above) ** 2 >= Fraction(1, 2) * norm2(beside) ** 2 - Fraction(1, 2) * norm2(balance),
    depends_on=("le.lemma-10.eq-61~repaired",),
    notes="Attained at U = 1, Y = (1, 0), Z = (0, 1): no factor below 2 will do. Theorem 2 holds with 2 in place of 8.",
)
