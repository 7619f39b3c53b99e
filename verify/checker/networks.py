"""Feedforward networks: one exact model of a weighted graph on which the kinds about networks rest.

Source: Le & Jegelka (2022), section 2: one scalar output, no biases, activations linear, ReLU or leaky ReLU.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from verify.checker.clock import Clock
from verify.checker.format import CertificateError, NotEstablished, keys, rational, string
from verify.checker.syntax import Tree

Edge = tuple[str, str]
MAX_EDGES, MAX_NAME, MAX_LENGTH = 200, 100, 60  # edges read from a file, characters of a name, of a weight


class Network:
    """Vertices with their activations, edges with their weights, which of them do not move and which are one.

    `order` is topological; `ins` and `outs` list neighbours in the order in which the vertices are given.
    """

    def __init__(
        self,
        inputs: list[str],
        output: str,
        activations: Mapping[str, str],
        weights: Mapping[Edge, Fraction],
        clock: Clock,
        frozen: Iterable[Edge] = (),
    ) -> None:
        self.inputs, self.output, self.activations, self.clock = inputs, output, dict(activations), clock
        self.slopes = {v: _slope(a) for v, a in self.activations.items()}  # of the negative part
        self.weights, self.frozen = dict(weights), set(frozen)
        self.shared: list[list[Edge]] = []
        vertices = [*inputs, *self.slopes]
        place = {v: k for k, v in enumerate(vertices)}
        if len(place) != len(vertices) or output not in self.slopes:
            raise CertificateError("vertices repeat, or the output has no activation")
        self.ins: dict[str, list[str]] = {v: [] for v in vertices}
        self.outs: dict[str, list[str]] = {v: [] for v in vertices}
        for a, b in self.weights:
            if a not in place or b not in self.slopes or a == output:
                raise CertificateError(f"{(a, b)} has an unknown end, enters an input or leaves the output")
            self.ins[b].append(a)
            self.outs[a].append(b)
        for near in (*self.ins.values(), *self.outs.values()):
            near.sort(key=place.__getitem__)
        left = {v: len(near) for v, near in self.ins.items()}
        self.order = [v for v in vertices if not left[v]]
        for v in self.order:  # grows while it is read
            for b in self.outs[v]:
                left[b] -= 1
                self.order += [b] if not left[b] else []
        if len(self.order) != len(vertices):
            raise CertificateError("the network has a cycle")

    def at(self, weights: Mapping[Edge, Fraction]) -> Network:
        """The same network with other weights."""
        other = copy.copy(self)
        other.weights = dict(weights)
        return other

    def parameters(self) -> dict[Edge, Edge]:
        """For every edge the first edge of its group, or itself."""
        return {e: e for e in self.weights} | {e: group[0] for group in self.shared for e in group}

    def forward(self, x: list[Fraction]) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Values before and after activation at x; for an input both are its coordinate."""
        pre = dict(zip(self.inputs, x, strict=True))
        post = dict(pre)
        for v in self.order:
            if v in self.slopes:
                pre[v] = Fraction(0)
                for a in self.ins[v]:
                    pre[v] += self.weights[a, v] * post[a]
                    self.clock(pre[v])
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
                self.clock(back[a])
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


def read_network(data: Any, clock: Clock) -> Network:
    """A network of a certificate.  Raises CertificateError."""
    optional = {"shared"} if isinstance(data, dict) and "shared" in data else set()
    keys(data, {"inputs", "output", "activations", "edges"} | optional, "network")
    if not isinstance(data["inputs"], list) or not isinstance(data["activations"], dict):
        raise CertificateError("network.inputs must be a list and network.activations an object")
    names = {named(v, "a vertex"): string(a, "an activation") for v, a in data["activations"].items()}
    if not isinstance(data["edges"], list) or len(data["edges"]) + len(names) + len(data["inputs"]) > 2 * MAX_EDGES:
        raise CertificateError(f"network.edges must be a list, with the vertices of at most {2 * MAX_EDGES} entries")
    weights: dict[Edge, Fraction] = {}
    frozen = set()
    for row in data["edges"]:
        if not isinstance(row, list) or len(row) != 4 or not isinstance(row[3], bool):
            raise CertificateError("an edge must read [tail, head, weight, learnable]")
        edge = edge_of(row[:2], "an edge")
        if edge in weights:
            raise CertificateError(f"the edge {edge} repeats")
        weights[edge] = number(row[2], f"the weight of {edge}")
        if not row[3]:
            frozen.add(edge)
    inputs = [named(v, "an input") for v in data["inputs"]]
    net = Network(inputs, named(data["output"], "network.output"), names, weights, clock, frozen)
    groups = data.get("shared", [])
    if not isinstance(groups, list) or not all(isinstance(group, list) and len(group) > 1 for group in groups):
        raise CertificateError("network.shared must be a list of groups of two edges or more")
    net.shared = [[edge_of(e, "an edge of network.shared") for e in group] for group in groups]
    members = [e for group in net.shared for e in group]
    if len(set(members)) != len(members) or any(e not in weights or e in frozen for e in members):
        raise CertificateError("groups of shared edges must be disjoint, of learnable edges of the network")
    if any(len({weights[e] for e in group}) > 1 for group in net.shared):
        raise CertificateError("edges that share a parameter have different weights")
    return net


def admitted(net: Network, parameters: list[Tree]) -> None:
    """Require the network to be of the kind declared, as in network(dag, linear, relu)."""
    graph, *allowed = (tree[1] if tree[0] == "name" else None for tree in parameters) if parameters else (None,)
    if graph not in ("dag", "layered") or not allowed or not set(allowed) <= {"linear", "relu", "leaky"}:
        raise CertificateError("a network is declared by its kind and its activations")
    if graph == "layered":
        net.layers()
    kinds = {v: a.partition(":")[0] for v, a in net.activations.items()}
    if other := [v for v, a in kinds.items() if a not in allowed and (v, a) != (net.output, "linear")]:
        raise NotEstablished(f"the activation of {other[0]} is none of {', '.join(map(str, allowed))}")


def number(value: Any, where: str) -> Fraction:
    """Require a rational of modest length."""
    if isinstance(value, str) and len(value) > MAX_LENGTH:
        raise CertificateError(f"{where} is written with more than {MAX_LENGTH} characters")
    return rational(value, where)


def edge_of(value: Any, where: str) -> Edge:
    """Require [tail, head]."""
    if not isinstance(value, list) or len(value) != 2:
        raise CertificateError(f"{where} must read [tail, head]")
    return string(value[0], where), string(value[1], where)


def named(value: Any, where: str) -> str:
    """A vertex's name: printed, so nothing that would break a line."""
    name = string(value, where)
    if not 0 < len(name) <= MAX_NAME or not name.isascii() or not name.isprintable():
        raise CertificateError(f"{where} is not named by 1 to {MAX_NAME} plain characters")
    return name


def _slope(name: str) -> Fraction:
    kind, colon, slope = name.partition(":")
    if name in ("linear", "relu"):
        return Fraction(name == "linear")
    value = number(slope if colon else "1/4", "the slope of a leaky ReLU")
    if kind != "leaky" or not 0 < value < 1:
        raise CertificateError(f"unknown activation {name[:40]!r}: linear, relu, leaky or leaky:p/q")
    return value
