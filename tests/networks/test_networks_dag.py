"""Networks on exact numbers: forward pass, validation, paths, parts."""

import json
import random
from fractions import Fraction
from fractions import Fraction as F
from functools import partial, reduce
from itertools import combinations
from math import prod

import numpy as np
import pytest
import torch

from lemmata import catalogue
from lemmata.language import Matrix
from lemmata.language.networks import Dot, InWeights, Network, OutWeights, Vertex
from lemmata.networks import arranged, dag
from lemmata.networks.building_blocks import (
    Plan,
    block_variant,
    flat,
    is_convolutional,
    is_fully_connected,
    kernel_edges,
    neurons,
)
from lemmata.networks.decoupled import ray, rays
from lemmata.networks.expressions import Place, evaluate
from lemmata.networks.gradient_flow import LOGISTIC, SQUARED, Data, Kink, output_gradient, risk, velocity
from lemmata.networks.gradient_steps import BrokenLine, Leap, defect, descend
from lemmata.networks.linear import gauss_newton_outer_product_exact, jacobian_exact, linear_network_value
from lemmata.networks.long_flows import FloatFlow, long_run
from lemmata.networks.random_networks import (
    candidates,
    eligible_vertices,
    random_dag,
    random_fully_connected,
    sample_dag_instance,
    sample_flow_instance,
    sample_twin_instance,
)
from tests.oracles.flow_invariants import balance, block_balance, pair_rate, twins
from tests.oracles.tree_networks import composed_value, depends_on_signs_only, flip_sign, has_unit_weights, is_tree


def test_forward_by_hand():
    net = dag.fully_connected([[[1, -2], [F(1, 2), 1]], [[3, -1]]], dag.leaky("1/4"))
    run = net.forward([1, 1])
    assert run.pre["h1_1"] == -1 and run.post["h1_1"] == F(-1, 4)
    assert run.pre["h1_2"] == run.post["h1_2"] == F(3, 2)
    assert run.output == net([1, 1]) == F(-9, 4)
    assert dag.layer_matrices(net) == [[[1, -2], [F(1, 2), 1]], [[3, -1]]]


def test_dead_units_change_nothing():
    net = dag.Dag(
        ["x", "unused"],
        "o",
        {"source": dag.RELU, "after": dag.RELU, "sink": dag.RELU, "h": dag.RELU, "o": dag.LINEAR},
        {("x", "h"): 1, ("h", "o"): 2, ("source", "after"): 7, ("after", "o"): 7, ("x", "sink"): 1},
    )
    assert net([3, 9]) == 6 and net.live == {"x", "h", "o"}
    assert net.kinks([3, 9]) == () and net.kinks([0, 9]) == ("h",)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((["x"], "o", {"o": dag.LINEAR}, {("x", "y"): 1}), "unknown end"),
        ((["x"], "x", {"o": dag.LINEAR}, {}), "output"),
        ((["x"], "o", {"h": dag.LINEAR}, {}), "output"),
        ((["x", "x"], "o", {"o": dag.LINEAR}, {}), "duplicate"),
        ((["o"], "o", {"o": dag.LINEAR}, {}), "duplicate"),
        ((["x"], "o", {"h": dag.RELU, "o": dag.RELU}, {("h", "h"): 1}), "self-loop"),
        ((["x"], "o", {"h": dag.RELU, "o": dag.RELU}, {("h", "x"): 1}), "into an input"),
        ((["x"], "o", {"h": dag.RELU, "o": dag.RELU}, {("o", "h"): 1}), "leaves the output"),
        ((["x"], "o", {"a": dag.RELU, "b": dag.RELU, "o": dag.RELU}, {("a", "b"): 1, ("b", "a"): 1}), "cycle"),
        ((["x"], "o", {"o": dag.RELU}, {("x", "o"): 0.5}), "exact rational"),
        ((["x"], "o", {"o": dag.RELU}, {("x", "o"): 1}, [("o", "x")]), "frozen"),
        (([""], "o", {"o": dag.RELU}, {}), "non-empty"),
    ],
)
def test_validation(arguments, message):
    with pytest.raises(ValueError, match=message):
        dag.Dag(*arguments)


