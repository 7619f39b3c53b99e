"""Nothing is refuted unless the checker, in a process of its own, accepted the very file that is written."""

import json
from pathlib import Path

import pytest

from lemmata import certificates
from lemmata.catalogue import get
from lemmata.certificates.confirmation import confirmed, undisturbed
from lemmata.claims import algebraic
from lemmata.claims.budget import clock, planned
from lemmata.claims.deadline import alarm
from lemmata.claims.screening import OutOfTime, Watch
from lemmata.language import conjecture_files
from lemmata.language.statement import Denial
from lemmata.language.verdicts import Finding, Verdict
from lemmata.network_checker.network_program import CheckResult
from lemmata.run import engine
from tests.certificates.certificate_samples import WEYL_HALVED, examples, sealed
from tests.claims.engine_runs import TINY, check
from tests.made import statement


def refuted(certificate: dict | None) -> Finding:
    """A finding that says so, whatever it has to show."""
    return Finding(Verdict.REFUTED, "n = 2", {"stopped": ""}, certificate=certificate, counterexample={})


def test_what_the_checker_accepts_is_refuted() -> None:
    cert = examples()["lemma-18"]
    finding = confirmed(get("riedi.lemma-18"), refuted(cert))
    assert finding.verdict is Verdict.REFUTED and finding.certificate == cert
    assert finding.evidence["checker"]["accepted"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"values": {}}, "digest does not match"),
        ({"broken": {"conjunct": 1, "indices": {"i": 1}}}, "digest does not match"),
        ({"statement": "riedi.lemma-21"}, "digest does not match"),
    ],
)
def test_an_altered_certificate_refutes_nothing(change: dict, said: str) -> None:
    finding = confirmed(get("riedi.lemma-18"), refuted({**examples()["lemma-18"], **change}))
    assert finding.verdict is Verdict.INCONCLUSIVE and finding.certificate is None and finding.counterexample is None
    assert said in finding.evidence["stopped"]


def test_a_certificate_of_another_statement_refutes_nothing() -> None:
    borrowed = sealed({**examples()["weyl"], "statement": "riedi.prop-5.weyl"})
    finding = confirmed(get("riedi.prop-5.weyl"), refuted(borrowed))
    assert finding.verdict is Verdict.INCONCLUSIVE and "whose hash the manifest gives" in finding.evidence["stopped"]


def test_without_a_certificate_nothing_but_a_test_of_probabilities_refutes() -> None:
    assert confirmed(get("riedi.lemma-18"), refuted(None)).verdict is Verdict.INCONCLUSIVE
    assert confirmed(get("zhao.lemma-7"), refuted(None)).verdict is Verdict.REFUTED


def test_every_way_through_the_engine_passes_this_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """An instance, an existence claim denied, a trajectory: none is refuted once the checker says no."""
    monkeypatch.setattr(certificates, "accepted", lambda path: CheckResult(False, ["not today"]))
    for name in ("riedi.lemma-18", "riedi.lemma-24.leaky", "le.lemma-3.eq-5~relu"):
        entry = engine.check(name, TINY)
        assert entry["verdict"] == "inconclusive" and entry["_certificate"] is None
        assert entry["evidence"]["stopped"].endswith("did not accept it: not today")
    assert check(WEYL_HALVED, TINY).verdict is Verdict.INCONCLUSIVE  # a conjecture, which goes past the catalogue


def test_where_a_refutation_is_not_accepted_the_next_suspect_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    real = certificates.accepted

    def refusing(path: Path) -> CheckResult:
        shown.append(json.dumps(json.loads(path.read_text())["values"]))
        return CheckResult(False, ["not this one"]) if shown[-1] in shown[:2] else real(path)

    monkeypatch.setattr(certificates, "accepted", refusing)  # the simplest instance and the first one found are refused
    finding = check(WEYL_HALVED, TINY)
    assert finding.verdict is Verdict.REFUTED and finding.evidence["checker"]["accepted"]
    assert json.dumps(finding.certificate["values"]) == shown[-1] not in shown[:2]
    shown.clear()
    monkeypatch.setattr(certificates, "accepted", lambda path: shown.append("") or CheckResult(False, ["none of them"]))
    assert check(WEYL_HALVED, TINY).verdict is Verdict.INCONCLUSIVE and 2 < len(shown) <= 1 + 3 * algebraic.OTHERS


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("below", "verdict"), [("rho", Verdict.REFUTED), ("norm2", Verdict.SUPPORTED)])
def test_where_multiple_eigenvalues_are_refused_general_neighbours_are_tried(below: str, verdict: Verdict) -> None:
    """A X + X A^T + I = 0: the checker cannot tell the spectral abscissa where both eigenvalues of A are equal."""
    solved = "inv(kron(A, I(2)) + kron(I(2), A)) @ [[-1], [0], [0], [-1]]"
    gramian = "[[z[1], (z[2] + z[3]) / 2], [(z[2] + z[3]) / 2, z[4]]]"
    claim, given = f"lmin(X) >= 1 / (2 * {below}(A))", ["spectral_abscissa(A) <= -1"]
    define = {"z": solved, "X": gramian}
    statement = conjecture_files.build("gramian", {"A": "real(2, 2)"}, given, [claim], define=define)
    finding = algebraic.check(statement, planned(8), 0, watch=Watch(clock() + 5, None, clock))
    assert finding.verdict is verdict


def test_an_unrelated_denial_refutes_nothing() -> None:
    """`denied_by` names a proved statement that has nothing to do with the claim."""
    from lemmata.language import Scalar, exists
    from lemmata.language.domains import Positive

    x = Scalar("x", domain=Positive())
    denial = Denial("riedi.lemma-17", "because", {"dims": {}, "values": {"x": "2"}})
    finding = check(statement(exists((x - 1) ** 2 <= 0), denied_by=denial), TINY)
    assert finding.verdict is not Verdict.REFUTED


@pytest.mark.long
def test_the_checker_is_given_limited_time(tmp_path: Path) -> None:
    path = certificates.write(tmp_path / "c.json", examples()["lemma-18"])
    assert certificates.accepted(path, seconds=1e-3) == CheckResult(
        False, ["the checker did not answer within 0.001 s"]
    )


def test_an_alarm_waits_until_what_was_found_is_checked() -> None:
    with pytest.raises(OutOfTime), alarm(clock() + 0.2):
        with undisturbed():
            end = clock() + 0.4
            while clock() < end:
                done = True
        while clock() < end + 5:
            pass
    assert done


def test_a_claim_longer_than_a_certificate_may_be_is_not_refuted_and_no_error() -> None:
    name = "A" * 24
    define = {"u": " + ".join([f"tr({name})"] * 40), "t": "u + u + u"}
    claim = f"tr({name}) <= 0 * ({' + '.join(['t'] * 40)})"
    statement = conjecture_files.build("long", {name: "real(2, 2)"}, [], [claim], define=define)
    finding = algebraic.check(statement, TINY, 0)
    assert finding.verdict is Verdict.INCONCLUSIVE and finding.certificate is None
    assert "at most 100000 characters" in finding.evidence["stopped"]
