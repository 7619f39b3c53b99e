"""Solutions of matrix equations among signed permutation matrices, some of whose rows are zero.

Words in letters of a finite group, idempotents, nilpotents and partial isometries live there with entries -1, 0 and 1.
Solutions like these are isolated up to similarity: random starts do not come near them, and what Newton's method finds
elsewhere on their orbit has no short exact form.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.sample.batches import Batch, assemble, ordered
from lemmata.sample.integer_solutions import square
from lemmata.sample.samplers import sampler

DROPPED = (0.0, 0.0, 0.25, 0.5)  # share of the rows that are zero; row by row of the batch one of these
LARGEST = 6  # order up to which there are few enough


def monomials(concrete: Concrete, stream: Stream, rows: int) -> Batch:
    """The rows of so many draws, of all plain square matrices, at which the equations hold; empty where none does."""
    asked = [c for c in concrete.hypotheses if isinstance(c, Relation) and c.op == "=="]
    drawn = {v.name: v for v in ordered(concrete) if square(v) is not None and 1 < int(v.shape[0]) <= LARGEST}
    if not asked or not drawn:
        return {}
    codes: Batch = {}
    for v in ordered(concrete):
        own = stream.child(v.name)
        free = _partial(own, rows, int(v.shape[0])) if v.name in drawn else sampler(v.domain).free(v.domain, own, rows)
        codes[v.name] = free if v.name in drawn else sampler(v.domain).member(v.domain, free)
    values = assemble(concrete, codes)
    scope = floats.Evaluation(values)
    solved = torch.ones(rows, dtype=torch.bool)
    for c in asked:
        left, right = (scope.value(side).flatten(1) for side in (c.lhs, c.rhs))
        solved &= (left == right).all(1)  # sums of few integers are exact
    return {k: v[solved] for k, v in values.items()} if bool(solved.any()) else {}


def _partial(stream: Stream, rows: int, n: int) -> Tensor:
    """Signed permutation matrices of order n, (rows, n, n), some of their rows zero."""
    turned = torch.eye(n, dtype=torch.float64)[stream.child("order").permutation(rows, n)]
    signed = turned * stream.child("signs").signs((rows, n, 1)).to(torch.float64)
    share = stream.child("share").choice(DROPPED, (rows, 1, 1)).to(torch.float64)
    return torch.where(stream.child("kept").uniform((rows, n, 1)) < share, 0.0, signed)
