"""Neighbours in a word that multiply by definition: stacks, units, diagonal matrices, inverses, sums over an index."""

from __future__ import annotations

from lemmata import kernel as logic
from lemmata.kernel import ONE, KernelError, Term, Theorem, matrix, num, opened, scalar, size, sort_of
from lemmata.prove.derived_rules import matrix_linear
from lemmata.prove.normal_words import Rule, inside, letter_term, thin, weight
from lemmata.prove.number_reduction import Numbers


class Pairs(Numbers):
    """Rules for two neighbours, made when they are met."""

    def pair(self, x: int, y: int) -> Rule | None:
        """Two neighbours that multiply by definition: stacks, diagonal matrices, inverses, diagonal and unit column."""
        if (x, y) not in self.pairs:
            th = self._pair(letter_term(x), letter_term(y))
            self.pairs[x, y] = None if th is None else Rule(th, (x, y))
        return self.pairs[x, y]

    def _pair(self, a: Term, b: Term) -> Theorem | None:
        if a[0] == "T" and (a[1][0] == b[0] and b[0] in ("stack", "vst") or a[1][0] == "e" and b[0] == "stack"):
            try:
                return self.settled(logic.meaning("stacks", a[1], b))
            except KernelError:
                return None
        if a[0] == "T" and a[1][0] == b[0] == "e" and (scalar(a[1][2]) == scalar(b[2]) or a[1][2][0] == b[2][0] == "q"):
            same = scalar(a[1][2]) == scalar(b[2])
            apart = () if same else ("below" if a[1][2][1] < b[2][1] else "above",)
            th = self.settled(logic.meaning("units", a[1][1], a[1][2], a[1][2] if same else b[2], *apart))
            if same:
                unit = ("id", ONE)
                return matrix_linear(("=", ("mm", a, b), unit), [(unit, th, unit)])
            return th
        if a[0] == "kron" and b[0] not in ("kron", "msum") and size(sort_of(b)[1]) != size(ONE) and thin(a[1:], 2):
            return logic.meaning("beside", a[1], a[2], b)
        if b[0] == "kron" and a[0] not in ("kron", "msum") and size(sort_of(a)[2]) != size(ONE) and thin(b[1:], 1):
            th = logic.meaning("beside", ("T", b[1]), ("T", b[2]), ("T", a))
            hole = ("v", "hole_", sort_of(th.conclusion[1]))
            both = ("mm", a, b)
            return logic.rewrite(th, logic.identity(both, ("T", th.conclusion[1])), hole, ("=", both, ("T", hole)))
        if a[0] == "dg" and b[0] in ("dg", "e"):
            return self.settled(logic.meaning("diagonal", a, b))
        if a in self.diagonals and b[0] == "e":
            return self._diagonal_column(a, b)
        if b in self.diagonals and a[0] == "T" and a[1][0] == "e":
            th = self._diagonal_column(b, a[1])
            turned_th = inside(th, lambda x: ("T", x))
            _, why = self.matrix(("m+", ("mm", a, ("T", b)), ("sc", num(-1), ("mm", a, b))))
            goal = ("=", ("mm", a, b), turned_th.conclusion[2])
            one, right = ("id", ONE), ("id", sort_of(b)[2])
            rest = [] if why is None else [(("sc", num(-1), one), why, right)]
            return matrix_linear(goal, [(one, turned_th, right), *rest])
        if a[0] == "T" and a[1][0] == "e" and b[0] == "dg":
            th = self.settled(logic.meaning("diagonal", b, a[1]))
            left = ("mm", a, b)
            lhs = logic.identity(left, ("T", th.conclusion[1]))
            hole = ("v", "hole_", sort_of(th.conclusion[1]))
            return logic.rewrite(th, lhs, hole, ("=", left, ("T", hole)))
        pushed = self._into_sum(a, b)
        if pushed is not None:
            return pushed
        if a[0] == b[0] == "sqrtm" and matrix(a[1]) == matrix(b[1]):
            return self.settled(logic.meaning("matrix-root", a[1], "square"))
        for inverse, other, side in ((a, b, "left"), (b, a, "right")):
            if inverse[0] == "minv" and matrix(inverse[1]) == matrix(other):
                return self.settled(logic.meaning("inverse", inverse[1], side))
        return None

    def _diagonal_column(self, d: Term, e: Term) -> Theorem:
        """D e_j = (e_j^T D e_j) e_j for a diagonal matrix D."""
        why = self.diagonals[d]
        column = self.settled(logic.meaning("diagonal", why.conclusion[2], e))
        unit = ("id", sort_of(d)[1]), ("id", ONE)
        return matrix_linear(("=", ("mm", d, e), column.conclusion[2]), [(unit[0], why, e), (unit[0], column, unit[1])])

    def _into_sum(self, a: Term, b: Term) -> Theorem | None:
        """A factor goes into a sum over an index where it meets something there that it multiplies with."""
        if "msum" not in (a[0], b[0]) or a[0] == b[0]:
            return None
        t, other = (b, a) if b[0] == "msum" else (a, b)
        _, low, high, body = t
        i = self.fresh()
        inner = opened(body, i)
        whole = ("mm", other, inner) if t is b else ("mm", inner, other)
        with self.under(i, low, high):
            before, after = matrix(self.matrix(inner)[0]), matrix(self.matrix(whole)[0])
        whole_weight = weight(matrix(other)) + weight(before)
        beside = other[0] == "kron" and thin(other[1:], 2 if t is b else 1)  # a column goes next to the other factor
        if not before or weight(after) >= whole_weight + beside:
            return None
        sort = sort_of(whole)
        left, right = (other, ("id", sort[2])) if t is b else (("id", sort[1]), other)
        factor = logic.meaning("over", t, "factor", left, body, right)
        product = ("mm", a, b)
        unit = ("id", sort_of(product)[1]), ("id", sort_of(product)[2])
        goal = ("=", product, factor.conclusion[1])
        return matrix_linear(goal, [(("sc", num(-1), unit[0]), factor, unit[1])])
