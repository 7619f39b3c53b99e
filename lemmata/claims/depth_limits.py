"""Checking what holds as depth grows, for layers given by their eigenvalues (sequences along depth).

*Refuted*: explicit sequences, from a short list in order of simplicity, meet every hypothesis at every layer, and the
claimed limit fails.  Both are exact: signs for all layers by the coefficients of rational functions, products of
eigenvalues by closed forms that are confirmed by induction, the limit along even depths by the term of the largest
base.  *Proved*: by the principle of `lemmata/principles/decay`, with bounds that the kernel proves by induction, which
share nothing with what is computed here.  Otherwise *inconclusive*.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from sympy import Add as SymAdd
from sympy import Expr, Integer, Poly, Rational, Symbol, cancel, degree, factor_list, fraction, oo, together
from sympy import Mul as SymMul

from lemmata import certificates
from lemmata.claims import evidence
from lemmata.claims.profiles import Profile
from lemmata.language import core
from lemmata.language.families import ProdOver
from lemmata.language.probability import Converges
from lemmata.language.relations import ForAll, Relation
from lemmata.language.sequences import Eventually, Sequence, Term
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Index, Scalar
from lemmata.language.verdicts import Finding, Verdict
from lemmata.prove.depth_bounds import offered
from lemmata.shrink.scalars import contains

# Products f(1) f(2) ... f(L) of a rational function in closed form, and limits of what is made of them.
#
# A product is c^L R(L) with c rational and R a rational function, whenever the linear factors of f cancel up to integer
# shifts; the form is confirmed by induction, P(0) = 1 and P(L) / P(L - 1) = f(L), as an identity of rational functions.
# Quotients of sums of such terms have limits that the term of the largest base decides, exactly, along even L.
LAYER = Symbol("l", positive=True, integer=True)
DEPTH = Symbol("L", positive=True, integer=True)


class NoClosedForm(ValueError):
    """The product of this function is not of the form c^L R(L)."""


@dataclass(frozen=True)
class ClosedProduct:
    """base^L factor(L), the product of `body` over the layers 1..L."""

    base: Rational
    factor: Expr  # a rational function of DEPTH
    body: Expr  # a rational function of LAYER

    def at(self, depth: int) -> Rational:
        """Exact value at a depth >= 0."""
        return Rational(self.base) ** depth * self.factor.subs(DEPTH, depth)

    def confirmed(self) -> bool:
        """The form is 1 at depth 0 and gains the factor body(L) at every L: exact identities."""
        step = self.base * self.factor / self.factor.subs(DEPTH, DEPTH - 1) - self.body.subs(LAYER, DEPTH)
        return bool(self.factor.subs(DEPTH, 0) == 1 and cancel(together(step)) == 0)


@cache
def product(body: Expr) -> ClosedProduct:
    """The product of a rational function of LAYER that has no pole at the layers 1, 2, ...

    Raises NoClosedForm where the factors do not cancel, or the product is zero.
    """
    if body.is_Rational and body != 0:
        return ClosedProduct(body, Integer(1), body)
    num, den = fraction(cancel(together(body)))
    base, factor, balance = Rational(1), Integer(1), 0
    for polynomial, sign in ((num, 1), (den, -1)):
        constant, factors = factor_list(polynomial, LAYER)
        base = base * Rational(constant) ** sign
        for linear, power in factors:
            if degree(linear, LAYER) != 1:
                raise NoClosedForm(f"{linear} is not linear")
            lead, shift = Poly(linear, LAYER).all_coeffs()
            if not (shift / lead).is_integer or shift / lead < 0:
                raise NoClosedForm(f"{linear} is no integer shift of the layer")
            base = base * Rational(lead) ** (sign * power)
            balance += sign * power
            for k in range(1, int(shift / lead) + 1):
                factor = factor * ((DEPTH + k) / k) ** (sign * power)
    if balance or base == 0:
        raise NoClosedForm(f"the product of {body} grows like a factorial, or is zero")
    closed = ClosedProduct(base, cancel(together(factor)), body)
    if not closed.confirmed():
        raise AssertionError(f"the closed form of the product of {body} fails its own induction")
    return closed


@cache
def reduced(value: Expr) -> tuple[Expr, Expr]:
    """Numerator and denominator without common factors."""
    num, den = fraction(cancel(together(value)))
    return num, den


def even_limit(value: Expr, products: Mapping[Symbol, ClosedProduct]) -> Expr:
    """Limit, along even L, of a rational function of symbols that stand for products: a rational number, oo or -oo.

    Raises NoClosedForm where the denominator vanishes at all even L.
    """
    num, den = reduced(value)
    (top, over), (bottom, under) = _dominant(num, products), _dominant(den, products)
    if under == 0:
        raise NoClosedForm(f"the denominator of {value} is zero at every even depth")
    if over == 0 or top < bottom:
        return Integer(0)
    p, q = (Poly(part, DEPTH) for part in reduced(over / under))
    lead = p.LC() / q.LC()
    if top > bottom or p.degree() > q.degree():
        return oo if lead > 0 else -oo
    return lead if p.degree() == q.degree() else Integer(0)


def _dominant(polynomial: Expr, products: Mapping[Symbol, ClosedProduct]) -> tuple[Rational, Expr]:
    """Largest squared base among the terms of a polynomial in products, and the rational function next to it.

    Along even L the term base^L is positive, so that terms of the same squared base add up.
    """
    groups: dict[Rational, Expr] = {}
    symbols = sorted(polynomial.free_symbols & set(products), key=str)
    terms = Poly(polynomial, *symbols).terms() if symbols else [((), polynomial)]
    for powers, c in terms:
        base, factor = Rational(1), Rational(c)
        for symbol, power in zip(symbols, powers, strict=True):
            base = base * products[symbol].base ** (2 * power)
            factor = factor * products[symbol].factor ** power
        groups[base] = groups.get(base, Integer(0)) + factor
    settled = {b: f if f.is_Rational else cancel(together(f)) for b, f in groups.items()}
    alive = [b for b, f in settled.items() if f != 0]
    return (max(alive), settled[max(alive)]) if alive else (Rational(0), Integer(0))


def vanishes(value: Expr, products: Mapping[Symbol, ClosedProduct]) -> bool:
    """Whether a rational function of products is zero at all even depths; if not, it is zero at finitely many."""
    return bool(_dominant(reduced(value)[0], products)[1] == 0)


@cache
def sign_at_all_layers(f: Expr) -> int | None:
    """1, -1 or 0 when a rational function of LAYER is positive, negative or zero at every layer >= 1; None otherwise.

    Decided by the coefficients after the shift l -> l + 1: enough for the sequences used here, and never wrong.
    """
    if f.is_Rational:
        return 1 if f > 0 else -1 if f < 0 else 0
    num, den = fraction(cancel(together(f)))
    if num == 0:
        return 0
    signs = []
    for part in (num, den):
        coefficients = Poly(part.subs(LAYER, LAYER + 1), LAYER).all_coeffs()
        last = coefficients[-1]  # the value at layer 1
        if last == 0 or any(c * last < 0 for c in coefficients):
            return None
        signs.append(1 if last > 0 else -1)
    return signs[0] * signs[1]


_L = LAYER
_TELESCOPE = (_L + 1) ** 2 / (_L * (_L + 2))  # its product is 2 (L + 1) / (L + 2), which tends to 2
SEQUENCES: tuple[Expr, ...] = (
    *(Rational(p, q) for p, q in ((1, 1), (2, 1), (-1, 2), (-1, 1), (-3, 2), (-3, 1), (-7, 4))),
    cancel(1 / _TELESCOPE),
    cancel(_TELESCOPE - 1),
    cancel(_TELESCOPE**2 - 1),
    *(Rational(p, q) for p, q in ((1, 2), (1, 4), (3, 1))),
)
SCALARS = tuple(Rational(p, q) for p, q in ((1, 1), (0, 1), (1, 2), (3, 2), (2, 1), (-1, 1), (3, 4)))
SHOWN = (1, 2, 4, 8, 16, 32, 64)
MOST = 4_000  # assignments looked at, and as many for each two sequences next to which others vanish
ACCEPTED = 700  # of those that meet the hypotheses
CROSS_CHECKED = 12  # the same next to a proof


@dataclass(frozen=True)
class Assignment:
    """Explicit sequences and numbers for the variables of a statement, by name."""

    sequences: dict[str, Expr]
    scalars: dict[str, Rational]

    def shown(self) -> dict[str, Any]:
        """As an example in `verdicts.json`."""
        named = {name: str(body).replace("**", "^") for name, body in self.sequences.items()}
        return evidence.shown({**named, **{k: str(v) for k, v in self.scalars.items()}})


@dataclass
class _Reader:
    """Reads quantities under an assignment; products over the layers become symbols with closed forms."""

    assignment: Assignment
    depth: Any  # that products run up to
    products: dict[Symbol, ClosedProduct] = field(default_factory=dict)

    def read(self, q: Any) -> Expr:
        """A rational function of LAYER and of products.

        Raises NoClosedForm where an absolute value or a product has none.
        """
        if isinstance(q, Scalar):
            return self.assignment.scalars[q.name]
        if isinstance(q, Rational):
            return q
        if isinstance(q, Term):
            if not isinstance(q.args[1], Index):
                raise TypeError(f"{write(q)}: along depth all factors are taken at the same layer")
            return self.assignment.sequences[q.args[0].name]
        if isinstance(q, ProdOver):
            _all_layers(q, self.depth)
            body = self.read(q.body)
            closed = product(body if body.is_Rational else cancel(together(body)))
            known = next((s for s, c in self.products.items() if c.body == closed.body), None)
            if known is None:
                known = Symbol(f"P{len(self.products)}")
                self.products[known] = closed
            return known
        if isinstance(q, core.Abs):
            inside = self.read(q.args[0])
            sign = sign_at_all_layers(inside) if inside.free_symbols <= {LAYER} else None
            if sign is None:
                raise NoClosedForm(f"the sign of {inside} is not seen")
            return sign * inside
        if isinstance(q, core.Power):
            return self.read(q.args[0]) ** int(q.args[1])
        return _ARITHMETIC[type(q)](*map(self.read, q.args))


def _all_layers(ranged: Any, depth: Any) -> None:
    """Raises NoClosedForm for a range that is not 1..depth: what is computed here holds for all layers or for none."""
    low, high = ranged.args[1:3]
    if (low, high) != (1, depth):
        raise NoClosedForm(f"{write(low)}..{write(high)} is not 1..{write(depth)}")


def _depth(statement: Statement) -> Any:
    """The dimension that grows.  Raises TypeError where claims speak of several."""
    found = {clause.dim for clause in statement.conjuncts}
    if len(found) != 1:
        raise TypeError(f"{statement.id}: one dimension grows, not {len(found)}")
    return found.pop()


def _quotient(a: Expr, b: Expr) -> Expr:
    if b == 0 or not b.is_Rational and cancel(together(b)) == 0:
        raise NoClosedForm("a denominator vanishes")
    return a / b


_ARITHMETIC: dict[type, Any] = {
    core.Plus: lambda *a: SymAdd(*a),
    core.Times: lambda *a: SymMul(*a),
    core.Neg: lambda a: -a,
    core.Quotient: _quotient,
}


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement about sequences along depth; nothing is drawn, so `profile` and `seed` have no say.

    Raises TypeError for clauses of another form, RuntimeError where a proof and a counterexample meet.
    """
    for clause in statement.conjuncts:
        if not isinstance(clause, Converges | Eventually):
            raise TypeError(f"{statement.id}: along depth a claim is a limit or holds eventually, not {write(clause)}")
    proof = offered(statement)
    search = _Search(statement, ACCEPTED if proof is None else CROSS_CHECKED)
    search.run()
    if search.broken and proof is not None:
        raise RuntimeError(f"{statement.id} has a proof and a counterexample: one of them is wrong")
    finding = Finding(Verdict.INCONCLUSIVE, "every depth", _evidence(search))
    if search.broken:
        _refute(search, finding)
    elif proof is not None:
        finding.verdict, finding.proof = Verdict.PROVED, proof
    elif search.met is None:
        finding.verdict = Verdict.VACUOUS
    return finding


