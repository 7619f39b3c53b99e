"""The page about proofs: every example is checked, and every reason has one."""

import re
from pathlib import Path

import pytest

from lemmata import catalogue
from lemmata.language import proof, proof_text
from lemmata.language.conjecture_files import build
from lemmata.language.proof_text import read_at, read_proof
from lemmata.prove import proofs

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "proofs.md").read_text(encoding="utf-8")
LET = {"n": "integer(2, 9)", "A": "real(n, n)", "B": "real(n, n)", "z": "real(n, 1)", "x": "real", "y": "real"}
EXAMPLES = [
    text for block in re.findall(r"^```\n(.*?)^```$", PAGE, re.M | re.S) for text in re.split(r"\n\n(?=# )", block)
]
ROWS = [[cell.strip() for cell in line.split(" | ")] for line in PAGE.splitlines() if line.startswith("| `")]


def statement_and_proof(text, folder):
    """The statement that the comments of an example give, and its proof."""
    said = dict(re.findall(r"^# (given|claim): (.*)$", text, re.M))
    (folder / "page.proof").write_text(text)
    ((name, file, line),) = proof_text.places(folder)
    given = said["given"].split("; ") if "given" in said else []
    return build(name, LET, given, said["claim"].split("; ")), read_at(file, line)[1]


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_a_proof(text, tmp_path):
    report = proofs.examine(*statement_and_proof(text, tmp_path))
    assert report.ok, report.failure


def test_an_example_of_something_false_is_none(tmp_path):
    false = EXAMPLES[0].replace("<= smax(A)**2 * smax(B)", "<= smax(A) * smax(B)")
    assert not proofs.examine(*statement_and_proof(false, tmp_path)).ok


def test_every_reason_has_an_example_that_is_read():
    words = {word for row in ROWS for word in re.findall(r"`([a-z-]+)", row[0])}
    assert proof_text.WORDS.keys() - {"principle"} <= words and "`qed by principle(" in PAGE
    for row in ROWS:
        example = row[1].strip("`")
        if not example.startswith(("let ", "define ", "use ")):
            read_proof(f"proof a.b\n  let k = 1..n\n  {example}\n")


@pytest.mark.parametrize("row", [row for row in ROWS if re.search(r"\(`\w+\.", row[2])], ids=lambda row: row[0])
def test_a_reason_stands_in_the_proof_that_is_named(row):
    word, name = re.findall(r"`([a-z-]+)", row[0])[0], re.search(r"\(`([^`]+)`\)", row[2])[1]
    kinds = {type(step.by) for step in proof.every_step(catalogue.proof_of(name).steps)}
    wanted = {"one-direction": proof.OneDirection, "derivative": proof.Differentiate} | proof_text.WORDS
    assert wanted[word] in kinds
