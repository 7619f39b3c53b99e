"""Where the balances of vertices and of pairs are claimed along gradient flow: Le & Jegelka (2022), Lemma 3."""

from __future__ import annotations

from itertools import combinations

from lemmata.networks.dag import Dag, Edge


def incident(net: Dag, v: str) -> list[Edge]:
    """The edges into and out of a vertex."""
    return [(a, v) for a in net.ins[v]] + [(v, b) for b in net.outs[v]]


def eligible_vertices(net: Dag) -> list[str]:
    """Inner vertices whose edges are all learnable, each with a weight of its own: where (4) is claimed."""
    return [v for v in net.inner if net.own(incident(net, v))]


def eligible_pairs(net: Dag) -> list[tuple[str, str]]:
    """Pairs of eligible vertices with the same in- and out-vertices: where (5) is claimed."""
    return [
        (u, v)
        for u, v in combinations(eligible_vertices(net), 2)
        if set(net.ins[u]) == set(net.ins[v]) and set(net.outs[u]) == set(net.outs[v])
    ]
