"""The closed form for batch normalisation against derivatives taken through it."""

import pytest
import torch
from torch.func import jacrev

from lemmata.claims.experiments.record import Effort, run
from lemmata.evaluate.randomness import Stream
from numerics.zhao2024.normalised_networks import normalised_gram


@pytest.mark.parametrize("affine", [False, True])
@pytest.mark.parametrize(("k", "m", "d", "n"), [(2, 5, 3, 9), (1, 4, 4, 6), (3, 3, 2, 20), (1, 1, 1, 3)])
def test_closed_form_has_the_spectrum_of_the_differentiated_network(k, m, d, n, affine):
    source = Stream(("bn", k, m, d, n))
    v, w, x = source.normal((m, d)), source.normal((k, m)), source.normal((n, d)) + 2.0

    def network(v, w, scale, shift):
        hidden = x @ v.T
        centred = hidden - hidden.mean(0)
        return (centred / centred.square().mean(0).sqrt() * scale + shift) @ w.T

    parameters = v, w, torch.ones(m, dtype=torch.float64), torch.zeros(m, dtype=torch.float64)
    parts = jacrev(network, argnums=tuple(range(4)))(*parameters)
    flat = torch.cat([p.reshape(n * k, -1) for p in parts[: 4 if affine else 2]], dim=1)
    expected = torch.linalg.eigvalsh(flat @ flat.T / n).flip(0)
    found = torch.linalg.eigvalsh(normalised_gram(v, w, x, affine)).flip(0)
    length = min(len(found), len(expected))
    assert torch.allclose(found[:length], expected[:length], atol=1e-10 * float(expected[0]))
    assert float(expected[length:].abs().sum()) < 1e-9 * float(expected[0])
    assert float(found[length:].abs().sum()) < 1e-9 * float(expected[0])


def test_the_same_seed_gives_the_same_record():
    settings = {"outputs": (1,), "pictures": (1000,), "widths": (61, 70), "affine": ("yes",)}
    first, second, other = (
        run("normalised_networks.batch_normalisation", settings, Effort("tiny", 2, 10), seed) for seed in (0, 0, 1)
    )
    assert first == second
    assert first.measures != other.measures
    assert set(first.measures) == {"gain_at_width_61", "gain_at_width_70", "exponent_with", "exponent_without"}
