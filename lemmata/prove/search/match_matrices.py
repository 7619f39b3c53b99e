"""What a matcher asks of forms and patterns: their parts, signs and weights; sums of traces taken as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations

from lemmata.kernel import (
    ONE,
    Form,
    Mono,
    Poly,
    Term,
    Word,
    constant,
    free,
    matrix,
    num,
    plus,
    scalar,
    size,
    sort_of,
    times,
    turned,
    word_term,
)
from lemmata.prove.normal_words import atom_key, letter_term, nested, shown


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


def is_form(t: Term) -> bool:
    """Whether a matrix is a number, as x^T A y is: no fact about matrices says more of it than one about numbers."""
    return t[0] in ("mm", "sc") and all(size(x) == size(ONE) for x in sort_of(t)[1:])


def scaled_poly(p: Poly, c: Fraction) -> Poly:
    """c p."""
    return {m: k * c for m, k in p.items()}


def contents(form: Form) -> Iterator[tuple[Poly, dict[Word, Fraction]]]:
    """A number that all words have in common, and what is left of theirs: c of c X - c Y, and -c, next to fractions."""
    q = next(iter(form.values()), {})
    shares = {w: next((c / q[m] for m, c in p.items() if m in q), Fraction(0)) for w, p in form.items()}
    if any(p != scaled_poly(q, shares[w]) for w, p in form.items()):
        return
    if set(shares.values()) == {1}:
        yield q, shares
    elif set(q) != {()}:
        for sign in (1, -1):
            yield scaled_poly(q, Fraction(sign)), {w: c * sign for w, c in shares.items()}


def length(t: Term) -> int:
    """How many letters stand in the words of a matrix."""
    return sum(map(len, matrix(t)))


def divided(form: Form, by: Form, left: bool) -> Form | None:
    """The form F with by F, or F by, as the form that is given; None where there is none, or only a number."""

    def leading(f: Form) -> Word:
        return max(f, key=lambda w: (len(w), w))

    first = leading(by) if len(by) > 1 else ()
    if not first or set(by[first]) != {()}:
        return None
    rest, out = dict(form), Form()
    while rest:
        w = leading(rest)
        cut = len(first) if left else len(w) - len(first)
        if len(w) < len(first) or (w[:cut] if left else w[cut:]) != first:
            return None
        part, c = w[cut:] if left else w[:cut], scaled_poly(rest[w], 1 / by[first][()])
        out[part] = c
        for v, d in by.items():
            u = v + part if left else part + v
            rest[u] = plus(rest.get(u, {}), times(c, d), -1)
        rest = {u: p for u, p in rest.items() if p}
    return out if set(out) != {()} else None


def summands_of(p: Term) -> list[Term]:
    """The terms of a sum of matrices."""
    return [*summands_of(p[1]), *summands_of(p[2])] if p[0] == "m+" else [p]


def factors_of(p: Term) -> list[Term]:
    """The factors of a product of matrices."""
    return [*factors_of(p[1]), *factors_of(p[2])] if p[0] == "mm" else [p]


def sums_in(t: Term) -> Iterator[Term]:
    """The sums of matrices in a term, but for those under an index."""
    if not isinstance(t, tuple) or not t or not isinstance(t[0], str) or t[0] in ("v", "q"):
        return
    if t[0] == "m+" and closed_in(t):
        yield t
    for x in summands_of(t) if t[0] == "m+" else t[1:]:
        yield from sums_in(x)


def closed_in(t: object) -> bool:
    """Whether no bound index stands in a term."""
    return not isinstance(t, tuple) or t[:1] != ("b",) and all(map(closed_in, t))


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


def telescoped(form: Form) -> Iterator[Term]:
    """(A - C) B and A (B - D) of A B - C D, for products of matrices, Kronecker products and entrywise ones."""
    words = list(form.items()) if len(form) <= 4 else []
    for (v, c), (w, d) in permutations(words, 2):
        if c != scaled_poly(d, Fraction(-1)):
            continue
        for a, b in ((a, b) for a in range(1, len(v)) for b in range(1, len(w))):
            ends = word_term(v[:a]), word_term(v[a:]), word_term(w[:b]), word_term(w[b:])
            if v[a:] != w[b:] and v[:a] != w[:b] and alike(ends[0], ends[2]):
                yield from _parts("mm", ends, c)
        if len(v) == len(w) == 1:
            x, y = letter_term(v[0]), letter_term(w[0])
            ways = (y[1:], y[:0:-1])[: 1 + (y[0] == "had")]  # entrywise products commute
            for d, e in ways if x[0] == y[0] in ("kron", "had") else ():
                if alike(x[1], d) and x[1] != d and x[2] != e:
                    yield from _parts(x[0], (*x[1:], d, e), c)


def alike(a: Term, b: Term) -> bool:
    """Whether two matrices are of one shape."""
    return [*map(size, sort_of(a)[1:])] == [*map(size, sort_of(b)[1:])]


def _parts(op: str, ends: tuple[Term, ...], c: Poly) -> Iterator[Term]:
    a, b, d, e = ends
    minus = num(-1)
    yield ("sc", shown(c), (op, ("m+", a, ("sc", minus, d)), b))
    yield ("sc", shown(c), (op, a, ("m+", b, ("sc", minus, e))))


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
