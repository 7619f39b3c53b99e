"""LaTeX and MathML: in the order entered, well-formed; each node by itself: test_language_statement."""

import pytest

from lemmata.catalogue import all_statements
from lemmata.language import Scalar, SumOver, boxes, chain, forall, lmax, networks, s, smax, smin
from lemmata.language.notation import latex, latex_statement, mathml, mathml_statement
from lemmata.language.writers import _LATEX, _MATHML
from tests import table
from tests.language.markup import balanced, plain
from tests.language.samples import A, L, N, W, l, n, read, rho
from tests.language.test_language_statement import statement

EXPRESSIONS, CLAUSES = table(__file__, "notation.toml").values()


@pytest.mark.parametrize(("typed", "tex"), EXPRESSIONS, ids=[typed for typed, _ in EXPRESSIONS])
def test_notation_keeps_the_order_and_the_parentheses_that_matter(typed, tex):
    assert latex(read(typed)) == tex
    assert balanced(tex)
    assert plain(mathml(read(typed)))


def test_clauses_keep_the_order_in_which_they_were_entered():
    for typed, tex in CLAUSES:
        assert latex(read(typed)) == tex
        assert balanced(tex) and plain(mathml(read(typed)))


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
