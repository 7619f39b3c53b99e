"""Exact interpreter, exact membership, and the number fields behind exact ties."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from sympy import Integer

from lemmata.evaluate.algebraic_numbers import AlgebraicInterpreter
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import (
    ActivationPattern,
    Diagonal,
    Index,
    Matrix,
    Psd,
    Rows,
    Scalar,
    Symmetric,
    lam,
    open_interval,
    smax,
)
from lemmata.language.domains import Orthogonal, Positive
from lemmata.language.instance import Instance
from tests.evaluate.atom_tables import A


def at(**values: Any) -> ExactInterpreter:
    def read(v: Any) -> Any:
        return [[Fraction(x) for x in row] for row in v] if isinstance(v, list) else Fraction(v)

    return ExactInterpreter(Instance({}, {name: read(v) for name, v in values.items()}))


def test_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        at().quantity(smax(A(2, 2)))


ETA, SWAP, HALF = Scalar("eta", domain=open_interval(0, 1)), [[0, 1], [1, 0]], Fraction(1, 2)
TURN = [["3/5", "-4/5"], ["4/5", "3/5"]]
MEMBERS = [
    (Symmetric("A", 2), SWAP, [[0, 1], [2, 0]]),
    (Psd("A", 2), [[1, 1], [1, 1]], [[1, 2], [2, 1]]),
    (Psd("A", 2), [[0, 0], [0, 0]], [[1, 1], [0, 1]]),
    (Diagonal("A", 2), [[3, 0], [0, 0]], SWAP),
    (Matrix("A", domain=Orthogonal(Integer(2))), TURN, [[1, 1], [-1, 1]]),
    (ActivationPattern("A", Integer(1), Integer(2), Integer(-1)), [[1, 0], [0, -1]], [[-1, 0], [0, -1]]),
    (ActivationPattern("A", Integer(1), Integer(2), ETA), [[HALF, 0], [0, 1]], [[Fraction(1, 3), 0], [0, 1]]),
    (ActivationPattern("A", Integer(1), Integer(2), Integer(1)), [[1, 0], [0, 1]], [[1, 0], [0, 0]]),
    (Rows("A", Integer(2), Integer(3)), [[1, 0, 0], [0, 0, 1]], [[0, 0, 1], [1, 0, 0]]),
    (Rows("A", Integer(2), Integer(3)), [[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [1, 0, 0]]),
    (Rows("A", Integer(1), Integer(3)), [[0, 1, 0]], [[0, 1, 1]]),
    (Scalar("A", 0, 1), 1, Fraction(10**20 + 1, 10**20)),
    (Scalar("A", domain=open_interval(0, 1)), HALF, 1),
    (Scalar("A", domain=Positive()), Fraction(1, 10**400), 0),
    (Scalar("A"), -5, None),
    (Index("A", 1, 3), 3, 4),
    (Index("A", 1, 3), 1, Fraction(3, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("leaf", "inside", "outside"), MEMBERS, ids=lambda x: str(x)[:20])
def test_membership(leaf: Any, inside: Any, outside: Any) -> None:
    assert member(at(A=inside, eta=HALF), leaf)
    if outside is not None:
        assert not member(at(A=outside, eta=HALF), leaf)


# Number fields: equalities that hold in Q(lambda, sqrt(lambda)) cancel without any zero test.
def fields(rows: list[list[int]]) -> AlgebraicInterpreter:
    return AlgebraicInterpreter(at(A=rows, rho=Fraction(1, 2)))


GENERIC = [[1, 2, 0], [0, -1, 3], [2, 0, 1]]
SYMMETRIC = [[1, 2, 0], [2, -1, 3], [0, 3, 1]]


def test_field_arithmetic_against_balls() -> None:
    """Random rational functions of spectra of one matrix: canonical forms and plain ball arithmetic overlap."""
    rng = random.Random(5)
    for _ in range(20):
        rows = [[rng.randint(-4, 4) for _ in range(3)] for _ in range(3)]
        interpreter = fields(rows)
        x, y = interpreter.quantity(smax(A(3, 3)))[0], interpreter.quantity(lam(A(3, 3) + A(3, 3).T))[0]
        if x.sign() == 0:
            continue
        multiply, add = interpreter.multiply, interpreter.add
        value = interpreter.divide(add([multiply(x, x), multiply(y, x), y]), add([interpreter.power(x, 3), x]))
        a, b = x.enclose(300), y.enclose(300)
        assert value.enclose(300).overlaps((a * a + b * a + b) / (a**3 + a))
