"""Networks written once, evaluated on torch tensors or on exact rationals, with their Jacobians by two general routes.

An architecture is a list of parameter shapes and a function of the parameters and one input column.  The function uses
only what torch tensors and NumPy arrays of `Dual` numbers share, so that automatic differentiation (torch) and exact
forward differentiation (rationals) see the same network; `closed_forms` has the formulas.  Parameters are flattened one
after the other, each row by row; Jacobians are p x k, one column per output.

Sources: Zhao, Singh & Lucchi (2024), sections 4 and 5, appendix B; weight normalisation: Salimans & Kingma (2016).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, prod
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.networks.expressions import Dual
from lemmata.networks.linear import Rational, as_rational

Rows = list[list[Fraction]]


@dataclass(frozen=True)
class Architecture:
    """Shapes of the parameters in their order, number of inputs, and the network: (parameters, column) -> column."""

    shapes: tuple[tuple[int, ...], ...]
    inputs: int
    network: Callable[[list[Any], Any], Any]

    @property
    def count(self) -> int:
        """Number of parameters."""
        return sum(map(prod, self.shapes))

    def split(self, theta: Any) -> list[Any]:
        """The parameters in a flat vector.  Raises ValueError for another number of them."""
        if len(theta) != self.count:
            raise ValueError(f"{len(theta)} parameters, {self.count} expected")
        out, at = [], 0
        for shape in self.shapes:
            out.append(theta[at : at + prod(shape)].reshape(shape))
            at += prod(shape)
        return out

    def value(self, theta: Tensor, x: Tensor) -> Tensor:
        """F(x) of shape (k,), x of shape (inputs,)."""
        return self.network(self.split(theta), x.reshape(-1, 1)).reshape(-1)

    def jacobian(self, theta: Tensor, x: Tensor) -> Tensor:
        """p x k, by torch's reverse mode."""
        return torch.autograd.functional.jacobian(lambda flat: self.value(flat, x), theta).T

    def gauss_newton(self, theta: Tensor, xs: Tensor) -> Tensor:
        """(1/n) sum of J J^T over the rows of xs (n, inputs), p x p.  Raises ValueError without data."""
        if xs.ndim != 2 or not len(xs):
            raise ValueError(f"data of shape {tuple(xs.shape)}: expected (n, inputs) with n >= 1")
        jacobians = [self.jacobian(theta, x) for x in xs]
        return torch.stack([j @ j.T for j in jacobians]).mean(0)

    def jacobian_exact(self, theta: Sequence[Rational], x: Sequence[Rational]) -> Rows:
        """p x k in rationals, one forward derivative per parameter.

        Raises ValueError for a wrong number of parameters, at a kink, and where a root is not rational.
        """
        point = [as_rational(v) for v in theta]
        column = _duals([as_rational(v) for v in x], None).reshape(-1, 1)
        out = []
        for k in range(len(point)):
            moved = self.network(self.split(_duals(point, k)), column)
            out.append([entry.rate for entry in moved.reshape(-1)])
        return out

    def gauss_newton_exact(self, theta: Sequence[Rational], xs: Sequence[Sequence[Rational]]) -> Rows:
        """(1/n) sum of J J^T in rationals.  Raises ValueError as `jacobian_exact`, and without data."""
        if not xs:
            raise ValueError("no data")
        jacobians = [np.array(self.jacobian_exact(theta, x), dtype=object) for x in xs]
        total = sum((j @ j.T for j in jacobians[1:]), jacobians[0] @ jacobians[0].T)
        return [[v / len(xs) for v in row] for row in total]


class _Number(Dual):
    """A dual number next to plain rationals, which NumPy's products start from."""

    def __radd__(self, other: Any) -> Any:
        return self if other == 0 else NotImplemented


def _duals(values: Sequence[Fraction], moving: int | None) -> np.ndarray:
    out = np.empty(len(values), dtype=object)
    out[:] = [_Number(v, Fraction(int(k == moving))) for k, v in enumerate(values)]
    return out


def _each(rule: Callable[[Any], Any], z: np.ndarray) -> np.ndarray:
    out = np.empty_like(z)
    out.reshape(-1)[:] = [rule(v) for v in z.reshape(-1)]
    return out


def _times(c: Rational, z: Any) -> Any:
    """A constant times an array."""
    if isinstance(z, Tensor):
        return float(c) * z
    factor = Dual(as_rational(c), Fraction(0))
    return _each(lambda v: factor * v, z)


