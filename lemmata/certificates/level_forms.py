"""Quadratic forms that show a spectral radius to be a rational number exactly, and not only nearly.

Let M = A / r have radius one and let its powers stay bounded: eigenvalues on the circle are then semisimple, alone and
in pairs, and the mean of the forms (M^k)^T M^k over k = 0, 1, ... exists.  It is the image Q of the identity under the
projector onto the kernel of P -> M^T P M - P along its range, hence rational, and M^T Q M = Q.  The dual mean R, of
M^k (M^k)^T, has the eigenspaces on the circle as its range.  With E >= 0 whose kernel is that range, P = Q + the sum of
(M^k)^T E M^k is definite and P - M^T P M = E >= 0.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq_mat

from lemmata.checker.witnessed_spectra import Mat
from lemmata.linalg.convert import to_fmpq, to_fmpq_mat
from lemmata.linalg.rational_functions import identity, kernel

LARGEST = 8  # order: systems have its square of unknowns


def level_forms(a: Mat, r: Fraction) -> tuple[fmpq_mat, fmpq_mat] | None:
    """(Q, P) with A^T Q A = r^2 Q, Q >= 0 and not zero, and P > 0 with r^2 P - A^T P A >= 0; None where r > 0 is not
    the modulus of an eigenvalue, powers of A / r are not bounded, or the order is too large."""
    n = a.cols
    if r <= 0 or n > LARGEST:
        return None
    m = to_fmpq_mat(a.rows) / to_fmpq(r)
    step, dual = _products(m.transpose()), _products(m)
    one = identity(n * n)
    mean, other = _onto_kernel(step - one), _onto_kernel(dual - one)
    if mean is None or other is None:
        return None
    unit = fmpq_mat(n * n, 1, identity(n).entries())
    q, reached = _square(mean * unit, n), _square(other * unit, n)
    if not any(q.entries()):
        return None
    rest = kernel(reached)
    e = rest * rest.transpose() if rest.ncols() else fmpq_mat(n, n)
    summed = (one - step + mean).solve(fmpq_mat(n * n, 1, e.entries()))
    return q, q + _square(summed, n)


def _products(m: fmpq_mat) -> fmpq_mat:
    """The matrix of P -> m P m^T on rows written one after the other."""
    n = m.nrows()
    rows = [[m[i, k] * m[j, h] for k in range(n) for h in range(n)] for i in range(n) for j in range(n)]
    return fmpq_mat(rows)


def _square(column: fmpq_mat, n: int) -> fmpq_mat:
    return fmpq_mat(n, n, column.entries())


def _onto_kernel(m: fmpq_mat) -> fmpq_mat | None:
    """The projector onto the kernel of a matrix along its range; None where the two meet."""
    right, left = kernel(m), kernel(m.transpose())
    if not right.ncols():
        return fmpq_mat(m.nrows(), m.ncols())
    pairing = left.transpose() * right
    return None if pairing.det() == 0 else right * pairing.solve(left.transpose())
