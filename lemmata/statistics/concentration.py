"""Rigorous tails of extreme spectra at every finite order, from Gaussian comparison and concentration.

Gaussian entries.  s_max(K) is 1-Lipschitz in K with mean at most 2 sqrt(n) (Gordon; Davidson and Szarek, 2001), so
P[s_max >= 2 sqrt(n) + t] <= exp(-t^2 / 2).  The largest eigenvalue of K + K^T is twice the maximum of x^T K x over unit
vectors: 2-Lipschitz; its increments E (x^T K x - y^T K y)^2 = 2 - 2 <x, y>^2 are at most those, 4 - 4 <x, y>, of
sqrt(2) <g, x>, so by Sudakov and Fernique its mean is at most 2 sqrt(2) E |g| <= sqrt(8 n), and
P[t_max >= sqrt(8 n) + t] <= exp(-t^2 / 8).

Uniform entries on [-sqrt(3), sqrt(3)] have E exp(a X) = sinh(sqrt(3) a) / (sqrt(3) a) <= exp(a^2 / 2), so u^T K v has
the Gaussian tail exp(-t^2 / 2) for unit vectors; with an e-net of at most (1 + 2/e)^n points on either sphere
s_max <= (1 - e)^{-2} max u^T K v, hence P[s_max >= x] <= (1 + 2/e)^{2 n} exp(-(1 - e)^4 x^2 / 2).  And s_max <= |K|_F
<= sqrt(3) n always.  Signs have E exp(a X) = cosh(a) <= exp(a^2 / 2) and |K|_F = n, so that the same bounds hold.
"""

from __future__ import annotations

import numpy as np


def largest_singular(n: int, x: float, law: str) -> float:
    """Upper bound of P[s_max(K) >= x], K n x n of independent entries of variance 1, `law` "gaussian" or "uniform"."""
    if law == "gaussian":
        return _gaussian(x - 2 * np.sqrt(n), 1.0)
    _known(law)
    if x > np.sqrt(3) * n:
        return 0.0
    e = np.linspace(0.005, 0.3, 60)
    return float(min(1.0, np.exp(2 * n * np.log(1 + 2 / e) - (1 - e) ** 4 * x * x / 2).min()))


def largest_symmetric(n: int, x: float, law: str) -> float:
    """Upper bound of P[largest eigenvalue of K + K^T >= x]; by symmetry also of P[smallest <= -x]."""
    if law == "gaussian":
        return _gaussian(x - np.sqrt(8 * n), 2.0)
    _known(law)
    if x > 2 * np.sqrt(3) * n:
        return 0.0
    return largest_singular(n, x / 2, law)  # the eigenvalue is at most 2 s_max


def _gaussian(excess: float, lipschitz: float) -> float:
    return float(np.exp(-(max(excess, 0.0) ** 2) / (2 * lipschitz**2)))


def _known(law: str) -> None:
    if law not in ("uniform", "rademacher"):
        raise ValueError(f"no bound is known for entries of law {law!r}")
