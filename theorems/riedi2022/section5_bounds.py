"""Section 6.1 of the paper: hard bounds on the weights bound the condition number of a residual layer.

By Lemma 28 the products D_p W_p ... D_1 W_1 of factors with entries at most c <= 1/n are, one and all, matrices with
entries at most c; conversely each such matrix is one (p = 1, D_1 = Id).  From Lemma 29 on M_o is therefore any matrix
with entries at most c, and M(1) = M_o + Id.
"""

from typing import Any

from lemmata.language import (
    ActivationPattern,
    Dim,
    Id,
    Index,
    Kind,
    Layers,
    MatProdOver,
    Matrix,
    Scalar,
    Statement,
    Unit,
    chain,
    cond,
    diag,
    eq,
    forall,
    maxabs,
    normF,
    ones,
    s,
    smax,
    smin,
    sqrt,
    total,
)
from theorems.riedi2022 import RIEDI_2022, M_o, n

c = Scalar("c")
W = Matrix("W", n, n)
constant = c * ones(n, n)

lemma_27 = Statement(
    id="riedi.lemma-27",
    title="Largest singular value of a matrix with bounded entries",
    source=RIEDI_2022.at("Lemma 27", "(61)"),
    kind=Kind.ALGEBRAIC,
    given=maxabs(W) <= c,
    claim=(smax(W) <= c * n, eq(smax(constant), c * n)),
    construct="entries-at-most-c",
    depends_on=("riedi.prop-4.norms",),
    notes="The second conjunct is the example of equality, the matrix with all entries c.",
)
lemma_27_sharpened = Statement(
    id="riedi.lemma-27~sharpened",
    title="Frobenius norm of a matrix with bounded entries",
    source=RIEDI_2022.at("Lemma 27", "(61)"),
    kind=Kind.ALGEBRAIC,
    given=maxabs(W) <= c,
    claim=normF(W) <= c * n,
    construct="entries-at-most-c",
    notes="The Frobenius norm in place of the largest singular value: all singular values together obey the bound.",
)

p, i = Dim("p"), Index("i")
layers, Delta = Layers("W", p, n, n, n), Matrix("Delta", n, p)
D_i = diag(Delta @ Unit(p, i))  # the columns of Delta are the diagonals of D_1, ..., D_p
lemma_28 = Statement(
    id="riedi.lemma-28",
    title="Entries of a product of bounded layers",
    source=RIEDI_2022.at("Lemma 28"),
    kind=Kind.ALGEBRAIC,
    given=(forall(i, 1, p, maxabs(layers.layer(i)) <= c), c <= 1 / n, maxabs(Delta) <= 1),
    claim=maxabs(MatProdOver(i, 1, p, D_i @ layers.layer(i))) <= c,
    construct="entries-at-most-c",
    notes="Bounded by 1 means at most 1 in modulus, as in Lemma 27. Attained by constant matrices with c = 1/n.",
)

A = Matrix("A", n, n)
D = Matrix("D", n, 1)  # the diagonal, as a column
lemma_28_step = Statement(
    id="riedi.lemma-28~step",
    title="Entries of a product of bounded layers, one layer at a time",
    source=RIEDI_2022.at("Lemma 28", "proof"),
    kind=Kind.ALGEBRAIC,
    given=(maxabs(W) <= c, maxabs(A) <= c, c <= 1 / n, maxabs(D) <= 1),
    claim=(maxabs(diag(D) @ W) <= c, maxabs(diag(D) @ W @ A) <= c),
    construct="entries-at-most-c",
    notes="The induction of the printed proof, for any number of layers: A is the product of the layers so far.",
)

M_1 = M_o + Id(n)
bounded = (maxabs(M_o) <= c, c < 1 / n)
ratio = (1 + c * n) / (1 - c * n)


def bound(id: str, title: str, where: tuple[str, ...], claim: Any, given: Any = (), **more: Any) -> Statement:
    """A statement under the assumptions of Lemma 29."""
    more.setdefault("construct", "entries-at-most-c")
    return Statement(
        id=id, title=title, source=RIEDI_2022.at(*where), kind=Kind.ALGEBRAIC, given=(*bounded, *given), claim=claim,
        **more,
    )  # fmt: skip


lemma_29 = bound(
    "riedi.lemma-29",
    "Singular values and condition number of a residual layer with small weights",
    ("Lemma 29", "(62), (63)"),
    (chain(0, "<", 1 - c * n, "<=", smin(M_1), "<=", smax(M_1), "<=", 1 + c * n, "<", 2), cond(M_1) <= ratio),
    depends_on=("riedi.lemma-17", "riedi.lemma-27", "riedi.lemma-28"),
    notes="Attained only at c = 0 (the condition number) and at c M_o' with all entries ±c and rank one (s_1).",
)

