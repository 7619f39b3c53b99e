"""One test per conjecture file of `--conjectures DIR`: it passes when the conjecture is proved or supported.

`pytest verify/ --conjectures DIR -k NAME` selects by the file's name.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest


def test_conjecture(conjecture: str, broken: Callable[[str], str | None]) -> None:
    """The conjecture in this file holds as far as the engine can tell."""
    found = broken(conjecture)
    if found:
        pytest.fail(found, pytrace=False)
