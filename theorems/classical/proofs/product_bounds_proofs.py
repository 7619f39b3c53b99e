"""Determinants beside the powers of extreme values and of the mean of the eigenvalues."""

from typing import Any

from lemmata.theorems.classical import A, M, T, n, q, r
from lemmata.theorems.classical.eigenvalue_theorems import K
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.determinants_proofs import i, upto
from lemmata.theorems.classical.proofs.product_steps import (
    At_,
    Term,
    above_power,
    below_mean,
    below_power,
    definite,
    identity,
    vanishing,
    zero_power,
)
from lemmata.theorems.language import (
    Id,
    SumOver,
    det,
    eq,
    lam,
    lmax,
    lmin,
    s,
    smax,
    smin,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Cases,
    Combine,
    Proof,
    Sign,
    Step,
)

one = Id(n)


def value(k: Any) -> Any:
    """An eigenvalue of K by its place."""
    return lam(K, k)


def singular(k: Any) -> Any:
    """A singular value of M by its place."""
    return s(M, k)


def eigenvalues(k: Any) -> tuple[Step, ...]:
    """The eigenvalue of K at a place, between the extreme ones."""
    return (
        Step("least", lmin(K) <= value(k), At("range, low", k)),
        Step("high", value(k) <= lmax(K), At("range, high", k)),
        Step("low", value(k) >= 0, Combine({"least": 1, "semidefinite": 1})),
    )


def eigenvalues_above(k: Any) -> tuple[Step, ...]:
    """The eigenvalue of K at a place, at least the last."""
    return (Step("low", lmin(K) <= value(k), At("range, low", k)),)


def eigenvalues_zero(k: Any) -> tuple[Step, ...]:
    """The eigenvalue of K at a place, where the first is not positive."""
    return (*eigenvalues(k), Step("zero", value(k) <= 0, Combine({"high": 1, "not above": 1})))


def singular_below(k: Any) -> tuple[Step, ...]:
    """The singular value of M at a place, at most the first."""
    return (
        Step("low", singular(k) >= 0, Sign()),
        cite("high", singular(k) <= smax(M), "descending-singular-values", {}, 0, {"i": 1, "j": k}),
    )


def singular_above(k: Any) -> tuple[Step, ...]:
    """The singular value of M at a place, at least the last."""
    return (Step("low", smin(M) <= singular(k), At("singular range", k)),)


def singular_zero(k: Any) -> tuple[Step, ...]:
    """The singular value of M at a place, where the first is not positive."""
    return (*singular_below(k), Step("zero", singular(k) <= 0, Combine({"high": 1, "not above": 1})))


def otherwise(name: str, term: Term, of: str, top: Any, at: At_) -> tuple[Step, ...]:
    """The product is at most top^n where top is not positive: it is not either, and no power is negative."""
    return (
        Step("not above", top <= 0, Combine({"case": 1})),
        *vanishing("no product", term, at),
        Step("power", top**n >= 0, Sign()),
        Step(f"{name}, small", upto(term, n) <= top**n, Combine({"no product": 1, "power": 1})),
    )


