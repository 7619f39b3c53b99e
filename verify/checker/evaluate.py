"""Value of a concrete expression: exact where possible, otherwise enclosed to a requested precision.

Scalars are numbers of `numbers`, vectors are `Vec`, matrices are `Mat`; the functions are in `functions`.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from verify.checker import mapped
from verify.checker.format import CertificateError, NotEstablished
from verify.checker.functions import RULES, Rule
from verify.checker.matrices import (
    INFINITE,
    Mat,
    Vec,
    as_entries,
    column,
    exact,
    gram,
    integral,
    matrix,
    pairs,
    symmetric,
)
from verify.checker.matrix_functions import RULES as FUNCTIONS_OF_MATRICES
from verify.checker.matrix_functions import folded
from verify.checker.numbers import Dual, Real, Undecided, Undefined, compare, divide, ends, sqrt
from verify.checker.roots import characteristic, real_roots
from verify.checker.scalars import pi, real_power
from verify.checker.spectra import enclosed_eigenvalues, root_over
from verify.checker.symmetry import symmetric_by_form
from verify.checker.syntax import Tree, bounded_power

MAX_BITS = 400_000


class Evaluator:
    """Values of trees at one instance.  `bits` is the precision asked for; enclosures shrink as it grows."""

    def __init__(self, values: Mapping[str, Any], deadline: float) -> None:
        self.values, self.deadline = dict(values), deadline
        self.bits = 64
        self.spectra: dict[Any, Any] = {}

    def __call__(self, tree: Tree) -> Any:
        """Value of a tree.  Raises Undefined, Undecided, NotEstablished or CertificateError."""
        if time.monotonic() > self.deadline:
            raise NotEstablished("the time allowed ran out")
        match tree:
            case ("num", q):
                return q
            case ("name", name):
                if name == "pi" and name not in self.values:
                    return pi(self.bits)
                if name not in self.values:
                    raise CertificateError(f"{name!r} has no value")
                return self.values[name]
            case ("T", a):
                return self.matrix(a).T
            case ("matmul", a, b):
                return self._small(self.matrix(a) @ self.matrix(b))
            case ("pow", a, ("num", q)) if q.denominator == 1:
                return self._map(lambda x: bounded_power(x, int(q)), self(a))
            case ("pow", a, b):
                return self._arithmetic("pow", self.quantity(a), self.quantity(b))
            case ("neg", a):
                value = self(a)
                return value.scaled(-1) if isinstance(value, Mat) else self._map(operator.neg, value)
            case ("add" | "mul" | "div" as kind, a, b):
                return self._small(self._arithmetic(kind, self(a), self(b)))
            case ("call", name, *args):
                rule, counts = self.rules().get(name, (None, ()))
                if rule is None or (len(args) not in counts and counts != ()):
                    raise CertificateError(f"{name}(...) cannot be used here with {len(args)} arguments")
                return self._kept(tree, rule) if name in FUNCTIONS_OF_MATRICES else rule(self, *args)
        raise CertificateError("an expression is not concrete")

    def _kept(self, tree: Tree, rule: Callable[..., Any]) -> Any:
        """A function of matrices, computed once for every precision: what is nested asks for its parts many times."""
        if any(isinstance(value, Dual) for value in self.values.values()):
            return rule(self, *tree[2:])
        if (tree, self.bits) not in self.spectra:
            self.spectra[tree, self.bits] = rule(self, *tree[2:])
        return self.spectra[tree, self.bits]

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

    def folded(self, tree: Tree) -> Mat:
        """Value of a square tree; where its form says that it is symmetric, equal entries are one object."""
        value = self.square(tree)
        return value if exact(value) or symmetric(value) or not symmetric_by_form(self, tree) else folded(value)

    def symmetric(self, tree: Tree) -> Mat:
        """Value of a tree that must be symmetric as a value.  Raises Undefined or Undecided."""
        value = self.folded(tree)
        orders = [compare(value.rows[i][j], value.rows[j][i]) for i in range(value.cols) for j in range(i)]
        if any(order in (-1, 1) for order in orders):
            raise Undefined("a matrix that must be symmetric is not")
        if None in orders:
            raise Undecided("whether a matrix is symmetric")
        return value

    def quantity(self, tree: Tree) -> Any:
        """Value of a tree that must be a scalar or vector; a column stands for its entries."""
        value = as_entries(self(tree))
        if isinstance(value, Mat):
            raise CertificateError("a scalar or vector was expected")
        return value

    def index(self, tree: Tree, length: int) -> int:
        """Position, from 0, of an index counted from 1.  Raises Undefined outside 1..length."""
        value = self(tree)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise CertificateError("an index is not an integer")
        if not 1 <= value <= length:
            raise Undefined(f"there is no entry {value} among {length}")
        return int(value) - 1

    def _map(self, f: Callable[[Any], Any], value: Any) -> Any:
        value = as_entries(value)
        if isinstance(value, Mat) or value is INFINITE:
            raise CertificateError("a scalar or vector was expected")
        return Vec(map(f, value)) if isinstance(value, Vec) else self._small(f(value))

    def _small(self, value: Any) -> Any:
        rows = value.rows if isinstance(value, Mat) else [value] if isinstance(value, Vec) else [[value]]
        exact = (q for row in rows for q in row if isinstance(q, Fraction))
        if any(q.numerator.bit_length() + q.denominator.bit_length() > MAX_BITS for q in exact):
            raise NotEstablished("numbers grow too large for this checker")
        return value

    def _arithmetic(self, kind: str, a: Any, b: Any) -> Any:
        if INFINITE in (a, b):
            raise NotEstablished("arithmetic with the infinite gap of a single value")
        if isinstance(a, Mat) or isinstance(b, Mat):
            if kind == "add" and isinstance(a, Mat) and isinstance(b, Mat):
                return a + b
            if kind == "mul" and not isinstance(a, Mat | Vec):
                return b.scaled(a)
            if kind in ("mul", "div") and not isinstance(b, Mat | Vec):
                return a.scaled(b if kind == "mul" else divide(Fraction(1), b))
            a, b = as_entries(a), as_entries(b)
            if isinstance(a, Mat) or isinstance(b, Mat):
                raise CertificateError("matrices are added to matrices, multiplied with @ and scaled by scalars")
        f = {"add": operator.add, "mul": operator.mul, "div": divide, "pow": self._real_power}[kind]
        return Vec(f(x, y) for x, y in pairs(a, b)) if isinstance(a, Vec) or isinstance(b, Vec) else f(a, b)

    def _real_power(self, x: Any, t: Any) -> Any:
        return self._small(real_power(x, t, self.bits))

    def eigenvalues(self, a: Mat) -> tuple[list[Any], list[int], int]:
        """Eigenvalues of a symmetric matrix, descending; the number of the root each one is; a common denominator.

        Equal eigenvalues are one and the same object.
        """
        if not symmetric(a):
            raise NotEstablished("an argument of lam, lmax, lmin, eigenform or slope is not symmetric for certain")
        if any(isinstance(x, Real) for row in a.rows for x in row):
            values = enclosed_eigenvalues(a, self.bits)
            return values, list(range(len(values))), 1
        rows, scale = integral(a)
        if rows not in self.spectra:
            self.spectra[rows] = list(reversed(real_roots(characteristic(rows)[0], all_real=True)))
        values, which = [], []
        for number, root in enumerate(self.spectra[rows]):
            value = root_over(root, number, scale, self.bits)
            values += [value] * root.multiplicity
            which += [number] * root.multiplicity
        if len(values) != a.cols:
            raise NotEstablished("eigenvalues were lost, which cannot happen for a symmetric matrix")
        return values, which, scale

    def singular(self, tree: Tree) -> tuple[list[Any], list[int], int]:
        """Singular values, descending, as `eigenvalues` gives them: roots of the smaller Gram matrix's.

        A matrix with enclosed entries goes through the eigenvalues of [[0, A], [A^T, 0]], which needs no product.
        """
        a = self.matrix(tree)
        if (known := mapped.singular_values(self, tree)) is not None:
            return known, list(range(len(known))), 1
        if any(isinstance(x, Real) for row in a.rows for x in row):
            blocks = [[Fraction(0)] * len(a.rows) + list(row) for row in a.rows]
            blocks += [list(col) + [Fraction(0)] * a.cols for col in a.T.rows]
            values, _, scale = self.eigenvalues(matrix(blocks, sum(a.shape)))
            kept = [Real(max(ends(x)[0], Fraction(0)), ends(x)[1], self.bits) for x in values[: min(a.shape)]]
            return kept, list(range(len(kept))), scale
        values, which, scale = self.eigenvalues(gram(a))
        roots = {number: sqrt(value, self.bits) for number, value in zip(which, values, strict=True)}
        return [roots[number] for number in which], which, scale

    def entry(self, values: list[Any], i: Tree) -> Any:
        """The i-th value."""
        return values[self.index(i, len(values))]

    def ends_of(self, values: list[Any], position: int) -> Any:
        """First (0) or last (-1) value.  Raises Undefined if there is none."""
        if not values:
            raise Undefined("a matrix without rows or columns has no singular values")
        return values[position]

    def simple(self, spectrum: tuple[list[Any], list[int], int], i: Tree) -> int:
        """Position of the i-th value.  Raises Undefined if it is multiple."""
        position = self.index(i, len(spectrum[0]))
        if spectrum[1].count(spectrum[1][position]) > 1:
            raise Undefined("the eigenvalue or singular value is multiple")
        return position
