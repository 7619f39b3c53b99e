"""Proofs for all sizes and depths."""

from typing import Any

from lemmata.theorems.classical import M as square_m
from lemmata.theorems.classical import P as square_p
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import rectangular, regular
from lemmata.theorems.classical.regular import S as square_s
from lemmata.theorems.language import (
    Id,
    Index,
    MatProdOver,
    MatSumOver,
    StackOver,
    entry,
    eq,
    inv,
    norm2,
    prod,
    rank,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.columns import entries
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    CommonEigenvector,
    Defined,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
)
from lemmata.theorems.oyedotun2021 import section4_products as products
from lemmata.theorems.oyedotun2021 import section4_representations as s4
from lemmata.theorems.oyedotun2021 import section5_stability as s5
from lemmata.theorems.riedi2022 import section22_perturbation as weyl

# --- equations (12) and (21): common eigenvectors of the layers

i, l = Index("i", 1, products.n), Index("l", 1, products.L)  # noqa: E741


def eigenvector(name: str, body: Any, vector: Any, values: Any) -> tuple[Step, ...]:
    """The product of the factors acts on a common eigenvector."""
    whole = MatProdOver(l, 1, products.L, body)
    return (
        Step(f"{name}, factor", eq(body @ vector, entry(values, l) * vector), Identity()),
        Step(
            name,
            eq(whole @ vector, prod(values) * vector),
            CommonEigenvector(f"{name}, factor", l, body, vector, values),
        ),
    )


def at_layer(body: Any) -> Any:
    """A factor with the layer's index free."""
    return body.xreplace({products.l: l})


plain, values = at_layer(products.plain), entries(products.Lambda.T @ products.Unit(products.n, i))
vector, coordinate = products.V @ products.Unit(products.n, i), entry(products.alpha, i)
plain_product = MatProdOver(l, 1, products.L, plain)
eq_12 = Proof(
    "common eigenvectors, one coordinate at a time",
    (
        *eigenvector("product", plain, vector, values),
        Step(
            "coordinate",
            eq(plain_product @ (coordinate * vector), (coordinate * prod(values)) * vector),
            Multiply({"product": (coordinate, None)}),
        ),
        Step(
            "sum",
            eq(
                MatSumOver(i, 1, products.n, plain_product @ (coordinate * vector)),
                MatSumOver(i, 1, products.n, (coordinate * prod(values)) * vector),
            ),
            Summed("coordinate", i),
        ),
    ),
)

k = Index("i", 2, products.few)
block = at_layer(products.block)
block_product = MatProdOver(l, 1, products.L, block)


def growth(index: Any) -> Any:
    """1 + eigenvalue along the layers."""
    return entries(products.Table.T @ products.Unit(products.few, index)) + 1


later = entry(products.coordinates, k)
eq_21 = Proof(
    "common eigenvectors, the first coordinate apart",
    (
        *eigenvector("first", block, products.along(1), growth(1)),
        *eigenvector("other", block, products.along(k), growth(k)),
        Step(
            "coordinate",
            eq(block_product @ (later * products.along(k)), (later * prod(growth(k))) * products.along(k)),
            Multiply({"other": (later, None)}),
        ),
        Step(
            "others",
            eq(
                MatSumOver(k, 2, products.few, block_product @ (later * products.along(k))),
                MatSumOver(k, 2, products.few, (later * prod(growth(k))) * products.along(k)),
            ),
            Summed("coordinate", k),
        ),
        Step(
            "claim",
            products.eq_21.claim[0],
            Multiply({"first": (entry(products.coordinates, 1), None), "others": (None, None)}),
        ),
    ),
)

summed = at_layer(products.aggregated)
stacked = entries(StackOver(products.l, 1, products.L, products.factor.xreplace({products.i: i})))
summed_product = MatProdOver(l, 1, products.L, summed)
eq_45 = Proof(
    "common eigenvectors of all paths, one coordinate at a time",
    (
        *eigenvector("product", summed, vector, stacked),
        Step(
            "coordinate",
            eq(summed_product @ (coordinate * vector), (coordinate * prod(stacked)) * vector),
            Multiply({"product": (coordinate, None)}),
        ),
        Step(
            "sum",
            eq(
                MatSumOver(i, 1, products.n, summed_product @ (coordinate * vector)),
                MatSumOver(i, 1, products.n, (coordinate * prod(stacked)) * vector),
            ),
            Summed("coordinate", i),
        ),
    ),
)

# --- representations

lemma_1 = Proof(
    "distributivity",
    (Step("claim", s4.lemma_1.claim[0], Multiply({"given 0": (None, None)})),),
)

