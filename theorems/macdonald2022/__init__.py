"""MacDonald et al.: smoothness, Polyak-Lojasiewicz inequalities and weight normalisation of deep residual networks."""

from typing import Any

from lemmata.language import Dim, Id, Index, Matrix, MatSumOver, Paper, Scalar, StackOver, Unit, diag, kron, sqrt, tr
from lemmata.language.domains import Positive

MACDONALD_2022 = Paper(
    "macdonald2022",
    "A global analysis of global optimisation",
    "L. E. MacDonald, H. Saratchandran, J. Valmadre, S. Lucey",
)

# Layers map d_0 x N matrices, one column for each of N data, to d_1 x N matrices; the paper flattens them row by row,
# which `rows` does.
d_0, d_1, N = Dim("d_0"), Dim("d_1"), Dim("N")
X = Matrix("X", d_0, N)
eps = Scalar("eps", domain=Positive())
t = Scalar("t")  # the parameter of a line through a point, along which layers are differentiated
i, j = Index("i"), Index("j")


def rows(Y: Any) -> Any:
    """The flattening of section 4: a matrix row by row, as one column."""
    return StackOver(i, 1, Y.shape[0], Y.T @ Unit(Y.shape[0], i))


def inner(a: Any, b: Any) -> Any:
    """Euclidean inner product of two columns."""
    return tr(a.T @ b)


def wn(W: Any) -> Any:
    """Weight normalisation of section 4, Example 1: each row divided by sqrt(eps + its squared norm)."""
    return diag(1 / sqrt(eps + diag(W @ W.T))) @ W


def wn_block(w: Any) -> Any:
    """Equation (18) for the row w^i written as a column w of length d."""
    size = eps + inner(w, w)
    return (1 / sqrt(size)) * (Id(w.shape[0]) - (1 / size) * (w @ w.T))


def block_diagonal(count: Any, block: Any) -> Any:
    """The matrix with block(1), ..., block(count) on its diagonal."""
    return MatSumOver(j, 1, count, kron(Unit(count, j) @ Unit(count, j).T, block(j)))


__all__ = [
    "MACDONALD_2022", "N", "X", "block_diagonal", "d_0", "d_1", "eps", "i", "inner", "j", "rows",
    "t", "wn", "wn_block",
]  # fmt: skip
