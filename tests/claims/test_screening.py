"""The floating-point stages and the dimensions they are tried at."""

import inspect
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from lemmata import catalogue
from lemmata.claims import registry
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.nominate import nominate
from lemmata.claims.profiles import PROFILES, QUICK
from lemmata.claims.screening import Screening
from lemmata.evaluate import cpu_lanes
from lemmata.evaluate.decide import Decision, Judgement
from lemmata.evaluate.randomness import Stream
from lemmata.language import Dim, Matrix, exists, smax, smin
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Verdict
from lemmata.run import engine
from lemmata.sample.plan import MAX_ORDER, largest_order, plan
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
    monkeypatch.setattr(exact_check, "exact", lambda _: {})
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

SMALL = replace(QUICK, instances=3000, lattice=2000, sizes=(1, 2, 3), large_sizes=(), growth_sizes=(), climbs=0)


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
