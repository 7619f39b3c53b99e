"""Constructions for the thin hypotheses of macdonald2022: sequences above a power of t.

Terms are rounded up to dyadic
rationals, so that the hypotheses hold exactly.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch
from lemmata.sample.registry import construction
from theorems.macdonald2022.section4_convergence import Gamma, T, mu
from theorems.macdonald2022.section4_convergence import alpha as rate

FINE = 2.0**20


def _up(x: Tensor) -> Tensor:
    """To the next multiple of 1/FINE, and one further where rounding may have crossed it."""
    nearest = torch.round(x * FINE) / FINE
    exact = nearest == x
    return torch.where(exact, x, torch.ceil(x * FINE + 0.01) / FINE)


@construction("slowly-decreasing")
def slowly_decreasing(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """mu_t at least Gamma t^(-3/4) with alpha mu_t < 1: as small as can be, or larger by up to what alpha allows."""
    steps = concrete.dims[T.name]
    alpha = torch.exp2(stream.child("alpha").integers(-3, 3, (batch,)).to(stream.dtype))
    share = stream.child("share").integers(1, 15, (batch,)).to(stream.dtype) / 16
    # small steps: there the product is 1 minus the sum of the mu_t, and the bound 1 minus what it claims of the sum
    share = share * torch.exp2(-stream.child("small").integers(0, 6, (batch,)).to(stream.dtype))
    gamma = share / alpha
    times = torch.arange(1, steps + 1, dtype=stream.dtype, device=alpha.device)
    least = _up(gamma[:, None] * times ** (-0.75))
    room = (1 / alpha)[:, None] * (1 - 1 / 64) - least
    more = stream.child("more").integers(0, 4, (batch, steps)).to(stream.dtype) / 4
    tight = stream.child("tight").integers(0, 1, (batch, 1)).to(stream.dtype)
    terms = least + torch.floor(room.clamp_min(0) * more * tight * FINE) / FINE
    return {mu.name: terms[:, :, None], rate.name: alpha, Gamma.name: gamma}
