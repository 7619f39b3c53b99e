"""Samplers of matrices: one small class per domain."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate.floats import exponent_of_unit
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instance import Exact
from lemmata.sample.lattice import sparse_first
from lemmata.sample.matrix_laws import Ensemble
from lemmata.sample.sampler import EXHAUSTIVE, NEAR, SMALL, Env, Sampler, fraction

LARGEST = 2.0**20  # entry of a skew matrix that is turned into a rotation
WIDE = (12, 5, 3, 2, 1)  # bounds on the entries of a matrix that is the only one of its statement


@lru_cache(maxsize=256)
def grid(values: tuple[int, ...], count: int) -> Tensor | None:
    """All tuples of `count` values, sparse ones first; None beyond EXHAUSTIVE.  Shared: not to be changed in place."""
    return sparse_first(values, count) if len(values) ** count <= EXHAUSTIVE else None


def triangles(n: int, first: int, values: tuple[int, ...] = SMALL) -> Tensor | None:
    """All n x n matrices with entries among the values from a diagonal on, and zeros below it; None beyond
    EXHAUSTIVE."""
    rows, cols = torch.triu_indices(n, n, first)
    table = grid(values, len(rows)) if len(rows) else torch.zeros(1, 0, dtype=torch.float64)
    if table is None:
        return None
    out = torch.zeros(len(table), n, n, dtype=torch.float64)
    out[:, rows, cols] = table
    return out


def dyadic(x: Tensor, bits: int = 12) -> Tensor:
    """Entries rounded to multiples of 2^-bits of the power of two above the largest: their products are exact
    doubles."""
    unit = above(x) * 2.0**-bits
    return torch.round(x / unit) * unit


def above(x: Tensor) -> Tensor:
    """The power of two above the largest entry of each matrix, (batch, 1, 1)."""
    return torch.exp2(torch.ceil(torch.log2(x.detach().abs().amax((-2, -1), keepdim=True).clamp_min(2.0**-500))))


def gram(f: Tensor) -> Tensor:
    """F^T F, symmetric to the last bit."""
    product = f.mT @ f
    return product.triu() + product.triu(1).mT


def _factor_bits(x: Tensor) -> int:
    """Most bits of entries whose Gram matrix is exact in the dtype."""
    return (1 - math.frexp(torch.finfo(x.dtype).eps)[1] - x.shape[-1].bit_length()) // 2


def _root(value: Tensor) -> Tensor:
    """The symmetric square root of symmetric matrices, negative eigenvalues taken for zero."""
    spectrum, basis = torch.linalg.eigh(value)
    return (basis * spectrum.clamp_min(0).sqrt().unsqueeze(-2)) @ basis.mT


def varied(value: Tensor, stream: Stream) -> Tensor:
    """A random neighbour of each matrix: one entry a step away, an entry, row or column set to zero, doubled, two
    columns exchanged, or every entry moved by a little (a dyadic number, so that few bits stay few)."""
    batch, rows, cols = value.shape
    place = stream.integers(0, rows * cols - 1, (batch,))
    one = torch.nn.functional.one_hot(place, rows * cols).to(value.dtype).reshape(value.shape)
    step = one * stream.choice((1.0, -1.0, 0.5, -0.5, 2.0, -2.0), (batch, 1, 1))
    unit = torch.exp2(-stream.integers(2, 24, (batch, 1, 1)).to(value.dtype))
    noise = torch.round(4 * stream.normal(value.shape)) * unit
    row, col = one.amax(2, keepdim=True), one.amax(1, keepdim=True)
    moved = torch.stack(
        [value + step, value * (1 - one), value + step.roll(1, 0) + step, value * (1 - row), value * (1 - col),
         value * (1 + one), value - 2 * value * one, value.roll(1, 2), value + noise, value + noise * one]
    )  # fmt: skip
    which = stream.integers(0, len(moved) - 1, (batch,))
    return moved[which, torch.arange(batch, device=value.device)]


class RealMatrixSampler(Sampler, of=domains.RealMatrices):
    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return varied(value, stream)

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        rows, cols = (int(d) for d in domain.shape)
        return ensemble(stream, batch, rows, cols)

    def listing(self, domain: Any) -> Tensor | None:
        return self.lattice(domain, SMALL)

    def lattice(self, domain: Any, values: tuple[int, ...]) -> Tensor | None:
        """All matrices with entries among the values, sparse ones first; None beyond EXHAUSTIVE."""
        rows, cols = (int(d) for d in domain.shape)
        table = grid(values, rows * cols)
        return None if table is None else table.reshape(-1, rows, cols)

    def wide(self, domain: Any) -> Tensor | None:
        if type(self) not in (RealMatrixSampler, SymmetricSampler):
            return self.listing(domain)
        found = (self.lattice(domain, tuple(sorted(range(-b, b + 1), key=lambda v: (abs(v), -v)))) for b in WIDE)
        return next((x for x in found if x is not None), None)

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return stream.normal((batch, *(int(d) for d in domain.shape)))

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        return [[fraction(x, denominator) for x in row] for row in value]


class SymmetricSampler(RealMatrixSampler, of=domains.SymmetricMatrices):
    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        upper = varied(value, stream).triu()
        return upper + upper.triu(1).mT

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        x = super().draw(domain, stream, batch, ensemble)
        return (x + x.mT) / 2

    def lattice(self, domain: Any, values: tuple[int, ...]) -> Tensor | None:
        upper = triangles(int(domain.n), 0, values)
        return None if upper is None else upper + upper.triu(1).mT

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return (free + free.mT) / 2


class PSDSampler(RealMatrixSampler, of=domains.PSD):
    """Members are F^T F with F of few bits, so that the doubles drawn are exactly positive semidefinite."""

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return gram(self.factor(domain, stream, batch, ensemble))

    def factor(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        """Matrices of few bits, one in five with some rows zero."""
        f = super().draw(domain, stream, batch, ensemble)
        f = dyadic(f, min(12, _factor_bits(f)))
        keep = torch.where(stream.uniform((batch, 1, 1)) < 0.8, 1.0, stream.integers(0, 1, (batch, f.shape[1], 1)))
        return keep * f

    def listing(self, domain: Any) -> Tensor | None:
        f = super().listing(domain)
        if f is None:
            return None
        return _simplest(f.mT @ f)

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return gram(torch.round(_root(value) * denominator) / denominator)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        moved, exact = self._moved(value, stream)
        if bool(exact.all()):
            return moved
        root = torch.where(exact, 0.0, moved).nan_to_num(nan=0.0, posinf=0.0, neginf=0.0)
        return torch.where(exact, moved, gram(dyadic(_root(root), _factor_bits(value))))

    def _moved(self, value: Tensor, stream: Stream) -> tuple[Tensor, Tensor]:
        """A congruence (which keeps definiteness) or an added Gram matrix, and where no rounding took part."""
        eye = torch.eye(value.shape[-1], dtype=value.dtype, device=value.device)
        change = varied(eye.expand_as(value), stream)
        extra = dyadic(varied(torch.zeros_like(value), stream), 8)
        turned = stream.uniform((len(value), 1, 1)) < 0.5
        product = change.mT @ value @ change
        units = [exponent_of_unit(x.flatten(1))[..., None] for x in (value, change, extra)]
        least = torch.where(turned, units[0] + 2 * units[1], torch.minimum(units[0], 2 * units[2]))
        sizes = [torch.linalg.vector_norm(x, dim=(1, 2), keepdim=True) for x in (value, change, extra)]
        size = torch.where(turned, sizes[0] * sizes[1] ** 2, sizes[0] + sizes[2] ** 2)
        exact = size.log2() - least < -math.log2(torch.finfo(value.dtype).eps) - 1
        return torch.where(turned, product.triu() + product.triu(1).mT, value + gram(extra)), exact

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return gram(free)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        if denominator is None:
            return super().exact(domain, value, None, values)
        root = _root(torch.from_numpy(value)).numpy()
        return _fraction_gram([[fraction(x, denominator) for x in row] for row in root])


class PDSampler(PSDSampler, of=domains.PD):
    """Members are F^T F + d I with F and d > 0 of few bits: exactly positive definite, some barely."""

    floors = (0, 2, 6, 12, 24, 40)  # d is 2^-floor times the square of the power of two above F

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        f = self.factor(domain, stream, batch, ensemble)
        scale = torch.where(f.abs().amax((1, 2), keepdim=True) > 0, above(f), 1.0)
        floor = torch.exp2(-stream.choice(tuple(min(k, 2 * _factor_bits(f)) for k in self.floors), (batch, 1, 1)))
        return gram(f) + floor * scale**2 * torch.eye(f.shape[1], dtype=f.dtype, device=f.device)

    def listing(self, domain: Any) -> Tensor | None:
        f = RealMatrixSampler.listing(self, domain)
        if f is None:
            return None
        regular = f[torch.linalg.det(f).abs() > 0.5]  # integer determinants
        return _simplest(torch.cat([gram(regular), gram(f) + torch.eye(f.shape[-1], dtype=f.dtype)]))

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return gram(_regular(_root(value), denominator) / denominator)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        moved = super().near(domain, value, stream, env)
        spectrum = torch.linalg.eigvalsh(torch.where(moved.isfinite().all(-1).all(-1)[:, None, None], moved, 0.0))
        clear = 2.0**10 * value.shape[-1] * torch.finfo(value.dtype).eps * spectrum[:, -1]
        return torch.where((spectrum[:, 0] > clear)[:, None, None], moved, value)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        least = above(free) ** 2 * 2.0 ** (-40 if free.dtype == torch.float64 else -16)
        return gram(free) + least * torch.eye(free.shape[-1], dtype=free.dtype, device=free.device)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        if denominator is None:
            return RealMatrixSampler.exact(self, domain, value, None, values)
        whole = _regular(_root(torch.from_numpy(value)[None]), denominator)[0]
        return _fraction_gram([[Fraction(int(x), denominator) for x in row] for row in whole.tolist()])


def _regular(root: Tensor, denominator: int) -> Tensor:
    """Integer matrices, surely regular, near `denominator` times positive semidefinite ones."""
    eye = torch.eye(root.shape[-1], dtype=root.dtype, device=root.device)
    near = torch.round(root * denominator)
    out = near + (root.shape[-1] // 2 + 1) * eye  # rounding moves eigenvalues down by at most half the order
    for shifted in (near + eye, near):
        values = torch.linalg.svdvals(shifted)
        out = torch.where((values[:, -1] > 1e-6 * values[:, 0])[:, None, None], shifted, out)
    return out


def _fraction_gram(f: list[list[Fraction]]) -> list[list[Fraction]]:
    n = range(len(f))
    return [[sum((f[k][i] * f[k][j] for k in n), Fraction(0)) for j in n] for i in n]


def _simplest(members: Tensor) -> Tensor:
    """Distinct members, those with few and small entries first."""
    members = torch.unique(members, dim=0)
    return members[torch.argsort((100 * (members != 0) + members.abs()).sum((1, 2)), stable=True)]


class DiagonalSampler(RealMatrixSampler, of=domains.DiagonalMatrices):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        n = int(domain.n)
        small = stream.integers(-2, 2, (batch, n)).to(stream.dtype)
        return torch.diag_embed(torch.where(stream.uniform((batch, 1)) < 0.5, small, stream.normal((batch, n))))

    def listing(self, domain: Any) -> Tensor | None:
        table = grid((0, 1, -1, 2), int(domain.n))
        return None if table is None else torch.diag_embed(table)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        return torch.diag_embed(varied(torch.diagonal(value, dim1=-2, dim2=-1)[:, None], stream)[:, 0])

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return torch.diag_embed(torch.diagonal(free, dim1=-2, dim2=-1))


class OrthogonalSampler(RealMatrixSampler, of=domains.Orthogonal):
    """Signed permutations exactly, and Haar matrices that become exact through the Cayley transform of a rational."""

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        n = int(domain.n)
        permuted = torch.eye(n, dtype=stream.dtype, device=stream.device)[stream.permutation(batch, n)]
        permuted = permuted * stream.signs((batch, n, 1))
        if ensemble.exact:
            return permuted
        q, r = torch.linalg.qr(stream.normal((batch, n, n)))
        return q * torch.sign(torch.diagonal(r, dim1=-2, dim2=-1)).unsqueeze(-2)

    def listing(self, domain: Any) -> Tensor | None:
        n = int(domain.n)
        if n > 4:
            return None
        eye = torch.eye(n, dtype=torch.float64)
        permutations = [eye[list(p)] for p in itertools.permutations(range(n))]
        signs = [torch.diag(torch.tensor(s, dtype=torch.float64)) for s in itertools.product((1.0, -1.0), repeat=n)]
        flat = torch.eye(n, dtype=torch.float64) - 2 / n  # a reflection; from n = 3 on no signed permutation
        turned = [s @ flat @ t for s in signs[: len(signs) // 2] for t in signs] if n > 2 else []
        return torch.stack([s @ p for p in permutations for s in signs] + turned)

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        signs = _signs(value)[..., None]
        skew = cayley(signs * value)
        lower = torch.round((skew - skew.mT).tril(-1) * denominator / 2) / denominator
        near = signs * cayley(lower - lower.mT)
        whole = (value == value.round()).all(-1).all(-1)[:, None, None]
        return torch.where(whole, value, near)

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        turn = stream.normal(value.shape) * torch.exp2(-stream.integers(0, 16, (len(value), 1, 1)).to(value.dtype))
        turned = value @ self.member(domain, turn)
        return torch.where(
            stream.uniform((len(value), 1, 1)) < 0.5, turned, self.draw(domain, stream, len(value), NEAR)
        )

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return cayley((free - free.mT) / 2)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        if np.array_equal(value, np.round(value)):
            return [[Fraction(int(x)) for x in row] for row in value]
        from lemmata.linalg.convert import to_fmpq_mat, to_fraction_rows  # not where floats alone are screened
        from lemmata.linalg.rational_functions import identity

        n = len(value)
        best = _signs(torch.from_numpy(value)[None])[0].numpy()
        turned = best[:, None] * value
        skew = np.linalg.solve(np.eye(n) + turned, np.eye(n) - turned)
        upper = {
            (i, j): fraction((skew[i, j] - skew[j, i]) / 2, denominator or 2**20) for i in range(n) for j in range(i)
        }
        half = [[upper.get((i, j), -upper.get((j, i), Fraction(0))) for j in range(n)] for i in range(n)]
        one, skewed = identity(n), to_fmpq_mat(half)
        rotation = (one + skewed).solve(one - skewed)
        return [[int(best[i]) * x for x in row] for i, row in enumerate(to_fraction_rows(rotation))]


def cayley(x: Tensor) -> Tensor:
    """(I + X)^{-1} (I - X), which takes skew matrices to rotations and back.

    Entries are cut at LARGEST, as I + X may round to a singular matrix beyond; where it does nevertheless the result is
    not finite.
    """
    eye, x = torch.eye(x.shape[-1], dtype=x.dtype, device=x.device), x.clamp(-LARGEST, LARGEST)
    return torch.linalg.solve_ex(eye + x, eye - x).result


def _signs(value: Tensor) -> Tensor:
    """Signs (batch, n) of a diagonal D with |det(I + D Q)| >= 1, so that D Q has a Cayley transform.

    The determinant is affine in every sign: with the signs still to choose at 0 it is the mean of the two choices for
    the next one, and the better of them is no smaller in absolute value.
    """
    eye = torch.eye(value.shape[-1], dtype=value.dtype, device=value.device)
    signs = torch.zeros(value.shape[:-1], dtype=value.dtype, device=value.device)
    for k in range(value.shape[-1]):
        up, down = (torch.linalg.det(eye + (signs + d * eye[k])[..., None] * value).abs() for d in (1, -1))
        signs[:, k] = torch.where(up >= down, 1.0, -1.0)
    return signs
