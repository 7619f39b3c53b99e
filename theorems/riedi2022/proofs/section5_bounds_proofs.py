"""Section 6.1 of the paper: entries bounded by c, condition number of M_o + Id and of its product with a pattern."""

from typing import Any

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import entries as textbook
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import (
    Id,
    Matrix,
    cond,
    diag,
    eq,
    maxabs,
    norm2,
    normF,
    s,
    smax,
    smin,
    sqrt,
    total,
)
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Defined,
    Proof,
    Sign,
    Step,
    Summed,
)
from lemmata.theorems.riedi2022 import M_o, n, rho
from lemmata.theorems.riedi2022 import section5_activation as s5
from lemmata.theorems.riedi2022 import section5_bounds as b
from lemmata.theorems.riedi2022 import section22_perturbation as s2

c, M_1, ratio = b.c, b.M_1, b.ratio
t = c * n


def small(W: Any, order: Any) -> tuple[Step, ...]:
    """normF(W)^2 <= (c n)^2, from `given 0`: maxabs(W) <= c."""
    return (
        Step(
            "entries",
            normF(W) ** 2 <= order * order * maxabs(W) ** 2,
            Apply("classical.frobenius-of-entries", {any_shape: W}),
        ),
        Step(
            "frobenius, squared",
            normF(W) ** 2 <= (c * order) ** 2,
            Combine({"entries": 1, "given 0": order**2 * (c + maxabs(W))}),
        ),
    )


lemma_27 = Proof(
    "operator norm, Frobenius norm, entries",
    (
        *small(b.W, n),
        Step("frobenius", normF(b.W) <= t, Apply("classical.square-roots", {x: normF(b.W), y: t})),
        Step("norm", eq(norm2(b.W), smax(b.W)), Apply("classical.operator-norm", {any_shape: b.W})),
        Step("below", norm2(b.W) <= normF(b.W), Apply("riedi.prop-4.norms", {s2.A: b.W}, 1)),
        Step("bound", smax(b.W) <= t, Combine({"norm": -1, "below": 1, "frobenius": 1})),
        Step("constant", eq(smax(b.constant), abs(c) * n), Apply("classical.constant-matrix", {factor: c})),
        Step("modulus", eq(abs(c), c), Apply("classical.modulus-non-negative", {x: c})),
        Step("equality", eq(smax(b.constant), t), Combine({"constant": 1, "modulus": n})),
    ),
)
lemma_27_sharpened = Proof(
    "the squares of all entries",
    (*small(b.W, n), Step("frobenius", normF(b.W) <= t, Apply("classical.square-roots", {x: normF(b.W), y: t}))),
)

W, A, D = b.W, b.A, diag(b.D)
# given 0: maxabs(W) <= c; given 1: maxabs(A) <= c; given 2: c <= 1/n; given 3: maxabs(D) <= 1
lemma_28_step = Proof(
    "entries of a product",
    (
        Step(
            "layer, entries",
            maxabs(D @ W) <= maxabs(b.D) * maxabs(W),
            Apply("classical.entries-of-product", {square: W, column: b.D}, 1),
        ),
        Step("layer", maxabs(D @ W) <= c, Combine({"layer, entries": 1, "given 3": maxabs(W), "given 0": 1})),
        Step(
            "product, entries",
            maxabs(D @ W @ A) <= n * maxabs(D @ W) * maxabs(A),
            Apply("classical.entries-of-product", {square: D @ W, second: A}, 0),
        ),
        Step(
            "product",
            maxabs(D @ W @ A) <= c,
            Combine({"product, entries": 1, "layer": n * maxabs(A), "given 1": n * c, "given 2": n * c}),
        ),
    ),
)

# given 0: maxabs(M_o) <= c; given 1: c < 1/n
from_below = (
    Step("weights", smax(M_o) <= t, Apply("riedi.lemma-27", {b.W: M_o}, 0)),
    Step("below", 1 - smax(M_o) <= s(M_1), Apply("riedi.lemma-17", {rho: 1}, 0)),
    Step("last", 1 - smax(M_o) <= smin(M_1), At("below", n)),
    Step("least", 1 - t <= smin(M_1), Combine({"last": 1, "weights": 1})),
)
from_above = (
    Step("above", s(M_1) <= 1 + smax(M_o), Apply("riedi.lemma-17", {rho: 1}, 1)),
    Step("first", smax(M_1) <= 1 + smax(M_o), At("above", 1)),
    Step("largest", smax(M_1) <= 1 + t, Combine({"first": 1, "weights": 1})),
)
room = Step("room", 1 - t > 0, Combine({"given 1": n}))
non_singular = Step("non-singular", smin(M_1) > 0, Combine({"least": 1, "room": 1}))


def quotient(X: Any, above: Any, below: Any, name: str = "bound") -> tuple[Step, ...]:
    """cond(X) <= above / below, from steps "X, largest", "X, least" where smin(X) is seen to be positive."""
    return (
        Step("X, condition", eq(cond(X), smax(X) / smin(X)), Apply("classical.condition", {any_shape: X})),
        Step(
            name,
            cond(X) <= above / below,
            Combine({"X, condition": 1, "X, largest": 1 / smin(X), "X, least": above / (below * smin(X))}),
        ),
    )


