"""Claims 0 <= lmin(X): X as a combination of Gram matrices, congruences and matrices known to be semidefinite."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lemmata import catalogue
from lemmata.kernel import ZERO, KernelError, Poly, Term, matrix, num, size, sort_of, sub, times, word_term
from lemmata.language import proof
from lemmata.prove.linear_solver import minimum
from lemmata.prove.normal_words import atom_term, letter_term, shown
from lemmata.prove.search.search_state import Instance, NotFound
from lemmata.prove.search.summand_by_summand import Termwise
from lemmata.prove.sign_program import solve

LARGEST, HALVES = 300, 8  # matrices that are combined, halves of words


class Ordering(Termwise):
    """The Loewner order."""

    def by_order(self, goal: Term, depth: int) -> str:
        """0 <= lmin(X) from matrices whose combination X is."""
        op, a, b = goal
        p = self.canon(sub(b, a))
        ends = [(m, c) for m, c in p.items() if len(m) == 1 == m[0][1] and atom_term(m[0][0])[0] == "lam"]
        if op != "<=" or len(ends) != 1 or depth > 2:
            raise NotFound("no order")
        ((m, c),) = ends
        shift = {n: d / c for n, d in p.items() if n != m}  # 0 <= lmin(X) + s says that X + s I is semidefinite
        t = atom_term(m[0][0])
        plain = all(atom_term(y)[0] == "v" for n in shift for y, _ in n)
        if c < 0 or not plain or size(t[2]) != size(sort_of(t[1])[1]):
            raise NotFound("no order")
        x = self.matcher.reduced(t[1])
        raised = self.matcher.reduced(("m+", x, ("sc", shown(shift), ("id", sort_of(x)[1])))) if shift else x
        parts = self.combined_order(raised)
        if not parts:
            raise NotFound("nothing to combine")
        name, total = "", ZERO
        for factor, y, how in parts:
            last, term = self.semidefinite(factor, y, how, depth), ("sc", shown(factor), y)
            if not name:
                name, total = last, term
                continue
            whole = ("m+", total, term)
            name = self.put("classical.psd-sum", {"K": total, "L": term}, ("<=", ZERO, ("lmin", whole)))
            total = whole
        factors = {name: self.writer.polynomial({(): c})}
        if shift:
            known = ("=", ("lmin", raised), ("+", ("lmin", x), shown(shift)))
            same = self.put("classical.extreme-eigenvalues-of-shift", {"A": x, "c": shown(shift)}, known, 1)
            factors[same] = self.writer.polynomial({(): c})
        return self.step(goal, proof.Combine(factors))

    def put(self, identifier: str, values: dict[str, Term], goal: Term, conjunct: int = 0) -> str:
        """A fact of the book with matrices and numbers for its variables."""
        fact = next((f for f in self.facts if f.statement.id == identifier and f.conjunct == conjunct), None)
        if fact is None:
            raise NotFound(f"{identifier} leans on the goal")
        own = {v.name: v for v in catalogue.get(identifier).let}
        where = {own[k]: self.writer.value(self.matcher.reduced(t) if sort_of(t)[0] == "M" else t)
                 for k, t in values.items()}  # fmt: skip
        name = self.step(goal, proof.Apply(identifier, where, conjunct))
        terms = {v: values[v[1]] for v in fact.variables if v[1] in values}
        self.used.append(Instance(fact, terms, (), goal, ()))
        return name

    def semidefinite(self, factor: Poly, y: Term, how: Any, depth: int) -> str:
        """0 <= lmin(factor Y)."""
        kind, *rest = how
        known = ("<=", ZERO, ("lmin", y))
        if kind == "gram":
            name = self.put("classical.gram-psd", {"T": rest[0]}, known)
        elif kind == "congruence":
            inner, t = rest
            if self.state.prove(("<=", ZERO, ("lmin", inner))) is None:
                raise NotFound("not seen to be semidefinite")
            name = self.put("classical.psd-congruence", {"A": inner, "M": t}, known)
        elif kind == "kron":
            for part in rest:
                if self.state.prove(("<=", ZERO, ("lmin", part))) is None:
                    self.establish(("<=", ZERO, ("lmin", part)), depth + 1)
            name = self.put("classical.kronecker-psd", {"G": rest[0], "H": rest[1]}, known)
        else:
            name = self.step(known, proof.Sign())
        if factor == {(): 1}:
            return name
        return self.put("classical.psd-multiple", {"c": shown(factor), "K": y},
                        ("<=", ZERO, ("lmin", ("sc", shown(factor), y))))  # fmt: skip

    def combined_order(self, x: Term) -> list[tuple[Poly, Term, Any]]:
        """Multipliers and matrices that add up to X.  Raises NotFound."""
        wanted = self.flat(x)
        columns: list[dict[Any, Fraction]] = []
        made: list[tuple[Poly, Term, Any]] = []
        seen: set[Any] = set()
        for y, how in self.candidates(x):
            for factor in self.multipliers(x):
                flat = self.flat(("sc", shown(factor), y))
                key = frozenset(flat.items())
                if flat and key not in seen and len(made) < LARGEST:
                    seen.add(key)
                    columns.append(flat)
                    made.append((factor, y, how))
        rows = {m: k for k, m in enumerate(dict.fromkeys([*wanted, *(m for e in columns for m in e)]))}
        if not columns or any(all(m not in e for e in columns) for m in wanted):
            raise NotFound("no combination")
        entries = [(rows[m], k, float(c)) for k, e in enumerate(columns) for m, c in e.items()]
        target = [float(wanted.get(m, 0)) for m in rows]
        found = minimum([float(len(e)) for e in columns], entries, target, target)
        if found is None:
            raise NotFound("no combination")
        used = [k for k, c in enumerate(found) if c > 1e-9]
        exact = solve([{((rows[m], 1),): c for m, c in columns[k].items()} for k in used],
                      {((rows[m], 1),): c for m, c in wanted.items()})  # fmt: skip
        if exact is None or any(c < 0 for c in exact):
            raise NotFound("no exact combination")
        out = []
        for k, c in zip(used, exact, strict=True):
            if c:
                factor, y, how = made[k]
                out.append((times(factor, {(): c}), y, how))
        return out

    def flat(self, t: Term) -> dict[Any, Fraction]:
        """A matrix as coefficients of words times monomials."""
        form = matrix(self.matcher.reduced(t))
        return {(w, m): c for w, p in form.items() for m, c in self.polynomial(p).items()}

    def multipliers(self, x: Term) -> list[Poly]:
        """Numbers that are not negative: one, and what is known of the numbers in X."""
        spoken = {y for p in matrix(x).values() for m in p for y, _ in m}
        out: list[Poly] = [{(): Fraction(1)}]
        for known in list(self.state.known()):
            if known.op != "=" and {y for m in known.e for y, _ in m} and {y for m in known.e for y, _ in m} <= spoken:
                out.append(self.polynomial(known.e))
        out += [{((y, 1),): Fraction(1)} for y in spoken if self.sign(y) is not None]
        short = [p for p in out[1:] if len(p) <= 2][:4]
        return out + [times(p, q) for k, p in enumerate(short) for q in short[k:]]

    def candidates(self, x: Term) -> Iterator[tuple[Term, Any]]:
        """Semidefinite matrices that are made of what X is made of."""
        _, n, _ = sort_of(x)
        sort = (size(n), size(n))
        known = []
        for th in (*self.state.assumed.values(), *self.state.facts.values()):
            f = th.conclusion
            if f[0] in ("<=", "<") and f[1] == ZERO and f[2][0] == "lmin":
                known.append(self.matcher.reduced(f[2][1]))
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
                        halves.setdefault(self.matcher.reduced(word_term(half)))
        halves.setdefault(("id", n))
        some = list(halves)[: 3 * HALVES]
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
        try:
            t = self.matcher.reduced(t)
            if (size(sort_of(t)[2]),) * 2 == sort:
                yield self.matcher.reduced(("mm", ("T", t), t)), ("gram", t)
        except KernelError:
            return

    def congruent(self, y: Term, t: Term, sort: Any) -> Iterator[tuple[Term, Any]]:
        """T^T Y T for square T."""
        t = self.matcher.reduced(t)
        if tuple(map(size, sort_of(t)[1:])) == sort == tuple(map(size, sort_of(y)[1:])):
            yield self.matcher.reduced(("mm", ("mm", ("T", t), y), t)), ("congruence", y, t)
