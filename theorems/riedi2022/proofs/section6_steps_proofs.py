"""The steps of the printed proofs of Theorems 38 and 39, and the shorter way to Theorem 39."""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import entries as textbook
from lemmata.theorems.classical import patterns as beside
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, Index, cond, entry, eq, maximum, normF, s, smax, smin, sqrt, total, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Apply, At, Combine, Defined, Identity, Proof, Sign, Step
from lemmata.theorems.riedi2022 import M_o as any_square
from lemmata.theorems.riedi2022 import n, rho
from lemmata.theorems.riedi2022 import section5_activation as s5
from lemmata.theorems.riedi2022 import section6_probability as s6
from lemmata.theorems.riedi2022 import section6_steps as st
from lemmata.theorems.riedi2022 import section22_perturbation as s2

W, r, theta, r_1, m, m_1, k, nu = st.W, st.r, st.theta, st.r_1, st.m, st.m_1, st.k, st.nu
s_1, tau_max, tau_min = st.s_1, st.tau_max, st.tau_min

# given 0: r > 1
eq_83_algebra = Proof(
    "rational identities",
    (
        Step("limit", st.thm_38_eq_83_algebra.claim[0], Identity()),
        Step("deviation", st.thm_38_eq_83_algebra.claim[1], Identity()),
    ),
)

radicand = st.half + 1 / r + 1
eq_84_algebra = Proof(
    "rational identities with the square root of 2",
    (
        Step(
            "root",
            eq(sqrt(radicand), sqrt(st.quadratic) / r),
            Apply("classical.equal-squares", {x: sqrt(radicand), y: sqrt(st.quadratic) / r}),
        ),
        Step("limit", st.thm_38_eq_84_algebra.claim[0], Combine({"root": 1 / (1 - st.unit)})),
        Step("deviation", st.thm_38_eq_84_algebra.claim[1], Identity()),
    ),
)


def from_layer(X: Any, D_1: Any, largest: Any) -> tuple[Step, ...]:
    """1 - s_1(X) <= s_n(D_1 X + Id) and s_1(D_1 X + Id) <= 1 + s_1(X)."""
    layer = {any_square: D_1 @ X, rho: 1}
    N = D_1 @ X + Id(n)
    pattern = {any_square: X, rho: 0, s5.relu: D_1, s5.m: largest}
    return (
        Step("smaller", s(D_1 @ X) <= s(X), Apply("riedi.lemma-24", pattern, 1)),
        Step("smaller, first", smax(D_1 @ X) <= smax(X), At("smaller", 1)),
        Step("above", s(N) <= 1 + smax(D_1 @ X), Apply("riedi.lemma-17", layer, 1)),
        Step("above, first", smax(N) <= 1 + smax(D_1 @ X), At("above", 1)),
        Step("largest", smax(N) <= 1 + smax(X), Combine({"above, first": 1, "smaller, first": 1})),
    )


X, pattern, outer = s6.X, s6.D, s6.D_1
N = outer @ X + Id(n)
cut = N @ pattern
sharpened = Proof(
    "singular values of a product",
    (
        *from_layer(X, outer, s6.m_1),
        Step("below", 1 - smax(outer @ X) <= s(N), Apply("riedi.lemma-17", {any_square: outer @ X, rho: 1}, 0)),
        Step("below, last", 1 - smax(outer @ X) <= smin(N), At("below", n)),
        Step("least", 1 - smax(X) <= smin(N), Combine({"below, last": 1, "smaller, first": 1})),
        Step("non-singular", smin(N) > 0, Combine({"least": 1, "given 0": 1})),
        Step("product is not zero", smax(cut) > 0, Defined()),
        Step(
            "factors",
            s(cut) <= smax(N) * s(pattern),
            Apply("classical.submultiplicative", {square: pattern, second: N}, 1),
        ),
        Step("first factors", smax(cut) <= smax(N) * smax(pattern), At("factors", 1)),
        Step(
            "D is not zero", smax(pattern) > 0, Apply("classical.positive-factors", {x: smax(N), y: smax(pattern)}, 1)
        ),
        Step(
            "D",
            eq(cond(pattern), 1),
            Apply("classical.condition-of-projection", {textbook.projection: pattern, textbook.m: s6.m}),
        ),
        Step(
            "product",
            cond(cut) <= smax(N) / smin(N) * cond(pattern),
            Apply("classical.condition-of-product", {square: N, second: pattern}),
        ),
        Step(
            "bound",
            cond(cut) <= (1 + smax(X)) / (1 - smax(X)),
            Combine(
                {
                    "product": 1,
                    "D": smax(N) / smin(N),
                    "largest": 1 / smin(N),
                    "least": (1 + smax(X)) / ((1 - smax(X)) * smin(N)),
                }
            ),
        ),
    ),
)

# --- Theorem 39, step by step
j = Index("j", 1, n - m)
plain, link, D, D_1, V_1, V_2 = st.plain, st.link, st.D, st.D_1, st.V_1, st.V_2
off, moved = Id(n) - D, W - D_1 @ W @ D


def frobenius(X: Any) -> Apply:
    """normF(X)^2 is the trace of X^T X."""
    return Apply("classical.frobenius", {any_shape: X}, 0)


def deviation(at: Any) -> Any:
    """(s_at(W + Id) - s_at((D_1 W + Id) D))^2."""
    return (entry(s(plain), at) - entry(s(link), at)) ** 2


