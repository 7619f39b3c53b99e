"""What came of a proof, step by step, ready for `verdicts.json`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from verify.prove.judge import Judgement


@dataclass
class ProofReport:
    """`ok` says that every step checks and every conjunct is covered; `covers` which conjuncts are.

    `leans_on` names what is taken from elsewhere: ids of statements, and facts of analysis in words.  `rests_on` are
    the statements at the bottom, those without a proof of their own.  `failure` says what is wrong, None if nothing.
    `kernel` is the judgement of the kernel, None where it was not asked.
    """

    ok: bool
    scope: str
    method: str
    leans_on: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    steps: list[dict[str, Any]] = field(default_factory=list)
    covers: tuple[int, ...] = ()
    failure: str | None = None
    kernel: Judgement | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "ok": self.ok,
            "scope": self.scope,
            "method": self.method,
            "leans_on": list(self.leans_on),
            "rests_on": list(self.rests_on),
            "covers": list(self.covers),
            "failure": self.failure,
            "steps": self.steps,
            "kernel": None if self.kernel is None else self.kernel.to_json(),
        }
