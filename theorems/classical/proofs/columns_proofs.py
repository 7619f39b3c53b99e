"""Norms of columns and entries of matrices compared; traces of non-negative matrices."""

from lemmata.theorems.classical import M, T, n, q, r
from lemmata.theorems.classical.function_theorems import X, Y
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.largest_proofs import all_at_most
from lemmata.theorems.classical.proofs.orders_proofs import each, length, over, peak
from lemmata.theorems.classical.scalar_theorems import u
from lemmata.theorems.language import (
    Index,
    SumOver,
    Unit,
    diag,
    entries,
    entry,
    eq,
    maxabs,
    normF,
    smax,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Cases,
    Combine,
    EveryTerm,
    Identity,
    LargestTerm,
    Multiply,
    Proof,
    Sign,
    Squares,
    Step,
    Summed,
)

e, u_i = Unit(n, each), entry(u, each)
N, F, largest = length(u), normF(u), peak(u)
mean = N / n
columns = Proof(
    "Cauchy and Schwarz at a unit column; the sum of (|u_i| - mean)^2; Hoelder",
    (
        cite("cauchy", tr(e.T @ u) ** 2 <= tr(e.T @ e) * tr(u.T @ u), "cauchy-schwarz", {"x": e, "y": u}),
        cite("length", eq(F**2, tr(u.T @ u)), "frobenius", {T: u}, 0),
        Step("unit", eq(tr(e.T @ e), 1), Identity()),
        Step("modulus", abs(u_i) >= 0, Sign()),
        Step("square", abs(u_i) ** 2 <= F**2, Combine({"cauchy": 1, "length": -1, "unit": tr(u.T @ u)})),
        cite("entry", abs(u_i) <= F, "square-roots", {"x": abs(u_i), "y": F}),
        Step("first", largest <= F, EveryTerm("entry", each)),
        cite("by entries", eq(F**2, total(entries(u) ** 2)), "inner-product-by-entries", {}, 1),
        cite("hoelder", N * largest >= F**2, "hoelder-columns", {}, 1),
        Step("moduli", over(0 * u_i) <= over(abs(u_i)), Summed("modulus", each)),
        Step("sum of moduli", N >= 0, Combine({"moduli": 1})),
        Step("lengths", F**2 <= N * F, Combine({"hoelder": 1, "first": N})),
        Step(
            "second",
            F <= N,
            Cases(
                F <= N,
                (Step("at most", F <= N, Combine({"case": 1})),),
                (
                    Step("positive", F > 0, Combine({"case": 1, "sum of moduli": 1})),
                    Step("divided", F <= N, Combine({"lengths": 1 / F})),
                ),
            ),
        ),
        Step("mean", 2 * mean * abs(u_i) <= u_i**2 + mean**2, Squares(((1, (), abs(u_i) - mean),))),
        Step("means", over(2 * mean * abs(u_i)) <= over(u_i**2 + mean**2), Summed("mean", each)),
        Step("squares", (sqrt(n) * F) ** 2 >= N**2, Combine({"means": n, "by entries": -n})),
        cite("third", sqrt(n) * F >= N, "square-roots", {"x": N, "y": sqrt(n) * F}),
        Step("largest", abs(u_i) <= largest, LargestTerm()),
        Step("all", over(abs(u_i)) <= over(largest * 1), Summed("largest", each)),
        Step("fifth", n * largest >= N, Combine({"all": 1})),
        Step("non-negative", largest >= 0, Sign()),
        Step("square of each", u_i**2 <= largest**2, Combine({"largest": largest + abs(u_i)})),
        Step("all squares", over(u_i**2) <= over(largest**2), Summed("square of each", each)),
        Step("bound", (sqrt(n) * largest) ** 2 >= F**2, Combine({"all squares": 1, "by entries": 1})),
        cite("fourth", sqrt(n) * largest >= F, "square-roots", {"x": F, "y": sqrt(n) * largest}),
        Step("sixth", largest <= N, Combine({"first": 1, "second": 1})),
    ),
)

