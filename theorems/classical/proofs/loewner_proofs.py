"""Inverses and roots of definite matrices in the Loewner order, from Rayleigh quotients at one eigenvector.

The least eigenvalue of X is u^T X u for a unit vector u, so that lmin(X) >= 0 is a fact about this form.
"""

from typing import Any

from lemmata.theorems.classical import A, n, x
from lemmata.theorems.classical.eigenvalue_theorems import D, E, K, L, t, y
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import Id, Vector, det, eq, inv, lam, lmax, lmin, sqrtm, total, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    Combine,
    Identity,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
    Summed,
)

u, v = Vector("u", n), Vector("v", n)


def form(X: Any, z: Any) -> Any:  # noqa: N803
    """z^T X z as a number."""
    return tr(z.T @ X @ z)


def not_negative(name: str, X: Any, z: Any) -> Step:  # noqa: N803
    """z^T X z >= 0 for a positive semidefinite matrix X."""
    return Step(name, form(X, z) >= 0, Apply("classical.psd-form", {K: X, x: z}))


def quotient(name: str, X: Any, z: Any) -> tuple[Step, ...]:  # noqa: N803
    """Both bounds of z^T X z, "name, below" and "name, above"."""
    return (
        Step(f"{name}, below", lmin(X) * tr(z.T @ z) <= form(X, z), Apply("classical.rayleigh", {A: X, x: z}, 0)),
        Step(f"{name}, above", form(X, z) <= lmax(X) * tr(z.T @ z), Apply("classical.rayleigh", {A: X, x: z}, 1)),
    )


def dual(name: str, X: Any, z: Any, w: Any) -> tuple[Step, ...]:  # noqa: N803
    """2 z^T w - w^T X w <= z^T X^-1 z: the form of X^-1 at z - X w is not negative."""
    inside = z - X @ w
    return (
        not_negative(f"{name}, square", inv(X), inside),
        Step(
            name,
            2 * tr(z.T @ w) - form(X, w) <= form(inv(X), z),
            Combine({f"{name}, square": 1}),
        ),
    )


psd_form = Proof(
    "Rayleigh quotient",
    (
        Step("rayleigh", lmin(K) * tr(x.T @ x) <= form(K, x), Apply("classical.rayleigh", {A: K}, 0)),
        Step("claim", form(K, x) >= 0, Combine({"rayleigh": 1})),
    ),
)

trace_between = Proof(
    "all eigenvalues lie between the extreme ones, and their sum is the trace",
    (
        Step("trace", eq(total(lam(A)), tr(A)), Apply("classical.trace")),
        Step("range, below", lmin(A) <= lam(A), Apply("classical.eigenvalue-range", conjunct=0)),
        Step("range, above", lam(A) <= lmax(A), Apply("classical.eigenvalue-range", conjunct=1)),
        Step("sum, below", n * lmin(A) <= total(lam(A)), Summed("range, below")),
        Step("sum, above", total(lam(A)) <= n * lmax(A), Summed("range, above")),
        Step("below", n * lmin(A) <= tr(A), Combine({"sum, below": 1, "trace": 1})),
        Step("above", tr(A) <= n * lmax(A), Combine({"sum, above": 1, "trace": -1})),
    ),
)

X = inv(D)
at_least = (
    *eigenvector("u", X, n, u),
    Step("D u", eq(form(D, u) * lmin(X), 1), Multiply({"u": (-u.T @ D, None), "u, unit": (None, None)})),
    *quotient("form", D, u),
    Step("least of D", lmin(D) > 0, Sign()),
    Step("form above", form(D, u) > 0, Combine({"form, below": 1, "u, unit": lmin(D), "least of D": 1})),
    Step("least", lmin(X) > 0, Refute({"contrary": form(D, u), "D u": 1})),
    Step("least and largest", lmin(X) * lmax(D) >= 1, Combine({"D u": 1, "form, above": lmin(X), "u, unit": 1})),
)

