"""Networks as variables, and what may be claimed of them: conservation along gradient flow, equality of functions."""

from __future__ import annotations

from sympy import Basic

from lemmata.language.boxes import BIG, Ident, Sub
from lemmata.language.core import Printed, Quantity, quantity
from lemmata.language.domains import Domain
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import Clause
from lemmata.language.specification import Laid, Marked
from lemmata.language.variables import _Leaf


class Networks(Domain, name="network"):
    """Feedforward networks with scalar output (le2022, section 2).

    `graph` is "dag" (any directed acyclic graph, skip connections included) or "layered" (fully connected);
    `activations` lists the positively 1-homogeneous activations its neurons may have.
    """

    graph: str = "dag"
    activations: tuple[str, ...] = ("linear", "relu", "leaky")


class Network(_Leaf, Printed, Basic, lives=Networks):
    """A network variable."""

    domain: Networks


class Vertices(Domain, name="vertex"):
    """Inner vertices of a network all of whose edges are learnable, each with a weight of its own."""

    network: Network


class Vertex(_Leaf, Quantity, lives=Vertices):
    """An inner vertex of a network, all incident edges learnable."""


class _Weights(MatrixTerm, of="vertex: Vertex", shape=lambda a: (Degree(a), quantity(1))):
    """A column of weights at a vertex; its length is the degree and known only for a given network."""


class InWeights(_Weights, word="w_in", notation="w_in"):
    """Weights of the edges into a vertex, in the order in which the network lists their tails."""


class OutWeights(_Weights, word="w_out", notation="w_out"):
    """Weights of the edges out of a vertex, in the order in which the network lists their heads."""


class Degree(Quantity, notation="deg"):
    """Length of a weight column."""


class LayerMatrix(
    MatrixTerm,
    word="layer",
    of="network: Network, layer",
    notation=Laid(lambda _, layer: Sub(Ident("W"), layer), (0, 0)),
    shape=lambda a: tuple(LayerWidth(a.args[0], layer) for layer in (a.args[1], a.args[1] - 1)),
):
    """Weight matrix W_l of a layered network, rows indexed by the layer's outputs."""


class LayerWidth(Quantity, notation=Laid(lambda _, layer: Sub(Ident("n"), layer), (0, 0))):
    """Number of neurons after layer l."""


class Dot(Quantity, of="a: matrix, b: matrix", binds=BIG):
    """Inner product of two columns of equal length."""


class StableSigns(Clause, notation="no weight of {0} vanishes along the trajectory"):
    """No weight vanishes along the stretch of trajectory considered (le2022, Assumption 1)."""


class DifferentiableLoss(Clause, notation="the loss is differentiable"):
    """The loss is differentiable; nothing else is assumed of it (le2022, Assumption 3)."""


class SameNeighbours(Clause, notation="{0} and {1} have the same in-vertices and the same out-vertices"):
    """Two vertices have the same in-vertices and the same out-vertices."""


class SameSlopes(Clause, notation="{0} and {1} have the same slope on every data point"):
    """Two vertices have the same activation slope on every data point."""


class SameLayerSlopes(Clause, notation="all units of layer {1} of {0} have the same slope on every data point"):
    """All units of layer l of a layered network have the same activation slope on every data point."""


class Conserved(Clause, of="invariant: Any, network: Network", notation="{0} is constant along gradient flow of {1}"):
    """A quantity or matrix of the weights of a network is constant along gradient flow of the empirical risk."""


class TreeNetwork(Printed, Basic, notation=Marked("μ")):
    """The tree network mu built from a network by unrolling and weight pull-back (le2022, appendix B)."""


class PathProducts(Printed, Basic, notation=Marked("h")):
    """The path enumeration function h of a network (le2022, Definition 4)."""


class SameFunction(Clause):
    """mu(h(x)) = nu(x) for every input x."""


class IsTree(Clause, notation="{0} is a tree"):
    """The underlying undirected graph has no cycle and is connected."""


class UnitWeights(Clause, notation="every weight of {0} is ±1"):
    """Every weight is +1 or -1."""


class DeterminedBySigns(Clause, notation="{0} depends on the weights only through their signs"):
    """The tree network is the same for every choice of weights with the same signs."""
