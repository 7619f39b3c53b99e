"""LaTeX in pieces: numbers, letters, commands, words and signs, with their places.

What only sets type (spaces, sizes of brackets, dollar signs, alignment) is left out; names of fonts are, too.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.spelling import RAISED
from lemmata.language.parse.tokens import bounded


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


class Piece(NamedTuple):
    """A piece of LaTeX: its sort (number, letter, command, word or sign), what it says, and where."""

    sort: str
    text: str
    at: int


_TABLES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("latex.toml").read_text(encoding="utf-8"))
GREEK, SILENT, FONTS, WORDS, FILLERS = (
    words(_TABLES[name]) for name in ("greek", "silent", "fonts", "english", "fillers")
)
SAME, KINDS, PHRASES, STATED = (_TABLES[name] for name in ("commands", "kinds", "phrases", "stated"))
# what a claim says by a word: all of a property, of which hypotheses leave the domain out
CLAIMED = {word: _TABLES["claimed"].get(kind, STATED.get(kind)) for word, kind in KINDS.items()}
CLAIMED = {word: lines for word, lines in CLAIMED.items() if lines}
_OPERATORS, _SIGNS = _TABLES["operators"], _TABLES["signs"]
NAMED = words("operatorname operatorname* mathrm text textrm mbox textup rm")
_LETTERS = {"ⁿ": "n", "ᵐ": "m", "ᵏ": "k", "ᵈ": "d", "ᵖ": "p", "ʳ": "r", "ˣ": r" \times "}
_RAISING = re.compile("[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵐᵏᵈᵖʳˣ]+")
_PIECE = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)|\\(?P<command>[A-Za-z]+\*?|[^A-Za-z])|(?P<letter>[A-Za-z])|(?P<space>[\s~&]+)|(?P<sign>.)",
    re.S,
)
_WORD = re.compile(r"i\.i\.d\.?|a\.s\.|\d+|[^\W\d_][^\W\d_-]*(?:-[^\W\d_]*)*")
_IID = re.compile(
    r"\\(?:overset|stackrel)\s*\{\s*(?:\\(?:text|mathrm|textrm|rm)\s*\{?)?\s*i\.?i\.?d\.?\s*\}{1,2}\s*\{\s*\\sim\s*\}"
)
_FACTORS = re.compile(r"[a-z]+\s*[+=<>^_/]|(?:an|are|be|has|in|is|of)\s*-")  # letters, though they spell a word
_FONT = re.compile(rf"\\({'|'.join(sorted(FONTS))})\s*\{{?\s*$")
_GROUP = re.compile(r"\s*\{([^{}]*)\}")


def pieces(text: str) -> list[Piece]:
    """The pieces of a text, words outside of dollar signs among them.  Raises ReadingError."""
    bounded(text)
    text = _IID.sub(lambda m: r"\sim".ljust(len(m.group())), _spelled(text))
    bounded(text)
    out: list[Piece] = []
    prose = "$" in text or r"\(" in text or r"\[" in text
    inside = not prose
    at = 0
    while at < len(text):
        if text[at] == "$":
            at += 2 if text.startswith("$$", at) else 1
            inside = not inside
            continue
        if prose and text[at : at + 2] in (r"\(", r"\[", r"\)", r"\]"):
            inside = text[at + 1] in "(["
            at += 2
            continue
        at = _formula(text, at, out, prose) if inside else _prose(text, at, out)
    _check_styles(out, text)
    out = _increments(out)
    if not out:
        raise ReadingError("nothing is written here", r"write a relation such as \|AB\|_F \le \|A\|_2 \|B\|_F")
    return out


def _increments(found: list[Piece]) -> list[Piece]:
    """The pieces with `\\Delta W` as one letter, unless \\Delta stands somewhere without one."""
    pairs = [k for k, p in enumerate(found) if p.sort == "command" and p.text == "Delta"]
    if not all(k + 1 < len(found) and found[k + 1].sort == "letter" for k in pairs):
        return found
    joined = {k: Piece("letter", f"Delta{found[k + 1].text}", found[k].at) for k in pairs}
    return [joined.get(k, p) for k, p in enumerate(found) if k - 1 not in joined]


def _spelled(text: str) -> str:
    """A line of LaTeX with signs as commands."""
    if text.isascii():
        return text
    text = _RAISING.sub(lambda m: "^{" + "".join(_LETTERS.get(c) or RAISED[c] for c in m.group()) + "}", text)
    return "".join(_SIGNS.get(c, c) for c in text)


def _prose(text: str, at: int, out: list[Piece]) -> int:
    found = _WORD.match(text, at)
    if found:
        out.append(Piece("word", found.group().lower(), at))
        return found.end()
    if text[at] in ",.;:":
        out.append(Piece("sign", text[at], at))
    return at + 1


def _check_styles(found: list[Piece], text: str) -> None:
    """Raises ReadingError where a letter set in two ways would be read as one; x_i is an entry of a bold x."""
    styles: dict[str, str] = {}
    for piece, following in zip(found, [*found, None][1:], strict=True):
        named = piece.sort == "letter" and piece.text != "I" or piece.text in GREEK
        if named and (following is None or following.text != "_"):
            font, command = _FONT.search(text[max(0, piece.at - 20) : piece.at]), _PIECE.match(text, piece.at)
            style = f"{font.group(1) if font else ''} {command.group() if command and piece.text in GREEK else ''}"
            if styles.setdefault(piece.text, style) != style:
                raise _unread(text, piece.at, f"are both {quoted(piece.text)} one letter?", "call one otherwise")


def _formula(text: str, at: int, out: list[Piece], prose: bool) -> int:
    begins = not out or out[-1].text == "."
    run = None if prose else re.compile(r"[A-Za-z][a-z]+" if begins else r"[a-z]{2,}").match(text, at)
    if run and _FACTORS.match(text, at):
        run = None
    if run and run.group().lower() in WORDS and not (out and out[-1].sort == "command" and text[at - 1] == "\\"):
        out.append(Piece("word", run.group().lower(), at))
        return run.end()
    found = _PIECE.match(text, at)
    if found is None or not text[at].isascii():
        raise _foreign(text, at)
    sort = str(found.lastgroup)
    if sort == "command":
        return _command(text, at, found, out)
    if sort == "space" and "&" in found.group() and _in_matrix(out):
        out.append(Piece("command", "next cell", at))
    if sort != "space":
        out.append(Piece(sort, found.group(), at))
    return found.end()


def _command(text: str, at: int, found: re.Match[str], out: list[Piece]) -> int:
    name, end = found.group("command"), found.end()
    if name in ("begin", "end"):
        group = _GROUP.match(text, end)
        if group and group.group(1).rstrip("*").endswith("matrix"):
            if group.group(1)[0] in "vV":
                raise _unread(text, at, "is this a determinant?", r"write \det of a pmatrix")
            out.append(Piece("command", f"{name} matrix", at))
        elif group and group.group(1).rstrip("*") in ("cases", "array"):
            raise _unread(text, at, f"what is {quoted(group.group(1))} here?", "write one claim for each case")
        return group.end() if group else end
    if name in "\\&" and _in_matrix(out):
        out.append(Piece("command", "next row", at))
        return end
    if name in NAMED:
        group = _GROUP.match(text, end)
        if group is None:
            return end
        said = group.group(1).strip()
        said = said if said in _OPERATORS else said[:1].lower() + said[1:] if len(said) > 1 else said
        if said in _OPERATORS:
            out.append(Piece("command", _OPERATORS[said], at))
        elif len(said) == 1:
            out.append(Piece("letter", said, at))
        else:
            start = group.start(1)
            for word in _WORD.finditer(group.group(1)):
                out.append(Piece("word", word.group().lower(), start + word.start()))
        return group.end()
    if name in FONTS:
        group = _GROUP.match(text, end)
        if group and len(group.group(1).strip()) == 1 and group.group(1).strip().isalnum():
            out += pieces(group.group(1).strip())[:1]
            out[-1] = out[-1]._replace(at=group.start(1))
            return group.end()
        return end
    if name in SILENT or name in ",;:!/ >\\\n":
        return end
    if name in "{}%#_&":
        out.append(Piece("sign", "\\" + name if name in "{}" else name, at))
        return end
    name = SAME.get(name, name)
    out.append(Piece("command", "norm bar" if name == "|" else name, at))
    return end


def _in_matrix(out: list[Piece]) -> bool:
    """Whether a matrix was opened and not closed."""
    return sum({"begin matrix": 1, "end matrix": -1}.get(p.text, 0) for p in out if p.sort == "command") > 0


def _unread(text: str, at: int, message: str, fix: str) -> ReadingError:
    error = ReadingError(message, fix)
    error.position, error.text = at, text
    return error


def _foreign(text: str, at: int) -> ReadingError:
    fix = "write the command, as in \\le or \\lambda"
    return _unread(text, at, f"{quoted(text[at])} is no LaTeX that is read here", fix)


# Expressions of the text form with their shapes, and what is known of letters, while LaTeX is read.
Shape = tuple[str, str]
SUM, PRODUCT, SIGN, POWER, ATOM = range(5)
NAMES = {"lambda": "lambda1", "epsilon": "eps", "s": "s1"}  # letters that mean something else in the text form
LAYERS = "layers"  # in front of the last of matrices W_1, ..., W_L
CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}
RELATIONS = {"le": "<=", "ge": ">=", "<": "<", ">": ">", "=": "==", "lt": "<", "gt": ">"}
UNEQUAL = {"ne": "!=", "neq": "!="}
ORDERS = {"preceq": "<=", "succeq": ">=", "prec": "<", "succ": ">"}
OVER = {"sum": "sum", "prod": "prod", "max": "max", "min": "min"}
UNKNOWN = "?"


@dataclass(frozen=True)
class Value:
    """The text of an expression, how tightly it binds, and its shape; None is that of a number."""

    text: str
    level: int = ATOM
    shape: Shape | None = None

    def sides(self) -> Shape:
        """The shape, 1 x 1 of a number."""
        return self.shape or ("1", "1")

    def within(self, level: int) -> str:
        """The text as an operand of what binds at a level."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def vector(self) -> bool:
        """Whether it is a column with more than one entry by its shape."""
        return self.shape is not None and self.shape[1] == "1"


@dataclass
class Scope:
    """What letters stand for: shapes of variables by their names in the text form, None for numbers; indices with the
    dimensions that they count, as far as seen."""

    shapes: dict[str, Shape | None] = field(default_factory=dict)
    indices: dict[str, set[str]] = field(default_factory=dict)
    sums: list[tuple[str, str]] = field(default_factory=list)  # indices made of others, with what they count
    layers: dict[str, tuple[str, str]] = field(default_factory=dict)  # how many matrices go by a letter, of which order
    complex: bool = False  # whether any of the variables is: then a star is no transpose


def same(a: Shape, b: Shape) -> bool:
    """Whether two shapes agree, as far as they are known."""
    return a == b or UNKNOWN in (*a, *b)


def shown(shape: Shape) -> str:
    """A shape as people write it."""
    return f"{shape[0]} x {shape[1]}"


def product_of(a: str, b: str) -> str:
    """The product of two sizes."""
    return b if a == "1" else a if b == "1" else f"{a if a.isalnum() else f'({a})'} * {b if b.isalnum() else f'({b})'}"
