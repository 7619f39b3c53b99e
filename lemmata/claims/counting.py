"""Counting what was tried, per ensemble and per conjunct."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor

# Relative slack lives in [-1, 1]; bins are finer near zero, where tightness shows.
EDGES = (-1.0, -0.5, -0.1, -0.01, -1e-9, 1e-9, 0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

COUNTS = (  # of the evidence of several checks of a claim, of which the sum is that of all
    "instances", "searches", "certified", "generated", "decided", "within_rounding", "suspects", "undecided",
    "out_of_domain",
)  # fmt: skip
NOISE = 1e-9  # relative slack shown as "equal to rounding" in the counts


@dataclass
class EnsembleCount:
    """Screened instances of one ensemble."""

    name: str
    label: str
    generated: int = 0
    accepted: int = 0
    beyond: int = 0  # not finite in floating point
    min_slack: float | None = None
    apart: float | None = None  # the smallest slack beyond rounding: how near a search came
    counts: np.ndarray = field(default_factory=lambda: np.zeros(len(EDGES) - 1, dtype=np.int64))

    def add(self, generated: int, slack: Tensor) -> None:
        """Record a batch: how many were drawn, and the relative slack of those accepted and not suspicious."""
        self.generated += generated
        self.accepted += len(slack)
        finite = slack[slack.isfinite()].detach().cpu().double().numpy()
        if len(finite):
            lowest = float(finite.min()) + 0.0  # no minus zero
            self.min_slack = lowest if self.min_slack is None else min(self.min_slack, lowest)
            if len(beyond := finite[finite > NOISE]):
                self.apart = min(float(beyond.min()), 1.0 if self.apart is None else self.apart)
            bins = np.searchsorted(EDGES[1:-1], finite.clip(-1, 1))
            self.counts += np.bincount(bins, minlength=len(EDGES) - 1)

    def count(self, generated: int, accepted: int, least: float | None, bins: Sequence[int]) -> None:
        """Record instances that were counted elsewhere: drawn, accepted, their smallest slack and their histogram."""
        self.generated += generated
        self.accepted += accepted
        self.counts += np.array(bins, dtype=np.int64)
        if least is not None:
            self.min_slack = least if self.min_slack is None else min(self.min_slack, least)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "name": self.name,
            "label": self.label,
            "generated": self.generated,
            "accepted": self.accepted,
            "min_slack": self.min_slack,
            "counts": self.counts.tolist(),
        }


@dataclass
class Tally:
    """Everything counted while one statement is screened and confirmed."""

    generated: int = 0
    instances: int = 0  # met every hypothesis in floating point
    decided: int = 0
    within_rounding: int = 0
    suspects: int = 0  # nominated: slack below zero beyond rounding, or something not finite
    resolved: int = 0  # suspects that a certifier decided
    beyond: int = 0  # suspects that are none but for something that is not finite
    out_of_domain: int = 0
    searches: int = 0
    certified: int = 0
    refutation: dict[str, Any] | None = None  # stage and seconds of the first certified violation, not yet readable
    ties: int = 0
    ensembles: dict[str, EnsembleCount] = field(default_factory=dict)
    stages: list[dict[str, Any]] = field(default_factory=list)
    hypothesis_tried: list[int] = field(default_factory=list)
    hypothesis_met: list[int] = field(default_factory=list)
    hypothesis_texts: list[str] = field(default_factory=list)
    conjunct_slack: dict[int, float] = field(default_factory=dict)
    covered: dict[str, int] = field(default_factory=dict)  # the largest value each dimension took

    def ensemble(self, name: str, label: str) -> EnsembleCount:
        """The counter of an ensemble, made on first use."""
        return self.ensembles.setdefault(name, EnsembleCount(name, label))

    def hypotheses(self, met: list[Tensor], texts: list[str]) -> None:
        """Record, hypothesis by hypothesis, how many instances met it."""
        for k, (mask, text) in enumerate(zip(met, texts, strict=True)):
            self.hypothesis(k, text, mask.numel(), int(mask.sum()))

    def hypothesis(self, k: int, text: str, tried: int, met: int) -> None:
        """Record how many instances met one hypothesis."""
        if k == len(self.hypothesis_tried):
            self.hypothesis_tried.append(0)
            self.hypothesis_met.append(0)
            self.hypothesis_texts.append(text)
        self.hypothesis_tried[k] += tried
        self.hypothesis_met[k] += met

    def conjunct(self, k: int, slack: Tensor) -> None:
        """Record the smallest relative slack of a conjunct (NaN entries are passed over)."""
        finite = slack[slack.isfinite()]
        if len(finite):
            self.conjunct_slack[k] = min(self.conjunct_slack.get(k, 1.0), max(float(finite.min()), 0.0) + 0.0)