lemma_29_sharpened = bound(
    "riedi.lemma-29~sharpened",
    "All singular values of a residual layer with small weights together",
    ("Lemma 29", "(62)"),
    (total((s(M_1) - 1) ** 2) <= (c * n) ** 2, 1 - c * n <= smin(M_1), smax(M_1) <= 1 + c * n),
    notes="Wielandt–Hoffman: the deviations from 1 have sum of squares at most (cn)^2, so that s_1 = 1 + cn and s_n = "
    "1 - cn cannot happen together. Needs no c < 1/n.",
)

two = Dim("n", 2)
pair = Matrix("M_o", two, two) + Id(two)
lemma_29_cond = Statement(
    id="riedi.lemma-29~sharpened-kappa",
    title="Condition number of a residual layer with small weights, sharper",
    source=RIEDI_2022.at("Lemma 29", "(63)"),
    kind=Kind.ALGEBRAIC,
    given=(maxabs(Matrix("M_o", two, two)) <= c, c < 1 / two),
    claim=cond(pair) + 1 / cond(pair) <= 2 / (1 - (c * two) ** 2),
    construct="entries-at-most-c",
    notes="From the sum of squares: the largest ratio x/y on the disc (x - 1)^2 + (y - 1)^2 <= (cn)^2 satisfies x/y + "
    "y/x = 2/(1 - (cn)^2). At cn = 1/3 it is 1.6404, where (63) has 2.",
)

m = Dim("m", 0, n)
absolute_value, relu = ActivationPattern("D", m, n, -1), ActivationPattern("D", m, n, 0)
thm_30 = bound(
    "riedi.thm-30",
    "Condition number under hard bounds, absolute value",
    ("Theorem 30", "(64)"),
    cond(M_1 @ absolute_value) <= ratio,
    depends_on=("riedi.lemma-29", "riedi.prop-23"),
)

several = Dim("n", 2)
few = Dim("m", 0, several)
of_several = Matrix("M_o", several, several)
any_pattern = ActivationPattern("D", few, several, -1), ActivationPattern("D", few, several, 0)


def sharp(id: str, title: str, where: tuple[str, ...], pattern: Any, **more: Any) -> Statement:
    """The bound of riedi.lemma-29~sharpened-kappa, behind a pattern."""
    kappa = cond((of_several + Id(several)) @ pattern)
    return Statement(
        id=id, title=title, source=RIEDI_2022.at(*where), kind=Kind.ALGEBRAIC,
        given=(maxabs(of_several) <= c, c < 1 / several), claim=kappa + 1 / kappa <= 2 / (1 - (c * several) ** 2),
        construct="entries-at-most-c", depends_on=("riedi.lemma-29~sharpened-kappa",), **more,
    )  # fmt: skip


thm_30_sharpened = sharp(
    "riedi.thm-30~sharpened-kappa",
    "Condition number under hard bounds, absolute value, sharper",
    ("Theorem 30", "(64)"),
    any_pattern[0],
)

RELU_NOTES = (
    "Condition numbers by (39); for m = n the matrix is zero and has none. Dominated by the bound of the absolute "
    "value, see riedi.thm-31~sharpened."
)
thm_31_eq_65 = bound(
    "riedi.thm-31.eq-65",
    "Condition number under hard bounds, ReLU",
    ("Theorem 31", "(65)"),
    cond(M_1 @ relu) <= (1 + c * n) / sqrt(1 - 2 * c * n * (1 + n)),
    (2 * c * n < 1 / (1 + n),),
    depends_on=("riedi.lemma-29", "riedi.prop-25.eq-58", "riedi.lemma-24"),
    notes=RELU_NOTES,
)

thm_31_eq_66 = bound(
    "riedi.thm-31.eq-66",
    "Condition number under hard bounds, ReLU on a part of the outputs",
    ("Theorem 31", "(66)"),
    cond(M_1 @ relu) <= (1 + c * n) / (1 - c * n - sqrt(m / n)),
    (m <= n * (1 - c * n) ** 2,),
    depends_on=("riedi.lemma-29", "riedi.prop-25.eq-59", "riedi.lemma-24"),
    notes=RELU_NOTES + " At m = n(1 - cn)^2 the bound divides by zero. The printed proof uses 2cn < 1/(1 + n) as well, "
    "which is not needed.",
)

thm_31_eq_67 = bound(
    "riedi.thm-31.eq-67",
    "Condition number under hard bounds, ReLU, by the number of outputs affected",
    ("Theorem 31", "(67)"),
    cond(M_1 @ relu) <= (1 + c * n) / sqrt(1 - 2 * c * n * (1 + 2 * m)),
    (2 * c * n < 1 / (1 + 2 * m),),
    depends_on=("riedi.lemma-29", "riedi.prop-25.eq-58", "riedi.lemma-24"),
    notes=RELU_NOTES,
)

