"""Kinds "descent" and "leap": steps of gradient descent after which a claim about them fails.

"descent": a quadratic form q in the weights does not change by sum of eta^2 q(d) alone.  Weights, gradients and form
are recomputed step by step; the form is evaluated from the text of the claim.
"leap": one step w - min(1, 1/beta) R'(w) with a single weight, the risk R being the loss itself (one data point 1 with
label 1), whose derivative is linear between given points and constant beyond them.
Source: Le & Jegelka (2022), appendix F.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.checker.domains import declarations
from verify.checker.flow import _hypothesis as flow_hypothesis
from verify.checker.flow import _Moving, inner, velocity
from verify.checker.format import CertificateError, NotEstablished, integer, rational, rational_rows, string
from verify.checker.networks import Edge, Network, admitted
from verify.checker.numbers import parts
from verify.checker.syntax import Tree, parse_expression

MAX_STEPS = 20


def check_descent(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established defect.  Raises NotEstablished or CertificateError."""
    net = Network(cert["network"])
    at = _vertices(cert, net)
    xs, ys = rational_rows(cert["data"], "data"), cert["labels"]
    if not isinstance(ys, list) or not len(xs) == len(ys) > 0 or any(len(x) != len(net.inputs) for x in xs):
        raise CertificateError(
            "data and labels must be lists of one positive length, data points as long as the inputs"
        )
    if any(integer(y, "a label") not in (-1, 1) for y in ys):
        raise CertificateError("labels must be -1 or 1")
    (sizes,), slopes = rational_rows([cert["sizes"]], "sizes"), rational_rows(cert["slopes"], "slopes")
    if not 0 < len(sizes) == len(slopes) <= MAX_STEPS or len(slopes[0]) != len(ys) or min(sizes) < 0:
        raise CertificateError("sizes and slopes must be those of the same steps, sizes not negative")
    if getattr(net, "shared", None):
        raise NotEstablished("edges of this network share weights, of which this kind of certificate knows nothing")
    claim = parse_expression(cert["text"]["claim"][0])
    if claim[:2] != ("call", "descent_balance") or len(claim) != 4 or len(cert["text"]["claim"]) != 1:
        raise CertificateError("the claim is not of the form descent_balance(form, network)")
    deadline = time.monotonic() + seconds
    start, signs, slack = _form(claim[2], net, net.weights, at, deadline), dict(net.weights), Fraction(0)
    known: dict[Fraction, Fraction] = {}
    for size, derivatives in zip(sizes, slopes, strict=True):
        _one_loss(net, xs, ys, derivatives, known)
        for text in cert["text"]["given"]:
            _hypothesis(text, net, at, xs)
        gradient = {edge: -v for edge, v in velocity(net, xs, ys, derivatives).items()}
        slack += size**2 * _form(claim[2], net, gradient, at, deadline)
        net.weights = {edge: w - size * gradient[edge] for edge, w in net.weights.items()}
        if any(w * signs[edge] <= 0 for edge, w in net.weights.items()):
            raise NotEstablished("a weight changes its sign or vanishes")
    found = _form(claim[2], net, net.weights, at, deadline) - start - slack
    if found != rational(cert["defect"], "defect"):
        raise NotEstablished("the recorded defect is not what is left after these steps")
    if found == 0:
        raise NotEstablished("the form changes by its slack terms only")
    place = ", ".join(f"{k} = {v}" for k, v in at.items())
    return [
        f"{cert['statement']}: {len(sizes)} steps of gradient descent at {place}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"the claim says {cert['text']['claim'][0]}; the slack terms are {slack}, and {found} is left, not zero",
        "violation established",
    ]


def _form(tree: Tree, net: Network, weights: Mapping[Edge, Fraction], at: dict[str, Any], deadline: float) -> Fraction:
    """Value of the form at weights that need not be those of the network."""
    kept, net.weights = net.weights, dict(weights)
    try:
        return Fraction(parts(_Moving(net, dict.fromkeys(weights, Fraction(0)), at, deadline)(tree))[0])
    finally:
        net.weights = kept


