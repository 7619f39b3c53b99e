"""Functions of one symmetric matrix: eigenvalues and norms of f(H) from f(x), x between the extreme eigenvalues of H.

The lemma `common-eigenvector` of the textbook gives a unit eigenvector u of H for each eigenvalue of F = f(H): F u is
that eigenvalue times u, and f(x) u with H u = x u.  What is claimed of the eigenvalue is claimed of f(x), a claim about
numbers, which is shown by squares.  f is made of sums, products and inverses; H is a letter, or B^T B.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lemmata.catalogue import lemma
from lemmata.kernel import (
    ONE,
    ZERO,
    Form,
    Poly,
    Term,
    Word,
    matrix,
    num,
    plus,
    scalar,
    size,
    sort_of,
    times,
    turned,
    word_term,
)
from lemmata.language import Matrix, proof
from lemmata.language.text import write
from lemmata.prove.normal_words import atom_term, form_term, letter_term, shown, sides_of
from lemmata.prove.search.search_state import Clock, Goal, NotFound
from lemmata.prove.search.steps import ONCE, Tactic
from lemmata.prove.squares.scalar_claims import Claims

KINDS = ("lam", "s", "rho")


@dataclass
class Eigen:
    """One unit eigenvector u: words with u as an eigenvector, each with its value and the step that says so, and the
    steps that bound the first of these values."""

    u: Term
    values: dict[Word, tuple[Poly, str]]
    bounds: tuple[str, ...]


@dataclass
class Spectrum(Tactic):
    """A bound on an eigenvalue or a norm of a function of one symmetric matrix, from one of the function of numbers."""

    count: int = 0  # of the eigenvectors chosen so far

    def applies(self, goal: Goal) -> bool:
        """Whether it speaks of a function of one matrix."""
        return goal.op != "=" and goal.depth <= 2 and self.subject(goal) is not None

    def subject(self, goal: Goal) -> tuple[int, Word] | None:
        """An eigenvalue or norm that stands in the goal by itself, and the word of which its matrix is a function."""
        target = self.search.slack(goal.formula)
        for x in sorted({x for m in target for x, _ in m}):
            t = atom_term(x)
            if t[0] not in KINDS or any(dict(m).get(x, 0) > 1 for m in target):
                continue
            form = matrix(self.search.matcher.reduced(t[1]))
            word = self.generator(form)
            if word is None or set(form) == {word} or t[0] == "s" and size(t[2]) != size(ONE):
                continue
            if t[0] == "lam" or [m for m in target if dict(m).get(x)] == [((x, 1),)] and target[(x, 1),] < 0:
                return x, word
        return None

    def generator(self, form: dict[Word, Poly]) -> Word | None:
        """The symmetric matrix of which a matrix is a function."""
        words = [*form]
        letters: dict[int, None] = {}
        for w in words:  # the words of inverses come in on the way
            for x in w:
                inner = letter_term(x)
                if inner[0] == "minv":
                    words += matrix(self.search.matcher.reduced(inner[1]))
                else:
                    letters[x] = None
        first, *more = letters or (None,)
        if first is None or size(sort_of(letter_term(first))[1]) == size(ONE):
            return None
        if not more:
            t = letter_term(first)
            return (first,) if self.search.matcher.reduced(("T", t)) == t else None
        pair = next(w for w in words if len(w) > 1)[:2] if any(len(w) > 1 for w in words) else ()
        return pair if set(pair) == set(letters) and turned(pair[0]) == pair[1] else None

    def run(self, goal: Goal, clock: Clock) -> str:
        found = self.subject(goal)
        if found is None:
            raise NotFound("no function of one matrix")
        x, word = found
        t, target = atom_term(x), self.search.slack(goal.formula)
        rest = {m: c for m, c in target.items() if not dict(m).get(x)}
        if t[0] != "lam":
            return self.norm(goal, t, {m: c / -target[(x, 1),] for m, c in rest.items()}, clock)
        eigen, same, value = self.eigenvalue(t, word, goal.depth, clock)
        factor = {tuple(p for p in m if p[0] != x): c for m, c in target.items() if dict(m).get(x)}
        claim = (goal.op, *sides_of(self.search.polynomial(plus(rest, times(factor, value)))))
        if self.subject(Goal(claim, goal.depth)) is None:
            shows = self.numbers(claim, eigen.bounds, clock)
        else:
            shows = self.search.suffices(claim, goal.depth + 1)
        return self.steps.sum(goal.formula, {shows: ONCE, same: factor})

    def norm(self, goal: Goal, t: Term, bound: Poly, clock: Clock) -> str:
        """A bound of a norm or spectral radius, from those of the extreme eigenvalues."""
        search, put = self.search, self.steps.put
        f = search.matcher.reduced(t[1])
        search.ensure(("=", ("T", f), f), goal.depth + 1)
        ends, above = (("lmax", f), ("*", num(-1), ("lmin", f))), shown(bound)
        both = tuple(search.suffices((goal.op, end, above), goal.depth + 1) for end in ends)
        shows = self.numbers((goal.op, ("max", *ends), above), both, clock)
        factors = {shows: ONCE, put("classical.norm-of-symmetric", {"A": f}, ("=", ("smax", f), ("max", *ends))): ONCE}
        if t[0] == "rho":
            factors[put("classical.spectral-radius-symmetric", {"A": f}, ("=", ("rho", f), ("norm2", f)))] = ONCE
            factors[put("classical.operator-norm", {"T": f}, ("=", ("norm2", f), ("smax", f)))] = ONCE
        target = search.slack(goal.formula)
        c = -next(k for m, k in target.items() if k < 0 and any(atom_term(x)[:2] == t[:2] for x, _ in m))
        return self.steps.sum(goal.formula, {name: {(): c} for name in factors})

    def eigenvalue(self, t: Term, word: Word, depth: int, clock: Clock) -> tuple[Eigen, str, Poly]:
        """An eigenvector of a matrix to one of its eigenvalues and of the matrix H that it is made of, the step that
        says what the eigenvalue is, and this value as a function of that of H."""
        search, f, h = self.search, self.search.matcher.reduced(t[1]), word_term(word)
        self.count += 1
        name = f"step_{self.count}"  # no equation that is given, for other tactics
        search.ensure(("=", ("T", f), f), depth + 1)
        commute = ("=", ("mm", h, f), ("mm", f, h))
        if matrix(commute[1]) == matrix(commute[2]):
            by: proof.Reason = proof.Identity()
        else:
            by = proof.Combine({search.establish(commute, depth + 1): 1})
        search.play(proof.Step(f"{name}_commute", search.write(commute), by))
        n = sort_of(f)[1]
        values = {"n": n, "A": h, "F": f, "i": t[2]}
        texts = {x: write(search.writer.value(y)) for x, y in values.items()}
        for step in lemma("common-eigenvector", {**texts, "commute": f"{name}_commute"}, name):
            search.play(step)
        u = search.state.names[f"{name}_u"]
        search.writer.names[u] = Matrix(f"{name}_u", search.writer.size(n), 1)
        x = scalar(("tr", ("mm", ("T", u), ("mm", h, u))))
        bounds = (f"{name}_below", f"{name}_above", *self.norms(h))
        for op in ("<", "<="):
            if search.state.prove((op, ZERO, ("lmin", h))) is not None:
                bounds += (search.step((op, ZERO, shown(x)), proof.Combine({bounds[0]: 1})),)
                break
        eigen = Eigen(u, {word: (x, f"{name}_value")}, bounds)
        value, shows = self.action(f, eigen, clock)
        row = search.writer.matrix(("T", u))
        both = ("=", ("sc", shown(value), ("mm", ("T", u), u)), ("sc", t, ("mm", ("T", u), u)))
        same = search.step(both, proof.Multiply({f"{name}_equation": (row, None), shows: (-row, None)}))
        return eigen, search.add(None, proof.Applied("tr", same)), value

    def norms(self, h: Term) -> Iterator[str]:
        """Steps that bound the eigenvalues of a matrix by its norm, where that is spoken of."""
        search = self.search
        said = (f for f in (*search.state.assumed, *search.state.reading.conclusions) if f[0] in ("<=", "<", "="))
        slacks = [search.slack(f) for f in said if sort_of(f[1])[0] != "M"]
        if any(atom_term(x) == ("s", h, ONE) for p in slacks for m in p for x, _ in m):
            yield self.steps.put("classical.eigenvalue-below-norm", {"A": h}, ("<=", ("lmax", h), ("smax", h)), 1)
            low = ("<=", ("*", num(-1), ("smax", h)), ("lmin", h))
            yield self.steps.put("classical.eigenvalue-below-norm", {"A": h}, low, 2)

    def action(self, f: Term, eigen: Eigen, clock: Clock) -> tuple[Poly, str]:
        """What a matrix makes of the eigenvector: its multiple, and the step that says so."""
        search, (_, n, _) = self.search, sort_of(f)
        factors: dict[str, Form] = {}
        value: Poly = {}
        for w, c in matrix(f).items():
            parts, behind = self.parts(w, eigen, clock), c
            for k in reversed(range(len(parts))):
                number, name = eigen.values[parts[k]]
                before = tuple(x for part in parts[:k] for x in part)
                factors.setdefault(name, {})
                factors[name][before] = plus(factors[name].get(before, {}), behind)
                behind = times(behind, number)
            value = plus(value, behind)
        value = search.polynomial(value)
        left = {name: (search.writer.matrix(form_term(form, ("M", n, n))), None) for name, form in factors.items()}
        return value, search.step(("=", ("mm", f, eigen.u), ("sc", shown(value), eigen.u)), proof.Multiply(left))

    def parts(self, w: Word, eigen: Eigen, clock: Clock) -> list[Word]:
        """A word cut into words with the eigenvector as theirs.  Raises NotFound."""
        out: list[Word] = []
        k = 0
        while k < len(w):
            t = letter_term(w[k])
            if t[0] == "minv" and w[k : k + 1] not in eigen.values:
                self.inverse(t, w[k : k + 1], eigen, clock)
            part = next((v for v in eigen.values if w[k : k + len(v)] == v), None)
            if part is None:
                raise NotFound("made of another matrix")
            out.append(part)
            k += len(part)
        return out

    def inverse(self, t: Term, letter: Word, eigen: Eigen, clock: Clock) -> None:
        """Steps for what an inverse makes of the eigenvector.  Raises NotFound."""
        search, u = self.search, eigen.u
        value, shows = self.action(search.matcher.reduced(t[1]), eigen, clock)
        number = shown(value)
        if not value:
            raise NotFound("no inverse")
        self.numbers(("<", ZERO, number), eigen.bounds, clock)
        law = self.steps.put("classical.inverse", {"M": t[1]}, ("=", ("mm", t, t[1]), ("id", sort_of(t)[1])), 1)
        said = ("=", ("sc", number, ("mm", t, u)), u)
        inverse, column = search.writer.matrix(t), search.writer.matrix(u)
        scaled = search.step(said, proof.Multiply({shows: (-inverse, None), law: (None, column)}))
        over: Poly = scalar(("inv", number))
        eigen.values[letter] = over, self.steps.sum(("=", ("mm", t, u), ("sc", shown(over), u)), {scaled: over})

    def numbers(self, claim: Term, facts: tuple[str, ...], clock: Clock) -> str:
        """The step that says a claim about numbers, from what is given and some steps."""
        if self.search.state.prove(claim) is not None:
            return self.search.step(claim, proof.Sign())
        return Claims(self.search, clock.until, facts).relation(claim)
