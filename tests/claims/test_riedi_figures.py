"""The figures of riedi2022 at the quick profile: what is said of them falls when it is turned around."""

import dataclasses
from functools import cache
from unittest import mock

import pytest

from lemmata.claims import measured_claims
from lemmata.claims.experiments import record
from lemmata.claims.profiles import QUICK
from lemmata.language.relations import Relation
from lemmata.language.verdicts import Finding, Verdict
from numerics.riedi2022 import random_spectra
from theorems.riedi2022 import figures_perturbation

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


@pytest.mark.sampled(4)
@pytest.mark.parametrize("statement", ROWS, ids=name)
def test_verdicts(statement):
    assert check(statement).verdict is ROWS[statement]


@pytest.mark.sampled(4, 1)
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
