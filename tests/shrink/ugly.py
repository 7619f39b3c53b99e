"""Large counterexamples with unreadable entries, to be made simple."""

from fractions import Fraction
from typing import Any

from lemmata.evaluate.decide import Judgement, judge
from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.statement import Statement
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.shrink.simplest import simplest

Found = tuple[Concrete, Instance, Judgement]


def ugly(statement: Statement, dims: dict[str, int], draws: int = 60) -> Found:
    """The first counterexample among Gaussian instances at these dimensions."""
    concrete = instantiate(statement, dims)
    batch = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("ugly", 0), draws)
    for row in range(draws):
        found = given(statement, batches.exact(concrete, batch, row))
        if found[2].outcome == "violation":
            return found
    raise AssertionError(f"no Gaussian counterexample to {statement.id} at {dims}")


def given(statement: Statement, instance: Instance) -> Found:
    """An instance with its judgement."""
    concrete = instantiate(statement, instance.dims)
    return concrete, instance, judge(concrete, instance)


def simple(statement: Statement, found: Found, attempts: int = 400) -> Found:
    """`simplest`, its result certified once more."""
    concrete, instance, judgement = simplest(statement, *found, attempts=attempts)
    again = judge(concrete, instance)
    assert again.outcome == found[2].outcome
    assert again.conjuncts == judgement.conjuncts
    return concrete, instance, judgement


def rows(*lines: Any) -> list[list[Fraction]]:
    """Exact rows from numbers or texts."""
    return [[Fraction(x) for x in line] for line in lines]
