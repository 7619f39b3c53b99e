"""What is known of words: products of letters, what comes out of them as a number, and their traces."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.kernel import ONE, Term, sort_of
from lemmata.rocq import canonical as form
from lemmata.rocq.canonical import Poly, Word
from lemmata.rocq.lemmas import Lemma, Lemmas
from lemmata.rocq.printing import DEFINED, Names


class Words:
    """Lemmas about words, given how letters and equal terms are dealt with."""

    def __init__(
        self, made: Lemmas, atom: Callable[[Term], Lemma | None], same: Callable[[Term, Term, Names], str]
    ) -> None:
        self.made, self.atom, self.same = made, atom, same

    def equal(self, w: Word, shape: Term) -> Lemma:
        """A word = what comes out of it times the word that is left when no rule applies any more."""
        first = self._step(w, shape)
        ((rest, coefficient),) = form.settled(w, shape).items()
        taken = form.step(w, shape)
        assert taken is not None
        if taken[2] == rest:
            return first

        def proof(names: Names) -> str:
            then = self.equal(taken[2], shape)
            return f"rewrite {first.call(names)} {then.call(names)} scalem_scale; apply: scalem_eq; lra."

        return self._comes_out(w, coefficient, rest, shape, letters(taken[2]), proof)

    def _comes_out(
        self, w: Word, poly: Poly, rest: Word, shape: Term, between: list[Term], proof: Callable[[Names], str]
    ) -> Lemma:
        """The lemma that a word is a number times another."""
        number = form.shown(poly)

        def statement(names: Names) -> str:
            left, right = word(w, names, shape[1]), word(rest, names, shape[1])
            return f"den_word {left} = scalem {names.term(number)} (den_word {right})"

        return self.made.lemma([*letters(w), *letters(rest), *between, shape, number], statement, proof)

    def _step(self, w: Word, shape: Term) -> Lemma:
        taken = form.step(w, shape)
        assert taken is not None
        how, poly, rest, k = taken

        def proof(names: Names) -> str:
            if how == "straight":
                known = [t for t, flipped in dict.fromkeys(w) if flipped and t[0] in form.KNOWS_TRANSPOSE]
                turns = [self.turn(t).call(names) for t in known]
                return f"rewrite /= ?diagm_tr {' '.join(turns)} scalem_one //."
            u = word(w[:k], names, shape[1])
            if how == "cut":
                places = form.cuts(w, shape[1])
                s, v = w[k : places[1]], word(w[places[1] :], names, ONE)
                return f"rewrite -{self.number_of(s).call(names)}; exact: (unit_cut {u} {word(s, names, ONE)} {v})."
            a, b = w[k][0], w[k + 1][0]
            pair: Term = ("mm", a, b)
            ((middle, coefficient),) = form.matrix(form.merged(a, b)).items()
            first = sort_of(a)[1]
            v, m = word(w[k + 2 :], names, sort_of(pair)[2]), word(middle, names, first)
            number = names.term(form.shown(coefficient))
            whole = form.merged(a, b)
            made = self.atom(whole)
            return (
                f"apply: (@den_merge _ _ _ _ _ {names.term(a)} {names.term(b)} {number} {m} {u} {v}); "
                f"rewrite (_ : {names.term(pair)} = {names.term(whole)}); last (by apply: kronm_mul; sizes); "
                f"{f'rewrite {made.call(names)}; ' if made else ''}"
                f"mat_id {mexp(form.canonical(whole), names)} (Scale {number} {word_mexp(middle, names, first)})."
            )

        return self._comes_out(w, poly, rest, shape, [], proof)

    def turn(self, t: Term) -> Lemma:
        """The transpose of a Kronecker or entrywise product, or of an exponential, which is one of transposes."""
        ((goal, _),) = form.turned(((t, False),))
        turned: Term = (t[0], *(form.canonical(("T", x)) for x in t[1:]))

        def proof(names: Names) -> str:
            sides = " ".join(self.same(("T", x), y, names) for x, y in zip(t[1:], turned[1:], strict=True))
            if t[0] == "expm":
                return f"rewrite expm_tr; exact: (f_equal (fun _x => expm _x) {sides})."
            swapped = f" (hadm_comm {names.term(goal[1])})" if turned != goal else ""
            congruence = f"(congr2 (fun _x _y => {head_of(turned, names)} _x _y) {sides})"
            return f"rewrite {DEFINED[t[0]]}_tr{swapped}; exact: {congruence}."

        return self.made.lemma([t], lambda names: f"transm {names.term(t)} = {names.term(goal)}", proof)

    def trace_of(self, w: Word, order: Term) -> Lemma:
        """The trace of a word in canonical form."""
        goal = form.shown(form.word_trace(w, order))
        shape: Term = ("M", order, order)

        def proof(names: Names) -> str:
            if not w:
                return f"rewrite tr_nil; exact: {self.made.size(order).call(names)}."
            if form.step(w, shape) is not None:
                ((rest, _),) = form.settled(w, shape).items()
                then = self.trace_of(rest, order).call(names)
                return f"rewrite {self.equal(w, shape).call(names)} tracem_scale {then}; lra."
            k = form.meeting(w)
            if k is None:
                return self._turned(w, form.least(form.circle(w)), order, names)
            then = self.trace_of(w[k:] + w[:k], form.rows(w[k])).call(names)
            return f"rewrite {_turn(w, k, order, names)} {then}; lra."

        def statement(names: Names) -> str:
            return f"tracem (den_word {word(w, names, order)}) = {names.term(goal)}"

        return self.made.lemma([*letters(w), order, goal], statement, proof)

    def number_of(self, w: Word) -> Lemma:
        """The entry of a 1 x 1 product through which no number passes."""
        goal = form.shown(form.number(w))

        def statement(names: Names) -> str:
            return f"tracem (den_word {word(w, names, ONE)}) = {names.term(goal)}"

        def proof(names: Names) -> str:
            return self._turned(w, form.least([w, form.turned(w)]), ONE, names)

        return self.made.lemma([*letters(w), goal], statement, proof)

    def _turned(self, w: Word, goal: Word, order: Term, names: Names) -> str:
        """tr of a word = tr of the same turned round or over, as a term."""
        steps = []
        if goal not in [w[k:] + w[:k] for k in range(len(w))]:
            raw = tuple((t, not flipped) for t, flipped in reversed(w))
            steps.append(
                f"rewrite (tr_flip {word(w, names, order)} : _ = tracem (den_word {word(raw, names, order)})); "
            )
            shape: Term = ("M", order, order)
            if form.straight(raw) != raw:
                steps.append(f"rewrite {self._step(raw, shape).call(names)} tracem_scale Rmult_1_l; ")
            w = form.straight(raw)
        k = next(k for k in range(len(w)) if w[k:] + w[:k] == goal)
        if k:
            steps.append(f"rewrite {_turn(w, k, order, names)}; ")
        shown = form.word_shown(goal)
        return "".join(steps) + f"apply/esym; tr_id {mexp(shown, names)}; lra."


def _turn(w: Word, k: int, order: Term, names: Names) -> str:
    """tr(u v) = tr(v u)."""
    u, v = w[:k], w[k:]
    first = order if not w else form.rows(w[0])
    second = form.rows(w[k])
    return (
        f"(tr_turn {word(u, names, first)} {word(v, names, second)} : tracem (den_word {word(w, names, first)}) = "
        f"tracem (den_word {word(v + u, names, second)}))"
    )


def letters(w: Word) -> list[Term]:
    """The matrices in a word."""
    return [t for t, _ in w]


def head_of(t: Term, names: Names) -> str:
    """What a matrix operation whose result's size is an argument starts with."""
    sizes = {"kron": sort_of(t)[1:], "vst": sort_of(t)[1:2]}.get(t[0], ())
    return " ".join([DEFINED[t[0]], *(names.natural(x) for x in sizes)])


def word_mexp(w: Word, names: Names, first: Term) -> str:
    """A word as an expression, as `den_word` has it."""
    out = f"(One {names.natural(form.columns(w[-1]) if w else first)})"
    for t, flipped in reversed(w):
        atom = f"(Atom {names.term(t)})"
        out = f"(Mul {f'(Trans {atom})' if flipped else atom} {out})"
    return out


def word(w: Word, names: Names, first: Term) -> str:
    """A word in the notation of the prelude; `first` is its number of rows, where it is empty."""
    out = f"(Nil {names.natural(form.columns(w[-1]) if w else first)})"
    for t, flipped in reversed(w):
        out = f"(Cons ({'Flip' if flipped else 'Plain'} {names.term(t)}) {out})"
    return out


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
