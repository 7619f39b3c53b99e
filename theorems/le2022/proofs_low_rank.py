"""Proofs for sections 5, D and F: what is left of the low-rank statements, for all sizes."""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical.blocks import S as below
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import lam, lmax, lmin, maximum, norm2, normF, smax, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Step
from lemmata.theorems.language.relations import eq
from lemmata.theorems.le2022 import appendix_d_norms as d
from lemmata.theorems.le2022 import appendix_descent as f
from lemmata.theorems.le2022 import section5_low_rank as s5


def norm(name: str, X: Any) -> Step:  # noqa: N803
    """norm2(X) == smax(X)."""
    return Step(name, eq(norm2(X), smax(X)), Apply("classical.operator-norm", {any_shape: X}))


def by_balance(U: Any, Y: Any, inner: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(U)^2 <= smax(Y)^2 + norm2(U^T U - Y Y^T), the matrices in between being of order `inner`."""
    H = U.T @ U - Y @ Y.T  # noqa: N806
    return (
        Step(
            "weyl",
            lam(Y @ Y.T + H) <= lam(Y @ Y.T) + lmax(H),
            Apply("classical.weyl-extremes", {symmetric_a: Y @ Y.T, symmetric_b: H, order: inner}, 1),
        ),
        Step("first", lmax(U.T @ U) <= lmax(Y @ Y.T) + lmax(H), At("weyl", 1)),
        Step("outer", eq(lmax(U.T @ U), smax(U) ** 2), Apply("classical.gram-norm", {any_shape: U}, 1)),
        Step("inner", eq(lmax(Y @ Y.T), smax(Y) ** 2), Apply("classical.gram-norm", {any_shape: Y}, 0)),
        Step(
            "norm of H",
            eq(norm2(H), maximum(abs(lmin(H)), abs(lmax(H)))),
            Apply("classical.symmetric-norm", {symmetric_a: H, order: inner}),
        ),
        Step(
            "largest",
            abs(lmax(H)) <= maximum(abs(lmin(H)), abs(lmax(H))),
            Apply("classical.maximum", {x: abs(lmin(H)), y: abs(lmax(H))}, 1),
        ),
        Step("modulus", lmax(H) <= abs(lmax(H)), Apply("classical.modulus", {x: lmax(H)}, 1)),
        Step(
            "balance",
            smax(U) ** 2 <= smax(Y) ** 2 + norm2(H),
            Combine({"outer": -1, "first": 1, "inner": 1, "modulus": 1, "largest": 1, "norm of H": -1}),
        ),
    )


def conjugate(*names: str) -> dict[str, Any]:
    """Coefficients that turn squares of smax into those of norm2, by the steps `norm` for these matrices."""
    matrices = {"Y": d.Y, "U": d.U, "A": d.beside, "B": d.above, "1": s5.W_1, "2": s5.W_2}
    return {f"norm {k}": norm2(matrices[k]) + smax(matrices[k]) for k in names}


def negative(facts: dict[str, Any]) -> dict[str, Any]:
    """The same facts subtracted."""
    return {name: -factor for name, factor in facts.items()}


eq_62 = Proof(
    "operator norm and Gram matrix",
    (
        norm("norm", d.B),
        Step("gram", eq(lmax(d.B.T @ d.B), smax(d.B) ** 2), Apply("classical.gram-norm", {any_shape: d.B}, 1)),
        Step("claim", d.eq_62_repaired.claim[0], Combine({"norm": norm2(d.B) + smax(d.B), "gram": -1})),
    ),
)

eq_61 = Proof(
    "Weyl's inequality for U^T U = Y Y^T + H",
    (
        *by_balance(d.U, d.Y, d.b),
        norm("norm U", d.U),
        norm("norm Y", d.Y),
        Step("claim", d.eq_61_repaired.claim[0], Combine({"balance": 1, **conjugate("U"), **negative(conjugate("Y"))})),
    ),
)

stacked = d.beside.T
half = quantity(Fraction(1, 2))
eq_69_sharpened = Proof(
    "each block is at most the whole, the whole at most the sum of squares",
    (
        *by_balance(d.U, d.Y, d.b),
        Step("Y in B", smax(d.Y) <= smax(d.above), Apply("classical.stacked-norms", {any_shape: d.Y, below: d.Z}, 0)),
        Step("Z in B", smax(d.Z) <= smax(d.above), Apply("classical.stacked-norms", {any_shape: d.Y, below: d.Z}, 1)),
        Step(
            "A",
            smax(stacked) ** 2 <= smax(d.U.T) ** 2 + smax(d.Z.T) ** 2,
            Apply("classical.stacked-norms", {any_shape: d.U.T, below: d.Z.T}, 2),
        ),
        Step("U, turned", eq(smax(d.U.T), smax(d.U)), Apply("classical.transpose", {any_shape: d.U}, 0)),
        Step("Z, turned", eq(smax(d.Z.T), smax(d.Z)), Apply("classical.transpose", {any_shape: d.Z}, 0)),
        Step("A, turned", eq(smax(d.beside), smax(stacked)), Apply("classical.transpose", {any_shape: stacked}, 0)),
        norm("norm A", d.beside),
        norm("norm B", d.above),
        Step(
            "claim",
            d.eq_69_sharpened.claim[0],
            Combine({
                "Y in B": half * (smax(d.Y) + smax(d.above)),
                "Z in B": half * (smax(d.Z) + smax(d.above)),
                "balance": half,
                "A": half,
                "U, turned": half * (smax(d.U.T) + smax(d.U)),
                "Z, turned": half * (smax(d.Z.T) + smax(d.Z)),
                "A, turned": half * (smax(d.beside) + smax(stacked)),
                "norm A": half * (norm2(d.beside) + smax(d.beside)),
                **negative(conjugate("B")),
            }),
        ),
    ),
)  # fmt: skip

eq_69_unsquared = Proof(
    "a quarter of the sharper bound",
    (
        Step("sharper", d.eq_69_sharpened.claim[0], Apply("le.lemma-10.eq-69~sharpened")),
        Step("claim", d.eq_69_unsquared.claim[0], Combine({"sharper": quantity(Fraction(1, 4))})),
    ),
)

eq_13_step = Proof(
    "Weyl's inequality for W_2^T W_2 = W_1 W_1^T + H, and traces",
    (
        *by_balance(s5.W_2, s5.W_1, s5.b),
        norm("norm 1", s5.W_1),
        norm("norm 2", s5.W_2),
        Step(
            "frobenius 1",
            eq(normF(s5.W_1) ** 2, tr(s5.W_1.T @ s5.W_1)),
            Apply("classical.frobenius", {any_shape: s5.W_1}, 0),
        ),
        Step(
            "frobenius 2",
            eq(normF(s5.W_2) ** 2, tr(s5.W_2.T @ s5.W_2)),
            Apply("classical.frobenius", {any_shape: s5.W_2}, 0),
        ),
        Step(
            "claim",
            s5.eq_13_step.claim[0],
            Combine({
                "balance": 1, "frobenius 1": 1, "frobenius 2": -1, **conjugate("2"), **negative(conjugate("1")),
            }),
        ),
    ),
)  # fmt: skip

eq_87 = Proof(
    "beta eta <= 1",
    (
        Step("below", f.step <= 1 / f.beta, Apply("classical.minimum", {x: 1, y: 1 / f.beta}, 1)),
        Step("step", f.step > 0, Apply("classical.minimum", {x: 1, y: 1 / f.beta}, 2)),
        Step(
            "claim",
            f.eq_87.claim[0],
            Combine({"given 1": 1, "below": f.beta * f.step / 2 * f.length}),
        ),
    ),
)

PROOFS = {
    "le.lemma-10.eq-62~repaired": eq_62,
    "le.lemma-10.eq-61~repaired": eq_61,
    "le.lemma-10.eq-69~sharpened": eq_69_sharpened,
    "le.lemma-10.eq-69~unsquared": eq_69_unsquared,
    "le.thm-2.eq-13~step": eq_13_step,
    "le.eq-87": eq_87,
}
