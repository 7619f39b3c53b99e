"""Traces of Gram matrices as squares of Frobenius norms: tr(X^T X) = normF(X)^2, where facts speak of norms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lemmata.kernel import Poly, Term, Word, plus, scalar, times, word_term
from lemmata.prove.normal_words import atom_key


def normed(p: Poly, reduced: Callable[[Term], Term]) -> Poly:
    """The polynomial with every trace of a Gram matrix written as the square of a norm; itself where there is none.

    `reduced` writes a matrix in the one form that it has under the hypotheses, so that A^T is A where A is symmetric.
    """
    out: Poly = {}
    for m, c in p.items():
        term: Poly = {(): c}
        for x, power in m:
            root = _root(x, reduced)
            factor: Poly = {((x, power),): Fraction(1)}
            if root is not None:
                ((norm, _),) = next(iter(scalar(("normF", root))))
                factor = {((norm, 2 * power),): Fraction(1)}
            term = times(term, factor)
        out = plus(out, term)
    return out


def _root(x: int, reduced: Callable[[Term], Term]) -> Term | None:
    """X where an atom is tr(X^T X), the word turned round as need be."""
    kind, *rest = atom_key(x)
    if kind != "tr" or len(rest[0]) % 2:
        return None
    word: Word = rest[0]
    half = len(word) // 2
    for k in range(half + 1):
        turned = word[k:] + word[:k]
        left, right = word_term(turned[:half]), word_term(turned[half:])
        if reduced(("T", left)) == reduced(right):
            return reduced(right)
    return None
