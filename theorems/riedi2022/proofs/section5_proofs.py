"""Section 5: an activation pattern D next to M."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, eq, lam, lmin, normF, s, smax, total, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Apply, At, Combine, Identity, Proof, Step, Summed
from lemmata.theorems.riedi2022 import M, n
from lemmata.theorems.riedi2022 import section5_activation as s5
from lemmata.theorems.riedi2022 import section22_perturbation as s2

flip, relu, leaky, eta, diagonal = s5.absolute_value, s5.relu, s5.leaky, s5.eta, s5.diagonal


def kept(D: Any, why: str) -> Proof:
    """s(M) = s(M D) = s(D M) for D with D^T D = Id."""
    return Proof(
        why,
        (
            Step("rows", eq(s(M) ** 2, lam(M @ M.T)), Apply("classical.gram", {square: M}, 1)),
            Step("columns", eq(s(M) ** 2, lam(M.T @ M)), Apply("classical.gram", {square: M}, 0)),
            Step("input", eq(s(M @ D) ** 2, lam(M @ M.T)), Apply("classical.gram", {square: M @ D}, 1)),
            Step("output", eq(s(D @ M) ** 2, lam(M.T @ M)), Apply("classical.gram", {square: D @ M}, 0)),
            Step("input, squares", eq(s(M) ** 2, s(M @ D) ** 2), Combine({"rows": 1, "input": -1})),
            Step(
                "output, squares",
                eq(s(M @ D) ** 2, s(D @ M) ** 2),
                Combine({"input, squares": -1, "columns": 1, "output": -1}),
            ),
            Step("first", eq(s(M), s(M @ D)), Apply("classical.equal-squares", {x: s(M), y: s(M @ D)})),
            Step("second", eq(s(M @ D), s(D @ M)), Apply("classical.equal-squares", {x: s(M @ D), y: s(D @ M)})),
        ),
    )


prop_23 = kept(flip, "D D = Id")
prop_23_sharpened = kept(s5.Q, "Q^T Q = Id")


def lowered(side: str, D: Any, weight: Any, gram: int) -> tuple[Step, ...]:
    """s(M D) <= s(M) for side "input", s(D M) <= s(M) for side "output".

    With F = (Id - D) M^T or (Id - D) M, the Gram matrix of M is that of its product with D plus weight times F^T F.
    """
    product, F = (M @ D, (Id(n) - D) @ M.T) if side == "input" else (D @ M, (Id(n) - D) @ M)
    whole, part = (X @ X.T if side == "input" else X.T @ X for X in (M, product))
    return (
        Step(f"{side}: M", eq(s(M) ** 2, lam(whole)), Apply("classical.gram", {square: M}, gram)),
        Step(f"{side}: product", eq(s(product) ** 2, lam(part)), Apply("classical.gram", {square: product}, gram)),
        Step(f"{side}: Gram matrices", eq(whole, part + weight * (F.T @ F)), Identity()),
        Step(
            f"{side}: weyl",
            lam(part) + lmin(weight * (F.T @ F)) <= lam(whole),
            Apply("classical.weyl-extremes", {symmetric_a: part, symmetric_b: weight * (F.T @ F)}, 0),
        ),
        Step(
            f"{side}: weight",
            eq(lam(weight * (F.T @ F)), weight * lam(F.T @ F)),
            Apply("classical.scaling", {symmetric_a: F.T @ F, factor: weight}),
        ),
        Step(f"{side}: weight, least", eq(lmin(weight * (F.T @ F)), weight * lmin(F.T @ F)), At(f"{side}: weight", n)),
        Step(f"{side}: semidefinite", lmin(F.T @ F) >= 0, Apply("classical.gram-psd", {any_shape: F})),
        Step(
            f"{side}: squares",
            s(product) ** 2 <= s(M) ** 2,
            Combine(
                {
                    f"{side}: weyl": 1,
                    f"{side}: semidefinite": weight,
                    f"{side}: weight, least": -1,
                    f"{side}: M": -1,
                    f"{side}: product": 1,
                }
            ),
        ),
        Step(side, s(product) <= s(M), Apply("classical.square-roots", {x: s(product), y: s(M)})),
    )


one = quantity(1)
lemma_24 = Proof(
    "Loewner order: M M^T - M D D M^T is positive semidefinite",
    (*lowered("input", relu, one, 1), *lowered("output", relu, one, 0)),
)

P = s5.P
lemma_24_sharpened = Proof(
    "singular values of a product",
    (
        Step(
            "input, product",
            s(M @ P) <= s(M) * smax(P),
            Apply("classical.submultiplicative", {square: M, second: P}, 0),
        ),
        Step(
            "output, product",
            s(P @ M) <= smax(P) * s(M),
            Apply("classical.submultiplicative", {square: M, second: P}, 1),
        ),
        Step("input", s(M @ P) <= s(M), Combine({"input, product": 1, "given 0": s(M)})),
        Step("output", s(P @ M) <= s(M), Combine({"output, product": 1, "given 0": s(M)})),
    ),
)

ratio = (1 + eta) / (1 - eta)
leaky_repaired = Proof(
    "Loewner order: M M^T - M D D M^T is positive semidefinite",
    (
        *lowered("input", leaky, ratio, 1),
        *lowered("output", leaky, ratio, 0),
        Step("largest", smax(M @ leaky) <= smax(M), At("input", 1)),
    ),
)

before, after = s(M) ** 2, s(M @ relu) ** 2
loss = normF(s5.removed) ** 2
eq_58 = Proof(
    "traces of Gram matrices; the singular values fall",
    (
        Step("lower", s(M @ relu) <= s(M), Apply("riedi.lemma-24", conjunct=0)),
        Step(
            "modulus",
            eq(abs(before - after), before - after),
            Apply("classical.modulus-non-negative", {x: before - after}),
        ),
        Step("sum of moduli", eq(total(abs(before - after)), total(before - after)), Summed("modulus")),
        Step("first", eq(total(before) - total(after), total(abs(before - after))), Combine({"sum of moduli": -1})),
        Step("M, squares", eq(total(before), tr(M.T @ M)), Apply("classical.frobenius", {any_shape: M}, 1)),
        Step(
            "MD, squares",
            eq(total(after), tr((M @ relu).T @ M @ relu)),
            Apply("classical.frobenius", {any_shape: M @ relu}, 1),
        ),
        Step("M, norm", eq(normF(M) ** 2, tr(M.T @ M)), Apply("classical.frobenius", {any_shape: M}, 0)),
        Step(
            "MD, norm",
            eq(normF(M @ relu) ** 2, tr((M @ relu).T @ M @ relu)),
            Apply("classical.frobenius", {any_shape: M @ relu}, 0),
        ),
        Step(
            "rest, norm",
            eq(loss, tr(s5.removed.T @ s5.removed)),
            Apply("classical.frobenius", {any_shape: s5.removed}, 0),
        ),
        Step(
            "second",
            eq(total(abs(before - after)), normF(M) ** 2 - normF(M @ relu) ** 2),
            Combine({"first": -1, "M, squares": 1, "MD, squares": -1, "M, norm": -1, "MD, norm": 1}),
        ),
        Step(
            "third",
            eq(normF(M) ** 2 - normF(M @ relu) ** 2, loss),
            Combine({"M, norm": 1, "MD, norm": -1, "rest, norm": -1}),
        ),
    ),
)

eq_59 = Proof(
    "Wielandt–Hoffman for M and M D",
    (Step("distance", total((s(M) - s(M @ relu)) ** 2) <= loss, Apply("riedi.cor-2", {s2.A: M, s2.B: M @ relu})),),
)

eq_59_sharpened = Proof(
    "Wielandt–Hoffman for M and M P",
    (
        Step(
            "distance",
            total((s(M) - s(M @ P)) ** 2) <= normF(M @ (Id(n) - P)) ** 2,
            Apply("riedi.cor-2", {s2.A: M, s2.B: M @ P}),
        ),
    ),
)

prop_26 = Proof(
    "M D and its transpose",
    (Step("transpose", eq(s(M @ diagonal), s(diagonal @ M.T)), Apply("classical.gram", {square: M @ diagonal}, 2)),),
)

PROOFS = {
    "riedi.prop-23": prop_23,
    "riedi.prop-23~sharpened": prop_23_sharpened,
    "riedi.lemma-24~sharpened": lemma_24_sharpened,
    "riedi.prop-25.eq-59~sharpened": eq_59_sharpened,
    "riedi.lemma-24": lemma_24,
    "riedi.lemma-24.leaky~repaired": leaky_repaired,
    "riedi.prop-25.eq-58": eq_58,
    "riedi.prop-25.eq-59": eq_59,
    "riedi.prop-26": prop_26,
}
