"""Section 4: from M_o to M_o + rho Id."""

from typing import Any

from lemmata.language import (
    Id,
    Index,
    Kind,
    Scalar,
    Statement,
    Vector,
    chain,
    cond,
    eq,
    forall,
    gap,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    real_eigenvalues,
    s,
    slope,
    smax,
    smin,
    sqrt,
)
from lemmata.language.relations import Relation
from theorems.riedi2022 import RIEDI_2022, M, M_o, n, rho, sym

i = Index("i")
tau_min, tau_max = lmin(sym), lmax(sym)

eq_48 = Statement(
    id="riedi.eq-48",
    title="Norm of the symmetrised matrix",
    source=RIEDI_2022.at("(48)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(
        norm2(sym), "==", maximum(abs(tau_min), abs(tau_max)), "==", maximum(-tau_min, tau_max), "<=", 2 * smax(M_o)
    ),
    notes="The proof takes the norm of a symmetric matrix from the textbook as it stands (classical.symmetric-norm); "
    "the other equality and the bound are derived.",
)

two_sided_growth = chain(rho * tau_min + rho**2, "<=", s(M) ** 2 - s(M_o) ** 2, "<=", rho * tau_max + rho**2)
thm_16 = Statement(
    id="riedi.thm-16",
    title="Growth of every squared singular value",
    source=RIEDI_2022.at("Theorem 16", "(49)"),
    kind=Kind.ALGEBRAIC,
    given=forall(i, 1, n - 1, s(M_o, i) > s(M_o, i + 1)),
    claim=two_sided_growth,
    depends_on=("riedi.lemma-14.eq-46",),
)

wide = Scalar("rho")
wide_growth = chain(
    wide * tau_min + wide**2, "<=", s(M_o + wide * Id(n)) ** 2 - s(M_o) ** 2, "<=", wide * tau_max + wide**2
)
thm_16_every_shift = Statement(
    id="riedi.thm-16~every-shift",
    title="Growth of every squared singular value under a shift of any size",
    source=RIEDI_2022.at("Theorem 16", "(49)"),
    kind=Kind.ALGEBRAIC,
    given=wide >= 0,
    claim=wide_growth,
    notes="Every rho >= 0. For rho < 0 the two ends change places, as tau_min and tau_max do for -M_o.",
)

thm_16_sharpened = Statement(
    id="riedi.thm-16~sharpened",
    title="Growth of every squared singular value, multiple ones included",
    source=RIEDI_2022.at("Theorem 16", "(49)"),
    kind=Kind.ALGEBRAIC,
    claim=two_sided_growth,
    depends_on=("classical.weyl",),
    notes="Weyl's inequality for M_o^T M_o + rho (M_o + M_o^T) + rho^2 Id needs no simple singular values.",
)

