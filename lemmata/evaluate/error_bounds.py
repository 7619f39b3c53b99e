"""The sizes behind float values (`error_sizes`) of a batch, as tensors that broadcast against the values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate import error_sizes
from lemmata.evaluate import spectral_floats as spectral
from lemmata.evaluate.float_rules import ROUNDINGS, Scope, divide, radius, real_power, schatten, whole_power
from lemmata.language import atoms

SLOPE_ERROR = 1e-7  # of the norm of the matrix's derivative; see `float_rules.slope_and_speed`


def magnitude(scope: Scope, node: Any) -> Tensor:
    """Size behind the value of a node, broadcasting against it: (B, K, 1 or k); matrices have one, of norm type.

    Raises TypeError for a node without a rule.
    """
    rule = next((RULES[cls] for cls in type(node).__mro__ if cls in RULES), None)
    if rule is None and node.spec.magnitude:
        return scope.shared("magnitude", node, partial(node.spec.magnitude, scope, node))
    rule = rule or error_sizes.MOVES.get(node.spec.moves)
    if rule is None:
        raise TypeError(f"{type(node).__name__} has no magnitude")
    return scope.shared("magnitude", node, partial(rule, Tensors(scope), node))


@dataclass(frozen=True)
class Tensors:
    """What the rules of `error_sizes` ask for, at one scope; a size in doubt is infinite."""

    scope: Scope

    @property
    def roundings(self) -> float:
        return ROUNDINGS * torch.finfo(self.scope.dtype).eps

    @property
    def tiny(self) -> float:
        return torch.finfo(self.scope.dtype).tiny

    def value(self, node: Any) -> Tensor:
        return self.scope.value(node)

    def size(self, node: Any) -> Tensor:
        return magnitude(self.scope, node)

    def noise(self, node: Any) -> Tensor:
        return self.scope.noise(node)

    def count(self, node: Any) -> int:
        return self.scope.value(node).shape[-1]

    def norm(self, node: Any) -> Tensor:
        """Squares of small entries must not vanish."""
        found = spectral.frobenius(self.scope.value(node))[..., None]
        return found.nan_to_num(nan=torch.inf, posinf=torch.inf)

    def greater(self, x: Tensor, y: Tensor | float) -> Tensor:
        return torch.maximum(x, y) if isinstance(y, Tensor) else x.clamp(min=y)

    def root_error(self, root: Tensor, size: Tensor) -> Tensor:
        most = (size / torch.finfo(self.scope.dtype).eps).sqrt()
        return torch.where(root > 0, torch.minimum(size / torch.where(root > 0, root, 1.0), most), most)

    def log_size(self, x: Tensor) -> Tensor:
        return torch.where(x > 0, torch.where(x > 0, x, 1.0).log().abs(), 0.0)

    def _entries(self, node: Any) -> Tensor:
        return self.size(node).expand(self.scope.value(node).shape)

    def sums(self, node: Any) -> Tensor:
        return self._entries(node).cumsum(-1)

    def together(self, node: Any) -> Tensor:
        return torch.linalg.vector_norm(self._entries(node), dim=-1, keepdim=True)

    def top(self, node: Any) -> Tensor:
        a = self.scope.value(node)
        return spectral.symmetric_eigenvalues((a + a.mT) / 2)[..., :1]

    def condition(self, node: Any) -> Tensor:
        return radius(self.scope, node)[1][..., None]

    highest = staticmethod(lambda x: x.amax(-1, keepdim=True))
    product = staticmethod(lambda x: x.prod(-1, keepdim=True))
    from_zero = staticmethod(lambda x: x.clamp(min=0))
    positive = staticmethod(lambda x: torch.where(x > 0, x, torch.nan))
    doubtful = staticmethod(lambda size: torch.where(size.isnan(), torch.inf, size))
    lesser = staticmethod(torch.minimum)
    over = staticmethod(divide)
    raised = staticmethod(whole_power)
    sqrt = staticmethod(torch.sqrt)
    exp = staticmethod(torch.exp)
    power = staticmethod(real_power)
    schatten = staticmethod(schatten)


def _slope(at: Any, node: Any) -> Tensor:
    at.value(node)
    speed = at.scope.shared("slope", node, lambda: None)[1].to(at.scope.dtype)
    return speed * (SLOPE_ERROR / at.roundings)


RULES: dict[type, Callable[[Any, Any], Tensor]] = {**error_sizes.RULES, atoms.Slope: _slope}
