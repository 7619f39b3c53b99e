"""Section 2: smoothness, gradient descent, the PL inequality of a model."""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import A as symmetric
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.classical.proofs.exponents_proofs import SUM, power
from lemmata.theorems.language import (
    Id,
    Index,
    MatProdOver,
    eq,
    exp,
    lmax,
    lmin,
    log,
    maximum,
    norm2,
    normF,
    smin,
    sqrtm,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    Cases,
    Combine,
    Congruence,
    Identity,
    Induction,
    Instance,
    Multiply,
    Proof,
    Sign,
    Step,
    Unrolled,
)
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

A, S, rate, move = s2.A, sqrtm(s2.A), s2.rate_of_4, Id(s2.n) - eta * s2.A
gain, at_start = eta - beta * eta**2 / 2, inner(s2.theta, s2.A @ s2.theta)
far, near, k = Index("k", 1, s2.steps), Index("k", 1, s2.steps - 1), Index("i")
half = quantity(Fraction(1, 2))


def travelled(at: Any) -> Any:
    """The factors of the first steps."""
    return MatProdOver(k, 1, at, move)


def twice_energy(point: Any) -> Any:
    """x^T A x."""
    return inner(point, A @ point)


def one_step(name: str, point: Any) -> tuple[Step, ...]:
    """Step `name`: x^T A x falls by the factor of (4); Rayleigh quotients at A x and at sqrt(A) x."""
    z, w = A @ point, S @ point
    return (
        Step(
            f"{name}, above",
            inner(z, A @ z) <= lmax(A) * inner(z, z),
            Apply("classical.rayleigh", {symmetric: A, column: z}, 1),
        ),
        Step(
            f"{name}, below",
            lmin(A) * inner(w, w) <= inner(w, A @ w),
            Apply("classical.rayleigh", {symmetric: A, column: w}, 0),
        ),
        Step(f"{name}, root", eq(inner(w, w), twice_energy(point)), Identity()),
        Step(f"{name}, square", eq(w.T @ A @ w, z.T @ z), Multiply({"turned": (point.T, w)})),
        Step(f"{name}, z", eq(inner(z, z), normF(z) ** 2), Identity()),
        Step(f"{name}, w", eq(inner(w, w), normF(w) ** 2), Identity()),
        Step(f"{name}, z squared", inner(z, z) >= 0, Combine({f"{name}, z": -1})),
        Step(f"{name}, w squared", inner(w, w) >= 0, Combine({f"{name}, w": -1})),
        Step(f"{name}, sign", twice_energy(point) >= 0, Combine({f"{name}, w squared": 1, f"{name}, root": 1})),
        Step(
            name,
            twice_energy(move @ point) <= rate * twice_energy(point),
            Combine(
                {
                    f"{name}, above": eta**2,
                    "given 0": eta**2 * inner(z, z),
                    f"{name}, below": 2 * gain,
                    "given 1": gain * inner(w, w),
                    f"{name}, root": -mu * gain,
                    f"{name}, square": 2 * gain,
                }
            ),
        ),
    )


def unrolled(name: str, whole: Any, factors: Any) -> tuple[Step, ...]:
    """A product and its factors give one energy."""
    return (
        Step(f"{name}, factors", eq(whole, factors), Unrolled()),
        Step(
            f"{name}, same",
            eq(twice_energy(whole @ s2.theta), twice_energy(factors @ s2.theta)),
            Congruence(f"{name}, factors"),
        ),
    )


def all_steps(power_of: Any, start: Step, *growth: Step) -> tuple[Step, ...]:
    """The bound after every number k of steps with `power_of(k)` for the k-th power of the factor, by induction."""

    def bound(at: Any) -> Any:
        return twice_energy(travelled(at) @ s2.theta) <= power_of(at) * at_start

    first, rest = quantity(1), travelled(near)
    base = Combine({"base, same": 1, "first": 1, "start": at_start})
    then = Combine({"next, same": 1, "step": 1, "before": rate, "growth": at_start})
    return (
        Step(
            "every step",
            bound(far),
            Induction(
                far,
                (*unrolled("base", travelled(first), move), start, Step("base", bound(first), base)),
                (
                    *unrolled("next", travelled(near + 1), move @ rest),
                    *one_step("step", rest @ s2.theta),
                    *growth,
                    Step("next", bound(near + 1), then),
                ),
            ),
        ),
        Step("last step", bound(s2.steps), Instance("every step", far, s2.steps)),
    )


def exponential(at: Any) -> Any:
    """The power of a positive factor."""
    return exp(at * log(rate))


claim = s2.thm_2_1_quadratics.conjuncts[0]
thm_2_1_quadratics = Proof(
    "Rayleigh quotients at A x and at sqrt(A) x for one step, induction for all of them",
    (
        Step("root", eq(S @ S, A), Identity()),
        Step("root again", eq(S @ S, A), Identity()),
        Step("turned", eq(S @ A, A @ S), Multiply({"root": (None, S), "root again": (-S, None)})),
        Step("room", beta * eta <= 2, Combine({"given 2": beta})),
        Step("gain", gain >= 0, Combine({"room": eta / 2})),
        *one_step("first", s2.theta),
        Step("order", lmin(A) <= lmax(A), Apply("classical.order", {symmetric: A}, 0)),
        Step("square", (beta * eta - 1) ** 2 >= 0, Sign()),
        Step("rate", rate >= 0, Combine({"given 1": gain, "order": 2 * gain, "given 0": 2 * gain, "square": 1})),
        Step(
            "claim",
            claim,
            Cases(
                rate <= 0,
                (
                    Step("nothing", eq(rate, 0), Antisymmetric("case", "rate")),
                    *all_steps(
                        lambda at: quantity(0),
                        Step("start", rate <= 0, Combine({"nothing": 1})),
                        Step("growth", rate * 0 <= 0, Combine({})),
                    ),
                    Step("power", rate**s2.steps >= 0, Sign()),
                    Step("all", claim, Combine({"last step": half, "power": at_start / 2})),
                ),
                (
                    *power("power", rate, s2.steps),
                    *all_steps(
                        exponential,
                        Step("start", eq(rate, exponential(1)), Identity()),
                        Step(
                            "sum",
                            eq(exp(near * log(rate) + log(rate)), exponential(near) * exp(log(rate))),
                            Apply(SUM, {"x": near * log(rate), "y": log(rate)}),
                        ),
                        Step("itself", eq(exp(log(rate)), rate), Identity()),
                        Step(
                            "growth",
                            rate * exponential(near) <= exponential(near + 1),
                            Combine({"sum": 1, "itself": exponential(near)}),
                        ),
                    ),
                    Step("all", claim, Combine({"last step": half, "power": -at_start / 2})),
                ),
            ),
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
    "macdonald.thm-2.1~quadratics": thm_2_1_quadratics,
    "macdonald.thm-2.1~repaired": thm_2_1_repaired,
    "macdonald.thm-2.2~repaired": thm_2_2_repaired,
}
