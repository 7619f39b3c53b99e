"""Signs that follow from domains, from the kinds of atoms and from earlier facts, without any search.

A sign is found factor by factor.  A factor is non-negative when all its coefficients are once every symbol with a lower
bound is written as that bound plus something non-negative, when an earlier fact says so, or when it exceeds the
difference of an earlier fact by such an expression.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Integer, Number, Poly, Symbol, expand, factor_list, fraction
from sympy.core.numbers import NumberSymbol

from theorems.language import core
from theorems.language.domains import Integers, Interval, OpenInterval
from theorems.language.relations import Relation
from verify.proofs.facts import NOTHING, Fact, Needs, read
from verify.proofs.forms import Forms

ABSENT = (Integer(0), frozenset[Any]())


class Signs:
    """Looks for signs among the facts given."""

    def __init__(self, forms: Forms, facts: Callable[[], list[Fact]]) -> None:
        self.forms, self.facts = forms, facts
        self._monomials: dict[Expr, dict[Expr, tuple[Expr, frozenset[Any]]]] = {}
        self._asked: set[Symbol] = set()  # roots and powers whose sign is being looked for

    def non_negative(self, e: Expr, strict: bool = False, length: object = None) -> Needs | None:
        """What has to be defined for e >= 0 (e > 0 if strict), None where the sign is not seen."""
        e = self.forms.canonical(e)
        if isinstance(e, Number | NumberSymbol):
            return NOTHING if e > 0 or e == 0 and not strict else None
        direct = self._known(e, strict, length)
        if direct is not None:
            return direct
        num, den = fraction(e)
        needs, sign = NOTHING, 1
        for part, below in ((num, False), (den, True)):
            constant, factors = factor_list(part)
            sign = sign if constant > 0 else -sign
            for f, k in factors:
                if k % 2 == 0 and not (strict or below):
                    continue
                found = self._sign(f, strict or below, length)
                if found is None and k % 2 == 1 and not (strict or below):
                    return None
                if found is None:
                    return None
                which, used = found
                sign, needs = sign * which**k, needs | used
        return needs if sign > 0 else None

    def _sign(self, f: Expr, strict: bool, length: object) -> tuple[int, Needs] | None:
        for which in (1, -1):
            needs = self._known(self.forms.canonical(which * f), strict, length)
            if needs is not None:
                return which, needs
        return None

    def _usable(self, e: Expr, length: object) -> list[Fact]:
        """Earlier facts about entries of the same vectors, and those that domains grant the variables of e."""
        known = [f for f in self.facts() if not f.is_matrix and f.difference is not None and f.length in (None, length)]
        return known + self._from_domains(e)

    def _from_domains(self, e: Expr) -> list[Fact]:
        out = []
        for x in e.free_symbols:
            out += self._from_extremes(x)
            leaf = self.forms.about[x].node if self.forms.about[x].kind == "leaf" else None
            if leaf is None or not isinstance(leaf.domain, Integers | Interval | OpenInterval):
                continue
            op = "<" if isinstance(leaf.domain, OpenInterval) else "<="
            for low, high in ((leaf.domain.low, leaf), (leaf, leaf.domain.high)):
                if low is not None and high is not None:
                    out.append(read(self.forms, Relation(low, op, high)))
        return out

    def _from_extremes(self, x: Symbol) -> list[Fact]:
        """A maximum is not less, a minimum not more than what it is taken of."""
        node = self.forms.about[x].node
        if isinstance(node, core.Max):
            return [read(self.forms, Relation(a, "<=", node)) for a in node.args]
        if isinstance(node, core.Min):
            return [read(self.forms, Relation(node, "<=", a)) for a in node.args]
        return []

    def _known(self, e: Expr, strict: bool, length: object) -> Needs | None:
        direct = self._by_coefficients(e, strict, length)
        if direct is not None:
            return direct
        usable = [f for f in self._usable(e, length) if f.difference != 0]
        ray = self.forms.ray(e)
        for fact in usable:
            other = self.forms.ray(fact.difference)
            along = ray == other or fact.op == "==" and ray == self.forms.ray(-fact.difference)
            if along and (fact.op == "<" or not strict):
                return fact.needs
        for fact in usable:
            if fact.op == "==" or not fact.difference.is_polynomial() or not e.is_polynomial():
                continue
            if self._hopeless(e, fact.difference):
                continue
            rest = self._by_coefficients(expand(e - fact.difference), strict and fact.op != "<", length)
            if rest is not None:
                return fact.needs | rest
        return None

    def _terms(self, e: Expr) -> dict[Expr, tuple[Expr, frozenset[Any]]]:
        """Coefficient and symbols of each monomial of an expanded polynomial."""
        if e not in self._monomials:
            found = e.as_coefficients_dict()
            self._monomials[e] = {t: (c, frozenset(t.free_symbols)) for t, c in found.items()}
        return self._monomials[e]

    def _hopeless(self, e: Expr, given: Expr) -> bool:
        """Whether e - given has a negative term that no other term can make up for, whatever the lower bounds are.

        Counting a symbol from its bound leaves divisors of a term behind, and none that has a symbol more.
        """
        ours, theirs = self._terms(e), self._terms(given)
        rest = {t: ours.get(t, ABSENT)[0] - theirs.get(t, ABSENT)[0] for t in {*ours, *theirs}}
        symbols = {t: (ours.get(t) or theirs[t])[1] for t, c in rest.items() if c != 0}
        return any(
            rest[t] < 0 and not any(other != t and own <= more for other, more in symbols.items())
            for t, own in symbols.items()
        )

    def _by_coefficients(self, e: Expr, strict: bool, length: object) -> Needs | None:
        """Non-negative because every term is, with symbols counted from their lower bounds."""
        num, den = fraction(e)
        if den != 1 and not den.is_Number:
            return None
        if isinstance(num, Number):
            return NOTHING if num > 0 or num == 0 and not strict else None
        symbols = sorted(num.free_symbols, key=lambda x: x.name)
        about = self.forms.about
        shifted = num / den
        for x in symbols:
            if about[x].lower:  # neither None nor 0
                shifted = shifted.subs(x, x + about[x].lower)
        poly = Poly(shifted, *symbols)
        needs, seen = NOTHING, not strict
        for powers, c in poly.terms():
            if not (isinstance(c, Number | NumberSymbol) and c > 0):
                return None
            if any(k % 2 and about[x].lower is None for x, k in zip(symbols, powers, strict=True)):
                return None
            if not seen:
                parts = [self._strict(x) for x, k in zip(symbols, powers, strict=True) if k]
                if all(p is not None for p in parts):
                    seen, needs = True, needs.union(*(p for p in parts if p is not None))
        return needs if seen else None

    def _strict(self, x: Symbol) -> Needs | None:
        """Whether a symbol, counted from its lower bound, is known to be positive (or, without one, not zero)."""
        about = self.forms.about[x]
        if about.strict:
            return NOTHING
        for fact in self.facts():
            if fact.op == "<" and not fact.is_matrix and fact.difference is not None:
                away = fact.difference - (x - (about.lower or Integer(0)))
                if isinstance(self.forms.canonical(away), Number) and self.forms.canonical(away) <= 0:
                    return fact.needs
        inner = about.square if about.kind == "sqrt" else None
        if about.kind == "power":
            inner = self.forms.scalar(about.node.args[0])
        if inner is None or x in self._asked:  # a fact about a root may ask for the sign of that root again
            return None
        self._asked.add(x)
        try:
            return self.non_negative(inner, True, about.length if about.kind == "sqrt" else None)
        finally:
            self._asked.discard(x)