i, j = Index("i", 1, r), Index("j", 1, q)
f, g = Unit(r, i), Unit(q, j)
cell = tr(f.T @ T @ g)
entries_below = Proof(
    "an entry is at most the length of its column, and that at most the norm",
    (
        cite(
            "cauchy",
            tr(f.T @ (T @ g)) ** 2 <= tr(f.T @ f) * tr((T @ g).T @ (T @ g)),
            "cauchy-schwarz",
            {"x": f, "y": T @ g, "n": r},
        ),
        cite("image", normF(T @ g) <= smax(T) * normF(g), "image-length", {"y": g}),
        cite("length", eq(normF(T @ g) ** 2, tr((T @ g).T @ (T @ g))), "frobenius", {T: T @ g}, 0),
        cite("unit", eq(normF(g) ** 2, tr(g.T @ g)), "frobenius", {T: g}, 0),
        Step("one", eq(tr(f.T @ f), 1), Identity()),
        Step("other one", eq(tr(g.T @ g), 1), Identity()),
        Step(
            "square of image",
            normF(T @ g) ** 2 <= smax(T) ** 2,
            Combine({"image": normF(T @ g) + smax(T) * normF(g), "unit": smax(T) ** 2, "other one": smax(T) ** 2}),
        ),
        Step(
            "square",
            abs(cell) ** 2 <= smax(T) ** 2,
            Combine({"cauchy": 1, "one": tr((T @ g).T @ (T @ g)), "length": -1, "square of image": 1}),
        ),
        cite("entry", abs(cell) <= smax(T), "square-roots", {"x": abs(cell), "y": smax(T)}),
        *all_at_most("first", T, smax(T), "entry"),
        cite("operator", smax(T) ** 2 <= normF(T) ** 2, "frobenius-operator", {}, 0),
        cite("norm", smax(T) <= normF(T), "square-roots", {"x": smax(T), "y": normF(T)}),
        Step("second", maxabs(T) <= normF(T), Combine({"first": 1, "norm": 1})),
    ),
)

at, k = Unit(n, each), Index("l", 1, n)
across = tr(at.T @ X @ Unit(n, k)) * tr(Unit(n, k).T @ Y @ at)
traces = Proof(
    "sums of entries that are not negative",
    (
        Step("entry", tr(at.T @ X @ at) >= 0, Sign()),
        Step("entries", over(quantity(0)) <= over(tr(at.T @ X @ at)), Summed("entry", each)),
        cite("trace", eq(tr(X), over(tr(at.T @ X @ at))), "trace-by-units", {"M": X}),
        Step("first", tr(X) >= 0, Combine({"entries": 1, "trace": -1})),
        Step("cell", tr(at.T @ X @ Unit(n, k)) >= 0, Sign()),
        Step("other cell", tr(Unit(n, k).T @ Y @ at) >= 0, Sign()),
        Step("product", across >= 0, Combine({"cell": tr(Unit(n, k).T @ Y @ at)})),
        Step("row", SumOver(k, 1, n, quantity(0)) <= SumOver(k, 1, n, across), Summed("product", k)),
        units("units", n),
        Step(
            "inserted",
            eq(at.T @ X @ resolution(n) @ Y @ at, at.T @ X @ Y @ at),
            Multiply({"units": (at.T @ X, Y @ at)}),
        ),
        Step("diagonal", tr(at.T @ X @ Y @ at) >= 0, Combine({"row": 1, "inserted": 1})),
        Step("diagonals", over(quantity(0)) <= over(tr(at.T @ X @ Y @ at)), Summed("diagonal", each)),
        cite("trace of product", eq(tr(X @ Y), over(tr(at.T @ X @ Y @ at))), "trace-by-units", {"M": X @ Y}),
        Step("second", tr(X @ Y) >= 0, Combine({"diagonals": 1, "trace of product": -1})),
    ),
)

on_diagonal, row = tr(at.T @ M @ at), M.T @ at
diagonal_squares = Proof(
    "the square of an entry is at most the squared length of its row",
    (
        cite(
            "cauchy",
            tr(row.T @ at) ** 2 <= tr(row.T @ row) * tr(at.T @ at),
            "cauchy-schwarz",
            {"x": row, "y": at},
        ),
        Step("unit", eq(tr(at.T @ at), 1), Identity()),
        Step("each", on_diagonal**2 <= tr(at.T @ M @ M.T @ at), Combine({"cauchy": 1, "unit": tr(row.T @ row)})),
        Step("sum", over(on_diagonal**2) <= over(tr(at.T @ M @ M.T @ at)), Summed("each", each)),
        cite("trace", eq(tr(M @ M.T), over(tr(at.T @ M @ M.T @ at))), "trace-by-units", {"M": M @ M.T}),
        cite("length", eq(normF(M) ** 2, tr(M.T @ M)), "frobenius", {T: M}, 0),
        Step("claim", total(diag(M) ** 2) <= normF(M) ** 2, Combine({"sum": 1, "trace": -1, "length": -1})),
    ),
)

PROOFS = {
    "classical.diagonal-squares": diagonal_squares,
    "classical.norms-of-columns": columns,
    "classical.entry-below-norm": entries_below,
    "classical.perron-trace": traces,
}
