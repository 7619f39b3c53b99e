"""Sweeps as a stage: what is counted, what is nominated, and that a false claim does not get through."""

import time
from dataclasses import replace
from typing import Any

import pytest
from sympy import Rational

from lemmata import catalogue
from lemmata.claims import algebraic, schedule
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.power.measure import FAMILIES, LEAST
from lemmata.claims.profiles import QUICK, profile
from lemmata.claims.screening import OutOfTime, Screening, Watch
from lemmata.claims.swept import place, sweep
from lemmata.evaluate import cpu_lanes, gpu
from lemmata.evaluate.cpu_lanes import sweeps
from lemmata.evaluate.randomness import Stream
from lemmata.language import Matrix, eq, normF, rank, s, smax, smin, sqrt, total
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Statement
from lemmata.language.variables import Dim
from lemmata.language.verdicts import Verdict
from tests import PATIENCE
from tests.claims.engine_runs import NARROW, TINY, made

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


# --- The stages of the search: each finds what it is there for, says what it tried, and stops when time is over

n = Dim("n")
A, B = Matrix("A", n, n), Matrix("B", n, n)
SEARCHING = replace(TINY, restarts=24, steps=60, growth_sizes=(7,), climbs=40, width=64, thorough=True)
COMMUTATOR = normF(A @ B - B @ A) <= sqrt(2) * normF(A) * normF(B) * 99 / 100


def screening(statement, profile=SEARCHING):
    return Screening(statement, profile, Stream("ladder", 0), "cpu")


def suspects(stage, statement, profile=SEARCHING):
    state = screening(statement, profile)
    tried = sum(stage(state))
    return tried, state.suspects


def test_enumeration_finds_a_defective_matrix():
    tried, found = suspects(schedule.enumerate_small, made(eq(rank(A), rank(A @ A))))
    assert tried > 80 and found and min(c.concrete.dims["n"] for c in found) == 2


def test_ascent_finds_a_thin_extreme():
    _, found = suspects(schedule.ascents, made(COMMUTATOR))
    assert found and any(c.denominator == 1 for c in found)  # made readable as well


def test_growth_finds_what_fails_from_order_seven_on():
    """sum s <= sqrt(n) |A|: 5/2 is enough up to n = 6."""
    claim = made(total(s(A)) <= Rational(5, 2) * normF(A))
    assert not suspects(schedule.enumerate_small, claim)[1] and not suspects(schedule.ascents, claim)[1]
    _, found = suspects(schedule.grow, claim)
    assert {c.concrete.dims["n"] for c in found} == {7}


def test_a_first_pass_with_small_budgets_comes_before_the_whole():
    """What is found in it is found as fast as by the quick profile; the second pass draws other instances."""
    whole = replace(TINY, first=NARROW)
    true = algebraic.check(made(smax(A @ B) <= smax(A) * smax(B)), whole, 0).evidence
    assert [s["name"] for s in true["stages"]].count("lattice") == 2
    state = screening(made(smax(A) >= 0))
    first = state.stream_of("x", instantiate(state.statement, {"n": 2})).uniform((4,))
    state.turn = 1
    assert not state.stream_of("x", instantiate(state.statement, {"n": 2})).uniform((4,)).equal(first)


def test_a_refutation_says_which_rung_found_it():
    finding = algebraic.check(made(smin(A + B) <= smin(A) + smin(B)), replace(NARROW, after=0.5), 0)
    assert finding.verdict is Verdict.REFUTED
    assert finding.evidence["refutation"]["stage"] == "lattice"
    assert finding.evidence["stages"][-1]["name"] == "after"


def test_time_is_kept():
    """A deadline that is over stops at the next batch; what was found before it stands."""
    true, false = made(smax(A @ B) <= smax(A) * smax(B)), made(smax(A + B) <= smax(A))
    late = Watch(deadline=time.monotonic() - 1)
    finding = algebraic.check(true, TINY, 0, watch=late)
    assert finding.verdict is not Verdict.SUPPORTED and finding.evidence["stopped"] == "the time allowed was over"
    soon = Watch(deadline=time.monotonic() + PATIENCE)
    assert algebraic.check(false, TINY, 0, watch=soon).verdict is Verdict.REFUTED


def test_progress_is_told():
    reported = []
    watch = Watch(tell=lambda state, stage: reported.append((stage, state.tally.instances)))
    algebraic.check(made(smax(A @ B) <= smax(A) * smax(B)), NARROW, 0, watch=watch)
    assert {"lattice", "ascent"} <= {stage for stage, _ in reported}
    assert [count for _, count in reported] == sorted(count for _, count in reported)


def test_a_deadline_interrupts_the_batch_it_falls_into():
    state = screening(made(smax(A) >= 0))
    state.watch = Watch(deadline=time.monotonic() - 1)
    with pytest.raises(OutOfTime):
        sum(schedule.enumerate_small(state))


def test_what_is_proved_is_screened_for_sanity_alone_in_a_quick_run():
    """No ascent, few dimension tuples per size: enough instances all the same, and none of it in a thorough run."""
    few = profile("quick").shared(800).next_to_a_proof()
    finding = algebraic.check(catalogue.get("riedi.lemma-17"), profile("quick").shared(800), 0)
    assert finding.verdict is Verdict.PROVED and finding.evidence["searches"] == 0
    assert finding.evidence["instances"] >= LEAST
    assert sum(e["accepted"] > 0 for e in finding.evidence["ensembles"]) >= FAMILIES
    whole = profile("standard").next_to_a_proof()
    assert not few.ascent_sizes and whole.ascent_sizes and few.shapes < whole.shapes
    assert not list(schedule.ascents(screening(made(smax(A) >= 0), few)))
    assert list(schedule.ascents(screening(made(smax(A) >= 0), replace(few, ascent_sizes=(2,)))))