def test_json_round_trip():
    rng = random.Random(1)
    for _ in range(50):
        net = random_dag(rng, inputs=rng.randint(0, 3), inner=rng.randint(0, 5), density=rng.random())
        frozen = dag.Dag(net.inputs, net.output, net.activations, net.weights, net.edges[::2])
        again = dag.Dag.from_dict(json.loads(json.dumps(frozen.to_dict())))
        assert again == frozen and hash(again) == hash(frozen) and again.vertices == frozen.vertices
        if net.edges:
            assert again != net
            moved = again.with_weights({net.edges[0]: net.weights[net.edges[0]] + 1})
            assert moved != again


def test_layer_matrices_rebuild_the_network():
    rng = random.Random(4)
    for widths in [(1, 1), (1, 1, 1), (3, 2, 4, 1)]:
        net = random_fully_connected(rng, widths, dag.leaky(), dag.RELU)
        matrices = dag.layer_matrices(net)
        assert [(len(m), len(m[0])) for m in matrices] == list(zip(widths[1:], widths, strict=False))
        assert dag.fully_connected(matrices, dag.leaky(), dag.RELU) == net
        assert dag.weight_matrix(net, net.inputs, ["o"]) == (matrices[0] if len(widths) == 2 else [[0] * widths[0]])


# --- paths and the decomposition nu = mu o h
SKIP = dag.Dag(
    ["x"],
    "o",
    {"a": dag.RELU, "b": dag.leaky(), "o": dag.RELU},
    {("x", "a"): 2, ("a", "b"): -3, ("b", "o"): -5, ("a", "o"): 7, ("x", "o"): F(-1, 2)},
)


