"""Events of probability one for every joint density: the zeros of a polynomial that is not zero are a null set.

The singular values of M coincide where the discriminant of det(x Id - M^T M) vanishes, a polynomial in the entries of M
that is not zero at diag(1, ..., n).  The determinant of C + c X is a polynomial in the entries of X that is one at
X = (Id - C) / c.
"""

from __future__ import annotations

from collections.abc import Iterator

from lemmata import kernel as logic
from lemmata.kernel import P, R, Term, num
from lemmata.language.statement import Statement
from lemmata.principles.templates import Instance, choices, declared

DENSITIES = ("gaussian", "uniform", "gaussian, uniform")  # laws of independent entries that have one


def simple_spectrum(statement: Statement) -> Iterator[Instance]:
    """No two singular values of a random matrix with a density coincide."""
    for n, m in choices(declared(statement), ("integer(1)", "continuous(")):
        yield Instance(
            (f"{n} = integer(1)", f"{m} = continuous({n}, {n})"),
            (),
            (f"almost surely: gap(s({m}), i) > 0 for i in 1..{n}",),
            lambda: ["the discriminant is the product of (i^2 - j^2)^2 over i < j at diag(1, ..., n)"],
        )


def regular(statement: Statement) -> Iterator[Instance]:
    """X, sigma X, mu ones + X and mu ones + sigma X are regular for X with a density and sigma above zero."""
    for kind in ("continuous(", "iid("):
        for factor in ((), ("positive",)):
            for mean in ((), ("real",)):
                for n, x, *numbers in choices(declared(statement), ("integer(1)", kind, *mean, *factor)):
                    let = [f"{name} = {domain}" for name, domain in zip(numbers, (*mean, *factor), strict=True)]
                    shift = f"{numbers[0]} * ones({n}, {n}) + " if mean else ""
                    scaled = f"{numbers[-1]} * {x}" if factor else x
                    for law in ("",) if kind == "continuous(" else DENSITIES:
                        domain = f"{kind}{n}, {n}{', ' * bool(law)}{law})"
                        yield Instance(
                            (f"{n} = integer(1)", f"{x} = {domain}", *let),
                            (),
                            (f"almost surely: abs(det({shift}{scaled})) > 0",),
                            _identity_matrix,
                        )


def _identity_matrix() -> list[str]:
    """C + c (c^-1 (Id - C)) = Id where c is not zero."""
    n: Term = ("v", "n", P)
    c, mean = ("v", "sigma", R), ("sc", ("v", "mu", R), ("ones", n, n))
    rest: Term = ("m+", ("id", n), ("sc", num(-1), mean))

    def whole(factor: Term) -> Term:
        return ("m+", mean, ("sc", factor, rest))

    x, at = ("v", "x", R), ("m+", mean, ("sc", c, ("sc", ("inv", c), rest)))
    same = logic.identity(at, whole(("*", c, ("inv", c))))
    logic.rewrite(logic.meaning("inverse", c), same, x, ("=", at, whole(x)))
    logic.identity(whole(num(1)), ("id", n))
    return ["the matrix is Id at X = (Id - mu ones) / sigma, with mu = 0 or sigma = 1 where they are absent"]


TEMPLATES = (simple_spectrum, regular)
