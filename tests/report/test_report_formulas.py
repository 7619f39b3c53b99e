"""Matrices, numbers, names and formulas as readers see them, long ones in parts and with names for what is long."""

import math
import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lemmata.catalogue import all_statements
from lemmata.language.boxes import TIMES, Box, Fence, Frac, Ident, Num, Op, Row, Sup, Table, Text, UnderOver, row
from lemmata.language.notation import statement_boxes
from lemmata.language.writers import write_latex
from lemmata.report import formats, formulas
from lemmata.report.formulas import Formula, Revised
from lemmata.report.prose import prose
from lemmata.report.typeset_statements import Catalogue, typeset
from tests.report.sample_run import XSS, entry, large, no_catalogue, one_statement


@pytest.mark.parametrize(
    "item",
    [
        "1/2",
        3,
        None,
        [],
        [[]],
        ["1", "2"],
        [["1", "0"], ["-1/2"]],
        [[["1"]], [["2", "3"]]],
        {"a": "1", "b": [["1"]]},
        large(9),
        XSS,
        [[XSS]],
    ],
)
def test_every_value_is_well_formed(item: object) -> None:
    root = ElementTree.fromstring(f"<p>{formulas.equation('M_o', item).__html__()}</p>")
    assert list(root.iter("math")) and not list(root.iter("script"))


def test_formulas_come_from_the_catalogue_only_for_the_very_same_statement() -> None:
    held = entry("riedi.lemma-21", "proved")
    boxes: dict[str, list[Box]] = {"let": [], "given": [Ident("g")], "claim": [Ident("c")]}
    same = typeset(held, one_statement("riedi.lemma-21", boxes))
    assert [line.box for line in same.claim] == [Ident("c")]
    assert [line.text for line in same.claim] == held["text"]["claim"]
    assert same.let[0].box is None and same.let[0].text == "n = integer(1)"
    changed = typeset(held, one_statement("riedi.lemma-21", boxes, content_hash="cd" * 32))
    unknown = typeset(held, no_catalogue())
    assert changed == unknown and unknown.claim[0].box is None
    assert typeset({"id": "x", "text": None}, no_catalogue()).claim == ()


def test_errors_of_the_catalogue_are_not_hidden() -> None:
    def find(identifier: str) -> object:
        raise RuntimeError("the catalogue is broken")

    with pytest.raises(RuntimeError, match="broken"):
        typeset(entry("a.b", "proved"), type(no_catalogue())(find=find, boxes=lambda s: {}))


# --- numbers and names as readers see them


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "—"),
        ("[0.2500000000000000000000 +/- 1.2e-38]", "0.25 ± 1.2×10⁻³⁸"),
        ("[+/- 1e-30]", "0 ± 10⁻³⁰"),
        ("[-2 +/- 0]", "−2 ± 0"),
        ("1/2", "1/2"),
        ("-3/4", "−3/4"),
        ("-123456789123456789123/1000000007", "−123456788259.25…"),
        ("0.1234567890123456789", "0.12345678901234…"),
        ("123/1000000000000000000000000000007", "1.2299999999999…×10⁻²⁸"),
        ("1/0", "1/0"),
        ("1e999999999", "10⁹⁹⁹⁹⁹⁹⁹⁹⁹"),
        ("[nan +/- inf]", "nan ± inf"),
        (0.1, "0.1"),
        (math.nan, "NaN"),
        (7, "7"),
        ("five", "five"),
        ("-oo", "−∞"),
        ("oops", "oops"),
        ("[-2; 1/3; 0]", "[−2; 1/3; 0]"),
        ("[-x; 0]", "[-x; 0]"),
    ],
)
def test_enclosure(value: object, shown: str) -> None:
    assert formats.enclosure(value) == shown


