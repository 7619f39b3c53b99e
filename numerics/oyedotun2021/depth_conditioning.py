"""Condition numbers of hidden representations along the depth of linear networks (oyedotun2021, Section 6).

Three networks of square layers with Gaussian weights of variance 2 / n [32 of the paper]: plain, h -> W W' h per block
of two layers; residual, h -> (W W' + Id) h; aggregated, h -> (W_1 W_1' + ... + W_m W_m' + Id) h.  The input is a batch
of n Gaussian points, or of 4 n centred ones where layers are normalised.

Batch normalisation of a layer W h subtracts the mean of every unit over the batch, which is 0 where the input is
centred and no layer has a bias, and divides by its deviation: a diagonal factor that depends on h.  The representations
stay a product of square matrices times the input, whose triangular factor stands for it.

At these depths condition numbers pass 10^100, far beyond what the singular values of one double matrix can show.  The
product H and its inverse, as the product of the blocks' inverses in reverse order, are therefore followed side by side,
each divided by a power of two at every block; kappa(H) = |H| |H^-1| needs the largest singular value of each only,
which rounding changes by a few units in the last places.  The tests compare with 3,000-bit arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from lemmata.claims.experiments.record import Curve, Effort, Panel, Record, Sampled, Settings
from lemmata.evaluate.randomness import Stream

Array = Any
Block = Callable[[Array, Array], Array]
POINTS = 4  # of the batch for each unit of a normalised layer
NAMES = ("plain", "residual", "aggregated")


def blocks(kind: str, draw: Callable[[], Array], n: int, paths: int, scale: float) -> Array:
    """One block for every repetition, shape (repetitions, n, n); `scale` multiplies the residual branch."""
    if kind == "plain":
        return draw() @ draw()
    branches = sum(draw() @ draw() for _ in range(paths if kind == "aggregated" else 1))
    return scale * branches + np.eye(n)


def normalised_blocks(kind: str, draw: Callable[[], Array], paths: int, points: int) -> Block:
    """A block whose every layer is normalised over a batch of `points`: what `log_condition` asks for its factor.

    A representation is h = ahead 2^power Q, Q with orthonormal rows; the deviation of a unit is the norm of its row of
    W h by the root of the number of points.
    """

    def normalised(weights: Array, ahead: Array, power: Array) -> Array:
        """diag(1 / deviations of W h) W for every repetition."""
        deviation = np.linalg.norm(weights @ ahead, axis=2) * np.exp2(power)[:, None] / math.sqrt(points)
        return weights / deviation[:, :, None]

    def block(ahead: Array, power: Array) -> Array:
        total = np.zeros_like(ahead) if kind == "plain" else np.broadcast_to(np.eye(ahead.shape[1]), ahead.shape)
        for _ in range(paths if kind == "aggregated" else 1):
            first = normalised(draw(), ahead, power)
            total = total + normalised(draw(), first @ ahead, power) @ first
        return total

    return block


def log_condition(factors: Iterable[Array | Block], start: Array) -> Array:
    """log10 of the condition number of factors[l] ... factors[0] start after every factor: (depths, repetitions).

    A factor may be a function of what stands before it, given as a matrix and a power of two for every repetition.
    """
    ahead, back = start, np.linalg.inv(start)
    exponents = np.zeros((2, len(start)))
    out = []
    for given in factors:
        factor = given(ahead, exponents[0]) if callable(given) else given
        ahead, back = factor @ ahead, back @ np.linalg.inv(factor)
        for which, product in enumerate((ahead, back)):
            power = np.floor(np.log2(np.abs(product).max(axis=(1, 2))))
            product *= np.exp2(-power)[:, None, None]
            exponents[which] += power
        norms = [np.linalg.norm(p, ord=2, axis=(1, 2)) for p in (ahead, back)]
        out.append((np.log2(norms[0]) + np.log2(norms[1]) + exponents.sum(0)) * math.log10(2))
    return np.array(out)


def conditioning(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Condition numbers at every block; settings: n, depth (layers), paths, branch ("full", "shrunk", "normalised").

    A shrunk branch is divided by the number of blocks; in a normalised one every layer is, over 4 n points.
    """
    (n,), (depth,), (paths,), (branch,) = (settings[k] for k in ("n", "depth", "paths", "branch"))
    n, depth, paths = int(n), int(depth), int(paths)
    count, repetitions = depth // 2, effort.repetitions
    scale = 1.0 / count if branch == "shrunk" else 1.0
    deviation = math.sqrt(2 / n)
    found: dict[str, Array] = {}
    for kind in NAMES:
        weights = stream(kind)

        def draw(weights: Stream = weights) -> Array:
            return deviation * weights.normal((repetitions, n, n)).numpy()

        if branch == "normalised":
            points = POINTS * n
            batch = weights.normal((repetitions, points, n)).numpy()
            triangular: Array = np.linalg.qr(batch - batch.mean(axis=1, keepdims=True), mode="r")
            start = triangular.transpose(0, 2, 1).copy()
            found[kind] = log_condition([normalised_blocks(kind, draw, paths, points)] * count, start)
        else:
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
    return Record(
        measures, (_panel(found, depth),), _facts(repetitions, str(branch)), runs=len(NAMES) * repetitions * count
    )


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


def _facts(repetitions: int, branch: str) -> dict[str, str]:
    left_out = "trained networks, convolutions and rectified units"
    return {
        "networks": f"{repetitions} of each kind, at initialisation, bands from the 10 % to the 90 % quantile",
        "precision": "|H| |H^-1| from two separately scaled products; agrees with 3,000-bit arithmetic to 1e-9",
        "not covered": left_out + ("" if branch == "normalised" else "; batch normalisation"),
    }
