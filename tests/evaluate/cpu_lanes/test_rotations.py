"""Roots and logarithms of packs of matrices next to LAPACK's eigenvectors; NaN where there is none or floats end."""

import numpy as np
import pytest

from lemmata.evaluate.cpu_lanes import simd
from lemmata.evaluate.cpu_lanes.machine import Op
from lemmata.evaluate.cpu_lanes.rotations import of_spectrum

FUNCTIONS = {Op.ROOT: np.sqrt, Op.LOGARITHM: np.log}


def computed(op: Op, a: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """The function of each of `packs.LANES` matrices."""
    order = a.shape[1]
    entries = order * order
    regs, w = np.full((2 * entries + 1, simd.LANES), noise), np.zeros((2 * entries, simd.LANES))
    regs[:entries] = a.reshape(len(a), entries).T
    of_spectrum(int(op), regs, entries, 0, 2 * entries, order, 0, w)
    return regs[entries : 2 * entries].T.reshape(a.shape)


def matrices(order: int) -> np.ndarray:
    """Symmetric, with eigenvalues between 0.5 and 3, among them the identity and diagonal and repeated ones."""
    rng = np.random.default_rng(order)
    q = np.linalg.qr(rng.standard_normal((simd.LANES, order, order)))[0]
    values = rng.uniform(0.5, 3.0, (simd.LANES, order))
    values[3], q[4], q[5], values[5] = 2.0, np.eye(order), np.eye(order), 1.0
    a = (q * values[:, None]) @ q.transpose(0, 2, 1)
    return (a + a.transpose(0, 2, 1)) / 2


@pytest.mark.parametrize("op", list(FUNCTIONS))
@pytest.mark.parametrize("order", [1, 2, 3, 5, 8])
def test_functions_agree_with_eigenvectors(op: Op, order: int) -> None:
    a = matrices(order)
    values, q = np.linalg.eigh(a)
    want = (q * FUNCTIONS[op](values)[:, None]) @ q.transpose(0, 2, 1)
    assert np.abs(computed(op, a) - want).max() < 1e-13 * order


@pytest.mark.parametrize("op", list(FUNCTIONS))
def test_what_has_no_function_or_leaves_the_range_is_no_number(op: Op) -> None:
    a = matrices(3)
    good = computed(op, a)
    a[0, 0, 0] -= 10.0  # an eigenvalue below zero
    a[1] *= 1e160
    a[2] *= 1e-160
    a[6, 1, 1] = np.nan
    a[7] = 0.0
    found = computed(op, a)
    assert np.isnan(found[[0, 1, 2, 6]]).all((1, 2)).all()
    assert (found[7] == 0.0).all() if op == Op.ROOT else np.isnan(found[7]).all()
    rest = [k for k in range(len(a)) if k not in (0, 1, 2, 6, 7)]
    assert np.abs(found[rest] - good[rest]).max() < 1e-14


def test_noise_is_taken_for_the_zero_it_stands_for() -> None:
    a = np.zeros((simd.LANES, 2, 2))
    a[:, 0, 0], a[:, 1, 1] = 4.0, -1e-9
    assert np.isnan(computed(Op.ROOT, a)).all()
    assert np.array_equal(computed(Op.ROOT, a, 1e-8)[0], [[2.0, 0.0], [0.0, 0.0]])
