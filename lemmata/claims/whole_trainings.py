"""Checking what is said of a whole training run: bounds that last and limits in time, along exactly known trajectories.

Networks are built whose gradient flow multiplies all weights by one growing factor (`networks.decoupled`).  On
such a ray a claim about all times is a claim about the weights at its start and the degree of homogeneity, and is
decided exactly.  Long float runs are drawn next to it and decide nothing: a claim that no ray breaks is supported, not
more.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, islice
from typing import Any

import numpy as np
import torch
from sympy import Integer

from lemmata import certificates
from lemmata.claims import evidence
from lemmata.claims.exact_search import ExactSearch
from lemmata.claims.limits import SLOWEST, Reported
from lemmata.claims.power.measure import RECHECK
from lemmata.claims.profiles import Profile
from lemmata.evaluate.decide import decide
from lemmata.evaluate.floats import evaluate
from lemmata.language import atoms, core, matrices
from lemmata.language.instance import Instance
from lemmata.language.instantiate import fold, substitute
from lemmata.language.networks import DifferentiableLoss, LayerMatrix, StableSigns
from lemmata.language.relations import Relation
from lemmata.language.specification import Specified
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.training import (
    FLOW_CLAIMS,
    AtStart,
    BoundedAbove,
    Diverges,
    LogisticLoss,
    NoZeroInLimit,
    SeparableData,
    SmallInitialRisk,
    StaysBelow,
    TendsTo,
)
from lemmata.language.variables import Index, Matrix
from lemmata.language.verdicts import Finding, Verdict
from lemmata.networks.dag import ACTIVATIONS, LINEAR, RELU, Dag, fully_connected, layer_matrices
from lemmata.networks.decoupled import Ray, rays
from lemmata.networks.gradient_flow import Data
from lemmata.networks.long_flows import LongRun, long_run

FACTORS = (1, 2, 4, 8, 16, 64)
RAYS = 40
END = 1e12
RUN_ERROR = 1e-6  # of the integrator, which works at a relative 1e-8 per step
# Neither balanced nor aligned nor of rank one, with positive margins; only runs from such places tell a limit.
START_OFF_THE_RAYS: Any = (
    [[[Fraction(1, 10), Fraction(1, 20)], [Fraction(-3, 100), Fraction(2, 25)]], [[Fraction(1, 10), Fraction(-1, 25)]]],
    Data(((Fraction(2), Fraction(1)), (Fraction(1), Fraction(2))), (1, 1)),
)
KNOWN = (StableSigns, DifferentiableLoss, Diverges, LogisticLoss, NoZeroInLimit, SeparableData, SmallInitialRisk)


class _Search(ExactSearch[Ray]):
    """Rays; what breaks the claim is one with the layer, the conjunct, the factor, and how it fails there."""

    def breaks(self, found: Ray) -> tuple[Ray, dict[str, int], int, Fraction, str] | None:
        """The first layer and conjunct at which the claim fails along a ray that meets the hypotheses."""
        if not self._admits(found):
            return None
        index = next((v for v in self.statement.let if isinstance(v, Index)), None)
        count = len(layer_matrices(found.net))
        for k in range(1, count + 1):
            bound = {} if index is None else {index: k}
            if not self._diverge(found, bound):
                continue
            for number, clause in enumerate(self.statement.claim):
                if not _speaks_of_layers(clause, bound, count):
                    continue
                self.places += 1
                broken = _broken(clause, found, bound)
                if broken is not None:
                    return found, {} if index is None else {index.name: k}, number, *broken
        return None

    def _admits(self, found: Ray) -> bool:
        """Whether the hypotheses on a trajectory as a whole hold on this one."""
        for clause in self.statement.given:
            separable = not isinstance(clause, SeparableData) or separator(found) is not None
            if not separable or isinstance(clause, SmallInitialRisk) and found.margin <= 0:
                self.missed[clause] = found
                return False
        self.example = self.example or found
        return True

    def _diverge(self, found: Ray, bound: dict[Any, int]) -> bool:
        """Whether the quantities that a hypothesis sends to infinity, those of the layer at hand, grow along the
        ray."""
        for clause in self.statement.given:
            if isinstance(clause, Diverges):
                if not _speaks_of_layers(clause, bound, len(layer_matrices(found.net))):
                    return False
                if _broken(BoundedAbove(*clause.args), found, bound) is None:
                    self.missed[clause] = found
                    return False
        return True

    def shown(self, found: Ray) -> evidence.Shown:
        """Its weights and data."""
        return evidence.shown(_values(found))

    def missing(self, clause: Any) -> evidence.Shown | None:
        """A network, data or loss that misses a hypothesis, one which every ray meets among them."""
        found = super().missing(clause)
        if found is None and (other := _miss(clause, self.example)) is not None:
            found = evidence.shown(other)
        return found


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement about gradient flow.  Raises TypeError for claims and hypotheses it does not know."""
    for clause in statement.claim:
        if not isinstance(clause, FLOW_CLAIMS):
            raise TypeError(f"{statement.id}: {write(clause)} is no claim about gradient flow")
    for clause in statement.given:
        if not isinstance(clause, KNOWN):
            raise TypeError(f"{statement.id}: {write(clause)} is no hypothesis about gradient flow")
    search, names = _Search(statement), statement.claim[0].args[-1].domain.activations
    label = "trajectories along a ray, exact"
    search.stage("rays", label, chain.from_iterable(islice(rays(ACTIVATIONS[name]), RAYS) for name in names))
    runs, words = _runs(search)
    account = search.account(
        "every planned trajectory was looked at",
        (search.broken[2],) if search.broken else (),
        decided=search.places,
        places=search.places,
        dimensions="two inputs, two hidden units, one or two data points",
        runs=words,
    )
    finding = Finding(search.verdict(least=1), "two hidden units, exact trajectories", account)
    if search.broken:
        _refute(search, finding)
    if finding.verdict is Verdict.SUPPORTED:
        _unaligned(search, finding, names)
    finding.figure = _figure(search, runs)
    finding.extra[RECHECK] = lambda altered: check(altered, profile, seed).verdict
    return finding


