"""Counterexamples are made small: the smallest known ones are reached, and large random ones become integers."""

from fractions import Fraction

import pytest

from lemmata.language.instance import Instance
from tests.claims import false_variants
from tests.claims.engine_runs import NARROW, check
from tests.shrink.ugly import simple, ugly

FALSE = {s.id: s for s in false_variants.FALSE}


def entries(instance):
    """All numbers of an instance or of a counterexample."""
    values = instance.values if isinstance(instance, Instance) else instance["values"]
    return [Fraction(x) for v in values.values() for row in (v if isinstance(v, list) else [[v]]) for x in row]


@pytest.mark.parametrize(
    ("name", "dims"),
    [
        ("riedi.prop-4.triangle~smallest", {"n": 5}),
        ("riedi.lemma-21~square-lost", {"n": 4}),
        ("riedi.prop-26~transpose-lost", {"n": 4}),
        ("riedi.cor-7~transpose-lost", {"n": 3}),
        ("classical.scaling~hypothesis-dropped", {"n": 4}),
        ("zhao.lemma-1~factor-lost", {"m": 5, "d": 3, "k": 4}),
        ("zhao.eq-5~factors-swapped", {"L": 3, "d": 3, "m": 3, "k": 3}),
    ],
)
def test_a_large_random_violation_becomes_small_integers(name, dims):
    start = ugly(FALSE[name], dims)
    concrete, small, _ = simple(FALSE[name], start)
    assert sum(concrete.dims.values()) < sum(dims.values())
    assert all(x.denominator <= 2 for x in entries(small))
    assert sum(map(bool, entries(small))) <= sum(map(bool, entries(start[1]))) / 4
    assert max(map(abs, entries(small))) <= 2


@pytest.mark.parametrize("name", ["riedi.lemma-21~square-lost", "riedi.prop-25.eq-58~squares-lost"])
def test_a_clear_violation_stays_clear(name):
    finding = check(FALSE[name], NARROW)
    assert finding.evidence["min_slack"] < -0.01
