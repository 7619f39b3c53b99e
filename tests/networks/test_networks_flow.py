"""Exact gradient-flow velocity and the rates of the claimed invariants: Le & Jegelka (2022), Lemmas 3, 4, Theorem 1."""

import random
from fractions import Fraction as F

import numpy as np
import pytest

from lemmata.networks.dag import LINEAR, RELU, Dag, fully_connected, leaky
from lemmata.networks.gradient_flow import (
    EXPONENTIAL,
    LOGISTIC,
    SQUARED,
    Data,
    Kink,
    Loss,
    datum_velocities,
    loss_derivatives,
    margins,
    output_gradient,
    risk,
    velocity,
)
from lemmata.networks.invariants import eligible_pairs, eligible_vertices
from lemmata.networks.paths import input_paths, path_edges
from lemmata.networks.random_networks import sample_dag_instance, sample_flow_instance, sample_twin_instance
from tests.oracles.flow_invariants import (
    block_matrices,
    block_rate,
    is_cut_layer,
    is_layer,
    layer_invariant,
    pair_invariant,
    pair_rate,
    pair_rate_closed_form,
    vertex_invariant,
    vertex_rate,
)

ACTIVATIONS = [LINEAR, RELU, leaky()]


def test_velocity_by_hand():
    net = fully_connected([[[1], [-1]], [[2, 3]]], RELU)
    data = Data.of([[1]], [-1])
    # nu = 2, z = -2, squared loss' = -3; dnu/d(in of h1_1) = 2, dnu/d(out of h1_1) = 1, the other unit is off.
    assert velocity(net, data) == {
        ("x1", "h1_1"): -6,
        ("x1", "h1_2"): 0,
        ("h1_1", "o"): -3,
        ("h1_2", "o"): 0,
    }
    assert risk(net, data) == 4.5


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_gradient_is_the_sum_over_paths(activation):
    """An independent route: (1) of the paper with the slopes as path activations."""
    rng = random.Random(20)
    for _ in range(20):
        inst = sample_dag_instance(rng, activations=[activation, LINEAR])
        for x in inst.data.xs:
            gradient = output_gradient(inst.net, x)
            pre = inst.net.forward(x).pre
            start = dict(zip(inst.net.inputs, x, strict=True))
            for e in inst.net.edges:
                total = F(0)
                for p in input_paths(inst.net):
                    if e in path_edges(p):
                        term = start[p[0]]
                        for f in path_edges(p):
                            term *= inst.net.activations[f[1]].derivative(pre[f[1]])
                            term *= 1 if f == e else inst.net.weights[f]
                        total += term
                assert gradient[e] == total


def test_velocity_is_a_finite_difference_of_the_exact_risk():
    """Off the kinks nu is multilinear in the weights: a small central difference of nu is exact."""
    rng = random.Random(21)
    step = F(1, 10**9)
    for _ in range(10):
        inst = sample_dag_instance(rng)
        for x in inst.data.xs:
            gradient = output_gradient(inst.net, x)
            for e, w in inst.net.weights.items():
                up, down = (inst.net.with_weights({e: w + s}) for s in (step, -step))
                assert (up(x) - down(x)) / (2 * step) == gradient[e]


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("widths", [(1, 1, 1), (2, 3, 1), (2, 3, 2, 1)])
def test_vertex_rate_vanishes_for_every_loss(activation, widths):
    rng = random.Random(22)
    for _ in range(10):
        inst = sample_flow_instance(rng, activation, widths)
        assert eligible_vertices(inst.net) == list(inst.net.inner)
        dw = velocity(inst.net, inst.data, inst.derivatives)
        assert any(dw.values()) or activation == RELU
        for v in inst.net.inner:
            assert vertex_rate(inst.net, v, dw) == 0
            assert all(vertex_rate(inst.net, v, part) == 0 for part in datum_velocities(inst.net, inst.data))


def test_vertex_rate_vanishes_on_dags_with_skips():
    rng = random.Random(23)
    for _ in range(50):
        inst = sample_dag_instance(rng, inner=5)
        dw = velocity(inst.net, inst.data, inst.derivatives)
        assert all(vertex_rate(inst.net, v, dw) == 0 for v in eligible_vertices(inst.net))


