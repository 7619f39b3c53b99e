"""Ordered eigenvalues from an approximate eigenbasis: enclosures for any size and any degeneracy.

Let A be symmetric and Q any square matrix, however it was found.  Put B = Q^T A Q and G = Q^T Q.

* Ostrowski: B is congruent to A, and lambda_i(B) = theta_i lambda_i(A) with every theta_i between the extreme
  eigenvalues of G.  With delta >= ||G - I||_F these lie in [1 - delta, 1 + delta]; the statement is used only when
  delta < 1, which also shows that Q is invertible.
* Weyl: lambda_i(B) differs from the i-th largest diagonal entry of B by at most the spectral norm of the off-diagonal
  part, so by its Frobenius norm.

Nothing is assumed about gaps: clusters and exact multiplicities are as good as any spectrum.  The quality of Q decides
only how narrow the balls are; all rigour sits in :func:`enclose_with_basis`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from flint import arb, arb_mat, ctx, fmpq_mat, fmpz_mat

from lemmata.linalg.precision import precision

ROUNDS_FLOOR = 12
PATIENCE = 4  # rounds without progress before a basis is taken as it is
LOW_BITS = 160  # precision of the first steps: they start from doubles


def _frobenius_upper(entries: list[arb]) -> arb:
    """Exact upper bound of the Frobenius norm of the matrices enclosed by these entries."""
    total = arb(0)
    for x in entries:
        largest = x.abs_upper()  # not x * x: a ball about zero squares to one with negative members
        total += largest * largest
    return total.sqrt().upper()


def frobenius_upper(M: arb_mat, prec: int) -> arb:
    """An exact upper bound of the Frobenius norm of every matrix enclosed by M."""
    with precision(prec):
        return _frobenius_upper(M.entries())


def widen(x: arb, radius: arb) -> arb:
    """The ball x with ``radius`` (an upper bound of an error) added on both sides."""
    return x + arb(0, radius.abs_upper())


def ordered_union(values: list[arb], radius: arb) -> list[arb]:
    """Enclosures, descending, of the order statistics of numbers known to lie in these balls, each widened by
    ``radius``.

    The i-th largest of numbers x_k in [l_k, u_k] lies between the i-th largest l and the i-th largest u.
    """
    lowers = sorted((x.lower() for x in values), reverse=True)
    uppers = sorted((x.upper() for x in values), reverse=True)
    return [widen(lo.union(hi), radius) for lo, hi in zip(lowers, uppers, strict=True)]


class _Congruence:
    """B = Q^T A Q in balls for one exact Q, with the two norms that the theorems need."""

    def __init__(self, A: arb_mat, Q: arb_mat) -> None:
        self.Q = Q
        self.B = Q.transpose() * (A * Q)
        self.rows = self.B.tolist()
        self.off = _frobenius_upper([x for i, row in enumerate(self.rows) for j, x in enumerate(row) if i != j])
        self.delta = _frobenius_upper(_defect(Q).entries())

    def defect(self, norm: arb) -> arb:
        """Size of the radii to be expected, for a matrix of this norm."""
        return (self.off + norm * self.delta).mid()

    def eigenvalues(self) -> list[arb] | None:
        """Enclosures by Weyl and Ostrowski, or None where Q is too far from orthogonal for the theorem to apply."""
        if not (self.off.is_finite() and self.delta < 1):
            return None
        theta = arb(1, self.delta)
        if not theta > 0:  # the radius of a ball is rounded up, so this is asked of the ball itself
            return None
        return [x / theta for x in ordered_union([row[i] for i, row in enumerate(self.rows)], self.off)]


def enclose_with_basis(A: arb_mat, Q: arb_mat, prec: int) -> list[arb]:
    """Rigorous ordered eigenvalues, descending, of an exact symmetric matrix from *any* square Q of the same size.

    A poor or singular Q gives wide balls, never wrong ones: where Ostrowski's theorem does not apply (delta >= 1, or Q
    not finite) the identity is used instead, that is, Weyl on A itself.
    """
    n = A.nrows()
    with precision(prec):
        found = _Congruence(A, Q.mid()).eigenvalues()
        if found is None:
            found = _Congruence(A, arb_mat(np.eye(n).tolist())).eigenvalues()
        if found is None:
            raise ValueError("the matrix has an entry that is not finite")
        return found


def _float_table(M: arb_mat, scale: arb) -> np.ndarray:
    return np.array([[float(x * scale) for x in row] for row in M.tolist()])


def _power_of_two_near(x: arb) -> arb:
    """A power of two within a factor two of 1/|x| (1 for x = 0): brings numbers of any exponent into float range."""
    mantissa, exponent = x.mid().man_exp()
    if mantissa == 0:
        return arb(1)
    return arb(2) ** -(int(exponent) + int(abs(mantissa)).bit_length())


def float_eigenbasis(A: arb_mat) -> arb_mat:
    """LAPACK's eigenvectors of the scaled matrix as an exact Q; the identity where LAPACK fails or is not finite."""
    n = A.nrows()
    largest = max((abs(x) for x in A.entries()), key=lambda x: x.upper(), default=arb(0))
    try:
        vectors = np.linalg.eigh(_float_table(A, _power_of_two_near(largest)))[1]
    except np.linalg.LinAlgError:
        vectors = np.eye(n)
    if not np.isfinite(vectors).all():
        vectors = np.eye(n)
    return arb_mat(vectors.tolist())


