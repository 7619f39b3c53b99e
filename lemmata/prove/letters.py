"""Letters that reduce because their arguments do: sums of matrices, Kronecker products, inverses, stacks."""

from __future__ import annotations

from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    KernelError,
    Term,
    Theorem,
    Word,
    closed,
    constant,
    free,
    matrix,
    num,
    opened,
    size,
    size_term,
    sort_of,
    times,
    word_term,
)
from lemmata.prove.derived_rules import matrix_linear
from lemmata.prove.normal_words import (
    Rule,
    as_term,
    atom_term,
    cut,
    inside,
    letter_term,
    nested,
    parted,
    put_for,
    shown,
)
from lemmata.prove.pairs import Pairs

FUNCTIONS = ("had", "expm", "logm", "sqrtm", "relu", "pinv")


class Letters(Pairs):
    """Rules for single letters, made when they are met."""

    def letter(self, x: int) -> Rule | None:
        """A letter whose arguments reduce: a sum of matrices, a Kronecker product, an inverse, ..."""
        question = ("letter", x)
        if x not in self.letters:
            self.letters[x] = None  # a letter inside itself does not reduce
            self.questions.begin(question)
            try:
                self.letters[x] = self._letter(letter_term(x), x)
            except KernelError:  # what it would become may not hold at every index
                pass
            finally:
                self.questions.end(question, False)
        else:
            self.questions.depend(question)
        return self.letters[x]

    def _letter(self, t: Term, x: int) -> Rule | None:
        turned_over = t[0] == "T"
        inner = t[1] if turned_over else t
        th: Theorem | None = None
        if inner[0] == "e" and size(inner[1]) == size(ONE):
            th = self.settled(logic.meaning("units", ONE, inner[2], inner[2]))
            goal = ("=", t, ("id", ONE))
            unit = ("id", ONE)
            if turned_over:
                th = inside(th, lambda x: ("T", x))
            return Rule(matrix_linear(goal, [(unit, th, unit)]), (x,))
        if turned_over and inner[0] == "msum":
            return Rule(logic.meaning("over", inner, "transpose"), (x,))
        if inner[0] == "msum":
            th = self._matrix_sum(inner)
        elif turned_over and inner[0] in ("minv", "sqrtm", "logm"):
            return Rule(self._symmetric_function(inner), (x,))
        elif inner[0] in ("kron", "minv", "vst", *FUNCTIONS):
            for k in range(1, len(inner)):
                new, why = self.matrix(inner[k])
                if why is not None:
                    th = self.congruence(why, inner, k)
                    break
            if th is None and inner[0] == "kron":
                th = self._kron_of_sum(inner)
            elif th is None and inner[0] == "expm" and inner[1][0] == "logm":
                th = self.settled(logic.meaning("matrix-logarithm", inner[1][1], "inverse"))
        elif inner[0] in ("stack", "dg", "mprod"):
            th = self._matrix_under(inner)
        if th is None:
            return None
        if turned_over:
            th = inside(th, lambda x: ("T", x))
        return Rule(th)

    def _symmetric_function(self, t: Term) -> Theorem:
        """F^T = F for an inverse, a square root or a logarithm F of a symmetric matrix."""
        a = t[1]
        if t[0] != "minv":
            return self.settled(logic.meaning("matrix-root" if t[0] == "sqrtm" else "matrix-logarithm", a, "symmetric"))
        same = self.same_matrices(("=", ("T", a), a))
        right = self.settled(logic.meaning("inverse", a, "right"))
        if same is None or not right.hypotheses <= same.hypotheses | right.hypotheses:
            raise KernelError("not seen to be symmetric")
        unit, turned_over = ("id", sort_of(a)[1]), ("T", t)  # F^T = F^T A F = F^T A^T F = (A F)^T F = F
        items = [
            (("sc", num(-1), turned_over), right, unit),
            (("sc", num(-1), turned_over), same, t),
            (unit, inside(right, lambda x: ("T", x)), t),
        ]
        return matrix_linear(("=", turned_over, t), items)

    def _kron_of_sum(self, t: Term) -> Theorem | None:
        """A Kronecker product with a sum as the sum of the products."""
        for k, which in ((2, "left"), (1, "right")):
            form = matrix(t[k])
            word = next(iter(form)) if len(form) == 1 else ()
            sums = [j for j, x in enumerate(word) if letter_term(x)[0] == "msum"]
            if len(sums) != 1:
                continue
            j, sort = sums[0], sort_of(t[k])
            inner = letter_term(word[j])
            left = as_term(word[:j], sort[1])
            right = as_term(word[j + 1 :], sort[2])
            factor = logic.meaning("over", inner, "factor", left, inner[3], right)
            together = ("sc", shown(form[word]), factor.conclusion[1])
            unit = ("id", sort[1]), ("id", sort[2])
            one_sum = matrix_linear(
                ("=", t[k], together), [(("sc", shown(times(constant(-1), form[word])), unit[0]), factor, unit[1])]
            )
            whole = self.congruence(one_sum, t, k)
            same = logic.meaning("over", factor.conclusion[1], which, t[3 - k])
            unit = ("id", sort_of(t)[1]), ("id", sort_of(t)[2])
            goal = ("=", t, ("sc", shown(form[word]), same.conclusion[2]))
            return matrix_linear(goal, [(unit[0], whole, unit[1]), (("sc", shown(form[word]), unit[0]), same, unit[1])])
        return None

    def _matrix_under(self, t: Term) -> Theorem | None:
        i = self.fresh()
        if t[0] == "dg":
            return None
        with self.under(i, t[1], t[2]):
            new, th = self.matrix(opened(t[3], i))
        if th is None:
            return None
        allowed = logic.generalise(th, i, t[1], t[2])
        return cut(allowed, logic.meaning("over", t, "same", closed(new, i)))

    def _matrix_sum(self, t: Term) -> Theorem | None:
        """A sum of matrices over an index as a combination of sums of single words that depend on it."""
        _, low, high, body = t
        i = self.fresh()
        inside = opened(body, i)
        sort = sort_of(t)
        rows, cols = size_term(size(sort[1])), size_term(size(sort[2]))
        with self.under(i, low, high):
            simple, th = self.matrix(inside)
        form = matrix(simple)
        words = list(form.items())
        if len(words) == 1 and th is None:
            ((w, p),) = words
            if w and p == constant(1) and self._bare(w, i):
                return None
            # a single monic number that depends on the index, times the identity
            monomial = next(iter(p)) if not w and len(p) == 1 and p == dict.fromkeys(p, 1) else ()
            if monomial and all(i in free(atom_term(x)) for x, _ in monomial):
                return None
        parts: list[tuple[Term, Term, Term, Term, Term]] = []  # outer number, left, number inside, middle, right
        for w, p in words:
            a, b = 0, len(w)
            while a < b and i not in free(letter_term(w[a])):
                a += 1
            while b > a and i not in free(letter_term(w[b - 1])):
                b -= 1
            left = as_term(w[:a], rows)
            right = word_term(w[b:]) if b < len(w) else ("id", cols if b < len(w) or b > a else sort_of(left)[2])
            middle = as_term(w[a:b], sort_of(left)[2])
            if b == a:
                right = ("id", sort_of(left)[2])
            for m, c in sorted(p.items()):
                outer, inner = parted(m, c, i)
                parts.append((outer, left, inner, middle, right))
        if not parts:
            parts = [(num(0), ("id", rows), ONE, inside, ("id", cols))]
        terms = [("mm", ("mm", ("sc", o, lf), ("sc", n, md)), rt) for o, lf, n, md, rt in parts]
        term = nested("m+", terms)
        same = matrix_linear(("=", inside, term), [] if th is None else [(("id", rows), th, ("id", cols))])
        allowed = logic.generalise(same, i, low, high)
        first = cut(allowed, logic.meaning("over", t, "same", closed(term, i)))
        whole = first.conclusion[2]
        pieces = [
            ("mm", ("mm", ("sc", o, lf), ("msum", low, high, closed(("sc", n, md), i))), rt)
            for o, lf, n, md, rt in parts
        ]
        value = nested("m+", pieces)
        facts, rest = [first], whole
        for _ in parts[1:]:
            facts.append(logic.meaning("over", rest, "split"))
            rest = ("msum", low, high, rest[3][1])
        for o, lf, n, md, rt in parts:
            facts.append(logic.meaning("over", whole, "factor", ("sc", o, lf), closed(("sc", n, md), i), rt))
        one = ("id", rows), ("id", cols)
        out = matrix_linear(("=", t, value), [(one[0], f, one[1]) for f in facts])
        pure = self._numbers_only(value, parts, low, high, i)
        if pure is not None:
            out = matrix_linear(("=", t, pure.conclusion[2]), [(one[0], out, one[1]), (one[0], pure, one[1])])
        return None if matrix(out.conclusion[2]) == matrix(t) else out

    def _numbers_only(self, value: Term, parts: Any, low: Term, high: Term, i: Term) -> Theorem | None:
        """sum of x_i M = (sum of x_i) M, M free of the index."""
        facts = []
        for _, _, n, md, _ in parts:
            if i not in free(md):
                facts.append(
                    logic.meaning("over", ("msum", low, high, closed(("sc", n, md), i)), "scaled", closed(n, i), md)
                )
        if not facts:
            return None
        th: Theorem = logic.identity(value, value)
        for f in facts:
            hole = ("v", "hole_", sort_of(f.conclusion[1]))
            th = logic.rewrite(f, th, hole, ("=", value, put_for(f.conclusion[1], hole, th.conclusion[2])))
        return th

    def _bare(self, w: Word, i: Term) -> bool:
        return i in free(letter_term(w[0])) and i in free(letter_term(w[-1]))
