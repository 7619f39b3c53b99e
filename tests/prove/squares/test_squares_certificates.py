"""Certificates of positivity: found for true claims, for false ones near them never, and refused when altered."""

import time
from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata.prove.squares.sums import Certificate, Polynomial, Problem, certificate, handelman, plus

pytest.importorskip("clarabel")
SECONDS = 10.0


def poly(text: str, names: str) -> Polynomial:
    """A polynomial from its text."""
    from sympy import Poly, symbols, sympify

    read = Poly(sympify(text), *symbols(list(names)))
    return {tuple(m): Fraction(int(c.p), int(c.q)) for m, c in read.terms() if c}


def problem(text: str, names: str, facts=(), above=(), vanishing=(), strict=False) -> Problem:
    """A problem from texts."""
    return Problem(
        len(names),
        poly(text, names),
        tuple(poly(f, names) for f in facts),
        frozenset(above),
        tuple(poly(h, names) for h in vanishing),
        strict,
    )


MOTZKIN = "x**4*y**2 + x**2*y**4 - 3*x**2*y**2 + 1"
ROBINSON = "x**6 + y**6 + 1 - x**4*y**2 - x**4 - y**4*x**2 - y**4 - x**2 - y**2 + 3*x**2*y**2"
SCHUR = "x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y)"
TRUE = [
    problem(f"({MOTZKIN})*(x**2 + y**2 + 1)", "xy"),
    problem(MOTZKIN, "xy"),
    problem(SCHUR, "xyz", "xyz", (0, 1, 2)),
    problem("x**2 + x + 1", "x", strict=True),
    problem("x*y + x + y", "xy", "xy", (0, 1), strict=True),
    problem("2 - (x + y)**2", "xy", vanishing=["x**2 + y**2 - 1"]),
    problem("1/2 - x*y", "xy", ["1 - x**2 - y**2"]),
    problem("(x**2 - 2)**2", "x"),
    problem("x**4 - 4*x**2 + 4 + (y - x)**2", "xy"),
]
FALSE = [
    problem(f"{MOTZKIN} - 1/1000", "xy"),
    problem(f"{ROBINSON} - x**2*y**2/100", "xy"),
    problem(f"{SCHUR} - x*y*z/1000", "xyz", "xyz", (0, 1, 2)),
    problem(SCHUR, "xyz"),
    problem("x**2 - 2*x*y + y**2", "xy", strict=True),
    problem("x*y", "xy", "xy", (), strict=True),
    problem("2 - (x + y)**2 - 1/100", "xy", vanishing=["x**2 + y**2 - 1"]),
    problem("1/2 - x*y", "xy", ["1 - x**2", "1 - y**2"]),
    problem("x**3", "x"),
]


@pytest.mark.parametrize("given", TRUE)
def test_true_inequalities_have_certificates(given: Problem) -> None:
    found = certificate(given, time.process_time() + SECONDS)
    assert found is not None
    assert found.holds(given)


@pytest.mark.parametrize("given", FALSE)
def test_false_ones_have_none(given: Problem) -> None:
    assert certificate(given, time.process_time() + 2.0) is None


@pytest.mark.parametrize("given", TRUE[:5])
def test_an_altered_certificate_does_not_hold(given: Problem) -> None:
    found = certificate(given, time.process_time() + SECONDS)
    assert found is not None
    d, facts, q = found.squares[0]
    one = (0,) * given.count
    for changed in (
        replace(found, squares=((d + 1, facts, q), *found.squares[1:])),
        replace(found, squares=((-d, facts, q), *found.squares[1:])),
        replace(found, squares=((d, facts, plus(q, {one: Fraction(1, 10**9)})), *found.squares[1:])),
        replace(found, squares=found.squares[1:]),
        replace(found, multiplier=plus(found.multiplier, {one: Fraction(1)})),
    ):
        assert not changed.holds(given)


def test_a_weight_below_zero_is_none() -> None:
    given = problem("-x**2", "x")
    square = ((Fraction(-1), (), {(1,): Fraction(1)}),)
    assert not Certificate({(0,): Fraction(1)}, square, ()).holds(given)


def test_a_multiplier_must_be_above_zero() -> None:
    given = problem("-x**2", "x", ["x"])
    negative = {(0,): Fraction(-1)}
    square = ((Fraction(1), (), {(1,): Fraction(1)}),)
    assert not Certificate(negative, square, (), ((Fraction(-1), (), {(0,): Fraction(1)}),)).holds(given)


BOX = ("x", "1 - x", "y", "1 - y")


@pytest.mark.parametrize(
    ("text", "facts", "vanishing"),
    [("1 - x*y", BOX, ()), ("2 - x*y", BOX, ()), ("x**2 - y", (), ("x**2 - y",)), ("y - x*y", BOX, ("x - y",))],
)
def test_a_linear_program_finds_products_of_facts(text, facts, vanishing):
    posed = problem(text, "xy", facts, (), vanishing)
    found = handelman(posed)
    assert found is not None and found.holds(posed)
    assert handelman(problem(f"-({text}) - 1", "xy", facts, (), vanishing)) is None
