"""Samplers of numbers: reals, intervals, integers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Exact
from lemmata.sample.matrix_laws import Ensemble
from lemmata.sample.sampler import EXHAUSTIVE, NEAR, Env, Sampler, exact_number, fraction

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


class RealSampler(Sampler):
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


class PositiveSampler(Sampler):
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


class IntervalSampler(Sampler):
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


class OpenIntervalSampler(IntervalSampler):
    ends = False


class IntegerSampler(Sampler):
    """Integers as int64.  Without an upper end the first few are listed, and a few more drawn; bounds beyond 2^53,
    where doubles leave integers out, are cut there."""

    discrete = True

    @staticmethod
    def _ends(domain: Any, open_end: int) -> tuple[int, int]:
        low = int(domain.low)
        high = low + open_end if domain.high is None else int(domain.high)
        return max(low, -(2**53)), min(high, 2**53)

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return value

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        """One or two up or down, or any other member."""
        low, high = self._ends(domain, 8)
        step = stream.choice((1.0, -1.0, 2.0, -2.0), (len(value),)).to(torch.int64)
        far = stream.uniform((len(value),)) < 0.25
        return torch.where(far, self.draw(domain, stream, len(value), NEAR), (value + step).clamp(low, high))

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble | None) -> Tensor:
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

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return self.draw(domain, stream, batch, None)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        return Fraction(int(value))
