"""Verified square roots and logarithms of symmetric matrices: an approximation, and a bound of its distance.

Let A be symmetric and X an exactly known symmetric matrix, however it was found; norms are spectral norms.

* Root.  Let S = A^(1/2) and X be positive semidefinite, D = S - X, R = A - X^2 = (D (S + X) + (S + X) D) / 2.  For a
  unit eigenvector v of D to an eigenvalue t of largest modulus, v^T R v = t v^T (S + X) v.  As S and X are
  semidefinite, v^T (S + X) v is at least |v^T (S - X) v| = |t|, and at least lmin(X).  So
  ||D|| <= min(sqrt(||R||), ||R|| / lmin(X)), the second where lmin(X) > 0.
* Logarithm.  Let A be positive definite and R = A - exp(X).  From log A - X = integral over t > 0 of
  (A + t)^-1 R (exp(X) + t)^-1 dt follows ||log A - X|| <= ||R|| / min(lmin(A), lmin(exp X)), and by Weyl
  lmin(exp X) >= lmin(A) - ||R||.

X is built as Q D Q^T from an approximate eigenbasis Q and a diagonal D, both exact: it is symmetric, semidefinite where
D >= 0, and lmin(X) >= min(D) lmin(Q Q^T).  A poor Q gives wide balls, never wrong ones.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, arb_mat, ctx, fmpq_mat

from lemmata.linalg.enclosures import approximate_eigenbasis, frobenius_upper, widen, working_bits
from lemmata.linalg.precision import precision

ROUNDS = 4  # doublings of the working precision before an enclosure is taken as it is


def square_root(A: fmpq_mat | arb_mat, prec: int) -> arb_mat:
    """The root of a symmetric positive semidefinite matrix, with radii near 2**-prec times its norm.

    A is rational, or an arb_mat that encloses such a matrix (the radii then grow with its own).  Raises ValueError when
    an entry is not finite; that A is semidefinite is taken for granted.
    """
    return _rising(A, prec, _one_root)


def logarithm(A: fmpq_mat | arb_mat, prec: int, smallest: arb) -> arb_mat:
    """The logarithm of a symmetric positive definite matrix; ``smallest`` is a positive lower bound of its spectrum.

    Otherwise as :func:`square_root`; entries that are not finite where nothing could be shown.
    """
    return _rising(A, prec, lambda M, bits: _one_logarithm(M, bits, smallest))


Found = tuple[arb_mat, arb, arb]  # enclosure, error bound, size


def _rising(A: fmpq_mat | arb_mat, prec: int, evaluate: Callable[[arb_mat, int], Found]) -> arb_mat:
    """Evaluate at rising precision until the radii are near 2**-prec, as far as those of A allow."""
    work = prec + 16
    exact = isinstance(A, fmpq_mat)
    for _ in range(ROUNDS):
        with precision(working_bits(A.nrows(), work)):
            M = arb_mat(A)
            value, error, size = evaluate(M, work)
            if not exact or error < arb(2) ** -prec * size:
                return value
        work *= 2
    return value


def _built(Q: arb_mat, values: list[arb]) -> arb_mat:
    """An enclosure of the exact matrix Q diag(values) Q^T."""
    scaled = arb_mat([[x * d for x, d in zip(row, values, strict=True)] for row in Q.tolist()])
    return scaled * Q.transpose()


def _widened(X: arb_mat, error: arb) -> arb_mat:
    return arb_mat(X.nrows(), X.ncols(), [widen(x, error) for x in X.entries()])


def _one_root(A: arb_mat, bits: int) -> Found:
    Q, values = approximate_eigenbasis(A, bits)
    return root_from(A, Q, values)


def root_from(A: arb_mat, Q: arb_mat, values: list[arb]) -> Found:
    """(enclosure of the root of A, error bound, size) from any Q and any approximate eigenvalues, at this precision."""
    roots = [x.sqrt().mid() if x > 0 else arb(0) for x in (y.mid() for y in values)]
    X = _built(Q.mid(), roots)
    residual = _norm(A - X * X)
    error = residual.sqrt().upper()
    low = min(roots, default=arb(0)) * (1 - _norm(_identity(Q) - Q.mid().transpose() * Q.mid()))
    if low > 0:
        error = error.min((residual / low).upper()).upper()
    return _widened(X, error), error, max(roots, default=arb(0))


def _one_logarithm(A: arb_mat, bits: int, smallest: arb) -> Found:
    Q, values = approximate_eigenbasis(A, bits)
    return logarithm_from(A, Q, values, smallest)


def logarithm_from(A: arb_mat, Q: arb_mat, values: list[arb], smallest: arb) -> Found:
    """As :func:`root_from` for the logarithm; ``smallest`` is a positive lower bound of the spectrum of A."""
    floor = smallest.lower()
    logs = [y.log().mid() if y > 0 else floor.log().mid() for y in (x.mid() for x in values)]
    X = _built(Q.mid(), logs)
    residual = _norm(A - X.exp())
    low = floor - residual
    error = (residual / low).upper() if low > 0 else arb.pos_inf()
    return _widened(X, error), error, max((abs(x) for x in logs), default=arb(0)) + 1


def _norm(M: arb_mat) -> arb:
    return frobenius_upper(M, ctx.prec)


def _identity(Q: arb_mat) -> arb_mat:
    n = Q.nrows()
    return arb_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
