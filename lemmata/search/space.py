"""The space a search moves in: unconstrained parameters, and the instances they stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, assemble, ordered, tie_rows
from lemmata.sample.samplers import sampler

# Parametrisations: maps from unconstrained matrices onto thin sets where false statements tend to fail.
#
# A form answers for every (batch, rows, cols) it accepts; a search spreads its restarts over all forms at once.
Form = Callable[[Tensor], Tensor]
LARGEST = 2.0**20


def _rank_one(x: Tensor) -> Tensor:
    return x[:, :, :1] @ x[:, :1, :]


def _nilpotent(x: Tensor) -> Tensor:
    return x.triu(1)


def _defective(x: Tensor) -> Tensor:
    """One eigenvalue, repeated, and a strictly upper triangular part."""
    return x.triu(1) + x[:, :1, :1] * torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)


def _symmetric(x: Tensor) -> Tensor:
    return (x + x.mT) / 2


def _skew(x: Tensor) -> Tensor:
    return (x - x.mT) / 2


def cayley(skew: Tensor) -> Tensor:
    """Cayley transform of a skew matrix; entries are cut at LARGEST, as I + K may round to a singular matrix beyond,
    and where it does nevertheless the result is not finite."""
    eye, skew = torch.eye(skew.shape[-1], dtype=skew.dtype, device=skew.device), skew.clamp(-LARGEST, LARGEST)
    return torch.linalg.solve_ex(eye + skew, eye - skew).result


def _orthogonal(x: Tensor) -> Tensor:
    """Cayley transform of the skew part, times a free scale."""
    return torch.exp(x.mean((1, 2), keepdim=True)) * cayley(_skew(x))


def _diagonal(x: Tensor) -> Tensor:
    return x * torch.eye(x.shape[-2], x.shape[-1], dtype=x.dtype, device=x.device)


def _bounded(x: Tensor) -> Tensor:
    """Entries between -1 and 1, at the ends for large parameters."""
    return torch.tanh(3 * x)


def _graded(x: Tensor) -> Tensor:
    """Rows of widely different lengths."""
    return x * torch.exp(4 * x[:, :, :1])


def _nearly_singular(x: Tensor) -> Tensor:
    """All singular values but the first shrunk a hundredfold."""
    return _rank_one(x) + 0.01 * x


RECTANGULAR: dict[str, Form] = {
    "rank one": _rank_one,
    "diagonal": _diagonal,
    "bounded": _bounded,
    "graded": _graded,
    "nearly singular": _nearly_singular,
}
SQUARE: dict[str, Form] = {
    "orthogonal": _orthogonal,
    "nilpotent": _nilpotent,
    "symmetric": _symmetric,
    "skew": _skew,
    "defective": _defective,
}
FREE = 4  # of this many restarts one stays plain


def shaped(x: Tensor, turn: int) -> Tensor:
    """The rows of a batch of free matrices, each put into a form; which one is spread by the row's number.

    `turn` shifts the choice, so that two variables meet in all pairs of forms.
    """
    forms = [*RECTANGULAR.values(), *(SQUARE.values() if x.shape[-1] == x.shape[-2] and x.shape[-1] > 1 else ())]
    row = torch.arange(len(x), device=x.device)
    choice = (row // FREE + turn * (row // (FREE * len(forms)) + 1)) % len(forms)
    out = x
    for k, form in enumerate(forms):
        mine = (choice == k) & (row % FREE != 0)
        if bool(mine.any()):
            out = torch.where(mine[:, None, None], form(x), out)
    return out


FACTORED = (domains.PSD, domains.PD)  # whose members are made of a factor, which takes the forms
TIED = 3  # one in so many restarts ties two matrices of one shape to each other
# How the end points of a search are made readable: matrices scaled so that their largest entry is the first number
# (None: as they are), then every entry rounded to multiples of one over the second.
READABLE = ((None, 1), (None, 2), (None, 4), (None, 10), (1, 1), (2, 1), (3, 1), (5, 1))
SCALED = (domains.RealMatrices, domains.SymmetricMatrices, domains.Reals, domains.Positive)
ENLARGED = (9 / 8, 3 / 2, 2.0)
FACTORS = (129 / 128, 127 / 128, 9 / 8, 7 / 8, 0.5, 2.0, 16.0, 1024.0)  # dyadic: what was exact stays so


@dataclass(frozen=True)
class Space:
    """Unconstrained parameters of a concrete statement, one tensor per variable.

    Every point is a member of every domain by construction (orthogonal, positive semidefinite, intervals, ...); with
    `forms`, plain matrices are moreover spread over thin families.
    """

    concrete: Concrete
    forms: bool = False

    @property
    def leaves(self) -> list[Any]:
        """The variables, in the order in which they are built."""
        return ordered(self.concrete)

    @property
    def moving(self) -> list[str]:
        """Names of the variables that are not discrete."""
        return [v.name for v in self.leaves if not sampler(v.domain).discrete]

    def start(self, stream: Stream, batch: int) -> Batch:
        """Random parameters of `batch` points."""
        return {v.name: sampler(v.domain).free(v.domain, stream.child(v.name), batch).clone() for v in self.leaves}

    def members(self, free: Batch, settled: bool = False) -> Batch:
        """The instances at these parameters; `settled` moves them a little so that they are members exactly."""
        codes: Batch = {}
        first: dict[tuple[int, ...], Tensor] = {}
        for turn, v in enumerate(self.leaves):
            rule, x = sampler(v.domain), free[v.name]
            if settled:
                x = rule.settled(x)
            if self.forms and isinstance(v.domain, FACTORED):
                x = shaped(x, turn)
            code = rule.member(v.domain, x)
            if self.forms and type(v.domain) is domains.RealMatrices:
                code = shaped(code, turn)
                if tuple(code.shape) in first:
                    code = tie_rows(first[tuple(code.shape)], code, TIED)
                first.setdefault(tuple(code.shape), code)
            codes[v.name] = code
        return assemble(self.concrete, codes)

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
