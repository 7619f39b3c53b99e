"""Reasons of plain logic: contradiction, cases, induction, congruence, and what sums and products mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sympy import Integer, Number

from theorems.language import core, families, proof
from theorems.language.matrices import MatrixTerm
from theorems.language.relations import Relation
from theorems.language.variables import Index
from verify.proofs import instances
from verify.proofs.book import Book, bounds, stands_for
from verify.proofs.facts import NOTHING, Fact, expression, read
from verify.proofs.trees import bound_indices, entry_of, free, substitute
from verify.proofs.words import ProofError

Play = Callable[[Book, Iterable[proof.Step]], None]
CONTRARY, CASE, BEFORE = "contrary", "case", "before"
OPPOSITE = {"<=": "<", "<": "<=", ">=": ">", ">": ">="}


def negation(clause: Any) -> Relation:
    """What holds where an inequality between numbers does not.  Between integers a < b is read as a + 1 <= b."""
    if not isinstance(clause, Relation) or clause.op == "==" or isinstance(clause.lhs, MatrixTerm):
        raise ProofError(f"{clause} is no inequality between numbers")
    small, large = (clause.lhs, clause.rhs) if clause.op in ("<=", "<") else (clause.rhs, clause.lhs)
    if clause.op in ("<=", ">=") and instances.is_integer(small) and instances.is_integer(large):
        return Relation(large + 1, "<=", small)
    return Relation(large, {"<=": "<", "<": "<="}[clause.op.replace(">", "<")], small)


@contextmanager
def assuming(book: Book, **facts: Fact) -> Iterator[None]:
    """Some facts more, forgotten afterwards together with all that was derived from them."""
    taken = [name for name in facts if name in book.facts]
    if taken:
        raise ProofError(f"{taken[0]!r} names something else already")
    before = book.facts
    book.facts = {**before, **facts}
    try:
        yield
    finally:
        book.facts = before


def refute(book: Book, reason: proof.Refute, target: Fact) -> Fact:
    """The target, because some combination of its contrary with facts is absurd."""
    forms = book.forms
    contrary = read(forms, negation(target.clause), NOTHING)
    if contrary.length != target.length:
        raise ProofError(f"{target.clause} compares no numbers")
    used, strict, total = NOTHING, False, Integer(0)
    if CONTRARY not in reason.facts:
        raise ProofError(f"nothing is said of the {CONTRARY}")
    with assuming(book, **{CONTRARY: contrary}):
        for name, factor in reason.facts.items():
            fact, c, length = book.fact(name), forms.scalar(factor), forms.length(factor)
            if not {x for x in (fact.length, length) if x is not None} <= {target.length}:
                raise ProofError(f"{name} speaks of vectors of another length than {target.clause}")
            used |= fact.needs | book.needs(factor)
            if fact.op != "==":
                used |= book.positive(c, False, target.length, what=f"the factor {factor} of {name}")
                above = book.signs.non_negative(c, True, target.length) if fact.op == "<" else None
                if above is not None:
                    strict, used = True, used | above
            total = total + c * expression(fact)
    total = forms.canonical(total)
    if not isinstance(total, Number) or total > 0 or total == 0 and not strict:
        raise ProofError(f"0 {'<' if strict else '<='} {total} is no contradiction")
    return book.shown(target, used)


def antisymmetric(book: Book, reason: proof.Antisymmetric, target: Fact) -> Fact:
    """a == b from a <= b and b <= a."""
    if target.op != "==" or target.is_matrix or not isinstance(target.clause, Relation):
        raise ProofError(f"{target.clause} is no equation between quantities")
    a, b = target.clause.lhs, target.clause.rhs
    used = NOTHING
    for name, small, large in ((reason.below, a, b), (reason.above, b, a)):
        fact = book.fact(name)
        if fact.op == "==" or not stands_for(fact, read(book.forms, Relation(small, "<=", large))):
            raise ProofError(f"{name} does not say {small} <= {large}")
        used |= fact.needs
    return book.shown(target, used)


def _settles(book: Book, play: Play, steps: tuple[proof.Step, ...], target: Fact) -> Fact:
    """The fact among those that some steps establish that is the target."""
    play(book, steps)
    for step in reversed(steps):
        if stands_for(book.facts[step.name], target):
            return book.facts[step.name]
    raise ProofError(f"no step gives {target.clause}")


def cases(book: Book, reason: proof.Cases, target: Fact, play: Play) -> Fact:
    """The target, established in both cases."""
    used = NOTHING
    for clause, steps in ((reason.split, reason.then), (negation(reason.split), reason.otherwise)):
        case = book.target(clause)
        if case.length is not None or case.op == "==":
            raise ProofError(f"{clause} is no inequality between numbers")
        indices = {x for x in free(clause) if isinstance(x, Index)} - book.variables
        book.variables |= indices  # in a case an index has one value: nothing is shown for all of them
        try:
            with assuming(book, **{CASE: case}):
                used |= _settles(book, play, steps, target).needs | case.needs
        finally:
            book.variables -= indices
    return book.shown(target, used)


def induction(book: Book, reason: proof.Induction, target: Fact, play: Play) -> Fact:
    """The target for every value of an index, from the least one and from each value to the next."""
    index = reason.index
    if not isinstance(index, Index) or index in book.variables or not book.ranges(index):
        raise ProofError(f"{index} does not stand for a range that is never empty")
    if index not in free(target.clause) or index in bound_indices(target.clause):
        raise ProofError(f"{target.clause} says nothing of {index}")
    low, high = bounds(index)
    with assuming(book):
        first = read(book.forms, substitute(target.clause, {index: low}))
        used = _settles(book, play, reason.base, first).needs
    # below the last value the index is a number like any other; where there is none, nothing is to be shown
    fixed = Index(index.name, low, high - 1)
    book.variables.add(fixed)
    try:
        before = read(book.forms, substitute(target.clause, {index: fixed}))
        following = read(book.forms, substitute(target.clause, {index: fixed + 1}))
        with assuming(book, **{BEFORE: before}):
            used |= _settles(book, play, reason.then, following).needs - before.needs
    finally:
        book.variables.remove(fixed)
    if used:
        raise ProofError("what has to be defined is not followed through an induction")
    return book.shown(target)


def for_each(book: Book, reason: proof.ForEach, states: Any, play: Play) -> Fact:
    """A relation for every value of an index, from steps about one value that may not exist."""
    index = reason.index
    if not isinstance(index, Index) or index in book.variables or index in book.vectors:
        raise ProofError(f"{index} does not stand for every value in a range")
    low, high = bounds(index)
    if high is None or not (free(low) | free(high)) <= book.variables:
        raise ProofError(f"the range of {index} is not made of variables of the statement")
    book.variables.add(index)
    try:
        with assuming(book):
            target = book.target(states)
            found = _settles(book, play, reason.steps, target)
            return book.shown(target, found.needs)
    finally:
        book.variables.remove(index)


def congruence(book: Book, reason: proof.Congruence, target: Fact) -> Fact:
    """f(A) == f(B) from A == B: the left side becomes the right one once B stands for A in it."""
    fact, clause = book.fact(reason.fact), target.clause
    if fact.op != "==" or not isinstance(fact.clause, Relation) or not isinstance(fact.clause.lhs, MatrixTerm):
        raise ProofError(f"{reason.fact} is no equation between matrices")
    if target.op != "==" or not isinstance(clause, Relation):
        raise ProofError(f"{clause} is no equation")
    old, new = fact.clause.lhs, fact.clause.rhs
    if (free(old) | free(new)) & bound_indices(clause):
        raise ProofError(f"{reason.fact} has an index that {clause} binds")
    changed = Relation(substitute(clause.lhs, {old: new}), "==", clause.rhs)
    given = read(book.forms, changed)
    zero = not given.difference.terms if given.is_matrix else given.difference == 0
    if not zero:
        raise ProofError(f"with {new} for {old}, {clause.lhs} does not become {clause.rhs}")
    return book.shown(target, fact.needs)


def instance(book: Book, reason: proof.Instance, target: Fact) -> Fact:
    """A fact for every value of a free index, at one value in its range."""
    fact, index, value = book.fact(reason.fact), reason.index, reason.value
    if not isinstance(index, Index) or index in book.variables:
        raise ProofError(f"{index} does not stand for every value")
    if not isinstance(fact.clause, Relation) or index not in free(fact.clause) or free(fact.clause) & set(book.vectors):
        raise ProofError(f"{reason.fact} does not hold for every {index.name}")
    if any(not book.ranges(x) for x in free(value) - book.variables) or not instances.is_integer(value):
        raise ProofError(f"{value} is no integer made of variables of the statement")
    if free(value) & bound_indices(fact.clause):
        raise ProofError(f"{value} has an index that {fact.clause} binds")
    low, high = bounds(index)
    used = book.positive(book.forms.scalar(value - low), False, what=f"{value} - {low}")
    if high is not None:
        used |= book.positive(book.forms.scalar(high - value), False, what=f"{high} - {value}")
    clause = substitute(fact.clause, {index: value})
    if index in free(clause) - free(value):
        raise ProofError(f"the range of another index depends on {index}")
    given = read(book.forms, clause)
    if not stands_for(given, target):
        raise ProofError(f"this gives {given.clause}, not {target.clause}")
    return book.shown(target, used, given.needs)


def some_terms(book: Book, reason: proof.SomeTerms, target: Fact) -> Fact:
    """Entries in disjoint ranges of a non-negative vector add up to at most the sum of all."""
    fact, forms = book.fact(reason.fact), book.forms
    if fact.op == "==" or fact.length is None or not isinstance(fact.clause, Relation):
        raise ProofError(f"{reason.fact} is no inequality between vectors")
    small, large = (fact.clause.lhs, fact.clause.rhs)
    if fact.clause.op in (">=", ">"):
        small, large = large, small
    if forms.length(small) is not None or forms.scalar(small) != 0:
        raise ProofError(f"{reason.fact} does not say that a vector is not negative")
    used, above, parts = fact.needs, Integer(0), []
    ends = fact.length[1:] if isinstance(fact.length, tuple) else (fact.length,)
    counter = Index("i_#")
    for low, high in reason.ranges:
        if not (instances.is_integer(low) and instances.is_integer(high)):
            raise ProofError(f"{low} and {high} are not seen to be integers")
        used |= book.positive(forms.scalar(low) - above - 1, False, what=f"{low} beyond the range before it")
        used |= book.positive(forms.scalar(high) - forms.scalar(low) + 1, False, what=f"{high} - {low} + 1")
        above = forms.scalar(high)
        one = forms.scalar(low) == above
        parts.append(entry_of(large, low) if one else families.SumOver(counter, low, high, entry_of(large, counter)))
    for end in ends:
        used |= book.positive(end - above, False, what=f"{end} - {reason.ranges[-1][1]}")
    whole = len(reason.ranges) == 1 and reason.ranges[0][0] == 1 and above in ends
    claims = [Relation(sum(parts[1:], parts[0]), op, core.Total(large)) for op in (("<=", "==") if whole else ("<=",))]
    if not any(stands_for(read(forms, claim), target) for claim in claims):
        raise ProofError(f"this gives {claims[0]}, not {target.clause}")
    return book.shown(target, used)


def unrolled(book: Book, reason: proof.Unrolled, target: Fact) -> Fact:
    """A product of one factor is this factor, one of more its last factor times the product of those before."""
    clause = target.clause
    if target.op != "==" or not isinstance(clause.lhs, families.MatProdOver):
        raise ProofError(f"{clause} is no equation for a product over an index")
    index, low, high, body = clause.lhs.args
    last = substitute(body, {index: high})
    used = NOTHING
    if book.forms.scalar(low) != book.forms.scalar(high):
        one_less = high.args[0] if isinstance(high, core.Plus) and high.args[1:] == (Integer(1),) else high - 1
        used = book.positive(book.forms.scalar(one_less - low), False, what=f"{one_less} - {low}")
        last = last @ families.MatProdOver(index, low, one_less, body)
    given = read(book.forms, Relation(clause.lhs, "==", last))
    if not stands_for(given, target):
        raise ProofError(f"this gives {given.clause}, not {clause}")
    return book.shown(target, used)
