"""Eigenvalue derivatives and eigenvector forms read off characteristic polynomials: no eigenvector is ever computed.

They serve as a check of perturbation formulas (Hellmann-Feynman, lambda' = u^T N' u) that does not use those formulas.
Everything up to the last step is exact rational arithmetic; the last step evaluates rational polynomials at an isolated
root.  Indices are 0-based into the descending order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial
from typing import Any

from flint import arb, arb_poly, fmpq, fmpq_mat, fmpq_poly

from lemmata.linalg.characteristic import gram, integer_scaling, real_roots, require_square, require_symmetric
from lemmata.linalg.convert import to_fmpq, to_fmpq_mat
from lemmata.linalg.precision import precision


def _simple_eigenvalue(N: fmpq_mat, i: int, prec: int) -> arb:
    """The i-th eigenvalue of a symmetric matrix.  Raises ValueError when it is not simple."""
    scaled, d = integer_scaling(N)
    position = 0
    for root, multiplicity in real_roots(scaled.charpoly(), prec):
        if position <= i < position + multiplicity:
            if multiplicity != 1:
                raise ValueError(f"eigenvalue {i} has multiplicity {multiplicity}; a simple one is needed")
            with precision(prec):
                return root / d
        position += multiplicity
    raise ValueError(f"a symmetric matrix of size {N.nrows()} has no eigenvalue {i}")


def _check_index(i: int, count: int) -> None:
    if not 0 <= i < count:
        raise ValueError(f"index {i} lies outside 0 .. {count - 1}")


def _refined(evaluate: Callable[[int], arb], scale: fmpq, prec: int) -> arb:
    """Evaluate at rising precision until the radius is at most 2**-prec max(|value|, scale), scale > 0."""
    bits = 2 * prec + 32
    while True:
        value = evaluate(bits)
        with precision(64):
            if value.is_finite() and value.rad() <= arb(2) ** -prec * arb(scale).max(abs(value).mid()):
                return value
        bits *= 2


def _largest_entry(X: fmpq_mat) -> fmpq:
    """Largest absolute entry, or 1 for a zero matrix: a positive scale for absolute accuracy."""
    largest = max((abs(x) for x in X.entries()), default=fmpq(0))
    return largest if largest > 0 else fmpq(1)


def matrix_polynomial(coeffs: Sequence[fmpq_mat], rho: Any) -> fmpq_mat:
    """N(rho) = sum_k coeffs[k] rho^k by Horner's rule, exact."""
    x = to_fmpq(rho)
    value = to_fmpq_mat(coeffs[-1])
    for c in reversed(coeffs[:-1]):
        value = value * x + to_fmpq_mat(c)
    return value


def charpoly_rho_derivative(coeffs: Sequence[fmpq_mat], rho: Any) -> fmpq_poly:
    """d/d rho of det(lambda I - N(rho)) at rho, as an exact polynomial in lambda.

    Each coefficient of the characteristic polynomial is a polynomial in rho of degree at most n deg(N).  For
    polynomials of degree at most 2m the derivative of the interpolant on the 2m + 1 nodes rho - m .. rho + m at its
    centre is exact:
    f'(rho) = sum_{t=1..m} w_t (f(rho + t) - f(rho - t)),  w_t = (-1)^(t+1) m!^2 / (t (m-t)! (m+t)!),
    w_t being the derivative at 0 of the Lagrange polynomial of node t.  So only determinants at rational nodes are
    used, and neither Jacobi's formula nor an eigenvector enters.
    """
    centre = to_fmpq(rho)
    n = require_square(coeffs[0])
    m = (n * (len(coeffs) - 1) + 1) // 2
    total = fmpq_poly([])
    for t in range(1, m + 1):
        weight = fmpq((-1) ** (t + 1) * factorial(m) ** 2, t * factorial(m - t) * factorial(m + t))
        ahead = matrix_polynomial(coeffs, centre + t).charpoly()
        behind = matrix_polynomial(coeffs, centre - t).charpoly()
        total += weight * (ahead - behind)
    return total


