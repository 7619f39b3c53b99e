"""Formulas of a proof as trees of the language, for what prints them as mathematics."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from lemmata.language import proof
from lemmata.language.dimensions import ShapeError
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import ReadingError, read_claim
from lemmata.language.proof_text import write_reason
from lemmata.language.statement import Statement, leaves
from lemmata.language.variables import Dim, Index, Vector


def formulas(statement: Statement, given: proof.Proof) -> Iterator[tuple[str, Any]]:
    """The formula of every step as text and as a tree, None in place of one that the reader does not read as it is."""
    names: dict[str, Any] = {v.name: v for v in statement.let}
    for name, ends in given.indices.items():
        low, high = (_read(end, names) for end in ends)
        if all(x is not None and all(isinstance(v, Dim) for v in leaves(x, frozenset())) for x in (low, high)):
            names.setdefault(name, Index(name, low, high))
    for name, expression in given.defined.items():
        tree = _read(expression, names)
        if tree is not None:
            names.setdefault(name, tree)
    for step in given.steps:
        by: Any = step.by
        for vector in proof.chosen(by):
            tree = _read(by.matrix, names)
            if isinstance(tree, MatrixTerm):  # a name that stands for a number here is another lemma's
                names.setdefault(vector, Vector(vector, tree.shape[0]))
        if step.states is None:  # the reason says it
            yield write_reason(step.by), None
            continue
        if claim := proof.QED.fullmatch(step.states):
            clause = dict(enumerate(statement.conjuncts)).get(int(claim[1] or 0))
            yield step.states if clause is None else str(clause), clause
            continue
        text = proof.spelled_out(step.states, given.defined)
        stated = [c for c in statement.conjuncts if str(c) == text]
        tree = stated[0] if stated else _clause(step.states, names)
        yield text, tree if tree is not None and _same(str(tree), text) else None


def _same(one: str, other: str) -> bool:
    """Whether two texts are the same but for brackets."""
    try:
        return one == other or ast.dump(_parsed(one)) == ast.dump(_parsed(other))
    except SyntaxError:  # a form of words
        return False


def _parsed(text: str) -> ast.AST:
    return ast.parse(f"[{text.replace('..', '|')}]")


def _clause(text: str, names: dict[str, Any]) -> Any:
    bound = {*re.findall(r"\bfor (\w+) in ", text)}  # an index may be bound here that is open in other steps
    try:
        return read_claim(text, {name: value for name, value in names.items() if name not in bound})
    except (ReadingError, ShapeError, TypeError):  # the reader has no bounds of a size at an open index
        return None


def _read(text: str, names: dict[str, Any]) -> Any:
    """An expression as a tree, None where there is no rule for it."""
    clause = _clause(f"{text} == {text}", names)
    return None if clause is None else clause.args[0]
