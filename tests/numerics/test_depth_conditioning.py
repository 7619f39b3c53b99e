"""Condition numbers along depth: against multi-precision arithmetic, known cases, and reversed claims."""

import dataclasses

import flint
import numpy as np
import pytest

from lemmata.claims import measured_claims
from lemmata.claims.profiles import QUICK
from lemmata.language.relations import Relation
from lemmata.language.verdicts import Verdict
from numerics.oyedotun2021 import depth_conditioning
from theorems.oyedotun2021 import section6_trends


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


REVERSED = {"<": ">=", ">": "<="}


@pytest.mark.sampled(3, 1)
@pytest.mark.parametrize(
    "row", [section6_trends.trend, section6_trends.trend_order, section6_trends.trend_shrunk], ids=lambda s: s.id
)
def test_the_reversed_claims_are_refuted(row) -> None:
    for clause in row.conjuncts:
        claim = (Relation(clause.lhs, REVERSED[clause.op], clause.rhs),)
        assert measured_claims.check(dataclasses.replace(row, claim=claim), QUICK, 0).verdict is Verdict.REFUTED


@pytest.mark.parametrize("kind", depth_conditioning.NAMES)
def test_normalised_blocks_are_batch_normalisation(kind: str) -> None:
    random, n, points, paths = np.random.default_rng(3), 3, 12, 2
    drawn: list[np.ndarray] = []

    def draw() -> np.ndarray:
        drawn.append(random.standard_normal((1, n, n)))
        return drawn[-1]

    batch = random.standard_normal((points, n))
    centred = batch - batch.mean(axis=0)
    start = np.linalg.qr(centred[None], mode="r").transpose(0, 2, 1).copy()
    block = depth_conditioning.normalised_blocks(kind, draw, paths, points)
    found = depth_conditioning.log_condition([block] * 3, start)[:, 0]

    weights, h, expected = iter(drawn), centred.T, []
    for _ in range(3):
        out = np.zeros_like(h) if kind == "plain" else h
        for _ in range(paths if kind == "aggregated" else 1):
            z = h
            for _ in range(2):
                z = next(weights)[0] @ z
                z = (z - z.mean(axis=1, keepdims=True)) / z.std(axis=1, keepdims=True)
            out = out + z
        h = out
        expected.append(np.log10(np.linalg.cond(h)))
    assert found == pytest.approx(expected, abs=1e-8)
