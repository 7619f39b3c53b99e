"""Appendix B: convolutional layers as multiplication by matrices of Toeplitz blocks.

One spatial dimension, stride 1, no padding.  A tensor of shape outputs x inputs x size is kept as a matrix with one row
per fibre (i, j), j running fastest.
"""

from typing import Any

from lemmata.language import Dim, Index, Kind, Matrix, MatSumOver, StackOver, Statement, eq, kron
from lemmata.language.families import Unit
from theorems.zhao2024 import ZHAO_2024

i, j, p, q, r = (Index(name) for name in "ijpqr")


def convolution() -> Any:
    """W * x, m_1 x n: sums over the channels of inner products <W_(i,j), x_{j, p : p + k - 1}>."""
    window = MatSumOver(q, 1, size, Unit(size, q) @ Unit(length, p + q - 1).T) @ x.T @ Unit(m_0, j)
    inner = kron(Unit(m_1, i), Unit(m_0, j)).T @ fibres @ window
    entry = Unit(m_1, i) @ inner @ Unit(positions, p).T
    return MatSumOver(i, 1, m_1, MatSumOver(p, 1, positions, MatSumOver(j, 1, m_0, entry)))


def block_toeplitz() -> Any:
    """T^(l), m_1 n x m_0 d: block (i, j) has the fibre (i, j) along its diagonals."""
    fibre = kron(Unit(m_1, i), Unit(m_0, j)).T @ fibres
    shift = MatSumOver(p, 1, positions, Unit(positions, p) @ Unit(length, p + q - 1).T)
    toeplitz = MatSumOver(q, 1, size, kron(fibre @ Unit(size, q), shift))
    return MatSumOver(i, 1, m_1, MatSumOver(j, 1, m_0, kron(Unit(m_1, i) @ Unit(m_0, j).T, toeplitz)))


def by_rows(a: Any, rows: Any) -> Any:
    """vec_r: the rows of a matrix on top of each other."""
    return StackOver(r, 1, rows, a.T @ Unit(rows, r))


m_0, m_1 = Dim("m_0"), Dim("m_1")  # channels before and after the layer
size, positions = Dim("k"), Dim("n")  # of the kernels, of the output; the length of the input follows
length = positions + size - 1
fibres, x = Matrix("W", m_1 * m_0, size), Matrix("x", m_0, length)

eq_16 = Statement(
    id="zhao.eq-16",
    title="A convolutional layer is a matrix of Toeplitz blocks, a linear convolutional network a product of them",
    source=ZHAO_2024.at("(16)"),
    kind=Kind.IDENTITY,
    claim=eq(by_rows(convolution(), m_1), block_toeplitz() @ by_rows(x, m_0)),
    notes="(16) at every depth: the input is arbitrary, so that the equation applies to the output of one layer as the "
    "input of the next, and the rows of one are listed as the columns of the next are. The paper's input has m_0 = 1 "
    "channel. Kernels are not reversed: what the paper calls convolution is correlation, as in the usual libraries.",
)
