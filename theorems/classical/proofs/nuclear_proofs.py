"""Nuclear and Fan norms of square matrices, columns and their sums, traces beside singular values."""

from lemmata.theorems.classical import M, P, T, i, n
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    eq,
    norm2,
    normF,
    normN,
    s,
    smax,
    smin,
    spectral_radius,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Combine,
    Entrywise,
    Proof,
    Sign,
    SomeTerms,
    Step,
    Summed,
)

k = Index("k", 1, n)
one = Id(n)
values = Step("values", s(M) >= 0, Sign())

below_nuclear = Proof(
    "von Neumann's inequality for M and I, and for -M and I",
    (
        cite("identity", eq(s(1 * one), 1), "scaled-identity", {"c": 1}),
        cite("above", tr(M.T @ one) <= total(s(M) * s(one)), "trace-inequality", {P: one}),
        cite("below", tr((-M).T @ one) <= total(s(-M) * s(one)), "trace-inequality", {M: -M, P: one}),
        cite("sign", eq(s(-M), s(M)), "sign", {T: M}),
        Step("products", eq(s(M) * s(one), s(M)), Combine({"identity": s(M)})),
        Step("products of -M", eq(s(-M) * s(one), s(M)), Combine({"identity": s(-M), "sign": 1})),
        Step("sums", eq(total(s(M) * s(one)), total(s(M))), Summed("products")),
        Step("sums of -M", eq(total(s(-M) * s(one)), total(s(M))), Summed("products of -M")),
        Step("upper", tr(M) <= total(s(M)), Combine({"above": 1, "sums": 1})),
        Step("lower", tr(M) >= -total(s(M)), Combine({"below": 1, "sums of -M": 1})),
        cite("claim", abs(tr(M)) <= total(s(M)), "modulus-bound", {"x": tr(M), "c": total(s(M))}),
    ),
)

nuclear_operator = Proof(
    "every singular value lies between the last and the first",
    (
        values,
        Step("first", smax(M) <= total(s(M)), SomeTerms("values", ((1, 1),))),
        cite("order", s(M, k) <= smax(M), "descending-singular-values", {}, 0, {i: 1, "j": k}),
        Step("all", s(M) <= smax(M), Entrywise("order", k)),
        Step("second", total(s(M)) <= n * smax(M), Summed("all")),
        cite("range", smin(M) <= s(M), "singular-value-range", {T: M}),
        Step("third", n * smin(M) <= total(s(M)), Summed("range")),
    ),
)

squares = cite("squares", eq(total(s(M) ** 2), tr(M.T @ M)), "frobenius", {T: M}, 1)
mean = total(s(M)) / n
nuclear_frobenius = Proof(
    "each singular value is at most their sum; squared distances of singular values from their mean",
    (
        squares,
        values,
        Step("one", s(M, k) <= total(s(M)), SomeTerms("values", ((k, k),))),
        Step("times itself", s(M, k) ** 2 <= s(M, k) * total(s(M)), Combine({"one": s(M, k)})),
        Step("all", s(M) ** 2 <= s(M) * total(s(M)), Entrywise("times itself", k)),
        Step("sum", total(s(M) ** 2) <= total(s(M) * total(s(M))), Summed("all")),
        Step("sum is positive", total(s(M)) >= 0, Summed("values")),
        Step("squared", normF(M) ** 2 <= total(s(M)) ** 2, Combine({"sum": 1, "squares": -1})),
        cite("first", normF(M) <= total(s(M)), "square-roots", {"x": normF(M), "y": total(s(M))}),
        Step("distance", (s(M) - mean) ** 2 >= 0, Sign()),
        Step("distances", total((s(M) - mean) ** 2) >= 0, Summed("distance")),
        Step(
            "squares of both",
            total(s(M)) ** 2 <= (sqrt(n) * normF(M)) ** 2,
            Combine({"distances": n, "squares": n}),
        ),
        cite("second", total(s(M)) <= sqrt(n) * normF(M), "square-roots", {"x": total(s(M)), "y": sqrt(n) * normF(M)}),
    ),
)

of_product = Proof(
    "Horn's inequality for all n singular values",
    (
        cite(
            "first",
            total(s(M @ P)) <= total(s(M) * s(P)),
            "horn-sum",
            {"k": n},
        ),
        cite("left", s(M @ P) <= smax(M) * s(P), "submultiplicative", {M: P, P: M}, 1),
        Step("second", total(s(M @ P)) <= total(smax(M) * s(P)), Summed("left")),
        cite("right", s(M @ P) <= s(M) * smax(P), "submultiplicative", {}, 0),
        Step("third", total(s(M @ P)) <= total(s(M) * smax(P)), Summed("right")),
    ),
)

