"""A rival: SciPy's BFGS with gradients from random starts, on the slack as it is, one instance at a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import torch
from scipy.optimize import minimize

from benchmarks.refutation.rivals import problems, violations
from lemmata.numerics.evaluate.floats import screen
from lemmata.numerics.instances.randomness import Stream
from lemmata.numerics.search.coordinates import Coordinates
from lemmata.numerics.search.objective import goal
from lemmata.theorems.language.statement import Statement

ITERATIONS = 100


class _Over(BaseException):
    """The time is over."""


def descend(statement: Statement, seed: int, over: Callable[[], bool]) -> int | None:
    """Random starts at each order in turn until an end point is broken or `over()` says so.

    Returns how many starts it took, None when none was found.
    """
    stream, tried = Stream("bfgs", seed), 0
    choices = [(c, Coordinates.of(c, "plain", stream)) for c in problems(statement, (1, 2, 3, 4))]
    choices = [(c, space) for c, space in choices if space.count]
    try:
        for turn in itertools.count():
            for concrete, space in choices:
                flat, discrete = space.start(stream.child(turn, *concrete.dims.values()), 1)

                def slack(x: np.ndarray) -> tuple[float, np.ndarray]:
                    if over():
                        raise _Over
                    free = torch.from_numpy(x)[None].requires_grad_()
                    value = goal(concrete, space.members(free, discrete))  # noqa: B023 - used at once
                    (slope,) = torch.autograd.grad(value.sum(), free, allow_unused=True)
                    down = torch.zeros_like(free) if slope is None else slope.nan_to_num(nan=0.0)
                    return float(value.detach().nan_to_num(nan=1e3)), down[0].numpy()

                end = minimize(slack, flat[0].numpy(), jac=True, method="BFGS", options={"maxiter": ITERATIONS}).x
                tried += 1
                with torch.no_grad():
                    members = space.members(torch.from_numpy(end)[None], discrete, settled=True)
                    if bool(violations(concrete, screen(concrete, members)).any()):
                        return tried
    except _Over:
        return None
    raise AssertionError("unreachable")
