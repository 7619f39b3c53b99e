"""Value of a concrete expression: exact where possible, otherwise enclosed to a requested precision.

Scalars are numbers of `exact_numbers`, matrices are `Mat`; a vector is a matrix with one column.  A function of the
language is a row of `DEFINED` (an expression in others) or of `RULES`: what computes the value from
the evaluator and the arguments, and as what each of these is read.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import Any, Literal

from lemmata.checker import exact_numbers
from lemmata.checker import witnessed_spectra as spectra
from lemmata.checker.exact_numbers import Undecided, Undefined, absolute, checked, compare, divide, largest, sign
from lemmata.checker.format import CertificateError, require, tick, well_formed
from lemmata.checker.text_form import FOLDED, HOLDS, Relation, Tree, as_integer, parse_expression, written
from lemmata.checker.witnessed_spectra import INFINITE, Mat, characteristic, column, entries, entrywise, matrix, total

PRECISIONS = (64, 128, 256, 512, 1024, 2048)


class Evaluator:
    """Values of trees at one instance.  `bits` is the precision asked for; enclosures shrink as it grows.

    `ties` are pairs of trees that are known to have one value, whatever enclosures say; `rules` say what each function
    does, and how its arguments are read.
    """

    rules: Mapping[str, tuple[Any, ...]] = {}

    def __init__(
        self,
        values: Mapping[str, Any],
        witnesses: Mapping[str, Any] | None = None,
        ties: Iterable[tuple[Tree, Tree]] = (),
    ) -> None:
        self.values, self.witnesses, self.ties = dict(values), witnesses or {}, frozenset(ties)
        self.bits: int = 64
        self.kept: dict[Any, Any] = {}  # what functions of matrices gave, by expression and precision
        self.used: set[Any] = set()  # names of witnesses, and ties

    def witness(self, name: str, matrix: Mat) -> Any:
        """What the certificate offers about a matrix; `name` says what it is.  Raises NotEstablished."""
        require(name in self.witnesses, f"the certificate has no witness for {name[:200]}")
        self.used.add(name)
        return self.witnesses[name]

    def tied(self, left: Tree, right: Tree) -> bool:
        """Whether two trees are known to have one value."""
        found = self.ties & {(left, right)}
        self.used |= found
        return bool(found)

    def __call__(self, tree: Tree) -> Any:
        """Value of a tree.  Raises Undefined, Undecided, NotEstablished or CertificateError."""
        tick()
        match tree:
            case ("num", q):
                return checked(q)
            case ("name", name):
                well_formed(name in self.values or name == "pi", f"{name!r} has no value")
                return self.values[name] if name in self.values else exact_numbers.pi(self.bits)
            case ("T", a):
                return self.matrix(a).T
            case ("matmul", a, b):
                return self.matrix(a) @ self.matrix(b)
            case ("pow", a, ("num", q)) if q.denominator == 1:
                return entrywise(lambda x: exact_numbers.power(x, int(q)), self.quantity(a))
            case ("pow", a, b):
                power = lambda x, t: exact_numbers.real_power(x, t, self.bits)  # noqa: E731
                return entrywise(power, self.quantity(a), self.quantity(b))
            case ("neg", a):
                return entrywise(operator.neg, self(a))
            case ("add" | "mul" | "div" as kind, a, b):
                return _combined(kind, self(a), self(b))
            case ("call", name, *args):
                if (tree, self.bits) not in self.kept:  # what is nested asks for its parts many times
                    self.kept[tree, self.bits] = self._applied(name, args)
                return self.kept[tree, self.bits]
        raise CertificateError("an expression is not concrete")

    def _applied(self, name: str, args: list[Tree]) -> Any:
        if (name, len(args)) in DEFINED:
            names, body = DEFINED[name, len(args)]
            return self(_put(body, dict(zip(names, args, strict=True))))
        return self.applied(self.rules, name, args)

    def applied(self, rules: Mapping[str, tuple[Any, ...]], name: str, args: list[Tree]) -> Any:
        """What a row of a table makes of arguments, each read as the row says.  Raises CertificateError."""
        rule, *kinds = row(rules, name, len(args))
        return rule(self, *(self.thing(a, kind) for a, kind in zip(args, kinds, strict=True)))

    def thing(self, tree: Tree, kind: str) -> Any:
        """What a tree stands for, read as one of a kind, by the method of this name."""
        return getattr(self, kind)(tree)

    def tree(self, tree: Tree) -> Tree:
        """An argument that is not evaluated."""
        return tree

    def integer(self, tree: Tree) -> int:
        """The integer that a tree is.  Raises CertificateError."""
        return as_integer(tree)

    def matrix(self, tree: Tree) -> Mat:
        """Value of a tree that must be a matrix."""
        value = self(tree)
        well_formed(isinstance(value, Mat), "a matrix was expected")
        return value

    def square(self, tree: Tree) -> Mat:
        """Value of a tree that must be a square matrix."""
        value = self.matrix(tree)
        well_formed(len(value.rows) == value.cols, f"a square matrix was expected, not {value.shape}")
        return value

    def symmetric(self, tree: Tree) -> Mat:
        """Value of a tree that must be symmetric as a value.  Raises Undefined or Undecided."""
        value = self.square(tree)
        orders = [compare(value.rows[i][j], value.rows[j][i]) for i in range(value.cols) for j in range(i)]
        if any(order in (-1, 1) for order in orders):
            raise Undefined("a matrix that must be symmetric is not")
        if None in orders and not self.tied(tree, ("T", tree)):
            raise Undecided("whether a matrix is symmetric")
        return spectra.mirrored(value)

    def quantity(self, tree: Tree) -> Any:
        """Value of a tree that must be a number or a vector."""
        value = self(tree)
        well_formed(not isinstance(value, Mat) or value.cols == 1, "a scalar or vector was expected")
        return value

    def listed(self, tree: Tree) -> list[Any]:
        """The number, or the entries of the vector, that a tree must be."""
        value = self.quantity(tree)
        return entries(value) if isinstance(value, Mat) else [value]

    def vector(self, tree: Tree) -> list[Any]:
        """The entries of a tree that must be a vector."""
        value = self.quantity(tree)
        well_formed(isinstance(value, Mat), "a vector was expected")
        return entries(value)

    def index(self, tree: Tree, length: int) -> int:
        """Position, from 0, of an index counted from 1.  Raises Undefined outside 1..length."""
        value = self(tree)
        well_formed(isinstance(value, Fraction), "an index is not a rational number")
        if value.denominator != 1 or not 1 <= value <= length:
            raise Undefined(f"there is no entry {value} among {length}")
        return int(value) - 1


def row(rules: Mapping[str, tuple[Any, ...]], name: str, count: int) -> tuple[Any, ...]:
    """What computes a function of a table, and as what each of `count` arguments is read.  Raises CertificateError."""
    rule, *kinds = rules.get(name, (None,))
    if kinds[-1:] == ["*"]:
        kinds = [*kinds[:-2], *kinds[-2:-1] * (count - len(kinds) + 2)]
    well_formed(rule and count == len(kinds), f"{name}(...) cannot be used here with {count} arguments")
    return rule, *kinds


def readable(tree: Tree, names: frozenset[str], families: Mapping[str, list[int]]) -> None:
    """Require names to stand for something, and functions to take their arguments.  Raises CertificateError."""
    well_formed(tree[0] != "at", "an expression is not concrete")
    match tree:
        case ("call", name, ("name", family), *parts) if family in families and name != "width":
            layers = [("num", Fraction(1))] * (len(families[family]) - 1)  # of which each is an argument
            readable(("call", name, *layers, *parts), names, families)
            parts = []
        case ("part", family, *parts) | ("call", "width", ("name", family), *parts):
            well_formed(family in families and len(parts) == 1 + (tree[0] == "part"), f"{family!r} has no such layers")
        case ("over", _, index, *parts, body):
            readable(body, names | {index}, families)
        case ("call", name, *parts):
            if (name, len(parts)) not in DEFINED:
                row(RULES, name, len(parts))
        case (kind, *parts):
            well_formed(kind != "name" or parts[0] in names, f"{parts[0]!r} has no value")
    for part in parts:
        if isinstance(part, tuple):
            readable(part, names, families)


def _combined(kind: str, a: Any, b: Any) -> Any:
    """A sum, product or quotient; of matrices that are no vectors, sums and multiples by numbers alone."""
    wide, both = [isinstance(x, Mat) and x.cols != 1 for x in (a, b)], isinstance(a, Mat) and isinstance(b, Mat)
    known = not any(wide) or (kind == "add" if both else kind == "mul" or kind == "div" and wide[0])
    well_formed(known, "matrices are added to matrices, multiplied with @ and scaled by scalars")
    return entrywise(FOLDED[kind], a, b)


def judge(
    relation: Relation, ev: Evaluator, precisions: tuple[int, ...] = PRECISIONS
) -> tuple[Literal["broken", "holds", "undecided", "undefined"], Any]:
    """("broken" | "holds" | "undecided", [(left, right, order), ...]) over all entries, or ("undefined", why)."""
    op, left, right = relation
    found: list[tuple[Any, Any, int | None]] = []
    try:
        for ev.bits in precisions:
            with suppress(Undecided):
                found = [(a, b, compare(a, b)) for a, b in _sides(op, ev(left), ev(right))]
            if any(order is not None and order not in HOLDS[op] for *_, order in found):
                return "broken", found
            if found and all(order is not None for *_, order in found):
                return "holds", found
    except Undefined as why:
        return "undefined", str(why)
    if op == "==" and found and ev.tied(left, right):
        return "holds", found
    return "undecided", found


def _sides(op: str, a: Any, b: Any) -> list[tuple[Any, Any]]:
    """What is compared with what: numbers, entries of vectors (a number with each), entries of equal matrices."""
    shapes = [x.shape for x in (a, b) if isinstance(x, Mat)] or [(1, 1)]
    rows, cols = shapes[0]
    alike = shapes[-1] == (rows, cols) and (cols == 1 or len(shapes) == 2 and op == "==")
    well_formed(alike, "a matrix is compared with a number or with one of another shape, or put in an order")
    left, right = (entries(x) if isinstance(x, Mat) else [x] * rows for x in (a, b))
    return list(zip(left, right, strict=True))


def _put(tree: Any, values: dict[str, Tree]) -> Any:
    if not isinstance(tree, tuple):
        return tree
    return values.get(tree[1], tree) if tree[0] == "name" else tuple(_put(part, values) for part in tree)


def _cond(ev: Evaluator, a: Tree) -> Any:
    values = [x for x in spectra.singular(ev, a) if sign(x) != 0]
    if not values:
        raise Undefined("the condition number of the zero matrix")
    if sign(values[-1]) != 1:
        raise Undecided("the smallest non-zero singular value is not separated from zero")
    return divide(values[0], values[-1])


def _gap(ev: Evaluator, values: list[Any], i: Tree) -> Any:
    at = ev.index(i, len(values))
    others = [v for k, v in enumerate(values) if k != at]
    gaps = [Fraction(0) if compare(v, values[at]) == 0 else absolute(values[at] - v) for v in others]
    return -largest([-g for g in gaps], ev.bits) if gaps else INFINITE


def _rate(values: list[Any], position: int, moving: Mat) -> Any:
    """Derivative of an eigenvalue t from p(t) = 0, p the characteristic polynomial of a matrix that moves.

    Raises Undefined where the eigenvalue is multiple.
    """
    t = values[position]
    orders = [compare(t, x) for k, x in enumerate(values) if k != position]
    if 0 in orders:
        raise Undefined("the eigenvalue or singular value is multiple")
    if None in orders:
        raise Undecided("whether an eigenvalue is simple")
    fixed, moved = zip(*map(exact_numbers.parts, characteristic(moving)[0]), strict=True)
    slopes = [c * (len(values) - k) for k, c in enumerate(fixed[:-1])]
    return divide(-spectra.horner(moved, t), spectra.horner(slopes, t))


def _eigenform(ev: Evaluator, a: Tree, i: Tree, form: Mat) -> Any:
    """u_i^T X u_i, the derivative of the eigenvalue along X."""
    n = ev.symmetric(a)
    well_formed(form.shape == n.shape, f"shapes {n.shape} and {form.shape} do not fit in a quadratic form")
    return _rate(_lam(ev, a), ev.index(i, n.cols), n + form.scaled(exact_numbers.Dual(Fraction(0), Fraction(1))))


def _slope(ev: Evaluator, spectrum: Tree, i: Tree, variable: Tree) -> Any:
    """Derivative of an eigenvalue with respect to a variable; for s = sqrt(t), t' / (2 s)."""
    known = spectrum[:2] in (("call", "lam"), ("call", "s")) and len(spectrum) == 3 and variable[0] == "name"
    well_formed(known, "slope(...) differentiates lam(N) or s(A) with respect to a variable")
    if spectrum[1] == "s":
        square = ("call", "lam", ("matmul", ("T", spectrum[2]), spectrum[2]))
        return divide(_slope(ev, square, i, variable), 2 * ev(("call", "s", spectrum[2], i)))
    values, at = _lam(ev, spectrum[2]), ev(variable)
    well_formed(isinstance(at, Fraction), "slope(...) differentiates with respect to a scalar")
    along = copy.copy(ev)
    along.values, along.kept = ev.values | {variable[1]: exact_numbers.Dual(at, Fraction(1))}, {}
    return _rate(values, ev.index(i, len(values)), along.matrix(spectrum[2]))


