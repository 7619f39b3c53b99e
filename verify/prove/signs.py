"""Signs: theorems 0 <= e and 0 < e, found from facts, from what is never negative, factor by factor, and last by a
linear program over products of facts.  Whatever is found here the kernel checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Integer, Symbol, factor_list

from verify.kernel import logic
from verify.kernel.logic import Theorem
from verify.kernel.normal import Poly, _shown, constant, plus, scalar, shown, times
from verify.kernel.terms import FALSE, ONE, ZERO, KernelError, N, P, Term, Z, free, neg, num, sort_of, sub, within
from verify.prove.algebra import Algebra, Items, power

NORMS = ("normF", "norm2", "maxabs", "rank")


@dataclass(frozen=True)
class Known:
    """A fact 0 <= e, 0 < e or 0 = e, e reduced."""

    op: str
    e: Poly
    theorem: Theorem


def product(a: Theorem, b: Theorem) -> Theorem:
    """From 0 <= x and 0 <= y: 0 <= x y, strict where both are."""
    op = "<" if a.conclusion[0] == b.conclusion[0] == "<" else "<="
    goal = (op, ZERO, ("*", a.conclusion[2], b.conclusion[2]))
    return logic.linear(goal, [(a.conclusion[2], a, b)])


def weaker(a: Theorem) -> Theorem:
    """From 0 < x: 0 <= x."""
    if a.conclusion[0] == "<=":
        return a
    return logic.linear(("<=", *a.conclusion[1:]), [(ONE, logic.meaning("number", ONE), a)])


def total(e: Term, op: str, parts: Iterable[tuple[Theorem, Items]], items: Items | None = None) -> Theorem:
    """0 op e, e the sum of the numbers in the parts, up to the items."""
    one = logic.meaning("number", ONE)
    facts: list[Any] = [(ONE, one, th) for th, _ in parts]
    return logic.linear((op, ZERO, e), facts + [(shown(c), None, th) for c, th in items or ()])


class Signs:
    """Looks for signs."""

    def __init__(self, algebra: Algebra, facts: Callable[[], list[Known]]) -> None:
        self.algebra, self.facts = algebra, facts
        self.asked: set[Any] = set()
        self.cache: dict[Any, tuple[int, Theorem | None]] = {}

    def sign(self, t: Term, strict: bool = False) -> Theorem | None:
        """0 <= t, or 0 < t; None where that is not seen."""
        p, items = self.algebra.reduce(scalar(t))
        found = self.poly(p, strict)
        if found is None:
            return None
        op = "<" if strict else "<="
        # t = p + sum of c (b - a)
        one = logic.meaning("number", ONE)
        return logic.linear((op, ZERO, t), [(ONE, one, found), *((shown(c), None, th) for c, th in items)])

    def poly(self, p: Poly, strict: bool) -> Theorem | None:
        """0 <= p or 0 < p for a reduced polynomial, written as `shown` writes it."""
        key = (tuple(sorted(p.items())), strict)
        version = len(self.facts())
        if key in self.cache and (self.cache[key][1] is not None or self.cache[key][0] == version):
            return self.cache[key][1]
        if key in self.asked or len(self.asked) > 12:
            return None
        self.asked.add(key)
        try:
            found = self._poly(p, strict)
        except KernelError:
            found = None
        finally:
            self.asked.discard(key)
        if found is not None or not self.asked and not self.algebra.busy:
            self.cache[key] = (version, found)
        return found

    def _poly(self, p: Poly, strict: bool) -> Theorem | None:
        goal = ("<" if strict else "<=", ZERO, shown(p))
        if set(p) <= {()}:
            c = p.get((), Fraction(0))
            if c > 0:
                th = logic.meaning("number", num(c))
                return th if strict else weaker(th)
            return None if c < 0 or strict else logic.linear(goal, [])
        for attempt in (
            self._by_terms,
            self._by_fact,
            self._fraction,
            self._extremal,
            self._factors,
            self._program,
            self._nothing,
        ):
            found = attempt(p, strict)
            if found is not None:
                if found.conclusion == goal:
                    return found
                one = logic.meaning("number", ONE)
                rest = self.algebra.zero(plus(p, scalar(found.conclusion[2]), -1))
                if rest is None:
                    continue
                return logic.linear(goal, [(ONE, one, found), *((shown(c), None, th) for c, th in rest)])
        return None

    # --- atoms

    def atom(self, x: int, strict: bool = True) -> tuple[Fraction, Theorem] | None:
        """(c, theorem c <= x or c < x as 0 <= x - c) for the largest constant c known to bound an atom from below.

        Where strictness does not matter, what holds by definition comes first: it asks for less.
        """
        best: tuple[Fraction, Theorem] | None = None
        for known in self.facts():
            if known.op != "=" and set(known.e) <= {(), ((x, 1),)} and known.e.get(((x, 1),), 0) > 0:
                k, c = known.e[((x, 1),)], known.e.get((), Fraction(0))
                bound = -c / k
                if best is None or bound > best[0] or bound == best[0] and known.op == "<":
                    e = shown({m: a / k for m, a in known.e.items()})
                    scale = num(1 / k)
                    th = logic.linear((known.op, ZERO, e), [(scale, logic.meaning("number", scale), known.theorem)])
                    best = (bound, th)
        own = self._own(x)
        if own is not None and (
            best is None or own[0] > best[0] or own[0] == best[0] and (not strict or own[1].conclusion[0] == "<")
        ):
            best = own
        return best

    def _own(self, x: int) -> tuple[Fraction, Theorem] | None:
        t = _shown[x]
        op = t[0]
        th: Theorem | None = None
        low = 0
        if within(sort_of(t), N):
            low = int(sort_of(t) == P)
            th = logic.meaning("number", t)
        elif op == "s":
            th = self.settled(logic.meaning("spectrum", t[1], t[2]))
        elif op in NORMS:
            th = logic.meaning("sign", op, t[1])
        elif op == "cond":
            low, th = 1, self.settled(logic.meaning("condition", t[1]))
        elif op == "abs":
            th = self._strict_root(t, logic.meaning("modulus-sign", t[1]))
        elif op == "sqrt":
            th = self._strict_root(t, self.settled(logic.meaning("root-sign", t[1])))
        elif op == "rpow":
            th = self._power(t)
        elif op == "inv":
            below = self.sign(t[1], True)
            th = None if below is None else inverse_sign(below)
        elif op == "tr":
            th = self._square(t)
        elif op == "sum":
            th = self._sum(t)
        if th is None or th.conclusion[0] not in ("<=", "<"):
            return None
        e = shown(plus(scalar(t), constant(-low)))
        goal = (th.conclusion[0], ZERO, e)
        return Fraction(low), logic.linear(goal, [(ONE, logic.meaning("number", ONE), th)])

    def settled(self, th: Theorem) -> Theorem:
        """Hypotheses that can be shown are."""
        return self.algebra._under_prove(th)

    def _strict_root(self, t: Term, th: Theorem) -> Theorem:
        """0 < sqrt(x) where 0 < x."""
        square = self.sign(t[1], True) if t[0] == "sqrt" else None
        if square is None:
            return th
        zero = ("=", ZERO, t)
        fact = self.settled(logic.meaning("root", t[1]))  # t^2 = x, so that x = 0 where t = 0
        assumed = logic.assume(zero)
        contra = logic.linear(
            FALSE, [(ONE, logic.meaning("number", ONE), square), (num(-1), None, fact), (neg(t), None, assumed)]
        )
        goal = ("<", ZERO, t)
        negative = logic.linear(
            FALSE,
            [
                (ONE, logic.meaning("number", ONE), logic.assume(("<", t, ZERO))),
                (ONE, logic.meaning("number", ONE), th),
            ],
        )
        return logic.trichotomy(logic.assume(goal), logic.absurd(contra, goal), logic.absurd(negative, goal), ZERO, t)

    def _power(self, t: Term) -> Theorem | None:
        strict = self.sign(t[1], True)
        base = strict or self.sign(t[1])
        if base is None:
            return None
        th = logic.meaning("power-sign", t[1], t[2], "strict" if strict is not None else "")
        return logic.cut(base, th)

    def _square(self, t: Term) -> Theorem | None:
        """0 <= tr(A^T A)."""
        from verify.kernel.normal import turned, word_term
        from verify.prove.algebra import key_of

        ((mono, _),) = scalar(t).items()
        kind, word = key_of(mono[0][0])
        half = len(word) // 2
        for k in range(len(word) if kind == "tr" else 1):
            w = word[k:] + word[:k]
            if len(w) % 2 == 0 and tuple(turned(y) for y in reversed(w[:half])) == w[half:]:
                a = word_term(w[half:])
                square = logic.meaning("frobenius", a)
                sign = logic.meaning("number", square.conclusion[1])
                one = logic.meaning("number", ONE)
                return logic.linear(("<=", ZERO, t), [(ONE, one, sign), (ONE, None, square)])
        return None

    def _sum(self, t: Term) -> Theorem | None:
        """A sum of what is not negative."""
        from verify.kernel.terms import closed, opened

        _, low, high, body = t
        i = (*self.algebra.fresh()[:2], P if low == ONE else Z)
        inside = opened(body, i)
        with_range = Range(self, i, low, high)
        th = with_range.sign(inside)
        if th is None:
            return None
        every = logic.generalise(th, i, low, high)
        order = logic.meaning("over", ("sum", low, high, ZERO), "order", closed(inside, i))
        zero = logic.linear(
            ("<=", ("sum", low, high, ZERO), t), [(ONE, logic.meaning("number", ONE), logic.cut(every, order))]
        )
        empty, items = self.algebra.reduce(scalar(("sum", low, high, ZERO)))
        if empty:
            return None
        one = logic.meaning("number", ONE)
        return logic.linear(("<=", ZERO, t), [(ONE, one, zero), *((shown(c), None, x) for c, x in items)])

    # --- polynomials

    def _by_terms(self, p: Poly, strict: bool) -> Theorem | None:
        """Every term is non-negative once each atom is counted from its lower bound."""
        return self._terms(p, strict, False) or (self._terms(p, strict, True) if strict else None)

    def _terms(self, p: Poly, strict: bool, strictly: bool) -> Theorem | None:
        atoms = {x for m in p for x, _ in m}
        bounds: dict[int, tuple[Fraction, Theorem]] = {}
        for x in atoms:
            found = self.atom(x, strictly)
            if found is not None:
                bounds[x] = found
            elif any(dict(m).get(x, 0) % 2 for m in p):
                return None
        shifted: Poly = {}
        for m, c in p.items():
            term = constant(c)
            for x, k in m:
                own: Poly = {((x, 1),): Fraction(1)}
                term = times(term, power(plus(own, constant(bounds[x][0])) if x in bounds else own, k))
            shifted = plus(shifted, term)
        if any(c < 0 for c in shifted.values()):
            return None
        parts: list[tuple[Theorem, Items]] = []
        seen = False
        for m, c in shifted.items():
            th = logic.meaning("number", num(c))
            for x, k in m:
                if x in bounds:
                    for _ in range(k):
                        th = product(th, bounds[x][1])
                else:
                    th = self._even(th, x, k)
            seen = seen or th.conclusion[0] == "<"
            parts.append((th, []))
        if strict and not seen:
            return None
        return total(shown(p), "<" if strict else "<=", parts)

    def _even(self, th: Theorem, x: int, k: int) -> Theorem:
        """From 0 <= c: 0 <= c x^k, k even."""
        if k % 2:
            raise KernelError("an odd power has no sign")
        t = _shown[x]
        nonzero = self.nonzero(t)
        square = logic.meaning("number", ("^", t, 2)) if nonzero is None else square_of(nonzero)
        for _ in range(k // 2):
            th = product(th, square)
        return th

    def nonzero(self, t: Term) -> Theorem | None:
        """t != 0, where that is among the facts of the statement."""
        return self.algebra.prove(("!=", t)) if ("!=", t) not in self.asked else None

    def extremes(self, p: Poly) -> list[Known]:
        """What a largest or smallest of two numbers says about itself."""
        out = []
        for x in sorted({x for m in p for x, _ in m}):
            t = _shown[x]
            if t[0] in ("max", "min"):
                for k in (0, 1):
                    th = _moved(logic.meaning("extreme", t, k))
                    out.append(Known("<=", scalar(th.conclusion[2]), th))
        return out

    def _by_fact(self, p: Poly, strict: bool) -> Theorem | None:
        """A positive multiple of a fact, or a fact and a rest that is non-negative term by term."""
        facts = [f for f in self.facts() + self.extremes(p) if f.e]
        for f in facts:
            scale = _multiple(p, f.e)
            if scale is None or scale < 0 and f.op != "=" or strict and f.op != "<":
                continue
            c = num(scale)
            sign = None if f.op == "=" else logic.meaning("number", c)
            return logic.linear(("<" if strict else "<=", ZERO, shown(p)), [(c, sign, f.theorem)])
        for f in facts:
            if f.op == "=" or not _may_help(p, f.e):
                continue
            th = self._by_terms(plus(p, f.e, -1), strict and f.op != "<")
            if th is not None:
                return total(
                    shown(p),
                    "<" if strict else "<=",
                    [(f.theorem if strict else weaker(f.theorem), []), (th if strict else weaker(th), [])],
                )
        return None

    def _fraction(self, p: Poly, strict: bool) -> Theorem | None:
        """N / D with the signs of numerator and denominators."""
        inverses = sorted({x for m in p for x, _ in m if _shown[x][0] == "inv"}, reverse=True)
        if not inverses:
            return None
        u = inverses[0]
        rest, _, _ = self.algebra.cleared(p, u)
        below = self.sign(_shown[u][1], True)
        if below is None:
            if max(dict(m).get(u, 0) for m in p) % 2:
                minus = self.sign(neg(_shown[u][1]), True)
                if minus is None:
                    return None
                upper = self.sign(shown(plus({}, rest, -1)), strict)
                if upper is None:
                    return None
                below_inv = inverse_sign(minus, negative=True)
                out = product(below_inv, upper)
                for _ in range(max(dict(m).get(u, 0) for m in p) - 1):
                    out = product(out, below_inv)
                return out if max(dict(m).get(u, 0) for m in p) == 1 else None
            return None
        upper = self.sign(shown(rest), strict)
        if upper is None:
            return None
        th = upper
        for _ in range(max(dict(m).get(u, 0) for m in p)):
            th = product(inverse_sign(below), th)
        return th

    def _factors(self, p: Poly, strict: bool) -> Theorem | None:
        """Factor by factor."""
        if len(p) > 60 or not any(p):
            return None
        names = {x: Symbol(f"y{x}") for x in {x for m in p for x, _ in m}}
        back = {v: k for k, v in names.items()}
        e: Any = sum((Integer(c.numerator) / c.denominator * _sympy(m, names) for m, c in p.items()), Integer(0))
        constant_, factors = factor_list(e)
        if len(factors) < 2 and (not factors or factors[0][1] == 1):
            return None
        sign = 1 if constant_ > 0 else -1
        parts: list[Theorem] = [logic.meaning("number", num(abs(Fraction(int(constant_.p), int(constant_.q)))))]
        for f, k in factors:
            q = _poly_of(f, back)
            if k % 2 == 0:
                root = (self.poly(q, True) or self.poly(plus({}, q, -1), True)) if strict else None
                if root is None:
                    if strict:
                        return None
                    root = logic.meaning("number", ("^", shown(q), 2))
                    parts += [root] * (k // 2)
                    continue
                parts += [root] * k
                continue
            th = self.poly(q, strict)
            if th is None:
                th = self.poly(plus({}, q, -1), strict)
                if th is None:
                    return None
                sign = -sign
            parts += [th] * k
        if sign < 0:
            return None
        out = parts[0]
        for th in parts[1:]:
            out = product(out, th)
        return out

    def _extremal(self, p: Poly, strict: bool) -> Theorem | None:
        """c min(a, b) + r has a sign where c a + r and c b + r have it; likewise with -c max(a, b)."""
        for x in sorted({x for m in p for x, _ in m}):
            t, c = _shown[x], p.get(((x, 1),), Fraction(0))
            if (
                t[0] not in ("max", "min")
                or (c > 0) != (t[0] == "min")
                or any(dict(m).get(x) for m in p if m != ((x, 1),))
            ):
                continue
            rest = plus(p, {((x, 1),): c}, -1)
            bound = shown({m: -k / c for m, k in rest.items()})  # c t + rest >= 0 says t >= bound, or t <= bound
            th = logic.meaning("extreme", t, 3, bound)
            for need in list(th.hypotheses):
                found = self.sign(sub(need[2], need[1]), False)
                if found is None:
                    break
                th = logic.cut(logic.linear(need, [(ONE, logic.meaning("number", ONE), found)]), th)
            else:
                if not strict:
                    scale = num(abs(c))
                    return logic.linear(("<=", ZERO, shown(p)), [(scale, logic.meaning("number", scale), th)])
        return None

    def _nothing(self, p: Poly, strict: bool) -> Theorem | None:
        """0 <= p because p vanishes."""
        items = None if strict or len(p) > 6 else self.algebra.zero(p)
        return (
            None if items is None else logic.linear(("<=", ZERO, shown(p)), [(shown(c), None, th) for c, th in items])
        )

    def _program(self, p: Poly, strict: bool) -> Theorem | None:
        from verify.prove.program import combination

        if len(self.asked) > 3:
            return None
        return combination(self, p, strict)


class Range:
    """Signs of terms in which an index has a range: the range is assumed."""

    def __init__(self, signs: Signs, i: Term, low: Term, high: Term) -> None:
        self.signs = signs
        self.extra = [logic.assume(("<=", low, i)), logic.assume(("<=", i, high))]

    def sign(self, t: Term, strict: bool = False) -> Theorem | None:
        """0 <= t under the range."""
        base = self.signs.facts
        known = [Known("<=", scalar(sub(th.conclusion[2], th.conclusion[1])), _moved(th)) for th in self.extra]
        inner = Signs(self.signs.algebra, lambda: base() + known)
        return inner.sign(t, strict)


def _moved(th: Theorem) -> Theorem:
    """From a <= b: 0 <= b - a."""
    op, a, b = th.conclusion
    goal = (op, ZERO, shown(scalar(sub(b, a))))
    return logic.linear(goal, [(ONE, logic.meaning("number", ONE), th)])


def square_of(nonzero: Theorem) -> Theorem:
    """From t != 0: 0 < t^2."""
    t = nonzero.conclusion[1]
    goal = ("<", ZERO, ("^", t, 2))
    cases = []
    for formula, sign in ((("<", t, ZERO), -1), (("<", ZERO, t), 1)):
        assumed = logic.assume(formula)
        positive = (
            assumed if sign > 0 else logic.linear(("<", ZERO, neg(t)), [(ONE, logic.meaning("number", ONE), assumed)])
        )
        cases.append(logic.linear(goal, [(positive.conclusion[2], positive, positive)]))
    equal = logic.absurd(logic.clash(nonzero, logic.assume(("=", t, ZERO))), goal)
    return logic.trichotomy(cases[0], equal, cases[1], t, ZERO)


def inverse_sign(below: Theorem, negative: bool = False) -> Theorem:
    """From 0 < b: 0 < inv(b); from 0 < -b: 0 < -inv(b)."""
    b = below.conclusion[2]
    unequal = positive_nonzero(below)
    one = logic.meaning("number", ONE)
    if negative:
        b = b[2] if b[0] == "*" and b[1] == num(-1) else neg(b)
        half = logic.deny(logic.linear(FALSE, [(ONE, one, below), (num(1), None, logic.assume(("=", b, ZERO)))]), b)
        fact = logic.cut(half, logic.meaning("inverse", b, ""))
        u: Term = neg(("inv", b))
        b = below.conclusion[2]
        product_is_one = logic.linear(("=", ("*", b, u), ONE), [(ONE, None, fact)])
    else:
        u = ("inv", b)
        product_is_one = logic.cut(unequal, logic.meaning("inverse", b, ""))
    goal = ("<", ZERO, u)
    # u <= 0 would make 1 = b u <= 0
    cases = []
    for formula in (("<", u, ZERO), ("=", ZERO, u)):
        assumed = logic.assume(formula)
        sign = (b, below, assumed) if formula[0] == "<" else (neg(b), None, assumed)
        cases.append(logic.absurd(logic.linear(FALSE, [(ONE, one, one), (num(-1), None, product_is_one), sign]), goal))
    return logic.trichotomy(logic.assume(goal), cases[1], cases[0], ZERO, u)


def positive_nonzero(below: Theorem) -> Theorem:
    """From 0 < b: b != 0."""
    b = below.conclusion[2]
    contra = logic.linear(
        FALSE, [(ONE, logic.meaning("number", ONE), below), (ONE, None, logic.assume(("=", b, ZERO)))]
    )
    return logic.deny(contra, b)


def _multiple(p: Poly, q: Poly) -> Fraction | None:
    if set(p) != set(q) or not q:
        return None
    m = next(iter(q))
    c = p[m] / q[m]
    return c if all(p[k] == c * q[k] for k in q) else None


def _may_help(p: Poly, e: Poly) -> bool:
    """Whether subtracting a fact can leave only non-negative terms: a new negative term needs a multiple beside it."""
    rest = plus(p, e, -1)
    names = {m: {x for x, _ in m} for m in rest}
    return not any(c < 0 and not any(o != m and names[m] <= names[o] for o in rest) for m, c in rest.items())


def _sympy(m: Any, names: dict[int, Any]) -> Any:
    out: Any = Integer(1)
    for x, k in m:
        out = out * names[x] ** k
    return out


def _poly_of(e: Any, back: dict[Any, int]) -> Poly:
    from sympy import Poly as SympyPoly

    symbols = sorted(e.free_symbols, key=lambda s: back[s])
    out: Poly = {}
    for powers, c in SympyPoly(e, *symbols).terms():
        m = tuple((back[s], k) for s, k in zip(symbols, powers, strict=True) if k)
        out[m] = Fraction(int(c.p), int(c.q))
    return out


__all__ = ["Known", "Range", "Signs", "free", "inverse_sign", "positive_nonzero", "product", "square_of", "weaker"]
