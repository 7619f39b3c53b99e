"""Samples of the atoms in `lemmata/language/added`, a module for each, found by themselves.

A module has SAMPLES (node, text form, LaTeX) and, for an atom that is computed, RULES of the high-precision oracle.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

MODULES = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
SAMPLES: list[tuple[Any, str, str]] = [sample for module in MODULES for sample in module.SAMPLES]
RULES: dict[type, Any] = {cls: rule for module in MODULES for cls, rule in getattr(module, "RULES", {}).items()}
