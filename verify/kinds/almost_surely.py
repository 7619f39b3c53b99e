"""Checking that an event has probability one for every joint density (kind I): the zero set of a polynomial is null.

The event read here is "no multiple singular value", a gap above 0 at every index.  It fails exactly where the
discriminant of the characteristic polynomial of M^T M vanishes, a polynomial in the entries of M with integer
coefficients.  It is not the zero polynomial, since it does not vanish at diag(1, ..., n), so its zeros have Lebesgue
measure 0, hence probability 0 under every density.
"""

from __future__ import annotations

from typing import Any

import flint
import sympy as sp

from lemmata.theorems.language import atoms, core
from lemmata.theorems.language.probability import AlmostSurely, ContinuousMatrices
from lemmata.theorems.language.relations import ForAll, Relation
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.theorems.language.variables import Dim, Matrix
from lemmata.verify.kinds import almost_surely_regular
from lemmata.verify.kinds.null_sets import proved, step
from lemmata.verify.run.profiles import Profile
from lemmata.verify.verdicts import Finding


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Prove one statement of this form.  Raises TypeError for a claim of another form.

    `profile` and `seed` have no say: nothing is drawn.
    """
    (claim,) = statement.claim
    if almost_surely_regular.is_regular(claim):
        return almost_surely_regular.check(statement)
    return proved(
        statement, _simple_spectrum(claim).name, "integers",
        step("two singular values of M are equal exactly where disc(det(x Id - M^T M)) = 0",
             "discriminants vanish at double roots; singular values are the roots' square roots, none negative"),
        _expanded, _witness,
        step("at diag(1, ..., n) it is the product of (i^2 - j^2)^2 over i < j, a product of non-zero integers, for "
             "every n", "the eigenvalues of M^T M are 1, 4, ..., n^2"),
    )  # fmt: skip


def _simple_spectrum(claim: Any) -> Matrix:
    """The matrix that a claim says has no multiple singular value, almost surely."""
    body = claim.event if isinstance(claim, AlmostSurely) else None
    if isinstance(body, ForAll) and isinstance(body.body, Relation):
        index, (low, high), relation = body.index, body.args[1:3], body.body
        gap = relation.lhs
        if relation.op == ">" and relation.rhs == 0 and isinstance(gap, core.Gap) and gap.args[1] == index:
            spectrum = gap.args[0]
            matrix = spectrum.args[0] if isinstance(spectrum, atoms.S) else None
            if (
                isinstance(matrix, Matrix)
                and isinstance(matrix.domain, ContinuousMatrices)
                and low == 1
                and isinstance(high, Dim)
                and matrix.shape == (high, high)
            ):
                return matrix
    raise TypeError(f"no almost sure statement of a form known here: {write(claim)}")


def _expanded(n: int) -> dict[str, Any]:
    """The discriminant in generic entries (n <= 2), or along one line of matrices (n = 3): a polynomial, not zero."""
    x = sp.Symbol("x")
    if n <= 2:
        m = sp.Matrix(n, n, sp.symbols(f"a0:{n * n}"))
        where = f"n = {n}, generic entries"
    else:
        t = sp.Symbol("t")
        m = sp.Matrix(n, n, lambda i, j: (i + 1) * t if i == j else 2 * i - j)
        where = f"n = {n}, on the line t diag(1, ..., n) + C"
    characteristic = sp.Poly((x * sp.eye(n) - m.T * m).det(method="berkowitz"), x)
    value = sp.Integer(1) if n == 1 else sp.expand(sp.discriminant(characteristic))
    entries = sorted(m.free_symbols, key=str)
    polynomial = sp.Poly(value, *entries) if entries else None
    good = polynomial is not None and not polynomial.is_zero and all(c.is_Integer for c in polynomial.coeffs())
    terms = len(polynomial.terms()) if polynomial is not None else 0
    return step(f"the discriminant is a polynomial with integer coefficients, {terms} terms ({where})",
                "expanded symbolically", good)  # fmt: skip


def _witness(n: int) -> dict[str, Any]:
    """Exact discriminant at diag(1, ..., n), against the product formula."""
    gram = flint.fmpz_mat(n, n, [(i + 1) ** 2 if i == j else 0 for i in range(n) for j in range(n)])
    coefficients = [int(c) for c in gram.charpoly().coeffs()]
    value = 1 if n == 1 else int(sp.Poly(coefficients[::-1], sp.Symbol("x")).discriminant())
    product = 1
    for i in range(1, n + 1):
        for j in range(1, i):
            product *= (i * i - j * j) ** 2
    return step(f"n = {n}: at diag(1, ..., {n}) it equals {_short(value)}", "exact integers",
                value == product and value != 0)  # fmt: skip


def _short(value: int) -> str:
    text = str(value)
    return text if len(text) <= 24 else f"{text[:12]}… ({len(text)} digits)"
