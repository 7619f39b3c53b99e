"""Values that the independent checker gives to expressions, and random matrices to try it on."""

from fractions import Fraction

import numpy as np

from lemmata.certificates.witnesses import DIGITS, Finder
from lemmata.checker.evaluate import Evaluator, judge
from lemmata.checker.exact_numbers import ends
from lemmata.checker.format import within
from lemmata.checker.text_form import Sizes, instances, parse_clause, parse_expression
from lemmata.checker.text_form import instantiate as put_in
from lemmata.checker.witnessed_spectra import Mat, entries, matrix


def mat(rows):
    return matrix([[Fraction(x) for x in row] for row in rows], len(rows[0]) if rows else 0)


def value(text, bits=64, **values):
    """What the checker makes of an expression, with witnesses to as many digits as the precision has.

    A vector is the list of its entries.
    """
    ev = Evaluator({k: mat(v) if isinstance(v, list) else Fraction(v) for k, v in values.items()})
    ev.bits = bits
    with Finder(bits // 5).asked():
        found = ev(put_in(parse_expression(text), Sizes({}, {})))
    return entries(found) if isinstance(found, Mat) and found.cols == 1 else found


def status(text, seconds=30, **values):
    """Whether the checker finds that a relation holds, is broken, undecided or undefined, with the best witnesses."""
    numbers = {k: mat(v) if isinstance(v, list) else Fraction(v) for k, v in values.items()}
    (relation,) = instances(parse_clause(text), Sizes({}, {}))
    found = "undecided"
    for digits in DIGITS[:5]:
        finder = Finder(digits)
        with finder.asked(), within(seconds):
            found = judge(relation, Evaluator(numbers))[0]
        if found != "undecided" or not finder.found:
            break
    return found


def floats(x):
    if isinstance(x, list):
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
