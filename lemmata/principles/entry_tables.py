"""Tables of expressions: the arithmetic of small matrices with numbers for entries, zeros and ones left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from sympy import Expr, Integer, Rational

from lemmata.kernel import KernelError, Reader, scalar
from lemmata.language import core
from lemmata.language.text import write
from lemmata.language.variables import Scalar

Table = list[list[Any]]
LARGEST = 3  # order of a matrix whose spectrum, inverse or semidefiniteness is written out


class Unsayable(Exception):
    """There is no rule for a word, or the claim becomes too long."""


def total(xs: Sequence[Any]) -> Any:
    """Sum."""
    kept = [x for x in xs if x != 0]
    return Integer(0) if not kept else kept[0] if len(kept) == 1 else core.Plus(*kept)


def times(a: Any, b: Any) -> Any:
    """Product of two."""
    if 0 in (a, b):
        return Integer(0)
    if isinstance(a, Rational) and isinstance(b, Rational):
        return a * b
    return b if a == 1 else a if b == 1 else core.Neg(b) if a == -1 else core.Times(a, b)


def many(xs: Sequence[Any]) -> Any:
    """Product."""
    out: Any = Integer(1)
    for x in xs:
        out = times(out, x)
    return out


def less(a: Any, b: Any) -> Any:
    """a - b."""
    return a if b == 0 else total([a, times(Integer(-1), b)])


def polynomial(x: Any) -> bool | None:
    """True where an expression is seen to be zero, by its form or by expanding it."""
    reader = Reader()
    reader.names |= {v.name: ("v", v.name, ("R",)) for v in x.atoms(Scalar)} if isinstance(x, Expr) else {}
    try:
        return True if x == 0 or not scalar(reader.expression(write(x))) else None
    except KernelError:
        return None


def size(x: Any) -> int:
    """Nodes of a tree."""
    return 1 + sum(size(a) for a in getattr(x, "args", ()))


def product(a: Table, b: Table) -> Table:
    """A B."""
    return [[total([times(x, y) for x, y in zip(row, col, strict=True)]) for col in transposed(b)] for row in a]


def transposed(a: Table) -> Table:
    """A^T."""
    return [list(col) for col in zip(*a, strict=True)]


def part(a: Table, chosen: Sequence[int]) -> Table:
    """Rows and columns with these numbers."""
    return [[a[i][j] for j in chosen] for i in chosen]


def without(a: Table, i: int, j: int) -> Table:
    """A without a row and a column."""
    return [[x for q, x in enumerate(row) if q != j] for p, row in enumerate(a) if p != i]


def determinant(a: Table) -> Any:
    """By the first row."""
    if len(a) == 1:
        return a[0][0]
    if len(a) > LARGEST:
        raise Unsayable("too large")
    return total([many([Integer((-1) ** j), a[0][j], determinant(without(a, 0, j))]) for j in range(len(a))])


def minors(a: Table, most: int | None = None) -> list[Any]:
    """Principal minors up to an order, the smallest first."""
    n = len(a)
    if n > LARGEST:
        raise Unsayable("too large")
    sizes = range(1, (most or n) + 1)
    return [determinant(part(a, chosen)) for k in sizes for chosen in combinations(range(n), k)]


def frobenius(a: Table) -> Any:
    """Sum of squares of the entries."""
    return total([core.Power(x, Integer(2)) for row in a for x in row if x != 0])


def zipped(a: Table, b: Table, make: Callable[[Any, Any], Any]) -> Table:
    """Two tables entry by entry."""
    return [[make(x, y) for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def summed(tables: Sequence[Table]) -> Table:
    """Sum of tables."""
    out = tables[0]
    for t in tables[1:]:
        out = zipped(out, t, lambda x, y: total([x, y]))
    return out


def multiplied(tables: Sequence[Table]) -> Table:
    """Product of tables."""
    out = tables[0]
    for t in tables[1:]:
        out = product(out, t)
    return out


def scaled(c: Any, a: Table) -> Table:
    """c A."""
    return [[times(c, x) for x in row] for row in a]


def square(n: Any, make: Callable[[int, int], Any]) -> Table:
    """A table of order n."""
    return [[make(i, j) for j in range(int(n))] for i in range(int(n))]


def kron(a: Table, b: Table) -> Table:
    """Kronecker product."""
    return [[times(x, y) for x in top for y in bottom] for top in a for bottom in b]
