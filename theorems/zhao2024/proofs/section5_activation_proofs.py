"""Proofs for section 5: one hidden layer with slopes between alpha and 1."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import G as left_factor
from lemmata.theorems.classical import H as right_factor
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import entries as textbook
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import (
    Id,
    MatSumOver,
    MaxOver,
    Unit,
    cond,
    eq,
    kron,
    lam,
    lmax,
    lmin,
    normF,
    relu,
    s,
    smax,
    smin,
    sqrt,
    tr,
)
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Defined,
    LargestTerm,
    Multiply,
    Proof,
    Step,
    Summed,
    SumOfMatrices,
)
from lemmata.theorems.zhao2024 import section5_leaky_relu as s5
from lemmata.theorems.zhao2024.proofs.diagonal_products_proofs import sandwich
from lemmata.theorems.zhao2024.proofs.kronecker_sums_proofs import KroneckerSum, i, identity_of, over, semidefinite_sum

m, n, k, X, V, W, alpha = s5.m, s5.n, s5.k, s5.X, s5.V, s5.W, s5.alpha
e = Unit(m, i)
slopes, row, weights = s5.between_alpha_and_1(i), V.T @ e, W @ e
least_slope = MaxOver(s5.unit, 1, m, -lmin(s5.between_alpha_and_1(s5.unit)))
largest_slope = MaxOver(s5.unit, 1, m, lmax(s5.between_alpha_and_1(s5.unit)))
bounded = (
    Step("least slope", -lmin(slopes) <= least_slope, LargestTerm()),
    Step("largest slope", lmax(slopes) <= largest_slope, LargestTerm()),
    Step("low", alpha <= lmin(slopes), Combine({"least slope": 1, "given 0": 1})),
    Step("high", lmax(slopes) <= 1, Combine({"largest slope": 1, "given 1": 1})),
)


def between(name: str, root: Any, D: Any) -> tuple[Step, ...]:
    """alpha^2 lmin(C) <= lmin(D C D), lmax(D C D) <= lmax(C) for C = root^T root, from "low" and "high" for D."""
    C, image = root.T @ root, D @ root.T @ root @ D
    return (
        *spectrum(f"{name}, slopes", D),
        Step(f"{name}, inner, semidefinite", lmin(C) >= 0, Apply("classical.gram-psd", {any_shape: root})),
        *spectrum(f"{name}, inner", C),
        Step(f"{name}, image, semidefinite", lmin(image) >= 0, Apply("classical.gram-psd", {any_shape: root @ D})),
        *spectrum(f"{name}, image", image),
        *sandwich(name, C, D),
        Step(f"{name}, slopes, order", lmin(D) <= lmax(D), Apply("classical.order", {symmetric_a: D}, 0)),
        Step(f"{name}, slopes, sign", lmax(D) >= 0, Combine({f"{name}, slopes, order": 1, "low": 1})),
        Step(f"{name}, inner, order", lmin(C) <= lmax(C), Apply("classical.order", {symmetric_a: C}, 0)),
        Step(
            f"{name}, inner, sign",
            lmax(C) >= 0,
            Combine({f"{name}, inner, order": 1, f"{name}, inner, semidefinite": 1}),
        ),
        Step(
            f"{name}, largest",
            lmax(image) <= lmax(C),
            Combine(
                {
                    f"{name}, image, largest": -1,
                    f"{name}, above": 1,
                    f"{name}, inner, largest": smax(D) ** 2,
                    f"{name}, slopes, largest": lmax(C) * (smax(D) + lmax(D)),
                    "high": lmax(C) * (1 + lmax(D)),
                }
            ),
        ),
        Step(
            f"{name}, least",
            lmin(image) >= alpha**2 * lmin(C),
            Combine(
                {
                    f"{name}, image, least": 1,
                    f"{name}, below": 1,
                    f"{name}, inner, least": -(smin(D) ** 2),
                    f"{name}, slopes, least": -lmin(C) * (smin(D) + lmin(D)),
                    "low": lmin(C) * (alpha + lmin(D)),
                }
            ),
        ),
    )


def spectrum(name: str, matrix: Any) -> tuple[Step, ...]:
    """Singular values of a matrix known to be semidefinite are its eigenvalues."""
    return (
        Step(
            f"{name}, values", eq(s(matrix), lam(matrix)), Apply("classical.psd-singular-values", {symmetric_a: matrix})
        ),
        Step(f"{name}, largest", eq(smax(matrix), lmax(matrix)), At(f"{name}, values", 1)),
        Step(f"{name}, least", eq(smin(matrix), lmin(matrix)), At(f"{name}, values", n)),
    )


def left(at: Any) -> Any:
    """Lambda^i X^T X Lambda^i."""
    return s5.between_alpha_and_1(at) @ X.T @ X @ s5.between_alpha_and_1(at)


def right(at: Any) -> Any:
    """W_i W_i^T."""
    return W @ Unit(m, at) @ (W @ Unit(m, at)).T


G, gamma = s5.gauss_newton(s5.between_alpha_and_1), s5.gamma(s5.between_alpha_and_1)
first = KroneckerSum(left, right, n, k)
repeated = kron(gamma, Id(k))
gram, outer = X.T @ X, W @ W.T
a, b = alpha**2 * lmin(gram), lmax(gram)
above = lmax(gram) * lmax(outer) + lmax(gamma)
below = alpha**2 * lmin(gram) * lmin(outer) + lmin(gamma)
lemma_4_repaired = Proof(
    "Weyl's inequality, the bounds on sums of Kronecker products, singular values of Lambda X^T X Lambda",
    (
        *bounded,
        *between("gram", X, slopes),
        *identity_of("identity", n),
        Step("B, term", lmin(first.B) >= 0, Apply("classical.gram-psd", {any_shape: weights.T})),
        *semidefinite_sum("B", first.B, first.rights),
        Step(
            "units",
            eq(MatSumOver(s5.unit, 1, m, Unit(m, s5.unit) @ Unit(m, s5.unit).T), Id(m)),
            Apply("classical.unit-columns", {order: m}),
        ),
        Step("B, together", eq(first.rights, outer), Multiply({"units": (W, W.T)})),
        Step(
            "B, spectrum",
            eq(lam(first.rights), lam(outer)),
            Apply("classical.equal-spectra", {symmetric_a: first.rights, symmetric_b: outer}),
        ),
        Step("B, largest", eq(lmax(first.rights), lmax(outer)), At("B, spectrum", 1)),
        Step("B, least", eq(lmin(first.rights), lmin(outer)), At("B, spectrum", k)),
        Step("least", a <= lmin(first.A), Combine({"gram, least": 1})),
        *first.least(a),
        Step("largest", lmax(first.A) <= b, Combine({"gram, largest": 1})),
        *first.largest(b),
        Step(
            "gamma, term",
            lmin(slopes @ X.T @ row @ row.T @ X @ slopes) >= 0,
            Apply("classical.gram-psd", {any_shape: row.T @ X @ slopes}),
        ),
        *semidefinite_sum("gamma", slopes @ X.T @ row @ row.T @ X @ slopes, gamma),
        *identity_of("copies", k),
        Step(
            "repeated, largest",
            eq(lmax(repeated), lmax(gamma) * lmax(Id(k))),
            Apply("classical.kronecker", {left_factor: gamma, right_factor: Id(k)}, 0),
        ),
        Step(
            "repeated, least",
            eq(lmin(repeated), lmin(gamma) * lmin(Id(k))),
            Apply("classical.kronecker", {left_factor: gamma, right_factor: Id(k)}, 1),
        ),
        Step(
            "weyl, above",
            lam(G) <= lam(first.whole) + lmax(repeated),
            Apply("classical.weyl-extremes", {symmetric_a: first.whole, symmetric_b: repeated, order: n * k}, 1),
        ),
        Step(
            "weyl, below",
            lam(first.whole) + lmin(repeated) <= lam(G),
            Apply("classical.weyl-extremes", {symmetric_a: first.whole, symmetric_b: repeated, order: n * k}, 0),
        ),
        Step("weyl, first", lmax(G) <= lmax(first.whole) + lmax(repeated), At("weyl, above", 1)),
        Step("weyl, last", lmin(first.whole) + lmin(repeated) <= lmin(G), At("weyl, below", n * k)),
        Step(
            "above",
            lmax(G) <= above,
            Combine(
                {
                    "weyl, first": 1,
                    "bound from above": 1,
                    "B, largest": b,
                    "repeated, largest": 1,
                    "copies, first": lmax(gamma),
                }
            ),
        ),
        Step(
            "below",
            below <= lmin(G),
            Combine(
                {
                    "weyl, last": 1,
                    "bound from below": 1,
                    "B, least": -a,
                    "repeated, least": -1,
                    "copies, last": -lmin(gamma),
                }
            ),
        ),
        Step("outer, semidefinite", lmin(outer) >= 0, Apply("classical.gram-psd", {any_shape: W.T})),
        Step(
            "room, not negative",
            below >= 0,
            Combine({"gram, inner, semidefinite": alpha**2 * lmin(outer), "gamma, semidefinite": 1}),
        ),
        Step("room", below > 0, Defined("room, not negative")),
        Step("definite", lmin(G) > 0, Combine({"below": 1, "room": 1})),
        Step("values", eq(s(G), lam(G)), Apply("classical.psd-singular-values", {symmetric_a: G, order: n * k})),
        Step("value, largest", eq(smax(G), lmax(G)), At("values", 1)),
        Step("value, least", eq(smin(G), lmin(G)), At("values", n * k)),
        Step("value, definite", smin(G) > 0, Combine({"value, least": -1, "definite": 1})),
        Step("condition", eq(cond(G), smax(G) / smin(G)), Apply("classical.condition", {any_shape: G})),
        Step("order", lmin(G) <= lmax(G), Apply("classical.order", {symmetric_a: G, order: n * k}, 0)),
        Step("sign", lmax(G) >= 0, Combine({"order": 1, "definite": 1})),
        Step(
            "quotient",
            lmax(G) / lmin(G) <= above / below,
            Combine({"above": 1 / below, "below": lmax(G) / (below * lmin(G))}),
        ),
        Step(
            "claim",
            s5.lemma_4_repaired.claim[0],
            Combine(
                {
                    "condition": 1,
                    "value, largest": 1 / smin(G),
                    "value, least": -lmax(G) / (smin(G) * lmin(G)),
                    "quotient": 1,
                }
            ),
        ),
    ),
)

image = slopes @ X.T @ row  # Lambda^i X^T V_i^T
length, before = tr(image.T @ image), tr(row.T @ X @ X.T @ row)
eq_26_repaired = Proof(
    "Weyl's inequality over the units, each of rank one",
    (
        *bounded,
        Step(
            "slopes, values", eq(s(slopes), lam(slopes)), Apply("classical.psd-singular-values", {symmetric_a: slopes})
        ),
        Step("slopes, largest", eq(smax(slopes), lmax(slopes)), At("slopes, values", 1)),
        Step("square", eq(s(slopes) ** 2, lam(slopes.T @ slopes)), Apply("classical.gram", {square: slopes}, 0)),
        Step("square, largest", eq(smax(slopes) ** 2, lmax(slopes.T @ slopes)), At("square", 1)),
        Step("order", lmin(slopes) <= lmax(slopes), Apply("classical.order", {symmetric_a: slopes}, 0)),
        Step("sign", lmax(slopes) >= 0, Combine({"order": 1, "low": 1})),
        Step(
            "rayleigh",
            length <= lmax(slopes.T @ slopes) * before,
            Apply("classical.rayleigh", {symmetric_a: slopes.T @ slopes, column: X.T @ row}, 1),
        ),
        Step(
            "shorter",
            length <= before,
            Combine(
                {
                    "rayleigh": 1,
                    "square, largest": -before,
                    "slopes, largest": before * (smax(slopes) + lmax(slopes)),
                    "high": before * (1 + lmax(slopes)),
                }
            ),
        ),
        Step("one unit", eq(lmax(image @ image.T), length), Apply("classical.rank-one", {column: image})),
        Step("term", lmax(image @ image.T) <= before, Combine({"one unit": 1, "shorter": 1})),
        Step("sum", lmax(gamma) <= over(lmax(image @ image.T)), SumOfMatrices()),
        Step("terms", over(lmax(image @ image.T)) <= over(before), Summed("term", i)),
        Step(
            "trace",
            eq(tr(V @ X @ X.T @ V.T), over(before)),
            Apply("classical.trace-by-units", {square: V @ X @ X.T @ V.T}),
        ),
        Step("claim", s5.eq_26_repaired.claim[0], Combine({"sum": 1, "terms": 1, "trace": -1})),
    ),
)

Z, S = s5.Z, s5.S
part, change = relu(-Z), (1 - alpha) * relu(-Z)
eq_25_repaired = Proof(
    "perturbation of the least stretching",
    (
        Step("part", eq(normF(part) ** 2, tr(part.T @ part)), Apply("classical.frobenius", {any_shape: part}, 0)),
        Step(
            "change",
            eq(normF(change) ** 2, tr(change.T @ change)),
            Apply("classical.frobenius", {any_shape: change}, 0),
        ),
        Step(
            "squares",
            eq(normF(change) ** 2, ((1 - alpha) * normF(part)) ** 2),
            Combine({"change": 1, "part": -((1 - alpha) ** 2)}),
        ),
        Step(
            "norms",
            eq(normF(change), (1 - alpha) * normF(part)),
            Apply("classical.equal-squares", {x: normF(change), y: (1 - alpha) * normF(part)}),
        ),
        Step(
            "stretching",
            -normF(change) <= sqrt(lmin(S.T @ S)) - sqrt(lmin(Z.T @ Z)),
            Apply("classical.least-stretching", {any_shape: Z, textbook.E: change}, 0),
        ),
        Step("claim", s5.eq_25_repaired.claim[0], Combine({"stretching": 1, "norms": 1})),
    ),
)

one_pattern = Proof(
    "singular values of Lambda X^T V^T V X Lambda",
    (
        Step("low", alpha <= lmin(s5.D), Combine({"given 0": 1})),
        Step("high", lmax(s5.D) <= 1, Combine({"given 1": 1})),
        *between("units", V @ X, s5.D),
    ),
)

PROOFS = {
    "zhao.lemma-4~repaired": lemma_4_repaired,
    "zhao.eq-25~repaired": eq_25_repaired,
    "zhao.eq-25~one-pattern": one_pattern,
    "zhao.eq-26~repaired": eq_26_repaired,
}
