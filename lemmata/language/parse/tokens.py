"""First look at the text, before Python's parser sees it: characters, numbers, brackets, and the usual slips."""

from __future__ import annotations

import re
from typing import NamedTuple

from lemmata.language.parse import text_limits, usages
from lemmata.language.parse.errors import ReadingError, located, quoted
from lemmata.language.parse.hints import FUNCTIONS, KEYWORDS, PYTHON, SLIPS, SYMBOLS

# Signs of mathematics with one meaning are spelled out; of the others the reader says what to write.
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
_TOKEN = re.compile(
    r"(?P<number>(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:j\b)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<op>\*\*|<=|>=|==|!=|<>|=<|=>|:=|<<|>>|//|&&|\|\||->|\.\.|[^\sA-Za-z_0-9])|(?P<space>\s+)"
)
_RELATIONS = ("<=", ">=", "==", "!=", "<", ">")
_INFIX = ("+", "-", "*", "/", "**", "@", "..", *_RELATIONS)
_PAIRS = {")": "(", "]": "["}


def spelled(text: str) -> str:
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


class Token(NamedTuple):
    """A piece of text, its offset, and its sort: number, name or op."""

    sort: str
    text: str
    at: int


def bounded(text: str) -> None:
    """Raises ReadingError for more text than is looked at; what uses regular expressions asks this first."""
    if len(text) > text_limits.LENGTH:
        raise ReadingError(f"{len(text)} characters are too many: at most {text_limits.LENGTH}", "split the claim")


def scan(text: str) -> list[Token]:
    """The pieces of a bounded, plain text.

    Raises ReadingError, with its position, for anything that could be no expression, or that would be expensive.
    """
    bounded(text)  # again: signs may be written in full by now
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at) if text[at].isascii() else None
        if found is None or not (text[at].isprintable() or text[at] in "\t\r\n"):
            raise _foreign(text[at], at)
        if found.lastgroup != "space":
            tokens.append(Token(str(found.lastgroup), found.group(), at))
        at = found.end()
    if not tokens:
        raise ReadingError("nothing is written here", 'write a relation such as "smax(A @ B) <= smax(A) * smax(B)"')
    stray = _brackets(tokens)
    for k, token in enumerate(tokens):
        if token in stray:
            fix = "say where a variable lives in `let`; A[:, j] is a column"
            raise ReadingError("`:` is not part of the language", fix, position=token.at)
        _check(tokens, k, token)
    return tokens


def _foreign(character: str, at: int) -> ReadingError:
    if character in SYMBOLS:
        return ReadingError(f"`{character}` is not part of the language", f"write {SYMBOLS[character]}", position=at)
    shown = f"`{character}`" if character.isprintable() else f"the character number {ord(character)}"
    return ReadingError(f"{shown} is not part of the language", "use plain letters, digits and operators", position=at)


def _brackets(tokens: list[Token]) -> list[Token]:
    """Colons outside of square brackets.  Raises ReadingError for brackets that do not match."""
    open_: list[Token] = []
    stray: list[Token] = []
    for token in tokens:
        if token.text in ("(", "["):
            open_.append(token)
            if len(open_) > text_limits.DEPTH:
                raise ReadingError(f"more than {text_limits.DEPTH} brackets inside each other", position=token.at)
        elif token.text in _PAIRS:
            if not open_:
                raise ReadingError("this bracket closes nothing", "remove it or open one before", position=token.at)
            if open_.pop().text != _PAIRS[token.text]:
                raise ReadingError("this bracket closes one of another form", "match ( ) and [ ]", position=token.at)
        elif token.text == ":" and (not open_ or open_[-1].text != "["):
            stray.append(token)
    if open_:
        raise ReadingError(
            "this bracket is never closed", f"add a {')' if open_[-1].text == '(' else ']'}", position=open_[-1].at
        )
    return stray