def separator(found: Ray) -> list[Fraction] | None:
    """A direction with the sign of the label at each of at most two data points, None where there is none."""
    signed = [[y * c for c in x] for x, y in zip(found.data.xs, found.data.ys, strict=True)]
    (direction, *rest) = signed
    for other in rest:
        # The sum of two vectors of one length has positive products with both, unless they are opposite.
        direction = [a + b for a, b in zip(direction, other, strict=True)]
    ok = all(sum(a * b for a, b in zip(direction, x, strict=True)) > 0 for x in signed)
    return direction if ok else None


def _speaks_of_layers(clause: Any, bound: dict[Any, int], count: int) -> bool:
    numbers = [int(fold(substitute(node.args[1], {}, bound))) for node in clause.atoms(LayerMatrix)]
    return all(1 <= k <= count for k in numbers)


def degree(node: Any) -> Fraction | None:
    """Degree of an expression that is homogeneous in the weights, None where that is not seen."""
    if isinstance(node, Integer):
        return Fraction(0)
    if isinstance(node, LayerMatrix):
        return Fraction(1)
    of = [x for a in node.args if (x := degree(a)) is not None]
    if len(of) < len(node.args) or not of:
        return None
    if isinstance(node, core.Times | matrices.MatTimes):
        return sum(of, Fraction(0))
    if isinstance(node, core.Plus | matrices.MatPlus | core.Neg | matrices.MatNeg | matrices.Transpose):
        return of[0] if len(set(of)) == 1 else None
    if isinstance(node, core.Quotient):
        return of[0] - of[1]
    if isinstance(node, core.Power):
        return of[0] * Fraction(int(node.args[1]))
    if isinstance(node, atoms.EigenForm):
        return of[2]
    return of[0] if isinstance(node, Specified) and node.spec.norm else None


def _at_weights(node: Any, bound: dict[Any, int], shapes: list[tuple[int, int]], suffix: str = "") -> Any:
    """An expression with matrix variables in the place of layers: W_k now, W_k_0 at the start."""
    if isinstance(node, AtStart):
        return _at_weights(node.args[0], bound, shapes, "_0")
    if isinstance(node, LayerMatrix):
        k = int(fold(substitute(node.args[1], {}, bound)))
        return Matrix(f"W_{k}{suffix}", *shapes[k - 1])
    if not getattr(node, "args", ()) or isinstance(node, Integer):
        return node
    return node.func(*(_at_weights(a, bound, shapes, suffix) for a in node.args))


