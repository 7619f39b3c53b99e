"""Conservation along gradient flow: what is kept, what is not, and what the evidence shows."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import trajectory
from lemmata.claims.trajectory import NON_DIFFERENTIABLE, _Search
from lemmata.language import Kind, Matrix, smax
from lemmata.language.verdicts import Verdict
from lemmata.networks.dag import LINEAR, RELU, Dag, layers_of
from lemmata.networks.gradient_flow import Data, velocity
from lemmata.networks.random_networks import sample_twin_instance
from tests.claims.engine_runs import TINY, accepted, check, made
from tests.oracles.flow_invariants import pair_rate_closed_form, twins

EQ_5 = ("le.lemma-3.eq-5", "le.lemma-3.eq-5~relu", "le.lemma-3.eq-5~leaky")
LAYERS = ("le.thm-1.fully-connected", "le.thm-1.fully-connected~relu", "le.thm-1.fully-connected~leaky")


@pytest.mark.parametrize("identifier", [*EQ_5, *LAYERS])
def test_two_hidden_units_and_integer_weights_refute(identifier, tmp_path):
    finding = check(catalogue.get(identifier), TINY)
    assert finding.verdict is Verdict.REFUTED
    cert = finding.certificate
    net = Dag.from_dict(cert["network"])
    assert len(net.inner) == 2
    assert all(w.denominator == 1 and 0 < abs(w) <= 2 for w in net.weights.values())
    assert all(abs(int(x)) <= 1 for point in cert["data"] for x in point)
    assert finding.evidence["min_slack"] is None
    assert finding.evidence["stages"][-1]["found"] == 1
    assert accepted(cert, tmp_path)


@pytest.mark.parametrize("identifier", EQ_5)
def test_the_certified_rate_is_the_closed_form(identifier):
    """Rate of (5) for two units: -(1/n) sum of loss' y (s_u - s_v) (B_u p_v - B_v p_u)."""
    cert = check(catalogue.get(identifier), TINY).certificate
    net, data = Dag.from_dict(cert["network"]), Data.of(cert["data"], cert["labels"])
    u, v = (cert["at"][name] for name in ("u", "v"))
    rate = pair_rate_closed_form(net, u, v, data, [Fraction(d) for d in cert["slopes"]])
    assert rate == Fraction(cert["rate"]) != 0


def test_hypotheses_are_shown_met_and_missed():
    shown = check(catalogue.get("le.lemma-3.eq-5~repaired"), TINY).evidence["hypotheses"]
    texts = [h["text"] for h in shown]
    assert texts == ["stable_signs(nu)", "differentiable_loss()", "same_neighbours(u, v)", "same_slopes(u, v)"]
    stable, loss, _, slopes = shown
    assert all(h["met"] and h["example_met"] for h in shown)
    assert 0 not in map(Fraction, stable["example_met"]["values"].values())
    assert 0 in map(Fraction, stable["example_missed"]["values"].values())
    assert loss["example_missed"] == NON_DIFFERENTIABLE
    assert slopes["missed"] and slopes["example_missed"] != slopes["example_met"]


def test_units_of_different_slopes_are_not_admitted():
    (claim,) = catalogue.get("le.lemma-3.eq-5~repaired").claim
    rng = random.Random(0)
    for admitted in (True, False):
        search = _Search(catalogue.get("le.lemma-3.eq-5~repaired"), claim)
        instance = twins(rng, admitted, RELU, inner=1, inputs=1)
        assert instance.net.inner == ("u", "v")
        assert search.try_instance(instance) is None
        assert (search.places > 0) is admitted
        assert (not search.missed) is admitted


def test_every_place_a_claim_speaks_of_is_tried():
    rng = random.Random(1)
    pair, vertex, layer = (catalogue.get(i) for i in ("le.lemma-3.eq-5~linear", "le.lemma-3.eq-4", LAYERS[0]))
    alike = sample_twin_instance(rng, LINEAR, inner=1)
    speed = velocity(alike.net, alike.data, alike.derivatives)
    found = [list(_Search(s, s.claim[0]).places_of(alike.net, speed)) for s in (pair, vertex)]
    assert [p.vertices for p in found[0]] == [{"u": "u", "v": "v"}, {"u": "v", "v": "u"}]
    assert [p.vertices["v"] for p in found[1]] == list(alike.net.inner)
    deep = trajectory.sample_flow_instance(rng, RELU, (2, 2, 3, 1), 1)
    places = list(_Search(layer, layer.claim[0]).places_of(deep.net, velocity(deep.net, deep.data, deep.derivatives)))
    assert [p.layers for p in places] == [{"l": 1}, {"l": 2}, {"l": 3}]
    assert len(layers_of(deep.net)) == 4


def test_other_claims_are_refused():
    A = Matrix("A", 2, 2)
    with pytest.raises(TypeError, match="reads conserved"):
        trajectory.check(replace(made(smax(A) >= 0), kind=Kind.TRAJECTORY), TINY, 0)
