"""Path enumeration, unrolled tree, weight pull-back and the decomposition nu = mu o h.

Source: Le & Jegelka (2022), Definition 4, Definitions 8 and 9, Lemmas 2, 5, 6, 7 (section 3, appendix B).

Readings that the text leaves open, fixed here:
* sgn maps into {-1, 1} in the paper, so sgn(0) has to be chosen: sgn(0) = +1.
* The sign put on the subdivided input edge is the product of the sgn(w_e), not the sgn of the product: with a zero
  weight on the path only the former is a function of the signs of the weights (both give the same network function).
* For the same reason the sign of every edge of the tree is that of the original weight, as step 1 in the proof of
  Lemma 5 states it. Iterating Lemma 7 literally multiplies a zero into the next weight and forgets that weight's sign.
* A path is a set of edges. Read as a set of vertices, as one line of the proof of Lemma 6 has it, the Hasse diagram of
  Definition 8 is not a tree as soon as there is a skip connection; and its edges run here from the longer path to the
  shorter one, as Definition 9 needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import networkx as nx

from lemmata.networks.dag import LINEAR, Dag, Edge
from lemmata.networks.linear import Rational, as_rational

Path = tuple[str, ...]
DEFAULT_LIMIT = 20_000


def sgn(value: Fraction) -> int:
    """The paper's sign into {-1, 1}, with sgn(0) = +1."""
    return -1 if value < 0 else 1


def path_edges(path: Path) -> tuple[Edge, ...]:
    """The edges of a path given by its vertices."""
    return tuple(zip(path, path[1:], strict=False))


def paths_to_output(net: Dag, limit: int = DEFAULT_LIMIT) -> tuple[Path, ...]:
    """All directed paths from any vertex to the output (the set H_G of appendix B), the trivial one first.

    Shorter paths come before longer ones. Raises ValueError if there are more than `limit`; they are counted before any
    is built, so the bound also bounds time and memory.
    """
    counts = {net.output: 1}
    for v in reversed(net.order):
        if v != net.output:
            counts[v] = sum(counts[b] for b in net.outs[v])
    if (total := sum(counts.values())) > limit:
        raise ValueError(f"{total} paths to the output, limit {limit}")
    found: list[Path] = [(net.output,)]
    for path in found:  # grows while it is read: a breadth-first search from the output
        found.extend((u, *path) for u in net.ins[path[0]])
    return tuple(found)


def input_paths(net: Dag, limit: int = DEFAULT_LIMIT) -> tuple[Path, ...]:
    """All paths from an input to the output (the set P of section 2), by input, then shortest first.

    Raises ValueError if there are more than `limit` paths to the output altogether.
    """
    place = {i: k for k, i in enumerate(net.inputs)}
    return tuple(sorted((p for p in paths_to_output(net, limit) if p[0] in place), key=lambda p: place[p[0]]))


def path_inputs(net: Dag, paths: Sequence[Path], x: Sequence[Rational]) -> list[Fraction]:
    """x_p for every path p: the input coordinate the path starts from."""
    if len(x) != len(net.inputs):
        raise ValueError(f"{len(x)} coordinates for {len(net.inputs)} inputs")
    value = {i: as_rational(c) for i, c in zip(net.inputs, x, strict=True)}
    return [value[p[0]] for p in paths]


def path_enumeration(
    net: Dag, x: Sequence[Rational], paths: Sequence[Path] | None = None, *, absolute: bool = False
) -> list[Fraction]:
    """h(x) = (x_p prod_{e in p} w_e)_p of Definition 4, or h'(x) with |w_e| of Lemma 5 if `absolute`."""
    chosen = input_paths(net) if paths is None else paths
    products = [prod((net.weights[e] for e in path_edges(p)), start=Fraction(1)) for p in chosen]
    return [x_p * (abs(w) if absolute else w) for x_p, w in zip(path_inputs(net, chosen, x), products, strict=True)]


def hasse_diagram(family: Iterable[frozenset[object]]) -> nx.DiGraph:
    """Hasse diagram of inclusion (Definition 8), edges from the larger set to the smaller."""
    sets = list(family)
    graph = nx.DiGraph()
    graph.add_nodes_from(sets)
    graph.add_edges_from((q, p) for q in sets for p in sets if len(q) == len(p) + 1 and p < q)
    return graph


def path_label(path: Path) -> str:
    """An injective name for a path: its vertices joined by '>', with '>' and '\\' inside names escaped."""
    return ">".join(v.replace("\\", "\\\\").replace(">", "\\>") for v in path)


@dataclass(frozen=True)
class TreeNetwork:
    """A tree network on one input per path, in the order of `paths`."""

    net: Dag
    paths: tuple[Path, ...]


