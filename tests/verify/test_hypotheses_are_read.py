"""What a hypothesis says of its arguments decides, not that it is there: with another argument it is another one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from lemmata.theorems import catalogue
from lemmata.theorems.language import Statement
from lemmata.theorems.language.networks import Network
from lemmata.theorems.language.relations import Clause
from lemmata.theorems.language.text import write
from lemmata.theorems.language.variables import Index
from lemmata.verify.kinds import descent, trajectory
from lemmata.verify.verdicts import Finding, Verdict
from tests.verify.engine_runs import TINY

# One row for every clause with arguments, each false without the clause.
ROWS = (
    "le.lemma-3.eq-5~linear",
    "le.lemma-3.eq-5~repaired",
    "le.thm-1.fully-connected~repaired",
    "le.thm-1.within-block~repaired",
    "le.thm-1.conv-fc~linear",
    "le.thm-1.resnet-fc~linear",
    "le.lemma-4~repaired",
    "le.lemma-8~repaired",
    "le.eq-81~linear",
    "le.eq-81~repaired",
)


def checked(statement: Statement) -> Finding:
    """What the room of the claim finds."""
    room = descent if statement.id.startswith("le.eq-81") else trajectory
    return room.check(statement, replace(TINY, networks=80), 0)


def changed(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """The statement with one argument of one hypothesis another variable of its sort, or the next layer."""
    for k, clause in enumerate(statement.given):
        if not isinstance(clause, Clause):
            continue
        for place, argument in enumerate(clause.args):
            others: list[Any] = [v for v in statement.let if type(v) is type(argument) and v != argument]
            others += [argument + 1] if isinstance(argument, Index) else []
            for other in others:
                new = clause.func(*(other if j == place else a for j, a in enumerate(clause.args)))
                given = (*statement.given[:k], new, *statement.given[k + 1 :])
                yield (
                    f"{statement.id}: {write(new)}",
                    replace(statement, id=f"{statement.id.split('~')[0]}~changed", given=given),
                )


CHANGED = [pytest.param(s, id=name) for row in ROWS for name, s in changed(catalogue.get(row))]


@pytest.mark.parametrize("statement", CHANGED)
def test_with_another_argument_the_claim_has_another_verdict(statement):
    finding = checked(statement)
    assert finding.verdict in (Verdict.REFUTED, Verdict.VACUOUS), finding.evidence["hypotheses"]


def left_out(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """The statement without one hypothesis that speaks of a part of the network or of slopes."""
    for k, clause in enumerate(statement.given):
        rest = (*statement.given[:k], *statement.given[k + 1 :])
        if clause.args and not all(isinstance(a, Network) for a in clause.args):
            name = f"{statement.id} without {write(clause)}"
            yield name, replace(statement, id=f"{statement.id.split('~')[0]}~changed", given=rest)


LEFT_OUT = [pytest.param(s, id=name) for row in ROWS for name, s in left_out(catalogue.get(row))]


@pytest.mark.parametrize("statement", LEFT_OUT)
def test_without_a_hypothesis_the_claim_is_not_supported(statement):
    finding = checked(statement)
    assert finding.verdict in (Verdict.REFUTED, Verdict.VACUOUS), finding.evidence["hypotheses"]
