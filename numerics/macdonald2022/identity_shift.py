"""Singular values of a Gaussian matrix before and after the identity is added."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import torch

from lemmata.claims.experiments.record import Curve, Effort, Measure, Panel, Record, Settings
from lemmata.claims.experiments.summaries import Floats, sampled
from lemmata.evaluate.randomness import Stream

BINS = 40
QUANTILES = {"lower_quartile": 0.25, "middle": 0.5, "upper_quartile": 0.75}


def shift(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """A and Id + A for the same A of order n, entries N(0, total / n): what the identity does to the singular values.

    Settings: order n, total (order times variance, which fixes the limit law).  Measures, each Id + A less A: mean,
    mean_log, mean_square of the singular values, their quartiles and middle, and the least of them; and share_up, the
    share of indices i with s_i(Id + A) > s_i(A).
    """
    (n,), (total,) = (settings[k] for k in ("order", "total"))
    n, scale = int(n), (float(total) / int(n)) ** 0.5
    found = np.empty((2, effort.repetitions, n))
    for t in range(effort.repetitions):
        a = stream(t).normal((n, n)) * scale
        found[0, t] = torch.linalg.svdvals(a).numpy()
        found[1, t] = torch.linalg.svdvals(a + torch.eye(n, dtype=a.dtype)).numpy()

    def moved(statistic: Callable[[Floats], Floats]) -> Floats:
        return statistic(found[1]) - statistic(found[0])

    measures: dict[str, Measure] = {
        "mean": sampled("mean singular value of Id + A less that of A", moved(lambda s: s.mean(1))),
        "mean_log": sampled("mean logarithm of the singular values of Id + A less that of A",
                            moved(lambda s: np.log(s).mean(1))),
        "mean_square": sampled("mean square of the singular values of Id + A less that of A",
                               moved(lambda s: (s**2).mean(1))),
        "least": sampled("least singular value of Id + A less that of A", moved(lambda s: s[:, -1])),
        "share_up": sampled("share of the indices i with s_i(Id + A) > s_i(A)", (found[1] > found[0]).mean(1)),
    }  # fmt: skip
    for name, level in QUANTILES.items():
        label = f"{level:g}-quantile of the singular values of Id + A less that of A"
        measures[name] = sampled(label, moved(partial(np.quantile, q=level, axis=1)))
    edges = np.linspace(0.0, float(found.max()), BINS + 1)
    curves = tuple(
        Curve(label, tuple(edges.tolist()), tuple(np.histogram(s, edges, density=True)[0].tolist()))
        for label, s in zip(("A", "Id + A"), found, strict=True)
    )
    facts = {
        "matrix": f"order {n}, entries N(0, {total}/{n}), {effort.repetitions} independent ones",
        "limit": f"spectral radius and half the largest singular value of A tend to sqrt({total})",
    }
    panel = Panel("Singular values", "singular value", "density", curves, "steps")
    return Record(measures, (panel,), facts, 2 * effort.repetitions)
