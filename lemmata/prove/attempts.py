"""Ways to look for a proof of one claim, each in its share of time: what it is, squares, the textbook."""

from __future__ import annotations

import time
from collections.abc import Iterable

from lemmata.language import proof
from lemmata.language.statement import Kind, Statement
from lemmata.language.variables import Scalar
from lemmata.prove.search import recognition
from lemmata.prove.search.findings import Attempt, look_for, reported
from lemmata.prove.squares import scalar_claims

FIRST = 0.3  # share of the time for squares of claims about numbers alone
BOOK = 0.7  # share of what is left for the textbook, where squares are tried again after it
KINDS = (Kind.ALGEBRAIC, Kind.IDENTITY)


def attempt(statement: Statement, seconds: float, avoid: Iterable[str] = ()) -> Attempt:
    """What could be proved in this time.  `avoid` are statements that a proof may not depend on."""
    until = time.process_time() + seconds
    if statement.kind in KINDS:
        known = recognition.known(statement, avoid)
        if known is not None:
            return known
    numbers = statement.kind in KINDS and numbers_alone(statement)
    found = of_numbers(statement, FIRST * seconds) if numbers else None
    if found is not None:
        return found
    book = look_for(statement, (until - time.process_time()) * (BOOK if numbers else 1.0), avoid)
    if not isinstance(book, str):
        return book.report(statement)
    return (of_numbers(statement, until - time.process_time()) if numbers else None) or Attempt(nearest=book)


def numbers_alone(statement: Statement) -> bool:
    """Whether a claim has no matrix in it."""
    return all(isinstance(v, Scalar) for v in statement.let)


def of_numbers(statement: Statement, seconds: float) -> Attempt | None:
    """A proof by squares or signs."""
    script = scalar_claims.script(statement, seconds)
    if script is None:
        return None
    squares = any(isinstance(s.by, proof.Squares) for s in script.steps)
    return reported(statement, script, "it is a sum of squares" if squares else "it follows by signs alone")


__all__ = ["Attempt", "attempt"]
