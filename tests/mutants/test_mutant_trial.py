"""Single trials and a sample of the mutants: kills with certificates the checker accepts, survivors, failures."""

import dataclasses
import itertools
import os
import random

import pytest

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.certificates import write
from lemmata.language.verdicts import Verdict
from lemmata.mutants import explanations, trial
from lemmata.mutants.explanations import LOOSE, Explanation, annotate
from lemmata.mutants.operators import OPERATORS
from lemmata.mutants.trial import MUTANT, check
from lemmata.mutants.variants import VARIANT, Variant, find, is_headline, skipped, variants
from lemmata.network_checker.network_program import check_certificate
from tests.claims.engine_runs import accepted


def named(origin, operator, now=None):
    """The id of a mutant by its operator and, where there are several, its text."""
    return next(v.id for v in variants(origin) if v.operator == operator and now in (None, v.change[0]))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("origin", "operator", "now"),
    [
        ("riedi.lemma-21", "constant-1pct", "smin(M_o + rho * I(n))**2 <= 99/100 * smax(M_o + rho * I(n))**2"),
        ("riedi.lemma-18~repaired", "hypothesis-dropped", "(left out)"),
        ("riedi.prop-26", "domain-widened", None),
        ("riedi.eq-48", "min-max", None),
        ("zhao.eq-5", "constant-10pct", None),
        ("le.lemma-3.eq-4~relu", "sign-flipped", None),
        ("le.lemma-2", "network-for-tree", None),
    ],
)
def test_a_false_mutant_is_killed_with_a_certificate(origin, operator, now, tmp_path):
    ids = [v.id for v in variants(origin) if v.operator == operator and now in (None, v.change[0])]
    record = next(r for r in (check(i, MUTANT, 0, "cpu") for i in ids) if r["outcome"] == "killed")
    assert record["verdict"] == Verdict.REFUTED and record["instance"] and "=" in record["instance"]
    assert accepted(record["_certificate"], tmp_path)
    assert record["_certificate"]["statement"] == record["id"]


@pytest.mark.long
def test_a_true_mutant_is_equivalent_or_survives():
    plain = check(named("riedi.prop-4.norms", "sum-root"), MUTANT, 0, "cpu")
    assert plain["outcome"] == "equivalent" and plain["reason"] and plain["rounds"] == 1
    hard = check("riedi.thm-30~constant-1pct.4", MUTANT, 0, "cpu")  # true by an inequality that no proof here uses
    assert hard["outcome"] == "survived" and hard["rounds"] == 2 and hard["min_slack"] >= 0
    assert hard["tried"] > 0 and hard["instance"]


def test_a_trial_is_the_same_under_the_same_seed():
    first, second = (check(named("riedi.eq-21", "reversed"), MUTANT, 5, "cpu") for _ in range(2))
    for record in (first, second):
        record.pop("seconds")
    assert first == second


