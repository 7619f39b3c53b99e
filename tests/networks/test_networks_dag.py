"""The DAG network: exact forward pass, validation, degenerate shapes, layers, JSON."""

import json
import random
from fractions import Fraction as F

import pytest

from lemmata.networks.dag import (
    LINEAR,
    RELU,
    Activation,
    Dag,
    as_rational,
    fully_connected,
    layer_matrices,
    leaky,
    weight_matrix,
)
from lemmata.networks.random_networks import random_dag, random_data, random_fully_connected


def chain(activation=RELU, weight=2):
    return Dag(["x"], "o", {"h": activation, "o": LINEAR}, {("x", "h"): weight, ("h", "o"): 3})


def test_forward_by_hand():
    net = fully_connected([[[1, -2], [F(1, 2), 1]], [[3, -1]]], leaky("1/4"))
    run = net.forward([1, 1])
    assert run.pre["h1_1"] == -1 and run.post["h1_1"] == F(-1, 4)
    assert run.pre["h1_2"] == run.post["h1_2"] == F(3, 2)
    assert run.output == net([1, 1]) == F(-9, 4)
    assert layer_matrices(net) == [[[1, -2], [F(1, 2), 1]], [[3, -1]]]


def test_skip_connection():
    net = Dag(["x"], "o", {"h": RELU, "o": LINEAR}, {("x", "h"): -1, ("h", "o"): 5, ("x", "o"): 2})
    assert [net([1]), net([-1])] == [2, 3]
    with pytest.raises(ValueError, match="not a fully-connected"):
        layer_matrices(net)


@pytest.mark.parametrize("activation, value", [(LINEAR, -3), (RELU, 0), (leaky(), F(-3, 4))])
def test_output_activation(activation, value):
    net = fully_connected([[[-3]]], output_activation=activation)
    assert net([1]) == value and net.inner == () and layer_matrices(net) == [[[-3]]]


def test_dead_units_change_nothing():
    net = Dag(
        ["x", "unused"],
        "o",
        {"source": RELU, "after": RELU, "sink": RELU, "h": RELU, "o": LINEAR},
        {("x", "h"): 1, ("h", "o"): 2, ("source", "after"): 7, ("after", "o"): 7, ("x", "sink"): 1},
    )
    assert net([3, 9]) == 6 and net.live == {"x", "h", "o"}
    assert net.kinks([3, 9]) == () and net.kinks([0, 9]) == ("h",)


def test_network_without_inputs_is_zero():
    net = Dag([], "o", {"o": RELU}, {})
    assert net([]) == 0 and net.kinks([]) == ()


def test_zero_weight_gives_kink_in_relu_only():
    assert chain(RELU, 0).kinks([1]) == ("h",)
    assert chain(LINEAR, 0).kinks([1]) == ()


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((["x"], "o", {"o": LINEAR}, {("x", "y"): 1}), "unknown end"),
        ((["x"], "x", {"o": LINEAR}, {}), "output"),
        ((["x"], "o", {"h": LINEAR}, {}), "output"),
        ((["x", "x"], "o", {"o": LINEAR}, {}), "duplicate"),
        ((["o"], "o", {"o": LINEAR}, {}), "duplicate"),
        ((["x"], "o", {"h": RELU, "o": RELU}, {("h", "h"): 1}), "self-loop"),
        ((["x"], "o", {"h": RELU, "o": RELU}, {("h", "x"): 1}), "into an input"),
        ((["x"], "o", {"h": RELU, "o": RELU}, {("o", "h"): 1}), "leaves the output"),
        ((["x"], "o", {"a": RELU, "b": RELU, "o": RELU}, {("a", "b"): 1, ("b", "a"): 1}), "cycle"),
        ((["x"], "o", {"o": RELU}, {("x", "o"): 0.5}), "exact rational"),
        ((["x"], "o", {"o": RELU}, {("x", "o"): 1}, [("o", "x")]), "frozen"),
        (([""], "o", {"o": RELU}, {}), "non-empty"),
    ],
)
def test_validation(arguments, message):
    with pytest.raises(ValueError, match=message):
        Dag(*arguments)


