"""Kind "flow": an instant of gradient flow at which a quantity claimed to be constant has a non-zero derivative.

The velocity comes from a forward and a backward pass of `networks`; the derivative of the claimed quantity from
evaluating the text of the claim itself at weights w + (dw/dt) e with e * e = 0.
Source: Le & Jegelka (2022), section 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import Any

from verify.checker.evaluate import Evaluator
from verify.checker.format import CertificateError, NotEstablished, rational, rational_rows
from verify.checker.limits import conform
from verify.checker.matrices import Mat, Vec, column, matrix, total
from verify.checker.networks import Edge
from verify.checker.numbers import Dual, Undecided, Undefined, checked, parts
from verify.checker.parts import establish, flat, kernel
from verify.checker.setting import Setting, read_setting
from verify.checker.syntax import Tree, parse_expression


def velocity(s: Setting, slopes: list[Fraction], known: dict[Fraction, Fraction]) -> dict[Edge, Fraction]:
    """dw/dt = -(1/n) sum_i loss'_i y_i d nu(x_i)/dw, zero where frozen, summed over edges that share a parameter.

    Raises NotEstablished unless some loss has these slopes, and those `known` before at other margins.
    """
    out = dict.fromkeys(s.net.weights, Fraction(0))
    if len(slopes) != len(s.ys):
        raise CertificateError("there must be one derivative of the loss per label")
    for x, y, d in zip(s.xs, s.ys, slopes, strict=True):
        value, gradient = s.net.gradient(x)
        if known.setdefault(y * value, d) != d:
            raise NotEstablished("two derivatives of the loss at one margin: no loss has them")
        for edge, g in gradient.items():
            if edge not in s.net.frozen:
                out[edge] = checked(out[edge] - d * y * g / len(s.ys))
    for group in s.net.shared:
        out |= dict.fromkeys(group, total(out[edge] for edge in group))
    return out


class Weights(Evaluator):
    """Evaluates expressions in the weights of a network, which may move or be others than its own."""

    known: tuple[str, ...] = ("sum", "vstack")  # functions whose values the evaluator knows

    def __init__(self, s: Setting, weights: Mapping[Edge, Any]) -> None:
        integers = {name: Fraction(v) for name, v in s.values.items() if s.domains[name] == "integer"}
        super().__init__(integers, inf, s.witnesses)
        self.s, self.weights = s, weights

    def __call__(self, tree: Tree) -> Any:
        net, array = self.s.net, lambda name: self.s.get(name, "neurons")
        match tree:
            case ("call", "abs", a):
                return self.map(_modulus, self(a))
            case ("call", "dot", a, b):
                x, y = self.matrix(a), self.matrix(b)
                if x.shape != y.shape or x.cols != 1:
                    raise NotEstablished("an inner product of columns of different lengths")
                return total(p * q for (p,), (q,) in zip(x.rows, y.rows, strict=True))
            case ("call", "w_in", v):
                return self.column([(a, self.s.get(v, "vertex")) for a in net.ins[self.s.get(v, "vertex")]])
            case ("call", "w_out", v):
                return self.column([(self.s.get(v, "vertex"), b) for b in net.outs[self.s.get(v, "vertex")]])
            case ("call", "layer", nu, k):
                tails, heads = self.s.layer(nu, k)
                if not net.own((a, b) for a in tails for b in heads):
                    raise NotEstablished("an edge of a layer has no learnable weight of its own")
                return self.between(tails, heads)
            case ("call", "edge_weights", name):
                return self.column(self.s.get(name, "edges"))
            case ("call", "output_weights", nu):
                return self.column([(a, net.output) for a in self.s.itself(nu).ins[net.output]])
            case ("call", "weights", a, b):
                return self.between(flat(array(a)), flat(array(b)))
            case ("call", "kernel", a, b):  # rows by channels of the second array
                taps = kernel(net, array(a), array(b))
                rows = [[row[k] for tap in taps for row in tap] for k in range(len(taps[0][0]))]
                return matrix(([self.weights[e] for e in row] for row in rows), len(rows[0]))
            case ("call", "kernel_in", a, b):  # columns by channels of the first
                taps = kernel(net, array(a), array(b))
                rows = [[row[k] for row in tap] for tap in taps for k in range(len(tap[0]))]
                return matrix(([self.weights[e] for e in row] for row in rows), len(rows[0]))
            case ("call", "by_channel", a, b):
                value, width = self.matrix(a), len(array(b)[0])
                if value.cols % width:
                    raise NotEstablished("rows cannot be cut into pieces of as many entries as there are channels")
                return matrix((row[k : k + width] for row in value.rows for k in range(0, value.cols, width)), width)
            case ("call", "hstack", _, _, *_):
                blocks = [self.matrix(b) for b in tree[2:]]
                if len({len(b.rows) for b in blocks}) != 1:
                    raise NotEstablished("blocks beside each other differ in height")
                beside = zip(*(b.rows for b in blocks), strict=True)
                return matrix(([x for part in row for x in part] for row in beside), sum(b.cols for b in blocks))
            case ("call", "in_products" | "out_products" | "some_out_products" as name, a):
                return self._pairs(name, array(a))
            case ("call", name, *args) if name not in self.known or name == "vstack" and len(args) < 2:
                raise NotEstablished(f"{name}(...) cannot be used here in this form")
        return super().__call__(tree)

    def column(self, edges: list[Edge]) -> Mat:
        """Weights of edges, each learnable and its own, as a column."""
        if not self.s.net.own(edges):
            raise NotEstablished("an edge has no learnable weight of its own")
        return matrix(([self.weights[e]] for e in edges), 1)

    def between(self, tails: list[str], heads: list[str]) -> Mat:
        """Weights of the edges from some vertices to others, 0 for no edge."""
        return matrix(([self.weights.get((a, b), Fraction(0)) for a in tails] for b in heads), len(tails))

    def _pairs(self, name: str, array: list[list[str]]) -> Vec:
        """Products over w_IN or w_OUT of Lemma 8: pairs of parameters that occur at every position, or at some."""
        net, one = self.s.net, self.s.net.parameters()
        if len(array[0]) != 2:
            raise NotEstablished("pairs of weights are taken of two channels")
        if name == "in_products":
            found = [{(one[a, u], one[a, v]) for a in net.ins[u] if a in net.ins[v]} for u, v in array]
        else:
            found = [{(one[u, b], one[v, b]) for b in net.outs[u] if b in net.outs[v]} for u, v in array]
        pairs = set.union(*found) if name == "some_out_products" else set.intersection(*found)
        return Vec(self.weights[e] * self.weights[f] for e, f in sorted(pairs))


def measured(tree: Tree, s: Setting, weights: Mapping[Edge, Any]) -> Any:
    """Value of an expression at weights.  Raises NotEstablished where it has none."""
    try:
        return Weights(s, weights)(tree)
    except (Undefined, Undecided) as why:
        raise NotEstablished(f"the claimed quantity has no value, or no derivative, here: {why}") from why


def _modulus(x: Any) -> Any:
    """Absolute value of something that moves, its derivative with it.  Raises Undefined where there is none."""
    value, _ = parts(x)
    if not isinstance(value, Fraction) or value == 0:
        raise Undefined("the absolute value has no derivative at zero, and is taken of rational numbers only")
    return x if value > 0 else -x


def check_flow(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established drift.  Raises NotEstablished or CertificateError."""
    s, text = read_setting(cert), cert["text"]
    quantity = s.claim(text["claim"], "conserved")
    for tree in (("call", "stable_signs", ("name", s.name)), *map(parse_expression, text["given"])):
        establish(tree, s)
    speed = velocity(s, conform(cert["slopes"], [Fraction], "slopes"), {})
    value = measured(quantity, s, {e: Dual(w, speed[e]) for e, w in s.net.weights.items()})
    value = column(value) if isinstance(value, Vec) else value
    rows = [list(row) for row in value.rows] if isinstance(value, Mat) else [[value]]
    found = [[parts(x)[1] for x in row] for row in rows]
    rate = cert["rate"]
    if found != (rational_rows(rate, "rate") if isinstance(rate, list) else [[rational(rate, "rate")]]):
        raise NotEstablished("the recorded rate is not the derivative along the flow")
    if not any(x for row in found for x in row):
        raise NotEstablished("the derivative along the flow is zero")
    shown = "; ".join(", ".join(map(str, row)) for row in found)
    return [
        f"{cert['statement']}: drift at {s.said()}",
        *(f"hypothesis established: {line}" for line in text["given"]),
        f"velocity: {', '.join(f'{a}->{b}: {w}' for (a, b), w in speed.items())}; no pre-activation is at a kink",
        f"the claim says {text['claim'][0]}; its exact time derivative here is {shown}, not zero",
        "violation established",
    ]
