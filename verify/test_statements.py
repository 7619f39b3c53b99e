"""One test per statement: its verdict must be the reviewed one.

`pytest verify/ -k riedi.lemma-21` selects by id; in `-k`, write a dot for the `~` of a sibling.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lemmata.theorems.catalogue import all_statements


@pytest.mark.parametrize("statement", [s.id for s in all_statements()])
def test_statement(statement: str, difference: Callable[[str], str | None]) -> None:
    """The engine's verdict is the one in `expected.toml`, given for the statement as it reads now."""
    found = difference(statement)
    if found:
        pytest.fail(found, pytrace=False)