def leaky_relu(z: Any, alpha: Rational) -> Any:
    """max(z, 0) + alpha min(z, 0), entry by entry.  Raises ValueError at 0 in exact arithmetic."""
    if isinstance(z, Tensor):
        return torch.where(z > 0, z, float(alpha) * z)

    def rule(v: Dual) -> Dual:
        if v.value == 0:
            raise ValueError("a pre-activation is 0: the network is not differentiable there")
        return v if v.value > 0 else Dual(as_rational(alpha), Fraction(0)) * v

    return _each(rule, z)


def _reciprocal_root(q: Any) -> Any:
    """q^(-1/2), entry by entry.  Raises ValueError for entries that are not positive squares, in exact arithmetic."""
    if isinstance(q, Tensor):
        return q.rsqrt()

    def rule(v: Dual) -> Dual:
        top, bottom = (isqrt(part) for part in (max(v.value.numerator, 0), v.value.denominator))
        root = Fraction(top, bottom)
        if not root or root * root != v.value:
            raise ValueError(f"{v.value} is not the square of a positive rational")
        return Dual(1 / root, -v.rate / (2 * root**3))

    return _each(rule, q)


def linear(widths: Sequence[int]) -> Architecture:
    """W^L ... W^1 x, widths (d, ..., k) from the input on."""
    return residual(widths, 0)


def residual(widths: Sequence[int], beta: Rational) -> Architecture:
    """(W^L + beta I) ... (W^1 + beta I) x with rectangular identities (section 4.3).

    Raises ValueError for fewer than two widths or a width below 1.
    """
    if len(widths) < 2 or min(widths) < 1:
        raise ValueError(f"widths {tuple(widths)}: at least two are needed, each 1 or more")

    def network(parameters: list[Any], x: Any) -> Any:
        for w in parameters:
            out = w @ x
            if beta:
                kept = min(w.shape)
                skip = _times(beta, x[:kept])
                out = _stacked([out[:kept] + skip, out[kept:]])
            x = out
        return x

    return Architecture(tuple(zip(widths[1:], widths, strict=False)), widths[0], network)


def _stacked(parts: list[Any]) -> Any:
    return torch.cat(parts) if isinstance(parts[0], Tensor) else np.concatenate(parts)


def leaky(d: int, m: int, k: int, alpha: Rational) -> Architecture:
    """W sigma(V x), sigma the leaky ReLU (section 5); V first, then W."""
    return Architecture(((m, d), (k, m)), d, lambda ps, x: ps[1] @ leaky_relu(ps[0] @ x, alpha))


def convolutional(channels: Sequence[int], kernels: Sequence[int], length: int) -> Architecture:
    """Layers of one-dimensional convolutions, stride 1, no padding (appendix B); layer l has a tensor of shape
    (channels[l], channels[l - 1], kernels[l - 1]).  Inputs and outputs are listed channel by channel.

    Raises ValueError where a kernel is longer than its input, or the numbers do not match.
    """
    if len(channels) != len(kernels) + 1 or length - sum(kernels) + len(kernels) < 1 or min(kernels) < 1:
        raise ValueError(f"channels {tuple(channels)} and kernels {tuple(kernels)} do not fit an input of {length}")

    def network(parameters: list[Any], x: Any) -> Any:
        x = x.reshape(channels[0], length)
        for tensor in parameters:
            size = tensor.shape[2]
            positions = x.shape[1] - size + 1
            out = tensor[:, :, 0] @ x[:, :positions]
            for q in range(1, size):
                out = out + tensor[:, :, q] @ x[:, q : q + positions]
            x = out
        return x.reshape(-1, 1)

    shapes = tuple(zip(channels[1:], channels, kernels, strict=False))
    return Architecture(shapes, channels[0] * length, network)


def weight_normalised(widths: Sequence[int]) -> Architecture:
    """A linear network whose layer l has the rows g_i v_i / |v_i|; per layer first v (a_l x a_{l-1}), then g (a_l x 1).

    Exact where the norms are rational.  Raises ValueError as `residual`.
    """
    plain = linear(widths).shapes

    def network(parameters: list[Any], x: Any) -> Any:
        for v, g in zip(parameters[::2], parameters[1::2], strict=True):
            squares = (v * v) @ _ones(v)
            x = g * _reciprocal_root(squares) * (v @ x)
        return x

    shapes = tuple(shape for rows, cols in plain for shape in ((rows, cols), (rows, 1)))
    return Architecture(shapes, widths[0], network)


def _ones(v: Any) -> Any:
    if isinstance(v, Tensor):
        return v.new_ones(v.shape[1], 1)
    return _duals([Fraction(1)] * v.shape[1], None).reshape(-1, 1)
