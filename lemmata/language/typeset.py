"""LaTeX and presentation MathML of expressions, clauses and statements, written from the boxes of `notation`."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from lemmata.language.boxes import (
    GREEK,
    Box,
    Fence,
    Frac,
    Ident,
    Num,
    Op,
    Root,
    Row,
    Sub,
    Sup,
    Table,
    Text,
    UnderOver,
)
from lemmata.language.core import LateBound
from lemmata.language.notation import declaration, sentence
from lemmata.language.statement import Statement

SPACE = "\u00a0"


def latex(node: Any) -> str:
    """LaTeX (amsmath, amssymb) of an expression, a variable or a clause, without dollar signs.

    Raises TypeError for a node without notation.
    """
    return write_latex(sentence(node))


def mathml(node: Any) -> str:
    """A `<math>` element for an expression, a variable or a clause.

    Raises TypeError for a node without notation.
    """
    return _math(sentence(node))


def mathml_declaration(leaf: Any) -> str:
    """A `<math>` element that says where a variable lives."""
    return _math(declaration(leaf))


def latex_statement(statement: Statement) -> dict[str, list[str]]:
    """LaTeX of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return _statement(statement, write_latex)


def mathml_statement(statement: Statement) -> dict[str, list[str]]:
    """`<math>` elements of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return _statement(statement, _math)


def _statement(statement: Statement, writer: Callable[[Box], str]) -> dict[str, list[str]]:
    return {
        "let": [writer(declaration(leaf)) for leaf in statement.let],
        "given": [writer(sentence(clause)) for clause in statement.given],
        "claim": [writer(sentence(clause)) for clause in statement.claim],
    }


# --- LaTeX

LATEX_NAMES = {letter: f"\\{name}" for name, letter in GREEK.items() if name not in ("lam", "lamda", "eps")} | {
    "⊤": r"\top", "ℝ": r"\mathbb{R}", "𝒟": r"\mathcal{D}", "𝟏": r"\mathbf{1}",
}  # fmt: skip
LATEX_OPERATORS = {
    "−": "-", "·": r"\cdot", "×": r"\times", "⊗": r"\otimes", "⊙": r"\odot", "∘": r"\circ", "∗": "*", "≤": r"\le",
    "≥": r"\ge", "≠": r"\ne", "∈": r"\in", "⪰": r"\succeq", "≻": r"\succ", "∃": r"\exists", "∑": r"\sum", "∏": r"\prod",
    "→": r"\to", "∇": r"\nabla", "∞": r"\infty", "↓": r"\downarrow",
    "max": r"\max", "min": r"\min", "⋮": r"\vdots", "•": r"\bullet", "#": r"\#", "{": r"\{", "}": r"\}", "\u2061": "",
    "\u2062": r"\,",
}  # fmt: skip
LATEX_FENCES = {
    "(": ("(", ")"), "[": ("[", "]"), "{": (r"\{", r"\}"), "|": (r"\lvert", r"\rvert"), "‖": (r"\lVert", r"\rVert"),
    "⟨": (r"\langle", r"\rangle"),
}  # fmt: skip
LATEX_SPECIAL = str.maketrans({c: f"\\{c}" for c in "#$%&_{}"} | {"±": r"\(\pm\)"})


def _tall(box: Box) -> bool:
    """Whether delimiters around a box have to grow."""
    if isinstance(box, Row):
        return any(map(_tall, box.items))
    if isinstance(box, Sub | Sup):
        return _tall(box.base)
    if isinstance(box, Fence):
        return _tall(box.body)
    return isinstance(box, Frac | Root | UnderOver | Table)


def _latex_fence(box: Fence) -> str:
    left, right = LATEX_FENCES[box.left]
    if _tall(box.body):
        left, right = rf"\left{left}", rf"\right{right}"
    return f"{left} {write_latex(box.body)} {right}"


def _latex_base(box: Box) -> str:
    inside = write_latex(box)
    return inside if isinstance(box, Ident | Num | Fence) else f"{{{inside}}}"


def _latex_sup(box: Sup) -> str:
    base = write_latex(box.base) if isinstance(box.base, Sub) else _latex_base(box.base)
    return f"{base}^{{{write_latex(box.above)}}}"


def _latex_under_over(box: UnderOver) -> str:
    over = "" if box.over is None else f"^{{{write_latex(box.over)}}}"
    return f"{write_latex(box.operator)}_{{{write_latex(box.under)}}}{over}"


def _latex_table(box: Table) -> str:
    lines = r" \\ ".join(" & ".join(map(write_latex, cells)) for cells in box.rows)
    return rf"\begin{{matrix}} {lines} \end{{matrix}}"


_LATEX: dict[type[Box], Callable[[Any], str]] = {
    Ident: lambda b: LATEX_NAMES.get(b.name) or (b.name if len(b.name) == 1 else rf"\mathrm{{{b.name}}}"),
    Num: lambda b: b.digits,
    Op: lambda b: LATEX_OPERATORS.get(b.symbol, b.symbol),
    Text: lambda b: rf"\text{{{b.words.translate(LATEX_SPECIAL)}}}",
    Row: lambda b: " ".join(filter(None, map(write_latex, b.items))),
    Sub: lambda b: f"{_latex_base(b.base)}_{{{write_latex(b.below)}}}",
    Sup: _latex_sup,
    Frac: lambda b: rf"\frac{{{write_latex(b.top)}}}{{{write_latex(b.bottom)}}}",
    Root: lambda b: rf"\sqrt{{{write_latex(b.body)}}}",
    Fence: _latex_fence,
    UnderOver: _latex_under_over,
    Table: _latex_table,
}


def write_latex(box: Box) -> str:
    """LaTeX of one box."""
    return _LATEX[type(box)](box)


# --- MathML


def _math(box: Box) -> str:
    # displaystyle keeps fractions and the ranges of sums legible although the formula stands in a line of text
    return f'<math display="inline" displaystyle="true">{write_mathml(box)}</math>'


def _element(name: str, *children: Box) -> str:
    return f"<{name}>{''.join(map(write_mathml, children))}</{name}>"


def _token(name: str, text: str, attributes: str = "") -> str:
    return f"<{name}{attributes}>{escape(text, quote=False)}</{name}>"


def _mathml_fence(box: Fence) -> str:
    # the forms are spelt out because a bar looks the same on both sides
    left = _token("mo", box.left, ' form="prefix" stretchy="true"')
    right = _token("mo", box.right, ' form="postfix" stretchy="true"')
    return f"<mrow>{left}{write_mathml(box.body)}{right}</mrow>"


def _mathml_sup(box: Sup) -> str:
    if isinstance(box.base, Sub):
        return _element("msubsup", box.base.base, box.base.below, box.above)
    return _element("msup", box.base, box.above)


def _mathml_under_over(box: UnderOver) -> str:
    if box.over is None:
        return _element("munder", box.operator, box.under)
    return _element("munderover", box.operator, box.under, box.over)


def _mathml_table(box: Table) -> str:
    rows = ("".join(_element("mtd", cell) for cell in cells) for cells in box.rows)
    return f"<mtable>{''.join(f'<mtr>{cells}</mtr>' for cells in rows)}</mtable>"


def _mathml_text(box: Text) -> str:
    # blanks at the ends of an element are dropped by browsers, hard ones are not
    words = box.words
    inner = words.strip()
    left, right = len(words) - len(words.lstrip()), len(words) - len(words.rstrip())
    return _token("mtext", SPACE * left + inner + SPACE * right)


_MATHML: dict[type[Box], Callable[[Any], str]] = {
    Ident: lambda b: _token("mi", b.name),
    Num: lambda b: _token("mn", b.digits),
    Op: lambda b: _token("mo", b.symbol),
    Text: _mathml_text,
    Row: lambda b: _element("mrow", *b.items),
    Sub: lambda b: _element("msub", b.base, b.below),
    Sup: _mathml_sup,
    Frac: lambda b: _element("mfrac", b.top, b.bottom),
    Root: lambda b: _element("msqrt", b.body),
    Fence: _mathml_fence,
    UnderOver: _mathml_under_over,
    Table: _mathml_table,
}


def write_mathml(box: Box) -> str:
    """Presentation MathML of one box, without the enclosing `<math>`."""
    return _MATHML[type(box)](box)


LateBound.latex = latex
