"""From repetitions to measures and curves: what the experiments about trends share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lemmata.claims.experiments.record import Curve, Sampled

Floats = NDArray[np.float64]


def exponents(sizes: Sequence[float], values: Sequence[Floats]) -> Floats:
    """Least-squares slope of log(value) on log(size), one per repetition; values[i] holds the repetitions at sizes[i].

    Raises ValueError for fewer than two sizes, for repetitions that do not match and for numbers that are not positive
    and finite.
    """
    x, y = np.asarray(sizes, dtype=float), np.stack(values)
    if len(x) < 2 or len(x) != len(y) or len(set(sizes)) != len(x):
        raise ValueError("a slope needs two different sizes at least, with repetitions at each")
    if not ((x > 0).all() and np.isfinite(y).all() and (y > 0).all()):
        raise ValueError("a power law is fitted to positive finite numbers")
    centred = np.log(x) - np.log(x).mean()
    return np.asarray(centred @ np.log(y) / (centred @ centred))


def sampled(label: str, values: Floats) -> Sampled:
    """A median of repetitions."""
    return Sampled(label, tuple(float(v) for v in values))


def banded(label: str, values: Mapping[int, Floats] | Mapping[float, Floats]) -> Curve:
    """Median of the repetitions against size, with the band that holds the middle half of them."""
    low, middle, high = (tuple(float(np.quantile(v, q)) for v in values.values()) for q in (0.25, 0.5, 0.75))
    return Curve(label, tuple(float(x) for x in values), middle, low, high)
