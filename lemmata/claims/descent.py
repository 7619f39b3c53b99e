"""Checking claims about gradient descent exactly, over several steps, in rationals.

That a quadratic form changes by its slack terms only follows where gradient flow conserves it, for every point and
every loss: with B its polar form and d the gradient, q(w - eta d) = q(w) - 2 eta B(w, d) + eta^2 q(d), and -2 B(w, d)
is the rate of q along the flow.  A proof that the rate vanishes is therefore a proof for descent.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Rational

from lemmata import certificates
from lemmata.claims import evidence, trajectory
from lemmata.claims.exact_search import ExactSearch
from lemmata.claims.profiles import Profile
from lemmata.claims.trajectory import IN_A_ROW, NON_DIFFERENTIABLE, without_first_edge
from lemmata.language import core
from lemmata.language.instantiate import fold
from lemmata.language.networks import DifferentiableLoss, SameNeighbours, SameSlopes
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.training import (
    DescentBalance,
    GradientSquare,
    RiskChange,
    SignsKept,
    SmoothInBall,
    about_a_step,
)
from lemmata.language.variables import Scalar
from lemmata.language.verdicts import Finding
from lemmata.networks.dag import ACTIVATIONS, Activation, Dag, fully_connected
from lemmata.networks.expressions import Misfit, Place, only
from lemmata.networks.gradient_flow import Kink
from lemmata.networks.gradient_steps import BrokenLine, Descent, Leap, defect, descend
from lemmata.networks.random_networks import candidates
from lemmata.principles import GRADIENT_FLOW, alone, flow
from lemmata.principles.templates import PrincipleError, granted

COMPARE = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "==": operator.eq}
STEPS = (1, 2, 3)
HYPOTHESES = (SignsKept, DifferentiableLoss, SameNeighbours, SameSlopes)


class _Runs(ExactSearch[Descent]):
    """Runs of gradient descent; what breaks the claim is a run, the vertices and what the form changes by."""

    def breaks(self, run: Descent) -> tuple[Descent, dict[str, str], Fraction] | None:
        """The first vertices of a run at which the form changes by more than its slack terms."""
        net, given = run.nets[0], self.statement.given
        if not run.signs_kept and (kept := [c for c in given if isinstance(c, SignsKept)]):
            self.missed.update(dict.fromkeys(kept, run))
            return None
        for at in trajectory.vertices_of(self.statement, net):
            failing = _failing(self.statement, run, at)
            if failing is not None:
                self.missed.setdefault(failing, run)
                continue
            try:
                left = defect(self.statement.claim[0].args[0], run, at)
            except Misfit:
                continue
            self.places += 1
            self.example = self.example or run
            if left:
                return run, at, left
        return None

    def shown(self, run: Descent) -> evidence.Shown:
        """The weights it starts from."""
        return evidence.weights_of(run.nets[0])

    def missing(self, clause: Any) -> evidence.Shown | None:
        """A network or a loss that misses a hypothesis."""
        if isinstance(clause, DifferentiableLoss):
            return NON_DIFFERENTIABLE
        if clause not in self.missed and isinstance(clause, SameNeighbours):
            return evidence.weights_of(IN_A_ROW)
        if clause not in self.missed and isinstance(clause, SignsKept) and self.example is not None:
            return without_first_edge(self.example.nets[0])
        return super().missing(clause)


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement about gradient descent.  Raises TypeError for claims and hypotheses it does not know."""
    (claim,) = statement.claim
    if about_a_step(claim):
        return _leaps(statement)
    if not isinstance(claim, DescentBalance):
        raise TypeError(f"{statement.id}: {write(claim)} is no claim about gradient descent")
    if unknown := [c for c in statement.given if not isinstance(c, HYPOTHESES)]:
        raise TypeError(f"{statement.id}: {write(unknown[0])} is no hypothesis about gradient descent")
    only(claim.args[1], statement.let)
    search, rng, proof = _Runs(statement), random.Random(f"{seed}/{statement.id}"), _proof(statement)
    search.stage("descents", "runs of gradient descent, exact", _runs(claim, statement, profile.networks, rng))
    account = search.account(
        "every planned run was made exactly",
        (0,) if search.broken else (),
        places=search.places,
        dimensions=f"up to {max(STEPS)} steps, up to 3 inputs",
    )
    finding = Finding(search.verdict(proof=proof), "up to three steps of gradient descent", account, proof=proof)
    if search.broken:
        _refute(search, finding)
    elif proof is not None:
        finding.scope = proof["scope"]
    return finding


