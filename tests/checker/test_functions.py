"""The checker's functions of numbers, vectors and matrices: known values, and enclosures against high precision."""

import random
import time
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from lemmata.certificates.witnesses import supposed
from lemmata.checker.exact_numbers import Undecided, Undefined, ends
from lemmata.checker.format import CertificateError, NotEstablished
from lemmata.checker.witnessed_spectra import Mat
from lemmata.language import Matrix, Scalar, entry, lam, lmax, lmin, norm2, rank, s, smax, tr
from lemmata.language.atoms import Cond, Det, KyFan, MaxAbs, NormF, NormN, Rho, Schatten
from lemmata.language.columns import Column, DiagonalMatrix, Entries, diag
from lemmata.language.functions import (
    absm,
    cumsum,
    exp,
    expm,
    had,
    inv,
    log,
    logm,
    prod,
    relu,
    sqrt,
    sqrtm,
    sym,
    total,
)
from lemmata.language.instance import Instance
from lemmata.language.matrices import kron
from lemmata.language.text import write
from tests.checker.values import value
from tests.evaluate.atom_tables import A, B, Row
from tests.evaluate.float_function_tables import TABLE
from tests.oracles import high_precision
from tests.oracles.test_high_precision import entries


def bounds(x: Any) -> list[tuple[Fraction, Fraction]]:
    """Enclosures of all numbers of a value, row by row."""
    if isinstance(x, Mat):
        x = [y for row in x.rows for y in row]
    return [ends(y) for y in x] if isinstance(x, list) else [ends(x)]


def encloses(found: Any, wanted: list, slack: str = "1e-40") -> bool:
    """Whether every number lies in its enclosure, give or take what the number itself is uncertain by."""
    with mpmath.workdps(80):
        for (low, high), x in zip(bounds(found), wanted, strict=True):
            x, room = mpmath.mpf(x), mpmath.mpf(slack) * (1 + abs(mpmath.mpf(x)))
            if not mpmath.mpf(low.numerator) / low.denominator - room <= x:
                return False
            if not x <= mpmath.mpf(high.numerator) / high.denominator + room:
                return False
    return True


@pytest.mark.parametrize("case", TABLE, ids=lambda r: r.name)
def test_known_values(case: Row) -> None:
    text = write(case.expression)
    if case.expected is None:
        with pytest.raises(Undefined):
            value(text, **case.instance.values)
        return
    for bits in (32, 200):
        found = value(text, bits, **case.instance.values)
        assert encloses(found, case.decimals(60))
        half = bits // 8 if "rho" in text else bits // 2  # a quadratic form grows as its bound comes near the radius
        half = bits // 4 if "numradius" in text else half  # its direction is found in doubles
        assert all(high - low < Fraction(1, 1 << half) for low, high in bounds(found))


X = Scalar("x")
v, w = Matrix("v", 3, 1), Matrix("w", 3, 1)
A3, B3 = A(3, 3), B(3, 3)
S, G = A3 + A3.T, A3.T @ A3
EXPRESSIONS = [
    expm(A3 / 3), expm(S / 4) + expm(B3 / 5), inv(expm(A3 / 3)), sqrtm(G), sqrtm(G + B3 @ B3.T), absm(A3),
    absm(A(2, 3)), absm(A3) @ B3, logm(expm(S / 3)), sqrtm(expm(S / 3)), sqrtm(absm(A3)), expm(sqrtm(G) / 4),
    sqrtm(B3 @ absm(A3) @ B3.T), had(absm(A3), B3), kron(absm(A(2, 2)), sqrtm(A(2, 2).T @ A(2, 2))),
    relu(A3 - absm(A3)), DiagonalMatrix(exp(s(A3) / 4)), B3 @ Column(s(A3)), sym(expm(A3 / 4)), Rho(A3), Rho(A3 @ B3),
    Rho(expm(A3 / 4)), Rho(had(A3, B3)), NormN(A3), NormN(A(3, 2)), NormN(expm(A3 / 3)), Schatten(1, A3),
    Schatten(Fraction(1, 2), A3), Schatten(3, A3), Schatten(4, A3 @ B3), Schatten(Fraction(5, 2), absm(A3)),
    KyFan(2, A3), KyFan(2, A3 - absm(A3)), MaxAbs(expm(A3 / 3)), lam(absm(A3)), lam(sqrtm(G)),
    lmax(expm(S / 4) + expm(B3.T @ B3 / 9)), lmin(absm(A3) - sqrtm(B3.T @ B3)),
    lmax(expm(S / 4) @ expm(G / 9) + expm(G / 9) @ expm(S / 4)), s(absm(A3) @ B3), norm2(sqrtm(G) @ B3),
    smax(absm(A3 + B3)), lmax(B3 @ expm(S / 5) @ B3.T), Det(expm(A3 / 3)),
    Det(absm(A3)), tr(sqrtm(G)), NormF(logm(G + B3.T @ B3 + B3 @ B3.T)), NormF(expm(S / 4)), Cond(expm(A3 / 3)),
    prod(s(A3)), cumsum(s(A3)), prod(diag(A3)), exp(diag(A3) / 5), total(Entries(v) * Entries(w)),
    exp(Entries(A3 @ v) / 9), sqrt(abs(Entries(v))) / (1 + abs(Entries(w))), relu(Entries(v)),
    log(1 + abs(Entries(v))) ** Fraction(3, 2), (1 + Entries(v) ** 2) ** X, cumsum(Entries(v)),
    NormF(Column(exp(Entries(v) / 4))), tr(v.T @ absm(A3) @ w), entry(Entries(A3 @ v), 2), rank(expm(A3 / 3)),
    smax(v @ w.T), Schatten(X + 2, A3),
]  # fmt: skip


