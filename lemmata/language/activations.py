"""Words for what networks do between linear maps: softmax of vectors and of rows, normalisations, SiLU, GELU."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Expr, Integer

from lemmata.language.columns import Column, DiagonalMatrix, Entries, entries
from lemmata.language.core import Erf, Exp, Neg, Plus, Power, Quantity, Quotient, Sqrt, Times, Total
from lemmata.language.defined import Sigmoid, _OfNumbers, of_numbers
from lemmata.language.dimensions import ShapeError
from lemmata.language.functions import Ones
from lemmata.language.lengths import is_vector, length
from lemmata.language.matrices import MatrixTerm, MatrixWord
from lemmata.language.parts import entrywise
from lemmata.language.specification import Sign, Spec, Takes


class _OfAVector(Quantity):
    """A vector made from a vector of the same length."""

    name = ""

    def __new__(cls, v: Any) -> Quantity:
        v = entries(v)
        if not is_vector(v):
            raise ShapeError(f"{cls.name}(v) takes a vector; {v} is a scalar")
        return Expr.__new__(cls, v)


def _of_a_vector(name: str, definition: Any, sign: Sign = Sign.UNKNOWN) -> Spec:
    fix = f"write {name}(A[i, :]) of a row"
    return replace(of_numbers(name, definition, sign), takes=(Takes.VECTOR,), fix=fix)


def _centred(v: Any) -> Any:
    return Plus(v, Neg(Quotient(Total(v), length(v))))


def _root_mean_square(v: Any) -> Any:
    return Sqrt(Quotient(Total(Power(v, 2)), length(v)))


class Softmax(
    _OfAVector,
    name="softmax",
    like=_of_a_vector("softmax", lambda v: Quotient(Exp(v), Total(Exp(v))), Sign.NON_NEGATIVE),
):
    """exp(v_i) over the sum of all exp(v_j)."""


class LayerNorm(
    _OfAVector,
    name="layernorm",
    like=_of_a_vector("layernorm", lambda v: Quotient(_centred(v), _root_mean_square(_centred(v)))),
):
    """A vector less its mean, over its standard deviation (mean of squares, nothing added to it).

    It exists where the entries are not all equal.
    """


class RMSNorm(_OfAVector, name="rmsnorm", like=_of_a_vector("rmsnorm", lambda v: Quotient(v, _root_mean_square(v)))):
    """A vector over the root of the mean of its squares (nothing added to it).

    It exists where the vector is not zero.
    """


def _row_softmax(a: MatrixTerm) -> MatrixTerm:
    powers = entrywise(Exp, a)
    sums = Entries(powers @ Ones(a.shape[1], 1))
    return DiagonalMatrix(Quotient(Integer(1), sums)) @ powers


class RowSoftmax(MatrixWord, name="softmax", notation="softmax", definition=_row_softmax):
    """Softmax of every row of a matrix, as attention takes it."""


class SiLU(_OfNumbers, name="silu", like=of_numbers("silu", lambda x: Times(x, Sigmoid(x)), printed="SiLU")):
    """x / (1 + exp(-x)), entrywise."""


class GELU(
    _OfNumbers,
    name="gelu",
    like=of_numbers(
        "gelu",
        lambda x: Times(x, Quotient(Plus(Integer(1), Erf(Quotient(x, Sqrt(Integer(2))))), Integer(2))),
        printed="GELU",
    ),
):
    """x times the standard normal distribution function at x, entrywise."""


def softmax(x: Any) -> Any:
    """Softmax of a vector or column, or of every row of a matrix."""
    return RowSoftmax(x) if isinstance(x, MatrixTerm) and x.shape[1] != 1 and not isinstance(x, Column) else Softmax(x)


layernorm, rmsnorm, silu, gelu = LayerNorm, RMSNorm, SiLU, GELU
