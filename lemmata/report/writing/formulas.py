"""LaTeX of presentation MathML, for formulas that a run records as markup.

The subset is the one that :mod:`report.mathml` lets pass; what an element does not say in LaTeX is set by its content.
Needs amsmath and amssymb.
"""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi",
    "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
SYMBOLS = {letter: f"\\{name}" for letter, name in _GREEK.items()} | {
    "−": "-", "–": "-", "·": r"\cdot", "×": r"\times", "⊗": r"\otimes", "⊙": r"\odot", "∘": r"\circ", "∗": "*",
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "<": "<", ">": ">", "≰": r"\nleq", "≱": r"\ngeq", "≮": r"\nless",
    "≯": r"\ngtr", "≈": r"\approx", "∼": r"\sim", "≡": r"\equiv", "±": r"\pm", "∈": r"\in", "∉": r"\notin",
    "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset", "⪰": r"\succeq", "⪯": r"\preceq", "≻": r"\succ",
    "≺": r"\prec", "∃": r"\exists", "∀": r"\forall", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∂": r"\partial",
    "∇": r"\nabla", "→": r"\to", "⟶": r"\longrightarrow", "↦": r"\mapsto", "⇒": r"\Rightarrow", "↓": r"\downarrow",
    "↑": r"\uparrow", "∞": r"\infty", "⋯": r"\cdots", "…": r"\ldots", "⋮": r"\vdots", "⋱": r"\ddots", "•": r"\bullet",
    "⊤": r"\top", "⊥": r"\perp", "ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}", "ℙ": r"\mathbb{P}", "𝔼": r"\mathbb{E}",
    "𝒟": r"\mathcal{D}", "𝟏": r"\mathbf{1}", "ℓ": r"\ell", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "√": r"\surd",
    "′": "'", "″": "''", "⟨": r"\langle", "⟩": r"\rangle", "‖": r"\|", "∥": r"\|", "∣": r"\mid", "⌊": r"\lfloor",
    "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "≪": r"\ll", "≫": r"\gg", "∝": r"\propto", "∖": r"\setminus",
    "\u2061": "", "\u2062": r"\,", "\u2063": "", "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,",
    "#": r"\#", "%": r"\%", "&": r"\&", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}", "\\": r"\backslash",
    "~": r"\sim", "^": r"\hat{\ }",
}  # fmt: skip
_WORDS = {"max": r"\max", "min": r"\min", "sup": r"\sup", "inf": r"\inf", "lim": r"\lim"}
_LARGE = {r"\sum", r"\prod", r"\int", *_WORDS.values()}
_FENCES = {"(": "(", ")": ")", "[": "[", "]": "]", "{": r"\{", "}": r"\}", "|": "|", "‖": r"\|", "⌊": r"\lfloor",
           "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "⟨": r"\langle", "⟩": r"\rangle"}  # fmt: skip
_CLOSES = {"(": ")", "[": "]", "{": "}", "|": "|", "‖": "‖", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩"}
_TALL = {"mfrac", "msqrt", "mtable", "munder", "munderover", "mover", "mroot"}
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_TEXT = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "“": "``", "”": "''", "‘": "`", "’": "'", "–": "--", "—": "---",
    "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,", "²": r"\textsuperscript{2}", "³": r"\textsuperscript{3}",
}  # fmt: skip


def latex_text(words: str) -> str:
    """Words as LaTeX for running text; signs of mathematics go into dollar signs, other letters lose their accents.

    A character that LaTeX's own fonts do not have is named by its code point, never dropped.
    """
    out = []
    for letter in words:
        if letter in _TEXT:
            out.append(_TEXT[letter])
        elif " " <= letter <= "~":
            out.append(letter)
        elif letter.translate(_SUPERSCRIPTS) != letter:
            out.append(rf"\textsuperscript{{{letter.translate(_SUPERSCRIPTS)}}}")
        elif letter in SYMBOLS:
            out.append(f"${SYMBOLS[letter]}$" if SYMBOLS[letter] else "")
        elif letter.isspace():
            out.append(" ")
        else:
            out.append(_plain(letter))
    return "".join(out)


def _plain(letter: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(c))
    return "".join(_TEXT.get(c, c) for c in bare) if bare and bare.isascii() else f"[U+{ord(letter):04X}]"


def formula(markup: str) -> str | None:
    """LaTeX of a `<math>` element without dollar signs; None where the markup is no well-formed formula."""
    try:
        root = ElementTree.fromstring(markup)
    except ElementTree.ParseError:
        return None
    return " ".join(_children(root).split()) if _name(root) == "math" else None


def _name(node: ElementTree.Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _children(node: ElementTree.Element) -> str:
    return _row(list(node))


def _row(nodes: list[ElementTree.Element]) -> str:
    """Siblings one after the other; the brackets of a pair around something tall grow with it."""
    first, last = (nodes[0], nodes[-1]) if len(nodes) > 2 else (None, None)
    opened, closed = (_sign(end) for end in (first, last))
    if opened in _CLOSES and closed == _CLOSES[opened]:
        inside = nodes[1:-1]
        left, right = _FENCES[opened], _FENCES[closed]
        if any(map(_is_tall, inside)):
            left, right = rf"\left{left}", rf"\right{right}"
        elif opened in "|‖":
            left, right = (r"\lvert", r"\rvert") if opened == "|" else (r"\lVert", r"\rVert")
        return f"{left} {_row(inside)} {right}"
    return " ".join(filter(None, map(_write, nodes)))


def _sign(node: ElementTree.Element | None) -> str:
    return (node.text or "").strip() if node is not None and _name(node) == "mo" else ""


def _is_tall(node: ElementTree.Element) -> bool:
    return any(_name(part) in _TALL for part in node.iter())


def _letters(words: str) -> str:
    return _joined(map(_letter, words))


def _joined(parts: Iterable[str]) -> str:
    """Pieces side by side, with a blank only where a control word would swallow the letter after it."""
    out = ""
    for part in parts:
        out += " " + part if re.search(r"\\[A-Za-z]+$", out) and part[:1].isalpha() else part
    return out


def _letter(letter: str) -> str:
    if letter in SYMBOLS:
        return SYMBOLS[letter]
    raised = letter.translate(_SUPERSCRIPTS)
    if raised != letter:
        return f"{{}}^{{{raised}}}"
    return letter if letter.isascii() else rf"\text{{{_plain(letter)}}}"


def _token(node: ElementTree.Element, name: str) -> str:
    words = (node.text or "").strip("\n")
    if name in ("mtext", "ms"):
        return rf"\text{{{latex_text(words)}}}" if words else ""
    words = words.strip()
    if words in _WORDS:
        return _WORDS[words]
    if name == "mi" and len(words) > 1 and words.isascii():
        return rf"\mathrm{{{_letters(words)}}}"
    if name == "mo" and len(words) > 1 and words.isalpha():
        return rf"\operatorname{{{_letters(words)}}}"
    if name == "mn":
        return _joined("{,}" if c == "," else _letter(c) for c in words)
    return _letters(words)


def _parts(node: ElementTree.Element) -> Iterator[str]:
    yield from map(_write, node)


def _scripts(node: ElementTree.Element, name: str) -> str:
    base, *scripts = _parts(node)
    marks = {"msub": "_", "msup": "^", "msubsup": "_^", "munder": "_", "mover": "^", "munderover": "_^"}[name]
    limits = name.startswith(("mu", "mo")) and base.strip() not in _LARGE
    core = rf"\operatorname*{{{base}}}" if limits else f"{{{base}}}" if name.startswith("ms") else base
    return core + "".join(f"{mark}{{{script}}}" for mark, script in zip(marks, scripts, strict=False))


def _table(node: ElementTree.Element) -> str:
    rows = r" \\ ".join(" & ".join(map(_children, row)) for row in node)
    return rf"\begin{{matrix}} {rows} \end{{matrix}}"


def _write(node: ElementTree.Element) -> str:
    name = _name(node)
    if name in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(node, name)
    if name in ("msub", "msup", "msubsup", "munder", "mover", "munderover") and len(node) >= 2:
        return _scripts(node, name)
    if name in ("mfrac", "mroot") and len(node) == 2:
        first, second = _parts(node)
        return rf"\frac{{{first}}}{{{second}}}" if name == "mfrac" else rf"\sqrt[{second}]{{{first}}}"
    if name == "msqrt":
        return rf"\sqrt{{{_children(node)}}}"
    if name == "mtable":
        return _table(node)
    return "" if name in ("mspace", "mphantom", "none") else _children(node)
