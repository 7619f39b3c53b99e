"""LaTeX from markup."""

from __future__ import annotations

import pytest

from lemmata.catalogue import all_statements
from lemmata.language.typeset import mathml_statement
from lemmata.report.writing.formulas import formula, latex_text


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
        (
            "<mrow><mo>‖</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>‖</mo></mrow>",
            r"\left\| \frac{a}{b} \right\|",
        ),
        (
            "<mrow><mo>[</mo><mtable><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>]</mo></mrow>",
            r"\left[ \begin{matrix} 0 & 1 \end{matrix} \right]",
        ),
        ("<mi>a</mi><mo>&lt;</mo><mi>b</mi><mo>≰</mo><mi>c</mi>", r"a < b \nleq c"),
    ],
)
def test_elements(inside: str, latex: str) -> None:
    assert formula(f"<math>{inside}</math>") == latex


@pytest.mark.parametrize("markup", ["", "x", "<math><mi>a</math>", "<p>a</p>"])
def test_what_is_no_formula_is_none(markup: str) -> None:
    assert formula(markup) is None


def test_words() -> None:
    assert latex_text("50 % of A_1 & {B} #2 ~ ^ \\") == (
        r"50 \% of A\_1 \& \{B\} \#2 \textasciitilde{} \textasciicircum{} \textbackslash{}"
    )
    assert latex_text("é ≤ 10⁻³ λ 漢") == r"e $\le$ 10\textsuperscript{-}\textsuperscript{3} $\lambda$ [U+6F22]"


def test_every_formula_of_the_suite_becomes_ascii_with_balanced_braces() -> None:
    for statement in all_statements():
        for markup in sum(mathml_statement(statement).values(), []):
            said = formula(markup)
            assert said and said.isascii(), (statement.id, said)
            bare = said.replace(r"\{", "").replace(r"\}", "")
            assert bare.count("{") == bare.count("}"), (statement.id, said)
            assert said.count(r"\left") - said.count(r"\leftarrow") == said.count(r"\right"), (statement.id, said)
