"""Where papers are found: packages that installed distributions register, and the textbook.

A package declares a paper by holding a `Paper` in its `__init__`.  A distribution names such a package, or a module,
under the entry-point group `lemmata.papers`, with the key of the paper as the name: the five papers of the suite stand
in the metadata of `lemmata` itself, an author's in that of the author's own distribution.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from importlib import metadata
from types import ModuleType

from lemmata.errors import PaperError

GROUP = "lemmata.papers"
DISTRIBUTION = "lemmata"
TEXTBOOK = "classical", "lemmata.textbook"


def built_in() -> Iterator[tuple[str, ModuleType]]:
    """Key and package of every paper that this distribution registers, by key, and of the textbook.

    Raises PaperError for one that cannot be imported.
    """
    yield from _registered(own=True)
    yield TEXTBOOK[0], textbook()


def registered() -> Iterator[tuple[str, ModuleType]]:
    """Key and package of every paper that another installed distribution registers, by key.

    Raises PaperError for one that cannot be imported, and for a key that is registered twice.
    """
    return _registered(own=False)


def _registered(own: bool) -> Iterator[tuple[str, ModuleType]]:
    before = None
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if (point.dist is not None and point.dist.name == DISTRIBUTION) is not own:
            continue
        if point.name == before:
            raise PaperError(f"two installed distributions register the paper {point.name}: remove one of them")
        before = point.name
        place = f"the paper {point.name} ({point.value})"
        if ":" in point.value:
            raise PaperError(f"{place}: {GROUP} names a package, without a colon")
        yield point.name, _imported(point.value, place)


def textbook() -> ModuleType:
    """The package of the textbook, for which no paper is imported."""
    return importlib.import_module(TEXTBOOK[1])


def folders() -> Iterator[str]:
    """The folders of all papers and of the textbook."""
    for _, package in (*built_in(), *registered()):
        yield from getattr(package, "__path__", ())


def modules(package: ModuleType, place: str) -> list[ModuleType]:
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
