"""LaTeX from papers: what is unambiguous is read, for the rest there is a question about one place, never a crash."""

from __future__ import annotations

import random

import pytest

from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from lemmata.language.parse.latex_input import understood
from tests.language.parse.latex_claims import ASKED, READ


@pytest.mark.parametrize(("latex", "claim", "given", "let"), READ, ids=[latex[:60] for latex, *_ in READ])
def test_read(latex: str, claim: list[str], given: list[str], let: str) -> None:
    found = understood(latex)
    assert (found.claim, found.given) == (claim, given)
    assert "; ".join(f"{k}={v}" for k, v in found.let.items()) == let
    conjecture_files.build("t", found.let, found.given, found.claim)  # the text form is one that the reader takes


@pytest.mark.parametrize(("latex", "question", "column"), ASKED, ids=[latex[:60] for latex, *_ in ASKED])
def test_asked(latex: str, question: str, column: int | None) -> None:
    with pytest.raises(ReadingError) as caught:
        understood(latex)
    assert caught.value.message.startswith(question.removesuffix("?")) and caught.value.column == column
    assert caught.value.mend


def test_there_are_many() -> None:
    assert len(READ) >= 40 and len(ASKED) >= 15


def test_letters_that_are_declared_are_not_asked_for() -> None:
    with pytest.raises(ReadingError, match="what is `B`"):
        understood(r"\|B\|_F \le 1")
    assert understood(r"\|B x\|_F \le 1", {"B": "real(2, 3)", "x": "real(3, 1)"}).claim == ["normF(B @ x) <= 1"]


def test_a_sign_makes_another_claim() -> None:
    """What is read is what stands there: the false variant of a claim is another text."""
    true, false = (
        understood(rf"\|A\|_F {op} \|A\|_2, A \in \mathbb{{R}}^{{n \times n}}").claim for op in (r"\ge", r"\le")
    )
    assert true == ["normF(A) >= norm2(A)"] and false == ["normF(A) <= norm2(A)"]


@pytest.mark.parametrize("seed", range(4))
def test_torn_text_is_refused_in_words(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(300):
        latex = list(draw.choice(READ)[0])
        for _ in range(draw.randint(1, 3)):
            k = draw.randrange(len(latex))
            latex[k : k + draw.randint(0, 6)] = draw.choice(
                ["", "}", "{", "\\", "_", "^", "|", "(", ",", "$", "x", "\\|", "=", "é"]
            )
        try:
            understood("".join(latex))
        except ReadingError as problem:
            assert str(problem)
