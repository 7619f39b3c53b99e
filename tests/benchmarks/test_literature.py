"""Statements of the literature among the claims: the false ones are false, nothing says so of the true ones."""

import ast
from fractions import Fraction
from typing import Any

import pytest
import torch

from benchmarks.known_claims import Claim, lists
from lemmata.evaluate.decide import judge
from lemmata.evaluate.floats import screen
from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Statement
from lemmata.sample import batches
from lemmata.sample.plan import plan

BY_NAME = {found.name: found for found in lists()}
FALSE, TRUE = (BY_NAME[f"2026-11-21-literature-{kind}"].claims for kind in ("false", "true"))
ROWS = 150  # of each lattice


def names(claims: tuple[Claim, ...]) -> list[str]:
    return [c.name for c in claims]


def instance(text: str) -> Instance:
    """`n = 2; A = [[1/2, 0], [0, 1]]`: integers are dimensions, lists of rows are matrices."""
    parts = [part.split("=") for part in text.strip().split(";")]
    values = {name.strip(): number(ast.parse(body.strip(), mode="eval").body) for name, body in parts}
    matrices = {name: value for name, value in values.items() if isinstance(value, list)}
    return Instance({name: int(value) for name, value in values.items() if name not in matrices}, matrices)


def number(node: ast.expr) -> Any:
    """An exact number, or a list of what is in the list."""
    match node:
        case ast.List():
            return [number(x) for x in node.elts]
        case ast.Constant(value=int(value)):
            return Fraction(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -number(operand)
        case ast.BinOp(op=ast.Div(), left=left, right=right):
            return number(left) / number(right)
    raise ValueError(f"no exact number: {ast.unparse(node)}")


def lattice_violations(statement: Statement) -> list[str]:
    """Certified violations among small members of the domains, smallest dimensions first."""
    found = []
    for size in (1, 2, 3):
        for concrete in plan(statement, size, 4):
            table = batches.lattice(concrete, Stream("benchmark", 0))
            for values, _ in table.batches(ROWS, Stream("benchmark rows", 0), ROWS):
                with torch.no_grad():
                    suspects = torch.nonzero(screen(concrete, values).suspect).flatten().tolist()
                for row in suspects[:3]:
                    outcome = judge(concrete, batches.exact(concrete, values, row, None)).outcome
                    found += [f"{statement.id} at {dict(concrete.dims)}"] if outcome == "violation" else []
    return found


@pytest.mark.parametrize("claim", FALSE, ids=names(FALSE))
def test_false_statement_is_broken_by_its_counterexample(claim: Claim) -> None:
    breaking = instance(claim.broken_by)
    judgement = judge(instantiate(claim.statement(), breaking.dims), breaking)
    assert judgement.outcome == "violation", judgement.reason


@pytest.mark.parametrize("claim", TRUE, ids=names(TRUE))
def test_true_statement_survives_small_members(claim: Claim) -> None:
    assert not lattice_violations(claim.statement())


def test_a_false_statement_does_not_survive_them() -> None:
    assert lattice_violations(next(c for c in FALSE if c.name == "trace-abab").statement())
