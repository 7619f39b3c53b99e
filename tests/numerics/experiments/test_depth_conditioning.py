"""Condition numbers along depth: against multi-precision arithmetic, known cases, and reversed claims."""

import dataclasses
from fractions import Fraction

import flint
import numpy as np
import pytest

from lemmata.numerics.experiments.record import EFFORTS, run
from lemmata.numerics.papers.oyedotun2021 import depth_conditioning
from lemmata.theorems.language.relations import Relation
from lemmata.theorems.oyedotun2021 import section6_trends
from lemmata.verify.kinds import experiments
from lemmata.verify.run.profiles import QUICK
from lemmata.verify.verdicts import Verdict

SETTINGS = {"n": (4,), "depth": (20,), "paths": (2,), "branch": ("full",)}


def test_against_three_thousand_bits() -> None:
    random = np.random.default_rng(5)
    factors = [random.standard_normal((1, 4, 4)) @ random.standard_normal((1, 4, 4)) for _ in range(100)]
    start = random.standard_normal((1, 4, 4))
    found = depth_conditioning.log_condition(factors, start)[-1, 0]
    assert found > 40
    flint.ctx.prec, before = 3_000, flint.ctx.prec
    try:
        whole = flint.arb_mat(start[0].tolist())
        for factor in factors:
            whole = flint.arb_mat(factor[0].tolist()) * whole
        # |H|_2^2 by squaring H^T H sixteen times: trace(G^k)^(1/k) is within n^(1/k) of the largest eigenvalue
        sizes = []
        for matrix in (whole, whole.inv()):
            gram, power = matrix.transpose() * matrix, 1
            for _ in range(40):
                gram, power = gram * gram, 2 * power
            sizes.append(gram.trace().log() / power / 2)
        expected = float(((sizes[0] + sizes[1]) / flint.arb(10).log()).mid())
    finally:
        flint.ctx.prec = before
    assert found == pytest.approx(expected, abs=1e-9)


def test_orthogonal_factors_keep_the_condition_number() -> None:
    turn = np.array([[[0.6, -0.8], [0.8, 0.6]]])
    start = np.array([[[10.0, 0.0], [0.0, 0.1]]])
    assert depth_conditioning.log_condition([turn] * 50, start) == pytest.approx(2.0)


def test_powers_of_a_diagonal() -> None:
    factor, start = np.array([[[2.0, 0.0], [0.0, 1.0]]]), np.eye(2)[None]
    found = depth_conditioning.log_condition([factor] * 600, start)
    assert found[:, 0] == pytest.approx([(k + 1) * np.log10(2) for k in range(600)])


def test_a_seed_fixes_the_record() -> None:
    subject = "depth_conditioning.conditioning"
    first, again, other = (run(subject, SETTINGS, EFFORTS["quick"], seed) for seed in (0, 0, 1))
    assert first == again != other
    assert first.runs == 3 * 48 * 10


REVERSED = {"<": ">=", ">": "<="}


@pytest.mark.parametrize("row", [section6_trends.trend_order, section6_trends.trend_shrunk], ids=lambda s: s.id)
def test_the_reversed_claims_are_refuted(row) -> None:
    for clause in row.conjuncts:
        claim = (Relation(clause.lhs, REVERSED[clause.op], clause.rhs),)
        assert experiments.check(dataclasses.replace(row, claim=claim), QUICK, 0).verdict is Verdict.REFUTED


def test_the_printed_trend_fails_for_both_skip_networks() -> None:
    row = section6_trends.trend
    for clause, verdict in zip(row.conjuncts, ("supported", "supported", "refuted", "refuted"), strict=True):
        assert experiments.check(dataclasses.replace(row, claim=(clause,)), QUICK, 0).verdict.value == verdict
    assert Fraction(section6_trends.DIGITS) == 16
