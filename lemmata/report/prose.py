"""Words of a review with the formulas in them set as mathematics: ``|w|^2 <= 2 eps`` among plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lemmata.language.boxes import (
    GREEK,
    TIMES,
    Box,
    Fence,
    Ident,
    Num,
    Op,
    Root,
    Row,
    Sub,
    Sup,
    Table,
    applied,
    joined,
    row,
    symbol,
)
from lemmata.report.formulas import RELATIONS, Formula, numeral

TOKEN = re.compile(
    r"\[(?:\[[^\[\]]*\](?:, ?)?)+\]|\[[-\d/.]+(?:[ ;]+[-\d/.]+)+\]|\d+(?:\.\d+)?(?:e-?\d+)?|[A-Za-z]+\d*(?:_\w+)*'*"
    r"|(?<=\s)\(x\)(?=\s)|<=|>=|!=|==|->|\*\*|\|\||\s+|."
)
SIGNS = {
    "<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "->": "→", "=": "=", "<": "<", ">": ">", "≤": "≤", "≥": "≥", "≠": "≠",
    "+": "+", "-": "−", "−": "−", "±": "±", "*": TIMES.symbol, "/": "/", "(x)": "⊗", "⊗": "⊗", "⊙": "⊙", "×": "×",
}  # fmt: skip
PRODUCTS = "/⊗⊙×" + TIMES.symbol
SIZES = re.compile(  # n x p between the numbers of rows and columns, where x is no variable
    r"(?<=[\w)]) x (?=(?!(?:a|as|at|by|if|in|is|it|of|on|or|to)\b)(?:\d+|[A-Za-z]{1,2}\d?)(?:_\w+|\^-?\d+)?(?![\w(]))"
)
UPRIGHT = frozenset((
    "tr", "det", "abs", "exp", "log", "ln", "sgn", "max", "min", "sup", "inf", "lim", "diag", "rank", "cond", "vec",
    "sqrt", "lmax", "lmin", "smax", "smin", "span", "sign",
))  # fmt: skip
EXTREMES = {"smax": "s_1", "smin": "s_min", "lmax": "lambda_max", "lmin": "lambda_min"}
WORDS = frozenset(("a", "A", "I"))  # words that are single letters


@dataclass
class _Refused(Exception):
    """What stands here is no formula."""


class _Reader:
    """Reads one formula from tokens; a formula ends where the next token cannot go on with it."""

    def __init__(self, tokens: list[str], at: int) -> None:
        self.tokens, self.at, self.sure = tokens, at, False

    def _next(self) -> str:
        """The next token that is no blank, nothing at the end."""
        at = self.at
        while at < len(self.tokens) and self.tokens[at].isspace():
            at += 1
        return self.tokens[at] if at < len(self.tokens) else ""

    def _take(self) -> str:
        while self.tokens[self.at].isspace():
            self.at += 1
        self.at += 1
        return self.tokens[self.at - 1]

    def formula(self) -> Box:
        """Sums, with relations between them."""
        parts = [self._side()]
        while (sign := SIGNS.get(self._next(), "")) and sign not in PRODUCTS:
            back = self.at
            if self._hyphen():
                break
            self._take()
            try:
                side = self._side()
            except _Refused:
                self.at = back
                break
            self.sure = True
            parts += [Op(sign), side]
        return row(*parts)

    def _hyphen(self) -> bool:
        """Whether what follows is no minus but joins a word, as in "mu-PL" and "n x n-matrix"."""
        ahead = self.tokens[self.at : self.at + 2]
        return len(ahead) == 2 and ahead[0] == "-" and re.fullmatch("[A-Za-z]{2,}", ahead[1]) is not None

    def _side(self) -> Box:
        minus = self._next() in ("-", "−")
        if minus:
            self._take()
        factors = [self._power()]
        while True:
            back, sign = self.at, SIGNS.get(self._next(), "")
            try:
                if sign and sign in PRODUCTS:
                    self._take()
                    factors += [Op(sign), self._power()]
                    self.sure = True
                elif (
                    self._next() and self._next() not in ("|", "||", "[") and not sign and not self._apart(factors[-1])
                ):
                    factors += [TIMES, self._power()]
                    self.sure = self.sure or isinstance(factors[-3], Num)
                else:
                    break
            except _Refused:
                self.at = back
                break
        return row(Op("−"), *factors) if minus else row(*factors)

    def _apart(self, before: Box) -> bool:
        """Whether a blank divides what is before from a word, a number, or a number in brackets."""
        token = self._next()
        blank = self.tokens[self.at].isspace()
        return blank and (token in WORDS or token[0].isdigit() or token == "(" and isinstance(before, Num))

    def _power(self) -> Box:
        base = self._unit()
        if isinstance(base, Fence) and self.tokens[self.at : self.at + 1] == ["_"] and self._index():
            self._take()
            index = self._take()
            base = Sub(base, Num(index) if index.isdigit() else Ident(index))
        if self.at < len(self.tokens) and self.tokens[self.at] in ("^", "**"):
            self._take()
            self.sure = True
            minus = self._next() == "-"
            if minus:
                self._take()
            above = Ident("⊤") if self._next() == "T" and self._take() else self._unit(exponent=True)
            return Sup(base, row(Op("−"), above) if minus else above)
        return base

    def _index(self) -> bool:
        """Whether a letter or a digit follows that is the index of a norm."""
        return bool(re.fullmatch("[A-Za-z0-9]", "".join(self.tokens[self.at + 1 : self.at + 2])))

    def _unit(self, exponent: bool = False) -> Box:
        token = self._next()
        if not token or token in "])};:,.|" and token != "|":
            raise _Refused
        if token.startswith("[") and token != "[":
            return self._matrix(token)
        if token[0].isdigit():
            self._take()
            whole, _, power = token.partition("e")
            raised = Sup(Num("10"), numeral(power.replace("-", "−")))
            return Num(whole) if not power else raised if whole == "1" else row(Num(whole), Op("×"), raised)
        if token in ("(", "|", "||"):
            return self._fenced(token, exponent)
        if not token[0].isalpha():
            raise _Refused
        return self._called(token)

    def _called(self, token: str) -> Box:
        base = re.sub(r"\d*'*$", "", token.partition("_")[0])
        known = len(base) < 2 or base in GREEK or base in UPRIGHT or "_" in token or re.fullmatch("Id|[A-Z]{2}", base)
        at = self.tokens.index(token, self.at)
        follows = "".join(self.tokens[at + 1 : at + 3])
        if not known and not (len(base) <= 4 and follows[:1] == "(" and follows != "(s"):
            raise _Refused
        self._take()
        opened = self.tokens[self.at : self.at + 1] == ["("]
        if token == "P" and self.tokens[self.at : self.at + 1] == ["["]:
            return row(Ident("P"), self._fenced("[", False))
        if token == "sqrt":
            self.sure = True
            body = self._power()
            return Root(body.body if isinstance(body, Fence) and body.left == "(" else body)
        if base in UPRIGHT and not opened and "_" not in token and SIGNS.get(self._next(), "") not in RELATIONS:
            raise _Refused
        self.sure = self.sure or "_" in token or base in GREEK or opened and len(base) > 1
        head = symbol(EXTREMES.get(token, token.rstrip("'")))
        for _ in range(token.count("'")):
            head = Sup(head, Op("′"))
        if not opened:
            return head
        back = self.at
        try:
            inside = self._fenced("(", False)
        except _Refused:
            self.at = back
            return head
        if not isinstance(inside, Fence):
            return head
        return Fence("|", inside.body, "|") if token == "abs" else applied(head, inside.body)

    def _fenced(self, token: str, exponent: bool) -> Box:
        self._take()
        held = [self.formula()]
        while self._next() == "," and token == "(":
            self._take()
            held.append(self.formula())
        closing = {"(": ")", "[": "]"}.get(token, token)
        if self._next() != closing:
            raise _Refused
        self._take()
        if exponent and len(held) == 1:
            return held[0]
        self.sure = self.sure or token != "(" or len(held) > 1
        return Fence(token.replace("||", "‖"), joined(Op(","), held), closing.replace("||", "‖"))

    def _matrix(self, token: str) -> Box:
        inner = token[1:-1]
        lines = re.findall(r"\[([^\[\]]*)\]", inner) or inner.split(";")
        cells = [[cell for cell in re.split(r"[,\s]+", line.strip()) if cell] for line in lines]
        if not cells or len({len(line) for line in cells}) != 1:
            raise _Refused
        self._take()
        self.sure = True
        return Fence("[", Table(tuple(tuple(_cell(cell) for cell in line) for line in cells)), "]")


def _cell(text: str) -> Box:
    tokens = TOKEN.findall(text)
    reader = _Reader(tokens, 0)
    box = reader.formula()
    if reader.at != len(tokens):
        raise _Refused
    return box


def prose(said: str) -> tuple[str | Formula, ...]:
    """Words, and the formulas among them: what has a relation, an operator, a power or an index, and lone letters.

    What cannot be read as a formula stays as it is; nothing is left out or reordered.
    """
    tokens = TOKEN.findall(SIZES.sub(" × ", said))
    return tuple(_merged(_parts(tokens)))


def _parts(tokens: list[str]) -> Iterator[str | Formula]:
    at = 0
    while at < len(tokens):
        reader = _Reader(tokens, at)
        starts = not tokens[at].isspace() and (at == 0 or not re.search(r"[\w~.'’-]$", tokens[at - 1]))
        try:
            box = reader.formula() if starts else None
        except _Refused:
            box = None
        text = "".join(tokens[at : reader.at])
        follows = tokens[reader.at] if box is not None and reader.at < len(tokens) else ""
        short = follows == "." and "".join(tokens[reader.at + 1 : reader.at + 2]).isalpha()  # as in "i.e."
        ended = not re.match(r"[\w~]", follows) and not short and (follows != "-" or not isinstance(box, Ident))
        if box is None or not ended or not _is_formula(box, text, reader.sure):
            yield tokens[at]
            at += 1
        else:
            yield Formula(text, box)
            at = reader.at


def _is_formula(box: Box, text: str, sure: bool) -> bool:
    """Whether what was read is meant as a formula: a lone letter that is no word, or what no words look like."""
    if isinstance(box, Ident):
        return text not in WORDS and (len(text) == 1 or text in GREEK)
    begins_with_word = (
        isinstance(box, Row) and box.items[0] in [Ident(word) for word in WORDS] and box.items[1] == TIMES
    )
    signs = {part.symbol for part in box.items if isinstance(part, Op)} if isinstance(box, Row) else set()
    return sure and not (begins_with_word and not signs & RELATIONS)


def _merged(parts: Iterator[str | Formula]) -> Iterator[str | Formula]:
    words = ""
    for part in parts:
        if isinstance(part, str):
            words += part
            continue
        if words:
            yield words
        words = ""
        yield part
    if words:
        yield words
