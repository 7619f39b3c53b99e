"""Largest moduli of eigenvalues as algebraic numbers."""

from __future__ import annotations

from flint import arb, fmpq, fmpq_mat, fmpz_poly

from lemmata.evaluate.exact import affordable
from lemmata.evaluate.interpreter import Unavailable
from lemmata.evaluate.number_fields import Numbers
from lemmata.linalg.characteristic import (
    complex_roots,
    integer_scaling,
    order_factor_roots,
    real_roots,
    spectrum_factors,
)
from lemmata.linalg.heights import Algebraic, rational, sign
from lemmata.linalg.precision import precision

PAIRS_DEGREE = 6  # degree of an irreducible factor up to which products of pairs of its roots are factored
RADIUS_BITS = 128


def spectral_radius(numbers: Numbers, A: fmpq_mat) -> Algebraic:
    """Largest modulus of an eigenvalue of a square rational matrix.

    Raises Unavailable where a factor with a complex root of that modulus is too long.
    """
    N, d = integer_scaling(A)
    if not affordable(N):
        raise Unavailable(f"the eigenvalues of a {N.nrows()} x {N.nrows()} matrix are too expensive to factor")
    candidates = [(f, _largest(f)) for f, _ in spectrum_factors(N, d)]
    if not candidates:
        return rational(0)
    with precision(RADIUS_BITS):
        low = max((modulus.lower() for _, (modulus, _) in candidates))
        near = [(f, real) for f, (modulus, real) in candidates if not modulus < low]
    values = [_radius(numbers, f, real) for f, real in near]
    best = values[0]
    for x in values[1:]:
        s = sign(numbers.add([x, numbers.multiply(rational(-1), best)]))
        if s is None:
            raise Unavailable("the order of two moduli is undecided")
        best = x if s > 0 else best
    return best


def _largest(f: fmpz_poly) -> tuple[arb, bool]:
    """(largest modulus of a root, whether a real root has it) of an irreducible polynomial."""
    with precision(RADIUS_BITS):
        moduli = [(abs(root), root.imag.is_zero()) for root, _ in complex_roots(f)]
        low = max((m.lower() for m, _ in moduli))
        near = [(m, real) for m, real in moduli if not m < low]
        return max((m for m, _ in near), key=lambda m: m.upper()), all(real for _, real in near)


def _radius(numbers: Numbers, f: fmpz_poly, real: bool) -> Algebraic:
    """Largest modulus of a root of an irreducible factor."""
    if real:
        count = len(real_roots(f, 32))
        ends = [numbers.eigenvalue(f, 0), numbers.multiply(rational(-1), numbers.eigenvalue(f, count - 1))]
        s = sign(numbers.add([ends[0], numbers.multiply(rational(-1), ends[1])]))
        if s is None:
            raise Unavailable("the order of two moduli is undecided")
        return ends[0] if s >= 0 else ends[1]
    if f.degree() > PAIRS_DEGREE:
        raise Unavailable(f"moduli of complex roots of degree {f.degree()} are too expensive")
    if f.degree() == 2:
        return numbers.sqrt(rational(fmpq(f[0], f[2])))
    # Products of two roots are the eigenvalues of C (x) C for the companion matrix C; the largest real one is |z|^2.
    C = _companion(f)
    g, k = order_factor_roots(spectrum_factors(*integer_scaling(_kron(C))))[0]
    return numbers.sqrt(numbers.eigenvalue(g, k))


def _companion(f: fmpz_poly) -> fmpq_mat:
    k = f.degree()
    rows = [[fmpq(int(i == j + 1)) for j in range(k)] for i in range(k)]
    for i in range(k):
        rows[i][k - 1] = fmpq(-f[i], f[k])
    return fmpq_mat(k, k, [x for row in rows for x in row])


def _kron(C: fmpq_mat) -> fmpq_mat:
    rows = C.tolist()
    n = len(rows)
    return fmpq_mat(n * n, n * n, [x * y for a in rows for b in rows for x in a for y in b])
