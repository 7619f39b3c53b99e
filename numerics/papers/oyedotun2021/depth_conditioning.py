"""Condition numbers of hidden representations along the depth of linear networks (oyedotun2021, Section 6).

Three networks of square layers with Gaussian weights of variance 2 / n [32 of the paper]: plain, h -> W W' h per block
of two layers; residual, h -> (W W' + Id) h; aggregated, h -> (W_1 W_1' + ... + W_m W_m' + Id) h.  The input is a batch
of n Gaussian points.

At these depths condition numbers pass 10^100, far beyond what the singular values of one double matrix can show.  The
product H and its inverse, as the product of the blocks' inverses in reverse order, are therefore followed side by side,
each divided by a power of two at every block; kappa(H) = |H| |H^-1| needs the largest singular value of each only,
which rounding changes by a few units in the last places.  The tests compare with 3,000-bit arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from lemmata.numerics.ensembles.randomness import Stream
from lemmata.numerics.experiments.record import Curve, Effort, Panel, Record, Sampled, Settings

Array = Any
NAMES = ("plain", "residual", "aggregated")


def blocks(kind: str, draw: Callable[[], Array], n: int, paths: int, scale: float) -> Array:
    """One block for every repetition, shape (repetitions, n, n); `scale` multiplies the residual branch."""
    if kind == "plain":
        return draw() @ draw()
    branches = sum(draw() @ draw() for _ in range(paths if kind == "aggregated" else 1))
    return scale * branches + np.eye(n)


def log_condition(factors: list[Array], start: Array) -> Array:
    """log10 of the condition number of factors[l] ... factors[0] start after every factor: (depths, repetitions)."""
    ahead, back = start, np.linalg.inv(start)
    exponents = np.zeros(len(start))
    out = []
    for factor in factors:
        ahead, back = factor @ ahead, back @ np.linalg.inv(factor)
        for product in (ahead, back):
            power = np.floor(np.log2(np.abs(product).max(axis=(1, 2))))
            product *= np.exp2(-power)[:, None, None]
            exponents += power
        norms = [np.linalg.norm(p, ord=2, axis=(1, 2)) for p in (ahead, back)]
        out.append((np.log2(norms[0]) + np.log2(norms[1]) + exponents) * math.log10(2))
    return np.array(out)


def conditioning(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Condition numbers at every block; settings: n, depth (layers), paths, branch ("full" or "shrunk").

    A shrunk branch is divided by the number of blocks.
    """
    (n,), (depth,), (paths,), (branch,) = (settings[k] for k in ("n", "depth", "paths", "branch"))
    n, depth, paths = int(n), int(depth), int(paths)
    count, repetitions = depth // 2, effort.repetitions
    scale = 1.0 if branch == "full" else 1.0 / count
    deviation = math.sqrt(2 / n)
    found: dict[str, Array] = {}
    for kind in NAMES:
        weights = stream(kind)

        def draw(weights: Stream = weights) -> Array:
            return deviation * weights.normal((repetitions, n, n)).numpy()

        start = weights.normal((repetitions, n, n)).numpy()
        found[kind] = log_condition([blocks(kind, draw, n, paths, scale) for _ in range(count)], start)
    measures: dict[str, Any] = {}
    for kind, values in found.items():
        last, half = values[-1], values[count // 2 - 1]
        measures[kind] = Sampled(f"log10 of the condition number after {depth} layers, {kind}", tuple(last))
        measures[f"{kind}_growth"] = Sampled(f"the same less its value at half the depth, {kind}", tuple(last - half))
    for kind in NAMES[1:]:
        measures[f"plain_over_{kind}"] = Sampled(
            f"log10 of the quotient of condition numbers, plain by {kind}", tuple(found["plain"][-1] - found[kind][-1])
        )
    return Record(measures, (_panel(found, depth),), _facts(repetitions), runs=len(NAMES) * repetitions * count)


def _panel(found: dict[str, Array], depth: int) -> Panel:
    layers = tuple(float(2 * (k + 1)) for k in range(len(found["plain"])))
    curves = tuple(
        Curve(
            kind,
            layers,
            tuple(float(v) for v in np.median(values, axis=1)),
            tuple(float(v) for v in np.quantile(values, 0.1, axis=1)),
            tuple(float(v) for v in np.quantile(values, 0.9, axis=1)),
        )
        for kind, values in found.items()
    )
    rule = (53 * math.log10(2), "singular in double precision")
    return Panel(
        f"Condition number of the hidden representations, {depth} layers", "layer", "log10 of the condition number",
        curves, rules=(rule,),
    )  # fmt: skip


def _facts(repetitions: int) -> dict[str, str]:
    return {
        "networks": f"{repetitions} of each kind, at initialisation, bands from the 10 % to the 90 % quantile",
        "precision": "|H| |H^-1| from two separately scaled products; agrees with 3,000-bit arithmetic to 1e-9",
        "not covered": "trained networks, convolutions, rectified units and batch normalisation",
    }
