"""Expressions in the weights: value and rate against the closed forms of `invariants`, and against a second route."""

import random
from fractions import Fraction as F

import pytest

from lemmata import catalogue
from lemmata.language import Index, Matrix
from lemmata.language.networks import Dot, InWeights, LayerMatrix, Network, OutWeights, Vertex
from lemmata.networks.dag import LINEAR, RELU, fully_connected, layer_matrices, layers_of, leaky
from lemmata.networks.expressions import Dual, Place, evaluate
from lemmata.networks.gradient_flow import Data, velocity
from lemmata.networks.invariants import eligible_pairs, eligible_vertices
from lemmata.networks.random_networks import sample_dag_instance, sample_flow_instance, sample_twin_instance
from tests.oracles.flow_invariants import (
    block_matrices,
    block_rate,
    layer_invariant,
    pair_invariant,
    pair_rate,
    vertex_invariant,
    vertex_rate,
)

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
    for u, v in eligible_pairs(instance.net):
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


def test_some_rates_are_not_zero():
    """So that the equalities above compare more than zeros."""
    instances = [sample_twin_instance(random.Random(k), RELU) for k in range(8)]
    rates = [
        evaluate(invariant_of("le.lemma-3.eq-5"), at(i, {"u": u, "v": v}))[0][0].rate
        for i in instances
        for u, v in eligible_pairs(i.net)
    ]
    assert any(rates)


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


def test_columns_are_ordered_by_neighbour_and_layers_as_the_network_stores_them():
    net = fully_connected([[[1, 2], [3, 4]], [[5, 6]]])
    place = Place(net, velocity(net, Data.of([[F(1, 2), F(1, 3)]], [1]), [F(-1)]), {"v": "h1_2"}, {"l": 1})
    assert rows(evaluate(InWeights(V), place), "value") == [[3], [4]]
    assert rows(evaluate(OutWeights(V), place), "value") == [[6]]
    number = Index("l")
    first, second = layer_matrices(net)
    assert rows(evaluate(LayerMatrix(NU, number), place), "value") == first
    assert rows(evaluate(LayerMatrix(NU, number + 1), place), "value") == second
    product = LayerMatrix(NU, number + 1) @ LayerMatrix(NU, number)
    assert rows(evaluate(product, place), "value") == [[23, 34]]


def test_frozen_weights_do_not_move():
    net = fully_connected([[[1]], [[1]]])
    assert Place(net, {}, {}, {}).weight("x1", "h1_1") == Dual(F(1), F(0))


def test_dual_numbers():
    a, b = Dual(F(2), F(3)), Dual(F(5), F(-1))
    assert a + b == Dual(F(7), F(2))
    assert a * b == Dual(F(10), F(13))
    assert -a == Dual(F(-2), F(-3))


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
