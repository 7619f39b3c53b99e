"""The spectral vocabulary.  One small class per atom, named as users type it.

Every atom knows its argument's requirements, its text name, its notation and whether it is a vector; nothing numeric.
Backends keep plain dictionaries from these classes to rules.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr

from theorems.language.core import Entry, Quantity, quantity
from theorems.language.matrices import MatrixTerm, ShapeError, matrix, same_dimension


class SpectralAtom(Quantity):
    """A scalar or vector read off one matrix."""

    name = ""
    square = False  # argument must be square
    symmetric = False  # argument must be symmetric as a value
    vector = False

    def __new__(cls, a: Any) -> Quantity:
        a = matrix(a)
        if cls.square and not same_dimension(*a.shape):
            raise ShapeError(f"{cls.name}(...) needs a square matrix, not {a.shape}")
        return Expr.__new__(cls, a)

    @property
    def argument(self) -> MatrixTerm:
        """The matrix the atom is read off."""
        return self.args[0]


class S(SpectralAtom):
    """Singular values, descending, min(rows, cols) of them."""

    name, vector = "s", True


class SMax(SpectralAtom):
    """Largest singular value."""

    name = "smax"


class SMin(SpectralAtom):
    """Smallest singular value, the min(rows, cols)-th."""

    name = "smin"


class Lam(SpectralAtom):
    """Eigenvalues of a symmetric matrix, descending."""

    name, vector, square, symmetric = "lam", True, True, True


class LMax(SpectralAtom):
    """Largest eigenvalue of a symmetric matrix."""

    name, square, symmetric = "lmax", True, True


class LMin(SpectralAtom):
    """Smallest eigenvalue of a symmetric matrix."""

    name, square, symmetric = "lmin", True, True


class Cond(SpectralAtom):
    """Largest over smallest non-zero singular value (riedi2022 (39)); undefined at the zero matrix."""

    name = "cond"


class Norm2(SpectralAtom):
    """Operator norm: the largest |Ax| over unit vectors x, kept apart from `smax` so that their equality is a claim."""

    name = "norm2"


class NormF(SpectralAtom):
    """Frobenius norm."""

    name = "normF"


class Tr(SpectralAtom):
    """Trace."""

    name, square = "tr", True


class Det(SpectralAtom):
    """Determinant."""

    name, square = "det", True


class Rank(SpectralAtom):
    """Rank, decided exactly."""

    name = "rank"


class RealEigenvalues(SpectralAtom):
    """Number of distinct real eigenvalues of a square matrix."""

    name, square = "real_eigenvalues", True


class EigenForm(Quantity):
    """u_i^T X u_i, with u_i a unit eigenvector of the symmetric matrix N to its i-th (simple) eigenvalue."""

    name = "eigenform"

    def __new__(cls, n: Any, i: Any, x: Any) -> Quantity:
        return Expr.__new__(cls, matrix(n), quantity(i), matrix(x))


class SingularForm(Quantity):
    """u_i^T X v_i, with u_i, v_i right and left unit singular vectors of A to its i-th (simple, non-zero) value."""

    name = "singularform"

    def __new__(cls, a: Any, i: Any, x: Any) -> Quantity:
        return Expr.__new__(cls, matrix(a), quantity(i), matrix(x))


class Slope(Quantity):
    """Derivative with respect to a scalar variable of an entry of `lam(N)` or `s(A)`, at a simple value.

    The matrix must be a polynomial in the variable.
    """

    name = "slope"

    def __new__(cls, spectrum: Any, i: Any, variable: Any) -> Quantity:
        if not isinstance(spectrum, Lam | S):
            raise TypeError("slope(...) differentiates lam(N) or s(A)")
        return Expr.__new__(cls, spectrum, quantity(i), variable)


def _indexed(cls: type[SpectralAtom]) -> Any:
    def build(a: Any, i: Any = None) -> Quantity:
        vector = cls(a)
        return vector if i is None else Entry(vector, i)

    build.__doc__ = f"{cls.__doc__}  With an index (from 1): that entry."
    return build


s = _indexed(S)
lam = _indexed(Lam)
smax, smin, lmax, lmin, cond, norm2, normF = SMax, SMin, LMax, LMin, Cond, Norm2, NormF  # noqa: N816
tr, det, rank, real_eigenvalues = Tr, Det, Rank, RealEigenvalues
eigenform, singularform, slope = EigenForm, SingularForm, Slope


def ddt(expr: MatrixTerm, variable: Any) -> MatrixTerm:
    """Derivative of a polynomial matrix family with respect to a scalar variable, as a matrix expression."""
    from theorems.language.calculus import derivative

    return derivative(expr, variable)
