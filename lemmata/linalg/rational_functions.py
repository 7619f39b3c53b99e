"""Functions of rational numbers and matrices where the value is rational again: roots, exponentials of nilpotents.

Whether the root of a matrix is rational is a question about its characteristic polynomial, so that no root is ever
guessed from an approximation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat, fmpz_poly

from lemmata.linalg.characteristic import integer_scaling

EASY_DEGREE = 16  # characteristic polynomials up to this degree are factored,
EASY_HEIGHT = 1600  # unless degree times entry size in bits exceeds this: isolating such roots can take minutes
EASY_BITS = 24000  # beyond it, up to this many bits of coefficients in all
LONGEST_POWER = 100_000  # bits of a rational power that is still written out


def affordable(N: fmpz_mat) -> bool:
    """Whether the characteristic polynomial of a square integer matrix is factored within milliseconds or so."""
    n = N.nrows()
    if n <= 2:
        return True
    height = max((int(abs(x)).bit_length() for x in N.entries()), default=0)
    if n <= EASY_DEGREE:
        return n * height <= EASY_HEIGHT
    return n * n * (height + n.bit_length()) <= EASY_BITS


def identity(n: int) -> fmpq_mat:
    """Identity matrix of order n."""
    return fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])


def pseudo_inverse(A: fmpq_mat) -> fmpq_mat:
    """Moore and Penrose's inverse F^T (F F^T)^-1 (C^T C)^-1 C^T, by the rank factorisation A = C F with the pivot
    columns C of A and the rows F of its reduced echelon form."""
    F, rank = A.rref()
    if rank == 0:
        return A.transpose() * 0
    rows = F.tolist()[:rank]
    pivots = [next(j for j, x in enumerate(row) if x != 0) for row in rows]
    F, C = fmpq_mat(rows), fmpq_mat([[row[j] for j in pivots] for row in A.tolist()])
    Ft, Ct = F.transpose(), C.transpose()
    return Ft * (F * Ft).inv() * (Ct * C).inv() * Ct


def kernel(A: fmpq_mat) -> fmpq_mat:
    """A basis of the kernel, one column each."""
    reduced, rank = A.rref()
    cols = A.ncols()
    pivots = [next(j for j in range(cols) if reduced[i, j] != 0) for i in range(rank)]
    free = [j for j in range(cols) if j not in pivots]
    out = fmpq_mat(cols, len(free))
    for k, j in enumerate(free):
        out[j, k] = 1
        for i, p in enumerate(pivots):
            out[p, k] = -reduced[i, j]
    return out


def rational_root(a: fmpq, k: int = 2) -> fmpq | None:
    """The k-th root of a non-negative rational where it is rational."""
    p, q = _integer_root(a.p, k), _integer_root(a.q, k)
    return None if p is None or q is None else fmpq(p, q)


def _integer_root(x: fmpz, k: int) -> fmpz | None:
    root = x.isqrt() if k == 2 else x.root(k)
    return root if root**k == x else None


def height(a: fmpq) -> int:
    """Bits of the larger of numerator and denominator."""
    return max(abs(int(a.p)), int(a.q)).bit_length()


def writable(bits: int, exponent: int) -> bool:
    """Whether a power of a number (or of a matrix whose entries have so many bits) is short enough to write out.

    To be asked before any exact power whose exponent may come from an instance: FLINT ends the process on a power that
    does not fit into memory.
    """
    return bits * abs(exponent) <= LONGEST_POWER


def rational_power(a: fmpq, exponent: fmpq) -> fmpq | None:
    """a**exponent for a > 0 where it is rational and not too long to write out."""
    if a == 1:
        return a
    k, numerator = int(exponent.q), int(exponent.p)
    if height(a) * abs(numerator) > LONGEST_POWER * k:
        return None
    root = a if k == 1 else rational_root(a, k) if k <= LONGEST_POWER else None
    return None if root is None else root**numerator


def diagonal_of(A: fmpq_mat) -> list[fmpq] | None:
    """Diagonal of a square diagonal matrix, None for another matrix."""
    rows = A.tolist()
    if A.nrows() != A.ncols() or any(x != 0 for i, row in enumerate(rows) for j, x in enumerate(row) if i != j):
        return None
    return [row[i] for i, row in enumerate(rows)]


def diagonal_matrix(values: list[fmpq]) -> fmpq_mat:
    """The square matrix with these entries on its diagonal."""
    n = len(values)
    return fmpq_mat(n, n, [values[i] if i == j else fmpq(0) for i in range(n) for j in range(n)])


def rational_square_root(A: fmpq_mat) -> fmpq_mat | None:
    """The positive semidefinite root X of a positive semidefinite A where X is rational, else None.

    X is rational exactly if no automorphism of the field of the eigenvalues moves it, that is if for every irreducible
    factor f of the minimal polynomial of A the polynomial f(x^2) has a factor g of the degree of f with non-negative
    roots only.  The product m of these g is the minimal polynomial of X; split into even and odd powers,
    m(X) = E(A) + X O(A) = 0, and O(A) is invertible because m(-sqrt(t)) is not 0 at eigenvalues t > 0 and 0 is at most
    a simple root of m.  The caller sees to A being semidefinite (or similar to such a matrix) and affordable.
    """
    return _square_root(A.nrows(), tuple(A.entries()))


@lru_cache(maxsize=256)
def _square_root(n: int, entries: tuple[fmpq, ...]) -> fmpq_mat | None:
    A = fmpq_mat(n, n, list(entries))
    diagonal = diagonal_of(A)
    if diagonal is not None:
        roots = [rational_root(x) for x in diagonal]
        known = [x for x in roots if x is not None]
        return diagonal_matrix(known) if len(known) == len(roots) else None
    N, d = integer_scaling(A)
    m = fmpz_poly([1])
    p = (N * d).charpoly()  # A = N / d = (N d) / d^2
    if _integer_root(abs(next(c for c in p.coeffs() if c != 0)), 2) is None:
        return None  # the product of the non-zero eigenvalues is no square
    for f, _ in p.factor()[1]:
        g = _half(f)
        if g is None:
            return None
        m *= g
    c = m.coeffs()
    square = A * (d * d)
    even, odd = polynomial_at(square, c[0::2]), polynomial_at(square, c[1::2])
    return (odd.inv() * even) * fmpq(-1, d)


def _half(f: fmpz_poly) -> fmpz_poly | None:
    """The factor with non-negative roots of f(x^2), f irreducible with non-negative roots only, where it splits."""
    k = f.degree()
    if k == 1 and f[0] == 0:
        return f
    if _integer_root(abs(f[0]), 2) is None:
        return None
    doubled = [0] * (2 * k + 1)
    doubled[::2] = [int(c) for c in f.coeffs()]
    for g, _ in fmpz_poly(doubled).factor()[1]:
        # All roots are real and not 0: they are positive exactly if the coefficients alternate.
        if g.degree() == k and all(int(g[j]) * int(g[j + 1]) < 0 for j in range(k)):
            return g
    return None


def polynomial_at(A: fmpq_mat, coefficients: Sequence[fmpz | fmpq]) -> fmpq_mat:
    """The polynomial with these coefficients, the constant one first, at a square matrix."""
    value, one = A * 0, identity(A.nrows())
    for c in reversed(coefficients):
        value = value * A + one * c
    return value


def nilpotent_exponential(A: fmpq_mat) -> fmpq_mat | None:
    """The exponential of a nilpotent matrix; None for any other, whose exponential has an irrational entry.

    (If exp(A) is rational its eigenvalues exp(t) are algebraic, so that every eigenvalue t of A is 0: Lindemann.)
    """
    if not _nilpotent(A):
        return None
    total, power = identity(A.nrows()), identity(A.nrows())
    for k in range(1, A.nrows()):
        power = power * A * fmpq(1, k)
        total = total + power
    return total


def _nilpotent(A: fmpq_mat) -> bool:
    n, rows = A.nrows(), A.tolist()
    if sum((rows[i][i] for i in range(n)), fmpq(0)) != 0:
        return False
    if sum((rows[i][j] * rows[j][i] for i in range(n) for j in range(n)), fmpq(0)) != 0:
        return False  # the trace of A^2
    power = A
    for _ in range(n.bit_length()):
        power = power * power
    return all(x == 0 for x in power.entries())
