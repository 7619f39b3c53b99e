"""The floating-point stages and the dimensions they are tried at."""

import inspect
import math
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from sympy import Rational

from lemmata import catalogue
from lemmata.claims import algebraic, registry, schedule
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.nominate import nominate
from lemmata.claims.power.measure import FAMILIES, LEAST
from lemmata.claims.profiles import PROFILES, profile
from lemmata.claims.screening import Candidate, OutOfTime, Screening, Watch
from lemmata.claims.swept import place, sweep
from lemmata.evaluate import cpu_lanes, gpu
from lemmata.evaluate.cpu_lanes import sweeps
from lemmata.evaluate.decide import Decision, Judgement
from lemmata.evaluate.randomness import Stream
from lemmata.language import Dim, Matrix, eq, exists, normF, rank, s, smax, smin, sqrt, total
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Verdict
from lemmata.run import engine
from lemmata.sample.plan import MAX_ORDER, largest_order, plan
from tests import PATIENCE
from tests.claims.engine_runs import NARROW, TINY, accepted, check, made

n = Dim("n")
A = Matrix("A", n, n)
FOURTH = smax(A) ** 4


def screening(statement, profile=TINY, seed=0):
    return Screening(statement, profile, Stream("screening", seed), "cpu")


def one(statement, *rows, n=1):
    """A screening that has seen one batch of given matrices A."""
    state = screening(statement)
    values = {"A": torch.tensor([r for r in rows], dtype=torch.float64).reshape(-1, n, n)}
    nominate(state, instantiate(statement, {"n": n}), values, "made", "made")
    return state


def test_overflow_is_nominated_and_never_counted_as_passed():
    state = one(made(FOURTH >= 0), 1.0, 1e100, math.inf, math.nan)
    assert (state.tally.generated, state.tally.suspects, state.tally.decided) == (4, 3, 1)
    assert len(state.suspects) == 3
    assert state.tally.ensembles["made"].accepted == 1


def test_a_violation_that_only_shows_beyond_overflow_is_refuted(tmp_path):
    """smax^4 overflows from 1e77 on; the bound fails from 1e80 on, so no finite double shows it."""
    claim = FOURTH / 10**300 / 10**20 <= 1
    finding = check(made(claim))
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
    largest = max(abs(int(x)) for row in finding.counterexample["values"]["A"] for x in row)
    assert largest > 10**80


def test_true_statement_that_overflows_is_supported_once_looked_at():
    evidence = check(made(FOURTH >= 0)).evidence
    assert evidence["suspects"] > 0 == evidence["undecided"]
    assert evidence["certified"] > evidence["suspects"]


def test_suspects_not_looked_at_count_as_undecided():
    evidence = check(made(FOURTH >= 0), replace(TINY, suspects=0)).evidence
    assert evidence["undecided"] == evidence["suspects"] > 0
    assert evidence["decided"] + evidence["within_rounding"] + evidence["undecided"] == evidence["instances"]


@pytest.mark.parametrize(
    ("relative", "bits", "strict", "tied"),
    [(0.0, 4096, False, True), (1e-25, 4096, False, True), (-1e-25, 4096, False, True), (0.3, 4096, False, False),
     (-1e-9, 4096, False, False), (0.0, 512, False, False), (0.0, 4096, True, False)],
)  # fmt: skip
def test_only_sides_that_agree_to_many_digits_count_as_near_ties(monkeypatch, relative, bits, strict, tied):
    """An undecided suspect whose enclosures are wide says nothing for the claim, wherever their middles lie."""
    state = one(made(smax(A) > 0 if strict else smax(A) >= smin(A) * 2), 1.0)
    exact_check, candidate = ExactCheck(state), [*state.suspects, *state.tightest.values()][0]
    undecided = Decision("undecided", "", slack=relative, relative=relative, precision=bits, reason="too wide")
    monkeypatch.setattr(exact_check, "judge", lambda *_: Judgement("undecided", {}, (), (undecided,), "too wide"))
    monkeypatch.setattr(Candidate, "exact", lambda _: {})
    assert exact_check._first([(replace(candidate, relative=-0.5, forced=False), {})]) is None
    assert (exact_check.near_ties, exact_check.unsettled) == ((["too wide"], []) if tied else ([], ["too wide"]))


def test_a_failed_hypothesis_excludes_whatever_the_claim_is_worth():
    state = one(made(FOURTH <= 0, given=smax(A) < 1), 1e100, 2.0, 0.5)
    assert (state.tally.suspects, state.tally.instances) == (1, 1)


def test_rounding_is_not_a_violation_and_not_a_pass_either():
    statement = made(smax(A) >= smin(A))
    state = one(statement, 3.0, -2.0)
    assert state.tally.suspects == 0
    assert (state.tally.within_rounding, state.tally.decided) == (2, 0)
    assert state.tightest[1, "made"].relative == 0


def test_only_so_many_suspects_of_a_batch_are_kept_but_all_are_counted():
    state = screening(made(smax(A) <= 1), replace(TINY, suspects=2))
    values = {"A": torch.arange(2.0, 9.0, dtype=torch.float64).reshape(-1, 1, 1)}
    nominate(state, instantiate(state.statement, {"n": 1}), values, "made", "made")
    assert (len(state.suspects), state.tally.suspects) == (2, 7)


def test_an_existence_claim_without_witness_or_denial_is_inconclusive():
    finding = check(made(exists(smax(A) < smin(A))), NARROW)
    assert finding.verdict is Verdict.INCONCLUSIVE
    assert "nothing proves that there is none" in finding.evidence["stopped"]


