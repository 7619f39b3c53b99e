"""Processes of this tool's own."""

from __future__ import annotations

import gc
import os
import sys

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
SELDOM = 50_000  # new containers between two looks for cycles; Python's own number is 700


def collect_seldom() -> None:
    """Look for cycles in this process less often: terms are tuples by the hundred thousand, which hold none, and each
    look walks over all of them."""
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])


def one_thread() -> None:
    """Keep numerical libraries of this process to one thread: results do not depend on how many workers share cores."""
    collect_seldom()
    for name in THREAD_VARIABLES:
        os.environ[name] = "1"  # read by what is loaded from now on
    if (torch := sys.modules.get("torch")) is not None:
        torch.set_num_threads(1)
