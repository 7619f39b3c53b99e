"""Largest sums of the moduli of a row or column: sums, multiples, products, images of columns."""

from typing import Any

from lemmata.theorems.classical import T
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.classical.scalar_theorems import x
from lemmata.theorems.language import Index, SumOver, Unit, eq, maximum, ones, relu, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Cases,
    Combine,
    EveryTerm,
    LargestTerm,
    Proof,
    Sign,
    Step,
    Summed,
)


def row_sum(X: Any, i: Any) -> Any:
    """The sum of the moduli of row i, as a matrix product."""
    return tr(Unit(X.shape[0], i).T @ (relu(X) + relu(-X)) @ ones(X.shape[1], 1))


def largest_row(X: Any) -> Any:
    """The largest sum of the moduli of a row."""
    return maximum((relu(X) + relu(-X)) @ ones(X.shape[1], 1))


def moduli(X: Any, i: Any, j: Any) -> Any:
    """The sum of the moduli of row i, entry by entry."""
    return SumOver(j, 1, X.shape[1], abs(entry_at(X, i, j)))


def opened(name: str, X: Any, i: Any, j: Any) -> Step:
    """Step `name`: the two are the same."""
    return cite(name, eq(row_sum(X, i), moduli(X, i, j)), "row-sums-by-entries", {"T": X}, 0, {"i": i})


def places(X: Any) -> tuple[Any, Any]:
    """Indices for the rows and columns of a matrix."""
    return Index("i", 1, X.shape[0]), Index("j", 1, X.shape[1])


def triangle(name: str, X: Any, Y: Any) -> tuple[Step, ...]:
    """Step `name`: row sums of X + Y are at most those of X and of Y."""
    i, j = places(X)
    a, b = entry_at(X, i, j), entry_at(Y, i, j)
    both = abs(a) + abs(b)
    top = largest_row(X) + largest_row(Y)
    return (
        cite(f"{name}, above", a <= abs(a), "modulus", {"x": a}, 1),
        cite(f"{name}, below", -abs(a) <= a, "modulus", {"x": a}, 0),
        cite(f"{name}, above, other", b <= abs(b), "modulus", {"x": b}, 1),
        cite(f"{name}, below, other", -abs(b) <= b, "modulus", {"x": b}, 0),
        Step(f"{name}, upper", a + b <= both, Combine({f"{name}, above": 1, f"{name}, above, other": 1})),
        Step(f"{name}, lower", -both <= a + b, Combine({f"{name}, below": 1, f"{name}, below, other": 1})),
        cite(f"{name}, modulus", abs(a + b) <= both, "modulus-bound", {"x": a + b, "c": both}),
        Step(
            f"{name}, summed",
            SumOver(j, 1, X.shape[1], abs(a + b)) <= SumOver(j, 1, X.shape[1], both),
            Summed(f"{name}, modulus", j),
        ),
        opened(f"{name}, of the sum", X + Y, i, j),
        opened(f"{name}, of X", X, i, j),
        opened(f"{name}, of Y", Y, i, j),
        Step(f"{name}, largest of X", row_sum(X, i) <= largest_row(X), LargestTerm()),
        Step(f"{name}, largest of Y", row_sum(Y, i) <= largest_row(Y), LargestTerm()),
        Step(
            f"{name}, row",
            row_sum(X + Y, i) <= top,
            Combine(
                {
                    f"{name}, summed": 1,
                    f"{name}, of the sum": 1,
                    f"{name}, of X": -1,
                    f"{name}, of Y": -1,
                    f"{name}, largest of X": 1,
                    f"{name}, largest of Y": 1,
                }
            ),
        ),
        Step(name, largest_row(X + Y) <= top, EveryTerm(f"{name}, row", i)),
    )


sums_triangle = Proof(
    "the triangle inequality of numbers, row by row", (*triangle("first", T, S), *triangle("second", T.T, S.T))
)


def scaled(name: str, X: Any) -> tuple[Step, ...]:
    """Step `name`: row sums of x X are |x| times those of X."""
    i, j = places(X)
    a, size, top = entry_at(X, i, j), abs(x) * largest_row(X), largest_row(x * X)
    return (
        cite(
            f"{name}, cell", eq(abs(x * a), abs(x) * abs(a)), "equal-squares", {"x": abs(x * a), "y": abs(x) * abs(a)}
        ),
        Step(
            f"{name}, cells",
            eq(SumOver(j, 1, X.shape[1], abs(x * a)), SumOver(j, 1, X.shape[1], abs(x) * abs(a))),
            Summed(f"{name}, cell", j),
        ),
        opened(f"{name}, of x X", x * X, i, j),
        opened(f"{name}, of X", X, i, j),
        Step(
            f"{name}, rows",
            eq(row_sum(x * X, i), abs(x) * row_sum(X, i)),
            Combine({f"{name}, of x X": 1, f"{name}, cells": 1, f"{name}, of X": -abs(x)}),
        ),
        Step(f"{name}, largest", row_sum(X, i) <= largest_row(X), LargestTerm()),
        Step(f"{name}, factor", abs(x) >= 0, Sign()),
        Step(f"{name}, row", row_sum(x * X, i) <= size, Combine({f"{name}, rows": 1, f"{name}, largest": abs(x)})),
        Step(f"{name}, at most", top <= size, EveryTerm(f"{name}, row", i)),
        Step(f"{name}, largest of x X", row_sum(x * X, i) <= top, LargestTerm()),
        *not_negative(f"{name}, sign", X),
        *not_negative(f"{name}, sign of x X", x * X),
        Step(
            f"{name}, at least",
            size <= top,
            Cases(
                abs(x) > 0,
                (
                    Step(
                        "quotient",
                        row_sum(X, i) <= top / abs(x),
                        Combine({f"{name}, rows": -1 / abs(x), f"{name}, largest of x X": 1 / abs(x)}),
                    ),
                    Step("divided", largest_row(X) <= top / abs(x), EveryTerm("quotient", i)),
                    Step("times", size <= top, Combine({"divided": abs(x)})),
                ),
                (Step("zero", size <= top, Combine({"case": largest_row(X), f"{name}, sign of x X": 1})),),
            ),
        ),
        Step(name, eq(top, size), Antisymmetric(f"{name}, at most", f"{name}, at least")),
    )


def not_negative(name: str, X: Any) -> tuple[Step, ...]:
    """Step `name`: the largest row sum is not negative, as the first is not."""
    j = Index("j", 1, X.shape[1])
    a = entry_at(X, 1, j)
    return (
        Step(f"{name}, cell", abs(a) >= 0, Sign()),
        Step(
            f"{name}, cells",
            SumOver(j, 1, X.shape[1], 0 * a) <= SumOver(j, 1, X.shape[1], abs(a)),
            Summed(f"{name}, cell", j),
        ),
        opened(f"{name}, row", X, 1, j),
        Step(f"{name}, first", row_sum(X, 1) <= largest_row(X), LargestTerm()),
        Step(name, largest_row(X) >= 0, Combine({f"{name}, cells": 1, f"{name}, row": -1, f"{name}, first": 1})),
    )


of_multiple = Proof("|x t| = |x| |t|, row by row", (*scaled("first", T), *scaled("second", T.T)))

PROOFS = {
    "classical.row-sums-triangle": sums_triangle,
    "classical.sum-norms-of-multiple": of_multiple,
}