def _defect(Q: arb_mat) -> arb_mat:
    n = Q.nrows()
    return arb_mat(n, n, [int(i == j) for i in range(n) for j in range(n)]) - Q.transpose() * Q


def _orthonormal(Q: arb_mat, bits: int) -> arb_mat:
    """Q made orthogonal to nearly ``bits`` bits by Newton-Schulz steps, which square ||I - Q^T Q|| each time.

    Returned as it is where the iteration has no reason to converge (defect not below 1).
    """
    limit, last = arb(2) ** (8 - bits), arb(1)
    while True:
        R = _defect(Q).mid()
        size = _frobenius_upper(R.entries())
        if not size < last or size < limit:
            return Q
        Q, last = (Q + Q * R * arb(0.5)).mid(), size


def components(count: int, joined: Callable[[int, int], bool]) -> list[list[int]]:
    """The indices below a count, those together that are joined to one another, perhaps by way of others."""
    left, found = list(range(count)), []
    while left:
        members = [left.pop(0)]
        for i in members:  # which grow on the way
            members += (near := [j for j in left if joined(i, j)])
            left = [j for j in left if j not in near]
        found.append(sorted(members))
    return found


def _clusters(rows: list[list[arb]], target: arb) -> list[list[int]]:
    """Indices joined whose off-diagonal entry matters and is not dwarfed by the gap of the diagonal entries."""

    def joined(i: int, j: int) -> bool:
        size = abs(rows[min(i, j)][max(i, j)])
        return bool(size > target and not size * 256 <= abs(rows[i][i] - rows[j][j]))

    return components(len(rows), joined)


def _block_eigenbasis(block: list[list[arb]], bits: int) -> list[list[arb]]:
    """Approximate eigenvectors of a small symmetric block: floats after a shift, made orthogonal to ``bits`` bits."""
    shift = block[0][0]
    shifted = [[(x - shift if i == j else x).mid() for j, x in enumerate(row)] for i, row in enumerate(block)]
    return _orthonormal(float_eigenbasis(arb_mat(shifted)), bits).tolist()