class _Search:
    """Assignments in order of simplicity, until one meets the hypotheses and breaks the claim."""

    def __init__(self, statement: Statement, most: int) -> None:
        self.statement, self.most, self.depth = statement, most, _depth(statement)
        self.tried = self.accepted = self.undecided = 0
        self.met: Assignment | None = None
        self.missed: dict[int, Assignment] = {}
        self.broken: tuple[Assignment, int, Any, dict[int, Any]] | None = None

    def run(self) -> None:
        """All sequences at will, the simplest first; where there are more than two, two at will and the others 0."""
        sequences = [v.name for v in self.statement.let if isinstance(v, Sequence)]
        self._through(itertools.islice(self._simplest(sequences, {}), MOST))
        for pair in itertools.combinations(sequences, 2) if len(sequences) > 2 else ():
            if self.broken or self.most == CROSS_CHECKED:
                return
            rest = {name: Integer(0) for name in sequences if name not in pair}
            self._through(itertools.islice(self._simplest(pair, rest), MOST))

    def _through(self, assignments: Iterator[Assignment]) -> None:
        before = self.accepted
        for assignment in assignments:
            if self.most == CROSS_CHECKED and self.met and self.tried > MOST // 8:
                return
            self.tried += 1
            if not self._admits(assignment):
                continue
            if self.accepted == before + self.most:
                return
            self.accepted += 1
            self.met = self.met or assignment
            for k, clause in enumerate(self.statement.conjuncts):
                found = self._breaks(clause, assignment)
                if found is not None:
                    self.broken = (assignment, k, *found)
                    return

    def _simplest(self, sequences: Collection[str], rest: dict[str, Expr]) -> Iterator[Assignment]:
        scalars = [v for v in self.statement.let if isinstance(v, Scalar)]
        choices = [[c for c in SCALARS if contains(v.domain, Fraction(c.p, c.q))] for v in scalars]
        places = [range(len(SEQUENCES))] * len(sequences) + [range(len(c)) for c in choices]
        for place in sorted(itertools.product(*places), key=lambda p: (sum(p), p)):
            head, tail = place[: len(sequences)], place[len(sequences) :]
            yield Assignment(
                {name: SEQUENCES[i] for name, i in zip(sequences, head, strict=True)} | rest,
                {v.name: choices[j][i] for j, (v, i) in enumerate(zip(scalars, tail, strict=True))},
            )

    def _admits(self, assignment: Assignment) -> bool:
        """Whether every hypothesis holds at every layer; what is not seen to hold is not admitted."""
        for k, clause in enumerate(self.statement.hypotheses):
            holds = _holds(clause, assignment, self.depth)
            if holds is False:
                self.missed.setdefault(k, assignment)
            if not holds:
                return False
        return True

    def _breaks(self, clause: Any, assignment: Assignment) -> tuple[Any, dict[int, Any]] | None:
        """The limit along even depths and exact values, where they break the claim."""
        reader = _Reader(assignment, self.depth)
        try:
            if isinstance(clause, Eventually):
                claimed, wanted = clause.relation, Integer(0)
                if claimed.op != "==":
                    raise TypeError(f"only equations are checked to hold eventually, not {write(clause)}")
                value = reader.read(claimed.lhs) - reader.read(claimed.rhs)
                broken, found = not vanishes(value, reader.products), even_limit(value, reader.products)
            else:
                value, wanted = reader.read(clause.value), reader.read(clause.target)
                found = even_limit(value, reader.products)
                broken = found != wanted
        except NoClosedForm:
            self.undecided += 1
            return None
        return (found, _values(value, reader.products)) if broken else None


