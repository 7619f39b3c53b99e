"""The table of constructions by the names statements use, filled by the modules that build them."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.numerics.ensembles.instances import Batch
from lemmata.numerics.ensembles.randomness import Stream
from lemmata.theorems.language.instantiate import Concrete

Construction = Callable[[Concrete, Stream, int], Batch | None]
CONSTRUCTIONS: dict[str, Construction] = {}


def construction(name: str) -> Callable[[Construction], Construction]:
    """Register a construction under the name statements use."""

    def register(build: Construction) -> Construction:
        CONSTRUCTIONS[name] = build
        return build

    return register
