"""Real algebraic numbers that arise from spectra, each written in one canonical way.

The zero test by heights decides x = y for any two algebraic numbers, but its cost grows with the degree of a field that
holds both.  Most equalities met here live in one small field: lambda_i, s_i = sqrt(lambda_i) and rational functions of
them.  So an eigenvalue is named by its irreducible polynomial, brought to a positive number that is no square of
anything of its own degree, and numbers of the field Q(lambda, sqrt(lambda)) are kept as p(lambda) + q(lambda)
sqrt(lambda) with reduced polynomials p and q.  Two such numbers are equal exactly when p and q agree, and their
difference, a linear form in the same atoms, cancels to the rational number 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from flint import arb, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from lemmata.evaluate.interpreter import Unavailable
from lemmata.linalg import ball_spectra
from lemmata.linalg.characteristic import gram, integer_scaling, order_factor_roots, real_roots
from lemmata.linalg.heights import Algebraic, algebraic_sum, radical, rational, real_root, sign
from lemmata.linalg.rational_functions import rational_root

ONE, X = fmpq_poly([1]), fmpq_poly([0, 1])


class Field:
    """Q(lambda, sqrt(lambda)) for a positive root lambda of an irreducible f with f(x^2) irreducible."""

    def __init__(self, f: fmpq_poly, generator: Algebraic) -> None:
        self.f, self.generator = f, generator
        self._atoms: dict[tuple[int, bool], Algebraic] = {}

    def atom(self, j: int, rooted: bool) -> Algebraic:
        """lambda^j or lambda^j sqrt(lambda), always the same object."""
        if (j, rooted) not in self._atoms:
            power = self.generator**j
            self._atoms[j, rooted] = self.generator.sqrt() * power if rooted else power
        return self._atoms[j, rooted]


class Element(NamedTuple):
    """p(lambda) + q(lambda) sqrt(lambda); no field at all for a rational number p."""

    field: Field | None
    p: fmpq_poly
    q: fmpq_poly


class Numbers:
    """Builds numbers and remembers which field they lie in.  Operators of `Algebraic` itself lose that knowledge.

    Methods raise what `linalg.heights` raises: ZeroDivisionError, ValueError for roots of negative
    numbers, UndecidedError.
    """

    def __init__(self) -> None:
        self._elements: dict[Algebraic, Element] = {}
        self._built: dict[tuple, Algebraic] = {}
        self._roots: dict[tuple, Algebraic] = {}
        self._square_roots: dict[Algebraic, Algebraic] = {}
        self._squares: dict[Algebraic, Callable[[], Algebraic]] = {}
        self._fields: list[Field] = []
        self._powers: dict[Algebraic, tuple[Field, int]] = {}
        self._recipes: dict[Algebraic, tuple] = {}
        self._made: dict[tuple, Algebraic] = {}
        self._radicals: dict[tuple, Algebraic] = {}
        self._radicands: dict[Algebraic, tuple[Algebraic, int]] = {}

    # Elements of fields.
    def element(self, x: Algebraic) -> Element | None:
        """Canonical form of a number, where its field is known."""
        if x.value is not None:
            return Element(None, fmpq_poly([x.value]), fmpq_poly([]))
        return self._elements.get(x)

    def build(self, e: Element) -> Algebraic:
        """The number with this canonical form."""
        if e.field is None or (e.q == 0 and e.p.degree() < 1):
            return rational(e.p[0])
        key = (e.field, tuple(e.p.coeffs()), tuple(e.q.coeffs()))
        if key not in self._built:
            field = e.field
            terms: list[Algebraic] = []
            for part, rooted in ((e.p, False), (e.q, True)):
                for j, c in enumerate(part.coeffs()):
                    if j == 0 and not rooted:
                        terms.append(rational(c))
                    else:
                        atom = field.atom(j, rooted)
                        self._powers.setdefault(atom, (field, 2 * j + rooted))
                        terms.append(atom * c)
            number = algebraic_sum(terms)
            self._elements[number] = e
            self._built[key] = number
        return self._built[key]

    def _together(self, a: Algebraic, b: Algebraic) -> tuple[Field | None, Element, Element] | None:
        x, y = self.element(a), self.element(b)
        if x is None or y is None or (x.field and y.field and x.field is not y.field):
            return None
        return x.field or y.field, x, y

    def _reduced(self, field: Field | None, p: fmpq_poly, q: fmpq_poly) -> Algebraic:
        return self.build(Element(field, p % field.f, q % field.f) if field else Element(None, p, q))

    def add(self, terms: Iterable[Algebraic]) -> Algebraic:
        """Sum of one or more numbers."""
        first, *rest = terms
        total: Algebraic | None = first
        for x in rest:
            together = self._together(total, x) if total is not None else None
            if together is None:
                total = None
                break
            field, a, b = together
            total = self._reduced(field, a.p + b.p, a.q + b.q)
        return algebraic_sum([first, *rest]) if total is None else total

    def multiply(self, a: Algebraic, b: Algebraic) -> Algebraic:
        """Product."""
        together = self._together(a, b)
        if together:
            field, x, y = together
            return self._reduced(field, x.p * y.p + x.q * y.q * X, x.p * y.q + x.q * y.p)
        if a.value is not None or b.value is not None:
            return a * b
        if a is b:
            return self.square(a)
        return self._known(
            ("*", frozenset((a, b))), lambda: a * b, lambda: self.multiply(self.square(a), self.square(b))
        )

    def divide(self, a: Algebraic, b: Algebraic) -> Algebraic:
        """Quotient.  Raises ZeroDivisionError at b = 0."""
        return self.multiply(a, self.inverse(b))

    def inverse(self, a: Algebraic) -> Algebraic:
        """1/a.  Raises ZeroDivisionError at a = 0."""
        e = self.element(a)
        if e is None or e.field is None:
            if a.value is not None:
                return a.inverse()
            return self._known(("/", a), a.inverse, lambda: self.inverse(self.square(a)))
        # (p + q s)(p - q s) is a non-zero element of Q(lambda), for it is the product of two numbers that are not zero.
        norm = inverse_modulo((e.p * e.p - e.q * e.q * X) % e.field.f, e.field.f)
        return self._reduced(e.field, e.p * norm, e.q * norm * -1)

    def power(self, a: Algebraic, k: int) -> Algebraic:
        """a**k for k >= 0, with 0**0 = 1."""
        if k == 0:
            return rational(1)
        if k == 1:
            return a
        if a in self._radicands:
            base, order = self._radicands[a]
            if k >= order:
                return self.multiply(self.power(base, k // order), self.power(a, k % order))
        half = self.power(self.square(a), k // 2)
        return half if k % 2 == 0 else self.multiply(half, a)

    def square(self, a: Algebraic) -> Algebraic:
        """a**2, the number under the root where a was made as one."""
        if self.element(a) is not None:
            return self.multiply(a, a)
        if a in self._squares:
            return self._squares[a]()
        return self._known(("*", frozenset((a,))), lambda: a * a, None)

    def sqrt(self, a: Algebraic) -> Algebraic:
        """The non-negative root.  Raises ValueError below zero, UndecidedError where the sign is undecided."""
        if a in self._square_roots:
            return self._square_roots[a]
        root = self._quadratic(a.value) if a.value is not None else a.sqrt()
        if root.value is None and self.element(root) is None:
            self._squares.setdefault(root, lambda: a)
        self._square_roots[a] = root
        return root

    def root(self, a: Algebraic, k: int) -> Algebraic:
        """The non-negative k-th root; errors as for :meth:`sqrt`."""
        while k % 2 == 0:
            a, k = self.sqrt(a), k // 2
        key = (a if a.value is None else str(a.value), k)
        if key not in self._radicals:
            self._radicals[key] = found = radical(a, k)
            if found.value is None and k > 1:
                self._radicands[found] = (a, k)
        return self._radicals[key]

    def _quadratic(self, q: fmpq) -> Algebraic:
        """sqrt(q), written as a rational multiple of a root met before where it is one."""
        if q < 0:
            raise ValueError("square root of a negative number")
        found = rational_root(q)
        if found is not None:
            return rational(found)
        for field in self._fields:
            radicand = field.generator.value
            ratio = None if radicand is None else rational_root(q / radicand)
            if ratio is not None:
                return self.build(Element(field, fmpq_poly([]), fmpq_poly([ratio])))
        field = Field(fmpq_poly([-q, 1]), rational(q))
        self._fields.append(field)
        return self.build(Element(field, fmpq_poly([]), ONE))

    def _known(self, key: tuple, make: Callable[[], Algebraic], square: Callable[[], Algebraic] | None) -> Algebraic:
        if key not in self._made:
            number = make()
            self._made[key] = number
            operation, operands = key
            if operation == "*":
                factors = tuple(operands)
                self._recipes.setdefault(number, ("product", factors[0], factors[-1]))
            else:
                self._recipes.setdefault(number, ("inverse", operands))
            if square is not None:
                self._squares.setdefault(number, square)
        return self._made[key]

    def origin(self, x: Algebraic) -> tuple:
        """How a number was made of others.

        ("rational", q), ("power", field, k) for the k-th power of sqrt(lambda), ("product", a, b), ("inverse", a),
        ("square", a) where x is known as one, ("sum", q, {atom: coefficient}), or ("leaf", x).
        """
        if x.value is not None:
            return ("rational", x.value)
        constant, form = x.linear_form()
        if x not in form:
            return ("sum", constant, form)
        if x in self._powers:
            return ("power", *self._powers[x])
        if x in self._recipes:
            return self._recipes[x]
        if x in self._square_roots:
            return ("square", self._square_roots[x])
        return ("leaf", x)

    # Spectra.
    def eigenvalue(self, f: fmpz_poly, i: int) -> Algebraic:
        """The i-th largest (from 0) real root of an irreducible integer polynomial."""
        key = (*map(int, f.coeffs()), i)
        if key not in self._roots:
            self._roots[key] = self._eigenvalue(f, i)
        return self._roots[key]

    def _eigenvalue(self, f: fmpz_poly, i: int) -> Algebraic:
        if f.degree() == 1:
            return rational(fmpq(-f[0], f[1]))
        root = real_root(f, i)
        if root.enclose(64) < 0:  # balls of isolated roots other than 0 exclude 0
            mirrored = fmpz_poly([c * (-1) ** k for k, c in enumerate(f.coeffs())])
            return self.multiply(rational(-1), self.eigenvalue(primitive(mirrored), len(real_roots(f, 32)) - 1 - i))
        if all(c == 0 for c in f.coeffs()[1::2]):
            return self.sqrt(self.eigenvalue(fmpz_poly(f.coeffs()[::2]), i))
        factors = square_roots_of(tuple(map(int, f.coeffs())))
        if len(factors) > 1:
            # The positive roots of f(x^2) are the square roots of those of f, in the same order.
            smaller = self.eigenvalue(*order_factor_roots(factors)[i])
            square = self.square(smaller)
            self._square_roots[square] = smaller
            return square
        field = Field(fmpq_poly(f) / f.leading_coefficient(), root)
        self._fields.append(field)
        number = self.build(Element(field, X, fmpq_poly([])))
        self._square_roots[number] = self.build(Element(field, fmpq_poly([]), ONE))
        return number

    def at_root(self, f: fmpz_poly, i: int, numerator: fmpq_poly, denominator: fmpq_poly) -> Algebraic:
        """numerator(x) / denominator(x) at the i-th largest real root x of an irreducible f.

        Raises ZeroDivisionError where x is a root of the denominator.
        """
        modulus = fmpq_poly(f)
        x = self.eigenvalue(f, i)
        value, function = rational(0), numerator * inverse_modulo(denominator % modulus, modulus) % modulus
        e = self.element(x)
        if e is not None and e.field is not None and (e.p, e.q) == (X, fmpq_poly([])):
            return self.build(Element(e.field, function, e.q))  # x generates its field: nothing to reduce
        for c in reversed(function.coeffs()):
            value = self.add([self.multiply(value, x), rational(c)])
        return value


@lru_cache(maxsize=1024)
def square_roots_of(coefficients: tuple[int, ...]) -> list[tuple[fmpz_poly, int]]:
    """Irreducible factors of f(x^2), primitive, with multiplicities."""
    doubled = [0] * (2 * len(coefficients) - 1)
    doubled[::2] = coefficients
    return [(primitive(g), int(m)) for g, m in fmpz_poly(doubled).factor()[1]]


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


# Spectra of matrices too large to factor: numbers known by their balls and by the polynomial they are roots of.
#
# Two such numbers are known to be equal where they hold the same place among the real roots of the same characteristic
# polynomial; their height is infinite, so that no other equality between them is ever established.
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


class LargeSpectra:
    """Spectra that share a registry; ``numbers`` supplies roots and signs.  All methods raise Unavailable."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._known: dict[str, list[Algebraic]] = {}

    def eigenvalues(self, A: fmpq_mat) -> list[Algebraic]:
        """Eigenvalues, descending, of a symmetric matrix; those that are zero are the rational 0."""
        p = nonzero_roots(A)
        zeros = A.nrows() - p.degree()
        coefficients = [c for c in p.coeffs() if c != 0]
        positive = sum((a > 0) != (b > 0) for a, b in pairwise(coefficients))  # Descartes: all roots are real
        key = str(p)
        if key not in self._known:

            @lru_cache(maxsize=1)
            def enclose(bits: int) -> list[arb]:
                return ball_spectra.symmetric_eigenvalues(A, bits)

            def number(place: int) -> Algebraic:
                return Algebraic(lambda bits: enclose(bits)[place], [("large", key, place)], inf)

            places = [*range(positive), *range(positive + zeros, A.nrows())]
            self._known[key] = [number(place) for place in places]
        values = self._known[key]
        return [*values[:positive], *[rational(0)] * zeros, *values[positive:]]

    def singular_values(self, A: fmpq_mat) -> list[Algebraic]:
        """Singular values, descending."""
        if A.nrows() == A.ncols() and A.transpose() == A:
            return self._by_size(self.eigenvalues(A))
        return [self.numbers.sqrt(x) for x in self.eigenvalues(self._gram(A))]

    def norm(self, A: fmpq_mat) -> Algebraic:
        """Operator norm, the largest root of the characteristic polynomial q of [[0, A], [A^T, 0]].

        q is compared with the polynomials it must be made of: p(x) p(-x) for a symmetric matrix with polynomial p, else
        p(x^2) for the p of the Gram matrix.  Raises ArithmeticError should they differ.
        """
        q = nonzero_roots(ball_spectra.dilation(A))
        symmetric = A.nrows() == A.ncols() and A.transpose() == A
        p = nonzero_roots(A if symmetric else self._gram(A))
        if symmetric:
            mirrored = fmpq_poly([c * (-1) ** (k + p.degree()) for k, c in enumerate(p.coeffs())])
            made = p * mirrored
        else:
            doubled = [p[0] * 0] * (2 * p.degree() + 1)
            doubled[::2] = p.coeffs()
            made = fmpq_poly(doubled)
        if q != made:
            raise ArithmeticError("the polynomial of a dilation is not made of the one of its block")
        return self.singular_values(A)[0]

    def _gram(self, A: fmpq_mat) -> fmpq_mat:
        N, d = integer_scaling(A)
        return fmpq_mat(gram(N)) / (d * d)

    def _by_size(self, values: list[Algebraic]) -> list[Algebraic]:
        """Absolute values, descending, of numbers in descending order."""
        sizes: list[Algebraic] = []
        if any(sign(x) is None for x in values):
            raise Unavailable("the sign of an eigenvalue is undecided")
        ahead = [x for x in values if sign(x) != -1]
        behind = [self.numbers.multiply(rational(-1), x) for x in reversed(values[len(ahead) :])]
        while ahead and behind:
            s = sign(self.numbers.add([ahead[0], self.numbers.multiply(rational(-1), behind[0])]), probe_bits=256)
            if s is None:
                raise Unavailable("the order of two absolute values is undecided")
            sizes.append((ahead if s >= 0 else behind).pop(0))
        return sizes + ahead + behind
