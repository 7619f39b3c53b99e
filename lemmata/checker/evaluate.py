"""Value of a concrete expression: exact where possible, otherwise enclosed to a requested precision.

Scalars are numbers of `exact_numbers`, vectors are `Vec`, matrices are `Mat`.  Every function of the language is a row
of `RULES`, a definition read aloud: what computes the value, given the evaluator and the trees of the arguments, and
the numbers of arguments it takes (none listed: any).
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, reduce
from itertools import accumulate
from typing import Any, Literal

from lemmata.checker import exact_numbers, text_form
from lemmata.checker import witnessed_spectra as spectra
from lemmata.checker.exact_numbers import Undecided, Undefined, absolute, checked, compare, divide, largest, sign
from lemmata.checker.format import CertificateError, require, tick, well_formed
from lemmata.checker.text_form import HOLDS, Relation, Tree, as_integer, bounded_power, written
from lemmata.checker.witnessed_spectra import INFINITE, Mat, Vec, characteristic, column, exact, matrix, total

PRECISIONS = (64, 128, 256, 512, 1024, 2048)
EQUAL: list[Callable[[Any, Tree, Tree], bool]] = []  # ways to see that two trees are one matrix; a program may add some


class Evaluator:
    """Values of trees at one instance.  `bits` is the precision asked for; enclosures shrink as it grows."""

    def __init__(self, values: Mapping[str, Any], witnesses: Mapping[str, Any] | None = None) -> None:
        self.values, self.witnesses = dict(values), witnesses or {}
        self.bits: int = 64
        self.kept: dict[Any, Any] = {}  # what functions of matrices gave, by expression and precision
        self.used: set[str] = set()

    def moved(self, values: Mapping[str, Any]) -> Evaluator:
        """The same with other values of some variables."""
        other = copy.copy(self)
        other.values, other.kept = {**self.values, **values}, {}
        return other

    def witness(self, name: str, matrix: Mat) -> Any:
        """What the certificate offers about a matrix; `name` says what it is.  Raises NotEstablished."""
        require(name in self.witnesses, f"the certificate has no witness for {name[:200]}")
        self.used.add(name)
        return self.witnesses[name]

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
                return self.map(lambda x: bounded_power(x, int(q)), self(a))
            case ("pow", a, b):
                return self._arithmetic(
                    lambda x, t: exact_numbers.real_power(x, t, self.bits), self.quantity(a), self.quantity(b)
                )
            case ("neg", a):
                value = self(a)
                return value.scaled(Fraction(-1)) if isinstance(value, Mat) else self.map(operator.neg, value)
            case ("add" | "mul" | "div" as kind, a, b):
                return self._combined(kind, self(a), self(b))
            case ("call", name, *args):
                rule, counts = RULES.get(name, (None, ()))
                if rule is None or (len(args) not in counts and counts != ()):
                    raise CertificateError(f"{name}(...) cannot be used here with {len(args)} arguments")
                if (tree, self.bits) not in self.kept:  # what is nested asks for its parts many times
                    self.kept[tree, self.bits] = rule(self, *args)
                return self.kept[tree, self.bits]
        raise CertificateError("an expression is not concrete")

    def matrix(self, tree: Tree) -> Mat:
        """Value of a tree that must be a matrix; a vector stands as a column."""
        value = self(tree)
        value = column(value) if isinstance(value, Vec) else value
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
        if None in orders and not equal(self, tree, ("T", tree)):
            raise Undecided("whether a matrix is symmetric")
        return spectra.mirrored(value)

    def quantity(self, tree: Tree) -> Any:
        """Value of a tree that must be a scalar or vector; a column stands for its entries."""
        value = spectra.as_entries(self(tree))
        well_formed(not isinstance(value, Mat), "a scalar or vector was expected")
        return value

    def vector(self, tree: Tree) -> Vec:
        """Value of a tree that must be a vector."""
        value = self.quantity(tree)
        well_formed(isinstance(value, Vec), "a vector was expected")
        return value

    def index(self, tree: Tree, length: int) -> int:
        """Position, from 0, of an index counted from 1.  Raises Undefined outside 1..length."""
        value = self(tree)
        well_formed(isinstance(value, Fraction) and value.denominator == 1, "an index is not an integer")
        if not 1 <= value <= length:
            raise Undefined(f"there is no entry {value} among {length}")
        return int(value) - 1

    def map(self, f: Callable[[Any], Any], value: Any) -> Any:
        """f of a number, or of every entry of a vector."""
        value = spectra.as_entries(value)
        well_formed(not isinstance(value, Mat) and value is not INFINITE, "a scalar or vector was expected")
        return Vec(checked(f(x)) for x in value) if isinstance(value, Vec) else checked(f(value))

    def _combined(self, kind: str, a: Any, b: Any) -> Any:
        if isinstance(a, Mat) and isinstance(b, Mat) and kind == "add":
            return a + b
        if isinstance(b, Mat) and kind == "mul" and not isinstance(a, Mat | Vec) and a is not INFINITE:
            return b.scaled(a)
        if isinstance(a, Mat) and kind != "add" and not isinstance(b, Mat | Vec) and b is not INFINITE:
            return a.scaled(b if kind == "mul" else divide(Fraction(1), b))
        a, b = spectra.as_entries(a), spectra.as_entries(b)
        known = not isinstance(a, Mat) and not isinstance(b, Mat)
        well_formed(known, "matrices are added to matrices, multiplied with @ and scaled by scalars")
        return self._arithmetic({"add": operator.add, "mul": operator.mul, "div": divide}[kind], a, b)

    def _real_power(self, x: Any, t: Any) -> Any:
        return exact_numbers.real_power(x, t, self.bits)

    def _arithmetic(self, f: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
        require(
            a is not INFINITE and b is not INFINITE,
            "arithmetic with the infinite gap of a single value",
        )
        if isinstance(a, Vec) or isinstance(b, Vec):
            return Vec(checked(f(x, y)) for x, y in spectra.pairs(a, b))
        return checked(f(a, b))


def equal(ev: Evaluator, left: Tree, right: Tree) -> bool:
    """Whether two trees are seen to be one matrix, whatever enclosures say."""
    return any(seen(ev, left, right) for seen in EQUAL)


def judge(
    relation: Relation, ev: Evaluator, precisions: tuple[int, ...] = PRECISIONS
) -> tuple[Literal["broken", "holds", "undecided", "undefined"], Any]:
    """("broken" | "holds" | "undecided", [(left, right, order), ...]) over all entries, or ("undefined", why)."""
    op, left, right = relation
    entries: list[tuple[Any, Any, int | None]] = []
    for ev.bits in precisions:
        try:
            entries = [(a, b, _order(a, b)) for a, b in _sides(op, ev(left), ev(right))]
        except Undefined as why:
            return "undefined", str(why)
        except Undecided:
            continue
        if any(order is not None and order not in HOLDS[op] for *_, order in entries):
            return "broken", entries
        if all(order is not None for *_, order in entries):
            return "holds", entries
    if op == "==" and entries and equal(ev, left, right):
        return "holds", entries
    return "undecided", entries


def defined(relation: Relation, ev: Evaluator) -> None:
    """Require that both sides of a relation have values: a chain has none where a link has none, a claim over an index
    where a case has none."""
    for ev.bits in PRECISIONS:
        try:
            _sides(relation[0], ev(relation[1]), ev(relation[2]))
            return
        except Undefined as why:
            require(False, f"another part of the claim is undefined at this instance ({why})")
        except Undecided:
            continue
    require(False, "whether all parts of the claim are defined could not be decided")


def _order(a: Any, b: Any) -> int | None:
    if a is INFINITE or b is INFINITE:
        return (a is INFINITE) - (b is INFINITE)
    return compare(a, b)


def _sides(op: str, a: Any, b: Any) -> list[tuple[Any, Any]]:
    if isinstance(a, Mat) != isinstance(b, Mat):
        a, b = spectra.as_entries(a), spectra.as_entries(b)
    if not isinstance(a, Mat) and not isinstance(b, Mat):
        return spectra.pairs(a, b)
    if not isinstance(a, Mat) or not isinstance(b, Mat) or a.shape != b.shape:
        raise CertificateError("a matrix is compared with something else, or with one of another shape")
    well_formed(op == "==" or a.cols == 1, "matrices have no order")
    return [(x, y) for r, q in zip(a.rows, b.rows, strict=True) for x, y in zip(r, q, strict=True)]


Rule = tuple[Callable[..., Any], tuple[int, ...]]
DEFINED = {  # in terms of others
    "smax(A)": "s(A, 1)",
    "norm2(A)": "s(A, 1)",
    "normN(A)": "sum(s(A))",
    "lmax(A)": "lam(A, 1)",
    "singularform(A, i, X)": "eigenform(A.T @ A, i, X @ A) / s(A, i)",  # u_i^T X v_i with v_i = A u_i / s_i
}


def _defined(head: str) -> Rule:
    name, *names = head.replace("(", ",").replace(")", "").replace(" ", "").split(",")
    return (lambda ev, *args: ev(_put(_body(head), dict(zip(names, args, strict=True))))), (len(names),)


@cache
def _body(head: str) -> Tree:
    return text_form.parse_expression(DEFINED[head])


def _put(tree: Any, values: dict[str, Tree]) -> Any:
    if not isinstance(tree, tuple):
        return tree
    return values.get(tree[1], tree) if tree[0] == "name" else tuple(_put(part, values) for part in tree)


def _cond(ev: Any, a: Tree) -> Any:
    values = [x for x in spectra.singular(ev, a) if sign(x) != 0]
    if not values:
        raise Undefined("the condition number of the zero matrix")
    if sign(values[-1]) != 1:
        raise Undecided("the smallest non-zero singular value is not separated from zero")
    return divide(values[0], values[-1])


def _real_eigenvalues(a: Mat) -> Fraction:
    require(exact(a), "real eigenvalues of a matrix with irrational entries")
    return Fraction(spectra.real_eigenvalues(a))


def _gap(ev: Any, vector: Tree, i: Tree) -> Any:
    values = ev.vector(vector)
    at = ev.index(i, len(values))
    others = [v for k, v in enumerate(values) if k != at]
    gaps = [Fraction(0) if compare(v, values[at]) == 0 else absolute(values[at] - v) for v in others]
    return -largest([-g for g in gaps], ev.bits) if gaps else INFINITE


def _simple(values: list[Any], position: int) -> Any:
    """The value at a position.  Raises Undefined if it is multiple."""
    orders = [compare(values[position], x) for k, x in enumerate(values) if k != position]
    if 0 in orders:
        raise Undefined("the eigenvalue or singular value is multiple")
    if None in orders:
        raise Undecided("whether an eigenvalue is simple")
    return values[position]


def _eigenform(ev: Any, a: Tree, i: Tree, x: Tree) -> Any:
    """u_i^T X u_i = tr(X adj(t I - N)) / tr(adj(t I - N)) at the simple eigenvalue t of N."""
    n, form = ev.symmetric(a), ev.matrix(x)
    well_formed(form.shape == n.shape, f"shapes {n.shape} and {form.shape} do not fit in a quadratic form")
    t = _simple(_lam(ev, a), ev.index(i, n.cols))
    coefficients, adjugate = characteristic(n)
    return divide(
        spectra.horner([spectra.trace(form @ b) for b in adjugate], t),
        spectra.horner(spectra.derivative(coefficients), t),
    )


def _slope(ev: Any, spectrum: Tree, i: Tree, variable: Tree) -> Any:
    """Derivative of t(rho) from p(t(rho), rho) = 0, p the characteristic polynomial; for s = sqrt(t), t' / (2 s)."""
    known = spectrum[:2] in (("call", "lam"), ("call", "s")) and len(spectrum) == 3 and variable[0] == "name"
    well_formed(known, "slope(...) differentiates lam(N) or s(A) with respect to a variable")
    if spectrum[1] == "s":
        square = ("call", "lam", ("matmul", ("T", spectrum[2]), spectrum[2]))
        return divide(_slope(ev, square, i, variable), 2 * ev(("call", "s", spectrum[2], i)))
    values, at = _lam(ev, spectrum[2]), ev(variable)
    t = _simple(values, ev.index(i, len(values)))
    well_formed(isinstance(at, Fraction), "slope(...) differentiates with respect to a scalar")
    moving = ev.moved({variable[1]: exact_numbers.Dual(at, Fraction(1))}).matrix(spectrum[2])
    fixed, moved = zip(*map(exact_numbers.parts, characteristic(moving)[0]), strict=True)
    return divide(-spectra.horner(moved, t), spectra.horner(spectra.derivative(list(fixed)), t))


