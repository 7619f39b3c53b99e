"""The spectral vocabulary.  One small class per atom, named as users type it.

Every atom knows its argument's requirements and its text name, and answers in `spec` what `specification` asks of every
node; nothing numeric.  Backends keep plain dictionaries from these classes to rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Expr, Integer, Rational

from lemmata.language.boxes import PRODUCT, Ident, Op, Sub, barred, parens
from lemmata.language.core import Entry, Quantity, quantity
from lemmata.language.dimensions import ShapeError, is_vector, with_article
from lemmata.language.matrices import MatrixTerm, OfMatrix, matrix
from lemmata.language.specification import (
    OF_MATRIX,
    OF_SQUARE,
    Domain,
    Exact,
    Laid,
    Length,
    Moves,
    Sign,
    Spec,
    Spectrum,
    Zero,
    bars,
)

NORM = replace(OF_MATRIX, sign=Sign.NON_NEGATIVE, zero=Zero.ARGUMENT, moves=Moves.ONCE, norm=True)
SINGULAR_VALUES = replace(NORM, zero=Zero.DEFICIENT, norm=False, spectral=True)
EIGENVALUES = replace(OF_SQUARE, domain=Domain.SYMMETRIC, zero=Zero.ARGUMENT, moves=Moves.ONCE, spectral=True)
PARTIAL_NORM = Spec(sign=Sign.NON_NEGATIVE, domain=Domain.OWN, zero=Zero.ARGUMENT, spectral=True, sizes=True)


class SpectralAtom(OfMatrix, Quantity):
    """A scalar or vector read off one matrix."""


class S(SpectralAtom, name="s", like=SINGULAR_VALUES, notation=Spectrum("s"), length=Length.SHORTER):
    """Singular values, descending, min(rows, cols) of them."""


class SMax(SpectralAtom, name="smax", like=NORM, notation="s_1", spectral=True):
    """Largest singular value."""


class SMin(SpectralAtom, name="smin", like=SINGULAR_VALUES, notation="s_min"):
    """Smallest of the min(rows, cols) singular values: positive where the rank is full, of wide matrices too."""


class Lam(SpectralAtom, name="lam", like=EIGENVALUES, notation=Spectrum("λ"), length=Length.ROWS):
    """Eigenvalues of a symmetric matrix, descending."""


class LMax(SpectralAtom, name="lmax", like=EIGENVALUES, notation="λ_max"):
    """Largest eigenvalue of a symmetric matrix."""


class LMin(SpectralAtom, name="lmin", like=EIGENVALUES, notation="λ_min"):
    """Smallest eigenvalue of a symmetric matrix."""


class Cond(
    SpectralAtom, name="cond", like=OF_MATRIX, notation="κ", sign=Sign.POSITIVE, domain=Domain.NONZERO, spectral=True
):
    """Largest over smallest non-zero singular value (riedi2022 (39)), finite where A is singular; undefined at zero."""


class Norm2(SpectralAtom, name="norm2", like=NORM, notation=bars(), spectral=True):
    """Operator norm: the largest |Ax| over unit vectors x, kept apart from `smax` so that their equality is a claim."""


class NormF(SpectralAtom, name="normF", like=NORM, notation=bars(Ident("F"))):
    """Frobenius norm."""


class NormN(SpectralAtom, name="normN", like=NORM, notation=bars(Op("∗")), moves=Moves.SHORTER_SIDE, spectral=True):
    """Nuclear norm: the sum of the singular values."""


class MaxAbs(SpectralAtom, name="maxabs", like=NORM, notation=bars(Ident("max")), exact=Exact.SAME):
    """Largest absolute value of an entry."""


class Rho(
    SpectralAtom, name="rho", like=OF_SQUARE, notation="ρ", sign=Sign.NON_NEGATIVE, zero=Zero.ARGUMENT, spectral=True
):
    """Spectral radius: the largest modulus of an eigenvalue of a square matrix, complex ones included."""


class Tr(
    SpectralAtom,
    name="tr",
    like=OF_SQUARE,
    notation="tr",
    zero=Zero.ARGUMENT,
    exact=Exact.SAME,
    moves=Moves.ROOT_OF_ORDER,
):
    """Trace; that of a 1 x 1 matrix is its entry."""


class Det(SpectralAtom, name="det", like=OF_SQUARE, notation="det", zero=Zero.DEFICIENT):
    """Determinant."""


class Rank(
    SpectralAtom,
    name="rank",
    like=OF_MATRIX,
    notation="rank",
    sign=Sign.NON_NEGATIVE,
    zero=Zero.ARGUMENT,
    moves=Moves.NONE,
):
    """Rank, decided exactly."""


class RealEigenvalues(SpectralAtom, name="real_eigenvalues", sign=Sign.NON_NEGATIVE, moves=Moves.NONE):
    """Number of distinct real eigenvalues of a square matrix."""

    square = True


class Schatten(
    Quantity, name="schatten", like=PARTIAL_NORM, notation=Laid(lambda p, a: barred(a, Sub(Ident("S"), p)), (0, 0))
):
    """(sum_i s_i(A)^p)^(1/p), a scalar; undefined where p <= 0."""

    def __new__(cls, p: Any, a: Any) -> Quantity:
        return Expr.__new__(cls, _scalar(cls.name, p), matrix(a))


class KyFan(Quantity, name="kyfan", like=PARTIAL_NORM, notation=Laid(lambda k, a: barred(a, parens(k)), (0, 0))):
    """Sum of the k largest singular values, a scalar; undefined unless k is an integer in 1..min(rows, cols)."""

    def __new__(cls, k: Any, a: Any) -> Quantity:
        return Expr.__new__(cls, _scalar(cls.name, k), matrix(a))


def _scalar(name: str, value: Any) -> Expr:
    if isinstance(value, MatrixTerm):
        raise ShapeError(f"{name}(...) takes a number first and the matrix second")
    value = quantity(value)
    if is_vector(value):
        raise ShapeError(f"{name}(...) takes a number first, not the vector {value}")
    return value


class EigenForm(
    Quantity,
    name="eigenform",
    of="n: matrix, i, x: matrix",
    binds=PRODUCT,
    domain=Domain.SYMMETRIC,
    zero=Zero.ARGUMENT,
    spectral=True,
):
    """u_i^T X u_i, with u_i a unit eigenvector of the symmetric matrix N to its i-th (simple) eigenvalue."""


class SingularForm(
    Quantity, name="singularform", of="a: matrix, i, x: matrix", binds=PRODUCT, zero=Zero.ARGUMENT, spectral=True
):
    """u_i^T X v_i, with u_i, v_i right and left unit singular vectors of A to its i-th (simple, non-zero) value."""


class Slope(Quantity, name="slope", binds=PRODUCT, spectral=True):
    """Derivative with respect to a scalar variable of an entry of `lam(N)` or `s(A)`, at a simple value.

    The matrix must be a polynomial in the variable.
    """

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
spectral_radius, normN, maxabs = Rho, NormN, MaxAbs  # noqa: N816
tr, det, rank, real_eigenvalues = Tr, Det, Rank, RealEigenvalues
eigenform, singularform, slope = EigenForm, SingularForm, Slope


def schatten(p: Any, a: Any) -> Quantity:
    """Schatten norm, (sum_i s_i(A)^p)^(1/p).

    Raises ValueError for a number p that is not positive.
    """
    out = Schatten(p, a)
    if isinstance(out.args[0], Rational) and out.args[0] <= 0:
        raise ValueError(f"schatten(p, A) needs p > 0, not {out.args[0]}")
    return out


def kyfan(k: Any, a: Any) -> Quantity:
    """Ky Fan norm, the sum of the k largest singular values.

    Raises ValueError for a number k that is no integer from 1 to the number of singular values, as far as it is known.
    """
    out = KyFan(k, a)
    k, shape = out.args[0], out.args[1].shape
    if isinstance(k, Rational) and not (isinstance(k, Integer) and k >= 1):
        raise ValueError(f"kyfan(k, A) needs an integer k >= 1, not {k}")
    if isinstance(k, Integer) and any(isinstance(side, Integer) and side < k for side in shape):
        raise ValueError(f"kyfan({k}, {a}): {with_article(shape)} matrix has fewer than {k} singular values")
    return out
