"""Measures and their intervals, and how experiments are found."""

import math

import numpy as np
import pytest

from lemmata.claims.experiments.record import EFFORTS, Enclosed, Proportion, Sampled, UnknownExperiment, find


def test_a_median_interval_covers_as_often_as_it_says() -> None:
    draws = np.random.default_rng(0).exponential(size=(2_000, 25))
    inside = [low <= math.log(2) <= high for low, high in (Sampled("x", tuple(d)).interval(0.1) for d in draws)]
    assert np.mean(inside) >= 0.9


def test_few_repetitions_leave_the_interval_open() -> None:
    assert Sampled("x", (1.0, 2.0)).interval(0.01) == (-math.inf, math.inf)


def test_a_median_of_many_equal_values_is_that_value() -> None:
    assert Sampled("x", (2.0,) * 60).interval(1e-12) == (2.0, 2.0)


@pytest.mark.parametrize("values", [(), (1.0, math.nan)])
def test_no_median_without_numbers(values: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="median"):
        Sampled("x", values)


def test_a_proportion_has_an_exact_interval() -> None:
    low, high = Proportion("x", 0, 100).interval(0.05)
    assert low == 0.0
    assert high == pytest.approx(1 - 0.025 ** (1 / 100))


def test_an_enclosure_does_not_depend_on_the_error() -> None:
    assert Enclosed("x", 1.0, 2.0).interval(1e-30) == (1.0, 2.0)
    with pytest.raises(ValueError, match="enclose nothing"):
        Enclosed("x", 2.0, 1.0)


@pytest.mark.parametrize("subject", ["nowhere.nothing", "draws.nothing"])
def test_an_unknown_experiment_is_named(subject: str) -> None:
    with pytest.raises(UnknownExperiment, match="nowhere|nothing"):
        find(subject)


def test_every_profile_has_its_effort() -> None:
    assert list(EFFORTS) == ["quick", "mutant-again", "standard", "deep"]
