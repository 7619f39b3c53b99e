"""From the text form of a statement, which its hash covers, to what the kernel is to prove.

A statement says for each conjunct: its domains, its hypotheses and that they are defined, and that the conjunct is
defined, imply the conjunct.  Vectors are read entry by entry.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from lemmata.verify.kernel.clauses import Reader
from lemmata.verify.kernel.columnwise import Vector
from lemmata.verify.kernel.terms import KernelError, Term


@dataclass(frozen=True)
class Reading:
    """Per conjunct, what may be assumed, what an axiom asks for, and what is claimed; the hash binds them to the text.

    An axiom asks for more than may be assumed where the suite may count what the kernel leaves open.
    """

    hash: str
    hypotheses: tuple[tuple[Term, ...], ...]
    asked: tuple[tuple[Term, ...], ...]
    conclusions: tuple[Term, ...]


@lru_cache(maxsize=2000)
def read(identifier: str, letter: str, text: str) -> Reading:
    """A statement from lines `let: ...`, `given: ...`, `claim: ...`.  Raises KernelError for what cannot be said."""
    lines = [line.split(": ", 1) for line in text.split("\n")]
    if not all(line.isascii() and line.isprintable() for line in text.split("\n")):
        raise KernelError("a text has plain characters")  # others, the parser may take for these
    digest = hashlib.sha256("\n".join([letter, text]).encode()).hexdigest()
    try:
        (granted, conclusions), (asked, _) = (_conjuncts(lines, Reader(strict)) for strict in (False, True))
    except (SyntaxError, TypeError, ValueError, LookupError, AttributeError) as error:  # words in no place of theirs
        raise KernelError(f"not read: {type(error).__name__}: {error}") from error
    return Reading(digest, granted, asked, conclusions)


def _conjuncts(lines: list[list[str]], reader: Reader) -> tuple[tuple[tuple[Term, ...], ...], tuple[Term, ...]]:
    """Hypotheses and conclusion of each conjunct."""
    granted, claims = list[Term](), list[tuple[list[Term], Term]]()
    for part, line in lines:
        if part == "let":
            asked = reader.declare(*line.split(" = ", 1))
            granted += [*reader.needs, *asked]
            reader.needs = []
    for part, line in lines:
        if part not in ("let", "given", "claim"):
            raise KernelError(f"{part} is no part of a statement")
        for needs, clause in reader.clauses(line) if part != "let" else ():
            if part == "given":
                granted += [*needs, clause]
            else:
                claims.append((needs, clause))
    return tuple((*granted, *needs) for needs, _ in claims), tuple(clause for _, clause in claims)


__all__ = ["Reader", "Reading", "Vector", "read"]
