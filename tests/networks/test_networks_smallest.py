"""Small networks and data in order of simplicity: each once, the simplest first."""

import json

from lemmata.networks.smallest import candidates


def test_candidates_are_ordered_and_distinct():
    seen = list(candidates(1, 1, 1))
    assert len(seen) == 2**4 * 4
    assert len({json.dumps([m, [str(c) for c in d.xs[0]], d.ys]) for m, d in seen}) == len(seen)
    sizes = [sum(abs(v) for m in matrices for row in m for v in row) for matrices, _ in candidates(1, 1, 2)]
    assert sizes == sorted(sizes)
