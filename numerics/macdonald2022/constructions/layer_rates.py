"""Rates of change along the layers of a network: v_l = J_l v_(l-1) + D_l h_l, in small integers, so exactly."""

from __future__ import annotations

from lemmata.evaluate.randomness import Stream
from lemmata.language.families import layer_name
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, ordered
from lemmata.sample.registry import construction
from theorems.macdonald2022.section4_layer_derivatives import Df, Jf, depth, directions, rates


@construction("rates-along-layers")
def rates_along_layers(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """Any layers, directions and rate of the data; the other rates follow.  One in four misses a rate by one."""
    out: Batch = {}
    for leaf in ordered(concrete):
        rows, cols = (int(side) for side in leaf.domain.shape)
        out[leaf.name] = stream.child(leaf.name).integers(-2, 2, (batch, rows, cols)).to(stream.dtype)
    rate = out[rates.name]
    for layer in range(1, int(concrete.dims[depth.name]) + 1):
        jacobian, derivative = (out[layer_name(family, layer)] for family in (Jf, Df))
        rate[:, :, layer] = (
            jacobian @ rate[:, :, layer - 1, None] + derivative @ out[directions.name][:, :, layer - 1, None]
        )[:, :, 0]
    rate[::4, 0, -1] += 1
    return out
