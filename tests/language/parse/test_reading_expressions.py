"""What is typed is read as what is meant; the trees are those that the Python interface builds."""

from fractions import Fraction

import pytest
from sympy import Integer, Rational, pi

from lemmata import language as lang
from lemmata.language import chain, core, eq
from lemmata.language.columns import Column, Entries
from lemmata.language.families import VStack
from lemmata.language.parse import read_claim
from lemmata.language.relations import Relation
from lemmata.language.text import write
from tests.language.parse.scope import NAMES

n, m, k, A, B, C, N, x, y, a, b = map(NAMES.__getitem__, ("n", "m", "k", "A", "B", "C", "N", "x", "y", "a", "b"))
HALF = Rational(1, 2)
I_n = lang.Id(n)
BLOCKS = VStack(2 * lang.Id(1), b * lang.Id(1))

# typed, the same through Python
MEANINGS = [
    ("smax(A @ B) <= smax(A) * smax(B)", lang.smax(A @ B) <= lang.smax(A) * lang.smax(B)),
    ("1 <= a < 2 * a == b", chain(1, "<=", a, "<", 2 * a, "==", b)),
    ("s(A) >= s(A @ B) - 1.41", lang.s(A) >= lang.s(A @ B) - Rational(141, 100)),
    ("a + 1e-3 > -2.5", a + Rational(1, 1000) > Rational(-5, 2)),
    ("a / 2 <= 3 / 4 * b", a / 2 <= Rational(3, 4) * b),
    ("2 * pi <= pi * a", core.Times(Integer(2), pi) <= core.Times(pi, a)),
    ("a**2 <= b**0.5", a**2 <= core.RealPower(b, HALF)),
    ("b**a <= a**-2", core.RealPower(b, a) <= a**-2),
    ("-a**2 <= (-a)**2", -(a**2) <= (-a) ** 2),
    ("A @ B == B @ A", eq(A @ B, B @ A)),
    ("2 * A @ B == A / 2", eq((2 * A) @ B, HALF * A)),
    ("vstack(2 * I(1), b * I(1)) == vstack(2 * I(1), b * I(1))", eq(BLOCKS, BLOCKS)),
    ("A * a == A / a", eq(a * A, A / a)),
    ("A @ x == a * x", eq(A @ x, a * x)),
    ("x <= y", Entries(x) <= Entries(y)),
    ("x == 0", eq(Entries(x), 0)),
    ("A @ B == 0", eq(A @ B, 0 * lang.ones(n, n))),
    ("C == zeros(n, m)", eq(C, 0 * lang.ones(n, m))),
    ("a != b", abs(a - b) > 0),
    ("det(A) != 0", abs(lang.det(A)) > 0),
    ("A != B", lang.normF(A - B) > 0),
    ("x != 0", lang.normF(x) > 0),
    ("x.T @ y != 1", abs(lang.tr(x.T @ y) - 1) > 0),
    ("x * y <= x**2 + 1", Entries(x) * Entries(y) <= Entries(x) ** 2 + 1),
    ("x + y == s(A)", eq(Entries(x + y), lang.s(A))),
    ("1 - x <= x / y", 1 - Entries(x) <= Entries(x) / Entries(y)),
    ("A @ (x * y) == y", eq(A @ Column(Entries(x) * Entries(y)), y)),
    ("normF(s(A)) == normF(A)", eq(lang.normF(Column(lang.s(A))), lang.normF(A))),
    ("x.T @ y <= normF(x) * normF(y)", lang.tr(x.T @ y) <= lang.normF(x) * lang.normF(y)),
    ("tr(x.T @ N @ x) <= lmax(N)", lang.tr(x.T @ N @ x) <= lang.lmax(N)),
    ("s(A).T @ s(B) == 0", eq(lang.tr(Column(lang.s(A)).T @ Column(lang.s(B))), 0)),
    ("sum(abs(x)) <= sqrt(n) * normF(x)", lang.total(abs(Entries(x))) <= lang.sqrt(n) * lang.normF(x)),
    ("prod(x) <= exp(sum(log(x)))", lang.prod(x) <= lang.exp(lang.total(lang.log(x)))),
    ("cumsum(s(A)) <= cumsum(x)", lang.cumsum(lang.s(A)) <= lang.cumsum(x)),
    ("max(a, b, 1) >= min(x)", lang.maximum(a, b, 1) >= lang.minimum(Entries(x))),
    ("kyfan(k, A) <= schatten(1, A)", lang.kyfan(k, A) <= lang.schatten(1, A)),
    ("kyfan(2, A) <= normN(A)", lang.kyfan(2, A) <= lang.normN(A)),
    ("schatten(3/2, C) >= schatten(b, C)", lang.schatten(Rational(3, 2), C) >= lang.schatten(b, C)),
    ("rho(A) <= norm2(A)", lang.spectral_radius(A) <= lang.norm2(A)),
    ("sym(A) == inv(A)", eq(lang.sym(A), lang.inv(A))),
    ("absm(C) == sqrtm(C.T @ C)", eq(lang.absm(C), lang.sqrtm(C.T @ C))),
    ("expm(N) == logm(N)", eq(lang.expm(N), lang.logm(N))),
    ("had(A, B) == kron(I(n), I(1))", eq(lang.had(A, B), lang.kron(I_n, lang.Id(1)))),
    ("diag(A) == s(A)", eq(lang.diag(A), lang.s(A))),
    ("diag(x) == diag(s(A))", eq(lang.diag(x), lang.diag(lang.s(A)))),
    ("relu(A) == A", eq(lang.relu(A), A)),
    ("relu(x) == x", eq(lang.relu(x), x)),
    ("relu(a) == max(a, 0)", eq(lang.maximum(a, 0), lang.maximum(a, 0))),
    ("ones(n, 1).T @ x <= n", lang.tr(lang.ones(n, 1).T @ x) <= n),
    ("maxabs(A) <= abs(det(A)) + rank(A)", lang.maxabs(A) <= abs(lang.det(A)) + lang.rank(A)),
    ("I(n) - 2 * x @ x.T / tr(x.T @ x) == A", eq(I_n - ((2 * x) @ x.T) / lang.tr(x.T @ x), A)),
    ("+a <= - -b", a <= core.Neg(core.Neg(b))),
    ("a <= (\n b\n)", a <= b),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), MEANINGS, ids=[typed for typed, _ in MEANINGS])
