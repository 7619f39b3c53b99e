"""Conservation along gradient flow: what is kept, what is not, and what the evidence shows."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import trajectory
from lemmata.language import Kind, Matrix, smax
from lemmata.language.verdicts import Verdict
from lemmata.networks.dag import Dag
from lemmata.networks.gradient_flow import Data
from tests.claims.engine_runs import TINY, accepted, check, made
from tests.oracles.flow_invariants import pair_rate_closed_form

EQ_5 = ("le.lemma-3.eq-5", "le.lemma-3.eq-5~relu", "le.lemma-3.eq-5~leaky")
LAYERS = ("le.thm-1.fully-connected", "le.thm-1.fully-connected~relu", "le.thm-1.fully-connected~leaky")
KEPT = (
    "le.lemma-3.eq-4",
    "le.lemma-3.eq-4~linear",
    "le.lemma-3.eq-4~leaky",
    "le.lemma-3.eq-5~linear",
    "le.lemma-3.eq-5~repaired",
    "le.thm-1.fully-connected~linear",
    "le.thm-1.fully-connected~repaired",
)


@pytest.mark.parametrize("identifier", KEPT)
def test_rates_are_zero(identifier):
    finding = check(catalogue.get(identifier), TINY)
    assert finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED)
    assert finding.evidence["places"] >= finding.evidence["certified"] >= 3
    assert finding.evidence["min_slack"] == 0
    assert [s["found"] for s in finding.evidence["stages"]] == [0, 0]


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


def test_other_claims_are_refused():
    A = Matrix("A", 2, 2)
    with pytest.raises(TypeError, match="reads conserved"):
        trajectory.check(replace(made(smax(A) >= 0), kind=Kind.TRAJECTORY), TINY, 0)
