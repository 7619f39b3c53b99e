"""Operators between quantities, columns and matrices: what goes together, and what to write where it does not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, Rational

from lemmata.language import atoms, columns, core, functions, matrices
from lemmata.language.complexes import ComplexMatrix, ComplexNumber
from lemmata.language.defined import Sorted
from lemmata.language.dimensions import length, with_article, written
from lemmata.language.forms import symmetric_by_form
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import text_limits
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.sizes import Sizes
from lemmata.language.relations import Clause, chain


def is_column(x: Any) -> bool:
    """Whether an expression is a matrix with one column."""
    return isinstance(x, MatrixTerm) and x.shape[1] == 1


def is_row(x: Any) -> bool:
    """Whether an expression is a matrix with one row."""
    return isinstance(x, MatrixTerm) and x.shape[0] == 1


def described(x: Any, sizes: Sizes) -> str:
    """What an expression is, in words."""
    if isinstance(x, ComplexMatrix):
        return f"a complex {written(tuple(map(sizes.shown, x.shape)))} matrix"
    if isinstance(x, ComplexNumber):
        return "a complex number" if all(length(part) is None for part in (x.re, x.im)) else "a complex vector"
    if isinstance(x, MatrixTerm):
        return f"{quoted(sizes.said(x))} is {with_article(tuple(map(sizes.shown, x.shape)))} matrix"
    long = length(x)
    if long is None:
        return f"{quoted(sizes.said(x))} is a scalar"
    return f"{quoted(sizes.said(x))} is a vector with {sizes.shown(long)} {'entry' if long == 1 else 'entries'}"


def refused(op: str, x: Any, y: Any, sizes: Sizes, fix: str) -> ReadingError:
    """That an operator does not go between two expressions."""
    return ReadingError(f"{described(x, sizes)}, {described(y, sizes)}: `{op}` does not join them", fix)


def unfit(usage: str, takes: str, x: Any, sizes: Sizes, fix: str) -> ReadingError:
    """That a function does not take what it was given."""
    return ReadingError(f"{usage} takes {takes}, and {described(x, sizes)}", fix)


def number(value: Fraction) -> Rational:
    """An exact constant.  Raises ReadingError for one that has grown too long."""
    if max(abs(value.numerator), value.denominator).bit_length() > text_limits.BITS:
        raise ReadingError(f"a number of more than {text_limits.BITS} binary digits", "use a variable instead")
    return Rational(value.numerator, value.denominator)


def fraction(x: Rational) -> Fraction:
    """An exact constant as a Fraction."""
    return Fraction(int(x.p), int(x.q))


def number_in(x: Any) -> Any:
    """The number in a 1 x 1 matrix, as x.T @ y is one, or in a vector of one entry; anything else as it is."""
    if isinstance(x, MatrixTerm):
        return atoms.Tr(x) if x.shape == (1, 1) else x
    return core.Entry(x, 1) if length(x) == 1 else x


def quantities(x: Any, y: Any, op: str, sizes: Sizes) -> tuple[Expr, Expr]:
    """Both sides as quantities of one length (or scalars), columns read as their entries."""
    for matrix, other in ((x, y), (y, x)):
        if isinstance(matrix, MatrixTerm) and not is_column(matrix):
            raise refused(op, matrix, other, sizes, _fix(op))
    x, y = columns.entries(x), columns.entries(y)
    one, two = length(x), length(y)
    if one is not None and two is not None and not sizes.agree(one, two):
        raise ReadingError(
            f"{described(x, sizes)}, {described(y, sizes)}: `{op}` joins vectors of one length",
            _differ(one, two, sizes),
        )
    return x, y


def _fix(op: str) -> str:
    if op in "+-":
        return "write A + c * I(n), or A + c * ones(r, c)"
    if op == "/":
        return "write A @ inv(B)"
    if op in "*":
        return "write diag(v) @ A to scale rows, A @ diag(v) to scale columns"
    if op in ("<=", "<", ">=", ">"):
        return (
            "compare scalars, as in lmin(A) >= 0 (semidefinite), or maxabs(A) <= c or A[i, j] >= 0 for i in 1..r "
            "for j in 1..c (entries)"
        )
    return "compare scalars, as in normF(A) == 0, or matrices of one shape"


def _differ(a: Any, b: Any, sizes: Sizes) -> str:
    if Integer(1) in (a, b):
        return "write tr(x.T @ y) for the scalar in a 1 x 1 matrix"
    at = ", ".join(f"{name} = {value}" for name, value in sizes.apart(a, b).items())
    return f"their lengths differ at {at}" if at else "their lengths differ"


def same_shape(x: MatrixTerm, y: MatrixTerm, op: str, sizes: Sizes) -> None:
    """Raises ReadingError where two shapes differ."""
    if not all(map(sizes.agree, x.shape, y.shape)):
        fix = "they must have one shape"
        if all(map(sizes.agree, x.shape, reversed(y.shape))):
            fix = f"they must have one shape: transpose one, as in {quoted(sizes.said(y.T))}"
        elif (1, 1) in (x.shape, y.shape):
            fix = "write tr(x.T @ y) for the scalar in a 1 x 1 matrix, c * I(n) for a multiple of the identity"
        raise refused(op, x, y, sizes, fix)


def add(x: Any, y: Any, op: str, sizes: Sizes) -> Any:
    """`x + y` or `x - y`."""
    if isinstance(x, MatrixTerm) and isinstance(y, MatrixTerm):
        same_shape(x, y, op, sizes)
        return _joined(matrices.MatPlus, x, y if op == "+" else -y)
    if not (_one(x) and _one(y)):
        x, y = number_in(x), number_in(y)
    x, y = quantities(x, y, op, sizes)
    if isinstance(x, Rational) and isinstance(y, Rational):
        return number(fraction(x) + (fraction(y) if op == "+" else -fraction(y)))
    return _joined(core.Plus, x, y if op == "+" else core.Neg(y))


def _joined(cls: type[core.Plus | core.Times | matrices.MatPlus], x: Any, y: Any) -> Any:
    """`x + y` or `x * y` as one more term or factor of x; what stands in brackets on the right stays by itself."""
    return cls(*(x.args if isinstance(x, cls) else (x,)), y)


def multiply(x: Any, y: Any, sizes: Sizes) -> Any:
    """`x * y`: scalars, vectors entry by entry, or a scalar times a matrix."""
    for scalar, other in ((x, y), (y, x)):
        if other == matrices.Id(1) and isinstance(scalar, core.Quantity | Rational) and length(scalar) is None:
            return matrices.Scaled(scalar, other)  # a block with one entry, as it is written
    x, y = number_in(x), number_in(y)
    if isinstance(x, MatrixTerm) and isinstance(y, MatrixTerm) and not (is_column(x) and is_column(y)):
        a, b = map(sizes.said, (x, y))
        raise ReadingError(
            f"`*` multiplies numbers, and entry by entry on vectors; {described(x, sizes)}, {described(y, sizes)}",
            f"write {a} @ {b} for the product of matrices, had({a}, {b}) entry by entry",
        )
    for scalar, other in ((x, y), (y, x)):
        if isinstance(other, MatrixTerm) and not isinstance(scalar, MatrixTerm) and length(scalar) is None:
            return matrices.Scaled(scalar, other)
    x, y = quantities(x, y, "*", sizes)
    if isinstance(x, Rational) and isinstance(y, Rational):
        return number(fraction(x) * fraction(y))
    return _joined(core.Times, x, y)


def divide(x: Any, y: Any, sizes: Sizes) -> Any:
    """`x / y`: entry by entry, or a matrix by a scalar."""
    if y == 0:
        raise ReadingError("division by zero", "the quotient is defined nowhere")
    x, y = number_in(x), number_in(y)
    scalar = not isinstance(y, MatrixTerm) and length(y) is None
    if isinstance(x, MatrixTerm) and scalar:
        inverse = number(1 / fraction(y)) if isinstance(y, Rational) else core.Quotient(Integer(1), y)
        return matrices.Scaled(inverse, x)
    x, y = quantities(x, y, "/", sizes)
    if isinstance(x, Rational) and isinstance(y, Rational):
        return number(fraction(x) / fraction(y))
    return core.Quotient(x, y)


def power(x: Any, y: Any, sizes: Sizes) -> Any:
    """`x**y` with a scalar exponent."""
    x, y = number_in(x), number_in(y)
    if isinstance(x, MatrixTerm) and not is_column(x):
        fix = {Integer(-1): "write inv(A)", Rational(1, 2): "write sqrtm(A)", Integer(2): "write A @ A"}
        raise ReadingError(
            f"{described(x, sizes)}: `**` takes scalars and vectors",
            fix.get(y, "write powm(A, t) for a power of the matrix, A @ A for a product, inv(A), sqrtm(A)"),
        )
    if isinstance(y, MatrixTerm) or length(y) is not None:
        raise ReadingError(f"{described(y, sizes)}: exponents are scalars", "write exp(v * log(x)) entry by entry")
    x = columns.entries(x)
    if isinstance(y, Rational) and abs(y) > text_limits.EXPONENT:
        raise ReadingError(
            f"the exponent {quoted(str(y), 12)} is too large", f"at most {text_limits.EXPONENT} either way"
        )
    if isinstance(x, Rational) and isinstance(y, Integer):
        if x == 0 and y < 0:
            raise ReadingError("division by zero", "a negative power of 0 is defined nowhere")
        if max(abs(int(x.p)), int(x.q)).bit_length() * abs(int(y)) > text_limits.BITS:
            raise ReadingError(f"a number of more than {text_limits.BITS} binary digits", "use a variable instead")
        return number(fraction(x) ** int(y))
    out = core.power(x, y)
    if degree(out) > text_limits.DEGREE:
        raise ReadingError(f"powers of powers of degree above {text_limits.DEGREE}", "use smaller exponents")
    return out


def _one(x: Any) -> bool:
    """Whether something is a 1 x 1 matrix or a vector of one entry."""
    return x.shape == (1, 1) if isinstance(x, MatrixTerm) else length(x) == 1


def one_by_one(x: Any) -> Any:
    """The 1 x 1 matrix for the number that it was; anything else as it is."""
    number = isinstance(x, core.Quantity) and length(x) is None and x.args
    return matrices.Scaled(x, matrices.Id(1)) if number else x


def matmul(x: Any, y: Any, sizes: Sizes) -> MatrixTerm:
    """`x @ y`, vector quantities standing as columns, and the number that a 1 x 1 matrix was for that matrix."""
    x = one_by_one(x) if is_row(y) else x
    y = one_by_one(y) if is_column(x) else y
    for side in (x, y):
        if not isinstance(side, MatrixTerm) and length(side) is None:
            raise ReadingError(f"`@` multiplies matrices, and {described(side, sizes)}", "write c * A")
    x, y = columns.column(x), columns.column(y)
    if not sizes.agree(x.shape[1], y.shape[0]):
        fix = "the columns of the first must be as many as the rows of the second"
        if is_column(x) and is_column(y):
            fix = "write sum(x * y) or tr(x.T @ y) for the inner product, x @ y.T for the outer one"
        elif (1, 1) in (x.shape, y.shape):
            fix = "write tr(x.T @ y) * A for the scalar in a 1 x 1 matrix"
        elif sizes.agree(x.shape[1], y.shape[1]):
            fix = f"{fix}, as in A @ B.T"
        elif sizes.agree(x.shape[0], y.shape[0]):
            fix = f"{fix}, as in A.T @ B"
        raise ReadingError(f"{described(x, sizes)}, {described(y, sizes)}: they cannot be multiplied", fix)
    return x @ y


def negate(x: Any) -> Any:
    """`-x`."""
    if isinstance(x, Rational):
        return number(-fraction(x))
    return -x if isinstance(x, MatrixTerm) else core.Neg(x)


def transpose(x: Any, sizes: Sizes) -> MatrixTerm:
    """`x.T`."""
    if not isinstance(x, MatrixTerm) and length(x) is None:
        raise ReadingError(f"{described(x, sizes)}: it has no transpose", "leave .T out")
    return columns.column(x).T


_SUMMED = (core.Times, core.Quotient, matrices.MatTimes, matrices.Scaled, matrices.Kron, functions.Hadamard)
_MANIFOLD = (core.Product, atoms.Det, functions.Inverse)


def degree(node: Any) -> int:
    """A bound on how fast the digits of a value grow with those of the variables: multiplications along one path."""
    if isinstance(node, core.Power):
        return degree(node.args[0]) * abs(int(node.args[1]))
    below = [degree(a) for a in node.args]
    if isinstance(node, _SUMMED):
        return sum(below)
    most = max(below, default=1)
    return text_limits.DIMENSION * most if isinstance(node, _MANIFOLD) else most


# Comparison chains between scalars, vectors, columns and matrices.
def compare(sides: list[Any], ops: list[str], sizes: Sizes) -> Clause:
    """The relation or chain; columns are read as their entries unless matrices are compared by `==` alone.

    Raises ReadingError for sides that do not fit and for chains that run both ways; `position` is then the number of
    the operator, counted from 0, which the caller turns into a place.
    """
    order = _loewner(sides, ops)
    if order is not None:
        return order
    if set(ops) == {"=="}:
        sides = zeros_fitted(sides)
    rising = [k for k, op in enumerate(ops) if op in ("<=", "<")]
    falling = [k for k, op in enumerate(ops) if op in (">=", ">")]
    if rising and falling:
        turn = max(rising[0], falling[0])
        raise ReadingError("this chain runs both ways", "write two claims, or turn one side round", position=turn)
    entrywise = bool(rising or falling) or not all(isinstance(side, MatrixTerm) for side in sides)
    for k, op in enumerate(ops):
        try:
            _fit(sides[k], sides[k + 1], op, entrywise, sizes)
        except ReadingError as error:
            error.position = k
            raise
    fitting = [columns.entries(side) for side in sides] if entrywise else sides
    parts = [fitting[0], *(p for op, side in zip(ops, fitting[1:], strict=True) for p in (op, side))]
    return chain(*parts)


def zeros_fitted(sides: list[Any]) -> list[Any]:
    """Sides of an equation, 0 next to a matrix that is no column being the matrix of zeros of its shape."""
    shape = next((x.shape for x in sides if hasattr(x, "shape") and x.shape[1] != 1), None)
    return sides if shape is None else [functions.zeros(*shape) if x == 0 else x for x in sides]


def _loewner(sides: list[Any], ops: list[str]) -> Clause | None:
    """The order of symmetric matrices, where all sides are symmetric by their form, or 0; None elsewhere."""
    order = [side for side in sides if isinstance(side, MatrixTerm)]
    if "==" in ops or not order or any(not symmetric_by_form(m) or is_column(m) for m in order):
        return None
    if any(not isinstance(side, MatrixTerm) and side != 0 for side in sides) or len({op[0] for op in ops}) > 1:
        return None
    if len(set(ops)) > 1:
        raise ReadingError("this chain of matrices mixes strict and other relations", "write two claims")
    pairs = [(x, y) if op[0] == "<" else (y, x) for x, y, op in zip(sides, sides[1:], ops, strict=False)]
    lows = [atoms.LMin(b if a == 0 else -a if b == 0 else b - a) for a, b in pairs]
    least = lows[0] if len(lows) == 1 else core.Min(*lows)
    return chain(least, ">=" if "=" in ops[0] else ">", Integer(0))


def majorization(name: str, x: Any, y: Any, sizes: Sizes) -> tuple[Clause, ...]:
    """`majorized(x, y)`: partial sums of x in descending order are at most those of y, and all sums equal."""
    x, y = Sorted(x), Sorted(y)
    if name == "logmajorized":
        ends = compare([core.Product(x), core.Product(y)], ["=="], sizes)
        x, y = core.Log(x), core.Log(y)
    else:
        ends = compare([core.Total(x), core.Total(y)], ["=="], sizes)
    steps = compare([core.Cumulative(x), core.Cumulative(y)], ["<="], sizes)
    return (steps,) if name == "submajorized" else (steps, ends)


def _fit(x: Any, y: Any, op: str, entrywise: bool, sizes: Sizes) -> None:
    if not entrywise:
        same_shape(x, y, op, sizes)
        return
    square = [side for side in (x, y) if isinstance(side, MatrixTerm) and not is_column(side)]
    if len(square) == 2:
        same_shape(x, y, op, sizes)
    if op != "==" and square and all(side in square or side == 0 for side in (x, y)):
        raise _no_order(square, *((x, y) if op[0] == "<" else (y, x)), op, sizes)
    quantities(x, y, op, sizes)


def _no_order(square: list[MatrixTerm], low: Any, high: Any, op: str, sizes: Sizes) -> ReadingError:
    """What to write in place of an order of matrices that need not be symmetric."""
    gap = sizes.said(high if low == 0 else -low if high == 0 else high - low)
    low, high = sizes.said(low), sizes.said(high)
    above = op.replace("<", ">")
    entry, fix = gap if gap.isidentifier() else f"({gap})", f"entrywise({high} {above} {low}) for entries"
    if not sizes.agree(*square[0].shape):
        return ReadingError(f"only square matrices have an order: {described(square[0], sizes)}", f"write {fix}")
    which = next(side for side in square if not symmetric_by_form(side))
    return ReadingError(
        f"matrices have no order unless their form is symmetric: {described(which, sizes)}",
        f"write lmin({gap}) {above} 0, and {gap} == {entry}.T as a claim of its own where it is not given, "
        f"lmin(sym({gap})) {above} 0 for quadratic forms, or {fix}",
    )
