"""Ways to look for a proof of one claim, each in its share of time: what it is, squares, the textbook."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lemmata.language import proof
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.language.variables import Scalar
from lemmata.prove import proofs
from lemmata.prove.judge import judge
from lemmata.prove.search import recognition
from lemmata.prove.search.findings import find
from lemmata.prove.squares import scalar_claims, semidefinite

FIRST = 0.3  # share of the time for squares of claims about numbers alone
BOOK = 0.7  # share of what is left for the textbook, where squares are tried again after it
KINDS = (Kind.ALGEBRAIC, Kind.IDENTITY)


@dataclass(frozen=True)
class Attempt:
    """`report` on a proof of the claim and its script, None where none was found.

    `derivations` are the files that show the proof, by id.
    """

    report: dict[str, Any] | None = None
    script: proof.Proof | None = None
    derivations: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"proof": self.report, "derivations": dict(self.derivations)}


def attempt(statement: Statement, seconds: float, avoid: Iterable[str] = ()) -> Attempt:
    """What could be proved in this time.  `avoid` are statements that a proof may not lean on."""
    until = time.process_time() + seconds
    if statement.kind in KINDS:
        known = recognition.matches(statement, avoid)
        trusted = [m.statement.id for m in known if recognition.is_axiom(m.statement)]
        if known and not trusted:
            found = reported(statement, recognition.script(statement, known), recognition.said(known))
            if found is not None:
                return found
        avoid = (*avoid, *trusted)  # what is taken on trust is no proof of itself
    small = statement.kind in KINDS and semidefinite.available()
    if numbers_alone(statement):
        found = of_numbers(statement, FIRST * seconds) if small or statement.kind in KINDS else None
        if found is not None:
            return found
    numbers = small and numbers_alone(statement)
    book = find(statement, (until - time.process_time()) * (BOOK if numbers else 1.0), avoid)
    if book is not None:
        report, files = book.report(statement)
        return Attempt(report, book.proof, files)
    return (of_numbers(statement, until - time.process_time()) if numbers else None) or Attempt()


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


def reported(statement: Statement, script: proof.Proof, standing: str) -> Attempt | None:
    """The report on a script that is accepted."""
    judgement = judge(statement, script)
    report = proofs.judged(statement, script, judgement)
    if not report.ok:
        return None
    named = {f"given_{k}": write(clause) for k, clause in enumerate(statement.hypotheses)}
    reasons = (re.sub(r"\bgiven_\d+", lambda fact: named.get(fact[0], fact[0]), text) for text in said(report.steps))
    lines = [f"{s.states}: {text}" for s, text in zip(script.steps, reasons, strict=True)]
    if len(lines) > 4:
        lines = [f"{len(lines) - 2} facts of signs and definitions", *lines[-2:]]
    shown = {**report.to_json(), "lines": lines, "standing": standing, "found": True}
    return Attempt(shown, script, proofs.files(statement.id, report))


def said(steps: list[dict[str, Any]]) -> list[str]:
    """The reasons of steps, cut where they are long."""
    texts = [f"{s['because']}{' (' + s['detail'] + ')' if s.get('detail') else ''}" for s in steps]
    return [t if len(t) <= LONGEST else t[: LONGEST - 3] + "..." for t in texts]


LONGEST = 400


__all__ = ["Attempt", "attempt"]
