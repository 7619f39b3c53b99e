"""Shapes and lengths of the wider vocabulary, and what is said when they do not fit."""

from typing import Any

import pytest
from sympy import Symbol, sympify

from lemmata.language import (
    Matrix,
    ShapeError,
    Vector,
    absm,
    column,
    cumsum,
    diag,
    entries,
    entry,
    eq,
    exp,
    expm,
    gap,
    had,
    inv,
    kyfan,
    logm,
    maximum,
    minimum,
    ones,
    prod,
    relations,
    relu,
    s,
    schatten,
    smax,
    spectral_radius,
    sqrtm,
    sym,
    total,
)
from lemmata.language.columns import Column, DiagonalEntries, DiagonalMatrix
from lemmata.language.dimensions import with_article
from lemmata.language.text import write
from tests.language.samples import A, N, X, m, n, rho, x

u, v = entries(x), s(A)
z = Vector("z", m)
WIDE = Matrix("K", 2, 3)


@pytest.mark.parametrize(
    ("node", "shape"),
    [
        (inv(A), "n x n"),
        (expm(A), "n x n"),
        (logm(N), "n x n"),
        (sqrtm(N), "n x n"),
        (absm(X), "m x m"),
        (absm(X.T), "d x d"),
        (absm(WIDE), "3 x 3"),
        (had(X, X), "d x m"),
        (relu(X), "d x m"),
        (ones(n, m + 1), "n x (m + 1)"),
        (sym(A), "n x n"),
        (diag(x), "n x n"),
        (diag(s(X)), "min(d, m) x min(d, m)"),
        (diag(s(WIDE)), "2 x 2"),
        (column(v), "n x 1"),
        (A @ column(v), "n x 1"),
        (x.T @ x, "1 x 1"),
    ],
    ids=lambda p: p if isinstance(p, str) else write(p),
)
def test_shapes_of_matrix_functions(node, shape):
    rows, cols = node.shape
    text = " x ".join(f"({t})" if " " in (t := write(side)) and "min" not in t else t for side in (rows, cols))
    assert text == shape


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: inv(X), r"inv\(\.\.\.\) needs a square matrix; X is d x m"),
        (lambda: expm(WIDE), r"K is 2 x 3"),
        (lambda: logm(X), r"logm.* square"),
        (lambda: sqrtm(X), r"sqrtm.* square"),
        (lambda: sym(X), r"sym.* square"),
        (lambda: spectral_radius(X), r"rho.* square"),
        (lambda: DiagonalEntries(X), r"diag.* square"),
        (lambda: diag(X), r"diag.* square"),
        (lambda: had(X, X.T), r"had.* d x m and m x d"),
        (lambda: X + X.T, r"cannot add an m x d matrix to a d x m one"),
        (lambda: X @ X, r"m columns meet d rows"),
        (lambda: A @ (N + 2 * X), r"cannot add a d x m matrix"),
        (lambda: A + ones(n + 1, n), r"\(n \+ 1\) x n matrix"),
        (lambda: entries(A), r"no column.* real\(n, 1\)"),
        (lambda: exp(A), r"no column"),
        (lambda: total(X), r"no column"),
        (lambda: total(rho), r"sum.* takes a vector; rho is a scalar"),
        (lambda: prod(rho), r"prod.* takes a vector"),
        (lambda: cumsum(smax(A)), r"cumsum.* takes a vector"),
        (lambda: entry(rho, 1), r"entry.* takes a vector"),
        (lambda: gap(rho, 1), r"gap.* takes a vector"),
        (lambda: maximum(u, rho), r"several scalars or one vector"),
        (lambda: minimum(x, v), r"several scalars or one vector"),
        (lambda: DiagonalMatrix(rho), r"rho is a scalar: a diagonal is made of a vector"),
        (lambda: Column(rho), r"rho is a scalar: a column"),
        (lambda: diag(u + entries(z)), r"vectors of n and of m entries"),
        (lambda: v * A, r"s\(A\) is a vector: write diag\(s\(A\)\) @ A"),
        (lambda: schatten(A, 2), r"schatten.* number first"),
        (lambda: kyfan(v, A), r"kyfan.* number first"),
        (lambda: u <= entries(z), r"vector of n entries with one of m"),
        (lambda: relations.eq(v + entries(z), 0), r"vectors of n and of m"),
        (lambda: total(v + entries(z)) <= 1, r"vectors of n and of m"),
        (lambda: eq(x, z), r"compare an n x 1 matrix with an m x 1"),
        (lambda: eq(A, v), r"A is an n x n matrix"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_shapes(build, message):
    with pytest.raises(ShapeError, match=message):
        build()


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
