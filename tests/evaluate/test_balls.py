"""Ball and algebraic interpreters against high precision and each other."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb

from lemmata.evaluate.algebraic_numbers import AlgebraicInterpreter
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import Undefined
from lemmata.language import cond, lam, lmin, norm2, normF, s, smax, smin, sqrt, tr
from lemmata.language.instance import Instance
from lemmata.language.matrices import MatrixTerm
from lemmata.linalg.precision import precision
from tests.evaluate.atom_tables import A, B, Row, X
from tests.oracles.high_precision import evaluate


def balls(instance: Instance, bits: int = 128) -> BallInterpreter:
    return BallInterpreter(ExactInterpreter(instance), bits)


def entries(interpreter: Any, node: Any) -> list[Any]:
    """Entries of a quantity or, row by row, of a matrix."""
    if not isinstance(node, MatrixTerm):
        return interpreter.quantity(node)
    table = interpreter.matrix(node)
    rows = table if isinstance(table, list) else table.tolist()
    return [x for row in rows for x in row]


def reference(decimal: str, digits: int) -> arb:
    """A ball around a decimal that is correct to ``digits`` digits."""
    with precision(400):
        x = arb(decimal)
        return x + arb(0, abs(x) * arb(10) ** -digits)


def enclosed(row: Row, bits: int, exact: int) -> None:
    """The balls of a row hold its known values and are as narrow as so many bits; without values they refuse."""
    interpreter = balls(row.instance, bits)
    if row.expected is None:
        with pytest.raises(Undefined):
            entries(interpreter, row.expression)
        return
    got = entries(interpreter, row.expression)
    assert len(got) == len(row.expected)
    with precision(400):
        for x, decimal in zip(got, row.decimals(90), strict=True):
            assert arb(x).overlaps(reference(decimal, 85))
            assert arb(x).rad() <= arb(2) ** -exact * (1 + abs(arb(x)).mid())


EXPRESSIONS = [
    s(A(3, 4)), smin(A(3, 4)) + smax(A(3, 4)) ** 2, norm2(A(3, 4)) / normF(A(3, 4)), cond(A(3, 4) @ B(4, 3)),
    lam(A(3, 4) @ A(3, 4).T), lmin(A(3, 4) @ B(4, 3) + (A(3, 4) @ B(4, 3)).T), tr(A(3, 4) @ B(4, 3)) * sqrt(2 + X**2),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_three_routes_agree_on_random_instances(seed: int) -> None:
    """mpmath at 50 digits lies in the balls, and so do the algebraic numbers."""
    rng = random.Random(seed)

    def table(r: int, c: int) -> list[list[Fraction]]:
        return [[Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(c)] for _ in range(r)]

    at = Instance({}, {"A": table(3, 4), "B": table(4, 3), "x": Fraction(rng.randint(-5, 5), 7)})
    exact = ExactInterpreter(at)
    for node in EXPRESSIONS:
        enclosed, algebraic = balls(at).quantity(node), AlgebraicInterpreter(exact).quantity(node)
        value = evaluate(node, at, digits=60)
        decimals = value if isinstance(value, list) else [value]
        for x, y, z in zip(enclosed, algebraic, decimals, strict=True):
            with mpmath.workdps(60):
                near = reference(mpmath.nstr(z, 50), 45)
            assert x.overlaps(near) and y.enclose(192).overlaps(near) and y.enclose(192).overlaps(x)
