"""Kind "ray": weights along which gradient flow moves for ever, w(t) = c(t) w, on which a claim about all times fails.

The network is fully connected, hence homogeneous in its weights.  Where all margins are equal to z and the gradients
sum_i y_i grad nu(x_i) / n are kappa w with kappa > 0, the same is true at c w for every c > 0, and for every loss with
a continuous negative derivative gradient flow is c(t) w with c(0) = 1 and c' = -loss'(c^L z) kappa c^(L - 1) > 0.  The
factor c cannot converge, because its speed there would be positive: it takes every value from 1 on.
The logistic loss log(1 + exp(-z)) is such a loss.  Source: Le & Jegelka (2022), section 2.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.checker.domains import declarations
from verify.checker.evaluate import Evaluator
from verify.checker.format import CertificateError, NotEstablished, integer, rational, rational_rows
from verify.checker.functions import RULES, Rule
from verify.checker.matrices import Mat, matrix
from verify.checker.networks import Network, admitted
from verify.checker.numbers import shown
from verify.checker.syntax import Tree, parse_expression
from verify.checker.violation import judge


class _Scaled(Evaluator):
    """Evaluates an expression at the weights times `factor`; what stands under at_start(...) at the weights."""

    def __init__(self, net: Network, at: dict[str, int], factor: Fraction, deadline: float, witnesses: Any) -> None:
        super().__init__({name: Fraction(k) for name, k in at.items()}, deadline, witnesses)
        self.net, self.factor = net, factor

    def witness(self, name: str, matrix: Mat) -> Any:
        """Witnesses at the start have names of their own."""
        return super().witness(f"{'start: ' if self.factor == 1 else ''}{name}", matrix)

    def rules(self) -> Mapping[str, Rule]:
        return {**RULES, "layer": (_layer, (2,)), "at_start": (_at_start, (1,))}


def _layer(ev: Any, _: Tree, number: Tree) -> Mat:
    layers = ev.net.layers()
    k = ev.index(number, len(layers) - 1) + 1
    return matrix(([ev.factor * ev.net.weights[a, b] for a in layers[k - 1]] for b in layers[k]), len(layers[k - 1]))


def _at_start(ev: Any, inner: Tree) -> Mat:
    now, ev.factor = ev.factor, Fraction(1)
    try:
        return ev.matrix(inner)
    finally:
        ev.factor = now


def degree(tree: Tree) -> Fraction:
    """Degree of a quantity that is homogeneous in the weights.  Raises NotEstablished where that is not seen."""
    match tree:
        case ("num", _):
            return Fraction(0)
        case ("call", "layer", *_):
            return Fraction(1)
        case ("call", "norm2" | "normF" | "smax" | "tr", a) | ("T" | "neg", a):
            return degree(a)
        case ("call", "eigenform", a, ("num", _), x):
            degree(a)
            return degree(x)
        case ("mul" | "matmul", a, b):
            return degree(a) + degree(b)
        case ("div", a, b):
            return degree(a) - degree(b)
        case ("pow", a, ("num", q)) if q.denominator == 1:
            return degree(a) * q
        case ("add", a, b) if degree(a) == degree(b):
            return degree(a)
    raise NotEstablished("the quantity is not seen to be homogeneous in the weights")


def check_ray(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established violation along a ray.  Raises NotEstablished or CertificateError."""
    net = Network(cert["network"])
    at = _bindings(cert, net)
    xs, ys = rational_rows(cert["data"], "data"), cert["labels"]
    if not isinstance(ys, list) or not len(xs) == len(ys) > 0 or any(len(x) != len(net.inputs) for x in xs):
        raise CertificateError(
            "data and labels must be lists of one positive length, data points as long as the inputs"
        )
    if any(integer(y, "a label") not in (-1, 1) for y in ys) or any(sum(c * c for c in x) > 1 for x in xs):
        raise CertificateError("labels must be -1 or 1, data points in the unit ball")
    speed, margin = _ray(net, xs, ys)
    for text in cert["text"]["given"]:
        _hypothesis(parse_expression(text), text, xs, ys, margin, cert["separator"])
    number = integer(cert["conjunct"], "conjunct")
    if not 0 <= number < len(cert["text"]["claim"]):
        raise CertificateError("there is no such conjunct")
    factor = rational(cert["factor"], "factor")
    why = _broken(
        parse_expression(cert["text"]["claim"][number]),
        net,
        at,
        factor,
        time.monotonic() + seconds,
        cert.get("witnesses"),
    )
    return [
        f"{cert['statement']}: a trajectory at {', '.join(f'{k} = {v}' for k, v in at.items())}",
        f"weights: {', '.join(f'{a}->{b}: {w}' for (a, b), w in net.weights.items())}",
        f"every margin is {margin}, and the gradients sum to {speed} times the weights: gradient flow multiplies all "
        "weights by one factor, which grows from 1 to infinity, for every loss with a continuous negative derivative",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"the claim says {cert['text']['claim'][number]}; {why}",
        "violation established",
    ]