def _kron(x: Mat, y: Mat) -> Mat:
    return matrix(([checked(p * q) for p in r for q in s] for r in x.rows for s in y.rows), x.cols * y.cols)


def _vstack(ev: Any, *args: Tree) -> Mat:
    blocks = [ev.matrix(a) for a in args]
    well_formed(len({b.cols for b in blocks}) == 1, "stacked blocks differ in width")
    return matrix((row for b in blocks for row in b.rows), blocks[0].cols)


def _extreme(sign: int) -> Callable[..., Any]:
    def rule(ev: Any, *args: Tree) -> Any:
        values = [ev.quantity(a) for a in args]
        xs = list(values[0]) if len(values) == 1 and isinstance(values[0], Vec) else values
        xs = [x for x in xs if x is not INFINITE] if sign < 0 and len(xs) > 1 else xs  # infinity is never the minimum
        if not xs or any(isinstance(x, Vec) or x is INFINITE for x in xs):
            raise CertificateError("max and min take scalars or one non-empty vector")
        return sign * largest([sign * x for x in xs], ev.bits)

    return rule


def _lam(ev: Any, a: Tree) -> list[Any]:
    return spectra.eigenvalues(ev, ev.symmetric(a), f"lam({written(a)})")


def _last(values: list[Any]) -> Any:
    if not values:
        raise Undefined("there is no smallest one among none")
    return values[-1]