def _check(tokens: list[Token], k: int, token: Token) -> None:
    before = tokens[k - 1] if k else None
    after = tokens[k + 1] if k + 1 < len(tokens) else None
    with located(position=token.at):
        if token.sort == "number":
            _number(token.text)
        elif token.sort == "name":
            _name(token.text, tokens[max(0, k - 2) : k], tokens[k + 1 : k + 3])
        else:
            named = k >= 2 and tokens[k - 1].sort == "name" and tokens[k - 2].text in ("(", ",")  # as in f(p=2, A)
            _operator(token.text, before, after, named)
        if (before is None or before.text in ("(", ",", "[")) and _needs_left(token):
            raise ReadingError(f"something is missing before `{token.text}`", "write both sides")
        if before is not None:
            _neighbours(before, token)
        if k >= text_limits.SIGNS and all(t.text in ("+", "-") for t in tokens[k - text_limits.SIGNS : k + 1]):
            raise ReadingError(f"more than {text_limits.SIGNS} signs in a row", "write one")


def _number(text: str) -> None:
    mantissa, _, exponent = text.lower().removesuffix("j").partition("e")
    if sum(c.isdigit() for c in mantissa) > text_limits.DIGITS:
        raise ReadingError(f"a number has at most {text_limits.DIGITS} digits", "use a variable instead")
    if len(exponent) > 6 or abs(int(exponent or 0)) > text_limits.DIGITS:
        raise ReadingError(f"decimal exponents are at most {text_limits.DIGITS}", "use a variable instead")


def _name(text: str, before: list[Token], after: list[Token]) -> None:
    if text == "for" and before and len(after) == 2 and after[0].sort == "name" and after[1].text == "in":
        return
    if text == "in" and len(before) == 2 and before[0].text == "for":
        return
    if text in KEYWORDS:
        raise ReadingError(f"`{text}` is a word of Python, not of this language", KEYWORDS[text])
    if text in PYTHON:
        raise ReadingError(f"`{text}` is a word of Python, not of this language", "take another name")
    if text.startswith("_") or "__" in text:
        raise ReadingError(f"{quoted(text)} is no name here", "names are letters and digits, as in M_o")


def _operator(op: str, before: Token | None, after: Token | None, named: bool) -> None:
    operand = before is not None and (before.sort != "op" or before.text in (")", "]"))
    if op == "=":
        if named:
            raise ReadingError("arguments have no names here", "write the values alone, as in schatten(3, A)")
        raise ReadingError("`=` is no relation", "write == for equality, <= or >= for bounds")
    if op == "'":
        if operand:
            raise ReadingError("`'` is no transpose", "write A.T")
        raise ReadingError(*SLIPS['"'].split(" -> "))
    if op in SLIPS:
        raise ReadingError(*SLIPS[op].split(" -> "))
    if op not in (*_INFIX, *"()[],.:"):
        raise ReadingError(f"{quoted(op)} is not part of the language", "use + - * / ** @ .T and <= < >= > == !=")
    if after is None and op not in _PAIRS:
        raise ReadingError(f"something is missing after {quoted(op)}", "complete the right-hand side")


def _neighbours(before: Token, token: Token) -> None:
    if before.text in ("for", "in") or token.text in ("for", "in"):
        return
    ends = before.sort != "op" or before.text in _PAIRS
    starts = token.sort != "op"
    if ends and starts or before.sort == "number" and token.text == "(":
        pair = f"{quoted(before.text, 20)} and {quoted(token.text, 20)}"
        known = FUNCTIONS.get(before.text) or usages.FUNCTIONS.get(before.text, ("",))[0]
        fix = f"write {known}" if known else "write 2 * x, c * A or A @ B"
        raise ReadingError(f"an operator is missing between {pair}", fix)
    if before.text in _INFIX and (_needs_left(token) or token.text in (")", "]", ",")):
        raise ReadingError(f"something is missing between `{before.text}` and `{token.text}`", "write both sides")


def _needs_left(token: Token) -> bool:
    return token.text in _INFIX and token.text not in ("+", "-")
