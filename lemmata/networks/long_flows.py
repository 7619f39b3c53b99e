"""Long gradient-flow trajectories in float64, piece by piece between changes of activation pattern.

Within a piece the activation pattern is frozen, so the right-hand side is smooth and the integrator's error control
means what it says; a pre-activation that reaches 0 ends the piece at the root of the dense output. Weight sign changes,
where Assumption 1 of Le & Jegelka (2022) ends, are located the same way. Floats only show drift here; they decide
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.integrate import DOP853, solve_ivp
from scipy.optimize import brentq

from lemmata.networks.dag import Dag, Edge, layers_of
from lemmata.networks.gradient_flow import LOGISTIC, SQUARED, Data, Kink, Loss
from lemmata.networks.random_networks import eligible_pairs, eligible_vertices

Array = np.ndarray
Monitor = Callable[[Mapping[Edge, float]], float]
MAX_POINTS = 200
PROBES = 8  # interior points of each step looked at for a crossing
# Relative sizes below which a signal counts as 0. They place events on a picture and decide no verdict.
ROUND_OFF = 1e-13
NEAR = 1e-10


@dataclass(frozen=True)
class Event:
    """Something that happened at a time: kind "activation" (vertex, datum) or "weight-sign" (edge)."""

    time: float
    kind: str
    where: tuple[object, ...]


@dataclass(frozen=True)
class Trajectory:
    """times (T,), weights (T, number of edges) in the order of `edges`, risk (T,), drift of each monitored quantity
    (T,).

    drift[name][k] = value at times[k] minus value at 0. status: "finished"; "stopped" at an event that was asked to
    stop it; "sliding" (the flow is pushed back onto a kink, where the velocity is not single-valued); "events" (too
    many); "failed" (step size underflow) or "non-finite". Only "finished" reached the end time.
    """

    edges: tuple[Edge, ...]
    times: Array
    weights: Array
    risk: Array
    drift: dict[str, Array]
    events: tuple[Event, ...]
    status: str


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
        self.nonlinear = [v for v in self.vertices if not net.activations[v].is_linear]
        self.kinks = len(self.y) * len(self.nonlinear)  # number of signals that are pre-activations
        self.slope = {v: float(net.activations[v].negative_slope) for v in self.vertices}

    def pre_activations(
        self, w: Array, pattern: dict[str, Array] | None = None
    ) -> tuple[dict[str, Array], dict[str, Array]]:
        """Pre- and post-activations, one (n,) array per vertex, with the slopes of `pattern` if given."""
        post = {i: self.x[:, k] for k, i in enumerate(self.net.inputs)}
        pre: dict[str, Array] = {}
        for v in self.vertices:
            pre[v] = sum((w[k] * post[u] for u, k in self.ins[v]), np.zeros(len(self.y)))
            slope = np.where(pre[v] >= 0, 1.0, self.slope[v]) if pattern is None else pattern[v]
            post[v] = slope * pre[v]
        return pre, post

    def margins(self, w: Array) -> Array:
        """y_i nu(x_i), shape (n,)."""
        _, post = self.pre_activations(w)
        return self.y * post.get(self.net.output, np.zeros(len(self.y)))

    def risk(self, w: Array) -> float:
        """The empirical risk."""
        return float(np.mean([self.loss.value(z) for z in self.margins(w)]))

    def pattern(self, w: Array) -> dict[str, Array]:
        """The slope of every activation on every data point. Raises Kink where a nonlinear pre-activation is 0."""
        pre, _ = self.pre_activations(w)
        for v in self.nonlinear:
            if not np.all(pre[v]):
                raise Kink(v, int(np.argmin(np.abs(pre[v]))))
        return {v: np.where(pre[v] >= 0, 1.0, self.slope[v]) for v in self.vertices}

    def velocity(self, w: Array, pattern: dict[str, Array]) -> Array:
        """-grad R with the slopes frozen at `pattern`; 0 on frozen edges, the same on edges that share a weight."""
        _, post = self.pre_activations(w, pattern)
        out = np.zeros_like(w)
        if self.net.output not in post:
            return out
        z = self.y * post[self.net.output]
        back = {v: np.zeros(len(self.y)) for v in post}
        back[self.net.output] = -self.y * np.array([self.loss.derivative(zi) for zi in z]) / len(self.y)
        for v in reversed(self.vertices):
            delta = back[v] * pattern[v]
            for u, k in self.ins[v]:
                out[k] = delta @ post[u]
                back[u] = back[u] + w[k] * delta
        for group in self.shared:
            out[group] = out[group].sum()
        return np.where(self.learnable, out, 0.0)

    def signals(self, w: Array, pattern: dict[str, Array]) -> Array:
        """What must not cross 0: nonlinear pre-activations (vertex-major), then learnable weights."""
        pre, _ = self.pre_activations(w, pattern)
        return np.concatenate([*(pre[v] for v in self.nonlinear), w[self.learnable]])

    def describe(self, index: int, time: float) -> Event:
        """The event at position `index` of `signals`."""
        n = len(self.y)
        if index < self.kinks:
            return Event(time, "activation", (self.nonlinear[index // n], index % n))
        learnable = [e for e in self.edges if e not in self.net.frozen]
        return Event(time, "weight-sign", learnable[index - self.kinks])


def standard_monitors(net: Dag) -> dict[str, Monitor]:
    """(4) at every eligible vertex, as "vertex v", and (5) at every eligible pair, as "pair u,v"."""

    def product(u: str, v: str) -> Monitor:
        def value(w: Mapping[Edge, float]) -> float:
            return sum(w[a, u] * w[a, v] for a in net.ins[u]) - sum(w[u, b] * w[v, b] for b in net.outs[u])

        return value

    monitors = {f"vertex {v}": product(v, v) for v in eligible_vertices(net)}
    return {**monitors, **{f"pair {u},{v}": product(u, v) for u, v in eligible_pairs(net)}}


def _first_crossing(
    flow: FloatFlow, pattern: dict[str, Array], solver: DOP853, sign: Array
) -> tuple[float, int] | None:
    """Earliest time in the last step at which a signal leaves its sign, and which; None if none does.

    Signals with sign 0 (weights that were 0 at the start) are not watched. A signal within round-off of 0 has not left:
    a ReLU unit that has just gone off everywhere stays on its kink.
    """
    dense = solver.dense_output()

    def signed(t: float) -> Array:
        return flow.signals(dense(t), pattern) * sign

    before = float(solver.t_old)
    for t in np.linspace(solver.t_old, solver.t, PROBES + 1)[1:]:
        crossed = np.flatnonzero(signed(t) < -ROUND_OFF * _size(solver.y))
        if crossed.size:
            return min((_root(signed, int(k), before, float(t)), int(k)) for k in crossed)
        before = float(t)
    return None


def _crossing_together(flow: FloatFlow, pattern: dict[str, Array], w: Array, sign: Array) -> list[int]:
    """The signals that are 0 at w up to round-off and on their way out: several at once on parallel data points."""
    now = flow.signals(w, pattern) * sign
    return [int(k) for k in np.flatnonzero((now <= NEAR * _size(w)) & (_drift(flow, w, pattern) * sign < 0))]


def _size(w: Array) -> float:
    return max(1.0, float(np.max(np.abs(w), initial=0.0)))


def _drift(flow: FloatFlow, w: Array, pattern: dict[str, Array]) -> Array:
    """Change of the signals over a short step along the velocity."""
    v = flow.velocity(w, pattern)
    step = 1e-6 * _size(w) / (float(np.linalg.norm(v)) or 1.0)
    change = flow.signals(w + step * v, pattern) - flow.signals(w, pattern)
    return np.where(np.abs(change) > ROUND_OFF * _size(w), change, 0.0)


def _root(signed: Callable[[float], Array], k: int, low: float, high: float) -> float:
    if signed(low)[k] <= 0:
        return low
    if signed(high)[k] == 0:
        return high
    return float(brentq(lambda t: float(signed(t)[k]), low, high, xtol=1e-14))


def _solver(
    flow: FloatFlow, pattern: dict[str, Array], t: float, w: Array, end: float, tols: tuple[float, float]
) -> DOP853:
    return DOP853(lambda _, v: flow.velocity(v, pattern), t, w, end, rtol=tols[0], atol=tols[1])


def integrate(
    net: Dag,
    data: Data,
    loss: Loss = SQUARED,
    end: float = 10.0,
    points: int = MAX_POINTS,
    *,
    monitors: Mapping[str, Monitor] | None = None,
    stop_on: tuple[str, ...] = ("weight-sign",),
    max_events: int = 50,
    rtol: float = 1e-10,
    atol: float = 1e-12,
) -> Trajectory:
    """Integrates the gradient flow from the network's weights over [0, end], restarting at every event.

    stop_on: kinds of event that end the run ("activation", "weight-sign"); a stable-sign run (Assumption 1) stops at
    the first weight sign change. points: equidistant output times, 2 to 200 (fewer come back if the run ends early, and
    then the end of the run is the last of them). Raises ValueError on bad arguments and Kink if the start is a kink. A
    pre-activation that crosses 0 twice between two probes of one step goes unseen.
    """
    if not 2 <= points <= MAX_POINTS or not end > 0 or max_events < 0:
        raise ValueError(f"need 2 <= points <= {MAX_POINTS}, end > 0 and max_events >= 0")
    flow = FloatFlow(net, data, loss)
    watch = standard_monitors(net) if monitors is None else dict(monitors)
    grid = list(np.linspace(0.0, end, points))
    t, w, pattern = 0.0, flow.w0, flow.pattern(flow.w0)
    sign = np.sign(flow.signals(w, pattern))
    times, rows, events, status = [grid.pop(0)], [w], [], ""
    while not status:
        solver = _solver(flow, pattern, t, w, end, (rtol, atol))
        crossing = None
        while solver.status == "running" and crossing is None:
            solver.step()
            if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
                break
            crossing = _first_crossing(flow, pattern, solver, sign)
            dense, reached = solver.dense_output(), solver.t if crossing is None else crossing[0]
            while grid and grid[0] <= reached:
                times.append(grid.pop(0))
                rows.append(dense(times[-1]))
        if not np.all(np.isfinite(solver.y)):
            status = "non-finite"
        elif crossing is not None:
            (t, first), w = crossing, dense(crossing[0])
            together = sorted({first, *_crossing_together(flow, pattern, w, sign)})
            for index in together:
                sign[index] = -sign[index]
                events.append(flow.describe(index, t))
                if events[-1].kind == "activation":
                    pattern = _flipped(flow, pattern, events[-1], sign[index])
            kinked = [index for index in together if index < flow.kinks]
            if any(event.kind in stop_on for event in events[-len(together) :]):
                status = "stopped"
            elif np.any(_drift(flow, w, pattern)[kinked] * sign[kinked] < 0):
                status = "sliding"
            elif len(events) > max_events:
                status = "events"
        else:
            t, w, status = solver.t, solver.y, "failed" if solver.status == "failed" else "finished"
    if status != "finished" and t > times[-1]:
        times.append(t)
        rows.append(w)
    weights = np.array(rows)
    named = [dict(zip(flow.edges, row, strict=True)) for row in weights]
    drift = {name: np.array([f(row) for row in named]) for name, f in watch.items()}
    drift = {name: values - values[0] for name, values in drift.items()}
    risk = np.array([flow.risk(row) for row in weights])
    return Trajectory(flow.edges, np.array(times), weights, risk, drift, tuple(events), status)


def _flipped(flow: FloatFlow, pattern: dict[str, Array], event: Event, sign: float) -> dict[str, Array]:
    vertex, datum = str(event.where[0]), int(str(event.where[1]))
    slopes = pattern[vertex].copy()
    slopes[datum] = 1.0 if sign > 0 else flow.slope[vertex]
    return {**pattern, vertex: slopes}


# Gradient flow over many powers of ten of time, in float64: how the spectra of the layers of a network develop.
#
# Time runs on a logarithmic scale, dw/ds = (1 + t) dw/dt with s = log(1 + t), because under logistic loss the weights
# grow like a power of log t.  Floats show where a run goes; they decide nothing.
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
