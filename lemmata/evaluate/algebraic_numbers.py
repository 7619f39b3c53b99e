"""Algebraic interpreter: every number is exact, so that equalities can be proved.

Spectra of rational matrices are roots of characteristic polynomials, written canonically by `number_fields`; rational
functions, roots, extremes, absolute values, exponentials and logarithms of them stay exact as far as `reals` goes.
Spectra of matrices too large to factor are equal where their polynomials are;
those of irrational matrices from sums of words (`matrix_words`).  What has no exact form here (pi, most spectra of
irrational matrices, an unaffordable zero test) raises `Unavailable`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from lemmata.evaluate.exact import (
    ExactInterpreter,
    affordable,
    known_radius,
    squared_product,
    symmetric,
)
from lemmata.evaluate.interpreter import Interpreter, Irrational, Unavailable
from lemmata.evaluate.matrix_words import (
    Form,
    Letter,
    multiple_of_identity,
    multiply,
    one_letter,
    rational_value,
    transpose,
)
from lemmata.evaluate.number_fields import Algebraic, Numbers, inverse_modulo, maximum, rational
from lemmata.evaluate.reals import Real, Reals
from lemmata.language import atoms, columns, core, functions, matrices
from lemmata.language.forms import symmetric_by_form
from lemmata.language.subspaces import NumRadius
from lemmata.linalg.characteristic import (
    complex_roots,
    gram,
    integer_scaling,
    order_factor_roots,
    real_roots,
    spectrum_factors,
)
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import polynomial_at

# Exact spectra, traces and entries of irrational matrices that are sums of words (`words`).
#
# The functions take an algebraic interpreter and a node whose value is not rational, and raise Unavailable where no
# exact value is known.  A letter f(X) has the eigenvalues f(t) of those t of X; its entries are sums of f(t) P_t over
# the eigenvalues, where the projection P_t onto the eigenspace is a rational function of t.
PAIRS_DEGREE = 6  # degree of an irreducible factor up to which products of pairs of its roots are factored
RADIUS_BITS = 128


def spectral_radius(numbers: Numbers, A: fmpq_mat) -> Algebraic:
    """Largest modulus of an eigenvalue of a square rational matrix.

    Raises Unavailable where a factor with a complex root of that modulus is too long.
    """
    N, d = integer_scaling(A)
    if not affordable(N):
        raise Unavailable(f"the eigenvalues of a matrix of order {N.nrows()} are too expensive to factor")
    candidates = [(f, _largest(f)) for f, _ in spectrum_factors(N, d)]
    if not candidates:
        return rational(0)
    with precision(RADIUS_BITS):
        low = max((modulus.lower() for _, (modulus, _) in candidates))
        near = [(f, real) for f, (modulus, real) in candidates if not modulus < low]
    return reduce(maximum, [_radius_of_factor(numbers, f, real) for f, real in near])


def _largest(f: fmpz_poly) -> tuple[arb, bool]:
    """(largest modulus of a root, whether a real root has it) of an irreducible polynomial."""
    with precision(RADIUS_BITS):
        moduli = [(abs(root), root.imag.is_zero()) for root, _ in complex_roots(f)]
        low = max((m.lower() for m, _ in moduli))
        near = [(m, real) for m, real in moduli if not m < low]
        return max((m for m, _ in near), key=lambda m: m.upper()), all(real for _, real in near)


def _radius_of_factor(numbers: Numbers, f: fmpz_poly, real: bool) -> Algebraic:
    """Largest modulus of a root of an irreducible factor."""
    if real:
        return maximum(numbers.eigenvalue(f, 0), -numbers.eigenvalue(f, len(real_roots(f, 32)) - 1))
    if f.degree() > PAIRS_DEGREE:
        raise Unavailable(f"moduli of complex roots of degree {f.degree()} are too expensive")
    if f.degree() == 2:
        return numbers.root(rational(fmpq(f[0], f[2])))
    # Products of two roots are the eigenvalues of C (x) C for the companion matrix C; the largest real one is |z|^2.
    C = _companion(f)
    g, k = order_factor_roots(spectrum_factors(*integer_scaling(_kron(C, C))))[0]
    return numbers.root(numbers.eigenvalue(g, k))


def _kron(a: fmpq_mat, b: fmpq_mat) -> fmpq_mat:
    return fmpq_mat([[x * y for x in top for y in bottom] for top in a.tolist() for bottom in b.tolist()])


def _companion(f: fmpz_poly) -> fmpq_mat:
    k = f.degree()
    rows = [[fmpq(int(i == j + 1)) for j in range(k)] for i in range(k)]
    for i in range(k):
        rows[i][k - 1] = fmpq(-f[i], f[k])
    return fmpq_mat(k, k, [x for row in rows for x in row])


TABLE_ORDER = 6  # order up to which entries are written out
LEIBNIZ_ORDER = 3  # order up to which determinants are expanded


def form_at(self: Any, node: Any) -> Form:
    """The form of a matrix expression.  Raises Unavailable where it has none."""
    self.exact._bound = self._bound
    try:
        return self.exact.form(node)
    except Irrational as reason:
        raise Unavailable(str(reason)) from None


# Spectra.
def eigenvalues(self: Any, node: Any) -> list[Real]:
    """Eigenvalues, descending, of a symmetric matrix."""
    if isinstance(node, columns.DiagonalMatrix):
        return self.descending(self.value(node.args[0]))
    if isinstance(node, matrices.Transpose):
        return self.remember("eigen", node.args[0], self.eigen)
    if isinstance(node, matrices.MatNeg):
        return [self.negate(x) for x in reversed(self.remember("eigen", node.args[0], self.eigen))]
    if isinstance(node, matrices.Scaled):
        c = self.scalar(node.args[0])
        direction = self.certain_sign(c)
        if direction == 0:
            return [rational(0)] * int(node.shape[0])
        scaled = [self.multiply(c, x) for x in self.remember("eigen", node.args[1], self.eigen)]
        return scaled if direction > 0 else scaled[::-1]
    mapped = _mapped(self, node)
    if mapped is not None:
        return mapped
    form = form_at(self, node)
    if transpose(form) != form:
        raise Unavailable("an irrational matrix is not seen to be symmetric")
    return self.descending(spectrum_of_form(self, form))


def _mapped(self: Any, node: Any) -> list[Real] | None:
    """Eigenvalues, descending, of a function of a symmetric matrix from those of its argument; None for another."""
    if isinstance(node, functions.MatAbs):
        values = self.value(atoms.S(node.args[0]))
        return [*values, *[rational(0)] * (int(node.shape[0]) - len(values))]
    if isinstance(node, functions.MatSqrt):
        return [self.root(x) for x in self.value(atoms.Lam(node.args[0]))]
    if isinstance(node, functions.MatLog):
        return [self.logarithm(x) for x in self.value(atoms.Lam(node.args[0]))]
    if isinstance(node, functions.MatExp) and symmetric_by_form(node.args[0]):
        return [self.exponential(x) for x in self.value(atoms.Lam(node.args[0]))]
    return None


def singular_values(self: Any, node: Any) -> list[Real]:
    """Singular values, descending."""
    if isinstance(node, columns.DiagonalMatrix):
        return self.descending([self.absolute(x) for x in self.value(node.args[0])])
    if isinstance(node, matrices.Transpose | matrices.MatNeg):
        return self.remember("singular", node.args[0], self.singular)
    if isinstance(node, matrices.Scaled):
        c = self.absolute(self.scalar(node.args[0]))
        return [self.multiply(c, x) for x in self.remember("singular", node.args[1], self.singular)]
    mapped = _mapped(self, node)
    if mapped is not None:
        return self.descending([self.absolute(x) for x in mapped])
    form = form_at(self, node)
    if transpose(form) == form:
        return self.descending([self.absolute(x) for x in spectrum_of_form(self, form)])
    turned = transpose(form)
    rows, cols = map(int, node.shape)
    squares = spectrum_of_form(self, multiply(turned, form) if cols <= rows else multiply(form, turned))
    return [self.root(x) for x in self.descending(squares)]


def spectrum_of_form(self: Any, form: Form) -> list[Real]:
    """Eigenvalues, in some order, of a I + b L with one letter L, or of a rational symmetric matrix."""
    value = rational_value(form)
    if value is not None:
        return _eigenvalues(self, value)
    rest = {word: M for word, M in form.items() if word}
    found = one_letter(rest)
    shift = multiple_of_identity(form[()]) if () in form else fmpq(0)
    if found is None or shift is None:
        raise Unavailable("the spectrum of an irrational matrix")
    c, letter = found
    values = [_applied(self, letter)(t) for t in _eigenvalues(self, letter.argument)]
    return [self.add([rational(shift), self.multiply(rational(c), x)]) for x in values]


def _applied(self: Any, letter: Letter) -> Callable[[Real], Real]:
    if letter.kind == "pow":
        return lambda t: self.real_power(t, rational(letter.power))
    return self.exponential if letter.kind == "exp" else self.logarithm


def _eigenvalues(self: Any, X: fmpq_mat) -> list[Real]:
    """Eigenvalues of a rational matrix all of which are real."""
    N, d = integer_scaling(X)
    if not affordable(N):
        raise Unavailable(f"the spectrum of a matrix of order {N.nrows()} is too expensive to factor")
    roots = order_factor_roots(spectrum_factors(N, d))
    if len(roots) < N.nrows():
        raise Unavailable("complex eigenvalues")
    return [self.numbers.eigenvalue(f, k) for f, k in roots]


# Entries.
def table_of_form(self: Any, node: Any) -> list[list[Real]]:
    """Entries, row by row."""
    form = form_at(self, node)
    if max(map(int, node.shape)) > TABLE_ORDER:
        raise Unavailable(f"entries of irrational matrices are written out up to order {TABLE_ORDER}")
    tables = []
    for word, M in form.items():
        factors = [_rational_table(M), *(_letter_table(self, x) for x in word)]
        tables.append(reduce(lambda a, b: _multiplied(self, a, b), factors))
    return _added(self, tables)


def _added(self: Any, tables: list[list[list[Real]]]) -> list[list[Real]]:
    return [[self.add(entries) for entries in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]


def _multiplied(self: Any, a: list[list[Real]], b: list[list[Real]]) -> list[list[Real]]:
    columns_ = list(zip(*b, strict=True))
    return [[self.add([self.multiply(x, y) for x, y in zip(row, c, strict=True)]) for c in columns_] for row in a]


def _rational_table(M: fmpq_mat) -> list[list[Real]]:
    return [[rational(x) for x in row] for row in M.tolist()]


def _letter_table(self: Any, letter: Letter) -> list[list[Real]]:
    if letter.kind == "mat":
        return _rational_table(letter.argument)
    key = ("letter", letter)
    if key not in self._memo:
        self._memo[key] = _projected(self, letter)
    return self._memo[key]


def _projected(self: Any, letter: Letter) -> list[list[Real]]:
    """sum over the eigenvalues t of f(t) P_t.

    With the squarefree m = f h that vanishes at X, f irreducible and f(t) = 0, the projection is
    P_t = h(X) (f(x) / (x - t))(X) / (h(t) f'(t)).
    """
    X, apply = letter.argument, _applied(self, letter)
    n = X.nrows()
    factors = [f for f, _ in spectrum_factors(*integer_scaling(X))]
    whole = reduce(lambda a, b: a * b, [fmpq_poly(f) for f in factors])
    if any(x != 0 for x in polynomial_at(X, whole.coeffs()).entries()):
        raise Unavailable("a function of a matrix without a basis of eigenvectors")
    if len(order_factor_roots([(f, 1) for f in factors])) < whole.degree():
        raise Unavailable("complex eigenvalues")
    sums: list[list[list[Real]]] = [[[] for _ in range(n)] for _ in range(n)]
    for f in factors:
        for i, row in enumerate(_projection(X, f, whole)):
            for j, numerator in enumerate(row):
                if numerator == 0:
                    continue
                for k in range(f.degree()):
                    part = self.numbers.at_root(f, k, numerator, fmpq_poly([1]))
                    sums[i][j].append(self.multiply(apply(self.numbers.eigenvalue(f, k)), part))
    return [[self.add(terms) if terms else rational(0) for terms in row] for row in sums]


def _projection(X: fmpq_mat, f: fmpz_poly, whole: fmpq_poly) -> list[list[fmpq_poly]]:
    """Entries of the projection onto the eigenspace of a root t of f, as polynomials in t."""
    p = fmpq_poly(f)
    h = whole // p
    below = inverse_modulo((h * p.derivative()) % p, p)
    n = X.nrows()
    entries = [[fmpq_poly([0]) for _ in range(n)] for _ in range(n)]
    power = polynomial_at(X, h.coeffs())
    for j in range(p.degree()):
        cofactor = fmpq_poly(p.coeffs()[j + 1 :])
        for a in range(n):
            for b in range(n):
                entries[a][b] += cofactor * power[a, b]
        power = power * X
    return [[x * below % p for x in row] for row in entries]


# Other atoms of an irrational matrix.
def _radius(self: Any, node: Any) -> Real:
    source = node.args[0]
    if self.is_rational(source):
        A = self.rational_matrix(source)
        if A.transpose() != A:
            return spectral_radius(self.numbers, A)
        values = self.remember("eigen", source, self.eigen)
        return self.larger(self.absolute(values[0]), self.absolute(values[-1]))
    if isinstance(source, matrices.Scaled):
        c = self.absolute(self.scalar(source.args[0]))
        return self.multiply(c, self.value(atoms.Rho(source.args[1]))[0])
    return reduce(self.larger, [self.absolute(x) for x in _spectrum(self, source)])


def _numerical_radius(self: Any, node: Any) -> Real:
    source = node.args[0]
    if self.is_rational(source):
        known = known_radius(source, self.rational_matrix(source))
        if known is None:
            raise Unavailable("the numerical radius of this matrix")
        return self.value(known)[0]
    if symmetric_by_form(source):
        return _radius(self, node)
    if not isinstance(source, matrices.Scaled):
        raise Unavailable("the numerical radius of an irrational matrix")
    return self.multiply(self.absolute(self.scalar(source.args[0])), self.value(NumRadius(source.args[1]))[0])


def _real_eigenvalues(self: Any, node: Any) -> Real:
    raise Unavailable("real eigenvalues of an irrational matrix")


def _spectrum(self: Any, node: Any) -> list[Real]:
    """Eigenvalues, in some order, of a square matrix all of whose eigenvalues are real, symmetric or not."""
    mapped = _mapped(self, node)
    if mapped is not None:
        return mapped
    if isinstance(node, columns.DiagonalMatrix):
        return self.value(node.args[0])
    if isinstance(node, matrices.Transpose):
        return _spectrum(self, node.args[0])
    if isinstance(node, matrices.MatNeg):
        return [self.negate(x) for x in _spectrum(self, node.args[0])]
    if isinstance(node, matrices.Scaled):
        c = self.scalar(node.args[0])
        return [self.multiply(c, x) for x in _spectrum(self, node.args[1])]
    form = form_at(self, node)
    value = rational_value(form)
    return _eigenvalues(self, value) if value is not None else spectrum_of_form(self, form)


def _trace(self: Any, node: Any) -> Real:
    if isinstance(node, functions.MatLog):
        return self.logarithm(self.value(core.Product(atoms.Lam(node.args[0])))[0])
    try:
        return self.add(_spectrum(self, node))
    except Unavailable:
        return self.add([row[i] for i, row in enumerate(self.table(node))])


def _squares(self: Any, node: Any) -> Real:
    if self.is_rational(node):
        return rational(sum((x * x for x in self.rational_matrix(node).entries()), fmpq(0)))
    mapped = _mapped(self, node)
    if mapped is not None:
        return self.add([self.power(x, 2) for x in mapped])
    try:
        form = form_at(self, node)
        return self.add(spectrum_of_form(self, multiply(transpose(form), form)))
    except Unavailable:
        return self.add([self.power(x, 2) for row in self.table(node) for x in row])


def _determinant(self: Any, node: Any) -> Real:
    try:
        return _multiplicative(self, form_at(self, node))
    except Unavailable:
        rows = self.table(node)
        if len(rows) > LEIBNIZ_ORDER:
            raise
        return _expanded(self, rows)


def _multiplicative(self: Any, form: Form) -> Real:
    """Determinant of one word of square factors."""
    if len(form) != 1:
        return reduce(self.multiply, spectrum_of_form(self, form))
    ((word, M),) = form.items()
    if any(x.kind == "mat" for x in word):
        raise Unavailable("the determinant of an irrational matrix")
    parts = [rational(M.det())]
    for x in word:
        X = x.argument
        if x.kind == "exp":
            parts.append(self.exponential(rational(sum((X[i, i] for i in range(X.nrows())), fmpq(0)))))
        elif x.kind == "pow":
            det = X.det()
            parts.append(self.real_power(rational(det), rational(x.power)))
        else:
            parts += [self.logarithm(t) for t in _eigenvalues(self, X)]
    return reduce(self.multiply, parts)


def _expanded(self: Any, rows: list[list[Real]]) -> Real:
    if len(rows) == 1:
        return rows[0][0]
    terms = []
    for j, x in enumerate(rows[0]):
        minor = _expanded(self, [row[:j] + row[j + 1 :] for row in rows[1:]])
        term = self.multiply(x, minor)
        terms.append(term if j % 2 == 0 else self.negate(term))
    return self.add(terms)


Table = list[list[Real]]


class AlgebraicInterpreter(Reals, Interpreter[Real, Table]):
    """Exact algebraic values of one instance; see :class:`Interpreter` for the errors raised, with `Unavailable` added.

    ``quantity(node, at)`` is a list of exact reals, ``matrix(node, at)`` rows of them.  ``exact`` is an exact
    interpreter of the same instance.
    """

    def __init__(self, exact: ExactInterpreter) -> None:
        Interpreter.__init__(self, exact.instance)
        Reals.__init__(self, Numbers())
        self.exact = exact

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
            return table_of_form(self, node)
        except Unavailable:
            rule = _TABLES.get(type(node))
            rows = self.laid_out(node) if rule is None else rule(self, node)
            if rows is None:
                raise
            return rows

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

    def error_function(self, a: Real) -> Real:
        if self.certain_sign(a) != 0:
            raise Unavailable("values of the error function")
        return a

    def is_positive(self, a: Real) -> bool:
        return self.certain_sign(a) > 0

    def larger(self, a: Real, b: Real) -> Real:
        return self.extreme(a, b, 1)

    def smaller(self, a: Real, b: Real) -> Real:
        return self.extreme(a, b, -1)

    def rows(self, node: Any) -> Table:
        return self.table(node)

    def nonzero(self, node: Any) -> int:
        return sum(self.certain_sign(x) != 0 for x in self.remember("singular", node.args[0], self.singular))

    def singular(self, node: Any) -> list[Real]:
        if isinstance(node, functions.Inverse):
            self.is_rational(node)  # or undefined
            return [self.divide(rational(1), x) for x in reversed(self.value(atoms.S(node.args[0])))]
        try:
            A = self.exact.matrix(node, self._bound)
        except Irrational:
            return singular_values(self, node)
        N, d = integer_scaling(A)
        G = gram(N)
        if not affordable(G):
            return [*self.numbers.large_singular_values(A)]
        return [self.root(x) for x in _eigenvalues(self, fmpq_mat(G) / (d * d))]

    def eigen(self, node: Any) -> list[Real]:
        if isinstance(node, functions.Inverse):
            self.is_rational(node)  # or undefined
            inverted = [self.divide(rational(1), x) for x in self.value(atoms.Lam(node.args[0]))]
            return self.descending(inverted)
        try:
            A = symmetric(self.exact.matrix(node, self._bound))
        except Irrational:
            return eigenvalues(self, node)
        if not affordable(integer_scaling(A)[0]):
            return [*self.numbers.large_eigenvalues(A)]
        return _eigenvalues(self, A)

    def _evaluate(self, node: Any) -> list[Real]:
        try:
            return [rational(x) for x in self.exact.quantity(node, self._bound)]
        except Irrational:
            return super()._evaluate(node)

    def total(self, node: core.Total) -> list[Real]:
        """Sum of the entries, taken apart or through a product where the form allows."""

        def sum_of(part: Any) -> Real:
            return self.value(core.Total(part))[0]

        vector = node.args[0]
        if isinstance(vector, core.Neg):
            return [self.negate(sum_of(vector.args[0]))]
        entries = self.value(vector)
        if isinstance(vector, core.Log) and entries:
            return [self.logarithm(self.value(core.Product(vector.args[0]))[0])]
        if isinstance(vector, core.Plus) and all(len(self.value(a)) == len(entries) for a in vector.args):
            return [self.add([sum_of(a) for a in vector.args])]
        if isinstance(vector, core.Abs):
            inner = self.value(vector.args[0])
            for direction in (1, -1):
                if all(self.sign(x) in (0, direction) for x in inner):
                    return [self.multiply(rational(direction), sum_of(vector.args[0]))]
        return [self.add(entries)]

    def product(self, node: core.Product) -> list[Real]:
        """Product of the entries of a vector, taken through a sum or a determinant where the form allows."""
        vector = node.args[0]
        if isinstance(vector, core.Exp):
            return [self.exponential(self.value(core.Total(vector.args[0]))[0])]
        if isinstance(vector, core.Power) and int(vector.args[1]) >= 0:
            return [self.power(self.value(core.Product(vector.args[0]))[0], int(vector.args[1]))]
        if isinstance(vector, atoms.S) and self.is_rational(vector.args[0]):
            return [self.root(rational(squared_product(self.rational_matrix(vector.args[0]))))]
        return super().product(node)

    def is_rational(self, node: Any) -> bool:
        try:
            self.exact.matrix(node, self._bound)
        except Irrational:
            return False
        return True

    def singular_powers(self, node: atoms.Schatten, p: Real) -> Real:
        if isinstance(p, Algebraic) and p.value is not None and self.is_rational(node.args[1]):
            try:
                return rational(self.exact.singular_powers(node, p.value))
            except Irrational:
                pass  # an irrational sum
        return super().singular_powers(node, p)

    def _derivative(self, node: Any) -> Real:
        """Slope, EigenForm and SingularForm as elements of the field of the eigenvalue in question."""
        self.exact._bound = self._bound
        try:
            found, times = self.exact.derivative(node)
        except Irrational as reason:
            raise Unavailable(str(reason)) from None
        f, k = order_factor_roots(spectrum_factors(*integer_scaling(found.N)))[found.i]
        value = self.numbers.at_root(f, k, found.above, found.below)
        return self.divide(value, self.numbers.root(self.numbers.eigenvalue(f, k)) * times) if times else value


AlgebraicInterpreter.ATOMS = {
    **dict.fromkeys((atoms.EigenForm, atoms.SingularForm, atoms.Slope), AlgebraicInterpreter._derivative),
    atoms.Tr: lambda self, n: _trace(self, n.args[0]),
    atoms.Det: lambda self, n: _determinant(self, n.args[0]),
    atoms.NormF: lambda self, n: self.root(_squares(self, n.args[0])),
    atoms.Rho: _radius,
    NumRadius: _numerical_radius,
    atoms.RealEigenvalues: _real_eigenvalues,
}


def _product(self: AlgebraicInterpreter, node: Any) -> Table:
    return reduce(lambda a, b: _multiplied(self, a, b), [self.table(a) for a in node.args])


def _scaled(self: AlgebraicInterpreter, node: Any) -> Table:
    c = self.scalar(node.args[0])
    return [[self.multiply(c, x) for x in row] for row in self.table(node.args[1])]


_TABLES: dict[type, Callable[[AlgebraicInterpreter, Any], Table]] = {
    matrices.MatPlus: lambda self, n: _added(self, [self.table(a) for a in n.args]),
    matrices.MatNeg: lambda self, n: [[self.negate(x) for x in row] for row in self.table(n.args[0])],
    matrices.MatTimes: _product,
    matrices.Scaled: _scaled,
    matrices.Transpose: lambda self, n: [list(column) for column in zip(*self.table(n.args[0]), strict=True)],
}
