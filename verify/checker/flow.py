"""Kind "flow": an instant of gradient flow at which a quantity claimed to be constant has a non-zero derivative.

The velocity is computed by a forward and a backward pass of this file; the derivative of the claimed quantity by
evaluating the text of the claim itself at weights w + (dw/dt) e with e * e = 0.
Source: Le & Jegelka (2022), section 2.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.checker.domains import declarations
from verify.checker.evaluate import Evaluator
from verify.checker.format import CertificateError, NotEstablished, integer, keys, rational, rational_rows, string
from verify.checker.functions import RULES, Rule
from verify.checker.matrices import Mat, matrix, total
from verify.checker.networks import Edge, Network, admitted
from verify.checker.numbers import Dual, Undecided, Undefined, parts
from verify.checker.parts import RULES as PARTS
from verify.checker.parts import hypothesis, part
from verify.checker.syntax import Tree, parse_expression

TYPES = {"vertex": 1, "pair": 2, "layer": 0, "parts": 0}  # with the number of vertices named


def velocity(net: Network, xs: list[list[Fraction]], ys: list[int], slopes: list[Fraction]) -> dict[Edge, Fraction]:
    """dw/dt = -(1/n) sum_i loss'_i y_i d nu(x_i)/dw, zero where frozen, summed over edges that share a parameter.

    Raises NotEstablished unless some loss has these slopes.
    """
    seen: dict[Fraction, Fraction] = {}
    out = dict.fromkeys(net.weights, Fraction(0))
    for x, y, d in zip(xs, ys, slopes, strict=True):
        value, gradient = net.gradient(x)
        if seen.setdefault(y * value, d) != d:
            raise NotEstablished("two derivatives of the loss at one margin: no loss has them")
        for edge, g in gradient.items():
            if edge not in net.frozen:
                out[edge] -= d * y * g / len(ys)
    for group in net.shared:
        out |= dict.fromkeys(group, total(out[edge] for edge in group))
    return out


class _Moving(Evaluator):
    """Evaluates the claim's text at weights that move."""

    def __init__(self, net: Network, speed: dict[Edge, Fraction], at: dict[str, Any], deadline: float) -> None:
        super().__init__({k: Fraction(v) for k, v in at.items() if isinstance(v, int)}, deadline)
        self.net, self.at = net, at
        self.weights = {e: Dual(w, speed[e]) for e, w in net.weights.items()}

    def rules(self) -> Mapping[str, Rule]:
        return {
            **RULES,
            **PARTS,
            "dot": (_dot, (2,)),
            "w_in": (_w_in, (1,)),
            "w_out": (_w_out, (1,)),
            "layer": (_layer, (2,)),
        }

    def vertex(self, tree: Tree) -> str:
        """The vertex a name stands for: inner, with learnable edges only."""
        v = self.at.get(tree[1]) if tree[0] == "name" else None
        if not isinstance(v, str):
            raise CertificateError("a vertex was expected")
        return inner(self.net, v)


def inner(net: Network, v: str) -> str:
    """The vertex itself if it is inner and all its edges are learnable; NotEstablished otherwise."""
    if v not in net.slopes or v == net.output:
        raise NotEstablished(f"{v!r} is not an inner vertex")
    if any(v in edge for edge in net.frozen):
        raise NotEstablished(f"{v!r} has an edge that is not learnable")
    return v


def _w_in(ev: Any, tree: Tree) -> Mat:
    v = ev.vertex(tree)
    return matrix(([ev.weights[a, v]] for a in ev.net.ins[v]), 1)


def _w_out(ev: Any, tree: Tree) -> Mat:
    v = ev.vertex(tree)
    return matrix(([ev.weights[v, b]] for b in ev.net.outs[v]), 1)


def _dot(ev: Any, a: Tree, b: Tree) -> Any:
    x, y = ev.matrix(a), ev.matrix(b)
    if x.shape != y.shape or x.cols != 1:
        raise NotEstablished("an inner product of columns of different lengths")
    return total(p * q for (p,), (q,) in zip(x.rows, y.rows, strict=True))


def _layer(ev: Any, _: Tree, number: Tree) -> Mat:
    layers = ev.net.layers()
    k = ev.index(number, len(layers) - 1) + 1
    if any((a, b) in ev.net.frozen for a in layers[k - 1] for b in layers[k]):
        raise NotEstablished(f"layer {k} has an edge that is not learnable")
    return matrix(([ev.weights[a, b] for a in layers[k - 1]] for b in layers[k]), len(layers[k - 1]))


