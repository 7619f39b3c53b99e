"""Notation of networks: weights at a vertex, layers, conserved quantities."""

from __future__ import annotations

from lemmata.language import networks
from lemmata.language.boxes import TIMES, Box, Fence, Ident, Num, Op, Sub, Sup, UnderOver, applied, joined, row
from lemmata.language.notation import BIG, LEVELS, RULES, Rule, Setting, layout, named

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


def _marked(letter: str) -> Rule:
    return lambda node, at: Sub(Ident(letter), joined(Op(","), [layout(a, at) for a in node.args]))


RULES |= {
    networks.InWeights: _weights("in"),
    networks.OutWeights: _weights("out"),
    networks.Degree: named(Ident("deg")),
    networks.LayerMatrix: lambda n, at: Sub(Ident("W"), layout(n.args[1], at)),
    networks.LayerWidth: lambda n, at: Sub(Ident("n"), layout(n.args[1], at)),
    networks.Dot: _dot,
    networks.TreeNetwork: _marked("μ"),
    networks.PathProducts: _marked("h"),
}
