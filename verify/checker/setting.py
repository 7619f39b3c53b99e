"""What certificates about networks have in common: a network, data, and what the statement's variables stand for.

Source: Le & Jegelka (2022), section 2; the empirical risk is the mean of loss(y nu(x)).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.checker.clock import Clock
from verify.checker.domains import declarations
from verify.checker.format import CertificateError, NotEstablished, integer, rational_rows, string
from verify.checker.networks import Edge, Network, admitted, edge_of, read_network
from verify.checker.syntax import Tree, parse_expression

MAX_POINTS, MAX_LAYER = 50, 1000


@dataclass
class Setting:
    """A network named `name`, and per variable its domain and value: a vertex, a number, an array, a set of edges.

    An array of neurons lists its positions, each a list of its channels.
    """

    net: Network
    name: str
    clock: Clock
    domains: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    xs: list[list[Fraction]] = field(default_factory=list)
    ys: list[int] = field(default_factory=list)

    def get(self, tree: Tree, domain: str) -> Any:
        """What a tree stands for, which must be the name of a variable of this domain."""
        if tree[0] != "name" or self.domains.get(tree[1]) != domain:
            raise NotEstablished(f"{str(tree[1])[:40]} is not declared to be of the domain {domain}")
        return self.values[tree[1]]

    def number(self, tree: Tree) -> Fraction:
        """Value of an expression in numbers and declared integers.  Raises NotEstablished for any other."""
        match tree:
            case ("num", q):
                return Fraction(q)
            case ("name", name) if self.domains.get(name) in ("integer", "positive"):
                return Fraction(self.values[name])
            case ("neg", a):
                return -self.number(a)
            case ("add", a, b):
                return self.number(a) + self.number(b)
            case ("mul", a, b):
                return self.number(a) * self.number(b)
            case ("div", a, b) if self.number(b):
                return self.number(a) / self.number(b)
        raise NotEstablished("a number was expected")

    def itself(self, tree: Tree) -> Network:
        """The network, which a tree must name."""
        if tree != ("name", self.name):
            raise NotEstablished("something is said of another thing than the network that is declared")
        return self.net

    def claim(self, claims: list[str], head: str, place: int = 0) -> Tree:
        """What stands beside the network in the only claim, head(quantity, network); after it if `place` is 1."""
        tree = parse_expression(claims[0])
        if len(claims) != 1 or tree[:2] != ("call", head) or len(tree) != 4:
            raise NotEstablished(f"the claim is not a single {head}(...) of a quantity and a network")
        self.itself(tree[3 - place])
        return tree[2 + place]

    def layer(self, nu: Tree, tree: Tree) -> tuple[list[str], list[str]]:
        """Units before and after a layer of the network, counted from 1."""
        layers, k = self.itself(nu).layers(), self.number(tree)
        if k.denominator != 1 or not 1 <= k < len(layers):
            raise NotEstablished(f"there is no layer {k}")
        return layers[int(k) - 1], layers[int(k)]

    def said(self) -> str:
        """What the variables stand for, in words."""
        shown = []
        for name, value in self.values.items():
            parts = value if isinstance(value, list) else [[str(value)]]
            shown.append(f"{name} = " + "; ".join(("->" if isinstance(p, tuple) else " ").join(p) for p in parts))
        return ", ".join(shown)

    def weights(self) -> str:
        """The weights, in words."""
        return ", ".join(f"{a}->{b}: {w}" for (a, b), w in self.net.weights.items()) or "none"


def read_setting(cert: dict[str, Any], seconds: float, data: bool = True) -> Setting:
    """Network, data and variables of a certificate, each as it is declared.

    Raises CertificateError for what does not fit the declarations, NotEstablished outside a domain.
    """
    clock = Clock(seconds)
    let = declarations(cert["text"]["let"])
    nets = [(name, parameters) for name, domain, parameters in let if domain == "network"]
    rest = {name: (domain, parameters) for name, domain, parameters in let if domain != "network"}
    at = cert.get("at", {})
    if len(nets) != 1 or not isinstance(at, dict) or set(at) != set(rest):
        raise CertificateError("the declarations are not one network and the variables named in at")
    net = read_network(cert["network"], clock)
    admitted(net, nets[0][1])
    s = Setting(net, nets[0][0], clock)
    for name, (domain, parameters) in rest.items():
        s.values[name], s.domains[name] = _value(s, domain, parameters, at[name], name), domain
    if data:
        s.xs, s.ys = rational_rows(cert["data"], "data"), cert["labels"]
        if not isinstance(s.ys, list) or not 0 < len(s.xs) == len(s.ys) <= MAX_POINTS:
            raise CertificateError(f"data and labels must be lists of one length from 1 to {MAX_POINTS}")
        if any(integer(y, "a label") not in (-1, 1) for y in s.ys) or any(len(x) != len(net.inputs) for x in s.xs):
            raise CertificateError("labels must be -1 or 1, and data points as long as the list of inputs")
    return s


def _value(s: Setting, domain: str, parameters: list[Tree], value: Any, name: str) -> Any:
    here = parameters[:1] == [("name", s.name)]
    match domain, parameters:
        case "vertex", [_] if here:
            return inner(s.net, string(value, f"the vertex {name}"))
        case "input_vertex", [_] if here:
            if string(value, f"the vertex {name}") not in s.net.inputs:
                raise NotEstablished(f"{value!r} is not an input")
            return value
        case "integer", [("num", low), *high] if len(high) <= 1 and all(h[0] == "num" for h in high):
            if not max(low, 0) <= integer(value, name) <= min([MAX_LAYER, *(h[1] for h in high)]):
                raise NotEstablished(f"{name} = {value} is not in its range")
            return value
        case "neurons", [_, *channels] if here and len(channels) <= 1 and all(c[0] == "num" for c in channels):
            return _array(s.net, value, [c[1] for c in channels])
        case "edges", [_] if here:
            edges = [edge_of(e, "an edge of a set") for e in value] if isinstance(value, list) else None
            if edges is None:
                raise CertificateError("a set of edges is a list of edges")
            if len(set(edges)) != len(edges) or not own(s.net, edges):
                raise NotEstablished("a set of edges holds one twice, or one without a learnable weight of its own")
            return edges
    raise CertificateError(f"the declaration of {name} is none that this kind of certificate knows")


def _array(net: Network, value: Any, channels: list[Fraction]) -> list[list[str]]:
    if not isinstance(value, list) or not all(isinstance(position, list) for position in value):
        raise CertificateError("an array of neurons is a list of positions")
    array = [[string(v, "a neuron") for v in position] for position in value]
    members = [v for position in array for v in position]
    if not members or len({len(position) for position in array}) != 1 or len(set(members)) != len(members):
        raise NotEstablished("an array of neurons has as many channels at every position, all of them different")
    if any(v not in net.ins for v in members) or any(c != len(array[0]) for c in channels):
        raise NotEstablished("an array holds a neuron that is not in the network, or has too many channels or too few")
    return array


def own(net: Network, edges: list[Edge]) -> bool:
    """Whether edges are in the network, learnable, and share their weights with no others."""
    taken = {e for group in net.shared for e in group} | net.frozen
    return all(e in net.weights and e not in taken for e in edges)


def inner(net: Network, v: str) -> str:
    """The vertex itself if it is inner and all its edges are learnable; NotEstablished otherwise."""
    if v not in net.slopes or v == net.output or any(v in edge for edge in net.frozen):
        raise NotEstablished(f"{v!r} is not an inner vertex, or has an edge that is not learnable")
    return v
