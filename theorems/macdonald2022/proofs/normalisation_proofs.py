"""Bounds of weight-normalised layers and their derivatives, row by row."""

from typing import Any

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import blocks, rectangular
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.language import Id, Index, MatSumOver, SumOver, Unit, diag, eq, kron, normF, smax, sqrt, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Congruence,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
    Summed,
)
from lemmata.theorems.macdonald2022 import N, X, d_0, d_1, eps, inner, wn, wn_block
from lemmata.theorems.macdonald2022 import appendix_8 as s8
from lemmata.theorems.macdonald2022 import section4_convergence as s43
from lemmata.theorems.macdonald2022 import section4_regularity as s42

W = s8.W
j = Index("j", 1, d_1)
e_j = Unit(d_1, j)
w_j = s8.row(j)
length, size = inner(w_j, w_j), eps + inner(w_j, w_j)


def length_squared(name: str, Y: Any) -> Step:
    """|Y|_F^2 as a trace."""
    return Step(name, eq(normF(Y) ** 2, tr(Y.T @ Y)), Apply("classical.frobenius", {any_shape: Y}, 0))


def row_by_row(name: str, Y: Any, at: Any) -> tuple[Step, ...]:
    """|Y|_F^2 as a sum over the rows of Y, step `name`."""
    e = Unit(Y.shape[0], at)
    return (
        length_squared(f"{name}, norm", Y),
        Step(
            f"{name}, trace",
            eq(tr(Y @ Y.T), SumOver(at, 1, Y.shape[0], tr(e.T @ Y @ Y.T @ e))),
            Apply("classical.trace-by-units", {square: Y @ Y.T}),
        ),
        Step(
            name,
            eq(normF(Y) ** 2, SumOver(at, 1, Y.shape[0], tr(e.T @ Y @ Y.T @ e))),
            Combine({f"{name}, norm": 1, f"{name}, trace": 1}),
        ),
    )


def root(name: str, left: Any, right: Any) -> Step:
    """left <= right, as their squares are."""
    return Step(name, left <= right, Apply("classical.square-roots", {number: left, other: right}))


share = Step("share", length / size <= 1, Combine({}))
normalised = wn(W) @ X
bounded_sharpened = Proof(
    "row by row: a row of wn(w) is shorter than 1, and X stretches it by its largest singular value at most",
    (
        *row_by_row("rows", normalised, j),
        Step(
            "stretched",
            tr(w_j.T @ X @ X.T @ w_j) <= smax(X.T) ** 2 * length,
            Apply("classical.stretching", {any_shape: X.T, rectangular.y: w_j}),
        ),
        Step("turned", eq(smax(X.T), smax(X)), Apply("classical.transpose", {any_shape: X}, 0)),
        share,
        Step(
            "row",
            tr(e_j.T @ normalised @ normalised.T @ e_j) <= smax(X) ** 2,
            Combine({
                "stretched": 1 / size, "share": smax(X) ** 2, "turned": (smax(X.T) + smax(X)) * length / size,
            }),
        ),
        Step(
            "all rows",
            SumOver(j, 1, d_1, tr(e_j.T @ normalised @ normalised.T @ e_j)) <= SumOver(j, 1, d_1, smax(X) ** 2),
            Summed("row", j),
        ),
        Step(
            "squares",
            normF(normalised) ** 2 <= (sqrt(d_1) * smax(X)) ** 2,
            Combine({"rows": 1, "all rows": 1}),
        ),
        root("claim", normF(normalised), sqrt(d_1) * smax(X)),
    ),
)  # fmt: skip
bounded = Proof(
    "the operator norm of the data is at most their Frobenius norm",
    (
        Step("sharper", s8.aff_wn_bounded_sharpened.claim[0], Apply("macdonald.aff-wn-bounded~sharpened")),
        Step("norms", smax(X) <= normF(X), Apply("classical.operator-below-frobenius", {any_shape: X})),
        Step("claim", s8.aff_wn_bounded_repaired.claim[0], Combine({"sharper": 1, "norms": sqrt(d_1)})),
    ),
)

block = wn_block(w_j)
each_block = (
    length_squared("block, norm", block),
    share,
    Step("room", 1 / size <= 1 / eps, Combine({})),
    Step(
        "block",
        normF(block) ** 2 <= d_0 / eps,
        Combine({"block, norm": 1, "room": d_0, "share": length / size**2}),
    ),
)
eq_41_sharpened = Proof(
    "the square of a block is (d - 2 x + x^2)/(eps + |w|^2), x = |w|^2/(eps + |w|^2) <= 1",
    (
        *each_block,
        Step(
            "blocks",
            SumOver(j, 1, d_1, normF(block) ** 2) <= SumOver(j, 1, d_1, d_0 / eps),
            Summed("block", j),
        ),
        Step("claim", s8.eq_41_sharpened.claim[0], Combine({"blocks": 1})),
    ),
)

l = Index("l", 1, d_1)  # noqa: E741
e_l = Unit(d_1, l)
across = tr(e_l.T @ e_j)
other_length = inner(s8.row(l), s8.row(l))
own, other_block = kron(e_j.T, block), wn_block(s8.row(l))


