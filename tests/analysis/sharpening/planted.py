"""Statements with planted faults of sharpness, and findings that call them true."""

from typing import Any

from lemmata.language import Dim, Kind, Matrix, Paper, Scalar, Statement, Symmetric
from lemmata.language.verdicts import Finding, Verdict

PLANTED = Paper("planted", "Made-up statements", "nobody")
n = Dim("n")
A, B = Matrix("A", n, n), Matrix("B", n, n)
N = Symmetric("N", n)
c = Scalar("c", 0, 1)


def statement(name: str, claim: Any, given: Any = (), kind: Kind = Kind.ALGEBRAIC, **more: Any) -> Statement:
    """A statement called `planted.<name>`."""
    return Statement(
        id=f"planted.{name}", title=name, source=PLANTED.at("nowhere"), kind=kind, claim=claim, given=given, **more
    )


def found_true() -> Finding:
    """A finding that calls a statement supported."""
    return Finding(Verdict.SUPPORTED, "n <= 3", {"instances": 1000, "conjuncts": []})