def check_flow(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established drift.  Raises NotEstablished or CertificateError."""
    net = Network(cert["network"])
    xs = rational_rows(cert["data"], "data")
    ys, slopes = cert["labels"], cert["loss_derivatives"]
    if not isinstance(ys, list) or not isinstance(slopes, list) or not len(xs) == len(ys) == len(slopes) > 0:
        raise CertificateError("data, labels and loss_derivatives must be lists of one positive length")
    slopes = [rational(d, "a loss derivative") for d in slopes]
    if any(integer(y, "a label") not in (-1, 1) for y in ys) or any(len(x) != len(net.inputs) for x in xs):
        raise CertificateError("labels must be -1 or 1, and data points as long as the list of inputs")
    at = _bindings(cert, net)
    if len(cert["text"]["claim"]) != 1:
        raise CertificateError("a flow certificate is about a single claim")
    claim = parse_expression(cert["text"]["claim"][0])
    if claim[:2] != ("call", "conserved") or len(claim) != 4:
        raise CertificateError("the claim is not of the form conserved(quantity, network)")
    for text in cert["text"]["given"]:
        if not hypothesis(parse_expression(text), net, at, xs):
            _hypothesis(text, net, at, xs)
    if zero := [edge for edge, w in net.weights.items() if w == 0]:
        raise NotEstablished(f"the weight of {zero[0]} is zero, which Assumption 1 excludes")
    speed = velocity(net, xs, ys, slopes)
    try:
        value = _Moving(net, speed, at, time.monotonic() + seconds)(claim[2])
    except (Undefined, Undecided) as why:
        raise NotEstablished(f"the claimed quantity has no derivative here: {why}") from why
    rows = [list(row) for row in value.rows] if isinstance(value, Mat) else [[value]]
    found = [[Fraction(parts(x)[1]) for x in row] for row in rows]
    rate = cert["rate"]
    recorded = rational_rows(rate, "rate") if isinstance(rate, list) else [[rational(rate, "rate")]]
    if found != recorded:
        raise NotEstablished("the recorded rate is not the derivative along the flow")
    if not any(x for row in found for x in row):
        raise NotEstablished("the derivative along the flow is zero")
    shown = "; ".join(", ".join(map(str, row)) for row in found)
    ball = all(sum(c * c for c in x) <= 1 for x in xs)
    return [
        f"{cert['statement']}: drift at {', '.join(f'{k} = {_said(v)}' for k, v in at.items())}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"weights: {', '.join(f'{a}->{b}: {w}' for (a, b), w in net.weights.items())}",
        f"velocity: {', '.join(f'{a}->{b}: {w}' for (a, b), w in speed.items())}",
        f"the data points lie {'in' if ball else 'not all in'} the unit ball; no pre-activation is at a kink",
        f"the claim says {cert['text']['claim'][0]}; its exact time derivative here is {shown}, not zero",
        "violation established",
    ]


def _said(value: Any) -> str:
    """What a variable stands for, in words: the neurons of an array, the edges of a set."""
    if not isinstance(value, list):
        return str(value)
    return "; ".join("->".join(x) if isinstance(x, tuple) else " ".join(x) for x in value) or "the empty set"


def _bindings(cert: dict[str, Any], net: Network) -> dict[str, Any]:
    """Values of the declared vertices and layer numbers; the network itself must be as declared."""
    keys(cert["invariant"], {"type", "at"}, "invariant")
    kind, at = cert["invariant"]["type"], cert["invariant"]["at"]
    if not isinstance(kind, str) or kind not in TYPES or not isinstance(at, dict):
        raise CertificateError("invariant needs a type (vertex, pair, layer or parts) and the values of the variables")
    let = declarations(cert["text"]["let"])
    declared = [parameters for _, domain, parameters in let if domain == "network"]
    variables = {name: domain for name, domain, _ in let if domain != "network"}
    known = {"neurons", "edges"} if kind == "parts" else {"vertex", "integer"}
    if len(declared) != 1 or set(variables) != set(at) or not set(variables.values()) <= known:
        raise CertificateError("the declarations are not one network and the variables named in invariant.at")
    if kind != "parts" and net.shared:
        raise NotEstablished("edges of this network share weights, which vertices and layers do not speak of")
    at = dict(at)
    for name, domain in variables.items():
        if domain in ("neurons", "edges"):
            at[name] = part(at[name], net, domain, next(ps for n, _, ps in let if n == name))
        elif domain == "vertex":
            inner(net, string(at[name], f"the vertex {name}"))
        elif not 1 <= integer(at[name], f"the layer {name}") <= 1000:
            raise NotEstablished(f"{name} is not the number of a layer")
    if list(variables.values()).count("vertex") != TYPES[kind]:
        raise CertificateError(f"the declarations do not suit an invariant of type {kind}")
    admitted(net, declared[0])
    return at


def _hypothesis(text: str, net: Network, at: dict[str, Any], xs: list[list[Fraction]]) -> None:
    match parse_expression(text):
        case ("call", "stable_signs" | "differentiable_loss", *_):
            return  # non-zero weights and one slope per margin are required of every certificate
        case ("call", "same_neighbours", ("name", u), ("name", v)) if (
            isinstance(at.get(u), str) and at.get(v) in net.ins
        ):
            if net.ins[at[u]] != net.ins[at[v]] or net.outs[at[u]] != net.outs[at[v]]:
                raise NotEstablished(f"{at[u]} and {at[v]} do not have the same neighbours")
        case ("call", "same_slopes", ("name", u), ("name", v)) if isinstance(at.get(u), str) and at.get(v) in net.ins:
            _same_slopes(net, [at[u], at[v]], xs)
        case ("call", "same_layer_slopes", _, ("name", number)) if isinstance(at.get(number), int):
            layers = net.layers()
            if not 1 <= at[number] < len(layers):
                raise NotEstablished(f"there is no layer {at[number]} of units")
            _same_slopes(net, layers[at[number]], xs)
        case _:
            raise NotEstablished(f"hypothesis not established: {text} is not one this checker knows")


def _same_slopes(net: Network, units: list[str], xs: list[list[Fraction]]) -> None:
    for x in xs:
        slopes = net.steepness(x)
        if len({slopes[v] for v in units}) > 1:
            raise NotEstablished(f"{', '.join(units)} do not have the same slope on every data point")