def test_vertex_rate_with_the_wrong_sign_is_refuted():
    """Negative control: the sum of squared in- and out-weights is not conserved."""
    inst = sample_flow_instance(random.Random(24), LINEAR, (2, 2, 1))
    dw = velocity(inst.net, inst.data, inst.derivatives)
    w = inst.net.weights
    for v in inst.net.inner:
        edges = [e for e in inst.net.edges if v in e]
        assert sum(w[e] * dw[e] for e in edges) != 0


def test_pair_rate_vanishes_for_linear_and_for_equal_patterns():
    rng = random.Random(25)
    for k in range(30):
        activation = ACTIVATIONS[k % 3]
        inst = sample_twin_instance(rng, activation, patterns="any" if activation == LINEAR else "same")
        assert ("u", "v") in eligible_pairs(inst.net)
        assert pair_rate(inst.net, "u", "v", velocity(inst.net, inst.data, inst.derivatives)) == 0
        assert all(pair_rate(inst.net, "u", "v", part) == 0 for part in datum_velocities(inst.net, inst.data))


@pytest.mark.parametrize("activation", [RELU, leaky(), leaky("1/100")])
def test_pair_rate_fails_for_different_patterns(activation):
    rng = random.Random(26)
    broken = 0
    for _ in range(20):
        inst = sample_twin_instance(rng, activation, activations=[LINEAR], patterns="different")
        rate = pair_rate(inst.net, "u", "v", velocity(inst.net, inst.data, inst.derivatives))
        broken += rate != 0
        assert vertex_rate(inst.net, "u", velocity(inst.net, inst.data, inst.derivatives)) == 0
    assert broken >= 15  # the rest of the network is linear, so that the units are seen


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_pair_rate_agrees_with_the_closed_form(activation):
    rng = random.Random(27)
    for _ in range(40):
        inst = sample_twin_instance(rng, activation, inner=4, activations=ACTIVATIONS)
        dw = velocity(inst.net, inst.data, inst.derivatives)
        assert pair_rate(inst.net, "u", "v", dw) == pair_rate_closed_form(
            inst.net, "u", "v", inst.data, inst.derivatives
        )


def test_closed_form_for_one_hidden_layer():
    """rate = -(1/n) sum loss' y (s_u - s_v)(a_u p_v - a_v p_u), written out for a (2, 2, 1) network."""
    rng = random.Random(28)
    for _ in range(30):
        inst = sample_flow_instance(rng, leaky(), (2, 2, 1), 3)
        net = inst.net
        a_u, a_v = net.weights["h1_1", "o"], net.weights["h1_2", "o"]
        total = F(0)
        for x, y, d in zip(inst.data.xs, inst.data.ys, inst.derivatives, strict=True):
            p = net.forward(x).pre
            s_u, s_v = (1 if p[k] > 0 else F(1, 4) for k in ("h1_1", "h1_2"))
            total -= d * y * (s_u - s_v) * (a_u * p["h1_2"] - a_v * p["h1_1"]) / 3
        assert pair_rate(net, "h1_1", "h1_2", velocity(net, inst.data, inst.derivatives)) == total


def test_layer_rate_holds_the_vertex_and_pair_rates():
    rng = random.Random(29)
    for _ in range(10):
        inst = sample_flow_instance(rng, RELU, (2, 3, 2, 1))
        dw = velocity(inst.net, inst.data, inst.derivatives)
        block = ["h1_1", "h1_2", "h1_3"]
        value, rate = layer_invariant(*block_matrices(inst.net, block)), block_rate(inst.net, block, dw)
        for i, u in enumerate(block):
            assert rate[i][i] == 0 and value[i][i] == -vertex_invariant(inst.net, u)
            for j, v in enumerate(block[:i]):
                assert rate[i][j] == rate[j][i] == -pair_rate(inst.net, u, v, dw)
                assert value[i][j] == value[j][i] == -pair_invariant(inst.net, u, v)


