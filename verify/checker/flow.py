"""Kind "flow": an instant of gradient flow at which a quantity claimed to be constant has a non-zero derivative.

The velocity comes from a forward and a backward pass of `networks`; the derivative of the claimed quantity from
evaluating the text of the claim itself at weights w + (dw/dt) e with e * e = 0.
Source: Le & Jegelka (2022), section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from verify.checker.evaluate import Evaluator
from verify.checker.format import CertificateError, NotEstablished, rational, rational_rows
from verify.checker.functions import RULES
from verify.checker.matrices import Mat, Vec, matrix, total
from verify.checker.networks import Edge
from verify.checker.numbers import Dual, Undecided, Undefined, parts
from verify.checker.parts import establish, flat, kernel
from verify.checker.setting import Setting, own, read_setting
from verify.checker.syntax import Tree, parse_expression


def velocity(s: Setting, slopes: list[Fraction], known: dict[Fraction, Fraction]) -> dict[Edge, Fraction]:
    """dw/dt = -(1/n) sum_i loss'_i y_i d nu(x_i)/dw, zero where frozen, summed over edges that share a parameter.

    Raises NotEstablished unless some loss has these slopes, and those `known` before at other margins.
    """
    out = dict.fromkeys(s.net.weights, Fraction(0))
    for x, y, d in zip(s.xs, s.ys, slopes, strict=True):
        value, gradient = s.net.gradient(x)
        if known.setdefault(y * value, d) != d:
            raise NotEstablished("two derivatives of the loss at one margin: no loss has them")
        for edge, g in gradient.items():
            if edge not in s.net.frozen:
                out[edge] -= d * y * g / len(s.ys)
                s.clock(out[edge])
    for group in s.net.shared:
        out |= dict.fromkeys(group, total(out[edge] for edge in group))
    return out


class Weights(Evaluator):
    """Evaluates expressions in the weights of a network, which may move or be others than its own."""

    def __init__(self, s: Setting, weights: Mapping[Edge, Any]) -> None:
        integers = {name: Fraction(v) for name, v in s.values.items() if s.domains[name] == "integer"}
        super().__init__(integers, s.clock.deadline)
        self.s, self.weights = s, weights

    def rules(self) -> Mapping[str, Any]:
        return RULES_HERE

    def column(self, edges: list[Edge]) -> Mat:
        """Weights of edges, each learnable and its own, as a column."""
        return self.between([[e] for e in edges], 1)

    def between(self, rows: list[list[Edge]], cols: int) -> Mat:
        """Weights of edges, each learnable and its own."""
        if not own(self.s.net, [e for row in rows for e in row]):
            raise NotEstablished("an edge has no learnable weight of its own")
        return matrix(([self.weights[e] for e in row] for row in rows), cols)


def _dot(ev: Weights, a: Tree, b: Tree) -> Any:
    x, y = ev.matrix(a), ev.matrix(b)
    if x.shape != y.shape or x.cols != 1:
        raise NotEstablished("an inner product of columns of different lengths")
    return total(p * q for (p,), (q,) in zip(x.rows, y.rows, strict=True))


def layer(ev: Weights, nu: Tree, k: Tree) -> Mat:
    """layer(nu, k): the weights into the k-th layer, a row for each of its units."""
    tails, heads = ev.s.layer(nu, k)
    return ev.between([[(a, b) for a in tails] for b in heads], len(tails))


def _output_weights(ev: Weights, nu: Tree) -> Mat:
    net = ev.s.itself(nu)
    return ev.column([(a, net.output) for a in net.ins[net.output]])


def _w_in(ev: Weights, name: Tree) -> Mat:
    v = ev.s.get(name, "vertex")
    return ev.column([(a, v) for a in ev.s.net.ins[v]])


def _w_out(ev: Weights, name: Tree) -> Mat:
    v = ev.s.get(name, "vertex")
    return ev.column([(v, b) for b in ev.s.net.outs[v]])


def _weights(ev: Weights, a: Tree, b: Tree) -> Mat:
    tails, heads = flat(ev.s.get(a, "neurons")), flat(ev.s.get(b, "neurons"))
    return matrix(([ev.weights.get((u, v), Fraction(0)) for u in tails] for v in heads), len(tails))


def _kernel(turned: bool) -> Callable[..., Mat]:
    """Rows by channels of the second array, or columns by channels of the first."""

    def rule(ev: Weights, a: Tree, b: Tree) -> Mat:
        taps = kernel(ev.s.net, ev.s.get(a, "neurons"), ev.s.get(b, "neurons"))
        outs = range(len(taps[0][0]))
        rows = [[row[k] for row in tap] for tap in taps for k in outs]
        rows = rows if turned else [[row[k] for tap in taps for row in tap] for k in outs]
        return matrix(([ev.weights[e] for e in row] for row in rows), len(rows[0]))

    return rule


def _by_channel(ev: Weights, inner: Tree, name: Tree) -> Mat:
    value, width = ev.matrix(inner), len(ev.s.get(name, "neurons")[0])
    if value.cols % width:
        raise NotEstablished("rows cannot be cut into pieces of as many entries as there are channels")
    return matrix((row[k : k + width] for row in value.rows for k in range(0, value.cols, width)), width)


def _hstack(ev: Weights, *args: Tree) -> Mat:
    blocks = [ev.matrix(a) for a in args]
    if len({len(b.rows) for b in blocks}) != 1:
        raise CertificateError("blocks beside each other differ in height")
    rows = zip(*(b.rows for b in blocks), strict=True)
    return matrix(([x for part in row for x in part] for row in rows), sum(b.cols for b in blocks))


def _products(outgoing: bool, everywhere: bool) -> Callable[..., Vec]:
    """Products over w_IN or w_OUT of Lemma 8: pairs of parameters that occur at every position, or at some."""

    def rule(ev: Weights, name: Tree) -> Vec:
        net, array, found = ev.s.net, ev.s.get(name, "neurons"), []
        one = net.parameters()
        if len(array[0]) != 2:
            raise NotEstablished("pairs of weights are taken of two channels")
        for u, v in array:
            if outgoing:
                found.append({(one[u, b], one[v, b]) for b in net.outs[u] if b in net.outs[v]})
            else:
                found.append({(one[a, u], one[a, v]) for a in net.ins[u] if a in net.ins[v]})
        pairs = set.intersection(*found) if everywhere else set.union(*found)
        return Vec(ev.weights[e] * ev.weights[f] for e, f in sorted(pairs))

    return rule


def _modulus(x: Any) -> Any:
    """Absolute value of something that moves, its derivative with it.  Raises Undefined where there is none."""
    if parts(x)[0] == 0:
        raise Undefined("the absolute value has no derivative at zero")
    return x if parts(x)[0] > 0 else -x


RULES_HERE: dict[str, Any] = {
    **{name: RULES[name] for name in ("sum", "vstack")},
    "abs": (lambda ev, a: ev._map(_modulus, ev(a)), (1,)),
    "dot": (_dot, (2,)),
    "w_in": (_w_in, (1,)),
    "w_out": (_w_out, (1,)),
    "layer": (layer, (2,)),
    "weights": (_weights, (2,)),
    "kernel": (_kernel(False), (2,)),
    "kernel_in": (_kernel(True), (2,)),
    "by_channel": (_by_channel, (2,)),
    "hstack": (_hstack, ()),
    "edge_weights": (lambda ev, f: ev.column(ev.s.get(f, "edges")), (1,)),
    "output_weights": (_output_weights, (1,)),
    "in_products": (_products(False, True), (1,)),
    "out_products": (_products(True, True), (1,)),
    "some_out_products": (_products(True, False), (1,)),
}


def check_flow(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established drift.  Raises NotEstablished or CertificateError."""
    s = read_setting(cert, seconds)
    (slopes,) = rational_rows([cert["slopes"]], "slopes")
    if len(slopes) != len(s.ys):
        raise CertificateError("slopes must list one derivative of the loss per label")
    quantity = s.claim(cert["text"]["claim"], "conserved")
    for tree in (("call", "stable_signs", ("name", s.name)), *map(parse_expression, cert["text"]["given"])):
        establish(tree, s)
    speed = velocity(s, slopes, {})
    try:
        value = Weights(s, {e: Dual(w, speed[e]) for e, w in s.net.weights.items()})(quantity)
    except (Undefined, Undecided) as why:
        raise NotEstablished(f"the claimed quantity has no derivative here: {why}") from why
    rows = [list(row) for row in value.rows] if isinstance(value, Mat) else [[value]]
    found = [[Fraction(parts(x)[1]) for x in row] for row in rows]
    rate = cert["rate"]
    if found != (rational_rows(rate, "rate") if isinstance(rate, list) else [[rational(rate, "rate")]]):
        raise NotEstablished("the recorded rate is not the derivative along the flow")
    if not any(x for row in found for x in row):
        raise NotEstablished("the derivative along the flow is zero")
    shown = "; ".join(", ".join(map(str, row)) for row in found)
    return [
        f"{cert['statement']}: drift at {s.said()}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"weights: {s.weights()}",
        f"velocity: {', '.join(f'{a}->{b}: {w}' for (a, b), w in speed.items())}; no pre-activation is at a kink",
        f"the claim says {cert['text']['claim'][0]}; its exact time derivative here is {shown}, not zero",
        "violation established",
    ]
