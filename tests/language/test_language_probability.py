"""Probabilities, laws and limits as text and as notation."""

from fractions import Fraction

import pytest

from lemmata import language as lang
from lemmata.language.experiments import Experiment, measured
from lemmata.language.families import ProdOver
from lemmata.language.notation import latex, latex_statement, mathml
from lemmata.language.probability import (
    AlmostSurely,
    Continuous,
    Converges,
    Density,
    Grows,
    Iid,
    P,
    Point,
    ScaledLaw,
    TracyWidom,
    UpToScale,
)
from lemmata.language.sequences import Eventually, Sequence, along_depth, term
from lemmata.language.text import declaration, write
from tests.language.experiment_samples import trial
from theorems.riedi2022 import RIEDI_2022

n, r = lang.Dim("n"), lang.Scalar("r")
K = Iid("K", n, n, "gaussian", "uniform")
t = Point("t")
TEXTS = {
    "P(smax(r * K) >= 1) <= 1/4": P(lang.smax(r * K) >= 1) <= Fraction(1, 4),
    "P(smax(K) > 2 | smax(K) > 1) < 1": P(lang.smax(K) > 2, lang.smax(K) > 1) < 1,
    "P(cond(K) >= n > 0) -> 1 as n -> oo": Converges(P(lang.chain(lang.cond(K), ">=", n, ">", 0)), 1, n, "as numbers"),
    "smax(K) / sqrt(n) -> 2 almost surely as n -> oo": Converges(lang.smax(K) / lang.sqrt(n), 2, n, "almost surely"),
    "smax(K) -> sqrt(2) * tracy_widom(1) in law as n -> oo": Converges(
        lang.smax(K), ScaledLaw(lang.sqrt(2), TracyWidom(1)), n, "in law"
    ),
    "smax(K) -> multiple(tracy_widom(1)) in law as n -> oo": Converges(
        lang.smax(K), UpToScale(TracyWidom(1)), n, "in law"
    ),
    "cond(K) -> density(t, exp(-t)) in law as n -> oo": Converges(lang.cond(K), Density(t, lang.exp(-t)), n, "in law"),
    "cond(K) grows as sqrt(n) as n -> oo": Grows(lang.cond(K), lang.sqrt(n), n),
}


def statement(claim):
    return lang.Statement("riedi.test", "", RIEDI_2022.at("here"), lang.Kind.LIMIT, claim)


@pytest.mark.parametrize("text", TEXTS)
def test_text_form(text):
    made = statement(TEXTS[text])
    assert made.text["claim"] == [text]
    assert "K = iid(n, n, gaussian, uniform)" in made.text["let"]
    assert "t" not in [line.split(" = ")[0] for line in made.text["let"]], "the argument of a density is no variable"
    assert len(made.hash) == 64


def test_notation():
    made = latex_statement(statement(TEXTS["P(smax(K) > 2 | smax(K) > 1) < 1"]))
    assert r"\text{ given }" in made["claim"][0] and r"\mathbb{R}^{n \times n}" in made["let"][1]
    law = latex_statement(statement(TEXTS["smax(K) -> sqrt(2) * tracy_widom(1) in law as n -> oo"]))["claim"][0]
    assert r"\mathrm{TW}_{1}" in law and r"\to_{\text{law}}" in law and r"\infty" in law


def test_what_is_not_meant_is_refused():
    with pytest.raises(ValueError, match="law of the entries"):
        Iid("K", n, n)
    with pytest.raises(ValueError, match="law of the entries"):
        Iid("K", n, n, "cauchy")
    with pytest.raises(ValueError, match="beta"):
        TracyWidom(2)
    with pytest.raises(ValueError, match="unknown mode"):
        Converges(lang.smax(K), 2, n, "quickly")
    with pytest.raises(TypeError, match="event"):
        P(lang.smax(K))
    with pytest.raises(TypeError, match="event"):
        P(lang.forall(lang.Index("i"), 1, n, lang.gap(lang.s(K), lang.Index("i")) > 0))
    with pytest.raises(TypeError, match="event"):
        AlmostSurely(lang.smax(Continuous("M", n, n)))


# --- Experiments as variables, measured numbers as quantities


def test_text_says_which_experiment_and_with_which_settings() -> None:
    claim = measured(trial, "widest_gap") <= 2
    statement = lang.Statement("t.fig", "T", lang.Paper("t", "T", "A").at("Fig. 1"), lang.Kind.FIGURE, claim)
    assert statement.text == {
        "let": ["trial = experiment(random_spectra.collapse, n = 5 10, r = 1/2, entries = gaussian)"],
        "given": [],
        "claim": ["trial.widest_gap <= 2"],
    }


@pytest.mark.parametrize("subject", ["collapse", "a.b.c", "A.b", "os.system()"])
def test_a_malformed_subject_is_refused(subject: str) -> None:
    with pytest.raises(ValueError, match="module.function"):
        Experiment("e", subject)


# --- Sequences along depth: text, notation, declarations and what is refused

L, l = lang.Dim("L"), lang.Index("l")  # noqa: E741
lam = Sequence("lambda_1")
whole = ProdOver(l, 1, L, 1 + term(lam, l))


def test_text_and_declaration() -> None:
    assert write(whole) == "product(1 + lambda_1[l] for l in 1..L)"
    assert write(Eventually(lang.eq(whole, 0), L)) == "product(1 + lambda_1[l] for l in 1..L) == 0 for all large L"
    assert declaration(lam) == "lambda_1 = sequence()"


def test_notation_of_sequences() -> None:
    assert "prod" in latex(whole)
    assert "for all large" in mathml(Eventually(lang.eq(whole, 0), L))
    assert "λ" in mathml(lang.forall(l, 1, L, abs(term(lam, l)) > 0))


def test_which_clauses_speak_of_depth() -> None:
    x = lang.Scalar("x")
    assert along_depth([x > 0, lang.forall(l, 1, L, term(lam, l) > 0)])
    assert along_depth([Eventually(lang.eq(x, 0), L)])
    assert not along_depth([x > 0, lang.forall(l, 1, L, x > l)])
