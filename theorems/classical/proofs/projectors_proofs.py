"""Polar factors, projectors on columns and regularised inverses: idempotent matrices and forms at one eigenvector."""

from typing import Any

from lemmata.theorems.classical import A, M, P, T, n, q, r
from lemmata.theorems.classical.eigenvalue_theorems import D, K
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.reciprocals_proofs import reciprocal
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.classical.resolvent_theorems import g
from lemmata.theorems.language import Id, Vector, det, eq, inv, lmax, lmin, norm2, normF, smax, smin, sqrt, sqrtm, tr
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
)

one = Id(n)
S = sqrtm(M.T @ M)
U = M @ inv(S)


def equal_roots(name: str, x: Any, y: Any) -> Step:
    """x = y, from equal squares of numbers that are not negative."""
    return Step(name, eq(x, y), Apply("classical.equal-squares", {"x": x, "y": y}))


def kept(name: str, X: Any, side: int) -> tuple[Step, ...]:  # noqa: N803
    """X has the norms of P, where "name, gram" says X^T X = P^T P, or X X^T = P P^T (side 0)."""
    grams = [Y.T @ Y if side else Y @ Y.T for Y in (X, P)]
    return (
        cite(f"{name}, norm", eq(lmax(grams[0]), smax(X) ** 2), "gram-norm", {T: X}, side),
        cite(f"{name}, norm of P", eq(lmax(grams[1]), smax(P) ** 2), "gram-norm", {T: P}, side),
        Step(f"{name}, largest", eq(lmax(grams[0]), lmax(grams[1])), Congruence(f"{name}, gram")),
        Step(
            f"{name}, squares",
            eq(smax(X) ** 2, smax(P) ** 2),
            Combine({f"{name}, norm": -1, f"{name}, norm of P": 1, f"{name}, largest": 1}),
        ),
        equal_roots(f"{name}, kept", smax(X), smax(P)),
        Step(f"{name}, traces", eq(tr(grams[0]), tr(grams[1])), Congruence(f"{name}, gram")),
        Step(f"{name}, lengths", eq(normF(X) ** 2, normF(P) ** 2), Combine({f"{name}, traces": 1})),
        equal_roots(f"{name}, length", normF(X), normF(P)),
    )


polar_invariance = Proof(
    "with U the factor: U^T U = I, so that U is invertible, and U U^T = U U^-1 = I",
    (
        cite("gram", lmin(M.T @ M) >= 0, "gram-psd", {T: M}),
        Step("square", eq(S @ S, M.T @ M), Identity()),
        cite("right", eq(S @ inv(S), one), "inverse", {M: S}, 0),
        cite("left", eq(inv(S) @ S, one), "inverse", {M: S}, 1),
        Step("symmetric", eq(inv(S).T, inv(S)), Identity()),
        Step(
            "columns",
            eq(U.T @ U, one),
            Multiply(
                {
                    "symmetric": (None, M.T @ M @ inv(S)),
                    "square": (-inv(S), inv(S)),
                    "left": (None, S @ inv(S)),
                    "right": (None, None),
                }
            ),
        ),
        cite("determinant of the gram", eq(det(U.T @ U), det(U) ** 2), "determinant-of-gram", {M: U}, 0),
        Step("same determinant", eq(det(U.T @ U), det(one)), Congruence("columns")),
        cite("unit", eq(det(one), 1), "identity-extremes", {}, 4),
        Step(
            "determinant squared",
            eq(abs(det(U)) ** 2, 1),
            Combine({"determinant of the gram": -1, "same determinant": 1, "unit": 1}),
        ),
        equal_roots("modulus", abs(det(U)), 1),
        Step("invertible", abs(det(U)) > 0, Combine({"modulus": -1})),
        cite("inverse", eq(U @ inv(U), one), "inverse", {M: U}, 0),
        Step("its inverse", eq(inv(U), U.T), Multiply({"columns": (None, -inv(U)), "inverse": (U.T, None)})),
        Step("rows", eq(U @ U.T, one), Multiply({"its inverse": (-U, None), "inverse": (None, None)})),
        Step("left, gram", eq((U @ P).T @ (U @ P), P.T @ P), Multiply({"columns": (P.T, P)})),
        Step("right, gram", eq((P @ U) @ (P @ U).T, P @ P.T), Multiply({"rows": (P, P.T)})),
        *kept("left", U @ P, 1),
        *kept("right", P @ U, 0),
    ),
)

