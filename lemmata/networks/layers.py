"""Layers in the sense of Definition 6 of Le & Jegelka (2022), all of them, on small graphs."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from lemmata.networks.dag import Dag, Edge

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
