"""The search for a proof of one claim: tactics in an order, each with a share of the time that is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from lemmata.kernel import ZERO, KernelError, Term, num, opened, plus, scalar, size, sort_of, sub
from lemmata.language import proof
from lemmata.language.statement import Statement
from lemmata.prove.elaborating import conclude
from lemmata.prove.search.backward import (
    Denominators,
    Exponentials,
    Largest,
    OneFact,
    Powers,
    Quotients,
    Roots,
    Sides,
    WayPoint,
    bounds_modulus,
    modulus,
)
from lemmata.prove.search.bound_chains import Chain
from lemmata.prove.search.combining import Facts
from lemmata.prove.search.given_equations import GivenEquations
from lemmata.prove.search.lemma_index import Fact, atoms
from lemmata.prove.search.lemma_instances import INVERSES, Lemmas
from lemmata.prove.search.limits import DEEP, ROUNDS, ROUNDS_AT_FIRST
from lemmata.prove.search.matrix_equations import Products
from lemmata.prove.search.norm_rules import Descent
from lemmata.prove.search.ordering import Order
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, OutOfTime, SearchState, functions_in
from lemmata.prove.search.spectrum import Spectrum
from lemmata.prove.search.steps import Steps, Tactic
from lemmata.prove.search.summand_by_summand import Sums
from lemmata.prove.search.writing import Unwritable


@dataclass(frozen=True)
class Way:
    """A tactic with its share of the time that is left; `when` says of which goals it is tried at this place."""

    tactic: Tactic
    share: float
    when: Callable[[Goal], bool] = lambda goal: True


class Search:
    """One claim and all that is tried for it."""

    def __init__(self, statement: Statement, facts: list[Fact], until: float) -> None:
        self.statement = statement
        self.search = search = SearchState(statement, facts, Clock(until))
        search.establish = self.establish
        self.lemmas = lemmas = Lemmas(search)
        self.steps = Steps(search, lemmas)
        own = (search, lemmas, self.steps)
        self.products = Products(*own)
        self.equations = equations = GivenEquations(*own, self.products)
        sums, sides, roots = Sums(*own), Sides(*own), Roots(*own)
        denominators, descent = Denominators(*own), Descent(*own, equations)
        self.opened_: dict[Term, Term] = {}
        self.wanted: set[Term] = set()  # goals on the way: none is asked for within itself

        def given(goal: Goal) -> bool:
            return bool(equations.given_forms())

        def spoken(goal: Goal) -> bool:
            return given(goal) or bool(functions_in(goal.formula) & INVERSES)

        def bare(goal: Goal) -> bool:
            return spoken(goal) and "inv" not in goal.kinds() and goal.sides[0][0] not in ("^", "q")

        powers, order, one_fact = Way(Powers(*own), 0.4), Way(Order(*own, self.products), 0.3), Way(OneFact(*own), 0.5)
        self.ways_below = (powers, order, one_fact)  # for what hypotheses of hypotheses ask for
        # From what one fact says to what needs many, and apart from that what makes the goal shorter first.  A tactic
        # that stands here twice comes early for goals that are seldom proved without it.
        self.ways = (
            Way(roots, 0.4, lambda goal: goal.op == "=" and modulus(goal.sides[0]) is not None),
            order,
            powers,
            Way(Largest(*own), 0.4),
            Way(Spectrum(*own), 0.5),
            Way(self.products, 0.2),
            Way(descent, 0.2, descent.factors),
            one_fact,
            Way(denominators, 0.4, given),
            Way(roots, 0.4, bare),
            Way(sides, 0.5, lambda goal: given(goal) and goal.op == "="),
            Way(WayPoint(*own, at_once=True), 0.2),
            Way(Quotients(*own, denominators), 0.4),
            Way(descent, 0.2),
            Way(Chain(*own, sums, equations), 0.3),
            Way(sides, 0.6, bounds_modulus),
            Way(WayPoint(*own, at_once=False), 0.3),
            Way(Exponentials(*own), 0.4),
            Way(Facts(*own, sums, equations, ROUNDS_AT_FIRST), 0.25),
            Way(denominators, 0.5),
            Way(sums, 0.4),
            Way(Facts(*own, sums, equations, ROUNDS), 0.7),
            Way(sides, 1.0),
            Way(roots, 1.0),
        )

    def prove(self) -> proof.Proof:
        """A script that gives every conjunct.  Raises NotFound, OutOfTime, KernelError."""
        for k, conclusion in enumerate(self.search.state.reading.conclusions):
            self.conjunct(k, conclusion)
        return proof.Proof(self.method(), tuple(self.search.steps))

    def weaker(self) -> list[Instance]:
        """What the textbook says of the smaller side of the claim that is evidently less."""
        (goal, *more) = self.search.state.reading.conclusions
        if more or goal[0] != "<=" or sort_of(goal[1])[0] == "M":
            return []
        try:
            search, universe = self.search, dict[Any, Term]()
            self.lemmas.add_atoms(universe, [x for x in atoms(goal[1]) if x[0] not in ("v", "q")])
            search.view.met.clear()
            target, side = search.slack(goal), search.canon(goal[1])
            out = []
            for made in self.lemmas.instances(list(universe.values()), universe, set()):
                if made.missing or made.formula[0] != "<=" or search.canon(made.formula[1]) != side:
                    continue
                apart = plus(search.slack(made.formula), target, -1)
                if apart and self.steps.evident(apart):
                    out.append(made)
            return out
        except (NotFound, OutOfTime, KernelError):
            return []

    def method(self) -> str:
        """The facts used, by title."""
        return "; ".join(dict.fromkeys(i.fact.statement.title for i in self.search.used)) or "signs and algebra"

    def nearest(self) -> str:
        """The shortest formula met from which the claim would follow, in words; nothing for several conjuncts."""
        try:
            goal, *more = map(self.opened, self.search.state.reading.conclusions)
            return "" if more or sort_of(goal[1])[0] == "M" else self.search.nearest(goal)
        except (KernelError, Unwritable):
            return ""

    def conjunct(self, k: int, goal: Term) -> None:
        """Steps for one conjunct, quantifiers opened at free indices."""
        with suppress(KernelError):
            conclude(self.search.state, self.statement, k)
            return
        goal = self.opened(goal)
        self.square_lengths()
        self.use_equations(goal)
        self.equations.say_columns()
        self.equations.say_orders()
        self.establish(goal, 0)

    def opened(self, goal: Term) -> Term:
        """A formula with its quantifiers opened at free indices, the same ones whenever it is opened."""
        if goal[0] != "all":
            return goal
        if goal not in self.opened_:
            self.opened_[goal] = opened(goal[3], self.search.open_index(goal[1], goal[2])[1])
        return self.opened(self.opened_[goal])

    def square_lengths(self) -> None:
        """Steps that say tr(x^T x) = c^2 where the length c of a column x is given."""
        state = self.search.state
        for theorem in [*state.assumed.values(), *state.facts.values()]:
            match theorem.conclusion:
                case ("=", ("normF", x), ("q", c)):
                    square = c * c
                case ("=", ("^", ("normF", x), 2), ("q", c)):
                    square = c
                case _:
                    continue
            with suppress(NotFound, KernelError):
                self.establish(("=", ("tr", ("mm", ("T", x), x)), num(square)), 1)

    def use_equations(self, goal: Term) -> None:
        """Steps that say what given equations between matrices say of determinants, where the claim speaks of those,
        and of the eigenvalue in M x = t x."""
        determinants = any(x[0] == "det" for side in goal[1:] for x in atoms(side))
        for name, f in self.search.given_equations():
            _, rows, columns = sort_of(f[1])
            with suppress(NotFound, KernelError):
                if determinants and size(rows) == size(columns):
                    self.search.step(("=", ("det", f[1]), ("det", f[2])), proof.Congruence(name))
                match f[1:]:
                    case (("mm", m, p), ("id", _)) if m != p and size(sort_of(m)[1]) == size(sort_of(m)[2]):
                        for k, x in enumerate((m, p)):
                            above = ("<", ZERO, ("abs", ("det", x)))
                            self.steps.apply_unindexed("classical.one-sided-inverse", above, {"M": m, "P": p}, k)
                    case (("mm", m, x), ("sc", t, y)) | (("sc", t, y), ("mm", m, x)) if x == y:
                        for k, pair in enumerate(((("smin", m), ("abs", t)), (("abs", t), ("smax", m)))):
                            self.steps.apply_unindexed(
                                "classical.real-eigenvalue", ("<=", *pair), {"M": m, "x": x, "t": t}, k
                            )

    def establish(self, formula: Term, depth: int) -> str:
        """The name of a step that says a formula.  Raises NotFound, OutOfTime."""
        if formula in self.wanted:
            raise NotFound("asked for on the way to itself")
        self.wanted.add(formula)
        try:
            with self.search.aside(depth):
                return self._establish(Goal(formula, depth))
        finally:
            self.wanted.discard(formula)

    def _establish(self, goal: Goal) -> str:
        search, clock = self.search, self.search.clock
        clock.look()
        if not search.plausible(goal.formula):
            raise NotFound("false at an instance")
        if goal.of_matrices:
            try:
                return search.step(goal.formula, proof.Identity())
            except NotFound:
                return self.products.run(goal, clock)
        if goal.op != "=" and search.state.prove(goal.formula) is not None:
            return search.step(goal.formula, proof.Sign())
        if goal.op == "=" and search.state.algebra.zero(scalar(sub(*goal.sides))) is not None:
            return search.step(goal.formula, proof.Identity())
        for way in self.ways if goal.depth <= DEEP else self.ways_below:
            if not way.when(goal) or not way.tactic.applies(goal):
                continue
            try:
                with clock.share(way.share), search.trial():
                    return way.tactic.run(goal, clock)
            except (NotFound, KernelError, Unwritable, RecursionError):  # the last where terms are too deep
                continue
            except OutOfTime:
                if clock.left() < 0:
                    raise
        raise NotFound(str(goal.formula))


__all__ = ["Instance", "NotFound", "OutOfTime", "Search"]
