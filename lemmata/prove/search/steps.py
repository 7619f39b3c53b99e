"""Combinations of facts written as steps, and the steps that apply a row of the textbook by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from lemmata import catalogue
from lemmata.kernel import ZERO, Mono, Poly, Term, Theorem, num, plus, sort_of, times, word_term
from lemmata.language import proof
from lemmata.prove.normal_words import atom_key, atom_term, shown
from lemmata.prove.search.lemma_index import below
from lemmata.prove.search.lemma_instances import Lemmas
from lemmata.prove.search.limits import DEEP, HALVED_TRACES, SQUARE_COST, SQUARED
from lemmata.prove.search.linear_program import Combination, Source
from lemmata.prove.search.match_matrices import alike
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, SearchState
from lemmata.prove.squares.sums import ldl


def completed(p: Poly, positive: Callable[[Mono], bool]) -> tuple[list[tuple[Fraction, Poly]], Poly] | None:
    """A slack as weights of squares with their roots, and monomials that are `positive`, that is, not negative.

    None where the squares that stand in it do not take up what is below zero.
    """
    if all(c > 0 for c in p.values()):
        return None
    halves = [_half(m) for m, c in p.items() if c > 0 and all(k % 2 == 0 for _, k in m)]
    if not 1 < len(halves) <= SQUARED:
        return None
    gram = [[Fraction(0)] * len(halves) for _ in halves]
    rest: Poly = {}
    pairs = {_product(a, b): (i, j) for i, a in enumerate(halves) for j, b in enumerate(halves) if i < j}
    whole = {_product(a, a): i for i, a in enumerate(halves)}
    for m, c in p.items():
        if m in whole:
            gram[whole[m]][whole[m]] = c
        elif m in pairs and (c < 0 or not positive(m)):
            i, j = pairs[m]
            gram[i][j] = gram[j][i] = c / 2
        elif c > 0 and positive(m):
            rest[m] = c
        else:
            return None
    found = ldl(gram)
    if found is None:
        return None
    squares: list[tuple[Fraction, Poly]] = []
    for d, row in found:
        root = {h: x for h, x in zip(halves, row, strict=True) if x}
        if len(root) == 1:
            ((h, x),) = root.items()
            rest[_product(h, h)] = d * x * x
        else:
            squares.append((d, root))
    return squares, rest


def _half(m: Mono) -> Mono:
    return tuple((x, k // 2) for x, k in m)


def _product(a: Mono, b: Mono) -> Mono:
    (m,) = times({a: Fraction(1)}, {b: Fraction(1)})
    return m


ONCE: Poly = {(): Fraction(1)}


class Steps:
    """Writes steps."""

    def __init__(self, search: SearchState, lemmas: Lemmas) -> None:
        self.search, self.lemmas = search, lemmas

    # --- rows by name

    def put(self, identifier: str, values: dict[str, Term], goal: Term, conjunct: int = 0) -> str:
        """A row of the textbook with matrices and numbers for its variables.  Raises NotFound where it depends on the
        claim."""
        search = self.search
        fact = next((f for f in search.facts if f.identifier == identifier and f.conjunct == conjunct), None)
        if fact is None:
            raise NotFound(f"{identifier} depends on the claim")
        own = {v.name: v for v in fact.statement.let}
        plain = {k: search.matcher.reduced(t) if sort_of(t)[0] == "M" else t for k, t in values.items()}
        where = {own[k]: search.writer.value(t) for k, t in plain.items()}
        name = search.step(goal, proof.Apply(identifier, where, conjunct))
        search.used.append(Instance(fact, {v: values[v[1]] for v in fact.variables if v[1] in values}, (), goal, ()))
        return name

    def apply_unindexed(self, identifier: str, goal: Term, values: dict[str, Term], conjunct: int = 0) -> str:
        """A row that no index has: about numbers alone, or with a letter that only its hypotheses have.  Raises
        NotFound where it depends on the claim."""
        if self.search.statement.id in below(identifier):
            raise NotFound(f"{identifier} depends on the claim")
        own = {v.name: v for v in catalogue.get(identifier).let}
        where = {own[k]: self.search.writer.value(t) for k, t in values.items()}
        return self.search.step(goal, proof.Apply(identifier, where, conjunct))

    def sum(self, goal: Term, factors: dict[str, Poly]) -> str:
        """The step that says a sum of steps times factors."""
        return self.search.step(
            goal, proof.Combine({name: self.search.writer.polynomial(p) for name, p in factors.items()})
        )

    # --- sources

    def known(self, op: str, e: Poly, cost: float, theorem: Theorem) -> Source:
        """What is granted, was shown or follows from domains, as a fact that may be multiplied."""

        def say(depth: int, deep: int) -> str:
            facts = self.search.state.facts
            for name, th in facts.items():
                if th.conclusion == theorem.conclusion:
                    return name
            for name, th in facts.items():
                if th.conclusion[0] == op and self.canon_of(th.conclusion) == e:
                    return name
            return self.search.step(theorem.conclusion, proof.Sign() if op != "=" else proof.Identity())

        return Source(op, e, cost, say)

    def square(self, e: Poly, cost: float, root: Term) -> Source:
        """That the square of a number is not negative."""
        said = ("<=", ZERO, ("^", root, 2))
        return Source("<=", e, cost, lambda depth, deep: self.search.step(said, proof.Sign()))

    def gram_squares(self, target: Poly) -> Iterator[Source]:
        """Squared lengths of sums and differences of the two halves of a trace in the target."""
        search = self.search
        spoken = {x for m in target for x, _ in m}
        for x in list(spoken):
            t = atom_term(x)
            if t[0] == "normF":
                spoken |= {y for m in search.canon(("tr", ("mm", ("T", t[1]), t[1]))) for y, _ in m}
        for x in sorted(spoken)[:HALVED_TRACES]:
            kind, *rest = atom_key(x)
            word = rest[0] if kind in ("tr", "w") else ()
            for k in range(1, len(word)):
                left, right = ("T", word_term(word[:k])), word_term(word[k:])
                for sign in (1, -1) if alike(left, right) else ():
                    root = search.matcher.reduced(("m+", left, ("sc", num(sign), right)))
                    yield self.square(search.canon(("tr", ("mm", ("T", root), root))), SQUARE_COST, ("normF", root))

    def put_source(self, e: Poly, identifier: str, values: dict[str, Term], said: Term, conjunct: int = 0) -> Source:
        """A row of the textbook with these values, as a fact that may be multiplied."""
        return Source(said[0], e, 1.0, lambda depth, deep: self.put(identifier, values, said, conjunct))

    def canon_of(self, f: Term) -> Poly | None:
        """The polynomial of a relation between numbers."""
        return self.search.slack(f) if f[0] in ("<=", "<", "=") and sort_of(f[1])[0] != "M" else None

    def note_sign(self, made: Instance, e: Poly) -> None:
        """Remember an instance that shows an atom to be not negative, those that ask for nothing first."""
        signed = self.search.view.signed
        rest = {m: c for m, c in e.items() if m}
        if made.formula[0] == "=" or len(rest) != 1 or e.get((), 0) > 0:
            return
        ((m, c),) = rest.items()
        if c > 0 and len(m) == 1 and m[0][1] == 1 and self.search.sign(m[0][0]) is None:
            known = signed.get(m[0][0])
            if known is None or len(made.missing) < len(known.missing):
                signed[m[0][0]] = made

    # --- combinations

    def combined(self, goal: Term, found: Combination, depth: int, deep: int = DEEP) -> str:
        """Steps for the facts of a combination, and the combination; `deep`: hypotheses of hypotheses."""
        factors: dict[str, Poly] = {}
        signed = self.search.view.signed
        for x in sorted({x for p in (*found.factors.values(), found.rest) for m in p for x, _ in m}):
            if self.search.sign(x) is None and x in signed:  # so that the sign of the factor is seen
                self.lemmas.applied(signed[x], depth)
        for source, factor in found.factors.items():
            if source.say is not None:
                name = source.say(depth, deep)
                factors[name] = plus(factors.get(name, {}), factor)
        for m, c in found.rest.items():
            if any(k > 1 for _, k in m):  # a power that the elaborator would write in other words
                factors[self.search.step(("<=", ZERO, shown({m: Fraction(1)})), proof.Sign())] = {(): c}
        for name, factor in factors.items():
            f = self.search.state.facts[name].conclusion
            if factor == ONCE and len(factors) == 1 and f[0] == goal[0] and self.canon_of(f) == self.canon_of(goal):
                return name  # the fact is the goal
        return self.sum(goal, factors)

    def evident(self, p: Poly) -> bool:
        """Whether every term is not negative."""
        return all(c >= 0 and self.search.positive(m) for m, c in p.items())

    def not_negative(self, p: Poly) -> Combination | None:
        """Why a polynomial is not negative: each of its terms is not, or squares take up what is below zero."""
        if self.evident(p):
            return Combination({}, p)
        found = completed(p, self.search.positive)
        if found is None:
            return None
        squares, rest = found
        factors: dict[Source, Poly] = {
            self.square(times(root, root), SQUARE_COST, shown(root)): {(): d} for d, root in squares
        }
        return Combination(factors, rest)


@dataclass
class Tactic(ABC):
    """A way to prove a goal, which its class describes; what else it needs are fields besides these."""

    search: SearchState
    lemmas: Lemmas
    steps: Steps

    def applies(self, goal: Goal) -> bool:
        """Whether it is worth an attempt: cheap, and no search."""
        return True

    @abstractmethod
    def run(self, goal: Goal, clock: Clock) -> str:
        """The name of a step that says the goal.  Raises NotFound, OutOfTime, KernelError, Unwritable."""
