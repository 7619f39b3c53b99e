"""The functions of the language by the names users type: what they take and what they build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Integer, Rational

from lemmata.language import (
    added,
    atoms,
    columns,
    complexes,
    core,
    defined,
    factorizations,
    functions,
    matrices,
    subspaces,
)
from lemmata.language.dimensions import length, product_of
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import operations, text_limits
from lemmata.language.parse.errors import ReadingError
from lemmata.language.parse.operations import unfit
from lemmata.language.parse.sizes import Sizes, is_dimension
from lemmata.language.parts import PARTIAL
from lemmata.language.records import Record
from lemmata.language.specification import Takes, classes
from lemmata.language.variables import Dim, Index

Rule = Callable[..., Any]  # (sizes, *arguments) -> node


class Function(Record):
    """A function as users call it: `usage` shows its arguments, `least` and `most` count them."""

    usage: str
    rule: Rule
    least: int = 1
    most: int = 1


def as_matrix(x: Any, usage: str, sizes: Sizes) -> MatrixTerm:
    """A matrix argument; vector quantities stand as columns."""
    if not isinstance(x, MatrixTerm) and length(x) is None:
        raise unfit(usage, "a matrix", x, sizes, "give it a matrix")
    return columns.column(x)


def as_square(x: Any, usage: str, sizes: Sizes) -> MatrixTerm:
    """A square matrix argument."""
    x = as_matrix(x, usage, sizes)
    if not sizes.agree(*x.shape):
        raise unfit(usage, "a square matrix", x, sizes, "A.T @ A and A @ A.T are square")
    return x


def as_quantity(x: Any, usage: str, fix: str, sizes: Sizes) -> Any:
    """A scalar or vector argument; columns are read as their entries."""
    if isinstance(x, MatrixTerm) and not operations.is_column(x):
        raise unfit(usage, "scalars and vectors", x, sizes, fix)
    return columns.entries(x)


def as_vector(x: Any, usage: str, fix: str, sizes: Sizes) -> Any:
    """A vector argument."""
    x = as_quantity(x, usage, fix, sizes)
    if length(x) is None:
        raise unfit(usage, "a vector", x, sizes, "a scalar needs no such step")
    return x


def as_scalar(x: Any, usage: str, sizes: Sizes) -> Any:
    """A scalar argument."""
    if isinstance(x, MatrixTerm) or length(x) is not None:
        raise unfit(usage, "the scalar first", x, sizes, f"write {usage}")
    return x


def as_size(x: Any, usage: str, sizes: Sizes) -> Any:
    """A dimension argument, at least 1 and not too large."""
    if not is_dimension(x):
        raise unfit(usage, "dimensions", x, sizes, "write I(n), I(3) or ones(n, 1)")
    bounded(x, usage, sizes)
    return x


def bounded(size: Any, usage: str, sizes: Sizes) -> None:
    """Raises ReadingError where a computed matrix would be too large or empty."""
    least, most = sizes.extremes(size)
    if least < 1:
        raise ReadingError(f"{usage} would have {least} rows or columns", "sizes are at least 1")
    if most > text_limits.SIZE:
        raise ReadingError(
            f"{usage} would have {most} rows or columns", f"at most {text_limits.SIZE}: narrow the dimensions"
        )


def as_count(x: Any, usage: str, sizes: Sizes) -> Any:
    """A number from 1, or a dimension: an integer variable that is the size of something."""
    if not is_dimension(x):
        raise ReadingError(
            f"{usage} with k = {sizes.said(x)}", "k is a number from 1, or made of the sizes of matrices"
        )
    least, most = sizes.extremes(x)
    if least < 1 or most > text_limits.EXPONENT:
        raise ReadingError(
            f"{usage} with k from {least} to {most}", f"k is at least 1 and at most {text_limits.EXPONENT}"
        )
    return x


def specified(cls: Any) -> Function:
    """A function of the language as its class says in its specification."""
    usage = f"{cls.name}({', '.join(kind.value.strip() for kind in cls.spec.takes)})"

    def read(kind: Takes, x: Any, sizes: Sizes) -> Any:
        if kind is Takes.NUMBERS:
            return as_quantity(x, usage, cls.spec.fix, sizes)
        if kind is Takes.VECTOR:
            return as_vector(x, usage, cls.spec.fix, sizes)
        return {Takes.MATRIX: as_matrix, Takes.SQUARE: as_square, Takes.COUNT: as_count}[kind](x, usage, sizes)

    def rule(sizes: Sizes, *xs: Any) -> Any:
        return cls(*(read(kind, x, sizes) for kind, x in zip(cls.spec.takes, xs, strict=True)))

    return Function(usage, rule, len(cls.spec.takes), len(cls.spec.takes))


def _extreme(cls: type) -> Function:
    usage = f"{cls.name}(x, y) or {cls.name}(v)"  # type: ignore[attr-defined]

    def rule(sizes: Sizes, *xs: Any) -> Any:
        xs = tuple(as_quantity(x, usage, "write maxabs(A), lmax(A), lmin(A) or smax(A)", sizes) for x in xs)
        vectors = [x for x in xs if length(x) is not None]
        if len(xs) > 1 and vectors:
            fix = "relu(v) is the larger of v and 0 entry by entry, (u + v + abs(u - v)) / 2 of u and v"
            raise unfit(usage, "scalars or one vector", vectors[0], sizes, fix)
        if len(xs) == 1 and not vectors:
            raise ReadingError(f"{usage} takes several scalars or one vector, and this is one scalar", "leave it out")
        return cls(*xs)

    return Function(usage, rule, 1, text_limits.NODES)


def _norm(sizes: Sizes, x: Any) -> Any:
    """The length of a vector; which norm of a matrix is meant has to be said."""
    if isinstance(x, MatrixTerm) and not operations.is_column(x):
        fix = "write norm2(A) (operator norm), normF(A) (Frobenius), norm1, norminf, normp(p, v) or normN(A) (nuclear)"
        raise ReadingError(f"norm(v) takes a vector, and {operations.described(x, sizes)}: which norm?", fix)
    return atoms.NormF(as_matrix(x, "norm(v)", sizes))


def _norm2(sizes: Sizes, x: Any) -> Any:
    """The largest singular value of a matrix; of a vector its length, which is the same and has simpler words."""
    a = as_matrix(x, "norm2(A)", sizes)
    return atoms.NormF(a) if operations.is_column(a) else atoms.Norm2(a)


def _had(sizes: Sizes, a: Any, b: Any) -> Any:
    a, b = as_matrix(a, "had(A, B)", sizes), as_matrix(b, "had(A, B)", sizes)
    operations.same_shape(a, b, "had", sizes)
    return functions.had(a, b)


def _kron(sizes: Sizes, a: Any, b: Any) -> Any:
    a, b = as_matrix(a, "kron(A, B)", sizes), as_matrix(b, "kron(A, B)", sizes)
    for x, y in zip(a.shape, b.shape, strict=True):
        bounded(product_of(x, y), "kron(A, B)", sizes)
    return matrices.kron(a, b)


def _diag(sizes: Sizes, x: Any) -> Any:
    x = operations.one_by_one(x)
    if isinstance(x, MatrixTerm):
        return columns.diag(x if operations.is_column(x) else as_square(x, "diag(A)", sizes))
    return columns.diag(as_vector(x, "diag(v)", "", sizes))


def _schatten(sizes: Sizes, p: Any, a: Any) -> Any:
    p = as_scalar(p, "schatten(p, A)", sizes)
    if isinstance(p, Rational) and not 0 < p <= text_limits.EXPONENT:
        raise ReadingError(
            f"schatten(p, A) with p = {p}",
            f"p is above 0 and at most {text_limits.EXPONENT}; norm2(A) is p to infinity",
        )
    return atoms.Schatten(p, as_matrix(a, "schatten(p, A)", sizes))


def _kyfan(sizes: Sizes, k: Any, a: Any) -> Any:
    k = as_scalar(k, "kyfan(k, A)", sizes)
    a = as_matrix(a, "kyfan(k, A)", sizes)
    if not (is_dimension(k) or isinstance(k, Index)) or k.is_Integer and k < 1:
        raise ReadingError(
            f"kyfan(k, A) with k = {sizes.said(k)}", 'k counts singular values: a number from 1, or k = "integer(1, n)"'
        )
    if isinstance(k, Integer) and k > min(sizes.extremes(side)[1] for side in a.shape):
        raise ReadingError(f"kyfan({k}, A): {operations.described(a, sizes)}", f"it never has {k} singular values")
    return atoms.KyFan(k, a)


def _softmax(sizes: Sizes, x: Any) -> Any:
    if isinstance(x, MatrixTerm) and not operations.is_column(x):
        return defined.RowSoftmax(x)
    return defined.Softmax(as_vector(x, "softmax(v)", "", sizes))


def _powm(sizes: Sizes, a: Any, t: Any) -> Any:
    t = _exponent(t, "powm(A, t)", sizes)
    return subspaces.powm(as_square(a, "powm(A, t)", sizes), t)


def _exponent(t: Any, usage: str, sizes: Sizes) -> Any:
    if isinstance(t, MatrixTerm) or length(t) is not None:
        raise unfit(usage, "a number", t, sizes, f"write {usage}")
    if isinstance(t, Integer) and abs(t) > text_limits.FACTORS:
        raise ReadingError(f"{usage} with t = {t}", f"at most {text_limits.FACTORS} either way")
    if subspaces.whole(t) and not isinstance(t, Integer | Dim | Index):
        fix = "write powm(A, k) @ A for powm(A, k + 1), powm(inv(A), k) for powm(A, -k)"
        raise ReadingError(f"{usage} takes one whole number for t, or a real one", fix)
    if isinstance(t, Dim | Index) and sizes.extremes(t)[0] < 0:
        raise ReadingError(f"{usage} with {t.name} below 0", f"write powm(inv(A), {t.name}) with {t.name} from 0 on")
    return t


def _geomean(sizes: Sizes, a: Any, b: Any, t: Any = subspaces.HALF) -> Any:
    usage = "geomean(A, B, t)"
    a, b = as_square(a, usage, sizes), as_square(b, usage, sizes)
    operations.same_shape(a, b, "geomean", sizes)
    return subspaces.geomean(a, b, _exponent(t, usage, sizes))


def _cosines(sizes: Sizes, a: Any, b: Any) -> Any:
    a, b = as_matrix(a, "cosines(A, B)", sizes), as_matrix(b, "cosines(A, B)", sizes)
    if not sizes.agree(a.shape[0], b.shape[0]):
        said = f"{operations.described(a, sizes)}, {operations.described(b, sizes)}"
        raise ReadingError(f"{said}: angles are between spans of columns of one length", "transpose one")
    for x in (a, b):
        _tall(x, "cosines(A, B)", sizes)
    return subspaces.cosines(a, b)


def _tall(a: Any, usage: str, sizes: Sizes) -> None:
    if any(r < c for r, c in zip(*map(sizes.values, a.shape), strict=True)):
        fix = "take A.T, or declare as many rows as columns or more"
        raise unfit(usage, "a matrix with independent columns", a, sizes, fix)


def _polar(sizes: Sizes, a: Any) -> Any:
    a = as_matrix(a, "polar(A)", sizes)
    _tall(a, "polar(A)", sizes)
    return subspaces.polar(a)


def _leading(name: str, make: Rule, square: bool, last: bool = False) -> Function:
    """A function of k and a matrix with more than k rows and columns, with k or more where the `last` counts too."""
    usage = f"{name}(k, A)"

    def rule(sizes: Sizes, k: Any, a: Any) -> Any:
        a = as_square(a, usage, sizes) if square else as_matrix(a, usage, sizes)
        if not sizes.knows(k):
            raise ReadingError(f"{usage} with k = {sizes.said(k)}", 'k is a number from 1, or k = "integer(1, n-1)"')
        for side in a.shape:
            where = sizes.where(k, side, side, lambda x, y, _: not 1 <= x < y + last)
            if where is not None:
                at = f" at {where}" if where else ""
                raise ReadingError(
                    f"{usage} with k = {k}: {operations.described(a, sizes)}{at}",
                    f"k is from 1 to {'the order' if last else 'one below the order'}",
                )
        return make(k, a)

    return Function(usage, rule, 2, 2)


def _partial(name: str) -> Function:
    """A function of a matrix on a tensor product; its factors have the orders n and m."""
    usage = f"{name}(n, m, A)"

    def rule(sizes: Sizes, n: Any, m: Any, a: Any) -> Any:
        n, m = as_size(n, usage, sizes), as_size(m, usage, sizes)
        a = as_square(a, usage, sizes)
        if not sizes.agree(a.shape[0], product_of(n, m)):
            raise ReadingError(f"{usage}: {operations.described(a, sizes)}", "its order is n * m")
        return PARTIAL[name](n, m, a)

    return Function(usage, rule, 3, 3)


MODULES = (
    core,
    atoms,
    columns,
    defined,
    factorizations,
    functions,
    matrices,
    subspaces,
    *added.MODULES,
)  # what is imported has its classes known


def _filled(usage: str, rule: Callable[[Any, Any], MatrixTerm]) -> Function:
    return Function(usage, lambda sizes, r, c: rule(*(as_size(x, usage, sizes) for x in (r, c))), 2, 2)


FUNCTIONS: Mapping[str, Function] = {
    **{
        cls.name: specified(cls)
        for module in MODULES  # in this order, whatever was imported first
        for cls in classes(lambda spec: spec.takes is not None)
        if cls.__module__ == module.__name__
    },
    "min": _extreme(core.Min),
    "max": _extreme(core.Max),
    "schatten": Function("schatten(p, A)", _schatten, 2, 2),
    "kyfan": Function("kyfan(k, A)", _kyfan, 2, 2),
    "norm": Function("norm(v)", _norm),
    "norm2": Function("norm2(A)", _norm2),
    "sym": Function("sym(A)", lambda sizes, a: functions.sym(as_square(a, "sym(A)", sizes))),
    "kron": Function("kron(A, B)", _kron, 2, 2),
    "had": Function("had(A, B)", _had, 2, 2),
    "powm": Function("powm(A, t)", _powm, 2, 2),
    "geomean": Function("geomean(A, B) or geomean(A, B, t)", _geomean, 2, 3),
    "polar": Function("polar(A)", _polar),
    "cosines": Function("cosines(A, B)", _cosines, 2, 2),
    "eigenprojector": _leading("eigenprojector", subspaces.eigenprojector, square=True),
    "truncated": _leading("truncated", subspaces.truncated, square=False),
    "schur": _leading("schur", subspaces.schur, square=True),
    "ptrace1": _partial("ptrace1"),
    "ptrace2": _partial("ptrace2"),
    "ptranspose": _partial("ptranspose"),
    "conj": Function("conj(A)", lambda sizes, x: complexes.conj(x)),
    "re": Function("re(A)", lambda sizes, x: complexes.re(x)),
    "im": Function("im(A)", lambda sizes, x: complexes.im(x)),
    "spectral_projector": _leading("spectral_projector", factorizations.spectral_projector, square=True, last=True),
    "singular_dyad": _leading("singular_dyad", factorizations.singular_dyad, square=False, last=True),
    "diag": Function("diag(A) or diag(v)", _diag),
    "softmax": Function("softmax(v) or softmax(A)", _softmax),
    "relu": Function("relu(A) or relu(x)", lambda sizes, x: functions.relu(x)),
    "I": Function("I(n)", lambda sizes, n: matrices.Id(as_size(n, "I(n)", sizes))),
    "ones": _filled("ones(r, c)", functions.Ones),
    "zeros": _filled("zeros(r, c)", functions.zeros),
}  # fmt: skip

# how many of the first arguments of a function are dimensions, or counts: an integer variable there is read as one
SIZED = {"I": 1, "ones": 2, "zeros": 2, "ptrace1": 2, "ptrace2": 2, "ptranspose": 2, "schur": 1, "trpow": 1}
