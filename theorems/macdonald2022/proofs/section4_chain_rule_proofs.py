"""Section 4: the chain rule of Proposition 4.1; entrywise products listed row by row."""

from typing import Any

from lemmata.theorems.classical import T, rectangular
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import units
from lemmata.theorems.classical.proofs.lists_proofs import from_entries, stack
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.language import Id, Index, Unit, diag, entries, eq, had, kron, tr
from lemmata.theorems.language.proof import Combine, Identity, Multiply, Proof, Step, Unrolled
from lemmata.theorems.macdonald2022 import N, rows
from lemmata.theorems.macdonald2022 import section4_layer_derivatives as s4

d, C, B, Y, A_2, X_1 = s4.d, s4.B_1, s4.B_2, s4.Y, s4.A_2, s4.X_1
Z, X = s4.inside, C @ Y
H = had(X, Z)
i, j = Index("i", 1, d), Index("j", 1, N)
e_i, e_j = Unit(d, i), Unit(N, j)
test, at = kron(e_i, e_j).T, Unit(d * N, (i - 1) * N + j)
slope = diag(entries(rows(Z)))
lists = {"X": X, "Z": Z, "H": H}
AS_IT_IS = (None, None)


def moved(name: str, column: Any) -> Step:
    """(e_i ⊗ e_j)^T picks the entry of number (i - 1) N + j."""
    return Step(f"place in {name}", eq(test @ column, at.T @ column), Multiply({"place": (column.T, None)}))


def by_rows(name: str, states: Any, which: int, M: Any, second: Any) -> Step:
    """What the book says of a product or a sum listed row by row."""
    return cite(name, states, "row-by-row", {T: M, (rectangular.S if which == 2 else rectangular.U): second}, which)


# rows(X o Z) = diag(rows(Z)) rows(X)
entrywise = (
    units("units", d),
    units("units of N", N),
    *(stack(f"rows of {name}", M.T) for name, M in lists.items()),
    *(
        Step(
            f"entry of {name}",
            eq(test @ rows(M), e_i.T @ M @ e_j),
            Multiply({f"rows of {name}": (test, None), "units": (e_j.T @ M.T, e_i)}),
        )
        for name, M in lists.items()
    ),
    Step("place", eq(kron(e_i, e_j), at), Unrolled()),
    moved("X", rows(X)),
    moved("Z", rows(Z)),
    moved("the product", slope @ rows(X)),
    Step("entry of the product", eq(at.T @ slope @ rows(X), tr(at.T @ rows(Z)) * (at.T @ rows(X))), Identity()),
    cite(
        "cell",
        eq(entry_at(H, i, j), entry_at(X, i, j) * entry_at(Z, i, j)),
        "entrywise-entries",
        {T: X, S: Z},
        0,
        {"i": i, "j": j},
    ),
    Step(
        "same entry",
        eq(test @ rows(H), test @ slope @ rows(X)),
        Combine(
            {
                "entry of H": 1,
                "cell": 1,
                "entry of X": -tr(e_i.T @ Z @ e_j),
                "entry of Z": -tr(test @ rows(X)),
                "place in X": tr(test @ rows(Z)),
                "place in Z": tr(at.T @ rows(X)),
                "entry of the product": -1,
                "place in the product": -1,
            }
        ),
    ),
    *from_entries("entrywise", rows(H), slope @ rows(X), i, j, ("units", "units of N")),
)

moving = X + (H + H)  # the rate of change of the first layer
inner, whole = kron(Id(d), Y.T) @ rows(C), Id(d * N)
prop_4_1 = Proof(
    "rows(X o Z) = diag(rows(Z)) rows(X) entry by entry; sums and products listed row by row",
    (
        *entrywise,
        by_rows("sum", eq(rows(moving + (B @ X_1 + A_2 @ moving)), rows(moving) + rows(B @ X_1 + A_2 @ moving)), 2,
                moving, B @ X_1 + A_2 @ moving),
        by_rows("second layer", eq(rows(B @ X_1 + A_2 @ moving), rows(B @ X_1) + rows(A_2 @ moving)), 2,
                B @ X_1, A_2 @ moving),
        by_rows("first layer", eq(rows(moving), rows(X) + rows(H + H)), 2, X, H + H),
        by_rows("twice", eq(rows(H + H), rows(H) + rows(H)), 2, H, H),
        by_rows("weights", eq(rows(B @ X_1), kron(Id(d), X_1.T) @ rows(B)), 1, B, X_1),
        by_rows("branch", eq(rows(A_2 @ moving), kron(A_2, Id(N)) @ rows(moving)), 0, A_2, moving),
        by_rows("direction", eq(rows(X), inner), 1, C, Y),
        Step("slopes", eq(whole + 2 * slope, s4.slopes), Identity()),
        Step(
            "inner",
            eq(rows(moving), s4.slopes @ inner),
            Multiply(
                {
                    "first layer": AS_IT_IS,
                    "twice": AS_IT_IS,
                    "entrywise": (2 * whole, None),
                    "direction": (whole + 2 * slope, None),
                    "slopes": (None, inner),
                }
            ),
        ),
        Step(
            "claim",
            s4.prop_4_1.conjuncts[0],
            Multiply(
                {
                    "sum": AS_IT_IS,
                    "second layer": AS_IT_IS,
                    "weights": AS_IT_IS,
                    "branch": AS_IT_IS,
                    "inner": (s4.second, None),
                }
            ),
        ),
    ),
)  # fmt: skip

PROOFS = {"macdonald.prop-4.1": prop_4_1}
