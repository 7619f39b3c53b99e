"""Notation of sequences along depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.language import sequences
from lemmata.language.boxes import Box, Fence, Ident, Op, Sub, Sup, Text, row
from lemmata.language.notation import CLAUSES, LEVELS, RULES, SCRIPT, Setting, event, layout


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


DECLARATIONS: dict[type, Callable[[Any, Any], Box]] = {sequences.Sequences: _sequence}
