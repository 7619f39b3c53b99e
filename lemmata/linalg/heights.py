"""Exact zero test for real algebraic numbers through heights.

Balls decide the sign of a number that is not zero; they can never show that a number *is* zero.  For algebraic numbers
a gap theorem fills this in.  Write h for the absolute logarithmic Weil height, h(x) = (1/d) sum_v d_v log max(1, |x|_v)
over the places of a field of degree d containing x, with local degrees d_v.  Dropping all places but one real one
leaves log max(1, |x|) <= d h(x).  The product formula gives h(1/x) = h(x), so applying this to 1/x (Liouville):

    x != 0   implies   |x| >= exp(-D h(x))      for any D >= the degree of a field containing x.

So a ball that excludes 0 proves x != 0, and a ball inside (-exp(-D h), exp(-D h)) proves x = 0.  The bound h is carried
along with each operation, always rounded up; all rules are the place-by-place triangle inequality or the product
formula:

* rational p/q: h = log max(|p|, |q|);
* product: h(xy) <= h(x) + h(y), power: h(x^n) = |n| h(x), quotient: h(1/y) = h(y), root: h(sqrt x) = h(x) / 2;
* linear form: h(c_0 + sum c_j x_j) <= h_aff(c) + sum h(x_j) + log k for k terms, since at each place
  max(1, |sum|) <= (k at infinite places) max(1, |c_0|, |c_1|, ...) prod max(1, |x_j|); for rational coefficients with
  least common denominator q, h_aff(c) = log max(q, |q c_0|, |q c_1|, ...).  Common denominators are thus paid for once
  per sum;
* root of an irreducible integer polynomial f of degree k: h = log M(f) / k with the Mahler measure
  M(f) = |lead| prod max(1, |root|) <= ||f||_2 (Landau).

The field degree is bounded by the generators met on the way: adjoining m different roots of one polynomial of degree k
costs at most k (k-1) ... (k-m+1) <= k! (each root found leaves a quotient polynomial of one degree less), a square root
costs at most 2.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, fmpq, fmpz, fmpz_poly

from lemmata.linalg.characteristic import complex_roots, real_roots
from lemmata.linalg.convert import to_fmpq
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import rational_root

Generator = tuple[Any, ...]  # ("root", coefficients, index), ("sqrt", name) or ("radical", order, name)
START_BITS = 64
GUARD_BITS = 64
_fresh = itertools.count()


class UndecidedError(ArithmeticError):
    """An operation needed to know whether a number is zero, and that was too expensive to find out."""


def next_up(x: float) -> float:
    """The next float: makes the result of one rounded operation on bounds a bound again."""
    return math.nextafter(x, math.inf)


def upper_float(x: arb) -> float:
    """A float at least as large as a number known to be non-negative and enclosed by x."""
    bound = float(x.upper())
    if not math.isfinite(bound):
        raise ArithmeticError(f"no finite height bound from {x}")
    return max(0.0, next_up(bound))


def _log_upper(k: fmpz | int) -> float:
    """Upper bound of log k for an integer k >= 1 of any size."""
    if k == 1:
        return 0.0
    with precision(64):
        return upper_float(arb(fmpz(k)).log())


def _affine_height(coefficients: Sequence[fmpq]) -> float:
    """Upper bound of log max(q, |q c_j|) with q the least common denominator of rational numbers c_j."""
    q = fmpz(1)
    for c in coefficients:
        q = q * c.q // q.gcd(c.q)
    return _log_upper(max([q] + [abs((c * q).p) for c in coefficients]))


def _degree_bound(generators: Iterable[Generator]) -> int:
    """Upper bound of the degree of the field generated (see the module's text)."""
    roots: dict[tuple[int, ...], int] = {}
    degree = 1
    for g in generators:
        if g[0] == "root":
            k = len(g[1]) - 1
            degree *= max(k - roots.get(g[1], 0), 1)
            roots[g[1]] = roots.get(g[1], 0) + 1
        else:
            degree *= g[1] if g[0] == "radical" else 2
    return degree


class Algebraic:
    """A real algebraic number: an enclosure at any precision, the generators of a field it lives in, a height bound.

    ``enclose(prec)`` returns an arb; ``generators`` names the field; ``height`` bounds the absolute logarithmic Weil
    height from above.  Build instances with :func:`rational`, :func:`eigenvalues`, :func:`singular_values`,
    :func:`algebraic_sum`, :meth:`sqrt` and the operators + - * / ** abs; other operands of operators may be anything
    ``to_fmpq`` reads.

    Inside, a number is a rational (``value``) or a linear form ``constant + sum coefficient * atom`` over other
    Algebraics; equal atoms are merged, so x - x is the rational 0 without any test.  ``==`` is identity of objects;
    equality of numbers is ``is_zero(x - y)``.
    """

    __slots__ = ("_cache", "_enclose", "_form", "_sqrt", "generators", "height", "value")

    def __init__(
        self, enclose: Callable[[int], arb], generators: Iterable[Generator], height: float, value: fmpq | None = None
    ) -> None:
        if not height >= 0.0:
            raise ValueError(f"a height is a non-negative number, got {height}")
        self._enclose = enclose
        self.generators = frozenset(generators)
        self.height = height
        self.value = value
        self._cache: tuple[int, arb] | None = None
        self._form: tuple[fmpq, dict[Algebraic, fmpq]] | None = None
        self._sqrt: Algebraic | None = None

    def enclose(self, prec: int) -> arb:
        """A ball containing the number, computed with at least ``prec`` bits (its radius depends on cancellation)."""
        if self._cache is None or self._cache[0] < prec:
            with precision(prec):
                self._cache = (prec, self._enclose(prec))
        return self._cache[1]

    @property
    def degree(self) -> int:
        """Upper bound of the degree of a field that contains the number."""
        return 1 if self.value is not None else _degree_bound(self.generators)

    def linear_form(self) -> tuple[fmpq, dict[Algebraic, fmpq]]:
        """(constant, {atom: coefficient}) with value constant + sum coefficient * atom."""
        if self.value is not None:
            return self.value, {}
        return self._form if self._form is not None else (fmpq(0), {self: fmpq(1)})

    def __repr__(self) -> str:
        shown = str(self.value) if self.value is not None else self.enclose(START_BITS).str(12)
        return f"Algebraic({shown}, degree <= {self.degree}, height <= {self.height:.4g})"

    def __add__(self, other: Any) -> Algebraic:
        return algebraic_sum([self, other])

    __radd__ = __add__

    def __neg__(self) -> Algebraic:
        return self * -1

    def __sub__(self, other: Any) -> Algebraic:
        return algebraic_sum([self, -algebraic(other)])

    def __rsub__(self, other: Any) -> Algebraic:
        return algebraic_sum([other, -self])

    def __mul__(self, other: Any) -> Algebraic:
        b = algebraic(other)
        for x, y in ((self, b), (b, self)):
            if x.value is not None:
                constant, atoms = y.linear_form()
                return _from_form(constant * x.value, {atom: c * x.value for atom, c in atoms.items()})
        return Algebraic(
            lambda prec: self.enclose(prec) * b.enclose(prec),
            self.generators | b.generators,
            next_up(self.height + b.height),
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Algebraic:
        return self * algebraic(other).inverse()

    def __rtruediv__(self, other: Any) -> Algebraic:
        return algebraic(other) * self.inverse()

    def inverse(self) -> Algebraic:
        """1/x.  Raises ZeroDivisionError when x is zero, UndecidedError when that is too expensive to decide."""
        if self.value is not None:
            if self.value == 0:
                raise ZeroDivisionError("division by an algebraic number that is zero")
            return rational(1 / self.value)
        zero = is_zero(self)
        if zero is None:
            raise UndecidedError("could not decide whether a divisor is zero")
        if zero:
            raise ZeroDivisionError("division by an algebraic number that is zero")
        return Algebraic(lambda prec: 1 / self.enclose(prec), self.generators, self.height)

    def __pow__(self, exponent: int) -> Algebraic:
        """Integer powers; x**0 is 1, 0**0 included."""
        if not isinstance(exponent, int):
            raise TypeError("only integer powers of algebraic numbers are formed here; see sqrt()")
        if exponent < 0:
            return self.inverse() ** -exponent
        if exponent == 0:
            return rational(1)
        if exponent == 1:
            return self
        if self.value is not None:
            return rational(self.value**exponent)
        return Algebraic(lambda prec: self.enclose(prec) ** exponent, self.generators, next_up(exponent * self.height))

    def __abs__(self) -> Algebraic:
        """|x|: one of x and -x, hence in the same field and of the same height; no sign needs to be known."""
        if self.value is not None:
            return rational(abs(self.value))
        return Algebraic(lambda prec: abs(self.enclose(prec)), self.generators, self.height)

    def sqrt(self) -> Algebraic:
        """The non-negative root.  Raises ValueError for a negative number, UndecidedError for an undecided sign."""
        if self._sqrt is None:
            self._sqrt = _square_root(self)
        return self._sqrt


def algebraic(x: Any) -> Algebraic:
    """x itself when it is Algebraic, else the rational number ``to_fmpq`` reads."""
    return x if isinstance(x, Algebraic) else rational(x)


def rational(x: Any) -> Algebraic:
    """The rational number ``to_fmpq`` reads, as Algebraic."""
    q = to_fmpq(x)
    return Algebraic(lambda prec: arb(q), (), _log_upper(max(abs(q.p), q.q)), value=q)


def _from_form(constant: fmpq, atoms: dict[Algebraic, fmpq]) -> Algebraic:
    kept = {atom: c for atom, c in atoms.items() if c != 0}
    if not kept:
        return rational(constant)
    if constant == 0 and len(kept) == 1:
        atom, c = next(iter(kept.items()))
        if c == 1:
            return atom
    coefficients = ([constant] if constant != 0 else []) + list(kept.values())
    height = next_up(_affine_height(coefficients) + _log_upper(len(coefficients)))
    for atom in kept:
        height = next_up(height + atom.height)

    def enclose(prec: int) -> arb:
        total = arb(constant)
        for atom, c in kept.items():
            total += arb(c) * atom.enclose(prec)
        return total

    number = Algebraic(enclose, frozenset().union(*(atom.generators for atom in kept)), height)
    number._form = (constant, kept)
    return number


def algebraic_sum(terms: Iterable[Any]) -> Algebraic:
    """Sum of any number of terms as one linear form: nested sums are flattened and equal atoms merged first."""
    constant = fmpq(0)
    atoms: dict[Algebraic, fmpq] = {}
    for term in terms:
        shift, form = algebraic(term).linear_form()
        constant += shift
        for atom, c in form.items():
            atoms[atom] = atoms.get(atom, fmpq(0)) + c
    return _from_form(constant, atoms)


def _rational_sqrt(q: fmpq) -> fmpq | None:
    """The square root of a non-negative rational where that is rational."""
    p_root, q_root = q.p.isqrt(), q.q.isqrt()
    return fmpq(p_root, q_root) if p_root**2 == q.p and q_root**2 == q.q else None


def _square_root(a: Algebraic) -> Algebraic:
    name: tuple[Any, ...]
    if a.value is not None:
        if a.value < 0:
            raise ValueError("square root of a negative number")
        root = _rational_sqrt(a.value)
        if root is not None:
            return rational(root)
        name = ("rational", int(a.value.p), int(a.value.q))
    else:
        s = sign(a)
        if s is None:
            raise UndecidedError("could not decide whether a radicand is negative")
        if s < 0:
            raise ValueError("square root of a negative number")
        if s == 0:
            return rational(0)
        name = ("fresh", next(_fresh))

    def enclose(prec: int) -> arb:
        ball = a.enclose(prec)
        lower = ball.lower()
        return (lower.sqrt() if lower > 0 else arb(0)).union(ball.upper().sqrt())

    return Algebraic(enclose, a.generators | {("sqrt", name)}, next_up(a.height / 2))


def minimum(numbers: Iterable[Any]) -> Algebraic:
    """Smallest of one or more numbers; ties are exact.  Raises ValueError when there is none."""
    return _extreme(numbers, -1)


def maximum(numbers: Iterable[Any]) -> Algebraic:
    """Largest of one or more numbers; ties are exact.  Raises ValueError when there is none."""
    return _extreme(numbers, 1)


def _extreme(numbers: Iterable[Any], direction: int) -> Algebraic:
    """Decide by signs where that is affordable; else keep both candidates.

    The undecided extreme equals one of the two, so the larger height and the compositum of both fields are bounds for
    it.
    """
    candidates = [algebraic(x) for x in numbers]
    if not candidates:
        raise ValueError("the extreme of no numbers is not defined")
    best = candidates[0]
    for x in candidates[1:]:
        s = sign(x - best)
        if s is None:
            best = _undecided_extreme(best, x, direction)
        elif s == direction:
            best = x
    return best


def _undecided_extreme(a: Algebraic, b: Algebraic, direction: int) -> Algebraic:
    def enclose(prec: int) -> arb:
        x, y = a.enclose(prec), b.enclose(prec)
        return x.max(y) if direction > 0 else x.min(y)

    return Algebraic(enclose, a.generators | b.generators, max(a.height, b.height))


def zero_bits(alpha: Algebraic) -> float:
    """Binary digits after which |alpha| is either seen to be positive or known to be zero: D h / log 2 (maybe inf)."""
    try:
        return next_up(next_up(float(alpha.degree) * alpha.height) / math.log(2) * (1 + 1e-12))
    except OverflowError:
        return math.inf


def is_zero(alpha: Any, max_bits: int = 20000, probe_bits: int = 1024) -> bool | None:
    """Whether a real algebraic number is zero: True and False are proofs, None means that it would be too expensive.

    The precision doubles from 64 bits; any ball that excludes zero ends it with False.  Where the gap theorem needs
    more than ``max_bits`` bits, True is out of reach and the search for False stops after ``probe_bits``.
    """
    a = algebraic(alpha)
    if a.value is not None:
        return bool(a.value == 0)
    needed = zero_bits(a) + GUARD_BITS
    reachable = needed <= max_bits
    limit = max_bits if reachable else min(probe_bits, max_bits)
    bits = min(START_BITS, limit)
    while True:
        ball = a.enclose(bits)
        if ball.is_finite():
            if not ball.contains(0):
                return False
            if ball.is_zero():
                return True
            if reachable:
                with precision(64):
                    if ball.abs_upper() < arb(2) ** -(math.ceil(needed) - GUARD_BITS):
                        return True
        if bits >= limit:
            return None
        # The bits the theorem asks for are tried as such before doubling past them (cancellation may ask for more).
        bits = min(math.ceil(needed), limit) if reachable and bits < needed < 2 * bits else min(2 * bits, limit)


def sign(alpha: Any, max_bits: int = 20000, probe_bits: int = 1024) -> int | None:
    """-1, 0 or 1 with proof, or None where :func:`is_zero` gives none."""
    a = algebraic(alpha)
    zero = is_zero(a, max_bits, probe_bits)
    if zero is None:
        return None
    if zero:
        return 0
    if a.value is not None:
        return 1 if a.value > 0 else -1
    bits = START_BITS
    while True:
        ball = a.enclose(bits)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        bits *= 2


# Real roots of irreducible integer polynomials as exact algebraic numbers (constructors for ``heights``).
#
# Each is named by its polynomial and its place among the real roots.  Its height is log M(f) / k; the Mahler measure
# M(f) = |lead| prod max(1, |root|) is computed from all roots and is never more than Landau's bound ||f||_2.
class _Roots:
    """Real roots of one irreducible polynomial, refined together and remembered at the highest precision asked for."""

    def __init__(self, coefficients: tuple[int, ...]) -> None:
        self.f = fmpz_poly(list(coefficients))
        self.prec = 0
        self.balls: list[arb] = []

    def enclose(self, index: int, prec: int) -> arb:
        if prec > self.prec:
            self.balls = [root for root, _ in real_roots(self.f, prec)]
            self.prec = prec
        return self.balls[index]

    def height(self) -> float:
        """log M(f) / k from all complex roots."""
        with precision(64):
            measure = abs(arb(self.f.leading_coefficient()))
            for root, _ in complex_roots(self.f):
                measure *= abs(root).max(arb(1))
            return upper_float(measure.log() / self.f.degree())


@lru_cache(maxsize=4096)
def _roots(coefficients: tuple[int, ...]) -> _Roots:
    return _Roots(coefficients)


@lru_cache(maxsize=4096)
def _root(coefficients: tuple[int, ...], index: int) -> Algebraic:
    if len(coefficients) == 2:
        return rational(Fraction(-coefficients[0], coefficients[1]))
    roots = _roots(coefficients)
    return Algebraic(lambda prec: roots.enclose(index, prec), [("root", coefficients, index)], roots.height())


def real_root(f: fmpz_poly, index: int) -> Algebraic:
    """The index-th largest real root (0 is the largest) of an *irreducible* integer polynomial.

    Irreducibility matters: it makes the degree of the polynomial the degree of the number.  Raises ValueError when f is
    constant or reducible over the rationals, or has no such real root.
    """
    f = fmpz_poly([c // f.content() for c in f.coeffs()]) if not f.is_zero() else f
    f = f if f.degree() < 0 or f.leading_coefficient() > 0 else -f
    factors = f.factor()[1] if f.degree() >= 1 else []
    if len(factors) != 1 or factors[0][1] != 1:
        raise ValueError("an irreducible polynomial of positive degree is needed")
    if not 0 <= index < len(real_roots(f, 32)):
        raise ValueError(f"the polynomial has no real root of index {index}")
    return _root(tuple(int(c) for c in f.coeffs()), index)


# Real roots of any order of algebraic numbers (constructor for ``heights``).
def radical(a: Algebraic, k: int) -> Algebraic:
    """The non-negative k-th root, k >= 1, of a number that is not negative: h = h(a) / k, degree at most k times that
    of a.

    Raises ValueError for a negative number or k < 1, UndecidedError where the sign is too expensive to find out.
    """
    if k < 1:
        raise ValueError(f"a root of order {k}")
    if k == 1:
        return a
    s = sign(a)
    if s is None:
        raise UndecidedError("could not decide whether a radicand is negative")
    if s < 0:
        raise ValueError(f"root of order {k} of a negative number")
    if s == 0:
        return rational(0)
    found = rational_root(a.value, k) if a.value is not None else None
    if found is not None:
        return rational(found)

    def enclose(prec: int) -> arb:
        ball = a.enclose(prec)
        lower = ball.lower()
        return (lower.root(k) if lower > 0 else arb(0)).union(ball.upper().root(k))

    name = ("rational", int(a.value.p), int(a.value.q)) if a.value is not None else ("fresh", next(_fresh))
    return Algebraic(enclose, a.generators | {("radical", k, name)}, next_up(a.height / k))
