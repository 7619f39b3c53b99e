"""The statements of the refutation benchmark: the false ones are false, nothing says so of the true ones."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks.refutation import false_statements, rivals, single
from benchmarks.refutation.false_statements import FALSE
from benchmarks.refutation.literature import KEY
from benchmarks.refutation.true_statements import TRUE
from lemmata.numerics.evaluate.decide import judge
from lemmata.numerics.evaluate.floats import screen
from lemmata.numerics.instances import batches
from lemmata.numerics.instances.matrix_laws import ENSEMBLES
from lemmata.numerics.instances.randomness import Stream
from lemmata.theorems.language.instantiate import instantiate
from lemmata.theorems.language.statement import Statement
from lemmata.verify.stages.plan import plan
from tests.benchmarks.broken_by import BLOCK, broken_by, read

BROKEN_BY = broken_by()
SOURCES = sorted(Path(false_statements.__file__).parent.glob("*.py"))
ROWS = 150  # of each lattice


def ids(statements: tuple[Statement, ...]) -> list[str]:
    return [s.id for s in statements]


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


def test_there_are_enough_of_both() -> None:
    assert len(FALSE) >= 34 and len(TRUE) >= 34


def test_ids_and_texts_are_unique() -> None:
    everything = (*FALSE, *TRUE)
    assert len(set(ids(everything))) == len(everything)
    assert len({s.hash for s in everything}) == len(everything)
    assert {s.paper for s in everything} == {KEY}
    assert {s.id.split(".")[0] for s in FALSE} == {"false"} and {s.id.split(".")[0] for s in TRUE} == {"true"}


def test_counterexamples_stand_in_comments_and_nowhere_else() -> None:
    """Comments are no part of a syntax tree: no matrix is written out in the modules, and no field holds one."""
    assert set(BROKEN_BY) == set(ids(FALSE))
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        lists = [n for n in ast.walk(tree) if isinstance(n, ast.List) and any(isinstance(e, ast.List) for e in n.elts)]
        assert not lists, path
    assert not any(s.notes or s.construct or s.proof or s.denied_by for s in FALSE)


@pytest.mark.parametrize("statement", FALSE, ids=ids(FALSE))
def test_false_statement_is_broken_by_its_counterexample(statement: Statement) -> None:
    instance = BROKEN_BY[statement.id]
    judgement = judge(instantiate(statement, instance.dims), instance)
    assert judgement.outcome == "violation", judgement.reason


@pytest.mark.parametrize("statement", TRUE, ids=ids(TRUE))
def test_true_statement_survives_small_members(statement: Statement) -> None:
    assert not lattice_violations(statement)


def test_a_false_statement_does_not_survive_them() -> None:
    assert lattice_violations(next(s for s in FALSE if s.id == "false.trace-abab"))


def test_a_counterexample_is_read_exactly() -> None:
    text = '# Broken by n = 2; A = [[1/2, -3],\n# [0, 4]]\nfalse(\n    "some-name",\n'
    match = BLOCK.search(text)
    assert match is not None and match["name"] == "some-name"
    instance = read(match["text"].replace("\n# ", " "))
    assert instance.to_json() == {"dims": {"n": 2}, "values": {"A": [["1/2", "-3"], ["0", "4"]]}}
    with pytest.raises(ValueError, match="no exact number"):
        read("A = [[0.5]]")


@pytest.mark.parametrize("statement", (*FALSE, *TRUE), ids=ids((*FALSE, *TRUE)))
def test_single_evaluation_agrees_with_the_interpreter(statement: Statement) -> None:
    concrete = next(iter(plan(statement, int(max(3, *lows(statement))), 8)))
    values = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("single", 1), 4)
    rng = np.random.default_rng(1)
    for name, leaf in concrete.variables.items():
        if type(leaf.domain) in rivals.MADE:  # a singular member would leave only rounding to compare
            rows, cols = (int(d) for d in leaf.domain.shape)
            made = [rivals.MADE[type(leaf.domain)](rng.standard_normal((rows, cols))) for _ in range(4)]
            values[name] = torch.from_numpy(np.stack(made))
    with torch.no_grad():
        batch = screen(concrete, values)
    for row in range(4):
        one = single.program(concrete).run({name: x[row].numpy() for name, x in values.items()})
        assert one.met == bool(batch.met[row])
        assert one.slack == pytest.approx(float(batch.slack[row]), abs=1e-8, nan_ok=True)


def lows(statement: Statement) -> list[int]:
    """The least values of the dimensions."""
    return [1, *(int(v.bounds[0]) for v in statement.let if type(v).__name__ == "Dim")]
