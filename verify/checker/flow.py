"""Kind "flow": an instant of gradient flow at which a quantity claimed to be constant has a non-zero derivative.

The velocity is computed by a forward and a backward pass of this file; the derivative of the claimed quantity by
evaluating the text of the claim itself at weights w + (dw/dt) e with e * e = 0.
Source: Le & Jegelka (2022), section 2.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.checker.domains import declarations
from verify.checker.evaluate import Evaluator
from verify.checker.format import CertificateError, NotEstablished, integer, keys, rational, rational_rows, string
from verify.checker.functions import RULES, Rule
from verify.checker.matrices import Mat, matrix, total
from verify.checker.numbers import Dual, Undecided, Undefined, parts
from verify.checker.syntax import Tree, parse_expression

Edge = tuple[str, str]
TYPES = {"vertex": 1, "pair": 2, "layer": 0}  # with the number of vertices named
MAX_EDGES = 500


class Network:
    """A feedforward network read from a certificate: slopes of the negative part by vertex, weights by edge."""

    def __init__(self, data: Any) -> None:
        keys(data, {"inputs", "output", "activations", "edges"}, "network")
        if not isinstance(data["inputs"], list) or not isinstance(data["activations"], dict):
            raise CertificateError("network.inputs must be a list and network.activations an object")
        self.inputs = [string(v, "an input") for v in data["inputs"]]
        self.output = string(data["output"], "network.output")
        self.names = {v: string(a, "an activation") for v, a in data["activations"].items()}
        self.slopes = {v: _slope(a) for v, a in self.names.items()}
        vertices = [*self.inputs, *self.slopes]
        if not isinstance(data["edges"], list) or not 0 < len(data["edges"]) <= MAX_EDGES:
            raise CertificateError(f"network.edges must be a list of 1 to {MAX_EDGES} edges")
        self.weights: dict[Edge, Fraction] = {}
        self.frozen: set[Edge] = set()
        for row in data["edges"]:
            if not isinstance(row, list) or len(row) != 4 or not isinstance(row[3], bool):
                raise CertificateError("an edge must read [tail, head, weight, learnable]")
            edge = string(row[0], "a tail"), string(row[1], "a head")
            if edge in self.weights or edge[0] not in vertices or edge[1] not in self.slopes or edge[0] == self.output:
                raise CertificateError(f"{edge} repeats, has an unknown end, enters an input or leaves the output")
            self.weights[edge] = rational(row[2], f"the weight of {edge}")
            if not row[3]:
                self.frozen.add(edge)
        if len(set(vertices)) != len(vertices) or self.output not in self.slopes:
            raise CertificateError("vertices repeat, or the output has no activation")
        self.ins = {v: [a for a in vertices if (a, v) in self.weights] for v in vertices}
        self.outs = {v: [b for b in vertices if (v, b) in self.weights] for v in vertices}
        self.order: list[str] = []
        while len(self.order) < len(vertices):
            ready = [v for v in vertices if v not in self.order and all(a in self.order for a in self.ins[v])]
            if not ready:
                raise CertificateError("the network has a cycle")
            self.order += ready

    def gradient(self, x: list[Fraction]) -> tuple[Fraction, dict[Edge, Fraction]]:
        """Value at x and derivative with respect to every weight.  Raises NotEstablished at a kink."""
        post = dict(zip(self.inputs, x, strict=True))
        slope: dict[str, Fraction] = {}
        for v in self.order:
            if v not in self.slopes:
                continue
            pre = total(self.weights[a, v] * post[a] for a in self.ins[v])
            if pre == 0 and self.slopes[v] != 1:
                raise NotEstablished(f"the pre-activation of {v} is 0 on a data point: the risk has a kink there")
            slope[v] = Fraction(1) if pre > 0 else self.slopes[v]
            post[v] = slope[v] * pre
        back = {v: Fraction(v == self.output) for v in self.order}  # derivative of the output by post-activations
        for v in reversed(self.order):
            for a in self.ins[v]:
                back[a] += self.weights[a, v] * slope[v] * back[v]
        return post[self.output], {(a, v): post[a] * slope[v] * back[v] for a, v in self.weights}

    def layers(self) -> list[list[str]]:
        """Layers of a fully connected network, inputs first.  Raises NotEstablished if it is not one."""
        depth: dict[str, int] = {}
        for v in self.order:
            depth[v] = 1 + max((depth[a] for a in self.ins[v]), default=-1)
        out = [[v for v in (*self.inputs, *self.slopes) if depth[v] == k] for k in range(max(depth.values()) + 1)]
        edges = {(a, b) for before, after in zip(out, out[1:], strict=False) for a in before for b in after}
        if out[0] != self.inputs or out[-1] != [self.output] or edges != set(self.weights):
            raise NotEstablished("the network is not layered and fully connected")
        return out


def _slope(name: str) -> Fraction:
    kind, _, slope = name.partition(":")
    if name in ("linear", "relu"):
        return Fraction(name == "linear")
    value = rational(slope or "1/4", "the slope of a leaky ReLU")
    if kind != "leaky" or not 0 < value < 1:
        raise CertificateError(f"unknown activation {name[:40]!r}: linear, relu, leaky or leaky:p/q")
    return value


def velocity(net: Network, xs: list[list[Fraction]], ys: list[int], slopes: list[Fraction]) -> dict[Edge, Fraction]:
    """dw/dt = -(1/n) sum_i loss'_i y_i d nu(x_i)/dw, zero where frozen.  Raises unless some loss has these slopes."""
    seen: dict[Fraction, Fraction] = {}
    out = dict.fromkeys(net.weights, Fraction(0))
    for x, y, d in zip(xs, ys, slopes, strict=True):
        value, gradient = net.gradient(x)
        if seen.setdefault(y * value, d) != d:
            raise NotEstablished("two derivatives of the loss at one margin: no loss has them")
        for edge, g in gradient.items():
            if edge not in net.frozen:
                out[edge] -= d * y * g / len(ys)
    return out