H = T.T @ T
G = inv(H)
unit = Id(q)
W = T @ G @ T.T
w = Vector("w", r)
pseudo_inverse_norm = Proof(
    "T (T^T T)^-1 T^T is idempotent with trace q, so that q <= r and the least eigenvalue of T^T T is smin(T)^2",
    (
        *reciprocal("product", H),
        cite("gram", lmin(H) >= 0, "gram-psd", {}),
        cite("least of H", eq(smin(H), lmin(H)), "psd-extremes", {K: H, n: q}, 1),
        Step("definite", lmin(H) > 0, Combine({"least of H": 1, "product, least": 1})),
        cite("definite inverse", lmin(G) > 0, "inverse-of-definite", {D: H, n: q}, 0),
        cite("norm of G", eq(smax(G), lmax(G)), "psd-extremes", {K: G, n: q}, 0),
        cite("inverse", eq(H @ G, unit), "inverse", {M: H, n: q}, 0),
        cite("inverse from the left", eq(G @ H, unit), "inverse", {M: H, n: q}, 1),
        Step("idempotent", eq(W @ W, W), Multiply({"inverse": (T @ G, T.T)})),
        *eigenvector("w", W, 1, w),
        Step(
            "value",
            eq(lmax(W) ** 2, lmax(W)),
            Multiply(
                {
                    "w": (-w.T @ W - lmax(W) * w.T, None),
                    "idempotent": (w.T, w),
                    "w, form": (None, None),
                    "w, unit": (-(lmax(W) ** 2), None),
                }
            ),
        ),
        Step("at most 1", lmax(W) <= 1, Refute({"contrary": lmax(W), "value": 1})),
        cite("trace", tr(W) <= r * lmax(W), "trace-between", {A: W, n: r}, 1),
        Step("trace of W", eq(tr(G @ H), tr(unit)), Congruence("inverse from the left")),
        Step("few columns", q <= r, Combine({"trace": 1, "trace of W": 1, "at most 1": r})),
        cite("least", eq(lmin(H), smin(T.T) ** 2), "gram-extremes", {T: T.T, r: q, q: r}, 1),
        cite("transposed", eq(smin(T.T), smin(T)), "transpose", {}, 1),
        Step(
            "third",
            eq(smax(G) * smin(T) ** 2, 1),
            Combine(
                {
                    "product": 1,
                    "least of H": -smax(G),
                    "least": -smax(G),
                    "transposed": -smax(G) * (smin(T.T) + smin(T)),
                }
            ),
        ),
        cite("norm", eq(lmax((G @ T.T) @ (G @ T.T).T), smax(G @ T.T) ** 2), "gram-norm", {T: G @ T.T, r: q, q: r}, 0),
        Step("outer", eq((G @ T.T) @ (G @ T.T).T, G), Multiply({"inverse": (G, None)})),
        Step("same", eq(lmax((G @ T.T) @ (G @ T.T).T), lmax(G)), Congruence("outer")),
        Step(
            "squares",
            eq((smax(G @ T.T) * smin(T)) ** 2, 1),
            Combine({"third": 1, "norm": -(smin(T) ** 2), "same": smin(T) ** 2, "norm of G": -(smin(T) ** 2)}),
        ),
        equal_roots("first", smax(G @ T.T) * smin(T), 1),
        Step("second", eq(norm2(G @ T.T) * smin(T), 1), Combine({"first": 1})),
    ),
)

