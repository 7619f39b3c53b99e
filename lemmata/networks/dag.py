"""Feedforward networks on directed acyclic graphs, in exact rational arithmetic.

Source: Le & Jegelka (2022), section 2 and Definitions 1, 2: no biases, one scalar output, a positively 1-homogeneous
activation at every vertex that is not an input; inputs have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

import networkx as nx

from lemmata.networks.linear import Matrix, Rational, as_rational

Edge = tuple[str, str]


@dataclass(frozen=True)
class Activation:
    """x -> x for x >= 0, negative_slope * x for x < 0: linear (slope 1), ReLU (slope 0), leaky ReLU (0 < slope < 1)."""

    negative_slope: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.negative_slope <= 1:
            raise ValueError(f"negative slope {self.negative_slope} outside [0, 1]: not linear, ReLU or leaky ReLU")

    def __call__(self, pre: Fraction) -> Fraction:
        return pre if pre >= 0 else self.negative_slope * pre

    def derivative(self, pre: Fraction) -> Fraction:
        """The derivative at pre. Raises ValueError at 0 for a nonlinear activation, where there is none."""
        if pre == 0 and not self.is_linear:
            raise ValueError(f"{self} has no derivative at 0")
        return Fraction(1) if pre >= 0 else self.negative_slope

    @property
    def is_linear(self) -> bool:
        return self.negative_slope == 1

    def __str__(self) -> str:
        return {Fraction(1): "linear", Fraction(0): "relu"}.get(self.negative_slope, f"leaky:{self.negative_slope}")

    @staticmethod
    def parse(text: str) -> Activation:
        """Reads "linear", "relu", "leaky" (slope 1/4) or "leaky:p/q". Raises ValueError otherwise."""
        if text == "linear":
            return LINEAR
        if text == "relu":
            return RELU
        name, _, slope = text.partition(":")
        if name != "leaky":
            raise ValueError(f"unknown activation {text!r}: expected linear, relu, leaky or leaky:p/q")
        return leaky(slope or Fraction(1, 4))


LINEAR = Activation(Fraction(1))
RELU = Activation(Fraction(0))


def leaky(slope: Rational = Fraction(1, 4)) -> Activation:
    """Leaky ReLU x -> max(x, slope x). Raises ValueError unless 0 < slope < 1."""
    value = as_rational(slope)
    if not 0 < value < 1:
        raise ValueError(f"leaky slope {value} outside (0, 1)")
    return Activation(value)


ACTIVATIONS: dict[str, Activation] = {"linear": LINEAR, "relu": RELU, "leaky": leaky()}  # by their names in statements


@dataclass(frozen=True)
class Forward:
    """Pre- and post-activations of every vertex on one input; for an input vertex both are its coordinate."""

    pre: dict[str, Fraction]
    post: dict[str, Fraction]
    output: Fraction


class Dag:
    """An immutable feedforward network.

    inputs: ordered input vertices (none is allowed: the network is then the constant 0); output: the single output
    vertex; activations: one per vertex that is not an input; weights: one rational per edge; frozen: edges that are not
    learnable; shared: groups of learnable edges that are one and the same parameter (convolutions), each of two edges
    or more, disjoint, of equal weight. Raises ValueError on other groups and on: duplicate vertices, an unknown end of
    an edge, a self-loop or cycle, an edge into an input or out of the output, an output that is an input or has no
    activation, a frozen edge that does not exist.
    Dead units (no in-edges, or no path to the output) and zero weights are legal.
    """

    def __init__(
        self,
        inputs: Sequence[str],
        output: str,
        activations: Mapping[str, Activation],
        weights: Mapping[Edge, Rational],
        frozen: Iterable[Edge] = (),
        shared: Iterable[Iterable[Edge]] = (),
    ) -> None:
        self.inputs = tuple(inputs)
        self.output = output
        self.activations = dict(activations)
        self.vertices = self.inputs + tuple(self.activations)
        self.frozen = frozenset(frozen)
        self._validate(weights)
        index = {v: k for k, v in enumerate(self.vertices)}
        self.edges: tuple[Edge, ...] = tuple(sorted(weights, key=lambda e: (index[e[0]], index[e[1]])))
        self.weights: dict[Edge, Fraction] = {e: as_rational(weights[e]) for e in self.edges}
        self.graph = nx.DiGraph()
        self.graph.add_nodes_from(self.vertices)
        self.graph.add_edges_from(self.edges)
        if not nx.is_directed_acyclic_graph(self.graph):
            raise ValueError(f"not a feedforward network: cycle {nx.find_cycle(self.graph)}")
        self.order: tuple[str, ...] = tuple(nx.lexicographical_topological_sort(self.graph, key=index.__getitem__))
        self.ins: dict[str, tuple[str, ...]] = {v: () for v in self.vertices}
        self.outs: dict[str, tuple[str, ...]] = {v: () for v in self.vertices}
        for u, v in self.edges:
            self.ins[v] += (u,)
            self.outs[u] += (v,)
        self.shared = self._groups(shared)

    def _groups(self, shared: Iterable[Iterable[Edge]]) -> tuple[tuple[Edge, ...], ...]:
        """The groups of shared edges in a fixed order, checked."""
        groups = tuple(sorted(tuple(sorted(group)) for group in shared))
        members = [e for group in groups for e in group]
        if unknown := [e for e in members if e not in self.weights or e in self.frozen]:
            raise ValueError(f"shared edges that do not exist or are not learnable: {unknown}")
        if len(set(members)) != len(members) or any(len(group) < 2 for group in groups):
            raise ValueError("groups of shared edges must be disjoint, of two edges or more")
        if odd := [group for group in groups if len({self.weights[e] for e in group}) > 1]:
            raise ValueError(f"shared edges of different weights: {odd[0]}")
        return groups

    def _validate(self, weights: Mapping[Edge, Rational]) -> None:
        if not all(isinstance(v, str) and v for v in self.vertices):
            raise ValueError("vertices must be non-empty strings")
        known = set(self.vertices)
        if len(known) != len(self.vertices):
            raise ValueError(f"duplicate vertices: {sorted(v for v in known if self.vertices.count(v) > 1)}")
        if self.output not in self.activations:
            raise ValueError(f"output {self.output!r} must be a vertex with an activation, and not an input")
        for u, v in weights:
            if u not in known or v not in known:
                raise ValueError(f"edge ({u!r}, {v!r}) has an unknown end")
            if u == v:
                raise ValueError(f"self-loop at {u!r}")
            if v in self.inputs:
                raise ValueError(f"edge ({u!r}, {v!r}) runs into an input")
            if u == self.output:
                raise ValueError(f"edge ({u!r}, {v!r}) leaves the output")
        if missing := self.frozen - set(weights):
            raise ValueError(f"frozen edges that do not exist: {sorted(missing)}")

    @property
    def inner(self) -> tuple[str, ...]:
        """Vertices that are neither inputs nor the output."""
        return tuple(v for v in self.activations if v != self.output)

    @cached_property
    def live(self) -> frozenset[str]:
        """Vertices on some path from an input to the output. The others cannot change the function."""
        down = {self.output} | nx.ancestors(self.graph, self.output)
        up = set(self.inputs).union(*(nx.descendants(self.graph, i) for i in self.inputs))
        return frozenset(down & up)

    def own(self, edges: Iterable[Edge]) -> bool:
        """Whether edges are learnable, each with a weight of its own."""
        taken = self.frozen.union(*self.shared)
        return not any(e in taken for e in edges)

    def forward(self, x: Sequence[Rational]) -> Forward:
        """Exact pre- and post-activations at x. Raises ValueError if len(x) is not the number of inputs."""
        if len(x) != len(self.inputs):
            raise ValueError(f"{len(x)} coordinates for {len(self.inputs)} inputs")
        pre = {i: as_rational(c) for i, c in zip(self.inputs, x, strict=True)}
        post = dict(pre)
        for v in self.order:
            if v in self.activations:
                pre[v] = sum((self.weights[u, v] * post[u] for u in self.ins[v]), Fraction(0))
                post[v] = self.activations[v](pre[v])
        return Forward(pre, post, post[self.output])

    def __call__(self, x: Sequence[Rational]) -> Fraction:
        """The network's value at x, exact."""
        return self.forward(x).output

    def kinks(self, x: Sequence[Rational]) -> tuple[str, ...]:
        """Nonlinear vertices with pre-activation 0 at x, in topological order.

        Only vertices on an input-output path count: a unit without a path from an input is 0 for every weight, and one
        without a path to the output is never seen, so neither makes the network non-differentiable.
        """
        pre = self.forward(x).pre
        return tuple(
            v
            for v in self.order
            if v in self.live and v in self.activations and pre[v] == 0 and not self.activations[v].is_linear
        )

    def with_weights(self, weights: Mapping[Edge, Rational]) -> Dag:
        """The same network with some weights replaced. Raises ValueError for an edge that does not exist."""
        if unknown := set(weights) - set(self.weights):
            raise ValueError(f"no such edges: {sorted(unknown)}")
        return Dag(self.inputs, self.output, self.activations, {**self.weights, **weights}, self.frozen, self.shared)

    def to_dict(self) -> dict[str, Any]:
        """JSON-able description; rationals as "p/q" strings, activations as `Activation.parse` reads them.

        Groups of shared edges are listed under "shared", a key that networks without any do not have.
        """
        shared = {"shared": [[list(e) for e in group] for group in self.shared]} if self.shared else {}
        return {
            "inputs": list(self.inputs),
            "output": self.output,
            "activations": {v: str(a) for v, a in self.activations.items()},
            "edges": [[u, v, str(w), (u, v) not in self.frozen] for (u, v), w in self.weights.items()],
            **shared,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Dag:
        """Inverse of `to_dict`. Raises ValueError on a missing key, a wrong type or a repeated edge."""
        try:
            inputs, output, activations, edges = (data[k] for k in ("inputs", "output", "activations", "edges"))
            rows = [(str(u), str(v), w, learnable) for u, v, w, learnable in edges]
            parsed = {str(v): Activation.parse(a) for v, a in activations.items()}
            shared = [[(str(u), str(v)) for u, v in group] for group in data.get("shared", [])]
        except KeyError as error:
            raise ValueError(f"network without {error}") from error
        except (TypeError, AttributeError) as error:
            raise ValueError(f"malformed network: {error}") from error
        weights = {(u, v): w for u, v, w, _ in rows}
        if len(weights) != len(rows):
            raise ValueError("an edge is listed twice")
        if not all(isinstance(learnable, bool) for *_, learnable in rows):
            raise ValueError("the learnable flag of an edge must be true or false")
        return Dag(inputs, output, parsed, weights, [(u, v) for u, v, _, learnable in rows if not learnable], shared)

    def _key(self) -> tuple[object, ...]:
        return (
            self.inputs,
            self.output,
            frozenset(self.activations.items()),
            frozenset(self.weights.items()),
            self.frozen,
            self.shared,
        )

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Dag) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Dag({len(self.inputs)} inputs, {len(self.inner)} inner vertices, {len(self.edges)} edges)"


