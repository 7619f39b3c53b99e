"""True statements come out supported or proved, whatever the seed."""

import pytest

from lemmata import catalogue
from lemmata.language.verdicts import Verdict
from tests.claims.engine_runs import NARROW, check

CHEAP = (
    "riedi.prop-4.triangle",
    "riedi.lemma-20~repaired",
    "zhao.skip-shift~repaired",
    "le.lemma-2",
    "le.lemma-3.eq-4~relu",
    "le.lemma-3.eq-5~linear",
)


@pytest.mark.parametrize("identifier", CHEAP)
def test_never_refuted(identifier):
    for seed in range(10):
        finding = check(catalogue.get(identifier), NARROW, seed)
        assert finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED), seed
        assert finding.certificate is None and finding.counterexample is None
        assert finding.evidence["certified"] >= 3


@pytest.mark.parametrize("identifier", ["riedi.lemma-18", "riedi.lemma-20", "zhao.skip-shift", "zhao.lemma-1"])
def test_false_statements_of_the_papers_are_refuted_at_any_seed(identifier):
    for seed in range(3):
        assert check(catalogue.get(identifier), NARROW, seed).verdict is Verdict.REFUTED