def apart(first: Any, second: Any) -> tuple[Step, ...]:
    """Two blocks in different places do not meet."""
    return (
        Step(
            "apart",
            eq(tr(Unit(d_1, first).T @ Unit(d_1, second)), 0),
            Apply("classical.different-units", {order: d_1}, at={blocks.i: first, blocks.j: second}),
        ),
        Step("alike", alike, Multiply({"apart": (own - kron(e_j.T, other_block), None)})),
    )


alike = eq(across * own, across * kron(e_j.T, other_block))
at_row = kron(e_l.T, Id(d_0)) @ s8.D_wn
eq_41 = Proof(
    "row by row of blocks, of which one only is not zero",
    (
        units("units", d_1),
        Step(
            "alike",
            alike,
            Cases(
                l <= j,
                (
                    Step("not after", l <= j, Combine({"case": 1})),
                    Step(
                        "alike",
                        alike,
                        Cases(
                            j <= l,
                            (
                                Step("same place", eq(j, l), Antisymmetric("case", "not after")),
                                Step("same block", eq(block, other_block), Congruence("same place")),
                                Step("alike", alike, Congruence("same block")),
                            ),
                            apart(l, j),
                        ),
                    ),
                ),
                apart(j, l),
            ),
        ),
        Step(
            "row of blocks",
            eq(
                MatSumOver(j, 1, d_1, across * own),
                MatSumOver(j, 1, d_1, across * kron(e_j.T, other_block)),
            ),
            Summed("alike", j),
        ),
        Step("row", eq(e_l.T @ resolution(d_1), e_l.T), Multiply({"units": (e_l.T, None)})),
        Step(
            "its block",
            eq(kron(e_l.T @ resolution(d_1), other_block), kron(e_l.T, other_block)),
            Congruence("row"),
        ),
        Step(
            "one block",
            eq(at_row, kron(e_l.T, other_block)),
            Multiply({"row of blocks": (None, None), "its block": (None, None)}),
        ),
        Step("its norm", eq(normF(at_row), normF(kron(e_l.T, other_block))), Congruence("one block")),
        Step(
            "turned",
            eq(normF(kron(e_l.T, other_block)) ** 2, tr(kron(e_l.T, other_block) @ kron(e_l.T, other_block).T)),
            Apply("classical.frobenius-of-transpose", {any_shape: kron(e_l.T, other_block)}),
        ),
        Step("share", other_length / (eps + other_length) <= 1, Combine({})),
        Step("room", 1 / (eps + other_length) <= 1 / eps, Combine({})),
        Step(
            "block",
            normF(at_row) ** 2 <= d_0 / eps,
            Combine(
                {
                    "its norm": normF(at_row) + normF(kron(e_l.T, other_block)),
                    "turned": 1,
                    "room": d_0,
                    "share": other_length / (eps + other_length) ** 2,
                }
            ),
        ),
        Step("blocks", SumOver(l, 1, d_1, normF(at_row) ** 2) <= SumOver(l, 1, d_1, d_0 / eps), Summed("block", l)),
        Step(
            "all blocks",
            eq(normF(s8.D_wn) ** 2, SumOver(l, 1, d_1, normF(at_row) ** 2)),
            Apply("classical.frobenius-by-blocks", {blocks.Z: s8.D_wn, blocks.p: d_1, blocks.q: d_0}),
        ),
        Step("claim", s8.eq_41.claim[0], Combine({"all blocks": 1, "blocks": 1})),
    ),
)

weights, seen = wn(W), X.T @ block
whole = N * normF(weights) ** 2 + SumOver(j, 1, d_1, normF(seen) ** 2)
most = sqrt(d_1 * (N + normF(X) ** 2 / eps))
eq_40 = Proof(
    "rows of wn(w) are shorter than 1, and a block of the derivative is at most eps^(-1/2)",
    (
        *row_by_row("rows", weights, j),
        share,
        Step("row", tr(e_j.T @ weights @ weights.T @ e_j) <= 1, Combine({"share": 1})),
        Step(
            "all rows",
            SumOver(j, 1, d_1, tr(e_j.T @ weights @ weights.T @ e_j)) <= SumOver(j, 1, d_1, 1),
            Summed("row", j),
        ),
        length_squared("data", X),
        length_squared("block, norm", seen),
        Step("along", tr(w_j.T @ X @ X.T @ w_j) >= 0, Sign()),
        Step("room", 1 / size <= 1 / eps, Combine({})),
        Step(
            "block",
            normF(seen) ** 2 <= normF(X) ** 2 / eps,
            Combine(
                {
                    "block, norm": 1,
                    "data": -1 / size,
                    "room": normF(X) ** 2,
                    "along": 1 / size**2 + eps / size**3,
                }
            ),
        ),
        Step(
            "blocks",
            SumOver(j, 1, d_1, normF(seen) ** 2) <= SumOver(j, 1, d_1, normF(X) ** 2 / eps),
            Summed("block", j),
        ),
        Step(
            "below the root",
            whole <= most**2,
            Combine({"rows": N, "all rows": N, "blocks": 1}),
        ),
        Step("sign", whole >= 0, Sign()),
        Step(
            "claim",
            s8.eq_40_bound_repaired.claim[0],
            Apply("classical.above-root", {number: most, other: whole}),
        ),
    ),
)

