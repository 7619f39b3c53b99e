"""What the symbols mean: the definitions that the rule `meaning` grants, each where its symbol is defined.

A definition gives (hypotheses, conclusion) from the terms it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lemmata.verify.kernel.terms import (
    ONE,
    OVER,
    ZERO,
    KernelError,
    N,
    P,
    Term,
    Z,
    opened,
    shift,
    size,
    sort_of,
    sub,
    within,
)  # fmt: skip

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


def _number(t: Term) -> Meaning:
    """0 < c for a positive constant, 1 <= n and 0 <= n by form for sizes, 0 <= x^2."""
    if t[0] == "q" and t[1] > 0:
        return [], ("<", ZERO, t)
    if t[0] == "^" and t[2] == 2:
        return [], le(ZERO, t)
    if not within(sort_of(t), N):
        raise KernelError(f"{t} has no sign by form")
    return [], le(ONE if sort_of(t) == P else ZERO, t)


def _extreme(t: Term, k: int, *more: Term) -> Meaning:
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


def _over(t: Term, which: str, *more: Term) -> Meaning:
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
        return [], _factor(op, low, high, *more)
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


def _factor(op: str, low: Term, high: Term, left: Term, body: Term, right: Term) -> Term:
    """Factors free of the index stand before and behind a sum."""
    a, b = shift(left, 1), shift(right, 1)
    if op == "sum":
        return eq((op, low, high, ("*", a, body)), ("*", left, (op, low, high, body)))
    if op != "msum":
        raise KernelError("factors come out of sums")
    inside = ("mm", ("mm", a, body), b)
    return eq((op, low, high, inside), ("mm", ("mm", left, (op, low, high, body)), right))


def _spectrum(a: Term, i: Term) -> Meaning:
    """0 <= s_i(A)."""
    return [le(ONE, i), le(i, rows(a)), le(i, cols(a))], le(ZERO, ("s", a, i))


def _end(op: str, a: Term) -> Meaning:
    """smax, smin, lmax and lmin are the first and the last singular value and eigenvalue."""
    if op not in ("smax", "smin", "lmax", "lmin"):
        raise KernelError(f"{op} is no end of a spectrum")
    spectral = op in ("smax", "smin")
    last = ("min", rows(a), cols(a)) if spectral else rows(a)
    at = ONE if op in ("smax", "lmax") else last
    return [] if spectral else [symmetric(a)], eq((op, a), ("s" if spectral else "lam", a, at))


def _sign(op: str, a: Term) -> Meaning:
    """Norms, the largest modulus of an entry, the rank and radii are not negative."""
    if op not in ("normF", "norm2", "maxabs", "rank", "rho", "numradius"):
        raise KernelError(f"{op} has no sign by definition")
    return [], le(ZERO, (op, a))


def _power_sign(a: Term, k: Term, strict: str) -> Meaning:
    """0 < a^k for a > 0, 0 <= a^k for a >= 0; at a = 0 a power is defined for positive k only."""
    above = strict or k[0] == "q" and k[1] <= 0
    needs = [("<" if above else "<=", ZERO, a)]
    if not above and k[0] != "q":
        needs.append(("<", ZERO, k))
    return needs, ("<" if strict else "<=", ZERO, ("rpow", a, k))


def _matrix_root(a: Term, which: str) -> Meaning:
    """The square root of a positive semidefinite matrix is the positive semidefinite matrix with this square."""
    root = ("sqrtm", a)
    said = {"square": eq(("mm", root, root), a), "symmetric": symmetric(root), "sign": le(ZERO, ("lmin", root))}
    if which not in said:
        raise KernelError(f"no square root has a property called {which}")
    return [symmetric(a), le(ZERO, ("lmin", a))], said[which]


def _matrix_logarithm(a: Term, which: str) -> Meaning:
    """The logarithm of a positive definite matrix is the symmetric matrix with this exponential."""
    log = ("logm", a)
    if which not in ("inverse", "symmetric"):
        raise KernelError(f"no logarithm has a property called {which}")
    said = symmetric(log) if which == "symmetric" else eq(("expm", log), a)
    return [symmetric(a), ("<", ZERO, ("lmin", a))], said


def _logarithm(x: Term, which: str) -> Meaning:
    """log is the inverse of exp."""
    if which == "exp":
        return [], eq(("log", ("exp", x)), x)
    if which != "log":
        raise KernelError(f"no logarithm has a property called {which}")
    return [("<", ZERO, x)], eq(("exp", ("log", x)), x)


def _eigenvector(a: Term, i: Term) -> Meaning:
    """A u = lam_i(A) u and u^T u = 1 for some u (the spectral theorem)."""
    u = ("b", 0)
    a, i, n = shift(a, 1), shift(i, 1), rows(a)
    some = ("and", eq(("mm", a, u), ("sc", ("lam", a, i), u)), eq(("mm", ("T", u), u), ("id", ONE)))
    return [symmetric(a), le(ONE, i), le(i, n)], ("ex", ("M", n, ONE), some)


def _singular_vectors(a: Term, i: Term) -> Meaning:
    """A u = s v, A^T v = s u, u^T u = 1 = v^T v with s = s_i(A) for some u, v (singular value decomposition)."""
    m, n, u, v = rows(a), cols(a), ("b", 1), ("b", 0)
    s, bound = ("s", a, i), [le(ONE, i), le(i, m), le(i, n)]
    vectors = ("and", eq(("mm", a, u), ("sc", s, v)), eq(("mm", ("T", a), v), ("sc", s, u)))
    lengths = ("and", eq(("mm", ("T", u), u), ("id", ONE)), eq(("mm", ("T", v), v), ("id", ONE)))
    return bound, ("ex", ("M", n, ONE), ("ex", ("M", m, ONE), ("and", vectors, lengths)))


def _form(a: Term, i: Term, x: Term, u: Term, v: Term) -> Meaning:
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
    inside = [le(ONE, i), le(i, n)]
    if n == ONE:
        return inside, eq(("e", n, i), ("id", ONE))
    product = ("mm", ("T", ("e", n, i)), ("e", n, j))
    if i == j:
        return inside, eq(product, ("id", ONE))
    if i[0] != "q" or j[0] != "q":
        raise KernelError("different indices are wanted")
    return [*inside, le(ONE, j), le(j, n)], eq(product, ("zero", ONE, ONE))


def _places(a: Term, b: Term) -> Meaning:
    """e_i (x) e_j is the unit column of number (i - 1) q + j, for e_j of length q."""
    if a[0] != "e" or b[0] != "e":
        raise KernelError("two unit columns are wanted")
    (p, i), (q, j) = a[1:], b[1:]
    at = ("+", ("*", sub(i, ONE), q), j)
    return [le(ONE, i), le(i, p), le(ONE, j), le(j, q)], eq(("kron", a, b), ("e", ("*", p, q), at))


def _entrywise(a: Term, b: Term, e: Term) -> Meaning:
    """(A o B) e_j = diag(A e_j) B e_j."""
    if e[0] != "e":
        raise KernelError("a unit column is wanted")
    inner = ("mm", ("T", ("e", shift(rows(a), 1), ("b", 0))), ("mm", shift(a, 1), shift(e, 1)))
    column = ("mm", ("dg", rows(a), ("tr", inner)), ("mm", b, e))
    return [le(ONE, e[2]), le(e[2], cols(a))], eq(("mm", ("had", a, b), e), column)


def _beside(a: Term, b: Term, c: Term) -> Meaning:
    """(x (x) Y) C = x (x) Y C and (X (x) y) C = X C (x) y for columns x, y."""
    product = ("mm", ("kron", a, b), c)
    if size(cols(a)) == size(ONE):
        return [], eq(product, ("kron", a, ("mm", b, c)))
    if size(cols(b)) != size(ONE):
        raise KernelError("no column in the product")
    return [], eq(product, ("kron", ("mm", a, c), b))


def _stacks(a: Term, b: Term) -> Meaning:
    """Stacked blocks multiply block by block: (A; B)^T (C; D) = A^T C + B^T D."""
    product = ("mm", ("T", a), b)
    if a[0] == "vst" == b[0] and sort_of(a[1])[1] == sort_of(b[1])[1]:
        return [], eq(product, ("m+", *(("mm", ("T", a[k]), b[k]) for k in (1, 2))))
    if a[0] == "e" and b[0] == "stack" and b[1] == ONE and rows(opened(b[3], MARK)) == ONE:  # a row of single rows
        return [le(ONE, a[2]), le(a[2], b[2])], eq(product, opened(b[3], a[2]))
    if a[0] == "stack" == b[0] and a[1:3] == b[1:3]:
        return [], eq(product, ("msum", a[1], a[2], ("mm", ("T", a[3]), b[3])))
    raise KernelError("no stacks of the same blocks")


def _width(w: Term, layer: Term) -> Meaning:
    """The layers between the first and the last are m wide; the ends are built into sizes."""
    _, depth, _, m, _ = w[2]
    return [le(ONE, layer), le(("+", layer, ONE), depth)], eq(("width", w, layer), m)


def _segment(w: Term, last: Term, first: Term) -> Meaning:
    """W^{last:first} = W^{last} W^{last-1:first}: the layer that acts last stands in front."""
    kind, depth, *_ = sort_of(w)
    if kind != "L":
        raise KernelError("a family of layers is wanted")
    product = ("mm", ("seg", w, last, last), ("seg", w, sub(last, ONE), first))
    return [le(ONE, first), le(first, last), le(last, depth)], eq(("seg", w, last, first), product)


def _inverse(a: Term, side: str) -> Meaning:
    """a inv(a) = 1; A A^-1 = I = A^-1 A."""
    if sort_of(a)[0] != "M":
        return [("!=", a)], eq(("*", a, ("inv", a)), ONE)
    b = ("minv", a)
    return [("!=", ("det", a))], eq(("mm", a, b) if side == "right" else ("mm", b, a), ("id", rows(a)))


def _vanishing(a: Term) -> Meaning:
    """A = 0 where A^T A = 0."""
    return [eq(("mm", ("T", a), a), ("zero", cols(a), cols(a)))], eq(a, ("zero", rows(a), cols(a)))


MEANINGS: Mapping[str, Callable[..., Meaning]] = MappingProxyType(
    {
        "number": _number,
        "inverse": _inverse,
        "root": lambda a: ([le(ZERO, a)], eq(("^", ("sqrt", a), 2), a)),
        "root-sign": lambda a: ([le(ZERO, a)], le(ZERO, ("sqrt", a))),
        "modulus": lambda a: ([], eq(("^", ("abs", a), 2), ("^", a, 2))),
        "modulus-sign": lambda a: ([], le(ZERO, ("abs", a))),
        "extreme": _extreme,
        "over": _over,
        "spectrum": _spectrum,
        "end": _end,
        "sign": _sign,
        "power-sign": _power_sign,
        "exponential": lambda a: ([], ("<", ZERO, ("exp", a))),
        "logarithm": _logarithm,
        "schatten-sign": lambda p, a: ([("<", ZERO, p)], le(ZERO, ("schatten", p, a))),
        "matrix-root": _matrix_root,
        "matrix-logarithm": _matrix_logarithm,
        "condition": lambda a: ([("<", ZERO, ("smax", a))], le(ONE, ("cond", a))),
        "frobenius": lambda a: ([], eq(("^", ("normF", a), 2), ("tr", ("mm", ("T", a), a)))),
        "vanishing": _vanishing,
        "eigenvector": _eigenvector,
        "singular-vectors": _singular_vectors,
        "form": _form,
        "diagonal": _diagonal,
        "units": _units,
        "places": _places,
        "entrywise": _entrywise,
        "beside": _beside,
        "stacks": _stacks,
        "width": _width,
        "segment": _segment,
    }
)  # fmt: skip

# Definitions that hide a theorem: a proof that uses one names it.
SPECTRAL = dict.fromkeys(("eigenvector", "matrix-root", "matrix-logarithm"), "spectral theorem")
THEOREMS = MappingProxyType(SPECTRAL | {"singular-vectors": "singular value decomposition"})
