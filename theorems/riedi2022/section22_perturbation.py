"""Section 2.2: singular values under additive perturbation and under deletion of rows or columns."""

from lemmata.language import (
    Dim,
    Index,
    Kind,
    Matrix,
    Rows,
    Statement,
    Symmetric,
    chain,
    forall,
    lam,
    norm2,
    normF,
    rank,
    s,
    smax,
    sqrt,
    total,
)
from theorems.riedi2022 import RIEDI_2022, n

A, B = Matrix("A", n, n), Matrix("B", n, n)
i, j = Index("i"), Index("j")

prop_1 = Statement(
    id="riedi.prop-1",
    title="Wielandt–Hoffman for symmetric matrices",
    source=RIEDI_2022.at("Proposition 1", "(15)"),
    kind=Kind.ALGEBRAIC,
    claim=total((lam(Symmetric("A", n)) - lam(Symmetric("B", n))) ** 2)
    <= normF(Symmetric("A", n) - Symmetric("B", n)) ** 2,
)

cor_2 = Statement(
    id="riedi.cor-2",
    title="Wielandt–Hoffman for singular values",
    source=RIEDI_2022.at("Corollary 2", "(16)"),
    kind=Kind.ALGEBRAIC,
    claim=total((s(A) - s(B)) ** 2) <= normF(A - B) ** 2,
    depends_on=("riedi.prop-1",),
)

prop_4_norms = Statement(
    id="riedi.prop-4.norms",
    title="Operator norm, Frobenius norm and rank",
    source=RIEDI_2022.at("Proposition 4", "(17)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(smax(A), "==", norm2(A), "<=", normF(A), "<=", sqrt(rank(A)) * norm2(A)),
    notes="The proof takes the first equality from the textbook as it stands (classical.operator-norm); the two "
    "inequalities are derived.",
)

prop_4_triangle = Statement(
    id="riedi.prop-4.triangle",
    title="Triangle inequality of the largest singular value",
    source=RIEDI_2022.at("Proposition 4", "(18)"),
    kind=Kind.ALGEBRAIC,
    claim=smax(A + B) <= smax(A) + smax(B),
)

prop_5_weyl = Statement(
    id="riedi.prop-5.weyl",
    title="Weyl's inequality for singular values",
    source=RIEDI_2022.at("Proposition 5", "(19)"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, j, 1, n + 1 - i, s(A, i + j - 1) <= s(B, i) + s(A - B, j)),
)

kept = Dim("k", 1, n)
K = Rows("K", kept, n)  # K @ A keeps k rows of A, A @ K.T keeps k columns; n - k = m are deleted
prop_5_cauchy = Statement(
    id="riedi.prop-5.cauchy",
    title="Cauchy interlacing by deletion of rows or columns",
    source=RIEDI_2022.at("Proposition 5", "(20)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        forall(i, 1, kept, chain(s(A, i), ">=", s(K @ A, i), ">=", s(A, i + n - kept))),
        forall(i, 1, kept, chain(s(A, i), ">=", s(A @ K.T, i), ">=", s(A, i + n - kept))),
    ),
)

eq_21 = Statement(
    id="riedi.eq-21",
    title="Singular values are 1-Lipschitz",
    source=RIEDI_2022.at("(21)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(abs(s(A) - s(B)), "<=", smax(A - B), "<=", normF(A - B)),
    depends_on=("riedi.prop-5.weyl", "riedi.prop-4.norms"),
)
