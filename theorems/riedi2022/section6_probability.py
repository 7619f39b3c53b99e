"""Section 6.2: random matrices.  Probabilities at finite n, and limits for wide layers."""

from fractions import Fraction
from typing import Any

from lemmata.language import (
    ActivationPattern,
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    Scalar,
    Statement,
    chain,
    cond,
    exp,
    forall,
    gap,
    lmax,
    lmin,
    normF,
    s,
    smax,
    smin,
    sqrt,
    tr,
)
from lemmata.language.probability import (
    AlmostSurely,
    Continuous,
    Converges,
    Density,
    Grows,
    Iid,
    P,
    Point,
    ScaledLaw,
    TracyWidom,
    UpToScale,
)
from theorems.riedi2022 import RIEDI_2022

n = Dim("n")
K = Iid("K", n, n, "gaussian", "uniform")  # K_n of Theorem 33
G = Iid("K", n, n, "gaussian")
r = Scalar("r")
sigma_n = 1 / (r * sqrt(8 * n))  # (75)
W = sigma_n * K  # W_1 of Lemma 36
t_max, t_min = lmax(K + K.T), lmin(K + K.T)
Z = (t_max - sqrt(8 * n)) * n ** Fraction(1, 6)  # (71)
Z_low = (-t_min - sqrt(8 * n)) * n ** Fraction(1, 6)  # (72)
UNIVERSAL = (
    "The scale is that of K + K^T, which has variance 2 off the diagonal and 4 on it: sqrt(2) times the standard "
    "normalisation, whose largest eigenvalue is 2 sqrt(n) + n^(-1/6) T."
)

# --- Theorem 33


def theorem_33(suffix: str, title: str, law: object, notes: str) -> Statement:
    """Both extreme eigenvalues, centred and stretched, have one limit law."""
    return Statement(
        id="riedi.thm-33" + suffix,
        title=title,
        source=RIEDI_2022.at("Theorem 33", "(71)", "(72)"),
        kind=Kind.LIMIT,
        claim=(Converges(Z, law, n, "in law"), Converges(Z_low, law, n, "in law")),
        notes=notes,
    )


# "riedi.thm-33": the paper says "a Tracy-Widom law" and leaves its scale open
thm_33 = theorem_33("", "Extreme eigenvalues follow a Tracy-Widom law", UpToScale(TracyWidom(1)), UNIVERSAL)
thm_33_sharpened = theorem_33(
    "~sharpened", "The scale of the Tracy-Widom law is sqrt(2)", ScaledLaw(sqrt(2), TracyWidom(1)), UNIVERSAL
)
thm_33_standard = theorem_33(
    "~standard",
    "Extreme eigenvalues follow the standard Tracy-Widom law",
    TracyWidom(1),
    "The other reading of the theorem: the Tracy-Widom law itself, without a factor.",
)

# --- Theorem 34

M_o = Continuous("M_o", n, n)
i = Index("i")
thm_34 = Statement(
    id="riedi.thm-34",
    title="A random matrix has no multiple singular value",
    source=RIEDI_2022.at("Theorem 34"),
    kind=Kind.IDENTITY,
    claim=AlmostSurely(forall(i, 1, n, gap(s(M_o), i) > 0)),
    notes="The growth of the singular values is then bounded as in (49), which is riedi.thm-16.",
)

# --- Theorem 35

thm_35_limit = Statement(
    id="riedi.thm-35.limit",
    title="Largest singular value of a wide Gaussian matrix",
    source=RIEDI_2022.at("Theorem 35", "(73)"),
    kind=Kind.LIMIT,
    claim=Converges(smax(G) / sqrt(n), 2, n, "almost surely"),
)

mu_n = (sqrt(n - 1) + sqrt(n)) ** 2
q_n = sqrt(mu_n) * (1 / sqrt(n - 1) + 1 / sqrt(n)) ** Fraction(1, 3)
thm_35_fluctuation = Statement(
    id="riedi.thm-35.fluctuation",
    title="Fluctuation of the largest singular value",
    source=RIEDI_2022.at("Theorem 35", "(74)"),
    kind=Kind.LIMIT,
    claim=Converges((smax(G) ** 2 - mu_n) / q_n, TracyWidom(1), n, "in law"),
    notes="Unlike in Theorem 33 the scale is 1: this is the standard Tracy-Widom law.",
)

# --- Probabilities of exceptional events

n_5 = Dim("n", 5)
K_5 = Iid("K", n_5, n_5, "gaussian", "uniform")
W_5 = 1 / (r * sqrt(8 * n_5)) * K_5
Z_5 = (lmax(K_5 + K_5.T) - sqrt(8 * n_5)) * n_5 ** Fraction(1, 6)

