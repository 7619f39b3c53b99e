"""Eigenvalues and singular values, proved from Weyl's inequality, Rayleigh quotients and the trace inequality.

A unit eigenvector u of N to its k-th eigenvalue gives u^T N u = lam_k(N); most proofs read the claim off it.
"""

from typing import Any

from lemmata.theorems.classical import A, B, T, c, i, j, n, q, r, x
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.language import Id, Index, Vector, eq, lam, lmax, lmin, smax, smin, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Eigenvector,
    Entrywise,
    Multiply,
    Proof,
    Step,
)

one = Id(1)
k = Index("k", 1, n)
u, v = Vector("u", n), Vector("v", n)


def eigenvector(name: str, N: Any, index: Any, u: Any) -> tuple[Step, ...]:
    """Steps `name`, `name, unit` and `name, form`: N u = lam u, u^T u = 1 and u^T N u = lam."""
    value, reason = lam(N, index), Eigenvector(N, index, u)
    return (
        Step(name, eq(N @ u, value * u), reason),
        Step(f"{name}, unit", eq(u.T @ u, one), reason),
        Step(
            f"{name}, form", eq(u.T @ N @ u, value * one), Multiply({name: (u.T, None), f"{name}, unit": (value, None)})
        ),
    )


multiple_of_identity = Proof(
    "c u = lam u for a unit vector u",
    (
        *eigenvector("u", c * Id(n), k, u),
        Step("entry", eq(lam(c * Id(n), k), c), Combine({"u, form": -1, "u, unit": c})),
        Step("all", eq(lam(c * Id(n)), c), Entrywise("entry", k)),
    ),
)

identity = Proof("c = 1", (Step("all", eq(lam(Id(n)), 1), Apply("classical.multiple-of-identity", {c: 1})),))

weyl_extremes = Proof(
    "Weyl's inequality at the first and the last eigenvalue of B",
    (
        Step("entry, below", lam(A, k) + lmin(B) <= lam(A + B, k), Apply("classical.weyl-from-below", at={i: k, j: n})),
        Step("entry, above", lam(A + B, k) <= lam(A, k) + lmax(B), Apply("classical.weyl", at={i: k, j: 1})),
        Step("below", lam(A) + lmin(B) <= lam(A + B), Entrywise("entry, below", k)),
        Step("above", lam(A + B) <= lam(A) + lmax(B), Entrywise("entry, above", k)),
    ),
)

shift = Proof(
    "Weyl's inequality, the multiple of the identity having one eigenvalue",
    (
        Step("multiple", eq(lam(c * Id(n)), c), Apply("classical.multiple-of-identity")),
        Step("least", eq(lmin(c * Id(n)), c), At("multiple", n)),
        Step("largest", eq(lmax(c * Id(n)), c), At("multiple", 1)),
        Step(
            "weyl, below",
            lam(A) + lmin(c * Id(n)) <= lam(A + c * Id(n)),
            Apply("classical.weyl-extremes", {B: c * Id(n)}, 0),
        ),
        Step(
            "weyl, above",
            lam(A + c * Id(n)) <= lam(A) + lmax(c * Id(n)),
            Apply("classical.weyl-extremes", {B: c * Id(n)}, 1),
        ),
        Step("below", lam(A + c * Id(n)) <= lam(A) + c, Combine({"weyl, above": 1, "largest": 1})),
        Step("above", lam(A) + c <= lam(A + c * Id(n)), Combine({"weyl, below": 1, "least": -1})),
        Step("shift", eq(lam(A + c * Id(n)), lam(A) + c), Antisymmetric("below", "above")),
    ),
)

own = Index("i", 1, n)  # as the claim binds it
negation = Proof(
    "first and last eigenvalue of the negative",
    (
        Step("least", eq(lmin(-A), -lmax(A)), Apply("classical.negated-spectrum", at={i: n})),
        Step("largest", eq(lmax(-A), -lmin(A)), Apply("classical.negated-spectrum", at={i: 1})),
    ),
)

