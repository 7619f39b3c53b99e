"""The simplest network and data on which an invariant of le2022 drifts: a search for samples of certificates."""

from fractions import Fraction

from lemmata.networks.dag import LINEAR, fully_connected
from lemmata.networks.gradient_flow import SQUARED, loss_derivatives, velocity
from lemmata.networks.random_networks import candidates
from tests.oracles.flow_invariants import pair_rate

UNITS = ("h1_1", "h1_2")


def smallest_drift(kind, activation, loss=SQUARED):
    """Network, data, derivatives of the loss and rate, not zero, of "pair" (5) or "layer" (6); loss None: any, with
    the derivative -1 at every margin."""
    for matrices, data in candidates(1, 1):
        net = fully_connected(matrices, activation, LINEAR)
        if any(net.kinks(x) for x in data.xs):
            continue
        derivatives = [Fraction(-1)] if loss is None else loss_derivatives(net, data, loss)
        dw = velocity(net, data, derivatives)
        pair = [[pair_rate(net, *UNITS, dw)]]
        rate = pair if kind == "pair" else [[-pair_rate(net, u, v, dw) for v in UNITS] for u in UNITS]
        if any(x for row in rate for x in row):
            return net, data, derivatives, rate
    raise AssertionError(f"no drift of {kind} was found")
