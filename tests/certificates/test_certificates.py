"""Certificates written by the suite: what they prove is accepted, and what an instance cannot prove is not."""

from fractions import Fraction
from pathlib import Path

import pytest

from lemmata.catalogue import get
from lemmata.certificates import build_violation, write
from lemmata.evaluate.decide import decide
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import check_certificate, main
from tests.certificates.certificate_samples import NAMES, denial, examine, examples, mat

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_counterexamples_are_accepted(tmp_path, capsys, name):
    path = write(tmp_path / "certificates" / f"{name}.json", examples()[name])
    result = check_certificate(path)
    assert result.accepted and result.lines[-1] == "violation established"
    assert main([str(path)]) == 0
    assert "the claim asks for " in capsys.readouterr().out


def test_infinite_gaps_are_met_and_have_no_record(tmp_path):
    statement = get("riedi.cor-7")
    relation = instantiate(statement, {"n": 1}).claim[0]
    values = {"A_0": mat([1]), "A_1": mat([1]), "A_2": mat([0]), "rho": Fraction(0), "i": Fraction(1)}
    instance = Instance({"n": 1}, values)
    hypotheses = [(clause, decide(clause, instance)) for clause in instantiate(statement, {"n": 1}).given]
    given = [(clause, d.lhs, d.rhs) for clause, d in hypotheses]
    cert = build_violation(statement, instance, 0, relation, "1", "1", given)
    assert not any("inf" in record["lhs"] for record in cert["given"])
    assert examine(tmp_path, cert) == 1  # the hypotheses, the infinite gap among them, are met; the claim holds


def test_the_denial_of_an_existence_claim_is_accepted(tmp_path):
    path = write(tmp_path / "c.json", denial())
    result = check_certificate(path)
    assert result.accepted, result.lines
    assert any("axioms used" in line for line in result.lines)
