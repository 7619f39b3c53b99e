"""Exact membership of instances in domains: members, near misses, and dimensions that do not fit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import (
    ActivationPattern,
    Diagonal,
    Index,
    Matrix,
    Nonnegative,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Rows,
    Scalar,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
)
from lemmata.language import domains as places
from lemmata.language.instance import Instance
from lemmata.language.variables import variable

EPS = Fraction(1, 10**50)
ETA = Scalar("eta", domain=places.open_interval(0, 1))
EYE, ONES = [[1, 0], [0, 1]], [[1, 1], [1, 1]]

CASES: list[tuple[Any, Any, bool]] = [
    (Matrix("A", 2, 2), [[1, 2], [3, 4]], True),
    (Symmetric("A", 2), [[1, 2], [2, 4]], True),
    (Symmetric("A", 2), [[1, 2], [2 + EPS, 4]], False),
    (Psd("A", 2), ONES, True),
    (Psd("A", 2), [[1, 1], [1, 1 - EPS]], False),
    (Psd("A", 2), [[0, 0], [0, 0]], True),
    (Psd("A", 2), [[1, 1], [0, 1]], False),
    (PositiveDefinite("A", 2), [[1, 1], [1, 1 + EPS]], True),
    (PositiveDefinite("A", 2), ONES, False),
    (PositiveDefinite("A", 2), [[2, 1], [0, 2]], False),
    (PositiveDefinite("A", 1), [[0]], False),
    (PositiveDefinite("A", 3), [[1, 0, 0], [0, 0, 0], [0, 0, 1]], False),
    (SkewSymmetric("A", 2), [[0, 1], [-1, 0]], True),
    (SkewSymmetric("A", 2), [[EPS, 1], [-1, 0]], False),
    (SkewSymmetric("A", 2), [[0, 1], [1, 0]], False),
    (SkewSymmetric("A", 1), [[0]], True),
    (Signs("A", 2), [[1, 0], [0, -1]], True),
    (Signs("A", 2), [[1, 0], [0, 0]], False),
    (Signs("A", 2), [[1, EPS], [0, 1]], False),
    (Signs("A", 2), [[1, 0], [0, 1 + EPS]], False),
    (Projection("A", 2), [[1, 0], [0, 0]], True),
    (Projection("A", 2), [[0, 0], [0, 0]], True),
    (Projection("A", 2), [[-1, 0], [0, 1]], False),
    (Projection("A", 2), [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)]], False),  # not diagonal
    (Nonnegative("A", 2, 3), [[0, 1, 2], [0, 0, EPS]], True),
    (Nonnegative("A", 2, 3), [[0, 1, 2], [0, 0, -EPS]], False),
    (Upper("A", 2), [[1, 2], [0, 3]], True),
    (Upper("A", 2), [[1, 2], [EPS, 3]], False),
    (Upper("A", 3), [[0, 0, 1], [0, 0, 0], [0, 0, 0]], True),
    (Diagonal("A", 2), [[5, 0], [0, 0]], True),
    (Diagonal("A", 2), [[5, EPS], [0, 0]], False),
    (Diagonal("A", 2), [[0, 1], [1, 0]], False),
    (Orthogonal("A", 2), [["3/5", "4/5"], ["-4/5", "3/5"]], True),
    (Orthogonal("A", 2), [["3/5", "4/5"], ["4/5", "3/5"]], False),
    (Orthogonal("A", 2), [[1, 1], [-1, 1]], False),
    (Orthogonal("A", 1), [[-1]], True),
    (ActivationPattern("A", 1, 2, Fraction(1, 5)), [[1, 0], [0, "1/5"]], True),
    (ActivationPattern("A", 1, 2, Fraction(1, 5)), EYE, False),
    (ActivationPattern("A", 1, 2, 1), EYE, True),
    (ActivationPattern("A", 1, 2, 1), [[1, 0], [0, 0]], False),
    (ActivationPattern("A", 1, 2, -1), [[1, 0], [0, -1]], True),
    (ActivationPattern("A", 1, 2, -1), [[-1, 0], [0, -1]], False),
    (ActivationPattern("A", 1, 2, ETA), [["1/2", 0], [0, 1]], True),
    (ActivationPattern("A", 1, 2, ETA), [["1/3", 0], [0, 1]], False),
    (Rows("A", 1, 2), [[0, 1]], True),
    (Rows("A", 1, 3), [[0, 1, 1]], False),
    (Rows("A", 2, 2), [[0, 1], [1, 0]], False),
    (Rows("A", 2, 3), [[1, 0, 0], [0, 0, 1]], True),
    (Rows("A", 2, 3), [[1, 0, 0], [1, 0, 0]], False),
    (Scalar("x"), -3, True),
    (Scalar("x", 0, 1), 1, True),
    (Scalar("x", 0, 1), 1 + EPS, False),
    (Scalar("x", domain=places.Positive()), Fraction(1, 10**400), True),
    (Scalar("x", domain=places.Positive()), 0, False),
    (Scalar("x", domain=places.open_interval(0, 1)), "1/2", True),
    (Scalar("x", domain=places.open_interval(0, 1)), 1, False),
    (Index("i", 1, 3), 3, True),
    (Index("i", 1, 3), 4, False),
    (Index("i", 1, 3), "5/2", False),
    (variable("k", places.integers(-2, 2)), -2, True),
    (variable("k", places.integers(-2, 2)), -3, False),
    (variable("k", places.integers(0)), 10**30, True),
]


def inside(leaf: Any, value: Any) -> bool:
    exact = [[Fraction(x) for x in row] for row in value] if isinstance(value, list) else Fraction(value)
    return member(ExactInterpreter(Instance({}, {leaf.name: exact, "eta": Fraction(1, 2)})), leaf)


@pytest.mark.parametrize(("leaf", "value", "expected"), CASES)
def test_members(leaf: Any, value: Any, expected: bool) -> None:
    assert inside(leaf, value) is expected


def test_bounds_may_be_other_variables() -> None:
    leaf = variable("k", places.Integers(Scalar("low"), Scalar("high") + 1))
    for value, expected in ((2, True), (5, True), (6, False), (1, False)):
        at = Instance({}, {"k": Fraction(value), "low": Fraction(3, 2), "high": Fraction(4)})
        assert member(ExactInterpreter(at), leaf) is expected


def test_every_domain_has_a_test() -> None:
    """Each numeric domain of the language occurs above."""
    known = {type(leaf.domain) for leaf, _, _ in CASES}
    declared = {c for c in vars(places).values() if isinstance(c, type) and issubclass(c, places.Domain) and c.name}
    assert declared <= known
