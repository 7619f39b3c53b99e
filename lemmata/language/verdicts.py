"""Verdicts and what they must carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """Outcome of checking one statement."""

    PROVED = "proved"
    REFUTED = "refuted"
    SUPPORTED = "supported"
    VACUOUS = "vacuous"
    INCONCLUSIVE = "inconclusive"
    ERROR = "error"


def verdict_words(entry: Mapping[str, Any]) -> str:
    """The verdict of an entry as it is printed, as in "proved, on the principle *gradient flow*"."""
    alone = ((entry.get("proof") or {}).get("kernel") or {}).get("outside")  # before the replay says it
    names = entry.get("principles", [alone] if alone else ())
    if not names:
        return str(entry["verdict"])
    return f"{entry['verdict']}, on the principle{'s' if len(names) > 1 else ''} *{'*, *'.join(names)}*"


def tally(entries: Iterable[Mapping[str, Any]]) -> str:
    """How many entries have each verdict, what is proved on a principle apart."""
    entries = list(entries)
    count = Counter(e["verdict"] for e in entries)
    apart = sum(e["verdict"] == Verdict.PROVED and bool(e.get("principles")) for e in entries)
    counts = [
        f"{count[v]} {v}" + (f" ({apart} of them on a principle)" if v == Verdict.PROVED and apart else "")
        for v in (*Verdict, *sorted(set(count) - set(Verdict)))
        if count[v]
    ]
    return ", ".join(counts)


@dataclass
class Finding:
    """What a checker found: a verdict with its evidence, in plain data ready for `verdicts.json`."""

    verdict: Verdict
    scope: str
    evidence: dict[str, Any]
    tight: bool = False
    proof: dict[str, Any] | None = None
    certificate: dict[str, Any] | None = None
    counterexample: dict[str, Any] | None = None
    figure: dict[str, Any] | None = None
    error: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    derivations: dict[str, str] = field(default_factory=dict)  # files by id: of this statement and what it depends on
    unsettled: bool = False  # more draws may tell
