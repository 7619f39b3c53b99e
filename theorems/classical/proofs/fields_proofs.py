"""Symmetric parts: least singular values, resolvents and Cayley transforms of accretive matrices."""

from sympy import Rational

from lemmata.theorems.classical import A, M, T, n, x
from lemmata.theorems.classical.accretive_theorems import g
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, eq, inv, lam, lmax, lmin, normF, s, smax, smin
from lemmata.theorems.language.proof import At, Combine, Congruence, Multiply, Proof, Step

one = Id(n)
part = M + M.T
symmetric_part_below = Proof(
    "eigenvalues of the symmetric part below twice the singular values, at the last",
    (
        cite("all", lam(part) <= 2 * s(M), "fan-hoffman", {}),
        Step("first", lmin(part) <= 2 * smin(M), At("all", n)),
        cite("product", eq(smax(inv(M)) * smin(M), 1), "inverse-norm", {}),
        Step("second", lmin(part) * smax(inv(M)) <= 2, Combine({"first": smax(inv(M)), "product": 2})),
        cite("stretched", smin(M) * normF(inv(M) @ x) <= normF(x), "norms-of-inverse", {}, 3),
        Step("third", lmin(part) * normF(inv(M) @ x) <= 2 * normF(x),
             Combine({"first": normF(inv(M) @ x), "stretched": 2})),
    ),
)  # fmt: skip

half = Rational(1, 2)
plus, minus = one + M, (one - M)
G = inv(plus)
C = minus @ G
lifted = (M + g * one) + (M + g * one).T
accretive_resolvent = Proof(
    "the symmetric part of M + g I is at least 2 g; I - C^T C = 2 G^T (M + M^T) G for the Cayley transform C",
    (
        cite("shift", eq(lam(lifted), lam(part) + 2 * g), "shift", {A: part, "c": 2 * g}),
        Step("least", eq(lmin(lifted), lmin(part) + 2 * g), At("shift", n)),
        cite("all", lam(lifted) <= 2 * s(M + g * one), "fan-hoffman", {M: M + g * one}),
        Step("below", lmin(lifted) <= 2 * smin(M + g * one), At("all", n)),
        Step("fifth", smin(M + g * one) >= g, Combine({"below": half, "least": -half, "given 0": half})),
        cite("product", eq(smax(inv(M + g * one)) * smin(M + g * one), 1), "inverse-norm", {M: M + g * one}),
        Step(
            "second",
            smax(inv(M + g * one)) <= 1 / g,
            Combine({"product": 1 / g, "fifth": smax(inv(M + g * one)) / g}),
        ),
        cite("shift by one", eq(lam(plus + plus.T), lam(part) + 2), "shift", {A: part, "c": 2}),
        Step("least by one", eq(lmin(plus + plus.T), lmin(part) + 2), At("shift by one", n)),
        cite("all by one", lam(plus + plus.T) <= 2 * s(plus), "fan-hoffman", {M: plus}),
        Step("below by one", lmin(plus + plus.T) <= 2 * smin(plus), At("all by one", n)),
        Step(
            "at least one", smin(plus) >= 1, Combine({"below by one": half, "least by one": -half, "given 0": half})
        ),
        cite("product by one", eq(smax(G) * smin(plus), 1), "inverse-norm", {M: plus}),
        Step("first", smax(G) <= 1, Combine({"product by one": 1, "at least one": smax(G)})),
        cite("image", normF(G @ x) <= smax(G) * normF(x), "frobenius-left-factor", {T: G, "U": x}),
        Step("third", normF(G @ x) <= normF(x), Combine({"image": 1, "first": normF(x)})),
        cite("inverse", eq(plus @ G, one), "inverse", {M: plus}, 0),
        Step("turned", eq((plus @ G).T, one.T), Congruence("inverse")),
        Step("transposed", eq((plus @ G).T, one), Multiply({"turned": (None, None)})),
        Step(
            "left", eq(one - C.T @ C, G.T @ (2 * part) @ G), Multiply({"inverse": (-G.T @ plus.T, None),
                                                                     "transposed": (-1, None)})
        ),
        cite("twice", lmin(2 * part) >= 0, "psd-multiple", {"c": 2, "K": part}),
        cite("congruent", lmin(G.T @ (2 * part) @ G) >= 0, "psd-congruence", {A: 2 * part, M: G}),
        Step("same", eq(lmin(one - C.T @ C), lmin(G.T @ (2 * part) @ G)), Congruence("left")),
        Step("order", lmin(one - C.T @ C) >= 0, Combine({"congruent": 1, "same": -1})),
        cite("largest", lmax(C.T @ C) <= lmax(one), "loewner-eigenvalues", {A: C.T @ C, "B": one}, 1),
        cite("of I", eq(lmax(one), 1), "identity-extremes", {}, 1),
        cite("norm", eq(lmax(C.T @ C), smax(C) ** 2), "gram-norm", {T: C}, 1),
        Step("square", smax(C) ** 2 <= 1, Combine({"norm": -1, "largest": 1, "of I": 1})),
        cite("fourth", smax(C) <= 1, "square-roots", {"x": smax(C), "y": 1}),
    ),
)  # fmt: skip

PROOFS = {
    "classical.symmetric-part-below": symmetric_part_below,
    "classical.accretive-resolvent": accretive_resolvent,
}
