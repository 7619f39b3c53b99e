"""What a rule refuses leads to no proof; an error of any other type is a defect, which nobody hides."""

import pickle
import subprocess
import sys
import time

import pytest

from lemmata.claims.budget import Budget
from lemmata.conjectures import concurrent_proof
from lemmata.kernel import KernelError
from lemmata.language import conjecture_files
from lemmata.language.verdicts import Finding, Verdict
from lemmata.prove.attempts import attempt
from lemmata.prove.search import lemma_index
from lemmata.prove.search.backward import OneFact

LET = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)"}
TRUE = conjecture_files.build("claim", LET, [], ["smax(A + 2 * B) <= smax(A) + 2 * smax(B)"])


def refusing(monkeypatch, error):
    """Make a tactic end like this."""

    def run(self, goal, clock):
        raise error

    monkeypatch.setattr(OneFact, "run", run)


def test_the_other_ways_go_on_where_a_rule_refuses(monkeypatch):
    refusing(monkeypatch, KernelError("not this"))
    found = attempt(TRUE, 20.0)
    assert found.report is not None and found.report["kernel"]["accepted"]


def test_signs_of_sums_within_sums_come_to_an_end():
    """p_i = 1 - (the sum of the others), whose sign asks for that of p_i, with a new index each time."""
    let = {"n": "integer(1, 4)", "p": "nonnegative(n, 1)", "q": "nonnegative(n, 1)"}
    claim = "sum(abs(p - q)) / 2 <= sqrt(2) * sqrt(1 - sum(sqrt(p * q)))"
    attempt(conjecture_files.build("claim", let, ["sum(p) == 1", "sum(q) == 1"], [claim]), 4.0)


def test_a_defect_ends_the_search(monkeypatch):
    refusing(monkeypatch, LookupError("nothing at this place"))
    with pytest.raises(LookupError, match="nothing at this place"):
        attempt(TRUE, 4.0)


def test_a_defect_of_the_search_next_to_a_check_is_said(monkeypatch):
    monkeypatch.setattr(concurrent_proof, "MODULE", "lemmata.prove.search.no_such_module")
    with concurrent_proof.Prover(TRUE, Budget(20.0)) as prover:
        assert prover.process is not None
        prover.process.wait(60)
        with pytest.raises(RuntimeError, match="no_such_module"):
            prover.conclude(Finding(Verdict.SUPPORTED, "", {}))
        refuted = Finding(Verdict.REFUTED, "", {})
        prover.conclude(refuted)  # a counterexample stands by itself
        assert refuted.verdict is Verdict.REFUTED


@pytest.mark.parametrize(("instances", "verdict"), [(0, Verdict.INCONCLUSIVE), (5, Verdict.PROVED)])
def test_a_proof_does_not_hide_that_no_instance_is_known(instances: int, verdict: Verdict) -> None:
    let = {"n": "integer(1, 4)", "A": "real(n, n)"}
    excluding = conjecture_files.build("excluding", let, ["smax(A) < 1", "smax(A) > 2"], ["tr(A) <= 1"])
    with concurrent_proof.Prover(excluding, Budget(20.0)) as prover:
        assert prover.process is not None
        prover.process.wait(60)
        finding = Finding(Verdict.INCONCLUSIVE, "", {"instances": instances})
        prover.conclude(finding)
        assert finding.verdict is verdict and bool(finding.proof) is bool(instances)
        assert ("recognised" in finding.evidence) is not bool(instances)


ENDLESS = (
    "from lemmata.prove.search import aside\naside.attempt = lambda *said: [0 for _ in iter(int, 1)]\naside.main()"
)


def test_a_step_that_does_not_look_at_the_clock_is_ended() -> None:
    """The process ends itself after its seconds of work and some room, whatever it is at."""
    done = subprocess.run([sys.executable, "-P", "-c", ENDLESS], input=pickle.dumps((TRUE, 0.1, 0, 0.0)), timeout=120)
    assert done.returncode < 0


CUBES = "6 * (A @ A @ A + B @ B @ B + C @ C @ C) + I(n) >= 5 * (A @ A + B @ B + C @ C)"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("head", "given", "text"),
    [
        ("complex_pd", ["A + B + C == I(n)"], CUBES),
        ("pd", ["A + B + C == I(n)"], CUBES),
        ("symmetric", ["A @ A == A"], "3 * norm2(A) <= 2 + tr(A)"),  # norm2(A) = norm2(A)^2, again and again
    ],
)
def test_a_search_that_finds_nothing_ends_in_time(head, given, text) -> None:
    """What the textbook has is read before, once: its time does not count here."""
    attempt(TRUE, 1.0)
    lemma_index.facts()
    let = {"n": "integer(1, 4)", "A": f"{head}(n)", "B": f"{head}(n)", "C": f"{head}(n)"}
    statement = conjecture_files.build("cubes", let, given, [text])
    began = time.process_time()
    assert attempt(statement, 3.0).report is None
    assert time.process_time() - began < 6.0
