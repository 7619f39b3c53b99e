"""Extreme eigenvalues of K + K^T and extreme singular values of K, in large batches.

For independent standard normal entries both are read off narrow matrices with exactly the same law: K + K^T is
orthogonally similar to a tridiagonal matrix, normal of variance 4 on the diagonal, sqrt(2) chi_{n-1} ... sqrt(2) chi_1
next to it; K is orthogonally equivalent to a bidiagonal one with chi_n ... chi_1 on and chi_{n-1} ... chi_1 next to the
diagonal (Silverstein 1985; Dumitriu and Edelman, J. Math. Phys. 43, 2002).  A matrix of order n then costs O(n)
random numbers, and its extremes are found by bisection on the signs of pivots, one matrix per lane.  Other entries go
through the dense matrix.  Entries have mean 0 and variance 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from lemmata.evaluate.randomness import Stream

Array = NDArray[np.float64]
LAWS = ("gaussian", "uniform", "rademacher")
HALVINGS = 36
TINY = 1e-300


def entries(stream: Stream, law: str, shape: tuple[int, ...]) -> torch.Tensor:
    """Independent entries of mean 0 and variance 1.  Raises ValueError for a law that is not one of `LAWS`."""
    if law == "gaussian":
        return stream.normal(shape)
    if law == "uniform":
        return stream.uniform(shape, -(3.0**0.5), 3.0**0.5)
    if law == "rademacher":
        return stream.uniform(shape, -1.0, 1.0).sign()
    raise ValueError(f"unknown law of entries {law!r}: one of {', '.join(LAWS)}")


def chi(stream: Stream, freedom: NDArray[Any], batch: int) -> Array:
    """Independent chi variables with `freedom` (k,) positive integer degrees, shape (k, batch).

    Marsaglia and Tsang's rejection for gamma variables (ACM TOMS 26, 2000); one degree is the modulus of a normal.
    """
    freedom = np.asarray(freedom, dtype=float)
    out = np.empty((len(freedom), batch))
    single = freedom == 1
    if single.any():
        out[single] = np.abs(stream.normal((int(single.sum()), batch)).numpy())
    d = np.repeat(freedom[~single] / 2 - 1 / 3, batch)
    found = np.empty(len(d))
    pending = np.arange(len(d))
    while len(pending):
        x = stream.normal(len(pending)).numpy()
        u = stream.uniform(len(pending)).numpy()
        e = d[pending]
        v = (1 + x / np.sqrt(9 * e)) ** 3
        with np.errstate(invalid="ignore", divide="ignore"):
            good = (v > 0) & (np.log(u) < x * x / 2 + e - e * v + e * np.log(v))
        found[pending[good]] = e[good] * v[good]
        pending = pending[~good]
    out[~single] = np.sqrt(2 * found).reshape(-1, batch)
    return out


def _bisect(reached: Callable[[Array], NDArray[np.bool_]], low: Array, high: Array) -> Array:
    """Where a condition that holds from some point on begins to hold."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        there = reached(middle)
        high = np.where(there, middle, high)
        low = np.where(there, low, middle)
    return (low + high) / 2


def tridiagonal_extremes(
    diagonal: Array, off_diagonal: Array, which: str = "both"
) -> tuple[Array | None, Array | None]:
    """(largest, smallest) eigenvalues of symmetric tridiagonal matrices, rows of (n, batch) and (n - 1, batch).

    `which` is "both", "largest" or "smallest"; the one not asked for is None.  Relative to the norm they are good to
    1e-10: below x lie all eigenvalues if every pivot of the shifted matrix is negative, and some if any is.
    """
    n = len(diagonal)
    squares = np.maximum(off_diagonal**2, TINY)  # a pivot 0 is then followed by minus infinity, never by NaN
    reach = np.abs(diagonal)
    if n > 1:
        reach[:-1] += np.abs(off_diagonal)
        reach[1:] += np.abs(off_diagonal)
    edge = reach.max(0)

    def pivots(x: Array, keep: np.ufunc) -> Array:
        q = diagonal[0] - x
        kept, shifted = q.copy(), np.empty_like(q)
        with np.errstate(divide="ignore", over="ignore"):
            for i in range(1, n):
                np.divide(squares[i - 1], q, out=q)
                np.subtract(diagonal[i], x, out=shifted)
                np.subtract(shifted, q, out=q)
                keep(kept, q, out=kept)
        return kept

    largest = _bisect(lambda x: pivots(x, np.maximum) < 0, -edge, edge) if which != "smallest" else None
    smallest = _bisect(lambda x: pivots(x, np.minimum) < 0, -edge, edge) if which != "largest" else None
    return largest, smallest


def bidiagonal_extremes(diagonal: Array, off_diagonal: Array, which: str = "both") -> tuple[Array | None, Array | None]:
    """(largest, smallest) singular values of upper bidiagonal matrices, rows of (n, batch) and (n - 1, batch).

    Pivots by the differential stationary qd transform (Fernando and Parlett, 1994), bisection in the logarithm: good to
    1e-9 relative to themselves.
    """
    n = len(diagonal)
    q, e = diagonal**2, off_diagonal**2
    top = np.log(q.sum(0) + e.sum(0)) / 2 + 1e-12

    def pivots(x: Array, keep: np.ufunc) -> Array:
        shift = np.exp(2 * x)
        s, at = -shift, np.empty_like(shift)
        kept = np.full_like(shift, -np.inf if keep is np.maximum else np.inf)
        for i in range(n):
            np.add(s, q[i], out=at)
            np.copyto(at, -TINY, where=at == 0)
            keep(kept, at, out=kept)
            if i < n - 1:
                np.divide(s, at, out=s)
                np.multiply(s, e[i], out=s)
                np.subtract(s, shift, out=s)
        return kept

    largest = smallest = None
    if which != "smallest":
        largest = np.exp(_bisect(lambda x: pivots(x, np.maximum) < 0, top - np.log(n) / 2 - 1e-9, top))
    if which != "largest":
        smallest = np.exp(_bisect(lambda x: pivots(x, np.minimum) < 0, top - 30.0, top))
    return largest, smallest


def symmetric_model(stream: Stream, n: int, batch: int, which: str = "both") -> tuple[Array | None, Array | None]:
    """(largest, smallest) eigenvalues of K + K^T, Gaussian entries, through the tridiagonal model."""
    diagonal = 2 * stream.normal((n, batch)).numpy()
    off_diagonal = np.sqrt(2.0) * chi(stream, np.arange(n - 1, 0, -1), batch)
    return tridiagonal_extremes(diagonal, off_diagonal, which)


def singular_model(
    stream: Stream, n: int, batch: int, which: str = "both", rows: int | None = None
) -> tuple[Array | None, Array | None]:
    """(largest, smallest) singular values of a rows x n matrix, Gaussian entries, through the bidiagonal model.

    rows is at least n, and n where it is not given.
    """
    longest = n if rows is None else rows
    diagonal = chi(stream, np.arange(longest, longest - n, -1), batch)
    off_diagonal = chi(stream, np.arange(n - 1, 0, -1), batch)
    return bidiagonal_extremes(diagonal, off_diagonal, which)
