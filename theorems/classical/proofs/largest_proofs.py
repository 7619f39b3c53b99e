"""Largest entries, proved from the largest modulus as a maximum over rows and columns."""

from typing import Any

from lemmata.theorems.classical import M, P, T, n, q, r, x
from lemmata.theorems.classical import entries as book
from lemmata.theorems.classical.entries import entry_at, i_r, j_q
from lemmata.theorems.classical.numbers import c as bound
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.entries_proofs import units
from lemmata.theorems.language import (
    Index,
    MatSumOver,
    MaxOver,
    SumOver,
    Unit,
    diag,
    entry,
    eq,
    maxabs,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    Combine,
    EveryTerm,
    LargestTerm,
    Multiply,
    Proof,
    Step,
    Summed,
)

i, j, k = Index("i", 1, n), Index("j", 1, n), Index("k", 1, n)
any_i, any_j = book.i, book.j  # as the claims bind them
e_i, e_j = Unit(r, i_r), Unit(q, j_q)


def largest_of_column(name: str, column: Any) -> Step:
    """The largest modulus in a column."""
    rows = column.shape[0]
    over = Index("i", 1, rows)
    largest = MaxOver(over, 1, rows, abs(tr(Unit(rows, over).T @ column)))
    return Step(name, eq(maxabs(column), largest), Apply("classical.largest-entry", {x: column}, 1))


def largest_of_columns(name: str, X: Any) -> Step:
    """The largest modulus in a matrix, column by column."""
    cols = X.shape[1]
    over = Index("j", 1, cols)
    largest = MaxOver(over, 1, cols, maxabs(X @ Unit(cols, over)))
    return Step(name, eq(maxabs(X), largest), Apply("classical.largest-entry", {T: X}, 0))


def column_at_most(name: str, column: Any, size: Any, fact: str) -> tuple[Step, ...]:
    """maxabs(column) <= size, from the fact that |e_i^T column| <= size for every i."""
    rows = column.shape[0]
    over = Index("i", 1, rows)
    return (
        Step(
            f"{name}, every row",
            MaxOver(over, 1, rows, abs(tr(Unit(rows, over).T @ column))) <= size,
            EveryTerm(fact, over),
        ),
        largest_of_column(f"{name}, largest", column),
        Step(name, maxabs(column) <= size, Combine({f"{name}, every row": 1, f"{name}, largest": 1})),
    )


def all_at_most(name: str, X: Any, size: Any, fact: str) -> tuple[Step, ...]:
    """maxabs(X) <= size, from the fact that |e_i^T X e_j| <= size for every i and j."""
    cols = X.shape[1]
    over = Index("j", 1, cols)
    column = X @ Unit(cols, over)
    return (
        *column_at_most(f"{name}, column", column, size, fact),
        Step(
            f"{name}, every column", MaxOver(over, 1, cols, maxabs(column)) <= size, EveryTerm(f"{name}, column", over)
        ),
        largest_of_columns(f"{name}, largest", X),
        Step(name, maxabs(X) <= size, Combine({f"{name}, every column": 1, f"{name}, largest": 1})),
    )


entries_bounded = Proof(
    "an entry is one of its column, and the largest of the column one of the largest",
    (
        Step(
            "in the column",
            abs(entry_at(T, i_r, j_q)) <= MaxOver(i_r, 1, r, abs(tr(e_i.T @ T @ e_j))),
            LargestTerm(),
        ),
        largest_of_column("column", T @ e_j),
        Step("in the matrix", maxabs(T @ e_j) <= MaxOver(j_q, 1, q, maxabs(T @ e_j)), LargestTerm()),
        largest_of_columns("matrix", T),
        Step(
            "entry",
            abs(entry_at(T, i_r, j_q)) <= maxabs(T),
            Combine({"in the column": 1, "column": -1, "in the matrix": 1, "matrix": -1}),
        ),
    ),
)


row, side = maxabs(M), maxabs(P)
left, right = entry_at(M, i, k), entry_at(P, k, j)
cell = entry_at(M @ P, i, j)
large = n * row * side
X = diag(x) @ M


def not_larger(name: str, value: Any, size: Any) -> tuple[Step, ...]:
    """-size <= value <= size, steps `name, below` and `name, above`, from the step `name`: |value| <= size."""
    return (
        Step(f"{name}, modulus below", -abs(value) <= value, Apply("classical.modulus", {number: value}, 0)),
        Step(f"{name}, modulus above", value <= abs(value), Apply("classical.modulus", {number: value}, 1)),
        Step(f"{name}, below", -size <= value, Combine({name: 1, f"{name}, modulus below": 1})),
        Step(f"{name}, above", value <= size, Combine({name: 1, f"{name}, modulus above": 1})),
    )


