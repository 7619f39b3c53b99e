"""Where a paper keeps what the language cannot declare: constructions of instances, experiments behind its figures.

Those of the suite are the packages of `numerics.papers`; a paper from outside keeps them in the package `numerics`
inside its own.  They are found by looking, never listed, and import `numerics` without being imported by it.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from types import ModuleType

from lemmata.catalogue import registration

STATEMENTS, CODE = "theorems.", "numerics."


@cache
def packages() -> tuple[ModuleType, ...]:
    """The packages, those of the suite first.  Raises what importing one raises."""
    packages = [package for _, package in (*registration.built_in(), *registration.registered())]
    names = [_code_of(package.__name__) for package in packages]
    return tuple(importlib.import_module(name) for name in names if _there(name))


def _code_of(package: str) -> str:
    """`numerics.KEY` for `theorems.KEY`, and `PACKAGE.numerics` for a package that stands elsewhere."""
    return CODE + package.removeprefix(STATEMENTS) if package.startswith(STATEMENTS) else f"{package}.numerics"


def _there(name: str) -> bool:
    parent = name.rpartition(".")[0]
    return (not parent or importlib.util.find_spec(parent) is not None) and importlib.util.find_spec(name) is not None


def modules(name: str) -> list[str]:
    """Dotted names of the modules called `name` in any of them."""
    found = (f"{package.__name__}.{name}" for package in packages())
    return [module for module in found if importlib.util.find_spec(module) is not None]


def load(name: str) -> None:
    """Import the module called `name` of every package that has one."""
    for module in modules(name):
        importlib.import_module(module)
