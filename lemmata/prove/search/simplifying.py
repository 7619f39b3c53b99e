"""Atoms in simpler words of the book: lmax(inv(A)) is 1 / lmin(A), s(Q A) is s(A), lmin(I) is 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lemmata.kernel import KernelError, Term, scalar, sub
from lemmata.prove.normal_words import atom_term
from lemmata.prove.search.lemma_index import atoms, spread
from lemmata.prove.search.lemma_instances import Gathering
from lemmata.prove.search.linear_program import Source
from lemmata.prove.search.search_state import Instance, letters

READ_OFF = ("s", "lam", "cond", "normF", "rank", "rho", "det", "maxabs", "schatten")
UNSEEN = 2  # what an equation may ask for that is not seen at once


class Simplifying(Gathering):
    """Looks up what is the same in fewer letters."""

    def simplest(self, x: Term, unseen: int = 0) -> tuple[Instance, Term] | None:
        """An equation of the book, and its side with fewer letters than the atom has: the fewest that any has.

        It asks for no more than `unseen` things that are not seen at once.
        """
        met, self.met = self.met, set()
        best, least = None, letters(x)
        try:
            for fact, trigger in self.by_op.get(spread(x)[0], ()):
                if fact.formula[0] != "=" or fact.rest:
                    continue
                for binding in self.matched(trigger, x):
                    for made in self.made(fact, binding):
                        left, right = made.formula[1:]
                        for a, b in ((left, right), (right, left)):
                            if (
                                scalar(spread(a)) == scalar(spread(x))
                                and (count := max(map(letters, atoms(b)), default=0)) < least
                                and sum(not self.seen(h) for h in made.missing) <= unseen
                            ):
                                best, least = (made, b), count
                        if not least:
                            return best
            return best
        finally:
            self.met = met

    def simplification(self, x: int) -> Source | None:
        """The equation of an atom with the same kind of thing in fewer letters, or with a number."""
        if x not in self.simple_:
            self.simple_[x] = self._simplification(atom_term(x))
        return self.simple_[x]

    def _simplification(self, t: Term) -> Source | None:
        kind = spread(t)[0]
        if kind not in READ_OFF or t[1][0] == "v":
            return None
        try:
            found = self.simplest(t, UNSEEN)
            if found is None or any(spread(a)[0] != kind and a[0] in READ_OFF for a in atoms(found[1])):
                return None
            e = self.canon(sub(found[0].formula[2], found[0].formula[1]))
        except KernelError:
            return None
        unseen = sum(not self.seen(h) for h in found[0].missing)
        return Source("=", e, 0.2 + 0.5 * unseen, found[0]) if e else None

    def simplifications(self, instances: Iterable[Instance]) -> list[Source]:
        """Those of all atoms in some instances, and of what stands in them."""
        return self.plainest([x for i in instances for m in self._terms_of(i) for x, _ in m])

    def plainest(self, atoms_met: Iterable[int]) -> list[Source]:
        """Those of some atoms, and of what stands in them."""
        queue = list(atoms_met)
        out: dict[Any, Source] = {}
        seen: set[int] = set()
        while queue:
            x = queue.pop()
            if x in seen:
                continue
            seen.add(x)
            source = self.simplification(x)
            if source is not None:
                out[x] = source
                queue += [y for m in source.e for y, _ in m]
        return list(out.values())

    def _terms_of(self, made: Instance) -> Iterable[Any]:
        try:
            return self.canon(sub(made.formula[2], made.formula[1]))
        except KernelError:
            return ()