@given(st.text(), st.text())
def test_anchors_are_one_to_one_and_plain(one: str, other: str) -> None:
    assert (formats.anchor(one) == formats.anchor(other)) == (one == other)
    assert formats.anchor(one).replace("_", "").replace("~", "").replace(".", "").replace("-", "").isascii()


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        ("1/2", r"\frac{1}{2}"),
        ("-1/2", r"- \frac{1}{2}"),
        ("-7", "- 7"),
        ("0.00001234567890123", r"1.23456 \ldots \times 10^{- 5}"),
        ("[2 +/- 1e-30]", r"2 \pm 10^{- 30}"),
        ("oo", r"\infty"),
        (None, r"\text{---}"),
        ([["0", "1/2"]], r"\left[ \begin{matrix} 0 & \frac{1}{2} \end{matrix} \right]"),
        (["1", "2"], "( 1 , 2 )"),
    ],
)
def test_values_in_latex(value: object, latex: str) -> None:
    assert write_latex(formulas.value(value)).replace(",", " , ").split() == latex.replace(",", " , ").split()


# --- long formulas


def test_every_formula_of_the_suite_is_whole_however_it_is_divided() -> None:
    def letters(markup: str) -> str:
        return re.sub(r"<[^>]*>|[\s\u00a0]", "", markup)

    for statement in all_statements():
        for box in sum(statement_boxes(statement).values(), []):
            latex = " ".join(formulas.latex_pieces(box))
            assert latex.isascii() and latex.count("$") % 2 == 0 and r"\text{$" not in latex, (statement.id, latex)
            shown = formulas.markup(box)
            assert ElementTree.fromstring(f"<p>{shown}</p>") is not None
            if formulas.width(box) <= formulas.LINE:
                assert letters(shown) == letters(formulas.markup(row(box))), statement.id


def test_long_formulas_are_divided_at_relations_then_at_terms_then_at_factors() -> None:
    power = [Sup(Ident("a"), Num(str(k))) for k in range(24)]
    terms = [part for one in power for part in (Op("+"), one)][1:]
    factors = [part for one in power[:20] for part in (TIMES, one)][1:]
    long = row(Ident("x"), Op("≤"), Fence("(", row(*terms), ")"), Text(" for all "), Ident("k"), Op("≤"), *factors)
    shown = formulas.markup(long)
    assert shown.startswith('<math><mi>x</mi></math><span class="line">')
    assert shown.count('<span class="line">') == 2, "one for each side that no line holds"
    assert '<math><mo form="infix">≤</mo><mo>(</mo>' in shown and '<math><mo form="infix">+</mo><msup>' in shown
    assert "</math> for all <math>" in shown and '<math><mo form="infix">\u2062</mo>' in shown
    short = row(Ident("x"), Op("≤"), Num("1"))
    assert formulas.markup(short) == "<math><mi>x</mi><mo>≤</mo><mn>1</mn></math>"


def test_a_fraction_that_no_line_holds_is_written_in_a_line_and_a_matrix_scrolls() -> None:
    long = row(*[part for k in range(20) for part in (Op("+"), Ident(f"a{k}"))][1:])
    shown = formulas.markup(Frac(long, Ident("b")))
    assert "mfrac" not in shown and "<mo>/</mo><mi>b</mi>" in shown
    assert "mfrac" in formulas.markup(Frac(Ident("a"), Ident("b")))
    wide = formulas.markup(Fence("[", Table(((long, long),)), "]"))
    assert wide.startswith('<span class="wide" tabindex="0"') and "mtable" in wide


def test_a_sign_in_front_belongs_to_its_term() -> None:
    terms = [part for k in range(20) for part in (Op("+"), Fence("(", row(Op("−"), Ident(f"a{k}")), ")"))][1:]
    shown = formulas.markup(row(Ident("x"), UnderOver(Op("→"), Text("law")), Op("−"), Ident("y"), *terms))
    assert "<math><mo>−</mo>" not in shown, "a sign after a bracket or a relation begins no part"
    assert '<span class="line"><math><munder><mo>→</mo>' in shown


