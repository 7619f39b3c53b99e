"""What rules of parts of the syntax ask of the walk that called them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Protocol

from lemmata.language.parse.errors import ReadingError
from lemmata.language.parse.sizes import Sizes
from lemmata.language.parse.syntax import Parsed
from lemmata.language.relations import Clause
from lemmata.language.variables import Index


class Reader(Protocol):
    """A walk over one text, with the names and sizes it knows."""

    parsed: Parsed
    names: Mapping[str, Any]
    sizes: Sizes
    hiding: bool

    def expression(self, node: ast.expr) -> Any:
        """The language's own tree of a part of the text."""

    def clause_of(self, node: ast.expr) -> Clause:
        """The relation or chain that a part of the text is."""

    def within(self, index: Index, low: Any, high: Any) -> Reader:
        """The same text, read where an index ranges over low..high."""

    def knowing(self, name: str, value: Any) -> Reader:
        """The same text, read where a name stands for a value."""

    def at(self, node: ast.AST, message: str, fix: str) -> ReadingError:
        """A mistake at a part of the text."""