H_g = T.T @ T + g * unit
R = inv(H_g)
V = T @ R @ T.T
u, v = Vector("u", q), Vector("v", r)
form, length = tr(u.T @ R @ u), tr((R @ u).T @ (R @ u))
image = R @ T.T
four_g, bound = 4 * g, 1 / (2 * sqrt(g))
regularised = Proof(
    "with R = (T^T T + g I)^-1: R T^T T R = R - g R^2, and (T R T^T)^2 = T R T^T - g T R^2 T^T",
    (
        cite("gram", lmin(T.T @ T) >= 0, "gram-psd", {}),
        cite("resolvent", lmin(R) > 0, "resolvent-of-semidefinite", {K: T.T @ T, n: q}, 4),
        cite("inverse", eq(H_g @ R, unit), "inverse", {M: H_g, n: q}, 0),
        Step("symmetric", eq(R.T, R), Identity()),
        Step(
            "outer",
            eq(image @ image.T, R - g * R @ R),
            Multiply({"inverse": (R, None), "symmetric": (R @ T.T @ T, None)}),
        ),
        *eigenvector("u", image @ image.T, 1, u),
        cite(
            "cauchy-schwarz",
            tr(u.T @ (R @ u)) ** 2 <= tr(u.T @ u) * length,
            "cauchy-schwarz",
            {"x": u, "y": R @ u, n: q},
        ),
        Step("lengths", eq(length, tr(u.T @ R @ R @ u)), Multiply({"symmetric": (u.T, R @ u)})),
        Step(
            "form",
            eq(lmax(image @ image.T), form - g * length),
            Multiply({"u, form": (-1, None), "outer": (u.T, u), "lengths": (g, None)}),
        ),
        cite("norm", eq(lmax(image @ image.T), smax(image) ** 2), "gram-norm", {T: image, r: q, q: r}, 0),
        Step("square", (1 - 2 * g * form) ** 2 >= 0, Sign()),
        Step(
            "small",
            4 * g * lmax(image @ image.T) <= 1,
            Combine({"square": 1, "cauchy-schwarz": 4 * g**2, "form": four_g, "u, unit": 4 * g**2 * length}),
        ),
        Step("squares", smax(image) ** 2 <= bound**2, Combine({"small": 1 / four_g, "norm": 1})),
        cite("first", smax(image) <= bound, "square-roots", {"x": smax(image), "y": bound}),
        cite("transposed", eq(smax(image.T), smax(image)), "transpose", {T: image}, 0),
        Step("turned", eq(image.T, T @ R), Identity()),
        Step("same", eq(smax(image.T), smax(T @ R)), Congruence("turned")),
        Step("second", smax(T @ R) <= bound, Combine({"first": 1, "transposed": 1, "same": -1})),
        Step("almost idempotent", eq(V @ V, V - g * T @ R @ R @ T.T), Multiply({"inverse": (T @ R, T.T)})),
        *eigenvector("v", V, 1, v),
        Step("rest", normF(image @ v) ** 2 >= 0, Sign()),
        Step("rest of the form", eq(normF(image @ v) ** 2, tr(v.T @ T @ R @ R @ T.T @ v)), Identity()),
        Step(
            "value",
            eq(lmax(V) ** 2, lmax(V) - g * tr(v.T @ T @ R @ R @ T.T @ v)),
            Multiply(
                {
                    "v": (-v.T @ V - lmax(V) * v.T, None),
                    "almost idempotent": (v.T, v),
                    "v, form": (None, None),
                    "v, unit": (-(lmax(V) ** 2), None),
                }
            ),
        ),
        Step("at most 1", lmax(V) <= 1, Refute({"contrary": lmax(V), "value": 1, "rest": g, "rest of the form": g})),
        cite("gram of T^T", lmin(T @ T.T) >= 0, "gram-psd", {T: T.T, r: q, q: r}),
        cite("semidefinite", lmin(V) >= lmin(R) * lmin(T @ T.T), "congruence-least", {"H": R}),
        Step("not negative", lmin(V) >= 0, Combine({"semidefinite": 1, "gram of T^T": lmin(R)})),
        cite("norm of V", eq(smax(V), lmax(V)), "psd-extremes", {K: V, n: r}, 0),
        Step("third", smax(V) <= 1, Combine({"norm of V": 1, "at most 1": 1})),
    ),
)

PROOFS = {
    "classical.polar-invariance": polar_invariance,
    "classical.pseudo-inverse-norm": pseudo_inverse_norm,
    "classical.regularised-pseudo-inverse": regularised,
}