def _vector(values: Callable[..., list[Any]]) -> Rule:
    """A vector, or its entry at an index."""

    def rule(ev: Any, a: Tree, i: Tree | None = None) -> Any:
        found = values(ev, a)
        return Vec(found) if i is None else found[ev.index(i, len(found))]

    return rule, (1, 2)


def _schatten(ev: Any, p: Tree, a: Tree) -> Any:
    """(sum of s_i**p)**(1/p)."""
    exponent = ev.quantity(p)
    known = not isinstance(exponent, Vec) and sign(exponent) is not None
    require(known, "schatten(p, A) needs a number p whose sign is seen")
    if sign(exponent) != 1:
        raise Undefined("schatten(p, A) with p <= 0")
    powers = [exact_numbers.real_power(s, exponent, ev.bits) for s in spectra.singular(ev, a)]
    return exact_numbers.real_power(total(powers), divide(Fraction(1), exponent), ev.bits)


def _kyfan(ev: Any, k: Tree, a: Tree) -> Any:
    """Sum of the k largest singular values."""
    number, values = ev.quantity(k), spectra.singular(ev, a)
    if isinstance(number, Fraction) and number.denominator != 1:
        raise Undefined("kyfan(k, A) with k that is no integer")
    return total(values[: ev.index(k, len(values)) + 1])