def _ray(net: Network, xs: list[list[Fraction]], ys: list[int]) -> tuple[Fraction, Fraction]:
    """kappa and the common margin.  Raises NotEstablished unless the flow moves along the weights themselves."""
    if len(net.layers()) < 2 or net.frozen or getattr(net, "shared", None):
        raise NotEstablished("the network has edges that are not learnable, or that share their weights")
    if zero := [edge for edge, w in net.weights.items() if w == 0]:
        raise NotEstablished(f"the weight of {zero[0]} is zero")
    pull = dict.fromkeys(net.weights, Fraction(0))
    seen = set()
    for x, y in zip(xs, ys, strict=True):
        value, gradient = net.gradient(x)
        seen.add(y * value)
        for edge, g in gradient.items():
            pull[edge] += y * g / len(ys)
    speeds = {pull[edge] / w for edge, w in net.weights.items()}
    if len(seen) > 1 or len(speeds) > 1 or min(speeds) <= 0:
        raise NotEstablished("gradient flow does not move along the ray through the weights, away from zero")
    return speeds.pop(), seen.pop()


def _bindings(cert: dict[str, Any], net: Network) -> dict[str, int]:
    """The layer numbers the statement's indices stand for; the network itself must be as declared."""
    at = cert["at"]
    let = declarations(cert["text"]["let"])
    declared = [parameters for _, domain, parameters in let if domain == "network"]
    names = {name for name, domain, _ in let if domain == "integer"}
    if len(declared) != 1 or len(let) != 1 + len(names) or not isinstance(at, dict) or set(at) != names:
        raise CertificateError("the declarations are not one network and the layers named in at")
    admitted(net, declared[0])
    if any(not 1 <= integer(k, f"the layer {name}") < len(net.layers()) for name, k in at.items()):
        raise NotEstablished("there is no such layer")
    return dict(at)


def _hypothesis(
    tree: Tree, text: str, xs: list[list[Fraction]], ys: list[int], margin: Fraction, separator: Any
) -> None:
    match tree:
        case ("call", "stable_signs" | "differentiable_loss" | "no_zero_in_limit" | "logistic_loss", *_):
            return  # no weight is zero, all grow by one factor, and the logistic loss is among those spoken of
        case ("call", "diverges", quantity, _) if degree(quantity) > 0:
            return  # a norm of weights none of which is zero
        case ("call", "small_initial_risk", _) if margin > 0:
            return  # the loss decreases, so that it is below loss(0) at every margin
        case ("call", "separable_data", _):
            (direction,) = rational_rows([separator], "separator")
            values = [y * sum(a * b for a, b in zip(direction, x, strict=True)) for x, y in zip(xs, ys, strict=True)]
            if len(direction) == len(xs[0]) and min(values) > 0:
                return
    raise NotEstablished(f"hypothesis not established: {text}")


def _broken(claim: Tree, net: Network, at: dict[str, int], factor: Fraction, deadline: float, witnesses: Any) -> str:
    """Why the claim fails on the ray, in words.  Raises NotEstablished."""
    if factor < 1:
        raise NotEstablished("the factor is at least 1")
    ev = _Scaled(net, at, factor, deadline, witnesses)
    match claim:
        case ("call", "stays_below", left, right, _):
            status, entries = judge(("<=", left, right), ev)
            if status == "broken":
                a, b, _order = entries[0]
                return (
                    f"when all weights are {factor} times what they were, the two sides are {shown(a)} and {shown(b)}"
                )
        case ("call", "bounded_above", value, _):
            power = degree(value)
            ev.factor = Fraction(1)
            if power > 0 and judge((">", value, ("num", Fraction(0))), ev)[0] == "holds":
                return f"it is {shown(ev(value))} at the start and grows with power {power} of the factor"
        case ("call", "tends_to", value, ("num", limit), _):
            ev.factor = Fraction(1)
            if degree(value) == 0 and judge(("==", value, ("num", limit)), ev)[0] == "broken":
                return f"it is {shown(ev(value))} at all times"
    raise NotEstablished("the claim is not seen to fail on this ray")
