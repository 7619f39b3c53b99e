"""Example 1, Lemma 12 and Corollary 13: spectra along a family of matrices, corners and multiple values included.

As in section 2.3 the families are quadratic, which is what M(rho)^T M(rho) is.
"""

from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    MaxOver,
    Scalar,
    Statement,
    Symmetric,
    Unit,
    Vector,
    ddt,
    eigenform,
    entry,
    eq,
    forall,
    gap,
    lam,
    maximum,
    minimum,
    norm2,
    singularform,
    slope,
    smax,
    smin,
)
from lemmata.language.domains import open_interval
from theorems.riedi2022 import RIEDI_2022

rho, t = Scalar("rho"), Scalar("t")
h = Scalar("h", domain=open_interval(0, 1))
first, second = Unit(2, 1), Unit(2, 2)


def example(point: Any) -> Any:
    """diag(-4, -2) + point Id."""
    return (point - 4) * (first @ first.T) + (point - 2) * (second @ second.T)


def corner(value: Any, point: int) -> tuple[Any, Any]:
    """One-sided difference quotients 1 from the right and -1 from the left, over every distance h below 1."""
    here = value(example(point))
    return eq((value(example(point + h)) - here) / h, 1), eq((here - value(example(point - h))) / h, -1)


def turn(point: int) -> tuple[Any, Any]:
    """The left singular vector to s_2 lies along the right one after the zero, against it before."""
    after, before = (singularform(example(x), 2, Id(2)) for x in (point + h, point - h))
    return eq(after, 1), eq(before, -1)


example_1 = Statement(
    id="riedi.example-1",
    title="Corners of the singular values of diag(-4, -2) + rho Id",
    source=RIEDI_2022.at("Example 1"),
    kind=Kind.DERIVATIVE,
    claim=(
        eq(smax(example(rho)), maximum(abs(rho - 4), abs(rho - 2))),
        eq(smin(example(rho)), minimum(abs(rho - 4), abs(rho - 2))),
        *corner(smax, 3),
        *corner(smin, 2),
        *corner(smin, 4),
        *turn(2),
        *turn(4),
    ),
    notes="Not differentiable: the difference quotients from the two sides are 1 and -1 at every distance below 1. "
    "s_1 has no zero, so the remark on zeros concerns s_2 at 2 and 4, where its left singular vector changes sign.",
)

i, k = Index("i"), Index("k")


def family(point: Any, order: Dim) -> Any:
    """N(point), a quadratic family of symmetric matrices."""
    terms = [Symmetric(f"N_{power}", order) for power in range(3)]
    return terms[0] + point * terms[1] + point**2 * terms[2]


few = Dim("n", 2)
many = 2 * few * (few - 1) + 1


def multiple(point: Any) -> Any:
    """Two neighbouring eigenvalues of N(point) coincide."""
    spectrum = lam(family(point, few))
    return eq(MaxOver(i, 1, few - 1, entry(spectrum, i + 1) - entry(spectrum, i)), 0)


r = Vector("r", many)
lemma_12 = Statement(
    id="riedi.lemma-12",
    title="Multiple eigenvalues of a quadratic family: finitely often or always",
    source=RIEDI_2022.at("Lemma 12"),
    kind=Kind.IDENTITY,
    given=(forall(k, 1, many, gap(r, k) > 0), forall(k, 1, many, multiple(entry(r, k)))),
    claim=multiple(rho),
    construct="always-multiple",
    notes="With the number that the printed proof gives. The discriminant of det(N(rho) - x Id) has degree n(n - 1) in "
    "the entries of N, so at most 2n(n - 1) in rho: a family with multiple eigenvalues at one parameter more has them "
    "everywhere, and the set is all of R or has at most 2n(n - 1) members. For entries of degree p read p for 2. The "
    "half on analytic families is the identity theorem for the discriminant.",
    part="families of degree two; not those of every degree, and not analytic ones",
)

n = Dim("n")
N_t, N_rho = family(t, n), family(rho, n)
l = Index("i", 1, n)  # noqa: E741
cor_13 = Statement(
    id="riedi.cor-13",
    title="What (45) integrates: the derivative of an eigenvalue, and its continuity",
    source=RIEDI_2022.at("Corollary 13", "(45)"),
    kind=Kind.DERIVATIVE,
    given=(forall(k, 1, n, gap(lam(Symmetric("N_0", n)), k) > 0), gap(lam(N_t), l) > 0),
    claim=(
        eq(slope(lam(N_t), l, t), eigenform(N_t, l, ddt(N_t, t))),
        abs(lam(N_rho) - lam(N_t)) <= norm2(N_rho - N_t),
    ),
    depends_on=("riedi.lemma-12", "riedi.thm-6"),
    notes="The two facts that make up (45). The integrand is the derivative wherever the eigenvalue is simple, by "
    "Lemma 12 everywhere but at finitely many points since N(0) is simple; and eigenvalues are Lipschitz on bounded "
    "intervals, simple or not, so that they are the integral of their derivative.",
    part="the derivative and the continuity from which (45) follows, for families of degree two; not the integral",
)
