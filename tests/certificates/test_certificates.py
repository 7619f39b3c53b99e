"""Certificates written by the suite: what they prove is accepted, and what an instance cannot prove is not."""

import copy
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from lemmata.catalogue import get
from lemmata.certificates import build_violation, write
from lemmata.evaluate.decide import decide
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import check_certificate, main
from tests import PATIENCE
from tests.certificates.certificate_samples import EXISTENCE, NAMES, denial, examine, examples, mat, resealed

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_counterexamples_are_accepted(tmp_path, capsys, name):
    path = write(tmp_path / "certificates" / f"{name}.json", examples()[name])
    result = check_certificate(path)
    assert result.accepted and result.lines[-1] == "violation established"
    assert main([str(path)]) == 0
    assert examples()[name]["broken"]["relation"] in capsys.readouterr().out


def test_accepted_without_third_party_packages(tmp_path):
    for name in ("gauss-newton", "half-slope"):
        path = write(tmp_path / f"{name}.json", examples()[name])
        command = [sys.executable, "-S", "-m", "lemmata.checker", str(path)]
        run = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=PATIENCE
        )
        assert run.returncode == 0, run.stderr


def test_an_instance_outside_a_domain_is_rejected(tmp_path, capsys):
    cert = copy.deepcopy(examples()["skip-shift"])
    cert["values"]["beta"] = "-1"
    assert examine(tmp_path, resealed(cert)) == 1
    assert "beta is not in its domain positive" in capsys.readouterr().out


def test_an_undefined_side_is_no_violation(tmp_path, capsys):
    cert = copy.deepcopy(examples()["gauss-newton"])
    cert["values"]["W"] = [["0"] * 3] * 2
    assert examine(tmp_path, resealed(cert)) == 1
    assert "undefined" in capsys.readouterr().out


def test_existence_claims_are_not_broken_by_an_instance(tmp_path, capsys):
    instance = Instance({"n": 1}, {"A": mat([1])})
    relation = instantiate(EXISTENCE, {"n": 1}).claim[0].body
    cert = build_violation(EXISTENCE, instance, 0, relation, "1", "1")
    assert examine(tmp_path, cert) == 1
    assert "existence claim" in capsys.readouterr().out


def test_infinite_gaps_are_recorded_and_met(tmp_path):
    statement = get("riedi.cor-7")
    relation = instantiate(statement, {"n": 1}).claim[0]
    values = {"A_0": mat([1]), "A_1": mat([1]), "A_2": mat([0]), "rho": Fraction(0), "i": Fraction(1)}
    instance = Instance({"n": 1}, values)
    hypotheses = [(clause, decide(clause, instance)) for clause in instantiate(statement, {"n": 1}).given]
    given = [(clause, d.lhs, d.rhs) for clause, d in hypotheses]
    cert = build_violation(statement, instance, 0, relation, "1", "1", given)
    assert examine(tmp_path, cert) == 1  # the hypotheses, the infinite gap among them, are met; the claim holds


def test_the_denial_of_an_existence_claim_is_accepted(tmp_path):
    path = write(tmp_path / "c.json", denial())
    result = check_certificate(path)
    assert result.accepted, result.lines
    assert any("axioms used" in line for line in result.lines)
