"""Section 5: Jacobian and Gauss–Newton matrix of a one-hidden-layer network W sigma(V X) with sigma(z) = sigma'(z) z.

Away from 0 such a sigma multiplies by a locally constant slope.  Near a point without a vanishing pre-activation the
unit i is therefore W_{.i} V_{i.} X Lambda^i, the diagonal Lambda^i holding its slopes on the data points, and the
statements range over all slopes, hence over every such sigma and every pattern of signs.  In a direction of the weights
the network is a polynomial of degree two, and half the difference of its values one step ahead and one step behind is
its derivative, exactly: no derivative formula is presupposed.  Outputs k x n are read data point by data point: column
a ⊗ b picks out b^T F a, and these columns span.
"""

from typing import Any

from lemmata.language import Dim, Id, Index, Kind, Matrix, MatSumOver, StackOver, Statement, Vector, eq, kron, tr
from lemmata.language.columns import DiagonalMatrix
from lemmata.language.families import Unit
from lemmata.language.variables import Diagonal
from theorems.zhao2024 import ZHAO_2024

d, m, k, n = Dim("d"), Dim("m"), Dim("k"), Dim("n")
X = Matrix("X", d, n)
a, b = Vector("a", n), Vector("b", k)

w_i, v_i = Matrix("W_i", k, 1), Matrix("V_i", 1, d)  # column i of W and row i of V
unit_p, unit_q = Matrix("P", k, 1), Matrix("Q", 1, d)  # a direction in these weights
Lambda = Diagonal("Lambda", n)


def unit_network(w: Any, v: Any) -> Any:
    """W_{.i} sigma(V_{i.} X) on its linear region: slopes Lambda on the data points."""
    return w @ v @ X @ Lambda


unit_slope = (unit_network(w_i + unit_p, v_i + unit_q) - unit_network(w_i - unit_p, v_i - unit_q)) / 2
lemma_3 = Statement(
    id="zhao.lemma-3",
    title="Jacobian of a unit network",
    source=ZHAO_2024.at("Lemma 3"),
    kind=Kind.IDENTITY,
    claim=eq(
        tr(b.T @ unit_slope @ a),
        tr(unit_q @ kron(X @ Lambda, w_i.T) @ kron(a, b)) + tr(unit_p.T @ kron(v_i @ X @ Lambda, Id(k)) @ kron(a, b)),
    ),
    notes="Every column of the Jacobian against every direction (P, Q) in the weights of the unit. The display writes "
    "the transpose of a row of blocks whose heights differ (d, k); read as the blocks stacked, as for eq-4. Its zero "
    "blocks belong to the other units, whose weights do not occur in this one.",
)

W, V, S = Matrix("W", k, m), Matrix("V", m, d), Matrix("S", m, n)  # S: the slopes, one row per unit
P, Q = Matrix("P", k, m), Matrix("Q", m, d)
i = Index("i")
slopes = DiagonalMatrix(S.T @ Unit(m, i))  # Lambda^i
column, row = W @ Unit(m, i), Unit(m, i).T @ V


def network(w: Any, v: Any) -> Any:
    """(9): the sum of the unit networks."""
    return MatSumOver(i, 1, m, w @ Unit(m, i) @ Unit(m, i).T @ v @ X @ slopes)


slope = (network(W + P, V + Q) - network(W - P, V - Q)) / 2
by_v = StackOver(i, 1, m, kron(X @ slopes, column.T))
by_w = StackOver(i, 1, m, kron(row @ X @ slopes, Id(k)))
eq_10 = Statement(
    id="zhao.eq-10",
    title="Gram form of the Gauss–Newton matrix with one hidden layer of piecewise linear units",
    source=ZHAO_2024.at("(10)"),
    kind=Kind.IDENTITY,
    claim=(
        eq(
            tr(b.T @ slope @ a),
            tr(StackOver(i, 1, m, Q.T @ Unit(m, i)).T @ by_v @ kron(a, b))
            + tr(StackOver(i, 1, m, P @ Unit(m, i)).T @ by_w @ kron(a, b)),
        ),
        eq(
            by_v.T @ by_v + by_w.T @ by_w,
            MatSumOver(i, 1, m, kron(slopes @ X.T @ X @ slopes, column @ column.T))
            + MatSumOver(i, 1, m, kron(slopes @ X.T @ row.T @ row @ X @ slopes, Id(k))),
        ),
    ),
    depends_on=("zhao.lemma-3",),
    notes="First the Jacobian of the whole network, blocks of V stacked above blocks of W, against every direction; "
    "then its Gram matrix. Without the factor 1/n of (1), as section 5 has it.",
)
