"""Survivors of statements of which a sharper version is proved."""

import pytest

from lemmata.mutants import explanations, trial
from lemmata.mutants.explanations import LOOSE, Explanation, annotate
from lemmata.mutants.variants import variants

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
