"""Condition numbers of Gauss-Newton matrices at initialisation: depth, width, bounds, skips, slopes, whitening.

Linear networks on whitened data know the data by their rank alone, which is exact (`pictures`); with hidden layers at
least as wide as the input and Gaussian weights, the matrices are of full rank almost surely.  Repetitions are
independent initialisations (and, for leaky networks, independent choices of pictures).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sized
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.claims.experiments.record import Effort, Measure, Panel, Record, Settings
from lemmata.claims.experiments.summaries import Floats, banded, exponents, sampled
from lemmata.evaluate.randomness import Stream
from lemmata.networks.gauss_newton import gauss_newton_spectrum, leaky_spectrum, pseudo_condition, residual_weights
from numerics.zhao2024 import pictures
from numerics.zhao2024.gaussian_products import GAIN, LinearNetworks, linear_networks

Streams = Callable[..., Stream]
INITIALISATION = "weights independent normal of variance 2 / fan-in (Kaiming), no biases"
_WHITENED = "whitened (centred, covariance the identity): a linear network knows them by their rank alone, 61, exact"


def _ints(settings: Settings, name: str) -> tuple[int, ...]:
    return tuple(int(v) for v in settings[name])


def _conditions(spectra: Tensor) -> Floats:
    """Condition numbers of matrices of full rank from their eigenvalues, ascending, (repetitions, order)."""
    return np.array([pseudo_condition(s.flip(0), len(s)) for s in spectra])


def _linear(stream: Streams, effort: Effort, outputs: int, width: int, depth: int) -> LinearNetworks:
    inputs = pictures.features().shape[1]
    return linear_networks(stream("linear", width, depth), effort.repetitions, inputs, outputs, width, depth)


def _facts(effort: Effort, data: str = _WHITENED, **more: str) -> dict[str, str]:
    return {
        "data": pictures.DESCRIPTION, "preparation": data, "initialisation": INITIALISATION,
        "repetitions": f"{effort.repetitions} independent initialisations for each network",
        "band": "the middle half of the repetitions", **more,
    }  # fmt: skip


def _drawn(effort: Effort, *sides: Sized) -> int:
    """Networks looked at: repetitions of every architecture."""
    return effort.repetitions * math.prod(map(len, sides))


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _panel(title: str, x_label: str, curves: Any, **more: Any) -> Panel:
    return Panel(title, x_label, "condition number", tuple(curves), "lines", log_x=True, log_y=True, **more)


def depth(settings: Settings, effort: Effort, stream: Streams) -> Record:
    """Linear networks of fixed width: how the condition number grows with depth.

    Settings: outputs, widths, depths.  Measures: exponent_at_width_m for each width.
    """
    (outputs,), depths = _ints(settings, "outputs"), _ints(settings, "depths")
    measures: dict[str, Measure] = {}
    curves = []
    for m in _ints(settings, "widths"):
        values = {n: _conditions(_linear(stream, effort, outputs, m, n).spectra()) for n in depths}
        label = f"exponent of the condition number in the depth, width {m}"
        measures[f"exponent_at_width_{m}"] = sampled(label, exponents(depths, list(values.values())))
        curves.append(banded(f"width {m}", values))
    facts = _facts(effort, fit=f"least squares of log(condition number) on log(depth), depths {_listed(depths)}")
    return Record(
        measures, (_panel("Linear network, fixed width", "depth", curves),), facts, _drawn(effort, curves, depths)
    )


def width(settings: Settings, effort: Effort, stream: Streams) -> Record:
    """Linear networks whose width is a factor times their depth, next to one of fixed width.

    Settings: outputs, factors, fixed (a width), depths.  Measures: exponent_at_factor_c for each factor,
    exponent_at_fixed_width.
    """
    (outputs,), (fixed,), depths = _ints(settings, "outputs"), _ints(settings, "fixed"), _ints(settings, "depths")
    plans = {f"factor_{c}": (f"width {c} x depth", c) for c in _ints(settings, "factors")}
    plans["fixed_width"] = (f"width {fixed}", 0)
    measures: dict[str, Measure] = {}
    curves = []
    for name, (label, c) in plans.items():
        values = {n: _conditions(_linear(stream, effort, outputs, c * n or fixed, n).spectra()) for n in depths}
        fitted = exponents(depths, list(values.values()))
        measures[f"exponent_at_{name}"] = sampled(f"exponent of the condition number in the depth, {label}", fitted)
        curves.append(banded(label, values))
    facts = _facts(effort, fit=f"least squares of log(condition number) on log(depth), depths {_listed(depths)}")
    panel = _panel("Linear network, width in proportion to depth", "depth", curves)
    return Record(measures, (panel,), facts, _drawn(effort, plans, depths))


def bounds(networks: LinearNetworks) -> tuple[Floats, Floats]:
    """(convex combination, maximum): the two bounds of Lemma 2 at covariance Id, one of each per network.

    The condition numbers of a product are the ratios of its extreme singular values: all of them are non-zero.
    """
    kappas, weights = [], []
    for a, r in zip(networks.above, networks.below, strict=True):
        high, low = torch.linalg.eigvalsh(a), torch.linalg.svdvals(r) ** 2
        weights.append(high[:, 0] * low[:, -1])
        kappas.append(high[:, -1] / high[:, 0] * (low[:, 0] / low[:, -1]))
    alpha, kappa = torch.stack(weights), torch.stack(kappas)
    return ((alpha * kappa).sum(0) / alpha.sum(0)).numpy(), kappa.amax(0).numpy()


def convex(settings: Settings, effort: Effort, stream: Streams) -> Record:
    """The two bounds of Lemma 2 next to the condition number, in powers of ten.

    Settings: outputs, widths, depths.  Measures, for each width m: decades_at_width_m, the decadic logarithm of
    maximum / convex combination at the depth where it is least; slack_at_width_m, that of convex combination /
    condition number at the depth where it is largest.
    """
    (outputs,), depths = _ints(settings, "outputs"), _ints(settings, "depths")
    measures: dict[str, Measure] = {}
    panels = []
    for m in _ints(settings, "widths"):
        values: dict[str, dict[int, Floats]] = {"maximum": {}, "convex combination": {}, "condition number": {}}
        for n in depths:
            networks = _linear(stream, effort, outputs, m, n)
            values["condition number"][n] = _conditions(networks.spectra())
            values["convex combination"][n], values["maximum"][n] = bounds(networks)
        mean, top, true = (np.stack(list(values[k].values())) for k in ("convex combination", "maximum",
                                                                        "condition number"))  # fmt: skip
        measures[f"decades_at_width_{m}"] = sampled(
            f"least over the depths of log10(maximum bound / convex bound), width {m}", np.log10(top / mean).min(0)
        )
        measures[f"slack_at_width_{m}"] = sampled(
            f"largest over the depths of log10(convex bound / condition number), width {m}",
            np.log10(mean / true).max(0),
        )
        panels.append(_panel(f"Bounds of Lemma 2, width {m}", "depth", [banded(k, v) for k, v in values.items()]))
    return Record(measures, tuple(panels), _facts(effort), _drawn(effort, panels, depths))


def whitening(settings: Settings, effort: Effort, stream: Streams) -> Record:
    """The same linear networks on raw and on whitened data.

    Settings: outputs, width, depths.  Measures: gain_at_depth_L, log10 of condition number raw / whitened.
    """
    (outputs,), (m,), depths = _ints(settings, "outputs"), _ints(settings, "width"), _ints(settings, "depths")
    factor = pictures.raw_factor()
    raw, white = {}, {}
    measures: dict[str, Measure] = {}
    for n in depths:
        networks = _linear(stream, effort, outputs, m, n)
        raw[n], white[n] = _conditions(networks.spectra(factor)), _conditions(networks.spectra())
        label = f"log10 of the condition number on raw data over that on whitened data, same weights, depth {n}"
        measures[f"gain_at_depth_{n}"] = sampled(label, np.log10(raw[n] / white[n]))
    kappa = float(torch.linalg.cond(factor)) ** 2
    facts = _facts(effort, "raw grey values (not centred), and whitened", covariance=f"of the raw data: {kappa:.3g}")
    panel = _panel(f"Linear network of width {m}", "depth", (banded("raw", raw), banded("whitened", white)))
    return Record(measures, (panel,), facts, _drawn(effort, (raw, white), depths))


SKIPS: dict[str, Callable[[int], float]] = {
    "0": lambda depth: 0.0,
    "1/L": lambda depth: 1 / depth,
    "1/sqrt(L)": lambda depth: depth**-0.5,
    "1": lambda depth: 1.0,
    "2": lambda depth: 2.0,
    "4": lambda depth: 4.0,
}


def _weights(stream: Stream, sizes: tuple[int, ...]) -> list[Tensor]:
    return [stream.normal((b, a)) * math.sqrt(GAIN / a) for a, b in zip(sizes, sizes[1:], strict=False)]


def residual(settings: Settings, effort: Effort, stream: Streams) -> Record:
    """Residual networks W^l + beta Id at the same weights for several beta.

    Settings: outputs, width, depths, betas (words of `SKIPS`, ascending), rounds (how often the repetitions of an
    effort are made, since single networks scatter as much as a skip gains).  Measures: gain_from_i_to_j, log of the
    condition number at betas[i] over that at betas[j], averaged over the depths, for i < j.
    """
    (rounds,) = _ints(settings, "rounds")
    effort = replace(effort, repetitions=rounds * effort.repetitions)
    (outputs,), (m,), depths = _ints(settings, "outputs"), _ints(settings, "width"), _ints(settings, "depths")
    words = [str(w) for w in settings["betas"]]
    inputs = pictures.features().shape[1]
    eye = torch.eye(inputs, dtype=torch.float64)
    found = np.empty((len(words), len(depths), effort.repetitions))
    for i, n in enumerate(depths):
        source = stream("residual", m, n)
        for t in range(effort.repetitions):
            weights = _weights(source, (inputs, *[m] * (n - 1), outputs))
            for j, word in enumerate(words):
                spectrum = gauss_newton_spectrum(residual_weights(weights, SKIPS[word](n)), eye)
                found[j, i, t] = pseudo_condition(spectrum, len(spectrum))
    logs = np.log(found).mean(1)
    measures: dict[str, Measure] = {}
    for i, j in itertools.combinations(range(len(words)), 2):
        label = f"log of the condition number at beta {words[i]} over that at beta {words[j]}, mean over the depths"
        measures[f"gain_from_{i}_to_{j}"] = sampled(label, logs[i] - logs[j])
    labels = ["no skips" if w == "0" else f"beta = {w}" for w in words]
    curves = [banded(a, dict(zip(depths, v, strict=True))) for a, v in zip(labels, found, strict=True)]
    facts = _facts(effort, skips="beta times the rectangular identity next to every layer, the first and last included")
    return Record(
        measures,
        (_panel(f"Residual networks of width {m}", "depth", curves),),
        facts,
        _drawn(effort, words, depths),
    )


def _independent(stream: Stream, count: int) -> Tensor:
    """Whitened features (count, 61) of random pictures, drawn again until they are independent (exact ranks)."""
    rows = pictures.centred(pictures.features())
    for _ in range(100):
        chosen = stream.permutation(1, len(rows))[0, :count]
        if pictures.exact_rank(rows[chosen]) == count:
            return pictures.whitened()[chosen]
    raise ArithmeticError(f"100 draws of {count} pictures, all linearly dependent")


def _enough_active(before: Tensor, outputs: int) -> None:
    """Full rank of (10) for independent pictures, also at slope 0: as many active units as outputs at each picture.

    A vector c in the null space of the Jacobian has slope(i, j) w_i^T c_j = 0 for every unit i and picture j; the
    columns w_i of the active ones span the outputs, almost surely.  Raises ArithmeticError where there are too few.
    """
    if int((before > 0).sum(0).amin()) < outputs:
        raise ArithmeticError(f"a picture with fewer than {outputs} active units: the rank is not known")


def leaky(settings: Settings, effort: Effort, stream: Streams) -> Record:
    """One hidden layer of leaky rectifiers: condition numbers by width and by negative slope, same weights for each.

    Settings: outputs, pictures (how many, at most 61), sets (of pictures and weights whose logarithms are averaged in
    one repetition), widths and slopes, ascending.  Measures, slopes counted from 0:
    growth_at_slope_i_from_m_to_n, log of the condition number at width n over that at width m, the next one down;
    gain_from_j_to_i_at_width_m, log of the condition number at slope j over that at slope i = j - 1;
    trend_at_width_m, the least-squares coefficient of log(condition number) in the slope, over all slopes.
    """
    (outputs,), (count,), widths = (_ints(settings, k) for k in ("outputs", "pictures", "widths"))
    slopes = [float(a) for a in settings["slopes"]]
    (sets,) = _ints(settings, "sets")
    logs = np.zeros((len(slopes), len(widths), effort.repetitions))
    for t, part in itertools.product(range(effort.repetitions), range(sets)):
        source = stream("leaky", t, part)
        x = _independent(source, count).T.contiguous()
        for j, m in enumerate(widths):
            v, w = _weights(source, (len(x), m, outputs))
            _enough_active(v @ x, outputs)
            for i, a in enumerate(slopes):
                logs[i, j, t] += math.log(pseudo_condition(leaky_spectrum(w, v, x, a), outputs * count)) / sets
    measures: dict[str, Measure] = {}
    for i, a in enumerate(slopes):
        for j, m in enumerate(widths):
            if j:
                label = f"log of the condition number at width {m} over that at width {widths[j - 1]}, slope {a:g}"
                name = f"growth_at_slope_{i}_from_{widths[j - 1]}_to_{m}"
                measures[name] = sampled(label, logs[i, j] - logs[i, j - 1])
            if i:
                label = f"log of the condition number at slope {a:g} over that at slope {slopes[i - 1]:g}, width {m}"
                measures[f"gain_from_{i}_to_{i - 1}_at_width_{m}"] = sampled(label, logs[i, j] - logs[i - 1, j])
    centred = np.array(slopes) - np.mean(slopes)
    for j, m in enumerate(widths):
        label = f"coefficient of log(condition number) in the slope, width {m}"
        measures[f"trend_at_width_{m}"] = sampled(label, centred @ logs[:, j] / (centred @ centred))
    curves = [banded(f"slope {a:g}", dict(zip(widths, np.exp(logs[i]), strict=True))) for i, a in enumerate(slopes)]
    facts = _facts(
        effort,
        "whitened over all pictures",
        pictures=f"{count} independent ones (exact rank) at random for each network",
        averaging=f"each repetition is the geometric mean over {sets} networks",
        rank="full: as many active units as outputs at every picture, checked",
    )
    return Record(measures, (_panel("One hidden layer", "width", curves),), facts, logs.size * sets)
