"""The independent checker against balls and floats: functions of numbers, vectors and matrices at degenerate points."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from lemmata.checker.exact_numbers import Undecided, Undefined
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import Undecided as BallsUndecided
from lemmata.evaluate.interpreter import Undefined as BallsUndefined
from lemmata.language.instance import Instance
from lemmata.language.text import write
from tests.checker.test_functions import EXPRESSIONS, bounds, instance
from tests.checker.values import value
from tests.evaluate.test_balls import entries
from tests.evaluate.test_floats import batch, evaluate


def ends_of(ball: Any) -> tuple[Fraction, Fraction]:
    """End points of a ball, exactly."""
    if isinstance(ball, fmpq):
        return (Fraction(int(ball.p), int(ball.q)),) * 2
    low, high = (x.man_exp() for x in (ball.lower(), ball.upper()))
    return tuple(Fraction(int(m)) * Fraction(2) ** int(e) for m, e in (low, high))


def checked(expression: Any, values: dict[str, Any]) -> Any:
    """What the checker says: enclosures, or the exception it raises."""
    try:
        return bounds(value(write(expression), 160, **values))
    except (Undefined, Undecided) as reason:
        return reason


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=write)
def test_checker_and_balls_overlap(expression: Any) -> None:
    rng = random.Random(f"balls {write(expression)}")
    seen = 0
    for _ in range(8):
        values = instance(rng, expression)
        mine = checked(expression, values)
        try:
            theirs = [
                ends_of(x) for x in entries(BallInterpreter(ExactInterpreter(Instance({}, values)), 160), expression)
            ]
        except BallsUndefined:
            assert isinstance(mine, Undefined | Undecided)
            continue
        except BallsUndecided:
            continue
        assert not isinstance(mine, Undefined)
        if isinstance(mine, Undecided):
            continue
        seen += 1
        assert all(a <= d and c <= b for (a, b), (c, d) in zip(mine, theirs, strict=True))
    assert seen >= 2


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=write)
def test_floats_are_near_the_enclosures(expression: Any) -> None:
    rng = random.Random(f"floats {write(expression)}")
    for _ in range(6):
        values = instance(rng, expression)
        mine = checked(expression, values)
        if isinstance(mine, Exception):
            continue
        floats = evaluate(expression, batch(Instance({}, values))).flatten().tolist()
        size = max(1.0, *(float(abs(x)) for pair in mine for x in pair))
        for x, (low, high) in zip(floats, mine, strict=True):
            assert x != x or float(low) - 1e-6 * size <= x <= float(high) + 1e-6 * size