def _extreme(sign: int) -> Callable[..., Any]:
    def rule(ev: Evaluator, *values: Any) -> Any:
        xs = entries(values[0]) if len(values) == 1 and isinstance(values[0], Mat) else list(values)
        numbers = xs and not any(isinstance(x, Mat) for x in xs)
        well_formed(numbers, "max and min take scalars or one non-empty vector")
        return sign * largest([sign * x for x in xs], ev.bits)

    return rule


def _lam(ev: Evaluator, a: Tree) -> list[Any]:
    return spectra.eigenvalues(ev, ev.symmetric(a), f"lam({written(a)})")


def _ones(_: Evaluator, rows: int, cols: int) -> Mat:
    fits = 0 < rows <= spectra.MAX_ORDER and 0 < cols <= spectra.MAX_ORDER
    require(fits, f"a matrix of ones of shape {rows} x {cols} is too large for this checker")
    return matrix(([Fraction(1)] * cols for _ in range(rows)), cols)


def _unit(_: Evaluator, size: int, place: int) -> Mat:
    """The column of length `size` with a one at a place and zeros elsewhere."""
    well_formed(1 <= place <= size, f"a column of length {size} has no place {place}")
    return column(spectra.identity(size).rows[place - 1])


def _diag(ev: Evaluator, tree: Tree) -> Mat:
    """The diagonal of a square matrix, or the diagonal matrix of a vector (of order 1 they are the same)."""
    if ev.matrix(tree).cols == 1:
        return spectra.diagonal(ev.vector(tree))
    return column(spectra.on_diagonal(ev.square(tree)))


