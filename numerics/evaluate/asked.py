"""Instances drawn by recipes, in the variables of the statement as it was asked."""

from __future__ import annotations

from lemmata.numerics.evaluate.exact import ExactInterpreter
from lemmata.numerics.evaluate.interpreter import NoValue
from lemmata.numerics.instance import Exact, Instance
from lemmata.numerics.rigorous.convert import to_fraction_rows
from lemmata.theorems.language.instantiate import substitute
from lemmata.theorems.language.recipes import drawn
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.trees import free_names


def as_asked(statement: Statement, instance: Instance) -> Instance | None:
    """The instance of a statement that an instance of `searched(statement)` stands for, exactly.

    None where a recipe has no rational value there.
    """
    exact, made = ExactInterpreter(instance), drawn(statement)
    new = {name for value in made.values() for name in free_names(value)} - {leaf.name for leaf in statement.let}
    values: dict[str, Exact] = {name: value for name, value in instance.values.items() if name not in new}
    for leaf, value in made.items():
        try:
            values[leaf.name] = to_fraction_rows(exact.matrix(substitute(value, instance.dims)))
        except NoValue:
            return None
    return Instance(instance.dims, values)
