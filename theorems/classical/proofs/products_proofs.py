"""Singular values of products and sums, proved from Weyl's inequality and Rayleigh quotients."""

from typing import Any

from lemmata.theorems.classical import A, B, H, M, P, T, c, n, r, x
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Vector,
    eq,
    lam,
    lmax,
    lmin,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Proof,
    Step,
)

one = Id(1)
u = Vector("u", n)


def least_form(T: Any, A: Any, u: Any) -> tuple[Step, ...]:
    """lmin(T^T A T) = (T u)^T A (T u) >= lmin(A) |T u|^2, step "rayleigh", for a unit eigenvector u."""
    N = T.T @ A @ T
    return (
        *eigenvector("u", N, N.shape[0], u),
        Step(
            "rayleigh",
            lmin(A) * tr((T @ u).T @ T @ u) <= tr((T @ u).T @ A @ T @ u),
            Apply("classical.rayleigh", {symmetric: A, x: T @ u}, 0),
        ),
        Step("form", lmin(A) * tr((T @ u).T @ T @ u) <= lmin(N), Combine({"rayleigh": 1, "u, form": 1})),
    )


symmetric = A
psd_congruence = Proof(
    "Rayleigh quotient at the image of an eigenvector",
    (
        *least_form(M, A, u),
        Step("least", lmin(M.T @ A @ M) >= 0, Combine({"form": 1, "given 0": tr((M @ u).T @ M @ u)})),
    ),
)

v = Vector("v", r)
image = T.T @ v
congruence_least = Proof(
    "Rayleigh quotients at the image of an eigenvector and at the eigenvector",
    (
        *least_form(T.T, H, v),
        Step(
            "rayleigh of T T^T",
            lmin(T @ T.T) * tr(v.T @ v) <= tr(v.T @ T @ T.T @ v),
            Apply("classical.rayleigh", {A: T @ T.T, x: v}, 0),
        ),
        Step(
            "least",
            lmin(T @ H @ T.T) >= lmin(H) * lmin(T @ T.T),
            Combine({"form": 1, "rayleigh of T T^T": lmin(H), "u, unit": -lmin(H) * lmin(T @ T.T)}),
        ),
    ),
)


# --- s(M P), from s(P P^T) between two multiples of the identity