def test_what_a_formula_has_and_another_has_not_is_marked() -> None:
    old = row(Ident("x"), Op("≤"), Sup(Ident("a"), Num("2")))
    new = row(Ident("x"), Op("≤"), Sup(Ident("a"), Num("3")), Op("+"), Num("1"))
    said = re.findall(r'<math class="new">(.*?)</math>', Revised("", new, old).__html__())
    assert [re.sub(r"<[^>]*>", "", one) for one in said] == ["a3", "+", "1"]
    assert "new" not in Revised("", old, old).__html__() and "new" not in Revised("", old).__html__()


def test_a_long_part_that_occurs_often_has_a_name() -> None:
    sum_ = row(Ident("w"), Op("+"), Ident("t"), TIMES, Ident("h"))
    argument = Fence("(", sum_, ")")
    square = row(Sup(argument, Ident("⊤")), TIMES, argument)
    trace = row(Ident("tr"), Op("\u2061"), Fence("(", square, ")"))
    long = row(*[part for k in range(6) for part in (Op("+"), Num(str(k)), TIMES, argument, TIMES, Ident("Q"))][1:])
    (short, first), meanings = formulas.named([row(long, Op("≤"), Num("1")), formulas.lengths(trace)])
    assert meanings == [row(Ident("R"), Op("="), sum_)], "Q is taken"
    assert formulas.width(short) < formulas.width(long) and Fence("(", sum_, ")") not in list(formulas._walk(short))
    assert write_latex(first) == r"{\lVert R \rVert_{F}}^{2}" or "R" in write_latex(first)
    assert formulas.named([sum_]) == ([sum_], []), "what is short stays"


def test_a_name_carries_the_index_of_what_it_stands_for() -> None:
    part = row(Ident("W"), TIMES, Sup(Ident("e"), Ident("j")), Op("+"), Ident("v"), TIMES, Ident("j"))
    terms = [piece for _ in range(5) for piece in (TIMES, Fence("(", part, ")"))][1:]
    total = row(UnderOver(Op("∑"), row(Ident("j"), Op("="), Num("1")), Ident("n")), *terms)
    (short,), meanings = formulas.named([row(total, Op("≤"), total)])
    assert isinstance(meanings[0], Row) and meanings[0].items[0] == formulas.Sub(Ident("Q"), Ident("j"))
    assert part not in list(formulas._walk(short))


def test_an_index_bound_inside_a_part_is_not_at_its_name() -> None:
    inner = row(UnderOver(Op("∑"), row(Ident("a"), Op("="), Num("1")), Ident("k")), Ident("x"), TIMES, Ident("a"))
    part = row(Fence("(", inner, ")"), TIMES, Ident("W"), TIMES, Ident("V"), Op("⊗"), Ident("Id"))
    whole = row(Fence("(", part, ")"), Op("+"), *part.items, Op("≤"), Ident("y"), Op("+"), Fence("(", part, ")"))
    (short,), meanings = formulas.named([row(whole, Op("="), whole)])
    assert meanings == [row(Ident("Q"), Op("="), part)] and part not in list(formulas._walk(short))
    assert formulas.width(short) < 30, "a term that is the part is named, too"
    cut = row(UnderOver(Op("∑"), Ident("i"), None), Ident("x"), TIMES, Ident("i"))
    assert isinstance(cut, Row) and not formulas._places(row(*cut.items, TIMES, Ident("i")), cut), "its scope goes on"


def test_a_study_says_its_formulas_in_full() -> None:
    (held,) = [s for s in all_statements() if s.id == "macdonald.eq-42"]
    says = typeset({"id": held.id, "hash": held.hash, "text": held.text}, Catalogue.installed())
    (claim,), (full,) = says.claim, (says.in_full(line.text) for line in says.claim)
    assert says.where and claim.box is not None and full.box is not None
    names = {meaning.box.items[0] for meaning in says.where if isinstance(meaning.box, Row)}
    assert len(names) == 2 and names <= set(formulas._walk(claim.box)) and not names & set(formulas._walk(full.box))