def draw(rng: random.Random, r: int, c: int) -> list[list[Fraction]]:
    kind = rng.choice(["small", "rational", "low rank", "zero", "nilpotent", "diagonal", "repeated", "symmetric"])
    rows = [[Fraction(rng.randint(-2, 2)) for _ in range(c)] for _ in range(r)]
    if kind == "rational":
        rows = [[Fraction(rng.randint(-9, 9), rng.randint(1, 5)) for _ in range(c)] for _ in range(r)]
    if kind == "low rank":
        rows = [[row[0] * x for x in rows[0]] for row in rows]
    if kind == "symmetric" and r == c:
        rows = [[rows[max(i, j)][min(i, j)] for j in range(c)] for i in range(r)]
    keep = {"zero": lambda i, j: False, "nilpotent": lambda i, j: i < j, "diagonal": lambda i, j: i == j}.get(kind)
    if keep:
        rows = [[x if keep(i, j) else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(rows)]
    if kind == "repeated":
        rows = [[Fraction(2 * (i == j)) for j in range(c)] for i in range(r)]
    return rows


@pytest.mark.sampled(3)
@pytest.mark.parametrize("expression", EXPRESSIONS, ids=write)
def test_enclosures_hold_the_value_at_high_precision(expression: Any) -> None:
    rng = random.Random(write(expression))
    seen = 0
    for _ in range(12):
        values = instance(rng, expression)
        try:
            wanted = entries(high_precision.evaluate(expression, Instance({}, values)))
        except high_precision.Undefined:
            with pytest.raises((Undefined, Undecided)):
                value(write(expression), **values)
            continue
        try:
            with supposed():  # that what is symmetric is seen to be
                found = value(write(expression), 200, **values)
        except Undecided:
            assert _singular(expression, values)  # a rank or a sign that no precision tells
            continue
        assert encloses(found, wanted, "1e-20")
        assert all(high - low < Fraction(1, 10**6) for low, high in bounds(found))
        seen += 1
    assert seen >= 4


def instance(rng: random.Random, expression: Any) -> dict[str, Any]:
    """Values of the variables of an expression, matrices often degenerate."""
    leaves = sorted(expression.atoms(Matrix, Scalar), key=str)
    return {
        leaf.name: draw(rng, *map(int, leaf.shape)) if leaf.is_Matrix else Fraction(rng.randint(-3, 9), 2)
        for leaf in leaves
    }


def _singular(expression: Any, values: dict) -> bool:
    return value("rank(A)", A=values["A"]) < min(len(values["A"]), len(values["A"][0]))


def test_vectors_and_columns_are_one_and_the_same() -> None:
    at = {"x": [[1], [-2], [3]], "y": [[2], [2], [1]], "A": [[1, 0, 0], [1, 1, 0], [0, 0, 2]]}
    for text, wanted in [
        ("x * y", [2, -4, 3]),
        ("x + y", [3, 0, 4]),
        ("x + 1", [2, -1, 4]),
        ("1 - x", [0, 3, -2]),
        ("x / y", [Fraction(1, 2), -1, 3]),
        ("6 / x", [6, -3, 2]),
        ("x / 2", [Fraction(1, 2), -1, Fraction(3, 2)]),
        ("x**2 * (A @ y)", [2, 16, 18]),
        ("abs(x)", [1, 2, 3]),
        ("relu(x)", [1, 0, 3]),
        ("diag(x) @ y", [2, -4, 3]),
        ("diag(A) + x", [2, -1, 5]),
        ("cumsum(x)", [1, -1, 2]),
        ("A @ (x * y)", [2, -2, 6]),
    ]:
        assert [low for low, _ in bounds(value(text, **at))] == wanted, text
    for text, wanted in [("sum(x * y)", 1), ("prod(x)", -6), ("max(x)", 3), ("entry(x, 2)", -2), ("tr(x.T @ y)", 1),
                         ("normF(x)**2", 14), ("gap(x, 1)", 2), ("smax(diag(x))", 3), ("maxabs(x)", 3)]:  # fmt: skip
        assert value(text, **at) == wanted, text
    for text in ("A * y", "A + x", "A + 1", "A / y", "exp(A)", "A**2", "sum(A)", "max(x, y)", "diag(1)", "relu(2)"):
        with pytest.raises(CertificateError):
            value(text, **at)


@pytest.mark.parametrize(
    "text",
    ["lmax(A)", "lam(A @ S)", "lmin(S @ A)", "sqrtm(A)", "logm(A)", "logm(expm(A))", "lmax(expm(A))", "inv(O)",
     "logm(O)", "sqrtm(-S)", "logm(S - 3 * I(2))", "cond(O)", "schatten(0, A)", "schatten(-1, A)", "kyfan(3, A)",
     "kyfan(0, A)", "kyfan(1 / 2, A)", "lmax(sqrt(2) * A)", "sqrtm(-expm(S))", "logm(S - expm(S))",
     "lmax(expm(S) @ sqrtm(D))"],
)  # fmt: skip
def test_undefined(text: str) -> None:
    with pytest.raises(Undefined):
        value(text, A=[[1, 2], [0, 1]], S=[[2, 1], [1, 2]], O=[[0, 0], [0, 0]], D=[[1, 0], [0, 4]])


@pytest.mark.parametrize(
    "text", ["lmax(pi * expm(S) / sqrt(2))", "lmax(diag(exp(diag(A))))", "lmin(relu(expm(S) - S))"]
)
def test_symmetry_is_seen_where_entries_are_only_enclosed(text: str) -> None:
    found = value(text, A=[[1, 2], [0, 1]], B=[[1, 1], [0, 3]], S=[[2, 1], [1, 2]])
    assert all(high - low < Fraction(1, 10**6) for low, high in bounds(found))


@pytest.mark.parametrize(
    "text",
    ["lmax(expm(A) @ inv(expm(A)) @ A @ A.T)", "lmax(expm(A + A.T) @ (A + A.T))", "sqrtm(expm(A) @ inv(expm(A)))"],
)
def test_symmetry_that_is_not_seen_stays_undecided(text: str) -> None:
    with pytest.raises(Undecided):
        value(text, A=[[1, 2], [1, 1]])


@pytest.mark.parametrize("text", ["lmax((A @ B).T @ expm(S) @ B @ A)", "lmax(B.T @ expm(S) @ A @ B)"])
def test_products_are_symmetric_only_with_the_same_factors_on_both_sides(text: str) -> None:
    with pytest.raises(Undefined):
        value(text, A=[[1, 2], [0, 1]], B=[[1, 1], [0, 3]], S=[[2, 1], [1, 2]])


def test_roots_of_singular_roots_are_enclosed() -> None:
    rows = [[1, 2, 3], [2, 4, 6], [1, 0, 1]]
    for text in ("sqrtm(absm(A))", "sqrtm(sqrtm(A.T @ A))"):
        assert all(high - low < Fraction(1, 10**6) for low, high in bounds(value(text, 128, A=rows)))
    for text in ("sqrtm(absm(A) - absm(A))", "inv(absm(A))"):
        with pytest.raises(Undecided):
            value(text, A=rows)


def test_what_is_too_large_is_said_to_be() -> None:
    big = [[Fraction(10**6)] * 2] * 2
    for text in ("expm(A)", "rho(kron(kron(A, A), kron(kron(A, A), kron(A, kron(A, pi * A)))))", "ones(100, 100)"):
        start = time.process_time()
        with pytest.raises(NotEstablished):
            value(text, A=big)
        assert time.process_time() - start < 5
