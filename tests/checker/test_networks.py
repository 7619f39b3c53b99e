"""The checker's model of networks, and its clauses on parts of them, next to those of the suite."""

import copy
import json
import random
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lemmata.catalogue import get
from lemmata.certificates import build, write
from lemmata.checker.format import CertificateError, NotEstablished, conform, fields
from lemmata.checker.text_form import parse_expression
from lemmata.claims import descent as descent_rows
from lemmata.claims import graph, whole_trainings
from lemmata.claims.graph import failure
from lemmata.language import Index, Kind, networks
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_graphs import tree_of
from lemmata.network_checker.network_models import NETWORK, Scene, read_network, read_scene
from lemmata.network_checker.network_program import check_certificate
from lemmata.network_checker.training_runs import velocity
from lemmata.networks.dag import LINEAR, RELU, Dag, leaky, tree_network
from lemmata.networks.gradient_flow import Data
from lemmata.networks.gradient_flow import velocity as their_velocity
from lemmata.networks.random_networks import random_dag
from lemmata.run import engine
from tests.certificates.certificate_samples import examine, flow_certificate, placed, places, resealed, reworded
from tests.checker.oracle import Setting as Theirs
from tests.claims.engine_runs import TINY, check
from tests.claims.test_graph import FALSE, MIXED, about, flipped
from tests.made import statement


def network_of(data):
    return read_network(conform({"shared": [], **data}, NETWORK, "network"))


@pytest.mark.parametrize("seed", range(40))
def test_values_and_velocities_are_those_of_the_suite(seed):
    rng = random.Random(seed)
    net = random_dag(rng, rng.randint(1, 3), rng.randint(0, 5), 0.6, activations=(LINEAR, RELU, leaky()))
    frozen = [e for e in net.edges if rng.random() < 0.2]
    data = {**net.to_dict(), "edges": [[a, b, str(w), (a, b) not in frozen] for (a, b), w in net.weights.items()]}
    theirs, mine = Dag.from_dict(data), network_of(data)
    xs = [[Fraction(rng.randint(-5, 5), rng.randint(1, 3)) for _ in net.inputs] for _ in range(2)]
    assert [mine(x) for x in xs] == [theirs(x) for x in xs]
    s = Scene(mine, "nu", {}, xs, [1, -1])
    slopes = [Fraction(-1), Fraction(-1)]
    pre = [theirs.forward(x).pre for x in xs]
    if any(values[v] == 0 and not a.is_linear for values in pre for v, a in theirs.activations.items()):
        with pytest.raises(NotEstablished, match="kink"):  # at units that nothing reaches, too, which is stricter
            velocity(s, slopes, {})
        return
    wanted = their_velocity(theirs, Data.of(xs, [1, -1]), slopes)
    assert {e: v for e, v in velocity(s, slopes, {}).items() if v} == {e: v for e, v in wanted.items() if v}


PARTS = (
    "le.thm-1.convolutional", "le.thm-1.within-block", "le.thm-1.between-blocks", "le.thm-1.conv-fc",
    "le.thm-1.conv-resnet", "le.thm-1.resnet-fc~reversed", "le.lemma-4", "le.lemma-8",
)  # fmt: skip


def disturbed(cert, rng):
    """The network with an edge less or more, frozen or tied, or other neurons in an array."""
    out = copy.deepcopy(cert)
    network, at = out["network"], out["at"]
    edges, vertices = network["edges"], [*network["inputs"], *network["activations"]]
    match rng.choice(("less", "more", "frozen", "tied", "array", "array", "split")):
        case "less":
            edges.pop(rng.randrange(len(edges)))
        case "more":
            a, b = sorted(rng.sample(range(len(vertices)), 2))
            edges.append([vertices[a], vertices[b], "1", rng.random() < 0.5])
        case "frozen":
            edges[rng.randrange(len(edges))][2:] = ["1", False]
        case "tied":
            group = rng.sample(edges, 2)
            for e in group:
                e[2] = "1"
            network["shared"] = [*network.get("shared", []), [e[:2] for e in group]]
        case "array":
            name = rng.choice(sorted(at))
            at[name] = at[rng.choice(sorted(at))] if rng.random() < 0.5 else [[rng.choice(vertices)]]
        case "split":
            name = rng.choice(sorted(at))
            at[name] = [[v] for position in at[name] for v in position]
    return out


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", PARTS)
def test_clauses_on_parts_hold_where_the_suite_says_so(identifier):
    cert = engine.dispatch(get(identifier), TINY, 0, "cpu").certificate
    rng, seen = random.Random(identifier), set()
    for _ in range(200):
        other = disturbed(cert, rng)
        try:
            s = read_scene(fields(other))
        except (NotEstablished, CertificateError):
            continue  # no such network, or outside the domains of the variables
        theirs = Theirs(other)
        for text, clause in zip(other["text"]["given"], theirs.given, strict=True):
            if text.startswith(("stable", "diff")):
                continue
            try:
                s.establish(parse_expression(text))
                mine = True
            except NotEstablished:
                mine = False
            assert mine is theirs.holds(clause, theirs.net, Data.of(other["data"], other["labels"])), (text, other)
            seen.add(mine)
    assert seen == ({True} if identifier == "le.lemma-4" else {True, False})  # every edge is a layer there


