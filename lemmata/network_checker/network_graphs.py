"""Kind "graph": a network, and an input of it, at which a claim about the network and its trees of paths fails.

A tree is built here path by path: its vertices are the paths to the output, each joined to the path without its first
vertex.  In the tree network that edge has the sign of the edge left out, and the edge out of each input is split in
two, the first half carrying the product of all signs of the path.  The sign of zero is +1.
Source: Le & Jegelka (2022), Definition 4, Definitions 8 and 9, Lemmas 2, 5, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

from lemmata.checker.format import KINDS, Kind, NotEstablished, rational, require, tick, well_formed
from lemmata.checker.text_form import Tree, parse_expression
from lemmata.network_checker.network_models import RUN, Edge, Network, Scene, read_scene
from lemmata.network_checker.network_parts import reached
from lemmata.network_checker.training_runs import established

Path = tuple[str, ...]
Weigh = Callable[[Fraction], Any]
MAX_PATHS = 250


def check_graph(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established failure.  Raises NotEstablished or CertificateError."""
    s, x, k, claims = read_scene(cert), cert["input"], cert["conjunct"], cert["text"]["claim"]
    fits = len(x) == len(s.net.inputs) and 0 <= k < len(claims)
    well_formed(fits, "the input is not a list of one number per input, or there is no such conjunct")
    case = _Case(s, dict(zip(s.net.inputs, x, strict=True)))
    for text in cert["text"]["given"]:
        case.hypothesis(parse_expression(text))
    said = [case.failure(parse_expression(text)) for text in claims][k]
    require(said, f"{claims[k]} holds for this network")
    return established(
        cert,
        f"violation by the network below at {', '.join(f'{v} = {c}' for v, c in case.x.items())}",
        f"vertices: {', '.join([*s.net.inputs, *(f'{v} ({a})' for v, a in s.net.activations.items())])}",
        f"weights: {s.said() or 'none'}",
        f"the claim asks for {claims[k]} (conjunct {k + 1})",
        str(said),
    )


class _Case:
    """A network, its input by vertex, and what the clauses say there."""

    def __init__(self, s: Scene, x: dict[str, Fraction]) -> None:
        self.s, self.x = s, x

    def hypothesis(self, tree: Tree) -> None:
        """Require a hypothesis.  That something holds for all weights of the same signs is never seen here."""
        match tree:
            case ("call", "single_out_edge", v):
                _single_out(self.s.net, self.s.thing(v, "vertex|input_vertex"))
            case ("call", "is_tree" | "unit_weights", _):
                said = self.failure(tree)
                require(not said, f"hypothesis not established: {said}")
            case _:
                self.s.establish(tree)

    def failure(self, tree: Tree) -> str | None:
        """A sentence that says how a clause fails here, None where it holds.  Raises NotEstablished for others."""
        net = self.s.net
        match tree:
            case ("call", "is_tree", ("call", "unrolled_by_vertices", nu)):
                return _no_tree(by_vertices(self.s.thing(nu, "network")))
            case ("call", "is_tree", subject):
                made = self.made(subject, net)
                return _no_tree({v: [*made.ins[v], *made.outs[v]] for v in made.order})
            case ("call", "unit_weights", subject):
                other = [f"{a}->{b}: {w}" for (a, b), w in self.made(subject, net).weights.items() if abs(w) != 1]
                return f"a weight is neither 1 nor -1: {other[0]}" if other else None
            case ("call", "same_function", subject, *fed, nu) if self.s.thing(nu, "network") and len(fed) <= 1:
                made, x = self.made(subject, net), self.fed(fed[0], net) if fed else list(self.x.values())
                require(len(made.inputs) == len(x), "a network is fed inputs of another length")
                a, b = made(x), net(list(self.x.values()))
                return None if a == b else f"the network that is made gives {a}, the network {b}"
            case ("call", "determined_by_signs", subject, nu) if self.s.thing(nu, "network"):
                signs = net.at({e: sgn(w) for e, w in net.weights.items()})
                if subject[:2] == ("call", "path_products"):
                    same = self.fed(subject, net) == self.fed(subject, signs)
                else:  # all that may differ
                    same = self.made(subject, net).weights == self.made(subject, signs).weights
                return None if same else "with the signs of the weights in their place it is another one"
        raise NotEstablished("a clause is none that this checker knows of networks")

    def made(self, tree: Tree, net: Network) -> Network:
        """The network that a term stands for, `net` being the one that is declared, or its signs."""
        match tree:
            case ("name", _) if self.s.thing(tree, "network"):
                return net
            case ("call", name, nu) if name in MADE and self.s.thing(nu, "network"):
                return MADE[name](net)
            case ("call", "pulled_back", nu, v) if self.s.thing(nu, "network"):
                u = self.s.thing(v, "vertex|input_vertex")
                size, b = _single_out(net, u)
                weights = {(a, c): w * size if c == u else w for (a, c), w in net.weights.items()}
                return net.at(weights | {(u, b): sgn(net.weights[u, b])})
        raise NotEstablished("a term is none that this checker knows of networks")

    def fed(self, tree: Tree, net: Network) -> list[Fraction]:
        """The inputs that a term stands for."""
        match tree:
            case ("call", "scaled_input", nu, v) if self.s.thing(nu, "network"):
                u = self.s.thing(v, "input_vertex")
                return [c * _single_out(net, u)[0] if i == u else c for i, c in self.x.items()]
            case ("call", name, ("name", _) as nu) if name in FED and self.s.thing(nu, "network"):
                return [self.x[p[0]] * prod(FED[name](net.weights[e]) for e in edges(p)) for p in input_paths(net)]
            case ("call", "path_products", ("call", "tree_network", nu)) if self.s.thing(nu, "network"):
                mu = tree_of(net)
                size = {p[0]: prod(mu.weights[e] for e in edges(p)) for p in input_paths(mu)}
                return [self.x[p[0]] * size[label(p)] for p in input_paths(net)]
        raise NotEstablished("a term is none that this checker knows of inputs")


