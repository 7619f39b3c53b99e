"""Expectations of polynomials in independent entries, exactly.

A quantity built from random matrices by sums, products, traces, squares of Frobenius norms and determinants is a
polynomial in their entries; its expectation is the sum of its coefficients times products of moments of one entry,
which are known: (k - 1)!! for a standard normal, 1 for a sign, 3^(k/2) / (k + 1) for the uniform law of variance 1, for
even k, and 0 for odd k.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import chain, islice, permutations, product
from math import isqrt, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Integer, Rational

from lemmata.evaluate.decide import decide
from lemmata.evaluate.float_rules import VALUES, Rule, rule_for
from lemmata.language import atoms, core, functions, matrices
from lemmata.language.instance import Instance
from lemmata.language.instantiate import fold
from lemmata.language.probability import IidMatrices
from lemmata.language.relations import Relation
from lemmata.language.variables import Matrix
from lemmata.statistics import fixed_matrices
from lemmata.statistics.reduction import noises, replaced

TERMS = 20_000  # of a polynomial, beyond which nothing is expanded
ORDER = 5  # of a determinant that is expanded
HIGHEST = 12  # power that is expanded
Array = NDArray[np.object_]
Monomial = tuple[tuple[tuple[str, int, int], int], ...]  # entries with their exponents, in order


class NoPolynomial(Exception):
    """A quantity that is not seen to be a polynomial, or has too many terms."""


def moment(law: str, k: int) -> Fraction:
    """E X^k of one entry."""
    if k % 2:
        return Fraction(0)
    return {
        "gaussian": Fraction(prod(range(1, k, 2))),
        "rademacher": Fraction(1),
        "uniform": Fraction(3 ** (k // 2), k + 1),
    }[law]


def expectation(node: Any, law: str) -> Fraction | None:
    """E of a quantity in which nothing but random matrices is left, None where it is no polynomial of moderate size."""
    try:
        (found,) = _Polynomials().value(node)
    except NoPolynomial:
        return _inverse_wishart(fold(node)) if law == "gaussian" else None
    return sum((c * prod((moment(law, k) for _, k in m), start=Fraction(1)) for m, c in found.items()), Fraction(0))


def _inverse_wishart(node: Any) -> Fraction | None:
    """E tr (G G^T)^-1 = n / (m - n - 1) for G of n rows and m > n + 1 columns, standard normal; infinite for others."""
    inverse = node.args[0] if isinstance(node, atoms.Tr) else None
    gram = inverse.args[0] if isinstance(inverse, functions.Inverse) else None
    if not isinstance(gram, matrices.MatTimes) or len(gram.args) != 2:
        return None
    left, right = gram.args
    if left != matrices.Transpose(right) and right != matrices.Transpose(left):
        return None
    leaf = left.args[0] if isinstance(left, matrices.Transpose) else left
    if not isinstance(leaf, Matrix) or not isinstance(leaf.domain, IidMatrices):
        return None
    n, m = (int(fold(side)) for side in left.shape)
    return Fraction(n, m - n - 1) if m > n + 1 else None


class Poly(dict[Monomial, Fraction]):
    """A polynomial in entries: its coefficients, none of which is zero."""

    @classmethod
    def of(cls, terms: Iterable[tuple[Monomial, Fraction]]) -> Poly:
        """The sum of terms."""
        out: dict[Monomial, Fraction] = {}
        for m, c in terms:
            out[m] = out.get(m, Fraction(0)) + c
        return cls({m: c for m, c in out.items() if c})

    def __add__(self, other: Poly) -> Poly:
        return _added((self, other))

    def __neg__(self) -> Poly:
        return Poly({m: -c for m, c in self.items()})

    def __mul__(self, other: Poly) -> Poly:
        if len(self) * len(other) > TERMS:
            raise NoPolynomial
        out = Poly.of((_joined(m, n), c * d) for (m, c), (n, d) in product(self.items(), other.items()))
        if len(out) > TERMS:
            raise NoPolynomial
        return out

    def __abs__(self) -> Poly:
        raise NoPolynomial


def _number(x: Fraction | float) -> Poly:
    return Poly({(): Fraction(x)} if x else {})


def _added(polynomials: Iterable[Poly]) -> Poly:
    return Poly.of(chain.from_iterable(p.items() for p in polynomials))


def _joined(m: Monomial, n: Monomial) -> Monomial:
    powers = dict(m)
    for x, k in n:
        powers[x] = powers.get(x, 0) + k
    return tuple(sorted(powers.items()))


class _Polynomials:
    """The arithmetic of `float_rules` on arrays of polynomials: numbers and vectors have one axis, matrices two.

    What else a rule asks for has no polynomials.
    """

    def __getattr__(self, operation: str) -> Any:
        raise NoPolynomial(operation)

    def value(self, node: Any) -> Array:
        node = fold(node)
        rule = _OWN.get(type(node)) or rule_for(VALUES, node)
        if rule is None:
            raise NoPolynomial(node)
        found: Array = rule(self, node)
        return found

    def matrix(self, table: Any) -> Array:
        return np.asarray(np.frompyfunc(_number, 1, 1)(table), dtype=object)

    def number(self, number: Any) -> Array:
        if not isinstance(number, Rational):
            raise NoPolynomial(number)
        return self.matrix([Fraction(int(number.p), int(number.q))])

    def leaf(self, node: Any) -> Array:
        if not isinstance(node, Matrix) or not isinstance(node.domain, IidMatrices):
            raise NoPolynomial(node)
        r, c = map(int, node.shape)
        return np.array([[Poly({(((node.name, i, j), 1),): Fraction(1)}) for j in range(c)] for i in range(r)])

    def raised(self, x: Array, k: int) -> Array:
        if k > HIGHEST:
            raise NoPolynomial(k)
        return reduce(operator.mul, [x] * k, self.matrix(np.ones(x.shape)))

    def over(self, x: Array | float, y: Array) -> Array:
        (below,) = y
        if set(below) != {()}:
            raise NoPolynomial("a quotient")
        return (self.matrix(x) if isinstance(x, float) else x) * self.matrix([1 / below[()]])

    def entry(self, x: Array, index: Any) -> Array:
        k = fold(index)
        if not isinstance(k, Integer) or not 1 <= k <= len(x):
            raise NoPolynomial(index)
        return x[int(k) - 1 : int(k)]

    def total(self, x: Array) -> Array:
        return np.array([_added(x)])

    def matmul(self, a: Array, b: Array) -> Array:
        return np.array([[_added(row * column) for column in b.T] for row in a])

    def stacked(self, *blocks: Array) -> Array:
        return np.concatenate(blocks)

    flat = staticmethod(np.ravel)
    column = staticmethod(lambda x: x[:, None])
    diagonal = staticmethod(np.diagonal)
    scaled = staticmethod(operator.mul)
    transpose = staticmethod(np.transpose)
    product = staticmethod(lambda x: np.array([reduce(operator.mul, x)]))

    def determinant(self, x: Array) -> Array:
        n = len(x)
        if n > ORDER:
            raise NoPolynomial(f"det of order {n}")
        terms = []
        for order in permutations(range(n)):
            odd = sum(order[i] > order[j] for i in range(n) for j in range(i + 1, n)) % 2
            term = reduce(operator.mul, [x[i, order[i]] for i in range(n)])
            terms.append(-term if odd else term)
        return self.total(np.array(terms))

    def root(self, node: Any) -> Array:
        """The square root of a diagonal matrix of squares, in which nothing is random."""
        x = self.value(node.args[0])
        if any(set(p) - {()} or p and i != j for (i, j), p in np.ndenumerate(x)):
            raise NoPolynomial("a root")
        values = [p.get((), Fraction(0)) for p in x.diagonal()]
        roots = [Fraction(isqrt(abs(v.numerator)), isqrt(v.denominator)) for v in values]
        if any(root**2 != v for root, v in zip(roots, values, strict=True)):
            raise NoPolynomial("a root")
        return self.matrix(np.diag(np.array(roots, dtype=object)))

    def power(self, node: Any) -> Array:
        """Even powers of norms, too, that are roots of sums of squares."""
        base, k = node.args
        column = isinstance(base, atoms.Norm2) and base.args[0].shape[1] == 1 != base.args[0].shape[0]
        if not isinstance(base, atoms.NormF) and not column or k % 2 or k < 0:
            return VALUES[core.Power](self, node)
        x = self.value(base.args[0])
        return self.raised(self.total((x * x).ravel()), int(k) // 2)


_OWN: dict[type, Rule] = {functions.MatSqrt: _Polynomials.root, core.Power: _Polynomials.power}


# Probabilities and means under laws with finitely many matrices, by looking at all of them: a few random signs.
MOST = 10  # random signs, all 2^10 choices of which are looked at
AVERAGED = 6  # random signs over all choices of which a mean is written out
Patterns = tuple[tuple[str, tuple[Fraction, ...]], ...]


@lru_cache(maxsize=1024)
def probability(links: tuple[Relation, ...], patterns: Patterns) -> Fraction | None:
    """The probability that all of these relations between numbers hold, the entries of the random matrices in them
    being independent signs and `patterns` the diagonals of the others.

    None where there are too many entries, or some relation is undefined or not decided at some choice of them.
    """
    random = list(dict.fromkeys(leaf for r in links for leaf in noises(r)))
    fixed: dict[str, Any] = {name: _diagonal(entries) for name, entries in patterns}
    happened = choices = 0
    for signs in _signs(random, MOST):
        choices += 1
        found = [decide(link, Instance({}, fixed | signs)) for link in links]
        if any(d.status in ("undefined", "undecided") for d in found):
            return None
        happened += all(d.established for d in found)
    return Fraction(happened, choices) if choices else None


def average(value: Any) -> Any | None:
    """The mean of a number over all signs that the entries of the random matrices in it may have, written out; None
    where there are none or too many."""
    terms = [
        replaced(value, {name: fixed_matrices.literal(tuple(map(tuple, rows))) for name, rows in signs.items()})
        for signs in _signs(noises(value), AVERAGED)
    ]
    return core.Plus(*terms) / Integer(len(terms)) if terms else None


def _signs(random: Sequence[Any], most: int) -> Iterator[dict[str, list[list[Fraction]]]]:
    """The random matrices, by name, with every choice of signs for their entries; none where these are too many."""
    shapes = [(leaf.name, int(leaf.shape[0]), int(leaf.shape[1])) for leaf in random]
    count = sum(r * c for _, r, c in shapes)
    for signs in product((Fraction(-1), Fraction(1)), repeat=count) if 0 < count <= most else ():
        rest = iter(signs)
        yield {name: [list(islice(rest, c)) for _ in range(r)] for name, r, c in shapes}


def _diagonal(entries: tuple[Fraction, ...]) -> list[list[Fraction]]:
    return [[x if i == j else Fraction(0) for j in range(len(entries))] for i, x in enumerate(entries)]
