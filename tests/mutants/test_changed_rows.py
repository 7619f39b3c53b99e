"""Changes of rows that a check once did not notice: each gets the verdict that is right for it."""

import pytest

from tests.mutants.changed_rows import HERE, Change, load

CHANGES = load(HERE / "changed_rows.toml")
WRITTEN = [change for path in sorted(HERE.glob("*chang*.toml")) for change in load(path)]


def named(change: Change) -> str:
    return f"{change.number}-{change.row}"


@pytest.mark.parametrize("change", WRITTEN, ids=named)
def test_every_change_can_be_made(change: Change) -> None:
    assert change.statement().id.startswith(change.row)
    assert change.expected == "refuted" or change.because


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES, ids=named)
def test_a_changed_row_gets_the_verdict_that_is_right_for_it(change: Change) -> None:
    assert change.finding().verdict.value == change.expected
