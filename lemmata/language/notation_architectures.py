"""Notation of the parts of a network, and of the networks made from it; `sentences` puts the phrases together."""

from __future__ import annotations

from typing import Any

from lemmata.language import architectures, unrolling
from lemmata.language.boxes import Box, Fence, Ident, Op, Sub, Sup, Table, Text, applied, joined, row
from lemmata.language.notation import RULES, Rule, Setting, layout, named


def _indexed(head: str, mark: str = "") -> Rule:
    """A letter with the node's arguments below, and perhaps a mark above."""

    def rule(node: Any, at: Setting) -> Box:
        below = Sub(Ident(head), joined(Op(","), [layout(a, at) for a in node.args]))
        return Sup(below, Text(mark)) if mark else below

    return rule


def _arrow(head: str, below: str = "") -> Rule:
    """A letter with `A → B` below: weights from one array of neurons to another."""

    def rule(node: Any, at: Setting) -> Box:
        tail, top = (layout(a, at) for a in node.args)
        letter = Sub(Ident(head), row(tail, Op("→"), top))
        return Sup(letter, Text(below)) if below else letter

    return rule


def _block(vertical: bool) -> Rule:
    def rule(node: Any, at: Setting) -> Box:
        cells = [layout(a, at) for a in node.args]
        return Fence("[", Table(tuple((c,) for c in cells) if vertical else (tuple(cells),)), "]")

    return rule


def _products(word: str) -> Rule:
    """The vector of products over a set of pairs; printed as a function of the array."""
    return lambda node, at: applied(Sub(Ident("p"), Text(word)), layout(node.args[0], at))


RULES |= {
    architectures.EdgeWeights: _indexed("w"),
    architectures.OutputWeights: lambda n, at: Sub(Ident("w"), row(Ident("in"), Op("("), Ident("o"), Op(")"))),
    architectures.Count: named(Ident("size")),
    architectures.Channels: named(Ident("ch")),
    architectures.Between: _arrow("W"),
    architectures.Kernel: _arrow("T"),
    architectures.KernelIn: _arrow("T", "in"),
    architectures.ByChannel: lambda n, at: Sub(
        layout(n.args[0], at), row(Text("by channel of "), layout(n.args[1], at))
    ),
    architectures.Beside: _block(False),
    architectures.Above: _block(True),
    architectures.InProducts: _products("in"),
    architectures.OutProducts: _products("out"),
    architectures.SomeOutProducts: _products("out, some"),
    unrolling.UnrolledNetwork: _indexed("τ"),
    unrolling.UnrolledByVertices: _indexed("τ", "sets"),
    unrolling.AbsoluteTree: _indexed("μ", "abs"),
    unrolling.PathInputs: _indexed("x"),
    unrolling.AbsolutePathProducts: _indexed("h", "abs"),
    unrolling.PulledBack: lambda n, at: Sup(layout(n.args[0], at), layout(n.args[1], at)),
    unrolling.ScaledInput: lambda n, at: Sub(Ident("x"), layout(n.args[1], at)),
}

# A phrase; numbers stand for the clause's arguments.
WORDS: dict[type, tuple[str | int, ...]] = {
    architectures.IsLayer: (0, " is a layer: no path holds two of its edges, without them the graph falls apart"),
    architectures.IsCut: (0, " is a cut: no path holds two of its edges, every path from input to output holds one"),
    architectures.FullyConnected: ("a fully connected layer leads from ", 0, " to ", 1),
    architectures.Convolution: ("a convolution leads from ", 0, " to ", 1),
    architectures.ResidualBlock: (
        "a residual block (Identity, Diagonal or Free) with hidden units ", 1, " leads from ", 0, " to ", 2,
    ),
    architectures.FreeBlock: ("a ResNetFree block with hidden units ", 1, " leads from ", 0, " to ", 2),
    architectures.ConvolutionalNeurons: (
        0, ": all positions share their in-weights, all channels of a position their neighbours",
    ),
    architectures.SameSlopesWithin: (
        "at every position, all channels of ", 0, " have the same slope on every data point",
    ),
    unrolling.SingleOut: (0, " has a single out-edge"),
}  # fmt: skip
DECLARED: dict[type, tuple[str, ...]] = {
    architectures.NeuronArrays: ("an array of neurons", " channels"),
    architectures.EdgeSets: ("a set of learnable edges",),
    unrolling.InputVertices: ("an input vertex",),
}
