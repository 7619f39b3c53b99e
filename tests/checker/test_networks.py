"""The checker's model of networks, and its clauses on parts of them, next to those of the suite."""

import copy
import random
from fractions import Fraction

import pytest

from lemmata.catalogue import get
from lemmata.checker.format import CertificateError, NotEstablished, conform, fields
from lemmata.checker.text_form import parse_expression
from lemmata.network_checker.network_models import NETWORK, Scene, read_network, read_scene
from lemmata.network_checker.training_runs import velocity
from lemmata.networks.dag import LINEAR, RELU, Dag, leaky
from lemmata.networks.gradient_flow import Data
from lemmata.networks.gradient_flow import velocity as their_velocity
from lemmata.networks.random_networks import random_dag
from lemmata.run import engine
from tests.checker.oracle import Setting as Theirs
from tests.claims.engine_runs import TINY


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
