"""The four-layer toy network: its local matrices against automatic differentiation, its trends on known cases."""

from fractions import Fraction

import pytest
import torch

from lemmata.claims.experiments.record import Effort, run
from lemmata.evaluate.randomness import Stream
from numerics.riedi2022 import toy_network as toy

SMALL = Effort("small", 48, 64)
SETTINGS = {
    "inputs": (2,), "width": (4,), "eta": (Fraction(1, 10),), "steps": (8,), "realisations": (8,),
    "shown": (0, 1), "patterns": ("moving",),
}  # fmt: skip


def networks(batch=5, width=4, eta=0.1):
    return toy.drawn(Stream("toy"), batch, 2, width, eta)


def forward(nets, k, W_0, rho):
    """Output of network k with other weights of layer 0, written out a second time."""
    act = lambda t: torch.maximum(t, nets.eta * t)  # noqa: E731
    (first, _, W_1, W_2), (b, b_0, b_1, b_2) = [[a[k] for a in group] for group in (nets.weights, nets.biases)]
    z = act(first @ nets.x[k] + b)
    z_1 = act(W_0 @ z + b_0)
    return act(W_2 @ (act(W_1 @ z_1 + b_1) + rho * z_1) + b_2)


@pytest.mark.parametrize("rho", [0.0, 0.5, 1.0])
def test_the_factors_are_those_of_the_loss(rho):
    """The output is linear in W_0 around the drawn weights: its derivative is M D_0 (x) z."""
    nets = networks()
    MD, z = toy.loss_factors(nets, torch.tensor([rho], dtype=torch.float64))
    for k in range(5):
        jacobian = torch.autograd.functional.jacobian(lambda W, k=k: forward(nets, k, W, rho), nets.weights[1][k])
        assert torch.allclose(jacobian, MD[k, 0][:, :, None] * z[k])


def test_a_seed_fixes_the_record():
    first, again, other = (run("toy_network.singular_values", SETTINGS, SMALL, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.measures != other.measures
    assert len(first.measures["average_kappa"].values) == 8
