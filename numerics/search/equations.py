"""Instances that solve equations among the hypotheses, and that drive the slack down among the solutions.

Equations `f(X, Y) == g(X, Y)` hold on a variety that random instances miss.  Gauss-Newton steps lead onto it:
least-norm solutions with small singular values left out, since Jacobians are singular where branches of the variety
meet, and with trivial solutions (matrices that are zero, or equal to each other) deflated, so that others are found.
There the slack goes down with the equations as a penalty.  What a certifier takes is exact: the equations are solved
over the rationals where they are linear in some variables; else one parameter after the other is set to a number of few
bits and the rest solved for again, until all are such numbers, or follow from those that are.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from lemmata.numerics.evaluate import floats
from lemmata.numerics.evaluate.magnitudes import magnitude
from lemmata.numerics.instance import Instance
from lemmata.numerics.instances.batches import Batch, as_batch, assemble, exact, ordered
from lemmata.numerics.instances.matrix_samplers import gram
from lemmata.numerics.instances.randomness import Stream
from lemmata.numerics.instances.samplers import sampler
from lemmata.numerics.search.objective import goal
from lemmata.numerics.search.quasi_newton import minimise
from lemmata.numerics.search.rational_solutions import linear, near
from lemmata.theorems.language import domains
from lemmata.theorems.language.instantiate import Concrete
from lemmata.theorems.language.relations import Relation
from lemmata.theorems.language.trees import free_names

NEWTON = 40  # steps onto the variety: few where it is smooth, many towards a multiple root
CORRECTIONS = 6  # after a parameter was set
CUT = 1e-6  # singular values below this share of the largest are left out
TINY = 1e-150
DONE = 1e-14  # relative residual at which steps end
BARRIER = 1e-3  # of the inverse squared distances from trivial solutions, which a small slack may lie at
LARGE = 3.0  # parameters of more than this size on average are kept from growing: solutions at infinity are none
LONGEST = 1.0  # of one step, next to the size of the parameters
PENALTIES = (1.0, 30.0, 1000.0)
DESCENT = 20  # steps down for each of them
SOLVED = 1e-9  # relative residual of what counts as solved in floating point
APART = 1e-3  # relative distance below which a solution counts as a trivial one
KEPT = 16  # solutions that are made exact
# Parameters are set to multiples of one over the first numbers, what follows from them has one of the second as its
# denominator.  Steps to the first of these often leave a violation behind; the others stay nearer to it.
COARSE = ((1.0, 2.0, 4.0), (8, 3, 5, 6, 7, 9, 10, 15))
FINE = (((8.0, 32.0), (32,)), ((256.0,), (256,)))
MAX_EQUATIONS = 64
Residual = Callable[[Tensor], tuple[Tensor, Tensor]]
SCALARS = (domains.Reals, domains.Positive, domains.Interval, domains.OpenInterval)


def equations(concrete: Concrete) -> list[Relation]:
    """The hypotheses that are equations."""
    return [c for c in concrete.hypotheses if isinstance(c, Relation) and c.op == "=="]


@dataclass
class _Unknowns:
    """Parameters (rows, count) of an instance in which numbers of few bits make exact instances."""

    concrete: Concrete
    discrete: Batch
    sizes: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def members(self, flat: Tensor) -> Batch:
        """The instances, whether or not numbers lie in their intervals."""
        codes: Batch = {k: v[: len(flat)] if len(v) != len(flat) else v for k, v in self.discrete.items()}
        parts = flat.split([torch.Size(s).numel() for s in self.sizes.values()], 1) if self.sizes else ()
        free = {name: x.reshape(-1, *self.sizes[name]) for name, x in zip(self.sizes, parts, strict=True)}
        for v in ordered(self.concrete):
            if v.name in free:
                x = free[v.name]
                if isinstance(v.domain, domains.PSD | domains.PD):
                    x = gram(x)
                elif not isinstance(v.domain, SCALARS):
                    x = sampler(v.domain).member(v.domain, x)
                codes[v.name] = x
        return assemble(self.concrete, codes)

    def inside(self, values: Batch) -> Tensor:
        """Which instances lie in their domains, as far as parameters do not see to it."""
        inside = torch.ones(len(next(iter(values.values()))), dtype=torch.bool)
        for v in ordered(self.concrete):
            x = values[v.name]
            inside &= x.flatten(1).isfinite().all(1) if x.dim() > 1 else x.isfinite()
            if isinstance(v.domain, domains.Interval | domains.OpenInterval):
                inside &= (x >= float(v.domain.low)) & (x <= float(v.domain.high))
            elif isinstance(v.domain, domains.Positive):
                inside &= x > 0
            elif isinstance(v.domain, domains.PD):
                inside &= torch.linalg.eigvalsh(x.nan_to_num(nan=0.0))[:, 0] > 1e-9 * x.flatten(1).norm(dim=1)
        return inside

    def take(self, rows: Tensor) -> _Unknowns:
        """The unknowns of some rows."""
        return _Unknowns(self.concrete, {k: v[rows] for k, v in self.discrete.items()}, self.sizes)


def solve(concrete: Concrete, stream: Stream, rows: int, tick: Callable[[], None] = lambda: None) -> list[Instance]:
    """Exact solutions of the equations among the hypotheses with small slack, from so many starts.  Empty where nothing
    moves, for more than `MAX_EQUATIONS` equations and for equations without derivatives.  `tick` may end the search by
    an exception."""
    asked = equations(concrete)
    unknowns, x = _started(concrete, stream, rows)
    if not asked or not x.shape[1]:
        return []
    residual = _residuals(asked, unknowns)
    sides = residual(x.detach().requires_grad_())[0]
    if not 0 < sides.shape[1] <= MAX_EQUATIONS or not sides.requires_grad:  # a rank has no slope to go along
        return []
    trivial = _trivial(asked, unknowns)
    rest = replace(concrete, given=tuple(c for c in concrete.given if c not in asked))

    def relative(y: Tensor) -> Tensor:
        difference, size = residual(y)
        return difference / (size + TINY)

    def slack(y: Tensor) -> Tensor:
        return goal(rest, unknowns.members(y))

    x = _newton(residual, trivial, x, torch.ones_like(x), NEWTON, tick)
    for weight in PENALTIES:

        def penalised(y: Tensor, weight: float = weight) -> Tensor:
            away = BARRIER / (trivial(y) + 1e-9)
            far = torch.relu(y.square().mean(1) / LARGE**2 - 1)
            return slack(y) + away.sum(1) + far + weight * relative(y).square().sum(1)

        x, _ = minimise(penalised, x, DESCENT, tick)
    x = _newton(residual, trivial, x, torch.ones_like(x), NEWTON, tick)
    with torch.no_grad():
        value = torch.where(_within(residual, x) & (_distance(trivial, x) > APART), slack(x), torch.inf)
        value = value.nan_to_num(nan=torch.inf, posinf=torch.inf)
    # Some of the lowest and some at random: what is lowest need not be near an exact one.
    order = value.argsort()
    some = order[: int(value.isfinite().sum())]
    if not len(some):
        return []
    chosen = torch.cat([some[: KEPT // 2], some[KEPT // 2 :: max(len(some) // (KEPT // 2), 1)][: KEPT // 2]])
    found: list[Instance] = []
    for grids, denominators in (COARSE, *FINE):
        picked = unknowns.take(chosen)
        made = _linear(concrete, tuple(asked), picked, x[chosen], grids)
        if not made:
            parts = _residuals(asked, picked), _trivial(asked, picked), picked, x[chosen]
            made = _made_exact(*parts, grids, denominators, tick)
        found += made
        chosen = chosen[value[chosen] < 0]
        if not len(chosen) or made and bool((goal(rest, as_batch(concrete, made)) < 0).any()):
            break  # there is no violation that was lost on the way
    return found


def _linear(
    concrete: Concrete, asked: tuple[Relation, ...], unknowns: _Unknowns, x: Tensor, grids: Sequence[float]
) -> list[Instance]:
    """Solutions near these with all parameters but those of some variables of few bits, solved for exactly in these."""
    found: list[Instance] = []
    sets = linear(concrete, asked)
    if not sets:
        return found
    with torch.no_grad():
        ends = unknowns.members(x)
        for grid in grids:
            given = unknowns.members(torch.round(x * grid) / grid)
            for k, problem in enumerate(sets):
                wanted = {name: torch.round(ends[name] * grid) / grid for name in problem.solved}
                found += [instance for _, instance in near(problem, given, wanted, turned=bool(k % 2))]
    return found


def _started(concrete: Concrete, stream: Stream, rows: int) -> tuple[_Unknowns, Tensor]:
    free = {v.name: sampler(v.domain).free(v.domain, stream.child(v.name), rows) for v in ordered(concrete)}
    unknowns = _Unknowns(concrete, {})
    parts = []
    for v in ordered(concrete):
        rule, x = sampler(v.domain), free[v.name]
        if rule.discrete:
            unknowns.discrete[v.name] = x
            continue
        x = rule.member(v.domain, x) if isinstance(v.domain, SCALARS) else x
        unknowns.sizes[v.name] = tuple(x.shape[1:])
        parts.append(x.reshape(rows, -1).to(torch.float64))
    return unknowns, torch.cat(parts, 1) if parts else torch.zeros(rows, 0, dtype=torch.float64)


def _residuals(asked: list[Relation], unknowns: _Unknowns) -> Residual:
    """Left minus right of all equations, and the size of the numbers behind both sides; (rows, equations) each."""

    def residual(x: Tensor) -> tuple[Tensor, Tensor]:
        scope = floats.Evaluation(unknowns.members(x))
        found, sizes = [], []
        for c in asked:
            sides = [scope.value(side).flatten(1) for side in (c.lhs, c.rhs)]
            behind = [magnitude(scope, side).flatten(1).amax(1, keepdim=True) for side in (c.lhs, c.rhs)]
            left, right, size = torch.broadcast_tensors(*sides, behind[0] + behind[1])
            found.append((left - right).expand(len(x), -1))
            sizes.append(size.expand(len(x), -1))
        return torch.cat(found, 1), torch.cat(sizes, 1)

    return residual


def _trivial(asked: list[Relation], unknowns: _Unknowns) -> Callable[[Tensor], Tensor]:
    """Squared relative distances (rows, pairs) from the trivial solutions: matrices of an equation that are zero, or
    two of one shape that are equal."""
    named = {name for c in asked for side in (c.lhs, c.rhs) for name in free_names(side)}
    moving = [n for n, shape in unknowns.sizes.items() if n in named and len(shape) == 2 and max(shape) > 1]
    pairs = [(a, b) for a, b in itertools.combinations(moving, 2) if unknowns.sizes[a] == unknowns.sizes[b]]

    def distances(x: Tensor) -> Tensor:
        values = unknowns.members(x)
        norm = {n: values[n].flatten(1).square().sum(1) for n in moving}
        whole = sum(norm.values(), torch.zeros(len(x), dtype=x.dtype)) + 1e-300
        found = [norm[n] / whole for n in moving]
        found += [(values[a] - values[b]).flatten(1).square().sum(1) / (norm[a] + norm[b] + 1e-300) for a, b in pairs]
        return torch.stack(found, 1) if found else torch.ones(len(x), 1, dtype=x.dtype)

    return distances


def _distance(trivial: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    return trivial(x).amin(1).clamp_min(0).sqrt()


def _newton(
    residual: Residual, trivial: Callable[[Tensor], Tensor], start: Tensor, moving: Tensor,
    steps: int, tick: Callable[[], None],
) -> Tensor:  # fmt: skip
    """Gauss-Newton steps in the parameters that move (ones in `moving`, shape of `start`), with trivial solutions
    deflated: residuals times 1 + the sum of the inverse squared distances from them.  Residuals are relative to the
    numbers in them, so that steps do not just make these small."""
    x = start
    for _ in range(steps):
        tick()
        free = x.detach().requires_grad_()
        difference, size = residual(free)
        f = difference / (size + TINY) * (1 + (1 / (trivial(free) + 1e-12)).sum(1, keepdim=True))
        columns = (f[:, k].nan_to_num(nan=0.0).sum() for k in range(f.shape[1]))
        slopes = [torch.autograd.grad(c, free, retain_graph=True)[0] for c in columns]
        jacobian = torch.stack(slopes, 1) * moving[:, None]
        usable = jacobian.flatten(1).isfinite().all(1) & f.isfinite().all(1)
        if not bool(usable.any()) or bool(_within(residual, x, DONE).all()):
            break
        inverse = torch.linalg.pinv(torch.where(usable[:, None, None], jacobian.detach(), 0.0), rtol=CUT)
        step = -(inverse @ torch.where(usable[:, None], f.detach(), 0.0)[..., None])[..., 0]
        longest = LONGEST * x.norm(dim=1, keepdim=True).clamp_min(1e-3)
        x = x.detach() + step * (longest / step.norm(dim=1, keepdim=True).clamp_min(1e-300)).clamp_max(1.0)
    return x.detach()


def _within(residual: Residual, x: Tensor, share: float = SOLVED) -> Tensor:
    """Which rows solve the equations up to a share of the size of the numbers in them."""
    with torch.no_grad():
        difference, size = residual(x)
        return ((size > 0) & (difference.abs() <= share * size)).all(1)  # false for NaN


def _made_exact(
    residual: Residual, trivial: Callable[[Tensor], Tensor], unknowns: _Unknowns, x: Tensor,
    grids: Sequence[float], denominators: Sequence[int], tick: Callable[[], None],
) -> list[Instance]:  # fmt: skip
    """Solutions near these all of whose parameters have few bits, or follow from those that have."""
    moving, tried = torch.ones_like(x), torch.zeros_like(x)
    size = x.abs().amax(1, keepdim=True).clamp_min(1e-3)
    scaled = x * torch.exp2((2.0 / size).log2().round())  # of moderate size, where the equations allow
    x = torch.where(_within(residual, scaled)[:, None], scaled, x)
    x = _newton(residual, trivial, x, moving, NEWTON, tick)
    every = torch.arange(len(x))
    for grid in grids:
        tried = 1 - moving
        for _ in range(x.shape[1]):
            near = torch.round(x * grid) / grid
            place = torch.where((moving > 0) & (tried == 0), (x - near).abs(), torch.inf).argmin(1)
            left = (moving > 0) & (tried == 0)
            if not bool(left.any()):
                break
            tried[every, place] = 1.0
            there, held = x.clone(), moving.clone()
            there[every, place], held[every, place] = near[every, place], 0.0
            there = _newton(residual, trivial, there, held, CORRECTIONS, tick)
            good = _within(residual, there) & (_distance(trivial, there) > APART) & left.any(1)
            x, moving = torch.where(good[:, None], there, x), torch.where(good[:, None], held, moving)
    return _readings(residual, trivial, unknowns, x, denominators)


def _readings(
    residual: Residual, trivial: Callable[[Tensor], Tensor], unknowns: _Unknowns, x: Tensor, denominators: Sequence[int]
) -> list[Instance]:
    found: list[Instance] = []
    left = torch.ones(len(x), dtype=torch.bool)
    for denominator in denominators:
        near = torch.round(x * denominator) / denominator + 0.0  # no negative zeros
        good = left & ((near - x).abs().amax(1) <= 1e-7 * (1 + x.abs().amax(1))) & _within(residual, near)
        good &= _distance(trivial, near) > APART
        left &= ~good
        rows = torch.nonzero(good).flatten()
        if len(rows):
            values = unknowns.take(rows).members(near[rows])
            held = None if denominator & (denominator - 1) == 0 else denominator  # floats are exact
            kept = torch.nonzero(unknowns.inside(values)).flatten().tolist()
            found += [exact(unknowns.concrete, values, row, held) for row in kept]
    return found
