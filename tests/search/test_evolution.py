"""CMA-ES finds its way where there is no gradient, and is the same under one seed."""

import pytest
import torch

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import Id, Index, Kind, Matrix, Scalar, Statement, s, smax, smin
from lemmata.language.instantiate import instantiate
from lemmata.search.evolution import MAX_PARAMETERS, evolve
from lemmata.textbook import TEXTBOOK

A = Matrix("A", 2, 2)


def concrete_of(claim, given=()):
    return instantiate(
        Statement(id="made.cma", title="", source=TEXTBOOK.at(""), kind=Kind.ALGEBRAIC, claim=claim, given=given), {}
    )


def lowest(ends, concrete):
    return float(floats.screen(concrete, ends).slack.min())


def test_slack_is_driven_down_without_gradients():
    problem = concrete_of(smax(A + Id(2)) <= 1 + smax(A) - smin(A))  # broken by a thin neighbourhood of c I, c > 0
    start = evolve(problem, Stream("cma", 0), 3, 1)
    ends = evolve(problem, Stream("cma", 0), 3, 60)
    assert lowest(ends, problem) < lowest(start, problem)
    assert lowest(ends, problem) < -0.2


def test_hypotheses_are_kept():
    problem = concrete_of(smax(A) <= 2, given=smax(A) <= 3)
    ends = evolve(problem, Stream("cma", 0), 2, 40)
    screen = floats.screen(problem, ends)
    assert bool(screen.met.any()) and float(screen.slack[screen.met].min()) < -0.15


def test_one_seed_one_end_point():
    problem = concrete_of(smin(A) >= 1)
    first, again, other = (evolve(problem, Stream("cma", k), 2, 8) for k in (0, 0, 1))
    assert first["A"].equal(again["A"]) and not first["A"].equal(other["A"])


def test_discrete_variables_keep_the_value_of_their_run():
    i = Index("i", 1, 2)
    ends = evolve(concrete_of(s(A, i) >= 1), Stream("cma", 0), 4, 3)
    assert set(ends["i"].tolist()) <= {1, 2}


@pytest.mark.parametrize("claim", [smax(Matrix("B", 12, 12)) >= 0, Scalar("x") >= 0], ids=["many", "one"])
def test_too_many_or_too_few_parameters_are_declined(claim):
    assert MAX_PARAMETERS < 144
    assert evolve(concrete_of(claim), Stream("cma", 0), 1, 2) is None


def test_values_that_are_not_finite_are_the_worst():
    ends = evolve(concrete_of(smax(A) / (smin(A) - smin(A)) >= 0), Stream("cma", 0), 1, 3)
    assert torch.isfinite(ends["A"]).all()
