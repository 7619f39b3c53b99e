"""Matrix variables as tables of new numbers, with what their domains say of the entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Integer, Rational

from lemmata.language import core, domains
from lemmata.language.relations import Clause, Relation
from lemmata.language.variables import Scalar
from lemmata.principles.entry_tables import LARGEST, Table, Unsayable, minors, product, square, transposed

NUMBERS = 30  # in one claim


class Declarations:
    """Tables of the matrices in one claim, and what is known of the numbers in them."""

    def __init__(self, taken: set[str], factored: bool) -> None:
        self.taken, self.factored = set(taken), factored
        self.known: list[Clause] = []
        self.tables: dict[Any, Table] = {}
        self.spectra: dict[Any, list[Any]] = {}
        self.count = 0
        self.conditional = False  # whether something was noted that holds only where a word has a value

    def fresh(self, name: str, domain: domains.Domain | None = None) -> Any:
        """A number that no other is called like."""
        base = "".join(c for c in name if c.isalnum() or c == "_")
        name, k = base, 1
        while name in self.taken:
            k += 1
            name = f"{base}_{k}"
        self.taken.add(name)
        self.count += 1
        if self.count > NUMBERS:
            raise Unsayable("too many entries")
        return Scalar(name, domain=domain or domains.Reals())

    def know(self, a: Any, op: str, b: Any) -> None:
        """Note a relation, unless it is between numbers that are written out."""
        relation = Relation(a, op, b)
        if not (isinstance(relation.lhs, Rational) and isinstance(relation.rhs, Rational)):
            self.known.append(relation)

    def declare(self, name: str, leaf: Any) -> None:
        """The table of a matrix variable, and what its domain says of the entries."""
        domain = leaf.domain
        if not isinstance(domain, domains.MatrixDomain):
            if isinstance(domain, domains.Integers):
                raise Unsayable(f"{name} is an integer")
            return
        r, c = (int(x) for x in domain.shape)
        rule = _DOMAINS.get(type(domain))
        if rule is None:
            raise Unsayable(f"no rule for {domain.name}")
        self.tables[leaf] = rule(self, name, r, c)

    def entries(self, name: str, r: int, c: int, domain: domains.Domain | None = None) -> Table:
        """A table of new numbers."""
        return [[self.fresh(f"{name}_{i + 1}{j + 1}", domain) for j in range(c)] for i in range(r)]

    def symmetric(self, name: str, n: int) -> Table:
        """A symmetric table of new numbers."""
        upper = [[self.fresh(f"{name}_{i + 1}{j + 1}") for j in range(i, n)] for i in range(n)]
        return [[upper[min(i, j)][abs(i - j)] for j in range(n)] for i in range(n)]

    def semidefinite(self, name: str, n: int, definite: bool = False) -> Table:
        """A semidefinite table: as L L^T, or a symmetric one whose principal minors have their sign."""
        if n > LARGEST:
            raise Unsayable("too large")
        if self.factored:
            zero = Integer(0)
            low = [[self.fresh(f"{name}_{i + 1}{j + 1}") if j <= i else zero for j in range(n)] for i in range(n)]
            if definite:
                for i in range(n):
                    self.know(low[i][i], ">", 0)
            return product(low, transposed(low))
        table = self.symmetric(name, n)
        for m in minors(table):
            self.know(m, ">" if definite else ">=", 0)
        return table

    def diagonal(self, name: str, n: int) -> Table:
        """A diagonal table of new numbers."""
        return [[self.fresh(f"{name}_{i + 1}") if i == j else Integer(0) for j in range(n)] for i in range(n)]

    def squares(self, name: str, n: int, known: Callable[[Any], tuple[Any, Any]]) -> Table:
        """A diagonal table whose entries solve an equation."""
        table = self.diagonal(name, n)
        for i in range(n):
            self.know(known(table[i][i])[0], "==", known(table[i][i])[1])
        return table

    def orthogonal(self, name: str, n: int) -> Table:
        """Entries with Q^T Q = I = Q Q^T."""
        table = self.entries(name, n, n)
        for whole in (product(transposed(table), table), product(table, transposed(table))):
            for i in range(n):
                for j in range(i, n):
                    self.know(whole[i][j], "==", int(i == j))
        return table


_DOMAINS: dict[type, Callable[..., Table]] = {
    domains.RealMatrices: lambda e, name, r, c: e.entries(name, r, c),
    domains.Nonnegative: lambda e, name, r, c: _nonnegative(e, name, r, c),
    domains.SymmetricMatrices: lambda e, name, r, c: e.symmetric(name, r),
    domains.PSD: lambda e, name, r, c: e.semidefinite(name, r),
    domains.PD: lambda e, name, r, c: e.semidefinite(name, r, definite=True),
    domains.DiagonalMatrices: lambda e, name, r, c: e.diagonal(name, r),
    domains.Signs: lambda e, name, r, c: e.squares(name, r, lambda x: (core.Power(x, Integer(2)), 1)),
    domains.Projection: lambda e, name, r, c: e.squares(name, r, lambda x: (core.Power(x, Integer(2)), x)),
    domains.Orthogonal: lambda e, name, r, c: e.orthogonal(name, r),
    domains.Skew: lambda e, name, r, c: _skew(e, name, r),
    domains.Upper: lambda e, name, r, c: [
        [e.fresh(f"{name}_{i + 1}{j + 1}") if i <= j else Integer(0) for j in range(c)] for i in range(r)
    ],
}


def _nonnegative(e: Declarations, name: str, r: int, c: int) -> Table:
    table = e.entries(name, r, c)
    for row in table:
        for x in row:
            e.know(x, ">=", 0)
    return table


def _skew(e: Declarations, name: str, n: int) -> Table:
    upper = e.entries(name, n, n)
    return square(n, lambda i, j: upper[i][j] if i < j else core.Neg(upper[j][i]) if j < i else Integer(0))


__all__ = ["Declarations"]
