"""What is known where the hypotheses of a statement hold: a state of the prover, with what every reader knows in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import KernelError, Term, Vector, neg
from lemmata.language.statement import Statement
from lemmata.mutants.known_orders import orders
from lemmata.prove import elaborating, proofs
from lemmata.prove.state import State


class Ground:
    """The hypotheses of a statement, orders between the quantities in it, and statements that were entered.

    With `defined`, what a clause needs to be defined is granted from the start.  Raises KernelError for a
    statement that the kernel cannot read.
    """

    def __init__(self, statement: Statement, defined: Any = None) -> None:
        self.statement, self.defined = statement, defined
        self.entered: list[Statement] = []
        self._open()

    def _open(self) -> None:
        """A state of the prover; older ones are of no use once normal forms count anew."""
        self.beginning = elaborating.beginnings
        self.state = state = State(self.statement)
        self.base = set(state.domains) | {f for needs, clause in state.clauses for f in (*needs, clause)}
        if self.defined is not None:
            found = state.clauses_of(self.defined)
            self.base |= {f for needs, _ in found for f in needs}
            state.assumed |= {f: logic.assume(f) for f in self.base if f not in state.assumed}
        for order in orders(self.statement):
            try:
                formula = state.relation(order)
            except KernelError:
                continue
            self.base.add(formula)
            state.assumed[formula] = logic.assume(formula)
        for other in self.entered:
            self._enter(other)

    def _current(self) -> State:
        if self.beginning != elaborating.beginnings:
            self._open()
        return self.state

    def enter(self, other: Statement) -> bool:
        """Add the claims of a statement about the same variables, where what it grants is at hand here."""
        self._current()
        if self._enter(other):
            self.entered.append(other)
            return True
        return False

    def _enter(self, other: Statement) -> bool:
        found = {}
        for k in range(len(other.conjuncts)):
            th = self.state.settled(elaborating.theorem_of_statement(other, k))
            if th.hypotheses <= self.base:
                found[f"{other.id} {k}"] = th
        self.state.facts |= found
        return bool(found)

    def sign(self, node: Any) -> int:
        """+1 for a quantity that is never negative, -1 for one that is never positive, 0 where neither is seen."""
        try:
            state = self._current()
            value = state.term(node)
            if isinstance(value, Vector):  # numbers have signs
                return 0
            return next((way for way in (1, -1) if state.signs.sign(value if way > 0 else neg(value))), 0)
        except KernelError:
            return 0

    def holds(self, clause: Any) -> bool:
        """Whether a relation follows wherever it is defined."""
        state = self._current()
        return all(self._shown(state, *found) for found in state.clauses_of(clause))

    def _shown(self, state: State, needs: list[Term], goal: Term) -> bool:
        granted = self.base | set(needs)
        with granting(state, needs), state.only(granted):
            th = state.prove(goal)
            th = None if th is None else state.freed(state.settled(th))
        return th is not None and th.hypotheses <= granted


@contextmanager
def granting(state: State, needs: list[Term]) -> Iterator[None]:
    """What a clause needs to be defined, assumed for a while."""
    added = [f for f in needs if f not in state.assumed]
    state.assumed |= {f: logic.assume(f) for f in added}
    try:
        yield
    finally:
        for f in added:
            del state.assumed[f]
        state.forget(added)


def ground(statement: Statement) -> Ground | None:
    """The ground of a statement, None for one that the kernel cannot read."""
    try:
        return Ground(statement)
    except KernelError:
        return None


def siblings(origin: Statement) -> Iterator[Statement]:
    """A statement, and the proved ones that stand next to it."""
    yield origin
    for other in catalogue.all_statements():
        if other.base_id == origin.base_id and other is not origin:
            report = proofs.check(other)
            if report is not None and report.ok:
                yield other
