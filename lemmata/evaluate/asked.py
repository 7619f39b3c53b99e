"""Instances drawn by recipes, in the variables of the statement as it was asked."""

from __future__ import annotations

from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import NoValue
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import substitute
from lemmata.language.recipes import drawn
from lemmata.language.statement import Statement
from lemmata.language.trees import free_names
from lemmata.language.variables import Matrix
from lemmata.linalg.convert import to_fraction, to_fraction_rows


def as_asked(statement: Statement, instance: Instance) -> Instance | None:
    """The instance of a statement that an instance of `searched(statement)` stands for, exactly.

    None where a recipe has no rational value there.
    """
    exact, made = ExactInterpreter(instance), drawn(statement)
    new = {name for value in made.values() for name in free_names(value)} - {leaf.name for leaf in statement.let}
    values: dict[str, Exact] = {name: value for name, value in instance.values.items() if name not in new}
    for leaf, value in made.items():
        try:
            value = substitute(value, instance.dims)
            values[leaf.name] = (
                to_fraction_rows(exact.matrix(value)) if isinstance(leaf, Matrix) else to_fraction(exact.scalar(value))
            )
        except NoValue:
            return None
    return Instance(instance.dims, values)
