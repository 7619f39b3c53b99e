"""Determinants, proved from those of products and transposes, and from the product of the eigenvalues."""

from collections.abc import Callable
from typing import Any

from lemmata.theorems.classical import A, M, P, n, r
from lemmata.theorems.classical.determinant_theorems import D, K, Q
from lemmata.theorems.language import Id, Index, ProdOver, det, eq, inv, lam, lmax, lmin, s, smax, smin
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Congruence,
    Identity,
    Induction,
    Instance,
    Proof,
    Sign,
    Step,
    Unrolled,
)

PRODUCT, TRANSPOSE = "classical.determinant-of-product", "classical.determinant-of-transpose"
EIGENVALUES = "classical.determinant-by-eigenvalues"
i, h, near = Index("i", 1, n), Index("h", 1, n), Index("h", 1, n - 1)


def product(name: str, X: Any, Y: Any) -> Step:  # noqa: N803
    """det(X Y) = det X det Y."""
    return Step(name, eq(det(X @ Y), det(X) * det(Y)), Apply(PRODUCT, {r: n, "B": X, "D": Y}))


def transposed(name: str, X: Any) -> Step:  # noqa: N803
    """det X^T = det X."""
    return Step(name, eq(det(X.T), det(X)), Apply(TRANSPOSE, {M: X}))


def factors(
    name: str,
    term: Callable[[Any], Any],
    claim: Callable[[Any, Any], Any],
    first: tuple[tuple[Step, ...], dict[str, Any]],
    after: tuple[tuple[Step, ...], dict[str, Any]],
) -> tuple[Step, ...]:
    """What is claimed of the product of the first h terms, by induction.

    `first` and `after` are steps and the combination with "one", P(1) = term(1), and with "more", P(h + 1) = P(h)
    term(h + 1), that give it at 1 and at h + 1.
    """
    one = quantity(1)
    (base, at_first), (then, at_next) = first, after
    return (
        Step(
            f"{name}, so far",
            claim(upto(term, h), h),
            Induction(
                h,
                (
                    Step("one", eq(upto(term, one), term(one)), Unrolled()),
                    *base,
                    Step("first", claim(upto(term, one), one), Combine({"one": -1} | at_first)),
                ),
                (
                    Step("more", eq(upto(term, near + 1), upto(term, near) * term(near + 1)), Unrolled()),
                    *then,
                    Step("next", claim(upto(term, near + 1), near + 1), Combine({"more": -1} | at_next)),
                ),
            ),
        ),
        Step(name, claim(upto(term, n), n), Instance(f"{name}, so far", h, n)),
    )


def upto(term: Callable[[Any], Any], last: Any) -> Any:
    """term(1) ... term(last)."""
    return ProdOver(i, 1, last, term(i))


def so_far(term: Callable[[Any], Any]) -> Any:
    """The product up to the place where the induction stands."""
    return upto(term, near)


def unit(name: str) -> Step:
    """det I = 1."""
    return Step(name, eq(det(Id(n)), 1), Apply("classical.identity-extremes", conjunct=4))


def of_unit(k: Any) -> Any:
    """An eigenvalue of the identity by its place."""
    return lam(Id(n), k)


identity_extremes = Proof(
    "all eigenvalues and singular values are 1, and the determinant is the product of the eigenvalues",
    (
        Step("eigenvalues", eq(lam(Id(n)), 1), Apply("classical.identity")),
        Step("least", eq(lmin(Id(n)), 1), At("eigenvalues", n)),
        Step("largest", eq(lmax(Id(n)), 1), At("eigenvalues", 1)),
        Step("singular values", eq(s(1 * Id(n)), 1), Apply("classical.scaled-identity", {"c": 1})),
        Step("norm", eq(smax(Id(n)), 1), At("singular values", 1)),
        Step("least of them", eq(smin(Id(n)), 1), At("singular values", n)),
        *factors(
            "product",
            of_unit,
            lambda product, _: eq(product, 1),
            ((Step("at 1", eq(of_unit(1), 1), At("eigenvalues", 1)),), {"one": 1, "at 1": 1}),
            (
                (Step("at next", eq(of_unit(near + 1), 1), At("eigenvalues", near + 1)),),
                {"more": 1, "at next": so_far(of_unit), "before": 1},
            ),
        ),
        Step("determinant", eq(det(Id(n)), upto(of_unit, n)), Apply(EIGENVALUES, {A: Id(n)})),
        Step("claim", eq(det(Id(n)), 1), Combine({"determinant": 1, "product": 1})),
    ),
)

