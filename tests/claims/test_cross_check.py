"""The tightest and the breaking instance are seen again by the evaluator of the certificate checker."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import cross_check
from lemmata.claims.cross_check import Disagreement, seen_again
from lemmata.evaluate.decide import judge
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.run import engine
from tests.checker.test_files import TINY
from tests.evaluate.atom_tables import X, Y


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


def test_a_tie_that_enclosures_cannot_tell_apart_accuses_nobody():
    looked = looked_at("classical.norm-of-product", {"T": [[1, 1], [1, 0]], "U": [[1, 1], [1, 0]]}, r=2, q=2, k=2)
    assert looked[2].outcome == "tight"
    assert seen_again("x", [looked]) == "nothing seen again; 1 with sides that it does not tell apart"


def test_what_it_cannot_read_is_counted(product, monkeypatch):
    monkeypatch.setattr(cross_check, "write", lambda _: "unheard_of(T) <= 1")
    assert seen_again("x", [product]) == "nothing seen again; 1 it has no rule or no value for"


@pytest.mark.parametrize(
    ("claim", "seen"),
    [(X <= Y, "broken"), (X >= Y, "holds"), (X <= X, "holds"), (Y / (X - X) <= X, "undefined"), (X < X, "broken")],
)
def test_what_the_second_route_says_of_a_relation(claim, seen):
    assert cross_check.status(claim, Instance({}, {"x": Fraction(2), "y": Fraction(1)})) == seen


@pytest.mark.parametrize("identifier", ["riedi.lemma-18", "riedi.lemma-21"])
def test_every_verdict_says_so(identifier):
    evidence = engine.dispatch(catalogue.get(identifier), TINY, 0, "cpu").evidence
    assert "agreed" in evidence["second_route"]
