"""Section 4: singular values of M_o + rho Id."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, cond, eq, lam, lmax, lmin, maximum, norm2, s, smax, smin, sqrt
from lemmata.theorems.language.proof import Apply, At, Combine, Defined, Proof, Sign, Step
from lemmata.theorems.riedi2022 import M, M_o, n, rho, sym
from lemmata.theorems.riedi2022 import section4_skip as s4
from lemmata.theorems.riedi2022 import section22_perturbation as s2

tau_min, tau_max = s4.tau_min, s4.tau_max
one = M_o + Id(n)
s_1, s_n = smax(M_o), smin(M_o)


def growth(rho: Any, M: Any) -> Proof:
    """Theorem 16 for M = M_o + rho Id with rho not negative."""
    steps = (
        Step("gram of M", eq(s(M) ** 2, lam(M.T @ M)), Apply("classical.gram", {square: M})),
        Step("gram of M_o", eq(s(M_o) ** 2, lam(M_o.T @ M_o)), Apply("classical.gram", {square: M_o})),
        Step(
            "below",
            lam(M_o.T @ M_o) + lmin(rho * sym + rho**2 * Id(n)) <= lam(M.T @ M),
            Apply("classical.weyl-extremes", {symmetric_a: M_o.T @ M_o, symmetric_b: rho * sym + rho**2 * Id(n)}, 0),
        ),
        Step(
            "above",
            lam(M.T @ M) <= lam(M_o.T @ M_o) + lmax(rho * sym + rho**2 * Id(n)),
            Apply("classical.weyl-extremes", {symmetric_a: M_o.T @ M_o, symmetric_b: rho * sym + rho**2 * Id(n)}, 1),
        ),
        Step(
            "shift",
            eq(lam(rho * sym + rho**2 * Id(n)), lam(rho * sym) + rho**2),
            Apply("classical.shift", {symmetric_a: rho * sym, factor: rho**2}),
        ),
        Step("scale", eq(lam(rho * sym), rho * lam(sym)), Apply("classical.scaling", {symmetric_a: sym, factor: rho})),
        Step("least shift", eq(lmin(rho * sym + rho**2 * Id(n)), lmin(rho * sym) + rho**2), At("shift", n)),
        Step("least scale", eq(lmin(rho * sym), rho * tau_min), At("scale", n)),
        Step("greatest shift", eq(lmax(rho * sym + rho**2 * Id(n)), lmax(rho * sym) + rho**2), At("shift", 1)),
        Step("greatest scale", eq(lmax(rho * sym), rho * tau_max), At("scale", 1)),
        Step(
            "growth from below",
            rho * tau_min + rho**2 <= s(M) ** 2 - s(M_o) ** 2,
            Combine({"below": 1, "least shift": -1, "least scale": -1, "gram of M": -1, "gram of M_o": 1}),
        ),
        Step(
            "growth from above",
            s(M) ** 2 - s(M_o) ** 2 <= rho * tau_max + rho**2,
            Combine({"above": 1, "greatest shift": 1, "greatest scale": 1, "gram of M": 1, "gram of M_o": -1}),
        ),
    )
    return Proof("Weyl's inequality for M_o^T M_o + rho (M_o + M_o^T) + rho^2 Id", steps)


thm_16, thm_16_every_shift = growth(rho, M), growth(s4.wide, M_o + s4.wide * Id(n))

thm_16_printed = Proof(
    "special case",
    (
        Step("below", rho * tau_min + rho**2 <= s(M) ** 2 - s(M_o) ** 2, Apply("riedi.thm-16~sharpened", conjunct=0)),
        Step("above", s(M) ** 2 - s(M_o) ** 2 <= rho * tau_max + rho**2, Apply("riedi.thm-16~sharpened", conjunct=1)),
    ),
)

lemma_17 = Proof(
    "singular values are 1-Lipschitz",
    (
        Step("identity", eq(s(rho * Id(n)), rho), Apply("classical.scaled-identity", {factor: rho})),
        Step("near", abs(s(M) - s(rho * Id(n))) <= smax(M_o), Apply("riedi.eq-21", {s2.A: M, s2.B: rho * Id(n)}, 0)),
        Step(
            "modulus, below",
            -abs(s(M) - s(rho * Id(n))) <= s(M) - s(rho * Id(n)),
            Apply("classical.modulus", {x: s(M) - s(rho * Id(n))}, 0),
        ),
        Step(
            "modulus, above",
            s(M) - s(rho * Id(n)) <= abs(s(M) - s(rho * Id(n))),
            Apply("classical.modulus", {x: s(M) - s(rho * Id(n))}, 1),
        ),
        Step("below", rho - smax(M_o) <= s(M), Combine({"modulus, below": 1, "near": 1, "identity": -1})),
        Step("above", s(M) <= rho + smax(M_o), Combine({"modulus, above": 1, "near": 1, "identity": 1})),
    ),
)

wide = s4.wide
moved, multiple, modulus = M_o + wide * Id(n), s(wide * Id(n)), s(abs(wide) * Id(n))
lemma_17_every_shift = Proof(
    "singular values are 1-Lipschitz, and those of rho Id are the modulus of rho",
    (
        Step("gram", eq(multiple**2, lam(wide**2 * Id(n))), Apply("classical.gram", {square: wide * Id(n)}, 0)),
        Step(
            "gram of the modulus",
            eq(modulus**2, lam(wide**2 * Id(n))),
            Apply("classical.gram", {square: abs(wide) * Id(n)}, 0),
        ),
        Step("squares", eq(multiple**2, modulus**2), Combine({"gram": 1, "gram of the modulus": -1})),
        Step("same", eq(multiple, modulus), Apply("classical.equal-squares", {x: multiple, y: modulus})),
        Step("identity", eq(modulus, abs(wide)), Apply("classical.scaled-identity", {factor: abs(wide)})),
        Step("near", abs(s(moved) - multiple) <= smax(M_o), Apply("riedi.eq-21", {s2.A: moved, s2.B: wide * Id(n)}, 0)),
        Step(
            "modulus, below",
            -abs(s(moved) - multiple) <= s(moved) - multiple,
            Apply("classical.modulus", {x: s(moved) - multiple}, 0),
        ),
        Step(
            "modulus, above",
            s(moved) - multiple <= abs(s(moved) - multiple),
            Apply("classical.modulus", {x: s(moved) - multiple}, 1),
        ),
        Step(
            "below",
            abs(wide) - smax(M_o) <= s(moved),
            Combine({"modulus, below": 1, "near": 1, "same": -1, "identity": -1}),
        ),
        Step(
            "above",
            s(moved) <= abs(wide) + smax(M_o),
            Combine({"modulus, above": 1, "near": 1, "same": 1, "identity": 1}),
        ),
    ),
)

eq_48 = Proof(
    "norm of a symmetric matrix, subadditivity of s_1",
    (
        Step(
            "eigenvalues",
            eq(norm2(sym), maximum(abs(tau_min), abs(tau_max))),
            Apply("classical.symmetric-norm", {symmetric_a: sym}),
        ),
        Step("ordered", tau_min <= tau_max, Apply("classical.order", {symmetric_a: sym}, 0)),
        Step(
            "larger",
            eq(maximum(abs(tau_min), abs(tau_max)), maximum(-tau_min, tau_max)),
            Apply("classical.larger-modulus", {x: tau_min, y: tau_max}),
        ),
        Step("norm", eq(norm2(sym), smax(sym)), Apply("classical.operator-norm", {any_shape: sym})),
        Step(
            "triangle", smax(sym) <= smax(M_o) + smax(M_o.T), Apply("riedi.prop-4.triangle", {s2.A: M_o, s2.B: M_o.T})
        ),
        Step("transpose", eq(s(M_o), s(M_o.T)), Apply("classical.gram", {square: M_o}, 2)),
        Step("first transpose", eq(smax(M_o), smax(M_o.T)), At("transpose", 1)),
        Step(
            "bound",
            maximum(-tau_min, tau_max) <= 2 * smax(M_o),
            Combine({"larger": -1, "eigenvalues": -1, "norm": 1, "triangle": 1, "first transpose": -1}),
        ),
    ),
)


def lemma_21_at(rho: Any, M: Any, growth: str) -> Proof:
    """Lemma 21 for M = M_o + rho Id, from the row with the growth of every squared singular value."""
    return Proof(
        "growth of the extreme singular values",
        (
            Step("below", rho * tau_min + rho**2 <= s(M) ** 2 - s(M_o) ** 2, Apply(growth, conjunct=0)),
            Step("above", s(M) ** 2 - s(M_o) ** 2 <= rho * tau_max + rho**2, Apply(growth, conjunct=1)),
            Step("last", rho * tau_min + rho**2 <= smin(M) ** 2 - smin(M_o) ** 2, At("below", n)),
            Step("first", smax(M) ** 2 - smax(M_o) ** 2 <= rho * tau_max + rho**2, At("above", 1)),
            Step("order", smin(M) <= smax(M), Apply("classical.order", {any_shape: M}, 1)),
            Step("lower bound", smin(M_o) ** 2 + rho * tau_min + rho**2 <= smin(M) ** 2, Combine({"last": 1})),
            Step("squares", smin(M) ** 2 <= smax(M) ** 2, Combine({"order": smin(M) + smax(M)})),
            Step("upper bound", smax(M) ** 2 <= smax(M_o) ** 2 + rho * tau_max + rho**2, Combine({"first": 1})),
        ),
    )


lemma_21 = lemma_21_at(rho, M, "riedi.thm-16~sharpened")
lemma_21_every_shift = lemma_21_at(wide, moved, "riedi.thm-16~every-shift")

top = 1 + tau_max + s_1**2
common_22 = (
    Step("upper", smax(one) ** 2 <= s_1**2 + tau_max + 1, Apply("riedi.lemma-21", {rho: 1}, 2)),
    Step("tau", maximum(-tau_min, tau_max) <= 2 * s_1, Apply("riedi.eq-48", conjunct=2)),
    Step("member", tau_max <= maximum(-tau_min, tau_max), Apply("classical.maximum", {x: -tau_min, y: tau_max}, 1)),
    Step("square", top <= (1 + s_1) ** 2, Combine({"member": 1, "tau": 1})),
)

eq_53 = Proof(
    "bounds of the extreme singular values",
    (
        *common_22,
        Step("root", smax(one) <= sqrt(top), Apply("classical.below-root", {x: smax(one), y: top})),
        Step("root above", sqrt(top) <= 1 + s_1, Apply("classical.above-root", {x: 1 + s_1, y: top})),
        Step("lower", 1 - s_1 <= s(one), Apply("riedi.lemma-17", {rho: 1}, 0)),
        Step("least", 1 - s_1 <= smin(one), At("lower", n)),
        Step("room", 1 - s_1 > 0, Sign()),
        Step("non-singular", smin(one) > 0, Combine({"least": 1, "room": 1})),
        Step("quotient", eq(cond(one), smax(one) / smin(one)), Apply("classical.condition", {any_shape: one})),
        Step(
            "first bound",
            cond(one) <= sqrt(top) / (1 - s_1),
            Combine({"quotient": 1, "root": 1 / (1 - s_1), "least": smax(one) / ((1 - s_1) * smin(one))}),
        ),
        Step("second bound", sqrt(top) / (1 - s_1) <= (1 + s_1) / (1 - s_1), Combine({"root above": 1 / (1 - s_1)})),
    ),
)

bottom = 1 + tau_min + s_n**2
last_root = sqrt(1 + tau_min)


def first_bound_54(room: str) -> tuple[Step, ...]:
    """cond <= sqrt(top / bottom), from steps "upper" and `room`, which says that the bottom is positive."""
    return (
        Step("lower", s_n**2 + tau_min + 1 <= smin(one) ** 2, Apply("riedi.lemma-21", {rho: 1}, 0)),
        Step("square of the least", smin(one) ** 2 > 0, Combine({"lower": 1, room: 1})),
        Step("non-singular", smin(one) > 0, Apply("classical.positive-square", {x: smin(one)})),
        Step("quotient", eq(cond(one), smax(one) / smin(one)), Apply("classical.condition", {any_shape: one})),
        Step(
            "squared",
            cond(one) ** 2 <= top / bottom,
            Combine(
                {
                    "quotient": cond(one) + smax(one) / smin(one),
                    "upper": 1 / bottom,
                    "lower": smax(one) ** 2 / (bottom * smin(one) ** 2),
                }
            ),
        ),
        Step(
            "first bound",
            cond(one) <= sqrt(top / bottom),
            Apply("classical.below-root", {x: cond(one), y: top / bottom}),
        ),
    )


eq_54 = Proof(
    "bounds of the extreme singular values",
    (
        *common_22,
        Step("bottom", bottom >= 0, Sign()),
        Step("room", bottom > 0, Defined("bottom")),
        *first_bound_54("room"),
        Step("root of tau", last_root >= 0, Sign()),
        Step("root of tau, positive", last_root > 0, Defined("root of tau")),
        Step("tau above -1", 1 + tau_min > 0, Combine({"root of tau, positive": last_root})),
        Step("radicands", top / bottom <= ((1 + s_1) / last_root) ** 2, Combine({"square": 1 / bottom})),
        Step(
            "second bound",
            sqrt(top / bottom) <= (1 + s_1) / last_root,
            Apply("classical.above-root", {x: (1 + s_1) / last_root, y: top / bottom}),
        ),
    ),
)

shifted_top = s_1**2 + rho * tau_max + rho**2
lemma_17_sharpened = Proof(
    "growth of the largest singular value",
    (
        Step("upper", smax(M) ** 2 <= shifted_top, Apply("riedi.lemma-21", conjunct=2)),
        Step("tau", maximum(-tau_min, tau_max) <= 2 * s_1, Apply("riedi.eq-48", conjunct=2)),
        Step("member", tau_max <= maximum(-tau_min, tau_max), Apply("classical.maximum", {x: -tau_min, y: tau_max}, 1)),
        Step("square", shifted_top <= (rho + s_1) ** 2, Combine({"member": rho, "tau": rho})),
        Step("root", smax(M) <= sqrt(shifted_top), Apply("classical.below-root", {x: smax(M), y: shifted_top})),
        Step(
            "root above", sqrt(shifted_top) <= rho + s_1, Apply("classical.above-root", {x: rho + s_1, y: shifted_top})
        ),
    ),
)

eq_54_sharpened = Proof(
    "bounds of the extreme singular values",
    (
        Step("upper", smax(one) ** 2 <= s_1**2 + tau_max + 1, Apply("riedi.lemma-21", {rho: 1}, 2)),
        *first_bound_54("given 0"),
    ),
)

PROOFS = {
    "riedi.thm-16~sharpened": thm_16,
    "riedi.thm-16": thm_16_printed,
    "riedi.thm-16~every-shift": thm_16_every_shift,
    "riedi.lemma-17~every-shift": lemma_17_every_shift,
    "riedi.lemma-21~every-shift": lemma_21_every_shift,
    "riedi.lemma-17": lemma_17,
    "riedi.lemma-17~sharpened": lemma_17_sharpened,
    "riedi.eq-48": eq_48,
    "riedi.lemma-21": lemma_21,
    "riedi.thm-22.eq-53": eq_53,
    "riedi.thm-22.eq-54": eq_54,
    "riedi.thm-22.eq-54~sharpened": eq_54_sharpened,
}