def _runs(claim: Any, statement: Statement, count: int, rng: random.Random) -> Iterator[Descent]:
    """Descents of two hidden units first, then of random networks; those that meet a kink are left out."""
    allowed = [ACTIVATIONS[name] for name in claim.args[1].domain.activations]
    drawn = ((made.net, made.data) for made in trajectory.around_vertices(statement, allowed, rng, count))
    for net, data in (*_smallest(allowed), *drawn):
        sizes = [Fraction(1, rng.choice((4, 8, 16))) for _ in range(rng.choice(STEPS))]
        try:
            yield descend(net, data, sizes, rng)
        except Kink:
            continue


def _smallest(allowed: list[Activation]) -> Iterator[tuple[Dag, Any]]:
    for activation in allowed:
        for count, (matrices, data) in enumerate(candidates(2, 1)):
            if count >= 20:
                break
            yield fully_connected(matrices, activation), data


def _failing(statement: Statement, run: Descent, at: dict[str, str]) -> Any:
    """The first hypothesis that does not hold at some step; None if all hold at every step."""
    for net in run.nets[:-1]:
        for clause in statement.given:
            if trajectory.holds(clause, net, run.data, Place(net, {}, at, {})) is False:
                return clause
    return None


def _proof(statement: Statement) -> dict[str, Any] | None:
    """The proof that gradient flow conserves the form, with the step from flow to descent; None without one."""
    try:
        said = granted(statement, (flow.one_vertex, flow.two_vertices))
    except PrincipleError:
        return None
    return {
        "ok": True,
        "scope": "every network of the class, any data, differentiable loss and step sizes, every Clarke subgradient",
        "method": "the rate along gradient flow vanishes, and a quadratic form has no terms of third order",
        **alone(GRADIENT_FLOW),
        "steps": [
            {
                "text": write(statement.claim[0]), "ok": True, "detail": "; ".join(said),
                "because": "q(w - eta d) = q(w) + eta (rate of q along the flow) + eta^2 q(d), summed over the steps",
            },
        ],
    }  # fmt: skip


def _refute(search: _Runs, finding: Finding) -> None:
    run, at, left = search.broken
    net = run.nets[0]
    finding.scope = f"{len(net.inner)} hidden units, {len(run.sizes)} steps"
    finding.certificate = certificates.build(
        search.statement, "descent", network=net.to_dict(), data=run.data.xs, labels=run.data.ys, at=at,
        sizes=run.sizes, slopes=run.slopes, defect=left,
    )  # fmt: skip
    sizes = {f"eta({k})": str(eta) for k, eta in enumerate(run.sizes)}
    slopes = {f"loss derivatives at step {k}": ", ".join(map(str, ds)) for k, ds in enumerate(run.slopes)}
    start = evidence.shown({**evidence.weights(net), **evidence.points(run.data), **sizes, **slopes})
    why = (
        f"{len(run.sizes)} steps of gradient descent from these weights, which keep their signs: the form "
        f"changes by {left} more than its slack terms."
    )
    finding.counterexample = evidence.counterexample(search.statement, 0, start, (str(left), "==", "0"), why)


def leaps() -> Iterator[Leap]:
    """Single steps with small numbers: a loss falling with slope -1 that turns up at a point, or does nowhere."""
    for weight in (1, 2):
        for turn in (1, 2):
            for rise in (1, 2, 4, 8):
                for beta in (Fraction(1), Fraction(2), Fraction(1, 2)):
                    line = BrokenLine((
                        (Fraction(turn), Fraction(-1)), (Fraction(turn + 1), Fraction(rise)),
                    ))  # fmt: skip
                    yield Leap(Fraction(weight), line, beta)


