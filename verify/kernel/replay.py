"""Derivations as data, and the kernel alone doing them again: what a process holds in memory need not be believed.

A derivation is a list of steps, each a rule and what it was given, and of claims: a step and the conjunct it proves.
Tuples are written once, in rows that refer to earlier rows.

    python -I -S -c "import sys; sys.path.insert(0, '.'); from verify.kernel.replay import main; main()" < FILE
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from verify.kernel.logic import RULES, Theorem, proves
from verify.kernel.reading import read
from verify.kernel.terms import KernelError

Claim = tuple[
    Theorem, str, str, str, int
]  # a theorem, and the statement (id, letter, text) and conjunct it is to prove


class _Writer:
    def __init__(self) -> None:
        self.rows: list[list[str]] = []
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
            return f"j{json.dumps(x)}"
        if isinstance(x, dict):
            return "d" + self.value(tuple(x.items()))
        self.rows.append([self.value(y) for y in x])
        name = f"r{len(self.rows) - 1}"
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


def replay(data: str) -> list[dict[str, Any]]:
    """Do every step again: per claim, its statement, the hash of the text, axioms and principles.

    Raises KernelError where a step does not go through or a claim is not what was proved.
    """
    try:
        given = json.loads(data)
        rows, steps = list[tuple[Any, ...]](), list[Theorem]()

        def value(name: str) -> Any:
            kind, rest = name[:1], name[1:]
            if kind == "d":
                return dict(value(rest))
            if kind in ("r", "t"):
                return (rows if kind == "r" else steps)[_number(rest)]
            if kind == "s":
                return rest
            return Fraction(rest) if kind == "q" else {"j": json.loads}[kind](rest)

        waiting = iter(given["rows"])
        for rule, *arguments in given["steps"]:
            needed = 1 + max((_number(a.lstrip("d")[1:]) for a in arguments if a.lstrip("d")[:1] == "r"), default=-1)
            while len(rows) < needed:
                rows.append(tuple(value(x) for x in next(waiting)))
            steps.append(RULES[rule](*map(value, arguments)))
        out = []
        for step, identifier, letter, text, conjunct in given["claims"]:
            th = steps[step]
            if not proves(th, identifier, letter, text, conjunct):
                raise KernelError(f"conjunct {conjunct} of {identifier} is not what step {step} proves")
            axioms, principles = sorted(map(list, th.axioms)), sorted(th.principles)
            digest = read(identifier, letter, text).hash
            out.append(
                {"id": identifier, "hash": digest, "conjunct": conjunct, "axioms": axioms, "principles": principles}
            )
        return out
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, StopIteration, RecursionError) as error:
        raise KernelError(f"no derivation: {type(error).__name__}: {error}") from error


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} is no number of a row or step")
    return int(text)


def main() -> None:
    """Derivation on standard input, findings on standard output; exit status 1 where it does not go through."""
    sys.setrecursionlimit(10_000)  # long sums are deep terms
    try:
        print(json.dumps(replay(sys.stdin.read())))
    except KernelError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
