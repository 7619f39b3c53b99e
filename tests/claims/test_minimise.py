"""A certified counterexample becomes smaller while there is time, and never gives way to what is not certified."""

import itertools
from fractions import Fraction

import pytest

from lemmata.claims import minimise
from lemmata.claims.exact_check import ExactCheck, Found
from lemmata.claims.profiles import PROFILES
from lemmata.claims.screening import Screening, Watch
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate

PAIR = {"n": "integer(2, 3)", "A": "pd(n)", "B": "pd(n)"}
JORDAN = "lmin(A @ B + B @ A) >= 0"
LARGE = f"(n - 1) * (n - 2) * {JORDAN}"
A, B = ((1, 1, 0), (1, 2, 0), (0, 0, 3)), ((1, -2, 0), (-2, 5, 0), (0, 0, 7))
TURNS = 60.0  # the clock of these tests counts how often it is asked


def caught(claim: str, turns: float | None) -> tuple[ExactCheck, Found]:
    statement = conjecture_files.build("improved", PAIR, [], [claim])
    watch = Watch(turns, clock=itertools.count().__next__)
    state = Screening(statement, PROFILES["quick"], Stream(statement.id, 0), "cpu", watch=watch)
    values = {name: [[Fraction(x) for x in row] for row in rows] for name, rows in (("A", A), ("B", B))}
    instance = Instance({"n": 3}, values)
    concrete = instantiate(statement, instance.dims)
    verdict = judge(concrete, instance)
    assert verdict.outcome == "violation"
    return ExactCheck(state), (concrete, instance, verdict)


@pytest.mark.parametrize(
    ("claim", "turns", "searched", "order"),
    [(JORDAN, 1e4, 1e4, 2), (JORDAN, None, 1e4, 3), (LARGE, TURNS, 1e4, 3)],
    ids=["turns", "no deadline", "nothing smaller is false"],
)
def test_smaller_dimensions_are_hunted_for(monkeypatch, claim, turns, searched, order) -> None:
    monkeypatch.setattr(minimise, "simplest", lambda statement, *found: found)
    exact_check, found = caught(claim, turns)
    (concrete, instance, verdict), way = minimise.improved(exact_check, found, -searched)
    assert verdict.outcome == "violation" == judge(concrete, instance).outcome
    assert instance.dims == {"n": order} == way[-1]["dims"] and way[0]["dims"] == {"n": 3}


def test_numbers_become_simpler_first() -> None:
    exact_check, found = caught(JORDAN, None)
    (_, instance, _), way = minimise.improved(exact_check, found, 0.0)
    assert instance.dims == {"n": 2} and way[-1]["digits"] < way[0]["digits"]
