"""Section 6.2, what holds for every realisation."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, cond, eq, lam, lmax, lmin, maximum, s, smax, smin, sqrt
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Step
from lemmata.theorems.riedi2022 import M_o as any_square
from lemmata.theorems.riedi2022 import rho
from lemmata.theorems.riedi2022 import section5_activation as s5
from lemmata.theorems.riedi2022 import section6_random as r6

n, r, K, sigma = r6.n, r6.r, r6.K, r6.sigma
root, sixth, square_n, cube_n = sqrt(8 * n), n**r6.sixth, r6.square, n**r6.third
t_max, t_min = lmax(r6.sum_of_K), lmin(r6.sum_of_K)
tau_max, tau_min = lmax(r6.of_W), lmin(r6.of_W)
whole = r * sqrt(8) * square_n * root


def spread(t: Any, sign: int) -> Any:
    """Weight of the identity between powers of n in a formula for the eigenvalue t."""
    return (root - sign * t) / whole


# given 0: r > 1
eq_76 = Proof(
    "eigenvalues scale, and sqrt(8n) n^(1/6) = sqrt(8) n^(2/3)",
    (
        Step(
            "scale",
            eq(lam(r6.of_W), sigma * lam(r6.sum_of_K)),
            Apply("classical.scaling", {symmetric_a: r6.sum_of_K, factor: sigma}),
        ),
        Step("first", eq(tau_max, sigma * t_max), At("scale", 1)),
        Step("last", eq(tau_min, sigma * t_min), At("scale", n)),
        Step("powers", eq(root * sixth, sqrt(8) * square_n), Apply("classical.powers", {x: n, y: sqrt(8)}, 0)),
        Step(
            "largest",
            eq(tau_max, 1 / r * (1 + r6.Z_max * (1 / (sqrt(8) * square_n)))),
            Combine({"first": 1, "powers": spread(t_max, 1)}),
        ),
        Step(
            "least",
            eq(-tau_min, 1 / r * (1 + r6.Z_min * (1 / (sqrt(8) * square_n)))),
            Combine({"last": -1, "powers": spread(t_min, -1)}),
        ),
        Step(
            "events",
            eq(r * sqrt(8) * square_n * (1 + tau_min), (r - 1) * sqrt(8) * square_n - r6.Z_min),
            Combine({"least": -r * sqrt(8) * square_n}),
        ),
    ),
)

gram = K.T @ K
eq_77 = Proof(
    "singular values scale, and n^(1/3) n^(2/3) = n",
    (
        Step("gram", eq(s(sigma * K) ** 2, lam(sigma**2 * gram)), Apply("classical.gram", {square: sigma * K}, 0)),
        Step(
            "scale",
            eq(lam(sigma**2 * gram), sigma**2 * lam(gram)),
            Apply("classical.scaling", {symmetric_a: gram, factor: sigma**2}),
        ),
        Step("gram of K", eq(s(K) ** 2, lam(gram)), Apply("classical.gram", {square: K}, 0)),
        Step("first", eq(smax(sigma * K) ** 2, lmax(sigma**2 * gram)), At("gram", 1)),
        Step("first, scaled", eq(lmax(sigma**2 * gram), sigma**2 * lmax(gram)), At("scale", 1)),
        Step("first of K", eq(smax(K) ** 2, lmax(gram)), At("gram of K", 1)),
        Step(
            "square",
            eq(smax(sigma * K) ** 2, sigma**2 * smax(K) ** 2),
            Combine({"first": 1, "first, scaled": 1, "first of K": -(sigma**2)}),
        ),
        Step("powers", eq(cube_n * square_n, n), Apply("classical.powers", {x: n, y: 1}, 1)),
        Step(
            "formula",
            eq(smax(sigma * K) ** 2, r6.exact_square),
            Combine({"square": 1, "powers": (smax(K) ** 2 - r6.mu) / (8 * r**2 * n * cube_n * square_n)}),
        ),
    ),
)

W_1, residual, s_1, s_n = r6.W_1, r6.residual, r6.s_1, r6.s_n
top, low = s_1**2 + r6.tau_max + 1, r6.tau_min + 1
realisation = {any_square: W_1}
eq_78 = Proof(
    "Theorem 22 at M_o = W_1",
    (
        Step("first", cond(residual) <= sqrt(top) / (1 - s_1), Apply("riedi.thm-22.eq-53", realisation, 0)),
        Step("second", sqrt(top) / (1 - s_1) <= (1 + s_1) / (1 - s_1), Apply("riedi.thm-22.eq-53", realisation, 1)),
    ),
)

growth = (
    Step("room", s_n**2 + low > 0, Combine({"given 0": 1})),
    Step("below", s_n**2 + low <= smin(residual) ** 2, Apply("riedi.lemma-21", {**realisation, rho: 1}, 0)),
    Step("order", smin(residual) ** 2 <= smax(residual) ** 2, Apply("riedi.lemma-21", {**realisation, rho: 1}, 1)),
    Step("above", smax(residual) ** 2 <= top, Apply("riedi.lemma-21", {**realisation, rho: 1}, 2)),
)
eq_79 = Proof("Lemma 21 at rho = 1", growth)

eq_80 = Proof(
    "bounds of the extreme singular values",
    (
        *growth[:2],
        growth[3],
        Step("square of the least", smin(residual) ** 2 > 0, Combine({"below": 1, "room": 1})),
        Step("non-singular", smin(residual) > 0, Apply("classical.positive-square", {x: smin(residual)})),
        Step("least", low <= smin(residual) ** 2, Combine({"below": 1})),
        Step(
            "quotient",
            eq(cond(residual), smax(residual) / smin(residual)),
            Apply("classical.condition", {any_shape: residual}),
        ),
        Step(
            "squared",
            cond(residual) ** 2 <= top / low,
            Combine(
                {
                    "quotient": cond(residual) + smax(residual) / smin(residual),
                    "above": 1 / low,
                    "least": smax(residual) ** 2 / (low * smin(residual) ** 2),
                }
            ),
        ),
        Step(
            "first bound",
            cond(residual) <= sqrt(top / low),
            Apply("classical.below-root", {x: cond(residual), y: top / low}),
        ),
        Step("tau", maximum(-r6.tau_min, r6.tau_max) <= 2 * s_1, Apply("riedi.eq-48", realisation, 2)),
        Step(
            "member",
            r6.tau_max <= maximum(-r6.tau_min, r6.tau_max),
            Apply("classical.maximum", {x: -r6.tau_min, y: r6.tau_max}, 1),
        ),
        Step("top", top <= (s_1 + 1) ** 2, Combine({"member": 1, "tau": 1})),
        Step(
            "second bound",
            sqrt(top / low) <= (s_1 + 1) / sqrt(low),
            Apply("classical.above-root", {x: (s_1 + 1) / sqrt(low), y: top / low}),
        ),
    ),
)

layer, M_o = r6.layer, r6.M_o
one = M_o + Id(n)
kept = (
    Step(
        "kept",
        eq(s(one), s(layer)),
        Apply("riedi.prop-23", {any_square: M_o, rho: 1, s5.m: r6.m, s5.absolute_value: r6.D}, 0),
    ),
    Step("condition", eq(cond(layer), cond(one)), Apply("classical.equal-condition", {square: layer, second: one})),
)


def without(identifier: str, W: Any, first: Any, last: Any) -> tuple[Step, ...]:
    """Both bounds of Lemma 36 for D_1 W_1 in place of W_1, and the first with D beside it."""
    return (
        Step("first without D", cond(one) <= first, Apply(identifier, {W: M_o}, 0)),
        Step("second bound", first <= last, Apply(identifier, {W: M_o}, 1)),
        Step("first bound", cond(layer) <= first, Combine({"condition": 1, "first without D": 1})),
    )


largest, above, below = r6.largest, r6.top, r6.bottom
least = (
    Step("lower", 1 - largest <= s(one), Apply("riedi.lemma-17", {any_square: M_o, rho: 1}, 0)),
    Step("last", 1 - largest <= smin(one), At("lower", n)),
    Step("non-singular", smin(one) > 0, Combine({"last": 1, "given 0": 1})),
    Step("order", smin(one) <= smax(one), Apply("classical.order", {any_shape: one}, 1)),
)
eq_81 = Proof(
    "the absolute value keeps singular values; Theorem 22",
    (
        *least,
        *kept,
        *without(
            "riedi.lemma-36.eq-78", W_1, sqrt(largest**2 + above + 1) / (1 - largest), (1 + largest) / (1 - largest)
        ),
    ),
)

eq_82 = Proof(
    "the absolute value keeps singular values; Lemma 36",
    (
        Step("room", smin(M_o) ** 2 + below + 1 > 0, Apply("riedi.lemma-36.eq-79", {W_1: M_o}, 0)),
        Step("below", smin(M_o) ** 2 + below + 1 <= smin(one) ** 2, Apply("riedi.lemma-36.eq-79", {W_1: M_o}, 1)),
        Step("squares", smin(one) ** 2 <= smax(one) ** 2, Apply("riedi.lemma-36.eq-79", {W_1: M_o}, 2)),
        Step("square", smax(one) ** 2 > 0, Combine({"squares": 1, "below": 1, "room": 1})),
        Step("not zero", smax(one) > 0, Apply("classical.positive-square", {x: smax(one)})),
        *kept,
        *without(
            "riedi.lemma-36.eq-80", W_1, sqrt((largest**2 + above + 1) / (below + 1)), (largest + 1) / sqrt(below + 1)
        ),
    ),
)

# given 0: cond(M_o) >= (1 + s_1)/(1 - s_1); given 1: (1 + s_1)/(1 - s_1) > 0
plain = M_o @ r6.D
thm_41 = Proof(
    "Corollary 37, and the absolute value keeps singular values",
    (
        Step("growth", smax(one) ** 2 <= largest**2 + above + 1, Apply("riedi.lemma-21", {any_square: M_o, rho: 1}, 2)),
        Step("room", 1 - largest > 0, Apply("classical.positive-quotient", {x: 1 + largest, y: 1 - largest})),
        Step(
            "first",
            cond(layer) <= sqrt(largest**2 + above + 1) / (1 - largest),
            Apply("riedi.cor-37.eq-81", conjunct=0),
        ),
        Step(
            "second",
            sqrt(largest**2 + above + 1) / (1 - largest) <= (1 + largest) / (1 - largest),
            Apply("riedi.cor-37.eq-81", conjunct=1),
        ),
        Step(
            "kept",
            eq(s(M_o), s(plain)),
            Apply("riedi.prop-23", {any_square: M_o, rho: 0, s5.m: r6.m, s5.absolute_value: r6.D}, 0),
        ),
        Step("condition", eq(cond(plain), cond(M_o)), Apply("classical.equal-condition", {square: plain, second: M_o})),
        Step("bound", cond(plain) >= cond(layer), Combine({"condition": -1, "given 0": 1, "second": 1, "first": 1})),
    ),
)

PROOFS = {
    "riedi.lemma-36.eq-76": eq_76,
    "riedi.lemma-36.eq-77.equality": eq_77,
    "riedi.lemma-36.eq-78": eq_78,
    "riedi.lemma-36.eq-79": eq_79,
    "riedi.lemma-36.eq-80": eq_80,
    "riedi.cor-37.eq-81": eq_81,
    "riedi.cor-37.eq-82": eq_82,
    "riedi.thm-41": thm_41,
}
