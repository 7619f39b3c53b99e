"""The freeze notices whatever changes, and nothing else."""

import copy
import json
from pathlib import Path

import pytest

from lemmata import catalogue
from tests import freeze

KEPT = Path(__file__).parent / "frozen.json"


@pytest.fixture(scope="module")
def rows() -> dict[str, freeze.Record]:
    return freeze.rows()


def test_the_rows_of_today_are_no_difference_to_themselves(tmp_path: Path) -> None:
    assert freeze.main(["write", str(tmp_path / "rows.json")]) == 0
    assert freeze.main(["compare", str(tmp_path / "rows.json")]) == 0


@pytest.mark.parametrize("field", ["hash", "text", "expected"])
def test_a_changed_field_is_a_line_and_an_exit_code(
    rows: dict[str, freeze.Record], field: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoiled = copy.deepcopy(rows)
    spoiled["riedi.lemma-21"][field] = {"text": {"claim": ["0 <= 1"]}, "expected": None}.get(field, "0" * 64)
    (tmp_path / "rows.json").write_text(json.dumps({"rows": spoiled}))
    assert freeze.main(["compare", str(tmp_path / "rows.json")]) == 1
    line, count = capsys.readouterr().out.splitlines()
    assert line.startswith(f"rows: riedi.lemma-21: {field} ")
    assert count == "1 differences in rows"


def test_what_is_new_and_what_is_gone_are_lines(rows: dict[str, freeze.Record]) -> None:
    less = {name: row for name, row in rows.items() if name != "riedi.lemma-21"}
    assert list(freeze.differences({"rows": rows}, {"rows": less})) == ["rows: riedi.lemma-21: gone"]
    assert list(freeze.differences({"rows": less}, {"rows": rows})) == ["rows: riedi.lemma-21: new"]


def test_rows_are_those_of_the_kept_file(capsys: pytest.CaptureFixture[str]) -> None:
    status = freeze.main(["compare", str(KEPT), "--short"])
    assert status == 0, f"{capsys.readouterr().out}intended? python -m tests.freeze write {KEPT} --short --proofs"


def test_proofs_of_the_kept_file_are_those_of_its_rows() -> None:
    kept = json.loads(KEPT.read_text())
    assert {i for i in kept["rows"] if catalogue.proof_of(i)} == kept["proofs"].keys()
    record = freeze.proved("riedi.lemma-21")
    assert record is not None and freeze.short("proofs", record) == kept["proofs"]["riedi.lemma-21"]


def test_a_part_that_was_not_written_is_a_difference(rows: dict[str, freeze.Record]) -> None:
    assert list(freeze.differences({"rows": rows}, {"rows": rows, "proofs": {}})) == ["proofs: not in the file"]


def test_a_proof_is_recorded_with_what_it_depends_on() -> None:
    found = freeze.proved("riedi.lemma-21")
    assert found is not None
    assert [c["conjunct"] for c in found["conjuncts"]] == list(range(len(found["conjuncts"])))
    assert all(len(c["theorem"]) == 64 for c in found["conjuncts"])
    other = copy.deepcopy(found)
    other["conjuncts"][0]["axioms"] = [["classical.triangle-inequality", "0" * 64]]
    (line,) = freeze.differences({"proofs": {"riedi.lemma-21": found}}, {"proofs": {"riedi.lemma-21": other}})
    assert "axioms" in line


def test_certificates_are_read_by_the_checker(tmp_path: Path) -> None:
    (tmp_path / "certificates").mkdir()
    (tmp_path / "certificates" / "none.json").write_text("{}")
    assert freeze.accepted(tmp_path) == {"none.json": {"accepted": False}}
