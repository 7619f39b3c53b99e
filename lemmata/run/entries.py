"""An entry of `statements` in `verdicts.json`: every key there is, with what stands there where nothing is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # whoever waits for a worker has no statement at hand
    from lemmata.language.statement import Statement


def entry(about: Mapping[str, Any], verdict: str, **more: Any) -> dict[str, Any]:
    """The entry of what `about` tells, `more` in the place of what is usual."""
    return {
        "id": "conjecture.unnamed",
        "paper": "conjecture",
        "locator": "",
        "kind": "A",
        "title": "",
        "verdict": verdict,
        "scope": "",
        "tight": False,
        "depends_on": [],
        "text": {"let": [], "given": [], "claim": []},
        "notes": "",
        "hash": None,
        "evidence": nothing(),
        "sharpness": {},
        "proof": None,
        "certificate": None,
        "counterexample": None,
        "reproduce": None,
        "figure": None,
        "error": None,
        "seconds": 0.0,
        **about,
        **more,
    }


def about(statement: Statement) -> dict[str, Any]:
    """What a statement says of itself."""
    return {
        "id": statement.id,
        "paper": statement.paper,
        "locator": statement.source.locator,
        "kind": statement.kind.value,
        "title": statement.title,
        "depends_on": list(statement.depends_on),
        "text": statement.text,
        "notes": statement.notes,
        "hash": statement.hash,
    }


def nothing(**more: Any) -> dict[str, Any]:
    """The evidence of a check that did not come to its end."""
    return {"instances": 0, "searches": 0, "certified": 0, "min_slack": None, **more}
