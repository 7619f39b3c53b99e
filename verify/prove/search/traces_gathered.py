"""Sums of traces taken as one: tr(A C) - tr(B C) is the trace of (A - B) C, where facts speak of A - B."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lemmata.verify.kernel.normal import Mono, Poly, Word, turned, word_term
from lemmata.verify.kernel.terms import Term, num
from lemmata.verify.prove.normal_words import atom_key, nested

LARGEST = 4  # traces that are taken together


def traces_gathered(slack: Poly) -> Iterator[Term]:
    """Traces of sums, as they stand on the smaller side where this is the slack, that begin or end with one letter."""
    groups: dict[Mono, list[tuple[list[Word], Fraction]]] = {}
    for m, c in slack.items():
        for k, (x, power) in enumerate(m):
            if power == 1 and (words := _turns(x)):
                groups.setdefault(m[:k] + m[k + 1 :], []).append((words, -c))
    for group in groups.values():
        if not 1 < len(group) <= LARGEST:
            continue
        for first in group[0][0]:
            for end in (0, -1):
                alike = [next((w for w in words if w[end] == first[end]), None) for words, _ in group[1:]]
                chosen = [first, *(w for w in alike if w is not None)]
                if len(chosen) == len(group):
                    terms = [("sc", num(c), word_term(w)) for w, (_, c) in zip(chosen, group, strict=True)]
                    yield ("tr", nested("m+", terms))


def _turns(x: int) -> list[Word]:
    """The words of which an atom is the trace: turned round and over, a 1 x 1 product over alone."""
    kind, *rest = atom_key(x)
    if kind not in ("tr", "w"):
        return []
    word: Word = rest[0]
    back = tuple(turned(letter) for letter in reversed(word))
    return [w[k:] + w[:k] for w in (word, back) for k in range(len(w) if kind == "tr" else 1)]
