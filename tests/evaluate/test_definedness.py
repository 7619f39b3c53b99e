"""Certain undefinedness: what floats may say without a certifier, and what they may not."""

import itertools
from fractions import Fraction
from typing import Any

import pytest
import sympy
import torch

from lemmata.evaluate.floats import Evaluation, deficient, screen, undefined
from lemmata.language import chain, cond, det, lmax, lmin, smax, smin
from lemmata.language.atoms import EigenForm, SingularForm, Slope
from lemmata.language.core import Log
from lemmata.language.functions import Inverse
from tests.evaluate.atom_tables import FUNCTIONS, A, X
from tests.evaluate.atom_tables import TABLE as ATOMS
from tests.evaluate.test_floats import batch
from tests.made import concrete as statement

F64 = torch.float64


def certain(node: Any, values: dict[str, torch.Tensor]) -> list[bool]:
    scope = Evaluation(values)
    return undefined(scope, node).any(-1)[:, 0].expand(scope.batch).tolist()


@pytest.mark.parametrize("dtype", [F64, torch.float32], ids=["float64", "float32"])
def test_whole_tables(dtype: torch.dtype) -> None:
    """Nothing that has a value is called undefined; all small exact arguments without one are recognised."""
    for row in (*ATOMS, *FUNCTIONS):
        found = certain(row.expression, batch(row.instance, dtype=dtype))
        by_eigenvectors = row.expression.has(EigenForm, SingularForm, Slope)  # multiplicity is never certain
        assert found == [row.expected is None and not by_eigenvectors], row.name


def rank(rows: torch.Tensor) -> int:
    return int(sympy.Matrix(rows.to(torch.int64).tolist()).rank())


@pytest.mark.parametrize(
    ("rows", "cols", "size"),
    [*itertools.product((2, 3), (2, 3), (1, 3, 1000)), (5, 5, 1), (5, 5, 9), (2, 8, 1000), (8, 8, 1)],
)
def test_rank_deficiency_of_integer_matrices_is_recognised_exactly(rows: int, cols: int, size: int) -> None:
    generator = torch.Generator().manual_seed(size)
    a = torch.randint(-size, size + 1, (60, rows, cols), generator=generator).double()
    a[:20, -1] = -3 * a[:20, 0]
    a[20:30, :, 0] = 0
    want = [rank(x) < min(rows, cols) for x in a]
    assert any(want)
    for unit in (1.0, 2.0**-30, 2.0**20):
        scope = Evaluation({"A": unit * a})
        assert deficient(scope, A(rows, cols))[:, 0, 0].tolist() == want


def test_undefined_hypotheses_are_not_met() -> None:
    made = {"A": torch.stack([torch.zeros(2, 2), torch.eye(2)]).double()}
    out = screen(statement(smax(A(2, 2)) < 0, [cond(A(2, 2)) <= 2]), made)
    assert out.met.tolist() == [False, True] and not out.undecided.any() and not out.undefined.any()


def test_a_broken_conjunct_prevails_and_an_open_one_keeps_the_instance_open() -> None:
    made = {"A": torch.zeros(1, 2, 2, dtype=F64), "x": torch.tensor([torch.nan], dtype=F64)}
    broken = screen(statement([cond(A(2, 2)) >= 1, smax(A(2, 2)) >= 1]), made)
    assert broken.suspect.all() and not broken.undefined.any()
    opened = screen(statement([cond(A(2, 2)) >= 1, X >= 1]), made)
    assert opened.undecided.all() and not opened.undefined.any()


def test_asymmetry_within_the_noise_is_none_and_between_is_open() -> None:
    n = torch.tensor([[[2.0, 1.0], [1.0 + t, 2.0]] for t in (0.0, 2e-16, 1e-12, 1e-6)], dtype=F64)
    out = screen(statement(chain(lmin(A(2, 2)), "<=", lmax(A(2, 2)))), {"A": n})
    assert out.undefined.tolist() == [False, False, False, True]
    assert out.undecided.tolist() == [False, False, True, False]


def test_symmetric_forms_are_not_questioned() -> None:
    """P A P and its like are symmetric whatever the roundings."""
    a = torch.randn(50, 4, 4, dtype=F64, generator=torch.Generator().manual_seed(0))
    out = screen(statement(lmax(A(4, 4).T @ A(4, 4)) >= 0), {"A": 1e150 * a})
    assert not out.undefined.any() and not out.undecided.any()


def test_every_small_matrix_is_settled() -> None:
    """No singular matrix with small entries waits for a certifier."""
    a = torch.tensor(list(itertools.product((0, 1, -1), repeat=4)), dtype=F64).reshape(-1, 2, 2)
    claims = [smax(Inverse(A(2, 2))) >= 0, Log(abs(det(A(2, 2)))) <= 9, cond(A(2, 2)) >= 1, 1 / smin(A(2, 2)) > 0]
    for claim in claims:
        out = screen(statement(claim), {"A": a})
        singular = [Fraction(int(m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0])) == 0 for m in a]
        want = [not m.any() for m in a] if claim is claims[2] else singular
        assert out.undefined.tolist() == want and not out.undecided.any(), claim
