"""Signs of mathematics in place of letters: what a line copied from a page says, spelled out.

Only signs with one meaning are spelled out; of the others the reader says what to write.
"""

from __future__ import annotations

import re

RAISED = {c: str(k) for k, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-", "⁺": ""}
_SIGNS = {
    "≤": "<=", "≦": "<=", "⩽": "<=", "≥": ">=", "≧": ">=", "⩾": ">=", "≠": "!=", "−": "-", "–": "-", "∗": "*", "·": "*",
    "⋅": "*", "×": "*", "÷": "/", "ᵀ": ".T", "⊤": ".T", "ᴴ": ".H", "π": "pi", "½": "(1/2)", "¼": "(1/4)", "\u00a0": " ",
}  # fmt: skip
_NORMS = {"": "norm", "2": "norm2", "₂": "norm2", "op": "norm2", "F": "normF", "HS": "normF", "*": "normN",
          "nuc": "normN", "1": "norm1", "₁": "norm1", "∞": "norminf", "max": "maxabs"}  # fmt: skip
_NORM = re.compile(r"‖([^‖]*)‖(?:_\{?(2|op|F|HS|\*|nuc|1|∞|max)\}?|([₁₂]))?")
_POWER = re.compile("[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_ROOT = re.compile(r"√\s*(?:(?=\()|(\d+(?:\.\d+)?|[A-Za-z]\w*))")


def plain(text: str) -> str:
    """A line of the text form in plain letters: `‖x‖² ≤ 2 √n` as `norm(x)**2 <= 2 sqrt(n)`, `^` as a power."""
    if text.isascii() and "^" not in text:
        return text
    text = _NORM.sub(lambda m: f"{_NORMS[m[2] or m[3] or '']}({m[1]})", text)
    text = _ROOT.sub(lambda m: f"sqrt({m[1]})" if m[1] else "sqrt", text)
    text = _POWER.sub(_raised, text)
    return "".join(_SIGNS.get(c, c) for c in text).replace("^", "**")


def _raised(found: re.Match[str]) -> str:
    digits = "".join(RAISED[c] for c in found.group())
    return f"**({digits})" if digits.startswith("-") else f"**{digits}"
