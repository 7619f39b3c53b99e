"""Blocks as a LaTeX document: article class, amsmath and amssymb, nothing that is not in every installation."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.language.writers import latex_text
from lemmata.report.formulas import Formula, latex_pieces
from lemmata.report.writing.paragraphs import (
    Block,
    Code,
    Heading,
    Inline,
    Items,
    Line,
    Link,
    Paragraph,
    Strong,
    Table,
)

_HEAD = r"""\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb}
\usepackage[margin=28mm]{geometry}
\setcounter{MaxMatrixCols}{64}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}
\raggedright
\sloppy
"""
_LEVELS = {1: "section*", 2: "section*", 3: "subsection*", 4: "paragraph"}


def latex(title: str, blocks: Sequence[Block]) -> str:
    """A whole document; links into the page become their words."""
    body = "\n\n".join(filter(None, map(_block, blocks)))
    return f"{_HEAD}\\title{{{latex_text(title)}}}\n\\date{{}}\n\\begin{{document}}\n\n{body}\n\n\\end{{document}}\n"


def _code(words: str) -> str:
    """Typed text that may break after a slash, a dot, a comma or a blank."""
    out = []
    for letter in words:
        out.append(latex_text(letter) if letter != "-" else "-{}")
        if letter in "/.,@=+*(":
            out.append(r"\allowbreak{}")
    return rf"\texttt{{{''.join(out)}}}"


def _inline(part: Inline) -> str:
    if isinstance(part, Formula):
        return _code(part.text) if part.box is None else r"\allowbreak{}".join(latex_pieces(part.box))
    if isinstance(part, Code):
        return _code(part.text)
    if isinstance(part, Strong):
        return rf"\textbf{{{latex_text(part.text)}}}"
    return latex_text(part.text if isinstance(part, Link) else part)


def _line(line: Line) -> str:
    return "".join(map(_inline, line))


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        said = _line(block.line)
        end = r"\mbox{}" if block.level == 4 else ""
        return rf"\{_LEVELS[block.level]}{{{said}}}{end}"
    if isinstance(block, Paragraph):
        lead = rf"\textit{{{latex_text(block.lead)}.}} " if block.lead else ""
        return lead + _line(block.line)
    if isinstance(block, Items):
        kind = "enumerate" if block.numbered else "itemize"
        lines = "\n".join(rf"\item {{}}{_line(line)}" for line in block.lines)
        return f"\\begin{{{kind}}}\n{lines}\n\\end{{{kind}}}" if block.lines else ""
    return _table(block)


def _table(table: Table) -> str:
    """A table as a list, since cells of this kind of text are too long for columns on paper."""
    lines = []
    for row in table.rows:
        first, *others = (_line(cell) for cell in row)
        said = [
            rf"\textit{{{latex_text(head)}}}: {cell}" if head else cell
            for head, cell in zip(table.heads[1:], others, strict=True)
            if cell
        ]
        lines.append(rf"\item {{}}{first}" + "".join(f". {one}" for one in said))
    return "\\begin{itemize}\n" + "\n".join(lines) + "\n\\end{itemize}" if lines else ""
