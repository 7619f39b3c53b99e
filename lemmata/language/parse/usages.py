"""Names of the vocabulary with their usage, from `usages.txt`, which `python -P -m lemmata.language.reference` writes.

Functions: usage, least and greatest number of arguments.  Domains: usage, numbers of arguments.
"""

from __future__ import annotations

from pathlib import Path

FUNCTIONS: dict[str, tuple[str, int, int]] = {}
DOMAINS: dict[str, tuple[str, tuple[int, ...]]] = {}
PATH = Path(__file__).with_suffix(".txt")
for _line in PATH.read_text(encoding="utf-8").splitlines():
    _sort, _name, _counts, _usage = _line.split(maxsplit=3)
    _numbers = tuple(map(int, _counts.split(",")))
    if _sort == "function":
        FUNCTIONS[_name] = (_usage, _numbers[0], _numbers[1])
    else:
        DOMAINS[_name] = (_usage, _numbers)
