"""Programs against the rules they are to follow, over the catalogue; what has no program; what is not clear."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
import torch

from lemmata import catalogue
from lemmata.evaluate import floats
from lemmata.evaluate.cpu_lanes import programs
from lemmata.evaluate.randomness import Stream
from lemmata.language import Dim, Matrix, Symmetric, atoms, core, eigenform, functions, smax
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.relations import Clause
from lemmata.language.statement import Kind, Statement
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.plan import plan
from tests.evaluate.cpu_lanes.rules import screened
from theorems.riedi2022 import RIEDI_2022

ALGEBRAIC = [s for s in catalogue.all_statements() if s.kind is Kind.ALGEBRAIC]
BATCH = 300


def with_programs(size: int) -> list[Concrete]:
    return [c for s in ALGEBRAIC for c in plan(s, size, 1) if c.variables and programs.program_of(c) is not None]


@pytest.fixture(scope="module")
def some() -> list[Concrete]:
    found = with_programs(3)
    assert len(found) > 400
    for word in (atoms.Rho, atoms.RealEigenvalues, functions.MatAbs):
        assert any(clause.has(word) for c in found for clause in (*c.claim, *c.hypotheses)), word
    return found


def clear_of_zero(clause: Clause, values: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """Where no sum with a smallest singular value that the clause divides by is zero but for rounding."""
    divisors = [q.args[1] for q in clause.atoms(core.Quotient)]
    sums = [floats.evaluate(x, values) for x in divisors if x.has(core.Plus) and x.has(atoms.SMin)]
    out = torch.ones(BATCH, dtype=torch.bool)
    for x in sums:
        out &= (x.abs() > 1e-9).reshape(BATCH, -1).all(1)
    return out


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ensemble", ["gaussian", "small_integers"])
def test_programs_judge_as_the_rules_do(some: list[Concrete], ensemble: str) -> None:
    compared = 0
    for concrete in some:
        chosen = ENSEMBLES[ensemble]
        if not batches.usable(concrete, chosen):
            continue
        values = batches.draw(concrete, chosen, Stream("programs", 0), BATCH)
        fast, slow = floats.screen(concrete, values), screened(concrete, values)
        for a, b in zip((*fast.claims, *fast.hypotheses), (*slow.claims, *slow.hypotheses), strict=True):
            name = f"{concrete.statement.id}: {a.clause}"
            # where rounding moves a zero, its root moves much more, or has no value, and so has a quotient by it
            rooted = a.clause.has(core.Sqrt)
            if not rooted:
                clear = clear_of_zero(a.clause, values)
                assert torch.equal(a.finite[clear], b.finite[clear]), name
                assert torch.equal(a.undefined[clear], b.undefined[clear]), name
            both = a.finite & b.finite
            near = (a.relative - b.relative).abs() < 1e-9
            near |= (a.absolute - b.absolute).abs() < 1e-9  # both sides rounding, where they cancel
            assert torch.equal(a.holds[both], b.holds[both]), name
            steep = a.clause.has(atoms.Cond, atoms.Rho, functions.Inverse, functions.MatLog, functions.MatSqrt)
            share = 0.5 if steep else 0.98  # roundings, times a condition number, or their roots
            assert rooted or not both.any() or near[both].float().mean() > share, name
            compared += 1
    assert compared > 500


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 1e200])
def test_what_is_not_finite_is_never_no_violation(bad: float) -> None:
    concrete = next(c for c in plan(catalogue.get("riedi.lemma-21"), 3, 1))
    values = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("programs", 2), BATCH)
    values["M_o"][7, 1, 2] = bad
    screen = floats.screen(concrete, values)
    assert bool(screen.undecided[7])
    assert int(screen.undecided.sum()) == 1 and not bool(screen.suspect[7])


def test_forms_of_eigenvectors_have_no_program_and_want_eigenvalues_that_are_clear_of_each_other() -> None:
    n = Dim("n")
    N, X = Symmetric("N", n), Matrix("X", n, n)
    claim = eigenform(N, 2, X @ X.T) <= smax(X) ** 2 - Fraction(1, 2)
    concrete = instantiate(Statement("riedi.test", "", RIEDI_2022.at("here"), Kind.ALGEBRAIC, claim), {"n": 3})
    assert programs.program_of(concrete) is None
    values = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("programs", 5), BATCH)
    values["N"][4] = torch.diag(torch.tensor([2.0, 1.0, 1.0], dtype=torch.float64))
    found = floats.screen(concrete, values)
    assert bool(found.undecided[4]) and int(found.undecided.sum()) == 1
    assert 0 < int(found.suspect.sum()) < BATCH - 1


def test_a_planted_violation_is_found() -> None:
    concrete = next(c for c in plan(catalogue.get("riedi.lemma-21"), 3, 1))
    values = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("programs", 3), BATCH)
    values["rho"] = -values["rho"].abs() - 3.0  # the lemma wants it positive
    assert torch.equal(floats.screen(concrete, values).suspect, screened(concrete, values).suspect)
