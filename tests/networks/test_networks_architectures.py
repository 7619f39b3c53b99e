"""Parts of networks: what is built is recognised, what is not is refused; shared weights move together."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from lemmata.networks import arranged
from lemmata.networks.building_blocks import (
    Plan,
    block_variant,
    flat,
    is_convolutional,
    is_fully_connected,
    kernel_edges,
    neurons,
    paired,
    parameters,
    slopes_agree,
    windows,
)
from lemmata.networks.dag import LINEAR, RELU, Dag, leaky
from lemmata.networks.gradient_flow import SQUARED, Data, velocity
from lemmata.networks.layers import antichains, cuts, layers
from lemmata.networks.long_flows import FloatFlow
from lemmata.networks.random_networks import random_dag
from tests.oracles.flow_invariants import is_cut_layer, is_layer

A, B, C = neurons("A", 3, 2), neurons("B", 2, 2), neurons("C", 1, 1)


def plan(values=range(1, 100)):
    queue = iter(values)
    return Plan(lambda: Fraction(next(queue)), lambda: LINEAR)


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


def test_windows():
    assert windows(3, 2, 1) == [[0, 1], [1, 2]]
    assert windows(5, 2, 2) == [[0, 1], [2, 3]]
    assert windows(2, 2, 3) == [[0, 1]]


def test_a_convolution_has_one_parameter_per_tap_and_pair_of_channels():
    net = convolution()
    assert len(net.shared) == 2 * 2 * 2 and all(len(group) == 2 for group in net.shared)
    taps = kernel_edges(net, A, B)
    assert [len(taps), len(taps[0]), len(taps[0][0])] == [2, 2, 2]
    assert {e for tap in taps for row in tap for e in row} == {(u, v) for u in flat(A[:2]) for v in B[0]}
    assert is_convolutional(net, B) and is_fully_connected(net, B, C)
    assert kernel_edges(net, B, C) is not None  # one position: as good a convolution as any
    assert not is_fully_connected(net, A, B)


def test_taps_follow_the_parameters_and_not_the_order_of_positions():
    net = convolution(((0, 2), (2, 1)))
    (one, other) = kernel_edges(net, A, B)
    same = parameters(net)
    assert same[one[0][0]] == same["A3_1", "B2_1"] and same[other[0][0]] == same["A2_1", "B2_1"]


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
    broken = Dag(net.inputs, net.output, net.activations, weights, frozen, shared)
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
            Dag(net.inputs, net.output, net.activations, net.weights, (), groups)
    with pytest.raises(ValueError, match="different weights"):
        net.with_weights({group[0]: 77})
    assert Dag.from_dict(net.to_dict()) == net and "shared" in net.to_dict()
    assert Dag(net.inputs, net.output, net.activations, net.weights) != net


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
    wrong = Dag(net.inputs, net.output, net.activations, {**net.weights, ("A1", "B1"): 2}, net.frozen)
    assert block_variant(wrong, a, h, b) is None  # a skip of 2 that is not learnable
    two = tuple((v,) for v in flat(h))
    assert block_variant(net, a, two, b) is None  # hidden units share one position


def test_pairs_of_lemma_8():
    net = convolution()
    everywhere, some = (paired(net, B, True, k) for k in (True, False))
    assert everywhere == [] and len(some) == 2  # a fully connected layer shares nothing
    assert len(paired(net, B, False, True)) == 4  # two taps times two channels of A


def test_shared_weights_move_by_the_sum_of_their_edges():
    net = convolution()
    data = Data.of([[Fraction(k, 9) for k in (1, -2, 3, 1, 0, 2)]], [1])
    loose = Dag(net.inputs, net.output, net.activations, net.weights)
    tied, free = velocity(net, data, SQUARED), velocity(loose, data, SQUARED)
    for group in net.shared:
        assert {tied[e] for e in group} == {sum(free[e] for e in group)}
    assert all(tied[e] == free[e] for e in net.edges if not any(e in group for group in net.shared))
    flow = FloatFlow(net, data)
    floats = dict(zip(flow.edges, flow.velocity(flow.w0, flow.pattern(flow.w0)), strict=True))
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
        found = arranged.draw(rng, links, [LINEAR, RELU, leaky()])
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


def test_equal_slopes_on_request():
    links = (("convolution", ("A", "B")), ("fully_connected", ("B", "C")))
    for k in range(10):
        found = arranged.draw(random.Random(k), links, [RELU], {"B": 2}, "B")
        assert slopes_agree(found.net, found.arrays["B"], found.data.xs)


def test_the_smallest_networks_are_small_and_integer():
    links = (("free_block", ("A", "B", "C")),)
    found = list(arranged.smallest(links, RELU, {}))
    assert 20 < len(found) <= arranged.MOST
    assert len(found[0].net.inner) == 1 and max(len(f.net.inner) for f in found) == 2
    assert all(w.denominator == 1 and w for f in found for w in f.net.weights.values())


def test_all_layers_of_small_graphs():
    """Against the definitions, over every set of edges."""
    rng = random.Random(5)
    for _ in range(25):
        net = random_dag(rng, rng.randint(1, 2), rng.randint(0, 3), 0.5, zero=0.0, allow_dead=False)
        if len(net.edges) > 9:
            continue
        sets = [s for k in range(len(net.edges) + 1) for s in combinations(net.edges, k)]
        assert list(layers(net)) == [s for s in sets if is_layer(net, s)]
        assert list(cuts(net)) == [s for s in sets if is_cut_layer(net, s)]
        assert {(), *((e,) for e in net.edges)} <= set(antichains(net))


def test_layers_by_hand():
    """nu = x1 + 2 x2: either edge isolates an input, only both together cut the inputs off."""
    net = Dag(["x1", "x2"], "o", {"o": LINEAR}, {("x1", "o"): 1, ("x2", "o"): 2})
    one, two = net.edges
    assert list(layers(net)) == [(one,), (two,), (one, two)]
    assert list(cuts(net)) == [(one, two)]
    frozen = Dag(["x1", "x2"], "o", {"o": LINEAR}, net.weights, [one])
    assert list(layers(frozen)) == [(two,)] and list(cuts(frozen)) == []


def test_the_smallest_convolutions_share_their_weights():
    for links in (
        (("convolution", ("A", "B")), ("convolution", ("B", "C"))),
        (("convolution", ("A", "B")), ("fully_connected", ("B", "C"))),
    ):
        found = list(arranged.smallest(links, RELU, {}))
        assert found and all(len(f.arrays["B"]) == 2 and f.net.shared for f in found)
        assert any(len(f.arrays["B"][0]) == 2 for f in found)
