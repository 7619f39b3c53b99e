"""The public list of wrong accepts: every line is whole, and the tests that it names are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in (ROOT / "docs" / "soundness.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| 2")
]


def test_every_line_says_what_where_why_who_and_how() -> None:
    assert len(ROWS) >= 25 and all(len(row) == 7 and all(row[:6]) for row in ROWS)


def test_what_is_fixed_has_a_commit_and_a_test_that_exists() -> None:
    for row in ROWS:
        named = re.findall(r"`(tests/[^`]+)`", row[6])
        assert all((ROOT / name).exists() for name in named)
        assert row[5] == "open" or named and re.search(r"\b[0-9a-f]{7}\b", row[5]), row