of_definite = Proof(
    "D^-1 u = lam u gives 1 = lam u^T D u",
    (
        *at_least,
        Step("trace", n * lmin(X) <= tr(X), Apply("classical.trace-between", {A: X}, 0)),
        Step("trace above", tr(X) > 0, Combine({"trace": 1, "least": n})),
        Step("determinant", det(X) > 0, Apply("classical.determinant-of-definite", {D: X, K: X}, 0)),
        Step("claim", n <= tr(X) * lmax(D), Combine({"trace": lmax(D), "least and largest": n})),
    ),
)

first_of_inverse = eigenvector("v", X, 1, v)
a, b = Vector("a", n), Vector("b", n)
inverse_definite = Proof(
    "an eigenvector of D^-1 in the quotient of D, and of D in that of D^-1",
    (
        *at_least,
        *first_of_inverse,
        Step("D v", eq(form(D, v) * lmax(X), 1), Multiply({"v": (-v.T @ D, None), "v, unit": (None, None)})),
        *quotient("form of v", D, v),
        Step("positive", lmin(X) > 0, Apply("classical.inverse-of-definite", conjunct=0)),
        Step("order of X", lmin(X) <= lmax(X), Apply("classical.order", {A: X}, 0)),
        Step("order of D", lmin(D) <= lmax(D), Apply("classical.order", {A: D}, 0)),
        *eigenvector("a", D, 1, a),
        Step("X a", eq(lmax(D) * form(X, a), 1), Multiply({"a": (-a.T @ X, None), "a, unit": (None, None)})),
        *quotient("form of a", X, a),
        *eigenvector("b", D, n, b),
        Step("X b", eq(lmin(D) * form(X, b), 1), Multiply({"b": (-b.T @ X, None), "b, unit": (None, None)})),
        *quotient("form of b", X, b),
        Step(
            "largest, above",
            lmin(D) * lmax(X) <= 1,
            Combine({"D v": 1, "form of v, below": lmax(X), "v, unit": -lmin(D) * lmax(X)}),
        ),
        Step(
            "largest, below",
            lmin(D) * lmax(X) >= 1,
            Combine({"X b": 1, "form of b, above": lmin(D), "b, unit": lmin(D) * lmax(X)}),
        ),
        Step(
            "least, above",
            lmax(D) * lmin(X) <= 1,
            Combine({"X a": 1, "form of a, below": lmax(D), "a, unit": -lmax(D) * lmin(X)}),
        ),
        Step("largest", eq(lmin(D) * lmax(X), 1), Antisymmetric("largest, above", "largest, below")),
        Step("of the largest", eq(lmax(D) * lmin(X), 1), Antisymmetric("least, above", "least and largest")),
        Step("first", eq(lmax(X), 1 / lmin(D)), Combine({"largest": 1 / lmin(D)})),
        Step("second", eq(lmin(X), 1 / lmax(D)), Combine({"of the largest": 1 / lmax(D)})),
    ),
)

R = sqrtm(K)
psd_cauchy = Proof(
    "Cauchy and Schwarz for the images under the square root of K",
    (
        Step(
            "cauchy-schwarz",
            tr((R @ x).T @ (R @ y)) ** 2 <= tr((R @ x).T @ (R @ x)) * tr((R @ y).T @ (R @ y)),
            Apply("classical.cauchy-schwarz", {"x": R @ x, "y": R @ y}),
        ),
        Step("claim", tr(x.T @ K @ y) ** 2 <= form(K, x) * form(K, y), Combine({"cauchy-schwarz": 1})),
    ),
)

inverse_of = Step("inverse", lmin(X) > 0, Apply("classical.inverse-of-definite", conjunct=0))
young = Proof(
    "the form of D^-1 at y - D x, and Cauchy and Schwarz for the form of D",
    (
        inverse_of,
        *dual("dual", D, y, x),
        Step("first", 2 * tr(x.T @ y) <= form(D, x) + form(X, y), Combine({"dual": 1})),
        Step(
            "second",
            tr(x.T @ y) ** 2 <= form(D, x) * form(X, y),
            Apply("classical.psd-cauchy", {K: D, x: x, y: X @ y}),
        ),
    ),
)

