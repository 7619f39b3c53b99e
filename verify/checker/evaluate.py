"""Value of a concrete expression: exact where possible, otherwise enclosed to a requested precision.

Scalars are numbers of `numbers`, vectors are `Vec`, matrices are `Mat`; the functions are in `functions`, those whose
values rest on witnesses in `spectra`.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from verify.checker.format import CertificateError, NotEstablished
from verify.checker.functions import RULES, Rule
from verify.checker.matrices import INFINITE, Mat, Vec, as_entries, column, exact, pairs
from verify.checker.numbers import Dual, Undecided, Undefined, checked, compare, divide, pi, real_power
from verify.checker.symmetry import symmetric_by_form, unfolded
from verify.checker.syntax import Tree, bounded_power


class Evaluator:
    """Values of trees at one instance.  `bits` is the precision asked for; enclosures shrink as it grows."""

    def __init__(self, values: Mapping[str, Any], deadline: float, witnesses: Mapping[str, Any] | None = None) -> None:
        self.values, self.deadline, self.witnesses = dict(values), deadline, witnesses or {}
        self.bits: int = 64
        self.kept: dict[Any, Any] = {}  # what functions of matrices gave, by expression and precision
        self.used: set[str] = set()

    def witness(self, name: str, matrix: Mat) -> Any:
        """What the certificate offers about a matrix; `name` says what it is.  Raises NotEstablished."""
        if name not in self.witnesses:
            raise NotEstablished(f"the certificate has no witness for {name[:200]}")
        self.used.add(name)
        return self.witnesses[name]

    def __call__(self, tree: Tree) -> Any:
        """Value of a tree.  Raises Undefined, Undecided, NotEstablished or CertificateError."""
        if time.monotonic() > self.deadline:
            raise NotEstablished("the time allowed ran out")
        match tree:
            case ("num", q):
                return checked(q)
            case ("name", name):
                if name not in self.values and name != "pi":
                    raise CertificateError(f"{name!r} has no value")
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
                rule, counts = self.rules().get(name, (None, ()))
                if rule is None or (len(args) not in counts and counts != ()):
                    raise CertificateError(f"{name}(...) cannot be used here with {len(args)} arguments")
                return self._kept(tree, rule)
        raise CertificateError("an expression is not concrete")

    def _kept(self, tree: Tree, rule: Callable[..., Any]) -> Any:
        """A function's value, computed once for every precision: what is nested asks for its parts many times."""
        if type(self) is not Evaluator or any(isinstance(value, Dual) for value in self.values.values()):
            return rule(self, *tree[2:])  # other kinds, and derivatives, change values on the way
        if (tree, self.bits) not in self.kept:
            self.kept[tree, self.bits] = rule(self, *tree[2:])
        return self.kept[tree, self.bits]

    def rules(self) -> Mapping[str, Rule]:
        """Functions by name."""
        return RULES

    def matrix(self, tree: Tree) -> Mat:
        """Value of a tree that must be a matrix; a vector stands as a column."""
        value = self(tree)
        value = column(value) if isinstance(value, Vec) else value
        if not isinstance(value, Mat):
            raise CertificateError("a matrix was expected")
        return value

    def square(self, tree: Tree) -> Mat:
        """Value of a tree that must be a square matrix."""
        value = self.matrix(tree)
        if len(value.rows) != value.cols:
            raise CertificateError(f"a square matrix was expected, not {value.shape}")
        return value

    def symmetric(self, tree: Tree) -> Mat:
        """Value of a tree that must be symmetric as a value.  Raises Undefined or Undecided."""
        value = self.square(tree)
        orders = [compare(value.rows[i][j], value.rows[j][i]) for i in range(value.cols) for j in range(i)]
        if any(order in (-1, 1) for order in orders):
            raise Undefined("a matrix that must be symmetric is not")
        if None in orders and not symmetric_by_form(self, tree):
            raise Undecided("whether a matrix is symmetric")
        return value if exact(value) else unfolded(value)

    def quantity(self, tree: Tree) -> Any:
        """Value of a tree that must be a scalar or vector; a column stands for its entries."""
        value = as_entries(self(tree))
        if isinstance(value, Mat):
            raise CertificateError("a scalar or vector was expected")
        return value

    def vector(self, tree: Tree) -> Vec:
        """Value of a tree that must be a vector."""
        value = self.quantity(tree)
        if not isinstance(value, Vec):
            raise CertificateError("a vector was expected")
        return value

    def index(self, tree: Tree, length: int) -> int:
        """Position, from 0, of an index counted from 1.  Raises Undefined outside 1..length."""
        value = self(tree)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise CertificateError("an index is not an integer")
        if not 1 <= value <= length:
            raise Undefined(f"there is no entry {value} among {length}")
        return int(value) - 1

    def map(self, f: Callable[[Any], Any], value: Any) -> Any:
        """f of a number, or of every entry of a vector."""
        value = as_entries(value)
        if isinstance(value, Mat) or value is INFINITE:
            raise CertificateError("a scalar or vector was expected")
        return Vec(checked(f(x)) for x in value) if isinstance(value, Vec) else checked(f(value))

    def _combined(self, kind: str, a: Any, b: Any) -> Any:
        if isinstance(a, Mat) and isinstance(b, Mat) and kind == "add":
            return a + b
        if isinstance(b, Mat) and kind == "mul" and not isinstance(a, Mat | Vec) and a is not INFINITE:
            return b.scaled(a)
        if isinstance(a, Mat) and kind != "add" and not isinstance(b, Mat | Vec) and b is not INFINITE:
            return a.scaled(b if kind == "mul" else divide(Fraction(1), b))
        a, b = as_entries(a), as_entries(b)
        if isinstance(a, Mat) or isinstance(b, Mat):
            raise CertificateError("matrices are added to matrices, multiplied with @ and scaled by scalars")
        return self._arithmetic({"add": operator.add, "mul": operator.mul, "div": divide}[kind], a, b)

    def _arithmetic(self, f: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
        if a is INFINITE or b is INFINITE:
            raise NotEstablished("arithmetic with the infinite gap of a single value")
        if isinstance(a, Vec) or isinstance(b, Vec):
            return Vec(checked(f(x, y)) for x, y in pairs(a, b))
        return checked(f(a, b))
