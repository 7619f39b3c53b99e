"""Domains from text, the sort of each variable, and what is said about wrong ones."""

import pytest

from lemmata.language import conjecture_files, domains
from lemmata.language.conjecture_files import build
from lemmata.language.core import quantity
from lemmata.language.parse import ReadingError, read_domain, text_limits
from lemmata.language.parse.declarations import read_variables
from lemmata.language.parse.normalised import NORMALISED
from lemmata.language.probability import Converges, Grows
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import declaration
from lemmata.language.variables import Dim, Index, Matrix, Scalar, variable
from tests.language.parse.scope import NAMES

n, m = NAMES["n"], NAMES["m"]
READ = [
    ("real", domains.Reals()),
    ("positive", domains.Positive()),
    ("interval(-1/2, 1.5)", domains.interval(-quantity(1) / 2, quantity(3) / 2)),
    ("interval(1e-3, 2 * 3)", domains.interval(quantity(1) / 1000, 6)),
    ("integer(-2, 5)", domains.integers(-2, 5)),
    ("integer(1, n)", domains.integers(1, n)),
    ("integer(m, n + 1)", domains.integers(m, n + 1)),
    ("real(n, m)", domains.RealMatrices(n, m)),
    ("real(n, 1)", domains.RealMatrices(n, quantity(1))),
    ("real(3, 2 * n)", domains.RealMatrices(quantity(3), 2 * n)),
    ("real(n + 1 - m, n)", domains.RealMatrices(n + 1 - m, n)),
    ("nonnegative(n, 4)", domains.Nonnegative(n, quantity(4))),
    ("symmetric(n)", domains.SymmetricMatrices(n)),
    ("psd(n)", domains.PSD(n)),
    ("pd(n)", domains.PD(n)),
    ("orthogonal(n)", domains.Orthogonal(n)),
    ("skew(n)", domains.Skew(n)),
    ("diagonal(n)", domains.DiagonalMatrices(n)),
    ("signs(n)", domains.Signs(n)),
    ("projection(n)", domains.Projection(n)),
    (" upper( n ) ", domains.Upper(n)),
]


@pytest.mark.parametrize(("typed", "domain"), READ, ids=[typed for typed, _ in READ])
def test_domains(typed, domain):
    assert read_domain(typed, NAMES) == domain


@pytest.mark.parametrize("domain", [domain for _, domain in READ], ids=[typed for typed, _ in READ])
def test_declarations_are_read_back(domain):
    printed = declaration(variable("V", domain)).partition(" = ")[2]
    assert read_domain(printed, NAMES) == domain


REFUSED = [
    ("real(q, q)", 6, "`q` is not declared", 'q = "integer(2, 8)"'),
    ("real(n)", 1, "1 argument", "real(n, 1) for a vector"),
    ("real(n, n, n)", 1, "3 arguments", "real(r, c)"),
    ("real()", 1, "empty brackets", "real for a number"),
    ("nonnegative(n)", 1, "1 argument", "nonnegative(n, n)"),
    ("symmetric(n, n)", 1, "2 arguments", "symmetric(n)"),
    ("symmetric", 1, "does not say enough", "symmetric(n)"),
    ("positive(n)", 1, "1 argument", "positive"),
    ("integer", 1, "does not say enough", "upper bound"),
    ("integer(1)", 1, "1 argument", "upper bound"),
    ("integer(5, 2)", 1, "integer(5, 2) is empty", "integer(2, 5)"),
    ("integer(9, n)", 1, "empty", "integer(n, 9)"),
    ("integer(0, 100000)", 12, "too wide", str(text_limits.INTEGER)),
    ("integer(1/2, 3)", 9, "no dimension", "whole numbers"),
    ("interval(2, 1)", 1, "interval(2, 1) is empty", "interval(1, 2)"),
    ("interval(1, 1)", 1, "single number", "the number itself"),
    ("interval(0, pi)", 13, "no rational number", "interval(0, 1/2)"),
    ("interval(0, n)", 13, "no rational number", "given"),
    ("interval(0)", 1, "1 argument", "interval(a, b)"),
    ("interval(0, 1/0)", 14, "division by zero", "nowhere"),
    ("real(n - 2, n)", 6, "can be 0", "at least one row"),
    ("real(65, n)", 6, "can be 65", "at most 64"),
    ("real(9 * n, n)", 6, "can be 72", "at most 64"),
    ("real(a, a)", 6, "`a` is no dimension", 'a = "integer(2, 8)"'),
    ("real(A, A)", 6, "`A` is no dimension", 'A = "integer(2, 8)"'),
    ("real(2.5, n)", 6, "no dimension", "whole number"),
    ("real(n=3)", 7, "no names", "real(n, n)"),
    ("matrix(n, n)", 1, "no domain `matrix`", "real(r, c)"),
    ("vector(n)", 1, "no domain `vector`", "real(n, 1)"),
    ("spd(n)", 1, "no domain `spd`", "pd(n)"),
    ("int", 1, "no domain `int`", "integer(a, b)"),
    ("orthogonl(n)", 1, "no domain `orthogonl`", "did you mean orthogonal"),
    ("xyzzy(n)", 1, "no domain `xyzzy`", "there are real positive"),
    ("3", 1, "`3` is no domain", "there are real positive"),
    ("real + 1", 1, "no domain", "there are real positive"),
    ("np.real(n)", 1, "no domain", "there are real positive"),
    ("R^n", 1, "no domain", "real(r, c)"),
    ("integer[2, 8]", 1, "round brackets", "integer(2, 8)"),
    ("integer in [2, 8]", 9, "`in`", "integer(2, 8)"),
    ("real(n, n", 5, "never closed", "write a domain"),
    ("", None, "nothing is written", "write a domain"),
]


