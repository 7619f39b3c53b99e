"""Sweeps as a stage: what is counted, what is nominated, and that a false claim does not get through."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lemmata import catalogue
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.profiles import QUICK
from lemmata.claims.screening import Screening
from lemmata.claims.swept import place, sweep
from lemmata.evaluate import cpu_lanes, gpu
from lemmata.evaluate.cpu_lanes import sweeps
from lemmata.evaluate.randomness import Stream
from lemmata.language import Matrix, smax
from lemmata.language.statement import Statement
from lemmata.language.variables import Dim

SMALL = replace(QUICK, sizes=(1, 2, 3))


def swept(statement: Statement, instances: int) -> tuple[Screening, int]:
    cpu_lanes.wait()
    screening = Screening(statement, SMALL, Stream(statement.id, 0), "cpu")
    return screening, sum(sweep(screening, instances, 1))


def test_what_is_false_is_refuted_by_an_instance_made_again() -> None:
    n = Dim("n")
    a, b = Matrix("A", n, n), Matrix("B", n, n)
    false = replace(catalogue.get("riedi.lemma-21"), claim=smax(a) <= 1000 * smax(a + b), given=(), proof=None)
    screening, _ = swept(false, 300_000)
    assert screening.suspects, "a ratio beyond a thousand is rare, and there"
    assert ExactCheck(screening).check_pending() is not None


@pytest.mark.parametrize("missing", [None, "no device here"])
def test_sweeps_go_where_they_are_asked_to_or_say_why_not(missing: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu_lanes.wait()
    seen = []

    def spy(*arguments: Any) -> sweeps.Found:
        seen.append((arguments[0].dims["n"], arguments[-1]))
        return sweeps.Found(1, 0, 0, 0, 0, (0,) * 18, (), (1.0,) * 3, (), (), ())

    monkeypatch.setattr(sweeps, "sweep", spy)
    monkeypatch.setattr(gpu, "missing", lambda: missing)
    statement, sizes = catalogue.get("riedi.lemma-21"), (2, gpu.LARGEST + 1)
    list(sweep(Screening(statement, replace(QUICK, sizes=sizes), Stream("place", 0), "cuda"), 4, 1))
    assert dict(seen) == {2: "cpu" if missing else "cuda", gpu.LARGEST + 1: "cpu"}
    assert place("cpu") == "on the processor"
    assert place("cuda") == (f"on the processor: {missing}" if missing else "on the GPU")
