"""Mutants that are true for a plain reason are told; false ones never are."""

from __future__ import annotations

import pytest

from lemmata.theorems import catalogue
from lemmata.theorems.language.trees import is_leaf
from lemmata.verify.study.mutants import equivalence
from lemmata.verify.study.mutants.variants import variants


def mutant(origin, now):
    """The mutant of a statement whose changed part reads like this."""
    return next(v for v in variants(origin) if v.change[0] == now)


@pytest.mark.parametrize(
    ("origin", "now", "because"),
    [
        ("riedi.thm-16", "(left out)", "riedi.thm-16~sharpened implies it"),
        ("riedi.lemma-21", "smax(M_o + rho * I(n))**2 <= smax(M_o + rho * I(n))**2", "the original implies it"),
        (
            "riedi.lemma-21",
            "smax(M_o + rho * I(n))**2 <= smax(M_o)**2 + rho * lmax(M_o + M_o.T) + rho",
            "weaker than the original",
        ),
        ("riedi.prop-4.norms", "norm2(A) <= sum(s(A))", "weaker than the original"),
        ("riedi.thm-6", "(left out)", "wherever the claim is defined"),
        (
            "riedi.prop-5.weyl",
            "s(A, i + j - 1) <= s(B, i - 1) + s(A - B, j) for i in 2..n for j in 1..n + 1 - i",
            "weaker",
        ),
    ],
)
def test_a_true_mutant_is_told_with_its_reason(origin, now, because):
    assert because in (equivalence.reason(mutant(origin, now)) or "nothing was seen")


@pytest.mark.parametrize(
    ("origin", "now"),
    [
        ("riedi.lemma-21", "smin(M_o + rho * I(n))**2 <= 99/100 * smax(M_o + rho * I(n))**2"),
        ("riedi.lemma-21", "rho = real"),
        ("riedi.lemma-18~repaired", "(left out)"),
        ("riedi.thm-22.eq-53", "(left out)"),
        ("classical.rayleigh", "lmin(A) * tr(x.T @ x) < tr(x.T @ A @ x)"),
        ("riedi.prop-5.weyl", "s(A, i + j - 1) <= s(B, i + 1) + s(A - B, j) for i in 1..n - 1 for j in 1..n + 1 - i"),
    ],
)
def test_a_false_mutant_is_never_called_true(origin, now):
    assert equivalence.reason(mutant(origin, now)) is None


def test_a_hypothesis_nothing_meets_is_told():
    v = next(v for v in variants("riedi.thm-6") if v.id.endswith("reversed.1"))
    assert "no instance meets" in (equivalence.contradiction(v) or "")
    assert equivalence.contradiction(mutant("riedi.thm-22.eq-53", "smax(M_o) <= 1")) is None


def test_a_proof_is_rewritten_for_a_wider_variable():
    origin = catalogue.get("riedi.thm-16~sharpened")
    rho = next(v for v in origin.let if is_leaf(v) and v.name == "rho")
    new = next(v for v in mutant(origin.id, "rho = real").let if getattr(v, "name", "") == "rho")
    given = catalogue.proof_of(origin.id)
    again = equivalence._rewritten(given, {rho: new})
    assert [s.name for s in again.steps] == [s.name for s in given.steps]
    assert not any(step.states.has(rho) for step in again.steps)
