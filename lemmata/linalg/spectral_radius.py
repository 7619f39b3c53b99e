"""Largest modulus of an eigenvalue, also of matrices without a basis of eigenvectors.

* Rational matrices of moderate order: all roots of the characteristic polynomial come isolated.
* Any matrix: an approximate basis of eigenvectors R, B = R^-1 A R in balls, and Gershgorin's discs of B; every
  connected component of k discs holds k eigenvalues.
* A ball matrix besides: its exact midpoint M plus an error.  By Elsner's theorem (Linear Algebra Appl. 71, 1985) every
  eigenvalue of one of two n x n matrices M, B is within (||M|| + ||B||)^(1 - 1/n) ||M - B||^(1/n) of one of the other,
  in either direction, whatever their Jordan form; so the two radii differ by no more than that.
"""

from __future__ import annotations

from flint import acb, acb_mat, arb, arb_mat, fmpq_mat

from lemmata.linalg import ball_spectra
from lemmata.linalg.characteristic import complex_roots, integer_scaling
from lemmata.linalg.convert import midpoint
from lemmata.linalg.enclosures import frobenius_upper, widen
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import affordable


def spectral_radius(A: fmpq_mat | arb_mat, prec: int) -> arb:
    """Largest modulus of an eigenvalue of a square matrix, 0 for an empty one.

    Relative radius near 2**-prec for a rational matrix of moderate order; otherwise as good as a basis of eigenvectors
    is, and for an arb_mat no worse than the n-th root of its relative radius.
    Raises ValueError when the matrix is not square or has an entry that is not finite.
    """
    if A.nrows() != A.ncols():
        raise ValueError(f"a square matrix is needed, got {A.nrows()} x {A.ncols()}")
    if A.nrows() == 0:
        return arb(0)
    if isinstance(A, fmpq_mat):
        return _of_exact(A, prec)
    if A.nrows() == 1:
        return abs(A[0, 0])
    mid, radii = midpoint(A)
    with precision(prec + 16):
        error = frobenius_upper(radii, prec + 16)
        found = by_similarity(A, None, prec)
        if not affordable(integer_scaling(mid)[0]):
            return found
        size = 2 * frobenius_upper(A, prec + 16)
        moved = arb(0) if error.is_zero() else size * ((error / size).log() / A.nrows()).exp()
        other = _floored(widen(_by_roots(mid, prec), moved))
        return other if not found.is_finite() or other.rad() < found.rad() else found


def _of_exact(A: fmpq_mat, prec: int) -> arb:
    if A.transpose() == A:
        values = ball_spectra.symmetric_eigenvalues(A, prec)
        with precision(prec + 8):
            return abs(values[0]).max(abs(values[-1]))
    if affordable(integer_scaling(A)[0]):
        return _by_roots(A, prec)
    with precision(prec + 16):
        return by_similarity(arb_mat(A), None, prec)


def _by_roots(A: fmpq_mat, prec: int) -> arb:
    N, d = integer_scaling(A)
    p = N.charpoly()
    zeros = 0
    while p[zeros] == 0:
        zeros += 1
    with precision(prec + 8):
        largest = arb(0)
        for root, _ in complex_roots(p.right_shift(zeros)):
            largest = largest.max(abs(root.real) if root.imag.is_zero() else abs(root))
        return largest / d


def _floored(x: arb) -> arb:
    """A ball around a number that is not negative."""
    return x if x > 0 else arb(0).union(x.upper())


def by_similarity(A: arb_mat, basis: acb_mat | None, prec: int) -> arb:
    """The radius from *any* square basis by Gershgorin's discs (default: approximate eigenvectors).

    A poor basis gives a wide ball, never a wrong one: where it cannot be shown to be regular the answer lies between 0
    and the Frobenius norm.
    """
    n = A.nrows()
    with precision(prec + 16):
        bound = arb(0).union(frobenius_upper(A, prec + 16))
        M = acb_mat(A)
        R = acb_mat(M.mid().eig(right=True, algorithm="approx")[1] if basis is None else basis).mid()
        try:
            rows = (R.inv() * M * R).tolist()
        except ZeroDivisionError:
            return bound
        if not all(x.real.is_finite() and x.imag.is_finite() for row in rows for x in row):
            return bound
        radii = [sum((abs(x) for j, x in enumerate(row) if j != i), arb(0)).upper() for i, row in enumerate(rows)]
        moduli = [widen(abs(rows[i][i]), radii[i]) for i in range(n)]
        lower = arb(0)
        for members in _components([rows[i][i] for i in range(n)], radii):
            least = moduli[members[0]].lower()
            for i in members[1:]:
                least = least.min(moduli[i].lower())
            lower = lower.max(least)
        upper = moduli[0].upper()
        for x in moduli[1:]:
            upper = upper.max(x.upper())
        return _floored(lower.union(upper))


def _components(centres: list[acb], radii: list[arb]) -> list[list[int]]:
    """Indices of the discs that are connected, component by component."""
    left = set(range(len(centres)))
    found = []
    while left:
        todo = [left.pop()]
        members = []
        while todo:
            i = todo.pop()
            members.append(i)
            near = [j for j in left if not abs(centres[i] - centres[j]) > radii[i] + radii[j]]
            left.difference_update(near)
            todo += near
        found.append(members)
    return found
