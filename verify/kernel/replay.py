"""Derivations as data, and the kernel alone doing them again: what a process holds in memory need not be believed.

A derivation is a list of steps, each a rule and what it was given, and of claims: a step and the conjunct it proves.
Tuples are written once, in rows that refer to earlier rows.

    python -I -S -c "import sys; sys.path.append('.'); from lemmata.verify.kernel.replay import main; main()" < FILE
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from fractions import Fraction
from typing import Any

from lemmata.verify.kernel.allowance import KernelError, at_most
from lemmata.verify.kernel.logic import RULES, Theorem, proves
from lemmata.verify.kernel.reading import read

WORK = 100_000_000  # units for a derivation, some minutes; those of the catalogue take 80,000 at most
FAULTS = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    StopIteration,
    RecursionError,
    MemoryError,
)
SECONDS, MEMORY = 1800, 1 << 32  # of the process, for what is no unit


def replay(data: str) -> list[dict[str, Any]]:
    """Do every step again: per claim, its statement, the hash of the text, axioms and principles.

    Raises KernelError where a step does not go through, a claim is not what was proved, or there is too much to do.
    """
    with at_most(WORK):
        return _replayed(data)


def _replayed(data: str) -> list[dict[str, Any]]:
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
            return _rational(rest) if kind == "q" else {"j": json.loads}[kind](rest)

        waiting = iter(given["rows"])
        for rule, *arguments in given["steps"]:
            needed = 1 + max((_number(a.lstrip("d")[1:]) for a in arguments if a.lstrip("d")[:1] == "r"), default=-1)
            while len(rows) < needed:
                rows.append(tuple(value(x) for x in next(waiting)))
            steps.append(RULES[rule](*map(value, arguments)))
        out = []
        for step, identifier, letter, text, conjunct in given["claims"]:
            if any(type(k) is not int or k < 0 for k in (step, conjunct)):
                raise ValueError("a claim names a step and a conjunct by numbers from 0")
            th = steps[step]
            if not proves(th, identifier, letter, text, conjunct):
                raise KernelError(f"conjunct {conjunct} of {identifier} is not what step {step} proves")
            axioms, principles = sorted(map(list, th.axioms)), sorted(th.principles)
            digest = read(identifier, letter, text).hash
            out.append(
                {"id": identifier, "hash": digest, "conjunct": conjunct, "axioms": axioms, "principles": principles}
            )
        return out
    except FAULTS as error:
        raise KernelError(f"no derivation: {type(error).__name__}: {error}") from error


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} is no number of a row or step")
    return int(text)


def _rational(text: str) -> Fraction:
    """Digits and no exponent, which a few letters would make a number of any length."""
    if not (text.isascii() and text.removeprefix("-").replace("/", "", 1).isdigit()):
        raise ValueError(f"{text!r} is no rational number")
    return Fraction(text)


def main() -> None:
    """Derivation on standard input, findings on standard output; exit status 1 where it does not go through."""
    sys.setrecursionlimit(10_000)  # long sums are deep terms
    with suppress(ImportError, OSError, ValueError):  # where the system has limits; those that are lower remain
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        print(json.dumps(replay(sys.stdin.read())))
    except KernelError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