def test_layer_rate_vanishes_for_linear_layers():
    rng = random.Random(30)
    for _ in range(5):
        inst = sample_flow_instance(rng, LINEAR, (2, 3, 2, 1))
        dw = velocity(inst.net, inst.data, inst.derivatives)
        for block in (["h1_1", "h1_2", "h1_3"], ["h2_1", "h2_2"]):
            assert not any(entry for row in block_rate(inst.net, block, dw) for entry in row)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_rates_are_finite_differences_along_the_velocity(activation):
    rng = random.Random(31)
    step = F(1, 10**6)
    for _ in range(10):
        inst = sample_twin_instance(rng, activation)
        net = inst.net
        dw = velocity(net, inst.data, inst.derivatives)
        up, down = (net.with_weights({e: w + s * dw[e] for e, w in net.weights.items()}) for s in (step, -step))
        cases = [
            (lambda n: pair_invariant(n, "u", "v"), pair_rate(net, "u", "v", dw)),
            (lambda n: vertex_invariant(n, "u"), vertex_rate(net, "u", dw)),
        ]
        for value, rate in cases:  # quadratic in the weights, so the central difference is exact
            assert (value(up) - value(down)) / (2 * step) == rate


def test_kink_is_raised_where_the_risk_is_not_differentiable():
    net = fully_connected([[[1, -1]], [[1]]], RELU)
    with pytest.raises(Kink) as caught:
        velocity(net, Data.of([[1, 0], [1, 1]], [1, 1]))
    assert (caught.value.vertex, caught.value.datum) == ("h1_1", 1)
    assert velocity(fully_connected([[[1, -1]], [[1]]], LINEAR), Data.of([[1, 1]], [1]))["h1_1", "o"] == 0
    with pytest.raises(Kink):
        velocity(fully_connected([[[0]]], output_activation=RELU), Data.of([[1]], [1]))


def test_dead_units_have_no_velocity_and_no_kink():
    net = Dag(
        ["x"],
        "o",
        {"source": RELU, "sink": RELU, "h": RELU, "o": LINEAR},
        {("x", "h"): 1, ("h", "o"): 2, ("source", "o"): 7, ("x", "sink"): 0},
    )
    dw = velocity(net, Data.of([[1]], [1]))
    assert dw["source", "o"] == dw["x", "sink"] == 0 and dw["h", "o"] == -1
    assert vertex_rate(net, "source", dw) == vertex_rate(net, "sink", dw) == vertex_rate(net, "h", dw) == 0
    assert not any(velocity(Dag(["x"], "o", {"o": RELU}, {}), Data.of([[1]], [1])).values())


def test_frozen_edges():
    net = fully_connected([[[1]], [[2]]], LINEAR)
    frozen = Dag(net.inputs, net.output, net.activations, net.weights, [("x1", "h1_1")])
    dw = velocity(frozen, Data.of([[1]], [-1]))
    assert dw["x1", "h1_1"] == 0 and dw["h1_1", "o"] != 0
    assert eligible_vertices(frozen) == [] and eligible_pairs(frozen) == []
    with pytest.raises(ValueError, match="not learnable"):
        vertex_rate(frozen, "h1_1", dw)
    for v in ("x1", "o", "nowhere"):
        with pytest.raises(ValueError, match="not an inner vertex"):
            vertex_invariant(net, v)


def test_pair_needs_shared_neighbours():
    net = fully_connected([[[1], [1]], [[1, 1], [1, 1]], [[1, 1]]], RELU)
    with pytest.raises(ValueError, match="do not share"):
        pair_invariant(net, "h1_1", "h2_1")
    assert eligible_pairs(net) == [("h1_1", "h1_2"), ("h2_1", "h2_2")]
    with pytest.raises(ValueError, match="empty block"):
        block_matrices(net, [])
    with pytest.raises(ValueError, match="as many columns"):
        layer_invariant([[F(1)]], [[F(1), F(1)]])


