"""What an experiment returns, and how it is run.

A measure is one number with an interval.  Three kinds are enough: `Sampled`, the median of a random number of which
independent repetitions were seen (exact order-statistic interval, whatever the law); `Proportion`, a probability
(Clopper and Pearson); `Enclosed`, a number that is not random, within rigorous bounds.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from lemmata.catalogue import paper_code
from lemmata.evaluate.randomness import Stream
from lemmata.statistics import bands, binomial

Value = int | Fraction | str
Settings = Mapping[str, tuple[Value, ...]]


class Measure(Protocol):
    """One measured number."""

    @property
    def label(self) -> str:
        """What it is, in words."""

    @property
    def value(self) -> float:
        """The estimate that is shown."""

    @property
    def counted(self) -> str:
        """What the interval rests on, as in "48 repetitions"."""

    def interval(self, error: float) -> tuple[float, float]:
        """Bounds that miss with probability at most `error`; infinite where there is too little to say."""


@dataclass(frozen=True)
class Sampled:
    """Median of a random number, from independent repetitions.

    Raises ValueError without repetitions or with one that is not a number.
    """

    label: str
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.values or any(math.isnan(v) for v in self.values):
            raise ValueError(f"{self.label}: a median needs repetitions, all of them numbers")

    @property
    def value(self) -> float:
        return sorted(self.values)[len(self.values) // 2]

    @property
    def counted(self) -> str:
        return f"median of {len(self.values):,} repetitions"

    def interval(self, error: float) -> tuple[float, float]:
        import numpy as np

        _, low, high = bands.quantile(np.array(self.values), 0.5, error)
        return low, high


@dataclass(frozen=True)
class Proportion:
    """Probability of an event, from independent draws."""

    label: str
    hits: int
    draws: int

    @property
    def value(self) -> float:
        return self.hits / self.draws

    @property
    def counted(self) -> str:
        return f"{self.hits:,} of {self.draws:,} draws"

    def interval(self, error: float) -> tuple[float, float]:
        return binomial.interval(self.hits, self.draws, error)


@dataclass(frozen=True)
class Enclosed:
    """A number that is not random, between rigorous bounds.

    Raises ValueError where the bounds are not ordered numbers.
    """

    label: str
    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"{self.label}: {self.low} and {self.high} enclose nothing")

    @property
    def value(self) -> float:
        return self.low if self.low == self.high else (self.low + self.high) / 2

    @property
    def counted(self) -> str:
        return "exact" if self.low == self.high else "rigorous enclosure"

    def interval(self, error: float) -> tuple[float, float]:
        return self.low, self.high


@dataclass(frozen=True)
class Curve:
    """One series of a panel: points, with the band they lie in where there is one."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class Panel:
    """One drawing.  `kind` is "lines", "points" or "steps" (a histogram: y[k] on [x[k], x[k+1]], one x more than y).

    `rules` are horizontal lines (height, label), `marks` vertical ones.
    """

    title: str
    x_label: str
    y_label: str
    curves: tuple[Curve, ...]
    kind: str = "lines"
    log_x: bool = False
    log_y: bool = False
    rules: tuple[tuple[float, str], ...] = ()
    marks: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True)
class Record:
    """Everything an experiment found: `measures` by name, `panels`, and `facts`, what a reader needs to repeat it."""

    measures: Mapping[str, Measure]
    panels: tuple[Panel, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    runs: int = 0  # matrices drawn, networks built: what was looked at, in the experiment's own unit


@dataclass(frozen=True)
class Effort:
    """How much an experiment may do: independent `repetitions` of what is expensive, `draws` of what is cheap.

    Fewer than 38 repetitions cannot refute anything at the suite's error probability, see `Sampled`.
    """

    name: str
    repetitions: int
    draws: int


EFFORTS = {
    "quick": Effort("quick", 48, 4_000),
    "mutant-again": Effort("mutant-again", 192, 200_000),
    "standard": Effort("standard", 96, 500_000),
    "deep": Effort("deep", 384, 5_000_000),
}

Run = Callable[[Settings, Effort, Callable[..., Stream]], Record]


class UnknownExperiment(KeyError):
    """No experiment has this name."""


def find(subject: str) -> Run:
    """The experiment called "module.function".  Raises UnknownExperiment."""
    module, _, function = subject.partition(".")
    names = paper_code.modules(module)
    if len(names) != 1:
        raise UnknownExperiment(f"{len(names)} papers have a module {module}")
    (name,) = names
    found = getattr(importlib.import_module(name), function, None)
    if found is None:
        raise UnknownExperiment(f"{name} has no experiment {function}")
    return found


def run(subject: str, settings: Settings, effort: Effort, seed: int) -> Record:
    """Run an experiment.

    Its random numbers come from streams named by the subject and a key of its own.  Raises UnknownExperiment.
    """

    def stream(*key: Any) -> Stream:
        return Stream(("experiment", subject, *key), seed)

    return find(subject)(settings, effort, stream)
