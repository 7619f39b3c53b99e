"""Proving what is asked for: relations, equations, signs, what is not zero, diagonal matrices."""

from __future__ import annotations

from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    ZERO,
    KernelError,
    P,
    Term,
    Theorem,
    Z,
    free,
    neg,
    num,
    opened,
    plus,
    same_formula,
    scalar,
    sort_of,
    sub,
)
from lemmata.prove.conversions import Converting
from lemmata.prove.derived_rules import clash, deny, matrix_linear
from lemmata.prove.factors import divided
from lemmata.prove.normal_words import atom_term, cut, equation, put_for, shown
from lemmata.prove.positive import positive_nonzero
from lemmata.prove.questions import Answer


class Proving(Converting):
    """Theorems for formulas, from what is assumed and from facts."""

    def prove(self, f: Term) -> Theorem | None:
        """A theorem f under what is assumed, None where none is found."""
        if f in self.assumed:
            return self.assumed[f]
        if f in self.proved and (self.proved[f].found is not None or self.signs.still(self.proved[f])):
            shown: Theorem | None = self.proved[f].found
            return shown
        if f in self.questions:
            self.questions.depend(f)
            return None
        now = self.now()
        self.questions.begin(f)
        found, lasts = None, False
        try:
            found = self._prove(f)
        except KernelError:  # a rule does not apply: nothing is shown in this way
            pass
        finally:
            lasts = self.questions.end(f, found is not None)
        if found is not None or lasts:
            self.proved[f] = Answer(now, self.signs.depth, found)
        return found

    def _prove(self, f: Term) -> Theorem | None:
        for th in (*self.assumed.values(), *self.facts.values()):
            if same_formula(th.conclusion, f):
                return th if th.conclusion == f else cut(th, logic.assume(f))
        op = f[0]
        if op in ("<=", "<"):
            positive = self.signs.sign(sub(f[2], f[1]), op == "<")
            if positive is not None:
                return logic.linear(f, [(ONE, None, positive)])
            return self._from_every(f) or self._in_other_words(f)
        if op == "=":
            return self._equation(f) or self._from_every(f)
        if op == "!=":
            return self._nonzero(f) or self._from_every(f)
        if op == "all":
            return self._every(f) or self._for_all(f)
        if op in ("simple_s", "simple_lam"):
            return self._same_words(f)
        return None

    def _from_every(self, f: Term) -> Theorem | None:
        """From a fact for every index, at an index that is open."""
        open_ = [i for i in self.indices if i in free(f)]
        every = [th for th in (*self.assumed.values(), *self.facts.values()) if th.conclusion[0] == "all"]
        every += [logic.specialise(th, i) for th in every if th.conclusion[3][0] == "all" for i in open_]
        for th in every:
            if th.conclusion[3][0] in ("<=", "<", "=", "!="):
                for i in [*open_, th.conclusion[1]]:
                    inner = logic.specialise(th, i)
                    found = self.convert(inner, f) if f[0] != "!=" or inner.conclusion == f else None
                    if found is not None:
                        found = self.settled(found)
                        if all(h in self.assumed for h in found.hypotheses):
                            return found
        return None

    def _in_other_words(self, f: Term) -> Theorem | None:
        """A fact about the same kinds of quantities that says the same once matrices are compared."""
        kinds = [x[0] for x in f[1:]]
        for th in (*self.assumed.values(), *self.facts.values()):
            g = th.conclusion
            if g[0] in ("<=", "<", "=") and [x[0] for x in g[1:]] == kinds and sort_of(g[1])[0] != "M":
                found = self.convert(th, f)
                if found is not None:
                    return found
        return None

    def _equation(self, f: Term) -> Theorem | None:
        if sort_of(f[1])[0] == "M":
            return self.equal_matrices(f) or self.diagonal(f)
        items = self.algebra.zero(scalar(sub(f[1], f[2])))
        if items is not None:
            return equation(f[1], f[2], items)
        for known in self.known():
            if known.op != "=" or not known.e:
                continue
            target, more = self.algebra.reduce(scalar(sub(f[2], f[1])))
            for sign in (1, -1):
                rest = plus(target, known.e, -sign)
                found = self.algebra.zero(rest)
                if found is not None:
                    every = [*more, *found]
                    return logic.linear(
                        f, [(num(sign), None, known.theorem), *((shown(c), None, th) for c, th in every)]
                    )
        return None

    def diagonal(self, f: Term) -> Theorem | None:
        """X = diag(x) for X made of diagonal matrices."""
        th = self.as_diagonal(f[1]) if f[2][0] == "dg" else None
        if th is None:
            return None
        mine, wanted = th.conclusion[2], f[2]
        i = self.fresh(P)
        n = mine[1]
        with self.under(i, ONE, n):
            a, b = opened(mine[2], i), opened(wanted[2], i)
            # the wanted entry is e_i^T X e_i, and X is the diagonal matrix
            hole = ("v", "hole_", sort_of(f[1]))
            moved = logic.rewrite(th, logic.identity(b, b), hole, ("=", b, put_for(f[1], hole, b)))
            items = self.algebra.zero(scalar(sub(a, moved.conclusion[2])))
            if items is None:
                return None
            same = logic.linear(("=", a, b), [(num(-1), None, moved), *((neg(shown(c)), None, x) for c, x in items)])
            same = self.settled(same)
        every = logic.generalise(same, i, ONE, n)
        whole = cut(every, logic.meaning("diagonal", mine, wanted, ONE))
        unit = ("id", n)
        return matrix_linear(f, [(unit, th, unit), (unit, whole, unit)])

    def as_diagonal(self, t: Term) -> Theorem | None:
        """t = diag(x) for some x."""
        if t in self.algebra.diagonals:
            return self.algebra.diagonals[t]
        if t[0] == "dg":
            return logic.identity(t, t)
        if t[0] == "id":
            return logic.meaning("diagonal", t, t)
        unit = ("id", sort_of(t)[1])
        if t[0] == "sc":
            inner = self.as_diagonal(t[2])
            if inner is None:
                return None
            scaled = logic.meaning("diagonal", inner.conclusion[2], t[1])
            return matrix_linear(
                ("=", t, scaled.conclusion[2]), [(("sc", t[1], unit), inner, unit), (unit, scaled, unit)]
            )
        if t[0] in ("m+", "mm"):
            a, b = (self.as_diagonal(x) for x in t[1:])
            if a is None or b is None:
                return None
            both = logic.meaning("diagonal", a.conclusion[2], b.conclusion[2], *((ZERO,) if t[0] == "m+" else ()))
            if t[0] == "m+":
                return matrix_linear(
                    ("=", t, both.conclusion[2]), [(unit, a, unit), (unit, b, unit), (unit, both, unit)]
                )
            return matrix_linear(
                ("=", t, both.conclusion[2]), [(unit, a, t[2]), (a.conclusion[2], b, unit), (unit, both, unit)]
            )
        return None

    def _nonzero(self, f: Term) -> Theorem | None:
        t = f[1]
        p = scalar(t)
        if len(p) == 1 and (next(iter(p)) and len(next(iter(p))) > 1 or sum(k for _, k in next(iter(p))) > 1):
            return self._nonzero_product(t, p)
        for sign in (1, -1):
            th = self.signs.sign(t if sign > 0 else neg(t), True)
            if th is not None:
                if sign > 0:
                    return positive_nonzero(th)
                contra = logic.linear(
                    logic.FALSE,
                    [(ONE, None, th), (num(-1), None, logic.assume(("=", t, ZERO)))],
                )
                return deny(contra, t)
        modulus = self.signs.sign(("abs", t), True)
        if modulus is not None:  # |t|^2 = t^2
            square = logic.meaning("modulus", t)
            zero = logic.assume(("=", t, ZERO))
            a = ("abs", t)
            contra = logic.linear(logic.FALSE, [(a, modulus, modulus), (ONE, None, square), (t, None, zero)])
            return deny(contra, t)
        # a factor of something that is not zero
        target = self.algebra.reduce(scalar(t))[0]
        for other in [th for th in self.assumed.values() if th.conclusion[0] == "!="]:
            quotient = divided(self.algebra.reduce(scalar(other.conclusion[1]))[0], target)
            if quotient is None:
                continue
            zero = logic.assume(("=", t, ZERO))
            rest = self.algebra.zero(plus(scalar(other.conclusion[1]), scalar(("*", shown(quotient), t)), -1))
            if rest is None:
                continue
            # other = quotient t + sum of c (b - a), and t = 0
            whole = [(neg(shown(quotient)), None, zero)] + [(neg(shown(c)), None, th) for c, th in rest]
            equal = logic.linear(
                ("=", other.conclusion[1], ZERO),
                [(neg(c) if k == 0 else c, s, th) for k, (c, s, th) in enumerate(whole)],
            )
            return deny(clash(other, equal), t)
        return None

    def _nonzero_product(self, t: Term, p: Any) -> Theorem | None:
        """A product of what is not zero."""
        ((m, c),) = p.items()
        out = positive_nonzero(logic.linear(("<", ZERO, num(abs(c))), []))
        total = num(abs(c))
        for x, k in m:
            th = self.prove(("!=", atom_term(x)))
            if th is None:
                return None
            for _ in range(k):
                b = th.conclusion[1]
                zero = logic.assume(("=", ("*", total, b), ZERO))
                one = cut(th, logic.meaning("inverse", b))
                gone = logic.linear(("=", total, ZERO), [(("inv", b), None, zero), (neg(total), None, one)])
                out = deny(clash(out, gone), ("*", total, b))
                total = ("*", total, b)
        same = logic.linear(("=", total, ZERO), [(num(1 if c > 0 else -1), None, logic.assume(("=", t, ZERO)))])
        return deny(clash(out, same), t)

    def _every(self, f: Term) -> Theorem | None:
        i = self.fresh(P if f[1] == ONE else Z)
        _, low, high, body = f
        with self.under(i, low, high):
            th = self.prove(opened(body, i))
        if th is None:
            return None
        return logic.generalise(th, i, low, high)

    def _for_all(self, f: Term) -> Theorem | None:
        """From a fact about free indices, which is one for all values of them."""
        for fact in self.facts.values():
            for th in self.over_indices(fact):
                if same_formula(th.conclusion, f):
                    return th if th.conclusion == f else cut(th, logic.assume(f))
        return None

    def over_indices(self, th: Theorem) -> list[Theorem]:
        """A fact about free indices for all values of them, in every order."""
        out = []
        for i, (low, high) in self.indices.items():
            if i in free(th.conclusion):
                try:
                    every = logic.generalise(th, i, low, high)
                except KernelError:  # another index depends on this one: that one goes first
                    continue
                out += [every, *self.over_indices(every)]
        return out
