"""LaTeX and presentation MathML of boxes."""

from __future__ import annotations

import re
import unicodedata
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

SPACE = "\u00a0"

# --- LaTeX

_GREEK = {letter: f"\\{name}" for name, letter in GREEK.items() if name not in ("lam", "lamda", "eps")}
SYMBOLS = _GREEK | {
    "ϵ": r"\epsilon", "υ": r"\upsilon", "ϕ": r"\phi",
    "—": r"\text{---}", "−": "-", "–": "-", "·": r"\cdot", "×": r"\times", "⊗": r"\otimes", "⊙": r"\odot",
    "∘": r"\circ", "∗": "*",
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≰": r"\nleq", "≱": r"\ngeq", "≮": r"\nless", "≯": r"\ngtr",
    "≈": r"\approx", "∼": r"\sim", "≡": r"\equiv", "±": r"\pm", "∈": r"\in", "∉": r"\notin", "⊆": r"\subseteq",
    "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset", "⪰": r"\succeq", "⪯": r"\preceq", "≻": r"\succ", "≺": r"\prec",
    "∃": r"\exists", "∀": r"\forall", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∂": r"\partial", "∇": r"\nabla",
    "→": r"\to", "⟶": r"\longrightarrow", "↦": r"\mapsto", "⇒": r"\Rightarrow", "↓": r"\downarrow", "↑": r"\uparrow",
    "∞": r"\infty", "⋯": r"\cdots", "…": r"\ldots", "⋮": r"\vdots", "⋱": r"\ddots", "•": r"\bullet", "⊤": r"\top",
    "⊥": r"\perp", "ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}", "ℙ": r"\mathbb{P}", "𝔼": r"\mathbb{E}",
    "𝒟": r"\mathcal{D}", "𝟏": r"\mathbf{1}", "ℓ": r"\ell", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "√": r"\surd",
    "′": "'", "″": "''", "⟨": r"\langle", "⟩": r"\rangle", "‖": r"\|", "∥": r"\|", "∣": r"\mid", "⌊": r"\lfloor",
    "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "≪": r"\ll", "≫": r"\gg", "∝": r"\propto", "∖": r"\setminus",
    "\u2061": "", "\u2062": r"\,", "\u2063": "",
    "max": r"\max", "min": r"\min", "sup": r"\sup", "inf": r"\inf", "lim": r"\lim",
    "#": r"\#", "%": r"\%", "&": r"\&", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}", "\\": r"\backslash",
    "~": r"\sim", "^": r"\hat{\ }",
}  # fmt: skip
LATEX_FENCES = {
    "(": ("(", ")"), "[": ("[", "]"), "{": (r"\{", r"\}"), "|": (r"\lvert", r"\rvert"), "‖": (r"\lVert", r"\rVert"),
    "⟨": (r"\langle", r"\rangle"),
}  # fmt: skip
_OUT_OF_TEXT = r"}{}\text{"  # no dollar inside a formula: some readers of Markdown end it there
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_WORDS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "“": "``", "”": "''", "‘": "`", "’": "'", "–": "--", "—": "---",
    "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,", "²": r"\textsuperscript{2}", "³": r"\textsuperscript{3}",
}  # fmt: skip


def latex_text(words: str, formula: str = "${}$") -> str:
    """Words as LaTeX for running text, in ASCII; signs of mathematics become formulas, as the template says.

    Other letters lose their accents; a character that LaTeX's own fonts do not have is named by its code point, never
    dropped.
    """
    out = []
    for letter in words:
        if letter in _WORDS:
            out.append(_WORDS[letter])
        elif " " <= letter <= "~":
            out.append(letter)
        elif letter.translate(_SUPERSCRIPTS) != letter:
            out.append(rf"\textsuperscript{{{letter.translate(_SUPERSCRIPTS)}}}")
        elif letter in SYMBOLS:
            out.append(formula.replace("{}", SYMBOLS[letter]) if SYMBOLS[letter] else "")
        else:
            out.append(" " if letter.isspace() else _plain(letter))
    return "".join(out)


def _plain(letter: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(c))
    return "".join(_WORDS.get(c, c) for c in bare) if bare and bare.isascii() else f"[U+{ord(letter):04X}]"


def _sign(symbol: str) -> str:
    """An operator or a sign as LaTeX."""
    if len(symbol) > 1 and symbol not in SYMBOLS:
        return _spelled(symbol)
    return SYMBOLS[symbol] if symbol in SYMBOLS else symbol if symbol.isascii() else rf"\text{{{_plain(symbol)}}}"


def _spelled(letters: str) -> str:
    """Signs one after the other, with a blank only where a control word would swallow the letter after it."""
    out = ""
    for sign in map(_sign, letters):
        out += " " + sign if re.search(r"\\[A-Za-z]+$", out) and sign[:1].isalpha() else sign
    return out


def _name(name: str) -> str:
    """A name as LaTeX, upright where it has several letters."""
    return _sign(name) if len(name) == 1 else rf"\mathrm{{{_spelled(name)}}}"


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
    Ident: lambda b: _name(b.name),
    Num: lambda b: b.digits,
    Op: lambda b: _sign(b.symbol),
    Text: lambda b: rf"\text{{{latex_text(b.words, _OUT_OF_TEXT)}}}".replace(r"\text{}", ""),
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


def _element(name: str, *children: Box) -> str:
    return f"<{name}>{''.join(map(write_mathml, children))}</{name}>"


def _inside(box: Box) -> str:
    """A box in an element that takes a row of them without one of its own around it."""
    return "".join(map(write_mathml, box.items)) if isinstance(box, Row) else write_mathml(box)


def _token(name: str, text: str) -> str:
    return f"<{name}>{escape(text, quote=False)}</{name}>"


def _mathml_sup(box: Sup) -> str:
    if isinstance(box.base, Sub):
        return _element("msubsup", box.base.base, box.base.below, box.above)
    return _element("msup", box.base, box.above)


def _mathml_under_over(box: UnderOver) -> str:
    if box.over is None:
        return _element("munder", box.operator, box.under)
    return _element("munderover", box.operator, box.under, box.over)


def _mathml_table(box: Table) -> str:
    rows = ("".join(f"<mtd>{_inside(cell)}</mtd>" for cell in cells) for cells in box.rows)
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
    Root: lambda b: f"<msqrt>{_inside(b.body)}</msqrt>",
    Fence: lambda b: f"<mrow>{_token('mo', b.left)}{_inside(b.body)}{_token('mo', b.right)}</mrow>",
    UnderOver: _mathml_under_over,
    Table: _mathml_table,
}


def write_mathml(box: Box) -> str:
    """Presentation MathML of one box, without the enclosing `<math>`."""
    return _MATHML[type(box)](box)
