"""Equalities of numbers and of matrices, each as a lemma with a proof that Rocq follows without search.

What is neither sum nor product is replaced by its canonical form first, by a lemma of its own; then the two sides are
polynomials in the same atoms (`lra` decides), or sums of words in the same letters (`mat_id` of the prelude).
"""

from __future__ import annotations

from lemmata.kernel import SLOPES, R, Term, opened, sort_of
from lemmata.rocq import canonical as form
from lemmata.rocq.canonical import NotExportable, Word
from lemmata.rocq.lemmas import Lemma, Lemmas
from lemmata.rocq.printing import DECLARED, DEFINED, OVER, Names, variables
from lemmata.rocq.word_rules import Words, head_of, mexp, word

LONG = 1500  # characters of an equation from which on it is worth a lemma with variables for what it repeats


class Identities(Lemmas):
    """Makes the lemmas that equalities need."""

    def __init__(self) -> None:
        super().__init__()
        self.words = Words(self, self.atom, self.same)

    # --- numbers

    def equation(self, a: Term, b: Term) -> Lemma:
        """a = b, for terms of equal normal form."""

        def proof(names: Names) -> str:
            if len(names.term(a)) + len(names.term(b)) > LONG:
                return self.shared(a, b, names)
            start = self.rewriting(names, a, b)
            return start + (self._multiplied(replaced(a), replaced(b), names) if sort_of(a)[0] == "M" else "lra.")

        return self.equal(a, b, proof)

    def same(self, a: Term, b: Term, names: Names) -> str:
        """A proof of a = b, which may be written alike."""
        return "(erefl _)" if names.term(a) == names.term(b) else self.equation(a, b).call(names)

    def shared(self, a: Term, b: Term, names: Names) -> str:
        """The proof of an equation by one that has variables where this one repeats long terms.

        Numbers that are neither sums nor products are variables, and so are their canonical forms, of which the lemma
        is reported; in an equation of matrices, traces and canonical letters stay, since words may give them off.
        """
        matrices = sort_of(a)[0] == "M"
        variable: dict[Term, Term] = {}

        def put(t: Term) -> Term:
            if t[0] in ("+", "*", "m+", "mm", "sc"):
                return (t[0], put(t[1]), put(t[2]))
            if t[0] in ("^", "T"):
                return (t[0], put(t[1]), *t[2:])
            if t[0] in ("q", "v", "id", "zero"):
                return t
            if matrices and self.atom(t) is None and (t[0] == "tr" or sort_of(t)[0] == "M"):
                return t
            sort = sort_of(t) if sort_of(t)[0] == "M" else R
            return variable.setdefault(t, ("v", f"#r{len(variable) + 1}", sort))

        left, right = put(a), put(b)
        known = {x: made for x in list(variable) if (made := self.atom(x)) is not None}
        given = [("=", variable[x], put(form.leaf(x))) for x in known]
        ends = put(replaced(a)), put(replaced(b))

        def proof(inner: Names) -> str:
            hypotheses = " ".join(f"h{k + 1}" for k in range(len(given)))
            start = f"move=> {hypotheses}; subst {' '.join(inner.of[f[1]] for f in given)}; " if given else ""
            return start + (self._multiplied(*ends, inner) if matrices else "lra.")

        short = self.lemma(
            [left, right, *ends, *(x for f in given for x in f[1:]), a, b],
            lambda inner: " -> ".join(
                [*(inner.formula(f) for f in given), f"{inner.term(left)} = {inner.term(right)}"]
            ),
            proof,
        )
        stands = {v: names.term(t) for t, v in variable.items()}
        values = {**names.of, **stands}
        return f"exact: ({short.called(values)} {' '.join(made.call(names) for made in known.values())})."

    def rewriting(self, names: Names, *terms: Term) -> str:
        """The step that writes all atoms in some terms canonically."""
        leaves = sorted({x for t in terms for x in atoms(t)}, key=lambda x: -len(names.term(x)))
        calls = dict.fromkeys(made.call(names) for x in leaves if (made := self.atom(x)) is not None)
        # 2 and 1 + 1 are one number to the matching of Rocq, so that a lemma may be used where another was meant
        often = "2?" if any("(1 + 1)" in names.term(x) for x in leaves) else ""
        return f"rewrite {' '.join(often + x for x in calls)}; " if calls else ""

    def becomes(self, a: Term, b: Term, names: Names) -> str:
        """The step that writes b for a, where they are not one term."""
        return "" if names.term(a) == names.term(b) else f"rewrite {self.equation(a, b).call(names)}; "

    def atom(self, t: Term) -> Lemma | None:
        """t = what is written for an atom or letter; None where they are one term."""
        goal = form.leaf(t)
        if Names(variables(t, goal)).term(t) == Names(variables(t, goal)).term(goal):
            return None
        return self.equal(t, goal, lambda names: self._by_kind(t, goal, names))

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
        if op in form.BINDERS or op == "stack":
            return self._under(t, goal, names)
        if op in ("kron", "had"):
            return self._bilinear(t, goal, names)
        if op == "seg" and goal[0] == "id":
            return f"apply: segm_id; exact: {self.equation(t[3], ('+', t[2], form.num(1))).call(names)}."
        return self._congruence(t, goal, names)

    def _congruence(self, t: Term, goal: Term, names: Names) -> str:
        """f(a, b) = f(a', b'), argument by argument."""
        head = f"{t[0]} V" if t[0] in DECLARED else DEFINED.get(t[0])
        start = 1
        if t[0] == "e":
            head, start = f"ecol {names.natural(t[1])}", 2
        if t[0] == "vst":
            head = head_of(t, names)
        if t[0] == "seg":
            head, start = names.segment(t, sort_of(t)[1:]), 2
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
        first = (
            f"transitivity {names.term(parts)}; first by {start[:-1]}. " if names.term(parts) != names.term(t) else ""
        )
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
        """Terms, blocks, or what is differentiated, as functions of the index, under canonical ends."""
        ends = "" if t[0] == "dg" else self._ends(t, names)
        at = form.mark(t)
        inner = Names(())
        inner.of.update({**names.of, at: _fresh(names, at)})
        equal = self.equation(opened(t[-1], at), opened(goal[-1], at)).call(inner)
        stack = "stacksm_eq" if t[0] == "stack" and sort_of(t)[1][0] == "sum" else "stackm_eq"
        rules = {"maxo": "rmax_eq", "dg": "diagm_eq", "stack": stack, **dict.fromkeys(SLOPES, "slope_eq")}
        return f"{ends}apply: {rules.get(t[0], 'over_eq')} => {inner.of[at]}; exact: {equal}."

    # --- matrices

    def _multiplied(self, left: Term, right: Term, names: Names) -> str:
        """The step that compares two matrices, whose letters are canonical, word by word."""
        shape = sort_of(left)
        sides = f"{mexp(left, names)} {mexp(right, names)}"
        if all(form.step(w, shape) is None for w in {*raw_words(left), *raw_words(right)}):
            return f"mat_id {sides}."
        known = [self._known(raw_words(x), shape, names) for x in (left, right)]
        return f"mat_by {sides} {known[0][0]} {known[1][0]} {known[0][1]} {known[1][1]}."

    def _known(self, words: list[Word], shape: Term, names: Names) -> tuple[str, str]:
        """What the words of a sum are, and the proofs of it."""
        pairs, proofs = [], "I"
        for w in words:
            ((rest, coefficient),) = form.settled(w, shape).items()
            pairs.append(f"({names.term(form.shown(coefficient))}, {word(rest, names, shape[1])})")
        for w in reversed(words):
            changed = form.step(w, shape) is not None
            same = f"(kept (den_word {word(w, names, shape[1])}))"
            one = self.words.equal(w, shape).call(names) if changed else same
            proofs = f"(conj {one} {proofs})"
        return f"([:: {'; '.join(pairs)}] : sum {names.natural(shape[1])} {names.natural(shape[2])})", proofs

    def _bilinear(self, t: Term, goal: Term, names: Names) -> str:
        """A Kronecker or entrywise product of sums of words as a sum of such products of words."""
        sides = [form.canonical(x) for x in t[1:]]
        equal = " ".join(self.same(x, y, names) for x, y in zip(t[1:], sides, strict=True))
        whole: Term = (t[0], *sides)
        spread, leaves = _spread(*whole)
        changed = {x: form.leaf(x) for x in leaves}
        head = DEFINED[t[0]]
        rules = " ".join(f"?({head}_add{side}, {head}_scale{side}, {head}_0{side})" for side in "lr")
        steps = [self._leaf(x, y).call(names) for x, y in changed.items() if names.term(x) != names.term(y)]
        expanded = form.terms.transform(spread, lambda x, _: changed.get(x))
        return (
            f"transitivity {names.term(whole)}; [exact: (congr2 (fun _x _y => {head_of(t, names)} _x _y) {equal}) | ]. "
            f"rewrite {rules} {' '.join(steps)}; "
            f"{self._multiplied(expanded, goal, names)}"
        )

    def _leaf(self, t: Term, goal: Term) -> Lemma:
        """A Kronecker product with an identity of order one, or of two identities; an entrywise one turned round."""

        def proof(names: Names) -> str:
            if t[0] == "had":
                return "exact: hadm_comm."
            if goal[0] == "id":
                return "by apply: kronm_id; sizes."
            return f"exact: kronm_unit_{'l' if t[1][0] == 'id' and form.is_unit(t[1][1]) else 'r'}."

        return self.equal(t, goal, proof)

    def _trace(self, t: Term, goal: Term, names: Names) -> str:
        inside, order = replaced(t), sort_of(t)[1]
        words, proofs = raw_words(inside), "I"
        for w in reversed(words):
            proofs = f"(conj {self.words.trace_of(w, order).call(names)} {proofs})"
        values = "; ".join(names.term(form.shown(form.word_trace(w, order))) for w in words)
        listed = f"[:: {values}]" if words else "([::] : seq R)"
        return f"{self.rewriting(names, t)}tr_by {mexp(inside, names)} {listed} {proofs}."


def _fresh(names: Names, at: Term) -> str:
    name = Names([at]).of[at]
    while name in names.of.values():
        name += "'"
    return name


def _spread(op: str, a: Term, b: Term) -> tuple[Term, list[Term]]:
    """A bilinear product of sums multiplied out, the left side first, and the products that it consists of."""
    for k, x in ((0, a), (1, b)):
        if x[0] == "m+":
            parts = [_spread(op, y, b) if k == 0 else _spread(op, a, y) for y in x[1:]]
            return ("m+", parts[0][0], parts[1][0]), parts[0][1] + parts[1][1]
        if x[0] == "sc":
            inner, leaves = _spread(op, x[2], b) if k == 0 else _spread(op, a, x[2])
            return ("sc", x[1], inner), leaves
        if x[0] == "zero":
            return ("zero", *sort_of((op, a, b))[1:]), []
    return (op, a, b), [(op, a, b)]


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
    return t if op in ("q", "v", "id", "zero") else form.leaf(t)


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
