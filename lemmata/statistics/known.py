"""What is proved about the extreme spectra of large random matrices, as quantiles at a large order.

For independent entries of mean 0, variance 1, standard normal or uniform, T of the Tracy-Widom law (beta = 1) and E of
Edelman's law:

    t_max(K), -t_min(K)   sqrt(8 n) + sqrt(2) n^{-1/6} T      extreme eigenvalues of K + K^T
                          (Tracy and Widom 1996; Soshnikov 1999 beyond Gaussian entries)
    s_max(K)^2            mu_n + q_n T, mu_n = (sqrt(n-1) + sqrt(n))^2,
                          q_n = sqrt(mu_n) (1/sqrt(n-1) + 1/sqrt(n))^{1/3}
                          (Johnstone 2001; Soshnikov 2002 beyond Gaussian entries)
    s_max(K) / s_min(K)   n E   (Edelman 1988; Tao and Vu 2010 beyond Gaussian entries)

sqrt(2) because K + K^T has variance 2 off its diagonal and 4 on it: sqrt(2) times the ensemble with variances 1 and 2,
whose largest eigenvalue is 2 sqrt(n) + n^{-1/6} T.  A continuous function of these has, as n grows, the law that the
same function of the right-hand sides has.

For r x q matrices, r and q of one order or one of them fixed, the extreme singular values divided by sqrt(r + q) come
as close as one likes to those of sqrt(r) + sqrt(q) and |sqrt(r) - sqrt(q)|, almost surely (Silverstein 1985; Bai and
Yin 1993 beyond Gaussian entries).  The singular values of an n x n matrix, divided by sqrt(n), have in the limit the
law of the quarter circle on [0, 2], almost surely, and as the largest is bounded, means of their powers converge as
well (Marchenko and Pastur 1967; Yin 1986).  For r fixed and q growing, X X^T / q comes as close to the identity (law
of large numbers).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from lemmata.statistics.events import values
from lemmata.statistics.laws import Edelman
from lemmata.statistics.reduction import S_MAX, S_MIN, T_MAX, T_MIN
from lemmata.statistics.tracy_widom import TracyWidom1

Array = NDArray[np.float64]
ORDERS = (10**6, 10**9, 10**12)  # stand-ins for infinity; float64 keeps seven digits of the fluctuations at the last
GRID = 20_000
COUPLINGS = (0, 1, 2)
MEDIAN = -1.2685745  # of T
SOURCES = {
    T_MAX.name: "Tracy and Widom 1996, Soshnikov 1999",
    T_MIN.name: "Tracy and Widom 1996, Soshnikov 1999",
    S_MAX.name: "Johnstone 2001, Soshnikov 2002",
    S_MIN.name: "Edelman 1988, Tao and Vu 2010",
    "edges": "Marchenko and Pastur 1967, Silverstein 1985, Bai and Yin 1993; law of large numbers for Gram matrices of"
    " fixed order",
}
NUDGE = 1e-6


def levels() -> Array:
    """The probabilities at which quantiles are taken."""
    return (np.arange(GRID) + 0.5) / GRID


@cache
def _fluctuations() -> Array:
    """Quantiles of T."""
    return TracyWidom1().quantile(levels())


def _singular(n: float, t: Array) -> Array:
    a, b = np.sqrt(n - 1), np.sqrt(n)
    mu = (a + b) ** 2
    return np.sqrt(mu + np.sqrt(mu) * (1 / a + 1 / b) ** (1 / 3) * t)


LEAVES: dict[str, Callable[[float], Array]] = {
    T_MAX.name: lambda n: np.sqrt(8 * n) + np.sqrt(2) * n ** (-1 / 6) * _fluctuations(),
    T_MIN.name: lambda n: -np.sqrt(8 * n) - np.sqrt(2) * n ** (-1 / 6) * _fluctuations(),
    S_MAX.name: lambda n: _singular(n, _fluctuations()),
    # read off the condition number, with the largest singular value at its median: its spread is of lower order
    S_MIN.name: lambda n: _singular(n, np.array([MEDIAN])) / (n * Edelman().quantile(levels())),
}


def leaves(order: float, coupling: int = 0) -> dict[str, torch.Tensor]:
    """Quantiles of each reduced leaf at a large order, on the grid of `levels`, coupled in one of three ways.

    How the leaves depend on each other is not said by the theorems above; a conclusion drawn from them must come out
    the same for `COUPLINGS`: all rising together, every other one falling, and in shuffled orders.
    """
    out = {}
    for k, (name, rule) in enumerate(LEAVES.items()):
        column = rule(float(order))
        if coupling == 1 and k % 2:
            column = column[::-1].copy()
        if coupling == 2:
            column = column[np.random.default_rng(k).permutation(GRID)]
        out[name] = torch.from_numpy(column)
    return out


def edge_follows(trees: Sequence[Any]) -> bool:
    """Whether the edges settle the limit of a tree, given with its edges where they are and moved a little either way:
    the value hardly moves."""
    here, *moved = (float(pushed(tree, ORDERS[-1])[0]) for tree in trees)
    return all(abs(x - here) <= 1e-3 * abs(here) for x in moved)


def pushed(tree: Any, order: float, coupling: int = 0) -> Array:
    """Values of a reduced tree at the quantiles of its leaves, sorted, NaN where it has none."""
    return np.sort(values(tree, leaves(order, coupling)))


def follows(tree: Any) -> bool:
    """Whether the limit theorems settle the law of a reduced tree at the largest order: its quantiles agree for all
    couplings, to a thousandth of their spread or a millionth of their size."""
    first, *others = (pushed(tree, ORDERS[-1], c)[GRID // 50 : -GRID // 50] for c in COUPLINGS)
    if not np.isfinite(first).all():
        return not np.isfinite(first).any()
    allowed = 1e-3 * (first[-1] - first[0]) + 1e-6 * abs(first[GRID // 2])
    return all(np.isfinite(x).all() and np.abs(x - first).max() <= allowed for x in others)
