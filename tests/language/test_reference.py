"""docs/language.md says what the specifications say, and what the reader does."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata import catalogue, language
from lemmata.language import atoms, proof, proof_text, reference
from lemmata.language.conjecture_files import build
from lemmata.language.parse import ReadingError, read_claim
from lemmata.language.parse.declarations import DOMAINS, read_variables
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.proof_text import read_at, read_proof
from lemmata.language.specification import Domain
from lemmata.language.text import write
from lemmata.prove import proofs

PAGE = reference.PATH.read_text(encoding="utf-8")
NAMES = read_variables({"n": "integer(1, 4)", "A": "real(n, n)", "x": "real(n, 1)", "t": "real"})


def test_the_page_is_not_stale() -> None:
    assert reference.page() == PAGE, "run `python -m lemmata.language.reference`"


def test_every_word_stands_on_it() -> None:
    for name in (*FUNCTIONS, *DOMAINS):
        assert f"| `{name}(" in PAGE or f"| `{name}` |" in PAGE, name
    missing = {name for name in language.__all__ if f"| `{name}" not in PAGE}
    assert missing == {"Id", "maximum", "minimum", "spectral_radius", "total"}  # said under the names that are typed


def test_a_change_beside_a_class_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the page is made of what stands there."""
    monkeypatch.setattr(atoms.SMin, "spec", replace(atoms.SMin.spec, domain=Domain.REGULAR))
    assert reference.page() != PAGE
    monkeypatch.undo()
    monkeypatch.setattr(atoms.Det, "__doc__", "Something else.")
    assert "Something else." in reference.page()


@pytest.mark.parametrize("text", ["x + 1 <= x", "A + t * I(n) == A", "A @ x <= x", "t * A / 2 == A", "A @ A * t == A"])
def test_what_the_page_says_is_read(text: str) -> None:
    assert write(read_claim(text, NAMES))


@pytest.mark.parametrize("text", ["A + 1 == A", "x @ x <= 1", "A * A == A", "1 / A == A"])
def test_what_it_says_is_refused(text: str) -> None:
    with pytest.raises(ReadingError):
        read_claim(text, NAMES)


def test_a_usage_that_nothing_fits_is_refused() -> None:
    with pytest.raises(ReadingError):
        reference.read("det(x)")


# --- The page about proofs: every example is checked, and every reason has one

PROOFS_PAGE = (Path(__file__).resolve().parents[2] / "docs" / "proofs.md").read_text(encoding="utf-8")
LET = {"n": "integer(2, 9)", "A": "real(n, n)", "B": "real(n, n)", "z": "real(n, 1)", "x": "real", "y": "real"}
EXAMPLES = [
    text
    for block in re.findall(r"^```\n(.*?)^```$", PROOFS_PAGE, re.M | re.S)
    for text in re.split(r"\n\n(?=# )", block)
]
ROWS = [[cell.strip() for cell in line.split(" | ")] for line in PROOFS_PAGE.splitlines() if line.startswith("| `")]


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
    assert proof_text.WORDS.keys() - {"principle"} <= words and "`qed by principle(" in PROOFS_PAGE
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
