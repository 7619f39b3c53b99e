"""Operators and relations where something is complex: what they make of real forms (see `complexes`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sympy import Integer

from lemmata.language import columns, complexes, core, functions
from lemmata.language.complexes import Complex, ComplexMatrix, ComplexNumber, Modulus
from lemmata.language.lengths import length
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import operations, text_limits
from lemmata.language.parse.comparisons import compare as compare_real
from lemmata.language.parse.errors import ReadingError
from lemmata.language.parse.sizes import Sizes
from lemmata.language.relations import Clause

ONE, TWO = Integer(1), Integer(2)
REAL_MEND = "write re(...), im(...) or abs(...) of it"


def involved(values: Sequence[Any]) -> bool:
    """Whether one of several values is complex."""
    return any(isinstance(value, Complex) for value in values)


def is_matrix(x: Any) -> bool:
    """Whether a value is a matrix, real or complex."""
    return isinstance(x, MatrixTerm | ComplexMatrix)


def described(x: Any, sizes: Sizes) -> str:
    """What a value is, in words."""
    if not isinstance(x, Complex):
        return operations.described(x, sizes)
    if isinstance(x, ComplexMatrix):
        return f"a complex {operations.shape(x.re, sizes)} matrix"
    if isinstance(x, Modulus):
        return "a complex determinant, of which the language knows the modulus"
    return "a complex number" if is_scalar(x) else "a complex vector"


def is_scalar(x: Any) -> bool:
    """Whether a value is one number."""
    if isinstance(x, ComplexNumber):
        return length(x.re) is None and length(x.im) is None
    return isinstance(x, Modulus) or not is_matrix(x) and length(x) is None


def _refused(op: str, x: Any, y: Any, sizes: Sizes, fix: str) -> ReadingError:
    return ReadingError(f"{described(x, sizes)}, {described(y, sizes)}: `{op}` does not join them", fix)


def _quantities(x: Any, y: Any, op: str, sizes: Sizes) -> tuple[Any, Any]:
    """Both sides as numbers or vectors."""
    for side in (x, y):
        if is_matrix(side) and not sizes.agree(side.shape[1], ONE):
            raise _refused(op, x, y, sizes, "write c * I(n) next to a matrix, A @ B for a product, had(A, B) entrywise")
    x, y = (complexes.as_entries(side) for side in (x, y))
    return x if isinstance(x, Complex) else ComplexNumber(x, Integer(0)), y


def _add(x: Any, y: Any, op: str, sizes: Sizes) -> Any:
    if is_matrix(x) and is_matrix(y):
        if not all(map(sizes.agree, x.shape, y.shape)):
            raise _refused(op, x, y, sizes, "they must have one shape")
        x, y = complexes.lifted(x), complexes.lifted(y)
        return x + y if op == "+" else x - y
    x, y = _quantities(x, y, op, sizes)
    if isinstance(x, Modulus) or isinstance(y, Modulus):
        raise _refused(op, x, y, sizes, "write abs(det(A)), or det(A) of a Hermitian matrix")
    return x + y if op == "+" else x - y


def _multiply(x: Any, y: Any, sizes: Sizes) -> Any:
    for number, matrix in ((x, y), (y, x)):
        if is_matrix(matrix) and is_scalar(number):
            if isinstance(number, Modulus):
                raise _refused("*", x, y, sizes, "write abs(det(A))")
            return complexes.lifted(matrix).times(number)
    x, y = _quantities(x, y, "*", sizes)
    return x * y


def _divide(x: Any, y: Any, sizes: Sizes) -> Any:
    if y == 0:
        raise ReadingError("division by zero", "the quotient is defined nowhere")
    if is_matrix(x) and is_scalar(y) and not isinstance(y, Modulus):
        one = Integer(1)
        return complexes.lifted(x).times(one / y if isinstance(y, Complex) else operations.divide(one, y, sizes))
    x, y = _quantities(x, y, "/", sizes)
    return x / y


def _power(x: Any, y: Any, sizes: Sizes) -> Any:
    if not isinstance(y, Integer) or abs(y) > text_limits.FACTORS:
        raise ReadingError(
            f"{described(x, sizes)}: powers of it are whole", f"exponents up to {text_limits.FACTORS}, or abs(z)**p"
        )
    if isinstance(x, ComplexMatrix):
        x = complexes.as_entries(x) if sizes.agree(x.shape[1], ONE) else x
    if isinstance(x, ComplexMatrix):
        raise ReadingError(f"{described(x, sizes)}: `**` takes numbers", "write powm(A, k), or A @ A")
    if isinstance(x, ComplexNumber) and not is_scalar(x):
        raise ReadingError("a complex vector: `**` takes numbers", "write v * v entry by entry, or abs(v)**p")
    return x.power(int(y)) if isinstance(x, Complex) else operations.power(x, y, sizes)


def _matmul(x: Any, y: Any, sizes: Sizes) -> Any:
    for side in (x, y):
        if is_scalar(side):
            raise ReadingError(f"`@` multiplies matrices, and {described(side, sizes)}", "write c * A")
    x, y = complexes.as_matrix(x), complexes.as_matrix(y)
    if not sizes.agree(x.shape[1], y.shape[0]):
        raise _refused("@", x, y, sizes, "the columns of the first must be as many as the rows of the second")
    return x @ y


BINARY: Mapping[str, Callable[[Any, Any, Sizes], Any]] = {
    "+": lambda x, y, sizes: _add(x, y, "+", sizes),
    "-": lambda x, y, sizes: _add(x, y, "-", sizes),
    "*": _multiply,
    "/": _divide,
    "**": _power,
    "@": _matmul,
}


def transpose(x: Any, name: str, sizes: Sizes) -> Any:
    """`x.T` and `x.H`."""
    if is_scalar(x):
        raise ReadingError(f"{described(x, sizes)}: it has no transpose", "write conj(z)")
    x = complexes.as_matrix(x)
    return x.H if name == "H" else x.T


def compare(sides: list[Any], ops: list[str], sizes: Sizes) -> Clause:
    """Equations part by part; the Loewner order of Hermitian matrices; other relations where both sides are real by
    their form.  Raises ReadingError as `comparisons.compare` does."""
    if set(ops) == {"=="}:
        return compare_real(_equal(sides, sizes), ops, sizes)
    matrices_ = [x for x in sides if is_matrix(x) and not sizes.agree(x.shape[1], ONE)]
    if matrices_ and all(complexes.lifted(x).hermitian for x in matrices_):
        return compare_real([complexes.lifted(x).form if is_matrix(x) else x for x in sides], ops, sizes)
    real = []
    for k, side in enumerate(sides):
        fitting = complexes.as_entries(side) if is_matrix(side) and sizes.agree(side.shape[1], ONE) else side
        if isinstance(fitting, Complex):
            fix = "compare abs(...)" if isinstance(fitting, Modulus) else REAL_MEND
            if isinstance(fitting, ComplexMatrix):
                fix = "only Hermitian matrices have an order: write A as (A + A.H) / 2, or compare norms"
            error = ReadingError(f"{described(fitting, sizes)} has no place in an order", fix)
            error.position = min(k, len(ops) - 1)
            raise error
        real.append(fitting)
    return compare_real(real, ops, sizes)


def _equal(sides: list[Any], sizes: Sizes) -> list[Any]:
    """Real values that are equal where the sides are."""
    if any(isinstance(x, Modulus) for x in sides):
        raise ReadingError("complex determinants are not compared", "compare abs(det(A))")
    if any(is_matrix(x) and not sizes.agree(x.shape[1], ONE) for x in sides):
        for x, y in zip(sides, sides[1:], strict=False):
            if not (is_matrix(x) and is_matrix(y) and all(map(sizes.agree, x.shape, y.shape))):
                raise _refused("==", x, y, sizes, "they must have one shape")
        pairs = [complexes.lifted(x) for x in sides]
        return [x.left if all(y.plain for y in pairs) else x.form for x in pairs]
    numbers = [complexes.as_entries(x) for x in sides]
    if all(map(is_scalar, numbers)):
        return [complexes.as_matrix(x).left for x in numbers]
    long = next(n for x in numbers for part in complexes.parts(x) if (n := length(part)) is not None)
    for x in numbers:
        if any(n is not None and not sizes.agree(n, long) for n in map(length, complexes.parts(x))):
            raise ReadingError(f"{described(x, sizes)}: `==` joins vectors of one length", "their lengths differ")
    spread = core.Times(Integer(0), columns.entries(functions.Ones(long, Integer(1))))
    return [
        complexes.as_matrix(ComplexNumber(*(core.Plus(spread, p) for p in complexes.parts(x)))).left for x in numbers
    ]
