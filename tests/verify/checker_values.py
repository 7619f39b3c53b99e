"""Values that the independent checker gives to expressions, and random matrices to try it on."""

import time
from fractions import Fraction

import numpy as np

from verify.checker.evaluate import Evaluator
from verify.checker.matrices import Vec, matrix
from verify.checker.numbers import ends
from verify.checker.syntax import Sizes, parse_expression
from verify.checker.syntax import instantiate as put_in

NOTHING = Sizes({}, {})


def mat(rows):
    return matrix([[Fraction(x) for x in row] for row in rows], len(rows[0]) if rows else 0)


def value(text, bits=64, **values):
    ev = Evaluator(
        {k: mat(v) if isinstance(v, list) else Fraction(v) for k, v in values.items()}, time.monotonic() + 60
    )
    ev.bits = bits
    return ev(put_in(parse_expression(text), NOTHING))


def floats(x):
    if isinstance(x, Vec):
        return [floats(y) for y in x]
    lo, hi = ends(x)
    assert hi - lo < Fraction(1, 2**20)
    return float((lo + hi) / 2)


def rows_of(rng, r, c, kind):
    if kind == "small":
        return [[rng.randint(-2, 2) for _ in range(c)] for _ in range(r)]
    if kind == "low rank":
        u, v = [rng.randint(-2, 2) for _ in range(r)], [rng.randint(-2, 2) for _ in range(c)]
        return [[a * b for b in v] for a in u]
    return [[Fraction(rng.randint(-50, 50), rng.randint(1, 9)) for _ in range(c)] for _ in range(r)]


def array(rows):
    return np.array([[float(x) for x in row] for row in rows])
