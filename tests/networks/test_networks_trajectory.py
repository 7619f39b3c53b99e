"""Float trajectories: agreement with the exact velocity, events, drift."""

import random
from fractions import Fraction as F

import numpy as np
import pytest

from lemmata.networks.dag import LINEAR, RELU, Dag, fully_connected, leaky
from lemmata.networks.gradient_flow import LOGISTIC, SQUARED, Data, Kink, risk, velocity
from lemmata.networks.long_flows import FloatFlow, integrate
from lemmata.networks.random_networks import sample_dag_instance, sample_twin_instance
from tests.oracles.flow_invariants import pair_rate


def largest_drift(run, name):
    """Of a monitored quantity; NaN if any entry is NaN."""
    return float(np.abs(run.drift[name]).max())


@pytest.mark.parametrize("activation", [LINEAR, RELU, leaky()])
def test_float_velocity_agrees_with_the_exact_one(activation):
    rng = random.Random(40)
    for _ in range(10):
        inst = sample_dag_instance(rng, activations=[activation, LINEAR])
        flow = FloatFlow(inst.net, inst.data, SQUARED)
        got = flow.velocity(flow.w0, flow.pattern(flow.w0))
        want = [float(d) for d in velocity(inst.net, inst.data).values()]
        assert np.allclose(got, want, rtol=1e-12, atol=1e-12)
        assert np.isclose(flow.risk(flow.w0), risk(inst.net, inst.data))


@pytest.mark.parametrize("activation", [LINEAR, RELU, leaky()])
def test_exact_rate_is_the_slope_of_the_float_flow(activation):
    rng = random.Random(41)
    done = 0
    while done < 5:
        inst = sample_twin_instance(rng, activation, patterns="any" if activation == LINEAR else "different")
        run = integrate(inst.net, inst.data, SQUARED, end=1e-4, points=3)
        if run.status != "finished" or run.events:
            continue
        rate = float(pair_rate(inst.net, "u", "v", velocity(inst.net, inst.data)))
        drift = run.drift["pair u,v"]
        slope = (4 * drift[1] - drift[2]) / 1e-4
        assert np.isclose(slope, rate, rtol=1e-3, atol=1e-6)
        done += 1


@pytest.mark.parametrize("loss", [SQUARED, LOGISTIC], ids=lambda loss: loss.name)
@pytest.mark.parametrize("activation", [LINEAR, RELU, leaky()], ids=str)
def test_drift(activation, loss):
    net = fully_connected([[[1], ["-1/2"]], [[1, "1/2"]]], activation)
    run = integrate(net, Data.of([[1], [-1]], [1, -1]), loss, end=5.0, points=50)
    assert run.status == "finished" and len(run.times) == 50 and run.times[-1] == 5.0
    assert run.weights.shape == (50, 4) and run.edges == net.edges
    assert largest_drift(run, "vertex h1_1") < 1e-8 and largest_drift(run, "vertex h1_2") < 1e-8
    assert np.all(np.diff(run.risk) <= 1e-12)
    if activation == LINEAR:
        assert largest_drift(run, "pair h1_1,h1_2") < 1e-8
    else:
        assert largest_drift(run, "pair h1_1,h1_2") > 1e-2


def test_weight_sign_change_stops_the_run():
    net = fully_connected([[[1]]])  # dw/dt = -(1 - z) with z = -w: w' = -1 - w, zero at log 2
    run = integrate(net, Data.of([[1]], [-1]), end=3.0, points=11)
    assert run.status == "stopped" and [e.kind for e in run.events] == ["weight-sign"]
    assert run.events[0].where == ("x1", "o") and np.isclose(run.events[0].time, np.log(2), atol=1e-9)
    assert run.times[-1] == run.events[0].time and abs(run.weights[-1, 0]) < 1e-9
    on = integrate(net, Data.of([[1]], [-1]), end=3.0, points=11, stop_on=())
    assert on.status == "finished" and len(on.events) == 1 and np.isclose(on.weights[-1, 0], 2 * np.exp(-3) - 1)


def test_activation_change_is_an_event():
    # x -> h has weights (1, -1/2): on (1/2, 1/2) the unit starts active and is driven off by the label -1.
    net = fully_connected([[["1/2", "-1/4"]], [["2"]]], leaky())
    data = Data.of([["1/2", "1/2"], ["1/2", "0"]], [-1, 1])
    run = integrate(net, data, end=20.0, stop_on=("weight-sign",))
    kinds = [e.kind for e in run.events]
    assert "activation" in kinds
    assert largest_drift(run, "vertex h1_1") < 1e-7
    stopped = integrate(net, data, end=20.0, stop_on=("activation",))
    assert stopped.status == "stopped" and stopped.events[-1].kind == "activation"


