"""How the kernels are compiled; `store` says where the result is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numpy.typing import NDArray

from lemmata.evaluate.cpu_lanes import store

config: Any = numba_config  # its settings are made at run time
EPS = 2.0**-52
Array = NDArray[np.float64]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first call; kept on disk where there is a place for it.

    The compiler keeps its results by the place of the source. It is shown a copy next to them, so that every checkout
    and every environment of a machine finds what one of them compiled.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": {"contract"}}
    folder = store.folder()
    if folder is None:
        return numba.njit(**options)(function)
    source = Path(function.__code__.co_filename)
    function.__code__ = function.__code__.replace(co_filename=str(store.kept(source, folder)))
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before
