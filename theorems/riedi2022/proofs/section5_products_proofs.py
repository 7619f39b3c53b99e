"""Lemma 28: entries of a product of any number of bounded layers."""

from typing import Any

from sympy import Integer

from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import entries as textbook
from lemmata.theorems.classical.proofs.largest_proofs import column_at_most
from lemmata.theorems.language import Index, MatProdOver, Unit, diag, eq, maxabs
from lemmata.theorems.language.proof import Apply, Combine, Congruence, Induction, Instance, Proof, Step, Unrolled
from lemmata.theorems.riedi2022 import n
from lemmata.theorems.riedi2022 import section5_bounds as b

c, W, A = b.c, b.W, b.A

# given 0: maxabs(W^i) <= c for every i; given 1: c <= 1/n; given 2: maxabs(Delta) <= 1
layer, far, near = Index("i", 1, b.p), Index("l", 1, b.p), Index("l", 1, b.p - 1)
row, one_row = Index("i", 1, n), Index("j", 1, 1)


def diagonal(number: Any) -> Any:
    """The diagonal of D_l, as a column."""
    return b.Delta @ Unit(b.p, number)


def factors(last: Any) -> Any:
    """D_last W^last ... D_1 W^1."""
    return MatProdOver(b.i, 1, last, diag(diagonal(b.i)) @ b.layers.layer(b.i))


def bounded_layer(name: str, number: Any) -> tuple[Step, ...]:
    """maxabs(W^l) <= c and maxabs(D_l) <= 1."""
    column, cell = diagonal(number), textbook.entry_at(b.Delta, row, number)
    return (
        Step(f"{name}, weights", maxabs(b.layers.layer(number)) <= c, Instance("given 0", layer, number)),
        Step(
            f"{name}, entry",
            abs(cell) <= maxabs(b.Delta),
            Apply("classical.entries", {any_shape: b.Delta}, at={textbook.i: row, textbook.j: number}),
        ),
        Step(f"{name}, entry at most 1", abs(cell) <= 1, Combine({f"{name}, entry": 1, "given 2": 1})),
        *column_at_most(f"{name}, diagonal", column, 1, f"{name}, entry at most 1"),
    )


first, following = factors(Integer(1)), factors(near + 1)
lemma_28 = Proof(
    "by induction on the number of layers",
    (
        Step(
            "any number",
            maxabs(factors(far)) <= c,
            Induction(
                far,
                (
                    *bounded_layer("first", Integer(1)),
                    Step("one layer", eq(first, diag(diagonal(Integer(1))) @ b.layers.layer(1)), Unrolled()),
                    Step(
                        "its entries",
                        maxabs(diag(diagonal(Integer(1))) @ b.layers.layer(1)) <= c,
                        Apply(
                            "riedi.lemma-28~step",
                            {W: b.layers.layer(1), A: b.layers.layer(1), b.D: diagonal(Integer(1))},
                            0,
                        ),
                    ),
                    Step(
                        "the same",
                        eq(maxabs(first), maxabs(diag(diagonal(Integer(1))) @ b.layers.layer(1))),
                        Congruence("one layer"),
                    ),
                    Step("first", maxabs(first) <= c, Combine({"its entries": 1, "the same": 1})),
                ),
                (
                    *bounded_layer("next", near + 1),
                    Step(
                        "one more layer",
                        eq(following, diag(diagonal(near + 1)) @ b.layers.layer(near + 1) @ factors(near)),
                        Unrolled(),
                    ),
                    Step(
                        "its entries",
                        maxabs(diag(diagonal(near + 1)) @ b.layers.layer(near + 1) @ factors(near)) <= c,
                        Apply(
                            "riedi.lemma-28~step",
                            {W: b.layers.layer(near + 1), A: factors(near), b.D: diagonal(near + 1)},
                            1,
                        ),
                    ),
                    Step(
                        "the same",
                        eq(
                            maxabs(following),
                            maxabs(diag(diagonal(near + 1)) @ b.layers.layer(near + 1) @ factors(near)),
                        ),
                        Congruence("one more layer"),
                    ),
                    Step("next", maxabs(following) <= c, Combine({"its entries": 1, "the same": 1})),
                ),
            ),
        ),
        Step("all layers", maxabs(factors(b.p)) <= c, Instance("any number", far, b.p)),
    ),
)

PROOFS = {"riedi.lemma-28": lemma_28}
