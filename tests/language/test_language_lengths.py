"""Shapes and lengths of the wider vocabulary, and what is said when they do not fit."""

from typing import Any

import pytest
from sympy import Symbol, sympify

from lemmata.language import Matrix, ShapeError, Vector, entries, s
from lemmata.language.columns import Column, DiagonalEntries, DiagonalMatrix
from lemmata.language.dimensions import with_article
from lemmata.language.text import write
from tests import table
from tests.language.samples import A, m, n, read, x

TABLE = table(__file__, "shapes.toml")
NAMES = {
    "u": entries(x), "v": s(A), "z": Vector("z", m), "WIDE": Matrix("K", 2, 3),
    "Column": Column, "DiagonalEntries": DiagonalEntries, "DiagonalMatrix": DiagonalMatrix,
}  # fmt: skip


def made(typed: str) -> Any:
    """What is typed, in these names too."""
    return read(typed, **NAMES)


@pytest.mark.parametrize(("typed", "shape"), TABLE["shapes"])
def test_shapes_of_matrix_functions(typed, shape):
    rows, cols = made(typed).shape
    text = " x ".join(f"({t})" if " " in (t := write(side)) and "min" not in t else t for side in (rows, cols))
    assert text == shape


@pytest.mark.parametrize(("typed", "message"), TABLE["refused"])
def test_what_does_not_fit_is_refused_with_the_shapes(typed, message):
    with pytest.raises(ShapeError, match=message):
        made(typed)


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ((1, 1), "a 1 x 1"),
        ((8, 2), "an 8 x 2"),
        ((11, 2), "an 11 x 2"),
        ((110, 2), "a 110 x 2"),
        ((n, n), "an n x n"),
        ((Symbol("d"), n), "a d x n"),
        ((n + 1, 2), "an (n + 1) x 2"),
        ((2 * n, 2), "a (2 * n) x 2"),
        ((Symbol("rows"), n), "a rows x n"),
    ],
)
def test_a_shape_has_the_article_that_is_spoken(shape: Any, said: str) -> None:
    assert with_article(tuple(map(sympify, shape))) == said
