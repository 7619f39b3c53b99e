"""Statements and proofs of riedi2022 modules, found whether or not the catalogue lists them, and instances by hand."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from lemmata.numerics.evaluate.decide import Judgement, judge
from lemmata.numerics.instance import Instance
from lemmata.theorems import catalogue
from lemmata.theorems.classical import THEOREMS
from lemmata.theorems.language.instantiate import instantiate
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.riedi2022 import (
    section3_loss,
    section4_families,
    section5_bounds,
    section5_steps,
    section6_probability,
    section6_random,
    section6_steps,
)
from lemmata.theorems.riedi2022.proofs import section3_loss_proofs as proofs3
from lemmata.theorems.riedi2022.proofs import section4_families_proofs as proofs4
from lemmata.theorems.riedi2022.proofs import section5_bounds_proofs as proofs5
from lemmata.theorems.riedi2022.proofs import section5_leaky_proofs as proofs5_leaky
from lemmata.theorems.riedi2022.proofs import section5_steps_proofs as proofs5_steps
from lemmata.theorems.riedi2022.proofs import section6_events_proofs as proofs6_events
from lemmata.theorems.riedi2022.proofs import section6_random_proofs as proofs6
from lemmata.theorems.riedi2022.proofs import section6_steps_proofs as proofs6_steps
from lemmata.verify.proofs import ProofReport, check

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
PROOFS: dict[str, Any] = (
    proofs3.PROOFS
    | proofs4.PROOFS
    | proofs5.PROOFS
    | proofs5_leaky.PROOFS
    | proofs5_steps.PROOFS
    | proofs6.PROOFS
    | proofs6_steps.PROOFS
    | proofs6_events.PROOFS
)


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