@pytest.mark.parametrize(("typed", "column", "message", "fix"), REFUSED, ids=[row[0] for row in REFUSED])
def test_wrong_domains_are_explained(typed, column, message, fix):
    let = {"n": "integer(2, 8)", "m": "integer(1, n)", "a": "real", "A": "real(n, n)", "V": typed}
    with pytest.raises(ReadingError) as caught:
        read_variables(let)
    error = caught.value
    assert message in error.message
    assert fix in error.fix
    assert error.column == column
    assert str(error).startswith("let V") and "\n" not in str(error)


def test_the_sort_of_a_variable():
    let = {"A": "real(n, n)", "j": "integer(1, p)", "n": "integer(2, 4)", "p": "integer(2, 3)", "c": "integer(0, 9)",
           "q": "integer(1, 3)", "x": "real", "y": "interval(0, 1)"}  # fmt: skip
    leaves = read_variables(let, dimensions={"q"})
    assert list(leaves) == list(let)
    sorts = {name: type(leaf) for name, leaf in leaves.items()}
    assert sorts == {"A": Matrix, "j": Index, "n": Dim, "p": Dim, "c": Index, "q": Dim, "x": Scalar, "y": Scalar}
    assert leaves["A"].shape == (leaves["n"], leaves["n"])


@pytest.mark.parametrize(
    ("let", "message", "fix"),
    [
        ({"n": "integer(1, n)"}, "n -> n", "numbers"),
        ({"n": "integer(1, m)", "m": "integer(1, k)", "k": "integer(1, n)"}, "-> n", "numbers"),
        ({"n": "integer(2, 65)", "A": "real(n, n)"}, "can be 65", "at most 64"),
        ({"n": "integer(-1, 6)", "j": "integer(n, 9)"}, "can be -1", "start the range at 1"),
        ({"n": "integer(0, 6)", "A": "real(n, n)"}, "can be 0", "at least one row"),
        ({"n": "real", "A": "real(n, n)"}, "`n` is no dimension", 'n = "integer(2, 8)"'),
        ({"n": "integer(4, 8)", "m": "integer(n, 3)", "A": "real(m, m)"}, "is empty", "integer(3, n)"),
        ({"s": "real"}, "`s` means s(A)", "s1"),
        ({"rho": "real"}, "`rho` means rho(A)", "rho1"),
        ({"I": "real(2, 2)"}, "`I` means I(n)", "I1"),
        ({"pi": "real"}, "the number pi", "pi1"),
        ({"lambda": "real"}, "word of Python", "lambda1"),
        ({"True": "real"}, "word of Python", "True1"),
        ({"_x": "real"}, "no name", "M_o"),
        ({"x_": "real"}, "no name", "M_o"),
        ({"x__y": "real"}, "no name", "M_o"),
        ({"1x": "real"}, "no name", "M_o"),
        ({"x y": "real"}, "no name", "M_o"),
        ({"": "real"}, "no name", "M_o"),
        ({"σ": "real"}, "no name", "M_o"),
        ({"x" * 25: "real"}, "long name", "24"),
    ],
)
def test_wrong_variables_are_explained(let, message, fix):
    with pytest.raises(ReadingError) as caught:
        read_variables(let)
    assert message in caught.value.message
    assert fix in caught.value.fix
    assert caught.value.where.startswith("let ")


