"""The decomposition into path products and a tree of signs, on exact networks; and trees that are wrong."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from numerics.networks.dag import LINEAR, RELU, Dag, fully_connected
from numerics.networks.paths import TreeNetwork, flip_sign, tree_network, unroll
from numerics.networks.sampling import random_dag
from tests.verify import false_variants
from tests.verify.engine_runs import TINY, check
from theorems import catalogue
from theorems.language import Matrix, smax
from theorems.language.networks import IsTree, PathProducts, SameFunction, UnitWeights
from verify import graph
from verify.graph import MIXED, holds
from verify.verdicts import Verdict

LEMMA = catalogue.get("le.lemma-2")
SAME, TREE, UNIT, SIGNS = LEMMA.conjuncts


def networks(count, seed=0):
    rng = random.Random(seed)
    for _ in range(count):
        net = random_dag(rng, rng.randint(1, 3), rng.randint(1, 5), rng.uniform(0.3, 0.7), activations=MIXED)
        yield net, [Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for _ in net.inputs]


def flipped(net):
    """The tree network with the sign of its last edge turned."""
    tree = tree_network(net)
    return flip_sign(tree, tree.net.edges[-1]) if tree.net.edges else tree


def test_lemma_2_is_supported():
    finding = check(LEMMA, TINY)
    assert finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED)
    assert finding.evidence["certified"] == finding.evidence["instances"] >= 2 * TINY.networks
    assert [s["found"] for s in finding.evidence["stages"]] == [0, 0]
    assert len(finding.evidence["conjuncts"]) == 4


@pytest.mark.parametrize("clause", LEMMA.conjuncts, ids=lambda c: type(c).__name__)
def test_each_conjunct_holds_on_random_networks(clause):
    assert all(holds(clause, net, x) for net, x in networks(25))


def test_a_flipped_sign_is_another_function():
    broken = [net for net, x in networks(40) if not holds(SAME, net, x, flipped)]
    assert len(broken) >= 5
    net = fully_connected([[[1]], [[1]]], LINEAR)
    assert holds(SAME, net, [Fraction(1)]) and not holds(SAME, net, [Fraction(1)], flipped)


def test_a_flipped_sign_leaves_tree_and_unit_weights_alone():
    for net, x in networks(10):
        assert holds(TREE, net, x, flipped) and holds(UNIT, net, x, flipped)


def test_weights_left_on_the_tree_are_noticed():
    """Unrolling without the pull-back keeps the weights where they were."""
    net = fully_connected([[[2]], [[3]]], RELU)
    x = [Fraction(1)]
    assert not holds(UNIT, net, x, unroll)
    assert not holds(SAME, net, x, unroll)
    assert holds(TREE, net, x, unroll)


def test_a_shared_neighbour_is_not_a_tree():
    def itself(net):
        return TreeNetwork(net, ())

    diamond = Dag(
        ["x"], "o", {"a": RELU, "b": RELU, "o": LINEAR}, {("x", "a"): 1, ("x", "b"): 1, ("a", "o"): 1, ("b", "o"): 1}
    )
    assert not holds(TREE, diamond, [Fraction(1)], itself)
    assert holds(TREE, diamond, [Fraction(1)])


def test_claims_about_the_network_itself_are_not_read_as_claims_about_its_tree():
    nu, mu = false_variants.nu, false_variants.mu
    net = fully_connected([[[2], [1]], [[1, 1]]], RELU)
    x = [Fraction(1)]
    assert holds(IsTree(mu), net, x) and not holds(IsTree(nu), net, x)
    assert holds(UnitWeights(mu), net, x) and not holds(UnitWeights(nu), net, x)


@pytest.mark.parametrize(
    "clause",
    [
        SameFunction(false_variants.nu, false_variants.h, false_variants.nu),
        SameFunction(false_variants.mu, PathProducts(false_variants.nu), false_variants.mu),
        smax(Matrix("A", 2, 2)) >= 0,
    ],
    ids=str,
)
def test_other_clauses_are_refused(clause):
    net, x = next(networks(1))
    with pytest.raises(TypeError, match="does not know"):
        holds(clause, net, x)


def test_a_failure_names_the_network(monkeypatch):
    monkeypatch.setattr(graph, "has_unit_weights", lambda net: False)
    with pytest.raises(RuntimeError, match=r"unit_weights.* fails for .*'edges'"):
        check(LEMMA, TINY)


def test_small_networks_are_all_of_them_where_the_profile_allows():
    seen = list(graph._small(random.Random(0), replace(TINY, networks=1024)))
    assert len(seen) == 4**6
    assert len({(n.edges, tuple(n.weights.values())) for n in seen}) == 4**6
    assert any(not n.edges for n in seen) and any(0 in n.weights.values() for n in seen)
