"""Matrices, and the gate for markup from outside."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from lemmata.report import mathml
from lemmata.report.typeset_statements import typeset
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


def test_small_matrices_are_exact_and_large_ones_abbreviated() -> None:
    assert not mathml.is_cut([["1", "-3/4"], ["0", "12345/678"]])
    assert str(mathml.value([["1/2", "-3"]])).count("<mtd>") == 2
    assert "<mfrac><mn>1</mn><mn>2</mn></mfrac>" in str(mathml.value("1/2"))
    shown = str(mathml.value([["0"] * 30 for _ in range(20)]))
    assert "20 × 30" in shown and shown.count("<mtd>") == 49
    assert mathml.is_cut([["0"] * 30 for _ in range(20)]) and mathml.is_cut(large(2))
    assert "20 × 30" not in str(mathml.value([["0"] * 8 for _ in range(8)]))


def test_names() -> None:
    assert str(mathml.symbol("M_o")) == "<msub><mi>M</mi><mi>o</mi></msub>"
    assert str(mathml.symbol("W12")) == "<msub><mi>W</mi><mn>12</mn></msub>"
    assert str(mathml.symbol("rho")) == "<mi>ρ</mi>"
    assert str(mathml.symbol("_")) == "<mi>_</mi>"


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


def test_formulas_lose_what_goes_without_saying() -> None:
    fenced = '<mo form="prefix" stretchy="true">(</mo><mi>x</mi><mo form="postfix" stretchy="true">)</mo>'
    inner = "<mo>(</mo><mi>x</mi><mo>)</mo>"
    assert mathml.clean(f'<math display="inline" displaystyle="true"><mrow>{fenced}</mrow></math>') == (
        f"<math>{inner}</math>"
    )
    assert (
        mathml.clean(f"<math><mi>f</mi><mrow>{fenced}</mrow></math>") == f"<math><mi>f</mi><mrow>{inner}</mrow></math>"
    )
    assert mathml.clean("<math><msup><mrow><mi>a</mi></mrow><mn>2</mn></msup></math>") == (
        "<math><msup><mi>a</mi><mn>2</mn></msup></math>"
    )
    kept = '<mo form="prefix" stretchy="true">(</mo>'
    assert kept in str(mathml.clean(f"<math><mi>a</mi>{kept}<mi>b</mi></math>")), "not at the end of its row"
    small = '<mrow><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow>'
    assert str(mathml.clean(f"<math><mi>f</mi>{small}</math>")).count('stretchy="false"') == 2


def test_larger_matrices_are_typed_where_formulas_are_many() -> None:
    assert mathml.terse("M_o", [["0", "1/2"]]) == mathml.equation("M_o", [["0", "1/2"]])
    assert mathml.terse("M_o", [["0", "1", "2", "3"]] * 3) == "<code>M_o = [0 1 2 3; 0 1 2 3; 0 1 2 3]</code>"
    assert mathml.typed([["1"] * 9] * 9).count(";") == 6 and "…" in mathml.typed([["1"] * 9] * 9)
    assert mathml.typed(["1", "-2"]) == "[1 −2]" and mathml.typed([[["1"]], [["2"]]]) == "[1], [2]"


def test_words_are_set_as_words() -> None:
    assert "<mtext>gaussian</mtext>" in str(mathml.equation("entries", "gaussian"))
    assert "<mtext>f(a, b)</mtext>" in str(mathml.equation("f(a, b)", "1/2"))
    assert "<mn>" in str(mathml.equation("x", "1e-5"))


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
