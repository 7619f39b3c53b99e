"""Bounds on W_1 + Id for W_1 = K / (r sqrt(8 n)) with Gaussian K, and what they bound (Lemma 36 of riedi2022)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import torch

from lemmata.claims.experiments.record import Effort, Measure, Panel, Record, Sampled, Settings
from lemmata.evaluate.randomness import Stream
from lemmata.evaluate.spectral_floats import symmetric_eigenvalues
from numerics.riedi2022.draws import affordable, dense, edges, histogram, share

COST = 2  # that of one look at a matrix, against one symmetric eigenvalue problem
RATIOS = {
    "smallest": "smallest squared singular value over its bound",
    "largest": "bound over the largest squared singular value",
    "kappa": "bound over the condition number",
}


def scaled(K: torch.Tensor, r: Fraction) -> torch.Tensor:
    """W_1, equation (75)."""
    return K / (float(r) * (8 * K.shape[-1]) ** 0.5)


def squares(A: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Squares of the largest and of the smallest singular value, good to rounding relative to the largest."""
    values = symmetric_eigenvalues(A.mT @ A)
    return values[:, 0], values[:, -1]


def shifted(W: torch.Tensor) -> torch.Tensor:
    """W + Id."""
    return W + torch.eye(W.shape[-1], dtype=W.dtype)


def bound_ratios(W: torch.Tensor) -> list[torch.Tensor]:
    """Smallest eigenvalue of W + W^T, and the three ratios of (79) and (80), all at least 1 where it exceeds -1.

    Where it does not, the bounds say nothing and the ratios may be of any size or not be numbers.
    """
    (largest, smallest), (top, bottom) = squares(W), squares(shifted(W))
    tau = symmetric_eigenvalues(W + W.mT)
    upper, lower = largest + tau[:, 0] + 1, smallest + tau[:, -1] + 1
    return [tau[:, -1], bottom / lower, upper / top, (upper / (tau[:, -1] + 1) * bottom / top).sqrt()]


def efficiency(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """How much the bounds of (79) and (80) give away, for several orders n.

    Measures: `exceptions_n`, how often the smallest eigenvalue of W + W^T is -1 or less; among the other matrices
    `not_above_n`, how often one of the three ratios is not above 1, and the medians `smallest_n`, `largest_n`,
    `kappa_n` of the ratios.
    """
    (r,) = (Fraction(x) for x in settings["r"])
    measures: dict[str, Measure] = {}
    found = {}
    for n in map(int, settings["n"]):
        draws = affordable(effort, COST * n**2)
        tau, *ratios = dense(stream(n), "gaussian", n, draws, lambda K: bound_ratios(scaled(K, r)))
        bounded = tau > -1
        measures[f"exceptions_{n}"] = share(f"smallest eigenvalue not above -1, n = {n}", ~bounded)
        if not bounded.any():
            raise ValueError(f"none of {draws} matrices of order {n} meets the hypothesis of (79)")
        found[n] = [ratio[bounded] for ratio in ratios]
        below = np.any([~(ratio > 1) for ratio in found[n]], axis=0)
        measures[f"not_above_{n}"] = share(f"one of the three ratios is not above 1, n = {n}", below)
        for (name, label), ratio in zip(RATIOS.items(), found[n], strict=True):
            measures[f"{name}_{n}"] = Sampled(f"{label}, n = {n}", tuple(ratio.tolist()))
    panels = []
    for k, (name, label) in enumerate(RATIOS.items()):
        bins = edges(1.0, 1.6 if name != "largest" else 1.3)
        curves = tuple(histogram(f"n = {n}", ratios[k], bins) for n, ratios in found.items())
        panels.append(Panel(label.capitalize(), "ratio", "density", curves, "steps", marks=((1.0, "1"),)))
    facts = {"matrices": ", ".join(f"{len(ratios[0]):,} of order {n}" for n, ratios in found.items())}
    return Record(measures, tuple(panels), facts, sum(len(ratios[0]) for ratios in found.values()))


def constant(r: Fraction) -> float:
    """Right-hand side of (83), for r > 1."""
    return float((r * r + r + Fraction(1, 2)) / (r * r - r)) ** 0.5


def condition(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Condition numbers of W_1 + Id for several orders n and factors r, against the constant of (83).

    Measures: `above_r_n`, how often the condition number is not below the constant; `median_r_n`.
    """
    measures: dict[str, Measure] = {}
    factors, panels = [Fraction(r) for r in settings["r"]], []

    def look(K: torch.Tensor) -> list[torch.Tensor]:
        extremes = [squares(shifted(scaled(K, r))) for r in factors]
        return [(largest / smallest).sqrt() for largest, smallest in extremes]

    kappas = {
        n: dense(stream(n), "gaussian", n, affordable(effort, COST * n**2), look) for n in map(int, settings["n"])
    }
    for k, r in enumerate(factors):
        level, bins = constant(r), edges(1.0, 1.5 * constant(r) - 0.5)
        for n, kappa in kappas.items():
            label = f"condition number, r = {r}, n = {n}"
            measures[f"above_{r}_{n}"] = share(f"{label}, not below {level:.4f}", ~(kappa[k] < level))
            measures[f"median_{r}_{n}"] = Sampled(label, tuple(kappa[k].tolist()))
        curves = tuple(histogram(f"n = {n}", kappa[k], bins) for n, kappa in kappas.items())
        marks = ((level, f"(83): {level:.4f}"),)
        panels.append(Panel(f"Condition number of W_1 + Id, r = {r}", "κ", "density", curves, "steps", marks=marks))
    facts = {"matrices": ", ".join(f"{kappa.shape[1]:,} of order {n}" for n, kappa in kappas.items())}
    runs = sum(kappa.shape[1] for kappa in kappas.values())
    return Record(measures, tuple(panels), facts, runs)
