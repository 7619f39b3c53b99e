"""Signs of mathematics in place of letters: what a line copied from a page says, spelled out.

Only signs with one meaning are spelled out; of the others the reader says what to write.
"""

from __future__ import annotations

import re

_RAISED = {c: str(k) for k, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-", "⁺": ""}
_SIGNS = {
    "≤": "<=", "≦": "<=", "⩽": "<=", "≥": ">=", "≧": ">=", "⩾": ">=", "−": "-", "–": "-", "∗": "*", "·": "*", "⋅": "*",
    "×": "*", "÷": "/", "ᵀ": ".T", "⊤": ".T", "ᴴ": ".H", "π": "pi", "½": "(1/2)", "¼": "(1/4)", "\u00a0": " ",
}  # fmt: skip
_NORMS = {"": "norm", "2": "norm2", "₂": "norm2", "op": "norm2", "F": "normF", "HS": "normF", "*": "normN",
          "nuc": "normN", "1": "norm1", "₁": "norm1", "∞": "norminf", "max": "maxabs"}  # fmt: skip
_NORM = re.compile(r"‖([^‖]*)‖(?:_\{?(2|op|F|HS|\*|nuc|1|∞|max)\}?|([₁₂]))?")
_POWER = re.compile("[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LETTERS = {"ⁿ": "n", "ᵐ": "m", "ᵏ": "k", "ᵈ": "d", "ᵖ": "p", "ʳ": "r", "ˣ": r" \times "}
_RAISING = re.compile("[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵐᵏᵈᵖʳˣ]+")
_ROOT = re.compile(r"√\s*(?:(?=\()|(\d+(?:\.\d+)?|[A-Za-z]\w*))")
_TO_LATEX = {
    "≤": r"\le ", "≥": r"\ge ", "−": "-", "·": r"\cdot ", "⋅": r"\cdot ", "×": r"\times ", "ᵀ": r"^\top ",
    "⊤": r"\top ", "‖": r"\|", "∈": r"\in ", "ℝ": r"\mathbb{R}", "ℂ": r"\mathbb{C}", "⪯": r"\preceq ",
    "≼": r"\preceq ", "⪰": r"\succeq ", "≽": r"\succeq ", "≻": r"\succ ", "≺": r"\prec ", "∀": r"\forall ",
    "⇒": r"\implies ", "√": r"\sqrt ", "∞": r"\infty ", "∘": r"\circ ", "⊙": r"\odot ", "⊗": r"\otimes ",
    "⊕": r"\oplus ", "†": r"^\dagger ", "∑": r"\sum ", "∏": r"\prod ", "𝔼": r"\mathbb{E}", "ℙ": r"\mathbb{P}",
    "₁": "_1", "₂": "_2", "ᵢ": "_i", "ⱼ": "_j", "…": r"\ldots ", "α": r"\alpha ", "β": r"\beta ",
    "γ": r"\gamma ", "δ": r"\delta ", "ε": r"\epsilon ", "η": r"\eta ", "θ": r"\theta ", "κ": r"\kappa ",
    "λ": r"\lambda ", "μ": r"\mu ", "π": r"\pi ", "ρ": r"\rho ", "σ": r"\sigma ", "τ": r"\tau ",
}  # fmt: skip


def plain(text: str) -> str:
    """A line of the text form in plain letters: `‖x‖² ≤ 2 √n` as `norm(x)**2 <= 2 sqrt(n)`, `^` as a power."""
    if text.isascii() and "^" not in text:
        return text
    text = _NORM.sub(lambda m: f"{_NORMS[m[2] or m[3] or '']}({m[1]})", text)
    text = _ROOT.sub(lambda m: f"sqrt({m[1]})" if m[1] else "sqrt", text)
    text = _POWER.sub(_raised, text)
    return "".join(_SIGNS.get(c, c) for c in text).replace("^", "**")


def _raised(found: re.Match[str]) -> str:
    digits = "".join(_RAISED[c] for c in found.group())
    return f"**({digits})" if digits.startswith("-") else f"**{digits}"


def latex(text: str) -> str:
    """A line of LaTeX with signs as commands."""
    if text.isascii():
        return text
    text = _RAISING.sub(lambda m: "^{" + "".join(_LETTERS.get(c) or _RAISED[c] for c in m.group()) + "}", text)
    return "".join(_TO_LATEX.get(c, c) for c in text)
