"""What a matcher asks of forms and patterns: their parts, signs and weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lemmata.verify.kernel.normal import Form, Poly, constant, matrix, shown, word_term
from lemmata.verify.kernel.terms import Term, free
from lemmata.verify.prove.normal_words import letter_term, nested


def form_term(form: Form, sort: Term) -> Term:
    """A term of this normal form, without factors one."""
    terms = []
    for w, p in sorted(form.items()):
        body = word_term(w) if w else ("id", sort[1])
        terms.append(body if p == constant(1) else ("sc", shown(p), body))
    return nested("m+", terms) if terms else ("zero", *sort[1:])


def is_negative(form: Form) -> bool:
    """Whether every coefficient is below zero."""
    return bool(form) and all(c < 0 for p in form.values() for c in p.values())


def is_turned(form: Form) -> bool:
    """Whether a transpose stands in it."""
    return any(letter_term(x)[0] == "T" for w in form for x in w)


def scaled_poly(p: Poly, c: Fraction) -> Poly:
    """c p."""
    return {m: k * c for m, k in p.items()}


def summands_of(p: Term) -> list[Term]:
    """The terms of a sum of matrices."""
    return [*summands_of(p[1]), *summands_of(p[2])] if p[0] == "m+" else [p]


def factors_of(p: Term) -> list[Term]:
    """The factors of a product of matrices."""
    return [*factors_of(p[1]), *factors_of(p[2])] if p[0] == "mm" else [p]


def matrices_in(p: Term) -> set[Term]:
    """The matrix variables of a term."""
    return {v for v in free(p) if v[2][0] == "M"}


def pattern_weight(p: Term) -> int:
    """How much there is in a pattern: patterns that fit few matrices come first."""
    if p[0] == "v" or not isinstance(p[0], str):
        return 0
    return 1 + sum(pattern_weight(x) for x in p[1:] if isinstance(x, tuple))


def shifted(form: Form, at_hand: Iterable[Term]) -> Iterator[Term]:
    """Words with a sum at hand for one of its letters, as A (B - u) is of A B."""
    sums = [(h, matrix(h)) for h in at_hand]
    for h, parts in sums if len(form) <= 4 else ():
        own = {w[0] for w, c in parts.items() if len(parts) > 1 and len(w) == 1 and c == constant(1)}
        for w in form:
            for k, letter in enumerate(w) if len(w) > 1 else ():
                if letter in own:
                    whole = nested("mm", [*map(letter_term, w[:k]), h, *map(letter_term, w[k + 1 :])])
                    yield ("sc", shown(form[w]), whole)
