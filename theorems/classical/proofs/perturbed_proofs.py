"""Neumann's series and perturbed inverses; polar factors and pseudo-inverses of independent columns."""

from typing import Any

from lemmata.theorems.classical import A, M, P, T, n, q, r
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.reciprocals_proofs import reciprocal
from lemmata.theorems.language import Id, eq, inv, lmax, lmin, norm2, normF, s, smax, smin, sqrtm, tr
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
)

one = Id(n)

small_perturbation = Proof(
    "the least singular value of I moves by at most smax(M)",
    (
        cite("moved", smin(one) - smax(M) <= smin(one + M), "least-singular-perturbation", {M: one, P: M}, 0),
        cite("identity", eq(smin(one), 1), "identity-extremes", {}, 3),
        Step("claim", smin(one + M) >= 1 - smax(M), Combine({"moved": 1, "identity": -1})),
    ),
)


def bounded_inverse(name: str, Y: Any, low: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(Y^-1) <= 1 / low from the step "name, low", which says low <= smin(Y)."""
    return (
        *reciprocal(f"{name}, product", Y),
        Step(
            name,
            smax(inv(Y)) <= 1 / low,
            Combine({f"{name}, low": smax(inv(Y)) / low, f"{name}, product": -1 / low}),
        ),
    )


a = smax(M)


def series(name: str, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """The inverse of I - Z, and its differences from I and from I + Z, for Z = M or -M."""
    Y = one - Z
    X = inv(Y)
    return (
        cite(f"{name}, perturbed", smin(one + (-Z)) >= 1 - smax(-Z), "small-perturbation", {M: -Z}),
        Step(f"{name}, low", smin(Y) >= 1 - a, Combine({f"{name}, perturbed": 1, "sign": 1})),
        *bounded_inverse(name, Y, 1 - a),
        cite(f"{name}, inverse", eq(X @ Y, one), "inverse", {M: Y}, 1),
        Step(f"{name}, first difference", eq(X - one, X @ Z), Multiply({f"{name}, inverse": (None, None)})),
        Step(
            f"{name}, second difference", eq(X - one - Z, X @ (Z @ Z)), Multiply({f"{name}, inverse": (None, one + Z)})
        ),
        Step(f"{name}, first norms", eq(smax(X - one), smax(X @ Z)), Congruence(f"{name}, first difference")),
        Step(
            f"{name}, second norms", eq(smax(X - one - Z), smax(X @ (Z @ Z))), Congruence(f"{name}, second difference")
        ),
        cite(f"{name}, product", smax(X @ Z) <= smax(X) * smax(Z), "norm-of-product", {T: X, "U": Z}),
        cite(f"{name}, products", smax(X @ (Z @ Z)) <= smax(X) * smax(Z @ Z), "norm-of-product", {T: X, "U": Z @ Z}),
        cite(f"{name}, square", smax(Z @ Z) <= smax(Z) * smax(Z), "norm-of-product", {T: Z, "U": Z}),
        Step(
            f"{name}, once",
            smax(X - one) <= a / (1 - a),
            Combine(
                {f"{name}, first norms": 1, f"{name}, product": 1, name: a} | ({"sign": smax(X)} if Z is not M else {})
            ),
        ),
        Step(
            f"{name}, twice",
            smax(X - one - Z) <= a**2 / (1 - a),
            Combine(
                {f"{name}, second norms": 1, f"{name}, products": 1, f"{name}, square": smax(X), name: a**2}
                | ({"sign": smax(X) * (smax(Z) + a)} if Z is not M else {})
            ),
        ),
    )


X = inv(one - M)
neumann = Proof(
    "the least singular value of I - M is at least 1 - smax(M), and (I - M)^-1 - I = (I - M)^-1 M",
    (
        cite("signs", eq(s(-M), s(M)), "sign", {T: M}),
        Step("sign", eq(smax(-M), a), At("signs", 1)),
        *series("minus", M),
        *series("plus", -M),
        Step("lengths", eq(normF(X - one), normF(X @ M)), Congruence("minus, first difference")),
        cite("length", normF(X @ M) <= smax(X) * normF(M), "frobenius-left-factor", {T: X, "U": M}),
        Step("last", normF(X - one) <= normF(M) / (1 - a), Combine({"lengths": 1, "length": 1, "minus": normF(M)})),
    ),
)

low = smin(M) - smax(P)
inverse_perturbation = Proof(
    "the least singular value moves by at most smax(P); the second resolvent identity",
    (
        cite("sum, low", low <= smin(M + P), "least-singular-perturbation", {}, 0),
        *bounded_inverse("sum", M + P, low),
        *reciprocal("of M", M),
        cite(
            "difference",
            smax(inv(M + P) - inv(M)) <= smax(inv(M + P)) * smax(P) * smax(inv(M)),
            "difference-of-inverses",
            {M: M + P, P: M},
            0,
        ),
        Step("of the inverse", eq(smax(inv(M)), 1 / smin(M)), Combine({"of M": 1 / smin(M)})),
        Step(
            "claim",
            smax(inv(M + P) - inv(M)) <= smax(P) / (smin(M) * low),
            Combine(
                {
                    "difference": 1,
                    "sum": smax(P) / smin(M),
                    "of the inverse": smax(inv(M + P)) * smax(P),
                }
            ),
        ),
    ),
)

S = sqrtm(T.T @ T)
U = T @ inv(S)
gram_of_polar = (
    cite("gram", lmin(T.T @ T) >= 0, "gram-psd", {}),
    Step("square", eq(S @ S, T.T @ T), Identity()),
    cite("right", eq(S @ inv(S), Id(q)), "inverse", {M: S, n: q}, 0),
    cite("left", eq(inv(S) @ S, Id(q)), "inverse", {M: S, n: q}, 1),
    Step("symmetric", eq(inv(S).T, inv(S)), Identity()),
    Step(
        "orthonormal",
        eq(U.T @ U, Id(q)),
        Multiply(
            {
                "symmetric": (None, T.T @ T @ inv(S)),
                "square": (-inv(S), inv(S)),
                "left": (None, S @ inv(S)),
                "right": (None, None),
            }
        ),
    ),
)


def of_orthonormal(U: Any) -> tuple[Step, ...]:  # noqa: N803
    """All singular values of a matrix with orthonormal columns are 1; there are no more columns than rows."""
    return (
        cite("identity", eq(lmax(Id(q)), 1), "identity-extremes", {n: q}, 1),
        cite("identity, least", eq(lmin(Id(q)), 1), "identity-extremes", {n: q}, 0),
        cite("largest", eq(lmax(U.T @ U), smax(U) ** 2), "gram-norm", {T: U}, 1),
        Step("largest of it", eq(lmax(U.T @ U), lmax(Id(q))), Congruence("orthonormal")),
        Step("norm squared", eq(smax(U) ** 2, 1), Combine({"largest": -1, "largest of it": 1, "identity": 1})),
        Step("norm", eq(smax(U), 1), Apply("classical.equal-squares", {"x": smax(U), "y": 1})),
        Step("traces", eq(tr(U.T @ U), tr(Id(q))), Congruence("orthonormal")),
        cite("outer", eq(lmax(U @ U.T), smax(U) ** 2), "gram-norm", {T: U}, 0),
        cite("outer trace", tr(U @ U.T) <= r * lmax(U @ U.T), "trace-between", {A: U @ U.T, n: r}, 1),
        Step("few columns", q <= r, Combine({"outer trace": 1, "traces": 1, "outer": r, "norm squared": r})),
        cite("least", eq(lmin(U.T @ U), smin(U.T) ** 2), "gram-extremes", {T: U.T, r: q, q: r}, 1),
        Step("least of it", eq(lmin(U.T @ U), lmin(Id(q))), Congruence("orthonormal")),
        cite("transposed", eq(smin(U.T), smin(U)), "transpose", {T: U}, 1),
        Step(
            "least squared",
            eq(smin(U.T) ** 2, 1),
            Combine({"least": -1, "least of it": 1, "identity, least": 1}),
        ),
        Step("least, sign", smin(U.T) >= 0, Sign()),
        Step("transposed least", eq(smin(U.T), 1), Apply("classical.equal-squares", {"x": smin(U.T), "y": 1})),
        Step("least value", eq(smin(U), 1), Combine({"transposed": -1, "transposed least": 1})),
    )


polar_factor = Proof(
    "with U the factor: U^T U = I",
    (
        *gram_of_polar,
        *of_orthonormal(U),
        Step("length", eq(normF(U) ** 2, q), Combine({"traces": 1})),
        Step("operator norm", eq(norm2(U), 1), Combine({"norm": 1})),
    ),
)

PROOFS = {
    "classical.small-perturbation": small_perturbation,
    "classical.neumann-series": neumann,
    "classical.inverse-perturbation": inverse_perturbation,
    "classical.polar-factor": polar_factor,
}
