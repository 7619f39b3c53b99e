"""Gradient flow over many powers of ten of time, in float64: how the spectra of the layers of a network develop.

Time runs on a logarithmic scale, dw/ds = (1 + t) dw/dt with s = log(1 + t), because under logistic loss the weights
grow like a power of log t.  Floats show where a run goes; they decide nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from lemmata.networks.dag import Dag, layers_of
from lemmata.networks.gradient_flow import LOGISTIC, Data, Loss
from lemmata.networks.long_flows import FloatFlow

Array = np.ndarray


@dataclass(frozen=True)
class LongRun:
    """times (T,), share[l] (T,) = s_1 / |W_l|_F, alignment[l] (T,) = |<v_{l+1}, u_l>|, norm (T,) = |w|, risk (T,).

    v_{l+1} is the first right singular vector of W_{l+1}, u_l the first left one of W_l.  `reached` is the last time.
    """

    times: Array
    share: tuple[Array, ...]
    alignment: tuple[Array, ...]
    norm: Array
    risk: Array
    reached: float
    layers: tuple[Array, ...] = ()  # (T, rows, columns) of each layer


def long_run(net: Dag, data: Data, end: float = 1e12, points: int = 61, loss: Loss = LOGISTIC) -> LongRun:
    """Gradient flow from the network's weights to time `end`, or to where the integrator gives up.

    Raises ValueError unless the network is fully connected and end > 0.
    """
    if not end > 0:
        raise ValueError("a run needs end > 0")
    layers = layers_of(net)
    flow = FloatFlow(net, data, loss)
    place = {e: k for k, e in enumerate(net.edges)}

    def speed(s: float, w: Array) -> Array:
        pre, _ = flow.pre_activations(w)
        pattern = {v: np.where(pre[v] >= 0, 1.0, flow.slope[v]) for v in flow.vertices}
        return math.exp(s) * flow.velocity(w, pattern)

    last = math.log1p(end)
    grid = np.linspace(0.0, last, points)
    found = solve_ivp(speed, (0.0, last), flow.w0, method="LSODA", t_eval=grid, rtol=1e-8, atol=1e-10)
    weights = found.y.T
    spectra, kept = [], []
    for w in weights:
        matrices = [
            np.array([[w[place[a, b]] for a in before] for b in after])
            for before, after in zip(layers, layers[1:], strict=False)
        ]
        kept.append(matrices)
        spectra.append([np.linalg.svd(m, full_matrices=False) for m in matrices])
    count = len(layers) - 1
    share = [np.array([row[k][1][0] / np.linalg.norm(row[k][1]) for row in spectra]) for k in range(count)]
    alignment = [np.array([abs(row[k + 1][2][0] @ row[k][0][:, 0]) for row in spectra]) for k in range(count - 1)]
    times = np.expm1(found.t)
    return LongRun(
        times, tuple(share), tuple(alignment), np.linalg.norm(weights, axis=1),
        np.array([flow.risk(w) for w in weights]), float(times[-1]),
        tuple(np.array([row[k] for row in kept]) for k in range(count)),
    )  # fmt: skip
