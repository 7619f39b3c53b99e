"""Allowances: what a derivation may ask of a machine, the same on every one, and the error that says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

HIGHEST = 1000  # exponent of a power
LARGEST = 100_000_000  # parts of a term written out, however often one tuple stands in it
LONGEST = 1_000_000  # bits of a coefficient of a normal form


class KernelError(Exception):
    """A rule does not apply; the message says why."""


_work = [0, 0]  # units done, and how many may be; 0: any


def spend(units: int = 1) -> None:
    """Count work: nodes of terms, products of monomials.  Raises KernelError where it is more than is allowed."""
    _work[0] += units
    if 0 < _work[1] < _work[0]:
        raise KernelError("the derivation asks for more work than any may")


@contextmanager
def at_most(units: int) -> Iterator[None]:
    """Allow so much work, counted anew; the same derivation ends at the same place on every machine."""
    before, _work[:] = list(_work), [0, units]
    try:
        yield
    finally:
        _work[:] = before


def short(p: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """The same polynomial.  Raises KernelError where its numbers are too long."""
    if any(c.numerator.bit_length() + c.denominator.bit_length() > LONGEST for c in p.values()):
        raise KernelError("a number is too long")
    return p


_known: dict[int, tuple[Any, type, int]] = {}  # by identity, with a reference so that the number stays theirs


def exact(x: Any, leaf: type) -> int:
    """The parts of a leaf, or of what is built of exact numbers, strings and tuples.  Raises KernelError for others.

    What only looks like one of them (a machine integer that overflows, a tuple that compares as it likes, a list that
    changes afterwards) is no term.
    """
    found = _known.get(id(x))
    if found is not None and found[1] is leaf:  # what was found with other leaves says nothing
        return found[2]
    kind = type(x)
    if kind is Fraction:
        return exact((x.numerator, x.denominator), leaf)
    if kind is not tuple:
        if kind not in (leaf, str, int, bool, type(None)):
            raise KernelError(f"a {kind.__name__} is neither a term nor a theorem")
        return 1
    parts = 1 + sum([exact(part, leaf) for part in x])
    if parts > LARGEST:
        raise KernelError("a term is too large")
    if len(_known) > 2_000_000:
        _known.clear()
    _known[id(x)] = x, leaf, parts
    return parts
