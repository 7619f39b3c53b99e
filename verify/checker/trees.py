"""The networks of appendix B: unrolled, with weights pulled back, and paths read as sets of vertices.

Source: Le & Jegelka (2022), Definition 9, Lemmas 5, 6, 7.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

from verify.checker.format import NotEstablished
from verify.checker.networks import MAX_EDGES, Edge, Network

Path = tuple[str, ...]


def sgn(w: Fraction) -> Fraction:
    """The sign, that of zero being +1."""
    return Fraction(-1 if w < 0 else 1)


def network(inputs: list[str], output: str, names: dict[str, str], weights: dict[Edge, Fraction]) -> Network:
    """A network made here."""
    edges = [[a, b, str(w), True] for (a, b), w in weights.items()]
    return Network({"inputs": inputs, "output": output, "activations": names, "edges": edges})


def path_edges(path: Path) -> list[Edge]:
    """The edges of a path given by its vertices."""
    return list(zip(path, path[1:], strict=False))


def all_paths(net: Network) -> list[Path]:
    """Every path to the output, the trivial one included.  Raises NotEstablished where they are too many."""
    found: list[Path] = [(net.output,)]
    for path in found:  # grows while it is read
        found += [(a, *path) for a in net.ins[path[0]]]
        if len(found) > MAX_EDGES // 2:
            raise NotEstablished("the network has too many paths for this checker")
    return found


def input_paths(net: Network) -> list[Path]:
    """The paths that start from an input, by input."""
    return sorted((p for p in all_paths(net) if p[0] in net.inputs), key=lambda p: net.inputs.index(p[0]))


def label(path: Path) -> str:
    """The name of a vertex of the tree: the vertices of its path joined by '>' ('>' and '\\' in names escaped)."""
    return ">".join(v.replace("\\", "\\\\").replace(">", "\\>") for v in path)


def _tree(net: Network, weight: Callable[[Path], Fraction]) -> Network:
    """One vertex per path, joined to the path without its first vertex by an edge of the weight given."""
    names = {label(p): net.names[p[0]] for p in all_paths(net) if p[0] not in net.inputs}
    weights = {(label(p), label(p[1:])): weight(p) for p in all_paths(net) if len(p) > 1}
    return network([label(p) for p in input_paths(net)], label((net.output,)), names, weights)


def unrolled(net: Network) -> Network:
    """Definition 9."""
    return _tree(net, lambda p: net.weights[p[0], p[1]])


def absolute(net: Network) -> Network:
    """Lemma 5: the signs of the weights."""
    return _tree(net, lambda p: sgn(net.weights[p[0], p[1]]))


def path_inputs(net: Network, x: list[Fraction]) -> list[Fraction]:
    """The coordinate each path starts from."""
    at = dict(zip(net.inputs, x, strict=True))
    return [at[p[0]] for p in input_paths(net)]


def absolute_products(net: Network, x: list[Fraction]) -> list[Fraction]:
    """Lemma 5: its coordinate times the moduli of the weights along a path."""
    sizes = [prod((abs(net.weights[e]) for e in path_edges(p)), start=Fraction(1)) for p in input_paths(net)]
    return [c * size for c, size in zip(path_inputs(net, x), sizes, strict=True)]


def pulled_back(net: Network, v: str) -> Network:
    """Lemma 7.  Raises NotEstablished unless v, an input or an inner vertex, has one out-edge."""
    if v == net.output or len(net.outs[v]) != 1:
        raise NotEstablished(f"{v} is the output, or has not one out-edge")
    (b,) = net.outs[v]
    size = abs(net.weights[v, b])
    weights = {(a, c): w * size if c == v else w for (a, c), w in net.weights.items()}
    return network(net.inputs, net.output, net.names, weights | {(v, b): sgn(net.weights[v, b])})


def scaled_input(net: Network, x: list[Fraction], v: str) -> list[Fraction]:
    """Lemma 7 at an input: its coordinate times the modulus of its out-edge's weight."""
    if len(net.outs[v]) != 1:
        raise NotEstablished(f"{v} has not one out-edge")
    (b,) = net.outs[v]
    return [c * abs(net.weights[v, b]) if i == v else c for i, c in zip(net.inputs, x, strict=True)]


def by_vertices(net: Network) -> dict[str, set[str]]:
    """Neighbours in the diagram of inclusion of paths read as sets of vertices, whatever the directions."""
    every = {label(p): set(p) for p in all_paths(net)}
    near: dict[str, set[str]] = {name: set() for name in every}
    for p, small in every.items():
        for q, large in every.items():
            if len(large) == len(small) + 1 and small < large:
                near[p].add(q)
                near[q].add(p)
    return near