outer = P @ P.T
above, below = smax(P) ** 2 * Id(n) - outer, outer - smin(P) ** 2 * Id(n)
product = M @ P
gram_of = M @ M.T
gram_p = (
    Step("gram of P", eq(s(P) ** 2, lam(outer)), Apply("classical.gram", {M: P}, 1)),
    Step("gram of M", eq(s(M) ** 2, lam(gram_of)), Apply("classical.gram", {}, 1)),
    Step("gram of M P", eq(s(product) ** 2, lam(product @ product.T)), Apply("classical.gram", {M: product}, 1)),
)
above_steps = (
    Step("largest of P", eq(smax(P) ** 2, lmax(outer)), At("gram of P", 1)),
    Step(
        "rest above, shift",
        eq(lam(above), lam(-outer) + smax(P) ** 2),
        Apply("classical.shift", {A: -outer, c: smax(P) ** 2}),
    ),
    Step("rest above, least shift", eq(lmin(above), lmin(-outer) + smax(P) ** 2), At("rest above, shift", n)),
    Step("rest above, negated", eq(lmin(-outer), -lmax(outer)), Apply("classical.negation", {A: outer}, 0)),
    Step(
        "rest above, least",
        lmin(above) >= 0,
        Combine({"rest above, least shift": -1, "rest above, negated": -1, "largest of P": 1}),
    ),
    Step("rest above", lmin(M @ above @ M.T) >= 0, Apply("classical.psd-congruence", {A: above, M: M.T})),
    Step(
        "weyl above",
        lam(product @ product.T) + lmin(M @ above @ M.T) <= lam(smax(P) ** 2 * gram_of),
        Apply("classical.weyl-extremes", {A: product @ product.T, B: M @ above @ M.T}, 0),
    ),
    Step(
        "scale above",
        eq(lam(smax(P) ** 2 * gram_of), smax(P) ** 2 * lam(gram_of)),
        Apply("classical.scaling", {A: gram_of, c: smax(P) ** 2}),
    ),
    Step(
        "squares above",
        s(product) ** 2 <= (s(M) * smax(P)) ** 2,
        Combine({"weyl above": 1, "rest above": 1, "scale above": 1, "gram of M P": 1, "gram of M": -(smax(P) ** 2)}),
    ),
    Step(
        "right factor",
        s(product) <= s(M) * smax(P),
        Apply("classical.square-roots", {number: s(product), other: s(M) * smax(P)}),
    ),
)
below_steps = (
    Step("least of P", eq(smin(P) ** 2, lmin(outer)), At("gram of P", n)),
    Step(
        "rest below, shift",
        eq(lam(below), lam(outer) - smin(P) ** 2),
        Apply("classical.shift", {A: outer, c: -(smin(P) ** 2)}),
    ),
    Step("rest below, least shift", eq(lmin(below), lmin(outer) - smin(P) ** 2), At("rest below, shift", n)),
    Step("rest below, least", lmin(below) >= 0, Combine({"rest below, least shift": -1, "least of P": -1})),
    Step("rest below", lmin(M @ below @ M.T) >= 0, Apply("classical.psd-congruence", {A: below, M: M.T})),
    Step(
        "weyl below",
        lam(smin(P) ** 2 * gram_of) + lmin(M @ below @ M.T) <= lam(product @ product.T),
        Apply("classical.weyl-extremes", {A: smin(P) ** 2 * gram_of, B: M @ below @ M.T}, 0),
    ),
    Step(
        "scale below",
        eq(lam(smin(P) ** 2 * gram_of), smin(P) ** 2 * lam(gram_of)),
        Apply("classical.scaling", {A: gram_of, c: smin(P) ** 2}),
    ),
    Step(
        "squares below",
        (s(M) * smin(P)) ** 2 <= s(product) ** 2,
        Combine({"weyl below": 1, "rest below": 1, "scale below": -1, "gram of M P": -1, "gram of M": smin(P) ** 2}),
    ),
    Step(
        "least factor",
        s(M) * smin(P) <= s(product),
        Apply("classical.square-roots", {number: s(M) * smin(P), other: s(product)}),
    ),
)
factor_right = Proof(
    "P P^T is below a multiple of the identity; congruence with M keeps the order, Weyl's inequality orders spectra",
    (*gram_p, *above_steps),
)
submultiplicative = Proof(
    factor_right.method,
    (
        Step("right factor", s(product) <= s(M) * smax(P), Apply("classical.right-factor")),
        Step("transposed", s(M.T @ P.T) <= s(M.T) * smax(P.T), Apply("classical.right-factor", {M: M.T, P: P.T})),
        Step("product", eq(s(P @ M), s(M.T @ P.T)), Apply("classical.gram", {M: P @ M}, 2)),
        Step("of M", eq(s(M), s(M.T)), Apply("classical.gram", {}, 2)),
        Step("of P", eq(s(P), s(P.T)), Apply("classical.gram", {M: P}, 2)),
        Step("largest", eq(smax(P), smax(P.T)), At("of P", 1)),
        Step(
            "left factor",
            s(P @ M) <= smax(P) * s(M),
            Combine({"transposed": 1, "product": 1, "of M": -smax(P), "largest": -s(M.T)}),
        ),
        *gram_p,
        *below_steps,
    ),
)

PROOFS = {
    "classical.psd-congruence": psd_congruence,
    "classical.congruence-least": congruence_least,
    "classical.right-factor": factor_right,
    "classical.submultiplicative": submultiplicative,
}
