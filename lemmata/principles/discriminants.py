"""Families of symmetric matrices with polynomial entries: two eigenvalues coincide finitely often or always.

The discriminant of the characteristic polynomial of N is the product of the squared differences of its eigenvalues, so
it vanishes exactly where two of them coincide.  It is a polynomial in the coefficients of the characteristic
polynomial.  Multiplying all eigenvalues by t multiplies it by t^(n(n - 1)) and the k-th coefficient by t^k, so that
it has degree n(n - 1) in the entries of N, in which the k-th coefficient has degree k.  Along a family of degree p the
discriminant is a polynomial of degree at most p n(n - 1) in the parameter, and zero everywhere once it has more zeros
than that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lemmata.kernel import ONE, P, Term, num, sub
from lemmata.language.statement import Statement
from lemmata.principles.templates import Instance, choices, declared, equal

ORDER = re.compile(r"integer\((\d+)(, \d+)?\)")
MOST = 4  # coefficients of a family


def coinciding(statement: Statement) -> Iterator[Instance]:
    """N_0 + rho N_1 + ... + rho^p N_p has two equal eigenvalues at every rho, as it has at p n (n - 1) + 1 points."""
    domains = declared(statement)
    matrices = [domain for domain in domains.values() if domain.startswith("symmetric(")]
    degree = len(matrices) - 1
    if not 1 <= degree < MOST:
        return
    index, bound = _indices(statement)
    for n, r, x, *coefficients in choices(domains, ("integer(", "real(", "real", *["symmetric("] * (degree + 1))):
        orders = ORDER.fullmatch(domains[n])
        if orders is None or int(orders[1]) < 2:
            continue
        count = f"{degree} * {n} * ({n} - 1) + 1" if degree > 1 else f"{n} * ({n} - 1) + 1"
        point = f"entry({r}, {bound})"
        yield Instance(
            (f"{n} = {domains[n]}", f"{r} = real({count}, 1)", f"{x} = real",
             *(f"{c} = symmetric({n})" for c in coefficients)),
            (f"gap({r}, {bound}) > 0 for {bound} in 1..{count}",
             f"{_coincide(_family(coefficients, point), n, index)} for {bound} in 1..{count}"),
            (_coincide(_family(coefficients, x), n, index),),
            lambda: _enough(degree),
        )  # fmt: skip


def _indices(statement: Statement) -> tuple[str, str]:
    """The names that a statement has for the number of an eigenvalue and for that of a point."""
    words = [re.findall(r" for (\w+) in ", line) for line in (*statement.text["claim"], *statement.text["given"])]
    inside = words[0][-1:] or ["i"]
    outside = next((line[-1] for line in words[1:] if line), "k")
    return inside[0], outside


def _family(coefficients: list[str], at: str) -> str:
    powers = ["", f"{at} * ", *(f"{at}**{k} * " for k in range(2, len(coefficients)))]
    return " + ".join(f"{power}{c}" for power, c in zip(powers, coefficients, strict=True))


def _coincide(matrix: str, n: str, i: str) -> str:
    """That the largest of lam_(i+1) - lam_i, which are never positive, is zero."""
    return f"max(lam({matrix}, {i} + 1) - lam({matrix}, {i}) for {i} in 1..{n} - 1) == 0"


def _enough(degree: int) -> list[str]:
    """One point more than the polynomial can have zeros."""
    n: Term = ("v", "n", P)
    zeros: Term = ("*", num(degree), ("*", n, sub(n, ONE)))
    equal(sub(("+", zeros, ONE), zeros), ONE)
    return [f"degree at most {degree}n(n - 1) in the parameter, one zero more than that"]


TEMPLATES = (coinciding,)
