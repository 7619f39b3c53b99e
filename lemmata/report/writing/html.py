"""Blocks as one self-contained page in the style of the report: no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from lemmata.report.formulas import Formula
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

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
_PAGE = Markup(
    "<!doctype html>\n"
    '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    '<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n'
    '<body class="note">\n<a class="skip" href="#main">Skip to the text</a>\n{toc}<main id="main">\n{body}\n</main>\n'
    "</body>\n</html>\n"
)


def html(title: str, blocks: Sequence[Block], style: str) -> str:
    """A whole page under the given style sheet, with links to its sections in front; everything said is escaped."""
    tops = [b for b in blocks if isinstance(b, Heading) and b.level == 2 and b.anchor]
    links = Markup(" ").join(Markup('<a href="#{}">{}</a>').format(b.anchor, _words(b.line)) for b in tops)
    toc = Markup('<nav aria-label="sections">{}</nav>\n').format(links) if len(tops) > 1 else ""
    body = Markup("\n").join(map(_block, blocks))
    return str(_PAGE.format(policy=_POLICY, title=title, style=Markup(style), toc=toc, body=body))


def _words(line: Line) -> str:
    return "".join(part if isinstance(part, str) else part.text for part in line)


def _inline(part: Inline) -> Markup:
    if isinstance(part, Code):
        return Markup("<code>{}</code>").format(part.text)
    if isinstance(part, Strong):
        return Markup("<strong>{}</strong>").format(part.text)
    if isinstance(part, Link):
        return Markup('<a href="{}">{}</a>').format(part.target, part.text)
    return escape(part)


def _line(line: Line) -> Markup:
    return Markup("").join(map(_inline, line))


def _scrolls(label: str, *lines: Line) -> Markup:
    """What lets the keyboard scroll lines that a formula may make wider than the page."""
    if not any(isinstance(part, Formula) for line in lines for part in line):
        return Markup("")
    named = Markup(' role="group" aria-label="{}"').format(label) if label else Markup("")
    return Markup(' tabindex="0"{}').format(named)


def _block(block: Block) -> Markup:
    if isinstance(block, Heading):
        anchor = Markup(' id="{}"').format(block.anchor) if block.anchor else ""
        return Markup("<h{0}{1}>{2}</h{0}>").format(block.level, anchor, _line(block.line))
    if isinstance(block, Paragraph):
        if block.lead:
            led = Markup('<p class="led"><i class="lead">{}</i> <span{}>{}</span></p>')
            return led.format(block.lead, _scrolls(block.lead, block.line), _line(block.line))
        return Markup("<p>{}</p>").format(_line(block.line))
    if isinstance(block, Items):
        tag = "ol" if block.numbered else "ul"
        lines = Markup("").join(Markup("<li>{}</li>").format(_line(line)) for line in block.lines)
        return Markup("<{0}{2}>{1}</{0}>").format(Markup(tag), lines, _scrolls("", *block.lines))
    return _table(block)


def _table(table: Table) -> Markup:
    heads = Markup("").join(Markup('<th scope="col">{}</th>').format(head) for head in table.heads)
    rows = Markup("\n").join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            _line(first), Markup("").join(Markup("<td>{}</td>").format(_line(cell)) for cell in others)
        )
        for first, *others in table.rows
    )
    return Markup(
        '<div class="scroll" tabindex="0" role="group" aria-label="{}"><table><thead><tr>{}</tr></thead><tbody>\n{}\n'
        "</tbody></table></div>"
    ).format(table.caption or "table", heads, rows)
