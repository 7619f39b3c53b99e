"""Conservation around shared neurons and over sets of edges: verdicts, the boundary shown, certificates, forgeries."""

import copy
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import trajectory
from lemmata.claims.trajectory import NON_DIFFERENTIABLE, _Search
from lemmata.language import Kind, Matrix, smax
from lemmata.language.architectures import (
    Between,
    Convolution,
    EdgeSet,
    EdgeWeights,
    FreeBlock,
    FullyConnected,
    InProducts,
    IsCut,
    IsLayer,
    Kernel,
    KernelIn,
    Neurons,
    OutputWeights,
    ResidualBlock,
    SameSlopesWithin,
    SomeOutProducts,
)
from lemmata.language.core import Total
from lemmata.language.networks import Conserved, DifferentiableLoss, Dot, Network, StableSigns
from lemmata.language.proof import OnPrinciple, Proof, Step
from lemmata.language.verdicts import Verdict
from lemmata.networks.dag import LINEAR, RELU, Dag, layers_of
from lemmata.networks.gradient_flow import Data, velocity
from lemmata.networks.random_networks import sample_flow_instance, sample_twin_instance
from lemmata.prove.proofs import examine as examine_proof
from tests.certificates.certificate_samples import examine, resealed
from tests.claims.engine_runs import TINY, accepted, check, made
from tests.made import statement
from tests.oracles.flow_invariants import pair_rate_closed_form, twins

ROWS = {
    "le.thm-1.convolutional": "~",
    "le.thm-1.within-block": "~",
    "le.thm-1.between-blocks": "~",
    "le.thm-1.conv-fc": "~",
    "le.thm-1.conv-resnet~stacked": "-",
    "le.thm-1.resnet-fc": "~",
    "le.thm-1.resnet-fc~reversed": "-",
}
FALSE = [*ROWS, *(row + mark + a for row, mark in ROWS.items() for a in ("relu", "leaky"))]
OTHERS = ("le.lemma-4", "le.lemma-4.eq-8", "le.lemma-8", "le.lemma-8~some-position", "le.thm-1.conv-resnet")
nu = Network("nu", "dag")
A, B, C, V = (Neurons(name, nu) for name in "ABCV")
F, G = EdgeSet("F", nu), EdgeSet("G", nu)


def about(claim, *given, network=nu):
    given = (StableSigns(network), DifferentiableLoss(), *given)
    return statement(Conserved(claim, network), given, Kind.TRAJECTORY, "made.flow")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", [*FALSE, *OTHERS])
def test_false_rows_fall_to_a_small_integer_network(identifier, tmp_path):
    finding = check(catalogue.get(identifier), TINY)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
    net = Dag.from_dict(finding.certificate["network"])
    assert len(net.inner) <= 8  # convolutions have two positions at least, which share their kernel
    assert all(w.denominator == 1 and 0 < abs(w) <= 2 for w in net.weights.values())
    drawn = identifier == "le.lemma-8~some-position"  # its signs differ: found among random networks, made plain after
    assert finding.evidence["stages"][-1]["name"] == ("random" if drawn else "smallest")
    assert finding.counterexample["lhs"] != "0" and "hidden" in finding.counterexample["explain"]


def test_an_instance_is_made_plain_only_as_long_as_the_claim_fails():
    found = (sample_flow_instance(random.Random(3), LINEAR, (2, 2, 1), 2),)
    assert not trajectory.readable(found[0])
    assert trajectory.simplest(found, lambda _: None) is found
    plain = trajectory.simplest(found, lambda instance: (instance,))[0]
    assert trajectory.readable(plain) and len(plain.data.xs) == 1
    assert all(w == 1 for w in plain.net.weights.values())


@pytest.mark.parametrize(("row", "mark"), ROWS.items())
def test_the_boundary_is_the_diagonal(row, mark):
    maps = {m["activation"]: m for m in check(catalogue.get(row), replace(TINY, networks=2)).evidence["conserved"]}
    assert set(maps) == {"linear", "relu", "leaky"}
    for name, shown in maps.items():
        assert shown["rows"] == shown["cols"] and len(shown["rows"]) == 3 and shown["because"]
        for i, line in enumerate(shown["entries"]):
            assert line == [name == "linear" or i == j for j in range(3)]


# --- negative controls: one false variant of each kind of claim

FALSE_VARIANTS = {
    "sum for difference": about(
        Between(B, C).T @ Between(B, C) + Between(A, B) @ Between(A, B).T, ResidualBlock(A, B, C), SameSlopesWithin(B)
    ),
    "half of the weights in": about(
        KernelIn(B, C).T @ KernelIn(B, C) - 2 * (Kernel(A, B) @ Kernel(A, B).T), Convolution(A, B), Convolution(B, C)
    ),
    "skip left out": about(
        Between(B, C).T @ Between(B, C) - Between(V, B) @ Between(V, B).T, FreeBlock(A, V, B), FullyConnected(B, C)
    ),
    "one cut alone": about(Dot(EdgeWeights(F), EdgeWeights(F)), IsCut(F)),
    "cut against layer": about(
        Dot(EdgeWeights(F), EdgeWeights(F)) - Dot(EdgeWeights(G), EdgeWeights(G)), IsLayer(F), IsLayer(G)
    ),
    "twice the output": about(
        Dot(EdgeWeights(F), EdgeWeights(F)) - 2 * Dot(OutputWeights(nu), OutputWeights(nu)), IsCut(F)
    ),
}


