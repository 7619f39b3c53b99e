"""What is known where the hypotheses of a statement hold: a state of the prover, with what every reader knows in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sympy import Expr, Integer, Rational

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import KernelError, Term, neg
from lemmata.language import core, families
from lemmata.language.atoms import Cond, Lam, LMax, LMin, MaxAbs, Norm2, NormF, Rank, Rho, S, SMax, SMin
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.mutants.sites import Sign, Site, shifted, sign, sites
from lemmata.prove import elaborating, proofs
from lemmata.prove.state import State


# Orders between quantities that every reader knows, to tell a mutant that claims less than its original.
def orders(statement: Statement) -> Iterator[Relation]:
    """The smallest value of a matrix in the statement is at most its largest, its rank at most its columns."""
    arguments: dict[Any, None] = {}
    for clause in (*statement.hypotheses, *statement.conjuncts):
        for site in sites(clause, "claim"):
            if isinstance(site.node, Rank):
                yield site.node <= site.node.args[0].shape[1]
            if isinstance(site.node, SMax | SMin | LMax | LMin | Norm2):
                arguments.setdefault((isinstance(site.node, LMax | LMin), site.node.args[0]))
    for symmetric, matrix in arguments:
        if symmetric:
            yield LMin(matrix) <= LMax(matrix)
        else:
            yield SMin(matrix) <= SMax(matrix)
            yield SMin(matrix) ** 2 <= SMax(matrix) ** 2


def weaker(site: Site, new: Any, known: Sign) -> bool:
    """Whether a new value moves the statement towards the weaker side, or not at all.

    `known` gives the signs where the hypotheses hold; for a node of a hypothesis only plain signs are used.
    """
    if not site.stronger or not isinstance(new, Expr) or isinstance(new, MatrixTerm):
        return False
    ways = known if site.role == "claim" else sign
    if site.inside and not ways(new) == ways(site.node) != 0:
        return False  # a factor of a matrix that may change its sign says nothing of what is read off
    if (
        isinstance(site.node, NormF | SMax | Norm2 | S)
        and Integer(1) in site.node.args[0].shape
        and _same_of_a_column(new)
    ):
        return True
    if _at_most(new, site.node, ways):
        return site.stronger > 0
    if _at_most(site.node, new, ways):
        return site.stronger < 0
    difference = ways(core.Plus(site.node, core.Neg(new)))
    return difference == site.stronger


def _same_of_a_column(new: Any) -> bool:
    """Whether a quantity of a row or column is its length: there is one singular value."""
    return isinstance(new, NormF | Norm2 | SMax) or isinstance(new, core.Total) and isinstance(new.args[0], S)


NEVER_ABOVE = {(a, b) for a in (Rho, SMin, MaxAbs) for b in (SMax, Norm2, NormF)} | {
    (SMax, NormF), (Norm2, NormF), (LMin, LMax), (LMax, SMax), (LMin, SMin), (core.Min, core.Max),
}  # fmt: skip


def _at_most(small: Any, large: Any, ways: Sign) -> bool:
    """Whether one quantity is at most another for the form they have."""
    if isinstance(small, Rational) and isinstance(large, Rational):
        return bool(small <= large)
    pair = (type(small), type(large))
    inside = small.args[:1] == large.args[:1]
    if pair in NEVER_ABOVE and inside:
        return small.args == large.args
    if isinstance(small, NormF) and isinstance(large, core.Total):
        return large.args[0] == S(small.args[0])
    if isinstance(small, core.Max) and isinstance(large, core.Total) and inside:
        return ways(small.args[0]) > 0
    if pair == (families.MaxOver, families.SumOver) and small.args == large.args:
        return ways(small.body) > 0
    if isinstance(small, families.SumOver) and isinstance(large, families.SumOver):
        return _part(small, large) and ways(small.body) > 0
    if isinstance(large, core.Power) and isinstance(large.args[0], Cond) and large.args[1] > 1:
        return small == large.args[0]  # at least one, where it is defined
    if isinstance(large, core.Times) and all(ways(f) > 0 for f in large.args):
        kept = small.args if isinstance(small, core.Times) else (small,)
        lost = [f for f in large.args if f not in kept]
        base = lost[0].args[0] if lost and isinstance(lost[0], core.Power) else lost[0] if lost else None
        return isinstance(base, Cond) and tuple(f for f in large.args if f is not lost[0]) == tuple(kept)
    if isinstance(small, core.Sqrt) and isinstance(small.args[0], core.Plus) and isinstance(large, core.Plus):
        squares = tuple(core.Power(t, 2) for t in large.args)
        return small.args[0].args == squares and all(ways(t) > 0 for t in large.args)
    if isinstance(small, core.Total) and isinstance(large, core.Power) and isinstance(large.args[0], core.Total):
        base = large.args[0].args[0]
        return small.args[0] == core.Power(base, 2) and large.args[1] == 2 and ways(base) > 0
    if isinstance(small, core.Entry) and isinstance(large, core.Entry) and isinstance(small.args[0], S | Lam):
        return inside and shifted(large.args[1], 1) == shifted(small.args[1], 0)
    if isinstance(small, core.Sqrt):
        return isinstance(large, Rank) and small.args[0] == large
    return isinstance(small, Rank) and large == core.Power(small, Integer(2))


def _part(small: families.SumOver, large: families.SumOver) -> bool:
    """Whether a sum leaves out a term at one end of another one."""
    (i, low, high, body), (j, first, last, other) = small.args, large.args
    fewer = (low, high) in ((shifted(first, 1), last), (first, shifted(last, -1)))
    return bool(i == j and body == other and fewer)


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
            if value[0] == "vec":  # numbers have signs
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