lemma_17 = Statement(
    id="riedi.lemma-17",
    title="Singular values of a shifted matrix stay near the shift",
    source=RIEDI_2022.at("Lemma 17", "(50)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(rho - smax(M_o), "<=", s(M), "<=", rho + smax(M_o)),
    depends_on=("riedi.eq-21",),
)

lemma_17_every_shift = Statement(
    id="riedi.lemma-17~every-shift",
    title="Singular values of a shifted matrix stay near the modulus of the shift",
    source=RIEDI_2022.at("Lemma 17", "(50)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(abs(wide) - smax(M_o), "<=", s(M_o + wide * Id(n)), "<=", abs(wide) + smax(M_o)),
    notes="Every real rho. With rho in place of its modulus the upper bound fails at rho < 0, already for M_o = 0.",
)

lemma_17_sharpened = Statement(
    id="riedi.lemma-17~sharpened",
    title="Largest singular value of a shifted matrix, by its symmetric part",
    source=RIEDI_2022.at("Lemma 17", "(50)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(smax(M), "<=", sqrt(smax(M_o) ** 2 + rho * tau_max + rho**2), "<=", rho + smax(M_o)),
    notes="The bound of Lemma 21 lies below that of Lemma 17 everywhere, because tau_max <= 2 s_1(M_o). From below the "
    "two lemmas cannot be compared.",
)

# Lemmas 18 to 20 are said "for all rho": every real number, rho_o included.
any_rho, rho_o, t, mu = Scalar("rho"), Scalar("rho_o"), Scalar("t"), Scalar("mu")
w = Vector("w", n)  # a non-zero vector; its length plays no part
anywhere, at_o = M_o + any_rho * Id(n), M_o + rho_o * Id(n)


def keeps(eigenvalue: Any) -> tuple[Relation, Relation]:
    """w is eigenvector and right singular vector of M(rho), with this eigenvalue and its modulus as singular value."""
    return eq(anywhere @ w, eigenvalue * w), eq(anywhere.T @ anywhere @ w, eigenvalue**2 * w)


common_vector = (normF(w) > 0, eq(at_o @ w, t * w), eq(at_o.T @ at_o @ w, mu * w))
lemma_18 = Statement(
    id="riedi.lemma-18",
    title="A right singular vector that is an eigenvector stays one",
    source=RIEDI_2022.at("Lemma 18"),
    kind=Kind.ALGEBRAIC,
    given=common_vector,
    claim=keeps(t + any_rho - rho_o),
    construct="common-vector",
)

lemma_18_repaired = Statement(
    id="riedi.lemma-18~repaired",
    title="A right singular vector that is an eigenvector with t ≠ 0 stays one",
    source=RIEDI_2022.at("Lemma 18"),
    kind=Kind.ALGEBRAIC,
    given=(*common_vector, abs(t) > 0),
    claim=keeps(t + any_rho - rho_o),
    construct="common-vector",
    notes="With t non-zero, M(rho_o)^T w = (mu/t) w, so w is an eigenvector of M(rho_o)^T too.",
)

k = Index("i", 1, n)
sign = Index("epsilon", -1, 1)
lemma_19 = Statement(
    id="riedi.lemma-19",
    title="Extreme growth only along common eigenvectors",
    source=RIEDI_2022.at("Lemma 19"),
    kind=Kind.ALGEBRAIC,
    given=(
        gap(s(at_o), k) > 0,
        s(at_o, k) > 0,
        abs(sign) > 0,
        eq(slope(s(at_o), k, rho_o), sign),
        normF(w) > 0,
        eq(at_o.T @ at_o @ w, s(at_o, k) ** 2 * w),
    ),
    claim=keeps(sign * s(at_o, k) + any_rho - rho_o),
    construct="extreme-growth",
    depends_on=("riedi.lemma-14.eq-47",),
    notes="Read with s_i' as Lemma 14 defines it, at a simple non-zero singular value; epsilon = ±1 joins both halves. "
    "The other reading, s_i merely differentiable, is the row riedi.lemma-19~multiple.",
)

h = Scalar("h")
shifted = [M_o + (rho_o + h) * Id(n), M_o + (rho_o - h) * Id(n)]
lemma_19_multiple = Statement(
    id="riedi.lemma-19~multiple",
    title="Extreme growth at a multiple singular value",
    source=RIEDI_2022.at("Lemma 19"),
    kind=Kind.ALGEBRAIC,
    given=(
        h > 0,
        s(at_o, k) > 0,
        eq(s(shifted[0], k), s(at_o, k) + h),
        eq(s(shifted[1], k), s(at_o, k) - h),
        normF(w) > 0,
        eq(at_o.T @ at_o @ w, s(at_o, k) ** 2 * w),
    ),
    claim=keeps(s(at_o, k) + any_rho - rho_o),
    construct="flat-growth",
    notes="Second reading of Lemma 19: s_i is differentiable with s_i' = 1, but may be multiple, and w is any unit "
    "right "
    "singular vector to it. Singular values are 1-Lipschitz in rho by (21), so the two equations force slope 1 on all "
    "of "
    "[rho_o - h, rho_o + h].",
)

kernel_vector = (normF(w) > 0, eq(at_o.T @ at_o @ w, 0 * w))
lemma_20 = Statement(
    id="riedi.lemma-20",
    title="The right singular vector of a vanishing singular value",
    source=RIEDI_2022.at("Lemma 20"),
    kind=Kind.ALGEBRAIC,
    given=kernel_vector,
    claim=keeps(any_rho - rho_o),
    construct="kernel-vector",
)

lemma_20_repaired = Statement(
    id="riedi.lemma-20~repaired",
    title="The right singular vector of a vanishing singular value is an eigenvector",
    source=RIEDI_2022.at("Lemma 20"),
    kind=Kind.ALGEBRAIC,
    given=kernel_vector,
    claim=eq(anywhere @ w, (any_rho - rho_o) * w),
    construct="kernel-vector",
    notes="What is left without the claim on right singular vectors; it is all that the consequence needs.",
)

lemma_20_sharpened = Statement(
    id="riedi.lemma-20~sharpened",
    title="Where a singular value vanishes, the least one stays below the distance",
    source=RIEDI_2022.at("Lemma 20"),
    kind=Kind.ALGEBRAIC,
    given=eq(smin(at_o), 0),
    claim=smin(anywhere) <= abs(any_rho - rho_o),
    notes="What is left of the claim that |rho - rho_o| is a singular value of M(rho): a bound of the least one.",
)

lemma_20_consequence = Statement(
    id="riedi.lemma-20.consequence",
    title="Without real eigenvectors no singular value ever vanishes",
    source=RIEDI_2022.at("Lemma 20"),
    kind=Kind.ALGEBRAIC,
    given=eq(real_eigenvalues(M_o), 0),
    claim=smin(anywhere) > 0,
    construct="no-real-eigenvalue",
    depends_on=("riedi.lemma-20",),
    notes="A real matrix has a real eigenvector exactly when it has a real eigenvalue. rho ranges over all reals.",
)

lemma_21 = Statement(
    id="riedi.lemma-21",
    title="Extreme singular values under an identity shift",
    source=RIEDI_2022.at("Lemma 21", "(52)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(
        smin(M_o) ** 2 + rho * tau_min + rho**2,
        "<=",
        smin(M) ** 2,
        "<=",
        smax(M) ** 2,
        "<=",
        smax(M_o) ** 2 + rho * tau_max + rho**2,
    ),
)

lemma_21_every_shift = Statement(
    id="riedi.lemma-21~every-shift",
    title="Extreme singular values under an identity shift of any size",
    source=RIEDI_2022.at("Lemma 21", "(52)"),
    kind=Kind.ALGEBRAIC,
    given=wide >= 0,
    claim=chain(
        smin(M_o) ** 2 + wide * tau_min + wide**2,
        "<=",
        smin(M_o + wide * Id(n)) ** 2,
        "<=",
        smax(M_o + wide * Id(n)) ** 2,
        "<=",
        smax(M_o) ** 2 + wide * tau_max + wide**2,
    ),
    depends_on=("riedi.thm-16~every-shift",),
    notes="Every rho >= 0.",
)

shifted_by_one = M_o + Id(n)
thm_22_eq_53 = Statement(
    id="riedi.thm-22.eq-53",
    title="Condition number of a residual link, small weights",
    source=RIEDI_2022.at("Theorem 22", "(53)"),
    kind=Kind.ALGEBRAIC,
    given=smax(M_o) < 1,
    claim=chain(
        cond(shifted_by_one),
        "<=",
        sqrt(1 + tau_max + smax(M_o) ** 2) / (1 - smax(M_o)),
        "<=",
        (1 + smax(M_o)) / (1 - smax(M_o)),
    ),
    depends_on=("riedi.lemma-21", "riedi.lemma-17", "riedi.eq-48"),
)

half = 1 + tau_min / 2
accretive = tau_min > -2
thm_22_eq_53_sharpened = Statement(
    id="riedi.thm-22.eq-53~sharpened",
    title="Condition number of a residual link, positive definite symmetric part",
    source=RIEDI_2022.at("Theorem 22", "(53)", "(54)"),
    kind=Kind.ALGEBRAIC,
    given=accretive,
    claim=chain(
        cond(shifted_by_one),
        "<=",
        sqrt(1 + tau_max + smax(M_o) ** 2) / half,
        "<=",
        (1 + smax(M_o)) / half,
    ),
    notes="s_n(M_o + Id) is at least the least eigenvalue of its symmetric part, 1 + tau_min/2, which is at least "
    "1 - s_1 and at least sqrt(1 + tau_min): both bounds of (53) and the last of (54) are weaker and ask for more.",
)

thm_22_eq_54 = Statement(
    id="riedi.thm-22.eq-54",
    title="Condition number of a residual link, symmetric part bounded below",
    source=RIEDI_2022.at("Theorem 22", "(54)"),
    kind=Kind.ALGEBRAIC,
    given=tau_min >= -1,
    claim=chain(
        cond(shifted_by_one),
        "<=",
        sqrt((1 + tau_max + smax(M_o) ** 2) / (1 + tau_min + smin(M_o) ** 2)),
        "<=",
        (1 + smax(M_o)) / sqrt(1 + tau_min),
    ),
    depends_on=("riedi.lemma-21", "riedi.eq-48"),
    notes="At tau_min = -1 the last bound divides by zero, with s_n = 0 the middle one too; where a bound is "
    "undefined the "
    "instance is out of domain.",
)

thm_22_eq_54_sharpened = Statement(
    id="riedi.thm-22.eq-54~sharpened",
    title="Condition number of a residual link, wherever the bound is defined",
    source=RIEDI_2022.at("Theorem 22", "(54)"),
    kind=Kind.ALGEBRAIC,
    given=chain(1 + tau_min + smin(M_o) ** 2, ">", 0),
    claim=cond(shifted_by_one) <= sqrt((1 + tau_max + smax(M_o) ** 2) / (1 + tau_min + smin(M_o) ** 2)),
    notes="The first bound of (54) by itself: tau_min may lie below -1 as long as the denominator is positive.",
)

thm_22_eq_54_both = Statement(
    id="riedi.thm-22.eq-54~both-denominators",
    title="Condition number of a residual link, by the larger of two denominators",
    source=RIEDI_2022.at("Theorem 22", "(54)"),
    kind=Kind.ALGEBRAIC,
    given=accretive,
    claim=cond(shifted_by_one)
    <= sqrt((1 + tau_max + smax(M_o) ** 2) / (1 + tau_min + maximum(smin(M_o) ** 2, tau_min**2 / 4))),
    depends_on=("riedi.lemma-21",),
    notes="The better of riedi.thm-22.eq-54~sharpened and riedi.thm-22.eq-53~sharpened: (1 + tau_min/2)^2 is "
    "1 + tau_min + tau_min^2/4.",
)
