"""Gradient flow and descent: velocities, rates of invariants, rays, float trajectories."""

import random
from fractions import Fraction
from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest

from lemmata import catalogue
from lemmata.language import Matrix
from lemmata.language.networks import Dot, InWeights, Network, OutWeights, Vertex
from lemmata.networks.dag import (
    LINEAR,
    RELU,
    fully_connected,
    input_paths,
    layer_matrices,
    layers_of,
    leaky,
    path_edges,
)
from lemmata.networks.decoupled import ray, rays
from lemmata.networks.expressions import Place, evaluate
from lemmata.networks.gradient_flow import (
    LOGISTIC,
    SQUARED,
    Data,
    Kink,
    output_gradient,
    risk,
    velocity,
)
from lemmata.networks.gradient_steps import BrokenLine, Leap, defect, descend
from lemmata.networks.long_flows import FloatFlow, long_run
from lemmata.networks.random_networks import (
    eligible_vertices,
    sample_dag_instance,
    sample_flow_instance,
    sample_twin_instance,
)
from tests.oracles.flow_invariants import (
    block_matrices,
    block_rate,
    layer_invariant,
    pair_invariant,
    pair_rate,
    twins,
    vertex_invariant,
    vertex_rate,
)

ACTIVATIONS = [LINEAR, RELU, leaky()]


def test_velocity_by_hand():
    net = fully_connected([[[1], [-1]], [[2, 3]]], RELU)
    data = Data.of([[1]], [-1])
    # nu = 2, z = -2, squared loss' = -3; dnu/d(in of h1_1) = 2, dnu/d(out of h1_1) = 1, the other unit is off.
    assert velocity(net, data) == {("x1", "h1_1"): -6, ("x1", "h1_2"): 0, ("h1_1", "o"): -3, ("h1_2", "o"): 0}
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


def test_vertex_rate_with_the_wrong_sign_is_refuted():
    """Negative control: the sum of squared in- and out-weights is not conserved."""
    inst = sample_flow_instance(random.Random(24), LINEAR, (2, 2, 1))
    dw = velocity(inst.net, inst.data, inst.derivatives)
    w = inst.net.weights
    for v in inst.net.inner:
        edges = [e for e in inst.net.edges if v in e]
        assert sum(w[e] * dw[e] for e in edges) != 0


@pytest.mark.parametrize("activation", [RELU, leaky(), leaky("1/100")])
def test_pair_rate_fails_for_different_patterns(activation):
    rng = random.Random(26)
    broken = 0
    for _ in range(20):
        inst = twins(rng, False, activation, activations=[LINEAR])
        rate = pair_rate(inst.net, "u", "v", velocity(inst.net, inst.data, inst.derivatives))
        broken += rate != 0
        assert vertex_rate(inst.net, "u", velocity(inst.net, inst.data, inst.derivatives)) == 0
    assert broken >= 15  # the rest of the network is linear, so that the units are seen


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
        assert found.value == vertex_invariant(instance.net, v)
        assert found.rate == vertex_rate(instance.net, v, place.velocity) == 0


@pytest.mark.parametrize("activation", [LINEAR, RELU, leaky()], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_pair_balance(seed, activation):
    instance = sample_twin_instance(random.Random(seed), activation)
    pairs = combinations(eligible_vertices(instance.net), 2)
    same = [(u, v) for u, v in pairs if all(set(a[u]) == set(a[v]) for a in (instance.net.ins, instance.net.outs))]
    assert same
    for u, v in same:
        place = at(instance, {"u": u, "v": v})
        ((found,),) = evaluate(invariant_of("le.lemma-3.eq-5"), place)
        assert found.value == pair_invariant(instance.net, u, v)
        assert found.rate == pair_rate(instance.net, u, v, place.velocity)


@pytest.mark.parametrize("activation", [LINEAR, RELU, leaky()], ids=str)
@pytest.mark.parametrize("widths", [(1, 2, 1), (2, 3, 2, 1), (3, 2, 3, 2, 1)])
def test_layer_balance(widths, activation):
    instance = sample_flow_instance(random.Random(str(widths)), activation, widths)
    for k in range(1, len(widths) - 1):
        place = at(instance, layers={"l": k})
        found = evaluate(invariant_of("le.thm-1.fully-connected"), place)
        block = layers_of(instance.net)[k]
        assert rows(found, "value") == layer_invariant(*block_matrices(instance.net, block))
        assert rows(found, "rate") == block_rate(instance.net, block, place.velocity)


def test_rates_are_the_limit_of_difference_quotients():
    """(value at w + h dw - value at w - h dw) / 2h is the rate: what is differentiated is a quadratic."""
    instance = sample_flow_instance(random.Random(0), RELU, (2, 3, 2, 1))
    place, h = at(instance, layers={"l": 1}), F(1, 1000)
    expression = invariant_of("le.thm-1.fully-connected")
    moved = [
        rows(
            evaluate(
                expression,
                Place(
                    instance.net.with_weights(
                        {e: w + step * place.velocity[e] for e, w in instance.net.weights.items()}
                    ),
                    place.velocity,
                    {},
                    {"l": 1},
                ),
            ),
            "value",
        )
        for step in (h, -h)
    ]
    quotient = [[(a - b) / (2 * h) for a, b in zip(p, q, strict=True)] for p, q in zip(*moved, strict=True)]
    assert quotient == rows(evaluate(expression, place), "rate")


def test_other_expressions_are_refused():
    net = fully_connected([[[1]], [[1]]])
    with pytest.raises(TypeError, match="Matrix is not an expression in the weights"):
        evaluate(Matrix("A", 2, 2), Place(net, {}, {}, {}))
    with pytest.raises(ValueError):
        evaluate(Dot(InWeights(U), OutWeights(V)), uneven())


def uneven():
    """A vertex with two in-weights next to one with a single out-weight."""
    net = fully_connected([[[1, 2], [3, 4]], [[5, 6]]])
    return Place(net, {}, {"u": "h1_1", "v": "h1_2"}, {})


# --- rays of gradient flow, long runs and exact descent

OBTUSE = Data.of([["4/5", "-3/5"], ["-3/5", "4/5"]], [1, 1])
DECOUPLED = fully_connected([[[4, -3], [-3, 4]], [[5, 5]]], RELU)


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


def determinant(net):
    (a, b), (c, d) = layer_matrices(net)[0]
    return a * d - b * c


@pytest.mark.parametrize("activation", [RELU, leaky(), leaky("1/2")])
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
    run = descend(fully_connected([[[2]], [[3]]]), Data.of([[1]], [1]), [Fraction(1, 2)], random.Random(3))
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


@pytest.mark.parametrize("activation", [LINEAR, RELU, leaky()])
def test_float_velocity_agrees_with_the_exact_one(activation):
    rng = random.Random(40)
    for _ in range(10):
        inst = sample_dag_instance(rng, activations=[activation, LINEAR])
        flow = FloatFlow(inst.net, inst.data, SQUARED)
        got = flow.velocity(flow.w0)
        want = [float(d) for d in velocity(inst.net, inst.data).values()]
        assert np.allclose(got, want, rtol=1e-12, atol=1e-12)
        assert np.isclose(flow.risk(flow.w0), risk(inst.net, inst.data))
