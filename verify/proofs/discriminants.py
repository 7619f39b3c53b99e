"""Families of symmetric matrices with polynomial entries: two eigenvalues coincide finitely often or always.

The discriminant of the characteristic polynomial of N is the product of the squared differences of its eigenvalues, so
it vanishes exactly where two of them coincide.  It is a polynomial in the coefficients of the characteristic
polynomial, of degree n(n - 1) in the entries of N because the k-th coefficient has degree k in them: this weight is
worked out here in symbols for each order that the statement allows.  Along a family of degree p the discriminant is a
polynomial of degree at most p n(n - 1) in the parameter, and zero everywhere once it has more zeros than that.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Integer, Poly, Symbol, discriminant, symbols

from theorems.language import atoms, columns, core, families, proof
from theorems.language.relations import ForAll, Relation
from verify.proofs.book import Book, bounds
from verify.proofs.facts import Fact
from verify.proofs.trees import free, substitute
from verify.proofs.words import ProofError

LARGEST = 5  # order up to which discriminants are expanded


@cache
def weight(n: int) -> int:
    """Degree in the entries of a matrix of order n of the discriminant of its characteristic polynomial.

    Raises ProofError when its terms have different degrees.
    """
    x, *c = symbols(f"x c1:{n + 1}")
    monic = x**n + sum(ck * x ** (n - k) for k, ck in enumerate(c, 1))
    terms = Poly(discriminant(monic, x), *c).monoms()
    degrees = {sum(k * power for k, power in enumerate(powers, 1)) for powers in terms}
    if len(degrees) != 1:
        raise ProofError(f"the terms of the discriminant of order {n} have degrees {sorted(degrees)}")
    return degrees.pop()


def discriminant_rule(book: Book, reason: proof.Discriminant, target: Fact) -> Fact:
    """Two eigenvalues of N(rho) coincide, because they do at more points than the discriminant can have zeros."""
    clause = target.clause
    matrix, order = _coincide(clause)
    low, high = bounds(order)
    if not (isinstance(low, Integer) and isinstance(high, Integer) and 2 <= low <= high <= LARGEST):
        raise ProofError(f"{order} is not between 2 and {LARGEST}")
    degree = _degree(book, matrix, reason.variable)
    points, count = _points(book, reason, clause)
    for n in range(int(low), int(high) + 1):
        most = degree * weight(n)
        if not book.forms.scalar(substitute(count, {order: Integer(n)})) > most:
            raise ProofError(f"{count} points are too few for a polynomial of degree {most}, order {n}")
        book.remarks.append(f"order {n}: degree at most {most}")
    return book.shown(target)


def _coincide(clause: Any) -> tuple[Any, Any]:
    """The matrix and its order in `max over i of (lam_(i+1) - lam_i) == 0`: the largest of these is never positive."""
    if isinstance(clause, Relation) and clause.op == "==" and clause.rhs == 0:
        top = clause.lhs
        if isinstance(top, families.MaxOver):
            index, low, high, body = top.args
            spectra = {a.args[0] for a in body.atoms(core.Entry) if isinstance(a.args[0], atoms.Lam)}
            for spectrum in spectra:
                order = spectrum.args[0].shape[0]
                wanted = core.Entry(spectrum, index + 1) - core.Entry(spectrum, index)
                if (body, low, high) == (wanted, 1, order - 1) and index not in free(spectrum):
                    return spectrum.args[0], order
    raise ProofError(f"{clause} does not say that two neighbouring eigenvalues coincide")


def _degree(book: Book, matrix: Any, variable: Any) -> int:
    """Degree of a symmetric matrix in a scalar variable.  Raises ProofError where it is no polynomial in it."""
    form = book.forms.matrix(matrix)
    if book.forms.matrix.transpose(form).key != form.key:
        raise ProofError(f"{matrix} is not seen to be symmetric")
    x: Symbol = book.forms.scalar(variable)
    degree = 0
    for word, c in form.terms.items():
        if any(not hasattr(letter, "node") or variable in free(letter.node) for letter in word):
            raise ProofError(f"{matrix} is no polynomial in {variable} whose coefficients are matrices")
        degree = max(degree, _polynomial(book, c, x))
    return degree


def _polynomial(book: Book, c: Expr, x: Symbol) -> int:
    others = c.free_symbols - {x}
    if not c.is_polynomial(x) or any(book.forms.about[y].kind != "leaf" for y in others):
        raise ProofError(f"a coefficient is no polynomial: {c}")
    return int(Poly(c, x).degree()) if c.has(x) else 0


def _points(book: Book, reason: proof.Discriminant, clause: Any) -> tuple[Any, Any]:
    """The points at which two hypotheses say that eigenvalues coincide and that they are distinct, and their number."""
    by_name = {f"given {k}": clause for k, clause in enumerate(book.statement.hypotheses)}
    apart, meet = by_name.get(reason.apart), by_name.get(reason.meet)
    if not (isinstance(apart, ForAll) and isinstance(meet, ForAll) and apart.args[1:3] == meet.args[1:3]):
        raise ProofError(f"{reason.apart} and {reason.meet} do not speak of the same points")
    index, low, count, body = apart.args
    gap = body.lhs if isinstance(body, Relation) and (body.op, body.rhs) == (">", 0) else None
    if (
        low != 1
        or not isinstance(gap, core.Gap)
        or gap.args[1] != index
        or not isinstance(gap.args[0], columns.Entries)
    ):
        raise ProofError(f"{reason.apart} does not say that points are distinct")
    column = gap.args[0]
    if column.args[0].shape[0] != count or index in free(column):
        raise ProofError(f"{reason.apart} does not speak of all the points")
    here = core.Entry(column, meet.args[0])
    if meet.body != substitute(clause, {reason.variable: here}) or reason.variable in free(column):
        raise ProofError(f"{reason.meet} does not say that eigenvalues coincide at each point")
    return column, count


__all__ = ["discriminant_rule", "weight"]
