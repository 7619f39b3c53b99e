"""The one way an expression is written: polynomials over ℚ, and sums of words in matrices.

This mirrors the kernel's normal forms but answers with terms, so that an equality becomes a chain of small ones that
Rocq can follow: whatever is no sum, product or transpose is an atom or a letter, whose arguments are canonical.
Nothing here is trusted: Rocq checks every equality that is read off it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isqrt

from lemmata import kernel as terms
from lemmata.kernel import ONE, OVER, SLOPES, Term, Z, closed, num, opened, size, sort_of

Mono = tuple[tuple[Term, int], ...]  # atoms with exponents, sorted
Poly = dict[Mono, Fraction]
Letter = tuple[Term, bool]  # a matrix, and whether it stands transposed
Word = tuple[Letter, ...]
Form = dict[Word, Poly]
UNIT: Poly = {(): Fraction(1)}
KNOWS_TRANSPOSE = ("kron", "had", "expm")
BINDERS = {*OVER, "dg", *SLOPES}


class NotExportable(Exception):
    """The export lacks something that stands in a derivation; the message says what."""


@cache
def text(t: Term) -> str:
    """What terms are ordered by."""
    return repr(t)


def plus(p: Poly, q: Poly, by: Fraction | int = 1) -> Poly:
    """p + by q."""
    out = dict(p)
    for m, c in q.items():
        out[m] = out.get(m, Fraction(0)) + by * c
    return {m: c for m, c in out.items() if c}


def times(p: Poly, q: Poly) -> Poly:
    """p q."""
    out: Poly = {}
    for m, a in p.items():
        for n, b in q.items():
            powers = dict(m)
            for x, k in n:
                powers[x] = powers.get(x, 0) + k
            key = tuple(sorted(powers.items(), key=lambda pair: text(pair[0])))
            out[key] = out.get(key, Fraction(0)) + a * b
    return {m: c for m, c in out.items() if c}


def power(p: Poly, k: int) -> Poly:
    """p to the k."""
    out = UNIT
    for _ in range(k):
        out = times(out, p)
    return out


def constant(c: Fraction | int) -> Poly:
    """A number."""
    return {(): Fraction(c)} if c else {}


def single(t: Term) -> Poly:
    """An atom."""
    return {((t, 1),): Fraction(1)}


def _mono(m: Mono, c: Fraction) -> Term:
    term = num(c)
    for x, k in m:
        factor: Term = x if k == 1 else ("^", x, k)
        term = factor if term == ONE else ("*", term, factor)
    return term


def shown(p: Poly) -> Term:
    """A polynomial as a term."""
    total: Term | None = None
    for m, c in sorted(p.items(), key=lambda pair: [(text(x), k) for x, k in pair[0]]):
        total = _mono(m, c) if total is None else ("+", total, _mono(m, c))
    return total or num(0)


def word_shown(w: Word) -> Term:
    """A word that is not empty as a term."""
    factors: list[Term] = [("T", t) if flipped else t for t, flipped in w]
    out = factors[0]
    for x in factors[1:]:
        out = ("mm", out, x)
    return out


def form_shown(form: Form, sort: Term) -> Term:
    """A sum of words as a term; `sort` is its shape."""
    total: Term | None = None
    for w, p in sorted(form.items(), key=lambda pair: [(text(t), f) for t, f in pair[0]]):
        word = word_shown(w) if w else ("id", sort[1])
        term = word if p == UNIT else ("sc", shown(p), word)
        total = term if total is None else ("m+", total, term)
    return total or ("zero", sort[1], sort[2])


def size_term(t: Term) -> Term:
    """A size, its monomials in order."""
    return terms.size_term(size(t))


def is_unit(t: Term) -> bool:
    """Whether a size is one."""
    return size(t) == size(ONE)


# --- numbers


@cache
def scalar(t: Term) -> Poly:
    """Normal form of a number."""
    op = t[0]
    if op == "q":
        return constant(t[1])
    if op == "+":
        return plus(scalar(t[1]), scalar(t[2]))
    if op == "*":
        return times(scalar(t[1]), scalar(t[2]))
    if op == "^":
        return power(scalar(t[1]), t[2])
    if op == "tr":
        return trace(matrix(t[1]), sort_of(t[1]))
    if op in ("sqrt", "abs"):
        return _root(op, scalar(t[1]))
    if op in ("max", "min"):
        ends = sorted((canonical(x) for x in t[1:]), key=text)
        return scalar(ends[0]) if ends[0] == ends[1] else single((op, *ends))
    if op == "width":
        known = size_term(t)
        return single(known) if known[0] == "width" else scalar(known)
    if op == "v":
        return single(t)
    if op in BINDERS:
        at = mark(t)
        body = canonical(opened(t[-1], at))
        ends = [canonical(x) for x in t[1:-1]]
        return single((op, *ends, closed(body, at)))
    return single((op, *(canonical(x) for x in t[1:])))


@cache
def canonical(t: Term) -> Term:
    """A number or a matrix, as it is always written."""
    if t[0] == "v" and t[2][0] in ("M", "L"):
        return t
    sort = sort_of(t)
    return form_shown(matrix(t), sort) if sort[0] == "M" else shown(scalar(t))


def mark(t: Term) -> Term:
    """A variable for the index that a term binds, other than those bound inside it."""
    return ("v", f"#{_height(t)}", ("R",) if t[0] in SLOPES else Z)


def _height(t: Term) -> int:
    inner = max((_height(x) for x in t[1:] if isinstance(x, tuple) and x and isinstance(x[0], str)), default=0)
    return inner + (t[0] in BINDERS)


def _root(op: str, p: Poly) -> Poly:
    if set(p) <= {()}:
        c = p.get((), Fraction(0))
        root = Fraction(isqrt(abs(c.numerator)), isqrt(c.denominator))
        if op == "abs" or root**2 == c:
            return constant(abs(c) if op == "abs" else root)
    elif op == "abs" and leading(p) < 0:
        p = plus({}, p, -1)
    return single((op, shown(p)))


def leading(p: Poly) -> Fraction:
    """The coefficient of the first monomial."""
    return min(p.items(), key=lambda pair: [(text(x), k) for x, k in pair[0]])[1]


# --- matrices


@cache
def matrix(t: Term) -> Form:
    """Normal form of a matrix."""
    op = t[0]
    sort = sort_of(t)
    if op == "m+":
        return combined([(UNIT, matrix(t[1])), (UNIT, matrix(t[2]))])
    if op == "sc":
        return combined([(scalar(t[1]), matrix(t[2]))])
    if op == "mm":
        pairs = []
        for v, p in matrix(t[1]).items():
            for w, q in matrix(t[2]).items():
                pairs.append((times(p, q), settled(v + w, sort)))
        return combined(pairs)
    if op == "T":
        return combined([(p, settled(turned(w), sort)) for w, p in matrix(t[1]).items()])
    if op == "zero":
        return {}
    if op == "id" or op == "seg" and plus(scalar(t[3]), scalar(t[2]), -1) == UNIT:
        return settled((), sort)
    if op == "kron":
        shapes = [sort_of(x) for x in t[1:]]
        pairs = []
        for v, p in matrix(t[1]).items():
            for w, q in matrix(t[2]).items():
                pairs.append((times(p, q), settled(kronecker(v, w, *shapes), sort)))
        return combined(pairs)
    if op == "had":
        both = [(v, p, w, q) for v, p in matrix(t[1]).items() for w, q in matrix(t[2]).items()]
        return combined([(times(p, q), settled(((entrywise(v, w, sort), False),), sort)) for v, p, w, q in both])
    return settled(((letter(t), False),), sort)


def leaf(t: Term) -> Term:
    """An atom or a letter as it is written inside a sum or product; a letter of order one stays a letter."""
    if t[0] in ("v", "kron", "had") or sort_of(t)[0] != "M":
        return canonical(t)
    return canonical(t) if t[0] == "seg" and matrix(t) == settled((), sort_of(t)) else letter(t)


@cache
def letter(t: Term) -> Term:
    """A matrix that is no sum or product, with canonical arguments."""
    op = t[0]
    if op == "v":
        return t
    if op == "seg":
        return (op, t[1], canonical(t[2]), canonical(t[3]))
    if op in ("dg", "msum", "mprod", "stack"):
        at = mark(t)
        ends = [size_term(t[1])] if op == "dg" else [canonical(x) for x in t[1:3]]
        if op == "stack" and sort_of(t)[1][0] == "sum":  # the number of rows says these ends as they are
            ends = list(t[1:3])
        return (op, *ends, closed(canonical(opened(t[-1], at)), at))
    if op in ("ones", "e"):
        return (op, size_term(t[1]), size_term(t[2]) if op == "ones" else canonical(t[2]))
    return (op, *(canonical(x) for x in t[1:]))


def kronecker(v: Word, w: Word, left: Term, right: Term) -> Word:
    """The Kronecker product of two words as a word; `left` and `right` are their shapes."""
    if not v and is_unit(left[1]):
        return w
    if not w and is_unit(right[1]):
        return v
    if not v and not w:
        return ()
    terms_ = [word_shown(x) if x else ("id", size_term(shape[1])) for x, shape in ((v, left), (w, right))]
    return ((("kron", *terms_), False),)


def entrywise(v: Word, w: Word, sort: Term) -> Term:
    """The entrywise product of two words of one shape."""
    return ("had", *sorted((word_shown(x) if x else ("id", size_term(sort[1])) for x in (v, w)), key=text))


def straight(w: Word) -> Word:
    """A word in which what knows its transpose does not stand transposed."""
    return tuple(_straight(x) for x in w)


def _straight(x: Letter) -> Letter:
    t, flipped = x
    if not flipped or t[0] not in ("dg", *KNOWS_TRANSPOSE):
        return x
    return _turned((t, False))


def turned(w: Word) -> Word:
    """The transpose of a word."""
    return tuple(_turned(x) for x in reversed(w))


def _turned(x: Letter) -> Letter:
    t, flipped = x
    if t[0] == "dg":
        return t, False
    if t[0] in KNOWS_TRANSPOSE:
        parts = [canonical(("T", part)) for part in t[1:]]
        return (t[0], *(sorted(parts, key=text) if t[0] == "had" else parts)), False
    return t, not flipped


def columns(x: Letter) -> Term:
    """How many columns a letter has."""
    return sort_of(x[0])[1 if x[1] else 2]


def rows(x: Letter) -> Term:
    """How many rows a letter has."""
    return sort_of(x[0])[2 if x[1] else 1]


def combined(pairs: list[tuple[Poly, Form]]) -> Form:
    """Linear combination of forms."""
    out: Form = {}
    for p, form in pairs:
        for w, q in form.items():
            out[w] = plus(out.get(w, {}), times(p, q))
    return {w: p for w, p in out.items() if p}


def cuts(w: Word, first: Term) -> list[int]:
    """The places in a word through which a single number passes."""
    return [k for k in range(len(w) + 1) if is_unit(first if k == 0 else columns(w[k - 1]))]


def settled(w: Word, sort: Term) -> Form:
    """A word to which no rule of `step` applies any more, with the numbers that came out."""
    coefficient = UNIT
    while (taken := step(w, sort)) is not None:
        coefficient, w = times(coefficient, taken[1]), taken[2]
    return {w: coefficient}


def step(w: Word, sort: Term) -> tuple[str, Poly, Word, int] | None:
    """One rewriting of a word: how, a number that comes out, the word that is left, and where."""
    plain = straight(w)
    if plain != w:
        return "straight", UNIT, plain, 0
    for k in range(len(w) - 1):
        if w[k][0][0] == w[k + 1][0][0] == "kron" and _fits(w[k][0], w[k + 1][0]):
            ((middle, coefficient),) = matrix(merged(w[k][0], w[k + 1][0])).items()
            return "merge", coefficient, w[:k] + middle + w[k + 2 :], k
    places = cuts(w, sort[1])
    if len(places) > 1:
        return "cut", number(w[places[0] : places[1]]), w[: places[0]] + w[places[1] :], places[0]
    return None


def _fits(a: Term, b: Term) -> bool:
    return all(size(sort_of(a[k])[2]) == size(sort_of(b[k])[1]) for k in (1, 2))


def merged(a: Term, b: Term) -> Term:
    """(A x B)(C x D) = AC x BD."""
    return ("kron", ("mm", a[1], b[1]), ("mm", a[2], b[2]))


def number(w: Word) -> Poly:
    """The entry of a 1 x 1 product, which is that of its transpose."""
    return single(("tr", word_shown(least([w, turned(w)]))))


def least(words: list[Word]) -> Word:
    """The first of some words."""
    return min(words, key=lambda w: [(text(t), flipped) for t, flipped in w])


def circle(w: Word) -> list[Word]:
    """A product turned round and over in all ways."""
    return [v[k:] + v[:k] for v in (w, turned(w)) for k in range(len(w))]


def trace(form: Form, sort: Term) -> Poly:
    """Trace of a square matrix."""
    out: Poly = {}
    for w, p in form.items():
        out = plus(out, times(p, word_trace(w, sort[1])))
    return out


def word_trace(w: Word, order: Term) -> Poly:
    """Trace of a product, in which something may come together where its ends meet."""
    if not w:
        return scalar(size_term(order))
    k = meeting(w)
    if k is None:
        return single(("tr", word_shown(least(circle(w)))))
    first = rows(w[k])
    ((rest, coefficient),) = settled(w[k:] + w[:k], ("M", first, first)).items()
    return times(coefficient, word_trace(rest, first))


def meeting(w: Word) -> int | None:
    """Where to start a circular word so that a rule applies to it; None where there is no such place."""
    for k in range(len(w)):
        first = rows(w[k])
        if step(w[k:] + w[:k], ("M", first, first)) is not None:
            return k
    return None
