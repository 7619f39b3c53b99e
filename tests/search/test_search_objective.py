"""What a search drives down shows the way back to where the hypotheses hold."""

from __future__ import annotations

import pytest
import torch

from lemmata.language import conjecture_files
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.search.objective import goal, walled


def problem(given: str) -> Concrete:
    let = {"A": "symmetric(2)", "B": "symmetric(2)"}
    return instantiate(conjecture_files.build("x", let, [given], ["smax(A) <= smax(B)"]), {})


@pytest.mark.parametrize(
    ("given", "wall"), [("lmin(A) >= 0", True), ("0 < tr(A)", True), ("smax(A) <= smax(B)", False)]
)
def test_outside_the_goal_jumps_and_falls_towards_the_inside(given, wall) -> None:
    here = problem(given)
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


@pytest.mark.parametrize("given", ["smax(A) < 1/2", "A[i, i] <= 1/2 for i in 1..2"])
def test_nothing_is_broken_outside_however_much_it_is(given) -> None:
    here = instantiate(conjecture_files.build("x", {"A": "symmetric(2)"}, [given], ["smax(A) <= 1/100"]), {})
    a = torch.stack([torch.diag(torch.tensor([x, x / 2], dtype=torch.float64)) for x in (0.4, 0.51, 50.0)])
    hard, soft = goal(here, {"A": a}), goal(here, {"A": a}, soft=True)
    assert bool(hard[0] < 0) and bool((hard[1:] > 0).all()) and bool(soft[1] < 0)