exception_tau = Statement(
    id="riedi.exception-tau",
    title="The smallest eigenvalue hardly ever passes -1",
    source=RIEDI_2022.at("Section 6.2", "exceptional events after Corollary 37"),
    kind=Kind.PROBABILITY,
    given=r >= 2,
    claim=(P(lmin(W_5 + W_5.T) <= -1) <= Fraction(1, 500_000), P(Z_5 >= 8) <= Fraction(1, 100_000)),
    notes='"Approximately 0", "none of 500,000 draws" and "for all practical purposes" are read as 1/500,000 and '
    "1/100,000. For Gaussian entries both probabilities are also computed exactly: the worst corner r = 2, n = 5 has "
    "2.77e-7, so that 500,000 draws there show none with probability 0.87; P[Z_n >= 8] rises from 5.1e-7 at n = 5 to "
    "4.6e-6 in the limit. That P[tau_min <= -1] tends to 0 for every r > 1 is Theorem 33 and has no row of its own.",
)

exception_s1 = Statement(
    id="riedi.exception-s1",
    title="The largest singular value hardly ever passes 1",
    source=RIEDI_2022.at("Section 6.2", "exceptional events after Corollary 37"),
    kind=Kind.PROBABILITY,
    given=r >= 2,
    claim=P(smax(W_5) >= 1) <= Fraction(1, 500_000),
    notes="The bound is generous: concentration gives exp(-6.6 n), below 5e-15 at n = 5, for Gaussian entries, and "
    "uniform ones cannot reach 1 at all up to n = 10. That the probability tends to 0 for every r > 1, as s_1(W_1) to "
    "1/(sqrt(2) r) (Lemma 36 (ii), Corollary 37 (i)), is Theorem 35 to scale and has no row of its own.",
)

K_drawn = Matrix("K", n_5, n_5)
exception_s1_event = Statement(
    id="riedi.exception-s1~event",
    title="The largest singular value stays below 1 wherever that of K is at most four times its mean",
    source=RIEDI_2022.at("Section 6.2", "exceptional events after Corollary 37"),
    kind=Kind.ALGEBRAIC,
    given=(r >= 2, smax(K_drawn) < 2 * sqrt(8 * n_5)),
    claim=(smax(1 / (r * sqrt(8 * n_5)) * K_drawn) < 1, exp(-5 * n_5) <= Fraction(1, 500_000)),
    notes="The bound is met on an event that fails with probability at most exp(-5 n).",
)

# --- Theorem 38

tau_max, tau_min = lmax(W + W.T), lmin(W + W.T)
eq_83 = Statement(
    id="riedi.thm-38.eq-83",
    title="Limit of the bound that uses the smallest eigenvalue",
    source=RIEDI_2022.at("Theorem 38", "(83)"),
    kind=Kind.LIMIT,
    given=r > 1,
    claim=Converges(
        sqrt((smax(W) ** 2 + tau_max + 1) / (tau_min + 1)),
        sqrt((r**2 + r + Fraction(1, 2)) / (r**2 - r)),
        n,
        "in probability",
    ),
    depends_on=("riedi.thm-33", "riedi.thm-35.limit"),
    notes="The text prints tau-bar in the denominator of (83), with which the limit at r = 2 would be "
    "1.041; read as tau-underbar, as (80) and the printed 1.8028 ask. Convergence in distribution to a constant is "
    "convergence in probability.",
)
eq_84 = Statement(
    id="riedi.thm-38.eq-84",
    title="Limit of the bound that uses the largest singular value",
    source=RIEDI_2022.at("Theorem 38", "(84)"),
    kind=Kind.LIMIT,
    given=r > 1,
    claim=Converges(
        sqrt(smax(W) ** 2 + tau_max + 1) / (1 - smax(W)),
        sqrt(r**2 + r + Fraction(1, 2)) / (r - 1 / sqrt(2)),
        n,
        "in probability",
    ),
    depends_on=("riedi.thm-33", "riedi.thm-35.limit"),
    notes="At r = 2 the constant is 1.97191.",
)

# --- Theorem 39

m, m_1 = Dim("m", 0, n), Dim("m_1", 0, n)  # entries that D and D_1 set to zero
theta, r_1 = Scalar("theta"), Scalar("r_1")  # r_1 is the paper's r'
D, D_1 = ActivationPattern("D", m, n, 0), ActivationPattern("D_1", m_1, n, 0)
V = sigma_n * G  # W_1, Gaussian
nu = m + m_1 - m * m_1 / n  # (85)
setting = (m + m_1 >= 1, theta > 4, theta <= 2 * sqrt(n))
tail = exp(-(theta**2) / 2)
link = (D_1 @ V + Id(n)) @ D

