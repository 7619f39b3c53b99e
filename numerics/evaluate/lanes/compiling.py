"""How the kernels are compiled; `store` says where the result is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numpy.typing import NDArray

from lemmata.numerics.evaluate.lanes import store

config: Any = numba_config  # its settings are made at run time
EPS = 2.0**-52
Array = NDArray[np.float64]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first call; kept on disk where there is a place for it."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": {"contract"}}
    folder = store.folder()
    if folder is None:
        return numba.njit(**options)(function)
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before
