"""Claims 0 <= lmin(X): X as a combination of Gram matrices, congruences and matrices known to be semidefinite."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lemmata.kernel import ZERO, KernelError, Mono, Poly, Term, matrix, num, size, sort_of, times, word_term
from lemmata.language import proof
from lemmata.prove.linear import cheapest
from lemmata.prove.normal_words import atom_term, letter_term, shown
from lemmata.prove.search.limits import DEEP, HALVES, ORDERS
from lemmata.prove.search.search_state import Clock, Goal, NotFound
from lemmata.prove.search.steps import Tactic


class Order(Tactic):
    """0 <= lmin(X) from matrices whose combination X is."""

    def applies(self, goal: Goal) -> bool:
        """Whether it speaks of one least eigenvalue and plain numbers."""
        return goal.op == "<=" and goal.depth <= DEEP and self.least(self.search.slack(goal.formula)) is not None

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
            raise NotFound("no order")
        c = p[m]
        shift = {n: d / c for n, d in p.items() if n != m}  # 0 <= lmin(X) + s says that X + s I is semidefinite
        x = reduced(atom_term(m[0][0])[1])
        raised = reduced(("m+", x, ("sc", shown(shift), ("id", sort_of(x)[1])))) if shift else x
        parts = self.combined_order(raised)
        if not parts:
            raise NotFound("nothing to combine")
        name, total = "", ZERO
        for factor, y, how in parts:
            last, term = self.semidefinite(factor, y, how, goal.depth), ("sc", shown(factor), y)
            if not name:
                name, total = last, term
                continue
            whole = ("m+", total, term)
            name = self.steps.put("classical.psd-sum", {"K": total, "L": term}, ("<=", ZERO, ("lmin", whole)))
            total = whole
        factors: dict[str, Poly] = {name: {(): c}}
        if shift:
            known = ("=", ("lmin", raised), ("+", ("lmin", x), shown(shift)))
            same = self.steps.put("classical.extreme-eigenvalues-of-shift", {"A": x, "c": shown(shift)}, known, 1)
            factors[same] = {(): c}
        return self.steps.sum(goal.formula, factors)

    def semidefinite(self, factor: Poly, y: Term, how: Any, depth: int) -> str:
        """0 <= lmin(factor Y)."""
        kind, *rest = how
        known = ("<=", ZERO, ("lmin", y))
        if kind == "gram":
            name = self.steps.put("classical.gram-psd", {"T": rest[0]}, known)
        elif kind == "congruence":
            inner, t = rest
            if self.search.state.prove(("<=", ZERO, ("lmin", inner))) is None:
                raise NotFound("not seen to be semidefinite")
            name = self.steps.put("classical.psd-congruence", {"A": inner, "M": t}, known)
        elif kind == "kron":
            for part in rest:
                self.search.ensure(("<=", ZERO, ("lmin", part)), depth + 1)
            name = self.steps.put("classical.kronecker-psd", {"G": rest[0], "H": rest[1]}, known)
        else:
            name = self.search.step(known, proof.Sign())
        if factor == {(): 1}:
            return name
        return self.steps.put("classical.psd-multiple", {"c": shown(factor), "K": y},
                        ("<=", ZERO, ("lmin", ("sc", shown(factor), y))))  # fmt: skip

    def combined_order(self, x: Term) -> list[tuple[Poly, Term, Any]]:
        """Multipliers and matrices that add up to X.  Raises NotFound."""
        wanted = self.flat(x)
        columns: list[dict[Any, Fraction]] = []
        made: list[tuple[Poly, Term, Any]] = []
        seen: set[Any] = set()
        for y, how in self.candidates(x):
            for factor in self.multipliers(x):
                self.search.clock.look()
                flat = self.flat(("sc", shown(factor), y))
                key = frozenset(flat.items())
                if flat and key not in seen and len(made) < ORDERS:
                    seen.add(key)
                    columns.append(flat)
                    made.append((factor, y, how))
        exact = cheapest(columns, wanted, [float(len(e)) for e in columns]) if columns else None
        if exact is None:
            raise NotFound("no combination")
        return [(times(factor, {(): c}), y, how) for c, (factor, y, how) in zip(exact, made, strict=True) if c]

    def flat(self, t: Term) -> dict[Any, Fraction]:
        """A matrix as coefficients of words times monomials."""
        form = matrix(self.search.matcher.reduced(t))
        return {(w, m): c for w, p in form.items() for m, c in self.search.polynomial(p).items()}

    def multipliers(self, x: Term) -> list[Poly]:
        """Numbers that are not negative: one, and what is known of the numbers in X."""
        spoken = {y for p in matrix(x).values() for m in p for y, _ in m}
        out: list[Poly] = [{(): Fraction(1)}]
        for known in list(self.search.state.known()):
            if known.op != "=" and {y for m in known.e for y, _ in m} and {y for m in known.e for y, _ in m} <= spoken:
                out.append(self.search.polynomial(known.e))
        out += [{((y, 1),): Fraction(1)} for y in spoken if self.search.sign(y) is not None]
        short = [p for p in out[1:] if len(p) <= 2][:4]
        return out + [times(p, q) for k, p in enumerate(short) for q in short[k:]]

    def candidates(self, x: Term) -> Iterator[tuple[Term, Any]]:
        """Semidefinite matrices that are made of what X is made of."""
        _, n, _ = sort_of(x)
        sort = (size(n), size(n))
        known = []
        for th in (*self.search.state.assumed.values(), *self.search.state.facts.values()):
            f = th.conclusion
            if f[0] in ("<=", "<") and f[1] == ZERO and f[2][0] == "lmin":
                known.append(self.search.matcher.reduced(f[2][1]))
        for y in known:
            if tuple(map(size, sort_of(y)[1:])) == sort:
                yield y, ("known",)
        for w in matrix(x):
            inside = letter_term(w[0]) if len(w) == 1 else ZERO
            if inside[0] == "kron" and all(size(sort_of(y)[1]) == size(sort_of(y)[2]) for y in inside[1:]):
                yield inside, ("kron", *inside[1:])
        halves: dict[Term, None] = {}
        for w in matrix(x):
            for k in range(len(w) + 1):
                for half in (w[k:], w[:k]):
                    if half:
                        halves.setdefault(self.search.matcher.reduced(word_term(half)))
        halves.setdefault(("id", n))
        some = list(halves)[:HALVES]
        for t in some:
            for y in known:
                for middle in (t, ("T", t)):
                    if size(sort_of(middle)[1]) == size(sort_of(y)[1]):
                        yield from self.congruent(y, middle, sort)
        for t in some:
            for side in (t, ("T", t)):
                yield from self.gram(side, sort)
        for k, t in enumerate(some):
            for u in some[k + 1 :]:
                for v in (u, ("T", u)):
                    if [size(s) for s in sort_of(t)[1:]] == [size(s) for s in sort_of(v)[1:]]:
                        for sign in (1, -1):
                            both = ("m+", t, ("sc", num(sign), v))
                            yield from self.gram(both, sort)
                            yield from self.gram(("T", both), sort)

    def gram(self, t: Term, sort: Any) -> Iterator[tuple[Term, Any]]:
        """T^T T, where it is of the size that is wanted."""
        self.search.clock.look()
        try:
            t = self.search.matcher.reduced(t)
            if (size(sort_of(t)[2]),) * 2 == sort:
                yield self.search.matcher.reduced(("mm", ("T", t), t)), ("gram", t)
        except KernelError:
            return

    def congruent(self, y: Term, t: Term, sort: Any) -> Iterator[tuple[Term, Any]]:
        """T^T Y T for square T."""
        self.search.clock.look()
        t = self.search.matcher.reduced(t)
        if tuple(map(size, sort_of(t)[1:])) == sort == tuple(map(size, sort_of(y)[1:])):
            yield self.search.matcher.reduced(("mm", ("mm", ("T", t), y), t)), ("congruence", y, t)