Y = inv(E)
loewner_inverse = Proof(
    "u^T D^-1 u >= 2 u^T v - v^T D v for v = E^-1 u",
    (
        inverse_of,
        *eigenvector("u", X - Y, n, u),
        *dual("dual", D, u, Y @ u),
        not_negative("order", E - D, Y @ u),
        Step("claim", lmin(X - Y) >= 0, Combine({"dual": 1, "order": 1, "u, form": 1})),
    ),
)

mean = t * D + (1 - t) * E
Z = inv(mean)
inverse_convex = Proof(
    "2 u^T v - v^T D v is below u^T D^-1 u, likewise for E; for v = mean^-1 u their mean is u^T mean^-1 u",
    (
        inverse_of,
        Step("inverse of E", lmin(Y) > 0, Apply("classical.inverse-of-definite", {D: E}, 0)),
        *eigenvector("u", t * X + (1 - t) * Y - Z, n, u),
        *dual("dual", D, u, Z @ u),
        *dual("dual of E", E, u, Z @ u),
        Step("cancel", eq(mean @ Z, Id(n)), Apply("classical.inverse", {"M": mean}, 0)),
        Step("at Z u", eq(form(mean, Z @ u), form(Z, u)), Multiply({"cancel": (u.T @ Z, u)})),
        Step(
            "claim",
            lmin(t * X + (1 - t) * Y - Z) >= 0,
            Combine({"dual": t, "dual of E": 1 - t, "u, form": 1, "at Z u": -1}),
        ),
    ),
)

R, S = sqrtm(K), sqrtm(L)


def of_roots(name: str, X: Any, index: Any, z: Any) -> tuple[Step, ...]:  # noqa: N803
    """For X = sqrt(L) - sqrt(K) and X z = lam z: z^T (L - K) z = lam (z^T sqrt(L) z + z^T sqrt(K) z)."""
    value = lam(X, index)
    return (
        *eigenvector(name, X, index, z),
        not_negative(f"{name}, S", S, z),
        not_negative(f"{name}, R", R, z),
        Step(f"{name}, S^T", eq(S.T, S), Identity()),
        Step(f"{name}, R^T", eq(R.T, R), Identity()),
        Step(
            f"{name}, commute",
            eq(tr(z.T @ S @ R @ z), tr(z.T @ R @ S @ z)),
            Multiply({f"{name}, S^T": (-z.T, R @ z), f"{name}, R^T": (z.T, S @ z)}),
        ),
        Step(
            f"{name}, squares",
            eq(form(L - K, z), value * (form(S, z) + form(R, z))),
            Multiply({name: (z.T @ S + z.T @ R, None), f"{name}, commute": (None, None)}),
        ),
    )


loewner_heinz = Proof(
    "u^T (L - K) u = lam (u^T sqrt(L) u + u^T sqrt(K) u) for the least eigenvalue lam of the difference of the roots",
    (
        *of_roots("u", S - R, n, u),
        not_negative("order", L - K, u),
        Step(
            "claim",
            lmin(S - R) >= 0,
            Refute(
                {
                    "contrary": -lmin(S - R),
                    "u, S": -2 * lmin(S - R),
                    "order": 1,
                    "u, squares": 1,
                    "u, form": -lmin(S - R),
                }
            ),
        ),
    ),
)

PROOFS = {
    "classical.psd-form": psd_form,
    "classical.trace-between": trace_between,
    "classical.inverse-of-definite": of_definite,
    "classical.inverse-definite": inverse_definite,
    "classical.psd-cauchy": psd_cauchy,
    "classical.quadratic-young": young,
    "classical.loewner-inverse": loewner_inverse,
    "classical.inverse-convex": inverse_convex,
    "classical.loewner-heinz": loewner_heinz,
}
