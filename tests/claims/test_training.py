"""Made-up claims about whole training runs: false ones fall, true ones stand, forged certificates are refused."""

import copy

import pytest

from lemmata.catalogue import get
from lemmata.claims import descent, whole_trainings
from lemmata.language import Index, Kind, norm2, normF, smax, training
from lemmata.language.networks import (
    DifferentiableLoss,
    Dot,
    InWeights,
    LayerMatrix,
    Network,
    OutWeights,
    SameNeighbours,
    StableSigns,
    Vertex,
)
from lemmata.language.verdicts import Verdict
from tests.certificates.certificate_samples import resealed
from tests.claims.engine_runs import TINY, accepted, made
from tests.made import statement

layer = Index("l")


def about(claim, *given, kind=Kind.TRAJECTORY):
    return statement(claim, given, kind, "le.made")


def net(*activations):
    return Network("nu", "layered", activations)


# --- false variants must fall, true ones must not

nu = net("relu")
first = LayerMatrix(nu, layer)
FALSE = [
    training.BoundedAbove(normF(first), nu),
    training.BoundedAbove(norm2(first) ** 2 + normF(first) ** 2, nu),
    training.TendsTo(norm2(first) / normF(first), 0, nu),
    training.TendsTo(smax(first) ** 2 / normF(first) ** 2, 1, nu),
    training.StaysBelow(norm2(first), 2 * norm2(training.AtStart(first)), nu),
]
TRUE = [
    training.BoundedAbove(norm2(first) - normF(first), nu),
    training.BoundedAbove(norm2(first) / normF(first), nu),
    training.StaysBelow(norm2(first), normF(first), nu),
    training.StaysBelow(-norm2(first), -norm2(training.AtStart(first)), nu),
]


@pytest.mark.parametrize("claim", FALSE, ids=str)
def test_made_up_false_claims_fall(tmp_path, claim):
    finding = whole_trainings.check(about(claim, StableSigns(nu)), TINY, 0)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)


@pytest.mark.parametrize("claim", TRUE, ids=str)
def test_made_up_true_claims_stand(claim):
    assert whole_trainings.check(about(claim, StableSigns(nu)), TINY, 0).verdict is Verdict.SUPPORTED


def test_false_balances_of_descent_fall(tmp_path):
    dag = Network("nu", "dag", ("linear",))
    u, v = Vertex("u", dag), Vertex("v", dag)
    given = (training.SignsKept(dag), DifferentiableLoss())
    wrong = training.DescentBalance(Dot(InWeights(v), InWeights(v)) + Dot(OutWeights(v), OutWeights(v)), dag)
    pair = training.DescentBalance(Dot(InWeights(u), InWeights(v)), dag)
    for claim, more in ((wrong, ()), (pair, (SameNeighbours(u, v),))):
        finding = descent.check(about(claim, *given, *more), TINY, 0)
        assert finding.verdict is Verdict.REFUTED
        assert accepted(finding.certificate, tmp_path)


def test_unknown_claims_and_hypotheses_are_errors():
    with pytest.raises(TypeError, match="no hypothesis about gradient flow"):
        whole_trainings.check(about(FALSE[0], training.SignsKept(nu)), TINY, 0)
    with pytest.raises(TypeError, match="no hypothesis about gradient descent"):
        descent.check(about(training.DescentBalance(1, nu), training.Diverges(1, nu)), TINY, 0)
    with pytest.raises(TypeError, match="no claim about gradient flow"):
        whole_trainings.check(made(smax(first) >= 0), TINY, 0)
    (claim,), (_, smooth) = get("le.eq-87~ball").claim, get("le.eq-87~ball").given
    with pytest.raises(TypeError, match="no hypothesis about a step"):
        descent.check(about(claim, training.SeparableData(nu), smooth), TINY, 0)


# --- forged certificates


def forged(cert, **changes):
    out = copy.deepcopy(cert)
    out.update(changes)
    return resealed(out)


@pytest.fixture(scope="module")
def ray_certificate():
    return whole_trainings.check(get("le.cor-1"), TINY, 0).certificate


def test_rays_are_recomputed(tmp_path, ray_certificate):
    cert = ray_certificate
    assert accepted(cert, tmp_path)
    unbalanced, frozen, zero, linear = (copy.deepcopy(cert["network"]) for _ in range(4))
    unbalanced["edges"][0][2] = "2"
    frozen["edges"][0][3] = False
    zero["edges"][0][2] = "0"
    linear["activations"] = dict.fromkeys(linear["activations"], "linear")
    for network in (unbalanced, frozen, zero, linear):
        assert not accepted(forged(cert, network=network), tmp_path)
    for changes in (
        {"labels": [-y for y in cert["labels"]]},
        {"data": [[f"2*{c}" for c in x] for x in cert["data"]]},
        {"data": cert["data"][:1], "labels": cert["labels"][:1]},
        {"separator": ["-1", "0"]},
        {"separator": ["0", "0"]},
        {"at": {"l": 2}},
        {"at": {"l": 3}},
        {"at": {}},
        {"conjunct": 5},
        {"factor": "1/2"},
    ):
        assert not accepted(forged(cert, **changes), tmp_path), changes


def test_data_outside_the_unit_ball_are_refused(tmp_path, ray_certificate):
    doubled = [[str(2 * int(c.split("/")[0])) + "/5" for c in x] for x in ray_certificate["data"]]
    assert not accepted(forged(ray_certificate, data=doubled), tmp_path)


def test_descents_are_recomputed(tmp_path):
    cert = descent.check(get("le.eq-81~relu"), TINY, 0).certificate
    assert accepted(cert, tmp_path)
    network = copy.deepcopy(cert["network"])
    network["edges"][0][2] = "-7/2"
    steps = len(cert["sizes"])
    for changes in (
        {"defect": "1"},
        {"network": network},
        {"sizes": ["0"] * steps, "defect": "0"},
        {"sizes": ["4"] * steps},
        {"sizes": ["-1/16"] * steps},
        {"slopes": [["-5"]] * (steps + 1)},
        {"data": cert["data"] * 2, "labels": cert["labels"] * 2, "slopes": [["-1", "-2"]] * steps},
        {"at": {"u": "o", "v": "o"}},
    ):
        assert not accepted(forged(cert, **changes), tmp_path), changes


def test_leaps_are_recomputed(tmp_path):
    cert = descent.check(get("le.eq-87~ball"), TINY, 0).certificate
    assert accepted(cert, tmp_path)
    for changes in (
        {"weight": "2"},  # the turn lies within the ball: not smooth there
        {"at": {"beta": "4"}},  # a short step, which does descend
        {"at": {"beta": "0"}},
        {"slope": [["1", "-1"]]},
        {"slope": [["2", "1"], ["1", "-1"]]},
        {"slope": [["5", "-1"], ["6", "1"]]},
    ):
        assert not accepted(forged(cert, **changes), tmp_path), changes