# --- which dimensions a statement is tried at
def dims(statement, size, keep=1000):
    return [dict(c.dims) for c in plan(statement, size, keep)]


def test_hypotheses_on_dimensions_are_respected():
    found = [d for size in range(1, 6) for d in dims(catalogue.get("zhao.lemma-1"), size)]
    assert found and all(d["m"] > max(d["d"], d["k"]) for d in found)
    assert min(sum(d.values()) for d in found) == 4


@pytest.mark.parametrize("size", [4, 8, 64])
def test_no_plan_builds_matrices_beyond_the_limit(size):
    for name in ("zhao.eq-4", "zhao.lemma-1", "classical.kronecker"):
        assert all(largest_order(c) <= MAX_ORDER for c in plan(catalogue.get(name), size, 8))


LATE = dict.fromkeys(("riedi.thm-32.eq-68", "riedi.thm-32.eq-68~algebra", "riedi.exception-s1~event"), 5)  # n >= 5


def test_every_algebraic_statement_has_instances_at_small_sizes():
    for statement in catalogue.all_statements():
        if statement.kind.value in "ADI":
            first = next(size for size in PROFILES["quick"].sizes if plan(statement, size, 2))
            assert first <= 3 or first == LATE[statement.id], statement.id


# --- What is compiled changes no verdict, and no smallest slack beyond rounding
SMALL = replace(
    PROFILES["quick"], instances=3000, lattice=2000, sizes=(1, 2, 3), large_sizes=(), growth_sizes=(), climbs=0
)


@pytest.mark.parametrize(
    "name", ["riedi.lemma-18", "riedi.lemma-21", "riedi.cor-9", "classical.determinant-of-inverse"]
)
def test_verdicts_do_not_depend_on_the_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu_lanes.wait()
    fast = engine.check(name, SMALL)
    monkeypatch.setattr(cpu_lanes, "available", lambda: False)
    slow = engine.check(name, SMALL)
    assert fast["verdict"] == slow["verdict"] and fast["verdict"] != "error"
    assert fast["evidence"]["generated"] == slow["evidence"]["generated"]
    a, b = fast["evidence"]["min_slack"], slow["evidence"]["min_slack"]
    assert a == b or abs(float(a) - float(b)) < 1e-9


# --- The table of kinds: every kind has its one function, and every statement its kind
KINDS = {kind.module: kind for kind in registry.KINDS}


@pytest.mark.parametrize("kind", registry.KINDS, ids=lambda kind: kind.module)
def test_a_kind_has_the_protocol(kind: registry.ClaimKind) -> None:
    names = list(inspect.signature(kind.check()).parameters)
    assert names[:3] == ["statement", "profile", "seed"]
    assert ("device" in names) == kind.screens


def test_every_statement_has_a_room_and_every_room_a_statement() -> None:
    found = Counter(registry.kind_of(s).module for s in catalogue.all_statements())
    written = {"expectations"}  # claims of users, E(number) <= b, of which the papers have none
    assert set(found) == set(KINDS) - written


def test_the_page_names_what_there_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-kind.md").read_text(encoding="utf-8")
    assert "lemmata/claims/registry.py" in page and "almost_surely" in KINDS


# --- Sweeps as a stage: what is counted, what is nominated, and that a false claim does not get through


SMALL_ORDERS = replace(PROFILES["quick"], sizes=(1, 2, 3))


def swept(statement: Statement, instances: int) -> tuple[Screening, int]:
    cpu_lanes.wait()
    searching = Screening(statement, SMALL_ORDERS, Stream(statement.id, 0), "cpu")
    return searching, sum(sweep(searching, instances, 1))


def test_what_is_false_is_refuted_by_an_instance_made_again() -> None:
    n = Dim("n")
    a, b = Matrix("A", n, n), Matrix("B", n, n)
    false = replace(catalogue.get("riedi.lemma-21"), claim=smax(a) <= 1000 * smax(a + b), given=(), proof=None)
    searching, _ = swept(false, 300_000)
    assert searching.suspects, "a ratio beyond a thousand is rare, and there"
    assert ExactCheck(searching).check_pending() is not None


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
    list(sweep(Screening(statement, replace(PROFILES["quick"], sizes=sizes), Stream("place", 0), "cuda"), 4, 1))
    assert dict(seen) == {2: "cpu" if missing else "cuda", gpu.LARGEST + 1: "cpu"}
    assert place("cpu") == "on the processor"
    assert place("cuda") == (f"on the processor: {missing}" if missing else "on the GPU")


B = Matrix("B", n, n)
SEARCHING = replace(TINY, restarts=24, steps=60, growth_sizes=(7,), climbs=40, width=64, thorough=True)
COMMUTATOR = normF(A @ B - B @ A) <= sqrt(2) * normF(A) * normF(B) * 99 / 100


def searching(statement, profile=SEARCHING):
    return Screening(statement, profile, Stream("ladder", 0), "cpu")


def suspects(stage, statement, profile=SEARCHING):
    state = searching(statement, profile)
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
    state = searching(made(smax(A) >= 0))
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
    state = searching(made(smax(A) >= 0))
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
    assert not list(schedule.ascents(searching(made(smax(A) >= 0), few)))
    assert list(schedule.ascents(searching(made(smax(A) >= 0), replace(few, ascent_sizes=(2,)))))
