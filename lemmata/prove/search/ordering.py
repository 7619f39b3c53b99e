"""Orders between matrices, and inequalities between traces and forms x^T A x: what is on the larger side as a sum of
squares of words.

A square is W^T Y W with a word W, or the sum or difference of two, and a semidefinite matrix Y: the identity, what is
given to be one, the inverse of one, what extreme eigenvalues and norms say of a matrix.  A linear program looks for
weights, next to multiples of equations between words (`matrix_equations.py`), as those of inverses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from lemmata.kernel import (
    ONE,
    ZERO,
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
    trace,
    word_term,
)
from lemmata.language import proof
from lemmata.prove.linear import cheapest
from lemmata.prove.normal_words import atom_key, atom_term, letter_term, shown
from lemmata.prove.search.limits import DEEP, HALVES, ORDERS, PRODUCTS
from lemmata.prove.search.match_matrices import form_term
from lemmata.prove.search.matrix_equations import SPOKEN, Entry, Ideal, Known, Product, Products, degree, flat
from lemmata.prove.search.search_state import Clock, Goal, NotFound, orders
from lemmata.prove.search.steps import Tactic

UNIT: Form = {(): constant(1)}


@dataclass(frozen=True, eq=False)
class Square:
    """c W^T Y W, with a number c and a matrix Y that are not negative; without Y a number that is not negative."""

    factor: Poly
    inner: Term | None
    half: Form
    columns: Term  # of W
    form: dict[Entry, Fraction]
    seen: bool = True  # whether Y is seen to be semidefinite


@dataclass(frozen=True)
class Sum:
    """Squares with their weights, and multiples of equations."""

    squares: list[tuple[Square, Fraction]]
    equations: dict[Product, Fraction]


@dataclass
class Order(Tactic):
    """X - c I >= 0, or a number that is a sum of traces, as a sum of squares of words modulo equations."""

    products: Products

    def __post_init__(self) -> None:
        self.products_: dict[object, Form] = {}

    def applies(self, goal: Goal) -> bool:
        """Whether it speaks of one least eigenvalue and numbers, or of traces and forms."""
        if goal.op == "=" or goal.depth > DEEP + 1:
            return False
        p = self.search.slack(goal.formula)
        spoken = goal.op == "<=" and any(atom_key(x)[0] in SPOKEN for m in p for x, _ in m)
        return spoken or self.least(p) is not None

    def least(self, p: Poly) -> Mono | None:
        """The least eigenvalue that a slack has and bounds with plain numbers."""
        ends = [m for m in p if len(m) == 1 == m[0][1] and atom_term(m[0][0])[0] == "lam"]
        if len(ends) != 1 or p[ends[0]] < 0:
            return None
        t = atom_term(ends[0][0][0])
        plain = all(atom_term(y)[0] == "v" for n in p if n != ends[0] for y, _ in n)
        return ends[0] if plain and size(t[2]) == size(sort_of(t[1])[1]) else None

    def run(self, goal: Goal, clock: Clock) -> str:
        p, reduced = self.search.slack(goal.formula), self.search.matcher.reduced
        m = self.least(p)
        if m is None:
            target: Form = {(): self.products.squared(p)}
            for found, _ in self.sought(target, None, goal):
                with suppress(NotFound), self.search.trial():
                    return self.steps.sum(goal.formula, self.numbers(found, goal))
            raise NotFound("no sum of squares")
        c = p[m]
        shift = {n: d / c for n, d in p.items() if n != m}  # 0 <= lmin(X) + s says that X + s I is semidefinite
        x = reduced(atom_term(m[0][0])[1])
        raised = reduced(("m+", x, ("sc", shown(shift), ("id", sort_of(x)[1])))) if shift else x
        for found, by in self.sought(matrix(raised), raised, goal):
            with suppress(NotFound), self.search.trial():
                made = self.matrices(found, raised, by, goal)
                factors = {name: times(q, {(): c / by}) for name, q in made.items()}
                if shift:
                    known = ("=", ("lmin", raised), ("+", ("lmin", x), shown(shift)))
                    values = {"A": x, "c": shown(shift)}
                    same = self.steps.put("classical.extreme-eigenvalues-of-shift", values, known, 1)
                    factors[same] = {(): c}
                return self.steps.sum(goal.formula, factors)
        raise NotFound("no sum of squares")

    def numbers(self, found: Sum, goal: Goal) -> dict[str, Poly]:
        """Steps whose sum, each times a number, says that a number is not negative."""
        factors = dict[str, Poly]()
        for square, c in found.squares:
            name = self.not_negative(square, goal)
            factors[name] = plus(
                factors.get(name, {}), times(square.factor, constant(c)) if square.half else constant(c)
            )
        for name, q in self.products.factors(found.equations).items():
            factors[name] = plus(factors.get(name, {}), q, -1)  # b - a for an equation a = b
        return factors

    def matrices(self, found: Sum, x: Term, by: Fraction, goal: Goal) -> dict[str, Poly]:
        """Steps whose sum, each times a number, says that a multiple of a matrix X is semidefinite, or definite."""
        name, total = "", ZERO
        below = Goal(("<=", *goal.sides), goal.depth)
        for square, c in found.squares:
            if not name:
                name, total = self.semidefinite(square, c, goal)
                continue
            last, term = self.semidefinite(square, c, below)
            whole, put = ("m+", total, term), self.steps.put
            if goal.op == "<":
                name = put(
                    "classical.definite-sum", {"D": total, "E": total, "K": term}, ("<", ZERO, ("lmin", whole)), 1
                )
            else:
                name = put("classical.psd-sum", {"K": total, "L": term}, ("<=", ZERO, ("lmin", whole)))
            total = whole
        factors = {name: constant(1)}
        if found.equations:
            more = x if by == 1 else ("sc", num(by), x)
            same = self.products.summed(("=", more, total), found.equations)
            factors[self.search.add(None, proof.Applied("lmin", same))] = constant(1)
        if by != 1:
            known = ("=", ("lmin", ("sc", num(by), x)), ("*", num(by), ("lmin", x)))
            said = self.steps.put("classical.extreme-eigenvalues-of-multiple", {"A": x, "c": num(by)}, known, 1)
            factors[said] = constant(1)
        return factors

    def sought(self, target: Form, x: Term | None, goal: Goal) -> Iterator[tuple[Sum, Fraction]]:
        """Multiples of what is wanted as sums of squares and of multiples of equations, and which; for what is to be
        definite the first is."""
        sort = ("M", ONE, ONE) if x is None else sort_of(x)
        wanted, words = flat(target), self.words(target)
        least = max(map(degree, wanted), default=0)
        if not wanted:
            return
        squares = self.squares(target, x)
        known = dict[Known, Form]()
        for deep in (False, True):
            before, known = known, dict(self.products.equations(words, goal.depth, deep))
            if deep and known == before:
                break
            ideal = Ideal(self.products, target, sort, x is None, known)
            sizes = {s: max(least, *map(degree, s.form)) for s in squares}
            degrees = sorted({least, *sizes.values()})
            for unseen, most in product(sorted({False, *(not s.seen for s in squares)}), degrees):
                some = [s for s in squares if sizes[s] <= most and (s.seen or unseen)]
                multiples = ideal.products(most, [e for s in some for e in s.form])
                for base in self.definite(some) if goal.op == "<" else (None,):
                    found = self.weights(wanted, base, some, multiples)
                    if found is not None:
                        yield found
                if len(multiples) >= PRODUCTS:
                    break

    def weights(
        self, wanted: dict[Entry, Fraction], base: Square | None, squares: list[Square], multiples: dict[Product, Form]
    ) -> tuple[Sum, Fraction] | None:
        """The squares and multiples whose sum is the least multiple of what is wanted that has the base in it."""
        forms, more = [s.form for s in squares], list(map(flat, multiples.values()))
        columns, target = [*forms, *more], wanted
        if base is not None:  # k X - squares = base
            columns = [wanted, *({e: -c for e, c in form.items()} for form in columns)]
            target = base.form
        if not columns:
            return None
        free = range(len(columns) - len(more), len(columns))
        exact = cheapest(columns, target, [float(len(e)) for e in columns], free)
        if exact is None:
            return None
        by = Fraction(1) if base is None else exact[0]
        weights = exact if base is None else exact[1:]
        used = [(s, c) for s, c in zip(squares, weights, strict=False) if c]
        rest = {k: c for k, c in zip(multiples, weights[len(squares) :], strict=True) if c}
        return Sum([*([] if base is None else [(base, Fraction(1))]), *used], rest), by

    def definite(self, squares: list[Square]) -> Iterator[Square]:
        """Those that are definite matrices."""
        for s in squares:
            if s.half == UNIT and s.inner is not None and self.search.state.prove(("<", ZERO, ("lmin", s.inner))):
                yield s

    def words(self, target: Form) -> list[Word]:
        """The words of a form, and those in the traces in it."""
        spoken = (w for p in target.values() for m in p for x, _ in m for w in atom_key(x)[1:2] if self.word(x))
        return list(dict.fromkeys([*(w for w in target if w), *spoken]))

    def word(self, x: int) -> bool:
        """Whether an atom is the trace of a word."""
        return atom_key(x)[0] in ("tr", "w")

    # --- what squares are made of

    def squares(self, target: Form, x: Term | None) -> list[Square]:
        """Squares of halves of words, of their sums and differences, short ones first."""
        out, seen = list[Square](), set[object]()
        halves = sorted(dict.fromkeys(self.halves(target, x)), key=lambda h: len(h[0]))[:HALVES]
        factors = self.multipliers(target)
        if x is None:
            spoken = [m for p in target.values() for m in p if self.search.positive(m)]
            out += [Square({m: Fraction(1)}, None, {}, ONE, {((), m): Fraction(1)}) for m in spoken]
        inner = [(y, self.seen(y)) for y in self.semidefinites(x, self.words(target))]
        signs = [(None, 0), *((u, sign) for u in halves for sign in (1, -1))]
        for u, sign in signs:
            for t in halves[: halves.index(u)] if u else halves:
                if u and not self.alike(t, u):
                    continue
                half: Form = {t[0]: {t[1]: Fraction(1)}}
                if u:
                    half[u[0]] = plus(half.get(u[0], {}), {u[1]: Fraction(sign)})
                for y, seen_so in inner:
                    if y is not None and size(sort_of(y)[1]) != size(self.rows(t)):
                        continue
                    form = self.square(y, half, x is None, t[2])
                    for factor in factors if form else ():
                        self.search.clock.look()
                        entries = flat({w: self.search.polynomial(times(p, factor)) for w, p in form.items()})
                        key = frozenset(entries.items())
                        if entries and key not in seen and len(out) < ORDERS:
                            seen.add(key)
                            out.append(Square(factor, y, half, t[2], entries, seen_so))
        return out

    def halves(self, target: Form, x: Term | None) -> Iterator[tuple[Word, Mono, Term]]:
        """Ends of words with numbers, and how many columns they have."""
        if x is not None:
            yield (), (), sort_of(x)[1]
        for w, p in target.items():
            for m in p:
                numbers, words = tuple(q for q in m if not self.word(q[0])), [w] if w else []
                if x is None:
                    words = [v for q, _ in m if self.word(q) for v in self.turns(q)]
                for v in words:
                    ends = [v, *(y for k in range(1, len(v)) for y in (v[k:], v[:k]))]
                    for y in (z for end in ends for z in self.plain(end)):
                        for some in dict.fromkeys((self.half(numbers, False), self.half(numbers, True))):
                            yield y, some, sort_of(word_term(y))[2]

    def plain(self, w: Word) -> Iterator[Word]:
        """A word, or it turned over, as the domains of its letters allow, where that is one word."""
        for form in (self.products.form(word_term(w)), self.products.form(("T", word_term(w)))):
            if len(form) == 1 and () not in form:
                yield from form

    def turns(self, x: int) -> Iterator[Word]:
        """The word of a trace, turned round."""
        kind, word = atom_key(x)[:2]
        for k in range(len(word) if kind == "tr" else 1):
            yield word[k:] + word[:k]

    def half(self, m: Mono, up: bool) -> Mono:
        """The root of a product of numbers, without or with what is left over."""
        return tuple((x, k // 2 + (k % 2 if up else 0)) for x, k in m if k > 1 or up)

    def rows(self, half: tuple[Word, Mono, Term]) -> Term:
        """How many rows a half has."""
        return sort_of(word_term(half[0]))[1] if half[0] else half[2]

    def alike(self, t: tuple[Word, Mono, Term], u: tuple[Word, Mono, Term]) -> bool:
        """Whether two halves have one shape."""
        return size(t[2]) == size(u[2]) and size(self.rows(t)) == size(self.rows(u))

    def square(self, inner: Term | None, half: Form, number: bool, columns: Term) -> Form:
        """W^T Y W in normal form, or its trace."""
        out: Form = {}
        for w, p in half.items():
            for v, q in half.items():
                for u, c in self.product(w, inner, v, number, columns).items():
                    out[u] = plus(out.get(u, {}), times(c, times(p, q)))
        return {u: self.search.polynomial(c) for u, c in out.items() if c}

    def product(self, w: Word, inner: Term | None, v: Word, number: bool, columns: Term) -> Form:
        """w^T Y v for two words, or its trace."""
        key = w, inner, v, number, columns
        if key not in self.products_:
            sides = [word_term(y) if y else ("id", columns) for y in (w, v)]
            whole = ("mm", ("T", sides[0]), sides[1] if inner is None else ("mm", inner, sides[1]))
            form = self.products.form(whole)
            if number:
                form = {(): self.search.polynomial(trace(form, sort_of(whole)))}
            self.products_[key] = form
        return self.products_[key]

    def semidefinites(self, x: Term | None, words: list[Word]) -> Iterator[Term | None]:
        """The identity, and matrices that are semidefinite as far as random instances say."""
        yield None
        found: dict[Term, None] = {}
        for th in (*self.search.state.assumed.values(), *self.search.state.facts.values()):
            if orders(th.conclusion):
                found[self.search.matcher.reduced(th.conclusion[2][1])] = None
        for t in (letter_term(y) for w in words for y in w):
            if t[0] not in ("v", "T") and size(sort_of(t)[1]) == size(sort_of(t)[2]) != size(ONE) and t != x:
                found.setdefault(t)
        for y in found:
            if self.search.seen(("=", ("T", y), y)) and self.search.plausible(("<=", ZERO, ("lmin", y))):
                yield y

    def seen(self, y: Term | None) -> bool:
        """Whether a matrix is seen to be semidefinite."""
        return y is None or self.search.state.prove(("<=", ZERO, ("lmin", y))) is not None

    def multipliers(self, target: Form) -> list[Poly]:
        """Numbers that are not negative: one, and what is known of the numbers that are spoken of."""
        spoken = {y for p in target.values() for m in p for y, _ in m if not self.word(y)}
        within = {v for w in self.words(target) for y in w for v in free(letter_term(y)) if v[2][0] == "R"}
        spoken |= {y for v in within for m in scalar(v) for y, _ in m}
        out: list[Poly] = [constant(1)]
        for known in list(self.search.state.known()):
            if known.op != "=" and {y for m in known.e for y, _ in m} and {y for m in known.e for y, _ in m} <= spoken:
                out.append(self.search.polynomial(known.e))
        out += [{((y, 1),): Fraction(1)} for y in sorted(spoken) if self.search.sign(y) is not None]
        short = [p for p in out[1:] if len(p) <= 2][:4]
        return out + [times(p, q) for k, p in enumerate(short) for q in short[k:]]

    # --- steps

    def congruence(self, square: Square, goal: Goal) -> tuple[str, Term]:
        """0 <= lmin(W^T Y W), or 0 < lmin(Y), and what is said to be semidefinite."""
        rows = self.rows((next(iter(square.half)), (), square.columns))
        t, y, put = form_term(square.half, ("M", rows, square.columns)), square.inner, self.steps.put
        if y is None:
            gram = ("mm", ("T", t), t)
            return put("classical.gram-psd", {"T": t}, ("<=", ZERO, ("lmin", gram))), gram
        known = (goal.op, ZERO, ("lmin", y))
        if y[0] == "kron" and self.search.state.prove(known) is None:
            for part in y[1:]:
                self.search.ensure(("<=", ZERO, ("lmin", part)), goal.depth + 1)
            put("classical.kronecker-psd", {"G": y[1], "H": y[2]}, known)
        self.search.ensure(known, goal.depth + 1)
        if square.half == UNIT:
            return self.search.step(known, proof.Sign()), y
        whole = ("mm", ("mm", ("T", t), y), t)
        return put("classical.psd-congruence", {"A": y, "M": t}, ("<=", ZERO, ("lmin", whole))), whole

    def semidefinite(self, square: Square, c: Fraction, goal: Goal) -> tuple[str, Term]:
        """0 <= lmin(c W^T Y W), or 0 < lmin(Y), and what is said to be semidefinite."""
        name, y = self.congruence(square, goal)
        factor = shown(times(square.factor, constant(c)))
        if factor == ONE:
            return name, y
        whole = ("sc", factor, y)
        return self.steps.put("classical.psd-multiple", {"c": factor, "K": y}, ("<=", ZERO, ("lmin", whole))), whole

    def not_negative(self, square: Square, goal: Goal) -> str:
        """0 <= tr(W^T Y W), or a number that is not negative."""
        if not square.half:
            return self.search.step(("<=", ZERO, shown(square.factor)), proof.Sign())
        if square.inner is None:
            rows = self.rows((next(iter(square.half)), (), square.columns))
            t = self.search.matcher.reduced(form_term(square.half, ("M", rows, square.columns)))
            return self.search.step(("<=", ZERO, ("^", ("normF", t), 2)), proof.Sign())
        _, whole = self.congruence(square, goal)
        return self.steps.put("classical.psd-trace", {"K": whole}, ("<=", ZERO, ("tr", whole)))
