"""A construction for two factorisations of one product, `(W + E) @ (X + F) == W @ X` (oyedotun2021, (46) and (49)).

All entries are small dyadic rationals, so that the hypothesis holds exactly.
"""

from __future__ import annotations

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, ordered
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.registry import construction
from lemmata.sample.samplers import sampler
from theorems.oyedotun2021.section5_stability import E, F, W, X


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
