"""Families of symmetric matrices with polynomial entries: two eigenvalues coincide finitely often or always.

The discriminant of the characteristic polynomial of N is the product of the squared differences of its eigenvalues, so
it vanishes exactly where two of them coincide.  It is a polynomial in the coefficients of the characteristic
polynomial.  Multiplying all eigenvalues by t multiplies it by t^(n(n - 1)) and the k-th coefficient by t^k, so that
it has degree n(n - 1) in the entries of N, in which the k-th coefficient has degree k.  Along a family of degree p the
discriminant is a polynomial of degree at most p n(n - 1) in the parameter, and zero everywhere once it has more zeros
than that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Integer

from lemmata.theorems.language import atoms, columns, core, families
from lemmata.theorems.language.proof import Step
from lemmata.theorems.language.relations import ForAll, Relation
from lemmata.theorems.language.statement import Statement, leaves
from lemmata.theorems.language.text import declaration, write
from lemmata.theorems.language.trees import free, substitute
from lemmata.verify import kernel as normal
from lemmata.verify.kernel import Reader, Term
from lemmata.verify.kernel import free as variables
from lemmata.verify.principles.claim_terms import PrincipleError, read


def everywhere(statement: Statement, step: Step) -> list[str]:
    """Two eigenvalues of N(rho) coincide, because they do at more points than the discriminant can have zeros."""
    states = step.states
    reason: Any = step.by
    reason = replace(reason, variable=next((v for v in statement.let if v.name == reason.variable), None))
    if states not in statement.conjuncts or len(statement.conjuncts) != 1:
        raise PrincipleError(f"{write(states)} is not the claim")
    matrix, order = _coincide(states)
    low, high = getattr(order, "bounds", (None, None))
    if not (isinstance(low, Integer) and low >= 2):
        raise PrincipleError(f"{order} is not at least 2")
    degree = _degree(matrix, reason.variable)
    count = _points(statement, reason, states)
    spare = count - degree * order * (order - 1)  # points beyond the largest number of zeros
    sizes = range(int(low), int(high) + 1) if isinstance(high, Integer) else (None,)
    for n in sizes:
        reader = Reader()
        if n is None:
            reader.declare(*declaration(order).split(" = ", 1))
        left = normal.scalar(read(spare if n is None else substitute(spare, {order: Integer(n)}), reader.names))
        if set(left) > {()} or not left.get((), 0) > 0:
            where = "" if n is None else f", order {n}"
            raise PrincipleError(
                f"{write(count)} points are too few for a polynomial of degree {degree}n(n - 1){where}"
            )
    return [f"degree at most {degree}n(n - 1) in {reason.variable.name}, at {write(count)} points"]


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
    raise PrincipleError(f"{clause} does not say that two neighbouring eigenvalues coincide")


def _degree(matrix: Any, variable: Any) -> int:
    """Degree of a symmetric matrix in a scalar variable.  Raises PrincipleError where it is no polynomial in it."""
    reader = Reader()
    own = dict.fromkeys([*leaves(matrix, frozenset()), *leaves(variable, frozenset())])  # sizes come first
    asked = [f for v in own for f in reader.declare(*declaration(v).split(" = ", 1))]
    names = reader.names
    form, x = normal.matrix(read(matrix, names)), read(variable, names)
    # the transpose of the form, with symmetric variables their own transposes
    turned = {normal.turned(w[0]): w[0] for f in asked if f[1] == ("T", f[2]) for w in normal.matrix(f[2])}
    back = {tuple(turned.get(normal.turned(y), normal.turned(y)) for y in reversed(w)): p for w, p in form.items()}
    if back != form:
        raise PrincipleError(f"{write(matrix)} is not seen to be symmetric")
    degree = 0
    for word, p in form.items():
        if any(x in variables(normal.known_letter(y)[1]) for y in word):
            raise PrincipleError(f"{write(matrix)} is no polynomial in {variable.name} with matrices as coefficients")
        degree = max(degree, *(_power(m, x) for m in p))
    return degree


def _power(monomial: Any, x: Term) -> int:
    """The exponent of x in a monomial."""
    out = 0
    for a, k in monomial:
        shown = normal.known_atom(a)[1]
        if shown == x:
            out = k
        elif x in variables(shown):
            raise PrincipleError(f"a coefficient is no polynomial in {x[1]}")
    return out


def _points(statement: Statement, reason: Any, clause: Any) -> Any:
    """How many points two hypotheses say that eigenvalues coincide at and that they are distinct."""
    by_name = {f"given_{k}": clause for k, clause in enumerate(statement.hypotheses)}
    apart, meet = by_name.get(reason.apart), by_name.get(reason.meet)
    if not (isinstance(apart, ForAll) and isinstance(meet, ForAll) and apart.args[1:3] == meet.args[1:3]):
        raise PrincipleError(f"{reason.apart} and {reason.meet} do not speak of the same points")
    index, low, count, body = apart.args
    gap = body.lhs if isinstance(body, Relation) and (body.op, body.rhs) == (">", 0) else None
    if (
        low != 1
        or not isinstance(gap, core.Gap)
        or gap.args[1] != index
        or not isinstance(gap.args[0], columns.Entries)
    ):
        raise PrincipleError(f"{reason.apart} does not say that points are distinct")
    column = gap.args[0]
    if column.args[0].shape[0] != count or index in free(column):
        raise PrincipleError(f"{reason.apart} does not speak of all the points")
    here = core.Entry(column, meet.args[0])
    if meet.body != substitute(clause, {reason.variable: here}) or reason.variable in free(column):
        raise PrincipleError(f"{reason.meet} does not say that eigenvalues coincide at each point")
    return count