def _relu(ev: Any, a: Tree) -> Any:
    value = ev(a)
    well_formed(isinstance(value, Mat | Vec), "relu(...) takes matrices and vectors: write max(x, 0)")

    def positive(x: Any) -> Any:
        return largest([x, Fraction(0)], ev.bits)

    return Vec(map(positive, value)) if isinstance(value, Vec) else value.map(positive)


def _ones(ev: Any, r: Tree, c: Tree) -> Mat:
    rows, cols = as_integer(r), as_integer(c)
    fits = 0 < rows <= spectra.MAX_ORDER and 0 < cols <= spectra.MAX_ORDER
    require(fits, f"a matrix of ones of shape {rows} x {cols} is too large for this checker")
    return matrix(([Fraction(1)] * cols for _ in range(rows)), cols)


def _unit(ev: Any, n: Tree, j: Tree) -> Mat:
    """The column of length n with a one at place j and zeros elsewhere."""
    size, place = as_integer(n), as_integer(j)
    well_formed(1 <= place <= size, f"a column of length {size} has no place {place}")
    return column(spectra.identity(size).rows[place - 1])


def _diag(ev: Any, tree: Tree) -> Any:
    """The diagonal of a square matrix, or the diagonal matrix of a vector or column (of order 1 they are the same)."""
    value = ev(tree)
    if isinstance(value, Mat) and value.cols != 1:
        return Vec(row[k] for k, row in enumerate(ev.square(tree).rows))
    return spectra.diagonal(ev.vector(tree))


