"""Traces and determinants of definite matrices and their inverses."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import M, n, x
from lemmata.theorems.classical import network_theorems as networks
from lemmata.theorems.classical.perturbation_theorems import D as D_stein
from lemmata.theorems.classical.perturbation_theorems import E as E_stein
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.exponents_proofs import power
from lemmata.theorems.classical.quoted_theorems import D, E, t
from lemmata.theorems.language import (
    Id,
    det,
    eq,
    exp,
    inv,
    lmin,
    log,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Combine,
    Congruence,
    Proof,
    Sign,
    Step,
)

one = Id(n)


def weighted(name: str, w: Any) -> tuple[Step, ...]:
    """tr inv(w D + (1 - w) E) <= w tr inv(D) + (1 - w) tr inv(E)."""
    gap = w * inv(D) + (1 - w) * inv(E) - inv(w * D + (1 - w) * E)
    return (
        cite(f"{name}, order", lmin(gap) >= 0, "inverse-convex", {"t": w, "D": D, "E": E}),
        cite(f"{name}, trace", tr(gap) >= 0, "psd-trace", {"K": gap}, 0),
        Step(
            name,
            tr(inv(w * D + (1 - w) * E)) <= w * tr(inv(D)) + (1 - w) * tr(inv(E)),
            Combine({f"{name}, trace": 1}),
        ),
    )


half, unit = Rational(1, 2), quantity(1)
trace_of_inverse_convex = Proof(
    "the inverse is convex in the Loewner order, and the trace keeps the order",
    (
        *weighted("half", half),
        Step("first", 2 * tr(inv(half * (D + E))) <= tr(inv(D)) + tr(inv(E)), Combine({"half": 2})),
        *weighted("weights", t),
    ),
)

K = networks.D
rise = tr(x.T @ inv(K) @ x)
log_determinant_update = Proof(
    "the determinant is multiplied by 1 + x^T D^-1 x",
    (
        cite("lemma", eq(det(K + x @ x.T), det(K) * (1 + rise)), "determinant-lemma", {M: K, "x": x, "y": x}),
        cite("inverse", lmin(inv(K)) > 0, "inverse-of-definite", {"D": K}, 0),
        Step("semidefinite", lmin(inv(K)) >= 0, Combine({"inverse": 1})),
        cite("form", rise >= 0, "psd-form", {"K": inv(K)}),
        Step("above", 1 + rise > 0, Combine({"form": 1})),
        cite("positive", det(K) > 0, "determinant-of-definite", {"D": K, "K": K}, 0),
        Step("same", eq(log(det(K + x @ x.T)), log(det(K) * (1 + rise))), Congruence("lemma")),
        cite("sum", eq(log(det(K) * (1 + rise)), log(det(K)) + log(1 + rise)), "logarithm-product",
             {"x": det(K), "y": 1 + rise}, 0),
        Step("first", eq(log(det(K + x @ x.T)), log(det(K)) + log(1 + rise)), Combine({"same": 1, "sum": 1})),
        cite("tangent", log(1 + rise) <= (1 + rise) - 1, "logarithm-tangent", {"x": 1 + rise}, 1),
        Step("second", log(det(K + x @ x.T)) - log(det(K)) <= rise, Combine({"first": 1, "tangent": 1})),
    ),
)  # fmt: skip

D_2, E_2 = D_stein, E_stein


def loss(name: str, X: Any, Y: Any, of: Any) -> tuple[Step, ...]:  # noqa: N803
    """n + log det X - log det Y <= tr(of), where tr(of) is that of inv(Y) X."""
    k = 1 / n
    return (
        *(
            step
            for part, Z in (("X", X), ("Y", Y))
            for step in (
                Step(f"{name}, {part} definite", lmin(Z) > 0, Sign()),
                Step(f"{name}, {part} semidefinite", lmin(Z) >= 0, Combine({f"{name}, {part} definite": 1})),
                cite(f"{name}, det {part}", det(Z) > 0, "determinant-of-definite", {"D": Z, "K": Z}, 0),
            )
        ),
        cite(f"{name}, inverse", lmin(inv(Y)) > 0, "inverse-of-definite", {"D": Y}, 0),
        Step(f"{name}, inverse semidefinite", lmin(inv(Y)) >= 0, Combine({f"{name}, inverse": 1})),
        cite(f"{name}, det inverse", det(inv(Y)) > 0, "inverse-of-definite", {"D": Y}, 2),
        cite(f"{name}, mean", n * det(inv(Y)) ** k * det(X) ** k <= tr(inv(Y) @ X), "trace-determinant-product",
             {"K": inv(Y), "L": X}),
        *(
            step
            for part, z in (("X", det(X)), ("inverse", det(inv(Y))))
            for step in power(f"{name}, {part}", z, k)
        ),
        cite(f"{name}, sum", eq(exp(k * log(det(inv(Y))) + k * log(det(X))),
                                exp(k * log(det(inv(Y)))) * exp(k * log(det(X)))), "exponential-sum",
             {"x": k * log(det(inv(Y))), "y": k * log(det(X))}),
        cite(f"{name}, tangent", 1 + (k * log(det(inv(Y))) + k * log(det(X)))
             <= exp(k * log(det(inv(Y))) + k * log(det(X))), "exponential-tangent",
             {"x": k * log(det(inv(Y))) + k * log(det(X))}),
        cite(f"{name}, reciprocal", eq(det(inv(Y)) * det(Y), 1), "determinant-of-inverse", {M: Y}),
        Step(f"{name}, logs", eq(log(det(inv(Y)) * det(Y)), log(unit)), Congruence(f"{name}, reciprocal")),
        cite(f"{name}, log sum", eq(log(det(inv(Y)) * det(Y)), log(det(inv(Y))) + log(det(Y))), "logarithm-product",
             {"x": det(inv(Y)), "y": det(Y)}, 0),
        cite(f"{name}, log one", log(unit) >= 1 - 1 / unit, "logarithm-tangent", {"x": 1}, 0),
        Step(
            name,
            n + log(det(X)) - log(det(Y)) <= tr(inv(Y) @ X),
            Combine({
                f"{name}, mean": 1, f"{name}, X": -n * det(inv(Y)) ** k,
                f"{name}, inverse": -n * exp(k * log(det(X))), f"{name}, sum": n, f"{name}, tangent": n,
                f"{name}, logs": -1, f"{name}, log sum": 1, f"{name}, log one": 1,
            }),
        ),
    )  # fmt: skip


quotient = tr(inv(D_2) @ E_2)
stein_loss = Proof(
    "the arithmetic and the geometric mean, and exp x >= 1 + x",
    (
        *loss("first", E_2, D_2, inv(D_2) @ E_2),
        *loss("second", D_2, E_2, D_2 @ inv(E_2)),
        Step("X factor", exp(1 / n * log(det(inv(D_2)))) > 0, Sign()),
        Step("Y factor", exp(1 / n * log(det(E_2))) > 0, Sign()),
        Step(
            "third",
            quotient > 0,
            Combine({
                "first, mean": 1, "first, X": -n * det(inv(D_2)) ** (1 / n),
                "first, inverse": -n * exp(1 / n * log(det(E_2))),
                "X factor": n * exp(1 / n * log(det(E_2))),
            }),
        ),
    ),
)  # fmt: skip

PROOFS = {
    "classical.trace-of-inverse-convex": trace_of_inverse_convex,
    "classical.log-determinant-update": log_determinant_update,
    "classical.stein-loss": stein_loss,
}
