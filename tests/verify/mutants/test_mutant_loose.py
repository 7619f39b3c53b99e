"""Survivors of statements of which a sharper version is proved."""

import pytest

from lemmata.verify.study.mutants import explanations, trial
from lemmata.verify.study.mutants.explanations import LOOSE, Explanation, annotate, sharper

FIGURES = ("figure-threshold", "figure-reversed")


@pytest.mark.parametrize(
    ("statement", "better"),
    [
        ("riedi.thm-31.eq-65", ["riedi.thm-31~sharpened"]),
        ("riedi.thm-31~sharpened", []),  # nothing is sharper than itself
        ("riedi.thm-30", []),
        ("riedi.thm-3", []),
    ],
)
def test_the_sharper_rows_of_a_statement(statement: str, better: list[str]) -> None:
    assert sharper(statement) == better


def test_a_survivor_of_a_loose_claim_is_explained_by_the_sharper_row_unless_a_reviewer_was_there() -> None:
    def record(name: str, statement: str, outcome: str = "survived") -> dict[str, object]:
        return {"id": name, "statement": statement, "outcome": outcome, "hash": "h", "headline": True}

    loose, seen = record("a", "riedi.thm-31.eq-65"), record("b", "riedi.thm-31.eq-65")
    killed, tight = record("c", "riedi.thm-31.eq-65", "killed"), record("d", "riedi.thm-30")
    annotate([loose, seen, killed, tight], {"b": Explanation("improvement", "by hand", "h")})
    assert (loose["finding"], seen["finding"]) == (LOOSE, "improvement")
    assert "riedi.thm-31~sharpened is proved" in str(loose["explanation"])
    assert "finding" not in killed
    assert explanations.unexplained([loose, seen, killed, tight]) == [tight]


def test_a_figure_altered_within_what_was_measured_is_true_and_one_reversed_falls() -> None:
    name = "oyedotun.trend-conditioning~shrunk"
    within, against = (trial.check(f"{name}~{o}.1", trial.MUTANT, 0, "cpu") for o in FIGURES)
    assert within["outcome"] == "equivalent" and "measured" in within["reason"]
    assert against["outcome"] == "killed"
