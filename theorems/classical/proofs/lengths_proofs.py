"""Frobenius norms, from Cauchy's inequality for tr(T^T S) and from traces of products of semidefinite matrices."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A, B, M, T, n, q, r
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical.eigenvalue_theorems import K
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.rectangular import S, U, y
from lemmata.theorems.language import (
    Id,
    eq,
    lam,
    lmax,
    lmin,
    normF,
    rank,
    s,
    smax,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Cases,
    Combine,
    Identity,
    Proof,
    Sign,
    Step,
)

product = tr(T.T @ S)
a, b, c = tr(T.T @ T), product, tr(S.T @ S)


def length(name: str, X: Any) -> Step:  # noqa: N803
    """normF(X)^2 = tr(X^T X)."""
    return Step(name, eq(normF(X) ** 2, tr(X.T @ X)), Identity())


def no_less(name: str, x: Any, y: Any) -> Step:
    """x <= y, from the step before, x^2 <= y^2."""
    return cite(name, x <= y, "square-roots", {"x": x, "y": y})


def square(name: str, X: Any) -> Step:  # noqa: N803
    """normF(X)^2 >= 0."""
    return Step(name, normF(X) ** 2 >= 0, Sign())


inner_product = Proof(
    "with a, b, c for the products of T and S: |c T - b S|^2 >= 0; where c = 0, |2 b T - (a + 1) S|^2 >= 0",
    (
        Step("of S", c >= 0, Sign()),
        Step(
            "products",
            b**2 <= a * c,
            Cases(
                c > 0,
                (square("difference", c * T - b * S), Step("some", b**2 <= a * c, Combine({"difference": 1 / c}))),
                (
                    Step("nothing", eq(c, 0), Antisymmetric("case", "of S")),
                    square("difference", 2 * b * T - (a + 1) * S),
                    Step(
                        "none",
                        b**2 <= a * c,
                        Combine({"difference": Rational(1, 4), "nothing": (a + 1) ** 2 / 4 - a}),
                    ),
                ),
            ),
        ),
        length("T", T),
        length("S", S),
        Step(
            "squares",
            abs(b) ** 2 <= (normF(T) * normF(S)) ** 2,
            Combine({"products": 1, "T": -c, "S": -(normF(T) ** 2)}),
        ),
        no_less("claim", abs(b), normF(T) * normF(S)),
    ),
)

triangle = Proof(
    "the inner product is at most the product of the norms",
    (
        cite("product", abs(b) <= normF(T) * normF(S), "inner-product"),
        cite("modulus", b <= abs(b), "modulus", {"x": b}, 1),
        Step(
            "squares",
            normF(T + S) ** 2 <= (normF(T) + normF(S)) ** 2,
            Combine({"product": 2, "modulus": 2}),
        ),
        no_less("claim", normF(T + S), normF(T) + normF(S)),
    ),
)

largest = cite("largest", eq(lmax(T.T @ T), smax(T) ** 2), "gram-norm", {}, 1)
of_factor = cite("largest", eq(lmax(U @ U.T), smax(U) ** 2), "gram-norm", {T: U}, 0)


def of_product(X: Any, Y: Any, shown: Step, bound: Any) -> tuple[Step, ...]:  # noqa: N803
    """normF(T U)^2 = tr(X Y) <= lmax(X) tr(Y) for the Gram matrices X, Y of the factors."""
    return (
        shown,
        cite("gram", lmin(Y) >= 0, "gram-psd", {T: U.T if Y == U @ U.T else T}),
        cite("trace", tr(X @ Y) <= lmax(X) * tr(Y), "psd-trace-product", {A: X, K: Y}, 1),
        Step("squares", normF(T @ U) ** 2 <= bound**2, Combine({"trace": 1, "largest": tr(Y)})),
        no_less("claim", normF(T @ U), bound),
    )


left_factor = Proof("the trace of T^T T U U^T", of_product(T.T @ T, U @ U.T, largest, smax(T) * normF(U)))
right_factor = Proof("the trace of U U^T T^T T", of_product(U @ U.T, T.T @ T, of_factor, normF(T) * smax(U)))

operator = Proof(
    "compare squares",
    (
        cite("squares", smax(T) ** 2 <= normF(T) ** 2, "frobenius-operator", {}, 0),
        no_less("claim", smax(T), normF(T)),
    ),
)
submultiplicative = Proof(
    "the operator norm is at most the Frobenius norm",
    (
        cite("left", normF(T @ U) <= smax(T) * normF(U), "frobenius-left-factor"),
        cite("operator", smax(T) <= normF(T), "operator-below-frobenius"),
        Step("claim", normF(T @ U) <= normF(T) * normF(U), Combine({"left": 1, "operator": normF(U)})),
    ),
)

by_rank = Proof(
    "the sum of the squared singular values",
    (
        cite("values", total(s(T) ** 2) <= rank(T) * smax(T) ** 2, "square-sum", {}, 1),
        cite("sum", eq(total(s(T) ** 2), tr(T.T @ T)), "frobenius", {}, 1),
        length("length", T),
        Step(
            "squares", normF(T) ** 2 <= (sqrt(rank(T)) * smax(T)) ** 2, Combine({"values": 1, "sum": -1, "length": -1})
        ),
        no_less("claim", normF(T), sqrt(rank(T)) * smax(T)),
    ),
)
by_columns = Proof(
    "compare squares, also for the transpose",
    (
        cite("columns", normF(T) ** 2 <= q * smax(T) ** 2, "frobenius-operator", {}, 1),
        Step("squares", normF(T) ** 2 <= (sqrt(q) * smax(T)) ** 2, Combine({"columns": 1})),
        no_less("first", normF(T), sqrt(q) * smax(T)),
        cite("rows", normF(T.T) ** 2 <= r * smax(T.T) ** 2, "frobenius-operator", {T: T.T}, 1),
        cite("norm", eq(smax(T.T), smax(T)), "transpose", {}, 0),
        Step(
            "squares of the transpose",
            normF(T) ** 2 <= (sqrt(r) * smax(T)) ** 2,
            Combine({"rows": 1, "norm": r * (smax(T.T) + smax(T))}),
        ),
        no_less("second", normF(T), sqrt(r) * smax(T)),
    ),
)

of_multiple = Proof(
    "equal squares",
    (
        Step("squares", eq(normF(factor * T) ** 2, (abs(factor) * normF(T)) ** 2), Identity()),
        cite(
            "claim",
            eq(normF(factor * T), abs(factor) * normF(T)),
            "equal-squares",
            {"x": normF(factor * T), "y": abs(factor) * normF(T)},
        ),
    ),
)
transposed = Proof(
    "equal squares",
    (
        Step("squares", eq(normF(T.T) ** 2, normF(T) ** 2), Identity()),
        cite("claim", eq(normF(T.T), normF(T)), "equal-squares", {"x": normF(T.T), "y": normF(T)}),
    ),
)
image = Proof(
    "a column is a matrix", (cite("claim", normF(T @ y) <= smax(T) * normF(y), "frobenius-left-factor", {U: y}),)
)

one = Id(n)
trace = Proof(
    "the inner product of I and M",
    (
        cite("product", abs(tr(one.T @ M)) <= normF(one) * normF(M), "inner-product", {T: one, S: M}),
        cite("columns", normF(M) <= sqrt(n) * smax(M), "frobenius-by-columns", {T: M}, 0),
        Step("unit", eq(normF(one) ** 2, sqrt(n) ** 2), Identity()),
        cite("length", eq(normF(one), sqrt(n)), "equal-squares", {"x": normF(one), "y": sqrt(n)}),
        Step("claim", abs(tr(M)) <= n * smax(M), Combine({"product": 1, "columns": sqrt(n), "length": normF(M)})),
    ),
)

hoffman_wielandt = Proof(
    "the trace inequality for A and B beside the traces of their squares",
    (
        cite("of A", eq(total(lam(A) ** 2), tr(A @ A)), "eigenvalue-squares"),
        cite("of B", eq(total(lam(B) ** 2), tr(B @ B)), "eigenvalue-squares", {A: B}),
        cite("product", tr(A @ B) <= total(lam(A) * lam(B)), "trace-inequality-symmetric"),
        Step("length", eq(normF(A - B) ** 2, tr(A @ A) - 2 * tr(A @ B) + tr(B @ B)), Identity()),
        Step(
            "claim",
            total((lam(A) - lam(B)) ** 2) <= normF(A - B) ** 2,
            Combine({"product": 2, "of A": 1, "of B": 1, "length": -1}),
        ),
    ),
)

PROOFS = {
    "classical.inner-product": inner_product,
    "classical.frobenius-triangle": triangle,
    "classical.frobenius-left-factor": left_factor,
    "classical.frobenius-right-factor": right_factor,
    "classical.operator-below-frobenius": operator,
    "classical.frobenius-submultiplicative": submultiplicative,
    "classical.frobenius-by-rank": by_rank,
    "classical.frobenius-by-columns": by_columns,
    "classical.frobenius-of-multiple": of_multiple,
    "classical.frobenius-of-transposed": transposed,
    "classical.image-length": image,
    "classical.trace-below-norm": trace,
    "classical.hoffman-wielandt": hoffman_wielandt,
}
