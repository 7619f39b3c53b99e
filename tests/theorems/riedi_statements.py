"""Statements and proofs of riedi2022 modules, found whether or not the catalogue lists them, and instances by hand."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.evaluate.decide import Judgement, judge
from lemmata.language import proof_text
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Statement
from lemmata.prove.proofs import ProofReport, check
from lemmata.textbook import THEOREMS
from theorems import riedi2022
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


def offered(file: str) -> list[str]:
    """The ids of what a file of the paper proves."""
    folder = Path(riedi2022.__path__[0]) / "proofs"
    return [identifier for identifier, place, _ in proof_text.places(folder) if place.name == file]


def proved(identifier: str) -> ProofReport:
    """The report on the proof of a statement."""
    report = check(STATEMENTS[identifier])
    assert report is not None and catalogue.proof_of(identifier) is PROOFS[identifier]
    return report


def exact(value: Any) -> Any:
    """Numbers written as integers or strings, alone or in rows."""
    if isinstance(value, list):
        return [[Fraction(x) for x in row] for row in value]
    return Fraction(value)


def verdict(statement: Statement, dims: Mapping[str, int], **values: Any) -> Judgement:
    """The judgement on one instance."""
    return judge(instantiate(statement, dims), Instance(dict(dims), {k: exact(v) for k, v in values.items()}))
