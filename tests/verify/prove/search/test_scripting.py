"""Proofs written as a module: it runs as it is, and what it offers is judged like any other proof."""

from __future__ import annotations

import runpy

import pytest

from lemmata.theorems import catalogue
from lemmata.theorems.language import proof
from lemmata.verify import cli, proofs
from lemmata.verify.prove.search.scripting import Unspoken, module

OFFERED = (
    "classical.norm-of-sum",
    "classical.stretching",
    "classical.norm-of-product",
    "riedi.prop-4.triangle",
)


def offered(text, tmp_path):
    """What a module offers."""
    file = tmp_path / "found_proofs.py"
    file.write_text(text)
    return runpy.run_path(str(file))["PROOFS"]


def test_what_is_written_runs_and_is_accepted(tmp_path):
    rows = [(catalogue.get(name), catalogue.proof_of(name)) for name in OFFERED]
    written = []
    for statement, script in rows:
        try:
            module([(statement, script)])
        except Unspoken:
            continue
        written.append((statement, script))
    assert written
    made = offered(module(written), tmp_path)
    assert set(made) == {s.id for s, _ in written}
    for statement, script in written:
        again = proofs.examine(statement, made[statement.id])
        assert again.ok, (statement.id, again)
        assert len(made[statement.id].steps) == len(script.steps)


def test_a_module_for_another_claim_is_refused(tmp_path):
    statement = catalogue.get("classical.norm-of-sum")
    step = proof.Step("claim", statement.conjuncts[0], proof.Sign())
    made = offered(module([(statement, proof.Proof("a wrong one", (step,)))]), tmp_path)
    assert not proofs.examine(statement, made[statement.id]).ok


def test_steps_without_a_form_are_said():
    statement = catalogue.get("classical.norm-of-sum")
    step = proof.Step("claim", statement.conjuncts[0], proof.Refute({}))
    with pytest.raises(Unspoken, match="Refute"):
        module([(statement, proof.Proof("", (step,)))])


def test_the_command_writes_a_module(tmp_path, capsys):
    file = tmp_path / "found_proofs.py"
    assert cli.main(["prove", "classical.psd-trace-of-square", "--budget", "40", "--python", str(file)]) in (0, None)
    (made,) = runpy.run_path(str(file))["PROOFS"].items()
    assert proofs.examine(catalogue.get(made[0]), made[1]).ok
    assert cli.main(["prove", "--claim", "1 <= 2", "--python", str(file)]) == 2
