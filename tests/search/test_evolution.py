"""CMA-ES finds its way where there is no gradient, and is the same under one seed."""

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import Id, Kind, Matrix, Statement, smax, smin
from lemmata.language.instantiate import instantiate
from lemmata.search.ascent import evolve
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
