"""The kernel: terms, normal forms, definitions, what a text says, and the rules that make theorems.

Standard library only; docs/kernel.md states each rule as mathematics.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from types import MappingProxyType
from typing import Any, cast

# --- allowance
#
# Allowances: what a derivation may ask of a machine, the same on every one, and the error that says so.


HIGHEST = 1000  # exponent of a power
LARGEST = 100_000_000  # parts of a term written out, however often one tuple stands in it
LONGEST = 1_000_000  # bits of a coefficient of a normal form


class KernelError(Exception):
    """A rule does not apply; the message says why."""


_work = [0, 0]  # units done, and how many may be; 0: any


def spend(units: int = 1) -> None:
    """Count work: nodes of terms, products of monomials.  Raises KernelError where it is more than is allowed."""
    _work[0] += units
    if 0 < _work[1] < _work[0]:
        raise KernelError("the derivation asks for more work than any may")


@contextmanager
def at_most(units: int) -> Iterator[None]:
    """Allow so much work, counted anew; the same derivation ends at the same place on every machine."""
    before, _work[:] = list(_work), [0, units]
    try:
        yield
    finally:
        _work[:] = before


def short(p: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """The same polynomial.  Raises KernelError where its numbers are too long."""
    if any(c.numerator.bit_length() + c.denominator.bit_length() > LONGEST for c in p.values()):
        raise KernelError("a number is too long")
    return p


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


# --- terms
#
# Terms, sorts and formulas of the kernel: plain tuples, locally nameless.
#
# Sorts are ("P",) positive, ("N",) natural, ("Z",) integer, ("R",) real numbers, ("M", r, c) real matrices with natural
# terms r, c as sizes, and ("L", depth, d, m, k) families of layers.  Every sort is inhabited (1, 0, the zero matrix)
# whatever the values of the variables in it; what a domain asks for beyond its sort is an explicit hypothesis.
#
# Free variables carry their sort, ("v", name, sort).  Bound ones are numbers, ("b", k): k binders up.  All functions
# are
# total; a value outside the domain of definition is arbitrary and only a hypothesis can say something about it.  The
# one
# convention is inv(0) = 0, so that inv(x y) = inv(x) inv(y).


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
    spend()
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
    spend()
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
        spend(len(size(t[1])) * len(size(t[2])))
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


# --- sorts
#
# Domains of the text form: the sort of a variable, and what its domain asks for beyond it.


DOMAIN_TAKES = {  # how many parameters a domain may have
    "real": (0, 2), "positive": (0,), "integer": (1, 2), "interval": (2,), "open_interval": (2,), "activation": (3,),
    "layers": (4,), "nonnegative": (2,),
    **dict.fromkeys(("symmetric", "psd", "pd", "skew", "orthogonal", "diagonal", "signs", "projection", "upper"), (1,)),
}  # fmt: skip


def domain_sort(kind: str, values: list[Term]) -> Term:
    """The sort of a variable of a domain with these parameters.  Raises KernelError for another number of them."""
    if len(values) not in DOMAIN_TAKES.get(kind, (len(values),)):
        raise KernelError(f"{kind} with {len(values)} parameters is no domain")
    if kind == "integer" and not all(within(sort_of(x), Z) for x in values):
        raise KernelError("an integer lies between integers")
    if kind == "activation" and not within(sort_of(values[0]), N):
        raise KernelError("entries are counted by a natural number")
    if kind == "integer":
        return P if within(sort_of(values[0]), P) else N if within(sort_of(values[0]), N) else Z
    if kind == "layers":
        return ("L", *values)
    if kind in ("interval", "open_interval"):
        return R
    if kind == "activation":
        return ("M", values[1], values[1])
    shape = values if kind in ("real", "nonnegative") else values[-1:] * 2
    return ("M", *shape) if shape else R


def domain_asks(kind: str, x: Term, values: list[Term]) -> list[Term]:
    """What it means that x lies in the domain.  Raises KernelError for a domain that the kernel does not know."""
    transposed, unit = ("=", ("T", x), x), ("id", x[2][1] if x[2][0] == "M" else ONE)
    known: dict[str, Callable[[], list[Term]]] = {
        "real": list,
        "layers": list,
        "positive": lambda: [("<", ZERO, x)],
        "integer": lambda: [("<=", a, b) for a, b in zip((values[0], x), (x, *values[1:]), strict=False)],
        "interval": lambda: [("<=", values[0], x), ("<=", x, values[1])],
        "open_interval": lambda: [("<", values[0], x), ("<", x, values[1])],
        "symmetric": lambda: [transposed],
        "psd": lambda: [transposed, ("<=", ZERO, ("lmin", x))],
        "pd": lambda: [transposed, ("<", ZERO, ("lmin", x))],
        "skew": lambda: [("=", ("T", x), ("sc", num(-1), x))],
        "orthogonal": lambda: [("=", ("mm", a, b), unit) for a, b in ((("T", x), x), (x, ("T", x)))],
        "diagonal": lambda: [_is_diagonal(x)],
        "signs": lambda: [_is_diagonal(x), ("=", ("mm", x, x), unit)],
        "projection": lambda: [_is_diagonal(x), ("=", ("mm", x, x), x)],
        "upper": lambda: [("all", ONE, x[2][1], ("all", ONE, sub(("b", 0), ONE), ("=", _entry(x), ZERO)))],
        "nonnegative": lambda: [("all", ONE, x[2][1], ("all", ONE, x[2][2], ("<=", ZERO, _entry(x))))],
        "activation": lambda: [("<=", values[0], values[1]), _is_diagonal(x), *_activation(x, *values)],
    }
    if kind not in known:
        raise KernelError(f"the kernel knows no domain {kind}")
    return [*_inhabited(x[2]), *known[kind]()]


def _inhabited(sort: Term) -> list[Term]:
    """A domain of matrices without rows or columns is empty, where the sort has one; sizes by form are at least one."""
    return [("<=", ONE, size) for size in sort[1:] if sort_of(size) != P]


def _entry(x: Term) -> Term:
    """The entry of x in the row of the outer and the column of the inner of two bound indices."""
    row, column = (("e", x[2][1 + k], ("b", 1 - k)) for k in (0, 1))
    return ("tr", ("mm", ("T", row), ("mm", x, column)))


def _is_diagonal(x: Term) -> Term:
    """x is the diagonal matrix of its diagonal."""
    n, e = x[2][1], ("e", x[2][1], ("b", 0))
    return ("=", x, ("dg", n, ("tr", ("mm", ("T", e), ("mm", x, e)))))


def _activation(x: Term, m: Term, n: Term, eta: Term) -> list[Term]:
    """Entries 1 and eta, m of them eta: (D - I)(D - eta I) = 0 and tr D = n - m + m eta."""
    one = ("id", n)
    square = ("m+", ("mm", x, x), ("m+", ("sc", neg(("+", ONE, eta)), x), ("sc", eta, one)))
    return [("=", square, ("zero", n, n)), ("=", ("tr", x), ("+", sub(n, m), ("*", m, eta)))]


# --- normal
#
# Normal forms: polynomials over the rationals, and sums of words in non-commuting matrices with such coefficients.
#
# Two terms with the same normal form are equal for all values of their variables, whatever their sizes.  What is built
# in: the ring laws; transposes of sums, products, Kronecker and entrywise products and exponentials; I A = A = A I; 1 x
# 1
# products are numbers and equal to their transposes; traces are linear and blind to turning a product round or over;
# (A x B)(C x D) = AC x BD; Kronecker and entrywise products are bilinear, entrywise ones commute; |-x| = |x|; max and
# min
# are symmetric; roots of rational squares; W^{last:first} = I for last = first - 1.  Everything else is an atom,
# compared
# by the normal forms of its arguments.


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
    spend(len(p) * len(q))
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
        return short(times(scalar(t[1]), scalar(t[2])))
    if op == "^":
        out = constant(1)
        for _ in range(t[2]):
            out = short(times(out, scalar(t[1])))
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
        return atom(
            (op, t[1] if op == "slope" else "", *ends, frozen(scalar(body)) if op in OVER else frozen_form(body)), t
        )
    if op == "width":
        at = size_term(size(t))
        return atom(at, at) if at[0] == "width" else scalar(at)
    return atom((op, *(_argument_key(x) for x in t[1:])) if op != "v" else t, t)


def _argument_key(t: Term) -> Any:
    sort = sort_of(t)
    return t if sort[0] == "L" else frozen_form(t) if sort[0] == "M" else frozen(scalar(t))


def _height(t: Term) -> int:
    """How many binders are nested in a term: the mark of a binder differs from those inside it."""
    spend()
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
        both = sorted(tuple(turned(y) for y in reversed(w)) for w in key[1:])
        return letter(("had", *both), cols, rows, ("had", *(_word_or_unit(w, cols) for w in both)))[0]
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
    if op == "kron":
        shapes = [tuple(_size(x) for x in sort_of(y)[1:]) for y in t[1:]]
        pairs = []
        for v, p in matrix(t[1]).items():
            for w, q in matrix(t[2]).items():
                pairs.append((times(p, q), settled(_kron_word(v, w, *shapes), rows, cols)))
        return combined(pairs)
    if op == "had":
        pairs = []
        for v, p in matrix(t[1]).items():
            for w, q in matrix(t[2]).items():
                both = sorted((v, w))
                new = letter(("had", *both), rows, cols, ("had", *(_word_or_unit(x, rows) for x in both)))
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
    return {w: short(p) for w, p in out.items() if p}


def product(a: Form, b: Form, rows: Any, cols: Any) -> Form:
    """Product of two forms; `rows` and `cols` are those of the product."""
    return combined([(times(p, q), settled(v + w, rows, cols)) for v, p in a.items() for w, q in b.items()])


def settled(word: Word, rows: Any, cols: Any) -> Form:
    """A word with neighbouring Kronecker products multiplied out and 1 x 1 parts taken out as numbers."""
    spend(len(word))
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


def _word_or_unit(word: Word, rows: Any) -> Term:
    """A word as a term, the identity where it is empty."""
    return word_term(word) if word else ("id", rows)


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
    spend(len(word) ** 2)
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


# --- symbol_meanings
#
# What the symbols mean: the definitions that the rule `meaning` grants, each where its symbol is defined.
#
# A definition gives (hypotheses, conclusion) from the terms it is about.


Meaning = tuple[list[Term], Term]
MARK: Term = ("v", "#", Z)  # an arbitrary index


def le(a: Term, b: Term) -> Term:
    """a <= b."""
    return ("<=", a, b)


def eq(a: Term, b: Term) -> Term:
    """a = b."""
    return ("=", a, b)


def symmetric(a: Term) -> Term:
    """A^T = A."""
    return eq(("T", a), a)


def rows(a: Term) -> Term:
    """Number of rows."""
    return sort_of(a)[1]


def cols(a: Term) -> Term:
    """Number of columns."""
    return sort_of(a)[2]


def _means_number(t: Term) -> Meaning:
    """0 < c for a positive constant, 1 <= n and 0 <= n by form for sizes, 0 <= x^2."""
    if t[0] == "q" and t[1] > 0:
        return [], ("<", ZERO, t)
    if t[0] == "^" and t[2] == 2:
        return [], le(ZERO, t)
    if not within(sort_of(t), N):
        raise KernelError(f"{t} has no sign by form")
    return [], le(ONE if sort_of(t) == P else ZERO, t)


def _means_extreme(t: Term, k: int, *more: Term) -> Meaning:
    """a <= max(a, b), min(a, b) <= a; it is one of the two; what bounds both bounds it."""
    if t[0] not in ("max", "min"):
        raise KernelError(f"{t} is neither max nor min")
    large = t[0] == "max"
    if k == 2:
        return [], eq(("*", sub(t, t[1]), sub(t, t[2])), ZERO)
    if k == 3:
        (x,) = more
        return [le(y, x) if large else le(x, y) for y in t[1:]], le(t, x) if large else le(x, t)
    return [], le(t[1 + k], t) if large else le(t, t[1 + k])


def _means_over(t: Term, which: str, *more: Term) -> Meaning:
    """Over an index: sums and products of nothing, of one more; of equal terms; sums of larger terms, of sums, of what
    has a factor free of the index, of ones, of traces; the largest of several is a bound of each, and the least.
    """
    op, low, high, body = t
    if op not in OVER:
        raise KernelError(f"{t} is not over an index")
    if op == "maxo" and which == "term" and within(sort_of(more[0]), Z):
        return [le(low, more[0]), le(more[0], high)], le(opened(body, more[0]), t)
    if op == "maxo" and which == "bound":
        return [le(low, high), ("all", low, high, le(body, shift(more[0], 1)))], le(t, more[0])
    if which == "same":  # `more` is another body
        return [("all", low, high, eq(body, more[0]))], eq(t, (op, low, high, more[0]))
    if op == "sum" and which == "order":
        return [("all", low, high, le(body, more[0]))], le(t, (op, low, high, more[0]))
    if op in ("sum", "msum") and which == "split" and body[0] in ("+", "m+"):
        return [], eq(t, (body[0], *((op, low, high, x) for x in body[1:])))
    if which == "factor":  # `more` is what stands before, what remains under the sum, and what stands behind
        return [], _means_factor(op, low, high, *more)
    if op == "msum" and which == "scaled":  # `more` is a number under the sum and a matrix free of the index
        x, a = more
        return [], eq((op, low, high, ("sc", x, shift(a, 1))), ("sc", ("sum", low, high, x), a))
    if op == "sum" and which == "join":  # `more` is where the sum is cut in two
        m = more[0]
        return [le(low, ("+", m, ONE)), le(m, high)], eq(t, ("+", (op, low, m, body), (op, ("+", m, ONE), high, body)))
    if op == "msum" and which in ("left", "right"):  # `more` is the other factor of a Kronecker product
        a, inside = more[0], (shift(more[0], 1), body)
        sides, under = ((a, t), inside) if which == "left" else ((t, a), inside[::-1])
        return [], eq(("kron", *sides), (op, low, high, ("kron", *under)))
    if op == "sum" and which == "count" and body == ONE:
        return [le(low, ("+", high, ONE))], eq(t, sub(("+", high, ONE), low))
    if op == "msum" and which == "transpose":
        return [], eq(("T", t), (op, low, high, ("T", body)))
    if op == "sum" and which == "trace" and body[0] == "tr":
        return [], eq(t, ("tr", ("msum", low, high, body[1])))
    shape = sort_of(t)[1:]
    nothing = {"sum": ZERO, "prod": ONE, "msum": ("zero", *shape), "mprod": ("id", *shape[:1])}.get(op)
    if nothing is None or which not in ("none", "last"):
        raise KernelError(f"{op} has no rule called {which}")
    if which == "none":
        return [("<", high, low)], eq(t, nothing)
    fewer, last = (op, low, sub(high, ONE), body), opened(body, high)
    # the factor with the largest index stands first, as layers act
    joined = ("mm", last, fewer) if op == "mprod" else ({"sum": "+", "prod": "*", "msum": "m+"}[op], fewer, last)
    return [le(low, high)], eq(t, joined)


def _means_factor(op: str, low: Term, high: Term, left: Term, body: Term, right: Term) -> Term:
    """Factors free of the index stand before and behind a sum."""
    a, b = shift(left, 1), shift(right, 1)
    if op == "sum":
        return eq((op, low, high, ("*", a, body)), ("*", left, (op, low, high, body)))
    if op != "msum":
        raise KernelError("factors come out of sums")
    inside = ("mm", ("mm", a, body), b)
    return eq((op, low, high, inside), ("mm", ("mm", left, (op, low, high, body)), right))


def _means_spectrum(a: Term, i: Term) -> Meaning:
    """0 <= s_i(A)."""
    return [le(ONE, i), le(i, rows(a)), le(i, cols(a))], le(ZERO, ("s", a, i))


def _means_end(op: str, a: Term) -> Meaning:
    """smax, smin, lmax and lmin are the first and the last singular value and eigenvalue."""
    if op not in ("smax", "smin", "lmax", "lmin"):
        raise KernelError(f"{op} is no end of a spectrum")
    spectral = op in ("smax", "smin")
    last = ("min", rows(a), cols(a)) if spectral else rows(a)
    at = ONE if op in ("smax", "lmax") else last
    return [] if spectral else [symmetric(a)], eq((op, a), ("s" if spectral else "lam", a, at))


def _means_sign(op: str, a: Term) -> Meaning:
    """Norms, the largest modulus of an entry, the rank and radii are not negative."""
    if op not in ("normF", "norm2", "maxabs", "rank", "rho", "numradius"):
        raise KernelError(f"{op} has no sign by definition")
    return [], le(ZERO, (op, a))


def _means_power_sign(a: Term, k: Term, strict: str) -> Meaning:
    """0 < a^k for a > 0, 0 <= a^k for a >= 0; at a = 0 a power is defined for positive k only."""
    above = strict or k[0] == "q" and k[1] <= 0
    needs = [("<" if above else "<=", ZERO, a)]
    if not above and k[0] != "q":
        needs.append(("<", ZERO, k))
    return needs, ("<" if strict else "<=", ZERO, ("rpow", a, k))


def _means_matrix_root(a: Term, which: str) -> Meaning:
    """The square root of a positive semidefinite matrix is the positive semidefinite matrix with this square."""
    root = ("sqrtm", a)
    said = {"square": eq(("mm", root, root), a), "symmetric": symmetric(root), "sign": le(ZERO, ("lmin", root))}
    if which not in said:
        raise KernelError(f"no square root has a property called {which}")
    return [symmetric(a), le(ZERO, ("lmin", a))], said[which]


def _means_matrix_logarithm(a: Term, which: str) -> Meaning:
    """The logarithm of a positive definite matrix is the symmetric matrix with this exponential."""
    log = ("logm", a)
    if which not in ("inverse", "symmetric"):
        raise KernelError(f"no logarithm has a property called {which}")
    said = symmetric(log) if which == "symmetric" else eq(("expm", log), a)
    return [symmetric(a), ("<", ZERO, ("lmin", a))], said


def _means_logarithm(x: Term, which: str) -> Meaning:
    """log is the inverse of exp."""
    if which == "exp":
        return [], eq(("log", ("exp", x)), x)
    if which != "log":
        raise KernelError(f"no logarithm has a property called {which}")
    return [("<", ZERO, x)], eq(("exp", ("log", x)), x)


def _means_eigenvector(a: Term, i: Term) -> Meaning:
    """A u = lam_i(A) u and u^T u = 1 for some u (the spectral theorem)."""
    u = ("b", 0)
    a, i, n = shift(a, 1), shift(i, 1), rows(a)
    some = ("and", eq(("mm", a, u), ("sc", ("lam", a, i), u)), eq(("mm", ("T", u), u), ("id", ONE)))
    return [symmetric(a), le(ONE, i), le(i, n)], ("ex", ("M", n, ONE), some)


def _means_singular_vectors(a: Term, i: Term) -> Meaning:
    """A u = s v, A^T v = s u, u^T u = 1 = v^T v with s = s_i(A) for some u, v (singular value decomposition)."""
    m, n, u, v = rows(a), cols(a), ("b", 1), ("b", 0)
    s, bound = ("s", a, i), [le(ONE, i), le(i, m), le(i, n)]
    vectors = ("and", eq(("mm", a, u), ("sc", s, v)), eq(("mm", ("T", a), v), ("sc", s, u)))
    lengths = ("and", eq(("mm", ("T", u), u), ("id", ONE)), eq(("mm", ("T", v), v), ("id", ONE)))
    return bound, ("ex", ("M", n, ONE), ("ex", ("M", m, ONE), ("and", vectors, lengths)))


def _means_form(a: Term, i: Term, x: Term, u: Term, v: Term) -> Meaning:
    """u^T X v for unit singular vectors A u = s v, A^T v = s u (for u = v: unit eigenvectors) to a simple value s."""
    unit = [eq(("mm", ("T", w), w), ("id", ONE)) for w in dict.fromkeys((u, v))]
    value = ("tr", ("mm", ("mm", ("T", u), x), v))
    if u == v:
        lam = ("lam", a, i)
        return [("is", "simple in lam", a, i), symmetric(a), eq(("mm", a, u), ("sc", lam, u)), *unit], eq(
            ("eigenform", a, i, x), value
        )
    s = ("s", a, i)
    pair = [eq(("mm", a, u), ("sc", s, v)), eq(("mm", ("T", a), v), ("sc", s, u))]
    return [("is", "simple in s", a, i), ("<", ZERO, s), *pair, *unit], eq(("singularform", a, i, x), value)


def _means_diagonal(d: Term, other: Term, *more: Term) -> Meaning:
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


def _means_units(n: Term, i: Term, j: Term) -> Meaning:
    """e_i^T e_i = 1, e_i^T e_j = 0 for different numbers i, j; the only unit column of length one is 1."""
    inside = [le(ONE, i), le(i, n)]
    if n == ONE:
        return inside, eq(("e", n, i), ("id", ONE))
    product = ("mm", ("T", ("e", n, i)), ("e", n, j))
    if i == j:
        return inside, eq(product, ("id", ONE))
    if i[0] != "q" or j[0] != "q":
        raise KernelError("different indices are wanted")
    return [*inside, le(ONE, j), le(j, n)], eq(product, ("zero", ONE, ONE))


def _means_places(a: Term, b: Term) -> Meaning:
    """e_i (x) e_j is the unit column of number (i - 1) q + j, for e_j of length q."""
    if a[0] != "e" or b[0] != "e":
        raise KernelError("two unit columns are wanted")
    (p, i), (q, j) = a[1:], b[1:]
    at = ("+", ("*", sub(i, ONE), q), j)
    return [le(ONE, i), le(i, p), le(ONE, j), le(j, q)], eq(("kron", a, b), ("e", ("*", p, q), at))


def _means_entrywise(a: Term, b: Term, e: Term) -> Meaning:
    """(A o B) e_j = diag(A e_j) B e_j."""
    if e[0] != "e":
        raise KernelError("a unit column is wanted")
    inner = ("mm", ("T", ("e", shift(rows(a), 1), ("b", 0))), ("mm", shift(a, 1), shift(e, 1)))
    column = ("mm", ("dg", rows(a), ("tr", inner)), ("mm", b, e))
    return [le(ONE, e[2]), le(e[2], cols(a))], eq(("mm", ("had", a, b), e), column)


def _means_beside(a: Term, b: Term, c: Term) -> Meaning:
    """(x (x) Y) C = x (x) Y C and (X (x) y) C = X C (x) y for columns x, y."""
    product = ("mm", ("kron", a, b), c)
    if size(cols(a)) == size(ONE):
        return [], eq(product, ("kron", a, ("mm", b, c)))
    if size(cols(b)) != size(ONE):
        raise KernelError("no column in the product")
    return [], eq(product, ("kron", ("mm", a, c), b))


def _means_stacks(a: Term, b: Term) -> Meaning:
    """Stacked blocks multiply block by block: (A; B)^T (C; D) = A^T C + B^T D."""
    product = ("mm", ("T", a), b)
    if a[0] == "vst" == b[0] and sort_of(a[1])[1] == sort_of(b[1])[1]:
        return [], eq(product, ("m+", *(("mm", ("T", a[k]), b[k]) for k in (1, 2))))
    if a[0] == "e" and b[0] == "stack" and b[1] == ONE and rows(opened(b[3], MARK)) == ONE:  # a row of single rows
        return [le(ONE, a[2]), le(a[2], b[2])], eq(product, opened(b[3], a[2]))
    if a[0] == "stack" == b[0] and a[1:3] == b[1:3]:
        return [], eq(product, ("msum", a[1], a[2], ("mm", ("T", a[3]), b[3])))
    raise KernelError("no stacks of the same blocks")


def _means_width(w: Term, layer: Term) -> Meaning:
    """The layers between the first and the last are m wide; the ends are built into sizes."""
    _, depth, _, m, _ = w[2]
    return [le(ONE, layer), le(("+", layer, ONE), depth)], eq(("width", w, layer), m)


def _means_segment(w: Term, last: Term, first: Term) -> Meaning:
    """W^{last:first} = W^{last} W^{last-1:first}: the layer that acts last stands in front."""
    kind, depth, *_ = sort_of(w)
    if kind != "L":
        raise KernelError("a family of layers is wanted")
    product = ("mm", ("seg", w, last, last), ("seg", w, sub(last, ONE), first))
    return [le(ONE, first), le(first, last), le(last, depth)], eq(("seg", w, last, first), product)


def _means_inverse(a: Term, side: str) -> Meaning:
    """a inv(a) = 1; A A^-1 = I = A^-1 A."""
    if sort_of(a)[0] != "M":
        return [("!=", a)], eq(("*", a, ("inv", a)), ONE)
    b = ("minv", a)
    return [("!=", ("det", a))], eq(("mm", a, b) if side == "right" else ("mm", b, a), ("id", rows(a)))


def _means_vanishing(a: Term) -> Meaning:
    """A = 0 where A^T A = 0."""
    return [eq(("mm", ("T", a), a), ("zero", cols(a), cols(a)))], eq(a, ("zero", rows(a), cols(a)))


MEANINGS: Mapping[str, Callable[..., Meaning]] = MappingProxyType(
    {
        "number": _means_number,
        "inverse": _means_inverse,
        "root": lambda a: ([le(ZERO, a)], eq(("^", ("sqrt", a), 2), a)),
        "root-sign": lambda a: ([le(ZERO, a)], le(ZERO, ("sqrt", a))),
        "modulus": lambda a: ([], eq(("^", ("abs", a), 2), ("^", a, 2))),
        "modulus-sign": lambda a: ([], le(ZERO, ("abs", a))),
        "extreme": _means_extreme,
        "over": _means_over,
        "spectrum": _means_spectrum,
        "end": _means_end,
        "sign": _means_sign,
        "power-sign": _means_power_sign,
        "exponential": lambda a: ([], ("<", ZERO, ("exp", a))),
        "logarithm": _means_logarithm,
        "schatten-sign": lambda p, a: ([("<", ZERO, p)], le(ZERO, ("schatten", p, a))),
        "matrix-root": _means_matrix_root,
        "matrix-logarithm": _means_matrix_logarithm,
        "condition": lambda a: ([("<", ZERO, ("smax", a))], le(ONE, ("cond", a))),
        "frobenius": lambda a: ([], eq(("^", ("normF", a), 2), ("tr", ("mm", ("T", a), a)))),
        "vanishing": _means_vanishing,
        "eigenvector": _means_eigenvector,
        "singular-vectors": _means_singular_vectors,
        "form": _means_form,
        "diagonal": _means_diagonal,
        "units": _means_units,
        "places": _means_places,
        "entrywise": _means_entrywise,
        "beside": _means_beside,
        "stacks": _means_stacks,
        "width": _means_width,
        "segment": _means_segment,
    }
)  # fmt: skip

# Definitions that hide a theorem: a proof that uses one names it.
SPECTRAL = dict.fromkeys(("eigenvector", "matrix-root", "matrix-logarithm"), "spectral theorem")
THEOREMS = MappingProxyType(SPECTRAL | {"singular-vectors": "singular value decomposition"})


# --- principles
#
# Named principles: facts of analysis and linear algebra that are believed, instance by instance, and named.
#
# Each function makes an instance: hypotheses and a conclusion.  Sources stand in `verify/principles`, docs/kernel.md
# says
# each as mathematics.


Instance = tuple[tuple[Term, ...], Term]


def derivative(a: Term, rates: Mapping[Term, Term]) -> Term:
    """The derivative of a polynomial in numbers and matrices, of which some variables change at these rates."""
    spend()
    op, sort = a[0], sort_of(a)
    if not free(a) & rates.keys():
        return ("zero", *sort[1:]) if sort[0] == "M" else ZERO
    if a in rates:
        return rates[a]
    if op in ("+", "m+"):
        return (op, *(derivative(x, rates) for x in a[1:]))
    if op in ("*", "mm", "sc"):
        plus = "m+" if sort[0] == "M" else "+"
        return (plus, (op, derivative(a[1], rates), a[2]), (op, a[1], derivative(a[2], rates)))
    if op == "^" and a[2] == 1:
        return derivative(a[1], rates)
    if op == "^":
        return ("*", ("*", num(a[2]), ("^", a[1], a[2] - 1)), derivative(a[1], rates))
    if op in ("T", "tr"):
        return (op, derivative(a[1], rates))
    raise KernelError("not polynomial in what changes")


def _unit(u: Term) -> Term:
    return ("=", ("mm", ("T", u), u), ("id", ONE))


def _differentiable(kind: str, a: Term, i: Term, t: Term) -> Instance:
    """Differentiable unit vectors to a simple value of a family in t, and the derivatives of what defines them.

    No part has loose indices, so that all of them stand under the binders as they are.
    """
    if kind not in ("s", "lam") or t[0] != "v" or t[2] != R or t in free(i):
        raise KernelError("a value of a family in a real parameter is wanted")
    value, slope, rate = (kind, a, i), ("slope", kind, i, t, closed(a, t)), derivative(a, {t: ONE})
    rows, cols = sort_of(a)[1:]

    def moved_pair(m: Term, u: Term, v: Term, dm: Term, du: Term, dv: Term) -> list[Term]:
        """m u = value v and its derivative."""
        moved = ("=", ("m+", ("mm", dm, u), ("mm", m, du)), ("m+", ("sc", slope, v), ("sc", value, dv)))
        return [("=", ("mm", m, u), ("sc", value, v)), moved]

    def length(u: Term, du: Term) -> list[Term]:
        return [_unit(u), ("=", ("sc", num(2), ("mm", ("T", u), du)), ("zero", ONE, ONE))]

    needs: list[Term] = [("is", f"simple in {kind}", a, i)]
    if kind == "lam":
        u, du = ("b", 1), ("b", 0)
        facts = [*moved_pair(a, u, u, rate, du, du), *length(u, du)]
        sorts = [("M", cols, ONE)] * 2
        change = a  # a polynomial family that is symmetric with all its derivatives at one point is so everywhere
        while matrix(change):
            needs.append(("=", ("T", change), change))
            change = derivative(change, {t: ONE})
    else:
        u, v, du, dv = (("b", k) for k in (3, 2, 1, 0))
        turned = moved_pair(("T", a), v, u, ("T", rate), dv, du)
        facts = [*moved_pair(a, u, v, rate, du, dv), *turned, *length(u, du), *length(v, dv)]
        sorts = [("M", cols, ONE), ("M", rows, ONE)] * 2
        needs.append(("<", ZERO, value))
    body = facts[0]
    for f in facts[1:]:
        body = ("and", body, f)
    for sort in reversed(sorts):
        body = ("ex", sort, body)
    return tuple(needs), body


def _one_direction(a: Term, i: Term, u: Term, v: Term, w: Term) -> Instance:
    """w = u u^T w for A^T A w = s_i(A)^2 w; u, v are unit singular vectors to the simple, non-zero s_i."""
    s = ("s", a, i)
    pair = [("=", ("mm", a, u), ("sc", s, v)), ("=", ("mm", ("T", a), v), ("sc", s, u)), _unit(u)]
    eigen = ("=", ("mm", ("mm", ("T", a), a), w), ("sc", ("^", s, 2), w))
    return (("is", "simple in s", a, i), ("<", ZERO, s), *pair, eigen), ("=", w, ("mm", ("mm", u, ("T", u)), w))


PRINCIPLES: Mapping[str, Callable[..., Instance]] = MappingProxyType(
    {"differentiable-vectors": _differentiable, "simple-eigenspace": _one_direction}
)


# --- columnwise
#
# What a reader makes of vectors: columns, spectra and diagonals, which the kernel has entry by entry.


@dataclass(frozen=True)
class Vector:
    """A vector quantity: its length and its entries."""

    length: Term
    at: Callable[[Term], Term]


def opened_at_mark(body: Term) -> Term:
    """The body of a binder at an arbitrary index."""
    return opened(body, ("v", "#", Z))


def is_matrix(x: Any) -> bool:
    return not isinstance(x, Vector) and x[0] != "gap" and sort_of(x)[0] == "M"


def entry_of(x: Any, i: Term) -> Term:
    return x.at(i) if isinstance(x, Vector) else x


def sure(need: Term, i: Term, low: Term, high: Term) -> bool:
    """Whether what does not depend on the index is needed: some index is there for certain."""
    return i not in free(need) and low == ONE and within(sort_of(high), P)


def over_all(need: Term, i: Term, low: Term, high: Term) -> Term:
    """What is needed at every value of an index."""
    return need if sure(need, i, low, high) else ("all", low, high, closed(need, i))


def positive(t: Term) -> bool:
    """Whether a number is above zero by form."""
    if t[0] in ("+", "*"):
        return all(map(positive, t[1:]))
    return t[0] == "q" and t[1] > 0 or t[0] == "inv" and positive(t[1]) or sort_of(t) == P


def integral(t: Term) -> bool:
    """Whether a number may turn out an integer once integers stand for its variables of these sorts, if it has any."""
    return not free(t) or any(v[2] in ORDER and within(v[2], Z) for v in free(t))


# --- clauses
#
# Expressions and relations of the text form as terms and formulas, with what they need to be defined.


SPECTRA = ("s", "lam")
# How many arguments words take that are more than their terms.
WORD_TAKES = {"s": (1, 2), "lam": (1, 2), "gap": (2,), "entry": (2,), "dot": (2,), "kyfan": (2,),
         **dict.fromkeys(("normN", "sqrtm", "logm", "absm", "inv", "cumsum"), (1,))}  # fmt: skip
READ_OFF = {k for k, takes in NUMBERS.items() if takes in ("M", "S") and k != "inv"}


class Reader:
    """Reads expressions with names for their variables, and notes what they need to be defined.

    A power whose exponent may turn out an integer is then defined at a negative base too; what it needs otherwise is
    noted by a `strict` reader alone.
    """

    def __init__(self, strict: bool = False) -> None:
        self.strict = strict
        self.names: dict[str, Term] = {}
        self.needs: list[Term] = []  # what the clause at hand needs to be defined
        self.depth = 0

    def declare(self, name: str, domain: str) -> list[Term]:
        """A variable of the statement; returns what its domain asks for."""
        node = ast.parse(domain, mode="eval").body
        kind, values = domain, list[Any]()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            kind, values = node.func.id, [self(a) for a in node.args]
        # the parser takes letters that look alike for one
        if not (name.isidentifier() and name.isascii()) or name in self.names or name == "pi":
            raise KernelError(f"{name!r} is no name for a new variable")
        sort = domain_sort(kind, values)
        x = self.names[name] = ("v", name, sort)
        sort_of(x)
        asked = domain_asks(kind, x, values)
        for formula in asked:
            check_formula(formula)
        return asked

    def clauses(self, line: str) -> list[tuple[list[Term], Term]]:
        """The relations in a line, each with what it needs to be defined."""
        node = ast.parse(f"({line.replace('..', '|')})", mode="eval").body
        ranges, body = (node.generators, node.elt) if isinstance(node, ast.GeneratorExp) else ([], node)
        if not isinstance(body, ast.Compare) or "|" in line:
            raise KernelError(f"{line} is not one relation")
        sides = [body.left, *body.comparators]
        links = [self._quantified(ranges, (a, op, b)) for a, op, b in zip(sides, body.ops, sides[1:], strict=False)]
        # where one link has no value the chain says nothing, of the others neither
        needs = list(dict.fromkeys(need for own, _ in links for need in own))
        return [(needs, clause) for _, clause in links]

    def _quantified(self, ranges: list[Any], relation: Any) -> tuple[list[Term], Term]:
        outer, self.needs = self.needs, []
        if ranges:
            low, high, clause = self._over(ranges[0], lambda: self._inner(ranges[1:], relation))
            clause = ("all", low, high, clause)
        else:
            clause = self._relation(*relation)
        needs, self.needs = self.needs, outer
        return needs, clause

    def _inner(self, ranges: list[Any], relation: Any) -> Term:
        needs, clause = self._quantified(ranges, relation)
        self.needs += needs
        return clause

    def _over(self, range_: Any, body: Callable[[], Any]) -> tuple[Term, Term, Term]:
        """Ends and body of something over an index; what the body needs, it needs at every index."""
        spread = isinstance(range_.iter, ast.BinOp) and isinstance(range_.iter.op, ast.BitOr)
        if not spread or range_.ifs or range_.is_async:
            raise KernelError("an index runs over low..high")
        low, high = self(range_.iter.left), self(range_.iter.right)
        shadowed, outer = self.names.get(range_.target.id), self.needs
        i = self.names[range_.target.id] = self.fresh()
        self.needs = []
        value = body()
        inner, self.needs = self.needs, outer
        self.needs += [over_all(need, i, low, high) for need in inner]
        self.depth -= 1
        del self.names[range_.target.id]
        if shadowed:
            self.names[range_.target.id] = shadowed
        return low, high, closed(value, i)

    def fresh(self) -> Term:
        self.depth += 1
        return ("v", f"#index{self.depth}", Z)

    def entries(self, vector: Vector) -> tuple[Term, Term, Term]:
        """A vector as ends and body over an index."""
        i = self.fresh()
        outer, self.needs = self.needs, []
        body = vector.at(i)
        inner, self.needs = self.needs, outer
        self.needs += [over_all(n, i, ONE, vector.length) for n in inner]
        self.depth -= 1
        return ONE, vector.length, closed(body, i)

    def _relation(self, left: Any, op: Any, right: Any) -> Term:
        a, b = self(left), self(right)
        if isinstance(op, ast.GtE | ast.Gt):
            a, b = b, a
        word = {ast.Eq: "=", ast.LtE: "<=", ast.GtE: "<=", ast.Lt: "<", ast.Gt: "<"}[type(op)]
        matrices = [is_matrix(x) for x in (a, b)]
        if all(matrices):
            if word != "=":
                raise KernelError("matrices are equated only")
            return ("=", a, b)
        a, b = (self.vector(x) for x in (a, b))
        vectors = [x for x in (a, b) if isinstance(x, Vector)]
        if not vectors:
            gap = next((x for x in (a, b) if x[0] == "gap"), None)
            if gap:  # only `gap(...) > 0`, which says that an entry is simple, has a meaning here
                if word != "<" or a != ZERO:
                    raise KernelError("a gap is compared with zero only")
                return ("is", f"simple in {gap[1]}", *gap[2:])
            return (word, a, b)
        self._same_length(vectors)
        both = Vector(vectors[0].length, lambda i: (word, entry_of(a, i), entry_of(b, i)))
        return ("all", *self.entries(both))

    def vector(self, x: Any) -> Any:
        """A column as the vector of its entries."""
        if not is_matrix(x):
            return x
        n, one = sort_of(x)[1:]
        if size(one) != size(ONE):
            raise KernelError("a matrix stands where a number is wanted")
        return Vector(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), x)))

    def _same_length(self, vectors: list[Vector]) -> None:
        if any(size(v.length) != size(vectors[0].length) for v in vectors):
            raise KernelError("vectors of different lengths")

    def _entrywise(self, make: Callable[..., Term], *values: Any) -> Any:
        values = tuple(self.vector(x) for x in values)
        vectors = [x for x in values if isinstance(x, Vector)]
        if not vectors:
            return make(*values)
        self._same_length(vectors)
        return Vector(vectors[0].length, lambda i: make(*(entry_of(x, i) for x in values)))

    def __call__(self, node: Any) -> Any:
        """The value of an expression: a number or matrix term, or a vector."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return num(node.value)
        if isinstance(node, ast.Name) and node.id in self.names:
            return self.names[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._times(num(-1), self(node.operand))
        if isinstance(node, ast.Attribute) and node.attr == "T":
            return ("T", self(node.value))
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Slice)
            and node.slice.lower
            and node.slice.upper
            and not node.slice.step
        ):
            return ("seg", self(node.value), self(node.slice.lower), self(node.slice.upper))
        if isinstance(node, ast.BinOp):
            return self._operation(type(node.op), node.left, node.right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, node.args)
        raise KernelError(f"{ast.unparse(node)} cannot be said in the kernel")

    def _times(self, a: Any, b: Any) -> Any:
        if is_matrix(a):
            a, b = b, a
        multiple = is_matrix(b) and not isinstance(a, Vector)
        return ("sc", a, b) if multiple else self._entrywise(lambda x, y: ("*", x, y), a, b)

    def _operation(self, op: type, left: Any, right: Any) -> Any:
        a, b = self(left), self(right)
        if op is ast.MatMult and is_matrix(a) and is_matrix(b):
            return ("mm", a, b)
        if is_matrix(b) and (op is ast.Div or op is ast.Mult and is_matrix(a)) or op is ast.Pow:
            a, b = self.vector(a), self.vector(b)  # columns are taken entry by entry
        if op is ast.Mult:
            return self._times(a, b)
        if op in (ast.Add, ast.Sub):
            b = self._times(num(-1), b) if op is ast.Sub else b
            if is_matrix(a) and is_matrix(b):
                return ("m+", a, b)
            return self._entrywise(lambda x, y: ("+", x, y), a, b)
        if op is ast.Div:
            return self._times(self._entrywise(self._reciprocal, b), a)
        if op is ast.Pow:
            literal = right.operand if isinstance(right, ast.UnaryOp) else right
            return self._entrywise(lambda x: self._power(x, b, isinstance(literal, ast.Constant)), a)
        return self._refuse(right)

    def _refuse(self, node: Any) -> Any:
        raise KernelError(f"{ast.unparse(node)} cannot be said in the kernel")

    def _reciprocal(self, x: Term) -> Term:
        if x[0] == "q" and x[1]:
            return num(1 / x[1])
        self.needs.append(("!=", x))
        return ("inv", x)

    def _power(self, x: Term, exponent: Any, literal: bool) -> Term:
        """A power; with an integer that is written out it is a product, with any other the base is above zero."""
        if isinstance(exponent, Vector) or is_matrix(exponent):
            raise KernelError("exponents are numbers here")
        value = scalar(exponent)
        k = value.get((), Fraction(0))
        if literal and abs(k) > HIGHEST:
            raise KernelError(f"powers end at {HIGHEST} here")
        if literal:
            return ("^", x, int(k)) if k >= 0 else ("^", self._reciprocal(x), -int(k))
        constant = set(value) <= {()}
        may_be_whole = k.denominator == 1 if constant else integral(exponent)
        if constant and (self.strict or not may_be_whole):
            self.needs.append(("<=" if k > 0 else "<", ZERO, x))
        elif self.strict or not may_be_whole:
            self.needs.append(("<=", ZERO, x))
            self.needs += [] if positive(exponent) else [("<", ZERO, ("max", x, exponent))]
        return ("rpow", x, num(k) if constant else exponent)

    def _call(self, name: str, nodes: list[Any]) -> Any:
        if len(nodes) == 1 and isinstance(nodes[0], ast.GeneratorExp):
            return self._family(name, nodes[0])
        if len(nodes) not in WORD_TAKES.get(name, (len(nodes),)):
            raise KernelError(f"{name} with {len(nodes)} arguments says nothing")
        if name == "slope":
            return self._slope(*nodes)
        args = [self(a) for a in nodes]
        if name in SPECTRA:
            self._symmetric(name, args[0])
            length = self._count(name, args[0])
            if len(args) == 1:
                return Vector(length, lambda i: (name, args[0], i))
            self._inside(args[1], length)
            return (name, args[0], args[1])
        if name == "gap":
            vector = nodes[0]
            spectrum = vector.func.id if isinstance(vector, ast.Call) and isinstance(vector.func, ast.Name) else ""
            if spectrum not in SPECTRA:
                self._refuse(vector)
            a = self(vector.args[0])
            self._inside(args[1], self._count(spectrum, a))
            return ("gap", spectrum, a, args[1])
        if name in READ_OFF and len(args) == 1:
            self._symmetric(name, args[0])
            if name == "cond":
                self.needs.append(("<", ZERO, ("smax", args[0])))
            return (name, args[0])
        if name in ("sqrt", "abs", "exp", "log") and len(args) == 1:
            return self._entrywise(lambda x: self._function(name, x), args[0])
        if name in ("normN", "kyfan", "schatten"):
            return self._norm(name, args)
        if name in ("sqrtm", "logm"):
            self.needs += self_adjoint(args[0])
            self.needs.append(("<=" if name == "sqrtm" else "<", ZERO, ("lmin", args[0])))
            return (name, args[0])
        if name == "absm":
            return ("sqrtm", ("mm", ("T", args[0]), args[0]))
        if name == "cumsum" and isinstance(vector := self.vector(args[0]), Vector):
            low, _, body = self.entries(vector)
            return Vector(vector.length, lambda i: ("sum", low, i, body))
        if name in ("max", "min", "sum", "prod") and len(args) == 1:
            vector = self.vector(args[0])
            if isinstance(vector, Vector) and name == "min":
                return neg(("maxo", *self.entries(self._times(num(-1), vector))))
            if isinstance(vector, Vector):
                return ({"max": "maxo"}.get(name, name), *self.entries(vector))
        if name in ("max", "min") and len(args) == 2 and all(not isinstance(x, Vector) for x in args):
            return (name, *args)
        if name == "diag" and len(args) == 1:
            return self._diagonal(args[0])
        if name == "unit":
            self._inside(args[1], args[0])
            return ("e", *args)
        if name == "entry" and isinstance(vector := self.vector(args[0]), Vector):
            self._inside(args[1], vector.length)
            return vector.at(args[1])
        if name == "vstack" and len(args) == 2:
            return ("vst", *args)
        if name == "inv":
            self.needs.append(("!=", ("det", args[0])))
            return ("minv", args[0])
        if name == "dot":
            return ("tr", ("mm", ("T", args[0]), args[1]))
        if name in ("eigenform", "singularform"):
            spectrum = "lam" if name == "eigenform" else "s"
            self.needs.append(("is", f"simple in {spectrum}", args[0], args[1]))
            if spectrum == "s":
                self.needs.append(("<", ZERO, ("s", args[0], args[1])))
            return (name, *args)
        if name in ("I", "ones", "kron", "relu", "width", "had", "expm", "pinv"):
            return ("id" if name == "I" else name, *args)
        raise KernelError(f"{name}(...) cannot be said in the kernel")

    def _slope(self, spectrum: Any, index: Any, variable: Any) -> Term:
        """The derivative of a simple eigenvalue or singular value by a variable of the statement."""
        name, x, i = spectrum.func.id, self(variable), self(index)
        a = self(spectrum.args[0])
        if name not in SPECTRA or x[0] != "v":
            self._refuse(spectrum)
        self.needs.append(("is", f"simple in {name}", a, i))
        return ("slope", name, i, x, closed(a, x))

    def _family(self, name: str, node: Any) -> Any:
        if len(node.generators) != 1:
            self._refuse(node)
        low, high, body = self._over(node.generators[0], lambda: self(node.elt))
        matrices = is_matrix(opened_at_mark(body))
        op = {
            "sum": ("sum", "msum"),
            "max": ("maxo", ""),
            "prod": ("", "mprod"),
            "product": ("prod", ""),
            "vstack": ("", "stack"),
        }
        if not op.get(name, ("", ""))[matrices]:
            self._refuse(node)
        if name == "max":
            self.needs.append(("<=", low, high))
        return (op[name][matrices], low, high, body)

    def _count(self, name: str, a: Term) -> Term:
        """How many eigenvalues or singular values a matrix has."""
        r, c = sort_of(a)[1:]
        return r if name == "lam" or size(r) == size(c) else ("min", r, c)

    def _symmetric(self, name: str, a: Term) -> None:
        if name in ("lam", "lmax", "lmin"):
            self.needs += self_adjoint(a)

    def _inside(self, i: Term, length: Term) -> None:
        self.needs += [("<=", ONE, i), ("<=", i, length)]

    def _function(self, name: str, x: Term) -> Term:
        if name in ("sqrt", "log"):
            self.needs.append(("<=" if name == "sqrt" else "<", ZERO, x))
        return (name, x)

    def _norm(self, name: str, args: list[Any]) -> Term:
        """The sum of all singular values, of the k largest, and a Schatten norm."""
        a = args[-1]
        length = self._count("s", a)
        if name == "schatten":
            self.needs += [] if positive(args[0]) else [("<", ZERO, args[0])]
            return (name, *args)
        if name == "kyfan":
            self._inside(args[0], length)
        return ("sum", ONE, length if name == "normN" else args[0], ("s", shift(a, 1), ("b", 0)))

    def _diagonal(self, x: Any) -> Any:
        if is_matrix(x) and (size(sort_of(x)[2]) != size(ONE) or size(sort_of(x)[1]) == size(ONE)):
            n = sort_of(x)[1]
            return Vector(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), ("mm", x, ("e", n, i)))))
        vector = self.vector(x)
        _, n, body = self.entries(vector)
        return ("dg", n, body)


