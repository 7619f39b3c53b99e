"""Edges of the spectra of square random matrices K (section 6.2 of riedi2022): Z_n, Y_n, and the ratio of the edges.

Z_n = (t - sqrt(8 n)) n^(1/6) for the largest eigenvalue t of K + K^T, and Y_n = (s^2 - mu_n) / q_n for the largest
singular value s of K.  With Gaussian entries each of them alone is drawn from a narrow matrix of the same law; other
entries, and both edges of one matrix, take dense ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray

from lemmata.claims.experiments.record import Effort, Measure, Panel, Record, Sampled, Settings
from lemmata.evaluate.randomness import Stream
from lemmata.evaluate.spectral_floats import symmetric_eigenvalues
from lemmata.statistics import finite_laws
from lemmata.statistics.laws import Scaled
from lemmata.statistics.models import singular_model, symmetric_model
from lemmata.statistics.reduction import S_MAX, T_MAX
from lemmata.statistics.tracy_widom import TracyWidom1
from numerics.riedi2022 import distances
from numerics.riedi2022.draws import affordable, dense, edges, histogram, histogram_of_law, narrow, share

Array = NDArray[np.float64]
Samples = Mapping[int, Array]  # by order of the matrices
LEVELS = (0, 4, 8)  # where right tails are looked at
MODEL_COST = 8  # entries, for each row of a narrow model
FINER = 3  # times the usual draws, where only they resolve a distance of two laws
POWER = 1 / 6  # of n in (71)
RANGE = (-16.0, 16.0)  # holds all of the laws looked at but 1e-6 and less


def _sizes(settings: Settings) -> list[int]:
    return [int(n) for n in settings["n"]]


def edge(symmetric: torch.Tensor) -> torch.Tensor:
    """Largest eigenvalues of a batch of symmetric matrices."""
    return symmetric_eigenvalues(symmetric)[:, 0]


def largest_eigenvalues(stream: Stream, law: str, n: int, effort: Effort) -> Array:
    """Largest eigenvalues of K + K^T."""
    if law == "gaussian":
        return narrow(stream, symmetric_model, n, affordable(effort, MODEL_COST * n))
    return dense(stream, law, n, affordable(effort, n**2, FINER), lambda K: [edge(K + K.mT)])[0]


def normalised_eigenvalue(t: Array, n: int) -> Array:
    """Z_n, equation (71)."""
    return (t - np.sqrt(8 * n)) * n**POWER


def eigenvalue_cdf(n: int, z: float) -> float:
    """P[Z_n <= z], Gaussian entries."""
    return finite_laws.cdf(T_MAX.name, n, float(np.sqrt(8 * n) + z / n**POWER))


def square_scale(n: int) -> tuple[float, float]:
    """mu_n and q_n of (74).  For n = 1 there is none: q_n is infinite."""
    mu = float((np.sqrt(n - 1) + np.sqrt(n)) ** 2)
    return mu, float(np.sqrt(mu) * (1 / np.sqrt(n - 1) + 1 / np.sqrt(n)) ** (1 / 3))


def normalised_square(s: Array, n: int) -> Array:
    """Y_n, equation (74)."""
    mu, q = square_scale(n)
    return (s**2 - mu) / q


def square_cdf(n: int, y: float) -> float:
    """P[Y_n <= y], Gaussian entries."""
    mu, q = square_scale(n)
    return finite_laws.cdf(S_MAX.name, n, float(np.sqrt(max(mu + q * y, 0.0))))


def right_tails(symbol: str, samples: Samples, prefix: str) -> dict[str, Measure]:
    """How often some value exceeds a level, among independent values, one of each order."""
    draws = min(map(len, samples.values()))
    largest = np.max([sample[:draws] for sample in samples.values()], axis=0)
    return {f"{prefix}beyond_{t}": share(f"some {symbol} > {t}, {prefix[:-1]}", largest > t) for t in LEVELS}


def _counted(samples: Samples) -> str:
    return ", ".join(f"{len(sample):,} of order {n}" for n, sample in samples.items())


def _at(law: Scaled | TracyWidom1, x: float) -> float:
    return float(law.cdf(np.array([x]))[0])


def symmetric_edge(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Z_n for several orders and laws of entries; distances of Gaussian ones by their exact laws.

    Measures, after the name of the law: `gap_a_b`, Kolmogorov distance of Z_a and Z_b for successive orders and for the
    first and last; `distance_n` from its limit, sqrt(2) times the Tracy-Widom law; `beyond_t`, how often one of
    the Z_n exceeds t.
    """
    sizes, limit = _sizes(settings), Scaled(TracyWidom1(), 2**0.5)
    measures: dict[str, Measure] = {}
    panels, facts, runs = [], {}, 0
    for law in map(str, settings["laws"]):
        z = {n: normalised_eigenvalue(largest_eigenvalues(stream(law, n), law, n, effort), n) for n in sizes}
        for a, b in dict.fromkeys([*pairwise(sizes), (sizes[0], sizes[-1])]):
            apart = distances.between(f"distance of Z_{a} and Z_{b}, {law}", z[a], z[b])
            measures[f"{law}_gap_{a}_{b}"] = (
                distances.known(apart, partial(eigenvalue_cdf, a), partial(eigenvalue_cdf, b), *RANGE)
                if law == "gaussian"
                else apart
            )
        for n in sizes:
            apart = distances.to_law(f"distance of Z_{n} from its limit, {law}", z[n], limit)
            measures[f"{law}_distance_{n}"] = (
                distances.known(apart, partial(eigenvalue_cdf, n), partial(_at, limit), *RANGE)
                if law == "gaussian"
                else apart
            )
        measures |= right_tails("Z_n", z, f"{law}_")
        panels.append(_overlay(f"Z_n, {law} entries", "Z_n", z, limit, edges(-9.0, 6.0)))
        facts[law] = _counted(z)
        runs += sum(map(len, z.values()))
    return Record(measures, tuple(panels), facts, runs)