def _broken(clause: Any, found: Ray, bound: dict[Any, int]) -> tuple[Fraction, str] | None:
    """The factor at which a claim fails along the ray, and how, None if it is not seen to fail; exact."""
    layers = layer_matrices(found.net)
    shapes = [(len(m), len(m[0])) for m in layers]

    def judged(lhs: Any, op: str, rhs: Any, factor: int = 1) -> Any:
        values = {f"W_{k}_0": m for k, m in enumerate(layers, 1)}
        values |= {f"W_{k}": [[factor * x for x in row] for row in m] for k, m in enumerate(layers, 1)}
        relation = Relation(*(s if s is op else _at_weights(s, bound, shapes) for s in (lhs, op, rhs)))
        return decide(relation, Instance({}, values))

    if isinstance(clause, StaysBelow):
        for factor in FACTORS:
            decision = judged(clause.args[0], "<=", clause.args[1], factor)
            if decision.status == "broken":
                return Fraction(factor), (
                    f"once all weights are {factor} times what they were, the left side is {decision.lhs} and the "
                    f"right side {decision.rhs}"
                )
    elif isinstance(clause, BoundedAbove):
        power = degree(clause.args[0])
        decision = judged(clause.args[0], ">", Integer(0))
        if power is not None and power > 0 and decision.established:
            return Fraction(
                1
            ), f"the quantity is {decision.lhs} at the start and grows with power {power} of the factor"
    elif isinstance(clause, TendsTo):
        decision = judged(clause.args[0], "==", clause.args[1])
        if degree(clause.args[0]) == 0 and decision.status == "broken":
            return Fraction(1), f"the quantity is {decision.lhs} at all times"
    return None


def _values(found: Ray) -> dict[str, Any]:
    return {
        **{f"W_{k}": [[str(x) for x in row] for row in m] for k, m in enumerate(layer_matrices(found.net), 1)},
        **evidence.points(found.data),
    }


def _refute(search: _Search, finding: Finding) -> None:
    found, place, number, factor, how = search.broken
    finding.scope = f"{len(found.net.inner)} hidden units"
    finding.certificate = certificates.build(
        search.statement, "ray", network=found.net.to_dict(), data=found.data.xs, labels=found.data.ys, at=place,
        conjunct=number, factor=factor, separator=separator(found) or (),
    )  # fmt: skip
    where = ", ".join(f"{k} = {v}" for k, v in place.items())
    names = ", ".join(sorted({str(a) for v, a in found.net.activations.items() if v != found.net.output}))
    why = (
        f"Two hidden {names} units. Every margin is {found.margin}, and the gradients sum to {found.speed} "
        "times the weights, so that gradient flow multiplies all weights by one factor, which grows from 1 to infinity "
        f"whatever the decreasing loss, the logistic one included. With {where} {how}."
    )
    at = search.shown(found)
    finding.counterexample = evidence.counterexample(search.statement, number, at, ("", "", ""), why)


def _unaligned(search: _Search, finding: Finding, names: Iterable[str]) -> None:
    """Rays lie in the limit from the start and cannot tell it from another: runs that begin elsewhere have to approach
    it."""
    limits = [c for c in search.statement.claim if isinstance(c, TendsTo)]
    if not limits:
        return
    layers = START_OFF_THE_RAYS[0]
    index = next((v for v in search.statement.let if isinstance(v, Index)), None)
    shapes = [(len(m), len(m[0])) for m in layers]
    for name in names:
        run = long_run(fully_connected(layers, ACTIVATIONS[name]), START_OFF_THE_RAYS[1], END)
        values = {f"W_{k}": torch.from_numpy(w) for k, w in enumerate(run.layers, 1)}
        reported = []
        for clause in limits:
            for k in range(1, len(layers) + 1):
                bound = {} if index is None else {index: k}
                if _speaks_of_layers(clause, bound, len(layers)):
                    reported.append(_reported(clause, _at_weights(clause.args[0], bound, shapes), run, values))
        finding.evidence.setdefault("approach", []).append({"units": name, "reported": [vars(t) for t in reported]})
        if against := [t for t in reported if not t.agrees]:
            finding.verdict = Verdict.INCONCLUSIVE
            finding.evidence["stopped"] = (
                f"a run that does not begin on a ray puts {against[0].what} in {against[0].limit}, the claim says "
                f"{against[0].claimed:g}"
            )
            return


