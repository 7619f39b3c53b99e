"""What hypotheses and claims say of the units and edges of a network and of the parts it is made of.

Rules are given the scene and what their arguments stand for, each of the kind that the tables below name.
Source: Le & Jegelka (2022), Definitions 5, 6, 11, Theorem 1, Lemmas 3, 4 and 8.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lemmata.checker.format import require
from lemmata.checker.witnessed_spectra import Mat, column, matrix, stacked, total

Edge = tuple[str, str]
Array = list[list[str]]
Taps = list[tuple[tuple[Edge, ...], ...]]


def flat(array: Array) -> list[str]:
    """The neurons, position by position."""
    return [v for position in array for v in position]


def _pairs(tails: list[str], heads: list[str]) -> list[Edge]:
    return [(a, b) for a in tails for b in heads]


def _alone(s: Any, edges: Iterable[Edge], tails: list[str], heads: list[str]) -> bool:
    """Whether these are all the edges that lead out of some vertices or into others."""
    return {*edges} == {e for e in s.net.weights if e[0] in tails or e[1] in heads}


def _fully_connected(s: Any, a: Array, b: Array) -> bool:
    edges = _pairs(flat(a), flat(b))
    return len(b) == 1 and s.net.own(edges) and _alone(s, edges, flat(a), flat(b))


def _free_block(s: Any, a: Array, h: Array, b: Array) -> bool:
    x, y, z = flat(a), flat(h), flat(b)
    edges = _pairs(x, y) + _pairs(y, z) + _pairs(x, z)
    return len(h) == len(b) == 1 and s.net.own(edges) and _alone(s, edges, [*x, *y], [*y, *z])


def _residual_block(s: Any, a: Array, h: Array, b: Array) -> bool:
    """B = sigma(U sigma(Y A) + Z A) with Z any matrix, diagonal, or the identity, which is not learnable."""
    x, y, z = flat(a), flat(h), flat(b)
    edges, skips = _pairs(x, y) + _pairs(y, z), list(zip(x, z, strict=False))
    identity = all(e in s.net.frozen and s.net.weights[e] == 1 for e in skips)
    shaped = len(h) == len(b) == 1 and len(x) == len(z) and s.net.own(edges) and (identity or s.net.own(skips))
    return shaped and _alone(s, [*edges, *skips], [*x, *y], [*y, *z]) or _free_block(s, a, h, b)


def _taps(s: Any, a: Array, b: Array) -> Taps:
    """Parameters [tap][channel of a][channel of b] of a convolution.  Raises NotEstablished where there is none.

    Every position of b sees whole positions of a, as many as the others, through the same parameters; these are
    learnable, all different, and used nowhere else; a leads to b only.
    """
    one, found, used = s.net.parameters(), list[Taps](), set[Edge]()
    for position in b:
        patch = [p for p in a if any(u in s.net.ins[position[0]] for u in p)]
        used |= {*_pairs(flat(patch), position)}
        found.append([tuple(tuple(one.get((u, v), ("", "")) for v in position) for u in p) for p in patch])
    places = [e for tap in found[0] for row in tap for e in row]
    whole = used and _alone(s, used, flat(a), flat(b)) and used == {e for e in s.net.weights if one[e] in places}
    shared = len({*places}) == len(places) and all(sorted(taps) == sorted(found[0]) for taps in found)
    require(whole and shared and not used & s.net.frozen, "no convolution leads from one array to the other")
    return found[0]


def _convolutional_neurons(s: Any, array: Array) -> bool:
    """Definition 11: parameters into each channel the same at all positions, neighbours the same for all channels."""
    net, one, units = s.net, s.net.parameters(), flat(array)
    into = [[sorted(one[a, c] for a in net.ins[c]) for c in position] for position in array]
    same = all(net.ins[c] == net.ins[p[0]] and net.outs[c] == net.outs[p[0]] for p in array for c in p)
    inner = set(units) <= set(net.slopes) - {net.output} and not any(set(e) & set(units) for e in net.frozen)
    return same and inner and all(position == into[0] for position in into)


def reached(near: dict[str, list[str]], first: str) -> set[str]:
    """The vertices that can be reached from one."""
    found, todo = {first}, [first]
    for v in todo:  # grows while it is read
        new = [b for b in near[v] if b not in found]
        found.update(new)
        todo += new
    return found


def _apart(s: Any, edges: list[Edge]) -> bool:
    """Whether no path holds two of the edges."""
    below = {b: reached(s.net.outs, b) for _, b in edges}
    return not any(f[0] in below[e[1]] for e in edges for f in edges if e != f)


def _connected(s: Any, without: list[Edge]) -> bool:
    gone = {*without, *((b, a) for a, b in without)}
    near = {v: [b for b in (*s.net.ins[v], *s.net.outs[v]) if (v, b) not in gone] for v in s.net.order}
    return len(reached(near, s.net.order[0])) == len(near)


def _is_cut(s: Any, edges: list[Edge]) -> bool:
    left = {v: [b for b in s.net.outs[v] if (v, b) not in edges] for v in s.net.order}
    return _apart(s, edges) and not any(s.net.output in reached(left, v) for v in s.net.inputs)


def _same_slopes(s: Any, groups: Array) -> bool:
    require(s.xs, "slopes are compared on data points, of which there are none")
    for x in s.xs:
        slopes: dict[str, Fraction | None] = {**dict.fromkeys(s.net.inputs, None), **s.net.steepness(x)}
        if any(len({slopes[v] for v in group}) > 1 for group in groups):
            return False
    return True


def _same_neighbours(s: Any, u: str, v: str) -> bool:
    return bool(s.net.ins[u] == s.net.ins[v] and s.net.outs[u] == s.net.outs[v])


CLAUSES: dict[str, tuple[Any, ...]] = {
    "differentiable_loss": (lambda s: True,),  # that some such loss has the derivatives used, the kinds see to
    "stable_signs": (lambda s, net: all(net.weights.values()), "network"),  # Assumption 1: no weight is zero
    "same_neighbours": (_same_neighbours, "vertex", "vertex"),
    "same_slopes": (lambda s, u, v: _same_slopes(s, [[u, v]]), "vertex", "vertex"),
    "same_layer_slopes": (lambda s, net, k: _same_slopes(s, [s.layer(k)[1]]), "network", "number"),
    "same_slopes_within": (_same_slopes, "neurons"),
    "fully_connected": (_fully_connected, "neurons", "neurons"),
    "convolution": (_taps, "neurons", "neurons"),
    "free_block": (_free_block, "neurons", "neurons", "neurons"),
    "residual_block": (_residual_block, "neurons", "neurons", "neurons"),
    "convolutional_neurons": (_convolutional_neurons, "neurons"),
    "is_layer": (lambda s, e: _apart(s, e) and _connected(s, []) and not _connected(s, e), "edges"),
    "is_cut": (_is_cut, "edges"),
}


def _dot(s: Any, x: Mat, y: Mat) -> Any:
    require(x.shape == y.shape and x.cols == 1, "an inner product of columns of different lengths")
    return total(p * q for (p,), (q,) in zip(x.rows, y.rows, strict=True))


def _layer(s: Any, net: Any, k: Fraction) -> Mat:
    tails, heads = s.layer(k)
    require(net.own(_pairs(tails, heads)), "an edge of a layer has no learnable weight of its own")
    return s.between(tails, heads)


def _kernel(s: Any, a: Array, b: Array) -> Mat:
    """Rows by channels of the second array."""
    rows = [[s.net.weights[e] for e in row] for tap in _taps(s, a, b) for row in tap]
    return matrix(rows, len(rows[0])).T


def _kernel_in(s: Any, a: Array, b: Array) -> Mat:
    """Columns by channels of the first array."""
    taps = _taps(s, a, b)
    rows = [[s.net.weights[row[k]] for row in tap] for tap in taps for k in range(len(tap[0]))]
    return matrix(rows, len(rows[0]))


def _by_channel(s: Any, a: Mat, array: Array) -> Mat:
    width = len(array[0])
    require(a.cols % width == 0, "rows cannot be cut into pieces of as many entries as there are channels")
    return matrix((row[k : k + width] for row in a.rows for k in range(0, a.cols, width)), width)


def _products(into: bool, some: bool) -> Any:
    """Products over w_IN or w_OUT of Lemma 8: pairs of parameters that occur at every position, or at some."""

    def rule(s: Any, array: Array) -> Mat:
        require(len(array[0]) == 2, "pairs of weights are taken of two channels")
        one, near = s.net.parameters(), s.net.ins if into else s.net.outs
        found = []
        for u, v in array:
            common = [a for a in near[u] if a in near[v]]
            found.append({(one[a, u], one[a, v]) if into else (one[u, a], one[v, a]) for a in common})
        pairs = set.union(*found) if some else set.intersection(*found)
        return column(s.net.weights[e] * s.net.weights[f] for e, f in sorted(pairs))

    return rule


def _risk_change(s: Any, _: Any, size: Fraction) -> Any:
    require(s.step is not None, "risk_change(...) is used of single steps only")
    return s.step[0](size)


def _gradient_square(s: Any, _: Any) -> Any:
    require(s.step is not None, "gradient_square(...) is used of single steps only")
    return s.step[1] ** 2


FUNCTIONS: dict[str, tuple[Any, ...]] = {  # "*": any number more
    "dot": (_dot, "matrix", "matrix"),
    "hstack": (lambda s, *blocks: stacked(*(b.T for b in blocks)).T, "matrix", "matrix", "*"),
    "w_in": (lambda s, v: s.column([(a, v) for a in s.net.ins[v]]), "vertex"),
    "w_out": (lambda s, v: s.column([(v, b) for b in s.net.outs[v]]), "vertex"),
    "layer": (_layer, "network", "number"),
    "edge_weights": (lambda s, edges: s.column(edges), "edges"),
    "output_weights": (lambda s, net: s.column([(a, net.output) for a in net.ins[net.output]]), "network"),
    "weights": (lambda s, a, b: s.between(flat(a), flat(b)), "neurons", "neurons"),
    "kernel": (_kernel, "neurons", "neurons"),
    "kernel_in": (_kernel_in, "neurons", "neurons"),
    "by_channel": (_by_channel, "matrix", "neurons"),
    "in_products": (_products(into=True, some=False), "neurons"),
    "out_products": (_products(into=False, some=False), "neurons"),
    "risk_change": (_risk_change, "network", "number"),
    "gradient_square": (_gradient_square, "network"),
    "some_out_products": (_products(into=False, some=True), "neurons"),
}
