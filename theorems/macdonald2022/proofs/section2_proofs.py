"""Section 2: smoothness, one step of gradient descent, the PL inequality of a model."""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import A as symmetric
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import eq, lmax, lmin, maximum, norm2, normF, smin
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Apply, Combine, Proof, Step
from lemmata.theorems.macdonald2022 import inner
from lemmata.theorems.macdonald2022 import section2_theory as s2

beta, mu, eta = s2.beta, s2.mu, s2.eta
change, way = s2.g_1 - s2.g_2, s2.x_1 - s2.x_2


def length_squared(name: str, v: Any) -> Step:
    """|v|^2 as an inner product."""
    return Step(name, eq(normF(v) ** 2, inner(v, v)), Apply("classical.frobenius", {any_shape: v}))


off = change - beta * way
def_1_forward = Proof(
    "completing the square",
    (
        length_squared("rest", off),
        Step("first", s2.upper_bounds[0], Combine({"given 0": 1, "rest": 1 / (4 * beta)})),
        Step("second", s2.upper_bounds[1], Combine({"given 1": 1, "rest": 1 / (4 * beta)})),
    ),
)

H, to = s2.H, s2.way
def_1_hessian = Proof(
    "Rayleigh quotient of the mean Hessian",
    (
        Step(
            "rayleigh",
            inner(to, H @ to) <= lmax(H) * inner(to, to),
            Apply("classical.rayleigh", {symmetric: H, column: to}, 1),
        ),
        Step(
            "norm",
            eq(norm2(H), maximum(abs(lmin(H)), abs(lmax(H)))),
            Apply("classical.symmetric-norm", {symmetric: H}),
        ),
        Step(
            "larger",
            abs(lmax(H)) <= maximum(abs(lmin(H)), abs(lmax(H))),
            Apply("classical.maximum", {x: abs(lmin(H)), y: abs(lmax(H))}, 1),
        ),
        Step("modulus", lmax(H) <= abs(lmax(H)), Apply("classical.modulus", {x: lmax(H)}, 1)),
        Step("largest", lmax(H) <= beta, Combine({"given 0": 1, "norm": -1, "larger": 1, "modulus": 1})),
        length_squared("way", to),
        Step("length", inner(to, to) >= 0, Combine({"way": -1})),
        Step(
            "claim",
            s2.def_1_hessian.claim[0],
            Combine({"rayleigh": quantity(Fraction(1, 2)), "largest": inner(to, to) / 2}),
        ),
    ),
)

def_1_repaired = Proof(
    "four bounds at two further points",
    (
        length_squared("gradients", change),
        length_squared("points", way),
        Step(
            "squares",
            normF(change) ** 2 <= (beta * normF(way)) ** 2,
            Combine({**{f"given {k}": 2 * beta for k in range(4)}, "gradients": -1, "points": -(beta**2)}),
        ),
        Step("bound", s2.lipschitz, Apply("classical.square-roots", {x: normF(change), y: beta * normF(way)})),
    ),
)

thm_2_1_repaired = Proof(
    "descent lemma and PL inequality",
    (
        Step("room", beta * eta <= 2, Combine({"given 2": beta})),
        Step(
            "step",
            s2.thm_2_1_repaired.conjuncts[0],
            Combine({"given 0": 1, "given 1": eta * (2 - beta * eta) / 2}),
        ),
    ),
)

J, g = s2.J, s2.grad
thm_2_2_repaired = Proof(
    "Rayleigh quotient of the Gram matrix of the Jacobian",
    (
        Step("least", eq(lmin(J @ J.T), smin(J) ** 2), Apply("classical.gram-extremes", {any_shape: J}, 1)),
        Step(
            "rayleigh",
            lmin(J @ J.T) * inner(g, g) <= inner(g, J @ J.T @ g),
            Apply("classical.rayleigh", {symmetric: J @ J.T, column: g}, 0),
        ),
        Step(
            "bound",
            s2.thm_2_2_repaired.conjuncts[0],
            Combine({"rayleigh": 1, "least": -inner(g, g), "given 0": smin(J) ** 2}),
        ),
    ),
)

PROOFS = {
    "macdonald.def-1~forward": def_1_forward,
    "macdonald.def-1~hessian": def_1_hessian,
    "macdonald.def-1~repaired": def_1_repaired,
    "macdonald.thm-2.1~repaired": thm_2_1_repaired,
    "macdonald.thm-2.2~repaired": thm_2_2_repaired,
}
