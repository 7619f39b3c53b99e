"""The search for the smallest counterexample: what it finds, what it must not find, and what it must reject."""

import json
from fractions import Fraction as F

import pytest

from lemmata.numerics.networks.dag import LINEAR, RELU, Dag, fully_connected, leaky
from lemmata.numerics.networks.flow import LOGISTIC, Data
from lemmata.numerics.networks.smallest import candidates, evaluate, recheck, smallest_counterexample


@pytest.mark.parametrize("activation", [RELU, leaky()], ids=str)
@pytest.mark.parametrize("invariant", ["pair", "layer", "absolute-pair"])
def test_found_for_relu_and_leaky(invariant, activation):
    found = smallest_counterexample(invariant, activation)
    assert found is not None and recheck(found) and recheck(json.loads(json.dumps(found)))
    net = Dag.from_dict(found["net"])
    assert len(net.inputs) == 1 and len(found["xs"]) == 1 and all(abs(w) <= 2 for w in net.weights.values())
    if invariant == "layer":
        assert [found["rate"][k][k] for k in (0, 1)] == ["0", "0"] and found["rate"][0][1] != "0"


def test_smallest_for_an_arbitrary_loss_is_all_ones():
    found = smallest_counterexample("pair", RELU, None)
    assert found is not None and recheck(found)
    assert sorted(abs(int(row[2])) for row in found["net"]["edges"]) == [1, 1, 1, 1]
    assert found["loss"] == "any" and found["loss_derivatives"] == ["-1"]


def test_none_for_the_linear_pair_and_layer():
    assert smallest_counterexample("pair", LINEAR, max_inputs=1, max_data=2, limit=3000) is None
    assert smallest_counterexample("layer", LINEAR, limit=1500) is None


@pytest.mark.parametrize("activation", [LINEAR, RELU, leaky()], ids=str)
def test_none_for_the_vertex(activation):
    assert smallest_counterexample("vertex", activation, None, max_data=2, limit=2000) is None


def test_absolute_pair_fails_even_for_linear():
    found = smallest_counterexample("absolute-pair", LINEAR)
    assert found is not None and recheck(found)


def test_recheck_rejects_false_claims():
    found = smallest_counterexample("pair", RELU)
    assert found is not None
    edges = found["net"]["edges"]
    assert not recheck({**found, "rate": [["7"]]})
    assert not recheck({**found, "value": [["7"]]})
    assert not recheck({**found, "loss_derivatives": ["1/3"]})
    assert not recheck({**found, "xs": [["2"]]})
    assert not recheck({**found, "net": {**found["net"], "edges": [[*edges[0][:2], "0", True], *edges[1:]]}})
    linear = {**found["net"], "activations": {v: "linear" for v in found["net"]["activations"]}}
    assert not recheck({**found, "net": linear})
    zero = smallest_counterexample("pair", RELU, None)
    assert zero is not None and not recheck({**zero, "loss_derivatives": ["0"], "rate": [["0"]]})
    for key in ("net", "xs", "invariant", "loss"):
        with pytest.raises(ValueError):
            recheck({k: v for k, v in found.items() if k != key})
    with pytest.raises(ValueError):
        recheck({**found, "loss_derivatives": ["1/0"]})


def test_recheck_rejects_claims_outside_the_hypotheses():
    """Consistent numbers are not enough: the data must lie in the unit ball and no weight may be 0."""

    def claim(matrices, x):
        net, data = fully_connected(matrices, leaky()), Data.of([[x]], [1])
        value, rate = evaluate(net, data, [F(-1)], "pair")
        return {
            "invariant": "pair",
            "net": net.to_dict(),
            "xs": [[str(x)]],
            "ys": [1],
            "loss": "any",
            "loss_derivatives": ["-1"],
            "value": [[str(value[0][0])]],
            "rate": [[str(rate[0][0])]],
        }

    inside = [[[1], [-1]], [[1, 1]]]
    assert recheck(claim(inside, 1)) and recheck(claim(inside, F(1, 2)))
    assert not recheck(claim(inside, 2))
    assert not recheck(claim([[[1], [-1]], [[1, 0]]], 1))


def test_candidates_are_ordered_and_distinct():
    seen = list(candidates(1, 1, 1))
    assert len(seen) == 2**4 * 4
    assert len({json.dumps([m, [str(c) for c in d.xs[0]], d.ys]) for m, d in seen}) == len(seen)
    sizes = [sum(abs(v) for m in matrices for row in m for v in row) for matrices, _ in candidates(1, 1, 2)]
    assert sizes == sorted(sizes)


def test_bad_arguments():
    with pytest.raises(ValueError, match="unknown invariant"):
        smallest_counterexample("edge", RELU)
    with pytest.raises(ValueError, match="irrational"):
        smallest_counterexample("pair", RELU, LOGISTIC)
    assert smallest_counterexample("pair", RELU, limit=1) is None
