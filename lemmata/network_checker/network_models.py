"""Feedforward networks, data, and what a statement's variables stand for: one exact model for the kinds about networks.

Source: Le & Jegelka (2022), section 2: one scalar output, no biases, activations linear, ReLU or leaky ReLU; the
empirical risk is the mean of loss(y nu(x)).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from lemmata.checker.evaluate import RULES, Evaluator
from lemmata.checker.exact_numbers import checked
from lemmata.checker.format import CertificateError, NotEstablished, conform, rational, require, well_formed
from lemmata.checker.text_form import Tree, parse_expression
from lemmata.checker.violation import declarations
from lemmata.checker.witnessed_spectra import Mat, column, matrix, total
from lemmata.network_checker.network_parts import CLAUSES, FUNCTIONS

Edge = tuple[str, str]
MAX_SIZE, MAX_POINTS, MAX_LAYER = 200, 50, 1000  # edges, and vertices; data points; the number of a layer
NETWORK = {
    "inputs": [str],
    "output": str,
    "activations": {str: str},
    "edges": [(str, str, rational, bool)],  # tail, head, weight, learnable
    "shared": [[(str, str)]],  # groups of edges that are one parameter
}
RUN = {
    "network": lambda value, where: conform({"shared": [], **conform(value, dict, where)}, NETWORK, where),
    "data": [[rational]],
    "labels": [int],
    "at": dict,  # what each variable stands for, in the form that its domain asks for
}
FORMS: dict[str, Any] = {  # of what a variable stands for, by its domain
    "vertex": str,
    "input_vertex": str,
    "integer": int,
    "positive": rational,
    "neurons": [[str]],  # positions, each a list of its channels
    "edges": [(str, str)],
}
KNOWN = ("sum", "vstack", "abs", "s", "entry", "norm2", "normF", "smax", "eigenform", "diag")  # what else is used here


class Network:
    """Vertices with their activations, edges with their weights, which of them do not move and which are one.

    `order` is topological; `ins` and `outs` list neighbours in the order in which the vertices are given.
    """

    def __init__(
        self,
        inputs: list[str],
        output: str,
        activations: Mapping[str, str],
        weights: Mapping[Edge, Any],
        frozen: Iterable[Edge] = (),
    ) -> None:
        self.inputs, self.output, self.activations = inputs, output, activations
        self.slopes = {v: _slope(a) for v, a in activations.items()}  # of the negative part
        self.weights, self.frozen, self.shared = dict(weights), set(frozen), list[list[Edge]]()
        vertices = [*inputs, *activations]
        place = {v: k for k, v in enumerate(vertices)}
        distinct = len(place) == len(vertices) and output in activations
        well_formed(distinct, "vertices repeat, or the output has no activation")
        self.ins: dict[str, list[str]] = {v: [] for v in vertices}
        self.outs: dict[str, list[str]] = {v: [] for v in vertices}
        for a, b in weights:
            known = a in place and b in activations and a != output
            well_formed(known, f"{(a, b)} has an unknown end, enters an input or leaves the output")
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
        well_formed(len(self.order) == len(vertices), "the network has a cycle")

    def at(self, weights: Mapping[Edge, Any]) -> Network:
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
                pre[v] = total(self.weights[a, v] * post[a] for a in self.ins[v])
                post[v] = pre[v] if pre[v] >= 0 else self.slopes[v] * pre[v]
        return pre, post

    def __call__(self, x: list[Fraction]) -> Fraction:
        """Value at x."""
        return self.forward(x)[1][self.output]

    def steepness(self, x: list[Fraction]) -> dict[str, Fraction]:
        """Slope of the activation of every vertex but the inputs.  Raises NotEstablished at a kink."""
        pre, _ = self.forward(x)
        kinks = [v for v, slope in self.slopes.items() if pre[v] == 0 and slope != 1]
        require(not kinks, f"the pre-activation of {kinks[:1]} is 0 on a data point: the risk has a kink there")
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
        layered = out[0] == self.inputs and out[-1] == [self.output] and edges == set(self.weights)
        require(layered, "the network is not layered and fully connected")
        return out


def _slope(name: str) -> Fraction:
    kind, colon, slope = name.partition(":")
    if name in ("linear", "relu"):
        return Fraction(name == "linear")
    value = rational(slope if colon else "1/4", "the slope of a leaky ReLU")
    well_formed(
        kind == "leaky" and 0 < value < 1, f"unknown activation {name[:40]!r}: linear, relu, leaky or leaky:p/q"
    )
    return value


def read_network(data: Mapping[str, Any]) -> Network:
    """A network of a certificate.  Raises CertificateError."""
    weights = {(a, b): w for a, b, w, _ in data["edges"]}
    fits = len(weights) == len(data["edges"]) and max(len(weights), len(data["activations"])) <= MAX_SIZE
    well_formed(fits, f"an edge repeats, or there are more than {MAX_SIZE} of them, or of vertices")
    frozen = [(a, b) for a, b, _, learnable in data["edges"] if not learnable]
    net = Network(data["inputs"], data["output"], data["activations"], weights, frozen)
    groups = [[(a, b) for a, b in group] for group in data["shared"]]
    members = [e for group in groups for e in group]
    fits = len(set(members)) == len(members) and net.own(members) and all(groups)
    well_formed(fits, "groups of shared edges must be disjoint, of learnable edges of the network")
    one = all(len({weights[e] for e in group}) == 1 for group in groups)
    well_formed(one, "edges that share a parameter have different weights")
    net.shared = groups
    return net


class Scene(Evaluator):
    """Evaluates expressions about a network at its weights; what variables stand for, and data.

    Numbers are in `values`, vertices, arrays of neurons and sets of edges in `things`.  Weights may be dual numbers, or
    a multiple of what they are at `start`.
    """

    def __init__(self, net: Network, name: str, witnesses: dict[str, Any], xs: Any = (), ys: Any = ()) -> None:
        super().__init__({}, witnesses)
        self.net, self.name, self.xs, self.ys = net, name, xs, ys
        self.domains: dict[str, str] = {}
        self.things: dict[str, Any] = {}
        self.start: Scene | None = None
        self.step: Any = None  # what a step of a size makes of the risk, and its derivative, where one is taken

    def at(self, weights: Mapping[Edge, Any]) -> Scene:
        """The same with other weights."""
        other = copy.copy(self)
        other.net, other.kept = self.net.at(weights), {}
        return other

    def scaled(self, factor: Fraction) -> Scene:
        """The same with the weights times a factor, at_start(...) standing for what they are now."""
        other = self.at({e: factor * w for e, w in self.net.weights.items()})
        other.start = self.scaled(Fraction(1)) if factor != 1 else other
        return other

    def witness(self, name: str, matrix: Mat) -> Any:
        """Witnesses for what is at the start of a ray have names of their own."""
        return super().witness(f"{'start: ' if self.start is self else ''}{name}", matrix)

    def __call__(self, tree: Tree) -> Any:
        match tree:
            case ("call", "at_start", inner):
                if self.start is None:
                    raise NotEstablished("at_start(...) is used along rays only")
                self.start.bits = self.bits
                return self.start.matrix(inner)
            case ("call", name, *args):
                known = name in FUNCTIONS or name in KNOWN and (name != "vstack" or len(args) > 1)
                known = known or (name in ("min", "max") and self.step is not None)  # elsewhere they may have kinks
                require(known, f"{name}(...) cannot be used here in this form")
        return super().__call__(tree)

    rules = RULES | FUNCTIONS  # of matrices, and of the parts of a network

    def network(self, tree: Tree) -> Network:
        """The network.  Raises NotEstablished for the name of anything else."""
        require(tree == ("name", self.name), "something is said of another thing than the network that is declared")
        return self.net

    def number(self, tree: Tree) -> Fraction:
        """A rational number that does not depend on the weights."""
        value = Evaluator(self.values)(tree)
        if not isinstance(value, Fraction):
            raise NotEstablished("a number was expected")
        return value

    def thing(self, tree: Tree, kind: str) -> Any:
        """What a tree stands for, or a variable of a domain, or of one of some.  Raises NotEstablished."""
        if hasattr(self, kind):
            return super().thing(tree, kind)
        known = tree[0] == "name" and self.domains.get(tree[1], "") in kind.split("|")
        require(known, f"{str(tree[1])[:40]} is not declared to be of the domain {kind}")
        return self.things[tree[1]]

    def layer(self, k: Fraction) -> tuple[list[str], list[str]]:
        """Units before and after a layer of the network, counted from 1."""
        layers = self.net.layers()
        require(k.denominator == 1 and 1 <= k < len(layers), f"there is no layer {str(k)[:20]}")
        return layers[int(k) - 1], layers[int(k)]

    def column(self, edges: list[Edge]) -> Mat:
        """Weights of edges, each learnable and its own, as a column."""
        require(self.net.own(edges), "an edge has no learnable weight of its own")
        return column(self.net.weights[e] for e in edges)

    def between(self, tails: list[str], heads: list[str]) -> Mat:
        """Weights of the edges from some vertices to others, 0 for no edge."""
        return matrix(([self.net.weights.get((a, b), Fraction(0)) for a in tails] for b in heads), len(tails))

    def establish(self, tree: Tree) -> None:
        """Require a hypothesis at the weights the network has now.  Raises NotEstablished."""
        name, args = (tree[1], list(tree[2:])) if tree[0] == "call" else ("", [])
        require(name in CLAUSES, "a hypothesis is none that this checker knows")
        require(self.applied(CLAUSES, name, args), f"hypothesis not established: {name} fails for this network")

    def claim(self, claims: list[str], head: str) -> Tree:
        """The quantity of the only claim, head(quantity, network)."""
        tree = parse_expression(claims[0])
        single = len(claims) == 1 and tree[:2] == ("call", head) and len(tree) == 4
        require(single, f"the claim is not a single {head}(...) of a quantity and a network")
        self.thing(tree[3], "network")
        return tuple(tree[2])

    def said(self) -> str:
        """Variables and weights, in words."""
        values = [f"{name} = {value}" for name, value in {**self.values, **self.things}.items()]
        return ", ".join([*values, *(f"{a}->{b}: {w}" for (a, b), w in self.net.weights.items())])


def read_scene(cert: dict[str, Any], net: Network | None = None) -> Scene:
    """Network and variables of a certificate, each as it is declared, and its data, if it has any.

    Raises CertificateError for what does not fit the declarations, NotEstablished outside a domain.
    """
    let = declarations(cert["text"]["let"])
    nets = [(name, parameters) for name, domain, parameters in let if domain == "network"]
    rest = {name: (domain, parameters) for name, domain, parameters in let if domain != "network"}
    fits = len(nets) == 1 and all(domain in FORMS for domain, _ in rest.values()) and set(cert["at"]) == set(rest)
    well_formed(fits, "the declarations are not one network and the variables named in at")
    net = net or read_network(cert["network"])
    _admitted(net, nets[0][1])
    scene = Scene(net, nets[0][0], cert.get("witnesses", {}), cert.get("data", ()), cert.get("labels", ()))
    for name, (domain, parameters) in rest.items():
        value: Any = conform(cert["at"][name], FORMS[domain], f"at.{name}")
        value = [tuple(e) for e in value] if domain == "edges" else value
        require(_inside(scene, domain, parameters, value), f"{name} is not in its domain {domain}(...)")
        scene.domains[name] = domain
        if domain in ("integer", "positive"):
            scene.values[name] = Fraction(value)
        else:
            scene.things[name] = value
    if "data" in cert:
        fits = 0 < len(scene.xs) == len(scene.ys) <= MAX_POINTS and all(len(x) == len(net.inputs) for x in scene.xs)
        well_formed(fits, f"data and labels are lists of one length to {MAX_POINTS}, a point as long as inputs")
        well_formed(set(scene.ys) <= {-1, 1}, "labels must be -1 or 1")
    return scene


def _admitted(net: Network, parameters: list[Tree]) -> None:
    """Require the network to be of the kind declared, as in network(dag, linear, relu)."""
    graph, *allowed = [str(tree[1]) if tree[0] == "name" else "" for tree in parameters] or [""]
    known = graph in ("dag", "layered") and allowed and set(allowed) <= {"linear", "relu", "leaky"}
    well_formed(known, "a network is declared by its kind and its activations")
    if graph == "layered":
        net.layers()
    kinds = {v: a.partition(":")[0] for v, a in net.activations.items()}
    other = [v for v, a in kinds.items() if a not in allowed and (v, a) != (net.output, "linear")]
    require(not other, f"the activation of {other[:1]} is none of {', '.join(allowed)}")


def _inside(s: Scene, domain: str, parameters: list[Tree], value: Any) -> bool:
    """Whether a value is in its domain.  Raises CertificateError for parameters that the domain does not have."""
    numbers = [tree[1] for tree in parameters if tree[0] == "num"]
    wanted = [("num", q) for q in numbers] if domain in ("integer", "positive") else [("name", s.name)]
    match domain, parameters:
        case "positive", []:
            return bool(value > 0)
        case "integer", _ if parameters == wanted and 1 <= len(numbers) <= 2:
            return bool(max(numbers[0], 0) <= value <= min([MAX_LAYER, *numbers[1:]]))
        case "vertex", _ if parameters == wanted:  # inner, all its edges learnable, their weights their own
            around = [e for e in s.net.weights if value in e]
            return value in s.net.slopes and value != s.net.output and s.net.own(around)
        case "input_vertex", _ if parameters == wanted:
            return value in s.net.inputs
        case "edges", _ if parameters == wanted:
            return len(set(value)) == len(value) and s.net.own(value)
        case "neurons", _ if parameters[:1] == wanted and len(parameters) == 1 + len(numbers) <= 2:
            members = [v for position in value for v in position]
            sizes = {len(position) for position in value} | set(numbers)
            return len(sizes) == 1 and 0 < len(set(members)) == len(members) and set(members) <= set(s.net.ins)
    raise CertificateError(f"the domain {domain} does not have such parameters")


def _gradient_gram(_: Any, *args: Mat) -> Mat:
    """(1/N) sum_i J(x_i) J(x_i)^T, the derivative by a weight being the network with a unit matrix as its layer."""
    *layers, data = args
    well_formed(layers, "gradient_gram(...) needs layers and data")
    rows = []
    for k, (r, c) in enumerate(layer.shape for layer in layers):
        for i, j in ((i, j) for i in range(r) for j in range(c)):
            unit = matrix(([Fraction((p, q) == (i, j)) for q in range(c)] for p in range(r)), c)
            out = reduce(lambda x, w: w @ x, [*layers[:k], unit, *layers[k + 1 :]], data)
            rows.append([x for row in out.rows for x in row])
    jacobian = matrix(rows, len(rows[0]))
    return (jacobian @ jacobian.T).scaled(Fraction(1, data.cols))


RULES["gradient_gram"] = (_gradient_gram, "matrix", "*")