@pytest.mark.parametrize(
    "change",
    [
        {"output": "x"}, {"output": "q"}, {"inputs": ["x", "x"]}, {"inputs": ["a"]}, {"activations": {"a": "relu"}},
        {"edges": [["x", "a", "1", True], ["a", "b", "1", True], ["b", "a", "1", True]]},
        {"edges": [["x", "o", "1", True], ["x", "o", "2", True]]}, {"edges": [["o", "a", "1", True]]},
        {"edges": [["a", "x", "1", True]]}, {"edges": [["x", "a", "1"]]}, {"edges": [["x", "a", 1, True]]},
        {"edges": [["x", "a", "1", 1]]}, {"edges": {}}, {"shared": [[["x", "a"], ["a", "o"]]]}, {"shared": [[]]},
        {"shared": [[["x", "a"]], [["x", "a"]]]}, {"shared": [[["x", "b"], ["a", "b"]]]}, {"more": 1},
        {"activations": {"a": "tanh", "b": "relu", "o": "linear"}}, {"activations": {"a": "leaky:2", "o": "linear"}},
        {"activations": {"a": "leaky:", "b": "relu", "o": "linear"}},
    ],
)  # fmt: skip
def test_what_is_no_network_is_refused(change):
    network = {
        "inputs": ["x"],
        "output": "o",
        "activations": {"a": "relu", "b": "leaky", "o": "linear"},
        "edges": [["x", "a", "1", True], ["a", "b", "2", True], ["b", "o", "1/2", True], ["a", "o", "2", True]],
    }
    assert network_of(network)([Fraction(3)]) == 9
    with pytest.raises(CertificateError):
        network_of({**network, **change})


# --- Certificates of networks at which a claim about them fails: real ones are accepted, forged ones are not


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
    mu = networks.TreeNetwork(NU)
    clause = networks.SameFunction(mu, networks.PathProducts(mu), NU)
    cert = build(about(clause), "graph", network=net, input=["1"], at={}, conjunct=0)
    assert examine(tmp_path, cert) == 1


CLAUSES = [
    networks.IsTree(NU),
    networks.UnitWeights(NU),
    networks.DeterminedBySigns(NU, NU),
    networks.DeterminedBySigns(networks.PathProducts(NU), NU),
    networks.SameFunction(networks.TreeNetwork(NU), networks.PathProducts(networks.TreeNetwork(NU)), NU),
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


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(FALSE)), st.lists(st.tuples(st.integers(0, 10**6), JUNK), min_size=1, max_size=2))
def test_nothing_a_forger_writes_causes_a_traceback(tmp_path, name, changes):
    cert = copy.deepcopy(CERTIFICATES[name])
    for where, junk in changes:
        found = list(places(cert))
        placed(cert, found[where % len(found)], copy.deepcopy(junk))
    code = examine(tmp_path, resealed(cert))
    assert code in (0, 1, 2)
    if code == 0:  # then the claim does fail at the network now in the file
        statement = about(*FALSE[name][:2])
        assert json.dumps(cert["text"]) == json.dumps(statement.text)
        net = Dag.from_dict(cert["network"])
        x = [Fraction(c) for c in cert["input"]]
        assert failure(statement.conjuncts[cert["conjunct"]], net, x) is not None
        assert all(failure(c, net, x) is None for c in statement.hypotheses)


