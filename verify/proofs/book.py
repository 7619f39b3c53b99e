"""The state of one proof under check: variables, facts by name, and what is leaned on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from theorems.language.proof import Proof
from theorems.language.relations import Relation
from theorems.language.statement import Statement
from theorems.language.text import write
from theorems.language.variables import Index
from verify.proofs.facts import NOTHING, Fact, Needs, needs_of, opened, read, same
from verify.proofs.forms import Forms
from verify.proofs.signs import Signs
from verify.proofs.trees import free
from verify.proofs.words import ProofError


@dataclass(frozen=True)
class Library:
    """Where statements and their proofs are found."""

    find: Callable[[str], Statement | None]
    proof_of: Callable[[str], Proof | None]


@dataclass(eq=False)
class Book:
    """Facts established so far about the variables of one statement."""

    statement: Statement
    library: Library
    forms: Forms = field(default_factory=Forms)
    facts: dict[str, Fact] = field(default_factory=dict)
    closed: dict[str, tuple[Index, Fact]] = field(default_factory=dict)  # for every value of an index, if there is one
    leans: dict[str, None] = field(default_factory=dict)
    vectors: dict[Any, Any] = field(default_factory=dict)  # unit vectors introduced, and by what
    remarks: list[str] = field(default_factory=list)  # on the step at hand
    granted: set[Any] = field(default_factory=set)  # what is defined because the hypotheses, which use it, hold

    def __post_init__(self) -> None:
        self.signs = Signs(self.forms, lambda: list(self.facts.values()))
        self.variables = set(self.statement.let)
        for k, clause in enumerate(self.statement.hypotheses):
            clause, indices = opened(clause)
            # a hypothesis over a range that may be empty says nothing, and is left out, as is one without normal form
            if isinstance(clause, Relation) and all(map(self.ranges, indices)):
                with suppress(ProofError):
                    self.facts[f"given {k}"] = read(self.forms, clause, NOTHING)
                    self.granted |= needs_of(self.forms, clause)

    def fact(self, name: str) -> Fact:
        """An earlier fact.  Raises ProofError when there is none of this name."""
        if name not in self.facts:
            raise ProofError(f"no fact is called {name!r} at this point")
        return self.facts[name]

    def target(self, clause: Any) -> Fact:
        """What a step states, not yet shown.  Raises ProofError when it speaks of unknown variables."""
        clause, indices = opened(clause)
        for leaf in free(clause) - self.variables - set(self.vectors):
            if not self.ranges(leaf):
                raise ProofError(f"{write(leaf)} is not a variable of the statement")
        return read(self.forms, clause)

    def ranges(self, leaf: Any) -> bool:
        """Whether a leaf is an index over a range of the statement's dimensions that is never empty."""
        if not isinstance(leaf, Index):
            return False
        low, high = bounds(leaf)
        if high is None or not all(x in self.variables or self.ranges(x) for x in free(low) | free(high)):
            return False
        return self.signs.non_negative(self.forms.scalar(high) - self.forms.scalar(low)) is not None

    def shown(self, target: Fact, *used: Needs, family: bool = False) -> Fact:
        """The target as a fact: it holds where it and whatever it was derived from are defined."""
        needs = target.needs.union(*used)
        return Fact(target.clause, target.op, target.difference, target.length, self.discharge(needs), family)

    def discharge(self, needs: Needs) -> Needs:
        """Leave out what is seen to be defined."""
        out: set[Any] = set()
        for need in needs - self.granted:
            used = self.defined(need)
            out |= {need} if used is None else used
        return frozenset(out)

    def defined(self, need: tuple[Any, ...]) -> Needs | None:
        """What has to be defined for a need to be met, None where it is not seen to be."""
        kind, e = need
        if kind == "inverse":
            return None  # a matrix is only seen to be invertible where its inverse stands in the statement
        if kind == "root":
            return self.signs.non_negative(e)
        ways = (e, -e, e**2) if kind == "nonzero" else (e,)
        return next((used for way in ways if (used := self.signs.non_negative(way, strict=True)) is not None), None)

    def positive(self, e: Any, strict: bool, length: object = None, what: str = "") -> Needs:
        """The needs of a sign.  Raises ProofError when the sign is not seen."""
        needs = self.signs.non_negative(e, strict, length)
        if needs is None:
            raise ProofError(f"{what or e} is not seen to be {'positive' if strict else 'non-negative'}")
        return needs

    def holds(self, fact: Fact) -> Needs | None:
        """What has to be defined for a relation to follow from the facts so far, None where it is not seen to."""
        if fact.is_matrix:
            if not fact.difference.terms:
                return NOTHING
            found = [f for f in self.facts.values() if f.op == "==" and same(f.difference, fact.difference)]
            return found[0].needs if found else None
        if fact.op != "==":
            return self.signs.non_negative(fact.difference, fact.op == "<", fact.length)
        if fact.difference == 0:
            return NOTHING
        for f in self.facts.values():
            if f.op != "==" or f.is_matrix or f.length != fact.length or f.difference is None:
                continue
            if fact.difference in (f.difference, self.forms.canonical(-f.difference)):
                return f.needs
        return None

    def covers(self, conjunct: Any) -> bool:
        """Whether some fact is the conjunct, in need of nothing that the conjunct does not need itself."""
        wanted, indices = opened(conjunct)
        if any(index in self.variables for index in indices):  # one value, and not every one
            return False
        goal = read(self.forms, wanted)
        closed = [fact for index, fact in self.closed.values() if index in indices]
        return any(f.needs <= goal.needs and stands_for(f, goal) for f in (*self.facts.values(), *closed))

    def needs(self, node: Any) -> Needs:
        """The places where a tree could be undefined."""
        return needs_of(self.forms, node)


def bounds(index: Index) -> tuple[Any, Any]:
    """Least and greatest value of an index, the latter None where there is none."""
    domain: Any = index.domain
    return domain.low, domain.high


def stands_for(fact: Fact, goal: Fact) -> bool:
    """Whether a fact is the goal, or the goal with a strict inequality."""
    if fact.difference is None or goal.difference is None:
        return fact.difference is goal.difference and fact.clause == goal.clause
    if fact.op != goal.op and (fact.op, goal.op) != ("<", "<="):
        return False
    if fact.length != goal.length:
        return False
    if same(fact.difference, goal.difference):
        return True
    return fact.op == "==" and not fact.is_matrix and not goal.is_matrix and fact.difference == -goal.difference
