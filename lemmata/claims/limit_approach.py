"""Whether what is measured at finite sizes approaches the claimed limit: the draws' own voice, next to the theorems'.

A quantity Q(n) whose limit is Q differs from it at finite n by about c n^(-g).  For what is claimed here the theorems
behind the limits give 1/3 <= g <= 1: between two sizes a < b the limit then lies between Q(b) + (Q(b) - Q(a)) / (r - 1)
for r = (b/a)^(1/3) and for r = b/a.  That interval, widened by the sampling error of both ends, is what the draws say
of the limit; a claim outside it is not supported, and how far outside it would have to lie is the power of the draws.

Where the value is a monotone function of one extreme of a Gaussian matrix its law is known at every size
(`statistics.finite_laws`).  It then takes the place of the draws in the interval, up to larger sizes and
without sampling error, and the draws are held against it, size by size: they have to lie at the predicted distance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from lemmata.statistics import bands, finite_laws
from lemmata.statistics.events import values
from lemmata.statistics.reduction import names, noises, reduce

Array = NDArray[np.float64]
SLOWEST, FASTEST = 1 / 3, 1.0
LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
ERROR = 1e-5  # of each interval of a quantile, and of each comparison with an exact law
SIZES = (8, 16, 32, 64)  # at which exact laws are taken
APART = 8  # the two sizes of an extrapolation differ at least by this factor, where the sizes allow it
EXACT_APART = 4


@dataclass(frozen=True)
class Reading:
    """A number at one size, with an interval."""

    n: int
    value: float
    low: float
    high: float


def ends(sizes: Sequence[int], apart: int) -> tuple[int, int] | None:
    """The two sizes to extrapolate from: the largest, and the largest that is `apart` times smaller."""
    ordered = sorted(sizes)
    if len(ordered) < 2:
        return None
    last = ordered[-1]
    return max((n for n in ordered[:-1] if n * apart <= last), default=ordered[0]), last


def extrapolated(first: Reading, last: Reading) -> tuple[float, float]:
    """The interval for the limit, from readings at two sizes."""
    steps = [1 / ((last.n / first.n) ** g - 1) for g in (SLOWEST, FASTEST)]
    low = min(last.low + step * (last.low - first.high) for step in steps)
    high = max(last.high + step * (last.high - first.low) for step in steps)
    return low, high


def quantiles(samples: Mapping[int, Array], level: float) -> list[Reading]:
    """A quantile at every size; what has no value may lie anywhere."""
    out = []
    for n, sample in sorted(samples.items()):
        _, low, _ = bands.quantile(np.nan_to_num(sample, nan=-np.inf), level, ERROR)
        _, _, high = bands.quantile(np.nan_to_num(sample, nan=np.inf), level, ERROR)
        kept = sample[~np.isnan(sample)]
        if len(kept) and math.isfinite(low) and math.isfinite(high):
            out.append(Reading(n, float(np.quantile(kept, level)), low, high))
    return out


def limit_of(readings: Sequence[Reading], apart: int = APART) -> tuple[float, float] | None:
    """The interval for the limit of what was read at several sizes, None where there are too few."""
    by_size = {r.n: r for r in readings}
    pair = ends(list(by_size), apart)
    return None if pair is None else extrapolated(by_size[pair[0]], by_size[pair[1]])


# --- exact laws


@dataclass(frozen=True)
class Exact:
    """A value that is a monotone function of one leaf whose law is known at every size."""

    leaf: str
    rising: bool
    at: Callable[[int, float], float]

    def quantile(self, n: int, level: float) -> float:
        """Of the value, at size n."""
        return self.at(n, finite_laws.quantile(self.leaf, n, level if self.rising else 1 - level))


def exact(tree: Any, law: str, concrete: Callable[[Any, int], Any]) -> Exact | None:
    """The law of a value at finite sizes, None where it is not that of one extreme of a Gaussian matrix.

    `concrete` puts a size, and the parameters of the cell, into a tree.
    """
    reduced = reduce(tree) if law == "gaussian" and noises(tree) else None
    if reduced is None:
        return None
    used = names(reduced)
    if not used or not used <= set(finite_laws.LEAVES):
        return None
    trees: dict[int, Any] = {}

    def put(n: int, env: Mapping[str, float]) -> float:
        tree_n = trees.setdefault(n, concrete(reduced, n))
        return float(values(tree_n, {k: torch.tensor([v], dtype=torch.float64) for k, v in env.items()})[0])

    middles = {name: finite_laws.quantile(name, SIZES[0], 0.5) for name in used}
    here = put(SIZES[0], middles)
    moving = [name for name in used if put(SIZES[0], middles | {name: 1.01 * middles[name]}) != here]
    if len(moving) != 1:
        return None  # the law of several extremes together is not known
    leaf = moving[0]

    def at(n: int, x: float) -> float:
        others = {name: finite_laws.quantile(name, n, 0.5) for name in used if name != leaf}
        return put(n, {leaf: x} | others)

    points = [at(SIZES[0], finite_laws.quantile(leaf, SIZES[0], level)) for level in (0.05, *LEVELS, 0.95)]
    steps = np.diff(points)
    if not (np.isfinite(points).all() and ((steps > 0).all() or (steps < 0).all())):
        return None
    return Exact(leaf, bool(steps[0] > 0), at)


def exact_readings(law: Exact, level: float) -> list[Reading]:
    """A quantile of the exact law at each of `SIZES`."""
    found = [(n, law.quantile(n, level)) for n in SIZES]
    return [Reading(n, q, q, q) for n, q in found]


def apart_from(law: Exact, samples: Mapping[int, Array]) -> tuple[int, float, float] | None:
    """A size, a level and the share of draws below its exact quantile where the draws do not follow the exact law."""
    for n, sample in sorted(samples.items()):
        if n > SIZES[-1]:
            continue
        kept = sample[np.isfinite(sample)]
        half = bands.radius(len(kept), ERROR) if len(kept) else 1.0
        for level in LEVELS:
            share = float((kept <= law.quantile(n, level)).mean()) if len(kept) else level
            if abs(share - level) > half:
                return n, level, share
    return None
