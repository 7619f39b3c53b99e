"""Which sampler belongs to which domain."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instance import Exact
from lemmata.sample.matrix_laws import Ensemble
from lemmata.sample.matrix_samplers import RealMatrixSampler, grid, triangles, varied
from lemmata.sample.sampler import (
    EXHAUSTIVE,
    NEAR,
    SAMPLERS,
    Discrete,
    Env,
    Sampler,
    exact_number,
    fraction,
    number,
)


# Samplers of matrices known by the pattern of their entries: skew, triangular, without negative entries, 0/1, +-1.
class _Patterned(RealMatrixSampler):
    """Members are what `member` makes of any matrix."""

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return self.member(domain, super().draw(domain, stream, batch, ensemble))

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return self.member(domain, varied(value, stream))


class UpperSampler(_Patterned, of=domains.Upper):
    first = 0  # diagonal on which entries are free

    def listing(self, domain: Any) -> Tensor | None:
        found = triangles(int(domain.n), self.first)
        return None if found is None else self.member(domain, found)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return free.triu()


class SkewSampler(UpperSampler, of=domains.Skew):
    first = 1

    def member(self, domain: Any, free: Tensor) -> Tensor:
        upper = free.triu(1)
        return upper - upper.mT


class NonnegativeSampler(_Patterned, of=domains.Nonnegative):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        rows, cols = (int(d) for d in domain.shape)
        if ensemble.square_only and rows != cols:
            order = max(rows, cols)
            return ensemble(stream, batch, order, order)[:, :rows, :cols].abs()
        return ensemble(stream, batch, rows, cols).abs()

    def listing(self, domain: Any) -> Tensor | None:
        rows, cols = (int(d) for d in domain.shape)
        for values in ((0, 1, 2), (0, 1)):
            table = grid(values, rows * cols)
            if table is not None:
                return table.reshape(-1, rows, cols)
        return None

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return free.abs()


class _TwoValued(Discrete, RealMatrixSampler):
    """Diagonal matrices with one of two values at every place; `common` is the value to begin a listing with."""

    common, rare = 0.0, 1.0

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        share = stream.choice((0.0, 0.5, 0.5, 0.5, 1.0, 0.25, 0.75), (batch, 1))  # all alike as often as not
        rare = stream.uniform((batch, int(domain.n))) < share
        return torch.diag_embed(torch.where(rare, self.rare, self.common).to(stream.dtype))

    def listing(self, domain: Any) -> Tensor | None:
        n = int(domain.n)
        if 2**n > EXHAUSTIVE:
            return None
        marks = sorted(itertools.product((0, 1), repeat=n), key=lambda m: (sum(m), [-x for x in m]))
        rare = torch.tensor(marks, dtype=torch.bool)
        return torch.diag_embed(torch.where(rare, self.rare, self.common).double())

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        """One place changed, or every one with a small chance, or all of them."""
        diagonal = value.diagonal(dim1=-2, dim2=-1)
        batch, n = diagonal.shape
        one = torch.nn.functional.one_hot(stream.integers(0, n - 1, (batch,)), n).bool()
        some = stream.uniform((batch, n)) < 0.3
        kind = stream.integers(0, 3, (batch, 1))
        changed = torch.where(kind <= 1, one, some | (kind == 3))
        return torch.diag_embed(torch.where(changed, self.rare + self.common - diagonal, diagonal))


class ProjectionSampler(_TwoValued, of=domains.Projection):
    common, rare = 0.0, 1.0


class SignsSampler(_TwoValued, of=domains.Signs):
    common, rare = 1.0, -1.0


class ActivationSampler(Discrete, of=domains.Activation):
    """Codes are 0/1 masks of shape (batch, n); ones mark the entries eta."""

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        order = stream.permutation(batch, int(domain.n))
        return (order < int(domain.m)).to(stream.dtype)

    def listing(self, domain: Any) -> Tensor | None:
        m, n = int(domain.m), int(domain.n)
        if n > 8:
            return None
        chosen = [[float(k in c) for k in range(n)] for c in itertools.combinations(range(n), m)]
        return torch.tensor(chosen, dtype=torch.float64)

    def assemble(self, domain: Any, code: Tensor, env: Env) -> Tensor:
        eta = number(domain.eta, env)
        eta = eta.unsqueeze(-1) if isinstance(eta, Tensor) else eta
        return torch.diag_embed(1 - code * (1 - eta))

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return self.assemble(domain, (torch.diagonal(value, dim1=-2, dim2=-1) != 1).to(value.dtype), env)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        eta, n = exact_number(domain.eta, values), len(value)
        diagonal = np.diagonal(value)
        entries = [Fraction(1) if x == 1 else eta for x in diagonal] if eta != 1 else [Fraction(1)] * n
        return [[entries[i] if i == j else Fraction(0) for j in range(n)] for i in range(n)]


class SelectionSampler(Discrete, RealMatrixSampler, of=domains.Selection):
    near = Sampler.near

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        rows, n = int(domain.rows), int(domain.n)
        kept = torch.sort(stream.permutation(batch, n)[:, :rows], dim=1).values
        return torch.nn.functional.one_hot(kept, n).to(stream.dtype)

    def listing(self, domain: Any) -> Tensor | None:
        rows, n = int(domain.rows), int(domain.n)
        if n > 8:
            return None
        eye = torch.eye(n, dtype=torch.float64)
        return torch.stack([eye[list(c)] for c in itertools.combinations(range(n), rows)])


# Samplers of numbers: reals, intervals, integers.
_WIDEST = 2**30  # of a range that a stream draws from evenly


def _mixture(stream: Stream, batch: int, special: tuple[float, ...], general: Tensor, share: float = 0.5) -> Tensor:
    fixed = stream.choice(special, (batch,)).to(general.dtype)
    return torch.where(stream.uniform((batch,)) < share, fixed, general)


def _stepped(value: Tensor, stream: Stream) -> Tensor:
    """Each number a step away: 1 or 1/2 up or down, doubled, halved, its opposite, or moved by a little."""
    step = stream.normal((len(value),)) * torch.exp2(-stream.integers(1, 20, (len(value),)).to(stream.dtype))
    moved = torch.stack([value + 1, value - 1, value + 0.5, value - 0.5, 2 * value, value / 2, -value, value + step])
    which = stream.integers(0, len(moved) - 1, (len(value),))
    return moved.gather(0, which[None])[0]


class RealSampler(Sampler, of=domains.Reals):
    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return _stepped(value, stream)

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return _mixture(stream, batch, (0.0, 1.0, -1.0, 0.5, 2.0), self.free(domain, stream.child("wide"), batch))

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        """Normal, every other time of a scale up to a thousand: bounds that hold near zero only must fall as well."""
        scale = torch.exp2(stream.child("scale").integers(-10, 10, (batch,)).clamp_min(0).to(stream.dtype))
        return stream.normal((batch,)) * scale

    def listing(self, domain: Any) -> Tensor:
        return torch.tensor([0.0, 1.0, -1.0, 0.5, 2.0], dtype=torch.float64)


class PositiveSampler(Sampler, of=domains.Positive):
    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return super().rounded(domain, value, denominator, env).clamp_min(1 / denominator)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        moved = _stepped(value, stream)
        return torch.where(moved > 0, moved, value / 2)

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return _mixture(stream, batch, (1.0, 0.5, 2.0, 2.0**-10), torch.exp(stream.normal((batch,))))

    def listing(self, domain: Any) -> Tensor:
        return torch.tensor([1.0, 0.5, 2.0], dtype=torch.float64)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return torch.exp(free)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        rounded = fraction(float(value), denominator)
        return rounded if rounded > 0 else Fraction(1, denominator or 1)


class IntervalSampler(Sampler, of=domains.Interval):
    ends = True

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        inside = super().rounded(domain, value, denominator, env).clamp(low, high)
        if self.ends:
            return inside
        return torch.where((inside > low) & (inside < high), inside, (low + high) / 2)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        width = high - low if high > low else 1.0
        inside = (low + width * _stepped((value - low) / width, stream)).clamp(low, high)
        return inside if self.ends else torch.where((inside > low) & (inside < high), inside, value)

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        inside = low + (high - low) * stream.uniform((batch,))
        return _mixture(stream, batch, tuple(self.listing(domain).tolist()), inside)

    def listing(self, domain: Any) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        inner = [low + (high - low) * x for x in (0.5, 0.25, 0.75)]
        members = torch.tensor([low, high, *inner] if self.ends else inner, dtype=torch.float64)
        return members[:1] if low == high else members

    def member(self, domain: Any, free: Tensor) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        return low + (high - low) * torch.sin(free) ** 2

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        low, high = exact_number(domain.low, values), exact_number(domain.high, values)
        inside = min(max(fraction(float(value), denominator), low), high)
        if not self.ends and inside in (low, high):
            inside = (low + high) / 2
        return inside


class OpenIntervalSampler(IntervalSampler, of=domains.OpenInterval):
    ends = False


class IntegerSampler(Discrete, of=domains.Integers):
    """Integers as int64.  Without an upper end the first few are listed, and a few more drawn; bounds beyond 2^53,
    where doubles leave integers out, are cut there."""

    @staticmethod
    def _ends(domain: Any, open_end: int) -> tuple[int, int]:
        low = int(domain.low)
        high = low + open_end if domain.high is None else int(domain.high)
        return max(low, -(2**53)), min(high, 2**53)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        """One or two up or down, or any other member."""
        low, high = self._ends(domain, 8)
        step = stream.choice((1.0, -1.0, 2.0, -2.0), (len(value),)).to(torch.int64)
        far = stream.uniform((len(value),)) < 0.25
        return torch.where(far, self.draw(domain, stream, len(value), NEAR), (value + step).clamp(low, high))

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        low, high = self._ends(domain, 8)
        if high - low < _WIDEST:
            return stream.integers(low, high, (batch,))
        width = torch.exp2(stream.uniform((batch,)) * math.log2(high - low))  # every order of magnitude alike
        near_zero = stream.signs((batch,)) * width
        places = torch.stack([low + width, high - width, near_zero])
        chosen = places.gather(0, stream.integers(0, 2, (batch,))[None])[0]
        return chosen.round().to(torch.int64).clamp(low, high)

    def listing(self, domain: Any) -> Tensor | None:
        low, high = self._ends(domain, 4)
        if high - low >= EXHAUSTIVE:
            return None
        members = torch.arange(low, high + 1)
        return members[torch.argsort(2 * members.abs() + (members < 0), stable=True)]

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        return Fraction(int(value))


def sampler(domain: domains.Domain) -> Sampler:
    """The sampler of a domain.  Raises KeyError for a domain without one."""
    return SAMPLERS[type(domain)]
