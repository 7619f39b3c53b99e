"""Algebraic interpreter: every number is exact, so that equalities can be proved.

Spectra of rational matrices are roots of characteristic polynomials, written canonically by `number_fields`; rational
functions, roots, extremes and absolute values of them stay exact.  Spectra of matrices too large to factor come from
`large_spectra`, which tells equal ones by their polynomials alone.  What has no exact form here (pi, spectra of
irrational matrices, an unaffordable zero test) raises `Unavailable`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from flint import fmpq, fmpq_mat

from numerics.backends.balls import DERIVATIVE_LIMIT, gram_polynomial, simple_pair
from numerics.backends.exact import ExactInterpreter, affordable, kronecker, symmetric, trace
from numerics.backends.interpreter import Interpreter, Irrational, Unavailable, Undefined
from numerics.backends.large_spectra import LargeSpectra
from numerics.backends.number_fields import Numbers
from numerics.rigorous import spectra
from numerics.rigorous.derivatives import _adjugate_trace, charpoly_rho_derivative
from numerics.rigorous.exact import gram, integer_scaling, order_factor_roots, spectrum_factors
from numerics.rigorous.heights import Algebraic, UndecidedError, maximum, minimum, rational, sign
from theorems.language import atoms, core, families, matrices

__all__ = ["AlgebraicInterpreter", "Unavailable", "Undefined"]

Table = list[list[Algebraic]]


class AlgebraicInterpreter(Interpreter[Algebraic]):
    """Exact algebraic values of one instance; see :class:`Interpreter` for the errors raised, with `Unavailable` added.

    ``quantity(node, at)`` is a list of Algebraic, ``matrix(node, at)`` rows of them.  ``exact`` is an exact interpreter
    of the same instance.
    """

    def __init__(self, exact: ExactInterpreter) -> None:
        super().__init__(exact.instance)
        self.exact = exact
        self.numbers = Numbers()
        self.large = LargeSpectra(self.numbers)

    def matrix(self, node: Any, at: Mapping[str, int] | None = None) -> Table:
        """Value of a matrix expression, bound indices taking the values in ``at``."""
        self._bound = at or {}
        return self.table(node)

    def table(self, node: Any) -> Table:
        """As :meth:`matrix`, at the current values of the bound indices."""
        return self.remember("matrix", node, self._matrix)

    def rational_matrix(self, node: Any) -> fmpq_mat:
        """Value of a matrix expression without irrational entries.  Raises Unavailable for another."""
        try:
            return self.exact.matrix(node, self._bound)
        except Irrational as reason:
            raise Unavailable(f"a spectrum of an irrational matrix: {reason}") from None

    def _matrix(self, node: Any) -> Table:
        try:
            return [[rational(x) for x in row] for row in self.exact.matrix(node, self._bound).tolist()]
        except Irrational:
            rule = _TABLES.get(type(node))
            if rule is None:
                raise Unavailable(f"{type(node).__name__} of irrational matrices") from None
            return rule(self, node)

    def constant(self, q: fmpq) -> Algebraic:
        return rational(q)

    def pi(self) -> Algebraic:
        raise Unavailable("pi is not algebraic")

    def infinity(self) -> Algebraic:
        raise Unavailable("infinity is not a number")

    def as_rational(self, x: Algebraic) -> fmpq:
        raise Unavailable("an index is read by the exact interpreter")

    def integer(self, node: Any) -> int:
        self.exact._bound = self._bound
        return self.exact.integer(node)

    def add(self, xs: Sequence[Algebraic]) -> Algebraic:
        return self.numbers.add(xs)

    def multiply(self, a: Algebraic, b: Algebraic) -> Algebraic:
        return self.numbers.multiply(a, b)

    def negate(self, a: Algebraic) -> Algebraic:
        return self.numbers.multiply(rational(-1), a)

    def divide(self, a: Algebraic, b: Algebraic) -> Algebraic:
        try:
            return self.numbers.divide(a, b)
        except ZeroDivisionError:
            raise Undefined("quotient by zero") from None
        except UndecidedError as reason:
            raise Unavailable(str(reason)) from None

    def power(self, a: Algebraic, k: int) -> Algebraic:
        return self.numbers.power(a, k)

    def root(self, a: Algebraic) -> Algebraic:
        try:
            return self.numbers.sqrt(a)
        except UndecidedError as reason:
            raise Unavailable(str(reason)) from None
        except ValueError:
            raise Undefined("square root of a negative number") from None

    def absolute(self, a: Algebraic) -> Algebraic:
        s = sign(a)
        return abs(a) if s is None else a if s >= 0 else self.negate(a)

    def larger(self, a: Algebraic, b: Algebraic) -> Algebraic:
        s = sign(self.add([a, self.negate(b)]))
        return maximum([a, b]) if s is None else a if s >= 0 else b

    def smaller(self, a: Algebraic, b: Algebraic) -> Algebraic:
        s = sign(self.add([a, self.negate(b)]))
        return minimum([a, b]) if s is None else b if s >= 0 else a

    def singular(self, node: Any) -> list[Algebraic]:
        A = self.rational_matrix(node)
        N, d = integer_scaling(A)
        G = gram(N)
        if not affordable(G):
            return self._large(self.large.singular_values, A)
        return [self.numbers.sqrt(x) for x in self._spectrum(fmpq_mat(G) / (d * d))]

    def eigen(self, node: Any) -> list[Algebraic]:
        A = symmetric(self.rational_matrix(node))
        if not affordable(integer_scaling(A)[0]):
            return self._large(self.large.eigenvalues, A)
        return self._spectrum(A)

    def _spectrum(self, A: fmpq_mat) -> list[Algebraic]:
        N, d = integer_scaling(A)
        return [self.numbers.eigenvalue(f, k) for f, k in order_factor_roots(spectrum_factors(N, d))]

    def _large(self, values: Callable[[fmpq_mat], list[Algebraic]], A: fmpq_mat) -> list[Algebraic]:
        try:
            return values(A)
        except UndecidedError as reason:
            raise Unavailable(str(reason)) from None

    def total(self, node: core.Total) -> list[Algebraic]:
        return [self._sum(node.args[0])]

    def _sum(self, vector: Any) -> Algebraic:
        """Sum of the entries, taken through traces where the form allows: sums of all eigenvalues are rational."""
        if isinstance(vector, atoms.Lam):
            return rational(trace(symmetric(self.rational_matrix(vector.args[0]))))
        if isinstance(vector, core.Power) and vector.args[1] == 2 and isinstance(vector.args[0], atoms.S | atoms.Lam):
            A = self.rational_matrix(vector.args[0].args[0])
            A = symmetric(A) if isinstance(vector.args[0], atoms.Lam) else A
            return rational(sum((x * x for x in A.entries()), fmpq(0)))
        if isinstance(vector, core.Neg):
            return self.negate(self._sum(vector.args[0]))
        if isinstance(vector, core.Plus):
            length = len(self.value(vector))
            if all(len(self.value(a)) == length for a in vector.args):
                return self.add([self._sum(a) for a in vector.args])
        entries = self.value(vector)
        if isinstance(vector, core.Abs):
            inner = self.value(vector.args[0])
            for direction in (1, -1):
                if all(sign(x) in (0, direction) for x in inner):
                    return self.multiply(rational(direction), self._sum(vector.args[0]))
        return self.add(entries)

    def special(self, node: Any) -> Algebraic:
        if isinstance(node, atoms.EigenForm | atoms.SingularForm | atoms.Slope):
            return self._derivative(node)
        if isinstance(node, atoms.NormF):
            return self.root(self.add([self.numbers.square(x) for row in self.table(node.args[0]) for x in row]))
        if isinstance(node, atoms.Tr):
            return self.add([row[i] for i, row in enumerate(self.table(node.args[0]))])
        A = self.rational_matrix(node.args[0])
        if isinstance(node, atoms.Norm2):
            if not affordable(gram(integer_scaling(A)[0])):
                return self._large(lambda M: [self.large.norm(M)], A)[0]
            return self._spectrum(spectra.dilation(A))[0]
        if not isinstance(node, atoms.Cond):
            return rational(self.exact.quantity(node, self._bound)[0])
        nonzero = spectra.rank(A)
        if nonzero == 0:
            raise Undefined("cond of the zero matrix")
        values = self.remember("singular", node.args[0], self.singular)
        return self.divide(values[0], values[nonzero - 1])

    def _derivative(self, node: Any) -> Algebraic:
        """Slope, EigenForm and SingularForm as elements of the field of the eigenvalue in question."""
        slope = isinstance(node, atoms.Slope)
        source = node.args[0].args[0] if slope else node.args[0]
        singular = isinstance(node, atoms.SingularForm) or isinstance(node.args[0], atoms.S)
        A = self.rational_matrix(source)
        order = min(A.nrows(), A.ncols())
        i = self.position(node.args[1], order)
        if order > DERIVATIVE_LIMIT:
            raise Unavailable(f"{node.name} is evaluated up to order {DERIVATIVE_LIMIT}, not {order}")
        simple_pair(A, i, singular)
        tall = A.ncols() <= A.nrows()
        if slope:
            self.exact._bound = self._bound
            family = self.exact.polynomial(source, node.args[2])
            family = gram_polynomial(family) if singular else family
            square = (A.transpose() * A if tall else A * A.transpose()) if singular else A
            above = charpoly_rho_derivative(family, self.exact.scalar(node.args[2])) * -1
            below = square.charpoly().derivative()
        else:
            weight = self.rational_matrix(node.args[2])
            square = A.transpose() * A if singular else A
            above, below = _adjugate_trace(square, weight * A if singular else weight)
        f, k = order_factor_roots(spectrum_factors(*integer_scaling(square)))[i]
        value = self.numbers.at_root(f, k, above, below)
        if not singular:
            return value
        s = self.numbers.sqrt(self.numbers.eigenvalue(f, k))
        return self.divide(value, self.multiply(rational(2), s) if slope else s)


def _entrywise(self: AlgebraicInterpreter, node: Any) -> Table:
    tables = [self.table(a) for a in node.args]
    return [[self.add(entries) for entries in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]


def _product(self: AlgebraicInterpreter, node: Any) -> Table:
    def times(a: Table, b: Table) -> Table:
        columns = list(zip(*b, strict=True))
        return [
            [self.add([self.multiply(x, y) for x, y in zip(row, column, strict=True)]) for column in columns]
            for row in a
        ]

    return reduce(times, [self.table(a) for a in node.args])


def _scaled(self: AlgebraicInterpreter, node: Any) -> Table:
    c = self.scalar(node.args[0])
    return [[self.multiply(c, x) for x in row] for row in self.table(node.args[1])]


_TABLES: dict[type, Callable[[AlgebraicInterpreter, Any], Table]] = {
    matrices.MatPlus: _entrywise,
    matrices.MatNeg: lambda self, n: [[self.negate(x) for x in row] for row in self.table(n.args[0])],
    matrices.MatTimes: _product,
    matrices.Scaled: _scaled,
    matrices.Transpose: lambda self, n: [list(column) for column in zip(*self.table(n.args[0]), strict=True)],
    matrices.Kron: lambda self, n: kronecker(self.table(n.args[0]), self.table(n.args[1]), self.multiply),
    families.VStack: lambda self, n: [row for a in n.args for row in self.table(a)],
}
