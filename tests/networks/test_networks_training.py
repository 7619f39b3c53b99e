"""Rays of gradient flow, long runs and exact descent: known answers and what must be turned away."""

import random
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from lemmata.language.networks import Dot, InWeights, Network, OutWeights, Vertex
from lemmata.networks.dag import LINEAR, RELU, fully_connected, layer_matrices, leaky
from lemmata.networks.decoupled import ray, rays
from lemmata.networks.gradient_flow import LOGISTIC, Data, velocity
from lemmata.networks.gradient_steps import BrokenLine, Leap, defect, descend
from lemmata.networks.long_flows import FloatFlow
from lemmata.networks.long_run import long_run

OBTUSE = Data.of([["4/5", "-3/5"], ["-3/5", "4/5"]], [1, 1])
DECOUPLED = fully_connected([[[4, -3], [-3, 4]], [[5, 5]]], RELU)


def test_decoupled_units_move_along_their_own_weights():
    found = ray(DECOUPLED, OBTUSE)
    assert found is not None
    assert (found.speed, found.margin) == (Fraction(1, 2), 25)
    speed = velocity(DECOUPLED, OBTUSE, [Fraction(-1), Fraction(-1)])
    assert all(speed[e] == w / 2 for e, w in DECOUPLED.weights.items())


@pytest.mark.parametrize(
    ("net", "data"),
    [
        (fully_connected([[[4, -3], [-3, 4]], [[5, 4]]], RELU), OBTUSE),  # not balanced
        (fully_connected([[[4, -3], [-3, 4]], [[5, 5]]], LINEAR), OBTUSE),  # every unit sees both data
        (DECOUPLED, Data.of([["4/5", "-3/5"], ["-3/5", "4/5"]], [-1, -1])),  # shrinks
        (DECOUPLED, Data.of([["4/5", "-3/5"], ["-3/10", "4/10"]], [1, 1])),  # margins differ
        (fully_connected([[[1, 0], [0, 1]], [[1, 1]]], RELU), Data.of([[1, "-1/2"], ["-1/2", 1]], [1, 1])),  # zeros
    ],
)
def test_other_networks_are_no_rays(net, data):
    assert ray(net, data) is None


def test_frozen_edges_are_refused():
    frozen = type(DECOUPLED)(
        DECOUPLED.inputs, DECOUPLED.output, DECOUPLED.activations, DECOUPLED.weights, frozenset([DECOUPLED.edges[0]])
    )
    with pytest.raises(ValueError, match="learnable"):
        ray(frozen, OBTUSE)


def determinant(net):
    (a, b), (c, d) = layer_matrices(net)[0]
    return a * d - b * c


@pytest.mark.parametrize("activation", [RELU, leaky(), leaky("1/2")])
def test_rays_of_rank_two_exist_for_every_nonlinear_unit(activation):
    found = next(r for r in rays(activation) if determinant(r.net))
    assert all(w.denominator == 1 for w in found.net.weights.values())
    assert found.data.within_unit_ball
    assert ray(found.net, found.data) == found


def test_linear_rays_have_rank_one():
    found = list(islice(rays(LINEAR), 40))
    assert len(found) > 10
    assert not any(determinant(r.net) for r in found)


def test_a_ray_is_a_trajectory_of_the_float_flow():
    run = long_run(DECOUPLED, OBTUSE, end=1e6, points=13)
    assert run.reached > 9e5
    assert np.all(np.diff(run.norm) > 0) and np.all(np.diff(run.risk) < 0)
    assert np.allclose(run.share[0], 7 / np.sqrt(50), atol=1e-6)
    assert np.allclose(run.alignment[0], 0, atol=1e-6)  # u = (1, -1), v = (1, 1)
    flow = FloatFlow(DECOUPLED, OBTUSE, LOGISTIC)
    pull = flow.velocity(flow.w0, flow.pattern(flow.w0))
    assert np.allclose(pull / np.linalg.norm(pull), flow.w0 / np.linalg.norm(flow.w0))


def test_linear_units_do_align_on_the_same_data():
    start = [[["4/10", "-3/10"], ["-3/10", "4/10"]], [["1/2", "1/4"]]]
    run = long_run(fully_connected(start, LINEAR), OBTUSE, end=1e10, points=13)
    assert run.share[0][-1] > 0.99
    assert run.alignment[0][-1] > 0.99
    with pytest.raises(ValueError, match="end > 0"):
        long_run(DECOUPLED, OBTUSE, end=0)


nu = Network("nu", "dag")
u, v = Vertex("u", nu), Vertex("v", nu)
PAIR = Dot(InWeights(u), InWeights(v)) - Dot(OutWeights(u), OutWeights(v))
VERTEX = Dot(InWeights(v), InWeights(v)) - Dot(OutWeights(v), OutWeights(v))


def test_one_step_by_hand():
    """Weights 2 and 3, x = 1, loss derivative -1: the gradient is (-3, -2)."""
    run = descend(fully_connected([[[2]], [[3]]]), Data.of([[1]], [1]), [Fraction(1, 2)], random.Random(3))
    (slope,) = run.slopes[0]
    after = [2 - slope * 3 / 2, 3 - slope]
    assert list(run.nets[1].weights.values()) == after
    assert run.signs_kept
    assert defect(VERTEX, run, {"v": "h1_1"}) == 0
    assert defect(Dot(InWeights(v), InWeights(v)), run, {"v": "h1_1"}) == -6 * slope


def test_pairs_of_relu_units_leave_a_defect_and_linear_ones_do_not():
    weights = [[[-1, 1], [1, 1]], [[1, 1]]]
    data = Data.of([[1, 0]], [1])
    for activation, broken in ((RELU, True), (LINEAR, False)):
        run = descend(fully_connected(weights, activation), data, [Fraction(1, 16)] * 2, random.Random(0))
        assert bool(defect(PAIR, run, {"u": "h1_1", "v": "h1_2"})) is broken


def test_equal_margins_have_equal_slopes():
    data = Data.of([[1], [1]], [1, 1])
    run = descend(fully_connected([[[2]], [[3]]]), data, [Fraction(0), Fraction(0)], random.Random(1))
    assert len({s for step in run.slopes for s in step}) == 1


def test_broken_lines():
    line = BrokenLine(((Fraction(1), Fraction(-1)), (Fraction(2), Fraction(3))))
    assert [line(Fraction(z)) for z in (0, 1, 2, 5)] == [-1, -1, 3, 3]
    assert line(Fraction(3, 2)) == 1
    assert line.integral(Fraction(0), Fraction(3)) == -1 + 1 + 3
    assert (line.steepest(Fraction(-1), Fraction(1)), line.steepest(Fraction(0), Fraction(2))) == (0, 4)
    with pytest.raises(ValueError, match="increasing"):
        BrokenLine(((Fraction(1), Fraction(0)), (Fraction(1), Fraction(1))))


def test_a_leap_out_of_the_ball_and_one_inside():
    turn = BrokenLine(((Fraction(1), Fraction(-1)), (Fraction(2), Fraction(1))))
    out = Leap(Fraction(1), turn, Fraction(1))
    assert (out.after(Fraction(1)), out.change(Fraction(1)), out.steepest) == (2, 0, 0)
    half = Fraction(1, 2)  # the step of beta = 2, which stays where the derivative is -1 up to z = 1
    assert (out.after(half), out.change(half)) == (Fraction(3, 2), Fraction(-1, 4))
