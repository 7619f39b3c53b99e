"""Section 5: sensitivity of the solution W of Y = W X to a perturbation of X.

The norm is the operator norm; kappa is the paper's (8), largest over smallest singular value.
"""

from typing import Any

from lemmata.language import Dim, Kind, Matrix, Scalar, Statement, eq, inv, norm2, smax, smin
from theorems.oyedotun2021 import OYEDOTUN_2021

n, N = Dim("n"), Dim("N")
W, E = Matrix("W", n, n), Matrix("E", n, n)
X, F = Matrix("X", n, N), Matrix("F", n, N)
amplified = smax(X) / smin(X) * (norm2(F) / norm2(X))
perturbed = eq(W @ X, (W + E) @ (X + F))


def relative(change: Any, whole: Any) -> Any:
    """Relative size of a change."""
    return norm2(change) / norm2(whole)


prop_3 = Statement(
    id="oyedotun.prop-3",
    title="Relative change of the solution against relative change of the representations",
    source=OYEDOTUN_2021.at("Proposition 3", "(27)", "(51)"),
    kind=Kind.ALGEBRAIC,
    given=perturbed,
    claim=relative(E, W) <= amplified,
    construct="same-product",
    notes="E and F are the changes of W and X. As printed: an inequality for the changes themselves, of any size.",
)

prop_3_rows = Statement(
    id="oyedotun.prop-3~row-rank",
    title="Relative change of the solution, representations with independent rows",
    source=OYEDOTUN_2021.at("Proposition 3", "(27)", "(51)"),
    kind=Kind.ALGEBRAIC,
    given=(perturbed, smin(X) > 0, n <= N),
    claim=relative(E, W) <= amplified,
    construct="same-product",
    notes="Second reading: the solution W of Y = W X is unique, which takes X of full row rank, as (49) uses it.",
)

prop_3_repaired = Statement(
    id="oyedotun.prop-3~repaired",
    title="Change of the solution relative to the perturbed solution",
    source=OYEDOTUN_2021.at("Proposition 3", "(27)", "(51)"),
    kind=Kind.ALGEBRAIC,
    given=(perturbed, n <= N),
    claim=relative(E, W + E) <= amplified,
    construct="same-product",
    notes="From E X = -(W + E) F, nothing left out. Rows of X must be independent, which makes the right side defined "
    "for n <= N; for n > N the solution W is not determined by X and Y.",
)

prop_3_relative = Statement(
    id="oyedotun.prop-3~relative",
    title="Relative change of the solution, small perturbations",
    source=OYEDOTUN_2021.at("Proposition 3", "(27)", "(51)"),
    kind=Kind.ALGEBRAIC,
    given=(perturbed, n <= N, amplified < 1),
    claim=relative(E, W) <= amplified / (1 - amplified),
    construct="same-product",
    depends_on=("oyedotun.prop-3~repaired",),
    notes="Relative to the solution itself, as printed, where kappa(X) |F|/|X| < 1.",
)

t = Scalar("t")


def pseudo_inverse(data: Any) -> Any:
    """X^+ of data with independent rows."""
    return data.T @ inv(data @ data.T)


moved = X + t * F
solution = W @ X @ pseudo_inverse(moved)  # of Y = W X against the moved data
first_order = -(W @ F @ pseudo_inverse(X))  # (49) solved for the change of W
prop_3_first_order = Statement(
    id="oyedotun.prop-3.first-order",
    title="Relative change of the solution to first order",
    source=OYEDOTUN_2021.at("(49)", "(50)", "(51)"),
    kind=Kind.DERIVATIVE,
    claim=(
        eq(solution - W, -(t * (W @ F @ pseudo_inverse(moved)))),
        relative(first_order, W) <= amplified,
    ),
    notes="The solution along X + t F is W X (X + t F)^+. The first conjunct is its change, exactly: divided by t it "
    "tends to -W F X^+ as t tends to 0, which is (49) times W; W need not be invertible. The second is (51) for this "
    "derivative. X has full row rank wherever this is defined.",
)
