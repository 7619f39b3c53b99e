"""The checker of figures: what is broken is refuted, what straddles is left open, and nothing is proved."""

from collections.abc import Callable

import pytest

from lemmata.claims import measured_claims
from lemmata.claims.experiments.record import Curve, Enclosed, Panel, Proportion, Record, Sampled
from lemmata.claims.profiles import QUICK
from lemmata.language import Kind, Paper, Scalar, Statement, sqrt
from lemmata.language.experiments import Experiment, measured
from lemmata.language.verdicts import Finding, Verdict

trial = Experiment("trial", "made_up.trial", n=3)
MEASURES = {
    "median": Sampled("a median near 2", tuple(2 + k / 1000 for k in range(60))),
    "share": Proportion("a share near 1/2", 500, 1_000),
    "exact": Enclosed("two", 2.0, 2.0),
    "root": Enclosed("square root of two", 1.41421356, 1.41421357),
}
RECORD = Record(MEASURES, (Panel("P", "x", "y", (Curve("c", (1.0, 2.0), (3.0, float("inf"))),)),), {"data": "none"}, 60)
m = {name: measured(trial, name) for name in MEASURES}


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Finding]:
    def check(*claim: object, record: Record = RECORD, given: object = ()) -> Finding:
        measured_claims._record.cache_clear()
        monkeypatch.setattr(measured_claims, "run", lambda *a: record)
        source = Paper("t", "T", "A").at("Fig. 1")
        return measured_claims.check(Statement("t.fig", "T", source, Kind.FIGURE, claim, given=given), QUICK, 0)

    return check


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (m["median"] > 1, Verdict.SUPPORTED),
        (m["median"] < 1, Verdict.REFUTED),
        (m["median"] < m["exact"], Verdict.REFUTED),
        (m["median"] > 2 + m["share"] / 17, Verdict.INCONCLUSIVE),
        (m["share"] < 1, Verdict.SUPPORTED),
        (m["share"] > 1, Verdict.REFUTED),
        (m["share"] >= m["exact"] / 4, Verdict.INCONCLUSIVE),
        (m["exact"] >= 2, Verdict.SUPPORTED),
        (m["exact"] > 2, Verdict.REFUTED),
        (m["exact"] < 2, Verdict.REFUTED),
        (m["exact"] <= 2, Verdict.SUPPORTED),
        (m["root"] ** 2 < 2, Verdict.INCONCLUSIVE),
        (m["root"] < sqrt(m["exact"]) + 1, Verdict.SUPPORTED),
        (abs(m["exact"] - 3) <= 1, Verdict.SUPPORTED),
        (-m["exact"] * 2 >= -3, Verdict.REFUTED),
    ],
)
def test_verdicts(judge: Callable[..., Finding], claim: object, verdict: Verdict) -> None:
    assert judge(claim).verdict is verdict


def test_one_broken_relation_refutes_with_its_numbers_and_its_error(judge: Callable[..., Finding]) -> None:
    finding = judge(m["median"] > 1, m["share"] > 1)
    assert finding.verdict is Verdict.REFUTED
    assert finding.counterexample is not None
    assert finding.counterexample["conjunct"] == 1
    assert "except with probability" in finding.counterexample["explain"]
    assert [c["status"] for c in finding.evidence["conjuncts"]] == ["holds", "broken"]


def test_too_few_repetitions_refute_nothing(judge: Callable[..., Finding]) -> None:
    few = Record({"median": Sampled("few", (2.0,) * 20)}, (), {}, 20)
    assert judge(m["median"] < 1, record=few).verdict is Verdict.INCONCLUSIVE


def test_a_measure_nobody_takes_is_an_error(judge: Callable[..., Finding]) -> None:
    with pytest.raises(KeyError, match="missing"):
        judge(measured(trial, "missing") > 0)


@pytest.mark.parametrize("claim", [Scalar("x") > 0, m["exact"] > Scalar("x")])
def test_other_claims_are_refused(judge: Callable[..., Finding], claim: object) -> None:
    with pytest.raises(TypeError, match="measured"):
        judge(claim)


def test_hypotheses_are_refused(judge: Callable[..., Finding]) -> None:
    with pytest.raises(TypeError, match="no hypotheses"):
        judge(m["exact"] >= 2, given=(m["exact"] > 0,))
