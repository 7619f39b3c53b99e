"""The few kinds of block and phrase that a page of findings is made of."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.report.formulas import Formula


@dataclass(frozen=True)
class Code:
    """What is typed: a command, a name, a formula that has only its text form."""

    text: str


@dataclass(frozen=True)
class Strong:
    """Words that carry the line."""

    text: str


@dataclass(frozen=True)
class Link:
    """Words that lead to an address, or with `#` to a heading of the same page."""

    text: str
    target: str


Inline = str | Formula | Code | Strong | Link
Line = tuple[Inline, ...]


@dataclass(frozen=True)
class Heading:
    """A heading of level 1 to 4; `anchor` is what links to it name."""

    level: int
    line: Line
    anchor: str = ""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; `lead` is the italic word in front of it, as in "Claimed"."""

    line: Line
    lead: str = ""


@dataclass(frozen=True)
class Items:
    """A list, numbered or not."""

    lines: tuple[Line, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Table:
    """A table: heads of the columns, and rows of as many cells; `caption` names it to a screen reader."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    caption: str = ""


Block = Heading | Paragraph | Items | Table
