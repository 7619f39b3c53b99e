"""The reviewed verdicts."""

from dataclasses import replace
from pathlib import Path

import pytest

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.checker.format import manifest
from lemmata.errors import InputError
from lemmata.textbook import THEOREMS

KNOWN = ["riedi.lemma-21", "riedi.lemma-18"]
ROW = {"verdict": "proved", "reason": "Weyl twice.", "hash": "a" * 64}


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "expected.toml"
    path.write_text(text, encoding="utf-8")
    return path


def row(identifier: str = "riedi.lemma-21", **changes: str) -> str:
    body = "\n".join(f'{key} = "{value}"' for key, value in {**ROW, **changes}.items())
    return f'["{identifier}"]\n{body}\n'


def test_rows_are_read(tmp_path: Path) -> None:
    rows = expected.read(written(tmp_path, row() + row("riedi.lemma-18", verdict="refuted", quoted="Let w.")), KNOWN)
    assert rows["riedi.lemma-21"] == expected.Row("proved", "Weyl twice.", "a" * 64)
    assert rows["riedi.lemma-18"].verdict == "refuted" and rows["riedi.lemma-18"].quoted == "Let w."


@pytest.mark.parametrize(
    ("text", "place", "fix"),
    [
        ("[riedi.lemma-21]\n" + row().split("\n", 1)[1], '["riedi"]', 'write ["<id>"], quotes included'),
        ('["riedi.lemma-21"\n', "line 1", "ids need quotes"),
        (row() + row(), "line 5", "not TOML"),
        ("title = 3\n", '["title"]', "not a row"),
        (row(quoted=" "), '["riedi.lemma-21"]', 'give quoted = "..."'),
        (row("riedi.lemma-22"), '["riedi.lemma-22"]', "did you mean riedi.lemma-21"),
        (row(verdict="provd"), '["riedi.lemma-21"]', "not one of proved, refuted"),
        (row(verdict="error"), '["riedi.lemma-21"]', "not one of proved, refuted"),
        (row(reason=" "), '["riedi.lemma-21"]', "reason is missing"),
        (row(reason="one\\ntwo"), '["riedi.lemma-21"]', "put it in one"),
        (row(hash="abc"), '["riedi.lemma-21"]', "`lemmata show riedi.lemma-21`"),
        (row(verdit="proved"), '["riedi.lemma-21"]', "unknown key 'verdit'"),
        ('["riedi.lemma-21"]\nverdict = 3\n', '["riedi.lemma-21"]', "verdict is missing or not a string"),
    ],
)
def test_a_malformed_file_is_refused_with_place_and_mend(tmp_path: Path, text: str, place: str, fix: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        expected.read(path, KNOWN)
    message = str(caught.value)
    assert str(path) in message and place in message and fix in message and "\n" not in message


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "expected.toml"
    path.write_bytes(b"# \xff\n")
    with pytest.raises(InputError, match="byte 2: not UTF-8"):
        expected.read(path, KNOWN)


@pytest.mark.parametrize(
    ("verdict", "content_hash", "difference"),
    [
        ("proved", "a" * 64, None),
        ("supported", "a" * 64, "supported, reviewed as proved"),
        ("error", "a" * 64, "error, reviewed as proved"),
        ("proved", "b" * 64, "the statement changed since its review (reviewed aaaaaaaaaaaa..., now bbbbbbbbbbbb...)"),
    ],
)
def test_comparison(verdict: str, content_hash: str, difference: str | None) -> None:
    rows = {"riedi.lemma-21": expected.Row(**ROW)}
    found = expected.compare({"id": "riedi.lemma-21", "verdict": verdict, "hash": content_hash}, rows)
    assert found == {
        "expected": "proved", "reason": "Weyl twice.", "as_expected": difference is None, "difference": difference,
    }  # fmt: skip


def test_a_missing_row_is_a_difference() -> None:
    found = expected.compare({"id": "riedi.lemma-21", "verdict": "proved", "hash": "a" * 64}, {})
    assert found["expected"] is None and found["reason"] is None and not found["as_expected"]
    assert "no reviewed verdict" in found["difference"]


def test_every_fact_of_the_textbook_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact that was changed, or has become an axiom, differs from what the checker's manifest holds."""
    entries = [{"id": s.id, "hash": s.hash, "verdict": "proved"} for s in THEOREMS.values()]
    rows = expected.load()
    assert {e["id"] for e in entries} <= rows.keys() and all(rows[e["id"]].hash == e["hash"] for e in entries)
    assert all(rows[e["id"]].reason for e in entries)
    axioms = {e["id"] for e in entries if not expected.compare(e, rows)["as_expected"]}
    assert axioms == {e["id"] for e in entries if catalogue.proof_of(e["id"]) is None} and "classical.weyl" in axioms
    known = {**manifest(), "classical.gram": {**manifest()["classical.gram"], "hash": "b" * 64}}
    monkeypatch.setattr(expected, "manifest", lambda: known)
    entry = next(e for e in entries if e["id"] == "classical.gram")
    assert "changed since its review" in expected.compare(entry, expected.load())["difference"]


def test_the_review_of_a_textbook_from_outside_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    own = next(p for p in catalogue.paper_packages() if p.paper.textbook)
    other = replace(own, paper=replace(own.paper, key="lovelace"), outside=True)
    monkeypatch.setattr(catalogue, "paper_packages", lambda: (own, other))
    assert own.folder and expected.files() == [(own.folder / expected.NAME, other.statements)]


def test_what_fails_in_a_paper_is_quoted() -> None:
    rows = expected.load()
    refuted = {name: row for name, row in rows.items() if row.verdict == "refuted" and "~" not in name}
    assert len(refuted) > 50 and {name for name, row in refuted.items() if not row.quoted} == set()
