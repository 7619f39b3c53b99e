"""Identities of networks: proved for all sizes; wrong variants fall, and their claims are planned small enough."""

import dataclasses
from collections.abc import Callable
from dataclasses import replace

import pytest

from lemmata.claims import algebraic, measured_claims
from lemmata.claims.experiments.record import Curve, Enclosed, Panel, Proportion, Record, Sampled
from lemmata.claims.profiles import QUICK
from lemmata.language import Dim, Kind, Matrix, Paper, Scalar, Statement, Vector, eq, kron, sqrt, tr
from lemmata.language.columns import DiagonalMatrix
from lemmata.language.experiments import Experiment, measured
from lemmata.language.proof import Identity, Proof, Step
from lemmata.language.verdicts import Finding, Verdict
from lemmata.prove.proofs import examine
from tests.prove.proof_attempts import refusal
from theorems.zhao2024 import appendix_b_convolution, appendix_f_hessian, section5_jacobian

FEW = {"instances": 300, "lattice": 300, "restarts": 4, "steps": 3, "climbs": 0}
SMALL = replace(QUICK, sizes=(1, 2), large_sizes=(), growth_sizes=(), **FEW)
n, q = Dim("n"), Dim("q")
A, B = Matrix("A", n, q), Matrix("B", n, q)
x, y, z = Vector("x", n), Vector("y", n), Vector("z", q)


def swapped(statement, k, old, new):
    """The statement with one symbol put in place of another on the right of its k-th conjunct."""
    clause = statement.conjuncts[k]
    claim = list(statement.conjuncts)
    claim[k] = eq(clause.lhs, clause.rhs.xreplace({old: new}))
    return dataclasses.replace(statement, id=statement.id + "~wrong", claim=tuple(claim))


FALSE = {
    "lemma-3, ranks of one layer only": dataclasses.replace(
        section5_jacobian.lemma_3,
        id="zhao.lemma-3~wrong",
        claim=eq(section5_jacobian.lemma_3.claim[0].lhs, section5_jacobian.lemma_3.claim[0].rhs.args[0]),
    ),
    "eq-10, without the second sum": dataclasses.replace(
        section5_jacobian.eq_10,
        id="zhao.eq-10~wrong",
        claim=eq(section5_jacobian.eq_10.claim[1].lhs, section5_jacobian.eq_10.claim[1].rhs.args[0]),
    ),
    "eq-17, weights of V in the place of those of W": swapped(
        appendix_f_hessian.eq_17, 0, appendix_f_hessian.g_1, appendix_f_hessian.f_1
    ),
    "eq-16, fibres of one channel": swapped(
        appendix_b_convolution.eq_16, 0, appendix_b_convolution.fibres, 2 * appendix_b_convolution.fibres
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_wrong_variants_are_refuted_and_not_proved(name):
    statement = FALSE[name]
    finding = algebraic.check(statement, SMALL, 0, "cpu")
    assert finding.verdict is Verdict.REFUTED and finding.certificate is not None
    steps = (Step(f"identity {k}", c, Identity()) for k, c in enumerate(statement.conjuncts))
    assert not examine(statement, Proof("as the true one", tuple(steps))).ok


def test_factors_of_order_one_leave_a_kronecker_product():
    """(A ⊗ b^T)(z ⊗ c) = (b^T c) A z, and a 1 x 1 factor must not vanish with its entry."""
    true = eq(kron(A, x.T) @ kron(z, y), tr(x.T @ y) * (A @ z))
    assert refusal(true, Identity()) == ""
    assert refusal(eq(kron(x.T, A) @ kron(y, z), tr(x.T @ y) * (A @ z)), Identity()) == ""
    assert refusal(eq(kron(A, x.T) @ kron(z, y), A @ z), Identity())
    assert refusal(eq(kron(A, x.T) @ kron(z, y), tr(x.T @ x) * (A @ z)), Identity())


def test_diagonal_matrices_of_columns_are_symmetric_and_others_are_not():
    D = DiagonalMatrix(x)
    assert refusal(eq(D.T @ A, D @ A), Identity()) == ""
    square = Matrix("S", n, n)
    assert refusal(eq(square.T @ A, square @ A), Identity())


# --- The checker of figures: what is broken is refuted, what straddles is left open, and nothing is proved

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