class _Leaps(ExactSearch[Leap]):
    """Single steps; what breaks the claim is a step and the two sides of the claim."""

    def breaks(self, leap: Leap) -> tuple[Leap, Fraction, Fraction] | None:
        """The step with the sides of the claim, where it is as smooth as supposed and they do not compare as said."""
        for clause in self.statement.given:
            if isinstance(clause, SmoothInBall) and leap.steepest > _side(clause.args[1], leap):
                self.missed.setdefault(SmoothInBall, leap)
                return None
        self.places += 1
        self.example = self.example or leap
        (claim,) = self.statement.claim
        lhs, rhs = _side(claim.lhs, leap), _side(claim.rhs, leap)
        return None if COMPARE[claim.op](lhs, rhs) else (leap, lhs, rhs)

    def shown(self, leap: Leap) -> evidence.Shown:
        line = ", ".join(f"({z}, {u})" for z, u in leap.slope.points)
        return evidence.shown({"w": str(leap.weight), "beta": str(leap.beta), "loss' through": line})

    def missing(self, clause: Any) -> evidence.Shown:
        """A loss that misses a hypothesis."""
        steep = BrokenLine(((Fraction(1), Fraction(-1)), (Fraction(2), Fraction(8))))
        fails = self.missed.get(SmoothInBall, Leap(Fraction(2), steep, Fraction(1)))
        return NON_DIFFERENTIABLE if isinstance(clause, DifferentiableLoss) else self.shown(fails)


def _leaps(statement: Statement) -> Finding:
    """One step with a single weight, over a small family of losses; exact."""
    claim = statement.claim[0]
    if not isinstance(claim, Relation):
        raise TypeError(f"{statement.id}: {write(claim)} is no comparison of numbers")
    if unknown := [c for c in statement.given if not isinstance(c, DifferentiableLoss | SmoothInBall)]:
        raise TypeError(f"{statement.id}: {write(unknown[0])} is no hypothesis about a step")
    search = _Leaps(statement)
    search.stage("leaps", "single steps, exact", leaps())
    broken, dimensions = (0,) if search.broken else (), "one weight, one data point"
    account = search.account("every planned step was taken", broken, certified=search.tried, dimensions=dimensions)
    finding = Finding(search.verdict(least=1), "a single weight", account)
    if search.broken:
        leap, lhs, rhs = search.broken
        finding.scope = "one weight, one step"
        finding.certificate = certificates.build(
            statement, "leap", weight=leap.weight, at=_numbers(statement, leap), slope=leap.slope.points
        )
        why = (
            f"nu(x) = w x with w = {leap.weight}, x = y = 1: the risk is the loss at w. For |z| <= "
            f"{abs(leap.weight)} the derivative of the loss changes at the rate {leap.steepest} at most, "
            f"and at w it is {leap.slope(leap.weight)}: {_reported(claim, leap)}."
        )
        said = str(lhs), claim.op, str(rhs)
        finding.counterexample = evidence.counterexample(statement, 0, search.shown(leap), said, why)
    return finding


def _side(node: Any, leap: Leap) -> Fraction:
    """A side of the claim at one weight and one loss; TypeError where it has another variable than the constant."""
    number = fold(_filled(node, leap))
    if not isinstance(number, Rational):
        raise TypeError(f"{write(node)} is no number once beta and the step are known")
    return Fraction(number.p, number.q)


def _exact(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


def _filled(node: Any, leap: Leap) -> Any:
    if isinstance(node, RiskChange):
        return _exact(leap.change(_side(node.args[1], leap)))
    if isinstance(node, GradientSquare):
        return _exact(leap.slope(leap.weight) ** 2)
    if isinstance(node, Scalar):
        return _exact(leap.beta)
    if isinstance(node, core.RealPower):  # of a positive number alone
        base = _side(node.args[0], leap)
        if base <= 0:
            raise TypeError(f"{write(node)} has no value")
        return core.power(_exact(base), fold(_filled(node.args[1], leap)))
    return node.func(*(_filled(a, leap) for a in node.args)) if node.args else node


def _reported(claim: Relation, leap: Leap) -> str:
    """What the steps of a claim lead to."""
    sizes = dict.fromkeys(_side(node.args[1], leap) for node in claim.atoms(RiskChange))
    return "; ".join(
        f"the step of size {size} leads to w = {leap.after(size)} and changes the risk by {leap.change(size)}"
        for size in sizes
    )


def _numbers(statement: Statement, leap: Leap) -> dict[str, Fraction]:
    """The constant of smoothness, under the name it has in the statement."""
    return {v.name: leap.beta for v in statement.let if isinstance(v, Scalar)}
