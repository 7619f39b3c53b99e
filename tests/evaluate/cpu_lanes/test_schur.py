"""Eigenvalues of packs of general matrices next to LAPACK's, and what is made of them."""

import numpy as np
import pytest

from lemmata.evaluate.cpu_lanes import simd
from lemmata.evaluate.cpu_lanes.programs import PARTS
from lemmata.evaluate.cpu_lanes.schur import general, real_eigenvalues

LANES, EPS = simd.LANES, 2.0**-52


def computed(a: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each of `packs.LANES` matrices: eigenvalues, the condition number, and how many distinct ones are real."""
    order = a.shape[1]
    entries = order * order
    regs, w = np.zeros((entries + 2 * order + 2, LANES)), np.zeros((PARTS * entries, LANES))
    regs[:entries] = a.reshape(len(a), entries).T
    general(regs, entries, 0, order, 0, w)
    real_eigenvalues(regs, entries + 2 * order + 1, entries, order, 0)
    values = regs[entries : entries + 2 * order].T.copy().view(np.complex128)
    return values, regs[entries + 2 * order], regs[-1]


def apart(found: np.ndarray, wanted: np.ndarray) -> float:
    """Distance of two spectra, each value matched with the nearest that is left."""
    left, most = list(wanted), 0.0
    for x in sorted(found, key=abs, reverse=True):
        nearest = min(range(len(left)), key=lambda k: abs(left[k] - x))
        most = max(most, abs(left.pop(nearest) - x))
    return most


def jordan(order: int, value: float) -> np.ndarray:
    return value * np.eye(order) + np.eye(order, k=1)


def special(order: int) -> dict[str, tuple[np.ndarray, int]]:
    """Matrices and how many distinct real eigenvalues they have."""
    cycle = np.roll(np.eye(order), 1, axis=0)
    turn = np.kron(np.eye(order // 2), [[0.0, -1.0], [1.0, 0.0]])
    out = {
        "zero": (np.zeros((order, order)), 1),
        "identity": (3.0 * np.eye(order), 1),
        "graded": (np.diag(4.0 ** -np.arange(order)), order),
        "repeated": (np.diag([2.0, 2.0, *[-1.0] * (order - 2)][:order]), 1 if order <= 2 else 2),
        "nilpotent": (jordan(order, 0.0), 1),
        "cycle": (cycle, 1 + (order % 2 == 0) if order > 1 else 1),
        "huge": (1e150 * (np.triu(np.ones((order, order))) + np.diag(np.arange(order))), order),
        "tiny": (1e-150 * (np.tril(np.ones((order, order))) + np.diag(np.arange(order))), order),
    }
    if order % 2 == 0:
        out["turns"] = (turn, 0)
        out["both"] = (np.kron(np.eye(order // 2), [[1.0, 2.0], [2.0, 1.0]]), 2)
    return out


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 8])
def test_spectra_are_those_of_lapack(order: int) -> None:
    rng = np.random.default_rng(order)
    a = rng.standard_normal((LANES, order, order))
    names = special(order)
    for k, (matrix, _) in enumerate(names.values()):
        a[k] = matrix
    q = np.linalg.qr(rng.standard_normal((order, order)))[0]
    a[len(names)] = q @ (np.diag(np.arange(order) % 2 + 1.0) + 0.0) @ q.T  # repeated, and no axis in sight
    values, condition, count = computed(a)
    assert np.isfinite(values).all() and not np.isnan(condition).any()
    for k in range(LANES):
        size = np.linalg.norm(a[k])
        moved = min(condition[k] * 64 * EPS, 2 * (64 * EPS) ** (1 / order)) * size
        assert apart(values[k], np.linalg.eigvals(a[k] / (size or 1.0)) * size) <= moved, k
    for k, (name, (_, wanted)) in enumerate(names.items()):
        assert count[k] == wanted, name
    for k in range(len(names) + 1, LANES):
        vectors = np.linalg.eig(a[k])[1]
        wanted = np.linalg.norm(vectors) * np.linalg.norm(np.linalg.inv(vectors))
        assert abs(condition[k] / wanted - 1) < 1e-6
        assert count[k] == (abs(np.linalg.eigvals(a[k]).imag) < 1e-9).sum()


def test_dependent_eigenvectors_magnify_without_end() -> None:
    a = np.tile(jordan(3, 1.0), (LANES, 1, 1))
    a[1] = np.eye(3)
    _, condition, count = computed(a)
    assert condition[0] > 1e14 and abs(condition[1] - 3.0) < 1e-12 and (count == 1).all()


def test_what_is_not_finite_has_no_spectrum() -> None:
    a = np.random.default_rng(0).standard_normal((LANES, 3, 3))
    a[0, 1, 2], a[1, 0, 0] = np.nan, np.inf
    values, condition, count = computed(a)
    assert np.isnan(values[:2]).all() and np.isnan(condition[:2]).all() and np.isnan(count[:2]).all()
    assert np.isfinite(values[2:]).all() and np.isfinite(count[2:]).all()
