"""Every statement of the suite, found by scanning the modules that hold them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

from theorems.language.statement import Paper, Statement

PACKAGES = ("riedi2022", "zhao2024", "macdonald2022", "le2022", "oyedotun2021", "classical")


class UnknownStatement(KeyError):
    """No statement has this id."""


def _modules() -> Iterator[ModuleType]:
    for name in PACKAGES:
        package = importlib.import_module(f"theorems.{name}")
        yield package
        for info in pkgutil.iter_modules(package.__path__):
            yield importlib.import_module(f"theorems.{name}.{info.name}")


def _statements(module: ModuleType) -> Iterator[Statement]:
    for value in vars(module).values():
        if isinstance(value, Statement):
            yield value
        elif isinstance(value, list):
            yield from (v for v in value if isinstance(v, Statement))


@cache
def all_statements() -> tuple[Statement, ...]:
    """All statements, each once, in the order of packages, modules and definitions.

    Raises ValueError when two statements share an id.
    """
    found: dict[str, Statement] = {}
    for module in _modules():
        for statement in _statements(module):
            if found.setdefault(statement.id, statement) is not statement:
                raise ValueError(f"two statements are called {statement.id}")
    return tuple(found.values())


@cache
def papers() -> tuple[Paper, ...]:
    """The papers in the order of their packages."""
    return tuple(dict.fromkeys(s.source.paper for s in all_statements()))


def get(identifier: str) -> Statement:
    """The statement with this id.  Raises UnknownStatement."""
    for statement in all_statements():
        if statement.id == identifier:
            return statement
    raise UnknownStatement(identifier)


def find(identifier: str) -> Statement | None:
    """The statement with this id, or None."""
    return next((s for s in all_statements() if s.id == identifier), None)


@cache
def _proofs() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in _modules():
        found |= getattr(module, "PROOFS", {})
    return found


def proof_of(identifier: str) -> Any:
    """The proof offered for a statement (see `theorems.language.proof`), or None.  It is data until it is checked."""
    statement = find(identifier)
    own = None if statement is None else statement.proof
    return own if own is not None else _proofs().get(identifier)
