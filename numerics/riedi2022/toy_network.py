"""The four-layer network of equation (98) of riedi2022, and the matrix Q of its loss along a skip connection.

x -> z = f_-1(x) -> z_1 = f_0(z) -> z_2 = f_1(z_1) -> f_2(z_2) with f_k(z) = phi(W_k z + b_k), phi(t) = max(t, eta t),
and rho z_1 added to what f_1 returns.  All entries are standard normal; the input has two coordinates, everything else
six.  Layer 0 is the one trained: Q = diag(z) (x) M D_0 with M = D_2 W_2 (D_1 W_1 + rho Id) has the singular values
s_i(M D_0) |z_j| (Lemma 8).  What the network is to predict does not enter Q.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import torch
from torch import Tensor

from lemmata.claims.experiments.record import Curve, Effort, Measure, Panel, Record, Sampled, Settings
from lemmata.evaluate.randomness import Stream
from numerics.riedi2022.draws import share

NETWORKS = 200  # that one repetition may cost
CURVES = 6  # networks to a panel
NAMES = {
    "largest": "largest singular value of Q",
    "smallest": "smallest non-zero singular value of Q",
    "kappa": "condition number of Q",
}


@dataclass(frozen=True)
class Networks:
    """Independent networks: x (batch, inputs), weights (batch, width, inputs or width) and biases of layers -1 to 2."""

    x: Tensor
    weights: tuple[Tensor, ...]
    biases: tuple[Tensor, ...]
    eta: float


def drawn(stream: Stream, batch: int, inputs: int, width: int, eta: float) -> Networks:
    """Networks with standard normal entries throughout."""
    weights = tuple(stream.normal((batch, width, inputs if k == 0 else width)) for k in range(4))
    biases = tuple(stream.normal((batch, width)) for _ in range(4))
    return Networks(stream.normal((batch, inputs)), weights, biases, eta)


def apply(A: Tensor, x: Tensor) -> Tensor:
    """Matrices times vectors, batch by batch."""
    return (A @ x[..., None])[..., 0]


def slopes(before: Tensor, eta: float) -> Tensor:
    """Diagonals D of phi(t) = D t."""
    return torch.where(before > 0, 1.0, eta).to(before.dtype)


def loss_factors(nets: Networks, rho: Tensor, moving: bool = True) -> tuple[Tensor, Tensor]:
    """M(rho) D_0, shape (batch, len(rho), width, width), and z, shape (batch, width).

    D_2 is that of each rho, or that of rho = 0 throughout unless `moving`; the other patterns do not depend on rho.
    """
    (first, W_0, W_1, W_2), (b, b_0, b_1, b_2), eta = nets.weights, nets.biases, nets.eta
    before = apply(first, nets.x) + b
    z = slopes(before, eta) * before
    before = apply(W_0, z) + b_0
    D_0 = slopes(before, eta)
    z_1 = D_0 * before
    before = apply(W_1, z_1) + b_1
    D_1 = slopes(before, eta)
    at = rho if moving else torch.zeros_like(rho)
    z_2 = (D_1 * before)[:, None] + at[:, None] * z_1[:, None]
    D_2 = slopes(apply(W_2[:, None], z_2) + b_2[:, None], eta)
    skip = (D_1[..., None] * W_1)[:, None] + rho[:, None, None] * torch.eye(W_1.shape[-1], dtype=W_1.dtype)
    M = D_2[..., None] * (W_2[:, None] @ skip)
    return M * D_0[:, None, None], z


def spectra(MD: Tensor, z: Tensor) -> Tensor:
    """All singular values of Q, descending, shape (batch, len(rho), width^2), by (38)."""
    products = torch.linalg.svdvals(MD)[..., :, None] * z.abs()[:, None, None, :]
    return products.flatten(2).sort(dim=-1, descending=True).values


def share_of_steps(paths: Tensor, down: bool) -> Tensor:
    """Share of the steps along the second axis at which paths (batch, places) rise, or fall if they should go down."""
    moves = paths.diff(dim=1)
    return (moves < 0 if down else moves > 0).double().mean(1)


def singular_values(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Largest and smallest singular value of Q, and its condition number, from rho = 0 to 1.

    Measures for each of the three, medians over networks: `steady_`, the share of the steps of rho at which it moves as
    the figure says (the singular values rise, the condition number falls); `growth_`, the logarithm of its value at 1
    over that at 0; and the median over groups of networks, as many as the figure shows, of `average_`, the share of
    steps at which the mean of its logarithm over the group moves so.  `singular` is how often the determinant of M D_0
    changes its sign from one place to the next, with Q singular in between.
    """
    (inputs,), (width,), (eta,), (steps,), (group,) = (
        settings[k] for k in ("inputs", "width", "eta", "steps", "realisations")
    )
    batch = min(effort.draws, effort.repetitions * NETWORKS)
    rho = torch.linspace(0.0, 1.0, int(steps) + 1, dtype=torch.float64)
    nets = drawn(stream("networks"), batch, int(inputs), int(width), float(eta))
    MD, z = loss_factors(nets, rho, settings["patterns"] == ("moving",))
    values = spectra(MD, z)
    paths = dict(zip(NAMES, (values[..., 0], values[..., -1], values[..., 0] / values[..., -1]), strict=True))
    groups = batch // int(group)
    crossed = torch.linalg.det(MD).sign().diff(dim=1).ne(0).any(1).numpy()
    measures: dict[str, Measure] = {"singular": share("Q is singular for some rho on the way", crossed)}
    for name, path in paths.items():
        down, label, logs = name == "kappa", NAMES[name], path.log()
        steps_of = f"share of steps at which the {label} {'falls' if down else 'rises'}"
        means = logs[: groups * int(group)].unflatten(0, (groups, int(group))).mean(1)
        measures[f"steady_{name}"] = _median(steps_of, share_of_steps(path, down))
        measures[f"average_{name}"] = _median(f"{steps_of}, mean of {group}", share_of_steps(means, down))
        measures[f"growth_{name}"] = _median(f"logarithm of the {label}, rho = 1 over 0", logs[:, -1] - logs[:, 0])
    panels = [_along(NAMES[name], rho, path[:CURVES], name != "kappa") for name, path in paths.items()]
    panels.append(_spread(values, rho, [Fraction(x) for x in settings["shown"]]))
    facts = {
        "networks": f"{batch:,}, the first {CURVES} drawn", "pattern of the last layer": str(settings["patterns"][0]),
        "groups": f"{groups:,} of {group} networks",
    }  # fmt: skip
    return Record(measures, tuple(panels), facts, runs=batch)


