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
        if op in ("stack", "slope"):
            return self._under(t, goal, names)
        if op == "kron":
            return self._kron(t, goal, names)
        return self._congruence(t, goal, names)

    def _congruence(self, t: Term, goal: Term, names: Names) -> str:
        """f(a, b) = f(a', b'), argument by argument."""
        head = f"{DECLARED[t[0]]} V" if t[0] in DECLARED else DEFINED.get(t[0])
        start = 1
        if t[0] == "e":
            head, start = f"ecol {names.natural(t[1])}", 2
        if t[0] == "vst":
            head = _head(t, names)
        if head is None or t[0] in OVER:
            raise NotExportable(f"a term made by {t[0]}")
        steps, now = [], list(t)
        for k in range(start, len(t)):
            old, new = names.term(t[k]), names.term(goal[k])
            if old != new:
                arguments = [names.term(x) for x in now[start:]]
                arguments[k - start] = "_x"
                hole = names.type(sort_of(t[k])) if sort_of(t[k])[0] == "M" else "R"
                made = self.equation(t[k], goal[k])
                steps.append(f"(f_equal (fun _x : {hole} => {head} {' '.join(arguments)}) {made.call(names)})")
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

    def _under(self, t: Term, goal: Term, names: Names) -> str:
        """Blocks of a stack, or what is differentiated, as functions of the index."""
        at = form.mark(t)
        inner = Names(())
        inner.of.update({**names.of, at: _fresh(names, at)})
        equal = self.equation(opened(t[-1], at), opened(goal[-1], at)).call(inner)
        ends = self._ends(t, names) if t[0] == "stack" else "".join(
            self.becomes(a, b, names) for a, b in zip(t[2:4], goal[2:4], strict=True)
        )
        rule = "stackm_eq" if t[0] == "stack" else "slope_eq"
        return f"{ends}apply: {rule} => {inner.of[at]}; exact: {equal}."

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
            shape = sort_of(a)
            start = self.rewriting(names, a, b)
            sides = f"{mexp(left, names)} {mexp(right, names)}"
            if all(form.step(w, shape) is None for w in {*raw_words(left), *raw_words(right)}):
                return f"{start}mat_id {sides}."
            known = [self._known(raw_words(x), shape, names) for x in (left, right)]
            return f"{start}mat_by {sides} {known[0][0]} {known[1][0]} {known[0][1]} {known[1][1]}."

        return self.lemma([a, b], lambda names: f"{names.term(a)} = {names.term(b)}", proof)

    def _known(self, words: list[Word], shape: Term, names: Names) -> tuple[str, str]:
        """What the words of a sum are, and the proofs of it."""
        pairs, proofs = [], "I"
        for w in words:
            ((rest, coefficient),) = form.settled(w, shape).items()
            pairs.append(f"({names.term(form.shown(coefficient))}, {word(rest, names, shape[1])})")
        for w in reversed(words):
            changed = form.step(w, shape) is not None
            same = f"(kept (den_word {word(w, names, shape[1])}))"
            one = self.word_equal(w, shape).call(names) if changed else same
            proofs = f"(conj {one} {proofs})"
        return f"([:: {'; '.join(pairs)}] : sum {names.natural(shape[1])} {names.natural(shape[2])})", proofs

    def word_equal(self, w: Word, shape: Term) -> Lemma:
        """A word = what comes out of it times the word that is left when no rule applies any more."""
        first = self._step(w, shape)
        ((rest, coefficient),) = form.settled(w, shape).items()
        taken = form.step(w, shape)
        assert taken is not None
        if taken[2] == rest:
            return first

        def statement(names: Names) -> str:
            left, right = word(w, names, shape[1]), word(rest, names, shape[1])
            return f"den_word {left} = scalem {names.term(form.shown(coefficient))} (den_word {right})"

        def proof(names: Names) -> str:
            then = self.word_equal(taken[2], shape)
            return f"rewrite {first.call(names)} {then.call(names)} scalem_scale; apply: scalem_eq; lra."

        return self.lemma([*letters(w), *letters(rest), *letters(taken[2]), shape, form.shown(coefficient)], statement, proof)

    def _step(self, w: Word, shape: Term) -> Lemma:
        taken = form.step(w, shape)
        assert taken is not None
        how, poly, rest, k = taken

        def statement(names: Names) -> str:
            left, right = word(w, names, shape[1]), word(rest, names, shape[1])
            return f"den_word {left} = scalem {names.term(form.shown(poly))} (den_word {right})"

        def proof(names: Names) -> str:
            if how == "straight":
                turns = [self._turn_kron(t).call(names) for t, flipped in dict.fromkeys(w) if flipped and t[0] == "kron"]
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

        return self.lemma([*letters(w), *letters(rest), shape, form.shown(poly)], statement, proof)

    def _turn_kron(self, t: Term) -> Lemma:
        """The transpose of a Kronecker product."""
        ((goal, _),) = form.turned(((t, False),))

        def proof(names: Names) -> str:
            sides = " ".join(
                "(erefl _)" if names.term(("T", x)) == names.term(y) else self.equation(("T", x), y).call(names)
                for x, y in zip(t[1:], goal[1:], strict=True)
            )
            return f"rewrite kronm_tr; exact: (congr2 (fun _x _y => {_head(goal, names)} _x _y) {sides})."

        return self.lemma([t], lambda names: f"transm {names.term(t)} = {names.term(goal)}", proof)

    def _kron(self, t: Term, goal: Term, names: Names) -> str:
        """A Kronecker product of sums of words as a sum of Kronecker products of words."""
        sides = [form.canonical(x) for x in t[1:]]
        equal = " ".join(
            "(erefl _)" if names.term(x) == names.term(y) else self.equation(x, y).call(names)
            for x, y in zip(t[1:], sides, strict=True)
        )
        whole: Term = ("kron", *sides)
        spread, leaves = _spread(*sides)
        changed = {x: form.form_shown(form.matrix(x), sort_of(x)) for x in leaves}
        steps = [self._leaf(x, y).call(names) for x, y in changed.items() if names.term(x) != names.term(y)]
        expanded = form.terms.transform(spread, lambda x, _: changed.get(x))
        return (
            f"transitivity {names.term(whole)}; [exact: (congr2 (fun _x _y => {_head(t, names)} _x _y) {equal}) | ]. "
            f"rewrite ?(kronm_addl, kronm_scalel, kronm_0l) ?(kronm_addr, kronm_scaler, kronm_0r) {' '.join(steps)}; "
            f"mat_id {mexp(expanded, names)} {mexp(goal, names)}."
        )

    def _leaf(self, t: Term, goal: Term) -> Lemma:
        """A Kronecker product with an identity of order one, or of two identities."""

        def proof(names: Names) -> str:
            if goal[0] == "id":
                return "by apply: kronm_id; sizes."
            return f"exact: kronm_unit_{'l' if t[1][0] == 'id' and form.is_unit(t[1][1]) else 'r'}."

        return self.lemma([t, goal], lambda names: f"{names.term(t)} = {names.term(goal)}", proof)

    def trace_of(self, w: Word, order: Term) -> Lemma:
        """The trace of a word in canonical form."""
        goal = form.shown(form.word_trace(w, order))
        shape: Term = ("M", order, order)

        def proof(names: Names) -> str:
            if not w:
                return f"rewrite tr_nil; exact: {self.size(order).call(names)}."
            if form.step(w, shape) is not None:
                ((rest, _),) = form.settled(w, shape).items()
                then = self.trace_of(rest, order).call(names)
                return f"rewrite {self.word_equal(w, shape).call(names)} tracem_scale {then}; lra."
            k = form.meeting(w)
            if k is None:
                return self._turned(w, form.least(form.circle(w)), order, names)
            then = self.trace_of(w[k:] + w[:k], form.rows(w[k])).call(names)
            return f"rewrite {_turn(w, k, order, names)} {then}; lra."

        def statement(names: Names) -> str:
            return f"tracem (den_word {word(w, names, order)}) = {names.term(goal)}"

        return self.lemma([*letters(w), order, goal], statement, proof)

    def number_of(self, w: Word) -> Lemma:
        """The entry of a 1 x 1 product through which no number passes."""
        goal = form.shown(form.number(w))

        def statement(names: Names) -> str:
            return f"tracem (den_word {word(w, names, ONE)}) = {names.term(goal)}"

        def proof(names: Names) -> str:
            return self._turned(w, form.least([w, form.turned(w)]), ONE, names)

        return self.lemma([*letters(w), goal], statement, proof)

    def size(self, t: Term) -> Lemma:
        """A size as a natural number is its canonical term as a number."""
        return self._size(t, form.size_term(t))

    def size_as(self, t: Term) -> Lemma:
        """A size as a natural number is the term as a number, as it is written."""
        return self._size(t, t)

    def _size(self, t: Term, goal: Term) -> Lemma:
        def proof(names: Names) -> str:
            literals = " ".join(f"?(INR_lit {k} : INR {k} = {k})" for k in sorted(_literals(form.size_term(t))))
            return f"rewrite ?INR_addn ?INR_muln ?INR_expn {literals}; lra."

        return self.lemma([t], lambda names: f"INR {names.natural(t)} = {names.term(goal)}", proof)

    def _turned(self, w: Word, goal: Word, order: Term, names: Names) -> str:
        """tr of a word = tr of the same turned round or over, as a term."""
        steps = []
        if goal not in [w[k:] + w[:k] for k in range(len(w))]:
            raw = tuple((t, not flipped) for t, flipped in reversed(w))
            steps.append(f"rewrite (tr_flip {word(w, names, order)} : _ = tracem (den_word {word(raw, names, order)})); ")
            shape: Term = ("M", order, order)
            if form.straight(raw) != raw:
                steps.append(f"rewrite {self._step(raw, shape).call(names)} tracem_scale Rmult_1_l; ")
            w = form.straight(raw)
        k = next(k for k in range(len(w)) if w[k:] + w[:k] == goal)
        if k:
            steps.append(f"rewrite {_turn(w, k, order, names)}; ")
        shown = form.word_shown(goal)
        return "".join(steps) + f"apply/esym; tr_id {mexp(shown, names)}; lra."

    def _trace(self, t: Term, goal: Term, names: Names) -> str:
        inside, order = replaced(t), sort_of(t)[1]
        words, proofs = raw_words(inside), "I"
        for w in reversed(words):
            proofs = f"(conj {self.trace_of(w, order).call(names)} {proofs})"
        values = "; ".join(names.term(form.shown(form.word_trace(w, order))) for w in words)
        return f"{self.rewriting(names, t)}tr_by {mexp(inside, names)} [:: {values}] {proofs}."


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


