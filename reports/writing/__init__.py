"""One text, three ways to set it: what is written once as blocks becomes HTML, Markdown or LaTeX."""

from lemmata.reports.writing.blocks import Block, Code, Heading, Inline, Items, Link, Math, Paragraph, Strong, Table
from lemmata.reports.writing.html import html
from lemmata.reports.writing.latex import latex
from lemmata.reports.writing.markdown import markdown

__all__ = [
    "Block", "Code", "Heading", "Inline", "Items", "Link", "Math", "Paragraph", "Strong", "Table",
    "html", "latex", "markdown",
]  # fmt: skip