def test_a_formula_without_boxes_is_typed_and_escaped() -> None:
    assert Formula("a < b").__html__() == "<code>a &lt; b</code>"
    assert XSS not in Formula(XSS, Text(XSS)).__html__()


# --- Formulas among the words of a review: what is set as mathematics, and what stays as it is


def set_(said: str) -> str:
    """The words with their formulas as LaTeX between dollar signs."""
    parts = (
        part if isinstance(part, str) or part.box is None else f"${write_latex(part.box)}$" for part in prose(said)
    )
    return "".join(map(str, parts)).replace(r" \, ", " ")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("At w = eps = 1 it is false.", r"At $w = \epsilon = 1$ it is false."),
        ("|J^T g|^2 >= sigma^2 holds", r"$\lvert J^{\top} g \rvert^{2} \ge \sigma^{2}$ holds"),
        ("(2 w^2 - eps) w/(eps + w^2)^(5/2)", r"$( 2 w^{2} - \epsilon ) w / ( \epsilon + w^{2} )^{5 / 2}$"),
        ("at most sqrt(8n) and 2-Lipschitz", r"at most $\sqrt{8 n}$ and 2-Lipschitz"),
        ("V = [[1, 1], [1, 0]] has", r"$V = \left[ \begin{matrix} 1 & 1 \\ 1 & 0 \end{matrix} \right]$ has"),
        ("[0 1] times [1; 0]", r"$\left[ \begin{matrix} 0 & 1 \end{matrix} \right]$ times "
         r"$\left[ \begin{matrix} 1 \\ 0 \end{matrix} \right]$"),
        ("P[Z_n >= 8] < 1e-6", r"$P [ Z_{n} \ge 8 ] < 10^{- 6}$"),
        ("at most abs(X)_F long", r"at most $\lvert X \rvert_{F}$ long"),
        ("the limit is 1 ± sqrt(r/q)", r"the limit is $1 \pm \sqrt{r / q}$"),
        ("Id (x) X^T is wide", r"$\mathrm{Id} \otimes X^{\top}$ is wide"),
        ("Weyl's inequality for A and B", "Weyl's inequality for A and $B$"),
        ("a unit is off; Theorem 22 (53), 2.4 of 8", "a unit is off; Theorem 22 (53), 2.4 of 8"),
        ("see riedi.lemma-8.eq-37~rows, (42), pre-trained", "see riedi.lemma-8.eq-37~rows, (42), pre-trained"),
        ("side by side (c x cd), the d_0 N x p and the a x b", r"side by side ($c$ × cd), the "
         r"$d_{0} N \times p$ and the $a \times b$"),
        ("a product with x is wide, phi(x) = |x|_2^3", r"a product with $x$ is wide, "
         r"$\phi ( x ) = \lvert x \rvert_{2}^{3}$"),
        ("smin(J) >= lmax(A)/2", r"$s_{\mathrm{min}} ( J ) \ge \lambda_{\mathrm{max}} ( A ) / 2$"),
        ("a mu-PL function, i.e. mu - b", r"a mu-PL function, i.e. $\mu - b$"),
        ("x = (a, b", "$x$ = ($a$, $b$".replace("$a$", "a")),
        ("max", "max"),
    ],
)  # fmt: skip
def test_formulas_are_set_and_words_are_left(said: str, shown: str) -> None:
    assert set_(said) == shown


@given(st.text(alphabet="ab eT(x)[]|^_/*-+=<>.,;'019~é\n", max_size=40))
def test_nothing_is_left_out_or_reordered(said: str) -> None:
    kept = "".join(part.text if isinstance(part, Formula) else part for part in prose(said))
    assert kept.replace(" × ", " x ") == said


def test_every_note_of_the_suite_is_kept_whole() -> None:
    for statement in all_statements():
        said = statement.notes or ""
        parts = prose(said)
        kept = "".join(part.text if isinstance(part, Formula) else part for part in parts)
        assert kept.replace(" × ", " x ") == said
        assert all(write_latex(part.box).isascii() for part in parts if isinstance(part, Formula) and part.box), said
