"""Theorem 39 in the events (91) and (93): differences of roots, kept singular values, condition numbers."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import patterns as beside
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, Index, cond, entry, eq, lam, lmin, s, smax, smin, sqrt
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Step
from lemmata.theorems.riedi2022 import M_o as any_square
from lemmata.theorems.riedi2022 import n, rho
from lemmata.theorems.riedi2022 import section5_activation as s5
from lemmata.theorems.riedi2022 import section6_steps as st
from lemmata.theorems.riedi2022.proofs.section6_steps_proofs import deviation, from_layer, least_squared, realisation

W, r, r_1, m, m_1 = st.W, st.r, st.r_1, st.m, st.m_1
s_1, tau_min, lost, share = st.s_1, st.tau_min, st.lost, st.share
plain, link, D, D_1, V_1, V_2 = st.plain, st.link, st.D, st.D_1, st.V_1, st.V_2
j = Index("j", 1, n - m)

root_a, root_b = sqrt(st.a), sqrt(st.b)
eq_87_roots = Proof(
    "a - b is the product of the sum and the difference of the roots",
    (
        Step("a", st.a >= 0, Combine({"given 0": 1, "given 1": 1})),
        Step("root of a", root_a <= 1, Apply("classical.above-root", {x: 1, y: st.a})),
        Step("roots", root_b <= root_a, Apply("classical.square-roots", {x: root_b, y: root_a})),
        Step(
            "first",
            root_a - root_b >= (st.a - st.b) / (1 + root_b),
            Combine({"root of a": (root_a - root_b) / (1 + root_b)}),
        ),
        Step(
            "second",
            (st.a - st.b) / (1 + root_b) >= (st.a - st.b) / 2,
            Combine({"root of a": (st.a - st.b) / (2 * (1 + root_b)), "roots": (st.a - st.b) / (2 * (1 + root_b))}),
        ),
    ),
)
eq_86_roots = Proof(
    "a^2 - b is the product of a + sqrt(b) and a - sqrt(b)",
    (
        Step(
            "first",
            st.a - root_b >= (st.a**2 - st.b) / (st.a + 1),
            Combine({"given 2": (st.a - root_b) / (st.a + 1), "given 1": (st.a - root_b) / (st.a + 1)}),
        ),
        Step("square", st.b <= st.a**2, Combine({"given 1": st.a + root_b})),
        Step(
            "second",
            (st.a**2 - st.b) / (st.a + 1) >= (st.a**2 - st.b) / 2,
            Combine({"given 2": (st.a**2 - st.b) / (2 * (st.a + 1))}),
        ),
    ),
)

# Both theorems at the same points: r' is 2 in (86)
a, a_86 = 1 - r_1 / r, 1 - 1 / r
lost_86, share_86, start_86 = st.lost_86, st.share_86, st.start_86


def arithmetic(factor: Any) -> tuple[Step, ...]:
    """What the arithmetic of (87) says at r' = factor."""
    where = {} if factor == r_1 else {r_1: factor}
    names = ("first bound", "second bound", "not negative", "below a", "r")
    return tuple(
        Step(name, claim, Apply("riedi.thm-39.eq-87~algebra", where, conjunct=c))
        for c, (name, claim) in enumerate(zip(names, st.arithmetic(factor), strict=True), 5)
    )


def kept(lower: Any, bound: Any, start: Any) -> tuple[Step, ...]:
    """s_j of the layer is at least start = lower - sqrt(bound), from steps "root" and "deviation"."""
    of_plain, of_link = entry(s(plain), j), entry(s(link), j)
    apart = of_plain - of_link
    return (
        Step("distance", abs(apart) <= sqrt(bound), Apply("classical.below-root", {x: abs(apart), y: bound})),
        Step("side", apart <= abs(apart), Apply("classical.modulus", {x: apart}, 1)),
        Step("kept", of_link >= start, Combine({"root": 1, "distance": 1, "side": 1})),
    )


gram = plain.T @ plain
at_87 = arithmetic(r_1)
kept_87 = Proof(
    "the sure bound of step (iii), with the three inequalities in it",
    (
        *at_87[:4],
        Step(
            "sure",
            deviation(j) <= V_1 + V_2 - m * tau_min,
            Apply("riedi.thm-39.eq-86~sure", conjunct=2, at={st.j: j}),
        ),
        Step(
            "deviation",
            deviation(j) <= lost,
            Combine({"sure": 1, "given 5": 1, "given 6": 1, "given 7": m, "first bound": 1, "second bound": 1}),
        ),
        Step("gram", eq(s(plain) ** 2, lam(gram)), Apply("classical.gram", {square: plain}, 0)),
        Step("gram, last", eq(smin(plain) ** 2, lmin(gram)), At("gram", n)),
        Step("range", lmin(gram) <= lam(gram), Apply("classical.eigenvalue-range", {symmetric_a: gram}, 0)),
        Step("every", smin(plain) ** 2 <= s(plain) ** 2, Combine({"gram": -1, "gram, last": 1, "range": 1})),
        least_squared,
        Step("all", a <= s(plain) ** 2, Combine({"every": 1, "least": 1, "given 7": 1})),
        Step("square", a <= entry(s(plain), j) ** 2, At("all", j)),
        Step("a", a >= 0, Combine({"not negative": 1, "below a": 1})),
        Step("root", sqrt(a) <= entry(s(plain), j), Apply("classical.above-root", {x: entry(s(plain), j), y: a})),
        *kept(sqrt(a), lost, st.roots),
    ),
)

