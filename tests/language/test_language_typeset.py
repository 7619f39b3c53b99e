"""LaTeX and MathML: in the order entered, well-formed; each node by itself: test_language_statement."""

import tomllib
from pathlib import Path

import pytest

from lemmata.catalogue import all_statements
from lemmata.language import (
    Scalar,
    SumOver,
    boxes,
    chain,
    cumsum,
    diag,
    eigenform,
    entries,
    eq,
    exists,
    exp,
    forall,
    gap,
    lam,
    lmax,
    networks,
    real_eigenvalues,
    relu,
    s,
    singularform,
    slope,
    smax,
    smin,
    total,
)
from lemmata.language.typeset import latex, latex_statement, mathml, mathml_statement
from lemmata.language.writers import _LATEX, _MATHML
from tests.language.markup import balanced, plain
from tests.language.samples import A, B, L, N, W, i, j, l, n, nu, read, rho, x, y_1
from tests.language.test_language_statement import statement

EXPRESSIONS = tomllib.loads(Path(__file__).with_name("notation.toml").read_text(encoding="utf-8"))["expressions"]


@pytest.mark.parametrize(("typed", "tex"), EXPRESSIONS, ids=[typed for typed, _ in EXPRESSIONS])
def test_notation_keeps_the_order_and_the_parentheses_that_matter(typed, tex):
    assert latex(read(typed)) == tex
    assert balanced(tex)
    assert plain(mathml(read(typed)))


CLAUSES = [
    (s(A) <= smax(A), r"s_{i} ( A ) \le s_{1} ( A ) \text{ for } \text{all } i"),
    (
        chain(0, "<=", abs(s(A) - s(B)), "<=", smax(A - B)),
        r"0 \le \lvert s_{i} ( A ) - s_{i} ( B ) \rvert \le s_{1} ( A - B ) \text{ for } \text{all } i",
    ),
    (total(s(A)) <= 1, r"\sum_{i} s_{i} ( A ) \le 1"),
    (s(A) <= total(s(B)), r"s_{i} ( A ) \le \sum_{j} s_{j} ( B ) \text{ for } \text{all } i"),
    (s(A, i) * s(A) <= 1, r"s_{i} ( A ) \, s_{j} ( A ) \le 1 \text{ for } \text{all } j"),
    (
        forall(i, 1, n, j, i, n, s(A, i) >= s(A, j)),
        r"s_{i} ( A ) \ge s_{j} ( A ) \text{ for } 1 \le i \le n \text{, } i \le j \le n",
    ),
    (forall(l, 1, L, s(W.layer(l)) <= 1), r"s_{i} ( W^{l} ) \le 1 \text{ for } 1 \le l \le L \text{, } \text{all } i"),
    (eq(A, B.T), r"A = B^{\top}"),
    (A <= B, r"A \le B \text{ entry by entry}"),
    (gap(s(A), i) > 0, r"s_{i} ( A ) \text{ is simple}"),
    (gap(lam(N), 1) > 0, r"\lambda_{1} ( N ) \text{ is simple}"),
    (forall(i, 1, n, gap(lam(N), i) > 0), r"\lambda_{i} ( N ) \text{ is simple} \text{ for } 1 \le i \le n"),
    (gap(s(A), 1) > rho, r"\min_{j \ne 1} \lvert s_{j} ( A ) - s_{1} ( A ) \rvert > \rho"),
    (eq(real_eigenvalues(A), 0), r"A \text{ has no real eigenvalue}"),
    (real_eigenvalues(A) >= 1, r"\# \{ \text{real eigenvalues of } A \} \ge 1"),
    (
        eq(slope(lam(N + rho * A), i, rho), eigenform(N + rho * A, i, A)),
        r"\frac{d}{d \rho} \, \lambda_{i} ( N + \rho \, A ) = u_{i}^{\top} \, A \, u_{i}"
        r" \text{, where } u_{i} \text{ is a unit eigenvector to } \lambda_{i} ( N + \rho \, A )",
    ),
    (
        singularform(A, 1, B + B.T) <= rho,
        r"u_{1}^{\top} \, ( B + B^{\top} ) \, v_{1} \le \rho"
        r" \text{, where } u_{1} , v_{1} \text{ are unit right and left singular vectors to } s_{1} ( A )",
    ),
    (
        eq(eigenform(N, i, A), eigenform(N + N, i, A)),
        r"( u_{i} ( N ) )^{\top} \, A \, u_{i} ( N ) = ( u_{i} ( N + N ) )^{\top} \, A \, u_{i} ( N + N )"
        r" \text{, where } u_{i} ( N ) \text{ is a unit eigenvector to } \lambda_{i} ( N )"
        r" \text{, where } u_{i} ( N + N ) \text{ is a unit eigenvector to } \lambda_{i} ( N + N )",
    ),
    (exists(s(A @ B, i) > s(A, i)), r"\exists n , A , B , i : s_{i} ( A \, B ) > s_{i} ( A )"),
    (
        networks.Conserved(networks.LayerMatrix(nu, l + 1).T @ networks.LayerMatrix(nu, l + 1), nu),
        r"W_{l + 1}^{\top} \, W_{l + 1} \text{ is constant along gradient flow of } \nu",
    ),
    (x >= 0, r"x_{i} \ge 0 \text{ for } \text{all } i"),
    (x.T @ A @ x >= 0, r"x^{\top} \, A \, x \ge 0"),
    (
        entries(A @ x) * entries(x) <= entries(y_1) ** 2,
        r"( A \, x )_{i} \, x_{i} \le ( y_{1} )_{i}^{2} \text{ for } \text{all } i",
    ),
    (
        cumsum(diag(N)) <= cumsum(lam(N)),
        r"\sum_{j \le i} N_{j , j} \le \sum_{j \le i} \lambda_{j} ( N ) \text{ for } \text{all } i",
    ),
    (
        relu(s(A) - s(B)) <= exp(s(A)),
        r"\mathrm{ReLU} ( s_{i} ( A ) - s_{i} ( B ) ) \le \mathrm{exp} ( s_{i} ( A ) ) \text{ for } \text{all } i",
    ),
    (eq(diag(diag(x) @ A), x), r"( \mathrm{diag} ( x ) \, A )_{i , i} = x_{i} \text{ for } \text{all } i"),
    (gap(x, i) > 0, r"x_{i} \text{ is simple}"),
    (networks.SameFunction(nu), r"\mu_{\nu} \circ h_{\nu} = \nu"),
]


