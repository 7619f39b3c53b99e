"""Entries and diagonals, proved from what entries are and from Id = sum of e_i e_i^T."""

from typing import Any

from lemmata.theorems.classical import A, M, T, n, q, r, x
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import entries as book
from lemmata.theorems.classical.entries import G, K, W, entry_at, i_r, j_q
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    SumOver,
    Unit,
    eq,
    lam,
    lmax,
    lmin,
    maxabs,
    normF,
    ones,
    smax,
    tr,
)
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Step,
    Summed,
)

one = Id(1)
i, j, k = Index("i", 1, n), Index("j", 1, n), Index("k", 1, n)
any_i, any_j = book.i, book.j  # as the claims bind them


def units(name: str, size: Any) -> Step:
    """Id is the sum of e_k e_k^T."""
    over = Index("k", 1, size)
    return Step(
        name,
        eq(MatSumOver(over, 1, size, Unit(size, over) @ Unit(size, over).T), Id(size)),
        Apply("classical.unit-columns", {n: size}),
    )


trace_by_units = Proof(
    "Id is the sum of e_i e_i^T",
    (
        units("units", n),
        Step("product", eq(M @ MatSumOver(k, 1, n, Unit(n, k) @ Unit(n, k).T), M), Multiply({"units": (M, None)})),
        Step(
            "trace",
            eq(tr(M @ MatSumOver(k, 1, n, Unit(n, k) @ Unit(n, k).T)), tr(M)),
            Congruence("product"),
        ),
        Step("sum", eq(tr(M), SumOver(i, 1, n, entry_at(M, i, i))), Combine({"trace": -1})),
    ),
)

e_i, e_j = Unit(r, i_r), Unit(q, j_q)


def weights(name: str, K: Any, i: Any, u: Any) -> tuple[Step, ...]:
    """The i-th weight on the diagonal of K is not negative, as lmin(K) is not."""
    e = Unit(K.shape[0], i)
    return (
        Step(
            f"{name}, rayleigh",
            lmin(K) * tr(e.T @ e) <= entry_at(K, i, i),
            Apply("classical.rayleigh", {A: K, x: e}, 0),
        ),
        Step(name, entry_at(K, i, i) >= 0, Combine({f"{name}, rayleigh": 1, u: 1})),
        Step(f"{name}, column", eq(K @ e, entry_at(K, i, i) * e), Apply("classical.diagonal", {W: K}, 0, {any_i: i})),
    )