def test_sliding_along_a_kink_is_reported():
    net = fully_connected([[[-1, "2/3"], [1, -2], ["3/2", "1/3"]], [["-2/3", "-3/2", "-3/2"]]], RELU)
    data = Data.of([["1/8", "-3/8"], ["-1/8", "1/2"], ["1/2", "-3/8"]], [1, 1, -1])
    run = integrate(net, data, SQUARED, end=20.0, stop_on=())
    assert run.status == "sliding" and run.events[-1].where == ("h1_3", 0) and run.times[-1] == run.events[-1].time
    # Exact velocities just off the kink: from either side the pre-activation is pushed back to 0.
    x, w = data.xs[0], dict(zip(run.edges, map(F, run.weights[-1]), strict=True))
    for offset in (F(1, 10**6), F(-1, 10**6)):
        near = net.with_weights({**w, ("x1", "h1_3"): w["x1", "h1_3"] + offset})
        dw = velocity(near, data)
        push = sum(dw[i, "h1_3"] * c for i, c in zip(net.inputs, x, strict=True))
        assert near.forward(x).pre["h1_3"] * offset > 0 and push * offset < 0


def test_parallel_data_points_cross_together():
    net = fully_connected([[[-1, "2/3"], [-3, 2], [2, "3/2"]], [[-3, "-2/3", -3]]], RELU)
    data = Data.of([["3/8", "3/8"], ["1/4", "1/2"], ["1/8", "1/4"]], [1, -1, 1])
    run = integrate(net, data, SQUARED, end=20.0, stop_on=())
    assert run.status == "finished" and run.times[-1] == 20.0
    assert [e.where for e in run.events if e.kind == "activation"][:2] == [("h1_1", 1), ("h1_1", 2)]
    assert run.events[0].time == run.events[1].time
    few = integrate(net, data, SQUARED, end=20.0, stop_on=(), max_events=1)
    assert few.status == "events" and few.times[-1] == few.events[-1].time == run.events[0].time
    assert all(largest_drift(run, f"vertex {v}") < 1e-8 for v in net.inner)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_parallel_data_points_that_pull_against_each_other(order):
    """Had only the first of them changed its slope, the other would seem to push the unit back onto the kink."""
    net = fully_connected([[["1/5", "-1/10"]], [[1]]], leaky())
    xs, ys = [["1/2", "1/4"], ["1/4", "1/8"]], [-1, 1]
    run = integrate(net, Data.of([xs[k] for k in order], [ys[k] for k in order]), end=5.0, points=20)
    assert [e.where for e in run.events[:2]] == [("h1_1", 0), ("h1_1", 1)] and run.status != "sliding"
    assert run.times[-1] > run.events[0].time and largest_drift(run, "vertex h1_1") < 1e-8


def test_zero_and_dead_weights_do_not_trouble_it():
    net = Dag(
        ["x", "y"],
        "o",
        {"h": RELU, "sink": RELU, "o": LINEAR},
        {("x", "h"): 1, ("y", "h"): 0, ("h", "o"): 1, ("x", "sink"): 1},
    )
    run = integrate(net, Data.of([[1, 0]], [1]), end=1.0, points=5)
    assert run.status == "finished" and np.all(run.weights == run.weights[0])  # margin 1: the squared loss is at rest
    empty = integrate(Dag(["x"], "o", {"o": RELU}, {}), Data.of([[1]], [1]), end=1.0, points=3)
    assert empty.status == "finished" and empty.drift == {}


def test_frozen_weights_stay():
    net = fully_connected([[[1]], [[1]]], LINEAR)
    net = Dag(net.inputs, net.output, net.activations, net.weights, [("x1", "h1_1")])
    run = integrate(net, Data.of([["1/2"]], [1]), end=2.0, points=5)
    assert np.all(run.weights[:, 0] == 1) and run.weights[-1, 1] > 1


def test_start_on_a_kink_and_bad_arguments():
    net = fully_connected([[[1, -1]], [[1]]], RELU)
    with pytest.raises(Kink):
        integrate(net, Data.of([[1, 1]], [1]))
    good = Data.of([[1, 0]], [1])
    for arguments in ({"points": 1}, {"points": 201}, {"end": 0}, {"max_events": -1}, {"end": float("nan")}):
        with pytest.raises(ValueError):
            integrate(net, good, **arguments)
    with pytest.raises(ValueError, match="coordinates"):
        integrate(net, Data.of([[F(1)]], [1]))
