"""The anytime search: conjectures that fell to it fall again, true ones stand, and what it is reported it keeps to."""

import itertools
import json
import signal
import sys
import weakref
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
import torch

from lemmata.claims import algebraic, minimise
from lemmata.claims import budget as budgets
from lemmata.claims.anytime import anytime_search, places
from lemmata.claims.budget import clock
from lemmata.claims.deadline import alarm
from lemmata.claims.exact_check import ExactCheck, Found
from lemmata.claims.profiles import PROFILES
from lemmata.claims.screening import OutOfTime, Screening, Watch
from lemmata.conjectures import worker
from lemmata.conjectures.command import Options, joining_searches, together
from lemmata.conjectures.search_journal import Journal
from lemmata.errors import InputError
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Verdict
from lemmata.search.coordinates import PARAMETRISATIONS

WORD = "tr(A @ B @ A @ A @ B @ B) >= 0"
PAIR = {"n": "integer(1, 3)", "A": "pd(n)", "B": "pd(n)"}


def screening(claim: str, let: dict[str, str], given: tuple[str, ...] = ()) -> Screening:
    statement = conjecture_files.build("claim", let, list(given), [claim])
    return Screening(statement, PROFILES["quick"], Stream(statement.id, 0), "cpu")


def caught(state: Screening, turns: int) -> bool:
    exact_check = ExactCheck(state)
    return any(
        exact_check.check_clearest() is not None or exact_check.check_pending() is not None
        for _ in anytime_search(state, None, turns)
    )


@pytest.mark.long
def test_a_word_in_two_letters_with_a_negative_trace_is_found() -> None:
    assert caught(screening(WORD, PAIR), 40)


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert not caught(screening("tr(A @ B @ A @ B) >= 0", PAIR), 6)


@pytest.mark.long
def test_orders_of_powers_move() -> None:
    let = {"n": "integer(4, 4)", "A": "nonnegative(n, n)", "j": "integer(1, 2)", "k": "integer(1, 2)"}
    of = "lmax(sym(prod(A for i in 1..{})))"
    claim = f"{of.format('j + k')} <= {of.format('j')} * {of.format('k')}"
    state = screening(claim, let)
    assert {tuple(p.concrete.dims.values()) for p in places(state)} >= {(1, 1, 4), (1, 2, 4), (2, 1, 4)}
    assert caught(state, 60)


def test_descents_go_along_the_walls_of_hypotheses() -> None:
    let = {"R": "psd(4)"}
    claim, given = "R[1, 4] <= {} * tr(R)", ("lmin(ptranspose(2, 2, R)) >= 0",)  # 1/2 without the hypothesis
    assert caught(screening(claim.format("24/100"), let, given), 12)
    assert not caught(screening(claim.format("1/4"), let, given), 3)


def test_growth_in_elimination_is_found_on_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemmata.claims.anytime.PARAMETRISATIONS", {"bounded": PARAMETRISATIONS["bounded"]})
    let, claim = {"A": "real(3, 3)"}, "maxabs(lup_u(A)) <= {} * maxabs(A)"  # 4 is attained
    assert caught(screening(claim.format("39/10"), let), 3)
    assert not caught(screening(claim.format("4"), let), 1)


def test_a_descent_stays_where_the_hypotheses_hold() -> None:
    let, claim = (
        {"L": "nonnegative(2, 2)"},
        "rho(inv(I(2) - L)) <= {} / (1 - rho(L))",
    )  # outside this is broken anywhere
    assert not caught(screening(claim.format("1"), let, ("rho(L) < 1",)), 2)
    assert caught(screening(claim.format("9/10"), let, ("rho(L) < 1",)), 2)


def test_a_range_makes_a_dimension_for_the_checker_too() -> None:
    walk = "(sum(prod(S for i in 1..{0}) @ ones(n, 1)) / n)**{1}"
    let = {"n": "integer(2, 3)", "S": "nonnegative(n, n)", "j": "integer(1, 2)", "k": "integer(1, 3)"}
    statement = conjecture_files.build("walks", let, [], [f"{walk.format('j', 'k')} <= {walk.format('k', 'j')}"])
    finding = algebraic.check(statement, PROFILES["quick"], 0)
    assert finding.verdict is Verdict.REFUTED and finding.evidence["checker"]["accepted"]


def test_a_hunt_ends_in_time_and_goes_on_where_it_was() -> None:
    state = screening("smax(A + B) <= smax(A) + smax(B)", PAIR)
    state.watch = Watch(clock=budgets.clock)  # not the time on the wall, of which a busy machine takes more
    start = budgets.clock()
    turns = len(list(anytime_search(state, start + 1.0, None)))
    assert budgets.clock() - start < 30 and state.turns == turns > 0
    assert len(list(anytime_search(state, None, turns + 2))) == 2


