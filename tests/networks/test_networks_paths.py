"""Paths and the decomposition nu = mu o h: Definition 4, Lemmas 2, 5, 6, 7 of Le & Jegelka (2022)."""

import random
from fractions import Fraction as F
from math import prod

import pytest

from lemmata.networks.dag import LINEAR, RELU, Dag, fully_connected, leaky
from lemmata.networks.paths import (
    absolute_tree_network,
    hasse_diagram,
    input_paths,
    path_edges,
    path_enumeration,
    path_inputs,
    path_label,
    paths_to_output,
    pull_back,
    pull_back_input,
    sgn,
    sign_copy,
    tree_network,
    unroll,
)
from lemmata.networks.random_networks import random_dag, random_fully_connected
from tests.oracles.tree_networks import composed_value, depends_on_signs_only, flip_sign, has_unit_weights, is_tree

SKIP = Dag(
    ["x"],
    "o",
    {"a": RELU, "b": leaky(), "o": RELU},
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


def test_enumeration_by_hand():
    assert input_paths(SKIP) == (("x", "o"), ("x", "a", "o"), ("x", "a", "b", "o"))
    assert path_enumeration(SKIP, [2]) == [-1, 28, 60]
    assert path_enumeration(SKIP, [-2], absolute=True) == [-1, -28, -60]
    assert path_inputs(SKIP, input_paths(SKIP), [9]) == [9, 9, 9]


def test_decomposition_on_random_dags():
    checked = nonzero = 0
    for rng, net in random_nets(250, 10):
        tree = tree_network(net)
        assert has_unit_weights(tree.net) and is_tree(tree.net) and depends_on_signs_only(net)
        assert tree.paths == input_paths(net) and len(tree.net.inputs) == len(tree.paths)
        for x in random_points(rng, net):
            assert composed_value(net, tree, x) == net(x)
            nonzero += net(x) != 0
            checked += 1
    assert checked == 750 and nonzero > 300


def test_unrolled_and_absolute_networks_on_random_dags():
    for rng, net in random_nets(100, 11):
        tree = unroll(net)
        absolute, factors = absolute_tree_network(net)
        assert is_tree(tree.net) and is_tree(absolute.net) and has_unit_weights(absolute.net)
        assert factors == [prod((abs(net.weights[e]) for e in path_edges(p)), start=F(1)) for p in tree.paths]
        assert absolute.net == absolute_tree_network(sign_copy(net))[0].net
        for x in random_points(rng, net):
            assert tree.net(path_inputs(net, tree.paths, x)) == net(x)
            assert absolute.net(path_enumeration(net, x, absolute.paths, absolute=True)) == net(x)


def test_pull_back_preserves_the_function_at_every_admissible_vertex():
    done = 0
    for rng, net in random_nets(100, 12):
        for v in net.inner:
            if len(net.outs[v]) == 1:
                moved = pull_back(net, v)
                assert abs(moved.weights[v, net.outs[v][0]]) == 1
                assert all(moved(x) == net(x) for x in random_points(rng, net))
                done += 1
        for k, i in enumerate(net.inputs):
            if len(net.outs[i]) == 1:
                moved, factor = pull_back_input(net, i)
                for x in random_points(rng, net):
                    assert moved([c * factor if j == k else c for j, c in enumerate(x)]) == net(x)
    assert done > 50


def test_pull_back_of_a_negative_weight_without_its_sign_is_caught():
    net = fully_connected([[[1]], [[-2]]], RELU)
    right = pull_back(net, "h1_1")
    assert right.weights == {("x1", "h1_1"): 2, ("h1_1", "o"): -1} and right([1]) == net([1])
    assert right.with_weights({("h1_1", "o"): 1})([1]) != net([1])


def test_pull_back_refuses():
    with pytest.raises(ValueError, match="single out-edge"):
        pull_back(SKIP, "a")
    with pytest.raises(ValueError, match="inner"):
        pull_back(SKIP, "x")
    with pytest.raises(ValueError, match="single out-edge"):
        pull_back_input(SKIP, "x")


def test_one_flipped_sign_is_detected_on_every_edge():
    rng = random.Random(13)
    for net in (random_fully_connected(rng, (2, 2, 2, 1), leaky()), random_fully_connected(rng, (2, 3, 1), RELU), SKIP):
        tree = tree_network(net)
        points = random_points(rng, net, 20)
        live = [e for e in tree.net.edges if any(tree.net.forward(path_enumeration(net, x)).post[e[0]] for x in points)]
        spotted = [e for e in live if any(composed_value(net, flip_sign(tree, e), x) != net(x) for x in points)]
        assert len(spotted) >= len(live) * 0.7 and any(net(x) for x in points)
        assert all(composed_value(net, tree, x) == net(x) for x in points)
    with pytest.raises(ValueError, match="no edge"):
        flip_sign(tree, ("x", "x"))


def test_flipped_sign_on_every_edge_of_a_linear_network():
    rng = random.Random(14)
    net = random_fully_connected(rng, (2, 2, 1), LINEAR)
    tree = tree_network(net)
    for e in tree.net.edges:
        points = random_points(rng, net, 10)
        assert any(composed_value(net, flip_sign(tree, e), x) != net(x) for x in points)


def test_mu_changes_with_a_sign_but_not_with_a_size():
    net = SKIP.with_weights({("x", "a"): 11})
    assert tree_network(net) == tree_network(SKIP)
    for e in SKIP.edges:
        assert tree_network(SKIP.with_weights({e: -SKIP.weights[e]})) != tree_network(SKIP)


def test_zero_weight_takes_sign_plus_one():
    assert [sgn(F(k)) for k in (-2, 0, 3)] == [-1, 1, 1]
    net = fully_connected([[[0], [-1]], [[-2, 0]]], RELU)
    # One path has weights 0 and -2: the sign of the product would be +1 here and -1 on the sign copy.
    assert depends_on_signs_only(net)
    assert composed_value(net, tree_network(net), [-3]) == net([-3]) == 0


def test_iterating_lemma_7_literally_forgets_a_sign_behind_a_zero():
    net = fully_connected([[[-3]], [[-2]], [[0]]], RELU)
    literal = pull_back(pull_back(net, "h2_1"), "h1_1")
    assert literal.weights["h1_1", "h2_1"] == 1  # pulled to 0, whose sign is +1; the weight was -2
    assert absolute_tree_network(net)[0].net.weights["x1>h1_1>h2_1>o", "h1_1>h2_1>o"] == -1
    assert depends_on_signs_only(net)


def test_one_unit_and_no_paths():
    one = fully_connected([[[-4]]], output_activation=leaky())
    assert composed_value(one, tree_network(one), [2]) == one([2]) == -2
    dead = Dag(["x"], "o", {"h": RELU, "o": LINEAR}, {("h", "o"): 3})
    tree = tree_network(dead)
    assert input_paths(dead) == () and tree.net.inputs == () and is_tree(tree.net)
    assert composed_value(dead, tree, [5]) == dead([5]) == 0


def test_path_limit():
    widths = (2, 4, 4, 4, 1)
    net = random_fully_connected(random.Random(0), widths)
    every = 1 + 4 + 16 + 64 + 128
    assert len(paths_to_output(net, every)) == every and len(input_paths(net)) == 128
    for function in (paths_to_output, input_paths, unroll, tree_network):
        with pytest.raises(ValueError, match=f"{every} paths to the output, limit 212"):
            function(net, every - 1)


def test_limit_is_checked_before_anything_is_built():
    net = random_fully_connected(random.Random(0), (1, *[3] * 40, 1), LINEAR)
    with pytest.raises(ValueError, match="paths to the output"):
        tree_network(net)


def test_unrolled_graph_is_the_hasse_diagram_of_edge_sets():
    for net in [SKIP, *(n for _, n in random_nets(20, 15))]:
        every = paths_to_output(net)
        label = {frozenset(path_edges(p)): path_label(p) for p in every}
        edges = {(label[q], label[p]) for q, p in hasse_diagram(label).edges}
        assert len(label) == len(every) and edges == set(unroll(net).net.edges)


def test_hasse_diagram_of_vertex_sets_is_no_tree_with_a_skip_connection():
    graph = hasse_diagram({frozenset(p) for p in paths_to_output(SKIP)})
    assert graph.number_of_edges() > graph.number_of_nodes() - 1


def test_path_labels_are_injective():
    assert path_label(("a>b", "o")) != path_label(("a", "b", "o"))
    twice = tree_network(tree_network(SKIP).net)
    assert is_tree(twice.net) and has_unit_weights(twice.net)


def test_negative_controls_of_the_predicates():
    assert not is_tree(SKIP) and not has_unit_weights(SKIP)
    with pytest.raises(ValueError, match="coordinates"):
        path_inputs(SKIP, input_paths(SKIP), [1, 2])
