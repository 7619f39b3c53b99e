"""Gauss-Newton matrices of a linear network with one hidden layer, with and without batch normalisation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from lemmata.claims.experiments.record import Effort, Measure, Panel, Record, Settings
from lemmata.claims.experiments.summaries import banded, exponents, sampled
from lemmata.evaluate.randomness import Stream
from lemmata.networks.gauss_newton import gauss_newton_spectrum, pseudo_condition
from numerics.zhao2024 import pictures


def normalised_gram(v: Tensor, w: Tensor, x: Tensor, affine: bool) -> Tensor:
    """A matrix with the non-zero eigenvalues of the Gauss-Newton matrix of W BN(V x), the batch being the data.

    v (m, d), w (k, m), data x (n, d), all float64, x - mean of rank d.  Each hidden unit is centred and divided by its
    standard deviation over the batch; the derivatives go through both.  With `affine` a scale and a shift of each
    unit, at 1 and 0, are parameters too.  Order k d, with `affine` k (d + 1); of full rank where v and w are.

    In an orthonormal basis of the column space of the centred data, X_c = Q S U^T, unit i is q_i = S U^T v_i / s_i
    with |q_i|^2 = n, and its derivative by v_i is (Id - q_i q_i^T / n) S U^T / s_i.
    """
    n, k = len(x), len(w)
    _, spread, basis = torch.linalg.svd(x - x.mean(0), full_matrices=False)
    units = (v @ basis.T) * spread
    deviation = units.norm(dim=1) / n**0.5
    units = units / deviation[:, None]
    bent = units * spread**2
    length = (units * bent).sum(1)
    second = units.T @ units
    d = units.shape[1]
    out = torch.zeros(k, d, k, d, dtype=x.dtype)
    for a in range(k):
        for b in range(k):
            weight = w[a] * w[b]
            scaled = weight / deviation**2
            cross = (scaled[:, None] * units).T @ bent
            own = scaled * length / n**2 + (weight if affine else 0.0)
            block = (units * own[:, None]).T @ units - (cross + cross.T) / n
            out[a, :, b, :] = block + scaled.sum() * torch.diag(spread**2)
        out[a, :, a, :] += second
    flat = out.reshape(k * d, k * d) / n
    return torch.block_diag(flat, w @ w.T) if affine else flat


def batch_normalisation(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Condition numbers with and without batch normalisation, same weights and pictures, by width.

    Settings: outputs, pictures (how many), widths, affine ("yes" or "no").  Measures: gain_at_width_m, log10 of the
    condition number without over that with; exponent_with and exponent_without in the width.
    """
    (outputs,), (count,), (affine,) = (settings[k] for k in ("outputs", "pictures", "affine"))
    widths = tuple(int(m) for m in settings["widths"])
    outputs, count, whole = int(outputs), int(count), pictures.features()
    d = whole.shape[1]
    found = np.empty((2, len(widths), effort.repetitions))
    for t in range(effort.repetitions):
        source = stream(t)
        chosen = _of_full_rank(source, whole, count)
        x = chosen.to(torch.float64)
        factor = torch.linalg.qr(x / count**0.5, mode="r").R.T.contiguous()
        for j, m in enumerate(widths):
            v, w = source.normal((m, d)) * (2 / d) ** 0.5, source.normal((outputs, m)) * (2 / m) ** 0.5
            found[0, j, t] = pseudo_condition(gauss_newton_spectrum([v, w], factor), outputs * d)
            spectrum = torch.linalg.eigvalsh(normalised_gram(v, w, x, affine == "yes")).flip(0)
            found[1, j, t] = pseudo_condition(spectrum, len(spectrum))
    measures: dict[str, Measure] = {}
    for j, m in enumerate(widths):
        label = f"log10 of the condition number without batch normalisation over that with it, width {m}"
        measures[f"gain_at_width_{m}"] = sampled(label, np.log10(found[0, j] / found[1, j]))
    names = ("without", "with")
    for name, values in zip(names, found, strict=True):
        label = f"exponent of the condition number in the width, {name} batch normalisation"
        measures[f"exponent_{name}"] = sampled(label, exponents(widths, list(values)))
    curves = tuple(
        banded(f"{name} batch normalisation", dict(zip(widths, values, strict=True)))
        for name, values in zip(names, found, strict=True)
    )
    facts = {
        "data": pictures.DESCRIPTION,
        "preparation": f"grey values as they are, {count:,} pictures at random for each repetition, drawn "
        "again until no feature depends on the others (exact ranks)",
        "initialisation": "weights independent normal of variance 2 / fan-in (Kaiming), no biases",
        "batch normalisation": "before the output layer, statistics of the whole batch, differentiated, nothing added "
        "to the variance" + (", scale 1 and shift 0 are parameters" if affine == "yes" else ", no scale or shift"),
        "repetitions": f"{effort.repetitions}; band: the middle half of them",
    }
    panel = Panel("One hidden linear layer", "width", "condition number", curves, log_x=True, log_y=True)
    return Record(measures, (panel,), facts, 2 * len(widths) * effort.repetitions)


def _of_full_rank(source: Stream, whole: Tensor, count: int) -> Tensor:
    """Random pictures whose features, raw and centred, are independent (exact); drawn again until they are."""
    for _ in range(100):
        rows = whole[source.permutation(1, len(whole))[0, :count]]
        centred = pictures.centred(rows)
        if all(pictures.exact_rank(r.T @ r) == whole.shape[1] for r in (rows, centred)):
            return rows
    raise ArithmeticError(f"100 draws of {count} pictures, all with dependent features")