class _Moving(Evaluator):
    """Evaluates the claim's text at weights that move."""

    def __init__(self, net: Network, speed: dict[Edge, Fraction], at: dict[str, Any], deadline: float) -> None:
        super().__init__({k: Fraction(v) for k, v in at.items() if isinstance(v, int)}, deadline)
        self.net, self.at = net, at
        self.weights = {e: Dual(w, speed[e]) for e, w in net.weights.items()}

    def rules(self) -> Mapping[str, Rule]:
        return {**RULES, "dot": (_dot, (2,)), "w_in": (_w_in, (1,)), "w_out": (_w_out, (1,)), "layer": (_layer, (2,))}

    def vertex(self, tree: Tree) -> str:
        """The vertex a name stands for: inner, with learnable edges only."""
        v = self.at.get(tree[1]) if tree[0] == "name" else None
        if not isinstance(v, str):
            raise CertificateError("a vertex was expected")
        return inner(self.net, v)


def inner(net: Network, v: str) -> str:
    """The vertex itself if it is inner and all its edges are learnable; NotEstablished otherwise."""
    if v not in net.slopes or v == net.output:
        raise NotEstablished(f"{v!r} is not an inner vertex")
    if any(v in edge for edge in net.frozen):
        raise NotEstablished(f"{v!r} has an edge that is not learnable")
    return v


def _w_in(ev: Any, tree: Tree) -> Mat:
    v = ev.vertex(tree)
    return matrix(([ev.weights[a, v]] for a in ev.net.ins[v]), 1)


def _w_out(ev: Any, tree: Tree) -> Mat:
    v = ev.vertex(tree)
    return matrix(([ev.weights[v, b]] for b in ev.net.outs[v]), 1)


def _dot(ev: Any, a: Tree, b: Tree) -> Any:
    x, y = ev.matrix(a), ev.matrix(b)
    if x.shape != y.shape or x.cols != 1:
        raise NotEstablished("an inner product of columns of different lengths")
    return total(p * q for (p,), (q,) in zip(x.rows, y.rows, strict=True))


def _layer(ev: Any, _: Tree, number: Tree) -> Mat:
    layers = ev.net.layers()
    k = ev.index(number, len(layers) - 1) + 1
    if any((a, b) in ev.net.frozen for a in layers[k - 1] for b in layers[k]):
        raise NotEstablished(f"layer {k} has an edge that is not learnable")
    return matrix(([ev.weights[a, b] for a in layers[k - 1]] for b in layers[k]), len(layers[k - 1]))


