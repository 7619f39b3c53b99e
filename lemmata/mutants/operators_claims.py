"""Changes of claims that are no relations between matrices: probabilities, limits, figures, training runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Rational

from lemmata.claims.power.alterations import TABLE, Alteration
from lemmata.language import core
from lemmata.language.architectures import Convolution, FreeBlock, FullyConnected, ResidualBlock
from lemmata.language.networks import DifferentiableLoss
from lemmata.language.probability import Converges, Grows, Law, Probability, ScaledLaw, TracyWidom
from lemmata.language.relations import Relation
from lemmata.language.training import StaysBelow, TendsTo
from lemmata.mutants.operators import DROPPED, operator
from lemmata.mutants.sites import Site

PROBABILITIES, LIMITS, FIGURES, FLOWS = "P", "L", "F", "T"
MEANING = (DifferentiableLoss, Convolution, FreeBlock, FullyConnected, ResidualBlock)  # of flows, and of arrays


def _by(kind: str, which: int, site: Site, *sizes: Rational) -> Iterator[Any]:
    """A whole conjunct changed as the measurement of power changes it, by each of the sizes."""
    if site.role == "claim" and site.top:
        change: Alteration = TABLE[kind][which]
        for size in sizes:
            yield from change.change(site.node, size)


# --- probabilities


@operator("rarer", "an exceptional event is claimed to be ten times rarer", PROBABILITIES)
def rarer(site: Site) -> Iterator[Any]:
    """P / 10 for P."""
    return _by("P", 0, site, Rational(9))


@operator("tail-rate", "the exponent of a tail is larger by a tenth, or twice as large", PROBABILITIES)
def tail_rate(site: Site) -> Iterator[Any]:
    """exp(-x) to a higher power."""
    return _by("P", 1, site, Rational(1, 10), Rational(1))


@operator("event-bound", "a bound inside an event is moved against the claim by a tenth", PROBABILITIES)
def event_bound(site: Site) -> Iterator[Any]:
    """A wider exception, a narrower rule."""
    return _by("P", 2, site, Rational(1, 10))


@operator("event-reversed", "an event is replaced by its opposite", PROBABILITIES)
def event_reversed(site: Site) -> Iterator[Any]:
    """P(A > b) for P(A < b)."""
    other = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
    if isinstance(site.node, Probability) and isinstance(site.node.event, Relation):
        r = site.node.event
        yield Probability(Relation(r.lhs, other[r.op], r.rhs), *site.node.args[1:])


# --- limits


@operator("limit-constant", "a limit, or the scale of a limit law, is off by a tenth", LIMITS)
def limit_constant(site: Site) -> Iterator[Any]:
    """11/10 of it and 10/11 of it."""
    return _by("L", 0, site, Rational(1, 10))


@operator("limit-shifted", "a limit is moved by a tenth", LIMITS)
def limit_shifted(site: Site) -> Iterator[Any]:
    """c + 1/10 and c - 1/10 for c."""
    node = site.node
    if isinstance(node, Converges) and not isinstance(node.target, Law) and node.mode != "as numbers":
        for shift in (Rational(1, 10), Rational(-1, 10)):
            yield Converges(node.value, core.Plus(node.target, shift), node.dim, node.mode)


@operator("limit-exponent", "a power of the growing dimension is off by a tenth", LIMITS)
def limit_exponent(site: Site) -> Iterator[Any]:
    """n^(1/10) more, and less."""
    return _by("L", 2, site, Rational(1, 10))


@operator("limit-law", "the standard law stands for its multiple, a multiple for the standard law", LIMITS)
def limit_law(site: Site) -> Iterator[Any]:
    """T for c T, sqrt(2) T for T."""
    node = site.node
    if not isinstance(node, Converges) or not isinstance(node.target, Law):
        return
    if isinstance(node.target, ScaledLaw):
        yield Converges(node.value, node.target.args[1], node.dim, node.mode)
    elif isinstance(node.target, TracyWidom):
        yield Converges(node.value, ScaledLaw(core.Sqrt(Rational(2)), node.target), node.dim, node.mode)


@operator("limit-centre", "what converges in law is moved by a half", LIMITS)
def limit_centre(site: Site) -> Iterator[Any]:
    """X + 1/2 and X - 1/2 for X."""
    node = site.node
    if isinstance(node, Converges) and isinstance(node.target, Law):
        for shift in (Rational(1, 2), Rational(-1, 2)):
            yield Converges(core.Plus(node.value, shift), node.target, node.dim, node.mode)


@operator("rate-squared", "a rate of growth is squared", LIMITS)
def rate_squared(site: Site) -> Iterator[Any]:
    """n^2 for n."""
    if isinstance(site.node, Grows):
        yield Grows(site.node.value, core.Power(site.node.rate, 2), site.node.dim)


# --- figures


@operator("figure-threshold", "a number that a measurement is compared with is moved against the claim", FIGURES)
def figure_threshold(site: Site) -> Iterator[Any]:
    """By a tenth of itself, and by a half."""
    return _by("F", 0, site, Rational(1, 10), Rational(1, 2))


@operator("figure-reversed", "a comparison of measurements points the other way", FIGURES)
def figure_reversed(site: Site) -> Iterator[Any]:
    """Larger for smaller."""
    other = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
    if site.top and isinstance(site.node, Relation) and site.node.op in other:
        yield Relation(site.node.lhs, other[site.node.op], site.node.rhs)


# --- trajectories


@operator("coefficient", "a term of a conserved quantity counts a tenth more", FLOWS)
def coefficient(site: Site) -> Iterator[Any]:
    """11/10 of the last term."""
    return _by("T", 0, site, Rational(1, 10))


@operator("flow-hypothesis-dropped", "a hypothesis on a flow or descent is left out", FLOWS)
def flow_hypothesis_dropped(site: Site) -> Iterator[Any]:
    """Nothing in the place of a hypothesis, unless the claim says nothing without it (see `NOT_MUTATED`)."""
    if site.role == "given" and site.top and not isinstance(site.node, MEANING):
        yield DROPPED


@operator("bound-lowered", "a bound that lasts, or a limit in time, is nine tenths of what it was", FLOWS + LIMITS)
def bound_lowered(site: Site) -> Iterator[Any]:
    """9/10 of the right-hand side."""
    if isinstance(site.node, StaysBelow | TendsTo):
        value, bound, *rest = site.node.args
        yield site.node.func(value, core.Times(Rational(9, 10), bound), *rest)
