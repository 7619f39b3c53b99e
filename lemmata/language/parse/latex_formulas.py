"""LaTeX in pieces, and formulas of these as expressions: a descent that knows shapes, and asks where two readings are
left.

Pieces are numbers, letters, commands, words and signs, with their places.  What only sets type (spaces, sizes of
brackets, dollar signs, alignment) is left out; names of fonts are, too.  A product without a sign is `*` or `@` by the
shapes of its factors, x^T y the number in it, e^A an exponential of a matrix.  What a letter is must have been said.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.tokens import RAISED, bounded


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


class Piece(NamedTuple):
    """A piece of LaTeX: its sort (number, letter, command, word or sign), what it says, and where."""

    sort: str
    text: str
    at: int


_TABLES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("latex.toml").read_text(encoding="utf-8"))
GREEK, SILENT, FONTS, HATS, WORDS, FILLERS = (
    words(_TABLES[name]) for name in ("greek", "silent", "fonts", "hats", "english", "fillers")
)
SAME, KINDS, PHRASES, STATED, UNREAD = (_TABLES[name] for name in ("commands", "kinds", "phrases", "stated", "unread"))
# what a claim says by a word: all of a property, of which hypotheses leave the domain out
CLAIMED = {word: _TABLES["claimed"].get(kind, STATED.get(kind)) for word, kind in KINDS.items()}
CLAIMED = {word: lines for word, lines in CLAIMED.items() if lines}
_OPERATORS, _SIGNS = _TABLES["operators"], _TABLES["signs"]


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern of `rewrites`."""
    text = re.sub(r"<\{(.*?)\}>", r"(?:\\{ )?\1(?: \\})?", text)
    letters, kinds = "|".join(sorted(GREEK)), "|".join(KINDS)
    said = {"<L>": rf"(?:[A-Za-z]|\\(?:{letters}))", "<l>": rf"(?:[a-z]|\\(?:{letters}))", "<K>": f"(?:{kinds})"}
    # one of which something may be said that is said of others, too, is left to be asked about
    alone = "".join(f"(?<!{before} » )(?<!{before} » and )" for before in ("« [A-Z]", r"\}"))
    text = text.replace("<M>", rf"{alone}(« ([A-Z]) (?:<F> )?» (?:<W> |« [\w +-]+ \\times [\w +-]+ » )*?)")
    for name, meant in (said | {"<F>": "[^«»]*?", "<W>": "[^«»¶ ]+"}).items():
        text = text.replace(name, meant)
    return re.compile(rf"(?<!\S)(?:{text})(?!\S)")


REWRITES = [(_pattern(said), new.split()) for said, new in _TABLES["sentences"]["rewrites"]]
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
BOLD = words("mathbf boldsymbol bm pmb vec")  # a 1 in these is a column of ones
_ONE = re.compile(r"\s*(?:\{\s*1\s*\}|1(?![\d.]))")
_GROUP = re.compile(r"\s*\{([^{}]*)\}")


def spelt(text: str, at: int) -> list[Piece]:
    """The pieces that a text has between blanks, all at one place; words are commands."""

    def piece(said: str) -> Piece:
        sort = "number" if said[0].isdigit() else "command" if said[1:] else "letter" if said.isalpha() else "sign"
        return Piece(sort, said.removeprefix("\\"), at)

    return [piece(said) for said in text.split()]


def bracketed(inside: list[Piece], at: int) -> list[Piece]:
    """The pieces in brackets."""
    return [Piece("sign", "(", at), *inside, Piece("sign", ")", at)]


def pieces(text: str) -> list[Piece]:
    """The pieces of a text, words outside of dollar signs among them.  Raises ReadingError."""
    text = _IID.sub(lambda m: r"\sim".ljust(len(m.group())), text)
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
    out = _joined(out)
    if not out:
        raise ReadingError("nothing is written here", r"write a relation such as \|AB\|_F \le \|A\|_2 \|B\|_F")
    return out


