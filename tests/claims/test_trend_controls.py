"""Trends at quick effort: what was reviewed comes out, and a false variant of it is refuted."""

import dataclasses
from functools import cache

import pytest

from lemmata.claims import measured_claims
from lemmata.claims.experiments.record import EFFORTS, run
from lemmata.claims.profiles import QUICK
from lemmata.language.relations import Relation
from lemmata.language.verdicts import Verdict
from theorems.macdonald2022 import figure_identity_added as macdonald
from theorems.zhao2024 import figures_conditioning as zhao

REVERSED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
HOLDING = (
    zhao.trend_depth,
    zhao.trend_width,
    zhao.trend_convex,
    zhao.trend_residual_larger,
    zhao.trend_residual_outputs,
    zhao.trend_leaky,
    zhao.trend_bn,
    zhao.trend_bn_reading,
    zhao.trend_whitening,
    zhao.trend_cnn,
    zhao.trend_cnn_repaired,
    macdonald.trend_shift,
    macdonald.trend_shift_deviation,
)
FALLING = (
    zhao.trend_depth_reading,
    zhao.trend_leaky_reading,
    zhao.trend_cnn_throughout,
    zhao.trend_cnn_padded,
    zhao.trend_cnn_convolved,
    macdonald.trend_shift_each,
)


@cache
def _run(subject, settings, effort, seed):
    return run(subject, dict(settings), EFFORTS[effort], seed)


@pytest.fixture(autouse=True)
def once(monkeypatch):
    """One run of each experiment for all its tests."""
    monkeypatch.setattr(measured_claims, "run", lambda s, d, e, seed: _run(s, tuple(d.items()), e.name, seed))


def reversed_claim(statement):
    clauses = tuple(Relation(c.lhs, REVERSED[c.op], c.rhs) for c in statement.conjuncts)
    return dataclasses.replace(statement, claim=clauses)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("statement", HOLDING, ids=lambda s: s.id)
def test_the_trend_is_supported_and_its_reverse_refuted(statement):
    assert measured_claims.check(statement, QUICK, 0).verdict is Verdict.SUPPORTED
    assert measured_claims.check(reversed_claim(statement), QUICK, 0).verdict is Verdict.REFUTED


@pytest.mark.sampled(3)
@pytest.mark.parametrize("statement", FALLING, ids=lambda s: s.id)
def test_what_does_not_reproduce_falls(statement):
    finding = measured_claims.check(statement, QUICK, 0)
    assert finding.verdict is Verdict.REFUTED
    assert finding.counterexample is not None


@pytest.mark.long
def test_skips_of_weight_one_help_but_not_by_a_factor_of_e():
    statement = zhao.trend_residual
    assert measured_claims.check(statement, QUICK, 0).verdict is Verdict.SUPPORTED
    greedy = dataclasses.replace(statement, claim=tuple(c.lhs >= 1 for c in statement.conjuncts))
    assert measured_claims.check(greedy, QUICK, 0).verdict is Verdict.REFUTED
