"""Sums of the largest singular values of products, and the diagonal beside all of them."""

from typing import Any

from lemmata.theorems.classical import M, P, T
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.schatten_theorems import few as k
from lemmata.theorems.language import Index, SumOver, eq, kyfan, normF, normN, s, smax, total, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    At,
    Cases,
    Combine,
    Induction,
    Instance,
    Proof,
    Sign,
    SomeTerms,
    Squares,
    Step,
    Summed,
    Unrolled,
)

at = Index("j", 1, k)


def upto(term: Any) -> Any:
    """The sum of the first k terms."""
    return SumOver(at, 1, k, term(at))


values = Step("values", s(M) >= 0, Sign())
top, sums = smax(M), upto(lambda j: s(M, j))
squares = upto(lambda j: s(M, j) ** 2)
mean = sums / k
h, near = Index("h", 1, k), Index("h", 1, k - 1)


def so_far(last: Any) -> Any:
    """The sum of the first singular values of M."""
    return SumOver(at, 1, last, s(M, at))


fan_of_products = Proof(
    "singular value by singular value; squared distances of the first k from their mean",
    (
        values,
        cite("left", s(M @ P) <= smax(M) * s(P), "submultiplicative", {M: P, P: M}, 1),
        Step("left at j", s(M @ P, at) <= smax(M) * s(P, at), At("left", at)),
        Step("lefts", upto(lambda j: s(M @ P, j)) <= upto(lambda j: smax(M) * s(P, j)), Summed("left at j", at)),
        Step("first", kyfan(k, M @ P) <= smax(M) * kyfan(k, P), Combine({"lefts": 1})),
        cite("right", s(M @ P) <= s(M) * smax(P), "submultiplicative", {}, 0),
        Step("right at j", s(M @ P, at) <= s(M, at) * smax(P), At("right", at)),
        Step("rights", upto(lambda j: s(M @ P, j)) <= upto(lambda j: s(M, j) * smax(P)), Summed("right at j", at)),
        Step("second", kyfan(k, M @ P) <= kyfan(k, M) * smax(P), Combine({"rights": 1})),
        cite("order", s(M, at) <= top, "descending-singular-values", {}, 0, {"i": 1, "j": at}),
        Step("all", sums <= upto(lambda j: top), Summed("order", at)),
        Step("third", kyfan(k, M) <= k * top, Combine({"all": 1})),
        Step("value at j", s(M, at) >= 0, At("values", at)),
        Step("of all", sums <= total(s(M)), SomeTerms("values", ((1, k),))),
        Step("fifth", kyfan(k, M) <= normN(M), Combine({"of all": 1})),
        Step(
            "first of them",
            top <= so_far(h),
            Induction(
                h,
                (
                    Step("alone", eq(so_far(1), s(M, 1)), Unrolled()),
                    Step("one", top <= so_far(1), Combine({"alone": -1})),
                ),
                (
                    Step("more", eq(so_far(near + 1), so_far(near) + s(M, near + 1)), Unrolled()),
                    Step("low", s(M, near + 1) >= 0, At("values", near + 1)),
                    Step("next", top <= so_far(near + 1), Combine({"before": 1, "low": 1, "more": -1})),
                ),
            ),
        ),
        Step("one of them", top <= so_far(k), Instance("first of them", h, k)),
        Step("fourth", top <= kyfan(k, M), Combine({"one of them": 1})),
        Step("square", s(M) ** 2 >= 0, Sign()),
        Step("some squares", squares <= total(s(M) ** 2), SomeTerms("square", ((1, k),))),
        cite("frobenius", eq(total(s(M) ** 2), tr(M.T @ M)), "frobenius", {T: M}, 1),
        Step("distance", (s(M, at) - mean) ** 2 >= 0, Squares(((1, (), s(M, at) - mean),))),
        Step("distances", upto(lambda j: (s(M, j) - mean) ** 2) >= 0, Summed("distance", at)),
        Step("sixth", kyfan(k, M) ** 2 <= k * normF(M) ** 2,
             Combine({"distances": k, "some squares": k, "frobenius": k})),
    ),
)  # fmt: skip

half = quantity(1) / 2
of_product, of_M, of_P = kyfan(k, M @ P), upto(lambda j: s(M, j) ** 2), upto(lambda j: s(P, j) ** 2)
both = upto(lambda j: s(M, j) * s(P, j))


def scaled(name: str, a: Any, b: Any) -> tuple[Step, ...]:
    """The sum of squares (a s_l(M) - b s_l(P))^2, the step `name`."""
    return (
        Step(f"{name}, square", (a * s(M, at) - b * s(P, at)) ** 2 >= 0,
             Squares(((1, (), a * s(M, at) - b * s(P, at)),))),
        Step(f"{name}, sum", upto(lambda j: (a * s(M, j) - b * s(P, j)) ** 2) >= 0, Summed(f"{name}, square", at)),
        Step(name, a**2 * of_M - 2 * a * b * both + b**2 * of_P >= 0, Combine({f"{name}, sum": 1})),
    )  # fmt: skip


fan_cauchy = Proof(
    "Horn's inequality, and Cauchy's for the first k singular values",
    (
        cite("horn", of_product <= both, "horn-sum"),
        Step("square of M", s(M, at) ** 2 >= 0, Sign()),
        Step("M", of_M >= 0, Summed("square of M", at)),
        Step("square of P", s(P, at) ** 2 >= 0, Sign()),
        Step("P", of_P >= 0, Summed("square of P", at)),
        *scaled("by sums", of_P, both),
        *scaled("by one more", both, of_M + 1),
        Step(
            "cauchy",
            both**2 <= of_M * of_P,
            Cases(
                of_P > 0,
                (
                    Step("positive", of_P > 0, Combine({"case": 1})),
                    Step("some", both**2 <= of_M * of_P, Combine({"by sums": 1 / of_P})),
                ),
                (
                    Step("none", both**2 <= of_M * of_P,
                         Combine({"by one more": half, "case": half * (of_M + 1) ** 2, "M": half * both**2 + of_P})),
                ),
            ),
        ),
        cite("gram of M", eq(s(M.T @ M), s(M) ** 2), "gram-singular-values", {}, 0),
        cite("gram of P", eq(s(P.T @ P), s(P) ** 2), "gram-singular-values", {M: P}, 0),
        Step("gram of M at j", eq(s(M.T @ M, at), s(M, at) ** 2), At("gram of M", at)),
        Step("gram of P at j", eq(s(P.T @ P, at), s(P, at) ** 2), At("gram of P", at)),
        Step("squares of M", eq(kyfan(k, M.T @ M), of_M), Summed("gram of M at j", at)),
        Step("squares of P", eq(kyfan(k, P.T @ P), of_P), Summed("gram of P at j", at)),
        Step("value of the product", s(M @ P, at) >= 0, Sign()),
        Step("sum of the product", of_product >= 0, Summed("value of the product", at)),
        Step("sign", both >= 0, Combine({"horn": 1, "sum of the product": 1})),
        Step("square", of_product**2 <= both**2,
             Squares(((1, ("horn", "sum of the product"), 1), (1, ("horn", "sign"), 1)))),
        Step("claim", of_product**2 <= kyfan(k, M.T @ M) * kyfan(k, P.T @ P),
             Combine({"square": 1, "cauchy": 1, "squares of M": -kyfan(k, P.T @ P), "squares of P": -of_M})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.fan-norms-of-products": fan_of_products,
    "classical.fan-norms-cauchy": fan_cauchy,
}
