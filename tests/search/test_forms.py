"""Thin families: each form gives what its name says, and restarts are spread over all of them."""

import pytest
import torch

from lemmata.sample.ties import RECTANGULAR as TIES
from lemmata.sample.ties import SQUARE as SQUARE_TIES
from lemmata.sample.ties import tie_rows
from lemmata.search import parametrisations

X = torch.randn(64, 4, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
EYE = torch.eye(4, dtype=torch.float64)
HOLDS = {
    "rank one": lambda y: torch.linalg.matrix_rank(y) <= 1,
    "diagonal": lambda y: (y * (1 - EYE) == 0).all(-1).all(-1),
    "bounded": lambda y: y.abs().amax((1, 2)) <= 1,
    "graded": lambda y: torch.linalg.cond(y) > torch.linalg.cond(X),
    "nearly singular": lambda y: torch.linalg.svdvals(y)[:, 1] < torch.linalg.svdvals(X)[:, 0],
    "orthogonal": lambda y: torch.isclose(torch.linalg.cond(y), torch.ones(64, dtype=torch.float64)),
    "nilpotent": lambda y: (torch.linalg.matrix_power(y, 4) == 0).all(-1).all(-1),
    "symmetric": lambda y: (y == y.mT).all(-1).all(-1),
    "skew": lambda y: (y == -y.mT).all(-1).all(-1),
    "defective": lambda y: (y.tril(-1) == 0).all(-1).all(-1) & (y.diagonal(dim1=1, dim2=2).std(1) == 0),
}


def test_cayley_transforms_stay_finite_far_out() -> None:
    skew = torch.tensor([[[0.0, x], [-x, 0.0]] for x in (0.5, 1e8, 1e17, 1e300)], dtype=torch.float64)
    turned = parametrisations.cayley(skew)
    assert torch.allclose(turned @ turned.mT, torch.eye(2, dtype=torch.float64))


@pytest.mark.parametrize("name", [*parametrisations.RECTANGULAR, *parametrisations.SQUARE])
def test_a_form_is_what_its_name_says(name):
    form = {**parametrisations.RECTANGULAR, **parametrisations.SQUARE}[name]
    assert HOLDS[name](form(X)).double().mean() > 0.95
    assert form(X.clone().requires_grad_()).sum().requires_grad


def test_restarts_are_spread_over_all_forms():
    shaped = parametrisations.shaped(X, 0)
    assert shaped[::4].equal(X[::4])  # one in four stays plain
    for name in parametrisations.SQUARE:
        assert bool(HOLDS[name](shaped)[1:].any()), name


def test_two_variables_meet_in_different_forms():
    assert not parametrisations.shaped(X, 1).equal(parametrisations.shaped(X, 0))


def test_rectangles_take_rectangular_forms_only():
    wide = X[:, :2]
    assert parametrisations.shaped(wide, 0).shape == wide.shape


def test_ties():
    own = X.flip(0)
    out = tie_rows(X, own, 2)
    for name, tie in {**TIES, **SQUARE_TIES}.items():
        assert bool((out == tie(X, own)).all(-1).all(-1).any()), name
    assert (out == own).all(-1).all(-1).double().mean() >= 0.5
    assert tie_rows(X[:, :2], own[:, :2], 2).shape == (64, 2, 4)
