"""A construction for two factorisations of one product, `(W + E) @ (X + F) == W @ X` (oyedotun2021, (46) and (49)).

All entries are small dyadic rationals, so that the hypothesis holds exactly.
"""

from __future__ import annotations

from lemmata.numerics.instances.batches import Batch, ordered
from lemmata.numerics.instances.matrix_laws import ENSEMBLES
from lemmata.numerics.instances.randomness import Stream
from lemmata.numerics.instances.registry import construction
from lemmata.numerics.instances.samplers import sampler
from lemmata.theorems.language.instantiate import Concrete
from lemmata.theorems.oyedotun2021.section5_stability import E, F, W, X


@construction("same-product")
def same_product(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """W + E = W D and X + F = D^-1 X with D diagonal, its entries ± powers of two; W and X are small integers."""
    out: Batch = {}
    for leaf in ordered(concrete):
        rule = sampler(leaf.domain)
        code = rule.draw(leaf.domain, stream.child(leaf.name), batch, ENSEMBLES["small_integers"])
        out[leaf.name] = rule.assemble(leaf.domain, code, out)
    w, x = out[W.name], out[X.name]
    own = stream.child("diagonal")
    d = 2.0 ** own.integers(-2, 2, (batch, w.shape[-1])).to(w.dtype) * own.child("signs").signs((batch, w.shape[-1]))
    out[E.name], out[F.name] = w * d[:, None, :] - w, x / d[:, :, None] - x
    return out
