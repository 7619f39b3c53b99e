"""Long gradient-flow trajectories in float64, over many powers of ten of time: how the spectra of layers develop.

Time runs on a logarithmic scale, dw/ds = (1 + t) dw/dt with s = log(1 + t), because under logistic loss the weights
grow like a power of log t.  Floats show where a run goes; they decide nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from lemmata.networks.dag import Dag, layers_of
from lemmata.networks.gradient_flow import LOGISTIC, SQUARED, Data, Loss

Array = np.ndarray


class FloatFlow:
    """Float evaluation of a network's risk and gradient on a data set, for weights given as one vector per edge.

    Raises ValueError if the data does not have one coordinate per input.
    """

    def __init__(self, net: Dag, data: Data, loss: Loss = SQUARED) -> None:
        if any(len(x) != len(net.inputs) for x in data.xs):
            raise ValueError(f"data points must have {len(net.inputs)} coordinates")
        self.net, self.loss = net, loss
        self.x = np.array([[float(c) for c in x] for x in data.xs]).reshape(len(data.ys), len(net.inputs))
        self.y = np.array(data.ys, dtype=float)
        self.edges = net.edges
        self.w0 = np.array([float(w) for w in net.weights.values()])
        self.learnable = np.array([e not in net.frozen for e in net.edges], dtype=bool)
        place = {e: k for k, e in enumerate(net.edges)}
        self.shared = [np.array([place[e] for e in group]) for group in net.shared]
        self.vertices = [v for v in net.order if v in net.activations and v in net.live]
        self.ins = {v: [(u, place[u, v]) for u in net.ins[v] if u in net.live] for v in self.vertices}
        self.slope = {v: float(net.activations[v].negative_slope) for v in self.vertices}

    def _forward(self, w: Array) -> tuple[dict[str, Array], dict[str, Array]]:
        """Post-activations and slopes, one (n,) array per vertex."""
        post = {i: self.x[:, k] for k, i in enumerate(self.net.inputs)}
        slopes: dict[str, Array] = {}
        for v in self.vertices:
            pre = sum((w[k] * post[u] for u, k in self.ins[v]), np.zeros(len(self.y)))
            slopes[v] = np.where(pre >= 0, 1.0, self.slope[v])
            post[v] = slopes[v] * pre
        return post, slopes

    def margins(self, w: Array) -> Array:
        """y_i nu(x_i), shape (n,)."""
        post, _ = self._forward(w)
        return self.y * post.get(self.net.output, np.zeros(len(self.y)))

    def risk(self, w: Array) -> float:
        """The empirical risk."""
        return float(np.mean([self.loss.value(z) for z in self.margins(w)]))

    def velocity(self, w: Array) -> Array:
        """-grad R; 0 on frozen edges, the same on edges that share a weight."""
        post, slopes = self._forward(w)
        out = np.zeros_like(w)
        if self.net.output not in post:
            return out
        z = self.y * post[self.net.output]
        back = {v: np.zeros(len(self.y)) for v in post}
        back[self.net.output] = -self.y * np.array([self.loss.derivative(zi) for zi in z]) / len(self.y)
        for v in reversed(self.vertices):
            delta = back[v] * slopes[v]
            for u, k in self.ins[v]:
                out[k] = delta @ post[u]
                back[u] = back[u] + w[k] * delta
        for group in self.shared:
            out[group] = out[group].sum()
        return np.where(self.learnable, out, 0.0)


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
        return math.exp(s) * flow.velocity(w)

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
