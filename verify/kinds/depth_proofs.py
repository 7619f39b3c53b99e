"""Limits along depth that follow from uniform gaps between eigenvalues, for all sequences that meet the hypotheses.

Three kinds of hypotheses are used, each for every layer l: |B| <= q |A| with q in (0, 1); |A| >= g with g > 1; and
|A| > something non-negative, so that A is not zero.  See `offered`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sympy import Add as SymAdd
from sympy import Expr, Rational, Symbol, cancel, factor_list, fraction, together
from sympy import Mul as SymMul

from lemmata.theorems.language import core, domains
from lemmata.theorems.language.families import ProdOver
from lemmata.theorems.language.probability import Converges
from lemmata.theorems.language.relations import ForAll, Relation
from lemmata.theorems.language.sequences import Term
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.theorems.language.variables import Scalar
from lemmata.verify.principles import DECAY, alone


class Unread(ValueError):
    """A quantity that the argument has no use for."""


@dataclass
class _Book:
    """What the hypotheses grant, bodies of products as rational functions of one symbol per sequence and number."""

    symbols: dict[Any, Symbol] = field(default_factory=dict)
    dominated: dict[Expr, tuple[Expr, Any, Any]] = field(default_factory=dict)  # B: (A, q, hypothesis)
    growing: dict[Expr, tuple[Any, Any]] = field(default_factory=dict)  # A: (g, hypothesis)
    nonzero: set[Expr] = field(default_factory=set)
    above_one: set[Any] = field(default_factory=set)
    small: dict[Expr, Symbol] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)

    def symbol(self, node: Any) -> Symbol:
        return self.symbols.setdefault(node, Symbol(f"y{len(self.symbols)}"))

    def read(self, q: Any) -> Expr:
        """A quantity without products as a rational function."""
        if isinstance(q, Rational):
            return q
        if isinstance(q, Scalar | Term):
            return self.symbol(q if isinstance(q, Scalar) else q.args[0])
        if isinstance(q, ProdOver):
            return self.product(q)
        if isinstance(q, core.Power):
            return self.read(q.args[0]) ** int(q.args[1])
        rules: dict[type, Any] = {
            core.Plus: lambda *a: SymAdd(*a),
            core.Times: lambda *a: SymMul(*a),
            core.Neg: lambda a: -a,
            core.Quotient: lambda a, b: a / b,
        }
        if type(q) not in rules:
            raise Unread(f"{write(q)} is no rational function")
        return cancel(together(rules[type(q)](*map(self.read, q.args))))

    def assume(self, clause: Any) -> None:
        """Note a hypothesis, if it is of use."""
        body = clause.body if isinstance(clause, ForAll) else clause
        if not isinstance(body, Relation):
            return
        small, op, large = body.lhs, body.op, body.rhs
        if op in (">", ">="):
            small, op, large = large, {">": "<", ">=": "<="}[op], small
        if isinstance(large, Scalar) and small == 1 and op == "<":
            self.above_one.add(large)
        if not isinstance(clause, ForAll):
            if isinstance(large, core.Abs) and op == "<" and small == 0:
                self.nonzero.add(self.read(large.args[0]))
            return
        if isinstance(large, core.Abs):
            a = self.read(large.args[0])
            if op == "<" and (small == 0 or isinstance(small, core.Abs)):
                self.nonzero.add(a)
            if isinstance(small, Scalar):
                self.growing[a] = (small, clause)
        elif isinstance(small, core.Abs) and isinstance(large, core.Times) and len(large.args) == 2:
            q, bound = large.args
            if isinstance(bound, core.Abs) and isinstance(q, Scalar) and q.domain == domains.open_interval(0, 1):
                self.dominated[self.read(small.args[0])] = (self.read(bound.args[0]), q, clause)

    def product(self, node: ProdOver) -> Expr:
        """A product over the layers through symbols that tend to 0.  Raises Unread where nothing is known of it."""
        body = self.read(node.body)
        if body in self.growing and self.growing[body][0] in self.above_one:
            g, clause = self.growing[body]
            return 1 / self._tends(body, f"1 / {write(node)}", f"at most {write(g)}^-L in modulus", clause)
        for b, (a, q, clause) in self.dominated.items():
            if not (a in self.nonzero or a in self.growing and self.growing[a][0] in self.above_one):
                continue
            if cancel(body - b / a) == 0:
                return self._tends(b / a, write(node), f"at most {write(q)}^L in modulus", clause)
            if body == b and a in self.growing and self.growing[a][0] in self.above_one:
                g, lower = self.growing[a]
                low, high = node.args[1:3]
                over = ProdOver(node.index, low, high, _large(lower).args[0])
                ratio = self._tends(b / a, f"{write(node)} / {write(over)}", f"at most {write(q)}^L in modulus", clause)
                return ratio * self.product(over)
        raise Unread(f"nothing is known of {write(node)}")

    def _tends(self, key: Expr, what: str, bound: str, clause: Any) -> Symbol:
        """The symbol of a quantity that tends to 0, with the step that says so."""
        if key not in self.small:
            self.small[key] = Symbol(f"r{len(self.small)}")
            because = f"induction on L from {write(clause)}; powers of a number below 1 tend to 0"
            self.steps.append({"text": f"{what} -> 0 as L -> oo, being {bound}", "because": because, "ok": True})
        return self.small[key]


def _large(clause: Any) -> Any:
    """The side |A| of a hypothesis |A| >= g."""
    return clause.body.lhs if isinstance(clause.body.lhs, core.Abs) else clause.body.rhs


def offered(statement: Statement, defined: bool = False) -> dict[str, Any] | None:
    """A proof of every conjunct, as `verdicts.json` has it; None where the hypotheses grant none.

    With `defined`, of a weaker statement: that the claim holds wherever the factors of its products have values.

    Every product is written through symbols r that tend to 0; the quantity is then a rational function of them whose
    denominator does not vanish at r = 0, so that its limit is its value there.
    """
    book = _Book()
    for clause in statement.hypotheses:
        try:
            book.assume(clause)
        except Unread:
            continue
    for clause in statement.conjuncts:
        if not isinstance(clause, Converges):
            return None
        if defined:
            book.nonzero |= {book.read(q.args[1]) for q in _divisions(clause.value)}
        try:
            value, target = book.read(clause.value), book.read(clause.target)
        except Unread:
            return None
        num, den = (part.subs(dict.fromkeys(book.small.values(), 0)) for part in fraction(cancel(together(value))))
        if not book.small or not _away_from_zero(den, book.nonzero) or cancel(num / den - target) != 0:
            return None
        book.steps.append({
            "text": write(clause), "ok": True,
            "because": "a rational function of these quantities, continuous at 0, with this value there",
        })  # fmt: skip
    return {
        "scope": "all sequences, L -> oo", "method": "uniform gaps: products that decay geometrically",
        "steps": book.steps, **alone(DECAY),
    }  # fmt: skip


def _divisions(node: Any, inside: bool = False) -> Iterator[Any]:
    """The quotients in the factors of products."""
    if inside and isinstance(node, core.Quotient):
        yield node
    for part in (node.body,) if isinstance(node, ProdOver) else getattr(node, "args", ()):
        yield from _divisions(part, inside or isinstance(node, ProdOver))


def _away_from_zero(den: Expr, nonzero: set[Expr]) -> bool:
    """Whether an expression is a product of numbers, of quantities known not to vanish, and of sums of squares with
    such a quantity among them."""
    if den == 0:
        return False
    _, factors = factor_list(den) if den.free_symbols else (den, [])
    return all(_known(f, nonzero) or _sum_of_squares(f, nonzero) for f, _ in factors)


def _known(factor: Expr, nonzero: set[Expr]) -> bool:
    return any(cancel(factor / known).is_number for known in nonzero)


def _sum_of_squares(factor: Expr, nonzero: set[Expr]) -> bool:
    """Whether every term is a positive number times even powers of symbols, one of them of no zero alone."""
    alone = False
    for term in SymAdd.make_args(factor.expand()):
        number, powers = term.as_coeff_mul()
        bases = [p.as_base_exp() for p in powers]
        if not number > 0 or any(not (e.is_integer and e % 2 == 0) for _, e in bases):
            return False
        alone = alone or all(_known(base, nonzero) for base, _ in bases)
    return alone


__all__ = ["Unread", "offered"]
