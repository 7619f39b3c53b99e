"""Random nested expressions: exact, algebraic, ball, mpmath and float interpreters never contradict each other."""

from __future__ import annotations

import random

import pytest

from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from tests.fuzz import claims, stages


@pytest.mark.parametrize("seed", range(2))
def test_interpreters_agree(seed: int) -> None:
    draw = random.Random(seed)
    grammar, terms = claims.Wide(draw), 0
    while terms < 40:
        job = claims.of_grammar(draw, grammar)
        try:
            statement = conjecture_files.build("drawn", job["let"], [], job["claim"])
        except ReadingError:
            continue  # a shape that does not fit
        terms += len(statement.claim)
        assert list(stages.values(statement, terms)) == []
