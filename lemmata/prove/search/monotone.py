"""Goals turned over by functions that grow: sums of logarithms by exponentials, largest terms by what every term is."""

from __future__ import annotations

from fractions import Fraction

from lemmata.kernel import ONE, ZERO, Mono, Poly, Term, closed, num, opened, scalar
from lemmata.language import proof
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.limits import DEEP
from lemmata.prove.search.linear_program import quotient
from lemmata.prove.search.search_state import Clock, Goal, NotFound
from lemmata.prove.search.steps import Tactic

Powers = list[tuple[Term, Term]]  # positive numbers with their exponents
ONCE = Fraction(1)


class Largest(Tactic):
    """A bound of the largest of some terms, from the same bound of every term."""

    def applies(self, goal: Goal) -> bool:
        """Whether a largest term is to be bounded."""
        return goal.op == "<=" and goal.depth <= DEEP and self.largest(self.search.slack(goal.formula)) is not None

    def largest(self, target: Poly) -> Mono | None:
        """The largest term that a slack takes away."""
        own = (m for m, c in target.items() if c < 0 and len(m) == 1 == m[0][1])
        return next((m for m in own if atom_term(m[0][0])[0] == "maxo"), None)

    def run(self, goal: Goal, clock: Clock) -> str:
        target, search = self.search.slack(goal.formula), self.search
        m = self.largest(target)
        if m is None:
            raise NotFound("no largest term")
        _, low, high, body = atom_term(m[0][0])
        bound = shown({w: c / -target[m] for w, c in target.items() if w != m})
        index, i = search.open_index(low, high)
        term = ("<=", opened(body, i), bound)
        same = search.suffices(term, goal.depth + 1)  # the fact that was found may have its terms on other sides
        every = self.steps.sum(term, {same: {(): ONCE}})
        largest = ("<=", ("maxo", low, high, closed(opened(body, i), i)), bound)
        return self.steps.sum(goal.formula, {search.step(largest, proof.EveryTerm(every, index)): {(): -target[m]}})


class Exponentials(Tactic):
    """A comparison of sums of logarithms, from that of the products of powers."""

    def applies(self, goal: Goal) -> bool:
        """Whether it compares logarithms."""
        return goal.op == "<=" and goal.depth <= 1 and bool(self.logarithms(self.search.slack(goal.formula)))

    def logarithms(self, target: Poly) -> set[int]:
        """The logarithms in a polynomial."""
        return {x for m in target for x, _ in m if atom_term(x)[0] == "log"}

    def run(self, goal: Goal, clock: Clock) -> str:
        target = self.search.slack(goal.formula)
        logs = self.logarithms(target)
        factor = self.shared(target, logs)
        sides: tuple[Powers, Powers] = ([], [])
        rest: Poly = {}
        for m, c in target.items():
            own = quotient(m, factor)
            q, share = (m, ("*", num(abs(c)), ("inv", shown({factor: ONCE})))) if own is None else (own, num(abs(c)))
            if any(x in logs for x, _ in q) and (len(q) > 1 or q[0][1] > 1):
                raise NotFound("no sum of logarithms")
            if q and q[0][0] in logs:
                sides[c > 0].append((atom_term(q[0][0])[1], shown(scalar(share))))
            elif own is not None:
                rest[q] = c
            else:
                raise NotFound("a number without the factor of the logarithms")
        for sign in (1, -1):
            part = {m: c * sign for m, c in rest.items() if c * sign > 0}
            if part:
                sides[sign > 0].append((("exp", shown(part)), ONE))
        if not all(sides):
            raise NotFound("nothing on one side")
        for base, _ in (*sides[0], *sides[1]):
            self.search.ensure(("<", ZERO, base), goal.depth + 1)
        low, high = map(_product, sides)
        self.search.suffices(("<=", low, high), goal.depth + 1)
        grown = ("<=", ("log", low), ("log", high))
        names = {self.steps.apply_numbers("classical.logarithm-grows", grown, {"x": low, "y": high}): ONCE}
        for side, sign in zip(sides, (-1, 1), strict=True):
            names |= dict.fromkeys(self.expanded(side), Fraction(sign))
        return self.steps.sum(goal.formula, {name: {factor: c} for name, c in names.items()})

    def shared(self, target: Poly, logs: set[int]) -> Mono:
        """What stands before the logarithms that have a factor, where it is one and known to be above zero."""
        before = [tuple(p for p in m if p[0] not in logs) for m in target if any(x in logs for x, _ in m)]
        first = next(filter(None, before), ())
        return first if all(m in ((), first) for m in before) and self.search.surely(first) else ()

    def expanded(self, side: Powers) -> list[str]:
        """Steps that write the logarithm of a product of powers as a sum."""
        out: list[str] = []
        for k, (base, exponent) in enumerate(side):
            power = _power(base, exponent)
            if base[0] == "exp":
                equation = ("=", ("log", base), base[1])
                out.append(self.steps.apply_numbers("classical.logarithm-of-exponential", equation, {"x": base[1]}))
            if exponent != ONE:
                equation = ("=", ("log", power), ("*", exponent, ("log", base)))
                out.append(
                    self.steps.apply_numbers("classical.logarithm-of-power", equation, {"x": base, "p": exponent})
                )
            if k:
                before = _product(side[:k])
                equation = ("=", ("log", ("*", before, power)), ("+", ("log", before), ("log", power)))
                out.append(self.steps.apply_numbers("classical.logarithm-product", equation, {"x": before, "y": power}))
        return out


def _power(base: Term, exponent: Term) -> Term:
    whole = exponent[0] == "q" and exponent[1].denominator == 1
    return base if exponent == ONE else ("^", base, int(exponent[1])) if whole else ("rpow", base, exponent)


def _product(side: Powers) -> Term:
    out = _power(*side[0])
    for base, exponent in side[1:]:
        out = ("*", out, _power(base, exponent))
    return out
