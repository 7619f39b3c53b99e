"""Formulas in LaTeX as expressions of the language: a descent that knows shapes, and asks where two readings are left.

A product without a sign is `*` or `@` by the shapes of its factors, x^T y the number in it, e^A an exponential of a
matrix.  What a letter is must have been said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.latex_tokens import GREEK, Piece, words
from lemmata.language.parse.latex_values import (
    ATOM,
    CLOSING,
    ORDERS,
    POWER,
    PRODUCT,
    RELATIONS,
    SIGN,
    SUM,
    UNKNOWN,
    Scope,
    Shape,
    Value,
    product_of,
    same,
    shown,
)

ENDS = words(  # commands and signs behind which no factor begins
    "in sim rangle ldots neq ne iff implies Rightarrow forall : cdot times odot otimes oplus div pm top dagger "
    "} ] , # sharp and to"
) | {"next cell", "next row", "end matrix"}


class Formula:
    """Reads pieces from a place on; `at` moves behind what was read.  Every mistake is a ReadingError with its place.

    Letters, norms and commands are read by modules that import this one, which put their rules here."""

    commands: ClassVar[dict[str, Callable[[Formula, Piece], Value]]]
    letter: ClassVar[Callable[[Formula, Piece], Value]]
    norm: ClassVar[Callable[[Formula, Piece, str], Value]]

    def __init__(self, pieces: list[Piece], scope: Scope, text: str) -> None:
        self.pieces, self.scope, self.text, self.at = pieces, scope, text, 0
        self.bars: list[str] = []

    # Pieces.
    def peek(self, ahead: int = 0) -> Piece:
        """The piece that comes, of sort `end` behind the last."""
        k = self.at + ahead
        return self.pieces[k] if k < len(self.pieces) else Piece("end", "", len(self.text))

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
        error = ReadingError(question, fix, position=(piece or self.peek()).at)
        error.text = self.text
        return error

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
            self.at += 1
            first, rest = piece.text[0], piece.text[1:]
            if rest:
                self.at -= 1
                self.pieces = [
                    *self.pieces[: self.at],
                    Piece("number", rest, piece.at + 1),
                    *self.pieces[self.at + 1 :],
                ]
            return Value(first)
        return self.atom()

    def relation(self) -> str:
        """A chain of relations, of which the text form keeps the order."""
        sides, ops = [self.sum()], []
        while self.peek().sort in ("sign", "command") and self.peek().text in {*RELATIONS, *ORDERS, "neq", "ne"}:
            ops.append(self.take())
            sides.append(self.sum())
        if not ops:
            raise self.ask("what does this state?", r"a claim compares two sides, as in a \le b")
        for k, op in enumerate(ops):
            sides[k], sides[k + 1] = self.compared(sides[k], op, sides[k + 1])
        if len(ops) == 1 and ops[0].text == "prec" and sides[0].vector and sides[1].vector:
            return f"majorized({sides[0].text}, {sides[1].text})"
        if len(ops) == 1 and ops[0].text == "=" and sides[1].text == "0" and sides[0].shape is not None:
            return f"normF({sides[0].text}) == 0"
        signs = [(RELATIONS | ORDERS)[op.text] for op in ops]
        return sides[0].text + "".join(f" {s} {x.text}" for s, x in zip(signs, sides[1:], strict=True))

    def compared(self, x: Value, op: Piece, y: Value) -> tuple[Value, Value]:
        """Both sides of a relation, with orders of identities known."""
        if op.text in ("neq", "ne"):
            raise self.ask("what does a claim of inequality bound?", r"write |x - y| > 0", op)
        x, y = self.sized(x, y.shape), self.sized(y, x.shape)
        matrices = [v for v in (x, y) if v.shape is not None and not v.vector]
        if op.text in ORDERS:
            if not matrices and not (op.text == "prec" and x.vector and y.vector):
                raise self.ask("an order of what?", r"write \le between numbers", op)
        elif op.text != "=" and matrices:
            fix = r"write \preceq for the Loewner order, a_{ij} \le b_{ij} for entries"
            raise self.ask(
                f"is {quoted(op.text)} between matrices meant entry by entry, or of quadratic forms?", fix, op
            )
        elif x.shape is not None and y.shape is not None and not same(x.shape, y.shape):
            said = f"{quoted(x.text)} is {shown(x.shape)} and {quoted(y.text)} is {shown(y.shape)}"
            raise self.ask(f"how are these compared: {said}?", "check the shapes", op)
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
                question = (
                    f"is {quoted(number.text)} next to the matrix {quoted(matrix.text)} a multiple of the identity?"
                )
                raise self.ask(question, f"write {number.text} I", sign)
        elif x.shape is not None and y.shape is not None and not same(x.shape, y.shape):
            said = f"{quoted(x.text)} is {shown(x.shape)} and {quoted(y.text)} is {shown(y.shape)}"
            raise self.ask(f"how are these added: {said}?", "check the shapes", sign)
        return Value(f"{x.within(SUM)} {sign.text} {y.within(PRODUCT)}", SUM, x.shape or y.shape)

    def sized(self, x: Value, shape: Shape | None) -> Value:
        """An identity or a column of ones whose order is taken from what stands next to it."""
        if x.shape is None or UNKNOWN not in x.shape or shape is None or UNKNOWN in shape:
            return x
        return replace(x, text=x.text.replace(UNKNOWN, shape[0]), shape=shape if x.shape[1] != "1" else (shape[0], "1"))

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
        if UNKNOWN in x.sides():
            x = self.sized(x, (y.sides()[0],) * 2)
        if UNKNOWN in y.sides():
            y = self.sized(y, (x.sides()[1],) * 2)
        if x.sides()[1] != y.sides()[0]:
            said = f"{quoted(x.text)} is {shown(x.sides())} and {quoted(y.text)} is {shown(y.sides())}"
            raise self.ask(
                f"how are these multiplied: {said}?", "a transpose seems to be missing, or a shape is another", piece
            )
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
        return Value(
            f"kron({x.text}, {y.text})", ATOM, (product_of(x.shape[0], y.shape[0]), product_of(x.shape[1], y.shape[1]))
        )

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
                raise self.ask(
                    "does ' mean the transpose or another letter?", r"write A^\top, or B for the other one", piece
                )
            if not self.met("^"):
                return value
            value = self.power(value, piece)

    def power(self, value: Value, piece: Piece) -> Value:
        """One superscript."""
        braced = self.peek().text == "{"
        marks = [self.peek(k + braced) for k in range(3)]
        first = marks[0].text
        end = braced and marks[1].text == "}"
        alone = end or not braced
        if value.shape is not None and alone and first in ("top", "T", "t", "*", "H", "star"):
            if first in ("T", "t") and first in self.scope.shapes:
                raise self.ask(f"is ^{first} the transpose or a power?", r"write ^\top for the transpose", piece)
            self.at += 3 if braced else 1
            turned = "H" if self.scope.complex and first in ("*", "H", "star") else "T"
            return Value(f"{value.within(ATOM)}.{turned}", ATOM, (value.shape[1], value.shape[0]))
        if value.shape is not None and alone and first in ("dagger", "+"):
            self.at += 3 if braced else 1
            return Value(f"pinv({value.text})", ATOM, (value.shape[1], value.shape[0]))
        if (
            value.shape is not None
            and braced
            and first == "-"
            and marks[1].text in ("top", "T")
            and marks[2].text == "}"
        ):
            self.at += 4
            return Value(f"inv({value.text}).T", ATOM, value.shape)
        begin, exponent = self.at, self.group()
        if braced and first in ("(", "[") and self.pieces[self.at - 2].text in (")", "]"):
            mark = "".join(p.text for p in self.pieces[begin + 1 : self.at - 1])
            raise self.ask(f"is ^{mark} an index or a power?", "call the letters W_1, W_2", piece)
        if exponent.shape is not None:
            question = f"what is {quoted(value.text)} to the power of a matrix?"
            raise self.ask(question, r"write \exp(A), or e^{A}", piece)
        if value.shape is None:
            return Value(f"{value.within(ATOM)}**{exponent.within(ATOM)}", POWER)
        if value.shape[0] != value.shape[1]:
            raise self.ask(
                f"what is a power of {quoted(value.text)}, which is {shown(value.shape)}?",
                "entries or the matrix?",
                piece,
            )
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
                return Formula.norm(self, piece, "||")
            return self.absolute(piece, "|")
        if piece.text in ("vert", "mid") and piece.sort == "command":
            return self.absolute(piece, "vert")
        if piece.text == "norm bar":
            return Formula.norm(self, piece, "norm bar")
        if piece.sort == "command" and piece.text in self.commands:
            return self.commands[piece.text](self, piece)
        if piece.sort == "letter" or piece.sort == "command" and piece.text in GREEK:
            return Formula.letter(self, piece)
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
