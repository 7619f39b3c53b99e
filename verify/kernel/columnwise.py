"""What a reader makes of vectors: columns, spectra and diagonals, which the kernel has entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata.verify.kernel.terms import ONE, ORDER, P, Term, Z, closed, free, opened, sort_of, within


@dataclass(frozen=True)
class Vector:
    """A vector quantity: its length and its entries."""

    length: Term
    at: Callable[[Term], Term]


def opened_at_mark(body: Term) -> Term:
    """The body of a binder at an arbitrary index."""
    return opened(body, ("v", "#", Z))


def is_matrix(x: Any) -> bool:
    return not isinstance(x, Vector) and x[0] != "gap" and sort_of(x)[0] == "M"


def entry_of(x: Any, i: Term) -> Term:
    return x.at(i) if isinstance(x, Vector) else x


def sure(need: Term, i: Term, low: Term, high: Term) -> bool:
    """Whether what does not depend on the index is needed: some index is there for certain."""
    return i not in free(need) and low == ONE and within(sort_of(high), P)


def over_all(need: Term, i: Term, low: Term, high: Term) -> Term:
    """What is needed at every value of an index."""
    return need if sure(need, i, low, high) else ("all", low, high, closed(need, i))


def positive(t: Term) -> bool:
    """Whether a number is above zero by form."""
    if t[0] in ("+", "*"):
        return all(map(positive, t[1:]))
    return t[0] == "q" and t[1] > 0 or t[0] == "inv" and positive(t[1]) or sort_of(t) == P


def whole(t: Term) -> bool:
    """Whether a number may turn out an integer once integers stand for its variables of these sorts, if it has any."""
    return not free(t) or any(v[2] in ORDER and within(v[2], Z) for v in free(t))
