"""Constructions for the hypotheses of zhao2024 on layers: residual layers, singular value decompositions, slopes.

All entries are small dyadic rationals, so that hypotheses hold exactly.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language.families import layer_name
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, ordered
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.registry import construction
from lemmata.sample.samplers import sampler
from theorems.zhao2024 import section4_residual as skip
from theorems.zhao2024 import section5_leaky_relu as activation


def _by_domain(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """Every variable from its own domain, entries small integers."""
    out: Batch = {}
    for leaf in ordered(concrete):
        rule = sampler(leaf.domain)
        code = rule.draw(leaf.domain, stream.child(leaf.name), batch, ENSEMBLES["small_integers"])
        out[leaf.name] = rule.assemble(leaf.domain, code, out)
    return out


def _eighths(stream: Stream, batch: int, low: int, high: int, *shape: int) -> Tensor:
    return stream.integers(low, high, (batch, *shape)).to(stream.dtype) / 8


@construction("residual-layers")
def residual_layers(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """W_beta^l = W^l + beta I with the rectangular identity; or U^l, V^l signed permutations and Delta in eighths.

    V^l = U^{l-1}, half of the time all the same; one V^l in eight is any permutation.  Zeros and ties are among the
    partial sums of the columns of Delta.
    """
    out = _by_domain(concrete, stream.child("rest"), batch)
    beta, steps = skip.beta.name, skip.Delta.name
    out[beta] = _eighths(stream.child("beta"), batch, 1, 24)
    if steps in out:
        moved = _eighths(stream.child("Delta"), batch, 0, 8, *out[steps].shape[1:])
        kind = stream.child("definite").uniform((batch, 1, 1))
        moved[:, :1] = torch.where(kind < 0.5, moved[:, :1] + 1, torch.where(kind < 0.7, 0.0, moved[:, :1]))
        moved[:, 1:] = torch.where((kind > 0.4) & (kind < 0.6), 0.0, moved[:, 1:])
        out[steps] = moved
    eye = None
    for level in range(1, len(out)):
        U, V, plain, shifted = (layer_name(f, level) for f in (skip.U, skip.V, skip.plain, skip.shifted))
        if U in out:
            own = stream.child("U", level)
            n = out[U].shape[-1]
            eye = torch.eye(n, dtype=stream.dtype, device=stream.device)
            turned = eye[own.permutation(batch, n)] * own.child("signs").signs((batch, n, 1))
            alike = stream.child("alike").uniform((batch, 1, 1)) < 0.5
            before = out[layer_name(skip.U, level - 1)] if level > 1 else eye
            out[U] = torch.where(alike, before, turned)
            other = eye[own.child("V").permutation(batch, n)]
            strange = stream.child("strange", level).uniform((batch, 1, 1)) < 1 / 8
            out[V] = torch.where(strange, other, torch.zeros_like(turned) + before)
        if plain in out and steps in out:
            values = torch.diag_embed(out[steps].cumsum(1)[:, :, level - 1])
            out[plain] = out[U] @ values @ out[V].mT if U in out else values
        if shifted in out:
            layer = out[plain]
            eye = torch.eye(*layer.shape[1:], dtype=layer.dtype, device=layer.device)
            out[shifted] = layer + out[beta][:, None, None] * eye
    return out


@construction("slopes-between")
def slopes_between(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """Slopes in eighths between alpha and 1, both ends often; everything else from its domain."""
    out = _by_domain(concrete, stream.child("rest"), batch)
    alpha = _eighths(stream.child("alpha"), batch, 0, 8)
    share = stream.child("share").integers(0, 2, out[activation.Delta.name].shape).to(stream.dtype) / 2
    low = alpha.reshape(batch, *[1] * (share.ndim - 1))
    return {**out, activation.alpha.name: alpha, activation.Delta.name: low + (1 - low) * share}
