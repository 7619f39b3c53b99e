"""How members of each domain are drawn, enumerated, parametrised and made exact: one small class per domain.

A member is described by a *code*, a plain tensor, and `assemble` turns codes into members.  For most domains the code
is
the member; an activation pattern's code is the 0/1 mask of its eta entries, so that eta may be a variable itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from sympy import Rational
from torch import Tensor

from numerics.ensembles.lattice import lattice_block, lattice_size
from numerics.ensembles.matrices import Ensemble
from numerics.ensembles.randomness import Stream
from numerics.instance import Exact
from theorems.language import domains

Env = Mapping[str, Tensor]
EXHAUSTIVE = 3**9  # the largest number of members listed one by one
SMALL = (0, 1, -1)


def number(parameter: Any, env: Env) -> Any:
    """Value of a domain parameter: a number, or the tensor of the variable it names."""
    return float(parameter) if isinstance(parameter, Rational) else env[parameter.name]


def exact_number(parameter: Any, values: Mapping[str, Any]) -> Fraction:
    """Exact value of a domain parameter."""
    if isinstance(parameter, Rational):
        return Fraction(int(parameter.p), int(parameter.q))
    value = values[parameter.name]
    assert isinstance(value, Fraction)
    return value


def fraction(x: float, denominator: int | None) -> Fraction:
    """The double itself as a rational, or its nearest multiple of 1/denominator.  Raises ValueError for NaN or inf."""
    if not np.isfinite(x):
        raise ValueError("a non-finite number is no instance")
    return Fraction(float(x)) if denominator is None else Fraction(round(float(x) * denominator), denominator)


class Sampler:
    """Base: scalars.  Subclasses override what differs."""

    discrete = False  # codes that a gradient must not move

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        """Codes of `batch` members, shape (batch,) or (batch, rows, cols)."""
        raise TypeError(f"no sampler for {domain.name}")

    def listing(self, domain: Any) -> Tensor | None:
        """Codes of all small members, simplest first; None when there are more than EXHAUSTIVE."""
        raise TypeError(f"no listing for {domain.name}")

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        """Starting points of unconstrained parameters for gradient search."""
        return stream.normal((batch,))

    def member(self, domain: Any, free: Tensor) -> Tensor:
        """Code at unconstrained parameters, differentiable; discrete codes are returned unchanged."""
        return free

    def assemble(self, domain: Any, code: Tensor, env: Env) -> Tensor:
        """Members from codes."""
        return code

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        """Exact member at (or near, when a denominator is given) a floating-point one."""
        return fraction(float(value), denominator)


def _mixture(stream: Stream, batch: int, special: tuple[float, ...], general: Tensor, share: float = 0.5) -> Tensor:
    fixed = stream.choice(special, (batch,)).to(general.dtype)
    return torch.where(stream.uniform((batch,)) < share, fixed, general)


class RealSampler(Sampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return _mixture(stream, batch, (0.0, 1.0, -1.0, 0.5, 2.0), stream.normal((batch,)))

    def listing(self, domain: Any) -> Tensor:
        return torch.tensor([0.0, 1.0, -1.0, 0.5, 2.0], dtype=torch.float64)


class PositiveSampler(Sampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        return _mixture(stream, batch, (1.0, 0.5, 2.0, 2.0**-10), torch.exp(stream.normal((batch,))))

    def listing(self, domain: Any) -> Tensor:
        return torch.tensor([1.0, 0.5, 2.0], dtype=torch.float64)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return torch.exp(free)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        rounded = fraction(float(value), denominator)
        return rounded if rounded > 0 else Fraction(1, denominator or 1)


class IntervalSampler(Sampler):
    ends = True

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        inside = low + (high - low) * stream.uniform((batch,))
        return _mixture(stream, batch, tuple(self.listing(domain).tolist()), inside)

    def listing(self, domain: Any) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        inner = [low + (high - low) * x for x in (0.5, 0.25, 0.75)]
        return torch.tensor([low, high, *inner] if self.ends else inner, dtype=torch.float64)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        low, high = float(domain.low), float(domain.high)
        return low + (high - low) * torch.sin(free) ** 2

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        low, high = exact_number(domain.low, values), exact_number(domain.high, values)
        inside = min(max(fraction(float(value), denominator), low), high)
        if not self.ends and inside in (low, high):
            inside = (low + high) / 2
        return inside


class OpenIntervalSampler(IntervalSampler):
    ends = False


class IntegerSampler(Sampler):
    discrete = True

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        low = int(domain.low)
        return stream.integers(low, low + 8 if domain.high is None else int(domain.high), (batch,))

    def listing(self, domain: Any) -> Tensor:
        low = int(domain.low)
        return torch.arange(low, (low + 4 if domain.high is None else int(domain.high)) + 1)

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return self.draw(domain, stream, batch, None)  # type: ignore[arg-type]

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        return Fraction(int(value))


def _grid(values: tuple[int, ...], count: int) -> Tensor | None:
    """All tuples of `count` values, those with few non-zeros first; None beyond EXHAUSTIVE."""
    size = lattice_size((1, count), values)
    return lattice_block((1, count), values, 0, size)[:, 0] if size <= EXHAUSTIVE else None


def _dyadic(x: Tensor, bits: int = 12) -> Tensor:
    """Entries rounded to multiples of 2^-bits of the power of two above the largest: their products are exact
    doubles."""
    top = x.abs().amax((-2, -1), keepdim=True)
    unit = torch.exp2(torch.ceil(torch.log2(top.clamp_min(2.0**-500))) - bits)
    return torch.round(x / unit) * unit


class RealMatrixSampler(Sampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        rows, cols = (int(d) for d in domain.shape)
        return ensemble(stream, batch, rows, cols)

    def listing(self, domain: Any) -> Tensor | None:
        rows, cols = (int(d) for d in domain.shape)
        grid = _grid(SMALL, rows * cols)
        return None if grid is None else grid.reshape(-1, rows, cols)

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return stream.normal((batch, *(int(d) for d in domain.shape)))

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        return [[fraction(x, denominator) for x in row] for row in value]


class SymmetricSampler(RealMatrixSampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        x = super().draw(domain, stream, batch, ensemble)
        return (x + x.mT) / 2

    def listing(self, domain: Any) -> Tensor | None:
        n = int(domain.n)
        grid = _grid(SMALL, n * (n + 1) // 2)
        if grid is None:
            return None
        out = torch.zeros(len(grid), n, n, dtype=torch.float64)
        rows, cols = torch.triu_indices(n, n)
        out[:, rows, cols] = grid
        out[:, cols, rows] = grid
        return out

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return (free + free.mT) / 2


class PSDSampler(RealMatrixSampler):
    """Members are F^T F with F of few bits, so that the doubles drawn are exactly positive semidefinite."""

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        f = _dyadic(super().draw(domain, stream, batch, ensemble))
        keep = torch.where(stream.uniform((batch, 1, 1)) < 0.8, 1.0, stream.integers(0, 1, (batch, f.shape[1], 1)))
        return (keep * f).mT @ (keep * f)

    def listing(self, domain: Any) -> Tensor | None:
        f = super().listing(domain)
        if f is None:
            return None
        members = torch.unique(f.mT @ f, dim=0)
        return members[torch.argsort((100 * (members != 0) + members.abs()).sum((1, 2)), stable=True)]

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return free.mT @ free

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        if denominator is None:
            return super().exact(domain, value, None, values)
        spectrum, basis = np.linalg.eigh(value)
        root = (basis * np.sqrt(np.clip(spectrum, 0, None))) @ basis.T
        f = [[fraction(x, denominator) for x in row] for row in root]
        n = range(len(f))
        return [[sum((f[k][i] * f[k][j] for k in n), Fraction(0)) for j in n] for i in n]


class DiagonalSampler(RealMatrixSampler):
    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        n = int(domain.n)
        small = stream.integers(-2, 2, (batch, n)).to(stream.dtype)
        return torch.diag_embed(torch.where(stream.uniform((batch, 1)) < 0.5, small, stream.normal((batch, n))))

    def listing(self, domain: Any) -> Tensor | None:
        grid = _grid((0, 1, -1, 2), int(domain.n))
        return None if grid is None else torch.diag_embed(grid)

    def member(self, domain: Any, free: Tensor) -> Tensor:
        return torch.diag_embed(torch.diagonal(free, dim1=-2, dim2=-1))


class OrthogonalSampler(RealMatrixSampler):
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
        return torch.stack([s @ p for p in permutations for s in signs])

    def member(self, domain: Any, free: Tensor) -> Tensor:
        skew = (free - free.mT) / 2
        eye = torch.eye(free.shape[-1], dtype=free.dtype, device=free.device)
        return torch.linalg.solve(eye + skew, eye - skew)

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        if np.array_equal(value, np.round(value)):
            return [[Fraction(int(x)) for x in row] for row in value]
        n = len(value)
        # The average of det(I + D Q) over sign matrices D is 1, so some D keeps I + D Q away from singular.
        patterns = [np.array(p, dtype=float) for p in itertools.islice(itertools.product((1, -1), repeat=n), 256)]
        best = max(patterns, key=lambda d: abs(np.linalg.det(np.eye(n) + d[:, None] * value)))
        turned = best[:, None] * value
        skew = np.linalg.solve(np.eye(n) + turned, np.eye(n) - turned)
        upper = {
            (i, j): fraction((skew[i, j] - skew[j, i]) / 2, denominator or 2**20) for i in range(n) for j in range(i)
        }
        half = [[upper.get((i, j), -upper.get((j, i), Fraction(0))) for j in range(n)] for i in range(n)]
        return [[int(best[i]) * x for x in row] for i, row in enumerate(_cayley(half))]


def _cayley(skew: list[list[Fraction]]) -> list[list[Fraction]]:
    """(I + S)^{-1} (I - S), orthogonal for skew S, by elimination in rationals."""
    n = len(skew)
    rows = [
        [int(i == j) + skew[i][j] for j in range(n)] + [int(i == j) - skew[i][j] for j in range(n)] for i in range(n)
    ]
    for col in range(n):
        pivot = next(r for r in range(col, n) if rows[r][col])
        rows[col], rows[pivot] = rows[pivot], rows[col]
        rows[col] = [x / rows[col][col] for x in rows[col]]
        for r in range(n):
            if r != col and rows[r][col]:
                rows[r] = [a - rows[r][col] * b for a, b in zip(rows[r], rows[col], strict=True)]
    return [[Fraction(x) for x in row[n:]] for row in rows]


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

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        eta, n = exact_number(domain.eta, values), len(value)
        diagonal = np.diagonal(value)
        entries = [Fraction(1) if x == 1 else eta for x in diagonal] if eta != 1 else [Fraction(1)] * n
        return [[entries[i] if i == j else Fraction(0) for j in range(n)] for i in range(n)]


class SelectionSampler(RealMatrixSampler):
    discrete = True

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


SAMPLERS: dict[type, Sampler] = {
    domains.Reals: RealSampler(),
    domains.Positive: PositiveSampler(),
    domains.Interval: IntervalSampler(),
    domains.OpenInterval: OpenIntervalSampler(),
    domains.Integers: IntegerSampler(),
    domains.RealMatrices: RealMatrixSampler(),
    domains.SymmetricMatrices: SymmetricSampler(),
    domains.PSD: PSDSampler(),
    domains.DiagonalMatrices: DiagonalSampler(),
    domains.Orthogonal: OrthogonalSampler(),
    domains.Activation: ActivationSampler(),
    domains.Selection: SelectionSampler(),
}


def sampler(domain: domains.Domain) -> Sampler:
    """The sampler of a domain.  Raises KeyError for a domain without one."""
    return SAMPLERS[type(domain)]
