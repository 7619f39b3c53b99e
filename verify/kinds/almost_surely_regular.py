"""Checking that a random matrix is non-singular with probability one: its determinant is a polynomial, not zero.

The matrix is C + c X with X drawn from a law with a density, c a positive number and C made of parameters.  Its
determinant is a polynomial in the entries of X, and equals 1 at X = (Id - C) / c, so that its zeros have Lebesgue
measure 0, hence probability 0 under every density, whatever the parameters.
"""

from __future__ import annotations

from typing import Any

import flint
import sympy as sp

from lemmata.theorems.language import atoms, core, matrices
from lemmata.theorems.language.domains import Positive
from lemmata.theorems.language.functions import Ones
from lemmata.theorems.language.probability import RANDOM, AlmostSurely
from lemmata.theorems.language.relations import Relation
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.theorems.language.variables import Matrix, Scalar
from lemmata.verify.kinds.null_sets import proved, step
from lemmata.verify.verdicts import Finding


def is_regular(claim: Any) -> bool:
    """Whether a claim says that almost surely a determinant is not zero."""
    event = claim.event if isinstance(claim, AlmostSurely) else None
    return (
        isinstance(event, Relation)
        and (event.op, event.rhs) == (">", 0)
        and isinstance(event.lhs, core.Abs)
        and isinstance(event.lhs.args[0], atoms.Det)
    )


def check(statement: Statement) -> Finding:
    """Prove one statement of this form.

    Raises TypeError where the matrix is not of the form C + c X, RuntimeError where a step does not check.
    """
    (claim,) = statement.claim
    inside = claim.event.lhs.args[0].args[0]
    drawn, factor, mean = _affine(inside)
    return proved(
        statement, drawn.name, "rationals",
        step(f"det({write(inside)}) is a polynomial in the entries of {drawn.name}", "Leibniz' formula"),
        _expanded, _witness,
        step(f"for every n it is 1 at {drawn.name} = (Id - C) / {write(factor)} with C = "
             f"{write(mean) if mean is not None else '0'}", "the matrix is Id there"),
    )  # fmt: skip


def _affine(inside: Any) -> tuple[Matrix, Any, Any]:
    """X, c and C of a matrix C + c X, C a multiple of the matrix of ones or absent."""
    parts = list(inside.args) if isinstance(inside, matrices.MatPlus) else [inside]
    random = [p for p in parts if _is_random(p) or isinstance(p, matrices.Scaled) and _is_random(p.args[1])]
    others = [p for p in parts if p not in random]
    if len(random) != 1 or len(others) > 1:
        raise TypeError(f"{write(inside)} is not of the form C + c X with X random")
    for other in others:
        scale, body = other.args if isinstance(other, matrices.Scaled) else (sp.Integer(1), other)
        if not (isinstance(scale, Scalar | sp.Rational) and isinstance(body, Ones)):
            raise TypeError(f"{write(other)} is no multiple of the matrix of ones")
    scale, drawn = random[0].args if isinstance(random[0], matrices.Scaled) else (sp.Integer(1), random[0])
    if not (isinstance(scale, sp.Rational) and scale > 0 or isinstance(getattr(scale, "domain", None), Positive)):
        raise TypeError(f"the factor {write(scale)} is not seen to be positive")
    return drawn, scale, others[0] if others else None


def _is_random(node: Any) -> bool:
    return isinstance(node, Matrix) and isinstance(node.domain, RANDOM)


def _expanded(n: int) -> dict[str, Any]:
    """The determinant in generic entries and parameters: its part of degree n in the entries is c^n det X."""
    mean, factor = sp.symbols("mu sigma")
    entries = sp.symbols(f"a0:{n * n}")
    drawn = sp.Matrix(n, n, entries)
    polynomial = sp.Poly((mean * sp.ones(n, n) + factor * drawn).det(method="berkowitz"), *entries)
    lead = sum(c * sp.prod(x**k for x, k in zip(entries, p, strict=True)) for p, c in polynomial.terms() if sum(p) == n)
    good = sp.expand(lead - factor**n * drawn.det(method="berkowitz")) == 0
    return step(f"n = {n}: {len(polynomial.terms())} terms in the entries, leading part c^{n} det X",
                "expanded symbolically", bool(good))  # fmt: skip


def _witness(n: int) -> dict[str, Any]:
    """Exact determinant at X = (Id - C) / c with mu = 2/3 and c = 5/7."""
    mean, factor = flint.fmpq(2, 3), flint.fmpq(5, 7)
    drawn = [[(flint.fmpq(i == j) - mean) / factor for j in range(n)] for i in range(n)]
    value = flint.fmpq_mat([[mean + factor * x for x in row] for row in drawn]).det()
    return step(f"n = {n}: the determinant is {value} at this matrix, mu = 2/3 and sigma = 5/7", "exact rationals",
                value == 1)  # fmt: skip


__all__ = ["check", "is_regular"]