column = T @ e_j
weighted_columns = Proof(
    "the i-th entry of the column squared, times the i-th weight",
    (
        units("units", r),
        *weights("weight", K, i_r, "given 0"),
        Step("entry", abs(entry_at(T, i_r, j_q)) <= maxabs(T), Apply("classical.entries", at={any_i: i_r, any_j: j_q})),
        Step(
            "square",
            entry_at(T, i_r, j_q) ** 2 <= maxabs(T) ** 2,
            Combine({"entry": maxabs(T) + abs(entry_at(T, i_r, j_q))}),
        ),
        Step(
            "by the weight",
            eq(column.T @ K @ e_i @ e_i.T @ column, entry_at(K, i_r, i_r) * (column.T @ e_i @ e_i.T @ column)),
            Multiply({"weight, column": (column.T, e_i.T @ column)}),
        ),
        Step(
            "term",
            tr(column.T @ K @ e_i @ e_i.T @ column) <= entry_at(K, i_r, i_r) * maxabs(T) ** 2,
            Combine({"square": entry_at(K, i_r, i_r), "by the weight": -1}),
        ),
        Step(
            "terms",
            SumOver(i_r, 1, r, tr(column.T @ K @ e_i @ e_i.T @ column))
            <= SumOver(i_r, 1, r, entry_at(K, i_r, i_r) * maxabs(T) ** 2),
            Summed("term", i_r),
        ),
        Step(
            "weights",
            eq(tr(K), SumOver(i_r, 1, r, entry_at(K, i_r, i_r))),
            Apply("classical.trace-by-units", {M: K}),
        ),
        Step(
            "column",
            eq(column.T @ K @ MatSumOver(i_r, 1, r, e_i @ e_i.T) @ column, column.T @ K @ column),
            Multiply({"units": (column.T @ K, column)}),
        ),
        Step(
            "sum",
            tr(column.T @ K @ column) <= tr(K) * maxabs(T) ** 2,
            Combine({"terms": 1, "column": -1, "weights": -(maxabs(T) ** 2)}),
        ),
    ),
)
gram = T.T @ K @ T
weighted_squares = Proof(
    "column by column",
    (
        *weights("weight", G, j_q, "given 1"),
        Step(
            "column",
            tr(e_j.T @ gram @ e_j) <= tr(K) * maxabs(T) ** 2,
            Apply("classical.weighted-columns", at={any_j: j_q}),
        ),
        Step(
            "by the weight",
            eq(e_j.T @ gram @ G @ e_j, entry_at(G, j_q, j_q) * (e_j.T @ gram @ e_j)),
            Multiply({"weight, column": (e_j.T @ gram, None)}),
        ),
        Step(
            "term",
            tr(e_j.T @ gram @ G @ e_j) <= entry_at(G, j_q, j_q) * (tr(K) * maxabs(T) ** 2),
            Combine({"column": entry_at(G, j_q, j_q), "by the weight": -1}),
        ),
        Step(
            "terms",
            SumOver(j_q, 1, q, tr(e_j.T @ gram @ G @ e_j))
            <= SumOver(j_q, 1, q, entry_at(G, j_q, j_q) * (tr(K) * maxabs(T) ** 2)),
            Summed("term", j_q),
        ),
        Step(
            "trace",
            eq(tr(gram @ G), SumOver(j_q, 1, q, tr(e_j.T @ gram @ G @ e_j))),
            Apply("classical.trace-by-units", {M: gram @ G}),
        ),
        Step(
            "weights", eq(tr(G), SumOver(j_q, 1, q, entry_at(G, j_q, j_q))), Apply("classical.trace-by-units", {M: G})
        ),
        Step(
            "sum",
            tr(G @ T.T @ K @ T) <= tr(K) * tr(G) * maxabs(T) ** 2,
            Combine({"terms": 1, "trace": 1, "weights": -tr(K) * maxabs(T) ** 2}),
        ),
    ),
)

e = Unit(n, i)
weighted_trace = Proof(
    "entry by entry of the diagonal",
    (
        *weights("weight", W, i, "given 0"),
        Step("entry", abs(entry_at(M, i, i)) <= maxabs(M), Apply("classical.entries", {T: M}, at={any_i: i, any_j: i})),
        Step(
            "modulus",
            entry_at(M, i, i) <= abs(entry_at(M, i, i)),
            Apply("classical.modulus", {number: entry_at(M, i, i)}, 1),
        ),
        Step(
            "by the weight",
            eq(e.T @ M.T @ W @ e, entry_at(W, i, i) * (e.T @ M.T @ e)),
            Multiply({"weight, column": (e.T @ M.T, None)}),
        ),
        Step(
            "term",
            tr(e.T @ M.T @ W @ e) <= entry_at(W, i, i) * maxabs(M),
            Combine({"entry": entry_at(W, i, i), "modulus": entry_at(W, i, i), "by the weight": -1}),
        ),
        Step(
            "terms",
            SumOver(i, 1, n, tr(e.T @ M.T @ W @ e)) <= SumOver(i, 1, n, entry_at(W, i, i) * maxabs(M)),
            Summed("term", i),
        ),
        Step(
            "trace",
            eq(tr(M.T @ W), SumOver(i, 1, n, tr(e.T @ M.T @ W @ e))),
            Apply("classical.trace-by-units", {M: M.T @ W}),
        ),
        Step("weights", eq(tr(W), SumOver(i, 1, n, entry_at(W, i, i))), Apply("classical.trace-by-units", {M: W})),
        Step("sum", tr(W @ M) <= tr(W) * maxabs(M), Combine({"terms": 1, "trace": 1, "weights": -maxabs(M)})),
    ),
)

