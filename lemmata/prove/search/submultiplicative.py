"""Norms of long products, all letters at once: |A B C| <= |A| |B| |C|, one of them the Frobenius norm where |A B C| is.

A chain that cuts a product in two again and again tries every order of the cuts; here the product is one link.
"""

from __future__ import annotations

from fractions import Fraction

from lemmata import catalogue
from lemmata.kernel import ONE, Poly, Term, Word, matrix, plus, times, word_term
from lemmata.language import proof
from lemmata.prove.normal_words import letter_term, shown
from lemmata.prove.search.lemma_index import below
from lemmata.prove.search.lemma_instances import Gathering
from lemmata.prove.search.linear_program import Source

LONG = 3  # letters; of two the book speaks itself
ONCE: Poly = {(): Fraction(1)}
OPERATOR, LEFT, RIGHT = (
    "classical.norm-of-product",
    "classical.frobenius-left-factor",
    "classical.frobenius-right-factor",
)


class Letterwise(Gathering):
    """Bounds of products by what their letters are."""

    def letterwise(self, t: Term) -> list[Source]:
        """What the norms of its letters say of the norm of a product; of a Frobenius norm once for every letter."""
        op = "normF" if t[0] == "normF" else "smax"
        form = matrix(self.matcher.reduced(t[1])) if op == t[0] or t[0] == "s" and t[2] == ONE else {}
        word = next(iter(form)) if len(form) == 1 else ()
        if (
            len(word) < LONG
            or form[word] != ONCE
            or any(self.statement.id in below(x) for x in (OPERATOR, LEFT, RIGHT))
        ):
            return []
        out = []
        for k in range(len(word)) if op == "normF" else (len(word),):
            e = ONCE
            for j, x in enumerate(word):
                e = times(e, self.canon(("normF" if j == k else "smax", letter_term(x))))
            out.append(Source("<=", plus(e, self.canon(t), -1), 1.0, ("letters", op, word, k)))
        return out

    def by_letters(self, op: str, word: Word, k: int) -> str:
        """The step that says so, the k-th letter with its Frobenius norm: the first is taken off, then the next."""
        factors: dict[str, Poly] = {}
        before = ONCE
        for j in range(len(word) - 1):
            first, rest = letter_term(word[j]), word_term(word[j + 1 :])
            norms = "normF" if j == k else "smax", op if j < k else "smax"
            fact = OPERATOR if "normF" not in norms else RIGHT if j == k else LEFT
            own = {v.name: v for v in catalogue.get(fact).let}
            by = proof.Apply(fact, {own["T"]: self.writer.matrix(first), own["U"]: self.writer.matrix(rest)})
            whole = "normF" if "normF" in norms else "smax", word_term(word[j:])
            name = self.step(("<=", whole, ("*", (norms[0], first), (norms[1], rest))), by)
            factors[name] = plus(factors.get(name, {}), before)
            before = times(before, self.canon((norms[0], first)))
        bound = times(before, self.canon((norms[1], rest)))
        goal = ("<=", (op, word_term(word)), shown(bound))
        return self.step(goal, proof.Combine({n: self.writer.polynomial(p) for n, p in factors.items()}))
