"""What certificates about networks have in common: a network, data, and what the statement's variables stand for.

Source: Le & Jegelka (2022), section 2; the empirical risk is the mean of loss(y nu(x)).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.checker.domains import declarations
from verify.checker.format import CertificateError, NotEstablished
from verify.checker.limits import conform
from verify.checker.networks import ENDS, Network, admitted, read_network
from verify.checker.syntax import Tree, parse_expression

MAX_POINTS, MAX_LAYER = 50, 1000
FORMS = {  # of what a variable stands for, by its domain
    "vertex": str,
    "input_vertex": str,
    "integer": int,
    "positive": Fraction,
    "neurons": [[str]],  # positions, each a list of its channels
    "edges": [ENDS],
}


@dataclass
class Setting:
    """A network named `name`, witnesses, per variable its domain and value, and data."""

    net: Network
    name: str
    witnesses: dict[str, Any]
    domains: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    xs: list[list[Fraction]] = field(default_factory=list)
    ys: list[int] = field(default_factory=list)

    def get(self, tree: Tree, *domains: str) -> Any:
        """What a tree stands for, which must be the name of a variable of one of these domains."""
        if tree[0] != "name" or self.domains.get(tree[1]) not in domains:
            raise NotEstablished(f"{str(tree[1])[:40]} is not declared to be of the domain {domains[0]}")
        return self.values[tree[1]]

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

    def number(self, tree: Tree) -> Fraction:
        """Value of an expression in numbers and declared numbers.  Raises NotEstablished for any other."""
        match tree:
            case ("num", q):
                return Fraction(q)
            case ("name", _):
                return Fraction(self.get(tree, "integer", "positive"))
            case ("neg", a):
                return -self.number(a)
            case ("add", a, b):
                return self.number(a) + self.number(b)
            case ("mul", a, b):
                return self.number(a) * self.number(b)
            case ("div", a, b) if divisor := self.number(b):
                return self.number(a) / divisor
        raise NotEstablished("a number was expected")

    def layer(self, nu: Tree, tree: Tree) -> tuple[list[str], list[str]]:
        """Units before and after a layer of the network, counted from 1."""
        layers, k = self.itself(nu).layers(), self.number(tree)
        if k.denominator != 1 or not 1 <= k < len(layers):
            raise NotEstablished(f"there is no layer {k}")
        return layers[int(k) - 1], layers[int(k)]

    def said(self) -> str:
        """Variables and weights, in words."""
        values = [f"{name} = {value}" for name, value in self.values.items()]
        return ", ".join([*values, *(f"{a}->{b}: {w}" for (a, b), w in self.net.weights.items())])


def read_setting(cert: dict[str, Any], net: Network | None = None) -> Setting:
    """Network and variables of a certificate, each as it is declared, and its data, if it has any.

    Raises CertificateError for what does not fit the declarations, NotEstablished outside a domain.
    """
    let = declarations(cert["text"]["let"])
    nets = [(name, parameters) for name, domain, parameters in let if domain == "network"]
    rest = {name: (domain, parameters) for name, domain, parameters in let if domain != "network"}
    unknown = [domain for domain, _ in rest.values() if domain not in FORMS]
    if len(nets) != 1 or unknown or not isinstance(cert["at"], dict) or set(cert["at"]) != set(rest):
        raise CertificateError("the declarations are not one network and the variables named in at")
    net = net or read_network(cert["network"])
    admitted(net, nets[0][1])
    s = Setting(net, nets[0][0], cert.get("witnesses", {}))
    for name, (domain, parameters) in rest.items():
        value = conform(cert["at"][name], FORMS[domain], f"at.{name}")
        s.values[name] = [tuple(e) for e in value] if domain == "edges" else value
        s.domains[name] = domain
        if not _inside(s, domain, parameters, s.values[name]):
            raise NotEstablished(f"{name} = {str(value)[:60]} is not in its domain {domain}(...)")
    if "data" in cert:
        s.xs, s.ys = conform(cert["data"], [[Fraction]], "data"), conform(cert["labels"], [int], "labels")
        if not 0 < len(s.xs) == len(s.ys) <= MAX_POINTS or any(len(x) != len(net.inputs) for x in s.xs):
            raise CertificateError(
                f"data and labels are lists of one length to {MAX_POINTS}, a point as long as inputs"
            )
        if not set(s.ys) <= {-1, 1}:
            raise CertificateError("labels must be -1 or 1")
    return s


def _inside(s: Setting, domain: str, parameters: list[Tree], value: Any) -> bool:
    """Whether a value is in its domain.  Raises CertificateError for parameters that the domain does not have."""
    numbers = [tree[1] for tree in parameters if tree[0] == "num"]
    wanted = [("num", q) for q in numbers] if domain in ("integer", "positive") else [("name", s.name)]
    match domain, parameters:
        case "positive", []:
            return bool(value > 0)
        case "integer", _ if parameters == wanted and 1 <= len(numbers) <= 2:
            return bool(max(numbers[0], 0) <= value <= min([MAX_LAYER, *numbers[1:]]))
        case "vertex", _ if parameters == wanted:  # inner, all its edges learnable
            return value in s.net.slopes and value != s.net.output and not any(value in e for e in s.net.frozen)
        case "input_vertex", _ if parameters == wanted:
            return value in s.net.inputs
        case "edges", _ if parameters == wanted:
            return len(set(value)) == len(value) and s.net.own(value)
        case "neurons", _ if parameters[:1] == wanted and len(parameters) == 1 + len(numbers) <= 2:
            members = [v for position in value for v in position]
            sizes = {len(position) for position in value} | set(numbers)
            return len(sizes) == 1 and 0 < len(set(members)) == len(members) and set(members) <= set(s.net.ins)
    raise CertificateError(f"the domain {domain} does not have such parameters")