lemma_29 = Proof(
    "Lemma 17 with s_1(M_o) <= cn",
    (
        *from_below,
        *from_above,
        room,
        non_singular,
        Step("order", smin(M_1) <= smax(M_1), Apply("classical.order", {any_shape: M_1}, 1)),
        Step("two", 1 + t < 2, Combine({"room": 1})),
        Step("condition", eq(cond(M_1), smax(M_1) / smin(M_1)), Apply("classical.condition", {any_shape: M_1})),
        Step(
            "bound",
            cond(M_1) <= ratio,
            Combine({"condition": 1, "largest": 1 / smin(M_1), "least": (1 + t) / ((1 - t) * smin(M_1))}),
        ),
    ),
)

lemma_29_sharpened = Proof(
    "Wielandt–Hoffman for M_o + Id and Id",
    (
        *small(M_o, n),
        Step(
            "distance",
            total((s(M_1) - s(Id(n))) ** 2) <= normF(M_o) ** 2,
            Apply("riedi.cor-2", {s2.A: M_1, s2.B: Id(n)}),
        ),
        Step("identity", eq(s(Id(n)), 1), Apply("classical.scaled-identity", {factor: 1})),
        Step(
            "deviations",
            eq((s(M_1) - 1) ** 2, (s(M_1) - s(Id(n))) ** 2),
            Combine({"identity": 2 * s(M_1) - 1 - s(Id(n))}),
        ),
        Step("summed", eq(total((s(M_1) - 1) ** 2), total((s(M_1) - s(Id(n))) ** 2)), Summed("deviations")),
        Step("sum", total((s(M_1) - 1) ** 2) <= t**2, Combine({"summed": -1, "distance": 1, "frobenius, squared": 1})),
        *from_below,
        *from_above,
    ),
)

# the same at orders from 2 on
pair, two = b.pair, b.two
M_2 = Matrix("M_o", two, two)
u = c * two
x_1, x_n = smax(pair), smin(pair)
lemma_29_kappa = Proof(
    "largest ratio of two numbers on a disc",
    (
        Step("not negative", c >= 0, Combine({"given 0": 1})),
        Step("room", 1 - u > 0, Combine({"given 1": two})),
        Step("sum", total((s(pair) - 1) ** 2) <= u**2, Apply("riedi.lemma-29~sharpened", {M_o: M_2}, 0)),
        Step(
            "two of them",
            (x_1 - 1) ** 2 + (x_n - 1) ** 2 <= total((s(pair) - 1) ** 2),
            Apply("classical.two-of-a-sum", {textbook.N: pair, factor: 1}),
        ),
        Step("disc", (x_1 - 1) ** 2 + (x_n - 1) ** 2 <= u**2, Combine({"two of them": 1, "sum": 1})),
        Step("least", 1 - u <= x_n, Apply("riedi.lemma-29~sharpened", {M_o: M_2}, 1)),
        Step("non-singular", x_n > 0, Combine({"least": 1, "room": 1})),
        Step("order", x_n <= x_1, Apply("classical.order", {any_shape: pair}, 1)),
        Step("one more", 1 + u > 0, Combine({"not negative": two})),
        Step("below one", 1 - u**2 > 0, Combine({"room": 1 + u})),
        Step("square", (x_1 + x_n - 2 + u**2) ** 2 >= 0, Sign()),
        Step(
            "quadratic",
            (1 - u**2) * (x_1**2 + x_n**2) <= 2 * x_1 * x_n,
            Combine({"disc": 2 - u**2, "square": 1}),
        ),
        Step("condition", eq(cond(pair), x_1 / x_n), Apply("classical.condition", {any_shape: pair})),
        Step(
            "bound",
            cond(pair) + 1 / cond(pair) <= 2 / (1 - u**2),
            Combine(
                {
                    "condition": 1 - x_n / (x_1 * cond(pair)),
                    "quadratic": 1 / ((1 - u**2) * x_1 * x_n),
                }
            ),
        ),
    ),
)

flipped = M_1 @ b.absolute_value
thm_30 = Proof(
    "the absolute value keeps singular values",
    (
        *from_below,
        room,
        non_singular,
        Step("order", smin(M_1) <= smax(M_1), Apply("classical.order", {any_shape: M_1}, 1)),
        Step("kept", eq(s(M_1), s(flipped)), Apply("riedi.prop-23", {rho: 1, s5.absolute_value: b.absolute_value}, 0)),
        Step(
            "condition",
            eq(cond(flipped), cond(M_1)),
            Apply("classical.equal-condition", {square: flipped, second: M_1}),
        ),
        Step("without", cond(M_1) <= ratio, Apply("riedi.lemma-29", conjunct=5)),
        Step("bound", cond(flipped) <= ratio, Combine({"condition": 1, "without": 1})),
    ),
)

