"""Appendix 8: Lemma 8.1, and the bounds in the proof of Theorem 4.4."""

from typing import Any

from sympy import Rational

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    Layers,
    Matrix,
    ProdOver,
    Scalar,
    StackOver,
    Statement,
    SumOver,
    Unit,
    Vector,
    entry,
    eq,
    forall,
    kron,
    maximum,
    normF,
    smax,
    sqrt,
)
from lemmata.language.calculus import ddt
from lemmata.language.domains import Positive
from theorems.macdonald2022 import MACDONALD_2022, N, X, block_diagonal, d_0, d_1, eps, inner, j, t, wn, wn_block

# --- Lemma 8.1

r, q, p = Dim("r"), Dim("q"), Dim("p")
A, A_far, B, B_far = Matrix("A", r, q), Matrix("A_1", r, q), Matrix("B", q, p), Matrix("B_1", q, p)
half = Rational(1, 2)
b_1, b_2 = maximum(smax(A), smax(A_far)), maximum(smax(B), smax(B_far))
lemma_8_1_step = Statement(
    id="macdonald.lemma-8.1~two-factors",
    title="Products of two bounded Lipschitz matrix functions",
    source=MACDONALD_2022.at("Lemma 8.1"),
    kind=Kind.ALGEBRAIC,
    claim=(
        smax(A @ B) <= b_1 * b_2,
        smax(A @ B - A_far @ B_far) <= b_1 * smax(B - B_far) + b_2 * smax(A - A_far),
    ),
    notes="Two functions with values A, B and A_1, B_1 at two points, with the least bounds b_i and the least "
    "Lipschitz "
    "constants c_i that these allow; larger ones make both claims weaker. This is the step of the induction, B "
    "being the product of the others.",
)
depth, d, m, k = Dim("L"), Dim("d"), Dim("m"), Dim("k")
factor, i = Index("l"), Index("i")
F, G = Layers("F", depth, d, m, k), Layers("G", depth, d, m, k)
bounds, constants, distance = Vector("b", depth), Vector("c", depth), Scalar("delta", domain=Positive())


def bounded_by(low: Any, high: Any) -> Any:
    """The product of the bounds of these factors."""
    return ProdOver(i, low, high, entry(bounds, i))


def of_each_factor(claim: Any) -> Any:
    """The claim for every factor."""
    return forall(factor, 1, depth, claim)


lemma_8_1 = Statement(
    id="macdonald.lemma-8.1",
    title="Products of bounded Lipschitz matrix functions",
    source=MACDONALD_2022.at("Lemma 8.1"),
    kind=Kind.ALGEBRAIC,
    given=(
        of_each_factor(smax(F.layer(factor)) <= entry(bounds, factor)),
        of_each_factor(smax(G.layer(factor)) <= entry(bounds, factor)),
        of_each_factor(smax(F.layer(factor) - G.layer(factor)) <= entry(constants, factor) * distance),
    ),
    claim=(
        smax(F.product(depth, 1)) <= bounded_by(1, depth),
        smax(F.product(depth, 1) - G.product(depth, 1))
        <= SumOver(
            factor, 1, depth, entry(constants, factor) * (bounded_by(1, factor - 1) * bounded_by(factor + 1, depth))
        )
        * distance,
    ),
    notes="F and G are the values of L functions at two points at distance delta, counted from the right of the "
    "product; b_l and c_l are their bounds and Lipschitz constants. In the operator norm; the proof uses that it is "
    "submultiplicative and nothing else.",
)
lemma_8_1_sharpened = Statement(
    id="macdonald.lemma-8.1~sharpened",
    title="Products of Lipschitz matrix functions, with means for the larger of two bounds",
    source=MACDONALD_2022.at("Lemma 8.1"),
    kind=Kind.ALGEBRAIC,
    claim=smax(A @ B - A_far @ B_far)
    <= half * (smax(A) + smax(A_far)) * smax(B - B_far) + half * (smax(B) + smax(B_far)) * smax(A - A_far),
    notes="The second claim with the mean of two norms where it has the larger one.",
)

