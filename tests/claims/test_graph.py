"""The decomposition into path products and a tree of signs, on exact networks; and trees that are wrong."""

import copy
import random
from fractions import Fraction
from functools import partial

import pytest

from lemmata import catalogue
from lemmata.claims import graph
from lemmata.claims.graph import failure, holds
from lemmata.language import Kind, Matrix, Statement, smax, unrolling
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
from lemmata.language.networks import TreeNetwork as Mu
from lemmata.language.verdicts import Verdict
from lemmata.networks.dag import LINEAR, RELU, Dag, TreeNetwork, fully_connected, tree_network
from lemmata.networks.random_networks import random_dag
from tests.certificates.certificate_samples import examine, resealed
from tests.claims.engine_runs import TINY, accepted, check
from tests.made import statement
from tests.oracles.tree_networks import flip_sign
from theorems.le2022 import section3_decomposition

MIXED = tuple(graph.ACTIVATIONS.values())
LEMMA = catalogue.get("le.lemma-2")
SAME, TREE, UNIT, SIGNS = LEMMA.conjuncts
nu, mu, h = section3_decomposition.nu, section3_decomposition.mu, section3_decomposition.h


def networks(count, seed=0):
    rng = random.Random(seed)
    for _ in range(count):
        net = random_dag(rng, rng.randint(1, 3), rng.randint(1, 5), rng.uniform(0.3, 0.7), activations=MIXED)
        yield net, [Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for _ in net.inputs]


def flipped(net):
    """The tree network with the sign of its last edge turned."""
    tree = tree_network(net)
    return flip_sign(tree, tree.net.edges[-1]) if tree.net.edges else tree


def test_a_shared_neighbour_is_not_a_tree():
    def itself(net):
        return TreeNetwork(net, ())

    diamond = Dag(
        ["x"], "o", {"a": RELU, "b": RELU, "o": LINEAR}, {("x", "a"): 1, ("x", "b"): 1, ("a", "o"): 1, ("b", "o"): 1}
    )
    assert not holds(TREE, diamond, [Fraction(1)], itself)
    assert holds(TREE, diamond, [Fraction(1)])


def test_claims_about_the_network_itself_are_not_read_as_claims_about_its_tree():
    net = fully_connected([[[2], [1]], [[1, 1]]], RELU)
    x = [Fraction(1)]
    assert holds(IsTree(mu), net, x) and not holds(IsTree(nu), net, x)
    assert holds(UnitWeights(mu), net, x) and not holds(UnitWeights(nu), net, x)


@pytest.mark.parametrize(
    "clause",
    [
        SameFunction(nu, h, nu),
        SameFunction(mu, PathProducts(nu), mu),
        SameFunction(Mu(mu), h, nu),
        SameFunction(mu, PathProducts(Mu(mu)), nu),
        IsTree(h),
        UnitWeights(Mu(mu)),
        DeterminedBySigns(Mu(mu), nu),
        smax(Matrix("A", 2, 2)) >= 0,
    ],
    ids=str,
)
def test_other_clauses_are_refused(clause):
    net, x = next(networks(1))
    with pytest.raises(TypeError, match="does not know"):
        holds(clause, net, x)


layered = Network("nu", "layered", ("relu",))


def about(claim, given=()):
    return Statement(id="le.made", title="", source=LEMMA.source, kind=Kind.GRAPH, claim=claim, given=given)


FALSE = {
    "the network is a tree": (IsTree(nu), (), 3),
    "the layered network is a tree": (IsTree(layered), (), 4),
    "the network has unit weights": (UnitWeights(nu), (), 2),
    "the path products are lost": (SameFunction(mu, PathProducts(mu), nu), (), 2),
    "the path products are lost, layered": (SameFunction(Mu(layered), PathProducts(Mu(layered)), layered), (), 2),
    "the signs give the network": (DeterminedBySigns(nu, nu), (), 2),
    "the signs give the path products": (DeterminedBySigns(h, nu), (), 2),
    "the second of two": ((IsTree(mu), UnitWeights(nu)), StableSigns(nu), 2),
    "under a hypothesis": (UnitWeights(nu), IsTree(nu), 2),
}


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("seed", [0, 7])
def test_false_variants_are_refuted_by_a_network_one_can_check_by_hand(name, seed):
    claim, given, vertices = FALSE[name]
    finding = check(about(claim, given), TINY, seed)
    assert finding.verdict is Verdict.REFUTED
    cert, shown = finding.certificate, finding.counterexample
    net, x = Dag.from_dict(cert["network"]), [Fraction(c) for c in cert["input"]]
    conjunct = cert["conjunct"]
    statement = about(claim, given)
    assert failure(statement.conjuncts[conjunct], net, x) is not None
    assert all(holds(c, net, x) for c in statement.hypotheses)
    assert len(net.vertices) == vertices and len(net.live) == vertices
    assert set(net.weights.values()) <= {1, 2} and all(c == 1 for c in x)
    assert shown["conjunct"] == conjunct and shown["lhs"] != shown["rhs"] and len(shown["explain"]) < 250
    status = [c["status"] for c in finding.evidence["conjuncts"]]
    assert status[conjunct] == "broken" and status.count("broken") == 1
    assert finding.evidence["stages"][-1]["name"] == "shrink"
    assert finding.evidence["instances"] + finding.evidence["out_of_domain"] == finding.evidence["generated"]


