"""Random instances moved onto equations between matrices that are given: A x = b, or A^T A = B B^T.

A few steps of Gauss and Newton in all variables at once, with Jacobians by differences; semidefinite matrices as
squares, positive numbers as exponentials.  Whether the equations hold in the end is looked at elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lemmata.kernel import Term, free
from lemmata.prove.search.sampling_values import Undefined, Values, value

STEPS, ENTRIES, HALVED = 12, 80, 6
DIFFERENCE, SMALL = 1e-6, 1e-9
Map = Callable[[Any], Any]


def _root(a: Any) -> Any:
    values, vectors = np.linalg.eigh(a)
    return vectors * np.sqrt(np.maximum(values, 0))


COORDINATES: dict[str, tuple[Map, Map]] = {  # of what a domain has, from coordinates that are free, and back
    "real": (lambda z: z, lambda a: a),
    "symmetric": (lambda z: (z + z.T) / 2, lambda a: a),
    "skew": (lambda z: (z - z.T) / 2, lambda a: a),
    "diagonal": (lambda z: np.diag(np.diag(z)), lambda a: a),
    "psd": (lambda z: z @ z.T, _root),
    "pd": (lambda z: z @ z.T, _root),
    "nonnegative": (lambda z: z * z, np.sqrt),
    "positive": (np.exp, np.log),
}


def solve(at: Values, equations: list[Term], kinds: dict[Term, str]) -> None:
    """Change values until the equations hold; they stay as they are where a few steps do not reach that."""
    open_ = sorted(v for v in {v for h in equations for v in free(h)} if kinds.get(v) in COORDINATES)
    ways = [COORDINATES[kinds[v]] for v in open_]
    first = [np.asarray(back(at[v]), dtype=float) for v, (_, back) in zip(open_, ways, strict=True)]
    ends = np.cumsum([0, *(z.size for z in first)])
    if not open_ or ends[-1] > ENTRIES:
        return

    def place(flat: Any) -> None:
        for k, (v, (there, _)) in enumerate(zip(open_, ways, strict=True)):
            new = there(flat[ends[k] : ends[k + 1]].reshape(first[k].shape))
            at[v] = float(new) if isinstance(at[v], float) else new

    def residual(flat: Any) -> Any:
        place(flat)
        return np.concatenate([np.ravel(value(h[1], at) - value(h[2], at)) for h in equations])

    before = {v: at[v] for v in open_}
    z = np.concatenate([np.ravel(x) for x in first])
    steps = DIFFERENCE * np.eye(len(z))
    try:
        with np.errstate(all="ignore"):
            r = residual(z)
            for _ in range(STEPS):
                jacobian = np.stack([(residual(z + s) - residual(z - s)) / (2 * DIFFERENCE) for s in steps], axis=1)
                move = np.linalg.lstsq(jacobian, r, rcond=1e-10)[0]
                if np.abs(move).max() < SMALL:  # near a singular solution steps stay long while little is left
                    place(z)
                    return
                k = next((k for k in range(HALVED) if smaller(residual(z - move / 2**k), r)), HALVED)
                z, r = z - move / 2**k, residual(z - move / 2**k)
    except (Undefined, np.linalg.LinAlgError):
        pass
    at.update(before)


def smaller(r: Any, s: Any) -> bool:
    """Whether less is left."""
    return bool(np.abs(r).max() < np.abs(s).max())
