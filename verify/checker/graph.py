"""Kind "graph": a network, and an input of it, at which a claim about the network and its tree of paths fails.

The tree network is built here path by path: its vertices are the paths to the output, the edge from a path to the path
without its first vertex has the sign of the edge left out, and the edge out of each input is split in two, the first
half carrying the product of all signs of the path.  The sign of zero is +1.
Source: Le & Jegelka (2022), Definition 4, Definitions 8 and 9, Lemma 2.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

from verify.checker.domains import declarations
from verify.checker.format import CertificateError, NotEstablished, integer, keys, rational, string
from verify.checker.networks import Edge, Network, admitted
from verify.checker.syntax import Tree, parse_expression
from verify.checker.trees import (
    absolute,
    absolute_products,
    all_paths,
    by_vertices,
    input_paths,
    label,
    network,
    path_edges,
    path_inputs,
    pulled_back,
    scaled_input,
    sgn,
    unrolled,
)

VERTICES = {"vertex": "an inner vertex", "input_vertex": "an input"}


def check_graph(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established failure.  Raises NotEstablished or CertificateError."""
    net = Network(cert["network"])
    if not isinstance(cert["input"], list) or len(cert["input"]) != len(net.inputs):
        raise CertificateError("input must be a list of one number per input of the network")
    case = _Case(net, [rational(c, "a coordinate of the input") for c in cert["input"]])
    let = declarations(cert["text"]["let"])
    declared = [(name, parameters) for name, domain, parameters in let if domain == "network"]
    if len(declared) != 1:
        raise CertificateError("the declarations are not one network, with a vertex of it or without")
    ((name, parameters),) = declared
    admitted(net, parameters)
    case.at = _vertex(net, {n: domain for n, domain, _ in let if n != name}, cert.get("at", {}))
    for text in cert["text"]["given"]:
        if case.failure(parse_expression(text), name) is not None:
            raise NotEstablished(f"hypothesis not established: {text} fails for this network")
    keys(cert["broken"], {"conjunct", "relation"}, "broken")
    text = string(cert["broken"]["relation"], "broken.relation")
    number = integer(cert["broken"]["conjunct"], "broken.conjunct")
    claims = cert["text"]["claim"]
    if not 0 <= number < len(claims) or claims[number] != text:
        raise CertificateError(f"{text[:60]} is not conjunct {number} of the claim")
    if not isinstance(cert["witness"], dict):
        raise CertificateError("witness must be an object")
    said = case.failure(parse_expression(text), name, cert["witness"])
    if said is None:
        raise NotEstablished(f"{text} holds for this network")
    coordinates = ", ".join(f"{v} = {c}" for v, c in zip(net.inputs, case.x, strict=True))
    return [
        f"{cert['statement']}: violation by the network below" + (f" at {coordinates}" if coordinates else ""),
        f"vertices: {', '.join([*net.inputs, *(f'{v} ({a})' for v, a in net.names.items())])}",
        f"weights: {', '.join(f'{a}->{b}: {w}' for (a, b), w in net.weights.items()) or 'none'}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"the claim asks for {text} (conjunct {number + 1})",
        said,
        "violation established",
    ]


def _vertex(net: Network, declared: dict[str, str], at: Any) -> dict[str, str]:
    """The vertices the vertex variables stand for, each as it is declared."""
    keys(at, set(declared), "at")
    for name, domain in declared.items():
        if domain not in VERTICES:
            raise CertificateError("the declarations are not one network, with a vertex of it or without")
        v = string(at[name], f"the vertex {name}")
        if v not in (net.inputs if domain == "input_vertex" else [u for u in net.names if u != net.output]):
            raise NotEstablished(f"{v!r} is not {VERTICES[domain]}")
    return dict(at)


