"""Sums over the first eigenvalues and singular values, Kronecker products, entries and columns."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A, B, M, P, T, n, q, r
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.scalar_theorems import u, v
from lemmata.theorems.classical.spectra import dilated
from lemmata.theorems.language import (
    Dim,
    Index,
    SumOver,
    entries,
    entry,
    eq,
    kron,
    lam,
    lmax,
    lmin,
    maxabs,
    maximum,
    normF,
    s,
    smax,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Combine,
    LargestTerm,
    Proof,
    Sign,
    Squares,
    Step,
    Summed,
)

half = Rational(1, 2)
i = Index("i", 1, n)
trace_below = Proof(
    "the inequality from above for A and -B",
    (
        cite("negated", eq(lam(-B, i), -lam(B, n + 1 - i)), "negated-spectrum", {"A": B}, 0, {"i": i}),
        cite("above", tr(A @ -B) <= total(lam(A) * lam(-B)), "trace-inequality-symmetric", {"B": -B}),
        Step("term", eq(lam(A, i) * lam(-B, i), -lam(A, i) * lam(B, n + 1 - i)), Combine({"negated": lam(A, i)})),
        Step(
            "sum",
            eq(SumOver(i, 1, n, lam(A, i) * lam(-B, i)), SumOver(i, 1, n, -lam(A, i) * lam(B, n + 1 - i))),
            Summed("term", i),
        ),
        Step(
            "claim",
            SumOver(i, 1, n, lam(A, i) * lam(B, n + 1 - i)) <= tr(A @ B),
            Combine({"above": 1, "sum": 1}),
        ),
    ),
)

k = Dim("k", 1, n)
j = Index("i", 1, k)


def first(X: Any) -> tuple[Step, ...]:  # noqa: N803
    """The sum of the first singular values, by the eigenvalues of the dilation."""
    return (
        Step(f"{X}, inside", j <= n, Sign()),
        cite(f"{X}, each", eq(lam(dilated(X), j), s(X, j)), "dilation", {M: X}, 0, {"i": j}),
        Step(
            f"{X}, sum",
            eq(SumOver(j, 1, k, lam(dilated(X), j)), SumOver(j, 1, k, s(X, j))),
            Summed(f"{X}, each", j),
        ),
    )


fan_singular = Proof(
    "Fan's inequality for the dilations",
    (
        *first(M),
        *first(P),
        *first(M + P),
        cite(
            "fan",
            SumOver(j, 1, k, lam(dilated(M) + dilated(P), j))
            <= SumOver(j, 1, k, lam(dilated(M), j)) + SumOver(j, 1, k, lam(dilated(P), j)),
            "fan-eigenvalues",
            {A: dilated(M), B: dilated(P), "n": 2 * n, "k": k},
        ),
        Step(
            "claim",
            SumOver(j, 1, k, s(M + P, j)) <= SumOver(j, 1, k, s(M, j)) + SumOver(j, 1, k, s(P, j)),
            Combine({"fan": 1, f"{M}, sum": 1, f"{P}, sum": 1, f"{M + P}, sum": -1}),
        ),
    ),
)

product, left, right = kron(T, M), T.T @ T, M.T @ M
kronecker_norms = Proof(
    "the Gram matrix of a Kronecker product is the Kronecker product of the Gram matrices",
    (
        cite("trace", eq(tr(kron(left, right)), tr(left) * tr(right)), "kronecker-trace", {M: left, "W": M.T}),
        cite("length", eq(normF(product) ** 2, tr(product.T @ product)), "frobenius", {T: product}, 0),
        cite("length of T", eq(normF(T) ** 2, tr(left)), "frobenius", {}, 0),
        cite("length of M", eq(normF(M) ** 2, tr(right)), "frobenius", {T: M}, 0),
        Step(
            "squares",
            eq(normF(product) ** 2, (normF(T) * normF(M)) ** 2),
            Combine({"length": 1, "trace": 1, "length of T": -(normF(M) ** 2), "length of M": -tr(left)}),
        ),
        cite(
            "first",
            eq(normF(product), normF(T) * normF(M)),
            "equal-squares",
            {"x": normF(product), "y": normF(T) * normF(M)},
        ),
        cite("left", lmin(left) >= 0, "gram-psd", {T: T}),
        cite("right", lmin(right) >= 0, "gram-psd", {T: M}),
        cite("largest", eq(lmax(kron(left, right)), lmax(left) * lmax(right)), "kronecker", {"G": left, "H": right}, 0),
        cite("norm", eq(lmax(product.T @ product), smax(product) ** 2), "gram-norm", {T: product}, 1),
        cite("norm of T", eq(lmax(left), smax(T) ** 2), "gram-norm", {}, 1),
        cite("norm of M", eq(lmax(right), smax(M) ** 2), "gram-norm", {T: M}, 1),
        Step(
            "squares of norms",
            eq(smax(product) ** 2, (smax(T) * smax(M)) ** 2),
            Combine({"norm": -1, "largest": 1, "norm of T": smax(M) ** 2, "norm of M": lmax(left)}),
        ),
        cite(
            "second",
            eq(smax(product), smax(T) * smax(M)),
            "equal-squares",
            {"x": smax(product), "y": smax(T) * smax(M)},
        ),
    ),
)

entries_above = Proof(
    "the number of the entries times the square of the largest",
    (
        cite("square", normF(T) ** 2 <= r * q * maxabs(T) ** 2, "frobenius-of-entries"),
        cite("operator", smax(T) ** 2 <= normF(T) ** 2, "frobenius-operator", {}, 0),
        cite("norm", smax(T) <= normF(T), "square-roots", {"x": smax(T), "y": normF(T)}),
        cite(
            "second", normF(T) <= sqrt(r * q) * maxabs(T), "square-roots", {"x": normF(T), "y": sqrt(r * q) * maxabs(T)}
        ),
        Step("first", smax(T) <= sqrt(r * q) * maxabs(T), Combine({"norm": 1, "second": 1})),
    ),
)

each = Index("i", 1, n)


def length(x: Any) -> Any:
    """The sum of the moduli."""
    return total(abs(entries(x)))


def peak(x: Any) -> Any:
    """The largest modulus."""
    return maximum(abs(entries(x)))


def over(body: Any) -> Any:
    """The sum over the entries."""
    return SumOver(each, 1, n, body)


def hoelder(name: str, x: Any, y: Any, weight: Any) -> tuple[Step, ...]:
    """A sum of products is at most the sum of the moduli times the largest modulus."""
    x_i, y_i, bound, turned = entry(x, each), entry(y, each), peak(y), weight * entry(y, each)
    steps = [Step(f"{name}, largest", abs(y_i) <= bound, LargestTerm())]
    for label, z in (("x", x_i), ("y", y_i)):
        steps += [
            cite(f"{name}, {label} from below", -abs(z) <= z, "modulus", {"x": z}, 0),
            cite(f"{name}, {label} from above", z <= abs(z), "modulus", {"x": z}, 1),
        ]
    above, below = ("above", "below") if weight == 1 else ("below", "above")
    return (
        *steps,
        Step(f"{name}, below", turned <= bound, Combine({f"{name}, largest": 1, f"{name}, y from {above}": 1})),
        Step(f"{name}, above", -bound <= turned, Combine({f"{name}, largest": 1, f"{name}, y from {below}": 1})),
        Step(
            f"{name}, each",
            turned * x_i <= abs(x_i) * bound,
            Squares(
                (
                    (half, (f"{name}, x from above", f"{name}, above"), 1),
                    (half, (f"{name}, x from below", f"{name}, below"), 1),
                )
            ),
        ),
        Step(f"{name}, sum", over(turned * x_i) <= over(abs(x_i) * bound), Summed(f"{name}, each", each)),
    )


hoelder_columns = Proof(
    "entry by entry",
    (
        cite("product", eq(tr(u.T @ v), total(entries(u) * entries(v))), "inner-product-by-entries", {}, 0),
        cite("square", eq(normF(u) ** 2, total(entries(u) ** 2)), "inner-product-by-entries", {}, 1),
        *hoelder("above", u, v, 1),
        *hoelder("below", u, v, -1),
        *hoelder("own", u, u, 1),
        Step("at most", tr(u.T @ v) <= length(u) * peak(v), Combine({"above, sum": 1, "product": 1})),
        Step("at least", -(length(u) * peak(v)) <= tr(u.T @ v), Combine({"below, sum": 1, "product": -1})),
        cite(
            "first",
            abs(tr(u.T @ v)) <= length(u) * peak(v),
            "modulus-bound",
            {"x": tr(u.T @ v), "c": length(u) * peak(v)},
        ),
        Step("second", normF(u) ** 2 <= length(u) * peak(u), Combine({"own, sum": 1, "square": 1})),
    ),
)

PROOFS = {
    "classical.kronecker-norms": kronecker_norms,
    "classical.hoelder-columns": hoelder_columns,
    "classical.trace-inequality-below": trace_below,
    "classical.fan-singular": fan_singular,
    "classical.norm-below-entries": entries_above,
}
