"""Between matrices and vector quantities: diagonals, columns, and quantities that stand where a matrix is wanted."""

from __future__ import annotations

from typing import Any

from sympy import Expr

from lemmata.language.atoms import SpectralAtom
from lemmata.language.core import LateBound, Quantity, quantity
from lemmata.language.dimensions import ShapeError, length, written
from lemmata.language.matrices import MatrixTerm, matrix
from lemmata.language.specification import Exact, Length, Mirror, Moves, Zero


class Entries(Quantity, length=Length.ROWS, zero=Zero.ARGUMENT, exact=Exact.SAME, moves=Moves.ONCE):
    """The entries of a column (shape r x 1) as a vector quantity of length r; printed as the column itself."""

    def __new__(cls, column: Any) -> Quantity:
        column = matrix(column)
        if column.shape[1] != 1:
            raise ShapeError(f"{column} of shape {written(column.shape)} is no column: a vector is real(n, 1)")
        return Expr.__new__(cls, column)

    level = property(lambda self: self.args[0].level)  # as the column in its place


class Column(MatrixTerm, binds=100, exact=Exact.SAME, shape=lambda a: (length(a.args[0]), quantity(1))):
    """A vector quantity of length r as the r x 1 matrix of its entries; printed as the vector itself."""

    def __new__(cls, vector: Any) -> MatrixTerm:
        return Expr.__new__(cls, _vector(vector, "a column"))

    level = property(lambda self: self.args[0].level)  # as the vector in its place


class DiagonalMatrix(
    MatrixTerm, name="diag", exact=Exact.SAME, mirror=Mirror.SYMMETRIC, shape=lambda a: (length(a.args[0]),) * 2
):
    """The diagonal matrix of a vector or column of length n, n x n; a 1 x 1 matrix is read as square instead."""

    def __new__(cls, vector: Any) -> MatrixTerm:
        return Expr.__new__(cls, _vector(vector, "a diagonal"))


class DiagonalEntries(
    SpectralAtom, name="diag", length=Length.ROWS, zero=Zero.ARGUMENT, exact=Exact.SAME, moves=Moves.ONCE
):
    """The diagonal of a square matrix from top to bottom, not sorted, a vector of length n."""

    square = True


def _vector(value: Any, role: str) -> Expr:
    value = entries(value)
    if length(value) is None:
        raise ShapeError(f"{value} is a scalar: {role} is made of a vector")
    return value


def entries(x: Any) -> Expr:
    """Anything that may stand for a vector or scalar quantity: a column is read as its entries.

    Raises ShapeError for a matrix that is no column, TypeError for what is no quantity.
    """
    if isinstance(x, Column):
        return x.args[0]
    return Entries(x) if isinstance(x, MatrixTerm) else quantity(x)


LateBound.entries = entries


def column(x: Any) -> MatrixTerm:
    """A vector quantity as a column; columns and other matrices are left alone."""
    if isinstance(x, Entries):
        return x.args[0]
    return x if isinstance(x, MatrixTerm) else Column(x)


def diag(x: Any) -> Any:
    """The diagonal of a square matrix as a vector, or the diagonal matrix of a vector or column.

    A 1 x 1 matrix counts as square.
    """
    if isinstance(x, MatrixTerm) and (x.shape[1] != 1 or x.shape[0] == 1):
        return DiagonalEntries(x)
    return DiagonalMatrix(x)
