"""Words: atoms that stand for an expression of others.

A word has a place in the reader and a notation of its own; `unfolded` puts what it stands for in its place, and a
statement is unfolded before anything is made of it but its typeset form.  So hash, interpreters, certificates and the
kernel see the definition, and none of them needs a rule for the word.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from sympy import Basic, Expr, Integer, Rational

from lemmata.language.atoms import Lam, Rank, S, SpectralAtom, Tr
from lemmata.language.boxes import SCRIPT, Ident, Num, Op, Sup, applied, barred
from lemmata.language.columns import Column, DiagonalMatrix, Entries, entries
from lemmata.language.core import (
    OF_NUMBERS,
    Abs,
    Entry,
    Erf,
    Exp,
    Log,
    Max,
    Neg,
    Plus,
    Power,
    Quantity,
    Quotient,
    Sqrt,
    Times,
    Total,
    power,
    quantity,
)
from lemmata.language.dimensions import ShapeError, is_vector, length
from lemmata.language.families import MatProdOver, StackOver
from lemmata.language.functions import Ones, Relu
from lemmata.language.matrices import Id, MatrixTerm, MatrixWord, MatTimes, Scaled, square
from lemmata.language.parts import entrywise, fresh
from lemmata.language.specification import OF_MATRIX, Call, Laid, Length, Sign, Spec, Specified, Takes, bars


@lru_cache(maxsize=4096)
def unfolded(node: Any) -> Any:
    """The tree with words replaced by what they stand for; a part that stands in it twice is unfolded once."""
    if not _wordy(node):
        return node
    args = [unfolded(a) for a in node.args]
    return unfolded(node.spec.definition(*args)) if _is_word(node) else node.func(*args)


@lru_cache(maxsize=16384)
def _wordy(node: Any) -> bool:
    return isinstance(node, Basic) and (_is_word(node) or any(map(_wordy, node.args)))


def _is_word(node: Any) -> bool:
    return isinstance(node, Specified) and node.spec.definition is not None


def repeated(k: Any, a: MatrixTerm) -> MatrixTerm:
    """A @ ... @ A with k factors, k a number from 1 or an integer variable."""
    if isinstance(k, Integer):
        return a if k == 1 else MatTimes(*[a] * int(k))
    return MatProdOver(fresh(k, a), 1, k, a)


class TracePower(
    Quantity,
    name="trpow",
    takes=(Takes.COUNT, Takes.SQUARE),
    notation=Laid(lambda k, a: applied(Ident("tr"), Sup(a, k)), (0, SCRIPT)),
    definition=lambda k, a: Tr(repeated(k, a)),
):
    """Trace of the k-th power of a square matrix, k a number from 1 or an integer variable."""

    def __new__(cls, k: Any, a: Any) -> Quantity:
        k, a = quantity(k), square(cls.name, a)
        if isinstance(k, Integer) and k < 1:
            raise ValueError(f"{cls.name}(k, A) needs k >= 1, not {k}")
        return Expr.__new__(cls, k, a)


def absolute(a: Any) -> MatrixTerm:
    """The absolute values of the entries of a matrix."""
    return Relu(a) + Relu(-a)


def _row_sums(a: MatrixTerm) -> Quantity:
    return Max(Entries(absolute(a) @ Ones(a.shape[1], 1)))


class Norm1(
    SpectralAtom,
    name="norm1",
    like=OF_MATRIX,
    notation=bars(Num("1")),
    sign=Sign.NON_NEGATIVE,
    definition=lambda a: Total(Abs(Entries(a))) if a.shape[1] == 1 else _row_sums(a.T),
):
    """Largest sum of absolute values in a column; of a vector, the sum of its absolute values."""


class NormInf(
    SpectralAtom,
    name="norminf",
    like=OF_MATRIX,
    notation=bars(Op("∞")),
    sign=Sign.NON_NEGATIVE,
    definition=lambda a: Max(Abs(Entries(a))) if a.shape[1] == 1 else _row_sums(a),
):
    """Largest sum of absolute values in a row; of a vector, its largest absolute value."""


class NormP(
    Quantity,
    name="normp",
    takes=(Takes.NUMBERS, Takes.VECTOR),
    fix="write schatten(p, A), norm1(A), norm2(A) or norminf(A)",
    notation=Laid(lambda p, v: barred(v, p, "‖"), (0, 0)),
    sign=Sign.NON_NEGATIVE,
    definition=lambda p, v: power(
        Total(power(Abs(v), p)), 1 / p if isinstance(p, Rational) else Quotient(Integer(1), p)
    ),
):
    """(sum of |v_i|^p)^(1/p) of a vector, p above zero."""

    def __new__(cls, p: Any, v: Any) -> Quantity:
        p, v = quantity(p), entries(v)
        if is_vector(p) or not is_vector(v):
            raise ShapeError(f"normp(p, v) takes a number and a vector, not {p} and {v}")
        if isinstance(p, Rational) and p <= 0:
            raise ShapeError(f"normp(p, v) needs p above zero, not {p}")
        return Expr.__new__(cls, p, v)


class Sorted(
    Quantity,
    name="sort",
    takes=(Takes.VECTOR,),
    fix="write sort(diag(A)) or sort of a column",
    notation=Laid(lambda v: Sup(v, Op("↓")), (SCRIPT,)),
    length=Length.ENTRYWISE,
    definition=lambda v: v if isinstance(v, S | Lam) else Lam(DiagonalMatrix(v)),
):
    """The entries of a vector in descending order: the eigenvalues of the diagonal matrix they make."""


class _OfNumbers(Quantity):
    """A function of numbers, entry by entry."""

    name = ""

    def __new__(cls, x: Any) -> Quantity:
        return Expr.__new__(cls, entries(x))


def of_numbers(name: str, definition: Any, sign: Sign = Sign.UNKNOWN, printed: str = "") -> Spec:
    """The specification of a function of numbers by this name, printed by the same or another one."""
    fix, notation = f"write entrywise({name}, A)", Call(Ident(printed or name))
    return replace(OF_NUMBERS, fix=fix, notation=notation, sign=sign, definition=definition)


class Tanh(
    _OfNumbers,
    name="tanh",
    like=of_numbers(
        "tanh", lambda x: Plus(Integer(1), Neg(Quotient(Integer(2), Plus(Exp(Times(Integer(2), x)), Integer(1)))))
    ),
):
    """Hyperbolic tangent, entrywise."""


class Sigmoid(
    _OfNumbers,
    name="sigmoid",
    like=of_numbers("sigmoid", lambda x: Quotient(Integer(1), Plus(Integer(1), Exp(Neg(x)))), Sign.NON_NEGATIVE),
):
    """1 / (1 + exp(-x)), entrywise."""


class Softplus(_OfNumbers, name="softplus", like=of_numbers("softplus", lambda x: Log(Plus(Integer(1), Exp(x))))):
    """log(1 + exp(x)), entrywise."""


def _sign(x: Any) -> Any:
    """x / |x|, and 0 at 0: the denominator is |x| + 1 - rank(x)."""
    if is_vector(x):
        i = fresh(x)
        return Entries(StackOver(i, Integer(1), length(x), Scaled(_sign(Entry(x, i)), Id(1))))
    return Quotient(x, Plus(Abs(x), Integer(1), Neg(Rank(Scaled(x, Id(1))))))


class SignOf(_OfNumbers, name="sign", like=of_numbers("sign", _sign)):
    """-1, 0 or 1, entrywise."""


# What networks do between linear maps: softmax of vectors and of rows, normalisations, SiLU, GELU.
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


trpow, norm1, norminf, normp = TracePower, Norm1, NormInf, NormP
tanh, sigmoid, softplus, sign = Tanh, Sigmoid, Softplus, SignOf
layernorm, rmsnorm, silu, gelu = LayerNorm, RMSNorm, SiLU, GELU


def sort(v: Any) -> Quantity:
    """The entries of a vector in descending order."""
    return Sorted(entries(v))
