"""Kernel and checker answer to every file as the manifest says, and files tell a broken kernel from a whole one."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.attacks.answering import KERNEL, checker, disagreements, kernel, without
from tests.attacks.write import FOLDERS, manifest

ROWS = manifest()
EXPECTED = {program: {row["name"]: row["expect"] for row in ROWS if row["program"] == program} for program in FOLDERS}
FILES = {program: [FOLDERS[program] / name for name in expected] for program, expected in EXPECTED.items()}
# A function of the kernel, and words of the refusal that is taken out of it.
BUGS = (
    ("generalise", "is not arbitrary"),
    ("linear", "the sign of the factor of an inequality"),
    ("linear", "the combination is not the goal"),
    ("identity", "different normal forms"),
    ("discrete", "no strict inequality between integers"),
    ("induction", "is not arbitrary"),
    ("choose", "is not arbitrary"),
    ("rewrite", "the template is not the theorem"),
    ("trichotomy", "the cases end differently"),
    ("deny", "no contradiction"),
    ("_replayed", "is not what step"),
)


def test_the_kernel_answers_as_it_should() -> None:
    assert not disagreements(EXPECTED["kernel"], kernel(FILES["kernel"]))


def test_the_checker_answers_as_it_should() -> None:
    assert not disagreements(EXPECTED["checker"], checker(FILES["checker"]))


@pytest.mark.parametrize("always", ["accept", "reject", "decline"])
@pytest.mark.parametrize("program", FOLDERS)
def test_who_always_says_the_same_fails(program: str, always: str) -> None:
    assert len(disagreements(EXPECTED[program], dict.fromkeys(EXPECTED[program], always))) >= 20


def test_there_are_enough_of_each_and_no_others() -> None:
    answers = Counter(row["expect"] for row in ROWS)
    assert answers["reject"] + answers["decline"] >= 150 and answers["accept"] >= 50
    for program, folder in FOLDERS.items():
        assert {path.name for path in folder.iterdir()} == EXPECTED[program].keys()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("function", "message"), BUGS)
def test_a_kernel_without_one_refusal_is_caught(function: str, message: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken_kernel.py"
    shutil.copy(KERNEL.with_name("definitions.txt"), tmp_path)
    broken.write_text(without(KERNEL.read_text(encoding="utf-8"), function, message), encoding="utf-8")
    forged = [path for path in FILES["kernel"] if path.name.startswith(("false-", "step-"))]
    answers = kernel(forged, broken)
    assert "accept" in answers.values()


def test_a_refusal_that_is_not_there_is_not_taken_out() -> None:
    with pytest.raises(ValueError, match="0 refusals"):
        without(KERNEL.read_text(encoding="utf-8"), "generalise", "no such words")
