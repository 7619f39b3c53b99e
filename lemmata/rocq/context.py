"""What a lemma of a derivation has at hand: its variables, what their sorts say, and its hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from lemmata.kernel import ONE, ORDER, ZERO, N, P, R, Term, Theorem, Z, opened, size, sort_of, substitute, within
from lemmata.rocq.canonical import NotExportable, size_term, text
from lemmata.rocq.identities import Identities
from lemmata.rocq.printing import Names, variables

DEFAULTS: dict[Term, Term] = {P: ONE, N: ZERO, Z: ZERO, R: ZERO}


@dataclass
class Context:
    """Inside the proof of a lemma."""

    identities: Identities
    names: Names
    domains: dict[Term, str] = field(default_factory=dict)  # proofs that sizes are positive and indices integers
    hypotheses: dict[Term, str] = field(default_factory=dict)

    def copy(self) -> Context:
        """A context to be extended."""
        names = Names(())
        names.of.update(self.names.of)
        return Context(self.identities, names, dict(self.domains), dict(self.hypotheses))

    def fresh(self, base: str) -> str:
        """A name that is not in use."""
        used = {*self.names.of.values(), *self.domains.values(), *self.hypotheses.values()}
        name = base
        while name in used:
            name += "'"
        return name

    def hypothesis(self, f: Term) -> str:
        """The proof of a hypothesis."""
        if f not in self.hypotheses:
            raise NotExportable(f"a step that uses what is not given: {self.names.formula(f)}")
        return self.hypotheses[f]

    # --- integers and sizes

    def integer(self, t: Term) -> str:
        """A proof that a term is an integer, by its form."""
        op = t[0]
        if op == "v":
            return f"(isint_INR {self.names.of[t]})" if t[2] in (P, N) else self.domains[t]
        if op == "q":
            whole = f"(isint_IZR _ : isint {abs(int(t[1]))})"
            return whole if t[1] >= 0 else f"(isint_opp {whole})"
        if op in ("+", "*", "max", "min"):
            rule = {"+": "add", "*": "mul"}.get(op, op)
            return f"(isint_{rule} {self.integer(t[1])} {self.integer(t[2])})"
        if op == "^":
            return f"(isint_pow {t[2]} {self.integer(t[1])})"
        if op == "width":
            return f"(isint_INR {self.names.natural(t)})"
        if op == "abs":
            return f"(isint_abs {self.integer(t[1])})"
        if op == "sum" and within(sort_of(t), N):
            return f"(isint_by {self.size(t)})"
        raise NotExportable(f"an integer made by {op}")

    def sign(self, t: Term, one: bool) -> str:
        """A proof of 1 <= t or 0 <= t for a size, by its form."""
        op, positive = t[0], sort_of(t) == P
        if positive and not one:
            return f"(one_nonneg {self.sign(t, True)})"
        if op == "v":
            return f"(INR_pos {self.domains[t]})" if positive else f"(INR_nonneg {self.names.of[t]})"
        if op == "q":
            made = self.identities.lemma([], lambda n: f"{int(one)} <= {n.term(t)}", lambda _: "lra.")
            return made.call(self.names)
        if op == "width":
            known = size_term(t)
            if known[0] != "width":  # of the first or the last layer
                return self.sign(known, one)
            if not one:
                return f"(INR_nonneg {self.names.natural(t)})"
            return f"(INR_pos {self.positive(t)})"
        form = "one" if one else "nonneg"
        if op == "+" and one:
            left = sort_of(t[1]) == P
            return f"(one_add_{'l' if left else 'r'} {self.sign(t[1], left)} {self.sign(t[2], not left)})"
        if op in ("+", "*", "max", "min"):
            rule = {"+": "add", "*": "mul"}.get(op, op)
            return f"({form}_{rule} {self.sign(t[1], one)} {self.sign(t[2], one)})"
        if op == "^":
            return f"({form}_pow {t[2]} {self.sign(t[1], one)})"
        if op == "sum" and not one:
            return f"(nonneg_by {self.size(t)})"
        raise NotExportable(f"a size made by {op}")

    def positive(self, t: Term) -> str:
        """A proof that a size, as a natural number, is positive."""
        if t in self.domains:
            return self.domains[t]
        t = size_term(t)
        if t[0] == "q":
            return "(erefl true)"
        if t in self.domains:
            return self.domains[t]
        if t[0] == "width":
            depth, *ends = t[1][2][1:]
            at = f"{self.names.of[depth]} {self.names.term(t[2])}"
            return f"(width_pos {at} {' '.join(self.positive(x) for x in ends)})"
        return f"(pos_by {self.size(t)} {self.sign(t, True)})"

    def size(self, t: Term) -> str:
        """A proof that a size as a natural number is the term as a number."""
        return self.identities.size_as(t).call(self.names)

    def resizing(self, written: Iterable[Term], values: dict[Term, Term], raw: Names) -> list[str]:
        """Rewritings of sizes that a substitution leaves in another form than the one they are written in.

        `raw` says what is written for the variables before the result is put in order.
        """
        out = []
        for t in written:
            whole = substitute(t, values)
            if not _said(t) <= set(raw.of) or not _said(whole) <= set(self.names.of):
                continue
            before, after = raw.natural(t), self.names.natural(whole)
            if before != after:
                layers = [self._layer(w, values, raw) for w in _widths(t)]
                used = _said(whole, *(substitute(t[2], values) for t in _widths(t)))
                out.append(f"1?{self.identities.sizes(self.names, self.domains, before, after, used, layers)}")
        return out

    def _layer(self, w: Term, values: dict[Term, Term], raw: Names) -> tuple[str, Term | None]:
        """What a width becomes, as a rewriting, and the depth that has to be positive for it."""
        whole = substitute(w, values)
        known, index = size_term(whole), substitute(w[2], values)
        depth, d, m, k = w[1][2][1:]
        sizes = " ".join(raw.natural(x) for x in (depth, d, m, k))
        last, first = whole[1][2][1], known[0] != "width" and size_term(index) == ZERO
        goal = known[2] if known[0] == "width" else ZERO if first else last

        def same() -> str:
            return self.identities.same(index, goal, self.names)

        if known[0] == "width":
            return f"(@width_at {sizes} _ _ {same()})", None
        if first:
            return f"(@width_first {sizes} _ {same()})", None
        if size_term(index) == last:
            return f"(@width_last {sizes} _ {{positive}} {same()})", last
        return f"(@width_same {raw.natural(depth)} {raw.natural(d)} _)", None

    def opening(self, body: Term, value: Term, formula: bool = False) -> list[str]:
        """Rewritings of the sizes in the body of a binder at a value of its index."""
        at = ("v", "#entry", Z)
        inner, raw = self.copy(), self.copy().names
        inner.names.of[at] = inner.fresh("k")
        raw.of[at] = self.names.term(value)
        (inner.names.formula if formula else inner.names.term)(opened(body, at))
        return self.resizing(inner.names.sizes, {at: value}, raw)


def _said(*terms: Term) -> set[Term]:
    """The variables that are written where these stand: a family says nothing but its widths."""
    return {v for v in variables(*terms) if v[2][0] != "L"}


def _widths(t: Term) -> list[Term]:
    """The widths of layers in a size."""
    return [x for m, _ in size(t) for x in m if x[0] == "width"]


@dataclass(frozen=True)
class Step:
    """A lemma of a derivation."""

    name: str
    names: Names
    hypotheses: tuple[Term, ...]

    def domains(self) -> list[Term]:
        """The variables whose sorts say something, in order."""
        return [v for v in self.names.of if v[2] in (P, Z)]


def domain_of(v: Term, names: Names) -> str:
    """What the sort of a variable says."""
    return f"(0 < {names.of[v]})%N" if v[2] == P else f"isint {names.of[v]}"


def sequent(names: Names, hypotheses: Iterable[Term], conclusion: Term) -> str:
    """A sequent as a closed proposition after its binders."""
    domains = [domain_of(v, names) for v in names.of if v[2] in (P, Z)]
    return " -> ".join([*domains, *(names.formula(h) for h in hypotheses), names.formula(conclusion)])


def binders_of(hypotheses: Iterable[Term], conclusion: Term) -> Names:
    """Names of the variables of a sequent."""
    return Names(variables(*hypotheses, conclusion))


def opening(th: Theorem, identities: Identities) -> tuple[Context, list[Term]]:
    """The context in which a theorem is proved, and its hypotheses in order."""
    hypotheses = sorted(th.hypotheses, key=text)
    return granting(hypotheses, th.conclusion, identities), hypotheses


def granting(hypotheses: Iterable[Term], conclusion: Term, identities: Identities) -> Context:
    """The context in which a sequent is proved."""
    names = binders_of(hypotheses, conclusion)
    domains = {v: f"c{k}" for k, v in enumerate((v for v in names.of if v[2] in (P, Z)), 1)}
    return Context(identities, names, domains, {h: f"h{k}" for k, h in enumerate(hypotheses, 1)})


def applied(
    step: Step, context: Context, values: dict[Term, Term], prove: Callable[[Term], str], naturals: dict[Term, str]
) -> tuple[str, str]:
    """A lemma at values of its variables: the instance, and the proofs of what it asks for.

    `prove` proves its hypotheses as they are after the substitution; `naturals` are variables for sizes whose value is
    no size by form, with the value to take.
    """
    whole = {v: values.get(v, substitute(v, values)) for v in step.names.of}
    while True:  # what does not occur any more is of no importance, and every sort has a member; sizes first
        missing = variables(*whole.values()) - set(context.names.of)
        if not missing:
            break
        x = min(missing, key=lambda x: (x[2] not in (P, N), text(x)))
        value = DEFAULTS.get(x[2], ("zero", *x[2][1:]))
        whole = {v: substitute(t, {x: value}) for v, t in whole.items()}
    arguments, proofs = [], []
    for v in step.names.of:
        arguments.append(naturals.get(v) or context.names.value(v, whole[v]))
    for v in step.domains():
        if v in naturals:
            proofs.append(f"(pos_nat_of {context.integer(whole[v])} {prove(('<=', ONE, whole[v]))})")
        else:
            proofs.append(context.positive(whole[v]) if v[2] == P else context.integer(whole[v]))
    proofs += [prove(substitute(h, values)) for h in step.hypotheses]
    return " ".join([step.name, *arguments]), " ".join(proofs)


__all__ = ["ORDER", "Context", "Step", "applied", "opening", "sequent", "within"]
