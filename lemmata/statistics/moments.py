"""Expectations of polynomials in independent entries, exactly.

A quantity built from random matrices by sums, products, traces, squares of Frobenius norms and determinants is a
polynomial in their entries; its expectation is the sum of its coefficients times products of moments of one entry,
which are known: (k - 1)!! for a standard normal, 1 for a sign, 3^(k/2) / (k + 1) for the uniform law of variance 1, for
even k, and 0 for odd k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import islice, permutations, product
from math import isqrt, prod
from typing import Any

from sympy import Integer, Rational

from lemmata.evaluate.decide import decide
from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.instance import Instance
from lemmata.language.instantiate import fold
from lemmata.language.matrices import MatrixTerm
from lemmata.language.probability import IidMatrices
from lemmata.language.relations import Relation
from lemmata.language.variables import Matrix
from lemmata.statistics import fixed_matrices
from lemmata.statistics.reduction import noises, replaced

TERMS = 20_000  # of a polynomial, beyond which nothing is expanded
ORDER = 5  # of a determinant that is expanded
Monomial = tuple[tuple[tuple[str, int, int], int], ...]  # entries with their exponents, in order
Poly = dict[Monomial, Fraction]


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
        found = _quantity(node)
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


def _plus(*terms: Poly) -> Poly:
    out: Poly = {}
    for term in terms:
        for m, c in term.items():
            out[m] = out.get(m, Fraction(0)) + c
    return {m: c for m, c in out.items() if c}


def _times(a: Poly, b: Poly) -> Poly:
    if len(a) * len(b) > TERMS:
        raise NoPolynomial
    out: Poly = {}
    for (m, c), (n, d) in product(a.items(), b.items()):
        powers = dict(m)
        for x, k in n:
            powers[x] = powers.get(x, 0) + k
        key = tuple(sorted(powers.items()))
        out[key] = out.get(key, Fraction(0)) + c * d
    if len(out) > TERMS:
        raise NoPolynomial
    return {m: c for m, c in out.items() if c}


def _number(value: Fraction | int) -> Poly:
    return {(): Fraction(value)} if value else {}


def _quantity(node: Any) -> Poly:
    node = fold(node)
    if isinstance(node, Rational):
        return _number(Fraction(int(node.p), int(node.q)))
    rule = _QUANTITIES.get(type(node))
    if rule is None:
        raise NoPolynomial
    return rule(node)


def _power(node: Any) -> Poly:
    base, k = node.args[0], node.args[1]
    if not isinstance(k, Integer) or not 0 <= k <= 12:
        raise NoPolynomial
    column = isinstance(base, atoms.Norm2) and base.args[0].shape[1] == 1 != base.args[0].shape[0]
    if isinstance(base, atoms.NormF) or column:
        if k % 2:
            raise NoPolynomial
        square = _plus(*(_times(x, x) for row in _rows(base.args[0]) for x in row))
        return _raised(square, int(k) // 2)
    return _raised(_quantity(base), int(k))


def _raised(p: Poly, k: int) -> Poly:
    return _product([p] * k)


def _quotient(node: Any) -> Poly:
    below = fold(node.args[1])
    if not isinstance(below, Rational) or below == 0:
        raise NoPolynomial
    return _times(_quantity(node.args[0]), _number(Fraction(int(below.q), int(below.p))))


def _vector(node: Any) -> list[Poly]:
    """The entries of a vector quantity; a number is its only one."""
    if isinstance(node, columns.Entries):
        return [row[0] for row in _rows(node.args[0])]
    if isinstance(node, columns.DiagonalEntries):
        return [row[k] for k, row in enumerate(_rows(node.args[0]))]
    if isinstance(node, core.Power) and isinstance(node.args[1], Integer) and 0 <= node.args[1] <= 12:
        return [_raised(x, int(node.args[1])) for x in _vector(node.args[0])]
    if isinstance(node, core.Neg):
        return [_times(_number(-1), x) for x in _vector(node.args[0])]
    if isinstance(node, core.Plus | core.Times):
        parts = [_vector(a) for a in node.args]
        long = max(map(len, parts))
        join: Callable[[Poly, Poly], Poly] = _plus if isinstance(node, core.Plus) else _times
        rows = [p * long if len(p) == 1 else p for p in parts]
        out = rows[0]
        for row in rows[1:]:
            out = [join(x, y) for x, y in zip(out, row, strict=True)]
        return out
    return [_quantity(node)]


def _product(parts: list[Poly]) -> Poly:
    return reduce(_times, parts, _number(1))


def _determinant(node: Any) -> Poly:
    rows = _rows(node.args[0])
    n = len(rows)
    if n > ORDER:
        raise NoPolynomial
    terms = []
    for order in permutations(range(n)):
        sign = (-1) ** sum(order[i] > order[j] for i in range(n) for j in range(i + 1, n))
        terms.append(_times(_number(sign), _product([rows[i][order[i]] for i in range(n)])))
    return _plus(*terms)


def _entry(node: Any) -> Poly:
    index = fold(node.args[1])
    if not isinstance(index, Integer):
        raise NoPolynomial
    return _vector(node.args[0])[int(index) - 1]


_QUANTITIES: dict[type, Callable[[Any], Poly]] = {
    core.Plus: lambda n: _plus(*map(_quantity, n.args)),
    core.Neg: lambda n: _times(_number(-1), _quantity(n.args[0])),
    core.Times: lambda n: _product([_quantity(a) for a in n.args]),
    core.Quotient: _quotient,
    core.Power: _power,
    core.Total: lambda n: _plus(*_vector(n.args[0])),
    core.Product: lambda n: _product(_vector(n.args[0])),
    core.Entry: _entry,
    atoms.Tr: lambda n: _plus(*(row[k] for k, row in enumerate(_rows(n.args[0])))),
    atoms.Det: _determinant,
}
Rows = list[list[Poly]]


def _rows(node: MatrixTerm) -> Rows:
    if isinstance(node, Matrix):
        if not isinstance(node.domain, IidMatrices):
            raise NoPolynomial
        r, c = map(int, node.shape)
        return [[{(((node.name, i, j), 1),): Fraction(1)} for j in range(c)] for i in range(r)]
    rule = _MATRICES.get(type(node))
    if rule is None:
        raise NoPolynomial
    return rule(node)


def _matmul(node: Any) -> Rows:
    out = _rows(node.args[0])
    for factor in node.args[1:]:
        right = _rows(factor)
        out = [
            [_plus(*(_times(x, right[k][j]) for k, x in enumerate(row))) for j in range(len(right[0]))] for row in out
        ]
    return out


def _scaled(node: Any) -> Rows:
    factor = _quantity(node.args[0])
    return [[_times(factor, x) for x in row] for row in _rows(node.args[1])]


def _sum(node: Any) -> Rows:
    parts = [_rows(a) for a in node.args]
    return [[_plus(*xs) for xs in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]


def _had(node: Any) -> Rows:
    a, b = map(_rows, node.args)
    return [[_times(x, y) for x, y in zip(r, q, strict=True)] for r, q in zip(a, b, strict=True)]


def _unit(node: Any) -> Rows:
    n, j = (fold(a) for a in node.args)
    if not isinstance(j, Integer):
        raise NoPolynomial
    return [[_number(int(i == int(j) - 1))] for i in range(int(n))]


def _filled(node: Any, value: Callable[[int, int], int]) -> Rows:
    r, c = map(int, node.shape)
    return [[_number(value(i, j)) for j in range(c)] for i in range(r)]


def _root(node: Any) -> Rows:
    """The square root of a diagonal matrix of squares, in which nothing is random."""
    rows = _rows(node.args[0])
    if any(set(x) - {()} or x and i != j for i, row in enumerate(rows) for j, x in enumerate(row)):
        raise NoPolynomial
    values = [row[i].get((), Fraction(0)) for i, row in enumerate(rows)]
    roots = [Fraction(isqrt(abs(v.numerator)), isqrt(v.denominator)) for v in values]
    if any(root**2 != v for root, v in zip(roots, values, strict=True)):
        raise NoPolynomial
    return [[_number(root if i == j else 0) for j in range(len(roots))] for i, root in enumerate(roots)]


_MATRICES: dict[type, Callable[[Any], Rows]] = {
    functions.MatSqrt: _root,
    matrices.Id: lambda n: _filled(n, lambda i, j: int(i == j)),
    functions.Ones: lambda n: _filled(n, lambda i, j: 1),
    matrices.MatPlus: _sum,
    matrices.MatNeg: lambda n: [[_times(_number(-1), x) for x in row] for row in _rows(n.args[0])],
    matrices.MatTimes: _matmul,
    matrices.Scaled: _scaled,
    matrices.Transpose: lambda n: [list(col) for col in zip(*_rows(n.args[0]), strict=True)],
    functions.Hadamard: _had,
    families.Unit: _unit,
    families.VStack: lambda n: [row for a in n.args for row in _rows(a)],
    columns.Column: lambda n: [[x] for x in _vector(n.args[0])],
}


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