@pytest.mark.parametrize("wrong", FALSE_VARIANTS.values(), ids=FALSE_VARIANTS)
def test_false_variants_are_refuted_and_certified(wrong, tmp_path):
    finding = check(wrong, TINY)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
    for reason in (OnPrinciple("gradient flow"), OnPrinciple("gradient flow")):
        assert not examine_proof(wrong, Proof("flow", (Step("rate", wrong.claim[0], reason),))).ok


def test_pairs_without_equal_slopes_are_refuted_and_certified(tmp_path):
    v = Neurons("V", nu, 2)
    wrong = about(Total(InProducts(v)) - Total(SomeOutProducts(v)), Convolution(A, v), Convolution(v, C))
    finding = check(wrong, TINY)
    assert finding.verdict is Verdict.REFUTED and accepted(finding.certificate, tmp_path)


def test_what_cannot_be_is_vacuous():
    claim = Between(B, C).T @ Between(B, C) - Between(A, B) @ Between(A, B).T
    finding = check(about(claim, FullyConnected(A, B), FullyConnected(B, C), FreeBlock(A, B, C)), TINY)
    assert finding.verdict is Verdict.VACUOUS


def test_proofs_need_their_hypotheses():
    row = catalogue.get("le.thm-1.convolutional~repaired")
    steps = (Step("rate", row.claim[0], OnPrinciple("gradient flow")),)
    assert examine_proof(row, Proof("flow", steps)).ok
    for k, clause in enumerate(row.given):
        fewer = replace(row, given=row.given[:k] + row.given[k + 1 :])
        assert examine_proof(fewer, Proof("flow", steps)).ok is isinstance(clause, StableSigns), clause
    cut = catalogue.get("le.lemma-4~repaired")
    steps = (Step("rate", cut.claim[0], OnPrinciple("gradient flow")),)
    for k, clause in enumerate(cut.given):
        fewer = replace(cut, given=cut.given[:k] + cut.given[k + 1 :])
        assert examine_proof(fewer, Proof("flow", steps)).ok is isinstance(clause, StableSigns), clause


# --- forged certificates


@pytest.fixture(scope="module")
def printed():
    return check(catalogue.get("le.thm-1.convolutional~relu"), TINY).certificate


def test_other_arrays_are_not_the_parts_they_are_said_to_be(printed, tmp_path, capsys):
    at = printed["at"]
    for change, code in (
        ({"B": [["B1"], ["B2"]]}, 1),  # two positions whose weights are not shared
        ({"B": [["B1"]]}, 1),  # half of the neurons
        ({"B": [["B1", "B1"]]}, 1),
        ({"B": [["B1", "Z"]]}, 1),
        ({"A": at["C"], "C": at["A"]}, 1),
        ({"B": "B1"}, 2),
        ({"B": [["B1", 2]]}, 2),
    ):
        cert = copy.deepcopy(printed)
        cert["at"].update(change)
        assert examine(tmp_path, resealed(cert)) == code, change
    capsys.readouterr()


def test_altered_networks_are_rejected(printed, tmp_path, capsys):
    cases = [copy.deepcopy(printed) for _ in range(5)]
    frozen, zero, tied, leak, rate = cases
    group = [tuple(e) for e in printed["network"]["shared"][0]]
    for edge in frozen["network"]["edges"]:
        edge[3] = edge[3] and tuple(edge[:2]) not in group
    for edge in zero["network"]["edges"]:
        edge[2] = "0" if tuple(edge[:2]) in group else edge[2]
    tied["network"]["edges"][0][2] = "7"  # another weight than that of the edge it is shared with
    leak["network"]["edges"].append(["A1_1", "C1", "1", True])
    rate["rate"][0][1] = "3"
    # A frozen edge shares no parameter with others, and edges that share one have one weight.
    assert [examine(tmp_path, resealed(c)) for c in cases] == [2, 1, 2, 1, 1]
    capsys.readouterr()


def test_vertices_do_not_speak_of_shared_weights(tmp_path, capsys):
    """Else (4), which is proved, could be broken by a network it does not mean."""
    cert = copy.deepcopy(check(catalogue.get("le.lemma-3.eq-5~relu"), TINY).certificate)
    edges = [e[:2] for e in cert["network"]["edges"] if e[2] == "1"]
    cert["network"]["shared"] = [edges[:2]]
    assert examine(tmp_path, resealed(cert)) == 1
    assert "not in its domain vertex" in capsys.readouterr().out


def test_sets_of_edges_that_are_no_layers(tmp_path, capsys):
    cert = check(catalogue.get("le.lemma-4"), TINY).certificate
    for edges, code in (([], 1), ([["x1", "o"], ["x1", "o"]], 1), ([["o", "x1"]], 1), ([["x1"]], 2)):
        forged = copy.deepcopy(cert)
        forged["at"]["F"] = edges
        assert examine(tmp_path, resealed(forged)) == code, edges
    capsys.readouterr()


# --- Conservation along gradient flow: what is kept, what is not, and what the evidence shows

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
        assert search.breaks(instance) is None
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
