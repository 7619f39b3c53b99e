"""Events that differ from those drawn in what is not random are distinguished from the sides that were drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from lemmata.claims import finite_probability
from lemmata.evaluate.floats import Evaluation
from lemmata.evaluate.randomness import Stream
from lemmata.language import ActivationPattern, Dim, Id, Scalar, chain, cond, s, smax, sqrt
from lemmata.language.core import Gap
from lemmata.language.probability import Iid
from lemmata.statistics import events
from lemmata.statistics.cells import Cell

n, r = Dim("n"), Scalar("r")
K = Iid("K", n, n, "gaussian")
D = ActivationPattern("D", Dim("m", 0, n), n, -1)
CELL = Cell({"n": 4, "m": 2}, {"r": Fraction(3, 2)}, {"D": (Fraction(-1),) * 2 + (Fraction(1),) * 2}, "gaussian")
FIRST = cond(K @ D + Id(n)) <= 5 * r + smax(D)
OTHERS = (
    cond(K @ D + Id(n)) <= 7 * r + smax(D),
    cond(K @ D + Id(n)) > sqrt(r) * 3,
    chain(2, "<=", cond(K @ D + Id(n)), "<", 4 + smax(D)),
)


def seen(bank: finite_probability.Bank, event: Any) -> events.Outcome:
    parts = bank.seen[CELL.label, event]
    return events.Outcome(
        *(np.concatenate([getattr(p, k) for p in parts]) for k in ("happened", "failed", "undefined"))
    )


def drawn(wanted: list[Any], bank: finite_probability.Bank | None = None) -> finite_probability.Bank:
    bank = bank or finite_probability.Bank()
    finite_probability._see(CELL, wanted, Stream("sides"), 40_000, bank)
    return bank


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many matrices were drawn at once, each time."""
    out: list[int] = []
    before = events.Sampler.batches

    def counting(sampler: events.Sampler, stream: Stream, draws: int) -> Iterator[dict[str, torch.Tensor]]:
        for env in before(sampler, stream, draws):
            out.append(len(env["K"]))
            yield env

    monkeypatch.setattr(events.Sampler, "batches", counting)
    return out


def test_other_bounds_are_judged_as_if_drawn_again(batches: list[int]) -> None:
    bank = drawn([FIRST])
    once = len(batches)
    assert once > 1
    drawn(list(OTHERS), bank)
    assert len(batches) == once  # nothing was drawn
    for event in OTHERS:
        ours, theirs = seen(bank, event), seen(drawn([event]), event)
        assert (ours.happened == theirs.happened).all() and (ours.failed == theirs.failed).all()
        assert 0.01 < ours.happened.mean() < 0.99


def test_other_random_sides_are_drawn(batches: list[int]) -> None:
    bank = drawn([FIRST])
    once = len(batches)
    other = cond(K @ D + 2 * Id(n)) <= 5 * r + smax(D)
    drawn([other], bank)
    assert len(batches) == 2 * once and (seen(bank, other).happened != seen(bank, FIRST).happened).any()


def test_sides_that_are_told_are_looked_at() -> None:
    bank = drawn([FIRST])
    key = CELL.label, FIRST.lhs
    bank.sides[key] = [replace(one, value=2 * one.value) for one in bank.sides[key]]
    drawn([OTHERS[0]], bank)
    assert seen(bank, OTHERS[0]).happened.mean() < seen(drawn([OTHERS[0]]), OTHERS[0]).happened.mean() - 0.1


def test_what_rounding_leaves_open_is_drawn_again(batches: list[int]) -> None:
    bank = drawn([FIRST])
    once = len(batches)
    drawn([cond(K @ D + Id(n)) <= (r - Fraction(3, 2)) / (r - Fraction(3, 2))], bank)
    assert len(batches) == 2 * once


def test_a_side_in_doubt_is_not_kept() -> None:
    scope = Evaluation({"K": torch.zeros(3, 4, 4, dtype=torch.float64)})
    concrete = CELL.concrete(cond(K))
    assert events.side(concrete, scope) is None  # no value at the zero matrix
    assert events.side(CELL.concrete(smax(K)), scope) is not None
    sound = Evaluation({"K": torch.eye(4, dtype=torch.float64).expand(3, 4, 4)})
    assert events.side(concrete, sound) is not None
    assert events.side(CELL.concrete(Gap(s(K), 1)), sound) is None
