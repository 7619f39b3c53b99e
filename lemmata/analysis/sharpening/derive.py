"""Statements made from a statement: outside a hypothesis, on a wider domain, with a smaller constant.

A hypothesis is not simply left out: the derived statement assumes its negation.  Where the hypothesis holds the
original has been checked already, so every instance of the derived one says something new, also about hypotheses that
random instances hardly ever miss.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sympy import Basic, Integer, Rational

from lemmata.language import atoms, core, domains, families
from lemmata.language.dimensions import is_vector
from lemmata.language.matrices import Id, MatrixTerm
from lemmata.language.relations import CONTRARY, Clause, Exists, ForAll, Relation
from lemmata.language.specification import Sign, classes
from lemmata.language.statement import Statement
from lemmata.language.text import declaration, write
from lemmata.language.variables import Dim, Index, Matrix, Scalar, on_domain

NON_NEGATIVE = classes(lambda spec: spec.sign is not Sign.UNKNOWN)


def is_leaf(node: Any) -> bool:
    """Whether a node is a variable (a family of layers excepted)."""
    return hasattr(node, "domain") and hasattr(node, "name")


def renamed(node: Any, values: Mapping[Any, Any]) -> Any:
    """The tree with each variable replaced by its value, in the domains of the other variables too."""
    if node in values:
        return values[node]
    if is_leaf(node):
        domain = node.domain.map(lambda p: renamed(p, values))
        return node if domain == node.domain else on_domain(node, domain)
    if not isinstance(node, Basic) or not node.args or isinstance(node, families.Layers):
        return node
    return node.func(*(renamed(a, values) for a in node.args))


def derived(statement: Statement, what: str, given: Iterable[Clause], claim: Iterable[Clause]) -> Statement:
    """A statement for the derived checks: kind, paper and construction of the original, its own id, no proof."""
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", f"{statement.id}.{what}").strip("-")
    return replace(
        statement,
        id=f"derived.{name}",
        title=f"{statement.title}: {what}",
        given=tuple(given),
        claim=tuple(claim),
        depends_on=(),
        proof=None,
        denied_by=None,
        notes="",
    )


def difference(a: Any, b: Any) -> Any:
    """a - b, without a trailing zero."""
    return a if b == 0 else core.Plus(a, core.Neg(b))


def _excess(relation: Relation) -> tuple[Any, bool] | None:
    """A scalar whose being positive (or, second item true, non-negative) says that the relation fails."""
    lhs, op, rhs = relation.lhs, relation.op, relation.rhs
    if isinstance(lhs, MatrixTerm):
        return (atoms.NormF(lhs - rhs), False) if op == "==" else None
    value = {"<": difference(lhs, rhs), ">": difference(rhs, lhs), "=": core.Abs(difference(lhs, rhs))}[op[0]]
    return core.Max(value) if is_vector(value) else value, op in ("<", ">")


def negation(clause: Clause) -> tuple[Clause, ...] | None:
    """Clauses that together say the opposite, None where the language has no words for it."""
    if isinstance(clause, Relation):
        found = _excess(clause)
        if found is None:
            return None
        value, weak = found
        if isinstance(value, core.Max | atoms.NormF | core.Abs):
            return (Relation(value, ">=" if weak else ">", 0),)
        return (Relation(clause.lhs, CONTRARY[clause.op], clause.rhs),)
    if isinstance(clause, ForAll) and isinstance(clause.body, Relation):
        found = _excess(clause.body)
        if found is None:
            return None
        index, low, high = clause.args[:3]
        op = ">=" if found[1] else ">"
        if isinstance(high, Dim) and high.domain.low == low:
            return (Relation(families.MaxOver(index, low, high, found[0]), op, 0),)
        # An empty range breaks nothing; the maximum over it is never formed, whatever the dimensions.
        over = families.MaxOver(index, low, core.Max(high, low), found[0])
        return Relation(high, ">=", low), Relation(over, op, 0)
    return None


@dataclass(frozen=True, eq=False)
class Ablation:
    """One hypothesis, or one side of a domain, and the statement that does without it.

    `statement` is None where the negation cannot be written; `outside` says whether all its instances lie outside the
    hypothesis.
    """

    text: str
    kind: str  # "hypothesis" or "domain"
    wider: str  # what is assumed instead
    statement: Statement | None
    outside: bool = True


def without_hypotheses(statement: Statement) -> Iterator[Ablation]:
    """One ablation per hypothesis."""
    hypotheses = statement.hypotheses
    for k, clause in enumerate(hypotheses):
        opposite = negation(clause)
        others = [h for j, h in enumerate(hypotheses) if j != k]
        wider = "" if opposite is None else " and ".join(write(c) for c in opposite)
        made = opposite and derived(statement, f"without-{k + 1}", (*others, *opposite), statement.conjuncts)
        yield Ablation(write(clause), "hypothesis", wider, made or None)


def at_equality(statement: Statement) -> Iterator[Ablation]:
    """One ablation per strict hypothesis whose sides may cross: the claim where they are equal."""
    hypotheses = statement.hypotheses
    for k, clause in enumerate(hypotheses):
        if not isinstance(clause, Relation) or len(clause.op) == 2 or clause.op == "==":
            continue
        if clause.rhs == 0 and isinstance(clause.lhs, NON_NEGATIVE):
            continue  # equality is all that lies outside
        equal = Relation(clause.lhs, "==", clause.rhs)
        given = (*(h for j, h in enumerate(hypotheses) if j != k), equal)
        made = derived(statement, f"at-equality-{k + 1}", given, statement.conjuncts)
        yield Ablation(write(clause), "hypothesis", write(equal), made)


def _must_be_symmetric(statement: Statement, leaf: Any) -> bool:
    """Whether a variable stands inside an atom that only a symmetric matrix has."""
    clauses = (*statement.hypotheses, *statement.conjuncts)
    return any(
        atom.args[0].has(leaf)
        for clause in clauses
        for atom in clause.atoms(atoms.Lam, atoms.LMax, atoms.LMin, atoms.EigenForm)
    )


def _wider(statement: Statement, leaf: Any) -> Iterator[tuple[str, Any, tuple[Clause, ...], bool]]:
    """(words, variable on a wider domain, clauses that lead outside the old one, whether they do so always)."""
    domain = leaf.domain
    if isinstance(leaf, Scalar) and isinstance(domain, domains.Interval | domains.OpenInterval):
        free, closed = Scalar(leaf.name), isinstance(domain, domains.Interval)
        yield "below its lower end", free, (Relation(free, "<" if closed else "<=", domain.low),), True
        yield "above its upper end", free, (Relation(free, ">" if closed else ">=", domain.high),), True
    elif isinstance(domain, domains.Positive):
        free = Scalar(leaf.name)
        yield "zero or negative", free, (free <= 0,), True
    elif isinstance(domain, domains.PSD):
        wide = Matrix(leaf.name, domain=domains.SymmetricMatrices(domain.n))
        yield "symmetric, indefinite", wide, (atoms.LMin(wide) < 0,), True
    elif isinstance(domain, domains.SymmetricMatrices) and not _must_be_symmetric(statement, leaf):
        wide = Matrix(leaf.name, domain.n, domain.n)
        yield "square, not symmetric", wide, (atoms.NormF(wide - wide.T) > 0,), True
    elif isinstance(domain, domains.Orthogonal):
        wide = Matrix(leaf.name, domain.n, domain.n)
        yield "square, not orthogonal", wide, (atoms.NormF(wide.T @ wide - Id(domain.n)) > 0,), True
    elif isinstance(domain, domains.DiagonalMatrices):
        yield "any square matrix", Matrix(leaf.name, domain.n, domain.n), (), False
    elif isinstance(domain, domains.Activation):
        if domain.eta == Integer(-1):
            yield "any orthogonal matrix", Matrix(leaf.name, domain=domains.Orthogonal(domain.n)), (), False
        else:
            wide = Matrix(leaf.name, domain.n, domain.n)
            yield "any square matrix of norm at most 1", wide, (atoms.SMax(wide) <= 1,), False
        yield "any diagonal matrix", Matrix(leaf.name, domain=domains.DiagonalMatrices(domain.n)), (), False
    elif isinstance(domain, domains.Selection):
        wide = Matrix(leaf.name, domain.rows, domain.n)
        yield "any matrix of norm at most 1", wide, (atoms.SMax(wide) <= 1,), False


def wider_domains(statement: Statement) -> Iterator[Ablation]:
    """One ablation per way to widen the domain of a variable."""
    for leaf in statement.let:
        if not is_leaf(leaf) or isinstance(leaf, Dim | Index):
            continue
        for words, wide, clauses, outside in _wider(statement, leaf):
            values = {leaf: wide}
            given = (*(renamed(c, values) for c in statement.hypotheses), *clauses)
            claim = tuple(renamed(c, values) for c in statement.conjuncts)
            made = derived(statement, f"{leaf.name}-{words}", given, claim)
            # A construction fills the old domains only.
            yield Ablation(declaration(leaf), "domain", f"{leaf.name}: {words}", replace(made, construct=None), outside)


@dataclass(frozen=True, eq=False)
class Bound:
    """An inequality conjunct as `small <= large` under its quantifiers."""

    conjunct: int
    ranges: tuple[tuple[Any, Any, Any], ...]
    small: Any
    large: Any
    strict: bool
    flipped: bool  # whether it is written with >= and the smaller side on the right

    def under(self, relation: Relation) -> Clause:
        """A relation under the quantifiers of this one."""
        clause: Clause = relation
        for index, low, high in reversed(self.ranges):
            clause = ForAll(index, low, high, clause)
        return clause


def bounds(statement: Statement) -> list[Bound]:
    """The inequalities among the conjuncts; equations, matrix relations and existence claims have no constant."""
    found = []
    for k, clause in enumerate(statement.conjuncts):
        ranges, body = [], clause
        while isinstance(body, ForAll):
            ranges.append((body.args[0], body.args[1], body.args[2]))
            body = body.body
        if isinstance(body, Exists) or not isinstance(body, Relation) or body.op == "==":
            continue
        if isinstance(body.lhs, MatrixTerm):
            continue
        flipped = body.op[0] == ">"
        small, large = (body.rhs, body.lhs) if flipped else (body.lhs, body.rhs)
        found.append(Bound(k, tuple(ranges), small, large, len(body.op) == 1, flipped))
    return found


def alone(statement: Statement, bound: Bound) -> Statement:
    """The statement with one of its conjuncts."""
    return derived(
        statement, f"conjunct-{bound.conjunct + 1}", statement.hypotheses, (statement.conjuncts[bound.conjunct],)
    )


def scaled(statement: Statement, bound: Bound, constant: Rational) -> Statement:
    """The claim `small <= constant * large`."""
    relation = Relation(bound.small, "<" if bound.strict else "<=", core.Times(constant, bound.large))
    what = f"conjunct-{bound.conjunct + 1}-times-{constant.p}-{constant.q}"
    return derived(statement, what, statement.hypotheses, (bound.under(relation),))
