"""Appendix B of le2022: unrolling and pull-back hold, variants of them fall, and certificates show it."""

import copy
from functools import partial

import pytest

from lemmata.claims.graph import failure
from lemmata.language import Kind
from lemmata.language.networks import (
    DeterminedBySigns,
    IsTree,
    Network,
    PathProducts,
    SameFunction,
    StableSigns,
    UnitWeights,
    Vertex,
)
from lemmata.language.unrolling import (
    AbsolutePathProducts,
    AbsoluteTree,
    InputVertex,
    PathInputs,
    PulledBack,
    ScaledInput,
    SingleOut,
    UnrolledNetwork,
)
from lemmata.language.verdicts import Verdict
from lemmata.networks.dag import LINEAR, RELU, Dag
from tests.certificates.certificate_samples import examine, resealed
from tests.claims.engine_runs import TINY, accepted, check
from tests.made import statement

nu = Network("nu")
mu, tau = AbsoluteTree(nu), UnrolledNetwork(nu)
v, i = Vertex("v", nu), InputVertex("i", nu)
about = partial(statement, kind=Kind.GRAPH, name="made.graph")
SKIP = Dag(["x"], "o", {"a": RELU, "o": LINEAR}, {("x", "a"): 2, ("x", "o"): 1, ("a", "o"): -3})


FALSE = {
    "weights left on the tree": about(UnitWeights(tau)),
    "unrolled weights depend on more than signs": about(DeterminedBySigns(tau, nu)),
    "coordinates instead of products": about(SameFunction(mu, PathInputs(nu), nu)),
    "products counted twice": about(SameFunction(tau, AbsolutePathProducts(nu), nu)),
    "weights pulled to unit size": about(UnitWeights(PulledBack(nu, v)), SingleOut(v)),
    "input not scaled": about(SameFunction(PulledBack(nu, i), nu), SingleOut(i)),
    "pulled back from signs": about(DeterminedBySigns(PulledBack(nu, v), nu), SingleOut(v)),
    "a vertex makes a tree": about(IsTree(PulledBack(nu, v)), SingleOut(v)),
}


@pytest.mark.parametrize("wrong", FALSE.values(), ids=FALSE)
def test_false_variants_are_refuted_and_certified(wrong, tmp_path):
    finding = check(wrong, TINY)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
    assert len(finding.certificate["network"]["edges"]) <= 4


def test_what_cannot_be_is_vacuous():
    """Among layered networks few are trees with unit weights: too few of those drawn meet the hypotheses."""
    chain = Network("nu", "layered", ("relu",))
    u = Vertex("v", chain)
    given = (SingleOut(u), StableSigns(chain), UnitWeights(chain), IsTree(chain))
    finding = check(about(SameFunction(PulledBack(chain, u), chain), given), TINY)
    assert finding.verdict is Verdict.VACUOUS


def test_inputs_of_another_kind_are_refused():
    assert failure(SameFunction(mu, PathProducts(nu), nu), SKIP, [1]) is not None  # weights would count twice
    with pytest.raises(TypeError, match="is fed"):
        failure(SameFunction(PulledBack(nu, v), ScaledInput(nu, v), nu), SKIP, [1], at="a")


def test_forged_vertices_are_rejected(tmp_path, capsys):
    cert = check(FALSE["weights pulled to unit size"], TINY).certificate
    for at, code in (({"v": "o"}, 1), ({"v": "nowhere"}, 1), ({}, 2), ({"v": "v1", "w": "v1"}, 2), ({"v": 1}, 2)):
        forged = {**copy.deepcopy(cert), "at": at}
        assert examine(tmp_path, resealed(forged)) == code, at
    missing = copy.deepcopy(cert)
    del missing["at"]
    assert examine(tmp_path, resealed(missing)) == 2
    capsys.readouterr()
