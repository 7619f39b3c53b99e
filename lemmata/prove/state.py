"""The state of one proof being elaborated: its variables, its facts, and the vectors chosen in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lemmata import kernel as logic
from lemmata.kernel import ONE, Term, Theorem, free, matrix, sort_of, transform, turned
from lemmata.prove.facts import ProofError
from lemmata.prove.normal_words import Rule
from lemmata.prove.proving import Proving


class State(Proving):
    """Facts about the variables of one statement, and choices of what exists."""

    def choose(self, names: Sequence[str], vectors: Sequence[Term], known: Iterable[Theorem]) -> list[Theorem]:
        """Variables for chosen vectors, about which what is known is assumed; returns that, in its order."""
        xs = [("v", name, sort_of(t)) for name, t in zip(names, vectors, strict=True)]
        if taken := [name for k, name in enumerate(names) if name in self.names or name in names[:k]]:
            raise ProofError(f"{taken[0]} already stands for something else")
        self.names |= dict(zip(names, xs, strict=True))
        variables, about = dict(zip(vectors, xs, strict=True)), dict[Term, Theorem]()
        for th in map(self.settled, known):
            f = transform(th.conclusion, lambda t, _: variables.get(t))
            about[f] = th
            self.assumed[f] = shown = logic.assume(f)
            self.facts[f"about {', '.join(names)}: {len(self.facts)}"] = shown
            left, right = f[1:]
            if left[0] == "mm" and right == ("id", ONE):  # unit length, used inside traces
                word = next(iter(matrix(left[2])))
                if word:  # a 1 x 1 vector is a number
                    self.algebra.rules.append(Rule(shown, (turned(word[0]), word[0])))
        self.chosen.append((dict(zip(xs, vectors, strict=True)), about))
        return [self.assumed[f] for f in about]

    def vectors(self, kind: str, a: Term, i: Term) -> tuple[Term, Term]:
        """Unit eigenvectors or singular vectors to a value, chosen when they are first asked for."""
        for key, (u, v) in self.directions.items():
            if key[0] == kind and key[2] == i and matrix(key[1]) == matrix(a):
                return u, v
        vectors, known = of_value(kind, a, i)
        names = [f"u{len(self.directions)}_", f"v{len(self.directions)}_"][: len(vectors)]
        self.choose(names, vectors, known)
        found = [self.names[x] for x in names]
        self.directions[kind, a, i] = (found[0], found[-1])
        return found[0], found[-1]

    def freed(self, th: Theorem) -> Theorem:
        """The theorem without the choices that it does not speak of."""
        for i, (low, high) in self.indices.items():  # an index that only its own range speaks of
            spoken = {h for h in th.hypotheses if i in free(h)}
            if i not in free(th.conclusion) and spoken and spoken <= {("<=", low, i), ("<=", i, high)}:
                th = self.settled(logic.instantiate(th, {i: low}))
        for vectors, about in reversed(self.chosen):
            used = [f for f in about if f in th.hypotheses]
            if used and not any(
                x in free(f) for x in vectors for f in (th.conclusion, *(th.hypotheses - about.keys()))
            ):
                th = logic.instantiate(th, vectors)
                for f in used:
                    th = logic.cut(about[f], th)
        return th


def of_value(kind: str, a: Term, i: Term) -> tuple[list[Term], list[Theorem]]:
    """A unit eigenvector or a pair of singular vectors of a matrix, and what is known of them."""
    if kind == "lam":
        known = [logic.meaning("eigenvector", a, i, part) for part in ("equation", "length")]
        return [("eigenvector", a, i)], known
    parts = ("right", "left", "right_length", "left_length")
    known = [logic.meaning("singular-vectors", a, i, part) for part in parts]
    return [("right_vector", a, i), ("left_vector", a, i)], known


def of_family(kind: str, family: Sequence[Term], i: Term, t: Term) -> tuple[list[Term], list[Theorem]]:
    """The same where A + t B + t^2 C has a simple value: differentiable vectors, then their rates of change."""
    sides = ("eigenvector",) if kind == "lam" else ("right", "left")
    vectors = [(f"{side}_{what}", *family, i, t) for what in ("at", "rate") for side in sides]
    facts = ("equation", "length") if kind == "lam" else (*sides, *(f"{side}_length" for side in sides))
    parts = [part for fact in facts for part in (fact, f"{fact}_rate")]
    return vectors, [logic.meaning("differentiable-vectors", kind, *family, i, t, part) for part in parts]
