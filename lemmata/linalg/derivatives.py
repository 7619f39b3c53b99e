"""Eigenvalue derivatives and eigenvector forms read off characteristic polynomials: no eigenvector is ever computed.

They serve as a check of perturbation formulas (Hellmann-Feynman, lambda' = u^T N' u) that does not use those formulas.
Everything up to the last step is exact rational arithmetic; the last step evaluates rational polynomials at an isolated
root.  Indices are 0-based into the descending order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial

from flint import arb, arb_poly, fmpq, fmpq_mat, fmpq_poly

from lemmata.linalg.characteristic import integer_scaling, real_roots, require_symmetric
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import identity


@dataclass(frozen=True)
class AtEigenvalue:
    """above(t) / below(t) at the i-th eigenvalue t, which is simple, of a rational symmetric matrix.

    Raises ValueError when the matrix is not symmetric or has no such eigenvalue, or a multiple one.
    """

    N: fmpq_mat
    i: int
    above: fmpq_poly
    below: fmpq_poly
    scale: fmpq  # a size, above zero, that the accuracy may be measured by where the value is smaller

    def __post_init__(self) -> None:
        require_symmetric(self.N)
        self.eigenvalue(32)

    def eigenvalue(self, bits: int) -> arb:
        """t, with about so many relative bits."""
        scaled, d = integer_scaling(self.N)
        place = 0
        for root, multiplicity in real_roots(scaled.charpoly(), bits):
            place += multiplicity
            if 0 <= self.i < place:
                if multiplicity != 1:
                    raise ValueError(f"eigenvalue {self.i} has multiplicity {multiplicity}; a simple one is needed")
                with precision(bits):
                    return root / d
        raise ValueError(f"index {self.i} lies outside 0 .. {place - 1}")

    def enclose(self, prec: int) -> arb:
        """At rising precision until the radius is at most 2**-prec max(|value|, scale)."""
        bits = 2 * prec + 32
        while True:
            root = self.eigenvalue(bits)
            with precision(bits):
                value = arb_poly(self.above)(root) / arb_poly(self.below)(root)
            with precision(64):
                if value.is_finite() and value.rad() <= arb(2) ** -prec * arb(self.scale).max(abs(value).mid()):
                    return value
            bits *= 2


def _largest_entry(X: fmpq_mat) -> fmpq:
    """Largest absolute entry, or 1 for a zero matrix."""
    return max(map(abs, X.entries()), default=fmpq(0)) or fmpq(1)


def eigen_derivative(N: Callable[[fmpq], fmpq_mat], degree: int, rho: fmpq, i: int) -> AtEigenvalue:
    """lambda_i'(rho) for a family N of symmetric matrices whose entries are polynomials of at most that degree.

    Implicit differentiation of p(lambda_i(rho), rho) = 0 with p = det(lambda I - N(rho)) gives
    lambda_i' = -p_rho / p_lambda, and p_lambda does not vanish at a simple root.
    """
    here = N(rho)
    above, below = -charpoly_slope(N, degree, rho), here.charpoly().derivative()
    return AtEigenvalue(here, i, above, below, _largest_entry(N(rho + 1) - here))


def charpoly_slope(N: Callable[[fmpq], fmpq_mat], degree: int, centre: fmpq) -> fmpq_poly:
    """d/d rho of det(lambda I - N(rho)), as an exact polynomial in lambda.

    Each coefficient of the characteristic polynomial is a polynomial in rho of degree at most n deg(N).  For
    polynomials of degree at most 2m the derivative of the interpolant on the 2m + 1 nodes rho - m .. rho + m at its
    centre is exact:
    f'(rho) = sum_{t=1..m} w_t (f(rho + t) - f(rho - t)),  w_t = (-1)^(t+1) m!^2 / (t (m-t)! (m+t)!),
    w_t being the derivative at 0 of the Lagrange polynomial of node t.  So only determinants at rational nodes are
    used, and neither Jacobi's formula nor an eigenvector enters.
    """
    m = (N(centre).nrows() * degree + 1) // 2
    total = fmpq_poly([])
    for t in range(1, m + 1):
        weight = fmpq((-1) ** (t + 1) * factorial(m) ** 2, t * factorial(m - t) * factorial(m + t))
        total += weight * (N(centre + t).charpoly() - N(centre - t).charpoly())
    return total


def eigen_form(N: fmpq_mat, i: int, X: fmpq_mat) -> AtEigenvalue:
    """u_i^T X u_i for the unit eigenvector u_i of a *simple* i-th eigenvalue of a rational symmetric matrix N.

    At a simple eigenvalue adj(lambda I - N) is a non-zero multiple of u u^T (its columns are in the kernel of
    lambda I - N), so u^T X u = tr(X adj) / tr(adj).  Raises ValueError when X has another shape than N.

    adj(lambda I - N) = sum_k B_k lambda^k.  Comparing coefficients in (lambda I - N) adj(lambda I - N) = p(lambda) I
    gives B_(n-1) = I and B_(k-1) = N B_k + c_k I, with c_k the coefficients of p.
    """
    n = N.nrows()
    if (X.nrows(), X.ncols()) != (n, n):
        raise ValueError(f"X must be {n} x {n}, got {X.nrows()} x {X.ncols()}")
    c = N.charpoly()
    B = one = identity(n)
    form, trace = [fmpq(0)] * n, [fmpq(0)] * n
    for k in range(n - 1, -1, -1):
        product = X * B
        form[k] = sum((product[j, j] for j in range(n)), fmpq(0))
        trace[k] = sum((B[j, j] for j in range(n)), fmpq(0))
        B = N * B + one * c[k]
    return AtEigenvalue(N, i, fmpq_poly(form), fmpq_poly(trace), _largest_entry(X))