# --- the proof of Theorem 4.4

W = Matrix("W", d_1, d_0)
aff_wn_bounded = Statement(
    id="macdonald.aff-wn-bounded",
    title="Bound of a weight-normalised layer",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "(39)"),
    kind=Kind.ALGEBRAIC,
    claim=normF(wn(W) @ X) <= normF(X),
)
aff_wn_bounded_repaired = Statement(
    id="macdonald.aff-wn-bounded~repaired",
    title="Bound of a weight-normalised layer, with the number of rows",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "(39)"),
    kind=Kind.ALGEBRAIC,
    claim=normF(wn(W) @ X) <= sqrt(d_1) * normF(X),
    notes="Every row of wn(w) is shorter than 1; rows may be equal. Approached by equal, long rows.",
)
aff_wn_bounded_sharpened = Statement(
    id="macdonald.aff-wn-bounded~sharpened",
    title="Bound of a weight-normalised layer by the operator norm of the data",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "(39)"),
    kind=Kind.ALGEBRAIC,
    claim=normF(wn(W) @ X) <= sqrt(d_1) * smax(X),
    notes="Approached by equal, long rows along the first left singular vector of X.",
)


def row(k: Any) -> Any:
    """The k-th row of W as a column."""
    return W.T @ Unit(d_1, k)


D_wn = block_diagonal(d_1, lambda k: wn_block(row(k)))
eq_41 = Statement(
    id="macdonald.eq-41",
    title="Frobenius norm of the derivative of weight normalisation",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "(41)"),
    kind=Kind.ALGEBRAIC,
    claim=normF(D_wn) ** 2 <= d_1 / eps * (d_0 + 1),
    depends_on=("macdonald.eq-18",),
)
eq_41_sharpened = Statement(
    id="macdonald.eq-41~sharpened",
    title="Frobenius norm of the derivative of weight normalisation, attained",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "(41)"),
    kind=Kind.ALGEBRAIC,
    claim=SumOver(j, 1, d_1, normF(wn_block(row(j))) ** 2) <= d_1 / eps * d_0,
    notes="The same norm, block by block. Attained at w = 0.",
)

whole = normF(kron(wn(W), Id(N))) ** 2 + normF(kron(Id(d_1), X.T) @ D_wn) ** 2
eq_40_bound = Statement(
    id="macdonald.eq-40-bound",
    title="Frobenius norm of the total derivative of a weight-normalised layer",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "after (41)"),
    kind=Kind.ALGEBRAIC,
    claim=sqrt(whole) <= sqrt(1 / eps * (N + d_1**2 * normF(X) ** 2 * (d_0 + 1))),
    depends_on=("macdonald.eq-13", "macdonald.eq-18", "macdonald.eq-41"),
    notes="For any epsilon > 0, as the layers of Example 1 have it. True for epsilon <= 1/d_1.",
)
eq_40_bound_repaired = Statement(
    id="macdonald.eq-40-bound~repaired",
    title="Frobenius norm of the total derivative of a weight-normalised layer, any epsilon",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "after (41)"),
    kind=Kind.ALGEBRAIC,
    claim=sqrt(N * normF(wn(W)) ** 2 + SumOver(j, 1, d_1, normF(X.T @ wn_block(row(j))) ** 2))
    <= sqrt(d_1 * (N + normF(X) ** 2 / eps)),
    notes="The same norm, Kronecker factors multiplied out and block by block. |wn(w)|_F^2 <= d_1, and the blocks "
    "(18) have operator norm at most epsilon^(-1/2).",
)

d = Dim("d")
w, h = Vector("w", d), Vector("h", d)
moved = w + t * h


def size(x: Any) -> Any:
    """epsilon + |w|^2."""
    return eps + inner(x, x)