def _improved(state: _Congruence, target: arb, bits: int) -> arb_mat:
    """One refinement step of an approximate eigenbasis that is orthogonal to working precision.

    A pair (i, j) whose gap dwarfs b_ij is rotated by the angle b_ij / (b_jj - b_ii), all pairs at once through the skew
    E in I + E + E^2 / 2 (orthogonal up to fourth order).  Indices whose gap is not resolved yet form clusters; a
    cluster is rotated as a block by a float eigenbasis of its *shifted* block, which resolves gaps far below the float
    round-off of the whole matrix.  Exact multiplicities need no more: any orthogonal basis of the cluster will do.
    """
    n = len(state.rows)
    S = state.B.mid().tolist()
    groups = _clusters(S, target)
    name = {i: k for k, members in enumerate(groups) for i in members}
    E: list[list[arb | int]] = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            if name[i] != name[j] and abs(S[i][j]) > target:
                x = (S[i][j] / (S[j][j] - S[i][i])).mid()
                E[i][j], E[j][i] = x, -x
    skew = arb_mat(E)
    turned = (state.Q * skew).mid()
    Q = (state.Q + turned + turned * skew * arb(0.5)).mid()
    if len(groups) < n:
        W: list[list[arb | int]] = [[int(i == j) for j in range(n)] for i in range(n)]
        for members in groups:
            if len(members) > 1:
                basis = _block_eigenbasis([[S[i][j] for j in members] for i in members], bits)
                for i, row in zip(members, basis, strict=True):
                    for j, x in zip(members, row, strict=True):
                        W[i][j] = x
        Q = (Q * arb_mat(W)).mid()
    return _orthonormal(Q, bits)


def _bits_right(defect: arb, norm: arb) -> int:
    """How many bits of a matrix of this norm an error leaves right."""
    if not defect > 0 or not norm > 0 or not defect < norm:
        return 0
    return max(int(-float((defect / norm).log().mid()) / 0.6931), 0)


