"""Constructions for the hypotheses of zhao2024 on layers: residual layers, singular value decompositions, slopes.

They follow `numerics.ensembles.constructions`: `(concrete, stream, batch) -> values`, all entries small dyadic
rationals, so that hypotheses hold exactly.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.ensembles.domains import sampler
from lemmata.numerics.ensembles.instances import Batch, ordered
from lemmata.numerics.ensembles.matrices import ENSEMBLES
from lemmata.numerics.ensembles.randomness import Stream
from lemmata.numerics.ensembles.registry import construction
from lemmata.theorems.language.instantiate import Concrete


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
    """W_beta^l = W^l + beta I with the rectangular identity; or U^l, V^l signed permutations with V^l = U^{l-1} (half
    of the time all the same) and columns of Delta in eighths, so that zeros and ties are among their partial sums."""
    out = _by_domain(concrete, stream.child("rest"), batch)
    out["beta"] = _eighths(stream.child("beta"), batch, 1, 24)
    if "Delta" in out:
        steps = _eighths(stream.child("Delta"), batch, 0, 8, *out["Delta"].shape[1:])
        kind = stream.child("definite").uniform((batch, 1, 1))
        steps[:, :1] = torch.where(kind < 0.5, steps[:, :1] + 1, torch.where(kind < 0.7, 0.0, steps[:, :1]))
        steps[:, 1:] = torch.where((kind > 0.4) & (kind < 0.6), 0.0, steps[:, 1:])
        out["Delta"] = steps
    eye = None
    for level in range(1, len(out)):
        if f"U_{level}" in out:
            own = stream.child("U", level)
            n = out[f"U_{level}"].shape[-1]
            eye = torch.eye(n, dtype=stream.dtype, device=stream.device)
            turned = eye[own.permutation(batch, n)] * own.child("signs").signs((batch, n, 1))
            alike = stream.child("alike").uniform((batch, 1, 1)) < 0.5
            before = out[f"U_{level - 1}"] if level > 1 else eye
            out[f"U_{level}"] = torch.where(alike, before, turned)
            out[f"V_{level}"] = torch.zeros_like(turned) + before
        if f"W_{level}" in out and "Delta" in out:
            values = torch.diag_embed(out["Delta"].cumsum(1)[:, :, level - 1])
            turn = f"U_{level}" in out
            out[f"W_{level}"] = out[f"U_{level}"] @ values @ out[f"V_{level}"].mT if turn else values
        if f"W_beta_{level}" in out:
            layer = out[f"W_{level}"]
            eye = torch.eye(*layer.shape[1:], dtype=layer.dtype, device=layer.device)
            out[f"W_beta_{level}"] = layer + out["beta"][:, None, None] * eye
    return out


@construction("slopes-between")
def slopes_between(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """Slopes in eighths between alpha and 1, both ends often; everything else from its domain."""
    out = _by_domain(concrete, stream.child("rest"), batch)
    alpha = _eighths(stream.child("alpha"), batch, 0, 8)
    share = stream.child("share").integers(0, 2, out["Delta"].shape).to(stream.dtype) / 2
    low = alpha.reshape(batch, *[1] * (share.ndim - 1))
    return {**out, "alpha": alpha, "Delta": low + (1 - low) * share}
