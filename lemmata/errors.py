"""What is wrong with what a caller gave, in one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """Bad input.  The message is one line naming the file or option, the place in it and the fix."""


class PaperError(Exception):
    """A package cannot be taken for a paper.  The message is one line with the fix."""


SUITE = ("llvmlite", "networkx", "numba", "scipy", "torch")  # what [suite] installs
MCP = ("anyio", "mcp", "pydantic")  # what [mcp] installs


def lacking(problem: ModuleNotFoundError) -> str | None:
    """What to install where a package of an extra is missing, in one line; None where another module is."""
    package = (problem.name or "").partition(".")[0]
    extra = "suite" if package in SUITE else "mcp" if package in MCP else None
    return f"this needs {package}: pip install 'lemmata[{extra}]'" if extra is not None else None


def close(word: str, known: Iterable[str]) -> str:
    """` (did you mean a or b?)` for the known words nearest to `word`, or nothing."""
    found = difflib.get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