perturbation = Proof(
    "the same for rectangular matrices",
    (
        cite("first", s(M + P) <= s(M) + smax(P), "rectangular-perturbation", {T: M, S: P}, 0),
        cite("second", s(M) - smax(P) <= s(M + P), "rectangular-perturbation", {T: M, S: P}, 1),
        cite("third", abs(s(M) - s(P)) <= smax(M - P), "rectangular-perturbation", {T: M, S: P}, 2),
    ),
)

one_by_one = Index("i", 1, n)
places = Index("l", 1, one_by_one)
later = Proof(
    "the first i singular values are at least the i-th",
    (
        squares,
        Step("square", s(M) ** 2 >= 0, Sign()),
        Step(
            "first ones",
            SumOver(places, 1, one_by_one, s(M, places) ** 2) <= total(s(M) ** 2),
            SomeTerms("square", ((1, one_by_one),)),
        ),
        cite(
            "order",
            s(M, one_by_one) <= s(M, places),
            "descending-singular-values",
            {},
            0,
            {i: places, "j": one_by_one + 1 - places},
        ),
        Step(
            "squares in order",
            s(M, one_by_one) ** 2 <= s(M, places) ** 2,
            Combine({"order": s(M, one_by_one) + s(M, places)}),
        ),
        Step(
            "sum",
            one_by_one * s(M, one_by_one) ** 2 <= SumOver(places, 1, one_by_one, s(M, places) ** 2),
            Summed("squares in order", places),
        ),
        Step(
            "claim",
            one_by_one * s(M, one_by_one) ** 2 <= normF(M) ** 2,
            Combine({"sum": 1, "first ones": 1, "squares": 1}),
        ),
    ),
)


radius_sign = Proof(
    "the radius is at most the operator norm, and that at most the Frobenius norm",
    (
        Step("first", spectral_radius(M) >= 0, Sign()),
        cite("radius", spectral_radius(M) <= norm2(M), "spectral-radius-norm", {}, 0),
        cite("norm", smax(M) <= normF(M), "operator-below-frobenius", {T: M}),
        Step("second", spectral_radius(M) <= normF(M), Combine({"radius": 1, "norm": 1})),
    ),
)

X, Y = T.T @ S, M @ P
trace_bounds = Proof(
    "a number is at most its modulus",
    (
        cite("product", abs(tr(X)) <= normF(T) * normF(S), "inner-product"),
        cite("modulus", tr(X) <= abs(tr(X)), "modulus", {"x": tr(X)}, 1),
        Step("first", tr(X) <= normF(T) * normF(S), Combine({"product": 1, "modulus": 1})),
        cite("products", abs(tr(Y)) <= normF(M) * normF(P), "trace-of-product"),
        cite("modulus of it", tr(Y) <= abs(tr(Y)), "modulus", {"x": tr(Y)}, 1),
        Step("second", tr(Y) <= normF(M) * normF(P), Combine({"products": 1, "modulus of it": 1})),
        cite("trace", abs(tr(M)) <= total(s(M)), "trace-below-nuclear"),
        cite("modulus of the trace", tr(M) <= abs(tr(M)), "modulus", {"x": tr(M)}, 1),
        Step("third", tr(M) <= normN(M), Combine({"trace": 1, "modulus of the trace": 1})),
        cite("trace of the product", abs(tr(Y)) <= total(s(Y)), "trace-below-nuclear", {M: Y}),
        cite("nuclear", total(s(Y)) <= smax(M) * total(s(P)), "nuclear-of-product", {}, 1),
        Step(
            "fourth",
            tr(Y) <= smax(M) * normN(P),
            Combine({"trace of the product": 1, "nuclear": 1, "modulus of it": 1}),
        ),
    ),
)

PROOFS = {
    "classical.trace-below-nuclear": below_nuclear,
    "classical.nuclear-operator": nuclear_operator,
    "classical.nuclear-frobenius": nuclear_frobenius,
    "classical.nuclear-of-product": of_product,
    "classical.singular-perturbation": perturbation,
    "classical.later-singular-values": later,
    "classical.spectral-radius-sign": radius_sign,
    "classical.trace-bounds": trace_bounds,
}
