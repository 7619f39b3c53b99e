"""Constructions for the thin hypotheses of riedi2022: entries bounded by c, bounds that a whole batch shares, families
with multiple eigenvalues at every parameter.

All entries are integers or dyadic rationals, so that hypotheses hold exactly.  Some rows miss a hypothesis on purpose.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, ordered
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.registry import construction
from lemmata.sample.samplers import sampler
from numerics.riedi2022.constructions.vectors import signed_permutations
from theorems.riedi2022 import n as order
from theorems.riedi2022 import section3_loss as loss
from theorems.riedi2022 import section4_families as families
from theorems.riedi2022 import section5_bounds as bounds
from theorems.riedi2022 import section6_steps as steps

FINE = 2.0**30  # entries, bounds and slopes are multiples of 1/FINE
DIAGONALS = (bounds.Delta.name, bounds.D.name)  # diagonals as columns, bounded by 1 instead of c


def _round(x: Tensor) -> Tensor:
    """Towards zero, to multiples of 1/FINE."""
    return torch.trunc(x * FINE) / FINE


def _near_one(stream: Stream, batch: int) -> Tensor:
    """Numbers in [0, 1], half of them within a few per cent or a few billionths of an end."""
    small = torch.exp2(-stream.child("small").integers(3, 24, (batch,)).to(stream.dtype))
    kinds = torch.stack([1 - small, small, stream.child("inside").uniform((batch,)), torch.ones_like(small)])
    return kinds.gather(0, stream.child("kind").integers(0, len(kinds) - 1, (batch,))[None])[0]


def _caps(concrete: Concrete, stream: Stream, batch: int) -> Tensor:
    """c times n: the limits that the statements set to it, met and just missed, and anything below."""
    n, m = concrete.dims[order.name], concrete.dims.get(bounds.m.name, 0)
    limits = torch.tensor([1.0, 0.5, 1 / 3, 0.5 / (1 + n), 0.5 / (1 + 2 * m), 0.0], dtype=stream.dtype)
    chosen = limits.to(stream.device)[stream.child("limit").integers(0, len(limits) - 1, (batch,))]
    return chosen * _near_one(stream.child("below"), batch)


def _entries(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Entries in [-1, 1]: constant, signs (symmetric, of rank one, blocks of a Hadamard matrix), quarters, uniform."""
    shape = (batch, rows, cols)
    x, y = stream.child("x").signs((batch, rows, 1)), stream.child("y").signs((batch, 1, cols))
    signs, turn = stream.child("signs").signs(shape), stream.child("turn").signs((batch, 1, 1))
    quarters = stream.child("quarters").integers(-4, 4, shape).to(stream.dtype) / 4
    kinds = [turn.expand(shape), x * y, signs, quarters, stream.child("uniform").uniform(shape, -1.0, 1.0)]
    if rows == cols:
        half = torch.arange(rows, device=x.device) < (rows + 1) // 2
        flipped = torch.where(half[:, None] & half[None, :], -1.0, 1.0)  # eigenvalues of both signs
        kinds += [turn * x * x.mT, signs.triu() + signs.triu(1).mT, turn * flipped * x * x.mT]
    which = stream.child("which").integers(0, len(kinds) - 1, (batch,))
    return torch.stack(kinds).gather(0, which[None, :, None, None].expand(1, *shape))[0]


def _slopes(concrete: Concrete, stream: Stream, batch: int, cn: Tensor) -> Tensor:
    """eta at the limits of Theorem 32 and short of them, at both ends of its range, and anywhere."""
    n, m = concrete.dims[order.name], concrete.dims.get(bounds.m.name, 0)
    share = _near_one(stream.child("share"), batch)
    roots = (1 - cn) ** 2 / (4 * max(m, 1) ** 0.5)
    linear = (1 - cn) / (max(m, 1) * (3 * cn / n + 1))
    ends = torch.stack([1 - share * roots, 1 - share * linear, share, torch.ones_like(share), torch.zeros_like(share)])
    return ends.gather(0, stream.child("end").integers(0, len(ends) - 1, (batch,))[None])[0].clamp(0.0, 1.0)


