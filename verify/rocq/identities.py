"""Equalities of numbers and of matrices, each as a lemma with a proof that Rocq follows without search.

What is neither sum nor product is replaced by its canonical form first, by a lemma of its own; then the two sides are
polynomials in the same atoms (`lra` decides), or sums of words in the same letters (`mat_id` of the prelude).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verify.kernel.terms import ONE, Term, opened, sort_of
from verify.rocq import canonical as form
from verify.rocq.canonical import NotExportable, Word
from verify.rocq.printing import DECLARED, DEFINED, OVER, Names, variables


@dataclass(frozen=True)
class Lemma:
    """A lemma of the file, closed over its variables."""

    name: str
    names: Names

    def call(self, names: Names) -> str:
        """The lemma at the variables as they are called elsewhere."""
        arguments = " ".join(names.of[v] for v in self.names.of)
        return f"({self.name} {arguments})" if arguments else self.name


class Identities:
    """Makes the lemmas that equalities need, each once, and keeps their text in order."""

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
        return self._made[said]

    # --- numbers

    def equation(self, a: Term, b: Term) -> Lemma:
        """a = b, for terms of equal normal form."""
        return self._matrices(a, b) if sort_of(a)[0] == "M" else self._numbers(a, b)

    def _numbers(self, a: Term, b: Term) -> Lemma:
        def proof(names: Names) -> str:
            return f"{self.rewriting(names, a, b)}lra."

        return self.lemma([a, b], lambda names: f"{names.term(a)} = {names.term(b)}", proof)

    def rewriting(self, names: Names, *terms: Term) -> str:
        """The step that writes all atoms in some terms canonically."""
        leaves = sorted({x for t in terms for x in atoms(t)}, key=lambda x: -len(names.term(x)))
        lemmas = [made for x in leaves if (made := self.atom(x)) is not None]
        return f"rewrite {' '.join(made.call(names) for made in lemmas)}; " if lemmas else ""

    def becomes(self, a: Term, b: Term, names: Names) -> str:
        """The step that writes b for a, where they are not one term."""
        return "" if names.term(a) == names.term(b) else f"rewrite {self.equation(a, b).call(names)}; "

    def atom(self, t: Term) -> Lemma | None:
        """t = its canonical form for an atom or letter; None where they are one term."""
        goal = form.canonical(t)
        if Names(variables(t, goal)).term(t) == Names(variables(t, goal)).term(goal):
            return None
        return self.lemma(
            [t, goal], lambda names: f"{names.term(t)} = {names.term(goal)}", lambda names: self._by_kind(t, goal, names)
        )

    def _by_kind(self, t: Term, goal: Term, names: Names) -> str:
        op = t[0]
        if op == "tr":
            return self._trace(t[1], goal, names)
        if op == "sqrt" and set(form.scalar(t)) <= {()}:
            return f"{self.becomes(t[1], form.canonical(t[1]), names)}apply: sqrt_lem_1; lra."
        if op == "abs":
            return self._modulus(t, goal, names)
        if op in ("max", "min"):
            return self._extreme(t, goal, names)
        if op in OVER or op in ("msum", "mprod"):
            return f"{self._ends(t, names)}{self._bodies(t, goal, names)}"
        if op == "dg":
            return self._bodies(t, goal, names)
        return self._congruence(t, goal, names)

    def _congruence(self, t: Term, goal: Term, names: Names) -> str:
        """f(a, b) = f(a', b'), argument by argument."""
        head = f"{DECLARED[t[0]]} V" if t[0] in DECLARED else DEFINED.get(t[0])
        start = 1
        if t[0] == "e":
            head, start = f"ecol {names.natural(t[1])}", 2
        if head is None or t[0] in OVER:
            raise NotExportable(f"a term made by {t[0]}")
        steps, now = [], list(t)
        for k in range(start, len(t)):
            old, new = names.term(t[k]), names.term(goal[k])
            if old != new:
                arguments = [names.term(x) for x in now[start:]]
                arguments[k - start] = "x"
                hole = names.type(sort_of(t[k])) if sort_of(t[k])[0] == "M" else "R"
                made = self.equation(t[k], goal[k])
                steps.append(f"(f_equal (fun x : {hole} => {head} {' '.join(arguments)}) {made.call(names)})")
            now[k] = goal[k]
        out = steps[-1] if steps else "(erefl _)"
        for step in reversed(steps[:-1]):
            out = f"(eq_trans {step} {out})"
        return f"exact: {out}."

    def _extreme(self, t: Term, goal: Term, names: Names) -> str:
        """max and min are symmetric, and of two equal numbers they are that number."""
        parts: Term = (t[0], *(form.canonical(x) for x in t[1:]))
        start = self._congruence(t, parts, names)
        if parts == goal:
            return start
        first = f"transitivity {names.term(parts)}; first by {start[:-1]}. " if names.term(parts) != names.term(t) else ""
        return f"{first}by rewrite {f'R{t[0]}_same' if parts[1] == parts[2] else f'R{t[0]}_comm'}."

    def _modulus(self, t: Term, goal: Term, names: Names) -> str:
        inside = form.canonical(t[1])
        p = form.scalar(t[1])
        if set(p) <= {()}:
            return f"{self.becomes(t[1], inside, names)}apply: abs_number; lra."
        if goal[0] == "abs" and goal[1] == inside:
            return self._congruence(t, goal, names)
        return f"apply: abs_flip; {self.becomes(t[1], ('*', form.num(-1), goal[1]), names)}lra."

    def _ends(self, t: Term, names: Names) -> str:
        """Canonical ends of a range."""
        ends = [(x, form.canonical(x)) for x in t[1:3]]
        found = [self.equation(a, b).call(names) for a, b in ends if names.term(a) != names.term(b)]
        return "".join(f"rewrite {x}; " for x in dict.fromkeys(found))

    def _bodies(self, t: Term, goal: Term, names: Names) -> str:
        at = form.mark(t)
        equal = self.equation(opened(t[-1], at), opened(goal[-1], at))
        inner = Names(())
        inner.of.update({**names.of, at: _fresh(names, at)})
        rule = {"maxo": "rmax_eq", "dg": "diagm_eq"}.get(t[0], "over_eq")
        return f"apply: {rule} => {inner.of[at]}; exact: {equal.call(inner)}."

    # --- matrices

    def _matrices(self, a: Term, b: Term) -> Lemma:
        def proof(names: Names) -> str:
            left, right = replaced(a), replaced(b)
            words = raw_words(left) | raw_words(right)
            shape = sort_of(a)
            bridges = [made for w in sorted(words, key=repr) if (made := self._settled(w, shape)) is not None]
            start = self.rewriting(names, a, b)
            sides = f"{mexp(left, names)} {mexp(right, names)}"
            if not bridges:
                return f"{start}mat_id {sides}."
            calls = " ".join(f"{x.call(names)}" for x in bridges)
            return f"{start}mat_id_at {sides}; rewrite {calls}; lra."

        return self.lemma([a, b], lambda names: f"{names.term(a)} = {names.term(b)}", proof)

    def _settled(self, w: Word, shape: Term) -> Lemma | None:
        """Entries of a word, its 1 x 1 parts as numbers in front."""
        plain = straight(w)
        (rest, coefficient), *_ = form.settled(plain, shape).items()
        if rest == w:
            return None
        places = form.cuts(plain, shape[1])

        def proof(names: Names) -> str:
            steps, now = [_straightened(w, names)], plain
            if len(places) > 1:
                first = places[0]
                for a, b in zip(places, places[1:], strict=False):
                    u, s, v = plain[:first], plain[a:b], plain[b:]
                    steps.append(
                        f"rewrite (entry_cut {word(u, names, shape[1])} {word(s, names, ONE)} {word(v, names, ONE)} i j : "
                        f"den_word {word(now, names, shape[1])} i j = _ * den_word {word(u + v, names, shape[1])} i j); "
                        f"rewrite {self.trace_of(s, ONE).call(names)}; "
                    )
                    now = u + v
            return "".join(steps) + "lra."

        def statement(names: Names) -> str:
            left, right = word(w, names, shape[1]), word(rest, names, shape[1])
            return f"forall i j, den_word {left} i j = {names.term(form.shown(coefficient))} * den_word {right} i j"

        uses = [*(t for t, _ in w), shape, form.shown(coefficient)]
        return self.lemma(uses, statement, lambda names: "move=> i j; " + proof(names))

    def trace_of(self, w: Word, order: Term) -> Lemma:
        """The trace of a word in canonical form."""
        poly = form.word_trace(straight(w), order)
        goal = form.shown(poly)

        def proof(names: Names) -> str:
            plain = straight(w)
            if not w:
                return "rewrite tr_nil ?INR_addn ?INR_muln ?INR_expn ?INR_lit /=; lra."
            start = form.cut_start(plain)
            if start is None:
                return _straightened(w, names) + self._turned(plain, form.least(form.circle(plain)), order, names)
            begin = f"rewrite {_turn(plain, start, order, names)}; " if start else ""
            now, steps = plain[start:] + plain[:start], []
            places = form.cuts(now, ONE)
            if len(places) == 2:
                steps.append(self._turned(now, form.least([now, form.turned(now)]), ONE, names))
            else:
                for a, b in zip(places[:-2], places[1:-1], strict=True):
                    s, v = now[a:b], now[b:]
                    steps.append(
                        f"rewrite (tr_cut (Nil 1) {word(s, names, ONE)} {word(v, names, ONE)} : tracem (den_word "
                        f"{word(now[a:], names, ONE)}) = _ * tracem (den_word {word(v, names, ONE)})); "
                    )
                parts = dict.fromkeys(now[a:b] for a, b in zip(places, places[1:], strict=False))
                steps.append(f"rewrite {' '.join(self.trace_of(s, ONE).call(names) for s in parts)}; lra.")
            return _straightened(w, names) + begin + "".join(steps)

        def statement(names: Names) -> str:
            return f"tracem (den_word {word(w, names, order)}) = {names.term(goal)}"

        return self.lemma([*(t for t, _ in w), order, goal], statement, proof)

    def _turned(self, w: Word, goal: Word, order: Term, names: Names) -> str:
        """tr of a word = tr of the same turned round or over, as a term."""
        steps = []
        if goal not in [w[k:] + w[:k] for k in range(len(w))]:
            over = straight(form.turned(w))
            raw = tuple((t, not flipped) for t, flipped in reversed(w))
            steps.append(f"rewrite (tr_flip {word(w, names, order)} : _ = tracem (den_word {word(raw, names, order)})); ")
            steps.append(_straightened(raw, names))
            w = over
        k = next(k for k in range(len(w)) if w[k:] + w[:k] == goal)
        if k:
            steps.append(f"rewrite {_turn(w, k, order, names)}; ")
        shown = form.word_shown(goal)
        return "".join(steps) + f"apply/esym; tr_id {mexp(shown, names)}; lra."

    def _trace(self, t: Term, goal: Term, names: Names) -> str:
        inside = replaced(t)
        order = sort_of(t)[1]
        lemmas = [self.trace_of(w, order) for w in sorted(raw_words(inside), key=repr)]
        calls = " ".join(x.call(names) for x in lemmas)
        return f"{self.rewriting(names, t)}tr_id {mexp(inside, names)}; {f'rewrite {calls}; ' if calls else ''}lra."


def _fresh(names: Names, at: Term) -> str:
    name = Names([at]).of[at]
    while name in names.of.values():
        name += "'"
    return name


def _turn(w: Word, k: int, order: Term, names: Names) -> str:
    """tr(u v) = tr(v u)."""
    u, v = w[:k], w[k:]
    first = order if not w else form.rows(w[0])
    second = form.rows(w[k])
    return (
        f"(tr_turn {word(u, names, first)} {word(v, names, second)} : tracem (den_word {word(w, names, first)}) = "
        f"tracem (den_word {word(v + u, names, second)}))"
    )


def straight(w: Word) -> Word:
    """A word whose diagonal matrices do not stand transposed."""
    return tuple((t, flipped and t[0] != "dg") for t, flipped in w)


def _straightened(w: Word, names: Names) -> str:
    plain = straight(w)
    if plain == w:
        return ""
    first = form.rows(w[0])
    return f"rewrite (_ : den_word {word(w, names, first)} = den_word {word(plain, names, first)}); last by rewrite /= ?diagm_tr. "


def word(w: Word, names: Names, first: Term) -> str:
    """A word in the notation of the prelude; `first` is its number of rows, where it is empty."""
    out = f"(Nil {names.natural(form.columns(w[-1]) if w else first)})"
    for t, flipped in reversed(w):
        out = f"(Cons ({'Flip' if flipped else 'Plain'} {names.term(t)}) {out})"
    return out


def atoms(t: Term) -> list[Term]:
    """The atoms and letters that a number or matrix is made of."""
    op = t[0]
    if op in ("+", "*", "m+", "mm", "sc"):
        return [*atoms(t[1]), *atoms(t[2])]
    if op in ("^", "T"):
        return atoms(t[1])
    return [] if op in ("q", "v", "id", "zero") else [t]


def replaced(t: Term) -> Term:
    """A term with canonical atoms and letters."""
    op = t[0]
    if op in ("+", "*", "m+", "mm", "sc"):
        return (op, replaced(t[1]), replaced(t[2]))
    if op in ("^", "T"):
        return (op, replaced(t[1]), *t[2:])
    return t if op in ("q", "v", "id", "zero") else form.canonical(t)


def raw_words(t: Term) -> set[Word]:
    """The words that multiplying a matrix out gives, before anything is said about words."""
    op = t[0]
    if op == "m+":
        return raw_words(t[1]) | raw_words(t[2])
    if op == "sc":
        return raw_words(t[2])
    if op == "mm":
        return {v + w for v in raw_words(t[1]) for w in raw_words(t[2])}
    if op == "T":
        return {tuple((x, not flipped) for x, flipped in reversed(w)) for w in raw_words(t[1])}
    return {()} if op == "id" else set() if op == "zero" else {((t, False),)}


def mexp(t: Term, names: Names) -> str:
    """A matrix as an expression that the prelude's normal form works on."""
    op = t[0]
    if op in ("m+", "mm"):
        return f"({'Add' if op == 'm+' else 'Mul'} {mexp(t[1], names)} {mexp(t[2], names)})"
    if op == "sc":
        return f"(Scale {names.term(t[1])} {mexp(t[2], names)})"
    if op == "T":
        return f"(Trans {mexp(t[1], names)})"
    if op in ("id", "zero"):
        return f"({'One' if op == 'id' else 'Zero'} {' '.join(names.natural(x) for x in t[1:])})"
    return f"(Atom {names.term(t)})"