def test_losses():
    for loss in (SQUARED, LOGISTIC, EXPONENTIAL):
        for z in (-30.0, -1.0, 0.0, 0.5, 30.0):
            slope = (loss.value(z + 1e-6) - loss.value(z - 1e-6)) / 2e-6
            assert np.isclose(loss.derivative(z), slope, rtol=1e-4, atol=1e-8)
        assert loss.exact_derivative(F(0)) == F(loss.derivative(0.0))
    assert LOGISTIC.value(-1e4) == 1e4 and LOGISTIC.derivative(-1e4) == -1 and EXPONENTIAL.value(-1e4) == np.inf
    with pytest.raises(ValueError, match="irrational"):
        LOGISTIC.exact_derivative(F(1))
    with pytest.raises(ValueError, match="unknown loss"):
        Loss("hinge")


def test_loss_derivatives_must_come_from_one_loss():
    net = fully_connected([[[1]]])
    data = Data.of([[1], [-1], [F(1, 2)]], [1, -1, 1])
    assert margins(net, data) == [1, 1, F(1, 2)]
    assert loss_derivatives(net, data, [-1, -1, 5]) == [-1, -1, 5]
    assert loss_derivatives(net, data, SQUARED) == [0, 0, F(-1, 2)]
    with pytest.raises(ValueError, match="same margin"):
        loss_derivatives(net, data, [-1, -2, 5])
    with pytest.raises(ValueError, match="2 loss derivatives for 3"):
        loss_derivatives(net, data, [1, 1])


def test_velocity_is_the_mix_of_the_data_points():
    inst = sample_flow_instance(random.Random(32), RELU, (2, 3, 1), 3)
    parts = datum_velocities(inst.net, inst.data)
    whole = velocity(inst.net, inst.data, inst.derivatives)
    for e in inst.net.edges:
        assert whole[e] == sum(-d * p[e] for d, p in zip(inst.derivatives, parts, strict=True)) / 3


@pytest.mark.parametrize("xs, ys", [([], []), ([[1]], [1, 1]), ([[1]], [0]), ([[1], [1, 2]], [1, 1]), ([[0.5]], [1])])
def test_data_refuses(xs, ys):
    with pytest.raises(ValueError):
        Data.of(xs, ys)


def test_instances_meet_the_hypotheses():
    rng = random.Random(33)
    for inst in (sample_flow_instance(rng), sample_dag_instance(rng), sample_twin_instance(rng)):
        assert inst.data.within_unit_ball and all(inst.net.weights.values()) and all(inst.derivatives)
        assert not any(inst.net.kinks(x) for x in inst.data.xs)
    with pytest.raises(ValueError, match="expected any"):
        sample_twin_instance(rng, patterns="equal")
    with pytest.raises(ValueError, match="no instance"):
        sample_twin_instance(rng, LINEAR, patterns="different", attempts=5)


def test_layers_of_definition_6_as_printed_and_repaired():
    net = fully_connected([[[1, 2]]])
    first, second = [("x1", "o")], [("x2", "o")]
    # Either edge alone disconnects the graph, yet their difference of squares moves: Lemma 4 needs a cut.
    assert is_layer(net, first) and is_layer(net, second)
    assert not is_cut_layer(net, first) and is_cut_layer(net, first + second)
    net = fully_connected([[[1, 2], [3, 4]], [[1, 1]]], RELU)
    first, last = ([e for e in net.edges if (e[1] == "o") is end] for end in (False, True))
    assert is_cut_layer(net, first) and is_cut_layer(net, last) and not is_cut_layer(net, first + last)


def test_instances_with_frozen_and_shared_edges():
    rng = random.Random(11)
    found = [sample_dag_instance(rng, fixed=True) for _ in range(60)]
    assert any(i.net.frozen for i in found) and any(i.net.shared for i in found)
    assert any(not i.net.frozen and not i.net.shared for i in found)
    looked = 0
    for inst in found:
        dw = velocity(inst.net, inst.data, inst.derivatives)
        for v in eligible_vertices(inst.net):
            assert vertex_rate(inst.net, v, dw) == 0
            looked += bool(inst.net.frozen or inst.net.shared)
    assert looked > 20
    twins = [sample_twin_instance(rng, LINEAR, fixed=True) for _ in range(40)]
    assert all(("u", "v") in eligible_pairs(i.net) for i in twins) and any(i.net.shared for i in twins)
