"""What the claims about network graphs mean, in exact rationals, and what shows that one of them fails.

Source: Le & Jegelka (2022), section 3 and appendix B.  A witness is plain data: the two values of a function, the
vertices of a cycle, an edge with its weight, or another network with the same signs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import networkx as nx

from numerics.networks.dag import Dag
from numerics.networks.paths import TreeNetwork, path_enumeration, path_inputs, sgn, sign_copy, tree_network
from theorems.language import networks
from theorems.language.text import write

Build = Callable[[Dag], TreeNetwork]
Input = Sequence[Fraction]
Witness = dict[str, Any]


def holds(clause: Any, net: Dag, x: Input, build: Build = tree_network) -> bool:
    """Whether a clause holds for a network at an input; see `failure`."""
    return failure(clause, net, x, build) is None


def failure(clause: Any, net: Dag, x: Input, build: Build = tree_network) -> Witness | None:
    """What shows that a clause fails for a network at an input, None where it holds; `build` makes the tree network.

    Raises TypeError for a clause this checker does not know.
    """
    match clause, clause.args:
        case networks.SameFunction(), (
            networks.TreeNetwork() as mu,
            networks.PathProducts() as h,
            networks.Network(),
        ) if _plain(mu) and _plain(h.args[0]):
            composed, direct = build(net).net(_products(h, net, x, build)), net(x)
            return None if composed == direct else {"lhs": str(composed), "rhs": str(direct)}
        case networks.IsTree(), (subject,) if _plain(subject):
            return _no_tree(_network(subject, net, build))
        case networks.UnitWeights(), (subject,) if _plain(subject):
            weights = _network(subject, net, build).weights
            return next(({"edge": list(e), "weight": str(w)} for e, w in weights.items() if abs(w) != 1), None)
        case networks.DeterminedBySigns(), (networks.PathProducts() as h, networks.Network()) if _plain(h.args[0]):
            return _more_than_signs(net, lambda other: _products(h, other, x, build))
        case networks.DeterminedBySigns(), (subject, networks.Network()) if _plain(subject):
            return _more_than_signs(net, lambda other: _network(subject, other, build))
        case networks.StableSigns(), (networks.Network(),):
            return next(({"edge": list(e), "weight": "0"} for e, w in net.weights.items() if w == 0), None)
    raise TypeError(f"the graph checker does not know {write(clause)}")


def _plain(subject: Any) -> bool:
    """Whether something is the network or its tree network, and nothing nested deeper."""
    inner = subject.args[0] if isinstance(subject, networks.TreeNetwork) else subject
    return isinstance(inner, networks.Network)


def _network(subject: Any, net: Dag, build: Build) -> Dag:
    """The network itself, or its tree network."""
    return build(net).net if isinstance(subject, networks.TreeNetwork) else net


def _products(h: Any, net: Dag, x: Input, build: Build) -> list[Fraction]:
    """The coordinate a path starts from times the weights along it: the network's, or its tree network's own."""
    tree = build(net)
    if isinstance(h.args[0], networks.TreeNetwork):
        return path_enumeration(tree.net, path_inputs(net, tree.paths, x))
    return path_enumeration(net, x, tree.paths)


def _no_tree(net: Dag) -> Witness | None:
    """A shortest cycle of a cycle basis, or a vertex that cannot be reached from the first one."""
    graph = net.graph.to_undirected()
    if cycles := nx.cycle_basis(graph):
        return {"cycle": min(cycles, key=lambda c: (len(c), c))}
    first = net.vertices[0]
    reached = nx.node_connected_component(graph, first)
    return next(({"apart": [first, v]} for v in net.vertices if v not in reached), None)


def _more_than_signs(net: Dag, read: Callable[[Dag], Any]) -> Witness | None:
    """The weights of another network with the same signs of which something else is read; None where none is."""
    if read(net) == read(sign_copy(net)):
        return None
    return {"other": [[u, v, str(sgn(w))] for (u, v), w in net.weights.items() if w != sgn(w)]}
