"""Numerical radius by the high-precision interpreter: the best directions in floats, then secant steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from lemmata.evaluate.highprec_reader import Reader, Vector

DIRECTIONS = 96
STARTS = 3
STEPS = 10


def numerical_radius(at: Reader, node: Any) -> Vector:
    """The largest eigenvalue of the Hermitian part of e^(it) A over all t; that at -t is the same for a real A."""
    ctx, a = at.ctx, at.dense(at.value(node.args[0]))
    even, odd = (a + a.T) / 2, (a - a.T) / 2
    best = max(_peak(ctx, even, odd, ctx.mpf(t), at.digits) for t in _starts(ctx, even, odd))
    return [max(best, ctx.mpf(0))]


def _starts(ctx: Any, even: Any, odd: Any) -> list[float]:
    """The highest peaks among directions in half a circle."""
    size = max((abs(x) for x in (*even, *odd)), default=0) or 1
    p, q = (np.array((m / size).tolist(), dtype=float) for m in (even, odd))
    angles = np.linspace(0, np.pi, DIRECTIONS + 1)
    family = np.cos(angles)[:, None, None] * p + 1j * np.sin(angles)[:, None, None] * q
    tops = np.linalg.eigvalsh(family)[:, -1]
    peaks = [k for k, x in enumerate(tops) if x >= max(tops[max(k - 1, 0) : k + 2])]
    return [float(angles[k]) for k in sorted(peaks, key=lambda k: -tops[k])[:STARTS]]


def _peak(ctx: Any, even: Any, odd: Any, t: Any, digits: int) -> Any:
    """Largest value near t: the error of what is returned is the square of that of the place."""

    def value_and_rise(t: Any) -> tuple[Any, Any]:
        c, s = ctx.cos(t), ctx.mpc(0, ctx.sin(t))
        values, vectors = ctx.eighe(c * even + s * odd)
        k = max(range(len(values)), key=lambda i: values[i])
        x = vectors[:, k]
        turned = ctx.mpc(0, c) * odd + (-ctx.sin(t)) * even
        return values[k], ctx.re((x.H * turned * x)[0])

    step = ctx.pi / DIRECTIONS
    before, (best, rise_before) = t, value_and_rise(t)
    t = t + (step if rise_before > 0 else -step) / 4
    for _ in range(STEPS):
        value, rise = value_and_rise(t)
        best = max(best, value)
        if rise == rise_before or abs(t - before) < ctx.mpf(10) ** (-digits / 2 - 2):
            break
        move = -rise * (t - before) / (rise - rise_before)
        before, rise_before = t, rise
        t = t + max(-step, min(step, move))
    return best
