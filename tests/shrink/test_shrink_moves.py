"""The moves behind the shrinking: they stay in the domain, delete consistently, and are measured in the right order."""

from fractions import Fraction

import pytest

from lemmata.language import Dim, Matrix, Rows, domains, smax
from lemmata.language.core import quantity
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.shrink.complexity import cost
from lemmata.shrink.members import MOVES, TIERS, assembled, factored
from lemmata.shrink.scalars import contains, nearest, scalar_moves
from lemmata.shrink.simplest import concrete_at, parts
from tests.claims.engine_runs import made
from tests.shrink.ugly import rows

N = quantity(4)
EYE = rows(*([int(i == j) for j in range(4)] for i in range(4)))
SHAPES = {
    domains.RealMatrices: domains.RealMatrices(quantity(3), quantity(4)),
    domains.Nonnegative: domains.Nonnegative(quantity(3), quantity(4)),
    domains.Selection: domains.Selection(quantity(2), N),
    domains.Activation: domains.Activation(quantity(2), N, quantity(0)),
}


def symmetric(a):
    return a == [list(column) for column in zip(*a, strict=True)]


def diagonal(a):
    return [row[i] for i, row in enumerate(a) if not any(y for j, y in enumerate(row) if j != i)]


def definite(a):
    return symmetric(a) and min(factored(a)[1]) >= 0 and assembled(*factored(a)) == a


INSIDE = {
    domains.RealMatrices: lambda a: True,
    domains.Nonnegative: lambda a: min(y for row in a for y in row) >= 0,
    domains.SymmetricMatrices: symmetric,
    domains.Skew: lambda a: [[-y for y in row] for row in a] == [list(column) for column in zip(*a, strict=True)],
    domains.Upper: lambda a: not any(y for i, row in enumerate(a) for y in row[:i]),
    domains.DiagonalMatrices: lambda a: len(diagonal(a)) == 4,
    domains.Signs: lambda a: len(diagonal(a)) == 4 and set(diagonal(a)) <= {1, -1},
    domains.Projection: lambda a: len(diagonal(a)) == 4 and set(diagonal(a)) <= {0, 1},
    domains.PSD: definite,
    domains.PD: lambda a: definite(a) and min(factored(a)[1]) > 0,
    domains.Orthogonal: lambda a: assembled(a, [Fraction(1)] * 4) == EYE,
    domains.Activation: lambda a: sorted(diagonal(a)) == [0, 0, 1, 1],
    domains.Selection: lambda a: all(sorted(row) == [0, 0, 0, 1] for row in a) and a[0].index(1) < a[1].index(1),
}  # fmt: skip


def member(kind):
    """A member with unreadable entries."""
    full = [[Fraction(3 * i - 5 * j * j + 1, 7 + i + j) for j in range(4)] for i in range(4)]
    gram = assembled(full, [Fraction(k, 3) for k in range(1, 5)])
    both = range(4)
    return {
        domains.RealMatrices: full[:3],
        domains.Nonnegative: [[abs(y) for y in row] for row in full[:3]],
        domains.SymmetricMatrices: gram,
        domains.Skew: [[full[i][j] - full[j][i] for j in both] for i in both],
        domains.Upper: [[full[i][j] if i <= j else Fraction(0) for j in both] for i in both],
        domains.DiagonalMatrices: [[full[i][i] if i == j else Fraction(0) for j in both] for i in both],
        domains.Signs: [[Fraction((-1) ** (i + 1)) if i == j else Fraction(0) for j in both] for i in both],
        domains.Projection: [[Fraction(i % 2) if i == j else Fraction(0) for j in both] for i in both],
        domains.PSD: gram,
        domains.PD: gram,
        domains.Orthogonal: rows(["3/5", "4/5", 0, 0], ["-4/5", "3/5", 0, 0], [0, 0, 0, -1], [0, 0, 1, 0]),
        domains.Activation: [[Fraction([0, 1, 1, 0][i] * (i == j)) for j in both] for i in both],
        domains.Selection: rows([0, 1, 0, 0], [0, 0, 0, 1]),
    }[kind]


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.name)
def test_moves_stay_in_the_domain_and_some_read_more_easily(kind):
    domain, start = SHAPES.get(kind) or kind(N), member(kind)
    assert INSIDE[kind](start)
    proposed = [rows for tier in TIERS for rows in MOVES[kind].propose(tier, domain, start, {})]
    assert all(INSIDE[kind](x) for x in proposed)
    assert all((len(x), len(x[0])) == (len(start), len(start[0])) for x in proposed)
    assert min(cost(x) for x in proposed) < cost(start)
    assert INSIDE[kind](MOVES[kind].fit(domain, start, {}))


@pytest.mark.parametrize(
    ("domain", "x"),
    [
        (domains.Reals(), "22/7"),
        (domains.Positive(), "22/7"),
        (domains.interval(Fraction(1, 4), 2), "7/5"),
        (domains.open_interval(0, 1), "3/7"),
        (domains.integers(1, 9), "8"),
        (domains.integers(0), "5"),
    ],
    ids=str,
)
def test_scalars_stay_in_their_domain(domain, x):
    moves = list(scalar_moves(domain, Fraction(x)))
    assert moves and all(contains(domain, y) and y != Fraction(x) for y in moves)
    assert all(contains(domain, nearest(domain, Fraction(y))) for y in ("-100", "0", "1/3", "1", "99"))


def test_deletion_is_consistent_across_variables():
    n, m = Dim("n"), Dim("m", 1, Dim("n"))
    A, K = Matrix("A", n, n), Rows("K", m, n)
    statement = made(smax(K @ A) <= 0)
    start = instantiate(statement, {"n": 3, "m": 2})
    values = {"A": rows([11, 12, 13], [21, 22, 23], [31, 32, 33]), "K": rows([1, 0, 0], [0, 0, 1])}
    target = concrete_at(statement, (("n", 2), ("m", 1)))
    found = [i.values for i in parts(start, Instance(start.dims, values), target)]
    assert {"A": rows([11, 13], [31, 33]), "K": rows([1, 0])} in found
    assert {"A": rows([22, 23], [32, 33]), "K": rows([0, 1])} in found
    assert all(len(v["A"]) == 2 and sum(v["K"][0]) == 1 for v in found)
