"""Certificates of networks at which a claim about them fails: real ones are accepted, forged ones are not."""

import copy
import json
import random
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lemmata.catalogue import get
from lemmata.certificates import build, write
from lemmata.checker.format import conform
from lemmata.claims import graph
from lemmata.claims.graph import failure
from lemmata.language.networks import DeterminedBySigns, IsTree, PathProducts, SameFunction, TreeNetwork, UnitWeights
from lemmata.network_checker.network_graphs import tree_of
from lemmata.network_checker.network_models import NETWORK, read_network
from lemmata.network_checker.network_program import check_certificate
from lemmata.networks.dag import Dag, tree_network
from lemmata.networks.random_networks import random_dag
from tests.certificates.certificate_samples import examine, placed, resealed
from tests.claims.engine_runs import TINY, check
from tests.claims.test_graph import FALSE, MIXED, about, flipped

LEMMA = get("le.lemma-2")
NU = LEMMA.let[0]
CERTIFICATES = {name: check(about(claim, given_), TINY).certificate for name, (claim, given_, _) in FALSE.items()}


@pytest.mark.parametrize("name", FALSE)
def test_counterexamples_are_accepted(tmp_path, name):
    result = check_certificate(write(tmp_path / "c.json", CERTIFICATES[name]))
    assert result.accepted and result.lines[-1] == "violation established", result.lines


@pytest.mark.parametrize("seed", range(30))
def test_the_tree_built_from_paths_is_the_one_built_by_pulling_weights_back(seed):
    """Two constructions of mu, one by the definitions of the paper's appendix, one from its result."""
    rng = random.Random(seed)
    net = random_dag(rng, rng.randint(0, 3), rng.randint(0, 5), rng.uniform(0.2, 0.7), activations=MIXED)
    mine, theirs = (
        tree_of(read_network(conform({"shared": [], **net.to_dict()}, NETWORK, "network"))),
        tree_network(net).net,
    )
    assert (tuple(mine.inputs), mine.output) == (theirs.inputs, theirs.output)
    assert mine.weights == theirs.weights
    assert mine.slopes == {v: a.negative_slope for v, a in theirs.activations.items()}
    x = [Fraction(rng.randint(-3, 3)) for _ in mine.inputs]
    assert mine(x) == theirs(x)


def test_the_true_lemma_is_not_refuted_whatever_the_engine_says(tmp_path):
    """The engine is made to build wrong trees; the checker builds its own."""
    finding = graph.check(LEMMA, TINY, 0, flipped)
    assert examine(tmp_path, finding.certificate) == 1
    rng = random.Random(0)
    for _ in range(20):
        net = random_dag(rng, rng.randint(1, 3), rng.randint(1, 4), 0.5, activations=MIXED)
        x = [Fraction(rng.randint(-4, 4), 2) for _ in net.inputs]
        for k in range(len(LEMMA.conjuncts)):
            cert = build(LEMMA, "graph", network=net.to_dict(), input=x, at={}, conjunct=k)
            assert examine(tmp_path, cert) == 1


def skip(network):
    network["edges"].append([network["inputs"][0], network["output"], "1", True])


def changed(name, change):
    cert = copy.deepcopy(CERTIFICATES[name])
    change(cert)
    return resealed(cert)


