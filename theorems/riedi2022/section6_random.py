"""Section 6.2, what holds for every realisation: Lemma 36, Corollary 37 and Theorem 41.

W_1 = sigma_n K_n with sigma_n = 1/(r sqrt(8n)); every square matrix is a realisation of W_1.
"""

from fractions import Fraction

from lemmata.language import (
    ActivationPattern,
    Dim,
    Id,
    Kind,
    Matrix,
    Scalar,
    Statement,
    chain,
    cond,
    eq,
    lmax,
    lmin,
    maximum,
    smax,
    smin,
    sqrt,
)
from theorems.riedi2022 import RIEDI_2022

n = Dim("n", 2)
r = Scalar("r")
K = Matrix("K", n, n)
sigma = 1 / (r * sqrt(8 * n))
third, sixth = Fraction(1, 3), Fraction(1, 6)
square = n ** Fraction(2, 3)  # n^(2/3)

sum_of_K = K.T + K
Z_max = (lmax(sum_of_K) - sqrt(8 * n)) * n**sixth  # (71)
Z_min = (-lmin(sum_of_K) - sqrt(8 * n)) * n**sixth  # (72)
of_W = (sigma * K).T + sigma * K
lemma_36_eq_76 = Statement(
    id="riedi.lemma-36.eq-76",
    title="Extreme eigenvalues of the symmetrised weights in terms of Z_n",
    source=RIEDI_2022.at("Lemma 36", "(76)"),
    kind=Kind.IDENTITY,
    given=r > 1,
    claim=(
        eq(lmax(of_W), 1 / r * (1 + Z_max * (1 / (sqrt(8) * square)))),
        eq(-lmin(of_W), 1 / r * (1 + Z_min * (1 / (sqrt(8) * square)))),
        eq(r * sqrt(8) * square * (1 + lmin(of_W)), (r - 1) * sqrt(8) * square - Z_min),
    ),
    notes="The third equation is the equality of events: tau_min > -1 exactly where Z~_n < (r - 1) sqrt(8) n^(2/3). "
    "The paper has <= there, which differs by an event of probability zero. The root covers 8 alone, as the value 8 "
    "for n = 5, r = 2 further down confirms.",
)

one_over = 1 / (2 * r**2)
mu = (sqrt(n - 1) + sqrt(n)) ** 2
q = sqrt(mu) * (1 / sqrt(n - 1) + 1 / sqrt(n)) ** third
Y = (smax(K) ** 2 - mu) / q  # (74)
exact_square = one_over * (mu / (4 * n) + 1 / square * (q / (4 * n**third)) * Y)
lemma_36_eq_77_equality = Statement(
    id="riedi.lemma-36.eq-77.equality",
    title="Largest singular value of the weights in terms of Y_n",
    source=RIEDI_2022.at("Lemma 36", "(77)"),
    kind=Kind.IDENTITY,
    given=r > 1,
    claim=eq(smax(sigma * K) ** 2, exact_square),
)

lemma_36_eq_77_inequality = Statement(
    id="riedi.lemma-36.eq-77.inequality",
    title="Largest singular value of the weights, bounded in terms of Y_n",
    source=RIEDI_2022.at("Lemma 36", "(77)"),
    kind=Kind.ALGEBRAIC,
    given=r > 1,
    claim=smax(sigma * K) ** 2 <= one_over * (1 + 1 / square * (1 / sqrt(2)) * Y),
    depends_on=("riedi.lemma-36.eq-77.equality",),
    notes="The factor of Y_n is replaced by a larger one, which lowers the bound where Y_n is negative.",
)

lemma_36_eq_77_repaired = Statement(
    id="riedi.lemma-36.eq-77.inequality~repaired",
    title="Largest singular value of the weights, bounded in terms of the positive part of Y_n",
    source=RIEDI_2022.at("Lemma 36", "(77)"),
    kind=Kind.ALGEBRAIC,
    given=r > 1,
    claim=smax(sigma * K) ** 2 <= one_over * (1 + 1 / square * (1 / sqrt(2)) * maximum(Y, 0)),
    notes="The use made of it after Corollary 37, P[s_1(W_1) >= 1] <= P[Y_n >= sqrt(2) (2 r^2 - 1) n^(2/3)], survives.",
)

