"""Instances next to others: readable ones, neighbours, and some beyond what a construction gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, ordered
from lemmata.sample.samplers import sampler

# How the end points of a search are made readable: matrices scaled so that their largest entry is the first number
# (None: as they are), then every entry rounded to multiples of one over the second.
READABLE = ((None, 1), (None, 2), (None, 4), (None, 10), (1, 1), (2, 1), (3, 1), (5, 1))
SCALED = (domains.RealMatrices, domains.SymmetricMatrices, domains.Reals, domains.Positive)
ENLARGED = (9 / 8, 3 / 2, 2.0)
FACTORS = (129 / 128, 127 / 128, 9 / 8, 7 / 8, 0.5, 2.0, 16.0, 1024.0)  # dyadic: what was exact stays so


@dataclass(frozen=True)
class Space:
    """The instances of a concrete statement; every one that is made here is a member of every domain."""

    concrete: Concrete

    @property
    def leaves(self) -> list[Any]:
        """The variables, in the order in which they are built."""
        return ordered(self.concrete)

    def rounded(self, values: Batch, scale: int | None, denominator: int) -> Batch:
        """Readable instances near `values`, all inside their domains; see READABLE."""
        out: Batch = {}
        for v in self.leaves:
            value = values[v.name]
            if scale is not None and type(v.domain) in (domains.RealMatrices, domains.SymmetricMatrices):
                top = value.abs().amax((1, 2), keepdim=True)
                value = value * scale / torch.where(top > 0, top, 1.0)
            out[v.name] = sampler(v.domain).rounded(v.domain, value, denominator, out)
        return out

    def near(self, values: Batch, stream: Stream) -> Batch:
        """A random neighbour of each instance: every variable stays or moves, at least one moves."""
        batch = len(next(iter(values.values())))
        many = len(self.leaves)
        moved = stream.child("who").uniform((batch, many)) < 0.5
        always = stream.child("one").integers(0, many - 1, (batch,))
        moved[torch.arange(batch, device=moved.device), always] = True
        out: Batch = {}
        for k, v in enumerate(self.leaves):
            value = values[v.name]
            step = sampler(v.domain).near(v.domain, value, stream.child(v.name), out)
            out[v.name] = torch.where(moved[:, k].reshape(-1, *[1] * (value.dim() - 1)), step, value)
        return out

    def beside(self, values: Batch, stream: Stream) -> Batch:
        """Each instance with one variable changed: a neighbour of it, or itself times a factor where that is a member.

        What was built to sit inside the hypotheses leaves them at one place, as a hypothesis that is loosened asks.
        """
        batch = len(next(iter(values.values())))
        which = stream.child("which").integers(0, len(self.leaves) - 1, (batch,))
        scaled = stream.child("how").uniform((batch,)) < 0.5
        out: Batch = {}
        for k, v in enumerate(self.leaves):
            value, own = values[v.name], stream.child(v.name)
            step = sampler(v.domain).near(v.domain, value, own.child("near"), out)
            column = (-1, *[1] * (value.dim() - 1))
            if type(v.domain) in SCALED:
                larger = value * own.child("factor").choice(FACTORS, (batch,)).reshape(column)
                step = torch.where(scaled.reshape(column), larger, step)
            out[v.name] = torch.where((which == k).reshape(column), step, value)
        return out

    def beyond(self, values: Batch, stream: Stream) -> Batch:
        """Each instance with all variables but one times a factor, for every factor of `ENLARGED`.

        What was built to sit inside the hypotheses goes past the bounds of the construction in proportion, which the
        hypotheses may allow; they decide.
        """
        batch = len(next(iter(values.values())))
        kept = stream.child("kept").integers(0, len(self.leaves) - 1, (batch,))
        out: dict[str, list[Tensor]] = {v.name: [] for v in self.leaves}
        for factor in ENLARGED:
            for k, v in enumerate(self.leaves):
                value = values[v.name]
                column = (kept == k).reshape(-1, *[1] * (value.dim() - 1))
                larger = value * factor if type(v.domain) in SCALED else value
                out[v.name].append(torch.where(column, value, larger))
        return {name: torch.cat(parts) for name, parts in out.items()}
