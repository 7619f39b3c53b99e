"""Algebraic interpreter: every number is exact, so that equalities can be proved.

Spectra of rational matrices are roots of characteristic polynomials, written canonically by `number_fields`; rational
functions, roots, extremes, absolute values, exponentials and logarithms of them stay exact as far as `reals` goes.
Spectra of matrices too large to factor come from `large_spectra`, which tells equal ones by their polynomials alone;
those of irrational matrices from `algebraic_functions`.  What has no exact form here (pi, most spectra of irrational
matrices, an unaffordable zero test) raises `Unavailable`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from flint import fmpq, fmpq_mat

from lemmata.evaluate import algebraic_functions
from lemmata.evaluate.balls import DERIVATIVE_LIMIT, gram_polynomial, simple_pair
from lemmata.evaluate.exact import (
    ExactInterpreter,
    affordable,
    known_radius,
    kronecker,
    squared_product,
    symmetric,
    trace,
)
from lemmata.evaluate.interpreter import Interpreter, Irrational, Unavailable, Undefined, rule_for
from lemmata.evaluate.large_spectra import LargeSpectra
from lemmata.evaluate.number_fields import Numbers
from lemmata.evaluate.reals import Real, Reals
from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.numerical_range import NumRadius
from lemmata.linalg import ball_spectra
from lemmata.linalg.characteristic import gram, integer_scaling, order_factor_roots, spectrum_factors
from lemmata.linalg.derivatives import _adjugate_trace, charpoly_rho_derivative
from lemmata.linalg.heights import Algebraic, UndecidedError, rational

Table = list[list[Real]]


class AlgebraicInterpreter(Interpreter[Real]):
    """Exact algebraic values of one instance; see :class:`Interpreter` for the errors raised, with `Unavailable` added.

    ``quantity(node, at)`` is a list of exact reals, ``matrix(node, at)`` rows of them.  ``exact`` is an exact
    interpreter of the same instance.
    """

    def __init__(self, exact: ExactInterpreter) -> None:
        super().__init__(exact.instance)
        self.exact = exact
        self.numbers = Numbers()
        self.reals = Reals(self.numbers)
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
            return self._irrational_table(node)

    def _irrational_table(self, node: Any) -> Table:
        try:
            return algebraic_functions.table_of_form(self, node)
        except Unavailable:
            rule = _TABLES.get(type(node))
            if rule is None:
                raise
            return rule(self, node)

    def constant(self, q: fmpq) -> Algebraic:
        return rational(q)

    def pi(self) -> Algebraic:
        raise Unavailable("pi is not algebraic")

    def infinity(self) -> Algebraic:
        raise Unavailable("infinity is not a number")

    def as_rational(self, x: Real) -> fmpq:
        raise Unavailable("an index is read by the exact interpreter")

    def integer(self, node: Any) -> int:
        self.exact._bound = self._bound
        return self.exact.integer(node)

    def add(self, xs: Sequence[Real]) -> Real:
        return self.reals.add(xs)

    def multiply(self, a: Real, b: Real) -> Real:
        return self.reals.multiply(a, b)

    def negate(self, a: Real) -> Real:
        return self.reals.negate(a)

    def divide(self, a: Real, b: Real) -> Real:
        return self.reals.divide(a, b)

    def power(self, a: Real, k: int) -> Real:
        return self.reals.power(a, k)

    def root(self, a: Real) -> Real:
        return self.reals.root(a)

    def exponential(self, a: Real) -> Real:
        return self.reals.exponential(a)

    def error_function(self, a: Real) -> Real:
        if self.reals.certain_sign(a) != 0:
            raise Unavailable("values of the error function")
        return a

    def logarithm(self, a: Real) -> Real:
        return self.reals.logarithm(a)

    def real_power(self, a: Real, b: Real) -> Real:
        return self.reals.real_power(a, b)

    def is_positive(self, a: Real) -> bool:
        return self.reals.certain_sign(a) > 0

    def absolute(self, a: Real) -> Real:
        return self.reals.absolute(a)

    def larger(self, a: Real, b: Real) -> Real:
        return self.reals.extreme(a, b, 1)

    def smaller(self, a: Real, b: Real) -> Real:
        return self.reals.extreme(a, b, -1)

    def rows(self, node: Any) -> Table:
        return self.table(node)

    def singular(self, node: Any) -> list[Real]:
        if isinstance(node, functions.Inverse):
            self._is_rational(node)  # or undefined
            return [self.divide(rational(1), x) for x in reversed(self.value(atoms.S(node.args[0])))]
        try:
            A = self.exact.matrix(node, self._bound)
        except Irrational:
            return algebraic_functions.singular_values(self, node)
        N, d = integer_scaling(A)
        G = gram(N)
        if not affordable(G):
            return self._large(self.large.singular_values, A)
        return [self.numbers.sqrt(x) for x in self._spectrum(fmpq_mat(G) / (d * d))]

    def eigen(self, node: Any) -> list[Real]:
        if isinstance(node, functions.Inverse):
            self._is_rational(node)  # or undefined
            inverted = [self.divide(rational(1), x) for x in self.value(atoms.Lam(node.args[0]))]
            return self.reals.descending(inverted)
        try:
            A = symmetric(self.exact.matrix(node, self._bound))
        except Irrational:
            return algebraic_functions.eigenvalues(self, node)
        if not affordable(integer_scaling(A)[0]):
            return self._large(self.large.eigenvalues, A)
        return self._spectrum(A)

    def _spectrum(self, A: fmpq_mat) -> list[Any]:
        N, d = integer_scaling(A)
        return [self.numbers.eigenvalue(f, k) for f, k in order_factor_roots(spectrum_factors(N, d))]

    def _large(self, values: Callable[[fmpq_mat], list[Algebraic]], A: fmpq_mat) -> list[Any]:
        try:
            return values(A)
        except UndecidedError as reason:
            raise Unavailable(str(reason)) from None

    def total(self, node: core.Total) -> list[Real]:
        return [self._sum(node.args[0])]

    def _sum(self, vector: Any) -> Real:
        """Sum of the entries, taken through traces where the form allows: sums of all eigenvalues are rational."""
        if isinstance(vector, atoms.Lam) and self._is_rational(vector.args[0]):
            return rational(trace(symmetric(self.rational_matrix(vector.args[0]))))
        if isinstance(vector, core.Power) and vector.args[1] == 2 and isinstance(vector.args[0], atoms.S | atoms.Lam):
            source = vector.args[0].args[0]
            if self._is_rational(source):
                A = self.rational_matrix(source)
                A = symmetric(A) if isinstance(vector.args[0], atoms.Lam) else A
                return rational(sum((x * x for x in A.entries()), fmpq(0)))
        if isinstance(vector, atoms.S) and self._is_rational(functions.MatAbs(vector.args[0])):
            return rational(trace(self.rational_matrix(functions.MatAbs(vector.args[0]))))
        if isinstance(vector, core.Neg):
            return self.negate(self._sum(vector.args[0]))
        if isinstance(vector, core.Log) and self.value(vector):
            return self.logarithm(self.value(core.Product(vector.args[0]))[0])
        if isinstance(vector, core.Plus):
            length = len(self.value(vector))
            if all(len(self.value(a)) == length for a in vector.args):
                return self.add([self._sum(a) for a in vector.args])
        entries = self.value(vector)
        if isinstance(vector, core.Abs):
            inner = self.value(vector.args[0])
            for direction in (1, -1):
                if all(self.reals.sign(x) in (0, direction) for x in inner):
                    return self.multiply(rational(direction), self._sum(vector.args[0]))
        return self.add(entries)

    def product(self, node: core.Product) -> list[Real]:
        """Product of the entries of a vector, taken through determinants where the form allows."""
        vector = node.args[0]
        if isinstance(vector, core.Exp):
            return [self.exponential(self._sum(vector.args[0]))]
        if isinstance(vector, core.Power) and int(vector.args[1]) >= 0:
            return [self.power(self.value(core.Product(vector.args[0]))[0], int(vector.args[1]))]
        if isinstance(vector, atoms.Lam | atoms.S) and self._is_rational(vector.args[0]):
            A = self.rational_matrix(vector.args[0])
            if isinstance(vector, atoms.Lam):
                return [rational(symmetric(A).det())]
            return [self.root(rational(squared_product(A)))]
        return super().product(node)

    def _is_rational(self, node: Any) -> bool:
        try:
            self.exact.matrix(node, self._bound)
        except Irrational:
            return False
        return True

    def singular_powers(self, node: atoms.Schatten, p: Real) -> Real:
        if isinstance(p, Algebraic) and p.value is not None and self._is_rational(node.args[1]):
            try:
                return rational(self.exact.singular_powers(node, p.value))
            except Irrational:
                pass  # an irrational sum
        return super().singular_powers(node, p)

    def special(self, node: Any) -> Real:
        rational_source = isinstance(node, DERIVATIVES) or self._is_rational(node.args[0])
        return rule_for(ATOMS if rational_source else algebraic_functions.ATOMS, node)(self, node)

    def _derivative(self, node: Any) -> Real:
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


def _frobenius(self: AlgebraicInterpreter, node: Any) -> Real:
    A = self.rational_matrix(node.args[0])
    return self.root(rational(sum((x * x for x in A.entries()), fmpq(0))))


def _norm(self: AlgebraicInterpreter, node: Any) -> Real:
    A = self.rational_matrix(node.args[0])
    if not affordable(gram(integer_scaling(A)[0])):
        return self._large(lambda M: [self.large.norm(M)], A)[0]
    return self._spectrum(ball_spectra.dilation(A))[0]


def _radius(self: AlgebraicInterpreter, node: Any) -> Real:
    A = self.rational_matrix(node.args[0])
    if A.transpose() == A:
        values = self.remember("eigen", node.args[0], self.eigen)
        return self.larger(self.absolute(values[0]), self.absolute(values[-1]))
    return self._large(lambda M: [algebraic_functions.spectral_radius(self.numbers, M)], A)[0]


def _numerical_radius(self: AlgebraicInterpreter, node: Any) -> Real:
    known = known_radius(node.args[0], self.rational_matrix(node.args[0]))
    if known is None:
        raise Unavailable("the numerical radius of this matrix")
    return self.value(known)[0]


def _cond(self: AlgebraicInterpreter, node: Any) -> Real:
    nonzero = ball_spectra.rank(self.rational_matrix(node.args[0]))
    if nonzero == 0:
        raise Undefined("cond of the zero matrix")
    values = self.remember("singular", node.args[0], self.singular)
    return self.divide(values[0], values[nonzero - 1])


def _exactly(self: AlgebraicInterpreter, node: Any) -> Real:
    return rational(self.exact.quantity(node, self._bound)[0])


DERIVATIVES = (atoms.EigenForm, atoms.SingularForm, atoms.Slope)
# Atoms of a rational matrix; `algebraic_functions` has those of others.
ATOMS: dict[type, Callable[[AlgebraicInterpreter, Any], Real]] = {
    **dict.fromkeys(DERIVATIVES, AlgebraicInterpreter._derivative),
    **dict.fromkeys((atoms.Tr, atoms.Det, atoms.Rank, atoms.RealEigenvalues), _exactly),
    atoms.NormF: _frobenius,
    atoms.Norm2: _norm,
    atoms.Rho: _radius,
    NumRadius: _numerical_radius,
    atoms.Cond: _cond,
}


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


def _hadamard(self: AlgebraicInterpreter, node: Any) -> Table:
    A, B = (self.table(a) for a in node.args)
    return [[self.multiply(x, y) for x, y in zip(p, q, strict=True)] for p, q in zip(A, B, strict=True)]


def _relu(self: AlgebraicInterpreter, node: Any) -> Table:
    return [[self.larger(x, rational(0)) for x in row] for row in self.table(node.args[0])]


def _diagonal(self: AlgebraicInterpreter, node: Any) -> Table:
    values = self.value(node.args[0])
    return [[x if i == j else rational(0) for j in range(len(values))] for i, x in enumerate(values)]


_TABLES: dict[type, Callable[[AlgebraicInterpreter, Any], Table]] = {
    matrices.MatPlus: _entrywise,
    matrices.MatNeg: lambda self, n: [[self.negate(x) for x in row] for row in self.table(n.args[0])],
    matrices.MatTimes: _product,
    matrices.Scaled: _scaled,
    matrices.Transpose: lambda self, n: [list(column) for column in zip(*self.table(n.args[0]), strict=True)],
    matrices.Kron: lambda self, n: kronecker(self.table(n.args[0]), self.table(n.args[1]), self.multiply),
    families.VStack: lambda self, n: [row for a in n.args for row in self.table(a)],
    functions.Hadamard: _hadamard,
    functions.Relu: _relu,
    functions.Pivoting: lambda self, n: [[rational(x) for x in row] for row in self.pivoting(n)],
    columns.Column: lambda self, n: [[x] for x in self.value(n.args[0])],
    columns.DiagonalMatrix: _diagonal,
}