class _Case:
    """A network and an input, the vertices that variables stand for, and what the clauses say there."""

    at: dict[str, str]

    def __init__(self, net: Network, x: list[Fraction]) -> None:
        self.net, self.x = net, x

    def failure(self, tree: Tree, name: str, witness: Any = None) -> str | None:
        """A sentence that says how a clause fails here, None where it holds.

        A `witness` must show just that.  Raises NotEstablished where it does not, or for an unknown clause.
        """
        nu = ("name", name)
        mu = ("call", "tree_network", nu)
        subjects: dict[Tree, Any] = {
            nu: _itself,
            mu: tree_of,
            ("call", "unrolled", nu): unrolled,
            ("call", "absolute_tree", nu): absolute,
        }
        pulls = {("call", "pulled_back", nu, ("name", v)): u for v, u in self.at.items()}
        subjects |= {pull: lambda net, u=u: pulled_back(net, u) for pull, u in pulls.items()}
        fed: dict[Tree, Any] = {
            ("call", "path_inputs", nu): path_inputs(self.net, self.x),
            ("call", "absolute_path_products", nu): absolute_products(self.net, self.x),
            **{("call", "scaled_input", nu, ("name", v)): u for v, u in self.at.items() if u in self.net.inputs},
        }
        products = {("call", "path_products", nu): self.products, ("call", "path_products", mu): self.signs}
        match tree:
            case ("call", "same_function", s, h, n) if (s, n) == (mu, nu) and h in products:
                return _other_values(tree_of(self.net)(products[h](self.net)), self.net(self.x), witness)
            case ("call", "same_function", s, n) if s in pulls and n == nu:
                return _other_values(subjects[s](self.net)(self.x), self.net(self.x), witness)
            case ("call", "same_function", s, h, n) if s in subjects and h in fed and n == nu:
                x = scaled_input(self.net, self.x, fed[h]) if isinstance(fed[h], str) else fed[h]
                made = subjects[s](self.net)
                if len(made.inputs) != len(x):
                    raise CertificateError("a network is fed inputs of another length")
                return _other_values(made(x), self.net(self.x), witness)
            case ("call", "single_out_edge", ("name", v)) if v in self.at and witness is None:
                return None if len(self.net.outs[self.at[v]]) == 1 else f"{self.at[v]} has not one out-edge"
            case ("call", "is_tree", ("call", "unrolled_by_vertices", s)) if s == nu:
                return _no_tree(by_vertices(self.net), witness)
            case ("call", "is_tree", s) if s in subjects:
                return _no_tree(_near(subjects[s](self.net)), witness)
            case ("call", "unit_weights", s) if s in subjects:
                return _other_weight(subjects[s](self.net), witness)
            case ("call", "determined_by_signs", s, n) if n == nu and s in subjects:
                return self._by_weights(lambda net: _plain(subjects[s](net)), witness)
            case ("call", "determined_by_signs", s, n) if n == nu and s in products:
                return self._by_weights(products[s], witness)
            case ("call", "stable_signs", n) if n == nu and witness is None:
                zero = [e for e, w in self.net.weights.items() if w == 0]
                return f"the weight of {zero[0]} is zero" if zero else None
        raise NotEstablished("a clause is none that this checker knows of networks")

    def products(self, net: Network) -> list[Fraction]:
        """The path enumeration: for every path, its coordinate times the weights along it."""
        at = dict(zip(net.inputs, self.x, strict=True))
        return [at[p[0]] * prod(net.weights[e] for e in path_edges(p)) for p in input_paths(net)]

    def signs(self, net: Network) -> list[Fraction]:
        """For every path, its coordinate times the weights along the path of the tree network that stands for it."""
        at, tree, out = dict(zip(net.inputs, self.x, strict=True)), tree_of(net), []
        for path in input_paths(net):
            vertex, factor = label(path), at[path[0]]
            while vertex != tree.output:
                (above,) = tree.outs[vertex]
                vertex, factor = above, factor * tree.weights[vertex, above]
            out.append(factor)
        return out

    def _by_weights(self, read: Any, witness: Any) -> str | None:
        """Whether other weights of the same signs give something else; those of the witness, or the signs alone."""
        net = self.net
        changed = {e: sgn(w) for e, w in net.weights.items()}
        if witness is not None:
            keys(witness, {"other"}, "witness")
            if not isinstance(witness["other"], list) or not witness["other"]:
                raise CertificateError("witness.other must be a list of edges with their other weights")
            changed = dict(net.weights)
            for row in witness["other"]:
                if not isinstance(row, list) or len(row) != 3:
                    raise CertificateError("an edge of witness.other must read [tail, head, weight]")
                edge = string(row[0], "a tail"), string(row[1], "a head")
                if edge not in net.weights:
                    raise NotEstablished("an edge of witness.other is not in the network")
                changed[edge] = rational(row[2], "another weight")
        if wrong := [e for e, w in net.weights.items() if sgn(w) != sgn(changed[e])]:
            raise NotEstablished(f"the two weights of {wrong[0][0]}->{wrong[0][1]} have different signs")
        if read(net) == read(_with(net, changed)):
            if witness is None:
                return None
            raise NotEstablished("with the other weights it is the same")
        said = ", ".join(f"{w} on {a}->{b}" for (a, b), w in changed.items() if w != net.weights[a, b])
        return f"with {said} every sign is the same, and it is another one"


