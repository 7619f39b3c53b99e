"""Sums of traces taken as one: tr(A C) - tr(B C) is the trace of (A - B) C, where facts speak of A - B, and
x^T A y - x^T B y the form of A - B."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lemmata.kernel import ONE, Mono, Poly, Term, Word, num, scalar, size, sort_of, turned, word_term
from lemmata.prove.normal_words import atom_key, nested
from lemmata.prove.search.match_matrices import factors_of, summands_of

LARGEST = 4  # traces that are taken together


def traces_gathered(slack: Poly) -> Iterator[Term]:
    """Traces of sums, as they stand on the smaller side where this is the slack, that begin or end with one letter."""
    groups: dict[Mono, list[tuple[list[Word], Fraction]]] = {}
    for m, c in slack.items():
        for k, (x, power) in enumerate(m):
            if power == 1 and (words := turns(x)):
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


def forms(t: Term) -> Iterator[tuple[Term, Term, Term]]:
    """A sum of products that are numbers, as columns on both sides of a sum of matrices."""
    parts = [(s[1], s[2]) if s[0] == "sc" else (num(1), s) for s in summands_of(t)]
    words = [factors_of(body) for _, body in parts]
    shortest = min(map(len, words))
    if len(words) < 2 or any(size(x) != size(ONE) for x in sort_of(t)[1:]):
        return
    for a in range(1, shortest - 1):
        for b in range(1, shortest - a):
            if all(w[:a] == words[0][:a] and w[-b:] == words[0][-b:] for w in words):
                inner = [("sc", c, nested("mm", w[a:-b])) for (c, _), w in zip(parts, words, strict=True)]
                yield nested("mm", words[0][:a]), nested("m+", inner), nested("mm", words[0][-b:])


def turns(x: int) -> list[Word]:
    """The words of which an atom is the trace: turned round and over, a 1 x 1 product over alone."""
    kind, *rest = atom_key(x)
    if kind not in ("tr", "w"):
        return []
    word: Word = rest[0]
    back = tuple(turned(letter) for letter in reversed(word))
    return [w[k:] + w[:k] for w in (word, back) for k in range(len(w) if kind == "tr" else 1)]


def turns_of(t: Term) -> Iterator[Word]:
    """The words of which a trace is one, each once."""
    p = scalar(t)
    mono = next(iter(p)) if len(p) == 1 else ()
    if len(mono) == 1 and p[mono] == 1 == mono[0][1]:
        yield from dict.fromkeys(turns(mono[0][0]))
