"""Ordered eigenvalues and singular values as balls: exact route for small rational matrices, enclosures for all others.

``route`` is "exact" (characteristic polynomial; rational input only), "enclosure" (approximate basis and perturbation
theorems) or "auto" (exact for rational matrices whose polynomial has degree at most EXACT_LIMIT).  A ball matrix is
treated as its exact midpoint plus an error of at most the Frobenius norm of its radii: by Weyl no ordered eigenvalue or
singular value moves further than that.
"""

from __future__ import annotations

from typing import Literal

from flint import acb_mat, arb, arb_mat, fmpq_mat, fmpz, fmpz_mat

from lemmata.linalg.characteristic import (
    complex_roots,
    gram,
    inertia,
    integer_scaling,
    rank,
    require_symmetric,
    singular_values_exact,
    symmetric_eigenvalues_exact,
    without_zeros,
)
from lemmata.linalg.convert import Matrix, midpoint
from lemmata.linalg.enclosures import components, enclose_symmetric, frobenius_upper, widen
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import affordable, diagonal_of

Route = Literal["auto", "exact", "enclosure"]
EXACT_LIMIT = 16  # degree up to which root isolation takes milliseconds
EXACT_BITS = 1_200  # and up to this many bits of entry size times degree


def _takes_exact(A: Matrix, degree: int, route: Route) -> bool:
    if route not in ("auto", "exact", "enclosure"):
        raise ValueError(f"unknown route {route!r}")
    if isinstance(A, arb_mat):
        if route == "exact":
            raise ValueError("the exact route needs a rational matrix")
        return False
    if route == "auto":
        return degree <= 2 or degree <= EXACT_LIMIT and _small_numbers(A, degree)
    return route == "exact"


def _small_numbers(A: fmpq_mat | fmpz_mat, degree: int) -> bool:
    """Whether the characteristic polynomial has coefficients that root isolation copes with quickly.

    Entries that range over hundreds of binary orders give coefficients of many thousands of bits, on which FLINT's
    isolation can take minutes; enclosures do not mind.
    """
    N, _ = integer_scaling(A)
    bits = max((abs(int(x)).bit_length() for row in N.tolist() for x in row), default=0)
    return bits * degree <= EXACT_BITS


def _symmetric_midpoint(A: arb_mat) -> tuple[fmpq_mat, arb_mat]:
    """Exact symmetric midpoint and radii of a ball matrix that encloses a symmetric one.

    Only the upper triangle is read: the enclosed matrix is symmetric, so those balls hold its lower entries too.
    Raises ValueError when the two triangles exclude each other, for then no symmetric matrix is enclosed.
    """
    n = A.nrows()
    if n != A.ncols():
        raise ValueError(f"a square matrix is needed, got {n} x {A.ncols()}")
    rows = A.tolist()
    if any(not rows[i][j].overlaps(rows[j][i]) for i in range(n) for j in range(i)):
        raise ValueError("the ball matrix encloses no symmetric matrix")
    return midpoint(arb_mat(n, n, [rows[min(i, j)][max(i, j)] for i in range(n) for j in range(n)]))


def _with_exact_zeros(values: list[arb], zeros: int) -> list[arb]:
    """Put exact zeros where the count of zero eigenvalues leaves no doubt which balls they are."""
    doubtful = [k for k, x in enumerate(values) if x.contains(0)]
    if len(doubtful) != zeros:
        return values
    return [arb(0) if k in set(doubtful) else x for k, x in enumerate(values)]


def _divided(values: list[arb], d: fmpz, error: arb, prec: int) -> list[arb]:
    with precision(prec + 8):
        return [widen(x / d, error) for x in values]


def symmetric_eigenvalues(A: Matrix, prec: int, route: Route = "auto") -> list[arb]:
    """The n eigenvalues, descending and with multiplicities, of a symmetric matrix.

    ``A`` is an exactly symmetric rational matrix, or an arb_mat that encloses a symmetric matrix.  Exact route:
    relative radii near 2**-prec, repeated eigenvalues are the identical ball.  Enclosure route: absolute radii near
    2**-prec ||A||_F.  Raises ValueError when A is not symmetric or not finite.
    """
    if not isinstance(A, arb_mat):
        require_symmetric(A)
        if _takes_exact(A, A.nrows(), route):
            return symmetric_eigenvalues_exact(A, prec)
        N, d = integer_scaling(A)
        zeros = N.nrows() - rank(N)
        return _divided(_with_exact_zeros(enclose_symmetric(N, prec), zeros), d, arb(0), prec)
    _takes_exact(A, A.nrows(), route)
    mid, radii = _symmetric_midpoint(A)
    N, d = integer_scaling(mid)
    return _divided(enclose_symmetric(N, prec), d, frobenius_upper(radii, prec + 8), prec)