def _one_loss(
    net: Network, xs: list[list[Fraction]], ys: list[int], derivatives: list[Fraction], known: dict[Fraction, Fraction]
) -> None:
    for x, y, d in zip(xs, ys, derivatives, strict=True):
        if known.setdefault(y * net(x), d) != d:
            raise NotEstablished("two derivatives of the loss at one margin: no loss has them")


def _vertices(cert: dict[str, Any], net: Network) -> dict[str, Any]:
    at = cert["at"]
    let = declarations(cert["text"]["let"])
    declared = [parameters for _, domain, parameters in let if domain == "network"]
    names = {name for name, domain, _ in let if domain == "vertex"}
    if len(declared) != 1 or len(let) != 1 + len(names) or not isinstance(at, dict) or set(at) != names:
        raise CertificateError("the declarations are not one network and the vertices named in at")
    admitted(net, declared[0])
    return {name: inner(net, string(v, f"the vertex {name}")) for name, v in at.items()}


def _hypothesis(text: str, net: Network, at: dict[str, Any], xs: list[list[Fraction]]) -> None:
    """A hypothesis at one step; that signs are kept is required of every certificate."""
    if parse_expression(text)[:2] != ("call", "signs_kept"):
        flow_hypothesis(text, net, at, xs)


def check_leap(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of a step that lowers the risk by less than claimed.  Raises NotEstablished or CertificateError."""
    weight, beta = rational(cert["weight"], "weight"), rational(cert["beta"], "beta")
    line = rational_rows(cert["slope"], "slope")
    if len(line) < 2 or len(line[0]) != 2 or any(a[0] >= b[0] for a, b in zip(line, line[1:], strict=False)):
        raise CertificateError("slope must list points [z, derivative of the loss at z] in increasing order")
    claim = [parse_expression(text)[:2] for text in cert["text"]["claim"]]
    known = {("call", "differentiable_loss"), ("call", "smooth_in_ball")}
    if claim != [("call", "step_descends")] or not {parse_expression(t)[:2] for t in cert["text"]["given"]} <= known:
        raise NotEstablished("the statement is not about one step under a differentiable loss that is smooth in a ball")
    declared = [parameters for _, domain, parameters in declarations(cert["text"]["let"]) if domain == "network"]
    if len(declared) != 1 or ("name", "linear") not in declared[0]:
        raise NotEstablished("a single weight is a network of linear units")
    pieces = list(zip(line, line[1:], strict=False))

    def derivative(z: Fraction) -> Fraction:
        if not line[0][0] < z < line[-1][0]:
            return line[0][1] if z <= line[0][0] else line[-1][1]
        (a, u), (b, v) = next(piece for piece in pieces if piece[0][0] <= z <= piece[1][0])
        return u + (v - u) * (z - a) / (b - a)

    if beta <= 0:
        raise NotEstablished("beta is not positive")
    if any(abs((v - u) / (b - a)) > beta for (a, u), (b, v) in pieces if a < abs(weight) and b > -abs(weight)):
        raise NotEstablished("the risk is not smooth with this constant where the weight is no longer than now")
    size, gradient = min(Fraction(1), 1 / beta), derivative(weight)
    after = weight - size * gradient
    low, high = sorted((weight, after))
    cuts = [low, *(z for z, _ in line if low < z < high), high]
    risen = sum((b - a) * (derivative(a) + derivative(b)) / 2 for a, b in zip(cuts, cuts[1:], strict=False))
    change, bound = (risen if after >= weight else -risen), -size / 2 * gradient**2
    if change <= bound:
        raise NotEstablished(f"the risk changes by {change}, which is at most {bound}")
    return [
        f"{cert['statement']}: one step from the weight {weight} to {after} with eta = {size}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"the gradient is {gradient}, the risk changes by {change}, and the claim allows {bound} at most",
        "violation established",
    ]
