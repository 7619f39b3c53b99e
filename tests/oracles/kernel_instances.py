"""Small values for the variables of kernel formulas; the usual domains among the hypotheses are met by construction."""

import random
from fractions import Fraction
from typing import Any

from tests.oracles.kernel_terms import Interpreter, Layers, Value, eye, small, times, zeros


def variables(*formulas: Any) -> list[Any]:
    """Free variables, those in sorts first."""
    out: dict[Any, None] = {}

    def walk(t: Any) -> None:
        if isinstance(t, tuple) and t:
            if t[0] == "v":
                walk(t[2])
                out.setdefault(t)
            else:
                for x in t:
                    walk(x)

    for f in formulas:
        walk(f)
    return list(out)


def instance(formulas: list[Any], hypotheses: list[Any], draw: random.Random) -> dict[Any, Value]:
    """Values of the variables, with domains among the hypotheses met by construction where they are the usual ones."""
    values: dict[Any, Value] = {}
    for v in variables(*formulas, *hypotheses):
        sort = v[2]
        evaluate = Interpreter(values, 0)
        if sort[0] in "PN":
            values[v] = Fraction(draw.choice([1, 1, 2, 2, 3]) if sort[0] == "P" else draw.choice([0, 1, 1, 2, 3]))
        elif sort[0] == "Z":
            values[v] = Fraction(draw.choice([1, 1, 2, 2, 3, 0, -1]))
        elif sort[0] == "R":
            values[v] = draw.choice(
                [Fraction(0), Fraction(1), Fraction(draw.randint(-6, 6), draw.choice([1, 2, 3, 5]))]
            )
            if ("<", ("q", Fraction(0)), v) in hypotheses:
                values[v] = abs(values[v]) + Fraction(draw.randint(1, 4), 4)
        elif sort[0] == "L":
            values[v] = Layers(*(int(evaluate(x)) for x in sort[1:]), draw)
        else:
            values[v] = member(v, hypotheses, evaluate, draw)
    return values


def member(v: Any, hypotheses: list[Any], evaluate: Interpreter, draw: random.Random) -> Any:
    rows, cols = (int(evaluate(x)) for x in v[2][1:])
    a = small(draw, rows, cols)
    zero = ("q", Fraction(0))
    for h in hypotheses:
        if h == ("=", ("T", v), v):
            a = a + a.T if draw.random() < 0.8 else eye(rows) * Fraction(draw.randint(-2, 2))
        if h[0] == "=" and h[1] == ("T", v) and h[2][0] == "sc" and rows == cols:
            a = a - a.T
        if h[0] == "=" and h[1] == ("mm", ("T", v), v) and h[2][0] == "id" and rows == cols:
            order = draw.sample(range(rows), rows)
            a = zeros(rows, cols)
            for r, c in enumerate(order):
                a[r, c] = Fraction(draw.choice([-1, 1]))
        if h[0] == "=" and h[1] == v and h[2][0] == "dg":
            for r in range(rows):
                for c in range(cols):
                    a[r, c] = a[r, c] if r == c else Fraction(0)
        if h == ("<=", zero, ("lmin", v)):
            a = times(a, a.T)
        if h == ("<", zero, ("lmin", v)):
            a = times(a, a.T) + eye(rows)
    return a