def _median(label: str, values: Tensor) -> Sampled:
    return Sampled(label, tuple(values.tolist()))


def _rounded(values: Tensor) -> tuple[float, ...]:
    return tuple(float(f"{v:.4g}") for v in values.tolist())


def _along(label: str, rho: Tensor, paths: Tensor, log_y: bool) -> Panel:
    curves = tuple(Curve(f"network {k}", _rounded(rho), _rounded(path)) for k, path in enumerate(paths, 1))
    return Panel(label.capitalize(), "ρ", label.split(" of ")[0], curves, log_y=log_y)


def _spread(values: Tensor, rho: Tensor, shown: list[Fraction]) -> Panel:
    """s_1 / s_i against i for some rho: median and quartiles over the networks."""
    curves = []
    places = tuple(float(i) for i in range(1, values.shape[-1] + 1))
    for at in shown:
        k = int((rho - float(at)).abs().argmin())
        ratios = values[:, k, :1] / values[:, k]
        low, middle, high = torch.from_numpy(np.quantile(ratios.numpy(), (0.25, 0.5, 0.75), axis=0))
        curves.append(Curve(f"ρ = {at}", places, _rounded(middle), _rounded(low), _rounded(high)))
    return Panel("Ratios of singular values of Q, median and quartiles", "i", "s_1 / s_i", tuple(curves), log_y=True)
