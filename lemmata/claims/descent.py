"""Checking claims about gradient descent exactly, over several steps, in rationals.

That a quadratic form changes by its slack terms only follows where gradient flow conserves it, for every point and
every loss: with B its polar form and d the gradient, q(w - eta d) = q(w) - 2 eta B(w, d) + eta^2 q(d), and -2 B(w, d)
is the rate of q along the flow.  A proof that the rate vanishes is therefore a proof for descent.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sympy import Rational

from lemmata import certificates
from lemmata.claims import evidence, trajectory
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
from lemmata.language.verdicts import Finding, Verdict
from lemmata.networks.dag import ACTIVATIONS, Activation, Dag, fully_connected
from lemmata.networks.expressions import Misfit, Place, only
from lemmata.networks.gradient_flow import Kink
from lemmata.networks.gradient_steps import BrokenLine, Descent, Leap, defect, descend
from lemmata.networks.random_networks import candidates
from lemmata.principles import GRADIENT_FLOW, alone, flow
from lemmata.principles.templates import PrincipleError, granted

COMPARE = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "==": operator.eq}
STEPS = (1, 2, 3)
ENOUGH = 3
HYPOTHESES = (SignsKept, DifferentiableLoss, SameNeighbours, SameSlopes)


@dataclass
class _Search:
    """What has been looked at so far."""

    statement: Statement
    runs: int = 0
    places: int = 0
    broken: tuple[Descent, dict[str, str], Fraction] | None = None
    example: Descent | None = None
    missed: dict[Any, Descent] = field(default_factory=dict)  # by hypothesis


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
    search, rng = _Search(statement), random.Random(f"{seed}/{statement.id}")
    for run in _runs(claim, statement, profile.networks, rng):
        if _breaks(search, run):
            break
    finding = Finding(Verdict.SUPPORTED, "up to three steps of gradient descent", _evidence(search), tight=False)
    proof = _proof(statement)
    if search.broken:
        if proof is not None:
            raise RuntimeError(
                f"{statement.id} has an accepted proof and an exact counterexample: one of them is wrong"
            )
        _refute(search, finding)
    elif proof is not None:
        finding.verdict, finding.proof, finding.scope = Verdict.PROVED, proof, proof["scope"]
    elif search.places < ENOUGH:
        finding.verdict = Verdict.VACUOUS
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


def _breaks(search: _Search, run: Descent) -> bool:
    search.runs += 1
    net = run.nets[0]
    if not run.signs_kept and any(isinstance(c, SignsKept) for c in search.statement.given):
        kept = (c for c in search.statement.given if isinstance(c, SignsKept))
        search.missed.update(dict.fromkeys(kept, run))
        return False
    for at in trajectory.vertices_of(search.statement, net):
        failing = _failing(search.statement, run, at)
        if failing is not None:
            search.missed.setdefault(failing, run)
            continue
        try:
            left = defect(search.statement.claim[0].args[0], run, at)
        except Misfit:
            continue
        search.places += 1
        search.example = search.example or run
        if left:
            search.broken = (run, at, left)
            return True
    return False


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


def _evidence(search: _Search) -> dict[str, Any]:
    met = evidence.weights_of(search.example.nets[0]) if search.example else None
    return evidence.account(
        search.statement,
        search.runs,
        (0,) if search.broken else (),
        certified=search.places,
        places=search.places,
        stopped="a counterexample was found" if search.broken else "every planned run was made exactly",
        dimensions=f"up to {max(STEPS)} steps, up to 3 inputs",
        device="exact rationals",
        stages=[evidence.stage("descents", "runs of gradient descent, exact", search.runs, search.broken is not None)],
        hypotheses=[evidence.hypothesis(c, met, _missing(search, c)) for c in search.statement.given],
    )


def _missing(search: _Search, clause: Any) -> evidence.Shown | None:
    """A network or a loss that misses a hypothesis."""
    run = search.missed.get(clause)
    if isinstance(clause, DifferentiableLoss):
        return NON_DIFFERENTIABLE
    if run is not None:
        return evidence.weights_of(run.nets[0])
    if isinstance(clause, SameNeighbours):
        return evidence.weights_of(IN_A_ROW)
    if isinstance(clause, SignsKept) and search.example is not None:
        return without_first_edge(search.example.nets[0])
    return None


def _refute(search: _Search, finding: Finding) -> None:
    assert search.broken is not None
    run, at, left = search.broken
    net = run.nets[0]
    finding.verdict, finding.scope = Verdict.REFUTED, f"{len(net.inner)} hidden units, {len(run.sizes)} steps"
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


def _leaps(statement: Statement) -> Finding:
    """One step with a single weight, over a small family of losses; exact."""
    claim = statement.claim[0]
    if not isinstance(claim, Relation):
        raise TypeError(f"{statement.id}: {write(claim)} is no comparison of numbers")
    if unknown := [c for c in statement.given if not isinstance(c, DifferentiableLoss | SmoothInBall)]:
        raise TypeError(f"{statement.id}: {write(unknown[0])} is no hypothesis about a step")
    tried, met, missed, broken = 0, None, None, None
    bounds = [c.args[1] for c in statement.given if isinstance(c, SmoothInBall)]
    for leap in leaps():
        tried += 1
        if any(leap.steepest > _side(bound, leap) for bound in bounds):
            missed = missed or leap
            continue
        met = met or leap
        sides = _side(claim.lhs, leap), _side(claim.rhs, leap)
        if not COMPARE[claim.op](*sides):
            broken = leap
            break
    finding = Finding(Verdict.SUPPORTED, "a single weight", {}, tight=False)
    hypotheses = []
    steep = BrokenLine(((Fraction(1), Fraction(-1)), (Fraction(2), Fraction(8))))
    fails = _instance(missed or Leap(Fraction(2), steep, Fraction(1)))
    for clause in statement.given:
        example = NON_DIFFERENTIABLE if isinstance(clause, DifferentiableLoss) else fails
        hypotheses.append(evidence.hypothesis(clause, _instance(met) if met else None, example))
    finding.evidence = evidence.account(
        statement,
        tried,
        (0,) if broken else (),
        certified=tried,
        stopped="a counterexample was found" if broken else "every planned step was taken",
        dimensions="one weight, one data point",
        device="exact rationals",
        stages=[evidence.stage("leaps", "single steps, exact", tried, broken is not None)],
        hypotheses=hypotheses,
    )
    if met is None:
        finding.verdict = Verdict.VACUOUS
    if broken is not None:
        finding.verdict, finding.scope = Verdict.REFUTED, "one weight, one step"
        finding.certificate = certificates.build(
            statement, "leap", weight=broken.weight, at=_numbers(statement, broken), slope=broken.slope.points
        )
        why = (
            f"nu(x) = w x with w = {broken.weight}, x = y = 1: the risk is the loss at w. For |z| <= "
            f"{abs(broken.weight)} the derivative of the loss changes at the rate {broken.steepest} at most, "
            f"and at w it is {broken.slope(broken.weight)}: {_reported(claim, broken)}."
        )
        said = str(sides[0]), claim.op, str(sides[1])
        finding.counterexample = evidence.counterexample(statement, 0, _instance(broken), said, why)
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


def _instance(leap: Leap) -> evidence.Shown:
    line = ", ".join(f"({z}, {u})" for z, u in leap.slope.points)
    return evidence.shown({"w": str(leap.weight), "beta": str(leap.beta), "loss' through": line})