# --- the derivative of a block, all directions

w, k = s8.w, Index("j", 1, s8.d)
e_k = Unit(s8.d, k)
derivative = s8.derivative(w, e_k)
long, full = inner(w, w), s8.size(w)
three = 1 / full**3
weight = s8.d + 6 - 18 * long / full + 9 * long**2 / full**2
expanded = three * (2 * long + tr(e_k.T @ w) ** 2 * weight)
bound = 2 * sqrt(s8.d + 2) / (3 * eps)
eq_42 = Proof(
    "the square is x ((3 d + 6) - 18 y + 9 y^2)/(eps + |w|^2)^2 with y = |w|^2/(eps + |w|^2) <= 1",
    (
        Step("double zero", (2 * long - eps) ** 2 >= 0, Sign()),
        length_squared("norm", s8.every_direction),
        Step(
            "term",
            eq(
                tr(derivative.T @ derivative),
                expanded,
            ),
            Combine({}),
        ),
        Step(
            "terms",
            eq(
                SumOver(k, 1, s8.d, tr(derivative.T @ derivative)),
                SumOver(k, 1, s8.d, expanded),
            ),
            Summed("term", k),
        ),
        Step(
            "coordinates",
            eq(tr(w @ w.T), SumOver(k, 1, s8.d, tr(e_k.T @ w @ w.T @ e_k))),
            Apply("classical.trace-by-units", {square: w @ w.T}),
        ),
        Step(
            "sum",
            eq(
                normF(s8.every_direction) ** 2,
                long * three * (3 * s8.d + 6 - 18 * long / full + 9 * long**2 / full**2),
            ),
            Combine(
                {
                    "norm": 1,
                    "terms": 1,
                    "coordinates": -three * weight,
                }
            ),
        ),
        Step("share", long / full <= 1, Combine({})),
        Step("cube", 27 * eps**2 * long * three <= 4, Combine({"double zero": three * (long + 4 * eps)})),
        Step(
            "squares",
            normF(s8.every_direction) ** 2 <= bound**2,
            Combine({"sum": 1, "share": 9 * long**2 * three / full, "cube": (s8.d + 2) / (9 * eps**2)}),
        ),
        root("claim", normF(s8.every_direction), bound),
    ),
)
# --- where the gradient vanishes

moved = s43.w_far
below = sqrt(eps + moved**2)
invariant = Proof(
    "the chain rule; w^2 < eps + w^2",
    (
        Step("gradient", s43.thm_4_8_invariant.claim[0], Combine({})),
        Step("above", below > 0, Sign()),
        Step("bound", moved < below, Refute({"contrary": moved + below})),
        Step("below 1", s43.thm_4_8_invariant.claim[1], Combine({"bound": 1 / below})),
    ),
)

# --- the nonlinearity

d, a, b, x, y, K = s42.d, s42.a, s42.b, s42.x, s42.y, s42.K
i = Index("i", 1, d)
e_i = Unit(d, i)
slopes, way = diag(a) - diag(b), x - y
slope, step = tr(e_i.T @ (a - b)), tr(e_i.T @ way)
nonlinearity = Proof(
    "entry by entry",
    (
        *row_by_row("slopes", slopes, i),
        *row_by_row("points", way, i),
        Step("entry", abs(slope) <= K * abs(step), At("given 0", i)),
        Step(
            "squares",
            tr(e_i.T @ slopes @ slopes.T @ e_i) <= K**2 * tr(e_i.T @ way @ way.T @ e_i),
            Combine({"entry": abs(slope) + K * abs(step)}),
        ),
        Step(
            "all entries",
            SumOver(i, 1, d, tr(e_i.T @ slopes @ slopes.T @ e_i))
            <= SumOver(i, 1, d, K**2 * tr(e_i.T @ way @ way.T @ e_i)),
            Summed("squares", i),
        ),
        Step(
            "norms",
            normF(slopes) ** 2 <= (K * normF(way)) ** 2,
            Combine({"slopes": 1, "all entries": 1, "points": -(K**2)}),
        ),
        root("claim", normF(slopes), K * normF(way)),
    ),
)

PROOFS = {
    "macdonald.aff-wn-bounded~repaired": bounded,
    "macdonald.aff-wn-bounded~sharpened": bounded_sharpened,
    "macdonald.eq-41": eq_41,
    "macdonald.eq-41~sharpened": eq_41_sharpened,
    "macdonald.eq-40-bound~repaired": eq_40,
    "macdonald.eq-42-bound~repaired": eq_42,
    "macdonald.thm-4.8~invariant": invariant,
    "macdonald.thm-4.4.nonlinearity~repaired": nonlinearity,
}
