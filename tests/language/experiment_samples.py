"""Samples of experiments and measured quantities, with their text and LaTeX fixed by hand."""

from fractions import Fraction
from typing import Any

from lemmata.language import experiments

trial = experiments.Experiment("trial", "random_spectra.collapse", n=(5, 10), r=Fraction(1, 2), entries="gaussian")
SAMPLES: list[tuple[Any, str, str]] = [
    (experiments.measured(trial, "widest_gap"), "trial.widest_gap", r"\text{widest gap in } \mathrm{trial}")
]