@construction("entries-at-most-c")
def entries_at_most_c(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """Square matrices with entries at most c, the largest often equal to it; patterns D and slopes eta next to them.

    A statement without a variable c bounds them by 1/(3n).  The scalar is non-negative.
    """
    cn = _caps(concrete, stream.child("c"), batch)
    if bounds.c.name not in concrete.variables:
        cn = torch.full_like(cn, 1 / 3)
    c = _round(cn / concrete.dims[order.name])
    out: Batch = {}
    for leaf in ordered(concrete):
        own = stream.child(leaf.name)
        if leaf.name == bounds.c.name:
            out[leaf.name] = c
        elif leaf.name == bounds.eta.name:
            out[leaf.name] = _round(_slopes(concrete, own, batch, cn))
        elif isinstance(leaf.domain, domains.RealMatrices):
            rows, cols = (int(side) for side in leaf.domain.shape)
            size = torch.ones_like(c) if leaf.name in DIAGONALS else c
            out[leaf.name] = _round(_entries(own, batch, rows, cols) * size[:, None, None])
        else:
            rule = sampler(leaf.domain)
            out[leaf.name] = rule.assemble(
                leaf.domain, rule.draw(leaf.domain, own, batch, ENSEMBLES["small_integers"]), out
            )
    return out


@construction("batch-bounds")
def batch_bounds(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """Signed permutations times 1, 2 or 3 (row by row), inputs of small integers, and the tightest or looser bounds."""
    out: Batch = {}
    scales = []
    plain = stream.child("plain").uniform((batch, 1)) < 0.5  # a multiple of a signed permutation
    for leaf in ordered(concrete):
        if not isinstance(leaf.domain, domains.RealMatrices):
            continue
        own, (rows, cols) = stream.child(leaf.name), (int(side) for side in leaf.domain.shape)
        if leaf.name == loss.Z.name:
            out[leaf.name] = own.integers(-2, 2, (batch, rows, cols)).to(stream.dtype)
            continue
        eye = torch.eye(rows, dtype=stream.dtype, device=stream.device)
        scale = own.child("scale").integers(1, 3, (batch, rows)).to(stream.dtype)
        scale = torch.where(plain, torch.ones_like(scale), scale)
        scale = scale * own.child("sign").signs((batch, rows))
        out[leaf.name] = scale[:, :, None] * eye[own.permutation(batch, rows)]
        scales.append(scale.abs())
    every = torch.cat(scales, 1)
    slack = stream.child("slack").integers(0, 2, (batch,)).to(stream.dtype)
    return {**out, loss.low.name: every.amin(1) / torch.exp2(slack), loss.high.name: every.amax(1) + slack}


@construction("always-multiple")
def always_multiple(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """Quadratic symmetric families with a double eigenvalue at every parameter: a block twice on the diagonal, turned.

    The points are distinct integers in random order.
    """
    n = int(concrete.dims[order.name])
    size, turn = n // 2, signed_permutations(stream.child("turn"), batch, n)
    out: Batch = {families.rho.name: stream.child("rho").integers(-12, 12, (batch,)).to(stream.dtype) / 4}
    for leaf in ordered(concrete):
        if leaf.name == families.r.name:
            count = int(leaf.domain.shape[0])
            places = stream.child(leaf.name).permutation(batch, count) - count // 2
            out[leaf.name] = places[:, :, None].to(stream.dtype)
        elif leaf.name != families.rho.name:
            block = stream.child(leaf.name).integers(-2, 2, (batch, size, size)).to(stream.dtype)
            block = block.triu() + block.triu(1).mT
            m = torch.zeros(batch, n, n, dtype=stream.dtype, device=stream.device)
            m[:, :size, :size], m[:, size : 2 * size, size : 2 * size] = block, block
            if n % 2:
                m[:, -1, -1] = stream.child(leaf.name, "last").integers(-2, 2, (batch,)).to(stream.dtype)
            out[leaf.name] = turn @ m @ turn.mT
    return out


@construction("theorem-39")
def theorem_39(concrete: Concrete, stream: Stream, batch: int) -> Batch | None:
    """theta, r' and r in the ranges of Theorem 39, and weights near or inside its event, n >= 5.

    Entries of W are at most sigma_n in modulus, which keeps V_1 and V_2 within their bounds; larger orders may miss the
    bound of the largest singular value or of the smallest eigenvalue.  Entries that both patterns keep enter neither
    V_1 nor V_2: every other W has them times a power of two, so that these bounds alone are seen to say little.  One in
    eight has a trace over the lost columns at the bound of V_2 or past it, and nothing else.
    """
    n, m, m_1 = (int(concrete.dims[dim.name]) for dim in (order, steps.m, steps.m_1))
    if n < 5 or m + m_1 < 1:
        return None
    unit = stream.child("theta").uniform((batch,)).clamp(0.01, 1.0)
    theta = 4 + torch.floor((2 * n**0.5 - 4) * unit * 1024) / 1024
    factor = torch.full_like(theta, 2.0)
    if steps.r_1.name in concrete.variables:
        factor = 1 + torch.exp2(stream.child("r_1").integers(-3, 3, (batch,)).to(stream.dtype))
    nu = m + m_1 - m * m_1 / n
    above = torch.exp2(stream.child("above").integers(-8, 6, (batch,)).to(stream.dtype))
    r = torch.ceil((factor + factor * nu + theta + above) * 1024) / 1024
    size = torch.exp2(-stream.child("size").integers(0, 3, (batch,)).to(stream.dtype)) / (r * (8 * n) ** 0.5)
    out: Batch = {steps.theta.name: theta, steps.r.name: r, steps.r_1.name: factor}
    weights = [leaf for leaf in ordered(concrete) if isinstance(leaf.domain, domains.RealMatrices)]
    for leaf in (leaf for leaf in ordered(concrete) if leaf not in weights and leaf.name not in out):
        rule = sampler(leaf.domain)
        code = rule.draw(leaf.domain, stream.child(leaf.name), batch, ENSEMBLES["small_integers"])
        out[leaf.name] = rule.assemble(leaf.domain, code, out)
    kept = torch.ones(batch, n, n, dtype=stream.dtype, device=stream.device)
    for leaf, side in ((steps.D_1, 2), (steps.D, 1)):
        if leaf.name in out:
            kept = kept * torch.diagonal(out[leaf.name], dim1=1, dim2=2).unsqueeze(side)
    power = stream.child("power").integers(-12, 12, (batch,)).clamp_min(0).to(stream.dtype)
    larger = 1 + (torch.exp2(power)[:, None, None] - 1) * kept
    for leaf in weights:
        entries = _round(_entries(stream.child(leaf.name), batch, n, n) * size[:, None, None])
        out[leaf.name] = entries * larger
        if steps.D.name in out and m:
            lost = torch.eye(n, dtype=stream.dtype, device=stream.device) - out[steps.D.name]
            past = 1 + stream.child("past").signs((batch,)) / 16
            level = _round(past * theta / (r * (8 * n * m) ** 0.5))
            chosen = stream.child("traced").uniform((batch, 1, 1)) < 1 / 8
            out[leaf.name] = torch.where(chosen, lost * level[:, None, None], out[leaf.name])
    return {name: out[name] for name in concrete.variables}
