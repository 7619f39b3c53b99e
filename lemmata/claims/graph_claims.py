"""What the claims about network graphs mean, in exact rationals, and what shows that one of them fails.

Source: Le & Jegelka (2022), section 3 and appendix B.  A witness is plain data: the two values of a function, the
vertices of a cycle, an edge with its weight, or another network with the same signs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import networkx as nx

from lemmata.language import networks, unrolling
from lemmata.language.text import write
from lemmata.networks.dag import Dag
from lemmata.networks.paths import (
    TreeNetwork,
    absolute_tree_network,
    path_enumeration,
    path_inputs,
    pull_back,
    pull_back_input,
    sgn,
    sign_copy,
    tree_network,
    unroll,
    unroll_by_vertices,
)

Build = Callable[[Dag], TreeNetwork]
Input = Sequence[Fraction]
Witness = dict[str, Any]


def holds(clause: Any, net: Dag, x: Input, build: Build = tree_network, at: str | None = None) -> bool:
    """Whether a clause holds for a network at an input; see `failure`."""
    return failure(clause, net, x, build, at) is None


def failure(clause: Any, net: Dag, x: Input, build: Build = tree_network, at: str | None = None) -> Witness | None:
    """What shows that a clause fails for a network at an input, None where it holds; `build` makes the tree network.

    `at` is the vertex that the statement's vertex variable stands for. Raises TypeError for a clause this checker does
    not know.
    """
    match clause, clause.args:
        case unrolling.SingleOut(), (_,) if at is not None:
            return None if len(net.outs[at]) == 1 else {"out": list(net.outs[at])}
        case networks.SameFunction(), (subject, *fed, networks.Network()) if (
            made := _made(subject, net, at) or _tree(subject, net, build)
        ) is not None:
            composed, direct = made(_fed(subject, fed, net, x, at, build)), net(x)
            return None if composed == direct else {"lhs": str(composed), "rhs": str(direct)}
        case networks.IsTree(), (unrolling.UnrolledByVertices() as subject,) if _plain(subject):
            return _no_tree(unroll_by_vertices(net))
        case networks.IsTree(), (subject,) if (made := _made(subject, net, at)) is not None:
            return _no_tree(made.graph)
        case networks.UnitWeights(), (subject,) if (made := _made(subject, net, at)) is not None:
            return next(({"edge": list(e), "weight": str(w)} for e, w in made.weights.items() if abs(w) != 1), None)
        case networks.DeterminedBySigns(), (subject, networks.Network()) if _made(subject, net, at) is not None:
            return _more_than_signs(net, lambda other: _made(subject, other, at))
        case networks.IsTree(), (subject,) if _plain(subject):
            return _no_tree(_network(subject, net, build).graph)
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
    wrapped = isinstance(subject, networks.TreeNetwork | unrolling.UnrolledByVertices)
    inner = subject.args[0] if wrapped else subject
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


# Every conjunct asks for the trees of a network and of its sign copy.
_unrolled = lru_cache(maxsize=4)(unroll)


@lru_cache(maxsize=4)
def _absolute(net: Dag) -> Dag:
    return absolute_tree_network(net)[0].net


def _made(subject: Any, net: Dag, at: str | None) -> Dag | None:
    """The network of appendix B that a term stands for, None for any other term."""
    if not subject.args or not isinstance(subject.args[0], networks.Network):
        return None
    if isinstance(subject, unrolling.UnrolledNetwork):
        return _unrolled(net).net
    if isinstance(subject, unrolling.AbsoluteTree):
        return _absolute(net)
    if isinstance(subject, unrolling.PulledBack) and at is not None:
        return pull_back_input(net, at)[0] if at in net.inputs else pull_back(net, at)
    return None


def _tree(subject: Any, net: Dag, build: Build) -> Dag | None:
    """The tree network that a term stands for, None for any other term."""
    return build(net).net if isinstance(subject, networks.TreeNetwork) and _plain(subject) else None


def _fed(subject: Any, fed: Sequence[Any], net: Dag, x: Input, at: str | None, build: Build) -> list[Fraction]:
    """What such a network is fed. Raises TypeError for inputs that are not those of its kind."""
    if isinstance(subject, unrolling.PulledBack):
        if not fed:
            return list(x)
        if isinstance(fed[0], unrolling.ScaledInput) and at in net.inputs:
            _, factor = pull_back_input(net, at)
            return [c * factor if i == at else c for i, c in zip(net.inputs, x, strict=True)]
    elif len(fed) == 1 and isinstance(fed[0], networks.PathProducts) and _plain(fed[0].args[0]):
        return _products(fed[0], net, x, build)
    elif len(fed) == 1 and isinstance(fed[0], unrolling.PathInputs):
        return path_inputs(net, _unrolled(net).paths, x)
    elif len(fed) == 1 and isinstance(fed[0], unrolling.AbsolutePathProducts):
        return path_enumeration(net, x, absolute=True)
    raise TypeError(f"the graph checker does not know what {write(subject)} is fed")


def _no_tree(directed: nx.DiGraph) -> Witness | None:
    """A shortest cycle of a cycle basis, or a vertex that cannot be reached from the first one."""
    graph = directed.to_undirected()
    if cycles := nx.cycle_basis(graph):
        return {"cycle": min(cycles, key=lambda c: (len(c), c))}
    first = next(iter(directed))
    reached = nx.node_connected_component(graph, first)
    return next(({"apart": [first, v]} for v in directed if v not in reached), None)


def _more_than_signs(net: Dag, read: Callable[[Dag], Any]) -> Witness | None:
    """The weights of another network with the same signs of which something else is read; None where none is."""
    if read(net) == read(sign_copy(net)):
        return None
    return {"other": [[u, v, str(sgn(w))] for (u, v), w in net.weights.items() if w != sgn(w)]}
