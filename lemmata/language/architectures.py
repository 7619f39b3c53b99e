"""Parts of a network as variables: arrays of neurons, sets of edges, and the matrices of weights between them.

An array of neurons has positions and channels, as the neurons of a convolutional layer have (le2022, Definition 11);
those of any other layer share one position.
"""

from __future__ import annotations

from typing import Any

from lemmata.language.boxes import Ident, Sub, Text
from lemmata.language.core import Quantity, quantity
from lemmata.language.domains import Domain
from lemmata.language.matrices import MatrixTerm
from lemmata.language.networks import Network, _Weights
from lemmata.language.relations import Clause
from lemmata.language.specification import Call, Marked
from lemmata.language.variables import _Leaf


class NeuronArrays(Domain, name="neurons"):
    """Arrays of neurons of a network, positions times channels; `channels` is None where any number is meant."""

    network: Network
    channels: Any = None


def neuron_arrays(network: Network, channels: int | None = None) -> NeuronArrays:
    """Arrays with a number of channels, or any."""
    return NeuronArrays(network, None if channels is None else quantity(channels))


class Neurons(_Leaf, Quantity, lives=neuron_arrays):
    """An array of neurons of a network."""

    domain: NeuronArrays


class EdgeSets(Domain, name="edges"):
    """Sets of edges of a network, each with a learnable weight of its own."""

    network: Network


class EdgeSet(_Leaf, Quantity, lives=EdgeSets):
    """A set of edges of a network, each with a learnable weight of its own."""


class EdgeWeights(_Weights, notation=Marked("w")):
    """The weights of a set of edges, as a column."""


class OutputWeights(_Weights):
    """The weights of the edges into the output of a network, all learnable, as a column."""


class Count(Quantity, notation="size"):
    """A size that is known only for a given network."""


class Channels(Quantity, notation="ch"):
    """Number of channels of an array of neurons."""


class _Measured(MatrixTerm):
    """A matrix of weights; its shape is known only for a given network."""


class Between(_Measured, word="weights", shape=lambda a: (Count(a.args[1]), Count(a.args[0]))):
    """Weights of the edges from one array of neurons to another, rows by heads, columns by tails; 0 for no edge."""


class Kernel(_Measured, shape=lambda a: (Channels(a.args[1]), Count(a))):
    """The kernel of a convolution from A to B, a row for each channel of B, its columns by tap and channel of A."""


class KernelIn(_Measured, shape=lambda a: (Count(a), Channels(a.args[0]))):
    """The kernel of a convolution from A to B, a column for each channel of A, its rows by tap and channel of B."""


class ByChannel(_Measured, of="inner: matrix, array: Neurons", shape=lambda a: (Count(a), Channels(a.args[1]))):
    """A matrix with each of its rows cut into pieces of as many entries as an array of neurons has channels.

    For weights out of that array the pieces are its positions (le2022, Theorem 1.5 and 1.6: a "rearrangement").
    """


class HStack(_Measured, word="hstack", shape=lambda a: (a.args[0].shape[0], Count(a))):
    """[U Z]: matrices next to each other."""


class Above(_Measured, word="vstack", shape=lambda a: (Count(a), a.args[0].shape[1])):
    """[Y; Z]: matrices on top of each other."""


class InProducts(Quantity, notation=Call(Sub(Ident("p"), Text("in")))):
    """w w' for the pairs in w_IN of an array with two channels (le2022, Lemma 8).

    A pair belongs to it if at every position some in-vertex reaches the first channel by w and the second by w'.
    """


class OutProducts(Quantity, notation=Call(Sub(Ident("p"), Text("out")))):
    """z z' for the pairs in w_OUT of an array with two channels: at every position some out-vertex is reached so."""


class SomeOutProducts(Quantity, notation=Call(Sub(Ident("p"), Text("out, some")))):
    """z z' for the pairs by which the two channels reach an out-vertex at some position (le2022, (49) and (50))."""


class IsLayer(Clause, notation="{0} is a layer: no path holds two of its edges, without them the graph falls apart"):
    """le2022, Definition 6: no path holds two of the edges, and without them the graph is not connected."""


class IsCut(Clause, notation="{0} is a cut: no path holds two of its edges, every path from input to output holds one"):
    """No path holds two of the edges, and every path from an input to the output holds one."""


class FullyConnected(Clause, notation="a fully connected layer leads from {0} to {1}"):
    """Every neuron of A has an edge of its own to every neuron of B; A leads nowhere else, nothing else leads to B.

    B has one position, as the hidden units and outputs of residual blocks have.
    """


class Convolution(Clause, notation="a convolution leads from {0} to {1}"):
    """B is made from A by a convolution: its neurons see patches of A by shared weights; A leads nowhere else."""


class ResidualBlock(
    Clause, notation="a residual block (Identity, Diagonal or Free) with hidden units {1} leads from {0} to {2}"
):
    """A, H, B are input, hidden units and output of a ResNetIdentity, ResNetDiagonal or ResNetFree block.

    le2022, Definition 5: B = sigma(U sigma(Y A) + Z A) with Z the identity (not learnable), diagonal, or any matrix.
    """


class FreeBlock(Clause, notation="a ResNetFree block with hidden units {1} leads from {0} to {2}"):
    """A, H, B are input, hidden units and output of a ResNetFree block."""


class ConvolutionalNeurons(
    Clause, notation="{0}: all positions share their in-weights, all channels of a position their neighbours"
):
    """le2022, Definition 11: in-weights shared by all positions, neighbours by all channels of a position."""


class SameSlopesWithin(
    Clause, notation="at every position, all channels of {0} have the same slope on every data point"
):
    """At every position, all channels of an array have the same activation slope on every data point."""
