"""Compile all kernels, once per machine: `python -m lemmata.evaluate.cpu_lanes.warm`."""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes import kernels, machine, store, sweeping


def warm() -> None:
    """Compile what is not kept yet, and say so in the store."""
    out, bound, none = np.empty((1, 2)), np.empty(1), np.empty(0)
    for symmetric in (False, True):
        kernels.tiles(np.ones((1, 4)), 2, 2, symmetric, out, bound, 0, 1)
    judge, sizes = (np.empty((0, machine.WORDS), dtype=np.int64), none, none, 0.0), (2, 1, 1, machine.LANES)
    machine.run(judge, sizes, np.ones((1, 1)), np.empty((0, 3, 1)), bound, 0, 1)
    found = tuple(x[0] for x in sweeping.empty(1, 0, 0, 8, 1))
    sweeping.sweep(judge, sizes, 2, (0, 0, 0, 0), 0, 1, 0.0, np.ones(1), found)
    folder = store.folder()
    if folder is not None:
        (folder / store.READY).touch()


if __name__ == "__main__":
    warm()
