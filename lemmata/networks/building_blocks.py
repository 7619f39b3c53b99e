"""Parts of networks that le2022 speaks of: fully connected layers, convolutions, residual blocks; built and recognised.

Source: Le & Jegelka (2022), Definitions 5, 10, 11 and Theorem 1. An array of neurons is a tuple of positions, each a
tuple of channels; the neurons of a layer that is no convolution share one position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from lemmata.networks.dag import Activation, Dag, Edge

Array = tuple[tuple[str, ...], ...]
VARIANTS = ("identity", "diagonal", "free")


def flat(array: Array) -> list[str]:
    """The neurons of an array, position by position."""
    return [v for position in array for v in position]


def neurons(name: str, positions: int, channels: int) -> Array:
    """An array of new neurons: B1, B2 at one position, B1_1, B1_2, B2_1 ... at several."""
    place = [""] if positions == 1 else [f"{j + 1}_" for j in range(positions)]
    return tuple(tuple(f"{name}{at}{k + 1}" for k in range(channels)) for at in place)


@dataclass
class Plan:
    """A network in the making, part by part; `draw` gives the next weight."""

    draw: Callable[[], Fraction]
    activation: Callable[[], Activation]
    weights: dict[Edge, Fraction] = field(default_factory=dict)
    activations: dict[str, Activation] = field(default_factory=dict)
    frozen: set[Edge] = field(default_factory=set)
    shared: dict[object, list[Edge]] = field(default_factory=dict)

    def units(self, array: Array) -> None:
        """Neurons that are not inputs."""
        self.activations.update({v: self.activation() for v in flat(array)})

    def fully_connected(self, a: Array, b: Array) -> None:
        """An edge of its own from every neuron of a to every neuron of b."""
        self.weights.update({(u, v): self.draw() for u in flat(a) for v in flat(b)})

    def residual_block(self, a: Array, hidden: Array, b: Array, variant: str) -> None:
        """b = sigma(U sigma(Y a) + Z a), Z the identity, diagonal or any matrix (Definition 5).

        Raises ValueError for another variant, or arrays of different sizes around an identity or diagonal.
        """
        if variant not in VARIANTS:
            raise ValueError(f"unknown residual block {variant!r}: expected one of {', '.join(VARIANTS)}")
        self.fully_connected(a, hidden)
        self.fully_connected(hidden, b)
        if variant == "free":
            return self.fully_connected(a, b)
        for skip in zip(flat(a), flat(b), strict=True):
            self.weights[skip] = Fraction(1) if variant == "identity" else self.draw()
            if variant == "identity":
                self.frozen.add(skip)

    def convolution(self, a: Array, b: Array, patches: Sequence[Sequence[int]]) -> None:
        """Position j of b sees the positions patches[j] of a, tap by tap, through one kernel.

        Raises ValueError unless there is one patch per position, all of one length.
        """
        if len(patches) != len(b) or len({len(p) for p in patches}) != 1:
            raise ValueError("a convolution needs one patch per position, all of one length")
        for tap in range(len(patches[0])):
            for m in range(len(a[0])):
                for k in range(len(b[0])):
                    weight = self.draw()
                    edges = [(a[patch[tap]][m], b[j][k]) for j, patch in enumerate(patches)]
                    self.weights.update(dict.fromkeys(edges, weight))
                    self.shared[a, b, tap, m, k] = edges

    def network(self, inputs: Array, output: str) -> Dag:
        """The network so far. Raises ValueError as `Dag` does."""
        groups = [edges for edges in self.shared.values() if len(edges) > 1]
        return Dag(flat(inputs), output, self.activations, self.weights, self.frozen, groups)


def windows(positions: int, size: int, stride: int) -> list[list[int]]:
    """Patches of a convolution without padding: size consecutive positions, stride apart."""
    return [list(range(j, j + size)) for j in range(0, positions - size + 1, stride)]


def parameters(net: Dag) -> dict[Edge, Edge]:
    """For every edge the first edge that holds the same parameter."""
    return {e: e for e in net.edges} | {e: group[0] for group in net.shared for e in group}


def _between(tails: Sequence[str], heads: Sequence[str]) -> list[Edge]:
    return [(u, v) for u in tails for v in heads]


def is_fully_connected(net: Dag, a: Array, b: Array) -> bool:
    """Whether every neuron of a has an edge of its own to each of b, a leads nowhere else and nothing else to b.

    b must have one position.
    """
    before, after = flat(a), flat(b)
    if len(b) != 1:
        return False
    joined = all(set(net.ins[v]) == set(before) for v in after) and all(set(net.outs[u]) == set(after) for u in before)
    return joined and net.own(_between(before, after))


def block_variant(net: Dag, a: Array, hidden: Array, b: Array) -> str | None:
    """Which residual block leads from a through the hidden units to b, which have one position; None where none does.

    "free" for one neuron on either side of a learnable skip, which is diagonal too.
    """
    before, inside, after = flat(a), flat(hidden), flat(b)
    around = all(set(net.ins[v]) == set(before) and set(net.outs[v]) == set(after) for v in inside)
    if (
        len(hidden) != 1
        or len(b) != 1
        or not around
        or not net.own([*_between(before, inside), *_between(inside, after)])
    ):
        return None
    if all(set(net.ins[v]) == {*inside, *before} for v in after):
        full = all(set(net.outs[u]) == {*inside, *after} for u in before)
        if full and net.own(_between(before, after)):
            return "free"
    skips = list(zip(before, after, strict=False))
    single = len(before) == len(after) and all(
        set(net.ins[v]) == {*inside, u} and set(net.outs[u]) == {*inside, v} for u, v in skips
    )
    if single and net.own(skips):
        return "diagonal"
    if single and all(e in net.frozen and net.weights[e] == 1 for e in skips):
        return "identity"
    return None


def kernel_edges(net: Dag, a: Array, b: Array) -> list[list[list[Edge]]] | None:
    """Edges [tap][channel of a][channel of b] at the first position of b; None unless a convolution leads from a to b.

    All positions of b must see patches of a of one size through the same parameters, none of which is used elsewhere,
    and a must lead nowhere else.
    """
    one, inside = parameters(net), set(flat(b))
    members: dict[Edge, set[Edge]] = {}
    for e, first in one.items():
        members.setdefault(first, set()).add(e)
    patches = [_patch(net, a, position) for position in b]
    if any(patch is None for patch in patches) or any(not inside.issuperset(net.outs[u]) for u in flat(a)):
        return None
    taps = [[[(u, v) for v in b[0]] for u in a[p]] for p in patches[0] or ()]
    tap_of = {one[tap[0][0]]: k for k, tap in enumerate(taps)}
    used: dict[Edge, set[Edge]] = {}
    for position, patch in zip(b, patches, strict=True):
        order = [tap_of.get(one[a[p][0], position[0]], -1) for p in patch or ()]
        if sorted(order) != list(range(len(taps))):
            return None
        for tap, p in zip(order, patch or (), strict=True):
            for m, u in enumerate(a[p]):
                for k, v in enumerate(position):
                    used.setdefault(one[taps[tap][m][k]], set()).add((u, v))
    distinct = len(used) == sum(len(tap) * len(b[0]) for tap in taps)
    learnable = not any(e in net.frozen for edges in used.values() for e in edges)
    return taps if taps and distinct and learnable and all(members[p] == used[p] for p in used) else None


def _patch(net: Dag, a: Array, position: Sequence[str]) -> list[int] | None:
    """The positions of a that all channels of a position see; None if they see different or other neurons."""
    seen = set(net.ins[position[0]])
    patch = [p for p, channels in enumerate(a) if set(channels) & seen]
    wanted = {u for p in patch for u in a[p]}
    return patch if all(set(net.ins[v]) == wanted for v in position) else None


def is_convolutional(net: Dag, array: Array) -> bool:
    """Definition 11 to the letter: in-weights shared by the positions, neighbours by the channels, all learnable."""
    one = parameters(net)
    for position in array:
        first = position[0]
        alike = all(set(net.ins[v]) == set(net.ins[first]) and net.outs[v] == net.outs[first] for v in position)
        edges = [(u, v) for v in position for u in net.ins[v]] + [(v, o) for v in position for o in net.outs[v]]
        if not alike or first not in net.inner or any(e in net.frozen for e in edges):
            return False
    used = [[sorted(one[u, v] for u in net.ins[v]) for v in position] for position in array]
    return all(position == used[0] for position in used)


def paired(net: Dag, array: Array, outgoing: bool, everywhere: bool) -> list[tuple[Edge, Edge]]:
    """w_IN or w_OUT of Lemma 8 for an array of two channels: pairs of parameters, each named by its first edge.

    A pair belongs to it if at every position (or, unless `everywhere`, at some) an in-vertex (or out-vertex) is joined
    to the two channels by it.
    """
    one = parameters(net)
    at = []
    for u, v in array:
        near = net.outs[u] if outgoing else net.ins[u]
        edges = [((u, o), (v, o)) if outgoing else ((o, u), (o, v)) for o in near]
        at.append({(one[e], one[f]) for e, f in edges})
    found = set.intersection(*at) if everywhere else set.union(*at)
    return sorted(found)


def slopes_agree(net: Dag, array: Array, xs: Sequence[Sequence[Fraction]]) -> bool:
    """Whether all channels of each position have one activation slope on every input; an input passes on what it is."""
    for x in xs:
        pre = net.forward(x).pre
        for position in array:
            slopes = {net.activations[v].derivative(pre[v]) if v in net.activations else None for v in position}
            if len(slopes) > 1:
                return False
    return True


def is_array(net: Dag, array: Array) -> bool:
    """Whether all neurons are different vertices of the network, as many channels at every position."""
    members = flat(array)
    regular = len({len(position) for position in array}) == 1 and all(array)
    return regular and len(set(members)) == len(members) and set(members) <= set(net.vertices)
