"""The counterexamples that stand in comments above the false statements of the refutation benchmark."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.refutation import false_statements
from lemmata.numerics.instance import Instance

BLOCK = re.compile(r'^# Broken by (?P<text>.*\n(?:# .*\n)*)false\(\n    "(?P<name>[a-z-]+)"', re.MULTILINE)


def broken_by() -> dict[str, Instance]:
    """Counterexample by statement id."""
    sources = sorted(Path(false_statements.__file__).parent.glob("*.py"))
    found = [match for path in sources for match in BLOCK.finditer(path.read_text(encoding="utf-8"))]
    return {f"false.{match['name']}": read(match["text"].replace("\n# ", " ")) for match in found}


def read(text: str) -> Instance:
    """`n = 2; A = [[1/2, 0], [0, 1]]`: integers are dimensions, lists of rows are matrices."""
    parts = [part.split("=") for part in text.strip().split(";")]
    values = {name.strip(): number(ast.parse(body.strip(), mode="eval").body) for name, body in parts}
    matrices = {name: value for name, value in values.items() if isinstance(value, list)}
    return Instance({name: int(value) for name, value in values.items() if name not in matrices}, matrices)


def number(node: ast.expr) -> Any:
    """An exact number, or a list of what is in the list."""
    match node:
        case ast.List():
            return [number(x) for x in node.elts]
        case ast.Constant(value=int(value)):
            return Fraction(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -number(operand)
        case ast.BinOp(op=ast.Div(), left=left, right=right):
            return number(left) / number(right)
    raise ValueError(f"no exact number: {ast.unparse(node)}")
