"""Proofs for all sizes and depths of statements of sections 4.1 to 4.3 on linear networks."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import G, H
from lemmata.theorems.classical import P as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import r as copies
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    MaxOver,
    SumOver,
    cond,
    eq,
    kron,
    lam,
    lmax,
    lmin,
    maximum,
    s,
    smax,
    smin,
)
from lemmata.theorems.language.families import Width
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Defined,
    Identity,
    LargestTerm,
    Proof,
    Sign,
    Step,
    Summed,
    SumOfMatrices,
    Widths,
)
from lemmata.theorems.zhao2024 import L, R, Sigma, W, d, k, layer, m
from lemmata.theorems.zhao2024 import section4_gauss_newton as s4
from lemmata.theorems.zhao2024 import section4_residual as skip

eq_5 = Proof(
    "mixed product of Kronecker factors, block by block",
    (
        Step(
            "identity",
            eq(s4.U.T @ s4.U, MatSumOver(layer, 1, L, kron(s4.above @ s4.above.T, s4.below.T @ s4.below))),
            Identity(),
        ),
    ),
)

outer = kron(Id(k), R)  # the Gauss-Newton matrix is outer @ inner @ outer
spread = kron(Id(k), Sigma)


def congruence(whole: Any, inner: Any, largest: Any, least: Any) -> tuple[Step, ...]:
    """From steps "inner, largest": lmax(inner) <= largest and "inner, least": 0 < least <= lmin(inner)."""
    return (
        Step("inner, definite", lmin(inner) > 0, Combine({"inner, least": 1, "room": 1})),
        Step("inner, order", lmin(inner) <= lmax(inner), Apply("classical.order", {symmetric_a: inner}, 0)),
        Step("Sigma is not zero", smax(Sigma) > 0, Defined()),
        Step(
            "copies",
            eq(smax(spread), smax(Sigma)),
            Apply("classical.kronecker-identity", {square: Sigma, copies: k}, 1),
        ),
        Step("copies are not zero", smax(spread) > 0, Combine({"copies": -1, "Sigma is not zero": 1})),
        Step(
            "copies, condition",
            eq(cond(spread), cond(Sigma)),
            Apply("classical.kronecker-identity", {square: Sigma, copies: k}, 0),
        ),
        Step(
            "congruence",
            cond(whole) <= cond(spread) * (lmax(inner) / lmin(inner)),
            Apply("classical.congruence", {square: outer, symmetric_a: inner}),
        ),
        Step("non-negative", lmax(inner) >= 0, Combine({"inner, order": 1, "inner, definite": 1})),
        Step(
            "bound",
            cond(whole) <= cond(Sigma) * (largest / least),
            Combine(
                {
                    "congruence": 1,
                    "copies, condition": lmax(inner) / lmin(inner),
                    "inner, largest": cond(Sigma) / least,
                    "inner, least": cond(Sigma) * lmax(inner) / (least * lmin(inner)),
                }
            ),
        ),
    )


def wide(name: str, X: Any) -> tuple[Step, ...]:
    """Extreme eigenvalues of X X^T for X with at least as many columns as rows, which a step before has to say."""
    return (
        Step(f"{name}, largest", eq(lmax(X @ X.T), smax(X) ** 2), Apply("classical.gram-extremes", {any_shape: X}, 0)),
        Step(f"{name}, least", eq(lmin(X @ X.T), smin(X) ** 2), Apply("classical.gram-extremes", {any_shape: X}, 1)),
        Step(f"{name}, semidefinite", lmin(X @ X.T) >= 0, Apply("classical.gram-psd", {any_shape: X.T})),
    )


def turned(name: str, X: Any) -> tuple[Step, ...]:
    """The same for X^T X and X with at least as many rows as columns."""
    return (
        *wide(f"{name} transposed", X.T),
        Step(f"{name}, first", eq(smax(X.T), smax(X)), Apply("classical.transpose", {any_shape: X}, 0)),
        Step(f"{name}, last", eq(smin(X.T), smin(X)), Apply("classical.transpose", {any_shape: X}, 1)),
        Step(
            f"{name}, largest",
            eq(lmax(X.T @ X), smax(X) ** 2),
            Combine({f"{name} transposed, largest": 1, f"{name}, first": smax(X) + smax(X.T)}),
        ),
        Step(
            f"{name}, least",
            eq(lmin(X.T @ X), smin(X) ** 2),
            Combine({f"{name} transposed, least": 1, f"{name}, last": smin(X) + smin(X.T)}),
        ),
    )


w, v = s4.w, s4.v
left, right = kron(w @ w.T, Id(d)), kron(Id(k), v.T @ v)


def with_identity(name: str, size: Any) -> tuple[Step, ...]:
    """Eigenvalues of the identity."""
    return (
        Step(name, eq(lam(Id(size)), 1), Apply("classical.identity", {order: size})),
        Step(f"{name}, first", eq(lmax(Id(size)), 1), At(name, 1)),
        Step(f"{name}, last", eq(lmin(Id(size)), 1), At(name, size)),
        Step(f"{name}, semidefinite", lmin(Id(size)) >= 0, Combine({f"{name}, last": -1})),
    )


def kronecker(name: str, X: Any, Y: Any) -> tuple[Step, ...]:
    """Extreme eigenvalues of X ⊗ Y, both factors shown semidefinite before."""
    return (
        Step(
            f"{name}, largest", eq(lmax(kron(X, Y)), lmax(X) * lmax(Y)), Apply("classical.kronecker", {G: X, H: Y}, 0)
        ),
        Step(f"{name}, least", eq(lmin(kron(X, Y)), lmin(X) * lmin(Y)), Apply("classical.kronecker", {G: X, H: Y}, 1)),
    )


first, second = w @ w.T, v.T @ v
inner_2 = left + right
# given 0: m > max(d, k), or m >= max(d, k); a step "room" has to say that the bound below is positive
eigenvalues_of_inner_2 = (
    Step("d at most", d <= maximum(d, k), Apply("classical.maximum", {x: d, y: k}, 0)),
    Step("k at most", k <= maximum(d, k), Apply("classical.maximum", {x: d, y: k}, 1)),
    Step("d", d <= m, Combine({"d at most": 1, "given 0": 1})),
    Step("k", k <= m, Combine({"k at most": 1, "given 0": 1})),
    *wide("W", w),
    *turned("V", v),
    *with_identity("identity of order d", d),
    *with_identity("identity of order k", k),
    *kronecker("left", first, Id(d)),
    *kronecker("right", Id(k), second),
    Step(
        "weyl, above",
        lam(inner_2) <= lam(left) + lmax(right),
        Apply("classical.weyl-extremes", {symmetric_a: left, symmetric_b: right}, 1),
    ),
    Step(
        "weyl, below",
        lam(left) + lmin(right) <= lam(inner_2),
        Apply("classical.weyl-extremes", {symmetric_a: left, symmetric_b: right}, 0),
    ),
    Step("first", lmax(inner_2) <= lmax(left) + lmax(right), At("weyl, above", 1)),
    Step("last", lmin(left) + lmin(right) <= lmin(inner_2), At("weyl, below", k * d)),
    Step(
        "inner, largest",
        lmax(inner_2) <= smax(w) ** 2 + smax(v) ** 2,
        Combine(
            {
                "first": 1,
                "left, largest": 1,
                "right, largest": 1,
                "identity of order d, first": lmax(first),
                "identity of order k, first": lmax(second),
                "W, largest": 1,
                "V, largest": 1,
            }
        ),
    ),
    Step(
        "inner, least",
        smin(w) ** 2 + smin(v) ** 2 <= lmin(inner_2),
        Combine(
            {
                "last": 1,
                "left, least": -1,
                "right, least": -1,
                "identity of order d, last": -lmin(first),
                "identity of order k, last": -lmin(second),
                "W, least": -1,
                "V, least": -1,
            }
        ),
    ),
)
definite_2 = congruence(s4.gauss_newton_2, inner_2, smax(w) ** 2 + smax(v) ** 2, smin(w) ** 2 + smin(v) ** 2)

lemma_1 = Proof(
    "congruence with Id ⊗ R, Weyl's inequality, eigenvalues of Kronecker products",
    (
        *eigenvalues_of_inner_2,
        Step("room", smin(w) ** 2 + smin(v) ** 2 > 0, Sign()),
        *definite_2,
        Step("W, condition", eq(cond(w), smax(w) / smin(w)), Apply("classical.condition", {any_shape: w})),
        Step("V, condition", eq(cond(v), smax(v) / smin(v)), Apply("classical.condition", {any_shape: v})),
        Step(
            "convex combination",
            s4.bound_of_lemma_1.relations[1],
            Combine(
                {
                    "W, condition": -cond(Sigma) * s4.beta_w * (cond(w) + smax(w) / smin(w)),
                    "V, condition": -cond(Sigma) * (1 - s4.beta_w) * (cond(v) + smax(v) / smin(v)),
                }
            ),
        ),
    ),
)

lemma_1_sharpened = Proof(
    "congruence with Id ⊗ R, Weyl's inequality, eigenvalues of Kronecker products",
    (
        *eigenvalues_of_inner_2,
        Step("squares", smin(w) ** 2 + smin(v) ** 2 >= 0, Sign()),
        Step("room", smin(w) ** 2 + smin(v) ** 2 > 0, Defined("squares")),
        *definite_2,
    ),
)

l = Index("l", 1, L)  # noqa: E741  (the paper's letter)


def over_layers(body: Any) -> Any:
    """Sum over all layers of a quantity written with the index l."""
    return SumOver(l, 1, L, body)


class Bounds:
    """The two bounds of Lemma 2 for one family of layers; given 0: m > max(d, k), given 1: alpha_l > 0 for all l."""

    def __init__(self, family: Any, section: Any) -> None:
        self.family, self.section = family, section
        self.A, self.B = family.product(L, l + 1), family.product(l - 1, 1)
        self.alpha = smin(self.A) ** 2 * smin(self.B) ** 2
        self.kappas = cond(self.A) ** 2 * cond(self.B) ** 2
        self.alphas = SumOver(layer, 1, L, section.alpha)
        self.weighted = SumOver(layer, 1, L, section.alpha * section.kappas)
        self.largest = MaxOver(layer, 1, L, section.kappas)

    @property
    def room(self) -> Step:
        """The weights have a positive sum."""
        return Step("room", self.alphas > 0, Summed("given 1", l))

    def first(self) -> tuple[Step, ...]:
        """Steps to the first bound."""
        A, B, alpha, section = self.A, self.B, self.alpha, self.section
        outer_gram, inner_gram = A @ A.T, B.T @ B
        term = kron(outer_gram, inner_gram)
        inner = MatSumOver(layer, 1, L, kron(section.above @ section.above.T, section.below.T @ section.below))
        product = smin(A) * smin(B)
        return (
            Step("product", product > 0, Apply("classical.positive-square", {x: product})),
            Step("A, full rank", smin(A) > 0, Apply("classical.positive-factors", {x: smin(A), y: smin(B)}, 0)),
            Step("B, full rank", smin(B) > 0, Apply("classical.positive-factors", {x: smin(A), y: smin(B)}, 1)),
            self.room,
            Step("above", k <= Width(self.family, l), Widths("given 0")),
            Step("below", d <= Width(self.family, l - 1), Widths("given 0")),
            *wide("A", A),
            *turned("B", B),
            *kronecker("term", outer_gram, inner_gram),
            Step("A, condition", eq(cond(A), smax(A) / smin(A)), Apply("classical.condition", {any_shape: A})),
            Step("B, condition", eq(cond(B), smax(B) / smin(B)), Apply("classical.condition", {any_shape: B})),
            Step("A, largest value", eq(smin(A) * cond(A), smax(A)), Combine({"A, condition": smin(A)})),
            Step("B, largest value", eq(smin(B) * cond(B), smax(B)), Combine({"B, condition": smin(B)})),
            Step(
                "term, first",
                eq(lmax(term), alpha * self.kappas),
                Combine(
                    {
                        "term, largest": 1,
                        "A, largest": lmax(inner_gram),
                        "B, largest": smax(A) ** 2,
                        "A, largest value": -(smin(A) * cond(A) + smax(A)) * smax(B) ** 2,
                        "B, largest value": -((smin(A) * cond(A)) ** 2) * (smin(B) * cond(B) + smax(B)),
                    }
                ),
            ),
            Step(
                "term, last",
                eq(lmin(term), alpha),
                Combine({"term, least": 1, "A, least": lmin(inner_gram), "B, least": smin(A) ** 2}),
            ),
            Step("first over layers", eq(over_layers(lmax(term)), self.weighted), Summed("term, first", l)),
            Step("last over layers", eq(over_layers(lmin(term)), self.alphas), Summed("term, last", l)),
            Step("sum, above", lmax(inner) <= over_layers(lmax(term)), SumOfMatrices()),
            Step("sum, below", over_layers(lmin(term)) <= lmin(inner), SumOfMatrices()),
            Step("inner, largest", lmax(inner) <= self.weighted, Combine({"sum, above": 1, "first over layers": 1})),
            Step("inner, least", self.alphas <= lmin(inner), Combine({"sum, below": 1, "last over layers": -1})),
            *congruence(section.gauss_newton, inner, self.weighted, self.alphas),
            Step(
                "first bound",
                cond(section.gauss_newton) <= cond(Sigma) * section.convex_combination,
                Combine({"bound": 1}),
            ),
        )

    def second(self) -> tuple[Step, ...]:
        """Steps to the second bound, after one that says that the weights have a positive sum."""
        return (
            Step("a term", self.kappas <= self.largest, LargestTerm()),
            Step("weighted", self.alpha * self.kappas <= self.alpha * self.largest, Combine({"a term": self.alpha})),
            Step("mean", self.weighted <= self.alphas * self.largest, Summed("weighted", l)),
            Step(
                "second bound",
                cond(Sigma) * self.section.convex_combination <= cond(Sigma) * self.largest,
                Combine({"mean": cond(Sigma) / self.alphas}),
            ),
        )


CONVEX = "congruence with Id ⊗ R, Weyl's inequality over the layers, eigenvalues of Kronecker products"
MEAN = "a weighted mean is at most the largest term"
linear, residual_layers = Bounds(W, s4), Bounds(skip.shifted, skip)
lemma_2_first = Proof(CONVEX, linear.first())
lemma_2_second = Proof(MEAN, (linear.room, *linear.second()))
lemma_2_second_sharpened = Proof(
    MEAN,
    (
        Step("weight", linear.alpha >= 0, Sign()),
        Step("weights", linear.alphas >= 0, Summed("weight", l)),
        Step("room", linear.alphas > 0, Defined("weights")),
        *linear.second(),
    ),
)
eq_7 = Proof(f"{CONVEX}; {MEAN}", (*residual_layers.first(), *residual_layers.second()))

P, beta = s4.symmetric_layer, s4.beta
residual = P + beta * Id(s4.n)
skip_shift = Proof(
    "singular values of a positive semidefinite matrix are its eigenvalues",
    (
        Step("shift", eq(lam(residual), lam(P) + beta), Apply("classical.shift", {symmetric_a: P, factor: beta})),
        Step("last", eq(lmin(residual), lmin(P) + beta), At("shift", s4.n)),
        Step("semidefinite", lmin(residual) >= 0, Combine({"last": -1})),
        Step("before", eq(s(P), lam(P)), Apply("classical.psd-singular-values", {symmetric_a: P})),
        Step("after", eq(s(residual), lam(residual)), Apply("classical.psd-singular-values", {symmetric_a: residual})),
        Step("claim", eq(s(residual), s(P) + beta), Combine({"after": 1, "shift": 1, "before": -1})),
    ),
)

PROOFS = {
    "zhao.eq-5": eq_5,
    "zhao.lemma-1~repaired": lemma_1,
    "zhao.lemma-1~sharpened": lemma_1_sharpened,
    "zhao.lemma-2.first": lemma_2_first,
    "zhao.lemma-2.first~sharpened": lemma_2_first,
    "zhao.lemma-2.second": lemma_2_second,
    "zhao.lemma-2.second~sharpened": lemma_2_second_sharpened,
    "zhao.skip-shift~repaired": skip_shift,
    "zhao.eq-7": eq_7,
}
