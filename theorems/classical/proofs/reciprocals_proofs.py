"""Inverses: their singular values, norms and condition numbers, and what small perturbations do to them."""

from typing import Any

from lemmata.theorems.classical import M, P, T, n, x
from lemmata.theorems.classical.eigenvalue_theorems import D, E
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, cond, det, eq, inv, lmax, lmin, maximum, normF, smax, smin, tr
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Congruence,
    Multiply,
    Proof,
    Sign,
    Step,
)

one, X = Id(n), inv(M)


def reciprocal(name: str, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(Y^-1) smin(Y) = 1, and so "name, least", smin(Y) > 0."""
    return (
        cite(name, eq(smax(inv(Y)) * smin(Y), 1), "inverse-norm", {M: Y}),
        Step(f"{name}, positive", smax(inv(Y)) * smin(Y) > 0, Combine({name: -1})),
        Step(f"{name}, least", smin(Y) > 0, Apply("classical.positive-factors", {"x": smax(inv(Y)), "y": smin(Y)}, 1)),
    )


inverse_largest = Proof(
    "the product of both is 1",
    (*reciprocal("product", M), Step("claim", eq(smax(X), 1 / smin(M)), Combine({"product": 1 / smin(M)}))),
)

determinants = abs(det(X)) * abs(det(M))
inverse_least = Proof(
    "the largest singular value of the inverse of the inverse",
    (
        cite("determinant", eq(det(X) * det(M), 1), "determinant-of-inverse", {}),
        Step("squares", eq(determinants**2, 1), Combine({"determinant": 1 + det(X) * det(M)})),
        Step("moduli", eq(determinants, 1), Apply("classical.equal-squares", {"x": determinants, "y": 1})),
        Step("above", determinants > 0, Combine({"moduli": -1})),
        Step(
            "not singular",
            abs(det(X)) > 0,
            Apply("classical.positive-factors", {"x": abs(det(X)), "y": abs(det(M))}, 0),
        ),
        cite("inverse", eq(X @ M, one), "inverse", {}, 1),
        cite("inverse of it", eq(inv(X) @ X, one), "inverse", {M: X}, 1),
        Step("twice", eq(inv(X), M), Multiply({"inverse": (-inv(X), None), "inverse of it": (None, M)})),
        Step("norms", eq(smax(inv(X)), smax(M)), Congruence("twice")),
        cite("product", eq(smax(inv(X)) * smin(X), 1), "inverse-norm", {M: X}),
        Step("claim", eq(smin(X) * smax(M), 1), Combine({"product": 1, "norms": -smin(X)})),
    ),
)

ratio = cite("ratio", eq(cond(M), smax(M) / smin(M)), "condition", {T: M})
condition_by_inverse = Proof(
    "the condition number is a ratio",
    (
        *reciprocal("product", M),
        ratio,
        Step("claim", eq(cond(M), smax(M) * smax(X)), Combine({"ratio": 1, "product": -smax(M) / smin(M)})),
    ),
)

of_inverse = (
    cite("least", eq(smin(X) * smax(M), 1), "inverse-least", {}),
    Step("least, positive", smin(X) * smax(M) > 0, Combine({"least": -1})),
    Step("least, above", smin(X) > 0, Apply("classical.positive-factors", {"x": smin(X), "y": smax(M)}, 0)),
)
condition_of_inverse = Proof(
    "both ends of the spectrum are one over the others",
    (
        *reciprocal("product", M),
        ratio,
        *of_inverse,
        cite("ratio of it", eq(cond(X), smax(X) / smin(X)), "condition", {T: X}),
        Step(
            "claim",
            eq(cond(X), cond(M)),
            Combine(
                {
                    "ratio of it": 1,
                    "ratio": -1,
                    "least": -smax(X) / smin(X),
                    "product": smax(M) / smin(M),
                }
            ),
        ),
    ),
)

norms = (
    *reciprocal("product", M),
    cite("order", smin(M) <= smax(M), "order", {T: M}, 1),
    cite("inverse", eq(M @ X, one), "inverse", {}, 0),
    Step("trace", eq(tr(M @ X), tr(one)), Congruence("inverse")),
    cite("trace bound", abs(tr(M @ X)) <= normF(M) * normF(X), "trace-of-product", {P: X}),
    cite("modulus", tr(M @ X) <= abs(tr(M @ X)), "modulus", {"x": tr(M @ X)}, 1),
    Step("first", n <= normF(M) * normF(X), Combine({"trace": 1, "trace bound": 1, "modulus": 1})),
    Step("second", smax(M) * smax(X) >= 1, Combine({"product": 1, "order": smax(X)})),
    cite("image", normF(M @ (X @ x)) <= smax(M) * normF(X @ x), "frobenius-left-factor", {T: M, "U": X @ x}),
    Step("back", eq(M @ (X @ x), x), Multiply({"inverse": (None, x)})),
    Step("lengths", eq(normF(M @ (X @ x)), normF(x)), Congruence("back")),
    Step("third", normF(x) <= smax(M) * normF(X @ x), Combine({"image": 1, "lengths": -1})),
    cite("image under it", normF(X @ x) <= smax(X) * normF(x), "frobenius-left-factor", {T: X, "U": x}),
    Step(
        "fourth",
        smin(M) * normF(X @ x) <= normF(x),
        Combine({"image under it": smin(M), "product": normF(x)}),
    ),
    cite("condition", eq(cond(M), smax(M) * smax(X)), "condition-by-inverse", {}),
    cite("norm of M", smax(M) <= normF(M), "operator-below-frobenius", {T: M}),
    cite("norm of X", smax(X) <= normF(X), "operator-below-frobenius", {T: X}),
    Step(
        "fifth",
        cond(M) <= normF(M) * normF(X),
        Combine({"condition": 1, "norm of M": smax(X), "norm of X": normF(M)}),
    ),
)
norms_of_inverse = Proof("traces and images of M M^-1 = I", norms)


def definite_ratio(name: str, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """cond = lmax / lmin for a positive definite matrix."""
    return (
        cite(f"{name}, largest", eq(smax(Y), lmax(Y)), "psd-extremes", {"K": Y}, 0),
        cite(f"{name}, least", eq(smin(Y), lmin(Y)), "psd-extremes", {"K": Y}, 1),
        Step(f"{name}, definite", lmin(Y) > 0, Sign()),
        Step(f"{name}, positive", smin(Y) > 0, Combine({f"{name}, least": -1, f"{name}, definite": 1})),
        cite(f"{name}, ratio", eq(cond(Y), smax(Y) / smin(Y)), "condition", {T: Y}),
        Step(
            name,
            eq(cond(Y), lmax(Y) / lmin(Y)),
            Combine(
                {
                    f"{name}, ratio": 1,
                    f"{name}, largest": 1 / lmin(Y),
                    f"{name}, least": -smax(Y) / (smin(Y) * lmin(Y)),
                }
            ),
        ),
    )


condition_of_definite = Proof("singular values are eigenvalues", definite_ratio("claim", D))

worse = maximum(cond(D), cond(E))
condition_of_sum = Proof(
    "lmax <= m lmin for D and for E, and so for their sum; Weyl's inequality",
    (
        *definite_ratio("of D", D),
        *definite_ratio("of E", E),
        cite("sum", lmin(D + E) > 0, "definite-sum", {"K": D}, 0),
        *definite_ratio("of D + E", D + E),
        Step("first", cond(D) <= worse, Sign()),
        Step("second", cond(E) <= worse, Sign()),
        Step("at D", lmax(D) <= worse * lmin(D), Combine({"first": lmin(D), "of D": -lmin(D)})),
        Step("at E", lmax(E) <= worse * lmin(E), Combine({"second": lmin(E), "of E": -lmin(E)})),
        cite("largest", lmax(D + E) <= lmax(D) + lmax(E), "extreme-eigenvalues-of-sum", {"A": D, "B": E}, 0),
        cite("least", lmin(D) + lmin(E) <= lmin(D + E), "extreme-eigenvalues-of-sum", {"A": D, "B": E}, 1),
        Step("not negative", worse >= 1, Combine({"first": 1})),
        Step(
            "claim",
            cond(D + E) <= worse,
            Combine(
                {
                    "of D + E": 1,
                    "largest": 1 / lmin(D + E),
                    "at D": 1 / lmin(D + E),
                    "at E": 1 / lmin(D + E),
                    "least": worse / lmin(D + E),
                }
            ),
        ),
    ),
)

PROOFS = {
    "classical.inverse-largest": inverse_largest,
    "classical.inverse-least": inverse_least,
    "classical.condition-by-inverse": condition_by_inverse,
    "classical.condition-of-inverse": condition_of_inverse,
    "classical.norms-of-inverse": norms_of_inverse,
    "classical.condition-of-definite": condition_of_definite,
    "classical.condition-of-definite-sum": condition_of_sum,
}
