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
    """Expressions in new variables for some of a statement's, and the hypotheses that these meet.

    Parts of a complex variable may have one as well, which is shorter than what follows from those of its variables.
    """

    meets: tuple[Clause, ...]
    values: Mapping[Any, Any]


@lru_cache(maxsize=256)
def searched(statement: Statement, kept: bool = False) -> Statement:
    """What a search draws instances of in place of a statement: recipes put in, without the hypotheses that they meet
    if these are not to be kept.

    The statement itself where it has no recipes, or none for a hypothesis that it still has.
    """
    values = {x: value for recipe in applied(statement) for x, value in recipe.values.items()}
    if not values:
        return statement
    met = {clause for recipe in applied(statement) for clause in recipe.meets}
    given = [substitute(c, values) for c in statement.hypotheses if c not in met]
    claim = tuple(substitute(c, values) for c in statement.claim)
    there = set[Any]().union(*map(free, (*given, *claim)))
    for clause in met:  # kept where nobody would draw else what its variables are made of
        if not free(said := substitute(clause, values)) <= there or kept:
            given.append(said)
    return replace(statement, given=tuple(given), claim=claim, recipes=())


def applied(statement: Statement) -> list[Recipe]:
    """The recipes for hypotheses that a statement still has."""
    return [recipe for recipe in statement.recipes if all(c in statement.hypotheses for c in recipe.meets)]


def drawn(statement: Statement) -> dict[Any, Any]:
    """The variables that recipes are for, with their expressions."""
    return {x: value for recipe in applied(statement) for x, value in recipe.values.items() if is_leaf(x)}
