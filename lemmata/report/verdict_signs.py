"""The verdicts, with the sign and the sentence that stand for each in every format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class VerdictKind:
    """One of the verdicts, with the sign that stands for it next to its colour."""

    name: str
    symbol: str
    means: str


_SAID = """\
proved ∎ The kernel derived it for the scope given next to it, or a named principle gives it, which counts apart.
supported ✓ Not proved, but it survived screening, adversaries and rigorous confirmation of its tightest instances.
refuted ✗ One certified instance meets every hypothesis and breaks the claim. Anyone can check it again.
vacuous ∅ Too few instances meeting the hypotheses could be found or constructed to say anything.
inconclusive ? The sign of a margin stayed undecided at the highest precision, or the budget ran out.
error ! The check itself failed. It counts as no kind of pass.
"""
VERDICTS = {line.split()[0]: VerdictKind(*line.split(" ", 2)) for line in _SAID.splitlines()}


def verdict_kind(name: Any) -> VerdictKind:
    """The kind called ``name``; a name no version here knows is shown as it stands, as an unknown verdict."""
    return VERDICTS.get(str(name)) or VerdictKind(f"unknown: {name}", "?", "A verdict this version does not know.")
