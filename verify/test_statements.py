"""One test per statement: its verdict must be the reviewed one.

`pytest verify/ -k riedi.lemma-21` selects by id; in `-k`, write a dot for the `~` of a sibling.  Textbook facts that no
paper uses are marked `long`: `pytest verify/ -m "not long"` leaves them out.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lemmata.catalogue import ids
from lemmata.run.inputs import of_papers

USED = set(of_papers())


@pytest.mark.parametrize("statement", [pytest.param(i, marks=() if i in USED else pytest.mark.long) for i in ids()])
def test_statement(statement: str, difference: Callable[[str], str | None]) -> None:
    """The engine's verdict is the one in `expected.toml`, given for the statement as it reads now."""
    found = difference(statement)
    if found:
        pytest.fail(found, pytrace=False)
