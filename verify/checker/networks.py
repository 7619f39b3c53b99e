"""Feedforward networks: one exact model of a weighted graph on which the kinds about networks rest.

Source: Le & Jegelka (2022), section 2: one scalar output, no biases, activations linear, ReLU or leaky ReLU.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from verify.checker.format import CertificateError, NotEstablished, rational
from verify.checker.limits import conform
from verify.checker.numbers import checked
from verify.checker.syntax import Tree

Edge = tuple[str, str]
ENDS = (str, str)
FORM = {
    "inputs": [str],
    "output": str,
    "activations": {str: str},
    "edges": [(str, str, Fraction, bool)],  # tail, head, weight, learnable
    "shared": [[ENDS]],  # groups of edges that are one parameter
}
MAX_SIZE = 200  # edges, and vertices, of a network read from a file


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
        frozen: Iterable[Edge] = (),
    ) -> None:
        self.inputs, self.output, self.activations = inputs, output, activations
        self.slopes = {v: _slope(a) for v, a in activations.items()}  # of the negative part
        self.weights, self.frozen, self.shared = dict(weights), set(frozen), list[list[Edge]]()
        vertices = [*inputs, *activations]
        place = {v: k for k, v in enumerate(vertices)}
        if len(place) != len(vertices) or output not in activations:
            raise CertificateError("vertices repeat, or the output has no activation")
        self.ins: dict[str, list[str]] = {v: [] for v in vertices}
        self.outs: dict[str, list[str]] = {v: [] for v in vertices}
        for a, b in weights:
            if a not in place or b not in activations or a == output:
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

    def own(self, edges: Iterable[Edge]) -> bool:
        """Whether edges are in the network, learnable, and share their weights with no others."""
        taken = {e for group in self.shared for e in group} | self.frozen
        return all(e in self.weights and e not in taken for e in edges)

    def forward(self, x: list[Fraction]) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Values before and after activation at x; for an input both are its coordinate."""
        pre = dict(zip(self.inputs, x, strict=True))
        post = dict(pre)
        for v in self.order:
            if v in self.slopes:
                pre[v] = Fraction(0)
                for a in self.ins[v]:
                    pre[v] = checked(pre[v] + self.weights[a, v] * post[a])
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
                back[a] = checked(back[a] + self.weights[a, v] * slope[v] * back[v])
        return post[self.output], {(a, v): post[a] * slope[v] * back[v] for a, v in self.weights}

    def layers(self) -> list[list[str]]:
        """Layers of a fully connected network, inputs first.  Raises NotEstablished if it is not one."""
        depth: dict[str, int] = {}
        for v in self.order:
            depth[v] = 1 + max((depth[a] for a in self.ins[v]), default=-1)
        out = [[v for v in self.ins if depth[v] == k] for k in range(max(depth.values()) + 1)]
        edges = {(a, b) for before, after in zip(out, out[1:], strict=False) for a in before for b in after}
        if out[0] != self.inputs or out[-1] != [self.output] or edges != set(self.weights):
            raise NotEstablished("the network is not layered and fully connected")
        return out


def read_network(data: Any) -> Network:
    """A network of a certificate.  Raises CertificateError."""
    data = conform({"shared": [], **data} if isinstance(data, dict) else data, FORM, "network")
    weights = {(a, b): w for a, b, w, _ in data["edges"]}
    if len(weights) < len(data["edges"]) or max(len(weights), len(data["activations"])) > MAX_SIZE:
        raise CertificateError(f"an edge repeats, or there are more than {MAX_SIZE} of them, or of vertices")
    frozen = [(a, b) for a, b, _, learnable in data["edges"] if not learnable]
    net = Network(data["inputs"], data["output"], data["activations"], weights, frozen)
    groups = [[(a, b) for a, b in group] for group in data["shared"]]
    members = [e for group in groups for e in group]
    if len(set(members)) != len(members) or not net.own(members) or not all(groups):
        raise CertificateError("groups of shared edges must be disjoint, of learnable edges of the network")
    if any(len({weights[e] for e in group}) > 1 for group in groups):
        raise CertificateError("edges that share a parameter have different weights")
    net.shared = groups
    return net


def admitted(net: Network, parameters: list[Tree]) -> None:
    """Require the network to be of the kind declared, as in network(dag, linear, relu)."""
    graph, *allowed = [str(tree[1]) if tree[0] == "name" else "" for tree in parameters] or [""]
    if graph not in ("dag", "layered") or not allowed or not set(allowed) <= {"linear", "relu", "leaky"}:
        raise CertificateError("a network is declared by its kind and its activations")
    if graph == "layered":
        net.layers()
    kinds = {v: a.partition(":")[0] for v, a in net.activations.items()}
    if other := [v for v, a in kinds.items() if a not in allowed and (v, a) != (net.output, "linear")]:
        raise NotEstablished(f"the activation of {other[0]} is none of {', '.join(allowed)}")


def _slope(name: str) -> Fraction:
    kind, colon, slope = name.partition(":")
    if name in ("linear", "relu"):
        return Fraction(name == "linear")
    value = rational(slope if colon else "1/4", "the slope of a leaky ReLU")
    if kind != "leaky" or not 0 < value < 1:
        raise CertificateError(f"unknown activation {name[:40]!r}: linear, relu, leaky or leaky:p/q")
    return value
