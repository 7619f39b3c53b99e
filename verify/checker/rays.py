"""Kind "ray": weights along which gradient flow moves for ever, w(t) = c(t) w, on which a claim about all times fails.

The network is fully connected, hence homogeneous in its weights.  Where all margins are equal to z and the gradients
sum_i y_i grad nu(x_i) / n are kappa w with kappa > 0, the same is true at c w for every c > 0, and for every loss with
a continuous negative derivative gradient flow is c(t) w with c(0) = 1 and c' = -loss'(c^L z) kappa c^(L - 1) > 0.  The
factor c cannot converge, because its speed there would be positive: it takes every value from 1 on.
The logistic loss log(1 + exp(-z)) is such a loss.  Source: Le & Jegelka (2022), section 2.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.checker.flow import Weights, velocity
from verify.checker.format import CertificateError, NotEstablished, integer, rational, rational_rows
from verify.checker.matrices import Mat
from verify.checker.numbers import shown
from verify.checker.parts import establish
from verify.checker.setting import Setting, read_setting
from verify.checker.syntax import Tree, parse_expression
from verify.checker.violation import judge


class _Scaled(Weights):
    """Evaluates an expression at the weights times `factor`; what stands under at_start(...) at the weights."""

    known = ("norm2", "normF", "smax", "eigenform")

    def __init__(self, s: Setting, factor: Fraction) -> None:
        super().__init__(s, {e: factor * w for e, w in s.net.weights.items()})
        self.factor = factor

    def witness(self, name: str, matrix: Mat) -> Any:
        """Witnesses at the start have names of their own."""
        return super().witness(f"{'start: ' if self.factor == 1 else ''}{name}", matrix)

    def __call__(self, tree: Tree) -> Any:
        match tree:
            case ("call", "at_start", inner):
                return _Scaled(self.s, Fraction(1)).matrix(inner)
        return super().__call__(tree)


def degree(tree: Tree, s: Setting) -> Fraction:
    """Degree of a quantity that is homogeneous in the weights.  Raises NotEstablished where that is not seen."""
    match tree:
        case ("num", _):
            return Fraction(0)
        case ("call", "layer", nu, k) if s.layer(nu, k):
            return Fraction(1)
        case ("call", "at_start", a) if degree(a, s) >= 0:
            return Fraction(0)
        case ("call", "norm2" | "normF" | "smax", a) | ("T" | "neg", a):
            return degree(a, s)
        case ("call", "eigenform", a, ("num", k), x) if degree(a, s) >= 0 and k.denominator == 1:
            return degree(x, s)
        case ("mul" | "matmul" | "div" | "add" as kind, a, b):
            left, right = degree(a, s), degree(b, s)
            if kind != "add" or left == right:
                return left if kind == "add" else left - right if kind == "div" else left + right
        case ("pow", a, ("num", q)) if q.denominator == 1:
            return degree(a, s) * Fraction(q)
    raise NotEstablished("the quantity is not seen to be homogeneous in the weights")


def claimed(text: str, s: Setting) -> tuple[str, Tree, Any, Fraction]:
    """Head of a claim, its quantity, what that is compared with, and its degree.  Raises NotEstablished for others."""
    match parse_expression(text):
        case ("call", "stays_below", a, b, nu) if s.itself(nu) and judge(("<=", a, b), _Scaled(s, Fraction(1))):
            return "stays_below", a, b, Fraction(0)  # any quantities that have values
        case ("call", "bounded_above", a, nu) if s.itself(nu):
            return "bounded_above", a, None, degree(a, s)
        case ("call", "tends_to", a, b, nu) if s.itself(nu):
            return "tends_to", a, s.number(b), degree(a, s)
    raise NotEstablished("a claim is none that this kind of certificate knows")


def check_ray(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established violation along a ray.  Raises NotEstablished or CertificateError."""
    s = read_setting(cert)
    if any(sum(c * c for c in x) > 1 for x in s.xs):
        raise NotEstablished("the data points are not in the unit ball")
    speed, margin = _ray(s)
    for text in cert["text"]["given"]:
        _hypothesis(parse_expression(text), s, margin, cert["separator"])
    number, claims = integer(cert["conjunct"], "conjunct"), cert["text"]["claim"]
    if not 0 <= number < len(claims):
        raise CertificateError("there is no such conjunct")
    why = _broken(*[claimed(text, s) for text in claims][number], s, rational(cert["factor"], "factor"))
    return [
        f"{cert['statement']}: a trajectory from {s.said()}",
        f"every margin is {margin}, and the gradients sum to {speed} times the weights: gradient flow multiplies all "
        "weights by one factor, which grows from 1 to infinity, for every loss with a continuous negative derivative",
        *(f"hypothesis established: {text}" for text in cert["text"]["given"]),
        f"the claim says {claims[number]}; {why}",
        "violation established",
    ]


