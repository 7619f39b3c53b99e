"""Section 3: the quadratic form of the loss."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import G as left_factor
from lemmata.theorems.classical import H as right_factor
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import entries as textbook
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import q as right_size
from lemmata.theorems.classical import x as column
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    SumOver,
    Unit,
    cond,
    diag,
    eq,
    kron,
    lam,
    lmax,
    lmin,
    normF,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Apply, At, Combine, Multiply, Proof, Step, Summed, SumOfMatrices
from lemmata.theorems.riedi2022 import section3_loss as s3

MD, W, z, c, d = s3.MD, s3.W, s3.z, s3.c, s3.d
image = MD @ W @ z


def square_of(name: str, listed: Any, block: Any, conjunct: int) -> tuple[Step, ...]:
    """normF(image)^2 = listed^T block^T block listed."""
    return (
        Step(
            f"{name}, product",
            eq(image, block @ listed),
            Apply("classical.listed-by-columns", {textbook.B: MD, textbook.X: W, textbook.b: z}, conjunct),
        ),
        Step(
            f"{name}, square",
            eq(image.T @ image, listed.T @ block.T @ block @ listed),
            Multiply({f"{name}, product": (image.T + listed.T @ block.T, None)}),
        ),
        Step(name, s3.lemma_8_eq_37_repaired.claim[conjunct], Combine({"norm": 1, f"{name}, square": 1})),
    )


form = Proof(
    "M D W z from the columns or the rows of W, and its length",
    (
        Step("norm", eq(s3.second_order, tr(image.T @ image)), Apply("classical.frobenius", {any_shape: image}, 0)),
        *square_of("columns", s3.by_columns, s3.row_of_blocks, 0),
        *square_of("rows", s3.by_rows, s3.blocks_across, 1),
    ),
)

eq_38 = Proof(
    "singular values of a Kronecker product",
    (
        Step(
            "products",
            eq(s(s3.Q), s(s3.products)),
            Apply("classical.kronecker-singular-values", {textbook.R: diag(z), textbook.S: MD}, 0),
        ),
    ),
)

cor_9 = Proof(
    "singular values of a Kronecker product",
    (
        Step(
            "condition",
            eq(cond(s3.Q), cond(MD) * cond(diag(z))),
            Apply("classical.kronecker-singular-values", {any_shape: diag(z), square: MD}, 1),
        ),
    ),
)

cor_9_repaired = Proof(
    "singular values of a Kronecker product",
    (
        Step("not zero", smax(z.T) > 0, Apply("classical.condition-of-a-row", {column: z}, 1)),
        Step("row", eq(cond(z.T), 1), Apply("classical.condition-of-a-row", {column: z}, 0)),
        Step(
            "product",
            eq(cond(s3.row_of_blocks), cond(z.T) * cond(MD)),
            Apply("classical.kronecker-singular-values", {any_shape: z.T, square: MD}, 1),
        ),
        Step("condition", eq(cond(s3.row_of_blocks), cond(MD)), Combine({"product": 1, "row": cond(MD)})),
    ),
)

# batches, one datum g at a time
G, gram = s3.G, s3.gram
g = Index("g", 1, G)
M_g, z_g = s3.K.layer(g), s3.Z @ Unit(G, g)
outer, inner = z_g @ z_g.T, M_g.T @ M_g
term = kron(outer, inner)
whole = MatSumOver(s3.g, 1, G, kron(s3.z_g @ s3.z_g.T, s3.M_g.T @ s3.M_g))


def over_batch(body: Any) -> Any:
    """Sum over the batch of a quantity written with the index g."""
    return SumOver(g, 1, G, body)


listed = s3.by_columns
value = normF(M_g @ W @ z_g) ** 2
block = kron(z_g.T, M_g)
form_of_batch = (
    Step(
        "product",
        eq(M_g @ W @ z_g, block @ listed),
        Apply("classical.listed-by-columns", {textbook.B: M_g, textbook.X: W, textbook.b: z_g}, 0),
    ),
    Step(
        "norm",
        eq(value, tr((M_g @ W @ z_g).T @ (M_g @ W @ z_g))),
        Apply("classical.frobenius", {any_shape: M_g @ W @ z_g}, 0),
    ),
    Step(
        "square",
        eq((M_g @ W @ z_g).T @ (M_g @ W @ z_g), listed.T @ term @ listed),
        Multiply({"product": ((M_g @ W @ z_g).T + listed.T @ block.T, None)}),
    ),
    Step("datum, form", eq(value, tr(listed.T @ term @ listed)), Combine({"norm": 1, "square": 1})),
    Step("batch, form", eq(over_batch(value), over_batch(tr(listed.T @ term @ listed))), Summed("datum, form", g)),
    Step("form", s3.lemma_10_eq_43_repaired.claim[0], Combine({"batch, form": 1 / G})),
)

gram_of_layer = Step("gram", eq(s(M_g) ** 2, lam(inner)), Apply("classical.gram", {square: M_g}, 0))
semidefinite = (
    Step("outer, semidefinite", lmin(outer) >= 0, Apply("classical.gram-psd", {any_shape: z_g.T})),
    Step("inner, semidefinite", lmin(inner) >= 0, Apply("classical.gram-psd", {any_shape: M_g})),
    Step("outer, largest", eq(lmax(outer), tr(z_g.T @ z_g)), Apply("classical.rank-one", {column: z_g})),
    gram_of_layer,
    Step("inner, largest", eq(smax(M_g) ** 2, lmax(inner)), At("gram", 1)),
)
bound_43 = over_batch(smax(M_g) ** 2 * tr(z_g.T @ z_g))
eq_43_repaired = Proof(
    "the form of each datum; Weyl's inequality over the batch, eigenvalues of Kronecker products",
    (
        *form_of_batch,
        *semidefinite,
        Step(
            "term",
            eq(lmax(term), lmax(outer) * lmax(inner)),
            Apply("classical.kronecker", {left_factor: outer, right_factor: inner}, 0),
        ),
        Step(
            "datum",
            eq(lmax(term), smax(M_g) ** 2 * tr(z_g.T @ z_g)),
            Combine({"term": 1, "outer, largest": lmax(inner), "inner, largest": -tr(z_g.T @ z_g)}),
        ),
        Step("batch", eq(over_batch(lmax(term)), bound_43), Summed("datum", g)),
        Step("sum", lmax(whole) <= over_batch(lmax(term)), SumOfMatrices()),
        Step(
            "scale",
            eq(lam(gram), 1 / G * lam(whole)),
            Apply("classical.scaling", {symmetric_a: whole, factor: 1 / G, order: c * d}),
        ),
        Step(
            "largest",
            lam(whole) <= lmax(whole),
            Apply("classical.eigenvalue-range", {symmetric_a: whole, order: c * d}, 1),
        ),
        Step(
            "bound",
            s3.lemma_10_eq_43_repaired.claim[1],
            Combine({"scale": 1, "largest": 1 / G, "sum": 1 / G, "batch": 1 / G}),
        ),
    ),
)

rest = inner - smin(M_g) ** 2 * Id(c)
rest_term = kron(outer, rest)
rests = MatSumOver(s3.g, 1, G, kron(s3.z_g @ s3.z_g.T, s3.M_g.T @ s3.M_g - smin(s3.M_g) ** 2 * Id(c)))
share = smin(M_g) ** 2 * outer
shares = MatSumOver(s3.g, 1, G, smin(s3.M_g) ** 2 * (s3.z_g @ s3.z_g.T))
weighted, spread = s3.weighted, kron(s3.weighted, Id(c))


def mean(name: str, total: Any, term: Any, size: Any) -> tuple[Step, ...]:
    """lmin of 1/G times a sum over the batch is not negative, from "name, datum" for one term of it."""
    return (
        Step(f"{name}, batch", over_batch(lmin(term)) >= over_batch(quantity(0)), Summed(f"{name}, datum", g)),
        Step(f"{name}, sum", lmin(total) >= over_batch(lmin(term)), SumOfMatrices()),
        Step(
            f"{name}, scaled",
            eq(lam(total / G), 1 / G * lam(total)),
            Apply("classical.scaling", {symmetric_a: total, factor: 1 / G, order: size}),
        ),
        Step(f"{name}, scaled, least", eq(lmin(total / G), 1 / G * lmin(total)), At(f"{name}, scaled", size)),
        Step(
            f"{name}, mean",
            lmin(total / G) >= 0,
            Combine({f"{name}, scaled, least": -1, f"{name}, sum": 1 / G, f"{name}, batch": 1 / G}),
        ),
    )


eq_44_repaired = Proof(
    "Loewner order: M^T M - s_n^2 Id is positive semidefinite; Weyl's inequality",
    (
        semidefinite[0],
        gram_of_layer,
        Step("inner, least", eq(smin(M_g) ** 2, lmin(inner)), At("gram", c)),
        Step(
            "shift",
            eq(lam(rest), lam(inner) - smin(M_g) ** 2),
            Apply("classical.shift", {symmetric_a: inner, factor: -(smin(M_g) ** 2), order: c}),
        ),
        Step("rest, least", eq(lmin(rest), lmin(inner) - smin(M_g) ** 2), At("shift", c)),
        Step("rest, semidefinite", lmin(rest) >= 0, Combine({"rest, least": -1, "inner, least": -1})),
        Step(
            "rest, term",
            eq(lmin(rest_term), lmin(outer) * lmin(rest)),
            Apply("classical.kronecker", {left_factor: outer, right_factor: rest, right_size: c}, 1),
        ),
        Step("rest, datum", lmin(rest_term) >= 0, Combine({"rest, term": -1, "outer, semidefinite": lmin(rest)})),
        *mean("rest", rests, rest_term, c * d),
        Step("share, datum", lmin(share) >= 0, Apply("classical.gram-psd", {any_shape: smin(M_g) * z_g.T})),
        *mean("share", shares, share, d),
        Step("identity", eq(lam(Id(c)), 1), Apply("classical.identity", {order: c})),
        Step("identity, least", eq(lmin(Id(c)), 1), At("identity", c)),
        Step("identity, semidefinite", lmin(Id(c)) >= 0, Combine({"identity, least": -1})),
        Step(
            "spread",
            eq(lmin(spread), lmin(weighted) * lmin(Id(c))),
            Apply("classical.kronecker", {left_factor: weighted, right_factor: Id(c)}, 1),
        ),
        Step(
            "range",
            lmin(spread) <= lam(spread),
            Apply("classical.eigenvalue-range", {symmetric_a: spread, order: c * d}, 0),
        ),
        Step(
            "weyl",
            lam(spread) + lmin(rests / G) <= lam(gram),
            Apply("classical.weyl-extremes", {symmetric_a: spread, symmetric_b: rests / G, order: c * d}, 0),
        ),
        Step(
            "bound",
            s3.lemma_10_eq_44_repaired.claim[0],
            Combine({"weyl": 1, "rest, mean": 1, "range": 1, "spread": 1, "identity, least": -lmin(weighted)}),
        ),
    ),
)

PROOFS = {
    "riedi.lemma-8.eq-37~repaired": form,
    "riedi.lemma-8.eq-38": eq_38,
    "riedi.cor-9": cor_9,
    "riedi.cor-9~repaired": cor_9_repaired,
    "riedi.lemma-10.eq-43~repaired": eq_43_repaired,
    "riedi.lemma-10.eq-44~repaired": eq_44_repaired,
}
