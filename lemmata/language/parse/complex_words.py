"""Functions of complex arguments by the names users type.

The rules of the real vocabulary read the real form of a matrix, so that shapes and sizes are checked there; what is
doubled in it is halved here.  Each rule takes the sizes and its arguments, of which one at least is complex.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sympy import Integer, Rational

from lemmata.language import atoms, columns, complexes, core, factorizations, families, functions, matrices, subspaces
from lemmata.language.complexes import Complex, ComplexMatrix, ComplexNumber
from lemmata.language.defined import Norm1, NormInf
from lemmata.language.dimensions import length, product_of
from lemmata.language.forms import cyclic_by_form
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import operations, text_limits
from lemmata.language.parse.errors import ReadingError
from lemmata.language.parse.operations import compare as compare_real
from lemmata.language.parse.operations import described, refused, unfit
from lemmata.language.parse.sizes import Sizes
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.parts import PARTIAL, fresh
from lemmata.language.relations import Clause

# Operators and relations where something is complex: what they make of real forms (see `complexes`).
ONE, TWO = Integer(1), Integer(2)
REAL_FIX = "write re(...), im(...) or abs(...) of it"


def involved(values: Sequence[Any]) -> bool:
    """Whether one of several values is complex."""
    return any(isinstance(value, Complex) for value in values)


def is_matrix(x: Any) -> bool:
    """Whether a value is a matrix, real or complex."""
    return isinstance(x, MatrixTerm | ComplexMatrix)


def is_scalar(x: Any) -> bool:
    """Whether a value is one number."""
    if isinstance(x, ComplexNumber):
        return length(x.re) is None and length(x.im) is None
    return not is_matrix(x) and length(x) is None


def _quantities(x: Any, y: Any, op: str, sizes: Sizes) -> tuple[Any, Any]:
    """Both sides as numbers or vectors."""
    for side in (x, y):
        if is_matrix(side) and not sizes.agree(side.shape[1], ONE):
            raise refused(op, x, y, sizes, "write c * I(n) next to a matrix, A @ B for a product, had(A, B) entrywise")
    x, y = (complexes.as_entries(side) for side in (x, y))
    return x if isinstance(x, Complex) else ComplexNumber(x, Integer(0)), y


def _add(x: Any, y: Any, op: str, sizes: Sizes) -> Any:
    if is_matrix(x) and is_matrix(y):
        if not all(map(sizes.agree, x.shape, y.shape)):
            raise refused(op, x, y, sizes, "they must have one shape")
        x, y = complexes.lifted(x), complexes.lifted(y)
        return x + y if op == "+" else x - y
    x, y = _quantities(x, y, op, sizes)
    return x + y if op == "+" else x - y


def _multiply(x: Any, y: Any, sizes: Sizes) -> Any:
    for number, matrix in ((x, y), (y, x)):
        if is_matrix(matrix) and is_scalar(number):
            return complexes.lifted(matrix).times(number)
    x, y = _quantities(x, y, "*", sizes)
    return x * y


def _divide(x: Any, y: Any, sizes: Sizes) -> Any:
    if y == 0:
        raise ReadingError("division by zero", "the quotient is defined nowhere")
    if is_matrix(x) and is_scalar(y):
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
        raise refused("@", x, y, sizes, "the columns of the first must be as many as the rows of the second")
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
            fix = REAL_FIX
            if isinstance(fitting, ComplexMatrix):
                fix = "only Hermitian matrices have an order: write A as (A + A.H) / 2, or compare norms"
            error = ReadingError(f"{described(fitting, sizes)} has no place in an order", fix)
            error.position = min(k, len(ops) - 1)
            raise error
        real.append(fitting)
    return compare_real(real, ops, sizes)


def _equal(sides: list[Any], sizes: Sizes) -> list[Any]:
    """Real values that are equal where the sides are."""
    sides = operations.zeros_fitted(sides)
    if any(is_matrix(x) and not sizes.agree(x.shape[1], ONE) for x in sides):
        for x, y in zip(sides, sides[1:], strict=False):
            if not (is_matrix(x) and is_matrix(y) and all(map(sizes.agree, x.shape, y.shape))):
                raise refused("==", x, y, sizes, "they must have one shape")
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


def call(name: str, args: Sequence[Any], sizes: Sizes) -> Any:
    """A function of the vocabulary of complex arguments.  Raises ReadingError where it takes real ones."""
    if name not in TAKES_COMPLEX:
        which = next(described(x, sizes) for x in args if isinstance(x, Complex))
        raise ReadingError(f"{FUNCTIONS[name].usage} takes what is real, and this is {which}", REAL_FIX)
    return TAKES_COMPLEX[name](sizes, *args)


def _matrix(x: Any, name: str, sizes: Sizes) -> ComplexMatrix:
    if is_scalar(x):
        raise unfit(FUNCTIONS[name].usage, "a matrix", x, sizes, "give it a matrix")
    return complexes.as_matrix(x)


def _square(x: Any, name: str, sizes: Sizes) -> ComplexMatrix:
    x = _matrix(x, name, sizes)
    if not sizes.agree(*x.shape):
        raise unfit(FUNCTIONS[name].usage, "a square matrix", x, sizes, "A.H @ A is one")
    return x


def _norm(sizes: Sizes, a: Any) -> Any:
    """The length of a vector; of a matrix the real rule asks which norm is meant."""
    FUNCTIONS["norm"].rule(sizes, a.re)
    return FUNCTIONS["norm2"].rule(sizes, a.form)


def odd(values: Any, count: Any) -> Any:
    """The first, third, ... of 2 * count values, as a vector."""
    k = fresh(values, count)
    place = core.Plus(core.Times(TWO, k), Integer(-1))
    one = matrices.Scaled(core.Entry(values, place), matrices.Id(1))
    return columns.entries(families.StackOver(k, Integer(1), count, one))


def _trace(sizes: Sizes, a: Any) -> Any:
    re = core.Quotient(atoms.Tr(a.form), TWO) if not a.plain else atoms.Tr(a.re)
    return complexes.number(re, Integer(0) if cyclic_by_form(a.form) else atoms.Tr(a.im))


def _det(sizes: Sizes, a: Any) -> Any:
    if a.hermitian:
        return core.Product(odd(atoms.Lam(a.form), a.shape[0]))
    return complexes.determinant(a)


def _of_form(name: str) -> Callable[..., Any]:
    """Matrices made of the real form: inverses, exponentials, roots."""

    def rule(sizes: Sizes, *xs: Any) -> ComplexMatrix:
        xs = tuple(x if is_scalar(x) else _matrix(x, name, sizes) for x in xs)
        form = FUNCTIONS[name].rule(sizes, *(x.form if isinstance(x, ComplexMatrix) else x for x in xs))
        rows, cols = next(x for x in xs if isinstance(x, ComplexMatrix)).shape
        if name in ("pinv",):
            rows, cols = cols, rows
        return complexes.realified(form, rows, rows if name == "range_projector" else cols)

    return rule


def _doubled(make: Callable[[Any, Any], MatrixTerm], name: str) -> Callable[..., Any]:
    def rule(sizes: Sizes, k: Any, a: Any) -> ComplexMatrix:
        a = _matrix(a, name, sizes)
        FUNCTIONS[name].rule(sizes, k, a.re)  # its own mistakes first
        return complexes.realified(make(_twice(k), a.form), *a.shape)

    return rule


def _twice(k: Any) -> Any:
    return Integer(2 * int(k)) if isinstance(k, Integer) else core.Times(TWO, k)


def _ky_fan(sizes: Sizes, k: Any, a: Any) -> Any:
    a = _matrix(a, "kyfan", sizes)
    FUNCTIONS["kyfan"].rule(sizes, k, a.re)
    return core.Quotient(atoms.KyFan(_twice(k), a.form), TWO)


def _schatten(sizes: Sizes, p: Any, a: Any) -> Any:
    norm = FUNCTIONS["schatten"].rule(sizes, p, _matrix(a, "schatten", sizes).form)
    root = 1 / p if isinstance(p, Rational) else core.Quotient(Integer(1), p)
    return core.Quotient(norm, core.power(TWO, root))


def _cosines(sizes: Sizes, a: Any, b: Any) -> Any:
    angles = FUNCTIONS["cosines"].rule(sizes, a.form, b.form)
    return odd(angles, length(FUNCTIONS["cosines"].rule(sizes, a.re, b.re)))


def _kron(sizes: Sizes, a: Any, b: Any) -> Any:
    kron = FUNCTIONS["kron"].rule
    if a.plain and b.plain:
        return _bilinear(lambda x, y: kron(sizes, x, y), a, b)
    kron(sizes, a.re, b.re)
    inner, other = b.shape[0], a.shape[1]
    sides = (product_of(side, inner) for side in a.shape)
    wide = complexes.realified(matrices.kron(a.form, matrices.Id(inner)), *sides)
    made = wide @ complexes.made(*(matrices.kron(matrices.Id(other), part) for part in (b.re, b.im)))
    if not (a.hermitian and b.hermitian):
        return made
    return (made + made.H).times(Rational(1, 2))  # the same, and Hermitian by its form


def _bilinear(f: Callable[[Any, Any], MatrixTerm], a: ComplexMatrix, b: ComplexMatrix) -> ComplexMatrix:
    return complexes.made(f(a.re, b.re) - f(a.im, b.im), f(a.re, b.im) + f(a.im, b.re))


def _diag(sizes: Sizes, x: Any) -> Any:
    if isinstance(x, ComplexMatrix) and not sizes.agree(x.shape[1], ONE):
        x = _square(x, "diag", sizes)
        return complexes.number(columns.diag(x.re), Integer(0) if x.hermitian else columns.diag(x.im))
    x = complexes.as_matrix(x)
    return complexes.made(columns.diag(columns.entries(x.re)), columns.diag(columns.entries(x.im)))


def _trace_power(sizes: Sizes, k: Any, a: Any) -> Any:
    a = _square(a, "trpow", sizes)
    if a.hermitian:
        return core.Quotient(FUNCTIONS["trpow"].rule(sizes, k, a.form), TWO)
    if not isinstance(k, Integer) or k > text_limits.FACTORS:
        raise ReadingError("trpow(k, A) of a complex matrix", f"k is a number up to {text_limits.FACTORS}")
    return _trace(sizes, complexes.realified(subspaces.powm(a.form, k), *a.shape))


def _cumsum(sizes: Sizes, v: Any) -> Any:
    rule = FUNCTIONS["cumsum"].rule
    return complexes.number(*(Integer(0) if x == 0 else rule(sizes, x) for x in complexes.as_entries(v).args))


def _sum(sizes: Sizes, v: Any) -> Any:
    v = complexes.as_entries(v)
    if is_scalar(v):
        raise unfit("sum(v)", "a vector", v, sizes, "a number needs no such step")
    x, y = complexes.as_matrix(v).left.args
    return complexes.number(core.Total(columns.entries(x)), core.Total(columns.entries(y)))


def _abs(sizes: Sizes, x: Any) -> Any:
    x = complexes.as_entries(x) if isinstance(x, ComplexMatrix) and sizes.agree(x.shape[1], ONE) else x
    if isinstance(x, ComplexMatrix):
        raise unfit("abs(x)", "numbers and vectors", x, sizes, "write entrywise(abs, A)")
    return abs(x)


def _exp(sizes: Sizes, z: Any) -> Any:
    if not is_scalar(z):
        raise unfit("exp(z)", "a number", z, sizes, "write expm(A)")
    return z.exp()


def _ptrace(name: str) -> Callable[..., Any]:
    def rule(sizes: Sizes, n: Any, m: Any, a: Any) -> ComplexMatrix:
        a = _square(a, name, sizes)
        real = FUNCTIONS[name].rule(sizes, n, m, a.re)  # its own mistakes first
        return complexes.realified(PARTIAL[name](n, m, a.form, TWO), *real.shape)

    return rule


def _logdet(sizes: Sizes, a: Any) -> Any:
    det = _det(sizes, a)
    if isinstance(det, ComplexNumber):
        raise ReadingError("logdet(A) of a matrix that is not Hermitian by its form", "write log(abs(det(A)))")
    return core.Log(det)


def _eliminated(a: ComplexMatrix, turned: bool, scale: Callable[[Any], Any]) -> ComplexMatrix:
    """Rows `scale(pivot)` times those of what elimination leaves before each step, or of its transpose."""
    n, k = a.shape[0], fresh(a.form)
    unit = families.Unit(n, k)
    left = complexes.realified(factorizations.eliminated(a.form, k, n), n, n)
    pivot = complexes.number(*(core.Entry(columns.entries(x @ unit), k) for x in (left.re, left.im)))
    row = complexes.made(*(unit.T @ (x.T if turned else x) for x in (left.re, left.im))).times(scale(pivot))
    return complexes.made(*(families.StackOver(k, Integer(1), n, part) for part in (row.re, row.im)))


def _chol(sizes: Sizes, a: Any) -> ComplexMatrix:
    if not a.hermitian:
        raise ReadingError("chol(A) of a matrix that is not Hermitian by its form", "write chol((A + A.H) / 2)")
    return _eliminated(a, False, lambda pivot: core.Quotient(ONE, core.Sqrt(pivot.re))).H


def _qr_q(sizes: Sizes, a: Any) -> ComplexMatrix:
    r = _chol(sizes, a.H @ a).H
    return a @ complexes.realified(functions.Inverse(r.form), *r.shape)


OF_MATRICES: Mapping[str, Callable[..., Any]] = {
    "norm": _norm,
    "normF": lambda sizes, a: core.Quotient(atoms.NormF(a.form), core.Sqrt(TWO)),
    "maxabs": lambda sizes, a: core.Sqrt(atoms.MaxAbs(complexes.squares(a))),
    "norm1": lambda sizes, a: Norm1(complexes.moduli(a)),
    "norminf": lambda sizes, a: NormInf(complexes.moduli(a)),
    "s": lambda sizes, a: odd(atoms.s(a.form), length(atoms.s(a.re))),
    "cosines": _cosines,
    "had": lambda sizes, a, b: _bilinear(lambda x, y: FUNCTIONS["had"].rule(sizes, x, y), a, b),
    "kron": _kron,
    "qr_r": lambda sizes, a: _chol(sizes, a.H @ a).H,
    "qr_q": _qr_q,
    **{
        name: lambda sizes, a, name=name: FUNCTIONS[name].rule(sizes, a.form)
        for name in ("smax", "smin", "norm2", "cond", "rho", "lmax", "lmin", "numradius", "spectral_abscissa")
    },  # read off the real form as it is
    **{
        name: lambda sizes, a, name=name: core.Quotient(FUNCTIONS[name].rule(sizes, a.form), TWO)
        for name in ("normN", "rank")
    },
}
OF_SQUARES: Mapping[str, Callable[..., Any]] = {
    "lam": lambda sizes, a: odd(atoms.Lam(a.form), a.shape[0]),
    "tr": _trace,
    "det": _det,
    "logdet": _logdet,
    "lu_l": lambda sizes, a: _eliminated(a, True, lambda pivot: ONE / pivot).T,
    "lu_u": lambda sizes, a: _eliminated(a, False, lambda pivot: ONE),
    "chol": _chol,
}


def _of(name: str, read: Callable[..., ComplexMatrix], rule: Callable[..., Any]) -> Callable[..., Any]:
    return lambda sizes, *xs: rule(sizes, *(read(x, name, sizes) for x in xs))


TAKES_COMPLEX: Mapping[str, Callable[..., Any]] = {
    **{name: _of(name, _matrix, rule) for name, rule in OF_MATRICES.items()},
    **{name: _of(name, _square, rule) for name, rule in OF_SQUARES.items()},
    **{
        name: _of_form(name)
        for name in ("inv", "expm", "logm", "sqrtm", "absm", "powm", "geomean", "polar", "pinv", "range_projector")
    },
    "cumsum": _cumsum,
    **{name: _ptrace(name) for name in ("ptrace1", "ptrace2", "ptranspose")},
    "eigenprojector": _doubled(subspaces.eigenprojector, "eigenprojector"),
    "truncated": _doubled(subspaces.truncated, "truncated"),
    "normp": lambda sizes, p, v: FUNCTIONS["normp"].rule(sizes, p, _abs(sizes, v)),
    "trpow": _trace_power,
    "kyfan": _ky_fan,
    "schatten": _schatten,
    "diag": _diag,
    "sum": _sum,
    "abs": _abs,
    "exp": _exp,
    "conj": lambda sizes, x: x.conjugate(),
    "re": lambda sizes, x: x.re,
    "im": lambda sizes, x: x.im,
}