def test_reads_as_meant(typed, meant):
    assert read_claim(typed, NAMES) == meant


@pytest.mark.parametrize("typed", [typed for typed, _ in MEANINGS])
def test_the_printed_form_is_a_fixed_point(typed):
    printed = write(read_claim(typed, NAMES))
    assert write(read_claim(printed, NAMES)) == printed


def test_near_variants_differ():
    """Negative control: what the table calls equal is not equal to its neighbours."""
    trees = [read_claim(typed, NAMES) for typed, _ in MEANINGS]
    different = {typed for typed, _ in MEANINGS} - {"relu(a) == max(a, 0)"}
    assert len(set(trees)) >= len(different)
    assert read_claim("a < b", NAMES) != read_claim("a <= b", NAMES)
    assert read_claim("A @ B == N", NAMES) != read_claim("B @ A == N", NAMES)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1.41", "141/100"), ("1e-3", "1/1000"), (".5", "1/2"), ("1.", "1"), ("0.1 + 0.2", "3/10"), ("2**-3", "1/8"),
        ("1e22", "10000000000000000000000"), ("0.1000000000000000055511151231257827", None), ("-3 / -6", "1/2"),
        ("2 * 3 / 4 - 1", "1/2"), ("(2/3)**2", "4/9"), ("1.5e2", "150"), ("9007199254740993", "9007199254740993"),
    ],
)  # fmt: skip
def test_numbers_are_exact(typed, value):
    lhs = read_claim(f"{typed} <= a", NAMES).lhs
    assert Fraction(int(lhs.p), int(lhs.q)) == Fraction(value or typed)


def test_sizes_are_compared_as_values_not_by_form():
    names = {**NAMES, "E": lang.Matrix("E", n + 1, n), "G": lang.Matrix("G", 1 + n, n)}
    assert isinstance(read_claim("E == G", names), Relation)
    assert isinstance(read_claim("kron(A, C) @ kron(A, C.T) == kron(A @ A, C @ C.T)", NAMES), Relation)
