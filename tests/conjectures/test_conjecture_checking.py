"""The check of a conjecture: verdicts, what else is said, and its time."""

from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue, certificates
from lemmata.certificates import write
from lemmata.certificates.confirmation import file_digest
from lemmata.claims import algebraic, limits, minimise
from lemmata.claims.budget import Budget, clock, planned, seconds
from lemmata.claims.deadline import alarm
from lemmata.claims.nominate import NOISE
from lemmata.claims.screening import OutOfTime, Watch
from lemmata.claims.small_instances import at_once
from lemmata.conjectures import answers, checking, follow_up
from lemmata.conjectures.answers import findings
from lemmata.conjectures.checking import check
from lemmata.errors import InputError
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import conjecture_files
from lemmata.language.conjecture_files import build
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Statement
from lemmata.network_checker.network_program import CheckResult
from lemmata.network_checker.network_program import main as recheck
from lemmata.sample.plain import plain_instances
from tests import python
from tests.claims.test_anytime import work

LET = {
    "n": "integer(1, 4)",
    "A": "real(n, n)",
    "B": "real(n, n)",
    "S": "symmetric(n)",
    "P": "psd(n)",
    "t": "interval(0, 1)",
}


def statement(claim: str, *given: str) -> Statement:
    return conjecture_files.build("test", LET, given, [claim])


