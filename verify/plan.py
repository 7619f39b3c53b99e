"""Which dimensions a statement is tried at."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sympy import Basic, Integer

from theorems.language.instantiate import Concrete, instantiate
from theorems.language.matrices import MatrixTerm
from theorems.language.statement import Statement
from theorems.language.variables import Dim

MAX_ORDER = 72  # the largest matrix any plan lets a statement build


def dimensions(statement: Statement) -> list[Dim]:
    """The statement's dimension variables."""
    return [v for v in statement.let if isinstance(v, Dim)]


def largest_order(concrete: Concrete) -> int:
    """The larger side of the largest matrix in the claim."""
    return max((_order(c) for c in concrete.claim), default=1)


def _order(node: Basic) -> int:
    own = 1
    if isinstance(node, MatrixTerm):
        own = max((int(d) for d in node.shape if isinstance(d, Integer)), default=1)
    return max([own, *(_order(a) for a in node.args)])


def _tuples(dims: list[Dim], size: int) -> Iterator[dict[str, int]]:
    """Assignments whose largest dimension is `size`; all of them for small sizes, the telling ones for large."""
    values = list(range(size + 1)) if size <= 4 else sorted({0, 1, 2, 3, size // 2, size - 1, size})
    for combination in itertools.product(values, repeat=len(dims)):
        if max(combination) == size:
            yield {d.name: v for d, v in zip(dims, combination, strict=True)}


def plan(statement: Statement, size: int, keep: int) -> list[Concrete]:
    """The statement at admissible dimensions whose largest is `size`: all of them, or `keep` spread evenly."""
    dims = dimensions(statement)
    if not dims:
        return [instantiate(statement, {})] if size == 1 else []
    found = []
    for assignment in _tuples(dims, size):
        if any(assignment[d.name] < int(d.domain.low) for d in dims if isinstance(d.domain.low, Integer)):
            continue
        concrete = instantiate(statement, assignment)
        if concrete.admissible and largest_order(concrete) <= MAX_ORDER:
            found.append(concrete)
    if len(found) <= keep:
        return found
    return [found[round(k * (len(found) - 1) / max(keep - 1, 1))] for k in range(keep)]
