"""Thin families: each form gives what its name says, and restarts are spread over all of them."""

import pytest
import torch

from lemmata.search import space

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


@pytest.mark.parametrize("name", [*space.RECTANGULAR, *space.SQUARE])
def test_a_form_is_what_its_name_says(name):
    form = {**space.RECTANGULAR, **space.SQUARE}[name]
    assert HOLDS[name](form(X)).double().mean() > 0.95
    assert form(X.clone().requires_grad_()).sum().requires_grad
