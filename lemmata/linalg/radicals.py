"""Real roots of any order of algebraic numbers (constructor for ``heights``)."""

from __future__ import annotations

import itertools

from flint import arb

from lemmata.linalg.heights import Algebraic, UndecidedError, next_up, rational, sign
from lemmata.linalg.rational_functions import rational_root

_fresh = itertools.count()


def radical(a: Algebraic, k: int) -> Algebraic:
    """The non-negative k-th root, k >= 1, of a number that is not negative: h = h(a) / k, degree at most k times that
    of a.

    Raises ValueError for a negative number or k < 1, UndecidedError where the sign is too expensive to find out.
    """
    if k < 1:
        raise ValueError(f"a root of order {k}")
    if k == 1:
        return a
    s = sign(a)
    if s is None:
        raise UndecidedError("could not decide whether a radicand is negative")
    if s < 0:
        raise ValueError(f"root of order {k} of a negative number")
    if s == 0:
        return rational(0)
    found = rational_root(a.value, k) if a.value is not None else None
    if found is not None:
        return rational(found)

    def enclose(prec: int) -> arb:
        ball = a.enclose(prec)
        lower = ball.lower()
        return (lower.root(k) if lower > 0 else arb(0)).union(ball.upper().root(k))

    name = ("rational", int(a.value.p), int(a.value.q)) if a.value is not None else ("fresh", next(_fresh))
    return Algebraic(enclose, a.generators | {("radical", k, name)}, next_up(a.height / k))
