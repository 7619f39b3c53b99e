"""Members of the domains of fixed matrices next to random ones: a few of each, with small rational entries, and the
neighbours of a member."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Rational

from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parts import block

# Steps of an entry, and tangents of half the angles of turns.
STEPS = tuple(Fraction(1, k) for k in (1, 2, 3, 5, 10, 20, 40, 80))
CHOICE = 3  # of them at a time, larger ones first
Rows = tuple[tuple[Fraction, ...], ...]
TURN = ((Fraction(3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(3, 5)))


def _made(r: int, c: int, entry: Callable[[int, int], int | Fraction]) -> Rows:
    return tuple(tuple(Fraction(entry(i, j)) for j in range(c)) for i in range(r))


def _mixed(i: int, j: int) -> int:
    return (3 * i + 5 * j + 3 * i * j + 1) % 7 - 3


def _turned(i: int, j: int) -> Fraction:
    return TURN[i][j] if i < 2 and j < 2 else Fraction(i == j)


# Of each domain functions of (i, j, n), from 0, that make its members.
_ENTRIES: dict[type, tuple[Callable[[int, int, int], int | Fraction], ...]] = {
    domains.RealMatrices: (lambda i, j, n: i == j, lambda i, j, n: _mixed(i, j), lambda i, j, n: 1),
    domains.Nonnegative: (lambda i, j, n: i == j, lambda i, j, n: abs(_mixed(i, j)), lambda i, j, n: 1),
    domains.SymmetricMatrices: (
        lambda i, j, n: (i + 1) * (i == j),
        lambda i, j, n: _mixed(min(i, j), max(i, j)),
        lambda i, j, n: (-1) ** i * (i == j),
    ),
    domains.Skew: (lambda i, j, n: (i < j) - (i > j), lambda i, j, n: _mixed(i, j) - _mixed(j, i)),
    domains.Orthogonal: (
        lambda i, j, n: i == j,
        lambda i, j, n: _turned(i, j) if n > 1 else -1,
        lambda i, j, n: (i + 1) % n == j,
    ),
    domains.DiagonalMatrices: (lambda i, j, n: (i + 1) * (i == j), lambda i, j, n: (-1) ** i * (2 + i) * (i == j)),
    domains.Signs: (lambda i, j, n: i == j, lambda i, j, n: (-1) ** i * (i == j)),
    domains.Projection: (lambda i, j, n: i == j, lambda i, j, n: int(i == j and i % 2 == 0)),
    domains.Upper: (lambda i, j, n: i <= j, lambda i, j, n: (abs(_mixed(i, j)) + 1) * (i <= j)),
    # What is not diagonal of these, and not singular: next to a singular one a rank would be read off floats.
    **dict.fromkeys(
        (domains.PSD, domains.PD),
        (lambda i, j, n: min(i, j) + 1, lambda i, j, n: 2 * (i == j) - (abs(i - j) == 1), lambda i, j, n: 1 + (i == j)),
    ),
}


@lru_cache(maxsize=512)
def members(domain: Any, r: int, c: int) -> tuple[Rows, ...]:
    """Members of a domain of r x c matrices, no two alike.  Raises TypeError for a domain that none are known of."""
    made = _ENTRIES.get(domain)
    if made is None:
        raise TypeError(f"no members of {domain.name}(...) are known to stand next to random matrices")
    return tuple(dict.fromkeys(_made(r, c, lambda i, j, f=f: f(i, j, r)) for f in made))  # type: ignore[misc]


def neighbour(domain: Any, rows: Rows, stream: Stream, step: int) -> Rows:
    """A member near another one, nearer at later steps: an orthogonal matrix turned in a plane, a definite one under a
    congruence that adds a part of a row to a row, of others an entry or two changed."""
    r, c = len(rows), len(rows[0])
    i, j, k = (int(x) for x in stream.child("places").integers(0, 10**6, (3,)))
    sizes = STEPS[min(step // 2, len(STEPS) - CHOICE) :][:CHOICE]
    amount = sizes[int(stream.child("amount").integers(0, CHOICE - 1, (1,))[0])] * (-1 if k % 2 else 1)
    table = [list(row) for row in rows]
    if isinstance(domain, domains.Orthogonal):
        first, second = i % r, (i % r + 1 + j % max(r - 1, 1)) % r
        cosine, sine = (1 - amount**2) / (1 + amount**2), 2 * amount / (1 + amount**2)
        pairs = zip(table[first], table[second], strict=True)
        turned = [(cosine * x - sine * y, sine * x + cosine * y) for x, y in pairs]
        if first != second:
            table[first], table[second] = ([pair[h] for pair in turned] for h in (0, 1))
        return tuple(map(tuple, table))
    i, j = i % r, j % c
    if isinstance(domain, domains.PSD | domains.PD):
        amount = abs(amount) if i == j else amount
        table[i] = [x + amount * y for x, y in zip(table[i], table[j], strict=True)]
        for row in table:
            row[i] += amount * row[j]
        return tuple(map(tuple, table))
    if isinstance(domain, domains.Signs | domains.Projection):
        table[i][i] = -table[i][i] if isinstance(domain, domains.Signs) else 1 - table[i][i]
        return tuple(map(tuple, table))
    if isinstance(domain, domains.DiagonalMatrices):
        j = i
    if isinstance(domain, domains.Upper):
        i, j = min(i, j), max(i, j)
    moved = table[i][j] + amount
    table[i][j] = abs(moved) if isinstance(domain, domains.Nonnegative) else moved
    if isinstance(domain, domains.SymmetricMatrices):
        table[j][i] = table[i][j]
    if isinstance(domain, domains.Skew):
        table[i][j] = Fraction(0) if i == j else table[i][j]
        table[j][i] = -table[i][j]
    return tuple(map(tuple, table))


def literal(rows: Rows) -> MatrixTerm:
    """A matrix as an expression."""
    return block([[Rational(x.numerator, x.denominator) for x in row] for row in rows])


def text(rows: Rows) -> str:
    """As it is written in a claim."""
    return "[" + ", ".join("[" + ", ".join(map(str, row)) + "]" for row in rows) + "]"