def _numbers(f: Callable[[Any, int], Any]) -> Rule:
    return (lambda ev, a: ev.map(lambda x: f(x, ev.bits), ev(a))), (1,)


def _entries(f: Callable[[list[Any]], Any]) -> Rule:
    def rule(ev: Any, a: Tree) -> Any:
        value = ev.quantity(a)
        return f(list(value) if isinstance(value, Vec) else [value])

    return rule, (1,)


def _matrix(f: Callable[..., Any], *read: str) -> Rule:
    """f of matrices, each read as one, or as one that is square or symmetric."""
    return (lambda ev, *args: f(*(getattr(ev, how)(a) for how, a in zip(read, args, strict=True)))), (len(read),)


def _tree(f: Callable[..., Any], count: int = 1) -> Rule:
    return f, (count,)


ROOTS = (("call", "absm"), ("call", "sqrtm"))  # positive semidefinite wherever they are defined
RULES: dict[str, Rule] = (
    {head.partition("(")[0]: _defined(head) for head in DEFINED}
    | {
        "s": _vector(spectra.singular),
        "lam": _vector(_lam),
        "entry": (_vector(lambda ev, a: list(ev.vector(a)))[0], (2,)),
        "smin": _tree(lambda ev, a: _last(spectra.singular(ev, a))),
        "lmin": _tree(lambda ev, a: _last(_lam(ev, a))),
        "normF": _tree(
            lambda ev, a: exact_numbers.sqrt(total(x * x for row in ev.matrix(a).rows for x in row), ev.bits)
        ),
        "rho": _tree(spectra.radius),
        "numradius": _tree(spectra.numerical_radius),
        "cond": _tree(_cond),
        "tr": _matrix(spectra.trace, "square"),
        "det": _matrix(lambda a: characteristic(a)[0][-1] * Fraction((-1) ** a.cols), "square"),
        "rank": _matrix(lambda a: Fraction(spectra.inertia(spectra.gram(a))[0]), "matrix"),  # or undecided
        "real_eigenvalues": _matrix(_real_eigenvalues, "square"),
        "inv": _matrix(spectra.inverted, "square"),
        "lup_p": _matrix(spectra.pivoting, "square"),
        "pinv": _matrix(spectra.pseudo_inverted, "matrix"),
        "expm": _tree(lambda ev, a: spectra.exponential(ev.square(a), ev.bits)),
        "logm": _tree(lambda ev, a: spectra.logarithm(ev, ev.symmetric(a), f"logm({written(a)})")),
        "sqrtm": _tree(lambda ev, a: spectra.root(ev, ev.symmetric(a), f"sqrtm({written(a)})", a[:2] in ROOTS)),
        "absm": _tree(lambda ev, a: spectra.root(ev, ev.matrix(a).T @ ev.matrix(a), f"absm({written(a)})", known=True)),
        "maxabs": _tree(lambda ev, a: largest([absolute(x) for row in ev.matrix(a).rows for x in row], ev.bits)),
        "relu": _tree(_relu),
        "diag": _tree(_diag),
        "sqrt": _numbers(exact_numbers.sqrt),
        "exp": _numbers(exact_numbers.exp),
        "erf": _numbers(exact_numbers.erf),
        "log": _numbers(exact_numbers.log),
        "abs": _numbers(lambda x, _: absolute(x)),
        "prod": _entries(lambda xs: reduce(lambda a, b: checked(a * b), xs, Fraction(1))),
        "sum": _entries(total),
        "cumsum": _tree(lambda ev, a: Vec(accumulate(ev.vector(a)))),
        "max": (_extreme(1), ()),
        "min": (_extreme(-1), ()),
        "kron": _matrix(_kron, "matrix", "matrix"),
        "had": _matrix(lambda a, b: spectra.entrywise(operator.mul, a, b), "matrix", "matrix"),
        "I": _tree(lambda ev, n: spectra.identity(as_integer(n))),
        "ones": _tree(_ones, 2),
        "unit": _tree(_unit, 2),
        "vstack": (_vstack, ()),
        "schatten": _tree(_schatten, 2),
        "kyfan": _tree(_kyfan, 2),
        "gap": _tree(_gap, 2),
        "eigenform": _tree(_eigenform, 3),
        "slope": _tree(_slope, 3),
    }
)