def _reported(clause: TendsTo, tree: Any, run: LongRun, values: dict[str, torch.Tensor]) -> Reported:
    """Where a quantity tends on a run: its correction falls like a power of log t, of one third or more."""
    found = evaluate(tree, values)[:, 0].numpy()
    late = int(np.argmin(np.abs(np.log1p(run.times) - np.log1p(run.reached) / 3)))
    first, last = float(found[late]), float(found[-1])
    step = 1 / ((np.log1p(run.reached) / np.log1p(run.times[late])) ** SLOWEST - 1)
    limit = sorted((last, last + float(step) * (last - first)))
    limit = [limit[0] - RUN_ERROR, limit[1] + RUN_ERROR]
    wanted = float(evaluate(clause.args[1], {})[0, 0])
    return Reported(write(clause.args[0]), wanted, (limit[0], limit[1]), "a long run")


def _miss(clause: Any, met: Ray | None) -> dict[str, Any] | None:
    """A network, data or loss that misses a hypothesis which every ray meets."""
    if isinstance(clause, DifferentiableLoss):
        return {"loss": "max(0, 1 - z) at margin z = 1"}
    if isinstance(clause, LogisticLoss):
        return {"loss": "(1 - z)**2 / 2"}
    if met is None:
        return None
    first = next(iter(met.net.weights))
    values = _values(Ray(met.net.with_weights({first: 0}), met.data, met.speed, met.margin))
    return values if isinstance(clause, StableSigns | NoZeroInLimit) else {**values, "loss": "constant"}


def _runs(search: _Search) -> tuple[list[tuple[str, LongRun]], str]:
    """Long runs with logistic loss: from the ray found or looked at, and with linear units from nearly there."""
    found = search.broken[0] if search.broken else search.example
    if found is None:
        return [], ""
    name = "ReLU" if any(a == RELU for a in found.net.activations.values()) else "same units"
    nets = {name: found.net, "linear": _linear(found.net)}
    runs = [(label, long_run(net, found.data, END)) for label, net in nets.items()]
    parts = [f"{label}: share {run.share[0][-1]:.6f}, alignment {run.alignment[0][-1]:.6f}" for label, run in runs]
    return runs, f"logistic loss up to time {min(r.reached for _, r in runs):.1e}; " + "; ".join(parts)


def _linear(net: Dag) -> Dag:
    """Linear units at a tenth of the weights, the second outgoing weight halved: a start off any ray.

    Small weights, because the distance from rank one falls like 1 / log t from where it starts.
    """
    first, second = layer_matrices(net)
    small = [[x / 10 for x in row] for row in first]
    return fully_connected([small, [[abs(second[0][0]) / 10, abs(second[0][1]) / 20]]], LINEAR)


def _figure(search: _Search, runs: list[tuple[str, LongRun]]) -> dict[str, Any] | None:
    if not runs:
        return None
    panels = []
    for title, label, pick in (
        ("Share of the largest singular value in the first layer", "s₁ / Frobenius norm", lambda r: r.share[0]),
        ("Alignment of the first layer with the second", "|<v₂, u₁>|", lambda r: r.alignment[0]),
    ):
        curves = [
            {"label": name, "x": [float(t) for t in r.times[1:]], "y": [float(y) for y in pick(r)[1:]], "low": [],
             "high": []}
            for name, r in runs
        ]  # fmt: skip
        panels.append({
            "title": title, "x_label": "time", "y_label": label, "kind": "lines", "log_x": True, "log_y": False,
            "curves": curves, "rules": [{"at": 1.0, "label": "claimed limit"}], "marks": [],
        })  # fmt: skip
    return {"kind": "panels", "panels": panels}