# given 4, 5, 6: the event (93), V_2, V_1 and s_1(W) <= 1/r
at_86 = arithmetic(2)
kept_86 = Proof(
    "the sure bound of step (vi), with the three inequalities in it",
    (
        *at_86[:2],
        Step(
            "sure",
            deviation(j) <= V_1 + V_2 + 2 * m * s_1,
            Apply("riedi.thm-39.eq-86~sure", conjunct=3, at={st.j: j}),
        ),
        Step(
            "deviation",
            deviation(j) <= lost_86,
            Combine({"sure": 1, "given 4": 1, "given 5": 1, "given 6": 2 * m, "first bound": 1, "second bound": 1}),
        ),
        Step("below", 1 - s_1 <= s(plain), Apply("riedi.lemma-17", realisation, 0)),
        Step("below, j", 1 - s_1 <= entry(s(plain), j), At("below", j)),
        Step("root", a_86 <= entry(s(plain), j), Combine({"below, j": 1, "given 6": 1})),
        *kept(a_86, lost_86, start_86),
    ),
)

last, N_W = n - m, D_1 @ W + Id(n)
of_last = entry(s(link), last)


def event(ready: tuple[Step, ...], rows: str, start: Any, share: Any, top: Any) -> Proof:
    """cond <= 2 top/(1 - share), from steps that end with "half": (1 - share)/2 <= start; top is at least 1 + s_1."""
    return Proof(
        "the smallest singular value that is not zero, and Lemma 24 for the largest",
        (
            *ready,
            Step("kept", of_last >= start, Apply(f"{rows}~kept", conjunct=1, at={st.j: last})),
            Step("least", of_last >= (1 - share) / 2, Combine({"kept": 1, "half": 1})),
            Step("not zero", of_last > 0, Combine({"least": 1, "room": 1 / (2 * n * r)})),
            Step(
                "condition",
                eq(cond(link), smax(link) / of_last),
                Apply("classical.condition-of-kept-columns", {second: N_W, beside.deleting: D, beside.few: m}),
            ),
            *from_layer(W, D_1, m_1),
            Step(
                "columns",
                s(link) <= s(N_W),
                Apply("riedi.lemma-24", {any_square: D_1 @ W, rho: 1, s5.relu: D, s5.m: m}, 0),
            ),
            Step("columns, first", smax(link) <= smax(N_W), At("columns", 1)),
            Step(
                "numerator",
                smax(link) <= top,
                Combine({"columns, first": 1, "largest": 1, **({} if top == 1 + s_1 else {"given 6": 1})}),
            ),
            Step(
                "bound",
                cond(link) <= 2 * top / (1 - share),
                Combine({"condition": 1, "numerator": 1 / of_last, "least": 2 * top / ((1 - share) * of_last)}),
            ),
        ),
    )


event_87 = event(
    (
        at_87[2],
        at_87[4],
        Step("room", n * r * (1 - share) > 0, Combine({"given 4": n})),
        Step("r, positive", r > 0, Combine({"r": 1, "given 3": 1})),
        Step(
            "first root",
            st.roots >= (1 - share) / (1 + sqrt(lost)),
            Apply("riedi.thm-39.eq-87~roots", {st.a: a, st.b: lost}, 0),
        ),
        Step(
            "second root",
            (1 - share) / (1 + sqrt(lost)) >= (1 - share) / 2,
            Apply("riedi.thm-39.eq-87~roots", {st.a: a, st.b: lost}, 1),
        ),
        Step("half", st.roots >= (1 - share) / 2, Combine({"first root": 1, "second root": 1})),
    ),
    "riedi.thm-39.eq-87",
    st.roots,
    share,
    1 + s_1,
)
square_86 = a_86**2 - lost_86
event_86 = event(
    (
        at_86[2],
        at_86[4],
        Step("room", n * r * (1 - share_86) > 0, Combine({"given 3": n})),
        Step("square", lost_86 <= a_86**2, Combine({"room": 1 / (n * r)})),
        Step("root", sqrt(lost_86) <= a_86, Apply("classical.above-root", {x: a_86, y: lost_86})),
        Step("twice", 2 * r - 1 > 0, Combine({"r": 2})),
        Step(
            "first root",
            start_86 >= square_86 / (a_86 + 1),
            Apply("riedi.thm-39.eq-86~roots", {st.a: a_86, st.b: lost_86}, 0),
        ),
        Step(
            "second root",
            square_86 / (a_86 + 1) >= square_86 / 2,
            Apply("riedi.thm-39.eq-86~roots", {st.a: a_86, st.b: lost_86}, 1),
        ),
        Step("half", start_86 >= (1 - share_86) / 2, Combine({"first root": 1, "second root": 1})),
    ),
    "riedi.thm-39.eq-86",
    start_86,
    share_86,
    1 + 1 / r,
)

PROOFS = {
    "riedi.thm-39.eq-87~roots": eq_87_roots,
    "riedi.thm-39.eq-86~roots": eq_86_roots,
    "riedi.thm-39.eq-87~kept": kept_87,
    "riedi.thm-39.eq-86~kept": kept_86,
    "riedi.thm-39.eq-87~event": event_87,
    "riedi.thm-39.eq-86~event": event_86,
}
