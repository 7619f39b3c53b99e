"""Along depth: determinants, sums over sets of layers, and what is lost; the row space."""

from typing import Any

from lemmata.theorems.classical import regular
from lemmata.theorems.language import Index, MatProdOver, ProdOver, det, entry, eq
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Congruence,
    Identity,
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

grown, by_last, expanded, deep = products.grown_up_to, products.by_last_layer, products.expanded, products.deep
first_one, before, up_to = entry(products.growth, 1), Index("h", 2, deep - 1), Index("h", 2, deep)
last, more = entry(products.growth, 2), entry(products.growth, before + 1)
axiom_1 = Proof(
    "expansion; for every L by induction",
    (
        *(
            Step(f"L = {depth}", clause, Identity())
            for depth, clause in zip(products.SIZES, products.axiom_1.claim, strict=False)
        ),
        Step(
            "up to a layer",
            expanded(up_to),
            Induction(
                up_to,
                (
                    Step("one factor", eq(grown(1), first_one + 1), Unrolled()),
                    Step("two factors", eq(grown(2), grown(1) * (last + 1)), Unrolled()),
                    Step("one term", eq(by_last(2), last * grown(1)), Unrolled()),
                    Step("base", expanded(2), Combine({"two factors": 1, "one term": -1, "one factor": 1})),
                ),
                (
                    Step("one more factor", eq(grown(before + 1), grown(before) * (more + 1)), Unrolled()),
                    Step("one more term", eq(by_last(before + 1), by_last(before) + more * grown(before)), Unrolled()),
                    Step(
                        "next", expanded(before + 1), Combine({"one more factor": 1, "one more term": -1, "before": 1})
                    ),
                ),
            ),
        ),
        Step("every L", expanded(deep), Instance("up to a layer", up_to, deep)),
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

PROOFS = {"oyedotun.axiom-1": axiom_1, "oyedotun.remark-1~opposite": opposite, "oyedotun.prop-2~row-space": row_space}
