"""Expressions of the text form with their shapes, and what is known of letters, while LaTeX is read."""

from __future__ import annotations

from dataclasses import dataclass, field

Shape = tuple[str, str]
SUM, PRODUCT, SIGN, POWER, ATOM = range(5)
NAMES = {"lambda": "lambda1", "epsilon": "eps", "s": "s1"}  # letters that mean something else in the text form
CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}
RELATIONS = {"le": "<=", "ge": ">=", "<": "<", ">": ">", "=": "==", "lt": "<", "gt": ">"}
ORDERS = {"preceq": "<=", "succeq": ">=", "prec": "<", "succ": ">"}
OVER = {"sum": "sum", "prod": "prod", "max": "max", "min": "min"}
UNKNOWN = "?"


@dataclass(frozen=True)
class Value:
    """The text of an expression, how tightly it binds, and its shape; None is that of a number."""

    text: str
    level: int = ATOM
    shape: Shape | None = None

    def sides(self) -> Shape:
        """The shape, 1 x 1 of a number."""
        return self.shape or ("1", "1")

    def within(self, level: int) -> str:
        """The text as an operand of what binds at a level."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def vector(self) -> bool:
        """Whether it is a column with more than one entry by its shape."""
        return self.shape is not None and self.shape[1] == "1"


@dataclass
class Scope:
    """What letters stand for: shapes of variables by their names in the text form, None for numbers; indices with the
    dimensions that they count, as far as seen."""

    shapes: dict[str, Shape | None] = field(default_factory=dict)
    indices: dict[str, set[str]] = field(default_factory=dict)
    sums: list[tuple[str, str]] = field(default_factory=list)  # indices made of others, with what they count
    complex: bool = False  # whether any of the variables is: then a star is no transpose


def same(a: Shape, b: Shape) -> bool:
    """Whether two shapes agree, as far as they are known."""
    return a == b or UNKNOWN in (*a, *b)


def shown(shape: Shape) -> str:
    """A shape as people write it."""
    return f"{shape[0]} x {shape[1]}"


def product_of(a: str, b: str) -> str:
    """The product of two sizes."""
    return b if a == "1" else a if b == "1" else f"{a if a.isalnum() else f'({a})'} * {b if b.isalnum() else f'({b})'}"
