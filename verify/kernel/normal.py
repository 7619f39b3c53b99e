"""Normal forms: polynomials over the rationals, and sums of words in non-commuting matrices with such coefficients.

Two terms with the same normal form are equal for all values of their variables, whatever their sizes.  What is built
in: the ring laws; transposes of sums, products, Kronecker and entrywise products and exponentials; I A = A = A I; 1 x 1
products are numbers and equal to their transposes; traces are linear and blind to turning a product round or over;
(A x B)(C x D) = AC x BD; Kronecker and entrywise products are bilinear, entrywise ones commute; |-x| = |x|; max and min
are symmetric; roots of rational squares; W^{last:first} = I for last = first - 1.  Everything else is an atom, compared
by the normal forms of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from types import MappingProxyType
from typing import Any, cast

from lemmata.verify.kernel.allowance import short, spend
from lemmata.verify.kernel.terms import ONE, OVER, Term, Z, first_equal, neg, num, opened, size, size_term, sort_of

Mono = tuple[tuple[int, int], ...]  # (number of an atom, exponent), sorted
Poly = dict[Mono, Fraction]
Word = tuple[int, ...]  # numbers of letters
Form = dict[Word, Poly]
_atoms: dict[Any, int] = {}  # key -> number; the number only orders atoms
_shown: list[tuple[Any, Term]] = []  # key and a term for each atom
_letters: dict[Any, int] = {}
_seen: list[tuple[Any, Any, Any, Term]] = []  # key, sizes of rows and columns, and a term for each letter
Made = dict[int, tuple[Term, Any]]  # terms, each the first of its equals, and what was made of them, by their ids
_scalars: Made = {}
_matrices: Made = {}


def forget() -> None:
    """Start counting anew, so that the order of terms does not depend on the past.  No theorem holds a number."""
    for table in (_atoms, _shown, _letters, _seen, _scalars, _matrices):
        table.clear()


def _once(t: Term, make: Callable[[Term], dict[Any, Any]], made: Made) -> Any:
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
        return letter(("had", *both), cols, rows, ("had", *(_beside_term(w, cols) for w in both)))[0]
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
                pairs.append((times(p, q), settled(_beside(v, w, *shapes), rows, cols)))
        return combined(pairs)
    if op == "had":
        pairs = []
        for v, p in matrix(t[1]).items():
            for w, q in matrix(t[2]).items():
                both = sorted((v, w))
                new = letter(("had", *both), rows, cols, ("had", *(_beside_term(x, rows) for x in both)))
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
                    pairs.append((times(p, q), settled(word[:k] + _beside(v, w, *shapes) + word[k + 2 :], rows, cols)))
            return combined(pairs)
    cuts = [k for k in range(len(word) + 1) if (rows if k == 0 else _seen[word[k - 1]][2]) == UNIT]
    if len(cuts) < 2:
        return {word: constant(1)}
    coefficient = constant(1)
    for a, b in zip(cuts, cuts[1:], strict=False):
        coefficient = times(coefficient, _number(word[a:b]))
    return {word[: cuts[0]] + word[cuts[-1] :]: coefficient} if coefficient else {}


def _number(word: Word) -> Poly:
    """The entry of a 1 x 1 product, equal to that of its transpose."""
    back = tuple(turned(x) for x in reversed(word))
    least = min(word, back)
    return atom(("w", least), ("tr", word_term(least)))


def _beside(v: Word, w: Word, left: Any, right: Any) -> Word:
    """The Kronecker product of two words as a word."""
    for first, word, shape in ((True, v, left), (False, w, right)):
        if not word and shape == (UNIT, UNIT):
            return w if first else v
    if not v and not w:
        return ()
    rows, cols = (_size(("*", left[k], right[k])) for k in (0, 1))
    terms = [word_term(x) if x else ("id", s[0]) for x, s in ((v, left), (w, right))]
    return letter(("kron", v, w, left, right), rows, cols, ("kron", *terms))


def _beside_term(word: Word, rows: Any) -> Term:
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
