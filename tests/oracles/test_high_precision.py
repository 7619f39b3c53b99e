"""The high-precision interpreter against the table of known values, and its slacks."""

import random
from fractions import Fraction

import mpmath
import pytest

from lemmata.language import Id, eq, exists, forall, s, smax, smin
from lemmata.language.atoms import Det, LMax, Rho, Schatten
from lemmata.language.functions import Inverse, MatExp, MatLog, MatSqrt
from lemmata.language.instance import Instance
from lemmata.language.relations import Relation
from lemmata.language.variables import Index
from tests.evaluate.atom_tables import FUNCTIONS, TABLE, A, B, Row, X, Y, row
from tests.oracles.high_precision import Undefined, evaluate, slack


def entries(value: object) -> list[mpmath.mpf]:
    """All numbers of a scalar, vector or matrix value, row by row."""
    if hasattr(value, "tolist"):
        return [x for row in value.tolist() for x in row]
    return list(value) if isinstance(value, list) else [value]


NEAR_SINGULAR = [[1, 1], [1, 1 + Fraction(1, 10**60)]]
MORE: list[Row] = [
    row("inverse is decided exactly", Det(Inverse(A(2, 2))), {"A": NEAR_SINGULAR}, 10**60),
    row("determinant of rows of all sizes", Det(MatExp(A(3, 3))), {"A": [[-90, 0, 0], [0, 90, 0], [0, 0, 0]]}, 1),
    row("rho of a defective matrix", Rho(A(3, 3)), {"A": [[2, 1, 0], [0, 2, 1], [0, 0, 2]]}, 2),
    row("rho of a defective turn", Rho(A(4, 4)), {"A": [[0, -1, 1, 0], [1, 0, 0, 1], [0, 0, 0, -1], [0, 0, 1, 0]]}, 1),
    row("lmax of what is not symmetric", LMax(A(2, 2) @ B(2, 2)), {"A": [[1, 1], [0, 1]], "B": [[1, 0], [0, 1]]}, None),
    row("lmax of a symmetric product", LMax(A(2, 2) @ A(2, 2).T), {"A": [[0, 2], [0, 0]]}, 4),
    row("inverse of a singular root", Inverse(MatSqrt(A(2, 2))), {"A": [[1, 1], [1, 1]]}, None),
    row("logarithm of a singular root", MatLog(MatSqrt(A(2, 2))), {"A": [[1, 1], [1, 1]]}, None),
    row(
        "schatten, small exponent, rank one", Schatten(X, A(2, 2)), {"A": [[1, 2], [2, 4]], "x": Fraction(1, 10**9)}, 5
    ),
    row("root of an exponential", MatSqrt(MatExp(X * Id(2))), {"x": 0}, [1, 0, 0, 1]),
]


@pytest.mark.parametrize("row", [*TABLE, *FUNCTIONS, *MORE], ids=lambda r: r.name)
def test_table(row: Row) -> None:
    if row.expected is None:
        with pytest.raises(Undefined):
            evaluate(row.expression, row.instance)
        return
    got = entries(evaluate(row.expression, row.instance))
    assert len(got) == len(row.expected)
    with mpmath.workdps(70):
        # A slope is a difference quotient at doubled precision; a singular value of 1e-18 is known to 50 digits of 1.
        wanted = [mpmath.mpf(y) for y in row.decimals(70)]
        assert all(abs(x - y) <= mpmath.mpf(10) ** -40 * (1 + abs(y)) for x, y in zip(got, wanted, strict=True))


def test_digits_are_honoured() -> None:
    row = next(r for r in TABLE if r.name == "smin golden")
    with mpmath.workdps(130):
        error = abs(evaluate(row.expression, row.instance, digits=120) - mpmath.mpf(row.decimals(130)[0]))
        assert error < mpmath.mpf(10) ** -115


def test_relative_and_absolute_slack() -> None:
    at = Instance({}, {"x": Fraction(1), "y": Fraction(3)})
    margin = slack(Relation(X, "<=", Y), at)
    assert (margin.absolute, margin.relative, margin.lhs, margin.rhs) == (2, 0.5, 1, 3)
    assert slack(Relation(X, ">=", Y), at).absolute == -2
    assert slack(eq(X, Y), at).absolute == -2
    assert slack(Relation(X - X, "<", Y - Y), at).relative == 0


def test_false_relation_has_negative_slack_and_true_one_not() -> None:
    at = Instance({}, {"A": [[Fraction(1), Fraction(1)], [Fraction(0), Fraction(1)]], "B": [[Fraction(1, 2)] * 2] * 2})
    i, j = Index("i"), Index("j")
    weyl = forall(i, 1, 2, j, 1, 3 - i, s(A(2, 2) + B(2, 2), i + j - 1) <= s(A(2, 2), i) + s(B(2, 2), j))
    assert slack(weyl, at).absolute > 0
    wrong = forall(i, 1, 2, s(A(2, 2) + B(2, 2), i) <= s(A(2, 2), i))
    assert slack(wrong, at).relative < 0
    assert slack(exists(smax(A(2, 2)) < smin(A(2, 2))), at).absolute < 0


def test_rho_is_invariant_where_eigenvalues_are_ill_conditioned() -> None:
    """Conjugating a Jordan block by integer matrices of determinant 1 leaves its only eigenvalue where it is."""
    rng = random.Random(5)
    block = [[3, 1, 0, 0], [0, 3, 1, 0], [0, 0, 3, 1], [0, 0, 0, 3]]
    for _ in range(5):
        rows = [[Fraction(x) for x in r] for r in block]
        for _ in range(6):
            i, j = rng.sample(range(4), 2)
            c = rng.randint(-3, 3)
            rows[i] = [x + c * y for x, y in zip(rows[i], rows[j], strict=True)]
            for r in rows:
                r[j] -= c * r[i]
        assert abs(evaluate(Rho(A(4, 4)), Instance({}, {"A": rows})) - 3) < mpmath.mpf(10) ** -40


def test_a_power_too_long_to_be_exact_is_declined() -> None:
    huge = X
    for _ in range(7):
        huge = huge**9
    with pytest.raises(OverflowError):
        evaluate(huge, Instance({}, {"x": Fraction(1, 5)}))
