"""Ways to look for a proof of one claim, each in its share of time: what it is, squares, boxes, the book, fixed order.

A claim about all sizes that was proved at some is not proved; what was shown is said next to its verdict.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Integer

from lemmata.kernel import KernelError
from lemmata.language import proof
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim, Matrix, Scalar
from lemmata.principles import ENTRY_BY_ENTRY
from lemmata.principles.entrywise import Unsayable, at_order, sizes
from lemmata.prove import box_search, proofs
from lemmata.prove.judge import judge
from lemmata.prove.search import recognition
from lemmata.prove.search.findings import find
from lemmata.prove.squares import scalar_claims, semidefinite

FIRST = 0.3  # share of the time for squares and boxes of claims about numbers alone
BOOK = 0.7  # share of what is left for the book, where fixed orders are tried after it
ORDERS = (2, 3)  # sizes tried where there are more than can be tried
EACH = 0.5  # share of the time left for one size
KINDS = (Kind.ALGEBRAIC, Kind.IDENTITY)


@dataclass(frozen=True)
class Attempt:
    """`report` on a proof of the claim and its script, None where none was found; `orders` at which it was proved
    instead.  `derivations` are the files that show the proof, by id."""

    report: dict[str, Any] | None = None
    orders: tuple[str, ...] = ()
    script: proof.Proof | None = None
    derivations: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        shown = {"proof": self.report, "orders": list(self.orders)}
        return {**shown, "derivations": dict(self.derivations)}


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
    elif small and few_sizes(statement):  # a claim about one size: its entries say all there is to say
        found = at_every_size(statement, FIRST * seconds)
        if found is not None:
            return found
    book = find(statement, (until - time.process_time()) * (BOOK if small else 1.0), avoid)
    if book is not None:
        report, files = book.report(statement)
        return Attempt(report, (), book.proof, derivations=files)
    if not small:
        return Attempt()
    if numbers_alone(statement):
        return of_numbers(statement, until - time.process_time()) or Attempt()
    if few_sizes(statement):
        return at_every_size(statement, until - time.process_time()) or Attempt()
    return Attempt(None, at_some_orders(statement, until))


def numbers_alone(statement: Statement) -> bool:
    """Whether a claim has no matrix in it."""
    return all(isinstance(v, Scalar) for v in statement.let)


def few_sizes(statement: Statement) -> bool:
    """Whether its matrices can have a few sizes only."""
    try:
        return 0 < len(sizes(statement)) <= len(ORDERS)
    except Unsayable:
        return False


def of_numbers(statement: Statement, seconds: float) -> Attempt | None:
    """A proof by squares, or by boxes."""
    started = time.process_time()
    script = scalar_claims.script(statement, seconds)
    if script is not None:
        squares = any(isinstance(s.by, proof.Squares) for s in script.steps)
        found = reported(statement, script, "it is a sum of squares" if squares else "it follows by signs alone")
        if found is not None:
            return found
    script = box_search.script(statement, max(seconds - time.process_time() + started, 1.0))
    return None if script is None else reported(statement, script, "every part of its box is decided by enclosures")


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
    return Attempt(shown, (), script, derivations=proofs.files(statement.id, report))


def said(steps: list[dict[str, Any]]) -> list[str]:
    """The reasons of steps, cut where they are long."""
    texts = [f"{s['because']}{' (' + s['detail'] + ')' if s.get('detail') else ''}" for s in steps]
    return [t if len(t) <= LONGEST else t[: LONGEST - 3] + "..." for t in texts]


LONGEST = 400


def at_every_size(statement: Statement, seconds: float) -> Attempt | None:
    """A proof by entries at every size there is."""
    until, cases = time.process_time() + seconds, []
    for dims in sizes(statement):
        found = at_size(statement, dims, until)
        if found is None:
            return None
        cases.append((dims, *found))
    step = proof.Step("entries", statement.conjuncts[0], proof.EntryByEntry(tuple(cases)))
    made = reported(
        statement, proof.Proof(ENTRY_BY_ENTRY, (step,)), "it says of the entries that a polynomial is a sum of squares"
    )
    if made is not None and made.report is not None:
        made.report["steps"] += [s for dims, f, inner in cases for s in _inner(statement, dims, f, inner)]
    return made


def _inner(statement: Statement, dims: Mapping[str, int], factored: bool, given: proof.Proof) -> list[dict[str, Any]]:
    return proofs.examine(at_order(statement, dims, factored), given).steps


def at_size(statement: Statement, dims: Mapping[str, int], until: float) -> tuple[bool, proof.Proof] | None:
    """A proof of the claim about entries, and whether semidefinite variables are factored in it."""
    ways = (True, False) if any(_semidefinite(v) for v in statement.let) else (False,)
    for factored in ways:
        left = until - time.process_time()
        if left <= 0:
            return None
        try:
            entries = at_order(statement, dims, factored)
        except (Unsayable, ValueError, KernelError):
            return None
        script = scalar_claims.script(entries, left / (2 if factored else 1))
        if script is not None and judge(entries, script).accepted:
            return factored, script
    return None


def _semidefinite(leaf: Any) -> bool:
    return isinstance(leaf, Matrix) and leaf.domain.name in ("psd", "pd")


def at_some_orders(statement: Statement, until: float) -> tuple[str, ...]:
    """Sizes at which the claim is proved."""
    found = []
    for dims in orders(statement):
        left = until - time.process_time()
        if left <= 0:
            break
        if at_size(statement, dims, time.process_time() + EACH * left) is None:
            break
        found.append(", ".join(f"{k} = {v}" for k, v in sorted(dims.items())))
    return tuple(found)


def orders(statement: Statement) -> Iterator[dict[str, int]]:
    """Small sizes within bounds: all dimensions equal, as far as their bounds allow."""
    leaves = [v for v in statement.let if isinstance(v, Dim)]
    if not all(isinstance(v, Dim | Scalar | Matrix) for v in statement.let) or not leaves:
        return
    seen = []
    for n in ORDERS:
        dims = {}
        for v in leaves:
            low, high = v.bounds
            least = int(low) if isinstance(low, Integer) else 1
            most = int(high) if isinstance(high, Integer) else max(n, least)
            dims[v.name] = min(max(n, least), most)
        if dims not in seen and max(dims.values()) <= max(ORDERS):
            seen.append(dims)
            yield dims


__all__ = ["Attempt", "attempt"]
