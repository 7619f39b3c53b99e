"""Equations: what the kernel's normal forms do not see, found as combinations of equations that it checks.

Matrices are reduced by equations between words (symmetry, orthogonality, ...), traces somewhere on their circle.  To
see that a polynomial vanishes, denominators are cleared with b inv(b) = 1 and even powers of roots with sqrt(x)^2 = x.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    Form,
    KernelError,
    Poly,
    Term,
    Theorem,
    Word,
    Z,
    closed,
    constant,
    free,
    matrix,
    neg,
    num,
    opened,
    plus,
    scalar,
    size,
    size_term,
    sort_of,
    sub,
    times,
    turned,
    word_term,
)
from lemmata.prove.derived_rules import antisymmetric, matrix_linear
from lemmata.prove.normal_words import (
    Items,
    Rule,
    as_term,
    atom_key,
    atom_term,
    cut,
    equation,
    form_term,
    hypotheses,
    inside,
    letter_term,
    lowered,
    measure,
    nested,
    parted,
    power,
    put_for,
    replaced,
    shown,
    thin,
    valued,
    weight,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, None for nothing, when so much was known, and at which depth of questions about signs."""

    known: Hashable
    depth: int
    found: Any


Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


class Questions:
    """Open questions, outermost first, each with the outermost open one that its answer depends on so far.

    Whoever proves asks whether a formula holds, a sign is seen, an atom reduces; questions ask others, and one that
    comes up again on the way to its own answer gets none.  A failure that met no such question, or only those asked on
    the way, would be met again whoever asks: it is kept.  Any other may be the fault of what is open, and is not.
    """

    def __init__(self) -> None:
        self._place: dict[Hashable, int] = {}
        self._depends: list[int] = []

    def __contains__(self, question: Hashable) -> bool:
        return question in self._place

    def __len__(self) -> int:
        return len(self._depends)

    def begin(self, question: Hashable) -> None:
        """Open a question, which is not open."""
        self._place[question] = len(self._depends)
        self._depends.append(len(self._depends))

    def end(self, question: Hashable, answered: bool) -> bool:
        """Close the innermost question: whether its answer depends on no open one.  One that is `answered` leaves
        nothing for which those that asked it could blame an open one."""
        place, depends = self._place.pop(question), self._depends.pop()
        if depends >= place:
            return True
        if not answered and self._depends:
            self._depends[-1] = min(self._depends[-1], depends)
        return False

    def depend(self, question: Hashable) -> None:
        """Note that the innermost question gets no answer from an open one."""
        if question in self._place:
            self._depends[-1] = min(self._depends[-1], self._place[question])

    def ask(self, question: Hashable, make: Callable[[], Found | None]) -> tuple[Found | None, bool]:
        """The answer to a question, None where a rule does not apply; and whether it depends on no open one."""
        self.begin(question)
        found, lasts = None, False
        try:
            found = make()
        except KernelError:  # nothing is found in this way
            pass
        finally:
            lasts = self.end(question, found is not None)
        return found, lasts

    def once(
        self, table: dict[Key, Found | None], key: Key, kind: str, make: Callable[[], Found | None]
    ) -> Found | None:
        """The entry of a table, made where there is none, and None while it is made: nothing reduces inside itself."""
        question = (kind, key)
        if key in table:
            self.depend(question)
        else:
            table[key] = None
            self.begin(question)
            try:
                table[key] = make()
            finally:
                self.end(question, False)
        return table[key]

    def depend_on_all(self) -> None:
        """Note that the innermost question fails for how it was come to: at the next attempt it may not."""
        if self._depends:
            self._depends[-1] = 0


ENDS = ("smax", "smin", "lmax", "lmin")
FUNCTIONS = ("had", "expm", "logm", "sqrtm", "relu", "pinv")
READ = ("s", "lam", "cond", "norm2", "normF", "maxabs", "rank", "det", "rho", "numradius")


