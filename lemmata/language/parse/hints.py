"""What people write who know other tools, and what it is called here."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


def _advice(section: str) -> dict[str, str]:
    """Advice by word, from the lines `word word -> advice` of a section of `hints.txt`."""
    lines = _HINTS.partition(f"[{section}]\n")[2].partition("\n\n")[0].splitlines()
    pairs = (line.split(" -> ", 1) for line in lines)
    return {word: advice for words, advice in pairs for word in words.split()}


_HINTS = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
SYMBOLS, FUNCTIONS, DOMAINS, KEYWORDS, SLIPS = map(_advice, ("symbols", "functions", "domains", "keywords", "slips"))
PYTHON = frozenset(keyword.kwlist) - KEYWORDS.keys()


def nearest(name: str, known: Iterable[str]) -> str:
    """A question that names what was probably meant, or an empty string."""
    names = sorted(known)
    close = [k for k in names if k.lower() == name.lower()] or get_close_matches(name, names, n=3, cutoff=0.6)
    if not close:
        folded = {k.lower(): k for k in names}
        close = [folded[c] for c in get_close_matches(name.lower(), sorted(folded), n=3, cutoff=0.6)]
    return f"did you mean {' or '.join(close)}? " if close else ""
