"""The figures of riedi2022 at the quick profile: what is said of them falls when it is turned around."""

import dataclasses
from functools import cache
from unittest import mock

import pytest

from lemmata.claims import measured_claims
from lemmata.claims.experiments import record
from lemmata.claims.experiments.record import EFFORTS, run
from lemmata.claims.profiles import QUICK
from lemmata.language.relations import Relation
from lemmata.language.verdicts import Finding, Verdict
from numerics.riedi2022 import random_spectra
from theorems.macdonald2022 import figure_identity_added as macdonald
from theorems.riedi2022 import figures_perturbation
from theorems.zhao2024 import figures_conditioning as zhao

TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ROWS = {
    figures_perturbation.fig_2: Verdict.SUPPORTED,
    figures_perturbation.fig_4: Verdict.SUPPORTED,
    figures_perturbation.fig_5: Verdict.SUPPORTED,
    figures_perturbation.fig_5_numbers: Verdict.REFUTED,
    figures_perturbation.fig_5_repaired: Verdict.SUPPORTED,
    figures_perturbation.fig_6: Verdict.SUPPORTED,
    figures_perturbation.fig_7: Verdict.SUPPORTED,
    figures_perturbation.fig_8: Verdict.REFUTED,
    figures_perturbation.fig_8_frozen: Verdict.REFUTED,
    figures_perturbation.fig_8_average: Verdict.REFUTED,
    figures_perturbation.fig_8_repaired: Verdict.SUPPORTED,
}
run_once = cache(lambda subject, settings, name, seed: record.run(subject, dict(settings), record.EFFORTS[name], seed))


def check(statement) -> Finding:
    def again(subject, settings, effort, seed):
        return run_once(subject, tuple(settings.items()), effort.name, seed)

    with mock.patch.object(measured_claims, "run", again):
        return measured_claims.check(statement, QUICK, 0)


def turned(statement, relation):
    other = Relation(relation.lhs, TURNED[relation.op], relation.rhs)
    return dataclasses.replace(statement, claim=(other,))


def name(statement):
    return statement.id


@pytest.mark.sampled(8)
@pytest.mark.parametrize("statement", ROWS, ids=name)
def test_verdicts(statement):
    assert check(statement).verdict is ROWS[statement]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("statement", [s for s, v in ROWS.items() if v is not Verdict.REFUTED], ids=name)
def test_nothing_of_it_can_be_turned_around(statement):
    """No reversed relation is supported; each row has one at least that is refuted outright."""
    verdicts = [check(turned(statement, r)).verdict for r in statement.conjuncts if r.op in TURNED]
    assert set(verdicts) <= {Verdict.REFUTED, Verdict.INCONCLUSIVE}
    assert Verdict.REFUTED in verdicts


@pytest.fixture(scope="module")
def eigenvalues():
    found = {}
    draw = random_spectra.largest_eigenvalues

    def drawn(stream, law, n, effort):
        if (law, n) not in found:
            found[law, n] = draw(stream, law, n, effort)
        return found[law, n]

    return drawn


@pytest.mark.long
@pytest.mark.parametrize(
    ("power", "verdict"), [(1 / 12, Verdict.REFUTED), (1 / 6, Verdict.SUPPORTED), (1 / 4, Verdict.REFUTED)]
)
def test_figure_4_tells_the_power_of_its_normalisation(eigenvalues, monkeypatch, power, verdict):
    """Histograms that are scaled by another power of n drift apart, or away from the limit."""
    monkeypatch.setattr(random_spectra, "largest_eigenvalues", eigenvalues)
    monkeypatch.setattr(random_spectra, "POWER", power)
    collapse = figures_perturbation.collapse
    domain = collapse.domain
    drawn = record.run(domain.subject, dict(domain.settings), record.EFFORTS["quick"], 0)
    assert measured_claims._again(figures_perturbation.fig_4, QUICK, 0, {collapse: drawn}) is verdict


# --- Trends at quick effort: what was reviewed comes out, and a false variant of it is refuted

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
