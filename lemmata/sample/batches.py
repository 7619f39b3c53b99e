"""Batches of instances of a concrete statement, and the exact instance behind a row of a batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.sample.lattice import canonical_block
from lemmata.sample.matrix_laws import ENSEMBLES, Ensemble
from lemmata.sample.plan import first_few
from lemmata.sample.samplers import sampler

Batch = dict[str, Tensor]
UNLISTED = ("small_integers", "low_rank_integers", "sparse_integers", "signs")  # what stands for too long a list
DRAWN = 2048  # members of it
LONG = 512  # members of a list from which on the canonical forms come before it


def _everywhere(holds: Tensor) -> Tensor:
    return holds.flatten(1).all(1)


def _definite(x: Tensor, low: float) -> Tensor:
    return _everywhere(x == x.mT) & (torch.linalg.eigvalsh(x)[:, 0] >= low)


# Which canonical forms are members of a domain.  Their eigenvalues are zero or far from it; a certifier looks again.
CANONICAL: dict[type, Callable[[Tensor], Tensor]] = {
    domains.RealMatrices: lambda x: _everywhere(x == x),
    domains.SymmetricMatrices: lambda x: _everywhere(x == x.mT),
    domains.PSD: lambda x: _definite(x, -1e-9),
    domains.PD: lambda x: _definite(x, 1e-9),
    domains.Skew: lambda x: _everywhere(x == -x.mT),
    domains.Upper: lambda x: _everywhere(x == x.triu()),
    domains.Nonnegative: lambda x: _everywhere(x >= 0),
}


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

    def _unnumbered(self, cap: int, stream: Stream, chunk: int) -> Iterator[tuple[Batch, int]]:
        """As `batches` where there are too many combinations to number: combinations of the first few members, then
        every variable's member drawn by itself."""
        few = self._few(cap // 2)
        simple = Lattice(self.concrete, {k: x[:few] for k, x in self.listings.items()})
        yield from simple.batches(cap, stream, chunk)
        rest = cap - simple.size
        for start in range(0, rest, chunk):
            rows, part = min(chunk, rest - start), stream.child("part", start)
            codes = {k: x[part.child(k).integers(0, len(x) - 1, (rows,))] for k, x in self.listings.items()}
            yield assemble(self.concrete, codes), rows

    def _few(self, count: int) -> int:
        """How many members of each listing can be combined within `count`."""
        return first_few([len(x) for x in self.listings.values()], count)

    def simplest(self, count: int) -> Tensor:
        """Numbers of the combinations of the first few members of each listing, at most `count` of them."""
        few, numbers, stride = self._few(count), torch.zeros(1, dtype=torch.int64), 1
        for n in map(len, self.listings.values()):
            numbers = (numbers[:, None] + stride * torch.arange(min(few, n))).flatten()
            stride *= n
        return numbers

    def batches(self, cap: int, stream: Stream, chunk: int, first: int | None = None) -> Iterator[tuple[Batch, int]]:
        """All combinations or, when there are more than `cap`, the simplest and as many drawn evenly at random; with
        the size of each batch: `first` members (by default as many as later), then `chunk` at a time."""
        if self.size <= cap:
            numbers = torch.arange(self.size)
        elif self.size >= 2**63:
            yield from self._unnumbered(cap, stream, chunk)
            return
        else:
            simple = self.simplest(cap // 2)
            half, rest = 2**29, cap - len(simple)  # the stream's widest range; two draws make 58 bits
            wide = stream.integers(0, half - 1, (rest,)) * half + stream.integers(0, half - 1, (rest,))
            numbers = torch.cat([simple, torch.remainder(wide, self.size)])
        head = chunk if first is None else first
        for part in (numbers[:head], *numbers[head:].split(chunk)):
            if len(part):
                yield self.rows(part), len(part)


def alone(concrete: Concrete) -> bool:
    """Whether a statement has one matrix variable, so that a larger lattice of it can be afforded."""
    return sum(isinstance(v.domain, domains.MatrixDomain) for v in concrete.variables.values()) == 1


def lattice(concrete: Concrete, stream: Stream) -> Lattice:
    """Small members of every variable, larger ones of a matrix that is `alone`.

    Before a long list come the canonical forms, as far as they are members by form; where a domain has too many to
    list, there follows a fixed number of small-integer ones, dense, sparse, of signs and of low rank.
    """
    listings: dict[str, Tensor] = {}
    for leaf in ordered(concrete):
        rule = sampler(leaf.domain)
        listing = rule.wide(leaf.domain) if alone(concrete) else rule.listing(leaf.domain)
        if listing is None:
            drawn = stream.child("listing", leaf.name)
            parts = [rule.draw(leaf.domain, drawn.child(e), DRAWN // len(UNLISTED), ENSEMBLES[e]) for e in UNLISTED]
            listing = torch.cat(parts).cpu()
        if len(listing) > LONG and type(leaf.domain) in CANONICAL:
            block = canonical_block(*(int(d) for d in leaf.domain.shape))
            listing = torch.cat([block[CANONICAL[type(leaf.domain)](block)], listing])
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


# Thin sets of pairs: one matrix tied to another (equal, opposite, transposed, a multiple, a polynomial of it).
Tie = Callable[[Tensor, Tensor], Tensor]
EVERY = 8  # one in so many random instances is tied


def _identity(x: Tensor) -> Tensor:
    return torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)


# First matrix and own matrix of the same shape -> what takes the place of the own one.
RECTANGULAR: dict[str, Tie] = {
    "equal": lambda first, own: first,
    "opposite": lambda first, own: -first,
    "multiple": lambda first, own: first * own[:, :1, :1],
}
SQUARE: dict[str, Tie] = {
    "transposed": lambda first, own: first.mT,
    "complement": lambda first, own: _identity(first) - first,
    "commuting": lambda first, own: first @ first + own[:, :1, :1] * first + own[:, -1:, -1:] * _identity(first),
}
SYMMETRIC = ("equal", "opposite", "multiple", "complement", "commuting")


def _tie_rows(first: Tensor, own: Tensor, names: tuple[str, ...] | None) -> Tensor:
    """`own` with one row in `EVERY` replaced by what ties it to `first`; all ties (or those named) take turns."""
    ties = {**RECTANGULAR, **(SQUARE if first.shape[-1] == first.shape[-2] else {})}
    chosen = [tie for name, tie in ties.items() if names is None or name in names]
    row = torch.arange(len(own), device=own.device)
    out = own
    for k, tie in enumerate(chosen):
        mine = row % (EVERY * len(chosen)) == EVERY * k + 1
        if bool(mine.any()):
            out = torch.where(mine[:, None, None], tie(first, own), out)
    return out


def tied(concrete: Concrete, values: Batch) -> Batch:
    """A batch in which some plain or symmetric matrices are tied to the first of their shape and domain."""
    first: dict[tuple[type, tuple[int, ...]], Tensor] = {}
    out = dict(values)
    for leaf in ordered(concrete):
        kind = type(leaf.domain)
        if kind not in (domains.RealMatrices, domains.SymmetricMatrices):
            continue
        key = (kind, tuple(values[leaf.name].shape[1:]))
        if key in first:
            names = SYMMETRIC if kind is domains.SymmetricMatrices else None
            out[leaf.name] = _tie_rows(first[key], values[leaf.name], names)
        first.setdefault(key, values[leaf.name])
    return out