def _itself(net: Network) -> Network:
    return net


def _plain(net: Network) -> Any:
    return net.inputs, net.output, net.slopes, net.weights


def _with(net: Network, weights: dict[Edge, Fraction]) -> Network:
    return network(net.inputs, net.output, net.names, weights)


def tree_of(net: Network) -> Network:
    """The tree network, one input per path."""
    names, weights = {}, {}
    for path in all_paths(net):
        end = label(path)
        if path[0] in net.inputs:
            names[end + "'"] = "linear"
            weights[end, end + "'"] = prod((sgn(net.weights[e]) for e in path_edges(path)), start=Fraction(1))
            end += "'"
        else:
            names[end] = net.names[path[0]]
        if len(path) > 1:
            weights[end, label(path[1:])] = sgn(net.weights[path[0], path[1]])
    return network([label(p) for p in input_paths(net)], label((net.output,)), names, weights)


def _other_values(composed: Fraction, direct: Fraction, witness: Any) -> str | None:
    if witness is not None:
        keys(witness, {"lhs", "rhs"}, "witness")
        if (rational(witness["lhs"], "witness.lhs"), rational(witness["rhs"], "witness.rhs")) != (composed, direct):
            raise NotEstablished("the recorded values are not those of the tree network and the network")
    if composed == direct:
        return None
    return f"the tree network gives {composed}, the network {direct}"


def _piece(near: dict[str, set[str]], first: str) -> set[str]:
    """The vertices that can be reached from one, whatever the directions."""
    reached, todo = {first}, [first]
    while todo:
        new = near[todo.pop()] - reached
        reached |= new
        todo += new
    return reached


def _near(net: Network) -> dict[str, set[str]]:
    return {v: {*net.ins[v], *net.outs[v]} for v in net.order}


def _no_tree(near: dict[str, set[str]], witness: Any) -> str | None:
    """Connected, with one edge fewer than vertices, is what a tree is."""
    edges = sum(map(len, near.values())) // 2
    is_tree = len(_piece(near, next(iter(near)))) == len(near) == edges + 1
    if witness is None:
        return None if is_tree else "it is no tree"
    if not isinstance(witness, dict) or len(witness) != 1 or not set(witness) <= {"cycle", "apart"}:
        raise CertificateError("the witness against a tree is a cycle or two vertices apart")
    ((kind, named),) = witness.items()
    if not isinstance(named, list) or not all(isinstance(v, str) for v in named):
        raise CertificateError(f"witness.{kind} must be a list of vertices")
    if len(set(named)) != len(named) or not set(named) <= set(near):
        raise NotEstablished(f"witness.{kind} is not a list of different vertices of the network")
    if kind == "apart":
        if len(named) != 2 or named[1] in _piece(near, named[0]):
            raise NotEstablished("the two vertices are not shown to be in different pieces of the graph")
        return f"no edges join {named[0]} and {named[1]}: the graph is in pieces"
    steps = list(zip(named, [*named[1:], *named[:1]], strict=True))
    if len(named) < 3 or any(b not in near[a] for a, b in steps):
        raise NotEstablished("the vertices do not lie on a cycle")
    return f"without directions, the edges between {', '.join(named)} close a cycle"


def _other_weight(net: Network, witness: Any) -> str | None:
    other = {e: w for e, w in net.weights.items() if abs(w) != 1}
    if witness is not None:
        keys(witness, {"edge", "weight"}, "witness")
        edge, w = witness["edge"], rational(witness["weight"], "witness.weight")
        if not isinstance(edge, list) or len(edge) != 2 or not all(isinstance(v, str) for v in edge):
            raise CertificateError("witness.edge must be a tail and a head")
        if net.weights.get((edge[0], edge[1])) != w or abs(w) == 1:
            raise NotEstablished("the recorded edge has not the recorded weight, or that is 1 or -1")
        return f"the weight of {edge[0]}->{edge[1]} is {w}"
    return f"the weight of {next(iter(other))} is another" if other else None
