"""Singular values before and after the identity: known answers and reproducibility."""

from fractions import Fraction

import pytest

from lemmata.claims.experiments.record import Effort, run


def record(n, total, repetitions=4, seed=0):
    return run("identity_shift.shift", {"order": (n,), "total": (total,)}, Effort("tiny", repetitions, 10), seed)


def test_the_mean_square_grows_by_one():
    found = record(100, 4, 20)
    assert found.measures["mean_square"].value == pytest.approx(1.0, abs=0.15)
    assert found.measures["mean_log"].value == pytest.approx(1 / 8, abs=0.03)  # 1 / (2 total), the circular law


def test_a_small_matrix_beside_the_identity_moves_to_one():
    found = record(20, Fraction(1, 10**12))
    values = {found.measures[name].value for name in ("mean", "mean_square", "least", "share_up")}
    assert max(abs(v - 1) for v in values) < 1e-5
    assert found.measures["share_up"].value == 1.0


def test_order_one():
    assert record(1, 1).measures["share_up"].value in (0.0, 1.0)


def test_the_same_seed_gives_the_same_record():
    assert record(10, 1) == record(10, 1)
    assert record(10, 1).measures != record(10, 1, seed=1).measures
    (panel,) = record(10, 1).panels
    assert [len(c.x) - len(c.y) for c in panel.curves] == [1, 1]
