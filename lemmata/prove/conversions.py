"""The same in other words: a goal from a theorem that says it in another form."""

from __future__ import annotations

from lemmata import kernel as logic
from lemmata.kernel import ONE, P, Term, Theorem, Z, matrix, neg, num, opened, scalar, size, sort_of, sub, word_term
from lemmata.prove.derived_rules import matrix_linear
from lemmata.prove.facts import Facts
from lemmata.prove.normal_words import cut, difference, hypotheses, inside, shown


class Converting(Facts):
    """Goals from theorems that say the same."""

    def settled(self, th: Theorem) -> Theorem:
        """The theorem with every hypothesis that can be shown cut off."""
        for _ in range(3):
            open_ = [h for h in hypotheses(th) if h not in self.assumed]
            if not open_:
                break
            before = th
            for h in open_:
                found = self.prove(h)
                if found is not None:
                    th = cut(found, th)
            if th is before:
                break
        return th

    def convert(self, th: Theorem, goal: Term) -> Theorem | None:
        """The goal from a theorem that says the same in other words, or something stronger by being strict."""
        f = th.conclusion
        if f == goal:
            return th
        if goal[0] == "all":
            if f[0] != "all":
                return None
            i = self.fresh(P if goal[1] == ONE else Z)
            with self.under(i, goal[1], goal[2]):
                inner = self.settled(logic.specialise(th, i))
                out = self.convert(inner, opened(goal[3], i))
            return None if out is None else logic.generalise(out, i, goal[1], goal[2])
        if f[0] not in ("=", "<=", "<") or goal[0] not in ("=", "<=", "<"):
            return self._same_words_of(th, goal)
        kinds = [sort_of(x)[0] == "M" for x in (f[1], goal[1])]
        if any(kinds):
            return self._convert_matrix(th, goal) if all(kinds) else self._convert_one(th, goal)
        if f[0] != goal[0] and (f[0], goal[0]) != ("<", "<="):
            return None
        for sign in (1, -1) if f[0] == "=" else (1,):
            rest = scalar(sub(sub(goal[2], goal[1]), ("*", num(sign), sub(f[2], f[1]))))
            items = self.algebra.zero(rest)
            if items is not None:
                more = [(shown(c), None, x) for c, x in items]
                return logic.linear(goal, [(num(sign), None, th), *more])
        return None

    def _same_words(self, f: Term) -> Theorem | None:
        """A fact with the same predicate of terms that are equal."""
        for th in (*self.assumed.values(), *self.facts.values()):
            g = th.conclusion
            if g[0] != f[0]:
                continue
            for k in (1, 2):
                want = ("=", g[k], f[k])
                same = self.prove(want) if sort_of(g[k])[0] == sort_of(f[k])[0] or sort_of(g[k])[0] != "M" else None
                if same is None:
                    break
                if g[k] == f[k]:
                    continue
                if sort_of(g[k])[0] != "M":
                    break
                hole = ("v", "hole_", sort_of(g[k]))
                now = th.conclusion
                th = logic.rewrite(same, th, hole, (*now[:k], hole, *now[k + 1 :]))
            else:
                if th.conclusion == f:
                    return th
        return None

    def _same_words_of(self, th: Theorem, goal: Term) -> Theorem | None:
        if goal[0] not in ("simple_s", "simple_lam") or th.conclusion[0] != goal[0]:
            return None
        self.assumed[th.conclusion] = th
        try:
            return self._same_words(goal)
        finally:
            del self.assumed[th.conclusion]

    def _convert_matrix(self, th: Theorem, goal: Term) -> Theorem | None:
        f = th.conclusion
        shapes = [[size(x) for x in sort_of(g[1])[1:]] for g in (f, goal)]
        if shapes[0] != shapes[1] or f[0] != "=" or goal[0] != "=":
            return None
        return self._up_to_sign(goal, th, 1) or self._up_to_sign(goal, th, -1)

    def _up_to_sign(self, goal: Term, th: Theorem, sign: int) -> Theorem | None:
        """A = B from A' = B', where A - B = sign (A' - B')."""
        f = th.conclusion
        rows, cols = sort_of(goal[1])[1:]
        left, right = ("id", rows), ("id", cols)
        rest = ("m+", difference(goal), ("sc", num(-sign), difference(f)))
        found = self.equal_matrices(("=", rest, ("zero", rows, cols)), plain=True)
        if found is None:
            return None
        return matrix_linear(goal, [(("sc", num(sign), left), th, right), (left, found, right)])

    def _convert_one(self, th: Theorem, goal: Term) -> Theorem | None:
        """Between an equation of 1 x 1 matrices and one of numbers."""
        f = th.conclusion
        if sort_of(f[1])[0] == "M":
            if any(size(x) != size(ONE) for x in sort_of(f[1])[1:]):
                return None
            return self.convert(inside(th, lambda x: ("tr", x)), goal)
        if any(size(x) != size(ONE) for x in sort_of(goal[1])[1:]):
            return None
        unit = ("id", sort_of(goal[1])[1])
        rest = ("m+", goal[1], ("sc", num(-1), goal[2]))
        for sign in (1, -1):
            whole = ("m+", rest, ("sc", ("*", num(-sign), sub(f[1], f[2])), unit))
            found = self.equal_matrices(("=", whole, ("zero", *sort_of(whole)[1:])), plain=True)
            if found is not None:
                return matrix_linear(goal, [(("sc", num(sign), unit), th, unit), (unit, found, unit)])
        return None

    def equal_matrices(self, f: Term, *, plain: bool = False) -> Theorem | None:
        """An equation between matrices, by the rules and by known equations."""
        rows, cols = sort_of(f[1])[1:]
        one = ("id", rows), ("id", cols)
        new, why = self.algebra.matrix(difference(f))
        items: list[tuple[Term, Theorem, Term]] = [] if why is None else [(one[0], why, one[1])]
        for w, p in matrix(new).items():
            zero = self.algebra.zero(p)
            if zero is None:
                break
            body = word_term(w) if w else one[0]
            items += [(("sc", neg(shown(c)), body), x, one[1]) for c, x in zero]
        else:
            return matrix_linear(f, items)
        if plain:
            return None
        for th in (*self.assumed.values(), *self.facts.values()):
            g = th.conclusion
            if (
                g[0] != "="
                or sort_of(g[1])[0] != "M"
                or [size(x) for x in sort_of(g[1])[1:]] != [size(rows), size(cols)]
            ):
                continue
            for sign in (1, -1):
                out = self._up_to_sign(f, th, sign)
                if out is not None:
                    return out
        return None
