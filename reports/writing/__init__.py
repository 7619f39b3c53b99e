"""One text, three ways to set it: what is written once as blocks becomes HTML, Markdown or LaTeX."""

from reports.writing.blocks import Block, Code, Heading, Inline, Items, Link, Math, Paragraph, Strong, Table
from reports.writing.html import html
from reports.writing.latex import latex
from reports.writing.markdown import markdown

__all__ = [
    "Block", "Code", "Heading", "Inline", "Items", "Link", "Math", "Paragraph", "Strong", "Table",
    "html", "latex", "markdown",
]  # fmt: skip
