"""Atoms in a file of their own: every module in this folder is loaded with the vocabulary, and none is listed anywhere.

A class says in its `spec` how it is read, laid out and computed.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from lemmata.language.specification import Specified, classes

MODULES = tuple(import_module(f"{__name__}.{name}") for name in sorted(info.name for info in iter_modules(__path__)))
ATOMS: dict[str, type[Specified]] = {
    cls.name: cls
    for cls in classes(lambda spec: spec.takes is not None)
    if cls.__module__ in {module.__name__ for module in MODULES}
}
