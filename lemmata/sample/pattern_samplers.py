"""Samplers of matrices known by the pattern of their entries: skew, triangular, without negative entries, 0/1, +-1."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Exact
from lemmata.sample.matrix_laws import Ensemble
from lemmata.sample.matrix_samplers import RealMatrixSampler, grid, varied
from lemmata.sample.sampler import EXHAUSTIVE, NEAR, SMALL, Env, Sampler, exact_number, number


def _skew(x: Tensor) -> Tensor:
    upper = x.triu(1)
    return upper - upper.mT


class SkewSampler(RealMatrixSampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return _skew(super().draw(domain, stream, batch, ensemble))

    def listing(self, domain: Any) -> Tensor | None:
        n = int(domain.n)
        if n == 1:
            return torch.zeros(1, 1, 1, dtype=torch.float64)
        table = grid(SMALL, n * (n - 1) // 2)
        if table is None:
            return None
        out = torch.zeros(len(table), n, n, dtype=torch.float64)
        rows, cols = torch.triu_indices(n, n, 1)
        out[:, rows, cols] = table
        return _skew(out)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return _skew(free)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return _skew(varied(value, stream))


class UpperSampler(RealMatrixSampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return super().draw(domain, stream, batch, ensemble).triu()

    def listing(self, domain: Any) -> Tensor | None:
        n = int(domain.n)
        table = grid(SMALL, n * (n + 1) // 2)
        if table is None:
            return None
        out = torch.zeros(len(table), n, n, dtype=torch.float64)
        rows, cols = torch.triu_indices(n, n)
        out[:, rows, cols] = table
        return out

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return free.triu()

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return varied(value, stream).triu()


class NonnegativeSampler(RealMatrixSampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        rows, cols = (int(d) for d in domain.shape)
        if ensemble.square_only and rows != cols:
            order = max(rows, cols)
            return ensemble(stream, batch, order, order)[:, :rows, :cols].abs()
        return ensemble(stream, batch, rows, cols).abs()

    def listing(self, domain: Any) -> Tensor | None:
        rows, cols = (int(d) for d in domain.shape)
        for values in ((0, 1, 2), (0, 1)):
            table = grid(values, rows * cols)
            if table is not None:
                return table.reshape(-1, rows, cols)
        return None

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return free.abs()

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return varied(value, stream).abs()


class _TwoValued(RealMatrixSampler):
    """Diagonal matrices with one of two values at every place; `common` is the value to begin a listing with."""

    discrete = True
    common, rare = 0.0, 1.0

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble | None) -> Tensor:
        share = stream.choice((0.0, 0.5, 0.5, 0.5, 1.0, 0.25, 0.75), (batch, 1))  # all alike as often as not
        rare = stream.uniform((batch, int(domain.n))) < share
        return torch.diag_embed(torch.where(rare, self.rare, self.common).to(stream.dtype))

    def listing(self, domain: Any) -> Tensor | None:
        n = int(domain.n)
        if 2**n > EXHAUSTIVE:
            return None
        marks = sorted(itertools.product((0, 1), repeat=n), key=lambda m: (sum(m), [-x for x in m]))
        rare = torch.tensor(marks, dtype=torch.bool)
        return torch.diag_embed(torch.where(rare, self.rare, self.common).double())

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return self.draw(domain, stream, batch, None)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return free

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return value

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        """One place changed, or every one with a small chance, or all of them."""
        diagonal = value.diagonal(dim1=-2, dim2=-1)
        batch, n = diagonal.shape
        one = torch.nn.functional.one_hot(stream.integers(0, n - 1, (batch,)), n).bool()
        some = stream.uniform((batch, n)) < 0.3
        kind = stream.integers(0, 3, (batch, 1))
        changed = torch.where(kind <= 1, one, some | (kind == 3))
        return torch.diag_embed(torch.where(changed, self.rare + self.common - diagonal, diagonal))


class ProjectionSampler(_TwoValued):
    common, rare = 0.0, 1.0


class SignsSampler(_TwoValued):
    common, rare = 1.0, -1.0


class ActivationSampler(Sampler):
    """Codes are 0/1 masks of shape (batch, n); ones mark the entries eta."""

    discrete = True

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        order = stream.permutation(batch, int(domain.n))
        return (order < int(domain.m)).to(stream.dtype)

    def listing(self, domain: Any) -> Tensor | None:
        m, n = int(domain.m), int(domain.n)
        if n > 8:
            return None
        chosen = [[float(k in c) for k in range(n)] for c in itertools.combinations(range(n), m)]
        return torch.tensor(chosen, dtype=torch.float64)

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return self.draw(domain, stream, batch, None)  # type: ignore[arg-type]

    def assemble(self, domain: Any, code: Tensor, env: Env) -> Tensor:
        eta = number(domain.eta, env)
        eta = eta.unsqueeze(-1) if isinstance(eta, Tensor) else eta
        return torch.diag_embed(1 - code * (1 - eta))

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return self.assemble(domain, (torch.diagonal(value, dim1=-2, dim2=-1) != 1).to(value.dtype), env)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        eta, n = exact_number(domain.eta, values), len(value)
        diagonal = np.diagonal(value)
        entries = [Fraction(1) if x == 1 else eta for x in diagonal] if eta != 1 else [Fraction(1)] * n
        return [[entries[i] if i == j else Fraction(0) for j in range(n)] for i in range(n)]


class SelectionSampler(RealMatrixSampler):
    discrete = True

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return value

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return self.draw(domain, stream, len(value), NEAR)

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        rows, n = int(domain.rows), int(domain.n)
        kept = torch.sort(stream.permutation(batch, n)[:, :rows], dim=1).values
        return torch.nn.functional.one_hot(kept, n).to(stream.dtype)

    def listing(self, domain: Any) -> Tensor | None:
        rows, n = int(domain.rows), int(domain.n)
        if n > 8:
            return None
        eye = torch.eye(n, dtype=torch.float64)
        return torch.stack([eye[list(c)] for c in itertools.combinations(range(n), rows)])

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return self.draw(domain, stream, batch, None)  # type: ignore[arg-type]
