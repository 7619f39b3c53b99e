"""Where a paper keeps what the language cannot declare: constructions of instances, experiments behind its figures.

Those of the suite are the packages of `numerics.papers`; a paper from outside keeps them in the package `numerics`
inside its own.  They are found by looking, never listed, and import `numerics` without being imported by it.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from types import ModuleType

from lemmata.catalogue import registration

PARENT = "lemmata.numerics.papers"


@cache
def rooms() -> tuple[ModuleType, ...]:
    """The packages, those of the suite first.  Raises what importing one raises."""
    own = importlib.import_module(PARENT).__path__
    names = [f"{PARENT}.{info.name}" for info in pkgutil.iter_modules(own) if info.ispkg]
    outside = [f"{package.__name__}.numerics" for _, package in registration.registered()]
    names += [name for name in outside if importlib.util.find_spec(name) is not None]
    return tuple(importlib.import_module(name) for name in names)


def modules(name: str) -> list[str]:
    """Dotted names of the modules called `name` in any room."""
    found = (f"{room.__name__}.{name}" for room in rooms())
    return [module for module in found if importlib.util.find_spec(module) is not None]


def load(name: str) -> None:
    """Import the module called `name` of every room that has one."""
    for module in modules(name):
        importlib.import_module(module)