def test_a_failure_is_reported(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("the derived checks broke")

    monkeypatch.setattr(trial.engine, "dispatch", broken)
    record = check(named("riedi.eq-21", "reversed"), MUTANT, 0, "cpu")
    assert record["outcome"] == "error" and "the derived checks broke" in record["reason"]


# --- a sample of the mutants, through the real derived checks

SEED = int(os.environ.get("LEMMATA_MUTANT_SEED", "0"))
EACH = 4


@pytest.fixture(scope="module")
def records():
    """Records of a few mutants of headline theorems and of a few of all others."""
    rows = expected.load()
    pick = random.Random(SEED)
    own = [s for s in catalogue.all_statements() if not s.source.paper.textbook]
    chosen = []
    for group in ([s for s in own if is_headline(s)], [s for s in own if not is_headline(s)]):
        drawn = pick.sample(group, len(group))  # lazily: to look for the mutants of all takes minutes
        some = itertools.islice((s for s in drawn if skipped(s, rows) is None), EACH)
        chosen += [pick.choice(variants(s.id)).id for s in some]
    return [check(name, MUTANT, SEED, "cpu") for name in chosen]


@pytest.mark.long
def test_no_trial_fails(records):
    assert [r for r in records if r["outcome"] == "error"] == []


@pytest.mark.long
def test_most_mutants_are_killed_each_with_a_certificate_that_stands(records, tmp_path):
    killed = [r for r in records if r["outcome"] == "killed"]
    assert len(killed) > 0.5 * len(records)
    for record in killed:
        if record["kind"] not in "GPLF":  # what refutes these is no certificate of one instance
            path = write(tmp_path / f"{record['id']}.json", record["_certificate"])
            assert check_certificate(path).accepted, record["id"]


@pytest.mark.long
def test_every_survivor_of_a_headline_theorem_is_explained(records):
    explanations.annotate(records, explanations.load())
    assert [r["id"] for r in explanations.unexplained(records)] == []


@pytest.mark.long
def test_explanations_are_of_mutants_as_they_read_now():
    stale = []
    for name, row in explanations.load().items():
        try:
            stale += [name] * (find(name).hash != row.hash)
        except KeyError:
            stale.append(name)
    assert not stale, "their statement or an operator changed: review them again, or remove the rows"


# --- The mutants of the catalogue: named, unique, each different from its statement in one place

SOME = ("riedi.lemma-21", "riedi.thm-16~sharpened", "zhao.lemma-2.first", "classical.rayleigh", "le.lemma-3.eq-4~relu")
ROWS = expected.load()


@pytest.mark.parametrize("name", SOME)
def test_mutants_are_named_and_differ_in_one_place(name):
    origin = catalogue.get(name)
    found = variants(name)
    assert len(found) >= 5 and len({v.id for v in found}) == len(found)
    texts = [(tuple(v.text["let"]), tuple(v.text["given"]), tuple(v.text["claim"])) for v in found]
    assert len(set(texts)) == len(texts), "no mutant comes twice"
    for v in found:
        match = VARIANT.fullmatch(v.id)
        assert match and match["origin"] == name == v.origin and match["operator"] == v.operator in OPERATORS
        assert v.hash != origin.hash and v.proof is None and v.construct == origin.construct
        assert v.source is origin.source and v.kind is origin.kind
        old = [*map(str, origin.hypotheses), *map(str, origin.conjuncts)]
        new = [*map(str, v.hypotheses), *map(str, v.conjuncts)]
        if v.part == "let":
            assert sum(a != b for a, b in zip(origin.text["let"], v.text["let"], strict=True)) >= 1
        elif len(new) == len(old):
            assert sum(a != b for a, b in zip(old, new, strict=True)) == 1
        else:
            assert len(new) == len(old) - 1 and v.change[0] == "(left out)"
        assert find(v.id) is v


def test_ids_of_mutants_and_of_statements_cannot_be_confused():
    assert not any(VARIANT.fullmatch(s.id) for s in catalogue.all_statements())
    with pytest.raises(KeyError):
        find("riedi.lemma-21")
    with pytest.raises(KeyError):
        find("riedi.lemma-21~strict.99")
    with pytest.raises(catalogue.UnknownStatement):
        find("riedi.nothing~strict.1")


def test_a_malformed_id_is_refused():
    v = variants("riedi.lemma-21")[0]
    fields = {f.name: getattr(v, f.name) for f in dataclasses.fields(Variant)}
    for wrong in ("riedi.lemma-21", "riedi.lemma-21~", "riedi.lemma-22~strict.1"):
        with pytest.raises(ValueError, match="malformed"):
            Variant(**{**fields, "id": wrong})


def test_statements_that_are_skipped_say_why():
    assert skipped(catalogue.get("riedi.lemma-18"), ROWS) == "the statement itself is refuted"
    assert skipped(catalogue.get("riedi.cor-7~isolated"), ROWS) == "the statement itself is vacuous"
    assert "existence" in (skipped(catalogue.get("riedi.lemma-24.leaky"), {}) or "")
    assert skipped(catalogue.get("riedi.lemma-21"), ROWS) is None


# --- Survivors of statements of which a sharper version is proved

FIGURES = ("figure-threshold", "figure-reversed")


def test_a_survivor_of_a_loose_claim_is_explained_by_the_sharper_row_unless_a_reviewer_was_there() -> None:
    def record(name: str, statement: str, outcome: str = "survived") -> dict[str, object]:
        return {"id": name, "statement": statement, "outcome": outcome, "hash": "h", "headline": True}

    loose, seen = record("a", "riedi.thm-31.eq-65"), record("b", "riedi.thm-31.eq-65")
    killed, tight = record("c", "riedi.thm-31.eq-65", "killed"), record("d", "riedi.prop-1")
    annotate([loose, seen, killed, tight], {"b": Explanation("improvement", "by hand", "h")})
    assert (loose["finding"], seen["finding"]) == (LOOSE, "improvement")
    assert "riedi.thm-31~sharpened" in str(loose["explanation"]) and "proved, says more" in str(loose["explanation"])
    assert "finding" not in killed
    assert explanations.unexplained([loose, seen, killed, tight]) == [tight]


@pytest.mark.long
def test_what_is_true_without_a_hypothesis_is_true_with_any_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanations, "sharper", lambda statement: [])
    statement = "riedi.thm-39.eq-86~event"
    rows = explanations.load()
    dropped = [v for v in variants(statement) if v.operator == "hypothesis-dropped"]
    reviewed = {v.change[1]: v.id in rows for v in dropped}
    assert set(reviewed.values()) == {True, False}  # some are needed, some are not

    def record(was: str, part: str = "given") -> dict[str, object]:
        about = {"id": "a", "statement": statement, "outcome": "survived", "hash": "h", "headline": True}
        return {**about, "part": part, "was": was}

    for was, free in reviewed.items():
        altered, claimed = record(was), record(was, "claim")
        annotate([altered, claimed], rows)
        assert (altered.get("finding") == "improvement") is free
        assert "finding" not in claimed
    (false,) = [v for v in dropped if v.change[1] == "smax(W) <= 1 / r"]
    altered = record("smax(W) <= 1 / r")
    annotate([altered], {false.id: Explanation("suite", "false, and not found", false.hash)})
    assert "finding" not in altered


def test_a_figure_altered_within_what_was_measured_is_true_and_one_reversed_falls() -> None:
    name = "oyedotun.trend-conditioning~shrunk"
    within, against = (trial.check(f"{name}~{o}.1", trial.MUTANT, 0, "cpu") for o in FIGURES)
    assert within["outcome"] == "equivalent" and "measured" in within["reason"]
    assert against["outcome"] == "killed"
