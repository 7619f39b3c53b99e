"""Rigorous interpreter: every number is a ball that contains the true value, at one stated precision.

A matrix stays an exact fmpq_mat as long as its scalars are rational and becomes an arb_mat otherwise.  What a ball
cannot tell (whether a denominator is zero, the rank of an inexact matrix) raises `Undecided`: more bits, or exact
arithmetic, may tell.  What certainly has no meaning raises `Undefined`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import mul
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat

from lemmata.evaluate.ball_functions import MATRICES, known_symmetric, rank_by_form, refuse_asymmetric
from lemmata.evaluate.exact import ExactInterpreter, known_radius, symmetric, trace
from lemmata.evaluate.interpreter import Interpreter, Irrational, Undecided, Undefined, rule_for
from lemmata.evaluate.matrix_polynomials import convolve
from lemmata.language import atoms
from lemmata.language.numerical_range import NumRadius
from lemmata.linalg import ball_spectra, derivatives
from lemmata.linalg.characteristic import count_real_eigenvalues, gram, integer_scaling, real_roots
from lemmata.linalg.numerical_radius import numerical_radius
from lemmata.linalg.precision import precision
from lemmata.linalg.spectral_radius import spectral_radius

GUARD = 16
DERIVATIVE_LIMIT = 16  # order up to which derivatives and eigenvector forms are read off exact polynomials

Ball = fmpq_mat | arb_mat


class BallInterpreter(Interpreter[arb]):
    """Balls of one instance at ``bits`` of working precision.

    ``matrix(node, at)`` is an fmpq_mat or arb_mat, ``quantity(node, at)`` a list of arb; see :class:`Interpreter` for
    the errors raised.  ``exact`` is an exact interpreter of the same instance, shared between precisions.
    """

    def __init__(self, exact: ExactInterpreter, bits: int) -> None:
        super().__init__(exact.instance)
        self.exact = exact
        self.bits = bits

    def quantity(self, node: Any, at: Mapping[str, int] | None = None) -> list[arb]:
        with precision(self.bits + GUARD):
            return super().quantity(node, at)

    def matrix(self, node: Any, at: Mapping[str, int] | None = None) -> Ball:
        """Value of a matrix expression, bound indices taking the values in ``at``."""
        self._bound = at or {}
        with precision(self.bits + GUARD):
            return self.table(node)

    def table(self, node: Any) -> Ball:
        """As :meth:`matrix`, at the current values of the bound indices and the current precision."""
        return self.remember("matrix", node, self._matrix)

    def _matrix(self, node: Any) -> Ball:
        try:
            return self.exact.matrix(node, self._bound)
        except Irrational:
            return self._ball_matrix(node)

    def _ball_matrix(self, node: Any) -> arb_mat:
        rule = MATRICES.get(type(node))
        if rule is None:
            raise Undecided(f"{type(node).__name__} is evaluated for rational arguments only")
        value = rule(self, node)
        if not all(x.is_finite() for x in value.entries()):
            raise Undecided(f"{type(node).__name__} has no finite enclosure")
        return value

    def remember(self, kind: str, node: Any, evaluate: Callable[[Any], Any]) -> Any:
        def within_range(n: Any) -> Any:
            try:
                return evaluate(n)
            except OverflowError as reason:
                raise Undecided(str(reason)) from None

        return super().remember(kind, node, within_range)

    def rows(self, node: Any) -> list[list[arb]]:
        return arb_mat(self.table(node)).tolist()

    def constant(self, q: fmpq) -> arb:
        return arb(q)

    def pi(self) -> arb:
        return arb.pi()

    def as_rational(self, x: arb) -> fmpq:
        raise Undecided("a ball is not an integer")

    def integer(self, node: Any) -> int:
        self.exact._bound = self._bound
        try:
            return self.exact.integer(node)
        except Irrational:
            raise Undecided("an irrational number is used as an index") from None

    def add(self, xs: Sequence[arb]) -> arb:
        return sum(xs[1:], xs[0])

    def multiply(self, a: arb, b: arb) -> arb:
        return a * b

    def negate(self, a: arb) -> arb:
        return -a

    def divide(self, a: arb, b: arb) -> arb:
        if b.is_zero():
            raise Undefined("quotient by zero")
        if b.contains(0):
            raise Undecided("a denominator may be zero")
        return a / b

    def power(self, a: arb, k: int) -> arb:
        return arb(1) if k == 0 else a**k

    def root(self, a: arb) -> arb:
        if a.is_zero():
            return arb(0)
        if a < 0:
            raise Undefined("square root of a negative number")
        if not a > 0:
            raise Undecided("a radicand may be negative")
        return a.sqrt()

    def exponential(self, a: arb) -> arb:
        return a.exp()

    def error_function(self, a: arb) -> arb:
        return a.erf()

    def logarithm(self, a: arb) -> arb:
        if a <= 0:
            raise Undefined("logarithm of a number that is not positive")
        if not a > 0:
            raise Undecided("the argument of a logarithm may be zero")
        return a.log()

    def real_power(self, a: arb, b: arb) -> arb:
        if a < 0 or a.is_zero() and b <= 0:
            raise Undefined("a real power of a negative number, or a power of zero that is not positive")
        if a > 0:
            return a**b
        if a.is_zero() and b > 0:
            return arb(0)
        raise Undecided("the base of a real power may be zero or negative")

    def is_positive(self, a: arb) -> bool:
        if not (a > 0 or a <= 0):
            raise Undecided("an exponent may be zero")
        return bool(a > 0)

    def absolute(self, a: arb) -> arb:
        return abs(a)

    def larger(self, a: arb, b: arb) -> arb:
        return a.max(b)

    def smaller(self, a: arb, b: arb) -> arb:
        return a.min(b)

    def infinity(self) -> arb:
        return arb.pos_inf()

    def singular(self, node: Any) -> list[arb]:
        return ball_spectra.singular_values(self.table(node), self.bits)

    def singular_powers(self, node: atoms.Schatten, p: arb) -> arb:
        powers = []
        for x in self.value(atoms.S(node.args[1])):
            # a singular value is never negative, whatever its ball
            powers.append(x**p if x > 0 else arb(0) if x.is_zero() else arb(0).union(x.upper() ** p))
        return self.add(powers)

    def schatten(self, node: atoms.Schatten) -> arb:
        p = self.scalar(node.args[0])
        if not self.is_positive(p):
            raise Undefined(f"schatten({node.args[0]}, ...) needs a positive exponent")
        powers = self.singular_powers(node, p)
        if powers > 0:
            return powers ** (1 / p)
        return arb(0) if powers.is_zero() else arb(0).union(powers.upper() ** (1 / p))

    def eigen(self, node: Any) -> list[arb]:
        A = self.table(node)
        if isinstance(A, fmpq_mat):
            return ball_spectra.symmetric_eigenvalues(symmetric(A), self.bits)
        if not known_symmetric(self, node):
            refuse_asymmetric(A, "the spectrum")
            raise Undecided("an inexact matrix is not known to be symmetric")
        return ball_spectra.symmetric_eigenvalues(A, self.bits)

    def special(self, node: Any) -> arb:
        return rule_for(ATOMS, node)(self, node)

    def _spectral_radius(self, node: Any, A: Ball) -> arb:
        if isinstance(A, arb_mat) and known_symmetric(self, node):
            values = self.remember("eigen", node, self.eigen)
            return abs(values[0]).max(abs(values[-1]))
        return spectral_radius(A, self.bits)

    def _nonzero(self, node: Any) -> int:
        """How many singular values of the argument are not zero."""
        A = self.table(node.args[0])
        if isinstance(A, fmpq_mat):
            return ball_spectra.rank(A)
        values = self.remember("singular", node.args[0], self.singular)
        nonzero = len(values) if values[-1] > 0 else rank_by_form(self, node.args[0])
        if nonzero is None:
            raise Undecided("an inexact matrix may be rank deficient")
        return nonzero

    def _derivative(self, node: Any) -> arb:
        source = node.args[0].args[0] if isinstance(node, atoms.Slope) else node.args[0]
        A = self.table(source)
        singular = isinstance(node, atoms.SingularForm) or isinstance(node.args[0], atoms.S)
        if not isinstance(A, fmpq_mat):
            raise Undecided(f"{node.name} of an inexact matrix")
        order = min(A.nrows(), A.ncols())
        i = self.position(node.args[1], order)
        if order > DERIVATIVE_LIMIT:
            raise Undecided(f"{node.name} is evaluated up to order {DERIVATIVE_LIMIT}, not {order}")
        simple_pair(A, i, singular)
        if isinstance(node, atoms.Slope):
            return self._slope(node, A, i, singular)
        X = self.table(node.args[2])
        if not isinstance(X, fmpq_mat):
            raise Undecided(f"{node.name} of an inexact matrix")
        form = derivatives.singular_form if singular else derivatives.eigen_form
        return form(A, i, X, self.bits)

    def _slope(self, node: Any, A: fmpq_mat, i: int, singular: bool) -> arb:
        variable, source = node.args[2], node.args[0].args[0]
        self.exact._bound = self._bound
        coefficients = self.exact.polynomial(source, variable)
        at = self.exact.scalar(variable)
        if not singular:
            return derivatives.eigen_derivative(coefficients, at, i, self.bits)
        squares = gram_polynomial(coefficients)
        return derivatives.eigen_derivative(squares, at, i, self.bits) / (
            2 * self.remember("singular", source, self.singular)[i]
        )


def gram_polynomial(coefficients: Sequence[fmpq_mat]) -> list[fmpq_mat]:
    """Coefficients of the smaller Gram matrix of a matrix polynomial."""
    turned = [c.transpose() for c in coefficients]
    tall = coefficients[0].ncols() <= coefficients[0].nrows()
    pair = (turned, coefficients) if tall else (coefficients, turned)
    return convolve(mul, *pair)


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


def _frobenius(self: BallInterpreter, node: Any) -> arb:
    A = self.table(node.args[0])
    if isinstance(A, fmpq_mat):
        return self.root(arb(sum((x * x for x in A.entries()), fmpq(0))))
    square = self.add([x.abs_lower().union(x.abs_upper()) ** 2 for x in map(arb, A.entries())])
    return square.sqrt() if square > 0 else arb(0).union(square.upper().sqrt())


def _trace(self: BallInterpreter, node: Any) -> arb:
    A = self.table(node.args[0])
    return arb(trace(A)) if isinstance(A, fmpq_mat) else A.trace()


def _real_eigenvalues(self: BallInterpreter, node: Any) -> arb:
    A = self.table(node.args[0])
    if not isinstance(A, fmpq_mat):
        raise Undecided(f"{node.name} of an inexact matrix")
    return arb(count_real_eigenvalues(A))


def _cond(self: BallInterpreter, node: Any) -> arb:
    nonzero = self._nonzero(node)
    if nonzero == 0:
        raise Undefined("cond of the zero matrix")
    values = self.remember("singular", node.args[0], self.singular)
    return self.divide(values[0], values[nonzero - 1])


def _numerical_radius(self: BallInterpreter, node: Any) -> arb:
    A = self.table(node.args[0])
    known = known_radius(node.args[0], A) if isinstance(A, fmpq_mat) else None
    return self.value(known)[0] if known is not None else numerical_radius(A, self.bits)


ATOMS: dict[type, Callable[[BallInterpreter, Any], arb]] = {
    atoms.Tr: _trace,
    atoms.Det: lambda self, n: arb(self.table(n.args[0]).det()),
    atoms.Rank: lambda self, n: arb(self._nonzero(n)),
    atoms.RealEigenvalues: _real_eigenvalues,
    atoms.NormF: _frobenius,
    atoms.Norm2: lambda self, n: ball_spectra.operator_norm(self.table(n.args[0]), self.bits),
    atoms.Rho: lambda self, n: self._spectral_radius(n.args[0], self.table(n.args[0])),
    NumRadius: _numerical_radius,
    atoms.Cond: _cond,
    atoms.EigenForm: BallInterpreter._derivative,
    atoms.SingularForm: BallInterpreter._derivative,
    atoms.Slope: BallInterpreter._derivative,
}