def eigen_derivative(coeffs: Sequence[fmpq_mat], rho: Any, i: int, prec: int) -> arb:
    """lambda_i'(rho) for the symmetric family N(rho) = sum_k coeffs[k] rho^k, where lambda_i(N(rho)) is simple.

    Implicit differentiation of p(lambda_i(rho), rho) = 0 with p = det(lambda I - N(rho)) gives
    lambda_i' = -p_rho / p_lambda, and p_lambda does not vanish at a simple root.  Raises ValueError when a coefficient
    is not symmetric, shapes differ, the index is out of range, or the eigenvalue is multiple (perhaps no derivative).
    """
    if not coeffs:
        raise ValueError("a matrix polynomial needs at least one coefficient")
    family = [to_fmpq_mat(c) for c in coeffs]
    n = require_symmetric(family[0])
    if any(require_symmetric(c) != n for c in family):
        raise ValueError("the coefficients have different sizes")
    _check_index(i, n)
    N = matrix_polynomial(family, rho)
    p_lambda = N.charpoly().derivative()
    p_rho = charpoly_rho_derivative(family, rho)
    slope = matrix_polynomial([c * k for k, c in enumerate(family)][1:] or [family[0] * 0], rho)

    def evaluate(bits: int) -> arb:
        root = _simple_eigenvalue(N, i, bits)
        with precision(bits):
            return -arb_poly(p_rho)(root) / arb_poly(p_lambda)(root)

    return _refined(evaluate, _largest_entry(slope), prec)


def _adjugate_trace(N: fmpq_mat, X: fmpq_mat) -> tuple[fmpq_poly, fmpq_poly]:
    """(tr(X adj(lambda I - N)), tr adj(lambda I - N)) as exact polynomials in lambda.

    adj(lambda I - N) = sum_k B_k lambda^k.  Comparing coefficients in (lambda I - N) adj(lambda I - N) = p(lambda) I
    gives B_(n-1) = I and B_(k-1) = N B_k + c_k I, with c_k the coefficients of p.
    """
    n = N.nrows()
    c = N.charpoly()
    identity = fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
    B = identity
    form, trace = [fmpq(0)] * n, [fmpq(0)] * n
    for k in range(n - 1, -1, -1):
        product = X * B
        form[k] = sum((product[j, j] for j in range(n)), fmpq(0))
        trace[k] = sum((B[j, j] for j in range(n)), fmpq(0))
        B = N * B + identity * c[k]
    return fmpq_poly(form), fmpq_poly(trace)


def eigen_form(N: Any, i: int, X: Any, prec: int) -> arb:
    """u_i^T X u_i for the unit eigenvector u_i of a *simple* i-th eigenvalue of a rational symmetric matrix N.

    At a simple eigenvalue adj(lambda I - N) is a non-zero multiple of u u^T (its columns are in the kernel of
    lambda I - N), so u^T X u = tr(X adj) / tr(adj).  X is any rational n x n matrix.  Raises ValueError when N is not
    symmetric, shapes differ, the index is out of range, or the eigenvalue is multiple.
    """
    matrix, weight = to_fmpq_mat(N), to_fmpq_mat(X)
    n = require_symmetric(matrix)
    if (weight.nrows(), weight.ncols()) != (n, n):
        raise ValueError(f"X must be {n} x {n}, got {weight.nrows()} x {weight.ncols()}")
    _check_index(i, n)
    form, trace = _adjugate_trace(matrix, weight)

    def evaluate(bits: int) -> arb:
        root = _simple_eigenvalue(matrix, i, bits)
        with precision(bits):
            return arb_poly(form)(root) / arb_poly(trace)(root)

    return _refined(evaluate, _largest_entry(weight), prec)


def singular_form(A: Any, i: int, X: Any, prec: int) -> arb:
    """u_i^T X v_i where A u_i = s_i v_i with unit right singular vector u_i (length c) and left one v_i (length r).

    A is a rational r x c matrix, s_i its simple non-zero i-th singular value, X rational of shape c x r.  With v = A u
    / s the form is u^T (X A) u / s, an eigenvector form of A^T A.  The common sign of u and v cancels.
    Raises ValueError when s_i is zero or not simple, or shapes or index do not fit.
    """
    matrix, weight = to_fmpq_mat(A), to_fmpq_mat(X)
    r, c = matrix.nrows(), matrix.ncols()
    if (weight.nrows(), weight.ncols()) != (c, r):
        raise ValueError(f"X must be {c} x {r}, got {weight.nrows()} x {weight.ncols()}")
    _check_index(i, min(r, c))
    scaled, d = integer_scaling(matrix)
    square = gram(scaled)
    if not _simple_eigenvalue(fmpq_mat(square), i, 32) > 0:
        raise ValueError(f"singular value {i} is zero; its singular vectors are not a pair")
    product = weight * matrix

    def evaluate(bits: int) -> arb:
        top = eigen_form(matrix.transpose() * matrix, i, product, bits)
        with precision(bits):
            return top * d / _simple_eigenvalue(fmpq_mat(square), i, bits).sqrt()

    return _refined(evaluate, _largest_entry(weight), prec)
