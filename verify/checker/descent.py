"""Kinds "descent" and "leap": steps of gradient descent after which a claim about them fails.

"descent": a quadratic form q in the weights does not change by sum of eta^2 q(d) alone.  Weights, gradients and form
are recomputed step by step; the form is evaluated from the text of the claim.
"leap": one step w - min(1, 1/beta) R'(w) with a single weight, the risk R being the loss itself (one data point 1 with
label 1), whose derivative is linear between given points and constant beyond them.
Source: Le & Jegelka (2022), appendix F.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.checker.flow import measured, velocity
from verify.checker.format import CertificateError, NotEstablished, rational
from verify.checker.limits import conform
from verify.checker.networks import Edge, Network
from verify.checker.parts import establish
from verify.checker.setting import Setting, read_setting
from verify.checker.syntax import Tree, parse_expression

MAX_STEPS = 20


def check_descent(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established defect.  Raises NotEstablished or CertificateError."""
    s = read_setting(cert)
    sizes, slopes = conform(cert["sizes"], [Fraction], "sizes"), conform(cert["slopes"], [[Fraction]], "slopes")
    if not 0 < len(sizes) == len(slopes) <= MAX_STEPS or min(sizes) < 0:
        raise CertificateError("sizes and slopes must be those of the same steps, sizes not negative")
    if s.net.shared:
        raise NotEstablished("edges of this network share weights, of which this kind of certificate knows nothing")
    form = s.claim(cert["text"]["claim"], "descent_balance")
    signs, slack, known = s.net.weights, Fraction(0), dict[Fraction, Fraction]()
    start = _form(form, s, signs)
    for size, derivatives in zip(sizes, slopes, strict=True):
        for text in cert["text"]["given"]:
            tree = parse_expression(text)
            if tree != ("call", "signs_kept", ("name", s.name)):  # which is required of every certificate
                establish(tree, s)
        gradient = {edge: -v for edge, v in velocity(s, derivatives, known).items()}
        slack += size**2 * _form(form, s, gradient)
        s.net = s.net.at({edge: w - size * gradient[edge] for edge, w in s.net.weights.items()})
        if any(w * signs[edge] <= 0 for edge, w in s.net.weights.items()):
            raise NotEstablished("a weight changes its sign or vanishes")
    found = _form(form, s, s.net.weights) - start - slack
    if found != rational(cert["defect"], "defect"):
        raise NotEstablished("the recorded defect is not what is left after these steps")
    if found == 0:
        raise NotEstablished("the form changes by its slack terms only")
    return [
        f"{cert['statement']}: {len(sizes)} steps of gradient descent at {s.said()}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"the claim says {cert['text']['claim'][0]}; the slack terms are {slack}, and {found} is left, not zero",
        "violation established",
    ]


def _form(tree: Tree, s: Setting, weights: Mapping[Edge, Fraction]) -> Fraction:
    value = measured(tree, s, weights)
    if not isinstance(value, Fraction):
        raise NotEstablished("the form is not a number")
    return value


def check_leap(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of a step that lowers the risk by less than claimed.  Raises NotEstablished or CertificateError."""
    weight = rational(cert["weight"], "weight")
    line = conform(cert["slope"], [(Fraction, Fraction)], "slope")
    if not 2 <= len(line) <= MAX_STEPS or any(a[0] >= b[0] for a, b in zip(line, line[1:], strict=False)):
        raise CertificateError("slope must list points [z, derivative of the loss at z] in increasing order")
    net = Network(["x"], "o", {"o": "linear"}, {("x", "o"): weight})
    s = read_setting(cert, net)
    s.xs, s.ys = [[Fraction(1)]], [1]
    pieces = list(zip(line, line[1:], strict=False))

    def derivative(z: Fraction) -> Fraction:
        if not line[0][0] < z < line[-1][0]:
            return line[0][1] if z <= line[0][0] else line[-1][1]
        (a, u), (b, v) = next(piece for piece in pieces if piece[0][0] <= z <= piece[1][0])
        return u + (v - u) * (z - a) / (b - a)

    near = [abs((v - u) / (b - a)) for (a, u), (b, v) in pieces if a < abs(weight) and b > -abs(weight)]
    for text in cert["text"]["given"]:
        match parse_expression(text):
            case ("call", "smooth_in_ball", nu, constant) if s.itself(nu):
                if max([Fraction(0), *near]) > s.number(constant):
                    raise NotEstablished("the risk is not smooth with this constant where the weight is as long as now")
            case other:
                establish(other, s)
    beta = s.number(s.claim(cert["text"]["claim"], "step_descends", place=1))
    if beta <= 0:
        raise NotEstablished("the step has no size where beta is not positive")
    size, gradient = min(Fraction(1), 1 / beta), derivative(weight)
    after = weight - size * gradient
    low, high = sorted((weight, after))
    cuts = [low, *(z for z, _ in line if low < z < high), high]
    risen = Fraction(0)
    for a, b in zip(cuts, cuts[1:], strict=False):
        risen += (b - a) * (derivative(a) + derivative(b)) / 2
    change, bound = (risen if after >= weight else -risen), -size / 2 * gradient**2
    if change <= bound:
        raise NotEstablished(f"the risk changes by {change}, which is at most {bound}")
    return [
        f"{cert['statement']}: one step from the weight {weight} to {after} with eta = {size}",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"the gradient is {gradient}, the risk changes by {change}, and the claim allows {bound} at most",
        "violation established",
    ]