def _enclosed_singular_values(A: fmpq_mat | fmpz_mat, error: arb, prec: int) -> list[arb]:
    """Singular values of an exact matrix as square roots of the Gram spectrum at twice the precision.

    Squaring is exact here (integers), so nothing is lost by it: an error of 2**-2p ||A||^2 in the square is at most
    2**-p ||A|| in the root, for the smallest singular values too.  Zero singular values are known in number from the
    rank, and they are the last ones, so they are exactly 0.
    """
    N, d = integer_scaling(A)
    nonzero = rank(N)
    squares = enclose_symmetric(gram(N), 2 * prec + 8)
    values = []
    with precision(2 * prec + 8):
        for k, x in enumerate(squares):
            if k >= nonzero:
                values.append(arb(0))
                continue
            lower = x.lower()
            values.append((lower.sqrt() if lower > 0 else arb(0)).union(x.upper().sqrt()))
    found = _divided(values, d, error, prec)
    return found if error.is_zero() else [_floored(x) for x in found]


def singular_values(A: Matrix, prec: int, route: Route = "auto") -> list[arb]:
    """The min(r, c) singular values, descending, of a matrix of any shape (an empty list where a side is 0).

    Singular values of a rational matrix that are zero are exactly arb(0).  Precision as in
    :func:`symmetric_eigenvalues`.
    Raises ValueError when an entry is not finite.
    """
    small = min(A.nrows(), A.ncols())
    exact = _takes_exact(A, small, route)
    if small == 0:
        return []
    if isinstance(A, arb_mat):
        mid, radii = midpoint(A)
        return _enclosed_singular_values(mid, frobenius_upper(radii, prec + 8), prec)
    return singular_values_exact(A, prec) if exact else _enclosed_singular_values(A, arb(0), prec)


# Definiteness of rational symmetric matrices, decided exactly.
ENCLOSURE_BITS = (64, 256)


def positive_semidefinite(A: fmpq_mat) -> bool:
    """Whether a rational symmetric matrix has no negative eigenvalue.

    Large matrices are settled by enclosures (with exact zeros counted by the rank) where these suffice, else by the
    exact inertia.
    """
    diagonal = diagonal_of(A)
    if diagonal is not None:
        return all(x >= 0 for x in diagonal)
    if A.nrows() > EXACT_LIMIT:
        for bits in ENCLOSURE_BITS:
            values = symmetric_eigenvalues(A, bits)
            if all(x >= 0 for x in values):
                return True
            if any(x < 0 for x in values):
                return False
    return inertia(A)[1] == 0


def positive_definite(A: fmpq_mat) -> bool:
    """Whether a rational symmetric matrix has positive eigenvalues only."""
    return positive_semidefinite(A) and rank(A) == A.nrows()


# Largest modulus of an eigenvalue, also of matrices without a basis of eigenvectors.
#
# * Rational matrices of moderate order: all roots of the characteristic polynomial come isolated. * Any matrix: an
# approximate basis of eigenvectors R, B = R^-1 A R in balls, and Gershgorin's discs of B; every connected component of
# k discs holds k eigenvalues. * A ball matrix besides: its exact midpoint M plus an error.  By Elsner's theorem (Linear
# Algebra Appl. 71, 1985) every eigenvalue of one of two n x n matrices M, B is within (||M|| + ||B||)^(1 - 1/n) ||M -
# B||^(1/n) of one of the other, in either direction, whatever their Jordan form; so the two radii differ by no more
# than that.
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
        values = symmetric_eigenvalues(A, prec)
        with precision(prec + 8):
            return abs(values[0]).max(abs(values[-1]))
    if affordable(integer_scaling(A)[0]):
        return _by_roots(A, prec)
    with precision(prec + 16):
        return by_similarity(arb_mat(A), None, prec)


def _by_roots(A: fmpq_mat, prec: int) -> arb:
    N, d = integer_scaling(A)
    with precision(prec + 8):
        largest = arb(0)
        for root, _ in complex_roots(without_zeros(N.charpoly())[1]):
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
        for members in components(n, lambda i, j: not abs(rows[i][i] - rows[j][j]) > radii[i] + radii[j]):
            least = moduli[members[0]].lower()
            for i in members[1:]:
                least = least.min(moduli[i].lower())
            lower = lower.max(least)
        upper = moduli[0].upper()
        for x in moduli[1:]:
            upper = upper.max(x.upper())
        return _floored(lower.union(upper))
