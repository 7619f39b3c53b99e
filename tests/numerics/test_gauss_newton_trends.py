"""Experiments about depth, width, bounds, skips, slopes and whitening: known answers, and the same numbers again."""

from fractions import Fraction

import numpy as np
import pytest
import torch

from lemmata.claims.experiments.record import Effort, Record, run
from numerics.zhao2024 import initial_conditioning

TINY = Effort("tiny", 3, 10)
SETTINGS = {
    "depth": {"outputs": 1, "widths": 61, "depths": (2, 4)},
    "width": {"outputs": 1, "factors": 40, "fixed": 62, "depths": (2, 3)},
    "convex": {"outputs": 2, "widths": 62, "depths": (1, 2)},
    "whitening": {"outputs": 1, "width": 62, "depths": (2, 3)},
    "residual": {"outputs": 2, "width": 62, "depths": (2, 3), "betas": ("0", "1", "4"), "rounds": 1},
    "leaky": {"outputs": 1, "pictures": 10, "sets": 2, "widths": (30, 61), "slopes": (0, Fraction(1, 2), 1)},
}


def measured(name: str, seed: int = 0, **changes: object) -> Record:
    settings = {k: v if isinstance(v, tuple) else (v,) for k, v in (SETTINGS[name] | changes).items()}
    return run(f"initial_conditioning.{name}", settings, TINY, seed)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_same_seed_gives_the_same_record(name: str) -> None:
    first = measured(name)
    assert first == measured(name)
    assert first.measures != measured(name, seed=1).measures
    assert first.runs > 0
    assert all(len(c.x) == len(c.y) == len(c.low) == len(c.high) for p in first.panels for c in p.curves)


def test_without_hidden_layers_whitening_gains_the_condition_number_of_the_data() -> None:
    record = measured("whitening", depths=1)
    (gain,) = record.measures.values()
    kappa = float(torch.linalg.cond(initial_conditioning.pictures.raw_factor())) ** 2
    assert gain.value == pytest.approx(np.log10(kappa), rel=1e-6)
