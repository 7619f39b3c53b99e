"""Gradient ascent: it gets where sampling does not, stays in the domains, and survives non-finite values."""

import pytest

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import Matrix, lam, lmin, normF, s, smax, smin, sqrt
from lemmata.language.variables import Symmetric
from lemmata.search.coordinates import ascend
from tests.made import concrete as concrete_of

A, B = Matrix("A", 2, 2), Matrix("B", 2, 2)


def lowest(concrete, restarts=8, steps=80, **rest):
    return floats.screen(concrete, ascend(concrete, Stream("ascent", 0), restarts, steps, **rest)).slack


@pytest.mark.parametrize(
    ("claim", "given", "bound"),
    [
        (normF(A) <= smax(A), (), -0.17),  # worst at smax = smin: (1 - sqrt 2) / (1 + sqrt 2)
        (smin(A + B) <= smin(A) + smin(B), (), -0.9),
        (s(A) >= s(B), normF(A - B) <= 1, -0.3),
        (lam(Symmetric("N", 3)) >= -1, (), -0.2),
    ],
    ids=["norms", "smallest", "constrained", "eigenvalues"],
)
def test_slack_is_driven_down(claim, given, bound):
    concrete = concrete_of(claim, given)
    start = floats.screen(concrete, ascend(concrete, Stream("ascent", 0), 8, 1))
    end = lowest(concrete)
    assert float(end.min()) < bound
    assert float(end.min()) <= float(start.slack.min())


def test_one_seed_one_end_point():
    concrete = concrete_of(smax(A + B) <= smax(A))
    first, again = (ascend(concrete, Stream("ascent", 3), 4, 10) for _ in range(2))
    assert all(first[k].equal(again[k]) for k in first)
    other = ascend(concrete, Stream("ascent", 4), 4, 10)
    assert not first["A"].equal(other["A"])


@pytest.mark.parametrize(
    "claim",
    [sqrt(smin(A) - 1) >= 0, 1 / (smax(A) - 1) >= 0, lmin(A @ A.T - A @ A.T) >= 0],
    ids=["root", "pole", "flat"],
)
def test_undefined_values_on_the_way_do_not_spoil_the_rest(claim):
    ends = ascend(concrete_of(claim), Stream("ascent", 0), 6, 15)
    assert all(v.isfinite().all() for v in ends.values())