def checked(claim: str, *given: str, budget: float = 1.0) -> dict[str, Any]:
    return checking.check(statement(claim, *given), Budget(budget))


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Every statement is loaded once, so that the seconds measured are those of the check."""
    catalogue.all_statements()


@pytest.mark.parametrize(
    ("claim", "given", "verdict"),
    [
        ("smax(A + B) <= max(smax(A), smax(B))", (), "refuted"),
        ("lmin(P @ S + S @ P) >= 0", (), "refuted"),
        ("cond(A @ B) <= cond(A) * cond(B)", (), "refuted"),
        ("normF(A)**2 == sum(s(A)**2)", (), "supported"),
        ("smax(A @ B) <= smax(A) * smax(B)", ("smax(A) <= 1",), "supported"),
        ("tr(A) <= 1", ("smax(A) < 1", "smax(A) > 1"), "vacuous"),
        ("t >= 0", (), "supported"),
    ],
)
def test_verdicts(claim: str, given: tuple[str, ...], verdict: str) -> None:
    entry = checked(claim, *given, budget=10.0 if verdict == "refuted" else 1.0)  # what is found ends the search
    assert entry["verdict"] == verdict, entry["error"]
    assert list(answers.findings(entry)) and entry["error"] is None


def test_a_refutation_carries_an_accepted_certificate(tmp_path: Any) -> None:
    entry = checked("lmin(P @ S + S @ P) >= 0")
    assert entry["counterexample"]["dims"] == {"n": 1}, "made simple"
    assert recheck([str(write(tmp_path / "c.json", entry["certificate"]))]) == 0


@pytest.mark.long
def test_the_hypothesis_to_blame_is_named() -> None:
    entry = checked("tr(A) <= 1", "smax(B) <= 1", "smax(A) < 0", budget=6.0)
    assert entry["verdict"] == "vacuous"
    assert "smax(A) < 0" in entry["evidence"]["stopped"] and "smax(B)" not in entry["evidence"]["stopped"]


def test_a_strict_bound_that_fails_at_equality_holds_without_strictness() -> None:
    entry = checked("smax(A @ B) < smax(A) * smax(B)")
    assert entry["verdict"] == "refuted" and entry["tie"]
    assert [(v["relation"], v["verdict"]) for v in entry["variants"]] == [("<=", "supported")]
    assert next(answers.findings(entry)).startswith("it holds as <=")


def test_a_tie_gives_way_to_a_violation_of_the_weaker_relation(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_up, "_tie", lambda *args: True)  # as where the search met the tie first
    entry = checked("tr(A) < smax(A)", budget=10.0)
    assert entry["variants"][0]["verdict"] == "refuted"
    assert entry["verdict"] == "refuted" and entry["tie"] is False
    assert entry["counterexample"]["dims"] == entry["certificate"]["dims"] == {"n": 2}
    path = write(tmp_path / "c.json", entry["certificate"])
    assert recheck([str(path)]) == 0 and file_digest(path) == entry["evidence"]["checker"]["sha256"]
    assert next(answers.findings(entry)) == "it fails at"


def test_an_equation_that_fails_says_which_side_holds() -> None:
    entry = checked("rank(A @ B) == min(rank(A), rank(B))", budget=10.0)
    assert entry["verdict"] == "refuted"
    assert {v["relation"]: v["verdict"] for v in entry["variants"]} == {"<=": "supported", ">=": "refuted"}


@pytest.mark.long
def test_what_a_true_claim_did_not_need_and_could_say() -> None:
    entry = checked(
        "smax(A @ B) <= 2 * smax(A) * smax(B)", "smax(A) < 1", budget=4.9
    )  # from 5 s on it is proved at once
    assert entry["verdict"] in ("supported", "proved")
    said = "\n".join(answers.findings(entry))
    assert "looks unnecessary: smax(A) < 1" in said and "could be sharper: 1/2 times" in said


def test_the_structure_of_a_case_of_equality() -> None:
    entry = checked("smax(A @ B) <= smax(A) * smax(B)", budget=2.0)
    shown, words = answers.nearest(entry)
    assert shown and shown["dims"] == {"n": 2} and any("rank" in w or "identity" in w for w in words)


@pytest.mark.parametrize("budget", [1.0, 2.0])
def test_an_answer_within_its_budget(budget: float) -> None:
    start = clock()
    entry = checked("lam(P @ S @ P) <= lam(P @ P) * smax(S) + smax(A @ B @ A)", budget=budget)
    assert clock() - start < budget + 2.5, "room for a busy machine"
    assert entry["verdict"] in ("supported", "inconclusive")


def test_progress_is_told() -> None:
    reported: list[dict[str, Any]] = []
    checking.check(statement("smax(A) <= normF(A)"), Budget(1.0), tell=reported.append)
    assert reported[-1]["stage"] == "extras" and reported[-1]["instances"] > 0 and NOISE < reported[-1]["slack"] < 1e-6
    assert reported[-1]["dimensions"].startswith("n <= ")


def test_interrupted() -> None:
    def interrupt(news: dict[str, Any]) -> None:
        if news["instances"] > 100:
            raise KeyboardInterrupt

    hard = statement("normN(A @ A + A.T) <= 2 * n * (1 + smax(A)**2)")
    entry = checking.check(hard, Budget(20.0), tell=interrupt)
    assert entry["interrupted"] and entry["evidence"]["stopped"] == "interrupted"
    assert entry["evidence"]["instances"] > 100 and list(answers.findings(entry))


def test_a_certified_violation_survives_a_cut_while_it_is_made_simpler(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*args: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(minimise, "simplest", cut)
    entry = checked("smax(A + B) <= max(smax(A), smax(B))")
    assert entry["verdict"] == "refuted" and entry["certificate"]


@pytest.mark.parametrize(("accepted", "verdict"), [(True, "refuted"), (False, "inconclusive")])
def test_what_is_left_of_a_check_that_was_cut_off_passes_the_checker(
    monkeypatch: pytest.MonkeyPatch, accepted: bool, verdict: str
) -> None:
    def cut(*args: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(algebraic, "confirmed", cut)
    monkeypatch.setattr(certificates, "accepted", lambda path: CheckResult(accepted, ["not today"]))
    assert checked("smax(A) < 1")["verdict"] == verdict


def test_a_violation_too_large_to_be_written_down_is_no_refutation() -> None:
    entry = checked("exp(exp(t + 23)) <= 1")
    assert entry["verdict"] == "inconclusive" and "no certificate can be written" in entry["evidence"]["stopped"]


def test_a_check_that_fails_is_an_error_with_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(algebraic, "check", fail)
    entry = checked("smax(A) >= 0")
    assert entry["verdict"] == "error" and "a bug" in entry["error"]
    assert "a bug" in next(answers.findings(entry))


def test_other_kinds_are_refused() -> None:
    other = next(s for s in catalogue.all_statements() if s.kind not in checking.KINDS)
    with pytest.raises(InputError, match="lemmata verify"):
        checking.check(other, Budget(2.0))


def test_sizes_out_of_reach_are_not_called_vacuous() -> None:
    let = {"n": "integer(10, 12)", "A": "real(n, n)"}
    entry = checking.check(conjecture_files.build("large", let, [], ["smax(kron(A, A)) <= 1"]), Budget(1.0))
    assert entry["verdict"] == "inconclusive" and "beyond order" in entry["evidence"]["stopped"]


# --- the budget


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), 1e9])
def test_budgets_out_of_range(value: float) -> None:
    with pytest.raises(InputError, match="--budget"):
        seconds(value)


# --- the alarm


def test_what_a_library_makes_of_the_alarm_is_the_alarm() -> None:
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        try:
            while True:
                pass
        except OutOfTime:
            raise RuntimeError("generator raised StopIteration") from None
    with pytest.raises(RuntimeError), alarm(clock() + 5):
        raise RuntimeError("before it rang")


def test_an_alarm_that_was_swallowed_rings_again() -> None:
    stage = 0
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        while True:
            try:
                sum(range(1000))
            except OutOfTime:
                stage += 1
                if stage == 2:
                    raise
    assert stage == 2


@pytest.mark.parametrize("module", ["importlib._bootstrap", "llvmlite.binding.executionengine", "elsewhere"])
def test_the_alarm_waits_for_the_end_of_an_import_or_a_compilation(module: str) -> None:
    space = {"__name__": module, "work": work, "ended": []}
    exec("def inside():\n    work(0.2)\n    ended.append(True)\n", space)
    with pytest.raises(OutOfTime), alarm(clock() + 0.05):
        space["inside"]()
        work(5.0)
    assert space["ended"] == ([] if module == "elsewhere" else [True])


@pytest.mark.long
def test_a_true_claim_ends_proved() -> None:
    entry = checked("smax(A @ B) <= smax(A) * smax(B)", budget=40.0)
    assert entry["verdict"] == "proved" and entry["proof"]["ok"]
    assert entry["proof"]["kernel"]["accepted"] and entry["proof"]["rests_on"]
    said = "\n".join(answers.findings(entry))
    assert "proved: " in said and "axioms used: " in said


def test_no_proof_makes_a_false_claim_true() -> None:
    entry = checked("smax(A @ B) <= smax(A) * smin(B)", budget=8.0)
    assert entry["verdict"] == "refuted" and entry["proof"] is None


# --- Limits as n grows, checked from text


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("smax(G) / sqrt(n) -> 2 as n -> oo", "supported"),
        ("smax(G) / sqrt(n) -> 9/4 as n -> oo", "refuted"),
        ("P(cond(G) <= 2 * n) -> exp(-3/2) as n -> oo", "supported"),
        ("P(cond(G) >= 2 * n) -> 1 as n -> oo", "refuted"),
        ("cond(G) grows as sqrt(n) as n -> oo", "refuted"),
        (
            "tr(G) / n -> 1 as n -> oo",
            "inconclusive",
        ),  # false, but no theorem is at hand and draws alone are no refutation
        ("normN(G) / n**(3/2) -> 8 / (3 * pi) as n -> oo", "supported"),
        ("normN(G) / n**(3/2) -> 9/10 as n -> oo", "refuted"),
        ("normN(G) / n**(3/2) -> 17/20 as n -> oo", "inconclusive"),  # off by 0.0012, which draws do not tell
        ("schatten(4, G) / n**(3/4) -> 2**(1/4) as n -> oo", "supported"),
    ],
)
def test_limits_are_judged(claim, verdict):
    statement = build("limit", {"n": "integer(1, 6)", "G": "gaussian(n, n)"}, [], [claim])
    entry = check(statement, Budget(600.0))  # one pass: it takes a second or two
    assert entry["verdict"] == verdict, entry
    assert bool(entry["counterexample"]) is (verdict == "refuted")


def test_support_by_draws_alone_says_what_they_would_have_noticed(monkeypatch):
    statement = build("limit", {"n": "integer(1, 6)", "G": "gaussian(n, n)"}, [], ["normF(G) / n -> 1 as n -> oo"])
    entry = check(statement, Budget(600.0))
    reported = entry["evidence"]["limit"]["series"][0]["reported"][0]
    assert entry["verdict"] == "supported"
    assert 0 < reported["noticed"] < 0.02
    assert any("would be noticed" in line for line in findings(entry))
    monkeypatch.setattr(limits, "SEEN", 1 / 1000)  # finer than these draws can see
    entry = check(statement, Budget(600.0))
    assert entry["verdict"] == "inconclusive"
    assert "would not have been noticed" in entry["evidence"]["limit"]["series"][0]["reason"]


# --- What fails at something one would try by hand is answered before anything heavy is loaded, and nothing else is

ROOT = Path(__file__).parents[2]
SQUARE = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)"}
DEFINITE = {"n": "integer(1, 4)", "A": "pd(n)", "B": "pd(n)"}
SEMIDEFINITE = {"n": "integer(1, 4)", "A": "psd(n)", "B": "psd(n)"}


def claimed(claim: str, let: dict[str, str], *given: str) -> Statement:
    return conjecture_files.build("plain", let, list(given), [claim])


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("claim", "let", "given", "dims", "values"),
    [
        ("norm2(A @ B) <= norm2(A) + norm2(B)", SQUARE, (), {"n": 1}, {"A": [["2"]], "B": [["3"]]}),
        ("det(A) + det(B) >= det(A + B)", SEMIDEFINITE, (), {"n": 2}, None),
        ("lmin(A @ A - B @ B) >= 0", SEMIDEFINITE, ("lmin(A - B) >= 0",), {"n": 2}, None),
        ("lmax(inv(A)) <= lmax(A)", {"n": "integer(1, 4)", "A": "pd(n)"}, (), {"n": 1}, {"A": [["1/2"]]}),
        ("x <= x**2", {"x": "interval(0, 1)"}, (), {}, {"x": "1/2"}),
        ("(x - 1/3)**2 > 0", {"x": "real"}, (), {}, {"x": "1/3"}),
        ("6 * x**2 - 5 * x + 1 >= 0", {"x": "real"}, (), {}, None),
    ],
)
def test_plain_counterexamples(
    claim: str, let: dict[str, str], given: tuple[str, ...], dims: dict[str, int], values: dict[str, object] | None
) -> None:
    seen = at_once(claimed(claim, let, *given), planned(10.0), Watch())
    assert seen is not None
    _, instance, verdict = seen[1]
    assert verdict.outcome == "violation" and instance.dims == dims
    assert values is None or instance.to_json()["values"] == values


@pytest.mark.parametrize(
    ("claim", "let", "given"),
    [
        ("norm2(A @ B) <= norm2(A) * norm2(B)", SQUARE, ()),  # true
        ("norm2(A) < norm2(A) + norm2(B)", SQUARE, ()),  # broken by equality alone, which is said in other words
        ("lmax(A) <= lmax(B)", DEFINITE, ("lmin(B - A) > 0", "lmax(A) > lmax(B)")),  # an impossible hypothesis
        ("normN(A) <= 2 * normF(A)", {"n": "integer(1, 6)", "A": "real(n, n)"}, ()),  # false from order five on
        ("det(A) >= 0", {"n": "integer(3, 4)", "A": "psd(n)"}, ()),  # no matrix is that small
    ],
)
def test_what_is_left_to_the_search(claim: str, let: dict[str, str], given: tuple[str, ...]) -> None:
    assert at_once(claimed(claim, let, *given), planned(10.0), Watch()) is None


@pytest.mark.parametrize("domain", ["psd", "pd", "orthogonal", "skew", "upper", "diagonal", "signs", "projection"])
def test_plain_instances_lie_in_their_domains(domain: str) -> None:
    statement = claimed("smax(A) <= 1", {"n": "integer(1, 2)", "A": f"{domain}(n)"})
    for n in (1, 2):
        concrete = instantiate(statement, {"n": n})
        found = plain_instances(concrete, 100)
        assert found and len({repr(i.to_json()) for i in found}) == len(found)
        assert all(member(ExactInterpreter(i), concrete.variables["A"]) for i in found)


def test_nothing_heavy_is_loaded_for_it() -> None:
    code = (
        "import sys\nfrom lemmata.language import conjecture_files as conjectures\n"
        "from lemmata.claims.budget import Budget\nfrom lemmata.conjectures.checking import check\n"
        "let = {'n': 'integer(1, 4)', 'A': 'real(n, n)', 'B': 'real(n, n)'}\n"
        "entry = check(conjectures.build('c', let, [], [sys.argv[1]]), Budget(10.0))\n"
        "heavy = [name for name in ('torch', 'numba', 'scipy') if name in sys.modules]\n"
        "print(entry['verdict'], *heavy)\n"
    )
    done = python("-c", code, "norm2(A @ B) <= norm2(A) + norm2(B)")
    assert done.stdout.split() == ["refuted"], done.stderr
