"""Blocks as Markdown, with formulas between dollar signs as GitHub and most site generators read them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lemmata.language.writers import write_latex
from lemmata.report.formulas import Formula
from lemmata.report.writing.paragraphs import Block, Code, Heading, Inline, Items, Line, Link, Paragraph, Strong

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~$])")


def markdown(title: str, blocks: Sequence[Block]) -> str:
    """A whole document, under its title unless that is empty or among the blocks."""
    headed = any(isinstance(block, Heading) and block.level == 1 for block in blocks)
    head = [] if headed or not title else [f"# {_escape(title)}"]
    return "\n\n".join([*head, *filter(None, map(_block, blocks))]) + "\n"


def _escape(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)


def _inline(part: Inline) -> str:
    if isinstance(part, Formula):
        return _code(part.text) if part.box is None else f"${_barless(' '.join(write_latex(part.box).split()))}$"
    if isinstance(part, Code):
        return _code(part.text)
    if isinstance(part, Strong):
        return f"**{_escape(part.text)}**"
    if isinstance(part, Link):
        return f"[{_escape(part.text)}]({part.target})"
    return _escape(part)


def _barless(said: str) -> str:
    """A formula without bars, which would end the cell of a table, and without what may begin a tag."""
    for sign, name in ((r"\|", r"\Vert "), ("|", r"\vert "), ("<", r"\lt "), (">", r"\gt ")):
        said = said.replace(sign, name)
    return said


def _code(words: str) -> str:
    """Typed text between more backticks than it holds in a row."""
    fence = "`" * (max((len(run) for run in re.findall("`+", words)), default=0) + 1)
    edge = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{edge}{' '.join(words.split())}{edge}{fence}"


def _line(line: Line) -> str:
    return "".join(map(_inline, line))


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        anchor = f'<a id="{block.anchor}"></a>\n\n' if block.anchor else ""
        return f"{anchor}{'#' * block.level} {_line(block.line)}"
    if isinstance(block, Paragraph):
        return (f"*{_escape(block.lead)}.* " if block.lead else "") + _line(block.line)
    if isinstance(block, Items):
        marks = (f"{k}." if block.numbered else "-" for k in range(1, len(block.lines) + 1))
        return "\n".join(f"{mark} {_line(line)}" for mark, line in zip(marks, block.lines, strict=True))
    rule = "|".join("---" for _ in block.heads)
    rows = ("|".join(map(_cell, row)) for row in block.rows)
    return "\n".join([f"|{'|'.join(map(_escape, block.heads))}|", f"|{rule}|", *(f"|{row}|" for row in rows)])


def _cell(line: Line) -> str:
    return "".join(_inline(p).replace("|", r"\|") if isinstance(p, Code) else _inline(p) for p in line)
