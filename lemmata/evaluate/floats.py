"""Float interpreter of concrete statements: a batch of instances at once, on a CPU or a CUDA device.

What it says nominates instances for certification and drives searches; it never decides a verdict.  An instance on
which any number involved is not finite is *undecided*, never "no violation".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import torch
from sympy import Rational
from torch import Tensor

from lemmata.evaluate import cpu_lanes
from lemmata.evaluate.cpu_lanes import programs
from lemmata.evaluate.float_rules import Rule, spectrum
from lemmata.evaluate.tensors import COUNTED, ROUNDINGS, asymmetry, known_symmetric
from lemmata.evaluate.tensors import Evaluation as Evaluation
from lemmata.language import atoms, core, families, functions, matrices, variables
from lemmata.language.instantiate import Concrete, index_tuples
from lemmata.language.relations import Clause, Exists, Relation, strict
from lemmata.language.specification import Domain, Exact, Spec, Specified, Zero
from lemmata.language.variables import Index

# Which float values are the values themselves, without a rounding error, and what follows: certain zeros, ranks.
#
# A number all of whose binary digits fit is a small multiple of some power of two, its *unit*; sums and products of
# such numbers are exact as long as their size in units stays below the precision.  The masks below, all of shape (B, K,
# 1), are True only where the fact is beyond doubt; False says nothing.
MARGIN = 2.0**10  # how far above its rounding noise a value must stand for its sign to be beyond doubt


def nowhere(scope: Evaluation, node: Any = None) -> Tensor:
    """The mask that is False."""
    return torch.zeros(1, 1, 1, dtype=torch.bool, device=scope.device)


def answers(node: Any) -> Spec:
    """The specification of a node; a number has none of its own."""
    return node.spec if isinstance(node, Specified) else Spec()


def somewhere(mask: Tensor) -> Tensor:
    """Whether any entry of a quantity is marked."""
    return mask.any(-1, keepdim=True)


def exponent_of_unit(x: Tensor) -> Tensor:
    """Largest e such that all entries over the last axis are multiples of 2^e, as (..., 1); inf for zeros alone.

    Entries that are not finite make it NaN.
    """
    mantissa, exponent = torch.frexp(x.detach().double().nan_to_num(nan=0.0, posinf=0.0, neginf=0.0))
    whole = (mantissa * 2.0**53).to(torch.int64)
    lowest = (whole & -whole).double()
    units = torch.where(whole == 0, torch.inf, lowest.log2().round() + exponent - 53).amin(-1, keepdim=True)
    return torch.where(x.isfinite().all(-1, keepdim=True), units, torch.nan)


def unit(scope: Evaluation, node: Any) -> Tensor:
    """Exponent of a power of two of which an exactly represented value is a multiple; -inf where roundings may be."""
    return scope.shared("unit", node, partial(_unit, scope, node))


def _unit(scope: Evaluation, node: Any) -> Tensor:
    rule = next((UNITS[cls] for cls in type(node).__mro__ if cls in UNITS), None) or EXACT.get(answers(node).exact)
    if rule is None:
        return torch.full((1, 1, 1), -torch.inf, dtype=torch.float64, device=scope.device)
    found = rule(scope, node)
    size = scope.size(node).detach().double().amax(-1, keepdim=True)
    digits = -math.log2(torch.finfo(scope.dtype).eps) - 1
    return torch.where(size.log2() - found < digits, found, -torch.inf)  # NaN compares false


def _flat(scope: Evaluation, node: Any) -> Tensor:
    value = scope.value(node)
    return value.flatten(2) if node.is_Matrix else value


def exact(scope: Evaluation, node: Any) -> Tensor:
    """Where the float value of a node certainly is its value."""
    return unit(scope, node) > -torch.inf


def zero(scope: Evaluation, node: Any) -> Tensor:
    """Where some entry of a quantity, or every entry of a matrix, certainly is zero."""
    return scope.shared("zero", node, partial(_zero, scope, node))


def _zero(scope: Evaluation, node: Any) -> Tensor:
    flat = _flat(scope, node) == 0
    out = exact(scope, node) & (flat.all(-1, keepdim=True) if node.is_Matrix else somewhere(flat))
    rule = ZEROS.get(type(node)) or ZERO.get(answers(node).zero)
    return out if rule is None else out | rule(scope, node)


def deficient(scope: Evaluation, a: Any) -> Tensor:
    """Where the rank of a matrix node certainly is below min(r, c).

    For a matrix of integers of rank k some minor of order k is at least 1 in absolute value, and the product of the k
    largest singular values is no less.
    """
    return scope.shared("deficient", a, partial(_deficient, scope, a))


def _deficient(scope: Evaluation, a: Any) -> Tensor:
    values = spectrum(scope, a).detach().double()
    raised = (values + MARGIN * scope.noise(a).double()).log2().sum(-1, keepdim=True)
    whole = exact(scope, a)
    order = values.shape[-1]
    return zero(scope, a) | (whole & (raised - order * torch.where(whole, unit(scope, a), 0.0) < -1))


def of_first(rule: Rule) -> Rule:
    """What the rule says of the first part of a node."""

    return lambda scope, node: rule(scope, node.args[0])


def _least(scope: Evaluation, node: Any) -> Tensor:
    units = [unit(scope, a) for a in node.args]
    return torch.stack(torch.broadcast_tensors(*units)).amin(0)


def _sum(scope: Evaluation, node: Any) -> Tensor:
    out = unit(scope, node.args[0])
    for a in node.args[1:]:
        out = out + unit(scope, a)
    return out.nan_to_num(nan=-torch.inf, posinf=torch.inf, neginf=-torch.inf)


def _leaf(scope: Evaluation, node: Any) -> Tensor:
    return exponent_of_unit(_flat(scope, node))


def _number(scope: Evaluation, node: Any) -> Tensor:
    represented = Rational(float(scope.value(node))) == node
    return _leaf(scope, node) if represented else torch.full_like(_leaf(scope, node), -torch.inf)


def _power(scope: Evaluation, node: Any) -> Tensor:
    exponent = int(node.args[1])
    if exponent <= 0:
        return torch.full_like(unit(scope, node.args[0]), 0.0 if exponent == 0 else -torch.inf)
    return float(min(exponent, COUNTED)) * unit(scope, node.args[0])


EXACT: dict[Exact, Rule] = {Exact.SAME: of_first(unit), Exact.FINEST: _least, Exact.PRODUCT: _sum}
UNITS: dict[type, Rule] = {
    Rational: _number,
    variables.Scalar: _leaf,
    variables.Index: _leaf,
    variables.Matrix: _leaf,
    matrices.Id: _leaf,
    functions.Ones: _leaf,
    families.Unit: _leaf,
    core.Power: _power,
}


def _some(scope: Evaluation, node: Any) -> Tensor:
    """A product with a factor that is zero."""
    out = zero(scope, node.args[0])
    for a in node.args[1:]:
        out = out | zero(scope, a)
    return out


ZERO: dict[Zero, Rule] = {
    Zero.ARGUMENT: lambda scope, node: zero(scope, node.args[-1]),
    Zero.DEFICIENT: of_first(deficient),
    Zero.FACTOR: _some,
}
ZEROS: dict[type, Rule] = {
    core.Power: lambda scope, node: zero(scope, node.args[0]) if int(node.args[1]) > 0 else nowhere(scope, node),
}


# Where a node certainly has no value, judged from floats by margins far above their rounding noise.
#
# Most partial functions fail on a thin set that searches visit on purpose: singular matrices, zero denominators,
# products that are not quite symmetric.  The float rules answer NaN there, and NaN alone would send every such instance
# to a certifier.  The masks below are True only where the value is missing beyond doubt: a sign or an asymmetry that
# exceeds `MARGIN` times the rounding noise of the value, or a zero or a rank deficiency of a value without rounding
# error (see `exact` and `zero`).  False says nothing.  All masks have shape (B, K, 1).
def undefined(scope: Evaluation, node: Any) -> Tensor:
    """Where the value of a node, or of anything in it, certainly does not exist."""
    return scope.shared("undefined", node, partial(_undefined, scope, node))


def _undefined(scope: Evaluation, node: Any) -> Tensor:
    out = nowhere(scope)
    rule = UNDEFINED.get(type(node)) or DOMAINS.get(answers(node).domain)
    if rule is not None:
        out = out | rule(scope, node)
    for part in node.args:
        out = out | undefined(scope, part)
    return out


def negative(scope: Evaluation, node: Any) -> Tensor:
    """Where some entry of a quantity is certainly below zero."""
    return somewhere(scope.value(node) < -MARGIN * scope.noise(node))


def _asymmetric(scope: Evaluation, node: Any) -> Tensor:
    n = node.args[0]
    if known_symmetric(n):
        return nowhere(scope)
    return asymmetry(scope.value(n)) > MARGIN * scope.noise(n)


def _indefinite(scope: Evaluation, node: Any) -> Tensor:
    n = node.args[0]
    return _asymmetric(scope, node) | (scope.value(atoms.LMin(n)) < -MARGIN * scope.noise(n))


def _real_power(scope: Evaluation, node: Any) -> Tensor:
    base, exponent = node.args
    return negative(scope, base) | (zero(scope, base) & (negative(scope, exponent) | zero(scope, exponent)))


def _outside(scope: Evaluation, index: Any, most: int) -> Tensor:
    """Where an index is no integer from 1 to `most`."""
    i, error = scope.value(index), MARGIN * scope.noise(index)
    return somewhere((i < 1 - error) | (i > most + error) | ((i - i.round()).abs() > error + 1e-3))


def _entry(scope: Evaluation, node: Any) -> Tensor:
    return _outside(scope, node.args[1], scope.value(node.args[0]).shape[-1])


def _kyfan(scope: Evaluation, node: Any) -> Tensor:
    return _outside(scope, node.args[0], min(int(d) for d in node.args[1].shape))


def _denominator(scope: Evaluation, node: Any) -> Tensor:
    return zero(scope, node.args[1])


DOMAINS: dict[Domain, Rule] = {
    Domain.SYMMETRIC: _asymmetric,
    Domain.NONZERO: of_first(zero),
    Domain.REGULAR: of_first(deficient),
    Domain.SEMIDEFINITE: _indefinite,
    Domain.DEFINITE: lambda scope, node: _indefinite(scope, node) | deficient(scope, node.args[0]),
    Domain.FROM_ZERO: of_first(negative),
    Domain.ABOVE_ZERO: lambda scope, node: negative(scope, node.args[0]) | zero(scope, node.args[0]),
}
UNDEFINED: dict[type, Rule] = {
    core.Quotient: _denominator,
    core.Power: lambda scope, node: zero(scope, node.args[0]) if int(node.args[1]) < 0 else nowhere(scope, node),
    core.RealPower: _real_power,
    core.Entry: _entry,
    core.Gap: _entry,
    atoms.Schatten: lambda scope, node: negative(scope, node.args[0]) | zero(scope, node.args[0]),
    atoms.KyFan: _kyfan,
}


# Relative slack within which a relation counts as an equality while screening.  Float64 rounding of the atoms used
# here is near 1e-15 times modest powers of the size; float32's near 1e-7.
TOLERANCES = {torch.float64: 1e-9, torch.float32: 1e-4}
SLOPE_TOLERANCE = 1e-6  # relations that contain a difference quotient, good to about 1e-7


def evaluate(node: Any, env: Mapping[str, Tensor]) -> Tensor:
    """Value of a concrete matrix as (B, r, c), of a quantity as (B, k), k = 1 for scalars.  NaN where undefined.

    Raises TypeError for nodes without a rule, ValueError for missing or ill-shaped values.
    """
    scope = Evaluation(env)
    out = scope.value(node)[:, 0]
    return out.expand(scope.batch, *out.shape[1:])


@dataclass(frozen=True)
class Judgement:
    """One relation on a batch; all tensors have shape (B,).

    `absolute` and `relative` are the smallest slacks over entries and index tuples (`relative` in [-1, 1]; a relation
    over no index tuple at all has slack inf and 1).  `finite` says where every number involved was finite; elsewhere
    nothing follows, except where `undefined` says that some value certainly does not exist (see `undefined`).
    `holds` is the relation up to `tolerance` (relative) and rounding noise, against strict relations and in favour of
    others, and `opposite` the same of the relation with its sides exchanged.  `lhs` and `rhs` are the sides at the
    entry of smallest relative slack.  These three are there if they were asked for.
    """

    clause: Clause
    relative: Tensor
    absolute: Tensor
    finite: Tensor
    holds: Tensor
    undefined: Tensor
    tolerance: float
    lhs: Tensor | None = None
    rhs: Tensor | None = None
    opposite: Tensor | None = None


@dataclass(frozen=True)
class Screen:
    """The conjuncts and the hypotheses (those on dimensions excepted) of a concrete statement on a batch."""

    claims: tuple[Judgement, ...]
    hypotheses: tuple[Judgement, ...]
    batch: int
    device: torch.device

    @cached_property
    def met(self) -> Tensor:
        """Where every hypothesis is finite and holds."""
        return self._all([h.finite & h.holds for h in self.hypotheses])

    @cached_property
    def undecided(self) -> Tensor:
        """Where some relation has a value that is not finite, for all that is known exists, and no hypothesis fails or
        is certainly undefined: a certifier must look."""
        failed = ~self._all([~h.undefined & (~h.finite | h.holds) for h in self.hypotheses])
        return ~self._all([j.finite | j.undefined for j in (*self.claims, *self.hypotheses)]) & ~failed

    @cached_property
    def undefined(self) -> Tensor:
        """Where the hypotheses are met, part of the claim certainly has no value and no other part fails or is
        undecided: the instance is out of domain, and needs no certifier to say so."""
        return self.met & ~self._all([~c.undefined for c in self.claims]) & ~self.suspect & ~self.undecided

    @cached_property
    def suspect(self) -> Tensor:
        """Where the hypotheses are met and some finite conjunct fails.  For existence claims read "some conjunct fails"
        as "not a witness"."""
        return self.met & ~self._all([~c.finite | c.holds for c in self.claims])

    @cached_property
    def slack(self) -> Tensor:
        """Smallest relative slack over the conjuncts, NaN where one of them is not finite."""
        rows = [torch.where(c.finite, c.relative, torch.nan) for c in self.claims]
        if not rows:  # every range of indices is empty, and nothing is claimed
            return torch.full((self.batch,), torch.inf, dtype=torch.float64, device=self.device)
        return torch.stack(rows).amin(0)

    def _all(self, masks: list[Tensor]) -> Tensor:
        return torch.stack([torch.ones(self.batch, dtype=torch.bool, device=self.device), *masks]).all(0)


def screen(concrete: Concrete, values: Mapping[str, Tensor], *, sides: bool = False) -> Screen:
    """Judge every conjunct and every hypothesis of a concrete statement on a batch of instances.

    `values` as in `Evaluation`; slacks are differentiable in them.  Of an existence claim the body is judged.

    Raises TypeError for clauses that are not relations between matrices or quantities, ValueError for missing values.
    """
    if not sides and (found := _by_program(concrete, values)) is not None:
        return found
    scope = Evaluation(values)
    claims = tuple(judge(c, scope, sides) for c in concrete.claim)
    hypotheses = tuple(judge(c, scope, sides) for c in concrete.hypotheses)
    return Screen(claims, hypotheses, scope.batch, scope.device)


def _by_program(concrete: Concrete, values: Mapping[str, Tensor]) -> Screen | None:
    """The same by `cpu_lanes.programs`, several times faster, where the statement has one and the batch is
    of float64 on a CPU without derivatives; instances that are not clear there are judged by the rules."""
    plain = all(v.device.type == "cpu" and not (v.requires_grad and torch.is_grad_enabled()) for v in values.values())
    kinds = {v.dtype for v in values.values() if v.is_floating_point()}
    batch = len(next(iter(values.values()), ()))
    order = max((max(v.shape[1:], default=1) for v in values.values()), default=1)
    if not plain or kinds != {torch.float64} or not cpu_lanes.enough(batch, order) or not cpu_lanes.available():
        return None
    program = programs.program_of(concrete)
    if program is None or values.keys() != program.places.keys():
        return None
    if [values[name][0].numel() for name in program.places] != [count for _, count in program.places.values()]:
        return None  # the rules say what is wrong
    # NumPy, here and below: torch would wake its threads for so little.
    data = {name: values[name].detach().reshape(batch, -1).numpy() for name in program.places}
    tolerance = TOLERANCES[torch.float64]
    found, unclear = cpu_lanes.judge(
        program,
        np.full(len(program.clauses), tolerance),
        ROUNDINGS * torch.finfo(torch.float64).eps,
        data,
        torch.get_num_threads(),
    )
    relative, absolute, holds = (torch.from_numpy(x) for x in (found[:, 0], found[:, 1], found[:, 2] > 0))
    finite, missing = torch.ones_like(holds), torch.zeros_like(holds)
    doubtful = torch.from_numpy(unclear > 0)
    if doubtful.any():
        scope = Evaluation({k: v[doubtful] for k, v in values.items()})
        for k, clause in enumerate(program.clauses):
            again = judge(clause, scope)
            for row, part in zip(
                (relative, absolute, holds, finite, missing),
                (again.relative, again.absolute, again.holds, again.finite, again.undefined),
                strict=True,
            ):
                row[k, doubtful] = part
    judged = [
        Judgement(c, relative[k], absolute[k], finite[k], holds[k], missing[k], tolerance)
        for k, c in enumerate(program.clauses)
    ]
    count = len(concrete.claim)
    return Screen(tuple(judged[:count]), tuple(judged[count:]), batch, torch.device("cpu"))


def judge(clause: Clause, scope: Evaluation, sides: bool = False, opposite: bool = False) -> Judgement:
    """One clause on the batch of a scope, with its `sides` and what is to be said of the `opposite` if asked for.

    Raises TypeError for a clause that is not a relation under quantifiers.
    """
    indices, tuples, body = index_tuples(clause.body if isinstance(clause, Exists) else clause)
    if not isinstance(body, Relation):
        raise TypeError(f"the float interpreter judges relations, not {type(body).__name__}")
    tolerance = max(TOLERANCES[scope.dtype], SLOPE_TOLERANCE if body.has(atoms.Slope) else 0.0)
    if not tuples:
        return _empty(clause, scope, tolerance)
    inner = scope.bind(_columns(indices, tuples, scope)) if indices else scope
    lhs, rhs = (_entries(inner.value(side)) for side in (body.lhs, body.rhs))
    lhs, rhs = torch.broadcast_tensors(lhs, rhs)
    absolute = {"<": rhs - lhs, ">": lhs - rhs, "=": -(lhs - rhs).abs()}[body.op[0]]
    size = lhs.abs() + rhs.abs()
    relative = absolute / torch.where(size == 0, 1.0, size)
    with torch.no_grad():
        noise = inner.noise(body.lhs) + inner.noise(body.rhs)
        finite = torch.isfinite(size)
        noise = noise.expand(lhs.shape)
        if _has_infinite_gap(body, inner):  # the distance to no other entry is infinite by definition, not by overflow
            finite = ~absolute.isnan()
            endless = torch.isinf(absolute)
            noise = torch.where(endless, 0.0, noise)
        else:
            endless = torch.zeros_like(finite)
        finite &= torch.isfinite(noise)
        allowed = tolerance * torch.where(endless, 0.0, size) + noise
        holds = absolute > allowed if strict(body.op) else absolute >= -allowed
        exchanged = -absolute > allowed if strict(body.op) else -absolute >= -allowed
        missing = torch.zeros_like(finite)
        doubtful = ~finite | (noise > size)  # a quotient by what only rounding keeps from zero is finite
        if bool(doubtful.any()):
            missing = doubtful & (undefined(inner, body.lhs) | undefined(inner, body.rhs))
            finite &= ~missing
    relative = torch.where(endless, absolute.sign(), relative)
    rows = [t.flatten(1) for t in (relative, absolute, finite, holds, missing, lhs, rhs)]
    if rows[0].shape[1] == 0:
        return _empty(clause, scope, tolerance)
    worst = rows[0].detach().nan_to_num(nan=-2.0).argmin(1, keepdim=True)
    left, right = (_whole(torch.gather(r, 1, worst)[:, 0], scope) if sides else None for r in rows[5:])
    return Judgement(
        clause,
        _whole(rows[0].amin(1), scope),
        _whole(rows[1].amin(1), scope),
        _whole(rows[2].all(1), scope),
        _whole(rows[3].all(1), scope),
        _whole(rows[4].any(1), scope),
        tolerance,
        left,
        right,
        _whole(exchanged.flatten(1).all(1), scope) if opposite else None,
    )


def _entries(value: Tensor) -> Tensor:
    """(B, K, entries) of a quantity or a matrix."""
    return value.flatten(2)


def _columns(indices: list[Index], tuples: list[tuple[int, ...]], scope: Evaluation) -> dict[str, Tensor]:
    table = torch.tensor(tuples, dtype=scope.dtype, device=scope.device)
    return {index.name: table[None, :, [k]] for k, index in enumerate(indices)}


def _has_infinite_gap(body: Relation, scope: Evaluation) -> bool:
    return any(scope.value(g.args[0]).shape[-1] == 1 for g in body.atoms(core.Gap))


def _whole(row: Tensor, scope: Evaluation) -> Tensor:
    return row.expand(scope.batch)


def _empty(clause: Clause, scope: Evaluation, tolerance: float) -> Judgement:
    """A relation over no index tuple: nothing can break it."""
    one = torch.ones(scope.batch, dtype=scope.dtype, device=scope.device)
    return Judgement(clause, one, one * torch.inf, one.bool(), one.bool(), ~one.bool(), tolerance, opposite=one.bool())