@pytest.mark.parametrize(
    ("name", "change", "code"),
    [
        ("the network is a tree", lambda c: c["network"]["edges"].pop(), 1),
        ("the network is a tree", lambda c: c.update(input=[]), 2),
        ("the network is a tree", lambda c: c.update(input="1"), 2),
        ("the network is a tree", lambda c: c.update(conjunct=1), 2),
        ("the network is a tree", lambda c: c.update(witness={"cycle": ["x", "b", "o"]}), 2),
        ("the network is a tree", lambda c: c["network"]["edges"][0].__setitem__(0, "y"), 2),
        ("the network is a tree", lambda c: c["network"]["activations"].update(b="sigmoid"), 2),
        ("the network is a tree", lambda c: c["network"].update(inputs=["x\nviolation established"]), 2),
        ("the layered network is a tree", lambda c: skip(c["network"]), 1),
        ("the layered network is a tree", lambda c: c["network"]["activations"].update(o="leaky"), 1),
        ("the network has unit weights", lambda c: c["network"]["edges"][0].__setitem__(2, "-1"), 1),
        ("the path products are lost", lambda c: c.update(input=["0"]), 1),
        ("the path products are lost", lambda c: c["network"]["edges"][0].__setitem__(2, "1"), 1),
        ("the signs give the path products", lambda c: c.update(input=["0"]), 1),
        ("the second of two", lambda c: c.update(conjunct=0), 1),
        ("the second of two", lambda c: c.update(conjunct=True), 2),
        ("under a hypothesis", lambda c: c["network"]["activations"].update(z="linear"), 1),
    ],
)
def test_forged_and_sealed_again(tmp_path, capsys, name, change, code):
    assert examine(tmp_path, changed(name, change)) == code
    captured = capsys.readouterr()
    assert (captured.out + captured.err).count("\n") == 1


def test_a_network_with_too_many_paths_is_not_established(tmp_path):
    n = 40
    vertices = ["x", *(f"v{k}" for k in range(n)), "o"]
    edges = [[a, b, "2", True] for k, a in enumerate(vertices) for b in vertices[k + 1 : k + 3]]
    net = {"inputs": ["x"], "output": "o", "activations": dict.fromkeys(vertices[1:], "relu"), "edges": edges}
    mu = TreeNetwork(NU)
    clause = SameFunction(mu, PathProducts(mu), NU)
    cert = build(about(clause), "graph", network=net, input=["1"], at={}, conjunct=0)
    assert examine(tmp_path, cert) == 1


CLAUSES = [
    IsTree(NU),
    UnitWeights(NU),
    DeterminedBySigns(NU, NU),
    DeterminedBySigns(PathProducts(NU), NU),
    SameFunction(TreeNetwork(NU), PathProducts(TreeNetwork(NU)), NU),
    *LEMMA.conjuncts,
]


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6), st.sampled_from(CLAUSES))
def test_accepted_exactly_where_the_claim_fails(tmp_path, seed, clause):
    rng = random.Random(seed)
    net = random_dag(rng, rng.randint(1, 2), rng.randint(0, 3), 0.6, activations=MIXED)
    x = [Fraction(rng.randint(-3, 3), rng.randint(1, 2)) for _ in net.inputs]
    cert = build(about(clause), "graph", network=net.to_dict(), input=x, at={}, conjunct=0)
    assert examine(tmp_path, cert) == (1 if failure(clause, net, x) is None else 0)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.sampled_from(["", "x", "o", "0", "-1", "1/2", "1/0", "relu", "leaky:2", "leaky:1/9", "\ud800", "9" * 600]),
    st.sampled_from(["is_tree(nu)", "unit_weights(x)", "is_tree()", "determined_by_signs(nu)", "same_function(nu)"]),
    st.lists(st.sampled_from(["x", "o", ["x", "o"], ["x", "o", "1", True], 3, None]), max_size=3),
    st.dictionaries(st.sampled_from(["x", "o", "edge", "at"]), st.sampled_from(["relu", [], 1]), max_size=2),
)


def places_in(value, path=()):
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places_in(item, (*path, key))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(FALSE)), st.lists(st.tuples(st.integers(0, 10**6), JUNK), min_size=1, max_size=2))
def test_nothing_a_forger_writes_causes_a_traceback(tmp_path, name, changes):
    cert = copy.deepcopy(CERTIFICATES[name])
    for where, junk in changes:
        places = [p for p in places_in(cert) if p]
        placed(cert, places[where % len(places)], copy.deepcopy(junk))
    code = examine(tmp_path, resealed(cert))
    assert code in (0, 1, 2)
    if code == 0:  # then the claim does fail at the network now in the file
        statement = about(*FALSE[name][:2])
        assert json.dumps(cert["text"]) == json.dumps(statement.text)
        net = Dag.from_dict(cert["network"])
        x = [Fraction(c) for c in cert["input"]]
        assert failure(statement.conjuncts[cert["conjunct"]], net, x) is not None
        assert all(failure(c, net, x) is None for c in statement.hypotheses)
