"""Matrices made from matrices, beyond sums and products: inverses, primary matrix functions, entrywise maps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Expr, Integer, Rational

from lemmata.language import core
from lemmata.language.boxes import SCRIPT, Num, Op, Sup, row
from lemmata.language.columns import Column, Entries, entries
from lemmata.language.core import Quantity, quantity
from lemmata.language.dimensions import ShapeError, is_vector, same_dimension, written
from lemmata.language.matrices import MatrixTerm, OfMatrix, Scaled, matrix, square
from lemmata.language.specification import (
    OF_SQUARE,
    Domain,
    Exact,
    Laid,
    Mirror,
    Moves,
    Takes,
    Zero,
    bars,
    infix,
)

FUNCTION = replace(OF_SQUARE, mirror=Mirror.COVARIANT, diagonal=True, function=True)
SYMMETRIC = replace(FUNCTION, mirror=Mirror.SYMMETRIC, spectral=True)


class MatrixFunction(OfMatrix, MatrixTerm):
    """A matrix computed from one matrix, of the same shape unless said otherwise."""


class Inverse(
    MatrixFunction,
    name="inv",
    like=FUNCTION,
    notation=Laid(lambda a: Sup(a, row(Op("−"), Num("1"))), (SCRIPT,)),
    binds=SCRIPT,
    domain=Domain.REGULAR,
):
    """Inverse, n x n; undefined at singular matrices."""


class PseudoInverse(
    MatrixFunction,
    name="pinv",
    like=FUNCTION,
    takes=(Takes.MATRIX,),
    notation=Laid(lambda a: Sup(a, Op("+")), (SCRIPT,)),
    binds=SCRIPT,
    zero=Zero.ARGUMENT,
    shape=lambda a: a.args[0].shape[::-1],
):
    """Pseudo-inverse (Moore and Penrose), c x r for A of shape r x c and any rank."""


class MatExp(MatrixFunction, name="expm", like=FUNCTION, notation="exp", spectral=True):
    """Matrix exponential, n x n."""


class MatLog(MatrixFunction, name="logm", like=SYMMETRIC, notation="log", domain=Domain.DEFINITE):
    """Logarithm of a symmetric positive definite matrix, n x n; undefined at any other."""


class MatSqrt(
    MatrixFunction,
    name="sqrtm",
    like=SYMMETRIC,
    notation=Laid(lambda a: Sup(a, row(Num("1"), Op("/"), Num("2"))), (SCRIPT,)),
    binds=SCRIPT,
    domain=Domain.SEMIDEFINITE,
    zero=Zero.ARGUMENT,
):
    """Positive semidefinite square root of a symmetric positive semidefinite matrix, n x n; undefined at any other."""


class MatAbs(
    MatrixFunction,
    name="absm",
    like=SYMMETRIC,
    takes=(Takes.MATRIX,),
    notation=bars(bar="|"),
    zero=Zero.ARGUMENT,
    shape=lambda a: (a.args[0].shape[1],) * 2,
):
    """(A^T A)^(1/2), c x c for A of shape r x c."""


class Relu(
    MatrixFunction,
    name="relu",
    notation="ReLU",
    zero=Zero.ARGUMENT,
    exact=Exact.SAME,
    moves=Moves.ONCE,
    mirror=Mirror.COVARIANT,
    diagonal=True,
):
    """max(0, a_ij) entry by entry, r x c."""


class Pivoting(MatrixFunction, name="lup_p", like=OF_SQUARE, notation="P_LUP", diagonal=True):
    """The permutation matrix P of P A = L U with partial pivoting, n x n: at each step the first of the rows with the
    largest modulus in the column at work comes to the front."""


class Hadamard(MatrixTerm, name="had", notation=infix("⊙", 18), binds=18, exact=Exact.PRODUCT, zero=Zero.FACTOR):
    """Entrywise product of two matrices of one shape."""

    def __new__(cls, a: Any, b: Any) -> MatrixTerm:
        a, b = matrix(a), matrix(b)
        if not all(map(same_dimension, a.shape, b.shape)):
            raise ShapeError(f"had(...) needs equal shapes, not {written(a.shape)} and {written(b.shape)}")
        return Expr.__new__(cls, a, b)


class Ones(MatrixTerm, name="ones", of="rows, cols", sizes=True, shape=lambda a: a.args):
    """The r x c matrix of ones."""


def zeros(rows: Any, cols: Any) -> MatrixTerm:
    """The r x c matrix of zeros."""
    return Scaled(Integer(0), Ones(rows, cols))


def sym(a: Any) -> MatrixTerm:
    """Symmetric part (A + A^T) / 2 of a square matrix."""
    a = square("sym", a)
    return Scaled(Rational(1, 2), a + a.T)


def relu(x: Any) -> Any:
    """max(0, .) of a matrix entry by entry, or of a scalar or vector quantity."""
    if isinstance(x, MatrixTerm):
        return Relu(x)
    x = quantity(x)
    return Entries(Relu(Column(x))) if is_vector(x) else core.Max(x, Integer(0))


def _of_entries(cls: type[Any], vectors_only: bool = False) -> Any:
    def build(x: Any) -> Quantity:
        return cls(_vector(cls.name, x) if vectors_only else entries(x))

    build.__doc__ = f"{cls.__doc__}  A column is read as its entries."
    build.__name__ = cls.name
    return build


def _vector(name: str, x: Any) -> Expr:
    x = entries(x)
    if not is_vector(x):
        raise ShapeError(f"{name}(...) takes a vector; {x} is a scalar")
    return x


sqrt, exp, erf, log = (_of_entries(cls) for cls in (core.Sqrt, core.Exp, core.Erf, core.Log))
total, prod, cumsum = (_of_entries(cls, vectors_only=True) for cls in (core.Total, core.Product, core.Cumulative))


def maximum(*xs: Any) -> Quantity:
    """Largest of the scalars given, or of the entries of one vector."""
    return _extreme(core.Max, xs)


def minimum(*xs: Any) -> Quantity:
    """Smallest of the scalars given, or of the entries of one vector."""
    return _extreme(core.Min, xs)


def _extreme(cls: type[Any], xs: tuple[Any, ...]) -> Quantity:
    out = cls(*map(entries, xs))
    is_vector(out)  # refuses several vectors
    return out


def entry(vector: Any, index: Any) -> Quantity:
    """The entry of a vector at an index counted from 1."""
    return core.Entry(_vector("entry", vector), index)


def gap(vector: Any, index: Any) -> Quantity:
    """Distance of an entry of a vector to the nearest other entry (infinite for length one)."""
    return core.Gap(_vector("gap", vector), index)


inv, pinv, expm, logm, sqrtm, absm = Inverse, PseudoInverse, MatExp, MatLog, MatSqrt, MatAbs
had, ones = Hadamard, Ones
