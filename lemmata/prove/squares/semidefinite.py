"""The semidefinite program in floats, by Clarabel: Gram matrices as far inside the cone as the equations allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.prove.squares.gram import Program

CAP = 1.0  # of the smallest eigenvalue asked for


@dataclass(frozen=True, eq=False)
class Interior:
    """`depth` is the smallest eigenvalue that all Gram matrices can have (at most CAP), `grams` such matrices."""

    depth: float
    grams: list[np.ndarray]
    multipliers: np.ndarray


def available() -> bool:
    """Whether the solver, an optional extra, is installed."""
    try:
        import clarabel  # noqa: F401
        import scipy.sparse  # noqa: F401
    except ImportError:
        return False
    return True


def interior(given: Program, seconds: float) -> Interior | None:
    """Maximise the smallest eigenvalue; None where the solver finds nothing in the time allowed."""
    import clarabel
    from scipy import sparse

    columns = given.columns()
    rows = {m: k for k, m in enumerate(sorted({m for c in columns for m in c} | set(given.p)))}
    places = [(rows[m], k, float(c)) for k, column in enumerate(columns) for m, c in column.items()]
    n = len(columns) + 1  # the last unknown is the smallest eigenvalue
    scale = max(abs(float(c)) for c in given.p.values())
    b = np.zeros(len(rows))
    for m, c in given.p.items():
        b[rows[m]] = float(c) / scale
    i, j, v = (np.array(x) for x in zip(*places, strict=True))
    equations = sparse.csc_matrix((v, (i, j)), shape=(len(rows), n))
    cone_rows: list[Any] = []
    cones: list[Any] = [clarabel.ZeroConeT(len(rows))]
    at, row = len(given.ideal), 0
    data: list[tuple[int, int, float]] = []
    for block in given.blocks:
        size = block.size
        place = {}
        for a in range(size):
            for k in range(a, size):
                place[a, k] = at
                at += 1
        for k in range(size):  # the upper triangle, column by column
            for a in range(k + 1):
                data.append((row, place[a, k], -1.0 if a == k else -np.sqrt(2.0)))
                if a == k:
                    data.append((row, n - 1, 1.0))
                row += 1
        cones.append(clarabel.PSDTriangleConeT(size))
    i, j, v = (np.array(x) for x in zip(*data, strict=True))
    cone_rows.append(sparse.csc_matrix((v, (i, j)), shape=(row, n)))
    cap = sparse.csc_matrix(([1.0], ([0], [n - 1])), shape=(1, n))
    cones.append(clarabel.NonnegativeConeT(1))
    a_all = sparse.vstack([equations, *cone_rows, cap]).tocsc()
    b_all = np.concatenate([b, np.zeros(row), [CAP]])
    q = np.zeros(n)
    q[-1] = -1.0
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.time_limit = max(seconds, 0.1)
    settings.max_threads = 1
    found = clarabel.DefaultSolver(sparse.csc_matrix((n, n)), q, a_all, b_all, cones, settings).solve()
    if str(found.status) not in ("Solved", "AlmostSolved", "InsufficientProgress"):
        return None
    x = np.array(found.x) * scale
    if not np.isfinite(x).all():
        return None
    at, grams = len(given.ideal), []
    for block in given.blocks:
        size = block.size
        gram = np.zeros((size, size))
        for a in range(size):
            for k in range(a, size):
                gram[a, k] = gram[k, a] = x[at]
                at += 1
        grams.append(gram)
    return Interior(float(found.x[-1]), grams, x[: len(given.ideal)])


__all__ = ["Interior", "available", "interior"]
