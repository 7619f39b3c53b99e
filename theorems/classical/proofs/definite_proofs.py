"""Positive semidefinite matrices: extreme values, traces of products, differences."""

from lemmata.theorems.classical import A, n, x
from lemmata.theorems.classical.eigenvalue_theorems import K, L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import (
    Id,
    Index,
    Unit,
    diag,
    eq,
    lam,
    lmax,
    lmin,
    maximum,
    norm2,
    s,
    smax,
    smin,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Apply,
    At,
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

extremes = Proof(
    "singular values of a positive semidefinite matrix are its eigenvalues, and these add up to the trace",
    (
        cite("values", eq(s(K), lam(K)), "psd-singular-values", {A: K}),
        Step("largest", eq(smax(K), lmax(K)), At("values", 1)),
        Step("least", eq(smin(K), lmin(K)), At("values", n)),
        Step("sums", eq(total(s(K)), total(lam(K))), Summed("values")),
        cite("trace", eq(total(lam(K)), tr(K)), "trace", {A: K}),
        Step("third", eq(total(s(K)), tr(K)), Combine({"sums": 1, "trace": 1})),
    ),
)

trace = Proof(
    "the trace is the sum of eigenvalues that are not negative; entries of the diagonal are values of the form",
    (
        Step("least", lmin(K) >= 0, Sign()),
        cite("trace", eq(total(lam(K)), tr(K)), "trace", {A: K}),
        cite("range", lmin(K) <= lam(K), "eigenvalue-range", {A: K}, 0),
        Step("entry", lmin(K) <= lam(K, k), At("range", k)),
        Step("eigenvalue", lam(K, k) >= 0, Combine({"entry": 1, "least": 1})),
        Step("eigenvalues", lam(K) >= 0, Entrywise("eigenvalue", k)),
        Step("sum", total(lam(K)) >= 0, Summed("eigenvalues")),
        Step("first", tr(K) >= 0, Combine({"sum": 1, "trace": 1})),
        Step("one of them", lmax(K) <= total(lam(K)), SomeTerms("eigenvalues", ((1, 1),))),
        Step("second", lmax(K) <= tr(K), Combine({"one of them": 1, "trace": 1})),
        cite("form", tr(Unit(n, k).T @ K @ Unit(n, k)) >= 0, "psd-form", {x: Unit(n, k)}),
        Step("third", diag(K) >= 0, Entrywise("form", k)),
    ),
)

R = sqrtm(K)
low, high = A - lmin(A) * one, lmax(A) * one - A
trace_product = Proof(
    "A - lmin(A) I and lmax(A) I - A are positive semidefinite, and so are they between roots of K",
    (
        cite("low", eq(lam(low), lam(A) - lmin(A)), "shift", {"c": -lmin(A)}),
        cite("high", eq(lam(-A + lmax(A) * one), lam(-A) + lmax(A)), "shift", {A: -A, "c": lmax(A)}),
        cite("negative", eq(lmin(-A), -lmax(A)), "negation", {}, 0),
        Step("least of low", eq(lmin(low), lmin(A) - lmin(A)), At("low", n)),
        Step("least of high", eq(lmin(high), lmin(-A) + lmax(A)), At("high", n)),
        Step("low, definite", lmin(low) >= 0, Combine({"least of low": -1})),
        Step("high, definite", lmin(high) >= 0, Combine({"least of high": -1, "negative": -1})),
        cite("low, between", lmin(R.T @ low @ R) >= 0, "psd-congruence", {A: low, "M": R}),
        cite("high, between", lmin(R.T @ high @ R) >= 0, "psd-congruence", {A: high, "M": R}),
        cite("low, trace", tr(R.T @ low @ R) >= 0, "psd-trace", {K: R.T @ low @ R}, 0),
        cite("high, trace", tr(R.T @ high @ R) >= 0, "psd-trace", {K: R.T @ high @ R}, 0),
        Step("first", lmin(A) * tr(K) <= tr(A @ K), Combine({"low, trace": 1})),
        Step("second", tr(A @ K) <= lmax(A) * tr(K), Combine({"high, trace": 1})),
    ),
)

trace_of_product = Proof(
    "the trace of L K lies between lmin(L) tr K and lmax(L) tr K",
    (
        cite("trace of K", tr(K) >= 0, "psd-trace", {}, 0),
        cite("trace of L", tr(L) >= 0, "psd-trace", {K: L}, 0),
        cite("below", lmin(L) * tr(K) <= tr(L @ K), "psd-trace-product", {A: L}, 0),
        cite("above", tr(L @ K) <= lmax(L) * tr(K), "psd-trace-product", {A: L}, 1),
        cite("turned", tr(K @ L) <= lmax(K) * tr(L), "psd-trace-product", {A: K, K: L}, 1),
        cite("largest of L", lmax(L) <= tr(L), "psd-trace", {K: L}, 1),
        cite("norm of K", eq(smax(K), lmax(K)), "psd-extremes", {}, 0),
        Step("least of L", lmin(L) >= 0, Sign()),
        Step("first", tr(K @ L) >= 0, Combine({"below": 1, "trace of K": lmin(L)})),
        Step("second", tr(K @ L) <= tr(K) * tr(L), Combine({"above": 1, "largest of L": tr(K)})),
        Step("third", tr(K @ L) <= smax(K) * tr(L), Combine({"turned": 1, "norm of K": -tr(L)})),
    ),
)

difference, larger = K - L, maximum(smax(K), smax(L))
psd_difference = Proof(
    "the eigenvalues of K - L lie between -smax(L) and smax(K)",
    (
        cite(
            "norm",
            eq(norm2(difference), maximum(abs(lmin(difference)), abs(lmax(difference)))),
            "symmetric-norm",
            {A: difference},
        ),
        cite("weyl, above", lam(K - L) <= lam(K) + lmax(-L), "weyl-extremes", {A: K, "B": -L}, 1),
        cite("weyl, below", lam(K) + lmin(-L) <= lam(K - L), "weyl-extremes", {A: K, "B": -L}, 0),
        Step("largest", lmax(difference) <= lmax(K) + lmax(-L), At("weyl, above", 1)),
        Step("least", lmin(K) + lmin(-L) <= lmin(difference), At("weyl, below", n)),
        cite("negative, least", eq(lmin(-L), -lmax(L)), "negation", {A: L}, 0),
        cite("negative, largest", eq(lmax(-L), -lmin(L)), "negation", {A: L}, 1),
        cite("order", lmin(difference) <= lmax(difference), "order", {A: difference}, 0),
        cite("norm of K", eq(smax(K), lmax(K)), "psd-extremes", {}, 0),
        cite("norm of L", eq(smax(L), lmax(L)), "psd-extremes", {K: L}, 0),
        Step("least of K", lmin(K) >= 0, Sign()),
        Step("least of L", lmin(L) >= 0, Sign()),
        Step("first of two", smax(K) <= larger, Sign()),
        Step("second of two", smax(L) <= larger, Sign()),
        Step(
            "above",
            lmax(difference) <= larger,
            Combine({"largest": 1, "negative, largest": 1, "norm of K": -1, "least of L": 1, "first of two": 1}),
        ),
        Step(
            "below",
            lmin(difference) >= -larger,
            Combine({"least": 1, "negative, least": -1, "norm of L": 1, "least of K": 1, "second of two": 1}),
        ),
        Step("largest, below", lmax(difference) >= -larger, Combine({"below": 1, "order": 1})),
        Step("least, above", lmin(difference) <= larger, Combine({"above": 1, "order": 1})),
        Step(
            "modulus of the largest",
            abs(lmax(difference)) <= larger,
            Apply("classical.modulus-bound", {"x": lmax(difference), "c": larger}),
        ),
        Step(
            "modulus of the least",
            abs(lmin(difference)) <= larger,
            Apply("classical.modulus-bound", {"x": lmin(difference), "c": larger}),
        ),
        Step(
            "both",
            maximum(abs(lmin(difference)), abs(lmax(difference))) <= larger,
            Apply("classical.maximum-bound", {"x": abs(lmin(difference)), "y": abs(lmax(difference)), "c": larger}),
        ),
        Step("claim", smax(difference) <= larger, Combine({"norm": 1, "both": 1})),
    ),
)

PROOFS = {
    "classical.psd-extremes": extremes,
    "classical.psd-trace": trace,
    "classical.psd-trace-product": trace_product,
    "classical.psd-trace-of-product": trace_of_product,
    "classical.psd-difference": psd_difference,
}
