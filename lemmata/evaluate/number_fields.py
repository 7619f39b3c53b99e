"""Real algebraic numbers that arise from spectra and roots, and the one test for equality among them.

Every number of an instance is a quotient of two polynomials in *generators*: square roots of eigenvalues, roots of
numbers, and numbers of which nothing but balls is known.  A generator g has at most one relation, monic in g over the
generators before it, so that the relations are a Groebner basis and every polynomial has one reduced form:

* s = sqrt(lambda) with a root lambda of an irreducible f: f(lambda) = 0;
* g = a^(1/k): g^k = a.

For the j-th root of one f of small degree that is met, f[lambda_1, ..., lambda_j] = 0, the divided difference, may take
the place of f(lambda_j) = 0: it vanishes at any j different roots.

A number is zero where its numerator P reduces to 0 in either way.  Where it does not, a gap theorem decides.  Write h
for the absolute logarithmic Weil height, h(x) = (1/d) sum_v d_v log max(1, |x|_v) over the places of a field of degree
d that contains x.  Dropping all places but one real one leaves log max(1, |x|) <= d h(x), and h(1/x) = h(x), so
(Liouville)

    x != 0   implies   |x| >= exp(-D h(x))      for any D >= the degree of a field containing x.

A ball that excludes 0 proves x != 0, and a ball of P inside (-exp(-D h), exp(-D h)) proves P = 0.  Bounds, rounded up:

* h(P) <= log max(q, |q c_1|, |q c_2|, ...) + log k + sum deg_g(P) h(g) for k terms with coefficients c and least common
  denominator q (the triangle inequality, place by place);
* h(lambda) = log M(f) / deg f with Mahler's measure M; h(a^(1/k)) = h(a) / k;
* m different roots of f of degree k generate a field of degree at most k (k - 1) ... (k - m + 1), a root of order k
  one of degree k over the field of its radicand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import Ordering, arb, fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly, fmpz, fmpz_poly
from flint.utils.flint_exceptions import DomainError

from lemmata.evaluate.interpreter import Unavailable, Undefined
from lemmata.linalg import ball_spectra
from lemmata.linalg.characteristic import complex_roots, gram, integer_scaling, order_factor_roots, real_roots
from lemmata.linalg.convert import to_fmpq
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import rational_root

Polynomial = fmpq_mpoly
Ball = Callable[[int], arb]  # of a number, by the bits to compute with
START_BITS, GUARD_BITS = 64, 64
LARGEST_GAP = 20000  # bits up to which a number is computed to tell it from zero
MAX_TERMS = 20000  # of a product of polynomials; what is longer is known by its balls alone
MAX_DIFFERENCE = 6  # degree up to which different roots of one polynomial are related by divided differences


class Algebraic:
    """A real algebraic number: an enclosure at any precision and a quotient of polynomials in generators of ``field``.

    ``value`` is the number itself where the quotient is seen to be rational.  ``==`` is identity of objects; equality
    of numbers is ``(x - y).sign() == 0``.  Operators take numbers of one field, rational ones and what ``to_fmpq``
    reads; they raise Undefined for quotients by zero and roots of negative numbers, and Unavailable
    where whether a number is zero is too expensive to find out.
    """

    __slots__ = ("_cache", "_enclose", "above", "below", "field", "value")

    def __init__(
        self, enclose: Ball, field: Numbers | None, above: Polynomial | None, below: Polynomial | None,
        value: fmpq | None = None,
    ) -> None:  # fmt: skip
        self._enclose, self.field, self.value = enclose, field, value
        self.above, self.below = above, below
        self._cache: tuple[int, arb] | None = None

    def enclose(self, prec: int) -> arb:
        """A ball containing the number, computed with at least ``prec`` bits (its radius depends on cancellation)."""
        if self._cache is None or self._cache[0] < prec:
            with precision(prec):
                self._cache = (prec, self._enclose(prec))
        return self._cache[1]

    def __repr__(self) -> str:
        return f"Algebraic({self.value if self.value is not None else self.enclose(START_BITS).str(12)})"

    def __add__(self, other: Any) -> Algebraic:
        return total([self, algebraic(other)])

    __radd__ = __add__

    def __neg__(self) -> Algebraic:
        return self * -1

    def __sub__(self, other: Any) -> Algebraic:
        return total([self, -algebraic(other)])

    def __rsub__(self, other: Any) -> Algebraic:
        return total([algebraic(other), -self])

    def __mul__(self, other: Any) -> Algebraic:
        x, y = self, algebraic(other)
        field = x.field or y.field
        if field is None:
            return rational(x.rational() * y.rational())
        (a, b), (c, d) = field.fraction(x), field.fraction(y)
        return field.quotient(lambda prec: x.enclose(prec) * y.enclose(prec), (a, c), (b, d))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Algebraic:
        return self * algebraic(other).inverse()

    def __rtruediv__(self, other: Any) -> Algebraic:
        return algebraic(other) * self.inverse()

    def __pow__(self, exponent: int) -> Algebraic:
        """Powers with an integer exponent >= 0; x**0 is 1, 0**0 included."""
        if exponent == 0:
            return rational(1)
        half = self if exponent == 1 else (self * self) ** (exponent // 2)
        return half * self if exponent > 1 and exponent % 2 else half

    def __abs__(self) -> Algebraic:
        return maximum(self, -self)

    def inverse(self) -> Algebraic:
        """1/x.  Raises Undefined when x is zero, Unavailable when that is too expensive to decide."""
        if self.certain_sign("a divisor is zero") == 0:
            raise Undefined("quotient by zero")
        if self.field is None:
            return rational(1 / self.rational())
        above, below = self.field.fraction(self)
        return self.field.quotient(lambda prec: 1 / self.enclose(prec), (below,), (above,))

    def rational(self) -> fmpq:
        """The value of a number of no field.  Raises TypeError for another."""
        if self.value is None:
            raise TypeError("a number that is not seen to be rational")
        return self.value

    def certain_sign(self, question: str) -> int:
        """The sign.  Raises Unavailable where it is too expensive, which says that ``question`` is open."""
        found = self.sign()
        if found is None:
            raise Unavailable(f"could not decide whether {question}")
        return found

    def gap_bits(self) -> float:
        """Binary digits after which the numerator is either seen to differ from zero or known to be zero."""
        return 0.0 if self.field is None else self.field.gap_bits(self.field.fraction(self)[0])

    def sign(self, probe_bits: int = 1024) -> int | None:
        """-1, 0 or 1 with proof; None where zero is out of reach and ``probe_bits`` bits do not exclude it."""
        if self.value is not None:
            return int(self.value > 0) - int(self.value < 0)
        needed: float | None = None
        bits = START_BITS
        while True:
            ball = self.enclose(bits)
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            if needed is None:
                if self.field is not None and self.field.reduced(self.field.fraction(self)[0], differences=True) == 0:
                    return 0
                needed = self.gap_bits() + GUARD_BITS
            if bits >= needed and self.field is not None:
                with precision(bits):
                    numerator = self.field.enclose(self.field.fraction(self)[0], bits)
                    if numerator.abs_upper() < arb(2) ** -(math.ceil(needed) - GUARD_BITS):
                        return 0
            limit = LARGEST_GAP if needed <= LARGEST_GAP else probe_bits
            if bits >= limit:
                return None
            # The bits the theorem asks for are tried as such before doubling past them (cancellation may ask for more).
            bits = math.ceil(needed) if bits < needed < 2 * bits else min(2 * bits, limit)


def algebraic(x: Any) -> Algebraic:
    """x itself when it is Algebraic, else the rational number ``to_fmpq`` reads."""
    return x if isinstance(x, Algebraic) else rational(x)


def rational(x: Any) -> Algebraic:
    """The rational number ``to_fmpq`` reads, as Algebraic."""
    q = to_fmpq(x)
    return Algebraic(lambda prec: arb(q), None, None, None, q)


def total(terms: Iterable[Algebraic]) -> Algebraic:
    """Sum of one or more numbers."""
    terms = list(terms)
    field = next((x.field for x in terms if x.field is not None), None)
    if field is None:
        return rational(sum((x.rational() for x in terms), fmpq(0)))

    def enclose(prec: int) -> arb:
        return sum((x.enclose(prec) for x in terms), arb(0))

    above, below = field.fraction(terms[0])
    for x in terms[1:]:
        a, b = field.fraction(x)
        if b == below:
            above = above + a
        elif short(above, b) and short(a, below) and short(below, b):
            above, below = field.reduced(above * b + a * below), field.reduced(below * b)
        else:
            return field.opaque(enclose)
    return field.quotient(enclose, (above,), (below,))


def maximum(a: Algebraic, b: Algebraic) -> Algebraic:
    """The larger of two numbers, the first where they are equal; known by its balls alone where that is undecided."""
    difference = a - b
    s = difference.sign()
    if s is None and difference.field is not None:
        return difference.field.opaque(lambda prec: a.enclose(prec).max(b.enclose(prec)))
    return a if s is not None and s >= 0 else b


@dataclass
class Generator:
    """A number that others are polynomials of, at least 0 unless it is known by its balls alone."""

    enclose: Ball
    height: float = math.inf
    order: int = 0  # degree of its relation in itself, 0 where it has none
    relation: Polynomial | None = None
    difference: Polynomial | None = None  # relation with earlier roots of the same polynomial
    family: tuple[int, ...] = ()  # the polynomial of which its square, or minus that, is a root
    fields: frozenset[int] = frozenset()  # places of the generators that its radicand is made of


class Numbers:
    """The generators of the numbers of one instance, and what is built of them."""

    def __init__(self) -> None:
        self.generators: list[Generator] = []
        self._context = fmpq_mpoly_ctx.get([("x", 8)], Ordering.lex)
        self._radicals: list[tuple[int, Polynomial, Algebraic]] = []  # (order, radicand, root)
        self._eigenvalues: dict[tuple[int, ...], Algebraic] = {}
        self._families: dict[tuple[int, ...], list[Polynomial]] = {}  # roots of a polynomial met so far
        self._large: dict[str, list[Algebraic]] = {}

    # Polynomials.  The generator of place k is the variable k from the last: later ones are greater.
    def lift(self, p: Polynomial) -> Polynomial:
        """p as a polynomial in all variables of today."""
        missing = self._context.nvars() - p.context().nvars()
        if missing == 0:
            return p
        return self._context.from_dict({(0,) * missing + tuple(e): c for e, c in p.to_dict().items()})

    def fraction(self, x: Algebraic) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator of a number."""
        if x.above is None or x.below is None:
            return self._context.constant(x.rational()), self._context.constant(1)
        x.above, x.below = self.lift(x.above), self.lift(x.below)
        return x.above, x.below

    def _degrees(self, p: Polynomial) -> dict[int, int]:
        """Degrees of p in its generators, by place, the latest first."""
        last = self._context.nvars() - 1
        return {last - k: d for k, d in enumerate(map(int, p.degrees())) if d > 0}

    def reduced(self, p: Polynomial, differences: bool = False) -> Polynomial:
        """The reduced form, on request by the relations between different roots of one polynomial."""
        for place in range(max(self._degrees(p), default=-1), -1, -1):
            g = self.generators[place]
            relation = g.difference if differences and g.difference is not None else g.relation
            if relation is not None:
                p = p % relation
        return p

    def height(self, p: Polynomial) -> float:
        """A bound on the height of the value of p."""
        q = fmpz(1)
        for c in p.coeffs():
            q = q * c.q // q.gcd(c.q)
        bound = _log_upper(max([q] + [abs((c * q).p) for c in p.coeffs()])) + _log_upper(len(p))
        for place, d in self._degrees(p).items():
            bound = _up(bound + _up(d * self.generators[place].height))
        return _up(bound)

    def gap_bits(self, p: Polynomial) -> float:
        """Binary digits D h / log 2 after which the value of p is seen to differ from zero or known to be zero."""
        places = self._degrees(p)
        last = self._context.nvars() - 1
        under = frozenset[int]().union(*(self.generators[k].fields for k in places))  # roots
        squared = {k for k in places if all(e[last - k] % 2 == 0 for e in p.monoms())} - under  # only lambda occurs
        degree = 1
        met: dict[tuple[int, ...], int] = {}
        for place in under.union(places):
            g = self.generators[place]
            if g.family:
                count = met.get(g.family, 0)
                met[g.family] = count + 1
                degree *= max(len(g.family) - 1 - count, 1) * (1 if place in squared else 2)
            else:
                degree *= max(g.order, 1)
        try:
            return _up(_up(float(degree) * self.height(p)) / math.log(2) * (1 + 1e-12))
        except OverflowError:
            return math.inf

    def enclose(self, p: Polynomial, prec: int) -> arb:
        """A ball that contains the value of p."""
        last = self._context.nvars() - 1
        with precision(prec):
            balls = {place: self.generators[place].enclose(prec) for place in self._degrees(p)}
            out = arb(0)
            for exponents, c in p.to_dict().items():
                term = arb(c)
                for k, e in enumerate(exponents):
                    if e:
                        term = term * balls[last - k] ** int(e)
                out = out + term
            return out

    # Numbers.
    def quotient(self, enclose: Ball, above: tuple[Polynomial, ...], below: tuple[Polynomial, ...] = ()) -> Algebraic:
        """The number in these balls that is the quotient of two products."""
        if not (short(*above) and short(*below)):
            return self.opaque(enclose)
        p, q = (self.reduced(math.prod(factors, start=self._context.constant(1))) for factors in (above, below))
        if p == 0:
            return rational(0)
        c = p.leading_coefficient() / q.leading_coefficient()
        if p == q * c:
            return rational(c)
        if q.is_constant():
            p, q = p / q.leading_coefficient(), self._context.constant(1)
        return Algebraic(enclose, self, p, q)

    def _polynomial(self, p: Polynomial) -> Algebraic:
        return self.quotient(lambda prec: self.enclose(self.lift(p), prec), (p,))

    def _variable(self) -> Polynomial:
        """The variable of the next generator."""
        place, size = len(self.generators), self._context.nvars()
        if place == size:
            self._context = fmpq_mpoly_ctx.get([("x", 2 * size)], Ordering.lex)
            for g in self.generators:
                g.relation, g.difference = (p if p is None else self.lift(p) for p in (g.relation, g.difference))
        return self._context.gens()[self._context.nvars() - 1 - place]

    def _adjoin(self, generator: Generator) -> Algebraic:
        number = Algebraic(generator.enclose, self, self._variable(), self._context.constant(1))
        generator.enclose = number.enclose  # which remembers
        self.generators.append(generator)
        return number

    def opaque(self, enclose: Ball) -> Algebraic:
        """A number known by its balls alone: equal to itself, and not seen to be equal to any other."""
        return self._adjoin(Generator(enclose))

    def root(self, x: Algebraic, k: int = 2) -> Algebraic:
        """The non-negative k-th root, k >= 1.  Raises Undefined below zero, Unavailable for an undecided sign."""
        if k < 1:
            raise ValueError(f"a root of order {k}")
        s = x.certain_sign("a radicand is negative")
        if s < 0:
            raise Undefined(f"root of order {k} of a negative number")
        if s == 0 or k == 1:
            return x
        if k > 2 and k % 2 == 0:
            return self.root(self.root(x), k // 2)
        found = None if x.value is None else rational_root(x.value, k)
        return self._irrational_root(x, k) if found is None else rational(found)

    def _irrational_root(self, x: Algebraic, k: int) -> Algebraic:
        def enclose(prec: int) -> arb:
            return _ball_root(x.enclose(prec), k)

        above, below = self.fraction(x)
        bottom = self._polynomial(below)
        if bottom.certain_sign("a denominator is negative") < 0:
            above, below, bottom = -above, -below, -bottom
        if not short(above, *[below] * (k - 1)):
            return self.opaque(enclose)
        radicand = self.reduced(above * below ** (k - 1))  # x is the quotient of the root of this and the denominator
        for order, known, root in self._radicals:
            c = radicand.leading_coefficient() / known.leading_coefficient()
            ratio = rational_root(c, k) if order == k and c > 0 and self.lift(known) * c == radicand else None
            if ratio is not None:
                return root * ratio / bottom
        c = radicand.leading_coefficient()
        p = _square_root(radicand / c) if k == 2 and not radicand.is_constant() else None
        if p is not None:
            size = abs(self._polynomial(p))
            return self.root(rational(c)) * size / bottom
        places = self._degrees(radicand)
        fields = frozenset(places).union(*(self.generators[j].fields for j in places))
        g = self._adjoin(
            Generator(
                lambda prec: enclose(prec) * bottom.enclose(prec), _up(self.height(radicand) / k), k,
                self._variable() ** k - self.lift(radicand), fields=fields,
            )
        )  # fmt: skip
        self._radicals.append((k, radicand, g))
        return g / bottom

    def eigenvalue(self, f: fmpz_poly, i: int) -> Algebraic:
        """The i-th largest (from 0) real root of an irreducible primitive integer polynomial."""
        key = (*map(int, f.coeffs()), i)
        if key not in self._eigenvalues:
            self._eigenvalues[key] = self._eigenvalue(f, i)
        return self._eigenvalues[key]

    def _eigenvalue(self, f: fmpz_poly, i: int) -> Algebraic:
        if f.degree() == 1:
            return rational(fmpq(-f[0], f[1]))
        count, mirrored = len(real_roots(f, 32)), primitive(_at_multiple_of_power(f, -1, 1))
        if mirrored == f:
            if 2 * i >= count:
                return -self.eigenvalue(f, count - 1 - i)
            return self.root(self.eigenvalue(fmpz_poly(f.coeffs()[::2]), i))
        family = tuple(map(int, f.coeffs()))
        if family > tuple(map(int, mirrored.coeffs())):
            return -self.eigenvalue(mirrored, count - 1 - i)
        roots = _roots(family)
        direction = 1 if roots.enclose(i, 64) > 0 else -1  # balls of isolated roots other than 0 exclude 0
        doubled = _at_multiple_of_power(f, direction, 2)
        factors = [(primitive(g), int(m)) for g, m in doubled.factor()[1]]
        if len(factors) > 1:
            # The positive roots of f(x^2) are the square roots of those of f, in the same order.
            smaller = self.eigenvalue(*order_factor_roots(factors)[i if direction > 0 else count - 1 - i])
            self._radicals.append((2, self.fraction(smaller * smaller)[0], smaller))
            return smaller * smaller * direction
        s = self._variable()
        square = s * s * direction
        met = [*map(self.lift, self._families.get(family, [])), square]
        self._families[family] = met
        relation = _monic(divided_difference(f, [square]))
        difference = _monic(divided_difference(f, met)) if len(met) > 1 and f.degree() <= MAX_DIFFERENCE else None
        self._adjoin(
            Generator(
                lambda prec: _ball_root(abs(roots.enclose(i, prec)), 2), roots.height() / 2, 2 * f.degree(),
                relation, difference, family,
            )
        )  # fmt: skip
        return self.quotient(lambda prec: roots.enclose(i, prec), (square,))

    def at_root(self, f: fmpz_poly, i: int, numerator: fmpq_poly, denominator: fmpq_poly) -> Algebraic:
        """numerator(x) / denominator(x) at the i-th largest real root x of an irreducible f.

        Raises ZeroDivisionError where x is a root of the denominator.
        """
        modulus = fmpq_poly(f)
        x, value = self.eigenvalue(f, i), rational(0)
        for c in reversed((numerator * inverse_modulo(denominator % modulus, modulus) % modulus).coeffs()):
            value = value * x + c
        return value

    # Spectra of matrices too large to factor: two of their numbers are known to be equal where they hold the same
    # place among the real roots of the same characteristic polynomial.
    def large_eigenvalues(self, A: fmpq_mat) -> list[Algebraic]:
        """Eigenvalues, descending, of a symmetric matrix; zeros are the rational 0.  Raises Unavailable."""
        p = nonzero_roots(A)
        zeros = A.nrows() - p.degree()
        coefficients = [c for c in p.coeffs() if c != 0]
        positive = sum((a > 0) != (b > 0) for a, b in pairwise(coefficients))  # Descartes: all roots are real
        key = str(p)
        if key not in self._large:

            @lru_cache(maxsize=1)
            def enclose(bits: int) -> list[arb]:
                return ball_spectra.symmetric_eigenvalues(A, bits)

            def number(place: int) -> Algebraic:
                return self.opaque(lambda bits: enclose(bits)[place])

            self._large[key] = [number(place) for place in (*range(positive), *range(positive + zeros, A.nrows()))]
        values = self._large[key]
        return [*values[:positive], *[rational(0)] * zeros, *values[positive:]]

    def large_singular_values(self, A: fmpq_mat) -> list[Algebraic]:
        """Singular values, descending.  Raises Unavailable."""
        if A.nrows() == A.ncols() and A.transpose() == A:
            ahead = self.large_eigenvalues(A)
            behind = [-ahead.pop() for _ in range(sum(x.certain_sign("an eigenvalue is negative") < 0 for x in ahead))]
            sizes: list[Algebraic] = []
            while ahead and behind:
                s = (ahead[0] - behind[0]).sign(probe_bits=256)
                if s is None:
                    raise Unavailable("could not decide the order of two absolute values")
                sizes.append((ahead if s >= 0 else behind).pop(0))
            return sizes + ahead + behind
        N, d = integer_scaling(A)
        return [self.root(x) for x in self.large_eigenvalues(fmpq_mat(gram(N)) / (d * d))]


def short(*factors: Polynomial) -> bool:
    """Whether a product of polynomials is short enough to be written out."""
    return math.prod(len(p) for p in factors) <= MAX_TERMS


def divided_difference(f: fmpz_poly, points: list[Polynomial]) -> Polynomial:
    """f[x_1, ..., x_j] = sum_i a_i h_{i-j+1}(x_1, ..., x_j) with complete homogeneous symmetric polynomials h."""
    zero = points[0] * 0
    complete = [zero + 1, *[zero] * f.degree()]
    for x in points:
        for d in range(1, len(complete)):
            complete[d] = complete[d] + x * complete[d - 1]
    shift = len(points) - 1
    return sum((complete[i - shift] * fmpq(f[i]) for i in range(shift, f.degree() + 1)), zero)


def primitive(f: fmpz_poly) -> fmpz_poly:
    """The multiple of f with coprime coefficients and positive leading one."""
    f = fmpz_poly([c // f.content() for c in f.coeffs()])
    return f if f.leading_coefficient() > 0 else -f


def inverse_modulo(p: fmpq_poly, f: fmpq_poly) -> fmpq_poly:
    """Inverse of p modulo an irreducible f.  Raises ZeroDivisionError where f divides p."""
    g, u, _ = p.xgcd(f)
    if g.degree() != 0:
        raise ZeroDivisionError("no inverse: the divisor is zero in the field")
    return u * (1 / g[0])


def _at_multiple_of_power(f: fmpz_poly, c: int, k: int) -> fmpz_poly:
    """f(c x^k)."""
    out = [0] * (k * f.degree() + 1)
    for j, a in enumerate(f.coeffs()):
        out[k * j] = int(a) * c**j
    return fmpz_poly(out)


def _monic(p: Polynomial) -> Polynomial:
    return p / p.leading_coefficient()


def _square_root(p: Polynomial) -> Polynomial | None:
    """A polynomial with the square p."""
    try:
        return p.sqrt()
    except DomainError:
        return None


def _ball_root(ball: arb, k: int) -> arb:
    """A ball that contains the k-th root of the number, known not to be negative, in a ball."""
    lower = ball.lower()
    return (lower.root(k) if lower > 0 else arb(0)).union(ball.upper().root(k))


def _up(x: float) -> float:
    """The next float: makes the result of one rounded operation on bounds a bound again."""
    return math.nextafter(x, math.inf)


def upper_float(x: arb) -> float:
    """A float at least as large as a number known to be non-negative and enclosed by x."""
    bound = float(x.upper())
    if not math.isfinite(bound):
        raise ArithmeticError(f"no finite height bound from {x}")
    return max(0.0, _up(bound))


def _log_upper(k: fmpz | int) -> float:
    """Upper bound of log k for an integer k >= 1 of any size."""
    if k == 1:
        return 0.0
    with precision(64):
        return upper_float(arb(fmpz(k)).log())


class _Roots:
    """Real roots, descending, of one irreducible polynomial, refined together and remembered."""

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
        """log M(f) / k with Mahler's measure M(f) = |lead| prod max(1, |root|) over all complex roots."""
        with precision(64):
            measure = abs(arb(self.f.leading_coefficient()))
            for root, _ in complex_roots(self.f):
                measure *= abs(root).max(arb(1))
            return upper_float(measure.log() / self.f.degree())


@lru_cache(maxsize=4096)
def _roots(coefficients: tuple[int, ...]) -> _Roots:
    return _Roots(coefficients)


POLYNOMIAL_COST = 150_000_000  # bound on order**3 * bits: about half a second


def comparable(A: fmpq_mat) -> bool:
    """Whether the characteristic polynomial of a square rational matrix is affordable."""
    N, _ = integer_scaling(A)
    height = max((int(abs(x)).bit_length() for x in N.entries()), default=0)
    return N.nrows() ** 3 * (height + 1) <= POLYNOMIAL_COST


def nonzero_roots(A: fmpq_mat) -> fmpq_poly:
    """Characteristic polynomial without its powers of x.  Raises Unavailable where it is too expensive."""
    if not comparable(A):
        raise Unavailable(f"the characteristic polynomial of order {A.nrows()} is too expensive")
    p = A.charpoly()
    return p.right_shift(next(k for k, c in enumerate(p.coeffs()) if c != 0))
