"""Polynomial claims about numbers: their terms as variables, facts and definitions as constraints, a script as answer.

Denominators whose signs are seen are cleared, roots, moduli, and the larger and smaller of two are variables with their
definitions as constraints.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Rational

from lemmata import kernel as normal
from lemmata.kernel import KernelError, Poly, Term, neg, scalar, sort_of, sub
from lemmata.language import proof
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.search_state import NotFound, Script
from lemmata.prove.search.writing import Unwritable
from lemmata.prove.squares.sums import Certificate, Polynomial, Problem, certificate

MOST_ATOMS = 18
METHOD = "sum of squares"


@dataclass(frozen=True, eq=False)
class Given:
    """A fact with the name of its step (none for a definition): 0 <= e, 0 < e or 0 = e."""

    name: str
    op: str
    e: Poly


class Claims:
    """The steps written so far, and what is granted about numbers; `also` names steps that may be used like it."""

    def __init__(self, script: Script, until: float, also: Iterable[str] = ()) -> None:
        self.script, self.until, self.also = script, until, tuple(also)
        self.state, self.writer, self.add, self.write = script.state, script.writer, script.add, script.write
        self.given: list[Given] | None = None
        self.met = set[int]()  # terms that were asked what they say about themselves
        self.positive: set[str] = set()  # steps that later ones use without naming them

    def prove(self) -> proof.Proof:
        """A script for every conjunct.  Raises NotFound, KernelError."""
        clauses, ends = self.script.statement.conjuncts, set[str]()
        for clause, goal in zip(clauses, self.state.reading.conclusions, strict=True):
            if goal[0] not in ("<=", "<", "=") or sort_of(goal[1])[0] == "M":
                raise NotFound("no relation between numbers")
            ends.add(self.conjunct(clause, goal))
        return pruned(self.script.steps, ends | self.positive)

    def conjunct(self, clause: Any, goal: Term) -> str:
        """The name of a step that is a conjunct."""
        op, a, b = goal
        if op == "=":
            if self.state.algebra.zero(scalar(sub(a, b))) is not None:
                return self.add(clause, proof.Identity())
            below, above = self.relation(("<=", a, b)), self.relation(("<=", b, a))
            return self.add(clause, proof.Antisymmetric(below, above))
        if self.state.prove(goal) is not None:
            return self.add(clause, proof.Sign())
        return self.relation(goal, clause)

    def relation(self, goal: Term, clause: Any = None) -> str:
        """The name of a step that says a <= b or a < b."""
        op, a, b = goal
        p, _ = self.state.algebra.reduce(scalar(sub(b, a)))
        name = self.squared(p, op, self.write(goal) if clause is None else clause)
        if name is not None:
            return name
        numerator, below = self.cleared(p)
        clause = self.write(goal) if clause is None else clause
        name = self.polynomial(numerator, op == "<", None if below else clause)
        return self.add(clause, proof.Combine({name: self.over(below)})) if below else name

    def squared(self, p: Poly, op: str, clause: Any) -> str | None:
        """From the squares of the terms on either side, where that leaves fewer roots; None where it does not."""
        sides = [{m: abs(c) for m, c in p.items() if (c > 0) is upper} for upper in (False, True)]
        if not all(sides) or any(self.state.signs.poly(s, False) is None for s in sides):
            return None
        gap, _ = self.state.algebra.reduce(
            normal.plus(normal.times(sides[1], sides[1]), normal.times(sides[0], sides[0]), -1)
        )
        if roots(gap) >= roots(p):
            return None
        mark = len(self.script.steps)
        try:
            below = self.relation((op, shown({}), shown(gap)))
            low, high = (self.writer.polynomial(s) for s in sides)
            return self.add(clause, proof.Refute({"contrary": low + high, below: 1}))
        except NotFound:
            self.forget(mark)
            return None

    def forget(self, mark: int) -> None:
        """Steps that led nowhere are not written down."""
        self.script.forget(mark)
        self.met.clear()
        if self.given is not None:
            self.given = [g for g in self.given if not g.name or g.name in self.state.facts]
        self.positive &= set(self.state.facts)

    def over(self, below: list[tuple[Term, int]]) -> Any:
        """The inverse of a product of powers."""
        return Rational(1) / self.product(below)

    def cleared(self, p: Poly) -> tuple[Poly, list[tuple[Term, int]]]:
        """(q, powers of denominators) with p = q over their product, which is seen to be above zero."""
        below: list[tuple[Term, int]] = []
        for _ in range(8):
            inverses = sorted({x for m in p for x, _ in m if atom_term(x)[0] == "inv"}, reverse=True)
            if not inverses:
                return p, below
            u = inverses[0]
            t = atom_term(u)[1]
            top = max(dict(m).get(u, 0) for m in p)
            p, _, _ = self.state.algebra.cleared(p, u)
            p, _ = self.state.algebra.reduce(p)
            if top % 2 and self.state.signs.sign(t, True) is None:
                p, _ = self.state.algebra.reduce(normal.times(p, scalar(t)))  # a square, whatever the sign
                top += 1
            below.append((t, top))
        raise NotFound("too many denominators")

    def polynomial(self, p: Poly, strict: bool, clause: Any) -> str:
        """The name of a step that says 0 <= p or 0 < p, p without denominators."""
        facts = self.facts(p)
        atoms = sorted({x for e in (p, *(g.e for g in facts)) for m in e for x, _ in m})
        if len(atoms) > MOST_ATOMS:
            raise NotFound("too many variables")
        place = {x: k for k, x in enumerate(atoms)}

        def numbered(e: Poly) -> Polynomial:
            out: Polynomial = {}
            for m, c in e.items():
                exponents = [0] * len(atoms)
                for x, k in m:
                    exponents[place[x]] = k
                out[tuple(exponents)] = Fraction(c)
            return out

        def back(e: Polynomial) -> Poly:
            return {tuple((atoms[j], k) for j, k in enumerate(x) if k): c for x, c in e.items()}

        bounds = [g for g in facts if g.op != "="]
        equations = [g for g in facts if g.op == "="]
        problem = Problem(
            len(atoms), numbered(p), tuple(numbered(g.e) for g in bounds),
            frozenset(k for k, g in enumerate(bounds) if g.op == "<"), tuple(numbered(g.e) for g in equations), strict,
        )  # fmt: skip
        found = certificate(problem, self.until)
        if found is None:
            raise NotFound("no sum of squares was found")
        return self.written(found, p, strict, clause, bounds, equations, back)

    def written(
        self, found: Certificate, p: Poly, strict: bool, clause: Any, bounds: Any, equations: Any, back: Any
    ) -> str:
        """The steps of a certificate."""
        number = self.writer.polynomial

        def squares(terms: Any, multiples: Any = ()) -> proof.Squares:
            said = tuple((d, tuple(bounds[k].name for k in chosen), number(back(q))) for d, chosen, q in terms)
            named = {equations[j].name: number(back(t)) for t, j in multiples if equations[j].name}
            return proof.Squares(said, named)

        by = squares(found.squares, found.multiples)
        s = back(found.multiplier)
        op = "<" if strict else "<="
        last = Relation(Rational(0), op, number(p)) if clause is None else clause
        if s == normal.constant(1):
            return self.add(last, by)
        product = normal.times(s, p)
        if found.squared:  # s p is at least p^2, which were p below zero is above it, and s p is not
            product = normal.plus(product, normal.times(p, p), -1)
            s = normal.plus(s, p, -1)
        above = self.add(Relation(Rational(0), op, number(product)), by)
        if found.positive:
            sign = Relation(Rational(0), "<=" if found.squared else "<", number(back(found.multiplier)))
            self.positive.add(self.add(sign, squares(found.positive)))
        return self.add(last, proof.Refute({"contrary": number(s), above: 1}))

    def facts(self, p: Poly) -> list[Given]:
        """What is known of the terms of p and of the hypotheses, a step each."""
        if self.given is None:
            self.given = []
            self.hypotheses()
        while fresh := {x for e in (p, *(g.e for g in self.given)) for m in e for x, _ in m} - self.met:
            self.met |= fresh  # what one is the larger of may be defined in its turn
            for x in sorted(fresh):
                self.definition(x)
        own = {x for m in p for x, _ in m}
        while True:  # hypotheses about other variables alone are of no use
            more = {x for g in self.given for m in g.e for x, _ in m if any(y in own for n in g.e for y, _ in n)} - own
            if not more:
                break
            own |= more
        unique = {(g.op == "=", tuple(sorted(g.e.items()))): g for g in self.given if g.e}
        return [g for g in unique.values() if any(x in own for m in g.e for x, _ in m)]

    def hypotheses(self) -> None:
        """Steps for what domains and hypotheses say, denominators cleared."""
        assert self.given is not None
        named = {th: name for name, th in self.state.facts.items()}
        for th in [*self.state.assumed.values(), *(self.state.facts[name] for name in self.also)]:
            f = th.conclusion
            if f[0] not in ("<=", "<", "=") or sort_of(f[1])[0] == "M":
                continue
            p, _ = self.state.algebra.reduce(scalar(sub(f[2], f[1])))
            if not set(p) - {()}:
                continue
            try:
                e, below = self.cleared(p)
                name = named.get(th)
                if below and name is not None:
                    positive = self.product(below)
                    states = Relation(Rational(0), "==" if f[0] == "=" else f[0], self.writer.polynomial(e))
                    name = self.add(states, proof.Combine({name: positive}))
                elif below:
                    continue
                elif name is None:
                    name = self.add(self.write(f), proof.Sign())
            except (NotFound, Unwritable, KernelError):
                continue  # one fact less
            self.given.append(Given(name, f[0], e))

    def product(self, below: list[tuple[Term, int]]) -> Any:
        """A product of powers."""
        out: Any = Rational(1)
        for t, k in below:
            out = out * self.writer.number(t) ** k if k > 1 else out * self.writer.number(t)
        return out

    def definition(self, x: int) -> None:
        """Steps for what a root, a modulus, the larger or smaller of two, or a norm says about itself."""
        assert self.given is not None
        t = atom_term(x)
        own: Poly = {((x, 1),): Fraction(1)}
        wanted: list[tuple[str, Poly, Any]] = []
        bound = self.state.signs.atom(x, False)
        if bound is not None and not any(g.e == own or set(g.e) <= {(), ((x, 1),)} for g in self.given):
            op = bound[1].conclusion[0]
            wanted.append((op, normal.plus(own, normal.constant(-bound[0])), proof.Sign()))
        if t[0] in ("sqrt", "abs"):  # the elaborator knows this one by itself
            square = normal.times(own, own)
            inside = scalar(t[1]) if t[0] == "sqrt" else normal.times(scalar(t[1]), scalar(t[1]))
            self.given.append(Given("", "=", normal.plus(square, self.state.algebra.reduce(inside)[0], -1)))
        if t[0] == "abs":
            if self.state.prove(("<", normal.ZERO, shown(inside))) is not None:  # x^2, where |x| is above zero
                wanted.append(("<", inside, proof.Sign()))
            for y in (t[1], neg(t[1])):
                rest = normal.plus(own, scalar(y), -1)
                factor = self.writer.number(("+", t, y))
                wanted.append(("<=", rest, proof.Refute({"contrary": factor})))
        if t[0] in ("max", "min"):
            for y in t[1:]:
                sign = 1 if t[0] == "max" else -1
                gap = normal.plus({}, normal.plus(own, scalar(y), -1), sign)
                wanted.append(("<=", gap, proof.Sign()))
            both = normal.times(*(normal.plus(own, scalar(y), -1) for y in t[1:]))
            wanted.append(("=", both, proof.Identity()))
        for op, e, by in wanted:
            try:
                name = self.add(Relation(Rational(0), "==" if op == "=" else op, self.writer.polynomial(e)), by)
            except (NotFound, Unwritable, KernelError):
                continue
            self.given.append(Given(name, op, e))


def roots(p: Poly) -> int:
    """How many roots and moduli stand in a polynomial."""
    return len({x for m in p for x, _ in m if atom_term(x)[0] in ("sqrt", "abs")})


def script(statement: Statement, seconds: float) -> proof.Proof | None:
    """A proof by sums of squares, None where none was found in the time allowed."""
    from lemmata.prove.judge import deep

    until = time.process_time() + seconds
    try:
        found: proof.Proof = deep(lambda: Claims(Script(statement), until).prove())
    except (NotFound, Unwritable, KernelError, RecursionError):
        return None
    return found


def pruned(steps: list[proof.Step], ends: set[str]) -> proof.Proof:
    """The steps that the conjuncts need."""
    kept: list[proof.Step] = []
    needed = set(ends)
    for s in reversed(steps):
        if s.name in needed:
            kept.append(s)
            needed |= _uses(s)
    return proof.Proof(METHOD, tuple(reversed(kept)))


def _uses(step: proof.Step) -> set[str]:
    by: Any = step.by
    if isinstance(by, proof.Squares):
        return {name for _, names, _ in by.terms for name in names} | set(by.multiples)
    if isinstance(by, proof.Antisymmetric):
        return {by.below, by.above}
    return set(getattr(by, "facts", ()))


__all__ = ["METHOD", "NotFound", "script"]
