"""Section 4: the derivatives of layers, Proposition 4.1 and Examples 1, 2 and 4.

Every formula is compared with the rate of change of the layer itself along a line through a point, in any direction,
at any parameter t of the line; all matrices are flattened row by row, as the paper does.
"""

from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    Layers,
    Matrix,
    MatSumOver,
    Statement,
    Unit,
    Vector,
    diag,
    entries,
    eq,
    forall,
    had,
    kron,
    ones,
    sqrt,
)
from lemmata.language.calculus import ddt
from theorems.macdonald2022 import MACDONALD_2022, N, X, d_0, d_1, eps, inner, rows, t, wn_block

A, B = Matrix("A", d_1, d_0), Matrix("B", d_1, d_0)
b, c, E = Vector("b", d_1), Vector("c", d_1), Matrix("E", d_0, N)


def affine(weights: Any, bias: Any, data: Any) -> Any:
    """(12)."""
    return weights @ data + bias @ ones(1, N)


eq_13 = Statement(
    id="macdonald.eq-13",
    title="Jacobians of an affine layer",
    source=MACDONALD_2022.at("Example 1", "(13), (14)"),
    kind=Kind.IDENTITY,
    claim=(
        eq(rows(ddt(affine(A, b, X + t * E), t)), kron(A, Id(N)) @ rows(E)),
        eq(
            rows(ddt(affine(A + t * B, b + t * c, X), t)),
            kron(Id(d_1), X.T) @ rows(B) + kron(Id(d_1), ones(N, 1)) @ c,
        ),
    ),
    notes="In the direction E of the data, and (B, c) of the weights and the bias.",
)

d = Dim("d")
w, h = Vector("w", d), Vector("h", d)
moved = w + t * h

eq_18 = Statement(
    id="macdonald.eq-18",
    title="Derivative of weight normalisation",
    source=MACDONALD_2022.at("Example 1", "(18)"),
    kind=Kind.IDENTITY,
    claim=eq(ddt((1 / sqrt(eps + inner(moved, moved))) * moved, t), wn_block(moved) @ h),
    notes="Block i, for the row w^i as a column w, in the direction h. Other rows do not enter, so that the derivative "
    "is block diagonal.",
)

V, C, Y, Z = Matrix("V", d, d), Matrix("C", d, d), Matrix("Y", d, N), Matrix("E", d, N)
y, e, g_0, bend = (Vector(name, d * N) for name in ("y", "e", "g_0", "q"))
parameters = Dim("p")
J, K = Matrix("J", d * N, d * N), Matrix("K", d * N, d * N)
D, h_p = Matrix("D", d * N, parameters), Vector("h", parameters)
eq_22 = Statement(
    id="macdonald.eq-22",
    title="Jacobians of a residual block",
    source=MACDONALD_2022.at("Example 4", "(22), (23)"),
    kind=Kind.IDENTITY,
    claim=(
        eq(rows(ddt(Y + t * Z + V @ (Y + t * Z), t)), (kron(Id(d), Id(N)) + kron(V, Id(N))) @ rows(Z)),
        eq(rows(ddt(Y + (V + t * C) @ Y, t)), kron(Id(d), Y.T) @ rows(C)),
        eq(ddt(y + t * e + (g_0 + t * (J @ e) + t**2 / 2 * (K @ e)), t), (kron(Id(d), Id(N)) + (J + t * K)) @ e),
        eq(ddt(y + (g_0 + t * (D @ h_p) + t**2 / 2 * bend), t), D @ h_p + t * bend),
    ),
    depends_on=("macdonald.eq-13",),
    notes="First for the branch g(V, Y) = V Y, in the directions E of the data and C of the weights. Then for any "
    "branch, listed in one column: along a line through the data y its value is g_0 + t J e + ... and its Jacobian J + "
    "t K at t, D and the direction h of its parameters likewise; a derivative depends on no more of it. The tests "
    "compare (22) and (23) with automatic differentiation for weight-normalised branches.",
)

W_1, W_2, B_1, B_2 = V, Matrix("W", d, d), C, Matrix("B", d, d)
A_1, A_2 = W_1 + t * B_1, W_2 + t * B_2
inside = A_1 @ Y
X_1 = inside + had(inside, inside)
slopes = diag(1 + 2 * entries(rows(inside)))  # (19) for the nonlinearity x + x^2
second = kron(Id(d), Id(N)) + kron(A_2, Id(N))
prop_4_1_layers = Statement(
    id="macdonald.prop-4.1~two-layers",
    title="Chain rule for the parameter-function map, read off a two-layer network",
    source=MACDONALD_2022.at("Proposition 4.1", "(10), (11)"),
    kind=Kind.IDENTITY,
    claim=eq(
        rows(ddt(X_1 + A_2 @ X_1, t)),
        second @ slopes @ kron(Id(d), Y.T) @ rows(B_1) + kron(Id(d), X_1.T) @ rows(B_2),
    ),
    notes="A linear layer with the nonlinearity x + x^2 (weights V), and a residual block with a linear branch "
    "(weights W); (C, B) is the direction, Y the data. The tests compare (11) with automatic differentiation for deep "
    "weight-normalised residual networks too.",
)

depth, n, layer = Dim("L"), Dim("n"), Index("l")
Jf, Df = Layers("J", depth, n, n, n), Layers("D", depth, n, n, n)
directions, rates = Matrix("H", n, depth), Matrix("V", n, depth + 1)


def rate(k: Any) -> Any:
    """The rate of change of f_(<= k), flattened."""
    return rates @ Unit(depth + 1, k + 1)


def moved_by(k: Any) -> Any:
    """Df_l times the direction of the parameters of layer k."""
    return Df.layer(k) @ directions @ Unit(depth, k)


prop_4_1 = Statement(
    id="macdonald.prop-4.1",
    title="Chain rule for the parameter-function map",
    source=MACDONALD_2022.at("Proposition 4.1", "(10), (11)"),
    kind=Kind.IDENTITY,
    given=forall(layer, 1, depth, eq(rate(layer), Jf.layer(layer) @ rate(layer - 1) + moved_by(layer))),
    claim=eq(
        rate(depth),
        MatSumOver(layer, 1, depth, Jf.product(depth, layer + 1) @ moved_by(layer)) + Jf.product(depth, 1) @ rate(0),
    ),
    construct="rates-along-layers",
    depends_on=("macdonald.eq-13", "macdonald.eq-18", "macdonald.eq-22"),
    notes="L layers. J_l and D_l are Jf_l and Df_l at the point, the columns of H the directions in which the "
    "parameters of the layers move, and column l + 1 of V the rate at which f_(<= l) changes with them: the hypothesis "
    "is that each layer is differentiable, the claim (10) with (11), DF times the direction; column 1, the rate of the "
    "data themselves, is 0 in the paper. Outputs and parameters of all layers are filled up with zeros to one number "
    "n, which changes no product. With differences for rates and means of the derivatives along the way between two "
    "points it holds exactly for every step.",
)
