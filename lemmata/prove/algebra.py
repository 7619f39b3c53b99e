"""Equations: what the kernel's normal forms do not see, found as combinations of equations that it checks.

Matrices are reduced by equations between words (symmetry, orthogonality, ...), traces somewhere on their circle.  To
see that a polynomial vanishes, denominators are cleared with b inv(b) = 1 and even powers of roots with sqrt(x)^2 = x.
"""

from __future__ import annotations

from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    Form,
    Poly,
    Term,
    Theorem,
    Word,
    constant,
    matrix,
    neg,
    num,
    plus,
    scalar,
    size,
    size_term,
    sort_of,
    times,
    turned,
    word_term,
)
from lemmata.prove.derived_rules import matrix_linear
from lemmata.prove.letters import Letters
from lemmata.prove.normal_words import (
    Items,
    Rule,
    as_term,
    atom_key,
    atom_term,
    equation,
    form_term,
    letter_term,
    measure,
    power,
    replaced,
    shown,
)

READ = ("s", "lam", "cond", "norm2", "normF", "maxabs", "rank", "det", "rho", "numradius")


class Algebra(Letters):
    """Equalities between matrices and between numbers under the equations of one statement."""

    def matrix(self, t: Term) -> tuple[Term, Theorem | None]:
        """A matrix reduced by the rules, and why it is the same (None where nothing changed)."""
        if t not in self.matrices:
            self.matrices[t] = self._matrix(t)
        return self.matrices[t]

    def _matrix(self, t: Term) -> tuple[Term, Theorem | None]:
        form, sort = dict(matrix(t)), sort_of(t)
        items: list[tuple[Term, Theorem, Term]] = []
        for _ in range(400):
            step = self._step(form, sort)
            if step is None:
                break
            form, item = step
            items += item
        if not items:
            return t, None
        new = form_term(form, sort)
        return new, matrix_linear(("=", t, new), items)

    def _step(self, form: Form, sort: Term) -> tuple[Form, list[tuple[Term, Theorem, Term]]] | None:
        rows, cols = size_term(size(sort[1])), size_term(size(sort[2]))
        for w, p in form.items():
            q, items = self.reduce(p)
            if items:
                body = as_term(w, rows)
                rest = {k: v for k, v in form.items() if k != w}
                if q:
                    rest[w] = q
                return rest, [(("sc", shown(times(constant(-1), c)), body), th, ("id", cols)) for c, th in items]
            found = self.redex(w)
            if found is None:
                continue
            a, b, rule = found
            left = as_term(w[:a], rows)
            right = as_term(w[b:], cols)
            new = matrix(("mm", ("mm", left, rule.becomes), right))
            out = {k: v for k, v in form.items() if k != w}
            for v, c in new.items():
                out[v] = plus(out.get(v, {}), times(c, p))
            return {v: c for v, c in out.items() if c}, [(("sc", shown(p), left), rule.theorem, right)]
        return None

    def redex(self, w: Word) -> tuple[int, int, Rule] | None:
        """Where a rule applies in a word; rules for letters are made when they are met."""
        for rule in self.rules:
            k = len(rule.word)
            for a in range(len(w) - k + 1):
                if w[a : a + k] == rule.word:
                    return a, a + k, rule
        for a in range(len(w) - 1):
            two = self.pair(w[a], w[a + 1])
            if two is not None:
                return a, a + 2, two
        for a, x in enumerate(w):
            if letter_term(x)[0] == "msum":  # a whole end of the word that is a column, or a row
                for first, last, thin_side in ((a + 1, len(w), 2), (0, a, 1)):
                    outer = w[first:last]
                    while (
                        outer and len(outer) > 1 and thin_side == 2 and size(sort_of(word_term(outer))[2]) != size(ONE)
                    ):
                        outer, last = outer[:-1], last - 1  # up to where the word is a column
                    if len(outer) > 1 and size(sort_of(word_term(outer))[thin_side]) == size(ONE):
                        ends = letter_term(x), word_term(outer)
                        th = self._into_sum(*(ends if thin_side == 2 else ends[::-1]))
                        if th is not None:
                            lo, hi = (a, last) if thin_side == 2 else (first, a + 1)
                            return lo, hi, Rule(th, w[lo:hi])
        for a, x in enumerate(w):
            one = self.letter(x)
            if one is not None:
                return a, a + 1, one
        return None

    def traced(self, t: Term) -> tuple[Term, Theorem] | None:
        """The trace of a product, reduced somewhere on the circle."""
        (mono,) = scalar(t)
        ((x, _),) = mono
        kind, word = atom_key(x)
        turns = [word] if kind == "w" else [word[k:] + word[:k] for k in range(len(word))]
        both = turns + ([tuple(turned(y) for y in reversed(w)) for w in turns])
        for w in both:
            found = self.redex(w)
            if found is None:
                continue
            a, b, rule = found
            whole = word_term(w)
            sort = sort_of(whole)
            left = as_term(w[:a], sort[1])
            right = as_term(w[b:], sort[2])
            new = ("mm", ("mm", left, rule.becomes), right)
            after = scalar(("tr", new))
            if any(measure(y) >= measure(x) for m in after for y, _ in m if atom_key(y)[0] in ("w", "tr")):
                continue
            th = matrix_linear(("=", whole, new), [(left, rule.theorem, right)])
            hole = ("v", "hole_", sort)
            return ("tr", new), logic.rewrite(th, logic.identity(t, ("tr", whole)), hole, ("=", t, ("tr", hole)))
        return self._sum_out(t, word)

    def _sum_out(self, t: Term, word: Word) -> tuple[Term, Theorem] | None:
        """The trace of a product with one sum in it as a sum of traces."""
        spots = [
            k
            for k, x in enumerate(word)
            if letter_term(x)[0] == "msum" or letter_term(x)[0] == "T" and letter_term(x)[1][0] == "msum"
        ]
        if len(spots) != 1:
            return None
        k = spots[0]
        whole = word_term(word)
        if letter_term(word[k])[0] == "T":
            word = tuple(turned(y) for y in reversed(word))
            k = len(word) - 1 - k
            whole = word_term(word)
        _, low, high, body = letter_term(word[k])
        sort = sort_of(whole)
        left = as_term(word[:k], sort[1])
        right = as_term(word[k + 1 :], sort[2])
        factor = logic.meaning("over", letter_term(word[k]), "factor", left, body, right)
        inside = factor.conclusion[1]
        traces = ("sum", low, high, ("tr", inside[3]))
        th = logic.meaning("over", traces, "trace")  # sum of traces = trace of the sum
        hole = ("v", "hole_", sort)
        step = logic.rewrite(factor, th, hole, ("=", traces, ("tr", hole)))
        return traces, logic.linear(("=", t, traces), [(num(-1), None, step)])

    def zero(self, p: Poly, depth: int = 0) -> Items | None:
        """Pairs (c, theorem) with p the sum of c (b - a), None where p is not seen to vanish."""
        p, items = self.reduce(p)
        if not p:
            return items
        if depth > 40:
            return None
        atoms = {x for m in p for x, _ in m}
        together = self._merge(p, items, depth)
        if together is not None:
            return together
        inverse = max((x for x in atoms if atom_term(x)[0] == "inv"), default=None)
        if inverse is not None:
            rest, factor, (more, theorem) = self.cleared(p, inverse)
            found = self.zero(rest, depth + 1)
            if found is None:
                return None
            # that the denominator is not zero is asked only now: where nothing vanishes the question is a waste
            return [*items, (more, self.settled(theorem)), *((times(factor, c), th) for c, th in found)]
        squares = [x for m in p for x, k in m if k > 1 and atom_term(x)[0] in ("sqrt", "abs")]
        if not squares:
            meant = self._meant(p)
            if meant is None:
                return None
            rest, item = meant
            found = self.zero(rest, depth + 1)
            return None if found is None else [*items, item, *found]
        rest, item = self.squared(p, max(squares))
        found = self.zero(rest, depth + 1)
        return None if found is None else [*items, item, *found]

    def _meant(self, p: Poly) -> tuple[Poly, tuple[Poly, Theorem]] | None:
        """A power of a Frobenius norm or of a largest or smallest of two, by what it means: x^2 = v x + w."""
        for x in sorted({x for m in p for x, k in m if k > 1}, reverse=True):
            t = atom_term(x)
            own: Poly = {((x, 1),): constant(1)[()]}
            if t[0] == "normF":
                theorem = logic.meaning("frobenius", t[1])
                value = scalar(theorem.conclusion[2])
            elif t[0] in ("max", "min"):
                theorem = logic.meaning("extreme", t, 2)  # (x - a)(x - b) = 0
                a, b = scalar(t[1]), scalar(t[2])
                value = plus(times(plus(a, b), own), times(a, b), -1)
            else:
                continue
            out: Poly = {}
            factor: Poly = {}
            for m, c in p.items():
                k = dict(m).get(x, 0)
                other = {tuple(pair for pair in m if pair[0] != x): c}
                if k < 2:
                    out = plus(out, {m: c})
                    continue
                less = times(other, power(own, k - 2))  # x^k = x^(k-2) value + x^(k-2) (x^2 - value)
                out = plus(out, times(less, value))
                factor = plus(factor, less, -1)
            return out, (factor, theorem)
        return None

    def _merge(self, p: Poly, items: Items, depth: int) -> Items | None:
        """Two atoms read off matrices that are equal once denominators are cleared are one."""
        atoms = sorted(
            {x for m in p for x, _ in m if atom_term(x)[0] in READ or atom_term(x)[0] in ("abs", "sqrt")}, reverse=True
        )
        for k, x in enumerate(atoms):
            for y in atoms[k + 1 :]:
                a, b = atom_term(x), atom_term(y)
                if a[0] != b[0] or a[2:] != b[2:]:
                    continue
                question = ("same", x, y)
                if (x, y) not in self.merged:
                    self.merged[x, y] = None
                    self.questions.begin(question)
                    try:
                        self.merged[x, y] = self._same_atoms(a, b)
                    finally:
                        self.questions.end(question, False)
                else:
                    self.questions.depend(question)
                th = self.merged[x, y]
                if th is not None:
                    rest, more = replaced(p, x, {((y, 1),): constant(1)[()]}, [(constant(-1), th)])
                    found = self.zero(rest, depth + 1)
                    return None if found is None else [*items, *more, *found]
        return None

    def _same_atoms(self, a: Term, b: Term) -> Theorem | None:
        """a = b, for equal arguments (up to the sign, inside a modulus)."""
        if a[0] in READ:
            same = self.same_matrices(("=", a[1], b[1])) if sort_of(a[1]) == sort_of(b[1]) else None
            return None if same is None else self.congruence(same, a, 1)
        for value in (b[1], neg(b[1]))[: 2 if a[0] == "abs" else 1]:
            items = self.zero(plus(scalar(a[1]), scalar(value), -1), 20)
            if items is not None:
                th = self.congruence(equation(a[1], value, items), a, 1)
                return logic.linear(("=", a, b), [(num(1), None, th)])
        return None

    def cleared(self, p: Poly, u: int) -> tuple[Poly, Poly, tuple[Poly, Theorem]]:
        """P, u^e and an item with p = u^e P + item, u = inv(b) not in P; that b is not zero is left to be shown."""
        below = atom_term(u)[1]
        b, top = scalar(below), max(dict(m).get(u, 0) for m in p)
        one = times({((u, 1),): constant(1)[()]}, b)
        rest: Poly = {}
        factor: Poly = {}
        for m, c in p.items():
            k = dict(m).get(u, 0)
            other = {tuple(pair for pair in m if pair[0] != u): c}
            rest = plus(rest, times(other, power(b, top - k)))
            geometric: Poly = {}
            for j in range(top - k):
                geometric = plus(geometric, power(one, j))
            factor = plus(factor, times({m: c}, geometric))
        theorem = logic.meaning("inverse", below)
        return rest, {((u, top),): constant(1)[()]}, (factor, theorem)
