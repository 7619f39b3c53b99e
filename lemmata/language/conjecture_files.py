"""Conjecture files: a statement from strings or TOML, safe to accept from a stranger.

    name = "residual link, ReLU columns"
    given = ["smax(M) < 1"]
    claim = ["cond((I(n) + M) @ P) <= (1 + smax(M)) / (1 - smax(M))"]
    [let]
    n = "integer(2, 8)"
    M = "real(n, n)"
    P = "projection(n)"
    [define]
    Q = "(I(n) + M) @ P"

`given` and `define` may be missing or empty.  A variable that nothing uses does not change what is claimed: it is left
out and mentioned in the statement's notes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from lemmata.language.columns import column
from lemmata.language.complexes import ComplexMatrix, ComplexNumber, lifted
from lemmata.language.core import distinct
from lemmata.language.defined import unfolded as unfolded_words
from lemmata.language.dimensions import ShapeError
from lemmata.language.domains import MatrixDomain
from lemmata.language.forms import symmetric_by_form
from lemmata.language.instantiate import substitute
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import ReadingError, read_claims, text_limits, written
from lemmata.language.parse.declarations import read_variables, sizing_names
from lemmata.language.parse.definitions import Definitions, check_length
from lemmata.language.parse.errors import located, one_line
from lemmata.language.parse.normalised import Unfolded
from lemmata.language.parse.written import Written
from lemmata.language.probability import LIMITS, Expectation, IidMatrices, Probability
from lemmata.language.recipes import Recipe
from lemmata.language.relations import Clause, Relation, conjuncts
from lemmata.language.specification import Domain, Specified
from lemmata.language.statement import Kind, Paper, Statement, leaves
from lemmata.language.text import write
from lemmata.language.variables import Dim, Matrix

NAMES_OF_LAWS = ("gaussian", "rademacher", "iid_uniform")
CONJECTURE = Paper("conjecture", "Conjectures", "")


def load(path: str | Path) -> Statement:
    """The statement in a conjecture file.

    Raises ReadingError, whose text names the file, the place and the fix, for anything that is none.
    """
    path = Path(path)
    said = written.from_file(path)
    with written.in_file(path):
        return understood(said)


def build(
    name: str,
    let: Mapping[str, str],
    given: Sequence[str],
    claim: Sequence[str],
    locator: str = "",
    define: Mapping[str, str] | None = None,
) -> Statement:
    """The statement written in strings: variables with their domains, definitions, hypotheses and claims.

    `locator` says where it was found.  Raises ReadingError, with `where` naming the line.
    """
    return understood(Written(name, let, given, claim, define or {}, locator))


def understood(said: Written) -> Statement:
    """The statement that was written.  Raises ReadingError, with `where` naming the line."""
    try:
        return _understood(said)
    except RecursionError:
        raise ReadingError("nested too deeply once definitions are put in", "put fewer into each other") from None


def _understood(said: Written, exponents: frozenset[str] = frozenset()) -> Statement:
    """The statement, integer variables of these names read as dimensions."""
    unfolded = said.unfolded
    parsed = {**unfolded.given, **said.parsed}
    dimensions = exponents.union(*map(sizing_names, parsed.values()), *map(sizing_names, unfolded.parsed()))
    random = any(c in NAMES_OF_LAWS for text in unfolded.let.values() for c in [text.partition("(")[0].strip()])
    if random:  # a claim is put to draws at values of its dimensions
        dimensions |= {name for name, text in unfolded.let.items() if text.partition("(")[0].strip() == "integer"}
    new = {name: text for made in unfolded.drawn.values() for name, text in made.let.items()}
    with _asked_by(unfolded):
        variables = read_variables({**unfolded.let, **new}, dimensions)
    names = Definitions({name: leaf for name, leaf in variables.items() if name not in new})
    names.read({**unfolded.define, **said.define}, unfolded.origin)
    kept = {name for made in unfolded.drawn.values() for name in made.values}
    solved = names.solve({w: p for w, p in parsed.items() if w.startswith("given")}, kept)
    clauses: dict[str, tuple[Clause, ...]] = {}
    for where, clause_text in parsed.items():
        if where not in solved and not where.startswith("define"):
            with located(where):
                clauses[where] = tuple(map(_unbounded, read_claims(clause_text.text, names.names)))
                for clause in clauses[where]:
                    check_length(clause, names.names)
    title = _title(said.name)
    conclusions = tuple(c for where, found in clauses.items() if where.startswith("claim") for c in found)
    kind = kind_of(clauses, unfolded.drawn)
    statement = Statement(
        id=f"conjecture.{_slug(title)}",
        title=title,
        source=CONJECTURE.at(*([said.locator] if said.locator else [])),
        kind=kind,
        given=(
            *names.needed(conclusions),
            *(c for where, found in clauses.items() if where.startswith(("given", "let")) for c in found),
        ),
        claim=conclusions,
        defined=tuple(names.shown.items()),
        recipes=tuple(_recipes(unfolded, names, variables, clauses)),
    )
    if statement.indices_in_exponents:
        return _understood(said, exponents | set(statement.indices_in_exponents))
    used = {leaf.name for leaf in statement.let}
    needed = {unfolded.origin.get(name, name) for name in unfolded.let if name in used or name in names.shown}
    declared = (unfolded.origin.get(name, name) for name in unfolded.let)
    idle = [name for name in dict.fromkeys(declared) if name not in needed]
    statement = replace(statement, notes=f"Declared but not used: {', '.join(idle)}." if idle else "")
    complexes = tuple(_complex_variables(said, names, used))
    lines = {where: text for where, text in _texts_of(said).items() if where in clauses}
    written = {
        "let": tuple(f"{name} = {text}" for name, text in said.let.items() if name not in idle),
        "define": tuple(f"{name} = {text}" for name, text in names.shown.items() if name not in unfolded.define),
        "given": tuple(text for where, text in _texts_of(said).items() if where.startswith("given")),
        "claim": tuple(line for where, line in lines.items() if where.startswith("claim") for _ in clauses[where]),
    }
    made = [(name, names.names[name]) for name in unfolded.define if name in said.let]
    composed = tuple((name, column(x)) for name, x in made if not isinstance(x, ComplexMatrix | ComplexNumber))
    return replace(statement, written=written, complexes=complexes, composed=composed)


def _recipes(
    unfolded: Unfolded, names: Definitions, variables: Mapping[str, Any], clauses: Mapping[str, tuple[Clause, ...]]
) -> Iterator[Recipe]:
    """How variables may be drawn that meet hypotheses, where shapes fit."""
    for where, made in unfolded.drawn.items():
        values: dict[Any, Any] = {}
        with suppress(ReadingError, ShapeError):
            for name, text in made.values.items():
                asked, value = names.names[name], names.value(text, {x: variables[x] for x in made.let})
                values |= _parts(asked, value, [x for x in variables.values() if unfolded.origin.get(x.name) == name])
            needs = [c for text in made.needs for c in read_claims(text, names.names)]
            meets = (conjuncts(unfolded_words(c)) for c in clauses[where])
            yield Recipe(tuple(chain(*meets)), values, tuple(c for need in needs for c in conjuncts(need)))


def _parts(asked: Any, value: Any, of: list[Any]) -> dict[Any, Any]:
    """The value of a variable, or of the parts of a complex one, or of what it is made `of`."""
    if isinstance(asked, MatrixTerm):
        return {asked: value if isinstance(value, MatrixTerm) else column(value)}
    if not isinstance(asked, ComplexMatrix | ComplexNumber):
        return {asked: value}
    parts: tuple[Any, ...] = (asked.re, asked.im)
    if isinstance(asked, ComplexNumber):
        return dict(zip(parts, (value.re, value.im), strict=True))
    if not all(isinstance(part, Matrix) for part in parts):  # a complex one made of others, that equals them
        parts = tuple(of)
    value = lifted(value) if isinstance(value, MatrixTerm) else value
    values = dict(zip(parts, (value.re, value.im), strict=True))
    return values | {asked.form: value.form, asked.left: value.left}


def _unbounded(clause: Clause) -> Clause:
    """A limit with the range of the dimension that grows, which says how large matrices are elsewhere, left open."""
    if not isinstance(clause, LIMITS):
        return clause
    grown: Clause = substitute(clause, {d.name: Dim(d.name, 1) if d == clause.dim else d for d in clause.atoms(Dim)})
    return grown


def _texts_of(said: Written) -> dict[str, str]:
    """Hypotheses and claims as they were typed, by their place."""
    return {where: " ".join(p.text.split()) for where, p in said.parsed.items() if not where.startswith("define")}


def _complex_variables(said: Written, names: Definitions, used: set[str]) -> Iterator[tuple[str, Any, Any]]:
    """The complex ones among the declared variables that are used, with their parts."""
    for name in said.let:
        value = names.names.get(name)
        if not isinstance(value, ComplexMatrix | ComplexNumber):
            continue
        found = (leaf for part in (value.re, value.im) for leaf in leaves(part, frozenset()))
        if used & {leaf.name for leaf in found if not isinstance(leaf, Dim)}:
            yield name, value.re, value.im


@contextmanager
def _asked_by(unfolded: Unfolded) -> Iterator[None]:
    """Let a mistake in a variable that stands for another name the one that was written."""
    try:
        yield
    except ReadingError as error:
        name = (error.where or "").removeprefix("let ")
        if name in unfolded.origin:
            error.where = f"let {unfolded.origin[name]}"
        raise


def _title(name: str) -> str:
    return " ".join(one_line(name).split())[: text_limits.TITLE] or "unnamed"


def restricted(statement: Statement) -> Iterator[str]:
    """Words of a claim that have a value at some of its instances only: at matrices that happen to be symmetric.

    A matrix of which a hypothesis says so is symmetric at all of them.
    """
    seen, given = (
        set(),
        {frozenset((h.lhs, h.rhs)) for h in statement.hypotheses if isinstance(h, Relation) and h.op == "=="},
    )
    for clause in statement.conjuncts:
        for node in distinct(clause):
            kind = node.spec.domain if isinstance(node, Specified) else Domain.ALL
            if kind in (Domain.SYMMETRIC, Domain.SEMIDEFINITE, Domain.DEFINITE) and node not in seen:
                seen.add(node)
                if not symmetric_by_form(node.args[0]) and frozenset((node.args[0], node.args[0].T)) not in given:
                    yield f"{write(node)} has a value only where {write(node.args[0])} is {kind.value}"


def kind_of(clauses: Mapping[str, tuple[Clause, ...]], drawn_to_meet: Collection[str] = ()) -> Kind:
    """What a conjecture is about: matrices, or probabilities and expectations.

    Hypotheses about matrices stand in a random claim only where these are drawn to meet them.

    Raises ReadingError where random variables stand outside of these, or nothing random inside.
    """
    if any(isinstance(c, LIMITS) for found in clauses.values() for c in found):
        return _limits_only(clauses)
    said = [c for found in clauses.values() for c in found]
    drawn = {leaf for c in said for leaf in leaves(c, frozenset()) if _drawn(leaf)}
    if not any(isinstance(part, Probability | Expectation) for c in said for part in distinct(c)):
        if drawn:
            fix = "a claim about it stands in P(...) or E(...), as in P(norm2(G) <= 5) >= 1/2"
            raise ReadingError(f"{', '.join(sorted({leaf.name for leaf in drawn}))} is drawn at random", fix)
        return Kind.ALGEBRAIC
    for where, found in clauses.items():
        with located(where):
            for clause in found:
                _check_random(clause, where.startswith("claim"), where in drawn_to_meet)
    laws = {law for leaf in drawn for law in leaf.domain.laws}
    if len(laws) > 1:
        raise ReadingError(f"random matrices of several laws: {', '.join(sorted(laws))}", "use one law in a claim")
    return Kind.PROBABILITY


def _limits_only(clauses: Mapping[str, tuple[Clause, ...]]) -> Kind:
    for where, found in clauses.items():
        with located(where):
            for clause in found:
                if isinstance(clause, LIMITS) is not where.startswith("claim"):
                    raise ReadingError("a limit stands next to limits only", "put it into a conjecture of its own")
                if isinstance(clause, LIMITS) and not any(map(_drawn, leaves(clause, frozenset()))):
                    raise ReadingError("nothing in this limit is random", 'declare a law, as in G = "gaussian(n, n)"')
                if not isinstance(clause, LIMITS) and any(map(_drawn, leaves(clause, frozenset()))):
                    raise ReadingError("hypotheses of a random claim speak of its parameters", "leave them out")
    return Kind.LIMIT


def _drawn(leaf: Any) -> bool:
    return isinstance(getattr(leaf, "domain", None), IidMatrices)


def _check_random(clause: Clause, claimed: bool, drawn_to_meet: bool) -> None:
    if any(map(_drawn, _outside(clause))):
        raise ReadingError("a random variable stands outside of P(...) and E(...)", "put what is said of it inside")
    if claimed and not clause.has(Probability, Expectation):
        raise ReadingError("this says nothing of what is random", "put it into a conjecture of its own")
    if not claimed and clause.has(Probability, Expectation):
        raise ReadingError("hypotheses of a random claim speak of its parameters", "put it into the claim")
    if clause.has(Probability) and clause.has(Expectation):
        raise ReadingError("a probability and an expectation in one relation", "write two conjectures")
    parts = conjuncts(clause)
    if clause.has(Probability) and any(not isinstance(p, Relation) or p.op == "==" for p in parts):
        raise ReadingError("probabilities are compared by <= < >= >", "write two bounds in place of an equation")
    if any(not isinstance(p, Relation) for p in parts):
        raise ReadingError("`for` ranges over random claims are not read", "make the index a dimension in let")
    for leaf in leaves(clause, frozenset()):
        if not claimed and not drawn_to_meet and isinstance(getattr(leaf, "domain", None), MatrixDomain):
            fix = "hypotheses of a random claim speak of its numbers: declare a domain that has the property"
            raise ReadingError(f"{leaf.name} is a matrix", fix)


def _outside(node: Any) -> Iterator[Any]:
    """Variables of a tree outside of probabilities and expectations."""
    if isinstance(node, Probability | Expectation):
        return
    if hasattr(node, "domain") and hasattr(node, "name"):
        yield node
        return
    for part in getattr(node, "args", ()):
        yield from _outside(part)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower())[:60].strip("-") or "unnamed"
