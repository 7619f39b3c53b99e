"""A claim about matrices of fixed size as a claim about their entries.

Every matrix becomes a table of numbers, every word what its definition says of them.  Spectra become new numbers of
which only consequences of their definition are assumed: they are the roots of the characteristic polynomial, in order,
and l_1 I - S and S - l_n I are semidefinite, so that no principal minor of these is negative.  Whatever the numbers do,
the claim about entries then says at least as much as the claim about matrices of this size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from sympy import Integer, NumberSymbol, Rational

from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.instantiate import index_tuples, instantiate, substitute
from lemmata.language.proof import EntryByEntry, Proof, Step
from lemmata.language.relations import Clause, Exists, Relation
from lemmata.language.statement import Statement
from lemmata.language.variables import Dim, Matrix, Scalar
from lemmata.principles.entry_domains import Declarations
from lemmata.principles.entry_tables import (
    LARGEST,
    Table,
    Unsayable,
    determinant,
    frobenius,
    kron,
    less,
    many,
    minors,
    multiplied,
    part,
    polynomial,
    product,
    scaled,
    size,
    square,
    summed,
    times,
    total,
    transposed,
    without,
    zipped,
)
from lemmata.principles.templates import PrincipleError

MOST = 20_000  # nodes of a claim
FEW = 6  # values of a size


def at_order(statement: Statement, dims: Mapping[str, int], factored: bool = False) -> Statement:
    """The claim at these sizes about entries; `factored` writes semidefinite variables as L L^T.

    Raises Unsayable.
    """
    concrete = instantiate(statement, dims)
    if not concrete.admissible:
        raise Unsayable("no matrices of these sizes are in the domains")
    made = Entrywise({*concrete.variables, *dims}, factored)
    for name, leaf in concrete.variables.items():
        made.declare(name, leaf)
    given = [r for clause in concrete.hypotheses for r in made.clause(clause)]
    made.conditional = False  # an instance where a hypothesis has no value does not count
    claim = [r for clause in concrete.claim for r in made.clause(clause)]
    if made.conditional and len(statement.conjuncts) > 1:
        raise Unsayable("one conjunct has a value where another may have none")
    sizes = ", ".join(f"{k} = {v}" for k, v in sorted(dims.items()))
    return replace(
        statement,
        id=f"{statement.id}.entries",
        title=f"{statement.title}{', ' + sizes if sizes else ''}, entry by entry",
        given=tuple([*made.known, *given]),
        claim=tuple(claim),
        depends_on=(),
        construct=None,
        proof=None,
        denied_by=None,
        defined=(),
        notes="",
    )


def sizes(statement: Statement) -> list[dict[str, int]]:
    """All sizes that the variables can have.  Raises Unsayable where they are not few."""
    ranges: list[dict[str, int]] = [{}]
    for leaf in statement.let:
        if isinstance(leaf, Dim):
            low, high = leaf.bounds
            if not isinstance(low, Integer) or not isinstance(high, Integer):
                raise Unsayable(f"{leaf.name} has no two numbers for bounds")
            if high - low >= FEW:
                raise Unsayable(f"{leaf.name} has many values")
            ranges = [{**r, leaf.name: k} for r in ranges for k in range(int(low), int(high) + 1)]
        elif not isinstance(leaf, Scalar | Matrix):
            raise Unsayable(f"{leaf} is neither a number nor a matrix")
    return [r for r in ranges if instantiate(statement, r).admissible]


def cases(statement: Statement, step: Step) -> list[tuple[Statement, Proof]]:
    """The claims about entries that a step has proofs of.  Raises PrincipleError where a size is missing."""
    reason: Any = step.by
    if not isinstance(reason, EntryByEntry) or step.states not in statement.conjuncts:
        raise PrincipleError("the step does not state the claim")
    try:
        wanted = sizes(statement)
        given = [(dict(d), factored, inner) for d, factored, inner in reason.cases]
        missing = [d for d in wanted if d not in [g[0] for g in given]]
        if missing or not wanted:
            raise PrincipleError(f"nothing is said about {missing[:1] or 'any size'}")
        return [(at_order(statement, d, factored), inner) for d, factored, inner in given]
    except Unsayable as error:
        raise PrincipleError(str(error)) from None


def entry_by_entry(statement: Statement, step: Step) -> list[str]:
    """What is claimed of entries, at which sizes; the proofs are judged besides."""
    return [s.title for s, _ in cases(statement, step)]


class Entrywise(Declarations):
    """The claim over these tables."""

    # Clauses.
    def clause(self, clause: Clause) -> list[Clause]:
        """The relations between numbers that a clause says; of a hypothesis, some that follow from it."""
        if isinstance(clause, Exists):
            raise Unsayable("an existence claim")
        indices, tuples, body = index_tuples(clause)
        out: list[Clause] = []
        for values in tuples:
            here = substitute(body, {}, dict(zip(indices, values, strict=True))) if indices else body
            out += self.relation(here)
        if sum(size(x) for x in out) > MOST:
            raise Unsayable("too long")
        return out

    def relation(self, relation: Any) -> list[Clause]:
        """One relation, entry by entry."""
        if not isinstance(relation, Relation):
            raise Unsayable(type(relation).__name__)
        bound = self.extreme(relation)
        if bound is not None:
            return bound
        left, right = self.side(relation.lhs), self.side(relation.rhs)
        if len(left) != len(right):
            left, right = (left * len(right), right) if len(left) == 1 else (left, right * len(left))
        pairs = zip(left, right, strict=True)
        return [Relation(a, relation.op, b) for a, b in pairs]

    def side(self, node: Any) -> list[Any]:
        """The entries of a side."""
        return [x for row in self.table(node) for x in row] if isinstance(node, matrices.MatrixTerm) else self(node)

    def extreme(self, relation: Relation) -> list[Clause] | None:
        """lmin(S) >= x, lmax(S) <= x, smax(A) <= x: what is left of S, or of A^T A, has no negative principal minor.

        The larger of several, or a modulus, below x: each of them, or both signs.
        """
        for a, b, op in ((relation.lhs, relation.rhs, relation.op), (relation.rhs, relation.lhs, _TURNED[relation.op])):
            if op[0] == "=":
                return None
            weak, up = "=" in op, op[0] == "<"
            if isinstance(a, atoms.LMin) and not up or isinstance(a, atoms.LMax) and up:
                (x,) = self(b)
                return self.beyond(self.mirrored(a.args[0]), x, up, weak)
            if isinstance(a, atoms.SMax | atoms.Norm2) and up and weak:
                (x,) = self(b)
                table = self.table(a.args[0])
                gram = (
                    product(table, transposed(table))
                    if len(table) <= len(table[0])
                    else product(transposed(table), table)
                )
                return [Relation(x, ">=", 0), *self.beyond(gram, core.Power(x, Integer(2)), True, True)]
            if isinstance(a, atoms.MaxAbs | core.Max | core.Abs) and up:
                parts, bounds = self.parts(a), self(b)
                if len(bounds) == 1:
                    return [r for x in parts for r in self.relation(Relation(x, op, bounds[0]))]
        return None

    def parts(self, node: Any) -> list[Any]:
        """Numbers whose largest it is."""
        if isinstance(node, atoms.MaxAbs):
            return [y for row in self.table(node.args[0]) for x in row for y in (x, times(Integer(-1), x))]
        if isinstance(node, core.Abs):
            return [y for x in self(node.args[0]) for y in (x, times(Integer(-1), x))]
        return [x for a in node.args for x in self(a)]

    def beyond(self, table: Table, x: Any, up: bool, weak: bool) -> list[Clause]:
        """No eigenvalue of a symmetric table lies above x (up), or none below it."""
        n, sign = len(table), -1 if up else 1
        moved = [
            [times(Integer(sign), less(table[i][j], x if i == j else Integer(0))) for j in range(n)] for i in range(n)
        ]
        return [Relation(m, ">=" if weak else ">", 0) for m in minors(moved)]

    # Numbers and vectors.
    def __call__(self, node: Any) -> list[Any]:
        """The entries of a quantity."""
        if isinstance(node, Rational | NumberSymbol):
            return [node]
        if isinstance(node, Scalar):
            return [node]
        rule = _QUANTITIES.get(type(node))
        if rule is None:
            raise Unsayable(f"no rule for {type(node).__name__}")
        return rule(self, node)

    def number(self, node: Any) -> Any:
        """The only entry of a quantity."""
        found = self(node)
        if len(found) != 1:
            raise Unsayable("a number is wanted")
        return found[0]

    def entrywise(self, node: Any, make: Callable[..., Any]) -> list[Any]:
        """A function of numbers at the entries of vectors, single numbers repeated."""
        parts = [self(a) for a in node.args]
        longest = max(map(len, parts))
        spread = [p * longest if len(p) == 1 else p for p in parts]
        return [make(*row) for row in zip(*spread, strict=True)]

    def extremal(self, node: Any) -> list[Any]:
        """The largest or smallest of several, or of the entries of a vector."""
        parts = [x for a in node.args for x in self(a)]
        return parts if len(parts) == 1 else [node.func(*parts)]

    def place(self, node: Any) -> list[Any]:
        """One entry of a vector."""
        every, at = self(node.args[0]), self.number(node.args[1])
        if not isinstance(at, Integer) or not 1 <= at <= len(every):
            raise Unsayable("an index without a value")
        return [every[int(at) - 1]]

    # Matrices.
    def table(self, node: Any) -> Table:
        """The entries of a matrix."""
        if node in self.tables:
            return self.tables[node]
        rule = _MATRICES.get(type(node))
        if rule is None:
            raise Unsayable(f"no rule for {type(node).__name__}")
        found = rule(self, node)
        self.tables[node] = found
        return found

    def mirrored(self, node: Any) -> Table:
        """A matrix of which a word has a value only where it is symmetric."""
        table = self.table(node)
        n = len(table)
        for i in range(n):
            for j in range(i):
                if polynomial(less(table[i][j], table[j][i])) is not True:
                    self.know(table[i][j], "==", table[j][i])
                    self.conditional = True
        return [[table[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]

    def inverse(self, node: Any) -> Table:
        """Cofactors over the determinant."""
        table = self.table(node.args[0])
        n, whole = len(table), determinant(self.table(node.args[0]))
        if n > LARGEST:
            raise Unsayable("too large")
        if n == 1:
            return [[core.Quotient(Integer(1), whole)]]
        return [
            [core.Quotient(times(Integer((-1) ** (i + j)), determinant(without(table, j, i))), whole) for j in range(n)]
            for i in range(n)
        ]

    def root(self, square: Table) -> Table:
        """The semidefinite R with R R = S."""
        n = len(square)
        before, self.factored = self.factored, False
        table = self.semidefinite("R", n)
        self.factored = before
        whole = product(table, table)
        for i in range(n):
            for j in range(i, n):
                self.know(whole[i][j], "==", square[i][j])
        return table

    def defined_root(self, node: Any) -> Table:
        """The root of a matrix that has one."""
        self.conditional = True
        return self.root(self.mirrored(node))

    def eigen(self, node: Any) -> list[Any]:
        """Eigenvalues, descending."""
        key = ("lam", node)
        if key not in self.spectra:
            self.spectra[key] = self.roots(self.mirrored(node), "l", 1)
        return self.spectra[key]

    def singular(self, node: Any) -> list[Any]:
        """Singular values, descending."""
        key = ("s", node)
        if key not in self.spectra:
            a = self.table(node)
            small = product(a, transposed(a)) if len(a) <= len(a[0]) else product(transposed(a), a)
            self.spectra[key] = self.roots(small, "s", 2)
        return self.spectra[key]

    def roots(self, table: Table, name: str, exponent: int) -> list[Any]:
        """Numbers whose powers are the eigenvalues of a symmetric table, in order."""
        n = len(table)
        if n > LARGEST:
            raise Unsayable("too large")
        if n == 1:
            return [table[0][0] if exponent == 1 else core.Sqrt(table[0][0])]
        found = [self.fresh(f"{name}_{i + 1}") for i in range(n)]
        powers = [x if exponent == 1 else core.Power(x, Integer(2)) for x in found]
        for x, y in zip(found, found[1:], strict=False):
            self.know(x, ">=", y)
        if exponent == 2:
            self.know(found[-1], ">=", 0)
        for k in range(1, n + 1):
            own = total([many(list(chosen)) for chosen in combinations(powers, k)])
            self.know(own, "==", total([determinant(part(table, chosen)) for chosen in combinations(range(n), k)]))
        for end, sign in ((powers[0], -1), (powers[-1], 1)):
            moved = [
                [times(Integer(sign), less(table[i][j], end if i == j else Integer(0))) for j in range(n)]
                for i in range(n)
            ]
            for m in minors(moved, n - 1):
                self.know(m, ">=", 0)
        return found


_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "=="}
_MATRICES: dict[type, Callable[[Entrywise, Any], Table]] = {
    matrices.Id: lambda e, x: square(x.args[0], lambda i, j: Integer(int(i == j))),
    matrices.MatPlus: lambda e, x: summed([e.table(a) for a in x.args]),
    matrices.MatNeg: lambda e, x: scaled(Integer(-1), e.table(x.args[0])),
    matrices.MatTimes: lambda e, x: multiplied([e.table(a) for a in x.args]),
    matrices.Scaled: lambda e, x: scaled(e.number(x.args[0]), e.table(x.args[1])),
    matrices.Transpose: lambda e, x: transposed(e.table(x.args[0])),
    matrices.Kron: lambda e, x: kron(*(e.table(a) for a in x.args)),
    columns.Column: lambda e, x: [[y] for y in e(x.args[0])],
    columns.DiagonalMatrix: lambda e, x: _diagonal(e(x.args[0])),
    functions.Hadamard: lambda e, x: zipped(e.table(x.args[0]), e.table(x.args[1]), times),
    functions.Ones: lambda e, x: [[Integer(1)] * int(x.args[1])] * int(x.args[0]),
    functions.Relu: lambda e, x: [[core.Max(Integer(0), y) for y in row] for row in e.table(x.args[0])],
    functions.Inverse: lambda e, x: e.inverse(x),
    functions.MatSqrt: lambda e, x: e.defined_root(x.args[0]),
    functions.MatAbs: lambda e, x: e.root(product(transposed(e.table(x.args[0])), e.table(x.args[0]))),
    families.Unit: lambda e, x: [[Integer(int(i + 1 == int(x.args[1])))] for i in range(int(x.args[0]))],
    families.VStack: lambda e, x: [row for a in x.args for row in e.table(a)],
}


def _diagonal(xs: list[Any]) -> Table:
    return square(len(xs), lambda i, j: xs[i] if i == j else Integer(0))


def _partial(xs: list[Any]) -> list[Any]:
    return [total(xs[: k + 1]) for k in range(len(xs))]


_QUANTITIES: dict[type, Callable[[Entrywise, Any], list[Any]]] = {
    core.Plus: lambda e, x: e.entrywise(x, lambda *a: total(a)),
    core.Neg: lambda e, x: e.entrywise(x, lambda a: times(Integer(-1), a)),
    core.Times: lambda e, x: e.entrywise(x, lambda *a: many(a)),
    core.Quotient: lambda e, x: e.entrywise(x, core.Quotient),
    core.Power: lambda e, x: e.entrywise(x, core.Power),
    core.RealPower: lambda e, x: e.entrywise(x, core.RealPower),
    core.Sqrt: lambda e, x: e.entrywise(x, core.Sqrt),
    core.Abs: lambda e, x: e.entrywise(x, core.Abs),
    core.Exp: lambda e, x: e.entrywise(x, core.Exp),
    core.Log: lambda e, x: e.entrywise(x, core.Log),
    core.Max: lambda e, x: e.extremal(x),
    core.Min: lambda e, x: e.extremal(x),
    core.Total: lambda e, x: [total(e(x.args[0]))],
    core.Product: lambda e, x: [many(e(x.args[0]))],
    core.Cumulative: lambda e, x: _partial(e(x.args[0])),
    core.Entry: lambda e, x: e.place(x),
    columns.Entries: lambda e, x: [row[0] for row in e.table(x.args[0])],
    columns.DiagonalEntries: lambda e, x: [row[i] for i, row in enumerate(e.table(x.args[0]))],
    atoms.Tr: lambda e, x: [total([row[i] for i, row in enumerate(e.table(x.args[0]))])],
    atoms.Det: lambda e, x: [determinant(e.table(x.args[0]))],
    atoms.NormF: lambda e, x: [core.Sqrt(frobenius(e.table(x.args[0])))],
    atoms.NormN: lambda e, x: [total(e.singular(x.args[0]))],
    atoms.MaxAbs: lambda e, x: [core.Max(*(core.Abs(y) for row in e.table(x.args[0]) for y in row))],
    atoms.S: lambda e, x: e.singular(x.args[0]),
    atoms.SMax: lambda e, x: e.singular(x.args[0])[:1],
    atoms.Norm2: lambda e, x: e.singular(x.args[0])[:1],
    atoms.SMin: lambda e, x: e.singular(x.args[0])[-1:],
    atoms.Lam: lambda e, x: e.eigen(x.args[0]),
    atoms.LMax: lambda e, x: e.eigen(x.args[0])[:1],
    atoms.LMin: lambda e, x: e.eigen(x.args[0])[-1:],
    atoms.KyFan: lambda e, x: [total(e.singular(x.args[1])[: int(e.number(x.args[0]))])],
}

__all__ = ["Unsayable", "at_order", "cases", "entry_by_entry", "sizes"]