def check_flow(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established drift.  Raises NotEstablished or CertificateError."""
    net = Network(cert["network"])
    xs = rational_rows(cert["data"], "data")
    ys, slopes = cert["labels"], cert["loss_derivatives"]
    if not isinstance(ys, list) or not isinstance(slopes, list) or not len(xs) == len(ys) == len(slopes) > 0:
        raise CertificateError("data, labels and loss_derivatives must be lists of one positive length")
    slopes = [rational(d, "a loss derivative") for d in slopes]
    if any(integer(y, "a label") not in (-1, 1) for y in ys) or any(len(x) != len(net.inputs) for x in xs):
        raise CertificateError("labels must be -1 or 1, and data points as long as the list of inputs")
    at = _bindings(cert, net)
    if len(cert["text"]["claim"]) != 1:
        raise CertificateError("a flow certificate is about a single claim")
    claim = parse_expression(cert["text"]["claim"][0])
    if claim[:2] != ("call", "conserved") or len(claim) != 4:
        raise CertificateError("the claim is not of the form conserved(quantity, network)")
    for text in cert["text"]["given"]:
        _hypothesis(text, net, at)
    if zero := [edge for edge, w in net.weights.items() if w == 0]:
        raise NotEstablished(f"the weight of {zero[0]} is zero, which Assumption 1 excludes")
    speed = velocity(net, xs, ys, slopes)
    try:
        value = _Moving(net, speed, at, time.monotonic() + seconds)(claim[2])
    except (Undefined, Undecided) as why:
        raise NotEstablished(f"the claimed quantity has no derivative here: {why}") from why
    rows = [list(row) for row in value.rows] if isinstance(value, Mat) else [[value]]
    found = [[Fraction(parts(x)[1]) for x in row] for row in rows]
    rate = cert["rate"]
    recorded = rational_rows(rate, "rate") if isinstance(rate, list) else [[rational(rate, "rate")]]
    if found != recorded:
        raise NotEstablished("the recorded rate is not the derivative along the flow")
    if not any(x for row in found for x in row):
        raise NotEstablished("the derivative along the flow is zero")
    shown = "; ".join(", ".join(map(str, row)) for row in found)
    ball = all(sum(c * c for c in x) <= 1 for x in xs)
    return [
        f"{cert['statement']}: drift at {', '.join(f'{k} = {v}' for k, v in at.items())}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"weights: {', '.join(f'{a}->{b}: {w}' for (a, b), w in net.weights.items())}",
        f"velocity: {', '.join(f'{a}->{b}: {w}' for (a, b), w in speed.items())}",
        f"the data points lie {'in' if ball else 'not all in'} the unit ball; no pre-activation is at a kink",
        f"the claim says {cert['text']['claim'][0]}; its exact time derivative here is {shown}, not zero",
        "violation established",
    ]


def _bindings(cert: dict[str, Any], net: Network) -> dict[str, Any]:
    """Values of the declared vertices and layer numbers; the network itself must be as declared."""
    keys(cert["invariant"], {"type", "at"}, "invariant")
    kind, at = cert["invariant"]["type"], cert["invariant"]["at"]
    if kind not in ("vertex", "pair", "layer") or not isinstance(at, dict):
        raise CertificateError("invariant needs a type (vertex, pair or layer) and the values of the variables")
    let = declarations(cert["text"]["let"])
    networks = [parameters for _, domain, parameters in let if domain == "network"]
    variables = {name: domain for name, domain, _ in let if domain != "network"}
    if len(networks) != 1 or set(variables) != set(at) or not set(variables.values()) <= {"vertex", "integer"}:
        raise CertificateError("the declarations are not one network and the variables named in invariant.at")
    for name, domain in variables.items():
        if domain == "vertex":
            inner(net, string(at[name], f"the vertex {name}"))
        elif not 1 <= integer(at[name], f"the layer {name}") <= 1000:
            raise NotEstablished(f"{name} is not the number of a layer")
    if list(variables.values()).count("vertex") != TYPES[kind]:
        raise CertificateError(f"the declarations do not suit an invariant of type {kind}")
    if not networks[0] or any(tree[0] != "name" for tree in networks[0]):
        raise CertificateError("a network is declared by its kind and its activations")
    graph, *allowed = (tree[1] for tree in networks[0])
    if graph == "layered":
        net.layers()
    elif graph != "dag":
        raise CertificateError(f"unknown kind of network {graph!r}")
    names = {v: a.partition(":")[0] for v, a in net.names.items()}
    if other := [v for v, a in names.items() if a not in allowed and (v, a) != (net.output, "linear")]:
        raise NotEstablished(f"the activation of {other[0]} is none of {', '.join(allowed)}")
    return at


def _hypothesis(text: str, net: Network, at: dict[str, Any]) -> None:
    match parse_expression(text):
        case ("call", "stable_signs" | "differentiable_loss", *_):
            return  # non-zero weights and one slope per margin are required of every certificate
        case ("call", "same_neighbours", ("name", u), ("name", v)) if u in at and v in at:
            if net.ins[at[u]] != net.ins[at[v]] or net.outs[at[u]] != net.outs[at[v]]:
                raise NotEstablished(f"{at[u]} and {at[v]} do not have the same neighbours")
        case _:
            raise NotEstablished(f"hypothesis not established: {text} is not one this checker knows")
