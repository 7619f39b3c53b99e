"""Kinds "flow", "ray", "descent" and "leap": what gradient flow or steps of gradient descent do to a claim.

"flow": an instant at which a quantity claimed to be constant has a non-zero derivative: the text of the claim is
evaluated at weights w + (dw/dt) e with e * e = 0.
"ray": weights along which gradient flow moves for ever, w(t) = c(t) w.  The network is fully connected, hence
homogeneous in its weights.  Where all margins are z and the gradients sum_i y_i grad nu(x_i) / n are kappa w with
kappa > 0, the same is true at c w for every c > 0, and for every loss with a continuous negative derivative gradient
flow is c(t) w with c(0) = 1 and c' = -loss'(c^L z) kappa c^(L - 1) > 0.  The factor c cannot converge, because its
speed there would be positive: it takes every value from 1 on.  The logistic loss log(1 + exp(-z)) is such a loss.
"descent": a quadratic form q in the weights does not change by sum of eta^2 q(d) alone; every step is taken.
"leap": one step w - eta R'(w) with a single weight, the risk R being the loss itself (one data point 1 with
label 1), whose derivative is linear between given points and constant beyond them.
Source: Le & Jegelka (2022), section 2 and appendix F.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata.checker.evaluate import judge
from lemmata.checker.exact_numbers import Dual, checked, parts, shown
from lemmata.checker.format import KINDS, Kind, NotEstablished, number_or_rows, rational, require, well_formed
from lemmata.checker.text_form import Tree, parse_clause, parse_expression
from lemmata.checker.violation import WITNESSED
from lemmata.checker.witnessed_spectra import Mat, total
from lemmata.network_checker.network_models import RUN, Edge, Network, Scene, read_scene

MAX_STEPS = 20


def established(cert: dict[str, Any], head: str, *why: str) -> list[str]:
    """An explanation: what it is about, hypotheses, and why the claim is false."""
    given = [f"hypothesis established: {text}" for text in cert["text"]["given"]]
    return [f"{cert['statement']}: {head}", *given, *why, "violation established"]


def velocity(s: Scene, slopes: list[Fraction], known: dict[Fraction, Fraction]) -> dict[Edge, Fraction]:
    """dw/dt = -(1/n) sum_i loss'_i y_i d nu(x_i)/dw, zero where frozen, summed over edges that share a parameter.

    Raises NotEstablished unless some loss has these slopes, and those `known` before at other margins.
    """
    out = dict.fromkeys(s.net.weights, Fraction(0))
    well_formed(len(slopes) == len(s.ys), "there must be one derivative of the loss per label")
    for x, y, d in zip(s.xs, s.ys, slopes, strict=True):
        value, gradient = s.net.gradient(x)
        require(known.setdefault(y * value, d) == d, "two derivatives of the loss at one margin: no loss has them")
        for edge, g in gradient.items():
            if edge not in s.net.frozen:
                out[edge] = checked(out[edge] - d * y * g / len(s.ys))
    for group in s.net.shared:
        out |= dict.fromkeys(group, total(out[edge] for edge in group))
    return out


def check_flow(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established drift.  Raises NotEstablished or CertificateError."""
    s, text = read_scene(cert), cert["text"]
    quantity = s.claim(text["claim"], "conserved")
    for tree in (("call", "stable_signs", ("name", s.name)), *map(parse_expression, text["given"])):
        s.establish(tree)
    speed = velocity(s, cert["slopes"], {})
    value = s.at({e: Dual(w, speed[e]) for e, w in s.net.weights.items()})(quantity)
    found = [[parts(x)[1] for x in row] for row in (value.rows if isinstance(value, Mat) else [[value]])]
    rate = cert["rate"] if isinstance(cert["rate"], list) else [[cert["rate"]]]
    require(found == rate, "the recorded rate is not the derivative along the flow")
    require(any(x for row in found for x in row), "the derivative along the flow is zero")
    shown_rate = "; ".join(", ".join(map(shown, row)) for row in found)
    return established(
        cert,
        f"drift at {s.said()}",
        f"velocity: {', '.join(f'{a}->{b}: {shown(w)}' for (a, b), w in speed.items())}; nothing is at a kink",
        f"the claim says {text['claim'][0]}; its exact time derivative here is {shown_rate}, not zero",
    )