def fully_connected(
    matrices: Sequence[Sequence[Sequence[Rational]]],
    activation: Activation = RELU,
    output_activation: Activation = LINEAR,
) -> Dag:
    """The fully-connected network of Definition 2 with W[l] of shape (n_{l+1}, n_l); the last matrix has one row.

    Vertices: x1.. for inputs, h{layer}_{unit} for hidden units, o for the output.
    Raises ValueError on empty or ragged matrices, widths that do not match, or more than one output row.
    """
    if not matrices:
        raise ValueError("a fully-connected network needs at least one matrix")
    widths = [len(matrices[0][0]) if matrices[0] else 0] + [len(m) for m in matrices]
    for level, m in enumerate(matrices):
        if not m or not widths[level] or any(len(row) != widths[level] for row in m):
            raise ValueError(f"matrix {level + 1} must be rectangular with {widths[level]} columns and not empty")
    if widths[-1] != 1:
        raise ValueError(f"scalar output: the last matrix must have 1 row, not {widths[-1]}")
    layers = [[f"x{j + 1}" for j in range(widths[0])]]
    layers += [[f"h{level}_{k + 1}" for k in range(n)] for level, n in enumerate(widths[1:-1], 1)]
    layers.append(["o"])
    weights = {
        (layers[level][j], layers[level + 1][k]): m[k][j]
        for level, m in enumerate(matrices)
        for k in range(widths[level + 1])
        for j in range(widths[level])
    }
    activations = {v: activation for layer in layers[1:-1] for v in layer}
    return Dag(layers[0], "o", {**activations, "o": output_activation}, weights)


