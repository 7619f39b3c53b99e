"""LaTeX and presentation MathML of expressions, clauses and statements, laid out by `notation` and set by `writers`."""

from __future__ import annotations

from typing import Any

from lemmata.language.boxes import Box
from lemmata.language.core import LateBound
from lemmata.language.notation import declaration, layout
from lemmata.language.statement import Statement
from lemmata.language.writers import write_latex, write_mathml


def latex(node: Any) -> str:
    """LaTeX (amsmath, amssymb) of an expression, a variable or a clause, without dollar signs.

    Raises TypeError for a node without notation.
    """
    return write_latex(layout(node))


def mathml(node: Any) -> str:
    """A `<math>` element for an expression, a variable or a clause.

    Raises TypeError for a node without notation.
    """
    return _math(layout(node))


def latex_statement(statement: Statement) -> dict[str, list[str]]:
    """LaTeX of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return {part: list(map(write_latex, boxes)) for part, boxes in statement_boxes(statement).items()}


def mathml_statement(statement: Statement) -> dict[str, list[str]]:
    """`<math>` elements of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return {part: list(map(_math, boxes)) for part, boxes in statement_boxes(statement).items()}


def statement_boxes(statement: Statement) -> dict[str, list[Box]]:
    """Boxes of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return {
        "let": list(map(declaration, statement.let)),
        "given": list(map(layout, statement.given)),
        "claim": list(map(layout, statement.claim)),
    }


def _math(box: Box) -> str:
    # displaystyle keeps fractions and the ranges of sums legible although the formula stands in a line of text
    return f'<math display="inline" displaystyle="true">{write_mathml(box)}</math>'


LateBound.latex = latex
