"""Each rule of the kernel as a proof script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.kernel import (
    ONE,
    ZERO,
    N,
    P,
    Term,
    Theorem,
    Z,
    closed,
    num,
    plus,
    scalar,
    sort_of,
    sub,
    substitute,
    within,
)
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.context import Context
from lemmata.rocq.printing import variables

Use = Callable[..., str]  # use(context, theorem, extra): a proof of the theorem's conclusion in the context


class Rules:
    """Scripts for the rules, given how to use premises."""

    def __init__(
        self,
        use: Use,
        instance: Callable[..., tuple[str, str]],
        converted: Callable[..., str],
        resized: Callable[..., list[str]],
    ) -> None:
        self.use, self.instance, self.converted, self.resized = use, instance, converted, resized

    def __call__(self, th: Theorem, context: Context) -> str:
        """The script that proves a theorem from its premises."""
        rule = getattr(self, f"_{th.rule}", None)
        if rule is None:
            raise NotExportable(f"the rule {th.rule}")
        return str(rule(context, th, *th.arguments))

    def _assume(self, context: Context, th: Theorem, f: Term) -> str:
        return f"exact: {context.hypothesis(f)}."

    def _cut(self, context: Context, th: Theorem, a: Theorem, b: Theorem) -> str:
        shown = context.fresh("q")
        extra = {}
        for h in b.hypotheses:
            if h not in th.hypotheses:
                extra[h] = self.converted(context, a.conclusion, h, shown)
        conclusion = context.names.formula(a.conclusion) if variables(a.conclusion) <= set(context.names.of) else "_"
        return f"have {shown} : {conclusion} := {self.use(context, a)}. exact: {self.use(context, b, extra)}."

    def _instantiate(self, context: Context, th: Theorem, premise: Theorem, values: dict[Term, Term]) -> str:
        naturals, rewrites = {}, []
        for v, t in values.items():
            if v[2] in (P, N):
                if within(sort_of(t), v[2]):
                    rewrites += [f"1?{context.size(t)}"] if t[0] != "v" else []
                else:
                    low = context.hypothesis(("<=", ONE if v[2] == P else ZERO, t))
                    low = f"(one_nonneg {low})" if v[2] == P else low
                    naturals[v] = f"(nat_of {context.names.term(t)})"
                    rewrites.append(f"1?(INR_nat_of {context.integer(t)} {low})")
        used, proofs = self.instance(context, premise, values, naturals)
        rewrites += self.resized(context, premise, values)
        if not rewrites:
            return f"exact: ({used} {proofs})."
        q = context.fresh("q")
        return f"move: ({used}) => {q}; rewrite {' '.join(rewrites)} in {q}; exact: ({q} {proofs})."

    def _generalise(self, context: Context, th: Theorem, premise: Theorem, i: Term, low: Term, high: Term) -> str:
        inner = context.copy()
        x = inner.fresh("k")
        r = inner.fresh("r")
        above, below = f"(proj1 (proj2 {r}))", f"(proj2 (proj2 {r}))"
        if i not in variables(premise.conclusion, *premise.hypotheses):
            return f"move=> {x} {r}; exact: {self.use(context, premise)}."
        extra = {("<=", low, i): above, ("<=", i, high): below}
        if i[2] == Z:
            inner.names.of[i], inner.domains[i] = x, f"(proj1 {r})"
            return f"move=> {x} {r}; exact: {self.use(inner, premise, extra)}."
        least = f"(Rle_trans _ _ _ {context.sign(low, i[2] == P)} {above})"
        at_least = f"(one_nonneg {least})" if i[2] == P else least
        index = ("v", f"#{x}", Z)  # the index as a number, of which the natural number is made
        inner.names.of[index], inner.domains[index] = x, f"(proj1 {r})"
        extra = {substitute(f, {i: index}): proof for f, proof in extra.items()}
        extra[("<=", ONE, index)] = least
        used, proofs = self.instance(inner, premise, {i: index}, {i: f"(nat_of {x})"}, extra)
        q = inner.fresh("q")
        back = f"1?(INR_nat_of (proj1 {r}) {at_least})"
        return f"move=> {x} {r}; move: ({used}) => {q}; rewrite {back} in {q}; exact: ({q} {proofs})."

    def _specialise(self, context: Context, th: Theorem, premise: Theorem, t: Term) -> str:
        f = premise.conclusion
        ends = f"{context.hypothesis(('<=', f[1], t))} {context.hypothesis(('<=', t, f[2]))}"
        range_ = f"(conj {context.integer(t)} (conj {ends}))"
        return sized(f"({self.use(context, premise)} {context.names.term(t)} {range_})", context.opening(f[3], t, True))

    def _identity(self, context: Context, th: Theorem, a: Term, b: Term) -> str:
        return f"exact: {context.identities.equation(a, b).call(context.names)}."

    def _linear(self, context: Context, th: Theorem, goal: Term, items: Any) -> str:
        total: Term | None = None
        sum_, kind = "(erefl 0)", "eq"
        for c, sign, fact in items:
            f, proof = fact.conclusion, self.use(context, fact)
            number = context.names.term(c)
            if f[0] == "=":
                how, now = f"(times_eq {number} {proof})", "eq"
            else:
                above = sign is None or sign.conclusion[0] == "<"
                one, other = _positive(context, c) if sign is None else self.use(context, sign), proof
                strict = above and f[0] == "<"
                if not strict:
                    one = f"(Rlt_le _ _ {one})" if above else one
                    other = f"(Rlt_le _ _ {other})" if f[0] == "<" else other
                how, now = f"(times_{'lt' if strict else 'le'} {one} {other})", "lt" if strict else "le"
            product = ("*", c, sub(f[2], f[1]))
            if total is None:
                total, sum_, kind = product, how, now
                continue
            total = ("+", total, product)
            sum_, kind = _added(sum_, kind, how, now)
        rest = plus(scalar(sub(goal[2], goal[1])), scalar(total or ZERO), -1)
        if rest:
            r = num(rest[()])
            shown = _positive(context, r)
            sum_, kind = _added(sum_, kind, shown, "lt") if total else (shown, "lt")
            total = ("+", total, r) if total else r
        wanted = {"=": "eq", "<=": "le", "<": "lt"}[goal[0]]
        if wanted == "le" and kind != "le":
            sum_ = f"(eq_nonneg {sum_})" if kind == "eq" else f"(Rlt_le _ _ {sum_})"
        equal = context.identities.equation(sub(goal[2], goal[1]), total or num(0)).call(context.names)
        return f"exact: (from_{wanted} {equal} {sum_})."

    def _rewrite(self, context: Context, th: Theorem, equation: Theorem, premise: Theorem, hole: Term, f: Term) -> str:
        inner = context.copy()
        x = inner.fresh("x")
        if hole[2] in (P, N):  # a number like others
            f, hole = substitute(f, {hole: ("v", hole[1], Z)}), ("v", hole[1], Z)
        inner.names.of[hole] = x
        matrices = sort_of(equation.conclusion[1])[0] == "M"
        kind = context.names.type(sort_of(equation.conclusion[1])) if matrices else "R"
        motive = f"(fun {x} : {kind} => {inner.names.formula(f)})"
        a, b = (context.names.term(t) for t in equation.conclusion[1:])
        first, equal = self.use(context, premise), self.use(context, equation)
        ends = [[], []] if matrices else [context.opening(closed(f, hole), t, True) for t in equation.conclusion[1:]]
        if not any(ends):
            return f"exact: (@eq_ind _ {a} {motive} {first} {b} {equal})."
        before, after = (f"rewrite {' '.join(e)}" if e else "idtac" for e in ends)
        return (
            f"have p_ : {motive} {a}; [cbv beta; {before}; exact: {first} | "
            f"move: (@eq_ind _ {a} {motive} p_ {b} {equal}) => q_; cbv beta in q_; "
            f"{after}{' in q_' if ends[1] else ''}; exact: q_]."
        )

    def _trichotomy(
        self, context: Context, th: Theorem, below: Theorem, equal: Theorem, above: Theorem, a: Term, b: Term
    ) -> str:
        h = context.fresh("h")
        cases = [(below, ("<", a, b)), (equal, ("=", a, b)), (above, ("<", b, a))]
        scripts = [f"exact: {self.use(context, case, {f: h})}" for case, f in cases]
        sides = f"{context.names.term(a)} {context.names.term(b)}"
        return f"case: (Rtotal_order {sides}) => [{h}|[{h}|{h}]]; [{' | '.join(scripts)}]."

    def _absurd(self, context: Context, th: Theorem, premise: Theorem, f: Term) -> str:
        return f"by case: (Rlt_irrefl 0 {self.use(context, premise)})."

    def _induction(
        self, context: Context, th: Theorem, base: Theorem, step: Theorem, i: Term, low: Term, high: Term, f: Term
    ) -> str:
        inner = context.copy()
        x, c, h, g, q = (inner.fresh(name) for name in ("k", "c", "h", "g", "q"))
        inner.names.of[i], inner.domains[i] = x, c
        motive = f"(fun {x} : R => {inner.names.formula(f)})"
        extra = {f: q, ("<=", low, i): h, ("<=", ("+", i, ONE), high): g}
        start = context.opening(closed(f, i), low, True)
        first = (
            f"(ltac:({sized(self.use(context, base), start, goal=True)[:-1]}))" if start else self.use(context, base)
        )
        then = inner.opening(closed(f, i), ("+", i, ONE), True)
        ends = f"{context.hypothesis(('<=', low, i))} {context.hypothesis(('<=', i, high))}"
        return (
            f"apply: (int_ind (P := {motive}) {context.integer(low)} {first} _ {context.integer(i)} "
            f"{ends}) => {x} {c} {h} {g} {q}; {sized(self.use(inner, step, extra), then, goal=True)}"
        )


def _positive(context: Context, c: Term) -> str:
    """A proof that a number which is written out is above zero."""
    return context.identities.lemma([c], lambda n: f"0 < {n.term(c)}", lambda _: "lra.").call(context.names)


def sized(proof: str, rewrites: list[str], goal: bool = False) -> str:
    """The step that ends with a proof whose sizes, or those of the goal, are written in another form."""
    if not rewrites:
        return f"exact: {proof}."
    if goal:
        return f"rewrite {' '.join(rewrites)}; exact: {proof}."
    return f"move: {proof} => q_; rewrite {' '.join(rewrites)} in q_; exact: q_."


def _added(a: str, kind: str, b: str, other: str) -> tuple[str, str]:
    """Proofs about two summands as one about their sum."""
    if kind == other == "eq":
        return f"(plus_eq {a} {b})", "eq"
    a, kind = (f"(eq_nonneg {a})", "le") if kind == "eq" else (a, kind)
    b, other = (f"(eq_nonneg {b})", "le") if other == "eq" else (b, other)
    rule = {
        ("le", "le"): "Rplus_le_le_0_compat", ("lt", "le"): "Rplus_lt_le_0_compat",
        ("le", "lt"): "Rplus_le_lt_0_compat", ("lt", "lt"): "Rplus_lt_0_compat",
    }[kind, other]  # fmt: skip
    return f"({rule} _ _ {a} {b})", "lt" if "lt" in (kind, other) else "le"