def test_clauses_keep_the_order_in_which_they_were_entered():
    for clause, tex in CLAUSES:
        assert latex(clause) == tex
        assert balanced(tex) and plain(mathml(clause))


def test_a_sum_inside_a_quantifier_over_the_same_index_gets_its_own_letter():
    clause = forall(l, 1, L, smax(W.layer(l)) <= SumOver(l, 1, L, smax(W.layer(l))))
    assert latex(clause) == (r"s_{1} ( W^{l} ) \le \sum_{j = 1}^{L} s_{1} ( W^{j} ) \text{ for } 1 \le l \le L")


def test_every_box_has_both_writers():
    assert set(_LATEX) == set(_MATHML) == set(boxes.Box.__subclasses__())


def test_mathml_reads_like_the_formula():
    clause = chain(smin(A) ** 2 + rho * lmax(N), "<=", s(A) ** 2, "<", (1 + rho) / (1 - rho))
    assert plain(mathml(clause)) == "smin(A)2+ρλmax(N)≤si(A)2<1+ρ1−ρ for all i"
    assert mathml(rho**2) == '<math display="inline" displaystyle="true"><msup><mi>ρ</mi><mn>2</mn></msup></math>'


def test_mathml_escapes_what_html_would_read():
    assert "<mo>&lt;</mo>" in mathml(rho < 1) and "<mo>&gt;</mo>" in mathml(rho > 1)
    odd = Scalar('x<b>&"')
    assert plain(mathml(odd)) == 'x<b>&"'
    assert "<b>" not in mathml(odd)
    assert plain(mathml(networks.Network("nu"))) == "ν"


def test_statements_are_typeset_line_for_line():
    st = statement(chain(smax(A), "<=", rho, "<", 2), given=(n >= 5, smin(A) > 0))
    assert latex_statement(st) == {
        "let": [r"n \ge 1", r"A \in \mathbb{R}^{n \times n}", r"0 \le \rho \le 1"],
        "given": [r"n \ge 5", r"s_{\mathrm{min}} ( A ) > 0"],
        "claim": [r"s_{1} ( A ) \le \rho < 2"],
    }
    assert [plain(line) for line in mathml_statement(st)["let"]] == ["n≥1", "A∈ℝn×n", "0≤ρ≤1"]


@pytest.mark.parametrize("paper", sorted({st.source.paper.key for st in all_statements()}))
def test_every_statement_of_the_catalogue_is_typeset(paper):
    for st in (st for st in all_statements() if st.source.paper.key == paper):
        tex, markup = latex_statement(st), mathml_statement(st)
        for part, lines in st.text.items():
            assert len(tex[part]) == len(markup[part]) == len(lines), st.id
            assert all(map(balanced, tex[part])) and all(map(plain, markup[part])), st.id
