"""Batches of instances of a concrete statement, and the exact instance behind a row of a batch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from numerics.ensembles.domains import sampler
from numerics.ensembles.lattice import canonical_block
from numerics.ensembles.matrices import ENSEMBLES, Ensemble
from numerics.ensembles.randomness import Stream
from numerics.instance import Instance
from theorems.language import domains
from theorems.language.instantiate import Concrete

Batch = dict[str, Tensor]


def ordered(concrete: Concrete) -> list[Any]:
    """Variables, scalars before the matrices whose domains may depend on them."""
    leaves = list(concrete.variables.values())
    return sorted(leaves, key=lambda v: isinstance(v.domain, domains.MatrixDomain))


def assemble(concrete: Concrete, codes: Mapping[str, Tensor]) -> Batch:
    """Members from codes, one variable after the other."""
    values: Batch = {}
    for leaf in ordered(concrete):
        values[leaf.name] = sampler(leaf.domain).assemble(leaf.domain, codes[leaf.name], values)
    return values


def usable(concrete: Concrete, ensemble: Ensemble) -> bool:
    """Whether an ensemble can fill every matrix variable (some are square only)."""
    shapes = [v.domain.shape for v in concrete.variables.values() if type(v.domain) is domains.RealMatrices]
    return not ensemble.square_only or all(int(r) == int(c) for r, c in shapes)


def draw(concrete: Concrete, ensemble: Ensemble, stream: Stream, batch: int) -> Batch:
    """`batch` random instances, every matrix variable from the ensemble (through its domain)."""
    codes = {
        leaf.name: sampler(leaf.domain).draw(leaf.domain, stream.child(leaf.name), batch, ensemble)
        for leaf in ordered(concrete)
    }
    return assemble(concrete, codes)


@dataclass(frozen=True)
class Lattice:
    """All combinations of the small members of each variable's domain, by number."""

    concrete: Concrete
    listings: Mapping[str, Tensor]

    @property
    def size(self) -> int:
        """How many combinations there are."""
        return math.prod(len(x) for x in self.listings.values())

    def rows(self, numbers: Tensor) -> Batch:
        """The combinations with these numbers (int64), as a batch."""
        codes, rest = {}, numbers
        for name, listing in self.listings.items():
            codes[name] = listing[rest % len(listing)]
            rest = rest // len(listing)
        return assemble(self.concrete, codes)

    def simplest(self, count: int) -> Tensor:
        """Numbers of the combinations of the first few members of each listing, at most `count` of them."""
        lengths = [len(x) for x in self.listings.values()]
        few = 1
        while few < max(lengths) and math.prod(min(few + 1, n) for n in lengths) <= count:
            few += 1
        numbers, stride = torch.zeros(1, dtype=torch.int64), 1
        for n in lengths:
            numbers = (numbers[:, None] + stride * torch.arange(min(few, n))).flatten()
            stride *= n
        return numbers

    def batches(self, cap: int, stream: Stream, chunk: int) -> Iterator[tuple[Batch, int]]:
        """All combinations or, when there are more than `cap`, the simplest and as many drawn evenly at random; with
        the number of each batch."""
        if self.size <= cap:
            numbers = torch.arange(self.size)
        else:
            simple = self.simplest(cap // 2)
            half, rest = 2**29, cap - len(simple)  # the stream's widest range; two draws make 58 bits
            wide = stream.integers(0, half - 1, (rest,)) * half + stream.integers(0, half - 1, (rest,))
            numbers = torch.cat([simple, torch.remainder(wide, self.size)])
        for start in range(0, len(numbers), chunk):
            part = numbers[start : start + chunk]
            yield self.rows(part), len(part)


def lattice(concrete: Concrete, stream: Stream) -> Lattice:
    """Small members of every variable.  Where a domain has too many to list: the canonical forms, as far as they are
    members by form, and a fixed number of small-integer ones."""
    small = ENSEMBLES["small_integers"]
    listings: dict[str, Tensor] = {}
    for leaf in ordered(concrete):
        rule = sampler(leaf.domain)
        listing = rule.listing(leaf.domain)
        if listing is None:
            listing = rule.draw(leaf.domain, stream.child("listing", leaf.name), 2048, small).cpu()
            if type(leaf.domain) is domains.RealMatrices:
                rows, cols = (int(d) for d in leaf.domain.shape)
                listing = torch.cat([canonical_block(rows, cols), listing])
        listings[leaf.name] = listing
    return Lattice(concrete, listings)


def exact(concrete: Concrete, batch: Mapping[str, Tensor], row: int, denominator: int | None = None) -> Instance:
    """The exact instance behind a row: the doubles themselves, or rounded to multiples of 1/denominator.

    Raises ValueError when an entry is not finite.
    """
    values: dict[str, Any] = {}
    for leaf in ordered(concrete):
        value = batch[leaf.name][row].detach().to("cpu", torch.float64).numpy()
        values[leaf.name] = sampler(leaf.domain).exact(leaf.domain, value, denominator, values)
    return Instance(dict(concrete.dims), values)


def as_batch(concrete: Concrete, instances: Sequence[Instance]) -> Batch:
    """Floating-point batch of exact instances."""
    out: Batch = {}
    for leaf in ordered(concrete):
        column: list[Any] = [i.values[leaf.name] for i in instances]
        if isinstance(leaf.domain, domains.MatrixDomain):
            out[leaf.name] = torch.tensor([[[float(x) for x in r] for r in m] for m in column], dtype=torch.float64)
        elif isinstance(leaf.domain, domains.Integers):
            out[leaf.name] = torch.tensor([int(x) for x in column])
        else:
            out[leaf.name] = torch.tensor([float(x) for x in column], dtype=torch.float64)
    return out
