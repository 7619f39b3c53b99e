"""Kind "denial": existence claims refuted by the kernel's derivation of the contrary."""

import copy
import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.catalogue import get
from lemmata.certificates import denials, witnesses, write
from lemmata.checker.format import SCHEMA, NotEstablished, digest
from lemmata.network_checker.denial import contrary
from lemmata.network_checker.network_program import CertificateError, check_certificate
from lemmata.prove import derivations
from lemmata.prove.elaborating import elaborate
from lemmata.prove.state import text_of
from tests.attacks.forged_certificates import text_hash
from tests.certificates.certificate_samples import denial, examine, resealed, reworded, sealed

LEAKY, STEEP = "riedi.lemma-24.leaky", "macdonald.thm-4.4.nonlinearity"


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
    found = examine(tmp_path, reworded(denial(STEEP), **text))
    assert found == code or code and found


@pytest.mark.parametrize(
    "claim",
    ["exists: s(M_o + rho * I(n), i) <= s((M_o + rho * I(n)) @ D, i)", "exists: s(M_o + rho * I(n), 1) < s(M_o, 1)",
     "exists: s(M_o + rho * I(n)) < s((M_o + rho * I(n)) @ D)"],
)  # fmt: skip
def test_other_claims_about_matrices_are_refused(claim, tmp_path):
    assert examine(tmp_path, reworded(denial(LEAKY), claim=[claim])) == 1


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
    for k in range(0, len(cert["derivation"]["steps"]), 9):
        out = copy.deepcopy(cert)
        out["derivation"]["steps"].pop(k)
        assert examine(tmp_path, resealed(out)) == 1, k


def test_witnesses_that_nothing_asks_for_are_refused(tmp_path):
    assert examine(tmp_path, sealed({**copy.deepcopy(denial(STEEP)), "witnesses": {"lam(A)": ["1", "1"]}})) == 2


@pytest.mark.parametrize(("name", "code"), [("simple-eigenspace", 1), ("spectral theorem", 0)])
def test_a_principle_is_not_believed(name, code, tmp_path, monkeypatch, capsys):
    """Where the kernel names one that no definition hides."""

    def run(*command, **settings):
        done = ask(*command, **settings)
        yes, line = done.stdout.splitlines()
        done.stdout = "\n".join([yes, json.dumps(json.loads(line) | {"principles": [name]})])
        return done

    ask = subprocess.run
    monkeypatch.setattr(subprocess, "run", run)
    assert examine(tmp_path, denial(STEEP)) == code
    assert ("a principle is believed" in capsys.readouterr().out) == bool(code)


def test_only_textbook_facts_are_leaned_on(tmp_path, capsys):
    """The statement itself taken for an axiom, or another one that is false."""
    statement = get(STEEP)
    other = catalogue.get(statement.denied_by.statement)
    theorem = logic.axiom(other.id, "A", text_of(other), 0)
    data = json.loads(derivations.write([(theorem, other.id, "A", text_of(other), 0)]))
    cert = {**copy.deepcopy(denial(STEEP)), "derivation": {k: data[k] for k in ("rows", "steps")}, "step": 0}
    assert examine(tmp_path, resealed(cert)) == 1
    assert "no textbook fact" in capsys.readouterr().out


def test_the_contrary_has_to_be_another_relation():
    for claim in ("exists: x == 1", "x <= 1", "exists: x <= 1 for k in 1..2", "exists: 0 <= x <= 1"):
        with pytest.raises(NotEstablished):
            contrary({"let": ["x = real"], "given": [], "claim": [claim]})
    assert contrary({"let": ["x = real"], "given": [], "claim": ["exists: x < 1"]}) == "let: x = real\nclaim: x >= 1"


@pytest.mark.long
def test_a_denial_that_says_something_else_gives_no_derivation():
    from dataclasses import replace

    statement = get(STEEP)
    wrong = replace(statement, denied_by=replace(statement.denied_by, statement="riedi.lemma-17"))
    assert denials.derivation(wrong) is None and denials.derivation(statement) is not None