cut = M_1 @ b.relu
thm_31_sharpened = Proof(
    "singular values of a product",
    (
        *from_below,
        *from_above,
        room,
        non_singular,
        Step("product is not zero", smax(cut) > 0, Defined()),
        Step(
            "factors",
            s(cut) <= smax(M_1) * s(b.relu),
            Apply("classical.submultiplicative", {square: b.relu, second: M_1}, 1),
        ),
        Step("first factors", smax(cut) <= smax(M_1) * smax(b.relu), At("factors", 1)),
        Step(
            "D is not zero", smax(b.relu) > 0, Apply("classical.positive-factors", {x: smax(M_1), y: smax(b.relu)}, 1)
        ),
        Step(
            "D",
            eq(cond(b.relu), 1),
            Apply("classical.condition-of-projection", {textbook.projection: b.relu, textbook.m: b.m}),
        ),
        Step(
            "product",
            cond(cut) <= smax(M_1) / smin(M_1) * cond(b.relu),
            Apply("classical.condition-of-product", {square: M_1, second: b.relu}),
        ),
        Step("first bound", cond(cut) <= smax(M_1) / smin(M_1), Combine({"product": 1, "D": smax(M_1) / smin(M_1)})),
        Step(
            "second bound",
            cond(cut) <= ratio,
            Combine({"first bound": 1, "largest": 1 / smin(M_1), "least": (1 + t) / ((1 - t) * smin(M_1))}),
        ),
    ),
)


def weaker(why: str, root: Any, *steps: Step) -> Proof:
    """cond <= (1 + cn) / root, from steps that end with "root": root <= 1 - cn and make the root positive."""
    return Proof(
        why,
        (
            Step("not negative", c >= 0, Combine({"given 0": 1})),
            Step("room", 1 - t > 0, Combine({"given 1": n})),
            Step("one more", 1 + t > 0, Combine({"not negative": n})),
            Step("sharper", cond(cut) <= ratio, Apply("riedi.thm-31~sharpened", conjunct=1)),
            *steps,
            Step("bound", cond(cut) <= (1 + t) / root, Combine({"sharper": 1, "root": (1 + t) / (root * (1 - t))})),
        ),
    )


def below_root(radicand: Any, scale: Any, *steps: Step) -> tuple[Step, ...]:
    """sqrt(radicand) <= 1 - cn for radicand = 1 - 2cn scale; `given 2` times `scale` makes it positive."""
    return (
        Step("radicand", radicand > 0, Combine({"given 2": scale})),
        *steps,
        Step("root", sqrt(radicand) <= 1 - t, Apply("classical.above-root", {x: 1 - t, y: radicand})),
    )


inside_65, inside_67 = 1 - 2 * c * n * (1 + n), 1 - 2 * c * n * (1 + 2 * b.m)
thm_31_eq_65 = weaker("weaker than the sharpened row", sqrt(inside_65), *below_root(inside_65, 1 + n))
difference = Step("difference", 4 * t * b.m >= 0, Sign())  # (1 - cn)^2 is larger than the radicand by this and (cn)^2
thm_31_eq_67 = weaker("weaker than the sharpened row", sqrt(inside_67), *below_root(inside_67, 1 + 2 * b.m, difference))
share = sqrt(b.m / n)
thm_31_eq_66 = weaker(
    "weaker than the sharpened row",
    1 - t - share,
    Step("below", share <= 1 - t, Apply("classical.above-root", {x: 1 - t, y: b.m / n})),
    Step("not below zero", 1 - t - share >= 0, Combine({"below": 1})),
    Step("positive", 1 - t - share > 0, Defined("not below zero")),
    Step("root", 1 - t - share <= 1 - t, Combine({})),
)

third = 1 / (3 * n)
numbers_sharpened = Proof(
    "the sharpened bound of Theorem 31 at c = 1/(3n)",
    (Step("bound", cond(cut) <= 2, Apply("riedi.thm-31~sharpened", {c: third}, 1)),),
)
free = M_1 @ b.any_signs
numbers = Proof(
    "Theorem 30 and the sharpened bound of Theorem 31 at c = 1/(3n)",
    (
        Step(
            "absolute value",
            cond(free) <= 2,
            Apply("riedi.thm-30", {c: third, b.absolute_value: b.any_signs, b.m: b.any_number}),
        ),
        Step("sharper", cond(cut) <= 2, Apply("riedi.thm-31~sharpened", {c: third}, 1)),
        Step("ReLU", cond(cut) <= 8, Combine({"sharper": 1})),
    ),
)

PROOFS = {
    "riedi.lemma-27": lemma_27,
    "riedi.lemma-27~sharpened": lemma_27_sharpened,
    "riedi.lemma-28~step": lemma_28_step,
    "riedi.lemma-29": lemma_29,
    "riedi.lemma-29~sharpened": lemma_29_sharpened,
    "riedi.lemma-29~sharpened-kappa": lemma_29_kappa,
    "riedi.thm-30": thm_30,
    "riedi.thm-31~sharpened": thm_31_sharpened,
    "riedi.thm-31.eq-65": thm_31_eq_65,
    "riedi.thm-31.eq-66": thm_31_eq_66,
    "riedi.thm-31.eq-67": thm_31_eq_67,
    "riedi.sec-6.3.numbers": numbers,
    "riedi.sec-6.3.numbers~sharpened": numbers_sharpened,
}