def self_adjoint(a: Term) -> list[Term]:
    """That a matrix is symmetric, unless it is by form."""
    return [] if matrix(("T", a)) == matrix(a) else [("=", ("T", a), a)]


# --- reading
#
# From the text form of a statement, which its hash covers, to what the kernel is to prove.
#
# A statement says for each conjunct: its domains, its hypotheses and that they are defined, and that the conjunct is
# defined, imply the conjunct.  Vectors are read entry by entry.


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
    """A statement from lines `let: ...`, `given: ...`, `claim: ...`.  Raises KernelError for what cannot be said."""
    lines = [line.split(": ", 1) for line in text.split("\n")]
    if not all(line.isascii() and line.isprintable() for line in text.split("\n")):
        raise KernelError("a text has plain characters")  # others, the parser may take for these
    digest = hashlib.sha256("\n".join([letter, text]).encode()).hexdigest()
    try:
        (granted, conclusions), (asked, _) = (_conjuncts(lines, Reader(strict)) for strict in (False, True))
    except (SyntaxError, TypeError, ValueError, LookupError, AttributeError) as error:  # words in no place of theirs
        raise KernelError(f"not read: {type(error).__name__}: {error}") from error
    return Reading(digest, granted, asked, conclusions)


def _conjuncts(lines: list[list[str]], reader: Reader) -> tuple[tuple[tuple[Term, ...], ...], tuple[Term, ...]]:
    """Hypotheses and conclusion of each conjunct."""
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
    return tuple((*granted, *needs) for needs, _ in claims), tuple(clause for _, clause in claims)


