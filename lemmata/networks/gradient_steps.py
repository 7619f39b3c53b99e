"""Exact steps of gradient descent, w(t+1) = w(t) - eta(t) grad R(w(t)), and what they do to quadratic forms.

Source: Le & Jegelka (2022), appendix F.  The loss enters through its derivatives at the margins met, which are drawn
freely for "any differentiable loss", equal margins having equal ones at every step.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata.networks.dag import Dag
from lemmata.networks.expressions import Place, evaluate
from lemmata.networks.gradient_flow import Data, Velocity, margins, velocity


@dataclass(frozen=True)
class Descent:
    """Networks w(0), ..., w(T), and of each step its size, the loss derivatives at the margins and the gradient."""

    nets: tuple[Dag, ...]
    data: Data
    sizes: tuple[Fraction, ...]
    slopes: tuple[tuple[Fraction, ...], ...]
    gradients: tuple[Velocity, ...]

    @property
    def signs_kept(self) -> bool:
        """Whether every weight is positive at all steps or negative at all steps."""
        return all(
            all(net.weights[e] > 0 for net in self.nets) or all(net.weights[e] < 0 for net in self.nets)
            for e in self.nets[0].edges
        )


def descend(net: Dag, data: Data, sizes: Sequence[Fraction], rng: random.Random) -> Descent:
    """Steps of these sizes, with loss derivatives -1, -1/2, -2, ... drawn for each new margin.

    Raises Kink where a unit of some network on the way is at its kink.
    """
    known: dict[Fraction, Fraction] = {}
    nets, slopes, gradients = [net], [], []
    for size in sizes:
        here = nets[-1]
        for z in margins(here, data):
            known.setdefault(z, -Fraction(rng.choice((1, 2, 3)), rng.choice((1, 2))))
        at_step = tuple(known[z] for z in margins(here, data))
        gradient = {e: -v for e, v in velocity(here, data, at_step).items()}
        slopes.append(at_step)
        gradients.append(gradient)
        nets.append(here.with_weights({e: w - size * gradient[e] for e, w in here.weights.items()}))
    return Descent(tuple(nets), data, tuple(sizes), tuple(slopes), tuple(gradients))


def value(form: Any, net: Dag, vertices: Mapping[str, str]) -> Fraction:
    """Value of a form in the weights at its vertices, exact."""
    return evaluate(form, Place(net, {}, vertices, {}))[0][0].value


def defect(form: Any, run: Descent, vertices: Mapping[str, str]) -> Fraction:
    """q(w(T)) - q(w(0)) - sum of eta^2 q(d), for a quadratic form q in the weights."""
    slack = sum(
        (
            eta**2 * value(form, run.nets[0].with_weights(d), vertices)
            for eta, d in zip(run.sizes, run.gradients, strict=True)
        ),
        Fraction(0),
    )
    return value(form, run.nets[-1], vertices) - value(form, run.nets[0], vertices) - slack


@dataclass(frozen=True)
class BrokenLine:
    """A function linear between the points (z, value), constant beyond them: the derivative of a differentiable loss.

    Raises ValueError unless the points come in increasing order.
    """

    points: tuple[tuple[Fraction, Fraction], ...]

    def __post_init__(self) -> None:
        if not self.points or any(a[0] >= b[0] for a, b in zip(self.points, self.points[1:], strict=False)):
            raise ValueError("the points of a broken line come in increasing order")

    def __call__(self, z: Fraction) -> Fraction:
        if z <= self.points[0][0]:
            return self.points[0][1]
        for (a, u), (b, v) in zip(self.points, self.points[1:], strict=False):
            if z <= b:
                return u + (v - u) * (z - a) / (b - a)
        return self.points[-1][1]

    def integral(self, low: Fraction, high: Fraction) -> Fraction:
        """Integral from low to high, low <= high, by the trapezoidal rule between breaks, which is exact."""
        cuts = [low, *(z for z, _ in self.points if low < z < high), high]
        pieces = zip(cuts, cuts[1:], strict=False)
        return sum(((b - a) * (self(a) + self(b)) / 2 for a, b in pieces), Fraction(0))

    def steepest(self, low: Fraction, high: Fraction) -> Fraction:
        """Largest modulus of the slope between low and high."""
        pieces = zip(self.points, self.points[1:], strict=False)
        slopes = [abs((v - u) / (b - a)) for (a, u), (b, v) in pieces if a < high and b > low]
        return max(slopes, default=Fraction(0))


@dataclass(frozen=True)
class Leap:
    """One step of gradient descent of the risk loss(w) of a single weight w, one data point x = 1 with label 1.

    The loss has the derivative `slope`, whose slope is at most `beta` where |z| <= |w|.
    """

    weight: Fraction
    slope: BrokenLine
    beta: Fraction

    @property
    def steepest(self) -> Fraction:
        """How fast the derivative of the risk changes, at most, for weights no longer than the present one."""
        return self.slope.steepest(-abs(self.weight), abs(self.weight))

    def after(self, size: Fraction) -> Fraction:
        """The weight after a step of this size."""
        return self.weight - size * self.slope(self.weight)

    def change(self, size: Fraction) -> Fraction:
        """R(w(1)) - R(w(0)) for a step of this size."""
        after = self.after(size)
        return self.slope.integral(*sorted((self.weight, after))) * (1 if after >= self.weight else -1)
