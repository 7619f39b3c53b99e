"""Coordinates of a search: a flat vector of real parameters per instance, in one of several parametrisations.

A parametrisation maps the free matrices behind the variables to the thin sets where counterexamples live: graded
(condition numbers up to 10^12), a spectrum of many magnitudes behind a rotation, nearly diagonal (so that two of them
nearly commute), a multiple of the first (a congruence: with A = F^T F and B = (T F)^T (T F), B is F^T (T^T T) F),
nearly the first.  A part of the starts lies on faces: entries that are zero and stay so, as those of the matrix of a
graph.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, assemble, ordered
from lemmata.sample.matrix_samplers import cayley, dyadic
from lemmata.sample.samplers import sampler
from lemmata.search.objective import goal
from lemmata.search.quasi_newton import minimise

Parametrisation = Callable[
    [Tensor, Tensor | None], Tensor
]  # own free matrix, that of the first of its shape -> what stands for it
BITS = 24  # of factors at the end of a search: their Gram matrices are exact
NEARLY = 0.1
GRADES, STEEP = 4.0, 3.0
FACED = 3  # one start in so many lies on a face, where
THIN, DENSE = 0.2, 0.9  # between these shares of the entries are free


FACTORED = (domains.PSD, domains.PD)  # whose members are made of a factor


def _graded(own: Tensor, first: Tensor | None) -> Tensor:
    return own * torch.exp(GRADES * own[:, :, :1])


def _spectral(own: Tensor, first: Tensor | None) -> Tensor:
    """Rows of the Cayley transform of the skew part, of lengths that are exponentials of the diagonal."""
    if own.shape[-1] != own.shape[-2]:
        return _graded(own, first)
    lengths = torch.exp(GRADES * torch.diagonal(own, dim1=-2, dim2=-1))
    return lengths[..., None] * cayley(own.triu(1) - own.triu(1).mT)


def _nearly_diagonal(own: Tensor, first: Tensor | None) -> Tensor:
    eye = torch.eye(own.shape[-2], own.shape[-1], dtype=own.dtype, device=own.device)
    return own * (NEARLY + (1 - NEARLY) * eye)


def _congruent(own: Tensor, first: Tensor | None) -> Tensor:
    return own if first is None or own.shape[-1] != own.shape[-2] else own @ first


def _bounded(own: Tensor, first: Tensor | None) -> Tensor:
    """Entries between -1 and 1, many of them near the ends: where a largest entry is compared, most are as large."""
    return torch.tanh(STEEP * own)


PARAMETRISATIONS: dict[str, Parametrisation] = {
    "plain": lambda own, first: own,
    "graded": _graded,
    "spectral": _spectral,
    "nearly diagonal": _nearly_diagonal,
    "congruent": _congruent,
    "graded and congruent": lambda own, first: _congruent(_graded(own, None), first),
    "nearly equal": lambda own, first: own if first is None else first + NEARLY * own,
    "nonnegative": lambda own, first: own.abs(),
    "triangular": lambda own, first: own.triu(),
    "nilpotent": lambda own, first: own.triu(1) if own.shape[-1] == own.shape[-2] > 1 else own,
    "bounded": _bounded,
}
MIXED = "each in turn"


def _mixed(own: Tensor, first: Tensor | None) -> Tensor:
    """Row by row one of all parametrisations."""
    which = torch.arange(len(own), device=own.device) % len(PARAMETRISATIONS)
    out = own
    for k, form in enumerate(PARAMETRISATIONS.values()):
        out = torch.where((which == k)[:, None, None], form(own, first), out)
    return out


DRESSED = (*FACTORED, domains.RealMatrices, domains.SymmetricMatrices, domains.Nonnegative)


@dataclass(frozen=True)
class Coordinates:
    """Flat parameters of a concrete statement in one parametrisation; discrete variables are kept apart, row by row."""

    concrete: Concrete
    parametrisation: Parametrisation = PARAMETRISATIONS["plain"]
    sizes: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, concrete: Concrete, parametrisation: str, stream: Stream) -> Coordinates:
        """The coordinates in a parametrisation of that name."""
        sizes = {
            v.name: tuple(sampler(v.domain).free(v.domain, stream.child("shape"), 1).shape[1:])
            for v in ordered(concrete)
            if not sampler(v.domain).discrete
        }
        return cls(concrete, _mixed if parametrisation == MIXED else PARAMETRISATIONS[parametrisation], sizes)

    @property
    def count(self) -> int:
        """How many parameters there are."""
        return sum(torch.Size(shape).numel() for shape in self.sizes.values())

    def start(self, stream: Stream, rows: int) -> tuple[Tensor, Batch]:
        """Random parameters (rows, count), and the values of discrete variables (rows, ...).

        Sizes are spread over four octaves; discrete variables take the ends of their ranges as often as all else.
        """
        free = {v.name: sampler(v.domain).free(v.domain, stream.child(v.name), rows) for v in ordered(self.concrete)}
        spread = torch.exp2(stream.child("spread").uniform((rows, 1), -3.0, 1.0))
        parts = [free[name].reshape(rows, -1) for name in self.sizes]
        flat = torch.cat(parts, 1) if parts else torch.zeros(rows, 0, dtype=torch.float64)
        discrete = {name: x for name, x in free.items() if name not in self.sizes}
        for v in ordered(self.concrete):
            if isinstance(v.domain, domains.Integers):
                discrete[v.name] = _ends_too(v.domain, discrete[v.name], stream.child("ends", v.name))
        return flat * spread.to(flat), discrete

    def members(self, flat: Tensor, discrete: Batch, settled: bool = False) -> Batch:
        """The instances at these parameters; `settled` moves factors a little so that members are so exactly."""
        codes: Batch = dict(discrete)
        first: dict[tuple[type, tuple[int, ...]], Tensor] = {}
        widths = [torch.Size(shape).numel() for shape in self.sizes.values()]
        free = dict(zip(self.sizes, flat.split(widths, 1), strict=True)) if widths else {}
        for v in ordered(self.concrete):
            if v.name not in free:
                continue
            x = free[v.name].reshape(-1, *self.sizes[v.name])
            if isinstance(v.domain, DRESSED):
                key = (type(v.domain), tuple(x.shape[1:]))
                x = self.parametrisation(x, first.get(key))
                first.setdefault(key, x)
                if settled and isinstance(v.domain, FACTORED):
                    x = dyadic(x, BITS)
            codes[v.name] = sampler(v.domain).member(v.domain, x)
        return assemble(self.concrete, codes)

    def faces(self, stream: Stream, rows: int) -> Tensor:
        """What to multiply parameters (rows, count) by: ones, and in some rows zeros at entries that stay zero."""
        faced = (torch.arange(rows) % FACED == FACED - 1)[:, None]
        share = stream.child("share").uniform((rows, 1), THIN, DENSE)
        free = stream.child("free").uniform((rows, self.count)) < share
        matrix = [torch.full((torch.Size(shape).numel(),), len(shape) == 2) for shape in self.sizes.values()]
        fixed = faced & ~free & (torch.cat(matrix) if matrix else torch.zeros(0, dtype=torch.bool))
        return torch.where(fixed, 0.0, 1.0).to(torch.float64)

    def neighbours(self, discrete: Batch, stream: Stream) -> Batch:
        """Discrete values one move away, in every row."""
        out: Batch = {}
        for v in ordered(self.concrete):
            if v.name in discrete:
                out[v.name] = sampler(v.domain).near(v.domain, discrete[v.name], stream.child(v.name), out)
        return out


def _ends_too(domain: domains.Integers, drawn: Tensor, stream: Stream) -> Tensor:
    """A quarter of the values each at the lower and the upper end of the range."""
    low = int(domain.low)
    high = low + 8 if domain.high is None else int(domain.high)
    which = stream.integers(0, 3, (len(drawn),))
    return torch.where(which == 0, max(low, -(2**53)), torch.where(which == 1, min(high, 2**53), drawn))


def ascend(concrete: Concrete, stream: Stream, restarts: int, steps: int, witness: bool = False) -> Batch:
    """End points of `restarts` descents of `steps` steps each; with `witness`, the slack is driven up instead of down.

    Returns a batch of `restarts` instances inside their domains, hypotheses met or nearly so: they enter as penalties.
    """
    space = Coordinates.of(concrete, MIXED, stream)
    flat, held = space.start(stream.child("start"), restarts)
    flat, _ = minimise(lambda x: goal(concrete, space.members(x, held), witness), flat, steps)
    with torch.no_grad():
        return space.members(flat, held, settled=True)
