"""Constructions by the names that statements use, filled by the packages of the papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from lemmata.catalogue import paper_code
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch

Construction = Callable[[Concrete, Stream, int], Batch | None]
_FOUND: dict[str, Construction] = {}


def construction(name: str) -> Callable[[Construction], Construction]:
    """Register a construction under the name that statements give as `construct`.

    It is a function `(concrete, stream, batch) -> values` that draws instances which meet hypotheses exactly that
    random ones miss, or gives None where the dimensions leave no room.  Raises ValueError for a name that is taken.
    """

    def register(build: Construction) -> Construction:
        if name in _FOUND:
            raise ValueError(f"two constructions are called {name}")
        _FOUND[name] = build
        return build

    return register


@cache
def constructions() -> Mapping[str, Construction]:
    """All constructions of all papers."""
    paper_code.load("constructions")
    return _FOUND