gauss_tail = Statement(
    id="riedi.thm-39.gauss-tail",
    title="Tail of the cross terms",
    source=RIEDI_2022.at("Theorem 39", "(88)"),
    kind=Kind.PROBABILITY,
    given=(*setting, r > 1),
    claim=P(2 * tr(V @ (Id(n) - D)) > 2 * theta * sigma_n * sqrt(m)) <= tail,
    notes="V_2 is the sum of 2 W_1[i,i] over the m columns that D sets to zero.",
)

k = n * (m + m_1) - m * m_1
chi2_tail = Statement(
    id="riedi.thm-39.chi2-tail",
    title="Tail of the squared terms",
    source=RIEDI_2022.at("Theorem 39", "(89)"),
    kind=Kind.PROBABILITY,
    given=(*setting, r > 1),
    claim=P(normF(V - D_1 @ V @ D) ** 2 > sigma_n**2 * (k + 2 * theta * sqrt(k / 2) + theta**2)) <= tail,
    notes="V_1 / sigma_n^2 has a chi-squared law with k degrees of freedom, k the entries that D_1 and D touch.",
)

eq_86 = Statement(
    id="riedi.thm-39.eq-86",
    title="Condition number of a residual layer with ReLU, in terms of r",
    source=RIEDI_2022.at("Theorem 39", "(86)"),
    kind=Kind.PROBABILITY,
    given=(*setting, r > 2 + 2 * nu + theta),
    claim=P(cond(link) <= 2 * (1 + 1 / r) / (1 - (2 + 2 * nu + theta) / r)) >= 1 - 2 * tail - P(smax(V) >= 1),
    depends_on=("riedi.thm-39.gauss-tail", "riedi.thm-39.chi2-tail", "riedi.cor-2"),
    notes="True, but the printed proof takes s_1(W_1) <= 1/r on the complement of s_1(W_1) >= 1, which it does not "
    "follow from. It holds for a simpler reason, see the sharpened row: a violation needs s_1(W_1) > 1/3.",
)
eq_87 = Statement(
    id="riedi.thm-39.eq-87",
    title="Condition number of a residual layer with ReLU, in terms of the largest singular value",
    source=RIEDI_2022.at("Theorem 39", "(87)"),
    kind=Kind.PROBABILITY,
    given=(*setting, r_1 > 1, r > r_1 + r_1 * nu + theta),
    claim=P(cond(link) <= 2 * (1 + smax(V)) / (1 - (r_1 + r_1 * nu + theta) / r))
    >= 1 - 2 * tail - P(lmin(1 / (r_1 * sqrt(8 * n)) * G + (1 / (r_1 * sqrt(8 * n)) * G).T) <= -1),
    depends_on=("riedi.thm-39.gauss-tail", "riedi.thm-39.chi2-tail", "riedi.cor-2"),
    notes="The subtracted event is that of the exception with r' in place of r.",
)


X = Matrix("W", n, n)
eq_86_sharpened = Statement(
    id="riedi.thm-39.eq-86~sharpened",
    title="Condition number of a residual layer with ReLU, for every realisation",
    source=RIEDI_2022.at("Theorem 39", "(86)", "(87)"),
    kind=Kind.ALGEBRAIC,
    given=smax(X) < 1,
    claim=cond((D_1 @ X + Id(n)) @ D) <= (1 + smax(X)) / (1 - smax(X)),
    notes="The columns that D keeps are those of Id + D_1 W, which changes no length by more than a factor in "
    "[1 - s_1, 1 + s_1]. So (86) can fail only where s_1(W_1) > 1/3 and (87) only where s_1(W_1) > 1/2, with "
    "probability below exp(-15 n) and exp(-21 n) for the r that they ask for: less than the 2 exp(-2 n) that "
    "theta <= 2 sqrt(n) leaves, with nothing to subtract.",
)

Y = Matrix("K", n, n)
of_a_draw = (D_1 @ (sigma_n * Y) + Id(n)) @ D
concentrated = chain(sqrt(n) - sqrt(n) - theta, "<=", smin(Y), "<=", smax(Y), "<=", sqrt(n) + sqrt(n) + theta)


