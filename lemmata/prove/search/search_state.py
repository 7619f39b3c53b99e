"""The state of a search: the elaborator's, steps that are played at once, samples, normal forms, signs, the clock."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lemmata.kernel import (
    ONE,
    ZERO,
    KernelError,
    Mono,
    Poly,
    Term,
    Theorem,
    Word,
    closed,
    free,
    matrix,
    neg,
    num,
    plus,
    remembered,
    scalar,
    size,
    sort_of,
    sub,
)
from lemmata.language import Index, proof
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.prove.elaborating import begin, play, theorem_of
from lemmata.prove.normal_words import atom_term, letter_term
from lemmata.prove.search.lemma_index import NESTED, PLAIN, Fact, atoms
from lemmata.prove.search.limits import RETRIED, SAMPLED, SEEN_WORDS
from lemmata.prove.search.match_matrices import closed_in, summands_of
from lemmata.prove.search.matching import Matcher
from lemmata.prove.search.sampling import Sample, holds
from lemmata.prove.search.writing import Unwritable, Writer
from lemmata.prove.state import State, stands_alone

FUNCTIONS = {"T", "minv", "relu", "kron", "had", "expm", "logm", "sqrtm", "pinv", "exp", "log", "rpow"}


class OutOfTime(Exception):
    """The time allowed is over."""


class NotFound(Exception):
    """No proof was found."""


@dataclass(frozen=True, eq=False)
class Instance:
    """A fact with values for its variables; `formula` is what it then says, `missing` what it asks for."""

    fact: Fact
    where: dict[Term, Term]
    at: tuple[Term, ...]
    formula: Term
    missing: tuple[Term, ...]


class Clock:
    """Processor time: `until` is when it is over, on the clock of `time.process_time`."""

    def __init__(self, until: float) -> None:
        self.until = until

    def left(self) -> float:
        """Seconds that are left."""
        return self.until - time.process_time()

    def look(self) -> None:
        """Raise OutOfTime where none is left."""
        if self.left() < 0:
            raise OutOfTime

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """A part of the time that is left."""
        until = self.until
        self.until = until - (1 - part) * self.left()
        try:
            yield
        finally:
            self.until = until


@dataclass(frozen=True)
class Goal:
    """A relation to be shown, within `depth` others whose proofs ask for it."""

    formula: Term
    depth: int

    @property
    def op(self) -> str:
        """ "<=", "<" or "="."""
        return str(self.formula[0])

    @property
    def sides(self) -> tuple[Term, Term]:
        """The smaller side and the larger one."""
        return self.formula[1], self.formula[2]

    @property
    def of_matrices(self) -> bool:
        """Whether it speaks of matrices as a whole."""
        return bool(sort_of(self.formula[1])[0] == "M")

    def atoms(self) -> Iterator[Term]:
        """The atoms of both sides."""
        for side in self.sides:
            yield from atoms(side)

    def kinds(self) -> set[str]:
        """The functions whose values are added and multiplied in it."""
        return {atom_term(x)[0] for side in self.sides for m in scalar(side) for x, _ in m}


@dataclass
class View:
    """What is noted while one goal is looked at.

    `met` are instances, `signed` atoms that an instance shows to be not negative, `kinds` the functions in the goal,
    `lacking` atoms that the linear program lacks, those in products as `mixed`.
    """

    depth: int = 0
    met: set[Any] = field(default_factory=set)
    signed: dict[int, Instance] = field(default_factory=dict)
    kinds: set[str] = field(default_factory=set)
    lacking: set[int] = field(default_factory=set)
    mixed: set[int] = field(default_factory=set)


class Script:
    """Steps in the variables of one statement, each played when it is written."""

    def __init__(self, statement: Statement) -> None:
        begin()
        self.statement, self.state = statement, State(statement)
        leaves = {v.name: v for v in statement.let}
        self.writer = Writer({t: leaves[name] for name, t in self.state.names.items() if name in leaves})
        self.steps: list[proof.Step] = []
        self.count = 0

    def write(self, f: Term) -> Any:
        """A formula in the language.  Raises NotFound where it has no words for it."""
        try:
            return self.writer.relation(f)
        except Unwritable as error:
            raise NotFound(f"no words for {error}") from None

    def add(self, states: Any, by: proof.Reason) -> str:
        """The name of a new step.  Raises NotFound where it does not check."""
        self.count += 1
        return self.play(proof.Step(f"step {self.count}", states, by))

    def play(self, made: proof.Step) -> str:
        """The name of a step, which is played.  Raises NotFound where it does not check."""
        try:
            play(self.state, [made], proof.Proof("", ()), theorem_of)
        except KernelError as error:
            self.state.facts.pop(made.name, None)
            raise NotFound(str(error)) from None
        self.steps.append(made)
        return made.name

    def forget(self, mark: int) -> None:
        """Steps that led nowhere are not written down."""
        for s in self.steps[mark:]:
            self.state.facts.pop(s.name, None)
        del self.steps[mark:]


class SearchState(Script):
    """One claim, the steps so far, and what is known of its terms.

    `establish` gives the name of a step that says a formula, at a depth, and raises NotFound; the loop over the tactics
    puts itself there.
    """

    establish: Callable[[Term, int], str]

    def __init__(self, statement: Statement, facts: list[Fact], clock: Clock) -> None:
        super().__init__(statement)
        self.facts, self.clock = facts, clock
        self.matcher = Matcher(self.state)
        self.view = View()
        self.matcher.note_sums((*self.state.reading.conclusions, *self.state.granted))
        for x in self.granted_atoms():
            if x[0] not in ("v", "q", "sum", "prod", "maxo", *NESTED) and sort_of(x[1])[0] == "M":
                self.matcher.note_given(x[1])
        self.barred: dict[Any, tuple[int, float]] = {}  # instances that were refused: at which depth, in what time
        self.signs: dict[int, bool | None] = {}
        self.lowest: dict[int, Any] = {}
        self.canonical: dict[Term, Poly] = {}
        self.used: list[Instance] = []
        self.quick: dict[Term, Theorem | None] = {}
        asked = [f for f in self.state.granted if not f[0].startswith("simple")]
        until = clock.until - (1 - SAMPLED) * clock.left()
        self.sample = Sample(self.state, asked, until=until)
        self.plausible_: dict[Term, bool] = {}
        self.open_goals: list[Term] = []  # from each of which the claim would follow

    @cached_property
    def numbers(self) -> list[Term]:
        """One, and what the claim says in numbers alone, without moduli, each with its negative."""
        sides = (side for f in self.state.reading.conclusions if f[0] != "all" for side in f[1:])
        every = [x[1] if x[0] == "abs" else x for s in sides if sort_of(s)[0] != "M" for x in atoms(s)]
        own = dict.fromkeys(x for x in every if free(x) and all(v[2][0] not in ("M", "L") for v in free(x)))
        return [y for x in (ONE, *own) for y in (x, neg(x))]

    def given_equations(self) -> Iterator[tuple[str, Term]]:
        """The equations between matrices that are given, with the names of the facts."""
        for name, th in list(self.state.facts.items()):
            f = th.conclusion
            if f[0] == "=" and sort_of(f[1])[0] == "M" and not name.startswith(("step", "about")):
                yield name, f

    def granted_atoms(self) -> Iterator[Term]:
        """The atoms of what is given about numbers: how large a norm is, where a matrix is singular."""
        for h in self.state.assumed:
            if h[0] in ("<=", "<", "=") and sort_of(h[1])[0] != "M" and not orders(h):
                yield from (x for side in h[1:] for x in atoms(side) if x[0] not in PLAIN)

    def granted_traces(self) -> Iterator[Term]:
        """The traces of the sums of which a hypothesis about numbers speaks."""
        for x in self.matcher.given if self.view.kinds & {"tr", "normF"} else ():
            if size(sort_of(x)[1]) == size(sort_of(x)[2]) and size(sort_of(x)[1]) != size(ONE):
                yield ("tr", x)

    @contextmanager
    def aside(self, depth: int) -> Iterator[None]:
        """A new view for another goal; the one before is taken up again."""
        view, primary, matrices = self.view, self.matcher.primary, self.matcher.matrices
        self.view = View(depth, kinds=view.kinds, lacking=view.lacking, mixed=view.mixed)
        self.matcher.primary, self.matcher.matrices = {}, {}
        try:
            yield
        finally:
            self.view, self.matcher.primary, self.matcher.matrices = view, primary, matrices

    @contextmanager
    def trial(self) -> Iterator[None]:
        """An attempt whose steps are forgotten where it fails."""
        mark, used = len(self.steps), len(self.used)
        try:
            yield
        except Exception:  # whatever it is goes on
            self.forget(mark)
            del self.used[used:]
            raise

    @property
    def ours(self) -> set[Term]:
        """The variables that terms may speak of."""
        return {*self.writer.names, *self.state.indices}

    def plausible(self, f: Term) -> bool:
        """Whether nothing speaks against a formula at random instances, its open indices at every value."""
        if f not in self.plausible_:
            every = f
            for i, (low, high) in self.state.indices.items():
                if i in free(f):
                    every = ("all", low, high, closed(every, i))
            known = (at for at in self.sample.instances if not free(every) - set(at))
            self.plausible_[f] = all(holds(every, at) is not False for at in known)
        return self.plausible_[f]

    def seen(self, h: Term) -> bool:
        """Whether a shape, range or symmetry is seen at once."""
        if h not in self.quick:
            wide = h[0] == "=" and sort_of(h[1])[0] == "M" and sum(len(matrix(side)) for side in h[1:]) > SEEN_WORDS
            self.quick[h] = None if wide else self.state.prove(h)
        return self.quick[h] is not None

    def forget(self, mark: int) -> None:
        """Steps that led nowhere are not written down, and nothing is used that may have come from them."""
        if len(self.steps) > mark:
            super().forget(mark)
            self.state.forget_facts()
            self.quick = {h: th for h, th in self.quick.items() if th is not None and stands_alone(th)}
            self.lowest = {x: low for x, low in self.lowest.items() if low is not None and stands_alone(low[1])}
            self.signs = {x: sure for x, sure in self.signs.items() if x in self.lowest}

    def step(self, f: Term, by: Any, said: Any = None) -> str:
        """A step, played at once; `said` is the formula in words that are to stay.  Raises NotFound where it does not
        check."""
        return self.add(self.write(f) if said is None else said, by)

    def bar(self, made: Instance, within: float = math.inf) -> None:
        """An instance is not tried again at this depth or below, unless there is far more time than it had."""
        self.barred[made.fact.name, made.formula] = (self.view.depth, within)

    def free_to_use(self, made: Instance) -> bool:
        """Whether nothing speaks against trying an instance."""
        depth, within = self.barred.get((made.fact.name, made.formula), (None, 0.0))
        return depth is None or self.view.depth < depth or self.clock.left() > RETRIED * within

    def suffices(self, f: Term, depth: int) -> str:
        """As `establish`, for a formula from which the goal that asks for it follows: noted where none is found."""
        try:
            return self.establish(f, depth)
        except (NotFound, OutOfTime):
            self.note_open(f, depth)
            raise

    def note_open(self, f: Term, depth: int) -> None:
        """Note that a goal would follow from a formula, where the goal is the claim and the formula may be true."""
        if depth == 1 and f not in self.open_goals and self.plausible(f):
            self.open_goals.append(f)

    def nearest(self, claim: Term) -> str:
        """The shortest formula from which a claim would follow, in words; none where all are as long as the claim."""

        def size(f: Term) -> float:
            return sum(map(monomial_size, self.slack(f)))

        numbers = [f for f in self.open_goals if f[0] in ("<=", "<", "=") and sort_of(f[1])[0] != "M"]
        shorter = [f for f in numbers if size(f) < size(claim)]
        try:
            return write(self.writer.relation(min(shorter, key=size))) if shorter else ""
        except Unwritable:
            return ""

    def ensure(self, f: Term, depth: int) -> None:
        """Steps for a formula, none where it is seen."""
        if self.state.prove(f) is None:
            self.establish(f, depth)

    def slack(self, f: Term) -> Poly:
        """The larger side of a relation between numbers less the smaller one, in normal form."""
        return self.canon(sub(f[2], f[1]))

    def open_index(self, low: Term, high: Term) -> tuple[Index, Term]:
        """A new free index with this range.  Raises Unwritable where an end is a sum, as the size of a part may be."""
        if any(x[0] in ("sum", "prod") for end in (low, high) for x in atoms(end)):
            raise Unwritable("range")
        taken = {x[1] for x in self.state.indices} | set(self.state.names)
        name = next(x for x in ("i", "j", "k", "l", "h", *(f"i{n}" for n in range(50))) if x not in taken)
        index = Index(name, self.writer.number(low), self.writer.number(high))
        x = self.state.term(index)
        self.writer.names[x] = index
        self.matcher.values[x] = None
        return index, x

    def canon(self, t: Term) -> Poly:
        """A number in the normal form that the program compares."""
        if t not in self.canonical:
            self.canonical[t] = self.polynomial(scalar(t))
        return self.canonical[t]

    def polynomial(self, p: Poly) -> Poly:
        """Reduced, with x inv(x) = 1."""
        p, _ = self.state.algebra.reduce(dict(p))
        for _ in range(50):
            change = next((m for m in p if self._simpler(m) is not None), None)
            if change is None:
                return p
            c = p[change]
            new = self._simpler(change)
            assert new is not None
            p = plus({m: k for m, k in p.items() if m != change}, new, c)
            p, _ = self.state.algebra.reduce(p)
        return p

    def _simpler(self, m: Mono) -> Poly | None:
        powers = dict(m)
        for x, _ in m:
            t = atom_term(x)
            if t[0] == "inv":
                inner = self.state.algebra.reduce(scalar(t[1]))[0]
                if len(inner) == 1:
                    ((n, c),) = inner.items()
                    if n and all(powers.get(y, 0) >= j for y, j in n) and self.state.prove(("!=", t[1])) is not None:
                        less = {y: powers[y] - dict(n).get(y, 0) - (y == x) for y in powers}
                        return {tuple(sorted((y, j) for y, j in less.items() if j)): 1 / c}
        return None

    def positive(self, m: Mono) -> bool:
        """Whether a monomial is seen to be not negative."""
        return all(k % 2 == 0 or self.sign(x) is not None or x in self.view.signed for x, k in m)

    def surely(self, m: Mono) -> bool:
        """Whether a monomial is seen to be above zero."""
        return all(
            self.sign(x) is True or x in self.view.signed and self.view.signed[x].formula[0] == "<" for x, _ in m
        )

    def sign(self, x: int) -> bool | None:
        """True where an atom is above zero, False where it is not negative, None where neither is seen."""
        if x not in self.signs:
            found = self.lower(x)
            sure = None if found is None or found[0] < 0 else found[0] > 0 or found[1].conclusion[0] == "<"
            self.signs[x] = sure
        return self.signs[x]

    def lower(self, x: int) -> Any:
        """What bounds an atom from below, None where nothing is seen."""
        if x not in self.lowest:
            try:
                self.lowest[x] = self.state.signs.atom(x)
            except KernelError:  # bounds are looked for in passing, and some need what is not granted
                self.lowest[x] = None
        return self.lowest[x]


def orders(f: Term) -> bool:
    """Whether a formula says that a matrix is semidefinite, or definite."""
    return f[0] in ("<=", "<") and f[1] == ZERO and f[2][0] == "lmin"


@remembered
def sides_of_order(f: Term) -> tuple[Term, ...]:
    """The summands of a sum that a formula says to be semidefinite, those that are functions of other matrices."""
    if f[0] != "<=" or f[1] != ZERO or f[2][0] != "lmin" or f[2][1][0] != "m+":
        return ()
    summands = (x[2] if x[0] == "sc" and x[1] == num(-1) else x for x in summands_of(f[2][1]))
    return tuple(x for x in summands if x[0] not in ("v", "sc", "id"))


@remembered
def functions_in(t: Any) -> frozenset[str]:
    """The functions of matrices and numbers in a term, transposes apart."""
    inner = frozenset[str]().union(*(functions_in(x) for x in t if isinstance(x, tuple))) if t else frozenset[str]()
    return inner | {t[0]} if t and t[0] in FUNCTIONS - {"T"} else inner


@remembered
def letters(t: Term) -> int:
    """How many variables and constant matrices stand in an atom; transposes and signs count as well, and what the words
    of a sum have in common at their ends counts once."""
    if t[0] in ("v", "id", "ones", "e"):
        return 1
    if t[0] == "m+" and closed_in(t):
        words = list(matrix(t))
        if len(words) > 1 and all(words):
            return _letters_of(words) + sum(t[1][0] == "q" for t in summands_of(t) if t[0] == "sc")
    own = t[0] in FUNCTIONS or t[0] == "sc" and t[1][0] == "q"
    return own + sum(letters(x) for x in t[1:] if isinstance(x, tuple) and x and isinstance(x[0], str) and x[0] != "q")


def monomial_size(m: Mono) -> float:
    """How much there is in a monomial."""
    return 1.0 + sum(k * letters(atom_term(x)) for x, k in m)


def _letters_of(words: list[Word]) -> int:
    shortest = min(map(len, words)) - 1
    first = next((k for k in range(shortest) if len({w[k] for w in words}) > 1), shortest)
    last = next((k for k in range(shortest - first) if len({w[-1 - k] for w in words}) > 1), shortest - first)
    common = words[0][:first] + words[0][len(words[0]) - last :]
    inner = [x for w in words for x in w[first : len(w) - last]]
    return sum(letters(letter_term(x)) for x in (*common, *inner))
