"""Vacuous statements, undefined claims, strict relations at a tie, and what the evidence says of hypotheses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import schedule
from lemmata.claims.screening import Screening
from lemmata.evaluate.decide import decide
from lemmata.evaluate.randomness import Stream
from lemmata.language import (
    Dim,
    Index,
    Matrix,
    Symmetric,
    cond,
    det,
    eq,
    forall,
    lmax,
    lmin,
    rank,
    s,
    smax,
    smin,
    sqrt,
)
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.proof import Instance as At
from lemmata.language.proof import Proof, Refute, Step
from lemmata.language.verdicts import Verdict
from lemmata.prove import proofs
from tests.claims.engine_runs import NARROW, accepted, check, made

n = Dim("n")
A, B, N = Matrix("A", n, n), Matrix("B", n, n), Symmetric("N", n)
TRUE = smax(A) >= 0
EVERY = Index("i", 1, n)


@pytest.mark.parametrize(
    ("statement", "blame"),
    [
        (made(TRUE, given=smax(A) < 0), "never met: smax(A) < 0"),
        (made(lmax(N) <= 7, given=lmin(N) > lmax(N)), "never met: lmin(N) > lmax(N)"),
        (made(TRUE, given=(smin(A) > 0, smax(A) <= -1)), "never met: smax(A) <= -1"),
        (made(TRUE, given=(smin(A) > 0, eq(det(A), 0))), "all of them together at 0 certified instances"),
        (made(TRUE, given=(smin(A) > 0, rank(A) < n)), "all of them together at 0 certified instances"),
        (made(TRUE, given=n < 1), "no dimensions tried meet n < 1"),
        (made(smax(A) >= 1, given=smax(A) < 0), "never met: smax(A) < 0"),  # false or not, it says nothing
    ],
    ids=["negative", "order", "one-of-two", "contradiction", "rank", "dimensions", "false-claim"],
)
def test_impossible_hypotheses_are_vacuous(statement, blame):
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.VACUOUS
    assert blame in finding.evidence["stopped"]
    assert finding.scope == "no instance"
    assert finding.evidence["certified"] == 0


@pytest.mark.parametrize(
    ("claim", "given", "reason"),
    [
        (smax(A) >= 1, smax(A) < 0, Refute({"given 0": 1})),
        (s(A, n + 1) <= 1, forall(Index("i"), 1, n, s(A, Index("i")) <= 1), At("given 0", EVERY, n + 1)),
    ],
    ids=["contradictory", "never defined"],
)
def test_an_accepted_proof_of_nothing_is_vacuous(claim, given, reason, monkeypatch):
    statement = made(claim, given=given)
    steps = Proof("absurd", (Step("claim", claim, reason),))
    monkeypatch.setattr(catalogue, "proof_of", {statement.id: steps}.get)
    report = proofs.check(statement)
    assert report is not None and report.ok, report.failure
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.VACUOUS and "speaks of nothing" in finding.evidence["stopped"]


def test_each_half_of_a_contradiction_is_shown_to_be_met():
    evidence = check(made(TRUE, given=(smin(A) > 0, eq(det(A), 0))), NARROW).evidence
    assert [h["met"] and h["missed"] for h in evidence["hypotheses"]] == [True, True]
    assert all(0 < h["acceptance"] < 1 for h in evidence["hypotheses"])


def test_examples_meet_and_miss_their_hypothesis():
    statement = made(TRUE, given=(smax(A) < 1, eq(det(A), 0)))
    for k, shown in enumerate(check(statement, NARROW).evidence["hypotheses"]):
        for name, wanted in (("example_met", True), ("example_missed", False)):
            instance = Instance.from_json(shown[name])
            hypothesis = instantiate(statement, instance.dims).hypotheses[k]
            assert decide(hypothesis, instance).established is wanted


@pytest.mark.parametrize("name", ["lemma-18~repaired", "lemma-19", "lemma-20~repaired", "lemma-20.consequence"])
def test_thin_hypotheses_met_by_construction_are_not_vacuous(name):
    statement = replace(catalogue.get("riedi." + name), id="classical.made")  # a name without a proof
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.SUPPORTED
    assert finding.evidence["certified"] >= 3


def test_a_construction_reaches_what_sampling_misses():
    """At order 4 the lattice is too large to list: hardly a sample has a common vector unless it is built in."""
    lemma = catalogue.get("riedi.lemma-18")
    four = replace(NARROW, sizes=(4,), ascent_sizes=())
    share = {}
    for built in (True, False):
        bare = replace(lemma, id="classical.made", construct=lemma.construct if built else None)
        screening = Screening(bare, four, Stream("construction", 0), "cpu")
        for _ in (*schedule.construct(screening), *schedule.sample(screening)):
            pass
        share[built] = screening.tally.instances / screening.tally.generated
    assert share[True] > 2 * share[False]


@pytest.mark.parametrize(
    "claim",
    [1 / (smax(A) - smax(A)) >= 0, sqrt(-1 - smax(A)) >= 0, cond(A - A) >= 1, smax(A) >= 0 * (1 / (rank(A) - rank(A)))],
    ids=["quotient", "root", "condition", "hidden"],
)
@pytest.mark.parametrize("given", [(), (smin(A) > 0,)], ids=["free", "given"])
def test_a_claim_without_meaning_is_not_supported(claim, given):
    finding = check(made(claim, given=given), NARROW)
    assert finding.verdict is Verdict.VACUOUS
    assert "no meaning" in finding.evidence["stopped"]
    assert finding.evidence["out_of_domain"] > 0


def test_a_strict_bound_is_refuted_at_a_tie(tmp_path):
    finding = check(made(smax(A + B) < smax(A) + smax(B)), NARROW)
    assert finding.verdict is Verdict.REFUTED and not finding.tight
    assert finding.counterexample["lhs"] == finding.counterexample["rhs"]
    assert finding.evidence["min_slack"] == 0
    assert accepted(finding.certificate, tmp_path)


def test_the_same_bound_with_equality_allowed_is_supported_and_tight():
    finding = check(made(smax(A + B) <= smax(A) + smax(B)), NARROW)
    assert finding.verdict is Verdict.SUPPORTED and finding.tight
    assert finding.evidence["tightest"]["exact_tie"]
    (conjunct,) = finding.evidence["conjuncts"]
    assert conjunct["text"] == "smax(A + B) <= smax(A) + smax(B)"
    assert conjunct["tight"] and conjunct["min_slack"] == 0
    assert finding.certificate is None and finding.counterexample is None


def test_a_bound_with_room_is_supported_and_not_tight():
    finding = check(made(smax(A) <= 2 * smax(A) + 1), NARROW)
    assert finding.verdict is Verdict.SUPPORTED and not finding.tight
    assert not finding.evidence["tightest"]["exact_tie"]
    assert finding.evidence["min_slack"] >= 1 / 3 - 1e-9


def test_conjuncts_keep_their_own_margins():
    finding = check(made((smax(A) >= smin(A), smax(A) + 1 > smin(A))), NARROW)
    first, second = finding.evidence["conjuncts"]
    assert (first["tight"], second["tight"]) == (True, False)
    assert first["min_slack"] == 0 < second["min_slack"]


def test_the_certificate_names_the_broken_conjunct(tmp_path):
    finding = check(made((smax(A) >= smin(A), smin(A) >= smax(A))), NARROW)
    assert finding.certificate["broken"]["conjunct"] == finding.counterexample["conjunct"] == 1
    assert accepted(finding.certificate, tmp_path)


def test_an_irrational_tie_is_recognised():
    """Both sides are (1 + sqrt 5)/2 at [[0, 1], [1, 1]]: equal as algebraic numbers, at no precision as decimals."""
    M = Matrix("M", 2, 2)
    golden = (eq(det(M), -1), eq(smax(M) ** 2, smax(M) + 1))
    finding = check(made(smax(M) < 1 + 1 / smax(M), given=golden), NARROW)
    assert finding.verdict is Verdict.REFUTED
    assert {abs(Fraction(x)) for row in finding.counterexample["values"]["M"] for x in row} == {0, 1}
    assert check(made(smax(M) <= 1 + 1 / smax(M), given=golden), NARROW).tight


def test_an_equation_holds_and_is_not_called_tight():
    finding = check(made(eq(smax(A), smax(A.T))), NARROW)
    assert finding.verdict is Verdict.SUPPORTED and not finding.tight
    assert not finding.evidence["conjuncts"][0]["tight"]


def test_a_claim_about_no_index_is_not_supported():
    j = Index("j")
    finding = check(made(forall(j, n + 1, n, s(A, j) <= -1)), NARROW)
    assert finding.verdict is not Verdict.SUPPORTED
    beside = check(made((smax(A) >= 0, forall(j, n + 1, n, s(A, j) <= -1))), NARROW)
    assert beside.verdict is Verdict.INCONCLUSIVE and "conjunct 2 says nothing" in beside.evidence["stopped"]
    some = check(made(forall(j, 2, n, s(A, j) <= s(A, 1))), NARROW)  # no index at n = 1 only
    assert some.verdict is Verdict.SUPPORTED


def test_a_claim_without_a_value_at_most_instances_says_so_first():
    finding = check(made(sqrt(smin(A) - smax(A)) <= 1), NARROW)
    assert finding.verdict is Verdict.SUPPORTED
    assert finding.scope.startswith("only where the claim has a value, ")
    assert not check(made(smax(A) >= 0), NARROW).scope.startswith("only")
