"""The kernel: what it takes for a theorem to be proved, in one file that needs Python and its standard library alone.

    python -I -S kernel.py FILE     does a derivation again: yes or no; each claim, and the axioms it depends on

1. Terms, sorts, formulas   2. Normal forms   3. Texts: what a statement says   4. Definitions   5. Theorems and rules
6. Derivations

The public face: `replay` does a derivation again with `RULES`, which alone make a `Theorem`, and `proves` compares each
with its text, as `read` reads it.  The rules are assume, cut, instantiate, generalise, specialise, identity, linear,
rewrite, trichotomy, absurd, induction, meaning and axiom.
docs/kernel.md says exactly what is trusted.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import os
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import repeat
from math import isqrt
from operator import is_
from typing import Any, TypeVar, cast

HIGHEST = 1000  # exponent of a power
MULTIPLIED = 100_000  # pairs of terms, beyond which a product is refused rather than multiplied out
LARGEST = 100_000_000  # parts of a term written out, however often one tuple stands in it
KEPT = 300_000  # terms that a function remembers


class KernelError(Exception):
    """A rule does not apply; the message says why."""


def _require(condition: object, message: str) -> None:
    if not condition:
        raise KernelError(message)


# --- 1. Terms -----------------------------------------------------------------------------------------------------
#
# Plain tuples, locally nameless.  Sorts are ("P",) positive, ("N",) natural, ("Z",) integer, ("R",) real numbers,
# ("M", r, c) real matrices with natural terms r, c as sizes, and ("L", depth, d, m, k) families of layers.  Every sort
# is inhabited (1, 0, the zero matrix) whatever the values of the variables in it; what a domain asks for beyond its
# sort is an explicit hypothesis.  Free variables carry their sort, ("v", name, sort), bound ones are numbers, ("b", k):
# k binders up.  All functions are total; a value outside the domain of definition is arbitrary and only a hypothesis
# can say something about it.  The one convention is inv(0) = 0, so that inv(x y) = inv(x) inv(y).  Formulas are terms
# of a sort ("F",) that no variable has.

Term = tuple[Any, ...]
Size = tuple[tuple[tuple[Term, ...], Fraction], ...]
Value = TypeVar("Value")
MEMORIES: list[Any] = []  # what functions remember, and the numbers of atoms; whoever clears one clears all
P, N, Z, R, F = ("P",), ("N",), ("Z",), ("R",), ("F",)
ORDER = (P, N, Z, R)  # each contains the one before

# What an operation takes, and the rows and columns of the matrix that it gives: R number, Z integer, L layers,
# F formula, a small letter a size, two a matrix with so many rows and columns; sizes that go by one letter are equal.
NUMBERS = {
    "+": "R R", "*": "R R", "inv": "R", "sqrt": "R", "abs": "R", "max": "R R", "min": "R R", "rpow": "R R", "tr": "aa",
    "width": "L Z", "s": "ab Z", "lam": "aa Z", "smax": "ab", "smin": "ab", "lmax": "aa", "lmin": "aa", "cond": "ab",
    "norm2": "ab", "normF": "ab", "maxabs": "ab", "rank": "ab", "det": "aa", "real_eigenvalues": "aa",
    "eigenform": "aa Z bb", "singularform": "aa Z bb", "exp": "R", "log": "R", "rho": "aa", "schatten": "R ab",
    "numradius": "aa",
}  # fmt: skip
MATRICES = {
    "mm": "ab bc: a c", "m+": "ab ab: a b", "sc": "R ab: a b", "T": "ab: b a", "id": "a: a a", "zero": "a b: a b",
    "ones": "a b: a b", "e": "a Z: a 1", "kron": "ab cd: a*c b*d", "vst": "ab cb: a+c b", "relu": "ab: a b",
    "minv": "aa: a a", "seg": "L Z Z: layers", "had": "ab ab: a b", "expm": "aa: a a", "logm": "aa: a a",
    "sqrtm": "aa: a a", "pinv": "ab: b a",
    "eigenvector": "aa Z: a 1", "right_vector": "ab Z: b 1", "left_vector": "ab Z: a 1",  # and of A + t B + t^2 C at t:
    "eigenvector_at": "aa aa aa Z R: a 1", "eigenvector_rate": "aa aa aa Z R: a 1",
    "right_at": "ab ab ab Z R: b 1", "right_rate": "ab ab ab Z R: b 1",
    "left_at": "ab ab ab Z R: a 1", "left_rate": "ab ab ab Z R: a 1",
}  # fmt: skip
FORMULAS = {"<=": "R R", "<": "R R", "!=": "R", "=": "R R", "simple_s": "ab Z", "simple_lam": "aa Z"}
TAKES = NUMBERS | MATRICES | FORMULAS
# Binders (op, low, high, body) of an integer index; dg is (op, size, body), a slope (op, index, point, family), and
# vec, a vector of numbers of which texts speak, stands in no formula.
OVER = {"sum": "R", "prod": "R", "maxo": "R", "msum": "M", "mprod": "S", "stack": "M"}
SLOPES = ("slope_s", "slope_lam")
BINDERS = (*OVER, "vec", "all", "dg", *SLOPES)
LENGTHS = {"q": 2, "b": 2, "v": 3, "^": 3, "dg": 3, "slope_s": 4, "slope_lam": 4, "all": 4, "at": 3, "M": 3, "L": 5,
           **{op: len(kinds.split(":")[0].split()) + 1 for op, kinds in TAKES.items()},
           **dict.fromkeys(OVER, 4)}  # fmt: skip


def num(x: int | Fraction) -> Term:
    """A rational number."""
    return ("q", Fraction(x))


ZERO, ONE = num(0), num(1)
FALSE: Term = ("<", ZERO, ZERO)


def neg(a: Term) -> Term:
    """-a."""
    return ("*", num(-1), a)


def sub(a: Term, b: Term) -> Term:
    """a - b."""
    return ("+", a, neg(b))


def remembered(function: Callable[..., Value]) -> Callable[..., Value]:
    """A function that is not worked out twice for one tuple alone, which is kept, so that its id stays its."""
    known: dict[int, tuple[Term, Value]] = {}
    MEMORIES.append(known)

    def look(t: Any, *bound: Any) -> Value:
        if any(bound):
            return function(t, *bound)
        found = known.get(id(t))
        if found is None:
            value = function(t)
            if len(known) > KEPT:
                known.clear()
            found = known[id(t)] = t, value
        return found[1]

    return look


@lru_cache(maxsize=4096)
def parts(op: Any, length: int) -> tuple[tuple[int, int], ...]:
    """(position, binders crossed) of every part that may hold variables of a term, formula or sort of this length."""
    first = {"q": length, "b": length, "v": 2}.get(op, 1)
    return tuple((k, int(op in BINDERS and k == length - 1)) for k in range(first, 2 if op == "^" else length))


def transform(t: Term, change: Callable[[Term, int], Term | None]) -> Term:
    """The term with `change(part, binders above it)` in place of each part for which that is not None."""
    known: dict[tuple[int, int], Term] = {}  # a part that stands in many places is changed once

    def changed(t: Term, depth: int) -> Term:
        new = known.get((id(t), depth)) or change(t, depth)
        if new is None:
            out = list(t)
            for k, crossed in parts(t[0], len(t)):
                out[k] = changed(t[k], depth + crossed)
            # what does not change stays the same tuple, of which all is remembered
            new = t if all(map(is_, out, t)) else tuple(out)
        known[id(t), depth] = new
        return new

    return changed(t, 0)


def shift(t: Term, by: int) -> Term:
    """The term carried under `by` more binders."""
    return transform(t, lambda x, d: ("b", x[1] + by) if x[0] == "b" and x[1] >= d else None) if by else t


def substitute(t: Term, values: dict[Term, Term]) -> Term:
    """Simultaneous replacement of free variables; nothing can be captured, since bound variables have no names."""
    return transform(t, lambda x, d: shift(values[x], d) if x[0] == "v" and x in values else None)


def opened(body: Term, value: Term) -> Term:
    """The body of a binder at a value of what it binds."""

    def change(x: Term, d: int) -> Term | None:
        if x[0] != "b" or x[1] < d:
            return None
        return shift(value, d) if x[1] == d else ("b", x[1] - 1)

    return transform(body, change)


def closed(t: Term, variable: Term) -> Term:
    """The body of a binder over a variable: the inverse of `opened`."""
    return substitute(shift(t, 1), {variable: ("b", 0)})


@remembered
def free(t: Term) -> frozenset[Term]:
    """Free variables, those in the sorts of others included."""
    own = frozenset([t]) if t[0] == "v" else frozenset()
    return own.union(*(free(t[k]) for k, _ in parts(t[0], len(t))))


def within(sort: Term, wider: Term) -> bool:
    """Whether a sort of numbers lies in another."""
    return sort in ORDER and ORDER.index(sort) <= ORDER.index(wider)


@remembered
def sort_of(t: Term, bound: tuple[Term, ...] = ()) -> Term:
    """The sort of a term; `bound` are the sorts of what is bound around it, innermost first.

    Raises KernelError where shapes do not fit or an operation stands with other arguments than it takes.
    """
    op: Any = t[0]
    if LENGTHS.get(op) != len(t):
        raise KernelError(f"{op} with {len(t) - 1} arguments is no term")
    if op == "q":
        return (P if t[1] >= 1 else N if t[1] == 0 else Z) if t[1].denominator == 1 else R
    if op == "v":  # the same everywhere, so that no index stands in its sort
        check_sort(t[2])
        return cast(Term, t[2])
    if op == "b":
        _require(0 <= t[1] < len(bound), "an index stands outside its binder")
        return shift(bound[t[1]], t[1] + 1)
    if op == "^":
        _require(type(t[2]) is int and 0 <= t[2] <= HIGHEST, "a power with such an exponent is no term")
        return check("R", t[1], bound)
    if op in OVER or op == "all":
        _, high = (check("Z", x, bound) for x in t[1:3])
        body = check(OVER.get(op, "F"), t[3], (Z, *bound))
        if op in ("sum", "prod"):
            return N if within(body, N) else body
        return {"maxo": R, "all": F}.get(op) or _shape_over(t, body, within(high, N))
    if op in SLOPES:
        check("Z", t[1], bound), check("R", t[2], bound), check("S", t[3], (R, *bound))
        return R
    if op == "dg":
        check("N", t[1], bound), check("R", t[2], (Z, *bound))
        return ("M", t[1], t[1])
    kinds = TAKES.get(op)
    if kinds is None:
        raise KernelError(f"{op} is no operation")
    if op == "=" and sort_of(t[1], bound)[0] == "M":
        kinds = "ab ab"
    kinds, _, shape = kinds.partition(": ")
    sorts, sizes = _arguments(kinds.split(), t[1:], bound)
    if op == "seg":  # W^{last:first} has as many rows as layer `last`, as many columns as the one before `first`
        return ("M", ("width", t[1], t[2]), ("width", t[1], sub(t[3], ONE)))
    if op in MATRICES:
        return ("M", *(sizes[x[0]] if len(x) == 1 else (x[1], sizes[x[0]], sizes[x[2]]) for x in shape.split()))
    if op in ("+", "*", "max", "min"):
        return P if op == "+" and set(sorts) == {P, N} else max(sorts, key=ORDER.index)
    if op == "width":
        return max((sort_of(x, bound) for x in sorts[0][2:]), key=ORDER.index)
    return F if op in FORMULAS else Z if op == "abs" and within(sorts[0], Z) else R


WANTED = {"R": "a number", "Z": "seen to be an integer", "N": "seen to be a natural number", "M": "a matrix",
          "S": "a square matrix", "L": "a family of layers", "F": "a formula"}  # fmt: skip


def check(kind: str, t: Term, bound: tuple[Term, ...] = ()) -> Term:
    """The sort of a term, which must be of a kind.  Raises KernelError where it is not, or not well formed."""
    sort = sort_of(t, bound)
    fits = within(sort, (kind,)) if kind in "RZN" else sort[0] == ("M" if kind == "S" else kind)
    if not fits or kind == "S" and size(sort[1]) != size(sort[2]):
        raise KernelError(f"{t} is not {WANTED[kind]}")
    return sort


def _arguments(kinds: list[str], terms: Term, bound: tuple[Term, ...]) -> tuple[list[Term], dict[str, Term]]:
    """The sorts of arguments, which must be of these kinds, and the sizes that go by the letters in them."""
    sorts, sizes = list[Term](), {"1": ONE}
    for kind, x in zip(kinds, terms, strict=True):
        small = kind.islower()
        sorts.append(check(("M" if len(kind) == 2 else "N") if small else kind, x, bound))
        for letter, n in zip(kind, sorts[-1][1:] or (x,), strict=True) if small else ():
            known = sizes.setdefault(letter, n)
            if known is not n and size(known) != size(n):
                raise KernelError(f"the sizes {known} and {n} differ")
    return sorts, sizes


def _shape_over(t: Term, body: Term, counted: bool) -> Term:
    """The shape of a sum, product or stack over an index: that of its body, which must not depend on the index."""
    mark = ("v", "#", Z)
    rows, cols = (size_term(size(opened(x, mark))) for x in body[1:])
    if t[0] == "stack":  # `counted`: high is natural, so that 1..high are high blocks
        even = counted and t[1] == ONE and mark not in free(rows)
        rows = ("*", t[2], rows) if even else ("sum", t[1], t[2], body[1])
    _require(mark not in free(rows) | free(cols), "the shape of a matrix depends on an index")
    return ("M", rows, cols)


def check_sort(sort: Term) -> None:
    """Raises KernelError unless it is a sort, and the sizes in it are natural by form."""
    if sort in ORDER:
        return
    _require(sort[0] in ("M", "L") and LENGTHS[sort[0]] == len(sort), "no sort")
    _require(sort[0] == "M" or sort[1][0] == "v" and sort[1][2] == P, "the depth of a family of layers is a variable")
    for x in sort[1:]:
        check("N", x)


@remembered
def size(t: Term) -> Size:
    """A size as a polynomial: monomials, as sorted tuples of what is neither sum nor product, with coefficients."""
    out: Any = Counter()
    if t[0] == "+":
        for part in t[1:]:
            out.update(dict(size(part)))
    elif t[0] == "*":
        for m, a in size(t[1]):
            for n, b in size(t[2]):
                out[tuple(sorted((*m, *n), key=repr))] += a * b
    elif t[0] == "q":
        out[()] = t[1]
    elif t[0] == "width":  # d columns go into the first layer, k rows come out of the last; the name does not matter
        sort, at = t[1][2], size_term(size(t[2]))
        _, depth, d, m, k = sort
        known = {depth: k, ZERO: d}.get(at, d if size(d) == size(m) == size(k) else None)
        if known:
            return size(known)
        out[(("width", ("v", "layers", sort), at),)] = Fraction(1)
    else:
        out[(t,)] = Fraction(1)
    return tuple(sorted(((m, c) for m, c in out.items() if c), key=repr))


def size_term(sizes: Size) -> Term:
    """The one term that is written for a size."""
    total = None
    for m, c in sizes:
        term = num(c) if c != 1 or not m else None
        for x in m:
            term = ("*", term, x) if term else x
        total = ("+", total, term) if total else term
    return total or ZERO


@remembered
def weight(x: Any) -> int:
    """How many parts a value has when it is written out.  Raises KernelError where they are too many."""
    parts: int = 1 + (sum(map(weight, x)) if type(x) is tuple else 0)
    _require(parts <= LARGEST, "a term is too large")
    return parts


# --- 2. Normal forms ----------------------------------------------------------------------------------------------
#
# Polynomials over the rationals, and sums of words in non-commuting matrices with such coefficients.  Two terms with
# the same normal form are equal for all values of their variables, whatever their sizes.  What is built in: the ring
# laws; transposes of sums, products, Kronecker and entrywise products and exponentials; I A = A = A I; 1 x 1 products
# are numbers and equal to their transposes; traces are linear and blind to turning a product round or over;
# (A x B)(C x D) = AC x BD; Kronecker and entrywise products are bilinear, entrywise ones commute; |-x| = |x|; max and
# min are symmetric; roots of rational squares; W^{last:first} = I for last = first - 1.  Everything else is an atom,
# compared by the normal forms of its arguments.

Mono = tuple[tuple[int, int], ...]  # (number of an atom, exponent), sorted
Poly = dict[Mono, Fraction]
Word = tuple[int, ...]  # numbers of letters
Form = dict[Word, Poly]
_numbers: dict[Any, int] = {}  # of atoms and letters; a number only orders them, and no theorem holds it
seen: list[tuple[Any, Any, Any, Term]] = []  # the key of each, sizes of rows and columns, and a term
MEMORIES += [_numbers, seen]


def letter(key: Any, rows: Any, cols: Any, term: Term) -> int:
    """The number of what stands as it is: a matrix in products, or a number, without sizes, in polynomials."""
    number = _numbers.setdefault((key, rows, cols), len(_numbers))
    if number == len(seen):
        seen.append((key, rows, cols, term))
    return number


def atom(key: Any, shown: Term) -> Poly:
    """What stands in polynomials as it is."""
    return {((letter(key, None, None, shown), 1),): Fraction(1)}


def plus(p: Poly, q: Poly, by: Fraction | int = 1) -> Poly:
    """p + by q."""
    out = dict(p)
    for m, c in q.items():
        _add(out, m, c if by == 1 else -c if by == -1 else by * c)
    return out


def _add(p: Poly, m: Any, c: Any) -> None:
    """Add a multiple of a monomial in place; fractions are added to fractions only, which is several times faster."""
    if m in p:
        c = p[m] + c
    if c:
        p[m] = c
    else:
        p.pop(m, None)


def times(p: Poly, q: Poly) -> Poly:
    """p q."""
    _require(len(p) * len(q) <= MULTIPLIED, "a product has too many terms")
    out: Poly = {}
    for m, a in p.items():
        for n, b in q.items():
            powers = dict(m)
            for x, k in n:
                powers[x] = powers.get(x, 0) + k
            _add(out, tuple(sorted(powers.items())) if m and n else m or n, a * b)
    return out


def constant(x: Fraction | int) -> Poly:
    """A number."""
    return {(): Fraction(x)} if x else {}


def key_of(t: Any) -> Any:
    """A key, the same for numbers of equal normal form, and for matrices of equal normal form and shape."""
    sort = sort_of(t) if type(t) is tuple else R
    if sort[0] != "M":
        return t if type(t) is not tuple or sort[0] == "L" else tuple(sorted(scalar(t).items()))
    words = sorted((w, tuple(sorted(p.items()))) for w, p in matrix(t).items())
    return (_size(sort[1]), _size(sort[2]), tuple(words))


def _own_key(t: Term) -> Any:
    """A key for what stands as it is: its arguments by their normal forms, under a binder at a mark."""
    last = t[-1]
    if t[0] in BINDERS:
        last = opened(last, ("v", f"#{_height(t)}", R if t[0] in SLOPES else Z))
    return t if t[0] == "v" else (t[0], *map(key_of, t[1:-1]), key_of(last))


def _height(t: Term) -> int:
    """How many binders are nested in a term: the mark of a binder differs from those inside it."""
    inner = max((_height(x) for x in t[1:] if isinstance(x, tuple) and x and isinstance(x[0], str)), default=0)
    return inner + (t[0] in BINDERS)


def _size(t: Term) -> Term:
    return size_term(size(t))


UNIT = _size(ONE)


@remembered
def scalar(t: Term) -> Poly:
    """The normal form of a well-formed number without loose indices; all callers share it, and change nothing in it."""
    op = t[0]
    if op == "q":
        return constant(t[1])
    if op in ("+", "*"):
        return (plus if op == "+" else times)(scalar(t[1]), scalar(t[2]))
    if op == "^":
        return reduce(times, [scalar(t[1])] * t[2], constant(1))
    if op == "tr":
        return trace(matrix(t[1]), sort_of(t[1]))
    if op in ("sqrt", "abs"):
        p = scalar(t[1])
        if set(p) <= {()}:
            c = p.get((), Fraction(0))
            root = Fraction(isqrt(abs(c.numerator)), isqrt(c.denominator))
            if op == "abs" or root**2 == c:
                return constant(abs(c) if op == "abs" else root)
        elif op == "abs" and min(p.items())[1] < 0:
            t = ("abs", neg(t[1]))
        return atom((op, key_of(t[1])), t)
    if op in ("max", "min"):
        both = sorted(map(key_of, t[1:]))
        return dict(both[0]) if both[0] == both[1] else atom((op, *both), t)
    if op == "width":
        at = size_term(size(t))
        return atom(at, at) if at[0] == "width" else scalar(at)
    return atom(_own_key(t), t)


# --- matrices


def turned(x: int) -> int:
    """The transpose of a letter."""
    key, rows, cols, t = seen[x]
    if key[0] == "dg":
        return x
    if key[0] == "kron":
        return _kron_word(_turned(key[1]), _turned(key[2]), key[3][::-1], key[4][::-1])[0]
    if key[0] == "had":
        return _had_word(_turned(key[1]), _turned(key[2]), cols, rows)[0]
    if key[0] == "expm":
        inner = ("T", t[1])
        return letter(("expm", key_of(inner)), cols, rows, ("expm", inner))
    key = key[1] if key[0] == "T" else ("T", key)
    return letter(key, cols, rows, t[1] if t[0] == "T" else ("T", t))


def _turned(word: Word) -> Word:
    return tuple(turned(x) for x in reversed(word))


@remembered
def matrix(t: Term) -> Form:
    """The normal form of a well-formed matrix without loose indices; all callers share it, and change nothing in it."""
    op = t[0]
    sort = sort_of(t)
    rows, cols = _size(sort[1]), _size(sort[2])
    if op == "m+":
        return combined([(constant(1), matrix(t[1])), (constant(1), matrix(t[2]))])
    if op == "sc":
        return combined([(scalar(t[1]), matrix(t[2]))])
    if op == "mm":
        return product(matrix(t[1]), matrix(t[2]), lambda v, w: settled(v + w, rows, cols))
    if op == "T":
        return combined([(p, settled(_turned(w), rows, cols)) for w, p in matrix(t[1]).items()])
    if op == "zero":
        return {}
    if op == "id" or op == "seg" and plus(scalar(t[3]), scalar(t[2]), -1) == constant(1):
        return settled((), rows, cols)
    if op == "kron":
        shapes = [tuple(map(_size, sort_of(x)[1:])) for x in t[1:]]
        return _kron((), matrix(t[1]), matrix(t[2]), (), shapes, (rows, cols))
    if op == "had":
        return product(matrix(t[1]), matrix(t[2]), lambda v, w: settled(_had_word(v, w, rows, cols), rows, cols))
    return settled((letter(_own_key(t), rows, cols, t),), rows, cols)


def product(left: Form, right: Form, of_words: Callable[[Word, Word], Form]) -> Form:
    """What is bilinear, from what it is of two words."""
    _require(len(left) * len(right) <= MULTIPLIED, "a product has too many words")
    pairs = [(v, p, w, q) for v, p in left.items() for w, q in right.items()]
    return combined([(times(p, q), of_words(v, w)) for v, p, w, q in pairs])


def combined(pairs: list[tuple[Poly, Form]]) -> Form:
    """Linear combination of forms."""
    out: Form = {}
    for p, form in pairs:
        for w, q in form.items():
            out[w] = plus(out.get(w, {}), times(p, q))
    return {w: p for w, p in out.items() if p}


def settled(word: Word, rows: Any, cols: Any) -> Form:
    """A word with neighbouring Kronecker products multiplied out and 1 x 1 parts taken out as numbers."""
    for k in range(len(word) - 1):
        a, b = seen[word[k]][0], seen[word[k + 1]][0]
        if a[0] == b[0] == "kron" and a[3][1] == b[3][0] and a[4][1] == b[4][0]:
            shapes = (a[3][0], b[3][1]), (a[4][0], b[4][1])
            left, right = settled(a[1] + b[1], *shapes[0]), settled(a[2] + b[2], *shapes[1])
            return _kron(word[:k], left, right, word[k + 2 :], shapes, (rows, cols))
    cuts = [k for k in range(len(word) + 1) if (rows if k == 0 else seen[word[k - 1]][2]) == UNIT]
    if len(cuts) < 2:
        return {word: constant(1)}
    coefficient = constant(1)
    for a, b in zip(cuts, cuts[1:], strict=False):
        least = min(word[a:b], _turned(word[a:b]))  # the entry of a 1 x 1 product, equal to that of its transpose
        coefficient = times(coefficient, atom(("w", least), ("tr", word_term(least))))
    return {word[: cuts[0]] + word[cuts[-1] :]: coefficient} if coefficient else {}


def _kron(before: Word, a: Form, b: Form, after: Word, shapes: Any, ends: tuple[Any, Any]) -> Form:
    """A Kronecker product of these shapes between two words."""
    return product(a, b, lambda v, w: settled(before + _kron_word(v, w, *shapes) + after, *ends))


def _kron_word(v: Word, w: Word, left: Any, right: Any) -> Word:
    """The Kronecker product of two words as a word."""
    if not v and (not w or left == (UNIT, UNIT)):
        return w
    if not w and right == (UNIT, UNIT):
        return v
    rows, cols = (_size(("*", left[k], right[k])) for k in (0, 1))
    terms = [word_term(x) if x else ("id", s[0]) for x, s in ((v, left), (w, right))]
    return (letter(("kron", v, w, left, right), rows, cols, ("kron", *terms)),)


def _had_word(v: Word, w: Word, rows: Any, cols: Any) -> Word:
    """The entrywise product of two words as a word."""
    both = sorted((v, w))
    return (letter(("had", *both), rows, cols, ("had", *(word_term(x) if x else ("id", rows) for x in both))),)


def word_term(word: Word) -> Term:
    """A non-empty word as a term."""
    return reduce(lambda a, b: ("mm", a, b), (seen[x][3] for x in word))


def trace(form: Form, sort: Term) -> Poly:
    """Trace of a square matrix."""
    out: Poly = {}
    for w, p in form.items():
        out = plus(out, times(p, _trace(w) if w else scalar(sort[1])))
    return out


def _trace(word: Word) -> Poly:
    for k in range(len(word)):
        circle = word[k:] + word[:k]
        rows = seen[circle[0]][1]
        form = settled(circle, rows, rows)
        if form != {circle: constant(1)}:  # something came together where the ends meet
            return trace(form, ("M", rows, rows))
    least = min(w[k:] + w[:k] for w in (word, _turned(word)) for k in range(len(w)))
    return atom(("tr", least), ("tr", word_term(least)))


def same_formula(f: Term, g: Term) -> bool:
    """Whether two formulas say the same up to normal forms of what stands in them."""
    return f == g or f[0] == g[0] and bool(key_of(f) == key_of(g))


# --- 3. Texts -----------------------------------------------------------------------------------------------------
#
# A statement is lines `let: NAME = DOMAIN`, `given: CLAUSE`, `claim: CLAUSE`; its hash covers them; docs/kernel.md
# has the grammar.  That is what Python's own parser says of it, once `a..b` is written `a|b`, which nothing else is:
# words are those of the grammar alone, and whoever walks through the tree refuses all that is not named there.

TOKEN = re.compile(r"(?:0|[1-9]\d*)(?!\w)|[A-Za-z_]\w*|\*\*|\.\.|[<>=!]=|,(?! *\))|[-+*/@<>()\[\]:.]", re.ASCII)
RELATIONS = {ast.Eq: "=", ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">", ast.NotEq: "!="}
Tree = ast.expr | None
Ranges = Sequence[ast.comprehension]


def parsed(line: str) -> list[ast.expr]:
    """The trees of a line, with commas between them."""
    text = f"line({line})"
    _require(not TOKEN.sub("", text).strip(" "), f"{line[:40]!r} has words that are none")
    try:
        match ast.parse(text.replace("..", "|"), mode="eval").body:
            case ast.Call(ast.Name("line"), trees, []):  # the bracket that was opened here is closed here
                return trees
    except SyntaxError as error:
        raise KernelError(f"{line[:40]!r} is no line: {error.msg}") from error
    raise KernelError(f"{line[:40]!r} is no line")


def single(line: str) -> ast.expr:
    """The tree of a line that has one."""
    trees = parsed(line)
    _require(len(trees) == 1, f"{line[:40]!r} is no expression")
    return trees[0]


def named(tree: Tree) -> tuple[str, list[ast.expr]]:
    """The name and the arguments of `name` or `name(...)`."""
    match tree:
        case ast.Name(name):
            return name, []
        case ast.Call(ast.Name(name), trees, []):
            return name, trees
    raise KernelError("a name is wanted")


def is_matrix(x: Term) -> bool:
    """Whether a value is a matrix by its form."""
    if x[0] == "at":
        return is_matrix(x[1])
    return x[0] in MATRICES or x[0] in ("dg", "msum", "mprod", "stack") or x[0] == "v" and x[2][0] == "M"


def positive(t: Term) -> bool:
    """Whether a number is above zero by form."""
    if t[0] in ("+", "*"):
        return all(map(positive, t[1:]))
    return t[0] == "q" and t[1] > 0 or t[0] == "inv" and positive(t[1]) or sort_of(t) == P


def by_form(need: Term) -> bool:
    """Whether an equation or a sign holds by form."""
    if need[0] == "=":
        return bool(key_of(need[1]) == key_of(need[2]))
    return need[:2] == ("<", ZERO) and positive(need[2])


# Words of texts, domains and definitions are rows of one file, in the kernel's own words, which are read as they are.
DEFINITIONS = os.path.join(os.path.dirname(__file__), "definitions.txt")
with open(DEFINITIONS, encoding="ascii") as _file:
    _sections = re.split(r"^\[(\w+)\]$", _file.read(), flags=re.MULTILINE)
ROWS = {
    name: [line for line in body.split("\n") if line and line[0] != "#"]
    for name, body in zip(_sections[1::2], _sections[2::2], strict=True)
}
SAME = ("smax", "smin", "norm2", "normF", "maxabs", "rank", "tr", "det", "real_eigenvalues", "rho", "numradius", "ones",
        "kron", "relu", "width", "had", "expm", "pinv")  # fmt: skip
SIZES = {"rows": 1, "cols": 2, "depth": 1, "middle": 3}
FAMILIES = {"sum": ("sum", "msum"), "max": ("maxo", ""), "prod": ("", "mprod"), "product": ("prod", ""),
            "vstack": ("", "stack"), "vector": ("vec", "")}  # fmt: skip


class Reader:
    """Reads expressions with names for their variables, and notes what they need to be defined.

    A power whose exponent may turn out an integer is defined at a negative base too; what it needs otherwise is noted
    by a `strict` reader alone.  A `plain` reader, of definitions, takes the kernel's own words as they are.
    """

    def __init__(self, strict: bool = False, plain: bool = False, names: Any = (), depth: int = 0) -> None:
        self.strict, self.plain = strict, plain
        self.names: dict[str, Term] = dict(names)
        self.needs: list[Term] = []  # what the clause at hand needs to be defined
        self.depth = depth  # of indices, of which no two have one mark

    def declare(self, name: str, domain: str) -> list[Term]:
        """A variable of the statement; returns what its domain asks for.

        A matrix has rows and columns, and a layer neurons, where the sort does not say it.
        """
        kind, trees = named(single(domain))
        values = [self(x) for x in trees]
        known = (kind, len(values)) in DOMAIN and domain.startswith(kind)
        _require(known, f"{domain} is no domain with so many parameters")
        new = name.isidentifier() and name.isascii() and name not in self.names and name != "pi"
        _require(new, f"{name!r} is no name for a new variable")
        parameters, (asked,) = DOMAIN[kind, len(values)]
        meant = dict(zip(parameters, values, strict=True))
        sort: Term = ("M", meant["r"], meant.get("c", meant["r"])) if "r" in meant else R
        if kind == "layers":
            sort = ("L", *values)
        if kind == "integer":
            _require(all(within(sort_of(x), Z) for x in values), "an integer lies between integers")
            sort = next(sort for sort in (P, N, Z) if within(sort_of(values[0]), sort))
        _require(kind != "activation" or within(sort_of(values[0]), N), "entries are counted by a natural number")
        check_sort(sort)
        x = self.names[name] = ("v", name, sort)
        out: list[Term] = [("<=", ONE, n) for n in sort[1:] if sort_of(n) != P]
        out += Reader(plain=True, names={**meant, "X": x}).every(asked)
        for formula in out:
            check("F", formula)
        return out

    def expression(self, text: str) -> Term:
        """The value of an expression: a number, a matrix or a vector."""
        return self(single(text))

    def every(self, lines: str) -> list[Term]:
        """The relations in lines with semicolons between them."""
        return [clause for line in lines.split(";") if line.strip() for _, clause in self.clauses(line)]

    def clauses(self, line: str) -> list[tuple[list[Term], Term]]:
        """The relations in a line, each with what it needs to be defined."""
        tree = single(line)
        relation, ranges = (tree.elt, tree.generators) if isinstance(tree, ast.GeneratorExp) else (tree, [])
        if not isinstance(relation, ast.Compare):
            raise KernelError(f"{line} is no relation")
        sides = [relation.left, *relation.comparators]
        self.needs = []
        links = [self.quantified(ranges, link) for link in zip(sides, relation.ops, sides[1:], strict=False)]
        # where one link has no value the chain says nothing, of the others neither
        needs, self.needs = list(dict.fromkeys(self.needs)), []
        return [(needs, link) for link in links]

    def quantified(self, ranges: Ranges, link: tuple[Tree, ast.cmpop, Tree]) -> Term:
        if not ranges:
            return self.relation(*link)
        return ("all", *self.over(ranges[0], lambda: self.quantified(ranges[1:], link)))

    def over(self, range_: ast.comprehension, body: Callable[[], Any]) -> tuple[Term, Term, Term]:
        """Ends and body of something over an index; what the body needs, it needs at every index."""
        match range_:
            case ast.comprehension(ast.Name(name), ast.BinOp(first, ast.BitOr(), last), [], 0):
                low, high = self(first), self(last)
            case _:
                raise KernelError("an index runs from one number to another")

        def at(i: Term) -> Any:
            outer, self.names = self.names, {**self.names, name: i}
            value = body()
            self.names = outer
            return value

        return low, high, self.at_every(at, low, high)

    def at_every(self, body: Callable[[Term], Term], low: Term, high: Term) -> Term:
        """The body of a binder, from its value at an index.

        What it needs, it needs at every value of the index, or once where it is not about the index and some is there.
        """
        self.depth += 1
        i = ("v", f"#index{self.depth}", Z)
        outer, self.needs = self.needs, []
        value = body(i)
        some = low == ONE and within(sort_of(high), P)
        needs = [f if some and i not in free(f) else ("all", low, high, closed(f, i)) for f in self.needs]
        self.needs = outer + needs
        self.depth -= 1
        return closed(value, i)

    def relation(self, left: Tree, word: ast.cmpop, right: Tree) -> Term:
        a, b, op = self(left), self(right), RELATIONS.get(type(word), "")
        if op[:1] == ">":
            a, b, op = b, a, op.replace(">", "<")
        _require(op, "that is no relation")
        if op == "!=" and self.plain and b == ZERO:
            return ("!=", a)
        if op == "<" and a == ZERO and b[0].startswith("simple"):  # `gap(...) > 0`, the one thing that is said of a gap
            return b
        wanted = op == "=" or op != "!=" and not (is_matrix(a) and is_matrix(b))
        _require(wanted, "matrices are equated only, and nothing is said to differ")
        value = self.joined(op, op, a, b)
        return ("all", *value[1:]) if value[0] == "vec" else value

    def vector(self, x: Term) -> Term:
        """A column as the vector of its entries."""
        if not is_matrix(x):
            return x
        n, one = sort_of(x)[1:]
        _require(size(one) == size(ONE), "a matrix stands where a number is wanted")
        return self.entries(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), x)))

    def entries(self, n: Term, at: Callable[[Term], Term]) -> Term:
        """The vector of n entries."""
        return ("vec", ONE, n, self.at_every(at, ONE, n))

    def entrywise(self, make: Callable[..., Term], *values: Term) -> Term:
        """What is made of numbers, or of vectors entry by entry, with numbers repeated."""
        taken = [self.vector(x) for x in values]
        lengths = [x[2] for x in taken if x[0] == "vec"]
        if not lengths:
            return make(*taken)
        _require(len(set(map(size, lengths))) == 1, "vectors of different lengths")
        return self.entries(lengths[0], lambda i: make(*(opened(x[3], i) if x[0] == "vec" else x for x in taken)))

    def __call__(self, tree: Tree) -> Any:
        """The value of a tree."""
        match tree:
            case ast.Constant(value) if type(value) is int:
                return num(value)
            case ast.Name(name):
                _require(name in self.names, f"{name} is no variable here")
                return self.names[name]
            case ast.UnaryOp(ast.USub(), a):
                return self.times(num(-1), self(a))
            case ast.Attribute(a, "T"):
                return ("T", self(a))
            case ast.Subscript(a, ast.Slice(last, first, None)):
                return ("seg", self(a), self(last), self(first))
            case ast.Call(ast.Name(name), [ast.GeneratorExp(body, [range_])], []):
                return self.family(name, body, range_)
            case ast.Call(ast.Name(name), trees, []):
                return self.call(name, [self(x) for x in trees])
            case ast.BinOp(left, op, right):
                a, b = self(left), self(right)
                match op:
                    case ast.MatMult():
                        _require(is_matrix(a) and is_matrix(b), "@ multiplies matrices")
                        return ("mm", a, b)
                    case ast.Mult():
                        return self.times(a, b)
                    case ast.Div():
                        return self.times(self.entrywise(self.reciprocal, b), a)
                    case ast.Pow():
                        sign = right.operand if isinstance(right, ast.UnaryOp) else right
                        return self.entrywise(lambda x: self.power(x, b, isinstance(sign, ast.Constant)), a)
                    case ast.Add():
                        return self.joined("m+", "+", a, b)
                    case ast.Sub():
                        return self.joined("m+", "+", a, self.times(num(-1), b))
        raise KernelError("no expression has such a form")

    def times(self, a: Any, b: Any) -> Any:
        if is_matrix(a) and not is_matrix(b):
            a, b = b, a
        multiple = is_matrix(b) and not is_matrix(a) and a[0] != "vec"
        return ("sc", a, b) if multiple else self.entrywise(lambda x, y: ("*", x, y), a, b)

    def joined(self, of_matrices: str, of_numbers: str, a: Any, b: Any) -> Any:
        if is_matrix(a) and is_matrix(b):
            return (of_matrices, a, b)
        return self.entrywise(lambda x, y: (of_numbers, x, y), a, b)

    def reciprocal(self, x: Term) -> Term:
        if x[0] == "q" and x[1]:
            return num(1 / x[1])
        self.needs.append(("!=", x))
        return ("inv", x)

    def power(self, x: Term, exponent: Any, literal: bool) -> Term:
        """A power; with an integer that is written out it is a product, with any other the base is above zero."""
        _require(exponent[0] != "vec" and not is_matrix(exponent), "exponents are numbers here")
        value = scalar(exponent)
        k, constant = value.get((), Fraction(0)), set(value) <= {()}
        if literal:
            _require(abs(k) <= HIGHEST, f"powers end at {HIGHEST} here")
            return ("^", x, int(k)) if k >= 0 else ("^", self.reciprocal(x), -int(k))
        # it may turn out an integer power where it speaks of integers, or of numbers alone
        integers = not free(exponent) or any(within(v[2], Z) for v in free(exponent))
        if self.strict or not (k.denominator == 1 if constant else integers):
            if constant:
                self.needs.append(("<=" if k > 0 else "<", ZERO, x))
            else:
                self.needs.append(("<=", ZERO, x))
                self.needs += [] if positive(exponent) else [("<", ZERO, ("max", x, exponent))]
        return ("rpow", x, num(k) if constant else exponent)

    def call(self, name: str, args: list[Term]) -> Term:
        if self.plain and name == "at" and args[0][0] == "vec":
            return opened(args[0][3], args[1])
        if self.plain and LENGTHS.get(name) == len(args) + 1:
            return (name, *args)
        if self.plain and name in SIZES:
            return cast(Term, sort_of(args[0])[SIZES[name]])
        if (name, len(args)) in READ:
            return self.word(*READ[name, len(args)], args)
        if name in SAME:
            return (name, *args)
        match name, args:
            case "count", [a] if self.plain:  # how many singular values it has
                r, c = sort_of(a)[1:]
                return r if size(r) == size(c) else ("min", r, c)
            case "length", [("vec", _, n, _)] if self.plain:
                return cast(Term, n)
            case "diag", [a] if is_matrix(a) and (size(sort_of(a)[2]) != size(ONE) or size(sort_of(a)[1]) == size(ONE)):
                n = sort_of(a)[1]
                return self.entries(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), ("mm", a, ("e", n, i)))))
            case "diag", [a]:
                return ("dg", *self.vector(a)[2:])
            case "gap" | "slope", [("vec", _, n, ("s" | "lam" as kind, _, ("b", 0)) as entry), i, *points]:
                a = opened(entry, i)[1]
                if name == "gap" and not points:
                    self.needs += [("<=", ONE, i), ("<=", i, n)]
                    return (f"simple_{kind}", a, i)
                if name == "slope" and [x[0] for x in points] == ["v"]:  # the derivative of a simple one by a variable
                    self.needs.append((f"simple_{kind}", a, i))
                    return (f"slope_{kind}", i, points[0], closed(a, points[0]))
        raise KernelError(f"{name}(...) cannot be said in the kernel")

    def word(self, parameters: list[str], row: list[str], args: list[Term]) -> Term:
        """What a word stands for, with what it needs: `a` alone is taken entry by entry, x is a vector."""

        def meant(*values: Term) -> Term:
            reader = Reader(plain=True, names=zip(parameters, values, strict=True), depth=self.depth)
            self.needs += [need for need in reader.every(row[0]) if not by_form(need)]
            return reader.expression(row[1])

        if parameters == ["a"]:
            return self.entrywise(meant, *args)
        return meant(*(self.vector(x) if p == "x" else x for p, x in zip(parameters, args, strict=True)))

    def family(self, name: str, tree: Tree, range_: ast.comprehension) -> Any:
        _require(name in FAMILIES, f"{name} over an index cannot be said in the kernel")
        low, high, body = self.over(range_, lambda: self(tree))
        op = FAMILIES[name][is_matrix(body)]
        _require(op and (op != "vec" or self.plain), f"{name} of such terms cannot be said in the kernel")
        self.needs += [("<=", low, high)] if name == "max" else []
        return (op, low, high, body)


def _table(section: str) -> dict[tuple[str, int], tuple[list[str], list[str]]]:
    """Rows by name and number of parameters: the names of these, and what follows."""
    out = {}
    for row in ROWS[section]:
        head, *rest = row.split("|")
        name, parameters = named(single(head))
        out[name, len(parameters)] = [named(x)[0] for x in parameters], rest
    return out


READ, DOMAIN = _table("words"), _table("domains")


@dataclass(frozen=True)
class Reading:
    """Per conjunct, what may be assumed and what is claimed; the hash binds them to the text."""

    hash: str
    hypotheses: tuple[tuple[Term, ...], ...]
    conclusions: tuple[Term, ...]


@lru_cache(maxsize=4000)
def read(identifier: str, letter: str, text: str, strict: bool = False) -> Reading:
    """What a statement says: domains and hypotheses are defined and hold, and the conjunct is defined.

    A strict reader is that of an axiom, which asks for more where the suite may count what the kernel leaves open.
    Raises KernelError for what cannot be said.
    """
    _require(text.replace("\n", "").isprintable() and text.isascii(), "a text has plain characters")
    reader, granted, claims = Reader(strict), list[Term](), list[tuple[list[Term], Term]]()
    try:
        for part, line in (line.split(": ", 1) for line in text.split("\n")):
            _require(part in ("let", "given", "claim"), f"{part} is no part of a statement")
            if part == "let":
                asked = reader.declare(*line.split(" = ", 1))
                granted += [*reader.needs, *asked]
                reader.needs = []
            elif part == "given":
                granted += [f for needs, clause in reader.clauses(line) for f in (*needs, clause)]
            else:
                claims += reader.clauses(line)
        for formula in (*granted, *(f for needs, clause in claims for f in (*needs, clause))):
            check("F", formula)
    except (TypeError, ValueError, LookupError, AttributeError) as error:  # words in no place of theirs
        raise KernelError(f"not read: {type(error).__name__}: {error}") from error
    digest = hashlib.sha256("\n".join([letter, text]).encode()).hexdigest()
    return Reading(digest, tuple((*granted, *needs) for needs, _ in claims), tuple(clause for _, clause in claims))


# --- 4. Definitions -----------------------------------------------------------------------------------------------
#
# What the symbols mean, each where it is defined: rows `name: patterns | hypotheses | conclusion` of a file, which says
# what the letters in them stand for.  The arguments of `meaning` are matched with the patterns of the rows of a name in
# their order, and the first row that fits is granted.  A row that hides a theorem has the name of that principle.

Row = tuple[list[Any], list[Term], Term]  # patterns, hypotheses, conclusion
UNDER = "fgFGE"  # what stands under an index


def _row_variables() -> dict[str, Term]:
    """The variables of the rows: sizes of matrices are named after the first letter of their names."""
    rows, cols = ({x: ("v", f"{side}_{x}", N) for x in "ABCDXSFGEuvw"} for side in ("rows", "cols"))
    sorts: dict[str, Term] = {**dict.fromkeys("abtfg", R), **dict.fromkeys("ijlh", Z), **dict.fromkeys("nm", N), "p": P}
    sorts |= {x: ("M", rows[x[0]], cols[x[0]]) for x in ("A", "A1", "A2", *"BCDXFG")}
    sorts |= {"E": ("M", ONE, cols["E"]), **dict.fromkeys("SQO", ("M", rows["S"], rows["S"]))}
    sorts |= {x: ("M", rows[x], ONE) for x in "uvw"}
    sorts["W"] = ("L", ("v", "depth", P), *(("v", f"width_{x}", N) for x in "dmk"))
    return {"one": ONE, "zero": ZERO, **{x: ("v", x, sort) for x, sort in sorts.items()}}


def _row(line: str) -> Row:
    head, hypotheses, conclusion = line.split("|")
    reader, patterns = Reader(plain=True, names=_row_variables()), list[Any]()
    for tree in parsed(head):
        word = tree.value if isinstance(tree, ast.Constant) else tree.id if isinstance(tree, ast.Name) else None
        patterns.append(reader(tree) if word is None or word in reader.names else word)
    (granted,) = reader.every(conclusion)
    return patterns, reader.every(hypotheses), granted


DEFINED: dict[str, list[Row]] = {}
HIDDEN: dict[str, str] = {}  # the principle that a definition hides, or that is believed under its name
for _line in ROWS["definitions"]:
    _name, _, _rest = _line.partition(": ")
    _name, _, _principle = _name.rstrip("]").partition(" [")
    DEFINED.setdefault(_name, []).append(_row(_rest))
    HIDDEN |= {_name: _principle} if _principle else {}


def matches(pattern: Any, t: Any, values: dict[Term, Term]) -> bool:
    """Whether a term is an instance of a pattern; notes what its variables stand for, sizes included."""
    if type(pattern) is not tuple or type(t) is not tuple:
        return type(pattern) is type(t) and bool(pattern == t)
    if pattern[0] != "v":
        pairs = zip(pattern[1:], t[1:], strict=False)
        return pattern[0] == t[0] and len(pattern) == len(t) and all(matches(p, x, values) for p, x in pairs)
    under, wanted = pattern[1] in UNDER, pattern[2]
    sort = sort_of(t, (Z,) if under else ())
    if values.setdefault(pattern, t) != t or wanted[0] not in ("M", "L"):
        return values[pattern] == t and within(sort, wanted)
    if wanted[0] != sort[0]:
        return False
    sizes = [_size(n) if under else n for n in sort[1:]]
    pairs = zip(wanted[1:], sizes, strict=True)
    return all(size(values.setdefault(x, n) if x[0] == "v" else x) == size(n) for x, n in pairs)


def filled(t: Term, values: dict[Term, Term]) -> Term:
    """A formula of a row for what its variables stand for."""

    def change(x: Term, d: int) -> Term | None:
        if x[0] == "at":
            return opened(values[x[1]], filled(x[2], values))
        return values[x] if x in values and x[1] in UNDER else shift(values[x], d) if x in values else None

    return transform(t, change)


def defined(name: str, *arguments: Any) -> tuple[list[Term], Term]:
    """What the first row of a name that fits grants of its arguments.  Raises KernelError where none does."""
    for patterns, needs, granted in DEFINED.get(name, ()):
        values: dict[Term, Term] = {}
        if len(patterns) == len(arguments) and all(map(matches, patterns, arguments, repeat(values))):
            return [filled(h, values) for h in needs], filled(granted, values)
    raise KernelError(f"nothing that is called {name} speaks of this")


# --- 5. Theorems and rules ----------------------------------------------------------------------------------------
#
# G |- f says: for all values of the free variables within their sorts, and for all total extensions of the partial
# functions, the hypotheses G imply f.  `axioms` are the statements that it depends on, by id and hash, `principles`
# what else is believed, by name.  Only rules make theorems; each is drawn above its function, premises over conclusion.

RULES: dict[str, Callable[..., Theorem]] = {}
Formulas = frozenset[Term]


@dataclass(frozen=True, eq=False)
class Theorem:
    """hypotheses |- conclusion, with what it depends on and how it was made."""

    hypotheses: Formulas
    conclusion: Term
    axioms: frozenset[tuple[str, str]]
    principles: frozenset[str]
    rule: str
    arguments: tuple[Any, ...]


Made = tuple[Iterable[Term], Term, Sequence[Theorem]]  # hypotheses, conclusion, premises


def rule(make: Callable[..., Made]) -> Callable[..., Theorem]:
    """A primitive rule, from the function that says what follows; lists of arguments are copied."""
    name = make.__name__

    def apply(*given: Any) -> Theorem:
        copied = (dict(x) if type(x) is dict else tuple(x) if type(x) is list else x for x in given)
        arguments: tuple[Any, ...] = tuple(copied)
        for x in arguments:
            weight(tuple(x.items()) if type(x) is dict else x)
        hypotheses, conclusion, premises = make(*arguments)
        hypotheses = frozenset(hypotheses)
        for formula in (*hypotheses, conclusion):
            _well_formed(formula)
        axioms = frozenset[tuple[str, str]]().union(*(p.axioms for p in premises))
        principles = frozenset[str]().union(*(p.principles for p in premises))
        if name == "axiom":
            axioms = frozenset([(arguments[0], read(*arguments[:3], True).hash)])
        elif name == "meaning" and arguments[0] in HIDDEN:
            principles = frozenset([HIDDEN[arguments[0]]])
        return Theorem(hypotheses, conclusion, axioms, principles, name, arguments)

    RULES[name] = apply
    return apply


@remembered
def _well_formed(formula: Term) -> None:
    weight(formula)
    check("F", formula)
    plain = all(type(v[1]) is str and v[1].isidentifier() and v[1].isascii() for v in free(formula))
    _require(plain, "a variable needs a plain name")


#  -------
#   f |- f
@rule
def assume(f: Term) -> Made:
    return [f], f, []


#   G |- f     D, f' |- g
#  -----------------------   f' is f up to normal forms of what stands in it
#       G, D |- g
@rule
def cut(a: Theorem, b: Theorem) -> Made:
    return a.hypotheses | {h for h in b.hypotheses if not same_formula(h, a.conclusion)}, b.conclusion, [a, b]


#             G |- f
#  ---------------------------   t is of the sort of x once sizes are replaced; an integer t for x : P or N
#   G[t/x], needs |- f[t/x]      needs 1 <= t or 0 <= t
@rule
def instantiate(th: Theorem, values: dict[Term, Term]) -> Made:
    needs = []
    for v, t in values.items():
        plain = v[0] == "v" and all(x[1].isidentifier() for x in free(t))
        _require(plain, "only variables are replaced, by terms of plain variables")
        wanted, sort = substitute(v[2], values), sort_of(t)
        if wanted in ORDER:
            if not within(sort, wanted):
                _require(wanted != R and within(sort, Z), f"{t} is no value for {v[1]}")
                needs.append(("<=", ONE if wanted == P else ZERO, t))
        else:
            _require(wanted[0] == sort[0] and (wanted[0] != "L" or t[0] == "v"), f"{t} is no value for {v[1]}")
            same = all(size(a) == size(b) for a, b in zip(wanted[1:], sort[1:], strict=True))
            _require(same, f"{t} has another shape than {v[1]}")
    return [*(substitute(h, values) for h in th.hypotheses), *needs], substitute(th.conclusion, values), [th]


#   G, low <= i, i <= high |- f
#  -----------------------------   i is an integer that is free in nothing else; for i : P or N, low is of that sort
#   G |- all i in low..high: f
@rule
def generalise(th: Theorem, i: Term, low: Term, high: Term) -> Made:
    kept = th.hypotheses - {("<=", low, i), ("<=", i, high)}
    every = i[0] == "v" and (i[2] == Z or i[2] in (P, N) and within(sort_of(low), i[2]))
    _require(every, f"{i} does not stand for every value from {low} on")
    _require(not any(i in free(x) for x in (*kept, low, high)), f"{i[1]} is not arbitrary")
    return kept, ("all", low, high, closed(th.conclusion, i)), [th]


#    G |- all i in low..high: f(i)
#  ---------------------------------   t is an integer
#   G, low <= t, t <= high |- f(t)
@rule
def specialise(th: Theorem, t: Term) -> Made:
    f = th.conclusion
    _require(f[0] == "all" and within(sort_of(t), Z), "a quantified formula and an integer are wanted")
    return th.hypotheses | {("<=", f[1], t), ("<=", t, f[2])}, opened(f[3], t), [th]


#  ----------   a and b have one normal form and one shape
#   |- a = b
@rule
def identity(a: Term, b: Term) -> Made:
    check("F", ("=", a, b))
    _require(key_of(a) == key_of(b), "different normal forms")
    return [], ("=", a, b), []


#   G_k |- a_k op_k b_k     D_k |- 0 <= c_k or 0 < c_k     b - a = r + sum of c_k (b_k - a_k)
#  -------------------------------------------------------------------------------------------
#   all G, D |- a op b       r a number, 0 <= r; a number c_k > 0 needs no D_k; an equation has no c_k to be signed, and
#                            follows from equations and r = 0; < needs 0 < r or a strict fact with a strict factor
@rule
def linear(goal: Term, items: Sequence[tuple[Term, Theorem | None, Theorem]]) -> Made:
    check("F", goal)
    _require(goal[0] in ("=", "<=", "<"), "a relation between numbers is wanted")
    rest, strict, premises = scalar(sub(goal[2], goal[1])), False, []
    for c, sign, fact in items:
        check("F", ("=", c, ZERO))
        f = fact.conclusion
        numbers = f[0] in ("=", "<=", "<") and sort_of(f[1])[0] != "M"
        _require(numbers, "facts are relations between numbers")
        if f[0] != "=":
            _require(goal[0] != "=", "an equation follows from equations")
            if sign is None:
                op, signed = "<", c[0] == "q" and c[1] > 0
            else:
                op, signed = sign.conclusion[0], sign.conclusion[1:] == (ZERO, c) and sign.conclusion[0] in ("<=", "<")
            _require(signed, "the sign of the factor of an inequality is not shown")
            strict = strict or f[0] == op == "<"
            premises += [sign] if sign else []
        premises.append(fact)
        rest = plus(rest, times(scalar(c), scalar(sub(f[2], f[1]))), -1)
    r = rest.get((), 0)
    _require(set(rest) <= {()} and (r >= 0 if goal[0] != "=" else r == 0), "the combination is not the goal")
    _require(goal[0] != "<" or strict or r > 0, "nothing is strict in the combination")
    return frozenset[Term]().union(*(p.hypotheses for p in premises)), goal, premises


#   G |- a = b     D |- f(a)
#  --------------------------   the hole in the template f is of the sort of a and b, and stands in no size
#        G, D |- f(b)
@rule
def rewrite(equation: Theorem, th: Theorem, hole: Term, template: Term) -> Made:
    sized = hole[0] != "v" or hole[2] in (P, N) or any(hole in free(v[2]) for v in free(template))
    _require(equation.conclusion[0] == "=" and not sized, "an equation, and a hole that stands in no size, are wanted")
    a, b = equation.conclusion[1:]
    check("F", ("=", hole, a))
    _require(substitute(template, {hole: a}) == th.conclusion, "the template is not the theorem")
    return equation.hypotheses | th.hypotheses, substitute(template, {hole: b}), [equation, th]


#   G, a < b |- f     G, a = b |- f     G, b < a |- f
#  ---------------------------------------------------
#                       G |- f
@rule
def trichotomy(below: Theorem, equal: Theorem, above: Theorem, a: Term, b: Term) -> Made:
    cases = [below, equal, above]
    _require(below.conclusion == equal.conclusion == above.conclusion, "the cases end differently")
    check("F", ("<", a, b))
    formulas = [("<", a, b), ("=", a, b), ("<", b, a)]
    kept = [th.hypotheses - {f} for th, f in zip(cases, formulas, strict=True)]
    return frozenset[Term]().union(*kept), below.conclusion, cases


#   G |- 0 < 0
#  ------------
#     G |- f
@rule
def absurd(th: Theorem, f: Term) -> Made:
    _require(th.conclusion == FALSE, "no contradiction")
    return th.hypotheses, f, [th]


#   G |- f(low)     D, low <= i, i + 1 <= high, f(i) |- f(i + 1)
#  --------------------------------------------------------------   i is an integer, free in nothing else, and in the
#   G, D, low <= i, i <= high |- f(i)                               size of no variable
@rule
def induction(base: Theorem, step: Theorem, i: Term, low: Term, high: Term, f: Term) -> Made:
    after = ("+", i, ONE)
    kept = base.hypotheses | (step.hypotheses - {f, ("<=", low, i), ("<=", after, high)})
    integers = i[0] == "v" and i[2] == Z and all(within(sort_of(x), Z) for x in (low, high))
    _require(integers, "an induction runs over integers")
    arbitrary = not any(i in free(x) for x in (*kept, low, high)) and not any(i in free(x[2]) for x in free(f))
    _require(arbitrary, "the variable of the induction is not arbitrary, or stands in the size of a matrix")
    _require(base.conclusion == substitute(f, {i: low}), "not the beginning")
    _require(step.conclusion == substitute(f, {i: after}), "not the step")
    return kept | {("<=", low, i), ("<=", i, high)}, f, [base, step]


#  ---------   a definition of section 4; the theorem that it hides is named
#   G |- f
@rule
def meaning(name: str, *arguments: Any) -> Made:
    return (*defined(name, *arguments), [])


#  -----------------------------   what the text's domains, hypotheses and definedness ask for; id and hash are
#   asked |- conjunct of a text    recorded
@rule
def axiom(identifier: str, letter: str, text: str, conjunct: int) -> Made:
    statement = read(identifier, letter, text, True)
    return statement.hypotheses[conjunct], statement.conclusions[conjunct], []


def proves(th: Theorem, identifier: str, letter: str, text: str, conjunct: int) -> bool:
    """Whether a theorem is a conjunct of a statement, asking for nothing that the statement does not grant."""
    statement = read(identifier, letter, text)
    granted = statement.hypotheses[conjunct]
    known = all(any(same_formula(h, g) for g in granted) for h in th.hypotheses)
    return known and th.conclusion == statement.conclusions[conjunct]


# --- 6. Derivations -----------------------------------------------------------------------------------------------
#
# A file is JSON: {"rows": [...], "steps": [...], "claims": [...]}.  A row is a list of values and stands for a tuple; a
# step is the name of a rule and the values that it is given; a claim is [step, id, kind, text, conjunct].  A value is a
# string: "sWORD", "qP/Q" a rational number, "jK" an integer, "jnull" nothing, "rK" row K, "tK" what step K proved, and
# "d" with a value of pairs for what replaces what.

SECONDS, MEMORY = 300, 1 << 32  # of a process


def replay(data: str) -> list[dict[str, Any]]:
    """Do every step again: per claim, its statement, the hash of the text, axioms and principles.

    Raises KernelError where a step does not go through or a claim is not what was proved.
    """
    rows, steps, out = list[Any](), list[Any](), list[dict[str, Any]]()

    def value(name: str) -> Any:
        kind, rest = name[:1], name[1:]
        if kind == "s":
            return rest
        if kind == "d":
            return dict(value(rest))
        if kind == "q":
            return Fraction(*map(_digits, rest.removeprefix("-").split("/", 1))) * (-1 if rest[0] == "-" else 1)
        if kind == "j":
            return None if rest == "null" else _digits(rest)
        return {"r": rows, "t": steps}[kind][_digits(rest)]

    try:
        file = json.loads(data)
        waiting = iter(file["rows"])
        for rule_name, *arguments in file["steps"]:
            needed = 1 + max((_digits(a.lstrip("d")[1:]) for a in arguments if a.lstrip("d")[:1] == "r"), default=-1)
            while len(rows) < needed:
                rows.append(tuple(value(x) for x in next(waiting)))
            steps.append(RULES[rule_name](*map(value, arguments)))
        for step, *claim in file["claims"]:
            identifier, letter, text, conjunct = claim
            numbers = all(type(k) is int and k >= 0 for k in (step, conjunct))
            _require(numbers, "a claim names a step and a conjunct by numbers from 0")
            th, digest = steps[step], read(identifier, letter, text).hash
            _require(proves(th, *claim), f"{identifier}[{conjunct}] is not what step {step} proves")
            known = {"axioms": sorted(map(list, th.axioms)), "principles": sorted(th.principles)}
            out.append({"id": identifier, "hash": digest, "conjunct": conjunct, **known})
    except KernelError:
        raise
    except Exception as error:  # whatever is in the way, it is no derivation
        raise KernelError(f"no derivation: {type(error).__name__}: {error}") from error
    return out


def _digits(text: str) -> int:
    _require(text.isascii() and text.isdigit(), f"{text!r} is no number")
    return int(text)


def bounded() -> None:
    """Limit what this process may use, where the system has limits; those that are lower remain."""
    sys.setrecursionlimit(10_000)  # long sums are deep terms
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def main() -> None:
    """Read the derivation in a file, or on standard input; exit status 1 where it does not go through.

    Yes or no, and for each claim, as JSON, its id, conjunct and hash, and the axioms and principles it depends on.
    """
    bounded()
    try:
        with open(sys.argv[1], "rb") if sys.argv[1:] else sys.stdin.buffer as file:
            data = file.read()
        try:  # the files of a run folder are compressed
            text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
        except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
            raise KernelError(f"no text: {error}") from error
        found = replay(text)
    except KernelError as error:
        print(f"no: {error}", file=sys.stderr)
        sys.exit(1)
    print("yes", *map(json.dumps, found), sep="\n")


if __name__ == "__main__":
    main()