mean = tr(K) / n
determinant_extremes = Proof(
    "factor by factor, with exp(h log x) for the h-th power of x, and exp(x / m - 1) >= x / m for the mean m",
    (
        Step("semidefinite", lmin(K) >= 0, Sign()),
        cite("range, low", lmin(K) <= lam(K), "eigenvalue-range", {A: K}, 0),
        cite("range, high", lam(K) <= lmax(K), "eigenvalue-range", {A: K}, 1),
        cite("determinant", eq(det(K), upto(value, n)), "determinant-by-eigenvalues", {A: K}),
        *identity,
        definite("sign", K),
        cite("order", lmin(K) <= lmax(K), "order", {A: K, T: one, r: n, q: n}, 0),
        Step("largest", lmax(K) >= 0, Combine({"order": 1, "semidefinite": 1})),
        Step(
            "first",
            lmin(K) ** n <= det(K),
            Cases(
                lmin(K) > 0,
                (
                    Step("above", lmin(K) > 0, Combine({"case": 1})),
                    *above_power("product", value, lmin(K), eigenvalues_above),
                    Step("claim", lmin(K) ** n <= det(K), Combine({"product": 1, "determinant": -1})),
                ),
                (
                    Step("not positive", lmin(K) <= 0, Combine({"case": 1})),
                    Step("zero value", eq(lmin(K), 0), Antisymmetric("not positive", "semidefinite")),
                    *zero_power("power", lmin(K), n, "zero value"),
                    Step("claim", lmin(K) ** n <= det(K), Combine({"power": 1, "sign": 1})),
                ),
            ),
        ),
        Step(
            "second product",
            upto(value, n) <= lmax(K) ** n,
            Cases(
                lmax(K) > 0,
                (
                    Step("above", lmax(K) > 0, Combine({"case": 1})),
                    *below_power("product", value, lmax(K), eigenvalues),
                ),
                otherwise("product", value, "K", lmax(K), eigenvalues_zero),
            ),
        ),
        Step("second", det(K) <= lmax(K) ** n, Combine({"second product": 1, "determinant": 1})),
        cite("by singular values", eq(abs(det(M)), upto(singular, n)), "determinant-by-singular-values", {}),
        cite("singular range", smin(M) <= s(M), "singular-value-range", {T: M, r: n, q: n}),
        Step(
            "third product",
            upto(singular, n) <= smax(M) ** n,
            Cases(
                smax(M) > 0,
                (
                    Step("above", smax(M) > 0, Combine({"case": 1})),
                    *below_power("product", singular, smax(M), singular_below),
                ),
                otherwise("product", singular, "M", smax(M), singular_zero),
            ),
        ),
        Step("third", abs(det(M)) <= smax(M) ** n, Combine({"third product": 1, "by singular values": 1})),
        Step(
            "fourth",
            smin(M) ** n <= abs(det(M)),
            Cases(
                smin(M) > 0,
                (
                    Step("above", smin(M) > 0, Combine({"case": 1})),
                    *above_power("product", singular, smin(M), singular_above),
                    Step("claim", smin(M) ** n <= abs(det(M)), Combine({"product": 1, "by singular values": -1})),
                ),
                (
                    Step("not positive", smin(M) <= 0, Combine({"case": 1})),
                    Step("not negative", smin(M) >= 0, Sign()),
                    Step("zero value", eq(smin(M), 0), Antisymmetric("not positive", "not negative")),
                    *zero_power("power", smin(M), n, "zero value"),
                    Step("modulus", abs(det(M)) >= 0, Sign()),
                    Step("claim", smin(M) ** n <= abs(det(M)), Combine({"power": 1, "modulus": 1})),
                ),
            ),
        ),
        cite("trace of eigenvalues", eq(total(lam(K)), tr(K)), "trace", {A: K}),
        Step("sum", eq(SumOver(i, 1, n, value(i)), n * mean), Combine({"trace of eigenvalues": 1})),
        cite("largest below trace", lmax(K) <= tr(K), "psd-trace", {"K": K}, 1),
        Step(
            "fifth product",
            upto(value, n) <= mean**n,
            Cases(
                mean > 0,
                (
                    Step("above", mean > 0, Combine({"case": 1})),
                    Step("trace above", tr(K) > 0, Combine({"case": n})),
                    *below_mean("product", value, mean, eigenvalues),
                ),
                (
                    Step("no trace", tr(K) <= 0, Combine({"case": n})),
                    Step("not above", lmax(K) <= 0, Combine({"largest below trace": 1, "no trace": 1})),
                    *vanishing("no product", value, eigenvalues_zero),
                    Step("trace sign", tr(K) >= 0, Combine({"largest below trace": 1, "largest": 1})),
                    Step("mean sign", mean >= 0, Combine({"trace sign": 1 / n})),
                    Step("power", mean**n >= 0, Sign()),
                    Step("small", upto(value, n) <= mean**n, Combine({"no product": 1, "power": 1})),
                ),
            ),
        ),
        Step("fifth", det(K) <= mean**n, Combine({"fifth product": 1, "determinant": 1})),
    ),
)

PROOFS = {
    "classical.determinant-extremes": determinant_extremes,
}