def bomb(kind):
    """Rows that are small in the file and large when they are read."""
    rows = [["sR"], ["sv", "sx", "r0"], ["sv", "sy", "r0"], ["s+", "r1", "r2"]]
    match kind:
        case "doubling":
            rows += [["s*", f"r{k}", f"r{k}"] for k in range(3, 200)]
        case "deep":
            rows += [["s+", f"r{k}", "r1"] for k in range(3, 20_000)]
        case "power":
            rows.append(["s^", "r3", f"j{10**9}"])
        case "digits":
            rows.append(["s+", "r3", "q" + "9" * 100_000])
        case "number":
            rows.append(["s^", "r3", "j" + "9" * 100_000])
    return {"rows": rows, "steps": [["identity", f"r{len(rows) - 1}", f"r{len(rows) - 1}"]]}


@pytest.mark.parametrize("kind", ["doubling", "deep", "power", "digits", "number"])
def test_derivations_that_explode_are_given_up_in_time(kind, tmp_path):
    cert = sealed({**copy.deepcopy(denial(STEEP)), "derivation": bomb(kind), "step": 0})
    path = write(tmp_path / "c.json", cert)
    start = time.process_time()
    assert not check_certificate(path, seconds=2).accepted
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "steps",
    [[["axiom"]], [["proves", "t0"]], [["__class__"]], [["cut", "t0", "t1"]], [["axiom", "d1", "r9"]], [[None]]],
)
def test_steps_that_are_none_are_refused(steps, tmp_path):
    cert = {**copy.deepcopy(denial(STEEP)), "derivation": {"rows": [], "steps": steps}, "step": 0}
    assert examine(tmp_path, sealed(cert)) == 1


def test_vectors_have_no_contrary(tmp_path, capsys):
    """That every entry is at least as large denies more than it has to: a claim about every entry at once stays."""
    other = get("riedi.lemma-24.leaky~repaired")
    text = {"claim": ["exists: s(M_o + rho * I(n)) < s((M_o + rho * I(n)) @ D)"], "let": other.text["let"]}
    (theorem, *_) = elaborate(other, catalogue.proof_of(other.id))
    data = json.loads(derivations.write([(theorem, other.id, "A", text_of(other), 0)]))
    cert = {**denial(LEAKY), "derivation": {k: data[k] for k in ("rows", "steps")}, "step": data["claims"][0][0]}
    assert examine(tmp_path, reworded(cert, **text)) == 1
    assert "compares vectors" in capsys.readouterr().out


# --- Kind "witness": an instance that meets the hypotheses and what is claimed to exist, and nothing else

MATRICES = ["n = integer(1)", "A = symmetric(n)", "x = real"]


def witness(claim: str, values: dict[str, Any], given: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A certificate that these values are what a claim says to exist."""
    text = {"let": more.pop("let", MATRICES), "given": list(given), "claim": [claim]}
    cert = {"schema": SCHEMA, "kind": "witness", "statement": "conjecture.made", "text": text, "dims": {"n": 2}}
    cert |= {"hash": text_hash("A", text), "values": values, **more}
    cert["digest"] = digest(cert)
    cert = cert if more else witnesses.attach(cert)
    return {**cert, "digest": digest(cert)}


def outcome(tmp_path: Path, cert: dict[str, Any]) -> str:
    try:
        result = check_certificate(write(tmp_path / "c.json", cert))
    except CertificateError as error:
        return f"refused: {error}"
    return result.lines[-1] if result.accepted else f"not established: {result.lines[0]}"


VALUES = {"A": [["2", "0"], ["0", "1"]], "x": "3"}


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        ("exists: lmax(A) < x", ()),
        ("exists: 1 <= det(A) <= x", ()),
        ("exists: tr(A) == x", ("x > 0", "det(A) == 2")),
        ("exists: (A @ A == A + A @ A - A)", ()),
        ("exists: (entry(s(A), i) <= x for i in 1..n)", ()),
        ("exists: x**2 == 9", ()),
    ],
)
def test_what_is_there_exists(claim: str, given: tuple[str, ...], tmp_path: Path) -> None:
    assert outcome(tmp_path, witness(claim, VALUES, given)) == "existence established"
