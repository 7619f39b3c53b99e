"""Mutants that cannot be killed because they are true: told by normal forms, signs and proofs that exist already.

Nothing is searched for here.  A mutant is *implied* when its claim follows, by the rules of `verify.proofs`, from the
original statement and its siblings wherever the mutant's hypotheses give theirs, or when the original's own proof
establishes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from sympy import Basic, Integer, factor_list, fraction

from theorems import catalogue
from theorems.language.proof import Proof
from theorems.language.relations import Clause, Relation
from theorems.language.statement import Statement
from verify import proofs
from verify.mutants.orders import orders, weaker
from verify.mutants.variants import Variant, signs
from verify.proofs.book import Book, stands_for
from verify.proofs.checking import CATALOGUE, REJECTED
from verify.proofs.facts import Fact, Needs, opened, read
from verify.proofs.rules import show
from verify.proofs.trees import substitute
from verify.proofs.vectors import introduce

TRIVIAL = Relation(Integer(0), "<=", Integer(1))  # keeps the numbers of the other hypotheses where one was left out
OPPOSITE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}  # a < b fails where b <= a


def reason(variant: Variant) -> str | None:
    """Why a mutant is certainly true, None where that is not seen."""
    try:
        return _claim_follows(variant) if variant.part == "claim" else _hypotheses_suffice(variant)
    except REJECTED:  # something in it has no normal form: nothing is seen, and the mill decides
        return None


def contradiction(variant: Variant) -> str | None:
    """Why no instance meets the hypothesis that was changed, None where that is not seen."""
    if variant.part != "given" or len(variant.hypotheses) < len(catalogue.get(variant.origin).hypotheses):
        return None
    clause = variant.hypotheses[variant.place]
    others = [h for k, h in enumerate(variant.hypotheses) if k != variant.place]
    try:
        book = Book(_made(variant, others), CATALOGUE)
        body, indices = opened(clause)
        if not isinstance(body, Relation) or body.op == "==" or indices:
            return None
        turned = Relation(body.rhs, OPPOSITE[body.op], body.lhs)
        return f"no instance meets {clause}" if _holds(book, turned) else None
    except REJECTED:
        return None


def _claim_follows(variant: Variant) -> str | None:
    if _weaker(variant):
        return "weaker than the original: what was changed moves the wrong way"
    book, proof = _books(variant.origin)
    clause = variant.conjuncts[variant.place]
    original = catalogue.get(variant.origin).conjuncts[variant.place]
    if _holds(book, clause):
        same = _same(book, clause, original)
        return "the same claim in normal form" if same else "the original implies it, by signs of what is in it"
    return "the proof of the original shows it too" if proof is not None and _holds(proof, clause) else None


def _weaker(variant: Variant) -> bool:
    return variant.spot is not None and weaker(*variant.spot, signs(catalogue.get(variant.origin)))


@cache
def _books(origin: str) -> tuple[Book, Book | None]:
    """What is known where the hypotheses of a statement hold: its claim and siblings; and the steps of its proof."""
    statement = catalogue.get(origin)
    book = Book(statement, CATALOGUE)
    _order(book, statement)
    _enter(book, statement)
    return book, _proved(statement, _proof(statement))


def _hypotheses_suffice(variant: Variant) -> str | None:
    origin = catalogue.get(variant.origin)
    if _weaker(variant):
        return "weaker than the original: it assumes more"
    without, within = _siblings_suffice(variant, origin, False), _siblings_suffice(variant, origin, True)
    if without or within:
        return without or within
    given = _proof(origin)
    if given is None:
        return None
    hypotheses = list(variant.hypotheses)
    if len(hypotheses) < len(origin.hypotheses):
        hypotheses.insert(variant.place, TRIVIAL)
    if variant.part == "let":
        old = origin.let[variant.place]
        new = next((v for v in variant.let if getattr(v, "name", "") == old.name), old)
        given = _rewritten(given, {old: new})
    proof = _proved(_made(variant, hypotheses), given)
    if proof is None or not all(_holds(proof, c) for c in variant.conjuncts):
        return None
    return "the proof of the original shows it too"


def _siblings_suffice(variant: Variant, origin: Statement, defined: bool) -> str | None:
    """Whether the original or proved siblings give every conjunct, perhaps only where the conjunct is defined."""
    names: dict[str, None] = {}
    for clause in variant.conjuncts:
        book = Book(variant, CATALOGUE)
        _order(book, variant)
        for other in (*variant.hypotheses, *([clause] if defined else [])):
            _define(book, other)  # a hypothesis that is not defined is not met
        _factors(book)
        used = _enter(book, origin)
        if not _holds(book, clause):
            return None
        names |= dict.fromkeys(s.id for s in used)
    if defined and names:
        return "the original's hypotheses hold wherever the claim is defined"
    if not names:
        return "the claim holds where the hypotheses left do, by signs of what is in it"
    if origin.id in names:
        return "its hypotheses imply those of the original"
    return f"{' and '.join(names)} implies it, proved without that hypothesis"


def _define(book: Book, clause: Any) -> None:
    """Add what holds wherever a clause is defined."""
    body, indices = opened(clause)
    if indices or not isinstance(body, Relation):
        return
    for kind, e, *_ in sorted(read(book.forms, body).needs, key=str):
        if kind in ("positive", "root"):
            book.facts[f"{kind} {e}"] = Fact(body, "<" if kind == "positive" else "<=", e)
        elif kind == "nonzero":
            _away_from_zero(book, e)


def _factors(book: Book) -> None:
    """Add that no factor of what is positive is zero."""
    for fact in list(book.facts.values()):
        if fact.op == "<" and not fact.is_matrix and fact.difference is not None:
            for factor, _ in factor_list(fraction(fact.difference)[0])[1]:
                _away_from_zero(book, factor)


def _away_from_zero(book: Book, e: Any) -> None:
    """Add the strict sign of something that is not zero and whose sign is known."""
    for way in (e, -e):
        if book.signs.non_negative(way) is not None:
            book.facts[f"not zero {e}"] = Fact(TRIVIAL, "<", book.forms.canonical(way))


def _order(book: Book, statement: Statement) -> None:
    for k, order in enumerate(orders(statement)):
        book.facts[f"order {k}"] = read(book.forms, order)


def _enter(book: Book, origin: Statement) -> list[Statement]:
    """Add the claims of the original and of its proved siblings whose hypotheses hold; returns these statements."""
    used = []
    for statement in _known(origin):
        if all(_holds(book, clause) for clause in statement.hypotheses):
            used.append(statement)
            for k, clause in enumerate(statement.conjuncts):
                if (fact := _fact(book, clause)) is not None:
                    book.facts[f"{statement.id} {k}"] = fact
    return used


def _known(origin: Statement) -> Iterator[Statement]:
    yield origin
    for other in catalogue.all_statements():
        if other.base_id == origin.base_id and other is not origin and _proof(other) is not None:
            yield other


def _proof(statement: Statement) -> Proof | None:
    report = proofs.check(statement)
    return catalogue.proof_of(statement.id) if report is not None and report.ok else None


def _proved(statement: Statement, given: Proof | None) -> Book | None:
    """A proof gone through for a statement, None where a step fails."""
    if given is None:
        return None
    book = Book(statement, CATALOGUE)
    try:
        for step in given.steps:
            introduce(book, step.by)
            book.facts[step.name] = show(book, step)
    except REJECTED:
        return None
    return book


def _made(variant: Variant, hypotheses: Sequence[Clause]) -> Statement:
    return Statement(
        id=variant.origin,
        title=variant.title,
        source=variant.source,
        kind=variant.kind,
        given=tuple(hypotheses),
        claim=variant.conjuncts,
    )


def _fact(book: Book, clause: Any) -> Fact | None:
    relation, indices = opened(clause)
    if not isinstance(relation, Relation) or not all(map(book.ranges, indices)):
        return None
    return read(book.forms, relation)


def _holds(book: Book, clause: Any) -> bool:
    """Whether a clause follows from the facts in a book, wherever its own quantities are defined."""
    goal = read(book.forms, opened(clause)[0])
    needs = book.holds(goal)
    if needs is None and not goal.is_matrix and goal.op != "==":
        needs = _beyond(book, goal)
    return needs is not None and book.discharge(needs) <= goal.needs


def _beyond(book: Book, goal: Fact) -> Needs | None:
    """What has to be defined for a goal that exceeds an earlier inequality by something never negative."""
    if not goal.difference.is_polynomial():
        return None  # sums of quotients and roots take long to bring to normal form, and rarely help
    for fact in list(book.facts.values()):
        if fact.is_matrix or fact.difference is None or fact.op == "==" or fact.length not in (None, goal.length):
            continue
        if not fact.difference.is_polynomial():
            continue
        rest = book.forms.canonical(goal.difference - fact.difference)
        used = book.signs.non_negative(rest, goal.op == "<" and fact.op != "<", goal.length)
        if used is not None:
            return fact.needs | used
    return None


def _same(book: Book, clause: Any, original: Any) -> bool:
    a, b = (read(book.forms, opened(c)[0]) for c in (clause, original))
    return stands_for(a, b) and stands_for(b, a)


def _rewritten(part: Any, values: dict[Any, Any]) -> Any:
    """A proof with a variable replaced: the values of substitutions change, the names they are for do not."""
    if isinstance(part, Basic):
        return substitute(part, values)
    if is_dataclass(part) and not isinstance(part, type):
        return type(part)(**{f.name: _rewritten(getattr(part, f.name), values) for f in fields(part)})
    if isinstance(part, dict):
        return {k: _rewritten(v, values) for k, v in part.items()}
    if isinstance(part, tuple):
        return tuple(_rewritten(v, values) for v in part)
    return part