@pytest.mark.parametrize(
    ("text", "value"), [("30", 30.0), ("90s", 90.0), ("1.5m", 90.0), ("2h", 7200.0), ("1 d", 86400.0)]
)
def test_budgets_have_units(text: str, value: float) -> None:
    assert budgets.seconds(text) == value


@pytest.mark.parametrize("text", ["", "2x", "h", "-3", "1e3", "0.5", "999d"])
def test_other_budgets_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="--budget"):
        budgets.seconds(text)


def entry(verdict: str, **evidence: Any) -> dict[str, Any]:
    return {"verdict": verdict, "evidence": {"instances": 5, "searches": 2, **evidence}}


def test_every_core_hunts_and_a_refutation_counts_whoever_found_it() -> None:
    job = {"name": "x", "seed": 3}
    assert joining_searches(job, Options(10.0, 0, "cpu")) == [] == joining_searches(job, Options(100.0, 0, "cuda"))
    assert all(h["joining"] and h["seed"] != 3 for h in joining_searches(job, Options(100.0, 3, "cpu")))
    supported, refuted = entry("supported"), entry("refuted")
    assert together(supported, refuted, False) is refuted
    both = together(entry("inconclusive"), supported, True)
    assert both is supported and both["evidence"]["searches"] == 4


def test_a_journal_is_gone_on_from(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    news = {"stage": "anytime", "instances": 3, "slack": 0.5, "suspects": 0, "turns": 7}
    kept = Journal(path)
    kept.note(0, news)
    kept.note(0, {**news, "turns": 8})  # nothing new
    kept.note(1, {**news, "slack": 0.25, "turns": 11})
    assert [json.loads(x)["turns"] for x in path.read_text().splitlines()] == [7, 11] and Journal(path).turns == 11
    kept.began -= 100
    kept.note(0, {**news, "slack": 0.125, "turns": 12})
    assert [line.split()[2] for line in Journal(path).view()] == ["0.5", "0.25", "0.125"]
    path.write_text("no journal\n")
    with pytest.raises(InputError, match="journal"):
        Journal(path)


def test_a_torn_journal_is_gone_on_from(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    news = {"stage": "anytime", "instances": 3, "slack": 0.5, "suspects": 0, "turns": 7}
    Journal(path).note(0, news)
    whole = path.read_text()
    path.write_text(whole + whole[:20])  # its writer ended in the middle of a line
    kept = Journal(path)
    assert kept.turns == 7
    kept.note(0, {**news, "slack": 0.25, "turns": 9})
    assert Journal(path).turns == 9 and len(Journal(path).view()) == 2
    path.write_text(whole[:20])
    assert Journal(path).turns == 0 and not path.read_text()
    for strange in ("[1]\n" + whole + whole[:20], whole + "more", '{"verdict": "refuted"}'):  # what is no journal stays
        path.write_text(strange)
        with pytest.raises(InputError, match="is no journal"):
            Journal(path)
        assert path.read_text() == strange


def test_a_journal_that_cannot_be_written_costs_no_hunt(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        Journal(tmp_path / "nowhere" / "notes.jsonl")
    (tmp_path / "there").mkdir()
    kept = Journal(tmp_path / "there" / "notes.jsonl")
    news = {"stage": "anytime", "instances": 3, "slack": 0.5, "suspects": 0, "turns": 7}
    kept.note(0, news)
    (tmp_path / "there").rename(tmp_path / "elsewhere")
    kept.note(0, {**news, "slack": 0.25})
    assert "not written further" in kept.trouble and kept.view()[-1] == kept.trouble


def test_equations_met_only_by_equal_matrices_leave_a_claim_open() -> None:
    let = {"n": "integer(2, 2)", "A": "pd(n)", "B": "pd(n)"}
    statement = conjecture_files.build("roots", let, ["A @ A == B @ B"], ["smax(A) == smax(B)"])
    finding = algebraic.check(statement, PROFILES["quick"], 0)
    assert finding.verdict in (Verdict.INCONCLUSIVE, Verdict.VACUOUS)
    other = conjecture_files.build("commuting", let, ["A @ B == B @ A"], ["lmin(A @ B) >= 0"])
    assert algebraic.check(other, PROFILES["quick"], 0).verdict is not Verdict.REFUTED


def test_nested_functions_are_certified() -> None:
    let = {"n": "integer(2, 2)", "B": "pd(n)", "C": "psd(n)", "p": "interval(1, 2)"}
    claim = "lmin(expm(p * logm(B + C)) - expm(p * logm(B))) >= 0"
    statement = conjecture_files.build("powers", let, [], [claim])
    finding = algebraic.check(statement, PROFILES["quick"], 0)
    assert finding.verdict is Verdict.REFUTED and finding.certificate is not None
    assert Instance.from_json(finding.counterexample or {}).dims == {"n": 2}


# --- An alarm or an interrupt spares what has to come to its end, and one that is lost comes again
def work(seconds: float) -> None:
    end = clock() + seconds
    while clock() < end:
        pass


class Ended:
    """Does some work where it is left, or goes, and notes that it came to its end."""

    def __init__(self, at_work: Callable[[], None]) -> None:
        self.at_work, self.ended = at_work, list[bool]()

    def __enter__(self) -> list[bool]:
        return self.ended

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.at_work()
        self.ended.append(True)


class Going(Ended):
    def __del__(self) -> None:
        self.__exit__(None, None, None)


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException]]:
    """What was raised where nobody could catch it."""
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: seen.append(problem.exc_type))
    return seen


