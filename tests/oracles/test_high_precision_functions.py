"""Elementary functions, norms and matrix functions at high precision: the table of known values, and identities."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from lemmata.language import Id, exp, log, prod, tr
from lemmata.language.atoms import Det, KyFan, LMax, NormF, NormN, Rho, Schatten, SMax
from lemmata.language.columns import DiagonalEntries
from lemmata.language.core import Plus, Times
from lemmata.language.functions import Inverse, MatAbs, MatExp, MatLog, MatSqrt
from lemmata.language.instance import Instance
from tests.evaluate.atom_tables import A, B, Row, X, row
from tests.evaluate.float_function_tables import TABLE
from tests.oracles.high_precision import Undefined, evaluate
from tests.oracles.test_high_precision import entries

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
    row("root of an exponential", MatSqrt(MatExp(X * Id(2))), {"x": 0}, [1, 0, 0, 1]),
]


@pytest.mark.parametrize("case", [*TABLE, *MORE], ids=lambda r: r.name)
def test_table(case: Row) -> None:
    if case.expected is None:
        with pytest.raises(Undefined):
            evaluate(case.expression, case.instance)
        return
    got = entries(evaluate(case.expression, case.instance))
    assert len(got) == len(case.expected)
    with mpmath.workdps(70):
        wanted = [mpmath.mpf(y) for y in case.decimals(70)]
        assert all(
            abs(mpmath.mpf(x) - y) <= mpmath.mpf(10) ** -40 * (1 + abs(y)) for x, y in zip(got, wanted, strict=True)
        )


ZERO = [  # expressions in A (square), that vanish identically
    MatExp(A(3, 3)) @ MatExp(-A(3, 3)) - Id(3),
    MatSqrt(A(3, 3).T @ A(3, 3)) - MatAbs(A(3, 3)),
    MatLog(MatExp(A(3, 3) + A(3, 3).T)) - A(3, 3) - A(3, 3).T,
    Plus(Schatten(2, A(3, 3)), -NormF(A(3, 3))),
    Plus(NormN(A(3, 3)), -KyFan(3, A(3, 3))),
    Plus(tr(MatAbs(A(3, 3))), -NormN(A(3, 3))),
    Plus(Det(MatExp(A(3, 3))), -exp(tr(A(3, 3)))),
    Plus(Rho(A(3, 3).T @ A(3, 3)), -Times(SMax(A(3, 3)), SMax(A(3, 3)))),
    Plus(log(prod(exp(DiagonalEntries(A(3, 3))))), -tr(A(3, 3))),
    Plus(Rho(MatExp(A(3, 3) + A(3, 3).T)), -exp(LMax(A(3, 3) + A(3, 3).T))),
]


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
