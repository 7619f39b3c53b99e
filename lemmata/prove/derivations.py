"""Derivations written as data, for the kernel to do again in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from lemmata.kernel import Theorem

# a theorem, and the statement (id, letter, text) and conjunct it is to prove
Claim = tuple[Theorem, str, str, str, int]


class _Writer:
    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = []
        self.named: dict[tuple[str, ...], str] = {}
        self.steps: list[list[str]] = []
        self.known: dict[int, tuple[Any, str]] = {}  # by identity, with a reference so that the number stays theirs

    def value(self, x: Any) -> str:
        """What an argument is called; tuples get a row, theorems have a step already."""
        if id(x) in self.known:
            return self.known[id(x)][1]
        if isinstance(x, str):
            return "s" + x
        if isinstance(x, Fraction):
            return f"q{x}"
        if x is None or isinstance(x, int):
            return "jnull" if x is None else f"j{x}"
        if isinstance(x, dict):
            return "d" + self.value(tuple(x.items()))
        row = tuple([self.value(y) for y in x])  # equal terms are one row, whichever of them are one tuple in memory
        name = self.named.setdefault(row, f"r{len(self.rows)}")
        if name == f"r{len(self.rows)}":
            self.rows.append(row)
        if isinstance(x, tuple):
            self.known[id(x)] = (x, name)
        return name

    def theorem(self, wanted: Theorem) -> str:
        """The step that makes a theorem, after those that make its premises."""
        stack = [wanted]
        while stack:
            th = stack[-1]
            if id(th) in self.known:
                stack.pop()
                continue
            arguments: Any = th.arguments
            open_ = [x for x in _theorems(arguments) if id(x) not in self.known]
            if open_:
                stack += open_
                continue
            self.steps.append([th.rule, *map(self.value, arguments)])
            self.known[id(th)] = (th, f"t{len(self.steps) - 1}")
            stack.pop()
        return self.known[id(wanted)][1]


def _theorems(x: Any) -> list[Theorem]:
    """Theorems among arguments; terms, which begin with their name, hold none."""
    if type(x) is Theorem:
        return [x]
    if not isinstance(x, tuple | list) or x and isinstance(x[0], str):
        return []
    return [th for y in x for th in _theorems(y)]


def write(claims: Sequence[Claim]) -> str:
    """The derivations of theorems that are to prove conjuncts of statements."""
    writer = _Writer()
    made = [[int(writer.theorem(th)[1:]), *rest] for th, *rest in claims]
    return json.dumps({"rows": writer.rows, "steps": writer.steps, "claims": made})
