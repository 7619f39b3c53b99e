"""Experiments as variables, measured numbers as quantities."""

import pytest

from lemmata.language import Kind, Paper, Statement
from lemmata.language.experiments import Experiment, measured
from tests.language.experiment_samples import trial


def test_text_says_which_experiment_and_with_which_settings() -> None:
    claim = measured(trial, "widest_gap") <= 2
    statement = Statement("t.fig", "T", Paper("t", "T", "A").at("Fig. 1"), Kind.FIGURE, claim)
    assert statement.text == {
        "let": ["trial = experiment(random_spectra.collapse, n = 5 10, r = 1/2, entries = gaussian)"],
        "given": [],
        "claim": ["trial.widest_gap <= 2"],
    }


@pytest.mark.parametrize("subject", ["collapse", "a.b.c", "A.b", "os.system()"])
def test_a_malformed_subject_is_refused(subject: str) -> None:
    with pytest.raises(ValueError, match="module.function"):
        Experiment("e", subject)
