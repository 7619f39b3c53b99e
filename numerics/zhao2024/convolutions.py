"""Gauss-Newton matrices of linear convolutional networks with two layers, on whitened pictures.

The network is a linear map, F(x) = T2 T1 x with T1 and T2 linear in their weights, and the whitened covariance is the
identity on the pixels that vary: the Gauss-Newton matrix is J J^T, J the derivatives of T2 T1 on those pixels by the
weights.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from lemmata.claims.experiments.record import Effort, Measure, Panel, Record, Settings
from lemmata.claims.experiments.summaries import banded, exponents, sampled
from lemmata.evaluate.randomness import Stream
from lemmata.networks.gauss_newton import pseudo_condition
from numerics.zhao2024 import pictures

HEADS = ("dense", "convolution")


@lru_cache(maxsize=16)
def windows(side: int, kernel: int, padding: int) -> Tensor:
    """0/1 tensor (kernel^2, positions, side^2): which pixel each place of the kernel meets at each position.

    Stride 1, `padding` zeros on each side.  Raises ValueError for a kernel without a position.
    """
    span = side - kernel + 1 + 2 * padding
    if span < 1:
        raise ValueError(f"a kernel of size {kernel} has no position on a side of {side}")
    out = torch.zeros(kernel, kernel, span, span, side, side, dtype=torch.int64)
    for a in range(kernel):
        for b in range(kernel):
            for i in range(max(0, padding - a), min(span, side + padding - a)):
                for j in range(max(0, padding - b), min(span, side + padding - b)):
                    out[a, b, i, j, i + a - padding, j + b - padding] = 1
    return out.reshape(kernel**2, span**2, side**2)


def jacobian(first: Tensor, last: Tensor, kernel: int, padding: int) -> Tensor:
    """J (parameters, outputs x pixels) at first-layer filters (m, kernel^2) and the weights of the output layer.

    `last` is (k, m, positions) for a dense output layer, (1, m, kernel^2, 1) for a convolution to one channel, whose
    outputs are its positions.  Works on integers as on floats.
    """
    kept = list(pictures.varying())
    near = windows(pictures.SIDE, kernel, padding).to(first.dtype)
    hidden = torch.einsum("mt,tqp->mqp", first, near[..., kept])
    if last.ndim == 3:
        outputs = len(last)
        by_first = torch.einsum("kmq,tqp->mtkp", last, near[..., kept])
        eye = torch.eye(outputs, dtype=first.dtype)
        by_last = torch.einsum("mqp,kj->kmqjp", hidden, eye)
    else:
        far = windows(round(near.shape[1] ** 0.5), kernel, padding).to(first.dtype)
        whole = torch.einsum("mt,tkq->kmq", last[0, ..., 0], far)
        by_first = torch.einsum("kmq,tqp->mtkp", whole, near[..., kept])
        by_last = torch.einsum("tkq,mqp->mtkp", far, hidden)
    columns = by_first.shape[-2] * by_first.shape[-1]
    return torch.cat([by_first.reshape(-1, columns), by_last.reshape(-1, columns)])


def _shapes(
    head: str, filters: int, kernel: int, padding: int, outputs: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if head not in HEADS:
        raise ValueError(f"an output layer is one of {HEADS}, not {head!r}")
    positions = (pictures.SIDE - kernel + 1 + 2 * padding) ** 2
    last = (outputs, filters, positions) if head == "dense" else (1, filters, kernel**2, 1)
    return (filters, kernel**2), last


@lru_cache(maxsize=128)
def generic_rank(head: str, filters: int, kernel: int, padding: int, outputs: int) -> int:
    """Rank of the Jacobian at almost all weights: the larger of two ranks at random weights modulo a prime.

    No smaller rank can be generic; a larger one would need random weights to miss it twice, with probability below
    1e-6 (Schwartz and Zippel).
    """
    first, last = _shapes(head, filters, kernel, padding, outputs)
    ranks = []
    for attempt in range(2):
        source = Stream(("generic rank", head, filters, kernel, padding, outputs, attempt))
        entries = jacobian(source.integers(1, 1 << 20, first), source.integers(1, 1 << 20, last), kernel, padding)
        ranks.append(pictures.modular_rank(entries))
    return max(ranks)


def condition(first: Tensor, last: Tensor, kernel: int, padding: int, rank: int) -> float:
    """Pseudo-condition number of the Gauss-Newton matrix of known rank, the square of that of the Jacobian."""
    return pseudo_condition(torch.linalg.svdvals(jacobian(first, last, kernel, padding)), rank) ** 2


def two_layers(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Condition numbers by number of filters and by kernel size.

    Settings: head ("dense" or "convolution"), outputs (of a dense one), filters, kernels, padding ("none", or "same"
    for odd kernels).  Measures: exponent_in_filters_at_kernel_s, exponent_in_kernel_at_filters_m, and from one number
    of filters, or size of kernels, to the next growth_at_kernel_s_from_m_to_n, growth_at_filters_m_from_s_to_t.
    """
    (head,), (padded,), (outputs,) = (settings[k] for k in ("head", "padding", "outputs"))
    kernels, filters = (tuple(int(v) for v in settings[k]) for k in ("kernels", "filters"))
    found = np.empty((len(kernels), len(filters), effort.repetitions))
    for i, s in enumerate(kernels):
        padding = s // 2 if padded == "same" else 0
        for j, m in enumerate(filters):
            plan = str(head), m, s, padding, int(outputs)
            first, last = _shapes(*plan)
            fan = m * last[2]
            rank, source = generic_rank(*plan), stream(s, m)
            for t in range(effort.repetitions):
                weights = source.normal(first) * (2 / s**2) ** 0.5, source.normal(last) * (2 / fan) ** 0.5
                found[i, j, t] = condition(*weights, s, padding, rank)
    measures: dict[str, Measure] = {}
    for i, s in enumerate(kernels):
        label = f"exponent of the condition number in the number of filters, kernels of size {s}"
        measures[f"exponent_in_filters_at_kernel_{s}"] = sampled(label, exponents(filters, list(found[i])))
    for j, m in enumerate(filters):
        label = f"exponent of the condition number in the kernel size, {m} filters"
        measures[f"exponent_in_kernel_at_filters_{m}"] = sampled(label, exponents(kernels, list(found[:, j])))
    logs = np.log10(found)
    for i, s in enumerate(kernels):
        for j, (a, b) in enumerate(pairwise(filters)):
            label = f"log10 of the condition number with {b} filters over that with {a}, kernels of size {s}"
            measures[f"growth_at_kernel_{s}_from_{a}_to_{b}"] = sampled(label, logs[i, j + 1] - logs[i, j])
    for j, m in enumerate(filters):
        for i, (a, b) in enumerate(pairwise(kernels)):
            label = f"log10 of the condition number with kernels of size {b} over that with {a}, {m} filters"
            measures[f"growth_at_filters_{m}_from_{a}_to_{b}"] = sampled(label, logs[i + 1, j] - logs[i, j])
    curves = tuple(
        banded(f"kernel {s} x {s}", dict(zip(filters, values, strict=True)))
        for s, values in zip(kernels, found, strict=True)
    )
    ranks = {s: [generic_rank(str(head), m, s, s // 2 * (padded == "same"), int(outputs)) for m in filters]
             for s in kernels}  # fmt: skip
    facts = {
        "data": pictures.DESCRIPTION,
        "preparation": "whitened: the covariance is the identity on the 61 pixels, so no single picture matters",
        "network": f"filters of one channel, stride 1, padding {padded}; output layer: {head}",
        "initialisation": "weights independent normal of variance 2 / fan-in (Kaiming), no biases",
        "ranks": "; ".join(f"kernel {s}: {', '.join(map(str, r))}" for s, r in ranks.items())
        + f" for {', '.join(map(str, filters))} filters (generic ranks, from weights modulo a prime)",
        "repetitions": f"{effort.repetitions} independent initialisations; band: the middle half of them",
    }
    panel = Panel("Linear network of two layers", "filters", "condition number", curves, log_x=True, log_y=True)
    return Record(measures, (panel,), facts, found.size)
