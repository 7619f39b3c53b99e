"""The vocabulary statements are written in, as `exports` lists it.

It is loaded on first use: what people type is looked through before SymPy is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmata.language.exports import *  # noqa: F403


def __getattr__(name: str) -> Any:
    if name.startswith("_") and name != "__all__":
        raise AttributeError(name)
    from importlib import import_module
    from importlib.util import find_spec

    module = find_spec(f"{__name__}.{name}") is not None  # `from lemmata.language import atoms`
    found = import_module(f"{__name__}.{name}") if module else getattr(import_module(f"{__name__}.exports"), name)
    globals()[name] = found
    return found
