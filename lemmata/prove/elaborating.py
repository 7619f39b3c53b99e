"""Elaborate the proof of a statement into kernel theorems, one for each conjunct."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import KernelError, Term, Theorem, proves, read, same_formula
from lemmata.language import proof
from lemmata.language.statement import Statement
from lemmata.prove.normal_words import cut, forget, hypotheses, in_order
from lemmata.prove.rules import PLAYED, RULES, Find, apply
from lemmata.prove.state import ProofError, State, of_family, of_value, text_of

beginnings = 0  # how often normal forms have begun to count anew


class StepError(ProofError):
    """A step does not check: its name, and why; the message says the file and line, where the step has them, and what
    is to be shown."""

    def __init__(self, step: proof.Step, detail: str) -> None:
        name = step.name.removeprefix(proof.INLINE)
        shown = name if step.states is None else step.states
        super().__init__(f"{step.place + ': ' if step.place else ''}step {name!r} ({shown}): {detail}")
        self.step, self.detail, self.place = step.name, detail, step.place


class Unfinished(ProofError):
    """Every step checks, and some conjunct is not among what they say; `shown` are the conjuncts that are."""

    def __init__(self, message: str, shown: tuple[int, ...]) -> None:
        super().__init__(message)
        self.shown = shown


def theorem_of(identifier: str, conjunct: int) -> Theorem:
    """A conjunct of another statement, imported by id and hash; whether it is proved is for the ledger to say."""
    return theorem_of_statement(_statement(identifier), conjunct)


def _statement(identifier: str) -> Statement:
    found = catalogue.find(identifier)
    if found is None:
        raise ProofError(f"there is no statement {identifier}")
    return found


def theorem_of_statement(statement: Statement, conjunct: int) -> Theorem:
    """A conjunct of a statement, under what it grants."""
    return logic.axiom(statement.id, statement.kind.value, text_of(statement), conjunct)


def statements_used(given: proof.Proof) -> list[str]:
    """The statements that a proof uses."""
    reasons = [s.by for s in proof.every_step(given.steps)]
    named = [by.statement for by in reasons if isinstance(by, proof.Apply)]
    rows = [by.row for by in reasons if isinstance(by, proof.OnPrinciple) and by.row]
    return list(dict.fromkeys(named + rows))


def introduce(state: State, by: Any, given: proof.Proof) -> None:
    """Vectors that a reason names are chosen before its step is read; rates of change with them."""
    if isinstance(by, proof.Eigenvector | proof.SingularVectors):
        singular = isinstance(by, proof.SingularVectors)
        value = ("s" if singular else "lam", state.term(by.matrix), state.term(by.index))
        names = [*proof.chosen(by)]
        rates: dict[str, str] = {}
        variable = None
        for other in (s.by for s in given.steps):
            if isinstance(other, proof.Differentiate) and set(other.rates) <= set(names):
                rates |= other.rates
                variable = state.term(other.variable)
        key = (value, *names)
        if key not in state.families:
            if variable is None:
                vectors, known = of_value(*value)
            else:
                if missing := [x for x in names if x not in rates]:
                    raise ProofError(f"no rate of change is named for {missing[0]}")
                names += [rates[x] for x in names]
                vectors, known = of_family(value[0], _quadratic(value[1], variable), value[2], variable)
            state.families[key] = state.choose(names, vectors, known)


def _quadratic(family: Any, t: Any) -> tuple[Any, Any, Any]:
    """A, B, C of a family A + t B + t^2 C.  Raises ProofError for any other."""
    match family:
        case "m+", ("m+", a, ("sc", s, b)), ("sc", ("^", r, 2), c) if s == r == t:
            return a, b, c
    raise ProofError("a family is written A + t * B + t**2 * C")


def begin() -> None:
    """Count anew in normal forms, so that nothing depends on what went before; earlier states are of no use then.

    Texts are read again, too: reading one is what first gives its atoms their numbers.
    """
    global beginnings
    forget()
    read.cache_clear()
    beginnings += 1


def elaborate(statement: Statement, given: proof.Proof, find: Find = theorem_of) -> list[Theorem]:
    """A kernel theorem for each conjunct of a statement.  Raises KernelError where there is none.

    `find` gives the conjuncts of other statements that the proof applies.
    """
    begin()
    state = State(statement, ranges=dict(given.indices), defined=given.defined)
    play(state, given.steps, given, find)
    out, missing = dict[int, Theorem](), list[str]()
    for k in range(len(state.reading.conclusions)):
        try:
            out[k] = conclude(state, statement, k)
        except ProofError as error:
            missing.append(str(error))
    if missing:
        raise Unfinished(missing[0], tuple(out))
    return list(out.values())


def play(state: State, steps: Any, given: proof.Proof, find: Find = theorem_of) -> None:
    """Steps one after the other, each a fact for the next.  Raises ProofError at the first that does not check."""
    for step in steps:
        try:
            by = step.by
            introduce(state, by, given)
            goal = None if step.states is None else state.stated(step.states)
            if goal is None and not isinstance(by, proof.COMPUTED):
                raise ProofError("the reason does not say what it shows: write the formula")
            if isinstance(by, proof.Apply):
                th = apply(state, by, goal, find, _statement(by.statement))
            elif type(by) in PLAYED:
                th = PLAYED[type(by)](state, by, goal, lambda inner, more: play(inner, more, given, find))
            elif type(by) in RULES:
                th = RULES[type(by)](state, by, goal)
            else:
                raise ProofError(f"{type(by).__name__} is no reason")
            state.facts[step.name] = state.freed(state.settled(th))
        except KernelError as error:
            raise StepError(step, str(error)) from error
        except RecursionError as error:  # a limit of the machine, and no defect
            raise StepError(step, "a term is too deep") from error


def _candidates(state: State, conclusion: Term) -> Iterator[Theorem]:
    """Facts that may say a conjunct in other words, those first that depend on less than the step that states it."""
    facts = [*state.facts.values()]
    stated = next((th for th in facts if th.conclusion == conclusion), None)
    if stated is not None:
        yield from (th for th in facts if th.axioms < stated.axioms and th.principles <= stated.principles)
        yield stated
    yield from facts
    for fact in facts:
        yield from state.over_indices(fact)


def conclude(state: State, statement: Any, k: int) -> Theorem:
    """A conjunct from the facts, under what the statement grants it alone."""
    text, conclusion = text_of(statement), state.reading.conclusions[k]
    granted = set(state.reading.hypotheses[k])
    for th in _candidates(state, conclusion):
        found = state.convert(th, conclusion)
        if found is None:
            continue
        found = state.freed(state.settled(found))
        if not found.hypotheses <= granted:
            with state.only(granted):
                for _ in range(3):
                    for h in in_order(found.hypotheses - granted):
                        shown = state.prove(h)
                        if shown is not None and h not in shown.hypotheses:
                            found = cut(shown, found)
                found = state.freed(found)
        known = all(any(same_formula(h, g) for g in state.reading.hypotheses[k]) for h in hypotheses(found))
        if known and proves(found, statement.id, statement.kind.value, text, k):
            return found
    raise ProofError(f"{statement.id}: no step gives conjunct {k}")
