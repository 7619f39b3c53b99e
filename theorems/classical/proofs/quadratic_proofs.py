"""Quadratic losses: gradients, steps with weight decay, ridge regression, roots, forms between extreme eigenvalues."""

from typing import Any

from lemmata.theorems.classical import A, M, T, c, n, q, r, x
from lemmata.theorems.classical.network_theorems import D, K, a, g
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import (
    Id,
    cond,
    eq,
    inv,
    lmax,
    lmin,
    normF,
    smax,
    smin,
    sqrt,
    sqrtm,
    tr,
)
from lemmata.theorems.language.proof import (
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
)

one = Id(n)
square = {r: n, q: n}


def at_root(name: str, K: Any, x: Any) -> tuple[Step, ...]:  # noqa: N803
    """Steps "name, below" and "name, above": |K x|^2 between the extreme eigenvalues of K times x^T K x."""
    S = sqrtm(K)  # noqa: N806
    y = S @ x
    return (
        Step(f"{name}, root", eq(S @ S, K), Identity()),
        Step(f"{name}, left", eq(S @ S, K), Identity()),
        Step(f"{name}, right", eq(S @ S, K), Identity()),
        Step(f"{name}, square", eq(y.T @ y, x.T @ K @ x), Multiply({f"{name}, root": (x.T, x)})),
        Step(
            f"{name}, form",
            eq(y.T @ K @ y, x.T @ K @ K @ x),
            Multiply(
                {
                    f"{name}, root": (-x.T @ S, S @ x),
                    f"{name}, left": (x.T, S @ S @ x),
                    f"{name}, right": (x.T @ K, x),
                }
            ),
        ),
        cite(f"{name}, quotient below", lmin(K) * tr(y.T @ y) <= tr(y.T @ K @ y), "rayleigh", {A: K, "x": y}, 0),
        cite(f"{name}, quotient above", tr(y.T @ K @ y) <= lmax(K) * tr(y.T @ y), "rayleigh", {A: K, "x": y}, 1),
        Step(
            f"{name}, below",
            lmin(K) * tr(x.T @ K @ x) <= normF(K @ x) ** 2,
            Combine({f"{name}, quotient below": 1, f"{name}, square": -lmin(K), f"{name}, form": 1}),
        ),
        Step(
            f"{name}, above",
            normF(K @ x) ** 2 <= lmax(K) * tr(x.T @ K @ x),
            Combine({f"{name}, quotient above": 1, f"{name}, square": lmax(K), f"{name}, form": -1}),
        ),
    )


gradient_length = Proof(
    "the Rayleigh quotient at the root of K times x",
    (
        *at_root("x", K, x),
        cite("same", eq(smin(K), lmin(K)), "psd-extremes", {"K": K}, 1),
        cite("length", smin(K) * normF(x) <= normF(K @ x), "image-length-below", {M: K}),
        Step("third", lmin(K) * normF(x) <= normF(K @ x), Combine({"length": 1, "same": -normF(x)})),
    ),
)

step = a * one - c * K
weight_decay = Proof(
    "the eigenvalues a - c k are not negative",
    (
        cite("largest", eq(lmax(step), a - c * lmin(K)), "affine-spectrum", {A: K, "c": c, "a": a}, 0),
        cite("least", eq(lmin(step), a - c * lmax(K)), "affine-spectrum", {A: K, "c": c, "a": a}, 1),
        Step("semidefinite", lmin(step) >= 0, Combine({"least": -1, "given 1": 1})),
        cite("same", eq(smax(step), lmax(step)), "psd-extremes", {"K": step}, 0),
        Step("first", eq(smax(step), a - c * lmin(K)), Combine({"same": 1, "largest": 1})),
        cite("image", normF(step @ x) <= smax(step) * normF(x), "image-length", {T: step, "y": x, **square}),
        Step("split", eq(step @ x, a * x - c * K @ x), Identity()),
        Step("lengths", eq(normF(step @ x), normF(a * x - c * K @ x)), Congruence("split")),
        Step(
            "second",
            normF(a * x - c * K @ x) <= (a - c * lmin(K)) * normF(x),
            Combine({"image": 1, "first": normF(x), "lengths": -1}),
        ),
    ),
)

