"""Exact rational interpreter: matrices as fmpq_mat, quantities as fmpq wherever they are rational.

Every matrix expression over a rational instance is rational as long as the scalars in it are; quantities are rational
where they are built from traces, determinants, ranks and rational singular values or eigenvalues.  Anything else raises
`Irrational`, never an approximation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Rational

from lemmata.evaluate.interpreter import Interpreter, Irrational, Undefined
from lemmata.evaluate.matrix_words import WORDED, Form, form_of, irrational_functions, rational_value
from lemmata.language import atoms, core, families, functions, matrices
from lemmata.language.atoms import LMax, Norm2
from lemmata.language.core import Times
from lemmata.language.instance import Instance
from lemmata.language.matrices import MatrixTerm, Scaled
from lemmata.language.subspaces import NumRadius
from lemmata.language.variables import Matrix
from lemmata.linalg import ball_spectra
from lemmata.linalg.ball_spectra import positive_definite, positive_semidefinite
from lemmata.linalg.characteristic import (
    count_real_eigenvalues,
    gram,
    integer_scaling,
    order_factor_roots,
    real_roots,
    spectrum_factors,
)
from lemmata.linalg.convert import to_fmpq_mat, to_fraction, to_fraction_rows
from lemmata.linalg.derivatives import AtEigenvalue, eigen_derivative, eigen_form
from lemmata.linalg.rational_functions import (
    affordable,
    height,
    identity,
    nilpotent_exponential,
    pseudo_inverse,
    rational_power,
    rational_root,
    rational_square_root,
    writable,
)
from lemmata.networks.linear import gauss_newton_outer_product_exact

DERIVATIVE_LIMIT = 16  # order up to which derivatives and eigenvector forms are read off exact polynomials


def degree(node: Any, x: Any) -> int:
    """A degree that an expression does not exceed as a polynomial in the scalar variable x.

    Raises TypeError where the expression is no such polynomial.
    """
    if not node.has(x):
        return 0
    if node == x:
        return 1
    if isinstance(node, core.Power) and int(node.args[1]) >= 0:
        return degree(node.args[0], x) * int(node.args[1])
    parts = [degree(a, x) for a in node.args]
    if isinstance(node, core.Plus | core.Neg | matrices.MatPlus | matrices.MatNeg | matrices.Transpose):
        return max(parts)
    if isinstance(node, core.Times | matrices.MatTimes | matrices.Kron | matrices.Scaled):
        return sum(parts)
    if isinstance(node, core.Quotient) and not node.args[1].has(x):
        return parts[0]
    raise TypeError(f"{node} is not a polynomial in {x.name}")


def small_gram(A: fmpq_mat) -> fmpq_mat:
    """The smaller of A^T A and A A^T."""
    return A.transpose() * A if A.ncols() <= A.nrows() else A * A.transpose()


def simple_pair(A: fmpq_mat, i: int, singular: bool) -> None:
    """Check that the i-th (0-based) eigenvalue of A, or singular value, is simple, and non-zero in the second case.

    Raises Undefined where it is not, or where eigenvalues are asked for and A is not symmetric.
    """
    N, _ = integer_scaling(A if singular else symmetric(A))
    place = 0
    for root, multiplicity in real_roots((gram(N) if singular else N).charpoly(), 32):
        place += multiplicity
        if i < place:
            if singular and root.is_zero():
                raise Undefined("a singular value that is zero has no pair of singular vectors")
            if multiplicity > 1:
                raise Undefined(f"value number {i + 1} is not simple")
            return
    raise Undefined(f"a spectrum of {place} values has no number {i + 1}")


HALF = Rational(1, 2)


def known_radius(node: MatrixTerm, A: fmpq_mat) -> Any:
    """An expression of w(A), A the value of a matrix expression: the norm of a normal matrix, half of it where A^2 = 0,
    the largest eigenvalue of the symmetric part where no entry is negative; None elsewhere."""
    B = A.transpose()
    if A * B == B * A:
        return Norm2(node)
    if fmpq_mat(A.nrows(), A.nrows()) == A * A:
        return Times(HALF, Norm2(node))
    return LMax(Scaled(HALF, node + node.T)) if all(x >= 0 for x in A.entries()) else None


def _inverse(self: Any, node: Any) -> fmpq_mat:
    try:
        return self.table(node.args[0]).inv()
    except ZeroDivisionError:
        raise Undefined("inverse of a singular matrix") from None


def _ones(self: Any, node: Any) -> fmpq_mat:
    rows, cols = map(self.integer, node.args)
    return fmpq_mat(rows, cols, [1] * (rows * cols))


def _unit(self: Any, node: Any) -> fmpq_mat:
    length, place = map(self.integer, node.args)
    return fmpq_mat(length, 1, [int(k == place) for k in range(1, length + 1)])


def _exponential(self: Any, node: Any) -> fmpq_mat:
    found = nilpotent_exponential(self.table(node.args[0]))
    if found is None:
        raise Irrational("the exponential of a matrix that is not nilpotent")
    return found


def _argument(self: Any, node: Any, definite: bool) -> fmpq_mat:
    """The argument of a matrix root or logarithm.

    Raises Undefined where it is not symmetric, or not positive semidefinite (definite).
    """
    A = self.table(node.args[0])
    if A.nrows() != A.ncols() or A.transpose() != A:
        raise Undefined(f"{node.name} of a matrix that is not symmetric")
    holds = positive_definite if definite else positive_semidefinite
    if not self.remember("definite" if definite else "semidefinite", node.args[0], lambda _: holds(A)):
        wrong = "that is not positive definite" if definite else "with a negative eigenvalue"
        raise Undefined(f"{node.name} of a matrix {wrong}")
    return A


def _logarithm(self: Any, node: Any) -> fmpq_mat:
    A = _argument(self, node, True)
    # A rational log(A) has algebraic eigenvalues, and only log(1) is one where exp of it is algebraic too (Lindemann).
    if identity(A.nrows()) != A:
        raise Irrational("the logarithm of a matrix other than the identity")
    return A * 0


def _root(A: fmpq_mat) -> fmpq_mat:
    if not affordable(integer_scaling(A)[0]):
        raise Irrational(f"the root of a matrix of order {A.nrows()} is too expensive to find")
    found = rational_square_root(A)
    if found is None:
        raise Irrational("an irrational matrix root")
    return found


def _absolute(self: Any, node: Any) -> fmpq_mat:
    A = self.table(node.args[0])
    return _root(A.transpose() * A)


LONGEST_TRACE = 64  # exponent up to which sums of even powers of singular values are traces


def trace(A: fmpq_mat) -> fmpq:
    """Sum of the diagonal entries."""
    return sum((A[i, i] for i in range(A.nrows())), fmpq(0))


def symmetric(A: fmpq_mat) -> fmpq_mat:
    """The matrix itself.  Raises Undefined when it is not symmetric as a value."""
    if A.nrows() != A.ncols() or A.transpose() != A:
        raise Undefined("eigenvalues are taken of symmetric matrices only")
    return A


class ExactInterpreter(Interpreter[fmpq, fmpq_mat]):
    """Rational values of one instance; see :class:`Interpreter` for the errors raised, with `Irrational` added.

    ``matrix(node, at)`` is the fmpq_mat of a matrix expression, ``quantity(node, at)`` the list of fmpq of a quantity.
    """

    def _matrix(self, node: Any) -> fmpq_mat:
        try:
            return self.plain(node)
        except Irrational:
            value = rational_value(self.form(node)) if self._may_cancel(node) else None
            if value is None:
                raise
            return value

    def _may_cancel(self, node: Any) -> bool:
        """Whether the irrational parts of an expression, more than one of them, may cancel."""
        return isinstance(node, WORDED) and sum(1 for _ in irrational_functions(node)) > 1

    def form(self, node: Any) -> Form:
        """A matrix expression as a sum of words.  Raises Irrational where it is none."""
        return self.remember("form", node, lambda n: form_of(self, n))

    def plain(self, node: Any) -> fmpq_mat:
        """As :meth:`table`, from the tables of the parts."""
        return self.remember("plain", node, self._plain)

    def _plain(self, node: Any) -> fmpq_mat:
        if isinstance(node, Matrix):
            return self.variable(node)
        rule = _MATRICES.get(type(node))
        if rule is not None:
            return rule(self, node)
        rows = self.laid_out(node)
        if rows is None:
            raise TypeError(f"{type(node).__name__} is not a matrix of a concrete problem")
        return fmpq_mat(rows)

    def derivative(self, node: Any) -> tuple[AtEigenvalue, int]:
        """Slope, EigenForm and SingularForm as a quotient at an eigenvalue t, to be divided by so many times the root
        of t where singular values are asked for, else 0 times."""
        return self.remember("derivative", node, self._derivative)

    def _derivative(self, node: Any) -> tuple[AtEigenvalue, int]:
        slope = isinstance(node, atoms.Slope)
        source = node.args[0].args[0] if slope else node.args[0]
        singular = isinstance(node, atoms.SingularForm) or isinstance(node.args[0], atoms.S)
        A = self.table(source)
        order = min(A.nrows(), A.ncols())
        i = self.position(node.args[1], order)
        if order > DERIVATIVE_LIMIT:
            raise Irrational(f"{node.name} is evaluated up to order {DERIVATIVE_LIMIT}, not {order}")
        simple_pair(A, i, singular)
        if not slope:
            X = self.table(node.args[2])
            return eigen_form(*((A.transpose() * A, i, X * A) if singular else (A, i, X))), int(singular)
        x, bound = node.args[2], self._bound

        def family(at: fmpq) -> fmpq_mat:
            instance = Instance(self.instance.dims, {**self.instance.values, x.name: to_fraction(at)})
            found = ExactInterpreter(instance).matrix(source, bound)
            return small_gram(found) if singular else symmetric(found)

        times = 2 if singular else 1
        return eigen_derivative(family, times * degree(source, x), self.scalar(x), i), times * singular

    def constant(self, q: fmpq) -> fmpq:
        return q

    def pi(self) -> fmpq:
        raise Irrational("pi")

    def as_rational(self, x: fmpq) -> fmpq:
        return x

    def divide(self, a: fmpq, b: fmpq) -> fmpq:
        if b == 0:
            raise Undefined("quotient by zero")
        return a / b

    def power(self, a: fmpq, k: int) -> fmpq:
        if abs(k) > 1 and not writable(height(a), k):
            raise Irrational(f"a power with the exponent {k}, too long to write out")
        return fmpq(1) if k == 0 else a**k

    def root(self, a: fmpq) -> fmpq:
        if a < 0:
            raise Undefined("square root of a negative number")
        found = rational_root(a)
        if found is None:
            raise Irrational(f"sqrt({a})")
        return found

    def exponential(self, a: fmpq) -> fmpq:
        if a != 0:
            raise Irrational(f"exp({a})")
        return fmpq(1)

    def error_function(self, a: fmpq) -> fmpq:
        if a != 0:
            raise Irrational(f"erf({a})")
        return a

    def logarithm(self, a: fmpq) -> fmpq:
        if a <= 0:
            raise Undefined("logarithm of a number that is not positive")
        if a != 1:
            raise Irrational(f"log({a})")
        return fmpq(0)

    def real_power(self, a: fmpq, b: fmpq) -> fmpq:
        if a < 0 or a == 0 and b <= 0:
            raise Undefined(f"({a})**({b})")
        found = a if a == 0 else rational_power(a, b)
        if found is None:
            raise Irrational(f"{a}**({b})")
        return found

    def is_positive(self, a: fmpq) -> bool:
        return a > 0

    def larger(self, a: fmpq, b: fmpq) -> fmpq:
        return max(a, b)

    def smaller(self, a: fmpq, b: fmpq) -> fmpq:
        return min(a, b)

    def infinity(self) -> fmpq:
        raise Irrational("infinity")

    def rows(self, node: Any) -> list[list[fmpq]]:
        return self.table(node).tolist()

    def singular(self, node: Any) -> list[fmpq]:
        return _rational_only(self.singular_entries(node))

    def eigen(self, node: Any) -> list[fmpq]:
        return _rational_only(self.eigen_entries(node))

    def nonzero(self, node: Any) -> int:
        return ball_spectra.rank(self.table(node.args[0]))

    def singular_entries(self, node: Any) -> list[fmpq | None]:
        """Singular values, descending, with None for the irrational ones."""
        return self.remember("singular entries", node, lambda n: rational_singular_values(self.table(n)))

    def eigen_entries(self, node: Any) -> list[fmpq | None]:
        """Eigenvalues of a symmetric matrix, descending, with None for the irrational ones."""
        return self.remember("eigen entries", node, lambda n: rational_eigenvalues(symmetric(self.table(n))))

    def entries(self, vector: Any) -> list[Any]:
        read = {atoms.S: self.singular_entries, atoms.Lam: self.eigen_entries}.get(type(vector))
        return super().entries(vector) if read is None else read(vector.args[0])

    def certain(self, values: list[fmpq | None]) -> list[fmpq]:
        return _rational_only(values)

    def _evaluate(self, node: Any) -> list[fmpq]:
        # One entry of a spectrum may be rational where others are not, the square of a root where the root is not.
        if isinstance(node, core.Power) and int(node.args[1]) > 0 and int(node.args[1]) % 2 == 0:
            base, k = node.args[0], int(node.args[1]) // 2
            if isinstance(base, atoms.NormF):
                return [self.power(self._squares(base), k)]
            if isinstance(base, core.Sqrt):
                return [self.power(self._non_negative(x), k) for x in self.value(base.args[0])]
        return super()._evaluate(node)

    def _non_negative(self, x: fmpq) -> fmpq:
        if x < 0:
            raise Undefined("square root of a negative number")
        return x

    def _squares(self, node: Any) -> fmpq:
        return sum((x * x for x in self.table(node.args[0]).entries()), fmpq(0))

    def total(self, node: core.Total) -> list[fmpq]:
        vector = node.args[0]
        if isinstance(vector, atoms.Lam):
            return [trace(symmetric(self.table(vector.args[0])))]
        if isinstance(vector, core.Power) and isinstance(vector.args[0], atoms.S | atoms.Lam) and vector.args[1] == 2:
            if isinstance(vector.args[0], atoms.Lam):
                symmetric(self.table(vector.args[0].args[0]))  # or undefined
            return [self._squares(vector.args[0])]
        if isinstance(vector, atoms.S):
            return [self._nuclear(vector)]
        return super().total(node)

    def _nuclear(self, node: atoms.S) -> fmpq:
        """Sum of the singular values: rational where all are, and where the root of the Gram matrix is."""
        try:
            return self.add(self.value(node))
        except Irrational:
            return trace(self.table(functions.MatAbs(node.args[0])))

    def product(self, node: core.Product) -> list[fmpq]:
        vector = node.args[0]
        if isinstance(vector, atoms.Lam):
            return [symmetric(self.table(vector.args[0])).det()]
        if isinstance(vector, atoms.S):
            return [self.root(squared_product(self.table(vector.args[0])))]
        return super().product(node)

    def singular_powers(self, node: atoms.Schatten, p: fmpq) -> fmpq:
        A = self.table(node.args[1])
        if p.q == 1 and p.p % 2 == 0 and p <= LONGEST_TRACE:
            return trace((A.transpose() * A) ** (int(p.p) // 2))
        return super().singular_powers(node, p)


def _numerical_radius(self: ExactInterpreter, node: Any) -> fmpq:
    known = known_radius(node.args[0], self.table(node.args[0]))
    if known is None:
        raise Irrational(f"{node.name}(...)")
    return self.value(known)[0]


def _irrational(self: ExactInterpreter, node: Any) -> fmpq:
    raise Irrational(f"{node.name}(...)")


ExactInterpreter.ATOMS = {
    atoms.Tr: lambda self, n: trace(self.table(n.args[0])),
    atoms.Det: lambda self, n: self.table(n.args[0]).det(),
    atoms.RealEigenvalues: lambda self, n: fmpq(count_real_eigenvalues(self.table(n.args[0]))),
    atoms.NormF: lambda self, n: self.root(self._squares(n)),
    atoms.Rho: lambda self, n: _rational_only([rational_spectral_radius(self.table(n.args[0]))])[0],
    NumRadius: _numerical_radius,
    **dict.fromkeys((atoms.EigenForm, atoms.SingularForm, atoms.Slope), _irrational),
}


def _rational_only(values: Sequence[fmpq | None]) -> list[fmpq]:
    found = [x for x in values if x is not None]
    if len(found) < len(values):
        raise Irrational("an irrational singular value or eigenvalue")
    return found


def rational_eigenvalues(A: fmpq_mat) -> list[fmpq | None]:
    """Eigenvalues, descending, of a rational symmetric matrix; None where one is irrational.

    Raises Irrational where the characteristic polynomial is too expensive to factor.
    """
    N, d = integer_scaling(A)
    if not affordable(N):
        raise Irrational(f"the spectrum of a matrix of order {N.nrows()} is too expensive to factor")
    roots = order_factor_roots(spectrum_factors(N, d))
    return [fmpq(-f[0], f[1]) if f.degree() == 1 else None for f, _ in roots]


def squared_product(A: fmpq_mat) -> fmpq:
    """Square of the product of all singular values."""
    return small_gram(A).det()


def rational_spectral_radius(A: fmpq_mat) -> fmpq | None:
    """Largest modulus of an eigenvalue of a square matrix with rational eigenvalues only; None for another."""
    N, d = integer_scaling(A)
    if not affordable(N):
        return None
    factors = spectrum_factors(N, d)
    if any(f.degree() > 1 for f, _ in factors):
        return None
    return max((abs(fmpq(-f[0], f[1])) for f, _ in factors), default=fmpq(0))


def rational_singular_values(A: fmpq_mat) -> list[fmpq | None]:
    """Singular values, descending; None where one is irrational.  Raises as :func:`rational_eigenvalues`."""
    N, d = integer_scaling(A)
    squares = rational_eigenvalues(fmpq_mat(gram(N)) / (d * d))
    return [None if x is None else rational_root(x) for x in squares]


def _gradient_gram(self: ExactInterpreter, node: Any) -> fmpq_mat:
    layers, data = node.args
    weights = [to_fraction_rows(self.table(w)) for w in layers.args]
    inputs = to_fraction_rows(self.table(data).transpose())
    return to_fmpq_mat(gauss_newton_outer_product_exact(weights, inputs))


_MATRICES: dict[type, Callable[[ExactInterpreter, Any], fmpq_mat]] = {
    matrices.Id: lambda self, n: identity(self.integer(n.args[0])),
    matrices.MatPlus: lambda self, n: reduce(lambda a, b: a + b, [self.table(a) for a in n.args]),
    matrices.MatNeg: lambda self, n: self.table(n.args[0]) * -1,
    matrices.MatTimes: lambda self, n: reduce(lambda a, b: a * b, [self.table(a) for a in n.args]),
    matrices.Scaled: lambda self, n: self.table(n.args[1]) * self.scalar(n.args[0]),
    matrices.Transpose: lambda self, n: self.table(n.args[0]).transpose(),
    families.GradientGram: _gradient_gram,
    functions.Inverse: _inverse,
    functions.PseudoInverse: lambda self, n: pseudo_inverse(self.table(n.args[0])),
    functions.Ones: _ones,
    families.Unit: _unit,
    functions.MatExp: _exponential,
    functions.MatLog: _logarithm,
    functions.MatSqrt: lambda self, n: _root(_argument(self, n, False)),
    functions.MatAbs: _absolute,
}
