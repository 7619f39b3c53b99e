"""Balls around exact numbers, and whether a ball has one inside."""

from typing import Any

from flint import arb, arb_mat

from lemmata.linalg.convert import bounds, to_fmpq, to_fmpq_mat
from lemmata.linalg.precision import precision


def balls_around(rows: Any, prec: int) -> arb_mat:
    """A ball matrix that encloses an exact one."""
    with precision(prec):
        return arb_mat(to_fmpq_mat(rows))


def encloses(x: arb, q: Any) -> bool:
    """Whether a finite ball contains an exact number, by its exact end points: `arb.contains` rounds the number to a
    ball first, and then misses narrow hits."""
    lower, upper = bounds(x)
    return bool(lower <= to_fmpq(q) <= upper)
