"""Notation of networks and their parts, of training, of random matrices and limits, and of experiments.

`notation` lays expressions out, `sentences` puts clauses together; here are the rules of single subjects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.language import architectures, experiments, networks, probability, sequences, training, unrolling
from lemmata.language.boxes import (
    TIMES,
    Box,
    Fence,
    Ident,
    Num,
    Op,
    Sub,
    Sup,
    Table,
    Text,
    UnderOver,
    applied,
    joined,
    row,
)
from lemmata.language.notation import (
    BIG,
    CLAUSES,
    DECLARATIONS,
    LEVELS,
    RULES,
    SCRIPT,
    Rule,
    Setting,
    event,
    layout,
    named,
    phrase,
    wrapped,
)

# Networks and their parts.


def _part_of(one: str, many: str = "") -> Callable[[Any, Any], Box]:
    """A variable that is a part of a network."""

    def rule(leaf: Any, domain: Any) -> Box:
        size = domain.parameters[1:]
        counted = [Text(" with "), layout(size[0]), Text(many)] if size else []
        return row(layout(leaf), Text(f" is {one} of "), layout(domain.network), *counted)

    return rule


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
CLAUSES |= {
    architectures.IsLayer: phrase(0, " is a layer: no path holds two of its edges, without them the graph falls apart"),
    architectures.IsCut: phrase(
        0, " is a cut: no path holds two of its edges, every path from input to output holds one"
    ),
    architectures.FullyConnected: phrase("a fully connected layer leads from ", 0, " to ", 1),
    architectures.Convolution: phrase("a convolution leads from ", 0, " to ", 1),
    architectures.ResidualBlock: phrase(
        "a residual block (Identity, Diagonal or Free) with hidden units ", 1, " leads from ", 0, " to ", 2,
    ),
    architectures.FreeBlock: phrase("a ResNetFree block with hidden units ", 1, " leads from ", 0, " to ", 2),
    architectures.ConvolutionalNeurons: phrase(
        0, ": all positions share their in-weights, all channels of a position their neighbours",
    ),
    architectures.SameSlopesWithin: phrase(
        "at every position, all channels of ", 0, " have the same slope on every data point",
    ),
    unrolling.SingleOut: phrase(0, " has a single out-edge"),
}  # fmt: skip
DECLARATIONS |= {
    architectures.NeuronArrays: _part_of("an array of neurons", " channels"),
    architectures.EdgeSets: _part_of("a set of learnable edges"),
    unrolling.InputVertices: _part_of("an input vertex"),
}


LEVELS |= {networks.Dot: BIG}


def _weights(word: str) -> Rule:
    return lambda node, at: applied(Sub(Ident("w"), Ident(word)), *(layout(a, at) for a in node.args))


def _dot(node: networks.Dot, at: Setting) -> Box:
    """Sum over the edges for weight columns, angle brackets for anything else."""
    a, b = node.args
    for kind, word, choices in ((networks.InWeights, "in", "a"), (networks.OutWeights, "out", "b")):
        if isinstance(a, kind) and isinstance(b, kind):
            letter, _ = at.letter(choices)
            vertices = [layout(side.args[0], at) for side in (a, b)]
            edges = [Sub(Ident("w"), row(letter, v) if word == "in" else row(v, letter)) for v in vertices]
            under = row(letter, Op("∈"), applied(Ident(word), vertices[0]))
            body = Sup(edges[0], Num("2")) if a == b else row(edges[0], TIMES, edges[1])
            return row(UnderOver(Op("∑"), under), body)
    return Fence("⟨", row(layout(a, at), Op(","), layout(b, at)), "⟩")


RULES |= {
    networks.InWeights: _weights("in"),
    networks.OutWeights: _weights("out"),
    networks.Degree: named(Ident("deg")),
    networks.LayerMatrix: lambda n, at: Sub(Ident("W"), layout(n.args[1], at)),
    networks.LayerWidth: lambda n, at: Sub(Ident("n"), layout(n.args[1], at)),
    networks.Dot: _dot,
    networks.TreeNetwork: _indexed("μ"),
    networks.PathProducts: _indexed("h"),
}


def _same_function(node: networks.SameFunction, at: Setting) -> Box:
    """mu(h(x)) = nu(x): the last argument equals the composition of those before it."""
    *inner, nu = (layout(a, at) for a in node.args)
    parts = inner or [Sub(Ident(letter), nu) for letter in "μh"]
    return row(joined(Op("∘"), parts), Op("="), nu)


ACTIVATIONS = {"relu": "ReLU", "leaky": "leaky ReLU"}


def _network(leaf: Any, domain: networks.Networks) -> Box:
    graph = {"dag": "a directed acyclic network", "layered": "a fully connected layered network"}
    *some, final = (ACTIVATIONS.get(a, a) for a in domain.activations)
    words = f"{', '.join(some)} or {final}" if some else final
    return row(layout(leaf), Text(f" is {graph.get(domain.graph, domain.graph)} of {words} neurons"))


CLAUSES |= {
    networks.StableSigns: phrase("no weight of ", 0, " vanishes along the trajectory"),
    networks.DifferentiableLoss: phrase("the loss is differentiable"),
    networks.SameNeighbours: phrase(0, " and ", 1, " have the same in-vertices and the same out-vertices"),
    networks.SameSlopes: phrase(0, " and ", 1, " have the same slope on every data point"),
    networks.SameLayerSlopes: phrase("all units of layer ", 1, " of ", 0, " have the same slope on every data point"),
    networks.Conserved: phrase(0, " is constant along gradient flow of ", 1),
    networks.SameFunction: _same_function,
    networks.IsTree: phrase(0, " is a tree"),
    networks.UnitWeights: phrase("every weight of ", 0, " is ±1"),
    networks.DeterminedBySigns: phrase(0, " depends on the weights only through their signs"),
}
DECLARATIONS |= {
    networks.Networks: _network,
    networks.Vertices: lambda leaf, d: row(
        layout(leaf), Text(" is an inner vertex of "), layout(d.network), Text(" with learnable edges")
    ),
}


# Training.

RULES |= {
    training.AtStart: lambda node, at: applied(layout(node.args[0], at), Num("0")),
    training.RiskChange: lambda n, at: row(
        applied(Ident("R"), row(Ident("w"), Op("-"), layout(n.args[1], at), Op("∇"), Ident("R"))),
        Op("-"), applied(Ident("R"), Ident("w")),
    ),
    training.GradientSquare: lambda n, at: Sup(Fence("‖", row(Op("∇"), Ident("R")), "‖"), Num("2")),
}  # fmt: skip


CLAUSES |= {
    training.StaysBelow: lambda n, at: row(
        layout(n.args[0], at), Op("≤"), layout(n.args[1], at),
        Text(" at almost every time along gradient flow of "), layout(n.args[2], at),
    ),
    training.BoundedAbove: phrase(0, " is bounded from above along gradient flow of ", 1),
    training.TendsTo: lambda n, at: row(
        layout(n.args[0], at), Op("→"), layout(n.args[1], at),
        Text(" as time goes to infinity along gradient flow of "), layout(n.args[2], at),
    ),
    training.Diverges: lambda n, at: row(layout(n.args[0], at), Op("→"), Op("∞"), Text(" with time")),
    training.SeparableData: phrase("the data of ", 0, " are linearly separable"),
    training.LogisticLoss: phrase("the loss is logistic"),
    training.SmallInitialRisk: phrase("the risk of ", 0, " starts below the loss at 0"),
    training.NoZeroInLimit: phrase("the weights of ", 0, " converge in direction to a vector without zero entries"),
    training.SignsKept: phrase("no weight of ", 0, " changes sign between steps or vanishes"),
    training.DescentBalance: phrase(0, " changes by its slack terms only under gradient descent of ", 1),
    training.SmoothInBall: phrase(
        "the risk of ", 0, " has a ", 1, "-Lipschitz gradient where no layer is longer than the longest is now"
    ),
}  # fmt: skip


# Random matrices, laws and limits.

LEVELS |= {probability.Density: BIG}
LAW_NAMES = {"gaussian": "standard normal", "uniform": "uniform", "rademacher": "Rademacher"}
ARROWS = {"in law": "law", "in probability": "P", "almost surely": "a.s.", "as numbers": ""}


def _probability(node: probability.Probability, at: Setting) -> Box:
    inside = event(node.event, at)
    if node.condition is not None:
        inside = row(inside, Text(" given "), event(node.condition, at))
    return row(Ident("P"), Fence("[", inside, "]"))


def _density(node: probability.Density, at: Setting) -> Box:
    point, value = (layout(a, at) for a in node.args)
    return row(Text("the law with density "), value, Text(" at "), point, Op(">"), Num("0"))


def _up_to_scale(node: probability.UpToScale, at: Setting) -> Box:
    return row(Text("some multiple of "), layout(node.args[0], at))


RULES |= {
    probability.Probability: _probability,
    probability.Expectation: lambda n, at: row(Ident("E"), Fence("[", layout(n.value, at), "]")),
    probability.TracyWidom: lambda n, at: Sub(Ident("TW"), layout(n.args[0], at)),
    probability.ScaledLaw: lambda n, at: row(wrapped(n.args[0], 19, at), TIMES, layout(n.args[1], at)),
    probability.UpToScale: _up_to_scale,
    probability.Point: lambda n, at: Ident(n.args[0].name),
    probability.Density: _density,
}


def _to_infinity(dim: Any, at: Setting) -> Box:
    return row(Text(" as "), layout(dim, at), Op("→"), Op("∞"))


def _converges(node: probability.Converges, at: Setting) -> Box:
    mark = ARROWS[node.mode]
    arrow: Box = UnderOver(Op("→"), Text(mark)) if mark else Op("→")
    return row(layout(node.value, at), arrow, layout(node.target, at), _to_infinity(node.dim, at))


def _grows(node: probability.Grows, at: Setting) -> Box:
    return row(layout(node.value, at), Text(" is of the order of "), layout(node.rate, at), _to_infinity(node.dim, at))


CLAUSES |= {
    probability.Converges: _converges,
    probability.Grows: _grows,
    probability.AlmostSurely: lambda n, at: row(Text("almost surely "), event(n.event, at)),
}


def _shaped(leaf: Any, domain: Any) -> Box:
    size = row(wrapped(domain.rows, 12), Op("×"), wrapped(domain.cols, 12))
    return row(layout(leaf), Op("∈"), Sup(Ident("ℝ"), size))


def _iid(leaf: Any, domain: probability.IidMatrices) -> Box:
    laws = " or ".join(LAW_NAMES[law] for law in domain.laws)
    return row(_shaped(leaf, domain), Text(f" with independent {laws} entries of mean 0 and variance 1"))


DECLARATIONS |= {
    probability.IidMatrices: _iid,
    probability.ContinuousMatrices: lambda leaf, d: row(_shaped(leaf, d), Text(" with a joint density of its entries")),
}


# Sequences along depth.


def _term(node: sequences.Term, at: Setting) -> Box:
    """The layer is written on top, as the paper does; in parentheses, so that it is no power."""
    sequence, layer = node.args
    return Sup(layout(sequence, at), Fence("(", layout(layer, at), ")"))


def _eventually(node: sequences.Eventually, at: Setting) -> Box:
    return row(event(node.relation, at), Text(" for all large "), layout(node.dim, at))


LEVELS |= {sequences.Term: SCRIPT}
RULES |= {sequences.Term: _term}
CLAUSES |= {sequences.Eventually: _eventually}


def _sequence(leaf: Any, domain: sequences.Sequences) -> Box:
    return row(
        Sub(Fence("(", Sup(layout(leaf), Fence("(", Ident("l"), ")")), ")"), row(Ident("l"), Op("≥"), Text("1"))),
        Text(" is a real sequence"),
    )


DECLARATIONS |= {sequences.Sequences: _sequence}


# Experiments.


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _measured(node: experiments.Measured, at: Setting) -> Box:
    return row(Text(_spaced(node.measure) + " in "), layout(node.experiment, at))


RULES |= {experiments.Measured: _measured}


def _experiment(leaf: Any, domain: experiments.Experiments) -> Box:
    subject = _spaced(domain.subject.rpartition(".")[2])
    settings = "; ".join(f"{_spaced(name)} {', '.join(map(str, values))}" for name, values in domain.settings)
    return row(layout(leaf), Text(f" is the experiment {subject}" + (f" with {settings}" if settings else "")))


DECLARATIONS |= {experiments.Experiments: _experiment}
