"""Value of a concrete expression: exact where possible, otherwise enclosed to a requested precision.

Scalars are numbers of `numbers`, vectors are `Vec`, matrices are `Mat`; the functions are in `functions`, those whose
values rest on witnesses in `spectra`.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from lemmata.verify.checker.exact_numbers import Undecided, Undefined, checked, compare, divide, pi, real_power
from lemmata.verify.checker.format import CertificateError, require, tick, well_formed
from lemmata.verify.checker.function_rules import RULES
from lemmata.verify.checker.linear_algebra import INFINITE, Mat, Vec, as_entries, column, exact, mirrored, pairs
from lemmata.verify.checker.text_form import HOLDS, Relation, Tree, bounded_power

PRECISIONS = (64, 128, 256, 512, 1024, 2048)
ALWAYS = ("logm", "sqrtm", "absm", "diag")  # symmetric wherever they are defined (diag: as a matrix)
COVARIANT = ("expm", "inv", "pinv", "relu", "had", "kron")  # f(A^T) = f(A)^T
INVARIANT = ("normF", "normN", "norm2", "smax", "smin", "tr", "det", "rank", "maxabs")  # f(A^T) = f(A)


class Evaluator:
    """Values of trees at one instance.  `bits` is the precision asked for; enclosures shrink as it grows."""

    def __init__(self, values: Mapping[str, Any], witnesses: Mapping[str, Any] | None = None) -> None:
        self.values, self.witnesses = dict(values), witnesses or {}
        self.bits: int = 64
        self.kept: dict[Any, Any] = {}  # what functions of matrices gave, by expression and precision
        self.names: dict[Any, str] = {}  # of words
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
                return self.values[name] if name in self.values else pi(self.bits)
            case ("T", a):
                return self.matrix(a).T
            case ("matmul", a, b):
                return self.matrix(a) @ self.matrix(b)
            case ("pow", a, ("num", q)) if q.denominator == 1:
                return self.map(lambda x: bounded_power(x, int(q)), self(a))
            case ("pow", a, b):
                return self._arithmetic(lambda x, t: real_power(x, t, self.bits), self.quantity(a), self.quantity(b))
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
        if None in orders and self.terms(tree, False) != self.terms(tree, True):
            raise Undecided("whether a matrix is symmetric")
        return mirrored(value)

    def terms(self, tree: Tree, flipped: bool) -> list[str]:
        """Terms of a sum in a fixed order, each a product of factors in words, of the transpose if `flipped`.

        A matrix equals its transpose for certain where both have the same terms, whatever enclosures say.
        """
        if ("terms", tree, flipped, self.bits) not in self.kept:
            self.kept["terms", tree, flipped, self.bits] = self._terms(tree, flipped)
        return list(self.kept["terms", tree, flipped, self.bits])

    def word(self, tree: Tree, flipped: bool) -> str:
        """One word for the terms."""
        return self.named(tuple(self.terms(tree, flipped)))

    def named(self, words: Any) -> str:
        """A short name, one for the same words: what is nested does not grow."""
        return self.names.setdefault(words, f"word {len(self.names)}")

    def _terms(self, tree: Tree, flipped: bool) -> list[str]:
        value = self.matrix(tree)
        if exact(value):
            return [repr(value.T if flipped else value)]
        match tree:
            case ("T", a):
                return self.terms(a, not flipped)
            case ("add", a, b) if all(isinstance(self(side), Mat | Vec) for side in (a, b)):
                return sorted([*self.terms(a, flipped), *self.terms(b, flipped)])
            case ("neg" | "matmul" | "mul" | "div", *_):
                numbers, rest = self.unscaled(tree)
                if numbers:
                    return [f"{term} {' '.join(sorted(numbers))}" for term in self.terms(rest, flipped)]
                if tree[0] == "matmul":
                    return [" @ ".join(self.factors(tree, flipped))]
            case ("call", name, *_) if name in ALWAYS and value.cols > 1:
                return [repr(tree)]
            case ("call", "vstack", *_):
                grid = self.laid_out(tree)
                return [repr(list(zip(*grid, strict=True)) if flipped else [tuple(row) for row in grid])]
            case ("call", name, *args) if name in COVARIANT:
                inner = [self.word(a, flipped) for a in args]
                return [f"{name}({', '.join(sorted(inner) if name == 'had' else inner)})"]
        return [f"{tree} {flipped}"]

    def laid_out(self, tree: Tree) -> list[list[Any]]:
        """Rows of a stack, each entry in words or, where it is rational, itself: what is equal in words is equal."""
        value = self.matrix(tree)
        match tree:
            case ("T", a):
                return [list(row) for row in zip(*self.laid_out(a), strict=True)]
            case ("call", "vstack", *blocks):
                return [row for block in blocks for row in self.laid_out(block)]
            case ("mul", a, ("call", "I", ("num", 1))) if not isinstance(self(a), Mat | Vec):
                words: Any = [[self.in_words(a)]]
            case _:  # entry i, j is entry j, i of the transpose
                straight, turned = self.word(tree, False), self.word(tree, True)
                words = [
                    [min((straight, i, j), (turned, j, i)) for j in range(value.cols)] for i in range(value.shape[0])
                ]
        rows = zip(value.rows, words, strict=True)
        return [[x if isinstance(x, Fraction) else word for x, word in zip(*row, strict=True)] for row in rows]

    def in_words(self, tree: Tree) -> str:
        """A number in words that are the same for some expressions that are equal by form."""
        match tree:
            case ("call", name, a) if name in INVARIANT:
                return self.named((name, min(self.word(a, False), self.word(a, True))))
            case ("add" | "mul" as kind, a, b):
                return self.named((kind, *sorted((self.in_words(a), self.in_words(b)))))
            case ("neg" | "div" as kind, *parts):
                return self.named((kind, *map(self.in_words, parts)))
            case ("call", "sqrt", a):
                return self.named(("sqrt", self.in_words(a)))
        return self.named(tree)

    def factors(self, tree: Tree, flipped: bool) -> list[str]:
        """Factors of a product in words, of the transpose if `flipped`; what is exact side by side is multiplied."""
        listed: list[Any] = []
        for part, turned in _chain(tree, flipped):
            value = self.matrix(part)
            if not exact(value):
                terms = self.terms(part, turned)
                listed.append(terms[0] if len(terms) == 1 else f"({' + '.join(terms)})")
                continue
            value = value.T if turned else value
            listed = [*listed[:-1], listed[-1] @ value] if listed and isinstance(listed[-1], Mat) else [*listed, value]
        return [x if isinstance(x, str) else repr(x) for x in listed]

    def unscaled(self, tree: Tree) -> tuple[list[str], Tree]:
        """The numbers that scale the factors of a product, in words, and the product without them."""
        match tree:
            case ("matmul", a, b):
                (first, left), (last, right) = self.unscaled(a), self.unscaled(b)
                return first + last, ("matmul", left, right)
            case ("neg", a):
                numbers, rest = self.unscaled(a)
                return ["-", *numbers], rest
            case ("mul" | "div" as kind, a, b) if isinstance(self(a), Mat) and not isinstance(self(b), Mat | Vec):
                numbers, rest = self.unscaled(a)
                return [f"{kind} {b}", *numbers], rest
            case ("mul", a, b) if isinstance(self(b), Mat) and not isinstance(self(a), Mat | Vec):
                numbers, rest = self.unscaled(b)
                return [f"mul {a}", *numbers], rest
        return [], tree

    def quantity(self, tree: Tree) -> Any:
        """Value of a tree that must be a scalar or vector; a column stands for its entries."""
        value = as_entries(self(tree))
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
        value = as_entries(value)
        well_formed(not isinstance(value, Mat) and value is not INFINITE, "a scalar or vector was expected")
        return Vec(checked(f(x)) for x in value) if isinstance(value, Vec) else checked(f(value))

    def _combined(self, kind: str, a: Any, b: Any) -> Any:
        if isinstance(a, Mat) and isinstance(b, Mat) and kind == "add":
            return a + b
        if isinstance(b, Mat) and kind == "mul" and not isinstance(a, Mat | Vec) and a is not INFINITE:
            return b.scaled(a)
        if isinstance(a, Mat) and kind != "add" and not isinstance(b, Mat | Vec) and b is not INFINITE:
            return a.scaled(b if kind == "mul" else divide(Fraction(1), b))
        a, b = as_entries(a), as_entries(b)
        known = not isinstance(a, Mat) and not isinstance(b, Mat)
        well_formed(known, "matrices are added to matrices, multiplied with @ and scaled by scalars")
        return self._arithmetic({"add": operator.add, "mul": operator.mul, "div": divide}[kind], a, b)

    def _arithmetic(self, f: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
        require(a is not INFINITE and b is not INFINITE, "arithmetic with the infinite gap of a single value")
        if isinstance(a, Vec) or isinstance(b, Vec):
            return Vec(checked(f(x, y)) for x, y in pairs(a, b))
        return checked(f(a, b))


def _chain(tree: Tree, flipped: bool) -> list[tuple[Tree, bool]]:
    """The factors of a product of products and their transposes, in order, and whether each is transposed."""
    match tree:
        case ("T", a):
            return _chain(a, not flipped)
        case ("matmul", a, b):
            first, last = (b, a) if flipped else (a, b)
            return _chain(first, flipped) + _chain(last, flipped)
    return [(tree, flipped)]


def judge(relation: Relation, ev: Evaluator) -> tuple[str, Any]:
    """("broken" | "holds" | "undecided", [(left, right, order), ...]) over all entries, or ("undefined", why)."""
    op, left, right = relation
    entries: list[tuple[Any, Any, int | None]] = []
    for ev.bits in PRECISIONS:
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
    if op == "==" and entries and _one_form(left, right, ev):
        return "holds", entries
    return "undecided", entries


def _one_form(left: Tree, right: Tree, ev: Evaluator) -> bool:
    """Whether two trees are matrices and the same sum of products."""
    try:
        matrices = all(isinstance(ev(side), Mat) for side in (left, right))
        return matrices and ev.terms(left, False) == ev.terms(right, False)
    except Undecided:
        return False


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
        a, b = as_entries(a), as_entries(b)
    if not isinstance(a, Mat) and not isinstance(b, Mat):
        return pairs(a, b)
    if not isinstance(a, Mat) or not isinstance(b, Mat) or a.shape != b.shape:
        raise CertificateError("a matrix is compared with something else, or with one of another shape")
    well_formed(op == "==" or a.cols == 1, "matrices have no order")
    return [(x, y) for r, q in zip(a.rows, b.rows, strict=True) for x, y in zip(r, q, strict=True)]
