"""Notation of random matrices, probabilities, laws and limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.language import probability
from lemmata.language.boxes import TIMES, Box, Fence, Ident, Num, Op, Sub, Sup, Text, UnderOver, row
from lemmata.language.notation import BIG, CLAUSES, LEVELS, RULES, Setting, event, layout, wrapped

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


DECLARATIONS: dict[type, Callable[[Any, Any], Box]] = {
    probability.IidMatrices: _iid,
    probability.ContinuousMatrices: lambda leaf, d: row(_shaped(leaf, d), Text(" with a joint density of its entries")),
}