def _holds(clause: Any, assignment: Assignment, depth: Any) -> bool | None:
    """Whether a relation holds at every layer >= 1; None where that is not seen."""
    relation = clause.body if isinstance(clause, ForAll) else clause
    if not isinstance(relation, Relation):
        raise TypeError(f"a hypothesis along depth is a relation, not {write(relation)}")
    reader = _Reader(assignment, depth)
    try:
        if isinstance(clause, ForAll):
            _all_layers(clause, depth)
        sign = sign_at_all_layers(reader.read(relation.lhs) - reader.read(relation.rhs))
    except NoClosedForm:
        return None
    if sign is None:
        return None
    return {"<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0, "==": sign == 0}[relation.op]


def _values(value: Expr, products: dict[Symbol, ClosedProduct]) -> dict[int, Any]:
    """Exact values at a few depths; None where the quantity is undefined."""
    out: dict[int, Any] = {}
    num, den = fraction(together(value))
    for depth in SHOWN:
        at = {s: p.at(depth) for s, p in products.items()}
        below = den.subs(at)
        out[depth] = None if below == 0 else Rational(num.subs(at) / below)
    return out


def _refute(search: _Search, finding: Finding) -> None:
    assert search.broken is not None
    assignment, k, limit, values = search.broken
    clause = search.statement.conjuncts[k]
    reader = _Reader(assignment, search.depth)
    for every in search.statement.conjuncts:  # the checker reads all of them
        with suppress(NoClosedForm):
            for part in (every.relation.lhs, every.relation.rhs) if isinstance(every, Eventually) else (every.value,):
                reader.read(part)
    forms = [f"the product of {p.body} over l = 1..L is {_form(p)}" for p in reader.products.values()]
    shown = [f"{_short(v)} at L = {depth}" for depth, v in values.items() if v is not None and depth in (2, 8, 64)]
    finding.certificate = certificates.build(
        search.statement,
        "depth",
        sequences={name: str(body) for name, body in assignment.sequences.items()},
        numbers={name: str(q) for name, q in assignment.scalars.items()},
        products=[{"base": str(p.base), "factor": str(p.factor)} for p in reader.products.values()],
        conjunct=k,
    )
    target = "0" if isinstance(clause, Eventually) else write(clause.target)
    finding.verdict = Verdict.REFUTED
    finding.scope = "explicit sequences, all depths"
    why = (
        f"{'; '.join(forms)} (by induction). The claimed quantity is {', '.join(shown)} and tends to "
        f"{limit} along even L, not to {target}."
    ).replace("**", "^")
    finding.counterexample = evidence.counterexample(
        search.statement, k, assignment.shown(), (str(limit), "==", target), why
    )
    finding.counterexample["exact"] = {str(depth): None if v is None else str(v) for depth, v in values.items()}
    finding.figure = _figure(clause, values)


def _form(p: ClosedProduct) -> str:
    power = "" if p.base == 1 else f"({p.base})^L"
    factor = "" if p.factor == 1 and power else f"{p.factor}"
    return " * ".join(x for x in (power, factor) if x)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 24 else f"about {float(value):.4g}"


def _figure(clause: Any, values: dict[int, Any]) -> dict[str, Any]:
    """The claimed quantity against depth, where a float can hold it."""
    points = [(d, float(v)) for d, v in values.items() if v is not None and abs(v) < 10**300]
    return {
        "kind": "trend", "title": "The claimed quantity against depth", "x_label": "L", "log": False,
        "t": [float(d) for d, _ in points],
        "series": [{"label": write(clause), "t": [float(d) for d, _ in points], "y": [y for _, y in points]}],
    }  # fmt: skip


def _evidence(search: _Search) -> dict[str, Any]:
    found, met = search.broken is not None, search.met.shown() if search.met else None
    missed = {k: assignment.shown() for k, assignment in search.missed.items()}
    return evidence.account(
        search.statement,
        search.accepted,
        () if search.broken is None else (search.broken[1],),
        searches=1,
        certified=int(found),
        decided=search.accepted - search.undecided,
        undecided=search.undecided,
        out_of_domain=search.tried - search.accepted,
        stopped="a counterexample was found" if found else "every sequence of the list was tried",
        dimensions="every depth L",
        device="exact rationals",
        stages=[evidence.stage("sequences", "explicit sequences, simplest first", search.tried, found)],
        hypotheses=[evidence.hypothesis(c, met, missed.get(k)) for k, c in enumerate(search.statement.hypotheses)],
    )
