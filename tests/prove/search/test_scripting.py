"""Proofs that were found, as text: a file that holds them is read back, and what it says is judged like any other."""

import pytest

from benchmarks import known_claims
from lemmata import catalogue
from lemmata.cli import app
from lemmata.conjectures import prove_command
from lemmata.language import proof, proof_text
from lemmata.language.conjecture_files import build
from lemmata.language.proof_text import read_proof, write_proof
from lemmata.prove import proofs
from lemmata.prove.elaborating import StepError, elaborate
from lemmata.prove.search.findings import find

SQUARE = {"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)", "K": "psd(n)"}
FOUND = [
    "smax(A + B) <= smax(A) + smax(B)",
    "normF(A @ B) <= normF(A) * smax(B)",
    "abs(tr(A)) <= n * smax(A)",
    "lmax(K) <= tr(K)",
    "smin(A) <= normF(A)",
]


@pytest.mark.parametrize("claim", FOUND)
def test_what_was_found_is_read_back_and_accepted(claim):
    statement = build("found", SQUARE, [], [claim])
    found = find(statement, 20.0)
    assert found is not None
    identifier, again = read_proof(write_proof(statement.id, found.proof))
    assert (identifier, again) == (statement.id, found.proof)
    assert proofs.examine(statement, again).ok


@pytest.mark.long
def test_fifty_proofs_that_are_found_are_read_back_and_accepted():
    met = 0
    for _, claim in known_claims.chosen("*-theorems*", truth=True):
        statement = claim.statement()
        found = find(statement, 5.0)
        if found is None:
            continue
        identifier, again = read_proof(write_proof(statement.id, found.proof))
        assert (identifier, again) == (statement.id, found.proof), claim.name
        assert proofs.examine(statement, again).ok, claim.name
        met += 1
        if met == 50:
            return
    raise AssertionError(f"no more than {met} proofs were found")


def test_the_text_of_a_wrong_proof_is_refused():
    statement = catalogue.get("classical.norm-of-sum")
    step = proof.Step("claim", statement.conjuncts[0], proof.Sign())
    _, again = read_proof(write_proof(statement.id, proof.Proof("a wrong one", (step,))))
    assert not proofs.examine(statement, again).ok


def test_the_command_adds_a_proof_to_those_of_the_paper_and_prints_it(tmp_path, capsys, monkeypatch):
    name, file = "classical.psd-trace-of-square", tmp_path / "proofs" / "found.proof"
    monkeypatch.setattr(prove_command, "folder_of", lambda _: tmp_path)
    for said in (f"added to {file}", f"its proof stands in {file}:1 already"):
        assert app.main(["prove", name, "--budget", "40", "--write"]) == 0
        assert said in capsys.readouterr().err
    other = "classical.psd-sum"
    assert app.main(["prove", other, "--budget", "40", "--script", "--write"]) == 0
    assert [found for found, *_ in proof_text.places(tmp_path)] == [name, other]
    assert capsys.readouterr().out.rstrip().endswith(proof_text.source_at(*list(proof_text.places(tmp_path))[1][1:]))
    identifier, made = proof_text.read_at(file, 1)
    assert identifier == name and proofs.examine(catalogue.get(name), made).ok
    assert app.main(["prove", "--claim", "1 <= 2", "--write"]) == 2


def test_a_step_that_fails_is_named_with_file_line_goal_and_what_is_missing(tmp_path):
    statement = catalogue.get("classical.norm-of-sum")
    _, given = read_proof("proof classical.norm-of-sum\n  one: smax(T) <= 0  by sign\n", tmp_path / "a.proof", 7)
    report = proofs.examine(statement, given)
    assert report.failure == f"{tmp_path / 'a.proof'}:8: step 'one': the sign is not seen"
    with pytest.raises(StepError, match=r"a.proof:8: step 'one' \(smax\(T\) <= 0\): the sign is not seen"):
        elaborate(statement, given)
    _, given = read_proof("proof classical.norm-of-sum\n  one = classical.norm-of-product(Q = T)\n  qed by sign\n")
    with pytest.raises(StepError, match=r"proof:2: step 'one' .*: classical.norm-of-product has no variable Q"):
        elaborate(statement, given)


def test_what_a_row_says_need_not_be_written():
    statement = build(
        "found", {"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)"}, [], ["smax(A @ B) <= smax(B) * smax(A)"]
    )
    _, given = read_proof("proof a.b\n  qed by linear classical.norm-of-product(T = A, U = B)\n")
    assert proofs.examine(statement, given).ok
    _, given = read_proof("proof a.b\n  qed by linear classical.norm-of-product(T = A, U = A)\n")
    assert not proofs.examine(statement, given).ok
    _, given = read_proof("proof a.b\n  one = classical.norm-of-product(T = A, U = B)\n")
    assert proofs.examine(statement, given).ok
    _, given = read_proof("proof a.b\n  qed[1] by linear classical.norm-of-product(T = A, U = B)\n")
    assert "the claim has no conjunct 1" in proofs.examine(statement, given).failure
