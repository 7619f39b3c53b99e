"""Statements and proofs of riedi2022 modules, found whether or not the catalogue lists them, and instances by hand."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from lemmata import catalogue
from lemmata.evaluate.decide import Judgement, judge
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Statement
from lemmata.textbook import THEOREMS
from theorems.riedi2022 import (
    section3_loss,
    section4_families,
    section5_bounds,
    section5_steps,
    section6_probability,
    section6_random,
    section6_steps,
)

MODULES = (
    section3_loss,
    section4_families,
    section5_bounds,
    section5_steps,
    section6_probability,
    section6_random,
    section6_steps,
)
STATEMENTS: dict[str, Statement] = dict(THEOREMS) | {
    value.id: value for module in MODULES for value in vars(module).values() if isinstance(value, Statement)
}
PROOFS: dict[str, Any] = {
    name: catalogue.proof_of(name)
    for name in catalogue.proved()
    if name in STATEMENTS and STATEMENTS[name].paper == "riedi2022"
}


def exact(value: Any) -> Any:
    """Numbers written as integers or strings, alone or in rows."""
    if isinstance(value, list):
        return [[Fraction(x) for x in row] for row in value]
    return Fraction(value)


def verdict(statement: Statement, dims: Mapping[str, int], **values: Any) -> Judgement:
    """The judgement on one instance."""
    return judge(instantiate(statement, dims), Instance(dict(dims), {k: exact(v) for k, v in values.items()}))
