"""The floating-point stages: what overflows is looked at again, what is not looked at again is counted as undecided."""

import math
from dataclasses import replace

import pytest
import torch

from lemmata import catalogue
from lemmata.claims import schedule
from lemmata.claims.counting import EDGES, NOISE, EnsembleCount, Tally
from lemmata.claims.exact_check import Court
from lemmata.claims.nominate import nominate
from lemmata.claims.schedule import cost
from lemmata.claims.screening import Screening
from lemmata.evaluate.decide import Decision, Judgement
from lemmata.evaluate.randomness import Stream
from lemmata.language import Dim, Matrix, entry, exists, s, smax, smin
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Verdict
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


def test_overflow_of_the_search_itself_is_no_instance():
    state = one(made(FOURTH >= 0), math.inf)
    court = Court(state)
    assert court.suspects() is None
    assert (court.met, state.tally.resolved) == (0, 0)


@pytest.mark.parametrize(
    ("relative", "bits", "strict", "level"),
    [(0.0, 4096, False, True), (1e-25, 4096, False, True), (-1e-25, 4096, False, True), (0.3, 4096, False, False),
     (-1e-9, 4096, False, False), (0.0, 512, False, False), (0.0, 4096, True, False)],
)  # fmt: skip
def test_only_sides_that_agree_to_many_digits_count_as_level(monkeypatch, relative, bits, strict, level):
    """An undecided suspect whose enclosures are wide says nothing for the claim, wherever their middles lie."""
    state = one(made(smax(A) > 0 if strict else smax(A) >= smin(A) * 2), 1.0)
    court, candidate = Court(state), [*state.suspects, *state.tightest.values()][0]
    undecided = Decision("undecided", "", slack=relative, relative=relative, precision=bits, reason="too wide")
    monkeypatch.setattr(court, "judge", lambda *_: Judgement("undecided", {}, (), (undecided,), "too wide"))
    monkeypatch.setattr(court, "exact", lambda _: {})
    assert court._first([(replace(candidate, relative=-0.5, pressed=False), {})]) is None
    assert (court.level, court.stuck) == ((["too wide"], []) if level else ([], ["too wide"]))


def test_a_failed_hypothesis_excludes_whatever_the_claim_is_worth():
    state = one(made(FOURTH <= 0, given=smax(A) < 1), 1e100, 2.0, 0.5)
    assert (state.tally.suspects, state.tally.instances) == (1, 1)


def test_rounding_is_not_a_violation_and_not_a_pass_either():
    statement = made(smax(A) >= smin(A))
    state = one(statement, 3.0, -2.0)
    assert state.tally.suspects == 0
    assert (state.tally.within_rounding, state.tally.decided) == (2, 0)
    assert state.tightest[1, "made"].relative == 0


def test_clear_and_readable_violations_come_first():
    state = one(made(smax(A) <= 1), 1.0 + 1e-6, 1234.5, 2.0, 7.0)
    assert [float(c.values["A"]) for c in state.suspects] == [2.0, 7.0, 1234.5, 1.0 + 1e-6]


def test_only_so_many_suspects_of_a_batch_are_kept_but_all_are_counted():
    state = screening(made(smax(A) <= 1), replace(TINY, suspects=2))
    values = {"A": torch.arange(2.0, 9.0, dtype=torch.float64).reshape(-1, 1, 1)}
    nominate(state, instantiate(state.statement, {"n": 1}), values, "made", "made")
    assert (len(state.suspects), state.tally.suspects) == (2, 7)


def test_witnesses_of_existence_claims_are_nominated():
    statement = made(exists(entry(s(A), 1) < 1))
    state = one(statement, 2.0, 0.5)
    assert state.witness
    assert [float(c.values["A"]) for c in state.suspects] == [0.5]


def test_an_existence_claim_with_a_witness_is_proved():
    finding = check(made(exists(smax(A) < smin(A) + 1)), NARROW)
    assert finding.verdict is Verdict.PROVED
    assert finding.evidence["tightest"]["values"]


def test_an_existence_claim_without_witness_or_denial_is_inconclusive():
    finding = check(made(exists(smax(A) < smin(A))), NARROW)
    assert finding.verdict is Verdict.INCONCLUSIVE
    assert "nothing proves that there is none" in finding.evidence["stopped"]


def test_a_stage_that_tries_nothing_leaves_no_record():
    state = screening(made(smax(A) >= 0))
    for rung in schedule.FIRST:
        with state.stage(rung.name, rung.label) as record:
            record["tried"] = sum(rung.run(state))
    assert [s["name"] for s in state.tally.stages] == ["lattice"]


def test_gauss_newton_jacobians_are_budgeted():
    slow = instantiate(catalogue.get("zhao.eq-4"), {"L": 2, "d": 1, "m": 1, "k": 1, "N": 1})
    assert cost(slow) > 10 * cost(instantiate(made(smax(A) >= 0), {"n": 8})) == 10


@pytest.mark.parametrize("values", [[], [0.25, math.nan, math.inf]])
def test_histogram_counts_finite_slacks_only(values):
    count = EnsembleCount("e", "E")
    count.add(5, torch.tensor(values, dtype=torch.float64))
    assert int(count.counts.sum()) == sum(map(math.isfinite, values))
    assert count.min_slack == (0.25 if values else None)
    assert count.to_json()["generated"] == 5


def test_histogram_bins_are_finest_around_zero():
    count = EnsembleCount("e", "E")
    count.add(4, torch.tensor([-1.0, -0.0, NOISE / 2, 1.0], dtype=torch.float64))
    counts = dict(zip(EDGES, count.counts.tolist(), strict=False))
    assert (counts[-1.0], counts[-1e-9], counts[0.9]) == (1, 2, 1)


def test_tally_keeps_hypotheses_apart():
    tally = Tally()
    for mask in ([True, False], [True, True]):
        tally.hypotheses([torch.tensor(mask), torch.tensor([False, False])], ["a", "b"])
    assert tally.hypothesis_met == [3, 0]
    assert tally.hypothesis_tried == [4, 4]
    assert tally.hypothesis_texts == ["a", "b"]