v, w, a, b = s4.v, s4.w, s4.a, s4.b
def_1_repaired = Proof(
    "v^T N w computed from both sides",
    (
        Step(
            "twice", eq((a - b) * (v.T @ w), 0 * (v.T @ w)), Multiply({"given 0": (-w.T, None), "given 1": (v.T, None)})
        ),
        Step("claim", eq(tr(v.T @ w), 0), Combine({"twice": 1 / (a - b)})),
    ),
)
def_1_expansion = Proof("V V^-1 = Id", (Step("claim", s4.def_1_expansion.claim[0], Identity()),))

M, P, n = s4.M, s4.P, s4.n
recovered = P @ M
prop_2 = Proof(
    "singular values of products, Weyl's inequality against the identity",
    (
        Step("rank", rank(M) <= n - 1, Apply("classical.singular", {square_m: M}, 1)),
        Step("zero", eq(smin(M), 0), Apply("classical.singular", {square_m: M}, 0)),
        Step(
            "product",
            s(recovered) <= smax(P) * s(M),
            Apply("classical.submultiplicative", {square_m: M, square_p: P}, 1),
        ),
        Step("last", smin(recovered) <= smax(P) * smin(M), At("product", n)),
        Step("singular", smin(recovered) <= 0, Combine({"last": 1, "zero": smax(P)})),
        Step(
            "weyl",
            smin(Id(n)) <= smin(recovered) + smax(Id(n) - recovered),
            Apply("riedi.prop-5.weyl", {weyl.A: Id(n), weyl.B: recovered}, 0, {weyl.i: n, weyl.j: 1}),
        ),
        Step("identity", eq(s(Id(n)), 1), Apply("classical.scaled-identity", {factor: 1})),
        Step("identity, last", eq(smin(Id(n)), 1), At("identity", n)),
        Step(
            "sign",
            eq(s(recovered - Id(n)), s(Id(n) - recovered)),
            Apply("classical.sign", {any_shape: Id(n) - recovered}),
        ),
        Step("sign, first", eq(smax(recovered - Id(n)), smax(Id(n) - recovered)), At("sign", 1)),
        Step(
            "norm",
            eq(norm2(recovered - Id(n)), smax(recovered - Id(n))),
            Apply("classical.operator-norm", {any_shape: recovered - Id(n)}),
        ),
        Step(
            "claim",
            norm2(recovered - Id(n)) >= 1,
            Combine({"weyl": 1, "singular": 1, "identity, last": -1, "sign, first": -1, "norm": -1}),
        ),
    ),
)

W, H = s4.W, s4.data
shifted = W + Id(s4.n)
remark_2_repaired = Proof(
    "singular values of a product",
    (
        Step(
            "product",
            s(shifted) * smin(H) <= s(shifted @ H),
            Apply("classical.submultiplicative", {square_m: shifted, square_p: H}, 2),
        ),
        Step("least", smin(shifted) * smin(H) <= smin(shifted @ H), At("product", s4.n)),
        Step("claim", smin(shifted @ H) > 0, Combine({"least": 1, "given 0": smin(H)})),
    ),
)

X, Y = s4.X, s4.Y
factors = {regular.X: X, regular.Y: Y}
lemma_2_repaired = Proof(
    "rank of a product",
    (
        Step("rank", rank(X @ Y) <= rank(Y), Apply("classical.rank-of-product", factors, 0)),
        Step("claim", s4.lemma_2_repaired.claim[0], Combine({"rank": 1, "given 0": 1})),
    ),
)
lemma_3_repaired = Proof(
    "Sylvester's rank inequality",
    (
        Step("rank", rank(X) + rank(Y) - s4.n <= rank(X @ Y), Apply("classical.rank-of-product", factors, 1)),
        Step("claim", s4.lemma_3_repaired.claim[0], Combine({"rank": 1, "given 0": 1, "given 1": 1})),
    ),
)

# --- sensitivity of the solution


def norm(name: str, matrix: Any) -> Step:
    """The operator norm is the largest singular value."""
    return Step(name, eq(norm2(matrix), smax(matrix)), Apply("classical.operator-norm", {any_shape: matrix}))


def room(name: str, quantity: Any) -> tuple[Step, ...]:
    """A denominator of the claim is positive."""
    return (
        Step(f"{name}, not negative", quantity >= 0, Sign()),
        Step(name, quantity > 0, Defined(f"{name}, not negative")),
    )