def layers_of(net: Dag) -> list[list[str]]:
    """The layer partition of Definition 2, inputs first. Raises ValueError if the network is not fully-connected."""
    depth: dict[str, int] = {}
    for v in net.order:
        depth[v] = 1 + max((depth[u] for u in net.ins[v]), default=-1)
    layers: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    for v in net.vertices:
        layers[depth[v]].append(v)
    wanted = {(u, v) for a, b in zip(layers, layers[1:], strict=False) for u in a for v in b}
    if tuple(layers[0]) != net.inputs or layers[-1] != [net.output] or wanted != set(net.edges):
        raise ValueError("not a fully-connected network (Definition 2)")
    return layers


def weight_matrix(net: Dag, sources: Sequence[str], targets: Sequence[str]) -> Matrix:
    """Matrix with entry [k][j] = weight of the edge from sources[j] to targets[k], 0 where there is no edge."""
    return [[net.weights.get((u, v), Fraction(0)) for u in sources] for v in targets]


def layer_matrices(net: Dag) -> list[Matrix]:
    """W[l] of shape (n_{l+1}, n_l), entry [k][j] = weight from unit j to unit k, l = 1..L (paper, section 2).

    Raises ValueError if the network is not fully-connected.
    """
    layers = layers_of(net)
    return [weight_matrix(net, a, b) for a, b in zip(layers, layers[1:], strict=False)]


def layered(net: Dag) -> bool:
    """Whether a network is fully connected, layer by layer."""
    try:
        layers_of(net)
    except ValueError:
        return False
    return True


# Path enumeration, unrolled tree, weight pull-back and the decomposition nu = mu o h.
#
# Source: Le & Jegelka (2022), Definition 4, Definitions 8 and 9, Lemmas 2, 5, 6, 7 (section 3, appendix B).
#
# Readings that the text leaves open, fixed here: * sgn maps into {-1, 1} in the paper, so sgn(0) has to be chosen:
# sgn(0) = +1. * The sign put on the subdivided input edge is the product of the sgn(w_e), not the sgn of the product:
# with a zero weight on the path only the former is a function of the signs of the weights (both give the same network
# function). * For the same reason the sign of every edge of the tree is that of the original weight, as step 1 in the
# proof of Lemma 5 states it. Iterating Lemma 7 literally multiplies a zero into the next weight and forgets that
# weight's sign. * A path is a set of edges. Read as a set of vertices, as one line of the proof of Lemma 6 has it, the
# Hasse diagram of Definition 8 is not a tree as soon as there is a skip connection; and its edges run here from the
# longer path to the shorter one, as Definition 9 needs.
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
