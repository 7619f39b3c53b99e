"""The state of one proof being elaborated: its variables, its facts, and the vectors chosen in it."""

from __future__ import annotations

from lemmata import kernel as logic
from lemmata.kernel import ONE, Term, Theorem, free, matrix, opened, turned
from lemmata.prove.facts import ProofError
from lemmata.prove.normal_words import Rule
from lemmata.prove.proving import Proving


class State(Proving):
    """Facts about the variables of one statement, and choices of what exists."""

    def choose(self, names: list[str], existence: Theorem) -> list[Theorem]:
        """Names for what exists; returns what is known of it, part by part."""
        xs, th = [], self.settled(existence)
        for name in names:
            if th.conclusion[0] != "ex":
                raise ProofError("nothing to be chosen")
            x = ("v", name, th.conclusion[1])
            if name in self.names:
                raise ProofError(f"{name} already stands for something else")
            xs.append(x)
            inner = opened(th.conclusion[2], x)
            self.chosen.append((x, th, inner))
            self.names[name] = x
            th = logic.assume(inner)
            self.assumed[inner] = th
        parts = conjuncts(th)
        for known in parts:
            self.facts[f"about {', '.join(names)}: {len(self.facts)}"] = known
            left, right = known.conclusion[1:]
            if left[0] == "mm" and right == ("id", ONE):  # unit length, used inside traces
                word = next(iter(matrix(left[2])))
                if not word:  # a 1 x 1 vector is a number
                    continue
                self.algebra.rules.append(Rule(known, (turned(word[0]), word[0])))
        return parts

    def vectors(self, kind: str, a: Term, i: Term) -> tuple[Term, Term]:
        """Unit eigenvectors or singular vectors to a value, chosen when they are first asked for."""
        for key, (u, v) in self.directions.items():
            if key[0] == kind and key[2] == i and matrix(key[1]) == matrix(a):
                return u, v
        existence = logic.meaning("eigenvector" if kind == "lam" else "singular-vectors", a, i)
        names = [f"u{len(self.directions)}_", f"v{len(self.directions)}_"][: 1 if kind == "lam" else 2]
        self.choose(names, existence)
        found = [self.names[x] for x in names]
        self.directions[kind, a, i] = (found[0], found[-1])
        return found[0], found[-1]

    def freed(self, th: Theorem) -> Theorem:
        """The theorem without the choices that it does not speak of."""
        for i, (low, high) in self.indices.items():  # an index that only its own range speaks of
            spoken = {h for h in th.hypotheses if i in free(h)}
            if i not in free(th.conclusion) and spoken and spoken <= {("<=", low, i), ("<=", i, high)}:
                th = self.settled(logic.instantiate(th, {i: low}))
        for x, existence, inner in reversed(self.chosen):
            if inner in th.hypotheses and x not in free(th.conclusion):
                kept = th.hypotheses - {inner}
                if not any(x in free(h) for h in kept):
                    th = logic.choose(existence, x, th)
        return th


def conjuncts(th: Theorem) -> list[Theorem]:
    """The parts of a conjunction."""
    if th.conclusion[0] != "and":
        return [th]
    return [*conjuncts(logic.part(th, 1)), *conjuncts(logic.part(th, 2))]