eigenvalue_range = Proof(
    "Rayleigh quotient at a unit eigenvector",
    (
        *eigenvector("u", A, k, u),
        Step("rayleigh, below", lmin(A) * tr(u.T @ u) <= tr(u.T @ A @ u), Apply("classical.rayleigh", {x: u}, 0)),
        Step("rayleigh, above", tr(u.T @ A @ u) <= lmax(A) * tr(u.T @ u), Apply("classical.rayleigh", {x: u}, 1)),
        Step("entry, below", lmin(A) <= lam(A, k), Combine({"rayleigh, below": 1, "u, unit": -lmin(A), "u, form": 1})),
        Step("entry, above", lam(A, k) <= lmax(A), Combine({"rayleigh, above": 1, "u, unit": lmax(A), "u, form": -1})),
        Step("below", lmin(A) <= lam(A), Entrywise("entry, below", k)),
        Step("above", lam(A) <= lmax(A), Entrywise("entry, above", k)),
    ),
)

wide_below = (
    Step("least", eq(lmin(T @ T.T), smin(T) ** 2), Apply("classical.gram-extremes", conjunct=1)),
    Step("largest", eq(lmax(T @ T.T), smax(T) ** 2), Apply("classical.gram-extremes", conjunct=0)),
    Step("range", lmin(T @ T.T) <= lam(T @ T.T), Apply("classical.eigenvalue-range", {A: T @ T.T}, 0)),
    Step("first", lmin(T @ T.T) <= lmax(T @ T.T), At("range", 1)),
    Step("squares", smin(T) ** 2 <= smax(T) ** 2, Combine({"first": 1, "least": -1, "largest": 1})),
    Step("order", smin(T) <= smax(T), Apply("classical.square-roots", {number: smin(T), other: smax(T)})),
)
tall_below = (
    Step("least", eq(lmin(T.T @ T), smin(T.T) ** 2), Apply("classical.gram-extremes", {T: T.T}, 1)),
    Step("largest", eq(lmax(T.T @ T), smax(T.T) ** 2), Apply("classical.gram-extremes", {T: T.T}, 0)),
    Step("transposed, least", eq(smin(T.T), smin(T)), Apply("classical.transpose", conjunct=1)),
    Step("transposed, largest", eq(smax(T.T), smax(T)), Apply("classical.transpose", conjunct=0)),
    Step("range", lmin(T.T @ T) <= lam(T.T @ T), Apply("classical.eigenvalue-range", {A: T.T @ T}, 0)),
    Step("first", lmin(T.T @ T) <= lmax(T.T @ T), At("range", 1)),
    Step("squares", smin(T.T) ** 2 <= smax(T.T) ** 2, Combine({"first": 1, "least": -1, "largest": 1})),
    Step(
        "order of T^T", smin(T.T) <= smax(T.T), Apply("classical.square-roots", {number: smin(T.T), other: smax(T.T)})
    ),
    Step(
        "order",
        smin(T) <= smax(T),
        Combine({"order of T^T": 1, "transposed, least": -1, "transposed, largest": 1}),
    ),
)
order = Proof(
    "Rayleigh quotients of A, and of the smaller Gram matrix of T",
    (
        Step("range of A", lmin(A) <= lam(A), Apply("classical.eigenvalue-range", conjunct=0)),
        Step("eigenvalues", lmin(A) <= lmax(A), At("range of A", 1)),
        Step("singular values", smin(T) <= smax(T), Cases(r <= q, wide_below, tall_below)),
    ),
)

both = Index("j", 1, n + 1 - own)
descending = Proof(
    "Weyl's inequality for A + 0",
    (
        Step("zero", eq(lam(0 * Id(n)), 0), Apply("classical.multiple-of-identity", {c: 0})),
        Step("entry", eq(lam(0 * Id(n), both), 0), At("zero", both)),
        Step(
            "weyl",
            lam(A, own + both - 1) <= lam(A, own) + lam(0 * Id(n), both),
            Apply("classical.weyl", {B: 0 * Id(n)}, at={i: own, j: both}),
        ),
        Step("order", lam(A, own + both - 1) <= lam(A, own), Combine({"weyl": 1, "entry": 1})),
    ),
)

PROOFS = {
    "classical.descending": descending,
    "classical.multiple-of-identity": multiple_of_identity,
    "classical.identity": identity,
    "classical.weyl-extremes": weyl_extremes,
    "classical.shift": shift,
    "classical.negation": negation,
    "classical.eigenvalue-range": eigenvalue_range,
    "classical.order": order,
}
