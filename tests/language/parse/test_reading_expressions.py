"""What is typed is read as what is meant; the trees are those that the Python interface builds."""

from fractions import Fraction

import pytest
from sympy import Integer, Rational, pi

from lemmata import language as lang
from lemmata.language import chain, core, eq
from lemmata.language.columns import Column, Entries
from lemmata.language.conjecture_files import build
from lemmata.language.families import VStack
from lemmata.language.parse import ReadingError, read_claim, text_limits
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.relations import Relation
from lemmata.language.text import write
from lemmata.sample.plan import plan
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


# --- Entries, parts, literals and ranges: read as what the language has, and nothing else

LET = {
    "n": "integer(2, 4)", "A": "real(n, n)", "B": "real(n, n)", "S": "symmetric(n)", "x": "real(n, 1)", "t": "real",
}  # fmt: skip

INDEXED = [
    ("A[1, 2] <= 1", "entry(A @ unit(n, 2), 1) <= 1"),
    ("A[i, i] <= 1 for i in 1..n", "entry(diag(A), i) <= 1 for i in 1..n"),
    ("(A + B)[1, n] <= t", "entry((A + B) @ unit(n, n), 1) <= t"),
    ("x[n] <= lam(S)[1]", "entry(x, n) <= lam(S, 1)"),
    ("normF(A[:, 1]) <= sum(A[1, :])", "normF(A @ unit(n, 1)) <= sum(A.T @ unit(n, 1))"),
    ("det(A[1..2, 1..2]) <= 1", None),
    ("I(n)[:, 1] <= x", "unit(n, 1) <= x"),
    ("s(A)[i + j - 1] <= t for i in 1..n for j in 1..n-i+1",
     "s(A, i + j - 1) <= t for i in 1..n for j in 1..n - i + 1"),
    ("min(x[i] for i in 1..n) == t", "-max(-entry(x, i) for i in 1..n) == t"),
    ("prod(t + i for i in 1..n) <= 1", "product(t + i for i in 1..n) <= 1"),
    ("sum(A @ x for i in 1..n) == x", "sum(A @ x for i in 1..n) == x"),
    ("det([[1, 2], [3, t]]) == 0", "det(vstack(vstack(I(1), 2 * I(1)).T, vstack(3 * I(1), t * I(1)).T)) == 0"),
    ("norm2(block([[A, 0], [0, B]])) <= 1",
     "norm2(vstack(vstack(A.T, 0 * ones(n, n)).T, vstack(0 * ones(n, n), B.T).T)) <= 1"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), INDEXED, ids=[typed for typed, _ in INDEXED])
def test_indices_are_read_as_meant(typed: str, meant: str | None) -> None:
    (claim,) = build("t", LET, [], [typed]).text["claim"]
    assert meant is None or claim == meant


def test_definitions_are_put_in_and_said() -> None:
    statement = build("t", LET, [], ["normF(Z) <= 1"], define={"Y": "A @ B", "Z": "Y @ Y.T"})
    plain = build("t", LET, [], ["normF(A @ B @ (A @ B).T) <= 1"])
    assert statement.hash == plain.hash
    assert statement.defined == (("Y", "A @ B"), ("Z", "Y @ Y.T")) and plain.defined == ()


@pytest.mark.parametrize(
    ("define", "words"),
    [
        ({"A": "B"}, "declared in let"),
        ({"Z": "Y @ Y"}, "`Y` is not declared"),
        ({"tr": "A"}, "means tr"),
        ({"Y": "A @"}, "define Y, column 3"),
        ({"Y": "A <= B"}, "comparison inside"),
        ({f"Y{k}": "A" for k in range(text_limits.DEFINITIONS + 1)}, "too many"),
        (
            {"Y0": "A @ A"} | {f"Y{k + 1}": f"Y{k} + Y{k}.T @ Y{k}" for k in range(10)},
            "definitions and words are put in",
        ),
    ],
)
def test_wrong_definitions_are_explained(define: dict[str, str], words: str) -> None:
    with pytest.raises(ReadingError, match=words):
        build("t", LET, [], [f"normF({list(define)[-1]}) <= 1"], define=define)


def test_hypotheses_that_define() -> None:
    let = LET | {"r": "real", "P": "psd(n)"}
    chained = build("t", let, ["t == r**2", "r == smax(B)", "A == B @ B.T"], ["normF(A) <= t"])
    assert chained.text["given"] == [] and chained.text["claim"] == ["normF(B @ B.T) <= smax(B)**2"]
    assert build("t", let, ["x == s(A)"], ["sum(x) <= t"]).text["claim"] == ["sum(s(A)) <= t"]
    circle = build("t", let, ["A == 2 * B", "B == A @ A"], ["normF(B) <= 1"])
    assert len(circle.text["given"]) == 1  # the second is an equation, no definition
    assert build("t", let, ["P == A"], ["tr(P) >= t"]).text["claim"] == ["tr(P) >= t"]  # not every A is semidefinite


def test_a_definition_that_does_not_always_exist_stays_a_hypothesis() -> None:
    """`A == inv(B)` says that B is regular, whether or not A is spoken of."""
    assert build("t", LET, ["A == inv(B)"], ["rank(B) == n"]).text["given"] == ["1 + normF(inv(B)) > 0"]
    assert build("t", LET, ["A == inv(B)"], ["tr(A) <= 1"]).text["given"] == []


@pytest.mark.parametrize("wrong", ["unit", "unit(n, n)", "density(m)", "isometry(n, n + 1)", "unt(n)"])
def test_wrong_normalised_domains_are_explained(wrong: str) -> None:
    with pytest.raises(ReadingError, match=r"^let Q, column \d+: "):
        build("t", LET | {"Q": wrong}, [], ["normF(Q) <= 1"])


@pytest.mark.parametrize("name", [name for name, f in FUNCTIONS.items() if f.usage.startswith(f"{name}(k, ")])
def test_a_count_may_be_a_variable(name: str) -> None:
    let = {"n": "integer(2, 4)", "k": "integer(1, n - 1)", "A": "pd(n)"}
    assert plan(build("made", let, [], [f"{name}(k, A) == {name}(k, A)"]), 3, 4)