def wherever_concentrated(base: Statement, given: tuple[Any, ...], bound: Any) -> Statement:
    """The claim of (86) or (87) for every draw whose largest singular value is at most theta above its mean."""
    return Statement(
        id=f"{base.id}~concentrated",
        title=f"{base.title}, for draws near the mean",
        source=base.source,
        kind=Kind.ALGEBRAIC,
        given=(*given, concentrated),
        claim=cond(of_a_draw) <= bound,
        depends_on=("riedi.thm-39.eq-86~sharpened",),
        construct="theorem-39",
        notes="theta <= 2 sqrt(n) makes s_1(K) at most 4 sqrt(n), so that s_1(W_1) <= 2/r. By Gordon's inequality and "
        "concentration all draws but a share of 2 exp(-theta^2/2) are such.",
    )


# "riedi.thm-39.eq-86~concentrated", "riedi.thm-39.eq-87~concentrated"
eq_86_concentrated = wherever_concentrated(
    eq_86, (*setting, r > 2 + 2 * nu + theta), 2 * (1 + 1 / r) / (1 - (2 + 2 * nu + theta) / r)
)
eq_87_concentrated = wherever_concentrated(
    eq_87,
    (*setting, r_1 > 1, r > r_1 + r_1 * nu + theta),
    2 * (1 + smax(sigma_n * Y)) / (1 - (r_1 + r_1 * nu + theta) / r),
)

x = (2 * sqrt(n) + theta) / (r * sqrt(8 * n))
mild = (theta >= 0, r > 0, x < 1)
thm_39_concentrated = Statement(
    id="riedi.thm-39~concentrated",
    title="Condition number of a residual layer with ReLU, for draws near the mean",
    source=RIEDI_2022.at("Theorem 39"),
    kind=Kind.ALGEBRAIC,
    given=(*mild, concentrated),
    claim=cond(of_a_draw) <= (1 + x) / (1 - x),
    depends_on=("riedi.thm-39.eq-86~sharpened",),
)
thm_39_sharpened = Statement(
    id="riedi.thm-39~sharpened",
    title="Condition number of a residual layer with ReLU, by the largest singular value in probability",
    source=RIEDI_2022.at("Theorem 39", "(86)", "(87)"),
    kind=Kind.PROBABILITY,
    given=mild,
    claim=P(cond(link) <= (1 + x) / (1 - x)) >= 1 - 2 * tail,
    depends_on=("riedi.thm-39~concentrated",),
    notes="s_1(K) exceeds 2 sqrt(n) by theta with probability at most exp(-theta^2/2) (Gordon, concentration). Any "
    "theta >= 0, any number of entries that D and D_1 set to zero, and r > 1/sqrt(2) + theta/sqrt(8 n) in place of "
    "r > 2 + 2 nu + theta.",
)

# --- Lemma 40 and the condition number without a residual link

signs = ActivationPattern("D_1", m, n, -1)
M = signs @ W
lemma_40 = Statement(
    id="riedi.lemma-40",
    title="Without a residual link the condition number exceeds the bound with one",
    source=RIEDI_2022.at("Lemma 40", "(96)"),
    kind=Kind.LIMIT,
    given=r > 1,
    claim=Converges(P(chain(cond(M), ">=", (1 + smax(M)) / (1 - smax(M)), ">", 0)), 1, n, "as numbers"),
    depends_on=("riedi.edelman", "riedi.thm-35.fluctuation"),
)

t = Point("t")
edelman = Statement(
    id="riedi.edelman",
    title="Law of the condition number of a wide Gaussian matrix",
    source=RIEDI_2022.at("proof of Lemma 40"),
    kind=Kind.LIMIT,
    claim=Converges(cond(G) / n, Density(t, (2 * t + 4) / t**3 * exp(-(2 / t) - 2 / t**2)), n, "in law"),
)


def growth(suffix: str, title: str, rate: object, notes: str) -> Statement:
    """How fast the condition number of M_o = D_1 W_1 grows with the width."""
    return Statement(
        id="riedi.conv-growth" + suffix,
        title=title,
        source=RIEDI_2022.at("Introduction"),
        kind=Kind.LIMIT,
        given=r > 1,
        claim=Grows(cond(M), rate, n),
        depends_on=("riedi.edelman",),
        notes=notes,
    )


# "riedi.conv-growth", "riedi.conv-growth~repaired"
conv_growth = growth(
    "", "Without a residual link the condition number grows as the root of the width", sqrt(n),
    "The introduction's sqrt(n) contradicts the proof of Lemma 40, which has the order n.",
)  # fmt: skip
conv_growth_repaired = growth(
    "~repaired", "Without a residual link the condition number grows as the width", n,
    "As in the proof of Lemma 40.",
)  # fmt: skip