# --- Certificates of drifts along a gradient flow of a network: real ones are accepted, forged ones are not


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
    nu = networks.Network("nu", "layered" if layered else "dag", ("relu",))
    if layered:
        k = Index("l")
        after, before = networks.LayerMatrix(nu, k + 1), networks.LayerMatrix(nu, k)
        claim, same = networks.Conserved(after.T @ after + before @ before.T, nu), networks.SameLayerSlopes(nu, k)
        given = (networks.StableSigns(nu), networks.DifferentiableLoss(), same)
    else:
        u, v = networks.Vertex("u", nu), networks.Vertex("v", nu)
        claim = networks.Conserved(
            networks.Dot(networks.InWeights(u), networks.InWeights(v))
            + networks.Dot(networks.OutWeights(u), networks.OutWeights(v)),
            nu,
        )
        given = (
            networks.StableSigns(nu),
            networks.DifferentiableLoss(),
            networks.SameNeighbours(u, v),
            networks.SameSlopes(u, v),
        )
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


# --- Kind "ray": trajectories along a ray; what they show and what they do not


@pytest.fixture(scope="module")
def ray():
    return whole_trainings.check(get("le.thm-2.eq-15"), TINY, 0).certificate


@pytest.mark.parametrize(
    "hypothesis",
    [
        "diverges(-normF(layer(nu, l)), nu)",  # tends to minus infinity
        "diverges(normF(layer(nu, l)) - normF(layer(nu, l)), nu)",
        "diverges(normF(layer(nu, l)) / normF(layer(nu, l)), nu)",
        "diverges(1 / normF(layer(nu, l)), nu)",
        "diverges(normF(at_start(layer(nu, l))), nu)",
        "diverges(normF(layer(nu, l)), l)",
        "diverges(normF(layer(nu, 9)), nu)",
        "diverges(normF(layer(l, l)), nu)",
        "no_zero_in_limit()",
        "no_zero_in_limit(l)",
        "logistic_loss(nu)",
        "separable_data()",
        "small_initial_risk(nu, nu)",
        "same_layer_slopes(nu, l)",  # each unit answers to one of the two points
        "same_neighbours(nu, l)",
        "signs_kept(nu)",
        "stable_signs(l)",
    ],
)
def test_hypotheses_are_read_whole(ray, hypothesis, tmp_path):
    assert examine(tmp_path, ray) == 0
    assert examine(tmp_path, reworded(ray, given=[hypothesis])) in (1, 2)


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), 1/2, nu)", 0),  # it is 4/5 at all times
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), 4/5, nu)", 1),
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), l, nu)", 0),  # l is 1 here
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), l - 1/5, nu)", 1),
        ("tends_to(norm2(layer(nu, l)), 1, nu)", 1),  # it grows: not seen by this kind
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), 1, l)", 1),
        ("bounded_above(normF(layer(nu, l))**2, nu)", 0),
        ("bounded_above(-normF(layer(nu, l))**2, nu)", 1),
        ("bounded_above(normF(at_start(layer(nu, l)))**2, nu)", 1),
        ("bounded_above(normF(layer(nu, l)) / normF(layer(nu, l)), nu)", 1),
        ("bounded_above(1 / (norm2(layer(nu, l)) - norm2(layer(nu, l))), nu)", 1),  # without a value
        ("stays_below(normF(layer(nu, l)), 2 * normF(at_start(layer(nu, l))), nu)", 1),  # holds up to factor 2
        ("stays_below(normF(layer(nu, l)), normF(layer(nu, l)), nu)", 1),
        ("stays_below(normF(layer(nu, l)), 1, l)", 1),
        ("separable_data(nu)", 1),
        ("norm2(layer(nu, l)) <= 1", 2),
    ],
)
def test_claims_are_read_whole(ray, claim, code, tmp_path):
    found = examine(tmp_path, reworded(ray, claim=[claim], given=[]))
    assert found == code or code and found


def test_a_conjunct_that_is_none_spoils_the_others(ray, tmp_path):
    broken = ray["text"]["claim"][0]
    for other in ("tends_to(norm2(layer(nu, 7)), 1, nu)", "zz(nu)", "tends_to(layer(l, nu), 1, nu)"):
        assert examine(tmp_path, reworded(ray, claim=[broken, other])) in (1, 2)


# --- Kinds "descent" and "leap": steps of gradient descent


@pytest.fixture(scope="module")
def leap():
    return descent_rows.check(get("le.eq-87~ball"), TINY, 0).certificate


@pytest.fixture(scope="module")
def descent():
    return descent_rows.check(get("le.eq-81"), TINY, 0).certificate