def product_of(name: str, first: Any, second: Any, size: Any, other_size: Any) -> Step:
    """|first * second| <= size * other_size."""
    return Step(
        name,
        abs(first * second) <= size * other_size,
        Apply("classical.square-roots", {number: abs(first * second), other: size * other_size}),
    )


entries_of_product = Proof(
    "a sum of n products of entries; one product",
    (
        units("units", n),
        Step("left", abs(left) <= row, Apply("classical.entries", {T: M}, at={any_i: i, any_j: k})),
        Step("right", abs(right) <= side, Apply("classical.entries", {T: P}, at={any_i: k, any_j: j})),
        Step("left, squared", left**2 <= row**2, Combine({"left": row + abs(left)})),
        Step("right, squared", right**2 <= side**2, Combine({"right": side + abs(right)})),
        Step(
            "squares",
            (left * right) ** 2 <= (row * side) ** 2,
            Combine({"left, squared": right**2, "right, squared": row**2}),
        ),
        product_of("product", left, right, row, side),
        *not_larger("product", left * right, row * side),
        Step(
            "sum, below", SumOver(k, 1, n, -row * side) <= SumOver(k, 1, n, left * right), Summed("product, below", k)
        ),
        Step("sum, above", SumOver(k, 1, n, left * right) <= SumOver(k, 1, n, row * side), Summed("product, above", k)),
        Step(
            "cell",
            eq(
                Unit(n, i).T @ M @ MatSumOver(k, 1, n, Unit(n, k) @ Unit(n, k).T) @ P @ Unit(n, j),
                Unit(n, i).T @ M @ P @ Unit(n, j),
            ),
            Multiply({"units": (Unit(n, i).T @ M, P @ Unit(n, j))}),
        ),
        Step("cell, below", -large <= cell, Combine({"sum, below": 1, "cell": 1})),
        Step("cell, above", cell <= large, Combine({"sum, above": 1, "cell": -1})),
        Step("every cell", abs(cell) <= large, Apply("classical.modulus-bound", {number: cell, bound: large})),
        *all_at_most("largest", M @ P, large, "every cell"),
        Step("entry of x", abs(entry(x, i)) <= maxabs(x), Apply("classical.entries", {T: x}, at={any_i: i, any_j: 1})),
        Step("entry of M", abs(entry_at(M, i, j)) <= row, Apply("classical.entries", {T: M}, at={any_i: i, any_j: j})),
        Step("x, squared", entry(x, i) ** 2 <= maxabs(x) ** 2, Combine({"entry of x": maxabs(x) + abs(entry(x, i))})),
        Step("M, squared", entry_at(M, i, j) ** 2 <= row**2, Combine({"entry of M": row + abs(entry_at(M, i, j))})),
        Step(
            "both, squared",
            (entry(x, i) * entry_at(M, i, j)) ** 2 <= (maxabs(x) * row) ** 2,
            Combine({"x, squared": entry_at(M, i, j) ** 2, "M, squared": maxabs(x) ** 2}),
        ),
        product_of("scaled", entry(x, i), entry_at(M, i, j), maxabs(x), row),
        Step("scaled entry", abs(entry_at(X, i, j)) <= maxabs(x) * row, Combine({"scaled": 1})),
        *all_at_most("scaled rows", X, maxabs(x) * row, "scaled entry"),
    ),
)

both = row + side
here, there = entry_at(M, i, j), entry_at(P, i, j)
entries_of_sum = Proof(
    "entry by entry",
    (
        Step("M", abs(here) <= row, Apply("classical.entries", {T: M}, at={any_i: i, any_j: j})),
        Step("P", abs(there) <= side, Apply("classical.entries", {T: P}, at={any_i: i, any_j: j})),
        *not_larger("M", here, row),
        *not_larger("P", there, side),
        Step("below", -both <= here + there, Combine({"M, below": 1, "P, below": 1})),
        Step("above", here + there <= both, Combine({"M, above": 1, "P, above": 1})),
        Step(
            "modulus", abs(here + there) <= both, Apply("classical.modulus-bound", {number: here + there, bound: both})
        ),
        Step("entry", abs(entry_at(M + P, i, j)) <= both, Combine({"modulus": 1})),
        *all_at_most("largest", M + P, both, "entry"),
        Step("turned", abs(entry_at(M.T, i, j)) <= row, Apply("classical.entries", {T: M}, at={any_i: j, any_j: i})),
        Step("back", abs(here) <= maxabs(M.T), Apply("classical.entries", {T: M.T}, at={any_i: j, any_j: i})),
        *all_at_most("at most", M.T, row, "turned"),
        *all_at_most("at least", M, maxabs(M.T), "back"),
        Step("transpose", eq(maxabs(M.T), row), Antisymmetric("at most", "at least")),
    ),
)

PROOFS = {
    "classical.entries": entries_bounded,
    "classical.entries-of-product": entries_of_product,
    "classical.entries-of-sum": entries_of_sum,
}