# --- logic
#
# Theorems, and the only rules that make them.
#
# A theorem says: for all values of its free variables within their sorts, and for all total extensions of the partial
# functions, its hypotheses imply its conclusion.  `axioms` are the textbook statements it stands on, by id and hash,
# `principles` the named principles.  Each rule is stated as mathematics in docs/kernel.md.


_KEY = object()
RULES: dict[str, Callable[..., Theorem]] = {}
NOTHING: frozenset[Any] = frozenset()


class Theorem:
    """hypotheses |- conclusion, with what it stands on and how it was made.  Only the rules below make one."""

    __slots__ = ("hypotheses", "conclusion", "axioms", "principles", "rule", "arguments")
    hypotheses: frozenset[Term]
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


Made = tuple[Iterable[Term], Term, Sequence[Theorem]]  # hypotheses, conclusion, the theorems it stands on


def rule(make: Callable[..., Made]) -> Callable[..., Theorem]:
    """A primitive rule, from the function that says what follows."""

    def apply(*arguments: Any) -> Theorem:
        arguments = _arguments(arguments)
        hypotheses, conclusion, premises = make(*arguments)
        hypotheses = tuple(hypotheses)
        for formula in (*hypotheses, conclusion):
            exact(formula, Theorem)
            _plain(formula)
        kept = frozenset(hypotheses)
        axioms = NOTHING.union(*(p.axioms for p in premises))
        principles = NOTHING.union(*(p.principles for p in premises))
        if name == "axiom":
            axioms = frozenset([(arguments[0], read(*arguments[:3]).hash)])
        elif name == "principle":
            principles = frozenset(arguments[:1])
        elif name == "meaning" and arguments[0] in THEOREMS:  # definitions that hide a theorem are named
            principles = frozenset([THEOREMS[arguments[0]]])
        return Theorem(_KEY, kept, conclusion, axioms, principles, name, arguments)

    name = make.__name__
    RULES[name] = apply
    return apply