lemma_36_eq_77_sharpened = Statement(
    id="riedi.lemma-36.eq-77.inequality~sharpened",
    title="Largest singular value of the weights, bounded in terms of the positive part of Y_n, best factor",
    source=RIEDI_2022.at("Lemma 36", "(77)"),
    kind=Kind.ALGEBRAIC,
    given=r > 1,
    claim=smax(sigma * K) ** 2 <= one_over * (1 + maximum(Y, 0) / (2 * n) ** (2 * third)),
    notes="2^(-2/3) = 0.63 for 1/sqrt(2) = 0.71: the limit of q_n/(4 n^(1/3)), which stays below it, since the cube of "
    "q_n is (1 + x)^4 n/x with x = sqrt(1 - 1/n), and (1 + x)^4 <= 16 x on [1/sqrt(2), 1].",
)

W_1 = Matrix("W_1", n, n)
symmetrised = W_1.T + W_1
tau_max, tau_min, s_1, s_n = lmax(symmetrised), lmin(symmetrised), smax(W_1), smin(W_1)
residual = W_1 + Id(n)

lemma_36_eq_78 = Statement(
    id="riedi.lemma-36.eq-78",
    title="Condition number of a realisation with s_1 < 1",
    source=RIEDI_2022.at("Lemma 36", "(78)"),
    kind=Kind.ALGEBRAIC,
    given=s_1 < 1,
    claim=chain(cond(residual), "<=", sqrt(s_1**2 + tau_max + 1) / (1 - s_1), "<=", (1 + s_1) / (1 - s_1)),
    depends_on=("riedi.thm-22.eq-53",),
)

lemma_36_eq_79 = Statement(
    id="riedi.lemma-36.eq-79",
    title="Extreme singular values of a realisation with tau_min > -1",
    source=RIEDI_2022.at("Lemma 36", "(79)"),
    kind=Kind.ALGEBRAIC,
    given=tau_min > -1,
    claim=chain(
        0,
        "<",
        s_n**2 + tau_min + 1,
        "<=",
        smin(residual) ** 2,
        "<=",
        smax(residual) ** 2,
        "<=",
        s_1**2 + tau_max + 1,
    ),
    depends_on=("riedi.lemma-21",),
)

lemma_36_eq_80 = Statement(
    id="riedi.lemma-36.eq-80",
    title="Condition number of a realisation with tau_min > -1",
    source=RIEDI_2022.at("Lemma 36", "(80)"),
    kind=Kind.ALGEBRAIC,
    given=tau_min > -1,
    claim=chain(
        cond(residual), "<=", sqrt((s_1**2 + tau_max + 1) / (tau_min + 1)), "<=", (s_1 + 1) / sqrt(tau_min + 1)
    ),
    depends_on=("riedi.lemma-36.eq-79", "riedi.eq-48"),
)

m = Dim("m", 0, n)
D, D_1 = ActivationPattern("D", m, n, -1), ActivationPattern("D_1", m, n, -1)
M_o = D_1 @ W_1
of_M_o = M_o.T + M_o
top, bottom, largest = lmax(of_M_o), lmin(of_M_o), smax(M_o)
layer = (M_o + Id(n)) @ D

cor_37_eq_81 = Statement(
    id="riedi.cor-37.eq-81",
    title="Condition number of a residual layer with absolute value, s_1 < 1",
    source=RIEDI_2022.at("Corollary 37", "(81)"),
    kind=Kind.ALGEBRAIC,
    given=largest < 1,
    claim=chain(cond(layer), "<=", sqrt(largest**2 + top + 1) / (1 - largest), "<=", (1 + largest) / (1 - largest)),
    depends_on=("riedi.lemma-36.eq-78", "riedi.prop-23"),
)

cor_37_eq_82 = Statement(
    id="riedi.cor-37.eq-82",
    title="Condition number of a residual layer with absolute value, tau_min > -1",
    source=RIEDI_2022.at("Corollary 37", "(82)"),
    kind=Kind.ALGEBRAIC,
    given=bottom > -1,
    claim=chain(cond(layer), "<=", sqrt((largest**2 + top + 1) / (bottom + 1)), "<=", (largest + 1) / sqrt(bottom + 1)),
    depends_on=("riedi.lemma-36.eq-80", "riedi.prop-23"),
    notes="tau_min and tau_max belong to M_o = D_1 W_1, not to W_1.",
)

thm_41 = Statement(
    id="riedi.thm-41",
    title="A residual link improves the condition number",
    source=RIEDI_2022.at("Theorem 41", "(97)"),
    kind=Kind.ALGEBRAIC,
    given=chain(cond(M_o), ">=", (1 + largest) / (1 - largest), ">", 0),
    claim=cond(M_o @ D) >= cond(layer),
    depends_on=("riedi.cor-37.eq-81", "riedi.prop-23"),
    notes="A realisation such that (96) holds: the event inside the probability of Lemma 40.",
)
