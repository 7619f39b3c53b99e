"""Large batches of random matrices for experiments: how many can be afforded, and how they are drawn and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from lemmata.claims.experiments.record import Curve, Effort, Proportion
from lemmata.evaluate.randomness import Stream
from lemmata.statistics import models

Array = NDArray[np.float64]
Look = Callable[[torch.Tensor], Sequence[torch.Tensor]]
ENTRIES = 500_000  # matrix entries that one repetition may cost
CHUNK = 1 << 19  # entries drawn at once
LANES = 2048  # matrices of a narrow model drawn at once
BINS = 32


def affordable(effort: Effort, cost: int, times: int = 1) -> int:
    """Draws of matrices that cost so many entries each: `times` the draws of the effort where they are cheap."""
    return max(min(times * effort.draws, effort.repetitions * ENTRIES // cost), 1)


def _portions(draws: int, size: int) -> Iterator[tuple[int, int]]:
    """(first, number) of portions of `size` and a last one."""
    yield from ((first, min(size, draws - first)) for first in range(0, draws, size))


def dense(stream: Stream, law: str, n: int, draws: int, look: Look) -> Array:
    """What `look` makes of independent n x n matrices K, entries of mean 0 and variance 1.

    `look` takes a batch of matrices and returns some numbers for each, one tensor (batch,) a number; the result has the
    shape (numbers, draws).
    """
    parts = [
        torch.stack(tuple(look(models.entries(stream.child(first), law, (batch, n, n)))))
        for first, batch in _portions(draws, max(CHUNK // n**2, 1))
    ]
    return torch.cat(parts, dim=1).numpy()


def narrow(stream: Stream, model: Callable[..., tuple[Array | None, Array | None]], n: int, draws: int) -> Array:
    """The largest eigenvalues or singular values of independent Gaussian matrices by a model with the same law."""
    parts = [model(stream.child(first), n, batch, "largest")[0] for first, batch in _portions(draws, LANES)]
    return np.concatenate([part for part in parts if part is not None])


def histogram(label: str, sample: Array, edges: Array) -> Curve:
    """Density per bin, as shares of the whole sample; what lies outside the edges is not drawn."""
    counts, _ = np.histogram(sample, edges)
    return _steps(label, edges, counts / (len(sample) * np.diff(edges)))


def histogram_of_law(label: str, cdf: Callable[[Array], Array], edges: Array) -> Curve:
    """Density per bin of a known law."""
    return _steps(label, edges, np.diff(cdf(edges)) / np.diff(edges))


def _steps(label: str, edges: Array, heights: Array) -> Curve:
    return Curve(label, tuple(round(float(e), 4) for e in edges), tuple(float(f"{h:.4g}") for h in heights))


def edges(low: float, high: float) -> Array:
    """Ends of the bins."""
    return np.linspace(low, high, BINS + 1)


def share(label: str, event: NDArray[np.bool_]) -> Proportion:
    """How often an event happened."""
    return Proportion(label, int(event.sum()), len(event))
