"""Stronger forms: found where a claim is loose, never where it is sharp, and what is listed says more."""

from dataclasses import replace

import pytest

from lemmata.analysis.sharpening.derive import bounds
from lemmata.analysis.sharpening.strengthening import Strengthening, constants, forms, shown
from lemmata.language import conjecture_files
from lemmata.language.text import write
from lemmata.language.verdicts import Verdict
from lemmata.prove.attempts import attempt


def built(claim: str, given=(), **let: str):
    """A claim in words."""
    return conjecture_files.build("claim", let, list(given), [claim])


def sharpened(statement, seconds: float = 14.0):
    """What is found, without a word."""
    return Strengthening(statement, seconds, tell=lambda line: None).run()


def test_forms_change_one_place() -> None:
    statement = built("normF(A @ B) <= normF(A) * normF(B)", n="integer(1, 4)", A="real(n, n)", B="real(n, n)")
    claims = {write(c.statement.conjuncts[0]) for c in forms(statement)}
    assert "normF(A @ B) <= smax(A) * normF(B)" in claims
    assert "normN(A @ B) <= normF(A) * normF(B)" in claims
    assert write(statement.conjuncts[0]) not in claims
    assert all(c.comparison is not None for c in forms(statement))


@pytest.mark.long
def test_a_loose_claim_is_sharpened() -> None:
    found = sharpened(built("tr(A)**2 <= 3 * normF(A)**2", A="symmetric(2)"), 20.0)
    assert found.verdict is Verdict.SUPPORTED
    texts = [c for e in found.stronger for c in e["claim"]]
    assert any("2/3" in t for t in texts), (texts, found)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "statement",
    [
        built("normF(A @ B) <= smax(A) * normF(B)", A="real(2, 2)", B="real(2, 2)"),
        built("det(A) <= (tr(A)/2)**2", A="psd(2)"),
        built("2*x*y <= x**2 + y**2", x="real", y="real"),
    ],
    ids=lambda s: s.text["claim"][0],
)
def test_a_sharp_claim_is_left_alone(statement) -> None:
    found = sharpened(statement)
    assert found.verdict is Verdict.SUPPORTED
    assert not [e for e in found.stronger if e["kind"] == "constant"]
    false = [e for e in found.stronger if e["kind"] == "form" and not _plausible(e["claim"][0])]
    assert not false


def _plausible(text: str) -> bool:
    """Forms that are true, seen by hand: the only ones that may be listed for the claims above."""
    return text in {"normF(A @ B) <= smax(A) * normF(B)"} or "smin" in text


def test_what_a_row_of_the_catalogue_says_is_not_offered() -> None:
    statement = built("normF(A @ B) <= normF(A) * normF(B)", n="integer(1, 4)", A="real(n, n)", B="real(n, n)")
    by_claim = {write(c.statement.conjuncts[0]): c for c in forms(statement)}
    study = Strengthening(statement, 20.0, tell=lambda line: None)
    assert study.said(by_claim["normF(A @ B) <= smax(A) * normF(B)"]) == "classical.frobenius-left-factor"
    (bound,) = bounds(statement)
    assert study.said(next(constants(statement, bound, 0.9))) is None  # which no row says, as it is false


def test_a_false_claim_has_nothing_to_sharpen() -> None:
    found = sharpened(built("tr(A) <= normF(A)", A="real(2, 2)"), 6.0)
    assert found.verdict is Verdict.REFUTED
    assert not found.stronger


def test_only_what_a_derivation_file_shows_is_proved() -> None:
    statement = built("x**2 + y**2 >= 2*x*y", x="real", y="real")
    found = attempt(statement, 10.0)
    assert shown(statement, found) is not None
    assert shown(statement, replace(found, derivations={})) is None
    (name,) = found.derivations
    forged = found.derivations[name].replace("2 * x * y", "3 * x * y")
    assert forged != found.derivations[name] and shown(statement, replace(found, derivations={name: forged})) is None
