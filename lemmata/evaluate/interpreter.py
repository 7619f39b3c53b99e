"""The walk over concrete trees shared by the exact, ball and algebraic interpreters.

A subclass supplies the numbers: constants, division, roots, comparisons and the spectral atoms.  A quantity is a list
of numbers (length one for scalars), combined entry by entry with scalars repeated.  Every node is evaluated once per
interpreter and per value of the bound indices it contains; failures are remembered like values.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any, ClassVar, Generic, TypeVar

from flint import fmpq, fmpq_mat
from sympy import Rational, pi

from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.instance import Instance
from lemmata.language.variables import Index
from lemmata.linalg.convert import to_fmpq, to_fmpq_mat

T = TypeVar("T")
M = TypeVar("M")


class NoValue(ArithmeticError):
    """Base of the reasons for which an expression has no value here."""


class Undefined(NoValue):
    """No meaning at this instance: quotient by zero, root of a negative number, cond of zero, entry beyond the last."""


class Undecided(NoValue):
    """This precision does not tell whether the expression is defined, or what an integer-valued atom is."""


class Irrational(NoValue):
    """The value is not rational, or its rationality was too expensive to find out."""


class Unavailable(NoValue):
    """The value is not represented by this interpreter, or a zero test on the way to it was too expensive."""


@lru_cache(maxsize=65536)
def indices_in(node: Any) -> tuple[str, ...]:
    """Names of the index leaves of a tree, sorted."""
    if isinstance(node, Index):
        return (node.name,)
    return tuple(sorted({name for a in getattr(node, "args", ()) for name in indices_in(a)}))


class Interpreter(ABC, Generic[T, M]):
    """Evaluates quantities of a concrete problem at one exact instance.

    Raises the subclasses of :class:`NoValue` (an entry that does not exist is Undefined), ValueError for vectors of
    different lengths, KeyError for a variable without value and TypeError for a node without a rule.
    """

    ATOMS: ClassVar[Mapping[type, Callable[[Any, Any], Any]]]  # for which each subclass has a rule of its own

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._bound: Mapping[str, int] = {}
        self._memo: dict[Any, Any] = {}

    def quantity(self, node: Any, at: Mapping[str, int] | None = None) -> list[T]:
        """Entries of a scalar or vector quantity, bound indices taking the values in ``at``."""
        self._bound = at or {}
        return self.value(node)

    def value(self, node: Any) -> list[T]:
        """As :meth:`quantity`, at the current values of the bound indices."""
        return self.remember("quantity", node, self._evaluate)

    def matrix(self, node: Any, at: Mapping[str, int] | None = None) -> M:
        """Value of a matrix expression, bound indices taking the values in ``at``."""
        self._bound = at or {}
        return self.table(node)

    def table(self, node: Any) -> M:
        """As :meth:`matrix`, at the current values of the bound indices."""
        return self.remember("matrix", node, self._matrix)

    @abstractmethod
    def _matrix(self, node: Any) -> M:
        """As :meth:`table`, computed anew."""

    def remember(self, kind: str, node: Any, evaluate: Callable[[Any], Any]) -> Any:
        """``evaluate(node)``, computed once per value of the indices in the tree."""
        key = (kind, node, tuple([self._bound.get(name) for name in indices_in(node)]))
        if key not in self._memo:
            try:
                self._memo[key] = evaluate(node)
            except NoValue as reason:
                self._memo[key] = reason
        found = self._memo[key]
        if isinstance(found, NoValue):
            raise type(found)(*found.args)
        return found

    def _evaluate(self, node: Any) -> list[T]:
        if isinstance(node, Rational):
            return [self.constant(fmpq(int(node.p), int(node.q)))]
        if node == pi:
            return [self.pi()]
        if hasattr(node, "domain") and hasattr(node, "name"):
            known = self._bound[node.name] if node.name in self._bound else self.instance.values[node.name]
            return [self.constant(to_fmpq(known))]
        rule = _RULES.get(type(node)) or (node.spec.numbers if isinstance(node, core.Quantity) else None)
        if rule is not None:
            return rule(self, node)
        if type(node) not in self.ATOMS:
            raise TypeError(f"{type(node).__name__} is not a quantity of a concrete problem")
        return [self.ATOMS[type(node)](self, node)]

    def variable(self, leaf: Any) -> fmpq_mat:
        """Value of a matrix variable."""
        return to_fmpq_mat(self.instance.values[leaf.name])

    def scalar(self, node: Any) -> T:
        """Value of a quantity of length one.  Raises ValueError for a longer one."""
        entries = self.value(node)
        if len(entries) != 1:
            raise ValueError(f"a scalar is needed, but {node} has {len(entries)} entries")
        return entries[0]

    def integer(self, node: Any) -> int:
        """Value of an index expression.  Raises Undefined when it is not an integer."""
        q = self.as_rational(self.scalar(node))
        if q.q != 1:
            raise Undefined(f"the index {node} has the value {q}")
        return int(q.p)

    def position(self, node: Any, count: int) -> int:
        """0-based position named by an index expression that counts from 1."""
        i = self.integer(node)
        if not 1 <= i <= count:
            raise Undefined(f"entry {i} of a vector of length {count}")
        return i - 1

    # What a number is.
    @abstractmethod
    def constant(self, q: fmpq) -> T:
        """A rational constant."""

    @abstractmethod
    def pi(self) -> T:
        """The constant pi."""

    @abstractmethod
    def as_rational(self, x: T) -> fmpq:
        """The rational value of a number that is exactly known."""

    def add(self, xs: Sequence[T]) -> T:
        """Sum."""
        return reduce(operator.add, xs) if xs else self.constant(fmpq(0))

    def multiply(self, a: T, b: T) -> T:
        """Product."""
        return operator.mul(a, b)

    def negate(self, a: T) -> T:
        """Negative."""
        return operator.neg(a)  # type: ignore[arg-type]

    @abstractmethod
    def divide(self, a: T, b: T) -> T:
        """Quotient; Undefined at b = 0."""

    @abstractmethod
    def power(self, a: T, k: int) -> T:
        """a**k for k >= 0, with 0**0 = 1."""

    @abstractmethod
    def root(self, a: T) -> T:
        """Square root; Undefined below zero."""

    @abstractmethod
    def exponential(self, a: T) -> T:
        """exp(a)."""

    @abstractmethod
    def error_function(self, a: T) -> T:
        """erf(a)."""

    @abstractmethod
    def logarithm(self, a: T) -> T:
        """Natural logarithm; Undefined at and below zero."""

    @abstractmethod
    def real_power(self, a: T, b: T) -> T:
        """a**b for a > 0, and 0 for a = 0 < b; Undefined elsewhere."""

    @abstractmethod
    def is_positive(self, a: T) -> bool:
        """Whether a > 0; raises what a comparison raises that cannot be decided."""

    def absolute(self, a: T) -> T:
        """Absolute value."""
        return abs(a)  # type: ignore[arg-type]

    @abstractmethod
    def larger(self, a: T, b: T) -> T:
        """Larger of two."""

    @abstractmethod
    def smaller(self, a: T, b: T) -> T:
        """Smaller of two."""

    @abstractmethod
    def infinity(self) -> T:
        """The gap of a vector of length one."""

    # Atoms.
    @abstractmethod
    def rows(self, node: Any) -> list[list[T]]:
        """Entries of a matrix expression, row by row."""

    @abstractmethod
    def singular(self, node: Any) -> list[T]:
        """Singular values of a matrix expression, descending."""

    @abstractmethod
    def eigen(self, node: Any) -> list[T]:
        """Eigenvalues of a symmetric matrix expression, descending."""

    @abstractmethod
    def nonzero(self, node: Any) -> int:
        """How many singular values of the argument of an atom are not zero."""

    def laid_out(self, node: Any) -> list[list[T]] | None:
        """The rows of a matrix expression from the entries of its parts; None where another rule is needed."""
        rule = _TABLES.get(type(node))
        return None if rule is None else rule(self, node)

    def total(self, node: core.Total) -> list[T]:
        """Sum of the entries of a vector."""
        return [self.add(self.value(node.args[0]))]

    def product(self, node: core.Product) -> list[T]:
        """Product of the entries of a vector."""
        return [reduce(self.multiply, self.value(node.args[0]))]

    def entries(self, vector: Any) -> list[Any]:
        """Entries of a vector; where a subclass knows some and others not, None for these."""
        return self.value(vector)

    def certain(self, values: list[Any]) -> list[T]:
        """The values, all of which are to be known."""
        return values

    def ky_fan(self, node: atoms.KyFan) -> T:
        """Sum of the k largest singular values."""
        values = self.entries(atoms.S(node.args[1]))
        return self.add(self.certain(values[: self.position(node.args[0], len(values)) + 1]))

    def schatten(self, node: atoms.Schatten) -> T:
        """(sum s_i^p)^(1/p); Undefined where p <= 0."""
        p = self.scalar(node.args[0])
        if not self.is_positive(p):
            raise Undefined(f"schatten({node.args[0]}, ...) needs a positive exponent")
        return self.length_power(self.singular_powers(node, p), self.divide(self.constant(fmpq(1)), p))

    def singular_powers(self, node: atoms.Schatten, p: T) -> T:
        """sum s_i^p for p > 0."""
        return self.add([self.length_power(x, p) for x in self.value(atoms.S(node.args[1]))])

    def length_power(self, a: T, p: T) -> T:
        """a**p for p > 0 of a number that is never negative, whatever is known of it."""
        return self.real_power(a, p)

    def pivoting(self, node: Any) -> list[list[int]]:
        """The permutation of partial pivoting; a column of zeros leaves all as it is."""
        rows = list(self.rows(node.args[0]))
        order = list(range(len(rows)))
        for k in range(len(rows) - 1):
            best = k
            for i in range(k + 1, len(rows)):
                sizes = [self.absolute(rows[j][k]) for j in (i, best)]
                best = i if self.is_positive(self.add([sizes[0], self.negate(sizes[1])])) else best
            rows[k], rows[best], order[k], order[best] = rows[best], rows[k], order[best], order[k]
            if not self.is_positive(self.absolute(rows[k][k])):
                continue
            for i in range(k + 1, len(rows)):
                c = self.negate(self.divide(rows[i][k], rows[k][k]))
                rows[i] = [self.add([x, self.multiply(c, y)]) for x, y in zip(rows[i], rows[k], strict=True)]
        return [[int(j == at) for j in range(len(rows))] for at in order]

    def entry(self, node: core.Entry) -> list[T]:
        """One entry of a vector."""
        entries = self.entries(node.args[0])
        return self.certain([entries[self.position(node.args[1], len(entries))]])

    def repeated(self, nodes: Sequence[Any]) -> list[tuple[T, ...]]:
        """Entries of several quantities side by side, scalars repeated."""
        columns = [self.value(node) for node in nodes]
        length = max(map(len, columns))
        if any(len(c) not in (1, length) for c in columns):
            raise ValueError(f"vectors of lengths {[len(c) for c in columns]} do not fit together")
        return list(zip(*(c * length if len(c) == 1 else c for c in columns), strict=True))


def _gap(self: Interpreter[T, M], node: core.Gap) -> list[T]:
    entries = self.value(node.args[0])
    i = self.position(node.args[1], len(entries))
    distances = [self.absolute(self.add([entries[i], self.negate(x)])) for j, x in enumerate(entries) if j != i]
    return [reduce(self.smaller, distances) if distances else self.infinity()]


def _power(self: Interpreter[T, M], node: core.Power) -> list[T]:
    k = int(node.args[1])
    raised = [self.power(x, abs(k)) for x in self.value(node.args[0])]
    return raised if k >= 0 else [self.divide(self.constant(fmpq(1)), x) for x in raised]


def _partial_sums(self: Interpreter[T, M], node: core.Cumulative) -> list[T]:
    entries = self.value(node.args[0])
    # the last one is the sum of all entries, for which there may be a shorter way
    return [self.add(entries[: k + 1]) for k in range(len(entries) - 1)] + self.value(core.Total(node.args[0]))


def _largest_entry(self: Interpreter[T, M], node: atoms.MaxAbs) -> list[T]:
    return [reduce(self.larger, [self.absolute(x) for row in self.rows(node.args[0]) for x in row])]


def _cond(self: Interpreter[T, M], node: atoms.Cond) -> list[T]:
    nonzero = self.nonzero(node)
    if nonzero == 0:
        raise Undefined("cond of the zero matrix")
    entries = self.entries(atoms.S(node.args[0]))
    largest, smallest = self.certain([entries[0], entries[nonzero - 1]])
    return [self.divide(largest, smallest)]


def _extreme(choose: str) -> Callable[[Interpreter[T, M], Any], list[T]]:
    def rule(self: Interpreter[T, M], node: Any) -> list[T]:
        pick = getattr(self, choose)
        if len(node.args) == 1:
            return [reduce(pick, self.value(node.args[0]))]
        return [reduce(pick, row) for row in self.repeated(node.args)]

    return rule


def _entrywise(self: Interpreter[T, M], node: Any, combine: Callable[..., T]) -> list[list[T]]:
    return [list(map(combine, *rows)) for rows in zip(*map(self.rows, node.args), strict=True)]


def _kronecker(self: Interpreter[T, M], node: Any) -> list[list[T]]:
    first, second = map(self.rows, node.args)
    return [[self.multiply(x, y) for x in top for y in bottom] for top in first for bottom in second]


def _diagonal(self: Interpreter[T, M], node: Any) -> list[list[T]]:
    zero, values = self.constant(fmpq(0)), self.value(node.args[0])
    return [[x if i == j else zero for j in range(len(values))] for i, x in enumerate(values)]


def _rectified(self: Interpreter[T, M], node: Any) -> list[list[T]]:
    zero = self.constant(fmpq(0))
    return [[self.larger(x, zero) for x in row] for row in self.rows(node.args[0])]


_TABLES: dict[type, Callable[[Any, Any], list[list[Any]]]] = {
    matrices.Kron: _kronecker,
    families.VStack: lambda self, n: [row for a in n.args for row in self.rows(a)],
    functions.Hadamard: lambda self, n: _entrywise(self, n, self.multiply),
    functions.Relu: _rectified,
    functions.Pivoting: lambda self, n: [[self.constant(fmpq(x)) for x in row] for row in self.pivoting(n)],
    columns.Column: lambda self, n: [[x] for x in self.value(n.args[0])],
    columns.DiagonalMatrix: _diagonal,
}
_RULES: dict[type, Callable[[Any, Any], list[Any]]] = {
    core.Plus: lambda self, n: [self.add(row) for row in self.repeated(n.args)],
    core.Neg: lambda self, n: [self.negate(x) for x in self.value(n.args[0])],
    core.Times: lambda self, n: [reduce(self.multiply, row) for row in self.repeated(n.args)],
    core.Quotient: lambda self, n: [self.divide(a, b) for a, b in self.repeated(n.args)],
    core.Power: _power,
    core.Sqrt: lambda self, n: [self.root(x) for x in self.value(n.args[0])],
    core.Exp: lambda self, n: [self.exponential(x) for x in self.value(n.args[0])],
    core.Erf: lambda self, n: [self.error_function(x) for x in self.value(n.args[0])],
    core.Log: lambda self, n: [self.logarithm(x) for x in self.value(n.args[0])],
    core.RealPower: lambda self, n: [self.real_power(a, b) for a, b in self.repeated(n.args)],
    core.Abs: lambda self, n: [self.absolute(x) for x in self.value(n.args[0])],
    core.Max: _extreme("larger"),
    core.Min: _extreme("smaller"),
    core.Total: lambda self, n: self.total(n),
    core.Product: lambda self, n: self.product(n),
    core.Cumulative: _partial_sums,
    core.Entry: lambda self, n: self.entry(n),
    core.Gap: _gap,
    columns.Entries: lambda self, n: [row[0] for row in self.rows(n.args[0])],
    columns.DiagonalEntries: lambda self, n: [row[i] for i, row in enumerate(self.rows(n.args[0]))],
    atoms.MaxAbs: _largest_entry,
    atoms.NormN: lambda self, n: self.value(core.Total(atoms.S(n.args[0]))),
    atoms.Rank: lambda self, n: [self.constant(fmpq(self.nonzero(n)))],
    atoms.Cond: _cond,
    atoms.KyFan: lambda self, n: [self.ky_fan(n)],
    atoms.Schatten: lambda self, n: [self.schatten(n)],
    atoms.S: lambda self, n: self.remember("singular", n.args[0], self.singular),
    atoms.SMax: lambda self, n: self.certain(self.entries(atoms.S(n.args[0]))[:1]),
    atoms.Norm2: lambda self, n: self.certain(self.entries(atoms.S(n.args[0]))[:1]),
    atoms.SMin: lambda self, n: self.certain(self.entries(atoms.S(n.args[0]))[-1:]),
    atoms.Lam: lambda self, n: self.remember("eigen", n.args[0], self.eigen),
    atoms.LMax: lambda self, n: self.certain(self.entries(atoms.Lam(n.args[0]))[:1]),
    atoms.LMin: lambda self, n: self.certain(self.entries(atoms.Lam(n.args[0]))[-1:]),
}
