"""Enumeration covers every small-entry matrix once, sparse first; the canonical forms are what their names say."""

import itertools
from fractions import Fraction

import pytest
import torch

from lemmata.sample.lattice import canonical_block, canonical_forms, sparse_first


@pytest.mark.parametrize(("values", "count"), [((0, 1, -1), 4), ((0, 1, -1, 2), 1), ((2, 0, -2), 3), ((0,), 2)])
def test_every_tuple_once_and_sparse_first(values, count):
    block = sparse_first(values, count)
    table = [0.0, *(float(v) for v in values if v)]
    # by sorting: the number of entries that are not zero, then their places among the values, zero in front
    expected = sorted(itertools.product(table, repeat=count), key=lambda t: (sum(map(bool, t)), [*map(table.index, t)]))
    assert block.dtype == torch.float64 and [tuple(row) for row in block.tolist()] == expected
    assert not block[0].any()


@pytest.mark.parametrize("values", [(), (1, 2), (0, 1, 1)])
def test_other_values_are_refused(values):
    with pytest.raises(ValueError, match="distinct and hold 0"):
        sparse_first(values, 2)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 3), (3, 1), (2, 2), (3, 4), (4, 4), (8, 8), (5, 3)])
def test_canonical_forms_are_distinct_exact_and_shaped(rows, cols):
    forms = canonical_forms(rows, cols)
    assert len({tuple(f.matrix.flatten().tolist()) for f in forms}) == len(forms) == len({f.name for f in forms})
    assert forms[0].name == "zero" and not forms[0].matrix.any()
    for form in forms:
        assert form.matrix.shape == (rows, cols)
        for value in form.matrix.flatten().tolist():
            assert abs(Fraction(value).numerator) <= 16 and Fraction(value).denominator <= 2**10
    assert canonical_block(rows, cols).shape == (len(forms), rows, cols)


def test_canonical_forms_are_what_they_say():
    f = {form.name: form.matrix for form in canonical_forms(4, 4)}
    eye = torch.eye(4, dtype=torch.float64)
    assert torch.equal(f["minus identity"], -eye)
    assert not torch.linalg.matrix_power(f["nilpotent Jordan block"], 4).any()
    assert torch.linalg.matrix_power(f["nilpotent Jordan block"], 3).any()
    assert torch.equal(f["Hadamard"] @ f["Hadamard"].T, 4 * eye)
    assert torch.equal(torch.linalg.matrix_power(f["cyclic shift"], 4), eye)
    assert torch.equal(f["exchange"] @ f["exchange"], eye)
    assert torch.equal(f["projection"] @ f["projection"], f["projection"])
    assert torch.equal(f["skew pairs"] @ f["skew pairs"], -eye)
    assert torch.equal(f["full skew"].T, -f["full skew"])
    assert f["repeated diagonal 2, 1"].diagonal().tolist() == [2.0, 2.0, 1.0, 1.0]
    for name in ("all ones", "rank one, alternating", "rank one, graded", "unit entry"):
        assert int(torch.linalg.matrix_rank(f[name])) == 1
    two = {form.name: form.matrix.tolist() for form in canonical_forms(2, 2)}
    assert two["Jordan block, eigenvalue 1/16"] == [[0.0625, 1.0], [0.0, 0.0625]]
    assert two["skew pairs"] == [[0.0, 1.0], [-1.0, 0.0]]
    assert {float(form.matrix) for form in canonical_forms(1, 1)} >= {0.0, 1.0, -1.0, 0.0625, 2.0}


def test_canonical_forms_refuse_empty_shapes():
    with pytest.raises(ValueError, match="at least 1"):
        canonical_forms(0, 2)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_cuda_has_the_same_forms():
    assert torch.equal(canonical_block(3, 4, device="cuda").cpu(), canonical_block(3, 4))
