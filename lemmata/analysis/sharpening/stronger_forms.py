"""Claims that would say more than a claim does: one place of it changed, by a small grammar.

The larger side becomes smaller, or the smaller one larger: a norm by a neighbouring one, a dimension by a rank, a sum
by its larger part, something that is not negative added.  Whether the change goes the way it is meant to is not taken
from the grammar: a candidate comes with the statement that it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from sympy import Basic, Integer, Rational

from lemmata.analysis.sharpening.derive import Bound, bounds, derived, is_vector, scaled, wider_domains
from lemmata.language import atoms, core
from lemmata.language.matrices import MatrixTerm, Transpose
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim, Matrix

DENOMINATORS = 12
CONSTANTS = 4  # tried per bound, the smallest first
ROUNDED = 1e-5  # of a ratio as it is printed
LEVELS = 40  # rewritings of one side
DOWN: dict[type, tuple[Callable[[Any], Any], ...]] = {
    atoms.NormN: (atoms.NormF,),
    atoms.NormF: (atoms.SMax,),
    atoms.SMax: (atoms.MaxAbs,),
    atoms.Norm2: (atoms.MaxAbs,),
    atoms.Cond: (lambda a: (1 + atoms.Cond(a)) / 2, lambda a: core.Sqrt(atoms.Cond(a))),
}
UP: dict[type, tuple[Callable[[Any], Any], ...]] = {
    atoms.MaxAbs: (atoms.SMax,),
    atoms.SMax: (atoms.NormF,),
    atoms.Norm2: (atoms.NormF,),
    atoms.NormF: (atoms.NormN,),
    atoms.Rho: (atoms.SMax,),
}


@dataclass(frozen=True, eq=False)
class Candidate:
    """A claim that may hold and say more.

    `group` names candidates of which one is enough; `comparison` says that it is at least as strong, None where that
    is so by its form.
    """

    kind: str  # "constant", "hypothesis", "domain", "form"
    group: str
    words: str
    statement: Statement
    comparison: Statement | None


def constants(statement: Statement, bound: Bound, least: float) -> Iterator[Candidate]:
    """Simple constants from the largest ratio that was certified on, in place of 1."""
    grid = sorted({Rational(p, q) for q in range(2, DENOMINATORS + 1) for p in range(1, q)})
    for c in [c for c in grid if float(c) >= least * (1 - ROUNDED)][:CONSTANTS]:
        made = _single(scaled(statement, bound, c))
        weaker = _ordered(statement, bound, core.Times(c, bound.large), bound.large, f"constant-{c.p}-{c.q}")
        yield Candidate("constant", f"constant {bound.conjunct}", f"with {c} of the larger side", made, weaker)


def _single(statement: Statement) -> Statement:
    return replace(statement, construct=None)


def hypotheses(statement: Statement, idle: Sequence[str]) -> Iterator[Candidate]:
    """Without a hypothesis, or on a wider domain, of those that were found not to be needed."""
    for k, clause in enumerate(statement.hypotheses):
        if write(clause) in idle:
            others = [h for j, h in enumerate(statement.hypotheses) if j != k]
            made = derived(statement, f"without-{k + 1}", others, statement.conjuncts)
            yield Candidate("hypothesis", f"hypothesis {k}", f"without {write(clause)}", _single(made), None)
    for ablation in wider_domains(statement):
        if ablation.wider in idle and ablation.statement is not None:
            kept = ablation.statement.hypotheses[: len(statement.hypotheses)]
            made = replace(ablation.statement, given=tuple(kept))
            yield Candidate("domain", f"domain {ablation.text}", f"with {ablation.wider}", _single(made), None)


def forms(statement: Statement) -> Iterator[Candidate]:
    """Every inequality of the claim with one place changed."""
    number = count(1)
    for bound in bounds(statement):
        shapes = _dims(statement)
        for new, words in list(_changed(bound.large, DOWN, shapes, True))[:LEVELS]:
            yield _form(statement, bound, bound.small, new, words, next(number))
        for new, words in list(_changed(bound.small, UP, shapes, False))[:LEVELS]:
            yield _form(statement, bound, new, bound.large, words, next(number))
        for term in _terms(statement) if not is_vector(bound.small) else ():
            added = f"{write(term)} added to the smaller side"
            yield _form(statement, bound, bound.small + term, bound.large, added, next(number))


def _form(statement: Statement, bound: Bound, small: Any, large: Any, words: str, number: int) -> Candidate:
    relation = Relation(small, "<" if bound.strict else "<=", large)
    made = derived(statement, f"form-{number}", statement.hypotheses, (bound.under(relation),))
    if large == bound.large:
        comparison = _ordered(statement, bound, bound.small, small, f"order-{number}")
    else:
        comparison = _ordered(statement, bound, large, bound.large, f"order-{number}")
    return Candidate("form", f"form {number}", words, _single(made), comparison)


def _ordered(statement: Statement, bound: Bound, low: Any, high: Any, what: str) -> Statement:
    """low <= high, given what the statement gives."""
    return _single(derived(statement, what, statement.hypotheses, (bound.under(Relation(low, "<=", high)),)))


def stronger(one: Candidate, other: Candidate) -> Statement | None:
    """That the first of two forms of one bound says at least as much as the second; None where they are no such."""
    (a,), (b,) = bounds(one.statement), bounds(other.statement)
    if a.conjunct != b.conjunct or a.ranges != b.ranges:
        return None
    if a.small == b.small:
        return _ordered(one.statement, a, a.large, b.large, "as-strong")
    return _ordered(one.statement, a, b.small, a.small, "as-strong") if a.large == b.large else None


def _dims(statement: Statement) -> dict[Any, list[Any]]:
    """The matrices that have a dimension for a side."""
    found: dict[Any, list[Any]] = {}
    for leaf in statement.let:
        if isinstance(leaf, Matrix):
            for side in leaf.shape:
                if isinstance(side, Dim) and leaf not in found.setdefault(side, []):
                    found[side].append(leaf)
    return found


def _changed(node: Any, table: Any, shapes: Any, down: bool) -> Iterator[tuple[Any, str]]:
    """The tree with one place changed, and what was changed."""
    for new in _here(node, table, shapes, down):
        yield new, f"{write(new)} in place of {write(node)}"
    if not isinstance(node, Basic) or isinstance(node, MatrixTerm | atoms.SpectralAtom | atoms.Schatten | atoms.KyFan):
        return
    for k, a in enumerate(node.args):
        if not isinstance(a, core.Quantity):
            continue
        for new, words in _changed(a, table, shapes, down):
            yield node.func(*node.args[:k], new, *node.args[k + 1 :]), words


def _here(node: Any, table: Any, shapes: Any, down: bool) -> Iterator[Any]:
    for make in table.get(type(node), ()):
        yield make(node.args[0])
    if isinstance(node, Dim) and down:
        yield from (atoms.Rank(a) for a in shapes.get(node, ()))
    if isinstance(node, core.Plus) and down and not any(map(is_vector, node.args)):
        yield core.Max(*node.args)
        if len(node.args) > 2:
            yield from (core.Plus(*node.args[:k], *node.args[k + 1 :]) for k in range(len(node.args)))
    if isinstance(node, core.Max) and len(node.args) > 1:
        yield core.Plus(*node.args) / len(node.args) if down else core.Plus(*node.args)
    if isinstance(node, core.Abs) and isinstance(node.args[0], atoms.Tr) and not down:
        yield atoms.NormN(node.args[0].args[0])


def _terms(statement: Statement) -> Iterator[Any]:
    """Quantities that are never negative."""
    leaves = [v for v in statement.let if isinstance(v, Matrix)]
    two = Integer(2)
    for a in leaves:
        yield core.Power(atoms.SMin(a), two)
        yield core.Power(atoms.SMax(a) - atoms.SMin(a), two)
        if a.shape[0] == a.shape[1] and a.domain.name == "real":
            yield core.Power(atoms.NormF(a - Transpose(a)), two) / 4
    for k, a in enumerate(leaves):
        for b in leaves[k + 1 :]:
            yield core.Power(atoms.NormF(a) - atoms.NormF(b), two)
