"""Equations: what the kernel's normal forms do not see, found as combinations of equations that it checks.

A polynomial p is reduced to p' with p = p' + sum of c (b - a) over theorems a = b; the pairs (c, theorem) are what the
rule `linear` wants.  Reduced are: extreme singular values and eigenvalues to entries of the spectrum, matrices inside
atoms by equations between words (symmetry, orthogonality, ...), sums over an index to sums of single terms.  To see
that p vanishes, denominators are cleared with b inv(b) = 1 and even powers of roots with sqrt(x)^2 = x.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

from verify.kernel import logic
from verify.kernel.logic import Theorem
from verify.kernel.normal import (
    Form,
    Poly,
    Word,
    _atoms,
    _seen,
    _shown,
    constant,
    matrix,
    plus,
    scalar,
    settled,
    shown,
    times,
    turned,
    word_term,
)
from verify.kernel.terms import (
    ONE,
    KernelError,
    R,
    Term,
    Z,
    closed,
    free,
    neg,
    num,
    opened,
    size,
    size_term,
    sort_of,
    sub,
    transform,
)

Items = list[tuple[Poly, Theorem]]
READ = ("s", "lam", "cond", "norm2", "normF", "maxabs", "rank", "det")
BUILT = ("vst", "stack", "msum", "mprod", "kron", "minv", "dg")  # matrices made of others
ENDS = ("smax", "smin", "lmax", "lmin")


def fresh_name(taken: set[str]) -> str:
    """An unused plain name."""
    k = 0
    while f"x_{k}_" in taken:
        k += 1
    return f"x_{k}_"


def key_of(x: int) -> Any:
    """The key of an atom."""
    return _KEYS[x] if x < len(_KEYS) else _refresh()[x]


_KEYS: list[Any] = []


def _refresh() -> list[Any]:
    _KEYS[:] = list(_atoms)
    return _KEYS


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


class Algebra:
    """Equalities under the equations of one statement."""

    def __init__(self, rules: list[Rule], prove: Callable[[Term], Theorem | None]) -> None:
        self.rules, self.prove = rules, prove
        self.asking: set[Term] = set()
        self.diagonals: dict[Term, Theorem] = {}  # variables that are diagonal matrices, and why
        self.under: Callable[[Term, Term, Term], Any] = lambda *_: nullcontext()
        self.vectors: Callable[[str, Term, Term], tuple[Term, Term]] = lambda *_: (num(0), num(0))
        self.same_matrices: Callable[[Term], Theorem | None] = lambda _: None
        self.merged: dict[tuple[int, int], Theorem | None] = {}
        self.known: dict[int, tuple[Poly, Items] | None] = {}
        self.count = self.busy = 0
        self.matrices: dict[Term, tuple[Term, Theorem | None]] = {}
        self.letters: dict[int, Rule | None] = {}
        self.pairs: dict[tuple[int, int], Rule | None] = {}

    def fresh(self) -> Term:
        """An index that nothing speaks of yet."""
        self.count += 1
        return ("v", f"i{self.count}_", Z)

    # --- numbers

    def reduce(self, p: Poly) -> tuple[Poly, Items]:
        """p with its atoms reduced."""
        items: Items = []
        for _ in range(200):
            x = next((y for y in sorted({y for m in p for y, _ in m}, reverse=True) if self.atom(y)), None)
            if x is None:
                root = self._root_to_square(p)
                if root is None:
                    return p, items
                p, item = self.squared(p, root)
                items.append(item)
                continue
            found = self.known[x]
            assert found is not None
            p, more = replaced(p, x, *found)
            items += more
        raise KernelError("reduction does not end")

    def _root_to_square(self, p: Poly) -> int | None:
        """A root or modulus with a power in p, of what is seen to be non-negative."""
        for x in sorted({x for m in p for x, k in m if k > 1 and _shown[x][0] in ("sqrt", "abs")}, reverse=True):
            if _shown[x][0] == "abs" or self.prove(("<=", num(0), _shown[x][1])) is not None:
                return x
        return None

    def atom(self, x: int) -> bool:
        """Whether an atom reduces to something else."""
        if x not in self.known:
            self.known[x] = None  # an atom inside itself does not reduce
            self.busy += 1
            try:
                self.known[x] = self._atom(_shown[x])
            finally:
                self.busy -= 1
        return self.known[x] is not None

    def _atom(self, t: Term) -> tuple[Poly, Items] | None:
        new = self.simplified(t)
        if new is None:
            return None
        value, theorem = new
        p, items = self.reduce(scalar(value))
        return p, [(constant(-1), theorem), *items]  # t = value: t = value + (-1)(value - t)

    def simplified(self, t: Term) -> tuple[Term, Theorem] | None:
        """(value, t = value), one step; None where there is nothing to do."""
        op = t[0]
        if op in ENDS:
            return _valued(self._under_prove(logic.meaning("end", op, t[1])))
        if op == "tr":
            return self._traced(t)
        if op == "sum":
            return self._summed(t)
        if op in ("v", "q", "prod", "slope") or op == "is":
            return None
        if op in ("min", "max"):
            ordered = self._ordered(t)
            if ordered is not None:
                return _valued(ordered)
        if op in ("eigenform", "singularform"):
            u, v = self.vectors("lam" if op == "eigenform" else "s", t[1], t[2])
            return _valued(self._under_prove(logic.meaning("form", t[1], t[2], t[3], u, v)))
        if op == "maxo":
            return self._under(t)
        if op == "abs":
            inside, th = self.number(t[1])
            return None if th is None else (("abs", inside), self.congruence(th, t, 1))
        for k, x in enumerate(t[1:], start=1):
            if sort_of(x)[0] == "M":
                new, th = self.matrix(x)
            elif sort_of(x)[0] != "L":
                new, th = self.number(x)
            else:
                continue
            if th is not None and (sort_of(x)[0] == "M" or op not in ("s", "lam", "rpow") and scalar(new) != scalar(x)):
                return (*t[:k], new, *t[k + 1 :]), self.congruence(th, t, k)
        return None

    def congruence(self, th: Theorem, t: Term, k: int) -> Theorem:
        """From x = y: t = t with y for its k-th part."""
        hole = ("v", "hole_", sort_of(th.conclusion[1]) if sort_of(th.conclusion[1])[0] == "M" else R)
        template = ("=", t, (*t[:k], hole, *t[k + 1 :]))
        return logic.rewrite(th, logic.identity(t, (*t[:k], th.conclusion[1], *t[k + 1 :])), hole, template)

    def number(self, t: Term) -> tuple[Term, Theorem | None]:
        """A number with its atoms reduced, and why it is the same (None where nothing changed)."""
        p = scalar(t)
        q, items = self.reduce(p)
        return (t, None) if not items else (shown(q), equation(t, shown(q), items))

    def _ordered(self, t: Term) -> Theorem | None:
        """min(a, b) = a, or max(a, b) = b, where a <= b is known."""
        for small, large in (t[1:], t[:0:-1]):
            order = self.prove(("<=", small, large)) if ("<=", small, large) not in self.asking else None
            if order is None:
                continue
            one = logic.meaning("number", ONE)
            value = small if t[0] == "min" else large
            apart = logic.meaning("extreme", t, 3, value)
            same = logic.linear(("<=", value, value), [])
            for h in list(apart.hypotheses):
                apart = logic.cut(same if h == same.conclusion else order, apart)
            bound = logic.meaning("extreme", t, t[1:].index(value))
            goal = ("=", t, value)
            facts = (bound, apart) if t[0] == "min" else (apart, bound)  # t <= value and value <= t
            cases = []
            for x, y, fact in ((t, value, facts[1]), (value, t, facts[0])):
                contra = logic.linear(logic.FALSE, [(ONE, one, logic.assume(("<", x, y))), (ONE, one, fact)])
                cases.append(logic.absurd(contra, goal))
            return logic.trichotomy(cases[0], logic.assume(goal), cases[1], t, value)
        return None

    def _summed(self, t: Term) -> tuple[Term, Theorem] | None:
        """A sum over an index as a combination of sums of single products that depend on it."""
        _, low, high, body = t
        length = self.reduce(scalar(sub(high, low)))[0]
        if set(length) <= {()} and length.get((), 0) < 0:
            return num(0), self._under_prove(logic.meaning("over", t, "none"))
        i = self.fresh()
        inside = opened(body, i)
        with self.under(i, low, high):
            p, items = self.reduce(scalar(inside))
        mono = [m for m in p]
        if len(mono) == 1 and p[mono[0]] == 1 and not items:
            dependent = all(i in free(_shown[x]) for x, _ in mono[0])
            if dependent and mono[0]:
                return None
            if not mono[0]:
                ones = ("sum", low, high, ONE)
                counted = logic.meaning("over", ones, "count")
                th = logic.cut(self._or_assume(counted), counted)
                return counted.conclusion[2], self._chain(logic.identity(t, ones), th)
        parts = []
        for m, c in sorted(p.items()):
            inner = shown({tuple((x, k) for x, k in m if i in free(_shown[x])): constant(1)[()]})
            outer = shown({tuple((x, k) for x, k in m if i not in free(_shown[x])): c})
            parts.append((outer, inner))
        if not parts:
            parts = [(num(0), ONE)]
        term = _nested("+", [("*", a, b) for a, b in parts])
        same = equation(inside, term, items)
        allowed = logic.generalise(same, i, low, high)
        th = logic.cut(allowed, logic.meaning("over", t, "same", closed(term, i)))
        value = _nested("+", [("*", a, ("sum", low, high, closed(b, i))) for a, b in parts])
        return value, self._chain(th, self._split(th.conclusion[2], value, parts, i))

    def _split(self, t: Term, value: Term, parts: list[tuple[Term, Term]], i: Term) -> Theorem:
        """sum of a_1 b_1 + ... = a_1 sum b_1 + ..."""
        op, low, high, body = t
        facts, rest = [], t
        for _ in parts[1:]:
            facts.append(logic.meaning("over", rest, "split"))
            rest = (op, low, high, rest[3][1])
        for a, b in parts:
            if op == "sum":
                facts.append(logic.meaning("over", t, "factor", a, closed(b, i), ONE))
        return logic.linear(("=", t, value), [(num(1), None, f) for f in facts])

    def _or_assume(self, th: Theorem) -> Theorem:
        (need,) = th.hypotheses
        return self.prove(need) or logic.assume(need)

    def _chain(self, a: Theorem, b: Theorem) -> Theorem:
        """From x = y and y = z: x = z."""
        return logic.linear(("=", a.conclusion[1], b.conclusion[2]), [(num(1), None, a), (num(1), None, b)])

    def _under(self, t: Term) -> tuple[Term, Theorem] | None:
        """The largest of terms that are reduced."""
        op, low, high, body = t
        i = self.fresh()
        with self.under(i, low, high):
            new, th = self.number(opened(body, i))
        if th is None:
            return None
        allowed = logic.generalise(th, i, low, high)
        return (op, low, high, closed(new, i)), logic.cut(allowed, logic.meaning("over", t, "same", closed(new, i)))

    # --- matrices

    def matrix(self, t: Term) -> tuple[Term, Theorem | None]:
        """A matrix reduced by the rules, and why it is the same (None where nothing changed)."""
        if t not in self.matrices:
            self.matrices[t] = self._matrix(t)
        return self.matrices[t]

    def _matrix(self, t: Term) -> tuple[Term, Theorem | None]:
        form, sort = dict(matrix(t)), sort_of(t)
        items: list[tuple[Term, Theorem, Term]] = []
        for _ in range(400):
            step = self._step(form, sort)
            if step is None:
                break
            form, item = step
            items += item
        if not items:
            return t, None
        new = form_term(form, sort)
        return new, logic.matrix_linear(("=", t, new), items)

    def _step(self, form: Form, sort: Term) -> tuple[Form, list[tuple[Term, Theorem, Term]]] | None:
        rows, cols = size_term(size(sort[1])), size_term(size(sort[2]))
        for w, p in form.items():
            q, items = self.reduce(p)
            if items:
                body = word_term(w) if w else ("id", rows)
                rest = {k: v for k, v in form.items() if k != w}
                if q:
                    rest[w] = q
                return rest, [(("sc", shown(times(constant(-1), c)), body), th, ("id", cols)) for c, th in items]
            found = self.redex(w)
            if found is None:
                continue
            a, b, rule = found
            left = word_term(w[:a]) if a else ("id", rows)
            right = word_term(w[b:]) if b < len(w) else ("id", cols)
            new = matrix(("mm", ("mm", left, rule.becomes), right))
            out = {k: v for k, v in form.items() if k != w}
            for v, c in new.items():
                out[v] = plus(out.get(v, {}), times(c, p))
            return {v: c for v, c in out.items() if c}, [(("sc", shown(p), left), rule.theorem, right)]
        return None

    def redex(self, w: Word) -> tuple[int, int, Rule] | None:
        """Where a rule applies in a word; rules for letters are made when they are met."""
        for rule in self.rules:
            k = len(rule.word)
            for a in range(len(w) - k + 1):
                if w[a : a + k] == rule.word:
                    return a, a + k, rule
        for a in range(len(w) - 1):
            two = self.pair(w[a], w[a + 1])
            if two is not None:
                return a, a + 2, two
        for a, x in enumerate(w):
            if _seen[x][3][0] == "msum":  # a whole end of the word that is a column, or a row
                for first, last, thin_side in ((a + 1, len(w), 2), (0, a, 1)):
                    outer = w[first:last]
                    while (
                        outer and len(outer) > 1 and thin_side == 2 and size(sort_of(word_term(outer))[2]) != size(ONE)
                    ):
                        outer, last = outer[:-1], last - 1  # up to where the word is a column
                    if len(outer) > 1 and size(sort_of(word_term(outer))[thin_side]) == size(ONE):
                        th = self._into_sum(
                            *((_seen[x][3], word_term(outer)) if thin_side == 2 else (word_term(outer), _seen[x][3]))
                        )
                        if th is not None:
                            lo, hi = (a, last) if thin_side == 2 else (first, a + 1)
                            return lo, hi, Rule(th, w[lo:hi])
        for a, x in enumerate(w):
            one = self.letter(x)
            if one is not None:
                return a, a + 1, one
        return None

    def letter(self, x: int) -> Rule | None:
        """A letter whose arguments reduce: a sum of matrices, a Kronecker product, an inverse, ..."""
        if x not in self.letters:
            self.letters[x] = None  # a letter inside itself does not reduce
            with suppress(KernelError):  # what it would become may not hold at every index
                self.letters[x] = self._letter(_seen[x][3], x)
        return self.letters[x]

    def _letter(self, t: Term, x: int) -> Rule | None:
        turned_over = t[0] == "T"
        inner = t[1] if turned_over else t
        th: Theorem | None = None
        if inner[0] == "e" and size(inner[1]) == size(ONE):
            th = self._under_prove(logic.meaning("units", ONE, inner[2], inner[2]))
            goal = ("=", t, ("id", ONE))
            unit = ("id", ONE)
            if turned_over:
                hole = ("v", "hole_", sort_of(inner))
                th = logic.rewrite(th, logic.identity(t, t), hole, ("=", t, ("T", hole)))
            return Rule(logic.matrix_linear(goal, [(unit, th, unit)]), (x,))
        if turned_over and inner[0] == "msum":
            return Rule(logic.meaning("over", inner, "transpose"), (x,))
        if inner[0] == "msum":
            th = self._matrix_sum(inner)
        elif inner[0] in ("kron", "minv", "vst"):
            for k in range(1, len(inner)):
                new, why = self.matrix(inner[k])
                if why is not None:
                    hole = ("v", "hole_", sort_of(inner[k]))
                    template = ("=", inner, (*inner[:k], hole, *inner[k + 1 :]))
                    th = logic.rewrite(why, logic.identity(inner, inner), hole, template)
                    break
            if th is None and inner[0] == "kron":
                th = self._kron_of_sum(inner)
        elif inner[0] in ("stack", "dg", "mprod"):
            th = self._matrix_under(inner)
        if th is None:
            return None
        if turned_over:
            hole = ("v", "hole_", sort_of(inner))
            th = logic.rewrite(th, logic.identity(t, t), hole, ("=", t, ("T", hole)))
        return Rule(th)

    def _kron_of_sum(self, t: Term) -> Theorem | None:
        """A Kronecker product with a sum as the sum of the products."""
        for k, which in ((2, "left"), (1, "right")):
            form = matrix(t[k])
            word = next(iter(form)) if len(form) == 1 else ()
            sums = [j for j, x in enumerate(word) if _seen[x][3][0] == "msum"]
            if len(sums) != 1:
                continue
            j, sort = sums[0], sort_of(t[k])
            inner = _seen[word[j]][3]
            left = word_term(word[:j]) if j else ("id", sort[1])
            right = word_term(word[j + 1 :]) if j + 1 < len(word) else ("id", sort[2])
            factor = logic.meaning("over", inner, "factor", left, inner[3], right)
            together = ("sc", shown(form[word]), factor.conclusion[1])
            unit = ("id", sort[1]), ("id", sort[2])
            one_sum = logic.matrix_linear(
                ("=", t[k], together), [(("sc", shown(times(constant(-1), form[word])), unit[0]), factor, unit[1])]
            )
            hole = ("v", "hole_", sort)
            at = (*t[:k], hole, *t[k + 1 :])
            whole = logic.rewrite(one_sum, logic.identity(t, t), hole, ("=", t, at))
            same = logic.meaning("over", factor.conclusion[1], which, t[3 - k])
            unit = ("id", sort_of(t)[1]), ("id", sort_of(t)[2])
            goal = ("=", t, ("sc", shown(form[word]), same.conclusion[2]))
            return logic.matrix_linear(
                goal, [(unit[0], whole, unit[1]), (("sc", shown(form[word]), unit[0]), same, unit[1])]
            )
        return None

    def _matrix_under(self, t: Term) -> Theorem | None:
        i = self.fresh()
        if t[0] == "dg":
            return None
        with self.under(i, t[1], t[2]):
            new, th = self.matrix(opened(t[3], i))
        if th is None:
            return None
        allowed = logic.generalise(th, i, t[1], t[2])
        return logic.cut(allowed, logic.meaning("over", t, "same", closed(new, i)))

    def _matrix_sum(self, t: Term) -> Theorem | None:
        """A sum of matrices over an index as a combination of sums of single words that depend on it."""
        _, low, high, body = t
        i = self.fresh()
        inside = opened(body, i)
        sort = sort_of(t)
        rows, cols = size_term(size(sort[1])), size_term(size(sort[2]))
        with self.under(i, low, high):
            simple, th = self.matrix(inside)
        form = matrix(simple)
        words = list(form.items())
        if len(words) == 1 and th is None:
            ((w, p),) = words
            if w and p == constant(1) and self._bare(w, i):
                return None
            # a single monic number that depends on the index, times the identity
            monomial = next(iter(p)) if not w and len(p) == 1 and p == dict.fromkeys(p, 1) else ()
            if monomial and all(i in free(_shown[x]) for x, _ in monomial):
                return None
        parts: list[tuple[Term, Term, Term, Term, Term]] = []  # outer number, left, number inside, middle, right
        for w, p in words:
            a, b = 0, len(w)
            while a < b and i not in free(_seen[w[a]][3]):
                a += 1
            while b > a and i not in free(_seen[w[b - 1]][3]):
                b -= 1
            left = word_term(w[:a]) if a else ("id", rows)
            right = word_term(w[b:]) if b < len(w) else ("id", cols if b < len(w) or b > a else sort_of(left)[2])
            middle = word_term(w[a:b]) if b > a else ("id", sort_of(left)[2])
            if b == a:
                right = ("id", sort_of(left)[2])
            for m, c in sorted(p.items()):
                inner = shown({tuple((x, k) for x, k in m if i in free(_shown[x])): constant(1)[()]})
                outer = shown({tuple((x, k) for x, k in m if i not in free(_shown[x])): c})
                parts.append((outer, left, inner, middle, right))
        if not parts:
            parts = [(num(0), ("id", rows), ONE, inside, ("id", cols))]
        terms = [("mm", ("mm", ("sc", o, lf), ("sc", n, md)), rt) for o, lf, n, md, rt in parts]
        term = _nested("m+", terms)
        same = logic.matrix_linear(("=", inside, term), [] if th is None else [(("id", rows), th, ("id", cols))])
        allowed = logic.generalise(same, i, low, high)
        first = logic.cut(allowed, logic.meaning("over", t, "same", closed(term, i)))
        whole = first.conclusion[2]
        pieces = [
            ("mm", ("mm", ("sc", o, lf), ("msum", low, high, closed(("sc", n, md), i))), rt)
            for o, lf, n, md, rt in parts
        ]
        value = _nested("m+", pieces)
        facts, rest = [first], whole
        for _ in parts[1:]:
            facts.append(logic.meaning("over", rest, "split"))
            rest = ("msum", low, high, rest[3][1])
        for o, lf, n, md, rt in parts:
            facts.append(logic.meaning("over", whole, "factor", ("sc", o, lf), closed(("sc", n, md), i), rt))
        one = ("id", rows), ("id", cols)
        out = logic.matrix_linear(("=", t, value), [(one[0], f, one[1]) for f in facts])
        pure = self._numbers_only(value, parts, low, high, i)
        if pure is not None:
            out = logic.matrix_linear(("=", t, pure.conclusion[2]), [(one[0], out, one[1]), (one[0], pure, one[1])])
        return None if matrix(out.conclusion[2]) == matrix(t) else out

    def _numbers_only(self, value: Term, parts: Any, low: Term, high: Term, i: Term) -> Theorem | None:
        """sum of x_i M = (sum of x_i) M, M free of the index."""
        facts = []
        for _, _, n, md, _ in parts:
            if i not in free(md):
                facts.append(
                    logic.meaning("over", ("msum", low, high, closed(("sc", n, md), i)), "scaled", closed(n, i), md)
                )
        if not facts:
            return None
        th: Theorem = logic.identity(value, value)
        for f in facts:
            hole = ("v", "hole_", sort_of(f.conclusion[1]))
            th = logic.rewrite(f, th, hole, ("=", value, put_for(f.conclusion[1], hole, th.conclusion[2])))
        return th

    def _bare(self, w: Word, i: Term) -> bool:
        return i in free(_seen[w[0]][3]) and i in free(_seen[w[-1]][3])

    def pair(self, x: int, y: int) -> Rule | None:
        """Two neighbours that multiply by definition: stacks, diagonal matrices, inverses, diagonal and unit column."""
        if (x, y) not in self.pairs:
            th = self._pair(_seen[x][3], _seen[y][3])
            self.pairs[x, y] = None if th is None else Rule(th, (x, y))
        return self.pairs[x, y]

    def _pair(self, a: Term, b: Term) -> Theorem | None:
        if a[0] == "T" and (a[1][0] == b[0] and b[0] in ("stack", "vst") or a[1][0] == "e" and b[0] == "stack"):
            try:
                return self._under_prove(logic.meaning("stacks", a[1], b))
            except KernelError:
                return None
        if a[0] == "T" and a[1][0] == b[0] == "e" and (scalar(a[1][2]) == scalar(b[2]) or a[1][2][0] == b[2][0] == "q"):
            same = scalar(a[1][2]) == scalar(b[2])
            th = self._under_prove(logic.meaning("units", a[1][1], a[1][2], a[1][2] if same else b[2]))
            if same:
                unit = ("id", ONE)
                return logic.matrix_linear(("=", ("mm", a, b), unit), [(unit, th, unit)])
            return th
        if a[0] == "kron" and b[0] not in ("kron", "msum") and size(sort_of(b)[1]) != size(ONE) and thin(a[1:], 2):
            return logic.meaning("beside", a[1], a[2], b)
        if b[0] == "kron" and a[0] not in ("kron", "msum") and size(sort_of(a)[2]) != size(ONE) and thin(b[1:], 1):
            th = logic.meaning("beside", ("T", b[1]), ("T", b[2]), ("T", a))
            hole = ("v", "hole_", sort_of(th.conclusion[1]))
            both = ("mm", a, b)
            return logic.rewrite(th, logic.identity(both, ("T", th.conclusion[1])), hole, ("=", both, ("T", hole)))
        if a[0] == "dg" and b[0] in ("dg", "e"):
            return self._under_prove(logic.meaning("diagonal", a, b))
        if a in self.diagonals and b[0] == "e":
            return self._diagonal_column(a, b)
        if b in self.diagonals and a[0] == "T" and a[1][0] == "e":
            th = self._diagonal_column(b, a[1])
            turned_th = self._turned(th)
            _, why = self.matrix(("m+", ("mm", a, ("T", b)), ("sc", num(-1), ("mm", a, b))))
            goal = ("=", ("mm", a, b), turned_th.conclusion[2])
            one, right = ("id", ONE), ("id", sort_of(b)[2])
            rest = [] if why is None else [(("sc", num(-1), one), why, right)]
            return logic.matrix_linear(goal, [(one, turned_th, right), *rest])
        if a[0] == "T" and a[1][0] == "e" and b[0] == "dg":
            th = self._under_prove(logic.meaning("diagonal", b, a[1]))
            left = ("mm", a, b)
            lhs = logic.identity(left, ("T", th.conclusion[1]))
            hole = ("v", "hole_", sort_of(th.conclusion[1]))
            return logic.rewrite(th, lhs, hole, ("=", left, ("T", hole)))
        pushed = self._into_sum(a, b)
        if pushed is not None:
            return pushed
        for inverse, other, side in ((a, b, "left"), (b, a, "right")):
            if inverse[0] == "minv" and matrix(inverse[1]) == matrix(other):
                return self._under_prove(logic.meaning("inverse", inverse[1], side))
        return None

    def _turned(self, th: Theorem) -> Theorem:
        """From A = B: A^T = B^T."""
        a = th.conclusion[1]
        hole = ("v", "hole_", sort_of(a))
        return logic.rewrite(th, logic.identity(("T", a), ("T", a)), hole, ("=", ("T", a), ("T", hole)))

    def _diagonal_column(self, d: Term, e: Term) -> Theorem:
        """D e_j = (e_j^T D e_j) e_j for a diagonal matrix D."""
        why = self.diagonals[d]
        column = self._under_prove(logic.meaning("diagonal", why.conclusion[2], e))
        unit = ("id", sort_of(d)[1]), ("id", ONE)
        return logic.matrix_linear(
            ("=", ("mm", d, e), column.conclusion[2]), [(unit[0], why, e), (unit[0], column, unit[1])]
        )

    def _into_sum(self, a: Term, b: Term) -> Theorem | None:
        """A factor goes into a sum over an index where it meets something there that it multiplies with."""
        if "msum" not in (a[0], b[0]) or a[0] == b[0]:
            return None
        t, other = (b, a) if b[0] == "msum" else (a, b)
        _, low, high, body = t
        i = self.fresh()
        inner = opened(body, i)
        whole = ("mm", other, inner) if t is b else ("mm", inner, other)
        with self.under(i, low, high):
            before, after = matrix(self.matrix(inner)[0]), matrix(self.matrix(whole)[0])
        whole_weight = weight(matrix(other)) + weight(before)
        beside = other[0] == "kron" and thin(other[1:], 2 if t is b else 1)  # a column goes beside the other factor
        if not before or weight(after) >= whole_weight + beside:
            return None
        sort = sort_of(whole)
        left, right = (other, ("id", sort[2])) if t is b else (("id", sort[1]), other)
        factor = logic.meaning("over", t, "factor", left, body, right)
        product = ("mm", a, b)
        unit = ("id", sort_of(product)[1]), ("id", sort_of(product)[2])
        goal = ("=", product, factor.conclusion[1])
        return logic.matrix_linear(goal, [(("sc", num(-1), unit[0]), factor, unit[1])])

    def _under_prove(self, th: Theorem) -> Theorem:
        for need in list(th.hypotheses):
            found = self.prove(need)
            if found is not None:
                th = logic.cut(found, th)
        return th

    def _traced(self, t: Term) -> tuple[Term, Theorem] | None:
        """The trace of a product, reduced somewhere on the circle."""
        (mono,) = scalar(t)
        ((x, _),) = mono
        kind, word = key_of(x)
        turns = [word] if kind == "w" else [word[k:] + word[:k] for k in range(len(word))]
        both = turns + ([tuple(turned(y) for y in reversed(w)) for w in turns])
        for w in both:
            found = self.redex(w)
            if found is None:
                continue
            a, b, rule = found
            whole = word_term(w)
            sort = sort_of(whole)
            left = word_term(w[:a]) if a else ("id", sort[1])
            right = word_term(w[b:]) if b < len(w) else ("id", sort[2])
            new = ("mm", ("mm", left, rule.becomes), right)
            after = scalar(("tr", new))
            if any(measure(y) >= measure(x) for m in after for y, _ in m if key_of(y)[0] in ("w", "tr")):
                continue
            th = logic.matrix_linear(("=", whole, new), [(left, rule.theorem, right)])
            hole = ("v", "hole_", sort)
            return ("tr", new), logic.rewrite(th, logic.identity(t, ("tr", whole)), hole, ("=", t, ("tr", hole)))
        return self._sum_out(t, word)

    def _sum_out(self, t: Term, word: Word) -> tuple[Term, Theorem] | None:
        """The trace of a product with one sum in it as a sum of traces."""
        spots = [
            k
            for k, x in enumerate(word)
            if _seen[x][3][0] == "msum" or _seen[x][3][0] == "T" and _seen[x][3][1][0] == "msum"
        ]
        if len(spots) != 1:
            return None
        k = spots[0]
        whole = word_term(word)
        if _seen[word[k]][3][0] == "T":
            word = tuple(turned(y) for y in reversed(word))
            k = len(word) - 1 - k
            whole = word_term(word)
        _, low, high, body = _seen[word[k]][3]
        sort = sort_of(whole)
        left = word_term(word[:k]) if k else ("id", sort[1])
        right = word_term(word[k + 1 :]) if k + 1 < len(word) else ("id", sort[2])
        factor = logic.meaning("over", _seen[word[k]][3], "factor", left, body, right)
        inside = factor.conclusion[1]
        traces = ("sum", low, high, ("tr", inside[3]))
        th = logic.meaning("over", traces, "trace")  # sum of traces = trace of the sum
        hole = ("v", "hole_", sort)
        step = logic.rewrite(factor, th, hole, ("=", traces, ("tr", hole)))
        return traces, logic.linear(("=", t, traces), [(num(-1), None, step)])

    # --- what vanishes

    def zero(self, p: Poly, depth: int = 0) -> Items | None:
        """Pairs (c, theorem) with p the sum of c (b - a), None where p is not seen to vanish."""
        p, items = self.reduce(p)
        if not p:
            return items
        if depth > 40:
            return None
        atoms = {x for m in p for x, _ in m}
        together = self._merge(p, items, depth)
        if together is not None:
            return together
        inverse = max((x for x in atoms if _shown[x][0] == "inv"), default=None)
        if inverse is not None:
            rest, factor, item = self.cleared(p, inverse)
            found = self.zero(rest, depth + 1)
            return None if found is None else [*items, item, *((times(factor, c), th) for c, th in found)]
        squares = [x for m in p for x, k in m if k > 1 and _shown[x][0] in ("sqrt", "abs")]
        if not squares:
            meant = self._meant(p)
            if meant is None:
                return None
            rest, item = meant
            found = self.zero(rest, depth + 1)
            return None if found is None else [*items, item, *found]
        rest, item = self.squared(p, max(squares))
        found = self.zero(rest, depth + 1)
        return None if found is None else [*items, item, *found]

    def _meant(self, p: Poly) -> tuple[Poly, tuple[Poly, Theorem]] | None:
        """A power of a Frobenius norm or of a largest or smallest of two, by what it means: x^2 = v x + w."""
        for x in sorted({x for m in p for x, k in m if k > 1}, reverse=True):
            t = _shown[x]
            own: Poly = {((x, 1),): constant(1)[()]}
            if t[0] == "normF":
                theorem = logic.meaning("frobenius", t[1])
                value = scalar(theorem.conclusion[2])
            elif t[0] in ("max", "min"):
                theorem = logic.meaning("extreme", t, 2)  # (x - a)(x - b) = 0
                a, b = scalar(t[1]), scalar(t[2])
                value = plus(times(plus(a, b), own), times(a, b), -1)
            else:
                continue
            out: Poly = {}
            factor: Poly = {}
            for m, c in p.items():
                k = dict(m).get(x, 0)
                other = {tuple(pair for pair in m if pair[0] != x): c}
                if k < 2:
                    out = plus(out, {m: c})
                    continue
                less = times(other, power(own, k - 2))  # x^k = x^(k-2) value + x^(k-2) (x^2 - value)
                out = plus(out, times(less, value))
                factor = plus(factor, less, -1)
            return out, (factor, theorem)
        return None

    def _merge(self, p: Poly, items: Items, depth: int) -> Items | None:
        """Two atoms read off matrices that are equal once denominators are cleared are one."""
        atoms = sorted(
            {x for m in p for x, _ in m if _shown[x][0] in READ or _shown[x][0] in ("abs", "sqrt")}, reverse=True
        )
        for k, x in enumerate(atoms):
            for y in atoms[k + 1 :]:
                a, b = _shown[x], _shown[y]
                if a[0] != b[0] or a[2:] != b[2:]:
                    continue
                if (x, y) not in self.merged:
                    self.merged[x, y] = None
                    self.merged[x, y] = self._same_atoms(a, b)
                th = self.merged[x, y]
                if th is not None:
                    rest, more = replaced(p, x, {((y, 1),): constant(1)[()]}, [(constant(-1), th)])
                    found = self.zero(rest, depth + 1)
                    return None if found is None else [*items, *more, *found]
        return None

    def _same_atoms(self, a: Term, b: Term) -> Theorem | None:
        """a = b, for equal arguments (up to the sign, inside a modulus)."""
        if a[0] in READ:
            same = self.same_matrices(("=", a[1], b[1])) if sort_of(a[1]) == sort_of(b[1]) else None
            return None if same is None else self.congruence(same, a, 1)
        for value in (b[1], neg(b[1]))[: 2 if a[0] == "abs" else 1]:
            items = self.zero(plus(scalar(a[1]), scalar(value), -1), 20)
            if items is not None:
                th = self.congruence(equation(a[1], value, items), a, 1)
                return logic.linear(("=", a, b), [(num(1), None, th)])
        return None

    def cleared(self, p: Poly, u: int) -> tuple[Poly, Poly, tuple[Poly, Theorem]]:
        """P, u^e and an item with p = u^e P + item, u = inv(b) not in P."""
        below = _shown[u][1]
        b, top = scalar(below), max(dict(m).get(u, 0) for m in p)
        one = times({((u, 1),): constant(1)[()]}, b)
        rest: Poly = {}
        factor: Poly = {}
        for m, c in p.items():
            k = dict(m).get(u, 0)
            other = {tuple(pair for pair in m if pair[0] != u): c}
            rest = plus(rest, times(other, power(b, top - k)))
            geometric: Poly = {}
            for j in range(top - k):
                geometric = plus(geometric, power(one, j))
            factor = plus(factor, times({m: c}, geometric))
        theorem = self._under_prove(logic.meaning("inverse", below, ""))
        return rest, {((u, top),): constant(1)[()]}, (factor, theorem)

    def squared(self, p: Poly, r: int) -> tuple[Poly, tuple[Poly, Theorem]]:
        """P and an item with p = P + item, r at most once in each term of P."""
        t = _shown[r]
        inside = scalar(t[1]) if t[0] == "sqrt" else scalar(("^", t[1], 2))
        theorem = self._under_prove(logic.meaning("root" if t[0] == "sqrt" else "modulus", t[1]))
        out: Poly = {}
        factor: Poly = {}
        for m, c in p.items():
            k = dict(m).get(r, 0)
            other = {tuple(pair for pair in m if pair[0] != r): c}
            gone = constant(1)
            while k > 1:  # r^k = x r^(k-2) + r^(k-2) (r^2 - x)
                k -= 2
                factor = plus(factor, times(times(other, gone), {((r, k),) if k else (): constant(-1)[()]}))
                gone = times(gone, inside)
            out = plus(out, times(times(other, gone), {((r, 1),) if k else (): constant(1)[()]}))
        return out, (factor, theorem)


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
    key = _seen[x][0]
    return 1 + sum(_weight(y) for part in key[1:3] for y in part) if key[0] == "kron" else 1


def turns_of(w: Word) -> int:
    """How many transposes there are in a word, also inside its letters."""
    return sum(str(_seen[x][3]).count("('T',") for x in w)


def measure(x: int) -> tuple[int, int, Word]:
    """Length, transposes and letters of the product a trace is taken of: rules make it smaller."""
    word = key_of(x)[1]
    letters = sum(_size_of(_seen[y][3]) for y in word)
    return letters, min(turns_of(word), turns_of(tuple(turned(y) for y in reversed(word)))), word


def put_for(old: Term, new: Term, t: Term) -> Term:
    """The term with one part put for another."""
    return transform(t, lambda x, _: new if x == old else None)


def power(p: Poly, k: int) -> Poly:
    """p^k."""
    out = constant(1)
    for _ in range(k):
        out = times(out, p)
    return out


def replaced(p: Poly, x: int, by: Poly, items: Items) -> tuple[Poly, Items]:
    """p with `by` for the atom x, where x = by + items; and the items that make up the difference."""
    out: Poly = {}
    quotient: Poly = {}  # p(x) - p(by) = quotient (x - by)
    for m, c in p.items():
        k = dict(m).get(x, 0)
        other = {tuple(pair for pair in m if pair[0] != x): c}
        out = plus(out, times(other, power(by, k)))
        for j in range(k):
            quotient = plus(
                quotient, times(times(other, power(by, j)), {((x, k - 1 - j),) if k - 1 - j else (): constant(1)[()]})
            )
    return out, [(times(quotient, c), th) for c, th in items]


def _valued(th: Theorem) -> tuple[Term, Theorem]:
    """An equation with its right side."""
    return th.conclusion[2], th


def _nested(op: str, terms: list[Term]) -> Term:
    out = terms[0]
    for t in terms[1:]:
        out = (op, out, t)
    return out


def form_term(form: Form, sort: Term) -> Term:
    """A matrix term of this normal form."""
    if not form:
        return ("zero", sort[1], sort[2])
    return _nested("m+", [("sc", shown(p), word_term(w) if w else ("id", sort[1])) for w, p in sorted(form.items())])


def equation(a: Term, b: Term, items: Items) -> Theorem:
    """a = b, where a - b is the sum of c (y - x) over theorems x = y."""
    return logic.linear(("=", a, b), [(shown(times(constant(-1), c)), None, th) for c, th in items])


__all__ = ["Algebra", "Items", "Rule", "equation", "neg", "settled", "sub"]