columns = {textbook.D: D, textbook.eta: 0, textbook.m: m}
everything = total((s(plain) - s(link)) ** 2)
realisation = {any_square: W, rho: 1}
least_squared = Step("least", smin(W) ** 2 + tau_min + 1 <= smin(plain) ** 2, Apply("riedi.lemma-21", realisation, 0))
sure = Proof(
    "Corollary 2; Frobenius norms as traces, with D D = D; the last m singular values are zero",
    (
        Step("distance", everything <= normF(plain - link) ** 2, Apply("riedi.cor-2", {s2.A: plain, s2.B: link})),
        Step("whole", eq(normF(plain - link) ** 2, tr((plain - link).T @ (plain - link))), frobenius(plain - link)),
        Step("entries", eq(V_1, tr(moved.T @ moved)), frobenius(moved)),
        Step("ones", eq(tr(off), m), Apply("classical.entries-beside-a-pattern", columns, 0)),
        Step(
            "sum",
            eq(normF(plain - link) ** 2, V_1 + V_2 + m),
            Combine({"whole": 1, "entries": -1, "ones": 1}),
        ),
        least_squared,
        Step(
            "one of them",
            deviation(j) + m * smin(plain) ** 2 <= everything,
            Apply(
                "classical.deleted-columns",
                {square: plain, second: D_1 @ W + Id(n), beside.relu: D, textbook.m: m},
                1,
                {beside.j: j},
            ),
        ),
        Step(
            "deviation",
            deviation(j) <= V_1 + V_2 - m * tau_min,
            Combine({"one of them": 1, "distance": 1, "sum": 1, "least": m}),
        ),
        Step("tau", maximum(-tau_min, tau_max) <= 2 * s_1, Apply("riedi.eq-48", {any_square: W}, 2)),
        Step(
            "member",
            -tau_min <= maximum(-tau_min, tau_max),
            Apply("classical.maximum", {x: -tau_min, y: tau_max}, 0),
        ),
        Step(
            "deviation, norm",
            deviation(j) <= V_1 + V_2 + 2 * m * s_1,
            Combine({"deviation": 1, "tau": m, "member": m}),
        ),
    ),
)

# given 0: m + m_1 >= 1; given 1: theta > 4; given 2: theta <= 2 sqrt(n); given 3: r_1 > 1; given 4: r is large
R, sigma = sqrt(8 * n), st.sigma
lost, share = st.lost, st.share
halves, twice = sqrt(k / 2), sqrt(2 * k)
third = quantity(Fraction(4, 3))
linear = (1 + theta / sqrt(2) + r_1 * nu) / r
eq_87_algebra = Proof(
    "m <= m^2 for integers; comparison of roots",
    (
        Step("integer", m <= m**2, Apply("classical.integer-square", {beside.whole: m})),
        Step("places", m <= n, Sign()),
        Step("entries", n <= k, Combine({"integer": 1, "given 0": n - m})),
        Step("at least one", nu >= 1, Combine({"entries": 1 / n})),
        Step("at most n", nu <= n, Combine({"places": (n - m_1) / n})),
        Step("more than m", m <= nu, Combine({"places": m_1 / n})),
        Step("roots", sqrt(n) <= sqrt(k), Apply("classical.square-roots", {x: sqrt(n), y: sqrt(k)})),
        Step("theta", theta <= 2 * sqrt(k), Combine({"given 2": 1, "roots": 2})),
        Step("theta, squared", theta**2 <= 4 * k, Combine({"theta": theta + 2 * sqrt(k)})),
        Step("squares", (theta * twice) ** 2 <= (3 * k) ** 2, Combine({"theta, squared": 2 * k})),
        Step(
            "theta times a root", theta * twice <= 3 * k, Apply("classical.square-roots", {x: theta * twice, y: 3 * k})
        ),
        Step(
            "terms",
            (k + twice * theta + theta**2) / (8 * n) <= nu,
            Combine({"theta, squared": 1 / (8 * n), "theta times a root": 1 / (8 * n)}),
        ),
        Step("r", r > 0, Combine({"given 4": 1, "at least one": r_1, "given 3": 2, "given 1": 1})),
        Step(
            "factor",
            nu / r <= 1,
            Combine({"given 4": 1 / r, "at least one": (r_1 - 1) / r, "given 3": 2 / r, "given 1": 1 / r}),
        ),
        Step("one root", eq(2 * halves, twice), Apply("classical.equal-squares", {x: 2 * halves, y: twice})),
        Step(
            "small root", 2 * sqrt(m) <= R / sqrt(2), Apply("classical.square-roots", {x: 2 * sqrt(m), y: R / sqrt(2)})
        ),
        Step(
            "first bound",
            st.chi + st.normal + m * (r_1 / r) <= linear,
            Combine(
                {
                    "one root": theta / (8 * n * r**2),
                    "terms": 1 / r**2,
                    "factor": 1 / r,
                    "small root": theta / (r * R),
                    "more than m": r_1 / r,
                }
            ),
        ),
        Step("root of two", sqrt(2) >= third, Apply("classical.below-root", {x: third, y: 2})),
        Step(
            "four",
            1 + theta / sqrt(2) <= theta,
            Combine({"given 1": quantity(Fraction(1, 4)), "root of two": 3 * theta / (4 * sqrt(2))}),
        ),
        Step("second bound", linear <= lost, Combine({"four": 1 / r})),
        Step("not negative", lost >= 0, Combine({"at least one": r_1 / r, "given 3": 1 / r, "given 1": 1 / r})),
        Step("below a", lost <= 1 - r_1 / r, Combine({"given 4": 1 / r})),
        Step("r above r'", r > r_1, Combine({"given 4": 1, "at least one": r_1, "given 3": 1, "given 1": 1})),
    ),
)

PROOFS = {
    "riedi.thm-38.eq-83~algebra": eq_83_algebra,
    "riedi.thm-38.eq-84~algebra": eq_84_algebra,
    "riedi.thm-39.eq-86~sharpened": sharpened,
    "riedi.thm-39.eq-86~sure": sure,
    "riedi.thm-39.eq-87~algebra": eq_87_algebra,
}
