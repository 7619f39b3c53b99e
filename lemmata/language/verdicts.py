"""Verdicts and what they must carry."""

from __future__ import annotations

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