def random_nets(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        yield (
            rng,
            random_dag(
                rng,
                inputs=rng.randint(0, 3),
                inner=rng.randint(0, 5),
                density=rng.uniform(0.2, 0.9),
                zero=rng.choice((0, 0.2)),
                integer=rng.random() < 0.5,
            ),
        )


def random_points(rng, net, count=3):
    return [[F(rng.randint(-4, 4), rng.randint(1, 3)) for _ in net.inputs] for _ in range(count)]


def test_decomposition_on_random_dags():
    checked = nonzero = 0
    for rng, net in random_nets(250, 10):
        tree = dag.tree_network(net)
        assert has_unit_weights(tree.net) and is_tree(tree.net) and depends_on_signs_only(net)
        assert tree.paths == dag.input_paths(net) and len(tree.net.inputs) == len(tree.paths)
        for x in random_points(rng, net):
            assert composed_value(net, tree, x) == net(x)
            nonzero += net(x) != 0
            checked += 1
    assert checked == 750 and nonzero > 300


def test_unrolled_and_absolute_networks_on_random_dags():
    for rng, net in random_nets(100, 11):
        tree = dag.unroll(net)
        absolute, factors = dag.absolute_tree_network(net)
        assert is_tree(tree.net) and is_tree(absolute.net) and has_unit_weights(absolute.net)
        assert factors == [prod((abs(net.weights[e]) for e in dag.path_edges(p)), start=F(1)) for p in tree.paths]
        assert absolute.net == dag.absolute_tree_network(dag.sign_copy(net))[0].net
        for x in random_points(rng, net):
            assert tree.net(dag.path_inputs(net, tree.paths, x)) == net(x)
            assert absolute.net(dag.path_enumeration(net, x, absolute.paths, absolute=True)) == net(x)


def test_pull_back_preserves_the_function_at_every_admissible_vertex():
    done = 0
    for rng, net in random_nets(100, 12):
        for v in net.inner:
            if len(net.outs[v]) == 1:
                moved = dag.pull_back(net, v)
                assert abs(moved.weights[v, net.outs[v][0]]) == 1
                assert all(moved(x) == net(x) for x in random_points(rng, net))
                done += 1
        for k, i in enumerate(net.inputs):
            if len(net.outs[i]) == 1:
                moved, factor = dag.pull_back_input(net, i)
                for x in random_points(rng, net):
                    assert moved([c * factor if j == k else c for j, c in enumerate(x)]) == net(x)
    assert done > 50


def test_pull_back_of_a_negative_weight_without_its_sign_is_caught():
    net = dag.fully_connected([[[1]], [[-2]]], dag.RELU)
    right = dag.pull_back(net, "h1_1")
    assert right.weights == {("x1", "h1_1"): 2, ("h1_1", "o"): -1} and right([1]) == net([1])
    assert right.with_weights({("h1_1", "o"): 1})([1]) != net([1])


def test_one_flipped_sign_is_detected_on_every_edge():
    rng = random.Random(13)
    for net in (
        random_fully_connected(rng, (2, 2, 2, 1), dag.leaky()),
        random_fully_connected(rng, (2, 3, 1), dag.RELU),
        SKIP,
    ):
        tree = dag.tree_network(net)
        points = random_points(rng, net, 20)
        live = [
            e for e in tree.net.edges if any(tree.net.forward(dag.path_enumeration(net, x)).post[e[0]] for x in points)
        ]
        spotted = [e for e in live if any(composed_value(net, flip_sign(tree, e), x) != net(x) for x in points)]
        assert len(spotted) >= len(live) * 0.7 and any(net(x) for x in points)
        assert all(composed_value(net, tree, x) == net(x) for x in points)
    with pytest.raises(ValueError, match="no edge"):
        flip_sign(tree, ("x", "x"))


def test_negative_controls_of_the_predicates():
    assert not is_tree(SKIP) and not has_unit_weights(SKIP)
    with pytest.raises(ValueError, match="coordinates"):
        dag.path_inputs(SKIP, dag.input_paths(SKIP), [1, 2])


# --- small networks and data in order of simplicity
def test_candidates_are_ordered_and_distinct():
    seen = list(candidates(1, 1, 1))
    assert len(seen) == 2**4 * 4
    assert len({json.dumps([m, [str(c) for c in d.xs[0]], d.ys]) for m, d in seen}) == len(seen)
    sizes = [sum(abs(v) for m in matrices for row in m for v in row) for matrices, _ in candidates(1, 1, 2)]
    assert sizes == sorted(sizes)


# --- parts of networks
A, B, C = neurons("A", 3, 2), neurons("B", 2, 2), neurons("C", 1, 1)


def plan(values=range(1, 100)):
    queue = iter(values)
    return Plan(lambda: Fraction(next(queue)), lambda: dag.LINEAR)


def convolution(patches=((0, 1), (1, 2))):
    made = plan()
    made.units(B)
    made.units(C)
    made.convolution(A, B, patches)
    made.fully_connected(B, C)
    return made.network(A, "C1")


def block(variant, before=2, inside=3, after=2):
    made = plan()
    a, h, b = neurons("A", 1, before), neurons("H", 1, inside), neurons("B", 1, after)
    made.units(h)
    made.units(b)
    made.residual_block(a, h, b, variant)
    made.units((("o",),))
    made.fully_connected(b, (("o",),))
    return made.network(a, "o"), a, h, b


def test_a_convolution_has_one_parameter_per_tap_and_pair_of_channels():
    net = convolution()
    assert len(net.shared) == 2 * 2 * 2 and all(len(group) == 2 for group in net.shared)
    taps = kernel_edges(net, A, B)
    assert [len(taps), len(taps[0]), len(taps[0][0])] == [2, 2, 2]
    assert {e for tap in taps for row in tap for e in row} == {(u, v) for u in flat(A[:2]) for v in B[0]}
    assert is_convolutional(net, B) and is_fully_connected(net, B, C)
    assert kernel_edges(net, B, C) is not None  # one position: as good a convolution as any
    assert not is_fully_connected(net, A, B)


def test_by_hand():
    """One channel, kernel (1, 2) over three inputs, then weights 3 and 4."""
    a, b = neurons("A", 3, 1), neurons("B", 2, 1)
    made = plan([1, 2, 3, 4])
    made.units(b)
    made.units(C)
    made.convolution(a, b, [[0, 1], [1, 2]])
    made.fully_connected(b, C)
    net = made.network(a, "C1")
    assert net([5, 7, 11]) == 3 * (5 + 14) + 4 * (7 + 22)
    speed = velocity(net, Data.of([[1, 0, 0]], [1]), [Fraction(-1)])
    assert speed["A1_1", "B1_1"] == speed["A2_1", "B2_1"] == 3  # 3 x_1 + 4 x_2
    assert speed["A2_1", "B1_1"] == speed["A3_1", "B2_1"] == 0


@pytest.mark.parametrize("spoil", ["unshared", "frozen", "leak", "elsewhere"])
def test_what_is_no_convolution(spoil):
    net = convolution()
    shared, frozen, weights = list(net.shared), set(), dict(net.weights)
    if spoil == "unshared":
        shared.pop()
    elif spoil == "frozen":
        frozen = set(shared.pop())
    elif spoil == "leak":
        weights["A1_1", "C1"] = Fraction(1)
    else:
        shared[0] = (*shared[0], ("B1_1", "C1"))
        weights["B1_1", "C1"] = weights[shared[0][0]]
    broken = dag.Dag(net.inputs, net.output, net.activations, weights, frozen, shared)
    assert kernel_edges(broken, A, B) is None


def test_groups_of_shared_edges_are_checked():
    net = convolution()
    group = net.shared[0]
    for groups, why in (
        ([group, group], "disjoint"),
        ([group[:1]], "two edges"),
        ([(group[0], ("A1_1", "nowhere"))], "do not exist"),
        ([(group[0], ("B1_1", "C1"))], "different weights"),
    ):
        with pytest.raises(ValueError, match=why):
            dag.Dag(net.inputs, net.output, net.activations, net.weights, (), groups)
    with pytest.raises(ValueError, match="different weights"):
        net.with_weights({group[0]: 77})
    assert dag.Dag.from_dict(net.to_dict()) == net and "shared" in net.to_dict()
    assert dag.Dag(net.inputs, net.output, net.activations, net.weights) != net


@pytest.mark.parametrize("variant", ["identity", "diagonal", "free"])
def test_blocks_are_recognised(variant):
    net, a, h, b = block(variant)
    assert block_variant(net, a, h, b) == variant
    assert len(net.frozen) == (2 if variant == "identity" else 0)
    x = [Fraction(1), Fraction(-2)]
    run = net.forward(x)
    skip = {"identity": [x[0], x[1]], "diagonal": [13 * x[0], 14 * x[1]], "free": None}[variant]
    if skip is not None:
        inside = [sum(net.weights[u, v] * run.post[u] for u in flat(h)) for v in flat(b)]
        assert [run.pre[v] for v in flat(b)] == [p + q for p, q in zip(inside, skip, strict=True)]
    assert block_variant(net, a, b, h) is None and block_variant(net, h, a, b) is None
    assert is_fully_connected(net, b, (("o",),)) and not is_fully_connected(net, h, b)


def test_a_block_that_is_none():
    with pytest.raises(ValueError, match="unknown residual block"):
        block("dense")
    with pytest.raises(ValueError):
        block("identity", before=1)
    net, a, h, b = block("identity")
    wrong = dag.Dag(net.inputs, net.output, net.activations, {**net.weights, ("A1", "B1"): 2}, net.frozen)
    assert block_variant(wrong, a, h, b) is None  # a skip of 2 that is not learnable
    two = tuple((v,) for v in flat(h))
    assert block_variant(net, a, two, b) is None  # hidden units share one position


def test_shared_weights_move_by_the_sum_of_their_edges():
    net = convolution()
    data = Data.of([[Fraction(k, 9) for k in (1, -2, 3, 1, 0, 2)]], [1])
    loose = dag.Dag(net.inputs, net.output, net.activations, net.weights)
    tied, free = velocity(net, data, SQUARED), velocity(loose, data, SQUARED)
    for group in net.shared:
        assert {tied[e] for e in group} == {sum(free[e] for e in group)}
    assert all(tied[e] == free[e] for e in net.edges if not any(e in group for group in net.shared))
    flow = FloatFlow(net, data)
    floats = dict(zip(flow.edges, flow.velocity(flow.w0), strict=True))
    assert all(abs(floats[e] - tied[e]) < 1e-9 * (1 + abs(tied[e])) for e in net.edges)


def test_the_velocity_is_the_derivative_in_the_parameter():
    """Moving all edges of a group at once: the risk of a linear network is a polynomial, so a small step tells."""
    net, data, h = convolution(), Data.of([[1, 0, 0, 0, 0, 0]], [1]), Fraction(1, 10**9)
    group = net.shared[0]
    at = net.weights[group[0]]
    up, down = (net.with_weights(dict.fromkeys(group, at + s * h)) for s in (1, -1))
    risks = [(1 - n(data.xs[0])) ** 2 / 2 for n in (up, down)]
    slope = (risks[0] - risks[1]) / (2 * h)
    assert abs(velocity(net, data, SQUARED)[group[0]] + slope) < Fraction(1, 10**3)


@pytest.mark.parametrize("kind", ["convolution", "fully_connected", "free_block", "residual_block"])
def test_drawn_networks_have_the_parts_asked_for(kind):
    rng = random.Random(0)
    names = ("A", "H", "B") if "block" in kind else ("A", "B")
    links = ((kind, names), ("fully_connected", ("B", "C")))
    seen = set()
    for _ in range(30):
        found = arranged.draw(rng, links, [dag.LINEAR, dag.RELU, dag.leaky()])
        arrays = [found.arrays[name] for name in names]
        if "block" in kind:
            variant = block_variant(found.net, *arrays)
            seen.add(variant)
            assert variant is not None and (kind == "residual_block" or variant == "free")
        elif kind == "convolution":
            assert kernel_edges(found.net, *arrays) is not None
        else:
            assert is_fully_connected(found.net, *arrays)
        assert all(found.net.weights.values()) and found.data.within_unit_ball
        assert not any(found.net.kinks(x) for x in found.data.xs)
    assert kind != "residual_block" or seen == {"identity", "diagonal", "free"}


# --- Jacobians of deep linear networks: multilinearity, automatic differentiation and the Kronecker form agree
def random_matrices(rng, widths):
    return [
        [[F(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(a)] for _ in range(b)]
        for a, b in zip(widths, widths[1:], strict=False)
    ]


def floats(matrix):
    return torch.tensor([[float(v) for v in row] for row in matrix], dtype=torch.float64)


def by_autograd(ws, x):
    """The Jacobian, parameters by outputs, in torch's reverse mode."""
    parts = torch.autograd.functional.jacobian(lambda *layers: reduce(lambda out, w: w @ out, layers, x), tuple(ws))
    return torch.cat([part.flatten(1) for part in parts], 1).T


def test_linear_networks_by_hand():
    ws = [[[2]], [[3]]]
    assert linear_network_value(ws, [5]) == [30]
    assert jacobian_exact(ws, [5]) == [[15], [10]]
    assert gauss_newton_outer_product_exact(ws, [[5], [1]]) == [[117, 78], [78, 52]]


@pytest.mark.parametrize("widths", [(1, 1), (2, 3), (2, 3, 2), (3, 1, 2), (2, 3, 1, 2)])
def test_exact_agrees_with_autograd(widths):
    rng = random.Random(50)
    ws = random_matrices(rng, widths)
    xs = [[F(rng.randint(-3, 3)) for _ in range(widths[0])] for _ in range(3)]
    tensors, data = [floats(w) for w in ws], floats(xs)
    assert torch.allclose(by_autograd(tensors, data[0]), floats(jacobian_exact(ws, xs[0])), atol=1e-12)
    exact = gauss_newton_outer_product_exact(ws, xs)
    assert torch.allclose(sum(j @ j.T for j in map(partial(by_autograd, tensors), data)) / 3, floats(exact), atol=1e-10)
    assert exact == [list(col) for col in zip(*exact, strict=True)]


def test_one_hidden_layer_kronecker_form():
    """J = [W^T (x) x ; I (x) Vx] for F = W V x, columns indexed by output."""
    rng = random.Random(51)
    v, w = random_matrices(rng, (2, 3, 2))
    x = [F(1), F(-2)]
    jac = floats(jacobian_exact([v, w], x)).numpy()
    vx = floats([linear_network_value([v], x)]).numpy().T
    top = np.kron(floats(w).numpy().T, np.array([[1.0], [-2.0]]))
    assert np.allclose(jac, np.vstack([top, np.kron(np.eye(2), vx)]))
    wrong = np.vstack([np.kron(floats(w).numpy().T, np.array([[-2.0], [1.0]])), np.kron(np.eye(2), vx)])
    assert not np.allclose(jac, wrong)


# --- Gradient flow and descent: velocities, rates of invariants, rays, float trajectories


ACTIVATIONS = [dag.LINEAR, dag.RELU, dag.leaky()]


def test_velocity_by_hand():
    net = dag.fully_connected([[[1], [-1]], [[2, 3]]], dag.RELU)
    data = Data.of([[1]], [-1])
    # nu = 2, z = -2, squared loss' = -3; dnu/d(in of h1_1) = 2, dnu/d(out of h1_1) = 1, the other unit is off.
    assert velocity(net, data) == {("x1", "h1_1"): -6, ("x1", "h1_2"): 0, ("h1_1", "o"): -3, ("h1_2", "o"): 0}
    assert risk(net, data) == 4.5


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_gradient_is_the_sum_over_paths(activation):
    """An independent route: (1) of the paper with the slopes as path activations."""
    rng = random.Random(20)
    for _ in range(20):
        inst = sample_dag_instance(rng, activations=[activation, dag.LINEAR])
        for x in inst.data.xs:
            gradient = output_gradient(inst.net, x)
            pre = inst.net.forward(x).pre
            start = dict(zip(inst.net.inputs, x, strict=True))
            for e in inst.net.edges:
                total = F(0)
                for p in dag.input_paths(inst.net):
                    if e in dag.path_edges(p):
                        term = start[p[0]]
                        for f in dag.path_edges(p):
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


def test_vertex_rate_with_the_wrong_sign_is_refuted():
    """Negative control: the sum of squared in- and out-weights is not conserved."""
    inst = sample_flow_instance(random.Random(24), dag.LINEAR, (2, 2, 1))
    dw = velocity(inst.net, inst.data, inst.derivatives)
    w = inst.net.weights
    for v in inst.net.inner:
        edges = [e for e in inst.net.edges if v in e]
        assert sum(w[e] * dw[e] for e in edges) != 0


@pytest.mark.parametrize("activation", [dag.RELU, dag.leaky(), dag.leaky("1/100")])
def test_pair_rate_fails_for_different_patterns(activation):
    rng = random.Random(26)
    broken = 0
    for _ in range(20):
        inst = twins(rng, False, activation, activations=[dag.LINEAR])
        speed = velocity(inst.net, inst.data, inst.derivatives)
        broken += pair_rate(inst.net, "u", "v", speed) != 0
        assert pair_rate(inst.net, "u", "u", speed) == 0
    assert broken >= 15  # the rest of the network is linear, so that the units are seen


def test_kink_is_raised_where_the_risk_is_not_differentiable():
    net = dag.fully_connected([[[1, -1]], [[1]]], dag.RELU)
    with pytest.raises(Kink) as caught:
        velocity(net, Data.of([[1, 0], [1, 1]], [1, 1]))
    assert (caught.value.vertex, caught.value.datum) == ("h1_1", 1)
    assert velocity(dag.fully_connected([[[1, -1]], [[1]]], dag.LINEAR), Data.of([[1, 1]], [1]))["h1_1", "o"] == 0
    with pytest.raises(Kink):
        velocity(dag.fully_connected([[[0]]], output_activation=dag.RELU), Data.of([[1]], [1]))


# --- expressions in the weights
NU = Network("nu")
V, U = Vertex("v", NU), Vertex("u", NU)


def invariant_of(identifier):
    (claim,) = catalogue.get(identifier).claim
    return claim.invariant


def at(instance, vertices=None, layers=None):
    return Place(
        instance.net, velocity(instance.net, instance.data, instance.derivatives), vertices or {}, layers or {}
    )


def rows(duals, part):
    return [[getattr(d, part) for d in row] for row in duals]


@pytest.mark.parametrize("seed", range(6))
def test_vertex_balance(seed):
    instance = sample_dag_instance(random.Random(seed), 2, 4)
    for v in eligible_vertices(instance.net):
        place = at(instance, {"v": v})
        ((found,),) = evaluate(invariant_of("le.lemma-3.eq-4"), place)
        assert found.value == balance(instance.net, v, v)
        assert found.rate == pair_rate(instance.net, v, v, place.velocity) == 0


@pytest.mark.parametrize("activation", [dag.LINEAR, dag.RELU, dag.leaky()], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_pair_balance(seed, activation):
    instance = sample_twin_instance(random.Random(seed), activation)
    pairs = combinations(eligible_vertices(instance.net), 2)
    same = [(u, v) for u, v in pairs if all(set(a[u]) == set(a[v]) for a in (instance.net.ins, instance.net.outs))]
    assert same
    for u, v in same:
        place = at(instance, {"u": u, "v": v})
        ((found,),) = evaluate(invariant_of("le.lemma-3.eq-5"), place)
        assert found.value == balance(instance.net, u, v)
        assert found.rate == pair_rate(instance.net, u, v, place.velocity)


@pytest.mark.parametrize("activation", [dag.LINEAR, dag.RELU, dag.leaky()], ids=str)
@pytest.mark.parametrize("widths", [(1, 2, 1), (2, 3, 2, 1), (3, 2, 3, 2, 1)])
def test_layer_balance(widths, activation):
    instance = sample_flow_instance(random.Random(str(widths)), activation, widths)
    for k in range(1, len(widths) - 1):
        place = at(instance, layers={"l": k})
        found = evaluate(invariant_of("le.thm-1.fully-connected"), place)
        block = dag.layers_of(instance.net)[k]
        assert rows(found, "value") == block_balance(instance.net, block)
        assert rows(found, "rate") == [[-pair_rate(instance.net, u, v, place.velocity) for v in block] for u in block]


def test_other_expressions_are_refused():
    net = dag.fully_connected([[[1]], [[1]]])
    with pytest.raises(TypeError, match="Matrix is not an expression in the weights"):
        evaluate(Matrix("A", 2, 2), Place(net, {}, {}, {}))
    with pytest.raises(ValueError):
        evaluate(Dot(InWeights(U), OutWeights(V)), uneven())


def uneven():
    """A vertex with two in-weights next to one with a single out-weight."""
    net = dag.fully_connected([[[1, 2], [3, 4]], [[5, 6]]])
    return Place(net, {}, {"u": "h1_1", "v": "h1_2"}, {})


# --- rays of gradient flow, long runs and exact descent
OBTUSE = Data.of([["4/5", "-3/5"], ["-3/5", "4/5"]], [1, 1])
DECOUPLED = dag.fully_connected([[[4, -3], [-3, 4]], [[5, 5]]], dag.RELU)


@pytest.mark.parametrize(
    ("net", "data"),
    [
        (dag.fully_connected([[[4, -3], [-3, 4]], [[5, 4]]], dag.RELU), OBTUSE),  # not balanced
        (dag.fully_connected([[[4, -3], [-3, 4]], [[5, 5]]], dag.LINEAR), OBTUSE),  # every unit sees both data
        (DECOUPLED, Data.of([["4/5", "-3/5"], ["-3/5", "4/5"]], [-1, -1])),  # shrinks
        (DECOUPLED, Data.of([["4/5", "-3/5"], ["-3/10", "4/10"]], [1, 1])),  # margins differ
        (
            dag.fully_connected([[[1, 0], [0, 1]], [[1, 1]]], dag.RELU),
            Data.of([[1, "-1/2"], ["-1/2", 1]], [1, 1]),
        ),  # zeros
    ],
)
def test_other_networks_are_no_rays(net, data):
    assert ray(net, data) is None


def determinant(net):
    (a, b), (c, d) = dag.layer_matrices(net)[0]
    return a * d - b * c


@pytest.mark.parametrize("activation", [dag.RELU, dag.leaky(), dag.leaky("1/2")])
def test_rays_of_rank_two_exist_for_every_nonlinear_unit(activation):
    found = next(r for r in rays(activation) if determinant(r.net))
    assert all(w.denominator == 1 for w in found.net.weights.values())
    assert found.data.within_unit_ball
    assert ray(found.net, found.data) == found


def test_a_ray_is_a_trajectory_of_the_float_flow():
    run = long_run(DECOUPLED, OBTUSE, end=1e6, points=13)
    assert run.reached > 9e5
    assert np.all(np.diff(run.norm) > 0) and np.all(np.diff(run.risk) < 0)
    assert np.allclose(run.share[0], 7 / np.sqrt(50), atol=1e-6)
    assert np.allclose(run.alignment[0], 0, atol=1e-6)  # u = (1, -1), v = (1, 1)
    flow = FloatFlow(DECOUPLED, OBTUSE, LOGISTIC)
    pull = flow.velocity(flow.w0)
    assert np.allclose(pull / np.linalg.norm(pull), flow.w0 / np.linalg.norm(flow.w0))


nu = Network("nu", "dag")
u, v = Vertex("u", nu), Vertex("v", nu)
VERTEX = Dot(InWeights(v), InWeights(v)) - Dot(OutWeights(v), OutWeights(v))


def test_one_step_by_hand():
    """Weights 2 and 3, x = 1, loss derivative -1: the gradient is (-3, -2)."""
    run = descend(dag.fully_connected([[[2]], [[3]]]), Data.of([[1]], [1]), [Fraction(1, 2)], random.Random(3))
    (slope,) = run.slopes[0]
    after = [2 - slope * 3 / 2, 3 - slope]
    assert list(run.nets[1].weights.values()) == after
    assert run.signs_kept
    assert defect(VERTEX, run, {"v": "h1_1"}) == 0
    assert defect(Dot(InWeights(v), InWeights(v)), run, {"v": "h1_1"}) == -6 * slope


def test_a_leap_out_of_the_ball_and_one_inside():
    turn = BrokenLine(((Fraction(1), Fraction(-1)), (Fraction(2), Fraction(1))))
    out = Leap(Fraction(1), turn, Fraction(1))
    assert (out.after(Fraction(1)), out.change(Fraction(1)), out.steepest) == (2, 0, 0)
    half = Fraction(1, 2)  # the step of beta = 2, which stays where the derivative is -1 up to z = 1
    assert (out.after(half), out.change(half)) == (Fraction(3, 2), Fraction(-1, 4))


# --- float trajectories
@pytest.mark.parametrize("activation", [dag.LINEAR, dag.RELU, dag.leaky()])
def test_float_velocity_agrees_with_the_exact_one(activation):
    rng = random.Random(40)
    for _ in range(10):
        inst = sample_dag_instance(rng, activations=[activation, dag.LINEAR])
        flow = FloatFlow(inst.net, inst.data, SQUARED)
        got = flow.velocity(flow.w0)
        want = [float(d) for d in velocity(inst.net, inst.data).values()]
        assert np.allclose(got, want, rtol=1e-12, atol=1e-12)
        assert np.isclose(flow.risk(flow.w0), risk(inst.net, inst.data))
