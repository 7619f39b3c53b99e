"""The algebra in the printed proofs of Theorems 38 and 39, for every realisation of the weights.

What is random in the theorems is kept out: a bound that holds with some probability is here a bound on the matrices in
an event, and the limits of Theorem 38 are read off an identity.  W stands for a realisation of W_1.
"""

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
    entry,
    eq,
    forall,
    lmax,
    lmin,
    normF,
    s,
    smax,
    sqrt,
    total,
    tr,
)
from theorems.riedi2022 import RIEDI_2022, n

r, theta, r_1 = Scalar("r"), Scalar("theta"), Scalar("r_1")  # r_1 is the paper's r'
W = Matrix("W", n, n)
s_1, tau_max, tau_min = smax(W), lmax(W.T + W), lmin(W.T + W)


def step(identifier: str, title: str, where: tuple[str, ...], claim: Any, given: Any = (), **more: Any) -> Statement:
    """A step of the proof of Theorem 38 or 39."""
    return Statement(
        id=identifier, title=title, source=RIEDI_2022.at(*where), kind=Kind.ALGEBRAIC, given=given,
        claim=claim, **more,
    )  # fmt: skip


# --- Theorem 38

half, unit = 1 / (2 * r**2), 1 / (sqrt(2) * r)  # the limits of s_1^2 and of s_1
quadratic = r**2 + r + Fraction(1, 2)
square_83 = quadratic / (r**2 - r)


def at_the_limits(number: str, bound: Any, limit: Any, *positive: Any) -> Statement:
    """The bound with 1/(sqrt(2) r), 1/r and -1/r for s_1, tau_max and tau_min."""
    return step(
        f"riedi.thm-38.eq-{number}~limit",
        f"The bound of ({number}) at the limits of its parts",
        ("Theorem 38", f"({number})"),
        (eq(bound, limit), *(x > 0 for x in (r, sqrt(2) * r, *positive))),
        r > 1,
        notes="Where denominators and radicands are positive, which the other conjuncts say, the bound is a continuous "
        "function of what converges.",
    )


# "riedi.thm-38.eq-83~limit", "riedi.thm-38.eq-84~limit"
top, bottom = unit**2 + 1 / r + 1, -1 / r + 1
thm_38_eq_83_limit = at_the_limits("83", sqrt(top / bottom), sqrt(square_83), bottom, top / bottom)
thm_38_eq_84_limit = at_the_limits("84", sqrt(top) / (1 - unit), sqrt(quadratic) / (r - 1 / sqrt(2)), top, 1 - unit)

thm_38_eq_83_algebra = step(
    "riedi.thm-38.eq-83~algebra",
    "The bound of (83) and its limit",
    ("Proof of Theorem 38", "(83)"),
    (
        eq((half + 1 / r + 1) / (-(1 / r) + 1), square_83),
        eq(
            (s_1**2 + tau_max + 1) / (tau_min + 1) - square_83,
            (s_1**2 - half + (tau_max - 1 / r) - square_83 * (tau_min + 1 / r)) / (tau_min + 1),
        ),
    ),
    (r > 1, tau_min > -1),
    notes="The squares of both sides of (83) differ by a combination of the deviations of s_1^2, tau_max and tau_min "
    "from their limits, which tend to 0 by (76) and (77), over 1 + tau_min, which tends to 1 - 1/r > 0.",
)
square_84 = quadratic / (r - 1 / sqrt(2)) ** 2
thm_38_eq_84_algebra = step(
    "riedi.thm-38.eq-84~algebra",
    "The bound of (84) and its limit",
    ("Proof of Theorem 38", "(84)"),
    (
        eq(sqrt(half + 1 / r + 1) / (1 - unit), sqrt(quadratic) / (r - 1 / sqrt(2))),
        eq(
            (s_1**2 + tau_max + 1) / (1 - s_1) ** 2 - square_84,
            (s_1**2 - half + (tau_max - 1 / r) + square_84 * (s_1 - unit) * (2 - s_1 - unit)) / (1 - s_1) ** 2,
        ),
    ),
    (r > 1, s_1 < 1),
    notes="As for (83), with the deviation of s_1 from 1/(sqrt(2) r).",
)

# --- Theorem 39

m, m_1 = Dim("m", 0, n - 1), Dim("m_1", 0, n)  # zeros of D and D_1; for m = n the matrix is zero
D, D_1, j = ActivationPattern("D", m, n, 0), ActivationPattern("D_1", m_1, n, 0), Index("j")
plain, link = W + Id(n), (D_1 @ W + Id(n)) @ D
V_1, V_2 = normF(W - D_1 @ W @ D) ** 2, 2 * tr((Id(n) - D) @ W)
deviation = (entry(s(plain), j) - entry(s(link), j)) ** 2
thm_39_sure = step(
    "riedi.thm-39.eq-86~sure",
    "Sure bounds on the perturbation of the singular values",
    ("Proof of Theorem 39", "steps (i), (iii) and (vi)"),
    (
        chain(total((s(plain) - s(link)) ** 2), "<=", normF(plain - link) ** 2, "==", V_1 + V_2 + m),
        forall(j, 1, n - m, deviation <= V_1 + V_2 - m * tau_min),
        forall(j, 1, n - m, deviation <= V_1 + V_2 + 2 * m * s_1),
    ),
    notes="For every realisation: tau_min > -1, which the paper has at this point, is not needed.",
)

