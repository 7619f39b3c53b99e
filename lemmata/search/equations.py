"""Instances that solve equations among the hypotheses, and that drive the slack down among the solutions.

Equations `f(X, Y) == g(X, Y)` hold on a variety that random instances miss.  Gauss-Newton steps lead onto it, from
starts of many sizes, half of them with entries that stay zero: least-norm solutions with small singular values left
out, since Jacobians are singular where branches of the variety meet, and with trivial solutions (matrices that are
zero, or equal to each other) deflated, so that others are found.  There the slack goes down with the equations as a
penalty.

What a certifier takes is exact: the equations are solved over the rationals where they are linear in some variables;
else as many parameters as may be chosen are set to simple fractions, which ones by lot, and the rest solved for again.
What follows is often a simple fraction as well: where equations are linear in what is left, and now and then, as for
Pythagorean triples, where they are not.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.language.trees import free_names
from lemmata.sample.batches import Batch, as_batch, assemble, ordered
from lemmata.sample.integer_solutions import square
from lemmata.sample.matrix_samplers import gram
from lemmata.sample.samplers import sampler
from lemmata.search.objective import goal
from lemmata.search.quasi_newton import minimise
from lemmata.search.rational_solutions import ENTRYWISE, MIRRORED, NUMBERS, directions, linear, near, shifted, summed

# Parameters of an instance in which numbers of few bits make exact instances.
SPREAD = (-1.0, 2.0)  # octaves of the sizes of starts
FACED = 2  # one start in so many lies on a face, where
THIN, DENSE = 0.2, 0.8  # between these shares of the entries are free
TINY = 1e-150
STEP = 1e-6  # of difference quotients, next to the size of a parameter
CUT = 1e-6  # singular values below this share of the largest are left out
DONE = 1e-14  # relative residual at which steps end
LONGEST = 1.0  # of one step, next to the size of the parameters
SOLVED = 1e-9  # relative residual of what counts as solved in floating point
TOGETHER = 4096  # instances of one evaluation


@dataclass
class Unknowns:
    """Parameters (rows, count), one after the other: entries of plain and symmetric matrices, of the factor F of a
    semidefinite one F^T F where `factored`, and what else a domain is made of.  Discrete variables are held."""

    concrete: Concrete
    factored: bool
    discrete: Batch
    bases: dict[str, Tensor] = field(default_factory=dict)  # of what is a sum of multiples of matrices
    sizes: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def started(cls, concrete: Concrete, stream: Stream, rows: int, factored: bool) -> tuple[Unknowns, Tensor]:
        """The parameters of random members, of many sizes."""
        unknowns, parts = cls(concrete, factored, {}), []
        spread = torch.exp2(stream.child("spread").uniform((rows, 1), *SPREAD)).to(torch.float64)
        for v in ordered(concrete):
            rule = sampler(v.domain)
            x, kind = rule.free(v.domain, stream.child(v.name), rows), type(v.domain)
            if rule.discrete:
                unknowns.discrete[v.name] = x
                continue
            split = (kind in MIRRORED or kind in ENTRYWISE) and not (factored and kind in FACTORED)
            if split or kind in NUMBERS:
                member = rule.member(v.domain, x).to(torch.float64)
                basis = directions(v)
                unknowns.bases[v.name], unknowns.sizes[v.name] = basis, (len(basis),)
                x = summed(member, basis)
            else:
                unknowns.sizes[v.name] = tuple(x.shape[1:])
            bounded = kind in NUMBERS and kind is not domains.Reals
            parts.append(x.reshape(rows, -1).to(torch.float64) * (1.0 if bounded else spread))
        return unknowns, torch.cat(parts, 1) if parts else torch.zeros(rows, 0, dtype=torch.float64)

    def faces(self, stream: Stream, rows: int) -> Tensor:
        """Ones (rows, count), in some rows with zeros at entries of matrices that stay zero."""
        faced = (torch.arange(rows) % FACED == FACED - 1)[:, None]
        matrix = [
            torch.full((torch.Size(size).numel(),), self.bases[name].dim() == 3 if name in self.bases else False)
            for name, size in self.sizes.items()
        ]
        entries = torch.cat(matrix) if matrix else torch.zeros(0, dtype=torch.bool)
        share = stream.child("share").uniform((rows, 1), THIN, DENSE)
        held = faced & entries & (stream.child("free").uniform((rows, len(entries))) > share)
        return torch.where(held, 0.0, 1.0).to(torch.float64)

    def members(self, flat: Tensor) -> Batch:
        """The instances; definite matrices need not be so, see `inside`."""
        codes: Batch = {k: v[: len(flat)] if len(v) != len(flat) else v for k, v in self.discrete.items()}
        parts = flat.split([torch.Size(s).numel() for s in self.sizes.values()], 1) if self.sizes else ()
        free = {name: x.reshape(-1, *self.sizes[name]) for name, x in zip(self.sizes, parts, strict=True)}
        for v in ordered(self.concrete):
            if v.name not in free:
                continue
            x, kind = free[v.name], type(v.domain)
            if v.name in self.bases:
                basis = self.bases[v.name]
                x = x[:, 0] if basis.dim() == 1 else torch.einsum("bk,kij->bij", x, basis)
                if kind in (domains.Nonnegative, domains.Positive):
                    x = x.abs()
                elif kind in (domains.Interval, domains.OpenInterval):
                    x = x.clamp(float(v.domain.low), float(v.domain.high))
            elif kind in FACTORED:
                x = gram(x)
            else:
                x = sampler(v.domain).member(v.domain, x)
            codes[v.name] = x
        return assemble(self.concrete, codes)

    def repeated(self, rows: Tensor) -> Unknowns:
        """The unknowns of some rows, in this order."""
        held = {k: v[rows] for k, v in self.discrete.items()}
        return Unknowns(self.concrete, self.factored, held, self.bases, self.sizes)

    def outside(self, values: Batch) -> Tensor:
        """How far definite matrices are from being so, next to their size, (rows,)."""
        out = torch.zeros(len(next(iter(values.values()))), dtype=torch.float64)
        for v in ordered(self.concrete):
            if v.name in self.bases and type(v.domain) in FACTORED:
                x = values[v.name]
                usable = x.isfinite().flatten(1).all(1)[:, None, None]
                least = torch.linalg.eigvalsh(torch.where(usable, x, 0.0))[:, 0]
                floor = 1e-3 if type(v.domain) is domains.PD else 0.0
                out = out + torch.relu(floor - least / (x.flatten(1).norm(dim=1) + TINY))
        return out

    def inside(self, values: Batch) -> Tensor:
        """Which instances lie in their domains, as far as parameters do not see to it."""
        inside = torch.ones(len(next(iter(values.values()))), dtype=torch.bool)
        for v in ordered(self.concrete):
            x, kind = values[v.name], type(v.domain)
            inside &= x.flatten(1).isfinite().all(1) if x.dim() > 1 else x.isfinite()
            if kind is domains.Positive:
                inside &= x > 0
            elif kind is domains.OpenInterval:
                inside &= (x > float(v.domain.low)) & (x < float(v.domain.high))
            elif kind in FACTORED:
                least = 1e-9 if kind is domains.PD else -1e-12
                inside &= torch.linalg.eigvalsh(x.nan_to_num(nan=0.0))[:, 0] >= least * x.flatten(1).norm(dim=1)
        return inside

    def instance(self, row: Sequence[Fraction], values: Batch, number: int) -> Instance:
        """The exact instance at these parameters; of what is not made of entries, the one near the floats `values`."""
        exact: dict[str, Any] = {}
        at = 0
        parts: dict[str, Sequence[Fraction]] = {}
        for name, size in self.sizes.items():
            many = torch.Size(size).numel()
            parts[name], at = row[at : at + many], at + many
        for v in ordered(self.concrete):
            kind = type(v.domain)
            if v.name in self.bases:
                exact[v.name] = _combined(parts[v.name], self.bases[v.name], v.domain)
            elif v.name in parts and kind in FACTORED:
                n = self.sizes[v.name][1]
                f = [parts[v.name][k * n : k * n + n] for k in range(self.sizes[v.name][0])]
                exact[v.name] = [[sum((g[i] * g[j] for g in f), Fraction(0)) for j in range(n)] for i in range(n)]
            else:
                value = values[v.name][number].detach().to(torch.float64).numpy()
                exact[v.name] = sampler(v.domain).exact(v.domain, value, None, exact)
        return Instance(dict(self.concrete.dims), exact)


FACTORED = (domains.PSD, domains.PD)


def _combined(part: Sequence[Fraction], basis: Tensor, domain: Any) -> Any:
    if basis.dim() == 1:
        if isinstance(domain, domains.Interval | domains.OpenInterval):
            low, high = (Fraction(int(q.p), int(q.q)) for q in (domain.low, domain.high))
            return min(max(part[0], low), high)
        return abs(part[0]) if isinstance(domain, domains.Positive) else part[0]
    coefficients = [abs(q) for q in part] if isinstance(domain, domains.Nonnegative) else part
    return shifted(torch.zeros(basis.shape[1:]), 1, basis, coefficients)


@dataclass(frozen=True)
class Variety:
    """The solutions of equations, in parameters."""

    asked: Sequence[Relation]
    unknowns: Unknowns

    def residuals(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Left minus right of all equations, and the size of the numbers behind both sides; (rows, equations) each."""
        scope = floats.Evaluation(self.unknowns.members(x))
        found, sizes = [], []
        for c in self.asked:
            sides = [scope.value(side).flatten(1) for side in (c.lhs, c.rhs)]
            behind = [scope.size(side).flatten(1).amax(1, keepdim=True) for side in (c.lhs, c.rhs)]
            left, right, size = torch.broadcast_tensors(*sides, behind[0] + behind[1])
            found.append((left - right).expand(len(x), -1))
            sizes.append(size.expand(len(x), -1))
        return torch.cat(found, 1), torch.cat(sizes, 1)

    def relative(self, x: Tensor) -> Tensor:
        """Left minus right, next to the size of the numbers in them, (rows, equations)."""
        difference, size = self.residuals(x)
        return difference / (size + TINY)

    def away(self, x: Tensor) -> Tensor:
        """Squared relative distances (rows, pairs) from the trivial solutions: matrices of an equation that are zero,
        or two of one shape that are equal."""
        unknowns, values = self.unknowns, self.unknowns.members(x)
        named = {name for c in self.asked for side in (c.lhs, c.rhs) for name in free_names(side)}
        leaves = [v for v in ordered(unknowns.concrete) if getattr(v, "shape", None)]
        shapes = {v.name: tuple(int(d) for d in v.shape) for v in leaves}
        moving = [n for n in unknowns.sizes if n in named and max(shapes.get(n, (1,))) > 1]
        pairs = [(a, b) for a, b in itertools.combinations(moving, 2) if shapes[a] == shapes[b]]
        norm = {n: values[n].flatten(1).square().sum(1) for n in moving}
        whole = sum(norm.values(), torch.zeros(len(x), dtype=x.dtype)) + 1e-300
        found = [norm[n] / whole for n in moving]
        found += [(values[a] - values[b]).flatten(1).square().sum(1) / (norm[a] + norm[b] + 1e-300) for a, b in pairs]
        return torch.stack(found, 1) if found else torch.ones(len(x), 1, dtype=x.dtype)

    def distance(self, x: Tensor) -> Tensor:
        """The least of the relative distances from trivial solutions, (rows,)."""
        return self.away(x).amin(1).clamp_min(0).sqrt()

    def within(self, x: Tensor, share: float = SOLVED) -> Tensor:
        """Which rows solve the equations up to a share of the size of the numbers in them."""
        with torch.no_grad():
            difference, size = self.residuals(x)
            return ((size > 0) & (difference.abs() <= share * size)).all(1)  # false for NaN

    def some(self, rows: Tensor) -> Variety:
        """The same for some rows."""
        return Variety(self.asked, self.unknowns.repeated(rows))

    def _deflated(self, x: Tensor) -> Tensor:
        """Relative residuals times 1 + the sum of the inverse squared distances from trivial solutions."""
        return self.relative(x) * (1 + (1 / (self.away(x) + 1e-12)).sum(1, keepdim=True))

    def jacobian(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Deflated residuals (rows, equations) and their derivatives (rows, equations, count), by differences: for
        polynomials as good as any, and dozens of times cheaper than a backward pass for each equation."""
        rows, many = x.shape
        apart = max(TOGETHER // (2 * many + 1), 1)
        if rows > apart:
            parts = [self.some(n).jacobian(x[n]) for n in torch.arange(rows).split(apart)]
            return torch.cat([f for f, _ in parts]), torch.cat([j for _, j in parts])
        steps = STEP * x.abs().amax(1).clamp_min(1e-3)
        moves = steps[:, None, None] * torch.eye(many, dtype=x.dtype)
        points = torch.cat([x[:, None], x[:, None] + moves, x[:, None] - moves], 1)
        with torch.no_grad():
            wide = self.some(torch.arange(rows).repeat_interleave(2 * many + 1))
            f = wide._deflated(points.flatten(0, 1)).reshape(rows, 2 * many + 1, -1)
        return f[:, 0], ((f[:, 1 : many + 1] - f[:, many + 1 :]) / (2 * steps[:, None, None])).mT

    def reached(self, start: Tensor, moving: Tensor, steps: int, tick: Callable[[], None]) -> Tensor:
        """Gauss-Newton steps in the parameters that move (ones in `moving`, shape of `start`), trivial solutions
        deflated.  Residuals are relative to the numbers in them, so that steps do not just make these small."""
        x = start.clone()
        left = torch.arange(len(x))
        for _ in range(steps):
            tick()
            left = left[~self.some(left).within(x[left], DONE)]
            if not len(left):
                break
            f, jacobian = self.some(left).jacobian(x[left])
            jacobian = jacobian * moving[left][:, None]
            usable = jacobian.flatten(1).isfinite().all(1) & f.isfinite().all(1)
            left, f, jacobian = left[usable], f[usable], jacobian[usable]
            if not len(left):
                break
            step = -(torch.linalg.pinv(jacobian, rtol=CUT) @ f[..., None])[..., 0] * moving[left]
            longest = LONGEST * x[left].norm(dim=1, keepdim=True).clamp_min(1e-3)
            x[left] += step * (longest / step.norm(dim=1, keepdim=True).clamp_min(1e-300)).clamp_max(1.0)
        return x


# Solutions of equations among multiples of 1, 1/2, 1/3 and 1/4, by descent on what is left of the equations.
#
# Solutions with few bits need not lie where others are near, or be met by Newton's method: reflections at 60 degrees,
# as symmetric matrices, are rational at some places only.  From random tables a few entries are changed at a time, the
# best of many such changes kept.
WIDTH = 48  # changes tried at once
STEPS = 40
DENOMINATORS = (1, 1, 2, 2, 3, 4)
CHANGED = 0.25  # share of the parameters that a change moves, one at least


def on_grids(variety: Variety, start: Tensor, stream: Stream, tick: Callable[[], None]) -> list[Instance]:
    """Exact solutions from tables near these (rows, count), each on a grid of its own."""
    rows, many = start.shape
    denominator = stream.child("grid").choice(DENOMINATORS, (rows, 1)).to(start.dtype)
    x = torch.round((start * denominator).clamp(-2, 2)) / denominator
    worth = _left(variety, x)
    wide = variety.some(torch.arange(rows).repeat_interleave(WIDTH))
    for k in range(STEPS):
        tick()
        crowd = _changed(x, denominator, stream.child(k))
        values = _left(wide, crowd.flatten(0, 1)).reshape(rows, WIDTH)
        least, place = values.min(1)
        moved = (least < worth) | (least == worth) & (least > 0)  # sideways as well
        x = torch.where(moved[:, None], crowd[torch.arange(rows), place], x)
        worth = torch.where(moved, least, worth)
        if bool((worth == 0).all()):
            break
    return _exact(variety, x, denominator)


def _left(variety: Variety, x: Tensor) -> Tensor:
    """How far the equations are from holding, infinite at trivial solutions and outside the domains."""
    with torch.no_grad():
        left = variety.relative(x).square().sum(1) * (1 + (1 / (variety.away(x) + 1e-12)).sum(1))
        left = torch.where(variety.within(x), 0.0, left.nan_to_num(nan=torch.inf))
        values = variety.unknowns.members(x)
        inside = variety.unknowns.inside(values) & (variety.distance(x) > APART)
    return torch.where(inside, left, torch.inf)


def _changed(x: Tensor, denominator: Tensor, stream: Stream) -> Tensor:
    """Neighbours (rows, WIDTH, count): a few parameters a step or two away, zero, or with the other sign."""
    shape = (len(x), WIDTH, x.shape[1])
    moved = stream.child("moved").uniform(shape) < CHANGED
    one = stream.child("one").integers(0, x.shape[1] - 1, shape[:2])
    moved.scatter_(2, one[..., None], True)
    here = x[:, None].expand(shape)
    step = here + stream.child("step").choice((-2.0, -1.0, 1.0, 2.0), shape).to(x.dtype) / denominator[:, None]
    how = stream.child("how").integers(0, 5, shape)
    return torch.where(moved, torch.where(how == 0, 0.0, torch.where(how == 1, -here, step)), here)


def _exact(variety: Variety, x: Tensor, denominator: Tensor) -> list[Instance]:
    """The instances among these that solve the equations."""
    rows = torch.nonzero(_left(variety, x) == 0).flatten()
    if not len(rows):
        return []
    unknowns = variety.unknowns.repeated(rows)
    values = unknowns.members(x[rows])
    exact = {}
    for number, row in enumerate(rows.tolist()):
        q = int(denominator[row])
        exact[tuple(Fraction(round(y * q), q) for y in x[row].tolist())] = number
    return [unknowns.instance(row, values, number) for row, number in exact.items()]


NEWTON = 40  # steps onto the variety: few where it is smooth, many towards a multiple root
CORRECTIONS = 12  # after parameters were set
BARRIER = 1e-3  # of the inverse squared distances from trivial solutions, which a small slack may lie at
LARGE = (3.0, 30.0, 300.0)  # parameters of more than this size on average, row by row one of these, are kept from
# growing: solutions at infinity are none
OUTSIDE = 10.0  # weight of how far matrices are from being definite
PENALTIES = (1.0, 30.0, 1000.0)
DESCENT = 20  # steps down for each of them
APART = 1e-3  # relative distance below which a solution counts as a trivial one
KEPT = 16  # solutions that are made exact
TRIES = 12  # ways to do so, for each
# Denominators of what is chosen: steps to simple numbers often leave a violation behind, finer ones stay nearer to it.
SIMPLE = ((1, 2, 3, 4), (2, 3, 4, 5, 6, 7, 8, 9, 10, 12), (16, 24, 32, 60), (256,))
GRIDS = (1.0, 2.0, 4.0), (8.0, 32.0), (256.0,)  # the same where the rest follows by linear equations
FOLLOWS = 512  # largest denominator of what follows
JUMPS = 3  # steps away from the nearest fraction, in half of the tries
DEPENDENT = 1e-6  # relative length of a column that counts as a sum of others
SAME = 1e-10  # relative difference of a parameter from the fraction it is taken for
MAX_EQUATIONS = 64


def equations(concrete: Concrete) -> list[Relation]:
    """The hypotheses that are equations."""
    return [c for c in concrete.hypotheses if isinstance(c, Relation) and c.op == "=="]


def smooth(concrete: Concrete) -> bool:
    """Whether there are equations, not too many, and Newton's method has slopes to go along (a rank has none)."""
    asked = tuple(equations(concrete))
    if not asked or not concrete.variables:
        return False
    unknowns, x = Unknowns.started(concrete, Stream("smooth", 0), 1, factored=True)
    if not x.shape[1]:
        return False
    sides = Variety(asked, unknowns).relative(x.requires_grad_())
    return 0 < sides.shape[1] <= MAX_EQUATIONS and sides.requires_grad


def solve(concrete: Concrete, stream: Stream, rows: int, tick: Callable[[], None] = lambda: None) -> list[Instance]:
    """Exact solutions of the equations among the hypotheses with small slack, from so many starts.  Empty where
    equations are not `smooth`.  `tick` may end the search by an exception."""
    if not smooth(concrete):
        return []
    asked = tuple(equations(concrete))
    factored = bool(stream.child("factored").integers(0, 1, (1,)).item())
    unknowns, x = Unknowns.started(concrete, stream, rows, factored)
    variety = Variety(asked, unknowns)
    rest = replace(concrete, given=tuple(c for c in concrete.given if c not in asked))
    found = on_grids(variety, x, stream.child("grids"), tick)
    if found and bool((goal(rest, as_batch(concrete, found)) < 0).any()):
        return found
    face = unknowns.faces(stream.child("face"), rows)
    x = _descended(variety, rest, x * face, face, tick)
    with torch.no_grad():
        values = unknowns.members(x)
        value = torch.where(variety.within(x) & (variety.distance(x) > APART), goal(rest, values), torch.inf)
        value = torch.where(unknowns.outside(values) <= SAME, value, torch.inf)
        value = value.nan_to_num(nan=torch.inf, posinf=torch.inf)
    # Some of the lowest and some at random: what is lowest need not be near an exact one.
    some = value.argsort()[: int(value.isfinite().sum())]
    if not len(some):
        return found
    chosen = torch.cat([some[: KEPT // 2], some[KEPT // 2 :: max(len(some) // (KEPT // 2), 1)][: KEPT // 2]])
    for k, denominators in enumerate(SIMPLE):
        picked = Variety(asked, unknowns.repeated(chosen))
        made = _linear(concrete, picked, x[chosen], GRIDS[min(k, len(GRIDS) - 1)])
        if not made:
            made = _made_exact(picked, x[chosen], face[chosen], denominators, stream.child("exact", k), tick)
        found += made
        chosen = chosen[value[chosen] < 0]
        if not len(chosen) or made and bool((goal(rest, as_batch(concrete, made)) < 0).any()):
            break  # there is no violation that was lost on the way
    return found


def _descended(variety: Variety, rest: Concrete, x: Tensor, face: Tensor, tick: Callable[[], None]) -> Tensor:
    """Onto the variety, down the slack next to it, and onto it again."""
    x = variety.reached(x, face, NEWTON, tick)
    large = torch.tensor(LARGE, dtype=x.dtype)[torch.arange(len(x)) // 2 % len(LARGE)]
    for weight in PENALTIES:

        def penalised(y: Tensor, weight: float = weight) -> Tensor:
            y = y * face
            values = variety.unknowns.members(y)
            away = BARRIER / (variety.away(y) + 1e-9)
            far = torch.relu(y.square().mean(1) / large**2 - 1)
            size = away.sum(1) + far + OUTSIDE * variety.unknowns.outside(values)
            return goal(rest, values) + size + weight * variety.relative(y).square().sum(1)

        x = minimise(penalised, x, DESCENT, tick)[0] * face
    return variety.reached(x, face, NEWTON, tick)


def _linear(concrete: Concrete, variety: Variety, x: Tensor, grids: Sequence[float]) -> list[Instance]:
    """Solutions near these with all parameters but those of some variables of few bits, solved for exactly in these."""
    found: list[Instance] = []
    sets = linear(concrete, tuple(variety.asked))
    if not sets:
        return found
    with torch.no_grad():
        ends = variety.unknowns.members(x)
        for grid in grids:
            given = variety.unknowns.members(torch.round(x * grid) / grid)
            for k, problem in enumerate(sets):
                wanted = {name: torch.round(ends[name] * grid) / grid for name in problem.solved}
                found += [instance for _, instance in near(problem, given, wanted, turned=bool(k % 2))]
    return found


def _made_exact(
    variety: Variety, x: Tensor, face: Tensor, denominators: Sequence[int], stream: Stream, tick: Callable[[], None]
) -> list[Instance]:
    """Solutions near these whose parameters are fractions, those that may be chosen with one of the denominators."""
    rows = torch.arange(len(x)).repeat_interleave(TRIES)
    variety, x, face = variety.some(rows), x[rows], face[rows]
    size = x.abs().amax(1, keepdim=True).clamp_min(1e-3)
    scaled = x * torch.exp2((2.0 / size).log2().round())  # of moderate size, where the equations allow
    scale = (torch.arange(len(x)) % 2 == 0) & variety.within(scaled)
    x = torch.where(scale[:, None], scaled, x)
    tick()
    follows = _following(variety, x, face, stream.child("which"))
    one = stream.child("denominator").integers(0, len(denominators) - 1, (len(x), 1))
    grid = torch.tensor(denominators, dtype=x.dtype)[one]
    jump = stream.child("jump").integers(-JUMPS, JUMPS, x.shape).to(x.dtype)
    jump = jump * stream.child("jumps").integers(0, 1, (len(x), 1))
    there = torch.where(follows, x, torch.round(x * grid + jump) / grid) * face
    there = variety.reached(there, follows.to(x.dtype), CORRECTIONS, tick)
    return _readings(variety, there)


def _following(variety: Variety, x: Tensor, face: Tensor, stream: Stream) -> Tensor:
    """Which parameters follow from the others near these solutions: a basis of the columns of the Jacobian by
    elimination, in an order that is drawn by lot."""
    _, jacobian = variety.jacobian(x)
    left = (jacobian * face[:, None]).nan_to_num(nan=0.0, posinf=0.0, neginf=0.0)
    length = left.norm(dim=1)
    left = left / (length[:, None] + 1e-300)
    lot = torch.exp(2 * stream.normal(x.shape).to(x.dtype))
    whole = length.amax(1, keepdim=True)
    follows = torch.zeros_like(x, dtype=torch.bool)
    every = torch.arange(len(x))
    for _ in range(min(left.shape[1:])):
        rest = left.norm(dim=1)
        usable = (rest > DEPENDENT) & (length > DEPENDENT * whole) & ~follows
        if not bool(usable.any()):
            break
        # columns that depend on the chosen ones but for rounding are not distinguished by their lots
        place = torch.where(usable, rest.clamp_max(0.1) * lot, -1.0).argmax(1)
        follows[every, place] |= usable.any(1)
        column = left[every, :, place]
        column = column / (column.norm(dim=1, keepdim=True) + 1e-300)
        left = left - column[:, :, None] * (column[:, None] @ left) * usable.any(1)[:, None, None]
    return follows


def _readings(variety: Variety, x: Tensor) -> list[Instance]:
    """The instances among these all of whose parameters are fractions."""
    good = variety.within(x) & (variety.distance(x) > APART)
    rows = torch.nonzero(good).flatten()
    read = [_fractions(row) for row in x[rows].tolist()]
    kept = [k for k, row in enumerate(read) if row is not None]
    if not kept:
        return []
    unknowns = variety.unknowns.repeated(rows[kept])
    exact = {tuple(read[k] or ()): number for number, k in enumerate(kept)}
    values = unknowns.members(torch.tensor([[float(q) for q in read[k] or ()] for k in kept], dtype=x.dtype))
    inside = unknowns.inside(values)
    return [unknowns.instance(row, values, number) for row, number in exact.items() if inside[number]]


def _fractions(row: Sequence[float]) -> list[Fraction] | None:
    """The simple fractions that these numbers are, but for rounding; None where one is not."""
    found = []
    for number in row:
        near = Fraction(number).limit_denominator(FOLLOWS)
        if abs(float(near) - number) > SAME * max(abs(number), 1.0):
            return None
        found.append(near)
    return found


# Solutions of matrix equations among signed permutation matrices, some of whose rows are zero.
#
# Words in letters of a finite group, idempotents, nilpotents and partial isometries live there with entries -1, 0 and
# 1. Solutions like these are isolated up to similarity: random starts do not come near them, and what Newton's method
# finds elsewhere on their orbit has no short exact form.
DROPPED = (0.0, 0.0, 0.25, 0.5)  # share of the rows that are zero; row by row of the batch one of these
LARGEST = 6  # order up to which there are few enough


def monomials(concrete: Concrete, stream: Stream, rows: int) -> Batch:
    """The rows of so many draws, of all plain square matrices, at which the equations hold; empty where none does."""
    asked = equations(concrete)
    drawn = {v.name: v for v in ordered(concrete) if square(v) is not None and 1 < int(v.shape[0]) <= LARGEST}
    if not asked or not drawn:
        return {}
    codes: Batch = {}
    for v in ordered(concrete):
        own = stream.child(v.name)
        free = _partial(own, rows, int(v.shape[0])) if v.name in drawn else sampler(v.domain).free(v.domain, own, rows)
        codes[v.name] = free if v.name in drawn else sampler(v.domain).member(v.domain, free)
    values = assemble(concrete, codes)
    scope = floats.Evaluation(values)
    solved = torch.ones(rows, dtype=torch.bool)
    for c in asked:
        left, right = (scope.value(side).flatten(1) for side in (c.lhs, c.rhs))
        solved &= (left == right).all(1)  # sums of few integers are exact
    return {k: v[solved] for k, v in values.items()} if bool(solved.any()) else {}


def _partial(stream: Stream, rows: int, n: int) -> Tensor:
    """Signed permutation matrices of order n, (rows, n, n), some of their rows zero."""
    turned = torch.eye(n, dtype=torch.float64)[stream.child("order").permutation(rows, n)]
    signed = turned * stream.child("signs").signs((rows, n, 1)).to(torch.float64)
    share = stream.child("share").choice(DROPPED, (rows, 1, 1)).to(torch.float64)
    return torch.where(stream.child("kept").uniform((rows, n, 1)) < share, 0.0, signed)