def check_ray(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established violation along a ray.  Raises NotEstablished or CertificateError."""
    s, claims = read_scene(cert), cert["text"]["claim"]
    require(all(sum(c * c for c in x) <= 1 for x in s.xs), "the data points are not in the unit ball")
    free = len(s.net.layers()) > 1 and not s.net.frozen and not s.net.shared and all(s.net.weights.values())
    require(free, "the network has edges that are not learnable, share their weights, or have weight zero")
    margins: dict[Fraction, Fraction] = {}
    pull = velocity(s, [Fraction(-1)] * len(s.ys), margins)
    speeds = {pull[edge] / w for edge, w in s.net.weights.items()}
    along = len(margins) == len(speeds) == 1 and min(speeds) > 0
    require(along, "gradient flow does not move along the ray through the weights, away from zero")
    (margin,), (speed,) = margins, speeds
    for text in cert["text"]["given"]:
        _at_all_times(parse_expression(text), s, margin, cert["separator"])
    well_formed(0 <= cert["conjunct"] < len(claims), "there is no such conjunct")
    why = [_failure(parse_expression(text), s, cert["factor"]) for text in claims][cert["conjunct"]]()
    require(why, "the claim is not seen to fail on this ray")
    return established(
        cert,
        f"a trajectory from {s.said()}",
        f"every margin is {shown(margin)}, and the gradients sum to {shown(speed)} times the weights: gradient flow "
        "multiplies all weights by one factor, which grows from 1 to infinity, for every loss with a continuous "
        "negative derivative",
        f"the claim says {claims[cert['conjunct']]}; {why}",
    )


def _at_all_times(tree: Tree, s: Scene, margin: Fraction, separator: list[Fraction]) -> None:
    """Require a hypothesis along the ray, where signs of units do not change and no weight becomes zero."""
    match tree:
        case ("call", "logistic_loss"):
            return  # one of the losses spoken of
        case ("call", "no_zero_in_limit", nu):
            holds: Any = s.thing(nu, "network")  # no weight is zero, and all grow by one factor
        case ("call", "diverges", quantity, nu):
            holds = s.thing(nu, "network") and degree(quantity, s) > 0 and _positive(quantity, s)
        case ("call", "small_initial_risk", nu):
            holds = s.thing(nu, "network") and margin > 0  # the loss decreases: below loss(0) at every margin
        case ("call", "separable_data", nu):
            products = [[a * b for a, b in zip(separator, x, strict=False)] for x in s.xs]
            fits = s.thing(nu, "network") and len(separator) == len(s.net.inputs)
            holds = fits and all(y * sum(p) > 0 for p, y in zip(products, s.ys, strict=True))
        case _:
            return s.establish(tree)
    require(holds, f"hypothesis not established: {tree[1]} does not hold here")


def degree(tree: Tree, s: Scene) -> Fraction:
    """Degree of a quantity that is homogeneous in the weights.  Raises NotEstablished where that is not seen."""
    match tree:
        case ("num", _):
            return Fraction(0)
        case ("call", "layer", nu, k) if s.thing(nu, "network"):
            s.layer(s.thing(k, "number"))
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


def _positive(quantity: Tree, s: Scene) -> bool:
    return judge((">", quantity, ("num", Fraction(0))), s.scaled(Fraction(1)))[0] == "holds"


def _failure(claim: Tree, s: Scene, factor: Fraction) -> Callable[[], str | None]:
    """What says why a claim fails on the ray, None where that is not seen.  Raises NotEstablished for other claims."""
    require(factor >= 1, "the factor is at least 1")
    match claim:
        case ("call", "stays_below", a, b, nu) if s.thing(nu, "network"):
            status, entries = judge(("<=", a, b), s.scaled(factor))  # whatever it is, it has to have a meaning
            sides = " and ".join(map(shown, entries[0][:2])) if status == "broken" else ""
            said = f"when all weights are {shown(factor)} times what they were, the two sides are {sides}"
            return lambda: said if sides else None
        case ("call", "bounded_above", a, nu) if s.thing(nu, "network"):
            power = degree(a, s)
            said = f"it is positive at the start and grows with power {power} of the factor"
            return lambda: said if power > 0 and _positive(a, s) else None
        case ("call", "tends_to", a, b, nu) if s.thing(nu, "network"):
            power, relation = degree(a, s), ("==", a, ("num", s.thing(b, "number")))
            said = "it has another value than that, the same at all times"
            return lambda: said if power == 0 and judge(relation, s.scaled(Fraction(1)))[0] == "broken" else None
    raise NotEstablished("a claim is none that this kind of certificate knows")


def check_descent(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established defect.  Raises NotEstablished or CertificateError."""
    s, sizes, slopes = read_scene(cert), cert["sizes"], cert["slopes"]
    fits = 0 < len(sizes) == len(slopes) <= MAX_STEPS and min(sizes) >= 0
    well_formed(fits, "sizes and slopes must be those of the same steps, sizes not negative")
    require(not s.net.shared, "edges share weights, of which this kind of certificate knows nothing")
    form, known = s.claim(cert["text"]["claim"], "descent_balance"), dict[Fraction, Fraction]()
    kept = ("call", "signs_kept", ("name", s.name))  # which is required of every certificate
    given = [tree for tree in map(parse_expression, cert["text"]["given"]) if tree != kept]
    first, now, slack = s, s, Fraction(0)
    for size, derivatives in zip(sizes, slopes, strict=True):
        for tree in given:
            now.establish(tree)
        gradient = {edge: -v for edge, v in velocity(now, derivatives, known).items()}
        slack += size**2 * _form(form, now.at(gradient))
        now = now.at({edge: checked(w - size * gradient[edge]) for edge, w in now.net.weights.items()})
        signs = all(w * first.net.weights[edge] > 0 for edge, w in now.net.weights.items())
        require(signs, "a weight changes its sign or vanishes")
    for tree in given:
        now.establish(tree)
    found = _form(form, now) - _form(form, first) - slack
    require(found == cert["defect"], "the recorded defect is not what is left after these steps")
    require(found, "the form changes by its slack terms only")
    return established(
        cert,
        f"{len(sizes)} steps of gradient descent from {s.said()}",
        f"the claim says {cert['text']['claim'][0]}; next to the slack terms {shown(slack)}, {shown(found)} is left",
    )


def _form(tree: Tree, s: Scene) -> Fraction:
    value = s(tree)
    if not isinstance(value, Fraction):
        raise NotEstablished("the form is not a number")
    return value


def check_leap(cert: dict[str, Any]) -> list[str]:
    """Explanation of a step for which a claimed comparison fails.  Raises NotEstablished or CertificateError."""
    weight, line = cert["weight"], cert["slope"]
    rising = 2 <= len(line) <= MAX_STEPS and all(a[0] < b[0] for a, b in zip(line, line[1:], strict=False))
    well_formed(rising, "slope must list points [z, derivative of the loss at z] in increasing order")
    s = read_scene(cert, Network(["x"], "o", {"o": "linear"}, {("x", "o"): weight}))
    s.xs, s.ys = [[Fraction(1)]], [1]
    pieces = list(zip(line, line[1:], strict=False))

    def derivative(z: Fraction) -> Fraction:
        if not line[0][0] < z < line[-1][0]:
            return Fraction(line[0][1] if z <= line[0][0] else line[-1][1])
        (a, u), (b, v) = next(piece for piece in pieces if piece[0][0] <= z <= piece[1][0])
        return Fraction(u + (v - u) * (z - a) / (b - a))

    near = [abs((v - u) / (b - a)) for (a, u), (b, v) in pieces if a < abs(weight) and b > -abs(weight)]
    for tree in map(parse_expression, cert["text"]["given"]):
        match tree:
            case ("call", "smooth_in_ball", nu, constant) if s.thing(nu, "network"):
                smooth = max([Fraction(0), *near]) <= s.thing(constant, "number")
                require(smooth, "the risk is not smooth with this constant where the weight is as long as now")
            case other:
                s.establish(other)
    sizes: list[Fraction] = []

    def risen(size: Fraction) -> Fraction:
        require(size >= 0, "a step has no negative size")
        sizes.append(size)
        after = weight - size * derivative(weight)
        low, high = sorted((weight, after))
        cuts = [low, *(z for z, _ in line if low < z < high), high]
        area = sum((b - a) * (derivative(a) + derivative(b)) / 2 for a, b in zip(cuts, cuts[1:], strict=False))
        return Fraction(area if after >= weight else -area)

    s.step = risen, derivative(weight)
    texts = cert["text"]["claim"]
    clause = parse_clause(texts[0])
    single = len(texts) == len(clause.relations) == 1 and not (clause.ranges or clause.exists)
    require(single, "the claim is not a single comparison")
    status, entries = judge(clause.relations[0], s)
    require(status == "broken" and sizes, "the claim does not fail for this step")
    moved = [f"from the weight {shown(weight)} to {shown(weight - x * derivative(weight))} with eta = {shown(x)}"
             for x in dict.fromkeys(sizes)]  # fmt: skip
    left, right, _ = entries[0]
    return established(
        cert,
        f"a step {'; '.join(moved)}",
        f"the gradient is {shown(derivative(weight))}",
        f"in {texts[0]} the two sides are {shown(left)} and {shown(right)}",
    )


KINDS["flow"] = Kind(RUN | {"slopes": [rational], "rate": number_or_rows}, check_flow)
KINDS["ray"] = Kind(RUN | {"conjunct": int, "factor": rational, "separator": [rational]}, check_ray, WITNESSED)
KINDS["descent"] = Kind(
    RUN | {"sizes": [rational], "slopes": [[rational]], "defect": rational}, check_descent, WITNESSED
)
KINDS["leap"] = Kind({"weight": rational, "at": dict, "slope": [(rational, rational)]}, check_leap)
