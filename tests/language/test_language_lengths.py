"""Shapes and lengths of the wider vocabulary, and what is said when they do not fit."""

import pytest
from sympy import Integer, Rational

from lemmata.language import (
    Dim,
    Matrix,
    Nonnegative,
    Scalar,
    ShapeError,
    Vector,
    absm,
    column,
    cond,
    core,
    cumsum,
    diag,
    entries,
    entry,
    eq,
    exp,
    expm,
    functions,
    gap,
    had,
    inv,
    is_vector,
    kron,
    kyfan,
    lam,
    length,
    log,
    logm,
    maxabs,
    maximum,
    minimum,
    normN,
    ones,
    prod,
    relations,
    relu,
    s,
    schatten,
    smax,
    spectral_radius,
    sqrt,
    sqrtm,
    sym,
    total,
    tr,
)
from lemmata.language.columns import Column, DiagonalEntries, DiagonalMatrix, Entries
from lemmata.language.specification import Domain
from lemmata.language.text import write
from tests.language.samples import A, B, N, X, d, eta, i, m, n, rho, x, y_1

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
    ("node", "size"),
    [
        (u, "n"),
        (v, "n"),
        (s(X), "min(d, m)"),
        (s(kron(A, WIDE)), "min(n * 2, n * 3)"),
        (lam(N), "n"),
        (diag(A), "n"),
        (entries(X @ z), "d"),
        (entries(z.T @ z), "1"),
        (u + 1, "n"),
        (rho * u - v, "n"),
        (u / rho, "n"),
        (1 / v, "n"),
        (u**2, "n"),
        (rho**u, "n"),
        (v**eta, "n"),
        (sqrt(v), "n"),
        (exp(x), "n"),
        (log(v), "n"),
        (abs(u), "n"),
        (-u, "n"),
        (cumsum(v), "n"),
        (relu(u), "n"),
    ],
    ids=lambda p: p if isinstance(p, str) else write(p),
)
def test_lengths_of_vectors(node, size):
    assert write(length(node)) == size and is_vector(node)


@pytest.mark.parametrize(
    "node",
    [
        rho, Integer(2), Rational(1, 2), n, rho + 1, total(u), prod(v), entry(v, i), gap(v, i), maximum(v), minimum(x),
        maximum(rho, eta), smax(A), tr(A), maxabs(X), normN(X), spectral_radius(A), schatten(2, X), kyfan(1, X),
        exp(rho), rho**eta, relu(rho), cond(A),
    ],
    ids=write,
)  # fmt: skip
def test_scalars_have_no_length(node):
    assert length(node) is None and not is_vector(node)


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
        (lambda: X + X.T, r"cannot add a m x d matrix to a d x m one"),
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
        (lambda: eq(x, z), r"compare a n x 1 matrix with a m x 1"),
        (lambda: eq(A, v), r"A is a n x n matrix"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_shapes(build, message):
    with pytest.raises(ShapeError, match=message):
        build()


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: schatten(0, A), "p > 0, not 0"),
        (lambda: schatten(Rational(-1, 2), A), "p > 0"),
        (lambda: kyfan(0, A), "k >= 1, not 0"),
        (lambda: kyfan(Rational(3, 2), A), "integer k"),
        (lambda: kyfan(3, WIDE), "2 x 3 matrix has fewer than 3"),
    ],
)
def test_parameters_out_of_range_are_refused(build, message):
    with pytest.raises(ValueError, match=message):
        build()


def test_columns_and_vectors_stand_for_each_other():
    assert type(entries(x)) is Entries and entries(u) is u and entries(rho) is rho
    assert column(u) == x and column(x) is x and column(A) is A and type(column(v)) is Column
    assert entries(column(v)) == v
    assert exp(x) == exp(u) and total(x) == total(u) and maximum(x) == maximum(u) and entry(x, 1) == entry(u, 1)
    assert abs(x) == abs(u)


def test_diag_goes_both_ways():
    assert type(diag(A)) is DiagonalEntries and type(diag(x)) is type(diag(v)) is DiagonalMatrix
    assert diag(x) == diag(u)
    assert type(diag(x.T @ x)) is DiagonalEntries  # 1 x 1 counts as square


def test_relu_of_each_kind():
    assert type(relu(X)) is functions.Relu and type(relu(x)) is functions.Relu
    assert relu(rho) == core.Max(rho, 0)
    assert relu(v) == Entries(functions.Relu(Column(v)))


def test_a_column_is_compared_with_quantities_as_a_vector():
    assert (x >= 0) == (u >= 0)
    assert relations.Relation(1, "<=", x) == relations.Relation(1, "<=", u)
    assert relations.Relation(x, "<=", y_1) != relations.Relation(u, "<=", entries(y_1))
    assert str(relations.Relation(x, "<=", y_1)) == str(relations.Relation(u, "<=", entries(y_1))) == "x <= y_1"
    assert (x.T @ A @ x >= 0) == (entries(x.T @ A @ x) >= 0)


def test_lengths_that_only_numbers_can_decide_are_left_open():
    assert write(s(X) <= entries(z)) == "s(X) <= z"
    assert write(length(s(X) + entries(z))) == "min(d, m)"
    assert length(s(Matrix("Z", n + d, d + n))) == n + d


def test_names_say_what_they_need():
    assert functions.MatLog.spec.domain is Domain.DEFINITE and functions.MatSqrt.spec.domain is Domain.SEMIDEFINITE
    assert functions.MatExp.spec.domain is Domain.ALL
    assert inv(A).argument == A and normN(X).argument == X
    assert Nonnegative("P", d, m).shape == (d, m) and Dim("q", 2, 2).bounds == (2, 2)
    assert Scalar("t") != B
