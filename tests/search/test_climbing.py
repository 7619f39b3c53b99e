"""Hill climbing never loses ground and reaches integer extremes from nearby."""

import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language import Kind, Matrix, Psd, Statement, normF, smax, sqrt, tr
from lemmata.language.instantiate import instantiate
from lemmata.search.climbing import climb
from lemmata.search.objective import goal
from lemmata.textbook import TEXTBOOK

A, B = Matrix("A", 2, 2), Matrix("B", 2, 2)


def concrete_of(claim, given=()):
    return instantiate(
        Statement(id="made.climb", title="", source=TEXTBOOK.at(""), kind=Kind.ALGEBRAIC, claim=claim, given=given), {}
    )


def test_a_climb_reaches_a_thin_extreme():
    """The commutator bound with a constant just too small fails only near pairs of extreme shape."""
    problem = concrete_of(normF(A @ B - B @ A) <= sqrt(2) * normF(A) * normF(B) * 99 / 100)
    start = {
        "A": torch.tensor([[[0.0, 1.0], [0.5, 0.0]]], dtype=torch.float64),
        "B": torch.tensor([[[1.0, 0.5], [0.0, 0.0]]], dtype=torch.float64),
    }
    assert float(goal(problem, start)) > 0
    assert float(goal(problem, climb(problem, start, Stream("climb", 0), 60, 128))) < 0


def test_ground_is_never_lost():
    problem = concrete_of(smax(A + B) <= smax(A))
    start = {k: torch.eye(2, dtype=torch.float64).repeat(3, 1, 1) for k in "AB"}
    goals = [goal(problem, climb(problem, start, Stream("climb", 1), rounds, 8)) for rounds in (0, 2, 6)]
    assert (goals[1] <= goals[0]).all() and (goals[2] <= goals[1]).all()


def test_members_stay_members():
    P = Psd("P", 2)
    problem = concrete_of(tr(P) <= 1)
    ends = climb(problem, {"P": torch.zeros(4, 2, 2, dtype=torch.float64)}, Stream("climb", 2), 20, 16)
    assert (torch.linalg.eigvalsh(ends["P"]) >= -1e-9).all() and float(tr_of(ends["P"]).max()) > 1


def tr_of(x):
    return torch.diagonal(x, dim1=1, dim2=2).sum(1)
