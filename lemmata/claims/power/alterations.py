"""The changes by which power is measured: for each kind of claim a table of small functions on a statement's tree.

An alteration takes a statement and a size x > 0 and gives the statements changed by x, one for each direction that
counts; none where the claim has nothing of the sort.  What a check notices is then a question to the check itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sympy import Basic, Rational

from lemmata.language import core, matrices
from lemmata.language.experiments import Measured
from lemmata.language.networks import Conserved
from lemmata.language.probability import Converges, Grows, Law, Probability, ScaledLaw, UpToScale
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.training import TendsTo

ONE = Rational(1)
Change = Callable[[Any, Rational], Iterator[Any]]


@dataclass(frozen=True)
class Alteration:
    """A way to change a claim by an amount: its name, and whether the amount is a share of what is there."""

    name: str
    relative: bool
    change: Change  # of one conjunct; what comes out next to each other are the directions
    most: Fraction = Fraction(100)  # larger amounts say nothing


def altered(statement: Statement, alteration: Alteration, size: Fraction) -> list[Statement]:
    """The statement changed by `size` in one conjunct, for every conjunct and direction."""
    x = Rational(size.numerator, size.denominator)
    out: list[Statement] = []
    claim = list(statement.conjuncts)
    for k, clause in enumerate(claim):
        for new in alteration.change(clause, x):
            other = replace(statement, claim=tuple([*claim[:k], new, *claim[k + 1 :]]))
            object.__setattr__(other, "id", f"{statement.id}~altered.{len(out) + 1}")  # no statement of the catalogue
            out.append(other)
    return out


def _sides(clause: Any) -> Iterator[tuple[Any, Any]]:
    """(smaller, larger) side of an inequality; none of anything else."""
    if isinstance(clause, Relation) and clause.op != "==":
        yield (clause.lhs, clause.rhs) if clause.op in ("<", "<=") else (clause.rhs, clause.lhs)


# --- probabilities


def _probability(clause: Any, x: Rational) -> Iterator[Any]:
    """The probability claimed for what is exceptional, divided by 1 + x."""
    for small, large in _sides(clause):
        if isinstance(small, Probability):
            yield Relation(small, "<=", core.Quotient(large, 1 + x))
        elif isinstance(large, Probability):
            yield Relation(large, ">=", core.Plus(ONE, core.Neg(core.Quotient(core.Plus(ONE, core.Neg(small)), 1 + x))))


def _tail(clause: Any, x: Rational) -> Iterator[Any]:
    """Every exponent of a claimed tail, times 1 + x."""

    def changed(node: Any) -> Any:
        if isinstance(node, Probability) or not isinstance(node, Basic) or not node.args or hasattr(node, "domain"):
            return node
        if isinstance(node, core.Exp):
            return core.Exp(core.Times(1 + x, node.args[0]))
        return node.func(*(changed(a) for a in node.args))

    if isinstance(clause, Relation):
        new = Relation(changed(clause.lhs), clause.op, changed(clause.rhs))
        if new != clause:
            yield new


def _threshold(clause: Any, x: Rational) -> Iterator[Any]:
    """Bounds inside the event moved by the share x, so that a rare event is less rare or a likely one less likely."""
    for sides in _sides(clause):
        for side, wider in zip(sides, (True, False), strict=True):
            if isinstance(side, Probability):
                event = _moved(side.event, x if wider else -x)
                new = Probability(event, *side.args[1:])
                if side is clause.lhs:
                    yield Relation(new, clause.op, clause.rhs)
                else:
                    yield Relation(clause.lhs, clause.op, new)


def _moved(event: Any, x: Rational) -> Any:
    """An event with every bound that is not random moved by the share x, outwards for x > 0."""
    from lemmata.statistics.reduction import joined, noises, relations

    new = []
    for r in relations(event):
        left, right = r.lhs, r.rhs
        upward = x if r.op in ("<", "<=") else -x
        if not noises(right):
            right = core.Plus(right, core.Times(upward, core.Abs(right)))
        elif not noises(left):
            left = core.Plus(left, core.Times(-upward, core.Abs(left)))
        new.append(Relation(left, r.op, right))
    return joined(new)


# --- limits


def _constant(clause: Any, x: Rational) -> Iterator[Any]:
    """The claimed limit 1 + x times as large, and as small."""
    if isinstance(clause, Grows) or not isinstance(clause, Converges) or clause.target.has(UpToScale):
        return
    if clause.target == 0:
        return
    for factor in (1 + x, 1 / (1 + x)):
        target = (
            ScaledLaw(factor, clause.target) if isinstance(clause.target, Law) else core.Times(factor, clause.target)
        )
        yield Converges(clause.value, target, clause.dim, clause.mode)


def _limit_in_time(clause: Any, x: Rational) -> Iterator[Any]:
    """The claimed limit in time 1 + x times as large, and as small."""
    if isinstance(clause, TendsTo):
        value, limit, *rest = clause.args
        for factor in (1 + x, 1 / (1 + x)):
            yield clause.func(value, core.Times(factor, limit), *rest)


def _exponent(clause: Any, x: Rational) -> Iterator[Any]:
    """A power of the growing dimension more, and less."""
    for way in (x, -x):
        power = clause.dim ** Fraction(int(way.p), int(way.q)) if isinstance(clause, Converges | Grows) else None
        if isinstance(clause, Grows):
            yield Grows(clause.value, core.Times(power, clause.rate), clause.dim)
        elif isinstance(clause, Converges) and clause.mode != "as numbers":
            yield Converges(core.Times(power, clause.value), clause.target, clause.dim, clause.mode)


# --- figures


def _figure(clause: Any, x: Rational) -> Iterator[Any]:
    """The number that something measured is compared with, moved by the share x against the claim."""
    for small, large in _sides(clause):
        if not large.atoms(Measured):
            if large != 0:
                yield Relation(small, "<=", core.Plus(large, core.Times(-x, core.Abs(large))))
        elif not small.atoms(Measured) and small != 0:
            yield Relation(large, ">=", core.Plus(small, core.Times(x, core.Abs(small))))


def _figure_zero(clause: Any, x: Rational) -> Iterator[Any]:
    """A number x in the place of 0."""
    for small, large in _sides(clause):
        if large == 0:
            yield Relation(small, "<=", -x)
        elif small == 0:
            yield Relation(large, ">=", x)


# --- conserved quantities


def _coefficient(clause: Any, x: Rational) -> Iterator[Any]:
    """One term of a sum that is said to be constant, 1 + x times as large."""
    if not isinstance(clause, Conserved) or not isinstance(clause.invariant, core.Plus | matrices.MatPlus):
        return
    *terms, last = clause.invariant.args
    scaled = matrices.Scaled(1 + x, last) if isinstance(last, matrices.MatrixTerm) else core.Times(1 + x, last)
    yield clause.func(clause.invariant.func(*terms, scaled), *clause.args[1:])


TABLE: dict[str, tuple[Alteration, ...]] = {
    "P": (
        Alteration("the probability", True, _probability),
        Alteration("the rate of the tail", True, _tail),
        Alteration("a threshold of the event", True, _threshold, Fraction(1)),
    ),
    "L": (
        Alteration("the constant", True, _constant),
        Alteration("the limit in time", True, _limit_in_time),
        Alteration("the exponent", False, _exponent, Fraction(1)),
    ),
    "F": (
        Alteration("a threshold", True, _figure),
        Alteration("the zero it is compared with", False, _figure_zero),
    ),
    "T": (Alteration("a coefficient", True, _coefficient),),
}