inverse = Proof(
    "the determinant of M^-1 M = I",
    (
        product("product", inv(M), M),
        Step("identity", eq(inv(M) @ M, Id(n)), Identity()),
        Step("same", eq(det(inv(M) @ M), det(Id(n))), Congruence("identity")),
        unit("unit"),
        Step("claim", eq(det(inv(M)) * det(M), 1), Combine({"product": -1, "same": 1, "unit": 1})),
    ),
)

orthogonal = Proof(
    "the determinant of Q^T Q = I",
    (
        product("product", Q.T, Q),
        transposed("transposed", Q),
        Step("identity", eq(Q.T @ Q, Id(n)), Identity()),
        Step("same", eq(det(Q.T @ Q), det(Id(n))), Congruence("identity")),
        unit("unit"),
        Step("square", eq(det(Q) ** 2, 1), Combine({"product": -1, "same": 1, "unit": 1, "transposed": -det(Q)})),
        Step("modulus", eq(abs(det(Q)), 1), Apply("classical.equal-squares", {"x": abs(det(Q)), "y": 1})),
    ),
)

gram = Proof(
    "products and transposes",
    (
        transposed("transposed", M),
        product("right", M.T, M),
        product("left", M, M.T),
        Step("first", eq(det(M.T @ M), det(M) ** 2), Combine({"right": 1, "transposed": det(M)})),
        Step("second", eq(det(M @ M.T), det(M) ** 2), Combine({"left": 1, "transposed": det(M)})),
    ),
)

products = Proof(
    "numbers commute",
    (
        product("first", M, P),
        product("turned", P, M),
        Step("second", eq(det(M @ P), det(P @ M)), Combine({"first": 1, "turned": -1})),
    ),
)


def value_of(X: Any) -> Callable[[Any], Any]:  # noqa: N803
    """An eigenvalue by its place."""
    return lambda k: lam(X, k)


definite = Proof(
    "all factors of the product of the eigenvalues have one sign",
    (
        Step("least of D", lmin(D) > 0, Sign()),
        Step("of D", lmin(D) <= lam(D), Apply("classical.eigenvalue-range", {A: D}, 0)),
        *factors(
            "product of D",
            value_of(D),
            lambda product, _: product > 0,
            ((Step("at 1", lmin(D) <= lam(D, 1), At("of D", 1)),), {"one": -1, "at 1": 1, "least of D": 1}),
            (
                (
                    Step("at next", lmin(D) <= lam(D, near + 1), At("of D", near + 1)),
                    Step("above", lam(D, near + 1) > 0, Combine({"at next": 1, "least of D": 1})),
                ),
                {"before": lam(D, near + 1)},
            ),
        ),
        Step("determinant of D", eq(det(D), upto(value_of(D), n)), Apply(EIGENVALUES, {A: D})),
        Step("first", det(D) > 0, Combine({"determinant of D": -1, "product of D": 1})),
        Step("least of K", lmin(K) >= 0, Sign()),
        Step("of K", lmin(K) <= lam(K), Apply("classical.eigenvalue-range", {A: K}, 0)),
        *factors(
            "product of K",
            value_of(K),
            lambda product, _: product >= 0,
            ((Step("at 1", lmin(K) <= lam(K, 1), At("of K", 1)),), {"at 1": 1, "least of K": 1}),
            (
                (
                    Step("at next", lmin(K) <= lam(K, near + 1), At("of K", near + 1)),
                    Step("above", lam(K, near + 1) >= 0, Combine({"at next": 1, "least of K": 1})),
                ),
                {"before": lam(K, near + 1)},
            ),
        ),
        Step("determinant of K", eq(det(K), upto(value_of(K), n)), Apply(EIGENVALUES, {A: K})),
        Step("second", det(K) >= 0, Combine({"determinant of K": -1, "product of K": 1})),
    ),
)