R = inv(K + g * one)
low, high = lmin(K) + g, lmax(K) + g
resolvent = (
    cite("inverse", eq((K + g * one) @ R, one), "inverse", {M: K + g * one}, 0),
    cite("inverse, left", eq(R @ (K + g * one), one), "inverse", {M: K + g * one}, 1),
    cite("norm", eq(smax(R), 1 / low), "resolvent-values", {"K": K, "L": K}, 0),
    cite("of multiple", eq(smax(g * R), g * smax(R)), "non-negative-multiples", {"c": g, T: R, M: one, **square}, 0),
)
ridge_residual = Proof(
    "I - (K + g I)^-1 K = g (K + g I)^-1",
    (
        *resolvent,
        Step("rest", eq(one - R @ K, g * R), Multiply({"inverse, left": (-1, None)})),
        Step("same", eq(smax(one - R @ K), smax(g * R)), Congruence("rest")),
        Step("first", eq(smax(one - R @ K), g / low), Combine({"same": 1, "of multiple": 1, "norm": g})),
        cite("image", normF((one - R @ K) @ x) <= smax(one - R @ K) * normF(x), "image-length",
             {T: one - R @ K, "y": x, **square}),
        Step("split", eq((one - R @ K) @ x, x - R @ K @ x), Identity()),
        Step("lengths", eq(normF((one - R @ K) @ x), normF(x - R @ K @ x)), Congruence("split")),
        Step("second", normF(x - R @ K @ x) <= g / low * normF(x),
             Combine({"image": 1, "first": normF(x), "lengths": -1})),
        Step("commute", eq(R @ K, K @ R), Multiply({"inverse, left": (None, None), "inverse": (-1, None)})),
        Step("norms", eq(smax(R @ K), smax(K @ R)), Congruence("commute")),
        cite("contraction", smax(K @ R) <= 1, "regularised-projection", {"K": K}, 2),
        cite("third image", normF(R @ K @ x) <= smax(R @ K) * normF(x), "image-length",
             {T: R @ K, "y": x, **square}),
        Step("third", normF(R @ K @ x) <= normF(x),
             Combine({"third image": 1, "norms": normF(x), "contraction": normF(x)})),
    ),
)  # fmt: skip
resolvent_norms = Proof(
    "singular values of a semidefinite matrix are its eigenvalues",
    (
        *resolvent,
        cite("largest", eq(smax(K), lmax(K)), "psd-extremes", {"K": K}, 0),
        cite("least", eq(smin(K), lmin(K)), "psd-extremes", {"K": K}, 1),
        cite("filtered", eq(smax(K @ R), lmax(K) / high), "resolvent-values", {"K": K, "L": K}, 2),
        Step("first", eq(smax(K @ R), smax(K) / (smax(K) + g)),
             Combine({"filtered": 1, "largest": -g / (high * (smax(K) + g))})),
        Step("second", eq(smax(R), 1 / (smin(K) + g)), Combine({"norm": 1, "least": 1 / (low * (smin(K) + g))})),
        Step("rest", eq(one - K @ R, g * R), Multiply({"inverse": (-1, None)})),
        Step("same", eq(smax(one - K @ R), smax(g * R)), Congruence("rest")),
        Step("third", eq(smax(one - K @ R), g / (smin(K) + g)),
             Combine({"same": 1, "of multiple": 1, "second": g})),
        cite("contraction", smax(K @ R) <= 1, "regularised-projection", {"K": K}, 2),
        cite("image", normF(K @ R @ x) <= smax(K @ R) * normF(x), "image-length", {T: K @ R, "y": x, **square}),
        Step("fourth", normF(K @ R @ x) <= normF(x), Combine({"image": 1, "contraction": normF(x)})),
    ),
)  # fmt: skip

S = sqrtm(D)
condition_of_root = Proof(
    "eigenvalues of the root are the roots of the eigenvalues",
    (
        Step("definite", lmin(D) > 0, Sign()),
        Step("semidefinite", lmin(D) >= 0, Combine({"definite": 1})),
        cite("order", lmin(D) <= lmax(D), "order", {A: D, T: one, r: n, q: n}, 0),
        Step("above", lmax(D) >= 0, Combine({"order": 1, "semidefinite": 1})),
        cite("largest", eq(lmax(S), sqrt(lmax(D))), "root-spectrum", {"K": D}, 0),
        cite("least", eq(lmin(S), sqrt(lmin(D))), "root-spectrum", {"K": D}, 1),
        Step("positive", sqrt(lmin(D)) > 0, Sign()),
        Step("root definite", lmin(S) > 0, Combine({"least": -1, "positive": 1})),
        Step("root semidefinite", lmin(S) >= 0, Combine({"root definite": 1})),
        cite("same", eq(smin(S), lmin(S)), "psd-extremes", {"K": S}, 1),
        Step("second", smin(S) > 0, Combine({"same": -1, "root definite": 1})),
        cite("ratio", eq(cond(D), lmax(D) / lmin(D)), "condition-of-definite", {"D": D}),
        cite("root ratio", eq(cond(S), lmax(S) / lmin(S)), "condition-of-definite", {"D": S}),
        Step("product", eq(cond(S) * lmin(S), lmax(S)), Combine({"root ratio": lmin(S)})),
        Step(
            "roots",
            eq(cond(S) * sqrt(lmin(D)), sqrt(lmax(D))),
            Combine({"product": 1, "least": -cond(S), "largest": 1}),
        ),
        Step("squares", eq(cond(S) ** 2 * lmin(D), lmax(D)),
             Combine({"roots": cond(S) * sqrt(lmin(D)) + sqrt(lmax(D))})),
        Step("first", eq(cond(S) ** 2, cond(D)), Combine({"squares": 1 / lmin(D), "ratio": -1})),
    ),
)  # fmt: skip

above = A - lmin(A) * one
square_between = Proof(
    "B^2 is at most lmax(B) B for the semidefinite matrix B = A - lmin(A) I",
    (
        cite("least", eq(lmin(above), lmin(A) - lmin(A)), "extreme-eigenvalues-of-shift", {"c": -lmin(A)}, 1),
        cite("largest", eq(lmax(above), lmax(A) - lmin(A)), "extreme-eigenvalues-of-shift", {"c": -lmin(A)}, 0),
        Step("semidefinite", lmin(above) >= 0, Combine({"least": -1})),
        *at_root("of x", above, x),
        Step(
            "claim",
            tr(x.T @ A @ A @ x) + lmin(A) * lmax(A) * tr(x.T @ x) <= (lmin(A) + lmax(A)) * tr(x.T @ A @ x),
            Combine({"of x, above": 1, "largest": tr(x.T @ above @ x)}),
        ),
    ),
)

PROOFS = {
    "classical.gradient-length": gradient_length,
    "classical.weight-decay": weight_decay,
    "classical.ridge-residual": ridge_residual,
    "classical.resolvent-norms": resolvent_norms,
    "classical.condition-of-root": condition_of_root,
    "classical.square-between": square_between,
}
