"""Rigorous interpreter: every number is a ball that contains the true value, at one stated precision.

A matrix stays an exact fmpq_mat as long as its scalars are rational and becomes an arb_mat otherwise.  What a ball
cannot tell (whether a denominator is zero, the rank of an inexact matrix) raises `Undecided`: more bits, or exact
arithmetic, may tell.  What certainly has no meaning raises `Undefined`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat
from sympy import Integer

from lemmata.evaluate import matrix_words
from lemmata.evaluate.exact import ExactInterpreter, known_radius, symmetric, trace
from lemmata.evaluate.interpreter import Interpreter, Irrational, Undecided, Undefined
from lemmata.language import atoms, columns, core, families, forms, functions, matrices
from lemmata.language.specification import Mirror
from lemmata.language.subspaces import NumRadius
from lemmata.linalg import ball_spectra, enclosures
from lemmata.linalg.ball_spectra import positive_semidefinite, spectral_radius
from lemmata.linalg.characteristic import count_real_eigenvalues
from lemmata.linalg.numerical_radius import numerical_radius
from lemmata.linalg.precision import precision

# Ball rules of the matrix nodes, and what the form of a matrix says where its balls cannot: semidefiniteness and rank.
#
# Rules take a ball interpreter and a node whose value is not rational.
symmetric_by_form = lru_cache(maxsize=4096)(forms.symmetric_by_form)


def _folded(combine: Callable[[arb_mat, arb_mat], arb_mat]) -> Callable[[Any, Any], arb_mat]:
    return lambda self, node: reduce(combine, [arb_mat(self.table(a)) for a in node.args])


def _refuse_singular(self: Any, node: Any) -> None:
    """Raise Undefined where form and rational parts show that the argument of a node is singular."""
    rank = rank_by_form(self, node.args[0])
    if rank is not None and rank < int(node.shape[0]):
        raise Undefined(f"{node.name} of a singular matrix")


def _inverse(self: Any, node: Any) -> arb_mat:
    _refuse_singular(self, node)
    try:
        return arb_mat(self.table(node.args[0])).inv()
    except ZeroDivisionError:
        raise Undecided("an inexact matrix may be singular") from None


def _pseudo_inverse(self: Any, node: Any) -> arb_mat:
    """Of full rank, (A^T A)^-1 A^T or A^T (A A^T)^-1; of other irrational matrices it jumps at each nearby one."""
    A = arb_mat(self.table(node.args[0]))
    turned = A.transpose()
    try:
        if A.nrows() >= A.ncols():
            return (turned * A).inv() * turned
        return turned * (A * turned).inv()
    except ZeroDivisionError:
        raise Undecided("an inexact matrix may not have full rank") from None


def _root(self: Any, node: Any) -> arb_mat:
    A = _symmetric(self, node)
    if not isinstance(A, fmpq_mat) and not semidefinite_by_form(self, node.args[0]):
        smallest = ball_spectra.symmetric_eigenvalues(A, self.bits)[-1]
        if smallest < 0:
            raise Undefined(f"{node.name} of a matrix with a negative eigenvalue")
        if not smallest >= 0:
            raise Undecided("an inexact matrix may have a negative eigenvalue")
    return enclosures.square_root(A, self.bits)


def _logarithm(self: Any, node: Any) -> arb_mat:
    A = _symmetric(self, node)
    smallest = ball_spectra.symmetric_eigenvalues(A, self.bits)[-1]
    if smallest < 0:
        raise Undefined(f"{node.name} of a matrix that is not positive definite")
    if not smallest > 0:
        _refuse_singular(self, node)
        raise Undecided("the smallest eigenvalue of a matrix may be zero")
    return enclosures.logarithm(A, self.bits, smallest)


def _absolute(self: Any, node: Any) -> arb_mat:
    A = self.table(node.args[0])
    return enclosures.square_root(A.transpose() * A, self.bits)


def _symmetric(self: Any, node: Any) -> fmpq_mat | arb_mat:
    """The argument of a function of symmetric matrices; rational ones have been examined by exact arithmetic."""
    A = self.table(node.args[0])
    if not isinstance(A, fmpq_mat) and not known_symmetric(self, node.args[0]):
        refuse_asymmetric(A, node.name)
        raise Undecided("an inexact matrix is not known to be symmetric")
    return A


def refuse_asymmetric(A: arb_mat, name: str) -> None:
    """Raise Undefined where no member of a ball matrix is symmetric."""
    rows = A.tolist()
    if any(not rows[i][j].overlaps(rows[j][i]) for i in range(len(rows)) for j in range(i)):
        raise Undefined(f"{name} of a matrix that is not symmetric")


MATRICES: dict[type, Callable[[Any, Any], arb_mat]] = {
    matrices.MatPlus: _folded(lambda a, b: a + b),
    matrices.MatNeg: lambda self, n: arb_mat(self.table(n.args[0])) * -1,
    matrices.MatTimes: _folded(lambda a, b: a * b),
    matrices.Scaled: lambda self, n: arb_mat(self.table(n.args[1])) * self.scalar(n.args[0]),
    matrices.Transpose: lambda self, n: arb_mat(self.table(n.args[0])).transpose(),
    functions.Inverse: _inverse,
    functions.PseudoInverse: _pseudo_inverse,
    functions.MatExp: lambda self, n: arb_mat(self.table(n.args[0])).exp(),
    functions.MatSqrt: _root,
    functions.MatLog: _logarithm,
    functions.MatAbs: _absolute,
}


# What forms say.
def known_symmetric(self: Any, node: Any) -> bool:
    """Whether the form of an expression, and the values of its rational parts, show that it is symmetric."""
    rows, cols = node.shape
    if rows != cols:
        return False
    if symmetric_by_form(node):
        return True
    A = self.table(node)
    if isinstance(A, fmpq_mat):
        return A.transpose() == A
    if node.spec.mirror is Mirror.COVARIANT or isinstance(node, _SYMMETRY_KEPT):
        return known_symmetric(self, node.args[-1])
    if isinstance(node, matrices.Kron | functions.Hadamard):
        return all(known_symmetric(self, a) for a in node.args)
    if isinstance(node, matrices.MatPlus):
        rest = [a for a in node.args if not known_symmetric(self, a)]
        while rest:
            mirror = transposed(rest.pop())
            if mirror not in rest:
                break
            rest.remove(mirror)
        else:
            return True
    if isinstance(node, families.VStack):
        entries = _written_out(node)
        pairs = ((i, j) for i in range(len(entries)) for j in range(i))
        if entries and all(_ordered(self, entries[i][j]) == _ordered(self, entries[j][i]) for i, j in pairs):
            return True
    if isinstance(node, matrices.MatTimes):
        middle = _middle(node)
        if middle is not None and (middle is _NOTHING or known_symmetric(self, middle)):
            return True
    try:
        form = self.exact.form(node)
    except Irrational:
        return False
    return matrix_words.transpose(form) == form


_OF_NUMBERS = (
    core.Plus, core.Times, core.Neg, core.Quotient, core.Power, core.RealPower, core.Sqrt, core.Exp, core.Log, core.Abs,
)  # fmt: skip
_SAME_OF_TRANSPOSE = (
    atoms.SMax, atoms.SMin, atoms.Norm2, atoms.NormF, atoms.NormN, atoms.Schatten, atoms.KyFan, atoms.MaxAbs,
    atoms.Cond, atoms.Rank, atoms.Rho, atoms.Tr, atoms.Det, NumRadius,
)  # fmt: skip
_SYMMETRY_KEPT = (matrices.Scaled, matrices.MatNeg, matrices.Transpose)
_NOTHING = object()


def _written_out(node: Any) -> list[list[Any]]:
    """The entries of rows of numbers, `vstack(vstack(x * I(1), ...).T, ...)`; none for other blocks."""
    rows, one = [], matrices.Id(1)
    for block in node.args:
        row = block.args[0] if isinstance(block, matrices.Transpose) else None
        if not isinstance(row, families.VStack):
            return []
        if not all(x == one or isinstance(x, matrices.Scaled) and x.args[1] == one for x in row.args):
            return []
        rows.append([Integer(1) if x == one else x.args[0] for x in row.args])
    return rows if all(len(row) == len(rows) for row in rows) else []


def _ordered(self: Any, node: Any) -> Any:
    """A number with terms and factors in one order, rational parts by their values, and a matrix or its transpose where
    either has the same norm: the same for what differs in that alone."""
    self.exact._bound = self._bound
    with contextlib.suppress(Irrational):
        return self.exact.scalar(node)
    if isinstance(node, _SAME_OF_TRANSPOSE):
        *count, a = node.args
        forms = _turned(a) if isinstance(node, atoms.Tr) else [a]
        return (type(node), *count, min(repr(b) for form in forms for b in (form, transposed(form))))
    if not isinstance(node, _OF_NUMBERS):
        return node
    args = [_ordered(self, a) for a in node.args]
    return (type(node), *(sorted(args, key=repr) if isinstance(node, core.Plus | core.Times) else args))


def _turned(node: Any) -> list[Any]:
    """The products of one trace: factors from the end come to the front."""
    if not isinstance(node, matrices.MatTimes):
        return [node]
    return [matrices.MatTimes(*node.args[k:], *node.args[:k]) for k in range(len(node.args))]


def _middle(node: Any) -> Any:
    """What stands between the mirrored halves of a product B^T ... B; None where they are no mirror images."""
    factors, k = node.args, len(node.args) // 2
    if not all(transposed(a) == b for a, b in zip(factors[:k], reversed(factors[-k:]), strict=True)):
        return None
    return factors[k] if len(factors) % 2 else _NOTHING


def transposed(node: Any) -> Any:
    """The transpose of a matrix expression, one transposition deep."""
    if isinstance(node, matrices.Transpose):
        return node.args[0]
    if isinstance(node, matrices.MatTimes):
        return matrices.MatTimes(*(transposed(a) for a in reversed(node.args)))
    if isinstance(node, matrices.Scaled):
        return matrices.Scaled(node.args[0], transposed(node.args[1]))
    if _symmetric_leaf(node):
        return node
    return matrices.Transpose(node)


def _symmetric_leaf(node: Any) -> bool:
    return not isinstance(node, matrices.MatPlus) and node.shape[0] == node.shape[1] and symmetric_by_form(node)


def semidefinite_by_form(self: Any, node: Any) -> bool:
    """Whether form and rational parts show that a symmetric expression has no negative eigenvalue."""
    A = self.table(node)
    if isinstance(A, fmpq_mat):
        return A.transpose() == A and positive_semidefinite(A)
    if isinstance(node, functions.MatSqrt | functions.MatAbs):
        return True
    if isinstance(node, functions.MatExp):
        return known_symmetric(self, node.args[0])
    if isinstance(node, matrices.MatPlus | matrices.Kron | functions.Hadamard):
        return all(semidefinite_by_form(self, a) for a in node.args)
    if isinstance(node, matrices.Transpose | functions.Inverse):
        return semidefinite_by_form(self, node.args[0])
    if isinstance(node, matrices.Scaled):
        return self.scalar(node.args[0]) >= 0 and semidefinite_by_form(self, node.args[1])
    if isinstance(node, columns.DiagonalMatrix):
        return all(x >= 0 for x in self.value(node.args[0]))
    if isinstance(node, matrices.MatTimes):
        middle = _middle(node)
        return middle is _NOTHING or middle is not None and semidefinite_by_form(self, middle)
    return False


def rank_by_form(self: Any, node: Any) -> int | None:
    """Rank of an expression where form and rational parts show it, else None."""
    A = self.table(node)
    if isinstance(A, fmpq_mat):
        return ball_spectra.rank(A)
    if isinstance(node, functions.MatExp | functions.Inverse):
        return A.nrows()
    if isinstance(node, matrices.MatNeg | matrices.Transpose | functions.MatSqrt | functions.MatAbs):
        return rank_by_form(self, node.args[0])
    if isinstance(node, matrices.Scaled):
        return rank_by_form(self, node.args[1]) if not self.scalar(node.args[0]).contains(0) else None
    if isinstance(node, matrices.Kron):
        first, second = (rank_by_form(self, a) for a in node.args)
        return None if first is None or second is None else first * second
    if isinstance(node, matrices.MatTimes):
        return _rank_of_product(self, node.args)
    return None


def _rank_of_product(self: Any, factors: Any) -> int | None:
    """Rank of a product all of whose factors but one are regular, or of B^T B."""
    ranks = [rank_by_form(self, a) for a in factors]
    shapes = [(int(a.shape[0]), int(a.shape[1])) for a in factors]
    odd = [r for r, (rows, cols) in zip(ranks, shapes, strict=True) if not r == rows == cols]
    if len(odd) <= 1:
        return odd[0] if odd else shapes[0][0]
    if len(factors) == 2 and transposed(factors[0]) == factors[1]:
        return ranks[0]
    return None


GUARD = 16

Ball = fmpq_mat | arb_mat


class BallInterpreter(Interpreter[arb, Ball]):
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
        with precision(self.bits + GUARD):
            return super().matrix(node, at)

    def _matrix(self, node: Any) -> Ball:
        try:
            return self.exact.matrix(node, self._bound)
        except Irrational:
            return self._ball_matrix(node)

    def _ball_matrix(self, node: Any) -> arb_mat:
        rule = MATRICES.get(type(node))
        if rule is not None:
            value = rule(self, node)
        elif (rows := self.laid_out(node)) is not None:
            value = arb_mat(rows)
        else:
            raise Undecided(f"{type(node).__name__} is evaluated for rational arguments only")
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

    def larger(self, a: arb, b: arb) -> arb:
        return a.max(b)

    def smaller(self, a: arb, b: arb) -> arb:
        return a.min(b)

    def infinity(self) -> arb:
        return arb.pos_inf()

    def singular(self, node: Any) -> list[arb]:
        return ball_spectra.singular_values(self.table(node), self.bits)

    def length_power(self, a: arb, p: arb) -> arb:
        return a**p if a > 0 else arb(0) if a.is_zero() else arb(0).union(a.upper() ** p)

    def eigen(self, node: Any) -> list[arb]:
        A = self.table(node)
        if isinstance(A, fmpq_mat):
            return ball_spectra.symmetric_eigenvalues(symmetric(A), self.bits)
        if not known_symmetric(self, node):
            refuse_asymmetric(A, "the spectrum")
            raise Undecided("an inexact matrix is not known to be symmetric")
        return ball_spectra.symmetric_eigenvalues(A, self.bits)

    def _spectral_radius(self, node: Any, A: Ball) -> arb:
        if isinstance(A, arb_mat) and known_symmetric(self, node):
            values = self.remember("eigen", node, self.eigen)
            return abs(values[0]).max(abs(values[-1]))
        return spectral_radius(A, self.bits)

    def nonzero(self, node: Any) -> int:
        A = self.table(node.args[0])
        if isinstance(A, fmpq_mat):
            return ball_spectra.rank(A)
        values = self.remember("singular", node.args[0], self.singular)
        nonzero = len(values) if values[-1] > 0 else rank_by_form(self, node.args[0])
        if nonzero is None:
            raise Undecided("an inexact matrix may be rank deficient")
        return nonzero

    def _derivative(self, node: Any) -> arb:
        self.exact._bound = self._bound
        try:
            found, times = self.exact.derivative(node)
        except Irrational as reason:
            raise Undecided(str(reason)) from None
        value = found.enclose(self.bits)
        if not times:
            return value
        source = node.args[0].args[0] if isinstance(node, atoms.Slope) else node.args[0]
        return value / (times * self.remember("singular", source, self.singular)[found.i])


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


def _numerical_radius(self: BallInterpreter, node: Any) -> arb:
    A = self.table(node.args[0])
    known = known_radius(node.args[0], A) if isinstance(A, fmpq_mat) else None
    return self.value(known)[0] if known is not None else numerical_radius(A, self.bits)


BallInterpreter.ATOMS = {
    atoms.Tr: _trace,
    atoms.Det: lambda self, n: arb(self.table(n.args[0]).det()),
    atoms.RealEigenvalues: _real_eigenvalues,
    atoms.NormF: _frobenius,
    atoms.Rho: lambda self, n: self._spectral_radius(n.args[0], self.table(n.args[0])),
    NumRadius: _numerical_radius,
    **dict.fromkeys((atoms.EigenForm, atoms.SingularForm, atoms.Slope), BallInterpreter._derivative),
}
