"""The lemmas that a file consists of, each closed over its variables and made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata.kernel import Term
from lemmata.rocq import canonical as form
from lemmata.rocq.printing import Names, variables


@dataclass(frozen=True)
class Lemma:
    """A lemma of the file, closed over its variables."""

    name: str
    names: Names

    def call(self, names: Names) -> str:
        """The lemma at the variables as they are called elsewhere."""
        return f"({self.called(names.of)})" if self.names.of else self.name

    def called(self, values: dict[Term, str]) -> str:
        """The lemma at values of its variables."""
        none = "(fun _ _ _ => 0)"  # the family that stands in the sizes of another says nothing but widths
        arguments = (values.get(v, none) if v[2][0] == "L" else values[v] for v in self.names.of)
        return " ".join([self.name, *arguments])


class Lemmas:
    """Keeps lemmas and their text in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._made: dict[str, Lemma] = {}
        self._count = 0

    def lemma(self, uses: list[Term], statement: Callable[[Names], str], proof: Callable[[Names], str]) -> Lemma:
        """A lemma about the variables in some terms; the same one where it was made before."""
        names = Names(variables(*uses))
        said = f"{names.binders()} : {statement(names)}"
        if said not in self._made:
            script = proof(names)
            self._count += 1
            name = f"e{self._count}"
            self.lines.append(f"Lemma {name} {said}.\nProof. {script} Qed.")
            self._made[said] = Lemma(name, names)
        return Lemma(self._made[said].name, names)  # variables of other sorts may be called the same

    def equal(self, a: Term, b: Term, proof: Callable[[Names], str]) -> Lemma:
        """The lemma a = b."""
        return self.lemma([a, b], lambda names: f"{names.term(a)} = {names.term(b)}", proof)

    def sizes(
        self,
        names: Names,
        domains: dict[Term, str],
        before: str,
        after: str,
        used: set[Term],
        layers: list[tuple[str, Term | None]],
    ) -> str:
        """Two ways to write a size, as these names have it; `layers` rewrite widths, some for a positive depth."""
        binders = " ".join(f"({names.of[v]} : {names.type(v[2])})" for v in names.of if v in used)
        arguments = " ".join(names.of[v] for v in names.of if v in used)
        depths = list(dict.fromkeys(depth for _, depth in layers if depth is not None))
        given = "".join(f"(0 < {names.of[x]})%N -> " for x in depths)
        key = f"{binders} : {given}{before} = {after}"
        if key not in self._made:
            self._count += 1
            moved = "".join(f"move=> p{k}; " for k in range(len(depths)))
            steps = [x.format(positive=f"p{depths.index(depth)}") if depth else x for x, depth in layers]
            change = f"rewrite {' '.join(f'1?{x}' for x in dict.fromkeys(steps))}; " if steps else ""
            self.lines.append(f"Lemma e{self._count} {key}.\nProof. {moved}{change}sizes. Qed.")
            self._made[key] = Lemma(f"e{self._count}", Names(()))
        return f"({self._made[key].name} {arguments} {' '.join(domains[x] for x in depths)})"

    def size(self, t: Term) -> Lemma:
        """A size as a natural number is its canonical term as a number."""
        return self._size(t, form.size_term(t))

    def size_as(self, t: Term) -> Lemma:
        """A size as a natural number is the term as a number, as it is written."""
        return self._size(t, t)

    def _size(self, t: Term, goal: Term) -> Lemma:
        def proof(names: Names) -> str:
            literals = " ".join(f"?(INR_lit {k} : INR {k} = {k})" for k in sorted(_literals(form.size_term(t))))
            end = "lra"
            if _summed(form.size_term(t)):
                literals, end = f"?INR_nsum {literals}", "first [reflexivity | lra]"
            return f"rewrite ?INR_muln ?INR_expn ?INR_addn ?INR_muln ?INR_expn {literals}; {end}."

        return self.lemma([t], lambda names: f"INR {names.natural(t)} = {names.term(goal)}", proof)


def _summed(t: Term) -> bool:
    return bool(t[0] == "sum") or t[0] in ("+", "*", "^") and any(_summed(x) for x in t[1:] if isinstance(x, tuple))


def _literals(t: Term) -> set[int]:
    if t[0] == "q":
        return {int(t[1])}
    return set().union(*(_literals(x) for x in t[1:] if isinstance(x, tuple))) if t[0] in ("+", "*", "^") else set()
