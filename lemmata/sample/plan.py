"""Which dimensions a statement is tried at."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd, prod

from sympy import Basic, Integer

from lemmata.language.families import Layers, MatProdOver, ProdOver, Width, _Over
from lemmata.language.instantiate import Concrete, excluded, fold, instantiate, substitute
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import ForAll
from lemmata.language.statement import Statement
from lemmata.language.variables import Dim

ATTEMPTS = 300  # dimension tuples looked at per size
MAX_DEPTH = 4  # of families of layers and of products, whose unrolled expressions grow with the square of the depth
MAX_ORDER = 72  # the largest matrix any plan lets a statement build
MAX_TERMS = 120  # of sums and stacks, once unrolled


def dimensions(statement: Statement) -> list[Dim]:
    """The statement's dimension variables."""
    return [v for v in statement.let if isinstance(v, Dim)]


@lru_cache(maxsize=4096)
def largest_order(concrete: Concrete) -> int:
    """The larger side of the largest matrix in the claim."""
    return max((_order(c) for c in concrete.claim), default=1)


def _order(node: Basic) -> int:
    own = 1
    if isinstance(node, MatrixTerm):
        own = max((int(d) for d in node.shape if isinstance(d, Integer)), default=1)
    return max([own, *(_order(a) for a in node.args)])


def _tuples(dims: list[Dim], size: int) -> list[dict[str, int]]:
    """Assignments whose largest dimension is `size`; all of them for small sizes, the telling ones for large."""
    if len(dims) > 3:
        values = sorted({1, 2, size - 1, size} - {0})
    elif size <= 4:
        values = list(range(size + 1))
    else:
        values = sorted({0, 1, 2, 3, size // 2, size - 1, size})
    tuples = [t for t in itertools.product(values, repeat=len(dims)) if max(t) == size]
    lows, highs = zip(*(extent(d) for d in dims), strict=True)
    inside = [t for t in tuples if all(map(operator.ge, t, lows)) and all(map(operator.le, t, highs))]
    return [{d.name: v for d, v in zip(dims, t, strict=True)} for t in inside]


def extent(dim: Dim) -> tuple[int, int]:
    """Smallest and largest value of a dimension, as far as its domain says so in numbers."""
    low, high = dim.domain.low, dim.domain.high
    return int(low) if isinstance(low, Integer) else 0, int(high) if isinstance(high, Integer) else MAX_ORDER


def _spread(items: list[dict[str, int]]) -> Iterator[dict[str, int]]:
    """All items, in an order whose every beginning is spread over the whole list."""
    stride = max(round(len(items) * 0.618), 1)
    while gcd(stride, len(items)) != 1:
        stride += 1
    return (items[k * stride % len(items)] for k in range(len(items)))


def terms(node: Basic, dims: Mapping[str, int]) -> int:
    """About how many terms the sums and stacks in a tree have once unrolled, found without unrolling them."""
    inner = sum(terms(a, dims) for a in node.args)
    if not isinstance(node, _Over):
        return inner
    return _length(node, dims) * max(inner, 1)


def conditions(clause: Basic, dims: Mapping[str, int]) -> int:
    """About how many terms a hypothesis has once unrolled, one at least for every value of the index it binds."""
    if not isinstance(clause, ForAll):
        return terms(clause, dims)
    return _length(clause, dims) * max(conditions(clause.body, dims), 1)


def _length(node: Basic, dims: Mapping[str, int]) -> int:
    """How many values an index has, the largest dimension where widths at another index decide that."""
    if any(bound.has(Width) for bound in node.args[1:3]):
        return max(dims.values())
    low, high = (fold(substitute(bound, dims)) for bound in node.args[1:3])
    length = int(high) - int(low) + 1 if isinstance(low, Integer) and isinstance(high, Integer) else max(dims.values())
    return max(length, 0)


def _depths(statement: Statement) -> set[str]:
    """Dimensions that count layers or the factors of a product."""
    families = {v.args[0].name for v in statement.let if isinstance(v, Layers)}
    clauses = (*statement.hypotheses, *statement.conjuncts)
    ends = {product.args[2] for c in clauses for product in c.atoms(MatProdOver, ProdOver)}
    return families | {end.name for end in ends if isinstance(end, Dim)}


@lru_cache(maxsize=4096)
def plan(statement: Statement, size: int, keep: int) -> tuple[Concrete, ...]:
    """The statement at admissible dimensions whose largest is `size`: all of them, or `keep` spread over them."""
    dims = dimensions(statement)
    if not dims:
        return (instantiate(statement, {}),) if size == 1 else ()
    found: list[Concrete] = []
    depths = _depths(statement)
    candidates = [t for t in _tuples(dims, size) if all(t[name] <= MAX_DEPTH for name in depths)]
    for assignment in itertools.islice(_spread(candidates), ATTEMPTS) if candidates else ():
        if excluded(statement, assignment) or sum(terms(c, assignment) for c in statement.claim) > MAX_TERMS:
            continue
        if sum(conditions(c, assignment) for c in statement.hypotheses) > MAX_TERMS:
            continue
        concrete = instantiate(statement, assignment)
        if concrete.admissible and largest_order(concrete) <= MAX_ORDER:
            found.append(concrete)
            if len(found) == keep:
                break
    return tuple(sorted(found, key=lambda c: tuple(c.dims.values())))


def first_few(lengths: Sequence[int], most: int) -> int:
    """How many of the first members of lists of these lengths can be combined within `most`."""
    few = 1
    while few < max(lengths) and prod(min(few + 1, n) for n in lengths) <= most:
        few += 1
    return few
