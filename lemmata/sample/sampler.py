"""How members of a domain are drawn, listed, parametrised, varied and made exact: the questions every domain answers.

A member is described by a *code*, a plain tensor, and `assemble` turns codes into members.  For most domains the code
is the member; an activation pattern's code is the 0/1 mask of its eta entries, so that eta may be a variable itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from sympy import Rational
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Exact
from lemmata.sample.matrix_laws import ENSEMBLES, Ensemble

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


NEAR = ENSEMBLES["small_integers"]  # what domains without a notion of distance draw a neighbour from


SAMPLERS: dict[type, Sampler] = {}  # by the class of the domain


class Sampler:
    """Base: scalars.  Subclasses override what differs, and name the domain that they are the sampler of."""

    def __init_subclass__(cls, of: type | None = None) -> None:
        if of is not None:
            SAMPLERS[of] = cls()

    discrete = False  # codes that a gradient must not move

    def draw(self, domain: Any, stream: Stream, batch: int, ensemble: Ensemble) -> Tensor:
        """Codes of `batch` members, shape (batch,) or (batch, rows, cols)."""
        raise TypeError(f"no sampler for {domain.name}")

    def listing(self, domain: Any) -> Tensor | None:
        """Codes of all small members, simplest first; None when there are more than EXHAUSTIVE."""
        raise TypeError(f"no listing for {domain.name}")

    def wide(self, domain: Any) -> Tensor | None:
        """As `listing`, with larger entries where the domain is small enough."""
        return self.listing(domain)

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        """Starting points of unconstrained parameters for gradient search."""
        return stream.normal((batch,))

    def member(self, domain: Any, free: Tensor) -> Tensor:
        """Code at unconstrained parameters, differentiable; discrete codes are returned unchanged."""
        return free

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        """Members (batch, ...) near `value` with entries in multiples of 1/denominator, where the domain has such.

        `env` holds the rounded values of the variables before it.
        """
        return torch.round(value * denominator) / denominator

    def near(self, domain: Any, value: Tensor, stream: Stream, env: Env) -> Tensor:
        """One random neighbour of each member: some a small step away, some a large one.  Shapes as `value`."""
        return self.assemble(domain, self.draw(domain, stream, len(value), NEAR), env)

    def assemble(self, domain: Any, code: Tensor, env: Env) -> Tensor:
        """Members from codes."""
        return code

    def exact(self, domain: Any, value: np.ndarray, denominator: int | None, values: Mapping[str, Any]) -> Exact:
        """Exact member at (or near, when a denominator is given) a floating-point one."""
        return fraction(float(value), denominator)


class Discrete(Sampler):
    """Base: members that no gradient moves, and that no rounding has to."""

    discrete = True

    def free(self, domain: Any, stream: Stream, batch: int) -> Tensor:
        return self.draw(domain, stream, batch, NEAR)

    def rounded(self, domain: Any, value: Tensor, denominator: int, env: Env) -> Tensor:
        return value
