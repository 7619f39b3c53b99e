"""Appendix 8: products of Lipschitz functions, and the derivative of weight normalisation."""

from typing import Any

from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import rectangular
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import eq, maximum, smax
from lemmata.theorems.language.proof import Apply, Combine, Identity, Proof, Step
from lemmata.theorems.macdonald2022 import appendix_8 as s8

A, A_far, B, B_far = s8.A, s8.A_far, s8.B, s8.B_far
S, U = rectangular.S, rectangular.U


def product(name: str, P: Any, Q: Any) -> Step:
    """|P Q| <= |P| |Q|."""
    return Step(name, smax(P @ Q) <= smax(P) * smax(Q), Apply("classical.norm-of-product", {any_shape: P, U: Q}))


def largest(name: str, P: Any, Q: Any, which: int) -> Step:
    """One of two norms is at most the larger."""
    return Step(
        name,
        smax((P, Q)[which]) <= maximum(smax(P), smax(Q)),
        Apply("classical.maximum", {x: smax(P), y: smax(Q)}, which),
    )


lemma_8_1 = Proof(
    "adding and subtracting a mixed product",
    (
        largest("A", A, A_far, 0),
        largest("B", B, B_far, 0),
        largest("B_1", B, B_far, 1),
        product("product", A, B),
        Step("bounded", s8.lemma_8_1.conjuncts[0], Combine({"product": 1, "A": smax(B), "B": s8.b_1})),
        Step(
            "split",
            smax(A @ B - A_far @ B_far) <= smax(A @ (B - B_far)) + smax((A - A_far) @ B_far),
            Apply("classical.norm-of-sum", {any_shape: A @ (B - B_far), S: (A - A_far) @ B_far}),
        ),
        product("first", A, B - B_far),
        product("second", A - A_far, B_far),
        Step(
            "lipschitz",
            s8.lemma_8_1.conjuncts[1],
            Combine({"split": 1, "first": 1, "second": 1, "A": smax(B - B_far), "B_1": smax(A - A_far)}),
        ),
    ),
)
mean_A, mean_B = s8.half * (A + A_far), s8.half * (B + B_far)


def total(name: str, P: Any, Q: Any) -> Step:
    """|P + Q| <= |P| + |Q|."""
    return Step(name, smax(P + Q) <= smax(P) + smax(Q), Apply("classical.norm-of-sum", {any_shape: P, S: Q}))


def halved(name: str, P: Any) -> Step:
    """Half a matrix has half its norm."""
    where = {factor: s8.half, any_shape: P}
    return Step(name, eq(smax(s8.half * P), s8.half * smax(P)), Apply("classical.norm-of-multiple", where))


lemma_8_1_sharpened = Proof(
    "the difference of products as two products of a mean and a difference",
    (
        Step(
            "split",
            smax(A @ B - A_far @ B_far) <= smax(mean_A @ (B - B_far)) + smax((A - A_far) @ mean_B),
            Apply("classical.norm-of-sum", {any_shape: mean_A @ (B - B_far), S: (A - A_far) @ mean_B}),
        ),
        product("first", mean_A, B - B_far),
        product("second", A - A_far, mean_B),
        total("left", s8.half * A, s8.half * A_far),
        total("right", s8.half * B, s8.half * B_far),
        halved("A", A),
        halved("A_1", A_far),
        halved("B", B),
        halved("B_1", B_far),
        Step(
            "lipschitz",
            s8.lemma_8_1_sharpened.conjuncts[0],
            Combine({
                "split": 1, "first": 1, "second": 1,
                "left": smax(B - B_far), "A": smax(B - B_far), "A_1": smax(B - B_far),
                "right": smax(A - A_far), "B": smax(A - A_far), "B_1": smax(A - A_far),
            }),
        ),
    ),
)  # fmt: skip
eq_42_repaired = Proof("product and chain rule", (Step("identity", s8.eq_42_repaired.conjuncts[0], Identity()),))

PROOFS = {
    "macdonald.lemma-8.1": lemma_8_1,
    "macdonald.lemma-8.1~sharpened": lemma_8_1_sharpened,
    "macdonald.eq-42~repaired": eq_42_repaired,
}
