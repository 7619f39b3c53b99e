"""Exact velocity of gradient flow for the empirical risk of a feedforward network.

Source: Le & Jegelka (2022), section 2: R(w) = (1/n) sum_i loss(y_i nu(x_i)), dw/dt = -grad R, labels +1 or -1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lemmata.networks.dag import Dag, Edge
from lemmata.networks.linear import Rational, as_rational

Velocity = dict[Edge, Fraction]


class Kink(ValueError):
    """The risk is not differentiable here: a nonlinear unit has pre-activation 0 on a data point."""

    def __init__(self, vertex: str, datum: int) -> None:
        super().__init__(f"pre-activation of {vertex!r} is 0 on data point {datum}: no gradient there")
        self.vertex = vertex
        self.datum = datum


@dataclass(frozen=True)
class Loss:
    """A differentiable loss of the margin z = y nu(x).

    "squared": (1 - z)^2 / 2; "logistic": log(1 + e^-z); "exponential": e^-z. Raises ValueError for another name.
    """

    name: str

    def __post_init__(self) -> None:
        if self.name not in ("squared", "logistic", "exponential"):
            raise ValueError(f"unknown loss {self.name!r}: expected squared, logistic or exponential")

    def value(self, z: float) -> float:
        """The loss at z in floats, without overflow for the logistic one."""
        if self.name == "squared":
            return (1 - z) ** 2 / 2
        if self.name == "logistic":
            return max(-z, 0.0) + math.log1p(math.exp(-abs(z)))
        return math.exp(-z) if z > -700 else math.inf

    def derivative(self, z: float) -> float:
        """The derivative at z in floats."""
        if self.name == "squared":
            return z - 1
        if self.name == "logistic":
            e = math.exp(-abs(z))
            return -e / (1 + e) if z >= 0 else -1 / (1 + e)
        return -math.exp(-z) if z > -700 else -math.inf

    def exact_derivative(self, z: Fraction) -> Fraction:
        """The derivative at a rational z. Raises ValueError where it is irrational (give the derivatives instead)."""
        if self.name == "squared":
            return z - 1
        if z == 0:
            return Fraction(-1, 2) if self.name == "logistic" else Fraction(-1)
        raise ValueError(f"the {self.name} loss has an irrational derivative at {z}: give rational loss derivatives")


SQUARED = Loss("squared")
LOGISTIC = Loss("logistic")
EXPONENTIAL = Loss("exponential")


@dataclass(frozen=True)
class Data:
    """A binary classification data set: rational inputs xs[i], labels ys[i] in {-1, 1}. Not empty."""

    xs: tuple[tuple[Fraction, ...], ...]
    ys: tuple[int, ...]

    @staticmethod
    def of(xs: Sequence[Sequence[Rational]], ys: Sequence[int]) -> Data:
        """Checked construction. Raises ValueError on no data, unequal or ragged lengths, labels other than +-1."""
        if not xs or len(xs) != len(ys):
            raise ValueError(f"{len(xs)} inputs and {len(ys)} labels: need equally many, at least one")
        if len({len(x) for x in xs}) != 1:
            raise ValueError("inputs of different lengths")
        if any(y not in (-1, 1) for y in ys):
            raise ValueError("labels must be -1 or 1")
        return Data(tuple(tuple(as_rational(c) for c in x) for x in xs), tuple(int(y) for y in ys))

    @property
    def within_unit_ball(self) -> bool:
        """The paper's standing assumption ||x_i|| <= 1 on the inputs."""
        return all(sum(c * c for c in x) <= 1 for x in self.xs)


def margins(net: Dag, data: Data) -> list[Fraction]:
    """z_i = y_i nu(x_i), exact."""
    return [y * net(x) for x, y in zip(data.xs, data.ys, strict=True)]


def output_gradient(net: Dag, x: Sequence[Rational], datum: int = 0) -> dict[Edge, Fraction]:
    """d nu(x) / d w_e for every edge, by backpropagation, exact.

    Raises Kink if a nonlinear unit on an input-output path has pre-activation 0 at x; `datum` is the index it reports.
    """
    if kinks := net.kinks(x):
        raise Kink(kinks[0], datum)
    run = net.forward(x)
    delta: dict[str, Fraction] = {}  # d nu / d pre-activation
    for v in reversed(net.order):
        if v not in net.activations:
            continue
        back = Fraction(1) if v == net.output else sum((net.weights[v, b] * delta[b] for b in net.outs[v]), Fraction(0))
        # Off the input-output paths one of the two factors of the gradient is 0 whatever the slope at a zero.
        delta[v] = back * net.activations[v].derivative(run.pre[v]) if v in net.live else Fraction(0)
    return {(u, v): run.post[u] * delta[v] if v in net.live else Fraction(0) for u, v in net.edges}


def datum_velocities(net: Dag, data: Data) -> list[Velocity]:
    """The velocity contributed by each data point per unit of -loss'(z_i) / n: y_i grad nu(x_i), 0 on frozen edges.

    Edges that share a parameter all move by the sum of their derivatives.

    The flow is dw/dt = (1/n) sum_i -loss'(z_i) * datum_velocities[i]. Raises Kink.
    """
    out = []
    for k, (x, y) in enumerate(zip(data.xs, data.ys, strict=True)):
        gradient = output_gradient(net, x, k)
        part = {e: y * g if e not in net.frozen else Fraction(0) for e, g in gradient.items()}
        for group in net.shared:
            part |= dict.fromkeys(group, sum((part[e] for e in group), Fraction(0)))
        out.append(part)
    return out


def loss_derivatives(net: Dag, data: Data, loss: Loss | Sequence[Rational]) -> list[Fraction]:
    """loss'(z_i) at every margin: from a loss with rational derivatives there, or as given.

    Given numbers stand for "any differentiable loss": some differentiable loss takes them as its derivatives whenever
    equal margins have equal ones. Raises ValueError where that fails, on a wrong count, or on an irrational derivative.
    """
    z = margins(net, data)
    if isinstance(loss, Loss):
        return [loss.exact_derivative(zi) for zi in z]
    given = [as_rational(d) for d in loss]
    if len(given) != len(z):
        raise ValueError(f"{len(given)} loss derivatives for {len(z)} data points")
    seen: dict[Fraction, Fraction] = {}
    for zi, d in zip(z, given, strict=True):
        if seen.setdefault(zi, d) != d:
            raise ValueError(f"two different loss derivatives at the same margin {zi}: no loss has them")
    return given


def velocity(net: Dag, data: Data, loss: Loss | Sequence[Rational] = SQUARED) -> Velocity:
    """dw/dt = -grad R(w) for every edge (0 where frozen), exact in rationals.

    `loss` is a Loss or the rational derivatives loss'(z_i). Raises Kink at a point of non-differentiability and
    ValueError as `loss_derivatives` does.
    """
    derivatives = loss_derivatives(net, data, loss)
    parts = datum_velocities(net, data)
    n = len(derivatives)
    return {e: sum((-d * p[e] for d, p in zip(derivatives, parts, strict=True)), Fraction(0)) / n for e in net.edges}


def risk(net: Dag, data: Data, loss: Loss = SQUARED) -> float:
    """The empirical risk in floats."""
    return sum(loss.value(float(z)) for z in margins(net, data)) / len(data.ys)
