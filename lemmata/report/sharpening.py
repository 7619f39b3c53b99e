"""How sharp a true statement is, as the page shows it: hypotheses, constants, equality, better bounds elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lemmata.report import formats
from lemmata.report.formulas import Formula
from lemmata.report.records import Record, records
from lemmata.report.typeset_statements import Typeset

# What a page calls a status, where that is not its own name.
NEEDED = {
    "not needed": "did without it",
    "needed together": "needed together with others",
    "less is enough": "needed, but less is enough",
    "gives meaning": "gives the claim its meaning",
}
CONSTANT = {
    "best": "none below 1",
    "gap": "no ratio",
    "no constant": "none to improve",
}
RIVAL = {
    "dominated": "better wherever both apply",
    "equal": "equally good",
    "not dominated": "not always better",
}


def line(says: Typeset, said: Any) -> Formula:
    """A line of the statement by its text, or the text as it stands."""
    wanted = str(said or formats.UNKNOWN)
    return next((one for one in says.let if one.text == wanted), says.in_full(wanted))


def word(status: Any, table: Mapping[str, str]) -> str:
    """What a status is called on the page."""
    return table.get(str(status), str(status or formats.UNKNOWN))


def bounds(data: Mapping[str, Any]) -> list[tuple[Record, Record]]:
    """What is known of the constant in front of the larger side of each inequality, and of equality in it."""
    attained = {str(one["conjunct"]): one for one in records(data.get("attained"))}
    return [(one, attained.get(str(one["conjunct"]), Record())) for one in records(data.get("constants"))]


def findings(data: Mapping[str, Any], says: Typeset) -> Iterator[tuple[str, Formula | None, str]]:
    """What a reader should hear first: each finding that improves the statement, in words around a formula."""
    for one in records(data.get("hypotheses")):
        if one.get("status") == "not needed":
            instead = f" (tried: {one.get('instead')})" if one.get("instead") else ""
            yield "did without", line(says, one.get("text")), f"{instead}; {one.get('detail') or ''}"
        elif one.get("status") == "less is enough":
            less = f": {one.get('instead')}; {one.get('detail') or ''}"
            yield "less is enough than", line(says, one.get("text")), less
    for one in records(data.get("constants")):
        if one.get("status") == "improvable":
            yield "a smaller constant survived in", line(says, one.get("text")), f"; {one.get('detail') or ''}"
    rivals = records(data.get("dominated_by"))
    for by in dict.fromkeys(str(one.get("by")) for one in rivals if one.get("status") == "dominated"):
        yield f"bounded better by {by}", None, ""
