"""The space a search moves in: every point, every rounding and every neighbour is a member of every domain."""

import pytest
from sympy import Integer, Rational

from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import Diagonal, Index, Matrix, Psd, Scalar, Symmetric, domains, smax
from lemmata.language.variables import ActivationPattern, variable
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.search.coordinates import ascend
from lemmata.search.space import READABLE, Space
from tests import made

A, T = Matrix("A", 3, 3), Matrix("T", 2, 3)
N, P, D, G = Symmetric("N", 3), Psd("P", 3), Diagonal("D", 3), ActivationPattern("G", 2, 3, Rational(1, 10))
Q = variable("Q", domains.Orthogonal(Integer(3)))
x, y = Scalar("x", 0, 1), Scalar("y")
i = Index("i", 1, 3)


def concrete():
    total = smax(A) + smax(T) + smax(N) + smax(P) + smax(D) + smax(G) + smax(Q) + x + y + i
    return made.concrete(total >= 0)


def outside(problem, values, denominator=None):
    """Names of the variables that some of the first instances put outside its domain."""
    names = set()
    for row in range(4):
        verdict = judge(problem, batches.exact(problem, values, row, denominator))
        names |= {name for name, inside in verdict.domains.items() if not inside}
    return names


def test_every_end_of_a_descent_is_a_member():
    problem = concrete()
    assert not outside(problem, ascend(problem, Stream("start", 0), 12, 3))


@pytest.mark.parametrize(("scale", "denominator"), READABLE)
def test_rounding_stays_inside_and_is_readable(scale, denominator):
    problem = concrete()
    space = Space(problem)
    values = space.rounded(batches.draw(problem, ENSEMBLES["gaussian"], Stream("start", 1), 6), scale, denominator)
    assert not outside(problem, values, denominator)
    exact = batches.exact(problem, values, 0, denominator)
    assert all(denominator % entry.denominator == 0 for row in exact.values["A"] for entry in row)
    if scale is not None:
        assert values["A"].abs().amax((1, 2)).max() == scale
