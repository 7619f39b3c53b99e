"""One text, three ways to set it: what is written once as blocks becomes HTML, Markdown or LaTeX."""

from lemmata.report.writing.html import html
from lemmata.report.writing.latex import latex
from lemmata.report.writing.markdown import markdown
from lemmata.report.writing.paragraphs import (
    Block,
    Code,
    Heading,
    Inline,
    Items,
    Link,
    Paragraph,
    Strong,
    Table,
)

__all__ = [
    "Block", "Code", "Heading", "Inline", "Items", "Link", "Paragraph", "Strong", "Table",
    "html", "latex", "markdown",
]  # fmt: skip