sigma = 1 / (r * sqrt(8 * n))  # (75)
k = n * (m + m_1) - m * m_1
nu = m + m_1 - m * m_1 / n  # (85)
affected = (m + m_1 >= 1, theta > 4, theta <= 2 * sqrt(n))
setting_87 = (*affected, r_1 > 1, r > r_1 + r_1 * nu + theta)
setting_86 = (*affected, r > 2 + 2 * nu + theta)
chi, normal = sigma**2 * (k + 2 * theta * sqrt(k / 2) + theta**2), theta * (2 * sigma * sqrt(m))


def lost_at(factor: Any) -> Any:
    """Bound on the square of the perturbation of a singular value, for the factor r' (2 in (86))."""
    return (factor * nu + theta) / r


def arithmetic(factor: Any) -> tuple[Any, ...]:
    """The simplifications of steps (iv) and (v), and what makes the roots in (92) and (94) real."""
    linear = (1 + theta / sqrt(2) + factor * nu) / r
    return (
        chi + normal + m * (factor / r) <= linear,
        linear <= lost_at(factor),
        lost_at(factor) >= 0,
        lost_at(factor) <= 1 - factor / r,
        r > factor,
    )


lost, share = lost_at(r_1), (r_1 + r_1 * nu + theta) / r
thm_39_eq_87_algebra = step(
    "riedi.thm-39.eq-87~algebra",
    "Arithmetic of the proof of (87)",
    ("Proof of Theorem 39", "steps (i), (iv) and (v)"),
    (
        n <= k,
        chain(1, "<=", nu, "<=", n),
        m <= nu,
        (k + sqrt(2 * k) * theta + theta**2) / (8 * n) <= nu,
        *arithmetic(r_1),
    ),
    setting_87,
    construct="theorem-39",
)
a, b = Scalar("a"), Scalar("b")
thm_39_eq_87_roots = step(
    "riedi.thm-39.eq-87~roots",
    "Difference of the roots of two numbers below one",
    ("Proof of Theorem 39", "(92)"),
    chain(sqrt(a) - sqrt(b), ">=", (a - b) / (1 + sqrt(b)), ">=", (a - b) / 2),
    (b >= 0, b <= a, a <= 1),
    notes='The paper says "whenever 0 < a, b < 1"; it needs b <= a, which it has where it uses this. With a = 1/4 and '
    "b = 9/16 it would say -1/4 >= -5/28.",
)
thm_39_eq_86_roots = step(
    "riedi.thm-39.eq-86~roots",
    "Difference of a number and a root, both at most one",
    ("Proof of Theorem 39", "(94)"),
    chain(a - sqrt(b), ">=", (a**2 - b) / (a + 1), ">=", (a**2 - b) / 2),
    (b >= 0, sqrt(b) <= a, a <= 1),
    notes='Again b <= a^2 takes the place of the paper\'s "for 0 < a, b < 1".',
)
lost_86, share_86 = lost_at(2), (2 + 2 * nu + theta) / r
roots = sqrt(1 - r_1 / r) - sqrt(lost)
start_86 = 1 - 1 / r - sqrt(lost_86)

tails = (normal >= V_2, chi >= V_1)
event_91 = (*tails, -tau_min <= r_1 / r)
event_93 = (*tails, s_1 <= 1 / r)
kept = entry(s(link), j)
thm_39_eq_87_kept = step(
    "riedi.thm-39.eq-87~kept",
    "Singular values of the kept columns in the event (91)",
    ("Proof of Theorem 39", "(91), (92)"),
    (forall(j, 1, n - m, deviation <= lost), forall(j, 1, n - m, kept >= roots)),
    (*setting_87, *event_91),
    construct="theorem-39",
)
thm_39_eq_87_event = step(
    "riedi.thm-39.eq-87~event",
    "Condition number of a residual layer with ReLU in the event (91)",
    ("Proof of Theorem 39", "(87), (91)"),
    cond(link) <= 2 * (1 + s_1) / (1 - share),
    (*setting_87, *event_91),
    construct="theorem-39",
    notes="What is left of (87) is the probability of the three inequalities (91).",
)
thm_39_eq_86_kept = step(
    "riedi.thm-39.eq-86~kept",
    "Singular values of the kept columns in the event (93)",
    ("Proof of Theorem 39", "(93), (94)"),
    (forall(j, 1, n - m, deviation <= lost_86), forall(j, 1, n - m, kept >= start_86)),
    (*setting_86, *event_93),
    construct="theorem-39",
)
thm_39_eq_86_event = step(
    "riedi.thm-39.eq-86~event",
    "Condition number of a residual layer with ReLU in the event (93)",
    ("Proof of Theorem 39", "(86), (93)"),
    cond(link) <= 2 * (1 + 1 / r) / (1 - share_86),
    (*setting_86, *event_93),
    construct="theorem-39",
    notes="In (93) s_1(W_1) is at most 1/r, which does not follow from s_1(W_1) < 1, the event that (86) excludes. The "
    "bounds on V_1 and V_2 stand in (93) and are not needed: s_1(W_1) <= 1/r with r > 8 leaves cond at most "
    "(1 + 1/r)/(1 - 1/r) <= 2 (1 + 1/r), see riedi.thm-39.eq-86~sharpened.",
)
