"""Probabilities, laws and limits as text and as notation."""

from fractions import Fraction

import pytest

from lemmata.language import Dim, Index, Kind, Scalar, Statement, chain, cond, exp, forall, gap, s, smax, sqrt
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
from lemmata.language.typeset import latex_statement
from theorems.riedi2022 import RIEDI_2022

n, r = Dim("n"), Scalar("r")
K = Iid("K", n, n, "gaussian", "uniform")
t = Point("t")
TEXTS = {
    "P(smax(r * K) >= 1) <= 1/4": P(smax(r * K) >= 1) <= Fraction(1, 4),
    "P(smax(K) > 2 | smax(K) > 1) < 1": P(smax(K) > 2, smax(K) > 1) < 1,
    "P(cond(K) >= n > 0) -> 1 as n -> oo": Converges(P(chain(cond(K), ">=", n, ">", 0)), 1, n, "as numbers"),
    "smax(K) / sqrt(n) -> 2 almost surely as n -> oo": Converges(smax(K) / sqrt(n), 2, n, "almost surely"),
    "smax(K) -> sqrt(2) * tracy_widom(1) in law as n -> oo": Converges(
        smax(K), ScaledLaw(sqrt(2), TracyWidom(1)), n, "in law"
    ),
    "smax(K) -> multiple(tracy_widom(1)) in law as n -> oo": Converges(smax(K), UpToScale(TracyWidom(1)), n, "in law"),
    "cond(K) -> density(t, exp(-t)) in law as n -> oo": Converges(cond(K), Density(t, exp(-t)), n, "in law"),
    "cond(K) grows as sqrt(n) as n -> oo": Grows(cond(K), sqrt(n), n),
}


def statement(claim):
    return Statement("riedi.test", "", RIEDI_2022.at("here"), Kind.LIMIT, claim)


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
        Converges(smax(K), 2, n, "quickly")
    with pytest.raises(TypeError, match="event"):
        P(smax(K))
    with pytest.raises(TypeError, match="event"):
        P(forall(Index("i"), 1, n, gap(s(K), Index("i")) > 0))
    with pytest.raises(TypeError, match="event"):
        AlmostSurely(smax(Continuous("M", n, n)))
