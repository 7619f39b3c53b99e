"""The table of kinds: every room has its one function, and every statement its room."""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path

import pytest

from lemmata import catalogue
from lemmata.claims import registry

ROOMS = {room.module: room for room in registry.ROOMS}


@pytest.mark.parametrize("room", registry.ROOMS, ids=lambda room: room.module)
def test_a_room_has_the_protocol(room: registry.ClaimKind) -> None:
    names = list(inspect.signature(room.check()).parameters)
    assert names[:3] == ["statement", "profile", "seed"]
    assert ("device" in names) == room.screens


def test_every_statement_has_a_room_and_every_room_a_statement() -> None:
    found = Counter(registry.room(s).module for s in catalogue.all_statements())
    written = {"expectations"}  # claims of users, E(number) <= b, of which the papers have none
    assert set(found) == set(ROOMS) - written


def test_the_page_names_what_there_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-kind.md").read_text(encoding="utf-8")
    assert "lemmata/claims/registry.py" in page and "almost_surely" in ROOMS