def falls(beta):
    """The text of (87) with this constant."""
    return f"risk_change(nu, min(1, 1 / ({beta}))) <= -min(1, 1 / ({beta})) / 2 * gradient_square(nu)"


@pytest.mark.parametrize(
    "text",
    [
        # No network is smooth with a negative constant: the statement would be true of nothing.
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, 0 - 1)"], "claim": [falls("10**20")]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, -1)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, 0 * beta - 1)"]},
        {"given": ["differentiable_loss(nu)", "smooth_in_ball(nu, beta)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(beta, beta)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, beta, beta)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu)"]},
        {"claim": [falls("4 * beta")]},  # a short step, which does descend
        {"claim": [falls("-beta")]},
        {"claim": [falls("0")]},
        {"claim": ["risk_change(beta, nu) <= 0"]},
        {"claim": ["risk_change(nu, 0 - 1) <= -1"]},
        {"claim": ["risk_change(nu, 1) <= gradient_square(beta)"]},
        {"claim": ["gradient_square(nu) < 0"]},
        {"claim": ["0 <= risk_change(nu, 1) <= -1"]},
        {"claim": [falls("gamma")]},
        {"claim": [falls("beta")] * 2},
        {"let": ["nu = network(layered, linear)", "beta = real"]},
        {"let": ["nu = network(layered, linear)", "beta = positive(1)"]},
        {"let": ["nu = network(round, linear)", "beta = positive"]},
        {"let": ["nu = network(layered, sine)", "beta = positive"]},
        {"let": ["nu = network(layered)", "beta = positive"]},
        {"let": ["nu = network(layered, linear)"]},
        {"let": ["nu = network(layered, linear)", "beta = positive", "gamma = positive"]},
    ],
)
def test_hypotheses_and_claims_of_a_leap_are_read_whole(leap, text, tmp_path):
    assert examine(tmp_path, leap) == 0
    assert examine(tmp_path, reworded(leap, **text)) in (1, 2)


def test_other_constants_are_those_of_another_true_statement(leap, tmp_path):
    """Smooth with any constant from 0 on; the step of a smaller constant is as long, being min(1, 1/beta)."""
    assert examine(tmp_path, reworded(leap, given=["differentiable_loss()", "smooth_in_ball(nu, 0)"])) == 0
    assert examine(tmp_path, reworded(leap, claim=[falls("beta / 2")])) == 0


@pytest.mark.parametrize(
    "text",
    [
        {"given": ["signs_kept()", "differentiable_loss()", "same_neighbours(u, v)"]},
        {"given": ["signs_kept(u)", "differentiable_loss()", "same_neighbours(u, v)"]},
        {"given": ["signs_kept(nu, nu)", "differentiable_loss()", "same_neighbours(u, v)"]},
        {"given": ["signs_kept(nu)", "differentiable_loss()", "same_neighbours(u, nu)"]},
        {"given": ["signs_kept(nu)", "differentiable_loss()", "same_slopes(u, v)"]},
        {"given": ["signs_kept(nu)", "differentiable_loss()", "separable_data(nu)"]},
        {"claim": ["descent_balance(dot(w_in(u), w_in(u)) - dot(w_out(u), w_out(u)), nu)"]},  # which is balanced
        {"claim": ["descent_balance(1 / (dot(w_in(u), w_in(v)) - dot(w_in(v), w_in(u))), nu)"]},  # without a value
        {"claim": ["descent_balance(w_in(u), nu)"]},
        {"claim": ["descent_balance(dot(w_in(u), w_in(v)) - dot(w_out(u), w_out(v)), u)"]},
        {"let": ["nu = network(dag, linear, relu)", "u = vertex(nu)", "v = vertex(xi)"]},
        {"let": ["nu = network(dag, linear)", "u = vertex(nu)", "v = vertex(nu)"]},
    ],
)
def test_hypotheses_and_claims_of_a_descent_are_read_whole(descent, text, tmp_path):
    assert examine(tmp_path, descent) == 0
    assert examine(tmp_path, reworded(descent, **text)) in (1, 2)


def test_a_hypothesis_has_to_hold_at_every_step(descent, tmp_path, capsys):
    """Equal slopes are asked for: the units answer differently from the first step on."""
    given = [*descent["text"]["given"], "same_slopes(u, v)"]
    assert examine(tmp_path, reworded(descent, given=given)) == 1
    assert "same_slopes fails" in capsys.readouterr().out
