"""Terms, sorts and formulas of the kernel: plain tuples, locally nameless.

Sorts are ("P",) positive, ("N",) natural, ("Z",) integer, ("R",) real numbers, ("M", r, c) real matrices with natural
terms r, c as sizes, and ("L", depth, d, m, k) families of layers.  Every sort is inhabited (1, 0, the zero matrix)
whatever the values of the variables in it; what a domain asks for beyond its sort is an explicit hypothesis.

Free variables carry their sort, ("v", name, sort).  Bound ones are numbers, ("b", k): k binders up.  All functions are
total; a value outside the domain of definition is arbitrary and only a hypothesis can say something about it.  The one
convention is inv(0) = 0, so that inv(x y) = inv(x) inv(y).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lemmata.verify.kernel.allowance import HIGHEST, spend
from lemmata.verify.kernel.allowance import KernelError as KernelError

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
    op = whole(t)
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
        return R if op == "maxo" else _over(t, body, within(sort_of(t[2], bound), N))
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
        return _matrix(op, t, sorts)
    if op in ("+", "*", "max", "min"):
        return P if op == "+" and set(sorts) == {P, N} else max(sorts, key=ORDER.index)
    if op == "width":
        return max((sort_of(x, bound) for x in sorts[0][2:]), key=ORDER.index)
    return Z if op == "abs" and within(sorts[0], Z) else R


@remembered
def _sort(t: Term) -> Term:
    return _sort_under(t, ())


def whole(t: Term) -> Any:
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


def _matrix(op: str, t: Term, sorts: list[Term]) -> Term:
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


def _over(t: Term, body: Term, counted: bool) -> Term:
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
    if whole(sort) == "L" and (sort[1][0] != "v" or sort[1][2] != P):
        raise KernelError("the depth of a family of layers is a variable")
    for x in sort[1:]:
        _argument("N", x, bound)
    if sort[0] not in ("M", "L") and sort not in ORDER:
        raise KernelError(f"{sort} is no sort")


def check_formula(f: Term, bound: tuple[Term, ...] = ()) -> None:
    """Raises KernelError unless the formula is well formed."""
    op = whole(f)
    if op in ("<=", "<", "!="):
        for x in f[1:]:
            _argument("R", x, bound)
    elif op == "=":
        a = sort_of(f[1], bound)
        sort_of(f[2], bound)
        if a[0] == "M":
            _matrix("m+", f, [a, _argument("M", f[2], bound)])
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
