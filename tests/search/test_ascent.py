"""Gradient ascent: it gets where sampling does not, stays in the domains, and survives non-finite values."""

import pytest
import torch

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import Index, Kind, Matrix, Scalar, Statement, exists, lam, lmin, normF, s, smax, smin, sqrt
from lemmata.language.instantiate import instantiate
from lemmata.language.variables import ActivationPattern, Symmetric
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.search.ascent import ascend
from lemmata.textbook import TEXTBOOK

A, B = Matrix("A", 2, 2), Matrix("B", 2, 2)


def concrete_of(claim, given=()):
    return instantiate(
        Statement(id="made.ascent", title="", source=TEXTBOOK.at(""), kind=Kind.ALGEBRAIC, claim=claim, given=given), {}
    )


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


def test_more_steps_are_never_worse():
    """Each restart ends at the best point it passed; steps shrink over the whole of the way, so that ways differ."""
    concrete = concrete_of(normF(A + B) <= smax(A) + smax(B))
    start, few, many = (lowest(concrete, steps=steps) for steps in (1, 10, 40))
    assert (few <= start).all() and (many <= start).all()
    assert many.mean() <= few.mean() and many.min() <= few.min()


def test_a_witness_is_sought_the_other_way():
    concrete = concrete_of(exists(smax(A) <= smin(A)))
    ends = lowest(concrete, restarts=16, steps=200, witness=True)
    drawn = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("gaussian", 0), 16 * 200)
    assert float(ends.max()) > float(floats.screen(concrete, drawn).slack.max())


def test_one_seed_one_end_point():
    concrete = concrete_of(smax(A + B) <= smax(A))
    first, again = (ascend(concrete, Stream("ascent", 3), 4, 10) for _ in range(2))
    assert all(first[k].equal(again[k]) for k in first)
    other = ascend(concrete, Stream("ascent", 4), 4, 10)
    assert not first["A"].equal(other["A"])


def test_only_discrete_variables_leave_nothing_to_move():
    D, i = ActivationPattern("D", 1, 3, 0), Index("i", 1, 3)
    ends = ascend(concrete_of(s(D, i) <= 0), Stream("ascent", 0), 5, 10)
    assert ends["D"].shape == (5, 3, 3) and ends["i"].shape == (5,)


def test_a_claim_without_variables_of_its_own_ends_where_it_began():
    """The goal has no gradient: nothing to follow, nothing raised."""
    i, x = Index("i", 1, 3), Scalar("x")
    ends = ascend(concrete_of(i >= 1, given=()), Stream("ascent", 0), 3, 4)
    assert ends.keys() == {"i"}
    assert ascend(concrete_of(0 * x <= 1), Stream("ascent", 0), 3, 4)["x"].isfinite().all()


@pytest.mark.parametrize(
    "claim",
    [sqrt(smin(A) - 1) >= 0, 1 / (smax(A) - 1) >= 0, lmin(A @ A.T - A @ A.T) >= 0],
    ids=["root", "pole", "flat"],
)
def test_undefined_values_on_the_way_do_not_spoil_the_rest(claim):
    ends = ascend(concrete_of(claim), Stream("ascent", 0), 6, 15)
    assert all(v.isfinite().all() for v in ends.values())


def test_no_graph_is_left_behind():
    ends = ascend(concrete_of(smax(A) <= 1), Stream("ascent", 0), 2, 3)
    assert not any(v.requires_grad for v in ends.values())
    assert ends["A"].dtype == torch.float64
