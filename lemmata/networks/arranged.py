"""Networks made of given parts in a given order, drawn at random or enumerated from the smallest on.

A link says which part leads from which arrays of neurons to which: ("convolution", ("A", "B")), ("fully_connected",
("A", "B")), ("free_block", ("A", "H", "B")), or "residual_block", any variant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, islice, product

import networkx as nx

from lemmata.networks.building_blocks import VARIANTS, Array, Plan, flat, neurons, slopes_agree, windows
from lemmata.networks.dag import Activation, Dag, Edge
from lemmata.networks.gradient_flow import Data
from lemmata.networks.random_networks import FlowInstance, _until_smooth, random_weight, with_fixed_edges

Link = tuple[str, tuple[str, ...]]
Size = tuple[int, int]  # positions, channels
CAP, FEW, MOST = 40, 8, 130  # weights tried per layout, per layout without two units side by side, and altogether


@dataclass(frozen=True)
class Arranged(FlowInstance):
    """A flow instance with its arrays of neurons by name."""

    arrays: Mapping[str, Array] = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """Sizes of all arrays, patches of the convolutions and variants of the blocks, by the name of what they lead to.

    before: neurons of an input layer in front of the first array (0: that array holds the inputs); after: whether the
    last array is followed by an output neuron (else it is one); next to: whether the input layer also reaches the
    output past everything else, which asks for one.
    """

    links: tuple[Link, ...]
    sizes: Mapping[str, Size]
    patches: Mapping[str, Sequence[Sequence[int]]]
    variants: Mapping[str, str]
    before: int = 0
    after: bool = True
    two_lines: bool = False

    @property
    def arrays(self) -> dict[str, Array]:
        """The neurons of every array."""
        return {name: neurons(name, *size) for name, size in self.sizes.items()}

    def build(self, draw: Callable[[], Fraction], activation: Callable[[], Activation]) -> Dag:
        """The network, its weights and activations as they are drawn."""
        plan = Plan(draw, activation)
        arrays = self.arrays
        names = list(dict.fromkeys(name for _, used in self.links for name in used))
        first, last = arrays[names[0]], arrays[names[-1]]
        inputs = neurons("x", 1, self.before) if self.before else first
        if self.before:
            plan.units(first)
            plan.fully_connected(inputs, first)
        for name in names[1:]:
            plan.units(arrays[name])
        for kind, used in self.links:
            a, *_, b = (arrays[name] for name in used)
            if kind == "convolution":
                plan.convolution(a, b, self.patches[used[1]])
            elif kind == "fully_connected":
                plan.fully_connected(a, b)
            else:
                plan.residual_block(a, arrays[used[1]], b, self.variants[used[2]])
        if not self.after:
            return plan.network(inputs, flat(last)[0])
        output = (("o",),)
        plan.units(output)
        plan.fully_connected(last, output)
        if self.two_lines:
            side = (("s",),)
            plan.units(side)
            plan.fully_connected(inputs, side)
            plan.fully_connected(side, output)
        return plan.network(inputs, "o")


def _settle(
    links: Sequence[Link],
    first: Size,
    wanted: Mapping[str, int],
    patch: Mapping[str, Size],
    variants: Mapping[str, str],
) -> Layout | None:
    """The layout with the channels wanted; None where an identity or diagonal would join arrays of different sizes."""
    sizes: dict[str, Size] = {links[0][1][0]: first}
    patches: dict[str, list[list[int]]] = {}
    for kind, used in links:
        positions, channels = sizes[used[0]]
        if kind == "convolution":
            patches[used[1]] = windows(positions, *patch[used[1]])
            sizes[used[1]] = len(patches[used[1]]), wanted[used[1]]
            continue
        for name in used[1:]:
            sizes[name] = 1, wanted[name]
        if kind != "fully_connected" and variants[used[2]] != "free" and wanted[used[2]] != positions * channels:
            return None
    return Layout(tuple(links), sizes, patches, variants)


def _variants(kind: str) -> tuple[str, ...]:
    return tuple(reversed(VARIANTS)) if kind == "residual_block" else ("free",)


def random_layout(rng: random.Random, links: Sequence[Link], channels: Mapping[str, int], most: int = 3) -> Layout:
    """A layout with up to `most` channels, those given as they are."""
    while True:
        convolved = links[0][0] == "convolution"
        first = (rng.randint(1, 4), rng.randint(1, 2)) if convolved else (1, rng.randint(1, most))
        first = first[0], channels.get(links[0][1][0], first[1])
        wanted = {name: channels.get(name, rng.randint(1, most)) for _, used in links for name in used}
        variants = {used[-1]: rng.choice(_variants(kind)) for kind, used in links}
        for kind, used in links:
            if kind == "residual_block" and variants[used[-1]] != "free" and used[0] == links[0][1][0]:
                wanted[used[-1]] = first[0] * first[1]
        positions, patch = first[0], {}
        for kind, used in links:
            if kind == "convolution":
                size, stride = rng.randint(1, positions), rng.randint(1, 2)
                patch[used[1]] = size, stride
                positions = len(windows(positions, size, stride))
        layout = _settle(links, first, wanted, patch, variants)
        if layout is not None:
            before = rng.choice((0, rng.randint(1, 2)))
            two_lines = before > 0 and rng.random() < 0.5
            return Layout(layout.links, layout.sizes, layout.patches, variants, before, True, two_lines)


def draw(
    rng: random.Random,
    links: Sequence[Link],
    activations: Sequence[Activation],
    channels: Mapping[str, int] | None = None,
    same_slopes: str | None = None,
    layout: Layout | None = None,
) -> Arranged:
    """An instance off the kinks with non-zero weights; `same_slopes` names an array whose channels agree (see
    `architectures.slopes_agree`).

    Raises ValueError if none is found.
    """
    for _ in range(20):
        chosen = layout or random_layout(rng, links, channels or {}, 2 if same_slopes else 3)
        arrays = chosen.arrays

        def build(chosen: Layout = chosen) -> Dag:
            net = chosen.build(lambda: random_weight(rng), lambda: rng.choice(activations))
            last = flat(chosen.arrays[links[-1][1][-1]])
            beyond = [e for e in net.edges if e[0] in last]  # of which no part says anything
            return with_fixed_edges(rng, net, beyond) if chosen.after else net

        def accept(net: Dag, data: Data, arrays: Mapping[str, Array] = arrays) -> bool:
            return same_slopes is None or slopes_agree(net, arrays[same_slopes], data.xs)

        try:
            count = 1 if same_slopes else rng.randint(1, 2)
            found = _until_smooth(rng, build, count, 60, accept)
        except ValueError:
            continue
        return Arranged(found.net, found.data, found.derivatives, arrays)
    raise ValueError("no network of these parts off the kinks was found")


def smallest(links: Sequence[Link], activation: Activation, channels: Mapping[str, int]) -> Iterator[Arranged]:
    """Instances on one data point, one or two channels, integer weights; simplest first.

    One input, or where the parts begin with a convolution three, of which patches of two are taken: neurons at two
    positions, whose weights are shared.  All neurons have the same activation and the loss derivative is -1; there are
    at most `MOST`.
    """
    yield from islice(_smallest(links, activation, channels), MOST)


def _smallest(links: Sequence[Link], activation: Activation, channels: Mapping[str, int]) -> Iterator[Arranged]:
    names = list(dict.fromkeys(name for _, used in links for name in used))
    inner = names[1:-1]
    sizes = sorted(product((1, 2), repeat=len(inner)), key=lambda s: (sum(s), s))
    kinds = [(used[-1], _variants(kind)) for kind, used in links]
    for size in sizes:
        wanted = {names[0]: channels.get(names[0], 1), names[-1]: 1, **dict(zip(inner, size, strict=True))}
        if any(wanted[name] != count for name, count in channels.items()):
            continue
        for variants in product(*(options for _, options in kinds)):
            chosen = dict(zip((name for name, _ in kinds), variants, strict=True))
            first = (3 if links[0][0] == "convolution" else 1, wanted[names[0]])
            layout = _settle(links, first, wanted, {name: (2, 1) for name in names}, chosen)
            if layout is not None:
                yield from _weighted(Layout(layout.links, layout.sizes, layout.patches, chosen, 0, False), activation)


def _weighted(layout: Layout, activation: Activation) -> Iterator[Arranged]:
    count = 0

    def counting() -> Fraction:
        nonlocal count
        count += 1
        return Fraction(1)

    layout.build(counting, lambda: activation)
    positions, channels = layout.sizes[layout.links[0][1][0]]
    middle = [int(k == positions // 2) for k in range(positions) for _ in range(channels)]  # which every patch sees
    data = Data.of([middle], [1])
    alone = all(channels == 1 for _, channels in layout.sizes.values())
    for weights in islice(_simplest(count), FEW if alone else CAP):
        net = layout.build(map(Fraction, weights).__next__, lambda: activation)
        if not net.kinks(data.xs[0]):
            yield Arranged(net, data, (Fraction(-1),), layout.arrays)


def _simplest(count: int) -> Iterator[tuple[int, ...]]:
    """So many weights, small ones first, then by how many are negative, then in order."""
    if count <= 6:
        values = (1, -1, 2, -2) if count <= 4 else (1, -1, 2)
        yield from sorted(product(values, repeat=count), key=lambda w: (sum(map(abs, w)), sum(k < 0 for k in w), w))
        return
    for negative in range(count + 1):  # all of size 1
        for places in combinations(range(count), negative):
            yield tuple(-1 if k in places else 1 for k in range(count))


def display(links: Sequence[Link], channels: Mapping[str, int], most: int = 3) -> Layout:
    """A layout to show what is conserved: convolutions with real sharing, three channels where none are prescribed."""
    convolved = links[0][0] == "convolution"
    entrance = links[0][1][0]
    first = (3, channels.get(entrance, 1)) if convolved else (1, channels.get(entrance, most))
    names = {name for _, used in links for name in used}
    wanted = {name: channels.get(name, most) for name in names}
    patch, positions = {}, first[0]
    for kind, used in links:
        if kind == "convolution":
            patch[used[1]] = min(2, positions), 1
            positions = len(windows(positions, *patch[used[1]]))
    variants = {used[-1]: "free" for _, used in links}
    layout = _settle(links, first, wanted, patch, variants)
    assert layout is not None  # free blocks fit everywhere
    return layout


# Layers in the sense of Definition 6 of Le & Jegelka (2022), all of them, on small graphs.
Edges = tuple[Edge, ...]


def antichains(net: Dag) -> Iterator[Edges]:
    """Every set of learnable edges, their weights their own, no two of which lie on one path.

    The empty set is first; sets come by size, then in the order of the edges, so the simplest come first.
    """
    reach = {v: nx.descendants(net.graph, v) | {v} for v in net.vertices}
    edges = [e for e in net.edges if net.own([e])]
    apart = {
        (i, j): edges[j][0] not in reach[e[1]] and e[0] not in reach[edges[j][1]]
        for i, e in enumerate(edges)
        for j in range(i + 1, len(edges))
    }
    current: list[tuple[int, ...]] = [()]
    while current:
        longer = []
        for chosen in current:
            yield tuple(edges[k] for k in chosen)
            start = chosen[-1] + 1 if chosen else 0
            longer += [(*chosen, j) for j in range(start, len(edges)) if all(apart[i, j] for i in chosen)]
        current = longer


def layers(net: Dag) -> Iterator[Edges]:
    """All layers as Definition 6 is printed: antichains without which the graph is not connected.

    Of a graph that is not connected to begin with the empty set is one.
    """
    for edges in antichains(net):
        rest = nx.Graph(net.graph)
        rest.remove_edges_from(edges)
        if not nx.is_connected(rest):
            yield edges


def cuts(net: Dag) -> Iterator[Edges]:
    """All antichains that hold an edge of every path from an input to the output."""
    for edges in antichains(net):
        rest = nx.DiGraph(net.graph)
        rest.remove_edges_from(edges)
        if not nx.ancestors(rest, net.output) & set(net.inputs):
            yield edges
