"""What is singular and what is lost: determinants along depth, and the row space."""

from typing import Any

from lemmata.theorems.classical import regular
from lemmata.theorems.language import Index, MatProdOver, ProdOver, det, eq
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Congruence,
    Induction,
    Instance,
    Multiply,
    Proof,
    Step,
    Unrolled,
)
from lemmata.theorems.oyedotun2021 import section4_products as products
from lemmata.theorems.oyedotun2021 import section4_representations as s4

L = products.L
near, far = Index("h", 1, L - 1), Index("h", 1, L)


def layer(at: Any) -> Any:
    """The layer with this number."""
    return products.layer.xreplace({products.l: quantity(at)})


def first(depth: Any) -> Any:
    """The product of the layers up to one."""
    return MatProdOver(products.l, 1, depth, products.layer)


def determinants(depth: Any) -> Any:
    """The product of their determinants."""
    return ProdOver(products.l, 1, depth, det(products.layer))


def of_product(name: str, left: Any, right: Any) -> Step:
    """The determinant of a product of two."""
    return Step(
        name,
        eq(det(left @ right), det(left) * det(right)),
        Apply("classical.determinant-of-product", {regular.B: left, regular.D: right}),
    )


whole = first(L)
opposite = Proof(
    "the determinant is multiplicative, by induction on the depth",
    (
        Step(
            "layers",
            eq(det(first(far)), determinants(far)),
            Induction(
                far,
                (
                    Step("one layer", eq(first(1), layer(1)), Unrolled()),
                    Step("one determinant", eq(determinants(1), det(layer(1))), Unrolled()),
                    Step("its determinant", eq(det(first(1)), det(layer(1))), Congruence("one layer")),
                    Step(
                        "base",
                        eq(det(first(1)), determinants(1)),
                        Combine({"its determinant": 1, "one determinant": -1}),
                    ),
                ),
                (
                    Step("one more layer", eq(first(near + 1), layer(near + 1) @ first(near)), Unrolled()),
                    Step(
                        "one more determinant",
                        eq(determinants(near + 1), determinants(near) * det(layer(near + 1))),
                        Unrolled(),
                    ),
                    Step(
                        "the same",
                        eq(det(first(near + 1)), det(layer(near + 1) @ first(near))),
                        Congruence("one more layer"),
                    ),
                    of_product("product", layer(near + 1), first(near)),
                    Step(
                        "next",
                        eq(det(first(near + 1)), determinants(near + 1)),
                        Combine(
                            {
                                "the same": 1,
                                "product": 1,
                                "before": det(layer(near + 1)),
                                "one more determinant": -1,
                            }
                        ),
                    ),
                ),
            ),
        ),
        Step("all layers", eq(det(whole), determinants(L)), Instance("layers", far, L)),
        of_product("input", whole, products.X),
        Step(
            "claim",
            products.remark_1_opposite.claim[0],
            Combine({"input": 1, "all layers": det(products.X)}),
        ),
    ),
)

M, P, w = s4.M, s4.P, s4.w
row_space = Proof(
    "P M is symmetric and M P M = M, turned round",
    (
        Step("turned", eq((M @ P @ M).T, M.T), Congruence("given 0")),
        Step(
            "claim",
            s4.prop_2_rows.claim[0],
            Multiply({"given 1": (-1, M.T @ w), "turned": (None, w)}),
        ),
    ),
)

PROOFS = {"oyedotun.remark-1~opposite": opposite, "oyedotun.prop-2~row-space": row_space}
