"""Lemmas 18 to 20: singular vectors that are eigenvectors too."""

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import k as index
from lemmata.theorems.classical.numbers import unit as unit_integer
from lemmata.theorems.language import Id, Vector, det, eq, gap, lam, normF, s, singularform, slope, smin, tr
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Multiply,
    OneDirection,
    Proof,
    SingularVectors,
    Step,
    Vanishing,
)
from lemmata.theorems.riedi2022 import n
from lemmata.theorems.riedi2022 import section4_skip as s4
from lemmata.theorems.riedi2022 import section23_derivatives as s2

w, t, mu, at_o, rho_o = s4.w, s4.t, s4.mu, s4.at_o, s4.rho_o
rho, M = s4.any_rho, s4.anywhere
one = Id(1)
delta = rho - rho_o

# given 0: |w| > 0; given 1: M(rho_o) w = t w; given 2: M(rho_o)^T M(rho_o) w = mu w; given 3: |t| > 0
w_w = tr(w.T @ w)
lemma_18 = Proof(
    "w is an eigenvector of the transpose too",
    (
        Step("length", eq(normF(w) ** 2, w_w), Apply("classical.frobenius", {any_shape: w}, 0)),
        Step("not zero", w_w > 0, Combine({"length": 1, "given 0": normF(w)})),
        Step("t squared", t**2 > 0, Combine({"given 3": abs(t)})),
        Step(
            "transpose",
            eq(at_o.T @ w, (mu / t) * w),
            Multiply({"given 1": (-(1 / t) * at_o.T, None), "given 2": (1 / t, None)}),
        ),
        Step(
            "eigenvalue, times a length",
            eq((t * w_w) * one, (mu / t * w_w) * one),
            Multiply({"given 1": (-w.T, None), "transpose": (w.T, None)}),
        ),
        Step("eigenvalue", eq(t**2, mu), Combine({"eigenvalue, times a length": t / w_w})),
        Step("eigenvector", eq(M @ w, (t + rho - rho_o) * w), Multiply({"given 1": (None, None)})),
        Step(
            "singular vector",
            eq(M.T @ M @ w, (t + rho - rho_o) ** 2 * w),
            Multiply(
                {
                    "given 2": (None, None),
                    "given 1": (delta, None),
                    "transpose": (delta, None),
                    "eigenvalue": (-((1 + delta / t) * w), None),
                }
            ),
        ),
    ),
)

# given 4: |w| > 0; given 5: M(rho_o)^T M(rho_o) w = s_i^2 w; the others make s_i simple, positive, of slope epsilon
k, epsilon = s4.k, s4.sign
u, v = Vector("u", n), Vector("v", n)
pair = SingularVectors(at_o, k, u, v)
s_i, growth = s(at_o, k), slope(s(at_o), k, rho_o)
halved = slope(lam(at_o.T @ at_o), k, rho_o) / (2 * s_i)
cosine = singularform(at_o, k, Id(n))
lemma_19 = Proof(
    "unit vectors with inner product ±1 agree up to sign",
    (
        Step("sign", eq(epsilon**2, 1), Apply("classical.unit-integer", {unit_integer: epsilon})),
        Step("simple", gap(lam(at_o.T @ at_o), k) > 0, Apply("classical.gram-gap", {square: at_o, index: k})),
        Step("derivative", eq(growth, halved), Apply("riedi.lemma-14.eq-47", {s2.t: rho_o, s2.i: k}, 0)),
        Step("cosine", eq(halved, cosine), Apply("riedi.lemma-14.eq-47", {s2.t: rho_o, s2.i: k}, 1)),
        Step("right", eq(at_o @ u, s_i * v), pair),
        Step("left", eq(at_o.T @ v, s_i * u), pair),
        Step("unit u", eq(u.T @ u, one), pair),
        Step("unit v", eq(v.T @ v, one), pair),
        Step("form", eq(cosine, tr(u.T @ Id(n) @ v)), pair),
        Step(
            "inner product",
            eq(tr(u.T @ v), epsilon),
            Combine({"form": -1, "cosine": -1, "derivative": -1, "given 3": 1}),
        ),
        Step(
            "distance",
            eq((v - epsilon * u).T @ (v - epsilon * u), 0 * one),
            Multiply(
                {
                    "unit v": (None, None),
                    "unit u": (epsilon**2, None),
                    "inner product": (-2 * epsilon * one, None),
                    "sign": (-one, None),
                }
            ),
        ),
        Step("same direction", eq(v, epsilon * u), Vanishing("distance")),
        Step("along u", eq(w, u @ u.T @ w), OneDirection("given 5", pair, w)),
        Step(
            "transposed",
            eq(at_o.T @ u, (epsilon * s_i) * u),
            Multiply(
                {"left": (epsilon, None), "same direction": (-epsilon * at_o.T, None), "sign": (-(at_o.T @ u), None)}
            ),
        ),
        Step(
            "w, eigenvector",
            eq(at_o @ w, (epsilon * s_i) * w),
            Multiply(
                {
                    "along u": (at_o - (epsilon * s_i) * Id(n), None),
                    "right": (None, u.T @ w),
                    "same direction": (s_i, u.T @ w),
                }
            ),
        ),
        Step(
            "w, of the transpose",
            eq(at_o.T @ w, (epsilon * s_i) * w),
            Multiply({"along u": (at_o.T - (epsilon * s_i) * Id(n), None), "transposed": (None, u.T @ w)}),
        ),
        Step(
            "eigenvector",
            eq(M @ w, (epsilon * s_i + rho - rho_o) * w),
            Multiply({"w, eigenvector": (None, None)}),
        ),
        Step(
            "singular vector",
            eq(M.T @ M @ w, (epsilon * s_i + rho - rho_o) ** 2 * w),
            Multiply(
                {
                    "given 5": (None, None),
                    "w, eigenvector": (delta, None),
                    "w, of the transpose": (delta, None),
                    "sign": (-(s_i**2 * w), None),
                }
            ),
        ),
    ),
)

lemma_20 = Proof(
    "M^T M w = 0 makes M w vanish",
    (
        Step("square", eq(w.T @ at_o.T @ at_o @ w, 0 * one), Multiply({"given 1": (w.T, None)})),
        Step("kernel", eq(at_o @ w, 0 * w), Vanishing("square")),
        Step("eigenvector", eq(M @ w, (rho - rho_o) * w), Multiply({"kernel": (None, None)})),
    ),
)

lemma_20_consequence = Proof(
    "a vanishing singular value makes -rho a real eigenvalue",
    (
        Step(
            "determinant",
            abs(det(M)) > 0,
            Apply("classical.characteristic-polynomial"),
        ),
        Step("non-singular", smin(M) > 0, Apply("classical.non-singular", {square: M})),
    ),
)

PROOFS = {
    "riedi.lemma-18~repaired": lemma_18,
    "riedi.lemma-19": lemma_19,
    "riedi.lemma-20~repaired": lemma_20,
    "riedi.lemma-20.consequence": lemma_20_consequence,
}
