"""Ranks of Gauss-Newton matrices of linear networks, exactly: a pseudo-condition number divides by no threshold.

Floats are rationals with a power of two below, so that the rank is a question about integers.  Modulo a prime it is at
most the true one; and the true one is at most q (k + r - q), q the least of k, r = rank F and the hidden widths: the
dimension of the k x r matrices that such networks realise, which no derivative exceeds.  Where the two meet, nothing
more is to be done; elsewhere the integers themselves are eliminated.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from flint import fmpz_mat, nmod_mat
from torch import Tensor

PRIME = 2**61 - 1
Rows = Sequence[Sequence[Fraction]]


def _integers(a: Tensor | Rows) -> fmpz_mat:
    """The matrix times the least common denominator of its entries."""
    rows = [[Fraction(v) for v in row] for row in (a.tolist() if isinstance(a, Tensor) else a)]
    if not rows or not rows[0]:
        raise ValueError("a matrix without entries has no rank here")
    common = lcm(*(v.denominator for row in rows for v in row))
    return fmpz_mat([[int(v * common) for v in row] for row in rows])


def _basis(a: fmpz_mat) -> fmpz_mat:
    """As many columns as the rank, spanning what the columns of a matrix that is not 0 span."""
    reduced, _, rank = a.transpose().rref()
    return fmpz_mat(reduced.tolist()[:rank]).transpose()


def _modular(a: fmpz_mat) -> nmod_mat:
    return nmod_mat(a.nrows(), a.ncols(), [int(v) % PRIME for row in a.tolist() for v in row], PRIME)


def _gram(ws: list[Any], root: Any, unit: Any) -> list[list[int]]:
    """Gram form of (4) and (5), up to positive factors of its summands, which do not change its rank."""
    above, below = [unit], [root]
    for w in ws[:-1]:
        below.append(w * below[-1])
    for w in reversed(ws[1:]):
        above.append(above[-1] * w)
    order = unit.nrows() * root.ncols()
    total = [[0] * order for _ in range(order)]
    for a, b in zip(above[::-1], below, strict=True):
        left, right = ([[int(v) for v in row] for row in g.tolist()] for g in (a * a.transpose(), b.transpose() * b))
        rows = ([u * v for u in row for v in other] for row in left for other in right)
        for into, row in zip(total, rows, strict=True):
            into[:] = map(int.__add__, into, row)
    return total


def gauss_newton_rank(weights: Sequence[Tensor | Rows], factor: Tensor | Rows) -> int:
    """Rank of the Gauss-Newton matrix of W^L ... W^1 x with covariance F F^T, exactly.

    weights[l - 1] = W^l of shape (a_l, a_{l-1}); factor = F of shape (d, r): the data, or a root of the covariance *as
    the floats say*, whose rounding may have raised its rank.  Raises ValueError for no matrix or shapes that do not
    chain.
    """
    if not weights:
        raise ValueError("a linear network needs at least one matrix")
    ws, root = [_integers(w) for w in weights], _integers(factor)
    if any(b.ncols() != a.nrows() for a, b in zip([root, *ws], ws, strict=False)):
        raise ValueError("the matrices do not chain")
    if root.rank() == 0:
        return 0
    root, k = _basis(root), ws[-1].nrows()
    unit = fmpz_mat([[int(i == j) for j in range(k)] for i in range(k)])
    r = root.ncols()
    q = min(k, r, *(w.nrows() for w in ws))
    modular = _gram([_modular(w) for w in ws], _modular(root), _modular(unit))
    least = int(nmod_mat(k * r, k * r, [v % PRIME for row in modular for v in row], PRIME).rank())
    if least == q * (k + r - q):
        return least
    return int(fmpz_mat(_gram(ws, root, unit)).rank())
