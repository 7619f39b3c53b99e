"""Schur complements and blocks of definite matrices, from the rows of the identity above and below."""

from typing import Any

from lemmata.theorems.classical import M, n
from lemmata.theorems.classical.compression_theorems import G, H, f, lower, o, upper
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.interlacing_proofs import orthonormal
from lemmata.theorems.classical.proofs.kronecker_proofs import units
from lemmata.theorems.language import Id, Index, MatSumOver, SumOver, Unit, det, eq, inv, lmin, smin, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Cases,
    Combine,
    Congruence,
    Induction,
    Instance,
    Multiply,
    Proof,
    Sign,
    Step,
    Unrolled,
    Vanishing,
)

k = f
first, block = upper @ H @ upper.T, lower @ H @ lower.T
S = block - lower @ H @ upper.T @ inv(first) @ upper @ H @ lower.T
definite = Proof(
    "no eigenvalue of the complement is below those of H, and it lies below the block",
    (
        Step("H", lmin(H) > 0, Sign()),
        cite("below", lmin(H) <= lmin(S), "schur-complement", {}, 0),
        Step("first", lmin(S) > 0, Combine({"H": 1, "below": 1})),
        Step("semidefinite", lmin(S) >= 0, Combine({"first": 1})),
        cite("second", det(S) > 0, "determinant-of-definite", {"D": S, "K": S}, 0),
        cite("apart", lmin(block - S) >= 0, "schur-complement", {}, 3),
        cite("block", lmin(block) > 0, "compression-condition", {"D": H, "a": k + 1, "b": o}, 0),
        Step("block not negative", lmin(block) >= 0, Combine({"block": 1})),
        cite("third", det(S) <= det(block), "determinant-grows", {"K": S, "L": block, "D": S}, 0),
    ),
)

of_G, rest = upper @ G @ upper.T, lower @ G @ lower.T
part = rest - lower @ G @ upper.T @ inv(of_G) @ upper @ G @ lower.T
fischer = Proof(
    "the determinant is that of a block times that of its Schur complement; a singular matrix has the determinant zero",
    (
        cite("one", det(of_G) >= 0, "compression-trace", {"K": G, "a": 1, "b": k}, 1),
        cite("other", det(rest) >= 0, "compression-trace", {"K": G, "a": k + 1, "b": o}, 1),
        Step(
            "claim",
            det(G) <= det(of_G) * det(rest),
            Cases(
                det(G) > 0,
                (
                    cite("modulus", det(G) <= abs(det(G)), "modulus", {"x": det(G)}, 1),
                    Step("regular", abs(det(G)) > 0, Combine({"modulus": 1, "case": 1})),
                    cite("least", smin(G) > 0, "non-singular", {M: G}),
                    cite("same", eq(smin(G), lmin(G)), "psd-extremes", {"K": G}, 1),
                    Step("definite", lmin(G) > 0, Combine({"least": 1, "same": 1})),
                    cite("first block", det(of_G) > 0, "compression-condition", {"D": G, "a": 1, "b": k}, 2),
                    cite("product", eq(det(G), det(of_G) * det(part)), "schur-complement", {"H": G}, 2),
                    cite("part", det(part) <= det(rest), "schur-complement-definite", {"H": G}, 2),
                    Step("many", det(G) <= det(of_G) * det(rest), Combine({"product": 1, "part": det(of_G)})),
                ),
                (Step("none", det(G) <= det(of_G) * det(rest), Combine({"case": 1, "one": det(rest)})),),
            ),
        ),
    ),
)

h = SumOver(Index("l", k + 1, o), k + 1, o, quantity(1))
across = lower @ upper.T
last, near = Index("m", k + 1, o), Index("m", k + 1, o - 1)


def some(low: Any, high: Any) -> Any:
    """The sum of e_l e_l^T over a range."""
    at = Index("l", low, high)
    return MatSumOver(at, low, high, Unit(o, at) @ Unit(o, at).T)


def added(to: Any) -> tuple[Step, ...]:
    """One more term of the sums from 1 and from k + 1."""
    e = Unit(o, to)
    return (
        Step("all", eq(some(1, to), some(1, to - 1) + e @ e.T), Unrolled()),
        Step("below", eq(some(k + 1, to), e @ e.T if to == k + 1 else some(k + 1, to - 1) + e @ e.T), Unrolled()),
    )


X = lower @ inv(H) @ lower.T
Y, corner = upper @ inv(H) @ lower.T, lower @ H @ upper.T @ inv(first)
# "orthonormal" for the rows below, "partition" of the identity, and "nothing": those above are orthogonal to them
blocks = (
    *orthonormal(lower, h, k + 1, o),
    units("all units", o),
    Step("above", eq(upper.T @ upper, some(1, k)), Multiply({})),
    Step("below", eq(lower.T @ lower, some(k + 1, o)), Multiply({})),
    Step(
        "parts",
        eq(some(1, k) + some(k + 1, last), some(1, last)),
        Induction(
            last,
            (
                *added(k + 1),
                Step("first", eq(some(1, k) + some(k + 1, k + 1), some(1, k + 1)),
                     Multiply({"all": (-1, None), "below": (None, None)})),
            ),
            (
                *added(near + 1),
                Step("next", eq(some(1, k) + some(k + 1, near + 1), some(1, near + 1)),
                     Multiply({"all": (-1, None), "below": (None, None), "before": (None, None)})),
            ),
        ),
    ),
    Step("whole", eq(some(1, k) + some(k + 1, o), some(1, o)), Instance("parts", last, o)),
    Step("partition", eq(upper.T @ upper + lower.T @ lower, Id(o)),
         Multiply({"above": (None, None), "below": (None, None), "whole": (None, None), "all units": (None, None)})),
    Step("square", eq(across @ across.T, 0 * across @ across.T),
         Multiply({"partition": (lower, lower.T), "orthonormal": (-1, lower @ lower.T)})),
    Step("nothing", eq(across.T, 0 * across.T), Vanishing("square")),
)  # fmt: skip
inverse = Proof(
    "block elimination of H X = I",
    (
        *blocks,
        cite("right", eq(H @ inv(H), Id(o)), "inverse", {M: H}, 0),
        cite("of block", eq(inv(first) @ first, Id(k)), "inverse", {M: first, n: k}, 1),
        Step("product", eq(S @ X, Id(h)),
             Multiply({"partition": (lower @ H - corner @ upper @ H, inv(H) @ lower.T),
                       "right": (lower - corner @ upper, lower.T), "nothing": (-corner, None),
                       "orthonormal": (None, None), "of block": (lower @ H @ upper.T, Y)})),
        cite("left", eq(inv(S) @ S, Id(h)), "inverse", {M: S, n: h}, 1),
        Step("first", eq(inv(S), X), Multiply({"product": (-inv(S), None), "left": (None, X)})),
        Step("traces", eq(tr(inv(S)), tr(X)), Congruence("first")),
        cite("definite", lmin(inv(H)) > 0, "inverse-of-definite", {"D": H}, 0),
        Step("semidefinite", lmin(inv(H)) >= 0, Combine({"definite": 1})),
        cite("block trace", tr(X) <= tr(inv(H)), "compression-trace", {"K": inv(H), "a": k + 1, "b": o}, 0),
        Step("second", tr(inv(S)) <= tr(inv(H)), Combine({"traces": 1, "block trace": 1})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.schur-complement-definite": definite,
    "classical.fischer": fischer,
    "classical.inverse-of-schur-complement": inverse,
}
