"""Statements that only a test knows, and problems read from text."""

from collections.abc import Mapping, Sequence
from typing import Any

from lemmata.language import conjecture_files
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.statement import Kind, Paper, Statement

PAPER = Paper("made2026", "Made-up statements", "Nobody")


def statement(
    claim: Any, given: Any = (), kind: Kind = Kind.ALGEBRAIC, name: str = "test.claim", **more: Any
) -> Statement:
    """A statement of no paper."""
    return Statement(id=name, title=name, source=PAPER.at("1"), kind=kind, claim=claim, given=given, **more)


def concrete(claim: Any, given: Any = (), dims: Mapping[str, int] | None = None) -> Concrete:
    """Such a statement at fixed dimensions."""
    return instantiate(statement(claim, given), dict(dims or {}))


def read(
    let: Mapping[str, str], given: Sequence[str] = (), claim: str = "1 <= 2", dims: Mapping[str, int] | None = None
) -> Concrete:
    """A claim in text form at fixed dimensions."""
    return instantiate(conjecture_files.build("test", dict(let), list(given), [claim]), dict(dims or {}))
