"""What hypotheses say of the units and edges of a network and of the parts it is made of.

Source: Le & Jegelka (2022), Definitions 5, 6, 11, Theorem 1, Lemmas 3, 4 and 8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from verify.checker.format import NotEstablished
from verify.checker.networks import Edge, Network
from verify.checker.setting import Setting
from verify.checker.syntax import Tree

Array = list[list[str]]
Taps = list[tuple[tuple[Edge, ...], ...]]


def flat(array: Array) -> list[str]:
    """The neurons, position by position."""
    return [v for position in array for v in position]


def _pairs(tails: list[str], heads: list[str]) -> list[Edge]:
    return [(a, b) for a in tails for b in heads]


def _alone(net: Network, edges: Iterable[Edge], tails: list[str], heads: list[str]) -> bool:
    """Whether these are all the edges that lead out of some vertices or into others."""
    return {*edges} == {e for e in net.weights if e[0] in tails or e[1] in heads}


def _fully_connected(net: Network, a: Array, b: Array) -> bool:
    edges = _pairs(flat(a), flat(b))
    return len(b) == 1 and net.own(edges) and _alone(net, edges, flat(a), flat(b))


def _free_block(net: Network, a: Array, h: Array, b: Array) -> bool:
    x, y, z = flat(a), flat(h), flat(b)
    edges = _pairs(x, y) + _pairs(y, z) + _pairs(x, z)
    return len(h) == len(b) == 1 and net.own(edges) and _alone(net, edges, [*x, *y], [*y, *z])


def _residual_block(net: Network, a: Array, h: Array, b: Array) -> bool:
    """B = sigma(U sigma(Y A) + Z A) with Z any matrix, diagonal, or the identity, which is not learnable."""
    x, y, z = flat(a), flat(h), flat(b)
    edges, skips = _pairs(x, y) + _pairs(y, z), list(zip(x, z, strict=False))
    identity = all(e in net.frozen and net.weights[e] == 1 for e in skips)
    shaped = len(h) == len(b) == 1 and len(x) == len(z) and net.own(edges) and (identity or net.own(skips))
    return shaped and _alone(net, [*edges, *skips], [*x, *y], [*y, *z]) or _free_block(net, a, h, b)


def kernel(net: Network, a: Array, b: Array) -> Taps:
    """Parameters [tap][channel of a][channel of b] of a convolution.  Raises NotEstablished where there is none.

    Every position of b sees whole positions of a, as many as the others, through the same parameters; these are
    learnable, all different, and used nowhere else; a leads to b only.
    """
    one, found, used = net.parameters(), list[Taps](), set[Edge]()
    for position in b:
        patch = [p for p in a if any(u in net.ins[position[0]] for u in p)]
        used |= {*_pairs(flat(patch), position)}
        found.append([tuple(tuple(one.get((u, v), ("", "")) for v in position) for u in p) for p in patch])
    places = [e for tap in found[0] for row in tap for e in row]
    whole = used and _alone(net, used, flat(a), flat(b)) and used == {e for e in net.weights if one[e] in places}
    shared = len({*places}) == len(places) and all(sorted(taps) == sorted(found[0]) for taps in found)
    if not whole or not shared or used & net.frozen:
        raise NotEstablished("no convolution leads from one array to the other")
    return found[0]


def _convolutional_neurons(net: Network, array: Array) -> bool:
    """Definition 11: parameters into each channel the same at all positions, neighbours the same for all channels."""
    one, units = net.parameters(), flat(array)
    into = [[sorted(one[a, c] for a in net.ins[c]) for c in position] for position in array]
    same = all(net.ins[c] == net.ins[p[0]] and net.outs[c] == net.outs[p[0]] for p in array for c in p)
    inner = set(units) <= set(net.slopes) - {net.output} and not any(set(e) & set(units) for e in net.frozen)
    return same and inner and all(position == into[0] for position in into)


def _apart(net: Network, edges: list[Edge]) -> bool:
    """Whether no path holds two of the edges."""
    below = {b: reached(net.outs, b) for _, b in edges}
    return not any(f[0] in below[e[1]] for e in edges for f in edges if e != f)


def reached(near: dict[str, list[str]], first: str) -> set[str]:
    """The vertices that can be reached from one."""
    found, todo = {first}, [first]
    for v in todo:  # grows while it is read
        new = [b for b in near[v] if b not in found]
        found.update(new)
        todo += new
    return found


def _connected(net: Network, without: list[Edge]) -> bool:
    gone = {*without, *((b, a) for a, b in without)}
    near = {v: [b for b in (*net.ins[v], *net.outs[v]) if (v, b) not in gone] for v in net.order}
    return len(reached(near, net.order[0])) == len(near)


def _is_layer(net: Network, edges: list[Edge]) -> bool:
    return _apart(net, edges) and _connected(net, []) and not _connected(net, edges)


def _is_cut(net: Network, edges: list[Edge]) -> bool:
    left = {v: [b for b in net.outs[v] if (v, b) not in edges] for v in net.order}
    return _apart(net, edges) and not any(net.output in reached(left, v) for v in net.inputs)


CLAUSES: dict[str, tuple[Callable[..., object], str, int]] = {  # the rule, the domain of its arguments, their number
    "fully_connected": (_fully_connected, "neurons", 2),
    "convolution": (kernel, "neurons", 2),
    "free_block": (_free_block, "neurons", 3),
    "residual_block": (_residual_block, "neurons", 3),
    "convolutional_neurons": (_convolutional_neurons, "neurons", 1),
    "is_layer": (_is_layer, "edges", 1),
    "is_cut": (_is_cut, "edges", 1),
}


def establish(tree: Tree, s: Setting) -> None:
    """Require a hypothesis at the weights the network has now.  Raises NotEstablished.

    That some differentiable loss has the derivatives used, the kinds see to.
    """
    match tree:
        case ("call", "differentiable_loss"):
            return
        case ("call", "stable_signs", nu):
            if zero := [edge for edge, w in s.itself(nu).weights.items() if w == 0]:
                raise NotEstablished(f"the weight of {zero[0]} is zero, which Assumption 1 excludes")
        case ("call", "same_neighbours", a, b):
            u, v = s.get(a, "vertex"), s.get(b, "vertex")
            if s.net.ins[u] != s.net.ins[v] or s.net.outs[u] != s.net.outs[v]:
                raise NotEstablished(f"{u} and {v} do not have the same neighbours")
        case ("call", "same_slopes", a, b):
            _same_slopes(s, [[s.get(a, "vertex"), s.get(b, "vertex")]])
        case ("call", "same_layer_slopes", nu, k):
            _same_slopes(s, [s.layer(nu, k)[1]])
        case ("call", "same_slopes_within", a):
            _same_slopes(s, s.get(a, "neurons"))
        case ("call", name, *args) if name in CLAUSES and len(args) == CLAUSES[name][2]:
            if not CLAUSES[name][0](s.net, *(s.get(arg, CLAUSES[name][1]) for arg in args)):
                raise NotEstablished(f"hypothesis not established: {name} fails for this network")
        case _:
            raise NotEstablished("a hypothesis is none that this checker knows")


def _same_slopes(s: Setting, groups: list[list[str]]) -> None:
    if not s.xs:
        raise NotEstablished("slopes are compared on data points, of which there are none")
    for x in s.xs:
        slopes: dict[str, Fraction | None] = {**dict.fromkeys(s.net.inputs, None), **s.net.steepness(x)}
        if units := next((group for group in groups if len({slopes[v] for v in group}) > 1), None):
            raise NotEstablished(f"{', '.join(units)} do not have the same slope on every data point")
