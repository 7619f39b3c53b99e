"""One text, three ways to set it: what is written once as blocks becomes HTML, Markdown or LaTeX."""

from lemmata.reports.writing.html import html
from lemmata.reports.writing.latex import latex
from lemmata.reports.writing.markdown import markdown
from lemmata.reports.writing.paragraphs import Block, Code, Heading, Inline, Items, Link, Math, Paragraph, Strong, Table

__all__ = [
    "Block", "Code", "Heading", "Inline", "Items", "Link", "Math", "Paragraph", "Strong", "Table",
    "html", "latex", "markdown",
]  # fmt: skip