def _arguments(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a rule is given, checked; lists and dictionaries are for several arguments, and copied."""
    out = []
    for x in given:
        if type(x) is dict:
            exact(tuple(x.items()), Theorem)
            x = dict(x)
        elif type(x) is list:
            x = tuple(x)
        if type(x) is not dict:
            exact(x, Theorem)
        out.append(x)
    return tuple(out)


@remembered
def _plain(formula: Term) -> None:
    check_formula(formula)
    if not all(type(v[1]) is str and v[1].isidentifier() for v in free(formula)):
        raise KernelError("a variable needs a plain name")


@rule
def assume(f: Term) -> Made:
    """f |- f."""
    return [f], f, []


@rule
def cut(a: Theorem, b: Theorem) -> Made:
    """From G |- f and D, f |- g: G, D |- g.  f may stand in b in another form with the same normal form."""
    return a.hypotheses | {h for h in b.hypotheses if not same_formula(h, a.conclusion)}, b.conclusion, [a, b]


@rule
def instantiate(th: Theorem, values: dict[Term, Term]) -> Made:
    """Other terms for free variables, of the same sort once the sizes in it are replaced.

    An integer put for a natural number adds the hypothesis that it is one.
    """
    needs = []
    for v, t in values.items():
        if v[0] != "v" or not all(x[1].isidentifier() for x in free(t)):
            raise KernelError("only variables are replaced, by terms of plain variables")
        wanted, sort = substitute(v[2], values), sort_of(t)
        if wanted in ORDER:
            if not within(sort, wanted):
                if wanted == R or not within(sort, Z):
                    raise KernelError(f"{t} is no value for {v[1]}")
                needs.append(("<=", ONE if wanted == P else ZERO, t))
        elif wanted[0] != sort[0] or wanted[0] == "L" and t[0] != "v":
            raise KernelError(f"{t} is no value for {v[1]}")
        elif any(size(a) != size(b) for a, b in zip(wanted[1:], sort[1:], strict=True)):
            raise KernelError(f"{t} has another shape than {v[1]}")
    return [*(substitute(h, values) for h in th.hypotheses), *needs], substitute(th.conclusion, values), [th]


@rule
def generalise(th: Theorem, i: Term, low: Term, high: Term) -> Made:
    """From G, low <= i, i <= high |- f: G |- f for all i in low..high; i is free in nothing else."""
    kept = th.hypotheses - {("<=", low, i), ("<=", i, high)}
    if i[0] != "v" or not within(i[2], Z) or i[2] in (P, N) and not within(sort_of(low), i[2]):
        raise KernelError(f"{i} does not stand for every value from {low} on")
    if any(i in free(x) for x in (*kept, low, high)):
        raise KernelError(f"{i[1]} is not arbitrary")
    return kept, ("all", low, high, closed(th.conclusion, i)), [th]


@rule
def specialise(th: Theorem, t: Term) -> Made:
    """From G |- f for all i in low..high: G, low <= t, t <= high |- f at the integer t."""
    f = th.conclusion
    if f[0] != "all" or not within(sort_of(t), Z):
        raise KernelError("a quantified formula and an integer are wanted")
    return th.hypotheses | {("<=", f[1], t), ("<=", t, f[2])}, opened(f[3], t), [th]


@rule
def identity(a: Term, b: Term) -> Made:
    """|- a = b, where both have the same normal form."""
    goal = ("=", a, b)
    check_formula(goal)
    same = matrix(a) == matrix(b) if sort_of(a)[0] == "M" else scalar(a) == scalar(b)
    if not same:
        raise KernelError(f"different normal forms: {a} and {b}")
    return [], goal, []


@rule
def linear(goal: Term, items: Sequence[tuple[Term, Theorem | None, Theorem]]) -> Made:
    """goal: a op b, where b - a is the sum of c (b' - a') over facts a' op b'.

    The factor c of an inequality comes with a theorem 0 <= c or 0 < c; a strict goal needs a strict fact with a strict
    factor; an equation follows from equations alone.
    """
    check_formula(goal)
    if goal[0] not in ("=", "<=", "<"):
        raise KernelError("a relation between numbers is wanted")
    rest, strict, premises = scalar(sub(goal[2], goal[1])), False, []
    for c, sign, fact in items:
        check_formula(("=", c, ZERO))
        f = fact.conclusion
        if f[0] not in ("=", "<=", "<") or sort_of(f[1])[0] == "M":
            raise KernelError("facts are relations between numbers")
        if f[0] != "=":
            if (
                goal[0] == "="
                or sign is None
                or sign.conclusion[0] not in ("<=", "<")
                or sign.conclusion[1:] != (ZERO, c)
            ):
                raise KernelError("the sign of the factor of an inequality is not shown")
            strict = strict or f[0] == sign.conclusion[0] == "<"
            premises.append(sign)
        premises.append(fact)
        rest = plus(rest, times(scalar(c), scalar(sub(f[2], f[1]))), -1)
    if rest or goal[0] == "<" and not strict:
        raise KernelError("the combination is not the goal")
    return NOTHING.union(*(p.hypotheses for p in premises)), goal, premises


@rule
def matrix_linear(goal: Term, items: Sequence[tuple[Term, Theorem, Term]]) -> Made:
    """goal: A = B, where A - B is the sum of L (A' - B') R over equations A' = B' between matrices."""
    check_formula(goal)
    if goal[0] != "=" or sort_of(goal[1])[0] != "M":
        raise KernelError("an equation between matrices is wanted")
    total, premises = sub_matrix(goal[1], goal[2]), []
    for left, fact, right in items:
        f = fact.conclusion
        if f[0] != "=":
            raise KernelError("facts are equations")
        # a - b times a matrix for numbers a = b, which the two factors then are
        between = (
            sub_matrix(f[1], f[2]) if sort_of(f[1])[0] == "M" else ("sc", sub(f[1], f[2]), ("id", sort_of(left)[2]))
        )
        total = ("m+", total, ("sc", num(-1), ("mm", ("mm", left, between), right)))
        premises.append(fact)
    sort_of(total)
    if matrix(total):
        raise KernelError("the combination is not the goal")
    return NOTHING.union(*(p.hypotheses for p in premises)), goal, premises


def sub_matrix(a: Term, b: Term) -> Term:
    """A - B."""
    return ("m+", a, ("sc", num(-1), b))


@rule
def rewrite(equation: Theorem, th: Theorem, hole: Term, template: Term) -> Made:
    """From G |- a = b and D |- f(a): G, D |- f(b); f is the template, the hole a variable of the sort of a and b."""
    if (
        equation.conclusion[0] != "="
        or hole[0] != "v"
        or hole[2] in (P, N)
        or any(hole in free(v[2]) for v in free(template))
    ):
        raise KernelError("an equation, and a number or matrix that stands in no size for a hole, are wanted")
    a, b = equation.conclusion[1:]
    check_formula(("=", hole, a))
    if hole[2] == Z and not all(within(sort_of(x), Z) for x in (a, b)):
        raise KernelError("the hole stands for integers")
    if substitute(template, {hole: a}) != th.conclusion:
        raise KernelError("the template is not the theorem")
    return equation.hypotheses | th.hypotheses, substitute(template, {hole: b}), [equation, th]


@rule
def trichotomy(below: Theorem, equal: Theorem, above: Theorem, a: Term, b: Term) -> Made:
    """From G, a < b |- f; G, a = b |- f; G, b < a |- f: G |- f."""
    if not below.conclusion == equal.conclusion == above.conclusion:
        raise KernelError("the cases end differently")
    kept = (below.hypotheses - {("<", a, b)}) | (equal.hypotheses - {("=", a, b)}) | (above.hypotheses - {("<", b, a)})
    check_formula(("<", a, b))
    return kept, below.conclusion, [below, equal, above]


@rule
def absurd(th: Theorem, f: Term) -> Made:
    """From G |- 0 < 0: G |- f."""
    if th.conclusion != FALSE:
        raise KernelError("no contradiction")
    return th.hypotheses, f, [th]


@rule
def deny(th: Theorem, a: Term) -> Made:
    """From G, a = 0 |- 0 < 0: G |- a != 0."""
    if th.conclusion != FALSE:
        raise KernelError("no contradiction")
    return th.hypotheses - {("=", a, ZERO)}, ("!=", a), [th]


@rule
def clash(unequal: Theorem, equal: Theorem) -> Made:
    """From G |- a != 0 and D |- a = 0: G, D |- 0 < 0."""
    if unequal.conclusion[0] != "!=" or equal.conclusion != ("=", unequal.conclusion[1], ZERO):
        raise KernelError("no contradiction")
    return unequal.hypotheses | equal.hypotheses, FALSE, [unequal, equal]


@rule
def discrete(th: Theorem) -> Made:
    """From G |- a < b between integers: G |- a + 1 <= b."""
    op, a, b = th.conclusion
    if op != "<" or not all(within(sort_of(x), Z) for x in (a, b)):
        raise KernelError("no strict inequality between integers")
    return th.hypotheses, ("<=", ("+", a, ONE), b), [th]


@rule
def induction(base: Theorem, step: Theorem, i: Term, low: Term, high: Term, f: Term) -> Made:
    """From G |- f(low) and D, low <= i, i + 1 <= high, f(i) |- f(i + 1): G, D, low <= i, i <= high |- f(i).

    i is an integer that is free in nothing else.
    """
    kept = base.hypotheses | (step.hypotheses - {f, ("<=", low, i), ("<=", ("+", i, ONE), high)})
    if i[0] != "v" or i[2] != Z or not all(within(sort_of(x), Z) for x in (low, high)):
        raise KernelError("an induction runs over integers")
    if any(i in free(x) for x in (*kept, low, high)) or any(i in free(x[2]) for x in free(f)):
        raise KernelError("the variable of the induction is not arbitrary, or stands in the size of a matrix")
    if base.conclusion != substitute(f, {i: low}) or step.conclusion != substitute(f, {i: ("+", i, ONE)}):
        raise KernelError("not the beginning, or not the step")
    return kept | {("<=", low, i), ("<=", i, high)}, f, [base, step]


@rule
def both(a: Theorem, b: Theorem) -> Made:
    """From G |- f and D |- g: G, D |- f and g."""
    return a.hypotheses | b.hypotheses, ("and", a.conclusion, b.conclusion), [a, b]


@rule
def part(th: Theorem, k: int) -> Made:
    """From G |- f_1 and f_2: G |- f_k."""
    if th.conclusion[0] != "and" or k not in (1, 2):
        raise KernelError("no conjunction")
    return th.hypotheses, th.conclusion[k], [th]


@rule
def choose(existence: Theorem, x: Term, th: Theorem) -> Made:
    """From G |- f(x) for some x and D, f(x) |- g: G, D |- g, where x is free in nothing else, f included."""
    f = existence.conclusion
    if f[0] != "ex" or x[0] != "v" or x[2] != f[1]:
        raise KernelError("no existence of something of this sort")
    kept = existence.hypotheses | (th.hypotheses - {opened(f[2], x)})
    if any(x in free(g) for g in (*kept, f, th.conclusion)):
        raise KernelError(f"{x[1]} is not arbitrary")
    return kept, th.conclusion, [existence, th]


@rule
def meaning(name: str, *arguments: Term) -> Made:
    """What a symbol of the vocabulary means, on its domain of definition: see `vocabulary`."""
    if name not in MEANINGS:
        raise KernelError(f"no meaning is called {name}")
    return (*MEANINGS[name](*arguments), [])


@rule
def axiom(identifier: str, letter: str, text: str, conjunct: int) -> Made:
    """A conjunct of a textbook statement, under what its domains, hypotheses and definedness ask for."""
    statement = read(identifier, letter, text)
    return statement.asked[conjunct], statement.conclusions[conjunct], []


@rule
def principle(name: str, *arguments: Any) -> Made:
    """An instance of a named principle, which is believed: see `principles`."""
    if name not in PRINCIPLES:
        raise KernelError(f"no principle is called {name}")
    return (*PRINCIPLES[name](*arguments), [])


def proves(th: Theorem, identifier: str, letter: str, text: str, conjunct: int) -> bool:
    """Whether a theorem is a conjunct of a statement, asking for nothing that the statement does not grant."""
    statement = read(identifier, letter, text)
    granted = statement.hypotheses[conjunct]
    known = all(any(same_formula(h, g) for g in granted) for h in th.hypotheses)
    return type(th) is Theorem and known and th.conclusion == statement.conclusions[conjunct]


# --- replay
#
# Derivations as data, and the kernel alone doing them again: what a process holds in memory need not be believed.
#
# A derivation is a list of steps, each a rule and what it was given, and of claims: a step and the conjunct it proves.
# Tuples are written once, in rows that refer to earlier rows.
#
#     python -I -S kernel.py FILE


WORK = 100_000_000  # units for a derivation, some minutes; those of the catalogue take 80,000 at most
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
SECONDS, MEMORY = 1800, 1 << 32  # of the process, for what is no unit


def replay(data: str) -> list[dict[str, Any]]:
    """Do every step again: per claim, its statement, the hash of the text, axioms and principles.

    Raises KernelError where a step does not go through, a claim is not what was proved, or there is too much to do.
    """
    with at_most(WORK):
        return _replayed(data)


def _replayed(data: str) -> list[dict[str, Any]]:
    try:
        given = json.loads(data)
        rows, steps = list[tuple[Any, ...]](), list[Theorem]()

        def value(name: str) -> Any:
            kind, rest = name[:1], name[1:]
            if kind == "d":
                return dict(value(rest))
            if kind in ("r", "t"):
                return (rows if kind == "r" else steps)[_count(rest)]
            if kind == "s":
                return rest
            return _rational(rest) if kind == "q" else {"j": json.loads}[kind](rest)

        waiting = iter(given["rows"])
        for rule, *arguments in given["steps"]:
            needed = 1 + max((_count(a.lstrip("d")[1:]) for a in arguments if a.lstrip("d")[:1] == "r"), default=-1)
            while len(rows) < needed:
                rows.append(tuple(value(x) for x in next(waiting)))
            steps.append(RULES[rule](*map(value, arguments)))
        out = []
        for step, identifier, letter, text, conjunct in given["claims"]:
            if any(type(k) is not int or k < 0 for k in (step, conjunct)):
                raise ValueError("a claim names a step and a conjunct by numbers from 0")
            th = steps[step]
            if not proves(th, identifier, letter, text, conjunct):
                raise KernelError(f"conjunct {conjunct} of {identifier} is not what step {step} proves")
            axioms, principles = sorted(map(list, th.axioms)), sorted(th.principles)
            digest = read(identifier, letter, text).hash
            out.append(
                {"id": identifier, "hash": digest, "conjunct": conjunct, "axioms": axioms, "principles": principles}
            )
        return out
    except FAULTS as error:
        raise KernelError(f"no derivation: {type(error).__name__}: {error}") from error


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} is no number of a row or step")
    return int(text)


def _rational(text: str) -> Fraction:
    """Digits and no exponent, which a few letters would make a number of any length."""
    if not (text.isascii() and text.removeprefix("-").replace("/", "", 1).isdigit()):
        raise ValueError(f"{text!r} is no rational number")
    return Fraction(text)


def main() -> None:
    """Derivation in the file that is named, or on standard input; exit status 1 where it does not go through.

    Of a file: yes or no, and for each claim its id, conjunct and hash, and the axioms and principles it stands on.  Of
    standard input: the same as JSON.
    """
    sys.setrecursionlimit(10_000)  # long sums are deep terms
    with suppress(ImportError, OSError, ValueError):  # where the system has limits; those that are lower remain
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        if sys.argv[1:]:
            with open(sys.argv[1], encoding="utf-8") as file:
                found = replay(file.read())
            print("yes")
            for claim in found:
                print(f"{claim['id']} [{claim['conjunct']}] {claim['hash']}")
                print(
                    "\n".join(
                        [
                            *(f"  axiom {a} {b}" for a, b in claim["axioms"]),
                            *(f"  principle {p}" for p in claim["principles"]),
                        ]
                    )
                    or "  no axioms"
                )
        else:
            print(json.dumps(replay(sys.stdin.read())))
    except KernelError as error:
        print(f"no: {error}" if sys.argv[1:] else error, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
