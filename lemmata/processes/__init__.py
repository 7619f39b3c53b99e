"""Processes of this tool's own."""

from __future__ import annotations

import gc

SELDOM = 50_000  # new containers between two looks for cycles; Python's own number is 700


def collect_seldom() -> None:
    """Look for cycles in this process less often: terms are tuples by the hundred thousand, which hold none, and each
    look walks over all of them."""
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
