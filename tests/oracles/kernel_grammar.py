"""The grammar of docs/kernel.md, read by recursive descent: what the kernel's reading of lines is compared with."""

import re
from typing import Any, cast

TOKEN = re.compile(r"0|[1-9]\d*|[A-Za-z_]\w*|\*\*|\.\.|[<>=!]=|[-+*/@<>()\[\]:,.]", re.ASCII)
RELATIONS = ("==", "<=", ">=", "<", ">", "!=")
BINARY = (("+", "-"), ("*", "/", "@"))
Range = tuple[str, Any, Any]


class NoLineError(ValueError):
    """The grammar does not say this."""


def _want(condition: object, message: str) -> None:
    if not condition:
        raise NoLineError(message)


class Parser:
    """Trees of a line: ("int", 2), ("name", x), ("call", f, arguments), ("for", body, ranges), ("+", a, b), ..."""

    def __init__(self, line: str) -> None:
        self.tokens, self.at = [*TOKEN.findall(line), ""], 0
        _want(not TOKEN.sub("", line).strip(" "), f"{line[:40]!r} has words that are none")

    def accept(self, *words: str) -> str:
        """The next word if it is one of these, else nothing."""
        word: str = self.tokens[self.at] if self.tokens[self.at] in words else ""
        self.at += bool(word)
        return word

    def expect(self, word: str) -> None:
        _want(self.accept(word), f"{word!r} is wanted at {' '.join(self.tokens[self.at :])[:40]!r}")

    def name(self) -> str:
        word: str = self.tokens[self.at]
        _want(word.isidentifier() and word not in ("for", "in"), f"{word!r} is no name")
        self.at += 1
        return word

    def whole(self, tree: Any) -> Any:
        """The tree of all words."""
        _want(self.at == len(self.tokens) - 1, f"more follows: {' '.join(self.tokens[self.at :])[:40]}")
        return tree

    def clause(self) -> tuple[list[Any], list[str], list[Range]]:
        sides, words = [self.expression()], list[str]()
        while word := self.accept(*RELATIONS):
            words.append(word)
            sides.append(self.expression())
        return cast(tuple[list[Any], list[str], list[Range]], self.whole((sides, words, self.ranges())))

    def ranges(self) -> list[Range]:
        out = []
        while self.accept("for"):
            name = self.name()
            self.expect("in")
            low = self.expression()
            self.expect("..")
            out.append((name, low, self.expression()))
        return out

    def expression(self, level: int = 0) -> Any:
        if level < len(BINARY):
            tree = self.expression(level + 1)
            while word := self.accept(*BINARY[level]):
                tree = (word, tree, self.expression(level + 1))
            return tree
        if self.accept("-"):
            return ("neg", self.expression(level))
        tree = self.atom()
        while word := self.accept(".", "["):
            if word == ".":
                self.expect("T")
                tree = ("T", tree)
            else:
                last = self.expression()
                self.expect(":")
                tree = ("seg", tree, last, self.expression())
                self.expect("]")
        return ("**", tree, self.expression(level)) if self.accept("**") else tree

    def atom(self) -> Any:
        if self.accept("("):
            tree = self.expression()
            self.expect(")")
            return tree
        if (word := self.tokens[self.at]).isdigit():
            self.at += 1
            return ("int", int(word))
        name = self.name()
        if not self.accept("("):
            return ("name", name)
        arguments = list[Any]()
        while not self.accept(")"):
            if arguments:
                self.expect(",")
            arguments.append(self.expression())
            if len(arguments) == 1 and (ranges := self.ranges()):
                self.expect(")")
                return ("call", name, [("for", arguments[0], ranges)])
        return ("call", name, arguments)