def sgn(w: Fraction) -> Fraction:
    """The sign, that of zero being +1."""
    return Fraction(-1 if w < 0 else 1)


def edges(path: Path) -> list[Edge]:
    """The edges of a path given by its vertices."""
    return list(zip(path, path[1:], strict=False))


def all_paths(net: Network) -> list[Path]:
    """Every path to the output, the trivial one included.  Raises NotEstablished where they are too many."""
    found: list[Path] = [(net.output,)]
    for path in found:  # grows while it is read
        found += [(a, *path) for a in net.ins[path[0]]]
        tick()
        require(len(found) <= MAX_PATHS, "the network has too many paths for this checker")
    return found


def input_paths(net: Network) -> list[Path]:
    """The paths that start from an input, by input."""
    return sorted((p for p in all_paths(net) if p[0] in net.inputs), key=lambda p: net.inputs.index(p[0]))


def label(path: Path) -> str:
    """The name of a vertex of the tree: the vertices of its path joined by '>' ('>' and '\\' in names escaped)."""
    return ">".join(v.replace("\\", "\\\\").replace(">", "\\>") for v in path)


def _tree(net: Network, weight: Weigh, split: bool = False) -> Network:
    """One vertex per path, joined to the path without its first vertex; with `split`, two for one from an input."""
    names = {label(p): net.activations[p[0]] for p in all_paths(net) if p[0] not in net.inputs}
    weights: dict[Edge, Fraction] = {}
    for p in all_paths(net):
        end = label(p)
        if split and p[0] in net.inputs:
            names[end + "'"] = "linear"
            weights[end, end + "'"] = prod((sgn(net.weights[e]) for e in edges(p)), start=Fraction(1))
            end += "'"
        if len(p) > 1:
            weights[end, label(p[1:])] = weight(net.weights[p[0], p[1]])
    return Network([label(p) for p in input_paths(net)], label((net.output,)), names, weights)


def tree_of(net: Network) -> Network:
    """The tree network, one input per path."""
    return _tree(net, sgn, split=True)


# What networks are made of a network, and by what the weights of a path count in the inputs it is fed.
MADE: dict[str, Callable[[Network], Network]] = {
    "tree_network": tree_of,
    "unrolled": lambda net: _tree(net, lambda w: w),
    "absolute_tree": lambda net: _tree(net, sgn),
}
FED: dict[str, Weigh] = {"path_inputs": lambda w: 1, "path_products": lambda w: w, "absolute_path_products": abs}


def by_vertices(net: Network) -> dict[str, list[str]]:
    """Neighbours in the diagram of inclusion of paths read as sets of vertices, whatever the directions."""
    every = {label(p): set(p) for p in all_paths(net)}
    return {
        p: [q for q, there in every.items() if len(here ^ there) == 1 == abs(len(here) - len(there))]
        for p, here in every.items()
    }


def _single_out(net: Network, v: str) -> tuple[Fraction, str]:
    """Modulus of the weight, and head, of the only out-edge of a vertex.  Raises NotEstablished for another."""
    require(len(net.outs[v]) == 1, f"{v} has not one out-edge")
    return abs(net.weights[v, net.outs[v][0]]), net.outs[v][0]


def _no_tree(near: dict[str, list[str]]) -> str | None:
    """Connected, with one edge fewer than vertices, is what a tree is."""
    joined, whole = sum(map(len, near.values())) // 2, len(reached(near, next(iter(near)))) == len(near)
    said = f"no tree: {len(near)} vertices and {joined} edges, {'connected' if whole else 'in pieces'}"
    return None if whole and len(near) == joined + 1 else said


KINDS["graph"] = Kind({"network": RUN["network"], "input": [rational], "at": dict, "conjunct": int}, check_graph)
