"""Instances: of other statements, of facts about free indices, of equations inside terms, of vectors chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ONE, P, Term, Theorem, Z, free, num, sort_of, substitute, within
from lemmata.language import proof
from lemmata.language.relations import ForAll
from lemmata.language.variables import Matrix
from lemmata.prove.facts import ProofError
from lemmata.prove.goals import entry_of, expect, reported, sides, within_ranges
from lemmata.prove.normal_words import cut, hypotheses, put_for, variables
from lemmata.prove.state import State

Find = Callable[[str, int], Theorem]  # a conjunct of another statement


def apply(state: State, reason: proof.Apply, goal: Term | None, find: Find, statement: Any) -> Theorem:
    """An instance of another statement, every hypothesis of it shown."""
    if not 0 <= reason.conjunct < len(statement.conjuncts):
        raise ProofError(f"{reason.statement} has no conjunct {reason.conjunct}")
    th = find(reason.statement, reason.conjunct)
    own = {v.name: v for v in statement.let}
    speaks_of = {v[1]: v for v in variables(*th.hypotheses, th.conclusion)}
    values: dict[Term, Any] = {}
    binds = _binds(statement.conjuncts[reason.conjunct])
    put = {k: state.term(v) for k, v in reason.where.items()}
    given = {k: v for k, v in put.items() if k not in binds}
    at_values = {k: v for k, v in put.items() if k in binds}
    unknown = [k for k in given if k not in own]
    if unknown:
        raise ProofError(f"{statement.id} has no variable {unknown[0]}")
    for name, v in speaks_of.items():
        if name in given:
            values[v] = given[name]
        elif (isinstance(own.get(name), Matrix) or v[2][0] in ("M", "L")) and name in state.names:
            values[v] = state.names[name]
    for v in list(values):
        if v[2][0] == "M" and values[v][0] != "vec":
            actual = sort_of(values[v])
            if actual[0] != "M":
                raise ProofError(f"{v[1]} stands for a matrix")
            for size, found in zip(v[2][1:], actual[1:], strict=True):
                if size[0] == "v" and size[1] not in given:
                    values.setdefault(size, found)
    for name, v in speaks_of.items():
        if v in values:
            continue
        if name in state.names or v in state.indices:
            values[v] = state.names.get(name, v)
    for v in sorted((v for v in speaks_of.values() if v not in values), key=lambda v: v[2][0] == "M"):
        # the conjunct does not speak of it: anything in its domain will do; that it lies there is shown like the rest
        if v[2][0] == "L":
            raise ProofError(f"nothing is put for {v[1]}")
        values[v] = ("zero", *(substitute(x, values) for x in v[2][1:])) if v[2][0] == "M" else num(v[2] == P)
    vectors = [x for x in values.values() if x[0] == "vec"]
    if not vectors:
        return expect(state, _instance(state, th, values, binds, at_values), goal)

    def make(inner: Term | None, ranges: Any) -> Theorem:
        at_entry = {v: entry_of(x, ranges) for v, x in values.items()}
        return expect(state, _instance(state, th, at_entry, binds, at_values), inner)

    if goal is None:  # every entry
        i = state.fresh(P)
        with state.under(i, ONE, vectors[0][2]):
            entry = state.settled(make(None, [(i, ONE, vectors[0][2])]))
        return logic.generalise(state.freed(entry), i, ONE, vectors[0][2])
    return within_ranges(state, goal, make)


def _binds(claim: Any) -> list[str]:
    names = []
    while isinstance(claim, ForAll):
        names.append(claim.index.name)
        claim = claim.body
    return names


def _instance(
    state: State, th: Theorem, values: dict[Term, Term], binds: list[str], at_values: dict[str, Term]
) -> Theorem:
    th = logic.instantiate(th, {v: t for v, t in values.items() if v != t})
    for name in binds:
        if name not in at_values:
            raise ProofError(f"the statement binds {name}: say at which value it is used")
        th = logic.specialise(th, at_values[name])
    for _ in range(2):
        for h in [h for h in hypotheses(th) if h not in state.assumed]:
            found = state.prove(h)
            if found is not None:
                th = cut(found, th)
    missing = [h for h in hypotheses(th) if h not in state.assumed]
    if missing:
        raise ProofError(f"not established: {reported(missing[0])}")
    return th


def instance(state: State, reason: Any, goal: Term | None) -> Theorem:
    """A fact about a free index, at one value of it."""
    i, value = state.term(reason.index), state.term(reason.value)
    th = state.freed(state.fact(reason.fact))
    if th.conclusion[0] == "all" and i not in free(th.conclusion):
        return expect(state, state.settled(logic.specialise(th, value)), goal)
    return expect(state, state.settled(logic.instantiate(th, {i: value})), goal)


def congruence(state: State, reason: Any, goal: Term) -> Theorem:
    """An equation with the two sides of a fact in the same place."""
    th = state.fact(reason.fact)
    _, old, _ = sides(th.conclusion)
    sort = sort_of(old)

    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] != "=":
            raise ProofError("no equation")
        left = inner[1]
        hole = ("v", "hole_", Z if within(sort, Z) else sort)
        template = put_for(old, hole, left)
        if template == left:
            raise ProofError(f"the left side of the equation {reason.fact} does not stand in this one")
        return expect(state, logic.rewrite(th, logic.identity(left, left), hole, ("=", left, template)), inner)

    return within_ranges(state, goal, make)


def applied(state: State, reason: proof.Applied, goal: Term | None) -> Theorem:
    """One function of both sides of an equation."""
    th = state.fact(reason.fact)
    op, old, _ = sides(th.conclusion)
    if op != "=":
        raise ProofError(f"{reason.fact} is no equation")
    hole = ("v", "hole_", Z if within(sort_of(old), Z) else sort_of(old))
    with state.named(left_=old, hole_=hole):
        left, template = (state.term(f"{reason.function}({name})") for name in ("left_", "hole_"))
    out = logic.rewrite(th, logic.identity(left, left), hole, ("=", left, template))
    return expect(state, out, goal)


def eigenvector(state: State, reason: proof.Eigenvector, goal: Term) -> Theorem:
    """N u = lambda_i u, u^T u = 1, and the eigenvector form of any matrix where the eigenvalue is simple."""
    a, i = state.term(reason.matrix), state.term(reason.index)
    return one_of(state, chosen(state, ("lam", a, i), [reason.u]), ("lam", a, i), [reason.u] * 2, goal)


def singular_vectors(state: State, reason: proof.SingularVectors, goal: Term) -> Theorem:
    """A u = s_i v, A^T v = s_i u, unit lengths, and the form of any matrix where s_i is simple and not zero."""
    value = ("s", state.term(reason.matrix), state.term(reason.index))
    names = [reason.u, reason.v]
    return one_of(state, chosen(state, value, names), value, names, goal)


def chosen(state: State, value: Term, names: list[str]) -> list[Theorem]:
    """What is known of the vectors that belong to a singular value or eigenvalue.

    Where the value belongs to a family and is simple, differentiable vectors are chosen, with their derivatives.
    """
    if (value, *names) not in state.families:
        raise ProofError(f"{', '.join(names)} are not chosen for this value")
    return state.families[(value, *names)]


def one_of(state: State, known: list[Theorem], value: Term, names: list[str], goal: Term) -> Theorem:
    """The goal from what is known of vectors chosen, or from the form of a simple value."""
    for th in known:
        out = state.convert(th, goal)
        if out is not None:
            return out
    side = goal[1]
    if side[0] in ("eigenform", "singularform"):
        u, v = (state.names[x] for x in names)
        return expect(state, state.settled(logic.meaning("form", *value[1:], side[3], u, v)), goal)
    raise ProofError("nothing of this kind is known of the vectors")


def differentiate(state: State, reason: proof.Differentiate, goal: Term) -> Theorem:
    """The goal from the derivatives of the equations that define chosen vectors."""
    for known in state.families.values():
        for th in known:
            out = state.convert(th, goal)
            if out is not None:
                return out
    raise ProofError("this is not the derivative of an equation between eigenvectors or singular vectors")


def one_direction(state: State, reason: proof.OneDirection, goal: Term) -> Theorem:
    """w = u u^T w: the eigenspace of a simple singular value has one dimension."""
    vectors = reason.vectors
    a, i, u, v, w = (state.term(x) for x in (vectors.matrix, vectors.index, vectors.u, vectors.v, reason.w))
    return expect(state, state.settled(logic.meaning("simple-eigenspace", a, i, u, v, w)), goal)