class Algebra:
    """Equalities between matrices and between numbers under the equations of one statement."""

    def __init__(self, rules: list[Rule], prove: Callable[[Term], Theorem | None]) -> None:
        self.rules, self.prove = rules, prove
        self.diagonals: dict[Term, Theorem] = {}  # variables that are diagonal matrices, and why
        self.entries: dict[Term, Theorem] = {}  # matrices without an entry below zero
        self.under: Callable[[Term, Term, Term], Any] = lambda *_: nullcontext()
        self.vectors: Callable[[str, Term, Term], tuple[Term, Term]] = lambda *_: (num(0), num(0))
        self.operator_norm: Callable[[Term], Theorem | None] = lambda _: None
        self.same_matrices: Callable[[Term], Theorem | None] = lambda _: None
        self.merged: dict[tuple[int, int], Theorem | None] = {}
        self.known: dict[int, tuple[Poly, Items] | None] = {}
        self.plain: set[int] = set()  # atoms that are known not to reduce
        self.questions = Questions()
        self.count = self.busy = 0
        self.matrices: dict[Term, tuple[Term, Theorem | None]] = {}
        self.letters: dict[int, Rule | None] = {}
        self.pairs: dict[tuple[int, int], Rule | None] = {}

    def fresh(self) -> Term:
        """An index that nothing speaks of yet."""
        self.count += 1
        return ("v", f"i{self.count}_", Z)

    def settled(self, th: Theorem) -> Theorem:
        """The theorem with the hypotheses that can be shown cut off."""
        for need in hypotheses(th):
            found = self.prove(need)
            if found is not None:
                th = cut(found, th)
        return th

    def reduce(self, p: Poly) -> tuple[Poly, Items]:
        """p with its atoms reduced."""
        items: Items = []
        for _ in range(200):
            met = sorted({y for m in p for y, _ in m} - self.plain, reverse=True)
            x = next((y for y in met if self.atom(y)), None)
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
        for x in sorted({x for m in p for x, k in m if k > 1 and atom_term(x)[0] in ("sqrt", "abs")}, reverse=True):
            if atom_term(x)[0] == "abs" or self.prove(("<=", num(0), atom_term(x)[1])) is not None:
                return x
        return None

    def squared(self, p: Poly, r: int) -> tuple[Poly, tuple[Poly, Theorem]]:
        """P and an item with p = P + item, r at most once in each term of P."""
        t = atom_term(r)
        square = scalar(t[1]) if t[0] == "sqrt" else scalar(("^", t[1], 2))
        theorem = self.settled(logic.meaning("root" if t[0] == "sqrt" else "modulus", t[1]))
        out, factor = lowered(p, r, square)
        return out, (factor, theorem)

    def atom(self, x: int) -> bool:
        """Whether an atom reduces to something else."""
        new = x not in self.known
        found = self.questions.once(self.known, x, "atom", lambda: self._atom(atom_term(x)))
        if new and found is None:
            self.plain.add(x)
        return found is not None

    def forget(self, good: Callable[[Theorem], bool]) -> None:
        """What atoms reduce to is kept where all it depends on is good; the others are looked at again."""
        self.known = {x: found for x, found in self.known.items() if found and all(good(th) for _, th in found[1])}
        self.plain.clear()
        self.merged.clear()

    def _atom(self, t: Term) -> tuple[Poly, Items] | None:
        self.busy += 1
        try:
            new = self.simplified(t)
            if new is None:
                return None
            value, theorem = new
            p, items = self.reduce(scalar(value))
            return p, [(constant(-1), theorem), *items]  # t = value: t = value + (-1)(value - t)
        finally:
            self.busy -= 1

    def simplified(self, t: Term) -> tuple[Term, Theorem] | None:
        """(value, t = value), one step; None where there is nothing to do."""
        op = t[0]
        if op in ENDS:
            return valued(self.settled(logic.meaning("end", op, t[1])))
        if op == "tr":
            return self.traced(t)
        if op == "norm2":
            same = self.operator_norm(t[1])
            return None if same is None else valued(self.settled(same))
        if op == "sum":
            return self._summed(t)
        if op in ("v", "q", "prod", "slope_s", "slope_lam", "simple_s", "simple_lam"):
            return None
        if op in ("min", "max"):
            ordered = self._ordered(t)
            if ordered is not None:
                return valued(ordered)
        if op in ("eigenform", "singularform"):
            u, v = self.vectors("lam" if op == "eigenform" else "s", t[1], t[2])
            return valued(self.settled(logic.meaning("form", t[1], t[2], t[3], u, v)))
        if op == "maxo":
            return self._under(t)
        if op in ("exp", "log"):
            undone = self._undone(t)
            if undone is not None:
                return valued(undone)
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
            # indices and exponents are compared as they are written
            stays = op in ("s", "lam") or (op, k) == ("rpow", 2)
            if th is not None and (sort_of(x)[0] == "M" or not stays and scalar(new) != scalar(x)):
                return (*t[:k], new, *t[k + 1 :]), self.congruence(th, t, k)
        return None

    def _undone(self, t: Term) -> Theorem | None:
        """log exp x = x, and exp log x = x where 0 < x is seen."""
        p = scalar(t[1])
        ((m, c),) = p.items() if len(p) == 1 else (((), 0),)
        inner = atom_term(m[0][0]) if c == 1 and len(m) == 1 and m[0][1] == 1 else ("",)
        if {t[0], inner[0]} != {"exp", "log"} or t[0] == "exp" and self.prove(("<", num(0), inner[1])) is None:
            return None
        return self.settled(logic.meaning("logarithm", inner[1], inner[0]))

    def congruence(self, th: Theorem, t: Term, k: int) -> Theorem:
        """From x = y: t = t with y for its k-th part."""
        return inside(th, lambda x: (*t[:k], x, *t[k + 1 :]), t)

    def number(self, t: Term) -> tuple[Term, Theorem | None]:
        """A number with its atoms reduced, and why it is the same (None where nothing changed)."""
        p = scalar(t)
        q, items = self.reduce(p)
        return (t, None) if not items else (shown(q), equation(t, shown(q), items))

    def _ordered(self, t: Term) -> Theorem | None:
        """min(a, b) = a, or max(a, b) = b, where a <= b is known."""
        for small, large in (t[1:], t[:0:-1]):
            order = self.prove(("<=", small, large))
            if order is None:
                continue
            value = small if t[0] == "min" else large
            apart = logic.meaning("extreme", t, 3, value)
            same = logic.linear(("<=", value, value), [])
            for h in hypotheses(apart):
                apart = cut(same if h == same.conclusion else order, apart)
            bound = logic.meaning("extreme", t, t[1:].index(value))
            below, above = (bound, apart) if t[0] == "min" else (apart, bound)  # t <= value and value <= t
            return antisymmetric(("=", t, value), below, above)
        return None

    def _summed(self, t: Term) -> tuple[Term, Theorem] | None:
        """A sum over an index as a combination of sums of single products that depend on it."""
        _, low, high, body = t
        length = self.reduce(scalar(sub(high, low)))[0]
        if set(length) <= {()} and length.get((), 0) < 0:
            return num(0), self.settled(logic.meaning("over", t, "none"))
        i = self.fresh()
        inside = opened(body, i)
        with self.under(i, low, high):
            p, items = self.reduce(scalar(inside))
        mono = [m for m in p]
        if len(mono) == 1 and p[mono[0]] == 1 and not items:
            dependent = all(i in free(atom_term(x)) for x, _ in mono[0])
            if dependent and mono[0]:
                return None
            if not mono[0]:
                ones = ("sum", low, high, ONE)
                counted = logic.meaning("over", ones, "count")
                th = cut(self._or_assume(counted), counted)
                return counted.conclusion[2], self._chain(logic.identity(t, ones), th)
        parts = []
        for m, c in sorted(p.items()):
            parts.append(parted(m, c, i))
        if not parts:
            parts = [(num(0), ONE)]
        term = nested("+", [("*", a, b) for a, b in parts])
        same = equation(inside, term, items)
        allowed = logic.generalise(same, i, low, high)
        th = cut(allowed, logic.meaning("over", t, "same", closed(term, i)))
        value = nested("+", [("*", a, ("sum", low, high, closed(b, i))) for a, b in parts])
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
        return (op, low, high, closed(new, i)), cut(allowed, logic.meaning("over", t, "same", closed(new, i)))

    # --- neighbours in a word that multiply by definition

    def pair(self, x: int, y: int) -> Rule | None:
        """Two neighbours that multiply by definition: stacks, diagonal matrices, inverses, diagonal and unit column."""
        if (x, y) not in self.pairs:
            th = self._pair(letter_term(x), letter_term(y))
            self.pairs[x, y] = None if th is None else Rule(th, (x, y))
        return self.pairs[x, y]

    def _pair(self, a: Term, b: Term) -> Theorem | None:
        if a[0] == "T" and (a[1][0] == b[0] and b[0] in ("stack", "vst") or a[1][0] == "e" and b[0] == "stack"):
            try:
                return self.settled(logic.meaning("stacks", a[1], b))
            except KernelError:
                return None
        if a[0] == "T" and a[1][0] == b[0] == "e" and (scalar(a[1][2]) == scalar(b[2]) or a[1][2][0] == b[2][0] == "q"):
            same = scalar(a[1][2]) == scalar(b[2])
            apart = () if same else ("below" if a[1][2][1] < b[2][1] else "above",)
            th = self.settled(logic.meaning("units", a[1][1], a[1][2], a[1][2] if same else b[2], *apart))
            if same:
                unit = ("id", ONE)
                return matrix_linear(("=", ("mm", a, b), unit), [(unit, th, unit)])
            return th
        if a[0] == "kron" and b[0] not in ("kron", "msum") and size(sort_of(b)[1]) != size(ONE) and thin(a[1:], 2):
            return logic.meaning("beside", a[1], a[2], b)
        if b[0] == "kron" and a[0] not in ("kron", "msum") and size(sort_of(a)[2]) != size(ONE) and thin(b[1:], 1):
            th = logic.meaning("beside", ("T", b[1]), ("T", b[2]), ("T", a))
            return inside(th, lambda x: ("T", x), ("mm", a, b))
        if a[0] == "dg" and b[0] in ("dg", "e"):
            return self.settled(logic.meaning("diagonal", a, b))
        if a in self.diagonals and b[0] == "e":
            return self._diagonal_column(a, b)
        if b in self.diagonals and a[0] == "T" and a[1][0] == "e":
            th = self._diagonal_column(b, a[1])
            turned_th = inside(th, lambda x: ("T", x))
            _, why = self.matrix(("m+", ("mm", a, ("T", b)), ("sc", num(-1), ("mm", a, b))))
            goal = ("=", ("mm", a, b), turned_th.conclusion[2])
            one, right = ("id", ONE), ("id", sort_of(b)[2])
            rest = [] if why is None else [(("sc", num(-1), one), why, right)]
            return matrix_linear(goal, [(one, turned_th, right), *rest])
        if a[0] == "T" and a[1][0] == "e" and b[0] == "dg":
            th = self.settled(logic.meaning("diagonal", b, a[1]))
            return inside(th, lambda x: ("T", x), ("mm", a, b))
        pushed = self._into_sum(a, b)
        if pushed is not None:
            return pushed
        if a[0] == b[0] == "sqrtm" and matrix(a[1]) == matrix(b[1]):
            return self.settled(logic.meaning("matrix-root", a[1], "square"))
        for inverse, other, side in ((a, b, "left"), (b, a, "right")):
            if inverse[0] == "minv" and matrix(inverse[1]) == matrix(other):
                return self.settled(logic.meaning("inverse", inverse[1], side))
        return None

    def _diagonal_column(self, d: Term, e: Term) -> Theorem:
        """D e_j = (e_j^T D e_j) e_j for a diagonal matrix D."""
        why = self.diagonals[d]
        column = self.settled(logic.meaning("diagonal", why.conclusion[2], e))
        unit = ("id", sort_of(d)[1]), ("id", ONE)
        return matrix_linear(("=", ("mm", d, e), column.conclusion[2]), [(unit[0], why, e), (unit[0], column, unit[1])])

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
        room = other[0] == "kron" and thin(other[1:], 2 if t is b else 1)  # a column goes next to the other factor
        if not before or weight(after) >= whole_weight + room:
            return None
        sort = sort_of(whole)
        left, right = (other, ("id", sort[2])) if t is b else (("id", sort[1]), other)
        factor = logic.meaning("over", t, "factor", left, body, right)
        product = ("mm", a, b)
        unit = ("id", sort_of(product)[1]), ("id", sort_of(product)[2])
        goal = ("=", product, factor.conclusion[1])
        return matrix_linear(goal, [(("sc", num(-1), unit[0]), factor, unit[1])])

    # --- letters that reduce because their arguments do

    def letter(self, x: int) -> Rule | None:
        """A letter whose arguments reduce: a sum of matrices, a Kronecker product, an inverse, ..."""

        def make() -> Rule | None:
            try:
                return self._letter(letter_term(x), x)
            except KernelError:  # what it would become may not hold at every index
                return None

        return self.questions.once(self.letters, x, "letter", make)

    def _letter(self, t: Term, x: int) -> Rule | None:
        turned_over = t[0] == "T"
        inner = t[1] if turned_over else t
        th: Theorem | None = None
        if inner[0] == "e" and size(inner[1]) == size(ONE):
            th = self.settled(logic.meaning("units", ONE, inner[2], inner[2]))
            goal = ("=", t, ("id", ONE))
            unit = ("id", ONE)
            if turned_over:
                th = inside(th, lambda x: ("T", x))
            return Rule(matrix_linear(goal, [(unit, th, unit)]), (x,))
        if turned_over and inner[0] == "msum":
            return Rule(logic.meaning("over", inner, "transpose"), (x,))
        if inner[0] == "msum":
            th = self._matrix_sum(inner)
        elif turned_over and inner[0] in ("minv", "sqrtm", "logm"):
            return Rule(self._symmetric_function(inner), (x,))
        elif inner[0] in ("kron", "minv", "vst", *FUNCTIONS):
            for k in range(1, len(inner)):
                new, why = self.matrix(inner[k])
                if why is not None:
                    th = self.congruence(why, inner, k)
                    break
            if th is None and inner[0] == "kron":
                th = self._kron_of_sum(inner)
            elif th is None and inner[0] == "expm" and inner[1][0] == "logm":
                th = self.settled(logic.meaning("matrix-logarithm", inner[1][1], "inverse"))
        elif inner[0] in ("stack", "dg", "mprod"):
            th = self._matrix_under(inner)
        if th is None:
            return None
        if turned_over:
            th = inside(th, lambda x: ("T", x))
        return Rule(th)

    def _symmetric_function(self, t: Term) -> Theorem:
        """F^T = F for an inverse, a square root or a logarithm F of a symmetric matrix."""
        a = t[1]
        if t[0] != "minv":
            return self.settled(logic.meaning("matrix-root" if t[0] == "sqrtm" else "matrix-logarithm", a, "symmetric"))
        same = self.same_matrices(("=", ("T", a), a))
        right = self.settled(logic.meaning("inverse", a, "right"))
        if same is None or not right.hypotheses <= same.hypotheses | right.hypotheses:
            raise KernelError("not seen to be symmetric")
        unit, turned_over = ("id", sort_of(a)[1]), ("T", t)  # F^T = F^T A F = F^T A^T F = (A F)^T F = F
        items = [
            (("sc", num(-1), turned_over), right, unit),
            (("sc", num(-1), turned_over), same, t),
            (unit, inside(right, lambda x: ("T", x)), t),
        ]
        return matrix_linear(("=", turned_over, t), items)

    def _kron_of_sum(self, t: Term) -> Theorem | None:
        """A Kronecker product with a sum as the sum of the products."""
        for k, which in ((2, "left"), (1, "right")):
            form = matrix(t[k])
            word = next(iter(form)) if len(form) == 1 else ()
            sums = [j for j, x in enumerate(word) if letter_term(x)[0] == "msum"]
            if len(sums) != 1:
                continue
            j, sort = sums[0], sort_of(t[k])
            inner = letter_term(word[j])
            left = as_term(word[:j], sort[1])
            right = as_term(word[j + 1 :], sort[2])
            factor = logic.meaning("over", inner, "factor", left, inner[3], right)
            together = ("sc", shown(form[word]), factor.conclusion[1])
            unit = ("id", sort[1]), ("id", sort[2])
            one_sum = matrix_linear(
                ("=", t[k], together), [(("sc", shown(times(constant(-1), form[word])), unit[0]), factor, unit[1])]
            )
            whole = self.congruence(one_sum, t, k)
            same = logic.meaning("over", factor.conclusion[1], which, t[3 - k])
            unit = ("id", sort_of(t)[1]), ("id", sort_of(t)[2])
            goal = ("=", t, ("sc", shown(form[word]), same.conclusion[2]))
            return matrix_linear(goal, [(unit[0], whole, unit[1]), (("sc", shown(form[word]), unit[0]), same, unit[1])])
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
        return cut(allowed, logic.meaning("over", t, "same", closed(new, i)))

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
            if monomial and all(i in free(atom_term(x)) for x, _ in monomial):
                return None
        parts: list[tuple[Term, Term, Term, Term, Term]] = []  # outer number, left, number inside, middle, right
        for w, p in words:
            a, b = 0, len(w)
            while a < b and i not in free(letter_term(w[a])):
                a += 1
            while b > a and i not in free(letter_term(w[b - 1])):
                b -= 1
            left = as_term(w[:a], rows)
            right = word_term(w[b:]) if b < len(w) else ("id", cols if b < len(w) or b > a else sort_of(left)[2])
            middle = as_term(w[a:b], sort_of(left)[2])
            if b == a:
                right = ("id", sort_of(left)[2])
            for m, c in sorted(p.items()):
                outer, inner = parted(m, c, i)
                parts.append((outer, left, inner, middle, right))
        if not parts:
            parts = [(num(0), ("id", rows), ONE, inside, ("id", cols))]
        terms = [("mm", ("mm", ("sc", o, lf), ("sc", n, md)), rt) for o, lf, n, md, rt in parts]
        term = nested("m+", terms)
        same = matrix_linear(("=", inside, term), [] if th is None else [(("id", rows), th, ("id", cols))])
        allowed = logic.generalise(same, i, low, high)
        first = cut(allowed, logic.meaning("over", t, "same", closed(term, i)))
        whole = first.conclusion[2]
        pieces = [
            ("mm", ("mm", ("sc", o, lf), ("msum", low, high, closed(("sc", n, md), i))), rt)
            for o, lf, n, md, rt in parts
        ]
        value = nested("m+", pieces)
        facts, rest = [first], whole
        for _ in parts[1:]:
            facts.append(logic.meaning("over", rest, "split"))
            rest = ("msum", low, high, rest[3][1])
        for o, lf, n, md, rt in parts:
            facts.append(logic.meaning("over", whole, "factor", ("sc", o, lf), closed(("sc", n, md), i), rt))
        one = ("id", rows), ("id", cols)
        out = matrix_linear(("=", t, value), [(one[0], f, one[1]) for f in facts])
        pure = self._numbers_only(value, parts, low, high, i)
        if pure is not None:
            out = matrix_linear(("=", t, pure.conclusion[2]), [(one[0], out, one[1]), (one[0], pure, one[1])])
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
        return i in free(letter_term(w[0])) and i in free(letter_term(w[-1]))

    # --- matrices, traces, and polynomials that vanish

    def matrix(self, t: Term) -> tuple[Term, Theorem | None]:
        """A matrix reduced by the rules, and why it is the same (None where nothing changed)."""
        if t not in self.matrices:
            self.matrices[t] = self._matrix(t)
        return self.matrices[t]

    def _matrix(self, t: Term) -> tuple[Term, Theorem | None]:
        form, items = self.rewritten(t)
        if not items:
            return t, None
        new = form_term(form, sort_of(t))
        return new, matrix_linear(("=", t, new), items)

    def rewritten(self, t: Term) -> tuple[Form, list[tuple[Term, Theorem, Term]]]:
        """The normal form of a matrix reduced by the rules, and the rules between what stands before and behind."""
        form, sort = dict(matrix(t)), sort_of(t)
        items: list[tuple[Term, Theorem, Term]] = []
        for _ in range(400):
            step = self._step(form, sort)
            if step is None:
                break
            form, item = step
            items += item
        return form, items

    def _step(self, form: Form, sort: Term) -> tuple[Form, list[tuple[Term, Theorem, Term]]] | None:
        rows, cols = size_term(size(sort[1])), size_term(size(sort[2]))
        for w, p in form.items():
            q, items = self.reduce(p)
            if items:
                body = as_term(w, rows)
                rest = {k: v for k, v in form.items() if k != w}
                if q:
                    rest[w] = q
                return rest, [(("sc", shown(times(constant(-1), c)), body), th, ("id", cols)) for c, th in items]
            found = self.redex(w)
            if found is None:
                continue
            a, b, rule = found
            left = as_term(w[:a], rows)
            right = as_term(w[b:], cols)
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
            if letter_term(x)[0] == "msum":  # a whole end of the word that is a column, or a row
                for first, last, thin_side in ((a + 1, len(w), 2), (0, a, 1)):
                    outer = w[first:last]
                    while (
                        outer and len(outer) > 1 and thin_side == 2 and size(sort_of(word_term(outer))[2]) != size(ONE)
                    ):
                        outer, last = outer[:-1], last - 1  # up to where the word is a column
                    if len(outer) > 1 and size(sort_of(word_term(outer))[thin_side]) == size(ONE):
                        ends = letter_term(x), word_term(outer)
                        th = self._into_sum(*(ends if thin_side == 2 else ends[::-1]))
                        if th is not None:
                            lo, hi = (a, last) if thin_side == 2 else (first, a + 1)
                            return lo, hi, Rule(th, w[lo:hi])
        for a, x in enumerate(w):
            one = self.letter(x)
            if one is not None:
                return a, a + 1, one
        return None

    def traced(self, t: Term) -> tuple[Term, Theorem] | None:
        """The trace of a product, reduced somewhere on the circle."""
        (mono,) = scalar(t)
        ((x, _),) = mono
        kind, word = atom_key(x)
        turns = [word] if kind == "w" else [word[k:] + word[:k] for k in range(len(word))]
        both = turns + ([tuple(turned(y) for y in reversed(w)) for w in turns])
        for w in both:
            found = self.redex(w)
            if found is None:
                continue
            a, b, rule = found
            whole = word_term(w)
            sort = sort_of(whole)
            left = as_term(w[:a], sort[1])
            right = as_term(w[b:], sort[2])
            new = ("mm", ("mm", left, rule.becomes), right)
            after = scalar(("tr", new))
            if any(measure(y) >= measure(x) for m in after for y, _ in m if atom_key(y)[0] in ("w", "tr")):
                continue
            th = matrix_linear(("=", whole, new), [(left, rule.theorem, right)])
            return ("tr", new), inside(th, lambda x: ("tr", x), t)
        return self._sum_out(t, word)

    def _sum_out(self, t: Term, word: Word) -> tuple[Term, Theorem] | None:
        """The trace of a product with one sum in it as a sum of traces."""
        spots = [
            k
            for k, x in enumerate(word)
            if letter_term(x)[0] == "msum" or letter_term(x)[0] == "T" and letter_term(x)[1][0] == "msum"
        ]
        if len(spots) != 1:
            return None
        k = spots[0]
        whole = word_term(word)
        if letter_term(word[k])[0] == "T":
            word = tuple(turned(y) for y in reversed(word))
            k = len(word) - 1 - k
            whole = word_term(word)
        _, low, high, body = letter_term(word[k])
        sort = sort_of(whole)
        left = as_term(word[:k], sort[1])
        right = as_term(word[k + 1 :], sort[2])
        factor = logic.meaning("over", letter_term(word[k]), "factor", left, body, right)
        inside = factor.conclusion[1]
        traces = ("sum", low, high, ("tr", inside[3]))
        th = logic.meaning("over", traces, "trace")  # sum of traces = trace of the sum
        hole = ("v", "hole_", sort)
        step = logic.rewrite(factor, th, hole, ("=", traces, ("tr", hole)))
        return traces, logic.linear(("=", t, traces), [(num(-1), None, step)])

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
        inverse = max((x for x in atoms if atom_term(x)[0] == "inv"), default=None)
        if inverse is not None:
            rest, factor, (more, theorem) = self.cleared(p, inverse)
            found = self.zero(rest, depth + 1)
            if found is None:
                return None
            # that the denominator is not zero is asked only now: where nothing vanishes the question is a waste
            return [*items, (more, self.settled(theorem)), *((times(factor, c), th) for c, th in found)]
        squares = [x for m in p for x, k in m if k > 1 and atom_term(x)[0] in ("sqrt", "abs")]
        meant = self.squared(p, max(squares)) if squares else self._meant(p)
        if meant is None:
            return None
        rest, item = meant
        found = self.zero(rest, depth + 1)
        return None if found is None else [*items, item, *found]

    def _meant(self, p: Poly) -> tuple[Poly, tuple[Poly, Theorem]] | None:
        """A power of a Frobenius norm or of a largest or smallest of two, by what it means: x^2 = v x + w."""
        for x in sorted({x for m in p for x, k in m if k > 1}, reverse=True):
            t = atom_term(x)
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
            out, factor = lowered(p, x, value)
            return out, (factor, theorem)
        return None

    def _merge(self, p: Poly, items: Items, depth: int) -> Items | None:
        """Two atoms read off matrices that are equal once denominators are cleared are one."""
        atoms = sorted(
            {x for m in p for x, _ in m if atom_term(x)[0] in READ or atom_term(x)[0] in ("abs", "sqrt")}, reverse=True
        )
        for k, x in enumerate(atoms):
            for y in atoms[k + 1 :]:
                a, b = atom_term(x), atom_term(y)
                if a[0] != b[0] or a[2:] != b[2:]:
                    continue
                th = self.questions.once(self.merged, (x, y), "same", partial(self._same_atoms, a, b))
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
        """P, u^e and an item with p = u^e P + item, u = inv(b) not in P; that b is not zero is left to be shown."""
        below = atom_term(u)[1]
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
        theorem = logic.meaning("inverse", below)
        return rest, {((u, top),): constant(1)[()]}, (factor, theorem)