def printed(x: Any) -> Any:
    """(42), the number subtracted from the identity read as that multiple of it."""
    factor = (2 * eps - inner(x, x)) / size(x)
    return (1 / sqrt(size(x)) ** 3) * ((Id(d) - factor * Id(d)) @ kron(Id(d), x.T))


def derivative(x: Any, direction: Any) -> Any:
    """The derivative of the block (18) in a direction, a d x d matrix."""
    along = inner(x, direction)
    first = along * Id(d) + direction @ x.T + x @ direction.T
    return (3 * along / sqrt(size(x)) ** 5) * (x @ x.T) - (1 / sqrt(size(x)) ** 3) * first


def eq_42_reading(suffix: str, direction: Any, order: str) -> Statement:
    """(42) as a d x d^2 matrix applied to a direction in one of two orders of its columns."""
    return Statement(
        id=f"macdonald.eq-42{suffix}",
        title=f"Derivative of the block (18), {order}",
        source=MACDONALD_2022.at("Proof of Theorem 4.4", "(42)"),
        kind=Kind.IDENTITY,
        claim=eq(ddt(wn_block(moved), t), printed(moved) @ direction),
        depends_on=("macdonald.eq-18",),
        notes=f"A d x d^2 matrix, {order}. For d = 1 all readings agree: the derivative of eps/(eps + w^2)^(3/2) is "
        "-3 eps w/(eps + w^2)^(5/2), and (42) says (2 w^2 - eps) w/(eps + w^2)^(5/2).",
    )


eq_42 = eq_42_reading("", kron(h, Id(d)), "columns grouped by direction")
eq_42_other = eq_42_reading("~transposed", kron(Id(d), h), "columns grouped by entry")
eq_42_repaired = Statement(
    id="macdonald.eq-42~repaired",
    title="Derivative of the block (18)",
    source=MACDONALD_2022.at("Proof of Theorem 4.4", "(42)"),
    kind=Kind.IDENTITY,
    claim=eq(ddt(wn_block(moved), t), derivative(moved, h)),
    notes="In the direction h.",
)

BOUND = "Proof of Theorem 4.4", "after (42)"
eq_42_bound = Statement(
    id="macdonald.eq-42-bound",
    title="Frobenius norm of (42)",
    source=MACDONALD_2022.at(*BOUND),
    kind=Kind.ALGEBRAIC,
    claim=normF(printed(w)) <= sqrt(5 / eps**3 * d),
    depends_on=("macdonald.eq-42",),
    notes="The matrix (42) as printed, for any epsilon > 0.",
)
every_direction = StackOver(j, 1, d, derivative(w, Unit(d, j)))
eq_42_bound_true = Statement(
    id="macdonald.eq-42-bound~derivative",
    title="Frobenius norm of the derivative of the block (18)",
    source=MACDONALD_2022.at(*BOUND),
    kind=Kind.ALGEBRAIC,
    claim=normF(every_direction) <= sqrt(5 / eps**3 * d),
    depends_on=("macdonald.eq-42~repaired",),
    notes="The derivative itself (see macdonald.eq-42~repaired), all directions stacked, for any epsilon > 0.",
)
eq_42_bound_repaired = Statement(
    id="macdonald.eq-42-bound~repaired",
    title="Frobenius norm of the derivative of the block (18), right power of epsilon",
    source=MACDONALD_2022.at(*BOUND),
    kind=Kind.ALGEBRAIC,
    claim=sqrt(SumOver(j, 1, d, normF(derivative(w, Unit(d, j))) ** 2)) <= 2 * sqrt(d + 2) / (3 * eps),
    notes="The same norm, block by block. The derivative has degree -2 in (sqrt(epsilon), w), so that its bound is a "
    "multiple of 1/epsilon: with x = |w|^2/epsilon its square is at most (3 d + 6) x/(1 + x)^3/epsilon^2, and "
    "x/(1 + x)^3 <= 4/27.",
)
