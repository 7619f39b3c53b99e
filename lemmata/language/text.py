"""The text form: the syntax users type, printed exactly in the order in which a statement was entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Integer, Rational, pi
from sympy.core.symbol import Str

from lemmata.language import (
    architectures,
    atoms,
    columns,
    core,
    experiments,
    families,
    matrices,
    networks,
    probability,
    relations,
    sequences,
    training,
    unrolling,
)
from lemmata.language.core import LateBound


def write(node: Any) -> str:
    """Text form of an expression or clause; a class with a name and no rule here is written as a call.

    Raises TypeError for a node without one.
    """
    if hasattr(node, "name") and hasattr(node, "domain") or isinstance(node, families.Layers | Str):
        return str(node.name)
    if isinstance(node, Integer):
        return str(node)
    if isinstance(node, Rational):
        return f"{node.p}/{node.q}"
    if node == pi:
        return "pi"
    for cls in type(node).__mro__:
        if cls in _RULES:
            return _RULES[cls](node)
    if getattr(node, "name", ""):
        return _call(node)
    raise TypeError(f"{type(node).__name__} has no text form")


def _level(node: Any) -> int:
    if isinstance(node, Rational) and not isinstance(node, Integer):
        return 20
    if isinstance(node, Integer) and node < 0:
        return 12
    return 100 if isinstance(node, families._Over) else getattr(node, "level", 100)


def _wrap(node: Any, level: int) -> str:
    text = write(node)
    return text if _level(node) > level else f"({text})"


def _sum(node: Any) -> str:
    out = _wrap(node.args[0], 9)
    for term in node.args[1:]:
        if isinstance(term, core.Neg | matrices.MatNeg):
            out += " - " + _wrap(term.args[0], 10)
        else:
            out += " + " + _wrap(term, 10)
    return out


def _call(node: Any) -> str:
    return f"{node.name}({', '.join(write(a) for a in node.args)})"


def _entry(node: core.Entry) -> str:
    vector, index = node.args
    if not isinstance(vector, atoms.S | atoms.Lam):
        return f"entry({write(vector)}, {write(index)})"
    return f"{vector.name}({write(vector.args[0])}, {write(index)})"


def _quantified(node: relations.ForAll) -> str:
    ranges, body = [], node
    while isinstance(body, relations.ForAll):
        ranges.append(f"for {body.index.name} in {write(body.args[1])}..{write(body.args[2])}")
        body = body.body
    return f"{write(body)} {' '.join(ranges)}"


def _over(word: str) -> Callable[[Any], str]:
    return lambda n: f"{word}({write(n.body)} for {n.index.name} in {write(n.args[1])}..{write(n.args[2])})"


def _named(name: str) -> Callable[[Any], str]:
    return lambda n: f"{name}({', '.join(write(a) for a in n.args)})"


def _factors(n: matrices.MatTimes) -> list[Any]:
    """The factors of a product and of the products among them: brackets within it mean nothing."""
    return [part for a in n.args for part in (_factors(a) if isinstance(a, matrices.MatTimes) else [a])]


_RULES: dict[type, Callable[[Any], str]] = {
    core.Plus: _sum,
    matrices.MatPlus: _sum,
    core.Neg: lambda n: "-" + _wrap(n.args[0], 20),
    matrices.MatNeg: lambda n: "-" + _wrap(n.args[0], 20),
    core.Times: lambda n: " * ".join([_wrap(n.args[0], 19), *(_wrap(a, 20) for a in n.args[1:])]),
    core.Quotient: lambda n: f"{_wrap(n.args[0], 19)} / {_wrap(n.args[1], 20)}",
    core.Power: lambda n: f"{_wrap(n.args[0], 40)}**{_wrap(n.args[1], 40)}",
    core.RealPower: lambda n: f"{_wrap(n.args[0], 40)}**{_wrap(n.args[1], 40)}",
    core.Entry: _entry,
    core.Gap: lambda n: f"gap({write(n.args[0])}, {write(n.args[1])})",
    columns.Entries: lambda n: write(n.args[0]),
    columns.Column: lambda n: write(n.args[0]),
    matrices.Id: lambda n: f"I({write(n.args[0])})",
    matrices.Scaled: lambda n: f"{_wrap(n.args[0], 19)} * {_wrap(n.args[1], 20)}",
    matrices.MatTimes: lambda n: " @ ".join(_wrap(a, 20 if k else 19) for k, a in enumerate(_factors(n))),
    matrices.Transpose: lambda n: f"{_wrap(n.args[0], 59)}.T",
    matrices.Kron: _named("kron"),
    families.Segment: lambda n: f"{n.args[0].name}[{write(n.args[1])}:{write(n.args[2])}]",
    families.Width: lambda n: f"width({n.args[0].name}, {write(n.args[1])})",
    families.SumOver: _over("sum"),
    families.MatSumOver: _over("sum"),
    families.MaxOver: _over("max"),
    families.ProdOver: _over("product"),
    families.MatProdOver: _over("prod"),
    families.StackOver: _over("vstack"),
    families.Unit: _named("unit"),
    families.VStack: _named("vstack"),
    families.GradientGram: lambda n: f"gradient_gram({write(n.args[0])}, {write(n.args[1])})",
    families.LayerList: lambda n: ", ".join(write(a) for a in n.args),
    relations.Relation: lambda n: f"{write(n.lhs)} {n.op} {write(n.rhs)}",
    relations.Chain: lambda n: " ".join(write(a) for a in n.args),
    relations.ForAll: _quantified,
    relations.Exists: lambda n: f"exists: {write(n.body)}",
    networks.InWeights: _named("w_in"),
    networks.OutWeights: _named("w_out"),
    networks.Degree: _named("degree"),
    networks.LayerMatrix: _named("layer"),
    networks.LayerWidth: _named("layer_width"),
    networks.Dot: _named("dot"),
    networks.StableSigns: _named("stable_signs"),
    networks.DifferentiableLoss: lambda n: "differentiable_loss()",
    networks.SameNeighbours: _named("same_neighbours"),
    networks.SameSlopes: _named("same_slopes"),
    networks.SameLayerSlopes: _named("same_layer_slopes"),
    networks.Conserved: _named("conserved"),
    networks.TreeNetwork: _named("tree_network"),
    networks.PathProducts: _named("path_products"),
    networks.SameFunction: _named("same_function"),
    networks.IsTree: _named("is_tree"),
    networks.UnitWeights: _named("unit_weights"),
    networks.DeterminedBySigns: _named("determined_by_signs"),
    architectures.EdgeWeights: _named("edge_weights"),
    architectures.OutputWeights: _named("output_weights"),
    architectures.Count: _named("count"),
    architectures.Channels: _named("channels"),
    architectures.Between: _named("weights"),
    architectures.Kernel: _named("kernel"),
    architectures.KernelIn: _named("kernel_in"),
    architectures.ByChannel: _named("by_channel"),
    architectures.Beside: _named("hstack"),
    architectures.Above: _named("vstack"),
    architectures.InProducts: _named("in_products"),
    architectures.OutProducts: _named("out_products"),
    architectures.SomeOutProducts: _named("some_out_products"),
    architectures.IsLayer: _named("is_layer"),
    architectures.IsCut: _named("is_cut"),
    architectures.FullyConnected: _named("fully_connected"),
    architectures.Convolution: _named("convolution"),
    architectures.ResidualBlock: _named("residual_block"),
    architectures.FreeBlock: _named("free_block"),
    architectures.ConvolutionalNeurons: _named("convolutional_neurons"),
    architectures.SameSlopesWithin: _named("same_slopes_within"),
    unrolling.UnrolledNetwork: _named("unrolled"),
    unrolling.UnrolledByVertices: _named("unrolled_by_vertices"),
    unrolling.AbsoluteTree: _named("absolute_tree"),
    unrolling.PathInputs: _named("path_inputs"),
    unrolling.AbsolutePathProducts: _named("absolute_path_products"),
    unrolling.PulledBack: _named("pulled_back"),
    unrolling.ScaledInput: _named("scaled_input"),
    unrolling.SingleOut: _named("single_out_edge"),
    probability.Expectation: _named("E"),
    probability.Probability: lambda n: f"P({' | '.join(write(a) for a in n.args)})",
    probability.TracyWidom: _named("tracy_widom"),
    probability.ScaledLaw: lambda n: f"{_wrap(n.args[0], 19)} * {write(n.args[1])}",
    probability.UpToScale: _named("multiple"),
    probability.Point: lambda n: write(n.args[0]),
    probability.Density: _named("density"),
    probability.Converges: lambda n: (
        f"{write(n.value)} -> {write(n.target)}{'' if n.mode == 'as numbers' else f' {n.mode}'} as {write(n.dim)} -> oo"
    ),
    probability.Grows: lambda n: f"{write(n.value)} grows as {write(n.rate)} as {write(n.dim)} -> oo",
    probability.AlmostSurely: lambda n: f"almost surely: {write(n.event)}",
    training.AtStart: _named("at_start"),
    training.StaysBelow: _named("stays_below"),
    training.BoundedAbove: _named("bounded_above"),
    training.TendsTo: _named("tends_to"),
    training.Diverges: _named("diverges"),
    training.SeparableData: _named("separable_data"),
    training.LogisticLoss: lambda n: "logistic_loss()",
    training.SmallInitialRisk: _named("small_initial_risk"),
    training.NoZeroInLimit: _named("no_zero_in_limit"),
    training.SignsKept: _named("signs_kept"),
    training.DescentBalance: _named("descent_balance"),
    training.SmoothInBall: _named("smooth_in_ball"),
    experiments.Measured: lambda n: f"{write(n.experiment)}.{n.measure}",
    sequences.Term: lambda n: f"{write(n.args[0])}[{write(n.args[1])}]",
    sequences.Eventually: lambda n: f"{write(n.relation)} for all large {write(n.dim)}",
}


def declaration(leaf: Any) -> str:
    """One line of `let`: name and domain, as in `M = real(n, n)`."""
    if isinstance(leaf, families.Layers):
        return f"{leaf.name} = layers({', '.join(write(a) for a in leaf.args)})"
    parameters = ", ".join(p if isinstance(p, str) else write(p) for p in leaf.domain.parameters)
    bare = leaf.domain.name in ("real", "positive") and not parameters
    return f"{leaf.name} = {leaf.domain.name}" + ("" if bare else f"({parameters})")


LateBound.write = write
