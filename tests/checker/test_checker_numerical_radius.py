"""The checker's numerical radius: enclosures that hold, and witnesses that lie refused."""

import random
from fractions import Fraction

import numpy as np
import pytest

from lemmata.certificates.witnesses import Finder
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.exact_numbers import ends
from lemmata.checker.format import CertificateError, NotEstablished
from lemmata.checker.text_form import parse_expression
from tests.checker.values import floats, mat, status, value
from tests.linalg.test_numerical_radius import KNOWN, rows, sampled

A = [[1, -2], [1, 1]]
NAME = "numradius(A)"


@pytest.mark.parametrize(("a", "w"), KNOWN)
def test_known_values(a, w):
    assert floats(value(NAME, A=a)) == pytest.approx(w, abs=1e-9)


def test_random_matrices_and_irrational_ones():
    rng = random.Random(3)
    for n in (2, 3):
        a = rows(n, rng)
        near = np.array(a, dtype=float)
        assert floats(value(NAME, A=a)) == pytest.approx(sampled(near), rel=1e-5)
    assert floats(value("numradius(sqrt(2) * A)", A=A)) == pytest.approx(2**0.5 * floats(value(NAME, A=A)), rel=1e-6)


def witness():
    finder = Finder(18)
    finder.found = {}
    with finder.asked():
        Evaluator({"A": mat(A)})(parse_expression(NAME))
    return finder.found[NAME]


def read(found):
    return Evaluator({"A": mat(A)}, {NAME: found})(parse_expression(NAME))


def test_witnesses_that_lie_are_refused():
    good = witness()
    low, high = ends(read(good))
    assert low < high
    lies = {
        "above": [str(Fraction(good["below"]) - Fraction(1, 10**6)), "0", "-5"],
        "below": [str(Fraction(good["above"]) + Fraction(1, 10**6)), "1000"],
        "vector": [[["1", "1"], ["0", "1"]], [["0", "0"], ["0", "0"]]],
        "dilation": [[["0", "0"], ["0", "0"]], [["9", "0"], ["0", "9"]]],
    }
    for key, values in lies.items():
        for lie in values:
            with pytest.raises(NotEstablished):
                read({**good, key: lie})
    for change in ({"vector": ["1"]}, {"dilation": [["1"]]}, {"more": "1"}, {"above": 3}):
        with pytest.raises(CertificateError):
            read(good | change)
    with pytest.raises(CertificateError):
        read({"above": "1"})


def test_relations():
    assert status("numradius(A) <= norm2(A)", A=A) == "holds"
    assert status("numradius(A) == norm2(A)", A=[[0, -3], [3, 0]]) == "holds"  # a normal matrix: exactly
    assert status("2 * numradius(A) == norm2(A)", A=[[0, -3], [0, 0]]) == "holds"
    assert status("2 * numradius(A) < norm2(A)", A=[[0, -3], [0, 0]]) == "broken"
    assert status("numradius(A) == norm2(A)", A=A) == "broken"
