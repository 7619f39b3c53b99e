"""The table of kinds: every kind has its one function, and every statement its kind."""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path

import pytest

from lemmata import catalogue
from lemmata.claims import registry

KINDS = {kind.module: kind for kind in registry.KINDS}


@pytest.mark.parametrize("kind", registry.KINDS, ids=lambda kind: kind.module)
def test_a_kind_has_the_protocol(kind: registry.ClaimKind) -> None:
    names = list(inspect.signature(kind.check()).parameters)
    assert names[:3] == ["statement", "profile", "seed"]
    assert ("device" in names) == kind.screens


def test_every_statement_has_a_room_and_every_room_a_statement() -> None:
    found = Counter(registry.kind_of(s).module for s in catalogue.all_statements())
    written = {"expectations"}  # claims of users, E(number) <= b, of which the papers have none
    assert set(found) == set(KINDS) - written


def test_the_page_names_what_there_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-kind.md").read_text(encoding="utf-8")
    assert "lemmata/claims/registry.py" in page and "almost_surely" in KINDS
