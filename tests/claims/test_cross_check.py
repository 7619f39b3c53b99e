"""The tightest and the breaking instance are seen again by an interpreter that shares no code with the balls."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims.cross_check import Disagreement, seen_again
from lemmata.evaluate import highprec
from lemmata.evaluate.decide import judge
from lemmata.evaluate.highprec_reader import Margin
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.run import engine
from tests.checker.test_rows import TINY


def looked_at(identifier: str, entries: dict[str, list[list[int]]], **dims: int):
    statement = catalogue.get(identifier)
    concrete = instantiate(statement, dims)
    values = {name: [[Fraction(x) for x in row] for row in rows] for name, rows in entries.items()}
    instance = Instance(dims, values)
    return concrete, instance, judge(concrete, instance)


@pytest.fixture
def product():
    return looked_at("classical.norm-of-product", {"T": [[1, 2]], "U": [[3], [4]]}, r=1, q=2, k=1)


def test_two_routes_agree(product):
    assert seen_again("x", [product]).startswith("1 conjuncts") and "agreed" in seen_again("x", [product])


def test_a_wrong_route_is_an_error(product):
    concrete, instance, judgement = product
    wrong = replace(judgement, conjuncts=tuple(replace(d, status="broken") for d in judgement.conjuncts))
    with pytest.raises(Disagreement, match="second route"):
        seen_again("x", [(concrete, instance, wrong)])


@pytest.mark.parametrize("part", ["relative", "absolute"])
def test_a_slack_that_moves_with_the_digits_accuses_nobody(product, monkeypatch, part):
    """Multiple roots of a defective matrix: 50 digits leave six, and the sign says nothing; nor does that of 0 - 0."""
    noisy = {highprec.DIGITS: -1e-6, 2 * highprec.DIGITS: -1e-12}

    def slack(clause, instance, digits=highprec.DIGITS):
        return Margin(**({"relative": -1.0, "absolute": -1.0} | {part: noisy[digits]}))

    monkeypatch.setattr(highprec, "slack", slack)
    assert "agreed" in seen_again("x", [product])


def test_what_it_cannot_read_is_counted(product, monkeypatch):
    def unread(*_):
        raise TypeError("no rule")

    monkeypatch.setattr(highprec, "slack", unread)
    assert seen_again("x", [product]) == "nothing seen again; 1 it has no rule or no value for"


@pytest.mark.parametrize("identifier", ["riedi.lemma-18", "riedi.lemma-21"])
def test_every_verdict_says_so(identifier):
    evidence = engine.dispatch(catalogue.get(identifier), TINY, 0, "cpu").evidence
    assert "agreed" in evidence["second_route"]