frobenius_of_entries = Proof(
    "each square is at most that of the largest entry",
    (
        Step("rows", eq(lam(Id(r)), 1), Apply("classical.identity", {n: r})),
        Step("rows, least", eq(lmin(Id(r)), 1), At("rows", r)),
        Step("columns", eq(lam(Id(q)), 1), Apply("classical.identity", {n: q})),
        Step("columns, least", eq(lmin(Id(q)), 1), At("columns", q)),
        Step("rows, weights", lmin(Id(r)) >= 0, Combine({"rows, least": -1})),
        Step("columns, weights", lmin(Id(q)) >= 0, Combine({"columns, least": -1})),
        Step("norm", eq(normF(T) ** 2, tr(T.T @ T)), Identity()),
        Step(
            "squares", tr(T.T @ T) <= r * q * maxabs(T) ** 2, Apply("classical.weighted-squares", {K: Id(r), G: Id(q)})
        ),
        Step("bound", normF(T) ** 2 <= r * q * maxabs(T) ** 2, Combine({"norm": 1, "squares": 1})),
    ),
)

column_of_ones = ones(n, 1)
flat = column_of_ones @ column_of_ones.T
scaled = factor * flat
constant = factor * ones(n, n)
constant_matrix = Proof(
    "c times a column of ones times its transpose, which has the largest eigenvalue n",
    (
        Step("ones", eq(ones(n, n), flat), Apply("classical.ones", {r: n, q: n}, 0)),
        Step("length", eq(tr(column_of_ones.T @ column_of_ones), n), Apply("classical.ones", {r: n}, 1)),
        Step("the same", eq(smax(constant), smax(scaled)), Congruence("ones")),
        Step("gram", eq(lmax(scaled @ scaled.T), smax(scaled) ** 2), Apply("classical.gram-norm", {T: scaled}, 0)),
        Step(
            "scale",
            eq(lam(scaled @ scaled.T), factor**2 * tr(column_of_ones.T @ column_of_ones) * lam(flat)),
            Apply("classical.scaling", {A: flat, factor: factor**2 * tr(column_of_ones.T @ column_of_ones)}),
        ),
        Step(
            "scale, largest",
            eq(lmax(scaled @ scaled.T), factor**2 * tr(column_of_ones.T @ column_of_ones) * lmax(flat)),
            At("scale", 1),
        ),
        Step(
            "flat",
            eq(lmax(flat), tr(column_of_ones.T @ column_of_ones)),
            Apply("classical.rank-one", {x: column_of_ones}),
        ),
        Step("flat, length", eq(lmax(flat), n), Combine({"flat": 1, "length": 1})),
        Step(
            "squares",
            eq(smax(constant) ** 2, (abs(factor) * n) ** 2),
            Combine(
                {
                    "the same": smax(constant) + smax(scaled),
                    "gram": -1,
                    "scale, largest": 1,
                    "flat, length": factor**2 * tr(column_of_ones.T @ column_of_ones),
                    "length": factor**2 * n,
                }
            ),
        ),
        Step(
            "norm",
            eq(smax(constant), abs(factor) * n),
            Apply("classical.equal-squares", {number: smax(constant), other: abs(factor) * n}),
        ),
    ),
)

PROOFS = {
    "classical.trace-by-units": trace_by_units,
    "classical.weighted-columns": weighted_columns,
    "classical.weighted-squares": weighted_squares,
    "classical.weighted-trace": weighted_trace,
    "classical.frobenius-of-entries": frobenius_of_entries,
    "classical.constant-matrix": constant_matrix,
}
