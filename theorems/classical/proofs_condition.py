"""Condition numbers, proved from the two halves of their definition.

smax s_i <= cond s_i^2 for every i, and cond is the least such number: where s_i = 0 both sides vanish.
"""

from typing import Any

from theorems.classical import A, M, P, T, c, n, r, x
from theorems.classical import i as any_i
from theorems.classical import patterns
from theorems.classical.entries import m, projection
from theorems.classical.numbers import x as number
from theorems.classical.numbers import y as other
from theorems.classical.proofs_spectra import eigenvector
from theorems.language import Id, Index, Vector, cond, eq, lam, lmax, lmin, normF, s, smax, smin, tr
from theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Congruence,
    Defined,
    Entrywise,
    Identity,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
)

one = Id(1)
k = Index("k", 1, n)
any_shape = T


def bounds(name: str, X: Any) -> Step:
    """smax(X) s_i(X) <= cond(X) s_i(X)^2."""
    return Step(name, smax(X) * s(X) <= cond(X) * s(X) ** 2, Apply("classical.condition-bounds", {any_shape: X}))


def least(name: str, X: Any, ratio: Any) -> Step:
    """cond(X) <= ratio, from smax(X) s_i(X) <= ratio s_i(X)^2."""
    return Step(name, cond(X) <= ratio, Apply("classical.condition-least", {any_shape: X, c: ratio}))


row = Index("k", 1, r)
ratio = smax(T) / smin(T)

# every singular value is at least the smallest: for wide matrices by the Gram matrix, for tall ones in the transpose
PROOFS = {}


def equal_one_way(name: str, X: Any, Y: Any, sign: int) -> tuple[Step, ...]:
    """cond(X) <= cond(Y) for matrices with the same singular values."""
    return (
        bounds(f"{name}, of the other", Y),
        Step(
            f"{name}, ratio",
            smax(X) * s(X) <= cond(Y) * s(X) ** 2,
            Combine(
                {
                    f"{name}, of the other": 1,
                    "given 0": sign * (cond(Y) * (s(X) + s(Y)) - smax(X)),
                    "largest": -sign * s(Y),
                }
            ),
        ),
        least(name, X, cond(Y)),
    )


equal_condition = Proof(
    "the definition speaks of singular values only",
    (
        Step("not zero", smax(M) > 0, Defined()),
        Step("largest", eq(smax(M), smax(P)), At("given 0", 1)),
        Step("neither", smax(P) > 0, Combine({"not zero": 1, "largest": 1})),
        *equal_one_way("below", M, P, -1),
        *equal_one_way("above", P, M, 1),
        Step("equal", eq(cond(M), cond(P)), Antisymmetric("below", "above")),
    ),
)
PROOFS["classical.equal-condition"] = equal_condition