def test_gradients_that_were_switched_off_are_on_again_wherever_the_alarm_rings() -> None:
    for k in range(60):
        with pytest.raises(OutOfTime), alarm(clock() + 1e-3 * (1 + k % 3)):
            while True:
                with torch.no_grad():
                    pass
        assert torch.is_grad_enabled()


def test_a_block_is_left_before_the_alarm_rings_and_what_comes_after_is_cut() -> None:
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        with Ended(lambda: work(0.15)) as ended:
            pass
        assert ended
        work(5.0)


def test_what_goes_goes_whole(reported: list[type[BaseException]]) -> None:
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        going = Going(lambda: work(0.15))
        ended = going.ended
        del going
        assert ended
        work(5.0)
    assert not reported


def test_an_alarm_that_the_interpreter_swallowed_rings_again_and_is_not_reported(
    reported: list[type[BaseException]],
) -> None:
    hook, cut = sys.unraisablehook, []

    def called_back(gone: object) -> None:
        try:
            work(5.0)
        except OutOfTime:
            cut.append(True)
            raise

    start = clock()
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        held = Ended(lambda: None)
        noted = weakref.ref(held, called_back)
        del held
        work(5.0)
    assert cut and noted() is None and not reported and sys.unraisablehook is hook
    assert clock() - start < 0.5, "at once, not when it would have stage again"


def test_what_else_is_lost_inside_is_reported(reported: list[type[BaseException]]) -> None:
    with alarm(clock() + 60):
        held = Ended(lambda: None)
        noted = weakref.ref(held, lambda gone: 1 / 0)
        del held
    assert noted() is None and reported == [ZeroDivisionError]


@pytest.fixture
def interruptible() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, worker._interrupted)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_waits_too_and_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt):
        with Ended(lambda: signal.raise_signal(signal.SIGINT)) as ended:
            pass
        assert ended
        work(60.0)


@pytest.mark.usefixtures("interruptible")
def test_elsewhere_an_interrupt_comes_at_once() -> None:
    ended = False
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
        ended = True
    assert not ended


# --- A certified counterexample becomes smaller while there is time, and never gives way to what is not certified


TWO_OR_THREE = {"n": "integer(2, 3)", "A": "pd(n)", "B": "pd(n)"}
JORDAN = "lmin(A @ B + B @ A) >= 0"
LARGE = f"(n - 1) * (n - 2) * {JORDAN}"
A, B = ((1, 1, 0), (1, 2, 0), (0, 0, 3)), ((1, -2, 0), (-2, 5, 0), (0, 0, 7))
TURNS = 60.0  # the clock of these tests counts how often it is asked


def minimised(claim: str, turns: float | None) -> tuple[ExactCheck, Found]:
    statement = conjecture_files.build("improved", TWO_OR_THREE, [], [claim])
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
    exact_check, found = minimised(claim, turns)
    (concrete, instance, verdict), way = minimise.improved(exact_check, found, -searched)
    assert verdict.outcome == "violation" == judge(concrete, instance).outcome
    assert instance.dims == {"n": order} == way[-1]["dims"] and way[0]["dims"] == {"n": 3}


def test_numbers_become_simpler_first() -> None:
    exact_check, found = minimised(JORDAN, None)
    (_, instance, _), way = minimise.improved(exact_check, found, 0.0)
    assert instance.dims == {"n": 2} and way[-1]["digits"] < way[0]["digits"]