@pytest.mark.parametrize("name", [name for name, made in NORMALISED.items() if made.takes])
def test_a_normalised_domain_may_have_size_one(name: str) -> None:
    made = NORMALISED[name]
    drawn = any(domain.split("(")[0] in conjecture_files.NAMES_OF_LAWS for domain in made.of)
    claim = "E(normF(X)**2) <= 4" if drawn else "normF(X) <= 1"
    assert conjecture_files.build("t", {"X": f"{name}({', '.join('1' for _ in made.takes)})"}, [], [claim]).let


def _with(domain: str) -> Statement:
    return conjecture_files.build("t", {"n": "integer(2, 3)", "P": domain}, [], ["normF(P) >= 0"])


def test_one_size_of_a_stochastic_matrix_is_that_of_a_square() -> None:
    assert _with("stochastic(n)").claim == _with("stochastic(n, n)").claim != _with("stochastic(n, 2)").claim


@pytest.mark.parametrize(
    "name", ["real", "nonnegative", "gaussian", "rademacher", "uniform", "iid_uniform", "complex", "complex_gaussian"]
)
def test_one_size_that_may_be_of_a_vector_is_asked_about(name: str) -> None:
    with pytest.raises(ReadingError) as caught:
        _with(f"{name}(n)")
    assert f"{name}(n, n) for a square matrix, {name}(n, 1) for a vector" in caught.value.fix


@pytest.mark.parametrize("domain", ["stochastic()", "stochastic(n, n, n)", "wishart(n)"])
def test_other_numbers_of_sizes_are_refused(domain: str) -> None:
    with pytest.raises(ReadingError, match="was given"):
        _with(domain)


# --- Extremes over unit vectors: each is the spectral quantity that it says, and nothing else is read

LET = {"n": "integer(2, 3)", "A": "real(n, n)", "W": "real(n, n + 1)", "C": "complex(n, n)", "H": "hermitian(n)"}
REAL, COMPLEX = "for x in unit(n)", "for x in complex_unit(n)"


@pytest.mark.parametrize(
    ("said", "means"),
    [
        (f"sup(x.T @ A @ x {REAL})", "lmax(sym(A))"),
        (f"inf(tr(x.H @ A @ A @ x) {REAL})", "lmin(sym(A @ A))"),
        (f"sup(abs(x.T @ A @ x) {REAL})", "norm2(sym(A))"),
        (f"inf(abs(x.T @ A @ x) {REAL})", "max(0, lmin(sym(A)), -lmax(sym(A)))"),
        (f"sup(norm2(A @ x) {REAL})", "smax(A)"),
        (f"inf(normF(W.T @ x) {REAL})", "smin(W.T)"),
        ("inf(norm2(W @ x) for x in unit(n + 1))", "sqrt(max(0, lmin(W.H @ W)))"),
        ("sup(y.T @ W @ x for y in unit(n) for x in unit(n + 1))", "smax(W)"),
        ("inf(y.T @ W @ x for y in unit(n) for x in unit(n + 1))", "-smax(W)"),
        (f"sup(abs(x.H @ C @ x) {COMPLEX})", "numradius(C)"),
        (f"sup(abs(x.H @ A @ x) {COMPLEX})", "numradius(A)"),
        (f"inf(re(x.H @ C @ x) {COMPLEX})", "lmin((C + C.H) / 2)"),
        (f"sup(x.H @ H @ x {COMPLEX})", "lmax(H)"),
    ],
)
def test_what_is_read(said: str, means: str) -> None:
    assert build("w", LET, [], [f"{said} <= 1"]).claim == build("w", LET, [], [f"{means} <= 1"]).claim


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (f"sup(x.H @ C @ x {COMPLEX})", "no form"),  # a complex number
        (f"sup(x.T @ A @ x {COMPLEX})", "no form"),  # not the numerical range
        (f"inf(abs(x.H @ C @ x) {COMPLEX})", "no form"),  # Crawford's number
        (f"sup(re(x.H @ C @ x) {REAL})", "between real vectors"),
        (f"sup(norm2(C @ x) {REAL})", "between real vectors"),
        (f"sup(exp(x.T @ A @ x) {REAL})", "no form"),
        (f"sup(x.T @ A @ x @ x.T @ x {REAL})", "no form"),
        (f"sup(norm2(x) {REAL})", "no form"),
        ("sup(x.T @ A @ x for x in unit(2))", "does not fit"),
        ("sup(x.T @ A @ x for x in psd(n))", "is a domain"),
        ("sup(A.T @ A @ A for A in unit(n))", "variable already"),
        ("sup(x.T @ A @ x)", "not declared"),
    ],
)
def test_what_is_refused(said: str, why: str) -> None:
    with pytest.raises(ReadingError, match=why):
        build("w", LET, [], [f"{said} <= 1"])