def _joined(found: list[Piece]) -> list[Piece]:
    """The pieces with `\\hat W` as one letter, and `\\Delta W`, unless \\Delta stands somewhere without one."""
    out: list[Piece] = []
    for p in reversed(found):
        braced = 2 * ([q.text for q in out[-3:]][::2] == ["}", "{"])
        if p.sort == "command" and p.text in HATS and out and is_letter(inner := out[-1 - braced // 2]):
            del out[len(out) - 1 - braced :]
            p = Piece("letter", f"{inner.text}{p.text.removeprefix('wide')}", p.at)
        out.append(p)
    out.reverse()
    pairs = [k for k, p in enumerate(out) if p.sort == "command" and p.text == "Delta"]
    if not all(k + 1 < len(out) and out[k + 1].sort == "letter" for k in pairs):
        return out
    joined = {k: Piece("letter", f"Delta{out[k + 1].text}", out[k].at) for k in pairs}
    return [joined.get(k, p) for k, p in enumerate(out) if k - 1 not in joined]


def is_letter(piece: Piece) -> bool:
    """Whether a piece is a letter, Greek ones among them."""
    return piece.sort == "letter" or piece.sort == "command" and piece.text in GREEK


def spelled(text: str) -> str:
    """A line of LaTeX with signs as commands.  Raises ReadingError for too long a one."""
    bounded(text)
    if not text.isascii():
        text = _RAISING.sub(lambda m: "^{" + "".join(_LETTERS.get(c) or RAISED[c] for c in m.group()) + "}", text)
        text = "".join(_SIGNS.get(c, c) for c in text)
        bounded(text)
    return text


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
                message = f"are both {quoted(piece.text)} one letter?"
                raise ReadingError(message, "call one otherwise", position=piece.at)


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
        fix = "write the command, as in \\le or \\lambda"
        raise ReadingError(f"{quoted(text[at])} is no LaTeX that is read here", fix, position=at)
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
                raise ReadingError("is this a determinant?", r"write \det of a pmatrix", position=at)
            out.append(Piece("command", f"{name} matrix", at))
        elif group and group.group(1).rstrip("*") in ("cases", "array"):
            message = f"what is {quoted(group.group(1))} here?"
            raise ReadingError(message, "write one claim for each case", position=at)
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
    if name in BOLD and (ones := _ONE.match(text, end)):
        out.append(Piece("command", "ones", at))
        return ones.end()
    if name in FONTS:
        group = _GROUP.match(text, end)
        one = group.group(1).strip() if group else ""
        if group is None or len(one) != 1 or not one.isalnum() or not one.isascii():
            return end
        out.append(Piece("number" if one.isdigit() else "letter", one, group.start(1)))
        return group.end()
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

    def to(self, power: Value | None) -> Value:
        """A number, or a vector entry by entry, to a power; itself where there is none."""
        if power is None:
            return self
        return replace(self, text=f"{self.within(ATOM)}**{power.within(ATOM)}", level=POWER)

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
    units: dict[str, str] = field(default_factory=dict)  # lengths of columns that `\\max_{\\|x\\| = 1}` binds
    complex: bool = False  # whether any of the variables is: then a star is no transpose
    end: int = 0  # where the text ends
    bound: list[str] = field(default_factory=list)  # indices of the sums that are open
    norm: str = ""  # of matrices, where none is written


def same(a: Shape, b: Shape) -> bool:
    """Whether two shapes agree, as far as they are known."""
    return a == b or UNKNOWN in (*a, *b)


def shown(shape: Shape) -> str:
    """A shape as people write it."""
    return f"{shape[0]} x {shape[1]}"


def shapes(x: Value, y: Value) -> str:
    """What the shapes of two values are."""
    return " and ".join(f"{quoted(v.text)} is {shown(v.sides())}" for v in (x, y))


def product_of(a: str, b: str) -> str:
    """The product of two sizes."""
    return b if a == "1" else a if b == "1" else f"{a if a.isalnum() else f'({a})'} * {b if b.isalnum() else f'({b})'}"


ENDS = words(  # commands and signs behind which no factor begins
    "in sim rangle ldots neq ne iff implies Rightarrow forall : cdot times odot otimes oplus div pm top dagger "
    "} ] , # sharp and to"
) | {"next cell", "next row", "end matrix"}


class Formula:
    """Reads pieces from a place on; `at` moves behind what was read.  A mistake is a ReadingError with its place."""

    def __init__(self, pieces: list[Piece], scope: Scope) -> None:
        self.pieces, self.scope, self.at = pieces, scope, 0
        self.bars: list[str] = []

    # Pieces.
    def peek(self, ahead: int = 0) -> Piece:
        """The piece that comes, of sort `end` behind the last."""
        k = self.at + ahead
        return self.pieces[k] if k < len(self.pieces) else Piece("end", "", self.scope.end)

    def take(self) -> Piece:
        """The piece that comes, passed."""
        piece = self.peek()
        self.at += 1
        return piece

    def met(self, *texts: str) -> bool:
        """Pass the piece that comes where it is one of these signs or commands."""
        if self.peek().sort in ("sign", "command") and self.peek().text in texts:
            self.at += 1
            return True
        return False

    def ask(self, question: str, fix: str, piece: Piece | None = None) -> ReadingError:
        """A question about one place."""
        return ReadingError(question, fix, position=(piece or self.peek()).at)

    def expect(self, closing: str) -> None:
        """Pass a closing sign."""
        if not self.met(closing):
            raise self.ask(f"a closing {quoted(closing)} is missing", "close what was opened")

    def group(self) -> Value:
        """`{...}`, or one piece, as LaTeX takes an argument."""
        if self.met("{"):
            value = self.sum()
            self.expect("}")
            return value
        piece = self.peek()
        if piece.sort == "number":
            rest = [Piece("number", piece.text[1:], piece.at + 1)] if piece.text[1:] else []
            self.pieces = [*self.pieces[: self.at], *rest, *self.pieces[self.at + 1 :]]
            return Value(piece.text[0])
        return self.atom()

    def relation(self) -> str:
        """A chain of relations, of which the text form keeps the order."""
        sides, ops = [self.sum()], []
        while self.peek().sort in ("sign", "command") and self.peek().text in {*RELATIONS, *ORDERS, *UNEQUAL}:
            ops.append(self.take())
            either = ops[-1].text == "=" and self.met("pm")  # x = ± y says that the moduli are equal
            sides.append(self.sum())
            if either and (len(ops) > 1 or self.scope.complex or any(x.shape is not None for x in sides)):
                raise self.ask("is ± meant as + or as -?", "write two claims", ops[0])
            sides = [x if x.text.isdigit() else Value(f"abs({x.text})") for x in sides] if either else sides
        if not ops:
            raise self.ask("what does this state?", r"a claim compares two sides, as in a \le b")
        for k, op in enumerate(ops):
            sides[k], sides[k + 1] = self.compared(sides[k], op, sides[k + 1])
        if any(UNKNOWN in x.text for x in sides):
            question = "of which order is an identity or a column of ones here?"
            raise self.ask(question, r"write I_n, or \mathbf{1}_n", ops[0])
        if len(ops) == 1 and ops[0].text == "prec" and sides[0].vector and sides[1].vector:
            return f"majorized({sides[0].text}, {sides[1].text})"
        if len(ops) > 1 and any(op.text in UNEQUAL for op in ops):
            raise self.ask("which sides differ?", r"write \ne in a relation of its own", ops[0])
        signs = [(RELATIONS | ORDERS | UNEQUAL)[op.text] for op in ops]
        return sides[0].text + "".join(f" {s} {x.text}" for s, x in zip(signs, sides[1:], strict=True))

    def compared(self, x: Value, op: Piece, y: Value) -> tuple[Value, Value]:
        """Both sides of a relation, with orders of identities known."""
        x, y = self.sized(x, y.shape), self.sized(y, x.shape)
        matrices = [v for v in (x, y) if v.shape is not None and not v.vector]
        if op.text in ORDERS:
            if not matrices and not (op.text == "prec" and x.vector and y.vector):
                raise self.ask("an order of what?", r"write \le between numbers", op)
        elif op.text not in ("=", *UNEQUAL) and matrices:
            question = f"is {quoted(op.text)} between matrices meant entry by entry, or of quadratic forms?"
            raise self.ask(question, r"write \preceq for the Loewner order, a_{ij} \le b_{ij} for entries", op)
        elif x.shape is not None and y.shape is not None and not same(x.shape, y.shape):
            raise self.ask(f"how are these compared: {shapes(x, y)}?", "check the shapes", op)
        return x, y

    # Sums and products.
    def sum(self) -> Value:
        """Terms joined by + and -."""
        negative = self.met("-")
        if not negative:
            self.met("+")
        value = self.product()
        if negative:
            value = Value("-" + value.within(PRODUCT), SIGN if value.level >= POWER else SUM, value.shape)
        while self.peek().text in ("+", "-", "pm", "oplus") and self.peek().sort in ("sign", "command"):
            sign = self.take()
            if sign.text == "pm":
                raise self.ask("is ± meant as + or as -?", "write two claims", sign)
            if sign.text == "oplus":
                value = self.direct_sum(value, self.product())
                continue
            value = self.added(value, sign, self.product())
        return value

    def added(self, x: Value, sign: Piece, y: Value) -> Value:
        """x + y or x - y, an identity without order taking that of the other."""
        x, y = self.sized(x, y.shape), self.sized(y, x.shape)
        if (x.shape is None) != (y.shape is None):
            number, matrix = (x, y) if x.shape is None else (y, x)
            if not matrix.vector:
                said = f"{quoted(number.text)} next to the matrix {quoted(matrix.text)}"
                raise self.ask(f"is {said} a multiple of the identity?", f"write {number.text} I", sign)
        elif x.shape is not None and y.shape is not None and not same(x.shape, y.shape):
            raise self.ask(f"how are these added: {shapes(x, y)}?", "check the shapes", sign)
        return Value(f"{x.within(SUM)} {sign.text} {y.within(PRODUCT)}", SUM, x.shape or y.shape)

    def sized(self, x: Value, shape: Shape | None) -> Value:
        """An identity or a column of ones whose order is taken from what stands next to it."""
        if x.shape is None or UNKNOWN not in x.shape or shape is None or UNKNOWN in shape:
            return x
        side = shape[0] if x.shape[0] == UNKNOWN else shape[1]
        rows, cols = (side if size == UNKNOWN else size for size in x.shape)
        return replace(x, text=x.text.replace(UNKNOWN, side), shape=(rows, cols))

    def direct_sum(self, x: Value, y: Value) -> Value:
        """The block matrix with two blocks on the diagonal."""
        if x.shape is None or y.shape is None:
            raise self.ask("a direct sum of numbers?", "declare the matrices")
        shape = (f"{x.shape[0]} + {y.shape[0]}", f"{x.shape[1]} + {y.shape[1]}")
        return Value(f"[[{x.text}, 0], [0, {y.text}]]", ATOM, shape)

    def product(self) -> Value:
        """Factors side by side, or joined by a sign."""
        value, divided = self.factor(), False
        while True:
            piece, behind_divisor = self.peek(), divided
            divided = self.met("/", "div")
            if divided:
                value = self.divided(value, self.factor(), piece)
            elif self.met("cdot", "times", "*"):
                value = self.times(value, self.factor(), piece)
            elif self.met("odot", "otimes"):
                value = self.joined(value, self.factor(), piece)
            elif piece.sort in ("number", "letter", "command", "sign") and self.begins(piece):
                factor = self.factor()
                if behind_divisor and factor.shape is None and (piece.sort != "command" or piece.text in GREEK):
                    question = f"is {quoted(factor.text)} divided by, too?"
                    raise self.ask(question, r"write \frac{a}{b} c, or \frac{a}{b c}", piece)
                value = self.times(value, factor, piece)
            else:
                return value

    def begins(self, piece: Piece) -> bool:
        """Whether a factor begins with this piece."""
        if piece.sort == "sign":
            return piece.text in "([{" or piece.text == "\\{" or (piece.text == "|" and "|" not in self.bars)
        if piece.sort != "command":
            return True
        if piece.text == "norm bar":
            return "norm bar" not in self.bars
        if piece.text in ("vert", "mid"):
            return "vert" not in self.bars
        return piece.text not in {*RELATIONS, *ORDERS} | ENDS

    def times(self, x: Value, y: Value, piece: Piece) -> Value:
        """The product by the shapes of its factors."""
        if x.shape is None or y.shape is None:
            number, other = (x, y) if x.shape is None else (y, x)
            return Value(f"{number.within(PRODUCT)} * {other.within(POWER)}", PRODUCT, other.shape)
        if x.sides()[1] == UNKNOWN:
            x = self.sized(x, (y.sides()[0],) * 2)
        if y.sides()[0] == UNKNOWN:
            y = self.sized(y, (x.sides()[1],) * 2)
        if x.sides()[1] != y.sides()[0]:
            if piece.text == "times" and x.vector and y.vector:
                fix = "it is not read: write out its entries, as a_2 b_3 - a_3 b_2"
                raise self.ask("is this the cross product?", fix, piece)
            fix = "a transpose seems to be missing, or a shape is another"
            raise self.ask(f"how are these multiplied: {shapes(x, y)}?", fix, piece)
        right = y.text if y.level == PRODUCT and not set(y.text) & set("*/") else y.within(POWER)
        text, shape = f"{x.within(PRODUCT)} @ {right}", (x.sides()[0], y.sides()[1])
        return Value(f"tr({text})") if shape == ("1", "1") else Value(text, PRODUCT, shape)

    def divided(self, x: Value, y: Value, piece: Piece) -> Value:
        """x / y, y a number."""
        if y.shape is not None:
            raise self.ask(f"what is division by the matrix {quoted(y.text)}?", "write A B^{-1} or B^{-1} A", piece)
        return Value(f"{x.within(PRODUCT)} / {y.within(POWER)}", PRODUCT, x.shape)

    def joined(self, x: Value, y: Value, piece: Piece) -> Value:
        """The entrywise or the Kronecker product."""
        if x.shape is None or y.shape is None:
            raise self.ask(f"{quoted(piece.text)} between numbers?", "declare the matrices", piece)
        if piece.text == "odot":
            return Value(f"had({x.text}, {y.text})", ATOM, x.shape)
        rows, cols = map(product_of, x.shape, y.shape)
        return Value(f"kron({x.text}, {y.text})", ATOM, (rows, cols))

    # Factors.
    def factor(self) -> Value:
        """An atom with its powers and transposes; A \\# B joins two."""
        value = self.raised(self.atom())
        if self.met("#", "sharp"):
            t = f", {self.group().text}" if self.met("_") else ""
            other = self.raised(self.atom())
            return Value(f"geomean({value.text}, {other.text}{t})", ATOM, value.shape)
        return value

    def raised(self, value: Value) -> Value:
        """Superscripts behind a value."""
        while True:
            piece = self.peek()
            if piece.text == "'" and piece.sort == "sign":
                question = "does ' mean the transpose or another letter?"
                raise self.ask(question, r"write A^\top, or B for the other one", piece)
            if not self.met("^"):
                return value
            value = self.power(value, piece)

    def power(self, value: Value, piece: Piece) -> Value:
        """One superscript."""
        braced = self.peek().text == "{"
        first, *behind = (self.peek(k + braced).text for k in range(3))
        alone = behind[0] == "}" or not braced
        if value.shape is not None and alone and first in ("top", "T", "t", "*", "H", "star", "dagger", "+"):
            if first in ("T", "t") and first in self.scope.shapes:
                raise self.ask(f"is ^{first} the transpose or a power?", r"write ^\top for the transpose", piece)
            self.at += 3 if braced else 1
            turned = "H" if self.scope.complex and first in ("*", "H", "star") else "T"
            inverse = first in ("dagger", "+")
            text = f"pinv({value.text})" if inverse else f"{value.within(ATOM)}.{turned}"
            return Value(text, ATOM, (value.shape[1], value.shape[0]))
        if value.shape is not None and braced and first == "-" and behind in (["top", "}"], ["T", "}"]):
            self.at += 4
            return Value(f"inv({value.text}).T", ATOM, value.shape)
        if value.shape is None and alone and first in ("top", "T") and first not in self.scope.shapes:
            fix = r"declare it as a column, x \in \mathbb{R}^n; the least value over all x is claimed by `for all x`"
            raise self.ask(f"what is the transpose of the number {quoted(value.text)}?", fix, piece)
        begin, exponent = self.at, self.group()
        if braced and first in ("(", "[") and self.pieces[self.at - 2].text in (")", "]"):
            mark = "".join(p.text for p in self.pieces[begin + 1 : self.at - 1])
            raise self.ask(f"is ^{mark} an index or a power?", "call the letters W_1, W_2", piece)
        if exponent.shape is not None:
            question = f"what is {quoted(value.text)} to the power of a matrix?"
            raise self.ask(question, r"write \exp(A), or e^{A}", piece)
        if value.shape is None:
            return value.to(exponent)
        if value.shape[0] != value.shape[1]:
            question = f"what is a power of {quoted(value.text)}, which is {shown(value.shape)}?"
            raise self.ask(question, "entries or the matrix?", piece)
        known = {"-1": "inv({})", "1 / 2": "sqrtm({})", "-1 / 2": "inv(sqrtm({}))", "2": "{0} @ {0}"}
        form = known.get(exponent.text, f"powm({{}}, {exponent.text})")
        if form.startswith("{0}"):
            return Value(form.format(value.within(POWER)), PRODUCT, value.shape)
        return Value(form.format(value.text), ATOM, value.shape)

    def atom(self) -> Value:
        """A number, a letter, a bracket, a norm, a function of something."""
        piece = self.take()
        if piece.sort == "number":
            return Value(piece.text)
        if piece.sort == "sign" and piece.text in CLOSING:
            return self.bracket(piece)
        if piece.text == "|" and piece.sort == "sign":
            if self.peek().text == "|" and "|" not in self.bars:
                self.at += 1
                return norm(self, piece, "||")
            return self.absolute(piece, "|")
        if piece.text in ("vert", "mid") and piece.sort == "command":
            return self.absolute(piece, "vert")
        if piece.text == "norm bar":
            return norm(self, piece, "norm bar")
        if piece.sort == "command" and piece.text in COMMANDS:
            return COMMANDS[piece.text](self, piece)
        if is_letter(piece):
            return letter(self, piece)
        if piece.text == "lim":
            fix = "say what holds for every k; of random matrices $x \\to y$ almost surely as $n \\to \\infty$ is read"
            raise self.ask("what holds before the limit?", fix, piece)
        named = "the end" if piece.sort == "end" else quoted(("\\" if piece.sort == "command" else "") + piece.text)
        raise self.ask(f"{named} stands where an expression should", "see docs/latex.md for what is read", piece)

    def bracket(self, piece: Piece) -> Value:
        """What stands in brackets, which change nothing but order."""
        bars, self.bars = self.bars, []
        value = self.sum()
        self.bars = bars
        if self.peek().text == ",":
            raise self.ask("what is a list in brackets?", "name the function in front of it", self.peek())
        self.expect(CLOSING[piece.text])
        if value.shape is not None and (below := subscript(self)) is not None:
            if (entry := _entry(self, value.within(ATOM), value.shape, below)) is None:
                raise self.ask("what is this subscript?", "write i of a vector and ij of a matrix", piece)
            return entry
        return value

    def absolute(self, piece: Piece, bar: str) -> Value:
        """|x| of a number."""
        self.bars.append(bar)
        value = self.sum()
        self.bars.pop()
        if not (self.met(bar) or bar == "vert" and self.met("mid", "|")):
            raise self.ask("a closing bar is missing", "close what was opened")
        if value.shape is not None and not value.vector:
            fix = r"write \det(A), (A^\top A)^{1/2}, or |a_{ij}| for entries"
            raise self.ask(f"is |{value.text}| the determinant, the modulus, or the entries' moduli?", fix, piece)
        if value.vector:
            raise self.ask(f"is |{value.text}| the length or the entries' moduli?", r"write \|x\|_2, or |x_i|", piece)
        return Value(f"abs({value.text})")

    def argument(self, name: str, piece: Piece, whole: bool = True) -> Value:
        """What a function is applied to: a bracket, or the product that follows; `whole` where that is unambiguous."""
        if self.peek().text in CLOSING and self.peek().sort == "sign":
            return self.bracket(self.take())
        value = self.factor()
        while (following := self.peek()).sort in ("letter", "number") or following.text in ("(", "[", "{"):
            if not whole:
                question = f"does \\{name} take {quoted(value.text)} alone, or what follows too?"
                raise self.ask(question, f"write \\{name}(...) with brackets", following)
            value = self.times(value, self.factor(), following)
        return value


Command = Callable[[Formula, Piece], Value]


# Letters of LaTeX formulas: variables, their entries, indices, identities, eigenvalues and singular values.
def name_of(piece: Piece) -> str:
    """What a letter is called in the text form."""
    return NAMES.get(piece.text, piece.text)


def subscript(at: Formula) -> list[Piece] | None:
    """The pieces of a subscript, passed; None where there is none."""
    if not at.met("_"):
        return None
    if not at.met("{"):
        piece = at.take()
        if piece.sort == "number" and len(piece.text) > 1:
            raise at.ask(f"is the index {piece.text}, or {piece.text[0]}?", "put braces around it", piece)
        return [piece]
    out, depth = [], 1
    while depth:
        piece = at.take()
        if piece.sort == "end":
            raise at.ask("a closing `}` is missing", "close what was opened", piece)
        depth += {"{": 1, "}": -1}.get(piece.text, 0)
        out.append(piece)
    return out[:-1]


def part(at: Formula, pieces: list[Piece], count: str | None = None) -> str:
    """The text of an index, a number from 1; a letter that stands alone counts up to `count`."""
    inner = Formula(pieces, at.scope)
    if len(pieces) == 1 and pieces[0].sort == "letter" and pieces[0].text not in at.scope.shapes:
        at.scope.indices.setdefault(pieces[0].text, set()).update({count} if count else set())
        return pieces[0].text
    for piece in pieces:
        if piece.sort == "letter" and piece.text not in at.scope.shapes:
            at.scope.indices.setdefault(piece.text, set())
    value = inner.sum()
    if count and len(pieces) > 1:
        at.scope.sums.append((value.text, count))
    if inner.peek().sort != "end":
        raise at.ask("what is this subscript?", "an index is a letter, a number, or made of these", inner.peek())
    return value.text


def _layers(at: Formula, name: str, piece: Piece) -> Value:
    """One of the matrices that go by a letter, or the product `W_L \\cdots W_1` of some."""
    many, n = at.scope.layers[name]
    ends = list[str]()
    while not ends or len(ends) < 2 and at.peek().text == "ldots" and at.peek(1).text == piece.text:
        if ends:
            at.take()
            at.take()
        below = subscript(at)
        if below is None:
            raise at.ask(f"which of {quoted(name)} is meant?", f"write {name}_l", piece)
        ends.append(part(at, below, many))
    return Value(f"{name}[{ends[0]}:{ends[-1]}]", ATOM, (n, n))


def letter(at: Formula, piece: Piece) -> Value:
    """A variable, an entry of one, an index, or one of the letters with a meaning of their own."""
    name, before = name_of(piece), at.at
    if name in at.scope.layers:
        return _layers(at, name, piece)
    below = subscript(at)
    if below and below[0].text == "(":
        said = f"{quoted(piece.text)}_{''.join(p.text for p in below)}"
        fix = "write x_1 for an entry, and say the order of others in relations"
        raise at.ask(f"is {said} an entry, or the one in that place by size?", fix, piece)
    if below is not None:
        joined = name + "_" + "".join(p.text for p in below)
        if joined in at.scope.shapes:
            return Value(joined, ATOM, at.scope.shapes[joined])
        for known in (name, name.upper()):  # a_ij, A_ij and x_i, but no x_i of X
            shape = at.scope.shapes.get(known)
            if shape is not None and (known == name or shape[1] != "1"):
                if (entry := _entry(at, known, shape, below)) is not None:
                    return entry
                if known != name:
                    return Value(f"{known}[:, {part(at, below, shape[1])}]", ATOM, (shape[0], "1"))
    if name in at.scope.shapes:
        if below is not None:
            fix = f"declare {name}_{{...}}, or write it out"
            raise at.ask(f"what is the index of {quoted(name)}, a number?", fix, piece)
        return Value(name, ATOM, at.scope.shapes[name])
    if name in at.scope.indices:
        return Value(name)
    if piece.text == "I":
        return identity(at, below)
    if piece.text == "e" and at.peek().text == "^":
        at.take()
        exponent = at.group()
        return mapped("exp", "expm")(at, exponent, piece)
    if piece.text == "pi" and below is None:
        return Value("pi")
    if piece.text in ("lambda", "sigma") and below is None and at.peek().text not in ("(", "^"):
        raise at.ask(f"what is \\{piece.text}?", _declare(piece), piece)
    if piece.text.split()[0] in ("lambda", "sigma", "s"):
        found = spectrum(at, piece, below)
        if found is not None:
            return found
    if piece.text == "rho" or piece.text in ("w", "alpha") and below is None and at.peek().text == "(":
        word = {"w": "numradius", "alpha": "spectral_abscissa", "rho": "rho"}[piece.text]
        return square(at, word, at.argument(piece.text, piece), piece)
    if piece.text == "kappa":
        if below and "".join(p.text for p in below) != "2":
            raise at.ask("which condition number is that?", r"\kappa(A) and \kappa_2(A) are the spectral one", piece)
        return number(at, "cond", at.argument("kappa", piece), piece)
    if at.peek().text == "(" and below is None:
        raise at.ask(f"what is the function {quoted(piece.text)}?", "write out what it does", piece)
    at.at = before
    index = "".join(p.text for p in below or [])
    indexed = f"_{index}" if len(index) == 1 and index.isdigit() else ""
    raise at.ask(f"what is {quoted(piece.text + indexed)}?", _declare(piece, indexed), piece)


def _declare(piece: Piece, indexed: str = "") -> str:
    shown = (piece.text if piece.sort == "letter" else "\\" + piece.text) + indexed
    if piece.text.isupper() or piece.text[:1].isupper():
        return f"say where it lives, as in {shown} \\in \\mathbb{{R}}^{{n \\times n}}"
    return f"say where it lives, as in {shown} \\in \\mathbb{{R}}, or {shown} \\in \\mathbb{{R}}^n"


def identity(at: Formula, below: list[Piece] | None) -> Value:
    """The identity, of an order that its neighbours tell where it is not written."""
    n = part(at, below) if below else UNKNOWN
    return Value(f"I({n})", ATOM, (n, n))


def _entry(at: Formula, text: str, shape: Shape, below: list[Piece]) -> Value | None:
    """An entry of a matrix or a vector; None where the subscript does not fit."""
    split = _two(below) if shape[1] != "1" else (below,)
    if split is None:
        return None
    return Value(f"{text}[{', '.join(part(at, half, side) for half, side in zip(split, shape, strict=False))}]")


def _two(below: list[Piece]) -> tuple[list[Piece], list[Piece]] | None:
    """Both indices of an entry."""
    for k, piece in enumerate(below):
        if piece.text == "," and piece.sort == "sign":
            return below[:k], below[k + 1 :]
    if len(below) == 1 and below[0].sort == "number" and len(below[0].text) == 2:
        x = below[0]
        return [x._replace(text=x.text[0])], [x._replace(text=x.text[1])]
    if len(below) == 2 and all(p.sort in ("letter", "number") for p in below):
        return [below[0]], [below[1]]
    return None


def spectrum(at: Formula, piece: Piece, below: list[Piece] | None) -> Value | None:
    """Eigenvalues and singular values: \\lambda_{\\max}(A), \\sigma_i(A), \\lambda(A) as a vector."""
    kind, *said = piece.text.split()  # behind the word, the order and the number of what goes by this letter
    eigen = kind == "lambda"
    power = at.take() if at.peek().text == "^" else None
    exponent = at.group() if power else None
    if at.peek().text not in ("(", "[") and (below is None or at.peek().sort not in ("letter", "command")):
        return None
    which = "".join(p.text for p in below) if below is not None else ""
    if kind == "sigma" and not which:
        question = "is \\sigma an activation, or all singular values?"
        raise at.ask(question, r"write \sigma_i(A), or name the function", piece)
    a = at.argument(kind, piece)
    if a.shape is None:
        raise at.ask(f"{quoted(a.text)} is a number: what are its values?", "declare the matrix", piece)
    if eigen and a.shape[0] != a.shape[1]:
        question = f"{quoted(a.text)} is not square: which eigenvalues?"
        raise at.ask(question, r"write \sigma_i(A) for singular values", piece)
    names = {"max": "lmax" if eigen else "smax", "min": "lmin" if eigen else "smin"}
    word = "lam" if eigen else "s"
    count = a.shape[0] if eigen or a.shape[0] == a.shape[1] else f"min({a.shape[0]}, {a.shape[1]})"
    if which in names:
        value = Value(f"{names[which]}({a.text})")
    elif not which:
        value = Value(f"{word}({a.text})", ATOM, (count, "1"))
    else:
        index = part(at, below or [], count)
        if said[1:] and said[1] not in a.shape:
            values = "eigenvalues" if eigen else "singular values"
            raise at.ask(f"has what is {shown(a.shape)} {said[1]} {values}?", "number as many as there are", piece)
        if said[:1] == ["up"]:
            index = {"1": count, count: "1"}.get(index) or f"{count} + 1 - {index if index.isalnum() else f'({index})'}"
        value = Value(f"{word}({a.text})[{index}]")
    return value.to(exponent)


# Read off matrices.
def number(at: Formula, name: str, value: Value, piece: Piece) -> Value:
    """A number read off a matrix."""
    if value.shape is None:
        raise at.ask(f"{quoted(value.text)} is a number: what is its {name}?", "declare the matrix", piece)
    if UNKNOWN in value.shape:
        raise at.ask("of which order is the identity here?", "write I_n", piece)
    return Value(f"{name}({value.text})")


def square(at: Formula, name: str, value: Value, piece: Piece) -> Value:
    """A number read off a square matrix."""
    out = number(at, name, value, piece)
    if value.shape is not None and value.shape[0] != value.shape[1]:
        raise at.ask(f"{quoted(value.text)} is not square: what is its {name}?", "check the shapes", piece)
    return out


def mapped(name: str, of_matrix: str) -> Callable[[Formula, Value, Piece], Value]:
    """A function of a number, of a vector entry by entry, of a square matrix by another name, of any by its own."""

    def rule(at: Formula, x: Value, piece: Piece) -> Value:
        if x.shape is None or x.vector:
            return Value(f"{name}({x.text})", ATOM, x.shape)
        if not of_matrix:
            fix = f"write the entries, or entrywise({name}, A) in text form"
            raise at.ask(f"is \\{name} of the matrix {quoted(x.text)} taken entry by entry?", fix, piece)
        if of_matrix != name and x.shape[0] != x.shape[1]:
            question = f"{quoted(x.text)} is not square: is \\{name} taken entry by entry?"
            raise at.ask(question, "check the shapes", piece)
        return Value(f"{of_matrix}({x.text})", ATOM, x.shape)

    return rule


# Norms and named functions of LaTeX formulas.
PAIRS = {"(": ")", "[": "]", "\\{": "\\}"}


# Norms.
def norm(at: Formula, piece: Piece, bar: str) -> Value:
    """A norm with its index."""
    closing = "norm bar" if bar == "norm bar" else "|"
    at.bars.append(closing)
    value = at.sum()
    at.bars.pop()
    if not at.met(closing) or bar == "||" and not at.met("|"):
        raise at.ask("a closing norm bar is missing", "close what was opened")
    below, power = _scripts(at)
    return Value(_norm(at, value, below, piece)).to(power)


def _scripts(at: Formula) -> tuple[list[Piece] | None, Value | None]:
    """A subscript and a superscript in either order, None for one that is not there."""
    below = power = None
    while below is None and at.peek().text == "_" or power is None and at.peek().text == "^":
        if at.met("^"):
            power = at.group()
        else:
            below = subscript(at)
    return below, power


def _norm(at: Formula, value: Value, below: list[Piece] | None, piece: Piece) -> str:
    which = "".join(p.text for p in below or ())
    if value.shape is None:
        raise at.ask(f"{quoted(value.text)} is a number: what is its norm?", "write |x|, or declare the matrix", piece)
    which = which or at.scope.norm
    if value.vector and not below or not which:
        if value.vector:
            return f"norm2({value.text})"
        fix = r"write \|A\|_2 (operator), \|A\|_F (Frobenius) or \|A\|_* (nuclear)"
        raise at.ask(f"which norm of {quoted(value.text)}?", fix, piece)
    plain = {
        "2": "norm2", "op": "norm2", "F": "normF", "*": "normN", "nuc": "normN", "1": "norm1", "infty": "norminf",
        "max": "maxabs", "tr": "normN", "trace": "normN", "HS": "normF", "odot": "normN", "nuclear": "normN",
        "spectral": "norm2", "operator": "norm2", "frobenius": "normF",
    }  # fmt: skip
    if which in plain:
        return f"{plain[which]}({value.text})"
    if below and below[0].text == "S":
        rest = below[1:] if below[1:] and below[1].text != "_" else below[2:]
        return f"schatten({part(at, [p for p in rest if p.text not in '{}'])}, {value.text})"
    if below and below[0].text == "(" and below[-1].text == ")":
        return f"kyfan({part(at, below[1:-1])}, {value.text})"
    if value.vector:
        return f"normp({part(at, below or [])}, {value.text})"
    fix = r"write \|A\|_{S_p} for the Schatten norm; induced p-norms are not read"
    raise at.ask(f"is \\|{value.text}\\|_{which} the Schatten or the induced norm?", fix, piece)


# Functions.
def _read_off(name: str, of_square: bool = True) -> Command:
    def rule(at: Formula, piece: Piece) -> Value:
        power = at.group() if at.met("^") else None
        return (square if of_square else number)(at, name, at.argument(piece.text, piece), piece).to(power)

    return rule


def _function(name: str, of_matrix: str = "") -> Command:
    def rule(at: Formula, piece: Piece) -> Value:
        power = at.group() if at.met("^") else None
        if power is not None and power.text.startswith("-"):
            fix = f"write 1 / \\{piece.text}(x) for the quotient"
            raise at.ask(f"is \\{piece.text}^{power.text} the inverse function, or a quotient?", fix, piece)
        brackets = at.peek().text in ("(", "[", "{")
        return mapped(name, of_matrix)(at, at.argument(piece.text, piece, whole=brackets), piece).to(power)

    return rule


def _fraction(at: Formula, piece: Piece) -> Value:
    above, below = at.group(), at.group()
    return at.divided(above, below, piece)


def _root(at: Formula, piece: Piece) -> Value:
    degree = None
    if at.met("["):
        degree = at.sum()
        at.expect("]")
    x = at.group()
    number = x.shape is None or x.vector
    if degree is None:
        return Value(f"{'sqrt' if number else 'sqrtm'}({x.text})", ATOM, x.shape)
    root = f"1/{degree.within(ATOM)}"
    return Value(f"{x.within(ATOM)}**({root})", POWER) if number else Value(f"powm({x.text}, {root})", ATOM, x.shape)


def _inner(at: Formula, piece: Piece) -> Value:
    """<x, y> of columns or matrices."""
    x = at.sum()
    at.expect(",")
    y = at.sum()
    at.expect("rangle")
    at.at += 2 * ([at.peek().text, at.peek(1).text] == ["_", "F"])
    if x.shape is None or x.shape != y.shape:
        raise at.ask("what is this inner product?", "its sides are vectors, or matrices of one shape", piece)
    return Value(f"tr({x.within(ATOM)}.{'H' if at.scope.complex else 'T'} @ {y.within(POWER)})")


def _diag(at: Formula, piece: Piece) -> Value:
    x = at.argument("diag", piece)
    if x.shape is None:
        raise at.ask(f"{quoted(x.text)} is a number: what is its diagonal?", "declare the vector", piece)
    return Value(f"diag({x.text})", ATOM, (x.shape[0], x.shape[0]) if x.vector else (x.shape[0], "1"))


def _matrix(at: Formula, piece: Piece) -> Value:
    """The rows between \\begin{pmatrix} and \\end{pmatrix}; 0 and I in them take the size of their row and column."""
    rows = [[at.sum()]]
    while not at.met("end matrix"):
        if at.met("next cell"):
            rows[-1].append(at.sum())
        elif at.met("next row"):
            if at.peek().text != "end matrix":
                rows.append([at.sum()])
        else:
            raise at.ask("how does this matrix go on?", "cells are set apart by &, rows by \\\\")
    if len({len(row) for row in rows}) != 1:
        raise at.ask("the rows of this matrix differ in length", "check the signs &", piece)
    heights = [next((x.shape[0] for x in row if x.shape and UNKNOWN not in x.shape), "1") for row in rows]
    cols = list(zip(*rows, strict=True))
    widths = [next((x.shape[1] for x in col if x.shape and UNKNOWN not in x.shape), "1") for col in cols]
    lines = [
        ", ".join(at.sized(x, (h, w)).text for x, w in zip(row, widths, strict=True))
        for row, h in zip(rows, heights, strict=True)
    ]
    return Value(f"[[{'], ['.join(lines)}]]", ATOM, (_total(heights), _total(widths)))


def _total(sizes: list[str]) -> str:
    if all(s.isdigit() for s in sizes):
        return str(sum(map(int, sizes)))
    return sizes[0] if len(sizes) == 1 else f"{len(sizes)} * {sizes[0]}" if len(set(sizes)) == 1 else " + ".join(sizes)


def _bold_one(at: Formula, piece: Piece) -> Value:
    below = subscript(at)
    n = part(at, below) if below else UNKNOWN
    return Value(f"ones({n}, 1)", ATOM, (n, "1"))


def _double_struck(at: Formula, piece: Piece) -> Value:
    at.met("{")
    inner = at.take()
    at.met("}")
    if inner.text in ("E", "P"):
        return _random(at, inner)
    if inner.text == "1":
        return _bold_one(at, inner)
    raise at.ask(f"what is {quoted(inner.text)}?", "sets stand behind \\in", inner)


def _random(at: Formula, piece: Piece) -> Value:
    name = piece.text
    if name == "E":
        return Value(f"E({at.argument('mathbb{E}', piece, whole=False).text})")
    opening = at.take()
    if opening.text not in PAIRS:
        raise at.ask("which event?", r"write \mathbb{P}(a \le b)", opening)
    event = at.relation()
    at.expect(PAIRS[opening.text])
    return Value(f"P({event})")


def _folded(at: Formula, piece: Piece) -> Value:
    """\\sum_{i=1}^n, \\prod, \\max, \\min over indices; \\max(a, b) or \\max\\{a, b\\}."""
    word = OVER[piece.text]
    if at.peek().text not in ("_", "^"):
        opening = at.take()
        if opening.text not in ("(", "\\{", "[") or word in ("sum", "prod"):
            raise at.ask(f"over what is this {word}?", "write the index and its ends below and above", piece)
        xs = [at.sum()]
        while at.met(","):
            xs.append(at.sum())
        at.expect(PAIRS[opening.text])
        return Value(f"{word}({', '.join(x.text for x in xs)})")
    under, above = _scripts(at)
    below = under or []
    if [p.text for p in below[:3:2]] == ["norm bar", "norm bar"]:
        return _over_units(at, below, piece)
    indices, low, high = _ends(at, below, above, piece)
    outer, at.scope.bound = {i: at.scope.indices.get(i) for i in indices}, [*at.scope.bound, *indices]
    for i in indices:
        if i in at.scope.shapes:
            fix = "call the index otherwise; the least value over all of a variable is claimed by `for all`"
            raise at.ask(f"{quoted(i)} is a variable already", fix, piece)
        at.scope.indices[i] = set()
    body = _under(at, word, indices)
    ranges = []
    for k, i in enumerate(indices):
        seen = at.scope.indices.pop(i) - {None}
        if high is None and len(seen) != 1:
            raise at.ask(f"from where to where does {quoted(i)} run?", f"write \\{piece.text}_{{{i}=1}}^{{n}}", piece)
        first = low if low is not None else "1" if not _below(below) or k == 0 else f"{indices[0]} + 1"
        last = high if high is not None else seen.pop()
        ranges.append(f"for {i} in {first}..{last if not _below(below) or k else f'{last} - 1'}")
    at.scope.indices.update({i: seen for i, seen in outer.items() if seen is not None})
    at.scope.bound = at.scope.bound[: -len(indices)]
    said = f"{body.text} {' '.join(ranges)}"
    for i in {*indices} & {*at.scope.bound}:  # the text form has no two indices of one name inside each other
        other = next(x for x in "jklpqrst" if not re.search(rf"\b{x}\b", said) and x not in at.scope.bound)
        said = re.sub(rf"\b{i}\b", other, said)
    return Value(f"{word}({said})", ATOM, body.shape)


def _over_units(at: Formula, below: list[Piece], piece: Piece) -> Value:
    """`\\max_{\\|x\\| = 1}` of what x stands in, and `\\min`."""
    x, rest = name_of(below[1]), [p.text for p in below[3:]]
    plain = rest in (["=", "1"], ["_", "2", "=", "1"]) and piece.text in ("max", "min")
    if not plain or x not in at.scope.units or at.scope.complex:  # a complex claim may mean complex columns
        fix = r"write \max_{\|x\| = 1} x^\top A x, with x next to a real matrix"
        raise at.ask("over what does this run?", fix, piece)
    at.scope.shapes[x] = (at.scope.units[x], "1")
    body = _under(at, piece.text, [x])
    del at.scope.shapes[x]
    return Value(f"{'sup' if piece.text == 'max' else 'inf'}({body.text} for {x} in unit({at.scope.units[x]}))")


def _under(at: Formula, word: str, indices: list[str]) -> Value:
    """What stands under a sum, product, maximum or minimum over indices."""
    begin, body = at.at, at.product()
    if doubtful := _doubtful(at.pieces[begin : at.at], word) or _behind(at, indices):
        raise at.ask(f"where does what is under this {word} end?", "put brackets around it", doubtful)
    return body


def _doubtful(body: list[Piece], word: str) -> Piece | None:
    """What stands behind a first factor and need not be under a product, a maximum or a minimum any more."""
    if word == "sum" or body[0].text in OVER:
        return None
    outside = (p for p, depth in zip(body, _depths(body), strict=True) if depth == 0)
    return next((p for p in outside if p.text in ("/", "div", "cdot", "times", *OVER)), None)


def _behind(at: Formula, indices: list[str]) -> Piece | None:
    """The first of these indices in a later term that runs over none itself."""
    rest, term = at.pieces[at.at :], set[str]()
    for piece, depth in zip(rest, _depths(rest), strict=True):
        if depth < 0 or depth == 0 and piece.text in {*RELATIONS, *ORDERS}:
            break
        term = set() if depth == 0 and piece.text in ("+", "-") else term | {piece.text}
        if piece.sort == "letter" and piece.text in indices and not term & OVER.keys():
            return piece
    return None


def _depths(found: list[Piece]) -> list[int]:
    """How many brackets are open at each piece."""
    return list(accumulate((p.text in CLOSING) - (p.text in CLOSING.values()) for p in found))


def _below(pieces: list[Piece]) -> bool:
    """Whether a subscript reads i < j."""
    return len(pieces) == 3 and pieces[1].text in ("<", "lt")


def _ends(
    at: Formula, below: list[Piece], above: Value | None, piece: Piece
) -> tuple[list[str], str | None, str | None]:
    """Indices below a sign, with the ends they have in common as far as they are written."""
    texts = [p.text for p in below]
    if not below or below[0].sort not in ("letter", "number"):
        raise at.ask("over what does this run?", f"write \\{piece.text}_{{i=1}}^{{n}}", piece)
    if "=" in texts:
        k = texts.index("=")
        rest = below[k + 1 :]
        dots = next((j for j, p in enumerate(rest) if p.text == "ldots"), None)
        if dots is not None:
            return texts[:k:2], part(at, rest[: dots - 1]), part(at, rest[dots + 2 :])
        if above is None:
            raise at.ask(f"up to where does {quoted(texts[0])} run?", f"write \\{piece.text}_{{i=1}}^{{n}}", piece)
        return texts[:k:2], part(at, rest), above.text
    if len(below) == 5 and texts[1] == texts[3] == "le":
        return [texts[2]], texts[0], texts[4]
    if _below(below):
        return [texts[0], texts[2]], None, None
    indices = [t for t in texts if t != ","]
    if all(p.sort == "letter" or p.text == "," for p in below):
        return indices, None if above is None else "1", None if above is None else above.text
    raise at.ask("over what does this run?", f"write \\{piece.text}_{{i=1}}^{{n}}", piece)


def _log(at: Formula, piece: Piece) -> Value:
    if at.met("det"):
        return square(at, "logdet", at.argument("det", piece), piece)
    return _function("log", "logm")(at, piece)


def _bars(word: str) -> Command:
    """\\norm{A}_F and \\abs{x}."""

    def rule(at: Formula, piece: Piece) -> Value:
        bar = Piece("command", "norm bar" if word == "norm" else "vert", piece.at)
        k, end = at.at, len(at.pieces)
        braces = accumulate({"{": 1, "}": -1}.get(p.text, 0) for p in at.pieces[k:])
        k = next((j for j, depth in enumerate(braces, k) if not depth), end)
        at.pieces = [*at.pieces[: at.at], bar, *at.pieces[at.at + 1 : k], bar, *at.pieces[k + 1 :]]
        return at.atom()

    return rule


COMMANDS: dict[str, Command] = {
    "trace": _read_off("tr"), "det": _read_off("det"), "rank": _read_off("rank", False),
    "cond": _read_off("cond", False),
    "logdet": _read_off("logdet"),
    "exp": _function("exp", "expm"), "log": _log, "tanh": _function("tanh"),
    **{name: _function(name) for name in ("sigmoid", "softplus", "sign", "silu", "gelu", "erf")},
    "relu": _function("relu", "relu"), "softmax": _function("softmax", "softmax"),
    "Re": _function("re", "re"), "Im": _function("im", "im"), "sym": _read_off("sym"), "frac": _fraction,
    "begin matrix": _matrix, "sqrt": _root, "langle": _inner, "diag": _diag,
    "mathbb": _double_struck, "mathds": _double_struck, "E": _random,
    "P": _random, "norm": _bars("norm"), "abs": _bars("abs"),
    **dict.fromkeys(OVER, _folded),
    "Id": lambda at, piece: identity(at, subscript(at)), "ones": lambda at, piece: _bold_one(at, piece),
}  # fmt: skip
