"""Notation of powers and partial sums, and of vectors that stand where matrices do and the other way round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lemmata.language import atoms, columns, core, families, functions
from lemmata.language.boxes import Box, Ident, Op, Sub, UnderOver, applied, parens, row
from lemmata.language.notation import (
    BIG,
    LEVELS,
    POWER,
    RULES,
    SCRIPT,
    Setting,
    each_entry,
    indexed,
    layout,
    power,
    scope,
    wrapped,
)

LEVELS |= {
    core.RealPower: POWER,
    core.Cumulative: BIG,
    columns.Column: 100,
}


def _cumulative(node: core.Cumulative, at: Setting) -> Box:
    """Partial sums, shown at entry i as the sum over j up to i."""
    if at.index is None:
        return applied(Ident("cumsum"), layout(node.args[0], at))
    letter, body = each_entry(node.args[0], at, "j")
    return row(UnderOver(Op("∑"), row(letter, Op("≤"), at.index)), body)


def _subscripted(node: Any, at: Setting, below: Box) -> Box:
    """A matrix with a subscript, in parentheses where its name has one already."""
    base = wrapped(node, SCRIPT, at)
    return Sub(parens(base) if isinstance(base, Sub) else base, below)


def _entries(node: columns.Entries, at: Setting) -> Box:
    column, inside = node.args[0], replace(at, index=None)
    if at.index is None or not indexed(node):
        return layout(column, inside)
    if isinstance(column, functions.Relu):
        return applied(Ident("ReLU"), layout(columns.entries(column.argument), at))
    return _subscripted(column, inside, at.index)


def _diagonal_entries(node: columns.DiagonalEntries, at: Setting) -> Box:
    inside = replace(at, index=None)
    if at.index is None:
        return applied(Ident("diag"), layout(node.args[0], inside))
    return _subscripted(node.args[0], inside, row(at.index, Op(","), at.index))


def _vector(node: Any, at: Setting) -> tuple[Box, Box | None]:
    """A vector: by its name, or where it is computed entry by entry, its entry under a bound letter."""
    at = replace(at, index=None)
    if isinstance(node, atoms.S | atoms.Lam | columns.Entries | columns.DiagonalEntries | core.Cumulative):
        return layout(node, at), None
    letter, inside = at.letter("i")
    return layout(node, replace(inside, index=letter)), letter


def _column(node: columns.Column, at: Setting) -> Box:
    body, letter = _vector(node.args[0], at)
    return body if letter is None else Sub(parens(body), letter)


def _diagonal_matrix(node: columns.DiagonalMatrix, at: Setting) -> Box:
    body, letter = _vector(node.args[0], at)
    head = Ident("diag")
    return applied(head if letter is None else Sub(head, letter), body)


def _ones(node: functions.Ones, at: Setting) -> Box:
    rows, cols = (wrapped(a, 12, at) for a in node.args)
    return Sub(Ident("𝟏"), row(rows, Op("×"), cols))


def _product_over(node: families.MatProdOver, at: Setting) -> Box:
    """The largest index is written below the sign: it belongs to the first factor."""
    index, body, inside = scope(node, at)
    under = row(layout(index, at), Op("="), layout(node.args[2], at))
    return row(UnderOver(Op("∏"), under, layout(node.args[1], at)), wrapped(body, 12, inside))


def _scalar_product_over(node: families.ProdOver, at: Setting) -> Box:
    index, body, inside = scope(node, at)
    under = row(layout(index, at), Op("="), layout(node.args[1], at))
    return row(UnderOver(Op("∏"), under, layout(node.args[2], at)), wrapped(body, 12, inside))


RULES |= {
    core.RealPower: power,
    core.Cumulative: _cumulative,
    columns.Entries: _entries,
    columns.DiagonalEntries: _diagonal_entries,
    columns.Column: _column,
    columns.DiagonalMatrix: _diagonal_matrix,
    functions.Ones: _ones,
    families.MatProdOver: _product_over,
    families.ProdOver: _scalar_product_over,
    families.Unit: lambda n, at: Sub(Ident("e"), layout(n.args[1], replace(at, index=None))),
}
