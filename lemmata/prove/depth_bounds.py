"""Proofs for limits along depth: what decays geometrically, and the kernel's proof that it does.

The principle (`principles.decay`) says what the kernel has to prove.  Two kinds of hypotheses are used, each for
every layer l: |B| <= q |A| with q in (0, 1) and A not zero, so that the product of B / A decays; and |A| >= g with
g > 1, so that the product of 1 / A does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol, cancel, fraction, reduced, together

from lemmata.language import core, domains
from lemmata.language.core import quantity
from lemmata.language.families import ProdOver
from lemmata.language.probability import Converges
from lemmata.language.proof import Combine, Induction, Instance, Proof, Refute, Step, Unrolled
from lemmata.language.relations import ForAll, Relation, eq, forall
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.trees import substitute
from lemmata.language.variables import Index, Scalar
from lemmata.principles import DECAY, alone
from lemmata.principles.decay import Bound, bounded, denominators, vectors
from lemmata.principles.templates import PrincipleError
from lemmata.prove.judge import judge
from lemmata.prove.squares import scalar_claims

ONE = Integer(1)
SECONDS = 2.0  # of processor time for a claim about numbers


@dataclass(frozen=True)
class Small:
    """A product of z that decays, z^2 <= rate at each layer by the steps `why(name, layer)`."""

    bound: Bound
    z: Any  # the factor, as a function of the layer
    why: Callable[[str, Any], tuple[Step, ...]]


@dataclass
class _Hypotheses:
    """|B| <= q |A|, |A| >= g, |A| > something, each with the number of its hypothesis."""

    dominated: list[tuple[Any, Any, Any, int]] = field(default_factory=list)  # B, q, A
    growing: list[tuple[Any, Any, int, int]] = field(default_factory=list)  # A, g, and the number of g > 1
    away: list[tuple[Any, int]] = field(default_factory=list)  # A


def offered(statement: Statement, defined: bool = False) -> dict[str, Any] | None:
    """A proof of a limit, as `verdicts.json` has it; None where no way is seen or the kernel refuses a part.

    With `defined`, of a weaker statement: that the claim holds wherever the factors of its products have values.
    """
    if defined:
        away = tuple(
            forall(*product.args[:3], core.Abs(d) > 0)
            for clause in statement.conjuncts
            for product in clause.atoms(ProdOver)
            for d in denominators(product.body)
        )
        statement = replace(statement, given=(*statement.given, *away))
    steps = []
    try:
        for part, given in parts(statement):
            found = judge(part, given)
            if not found.accepted or found.imports or found.principles:
                return None
            because = "the kernel, for every L, by induction"
            steps += [{"text": write(c), "because": because, "ok": True} for c in part.claim]
    except PrincipleError:
        return None
    (claim,) = statement.conjuncts
    because = "products whose squares are at most r^L, r < 1, tend to 0, and rational functions are continuous"
    steps.append({"text": write(claim), "because": because, "ok": True})
    return {
        "scope": "all sequences, L -> oo", "method": "uniform gaps: products that decay geometrically", "steps": steps,
        **alone(DECAY),
    }  # fmt: skip


def parts(statement: Statement) -> list[tuple[Statement, Proof]]:
    """What the kernel has to prove for a limit, with proofs.  Raises PrincipleError where no way is seen."""
    made = _Search(statement)
    out = []
    for part, steps in zip(made.parts, made.steps(), strict=True):
        script = scalar_claims.script(part, SECONDS) if steps is None else Proof("induction on the depth", tuple(steps))
        if script is None:
            raise PrincipleError("a claim about numbers is not seen")
        out.append((part, script))
    return out


class _Search:
    def __init__(self, statement: Statement) -> None:
        (claim,) = statement.conjuncts if len(statement.conjuncts) == 1 else (None,)
        if not isinstance(claim, Converges):
            raise PrincipleError("the claim is no limit")
        self.depth = claim.dim
        self.value = vectors(claim.value, self.depth)
        self.index = Index("l", 1, self.depth)
        self.known = _hypotheses(statement, self.depth, self.index)
        self.small: list[Small] = []
        self.relations: list[tuple[str, Any, Any, Any]] = []
        self.function = self._rewritten()
        self.parts = bounded(statement, self.function, [s.bound for s in self.small])

    # --- the value through what is small

    def _rewritten(self) -> Any:
        """The value with products that decay only; `relations` are P_B == R P_A and P_A I == 1, with their names."""
        self.symbols: dict[Any, Symbol] = {}
        large: dict[Symbol, Expr] = {}
        for node in _products(self.value):
            body = self._at(node, self.index)
            if isinstance(body, core.Quotient) and (found := self._ratio(*body.args)):
                self._note(node, body, *found)
            elif (grown := self._grown(body)) is not None:
                large[self._symbol(node)] = 1 / self._symbol(self._inverse(node, grown))
            else:
                for b, _, a, _ in self.known.dominated:
                    if b == body and (grown := self._grown(a)) is not None and (found := self._ratio(b, a)):
                        over = self._product(a)
                        ratio, inverse = self._product(core.Quotient(b, a)), self._inverse(over, grown)
                        self._note(ratio, core.Quotient(b, a), *found)
                        large[self._symbol(over)] = 1 / self._symbol(inverse)
                        large[self._symbol(node)] = self._symbol(ratio) / self._symbol(inverse)
                        self._relate("quotient", node, ratio * over, a)
                        break
        if not large:
            return self.value
        num, den = fraction(cancel(together(self._read(self.value).subs(large, simultaneous=True))))
        return core.Quotient(self._written(num), self._written(den)) if den != 1 else self._written(num)

    def _relate(self, name: str, *what: Any) -> None:
        if all(what[0] != r[1] for r in self.relations):
            self.relations.append((f"{name} {len(self.relations)}", *what))

    def _inverse(self, over: Any, grown: tuple[Any, Any, int, int]) -> Any:
        a, g, number, above = grown
        z = core.Quotient(ONE, a)
        inverse = self._product(z)
        self._note(inverse, z, 1 / g**2, lambda name, at: self._reciprocal(name, at, a, g, number, above))
        self._relate("inverse", inverse * over, ONE, a)
        return inverse

    def _note(self, product: Any, z: Any, rate: Any, why: Callable[[str, Any], tuple[Step, ...]]) -> None:
        if all(s.bound.product != product for s in self.small):
            self.small.append(Small(Bound(product, rate), lambda at: self._put(z, at), why))

    def _product(self, body: Any, last: Any = None) -> Any:
        index = Index("l")
        return ProdOver(index, ONE, self.depth if last is None else last, substitute(body, {self.index: index}))

    def _put(self, body: Any, at: Any) -> Any:
        return substitute(body, {self.index: at})

    def _at(self, node: Any, layer: Any) -> Any:
        return substitute(node.args[3], {node.args[0]: layer})

    def _symbol(self, node: Any) -> Symbol:
        return self.symbols.setdefault(node, Symbol(f"y{len(self.symbols)}"))

    def _read(self, q: Any) -> Expr:
        if isinstance(q, Rational):
            return q
        if isinstance(q, Scalar | ProdOver):
            return self._symbol(q)
        if isinstance(q, core.Power):
            return self._read(q.args[0]) ** int(q.args[1])
        parts = [self._read(x) for x in q.args]
        if isinstance(q, core.Plus):
            return Add(*parts)
        if isinstance(q, core.Neg):
            return -parts[0]
        return parts[0] / parts[1] if isinstance(q, core.Quotient) else Mul(*parts)

    def _written(self, e: Expr) -> Any:
        """A polynomial in symbols as a quantity."""
        back = {s: node for node, s in self.symbols.items()}
        if isinstance(e, Rational):
            return quantity(e)
        if isinstance(e, Symbol):
            return back[e]
        if isinstance(e, Pow):
            return core.Power(self._written(e.args[0]), e.args[1])
        parts = [self._written(x) for x in e.args]
        out = parts[0]
        for x in parts[1:]:
            out = out + x if isinstance(e, Add) else out * x
        return out

    # --- what hypotheses say at one layer

    def _ratio(self, b: Any, a: Any) -> tuple[Any, Callable[[str, Any], tuple[Step, ...]]] | None:
        for small, q, large, number in self.known.dominated:
            if (small, large) == (b, a) and (self._grown(a) or any(x == a for x, _ in self.known.away)):
                return q**2, partial(self._dominated, b=b, a=a, q=q, number=number)
        return None

    def _grown(self, a: Any) -> tuple[Any, Any, int, int] | None:
        return next((grown for grown in self.known.growing if grown[0] == a), None)

    def _hypothesis(self, name: str, number: int, at: Any) -> Step:
        clause = self.parts[0].given[number]
        return Step(name, self._put(_body(clause, self.index), at), Instance(f"given {number}", self.index, at))

    def _positive(self, name: str, at: Any, a: Any) -> tuple[Step, ...]:
        """|A| > 0."""
        grown = self._grown(a)
        if grown is not None:
            facts: dict[str, Any] = {f"{name} apart": 1, f"given {grown[3]}": 1}
            number = grown[2]
        else:
            number = next(k for x, k in self.known.away if x == a)
            facts = {f"{name} apart": 1}
        apart = self._hypothesis(f"{name} apart", number, at)
        return apart, Step(f"{name} positive", core.Abs(self._put(a, at)) > 0, Combine(facts))

    def _dominated(self, name: str, at: Any, b: Any, a: Any, q: Any, number: int) -> tuple[Step, ...]:
        b, over = self._put(b, at), self._put(a, at)
        gap = self._hypothesis(f"{name} gap", number, at)
        square = Step(
            f"{name} square", b**2 <= q**2 * over**2, Combine({f"{name} gap": q * core.Abs(over) + core.Abs(b)})
        )
        away = Step(f"{name} away", over**2 > 0, Combine({f"{name} positive": core.Abs(over)}))
        ratio = Step(f"{name} factor", core.Quotient(b, over) ** 2 <= q**2, Combine({f"{name} square": 1 / over**2}))
        return *self._positive(name, at, a), gap, square, away, ratio

    def _reciprocal(self, name: str, at: Any, a: Any, g: Any, number: int, above: int) -> tuple[Step, ...]:
        over = self._put(a, at)
        square = Step(f"{name} square", g**2 <= over**2, Combine({f"{name} apart": core.Abs(over) + g}))
        ratio = Step(
            f"{name} factor",
            core.Quotient(ONE, over) ** 2 <= 1 / g**2,
            Combine({f"{name} square": 1 / over**2 * (1 / g**2)}),
        )
        return *self._positive(name, at, a), square, ratio

    # --- the proof

    def steps(self) -> Iterator[Iterator[Step] | None]:
        """Of each part of what the kernel has to prove, None for a claim about numbers alone."""
        if self.function is not self.value:
            yield from map(self._regular, denominators(self.value))
            yield self._same()
        for small in self.small:
            yield self._bound(small)
            yield None
        yield None

    def _bound(self, small: Small) -> Iterator[Step]:
        """p^2 <= r^L by induction."""
        each = Index("i", 1, self.depth)
        yield from small.why("each", each)
        far, near, rate = Index("j", 1, self.depth), Index("j", 1, self.depth - 1), small.bound.rate
        body = small.z(self.index)

        def p(last: Any) -> Any:
            return self._product(body, last)

        def r(last: Any) -> Any:
            return ProdOver(Index("l"), ONE, last, rate)

        def step(called: str, at: Any, factor: Any, so_far: Any, facts: dict[str, Any]) -> Iterator[Step]:
            yield Step(f"{called} factor", small.z(at) ** 2 <= rate, Instance("each factor", each, at))
            yield Step(f"{called} p", eq(p(at), factor), Unrolled())
            yield Step(f"{called} r", eq(r(at), so_far), Unrolled())
            combined = {**facts, f"{called} p": p(at) + factor, f"{called} r": -1}
            yield Step(f"{called} bound", p(at) ** 2 <= r(at), Combine(combined))

        z = small.z(near + 1)
        base = step("first", ONE, small.z(ONE), rate, {"first factor": 1})
        then = step("next", near + 1, z * p(near), rate * r(near), {"before": rate, "next factor": p(near) ** 2})
        yield Step("any", p(far) ** 2 <= r(far), Induction(far, tuple(base), tuple(then)))
        yield Step("all", p(self.depth) ** 2 <= r(self.depth), Instance("any", far, self.depth))

    def _relation(self, name: str, left: Any, right: Any, a: Any) -> Iterator[Step]:
        """A product is the product of two products, by induction."""
        far, near = Index("j", 1, self.depth), Index("j", 1, self.depth - 1)
        nodes = list(dict.fromkeys([*_products(left), *_products(right)]))

        def cut(node: Any, last: Any) -> Any:
            return self._product(self._at(node, self.index), last)

        def at(q: Any, last: Any) -> Any:
            return substitute(q, {node: cut(node, last) for node in nodes})

        def unrolled(called: str, last: Any, before: Any) -> Iterator[Step]:
            yield from self._positive(called, last, a)
            for k, node in enumerate(nodes):
                term = self._at(node, last)
                yield Step(
                    f"{called} {k}",
                    eq(cut(node, last), term if before is None else term * cut(node, before)),
                    Unrolled(),
                )

        def difference(last: Any, terms: list[Any]) -> dict[int, Any]:
            """left - right is linear in each product: the factors of (product - its value), one after the other."""
            out: dict[int, Any] = {}
            values = {node: cut(node, last) for node in nodes}
            for k, node in enumerate(nodes):
                now = substitute(right - left, values)
                values[node] = terms[k]
                out[k] = _slope(now, cut(node, last))
            return out

        def step(called: str, last: Any, before: Any) -> Iterator[Step]:
            yield from unrolled(called, last, before)
            terms = [self._at(n, last) if before is None else self._at(n, last) * cut(n, before) for n in nodes]
            facts = {f"{called} {k}": -c for k, c in difference(last, terms).items() if c is not None}
            if before is not None:
                whole = self._at(nodes[0], last) if name.startswith("quotient") else ONE
                facts["before"] = whole
            yield Step(called, eq(at(left, last), at(right, last)), Combine(facts))

        base, then = tuple(step(f"{name} first", ONE, None)), tuple(step(f"{name} next", near + 1, near))
        yield Step(f"{name} any", eq(at(left, far), at(right, far)), Induction(far, base, then))
        yield Step(name, eq(left, right), Instance(f"{name} any", far, self.depth))

    def _regular(self, d: Any) -> Iterator[Step]:
        """|P - 1| > 0 and |P| > 0 for a product P of factors A with |A| >= g > 1, since P^2 >= g^2."""
        node = next(_products(d), None)
        grown = None if node is None else self._grown(self._at(node, self.index))
        if node is None or grown is None or d not in (node, node - 1):
            raise PrincipleError("a denominator that is not seen to stay away from zero")
        a, g, number, above = grown
        far, near = Index("j", 1, self.depth), Index("j", 1, self.depth - 1)

        def step(called: str, at: Any, term: Any, facts: dict[str, Any]) -> Iterator[Step]:
            yield from self._reciprocal(called, at, a, g, number, above)
            yield Step(f"{called} product", eq(self._product(a, at), term), Unrolled())
            facts[f"{called} product"] = -(self._product(a, at) + term)
            yield Step(f"{called} large", g**2 <= self._product(a, at) ** 2, Combine(facts))

        last = self._put(a, near + 1)
        more = {"before": last**2, "more square": g**2, f"given {above}": g**2 * (1 + g)}
        base = tuple(step("one", ONE, self._put(a, ONE), {"one square": 1}))
        then = tuple(step("more", near + 1, last * self._product(a, near), more))
        yield Step("large, any", g**2 <= self._product(a, far) ** 2, Induction(far, base, then))
        yield Step("large", g**2 <= node**2, Instance("large, any", far, self.depth))
        z = core.Abs(d)
        facts = {"large": 1, f"given {above}": 1 + g}
        if d == node:
            yield Step("regular", z > 0, Refute({"contrary": z, **facts}))
        else:
            yield Step("modulus", d <= z, Refute({"contrary": d + z}))
            yield Step("regular", z > 0, Refute({"contrary": z + 2, "modulus": 2, **facts}))

    def _same(self) -> Iterator[Step]:
        """The value is the rational function, by the relations between products."""
        for name, left, right, a in self.relations:
            yield from self._relation(name, left, right, a)
        value, function = fraction(together(self._read(self.value))), fraction(together(self._read(self.function)))
        sides = [self._read(left) - self._read(right) for _, left, right, _ in self.relations]
        first = [self._symbol(r[1]) for r in self.relations if isinstance(r[1], ProdOver)]  # these are put in
        order = [*first, *(x for x in self.symbols.values() if x not in first)]
        quotients, rest = reduced(value[0] * function[1] - function[0] * value[1], sides, *order)
        if rest != 0:
            raise PrincipleError("the value is not seen to be a function of what is small")
        above, below = (self._written(side[1].factor()) for side in (value, function))
        facts = {
            r[0]: self._written(x.expand()) / above / below for r, x in zip(self.relations, quotients, strict=True)
        }
        yield Step("same", eq(self.value, self.function), Combine(facts))


def _slope(linear: Any, node: Any) -> Any:
    """The coefficient of a node in an expression that is linear in it."""
    return substitute(linear, {node: ONE}) - substitute(linear, {node: Integer(0)})


def _products(node: Any) -> Iterator[Any]:
    if isinstance(node, ProdOver):
        yield node
    else:
        for part in node.args:
            yield from _products(part)


def _body(clause: Any, index: Any) -> Any:
    return substitute(clause.body, {clause.index: index})


def _hypotheses(statement: Statement, depth: Any, index: Any) -> _Hypotheses:
    """What the hypotheses say of every layer, sequences as vectors."""
    out, above = _Hypotheses(), {}
    for k, clause in enumerate(statement.hypotheses):
        if not isinstance(clause, ForAll) and isinstance(clause, Relation):
            small, op, large = _ordered(clause)
            if isinstance(large, Scalar) and small == 1 and op == "<":
                above[large] = k
    for k, clause in enumerate(statement.hypotheses):
        if not isinstance(clause, ForAll) or not isinstance(clause.body, Relation):
            continue
        body = _body(clause, index)
        small, op, large = _ordered(Relation(vectors(body.lhs, depth), body.op, vectors(body.rhs, depth)))
        if isinstance(large, core.Abs):
            a = large.args[0]
            if op == "<" and (small == 0 or isinstance(small, core.Abs)):
                out.away.append((a, k))
            if small in above:
                out.growing.append((a, small, k, above[small]))
        elif isinstance(small, core.Abs) and isinstance(large, core.Times) and len(large.args) == 2:
            q, over = large.args
            if isinstance(over, core.Abs) and isinstance(q, Scalar) and q.domain == domains.open_interval(0, 1):
                out.dominated.append((small.args[0], q, over.args[0], k))
    return out


def _ordered(clause: Any) -> tuple[Any, str, Any]:
    if clause.op in (">", ">="):
        return clause.rhs, {">": "<", ">=": "<="}[clause.op], clause.lhs
    return clause.lhs, clause.op, clause.rhs


__all__ = ["offered", "parts"]
