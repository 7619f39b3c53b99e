"""Matrices, numbers, names and formulas as readers see them, and the gate for markup from outside."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from lemmata.catalogue import all_statements
from lemmata.language.typeset import mathml_statement
from lemmata.report import formats, mathml
from lemmata.report.typeset_statements import typeset
from lemmata.report.writing.formulas import formula
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
    root = ElementTree.fromstring(str(mathml.equation("M_o", item)))
    assert root.tag == "math"
    assert not list(root.iter("script"))


def test_foreign_markup_keeps_only_formulas() -> None:
    cleaned = mathml.clean(
        '<math xmlns="http://www.w3.org/1998/Math/MathML">'
        '<mi onclick="x()" mathvariant="normal" style="color:red">a&amp;&lt;</mi>'
        "<script>alert(1)</script><semantics><annotation-xml><b>gone</b></annotation-xml></semantics></math>"
    )
    assert cleaned == '<math><mi mathvariant="normal">a&amp;&lt;</mi>alert(1)<semantics></semantics></math>'
    assert mathml.clean("<mi>x</mi>") == "<math><mi>x</mi></math>"
    assert mathml.clean('<math display="block"><mrow dir="rtl"><mi>x</mi></mrow></math>') == (
        '<math display="block"><mrow dir="rtl"><mi>x</mi></mrow></math>'
    )
    for refused in ("<math>", "x < y", '<!DOCTYPE a [<!ENTITY b "c">]><math>&b;</math>', ""):
        assert mathml.clean(refused) is None


def test_formulas_come_from_the_catalogue_only_for_the_very_same_statement() -> None:
    held = entry("riedi.lemma-21", "proved")
    formulas = {"let": [], "given": ["<math><mi>g</mi></math>"], "claim": ["<math><mi>c</mi></math>"]}
    same = typeset(held, one_statement("riedi.lemma-21", formulas))
    assert [line.math for line in same.claim] == ["<math><mi>c</mi></math>"]
    assert [line.text for line in same.claim] == held["text"]["claim"]
    assert same.let[0].math is None and same.let[0].text == "n = integer(1)"
    changed = typeset(held, one_statement("riedi.lemma-21", formulas, content_hash="cd" * 32))
    unknown = typeset(held, no_catalogue())
    assert changed == unknown and unknown.claim[0].math is None
    assert typeset({"id": "x", "text": None}, no_catalogue()).claim == ()


def test_errors_of_the_catalogue_are_not_hidden() -> None:
    def find(identifier: str) -> object:
        raise RuntimeError("the catalogue is broken")

    with pytest.raises(RuntimeError, match="broken"):
        typeset(entry("a.b", "proved"), type(no_catalogue())(find=find, mathml=lambda s: {}))


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


# --- laTeX from markup


@pytest.mark.parametrize(
    ("inside", "latex"),
    [
        ("<mi>ρ</mi>", r"\rho"),
        ("<mi>ρ</mi><mi>x</mi>", r"\rho x"),
        ("<mi>λρ</mi>", r"\lambda\rho"),
        ("<mn>x1→o</mn>", r"x1\to o"),
        ("<mn>1,000</mn>", "1{,}000"),
        ("<mn>2×10⁻³</mn>", r"2\times10{}^{-}{}^{3}"),
        ("<mi>cond</mi>", r"\mathrm{cond}"),
        ("<mo>max</mo>", r"\max"),
        ("<mtext>for every </mtext>", r"\text{for every }"),
        ("<mtext>50 % of {x}_y</mtext>", r"\text{50 \% of \{x\}\_y}"),
        ("<msup><mi>A</mi><mo>⊤</mo></msup>", r"{A}^{\top}"),
        ("<msub><mi>s</mi><mi>i</mi></msub>", r"{s}_{i}"),
        ("<msubsup><mi>s</mi><mi>i</mi><mn>2</mn></msubsup>", r"{s}_{i}^{2}"),
        ("<mfrac><mn>1</mn><mi>n</mi></mfrac>", r"\frac{1}{n}"),
        ("<msqrt><mi>n</mi></msqrt>", r"\sqrt{n}"),
        ("<munder><mo>∑</mo><mi>i</mi></munder><mi>x</mi>", r"\sum_{i} x"),
        ("<munderover><mo>∏</mo><mi>i</mi><mi>n</mi></munderover>", r"\prod_{i}^{n}"),
        ("<munder><mo>argmax</mo><mi>i</mi></munder>", r"\operatorname*{\operatorname{argmax}}_{i}"),
        ("<mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow>", "( a )"),
        ("<mrow><mo>|</mo><mi>a</mi><mo>|</mo></mrow>", r"\lvert a \rvert"),
        ("<mrow><mo>‖</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>‖</mo></mrow>", r"\left\| \frac{a}{b} \right\|"),
        (
            "<mrow><mo>[</mo><mtable><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>]</mo></mrow>",
            r"\left[ \begin{matrix} 0 & 1 \end{matrix} \right]",
        ),
        ("<mi>a</mi><mo>&lt;</mo><mi>b</mi><mo>≰</mo><mi>c</mi>", r"a < b \nleq c"),
    ],
)
def test_elements(inside: str, latex: str) -> None:
    assert formula(f"<math>{inside}</math>") == latex


def test_every_formula_of_the_suite_becomes_ascii_with_balanced_braces() -> None:
    for statement in all_statements():
        for markup in sum(mathml_statement(statement).values(), []):
            said = formula(markup)
            assert said and said.isascii(), (statement.id, said)
            bare = said.replace(r"\{", "").replace(r"\}", "")
            assert bare.count("{") == bare.count("}"), (statement.id, said)
            assert said.count(r"\left") - said.count(r"\leftarrow") == said.count(r"\right"), (statement.id, said)


def test_long_formulas_may_break_at_relations_and_operators() -> None:
    terms = "<mo>+</mo>".join(f"<msup><mi>a</mi><mn>{k}</mn></msup>" for k in range(20))
    long = Markup(
        f"<math><mi>x</mi><mo>≤</mo><mrow><mo>(</mo>{terms}<mo>)</mo></mrow>"
        "<mtext>\u00a0for all\u00a0</mtext><mi>k</mi></math>"
    )
    pieces = mathml.pieces(long)
    assert re.sub(r"<[^>]*>|\s", "", pieces) == re.sub(r"<[^>]*>|\s", "", long), "nothing is lost"
    parts = re.findall(r"<math>(.*?)</math>", pieces)
    assert len(parts) == 22 and all(ElementTree.fromstring(f"<math>{part}</math>") is not None for part in parts)
    assert parts[0] == "<mi>x</mi>" and parts[1].startswith('<mo form="infix">≤</mo><mo>(</mo><msup>')
    assert "</math> for all <math>" in pieces
    short = Markup("<math><mi>x</mi><mo>≤</mo><mn>1</mn></math>")
    assert mathml.pieces(short) == short


def test_what_a_formula_has_and_another_has_not_is_marked() -> None:
    old = Markup("<math><mi>x</mi><mo>≤</mo><msup><mi>a</mi><mn>2</mn></msup></math>")
    new = Markup("<math><mi>x</mi><mo>≤</mo><msup><mi>a</mi><mn>3</mn></msup><mo>+</mo><mn>1</mn></math>")
    said = mathml.marked(new, old)
    assert re.findall(r'class="new">([^<]*)<', said) == ["3", "+", "1"]
    assert mathml.marked(old, old) == old and 'class="new"' in mathml.marked(old, new)
