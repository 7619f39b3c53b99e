"""Weight-normalised residual networks and their Jacobians (macdonald2022, section 4).

All matrices are flattened row by row.  Each layer carries its forward map and the printed formulas for its two
Jacobians: with respect to its parameters (`weights_jacobian`) and to its input (`data_jacobian`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import torch
from torch import Tensor

Entrywise = Callable[[Tensor], Tensor]


def _identity(size: int, like: Tensor) -> Tensor:
    return torch.eye(size, dtype=like.dtype, device=like.device)


def normalise_rows(w: Tensor, eps: float) -> Tensor:
    """Weight normalisation (Example 1): each row divided by sqrt(eps + its squared norm)."""
    return w / (eps + w.square().sum(1, keepdim=True)).sqrt()


def normalise_rows_jacobian(w: Tensor, eps: float) -> Tensor:
    """Block diagonal matrix of the blocks (18), of order rows times columns."""
    blocks = []
    for row in w:
        size = eps + row @ row
        blocks.append((_identity(len(row), w) - torch.outer(row, row) / size) / size.sqrt())
    return torch.block_diag(*blocks)


def normalise_entries(w: Tensor, eps: float) -> Tensor:
    """The parameterisation (26)."""
    return w / (eps + w.square()).sqrt()


def normalise_entries_jacobian(w: Tensor, eps: float) -> Tensor:
    """The diagonal matrix of eps / (eps + w^2)^(3/2), see (28)."""
    return torch.diag((eps / (eps + w.square()) ** 1.5).flatten())


class Layer(Protocol):
    """A layer of a multilayer parameterised system (Definition 3); `data` has one column for each datum."""

    def __call__(self, w: Tensor, data: Tensor) -> Tensor:
        """Value at the weights w."""

    def weights_jacobian(self, w: Tensor, data: Tensor) -> Tensor:
        """Df."""

    def data_jacobian(self, w: Tensor, data: Tensor) -> Tensor:
        """Jf."""


@dataclass(frozen=True)
class Affine:
    """A parameterised, bias-free affine layer P(w) X (15): Jacobians (16) and (17)."""

    parameterise: Entrywise
    derivative: Entrywise

    def __call__(self, w: Tensor, data: Tensor) -> Tensor:
        """P(w) X."""
        return self.parameterise(w) @ data

    def weights_jacobian(self, w: Tensor, data: Tensor) -> Tensor:
        """(Id ⊗ X^T) DP(w)."""
        return torch.kron(_identity(w.shape[0], w), data.mT.contiguous()) @ self.derivative(w)

    def data_jacobian(self, w: Tensor, data: Tensor) -> Tensor:
        """P(w) ⊗ Id."""
        return torch.kron(self.parameterise(w), _identity(data.shape[1], w))


def first_layer(eps: float) -> Affine:
    """f_1 of section 4.3, normalised entry by entry."""
    return Affine(lambda w: normalise_entries(w, eps), lambda w: normalise_entries_jacobian(w, eps))


def row_normalised(eps: float) -> Affine:
    """The layer aff_wn, normalised row by row."""
    return Affine(lambda w: normalise_rows(w, eps), lambda w: normalise_rows_jacobian(w, eps))


@dataclass(frozen=True)
class Residual:
    """A residual block X + phi(scale branch(w, X)), see (27): Jacobians (22), (23) with those of the branch by (19)."""

    branch: Affine
    scale: float
    phi: Entrywise
    slope: Entrywise

    def _inside(self, w: Tensor, data: Tensor) -> Tensor:
        return self.scale * self.branch(w, data)

    def __call__(self, w: Tensor, data: Tensor) -> Tensor:
        """X + g(w, X)."""
        return data + self.phi(self._inside(w, data))

    def _slopes(self, w: Tensor, data: Tensor) -> Tensor:
        return self.slope(self._inside(w, data)).flatten()[:, None]

    def weights_jacobian(self, w: Tensor, data: Tensor) -> Tensor:
        """Dg."""
        return self._slopes(w, data) * self.scale * self.branch.weights_jacobian(w, data)

    def data_jacobian(self, w: Tensor, data: Tensor) -> Tensor:
        """Id ⊗ Id + Jg."""
        inner = self._slopes(w, data) * self.scale * self.branch.data_jacobian(w, data)
        return _identity(data.numel(), data) + inner


@dataclass(frozen=True)
class Network:
    """A composition of layers; weights are a list of matrices, one for each."""

    layers: Sequence[Layer] = field(default_factory=tuple)

    def inputs(self, weights: Sequence[Tensor], data: Tensor) -> list[Tensor]:
        """f_{<1}, ..., f_{<L}, and the output last."""
        out = [data]
        for layer, w in zip(self.layers, weights, strict=True):
            out.append(layer(w, out[-1]))
        return out

    def __call__(self, weights: Sequence[Tensor], data: Tensor) -> Tensor:
        """The output F(theta)."""
        return self.inputs(weights, data)[-1]

    def jacobian(self, weights: Sequence[Tensor], data: Tensor) -> list[Tensor]:
        """The blocks D_{theta_l} F by (11), each of shape outputs x parameters of its layer."""
        inputs = self.inputs(weights, data)
        after = _identity(inputs[-1].numel(), data)
        blocks: list[Tensor] = []
        for k in reversed(range(len(self.layers))):
            blocks.append(after @ self.layers[k].weights_jacobian(weights[k], inputs[k]))
            after = after @ self.layers[k].data_jacobian(weights[k], inputs[k])
        return blocks[::-1]


def residual_network(depth: int, width: int, eps: float, delta: float, phi: Entrywise, slope: Entrywise) -> Network:
    """The network of section 4.3: (26), then depth - 1 blocks (27).

    Raises ValueError unless 0 < delta < 1, eps > 0 and depth >= 1.
    """
    if not (0 < delta < 1 and eps > 0 and depth >= 1):
        raise ValueError(f"needs 0 < delta < 1, eps > 0 and depth >= 1, not {delta}, {eps} and {depth}")
    block = Residual(row_normalised(eps), (1 - delta) / width**0.5, phi, slope)
    return Network((first_layer(eps), *([block] * (depth - 1))))


def bump(s: Tensor) -> Tensor:
    """s^2 / (1 + s^2), an even nonlinearity with slopes at most 3 sqrt(3)/8."""
    return s.square() / (1 + s.square())


def bump_slope(s: Tensor) -> Tensor:
    """Its derivative."""
    return 2 * s / (1 + s.square()) ** 2


def descend(
    network: Network, weights: Sequence[Tensor], data: Tensor, cost: Callable[[Tensor], Tensor], rate: float, steps: int
) -> tuple[list[Tensor], list[float]]:
    """Gradient descent: the last weights, and the losses before each step and after the last.

    Raises FloatingPointError when a loss is not finite.
    """
    now = [w.detach().clone() for w in weights]
    losses = []
    for k in range(steps + 1):
        now = [w.requires_grad_() for w in now]
        loss = cost(network(now, data))
        if not bool(torch.isfinite(loss)):
            raise FloatingPointError(f"the loss is {float(loss.detach())} after {k} steps")
        losses.append(float(loss.detach()))
        if k < steps:
            gradients = torch.autograd.grad(loss, now)
            now = [(w - rate * g).detach() for w, g in zip(now, gradients, strict=True)]
    return [w.detach() for w in now], losses


__all__ = [
    "Affine",
    "Layer",
    "Network",
    "Residual",
    "bump",
    "bump_slope",
    "descend",
    "first_layer",
    "normalise_entries",
    "normalise_entries_jacobian",
    "normalise_rows",
    "normalise_rows_jacobian",
    "residual_network",
    "row_normalised",
]
