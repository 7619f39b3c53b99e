"""The kernel: what it takes for a theorem to be proved, in one file that needs Python and its standard library alone.

    python -I -S kernel.py FILE     does a derivation again: yes or no; each claim, and the axioms it depends on

1. Terms, sorts, formulas   2. Normal forms   3. Texts: what a statement says   4. Definitions   5. Theorems and rules
6. Derivations

The public face: `replay` does a derivation again with `RULES`, which alone make a `Theorem`, and `proves` compares each
with its text, as `read` reads it.  The rules are assume, cut, instantiate, generalise, specialise, identity, linear,
matrix_linear, rewrite, trichotomy, absurd, deny, clash, discrete, induction, both, part, choose, meaning, principle and
axiom.  docs/kernel.md says exactly what is trusted.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from math import isqrt
from types import MappingProxyType
from typing import Any, cast

HIGHEST = 1000  # exponent of a power
LARGEST = 100_000_000  # parts of a term written out, however often one tuple stands in it


class KernelError(Exception):
    """A rule does not apply; the message says why."""


# --- 1. Terms -----------------------------------------------------------------------------------------------------
#
# Plain tuples, locally nameless.  Sorts are ("P",) positive, ("N",) natural, ("Z",) integer, ("R",) real numbers,
# ("M", r, c) real matrices with natural terms r, c as sizes, and ("L", depth, d, m, k) families of layers.  Every sort
# is inhabited (1, 0, the zero matrix) whatever the values of the variables in it; what a domain asks for beyond its
# sort is an explicit hypothesis.  Free variables carry their sort, ("v", name, sort), bound ones are numbers, ("b", k):
# k binders up.  All functions are total; a value outside the domain of definition is arbitrary and only a hypothesis
# can say something about it.  The one convention is inv(0) = 0, so that inv(x y) = inv(x) inv(y).

Term = tuple[Any, ...]
Size = tuple[tuple[tuple[Term, ...], Fraction], ...]
P, N, Z, R = ("P",), ("N",), ("Z",), ("R",)
ORDER = (P, N, Z, R)  # each contains the one before

# What an operation takes: R number, Z integer, N size (natural by form), M matrix, S square matrix, L family of layers.
NUMBERS = {
    "+": "RR", "*": "RR", "inv": "R", "sqrt": "R", "abs": "R", "max": "RR", "min": "RR", "rpow": "RR", "tr": "S",
    "width": "LZ", "s": "MZ", "lam": "SZ", "smax": "M", "smin": "M", "lmax": "S", "lmin": "S", "cond": "M",
    "norm2": "M", "normF": "M", "maxabs": "M", "rank": "M", "det": "S", "real_eigenvalues": "S", "eigenform": "SZS",
    "singularform": "SZS", "exp": "R", "log": "R", "rho": "S", "schatten": "RM",
    "numradius": "S",
}  # fmt: skip
MATRICES = {
    "mm": "MM", "m+": "MM", "sc": "RM", "T": "M", "id": "N", "zero": "NN", "ones": "NN", "e": "NZ", "kron": "MM",
    "vst": "MM", "relu": "M", "minv": "S", "seg": "LZZ", "had": "MM", "expm": "S", "logm": "S", "sqrtm": "S",
    "pinv": "M",
}  # fmt: skip
# Binders (op, low, high, body) of an integer index; dg is (op, size, body), slope (op, name, index, point, family).
OVER = {"sum": "R", "prod": "R", "maxo": "R", "msum": "M", "mprod": "S", "stack": "M"}
# How many parts a tuple has, its name included, where the tables above do not say it.
LENGTHS = {"q": 2, "b": 2, "v": 3, "^": 3, "dg": 3, "slope": 5, **dict.fromkeys(OVER, 4), "M": 3, "L": 5,
           "<=": 3, "<": 3, "=": 3, "!=": 2, "and": 3, "ex": 3, "all": 4}  # fmt: skip


def num(x: int | Fraction) -> Term:
    """A rational number."""
    return ("q", Fraction(x))


ZERO, ONE = num(0), num(1)
FALSE: Term = ("<", ZERO, ZERO)
MARK: Term = ("v", "#", Z)  # an arbitrary index


def neg(a: Term) -> Term:
    """-a."""
    return ("*", num(-1), a)


def sub(a: Term, b: Term) -> Term:
    """a - b."""
    return ("+", a, neg(b))


def remembered(function: Callable[[Term], Any]) -> Callable[[Term], Any]:
    """A function of a term alone, which is not worked out twice for the same tuple (kept, so that its id stays its)."""
    memory: dict[int, tuple[Term, Any]] = {}

    def look(t: Term) -> Any:
        found = memory.get(id(t))
        if found is not None and found[0] is t:
            return found[1]
        value = function(t)
        if len(memory) > 1_000_000:
            memory.clear()
        memory[id(t)] = (t, value)
        return value

    return look


_firsts: dict[Any, tuple[Term, list[Any]]] = {}


@remembered
def first_equal(t: Term) -> Term:
    """The first term met of all that are equal to this one, whatever their depth found without hashing all of them.

    A term goes by its leaves and by what its parts go by, which are kept with it, so that no other has their ids.
    """
    own = [first_equal(x) if type(x) is tuple else x for x in t]
    if len(_firsts) > 1_000_000:
        _firsts.clear()
    return _firsts.setdefault(tuple((id(x),) if type(x) is tuple else x for x in own), (t, own))[0]


def parts(t: Term) -> tuple[tuple[int, int], ...]:
    """(position, binders crossed) of every part of a term, formula or sort that may hold variables."""
    return _parts(t[0], len(t))


@lru_cache(maxsize=4096)
def _parts(op: Any, length: int) -> tuple[tuple[int, int], ...]:
    if op in ("q", "b"):
        return ()
    if op in OVER or op == "all":
        return ((1, 0), (2, 0), (3, 1))
    first = {"v": 2, "is": 2, "slope": 2}.get(op, 1)
    last = {"^": 2}.get(op, length)
    return tuple((k, int(op in ("dg", "slope", "ex") and k == last - 1)) for k in range(first, last))


def transform(t: Term, change: Callable[[Term, int], Term | None], depth: int = 0) -> Term:
    """The term with `change(part, binders above it)` in place of each part for which that is not None."""
    new = change(t, depth)
    if new is not None:
        return new
    out: list[Any] | None = None  # what does not change stays the same tuple, of which all is remembered
    for k, crossed in parts(t):
        part = transform(t[k], change, depth + crossed)
        if part is not t[k]:
            out = list(t) if out is None else out
            out[k] = part
    return t if out is None else tuple(out)


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

    def change(x: Term, d: int) -> Term | None:
        return ("b", d) if x == variable else ("b", x[1] + 1) if x[0] == "b" and x[1] >= d else None

    return transform(t, change)


@remembered
def free(t: Term) -> frozenset[Term]:
    """Free variables, those in the sorts of others included."""
    own = frozenset([t]) if t[0] == "v" else frozenset()
    return own.union(*(free(t[k]) for k, _ in parts(t)))


def within(sort: Term, wider: Term) -> bool:
    """Whether a sort of numbers lies in another."""
    return sort in ORDER and ORDER.index(sort) <= ORDER.index(wider)


def sort_of(t: Term, bound: tuple[Term, ...] = ()) -> Term:
    """The sort of a term; `bound` are the sorts of what is bound around it, innermost first.

    Raises KernelError where shapes do not fit or an operation stands with other arguments than it takes.
    """
    return _sort(t) if not bound else _sort_under(t, bound)


def _sort_under(t: Term, bound: tuple[Term, ...]) -> Term:
    op = head(t)
    if op == "q":
        return (P if t[1] >= 1 else N if t[1] == 0 else Z) if t[1].denominator == 1 else R
    if op in ("v", "b"):
        if op == "b" and not 0 <= t[1] < len(bound):
            raise KernelError("an index stands outside its binder")
        # a variable is the same everywhere, so that no index stands in its sort; a bound one has its sort from outside
        sort = t[2] if op == "v" else shift(bound[t[1]], t[1] + 1)
        check_sort(sort, () if op == "v" else bound)
        return sort
    if op == "^" and type(t[2]) is int and 0 <= t[2] <= HIGHEST:
        return _argument("R", t[1], bound)
    if op in OVER:
        _argument("Z", t[1], bound), _argument("Z", t[2], bound)
        body = _argument(OVER[op], t[3], (Z, *bound))
        if op in ("sum", "prod"):
            return N if within(body, N) else body
        return R if op == "maxo" else _shape_over(t, body, within(sort_of(t[2], bound), N))
    if op == "slope" and t[1] in ("s", "lam"):
        _argument("Z", t[2], bound), _argument("R", t[3], bound), _argument("S", t[4], (R, *bound))
        return R
    if op == "dg":
        _argument("N", t[1], bound), _argument("R", t[2], (Z, *bound))
        return ("M", t[1], t[1])
    takes = NUMBERS.get(op) or MATRICES.get(op)
    if takes is None or len(t) != len(takes) + 1:
        raise KernelError(f"{op} with {len(t) - 1} arguments is no term")
    sorts = [_argument(kind, x, bound) for kind, x in zip(takes, t[1:], strict=True)]
    if op in MATRICES:
        return _shape(op, t, sorts)
    if op in ("+", "*", "max", "min"):
        return P if op == "+" and set(sorts) == {P, N} else max(sorts, key=ORDER.index)
    if op == "width":
        return max((sort_of(x, bound) for x in sorts[0][2:]), key=ORDER.index)
    return Z if op == "abs" and within(sorts[0], Z) else R


@remembered
def _sort(t: Term) -> Term:
    return _sort_under(t, ())


def head(t: Term) -> Any:
    """The name of a tuple that has as many parts as it should."""
    if len(t) != LENGTHS.get(t[0], len(t)):
        raise KernelError(f"{t[0]} with {len(t) - 1} arguments says nothing")
    return t[0]


def _argument(kind: str, t: Term, bound: tuple[Term, ...]) -> Term:
    """The sort of an argument, which must be of a kind."""
    sort = sort_of(t, bound)
    if kind in "RZN":
        if not within(sort, {"R": R, "Z": Z, "N": N}[kind]):
            raise KernelError(f"{t} is not seen to be {dict(R='a number', Z='an integer', N='a natural number')[kind]}")
    elif sort[0] != ("L" if kind == "L" else "M") or kind == "S" and size(sort[1]) != size(sort[2]):
        raise KernelError(f"{t} is not of the shape that is wanted here")
    return sort


def _shape(op: str, t: Term, sorts: list[Term]) -> Term:
    first, last = sorts[0], sorts[-1]
    if op == "mm":
        return _fit((first[2], last[1]), ("M", first[1], last[2]))
    if op in ("m+", "had"):
        return _fit((first[1], last[1], first[2], last[2]), first)
    if op == "vst":
        return _fit((first[2], last[2]), ("M", ("+", first[1], last[1]), first[2]))
    if op in ("T", "pinv"):
        return ("M", first[2], first[1])
    if op == "kron":
        return ("M", ("*", first[1], last[1]), ("*", first[2], last[2]))
    if op == "e":
        return ("M", t[1], ONE)
    if op == "seg":  # W^{last:first} has as many rows as layer `last`, as many columns as the one before `first`
        return ("M", ("width", t[1], t[2]), ("width", t[1], sub(t[3], ONE)))
    return ("M", t[1], t[-1]) if op in ("id", "zero", "ones") else last  # functions keep the shape


def _shape_over(t: Term, body: Term, counted: bool) -> Term:
    """The shape of a sum, product or stack over an index: that of its body, which must not depend on the index."""
    mark = ("v", "#", Z)
    rows, cols = (size_term(size(opened(x, mark))) for x in body[1:])
    if t[0] == "stack":  # `counted`: high is natural, so that 1..high are high blocks
        even = counted and t[1] == ONE and mark not in free(rows)
        rows = ("*", t[2], rows) if even else ("sum", t[1], t[2], body[1])
    if mark in free(rows) | free(cols):
        raise KernelError("the shape of a matrix depends on an index")
    return ("M", rows, cols)


def _fit(sizes: tuple[Term, ...], shape: Term) -> Term:
    for a, b in zip(sizes[::2], sizes[1::2], strict=True):
        if a is not b and size(a) != size(b):
            raise KernelError(f"the sizes {a} and {b} differ")
    return shape


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


def check_sort(sort: Term, bound: tuple[Term, ...] = ()) -> None:
    """Raises KernelError unless the sizes in a sort are natural by form."""
    if head(sort) == "L" and (sort[1][0] != "v" or sort[1][2] != P):
        raise KernelError("the depth of a family of layers is a variable")
    for x in sort[1:]:
        _argument("N", x, bound)
    if sort[0] not in ("M", "L") and sort not in ORDER:
        raise KernelError(f"{sort} is no sort")


def check_formula(f: Term, bound: tuple[Term, ...] = ()) -> None:
    """Raises KernelError unless the formula is well formed."""
    op = head(f)
    if op in ("<=", "<", "!="):
        for x in f[1:]:
            _argument("R", x, bound)
    elif op == "=":
        a = sort_of(f[1], bound)
        sort_of(f[2], bound)
        if a[0] == "M":
            _shape("m+", f, [a, _argument("M", f[2], bound)])
        else:
            _argument("R", f[1], bound), _argument("R", f[2], bound)
    elif op == "all":
        _argument("Z", f[1], bound), _argument("Z", f[2], bound)
        check_formula(f[3], (Z, *bound))
    elif op == "ex":
        check_sort(f[1], bound)
        check_formula(f[2], (f[1], *bound))
    elif op == "and":
        check_formula(f[1], bound)
        check_formula(f[2], bound)
    elif op == "is":
        for x in f[2:]:
            sort_of(x, bound)
    else:
        raise KernelError(f"{op} is no formula")


_known: dict[int, tuple[Any, type, int]] = {}  # by identity, with a reference so that the number stays theirs


def exact(x: Any, leaf: type) -> int:
    """The parts of a leaf, or of what is built of exact numbers, strings and tuples.  Raises KernelError for others.

    What only looks like one of them (a machine integer that overflows, a tuple that compares as it likes, a list that
    changes afterwards) is no term.
    """
    found = _known.get(id(x))
    if found is not None and found[1] is leaf:  # what was found with other leaves says nothing
        return found[2]
    kind = type(x)
    if kind is Fraction:
        return exact((x.numerator, x.denominator), leaf)
    if kind is not tuple:
        if kind not in (leaf, str, int, bool, type(None)):
            raise KernelError(f"a {kind.__name__} is neither a term nor a theorem")
        return 1
    parts = 1 + sum([exact(part, leaf) for part in x])
    if parts > LARGEST:
        raise KernelError("a term is too large")
    if len(_known) > 2_000_000:
        _known.clear()
    _known[id(x)] = x, leaf, parts
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
_atoms: dict[Any, int] = {}  # key -> number; the number only orders atoms
_shown: list[tuple[Any, Term]] = []  # key and a term for each atom
_letters: dict[Any, int] = {}
_seen: list[tuple[Any, Any, Any, Term]] = []  # key, sizes of rows and columns, and a term for each letter
Memory = dict[int, tuple[Term, Any]]  # terms, each the first of its equals, and what was made of them, by their ids
_scalars: Memory = {}
_matrices: Memory = {}


def forget() -> None:
    """Start counting anew, so that the order of terms does not depend on the past.  No theorem holds a number."""
    for table in (_atoms, _shown, _letters, _seen, _scalars, _matrices):
        table.clear()


def _once(t: Term, make: Callable[[Term], dict[Any, Any]], made: Memory) -> Any:
    """The normal form of a term, made once for all terms equal to it."""
    t = first_equal(t)
    found = made.get(id(t))
    if found is None:
        if len(made) > 100_000:
            made.clear()
        found = made[id(t)] = t, MappingProxyType(make(t))
    return found[1]


def atom(key: Any, shown: Term, exponent: int = 1) -> Poly:
    """A power of an atom."""
    number = _atoms.setdefault(key, len(_atoms))
    if number == len(_shown):
        _shown.append((key, shown))
    return {((number, exponent),): Fraction(1)}


def known_atom(x: int) -> tuple[Any, Term]:
    """Key and term of an atom."""
    return _shown[x]


def known_letter(x: int) -> tuple[Any, Term]:
    """Key and term of a letter."""
    return _seen[x][0], _seen[x][3]


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
    out: Poly = {}
    for m, a in p.items():
        for n, b in q.items():
            _add(out, _joined(m, n) if m and n else m or n, a * b)
    return out


def _joined(m: Any, n: Any) -> Any:
    powers = dict(m)
    for x, k in n:
        powers[x] = powers.get(x, 0) + k
    return tuple(sorted(powers.items()))


def constant(x: Fraction | int) -> Poly:
    """A number."""
    return {(): Fraction(x)} if x else {}


def frozen(p: Poly) -> Any:
    """A key, the same for equal polynomials."""
    return tuple(sorted(p.items()))


def frozen_form(t: Term) -> Any:
    """A key, the same for matrices of equal normal form and shape."""
    return _key(matrix(t), sort_of(t))


def _key(form: Form, sort: Term) -> Any:
    return (_size(sort[1]), _size(sort[2]), tuple(sorted((w, frozen(p)) for w, p in form.items())))


def _size(t: Term) -> Term:
    return size_term(size(t))


UNIT = _size(ONE)


def scalar(t: Term) -> Poly:
    """Normal form of a well-formed scalar term without loose indices.  Callers share it: it cannot be changed."""
    return cast(Poly, _once(t, _scalar, _scalars))


def _scalar(t: Term) -> Poly:
    op = t[0]
    if op == "q":
        return constant(t[1])
    if op == "+":
        return plus(scalar(t[1]), scalar(t[2]))
    if op == "*":
        return times(scalar(t[1]), scalar(t[2]))
    if op == "^":
        out = constant(1)
        for _ in range(t[2]):
            out = times(out, scalar(t[1]))
        return out
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
            p, t = plus({}, p, -1), ("abs", neg(t[1]))
        return atom((op, frozen(p)), t)
    if op in ("max", "min"):
        both = sorted(frozen(scalar(x)) for x in t[1:])
        return dict(both[0]) if both[0] == both[1] else atom((op, *both), t)
    if op in OVER or op == "slope":
        mark = ("v", f"#{_height(t)}", Z if op in OVER else ("R",))
        body = opened(t[-1], mark)
        ends = tuple(frozen(scalar(x)) for x in t[1 if op in OVER else 2 : -1])
        inside = frozen(scalar(body)) if op in OVER else frozen_form(body)
        return atom((op, t[1] if op == "slope" else "", *ends, inside), t)
    if op == "width":
        at = size_term(size(t))
        return atom(at, at) if at[0] == "width" else scalar(at)
    return atom((op, *(_argument_key(x) for x in t[1:])) if op != "v" else t, t)


def _argument_key(t: Term) -> Any:
    sort = sort_of(t)
    return t if sort[0] == "L" else frozen_form(t) if sort[0] == "M" else frozen(scalar(t))


def _height(t: Term) -> int:
    """How many binders are nested in a term: the mark of a binder differs from those inside it."""
    inner = max((_height(x) for x in t[1:] if isinstance(x, tuple) and x and isinstance(x[0], str)), default=0)
    return inner + (t[0] in OVER or t[0] in ("slope", "dg"))


def shown(p: Poly) -> Term:
    """A term of this normal form."""
    total: Term | None = None
    for m, c in sorted(p.items()):
        term = num(c)
        for x, k in m:
            power = _shown[x][1] if k == 1 else ("^", _shown[x][1], k)
            term = power if term == ONE else ("*", term, power)
        total = term if total is None else ("+", total, term)
    return total or num(0)


# --- matrices


def letter(key: Any, rows: Any, cols: Any, term: Term) -> Word:
    """A matrix that stands in products as it is."""
    number = _letters.setdefault((key, rows, cols), len(_letters))
    if number == len(_seen):
        _seen.append((key, rows, cols, term))
    return (number,)


def turned(x: int) -> int:
    """The transpose of a letter."""
    key, rows, cols, t = _seen[x]
    if key[0] == "dg":
        return x
    if key[0] == "kron":
        key = ("kron", *(tuple(turned(y) for y in reversed(w)) for w in key[1:3]), *(s[::-1] for s in key[3:]))
        return letter(key, cols, rows, ("kron", ("T", t[1]), ("T", t[2])))[0]
    if key[0] == "had":
        v, w = (tuple(turned(y) for y in reversed(word)) for word in key[1:])
        return _had_word(v, w, cols, rows)[0]
    if key[0] == "expm":
        inner = ("T", t[1])
        return letter(("expm", frozen_form(inner)), cols, rows, ("expm", inner))[0]
    key = key[1] if key[0] == "T" else ("T", key)
    return letter(key, cols, rows, t[1] if t[0] == "T" else ("T", t))[0]


def matrix(t: Term) -> Form:
    """Normal form of a well-formed matrix term without loose indices.  Callers share it: it cannot be changed."""
    return cast(Form, _once(t, lambda x: {w: MappingProxyType(p) for w, p in _matrix(x).items()}, _matrices))


def _matrix(t: Term) -> Form:
    op = t[0]
    sort = sort_of(t)
    rows, cols = _size(sort[1]), _size(sort[2])
    if op == "m+":
        return combined([(constant(1), matrix(t[1])), (constant(1), matrix(t[2]))])
    if op == "sc":
        return combined([(scalar(t[1]), matrix(t[2]))])
    if op == "mm":
        return product(matrix(t[1]), matrix(t[2]), rows, cols)
    if op == "T":
        pairs = [(p, settled(tuple(turned(x) for x in reversed(w)), rows, cols)) for w, p in matrix(t[1]).items()]
        return combined(pairs)
    if op == "zero":
        return {}
    if op == "id" or op == "seg" and plus(scalar(t[3]), scalar(t[2]), -1) == constant(1):
        return settled((), rows, cols)
    if op in ("kron", "had"):
        shapes = [tuple(_size(x) for x in sort_of(y)[1:]) for y in t[1:]]
        pairs = []
        for v, p in matrix(t[1]).items():
            for w, q in matrix(t[2]).items():
                new = _kron_word(v, w, *shapes) if op == "kron" else _had_word(v, w, rows, cols)
                pairs.append((times(p, q), settled(new, rows, cols)))
        return combined(pairs)
    if op in OVER or op == "dg":
        mark = ("v", f"#{_height(t)}", Z)
        body = opened(t[-1], mark)
        ends = tuple(frozen(scalar(x)) for x in t[1:-1])
        return settled(
            letter((op, *ends, frozen(scalar(body)) if op == "dg" else frozen_form(body)), rows, cols, t), rows, cols
        )
    key = t if op == "v" else (op, *(_argument_key(x) for x in t[1:]))
    return settled(letter(key, rows, cols, t), rows, cols)


def combined(pairs: list[tuple[Poly, Form]]) -> Form:
    """Linear combination of forms."""
    out: Form = {}
    for p, form in pairs:
        for w, q in form.items():
            out[w] = plus(out.get(w, {}), times(p, q))
    return {w: p for w, p in out.items() if p}


def product(a: Form, b: Form, rows: Any, cols: Any) -> Form:
    """Product of two forms; `rows` and `cols` are those of the product."""
    return combined([(times(p, q), settled(v + w, rows, cols)) for v, p in a.items() for w, q in b.items()])


def settled(word: Word, rows: Any, cols: Any) -> Form:
    """A word with neighbouring Kronecker products multiplied out and 1 x 1 parts taken out as numbers."""
    for k in range(len(word) - 1):
        a, b = _seen[word[k]][0], _seen[word[k + 1]][0]
        if a[0] == b[0] == "kron" and a[3][1] == b[3][0] and a[4][1] == b[4][0]:
            shapes = (a[3][0], b[3][1]), (a[4][0], b[4][1])
            pairs = []
            for v, p in settled(a[1] + b[1], *shapes[0]).items():
                for w, q in settled(a[2] + b[2], *shapes[1]).items():
                    pairs.append(
                        (times(p, q), settled(word[:k] + _kron_word(v, w, *shapes) + word[k + 2 :], rows, cols))
                    )
            return combined(pairs)
    cuts = [k for k in range(len(word) + 1) if (rows if k == 0 else _seen[word[k - 1]][2]) == UNIT]
    if len(cuts) < 2:
        return {word: constant(1)}
    coefficient = constant(1)
    for a, b in zip(cuts, cuts[1:], strict=False):
        coefficient = times(coefficient, _entry_of_word(word[a:b]))
    return {word[: cuts[0]] + word[cuts[-1] :]: coefficient} if coefficient else {}


def _entry_of_word(word: Word) -> Poly:
    """The entry of a 1 x 1 product, equal to that of its transpose."""
    back = tuple(turned(x) for x in reversed(word))
    least = min(word, back)
    return atom(("w", least), ("tr", word_term(least)))


def _kron_word(v: Word, w: Word, left: Any, right: Any) -> Word:
    """The Kronecker product of two words as a word."""
    for first, word, shape in ((True, v, left), (False, w, right)):
        if not word and shape == (UNIT, UNIT):
            return w if first else v
    if not v and not w:
        return ()
    rows, cols = (_size(("*", left[k], right[k])) for k in (0, 1))
    terms = [word_term(x) if x else ("id", s[0]) for x, s in ((v, left), (w, right))]
    return letter(("kron", v, w, left, right), rows, cols, ("kron", *terms))


def _had_word(v: Word, w: Word, rows: Any, cols: Any) -> Word:
    """The entrywise product of two words as a word."""
    both = sorted((v, w))
    return letter(("had", *both), rows, cols, ("had", *(word_term(x) if x else ("id", rows) for x in both)))


def word_term(word: Word) -> Term:
    """A non-empty word as a term."""
    out = _seen[word[0]][3]
    for x in word[1:]:
        out = ("mm", out, _seen[x][3])
    return out


def trace(form: Form, sort: Term) -> Poly:
    """Trace of a square matrix."""
    out: Poly = {}
    for w, p in form.items():
        out = plus(out, times(p, _trace(w) if w else scalar(sort[1])))
    return out


def _trace(word: Word) -> Poly:
    for k in range(len(word)):
        circle = word[k:] + word[:k]
        rows = _seen[circle[0]][1]
        form = settled(circle, rows, rows)
        if form != {circle: constant(1)}:  # something came together where the ends meet
            out: Poly = {}
            for w, p in form.items():
                out = plus(out, times(p, _trace(w) if w else constant(1) if rows == UNIT else scalar(rows)))
            return out
    back = tuple(turned(x) for x in reversed(word))
    least = min(w[k:] + w[:k] for w in (word, back) for k in range(len(w)))
    return atom(("tr", least), ("tr", word_term(least)))


# --- formulas


def same_formula(f: Term, g: Term, depth: int = 0) -> bool:
    """Whether two formulas say the same up to normal forms of their sides."""
    if f == g:
        return True
    if f[0] != g[0] or f[0] not in ("=", "<=", "<", "!=", "all"):
        return False
    if f[0] == "all":  # the mark is none of those that normal forms use
        mark = ("v", f"#all{depth}", Z)
        return f[1:3] == g[1:3] and same_formula(opened(f[3], mark), opened(g[3], mark), depth + 1)
    matrices = [sort_of(h[1])[0] == "M" for h in (f, g)]
    if any(matrices):
        shapes = [[size(x) for x in sort_of(h[1])[1:]] for h in (f, g)]
        return (
            all(matrices)
            and shapes[0] == shapes[1]
            and all(matrix(a) == matrix(b) for a, b in zip(f[1:], g[1:], strict=True))
        )
    return all(scalar(a) == scalar(b) for a, b in zip(f[1:], g[1:], strict=True))


# --- 3. Texts -----------------------------------------------------------------------------------------------------
#
# A statement is lines `let: NAME = DOMAIN`, `given: CLAUSE`, `claim: CLAUSE`; its hash covers them.  The grammar, with
# binary operations from left to right but `**`, which binds tighter than the minus in front of it:
#
#     CLAUSE  = EXPR {("<=" | "<" | ">=" | ">" | "==") EXPR} {RANGE}
#     RANGE   = "for" NAME "in" EXPR ".." EXPR
#     EXPR    = TERM {("+" | "-") TERM}
#     TERM    = FACTOR {("*" | "/" | "@") FACTOR}
#     FACTOR  = "-" FACTOR | POSTFIX ["**" FACTOR]
#     POSTFIX = ATOM {".T" | "[" EXPR ":" EXPR "]"}
#     ATOM    = DIGITS | NAME | NAME "(" [EXPR RANGE {RANGE} | EXPR {"," EXPR}] ")" | "(" EXPR ")"

TOKEN = re.compile(r" *(?:(0|[1-9]\d*|[A-Za-z_]\w*|\*\*|\.\.|[<>=!]=|[-+*/@<>()\[\]:,.])|$)", re.ASCII)
RELATIONS = {"==": "=", "<=": "<=", ">=": "<=", "<": "<", ">": "<", "!=": "!="}
Range = tuple[str, Any, Any]


class Parser:
    """Trees of a line: ("int", 2), ("name", x), ("call", f, arguments), ("for", body, ranges), ("+", a, b), ..."""

    def __init__(self, line: str) -> None:
        self.tokens, at = list[str](), 0
        while at < len(line):
            found = TOKEN.match(line, at)
            if found is None:
                raise KernelError(f"{line[at : at + 20]!r} is no word")
            self.tokens.append(found[1] or "")
            at = found.end()
        self.at = 0

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def accept(self, *words: str) -> str:
        """The next word if it is one of these, else nothing."""
        word = self.next() if self.next() in words else ""
        self.at += 1 if word else 0
        return word

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise KernelError(f"{word!r} is wanted after {' '.join(self.tokens[max(0, self.at - 5) : self.at])!r}")

    def name(self) -> str:
        word = self.next()
        self.at += 1
        if not word.isidentifier() or word in ("for", "in"):
            raise KernelError(f"{word!r} is no name")
        return word

    def whole(self, tree: Any) -> Any:
        """The tree of all words."""
        if "".join(self.tokens[self.at :]):
            raise KernelError(f"more follows: {' '.join(self.tokens[self.at :])[:40]}")
        return tree

    def clause(self) -> tuple[list[Any], list[str], list[Range]]:
        sides, words = [self.expression()], list[str]()
        while word := self.accept(*RELATIONS):
            words.append(word)
            sides.append(self.expression())
        return self.whole((sides, words, self.ranges()))

    def ranges(self) -> list[Range]:
        out = []
        while self.accept("for"):
            name = self.name()
            self.expect("in")
            low = self.expression()
            self.expect("..")
            out.append((name, low, self.expression()))
        return out

    def expression(self, words: Sequence[tuple[str, ...]] = (("+", "-"), ("*", "/", "@"))) -> Any:
        if not words:
            return self.factor()
        left = self.expression(words[1:])
        while word := self.accept(*words[0]):
            left = (word, left, self.expression(words[1:]))
        return left

    def factor(self) -> Any:
        if self.accept("-"):
            return ("neg", self.factor())
        base = self.postfix()
        return ("**", base, self.factor()) if self.accept("**") else base

    def postfix(self) -> Any:
        tree = self.atom()
        while word := self.accept(".", "["):
            if word == ".":
                self.expect("T")
                tree = ("T", tree)
            else:
                last = self.expression()
                self.expect(":")
                tree = ("seg", tree, last, self.expression())
                self.expect("]")
        return tree

    def atom(self) -> Any:
        if self.accept("("):
            tree = self.expression()
            self.expect(")")
            return tree
        if (word := self.next()).isdigit():
            self.at += 1
            return ("int", int(word))
        name = self.name()
        if not self.accept("("):
            return ("name", name)
        arguments = list[Any]()
        while not self.accept(")"):
            if arguments:
                self.expect(",")
            arguments.append(self.expression())
            if len(arguments) == 1 and (ranges := self.ranges()):
                arguments = [("for", arguments[0], ranges)]
                self.expect(")")
                break
        return ("call", name, arguments)


@dataclass(frozen=True)
class Vector:
    """A vector quantity, which the kernel has entry by entry: its length and its entries."""

    length: Term
    at: Callable[[Term], Term]


def is_matrix(x: Any) -> bool:
    """Whether a value is a matrix by its form."""
    return not isinstance(x, Vector) and (
        x[0] in MATRICES or x[0] in ("dg", "msum", "mprod", "stack") or x[0] == "v" and x[2][0] == "M"
    )


def entry_of(x: Any, i: Term) -> Term:
    return x.at(i) if isinstance(x, Vector) else x


def over_all(need: Term, i: Term, low: Term, high: Term) -> Term:
    """What is needed at every value of an index, or once where it is not about the index, and some value is there."""
    once = i not in free(need) and low == ONE and within(sort_of(high), P)
    return need if once else ("all", low, high, closed(need, i))


def positive(t: Term) -> bool:
    """Whether a number is above zero by form."""
    if t[0] in ("+", "*"):
        return all(map(positive, t[1:]))
    return t[0] == "q" and t[1] > 0 or t[0] == "inv" and positive(t[1]) or sort_of(t) == P


def self_adjoint(a: Term) -> list[Term]:
    """That a matrix is symmetric, unless it is by form."""
    return [] if matrix(("T", a)) == matrix(a) else [("=", ("T", a), a)]


def count(name: str, a: Term) -> Term:
    """How many eigenvalues or singular values a matrix has."""
    r, c = sort_of(a)[1:]
    return r if name == "lam" or size(r) == size(c) else ("min", r, c)


SPECTRA = ("s", "lam")
ARITY = {"s": (1, 2), "lam": (1, 2),
         **dict.fromkeys(("normN", "sqrtm", "logm", "absm", "inv", "cumsum", "diag"), (1,)),
         **dict.fromkeys(("gap", "entry", "dot", "kyfan", "unit", "vstack", "schatten"), (2,)),
         "slope": (3,)}  # fmt: skip
READ_OFF = {k for k, takes in NUMBERS.items() if takes in ("M", "S")}
SIZES = {"rows": 1, "cols": 2, "depth": 1, "middle": 3}  # of a variable, in definitions
FAMILIES = {"sum": ("sum", "msum"), "max": ("maxo", ""), "prod": ("", "mprod"), "product": ("prod", ""),
            "vstack": ("", "stack")}  # fmt: skip


class Reader:
    """Reads expressions with names for their variables, and notes what they need to be defined.

    A power whose exponent may turn out an integer is defined at a negative base too; what it needs otherwise is noted
    by a `strict` reader alone.  A `plain` reader, of definitions, takes the kernel's own words as they are.
    """

    def __init__(self, strict: bool = False, plain: bool = False) -> None:
        self.strict, self.plain = strict, plain
        self.names: dict[str, Term] = {}
        self.needs: list[Term] = []  # what the clause at hand needs to be defined
        self.depth = 0

    def declare(self, name: str, domain: str) -> list[Term]:
        """A variable of the statement; returns what its domain asks for."""
        tree = self.parsed(domain)
        kind, values = (tree[1], [self(a) for a in tree[2]]) if tree[0] == "call" else (domain.strip(), [])
        if not (name.isidentifier() and name.isascii()) or name in self.names or name == "pi":
            raise KernelError(f"{name!r} is no name for a new variable")
        x = self.names[name] = ("v", name, domain_sort(kind, values))
        check_sort(x[2])
        return domain_asks(kind, x, values)

    @staticmethod
    def parsed(text: str) -> Any:
        parser = Parser(text)
        return parser.whole(parser.expression())

    def expression(self, text: str) -> Any:
        """The value of an expression: a number or matrix term, or a vector."""
        return self(self.parsed(text))

    def clauses(self, line: str) -> list[tuple[list[Term], Term]]:
        """The relations in a line, each with what it needs to be defined."""
        sides, words, ranges = Parser(line).clause()
        if not words:
            raise KernelError(f"{line} is no relation")
        links, outer = list[tuple[list[Term], Term]](), self.needs
        for link in zip(sides, words, sides[1:], strict=False):
            self.needs = []
            clause = self.quantified(ranges, link)
            links.append((self.needs, clause))
        self.needs = outer
        # where one link has no value the chain says nothing, of the others neither
        needs = list(dict.fromkeys(need for own, _ in links for need in own))
        return [(needs, clause) for _, clause in links]

    def quantified(self, ranges: list[Range], link: tuple[Any, str, Any]) -> Term:
        if not ranges:
            return self.relation(*link)
        return ("all", *self.over(ranges[0], lambda: self.quantified(ranges[1:], link)))

    def over(self, range_: Range, body: Callable[[], Any]) -> tuple[Term, Term, Term]:
        """Ends and body of something over an index; what the body needs, it needs at every index."""
        name, low, high = range_[0], self(range_[1]), self(range_[2])
        shadowed = self.names.get(name)

        def at(i: Term) -> Any:
            self.names[name] = i
            value = body()
            del self.names[name]
            if shadowed:
                self.names[name] = shadowed
            return value

        return low, high, self.at_every(at, low, high)

    def at_every(self, body: Callable[[Term], Any], low: Term, high: Term) -> Term:
        """The body of a binder, from its value at an index."""
        self.depth += 1
        i = ("v", f"#index{self.depth}", Z)
        outer, self.needs = self.needs, []
        value = body(i)
        inner, self.needs = self.needs, outer
        self.needs += [over_all(need, i, low, high) for need in inner]
        self.depth -= 1
        return closed(value, i)

    def entries(self, vector: Vector) -> tuple[Term, Term, Term]:
        """A vector as ends and body over an index."""
        return ONE, vector.length, self.at_every(vector.at, ONE, vector.length)

    def relation(self, left: Any, word: str, right: Any) -> Term:
        a, b = self(left), self(right)
        if word[0] == ">":
            a, b = b, a
        op, matrices = RELATIONS[word], [is_matrix(x) for x in (a, b)]
        if op == "!=" and self.plain and b == ZERO:
            return ("!=", a)
        if op == "!=" or all(matrices) and op != "=":
            raise KernelError("matrices are equated only, and nothing is said to differ")
        if all(matrices):
            return ("=", a, b)
        a, b = (self.vector(x) for x in (a, b))
        if any(not isinstance(x, Vector) and x[0] == "gap" for x in (a, b)):
            if op != "<" or a != ZERO:  # `gap(...) > 0` alone, that an entry is simple, has a meaning
                raise KernelError("a gap is compared with zero only")
            return ("is", f"simple in {b[1]}", *b[2:])
        value = self.entrywise(lambda x, y: (op, x, y), a, b)
        return ("all", *self.entries(value)) if isinstance(value, Vector) else value

    def vector(self, x: Any) -> Any:
        """A column as the vector of its entries."""
        if not is_matrix(x):
            return x
        n, one = sort_of(x)[1:]
        if size(one) != size(ONE):
            raise KernelError("a matrix stands where a number is wanted")
        return Vector(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), x)))

    def entrywise(self, make: Callable[..., Term], *values: Any) -> Any:
        values = tuple(self.vector(x) for x in values)
        vectors = [x for x in values if isinstance(x, Vector)]
        if not vectors:
            return make(*values)
        if any(size(v.length) != size(vectors[0].length) for v in vectors):
            raise KernelError("vectors of different lengths")
        return Vector(vectors[0].length, lambda i: make(*(entry_of(x, i) for x in values)))

    def __call__(self, tree: Any) -> Any:
        """The value of a tree."""
        op, *rest = tree
        if op == "int":
            return num(rest[0])
        if op == "name" and rest[0] in self.names:
            return self.names[rest[0]]
        if op == "neg":
            return self.times(num(-1), self(rest[0]))
        if op in ("T", "seg"):
            return (op, *map(self, rest))
        if op == "call":
            return self.call(*rest)
        if op == "name":
            raise KernelError(f"{rest[0]} is no variable here")
        return self.operation(op, *rest)

    def times(self, a: Any, b: Any) -> Any:
        if is_matrix(a):
            a, b = b, a
        multiple = is_matrix(b) and not isinstance(a, Vector)
        return ("sc", a, b) if multiple else self.entrywise(lambda x, y: ("*", x, y), a, b)

    def operation(self, op: str, left: Any, right: Any) -> Any:
        a, b = self(left), self(right)
        if op == "@":
            if not (is_matrix(a) and is_matrix(b)):
                raise KernelError("@ multiplies matrices")
            return ("mm", a, b)
        if is_matrix(b) and (op == "/" or op == "*" and is_matrix(a)) or op == "**":
            a, b = self.vector(a), self.vector(b)  # columns are taken entry by entry
        if op == "*":
            return self.times(a, b)
        if op == "/":
            return self.times(self.entrywise(self.reciprocal, b), a)
        if op == "**":
            literal = (right[1] if right[0] == "neg" else right)[0] == "int"
            return self.entrywise(lambda x: self.power(x, b, literal), a)
        if op not in ("+", "-"):
            raise KernelError(f"{op} is no operation")
        b = self.times(num(-1), b) if op == "-" else b
        return ("m+", a, b) if is_matrix(a) and is_matrix(b) else self.entrywise(lambda x, y: ("+", x, y), a, b)

    def reciprocal(self, x: Term) -> Term:
        if x[0] == "q" and x[1]:
            return num(1 / x[1])
        self.needs.append(("!=", x))
        return ("inv", x)

    def power(self, x: Term, exponent: Any, literal: bool) -> Term:
        """A power; with an integer that is written out it is a product, with any other the base is above zero."""
        if isinstance(exponent, Vector) or is_matrix(exponent):
            raise KernelError("exponents are numbers here")
        value = scalar(exponent)
        k, constant = value.get((), Fraction(0)), set(value) <= {()}
        if literal and abs(k) > HIGHEST:
            raise KernelError(f"powers end at {HIGHEST} here")
        if literal:
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

    def inside(self, i: Term, length: Term) -> None:
        """An index has to be in range."""
        self.needs += [("<=", ONE, i), ("<=", i, length)]

    def call(self, name: str, trees: list[Any]) -> Any:
        if len(trees) == 1 and trees[0][0] == "for":
            return self.family(name, *trees[0][1:])
        if len(trees) not in ARITY.get(name, (len(trees),)):
            raise KernelError(f"{name} with {len(trees)} arguments says nothing")
        if name in ("gap", "slope"):  # of an entry of a spectrum
            kind, spectrum, inner = trees[0] if trees[0][0] == "call" else ("", "", [])
            if not kind or spectrum not in SPECTRA or len(inner) != 1:
                raise KernelError(f"{name} of a spectrum is wanted")
            if name == "gap":
                self(trees[0])  # a spectrum needs to be defined
            return getattr(self, name)(spectrum, *map(self, [*inner, *trees[1:]]))
        args = [self(x) for x in trees]
        if self.plain and name in NUMBERS | MATRICES:
            return (name, *args)
        if self.plain and name in SIZES:
            return args[0][2][SIZES[name]]
        a, last = args[0] if args else ONE, args[-1] if args else ONE
        if name in ("lam", "lmax", "lmin", "sqrtm", "logm"):
            self.needs += self_adjoint(a)
        if name in SPECTRA and len(args) == 1:
            return Vector(count(name, a), lambda i: (name, a, i))
        if name in SPECTRA:
            self.inside(last, count(name, a))
            return (name, a, last)
        if name in READ_OFF and len(args) == 1:
            self.needs += [("<", ZERO, ("smax", a))] if name == "cond" else []
            return (name, a)
        if name in ("sqrt", "abs", "exp", "log") and len(args) == 1:
            return self.entrywise(lambda x: self.function(name, x), a)
        if name in ("normN", "kyfan"):  # the sum of all singular values, and of the k largest
            length = count("s", last)
            if name == "kyfan":
                self.inside(a, length)
            return ("sum", ONE, length if name == "normN" else a, ("s", shift(last, 1), ("b", 0)))
        if name == "schatten":
            self.needs += [] if positive(a) else [("<", ZERO, a)]
            return (name, a, last)
        if name in ("sqrtm", "logm"):
            self.needs.append(("<=" if name == "sqrtm" else "<", ZERO, ("lmin", a)))
            return (name, a)
        if name == "absm":
            return ("sqrtm", ("mm", ("T", a), a))
        if name in ("cumsum", "max", "min", "sum", "prod") and len(args) == 1:
            vector = self.vector(a)
            if not isinstance(vector, Vector):
                raise KernelError(f"{name} of a vector is wanted")
            if name == "cumsum":
                low, _, body = self.entries(vector)
                return Vector(vector.length, lambda i: ("sum", low, i, body))
            if name == "min":
                return neg(("maxo", *self.entries(self.times(num(-1), vector))))
            return ({"max": "maxo"}.get(name, name), *self.entries(vector))
        if name in ("max", "min") and len(args) == 2 and not any(isinstance(x, Vector) for x in args):
            return (name, *args)
        if name == "diag":
            n, width = sort_of(a)[1:] if is_matrix(a) else (ONE, ONE)
            if is_matrix(a) and (size(width) != size(ONE) or size(n) == size(ONE)):
                return Vector(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), ("mm", a, ("e", n, i)))))
            return ("dg", *self.entries(self.vector(a))[1:])
        if name == "unit":
            self.inside(last, a)
            return ("e", *args)
        if name == "entry" and isinstance(vector := self.vector(a), Vector):
            self.inside(last, vector.length)
            return vector.at(last)
        if name == "inv":
            self.needs.append(("!=", ("det", a)))
            return ("minv", a)
        if name == "dot":
            return ("tr", ("mm", ("T", a), last))
        if name in ("eigenform", "singularform"):
            spectrum = "lam" if name == "eigenform" else "s"
            self.needs.append(("is", f"simple in {spectrum}", *args[:2]))
            self.needs += [("<", ZERO, ("s", *args[:2]))] if spectrum == "s" else []
            return (name, *args)
        if name in ("I", "vstack", "ones", "kron", "relu", "width", "had", "expm", "pinv"):
            return ({"I": "id", "vstack": "vst"}.get(name, name), *args)
        raise KernelError(f"{name}(...) cannot be said in the kernel")

    def gap(self, spectrum: str, a: Term, i: Term) -> Term:
        """The distance of an entry of a spectrum to the others, of which only the sign has a meaning."""
        self.inside(i, count(spectrum, a))
        return ("gap", spectrum, a, i)

    def slope(self, spectrum: str, a: Term, i: Term, x: Term) -> Term:
        """The derivative of a simple eigenvalue or singular value by a variable of the statement."""
        if x[0] != "v":
            raise KernelError("a slope is by a variable")
        self.needs.append(("is", f"simple in {spectrum}", a, i))
        return ("slope", spectrum, i, x, closed(a, x))

    def function(self, name: str, x: Term) -> Term:
        self.needs += {"sqrt": [("<=", ZERO, x)], "log": [("<", ZERO, x)]}.get(name, [])
        return (name, x)

    def family(self, name: str, tree: Any, ranges: list[Range]) -> Any:
        if len(ranges) != 1 or name not in FAMILIES:
            raise KernelError(f"{name} over an index cannot be said in the kernel")
        low, high, body = self.over(ranges[0], lambda: self(tree))
        op = FAMILIES[name][is_matrix(body)]
        if not op:
            raise KernelError(f"{name} of such terms cannot be said in the kernel")
        self.needs += [("<=", low, high)] if name == "max" else []
        return (op, low, high, body)


# Domains: what it takes that X lies in them, beyond its sort; n or r, c are its sizes, a and b other parameters.
DIAGONAL = "X == diag(diag(X))"
DOMAINS = {
    "real": "", "layers": "", "positive": "0 < X", "integer": "a <= X; X <= b", "interval": "a <= X; X <= b",
    "open_interval": "a < X; X < b", "symmetric": "X.T == X", "skew": "X.T == -X",
    "psd": "X.T == X; 0 <= lmin(X)", "pd": "X.T == X; 0 < lmin(X)", "orthogonal": "X.T @ X == I(r); X @ X.T == I(r)",
    "diagonal": DIAGONAL, "signs": f"{DIAGONAL}; X @ X == I(r)", "projection": f"{DIAGONAL}; X @ X == X",
    "upper": "dot(unit(r, i), X @ unit(r, j)) == 0 for i in 1..r for j in 1..i - 1",
    "nonnegative": "0 <= dot(unit(r, i), X @ unit(c, j)) for i in 1..r for j in 1..c",
    "activation": f"a <= b; {DIAGONAL}; X @ X + (-(1 + eta) * X + eta * I(r)) == zero(r, r); tr(X) == b - a + a * eta",
}  # fmt: skip
PARAMETERS = {"real": (0, 2), "positive": (0,), "integer": (1, 2), "interval": (2,), "open_interval": (2,),
              "activation": (3,), "layers": (4,), "nonnegative": (2,)}  # fmt: skip


def domain_sort(kind: str, values: list[Term]) -> Term:
    """The sort of a variable of a domain with these parameters.  Raises KernelError for another number of them."""
    if kind not in DOMAINS or len(values) not in PARAMETERS.get(kind, (1,)):
        raise KernelError(f"{kind} with {len(values)} parameters is no domain")
    if kind == "integer":
        if not all(within(sort_of(x), Z) for x in values):
            raise KernelError("an integer lies between integers")
        return next(sort for sort in (P, N, Z) if within(sort_of(values[0]), sort))
    if kind == "activation" and not within(sort_of(values[0]), N):
        raise KernelError("entries are counted by a natural number")
    if kind == "layers":
        return ("L", *values)
    if not values or kind in ("interval", "open_interval"):
        return R
    return ("M", values[1], values[1]) if kind == "activation" else ("M", values[0], values[-1])


def domain_asks(kind: str, x: Term, values: list[Term]) -> list[Term]:
    """What it means that x lies in the domain.  A matrix has rows and columns, where its sort does not say it."""
    reader = Reader(plain=True)
    sizes = x[2][1:] if x[2][0] == "M" else ()
    named = zip(("X", "a", "b", "eta"), (x, *values), strict=False)
    reader.names = {**dict(named), **dict(zip("rc", sizes, strict=False))}
    lines = [line for line in DOMAINS[kind].split("; ") if line][: len(values) if kind == "integer" else None]
    out: list[Term] = [("<=", ONE, n) for n in x[2][1:] if sort_of(n) != P]
    for line in lines:
        out += [clause for _, clause in reader.clauses(line)]
    for formula in out:
        check_formula(formula)
    return out


@dataclass(frozen=True)
class Reading:
    """Per conjunct, what may be assumed, what an axiom asks for, and what is claimed; the hash binds them to the text.

    An axiom asks for more than may be assumed where the suite may count what the kernel leaves open.
    """

    hash: str
    hypotheses: tuple[tuple[Term, ...], ...]
    asked: tuple[tuple[Term, ...], ...]
    conclusions: tuple[Term, ...]


@lru_cache(maxsize=2000)
def read(identifier: str, letter: str, text: str) -> Reading:
    """What a statement says.  Raises KernelError for what cannot be said."""
    if not all(line.isascii() and line.isprintable() for line in text.split("\n")):
        raise KernelError("a text has plain characters")
    digest = hashlib.sha256("\n".join([letter, text]).encode()).hexdigest()
    lines = [line.split(": ", 1) for line in text.split("\n")]
    try:
        (granted, conclusions), (asked, _) = (_conjuncts(lines, Reader(strict)) for strict in (False, True))
    except (TypeError, ValueError, LookupError, AttributeError) as error:  # words in no place of theirs
        raise KernelError(f"not read: {type(error).__name__}: {error}") from error
    return Reading(digest, granted, asked, conclusions)


def _conjuncts(lines: list[list[str]], reader: Reader) -> tuple[tuple[tuple[Term, ...], ...], tuple[Term, ...]]:
    """Hypotheses and conclusion of each conjunct: domains and hypotheses are defined and hold, and it is defined."""
    granted, claims = list[Term](), list[tuple[list[Term], Term]]()
    for part, line in lines:
        if part == "let":
            asked = reader.declare(*line.split(" = ", 1))
            granted += [*reader.needs, *asked]
            reader.needs = []
    for part, line in lines:
        if part not in ("let", "given", "claim"):
            raise KernelError(f"{part} is no part of a statement")
        for needs, clause in reader.clauses(line) if part != "let" else ():
            if part == "given":
                granted += [*needs, clause]
            else:
                claims.append((needs, clause))
    for formula in (*granted, *(f for needs, clause in claims for f in (*needs, clause))):
        check_formula(formula)
    return tuple((*granted, *needs) for needs, _ in claims), tuple(clause for _, clause in claims)


# --- 4. Definitions -----------------------------------------------------------------------------------------------
#
# What the symbols mean, each where it is defined.  A row is `name: patterns | hypotheses | conclusion`, in the
# language of statements with the kernel's own words: a b t numbers, i j integers, n m natural numbers, A B C D X
# matrices, S a square one, u v w columns, W a family of layers; rows(A) and cols(A) are sizes.  The arguments of
# `meaning` are matched with the patterns in this order, and the first row that fits is granted.  Functions below make
# what has binders.

ROWS = """
inverse: a | a != 0 | a * inv(a) == 1
inverse: S, right | det(S) != 0 | S @ minv(S) == id(rows(S))
inverse: S, left | det(S) != 0 | minv(S) @ S == id(rows(S))
root: a | 0 <= a | sqrt(a)**2 == a
root-sign: a | 0 <= a | 0 <= sqrt(a)
modulus: a | | abs(a)**2 == a**2
modulus-sign: a | | 0 <= abs(a)
extreme: max(a, b), 0 | | a <= max(a, b)
extreme: max(a, b), 1 | | b <= max(a, b)
extreme: max(a, b), 2 | | (max(a, b) - a) * (max(a, b) - b) == 0
extreme: max(a, b), 3, t | a <= t; b <= t | max(a, b) <= t
extreme: min(a, b), 0 | | min(a, b) <= a
extreme: min(a, b), 1 | | min(a, b) <= b
extreme: min(a, b), 2 | | (min(a, b) - a) * (min(a, b) - b) == 0
extreme: min(a, b), 3, t | t <= a; t <= b | t <= min(a, b)
spectrum: A, i | 1 <= i; i <= rows(A); i <= cols(A) | 0 <= s(A, i)
end: smax, A | | smax(A) == s(A, 1)
end: smin, A | | smin(A) == s(A, min(rows(A), cols(A)))
end: lmax, S | S.T == S | lmax(S) == lam(S, 1)
end: lmin, S | S.T == S | lmin(S) == lam(S, rows(S))
sign: normF, A | | 0 <= normF(A)
sign: norm2, A | | 0 <= norm2(A)
sign: maxabs, A | | 0 <= maxabs(A)
sign: rank, A | | 0 <= rank(A)
sign: rho, S | | 0 <= rho(S)
sign: numradius, S | | 0 <= numradius(S)
exponential: a | | 0 < exp(a)
logarithm: a, exp | | log(exp(a)) == a
logarithm: a, log | 0 < a | exp(log(a)) == a
schatten-sign: a, A | 0 < a | 0 <= schatten(a, A)
matrix-root: S, square | S.T == S; 0 <= lmin(S) | sqrtm(S) @ sqrtm(S) == S
matrix-root: S, symmetric | S.T == S; 0 <= lmin(S) | sqrtm(S).T == sqrtm(S)
matrix-root: S, sign | S.T == S; 0 <= lmin(S) | 0 <= lmin(sqrtm(S))
matrix-logarithm: S, inverse | S.T == S; 0 < lmin(S) | expm(logm(S)) == S
matrix-logarithm: S, symmetric | S.T == S; 0 < lmin(S) | logm(S).T == logm(S)
condition: A | 0 < smax(A) | 1 <= cond(A)
frobenius: A | | normF(A)**2 == tr(A.T @ A)
vanishing: A | A.T @ A == zero(cols(A), cols(A)) | A == zero(rows(A), cols(A))
form: S, i, X, u, u | gap(lam(S), i) > 0; S.T == S; S @ u == lam(S, i) * u; u.T @ u == id(1) \
| eigenform(S, i, X) == tr(u.T @ X @ u)
form: A, i, X, u, v | gap(s(A), i) > 0; 0 < s(A, i); A @ u == s(A, i) * v; A.T @ v == s(A, i) * u; u.T @ u == id(1); \
v.T @ v == id(1) | singularform(A, i, X) == tr(u.T @ X @ v)
places: e(n, i), e(m, j) | 1 <= i; i <= n; 1 <= j; j <= m | kron(e(n, i), e(m, j)) == e(n * m, (i - 1) * m + j)
entrywise: A, B, e(cols(A), j) | 1 <= j; j <= cols(A) \
| had(A, B) @ e(cols(A), j) == diag(A @ e(cols(A), j)) @ (B @ e(cols(A), j))
beside: u, B, C | | kron(u, B) @ C == kron(u, B @ C)
beside: A, u, C | | kron(A, u) @ C == kron(A @ C, u)
stacks: vst(A, B), vst(C, D) | | vst(A, B).T @ vst(C, D) == A.T @ C + B.T @ D
width: W, i | 1 <= i; i + 1 <= depth(W) | width(W, i) == middle(W)
segment: W, i, j | 1 <= j; j <= i; i <= depth(W) | W[i:j] == W[i:i] @ W[i - 1:j]
simple-eigenspace: A, i, u, v, w | gap(s(A), i) > 0; 0 < s(A, i); A @ u == s(A, i) * v; A.T @ v == s(A, i) * u; \
u.T @ u == id(1); A.T @ A @ w == s(A, i)**2 * w | w == u @ u.T @ w
"""
Meaning = tuple[Sequence[Term], Term]
Row = tuple[list[Any], list[Term], Term]  # patterns, hypotheses, conclusion


def _row_variables() -> dict[str, Term]:
    """The variables of the rows: sizes of matrices are named after them."""
    size_of = {x: (("v", f"rows_{x}", N), ("v", f"cols_{x}", N)) for x in "ABCDXSuvw"}
    sorts: dict[str, Term] = {**dict.fromkeys("abt", R), **dict.fromkeys("ij", Z), **dict.fromkeys("nm", N)}
    sorts |= {x: ("M", *size_of[x]) for x in "ABCDX"} | {x: ("M", size_of[x][0], ONE) for x in "uvw"}
    family: Term = ("L", ("v", "depth", P), *(("v", f"width_{x}", N) for x in "dmk"))
    return {x: ("v", x, sort) for x, sort in {**sorts, "S": ("M", *size_of["S"][:1] * 2), "W": family}.items()}


def _rows() -> dict[str, list[Row]]:
    out: dict[str, list[Row]] = {}
    for line in ROWS.strip().split("\n"):
        name, rest = line.split(": ", 1)
        head, hypotheses, conclusion = rest.split("|")
        reader = Reader(plain=True)
        reader.names = _row_variables()
        patterns: list[Any] = []
        for tree in Parser(f"row({head})").expression()[2]:
            word = tree[0] == "name" and tree[1] not in reader.names
            patterns.append(tree[1] if word or tree[0] == "int" else reader(tree))
        needs = [clause for h in hypotheses.split("; ") if h.strip() for _, clause in reader.clauses(h)]
        ((_, granted),) = reader.clauses(conclusion)
        out.setdefault(name, []).append((patterns, needs, granted))
    return out


def matches(pattern: Any, t: Any, values: dict[Term, Term]) -> bool:
    """Whether a term is an instance of a pattern; notes what its variables stand for, sizes included."""
    if type(pattern) is not tuple or type(t) is not tuple:
        return type(pattern) is type(t) and bool(pattern == t)
    if pattern[0] != "v":
        pairs = zip(pattern[1:], t[1:], strict=False)
        return pattern[0] == t[0] and len(pattern) == len(t) and all(matches(p, x, values) for p, x in pairs)
    wanted, sort = pattern[2], sort_of(t)
    if values.setdefault(pattern, t) != t or wanted[0] not in ("M", "L"):
        return values[pattern] == t and within(sort, wanted)
    sizes = [(values.setdefault(x, n) if x[0] == "v" else x, n) for x, n in zip(wanted[1:], sort[1:], strict=False)]
    return bool(wanted[0] == sort[0]) and all(size(x) == size(n) for x, n in sizes)


def defined(name: str, *arguments: Any) -> Meaning:
    """What a row or a function grants of its arguments.  Raises KernelError where none does."""
    given = [x for x in arguments if x != ""]  # an empty word says nothing
    for patterns, needs, granted in DEFINED.get(name, ()):
        values: dict[Term, Term] = {}
        if len(patterns) == len(given) and all(matches(p, x, values) for p, x in zip(patterns, given, strict=True)):
            return [substitute(h, values) for h in needs], substitute(granted, values)
    if name not in MADE:
        raise KernelError(f"nothing that is called {name} speaks of this")
    return MADE[name](*arguments)


def le(a: Term, b: Term) -> Term:
    return ("<=", a, b)


def eq(a: Term, b: Term) -> Term:
    return ("=", a, b)


def _number(t: Term) -> Meaning:
    """0 < c for a positive constant, 1 <= n and 0 <= n by form for sizes, 0 <= x^2."""
    if t[0] == "q" and t[1] > 0:
        return [], ("<", ZERO, t)
    if t[0] == "^" and t[2] == 2:
        return [], le(ZERO, t)
    if not within(sort_of(t), N):
        raise KernelError(f"{t} has no sign by form")
    return [], le(ONE if sort_of(t) == P else ZERO, t)


def _power_sign(a: Term, k: Term, strict: str) -> Meaning:
    """0 < a^k for a > 0, 0 <= a^k for a >= 0; at a = 0 a power is defined for positive k only."""
    above = strict or k[0] == "q" and k[1] <= 0
    needs = [("<" if above else "<=", ZERO, a)]
    if not above and k[0] != "q":
        needs.append(("<", ZERO, k))
    return needs, ("<" if strict else "<=", ZERO, ("rpow", a, k))


def _over(t: Term, which: str, *more: Term) -> Meaning:
    """Sums, products, stacks and the largest over an index low..high; `more` is what the comment of a line calls x, y.

    The factor with the largest index stands first in a product of matrices, as layers act.
    """
    op, low, high, body = t
    if op not in OVER:
        raise KernelError(f"{t} is not over an index")
    x, y = (*more, ZERO, ZERO)[:2]
    other, sums = (op, low, high, x), op in ("sum", "msum")
    if which == "none" and op in ("sum", "prod", "msum", "mprod"):  # nothing is summed
        shape = sort_of(t)[1:]
        none = {"sum": ZERO, "prod": ONE, "msum": ("zero", *shape), "mprod": ("id", *shape[:1])}[op]
        return [("<", high, low)], eq(t, none)
    if which == "last" and op in ("sum", "prod", "msum", "mprod"):  # the last term is split off
        first, last = (op, low, sub(high, ONE), body), opened(body, high)
        both = (last, first) if op == "mprod" else (first, last)
        return [le(low, high)], eq(t, ({"sum": "+", "prod": "*", "msum": "m+", "mprod": "mm"}[op], *both))
    if which == "same":  # x is an equal body
        return [("all", low, high, eq(body, x))], eq(t, other)
    if which == "term" and op == "maxo" and within(sort_of(x), Z):  # at x
        return [le(low, x), le(x, high)], le(opened(body, x), t)
    if which == "bound" and op == "maxo":  # x bounds all
        return [le(low, high), ("all", low, high, le(body, shift(x, 1)))], le(t, x)
    if which == "order" and op == "sum":  # x is a larger body
        return [("all", low, high, le(body, x))], le(t, other)
    if which == "split" and sums and body[0] in ("+", "m+"):  # a sum of sums
        return [], eq(t, (body[0], *((op, low, high, part) for part in body[1:])))
    if which == "factor" and op == "sum":  # x does not depend on the index, y remains under the sum
        return [], eq((op, low, high, ("*", shift(x, 1), y)), ("*", x, (op, low, high, y)))
    if which == "factor" and op == "msum":  # the same with a factor behind
        z = more[2]
        under = ("mm", ("mm", shift(x, 1), y), shift(z, 1))
        return [], eq((op, low, high, under), ("mm", ("mm", x, (op, low, high, y)), z))
    if which == "scaled" and op == "msum":  # numbers x under the sum, a matrix y that does not depend on the index
        return [], eq((op, low, high, ("sc", x, shift(y, 1))), ("sc", ("sum", low, high, x), y))
    if which == "join" and op == "sum":  # cut after x
        after = ("+", x, ONE)
        return [le(low, after), le(x, high)], eq(t, ("+", (op, low, x, body), (op, after, high, body)))
    if which == "left" and op == "msum":  # x is the other factor of a Kronecker product
        return [], eq(("kron", x, t), (op, low, high, ("kron", shift(x, 1), body)))
    if which == "right" and op == "msum":
        return [], eq(("kron", t, x), (op, low, high, ("kron", body, shift(x, 1))))
    if which == "count" and op == "sum" and body == ONE:
        return [le(low, ("+", high, ONE))], eq(t, sub(("+", high, ONE), low))
    if which == "transpose" and op == "msum":
        return [], eq(("T", t), (op, low, high, ("T", body)))
    if which == "trace" and op == "sum" and body[0] == "tr":
        return [], eq(t, ("tr", ("msum", low, high, body[1])))
    raise KernelError(f"{op} has no rule called {which}")


def _exists(sorts: Sequence[Term], facts: Sequence[Term]) -> Term:
    """Something of these sorts, outermost first, for which all of these hold."""
    body = reduce(lambda f, g: ("and", f, g), facts)
    return reduce(lambda f, sort: ("ex", sort, f), reversed(sorts), body)


def _unit(u: Term) -> Term:
    """u^T u = 1."""
    return eq(("mm", ("T", u), u), ("id", ONE))


def _eigenvector(a: Term, i: Term) -> Meaning:
    """A u = lam_i(A) u and u^T u = 1 for some u (the spectral theorem)."""
    (_, n, _), u = sort_of(a), ("b", 0)
    some = _exists([("M", n, ONE)], [eq(("mm", a, u), ("sc", ("lam", a, i), u)), _unit(u)])
    return [eq(("T", a), a), le(ONE, i), le(i, n)], some


def _singular_vectors(a: Term, i: Term) -> Meaning:
    """A u = s v, A^T v = s u, u^T u = 1 = v^T v with s = s_i(A) for some u, v (singular value decomposition)."""
    (_, m, n), u, v, s = sort_of(a), ("b", 1), ("b", 0), ("s", a, i)
    pair = ("and", eq(("mm", a, u), ("sc", s, v)), eq(("mm", ("T", a), v), ("sc", s, u)))
    some = _exists([("M", n, ONE), ("M", m, ONE)], [pair, ("and", _unit(u), _unit(v))])
    return [le(ONE, i), le(i, m), le(i, n)], some


def _diagonal(d: Term, other: Term, *more: Term) -> Meaning:
    """diag(x) + diag(y), diag(x) diag(y), c diag(x), diag(x) e_j; I = diag(1); equal entries make equal diagonals."""
    if d[0] == "id":
        return [], eq(d, ("dg", d[1], ONE))
    if d[0] != "dg":
        raise KernelError("a diagonal matrix is wanted")
    n, x = d[1:]
    if other[0] == "dg" and more == (ONE,):
        return [("all", ONE, n, eq(x, other[2]))], eq(d, ("dg", n, other[2]))
    if other[0] == "dg":
        op, inner = ("m+", "+") if more else ("mm", "*")
        return [], eq((op, d, other), ("dg", n, (inner, x, other[2])))
    if other[0] == "e":
        return [le(ONE, other[2]), le(other[2], n)], eq(("mm", d, other), ("sc", opened(x, other[2]), other))
    return [], eq(("sc", other, d), ("dg", n, ("*", shift(other, 1), x)))


def _units(n: Term, i: Term, j: Term) -> Meaning:
    """e_i^T e_i = 1, e_i^T e_j = 0 for different numbers i, j; the only unit column of length one is 1."""
    inside, product = [le(ONE, i), le(i, n)], ("mm", ("T", ("e", n, i)), ("e", n, j))
    if n == ONE:
        return inside, eq(("e", n, i), ("id", ONE))
    if i == j:
        return inside, eq(product, ("id", ONE))
    if i[0] != "q" or j[0] != "q":
        raise KernelError("different indices are wanted")
    return [*inside, le(ONE, j), le(j, n)], eq(product, ("zero", ONE, ONE))


def _stacks(a: Term, b: Term) -> Meaning:
    """e_j^T (b_1; ...; b_h) = b_j for rows b; stacks over one index multiply block by block."""
    product = ("mm", ("T", a), b)
    if a[0] == "e" and b[0] == "stack" and b[1] == ONE and sort_of(opened(b[3], MARK))[1] == ONE:
        return [le(ONE, a[2]), le(a[2], b[2])], eq(product, opened(b[3], a[2]))
    if a[0] == "stack" == b[0] and a[1:3] == b[1:3]:
        return [], eq(product, ("msum", a[1], a[2], ("mm", ("T", a[3]), b[3])))
    raise KernelError("no stacks of the same blocks")


def derivative(a: Term, rates: Mapping[Term, Term]) -> Term:
    """The derivative of a polynomial in numbers and matrices, of which some variables change at these rates."""
    op, sort = a[0], sort_of(a)
    if not free(a) & rates.keys():
        return ("zero", *sort[1:]) if sort[0] == "M" else ZERO
    if a in rates:
        return rates[a]
    if op in ("+", "m+"):
        return (op, *(derivative(x, rates) for x in a[1:]))
    if op in ("*", "mm", "sc"):
        both = (op, derivative(a[1], rates), a[2]), (op, a[1], derivative(a[2], rates))
        return ("m+" if sort[0] == "M" else "+", *both)
    if op == "^" and a[2] == 1:
        return derivative(a[1], rates)
    if op == "^":
        return ("*", ("*", num(a[2]), ("^", a[1], a[2] - 1)), derivative(a[1], rates))
    if op in ("T", "tr"):
        return (op, derivative(a[1], rates))
    raise KernelError("not polynomial in what changes")


def _differentiable(kind: str, a: Term, i: Term, t: Term) -> Meaning:
    """Differentiable unit vectors to a simple value of a family in t, and the derivatives of what defines them.

    No part has loose indices, so that all of them stand under the binders as they are.
    """
    if kind not in ("s", "lam") or t[0] != "v" or t[2] != R or t in free(i):
        raise KernelError("a value of a family in a real parameter is wanted")
    value, slope, rate = (kind, a, i), ("slope", kind, i, t, closed(a, t)), derivative(a, {t: ONE})
    (_, rows, cols), needs = sort_of(a), [("is", f"simple in {kind}", a, i)]

    def pair(m: Term, u: Term, v: Term, dm: Term, du: Term, dv: Term) -> list[Term]:
        """m u = value v and its derivative."""
        moved = eq(("m+", ("mm", dm, u), ("mm", m, du)), ("m+", ("sc", slope, v), ("sc", value, dv)))
        return [eq(("mm", m, u), ("sc", value, v)), moved]

    def length(u: Term, du: Term) -> list[Term]:
        return [_unit(u), eq(("sc", num(2), ("mm", ("T", u), du)), ("zero", ONE, ONE))]

    if kind == "lam":
        u, du = ("b", 1), ("b", 0)
        change = a  # a polynomial family that is symmetric with all its derivatives at one point is so everywhere
        while matrix(change):
            needs.append(eq(("T", change), change))
            change = derivative(change, {t: ONE})
        return needs, _exists([("M", cols, ONE)] * 2, [*pair(a, u, u, rate, du, du), *length(u, du)])
    u, v, du, dv = (("b", k) for k in (3, 2, 1, 0))
    facts = [*pair(a, u, v, rate, du, dv), *pair(("T", a), v, u, ("T", rate), dv, du), *length(u, du), *length(v, dv)]
    return [*needs, ("<", ZERO, value)], _exists([("M", cols, ONE), ("M", rows, ONE)] * 2, facts)


DEFINED = _rows()
MADE: dict[str, Callable[..., Meaning]] = {
    "number": _number, "power-sign": _power_sign, "over": _over, "eigenvector": _eigenvector,
    "singular-vectors": _singular_vectors, "diagonal": _diagonal, "units": _units, "stacks": _stacks,
    "differentiable-vectors": _differentiable,
}  # fmt: skip
# What hides a theorem is named by whatever depends on it; the last two are no definitions, and believed.
SPECTRAL = dict.fromkeys(("eigenvector", "matrix-root", "matrix-logarithm"), "spectral theorem")
THEOREMS = SPECTRAL | {"singular-vectors": "singular value decomposition"}
PRINCIPLES = {name: partial(defined, name) for name in ("differentiable-vectors", "simple-eigenspace")}
MEANINGS = {name: partial(defined, name) for name in {**DEFINED, **MADE} if name not in PRINCIPLES}


# --- 5. Theorems and rules ----------------------------------------------------------------------------------------
#
# G |- f says: for all values of the free variables within their sorts, and for all total extensions of the partial
# functions, the hypotheses G imply f.  `axioms` are the statements that it depends on, by id and hash, `principles`
# what else is believed, by name.  Only rules make theorems; each is drawn above its function, premises over conclusion.

_KEY = object()
RULES: dict[str, Callable[..., Theorem]] = {}
Formulas = frozenset[Term]


class Theorem:
    """hypotheses |- conclusion, with what it depends on and how it was made."""

    __slots__ = ("hypotheses", "conclusion", "axioms", "principles", "rule", "arguments")
    hypotheses: Formulas
    conclusion: Term
    axioms: frozenset[tuple[str, str]]
    principles: frozenset[str]
    rule: str
    arguments: tuple[Any, ...]

    def __init__(self, key: object, *values: Any) -> None:
        if key is not _KEY:
            raise KernelError("theorems are made by the rules only")
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise KernelError("a theorem does not change")


Made = tuple[Iterable[Term], Term, Sequence[Theorem]]  # hypotheses, conclusion, premises


def rule(make: Callable[..., Made]) -> Callable[..., Theorem]:
    """A primitive rule, from the function that says what follows; lists of arguments are copied."""
    name = make.__name__

    def apply(*given: Any) -> Theorem:
        arguments: tuple[Any, ...] = tuple(
            dict(x) if type(x) is dict else tuple(x) if type(x) is list else x for x in given
        )
        for x in arguments:
            exact(tuple(x.items()) if type(x) is dict else x, Theorem)
        hypotheses, conclusion, premises = make(*arguments)
        hypotheses = frozenset(hypotheses)
        for formula in (*hypotheses, conclusion):
            exact(formula, Theorem)
            _plain(formula)
        axioms = frozenset[tuple[str, str]]().union(*(p.axioms for p in premises))
        principles = frozenset[str]().union(*(p.principles for p in premises))
        if name == "axiom":
            axioms = frozenset([(arguments[0], read(*arguments[:3]).hash)])
        elif name == "principle" or name == "meaning" and arguments[0] in THEOREMS:
            principles = frozenset([THEOREMS.get(arguments[0], arguments[0])])
        return Theorem(_KEY, hypotheses, conclusion, axioms, principles, name, arguments)

    RULES[name] = apply
    return apply


@remembered
def _plain(formula: Term) -> None:
    check_formula(formula)
    if not all(type(v[1]) is str and v[1].isidentifier() for v in free(formula)):
        raise KernelError("a variable needs a plain name")


def _of_all(premises: Iterable[Theorem]) -> Formulas:
    """The hypotheses of all of them."""
    return frozenset[Term]().union(*(p.hypotheses for p in premises))


def _require(condition: object, message: str) -> None:
    if not condition:
        raise KernelError(message)


def _is_variable(x: Term, *sorts: Term) -> bool:
    return bool(x[0] == "v") and (not sorts or x[2] in sorts)


def _integers(*terms: Term) -> bool:
    return all(within(sort_of(x), Z) for x in terms)


#  -------
#   f |- f
@rule
def assume(f: Term) -> Made:
    return [f], f, []


#   G |- f     D, f' |- g
#  -----------------------   f' is f up to normal forms of the sides
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
        plain = _is_variable(v) and all(x[1].isidentifier() for x in free(t))
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
    every = _is_variable(i, Z) or _is_variable(i, P, N) and within(sort_of(low), i[2])
    _require(every, f"{i} does not stand for every value from {low} on")
    _require(not any(i in free(x) for x in (*kept, low, high)), f"{i[1]} is not arbitrary")
    return kept, ("all", low, high, closed(th.conclusion, i)), [th]


#    G |- all i in low..high: f(i)
#  ---------------------------------   t is an integer
#   G, low <= t, t <= high |- f(t)
@rule
def specialise(th: Theorem, t: Term) -> Made:
    f = th.conclusion
    _require(f[0] == "all" and _integers(t), "a quantified formula and an integer are wanted")
    return th.hypotheses | {("<=", f[1], t), ("<=", t, f[2])}, opened(f[3], t), [th]


#  ----------   a and b have one normal form and one shape
#   |- a = b
@rule
def identity(a: Term, b: Term) -> Made:
    goal = ("=", a, b)
    check_formula(goal)
    same = matrix(a) == matrix(b) if sort_of(a)[0] == "M" else scalar(a) == scalar(b)
    _require(same, f"different normal forms: {a} and {b}")
    return [], goal, []


#   G_k |- a_k op_k b_k     D_k |- 0 <= c_k or 0 < c_k     b - a = sum of c_k (b_k - a_k)
#  ---------------------------------------------------------------------------------------
#   all G, D |- a op b       an equation has no c_k to be signed, and follows from equations
#                            alone; < needs a strict fact with a strict factor
@rule
def linear(goal: Term, items: Sequence[tuple[Term, Theorem | None, Theorem]]) -> Made:
    check_formula(goal)
    _require(goal[0] in ("=", "<=", "<"), "a relation between numbers is wanted")
    rest, strict, premises = scalar(sub(goal[2], goal[1])), False, []
    for c, sign, fact in items:
        check_formula(("=", c, ZERO))
        f = fact.conclusion
        numbers = f[0] in ("=", "<=", "<") and sort_of(f[1])[0] != "M"
        _require(numbers, "facts are relations between numbers")
        if f[0] != "=":
            signed = goal[0] != "=" and sign is not None and sign.conclusion[0] in ("<=", "<")
            if sign is None or not signed or sign.conclusion[1:] != (ZERO, c):
                raise KernelError("the sign of the factor of an inequality is not shown")
            strict = strict or f[0] == sign.conclusion[0] == "<"
            premises.append(sign)
        premises.append(fact)
        rest = plus(rest, times(scalar(c), scalar(sub(f[2], f[1]))), -1)
    _require(not rest and (goal[0] != "<" or strict), "the combination is not the goal")
    return _of_all(premises), goal, premises


#   G_k |- A_k = B_k     A - B = sum of L_k (A_k - B_k) R_k
#  ---------------------------------------------------------   numbers a_k = b_k count as multiples of I
#   all G |- A = B
@rule
def matrix_linear(goal: Term, items: Sequence[tuple[Term, Theorem, Term]]) -> Made:
    check_formula(goal)
    _require(goal[0] == "=" and sort_of(goal[1])[0] == "M", "an equation between matrices is wanted")
    total, minus = ("m+", goal[1], ("sc", num(-1), goal[2])), num(-1)
    for left, fact, right in items:
        op, *sides = fact.conclusion
        _require(op == "=", "facts are equations")
        a, b = sides if sort_of(sides[0])[0] == "M" else (("sc", x, ("id", sort_of(left)[2])) for x in sides)
        total = ("m+", total, ("sc", minus, ("mm", ("mm", left, ("m+", a, ("sc", minus, b))), right)))
    sort_of(total)
    _require(not matrix(total), "the combination is not the goal")
    premises = [fact for _, fact, _ in items]
    return _of_all(premises), goal, premises


#   G |- a = b     D |- f(a)
#  --------------------------   the hole in the template f is of the sort of a and b, and stands in no size
#        G, D |- f(b)
@rule
def rewrite(equation: Theorem, th: Theorem, hole: Term, template: Term) -> Made:
    sized = not _is_variable(hole) or hole[2] in (P, N) or any(hole in free(v[2]) for v in free(template))
    _require(equation.conclusion[0] == "=" and not sized, "an equation, and a hole that stands in no size, are wanted")
    a, b = equation.conclusion[1:]
    check_formula(("=", hole, a))
    _require(hole[2] != Z or _integers(a, b), "the hole stands for integers")
    _require(substitute(template, {hole: a}) == th.conclusion, "the template is not the theorem")
    return equation.hypotheses | th.hypotheses, substitute(template, {hole: b}), [equation, th]


#   G, a < b |- f     G, a = b |- f     G, b < a |- f
#  ---------------------------------------------------
#                       G |- f
@rule
def trichotomy(below: Theorem, equal: Theorem, above: Theorem, a: Term, b: Term) -> Made:
    cases = [below, equal, above]
    _require(below.conclusion == equal.conclusion == above.conclusion, "the cases end differently")
    check_formula(("<", a, b))
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


#   G, a = 0 |- 0 < 0
#  -------------------
#      G |- a != 0
@rule
def deny(th: Theorem, a: Term) -> Made:
    _require(th.conclusion == FALSE, "no contradiction")
    return th.hypotheses - {("=", a, ZERO)}, ("!=", a), [th]


#   G |- a != 0     D |- a = 0
#  ----------------------------
#         G, D |- 0 < 0
@rule
def clash(unequal: Theorem, equal: Theorem) -> Made:
    op, *sides = unequal.conclusion
    _require(op == "!=" and equal.conclusion == ("=", *sides, ZERO), "no contradiction")
    return unequal.hypotheses | equal.hypotheses, FALSE, [unequal, equal]


#      G |- a < b
#  -----------------   a and b are integers
#   G |- a + 1 <= b
@rule
def discrete(th: Theorem) -> Made:
    op, a, *b = th.conclusion
    _require(op == "<" and _integers(a, *b), "no strict inequality between integers")
    return th.hypotheses, ("<=", ("+", a, ONE), *b), [th]


#   G |- f(low)     D, low <= i, i + 1 <= high, f(i) |- f(i + 1)
#  --------------------------------------------------------------   i is an integer, free in nothing else, and in the
#   G, D, low <= i, i <= high |- f(i)                               size of no variable
@rule
def induction(base: Theorem, step: Theorem, i: Term, low: Term, high: Term, f: Term) -> Made:
    after = ("+", i, ONE)
    kept = base.hypotheses | (step.hypotheses - {f, ("<=", low, i), ("<=", after, high)})
    _require(_is_variable(i, Z) and _integers(low, high), "an induction runs over integers")
    arbitrary = not any(i in free(x) for x in (*kept, low, high)) and not any(i in free(x[2]) for x in free(f))
    _require(arbitrary, "the variable of the induction is not arbitrary, or stands in the size of a matrix")
    _require(base.conclusion == substitute(f, {i: low}), "not the beginning")
    _require(step.conclusion == substitute(f, {i: after}), "not the step")
    return kept | {("<=", low, i), ("<=", i, high)}, f, [base, step]


#   G |- f     D |- g          G |- f_1 and f_2
#  -------------------        ------------------
#   G, D |- f and g                G |- f_k
@rule
def both(a: Theorem, b: Theorem) -> Made:
    return a.hypotheses | b.hypotheses, ("and", a.conclusion, b.conclusion), [a, b]


@rule
def part(th: Theorem, k: int) -> Made:
    _require(th.conclusion[0] == "and" and k in (1, 2), "no conjunction")
    return th.hypotheses, th.conclusion[k], [th]


#   G |- f(x) for some x     D, f(x) |- g
#  ---------------------------------------   x is of the sort of what exists, and free in nothing else
#               G, D |- g
@rule
def choose(existence: Theorem, x: Term, th: Theorem) -> Made:
    f = existence.conclusion
    _require(f[0] == "ex" and _is_variable(x, f[1]), "no existence of something of this sort")
    kept = existence.hypotheses | (th.hypotheses - {opened(f[2], x)})
    _require(not any(x in free(g) for g in (*kept, f, th.conclusion)), f"{x[1]} is not arbitrary")
    return kept, th.conclusion, [existence, th]


#  ---------   a definition of section 4; one that hides a theorem is named; and a named principle,
#   G |- f     which is believed
@rule
def meaning(name: str, *arguments: Any) -> Made:
    _require(name in MEANINGS, f"no meaning is called {name}")
    return (*defined(name, *arguments), [])


@rule
def principle(name: str, *arguments: Any) -> Made:
    _require(name in PRINCIPLES, f"no principle is called {name}")
    return (*defined(name, *arguments), [])


#  -----------------------------   what the text's domains, hypotheses and definedness ask for; id and hash are
#   asked |- conjunct of a text    recorded
@rule
def axiom(identifier: str, letter: str, text: str, conjunct: int) -> Made:
    statement = read(identifier, letter, text)
    return statement.asked[conjunct], statement.conclusions[conjunct], []


def proves(th: Theorem, identifier: str, letter: str, text: str, conjunct: int) -> bool:
    """Whether a theorem is a conjunct of a statement, asking for nothing that the statement does not grant."""
    statement = read(identifier, letter, text)
    granted = statement.hypotheses[conjunct]
    known = all(any(same_formula(h, g) for g in granted) for h in th.hypotheses)
    return type(th) is Theorem and known and th.conclusion == statement.conclusions[conjunct]


# --- 6. Derivations -----------------------------------------------------------------------------------------------
#
# A file is JSON: {"rows": [...], "steps": [...], "claims": [...]}.  A row is a list of values and stands for a tuple; a
# step is the name of a rule and the values that it is given; a claim is [step, id, kind, text, conjunct].  A value is a
# string: "sWORD", "qP/Q" a rational number, "jK" an integer, "jnull" nothing, "rK" row K, "tK" what step K proved, and
# "d" with a value of pairs for what replaces what.

SECONDS, MEMORY = 300, 1 << 32  # of a process
FAULTS = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    StopIteration,
    RecursionError,
    MemoryError,
)


def replay(data: str) -> list[dict[str, Any]]:
    """Do every step again: per claim, its statement, the hash of the text, axioms and principles.

    Raises KernelError where a step does not go through or a claim is not what was proved.
    """
    try:
        return _replayed(json.loads(data))
    except FAULTS as error:
        raise KernelError(f"no derivation: {type(error).__name__}: {error}") from error


def _replayed(given: Any) -> list[dict[str, Any]]:
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

    waiting = iter(given["rows"])
    for rule_name, *arguments in given["steps"]:
        needed = 1 + max((_digits(a.lstrip("d")[1:]) for a in arguments if a.lstrip("d")[:1] == "r"), default=-1)
        while len(rows) < needed:
            rows.append(tuple(value(x) for x in next(waiting)))
        steps.append(RULES[rule_name](*map(value, arguments)))
    for step, identifier, letter, text, conjunct in given["claims"]:
        if any(type(k) is not int or k < 0 for k in (step, conjunct)):
            raise ValueError("a claim names a step and a conjunct by numbers from 0")
        th = steps[step]
        if not proves(th, identifier, letter, text, conjunct):
            raise KernelError(f"conjunct {conjunct} of {identifier} is not what step {step} proves")
        known = {"axioms": sorted(map(list, th.axioms)), "principles": sorted(th.principles)}
        out.append({"id": identifier, "hash": read(identifier, letter, text).hash, "conjunct": conjunct, **known})
    return out


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} is no number")
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

    Of a file: yes or no, and for each claim its id, conjunct and hash, and the axioms and principles it depends on.  Of
    standard input: the same as JSON.
    """
    bounded()
    name = sys.argv[1] if sys.argv[1:] else None
    try:
        if name is None:
            print(json.dumps(replay(sys.stdin.read())))
            return
        with open(name, encoding="utf-8") as file:
            found = replay(file.read())
    except KernelError as error:
        print(error if name is None else f"no: {error}", file=sys.stderr)
        sys.exit(1)
    print("yes")
    for claim in found:
        print(f"{claim['id']} [{claim['conjunct']}] {claim['hash']}")
        named = [f"  axiom {a} {b}" for a, b in claim["axioms"]] + [f"  principle {p}" for p in claim["principles"]]
        print("\n".join(named or ["  no axioms"]))


if __name__ == "__main__":
    main()