thm_31_sharpened = bound(
    "riedi.thm-31~sharpened",
    "Condition number under hard bounds, ReLU, without further assumptions",
    ("Theorem 31",),
    (
        cond(M_1 @ relu) <= smax(M_1) / smin(M_1),
        cond(M_1 @ relu) <= ratio,
    ),
    notes="Deleting columns moves the remaining singular values between s_1 and s_n of M(1) (Cauchy), so ReLU keeps "
    "the bound of the absolute value, however many outputs it affects. It lies below (65), (66) and (67).",
)

thm_31_sharpened_kappa = sharp(
    "riedi.thm-31~sharpened-kappa",
    "Condition number under hard bounds, ReLU, sharper",
    ("Theorem 31",),
    any_pattern[1],
    notes="By riedi.thm-31~sharpened the condition number is at most that of M(1), and x + 1/x grows from x = 1 on.",
)

eta = Scalar("eta", 0, 1)
leaky = ActivationPattern("D", m, n, eta)
thm_32_eq_68 = bound(
    "riedi.thm-32.eq-68",
    "Condition number under hard bounds, leaky ReLU",
    ("Theorem 32", "(68)"),
    cond(M_1 @ leaky) <= (1 + c * n) / sqrt((1 - c * n) ** 2 - 4 * (1 - eta) * sqrt(m)),
    (n >= 5, eta < 1, (1 - c * n) ** 2 > 4 * (1 - eta) * sqrt(m)),
    depends_on=("riedi.lemma-29", "riedi.prop-1"),
    notes="n >= 5 is not needed, see the sharpened row.",
)

thm_32_eq_69 = bound(
    "riedi.thm-32.eq-69",
    "Condition number under hard bounds, leaky ReLU, by the number of outputs affected",
    ("Theorem 32", "(69)"),
    cond(M_1 @ leaky) <= (1 + c * n) / (1 - c * n - (1 - eta) * m * (3 * c + 1)),
    (eta < 1, 1 - c * n > (1 - eta) * m * (3 * c + 1)),
    depends_on=("riedi.lemma-29", "riedi.cor-2"),
)

thm_32_sharpened = bound(
    "riedi.thm-32~sharpened",
    "Condition number under hard bounds, leaky ReLU, without further assumptions",
    ("Theorem 32",),
    cond(M_1 @ leaky) <= ratio / eta,
    (eta > 0,),
    notes="s_n(M D) >= s_n(M) s_n(D) and s_1(M D) <= s_1(M): no bound on n, m or eta. Where it applies (68) is weaker, "
    "and so is (69).",
)

any_number = Dim("k", 0, n)
any_signs = ActivationPattern("D_abs", any_number, n, -1)
one_third = maxabs(M_o) <= 1 / (3 * n)
numbers = Statement(
    id="riedi.sec-6.3.numbers",
    title="Weights of at most 1/(3n)",
    source=RIEDI_2022.at("Section 6.3", "concrete examples"),
    kind=Kind.ALGEBRAIC,
    given=(one_third, m <= n / 4),
    claim=(
        cond(M_1 @ any_signs) <= 2,
        cond(M_1 @ relu) <= 8,
    ),
    construct="entries-at-most-c",
    depends_on=("riedi.thm-30", "riedi.thm-31.eq-66"),
    notes="M_o = D_1 W_1 has entries at most 1/(3n) like W_1. The absolute value may affect any number k of outputs, "
    "the ReLU m <= n/4 of them.",
)

numbers_sharpened = Statement(
    id="riedi.sec-6.3.numbers~sharpened",
    title="Weights of at most 1/(3n), any number of outputs affected",
    source=RIEDI_2022.at("Section 6.3", "concrete examples"),
    kind=Kind.ALGEBRAIC,
    given=one_third,
    claim=cond(M_1 @ relu) <= 2,
    construct="entries-at-most-c",
    notes="The bound 8 of the ReLU is 2 as well, and needs no m <= n/4.",
)

any_count = Dim("k", 0, several)
numbers_kappa = Statement(
    id="riedi.sec-6.3.numbers~sharpened-kappa",
    title="Weights of at most 1/(3n), sharper",
    source=RIEDI_2022.at("Section 6.3", "concrete examples"),
    kind=Kind.ALGEBRAIC,
    given=maxabs(of_several) <= 1 / (3 * several),
    claim=(
        cond((of_several + Id(several)) @ ActivationPattern("D_abs", any_count, several, -1)) <= (9 + sqrt(17)) / 8,
        cond((of_several + Id(several)) @ any_pattern[1]) <= (9 + sqrt(17)) / 8,
    ),
    construct="entries-at-most-c",
    depends_on=("riedi.thm-30~sharpened-kappa", "riedi.thm-31~sharpened-kappa"),
    notes="1.6404 in place of 2, and of 8 for the ReLU: the larger root of x + 1/x = 9/4.",
)
