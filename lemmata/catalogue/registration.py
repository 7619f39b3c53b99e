"""Where papers are found: packages of `theorems` that declare one, and packages that other distributions register.

A package declares a paper by holding a `Paper` in its `__init__`.  Another distribution names such a package, or a
module, under the entry-point group `lemmata.papers`, with the key of the paper as the name.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from importlib import metadata
from types import ModuleType

GROUP = "lemmata.papers"


class PaperError(Exception):
    """A package cannot be taken for a paper.  The message is one line with the mend."""


def built_in(parent: str = "lemmata.theorems") -> Iterator[ModuleType]:
    """The packages of `theorems`, by name; not all of them declare a paper."""
    path = importlib.import_module(parent).__path__
    yield from (importlib.import_module(f"{parent}.{i.name}") for i in pkgutil.iter_modules(path) if i.ispkg)


def registered() -> Iterator[tuple[str, ModuleType]]:
    """Key and package of every paper that an installed distribution registers, by key.

    Raises PaperError for one that cannot be imported, and for a key that is registered twice.
    """
    before = None
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if point.name == before:
            raise PaperError(f"two installed distributions register the paper {point.name}: remove one of them")
        before = point.name
        place = f"the paper {point.name} ({point.value})"
        if ":" in point.value:
            raise PaperError(f"{place}: {GROUP} names a package, without a colon")
        yield point.name, _imported(point.value, place)


def rooms(package: ModuleType, place: str) -> list[ModuleType]:
    """A package and the modules and packages right inside it, by name.

    Raises PaperError, beginning with `place`, where one cannot be imported.
    """
    inside = pkgutil.iter_modules(getattr(package, "__path__", ()))
    return [package, *(_imported(f"{package.__name__}.{info.name}", place) for info in inside)]


def _imported(name: str, place: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except Exception as problem:  # code of somebody else, which may fail in any way
        why = f"{type(problem).__name__}: {' '.join(str(problem).split())}"
        raise PaperError(f"{place}: {name} cannot be imported: {why}") from problem
