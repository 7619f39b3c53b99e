"""Enumeration covers every small-entry matrix once, sparse first; the canonical forms are what their names say."""

import itertools
from fractions import Fraction

import pytest
import torch

from lemmata.numerics.instances.lattice import (
    canonical_block,
    canonical_forms,
    lattice_block,
    lattice_size,
    lattice_values,
)


def tuples(block: torch.Tensor) -> list[tuple[float, ...]]:
    return [tuple(m.flatten().tolist()) for m in block]


def test_values_and_size():
    assert lattice_values(2) == (0.0, 1.0, -1.0, 2.0, -2.0)
    assert lattice_size((2, 2), 1) == 81 and lattice_size((1, 3), [0, 1]) == 8
    assert lattice_size((8, 8), 3) == 7**64
    with pytest.raises(ValueError, match="negative"):
        lattice_values(-1)
    with pytest.raises(ValueError, match="distinct"):
        lattice_size((2, 2), [1, 1])


@pytest.mark.parametrize("sparse_first", [True, False])
@pytest.mark.parametrize(
    ("shape", "values"), [((2, 2), 1), ((1, 1), 3), ((1, 3), 2), ((3, 1), [0, 0.5]), ((2, 3), [0, 1, -2])]
)
def test_every_matrix_once(shape, values, sparse_first):
    table = lattice_values(values) if isinstance(values, int) else values
    block = lattice_block(shape, values, 0, lattice_size(shape, values), sparse_first=sparse_first)
    assert block.shape[1:] == shape and len(block) == lattice_size(shape, values)
    expected = set(itertools.product([float(v) for v in table], repeat=shape[0] * shape[1]))
    assert set(tuples(block)) == expected and len(block) == len(expected)


def test_sparse_first_grows_the_number_of_nonzeros():
    block = lattice_block((2, 3), 2, 0, 5**6)
    weight = (block != 0).sum((1, 2))
    assert bool((weight.diff() >= 0).all())
    assert not block[0].any() and int(weight[1]) == 1


def test_radix_order_is_a_counter():
    block = lattice_block((1, 3), [7, 8], 0, 8, sparse_first=False)
    assert tuples(block) == list(itertools.product([7.0, 8.0], repeat=3))


@pytest.mark.parametrize("sparse_first", [True, False])
def test_blocks_join_up(sparse_first):
    whole = lattice_block((2, 2), 2, 0, 625, sparse_first=sparse_first)
    parts = [lattice_block((2, 2), 2, s, 100, sparse_first=sparse_first) for s in range(0, 700, 100)]
    assert [len(p) for p in parts] == [100] * 6 + [25]
    assert torch.equal(torch.cat(parts), whole)
    assert len(lattice_block((2, 2), 2, 625, 5)) == 0


def test_huge_lattices_start_sparse_and_refuse_the_unreachable():
    block = lattice_block((8, 8), 3, 0, 64 * 6 + 1 + 50)
    weight = (block != 0).sum((1, 2))
    assert weight.tolist() == [0] + [1] * (64 * 6) + [2] * 50
    assert len(set(tuples(block))) == len(block)
    deep = lattice_block((8, 8), 3, 2**62, 20)
    assert len(set(tuples(deep))) == 20 and float(deep.abs().max()) == 3.0
    with pytest.raises(ValueError, match="past 2"):
        lattice_block((8, 8), 3, 2**63 - 2, 5)


def test_bad_requests():
    with pytest.raises(ValueError, match="value 0"):
        lattice_block((2, 2), [1, 2], 0, 3)
    with pytest.raises(ValueError, match="not negative"):
        lattice_block((2, 2), 1, -1, 3)
    with pytest.raises(ValueError, match="positive"):
        lattice_block((0, 2), 1, 0, 3)


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
@pytest.mark.parametrize("sparse_first", [True, False])
def test_cuda_enumerates_the_same(sparse_first):
    there = lattice_block((2, 3), 2, 100, 5000, sparse_first=sparse_first, device="cuda")
    assert torch.equal(there.cpu(), lattice_block((2, 3), 2, 100, 5000, sparse_first=sparse_first))
    assert torch.equal(canonical_block(3, 4, device="cuda").cpu(), canonical_block(3, 4))
