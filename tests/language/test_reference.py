"""docs/language.md says what the specifications say, and what the reader does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lemmata import language
from lemmata.language import atoms, reference
from lemmata.language.parse import ReadingError, read_claim
from lemmata.language.parse.declarations import DOMAINS, read_variables
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.specification import Domain
from lemmata.language.text import write

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
