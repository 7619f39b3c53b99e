"""Matrices listed as columns, proved from the list as a sum of e_i ⊗ X e_i and Id = sum of e_i e_i^T."""

from typing import Any

from lemmata.theorems.classical import T, q, r, rectangular
from lemmata.theorems.classical import entries as book
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    StackOver,
    Unit,
    eq,
    kron,
    ones,
)
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Congruence,
    Multiply,
    Proof,
    Step,
    Summed,
)

i, j = Index("i", 1, r), Index("j", 1, q)
B, X, b = book.B, book.X, book.b
by_columns = StackOver(book.j, 1, q, X @ Unit(q, book.j))
by_rows = StackOver(book.i, 1, r, X.T @ Unit(r, book.i))
e_j, e_i = Unit(q, j), Unit(r, i)


def stack(name: str, X: Any) -> Step:
    """The columns of X below each other, as a sum of e_j ⊗ X e_j."""
    size = X.shape[1]
    over = Index("j", 1, size)
    return Step(
        name,
        eq(
            StackOver(over, 1, size, X @ Unit(size, over)),
            MatSumOver(over, 1, size, kron(Unit(size, over), X @ Unit(size, over))),
        ),
        Apply("classical.stack", {book.X: X}),
    )


listed = Proof(
    "the stack is the sum of e_j ⊗ X e_j, or of e_i ⊗ X^T e_i",
    (
        units("units of q", q),
        units("units", r),
        stack("columns", X),
        stack("rows", X.T),
        Step(
            "by columns",
            eq(B @ X @ b, kron(b.T, B) @ by_columns),
            Multiply(
                {
                    "columns": (-kron(b.T, B), None),
                    "units of q": (-B @ X, b),
                }
            ),
        ),
        Step(
            "by rows",
            eq(B @ X @ b, kron(B, b.T) @ by_rows),
            Multiply(
                {
                    "rows": (-kron(B, b.T), None),
                    "units": (-B, X @ b),
                }
            ),
        ),
    ),
)


def from_entries(
    name: str, first: Any, second: Any, i: Any, j: Any, given: tuple[str, str], same: str = "same entry"
) -> tuple[Step, ...]:
    """Step `name`: two columns agree, from the fact `same` that they do between (e_i ⊗ e_j)^T for all i and j.

    `given` names the facts that Id is the sum of e_i e_i^T and that it is the sum of e_j e_j^T.
    """
    r, k = i.domain.high, j.domain.high
    e_i, e_j = Unit(r, i), Unit(k, j)
    cut, block, outer = kron(e_i.T, Id(k)), kron(e_i @ e_i.T, Id(k)), e_j @ e_j.T

    def each(label: str, index: Any, size: Any, body: Any) -> Step:
        both = (MatSumOver(index, 1, size, body @ x) for x in (first, second))
        return Step(f"{name}, all {label}s", eq(*both), Summed(f"{name}, {label}", index))

    return (
        Step(f"{name}, place", eq(outer @ cut @ first, outer @ cut @ second), Multiply({same: (e_j, None)})),
        each("place", j, k, outer @ cut),
        Step(
            f"{name}, same block",
            eq(cut @ first, cut @ second),
            Multiply({f"{name}, all places": (None, None), given[1]: (None, cut @ second - cut @ first)}),
        ),
        Step(
            f"{name}, block",
            eq(block @ first, block @ second),
            Multiply({f"{name}, same block": (kron(e_i, Id(k)), None)}),
        ),
        each("block", i, r, block),
        Step(f"{name}, identity", eq(kron(resolution(r), Id(k)), Id(r * k)), Congruence(given[0])),
        Step(
            name,
            eq(first, second),
            Multiply({f"{name}, all blocks": (None, None), f"{name}, identity": (None, second - first)}),
        ),
    )


U, S, k, c_r = rectangular.U, rectangular.S, rectangular.k, rectangular.c
rows = rectangular.rows
TU, o = T @ U, ones(1, q)
along = Index("j", 1, k)
e_k = Unit(k, along)
first, second = rows(TU), kron(T, Id(k)) @ rows(U)
test = kron(e_i, e_k).T


row_by_row = Proof(
    "rows as sums of e_i ⊗ X^T e_i; the first identity entry by entry",
    (
        units("units", r),
        units("units of q", q),
        units("units of k", k),
        stack("rows of T U", TU.T),
        stack("rows of U", U.T),
        stack("rows of T", T.T),
        stack("rows of S", S.T),
        stack("rows of T + S", (T + S).T),
        stack("equal rows", (c_r @ o).T),
        # the first: both sides have the entries e_i^T T U e_j
        Step(
            "entry",
            eq(test @ first, e_i.T @ TU @ e_k),
            Multiply(
                {
                    "rows of T U": (test, None),
                    "units": (e_k.T @ TU.T, e_i),
                }
            ),
        ),
        Step(
            "entry of the product",
            eq(test @ second, e_i.T @ TU @ e_k),
            Multiply(
                {
                    "rows of U": (test @ kron(T, Id(k)), None),
                    "units of q": (e_i.T @ T, U @ e_k),
                }
            ),
        ),
        Step("same entry", eq(test @ first, test @ second), Combine({"entry": 1, "entry of the product": -1})),
        *from_entries("left factor", first, second, i, along, ("units", "units of k")),
        Step(
            "right factor",
            eq(first, kron(Id(r), U.T) @ rows(T)),
            Multiply(
                {
                    "rows of T U": (None, None),
                    "rows of T": (-kron(Id(r), U.T), None),
                }
            ),
        ),
        Step(
            "sum",
            eq(rows(T + S), rows(T) + rows(S)),
            Multiply(
                {
                    "rows of T + S": (None, None),
                    "rows of T": (-Id(r * q), None),
                    "rows of S": (-Id(r * q), None),
                }
            ),
        ),
        Step("turned", eq(o.T, ones(q, 1)), Apply("classical.ones", {r: 1}, 2)),
        Step(
            "equal rows, turned",
            eq(
                MatSumOver(i, 1, r, kron(e_i, o.T @ c_r.T @ e_i)),
                MatSumOver(i, 1, r, kron(e_i, ones(q, 1) @ c_r.T @ e_i)),
            ),
            Congruence("turned"),
        ),
        Step(
            "column",
            eq(rows(c_r @ o), kron(Id(r), ones(q, 1)) @ c_r),
            Multiply(
                {
                    "equal rows": (None, None),
                    "equal rows, turned": (None, None),
                    "units": (kron(Id(r), ones(q, 1)), c_r),
                }
            ),
        ),
    ),
)

PROOFS = {
    "classical.listed-by-columns": listed,
    "classical.row-by-row": row_by_row,
}