E, F, data = s5.E, s5.F, s5.X
solution = s5.W + E
moved = solution @ F
prop_3_repaired = Proof(
    "E X = -(W + E) F, and X has full row rank",
    (
        Step("exact", eq(E @ data, -moved), Multiply({"given 0": (-1, None)})),
        Step(
            "below",
            smax(E) * smin(data) <= smax(E @ data),
            Apply("classical.wide-factor", {square_s: E, any_shape: data}),
        ),
        Step(
            "equal",
            eq(smax(E @ data), smax(-moved)),
            Apply("classical.equal-matrices", {regular.A: E @ data, regular.C: -moved}),
        ),
        Step("sign", eq(s(-moved), s(moved)), Apply("classical.sign", {any_shape: moved})),
        Step("sign, first", eq(smax(-moved), smax(moved)), At("sign", 1)),
        Step(
            "above",
            smax(moved) <= smax(solution) * smax(F),
            Apply("classical.norm-of-product", {any_shape: solution, rectangular.U: F}),
        ),
        norm("change", E),
        norm("solution", solution),
        norm("perturbation", F),
        norm("data", data),
        Step(
            "product",
            norm2(E) * smin(data) <= norm2(solution) * norm2(F),
            Combine(
                {
                    "below": 1,
                    "equal": 1,
                    "sign, first": 1,
                    "above": 1,
                    "change": smin(data),
                    "solution": -smax(F),
                    "perturbation": -norm2(solution),
                }
            ),
        ),
        *room("rank", smin(data)),
        *room("room", norm2(solution)),
        Step(
            "claim",
            s5.prop_3_repaired.claim[0],
            Combine({"product": 1 / (norm2(solution) * smin(data)), "data": norm2(F) / (smin(data) * norm2(data))}),
        ),
    ),
)

inverse = s5.pseudo_inverse(data)
at_t, inverse_at_t = s5.moved, s5.pseudo_inverse(s5.moved)
moving = s5.W @ F @ inverse
first_order = Proof(
    "X = (X + t F) - t F; norms of products, and the norm of the pseudo-inverse",
    (
        Step(
            "inverse at t",
            eq(at_t @ at_t.T @ inv(at_t @ at_t.T), Id(s5.n)),
            Apply("classical.inverse", {square_m: at_t @ at_t.T}, 0),
        ),
        Step("change", s5.prop_3_first_order.claim[0], Multiply({"inverse at t": (s5.W, None)})),
        *room("rank", smin(data)),
        *room("room", norm2(s5.W)),
        Step("inverse", smax(inverse) * smin(data) <= 1, Apply("classical.pseudo-inverse", {any_shape: data})),
        Step(
            "first product",
            smax(moving) <= smax(s5.W) * smax(F @ inverse),
            Apply("classical.norm-of-product", {any_shape: s5.W, rectangular.U: F @ inverse}),
        ),
        Step(
            "second product",
            smax(F @ inverse) <= smax(F) * smax(inverse),
            Apply("classical.norm-of-product", {any_shape: F, rectangular.U: inverse}),
        ),
        Step("sign", eq(s(-moving), s(moving)), Apply("classical.sign", {any_shape: moving})),
        Step("sign, first", eq(smax(-moving), smax(moving)), At("sign", 1)),
        norm("size of the change", -moving),
        norm("solution", s5.W),
        norm("perturbation", F),
        norm("data", data),
        Step(
            "product",
            norm2(-moving) * smin(data) <= norm2(s5.W) * norm2(F),
            Combine(
                {
                    "size of the change": smin(data),
                    "sign, first": smin(data),
                    "first product": smin(data),
                    "second product": smax(s5.W) * smin(data),
                    "inverse": smax(s5.W) * smax(F),
                    "solution": -smax(F),
                    "perturbation": -norm2(s5.W),
                }
            ),
        ),
        Step(
            "claim",
            s5.prop_3_first_order.claim[1],
            Combine({"product": 1 / (norm2(s5.W) * smin(data)), "data": norm2(F) / (smin(data) * norm2(data))}),
        ),
    ),
)

PROOFS = {
    "oyedotun.eq-12": eq_12,
    "oyedotun.eq-21": eq_21,
    "oyedotun.eq-45": eq_45,
    "oyedotun.lemma-1": lemma_1,
    "oyedotun.def-1~repaired": def_1_repaired,
    "oyedotun.def-1~expansion": def_1_expansion,
    "oyedotun.prop-2": prop_2,
    "oyedotun.prop-3~repaired": prop_3_repaired,
    "oyedotun.prop-3.first-order": first_order,
    "oyedotun.remark-2~repaired": remark_2_repaired,
    "oyedotun.lemma-2~repaired": lemma_2_repaired,
    "oyedotun.lemma-3~repaired": lemma_3_repaired,
}
