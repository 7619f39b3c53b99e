"""Exact reals with exponentials and logarithms: zeros are proved, others are never called zero."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpz_poly

from lemmata.evaluate.interpreter import Unavailable, Undefined
from lemmata.evaluate.number_fields import Algebraic, Numbers, rational
from lemmata.evaluate.reals import Real, Reals

numbers = Numbers()
reals = Reals(numbers)
exp, log = reals.exponential, reals.logarithm


def q(x: Any) -> Algebraic:
    return rational(Fraction(x))


def minus(a: Real, b: Real) -> Real:
    return reals.add([a, reals.negate(b)])


def times(*xs: Real) -> Real:
    out: Real = q(1)
    for x in xs:
        out = reals.multiply(out, x)
    return out


ROOT2, ROOT3, ROOT6 = (numbers.root(q(k)) for k in (2, 3, 6))
GOLDEN = numbers.eigenvalue(fmpz_poly([-1, -1, 1]), 0)

EQUAL: dict[str, tuple[Real, Real]] = {
    "exp 0": (exp(q(0)), q(1)),
    "log 1": (log(q(1)), q(0)),
    "addition": (times(exp(q("1/3")), exp(q("2/3"))), exp(q(1))),
    "inverse": (times(exp(ROOT2), exp(reals.negate(ROOT2))), q(1)),
    "equal exponents": (exp(ROOT2 * ROOT3), exp(ROOT6)),
    "root": (reals.root(exp(ROOT2)), exp(q("1/2") * ROOT2)),
    "binomial": (
        reals.power(reals.add([exp(q(1)), q(1)]), 2),
        reals.add([exp(q(2)), times(q(2), exp(q(1))), q(1)]),
    ),
    "quotient": (
        reals.divide(minus(exp(q(2)), q(1)), minus(exp(q(1)), q(1))),
        reals.add([exp(q(1)), q(1)]),
    ),
    "cosh": (
        minus(reals.power(reals.add([exp(q(1)), exp(q(-1))]), 2), reals.power(minus(exp(q(1)), exp(q(-1))), 2)),
        q(4),
    ),
    "log of a product": (log(q(6)), reals.add([log(q(2)), log(q(3))])),
    "log of a power": (log(q(8)), times(q(3), log(q(2)))),
    "log of a root": (log(ROOT2), times(q("1/2"), log(q(2)))),
    "log of conjugates": (reals.add([log(GOLDEN), log(minus(GOLDEN, q(1)))]), q(0)),
    "algebraic multiples of one log": (minus(times(ROOT2, log(q(3))), times(ROOT2, log(q(3)))), q(0)),
    "exp of log": (exp(reals.add([log(q(3)), q(2)])), times(q(3), exp(q(2)))),
    "log of exp": (log(times(q(3), exp(ROOT2))), reals.add([log(q(3)), ROOT2])),
    "real power": (reals.real_power(exp(q(2)), ROOT2), exp(q(2) * ROOT2)),
    "fractional power": (reals.power(reals.real_power(q(5), q("2/3")), 3), q(25)),
    "negative power": (reals.real_power(q(4), q("-1/2")), q("1/2")),
    "zero to a power": (reals.real_power(q(0), q("1/2")), q(0)),
    "absolute": (reals.absolute(minus(exp(q(-1)), exp(q(1)))), minus(exp(q(1)), exp(q(-1)))),
    "largest": (reals.extreme(exp(q(1)), q(2), 1), exp(q(1))),
    "smallest": (reals.extreme(log(q(3)), q(1), -1), q(1)),
}  # fmt: skip


@pytest.mark.parametrize("name", EQUAL)
def test_equal(name: str) -> None:
    a, b = EQUAL[name]
    assert reals.sign(minus(a, b)) == 0
    assert a.enclose(200).overlaps(b.enclose(200))


TINY = Fraction(1, 10**40)


@pytest.mark.parametrize("name", EQUAL)
@pytest.mark.parametrize("direction", [1, -1])
def test_nearly_equal(name: str, direction: int) -> None:
    """Negative control: a difference of 10^-40 is seen, with its sign."""
    a, b = EQUAL[name]
    try:
        assert reals.sign(reals.add([a, q(direction * TINY), reals.negate(b)])) == direction
    except Unavailable:
        assert not isinstance(a, Algebraic)


DIFFERENT: list[tuple[Real, Real, int]] = [
    (exp(q(1)), q("2718281828459045/1000000000000000"), 1),
    (exp(ROOT2), exp(ROOT3), -1),
    (log(q(2)), q("7/10"), -1),
    (times(q(3), log(q(2))), times(q(2), log(q(3))), -1),
    (reals.add([exp(q(1)), exp(q(-1))]), q(3), 1),
    (times(ROOT2, log(q(2))), log(q(3)), -1),
]


@pytest.mark.parametrize(("a", "b", "expected"), DIFFERENT)
def test_different(a: Real, b: Real, expected: int) -> None:
    assert reals.sign(minus(a, b)) == expected


UNDEFINED: list[Callable[[], Any]] = [
    lambda: log(q(0)), lambda: log(q(-1)), lambda: log(minus(exp(q(1)), exp(q(1)))),
    lambda: reals.divide(exp(q(1)), q(0)), lambda: reals.divide(q(1), minus(exp(q(2)), times(exp(q(1)), exp(q(1))))),
    lambda: reals.root(q(-2)), lambda: reals.root(reals.negate(exp(q(1)))), lambda: reals.root(q(-8), 3),
    lambda: reals.real_power(q(-1), q("1/3")), lambda: reals.real_power(q(0), q(0)),
    lambda: reals.real_power(q(0), q(-1)), lambda: log(log(q("1/2"))),
]  # fmt: skip
UNAVAILABLE: list[Callable[[], Any]] = [
    lambda: exp(exp(q(1))), lambda: times(log(q(2)), log(q(3))), lambda: reals.add([log(q(2)), exp(q(1))]),
    lambda: reals.root(reals.add([exp(q(1)), q(1)])), lambda: log(reals.add([exp(q(1)), q(1)])),
    lambda: reals.real_power(q(2), ROOT2), lambda: reals.real_power(q(2), q("1/4503599627370496")),
    lambda: log(log(q(3))), lambda: times(exp(q(1)), log(q(2))), lambda: exp(times(ROOT2, log(q(3)))),
]  # fmt: skip


@pytest.mark.parametrize("make", UNDEFINED)
def test_undefined(make: Callable[[], Any]) -> None:
    with pytest.raises(Undefined):
        make()


@pytest.mark.parametrize("make", UNAVAILABLE)
def test_unavailable(make: Callable[[], Any]) -> None:
    with pytest.raises(Unavailable):
        make()


@pytest.mark.parametrize("seed", range(20))
def test_field_axioms_on_random_numbers(seed: int) -> None:
    rng = random.Random(seed)

    def draw() -> Real:
        pick = rng.randrange(3)
        c = q(Fraction(rng.randint(-5, 5), rng.randint(1, 3)))
        return c if pick == 0 else times(c, exp(rng.choice([ROOT2, q(1), q("-1/2"), ROOT3])))

    a, b, c = draw(), reals.add([draw(), draw()]), reals.add([draw(), draw()])
    left, right = times(a, reals.add([b, c])), reals.add([times(a, b), times(a, c)])
    assert reals.sign(minus(left, right)) == 0
    if reals.sign(c) not in (0, None):
        assert reals.sign(minus(times(reals.divide(b, c), c), b)) == 0
        assert reals.sign(minus(reals.divide(times(a, c), c), a)) == 0
    assert left.enclose(128).overlaps(a.enclose(128) * (b.enclose(128) + c.enclose(128)))
