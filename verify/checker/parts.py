"""Parts of networks named in flow certificates: arrays of neurons, sets of edges, and the weights between them.

An array lists its positions, each a list of its channels; all but the neurons of convolutions share one position.
Source: Le & Jegelka (2022), Definitions 5, 6, 11, Theorem 1, Lemma 8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from verify.checker.format import CertificateError, NotEstablished, string
from verify.checker.functions import Rule
from verify.checker.matrices import Mat, Vec, matrix
from verify.checker.networks import Edge, Network, edge_of
from verify.checker.numbers import Undefined, parts
from verify.checker.syntax import Tree, as_integer

Array = list[list[str]]


def part(value: Any, net: Network, domain: str, parameters: list[Tree]) -> Any:
    """The array or set of edges a variable stands for: a rectangle of vertices, or learnable edges, all different."""
    if not isinstance(value, list) or not all(isinstance(item, list) for item in value):
        raise CertificateError("an array of neurons is a list of positions, a set of edges a list of edges")
    if domain == "edges":
        edges = [edge_of(e, "an edge of a set") for e in value]
        if len(set(edges)) != len(edges) or not _own(net, edges):
            raise NotEstablished("a set of edges holds an edge twice, or one that has no learnable weight of its own")
        return edges
    array = [[string(v, "a neuron") for v in position] for position in value]
    members = [v for position in array for v in position]
    if not members or len({len(position) for position in array}) != 1 or len(set(members)) != len(members):
        raise NotEstablished("an array of neurons has as many channels at every position, all of them different")
    if any(v not in net.ins for v in members):
        raise NotEstablished("an array holds a neuron that is not in the network")
    if len(parameters) > 1 and as_integer(parameters[1]) != len(array[0]):
        raise NotEstablished(f"an array has not {as_integer(parameters[1])} channels")
    return array


def flat(array: Array) -> list[str]:
    """The neurons, position by position."""
    return [v for position in array for v in position]


def _own(net: Network, edges: Iterable[Edge]) -> bool:
    """Whether edges are in the network, learnable, and share their weights with no others."""
    taken = {e for group in net.shared for e in group} | net.frozen
    return all(e in net.weights and e not in taken for e in edges)


def _joined(net: Network, tails: Iterable[str], heads: Iterable[str]) -> bool:
    """Whether every tail has an edge of its own, learnable, to every head."""
    heads = list(heads)
    return _own(net, [(a, b) for a in tails for b in heads])


def _only(net: Network, into: Iterable[str], tails: Iterable[str], out_of: Iterable[str], heads: Iterable[str]) -> bool:
    """Whether edges into some vertices come from `tails` only and edges out of others lead to `heads` only."""
    tails, heads = set(tails), set(heads)
    return all(tails.issuperset(net.ins[v]) for v in into) and all(heads.issuperset(net.outs[v]) for v in out_of)


def _fully_connected(net: Network, a: Array, b: Array) -> bool:
    u, v = flat(a), flat(b)
    return len(b) == 1 and _joined(net, u, v) and _only(net, v, u, u, v)


def _free_block(net: Network, a: Array, h: Array, b: Array) -> bool:
    x, y, z = flat(a), flat(h), flat(b)
    inside = len(h) == len(b) == 1 and _joined(net, x, [*y, *z]) and _joined(net, y, z) and _only(net, y, x, y, z)
    return inside and _only(net, z, [*x, *y], x, [*y, *z])


def _residual_block(net: Network, a: Array, h: Array, b: Array) -> bool:
    x, y, z = flat(a), flat(h), flat(b)
    if _free_block(net, a, h, b):
        return True
    if (
        len(h) != 1
        or len(b) != 1
        or len(x) != len(z)
        or not (_joined(net, x, y) and _joined(net, y, z) and _only(net, y, x, y, z))
    ):
        return False
    pairs = list(zip(x, z, strict=True))
    if not all((u, v) in net.weights and _only(net, [v], [*y, u], [u], [*y, v]) for u, v in pairs):
        return False
    identity = all(e in net.frozen and net.weights[e] == 1 for e in pairs)
    return identity or all(_joined(net, [u], [v]) for u, v in pairs)


def _kernel_edges(net: Network, a: Array, b: Array) -> list[list[list[Edge]]]:
    """Edges [tap][channel of a][channel of b] at the first position of b.  Raises NotEstablished for no convolution.

    Every position of b sees whole positions of a, as many as the others, through the same parameters; these are
    learnable, all different, and used nowhere else; a leads to b only.
    """
    one, failed = net.parameters(), NotEstablished("no convolution leads from one array to the other")
    patches = []
    for position in b:
        seen = [p for p in a if set(p) & set(net.ins[position[0]])]
        if any(set(net.ins[v]) != set(flat(seen)) for v in position):
            raise failed
        patches.append(seen)
    taps = [[[(u, v) for v in b[0]] for u in p] for p in patches[0]]
    places: dict[Edge, set[Edge]] = {one[e]: set() for tap in taps for row in tap for e in row}
    if not taps or len(places) != len(taps) * len(a[0]) * len(b[0]) or not _only(net, [], [], flat(a), flat(b)):
        raise failed
    by_first = {one[tap[0][0]]: tap for tap in taps}
    for position, patch in zip(b, patches, strict=True):
        found = [by_first.get(one[p[0], position[0]]) for p in patch]
        if len(found) != len(taps) or any(tap is None for tap in found) or len({id(t) for t in found}) != len(taps):
            raise failed
        for tap, p in zip(found, patch, strict=True):
            for m, u in enumerate(p):
                for k, v in enumerate(position):
                    if one[u, v] != one[(tap or [])[m][k]]:
                        raise failed
                    places[one[u, v]].add((u, v))
    if any(e in net.frozen for edges in places.values() for e in edges):
        raise failed
    if any(one[e] in places and e not in places[one[e]] for e in net.weights):
        raise failed
    return taps


def _convolution(net: Network, a: Array, b: Array) -> bool:
    return bool(_kernel_edges(net, a, b))


def _convolutional_neurons(net: Network, v: Array) -> bool:
    """Definition 11: parameters into each channel the same at all positions, neighbours the same for all channels."""
    one = net.parameters()
    for position in v:
        edges = [(a, c) for c in position for a in net.ins[c]] + [(c, b) for c in position for b in net.outs[c]]
        if any(c not in net.slopes or c == net.output for c in position) or any(e in net.frozen for e in edges):
            return False
        if any(set(net.ins[c]) != set(net.ins[position[0]]) for c in position):
            return False
        if any(set(net.outs[c]) != set(net.outs[position[0]]) for c in position):
            return False
    into = [[sorted(one[a, c] for a in net.ins[c]) for c in position] for position in v]
    return all(position == into[0] for position in into)


def _apart(net: Network, edges: list[Edge]) -> bool:
    """Whether no path holds two of the edges."""
    below = {v: {v} for v in net.order}
    for v in reversed(net.order):
        for b in net.outs[v]:
            below[v] |= below[b]
    return not any(f[0] in below[e[1]] for e in edges for f in edges if e != f)


def _is_layer(net: Network, edges: list[Edge]) -> bool:
    near = {v: [*net.ins[v], *net.outs[v]] for v in net.order}
    gone = {*edges, *((b, a) for a, b in edges)}
    reached, todo = {net.order[0]}, [net.order[0]]
    while todo:
        v = todo.pop()
        new = {b for b in near[v] if (v, b) not in gone} - reached
        reached |= new
        todo += new
    return _apart(net, edges) and len(reached) < len(near)


def _is_cut(net: Network, edges: list[Edge]) -> bool:
    fed = set(net.inputs)
    for v in net.order:
        if any(a in fed and (a, v) not in edges for a in net.ins[v]):
            fed.add(v)
    return _apart(net, edges) and net.output not in fed


CLAUSES: dict[str, Callable[..., bool]] = {
    "fully_connected": _fully_connected,
    "convolution": _convolution,
    "free_block": _free_block,
    "residual_block": _residual_block,
    "convolutional_neurons": _convolutional_neurons,
    "is_layer": _is_layer,
    "is_cut": _is_cut,
}


def hypothesis(tree: Tree, net: Network, at: dict[str, Any], xs: list[list[Fraction]]) -> bool:
    """Whether a hypothesis is one on parts, and then it holds.  Raises NotEstablished where it does not."""
    match tree:
        case ("call", "same_slopes_within", ("name", v)) if isinstance(at.get(v), list):
            for x in xs:
                slopes = net.steepness(x)
                if any(len({slopes[c] for c in position}) > 1 for position in at[v]):
                    raise NotEstablished(f"the channels of {v} do not have the same slope on every data point")
            return True
        case ("call", name, *args) if name in CLAUSES:
            named = [at.get(arg[1]) if arg[0] == "name" else None for arg in args]
            if not all(isinstance(p, list) for p in named):
                raise CertificateError(f"{name}(...) speaks of something the certificate does not name")
            if not CLAUSES[name](net, *named):
                raise NotEstablished(f"hypothesis not established: {name} fails for this network")
            return True
    return False


def _part(ev: Any, tree: Tree) -> Any:
    value = ev.at.get(tree[1]) if tree[0] == "name" else None
    if not isinstance(value, list):
        raise CertificateError("an array of neurons or a set of edges was expected")
    return value


def _weights(ev: Any, a: Tree, b: Tree) -> Mat:
    tails, heads = flat(_part(ev, a)), flat(_part(ev, b))
    return matrix(([ev.weights.get((u, v), Fraction(0)) for u in tails] for v in heads), len(tails))


def _kernel(ev: Any, a: Tree, b: Tree) -> Mat:
    taps = _kernel_edges(ev.net, _part(ev, a), _part(ev, b))
    rows = [[ev.weights[row[k]] for tap in taps for row in tap] for k in range(len(taps[0][0]))]
    return matrix(rows, len(rows[0]))


def _kernel_in(ev: Any, a: Tree, b: Tree) -> Mat:
    taps = _kernel_edges(ev.net, _part(ev, a), _part(ev, b))
    rows = [[ev.weights[row[k]] for row in tap] for tap in taps for k in range(len(tap[0]))]
    return matrix(rows, len(rows[0]))


def _by_channel(ev: Any, inner: Tree, array: Tree) -> Mat:
    value, width = ev.matrix(inner), len(_part(ev, array)[0])
    if value.cols % width:
        raise NotEstablished("rows cannot be cut into pieces of as many entries as there are channels")
    rows = (row[k : k + width] for row in value.rows for k in range(0, value.cols, width))
    return matrix(rows, width)


def _hstack(ev: Any, *args: Tree) -> Mat:
    blocks = [ev.matrix(a) for a in args]
    if len({len(b.rows) for b in blocks}) != 1:
        raise CertificateError("blocks beside each other differ in height")
    rows = ([x for row in rows for x in row] for rows in zip(*(b.rows for b in blocks), strict=True))
    return matrix(rows, sum(b.cols for b in blocks))


def _edge_weights(ev: Any, name: Tree) -> Mat:
    return matrix(([ev.weights[e]] for e in _part(ev, name)), 1)


def _output_weights(ev: Any, _: Tree) -> Mat:
    o = ev.net.output
    if not _own(ev.net, [(a, o) for a in ev.net.ins[o]]):
        raise NotEstablished("an edge into the output has no learnable weight of its own")
    return matrix(([ev.weights[a, o]] for a in ev.net.ins[o]), 1)


def _products(outgoing: bool, everywhere: bool) -> Callable[..., Vec]:
    """Products over w_IN or w_OUT of Lemma 8: pairs of parameters that occur at every position, or at some."""

    def rule(ev: Any, name: Tree) -> Vec:
        one, found = ev.net.parameters(), []
        array = _part(ev, name)
        if len(array[0]) != 2:
            raise CertificateError("pairs of weights are taken of two channels")
        for u, v in array:
            if outgoing:
                found.append({(one[u, b], one[v, b]) for b in ev.net.outs[u] if b in ev.net.outs[v]})
            else:
                found.append({(one[a, u], one[a, v]) for a in ev.net.ins[u] if a in ev.net.ins[v]})
        pairs = set.intersection(*found) if everywhere else set.union(*found)
        return Vec(ev.weights[e] * ev.weights[f] for e, f in sorted(pairs))

    return rule


def _modulus(x: Any) -> Any:
    """Absolute value of something that moves, its derivative with it.  Raises Undefined where there is none."""
    value, _ = parts(x)
    if not isinstance(value, Fraction):
        raise NotEstablished("the absolute value of something that is not rational")
    if value == 0:
        raise Undefined("the absolute value has no derivative at zero")
    return x if value > 0 else -x


RULES: dict[str, Rule] = {
    "abs": (lambda ev, a: ev.map(_modulus, ev(a)), (1,)),
    "weights": (_weights, (2,)),
    "kernel": (_kernel, (2,)),
    "kernel_in": (_kernel_in, (2,)),
    "by_channel": (_by_channel, (2,)),
    "hstack": (_hstack, ()),
    "edge_weights": (_edge_weights, (1,)),
    "output_weights": (_output_weights, (1,)),
    "in_products": (_products(False, True), (1,)),
    "out_products": (_products(True, True), (1,)),
    "some_out_products": (_products(True, False), (1,)),
}