def _entrywise(f: Callable[[Any, int], Any]) -> tuple[Any, ...]:
    return (lambda ev, a: entrywise(lambda x: f(x, ev.bits), a)), "quantity"


DEFINITIONS = {
    "smax(A)": "s(A, 1)",
    "norm2(A)": "s(A, 1)",
    "normN(A)": "sum(s(A))",
    "lmax(A)": "lam(A, 1)",
    "s(A, i)": "entry(s(A), i)",
    "lam(A, i)": "entry(lam(A), i)",
    "kyfan(k, A)": "entry(cumsum(s(A)), k)",
    "schatten(p, A)": "sum(s(A)**max(p, 0))**(1 / max(p, 0))",  # nothing for p <= 0: zero has no inverse
    "singularform(A, i, X)": "eigenform(A.T @ A, i, X @ A) / s(A, i)",  # u_i^T X v_i with v_i = A u_i / s_i
}
DEFINED = {  # by name and number of arguments: the names of these, and the expression
    (head[1], len(head) - 2): ([name for _, name in head[2:]], parse_expression(body))
    for head, body in ((parse_expression(head), body) for head, body in DEFINITIONS.items())
}
ROOTS = (("call", "absm"), ("call", "sqrtm"))  # positive semidefinite wherever they are defined
RULES: dict[str, tuple[Any, ...]] = {  # what is done, and how each argument is read; "*": any number of them
    "sqrt": _entrywise(exact_numbers.sqrt),
    "exp": _entrywise(exact_numbers.exp),
    "erf": _entrywise(exact_numbers.erf),
    "log": _entrywise(exact_numbers.log),
    "abs": _entrywise(lambda x, _: absolute(x)),
    "s": (lambda ev, a: column(spectra.singular(ev, a)), "tree"),
    "lam": (lambda ev, a: column(_lam(ev, a)), "tree"),
    "entry": (lambda ev, values, i: values[ev.index(i, len(values))], "vector", "tree"),
    "smin": (lambda ev, a: spectra.singular(ev, a)[-1], "tree"),
    "lmin": (lambda ev, a: _lam(ev, a)[-1], "tree"),
    "normF": (lambda ev, a: exact_numbers.sqrt(total(x * x for x in entries(a)), ev.bits), "matrix"),
    "rho": (spectra.radius, "tree"),
    "numradius": (spectra.numerical_radius, "tree"),
    "cond": (_cond, "tree"),
    "tr": (lambda ev, a: spectra.trace(a), "square"),
    "det": (lambda ev, a: characteristic(a)[0][-1] * Fraction((-1) ** a.cols), "square"),
    "rank": (lambda ev, a: Fraction(spectra.inertia(spectra.gram(a))[0]), "matrix"),  # or undecided
    "real_eigenvalues": (lambda ev, a: Fraction(spectra.real_eigenvalues(a)), "square"),
    "inv": (lambda ev, a: spectra.inverted(a), "square"),
    "lup_p": (lambda ev, a: spectra.pivoting(a), "square"),
    "pinv": (lambda ev, a: spectra.pseudo_inverted(a), "matrix"),
    "expm": (lambda ev, a: spectra.exponential(a, ev.bits), "square"),
    "logm": (lambda ev, a: spectra.logarithm(ev, ev.symmetric(a), f"logm({written(a)})"), "tree"),
    "sqrtm": (lambda ev, a: spectra.root(ev, ev.symmetric(a), f"sqrtm({written(a)})", a[:2] in ROOTS), "tree"),
    "absm": (lambda ev, a: spectra.root(ev, ev.matrix(a).T @ ev.matrix(a), f"absm({written(a)})", True), "tree"),
    "maxabs": (lambda ev, a: largest([absolute(x) for x in entries(a)], ev.bits), "matrix"),
    "relu": (lambda ev, a: a.map(lambda x: largest([x, Fraction(0)], ev.bits)), "matrix"),
    "diag": (_diag, "tree"),
    "prod": (lambda ev, xs: reduce(lambda a, b: checked(a * b), xs, Fraction(1)), "listed"),
    "sum": (lambda ev, xs: total(xs), "listed"),
    "cumsum": (lambda ev, xs: column(accumulate(xs)), "vector"),
    "max": (_extreme(1), "quantity", "*"),
    "min": (_extreme(-1), "quantity", "*"),
    "kron": (
        lambda ev, a, b: matrix(
            ([checked(x * y) for x in r for y in s] for r in a.rows for s in b.rows), a.cols * b.cols
        ),
        "matrix",
        "matrix",
    ),
    "had": (lambda ev, a, b: entrywise(operator.mul, a, b), "matrix", "matrix"),
    "I": (lambda ev, n: spectra.identity(n), "integer"),
    "ones": (_ones, "integer", "integer"),
    "unit": (_unit, "integer", "integer"),
    "vstack": (lambda ev, *blocks: spectra.stacked(*blocks), "matrix", "*"),
    "gap": (_gap, "vector", "tree"),
    "eigenform": (_eigenform, "tree", "tree", "matrix"),
    "slope": (_slope, "tree", "tree", "tree"),
}
Evaluator.rules = RULES