def test_bad_values():
    for value in (0.5, "1/0", "x", True, None, "nan"):
        with pytest.raises(ValueError, match="exact rational"):
            as_rational(value)
    for slope in (0, 1, -1, 2):
        with pytest.raises(ValueError):
            leaky(slope)
    for name in ("tanh", "leaky:", "leaky:2", ""):
        if name == "leaky:":
            assert Activation.parse(name) == leaky()
        else:
            with pytest.raises(ValueError):
                Activation.parse(name)
    with pytest.raises(ValueError, match="derivative at 0"):
        RELU.derivative(F(0))
    assert LINEAR.derivative(F(0)) == 1 and leaky().derivative(F(-1)) == F(1, 4)


@pytest.mark.parametrize("matrices", [[], [[]], [[[]]], [[[1], [2]]], [[[1, 2], [3]], [[1, 1]]], [[[1, 2]], [[1, 1]]]])
def test_fully_connected_refuses(matrices):
    with pytest.raises(ValueError):
        fully_connected(matrices)


def test_wrong_number_of_coordinates():
    with pytest.raises(ValueError, match="2 coordinates for 1 inputs"):
        chain()([1, 2])
    with pytest.raises(ValueError, match="no such edges"):
        chain().with_weights({("o", "x"): 1})
    with pytest.raises(ValueError, match="no edge"):
        chain().is_learnable(("o", "x"))


def test_json_round_trip():
    rng = random.Random(1)
    for _ in range(50):
        net = random_dag(rng, inputs=rng.randint(0, 3), inner=rng.randint(0, 5), density=rng.random())
        frozen = Dag(net.inputs, net.output, net.activations, net.weights, net.edges[::2])
        again = Dag.from_dict(json.loads(json.dumps(frozen.to_dict())))
        assert again == frozen and hash(again) == hash(frozen) and again.vertices == frozen.vertices
        if net.edges:
            assert again != net
            moved = again.with_weights({net.edges[0]: net.weights[net.edges[0]] + 1})
            assert moved != again


@pytest.mark.parametrize("spoil", ["inputs", "edges", "activations", "output"])
def test_from_dict_refuses(spoil):
    whole = chain().to_dict()
    with pytest.raises(ValueError, match=spoil):
        Dag.from_dict({k: v for k, v in whole.items() if k != spoil})
    for broken in (3, [["x", "h"]], [["x", "h", "1", True]] * 2, [["x", "h", "1/0", True]], [["x", "h", "1", "no"]]):
        with pytest.raises(ValueError):
            Dag.from_dict({**whole, "edges": broken})


def test_random_dag_without_dead_units_is_live():
    rng = random.Random(2)
    for _ in range(100):
        net = random_dag(rng, inputs=rng.randint(1, 3), inner=rng.randint(0, 6), density=0.2, allow_dead=False)
        assert net.live == set(net.vertices)
        assert all(any(a in net.inputs or a in net.inner for a in net.ins[v]) for v in net.activations)


def test_random_dag_reaches_the_degenerate_shapes():
    rng = random.Random(3)
    nets = [random_dag(rng, inner=5, density=0.35, zero=0.2) for _ in range(100)]
    assert any(v not in net.live for net in nets for v in net.inner)
    assert any(w == 0 for net in nets for w in net.weights.values())
    assert any((i, "o") in net.weights for net in nets for i in net.inputs)
    assert {str(a) for net in nets for a in net.activations.values()} == {"linear", "relu", "leaky:1/4"}
    with pytest.raises(ValueError):
        random_dag(rng, inputs=0, allow_dead=False)


def test_layer_matrices_rebuild_the_network():
    rng = random.Random(4)
    for widths in [(1, 1), (1, 1, 1), (3, 2, 4, 1)]:
        net = random_fully_connected(rng, widths, leaky(), RELU)
        matrices = layer_matrices(net)
        assert [(len(m), len(m[0])) for m in matrices] == list(zip(widths[1:], widths, strict=False))
        assert fully_connected(matrices, leaky(), RELU) == net
        assert weight_matrix(net, net.inputs, ["o"]) == (matrices[0] if len(widths) == 2 else [[0] * widths[0]])


def test_positive_homogeneity():
    rng = random.Random(5)
    for _ in range(50):
        net = random_dag(rng)
        (x,) = random_data(rng, 2, 1).xs
        assert net([F(7, 3) * c for c in x]) == F(7, 3) * net(x)
