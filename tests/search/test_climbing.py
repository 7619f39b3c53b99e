"""Climbs, searches by slopes and coordinates: they lead into the domains and lose no ground."""

import pytest
import torch

from lemmata.evaluate.decide import judge
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.evaluate.randomness import Stream
from lemmata.language import Matrix, conjecture_files, normF, sqrt
from lemmata.language.instantiate import instantiate
from lemmata.sample import batches
from lemmata.search.climbing import climb
from lemmata.search.coordinates import PARAMETRISATIONS, Coordinates
from lemmata.search.equations import Unknowns, Variety, equations, on_grids
from lemmata.search.objective import RESCALINGS, goal, through, walled
from lemmata.search.quasi_newton import minimise
from tests.made import concrete as concrete_of
from tests.made import read

A, B = Matrix("A", 2, 2), Matrix("B", 2, 2)


def test_a_climb_reaches_a_thin_extreme():
    """The commutator bound with a constant just too small fails only near pairs of extreme shape."""
    problem = concrete_of(normF(A @ B - B @ A) <= sqrt(2) * normF(A) * normF(B) * 99 / 100)
    start = {
        "A": torch.tensor([[[0.0, 1.0], [0.5, 0.0]]], dtype=torch.float64),
        "B": torch.tensor([[[1.0, 0.5], [0.0, 0.0]]], dtype=torch.float64),
    }
    assert float(goal(problem, start)) > 0
    assert float(goal(problem, climb(problem, start, Stream("climb", 0), 60, 128))) < 0


# --- many BFGS searches at once


def test_what_is_not_finite_is_never_accepted() -> None:
    start = torch.tensor([[0.5], [-1.0]], dtype=torch.float64)  # the second has no value at all
    x, value = minimise(lambda x: x[:, 0].log(), start, 40)
    assert float(x[0, 0]) > 0 and bool(torch.isfinite(value[0])) and not bool(torch.isfinite(value[1]))


# --- what a search drives down shows the way back to where the hypotheses hold


@pytest.mark.parametrize(
    ("given", "wall"), [("lmin(A) >= 0", True), ("0 < tr(A)", True), ("smax(A) <= smax(B)", False)]
)
def test_outside_the_goal_jumps_and_falls_towards_the_inside(given, wall) -> None:
    here = read({"A": "symmetric(2)", "B": "symmetric(2)"}, [given], "smax(A) <= smax(B)")
    eye = torch.eye(2, dtype=torch.float64)
    b = torch.stack([eye, eye, eye])
    a = torch.stack([eye * x for x in (0.5, -1.5, -3.0)] if wall else [eye * x for x in (0.5, 1.5, 3.0)])
    a[:, 0, 0] = a[:, 0, 0] * 1.1  # no double eigenvalue
    a.requires_grad_()
    hard, soft = goal(here, {"A": a, "B": b}), goal(here, {"A": a, "B": b}, soft=True)
    assert walled(here) == wall and bool(hard[0] == soft[0]) and bool((hard[1:] > 0).all())
    assert bool((hard[1:] > soft[1:]).all())
    (slope,) = torch.autograd.grad(soft.sum(), a)
    with torch.no_grad():
        inside = goal(here, {"A": a - 1e-3 * slope, "B": b}, soft=True)
    assert bool((inside[1:] < soft[1:]).all())


# --- coordinates of a search lead into the domains, rescalings keep signs, and bandits go where something is to be had

LET = {
    "n": "integer(1, 4)", "A": "pd(n)", "B": "pd(n)", "C": "real(n, n)", "D": "symmetric(n)", "O": "orthogonal(n)",
    "N": "nonnegative(n, 2)", "p": "interval(0, 1)", "k": "integer(-2, 5)", "J": "signs(n)",
}  # fmt: skip


def concrete():
    claim = "tr(A @ B @ C @ D @ O @ J) * p * k * sum(N @ ones(2, 1)) >= 0"
    return read(LET, [], claim, {"n": 3})


@pytest.mark.parametrize("parametrisation", list(PARAMETRISATIONS))
def test_end_points_are_members_exactly(parametrisation: str) -> None:
    problem, stream = concrete(), Stream("test", 1)
    space = Coordinates.of(problem, parametrisation, stream)
    flat, discrete = space.start(stream, 6)
    values = space.members(flat, discrete, settled=True)
    for row in range(6):
        exact = ExactInterpreter(batches.exact(problem, values, row))
        assert all(member(exact, leaf) for leaf in problem.variables.values())


@pytest.mark.parametrize("rescaling", list(RESCALINGS))
def test_lenses_keep_the_sign(rescaling: str) -> None:
    problem, stream = concrete(), Stream("test", 3)
    space = Coordinates.of(problem, "plain", stream)
    flat, discrete = space.start(stream, 8)
    slack = torch.linspace(-1, 1, 8, dtype=torch.float64)
    seen = through(rescaling, problem, space.members(flat, discrete), slack)
    assert torch.equal(seen.sign(), slack.sign()) and bool(torch.isfinite(seen).all())


# --- Solutions among multiples of simple fractions: exact, not trivial, and none where there are none

PAIR = {"P": "psd(3)", "Q": "psd(3)"}
ANGLE = ["P @ P == P", "Q @ Q == Q", "4 * P @ Q @ P == P"]


def outcomes(let: dict[str, str], given: list[str], claim: str) -> list[str]:
    concrete = instantiate(conjecture_files.build("x", let, given, [claim]), {})
    unknowns, x = Unknowns.started(concrete, Stream("grids", 0), 48, factored=False)
    variety = Variety(tuple(equations(concrete)), unknowns)
    return [judge(concrete, i).outcome for i in on_grids(variety, x, Stream("grids", 1), lambda: None)]


def test_projectors_at_sixty_degrees() -> None:
    assert "violation" in outcomes(PAIR, ANGLE, "P @ Q == Q @ P")
    assert set(outcomes(PAIR, ANGLE, "tr(P) <= tr(Q)")) <= {"holds", "tight"}


def test_at_order_two_they_are_irrational() -> None:
    assert outcomes(dict.fromkeys("PQ", "psd(2)"), ANGLE, "P == Q") == []


def test_impossible_equations() -> None:
    assert outcomes({"S": "symmetric(2)"}, ["S @ S == -1 * I(2)"], "tr(S) == 0") == []
