"""Polynomials and words of the kernel's normal forms, and equations between them, for the elaborator."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    Form,
    KernelError,
    Mono,
    Poly,
    R,
    Term,
    Theorem,
    Word,
    Z,
    constant,
    free,
    matrix,
    num,
    plus,
    remembered,
    same_formula,
    seen,
    size,
    sort_of,
    times,
    transform,
    turned,
    within,
    word_term,
)

Items = list[tuple[Poly, Theorem]]
# matrices made of others
BUILT = ("vst", "stack", "msum", "mprod", "kron", "minv", "dg", "had", "expm", "logm", "sqrtm", "pinv")


def forget() -> None:
    """Start counting anew, so that the order of terms does not depend on the past."""
    for table in logic.MEMORIES:
        table.clear()


def shown(p: Poly) -> Term:
    """A term of this normal form."""
    total: Term | None = None
    for m, c in sorted(p.items()):
        term = num(c)
        for x, k in m:
            power = atom_term(x) if k == 1 else ("^", atom_term(x), k)
            term = power if term == ONE else ("*", term, power)
        total = term if total is None else ("+", total, term)
    return total or num(0)


def sides_of(p: Poly) -> tuple[Term, Term]:
    """The sides a and b of a relation whose slack b - a is this normal form, each a sum of positive terms."""
    return shown({m: -c for m, c in p.items() if c < 0}), shown({m: c for m, c in p.items() if c > 0})


def atom_key(x: int) -> Any:
    """The key of an atom."""
    return seen[x][0]


def atom_term(x: int) -> Term:
    """The term of an atom."""
    return seen[x][3]


def letter_key(x: int) -> Any:
    """The key of a letter."""
    return seen[x][0]


def letter_term(x: int) -> Term:
    """The term of a letter."""
    return seen[x][3]


def as_term(word: Word, size_: Term) -> Term:
    """A word as a term, the identity of this size where it is empty."""
    return word_term(word) if word else ("id", size_)


@remembered
def written(f: Term) -> str:
    """A formula as text, by which sets of them are put in order."""
    return repr(f)


def in_order(formulas: Iterable[Term]) -> list[Term]:
    """The formulas of a set in an order that is the same in every process."""
    return sorted(formulas, key=written)


def hypotheses(th: Theorem) -> list[Term]:
    """The hypotheses of a theorem, in order."""
    return in_order(th.hypotheses)


def variables(*formulas: Term) -> list[Term]:
    """The free variables of formulas, in order."""
    return in_order(frozenset[Term]().union(*map(free, formulas)))


def cut(a: Theorem, b: Theorem) -> Theorem:
    """The rule `cut`, with the hypotheses compared in order: comparing is what gives atoms their numbers."""
    for h in hypotheses(b):
        same_formula(h, a.conclusion)
    return logic.cut(a, b)


def parted(m: Mono, c: Fraction | int, i: Term) -> tuple[Term, Term]:
    """A term c m of a polynomial as a factor free of the index and one that depends on it."""
    outer: list[tuple[int, int]] = []
    inner: list[tuple[int, int]] = []
    for x, k in m:
        (inner if i in free(atom_term(x)) else outer).append((x, k))
    return shown({tuple(outer): Fraction(c)}), shown({tuple(inner): Fraction(1)})


def difference(f: Term) -> Term:
    """A - B, for an equation A = B between matrices."""
    return ("m+", f[1], ("sc", num(-1), f[2]))


def inside(th: Theorem, make: Callable[[Term], Term], left: Term | None = None) -> Theorem:
    """From a = b: f(a) = f(b), between matrices or numbers; `left` is another way to write f(a)."""
    _, a, b = th.conclusion
    sort = sort_of(a)
    hole = ("v", "hole_", sort if sort[0] == "M" else Z if within(sort, Z) and within(sort_of(b), Z) else R)
    left = make(a) if left is None else left
    return logic.rewrite(th, logic.identity(left, make(a)), hole, ("=", left, make(hole)))


class Rule:
    """An equation between matrices used from left to right: a word, what it becomes, and the theorem."""

    def __init__(self, theorem: Theorem, word: Word | None = None) -> None:
        left, self.becomes = theorem.conclusion[1:]
        self.theorem = theorem
        if word is not None:
            self.word: Word = word
            return
        form = matrix(left)
        if len(form) != 1 or next(iter(form.values())) != constant(1):
            raise KernelError("the left side is no single product")
        self.word = next(iter(form))


def put_for(old: Term, new: Term, t: Term) -> Term:
    """The term with one part put for another."""
    return transform(t, lambda x, _: new if x == old else None)


def equation(a: Term, b: Term, items: Items) -> Theorem:
    """a = b, where a - b is the sum of c (y - x) over theorems x = y."""
    return logic.linear(("=", a, b), [(shown(times(constant(-1), c)), None, th) for c, th in items])


def valued(th: Theorem) -> tuple[Term, Theorem]:
    """An equation with its right side."""
    return th.conclusion[2], th


def nested(op: str, terms: list[Term]) -> Term:
    """Terms joined by an operation of two."""
    out = terms[0]
    for t in terms[1:]:
        out = (op, out, t)
    return out


def form_term(form: Form, sort: Term) -> Term:
    """A matrix term of this normal form."""
    if not form:
        return ("zero", sort[1], sort[2])
    return nested("m+", [("sc", shown(p), as_term(w, sort[1])) for w, p in sorted(form.items())])


def power(p: Poly, k: int) -> Poly:
    """p^k."""
    out = constant(1)
    for _ in range(k):
        out = times(out, p)
    return out


def put_for_atom(p: Poly, x: int, by: Poly) -> tuple[Poly, Poly]:
    """p with `by` for the atom x, and the q with p = that + q (x - by)."""
    out: Poly = {}
    quotient: Poly = {}
    for m, c in p.items():
        k = dict(m).get(x, 0)
        if not k and m not in out:
            out[m] = c
            continue
        other = {tuple(pair for pair in m if pair[0] != x): c}
        out = plus(out, times(other, power(by, k)))
        for j in range(k):
            quotient = plus(
                quotient, times(times(other, power(by, j)), {((x, k - 1 - j),) if k - 1 - j else (): constant(1)[()]})
            )
    return out, quotient


def quotient(whole: Mono, part: Mono) -> Mono | None:
    """whole / part, None where part does not divide."""
    if not part:
        return whole
    powers, less = _powers(whole), _powers(part)
    if any(powers.get(x, 0) < k for x, k in part):
        return None
    return tuple([(x, k - less.get(x, 0)) for x, k in whole if k > less.get(x, 0)])


@cache
def _powers(m: Mono) -> dict[int, int]:
    return dict(m)


@cache
def degree(m: Mono) -> int:
    """The degree of a monomial in the atoms."""
    return sum([k for _, k in m])


def long_division(p: Poly, e: Poly, lead: Mono) -> tuple[Poly, Poly]:
    """The rest and the factor q with p = rest + q e, the monomial `lead` of e dividing none of the rest."""
    factor: Poly = {}
    while part := {q: c / e[lead] for m, c in p.items() if (q := quotient(m, lead)) is not None}:
        p, factor = plus(p, times(e, part), -1), plus(factor, part)
    return p, factor


def leading(e: Poly) -> Mono:
    """The greatest monomial of a polynomial, by degree and then by powers: division by it comes to an end."""
    atoms = sorted({x for m in e for x, _ in m})
    return max(e, key=lambda m: (degree(m), [_powers(m).get(x, 0) for x in atoms]))


def lowered(p: Poly, x: int, square: Poly) -> tuple[Poly, Poly]:
    """p with `square` for x^2 until each term has x once at most, and the q with p = that + q (square - x^2)."""
    power: Mono = ((x, 2),)
    return long_division(p, plus(square, {power: Fraction(1)}, -1), power)


def replaced(p: Poly, x: int, by: Poly, items: Items) -> tuple[Poly, Items]:
    """p with `by` for the atom x, where x = by + items; and the items that make up the difference."""
    out, quotient = put_for_atom(p, x, by)
    return out, [(times(quotient, c), th) for c, th in items]


def _size_of(t: Term) -> int:
    """Matrices made of others count more, sums inside Kronecker products most."""
    if t[0] == "T":
        return _size_of(t[1])
    return 1 if t[0] not in BUILT else 8 if t[0] == "kron" and "msum" in str(t) else 4


def thin(factors: Any, side: int) -> bool:
    """Whether one of the factors of a Kronecker product is a column (side 2), or a row (side 1)."""
    return any(size(sort_of(x)[side]) == size(ONE) for x in factors)


def weight(form: Form) -> int:
    """Letters in the longest word, those inside Kronecker products counted."""
    return max((sum(_weight(x) for x in w) for w in form), default=0)


def _weight(x: int) -> int:
    key = letter_key(x)
    return 1 + sum(_weight(y) for part in key[1:3] for y in part) if key[0] == "kron" else 1


def turns_of(w: Word) -> int:
    """How many transposes there are in a word, also inside its letters."""
    return sum(str(letter_term(x)).count("('T',") for x in w)


def measure(x: int) -> tuple[int, int, Word]:
    """Length, transposes and letters of the product a trace is taken of: rules make it smaller."""
    word = atom_key(x)[1]
    letters = sum(_size_of(letter_term(y)) for y in word)
    return letters, min(turns_of(word), turns_of(tuple(turned(y) for y in reversed(word)))), word