# --- Limits in text: what is read, that it reads back, and what is refused

LIMITED = {"n": "integer(2, 6)", "m": "integer(1, 3)", "G": "gaussian(n, n)", "A": "real(n, n)", "t": "positive"}


def read(*claims, given=()):
    return build("limit", LIMITED, given, claims)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("smax(G) / sqrt(n) -> 2 as n -> oo", "smax(G) / sqrt(n) -> 2 in probability as n -> oo"),
        ("smax(G) / sqrt(n) → 2 a.s. as n → ∞", "smax(G) / sqrt(n) -> 2 almost surely as n -> oo"),
        ("smax(G)/sqrt(n) converges to 2 as n -> inf almost surely", "smax(G) / sqrt(n) -> 2 almost surely as n -> oo"),
        ("P(cond(G) <= t * n) -> exp(-3/2) as n -> oo", "P(cond(G) <= t * n) -> exp(-3/2) as n -> oo"),
        ("cond(G) grows as n as n -> oo", "cond(G) grows as n as n -> oo"),
    ],
)
def test_limits_are_read_and_read_back(text, said):
    (clause,) = read(text).claim
    (again,) = read(said).claim
    assert read(text).text["claim"] == [said] and clause == again
    assert isinstance(clause, Converges | Grows) and read(text).kind is Kind.LIMIT
    assert clause.dim.bounds[1] is None  # the range of a search says nothing here


@pytest.mark.parametrize(
    ("claims", "given", "why"),
    [
        (["E(smax(G)) -> 2 as n -> oo"], [], "expectations"),
        (["smax(A) -> 2 as n -> oo"], [], "nothing in this limit is random"),
        (["smax(G) -> 2 as t -> oo"], [], "only a dimension can grow"),
        (["s(G) -> 2 as n -> oo"], [], "one of numbers"),
        (["smax(G) -> 2, 3 as n -> oo"], [], "two sides"),
        (["P(smax(G) <= 1) -> 0 almost surely as n -> oo"], [], "a probability is a number"),
        (["2 * P(smax(G) <= 1) -> 0 as n -> oo"], [], "of one probability"),
        (["smax(G) -> 2 as n -> oo", "P(smax(G) <= 1) <= 1/2"], [], "next to limits only"),
        (["smax(A) <= 1"], ["smax(G) -> 2 as n -> oo"], "next to limits only"),
        (["smax(G) -> 2 as n -> oo"], ["smax(G) <= 2"], "of its parameters"),
        (["1 + tends(smax(G), 2, n) <= 1"], [], "tends"),
        (["tends(smax(G), 2, n)"], [], "claim of its own"),
        (["smax(G) -> 2"], [], "->"),
    ],
)
def test_what_is_no_limit_is_refused(claims, given, why):
    with pytest.raises(ReadingError, match=why):
        read(*claims, given=given)
