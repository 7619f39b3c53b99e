"""Whether sizes agree, and how large they get: dimension expressions evaluated at admissible choices of dimensions.

Up to `limits.CHOICES` choices all are tried, so that what is found is certain; beyond that the corners (every dimension
at an end of its range) and evenly drawn choices, which tell polynomials and minima apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import prod
from typing import Any

from sympy import Basic, Integer

from lemmata.language import core
from lemmata.language.columns import Entries, column
from lemmata.language.families import Width
from lemmata.language.matrices import MatPlus, MatrixTerm, MatTimes
from lemmata.language.parse import text_limits
from lemmata.language.parse.errors import ReadingError
from lemmata.language.relations import HOLDS, Relation
from lemmata.language.trees import is_leaf, substitute
from lemmata.language.variables import Dim, Index, Matrix, Scalar

_BEYOND = 5  # how far above its least value a dimension without an upper bound is tried


def _called(node: Any, put: Mapping[Any, Any]) -> Any:
    """The tree with what has a name as a leaf, factors and summands that stand next to each other among them."""
    if node in put or not isinstance(node, Basic) or is_leaf(node) or not node.args:
        return put.get(node, node)
    args = list(node.args)
    for value, leaf in put.items() if isinstance(node, MatTimes | MatPlus) else ():
        length = len(value.args) if type(value) is type(node) else len(args) + 1
        for k in reversed(range(len(args) - length + 1)):
            if tuple(args[k : k + length]) == value.args:
                args[k : k + length] = [leaf]
    return node.func(*(_called(a, put) for a in args))


class Sizes:
    """Sizes over some dimensions and those that their bounds mention, where relations between them hold."""

    def __init__(self, dims: Iterable[Dim], given: Sequence[Relation] = ()) -> None:
        self.dims = _by_dependence(dims)
        self.given = tuple(given)
        self.names: Mapping[str, Any] = {}  # what stands for what, in what is said of an expression
        self.indices: dict[Index, Dim] = {}
        self._values: dict[Any, tuple[int, ...]] = {}

    def within(self, index: Index, low: Any, high: Any) -> Sizes:
        """The same with an index that ranges over low..high."""
        dim = Dim(index.name, *(substitute(end, self.indices) for end in (low, high)))
        out = Sizes((*self.dims, dim), self.given)
        out.indices, out.names = {**self.indices, index: dim}, self.names
        return out

    def said(self, x: Any) -> str:
        """An expression as text, in which what has a name goes by it."""
        made = {v: name for name, v in self.names.items() if isinstance(v, Basic) and v.args and not is_leaf(v)}
        put = {v: Matrix(name, *v.shape) if isinstance(v, MatrixTerm) else Scalar(name) for v, name in made.items()}
        columns = {column(v): name for v, name in made.items() if isinstance(v, Entries)}
        return str(_called(x, put | {v: Matrix(name, *v.shape) for v, name in columns.items()}))

    def knows(self, node: Any) -> bool:
        """Whether an expression is a whole number made of dimensions and indices in their ranges, and so has a value at
        every choice; sizes of stacks of unequal blocks have none here."""
        if isinstance(node, Integer | Dim) or node in self.indices:
            return True
        parts = node.args[1:] if isinstance(node, Width) else node.args if type(node) in _RULES else ()
        return bool(parts) and all(map(self.knows, parts))

    def where(self, a: Any, b: Any, c: Any, wrong: Callable[[int, int, int], bool]) -> str | None:
        """The first choice at which something is wrong, in words; None where there is none."""
        used = mentioned(a, b, c) | {i.name for i in self.indices}
        columns = zip(self.values(a), self.values(b), self.values(c), strict=True)
        for choice, values in zip(self.choices, columns, strict=True):
            if wrong(*values):
                return ", ".join(f"{name} = {value}" for name, value in choice.items() if name in used)
        return None

    @cached_property
    def choices(self) -> list[dict[str, int]]:
        """Admissible values of the dimensions, none where their bounds and what is given exclude each other."""
        choices = _choices(self.dims)
        for r in self.given:
            choices = [c for c in choices if HOLDS[r.op](_at(r.lhs, c), _at(r.rhs, c))]
        return choices

    def values(self, node: Any) -> tuple[int, ...]:
        """Value of a dimension expression at every choice.

        Raises TypeError for a node that no dimension is made of.
        """
        known = self._values.get(node)
        if known is None:
            tree = substitute(node, self.indices) if self.indices else node
            known = self._values[node] = tuple(_at(tree, choice) for choice in self.choices)
        return known

    def agree(self, a: Any, b: Any) -> bool:
        """Whether two dimension expressions are equal at every choice, as far as they have values."""
        return a == b or (self.values(a) == self.values(b) if self.knows(a) and self.knows(b) else True)

    def apart(self, a: Any, b: Any) -> dict[str, int]:
        """A choice of dimensions at which two expressions differ, the dimensions they mention only."""
        used = mentioned(a, b)
        for choice, x, y in zip(self.choices, self.values(a), self.values(b), strict=True):
            if x != y:
                return {name: value for name, value in choice.items() if name in used}
        return {}

    def extremes(self, a: Any) -> tuple[int, int]:
        """Least and greatest value of a dimension expression.

        Raises ReadingError where the bounds of the dimensions exclude each other.
        """
        if not self.choices:
            raise ReadingError(
                "no choice of dimensions lies within their bounds", "the first end is at most the second"
            )
        values = self.values(a)
        return min(values), max(values)

    def possible(self, low: Any, high: Any) -> bool:
        """Whether low <= high for some choice."""
        return any(x <= y for x, y in zip(self.values(low), self.values(high), strict=True))

    def shown(self, a: Any) -> Any:
        """The expression, or the simpler side of a minimum where that is always the smaller one."""
        if isinstance(a, core.Min):
            return next((side for side in a.args if self.agree(a, side)), a)
        return a


_RULES: dict[type, Callable[[tuple[int, ...]], int]] = {
    core.Plus: sum,
    core.Neg: lambda values: -values[0],
    core.Min: min,
    core.Times: prod,
}


def is_dimension(node: Any) -> bool:
    """Whether an expression is a whole number made of dimensions by sums, differences and products."""
    if isinstance(node, Integer | Dim):
        return True
    return isinstance(node, core.Plus | core.Neg | core.Times) and all(map(is_dimension, node.args))


def mentioned(*nodes: Any) -> set[str]:
    """Names of the dimensions in expressions."""
    return {part.name for node in nodes for part in core.distinct(node) if isinstance(part, Dim)}


def _by_dependence(dims: Iterable[Dim]) -> tuple[Dim, ...]:
    """The dimensions and those in their bounds, each behind the ones it is bounded by."""
    out: dict[Dim, None] = {}

    def place(node: Any) -> None:
        if isinstance(node, Dim) and node not in out:
            for bound in node.bounds:
                place(bound)
            out[node] = None
        else:
            for a in getattr(node, "args", ()):
                place(a)

    for dim in dims:
        place(dim)
    return tuple(out)


@lru_cache(maxsize=16)
def _choices(dims: tuple[Dim, ...]) -> list[dict[str, int]]:
    grown: list[dict[str, int]] = [{}]
    for k, dim in enumerate(dims):
        if sum(len(_range(dim, c)) for c in grown) > text_limits.CHOICES:
            return _some(dims, k, grown)
        grown = [{**c, dim.name: value} for c in grown for value in _range(dim, c)]
    return grown


def _range(dim: Dim, choice: Mapping[str, int]) -> range:
    low, high = dim.bounds
    least = _at(low, choice)
    return range(least, (least + _BEYOND if high is None else _at(high, choice)) + 1)


def _at(node: Any, choice: Mapping[str, int]) -> int:
    """Value of the bound of a dimension."""
    if isinstance(node, Integer):
        return int(node)
    if isinstance(node, Width):
        layer, depth = _at(node.args[1], choice), _at(node.args[0].args[0], choice)
        return _at(node.args[0].width(layer, depth), choice)
    if isinstance(node, Dim):
        return choice[node.name]
    if type(node) not in _RULES:
        raise TypeError(f"no dimension is made of {type(node).__name__}")
    return _RULES[type(node)](tuple(_at(a, choice) for a in node.args))


def _some(ordered: tuple[Dim, ...], k: int, grown: list[dict[str, int]]) -> list[dict[str, int]]:
    """Corners and drawn choices, where there are too many to list."""
    corners = [{**c} for c in grown[: text_limits.CHOICES // 8]] if k else [{}]
    for dim in ordered[k:]:
        corners = [
            {**c, dim.name: value}
            for c in corners
            if (ends := _range(dim, c))
            for value in dict.fromkeys((ends[0], ends[-1]))
        ][: text_limits.CHOICES // 2]
    return corners + list(_drawn(ordered, text_limits.CHOICES // 2))


def _drawn(ordered: tuple[Dim, ...], count: int) -> Iterator[dict[str, int]]:
    draw = random.Random(0)
    for _ in range(count):
        choice: dict[str, int] = {}
        for dim in ordered:
            values = _range(dim, choice)
            if not values:
                break
            choice[dim.name] = draw.choice(values)
        else:
            yield choice
