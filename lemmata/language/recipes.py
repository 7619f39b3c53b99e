"""How the search may draw variables so that they meet hypotheses which random ones hardly ever meet.

A recipe is a proposal and changes no meaning: what is drawn by it is put into the statement as it was asked, whose
hypotheses are then decided like those of any other instance.  A wrong recipe finds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from lemmata.language.relations import Clause
from lemmata.language.statement import Statement
from lemmata.language.trees import free, is_leaf, substitute


@dataclass(frozen=True, eq=False)
class Recipe:
    """Expressions for some of a statement's variables in the others and new ones, the hypotheses that these meet, and
    what else has to hold for them to lie in their domains.

    Parts of a complex variable may have one as well, which is shorter than what follows from those of its variables.
    """

    meets: tuple[Clause, ...]
    values: Mapping[Any, Any]
    needs: tuple[Clause, ...] = ()


@lru_cache(maxsize=256)
def searched(statement: Statement, kept: bool = False) -> Statement:
    """What a search draws instances of in place of a statement: recipes put in, without the hypotheses that they meet
    if these are not to be kept.

    The statement itself where it has no recipes, or none for a hypothesis that it still has.
    """
    values = _values(statement)
    if not values:
        return statement
    met = {clause for recipe in applied(statement) for clause in recipe.meets}
    needs = [clause for recipe in applied(statement) for clause in recipe.needs]
    given = [substitute(c, values) for c in (*statement.hypotheses, *needs) if c not in met]
    claim = tuple(substitute(c, values) for c in statement.claim)
    there = set[Any]().union(*map(free, (*given, *claim)))
    for clause in met:  # kept where nobody would draw else what its variables are made of
        if not free(said := substitute(clause, values)) <= there or kept:
            given.append(said)
    return replace(statement, given=tuple(given), claim=claim, recipes=())


@lru_cache(maxsize=256)
def applied(statement: Statement) -> list[Recipe]:
    """The recipes for hypotheses that a statement still has, without those that would define a variable by itself."""
    out: list[Recipe] = []
    for recipe in statement.recipes:
        before = _together(out)
        new = [free(substitute(value, before)) for value in recipe.values.values()]
        if all(c in statement.hypotheses for c in recipe.meets) and not set().union(*new) & recipe.values.keys():
            out.append(recipe)
    return out


def _together(recipes: list[Recipe]) -> dict[Any, Any]:
    """The values of all, each put into the others."""
    values: dict[Any, Any] = {}
    for recipe in recipes:
        new = {x: substitute(value, values) for x, value in recipe.values.items()}
        values = {x: substitute(value, new) for x, value in values.items()} | new
    return values


@lru_cache(maxsize=256)
def _values(statement: Statement) -> dict[Any, Any]:
    return _together(applied(statement))


def drawn(statement: Statement) -> dict[Any, Any]:
    """The variables that recipes are for, with their expressions."""
    return {x: value for x, value in _values(statement).items() if is_leaf(x)}
