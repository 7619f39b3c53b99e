"""The mutants of the catalogue: named, unique, each different from its statement in one place."""

from __future__ import annotations

import dataclasses

import pytest

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.mutants.operators import OPERATORS
from lemmata.mutants.variants import VARIANT, Variant, find, skipped, variants

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
