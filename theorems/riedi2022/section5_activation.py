"""Section 5: what an activation pattern D does to the singular values of M(rho) = M_o + rho Id."""

from lemmata.language import (
    ActivationPattern,
    Denial,
    Diagonal,
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    Scalar,
    Statement,
    chain,
    entry,
    eq,
    exists,
    normF,
    open_interval,
    s,
    smax,
    total,
)
from lemmata.language.domains import Orthogonal
from theorems.riedi2022 import RIEDI_2022, M, n

m = Dim("m", 0, n)
absolute_value = ActivationPattern("D", m, n, -1)
relu = ActivationPattern("D", m, n, 0)
eta = Scalar("eta", domain=open_interval(0, 1))
leaky = ActivationPattern("D", m, n, eta)
diagonal = Diagonal("D", n)

prop_23 = Statement(
    id="riedi.prop-23",
    title="Absolute value keeps singular values",
    source=RIEDI_2022.at("Proposition 23", "(56)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(s(M), "==", s(M @ absolute_value), "==", s(absolute_value @ M)),
)

Q = Matrix("Q", domain=Orthogonal(n))
prop_23_sharpened = Statement(
    id="riedi.prop-23~sharpened",
    title="An orthogonal factor keeps singular values",
    source=RIEDI_2022.at("Proposition 23", "(56)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(s(M), "==", s(M @ Q), "==", s(Q @ M)),
    notes="Of the pattern D of the absolute value only D^T D = Id is used.",
)

lemma_24 = Statement(
    id="riedi.lemma-24",
    title="ReLU lowers every singular value",
    source=RIEDI_2022.at("Lemma 24", "(57)"),
    kind=Kind.ALGEBRAIC,
    claim=(s(M) >= s(M @ relu), s(M) >= s(relu @ M)),
    depends_on=("riedi.prop-5.cauchy",),
)

P = Matrix("P", n, n)
lemma_24_sharpened = Statement(
    id="riedi.lemma-24~sharpened",
    title="A factor of norm at most one lowers every singular value",
    source=RIEDI_2022.at("Lemma 24", "(57)"),
    kind=Kind.ALGEBRAIC,
    given=smax(P) <= 1,
    claim=(s(M) >= s(M @ P), s(M) >= s(P @ M)),
    notes="Covers ReLU, leaky ReLU with any slope between -1 and 1, and the absolute value at once.",
)

i = Index("i", 2, n)
lemma_24_leaky = Statement(
    id="riedi.lemma-24.leaky",
    title="Leaky ReLU is said to lower the largest singular value only",
    source=RIEDI_2022.at("Lemma 24", "remark after (57)"),
    kind=Kind.ALGEBRAIC,
    claim=exists(entry(s(M), i) < entry(s(M @ leaky), i)),
    denied_by=Denial(
        statement="riedi.lemma-24.leaky~repaired",
        because="M M^T - (MD)(MD)^T = M (Id - D^2) M^T is positive semidefinite because the entries of D lie in "
        "(0, 1], so s_i(MD) <= s_i(M) for every i: no M, D and i >= 2 violate it. Shown: M = Id, D = diag(1/2, 1), "
        "i = 2.",
        illustration={
            "dims": {"n": 2, "m": 1},
            "values": {
                "rho": "0",
                "eta": "1/2",
                "i": "2",
                "M_o": [["1", "0"], ["0", "1"]],
                "D": [["1/2", "0"], ["0", "1"]],
            },
        },
    ),
    notes="The remark has two halves: s_1(M) >= s_1(MD) always (part of ~repaired), and for i >= 2 the "
    "inequality "
    "fails for some M and D. The second half is the claim encoded here.",
)

lemma_24_leaky_repaired = Statement(
    id="riedi.lemma-24.leaky~repaired",
    title="Leaky ReLU lowers every singular value",
    source=RIEDI_2022.at("Lemma 24", "remark after (57)"),
    kind=Kind.ALGEBRAIC,
    claim=(s(M) >= s(M @ leaky), s(M) >= s(leaky @ M), smax(M) >= smax(M @ leaky)),
    depends_on=("classical.weyl",),
    notes="M M^T - M D^2 M^T = M (Id - D^2) M^T is positive semidefinite, and eigenvalues are monotone in the Loewner "
    "order.",
)

removed = M @ (Id(n) - relu)  # the columns of M that D sets to zero
prop_25_eq_58 = Statement(
    id="riedi.prop-25.eq-58",
    title="Energy removed by ReLU",
    source=RIEDI_2022.at("Proposition 25", "(58)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(
        total(s(M) ** 2) - total(s(M @ relu) ** 2),
        "==",
        total(abs(s(M) ** 2 - s(M @ relu) ** 2)),
        "==",
        normF(M) ** 2 - normF(M @ relu) ** 2,
        "==",
        normF(removed) ** 2,
    ),
    depends_on=("riedi.lemma-24",),
)

prop_25_eq_59 = Statement(
    id="riedi.prop-25.eq-59",
    title="Distance of the singular values before and after ReLU",
    source=RIEDI_2022.at("Proposition 25", "(59)"),
    kind=Kind.ALGEBRAIC,
    claim=total((s(M) - s(M @ relu)) ** 2) <= normF(removed) ** 2,
    depends_on=("riedi.cor-2",),
)

prop_25_eq_59_sharpened = Statement(
    id="riedi.prop-25.eq-59~sharpened",
    title="Distance of the singular values before and after any linear map",
    source=RIEDI_2022.at("Proposition 25", "(59)"),
    kind=Kind.ALGEBRAIC,
    claim=total((s(M) - s(M @ P)) ** 2) <= normF(M @ (Id(n) - P)) ** 2,
    notes="Wielandt–Hoffman for M and M P asks nothing of P.",
)

prop_26 = Statement(
    id="riedi.prop-26",
    title="Activation at the input or, transposed, at the output",
    source=RIEDI_2022.at("Proposition 26", "(60)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(s(M @ diagonal), s(diagonal @ M.T)),
)
