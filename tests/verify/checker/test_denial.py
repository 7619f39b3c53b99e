"""Kind "denial": existence claims refuted by the kernel's derivation of the contrary."""

import copy
import hashlib

import pytest

from tests.verify.certificate_samples import denial, examine, resealed, sealed
from theorems import catalogue
from theorems.catalogue import get
from theorems.language.text import write as written
from verify import denials
from verify.checker.denial import contrary
from verify.checker.format import NotEstablished
from verify.kernel import logic
from verify.prove.facts import text_of

LEAKY, STEEP = "riedi.lemma-24.leaky", "macdonald.thm-4.4.nonlinearity"


def about(cert, **text):
    """The certificate with parts of its text replaced, under an id that is bound to none."""
    out = copy.deepcopy(cert)
    out["text"].update(text)
    out["statement"] = "conjecture.altered"
    lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in out["text"][part]]
    out["hash"] = hashlib.sha256("\n".join(["A", *lines]).encode()).hexdigest()
    return resealed(out)


@pytest.mark.parametrize("identifier", [LEAKY, STEEP])
def test_the_certificates_of_the_rows_are_accepted(identifier, tmp_path, capsys):
    assert examine(tmp_path, denial(identifier)) == 0
    assert "refutation established" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ({}, 0),
        ({"given": ["K >= 1"]}, 0),  # more is assumed: the contrary holds there too
        ({"let": ["K = real"]}, 1),
        ({"let": ["K = positive(1)"]}, 1),
        ({"let": ["K = positive", "K = positive"]}, 1),
        ({"let": ["K = interval(-2, 2)"]}, 1),
        ({"let": []}, 1),
        ({"claim": ["exists: 3/2 * (1 / (1 + K)) >= K * (1 / (1 + K))**2"]}, 1),
        ({"claim": ["exists: 3/2 * (1 / (1 + K)) < K * (1 / (1 + K))**2"]}, 1),  # another contrary was proved
        ({"claim": ["exists: 3/2 * (1 / (1 + K)) == K * (1 / (1 + K))**2"]}, 1),
        ({"claim": ["exists: 1/2 * (1 / (1 + K)) <= K * (1 / (1 + K))**2"]}, 1),  # true at K = 2
        ({"claim": ["exists: 3/2 * (1 / (1 + K)) <= K * (1 / (1 + K))**2 for k in 1..2"]}, 1),
        ({"claim": ["exists: 0 <= 3/2 * (1 / (1 + K)) <= K * (1 / (1 + K))**2"]}, 1),
        ({"claim": ["3/2 * (1 / (1 + K)) <= K * (1 / (1 + K))**2"]}, 1),  # no existence claim
        ({"claim": ["exists: 3/2 * (1 / (1 + K)) <= K * (1 / (1 + K))**2", "K >= 0"]}, 1),
        ({"claim": ["exists: 3/2 * (1 / (1 + K)) <= (K * (1 / (1 + K))**2)"]}, 0),
    ],
)
def test_texts_are_read_whole(text, code, tmp_path):
    found = examine(tmp_path, about(denial(STEEP), **text))
    assert found == code or code and found


@pytest.mark.parametrize(
    "claim",
    ["exists: s(M_o + rho * I(n), i) <= s((M_o + rho * I(n)) @ D, i)", "exists: s(M_o + rho * I(n), 1) < s(M_o, 1)",
     "exists: s(M_o + rho * I(n)) < s((M_o + rho * I(n)) @ D)"],
)  # fmt: skip
def test_other_claims_about_matrices_are_refused(claim, tmp_path):
    assert examine(tmp_path, about(denial(LEAKY), claim=[claim])) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"step": 0}, {"step": 10**6}, {"step": -10**6}, {"step": "1"}, {"derivation": {"rows": [], "steps": []}},
        {"derivation": {"rows": [[1]], "steps": [["absurd", "t0"]]}}, {"derivation": {"rows": [], "steps": [[]]}},
        {"derivation": {"rows": [], "steps": ["axiom"]}}, {"derivation": {"steps": []}}, {"derivation": []},
        {"derivation": {"rows": [], "steps": [], "claims": []}}, {"precision": 64},
    ],
)  # fmt: skip
def test_what_is_no_derivation_is_refused(change, tmp_path):
    assert examine(tmp_path, resealed({**copy.deepcopy(denial(STEEP)), **change})) in (1, 2)


def test_steps_dropped_or_changed_are_refused(tmp_path):
    cert = denial(STEEP)
    for k in range(0, len(cert["derivation"]["steps"]), 3):
        out = copy.deepcopy(cert)
        out["derivation"]["steps"].pop(k)
        assert examine(tmp_path, resealed(out)) == 1, k


def test_witnesses_that_nothing_asks_for_are_refused(tmp_path):
    assert examine(tmp_path, sealed({**copy.deepcopy(denial(STEEP)), "witnesses": {"lam(A)": ["1", "1"]}})) == 2


def test_a_principle_is_not_believed(tmp_path, capsys):
    steps = copy.deepcopy(denial(STEEP))["derivation"]
    steps["steps"].append(["principle", "sspectral theorem", "r0", "r0"])
    assert examine(tmp_path, resealed({**copy.deepcopy(denial(STEEP)), "derivation": steps})) == 1
    assert "principle" in capsys.readouterr().out


def test_only_textbook_facts_are_leaned_on(tmp_path, capsys):
    """The statement itself taken for an axiom, or another one that is false."""
    statement = get(STEEP)
    other = catalogue.get(statement.denied_by.statement)
    theorem = logic.axiom(other.id, "A", text_of(other), 0)
    from verify.kernel import replay

    data = replay.json.loads(replay.write([(theorem, other.id, "A", text_of(other), 0)]))
    cert = {**copy.deepcopy(denial(STEEP)), "derivation": {k: data[k] for k in ("rows", "steps")}, "step": 0}
    assert examine(tmp_path, resealed(cert)) == 1
    assert "no textbook fact" in capsys.readouterr().out


def test_the_contrary_has_to_be_another_relation():
    for claim in ("exists: x == 1", "x <= 1", "exists: x <= 1 for k in 1..2", "exists: 0 <= x <= 1"):
        with pytest.raises(NotEstablished):
            contrary({"let": ["x = real"], "given": [], "claim": [claim]})
    assert contrary({"let": ["x = real"], "given": [], "claim": ["exists: x < 1"]}) == "let: x = real\nclaim: x >= 1"


def test_a_denial_that_says_something_else_gives_no_derivation():
    from dataclasses import replace

    statement = get(STEEP)
    wrong = replace(statement, denied_by=replace(statement.denied_by, statement="riedi.lemma-17"))
    assert written(statement.claim[0]).startswith("exists")
    assert denials.derivation(wrong) is None and denials.derivation(statement) is not None
