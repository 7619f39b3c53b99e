"""How the kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

EPS = 2.0**-52
Array = NDArray[np.float64]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first call; kept on disk where there is a place for it."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": {"contract"}}
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # nowhere to keep it
        return numba.njit(**options)(function)
