"""Instances as lines that can be pasted into NumPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

SAFE = 2**53  # integers below it are doubles
NARROW = 72


def assignments(instance: Mapping[str, Any]) -> list[str]:
    """`name = value` for every dimension, scalar and matrix of an instance in its JSON form, matrices over several
    lines; with a comment above where NumPy rounds a number."""
    lines = [f"{name} = {value}" for name, value in instance.get("dims", {}).items()]
    rounded = False
    for name, value in instance.get("values", {}).items():
        if isinstance(value, list):
            lines += matrix(name, value)
            rounded |= any(_rounded(x) for row in value for x in row)
        else:
            lines.append(f"{name} = {number(value)}")
            rounded |= _rounded(value)
    return (["# exact fractions; NumPy rounds them to floats"] if rounded else []) + lines


def matrix(name: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """A matrix in one line where it is small, else row by row with columns aligned."""
    cells = [[number(x) for x in row] for row in rows]
    line = f"{name} = np.array([{', '.join('[' + ', '.join(row) + ']' for row in cells)}])"
    if len(line) <= NARROW:
        return [line]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    shown = ["[" + ", ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) + "]" for row in cells]
    head = f"{name} = np.array(["
    return (head + (",\n" + " " * len(head)).join(shown) + "])").split("\n")


def number(text: Any) -> str:
    """A rational as a Python expression: a double where it is exactly that and shorter, p/q otherwise."""
    value = Fraction(str(text))
    if value.denominator == 1:
        return str(value.numerator) if abs(value) < SAFE else f"{value.numerator}/1"
    plain = str(value)
    short = _double(value)
    return short if short is not None and len(plain) > max(len(short), 9) else plain


def _double(value: Fraction) -> str | None:
    try:
        near = float(value)
    except OverflowError:
        return None
    return repr(near) if Fraction(near) == value else None


def _rounded(text: Any) -> bool:
    value = Fraction(str(text))
    return _double(value) is None
