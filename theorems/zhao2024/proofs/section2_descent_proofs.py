"""Proofs for section 2: contraction by one step of gradient descent."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.numbers import c as limit
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, eq, lam, lmax, lmin, norm2, normF, s, smax, tr
from lemmata.theorems.language.core import Max, quantity
from lemmata.theorems.language.proof import Apply, At, Combine, Defined, Proof, Sign, Step
from lemmata.theorems.zhao2024 import section2_descent as s2

p, w, A, eta = s2.p, s2.w, s2.A, s2.eta


def contraction(name: str, matrix: Any, step: Any) -> tuple[Step, ...]:
    """||(Id - step matrix) w|| <= rate ||w||; earlier steps have to show that the step size is not negative."""
    N = step * matrix - Id(p)
    new, rate, size = s2.after(step, matrix), s2.rate(step, matrix), normF(w)
    pair = {x: abs(1 - step * lmax(matrix)), y: abs(1 - step * lmin(matrix))}
    extremes = Max(abs(lmin(N)), abs(lmax(N)))

    def within(end: str, value: Any, member: int) -> tuple[Step, ...]:
        """-rate <= value(N) <= rate for an extreme eigenvalue."""
        here, away = value(N), 1 - step * value(matrix)
        return (
            Step(f"{name}, {end}, member", abs(away) <= rate, Apply("classical.maximum", pair, member)),
            Step(f"{name}, {end}, low", -abs(away) <= away, Apply("classical.modulus", {x: away}, 0)),
            Step(f"{name}, {end}, high", away <= abs(away), Apply("classical.modulus", {x: away}, 1)),
            Step(
                f"{name}, {end}, above",
                here <= rate,
                Combine({f"{name}, {end}": 1, f"{name}, {end}, low": 1, f"{name}, {end}, member": 1}),
            ),
            Step(
                f"{name}, {end}, below",
                -rate <= here,
                Combine({f"{name}, {end}": -1, f"{name}, {end}, high": 1, f"{name}, {end}, member": 1}),
            ),
            Step(
                f"{name}, {end}, modulus", abs(here) <= rate, Apply("classical.modulus-bound", {x: here, limit: rate})
            ),
        )

    return (
        Step(f"{name}, scaled", eq(lam(step * matrix), step * lam(matrix)), _scaling(matrix, step)),
        Step(
            f"{name}, shifted",
            eq(lam(N), lam(step * matrix) - 1),
            Apply("classical.shift", {symmetric_a: step * matrix, factor: -1}),
        ),
        Step(
            f"{name}, spectrum",
            eq(lam(N), step * lam(matrix) - 1),
            Combine({f"{name}, scaled": 1, f"{name}, shifted": 1}),
        ),
        Step(f"{name}, largest", eq(lmax(N), step * lmax(matrix) - 1), At(f"{name}, spectrum", 1)),
        Step(f"{name}, least", eq(lmin(N), step * lmin(matrix) - 1), At(f"{name}, spectrum", p)),
        *within("largest", lmax, 0),
        *within("least", lmin, 1),
        Step(
            f"{name}, both",
            extremes <= rate,
            Apply("classical.maximum-bound", {x: abs(lmin(N)), y: abs(lmax(N)), limit: rate}),
        ),
        Step(f"{name}, norm", eq(norm2(N), extremes), Apply("classical.symmetric-norm", {symmetric_a: N})),
        Step(f"{name}, operator", eq(norm2(N), smax(N)), Apply("classical.operator-norm", {any_shape: N})),
        Step(
            f"{name}, factor",
            smax(N) <= rate,
            Combine({f"{name}, both": 1, f"{name}, norm": 1, f"{name}, operator": -1}),
        ),
        Step(f"{name}, gram", eq(s(N) ** 2, lam(N.T @ N)), Apply("classical.gram", {square: N}, 0)),
        Step(f"{name}, gram, largest", eq(smax(N) ** 2, lmax(N.T @ N)), At(f"{name}, gram", 1)),
        Step(
            f"{name}, rayleigh",
            tr(w.T @ N.T @ N @ w) <= lmax(N.T @ N) * tr(w.T @ w),
            Apply("classical.rayleigh", {symmetric_a: N.T @ N, column: w}, 1),
        ),
        Step(f"{name}, new", eq(normF(new) ** 2, tr(new.T @ new)), Apply("classical.frobenius", {any_shape: new}, 0)),
        Step(f"{name}, old", eq(size**2, tr(w.T @ w)), Apply("classical.frobenius", {any_shape: w}, 0)),
        Step(
            f"{name}, squares",
            normF(new) ** 2 <= (rate * size) ** 2,
            Combine(
                {
                    f"{name}, new": 1,
                    f"{name}, rayleigh": 1,
                    f"{name}, gram, largest": -tr(w.T @ w),
                    f"{name}, old": -(smax(N) ** 2),
                    f"{name}, factor": size**2 * (rate + smax(N)),
                }
            ),
        ),
        Step(
            name,
            normF(new) <= rate * size,
            Apply("classical.square-roots", {x: normF(new), y: rate * size}),
        ),
    )


def _scaling(matrix: Any, step: Any) -> Apply:
    return Apply("classical.scaling", {symmetric_a: matrix, factor: step})


M, m = lmax(A), lmin(A)
best, spread = s2.best, (lmax(A) - lmin(A)) / (lmax(A) + lmin(A))
rate_of_best = s2.rate(best, A)
gd_factor = Proof(
    "spectral norm of Id - eta A; both ends of the spectrum are equally far from 1 at the best step size",
    (
        *contraction("step", A, eta),
        Step("length", normF(w) >= 0, Sign()),
        Step("w is not zero", normF(w) > 0, Defined("length")),
        Step("quotient", s2.gd_factor.claim[0], Combine({"step": 1 / normF(w)})),
        Step("order", m <= M, Apply("classical.order", {symmetric_a: A}, 0)),
        *contraction("best", A, best),
        Step("spread, modulus", eq(abs(spread), spread), Apply("classical.modulus-non-negative", {x: spread})),
        Step(
            "best, at most",
            rate_of_best <= abs(spread),
            Apply("classical.maximum-bound", {x: abs(1 - best * M), y: abs(1 - best * m), limit: abs(spread)}),
        ),
        Step(
            "best bound",
            s2.gd_factor.claim[1],
            Combine({"best": 1, "best, at most": normF(w), "spread, modulus": normF(w)}),
        ),
        Step(
            "no better",
            s2.gd_factor.claim[2],
            Combine(
                {
                    "step, largest, low": m / (M + m),
                    "step, largest, member": m / (M + m),
                    "step, least, high": M / (M + m),
                    "step, least, member": M / (M + m),
                }
            ),
        ),
    ),
)
gd_factor_sharpened = Proof("spectral norm of Id - eta A", contraction("step", s2.B, s2.free))

e, g, mu, L, delta = s2.e, s2.g, s2.mu, s2.L, s2.delta


def lengths(gradient: Any, factor: Any) -> tuple[tuple[Step, ...], dict[str, Any]]:
    """The squared lengths in the claim as traces, and how they enter its combination."""
    new = e - eta * gradient
    steps = (
        Step("new", eq(normF(new) ** 2, tr(new.T @ new)), Apply("classical.frobenius", {any_shape: new}, 0)),
        Step("old", eq(normF(e) ** 2, tr(e.T @ e)), Apply("classical.frobenius", {any_shape: e}, 0)),
    )
    return steps, {"new": 1, "old": -factor}


steps, used = lengths(g, 1 - eta * mu)
eq_2 = Proof(
    "strong convexity, smoothness and eta L <= 1",
    (
        *steps,
        Step("gap", delta >= 0, Combine({"given 1": 1 / (2 * L)})),
        Step(
            "claim",
            s2.eq_2.claim[0],
            Combine({**used, "given 0": 2 * eta, "given 1": eta**2, "given 2": 2 * eta * delta * L}),
        ),
    ),
)

steps, used = lengths(g, (1 - eta * mu) ** 2)
eq_2_sharpened = Proof(
    "co-coercivity and monotonicity of the gradient",
    (
        *steps,
        Step("room", eta * (mu + L) <= 2, Combine({"given 2": mu + L})),
        Step(
            "claim",
            s2.eq_2_sharpened.claim[0],
            Combine({**used, "given 1": eta**2, "given 0": eta * (2 - eta * (mu + L))}),
        ),
    ),
)

F, H = s2.F, s2.hessian
image, other = F @ e, F @ F.T
height, length = tr(e.T @ H @ e), tr(e.T @ e)
half = quantity(1) / 2
eq_2_quadratic = Proof(
    "Rayleigh quotients of F^T F and F F^T, then the general case",
    (
        Step("low", lmin(H) * length <= height, Apply("classical.rayleigh", {symmetric_a: H, column: e}, 0)),
        Step(
            "convex",
            tr((H @ e).T @ e) >= half * height + mu / 2 * length,
            Combine({"low": half, "given 0": half * length}),
        ),
        Step("gram", eq(s(F) ** 2, lam(H)), Apply("classical.gram", {square: F}, 0)),
        Step("gram, turned", eq(s(F) ** 2, lam(other)), Apply("classical.gram", {square: F}, 1)),
        Step("largest", eq(smax(F) ** 2, lmax(H)), At("gram", 1)),
        Step("largest, turned", eq(smax(F) ** 2, lmax(other)), At("gram, turned", 1)),
        Step(
            "high",
            tr(image.T @ other @ image) <= lmax(other) * tr(image.T @ image),
            Apply("classical.rayleigh", {symmetric_a: other, column: image}, 1),
        ),
        Step(
            "smooth",
            tr((H @ e).T @ (H @ e)) <= 2 * L * (half * height),
            Combine({"high": 1, "largest, turned": -height, "largest": height, "given 1": height}),
        ),
        Step(
            "claim",
            s2.eq_2_quadratic.claim[0],
            Apply("zhao.eq-2", {g: H @ e, delta: half * height}),
        ),
    ),
)

PROOFS = {
    "zhao.gd-factor": gd_factor,
    "zhao.gd-factor~sharpened": gd_factor_sharpened,
    "zhao.eq-2": eq_2,
    "zhao.eq-2~quadratic": eq_2_quadratic,
    "zhao.eq-2~sharpened": eq_2_sharpened,
}
