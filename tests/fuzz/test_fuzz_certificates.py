"""A short run of the fuzzer of certificates, and planted faults that it has to find."""

from fractions import Fraction

import pytest

from lemmata.checker import format as files
from lemmata.checker import violation, witnessed_spectra
from tests.fuzz import certificates

pytestmark = pytest.mark.long


def unchecked(cert):
    """Sizes and an evaluator of an instance of which nothing is asked."""
    sizes, given = violation.read_instance(cert)
    return sizes, violation.Evaluator(given, cert.get("witnesses"), cert.get("ties", ()))


def test_a_short_run_finds_no_false_acceptance():
    found = certificates.run(250, seed=1)
    assert found.wrong == []
    outcomes = {outcome for _, outcome in found.counts}
    assert {"refused", "not established", "accepted, violation"} <= outcomes


@pytest.mark.parametrize(
    ("module", "name", "planted", "only"),
    [
        (witnessed_spectra, "_verified", lambda ev, a, text, first, count, name: [Fraction(text)] * count, ["lies"]),
        (violation, "_evaluator", unchecked, ["values"]),
        (files, "manifest", dict, ["id"]),
        (witnessed_spectra, "total", lambda xs: sum(xs, 0) * 0 + 3, ["values", "text"]),
    ],
    ids=["witnesses believed", "hypotheses skipped", "no manifest", "sums wrong"],
)
def test_planted_faults_are_found(monkeypatch, module, name, planted, only):
    certificates.samples()
    monkeypatch.setattr(module, name, planted)
    assert certificates.run(600, seed=2, only=only).wrong