def _literals(t: Term) -> set[int]:
    if t[0] == "q":
        return {int(t[1])}
    return set().union(*(_literals(x) for x in t[1:] if isinstance(x, tuple))) if t[0] in ("+", "*", "^") else set()


def letters(w: Word) -> list[Term]:
    """The matrices in a word."""
    return [t for t, _ in w]


def _spread(a: Term, b: Term) -> tuple[Term, list[Term]]:
    """A Kronecker product of sums multiplied out, the left side first, and the products that it consists of."""
    for k, x in ((0, a), (1, b)):
        if x[0] == "m+":
            parts = [_spread(y, b) if k == 0 else _spread(a, y) for y in x[1:]]
            return ("m+", parts[0][0], parts[1][0]), parts[0][1] + parts[1][1]
        if x[0] == "sc":
            inner, leaves = _spread(x[2], b) if k == 0 else _spread(a, x[2])
            return ("sc", x[1], inner), leaves
        if x[0] == "zero":
            return ("zero", *sort_of(("kron", a, b))[1:]), []
    return ("kron", a, b), [("kron", a, b)]


def _head(t: Term, names: Names) -> str:
    """What a matrix operation whose result's size is an argument starts with."""
    sizes = sort_of(t)[1:] if t[0] == "kron" else sort_of(t)[1:2]
    return f"{DEFINED[t[0]]} {' '.join(names.natural(x) for x in sizes)}"


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


def raw_words(t: Term) -> list[Word]:
    """The words that multiplying a matrix out gives, in the order of the prelude's normal form."""
    op = t[0]
    if op == "m+":
        return raw_words(t[1]) + raw_words(t[2])
    if op == "sc":
        return raw_words(t[2])
    if op == "mm":
        left, right = raw_words(t[1]), raw_words(t[2])
        return [v + w for v in left for w in right]
    if op == "T":
        return [tuple((x, not flipped) for x, flipped in reversed(w)) for w in raw_words(t[1])]
    return [()] if op == "id" else [] if op == "zero" else [((t, False),)]


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
