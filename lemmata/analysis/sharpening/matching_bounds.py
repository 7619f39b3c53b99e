"""Which statements bound the same quantity: one-sided matching of trees.

The variables of one statement take values, a dimension a dimension, an unrestricted matrix any matrix expression of its
shape, every other variable a variable of the same domain, so that one left side becomes the other letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Rational

from lemmata.analysis.sharpening.derive import NON_NEGATIVE, Bound, bounds, derived, is_leaf, renamed
from lemmata.language import atoms, core, domains, families
from lemmata.language.dimensions import is_vector
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import Clause, Relation
from lemmata.language.statement import Statement, leaves
from lemmata.language.variables import Dim, Matrix

Values = dict[Any, Any]


@dataclass(frozen=True, eq=False)
class Estimate:
    """A quantity with a bound from one side: `subject <= bound` where `above`, else `subject >= bound`."""

    source: Bound
    above: bool
    subject: Any
    bound: Any


def estimates(statement: Statement) -> Iterator[Estimate]:
    """What the inequalities bound: the left side as printed and the middles of chains; also without the square of a
    non-negative quantity, and the largest or smallest of bounded singular values."""
    middles = {_body(c).lhs for c in statement.conjuncts if isinstance(_body(c), Relation)}
    for b in bounds(statement):
        printed = _body(statement.conjuncts[b.conjunct])
        for above, subject, bound in ((True, b.small, b.large), (False, b.large, b.small)):
            if subject == printed.lhs or subject in middles:
                for q, value in _consequences(subject, bound, above):
                    yield Estimate(b, above, q, value)


def _body(clause: Any) -> Any:
    while hasattr(clause, "body"):
        clause = clause.body
    return clause


def _consequences(subject: Any, bound: Any, above: bool) -> Iterator[tuple[Any, Any]]:
    if isinstance(subject, core.Power) and subject.args[1] == 2 and isinstance(subject.args[0], NON_NEGATIVE):
        if above:
            yield from _consequences(subject.args[0], core.Sqrt(bound), above)
        elif not is_vector(bound):
            yield from _consequences(subject.args[0], core.Sqrt(core.Max(core.quantity(0), bound)), above)
        return
    yield subject, bound
    if isinstance(subject, atoms.S) and not is_vector(bound):
        yield (atoms.SMax if above else atoms.SMin)(subject.args[0]), bound


def match(pattern: Any, target: Any, values: Values) -> Values | None:
    """Values of the variables of `pattern` that turn it into `target`, extending `values`; None without any."""
    if is_leaf(pattern):
        if pattern in values:
            return values if values[pattern] == target else None
        inside = _domains(pattern, target, values)
        return None if inside is None else {**inside, pattern: target}
    if is_leaf(target) or not isinstance(pattern, Basic) or type(pattern) is not type(target):
        return values if pattern == target and not is_leaf(target) else None
    if isinstance(pattern, families.Layers) or not pattern.args:
        return values if pattern == target else None
    if len(pattern.args) != len(target.args):
        return None
    found: Values | None = values
    for p, t in zip(pattern.args, target.args, strict=True):
        found = None if found is None else match(p, t, found)
    return found


def _domains(pattern: Any, target: Any, values: Values) -> Values | None:
    if isinstance(pattern, Dim) and isinstance(target, Dim) and pattern.bounds == (1, None):
        return values  # any size
    if type(getattr(pattern, "domain", None)) is domains.RealMatrices and isinstance(pattern, Matrix):
        if not isinstance(target, MatrixTerm):
            return None
        mine, theirs = pattern.shape, target.shape
    else:
        if type(target) is not type(pattern) or type(target.domain) is not type(pattern.domain):
            return None
        mine, theirs = pattern.domain.parameters, target.domain.parameters
    if len(mine) != len(theirs):
        return None
    found: Values | None = values
    for p, t in zip(mine, theirs, strict=True):
        found = None if found is None else match(p, t, found)
    return found


@dataclass(frozen=True, eq=False)
class Rival:
    """Another statement's bound on the same quantity, its variables renamed."""

    statement: Statement
    source: Bound
    mine: Estimate
    bound: Any
    given: tuple[Clause, ...]

    @property
    def same(self) -> bool:
        """Whether the two bounds are the same expression."""
        return self.bound == self.mine.bound

    def better(self, statement: Statement) -> Statement:
        """Given both sets of hypotheses, the rival's bound is at least as good."""
        low, high = (self.bound, self.mine.bound) if self.mine.above else (self.mine.bound, self.bound)
        given = dict.fromkeys((*statement.hypotheses, *self.given))
        claim = self.mine.source.under(Relation(low, "<=", high))
        numbers = f"{self.mine.source.conjunct + 1}-{self.source.conjunct + 1}"
        return derived(statement, f"dominated-by-{self.statement.id}-{numbers}", given, (claim,))


def rivals(statement: Statement, others: tuple[Statement, ...]) -> Iterator[Rival]:
    """Bounds by other statements on quantities that the statement bounds, those that say nothing new left out."""
    for rival in bounding(statement, others):
        if not rival.same or set(rival.given) < set(statement.hypotheses):
            yield rival


def bounding(statement: Statement, others: tuple[Statement, ...]) -> Iterator[Rival]:
    """Bounds by other statements on quantities that the statement bounds, each pair of conjuncts once."""
    seen = set()
    own = list(estimates(statement))
    for other in others:
        if other.id == statement.id:
            continue
        for theirs in estimates(other):
            for mine in own:
                key = (other.id, theirs.source.conjunct, mine.source.conjunct, mine.above)
                if theirs.above != mine.above or key in seen:
                    continue
                values = _aligned(theirs, mine)
                if values is None or not _covered(other, theirs, values):
                    continue
                seen.add(key)
                given = tuple(renamed(c, values) for c in other.hypotheses)
                rival = Rival(other, theirs.source, mine, renamed(theirs.bound, values), given)
                if not isinstance(rival.bound, Rational):  # more than a sign
                    yield rival


def _aligned(theirs: Estimate, mine: Estimate) -> Values | None:
    if len(theirs.source.ranges) != len(mine.source.ranges):
        return None
    values: Values | None = {}
    for (i, low, high), (j, low_, high_) in zip(theirs.source.ranges, mine.source.ranges, strict=True):
        values = None if values is None else {**values, i: j}
        values = None if values is None else match(low, low_, values)
        values = None if values is None else match(high, high_, values)
    return None if values is None else match(theirs.subject, mine.subject, values)


def _covered(other: Statement, theirs: Estimate, values: Values) -> bool:
    """Whether the subject fixed every variable of the bound and of the hypotheses."""
    bound = {i for i, _, _ in theirs.source.ranges}
    needed = {v for part in (theirs.bound, *other.hypotheses) for v in leaves(part, frozenset(bound))}
    return needed <= values.keys()
