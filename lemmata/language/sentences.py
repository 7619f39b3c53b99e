"""Clauses and declarations as mathematics: what is assumed, what is claimed, and where the variables live."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sympy import Integer

from lemmata.language import (
    atoms,
    core,
    domains,
    families,
    matrices,
    notation_subjects,  # noqa: F401  (for the rules it adds)
    relations,
    variables,
)
from lemmata.language.boxes import Box, Fence, Ident, Num, Op, Sub, Sup, Text, applied, joined, row, symbol
from lemmata.language.notation import (
    CLAUSES,
    DECLARATIONS,
    Setting,
    direction,
    entry,
    event,
    forms,
    indexed,
    layout,
    setting,
    span,
    wrapped,
)
from lemmata.language.statement import leaves

SIGNS = {"<=": "≤", "<": "<", ">=": "≥", ">": ">", "==": "="}


def sentence(node: Any, at: Setting | None = None) -> Box:
    """The boxes of a clause, or of an expression.

    Raises TypeError for a node without notation.
    """
    return event(node, at or setting(node))


def _simple(node: Any, at: Setting) -> Box | None:
    """Relations that papers put in words."""
    if not isinstance(node, relations.Relation) or node.rhs != 0:
        return None
    if isinstance(node.lhs, core.Gap) and node.op == ">":
        return row(entry(core.Entry(*node.lhs.args), at), Text(" is simple"))
    if isinstance(node.lhs, atoms.RealEigenvalues) and node.op == "==":
        return row(layout(node.lhs.args[0], at), Text(" has no real eigenvalue"))
    return None


def _comparison(node: Any, at: Setting) -> tuple[Box, list[Box]]:
    """A relation or chain; vectors are compared entry by entry under an index of their own."""
    words = _simple(node, at)
    if words is not None:
        return words, []
    sides = node.args[::2]
    signs = [Op(SIGNS[str(sign)]) for sign in node.args[1::2]]
    ranges: list[Box] = []
    if any(indexed(side) for side in sides):
        letter, at = at.letter("i")
        at = replace(at, index=letter)
        ranges = [row(Text("all "), letter)]
    items: list[Box] = [layout(sides[0], at)]
    for sign, side in zip(signs, sides[1:], strict=True):
        items += [sign, layout(side, at)]
    if isinstance(sides[0], matrices.MatrixTerm) and any(sign.symbol != "=" for sign in signs):
        items.append(Text(" entry by entry"))
    return row(*items), ranges


def _parts(node: Any, at: Setting) -> tuple[Box, list[Box]]:
    """The body of a clause, and what it ranges over."""
    if isinstance(node, relations.ForAll):
        body, ranges = _parts(node.body, replace(at, bound=at.bound | {node.index.name}))
        return body, [span(node.index, node.args[1], node.args[2], at), *ranges]
    if isinstance(node, relations.Relation | relations.Chain):
        return _comparison(node, at)
    return sentence(node, at), []


def _clause(node: Any, at: Setting) -> Box:
    body, ranges = _parts(node, at)
    out = row(body, Text(" for "), joined(Text(", "), ranges)) if ranges else body
    return row(out, *_legend(node, at))


def _legend(node: Any, at: Setting) -> Iterator[Box]:
    """Says what the vectors in u_i^T X u_i and u_i^T X v_i are."""
    for cls, matrix, index in dict.fromkeys((type(n), *n.args[:2]) for n in forms(node)):
        u, v = (direction(letter, matrix, index, at) for letter in "uv")
        value = entry(core.Entry((atoms.Lam if cls is atoms.EigenForm else atoms.S)(matrix), index), at)
        yield Text(", where ")
        if cls is atoms.EigenForm:
            yield row(u, Text(" is a unit eigenvector to "), value)
        else:
            yield row(u, Op(","), v, Text(" are unit right and left singular vectors to "), value)


def _exists(node: relations.Exists, at: Setting) -> Box:
    witnesses = [layout(leaf, at) for leaf in dict.fromkeys(leaves(node.body, frozenset()))]
    return row(Op("∃"), joined(Op(","), witnesses), Op(":"), sentence(node.body, at))


CLAUSES |= {
    relations.Relation: _clause,
    relations.Chain: _clause,
    relations.ForAll: _clause,
    relations.Exists: _exists,
}


def declaration(leaf: Any) -> Box:
    """One variable and where it lives, as in M ∈ ℝ^{n×n}.

    Raises TypeError for a domain without notation.
    """
    if isinstance(leaf, families.Layers):
        return _layers(leaf)
    rule = DECLARATIONS.get(type(leaf.domain))
    if rule is None:
        raise TypeError(f"{type(leaf.domain).__name__} has no notation")
    return rule(leaf, leaf.domain)


def _layers(family: families.Layers) -> Box:
    """W^l ∈ ℝ^{a_l × a_{l-1}}, with what the widths are, or W^l ∈ ℝ^{n × n} where all of them are n."""
    depth, d, m, k = family.args
    taken = {family.name, *(str(part) for part in family.args)}
    index = next(variables.Index(name) for name in "lpqrs" if name not in taken)
    rows, cols = families.Width(family, index), families.Width(family, index - 1)
    same = d == m == k
    shape = [Sup(symbol(family.name), layout(index)), *(_shape(m, m) if same else _shape(rows, cols))]
    if same:
        return row(*shape, Text(" for "), span(index, Integer(1), depth))
    ends = [row(Sub(Ident("a"), layout(at)), Op("="), layout(width)) for at, width in ((Integer(0), d), (depth, k))]
    inner = row(Text("otherwise "), layout(rows), Op("="), layout(m))
    return row(*shape, Text(" for "), span(index, Integer(1), depth), Text(", "), joined(Text(", "), [*ends, inner]))


def _shape(rows: Any, cols: Any) -> tuple[Box, Box]:
    return Op("∈"), Sup(Ident("ℝ"), layout(rows) if cols == 1 else _size(rows, cols))


def _size(rows: Any, cols: Any) -> Box:
    return row(wrapped(rows, 12), Op("×"), wrapped(cols, 12))


def _bounds(sign: str) -> Callable[[Any, Any], Box]:
    """`low sign x sign high`, or `x ≥ low` without an upper end."""

    def rule(leaf: Any, domain: Any) -> Box:
        if domain.high is None:
            return row(layout(leaf), Op("≥"), layout(domain.low))
        return row(layout(domain.low), Op(sign), layout(leaf), Op(sign), layout(domain.high))

    return rule


def _integers(leaf: Any, domain: domains.Integers) -> Box:
    out = _bounds("≤")(leaf, domain)
    return row(out, Text(" integer")) if isinstance(leaf, variables.Scalar) else out


def _kind(word: str) -> Callable[[Any, Any], Box]:
    return lambda leaf, domain: row(layout(leaf), *_shape(*domain.shape), *([Text(f" {word}")] if word else []))


def _ordered(sign: str) -> Callable[[Any, Any], Box]:
    """Positive in the order of symmetric matrices."""
    return lambda leaf, d: row(layout(leaf), Op(sign), Num("0"), Text(" of order "), layout(d.n))


def _activation(leaf: Any, domain: domains.Activation) -> Box:
    return row(layout(leaf), Op("∈"), applied(Ident("𝒟"), *map(layout, (domain.m, domain.n, domain.eta))))


def _selection(leaf: Any, domain: domains.Selection) -> Box:
    bits = Fence("{", row(Num("0"), Op(","), Num("1")), "}")
    members = Sup(bits, _size(domain.rows, domain.n))
    return row(layout(leaf), Op("∈"), members, Text(" selects "), layout(domain.rows), Text(" rows in order"))


DECLARATIONS |= {
    domains.Integers: _integers,
    domains.Reals: lambda leaf, domain: row(layout(leaf), Op("∈"), Ident("ℝ")),
    domains.Positive: lambda leaf, domain: row(layout(leaf), Op(">"), Num("0")),
    domains.Interval: _bounds("≤"),
    domains.OpenInterval: _bounds("<"),
    domains.RealMatrices: _kind(""),
    domains.SymmetricMatrices: _kind("symmetric"),
    domains.PSD: _ordered("⪰"),
    domains.PD: _ordered("≻"),
    domains.Skew: _kind("skew-symmetric"),
    domains.Signs: _kind("diagonal with entries ±1"),
    domains.Projection: _kind("diagonal with entries 0 and 1"),
    domains.Upper: _kind("upper triangular"),
    domains.Nonnegative: _kind("without negative entries"),
    domains.DiagonalMatrices: _kind("diagonal"),
    domains.Orthogonal: _kind("orthogonal"),
    domains.Activation: _activation,
    domains.Selection: _selection,
}