def _ray(s: Setting) -> tuple[Fraction, Fraction]:
    """kappa and the common margin.  Raises NotEstablished unless the flow moves along the weights themselves."""
    if len(s.net.layers()) < 2 or s.net.frozen or s.net.shared or not all(s.net.weights.values()):
        raise NotEstablished("the network has edges that are not learnable, share their weights, or have weight zero")
    margins: dict[Fraction, Fraction] = {}
    pull = velocity(s, [Fraction(-1)] * len(s.ys), margins)
    speeds = {pull[edge] / w for edge, w in s.net.weights.items()}
    if len(margins) > 1 or len(speeds) > 1 or min(speeds) <= 0:
        raise NotEstablished("gradient flow does not move along the ray through the weights, away from zero")
    return speeds.pop(), next(iter(margins))


def _hypothesis(tree: Tree, s: Setting, margin: Fraction, separator: Any) -> None:
    match tree:
        case ("call", "logistic_loss"):
            return  # one of the losses spoken of
        case ("call", "no_zero_in_limit", nu) if s.itself(nu):
            return  # no weight is zero, and all grow by one factor
        case ("call", "diverges", quantity, nu) if s.itself(nu):
            if degree(quantity, s) > 0 and _positive(quantity, s):
                return
        case ("call", "small_initial_risk", nu) if s.itself(nu):
            if margin > 0:
                return  # the loss decreases, so that it is below loss(0) at every margin
        case ("call", "separable_data", nu) if s.itself(nu):
            (direction,) = rational_rows([separator], "separator")
            if len(direction) == len(s.net.inputs) and all(
                y * sum(a * b for a, b in zip(direction, x, strict=True)) > 0 for x, y in zip(s.xs, s.ys, strict=True)
            ):
                return
        case _:
            return establish(tree, s)
    raise NotEstablished(f"hypothesis not established: {tree[1]} does not hold here")


def _positive(quantity: Tree, s: Setting) -> bool:
    return judge((">", quantity, ("num", Fraction(0))), _Scaled(s, Fraction(1)))[0] == "holds"


def _broken(head: str, value: Tree, other: Any, power: Fraction, s: Setting, factor: Fraction) -> str:
    """Why a claim fails on the ray, in words.  Raises NotEstablished."""
    if factor < 1:
        raise NotEstablished("the factor is at least 1")
    if head == "stays_below":
        status, entries = judge(("<=", value, other), _Scaled(s, factor))
        if status == "broken":
            a, b = (shown(x) for x in entries[0][:2])
            return f"when all weights are {factor} times what they were, the two sides are {a} and {b}"
    if head == "bounded_above" and power > 0 and _positive(value, s):
        return f"it is positive at the start and grows with power {power} of the factor"
    if head == "tends_to" and power == 0:
        status, entries = judge(("==", value, ("num", other)), _Scaled(s, Fraction(1)))
        if status == "broken":
            return f"it is {shown(entries[0][0])} at all times"
    raise NotEstablished("the claim is not seen to fail on this ray")
