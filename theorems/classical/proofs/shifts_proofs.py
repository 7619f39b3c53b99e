"""Multiples of the identity beside symmetric matrices: sums, gradient steps, resolvents."""

from typing import Any

from lemmata.theorems.classical import A, B, M, P, T, c, n, x
from lemmata.theorems.classical.eigenvalue_theorems import D, E, K, L
from lemmata.theorems.classical.perturbation_theorems import a
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.resolvent_theorems import g
from lemmata.theorems.language import Id, det, eq, inv, lam, lmax, lmin, maximum, norm2, normF, s, smax, smin, tr
from lemmata.theorems.language.proof import Apply, At, Combine, Congruence, Multiply, Proof, Sign, Step

one = Id(n)


def semidefinite_norm(name: str, X: Any) -> Step:  # noqa: N803
    """smax = lmax for a positive semidefinite matrix."""
    return cite(name, eq(smax(X), lmax(X)), "psd-extremes", {K: X}, 0)


def affine(name: str, of: Any, factor: Any, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """Extreme eigenvalues of `of` I - `factor` X, "name, largest" and "name, least"."""
    whole, where = of * one - factor * X, {a: of, c: factor, A: X}
    return (
        cite(f"{name}, largest", eq(lmax(whole), of - factor * lmin(X)), "affine-spectrum", where, 0),
        cite(f"{name}, least", eq(lmin(whole), of - factor * lmax(X)), "affine-spectrum", where, 1),
    )


definite_sum = Proof(
    "Weyl's inequality for the least eigenvalue",
    (
        Step("least of D", lmin(D) > 0, Sign()),
        Step("least of E", lmin(E) > 0, Sign()),
        Step("least of K", lmin(K) >= 0, Sign()),
        cite("weyl, E", lam(D) + lmin(E) <= lam(D + E), "weyl-extremes", {A: D, B: E}, 0),
        cite("weyl, K", lam(D) + lmin(K) <= lam(D + K), "weyl-extremes", {A: D, B: K}, 0),
        Step("at E", lmin(D) + lmin(E) <= lmin(D + E), At("weyl, E", n)),
        Step("at K", lmin(D) + lmin(K) <= lmin(D + K), At("weyl, K", n)),
        Step("first", lmin(D + E) > 0, Combine({"at E": 1, "least of D": 1, "least of E": 1})),
        Step("second", lmin(D + K) > 0, Combine({"at K": 1, "least of D": 1, "least of K": 1})),
        cite("third", det(D + K) > 0, "determinant-of-definite", {D: D + K, K: K}, 0),
        Step("fourth", lmin(D) <= lmin(D + K), Combine({"at K": 1, "least of K": 1})),
    ),
)

X, Y = inv(D), inv(D + K)
shifted = one + K
inverse_of_sum = Proof(
    "the inverse reverses the Loewner order",
    (
        cite("definite", lmin(D + K) > 0, "definite-sum", {E: D}, 1),
        cite("order", lmin(X - Y) >= 0, "loewner-inverse", {E: D + K}),
        cite("trace", n * lmin(X - Y) <= tr(X - Y), "trace-between", {A: X - Y}, 0),
        Step("traces", tr(Y) <= tr(X), Combine({"trace": 1, "order": n})),
        cite("shift", eq(lam(K + 1 * one), lam(K) + 1), "shift", {A: K, c: 1}),
        Step("least of K", lmin(K) >= 0, Sign()),
        Step("least", eq(lmin(shifted), lmin(K) + 1), At("shift", n)),
        Step("at least 1", lmin(shifted) >= 1, Combine({"least": -1, "least of K": 1})),
        cite("largest", eq(lmax(inv(shifted)), 1 / lmin(shifted)), "inverse-definite", {D: shifted}, 0),
        Step(
            "third",
            lmax(inv(shifted)) <= 1,
            Combine({"largest": 1, "at least 1": 1 / lmin(shifted)}),
        ),
        cite("fourth", lmin(inv(shifted)) > 0, "inverse-of-definite", {D: shifted}, 0),
    ),
)

moved = a * one - c * A
affine_spectrum = Proof(
    "multiples, the negative and the shift of a spectrum",
    (
        cite("scaled", eq(lam(c * A), c * lam(A)), "scaling"),
        cite("negated, first", eq(lmin(-(c * A)), -lmax(c * A)), "negation", {A: c * A}, 0),
        cite("negated, last", eq(lmax(-(c * A)), -lmin(c * A)), "negation", {A: c * A}, 1),
        cite("shift", eq(lam(-(c * A) + a * one), lam(-(c * A)) + a), "shift", {A: -(c * A), c: a}),
        Step("largest of c A", eq(lmax(c * A), c * lmax(A)), At("scaled", 1)),
        Step("least of c A", eq(lmin(c * A), c * lmin(A)), At("scaled", n)),
        Step("shift, first", eq(lmax(moved), lmax(-(c * A)) + a), At("shift", 1)),
        Step("shift, last", eq(lmin(moved), lmin(-(c * A)) + a), At("shift", n)),
        Step(
            "first",
            eq(lmax(moved), a - c * lmin(A)),
            Combine({"shift, first": 1, "negated, last": 1, "least of c A": -1}),
        ),
        Step(
            "second",
            eq(lmin(moved), a - c * lmax(A)),
            Combine({"shift, last": 1, "negated, first": 1, "largest of c A": -1}),
        ),
        cite("norm", eq(norm2(moved), maximum(abs(lmin(moved)), abs(lmax(moved)))), "symmetric-norm", {A: moved}),
        Step("of the least", eq(abs(lmin(moved)), abs(a - c * lmax(A))), Congruence("second")),
        Step("of the largest", eq(abs(lmax(moved)), abs(a - c * lmin(A))), Congruence("first")),
        Step(
            "least put in",
            eq(maximum(abs(lmin(moved)), abs(lmax(moved))), maximum(abs(a - c * lmax(A)), abs(lmax(moved)))),
            Congruence("of the least"),
        ),
        Step(
            "both put in",
            eq(
                maximum(abs(a - c * lmax(A)), abs(lmax(moved))),
                maximum(abs(a - c * lmin(A)), abs(a - c * lmax(A))),
            ),
            Congruence("of the largest"),
        ),
        Step(
            "third",
            eq(smax(moved), maximum(abs(a - c * lmin(A)), abs(a - c * lmax(A)))),
            Combine({"norm": 1, "least put in": 1, "both put in": 1}),
        ),
    ),
)

H = K + g * one
G = inv(H)
regular = (
    cite("shift", eq(lam(H), lam(K) + g), "shift", {A: K, c: g}),
    Step("least of K", lmin(K) >= 0, Sign()),
    Step("least", eq(lmin(H), lmin(K) + g), At("shift", n)),
    Step("largest", eq(lmax(H), lmax(K) + g), At("shift", 1)),
    Step("definite", lmin(H) > 0, Combine({"least": -1, "least of K": 1})),
    cite("order", lmin(H) <= lmax(H), "order", {A: H}, 0),
    Step("above", lmax(H) > 0, Combine({"order": 1, "definite": 1})),
    cite("largest of G", eq(lmax(G), 1 / lmin(H)), "inverse-definite", {D: H}, 0),
    cite("least of G", eq(lmin(G), 1 / lmax(H)), "inverse-definite", {D: H}, 1),
    cite("positive", lmin(G) > 0, "inverse-of-definite", {D: H}, 0),
    semidefinite_norm("norm of G", G),
    Step(
        "bound",
        lmax(G) <= 1 / g,
        Combine({"largest of G": 1, "least": -1 / (lmin(H) * g), "least of K": 1 / (lmin(H) * g)}),
    ),
)
resolvent = Proof(
    "its eigenvalues are one over those of K + g I",
    (
        *regular,
        Step("norm", smax(G) <= 1 / g, Combine({"norm of G": 1, "bound": 1})),
        cite("trace", tr(G) <= n * lmax(G), "trace-between", {A: G}, 1),
        Step("trace bound", tr(G) <= n / g, Combine({"trace": 1, "bound": n})),
    ),
)

projected, complement = K @ G, one - g * G
of_projection = (
    *regular,
    cite("inverse", eq(H @ G, one), "inverse", {M: H}, 0),
    Step("complement", eq(projected, complement), Multiply({"inverse": (None, None)})),
    *affine("affine", 1, g, G),
    Step("semidefinite", lmin(complement) >= 0, Combine({"affine, least": -1, "bound": g})),
    semidefinite_norm("norm of the complement", complement),
    Step("same largest", eq(lmax(projected), lmax(complement)), Congruence("complement")),
    Step("same least", eq(lmin(projected), lmin(complement)), Congruence("complement")),
    Step("same norm", eq(smax(projected), smax(complement)), Congruence("complement")),
    Step("same trace", eq(tr(projected), tr(complement)), Congruence("complement")),
)
regularised_projection = Proof(
    "K (K + g I)^-1 = I - g (K + g I)^-1",
    (
        *of_projection,
        Step("first", lmax(projected) <= 1, Combine({"same largest": 1, "affine, largest": 1, "positive": g})),
        Step("second", lmin(projected) >= 0, Combine({"same least": -1, "semidefinite": 1})),
        Step(
            "third",
            smax(projected) <= 1,
            Combine({"same norm": 1, "norm of the complement": 1, "affine, largest": 1, "positive": g}),
        ),
        cite("trace of the product", tr(G @ K) <= lmax(G) * tr(K), "psd-trace-product", {A: G, K: K}, 1),
        cite("trace of K", tr(K) >= 0, "psd-trace", {K: K}, 0),
        Step("fourth", tr(projected) <= tr(K) / g, Combine({"trace of the product": 1, "bound": tr(K)})),
        cite("trace of G", tr(G) >= 0, "psd-trace", {K: G}, 0),
        Step("fifth", tr(projected) <= n, Combine({"same trace": 1, "trace of G": g})),
    ),
)

other = inv(L + g * one)
resolvent_values = Proof(
    "the resolvent and K times it have eigenvalues that are functions of those of K; the second resolvent identity",
    (
        *of_projection,
        Step(
            "first",
            eq(smax(G), 1 / (lmin(K) + g)),
            Combine({"norm of G": 1, "largest of G": 1, "least": -1 / (lmin(H) * (lmin(K) + g))}),
        ),
        cite("least norm of G", eq(smin(G), lmin(G)), "psd-extremes", {K: G}, 1),
        cite("order of K", lmin(K) <= lmax(K), "order", {A: K}, 0),
        Step("largest of K", lmax(K) >= 0, Combine({"order of K": 1, "least of K": 1})),
        Step(
            "second",
            eq(smin(G), 1 / (lmax(K) + g)),
            Combine({"least norm of G": 1, "least of G": 1, "largest": -1 / (lmax(H) * (lmax(K) + g))}),
        ),
        Step(
            "third",
            eq(smax(projected), lmax(K) / (lmax(K) + g)),
            Combine(
                {
                    "same norm": 1,
                    "norm of the complement": 1,
                    "affine, largest": 1,
                    "least of G": -g,
                    "largest": g / (lmax(H) * (lmax(K) + g)),
                }
            ),
        ),
        cite("bound of G", smax(G) <= 1 / g, "resolvent-of-semidefinite", {}, 0),
        cite("bound of the other", smax(other) <= 1 / g, "resolvent-of-semidefinite", {K: L}, 0),
        cite(
            "difference",
            smax(G - other) <= smax(G) * smax(K - L) * smax(other),
            "difference-of-inverses",
            {M: H, P: L + g * one},
            0,
        ),
        Step(
            "fourth",
            smax(G - other) <= smax(K - L) / g**2,
            Combine(
                {
                    "difference": 1,
                    "bound of G": smax(K - L) * smax(other),
                    "bound of the other": smax(K - L) / g,
                }
            ),
        ),
    ),
)

inner = inv(M) @ (P - M)
difference = Proof(
    "M^-1 - P^-1 = M^-1 (P - M) P^-1",
    (
        cite("inverse of M", eq(inv(M) @ M, one), "inverse", {}, 1),
        cite("inverse of P", eq(P @ inv(P), one), "inverse", {M: P}, 0),
        Step(
            "identity",
            eq(inv(M) - inv(P), inner @ inv(P)),
            Multiply({"inverse of M": (None, inv(P)), "inverse of P": (-inv(M), None)}),
        ),
        Step("same", eq(smax(inv(M) - inv(P)), smax(inner @ inv(P))), Congruence("identity")),
        cite("outer", smax(inner @ inv(P)) <= smax(inner) * smax(inv(P)), "norm-of-product", {T: inner, "U": inv(P)}),
        cite("inner", smax(inner) <= smax(inv(M)) * smax(P - M), "norm-of-product", {T: inv(M), "U": P - M}),
        cite("sign", eq(s(-(M - P)), s(M - P)), "sign", {T: M - P}),
        Step("negative", eq(smax(P - M), smax(M - P)), At("sign", 1)),
        Step(
            "claim",
            smax(inv(M) - inv(P)) <= smax(inv(M)) * smax(M - P) * smax(inv(P)),
            Combine(
                {
                    "same": 1,
                    "outer": 1,
                    "inner": smax(inv(P)),
                    "negative": smax(inv(M)) * smax(inv(P)),
                }
            ),
        ),
        Step(
            "in norms",
            norm2(inv(M) - inv(P)) <= norm2(inv(M)) * norm2(M - P) * norm2(inv(P)),
            Combine({"claim": 1}),
        ),
    ),
)

step = one - c * K
length = cite("image", normF(step @ x) <= smax(step) * normF(x), "frobenius-left-factor", {T: step, "U": x})
of_step = (
    Step("least of K", lmin(K) >= 0, Sign()),
    cite("order", lmin(K) <= lmax(K), "order", {A: K}, 0),
    length,
)
first_end, last_end = 1 - c * lmin(K), 1 - c * lmax(K)
gradient_step = Proof(
    "the eigenvalues 1 - c lam of the step lie between -1 and 1",
    (
        *of_step,
        Step(
            "norm",
            eq(smax(step), maximum(abs(first_end), abs(last_end))),
            Apply("classical.affine-spectrum", {a: 1, A: K}, 2),
        ),
        Step("first, above", first_end <= 1, Combine({"least of K": c})),
        Step("first, below", first_end >= -1, Combine({"order": c, "given 1": 1})),
        Step("last, above", last_end <= 1, Combine({"least of K": c, "order": c})),
        Step("last, below", last_end >= -1, Combine({"given 1": 1})),
        Step("first", abs(first_end) <= 1, Apply("classical.modulus-bound", {"x": first_end, "c": 1})),
        Step("last", abs(last_end) <= 1, Apply("classical.modulus-bound", {"x": last_end, "c": 1})),
        Step(
            "larger",
            maximum(abs(first_end), abs(last_end)) <= 1,
            Apply("classical.maximum-bound", {"x": abs(first_end), "y": abs(last_end), "c": 1}),
        ),
        Step("at most 1", smax(step) <= 1, Combine({"norm": 1, "larger": 1})),
        Step("shorter", normF(x - c * K @ x) <= normF(x), Combine({"image": 1, "at most 1": normF(x)})),
    ),
)
short_gradient_step = Proof(
    "the step is positive semidefinite",
    (
        *of_step,
        *affine("affine", 1, c, K),
        Step("least", lmin(step) >= 0, Combine({"affine, least": -1, "given 1": 1})),
        semidefinite_norm("norm", step),
        Step("first", eq(smax(step), first_end), Combine({"norm": 1, "affine, largest": 1})),
        Step("largest", lmax(step) <= 1, Combine({"affine, largest": 1, "least of K": c})),
        Step("shorter", normF(x - c * K @ x) <= first_end * normF(x), Combine({"image": 1, "first": normF(x)})),
    ),
)

PROOFS = {
    "classical.definite-sum": definite_sum,
    "classical.inverse-of-sum": inverse_of_sum,
    "classical.affine-spectrum": affine_spectrum,
    "classical.resolvent-of-semidefinite": resolvent,
    "classical.regularised-projection": regularised_projection,
    "classical.resolvent-values": resolvent_values,
    "classical.difference-of-inverses": difference,
    "classical.gradient-step": gradient_step,
    "classical.short-gradient-step": short_gradient_step,
}
