"""The high-precision interpreter against the table of known values, and its slacks."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from lemmata.language import eq, exists, forall, s, smax, smin
from lemmata.language.instance import Instance
from lemmata.language.relations import Relation
from lemmata.language.variables import Index
from tests.evaluate.atom_tables import TABLE, A, B, Row, X, Y
from tests.oracles.high_precision import Undefined, evaluate, slack


def entries(value: object) -> list[mpmath.mpf]:
    """All numbers of a scalar, vector or matrix value, row by row."""
    if hasattr(value, "tolist"):
        return [x for row in value.tolist() for x in row]
    return list(value) if isinstance(value, list) else [value]


@pytest.mark.parametrize("row", TABLE, ids=lambda r: r.name)
def test_table(row: Row) -> None:
    if row.expected is None:
        with pytest.raises(Undefined):
            evaluate(row.expression, row.instance)
        return
    got = entries(evaluate(row.expression, row.instance))
    assert len(got) == len(row.expected)
    with mpmath.workdps(60):
        # A slope is a difference quotient at doubled precision; a singular value of 1e-18 is known to 50 digits of 1.
        errors = [abs(mpmath.mpf(x) - mpmath.mpf(y)) for x, y in zip(got, row.decimals(), strict=True)]
        assert max(errors) < mpmath.mpf(10) ** -40


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