def singular(k: Any) -> Any:
    """A singular value by its place."""
    return s(M, k)


def squared(k: Any) -> Any:
    """An eigenvalue of the Gram matrix by its place."""
    return lam(M.T @ M, k)


by_singular_values = Proof(
    "the determinant of the Gram matrix is the product of the squares",
    (
        Step("gram", eq(s(M) ** 2, lam(M.T @ M)), Apply("classical.gram", conjunct=0)),
        *factors(
            "sign",
            singular,
            lambda product, _: product >= 0,
            ((Step("at 1", singular(1) >= 0, Sign()),), {"at 1": 1}),
            ((Step("at next", singular(near + 1) >= 0, Sign()),), {"before": singular(near + 1)}),
        ),
        Step(
            "squares so far",
            eq(upto(squared, h), upto(singular, h) ** 2),
            Induction(
                h,
                (
                    Step("one", eq(upto(squared, quantity(1)), squared(1)), Unrolled()),
                    Step("one of M", eq(upto(singular, quantity(1)), singular(1)), Unrolled()),
                    Step("at 1", eq(singular(1) ** 2, squared(1)), At("gram", 1)),
                    Step(
                        "first",
                        eq(upto(squared, quantity(1)), upto(singular, quantity(1)) ** 2),
                        Combine({"one": 1, "one of M": -upto(singular, quantity(1)) - singular(1), "at 1": -1}),
                    ),
                ),
                (
                    Step("more", eq(upto(squared, near + 1), so_far(squared) * squared(near + 1)), Unrolled()),
                    Step("more of M", eq(upto(singular, near + 1), so_far(singular) * singular(near + 1)), Unrolled()),
                    Step("at next", eq(singular(near + 1) ** 2, squared(near + 1)), At("gram", near + 1)),
                    Step(
                        "next",
                        eq(upto(squared, near + 1), upto(singular, near + 1) ** 2),
                        Combine(
                            {
                                "more": 1,
                                "more of M": -upto(singular, near + 1) - so_far(singular) * singular(near + 1),
                                "at next": -(so_far(singular) ** 2),
                                "before": squared(near + 1),
                            }
                        ),
                    ),
                ),
            ),
        ),
        Step("squares", eq(upto(squared, n), upto(singular, n) ** 2), Instance("squares so far", h, n)),
        Step("determinant", eq(det(M.T @ M), upto(squared, n)), Apply(EIGENVALUES, {A: M.T @ M})),
        Step("of M", eq(det(M.T @ M), det(M) ** 2), Apply("classical.determinant-of-gram", conjunct=0)),
        Step(
            "same square",
            eq(abs(det(M)) ** 2, upto(singular, n) ** 2),
            Combine({"of M": -1, "determinant": 1, "squares": 1}),
        ),
        Step(
            "claim",
            eq(abs(det(M)), upto(singular, n)),
            Apply("classical.equal-squares", {"x": abs(det(M)), "y": upto(singular, n)}),
        ),
    ),
)

PROOFS = {
    "classical.identity-extremes": identity_extremes,
    "classical.determinant-of-inverse": inverse,
    "classical.determinant-of-orthogonal": orthogonal,
    "classical.determinant-of-gram": gram,
    "classical.determinant-of-products": products,
    "classical.determinant-of-definite": definite,
    "classical.determinant-by-singular-values": by_singular_values,
}
