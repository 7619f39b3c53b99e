"""Certificates of drifts along a gradient flow of a network: real ones are accepted, forged ones are not."""

import copy
from fractions import Fraction

import pytest

from lemmata.catalogue import get
from lemmata.certificates import build, write
from lemmata.language import Index, Kind
from lemmata.language.networks import (
    Conserved,
    DifferentiableLoss,
    Dot,
    InWeights,
    LayerMatrix,
    Network,
    OutWeights,
    SameLayerSlopes,
    SameNeighbours,
    SameSlopes,
    StableSigns,
    Vertex,
)
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_program import check_certificate
from tests.certificates.certificate_samples import examine, flow_certificate, resealed, reworded
from tests.claims.engine_runs import TINY, check
from tests.made import statement


@pytest.mark.parametrize(
    ("kind", "identifier", "activation"),
    [
        ("pair", "le.lemma-3.eq-5~relu", "relu"),
        ("pair", "le.lemma-3.eq-5~leaky", "leaky:1/2"),
        ("pair", "le.lemma-3.eq-5", "relu"),
        ("layer", "le.thm-1.fully-connected~relu", "relu"),
    ],
)
def test_drifts_of_claimed_invariants_are_accepted(tmp_path, kind, identifier, activation):
    path = write(tmp_path / "c.json", flow_certificate(kind, identifier, activation))
    result = check_certificate(path)
    assert result.accepted, result.lines
    assert "not zero" in result.lines[-2]


def test_forged_drifts_are_rejected(tmp_path, capsys):
    make = flow_certificate
    pair = make("pair", "le.lemma-3.eq-5~relu", "relu")
    wrong = make("pair", "le.lemma-3.eq-5~relu", "relu", rate=Fraction(7))
    assert examine(tmp_path, wrong) == 1
    assert examine(tmp_path, make("pair", "le.lemma-3.eq-5~leaky", "relu")) == 1  # not the activation of the statement
    zero, frozen, kink, cyclic = (copy.deepcopy(pair) for _ in range(4))
    zero["network"]["edges"][0][2] = "0"
    frozen["network"]["edges"][0][3] = False
    kink["data"] = [["0"] * len(x) for x in kink["data"]]
    cyclic["network"]["edges"].append(["h1_1", "h1_1", "1", True])
    for cert, code in ((zero, 1), (frozen, 1), (kink, 1), (cyclic, 2)):
        assert examine(tmp_path, resealed(cert)) == code
    run = {key: pair[key] for key in ("network", "data", "labels", "slopes")}
    vertex = build(get("le.lemma-3.eq-4~relu"), "flow", **run, at={"v": "h1_1"}, rate=Fraction(0))
    assert examine(tmp_path, vertex) == 1  # conserved: the rate is zero
    assert "derivative along the flow is zero" in capsys.readouterr().out


def test_a_vertex_whose_edges_share_a_weight_refutes_nothing(tmp_path, capsys):
    net = {
        "inputs": ["x"],
        "output": "o",
        "activations": {"v": "linear", "o": "linear"},
        "edges": [["x", "v", "1", True], ["v", "o", "1", True], ["x", "o", "1", True]],
        "shared": [[["x", "v"], ["x", "o"]]],  # moves by 2, so that in^2 - out^2 moves by 4 - 2
    }
    statement = get("le.lemma-3.eq-4~linear")
    run = {"network": net, "data": [["1"]], "labels": [1], "slopes": ["-1"]}
    assert examine(tmp_path, build(statement, "flow", **run, at={"v": "v"}, rate=Fraction(2))) == 1
    assert "not in its domain" in capsys.readouterr().out


def test_equal_slopes_are_a_hypothesis_like_the_others(tmp_path, capsys):
    """Where they are asked for, the drift that different slopes cause proves nothing."""
    pair = flow_certificate("pair", "le.lemma-3.eq-5~repaired", "relu")
    layer = flow_certificate("layer", "le.thm-1.fully-connected~repaired", "relu")
    for cert in (pair, layer):
        assert examine(tmp_path, cert) == 1
        assert "slopes fails" in capsys.readouterr().out


@pytest.mark.parametrize("layered", [False, True])
def test_false_claims_under_equal_slopes_are_refuted(tmp_path, layered):
    nu = Network("nu", "layered" if layered else "dag", ("relu",))
    if layered:
        k = Index("l")
        after, before = LayerMatrix(nu, k + 1), LayerMatrix(nu, k)
        claim, same = Conserved(after.T @ after + before @ before.T, nu), SameLayerSlopes(nu, k)
        given = (StableSigns(nu), DifferentiableLoss(), same)
    else:
        u, v = Vertex("u", nu), Vertex("v", nu)
        claim = Conserved(Dot(InWeights(u), InWeights(v)) + Dot(OutWeights(u), OutWeights(v)), nu)
        given = (StableSigns(nu), DifferentiableLoss(), SameNeighbours(u, v), SameSlopes(u, v))
    finding = check(statement(claim, given, Kind.TRAJECTORY, "le.made"), TINY)
    assert finding.verdict is Verdict.REFUTED
    result = check_certificate(write(tmp_path / "c.json", finding.certificate))
    assert result.accepted, result.lines


def test_no_loss_has_two_slopes_at_one_margin(tmp_path, capsys):
    pair = flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu")
    twice = {**pair, "data": pair["data"] * 2, "labels": pair["labels"] * 2, "slopes": ["-1", "-2"]}
    assert examine(tmp_path, resealed(twice)) == 1
    assert "no loss has them" in capsys.readouterr().out


@pytest.mark.parametrize(
    "claim",
    [
        "conserved(lam(layer(nu, 1) @ layer(nu, 1).T), nu)",
        "conserved(smax(layer(nu, 2)), nu)",
        "conserved(det(layer(nu, 2) @ layer(nu, 1)), nu)",
        "conserved(abs(dot(w_in(u), w_in(v))), nu)",
        "conserved(layer(nu, 7), nu)",
        "conserved(1, nu)",
        "conserved(dot(w_in(u), w_in(v), ) - dot(w_out(u), w_out(v)), nu)",
        "conserved(vstack(dot(w_in(u), w_in(v)) - dot(w_out(u), w_out(v))), nu)",
        "conserved(dot(w_in(u), w_out(x)), nu)",
        "smax(layer(nu, 1))",
    ],
)
def test_drifts_of_other_quantities_are_not_established(tmp_path, claim):
    cert = flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu")
    assert examine(tmp_path, reworded(cert, claim=[claim])) in (1, 2)