def test_a_wrong_construction_is_noticed_by_the_engine():
    """Trees with a sign turned: the lemma fails, first of all as an equality of functions."""
    finding = graph.check(LEMMA, TINY, 0, flipped)
    assert finding.verdict is Verdict.REFUTED
    assert finding.certificate["conjunct"] == 0


def test_statements_about_more_than_one_network_are_refused():
    with pytest.raises(TypeError, match="one network"):
        check(about((IsTree(mu), UnitWeights(Mu(Network("xi", "dag"))))), TINY)
    with pytest.raises(TypeError, match="one network and one vertex"):
        check(about((IsTree(mu), StableSigns(Vertex("v", nu)), StableSigns(Vertex("w", nu)))), TINY)
    with pytest.raises(TypeError, match="does not know"):
        check(about((IsTree(mu), StableSigns(Vertex("v", nu)))), TINY)


# --- Appendix B of le2022: unrolling and pull-back hold, variants of them fall, and certificates show it


dag = Network("nu")
absolute, tau = unrolling.AbsoluteTree(dag), unrolling.UnrolledNetwork(dag)
v, i = Vertex("v", dag), unrolling.InputVertex("i", dag)
claimed = partial(statement, kind=Kind.GRAPH, name="made.graph")
SKIP = Dag(["x"], "o", {"a": RELU, "o": LINEAR}, {("x", "a"): 2, ("x", "o"): 1, ("a", "o"): -3})


FALSE_UNROLLED = {
    "weights left on the tree": claimed(UnitWeights(tau)),
    "unrolled weights depend on more than signs": claimed(DeterminedBySigns(tau, dag)),
    "coordinates instead of products": claimed(SameFunction(absolute, unrolling.PathInputs(dag), dag)),
    "products counted twice": claimed(SameFunction(tau, unrolling.AbsolutePathProducts(dag), dag)),
    "weights pulled to unit size": claimed(UnitWeights(unrolling.PulledBack(dag, v)), unrolling.SingleOut(v)),
    "input not scaled": claimed(SameFunction(unrolling.PulledBack(dag, i), dag), unrolling.SingleOut(i)),
    "pulled back from signs": claimed(DeterminedBySigns(unrolling.PulledBack(dag, v), dag), unrolling.SingleOut(v)),
    "a vertex makes a tree": claimed(IsTree(unrolling.PulledBack(dag, v)), unrolling.SingleOut(v)),
}


@pytest.mark.parametrize("wrong", FALSE_UNROLLED.values(), ids=FALSE_UNROLLED)
def test_false_variants_are_refuted_and_certified(wrong, tmp_path):
    finding = check(wrong, TINY)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
    assert len(finding.certificate["network"]["edges"]) <= 4


def test_what_cannot_be_is_vacuous():
    """Among layered networks few are trees with unit weights: too few of those drawn meet the hypotheses."""
    chain = Network("nu", "layered", ("relu",))
    u = Vertex("v", chain)
    given = (unrolling.SingleOut(u), StableSigns(chain), UnitWeights(chain), IsTree(chain))
    finding = check(claimed(SameFunction(unrolling.PulledBack(chain, u), chain), given), TINY)
    assert finding.verdict is Verdict.VACUOUS


def test_inputs_of_another_kind_are_refused():
    assert failure(SameFunction(absolute, PathProducts(dag), dag), SKIP, [1]) is not None  # weights would count twice
    with pytest.raises(TypeError, match="is fed"):
        failure(SameFunction(unrolling.PulledBack(dag, v), unrolling.ScaledInput(dag, v), dag), SKIP, [1], at="a")


def test_forged_vertices_are_rejected(tmp_path, capsys):
    cert = check(FALSE_UNROLLED["weights pulled to unit size"], TINY).certificate
    for at, code in (({"v": "o"}, 1), ({"v": "nowhere"}, 1), ({}, 2), ({"v": "v1", "w": "v1"}, 2), ({"v": 1}, 2)):
        forged = {**copy.deepcopy(cert), "at": at}
        assert examine(tmp_path, resealed(forged)) == code, at
    missing = copy.deepcopy(cert)
    del missing["at"]
    assert examine(tmp_path, resealed(missing)) == 2
    capsys.readouterr()
