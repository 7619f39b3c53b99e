"""Checking that an event has probability one for every joint density (kind I): the zero set of a polynomial is null.

What is proved is an instance of a principle (`lemmata/principles/null_sets`), about no multiple singular value or about
a determinant that is not zero.  The computation here shares nothing with it: the polynomial is expanded at small orders
and computed exactly at one matrix at some more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import sympy as sp

from lemmata.claims import evidence
from lemmata.claims.profiles import Profile
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.principles import NULL_SETS, alone, null_sets
from lemmata.principles.templates import PrincipleError, granted

GENERIC = (1, 2, 3)  # orders at which the polynomial is expanded in generic entries
WITNESSES = 16  # orders at which its value at one matrix is computed
Steps = Callable[[int], dict[str, Any]]


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Prove one statement of this form.

    `profile` and `seed` have no say: nothing is drawn.  Raises TypeError for a claim of another form, RuntimeError
    where a computation contradicts the principle.
    """
    for template, expanded, witness in (
        (null_sets.simple_spectrum, _discriminant, _distinct),
        (null_sets.regular, _determinant, _identity),
    ):
        try:
            said = granted(statement, [template])
        except PrincipleError:
            continue
        return _proved(statement, said, expanded, witness)
    raise TypeError(f"no almost sure statement of a form known here: {write(statement.claim[0])}")


def _proved(statement: Statement, said: list[str], expanded: Steps, witness: Steps) -> Finding:
    steps = [
        *(expanded(n) for n in GENERIC),
        *(witness(n) for n in range(1, WITNESSES + 1)),
        _step(write(statement.claim[0]),
              f"{'; '.join(said)}: a polynomial that is not zero vanishes on a set of Lebesgue measure 0 only"),
    ]  # fmt: skip
    if not all(s["ok"] for s in steps):
        raise RuntimeError(f"{statement.id}: a step of the proof does not check: {steps}")
    account = evidence.account(
        statement,
        WITNESSES,
        certified=WITNESSES,
        stopped="proved",
        dimensions=f"n = 1 … {WITNESSES} exactly, all n",
        device="exact rationals",
    )
    proof = {
        "scope": "all n", "method": "a polynomial in random entries that is not zero", "steps": steps,
        **alone(NULL_SETS),
    }  # fmt: skip
    return Finding(Verdict.PROVED, "all n", account, proof=proof)


def _step(text: str, because: str, ok: bool = True) -> dict[str, Any]:
    """One step of a proof, and whether it checks."""
    return {"text": text, "because": because, "ok": ok}


def _discriminant(n: int) -> dict[str, Any]:
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
    return _step(f"the discriminant is a polynomial with integer coefficients, {terms} terms ({where})",
                 "expanded symbolically", good)  # fmt: skip


def _distinct(n: int) -> dict[str, Any]:
    """Exact discriminant at diag(1, ..., n), against the product formula."""
    gram = flint.fmpz_mat(n, n, [(i + 1) ** 2 if i == j else 0 for i in range(n) for j in range(n)])
    coefficients = [int(c) for c in gram.charpoly().coeffs()]
    value = 1 if n == 1 else int(sp.Poly(coefficients[::-1], sp.Symbol("x")).discriminant())
    product = 1
    for i in range(1, n + 1):
        for j in range(1, i):
            product *= (i * i - j * j) ** 2
    return _step(f"n = {n}: at diag(1, ..., {n}) it equals {_short(value)}", "exact integers",
                 value == product and value != 0)  # fmt: skip


def _determinant(n: int) -> dict[str, Any]:
    """The determinant in generic entries and parameters: its part of degree n in the entries is c^n det X."""
    mean, factor = sp.symbols("mu sigma")
    entries = sp.symbols(f"a0:{n * n}")
    drawn = sp.Matrix(n, n, entries)
    polynomial = sp.Poly((mean * sp.ones(n, n) + factor * drawn).det(method="berkowitz"), *entries)
    lead = sum(c * sp.prod(x**k for x, k in zip(entries, p, strict=True)) for p, c in polynomial.terms() if sum(p) == n)
    good = sp.expand(lead - factor**n * drawn.det(method="berkowitz")) == 0
    return _step(f"n = {n}: {len(polynomial.terms())} terms in the entries, leading part c^{n} det X",
                 "expanded symbolically", bool(good))  # fmt: skip


def _identity(n: int) -> dict[str, Any]:
    """Exact determinant at X = (Id - C) / c with mu = 2/3 and c = 5/7."""
    mean, factor = flint.fmpq(2, 3), flint.fmpq(5, 7)
    drawn = [[(flint.fmpq(i == j) - mean) / factor for j in range(n)] for i in range(n)]
    value = flint.fmpq_mat([[mean + factor * x for x in row] for row in drawn]).det()
    return _step(f"n = {n}: the determinant is {value} at this matrix, mu = 2/3 and sigma = 5/7", "exact rationals",
                 value == 1)  # fmt: skip


def _short(value: int) -> str:
    text = str(value)
    return text if len(text) <= 24 else f"{text[:12]}… ({len(text)} digits)"