def _refined(A: arb_mat, prec: int, bits: int, Q: arb_mat | None) -> _Congruence:
    """Refine an approximate eigenbasis until radii near 2**-prec ||A||_F are met or no longer approached."""
    n = A.nrows()
    norm = _frobenius_upper(A.entries())
    if not norm.is_finite():
        raise ValueError("the matrix has an entry that is not finite")
    target = norm * arb(2) ** -(prec + 4)
    per_entry = (target / (2 * n)).mid()
    with precision(used := min(bits, LOW_BITS) if Q is None else bits):
        best = state = _Congruence(A, _orthonormal((float_eigenbasis(A) if Q is None else Q).mid(), used))
    idle = 0
    for _ in range(ROUNDS_FLOOR + prec // 8):
        if not best.defect(norm) > target or idle == PATIENCE:
            break
        # A step at most multiplies the bits that are right by four: no more are worth their time, until one is idle.
        used = bits if idle else min(bits, max(LOW_BITS, 4 * _bits_right(best.defect(norm), norm) + 64))
        with precision(used):
            noise = norm * arb(2) ** (24 - used) / (2 * n)
            state = _Congruence(A, _improved(state, noise.mid() if noise > per_entry else per_entry, used))
        if not state.off.is_finite():
            break
        best, idle = (state, 0) if state.defect(norm) < best.defect(norm) else (best, idle + 1)
    return _Congruence(A, best.Q) if used < bits else best


def working_bits(n: int, prec: int) -> int:
    """Bits at which an eigenbasis of order n is refined to ``prec``."""
    return prec + 24 + 2 * n.bit_length()


def approximate_eigenbasis(A: arb_mat, prec: int) -> tuple[arb_mat, list[arb]]:
    """An exact Q whose columns are nearly orthonormal eigenvectors of a symmetric A, and the eigenvalues nearly
    belonging to them.

    Nothing is promised of either: who uses them verifies what they are used for.  Raises ValueError when an entry is
    not finite.
    """
    bits = working_bits(A.nrows(), prec)
    with precision(bits):
        state = _refined(A.mid(), prec, bits, None)
        return state.Q, [row[i].mid() for i, row in enumerate(state.rows)]


def enclose_symmetric(N: fmpz_mat | arb_mat, prec: int, Q: arb_mat | None = None) -> list[arb]:
    """Ordered eigenvalues, descending, of an exact symmetric matrix, with radii of about 2**-prec times its norm.

    ``Q`` may give a starting basis (default: LAPACK's).  Refinement stops when the target is met or no longer
    approached; the answer is an enclosure in either case.  Raises ValueError when an entry is not finite.
    """
    n = N.nrows()
    if n == 0:
        return []
    bits = working_bits(n, prec)
    with precision(bits):
        A = arb_mat(N) if isinstance(N, fmpz_mat) else N
        best = _refined(A, prec, bits, Q)
        found = best.eigenvalues()
    return enclose_with_basis(A, best.Q, bits) if found is None else found


# Verified square roots and logarithms of symmetric matrices: an approximation, and a bound of its distance.
#
# Let A be symmetric and X an exactly known symmetric matrix, however it was found; norms are spectral norms.
#
# * Root.  Let S = A^(1/2) and X be positive semidefinite, D = S - X, R = A - X^2 = (D (S + X) + (S + X) D) / 2.  For a
#   unit eigenvector v of D to an eigenvalue t of largest modulus, v^T R v = t v^T (S + X) v.  As S and X are
#   semidefinite, v^T (S + X) v is at least |v^T (S - X) v| = |t|, and at least lmin(X).  So
#   ||D|| <= min(sqrt(||R||), ||R|| / lmin(X)), the second where lmin(X) > 0.
# * Logarithm.  Let A be positive definite and R = A - exp(X).  From log A - X = integral over t > 0 of
#   (A + t)^-1 R (exp(X) + t)^-1 dt follows ||log A - X|| <= ||R|| / min(lmin(A), lmin(exp X)), and by Weyl
#   lmin(exp X) >= lmin(A) - ||R||.
#
# X is built as Q D Q^T from an approximate eigenbasis Q and a diagonal D, both exact: it is symmetric, semidefinite
# where D >= 0, and lmin(X) >= min(D) lmin(Q Q^T).  A poor Q gives wide balls, never wrong ones.
ROUNDS = 4  # doublings of the working precision before an enclosure is taken as it is


def square_root(A: fmpq_mat | arb_mat, prec: int) -> arb_mat:
    """The root of a symmetric positive semidefinite matrix, with radii near 2**-prec times its norm.

    A is rational, or an arb_mat that encloses such a matrix (the radii then grow with its own).  Raises ValueError when
    an entry is not finite; that A is semidefinite is taken for granted.
    """
    return _rising(A, prec, root_from)


def logarithm(A: fmpq_mat | arb_mat, prec: int, smallest: arb) -> arb_mat:
    """The logarithm of a symmetric positive definite matrix; ``smallest`` is a positive lower bound of its spectrum.

    Otherwise as :func:`square_root`; entries that are not finite where nothing could be shown.
    """
    return _rising(A, prec, partial(logarithm_from, smallest=smallest))


Found = tuple[arb_mat, arb, arb]  # enclosure, error bound, size


def _rising(A: fmpq_mat | arb_mat, prec: int, evaluate: Callable[[arb_mat, arb_mat, list[arb]], Found]) -> arb_mat:
    """Evaluate at rising precision until the radii are near 2**-prec, as far as those of A allow."""
    work = prec + 16
    exact = isinstance(A, fmpq_mat)
    for _ in range(ROUNDS):
        with precision(working_bits(A.nrows(), work)):
            M = arb_mat(A)
            value, error, size = evaluate(M, *approximate_eigenbasis(M, work))
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


def root_from(A: arb_mat, Q: arb_mat, values: list[arb]) -> Found:
    """(enclosure of the root of A, error bound, size) from any Q and any approximate eigenvalues, at this precision."""
    roots = [x.sqrt().mid() if x > 0 else arb(0) for x in (y.mid() for y in values)]
    X = _built(Q.mid(), roots)
    residual = _norm(A - X * X)
    error = residual.sqrt().upper()
    low = min(roots, default=arb(0)) * (1 - _norm(_defect(Q.mid())))
    if low > 0:
        error = error.min((residual / low).upper()).upper()
    return _widened(X, error), error, max(roots, default=arb(0))


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