def unroll(net: Dag, limit: int = DEFAULT_LIMIT) -> TreeNetwork:
    """The unrolled tree network of Definition 9. Its input for path p is fed x_p (see `path_inputs`).

    A dead unit without in-edges that reaches the output stays in the tree, as leaves that are not inputs and give 0.
    Raises ValueError above `limit` paths.
    """
    every = paths_to_output(net, limit)
    chosen = input_paths(net, limit)
    label = {p: path_label(p) for p in every}
    activations = {label[p]: net.activations[p[0]] for p in every if p[0] in net.activations}
    weights = {(label[p], label[p[1:]]): net.weights[p[0], p[1]] for p in every if len(p) > 1}
    tree = Dag([label[p] for p in chosen], label[every[0]], activations, weights, weights)
    return TreeNetwork(tree, chosen)


def unroll_by_vertices(net: Dag, limit: int = DEFAULT_LIMIT) -> nx.DiGraph:
    """The graph of Definition 9 with paths read as sets of vertices, its vertices named as those of `unroll`.

    With a skip connection it is no tree: {u, v, o} contains both {u, o} and {v, o}. Raises ValueError above `limit`.
    """
    every = {frozenset(p): path_label(p) for p in paths_to_output(net, limit)}
    return nx.relabel_nodes(hasse_diagram(every), every)


def pull_back(net: Dag, v: str) -> Dag:
    """Lemma 7: the weight of the single out-edge of an inner vertex, but for its sign, moved to the in-edges.

    Raises ValueError if v is not an inner vertex with exactly one out-edge.
    """
    if v not in net.inner or len(net.outs[v]) != 1:
        raise ValueError(f"{v!r} is not an inner vertex with a single out-edge")
    out = (v, net.outs[v][0])
    size = abs(net.weights[out])
    scaled = {(a, v): net.weights[a, v] * size for a in net.ins[v]}
    return net.with_weights({**scaled, out: sgn(net.weights[out])})


def pull_back_input(net: Dag, i: str) -> tuple[Dag, Fraction]:
    """Lemma 7 at an input with a single out-edge: the new network and the factor its coordinate is to be scaled by.

    Raises ValueError if i is not an input with exactly one out-edge.
    """
    if i not in net.inputs or len(net.outs[i]) != 1:
        raise ValueError(f"{i!r} is not an input with a single out-edge")
    out = (i, net.outs[i][0])
    return net.with_weights({out: sgn(net.weights[out])}), abs(net.weights[out])


def absolute_tree_network(net: Dag, limit: int = DEFAULT_LIMIT) -> tuple[TreeNetwork, list[Fraction]]:
    """Lemma 5: the tree network mu' and, for each path, the factor pulled out of it, so that nu(x) = mu'(x_p factor_p).

    The factors are found by the construction, not from the path products; that they equal prod |w_e| is a claim to
    check. Raises ValueError above `limit` paths.
    """
    tree = unroll(net, limit)
    size, factor = {e: abs(w) for e, w in tree.net.weights.items()}, {}
    # Lemma 7 from the output outwards, so that a later step leaves the earlier edges alone; signs as the module says.
    for path in paths_to_output(net, limit)[1:]:
        v, parent = path_label(path), path_label(path[1:])
        factor[path] = size[v, parent]
        size[v, parent] = Fraction(1)
        for a in tree.net.ins[v]:
            size[a, v] *= factor[path]
    signed = {e: sgn(w) * size[e] for e, w in tree.net.weights.items()}
    return TreeNetwork(tree.net.with_weights(signed), tree.paths), [factor[p] for p in tree.paths]


def tree_network(net: Dag, limit: int = DEFAULT_LIMIT) -> TreeNetwork:
    """Lemma 2: the tree network mu with weights in {-1, 1} such that nu = mu o h.

    mu' of Lemma 5 with every input edge subdivided by a linear neuron, whose in-edge undoes the absolute value in h'.
    Raises ValueError above `limit` paths.
    """
    absolute, _ = absolute_tree_network(net, limit)
    weights = dict(absolute.net.weights)
    activations = dict(absolute.net.activations)
    for path in absolute.paths:
        leaf, parent = path_label(path), path_label(path[1:])
        middle = leaf + "'"  # a path label ends in the output's own name, so this one is new
        activations[middle] = LINEAR
        weights[middle, parent] = weights.pop((leaf, parent))
        weights[leaf, middle] = Fraction(prod(sgn(net.weights[e]) for e in path_edges(path)))
    return TreeNetwork(Dag(absolute.net.inputs, absolute.net.output, activations, weights, weights), absolute.paths)


def sign_copy(net: Dag) -> Dag:
    """The same network with every weight replaced by its sign (0 by +1)."""
    return net.with_weights({e: sgn(w) for e, w in net.weights.items()})
