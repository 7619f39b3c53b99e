"""Compile all kernels, once per machine: `python -m lemmata.evaluate.cpu_lanes.warm`."""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes import kernels, machine, store, sweeping


def warm() -> None:
    """Compile what is not kept yet, and say so in the store."""
    out, bound, none = np.empty((1, 2)), np.empty(1), np.empty(0)
    for symmetric in (False, True):
        kernels.tiles(np.ones((1, 4)), 2, 2, symmetric, out, bound, 0, 1)
    code = np.empty((0, machine.WORDS), dtype=np.int64)
    verdicts = np.empty((0, 3, 1))
    machine.run(code, none, 1, 1, 1, none, 0.0, np.ones((1, 1)), verdicts, bound, 0, 1, machine.LANES)
    numbers, one = np.zeros(8, dtype=np.int64), np.ones(1)
    sweeping.sweep(
        code, none, (2, 1, 1, 2), 0, none, 0.0, (0, 0, 0, 0), 0, 1, machine.LANES, 0.0, one, numbers, numbers, none,
        one, numbers, one, numbers,
    )  # fmt: skip
    folder = store.folder()
    if folder is not None:
        (folder / store.READY).touch()


if __name__ == "__main__":
    warm()
