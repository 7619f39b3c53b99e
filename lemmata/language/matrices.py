"""Matrix expressions of symbolic size, kept as entered.

Products are written `A @ B`, scalings `c * A`.  Shapes are checked on construction, see `dimensions.same_dimension`.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer
from sympy.matrices.expressions.matexpr import MatrixExpr

from lemmata.language.boxes import SCRIPT
from lemmata.language.core import PRIORITY, LateBound, Printed, Quotient, arg, joint, quantity, related
from lemmata.language.dimensions import ShapeError, is_vector, product_of, same_dimension, with_article, written
from lemmata.language.specification import Exact, Moves, Zero, infix


class MatrixTerm(Printed, MatrixExpr):
    """Base of every matrix node."""

    _op_priority = PRIORITY
    level = 100

    def __add__(self, other: Any) -> MatrixTerm:
        return joint(MatPlus, self, matrix(other))

    def __radd__(self, other: Any) -> MatrixTerm:
        return joint(MatPlus, matrix(other), self)

    def __sub__(self, other: Any) -> MatrixTerm:
        return joint(MatPlus, self, MatNeg(matrix(other)))

    def __neg__(self) -> MatrixTerm:
        return MatNeg(self)

    def __matmul__(self, other: Any) -> MatrixTerm:
        return joint(MatTimes, self, matrix(other))

    def __mul__(self, other: Any) -> MatrixTerm:
        if isinstance(other, MatrixExpr):
            raise TypeError("`A * B` is ambiguous for matrices: write `A @ B` for the product, `had(A, B)` entrywise")
        return Scaled(quantity(other), self)

    def __rmul__(self, other: Any) -> MatrixTerm:
        return Scaled(quantity(other), self)

    def __truediv__(self, other: Any) -> MatrixTerm:
        return Scaled(Quotient(Integer(1), quantity(other)), self)

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """Rows and columns."""
        rows, cols = self.spec.shape(self)
        return rows, cols

    @property
    def T(self) -> MatrixTerm:  # noqa: N802
        """Transpose."""
        return Transpose(self)

    __le__, __ge__ = map(related, ("<=", ">="))

    def __abs__(self) -> Any:
        return abs(LateBound.entries(self))

    def __pow__(self, exponent: Any, mod: Any = None) -> MatrixTerm:
        raise TypeError("`**` takes scalars and vectors: write A @ A for a power of a matrix, had(A, A) entrywise")


class MatrixWord(MatrixTerm):
    """A matrix that stands for an expression of others (see `defined`), and has the shape of that.

    What the definition refuses cannot be made.
    """

    name = ""
    _shape: tuple[Expr, Expr]

    def __new__(cls, *args: Any) -> MatrixTerm:
        node = super().__new__(cls, *(a if isinstance(a, MatrixTerm) else quantity(a) for a in args))
        node._shape = cls.spec.definition(*node.args).shape  # type: ignore[misc]  # once: words stand in words
        return node

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """That of what it stands for."""
        return self._shape


class OfMatrix:
    """Mixin of what is made of one matrix, a square one where the specification takes that."""

    name = ""
    square = False  # whether it takes a square matrix though the reader has a rule of its own
    argument = arg(0)  # the matrix

    def __new__(cls, a: Any) -> Any:
        of_square = cls.square or cls.spec.of_square  # type: ignore[attr-defined]
        return Expr.__new__(cls, square(cls.name, a) if of_square else matrix(a))


def matrix(value: Any) -> MatrixTerm:
    """The value itself if it is a matrix expression; TypeError otherwise."""
    if isinstance(value, MatrixTerm):
        return value
    raise TypeError(f"{value!r} is not a matrix expression (write c * I(n) to add a multiple of the identity)")


LateBound.matrix = matrix


def square(word: str, value: Any) -> MatrixTerm:
    """The value if it is a square matrix, which the `word` asks for.  Raises ShapeError for one of another shape."""
    a = matrix(value)
    if not same_dimension(*a.shape):
        raise ShapeError(f"{word}(...) needs a square matrix; {a} is {written(a.shape)}")
    return a


class Id(MatrixTerm, of="n", sizes=True, diagonal=True, function=True, shape=lambda a: a.args * 2):
    """Identity of order n."""


class MatPlus(MatrixTerm, exact=Exact.FINEST, diagonal=True, function=True):
    """Sum of matrices of one shape, in the order written."""

    level = 10

    def __new__(cls, *args: Any) -> MatrixTerm:
        first = args[0]
        for other in args[1:]:
            if not all(same_dimension(a, b) for a, b in zip(first.shape, other.shape, strict=True)):
                added = with_article(other.shape)
                raise ShapeError(f"cannot add {added} matrix to {with_article(first.shape)} one: {other}")
        return Expr.__new__(cls, *args)


class MatNeg(MatrixTerm, exact=Exact.SAME, zero=Zero.ARGUMENT, moves=Moves.ONCE, diagonal=True, function=True):
    """Negation."""

    level = 12


class MatTimes(
    MatrixTerm, exact=Exact.PRODUCT, zero=Zero.FACTOR, diagonal=True, function=True, shape=lambda a: a._shape
):
    """Product of matrices, in the order written."""

    level = 20
    _shape: tuple[Expr, Expr]

    def __new__(cls, *args: Any) -> MatrixTerm:
        for left, right in zip(args, args[1:], strict=False):
            if not same_dimension(left.shape[1], right.shape[0]):
                raise ShapeError(
                    f"cannot multiply {left} ({written(left.shape)}) by {right} ({written(right.shape)}): "
                    f"{left.shape[1]} columns meet {right.shape[0]} rows"
                )
        node = Expr.__new__(cls, *args)
        node._shape = args[0].shape[0], args[-1].shape[1]  # once, as factors are products of products
        return node


class Scaled(MatrixTerm, exact=Exact.PRODUCT, zero=Zero.FACTOR, function=True, shape=lambda a: a.args[1].shape):
    """Scalar times matrix."""

    level = 20

    def __new__(cls, c: Any, a: Any) -> MatrixTerm:
        if is_vector(c):
            raise ShapeError(f"{c} is a vector: write diag({c}) @ {a} to scale rows, {a} @ diag({c}) to scale columns")
        return Expr.__new__(cls, c, a)


class Transpose(
    MatrixTerm,
    binds=SCRIPT,
    exact=Exact.SAME,
    zero=Zero.ARGUMENT,
    moves=Moves.ONCE,
    diagonal=True,
    function=True,
    shape=lambda a: a.args[0].shape[::-1],
):
    """Transpose."""

    level = 60


class Kron(
    MatrixTerm,
    notation=infix("⊗", 18),
    binds=18,
    exact=Exact.PRODUCT,
    zero=Zero.FACTOR,
    diagonal=True,
    shape=lambda a: tuple(map(product_of, a.args[0].shape, a.args[1].shape)),
):
    """Kronecker product of two matrices."""


def kron(a: Any, b: Any) -> MatrixTerm:
    """Kronecker product."""
    return Kron(matrix(a), matrix(b))