def singular_edge(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Y_n for several orders, Gaussian entries, distances by their exact laws.

    Measures: `distance_n`, Kolmogorov distance of Y_n from the Tracy-Widom law; `beyond_t` as in `symmetric_edge`.
    """
    law = TracyWidom1()
    y = {
        n: normalised_square(narrow(stream(n), singular_model, n, affordable(effort, MODEL_COST * n)), n)
        for n in _sizes(settings)
    }
    measures: dict[str, Measure] = {
        f"distance_{n}": distances.known(
            distances.to_law(f"distance of Y_{n} from the Tracy-Widom law", sample, law),
            partial(square_cdf, n),
            partial(_at, law),
            *RANGE,
        )
        for n, sample in y.items()
    }
    measures |= right_tails("Y_n", y, "")
    panel = _overlay("Y_n, Gaussian entries", "Y_n", y, law, edges(-6.0, 5.0))
    return Record(measures, (panel,), {"matrices": _counted(y)}, sum(map(len, y.values())))


def edge_ratio(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """The largest eigenvalue of K + K^T over sqrt(2) times the largest singular value of the same Gaussian K.

    Measures: `inside_n`, how often the ratio lies in [low, high]; `off_n`, median of its distance from 1.
    """
    (low,), (high,) = ([float(x) for x in settings[name]] for name in ("low", "high"))

    def look(K: torch.Tensor) -> list[torch.Tensor]:
        return [edge(K + K.mT) / (2 * edge(K.mT @ K)).sqrt()]

    ratios = {n: dense(stream(n), "gaussian", n, affordable(effort, 2 * n**2), look)[0] for n in _sizes(settings)}
    measures: dict[str, Measure] = {}
    for n, ratio in ratios.items():
        measures[f"inside_{n}"] = share(f"ratio within [{low}, {high}], n = {n}", (low <= ratio) & (ratio <= high))
        measures[f"off_{n}"] = Sampled(f"distance of the ratio from 1, n = {n}", tuple(np.abs(ratio - 1).tolist()))
    bins = edges(0.4, 1.4)
    curves = tuple(histogram(f"n = {n}", ratio, bins) for n, ratio in ratios.items())
    marks = ((low, f"{low}"), (high, f"{high}"))
    panel = Panel("Ratio of the edges, Gaussian entries", "τ / (√2 s_1)", "density", curves, "steps", marks=marks)
    return Record(measures, (panel,), {"matrices": _counted(ratios)}, sum(map(len, ratios.values())))


def _overlay(title: str, x_label: str, samples: Samples, law: Scaled | TracyWidom1, bins: Array) -> Panel:
    drawn = tuple(histogram(f"n = {n}", sample, bins) for n, sample in samples.items())
    return Panel(title, x_label, "density", (*drawn, histogram_of_law("limit", law.cdf, bins)), "steps")
