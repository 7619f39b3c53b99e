"""Many descents of the slack at once, through singular values, eigenvalues and matrix functions.

Every point of the search lies in the domains (symmetric, semidefinite, orthogonal, intervals); matrices are spread over
thin sets as well, and hypotheses enter as penalties.  Nothing found here is believed before it is certified.
"""

from __future__ import annotations

import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch
from lemmata.search.coordinates import MIXED, Coordinates
from lemmata.search.objective import goal
from lemmata.search.quasi_newton import minimise


def ascend(concrete: Concrete, stream: Stream, restarts: int, steps: int, witness: bool = False) -> Batch:
    """End points of `restarts` descents of `steps` steps each; with `witness`, the slack is driven up instead of down.

    Returns a batch of `restarts` instances inside their domains, hypotheses met or nearly so.
    """
    space = Coordinates.of(concrete, MIXED, stream)
    flat, held = space.start(stream.child("start"), restarts)
    flat, _ = minimise(lambda x: goal(concrete, space.members(x, held), witness), flat, steps)
    with torch.no_grad():
        return space.members(flat, held, settled=True)
