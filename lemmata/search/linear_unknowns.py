"""Parameters of an instance in which numbers of few bits make exact instances, and equations as functions of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.error_bounds import magnitude
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.language.trees import free_names
from lemmata.sample.batches import Batch, assemble, ordered
from lemmata.sample.matrix_samplers import gram
from lemmata.sample.samplers import sampler
from lemmata.search.rational_solutions import ENTRYWISE, MIRRORED, NUMBERS, directions, summed

Residual = Callable[[Tensor], tuple[Tensor, Tensor]]
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
    out = [[Fraction(0)] * basis.shape[2] for _ in range(basis.shape[1])]
    for unit, q in zip(basis, part, strict=True):
        for i, j in torch.nonzero(unit).tolist():
            out[i][j] += abs(q) if isinstance(domain, domains.Nonnegative) else q if unit[i, j] > 0 else -q
    return out


def residuals(asked: Sequence[Relation], unknowns: Unknowns) -> Residual:
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


def trivial_distances(asked: Sequence[Relation], unknowns: Unknowns) -> Callable[[Tensor], Tensor]:
    """Squared relative distances (rows, pairs) from the trivial solutions: matrices of an equation that are zero, or
    two of one shape that are equal."""
    named = {name for c in asked for side in (c.lhs, c.rhs) for name in free_names(side)}
    shapes = {v.name: tuple(int(d) for d in v.shape) for v in ordered(unknowns.concrete) if getattr(v, "shape", None)}
    moving = [n for n in unknowns.sizes if n in named and max(shapes.get(n, (1,))) > 1]
    pairs = [(a, b) for a, b in itertools.combinations(moving, 2) if shapes[a] == shapes[b]]

    def distances(x: Tensor) -> Tensor:
        values = unknowns.members(x)
        norm = {n: values[n].flatten(1).square().sum(1) for n in moving}
        whole = sum(norm.values(), torch.zeros(len(x), dtype=x.dtype)) + 1e-300
        found = [norm[n] / whole for n in moving]
        found += [(values[a] - values[b]).flatten(1).square().sum(1) / (norm[a] + norm[b] + 1e-300) for a, b in pairs]
        return torch.stack(found, 1) if found else torch.ones(len(x), 1, dtype=x.dtype)

    return distances


@dataclass(frozen=True)
class Variety:
    """The solutions of equations, in parameters."""

    asked: Sequence[Relation]
    unknowns: Unknowns

    def relative(self, x: Tensor) -> Tensor:
        """Left minus right, next to the size of the numbers in them, (rows, equations)."""
        difference, size = residuals(self.asked, self.unknowns)(x)
        return difference / (size + TINY)

    def away(self, x: Tensor) -> Tensor:
        """Squared relative distances from trivial solutions, (rows, pairs)."""
        return trivial_distances(self.asked, self.unknowns)(x)

    def distance(self, x: Tensor) -> Tensor:
        """The least of the relative distances from trivial solutions, (rows,)."""
        return self.away(x).amin(1).clamp_min(0).sqrt()

    def within(self, x: Tensor, share: float = SOLVED) -> Tensor:
        """Which rows solve the equations up to a share of the size of the numbers in them."""
        with torch.no_grad():
            difference, size = residuals(self.asked, self.unknowns)(x)
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
