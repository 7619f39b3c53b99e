"""What Le & Jegelka (2022) say of tree networks, looked at on one network; and a false variant of one."""

from collections.abc import Sequence
from fractions import Fraction

import networkx as nx

from lemmata.networks.dag import Dag, Edge, Rational, TreeNetwork, path_enumeration, sign_copy, tree_network


def depends_on_signs_only(net: Dag) -> bool:
    """Whether mu is the same, vertex by vertex and weight by weight, for the network and for its sign copy."""
    return tree_network(net) == tree_network(sign_copy(net))


def is_tree(net: Dag) -> bool:
    """Definition 3: the underlying undirected graph is a tree."""
    return bool(nx.is_tree(net.graph.to_undirected()))


def has_unit_weights(net: Dag) -> bool:
    """Whether every weight is -1 or +1."""
    return all(abs(w) == 1 for w in net.weights.values())


def composed_value(net: Dag, tree: TreeNetwork, x: Sequence[Rational]) -> Fraction:
    """mu(h(x)), exact."""
    return tree.net(path_enumeration(net, x, tree.paths))


def flip_sign(tree: TreeNetwork, edge: Edge) -> TreeNetwork:
    """The tree network with the weight of one edge negated: a false variant for negative controls."""
    if edge not in tree.net.weights:
        raise ValueError(f"no edge {edge}")
    return TreeNetwork(tree.net.with_weights({edge: -tree.net.weights[edge]}), tree.paths)
