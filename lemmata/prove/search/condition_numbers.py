"""Condition numbers as quotients: cond(X) is smax(X) / smin(X) where X is not singular, and both are bounded apart."""

from __future__ import annotations

from fractions import Fraction

from lemmata.kernel import ZERO, Poly, Term, plus, times
from lemmata.language import proof
from lemmata.prove.normal_words import atom_term, power, shown
from lemmata.prove.search.backward import Closing
from lemmata.prove.search.search_state import NotFound

MOST = 2  # condition numbers that are written out


class Conditioned(Closing):
    """Goals about condition numbers."""

    def by_quotients(self, goal: Term, depth: int) -> str:
        """The goal with quotients for the condition numbers on its smaller side."""
        op, a, b = goal
        target = self.canon(("+", b, ("*", ("q", Fraction(-1)), a)))
        found = sorted({x for m, c in target.items() if c < 0 for x, _ in m if atom_term(x)[0] == "cond"})
        if op == "=" or not 0 < len(found) <= MOST or depth > 1:
            raise NotFound("no condition numbers")
        factors: dict[str, Poly] = {}
        for x in found:
            inner = atom_term(x)[1]
            least, ratio = ("smin", inner), ("*", ("smax", inner), ("inv", ("smin", inner)))
            if self.state.prove(("<", ZERO, least)) is None:
                self.establish(("<", ZERO, least), depth + 1)
            same = self.put("classical.condition", {"T": inner}, ("=", atom_term(x), ratio))
            new = self.canon(ratio)
            factor, after = dict[tuple[tuple[int, int], ...], Fraction](), dict(target)
            for m, c in target.items():  # x^k - y^k is (x - y) (x^(k-1) + ... + y^(k-1))
                k = dict(m).get(x, 0)
                rest: Poly = {tuple(p for p in m if p[0] != x): c}
                own: Poly = {((x, 1),): Fraction(1)}
                for j in range(k):
                    factor = plus(factor, times(rest, times(power(own, j), power(new, k - 1 - j))), -1)
                if k:
                    after = plus(plus(after, {m: c}, -1), times(rest, power(new, k)))
            factors[same], target = factor, self.polynomial(after)
        left, right = ({m: c * sign for m, c in target.items() if c * sign > 0} for sign in (-1, 1))
        name = self.by_denominators((op, shown(left), shown(right)), depth)
        factors[name] = {(): Fraction(1)}
        return self.step(goal, proof.Combine({k: self.writer.polynomial(p) for k, p in factors.items()}))
