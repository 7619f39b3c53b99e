"""Feedforward networks read from certificates: value, gradient, layers.

Source: Le & Jegelka (2022), section 2: one scalar output, no biases, activations linear, ReLU or leaky ReLU.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.checker.format import CertificateError, NotEstablished, keys, rational, string
from verify.checker.matrices import total
from verify.checker.syntax import Tree

Edge = tuple[str, str]
MAX_EDGES, MAX_NAME = 500, 2000


class Network:
    """A feedforward network read from a certificate: slopes of the negative part by vertex, weights by edge."""

    def __init__(self, data: Any) -> None:
        optional = {"shared"} if isinstance(data, dict) and "shared" in data else set()
        keys(data, {"inputs", "output", "activations", "edges"} | optional, "network")
        if not isinstance(data["inputs"], list) or not isinstance(data["activations"], dict):
            raise CertificateError("network.inputs must be a list and network.activations an object")
        self.inputs = [_named(v, "an input") for v in data["inputs"]]
        self.output = _named(data["output"], "network.output")
        self.names = {_named(v, "a vertex"): string(a, "an activation") for v, a in data["activations"].items()}
        self.slopes = {v: _slope(a) for v, a in self.names.items()}
        vertices = [*self.inputs, *self.slopes]
        if not isinstance(data["edges"], list) or not len(data["edges"]) <= MAX_EDGES:
            raise CertificateError(f"network.edges must be a list of at most {MAX_EDGES} edges")
        if len(vertices) > MAX_EDGES:
            raise CertificateError(f"the network has more than {MAX_EDGES} vertices")
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
        self.shared = self._groups(data.get("shared", []))
        if len(set(vertices)) != len(vertices) or self.output not in self.slopes:
            raise CertificateError("vertices repeat, or the output has no activation")
        self.ins = {v: [a for a in vertices if (a, v) in self.weights] for v in vertices}
        self.outs = {v: [b for b in vertices if (v, b) in self.weights] for v in vertices}
        self.order: list[str] = []
        done: set[str] = set()
        while len(self.order) < len(vertices):
            ready = [v for v in vertices if v not in done and done.issuperset(self.ins[v])]
            if not ready:
                raise CertificateError("the network has a cycle")
            self.order += ready
            done.update(ready)

    def _groups(self, data: Any) -> list[list[Edge]]:
        """Groups of edges that are one parameter: disjoint, learnable, of equal weight."""
        if not isinstance(data, list) or not all(isinstance(group, list) and len(group) > 1 for group in data):
            raise CertificateError("network.shared must be a list of groups of two edges or more")
        groups = [[edge_of(e, "an edge of network.shared") for e in group] for group in data]
        members = [e for group in groups for e in group]
        if len(set(members)) != len(members) or any(e not in self.weights or e in self.frozen for e in members):
            raise CertificateError("groups of shared edges must be disjoint, of learnable edges of the network")
        if any(len({self.weights[e] for e in group}) > 1 for group in groups):
            raise CertificateError("edges that share a parameter have different weights")
        return groups

    def parameters(self) -> dict[Edge, Edge]:
        """For every edge the first edge of its group, or itself."""
        return {e: e for e in self.weights} | {e: group[0] for group in self.shared for e in group}

    def forward(self, x: list[Fraction]) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Values before and after activation at x; for an input both are its coordinate."""
        pre = dict(zip(self.inputs, x, strict=True))
        post = dict(pre)
        for v in self.order:
            if v in self.slopes:
                pre[v] = total(self.weights[a, v] * post[a] for a in self.ins[v])
                post[v] = pre[v] if pre[v] >= 0 else self.slopes[v] * pre[v]
        return pre, post

    def __call__(self, x: list[Fraction]) -> Fraction:
        """Value at x."""
        return self.forward(x)[1][self.output]

    def steepness(self, x: list[Fraction]) -> dict[str, Fraction]:
        """Slope of the activation of every vertex but the inputs.  Raises NotEstablished at a kink."""
        pre, _ = self.forward(x)
        if kinks := [v for v, slope in self.slopes.items() if pre[v] == 0 and slope != 1]:
            raise NotEstablished(f"the pre-activation of {kinks[0]} is 0 on a data point: the risk has a kink there")
        return {v: Fraction(1) if pre[v] > 0 else slope for v, slope in self.slopes.items()}

    def gradient(self, x: list[Fraction]) -> tuple[Fraction, dict[Edge, Fraction]]:
        """Value at x and derivative with respect to every weight.  Raises NotEstablished at a kink."""
        slope, (_, post) = self.steepness(x), self.forward(x)
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


def edge_of(value: Any, where: str) -> Edge:
    """Require [tail, head]."""
    if not isinstance(value, list) or len(value) != 2:
        raise CertificateError(f"{where} must read [tail, head]")
    return string(value[0], where), string(value[1], where)


def _named(value: Any, where: str) -> str:
    """A vertex's name: printed, so nothing that would break a line."""
    name = string(value, where)
    if not 0 < len(name) <= MAX_NAME or not name.isascii() or not name.isprintable():
        raise CertificateError(f"{where} is not named by 1 to {MAX_NAME} plain characters")
    return name


def _slope(name: str) -> Fraction:
    kind, _, slope = name.partition(":")
    if name in ("linear", "relu"):
        return Fraction(name == "linear")
    value = rational(slope or "1/4", "the slope of a leaky ReLU")
    if kind != "leaky" or not 0 < value < 1:
        raise CertificateError(f"unknown activation {name[:40]!r}: linear, relu, leaky or leaky:p/q")
    return value


def admitted(net: Network, parameters: list[Tree]) -> None:
    """Require the network to be of the kind declared, as in network(dag, linear, relu)."""
    if not parameters or any(tree[0] != "name" for tree in parameters):
        raise CertificateError("a network is declared by its kind and its activations")
    graph, *allowed = (tree[1] for tree in parameters)
    if graph == "layered":
        net.layers()
    elif graph != "dag":
        raise CertificateError(f"unknown kind of network {graph!r}")
    names = {v: a.partition(":")[0] for v, a in net.names.items()}
    if other := [v for v, a in names.items() if a not in allowed and (v, a) != (net.output, "linear")]:
        raise NotEstablished(f"the activation of {other[0]} is none of {', '.join(allowed)}")
