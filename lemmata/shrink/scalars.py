"""Simpler numbers, and simpler members of the scalar domains."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any

from lemmata.evaluate import membership
from lemmata.language import domains
from lemmata.sample.sampler import exact_number

PREFERRED = (Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(-1, 2), Fraction(2), Fraction(-2))
STEPPED = 100  # numbers up to here are also lowered by one
INDICES = 4  # least values of an integer variable that are tried


def simpler(x: Fraction) -> Iterator[Fraction]:
    """Numbers that read more easily than x, some for their own sake and some for being near it."""
    near = [
        -x if x < 0 else x,
        Fraction(floor(x)),
        Fraction(ceil(x)),
        Fraction(round(2 * x), 2),
        Fraction(round(10 * x), 10),
        x.limit_denominator(9),
    ]
    sign, whole = (1 if x > 0 else -1), floor(abs(x))
    if whole >= 2:
        near += [Fraction(sign * (whole // 2)), Fraction(sign * isqrt(whole))]
    if 2 <= whole <= STEPPED:
        near.append(Fraction(sign * (whole - 1)))
    if whole > STEPPED:
        ten = 10 ** (len(str(whole)) - 1)
        near += [Fraction(sign * y) for y in (ten // 10, ten, whole // ten * ten, whole // 10)]
    seen = {x}
    for y in (*PREFERRED, *near):
        if y not in seen:
            seen.add(y)
            yield y


def scalar_moves(domain: Any, x: Fraction) -> Iterator[Fraction]:
    """Members of a scalar domain that may read more easily than x."""
    if isinstance(domain, domains.Integers):
        least, here = int(exact_number(domain.low, {})), int(x)
        yield from (Fraction(k) for k in range(least, min(least + INDICES, here)))
        if here > least + INDICES:
            yield from (Fraction((least + here) // 2), Fraction(here - 1))
        return
    near = list(simpler(x))
    if isinstance(domain, domains.Interval | domains.OpenInterval):
        low, high = (exact_number(end, {}) for end in (domain.low, domain.high))
        near += [low, high, (low + high) / 2]
    yield from (y for y in dict.fromkeys(near) if y != x and contains(domain, y))


def contains(domain: Any, x: Fraction) -> bool:
    """Whether a number lies in a scalar domain of numbers."""
    return membership.contains(domain, x, lambda end: exact_number(end, {}))


def nearest(domain: Any, x: Fraction) -> Fraction:
    """A member of a scalar domain at or near x."""
    if contains(domain, x):
        return x
    if isinstance(domain, domains.Positive):
        return Fraction(1)
    low, high = exact_number(domain.low, {}), None if domain.high is None else exact_number(domain.high, {})
    if high is not None and isinstance(domain, domains.OpenInterval):
        return (low + high) / 2
    above = max(Fraction(round(x)) if isinstance(domain, domains.Integers) else x, low)
    return above if high is None else min(above, high)
