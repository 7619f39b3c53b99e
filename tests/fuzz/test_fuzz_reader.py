"""A short run of the fuzzer in every test run, and planted faults that it has to find."""

import time

import pytest

from lemmata.language.parse import hints, operations
from tests.fuzz import stranger_texts

pytestmark = pytest.mark.long


def test_a_short_run_finds_nothing_wrong():
    found = stranger_texts.run(seconds=60, seed=1, most=1200)
    assert found.wrong == []
    assert found.statements > 50 and found.kept > 50 and found.edges > 700


def test_what_is_tried_depends_on_the_seed_alone():
    one, two = (stranger_texts.run(seconds=60, seed=5, most=150) for _ in range(2))
    assert (one.texts, one.statements) == (two.texts, two.statements)


@pytest.mark.parametrize(
    ("room", "name", "planted"),
    [
        (hints, "nearest", lambda name, known: known[0]),
        (operations, "negate", lambda x: 1 / 0),
        (operations, "transpose", lambda x, sizes: operations.columns.column(x).inverse()),
    ],
    ids=["TypeError", "ZeroDivisionError", "AttributeError"],
)
def test_planted_faults_are_found(monkeypatch, room, name, planted):
    monkeypatch.setattr(room, name, planted)
    assert stranger_texts.run(seconds=60, seed=0, most=1200).wrong


def test_a_planted_delay_is_found(monkeypatch):
    def idle(x):
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        return -x

    monkeypatch.setattr(operations, "negate", idle)
    monkeypatch.setattr(stranger_texts, "SLOW", 0.015)
    found = stranger_texts.run(seconds=60, seed=0, most=60)
    assert any("took" in wrong for _, wrong in found.wrong)


def test_a_poor_message_is_found(monkeypatch):
    monkeypatch.setattr("lemmata.language.parse.errors.one_line", lambda text: text + "\n")
    assert any("poor message" in wrong for _, wrong in stranger_texts.run(seconds=60, seed=0, most=60).wrong)


def test_the_command(capsys):
    assert stranger_texts.main(["--seconds", "0.5"]) == 0
    assert " 0 wrong, stopped after 0.5 s" in capsys.readouterr().out
